"""Open seats: one offers a game, another takes it by one click, and both play; on the desktop and on the phone."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import ViewportSize, expect

from tests.web.conftest import Arriving
from tests.web.house import House
from tests.web.player import Player

PHONE: ViewportSize = {"width": 390, "height": 844}


def offer(host: Player, game: str, name: str) -> str:
    """Put a game up; returns its table."""
    page = host.page
    host.go()
    page.get_by_role("button", name="Offer a game…").click()
    page.get_by_role("radiogroup", name="Game").get_by_text(game).click()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("radiogroup", name="Days a move").get_by_text("3", exact=True).click()
    page.get_by_role("radiogroup", name="Your side", exact=True).get_by_role("radio").nth(2).check(force=True)
    page.get_by_role("button", name="Put it up").click()
    host.drawn()
    return page.url.split("/table/")[1].split("/")[0]


def test_a_seat_is_offered_and_taken_by_one_click(inn: House, arriving: Arriving, screens: Path) -> None:
    host, guest, late = arriving(inn.url), arriving(inn.url), arriving(inn.url)
    guest.go()
    expect(guest.page.get_by_text("Nobody offers a seat now.")).to_be_visible()
    table = offer(host, "Velikiye Luki", "Katya")
    expect(host.page.get_by_text("Whoever comes first may take this seat")).to_be_visible()

    guest.page.evaluate("localStorage.setItem('grognard.name', 'Leclerc')")
    guest.go()
    late.go()
    offered = guest.page.get_by_role("row").filter(has_text="Katya")
    expect(offered).to_contain_text("Velikiye Luki")
    expect(offered).to_contain_text("3 days a move")
    expect(offered.get_by_role("img", name="at the table")).to_be_visible()
    guest.page.screenshot(path=screens / "open-seats.png")
    expect(late.page.get_by_role("row").filter(has_text="Katya")).to_be_visible()
    offered.get_by_role("button", name="Accept").click()
    guest.drawn()
    assert table in guest.page.url
    expect(host.page.get_by_role("list", name="Seats")).to_contain_text("Leclerc")
    expect(host.page.get_by_text("Whoever comes first may take this seat")).to_have_count(0)
    expect(late.page.get_by_text("Nobody offers a seat now.")).to_be_visible()


def test_who_comes_too_late_is_told_who_was_quicker(inn: House, arriving: Arriving) -> None:
    host, first, late = arriving(inn.url), arriving(inn.url), arriving(inn.url)
    table = offer(host, "A Victory Lost", "Katya")
    late.go()
    taken = late.page.get_by_role("row").filter(has_text="Katya").get_by_role("button", name="Accept")
    expect(taken).to_be_visible()
    told = late.page.evaluate("fetch('/api/offers').then((found) => found.text())")
    late.page.route("**/api/offers", lambda route: route.fulfill(body=told, content_type="application/json"))
    first.go()
    body = {"method": "POST", "headers": {"content-type": "application/json"}, "body": '{"name": "Anna"}'}
    first.page.evaluate("([at, how]) => fetch(at, how)", [f"/api/offers/{table}/axis/accept", body])
    taken.click()
    expect(late.page.get_by_role("alert").filter(has_text="Anna has just taken this seat")).to_be_visible()


def test_on_the_phone_by_keyboard_too_and_taken_down_again(inn: House, arriving: Arriving, screens: Path) -> None:
    host, guest = arriving(inn.url), arriving(inn.url)
    guest.page.set_viewport_size(PHONE)
    offer(host, "Lost Battles", "Katya")
    guest.go()
    accept = guest.page.get_by_role("button", name="Accept: Lost Battles")
    expect(accept).to_be_visible()
    box = accept.bounding_box()
    assert box is not None and box["height"] >= 44 and box["x"] + box["width"] <= PHONE["width"]
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    guest.page.screenshot(path=screens / "open-seats-phone.png")
    host.page.get_by_role("button", name="By link only").click()
    expect(guest.page.get_by_text("Nobody offers a seat now.")).to_be_visible()
    host.page.get_by_role("button", name="Offer it to everybody").click()
    expect(accept).to_be_visible()
    accept.focus()
    guest.page.keyboard.press("Enter")
    guest.drawn()


def test_a_seat_is_given_back_within_ten_seconds_and_is_open_again(
    inn: House, arriving: Arriving, screens: Path
) -> None:
    host, guest = arriving(inn.url), arriving(inn.url)
    table = offer(host, "Velikiye Luki", "Katya")
    guest.go()
    row = guest.page.get_by_role("row").filter(has_text="Katya")
    row.get_by_role("button", name="Accept").click()
    guest.drawn()
    undo = guest.page.get_by_role("button", name="Undo", exact=False).filter(has_text="Undo")
    expect(guest.page.get_by_text("You have taken this seat.")).to_be_visible()
    guest.page.screenshot(path=screens / "accepted.png")
    undo.first.click()
    expect(row).to_be_visible()
    assert table not in guest.page.url
    expect(host.page.get_by_text("Whoever comes first may take this seat")).to_be_visible()
    row.get_by_role("button", name="Accept").click()
    guest.drawn()
    guest.page.get_by_role("button", name="Keep it").click()
    expect(guest.page.get_by_text("You have taken this seat.")).to_have_count(0)
    for player in (host, guest):  # the dice are there, and both may play
        player.until(lambda player=player: not owing(player, table), "the dice")  # type: ignore[misc]
    assert not host.errors and not guest.errors


def owing(player: Player, table: str) -> object:
    """What a table's dice still wait for."""
    return player.page.evaluate("(at) => fetch(at).then((found) => found.json())", f"/api/tables/{table}")["owing"]
