"""The lobby shows every game's map with its opening, and every table's with the counters as they lie."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.web.house import House
from tests.web.player import Player


def test_counters_on_the_cards(player: Player, house: House, screens: Path) -> None:
    page = player.page
    table = house.open(seats={"axis": "recruit"})
    player.go()
    for game in ("A Victory Lost", "Velikiye Luki"):
        card = page.get_by_role("article").filter(has=page.get_by_role("heading", name=game))
        expect(card.locator(".picture svg > g").nth(10)).to_be_attached()
    mine = page.locator(f'a[href*="{table}"]')
    expect(mine.locator(".picture svg")).to_be_visible()
    page.screenshot(path=screens / "lobby-counters.png")
    assert not player.errors
