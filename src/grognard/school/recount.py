"""What somebody did, told as the log tells it and not by the button that he pressed.

A decision is more than one answer: who goes, where to, how the die fell. All that happened until its question was done
with belongs to it, and what the log says of that is its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from grognard.core.ask import TARGET_BITS, Kind
from grognard.core.game import Game
from grognard.core.words import LANGUAGES, Message
from grognard.players.opinion import Opinion
from grognard.school import hint
from grognard.school.words import in_words

Words = Mapping[str, str]


class Answered(NamedTuple):
    """What is kept of every answer while a game is walked through."""

    depth: int
    """How many questions were stacked when it was given."""
    told: int
    """Events that the log had after it."""


class Done(NamedTuple):
    """A decision in words."""

    head: Words
    story: Words | None = None
    """How it went, where the head alone does not say."""
    left: bool = False
    """Something better was left undone, and nothing was done instead."""
    hex: str | None = None
    column: str | None = None
    """Where it was fought, and in which column of the table."""


def last(answered: Sequence[Answered], at: int, ends: int) -> int:
    """The last answer of all that belongs to the decision that was made with one."""
    found = at
    while found + 1 < ends and answered[found + 1].depth > answered[at].depth:
        found += 1
    return found


def extent(answered: Sequence[Answered], at: int, ends: int) -> tuple[int, int]:
    """The events of all that belongs to the decision that was made with an answer: from one to before another."""
    return answered[at - 1].told if at else 0, answered[last(answered, at, ends)].told


def done(game: Game, answer: int, better: Opinion, gave: Opinion | None, events: Iterable[Message]) -> Done:
    """What an answer came to. `gave` is what the doctrine thinks of it, where it weighed it at all."""
    verb = game.verbs[answer >> TARGET_BITS]
    if verb.kind is Kind.NOTHING and verb.name.startswith(hint.ENDING):
        return Done(in_words("review.left", hint.head_of(game, better)), left=True)
    found = list(events)
    fought = next((one for one in found if "column" in one.args), None)
    if fought is not None:
        where = next(iter(_where(fought)), None)
        return Done(_fought(game, fought), sentence(game, fought), hex=where, column=str(fought.args["column"]))
    units = gave.units if gave is not None else better.units if verb.kind is Kind.NOTHING else ()
    named = {str(game.units[unit].id) for unit in units}
    about = next((one for one in found if named & set(_units(one.args))), None)
    if about is None and verb.kind is not Kind.NOTHING:
        about = next((one for one in found if _units(one.args)), None)
    if about is not None:
        return Done(sentence(game, about))
    if verb.kind is Kind.NOTHING and len(units) == 1:
        unit = str(game.units[units[0]].id)
        return Done({one: hint.stays(game, unit, one) for one in LANGUAGES})
    return Done(hint.head_of(game, gave or Opinion((answer,), 0.0)))


def _fought(game: Game, message: Message) -> Words:
    return {
        one: in_words("review.fought", {
            one: ("、" if one == "ja" else ", ").join(game.hex_words(hex, one) for hex in _where(message))
        }, column=message.args["column"])[one]
        for one in LANGUAGES
    }  # fmt: skip


def _where(message: Message) -> list[str]:
    there = message.args.get("hexes") or [message.args.get("hex")]
    return [str(hex) for hex in there if hex is not None]


def _units(args: Mapping[str, Any]) -> list[str]:
    """All units that an event speaks of."""
    told = [value for name, value in args.items() if name.split("_")[0] in ("unit", "units")]
    return [str(unit) for value in told for unit in (value if isinstance(value, list | tuple) else [value])]


def sentence(game: Game, message: Message) -> Words:
    """What the log says, as a line of its own; a name that it begins with stays as it is."""
    said = {}
    for one in LANGUAGES:
        text, named = game.words.say(message, one), game.words.template(message.key, one).startswith("{")
        said[one] = text if named else text[:1].upper() + text[1:]
    return said
