"""A hint at a table: asked for by a key, looked at one by one, given by Enter; in every game."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Arriving
from tests.web.games import at
from tests.web.house import House
from tests.web.player import Player
from tests.web.test_axe import violations
from tests.web.test_phone import PHONE
from tests.web.test_school_warns import set_up

TABLES = [
    ("vl", "campaign", "german", "soviet"),
    ("lb", "1-russian-tank-offensive", "russian", "german"),
    ("victory", "quick-start", "red", "blue"),
]


def test_a_hint_is_asked_for_shown_alone_and_given_by_keys(player: Player, house: House) -> None:
    page = player.page
    table = house.post("/api/files", {"file": at("move_unit"), "seats": {"axis": "recruit"}})["id"]
    player.sit(table, "soviet")
    before = page.locator("#decision .sentence").inner_text()
    page.keyboard.press("i")
    panel = page.get_by_role("region", name="Hint")
    answers = panel.locator("article")
    expect(answers.first).to_be_visible(timeout=20_000)
    expect(answers.first.locator(".says .for")).to_have_text(re.compile(r"^[A-Z0-9].*\.$"))  # it says why, in sentences
    assert panel.locator(".says").locator("dfn").count() == panel.locator("dfn").count(), (
        "terms are marked in reasons alone"
    )
    head = answers.first.locator(".headline").inner_text()
    expect(panel.get_by_role("button", name=f"Do 1: {head}")).to_be_visible()  # it says what would be done
    expect(panel.locator("[data-weighed] .figure").first).to_have_text(re.compile(r"^\+\d"))
    assert not re.search(r"[.][A-Z]", panel.locator(".foot").last.inner_text()), "two sentences, with a space"
    show = panel.get_by_role("button", name=re.compile("^Show"))
    show.click()
    show.click()
    expect(answers.nth(1).get_by_role("button")).to_have_attribute("aria-pressed", "true")
    expect(answers.first).to_have_class(re.compile("faint"))
    page.keyboard.press("1")
    expect(answers.first.get_by_role("button")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    page.keyboard.press("i")
    expect(answers.first).to_be_visible(timeout=20_000)
    page.keyboard.press("Enter")
    expect(page.locator("#decision .sentence")).not_to_have_text(before)
    assert not player.errors


@pytest.mark.parametrize(("game", "scenario", "seat", "other"), TABLES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_game_has_hints_and_nothing_serious_is_in_them(
    house: House, arriving: Arriving, scheme: str, game: str, scenario: str, seat: str, other: str
) -> None:
    player = arriving(house.url, color_scheme=scheme)
    page = player.page
    player.sit(house.open(game=game, scenario=scenario, seats={other: "recruit"}), seat)
    player.until(lambda: bool(player.asked), "a question")
    page.keyboard.press("i")
    expect(page.get_by_role("region", name="Hint").locator("article").first).to_be_visible(timeout=30_000)
    assert violations(page) == []


@pytest.mark.parametrize(("game", "scenario", "seat", "other"), [("avl", "campaign", "soviet", "axis"), *TABLES])
def test_hints_fit_on_a_phone_in_japanese(
    house: House, arriving: Arriving, game: str, scenario: str, seat: str, other: str
) -> None:
    player = arriving(house.url, **PHONE)
    page = player.page
    page.add_init_script("localStorage.setItem('grognard.language', 'ja')")
    player.sit(house.open(game=game, scenario=scenario, seats={other: "recruit"}), seat)
    player.until(lambda: bool(player.asked), "a question")
    page.get_by_role("button", name="ヒント").first.tap()
    panel = page.get_by_role("region", name="ヒント")
    expect(panel.locator("article").first).to_be_visible(timeout=30_000)
    assert violations(page) == []
    assert panel.evaluate("(on) => on.scrollWidth <= on.clientWidth"), "nothing of it is cut off"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not player.errors


def test_a_finger_sweeps_from_answer_to_answer(house: House, arriving: Arriving) -> None:
    player = arriving(house.url, **PHONE)
    page = player.page
    table = house.post("/api/files", {"file": at("move_units"), "seats": {"axis": "recruit"}})["id"]
    player.sit(table, "soviet")
    player.until(lambda: bool(player.asked), "a question")
    page.get_by_role("button", name="Hint").first.tap()
    panel = page.get_by_role("region", name="Hint")
    answers = panel.locator("article")
    expect(answers.nth(1)).to_be_visible(timeout=30_000)
    sweep = """(on, dx) => { const box = on.getBoundingClientRect();
      const at = (type, x) => on.dispatchEvent(new PointerEvent(type, {
        pointerType: "touch", bubbles: true, clientX: x, clientY: box.y + 9 }));
      at("pointerdown", box.x + 200); at("pointerup", box.x + 200 + dx); }"""
    for dx, shown in ((-90, 0), (-90, 1), (90, 0), (-20, 0)):
        answers.first.evaluate(sweep, dx)
        expect(answers.nth(shown).get_by_role("button")).to_have_attribute("aria-pressed", "true")
    assert not player.errors


def test_enemies_whom_a_reason_names_are_framed_on_the_map(player: Player, house: House) -> None:
    """Of the hint that is shown, where a reason against it names somebody."""
    page, player.game = player.page, "vl"
    table = house.open(game="vl", scenario="campaign", seats={"german": "recruit"})
    player.sit(table, "soviet")
    set_up(player)
    player.by_mouse("unit", "mrl-38g")
    player.until(lambda: player.asked == "move_unit", "where it goes")
    page.keyboard.press("i")
    expect(page.get_by_role("region", name="Hint").locator("article").first).to_be_visible(timeout=30_000)
    told = next(one["hints"] for one in map(json.loads, reversed(player.frames)) if one.get("hints"))
    dangerous = next(number for number, one in enumerate(told) if one["threats"])
    page.keyboard.press(str(dangerous + 1))
    for hex in told[dangerous]["threats"]:
        expect(page.locator(f"g[data-hint] [data-threat='{hex}']")).to_have_count(1)
    assert page.locator("[data-threat]").count() == len(told[dangerous]["threats"])


def test_a_hint_that_is_acted_by_goes_on_until_the_unit_stands_where_it_says(player: Player, house: House) -> None:
    page = player.page
    table = house.post("/api/files", {"file": at("move_units"), "seats": {"axis": "recruit"}})["id"]
    player.sit(table, "soviet")
    page.keyboard.press("i")
    panel = page.get_by_role("region", name="Hint")
    expect(panel.locator("article").first).to_be_visible(timeout=20_000)
    expect(panel.locator("[data-goes-on]")).to_have_count(0)
    head = panel.locator(".headline").first.inner_text()
    told = next(one["hints"] for one in map(json.loads, reversed(player.frames)) if one.get("hints"))
    (_, unit), (_, hex) = ((one["verb"], one["target"]) for one in told[0]["answers"])
    player.by_mouse("unit", unit)
    expect(panel.locator("[data-goes-on]")).to_be_visible()  # nobody asked for it again
    expect(panel.locator("article")).to_have_count(1)
    expect(panel.locator(".headline")).to_have_text(head)
    page.keyboard.press("Enter")
    player.until(lambda: player.where(unit) == hex, "the march")
    if player.asked == "move_unit":  # it has movement left, and the hint goes on to where it stops
        expect(panel.locator("[data-goes-on]")).to_be_visible()
        page.keyboard.press("Enter")
    player.until(lambda: player.asked == "move_units", "the next unit")
    expect(panel).to_have_count(0)  # it is done
    assert not player.errors


def test_the_column_of_an_attack_stands_at_its_arrow(player: Player, house: House) -> None:
    page = player.page
    table = house.post("/api/files", {"file": at("combat"), "seats": {"axis": "recruit"}})["id"]
    player.sit(table, "soviet")
    page.keyboard.press("i")
    expect(page.get_by_role("region", name="Hint").locator("article").first).to_contain_text("column", timeout=20_000)
    told = page.locator("g[data-hint='1'] [data-column]").get_attribute("data-column")
    expect(page.get_by_role("region", name="Hint").locator("article").first).to_contain_text(f"column {told}")
