"""Games played up to an interesting moment, as files for a house to open."""

from __future__ import annotations

from collections.abc import Callable
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


LANDING = (
    ("red-fighter-1", "move"),
    ("red-airborne-1", "paradrop"),
    ("red-marine-1", "move"),
    ("red-battleship-1", "move"),
)
"""Victory's printed example of movement (5.ex): all of them to Hope."""
HOPE = "0707"
IN_BATTLE = ("drop", "land", "fire_ground", "fire_air", "fire_naval", "hit", "withdraw", "retreat", "land_at")
"""What somebody without a plan does in a battle: the first of these that he can."""


@cache
def hope(answers: int) -> dict[str, Any]:
    """The printed battle of Hope with Blue's fighter in it, after so many answers since it began."""
    play = grognard.game("victory").new("example-hope", seed="hope")
    play.answer("red", "roll")
    for unit, verb in LANDING:
        play.answer("red", "unit", unit)
        play.answer("red", verb, HOPE)
    play.answer("red", "end_move")
    play.answer("blue", "unit", "blue-fighter-1")
    play.answer("blue", "move", HOPE)
    play.answer("blue", "end_move")
    for _ in range(answers):
        player = play.deciders[0]
        offered = play.view(player)["ask"]["answers"]
        verb = next(one for one in IN_BATTLE if one in offered)
        play.answer(player, verb, offered[verb][0])
    return play.journal().plain()


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


@cache
def looked_on(game: str, seat: str, enough: Callable[[list[str]], bool]) -> tuple[dict[str, Any], int]:
    """Bots' game when a player is asked who was told enough since he was asked last, and how long his log was then."""
    play, rng, recruit = grognard.game(game).new(seed=SEED), Random(1), bot("recruit", game)
    number, looked = play.roster.number(seat), 0
    for _ in range(1500):
        player = play.deciders[0]
        if player == seat and play.state.lanes is None:
            told = play.visible(number)
            if looked and enough([play.events[one].message.key for one in told[looked:]]):
                return play.journal().plain(), looked
            looked = len(told)
        decider = play.roster.number(player)
        imagined = play.game.imagine(play.state, decider, rng)
        play.answer(player, *play.names_of_answer(recruit.choose(imagined, decider, rng)))
    raise AssertionError(f"{seat} of {game} is never told of that")
