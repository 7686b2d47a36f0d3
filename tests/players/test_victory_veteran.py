"""Veteran in Victory: he tries other tempers before each army's move, on deals as they usually are."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import grognard
from grognard.core.ask import TARGET_BITS, TARGET_MASK, offered
from grognard.games.victory.kinds import AIR, NAVAL
from grognard.games.victory.shown.hidden import unknown_to
from grognard.games.victory.state import LAST_PLACE, POOL, VictoryState
from grognard.hex.grid import bits
from grognard.players import bot, bots_of
from grognard.players.foresight import Window
from grognard.players.rollout import Rollout
from grognard.players.search import Budget, Thought
from grognard.players.victory import likely
from grognard.players.victory.foresight import FORESIGHT, SHOWN
from grognard.players.victory.guess import CAPITAL, CAPITAL_PORT, usual_at
from grognard.players.victory.leanings import AIMS, aims, leanings
from grognard.players.victory.regular import REGULAR
from tests.players._thoughts import play_on, thoughts_of

GAME = grognard.game("victory")
FIRST = "quick-start"
SIDES = ("red", "blue")
QUICK = "veteran:rollouts=8"


@cache
def _at(window: Window, seed: int, scenario: str) -> VictoryState:
    state, officer, rng = GAME.fast_state(seed, scenario), bot("regular"), Random(seed)
    while FORESIGHT.window(state) < window or FORESIGHT.planner(state) is None:
        player = state.deciders[0]
        state.apply(player, officer.choose(state, player, rng))
    assert isinstance(state, VictoryState)
    return state


def at(turn: int, part: int = 0, seed: int = 5, scenario: str = FIRST) -> tuple[VictoryState, int]:
    """The first question of an army's move, Regular having played for all, and who is asked."""
    state = _at(Window(turn, part), seed, scenario).clone()
    return state, state.deciders[0]


@pytest.mark.parametrize("scenario", [None, *GAME.scenarios])
def test_they_are_offered_in_those_scenarios_in_which_they_were_shown_to_gain(scenario: str | None) -> None:
    gains = bool(SHOWN) if scenario is None else any(scenario == one for one, _ in SHOWN)
    found = bots_of("victory", scenario)
    assert ("veteran" in found, "grognard" in found) == (gains, gains)


def test_he_looks_ahead_in_his_seats_and_plays_as_regular_in_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    found = thoughts_of(monkeypatch)
    for turn, part in ((2, 0), (2, 1), (10, 0), (10, 1)):
        state, player = at(turn, part)
        before, gains = len(found), (FIRST, SIDES[player]) in SHOWN
        answer = bot("veteran:rollouts=2").choose(state, player, Random(3))
        assert offered(state.ask(player), answer >> TARGET_BITS, answer & TARGET_MASK)
        assert found[before:] == ([(player, Window(turn, part))] if gains else [])
        if not gains:
            assert answer == bot("regular").choose(state, player, Random(3))
    assert 0 < len(found) < 4
    several, player = at(9, scenario="quick-start-3")
    assert not FORESIGHT.gains(several, player)


@pytest.mark.parametrize("scenario", [*GAME.scenarios])
def test_what_is_told_of_a_seat_before_the_game_is_what_he_does_in_it(scenario: str) -> None:
    state = GAME.fast_state(5, scenario)
    for player, side in enumerate(FORESIGHT.sides(state)):
        told = FORESIGHT.last_turns(GAME.scenario(scenario), side)
        assert told == (None if FORESIGHT.gains(state, player) else 0)


def test_a_move_is_looked_at_to_the_next_turn_and_at_last_to_the_end() -> None:
    early, _ = at(4)
    assert FORESIGHT.horizon(early) == Window(5, 0)
    state, _ = at(9)
    assert FORESIGHT.horizon(state) == Window(11, 0)
    state.options = {**state.options, "time_limit": False}
    assert FORESIGHT.horizon(state) == Window(10, 0)


def test_he_thinks_once_in_each_of_his_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    found = thoughts_of(monkeypatch)
    state, moves = at(9)[0], dict[Window, None]()

    def watch(player: int) -> None:
        if FORESIGHT.planner(state) == player and FORESIGHT.gains(state, player):
            moves[FORESIGHT.window(state)] = None

    play_on(GAME, state, "veteran:rollouts=3", watch)
    assert [window for _, window in found] == list(moves) and moves


def test_the_same_budget_finds_the_same_and_leaves_the_position_as_it_is() -> None:
    state, player = at(10)
    before = state.clone()
    first, second = Thought(state, player, 4), Thought(state, player, 4)
    assert first.think(Budget(rollouts=12)) == second.think(Budget(rollouts=12))
    assert first.found == second.found and first.rollouts == 12
    assert state == before


@pytest.mark.parametrize("part", [0, 1])
def test_blocks_face_down_and_dice_to_come_are_not_known(part: int) -> None:
    """All that he finds is the same, not only what he answers, in positions that look the same to him."""
    state, player = at(9, part)
    found = []
    for seed in range(2):
        other = GAME.imagine(state, player, Random(seed))
        assert other != state and GAME.view(other, player) == GAME.view(state, player)
        thought = Thought(other, player, 7)
        thought.think(Budget(rollouts=7))
        found.append(thought.found)
    assert found[0] == found[1]


@pytest.mark.parametrize("turn", [2, 5, 7, 9])
@pytest.mark.parametrize("part", [0, 1])
def test_a_likely_deal_looks_like_the_position_and_goes_by_nothing_else(turn: int, part: int) -> None:
    for seed in (5, 6):
        state, player = at(turn, part, seed)
        dealt = likely.imagine(state, player, Random(1))
        assert dealt != state and GAME.view(dealt, player) == GAME.view(state, player)
        assert likely.imagine(state, player, Random(2)) != dealt
        other = GAME.imagine(state, player, Random(3))
        assert likely.imagine(other, player, Random(1)) == dealt


def test_a_great_city_is_mostly_dealt_troops_and_the_sea_ships() -> None:
    guards, afloat = [], []
    for part, game in ((0, 5), (1, 5), (0, 6), (1, 6)):
        state, player = at(7, part, game)
        for seed in range(4):
            dealt = likely.imagine(state, player, Random(seed))
            blocks = dealt.game.blocks
            hidden = blocks.of_army[unknown_to(dealt, player)[0]] & ~dealt.shown & ~dealt.pool
            for unit in bits(hidden):
                hex, class_ = dealt.hex_of[unit], blocks.class_of[unit]
                assert hex != POOL and 1 <= dealt.steps[unit] <= blocks.most[unit]
                if hex > LAST_PLACE and usual_at(dealt, hex) in (CAPITAL, CAPITAL_PORT):
                    guards.append(class_)
                elif dealt.game.ground.water >> hex & 1:
                    afloat.append(class_)
    assert guards and guards.count(AIR) + guards.count(NAVAL) < len(guards) / 2
    assert afloat and afloat.count(NAVAL) > len(afloat) / 2


def test_a_course_is_followed_to_its_horizon() -> None:
    early, player = at(4)
    met = Rollout(FORESIGHT, early, player, REGULAR, REGULAR, 5).play()
    assert not met.over and isinstance(met, VictoryState) and FORESIGHT.window(met) == Window(5, 0)
    late, player = at(9)
    assert Rollout(FORESIGHT, late, player, REGULAR, REGULAR, 5).play().over


def test_who_is_not_asked_to_move_imagines_any_deal() -> None:
    state, mover = at(9)
    dealt = likely.imagine(state, 1 - mover, Random(1))
    assert dealt == GAME.imagine(state, 1 - mover, Random(1))
    assert GAME.view(dealt, 1 - mover) == GAME.view(state, 1 - mover)
    assert likely.imagine(state, mover, Random(1)) != GAME.imagine(state, mover, Random(1))


@pytest.mark.parametrize("side", SIDES)
def test_leanings_are_other_ways_to_fight_within_the_bounds(side: str) -> None:
    state, _ = at(7)
    own = REGULAR.sheet.of(side)
    found = leanings(state, side, REGULAR.sheet)
    assert len(found) == 2 + AIMS
    for one in found:
        assert any(value != own[name] for name, value in one.items())
        REGULAR.changed(side, one)  # or it says what is out of bounds


def test_aims_are_cities_of_others_and_troops_make_for_the_one_that_is_named() -> None:
    state, player = at(7)
    side = state.game.side_of_player[player]
    cities = aims(state, side)
    assert len(cities) == AIMS
    for city in cities:
        before = REGULAR.outlook(state, side).goals
        aiming = REGULAR.changed(SIDES[side], {"aim": float(city)}).outlook(state, side).goals
        assert aiming[city] > before[city]
        assert {hex: worth for hex, worth in aiming.items() if hex != city} == {
            hex: worth for hex, worth in before.items() if hex != city
        }
