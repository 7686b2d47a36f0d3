"""Looking ahead in Victory: turns parted into moves, and what a side may read off a position."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import grognard
from grognard.games.victory.state import MOVE
from grognard.players.foresight import Window
from grognard.players.victory.foresight import FORESIGHT, TO_THE_END
from tests.games.victory._help import pos
from tests.players._keeps import Sample, play_out

GAME = grognard.game("victory")
SIDES = ("red", "blue")
SEATED = [("quick-start", 2), ("quick-start-3", 3), ("commanders", 6)]


@cache
def sample(scenario: str, seats: int) -> Sample:
    return play_out(GAME, ("recruit",) * seats, seed=5, scenario=scenario, every=17)[1]


@pytest.mark.parametrize(("scenario", "seats"), SEATED)
def test_windows_follow_each_other_and_plans_are_those_of_the_army_that_moves(scenario: str, seats: int) -> None:
    windows = [FORESIGHT.window(state) for state, _ in sample(scenario, seats)]
    assert windows == sorted(windows)
    assert {part for turn, part in windows if turn} == set(range(len(GAME.scenario(scenario).roster.sides) + 1))
    for state, player in sample(scenario, seats):
        planner = FORESIGHT.planner(state)
        assert (planner is not None) is (state.phase == MOVE)
        assert planner in (None, player)
        assert planner is None or state.game.side_of_player[player] == state.game.side_of[state.mover]
        assert 0 <= FORESIGHT.elapsed(state) <= 1


def test_a_plan_is_seen_through_to_the_next_turn_and_near_the_end_to_the_end() -> None:
    turns = GAME.fast_state(5, SEATED[0][0]).options["turns"]
    for state, _ in sample(*SEATED[0]):
        last = state.turn > turns - TO_THE_END
        assert FORESIGHT.horizon(state) == Window(turns + 1 if last else state.turn + 1, 0)


@pytest.mark.parametrize(("scenario", "seats"), SEATED)
def test_a_side_reads_the_same_in_all_positions_that_look_the_same_to_it(scenario: str, seats: int) -> None:
    unlike = 0
    for state, player in sample(scenario, seats)[::3]:
        side = FORESIGHT.sides(state)[player]
        other = GAME.imagine(state, player, Random(8))
        other.lanes = state.lanes
        unlike += other != state
        found = FORESIGHT.read(state, side)
        assert len(found) == len(FORESIGHT.features)
        assert FORESIGHT.read(other, side) == found
    assert unlike


def test_all_that_is_known_of_the_enemy_are_places_and_numbers() -> None:
    """A block in Hope, whole or on its last step: it is the same to Red, and Blue knows better."""
    whole, worn = (
        [FORESIGHT.read(pos({"blue-infantry-1": hope, "red-infantry-1": "0807"}).state, side) for side in SIDES]
        for hope in ("0707", "0707 at 1")
    )
    assert whole[0] == worn[0]
    assert whole[1] != worn[1]
