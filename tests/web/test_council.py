"""Allies confer behind closed doors, on the desktop and on the phone; the enemy has no such room and hears nothing."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import ViewportSize, expect

from tests.web.conftest import Arriving
from tests.web.house import House
from tests.web.player import Player
from tests.web.test_axe import violations
from tests.web.victory import invite

PHONE: ViewportSize = {"width": 390, "height": 844}
NAMES = {"red": "Vera", "blue-north": "Anders", "blue-south": "Sanne"}


def test_allies_confer_and_the_enemy_hears_nothing(inn: House, arriving: Arriving, screens: Path) -> None:
    players: dict[str, Player] = {one: arriving(inn.url) for one in NAMES}
    guests = {one: player for one, player in players.items() if one != "red"}
    invite(players["red"], guests, "Two Front War, three players", "red", NAMES)
    red, north, south = (one.page for one in players.values())
    south.set_viewport_size(PHONE)
    for page in (red, north):
        page.get_by_role("group", name="Log").get_by_role("button", name="Chat").click()
    expect(red.get_by_role("radio", name="Council")).to_have_count(0)
    north.get_by_label("Say something to the table").fill("good luck to all")
    north.get_by_role("button", name="Send").click()
    north.get_by_text("Council", exact=True).click()
    expect(north.get_by_text("Behind closed doors, with Sanne")).to_be_visible()
    expect(north.get_by_text("Nobody has said anything in the council.")).to_be_visible()
    north.get_by_label("Say something to your own side alone").fill("we strike at dawn")
    north.keyboard.press("Enter")
    expect(north.get_by_role("log", name="Council")).to_contain_text("we strike at dawn")
    assert not violations(north)
    north.screenshot(path=screens / "council.png")

    south.get_by_role("button", name="Chat").first.click()
    expect(south.get_by_role("log", name="Chat")).to_contain_text("good luck to all")
    expect(south.get_by_role("log", name="Chat")).not_to_contain_text("dawn")
    council = south.get_by_text("Council (1)")
    expect(council).to_be_visible()
    council.click()
    expect(south.get_by_role("log", name="Council")).to_contain_text("we strike at dawn")
    south.get_by_label("Say something to your own side alone").fill("agreed")
    south.get_by_role("button", name="Send").click()
    expect(north.get_by_role("log", name="Council")).to_contain_text("agreed")
    assert south.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert not violations(south)
    south.screenshot(path=screens / "council-phone.png")

    expect(red.get_by_role("log", name="Chat")).to_contain_text("good luck to all")
    assert "dawn" not in str(players["red"].frames) and "agreed" not in str(players["red"].frames)
    red.reload()
    players["red"].drawn()
    assert "dawn" not in str(players["red"].frames)
    assert not any(player.errors for player in players.values())
