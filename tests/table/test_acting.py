"""The browser is told when it is asked for units that are still to act, and when it is about anything else."""

from __future__ import annotations

from random import Random

import pytest

from grognard.core.registry import game
from tests.table.test_reel import step

ACTING = {
    "avl": {"move", "move_unit", "combat", "declare", "place", "place_at", "special", "choose_hq"},
    "vl": {"move", "move_unit", "combat", "declare", "deploy", "deploy_unit"},
}


@pytest.mark.parametrize("game_id", ACTING)
def test_asks_for_units_to_move_to_fight_and_to_place(game_id: str) -> None:
    rng = Random(3)
    play = game(game_id).new(seed=3)
    seen: dict[str, bool] = {}
    for _ in range(400):
        if play.result is not None:
            break
        for player in play.deciders:
            ask = play.view(player)["ask"]
            assert seen.setdefault(ask["step"], ask["acting"]) is ask["acting"]
        step(play, rng)
    assert {words for words, acting in seen.items() if acting} == ACTING[game_id] & seen.keys()
    assert {"move", "combat"} <= seen.keys() and not all(seen.values())
