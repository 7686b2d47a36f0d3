"""What is kept or worked out at once to save time says the same as what is worked out anew."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from grognard.core.ask import random_answer
from grognard.games.victory.board.stacking import Room
from grognard.games.victory.game import GAME
from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.set_up.deployment import DeployAt, places
from grognard.games.victory.set_up.quarters import quarters
from grognard.games.victory.shown import sight
from grognard.games.victory.state import IN_HAND, VictoryState
from grognard.games.victory.tables import LAID
from grognard.hex.grid import bits

SETTINGS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("quick-start", {}),
    ("quick-start", {"factories": True, "resources": True, "storms": True, "airfields": True, "mulberries": True}),
    ("quick-start-4", {"submarine_control": True, "allies_share_stacking": True}),
)


def positions(
    scenario: str, options: dict[str, Any], answers: int, seed: int = 3
) -> Iterator[tuple[VictoryState, int]]:
    """A game at random: each position as the player who is asked stands in it."""
    state, rng = GAME.fast_state(seed, scenario, options), Random(seed)
    for _ in range(answers):
        if state.over:
            return
        player = state.deciders[0]
        yield state.glimpsed_by(player), player
        state.apply(player, random_answer(state.ask(player), rng))


def anew(state: VictoryState, player: int) -> Any:
    """A look by somebody who remembers nothing."""
    sight._kept.cache_clear()
    return sight.look(state, player, state.stack[-1])


@pytest.mark.parametrize(("scenario", "options"), SETTINGS)
def test_a_look_that_is_kept_is_the_look_of_now(scenario: str, options: dict[str, Any]) -> None:
    kept = []
    for state, player in positions(scenario, options, 700):
        kept.append([sight.look(state, one, None) for one in range(len(state.game.army_of_player))])
        kept[-1].append(sight.look(state, player, state.stack[-1]))
    sight._kept.cache_clear()
    for (state, player), before in zip(positions(scenario, options, 700), kept, strict=True):
        for one in range(len(state.game.army_of_player)):
            sight._kept.cache_clear()
            assert sight.look(state, one, None) == before[one]
        assert anew(state, player) == before[-1]


def test_an_offer_of_places_changes_nothing() -> None:
    """1.4a a block that stands already is asked about as if it were in hand, and stays where it is."""
    asked = 0
    for scenario, options in SETTINGS:
        for state, _ in positions(scenario, options, 150):
            step = state.stack[-1]
            if isinstance(step, DeployAt):
                before = state.clone()
                assert step.offer(state) == step.offer(before)
                assert before == state and (before.at, before.occ) == (state.at, state.occ)
                asked += state.hex_of[step.unit] != IN_HAND
    assert asked


def test_a_block_that_is_taken_up_counts_as_in_hand() -> None:
    asked = 0
    for scenario, options in SETTINGS:
        for state, _ in positions(scenario, options, 150):
            step = state.stack[-1]
            if isinstance(step, DeployAt) and state.hex_of[step.unit] != IN_HAND:
                sheet, after = state.allot[step.unit], state.clone()
                after.put(step.unit, IN_HAND)
                assert quarters(state, step.army, sheet, 1 << step.unit) == quarters(after, step.army, sheet)
                assert places(state, step.unit) == places(after, step.unit)
                asked += 1
    assert asked


@pytest.mark.parametrize(("scenario", "options"), SETTINGS)
def test_the_tables_of_a_layout_are_those_that_it_would_work_out(scenario: str, options: dict[str, Any]) -> None:
    row = GAME.scenario(scenario)
    settled = GAME.settle_options(row, options)
    game = GAME.laid_out(row, settled)
    layout = tuple(game.setting.values())
    lazy = type(GAME)(files=GAME.files, scenario=scenario, layout=layout)
    assert not any(name in vars(game) for name in LAID)
    for name in LAID:
        if name not in ("disc", "ground"):  # both hold functions
            assert getattr(game, name) == getattr(lazy, name), name
    assert game.ground.land == lazy.ground.land and game.disc(game.ground.centre, 2) == lazy.disc(lazy.ground.centre, 2)


def test_room_in_a_hex_is_the_room_there_among_all() -> None:
    """5.2a, 5.51a what is asked of some hexes alone is the same as what is found for the whole map."""
    for scenario, options in SETTINGS:
        for state, _ in positions(scenario, options, 500):
            for army in range(len(state.game.armies)):
                everywhere = Room(state, army)
                for hex in bits(state.game.army_homes[army] & state.game.ground.cities):
                    there = Room(state, army, 1 << hex)
                    found = [there.of_class(class_) for class_ in (AIR, NAVAL, GROUND)]
                    assert found == [everywhere.of_class(class_) & 1 << hex for class_ in (AIR, NAVAL, GROUND)]
