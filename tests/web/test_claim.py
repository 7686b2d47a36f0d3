"""The opponent's time is up: the win is claimed from the menu."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.conftest import Arriving
from tests.web.house import House
from tests.web.player import Player


def test_a_claim(page: Page, arriving: Arriving, tmp_path: Path, _equipped: None) -> None:
    house = House(tmp_path, "--public", "--host", "127.0.0.1")
    try:
        player = Player(page, house.url)
        player.go()
        wanted = {"game": "avl", "seats": {"axis": "you", "soviet": "invite"}, "clock": {"minutes": 1}}
        opened = player.post("/api/tables", wanted)
        player.sit(opened["id"], "axis")
        guest = arriving(house.url)
        guest.go(f"#/join/{opened['invites']['soviet']}")
        guest.page.get_by_role("button", name="Take the seat").click()
        guest.drawn()
        expect(page.get_by_text("The dice wait for")).to_be_hidden()  # clocks start when they are there
        guest.page.close()
        soviet = page.get_by_role("list", name="Seats").get_by_role("listitem").filter(has_text="Soviet")
        expect(soviet.locator(".clock")).to_contain_text("0:")
        menu = page.get_by_role("button", name="Menu")
        menu.click()
        claim = page.get_by_role("button", name="Claim the win")
        claim.click()
        expect(page.get_by_text("no opponent's time is up")).to_be_visible()
        page.keyboard.press("Escape")

        house.kill()
        house.ahead = 90
        views = player.updates
        house.start()
        player.until(lambda: player.updates > views, "the page to come back")
        menu.click()
        player.acts(claim.click)
        expect(player.decision.get_by_role("heading")).to_contain_text("Axis victory")
        assert player.view["result"]["winners"] == ["axis"]
        assert not player.errors
    finally:
        house.close()
