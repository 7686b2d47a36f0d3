"""Every switch of Victory with every other: short random games, sound after every answer, and true to both switches.

GROGNARD_FUZZ_GAMES says how many games; `make fuzz` plays all pairs several times. With fewer games than pairs
GROGNARD_FUZZ_RUN says which of them: run 1 goes on where run 0 ends. A failure tells pair and seed.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

import pytest

from grognard.core.ask import Offer, random_answer
from grognard.games.victory import GAME, verbs
from grognard.games.victory.combat.combat import CombatTurn
from grognard.games.victory.logistics.building import ANY
from grognard.games.victory.state import SETUP, VictoryState

GAMES = int(os.environ.get("GROGNARD_FUZZ_GAMES", "30"))
RUN = int(os.environ.get("GROGNARD_FUZZ_RUN", "0"))
SLICES = 10
TURNS = 2
MOST_ANSWERS = 8_000
SWITCHES = {
    option.id: not option.default
    for option in GAME.tables.option
    if isinstance(option.default, bool) and option.id != "time_limit"
}
NEVER_TOGETHER = {frozenset(("maps_by_rules", other)) for other in ("random_map", "neutral_cities")}
"""Maps that are drawn, or that belong to nobody, are not picked."""
PAIRS = [pair for pair in combinations(SWITCHES, 2) if frozenset(pair) not in NEVER_TOGETHER]
ODD_MAP = {"maps": "north,east,west"}
"""5.init a map between the players' own."""
AMONG_ALLIES = {name for name in SWITCHES if name.startswith("allies_")}
"""Switches that matter only where somebody has an ally: played by two alliances."""


def games() -> list[tuple[tuple[str, str], int]]:
    """The pairs of this run, each with a seed."""
    return [(PAIRS[(RUN * GAMES + number) % len(PAIRS)], RUN * GAMES + number) for number in range(GAMES)]


# ---- what a switch that is off, or on, never lets happen

NEEDED: dict[str, tuple[int, ...]] = {
    "factories": (verbs.PLACE_FACTORY, verbs.EXCHANGE, verbs.EXCHANGE_FOR, verbs.PAY_AT, verbs.PAY_WITH),
    "resources": (verbs.CONVERT,),
    "destruction": (verbs.WRECK, verbs.WRECK_BRIDGE, verbs.WRECK_CANAL, verbs.REPAIR),
    "airfields": (verbs.BUILD_AIRFIELD,),
    "mulberries": (verbs.BUILD_MULBERRY,),
    "regroup": (verbs.REGROUP, verbs.REGROUP_TO),
    "stretch_units": (verbs.LAUNCH_AT, verbs.BOMB),
}
"""By switch: the verbs that nobody is offered without it."""


def _first_round(state: VictoryState, offer: Offer) -> bool:
    """6.opt.1 nobody retreats in round 1, but airborne may abort."""
    step, fight = state.stack[-1], state.fight
    if not isinstance(step, CombatTurn) or fight is None or fight.round > 1 or fight.aloft >> step.unit & 1:
        return True
    return verbs.RETREAT not in offer and verbs.RETREAT_ABOARD not in offer


def _rounds(state: VictoryState, offer: Offer) -> bool:
    return state.fight is None or state.fight.round <= 3 + state.options["pursuit_round"]


def _points(state: VictoryState, offer: Offer) -> bool:
    """9.1a with factories points are of a class, without of none."""
    return all((slot % 4 != ANY) == state.options["factories"] for slot in state.pp)


def _cadres(state: VictoryState, offer: Offer) -> bool:
    """8.opt.1 no step is offered for a block built this phase."""
    return not offer.get(verbs.ADD_STEP, 0) & state.made


def _storm(state: VictoryState, offer: Offer) -> bool:
    return not state.storm


def _held(state: VictoryState, offer: Offer) -> bool:
    """5.51c no landing at a base that was not one's own when the turn began."""
    landing = offer.get(verbs.LAND_AT, 0)
    return not landing or not landing & ~state.held[state.game.side_of_player[state.deciders[0]]]


ALWAYS: tuple[Callable[[VictoryState, Offer], bool], ...] = (_rounds, _points)
WITH: dict[tuple[str, bool], Callable[[VictoryState, Offer], bool]] = {
    ("mandatory_first_round", True): _first_round,
    ("building_cadres", True): _cadres,
    ("storms", False): _storm,
    ("land_on_captured_airbase", False): _held,
}


def untrue(state: VictoryState, offer: Offer) -> list[str]:
    """What is offered or stands against the options."""
    found = [name for name, used in NEEDED.items() if not state.options[name] and any(verb in offer for verb in used)]
    found += [check.__name__ for check in ALWAYS if not check(state, offer)]
    found += [name for (name, value), check in WITH.items() if state.options[name] == value and not check(state, offer)]
    return found


def play(pair: tuple[str, str], seed: int) -> None:
    rng = Random(seed)
    options: dict[str, Any] = {name: SWITCHES[name] for name in pair} | {"turns": TURNS, "map_seed": seed % 1000}
    scenario = "quick-start-4" if AMONG_ALLIES & {*pair} else "quick-start"
    if "neutral_cities" in pair and scenario == "quick-start":
        options |= ODD_MAP
    state = GAME.fast_state(seed, scenario, options)
    for number in range(MOST_ANSWERS):
        if state.over:
            return
        player = rng.choice(state.deciders)
        offer = state.ask(player)
        assert any(offer.values()), (pair, seed, number)
        asked = state if state.lanes is None else state.lanes[player].state
        assert isinstance(asked, VictoryState) and untrue(asked, offer) == [], (pair, seed, number)
        if state.phase == SETUP and verbs.DEPLOY_REST in offer and rng.random() < 0.2:
            offer = {verbs.DEPLOY_REST: verbs.YES}
        state.apply(player, random_answer(offer, rng))
        assert GAME.invariants(state) == [], (pair, seed, number)
    raise AssertionError(f"{pair} with seed {seed} does not end")


@pytest.mark.parametrize("part", range(min(GAMES, SLICES)))
def test_any_two_switches_go_together(part: int) -> None:
    for pair, seed in games()[part::SLICES]:
        play(pair, seed)


def test_a_thousand_games_play_every_pair() -> None:
    assert len(PAIRS) <= 1000
    assert len(set(PAIRS)) + len(NEVER_TOGETHER) == len(SWITCHES) * (len(SWITCHES) - 1) // 2
