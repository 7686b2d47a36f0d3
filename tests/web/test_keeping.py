"""Tables from beginning to end outside of play: opened, named, joined, waited at, given up, cleared away."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

import grognard
from tests.web.conftest import Arriving
from tests.web.games import finished
from tests.web.house import House
from tests.web.player import Player

PHONE: ViewportSize = {"width": 390, "height": 844}
CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}
OVERFLOW = "document.documentElement.scrollWidth > innerWidth"
TWICE = 500
"""Milliseconds after which a second press is meant, and not the second half of a double click."""


def fits(page: Page, what: Locator) -> None:
    """It lies wholly on the screen as it is, and the page is no wider than the screen."""
    expect(what).to_be_in_viewport(ratio=1)
    assert not page.evaluate(OVERFLOW), "the page is wider than the screen"


def twice(page: Page, button: Locator, warning: str) -> None:
    button.click()
    expect(page.get_by_role("status").filter(has_text=warning)).to_be_visible()
    page.wait_for_timeout(TWICE)
    page.get_by_text(warning).click()


# ---- a new table


@pytest.mark.parametrize("id_", grognard.game_ids())
def test_the_dialog_of_a_new_game_names_it_and_starts_without_scrolling_on_a_phone(
    house: House, arriving: Arriving, screens: Path, id_: str
) -> None:
    game = grognard.game(id_).names["en"]
    player = arriving(house.url, viewport=PHONE, has_touch=True)
    page = player.page
    player.go()
    player.choose(game)
    dialog = page.get_by_role("dialog", name=f"New game: {game}")
    expect(dialog.get_by_role("heading", name=f"New game: {game}")).to_be_in_viewport()
    fits(page, dialog.get_by_role("button", name="Start"))
    assert dialog.evaluate("(on) => on.scrollWidth <= on.clientWidth"), "the dialog runs over its edge"
    page.screenshot(path=screens / f"new-game-phone-{id_}.png")
    dialog.get_by_role("button", name="Start").click()
    player.drawn()
    assert not player.errors


def test_a_table_is_named_and_cleared_away(page: Page, tmp_path: Path, _equipped: None) -> None:
    house = House(tmp_path)
    try:
        player = Player(page, house.url)
        table, other = house.open(seats={"axis": "recruit"}), house.open(seats={"axis": "recruit"})
        player.go()
        card = page.locator(".tables > *", has=page.locator(f'a[href*="{table}"]'))
        menu = card.get_by_label("Name or delete this table")
        menu.click()
        page.get_by_role("button", name="Name this table").click()
        page.get_by_label("Name of the table").fill("Winter evening")
        page.get_by_role("button", name="Keep").click()
        expect(page.locator(f'.tables a[href*="{table}"]')).to_contain_text("Winter evening")
        page.reload()
        expect(page.locator(f'.tables a[href*="{table}"]')).to_contain_text("Winter evening")
        expect(page.locator(f'.tables a[href*="{other}"]')).not_to_contain_text("Winter evening")

        menu.click()
        page.get_by_role("button", name="Delete this table", exact=True).click()
        page.keyboard.press("Escape")  # folds the question, and the menu stays
        expect(page.get_by_text("gone for good")).to_be_hidden()
        expect(page.locator(f'.tables a[href*="{table}"]')).to_be_visible()
        twice(page, page.get_by_role("button", name="Delete this table", exact=True), "gone for good")
        expect(page.locator(f'.tables a[href*="{table}"]')).to_have_count(0)
        page.reload()
        expect(page.locator(f'.tables a[href*="{other}"]')).to_be_visible()
        expect(page.locator(f'.tables a[href*="{table}"]')).to_have_count(0)
        assert not player.errors
    finally:
        house.close()


# ---- two at a table


def invited(inn: House, arriving: Arriving) -> tuple[Player, str, str]:
    """Katya opens a table for the Soviet side: she, the table, and the way to the other seat."""
    host = arriving(inn.url, **CLIPBOARD)
    host.go()
    opened = host.post("/api/tables", {"game": "avl", "seats": {"axis": "invite"}, "name": "Katya"})
    return host, opened["id"], opened["invites"]["axis"]


def take_seat(guest: Player, token: str) -> None:
    guest.go(f"#/join/{token}")
    guest.page.get_by_label("Your name at the table").fill("Leclerc")
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.drawn()


@pytest.mark.parametrize("viewport", [PHONE, None])
def test_an_invitation_names_the_game_the_side_and_the_host(
    inn: House, arriving: Arriving, screens: Path, viewport: ViewportSize | None
) -> None:
    _, _, token = invited(inn, arriving)
    guest = arriving(inn.url, **({"viewport": viewport, "has_touch": True} if viewport else {}))
    page = guest.page
    guest.go(f"#/join/{token}")
    for label, told in (("Game", "A Victory Lost"), ("Your side", "Axis"), ("Invited by", "Katya")):
        expect(page.locator("dl > div").filter(has=page.get_by_text(label, exact=True))).to_contain_text(told)
    fits(page, page.get_by_role("button", name="Take the seat"))
    page.screenshot(path=screens / f"join-{'phone' if viewport else 'desk'}.png")
    take_seat(guest, token)
    assert guest.view["viewer"] == "axis"
    assert not guest.errors


def test_the_waiting_table_has_the_link_for_the_free_seat(inn: House, arriving: Arriving) -> None:
    host, table, _ = invited(inn, arriving)
    page = host.page
    host.sit(table, "soviet")
    seat = page.get_by_text("Link for Axis")
    expect(seat).to_be_in_viewport()
    guest = arriving(inn.url)
    page.get_by_role("button", name="Make an invite link").click()
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("Copied").first).to_be_visible()
    guest.page.goto(str(page.evaluate("navigator.clipboard.readText()")))
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.drawn()
    assert guest.view["viewer"] == "axis"
    expect(seat).to_be_hidden()


def test_an_opponent_who_stays_away_is_told_of_with_what_one_can_do(inn: House, arriving: Arriving) -> None:
    host, table, token = invited(inn, arriving)
    page = host.page
    host.sit(table, "soviet")
    guest = arriving(inn.url)
    take_seat(guest, token)
    host.by_mouse("historical")
    host.by_mouse("done")
    for chit in sorted(host.answers["select_chit"])[:3]:
        host.by_mouse("select_chit", chit)
    host.by_mouse("done")
    notice = page.get_by_text("Leclerc is not at the table.")
    page.clock.install()
    guest.page.close()
    seat = page.get_by_role("list", name="Seats").get_by_role("listitem").filter(has_text="Axis")
    expect(seat).to_contain_text("away")
    expect(notice).to_be_hidden()  # everybody reloads a page now and then
    page.clock.fast_forward(61_000)
    expect(notice).to_be_visible()
    expect(page.get_by_text("say something in the chat for their return, or give up in the menu")).to_be_visible()


def test_giving_up_is_asked_twice_and_ends_the_game_for_both(inn: House, arriving: Arriving) -> None:
    host, table, token = invited(inn, arriving)
    page = host.page
    guest = arriving(inn.url)
    take_seat(guest, token)
    host.sit(table, "soviet")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    expect(page.get_by_text("the other side wins")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("the other side wins")).to_be_hidden()
    assert host.view["result"] is None
    twice(page, page.get_by_role("button", name="Give up"), "the other side wins")
    for one in (host, guest):
        expect(one.decision.get_by_role("heading")).to_contain_text("Axis victory")
        assert one.view["result"]["winners"] == ["axis"]
        assert not one.errors


# ---- when it is over


def test_the_report_leads_to_the_dice_to_others_to_a_rematch_and_back(
    house: House, arriving: Arriving, screens: Path
) -> None:
    player = arriving(house.url, **CLIPBOARD)
    page = player.page
    over = house.post("/api/files", {"file": finished(), "seats": {}})["id"]
    player.sit(over, "soviet")
    player.decision.get_by_role("link", name="After-action report").click()
    report = page.get_by_role("complementary", name="After-action report")

    check = report.get_by_role("button", name="Check the dice")
    expect(check).to_be_visible()
    page.get_by_role("button", name="To the beginning").click()
    player.until(lambda: "Step 0 of" in page.locator(".caption").inner_text(), "the beginning of the game")
    check.click()
    expect(report.get_by_role("status").filter(has_text="The seed fits the hash")).to_be_visible()
    check.click()
    expect(report.get_by_text("The seed fits the hash")).to_be_hidden()
    page.screenshot(path=screens / "report.png")

    report.get_by_role("button", name="Copy a link to look at it").click()
    expect(report.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    guest = arriving(house.url)
    guest.page.goto(str(page.evaluate("navigator.clipboard.readText()")))
    guest.drawn()
    assert guest.view["viewer"] is None and guest.view["result"]

    page.get_by_role("link", name="To the table").click()
    player.drawn()
    expect(player.decision.get_by_role("heading")).to_contain_text("victory")
    player.decision.get_by_role("link", name="After-action report").click()
    report.get_by_role("button", name="Rematch").click()
    player.until(lambda: "#/table/" in page.url and over not in page.url, "the way to the new table")
    player.until(lambda: player.view.get("result") is None and player.view.get("turn") == 1, "a game that begins")
    assert not player.errors


def test_the_head_of_a_report_fits_a_phone(house: House, arriving: Arriving) -> None:
    player = arriving(house.url, viewport=PHONE, has_touch=True)
    page = player.page
    over = house.post("/api/files", {"file": finished(), "seats": {}})["id"]
    player.go(f"#/replay/{over}/soviet")
    table = page.get_by_role("link", name="To the table")
    fits(page, table)
    fits(page, page.get_by_role("button", name="日本語"))
    box = table.bounding_box()
    assert box is not None and box["height"] <= 48, "it is written in one line"
    languages = page.get_by_role("group", name="Language")
    assert languages.evaluate("(on) => on.scrollWidth <= on.clientWidth"), "a language is cut off"
