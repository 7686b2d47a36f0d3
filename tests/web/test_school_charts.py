"""Charts beside the map, the key to any counter, and the order of battle: by mouse, by keyboard, by touch."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Arriving
from tests.web.games import at, hope
from tests.web.house import House
from tests.web.player import FOCUSED, Player
from tests.web.test_axe import violations
from tests.web.test_phone import PHONE

DRAWER = "aside.charts"
KEY = "section.key"
UNITS = "section.units"


def attacking(player: Player, house: House) -> dict[str, Any]:
    """At a table with an attack declared, all who can taking part; the odds."""
    table = house.post("/api/files", {"file": at("declare"), "seats": {"axis": "recruit"}})["id"]
    player.sit(table, "soviet")
    player.until(lambda: player.asked == "declare", "the attack")
    if "add_all" in player.answers:
        player.acts(lambda: player.press("add_all"))
    odds: dict[str, Any] = player.view["ask"]["focus"]["odds"]
    assert odds["column"]
    return odds


def lit(page: Page) -> Locator:
    return page.locator(f"{DRAWER} thead th.lit")


MIDDLE = """(th) => { const a = th.getBoundingClientRect(), b = th.closest('.scroll').getBoundingClientRect();
  return (a.left + a.width / 2 - b.left) / b.width; }"""
"""Where the middle of a column lies, as a share of the table's window."""


def test_beside_the_odds_the_combat_table_opens_with_its_column_lit_and_the_map_goes_on(
    player: Player, house: House
) -> None:
    page = player.page
    odds = attacking(player, house)
    page.get_by_role("button", name="In the combat table").click()
    expect(page.get_by_role("tab", name="Combat", exact=True)).to_have_attribute("aria-selected", "true")
    expect(lit(page)).to_have_text(odds["column"])
    expect(page.locator(f"{DRAWER} .sum")).to_contain_text(f"{odds['attack']} to {odds['defence']} = {odds['ratio']}")
    page.locator(f'{DRAWER} [data-cell="5 0"]').hover()
    expect(page.locator(f"{DRAWER} .said")).to_have_text("1-1, die 6: defender retreats 1 hex")

    # the map makes room, and what is clicked there is what the terrain chart says "here" of
    assert player.sees(odds["hex"], 20)
    page.get_by_role("tab", name="Terrain").click()
    player.click_hex(odds["hex"])
    here = page.locator(f"{DRAWER} tr.here")
    expect(here.first).to_be_visible()
    rows = {row["id"] for row in _terrain(player, odds["hex"]) if row.get("here")}
    expect(here).to_have_count(len(rows))
    assert {one.get_attribute("data-row") for one in here.all()} == rows

    # it follows the game: without a combat nothing is lit
    page.get_by_role("tab", name="Combat", exact=True).click()
    page.keyboard.press("Escape")
    expect(page.locator(DRAWER)).to_have_count(0)
    player.acts(lambda: player.press("cancel"))
    page.keyboard.press("Escape")  # and no hex is chosen whose best odds could be
    page.keyboard.press("t")
    expect(page.locator(f"{DRAWER} thead th").first).to_be_visible()
    expect(lit(page)).to_have_count(0)
    assert not player.errors


def _terrain(player: Player, hex_: str) -> list[dict[str, Any]]:
    table = player.page.url.split("/table/")[1].split("/")[0]
    found = player.page.evaluate(
        f"fetch('/api/tables/{table}/charts?seat=soviet&chart=terrain&hex={hex_}').then((reply) => reply.json())"
    )
    rows: list[dict[str, Any]] = found["charts"][0]["sheets"][0]["rows"]
    return rows


def test_by_keyboard_the_charts_are_read_while_the_keys_of_the_table_go_on(player: Player, house: House) -> None:
    page = player.page
    attacking(player, house)
    page.keyboard.press("t")
    tabs = page.locator(f"{DRAWER} [role=tab]")
    expect(tabs.first).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(tabs.last).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Combat", exact=True)).to_be_focused()
    # into the table: its cells are walked through by arrows, each saying what it means
    cell = page.locator(f"{DRAWER} [data-cell][tabindex='0']")
    cell.focus()
    page.keyboard.press("ArrowDown")
    assert "die 2" in page.evaluate(FOCUSED)
    page.keyboard.press("l")
    expect(page.locator(".table.tall, .table.oneline")).to_have_count(1)
    page.keyboard.press("t")
    expect(page.locator(DRAWER)).to_have_count(0)
    assert not player.errors


def test_pinned_beside_the_map_the_charts_are_a_tab_of_the_rail_and_stay_there(player: Player, house: House) -> None:
    page = player.page
    odds = attacking(player, house)
    page.keyboard.press("t")
    page.get_by_role("button", name="Pin beside the map").click()
    expect(page.locator(DRAWER)).to_have_count(0)
    rail = page.locator("aside.rail")
    expect(rail.locator("thead th.lit")).to_have_text(odds["column"])
    box = rail.bounding_box()
    assert box and round(box["width"]) == 408
    expect(player.decision).to_be_visible()
    page.reload()
    player.drawn()
    expect(rail.locator("thead th.lit")).to_have_text(odds["column"])
    page.keyboard.press("t")  # the other tab
    expect(rail.locator("thead th.lit")).to_have_count(0)
    expect(rail.get_by_text("Attack strength")).to_be_visible()
    page.keyboard.press("t")
    rail.get_by_role("button", name="Take the charts off the rail").click()
    expect(rail.get_by_role("button", name="Charts")).to_have_count(0)
    assert not player.errors


def test_any_counter_explains_itself(player: Player, house: House) -> None:
    page = player.page
    odds = attacking(player, house)
    key = page.locator(KEY)
    defender = player.stack(odds["hex"])[0]
    page.mouse.click(*player.in_reach(odds["hex"]), button="right")
    expect(key).to_contain_text(player.view["pieces"][defender]["label"])
    expect(key.locator("dt").first).to_contain_text(str(player.view["pieces"][defender]["values"][0]))
    expect(key.get_by_text("May also bear")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(key).to_have_count(0)
    # by keyboard: the cursor's counter, and the focus comes back
    page.locator(".board [role=listbox]").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+F10")
    expect(key).to_be_focused()
    page.keyboard.press("Escape")
    expect(key).to_have_count(0)
    expect(page.locator(".board [role=listbox]")).to_be_focused()
    assert not player.errors


def test_by_touch_a_hold_opens_the_key_and_the_column_last_read_is_in_the_middle(
    house: House, arriving: Arriving
) -> None:
    player = arriving(house.url, **PHONE)
    page = player.page
    odds = attacking(player, house)
    line = page.context.new_cdp_session(page)
    x, y = player.in_reach(odds["hex"])
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.locator(KEY).wait_for()
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    box = page.locator(KEY).bounding_box()
    assert box and round(box["y"] + box["height"]) == 844 and box["width"] == 390
    page.locator(KEY).get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="In the combat table").tap()
    expect(lit(page)).to_have_text(odds["column"])
    assert page.locator(DRAWER).bounding_box() == {"x": 0, "y": 0, "width": 390, "height": 844}
    page.locator(DRAWER).get_by_role("button", name="Close").tap()
    player.acts(lambda: player.press("cancel"))
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Charts").tap()
    page.locator(f'{DRAWER} [data-cell="0 6"]').tap()
    page.locator(DRAWER).get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Charts").tap()
    head = page.locator(f"{DRAWER} thead th").nth(6)
    player.until(lambda: 0.4 < float(head.evaluate(MIDDLE)) < 0.75, "the column that was looked at last")
    fixed = page.locator(f"{DRAWER} tbody th").first.bounding_box()
    assert fixed and fixed["x"] < 30, "the dice stay in sight"
    assert not player.errors


def test_the_order_of_battle_finds_a_unit_by_its_name_and_shows_it_on_the_map(player: Player, house: House) -> None:
    page = player.page
    attacking(player, house)
    page.keyboard.press("g")
    units = page.locator(UNITS)
    expect(units.get_by_role("tab").first).to_contain_text("Soviet")
    expect(units.get_by_role("searchbox")).to_be_focused()
    chosen = units.locator("aside.one")
    expect(chosen.locator("svg").first).to_be_visible()  # before anybody is chosen, the first of the list
    expect(units.locator("tbody th").first).to_contain_text("Soviet")  # one's own arrivals first
    page.keyboard.type("24th tank")
    names = units.locator("li .name")
    expect(names).to_have_text("24th Tank Corps")
    names.click()
    expect(chosen).to_contain_text("第24戦車軍団")
    expect(chosen.locator("svg")).to_have_count(2)
    before = player.updates
    page.locator("body").press("Enter")
    chosen.get_by_role("button", name="Show on the map").click()
    expect(units).to_have_count(0)
    player.settled()
    assert player.sees(player.where("su-24tk"), 10)
    assert player.updates == before, "nothing is answered under the order of battle"
    # chips choose commands, arrows sides
    page.keyboard.press("g")
    units.get_by_role("button", name="1GdA", exact=True).click()
    expect(units.locator(".commands section")).to_have_count(1)
    units.get_by_role("tab").first.press("ArrowRight")
    expect(units.get_by_role("tab").nth(1)).to_be_focused()
    expect(units.locator(".commands").get_by_text(re.compile("Italian")).first).to_be_visible()
    expect(units.locator("thead th.now")).to_contain_text("now")
    page.keyboard.press("Escape")
    expect(units).to_have_count(0)
    assert not player.errors


def test_a_mark_under_the_pointer_says_what_it_means(player: Player, house: House) -> None:
    table = house.post("/api/files", {"file": hope(2), "seats": {"blue": "recruit"}})["id"]
    player.game = "victory"
    player.sit(table, "red")
    page = player.page
    box = page.locator('.stage [data-unit="red-battleship-1"]').last.bounding_box()
    assert box and "moved" in player.view["pieces"]["red-battleship-1"]["flags"]
    for down in (0.35, 0.45, 0.55):  # its left shoulder
        page.mouse.move(box["x"] + 0.08 * box["width"], box["y"] + down * box["height"])
    expect(page.locator(".tip [data-mark=moved]")).to_have_text("moved: Has moved in this turn.")
    page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.9 * box["height"])
    expect(page.locator(".tip [data-mark]")).to_have_count(0)
    assert not player.errors


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_in_the_charts_the_key_and_the_order_of_battle(
    house: House, arriving: Arriving, scheme: str
) -> None:
    player = arriving(house.url, color_scheme=scheme)
    page = player.page
    odds = attacking(player, house)
    found: dict[str, list[str]] = {}
    page.keyboard.press("t")
    tabs = page.locator(f"{DRAWER} [role=tab]")
    expect(tabs).to_have_count(9)
    for number in range(9):
        tabs.nth(number).click()
        page.wait_for_timeout(200)
        found[f"tab {number}"] = violations(page)
    page.keyboard.press("Escape")
    page.mouse.click(*player.in_reach(odds["hex"]), button="right")
    page.locator(f"{KEY} dt").first.wait_for()
    found["key"] = violations(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    page.locator(f"{UNITS} li").first.wait_for()
    page.locator(f"{UNITS} li .unit").first.click()
    found["units"] = violations(page)
    assert not {name: left for name, left in found.items() if left}


def test_charts_are_printed_without_the_table_around_them(player: Player, house: House) -> None:
    """The sheet that is open fills the paper, with its colours: white results on no ground could not be read."""
    page = player.page
    player.sit(house.open(seats={"axis": "recruit"}), "soviet")
    page.keyboard.press("t")
    page.get_by_role("tab", name="Combat", exact=True).click()
    table = page.locator(f"{DRAWER} table").first
    expect(table).to_be_visible()
    printed = page.pdf()
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", printed)) == 1 and len(printed) > 20_000
    page.emulate_media(media="print")
    expect(page.locator(".stage")).to_be_hidden()
    expect(page.get_by_role("tab", name="Terrain")).to_be_hidden()
    expect(table).to_be_visible()
    expect(table).to_contain_text("10-1")
    expect(table).to_have_css("print-color-adjust", "exact")
    assert not player.errors


@pytest.mark.parametrize("game", ["A Victory Lost", "Lost Battles", "Velikiye Luki 1942-1943", "Victory"])
def test_charts_are_a_page_before_there_is_a_table(player: Player, house: House, game: str) -> None:
    page = player.page
    player.go()
    page.get_by_role("link", name=f"The charts of {game}", exact=True).click()
    tabs = page.get_by_role("tab")
    expect(tabs.first).to_be_visible()
    for number in range(tabs.count()):
        tabs.nth(number).click()
        expect(page.get_by_role("tabpanel")).not_to_be_empty()
    tabs.first.click()
    page.get_by_role("tabpanel").get_by_role("button", name=re.compile("^Read ")).first.click()
    expect(page).to_have_url(re.compile("#/rules/"))
    assert not player.errors


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_of_charts_has_nothing_serious(house: House, arriving: Arriving, scheme: str) -> None:
    player = arriving(house.url, color_scheme=scheme)
    player.go("#/charts/vl/counters")
    expect(player.page.get_by_role("tab", name="Counters")).to_have_attribute("aria-selected", "true")
    expect(player.page.get_by_role("tabpanel").get_by_role("heading").first).to_be_visible()
    lying = player.page.get_by_role("region", name="Markers on the map")
    expect(lying).to_contain_text("A place with points is in the hands of the side of this colour.")
    expect(lying.locator("[data-marker=control] path").first).to_be_attached()
    assert violations(player.page) == []
