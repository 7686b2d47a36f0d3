"""The server is killed under a page and comes back: the page goes on where it was."""

from __future__ import annotations

import signal
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Page, expect
from websockets.sync.client import connect

from grognard.table.tables import LINES_PER_PERSON
from tests.web.house import House
from tests.web.player import Player


def test_the_page_resumes_after_a_crash(page: Page, tmp_path: Path, screens: Path, _equipped: None) -> None:
    house = House(tmp_path)
    try:
        player = Player(page, house.url)
        player.sit(house.open(seats={"axis": "recruit"}), "soviet")
        chits = player.answers["select_chit"]
        player.by_mouse("select_chit", chits[0])
        before = player.view

        house.kill()
        expect(page.get_by_text("Reconnecting")).to_be_visible()
        page.screenshot(path=screens / "reconnecting.png")
        # an answer given into the silence is kept
        name = f"{player.word('verb.select_chit')}: {chits[1]}"
        player.decision.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_text("not confirmed")).to_be_visible()

        views = player.updates
        house.start()
        player.until(lambda: player.updates > views, "the page to come back")
        expect(page.get_by_text("Reconnecting")).to_be_hidden()
        player.until(lambda: set(player.answers.get("return_chit", [])) == {chits[0], chits[1]}, "the kept answer")
        assert player.view["pieces"] == before["pieces"]

        player.by_mouse("select_chit", chits[2])
        assert len(player.answers["return_chit"]) == 3
        assert not player.errors
    finally:
        house.close()


def test_a_window_that_gave_up_its_place_waits_to_be_told(player: Player, house: House) -> None:
    """Two windows that took each other's place again and again would never come to rest."""
    page, table = player.page, house.open(seats={"axis": "you"})
    player.sit(table, "soviet")
    address = f"{house.url.replace('http', 'ws')}/api/tables/{table}/live?seat=soviet"
    with ExitStack() as windows:
        for _ in range(LINES_PER_PERSON):
            windows.enter_context(connect(address, max_size=None)).recv(20)
        here = page.get_by_role("button", name="Go on here")
        expect(here).to_be_visible()
        views = player.updates
        here.click()
        player.until(lambda: player.updates > views, "the page to come back")
        expect(here).to_be_hidden()
    assert not player.errors


def test_the_page_says_that_the_house_starts_anew_and_goes_on(page: Page, tmp_path: Path, _equipped: None) -> None:
    house = House(tmp_path)
    try:
        player = Player(page, house.url)
        player.sit(house.open(seats={"axis": "recruit"}), "soviet")
        chits = player.answers["select_chit"]
        player.by_mouse("select_chit", chits[0])
        house.process.send_signal(signal.SIGTERM)
        told = page.get_by_text("back in a moment")
        expect(told).to_be_visible()
        house.process.communicate(timeout=30)
        expect(told).to_be_visible()  # also while nobody is there to say so
        views = player.updates
        house.start()
        player.until(lambda: player.updates > views, "the page to come back")
        expect(told).to_be_hidden()
        player.by_mouse("select_chit", chits[1])
        assert len(player.answers["return_chit"]) == 2 and not player.errors
    finally:
        house.close()
