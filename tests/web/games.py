"""Games played up to an interesting moment, as files for a house to open."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import grognard
from grognard.core.play import Play
from grognard.players import bot
from tests.web.house import SEED
from tests.web.player import question_of


@cache
def finished() -> dict[str, Any]:
    """A whole game of bots: a recruit against chance, which ends sooner than two recruits."""
    play = grognard.game("avl").new(seed=SEED)
    bots, rng = {"soviet": bot("recruit"), "axis": bot("random")}, Random(1)
    while play.result is None:
        player = play.deciders[0]
        number = play.roster.number(player)
        imagined = play.game.imagine(play.state, number, rng)
        play.answer(player, *play.names_of_answer(bots[player].choose(imagined, number, rng)))
    return play.journal().plain()


@cache
def at(question: str, player: str = "soviet") -> dict[str, Any]:
    """The opening, both sides answering the first thing offered, up to a player's question."""
    play = grognard.game("avl").new(seed=SEED)
    for _ in range(400):
        for one in play.deciders:
            ask = play.view(one)["ask"]
            if one == player and question_of(ask["prompt"]["key"]) == question:
                return play.journal().plain()
        _answer(play, play.deciders[0])
    raise AssertionError(f"{player} is never asked {question}")


def _answer(play: Play, player: str) -> None:
    ask = play.view(player)["ask"]
    answers, asked = ask["answers"], question_of(ask["prompt"]["key"])
    if asked == "move_units" and player == "axis":
        verb = "end_movement"
    elif asked == "combat" and len(play.events) > 40:
        verb = "end_combat"
    else:
        wanted = ("done", "historical", "add_all", "resolve", "activate", "stop")
        verb = next((one for one in wanted if one in answers), next(iter(answers)))
    play.answer(player, verb, answers[verb][0])
