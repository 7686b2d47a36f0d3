"""A lobby that advises: where to begin, what comes next, and the facts of every game and scenario."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import grognard
from grognard.school.lesson import lessons
from tests.web.conftest import Arriving
from tests.web.games import finished
from tests.web.house import House
from tests.web.player import SCHOOL, Player
from tests.web.test_axe import violations

FIRST = "Velikiye Luki"


@pytest.fixture
def home(tmp_path: Path, _equipped: None) -> Iterator[House]:
    """A house in which nobody has played yet."""
    found = House(tmp_path)
    yield found
    found.close()


def learnt(page: Page, **games: object) -> None:
    """Come with so much of the school behind oneself."""
    kept = json.dumps({"opens": False, "games": games})
    page.add_init_script(f"localStorage.getItem('{SCHOOL}') ?? localStorage.setItem('{SCHOOL}', '{kept}')")


def test_a_newcomer_is_told_where_to_begin(page: Page, home: House, screens: Path) -> None:
    player = Player(page, home.url)
    player.go()
    start = player.card(FIRST)
    expect(start).to_contain_text("Start here")
    for fact in ("2 players", "3–4 h", "about 1,000 decisions a side", "easy to begin", "alone: very good"):
        expect(start).to_contain_text(fact)
    assert start.locator(".primary").count() == page.locator(".primary").count() == 1, "one primary button"
    expect(start.locator(".primary")).to_have_text(re.compile(r"Lesson 1: "))
    names = page.locator(".games h3")
    expect(names).to_have_text(["Victory", "Lost Battles", "A Victory Lost"])
    page.get_by_role("button", name="Best alone").click()
    expect(names).to_have_text(["A Victory Lost", "Victory", "Lost Battles"])
    page.get_by_role("button", name="All scenarios, 18").click()
    expect(page.locator(".scenarios h3")).to_have_count(18)
    page.screenshot(path=screens / "lobby-scenarios.png")
    page.get_by_role("button", name="Play Lost Battles, Meeting Engagement").click()
    dialog = page.get_by_role("dialog", name="New game: Lost Battles")
    meeting = dialog.locator("label", has_text="Meeting Engagement")
    expect(meeting.get_by_role("radio")).to_be_checked()
    expect(meeting).to_contain_text("550 decisions")
    assert not player.errors


def test_the_primary_button_is_the_next_thing_not_yet_done(page: Page, home: House) -> None:
    learnt(page, vl={"done": ["moving", "supports"]}, avl={"done": ["chits"]})
    player = Player(page, home.url)
    player.go()
    start = player.card(FIRST)
    expect(start.locator(".primary")).to_have_text(re.compile(r"Go on: lesson 3, "))
    expect(start).to_contain_text("2 of 6")
    expect(player.card().locator(".next")).to_contain_text("Lesson 2")
    start.get_by_role("button", name="2 of 6").click()
    listed = page.get_by_role("dialog", name=f"Lessons: {FIRST}").get_by_role("listitem")
    expect(listed).to_have_count(6)
    expect(listed.nth(1)).to_contain_text("done")
    assert (listed.nth(2).get_by_role("link").get_attribute("href") or "").startswith("#/learn/vl/")


def test_a_first_game_with_the_coach_is_a_table_against_recruit(page: Page, home: House) -> None:
    learnt(page, vl={"done": [one.id for one in lessons(grognard.game("vl"))]})
    player = Player(page, home.url)
    player.game = "vl"
    player.go()
    player.card(FIRST).locator(".primary", has_text="First game with a coach").click()
    player.drawn()
    table, seat = page.url.split("/table/")[1].split("/")
    assert seat == player.view["viewer"] == "german"
    seats = page.request.get(f"{home.url}/api/tables/{table}").json()["seats"]
    assert seats["soviet"]["bot"] == "recruit" and seats["german"]["kind"] == "human"
    kept = json.loads(page.evaluate(f"localStorage.getItem('{SCHOOL}')"))
    assert kept["tables"] == [table] and kept["games"]["vl"]["coached"]
    player.go()
    expect(player.card(FIRST).locator(".primary")).to_have_text("Play")
    page.get_by_role("link", name="Go on").click()
    player.drawn()
    assert table in page.url and not player.errors


def test_who_has_finished_a_game_sees_his_tables_first(page: Page, home: House, screens: Path) -> None:
    home.post("/api/files", {"file": finished(), "seats": {}})
    player = Player(page, home.url)
    player.go()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your games")
    expect(page.locator(".games article")).to_have_count(4)
    expect(page.get_by_text("Start here")).to_have_count(0)
    page.screenshot(path=screens / "lobby-seasoned.png")
    assert not player.errors


def test_arrows_go_from_card_to_card_and_enter_takes_what_comes_next(page: Page, home: House) -> None:
    player = Player(page, home.url)
    player.go()
    player.card(FIRST).focus()
    keys = page.keyboard
    keys.press("ArrowDown")
    expect(player.card("Lost Battles")).to_be_focused()
    keys.press("ArrowLeft")
    expect(player.card("Victory")).to_be_focused()
    keys.press("Tab")
    keys.press("ArrowUp")
    expect(player.card(FIRST)).to_be_focused()
    keys.press("Enter")
    expect(page).to_have_url(re.compile(r"#/learn/vl/"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_and_no_sideways_scrolling_on_a_phone(home: House, arriving: Arriving, scheme: str) -> None:
    player = arriving(home.url, color_scheme=scheme, viewport={"width": 390, "height": 844}, has_touch=True)
    page = player.page
    player.go()
    player.card().wait_for()
    assert not violations(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="All scenarios").tap()
    page.locator(".scenarios li").first.wait_for()
    assert not violations(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
