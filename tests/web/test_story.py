"""What happened and what would be given up: the log as a story, the summary of a turn, answers that are asked twice."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page, expect

import grognard
from grognard.players import bot
from tests.web.house import House
from tests.web.player import Player


@cache
def played(game: str, answers: int, player: str) -> dict[str, Any]:
    """A game of bots up to a question to this player after so many answers."""
    play, rng = grognard.game(game).new(seed=3), Random(1)
    recruit = bot("recruit", game)
    for _ in range(answers + 500):
        if len(play.given) >= answers and player in play.deciders and play.state.lanes is None:
            return play.journal().plain()
        number = play.state.deciders[0]
        play.apply(number, recruit.choose(play.game.imagine(play.state, number, rng), number, rng))
    raise AssertionError(f"{player} is not asked")


def sit(player: Player, house: House, game: str, answers: int, seat: str) -> Page:
    table = house.post("/api/files", {"file": played(game, answers, seat), "seats": {}})["id"]
    player.game, player.view = game, {}
    player.sit(table, seat)
    player.until(lambda: player.view.get("ask"), "a question")
    return player.page


def filter_(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="Log").get_by_role("button", name=name)


def test_the_log_reads_as_a_story(player: Player, house: House, screens: Path) -> None:
    page = sit(player, house, "avl", 300, "axis")
    log = page.get_by_role("log")
    assert player.view["log_length"] > len(player.view["log"]), "a view has only the last lines"
    page.keyboard.press("l")
    # what is above is fetched when there is room for it, or when one scrolls there
    expect(log.get_by_role("heading", name="Turn 1 begins")).to_be_attached()
    expect(log).to_contain_text("special Combat Segment")
    separator = log.locator(".separator").filter(has_text="Soviet: 2GdA activated")
    expect(separator).to_contain_text(re.compile(r"\d+ moves, \d+ fights?"))
    # a fight is one entry: its sentence, its figures and what came of it
    fight = log.locator("li").filter(has_text="attack on 5325").first
    expect(fight.locator(".code")).to_have_text(re.compile("DR"))
    expect(fight).to_contain_text(re.compile("retreats from 5325 to"))
    expect(fight).to_contain_text(re.compile("advances from"))
    # moves of one activation run together, five and how many more
    moves = log.locator("li:has(.moves)").first
    expect(moves.locator(".one")).to_have_count(5)
    moves.get_by_role("button", name=re.compile(r"and \d+ more")).click()
    assert moves.locator(".one").count() > 5
    expect(log).to_contain_text("Now")
    page.screenshot(path=screens / "log-story.png")
    assert not player.errors


def test_the_log_is_filtered_and_searched(player: Player, house: House) -> None:
    page = sit(player, house, "avl", 300, "axis")
    log = page.get_by_role("log")
    page.keyboard.press("l")
    filter_(page, "Fights").click()
    expect(filter_(page, "Fights")).to_have_attribute("aria-pressed", "true")
    fights = log.locator("li .code")
    expect(filter_(page, "Fights").locator("i")).not_to_contain_text("+")  # all of it has been read
    count = int(filter_(page, "Fights").locator("i").inner_text())
    assert count > 3
    expect(log.locator("li:has(.code)")).to_have_count(count)
    assert fights.count() == count
    filter_(page, "All").click()
    search = page.get_by_role("searchbox")
    search.fill("5325")
    expect(log).to_contain_text("attack on 5325", ignore_case=True)
    for text in log.locator("li").all_inner_texts():
        assert "5325" in text, text
    search.fill("no such word")
    expect(log).to_contain_text("Nothing of that kind")
    assert not player.errors


def test_no_line_is_told_twice(player: Player, house: House) -> None:
    page = sit(player, house, "victory", 420, "red")
    page.keyboard.press("l")
    filter_(page, "Moves").click()
    expect(filter_(page, "Moves").locator("i")).not_to_contain_text("+")
    filter_(page, "All").click()
    froms = page.get_by_role("log").locator("li[data-from]").evaluate_all("all => all.map((one) => one.dataset.from)")
    assert len(froms) == len(set(froms)) > 10
    assert not player.errors
