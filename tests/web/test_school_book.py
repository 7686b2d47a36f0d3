"""The rulebook in the browser: read, searched, stepped through, played on from, printed; terms of art have cards."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import grognard
from grognard.core.words import LANGUAGES
from grognard.school import contents, rulebook
from tests.web.conftest import Arriving
from tests.web.games import at
from tests.web.house import House
from tests.web.player import FOCUSED, Player
from tests.web.test_axe import violations

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def drawn(page: Page, example: str) -> None:
    page.locator(f"[data-example={example}] svg g").first.wait_for()


def here(page: Page) -> str:
    return page.locator("article.here").get_attribute("data-clause") or ""


def test_k_opens_the_book_and_everything_in_it_is_done_by_keys(player: Player, house: House, screens: Path) -> None:
    page = player.page
    table = house.post("/api/files", {"file": at("declare"), "seats": {"axis": "recruit"}})["id"]
    player.sit(table, "soviet")
    chip = page.locator("#decision .sentence button.chip").first
    number = chip.inner_text()
    chip.focus()
    page.keyboard.press("Enter")
    book = page.get_by_role("dialog", name="The rulebook")
    expect(book.locator("article.here")).to_be_in_viewport()
    assert here(page).startswith(number)
    # where it applies right now
    expect(page.get_by_text("It applies right now")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("combat results")
    options = page.locator("search").get_by_role("option")
    expect(options.first).to_be_visible()
    page.keyboard.press("Control+A")
    page.keyboard.type("zone of control")
    expect(options.filter(has_text="ZOC extent")).to_be_visible()
    expect(page.locator("search mark").first).to_be_visible()
    chosen = page.locator("search [aria-selected=true]")
    for _ in range(6):  # chapters of that name come first
        page.keyboard.press("ArrowDown")
        if "ZOC extent" in chosen.inner_text():
            break
    page.keyboard.press("Enter")
    expect(page.locator("article.here")).to_have_attribute("data-clause", "6.0.1a")
    page.keyboard.press("Control+A")
    page.keyboard.type("9.3.3b")
    page.keyboard.press("Enter")
    drawn(page, "kharkov")
    book.locator("main").focus()
    step = page.locator("[data-example=kharkov] [role=status]")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(step).to_have_text("3 / 5")
    page.keyboard.press("ArrowLeft")
    expect(step).to_have_text("2 / 5")
    page.screenshot(path=screens / "book.png")
    page.keyboard.press("Escape")  # the search is cleared first
    page.keyboard.press("Escape")
    expect(book).to_be_hidden()
    assert number in page.evaluate(FOCUSED)
    page.keyboard.press("k")  # where it was left
    expect(page.locator("article.here")).to_have_attribute("data-clause", "9.3.3b")
    page.keyboard.press("k")
    expect(book).to_be_hidden()
    assert not player.errors


def test_one_plays_on_from_an_example(player: Player, house: House) -> None:
    page = player.page
    player.go("#/rules/vl/6.5.2j")
    drawn(page, "combat-1")
    card = page.locator("[data-example=combat-1]")
    expect(card).to_contain_text("Combat 1")
    player.game = "vl"
    card.get_by_role("button", name="Play on from here").click()
    page.locator("#decision h1").wait_for()
    player.until(lambda: "commit" in player.answers, "the attack of the example")
    assert player.view["viewer"] == "soviet" and player.where("s-343") == "1109"
    assert not player.errors


def test_the_book_on_a_phone_by_touch(arriving: Arriving, house: House, screens: Path) -> None:
    player = arriving(house.url, **PHONE)
    page = player.page
    player.go("#/rules/avl/9.3.3a")
    expect(page.locator("article.here")).to_be_in_viewport()
    expect(page.locator("article.here aside")).to_contain_text("Belongs together")  # the margin stands below the clause
    expect(page.get_by_role("navigation", name="Contents")).to_be_hidden()
    term = page.locator("article.here dfn").first
    term.tap()
    tip = page.get_by_role("tooltip")
    expect(tip).to_be_visible()
    expect(tip.get_by_role("button")).to_have_text(re.compile(r"^[\d.]+\w?$"))
    page.locator("h1").tap()
    expect(tip).to_be_hidden()
    page.get_by_role("button", name="Contents").tap()
    page.get_by_role("navigation", name="Contents").get_by_role("button", name="Stacking").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Stacking")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    page.screenshot(path=screens / "book-phone.png")
    assert not player.errors


def test_a_term_in_a_prompt_tells_what_it_is(player: Player, house: House) -> None:
    page = player.page
    table = house.post("/api/tables/from", {"game": "avl", "example": "zoc", "step": 0})["id"]
    player.sit(table, "soviet")
    player.until(lambda: "move" in player.answers, "a unit on the move")
    term = page.locator("#decision .sentence dfn").first
    name = term.inner_text()
    term.hover()
    tip = page.get_by_role("tooltip")
    expect(tip).to_be_visible()
    page.mouse.move(5, 5)
    expect(tip).to_be_hidden()
    term.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    assert name and page.locator("button dfn").count() == 0
    assert not player.errors


def test_terms_in_the_log_and_in_a_chart_tell_what_they_are(player: Player, house: House) -> None:
    page = player.page
    table = house.post("/api/files", {"file": at("declare"), "seats": {"axis": "recruit"}})["id"]
    player.sit(table, "soviet")
    tip = page.get_by_role("tooltip")
    page.locator(".logbook li dfn").first.hover()
    expect(tip).to_be_visible()
    page.mouse.move(5, 5)
    expect(tip).to_be_hidden()
    page.keyboard.press("t")
    page.get_by_role("tab", name="Sequence of play").click()
    page.locator("aside.charts dfn").first.hover()
    expect(tip).to_be_visible()
    assert page.locator("button dfn").count() == 0
    assert not player.errors


def test_the_lobby_leads_to_the_book_and_the_address_to_a_clause(player: Player) -> None:
    page = player.page
    player.go()
    page.get_by_role("link", name="The rulebook of Velikiye Luki").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_role("navigation", name="Contents").get_by_role("button", name="Weather").click()
    expect(page).to_have_url(re.compile(r"#/rules/vl/9a$"))
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Weather")
    player.go("#/rules/lb/zoc.A")
    expect(page.locator("article.here")).to_have_attribute("data-clause", "zoc.A")
    assert not player.errors


ASKED = [
    ("sequence of play", {"avl": "4.0a", "lb": "seq.1", "victory": "2.0", "vl": "2.1.A"}),
    ("combat results", {"avl": "9.4.1a", "lb": "combat.proc.b", "victory": "6.46a", "vl": "6.4k"}),
    ("zone of control", {"avl": "6.0.1a", "lb": "zoc.general", "victory": "5.1a", "vl": "4.1"}),
    ("turn order", {"avl": "4.0a", "lb": "seq.1", "victory": "2.0", "vl": "2.1.A"}),
    ("CRT", {"avl": "9.4.1a", "lb": "combat.proc.b", "victory": "6.46a", "vl": "6.4k"}),
    ("移動", {"avl": "8.0", "lb": "move.general", "victory": "5.0a", "vl": "3.1a"}),
    ("戦闘結果表", {"avl": "9.4.1a", "lb": "combat.proc.b", "victory": "6.46a", "vl": "6.4k"}),
    ("支配地域", {"avl": "6.0.1a", "lb": "zoc.general", "victory": "5.1a", "vl": "4.1"}),
    ("ZOC", {"avl": "6.0.1a", "lb": "zoc.general", "victory": "5.1a", "vl": "4.1"}),
    ("手順", {"avl": "4.0a", "lb": "seq.1", "victory": "2.0", "vl": "2.1.A"}),
]
"""What a newcomer types, and the clause that he means."""
FIRST = 8
"""Finds that are seen without scrolling."""


def _clauses(part: dict[str, Any]) -> list[str]:
    """The clauses of a chapter or of one of its pages."""
    return [clause for page in part.get("pages", [part]) for clause in page["clauses"]]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", ["avl", "lb", "victory", "vl"])
def test_the_search_finds_what_a_newcomer_asks_for(page: Page, house: House, game: str, language: str) -> None:
    page.add_init_script(f"localStorage.setItem('grognard.language', '{language}')")
    player = Player(page, house.url)
    book = grognard.game(game)
    pages = [part for chapter in contents.document(book) for part in (chapter, *chapter["pages"])]
    player.go(f"#/rules/{game}/-")
    box, options = page.get_by_role("combobox"), page.locator("search").get_by_role("option")
    missed = []
    for wanted, clauses in ASKED:
        box.fill(wanted)
        expect(page.locator("search [role=status]")).not_to_be_empty()
        found = options.locator("b").all_inner_texts()[:FIRST]
        meant = clauses[game]
        homes = [one["title"][language] for one in pages if meant in _clauses(one)]
        if not any(one == book.rules.lookup(meant)[0].heading(language) or one.endswith(tuple(homes)) for one in found):
            missed.append((wanted, meant, found))
    assert not missed


def test_in_japanese_tests_are_told_by_the_clauses_that_they_show(page: Page, house: House) -> None:
    page.add_init_script("localStorage.setItem('grognard.language', 'ja')")
    player = Player(page, house.url)
    player.go("#/rules/vl/6.4k")
    margin = page.locator(".aside")
    expect(margin.get_by_text("件で確認")).to_be_visible()
    more = margin.get_by_role("button", name=re.compile("^ほか"))
    if more.count():
        more.click()
    told = margin.locator(".tests li").all_inner_texts()
    tests = next(one for one in rulebook.document(grognard.game("vl"))["clauses"] if one["id"] == "6.4k")["tests"]
    assert sum(int(re.findall(r"：(\d+)件$", line)[0]) for line in told) == len(tests)
    assert not re.search(r"[A-Za-z]{4,}", margin.inner_text()), margin.inner_text()
    assert not player.errors


def test_the_margin_leads_to_the_lessons_that_teach_a_clause(player: Player) -> None:
    page = player.page
    player.go("#/rules/vl/6.4b")
    page.locator(".aside").get_by_role("link", name=re.compile("^Lesson 3")).click()
    expect(page).to_have_url(re.compile("#/learn/vl/"))


@pytest.mark.parametrize("game", ["avl", "lb", "victory", "vl"])
def test_every_book_is_printed_whole_in_both_languages(player: Player, screens: Path, game: str) -> None:
    page = player.page
    book = rulebook.document(grognard.game(game))
    figures = sum(one["steps"] for one in book["examples"])
    player.go(f"#/rules/{game}/-/print")
    for language in LANGUAGES:
        if language != "en":
            page.evaluate(f"localStorage.setItem('grognard.language', '{language}')")
            page.reload()
        expect(page.locator("button[data-ready=true]")).to_be_visible(timeout=120_000)
        expect(page.locator("html")).to_have_attribute("lang", language)
        page.emulate_media(media="print")
        expect(page.locator(".bar")).to_be_hidden()
        assert page.locator("main figure").count() == figures
        assert page.locator("main article").count() == len(book["clauses"])
        told = page.locator("main").inner_text()
        assert all(clause["title"][language] in told for clause in book["clauses"])
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.emulate_media(media="screen")
        found = page.pdf(format="A4", path=screens / f"rulebook-{game}-{language}.pdf")
        pages = len(re.findall(rb"/Type\s*/Page\b(?!s)", found))
        assert len(book["clauses"]) / 15 <= pages <= len(book["clauses"]) / 2
    assert not player.errors


def test_a_single_page_is_printed_without_contents_margin_and_buttons(player: Player) -> None:
    page = player.page
    player.go("#/rules/vl/6.5.2j")
    drawn(page, "combat-1")
    page.emulate_media(media="print")
    for chrome in ("header", ".list", ".aside", ".foot"):
        expect(page.locator(chrome).first).to_be_hidden()
    assert not player.errors


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_in_the_book(house: House, arriving: Arriving, scheme: str) -> None:
    player = arriving(house.url, color_scheme=scheme)
    page = player.page
    player.go("#/rules/victory/5.ex")
    drawn(page, "hope-movement")
    page.get_by_role("combobox").fill("supply")
    page.get_by_role("option").first.wait_for()
    assert not violations(page)
    player.go("#/rules/vl/6.3b")
    drawn(page, "ratios")
    page.locator("dfn").first.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    page.get_by_role("tooltip").wait_for()
    assert not violations(page)
