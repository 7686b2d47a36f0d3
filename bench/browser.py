"""The table in headless Chromium without a GPU: first map, frames in motion, answer to repaint, size of updates.

    python bench/browser.py          # needs chromium and the built page (make web)

One line for each figure. The page is driven with the mouse as the end-to-end tests do it, against a server of its own.
"""

from __future__ import annotations

import json
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

import grognard
from grognard.core.ask import Kind
from grognard.players import bot
from tests.web.conftest import FLAGS, WIDE, missing
from tests.web.games import at
from tests.web.house import House
from tests.web.player import Player

LOADS = 5
MOVES = 12
START = """() => { window.frames_ = []; let last = performance.now();
  const tick = (now) => { frames_.push(now - last); last = now; window.ticking = requestAnimationFrame(tick); };
  window.ticking = requestAnimationFrame(tick); }"""
STOP = "() => { cancelAnimationFrame(ticking); return frames_.slice(1); }"
# Notches of a wheel, one a frame, in and out again, made in the page: sent from outside each would wait for an answer.
ZOOM = """() => new Promise((done) => { const field = document.querySelector(".field"); let n = 0;
  const { left, top, width, height } = field.getBoundingClientRect();
  const notch = () => { if (n++ >= 60) return done();
    field.dispatchEvent(new WheelEvent("wheel", { deltaY: n <= 30 ? -40 : 40, bubbles: true, cancelable: true,
      clientX: left + width / 2, clientY: top + height / 2 })); requestAnimationFrame(notch); };
  requestAnimationFrame(notch); })"""
# From the release of the mouse button to the frame after the one in which the update was drawn.
WATCH = """(() => { let released = 0; window.repaints = [];
  addEventListener("pointerup", (event) => (released = event.timeStamp), true);
  const Line = window.WebSocket;
  window.WebSocket = class extends Line { constructor(...all) { super(...all);
    this.addEventListener("message", ({ data }) => { if (!released || !data.includes('"type":"update"')) return;
      const from = released; released = 0; const drawn = () => repaints.push(performance.now() - from);
      requestAnimationFrame(() => requestAnimationFrame(drawn)); }); } }; })()"""

# A map fuller than any scenario's: counters of the first view, and of a film's, lie once more in free hexes until so
# many are drawn, of a stack three. The game itself has 176.
CROWD = """(() => { const free = %s, most = %d, parse = JSON.parse, json = Response.prototype.json;
  const drawn = (all) => { const lie = {}; for (const { where } of all) lie[where] = Math.min(3, (lie[where] ?? 0) + 1);
    return Object.values(lie).reduce((sum, one) => sum + one, 0); };
  const fill = ({ pieces }) => { const there = Object.values(pieces).filter((piece) => piece.on_map);
    const open = free.filter((hex) => !there.some((piece) => piece.where === hex));
    for (let n = 0, lie = drawn(there); lie + n < most; n++) { const like = there[n %% there.length];
      const id = `${like.id}-again-${n}`; pieces[id] = { ...like, id, where: open[n] }; } };
  JSON.parse = (...all) => { const found = parse(...all); if (found?.type === "view") fill(found.view); return found; };
  Response.prototype.json = async function () { const found = await json.call(this);
    if (found?.view?.pieces && found.frames) fill(found.view);
    return found; }; })()"""
COUNTERS = 200
PLAYED = 116
"""As many counters as the target of the playback names."""
ENEMIES = {
    "avl": ("axis", "soviet"),
    "vl": ("german", "soviet"),
    "lb": ("german", "russian"),
    "victory": ("blue", "red"),
}
"""Of each game who looks on, and whose turn is played to him."""
ENOUGH = 650
"""Among so many answers of bots there is a long turn of every game."""


def crowd(most: int = COUNTERS) -> str:
    """A script that fills the map of A Victory Lost with copies, until so many are drawn."""
    game = grognard.game("avl")
    taken = {row.setup for row in game.units}
    names = [str(game.target_name(Kind.HEX, hex)) for hex in game.map.grid.hexes]
    free = [name for name in names if name not in taken and "10" < name[:2] < "50" and "10" < name[2:] < "30"]
    return CROWD % (json.dumps(free[::3]), most)


def line(what: str, value: float, unit: str, target: float | None = None) -> None:
    print(f"{what}: {value:,.0f} {unit}" + (f" (target {target:,.0f})" if target else ""), flush=True)


def opened(browser: Browser, house: House, table: str, *scripts: str) -> Player:
    """A table in a browser that has never been there."""
    page = browser.new_context(viewport=WIDE, locale="en-GB").new_page()
    for script in scripts:
        page.add_init_script(script)
    player = Player(page, house.url)
    player.sit(table, "soviet")
    return player


def first_map(browser: Browser, house: House, table: str) -> float:
    times: list[float] = []
    for _ in range(LOADS):
        player = opened(browser, house, table)
        times.append(player.page.evaluate("performance.getEntriesByName('board-drawn')[0].startTime"))
        player.page.context.close()
    return statistics.median(times)


def frame(page: Page, act: Callable[[], object]) -> float:
    page.evaluate(START)
    act()
    frames: list[float] = page.evaluate(STOP)
    return statistics.median(frames)


def pan(page: Page) -> None:
    box = page.locator(".field").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] * 0.7, box["y"] + 30
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 91):
        page.mouse.move(x - 4 * (step if step < 45 else 90 - step), y + 2 * step)
        page.wait_for_timeout(8)
    page.mouse.up()


def in_a_crowd(browser: Browser, house: House, table: str) -> None:
    """Zooming and panning again, on a map with as many counters as the target names."""
    page = opened(browser, house, table, crowd()).page
    page.wait_for_timeout(1500)
    page.keyboard.press("f")
    page.wait_for_timeout(1500)
    counters = page.locator(".stage [data-unit]").count()
    line(f"frame while zooming, {counters} counters", frame(page, lambda: page.evaluate(ZOOM)), "ms", 33)
    page.wait_for_timeout(1000)
    page.get_by_role("button", name="Zoom in").click()
    page.wait_for_timeout(1500)
    line(f"frame while panning, {counters} counters", frame(page, lambda: pan(page)), "ms", 33)
    page.context.close()


@cache
def longest_enemy_turn(game: str) -> tuple[dict[str, Any], int]:
    """A game of bots after the longest turn that was told between two questions, and how long the log was before it."""
    seat = ENEMIES[game][0]
    play, rng, recruit = grognard.game(game).new(seed=3), Random(3), bot("recruit", game)
    looked, most, found = 0, 0, None
    for _ in range(ENOUGH):
        player = play.deciders[0]
        number = play.roster.number(player)
        if player == seat:
            told = len(play.visible(number))
            if looked and told - looked > most:
                most, found = told - looked, (play.journal().plain(), looked)
            looked = told
        imagined = play.game.imagine(play.state, number, rng)
        play.answer(player, *play.names_of_answer(recruit.choose(imagined, number, rng)))
    assert found is not None
    return found


def playback(browser: Browser, house: House, game: str) -> None:
    """What others did, played at a brisk pace from the first beat to the last."""
    journal, looked = longest_enemy_turn(game)
    seat, enemy = ENEMIES[game]
    table = house.post("/api/files", {"file": journal, "seats": {enemy: "recruit"}})["id"]
    page = browser.new_context(viewport=WIDE, locale="en-GB").new_page()
    player = Player(page, house.url)
    player.game = game
    player.likes(pace="brisk")
    if game == "avl":
        page.add_init_script(crowd(PLAYED))
    page.add_init_script(f"localStorage.setItem('grognard.shown.{table}.{seat}', '{looked}')")
    player.sit(table, seat)
    veil = page.locator("[data-veil]")
    shown = page.locator("[data-veil]").or_(page.get_by_role("group", name="Traces"))  # it may be over by now
    shown.first.wait_for(timeout=60_000)
    page.keyboard.press("Escape")
    page.wait_for_timeout(1500)
    counters = page.locator(".stage [data-unit]").count()
    began = 0.0

    def again() -> None:
        nonlocal began
        page.keyboard.press("a")
        began = page.evaluate("performance.now()")
        veil.wait_for()
        veil.wait_for(state="detached", timeout=120_000)

    line(f"{game}: frame during playback, {counters} counters", frame(page, again), "ms", 33)
    spent = page.evaluate("performance.now()") - began
    events = player.view["log_length"] - looked
    line(f"{game}: an enemy turn of {events} events at a brisk pace", spent / 1000, "s", 10)
    page.context.close()


def answers(player: Player) -> None:
    """Take up units, move each to the first hex offered, and take all of it back."""
    for unit in player.answers["unit"][:MOVES]:
        if unit not in player.answers.get("unit", []):
            continue
        player.by_mouse("unit", unit)
        if player.asked == "move_unit":
            player.by_mouse("move", player.answers["move"][0])
        if player.asked == "move_unit":
            player.by_mouse("stop")
    player.page.wait_for_timeout(300)


def main() -> None:
    why = missing()
    if why:
        sys.exit(f"The browser cannot be measured: {why}.")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder))
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS.split())
        try:
            table = str(house.post("/api/files", {"file": at("move_units"), "seats": {"axis": "recruit"}})["id"])
            line(f"first map drawn, median of {LOADS} cold loads", first_map(browser, house, table), "ms", 1500)
            player = opened(browser, house, table, WATCH)
            page = player.page
            page.wait_for_timeout(1500)
            page.keyboard.press("f")
            page.wait_for_timeout(1500)
            counters = page.locator(".stage [data-unit]").count()
            line(f"frame while zooming, {counters} counters", frame(page, lambda: page.evaluate(ZOOM)), "ms", 33)
            page.wait_for_timeout(1000)
            page.get_by_role("button", name="Zoom in").click()
            page.wait_for_timeout(1500)
            line(f"frame while panning, {counters} counters", frame(page, lambda: pan(page)), "ms", 33)
            page.wait_for_timeout(1000)
            in_a_crowd(browser, house, table)
            for game in ENEMIES:
                playback(browser, house, game)
            answers(player)
            repaints = page.evaluate("repaints")
            line(f"answer to repaint, median of {len(repaints)}", statistics.median(repaints), "ms", 150)
            sizes = [len(text.encode()) for text in player.frames if json.loads(text)["type"] == "update"]
            line(f"update, median of {len(sizes)}", statistics.median(sizes), "bytes", 4096)
            line("update, largest", max(sizes), "bytes")
        finally:
            browser.close()
            house.close()


if __name__ == "__main__":
    main()
