"""Recruit at A Victory Lost: single decisions that a sensible player would take, and that it beats Random."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.ask import TARGET_BITS, TARGET_MASK, Target
from grognard.core.play import Play
from grognard.games.avl import GAME
from grognard.games.avl.counters import SOVIET
from grognard.games.avl.movement import MoveUnit, MoveUnits
from grognard.games.avl.state import AvlState
from grognard.players import bot
from tests.players.test_bots import AVL, play_out


def hex_of(play: Play[AvlState], unit: str) -> int:
    return play.state.hex_of[GAME.counters.numbers[unit]]


def position(**words: Any) -> Play:
    return AVL.position(**words)


def next_answer(play: Play) -> tuple[str, Target]:
    """What Recruit answers now, in names."""
    state = play.state
    player = state.deciders[0]
    answer = bot("recruit").choose(AVL.imagine(state, player, Random(0)), player, Random(0))
    verb = AVL.verbs[answer >> TARGET_BITS]
    play.apply(player, answer)
    return verb.name, AVL.target_name(verb.kind, answer & TARGET_MASK)


def move_all(play: Play) -> list[tuple[str, Target]]:
    """Recruit's answers in a Movement Segment, to its end."""
    found: list[tuple[str, Target]] = []
    while isinstance(play.state.stack[-1], MoveUnits | MoveUnit):
        assert len(found) < 100
        found.append(next_answer(play))
    return found


def test_it_drives_into_an_empty_victory_city() -> None:
    play = position(active="soviet", step="move", place={"su-17tk": "1610", "hq-6a": "2010", "de-168": "0105"})
    assert ("move", "1211") in move_all(play)


def test_it_masses_for_good_odds_and_attacks() -> None:
    soviets = {"su-17tk": "2510", "su-18tk": "2511", "su-41g": "2409", "hq-6a": "2808"}
    play = position(active="soviet", step="move", place={**soviets, "de-213": "2211", "hq-h2a": "1211"}, seed=1)
    answers = move_all(play)
    assert len([verb for verb, _ in answers if verb == "move"]) >= 2
    assert next_answer(play) == ("attack", "2211")


def test_it_declines_an_even_attack_that_only_costs() -> None:
    place = {"su-41g": "2410", "hq-6a": "2808", "de-62": "2310", "hq-hollidt": "1511"}
    play = position(active="soviet", step="combat", place=place)
    assert play.legal("soviet", "attack", "2310")
    assert next_answer(play) == ("end_combat", None)


def test_the_cheapest_unit_takes_the_loss() -> None:
    defenders = {"de-27pz": "2310", "it-cos": "2310"}
    attackers = {"su-17tk": "2410", "su-18tk": "2410", "su-24tk": "2409", "su-25tk": "2409"}
    play = position(active="soviet", step="combat", place={**defenders, **attackers}, dice=[6])  # 3-1: 1DR
    play.answer("soviet", "attack", "2310")
    play.answer("soviet", "add_all")
    play.answer("soviet", "resolve")
    assert next_answer(play) == ("lose", "it-cos")


def test_the_last_unit_stays_in_a_threatened_city() -> None:
    place = {"de-304": "1211", "hq-h2a": "1011", "su-17tk": "1611", "su-107": "1710", "hq-6a": "2010"}
    play = position(active="axis", step="move", place=place)
    move_all(play)
    assert hex_of(play, "de-304") == GAME.ground.grid.index("1211")


def test_an_hq_stays_out_of_enemy_zoc() -> None:
    place = {"su-107": "2410", "su-141": "2510", "hq-6a": "2611", "de-gd": "2310", "hq-h2a": "1211"}
    play = position(active="soviet", step="move", place=place)
    move_all(play)
    assert not play.state.enemy_zoc(SOVIET) >> hex_of(play, "hq-6a") & 1


@pytest.mark.parametrize("recruit", ["axis", "soviet"])
def test_recruit_beats_random(recruit: str) -> None:
    seats = ("recruit", "random") if recruit == "axis" else ("random", "recruit")
    results = [play_out(seats, seed) for seed in range(3)]
    assert [result.winner for result in results] == [recruit] * 3


def test_it_opens_with_the_historical_chits() -> None:
    assert next_answer(grognard.game("avl").new(seed=7)) == ("historical", None)
