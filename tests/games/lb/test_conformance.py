"""Random games of Lost Battles that tests/fuzz does not play; tests/conformance tries everything else."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from grognard.core import conformance
from grognard.core.ask import random_answer
from grognard.games.lb import GAME, verbs
from tests.games.lb._help import S4

HASTY = {
    verbs.END_MOVEMENT, verbs.END_ANNOUNCING, verbs.CANCEL, verbs.REMOVE, verbs.PICK_UP, verbs.STOP, verbs.FORT_AWAY,
    verbs.FLIP,
    verbs.DIG_IN, verbs.AS_INFANTRY,
}  # fmt: skip
"""Answers that end or undo something: a player who seldom gives them moves and fights with everything."""


@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_random_games_end_and_never_dead_end(scenario: str) -> None:
    """The first seeds as tests/fuzz does not play them: by verb where it picks any answer alike, and the reverse."""
    for seed in range(3):
        assert conformance.fuzz(GAME, seed, scenario, by_verb=seed % 3 == 0, every=17) == []


@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_games_of_eager_players_stay_sound(scenario: str, tmp_path: Path) -> None:
    """Scenario 4 without its line, which random play would break at once."""
    (tmp_path / "scenarios").mkdir()
    name = f"scenarios/{S4}.toml"
    text = (GAME.folder / "data" / name).read_text(encoding="utf-8")
    start, end = text.index("[[lines]]"), text.index("# two sets")
    (tmp_path / name).write_text(text[:start] + text[end:], encoding="utf-8")
    game = GAME.with_data(tmp_path)
    rng = Random(1)
    state = game.fast_state(1, scenario)
    for number in range(20_000):
        if state.over:
            break
        offer = state.ask(state.deciders[0])
        eager = {verb: board for verb, board in offer.items() if verb not in HASTY}
        state.apply(state.deciders[0], random_answer(eager if eager and rng.random() < 0.94 else offer, rng))
        assert conformance.dead_end(state) == []
        assert number % 11 or game.invariants(state) == []
    assert state.over
