"""The lobby shows every game's map with its opening, and every table's with the counters as they lie."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from grognard.table.store import FILE
from tests.web.house import House
from tests.web.player import Player


def test_counters_on_the_cards(player: Player, house: House, screens: Path) -> None:
    page = player.page
    table = house.open(seats={"axis": "recruit"})
    player.go()
    for game in ("A Victory Lost", "Velikiye Luki"):
        expect(player.card(game).locator(".picture svg > g").nth(10)).to_be_attached()
    mine = page.locator(f'.tables a[href*="{table}"]')
    expect(mine.locator(".picture svg")).to_be_visible()
    page.screenshot(path=screens / "lobby-counters.png")
    assert not player.errors


# How many cards stand side by side in the first row, and what is left free at its right.
ROW = """(() => { const list = document.querySelector('.games'); const cards = [...list.children].map((one) =>
  one.getBoundingClientRect()); const row = cards.filter((one) => Math.abs(one.top - cards[0].top) < 2);
  return [row.length, list.getBoundingClientRect().right - Math.max(...row.map((one) => one.right))]; })()"""


@pytest.mark.parametrize(("width", "columns"), [(1920, 3), (1440, 3), (1180, 2), (1000, 2), (800, 1), (390, 1)])
def test_the_games_keep_their_columns_when_one_is_chosen(
    player: Player, width: int, columns: int, screens: Path
) -> None:
    """At every width: no column stands empty, and the dialog of a game lies over the list instead of beside it."""
    page = player.page
    page.set_viewport_size({"width": width, "height": 900})
    player.go()
    expect(player.card()).to_be_visible()
    assert page.evaluate(ROW) == [columns, pytest.approx(0, abs=2)]
    player.choose()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate(ROW) == [columns, pytest.approx(0, abs=2)]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.screenshot(path=screens / f"lobby-chosen-{width}.png")
    assert not player.errors


def test_a_long_list_is_turned_page_by_page(page: Page, tmp_path: Path, screens: Path, _equipped: None) -> None:
    house = House(tmp_path)
    try:
        tables = [house.open() for _ in range(50)]
        player = Player(page, house.url)
        player.go()
        cards = page.locator(".tables > *")
        expect(cards).to_have_count(8)
        page.get_by_role("button", name="All 50 games").click()
        expect(cards).to_have_count(48)
        pages = page.get_by_role("navigation", name="Pages of your games")
        expect(pages).to_contain_text("Page 1 of 2")
        expect(pages.get_by_role("button", name="Previous")).to_be_disabled()
        pages.get_by_role("button", name="Next").click()
        expect(cards).to_have_count(2)
        for oldest in tables[:2]:
            expect(page.locator(f'.tables a[href*="{oldest}"]')).to_be_visible()
        expect(pages.get_by_role("button", name="Next")).to_be_disabled()
        page.screenshot(path=screens / "lobby-pages.png")
        pages.get_by_role("button", name="Previous").click()
        expect(cards).to_have_count(48)
        page.get_by_role("button", name="Fewer").click()
        expect(cards).to_have_count(8)
        assert not player.errors
    finally:
        house.close()


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", 'The game "afrika-korps" is not installed here'), ("ja", "ゲーム「afrika-korps」がここにないか")],
)
def test_a_table_that_cannot_be_opened_says_why_and_can_be_saved(
    page: Page, tmp_path: Path, screens: Path, _equipped: None, language: str, told: str
) -> None:
    house = House(tmp_path)
    try:
        gone, other = house.open(), house.open()
        house.kill()
        with sqlite3.connect(tmp_path / FILE) as database:
            harm = "UPDATE tables SET header = replace(header, ?, ?) WHERE id = ?"
            database.execute(harm, ('"avl"', '"afrika-korps"', gone))
        house.start()
        page.add_init_script(f"localStorage.setItem('grognard.language', '{language}')")
        player = Player(page, house.url)
        player.go()
        expect(page.locator(f'.tables a[href*="{other}"]')).to_be_visible()
        shut = page.locator("section").filter(has_text=told)
        expect(shut).to_be_visible()
        with page.expect_download() as saved:
            shut.get_by_role("button").click()
        assert json.loads(saved.value.path().read_text())["table"] == gone
        page.screenshot(path=screens / f"lobby-shut-{language}.png")
        page.goto(f"{house.url}/#/table/{gone}/axis")
        expect(page.get_by_text("afrika-korps")).to_be_visible()
    finally:
        house.close()
