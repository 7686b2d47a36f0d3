"""Tests the worked examples of a game: each is played through, and everything it names is looked up."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.data import DataError
from grognard.core.game import Game
from grognard.school.example import Example, Frame, examples, frames
from grognard.school.lesson import length
from grognard.school.lesson_check import MOST_SIGNS, MOST_WORDS, pointed_at
from grognard.school.placeholders import PLACEHOLDER, placeholders
from grognard.school.telling import tell
from grognard.school.texts import rule_fault


def faults(game: Game) -> list[str]:
    """All that is wrong with a game's examples."""
    try:
        found = examples(game)
    except DataError as error:
        return [f"examples: {fault}" for fault in error.faults]
    return [f'example "{one.id}": {fault}' for one in found for fault in example_faults(game, one)]


def example_faults(game: Game, example: Example) -> list[str]:
    """All that is wrong with one example: first what can be read, then what shows in play."""
    return [*_read(game, example)] or [*_played(game, example)]


def _read(game: Game, example: Example) -> Iterator[str]:
    if example.clause not in game.rules.ids:
        yield f'there is no clause "{example.clause}"'
    players = {player for one in game.scenarios.values() for player in one.roster.ids}
    for seat in (example.seat, *(step.seat for step in example.step if step.seat)):
        if seat not in players:
            yield f'there is no player "{seat}"'
    for number, step in enumerate(example.step, 1):
        where = f"step {number}"
        if placeholders(step.say.en) != placeholders(step.say.ja):
            yield f"{where}: the languages do not hold the same placeholders"
        words, signs = length(step.say.en), len(PLACEHOLDER.sub("#", step.say.ja))
        if words > MOST_WORDS or signs > MOST_SIGNS:
            yield f"{where}: is too long: {words} words, {signs} signs"
        for rule in step.rules:
            yield from rule_fault(game, rule, where)


def _played(game: Game, example: Example) -> Iterator[str]:
    number = 0
    try:
        for number, frame in enumerate(frames(game, example), 1):
            yield from (f"step {number}: {fault}" for fault in _shown(frame))
    except DataError as error:
        yield str(error).removeprefix(f'example "{example.id}": ')


def _shown(frame: Frame) -> Iterator[str]:
    """What is wrong with what a step shows."""
    try:
        tell(frame.step.say, frame.seen)
    except DataError as error:
        yield str(error)
    for point in frame.step.point:
        if (fault := pointed_at(point, frame.seen)) is not None:
            yield fault
    if frame.step.shows is not None:
        unmet = [part.meter["en"] for part in frame.step.shows.parts(frame.seen) if not part.met]
        yield from (f"it does not show what it says: {meter}" for meter in unmet)
    if frame.step.refused and not frame.reasons:
        yield f'"{frame.step.refused[0]}" is allowed'
