"""What can be laid over the map: also what only one game has, by that game's own word."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.house import House
from tests.web.player import Player


def test_an_overlay_that_only_this_game_has(player: Player, house: House) -> None:
    page = player.page
    table = house.open(game="vl", seats={"german": "random"})
    player.sit(table, "soviet")
    page.get_by_role("button", name="Overlays").click()
    bar = page.get_by_role("group", name="Overlays")
    bar.get_by_role("button", name="Ring", exact=True).click()
    expect(page.locator('.stage [data-overlay="ring"]')).to_have_count(1)
    bar.get_by_role("button", name="Ring", exact=True).click()
    expect(page.locator('.stage [data-overlay="ring"]')).to_have_count(0)
    page.get_by_role("button", name="日本語").click()
    expect(page.get_by_role("button", name="包囲網")).to_be_visible()
    assert not player.errors


def test_the_weather_has_room_of_its_own(player: Player, house: House) -> None:
    player.game = "vl"
    player.sit(house.open(game="vl", seats={"german": "random"}), "soviet")
    weather, ground = (
        player.page.get_by_role("region", name="Weather").bounding_box(),
        player.page.locator(".field").bounding_box(),
    )
    assert weather and ground
    assert weather["y"] + weather["height"] <= ground["y"], "it lies on no counter"
