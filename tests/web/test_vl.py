"""A Soviet player turn of Velikiye Luki by mouse: movement, a combat with support, and the roll against the city."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

import grognard
from grognard.core.journal import Journal, replay
from grognard.core.play import Play
from grognard.games.vl.festung import can_assault
from grognard.games.vl.state import VlState
from grognard.players import bot
from tests.web.house import SEED, House
from tests.web.player import MENU, Player

TURN = 6
"""Aircraft for the Soviets, and a ring that closed two turns ago."""


@cache
def besieged() -> dict[str, Any]:
    """A recruit against chance, up to the Soviet Movement Phase of a turn in which the roll can be made."""
    play = grognard.game("vl").new(seed=SEED)
    bots, rng = {"soviet": bot("recruit"), "german": bot("random")}, Random(1)
    while True:
        player = play.deciders[0]
        number = play.roster.number(player)
        state = play.state
        assert isinstance(state, VlState) and play.result is None
        if state.turn == TURN and play.view(player)["ask"]["prompt"]["key"] == "prompt.move_units":
            assert player == "soviet" and can_assault(state, number)
            return play.journal().plain()
        imagined = play.game.imagine(state, number, rng)
        play.answer(player, *play.names_of_answer(bots[player].choose(imagined, number, rng)))


@cache
def supported() -> tuple[str, ...]:
    """The hexes that many can attack there, with artillery and aircraft."""
    found = []
    for hex_ in in_combat().view("soviet")["ask"]["answers"]["attack"]:
        play = in_combat()
        play.answer("soviet", "attack", hex_)
        if play.legal("soviet", "add_all"):
            play.answer("soviet", "add_all")
            play.answer("soviet", "commit")
            ask = play.view("soviet")["ask"]  # none where nobody defends
            if ask is not None and {"artillery", "air"} <= set(ask["answers"]):
                found.append(hex_)
    return tuple(found)


def in_combat() -> Play:
    play = replay(Journal.from_plain(besieged()), grognard.game("vl"))
    play.answer("soviet", "end_movement")
    return play


def track(player: Player, name: str) -> Any:
    return next(one["value"] for one in player.view["tracks"] if one["id"] == name)


def region(page: Page, title: str) -> Any:
    return page.locator("section").filter(has=page.get_by_role("heading", name=title, exact=True))


def shows_panels(player: Player) -> None:
    """Weather, garrison, support and points stand on the page as the table tells them."""
    page = player.page
    expect(page.get_by_role("region", name="Weather")).to_contain_text(track(player, "weather").capitalize())
    expect(page.get_by_role("region", name="Weather")).to_contain_text(
        f"Soviet {track(player, 'air_soviet')}, German {track(player, 'air_german')}"
    )
    festung = region(page, "Festung Velikiye Luki")
    for part in ("West", "East"):
        left = track(player, f"festung_{part.lower()}")
        expect(festung.get_by_role("img", name=f"{part}: {left} of 5", exact=True)).to_be_visible()
    lost = sum(5 - track(player, f"festung_{part}") for part in ("west", "east"))
    expect(festung.locator("i.gone")).to_have_count(lost)
    expect(festung).to_contain_text(f"Encircled since turn {track(player, 'ring')}")
    support = region(page, "Support points left")
    for side in ("Soviet", "German"):
        left = track(player, f"artillery_{side.lower()}")
        expect(support.get_by_role("img", name=f"{side}: {left} of 5", exact=True)).to_be_visible()
    expect(region(page, "Soviet victory points").locator(".marker")).to_have_text(str(track(player, "vp")))


def settle(player: Player) -> set[str]:
    """Everything that follows a combat, both sides by mouse: losses, retreats, advances."""
    seen: set[str] = set()
    for _ in range(40):
        player.until(lambda: player.asked, "a question")
        if player.asked in ("combat", "combat_assault"):
            return seen
        seen.add(player.asked)
        wanted = (
            "no_more_support",
            "fall_back",
            "demand_retreat",
            "retreat",
            "advance_to",
            "advance",
            "end_advance",
            "stop",
        )
        answers = player.answers
        verb = next((one for one in wanted if one in answers), next(iter(answers)))
        player.give(verb, answers[verb][0])
    raise AssertionError(f"the combat does not end: {seen}")


def test_a_soviet_turn(player: Player, house: House, screens: Path) -> None:
    page = player.page
    player.game = "vl"
    table = house.post("/api/files", {"file": besieged(), "seats": {}})["id"]
    player.sit(table, "soviet")
    player.until(lambda: player.asked == "move_units", "the Movement Phase")
    shows_panels(player)
    page.screenshot(path=screens / "vl-movement.png")

    _moves(player, screens)
    target = _attacks(player, screens)
    seen = settle(player)
    assert {"support"} <= seen and "combat" in player.log and player.log.count("quality") >= 2
    expect(page.get_by_role("log")).to_contain_text(f"attack on {target}")
    _assaults(player, screens)
    _in_japanese(player, screens)
    player.give("end_combat")
    player.until(lambda: player.asked in ("excess", "move_units"), "the end of the phase")
    while player.asked == "excess":  # 5.1b stacks that retreats have crowded are judged now
        (verb,) = player.answers
        player.give(verb, player.answers[verb][0])
        player.until(lambda: player.asked in ("excess", "move_units"), "the next question")
    player.until(lambda: player.asked == "move_units" and player.view["viewer"] == "german", "the German turn")
    assert not player.errors


def _moves(player: Player, screens: Path) -> None:
    """Divide a division that stands alone, move its regiment and one more unit, and end movement."""
    page = player.page
    division = next(one for one in player.answers["detach"] if len(player.stack(player.where(one))) == 1)
    hex_ = player.where(division)
    player.acts(lambda: player.click_unit(division))  # at once in hand: there it can be divided, too
    assert player.view["ask"]["focus"]["unit"] == division
    player.click_unit(division)
    expect(page.locator(f"{MENU} [data-verb=divide]")).to_be_visible()
    page.screenshot(path=screens / "vl-menu.png")
    page.keyboard.press("Escape")
    expect(page.locator(MENU)).to_have_count(0)
    player.give("put_down")  # not that way: it has lost nothing
    assert division in player.answers["unit"]
    player.give("unit", division)
    player.give("divide")
    expect(player.decision).to_contain_text("6 MP left")
    player.give("put_down")
    (regiment,) = set(player.stack(hex_)) - {division}
    expect(page.get_by_role("log")).to_contain_text("detaches a regiment")
    tank = next(one for one in player.answers["unit"] if len(player.stack(player.where(one))) == 1)
    for unit in (regiment, tank):
        player.give("unit", unit)
        expect(player.decision).to_contain_text("MP left")
        goal = next(one for one in player.answers["move"] if not player.stack(one))
        page.mouse.move(*player.in_reach(goal))
        expect(page.locator(".board .tip")).to_contain_text("MP")
        page.screenshot(path=screens / "vl-path.png")
        player.give("move", goal)
        assert player.where(unit) == goal
        if player.asked == "move_unit":
            player.give("stop")
    player.give("end_movement")


def _attacks(player: Player, screens: Path) -> str:
    """Attack a hex with all that can join; artillery and aircraft through an HQ."""
    page = player.page
    player.until(lambda: player.asked == "combat_assault", "the Combat Phase")
    target: str = next(one for one in player.answers["attack"] if one in supported())
    player.give("attack", target)
    player.give("add_all")
    page.screenshot(path=screens / "vl-odds.png")
    player.give("commit")
    artillery, air = track(player, "artillery_soviet"), track(player, "air_soviet")
    player.give("artillery", player.answers["artillery"][0])
    assert track(player, "artillery_soviet") == artillery - 1
    left = ((artillery - 1, "artillery point"), (air - 1, "air mission"))
    player.give("air", player.answers["air"][0])
    assert track(player, "air_soviet") == air - 1
    told = [f"{one} {what}{'' if one == 1 else 's'}" if one else f"no {what}" for one, what in left]
    expect(player.decision).to_contain_text(f"Left this turn: {', '.join(told)}.")
    expect(page.get_by_role("region", name="Weather")).to_contain_text(f"Soviet {air - 1}")
    page.screenshot(path=screens / "vl-support.png")
    return target


def _assaults(player: Player, screens: Path) -> None:
    """The roll against the city: put off once, what each face does beforehand, and the levels that fall."""
    page = player.page
    assert player.asked == "combat_assault"
    before = [track(player, f"festung_{part}") for part in ("west", "east")]
    player.give("assault")
    expect(player.decision).to_contain_text("assault the Festung?")
    expect(page.locator("[data-struck]")).to_have_count(2)  # the city covers two hexes
    die = page.get_by_role("region", name="What the die can do")
    expect(die.locator(".face")).to_have_count(6)
    expect(die).to_contain_text("no level lost")
    expect(page.get_by_role("region", name="Modifiers")).to_contain_text("Die modifier, +3 at most")
    page.screenshot(path=screens / "vl-assault.png")
    player.give("not_now")
    assert player.asked == "combat_assault"
    player.give("assault")
    expect(player.decision.get_by_role("button", name="Roll the assault")).to_have_class(re.compile("primary"))
    player.give("roll")
    while player.asked not in ("combat", "combat_assault"):
        verb = next(iter(player.answers))
        player.give(verb, player.answers[verb][0])
    after = [track(player, f"festung_{part}") for part in ("west", "east")]
    told = next(message for message in player.view["log"][::-1] if message["key"] == "event.assault")
    assert told["count"] == sum(before) - sum(after)
    assert "assault" not in player.answers
    log = page.get_by_role("log")
    expect(log).to_contain_text("roll against Velikiye Luki", ignore_case=True)
    shows_panels(player)
    page.screenshot(path=screens / "vl-assaulted.png")


def _in_japanese(player: Player, screens: Path) -> None:
    page = player.page
    page.get_by_role("button", name="日本語").click()
    expect(page.get_by_role("region", name="天候")).to_contain_text(re.compile("晴れ|曇"))
    for title in ("フェストゥング", "残りの支援ポイント", "ソ連軍の勝利得点"):
        expect(region(page, title)).to_be_visible()
    expect(player.decision).to_contain_text(re.compile("[ぁ-ん]"))
    page.screenshot(path=screens / "vl-ja.png")
    page.get_by_role("button", name="EN", exact=True).click()
    expect(page.get_by_role("region", name="Weather")).to_contain_text(track(player, "weather").capitalize())
