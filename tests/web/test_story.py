"""What happened and what would be given up: the log as a story, the summary of a turn, answers that are asked twice."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import grognard
from grognard.core.journal import Journal, replay
from grognard.players import bot
from tests.web.conftest import Arriving
from tests.web.games import at
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


@cache
def shut_in() -> tuple[dict[str, Any], str, dict[str, Any]]:
    """A game of bots until a unit could not retreat; who is asked then, and what was told of the unit."""
    play, rng = grognard.game("avl").new(seed="first snow"), Random(1)
    recruit = bot("recruit", "avl")
    for _ in range(4000):
        number = play.state.deciders[0]
        play.apply(number, recruit.choose(play.game.imagine(play.state, number, rng), number, rng))
        for event in play.events[-8:]:
            if event.message.key == "event.no_retreat":
                return play.journal().plain(), play.deciders[0], dict(event.message.args)
    raise AssertionError("everybody finds a hex to retreat to")


@cache
def bleeding() -> tuple[dict[str, Any], str]:
    """A game of bots until an attacker has to choose who loses a step, the defender having lost his; who that is."""
    play, rng = grognard.game("vl").new(seed=3), Random(1)
    recruit = bot("recruit", "vl")
    for _ in range(4000):
        number = play.state.deciders[0]
        name = play.deciders[0]
        ask = play.view(name)["ask"]
        if ask["prompt"]["key"] == "prompt.requirements_bleed" and len(ask["answers"]["lose"]) > 1:
            return play.journal().plain(), name
        play.apply(number, recruit.choose(play.game.imagine(play.state, number, rng), number, rng))
    raise AssertionError("nobody has to choose")


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


def test_log_and_card_say_why_a_unit_could_not_retreat(player: Player, house: House) -> None:
    file, seat, told = shut_in()
    table = house.post("/api/files", {"file": file, "seats": {}})["id"]
    player.sit(table, seat)
    page = player.page
    fight = page.get_by_role("log").locator("li").filter(has_text="cannot retreat any further").last
    reason = told["closed"][0]
    for hex in reason["hexes"]:
        expect(fight.locator(".closed").first.get_by_role("button", name=hex)).to_be_attached()
    expect(fight.locator(".closed").first).to_contain_text(reason["text"]["en"].split(": ")[1])
    fight.get_by_role("button", name="show its card again").click()
    card = page.get_by_label("Die or chit")
    expect(card.locator(".closed").first).to_contain_text(reason["text"]["en"].split(": ")[1])
    assert not player.errors


def test_the_card_of_a_fight_tells_a_loss_that_was_chosen_after_the_die(player: Player, house: House) -> None:
    file, seat = bleeding()
    table = house.post("/api/files", {"file": file, "seats": {}})["id"]
    player.game = "vl"
    player.sit(table, seat)
    page = player.page
    expect(player.decision).to_contain_text("must be a step, not a hex of retreat")
    page.get_by_role("button", name="show its card again").last.click()
    force = page.get_by_label("Die or chit").locator(".force").filter(has_text=re.compile(f"^{seat}", re.IGNORECASE))
    expect(force).to_be_visible()
    expect(force).not_to_contain_text("no loss")
    player.acts(lambda: player.decision.locator("[role=option]").first.dblclick(), "the loss")
    page.keyboard.press("d")
    expect(force).to_contain_text("1 loss")
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


# ---- what cannot be taken back is asked twice


def test_what_would_be_given_up_is_asked_twice_on_the_same_button(player: Player, house: House, screens: Path) -> None:
    player.likes(confirm=True)
    table = house.post("/api/files", {"file": at("combat"), "seats": {}})["id"]
    player.sit(table, "soviet")
    player.until(lambda: player.asked == "combat", "the combat segment")
    page = player.page
    before = player.given()
    button = player.decision.get_by_role("button", name=re.compile("^End combat"))
    place = button.bounding_box()
    button.dblclick()  # the second press comes too soon
    doubt = page.get_by_role("alertdialog")
    expect(doubt).to_contain_text("You would give up")
    cost = player.view["ask"]["costs"]["end_combat"][0]
    expect(doubt.locator("li")).to_have_count(min(2, cost["count"]))
    expect(doubt.locator("li").first).to_contain_text(cost["items"][0]["odds"])
    expect(button).to_have_text(re.compile("End combat all the same"))
    now = button.bounding_box()
    assert place and now and (place["x"], place["y"]) == (now["x"], now["y"]), "the button stays under the pointer"
    assert player.given() == before
    page.screenshot(path=screens / "confirm.png")
    page.keyboard.press("Escape")
    expect(doubt).to_be_hidden()
    button.click()
    expect(doubt).to_be_visible()
    page.wait_for_timeout(450)
    player.acts(button.click, "the second press")
    assert player.given()[-1]["verb"] == "end_combat" and not player.errors


def test_enter_confirms_once_it_is_let_go(player: Player, house: House) -> None:
    player.likes(confirm=True)
    table = house.post("/api/files", {"file": at("combat"), "seats": {}})["id"]
    player.sit(table, "soviet")
    player.until(lambda: player.asked == "combat", "the combat segment")
    page = player.page
    player.decision.get_by_role("button", name=re.compile("^End combat")).click()
    expect(page.get_by_role("alertdialog")).to_be_visible()
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(450)
    player.acts(lambda: page.keyboard.press("Enter"), "Enter")
    assert player.given()[-1]["verb"] == "end_combat" and not player.errors


def test_a_reader_who_wants_no_second_question_gets_none(player: Player, house: House) -> None:
    table = house.post("/api/files", {"file": at("combat"), "seats": {}})["id"]
    player.sit(table, "soviet")
    player.until(lambda: player.asked == "combat", "the combat segment")
    player.acts(lambda: player.press("end_combat"), "one press")
    assert player.given()[-1]["verb"] == "end_combat"


# ---- the end of a turn


ENDING = ("end_movement", "end_combat", "end_phase", "end_announcement", "end_advance", "stop", "done", "go_on")
"""Verbs that end a turn without doing anything more in it."""


def ending(answers: dict[str, list[Any]]) -> tuple[str, Any]:
    verb = next((one for one in ENDING if one in answers), next(iter(answers)))
    return verb, answers[verb][0]


def last_answers_of_turn_one(game: str = "avl", player: str = "axis", first: str | None = None) -> dict[str, Any]:
    """A game of bots at a player's last question before turn 2, which asks this one first if he only ends his turn."""
    for seed in range(3, 40):
        play, rng = grognard.game(game).new(seed=seed), Random(1)
        recruit = bot("recruit", game)
        kept, apart = play.journal(), False
        while all(event.message.args.get("turn") != 2 for event in play.events if event.message.key == "event.turn"):
            if player in play.deciders and not apart:  # what is chosen in secret is in no file
                kept = play.journal()
            apart = play.state.lanes is not None
            number = play.state.deciders[0]
            play.apply(number, recruit.choose(play.game.imagine(play.state, number, rng), number, rng))
        if first is None or asked_first(kept, player) == first:
            return kept.plain()
    raise AssertionError(f"turn 2 never begins with {first}")


def asked_first(journal: Journal, player: str) -> str:
    """Whom turn 2 asks first, if the player does nothing more in turn 1."""
    play, rng = replay(journal, grognard.game(journal.header.game)), Random(1)
    recruit = bot("recruit", journal.header.game)
    while play.view(player)["turn"] == 1:
        number = play.state.deciders[0]
        if play.deciders[0] == player:
            verb, target = ending(play.view(player)["ask"]["answers"])
            play.answer(player, verb, target)
        else:
            play.apply(number, recruit.choose(play.game.imagine(play.state, number, rng), number, rng))
    return play.deciders[0]


def test_the_end_of_a_turn_is_summed_up_and_kept_in_the_log(player: Player, house: House, screens: Path) -> None:
    player.likes(summary="turn")
    table = house.post("/api/files", {"file": last_answers_of_turn_one(), "seats": {"soviet": "recruit"}})["id"]
    player.view = {}
    player.sit(table, "axis")
    page = player.page
    card = page.locator("[data-summary]")
    expect(card).to_have_count(0)
    for _ in range(60):
        if player.view["turn"] == 2:
            break
        if not player.view.get("ask"):
            page.wait_for_timeout(100)
            continue
        wanted = ("end_movement", "end_combat", "end_advance", "stop", "done")
        verb = next((one for one in wanted if one in player.answers), next(iter(player.answers)))
        player.give(verb, player.answers[verb][0])
    expect(card).to_be_visible()
    expect(card).to_contain_text("End of turn 1 of 9")
    for side in ("Axis, you", "Soviet"):  # who has lost nothing is told so
        expect(card.locator("section").filter(has=page.locator(".label", has_text=side))).to_contain_text("destroyed")
    box, rail = card.bounding_box(), page.locator(".rail").bounding_box()
    assert box and rail and box["width"] <= 900 and box["x"] + box["width"] <= rail["x"], "it lies over the map only"
    page.screenshot(path=screens / "turn-summary.png")
    answers = player.given()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    expect(card).to_have_count(0)
    assert player.given() == answers, "Enter went on and answered nothing"
    page.keyboard.press("l")
    page.get_by_role("button", name="show its card again").last.click()
    chance = page.get_by_role("region", name="Die or chit")
    expect(chance).to_be_visible()
    page.get_by_role("log").get_by_role("button", name="What this turn came to").first.click()
    expect(card).to_be_visible()
    expect(chance).to_have_count(0)
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(chance).to_be_visible()
    assert not player.errors
    page.get_by_role("log").get_by_role("button", name="What this turn came to").first.click()
    expect(card).to_be_visible()
    verb = next(iter(player.answers))
    player.give(verb, player.answers[verb][0])
    expect(card).to_have_count(0)  # who answers has read it


@cache
def bled(seat: str = "red") -> tuple[dict[str, Any], dict[str, list[str]], int]:
    """A game of Victory until a turn has ended in which blocks of both kinds were lost: seen ones and unseen ones.

    By side the types that this seat may know, and how many more blocks he only misses.
    """
    play, rng = grognard.game("victory").new(seed=5), Random(1)
    recruit, viewer = bot("recruit", "victory"), play.roster.number(seat)
    read, known, missed = 0, dict[str, list[str]](), 0
    for _ in range(6000):
        number = play.state.deciders[0]
        told = [play.events[one].message for one in play.visible(viewer)]
        ends = next((n for n in range(read, len(told)) if told[n].key == "event.turn" and n), None)
        if ends is not None:
            known, missed = {}, 0
            for message in told[read:ends]:
                args = dict(message.args)
                if message.key == "event.eliminated":
                    known.setdefault(str(args["army"]), []).append(str(args["kind"]))
                elif message.key == "event.eliminated_own":
                    type_ = play.game.units[args["unit"]].id.split("-", 1)[1].rsplit("-", 1)[0]
                    known.setdefault(str(args["army"]), []).append(type_)
                missed += message.key == "event.block_lost"
            read = ends + 1
        if known and play.deciders[0] == seat and play.state.lanes is None:
            return play.journal().plain(), known, missed
        play.apply(number, recruit.choose(play.game.imagine(play.state, number, rng), number, rng))
    raise AssertionError("nobody loses a block")


def test_the_summary_shows_the_faces_of_blocks_that_were_lost_as_far_as_one_may_know_them(
    player: Player, house: House, screens: Path
) -> None:
    file, known, missed = bled()
    table = house.post("/api/files", {"file": file, "seats": {}})["id"]
    player.game, player.view = "victory", {}
    player.sit(table, "red")
    page = player.page
    page.keyboard.press("l")
    button = page.get_by_role("log").get_by_role("button", name="What this turn came to")
    for _ in range(40):  # the turn began further back than what has been read so far
        if button.count():
            break
        page.get_by_role("log").first.evaluate("(one) => { one.scrollTop = 1; one.scrollTop = 0; }")
        page.wait_for_timeout(250)
    button.last.click()
    card = page.locator("[data-summary]")
    expect(card).to_be_visible()
    shown = {
        toll.get_attribute("data-toll"): sorted(
            str(one.get_attribute("data-counter")) for one in toll.locator(".counter.gone").all()
        )
        for toll in card.locator("[data-toll]").all()
    }
    expected = {side: sorted(kinds) for side, kinds in known.items()}
    assert {side: found for side, found in shown.items() if found} == expected
    told = sum(int(one) for one in card.locator("[data-toll] .big:first-child").all_inner_texts())
    assert told == sum(map(len, known.values())) + missed
    page.screenshot(path=screens / "turn-summary-blocks.png")
    assert not player.errors


def ends_turn_one(player: Player) -> None:
    """Give the answers that end the turn, without doing anything more in it."""
    for _ in range(60):
        if player.view["turn"] == 2:
            return
        if not player.view.get("ask"):
            player.page.wait_for_timeout(50)
            continue
        player.give(*ending(player.answers))


def turns(player: Player, house: House, game: str, seat: str, enemy: str, first: str | None = None) -> str:
    """Sit down at the end of turn 1, where what it came to and the enemy's next moves are shown."""
    player.likes(summary="turn", pace="brisk")
    player.game = game
    file = last_answers_of_turn_one(game, seat, first)
    table: str = house.post("/api/files", {"file": file, "seats": {enemy: "recruit"}})["id"]
    player.sit(table, seat)
    player.until(lambda: player.asked, "a question")
    return table


ENEMIES = [
    ("vl", "german", "soviet", False),
    ("lb", "german", "russian", False),
    ("lb", "german", "russian", True),
    ("victory", "red", "blue", False),
]
"""Games in which the enemy may move as soon as the next turn has begun."""
HEX = re.compile(r"\b\d{4}\b")


@pytest.mark.parametrize(("game", "seat", "enemy", "narrow"), ENEMIES)
def test_the_turn_is_summed_up_before_the_enemy_s_next_one_is_shown(
    game: str, seat: str, enemy: str, narrow: bool, arriving: Arriving, house: House, screens: Path
) -> None:
    """On a desk and on a phone: the film stands still at the end of the turn, and nothing beside the map tells more."""
    size = {"viewport": {"width": 390, "height": 844}, "has_touch": True} if narrow else {}
    player = arriving(house.url, reduced_motion="no-preference", **size)
    turns(player, house, game, seat, enemy, first=enemy)
    page = player.page
    card, veil = page.locator("[data-summary]"), page.locator("[data-veil]")
    points = page.get_by_role("tab", name=re.compile("^VP"))
    before = player.view["score"]
    ends_turn_one(player)
    expect(card).to_be_visible(timeout=30_000)
    player.until(lambda: player.asked and player.view["turn"] == 2, "the enemy's moves", 60)
    expect(card).to_be_visible()
    expect(veil).to_be_visible()
    page.screenshot(path=screens / f"turn-summary-before-{game}.png")
    if narrow:
        assert points.inner_text() == f"VP {' : '.join(map(str, before.values()))}"
    else:
        told = page.get_by_role("log").inner_text().split("Turn 2 begins")
        assert len(told) == 2 and not HEX.search(told[1]), "nobody has gone anywhere yet"
    page.keyboard.press("Enter")
    expect(card).to_have_count(0)
    expect(veil).to_be_visible()  # what happened next
    expect(veil).to_have_count(0, timeout=60_000)
    expect(card).to_have_count(0)
    assert not player.errors


def test_a_turn_is_summed_up_before_the_chits_of_the_next_are_chosen(arriving: Arriving, house: House) -> None:
    """In A Victory Lost both sides choose first: the summary comes over a map on which nothing has happened since."""
    player = arriving(house.url, reduced_motion="no-preference")
    turns(player, house, "avl", "axis", "soviet")
    page = player.page
    card, veil = page.locator("[data-summary]"), page.locator("[data-veil]")
    ends_turn_one(player)
    expect(card).to_be_visible(timeout=30_000)
    expect(card).to_contain_text("End of turn 1 of 9")
    told = page.get_by_role("log").inner_text().split("Turn 2 begins")
    assert len(told) == 2 and not HEX.search(told[1]), "nobody has gone anywhere yet"
    while "select_chit" in player.answers:
        player.give("select_chit", player.answers["select_chit"][0])
    player.give("done")
    expect(veil).to_be_visible()
    expect(veil).to_have_count(0, timeout=60_000)
    expect(card).to_have_count(0)
    assert not player.errors


def test_a_reload_takes_neither_the_film_nor_the_summary_away(arriving: Arriving, house: House) -> None:
    player = arriving(house.url, reduced_motion="no-preference")
    turns(player, house, "vl", "german", "soviet")
    page = player.page
    card, veil = page.locator("[data-summary]"), page.locator("[data-veil]")
    ends_turn_one(player)
    expect(card).to_be_visible(timeout=30_000)
    player.until(lambda: player.asked and player.view["turn"] == 2, "the enemy's moves", 60)
    page.reload()
    expect(card).to_be_visible(timeout=30_000)
    expect(veil).to_be_visible()
    page.keyboard.press("Enter")
    expect(card).to_have_count(0)
    page.reload()  # what had been read is not told again, what had not been seen is
    expect(veil).to_be_visible()
    expect(veil).to_have_count(0, timeout=60_000)
    expect(card).to_have_count(0)
    page.reload()
    player.drawn()
    page.wait_for_timeout(500)
    expect(veil).to_have_count(0)
    expect(card).to_have_count(0)
    assert not player.errors


# ---- one step back, and Enter


def test_esc_puts_down_a_unit_that_was_only_taken_up(player: Player, house: House) -> None:
    table = house.post("/api/files", {"file": at("move_units"), "seats": {}})["id"]
    player.sit(table, "soviet")
    player.until(lambda: player.asked == "move_units", "the movement segment")
    unit = next(one for one in player.answers["unit"] if player.view["pieces"][one]["on_map"])
    player.give("unit", unit)
    assert player.asked == "move_unit"
    expect(player.decision.get_by_role("button", name="Put it down")).to_be_visible()
    expect(player.decision.get_by_role("button", name="Stop here")).to_have_count(0)
    for _ in range(4):  # what is pointed at first, the unit last
        if player.asked == "move_units":
            break
        player.page.keyboard.press("Escape")
        player.page.wait_for_timeout(300)
    assert player.asked == "move_units" and unit in player.answers["unit"], "it may still be taken up again"
    player.give("unit", unit)
    hex_ = sorted(player.answers["move"])[0]
    player.give("move", hex_)
    if player.asked == "move_unit":
        expect(player.decision.get_by_role("button", name="Put it down")).to_have_count(0)
    assert not player.errors


def test_a_cursor_left_over_from_another_question_takes_no_enter(player: Player, house: House) -> None:
    table = house.post("/api/files", {"file": at("declare"), "seats": {}})["id"]
    player.sit(table, "soviet")
    player.until(lambda: player.asked == "declare", "an attack")
    page = player.page
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowUp")
    player.acts(lambda: player.press("add_all"), "all to join")
    page.locator(".board [role=listbox]").focus()
    assert player.view["ask"]["primary"] == "resolve"
    player.acts(lambda: page.keyboard.press("Enter"), "Enter")
    assert player.given()[-1]["verb"] == "resolve" and not player.errors


def test_a_whole_stack_goes_to_one_hex(player: Player, house: House) -> None:
    table = house.post("/api/files", {"file": at("move_units"), "seats": {}})["id"]
    player.sit(table, "soviet")
    player.until(lambda: player.asked == "move_units", "the movement segment")
    pieces = player.view["pieces"]
    ready = [one for one in player.answers["unit"] if pieces[one]["on_map"]]
    at_ = {one: pieces[one]["where"] for one in ready}
    stacks = {hex_: [one for one in ready if at_[one] == hex_] for hex_ in at_.values()}
    unit, *mates = next(stack for stack in stacks.values() if len(stack) > 1)
    player.give("unit", unit)
    stack = player.decision.get_by_role("button", name=re.compile("^Whole stack"))
    expect(stack).to_contain_text(str(len(mates) + 1))
    stack.click()
    start = player.view["pieces"][unit]["where"]
    player.give("move", player.answers["move"][0])
    goal = player.view["pieces"][unit]["where"]
    assert goal != start

    def arrived() -> bool:
        given = [one for one in player.given() if one.get("verb") == "move"]
        return len(given) > 1 and all(one["target"] == goal for one in given)

    player.until(arrived, "the others to follow")
    player.until(lambda: any(player.view["pieces"][mate]["where"] == goal for mate in mates), "one of them to be there")
    assert not player.errors


@cache
def companions() -> tuple[str, str, str]:
    """Two units in different hexes at the movement segment, and a hex that both can reach."""
    game = grognard.game("avl")
    reach: dict[str, set[str]] = {}
    play = replay(Journal.from_plain(at("move_units")), game)
    pieces = {one["id"]: one for one in play.view("soviet")["pieces"]}
    taken = {one["where"] for one in pieces.values()}
    for unit in play.view("soviet")["ask"]["answers"]["unit"]:
        play.answer("soviet", "unit", unit)
        reach[unit] = set(play.view("soviet")["ask"]["answers"].get("move", ())) - taken
        play.undo("soviet")
    alone = [one for one in reach if [two["where"] for two in pieces.values()].count(pieces[one]["where"]) == 1]
    for one, other in combinations(alone, 2):
        if both := sorted(reach[one] & reach[other]):
            return one, other, both[0]
    raise AssertionError("no two units meet")


@pytest.mark.parametrize("by", ["shift", "tap"])
def test_a_unit_of_another_hex_goes_along(by: str, player: Player, house: House) -> None:
    unit, other, goal = companions()
    table = house.post("/api/files", {"file": at("move_units"), "seats": {}})["id"]
    player.sit(table, "soviet")
    player.until(lambda: player.asked == "move_units", "the movement segment")
    player.give("unit", unit)
    if by == "shift":
        player.page.keyboard.down("Shift")
    else:
        player.decision.get_by_role("button", name="Take others along").click()
    player.page.mouse.click(*player.in_reach(player.where(other)))
    player.page.keyboard.up("Shift")
    expect(player.decision.locator(".party")).to_contain_text("Going along: 1")
    player.give("move", goal)
    player.until(lambda: player.where(unit) == player.where(other) == goal, "both to be there")
    expect(player.decision.locator(".party")).to_have_count(0)
    assert not player.errors


def test_who_has_advanced_may_stop_there_and_is_not_put_back(player: Player, house: House) -> None:
    table = house.post("/api/files", {"file": at("advance_further"), "seats": {}})["id"]
    player.sit(table, "soviet")
    player.until(lambda: player.asked == "advance_further", "the hex beyond")
    unit, hex_ = player.view["ask"]["focus"]["unit"], player.where(player.view["ask"]["focus"]["unit"])
    player.acts(lambda: player.page.keyboard.press("u"), "the advance to be taken back")
    assert player.asked == "advance" and player.where(unit) != hex_
    player.acts(lambda: player.decision.locator(f"[role=option][data-target={unit}]").dblclick(), "the advance")
    player.until(lambda: player.asked == "advance_further", "the hex beyond")
    expect(player.decision.get_by_role("button", name="Put it down")).to_have_count(0)
    player.acts(player.decision.get_by_role("button", name="Stop here").click, "it to stop")
    assert player.given()[-1]["verb"] == "stop" and player.where(unit) == hex_
    assert not player.errors


def test_all_advance_and_the_advance_is_over_at_one_press(player: Player, house: House) -> None:
    table = house.post("/api/files", {"file": at("advance"), "seats": {}})["id"]
    player.sit(table, "soviet")
    player.until(lambda: player.asked == "advance", "the advance")
    units, rest = list(player.answers["advance"]), player.view["log_length"]
    assert len(units) > 1
    player.decision.get_by_role("button", name="Advance all and end").click()
    player.until(lambda: player.asked != "advance", "the advance to be over")
    given = [one["verb"] for one in player.given()]
    assert given.count("advance") == len(units) and set(given) <= {"advance", "advance_to", "end_advance"}
    told = [one for one in player.view["log"] if one["key"] == "event.advances"]
    assert player.view["log_length"] > rest and {one["unit"] for one in told} >= set(units)
    assert not player.errors
