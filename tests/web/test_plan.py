"""Planning: ghosts and arrows that nobody else hears of, also while the opponent thinks; and measuring."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.web.conftest import Arriving
from tests.web.games import at
from tests.web.house import House
from tests.web.player import Player

GHOST = ".stage [data-ghost]"
ARROW = ".stage .plan-arrow"


def sit(player: Player, house: House, question: str = "move_units") -> None:
    table = house.post("/api/files", {"file": at(question), "seats": {"axis": "recruit"}})["id"]
    player.sit(table, "soviet")
    player.until(lambda: player.asked == question, question)


def empty(player: Player, near: str, but: tuple[str, ...] = ()) -> str:
    """An empty hex in view beside another."""
    column, row = int(near[:2]), int(near[2:])
    around = [f"{column + dx:02}{row + dy:02}" for dx in (0, 1, -1, 2, -2) for dy in (0, 1, -1, 2, -2)]
    return next(one for one in around if one not in but and not player.stack(one) and player.sees(one, 20))


def lone(player: Player) -> str:
    """A unit alone in its hex, comfortably in view."""
    pieces: dict[str, Any] = player.view["pieces"]
    return next(
        id_ for id_, piece in pieces.items()
        if piece["on_map"] and len(player.stack(piece["where"])) == 1 and player.sees(piece["where"], 60)
    )  # fmt: skip


def test_planning_by_mouse(player: Player, house: House, screens: Path) -> None:
    page = player.page
    sit(player, house)
    before = player.view
    page.keyboard.press("p")
    banner = page.get_by_role("group", name="Plan")
    expect(banner).to_contain_text("Nothing here is played or sent")

    unit = lone(player)
    start = player.where(unit)
    first = empty(player, start)
    player.drag(start, first)
    expect(page.locator(GHOST)).to_have_count(1)
    second = empty(player, start, (first,))
    player.drag(first, second)  # a ghost can be pushed on
    expect(page.locator(GHOST)).to_have_count(1)
    banner.get_by_role("button", name="Arrows").click()
    player.drag(start, first)
    expect(page.locator(ARROW)).to_have_count(1)
    page.screenshot(path=screens / "plan.png")

    # nothing that is pressed on the map or the keyboard is answered, whatever it would mean otherwise
    page.keyboard.press("Enter")
    page.keyboard.press("u")
    expect(page.locator(ARROW)).to_have_count(0)
    player.click_hex(start)
    assert player.given() == [] and player.view == before

    # it is kept while the page is open, and cleared by its button
    banner.get_by_role("button", name="Done").click()
    expect(banner).to_be_hidden()
    expect(page.locator(GHOST)).to_have_count(0)
    page.locator(".controls").get_by_role("button", name="Plan").click()
    expect(page.locator(GHOST)).to_have_count(1)
    banner.get_by_role("button", name="Clear").click()
    expect(page.locator(GHOST)).to_have_count(0)
    page.keyboard.press("p")
    assert player.given() == [] and not player.errors


def test_planning_by_keyboard(player: Player, house: House) -> None:
    page, keys = player.page, player.page.keyboard
    sit(player, house)
    start = player.where(lone(player))
    keys.press("/")
    page.get_by_label("Hex number or place").fill(start)
    keys.press("Enter")
    keys.press("p")
    player.settled()
    keys.press("Enter")
    keys.press("ArrowUp")
    keys.press("ArrowUp")
    keys.press("Enter")
    expect(page.locator(GHOST)).to_have_count(1)
    keys.press("a")
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    keys.press("a")
    expect(page.locator(ARROW)).to_have_count(1)
    keys.press("Delete")
    expect(page.locator(ARROW)).to_have_count(0)
    keys.press("u")
    expect(page.locator(ARROW)).to_have_count(1)
    keys.press("p")
    expect(page.get_by_role("group", name="Plan")).to_be_hidden()
    assert player.given() == [] and not player.errors


def test_planning_while_the_opponent_thinks(inn: House, arriving: Arriving) -> None:
    player = arriving(inn.url)
    page = player.page
    player.go()
    table = player.post("/api/tables", {"game": "avl", "seats": {"soviet": "invite"}})["id"]
    player.sit(table, "axis")
    assert not player.asked
    page.keyboard.press("p")
    start = player.where(lone(player))
    player.drag(start, empty(player, start))
    expect(page.locator(GHOST)).to_have_count(1)
    assert player.given() == [] and not player.errors


def test_measuring(player: Player, house: House, screens: Path) -> None:
    page, keys = player.page, player.page.keyboard
    sit(player, house)
    start = player.where(lone(player))
    column, row = int(start[:2]), int(start[2:])
    told = page.locator(".measured")
    page.mouse.move(*player.point(start))
    keys.press("m")
    page.mouse.move(*player.point(f"{column:02}{row + 3:02}"))
    expect(told).to_contain_text("3 hexes")
    page.mouse.move(*player.point(f"{column + 2:02}{row:02}"))
    expect(told).to_contain_text("2 hexes, 20 km" if _km(player) == 10 else "2 hexes")
    page.screenshot(path=screens / "measure.png")
    keys.press("Escape")
    expect(told).to_be_hidden()

    keys.press("/")
    page.get_by_label("Hex number or place").fill(start)
    keys.press("Enter")
    keys.press("m")
    for _ in range(4):
        keys.press("ArrowDown")
    expect(told).to_contain_text("4 hexes")
    keys.press("Enter")
    keys.press("ArrowUp")
    expect(told).to_contain_text("1 hex")
    keys.press("m")
    expect(told).to_be_hidden()
    assert player.given() == [] and not player.errors


def _km(player: Player) -> float:
    return float(player.page.evaluate("fetch('/api/games/avl/map').then(r => r.json())").get("scale_km", 0))
