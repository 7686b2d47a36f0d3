"""Victory's maps and options: a thousand random maps, every layout of the drawn ones, games under any rules.

GROGNARD_FUZZ_GAMES says how many; `make fuzz` tries a thousand.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from grognard.core.ask import codes, random_answer
from grognard.games.victory import GAME
from tests.games.victory._maps import layout_faults, layouts, naming_faults, random_map_faults

GAMES = int(os.environ.get("GROGNARD_FUZZ_GAMES", "30"))
SLICES = 10
SWITCHES = {
    option.id: not option.default
    for option in GAME.tables.option
    if isinstance(option.default, bool) and option.id != "time_limit"
}
SCENARIOS = [scenario for scenario, row in GAME.files.scenarios.items() if not row.example]
TURNS = 5
MOST_ANSWERS = 30_000


@pytest.mark.parametrize("part", range(SLICES))
def test_random_maps_are_sound_and_can_be_played_on(part: int) -> None:
    for seed in range(part, GAMES, SLICES):
        assert random_map_faults(seed) == [] == naming_faults(seed)


@pytest.mark.parametrize("part", range(SLICES))
@pytest.mark.parametrize("count", [2, 3, 4])
def test_maps_join_in_every_layout(count: int, part: int) -> None:
    for spec in list(layouts(count))[part::SLICES][: max(GAMES // SLICES, 1)]:
        assert layout_faults(spec) == []


@pytest.mark.parametrize("part", range(SLICES))
def test_games_under_any_rules_end_and_stay_sound(part: int) -> None:
    """Every other switch on, by chance; the scenarios in turn."""
    for seed in range(part, GAMES, SLICES):
        rng = Random(seed)
        options = {name: value for name, value in SWITCHES.items() if rng.random() < 0.5}
        scenario = GAME.scenario(SCENARIOS[seed % len(SCENARIOS)])
        if options.get("random_map") or "maps_by_rules" not in {option.id for option in scenario.options}:
            options.pop("maps_by_rules", None)  # maps are picked or drawn
        state = GAME.fast_state(seed, scenario.id, options | {"map_seed": seed, "turns": TURNS})
        for number in range(MOST_ANSWERS):
            if state.over:
                break
            if number % 10 == 0:
                assert GAME.invariants(state) == [], (seed, number)
            player = rng.choice(state.deciders)
            offer = state.ask(player)
            assert any(offer.values()), (seed, number)
            state.apply(player, random_answer(offer, rng) if seed % 2 else rng.choice(codes(offer)))
        assert state.over, seed
