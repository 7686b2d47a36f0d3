"""Bots that look ahead: the time that one is granted, that he is told to move, and where he plays as a lesser one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Arriving
from tests.web.house import House
from tests.web.player import Player
from tests.web.test_axe import violations

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
SEATS = {"soviet": "grognard:seconds=50"}
"""Longer than anything is waited for here."""


@pytest.fixture
def quiet(tmp_path: Path, _equipped: None) -> Iterator[House]:
    """A house in which a Grognard leaves the other cores to the page."""
    found = House(tmp_path, "--grognard-processes", "1")
    yield found
    found.close()


def to_his_turn(player: Player, table: str) -> None:
    """The Germans deploy as the book has it: it is up to the Grognard."""
    player.game = "vl"
    player.sit(table, "german")
    player.until(lambda: player.asked, "the first question")
    while player.view["ask"]:
        player.give(next(one for one in ("place_rest", "done") if one in player.answers))


def test_who_waits_for_a_grognard_sees_for_how_long_and_may_tell_him_to_move(
    page: Page, quiet: House, screens: Path
) -> None:
    player = Player(page, quiet.url)
    to_his_turn(player, quiet.open(game="vl", seats=SEATS))
    panel = player.decision
    expect(panel.get_by_text("up to 50 s")).to_be_visible()
    page.screenshot(path=screens / "move-now.png")
    assert violations(page) == []
    before = player.updates
    player.tab_to("Move now")
    page.keyboard.press("Enter")
    player.until(lambda: player.updates > before, "his answer")
    assert {"type": "move_now"}.items() <= json.loads(player.sent[-1]).items()
    assert not player.errors


def test_the_same_on_a_phone_in_japanese(quiet: House, arriving: Arriving, screens: Path) -> None:
    table = quiet.open(game="vl", seats=SEATS)
    to_his_turn(arriving(quiet.url), table)
    player = arriving(quiet.url, **PHONE, locale="ja-JP", reduced_motion="no-preference")
    player.sit(table, "german")
    panel = player.decision
    expect(panel.get_by_text("最大50秒")).to_be_visible()
    assert panel.locator(".bar i").evaluate("(bar) => bar.getAnimations()[0].effect.getTiming().duration") == 50_000
    player.page.screenshot(path=screens / "move-now-ja.png")
    before = player.updates
    panel.get_by_role("button", name="すぐに指させる").tap()
    player.until(lambda: player.updates > before, "his answer")
    assert not player.errors


def test_a_grognard_is_granted_time(player: Player, house: House, screens: Path) -> None:
    page = player.page
    player.go()
    player.choose("Velikiye Luki")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radiogroup", name="Bot level").get_by_text("Veteran").click()
    times = dialog.get_by_role("radiogroup", name="Thinks for")
    expect(times).to_have_count(0)
    dialog.get_by_role("radiogroup", name="Bot level").get_by_text("Grognard").click()
    expect(times.get_by_role("radio")).to_have_count(3)
    expect(times.get_by_role("radio", name="20 s")).to_be_checked()
    times.get_by_role("radio", name="20 s").press("ArrowRight")
    expect(times.get_by_role("radio", name="50 s")).to_be_checked()
    page.screenshot(path=screens / "new-granted.png")
    assert violations(page) == []
    dialog.get_by_role("button", name="Start as German").click()
    expect(page.get_by_role("list", name="Seats")).to_contain_text("Grognard, 50 s")
    assert not player.errors


def test_a_seat_says_where_who_looks_ahead_seldom_does(player: Player, house: House, screens: Path) -> None:
    """As many of them as there are: which ones is found out by measuring."""
    victory = next(one for one in httpx2.get(f"{house.url}/api/games").json() if one["id"] == "victory")
    seldom = next(one["ahead"] for one in victory["scenarios"] if one["id"] == "quick-start")["last_turns"]
    page = player.page
    player.go()
    player.choose("Victory")
    dialog = page.get_by_role("dialog")
    for side in ("Red", "Blue"):
        dialog.get_by_role("radiogroup", name=side).get_by_text("Bot", exact=True).click()
    said = dialog.get_by_text("he plays as Regular")
    for level, count in (("Regular", 0), ("Veteran", len(seldom)), ("Grognard", len(seldom))):
        for at in (0, 1):
            dialog.get_by_role("radiogroup", name="Bot level").nth(at).get_by_text(level).click()
        expect(said).to_have_count(count)
    ahead = 2 - list(seldom.values()).count(0)
    expect(dialog.get_by_role("radiogroup", name="Thinks for")).to_have_count(ahead)
    page.screenshot(path=screens / "new-seldom.png")
    assert violations(page) == []
    assert not player.errors
