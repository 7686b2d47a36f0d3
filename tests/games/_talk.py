"""All that random games say: prompts, refusals, events and results.

Where they begin, which verbs they seldom answer, how long they last and how much of the catalogue they must meet
stands in each game's own `_talk.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from random import Random
from typing import NamedTuple

from grognard.core.ask import Kind, Target
from grognard.core.game import Game
from grognard.core.play import Play
from grognard.core.words import Message

TRIES = 2
"""Answers out of the blue before each true one, for the refusals."""
NUMBERS = 30


class Said(NamedTuple):
    """A message and the game, as it was laid out, that said it."""

    game: Game
    message: Message


@cache
def spoken(game: str) -> tuple[Said, ...]:
    talk = import_module(f"tests.games.{game}._talk")
    found: list[Said] = []
    for seed, play in talk.openings():
        rng = Random(seed)
        for player in random_answers(play, rng, talk.ANSWERS, talk.RELUCTANT):
            ask = play.ask(player)
            assert ask is not None
            found.append(Said(play.game, ask.message))
            for _ in range(TRIES):
                reasons = play.why(player, *any_answer(play, player, rng))
                found += [Said(play.game, reason.message) for reason in reasons]
        found += [Said(play.game, event.message) for event in play.events]
        if play.result is not None:
            found.append(Said(play.game, play.result.reason))
    return tuple(found)


def random_answers(play: Play, rng: Random, most: int, reluctant: frozenset[str]) -> Iterator[str]:
    """Answer at random, seldom holding back; yields the player before each of his answers."""
    for _ in range(most):
        if play.result is not None:
            return
        player = rng.choice(play.deciders)
        yield player
        ask = play.ask(player)
        assert ask is not None
        eager = [verb for verb in ask.answers if verb not in reluctant]
        verb = rng.choice(eager if eager and rng.random() < 0.9 else list(ask.answers))
        play.answer(player, verb, rng.choice(ask.answers[verb]))


def any_answer(play: Play, player: str, rng: Random) -> tuple[str, Target]:
    """Something that a player might say, mostly not allowed now; half the time of a kind that is asked for."""
    ask = play.ask(player)
    assert ask is not None
    asked = [verb for verb in play.game.verbs if verb.name in ask.answers]
    verb = rng.choice(asked if rng.random() < 0.5 else play.game.verbs)
    return verb.name, rng.choice(targets(play.game, verb.kind))


@cache
def targets(game: Game, kind: Kind) -> list[Target]:
    """What an answer of this kind can name."""
    match kind:
        case Kind.NOTHING:
            return [None]
        case Kind.HEX:
            return [game.map.grid.name(hex) for hex in game.map.grid.hexes]
        case Kind.UNIT:
            return [unit.id for unit in game.units]
        case Kind.CHIT:
            return list(game.chit_names)
        case Kind.NUMBER:
            return list(range(NUMBERS))
    return list(hexsides(game))


def hexsides(game: Game) -> Iterator[Target]:
    try:
        for number in range(len(game.map.grid.hexes)):
            yield game.target_name(Kind.HEXSIDE, number)
    except IndexError:
        return
