"""Fair dice: both players' browsers add to them before the first answer, and the menu shows what they follow from."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.conftest import Arriving
from tests.web.house import House
from tests.web.player import NONCE, Player


def nonces(player: Player, table: str) -> list[str]:
    found: list[str] = player.page.evaluate(f"fetch('/api/tables/{table}').then(r => r.json())")["nonces"]
    return found


def test_who_opens_and_who_joins_add_to_the_dice(inn: House, arriving: Arriving) -> None:
    owner, guest = arriving(inn.url), arriving(inn.url)
    for one in (owner, guest):
        one.page.unroute(NONCE)
    page = owner.page
    owner.go()
    owner.choose()
    page.get_by_role("radiogroup", name="Axis").get_by_text("Invite").click()
    page.get_by_role("button", name="Open the table").click()
    link = page.locator("code").first.inner_text()
    page.get_by_role("button", name="To the table").click()
    owner.drawn()
    table = page.url.split("/table/")[1].split("/")[0]
    (mine,) = nonces(owner, table)
    assert re.fullmatch(r"soviet:[0-9a-f]{32}", mine)

    guest.page.goto(link)
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.drawn()
    both = nonces(guest, table)
    assert both[0] == mine and re.fullmatch(r"axis:[0-9a-f]{32}", both[1]) and both[1][5:] != mine[7:]
    assert owner.given() == guest.given() == []

    page.get_by_role("button", name="Menu").click()
    note = page.locator(".sheet .note")
    expect(note).to_contain_text("sealed before the first roll")
    expect(note).to_contain_text(f"Soviet (from this browser) {mine[7:]}")
    expect(note).to_contain_text(f"Axis {both[1][5:]}")
    assert not owner.errors and not guest.errors
