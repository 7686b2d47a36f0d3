"""All that a random game says: prompts, refusals, events and results, each worded in every language."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

from grognard.core.ask import Kind, Target
from grognard.core.game import Game
from grognard.core.play import Play
from grognard.core.words import LANGUAGES, Message

TRIES = 2
"""Answers out of the blue before each true one, for the refusals."""
NUMBERS = 30


class Spoken(NamedTuple):
    """A message and the game, as it was laid out, that said it."""

    game: Game
    message: Message


def spoken_in(play: Play, rng: Random, most: int, reluctant: frozenset[str] = frozenset()) -> Iterator[Spoken]:
    """What is said while a game is played on at random; verbs of `reluctant` are seldom answered."""
    for player in random_answers(play, rng, most, reluctant):
        ask = play.ask(player)
        assert ask is not None
        yield Spoken(play.game, ask.message)
        for _ in range(TRIES):
            for reason in play.why(player, *any_answer(play, player, rng)):
                yield Spoken(play.game, reason.message)
    yield from (Spoken(play.game, event.message) for event in play.events)
    if play.result is not None:
        yield Spoken(play.game, play.result.reason)


def worded_faults(said: Iterator[Spoken]) -> list[str]:
    """Messages that have no words, lack a fact, or cite a clause that does not exist."""
    faults: dict[str, None] = {}
    for game, message in said:
        for language in LANGUAGES:
            try:
                text = game.words.say(message, language)
            except KeyError as error:
                faults[f"{message.key} has no words in {language}: there is no {error}"] = None
            else:
                if not text.strip() or "{" in text:
                    faults[f"{message.key} is not worded in {language}: {text!r}"] = None
        if message.rule and message.rule not in game.rules.ids:
            faults[f'{message.key}: there is no clause "{message.rule}"'] = None
    return list(faults)


def random_answers(play: Play, rng: Random, most: int, reluctant: frozenset[str] = frozenset()) -> Iterator[str]:
    """Answer at random, seldom holding back; yields the player before each of his answers."""
    for _ in range(most):
        if play.result is not None or not play.deciders:
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
    return list(_hexsides(game))


def _hexsides(game: Game) -> Iterator[Target]:
    try:
        for number in range(len(game.map.grid.hexes)):
            yield game.target_name(Kind.HEXSIDE, number)
    except IndexError:
        return
