"""Fair dice: every browser promises a number, all reveal them, and the menu shows what the dice follow from."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.web.conftest import Arriving
from tests.web.house import House
from tests.web.player import Player


def told(player: Player, table: str) -> dict[str, Any]:
    found: dict[str, Any] = player.page.evaluate(f"fetch('/api/tables/{table}').then(r => r.json())")
    return found


def opened_by(owner: Player) -> tuple[str, str]:
    """A table for which somebody is invited: its id and the invitation."""
    page = owner.page
    owner.go()
    owner.choose()
    page.get_by_role("radiogroup", name="Axis").get_by_text("Invite").click()
    page.get_by_role("button", name="Open the table").click()
    link = page.locator("code").first.inner_text()
    page.get_by_role("button", name="To the table").click()
    owner.drawn()
    return page.url.split("/table/")[1].split("/")[0], link


def test_who_opens_and_who_joins_add_to_the_dice(inn: House, arriving: Arriving, screens: Path) -> None:
    owner, guest = arriving(inn.url), arriving(inn.url)
    page = owner.page
    table, link = opened_by(owner)
    waits = page.get_by_role("status").filter(has_text="The dice wait for a number from Axis")
    expect(waits).to_contain_text("no die can be rolled")
    page.screenshot(path=screens / "dice-wait.png")
    promised = told(owner, table)["promises"]
    assert promised["axis"] == "" and re.fullmatch(r"[0-9a-f]{64}", promised["soviet"])

    guest.page.goto(link)
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.drawn()
    owner.until(lambda: told(owner, table)["owing"] == {}, "both numbers")
    expect(waits).to_be_hidden()
    info = told(guest, table)
    assert [one.partition(":")[0] for one in info["nonces"]] == ["axis", "soviet"]
    for one in info["nonces"]:
        player, nonce = one.split(":")
        assert re.fullmatch(r"[0-9a-f]{32}", nonce)
        assert info["promises"][player] == sha256(one.encode()).hexdigest()
    assert info["promises"]["soviet"] == promised["soviet"], "it was fixed before the guest came"
    assert owner.given() == guest.given() == []

    page.get_by_role("button", name="Menu").click()
    note = page.locator(".sheet .note")
    theirs, mine = (one.split(":")[1] for one in info["nonces"])
    expect(note).to_contain_text("sealed before the first roll")
    expect(note).to_contain_text(f"Soviet {promised['soviet']}")
    expect(note).to_contain_text(f"Soviet (from this browser) {mine}")
    expect(note).to_contain_text(f"Axis {theirs}")
    expect(note.get_by_role("alert")).to_have_count(0)
    page.screenshot(path=screens / "fair-dice.png")
    assert not owner.errors and not guest.errors


def test_the_menu_warns_of_hashes_that_were_changed_afterwards(inn: House, arriving: Arriving) -> None:
    """A house that shows other hashes than before the numbers were known."""
    owner, guest = arriving(inn.url), arriving(inn.url)
    table, link = opened_by(owner)
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.drawn()
    owner.until(lambda: told(owner, table)["owing"] == {}, "both numbers")
    info = told(guest, table)
    forged = {**info, "promises": {**info["promises"], "soviet": "0" * 64}}
    guest.page.route(f"**/api/tables/{table}", lambda route: route.fulfill(json=forged))
    guest.page.get_by_role("button", name="Menu").click()
    expect(guest.page.get_by_role("alert").filter(has_text="do not trust these dice")).to_be_visible()


def test_a_number_is_revealed_from_the_lobby_too(inn: House, arriving: Arriving) -> None:
    owner, guest = arriving(inn.url), arriving(inn.url)
    table, link = opened_by(owner)
    owner.go()
    owner.page.get_by_role("heading", name="Your games").wait_for()
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.drawn()
    guest.until(lambda: told(guest, table)["owing"] == {}, "the number of who looks at the lobby")
