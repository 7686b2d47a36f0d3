"""How fast the board is drawn, panned and zoomed, in headless Chromium without a GPU.

    python web/scripts/frames.py URL     # any page with a board: a table, or board.html?table=ID&seat=axis&counters=200

Prints when the map was first drawn (from the start of navigation) and the frames of a drag and of a wheel zoom, paced
as a hand would do them: the time from one animation frame to the next, in milliseconds.
"""

from __future__ import annotations

import json
import statistics
import sys
from typing import Any

from playwright.sync_api import Page, sync_playwright

FLAGS = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
DRAWN = "performance.getEntriesByName('board-drawn').length > 0"
START = """() => { window.__frames = []; let last = performance.now();
  const tick = (now) => { window.__frames.push(now - last); last = now;
    window.__ticking = requestAnimationFrame(tick); };
  window.__ticking = requestAnimationFrame(tick); }"""
# Notches of a wheel, one a frame, in and out again. They are made in the page: sent from outside, each would wait for
# an answer for longer than the board waits before it takes the map to be at rest.
ZOOM = """() => new Promise((done) => { const field = document.querySelector(".field"); let n = 0;
  const { left, top, width, height } = field.getBoundingClientRect();
  const notch = () => { if (n++ >= 60) return done();
    field.dispatchEvent(new WheelEvent("wheel", { deltaY: n <= 30 ? -40 : 40, bubbles: true, cancelable: true,
      clientX: left + width / 2, clientY: top + height / 2 })); requestAnimationFrame(notch); };
  requestAnimationFrame(notch); })"""
STOP = "() => { cancelAnimationFrame(window.__ticking); return window.__frames.slice(1); }"


def summary(frames: list[float]) -> dict[str, float]:
    ordered = sorted(frames)
    return {
        "frames": len(ordered),
        "median_ms": round(statistics.median(ordered), 1),
        "p95_ms": round(ordered[int(len(ordered) * 0.95)], 1),
        "worst_ms": round(ordered[-1], 1),
    }


def frames_of(page: Page, act: Any) -> dict[str, float]:
    page.evaluate(START)
    act()
    return summary(page.evaluate(STOP))


def measure(url: str, width: int = 1252, height: int = 840) -> dict[str, Any]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS.split())
        page = browser.new_page(viewport={"width": width, "height": height})
        page.goto(url)
        for _ in range(600):  # wait_for_function needs eval, which the table's CSP forbids
            if page.evaluate(DRAWN):
                break
            page.wait_for_timeout(50)
        found: dict[str, Any] = {
            "drawn_ms": round(page.evaluate("performance.getEntriesByName('board-drawn')[0].startTime")),
            "counters": page.locator("[data-unit]").count(),
        }
        page.wait_for_timeout(2500)
        box = page.locator(".field").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

        def pan() -> None:
            page.mouse.move(x + 30, y + 3)
            page.mouse.down()
            for step in range(1, 91):
                page.mouse.move(x + 30 - 5 * step * (1 if step < 45 else -1), y + 3 + step)
                page.wait_for_timeout(8)
            page.mouse.up()

        found["pan"] = frames_of(page, pan)
        page.wait_for_timeout(1500)
        found["zoom"] = frames_of(page, lambda: page.evaluate(ZOOM))
        page.wait_for_timeout(1500)
        found["pan_again"] = frames_of(page, pan)
        browser.close()
    return found


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1]), indent=1))
