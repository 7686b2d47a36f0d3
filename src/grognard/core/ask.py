"""Asks, answers and refusals: the vocabulary in which a position and a player speak to each other.

Inside the engine an answer is one int, `code(verb, target)`, and an offer maps each verb to a bitboard of its targets.
Names and sentences appear only at the edge, in `Ask` and `IllegalAnswer`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from grognard.hex.grid import nth_bit

if TYPE_CHECKING:
    from grognard.core.words import Message, Words

Offer = dict[int, int]
"""verb -> bitboard of legal targets. A verb without a target carries the bitboard 1."""

Target = str | int | None
"""A target as the world outside names it: a unit id, a hex "2310", a chit, a number, or nothing."""

TARGET_BITS = 16
TARGET_MASK = (1 << TARGET_BITS) - 1


class Kind(Enum):
    """What a verb is said of."""

    NOTHING = "nothing"
    UNIT = "unit"
    HEX = "hex"
    HEXSIDE = "hexside"
    CHIT = "chit"
    NUMBER = "number"


class Verb(NamedTuple):
    """One word a player can say, what he says it of, and the rule that allows it where the prompt's does not."""

    name: str
    kind: Kind
    rule: str = ""
    aside: bool = False
    """Offered again once its unit is in hand: a click on the map need not ask between the two."""


def code(verb: int, target: int = 0) -> int:
    """The answer `verb target` as one int.

    >>> code(2, 5) >> TARGET_BITS, code(2, 5) & TARGET_MASK
    (2, 5)
    """
    return verb << TARGET_BITS | target


def codes(offer: Offer) -> list[int]:
    """Every answer an offer holds.

    >>> codes({1: 0b101})
    [65536, 65538]
    """
    found = []
    for verb, targets in offer.items():
        base = verb << TARGET_BITS
        while targets:
            low = targets & -targets
            found.append(base | low.bit_length() - 1)
            targets ^= low
    return found


def random_answer(offer: Offer, rng: Random) -> int:
    """An answer by chance: first a verb, then one of its targets. Playouts, tests and the Random bot share it."""
    chance = rng.random
    verbs = [verb for verb, targets in offer.items() if targets]
    verb = verbs[int(chance() * len(verbs))]
    targets = offer[verb]
    count = targets.bit_count()
    target = nth_bit(targets, int(chance() * count)) if count > 1 else targets.bit_length() - 1
    return verb << TARGET_BITS | target


def offered(offer: Offer, verb: int, target: int) -> bool:
    """Whether an offer holds this answer: the one test of legality that there is."""
    return bool(offer.get(verb, 0) >> target & 1)


class NotOffered(Exception):
    """Inside the engine: an answer outside the offer. `Play` turns it into an `IllegalAnswer` with its reasons."""


@dataclass(frozen=True)
class Ask:
    """A question to one player with the finite set of its answers.

    >>> ask.answers  # doctest: +SKIP
    {'select_chit': ['1GdA', '3GdA'], 'done': [None]}
    """

    player: str
    message: Message
    answers: Mapping[str, list[Target]]
    words: Words

    @property
    def prompt(self) -> str:
        return self.text("en")

    @property
    def rule(self) -> str:
        return self.message.rule

    def text(self, language: str) -> str:
        return self.words.say(self.message, language)


class IllegalAnswer(ValueError):
    """A refused answer: which rule forbids it and why. The position has not changed."""

    def __init__(self, reasons: list[Message], words: Words) -> None:
        self.reasons = reasons
        self.words = words
        super().__init__(self.text("en"))

    @property
    def rule(self) -> str:
        return self.reasons[0].rule

    @property
    def reason(self) -> str:
        return self.words.say(self.reasons[0], "en")

    def text(self, language: str) -> str:
        return "; ".join(self.words.say_with_rule(reason, language) for reason in self.reasons)
