"""A bot plays on for somebody: who waits asks for it in the menu, and who comes back takes his seat."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Arriving
from tests.web.house import House
from tests.web.player import Player

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
TWO_DAYS = 2 * 86_400


def seat(page: Page, side: str) -> Locator:
    return page.get_by_role("list", name="Seats").get_by_role("listitem").filter(has_text=side)


def choose(page: Page, entry: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("banner").get_by_role("button", name=entry).click()


def test_a_bot_plays_on_for_who_is_away_and_for_who_wants_it(page: Page, arriving: Arriving, tmp_path: Path) -> None:
    house = House(tmp_path, "--public", "--host", "127.0.0.1")
    try:
        anna, boris = Player(page, house.url), arriving(house.url, **PHONE)
        anna.go()
        opened = anna.post("/api/tables", {"game": "avl", "seats": {"soviet": "invite"}, "name": "Anna"})
        anna.sit(opened["id"], "axis")
        boris.go(f"#/join/{opened['invites']['soviet']}")
        boris.page.get_by_label("Your name at the table").fill("Boris")
        boris.page.get_by_role("button", name="Take the seat").click()
        boris.drawn()
        expect(page.get_by_text("The dice wait for")).to_be_hidden()
        page.get_by_role("button", name="Menu").click()
        expect(page.get_by_role("button", name="Let a bot play on")).to_be_hidden()
        page.keyboard.press("Escape")

        # he leaves, and is waited for
        boris.go("#/")
        expect(seat(page, "Soviet")).to_contain_text("away")
        choose(page, "Let a bot play on for Boris")
        expect(page.get_by_text("another 5 minutes to wait")).to_be_visible()
        page.keyboard.press("Escape")
        house.kill()
        house.ahead = TWO_DAYS
        views = anna.updates
        house.start()
        anna.until(lambda: anna.updates > views, "the page to come back")
        choose(page, "Let a bot play on for Boris")
        expect(seat(page, "Soviet")).to_contain_text("Boris (Grognard plays)")
        anna.until(lambda: anna.asked == "select_chits", "the bot's first decision")

        # he comes back on his phone, sees who plays, and plays himself
        boris.sit(opened["id"], "soviet")
        expect(boris.page.get_by_text("Grognard plays for you")).to_be_visible()
        assert not boris.asked
        choose(boris.page, "Take my seat back")
        expect(boris.page.get_by_text("Grognard plays for you")).to_be_hidden()
        expect(seat(page, "Soviet")).not_to_contain_text("plays")

        # Anna has enough as well, by keyboard alone
        page.get_by_role("button", name="Menu").focus()
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Let a bot play for me").press("Enter")
        page.get_by_role("button", name="Let Random play for me").press("Enter")
        status = page.get_by_role("status").filter(has_text="Random plays for you")
        expect(status).to_be_visible()
        assert not anna.asked
        status.get_by_role("button", name="Take my seat back").press("Enter")
        expect(status).to_be_hidden()
        assert not anna.errors and not boris.errors
    finally:
        house.close()
