"""From the lobby to the ladder, a profile and the replay of a game one played; by day, by night and on the phone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from grognard.club.ratings.course import Course, Opening
from grognard.club.ratings.finished import Bot, Seat
from tests.table.members import PASSWORD, club
from tests.table.serving import Server, served
from tests.table.test_profiles import account, finished, written
from tests.table.test_rating import member, played
from tests.web.conftest import Arriving
from tests.web.test_axe import violations

DAY = 86_400


def courses(n: int) -> tuple[Course, ...]:
    """How both began and what their dice did in the nth game."""
    opening = Opening(None, "2310", ("Boguchar", "ボグチャル") if n % 3 else ("Millerovo", "ミレロヴォ"))
    gained = (n * 7 % 11 - 4) * 0.8
    return Course("axis", opening, 9 + gained, 9.0, 5.0), Course("soviet", None, 6.0, 6.0, 4.0)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, _equipped: None) -> Iterator[Server]:
    """A house where Erich and Georgi have played for months, and whose last game can be looked at again."""
    folder = tmp_path_factory.mktemp("profiles")
    with club(folder) as inn:
        erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
        member(inn, "Newcomer")
        one, other = account(inn, erich), account(inn, georgi)
        for n in range(24):
            axis, soviet = (one, other) if n % 4 else (other, one)
            game = finished(n, axis, soviet, () if n == 7 else ("soviet",) if n % 5 == 0 else ("axis",))
            written(inn, replace(game, ended_at=time.time() - (100 - 4 * n) * DAY, courses=courses(n)))
        for n in range(24, 26):
            seats = (Seat("german", "german", one, 9), Seat("soviet", "soviet", Bot("recruit", "1"), 9))
            written(inn, replace(finished(n, one, other, ("german",)), game="vl", seats=seats))
        played(inn, erich, georgi, 30)
        assert inn.house.ratings is not None and inn.run(inn.house.ratings.write_down) == 1
        erich.open(seats={"soviet": "offer"}, clock={"days": 3}, name="Erich")
    with served(folder, "--public", "--host", "127.0.0.1", "--accounts") as found:
        yield found


def sign_in(page: Page, house: Server, name: str) -> None:
    body = {"method": "POST", "headers": {"content-type": "application/json"}}
    page.goto(house.url)
    page.evaluate(
        "([how, name, password]) => fetch('/api/account/enter', {...how, body: JSON.stringify({name, password})})",
        [body, name, PASSWORD],
    )


def fits(page: Page) -> bool:
    """Whether nothing has to be scrolled sideways."""
    found: bool = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_from_the_open_seats_to_the_ladder_a_profile_and_a_replay(
    house: Server, arriving: Arriving, screens: Path, scheme: str
) -> None:
    page = arriving(house.url, color_scheme=scheme).page
    sign_in(page, house, "Georgi")
    page.goto(house.url)
    page.reload()
    host = page.get_by_role("row").get_by_role("link", name="Erich")
    expect(host).to_have_attribute("href", "#/people/Erich")
    page.get_by_role("link", name="Ladder").click()
    row = page.get_by_role("row").filter(has_text="Georgi")
    expect(row).to_contain_text("25")
    assert not violations(page)
    page.screenshot(path=screens / f"ladder-{scheme}.png")
    page.get_by_role("link", name="Velikiye Luki").click()
    expect(page.get_by_role("row").filter(has_text="Recruit")).to_contain_text("bot")
    expect(page.get_by_role("row").filter(has_text="Erich")).to_contain_text("?")
    page.get_by_role("link", name="A Victory Lost").click()
    page.get_by_role("link", name="Erich").click()
    expect(page.get_by_role("heading", name="Erich")).to_be_visible()
    expect(page.get_by_role("img", name="Rating at A Victory Lost over 25 games")).to_be_visible()
    expect(page.get_by_text("no longer provisional")).to_be_visible()
    expect(page.get_by_text("too few to say")).to_be_visible()
    expect(page.get_by_role("link", name="Account settings")).to_have_count(0)
    assert not violations(page)
    page.screenshot(path=screens / f"profile-{scheme}.png", full_page=True)
    rows = page.get_by_role("region", name="Recent games").get_by_role("listitem")
    expect(rows).to_have_count(6)
    page.get_by_role("button", name="More").click()
    expect(rows).to_have_count(20)
    page.get_by_role("button", name="More").click()
    expect(rows).to_have_count(27)
    expect(page.get_by_role("button", name="More")).to_have_count(0)
    page.get_by_role("button", name="Velikiye Luki").click()
    expect(page.get_by_role("img", name="Rating at Velikiye Luki 1942-1943 over 2 games")).to_be_visible()
    replays = page.get_by_role("link", name="Replay: A Victory Lost")
    expect(replays).to_have_count(1)
    replays.click()
    page.locator(".faces").first.wait_for()
    assert "/replay/" in page.url


def test_on_the_phone_in_japanese(house: Server, arriving: Arriving, screens: Path) -> None:
    page = arriving(
        house.url, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="ja-JP"
    ).page
    page.goto(f"{house.url}/#/people/Erich")
    expect(page.get_by_role("heading", name="最近の対局")).to_be_visible()
    for side in ("枢軸軍", "ソ連軍", "ドイツ軍"):
        expect(page.get_by_role("cell", name=side)).to_be_visible()
    assert fits(page) and not violations(page)
    page.screenshot(path=screens / "profile-phone-ja.png", full_page=True)
    expect(page.get_by_role("link", name="リプレイ")).to_have_count(0)
    page.get_by_role("link", name="ランキング").click()
    expect(page.get_by_role("row").filter(has_text="Georgi")).to_be_visible()
    assert fits(page) and not violations(page)
    page.screenshot(path=screens / "ladder-phone-ja.png")


def test_ones_own_profile_without_a_game_leads_to_an_offer_and_to_the_account(
    house: Server, arriving: Arriving
) -> None:
    page = arriving(house.url).page
    sign_in(page, house, "Newcomer")
    page.goto(f"{house.url}/#/account")
    page.reload()
    page.get_by_role("link", name="Your profile").click()
    expect(page.get_by_text("No rated game finished yet.")).to_be_visible()
    assert not violations(page)
    expect(page.get_by_role("link", name="Account settings")).to_be_visible()
    page.get_by_role("link", name="Offer a game").click()
    expect(page.get_by_role("dialog", name="Offer a game")).to_be_visible()
    page.goto(f"{house.url}/#/people/nobody-of-that-name")
    expect(page.get_by_role("alert")).to_contain_text("Nobody here is called nobody-of-that-name.")
