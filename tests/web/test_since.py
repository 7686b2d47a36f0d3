"""A replay from one's own last move on, with its turns; the report turn by turn."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Route, expect

from tests.web.games import at, finished
from tests.web.house import House
from tests.web.player import Player


def test_since_my_last_move(player: Player, house: House) -> None:
    page = player.page
    table = house.post("/api/files", {"file": at("special_combat"), "seats": {"axis": "recruit"}})["id"]
    player.sit(table, "soviet")
    player.until(lambda: player.asked == "special_combat", "the special combat")
    player.press("decline")
    # the bot draws and moves: things happen that the player has not seen
    player.until(lambda: player.view["log_length"] > 8 and player.asked, "the table to go on", 60)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="See what happened since my last move").click()
    slider = page.get_by_role("slider", name="Position in the game")
    pause = page.get_by_role("button", name="Pause")
    expect(pause).to_be_visible()
    length = int(slider.get_attribute("max") or 0)
    first = int(slider.input_value())
    assert 0 < first < length - 1
    player.until(lambda: int(slider.input_value()) > first, "the replay to go on")
    page.get_by_role("button", name="Since my last move").click()
    expect(pause).to_be_visible()
    assert not player.errors


def test_layers_are_laid_over_a_replay_by_mouse_too(player: Player, house: House) -> None:
    page = player.page
    table = house.post("/api/files", {"file": at("special_combat"), "seats": {"axis": "recruit"}})["id"]
    player.go(f"#/replay/{table}/soviet")
    charts = page.locator("header.top").get_by_role("button", name="Charts", exact=True)
    charts.click()
    expect(page.locator("aside.charts")).to_be_visible()
    page.keyboard.press("Escape")
    expect(charts).to_have_attribute("aria-pressed", "false")
    page.locator("header.top").get_by_role("button", name="Rules", exact=True).click()
    expect(page.get_by_role("dialog", name="The rulebook")).to_be_visible()
    assert not player.errors


def told_more(route: Route, more: Any) -> None:
    found = route.fetch().json()
    more(found)
    route.fulfill(body=json.dumps(found), content_type="application/json")


def test_turns_of_a_replay_and_its_report(player: Player, house: House, screens: Path) -> None:
    """What the server tells of single turns is drawn; a server that does not tell it is pretended to."""
    page = player.page
    table = house.post("/api/files", {"file": finished(), "seats": {}})["id"]

    def turns(found: Any) -> None:
        found["turns"] = [{"turn": n + 1, "step": n * found["length"] // 9, "label": f"day {n}"} for n in range(9)]

    def report(found: Any) -> None:
        for n, turn in enumerate(found["turns"]):
            turn["losses"] = {"soviet": {"steps": n % 5, "units": 0}, "axis": {"steps": (n + 2) % 4, "units": 0}}
            effect = {"dice": 3, "actual": 1.5 + n % 3, "expected": 2.0, "variance": 1.0}
            turn["luck"] = {
                "soviet": {"rolls": 3, "effect": effect},
                "axis": {"rolls": 3, "effect": {**effect, "actual": 2.5 - n % 2}},
            }

    page.route(f"**/tables/{table}/replay?*", lambda route: told_more(route, turns))
    page.route(f"**/tables/{table}/report?*", lambda route: told_more(route, report))
    player.go(f"#/replay/{table}/soviet")
    player.drawn()
    slider = page.get_by_role("slider", name="Position in the game")
    length = int(slider.get_attribute("max") or 0)
    band = page.get_by_role("group", name="Turns").get_by_role("button")
    expect(band).to_have_count(9)
    expect(band.nth(8)).to_have_attribute("aria-current", "step")
    band.nth(3).click()
    expect(slider).to_have_value(str(3 * length // 9))
    expect(band.nth(3)).to_have_attribute("aria-current", "step")
    expect(page.get_by_role("img", name="Steps lost")).to_be_visible()
    expect(page.get_by_role("img", name="Dice luck")).to_be_visible()
    page.screenshot(path=screens / "replay-turns.png")
    assert not player.errors
