"""Veteran in Victory: he tries other tempers to the end of the game in its last turns, on deals as they usually are."""

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
from grognard.players.victory.foresight import FORESIGHT, LAST, SHOWN
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
    gains = bool(SHOWN) if scenario is None else scenario in SHOWN
    found = bots_of("victory", scenario)
    assert ("veteran" in found, "grognard" in found) == (gains, gains)
    assert {one for one, _ in LAST} >= SHOWN


def test_he_looks_ahead_in_the_last_turns_and_plays_as_regular_before_them(monkeypatch: pytest.MonkeyPatch) -> None:
    found = thoughts_of(monkeypatch)
    for turn in (2, 10):
        state, player = at(turn)
        answer = bot("veteran:rollouts=2").choose(state, player, Random(3))
        assert offered(state.ask(player), answer >> TARGET_BITS, answer & TARGET_MASK)
    assert [window for _, window in found] == [Window(10, 0)]
    early, player = at(2)
    assert bot(QUICK).choose(early, player, Random(3)) == bot("regular").choose(early, player, Random(3))


def test_where_nothing_was_shown_or_a_game_has_no_last_turn_he_plays_as_regular() -> None:
    several, player = at(9, scenario="quick-start-3")
    assert not FORESIGHT.gains(several, player)
    endless, player = at(9)
    assert FORESIGHT.gains(endless, player)
    endless.options = {**endless.options, "time_limit": False}
    assert not FORESIGHT.gains(endless, player)
    assert FORESIGHT.horizon(endless) == Window(10, 0)


def test_he_plays_the_last_turns_to_their_end_and_thinks_once_in_each(monkeypatch: pytest.MonkeyPatch) -> None:
    found = thoughts_of(monkeypatch)
    play_on(GAME, at(9)[0], "veteran:rollouts=3")
    assert [window for _, window in found] == [Window(9, 0), Window(9, 1), Window(10, 0), Window(10, 1)]


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


@pytest.mark.parametrize("turn", [6, 7, 9])
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


def test_a_course_is_followed_to_the_end_of_the_game() -> None:
    state, player = at(9)
    assert Rollout(FORESIGHT, state, player, REGULAR, REGULAR, 5).play().over


def test_who_is_not_asked_to_move_or_early_in_a_game_imagines_any_deal() -> None:
    (late, mover), (early, first) = at(9), at(4)
    for state, player in ((late, 1 - mover), (early, first)):
        dealt = likely.imagine(state, player, Random(1))
        assert dealt == GAME.imagine(state, player, Random(1))
        assert GAME.view(dealt, player) == GAME.view(state, player)
    assert likely.imagine(late, mover, Random(1)) != GAME.imagine(late, mover, Random(1))


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
