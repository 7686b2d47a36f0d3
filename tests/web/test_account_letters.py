"""In a house that sends letters: an address is proved, and who has lost his password comes back, all in the browser."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from aiosmtpd.controller import Controller
from playwright.sync_api import BrowserContext, expect

from tests.table.test_letters import Box
from tests.web.house import House
from tests.web.test_account import context, with_password
from tests.web.test_axe import violations

__all__ = ["context"]


@pytest.fixture
def box() -> Iterator[Box]:
    found = Box()
    server = Controller(found, hostname="127.0.0.1", port=found.port)
    server.start()
    yield found
    server.stop()


@pytest.fixture
def club(tmp_path_factory: pytest.TempPathFactory, box: Box, _equipped: None) -> Iterator[House]:
    mail = f"smtp://127.0.0.1:{box.port}?from=house@club.example"
    flags = ("--public", "--host", "127.0.0.1", "--name", "localhost", "--accounts", "--mail", mail)
    found = House(tmp_path_factory.mktemp("post"), *flags)
    found.url = found.url.replace("127.0.0.1", "localhost")
    yield found
    found.close()


def link(box: Box, club: House) -> str:
    """Where the next letter leads."""
    until = time.monotonic() + 20
    while not box.letters:
        assert time.monotonic() < until, "no letter came"
        time.sleep(0.05)
    found = re.search(rf"{re.escape(club.url)}/#/account/\S+", box.letters.pop(0)[1])
    assert found
    return found[0]


def test_lost_and_found(club: House, box: Box, context: BrowserContext) -> None:
    page = context.new_page()
    with_password(page, club.url, "kestrel")
    page.get_by_label("Another address").fill("kes@example.org")
    page.get_by_role("button", name="Send a letter to it").click()
    expect(page.get_by_role("status")).to_contain_text("A letter is on its way.")
    page.goto(link(box, club))
    page.get_by_role("button", name="Yes, letters may come here").click()
    expect(page.get_by_role("status")).to_contain_text("kes@example.org is yours")
    assert not violations(page)
    page.get_by_role("link", name="To the account").click()
    expect(page.get_by_text("kes@example.org is yours")).to_be_visible()
    assert not violations(page)
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_label("Name", exact=True).fill("kestrel")
    page.get_by_role("button", name="Send me a letter").click()
    expect(page.get_by_role("status")).to_contain_text("If this name has an address")
    page.goto(link(box, club))
    page.get_by_label("New password").fill("thirteen dragoons at dusk")
    page.get_by_role("button", name="Save the password").click()
    expect(page.get_by_role("heading", name="kestrel")).to_be_visible()


def test_letters_about_one_s_games_are_asked_for_and_ended(club: House, box: Box, context: BrowserContext) -> None:
    page = context.new_page()
    with_password(page, club.url, "kestrel")
    often = page.get_by_role("radiogroup", name="Letters about your games")
    expect(often.get_by_label("Once a day")).to_be_disabled()
    page.get_by_label("Another address").fill("kes@example.org")
    page.get_by_role("button", name="Send a letter to it").click()
    page.goto(link(box, club))
    page.get_by_role("button", name="Yes, letters may come here").click()
    page.get_by_role("link", name="To the account").click()
    often.get_by_label("Once a day").check()
    expect(page.get_by_role("status")).to_have_text("Kept.")
    assert not violations(page)
    page.reload()
    expect(often.get_by_label("Once a day")).to_be_checked()
    page.goto(f"{club.url}/#/account/letters/of-another-letter")  # nobody learns whether a link was good
    page.get_by_role("button", name="Stop them").click()
    expect(page.get_by_role("status")).to_contain_text("No more letters will come")
    assert not violations(page)
