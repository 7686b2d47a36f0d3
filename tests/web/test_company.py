"""Two people at one table: a take-back by consent, a link for another device, one for spectators."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.web.conftest import Arriving
from tests.web.house import House
from tests.web.player import Player

CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}


def pair(inn: House, arriving: Arriving) -> tuple[Player, Player, str]:
    """Katya opens a table for the Soviet side, Leclerc takes the other seat."""
    soviet, axis = arriving(inn.url, **CLIPBOARD), arriving(inn.url)
    soviet.go()
    opened = soviet.post("/api/tables", {"game": "avl", "seats": {"axis": "invite"}, "name": "Katya"})
    axis.go(f"#/join/{opened['invites']['axis']}")
    axis.page.get_by_label("Your name at the table").fill("Leclerc")
    axis.page.get_by_role("button", name="Take the seat").click()
    axis.drawn()
    soviet.sit(opened["id"], "soviet")
    soviet.until(lambda: soviet.asked == "choose_pool", "the pool")
    return soviet, axis, opened["id"]


def menu(page: Page, entry: str) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=entry).click()


def copied(page: Page) -> str:
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    page.keyboard.press("Escape")
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_links_and_a_take_back(inn: House, arriving: Arriving) -> None:
    soviet, axis, table = pair(inn, arriving)
    page = soviet.page

    # on another device
    menu(page, "Link for another device of mine")
    other = arriving(inn.url)
    other.page.goto(copied(page))
    other.page.get_by_role("button", name="That is me").click()
    expect(other.page.get_by_role("link", name="your move")).to_be_visible()
    other.page.get_by_role("link", name="your move").click()
    other.drawn()
    other.until(lambda: other.asked == "choose_pool", "the same decision")

    # spectators see the table, and nothing of either side's secrets
    menu(page, "Copy spectator link")
    guest = arriving(inn.url)
    guest.page.goto(copied(page))
    guest.drawn()
    assert guest.view["viewer"] is None and not guest.asked
    stranger = arriving(inn.url)
    stranger.go(f"#/watch/{table}/wrong")
    expect(stranger.page.get_by_text("You cannot look at this table")).to_be_visible()

    # both devices are one person: what is answered on one shows on the other
    soviet.by_mouse("historical")
    other.until(lambda: "done" in other.answers, "the answer given on the other device")
    other.by_mouse("done")
    for player in (soviet, axis):
        player.until(lambda player=player: player.asked == "select_chits", "the chits of the turn")  # type: ignore[misc]
    for chit in sorted(soviet.answers["select_chit"])[:3]:
        soviet.by_mouse("select_chit", chit)
    _take_back(soviet, axis)
    for one in (soviet, axis, other, guest):
        assert not one.errors


def _take_back(asker: Player, asked: Player) -> None:
    before: dict[str, Any] = asker.view
    wish = asked.page.get_by_role("alert").filter(has_text="asks to take back")
    menu(asker.page, "Ask to take back my last answer")
    expect(asker.page.get_by_role("alert").filter(has_text="You asked")).to_be_visible()
    expect(wish).to_contain_text("Katya")
    wish.get_by_role("button", name="Refuse").click()
    expect(wish).to_be_hidden()
    refused = asker.page.get_by_role("status").filter(has_text="was refused")
    expect(refused).to_be_visible()
    refused.get_by_role("button", name="All right").click()
    expect(refused).to_be_hidden()
    assert asker.view == before
    menu(asker.page, "Ask to take back my last answer")
    expect(wish).to_be_visible()
    asker.page.get_by_role("alert").filter(has_text="You asked").get_by_role("button", name="Withdraw").click()
    expect(wish).to_be_hidden()
    menu(asker.page, "Ask to take back my last answer")
    asker.acts(lambda: wish.get_by_role("button", name="Agree").click())
    asker.until(lambda: asker.view["ask"] != before["ask"], "the answer to be taken back")
    expect(wish).to_be_hidden()
    expect(asker.page.get_by_role("status").filter(has_text="is taken back")).to_be_visible()
    expect(asked.page.get_by_role("status").filter(has_text="Katya has taken back")).to_be_visible()
