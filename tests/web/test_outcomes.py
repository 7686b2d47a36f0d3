"""Outcomes from here: asked in a replay of a finished game, stopped, and one of the games opened."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.web.games import finished
from tests.web.house import House
from tests.web.player import Player
from tests.web.test_axe import violations


def test_a_position_is_played_on_until_it_is_stopped(player: Player, house: House, screens: Path) -> None:
    page = player.page
    table = house.post("/api/files", {"file": finished(), "seats": {}})["id"]
    player.go(f"#/replay/{table}/soviet")
    slider = page.get_by_role("slider", name="Position in the game")
    expect(page.get_by_role("heading", name="Dice luck")).to_be_visible()
    length = int(slider.get_attribute("max") or 0)
    page.get_by_role("button", name="Outcomes", exact=True).click()
    panel = page.get_by_role("region", name="Outcomes from here")
    expect(panel).to_contain_text("The game is over here")
    slider.fill(str(length // 2))
    panel.get_by_role("button", name="Play 500 games").click()
    panel.get_by_role("button", name="Stop").click()
    expect(panel).to_contain_text("Stopped.")
    slider.fill(str(length - 4))
    panel.get_by_role("button", name="Play 500 games").click()
    expect(panel).to_contain_text("500 of 500 games", timeout=240_000)
    expect(panel.locator(".share")).to_contain_text(re.compile(r"\d+ %.* wins"))
    expect(panel.get_by_role("img", name="How it ends")).to_be_visible()
    page.screenshot(path=screens / "outcomes.png")
    assert violations(page) == []
    panel.get_by_role("radio", name="As it was").check(force=True)
    expect(panel.get_by_role("button", name="Play 500 games")).to_be_visible()
    panel.get_by_role("radio", name="As Soviet knew it").check(force=True)
    panel.get_by_role("button", name="a typical game").click()
    page.wait_for_url(lambda url: "/replay/" in url and table not in url)
    expect(page.get_by_text(re.compile(r"Step 0 of \d+"))).to_be_visible()


def test_there_is_nothing_of_the_kind_while_a_game_runs(player: Player, house: House) -> None:
    table = house.open(seats={"axis": "recruit"})
    player.go(f"#/replay/{table}/soviet")
    expect(player.page.get_by_text(re.compile(r"Step \d+ of \d+"))).to_be_visible()
    assert player.page.get_by_role("button", name="Outcomes", exact=True).count() == 0
