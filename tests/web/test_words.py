"""Night and Japanese: no word is left untranslated on any of the main screens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.web.conftest import Arriving
from tests.web.games import at, finished
from tests.web.house import House
from tests.web.player import Player

# What a reader sees or hears: texts that are shown, labels, titles and placeholders.
WORDS = """() => { const found = []; const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) { const on = walk.currentNode.parentElement;
    if (on && !on.closest("script, style, [lang=en]") && on.checkVisibility()) found.push(walk.currentNode.data); }
  for (const on of document.querySelectorAll("[aria-label], [title], [placeholder]"))
    for (const name of ["aria-label", "title", "placeholder"]) found.push(on.getAttribute(name) ?? "");
  return found.map((text) => text.trim()).filter(Boolean); }"""
KEY = re.compile(r"^[a-z]+\.[a-zA-Z_]+$")
# Two English words in a row that are no name: names of units, chits and places stay as they are printed.
ENGLISH = re.compile(r"\b[a-z]{2,} [a-z]{2,}\b")


def untranslated(page: Page) -> list[str]:
    return [text for text in page.evaluate(WORDS) if KEY.match(text) or ENGLISH.search(text)]


@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
def test_japanese_letters_come_with_the_page_but_only_to_whom_they_are_shown(
    language: str, house: House, arriving: Arriving
) -> None:
    player = arriving(house.url, locale=language)
    player.sit(house.post("/api/files", {"file": at("combat"), "seats": {}})["id"], "soviet")
    loaded = """[...document.fonts].filter((one) => one.family.includes("Grognard Japanese") && one.status === "loaded"
        && one.unicodeRange.length > 200).length"""  # the name of the language on its button has a small one of its own
    if language == "ja-JP":
        player.until(lambda: player.page.evaluate(loaded), "the letters to be there")
    else:
        player.page.wait_for_timeout(500)
        assert player.page.evaluate(loaded) == 0
    assert not player.errors


def test_japanese_by_night(house: House, arriving: Arriving, screens: Path) -> None:
    player = arriving(house.url, locale="ja-JP", color_scheme="dark")
    page = player.page
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        page.screenshot(path=screens / f"ja-{name}.png")
        left = untranslated(page)
        if left:
            found[name] = left

    player.go()
    player.choose(play="対局する")
    look("new-game")
    table = house.open(seats={"axis": "recruit"})
    for question in ("special_combat", "combat", "declare", "losses", "advance", "move_units", "move_unit"):
        _sit(player, house, question)
        look(question.replace("_", "-"))
    _why(player)
    look("why-not")
    page.locator(".why .rule").first.click()
    page.locator("dialog article.here").wait_for()
    look("rules")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    look("keys")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="メニュー").click()
    look("menu")
    player.sit(table, "soviet")
    look("pool")
    over = house.post("/api/files", {"file": finished(), "seats": {}})["id"]
    player.sit(over, "soviet")
    look("over")
    player.go(f"#/replay/{over}/soviet")
    page.locator(".faces").first.wait_for()
    look("replay")
    player.go()
    page.get_by_role("link", name="A Victory Lost").first.wait_for()
    look("lobby")

    assert page.evaluate("document.documentElement.lang") == "ja"
    assert page.evaluate("document.documentElement.dataset.theme") == "night"
    assert not found, found
    assert not player.errors


def _sit(player: Player, house: House, question: str) -> None:
    table = house.post("/api/files", {"file": at(question), "seats": {}})["id"]
    player.view = {}
    player.sit(table, "soviet")
    player.until(lambda: player.asked == question, question)


def _why(player: Player) -> None:
    """Point the unit on the move at a hex of the enemy's."""
    enemy = next(
        piece["where"] for piece in player.view["pieces"].values()
        if piece["on_map"] and piece["side"] == "axis" and piece["where"] not in player.answers["move"]
    )  # fmt: skip
    player.click_hex(enemy)
    player.page.locator(".why").wait_for()
