"""How a review ends: where most of the margin came from, the worst turn, and what would have been without the dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grognard.core.game import Game
from grognard.core.words import LANGUAGES
from grognard.school.words import in_words, say

PARTS = ("own", "theirs", "dice")
MOST = 0.5
"""The share of all that was won and lost that one part must have to be most of it."""

TOLD = 0.25
"""Points below which a figure is left out in any game: it would round to nothing."""

Words = Mapping[str, str]


def document(game: Game, found: Mapping[str, Any], least: float) -> list[Words]:
    """The sentences, in order; `least` are the points below which nothing is worth a word."""
    return list(_sentences(game, found, max(least, TOLD)))


def _sentences(game: Game, found: Mapping[str, Any], least: float) -> Iterator[Words]:
    yield _mostly(game, found, least)
    worst = min(found["turns"], key=lambda one: one["own"]["lead"] + min(rolled(one), 0.0), default=None)
    if worst is not None and worst["own"]["lead"] < -least:
        luck = rolled(worst)
        how = "unlucky" if luck < -least else "lucky" if luck > least else "alone"
        when = "worst" if worst["turn"] else "set_up"
        yield say(f"review.{when}.{how}", turn=worst["turn"], lead=signed(worst["own"]["lead"]), luck=signed(luck))
    lead, theirs = found["margin"]["lead"], found["theirs"]["lead"]
    if abs(rolled(found)) > least:
        yield say("review.without_dice", lead=signed(lead - rolled(found)))
    if abs(theirs) > least:
        yield say("review.against_regular", lead=signed(lead - theirs))


def _mostly(game: Game, found: Mapping[str, Any], least: float) -> Words:
    """What the margin is mostly made of: what one did, what the others did, or the dice; or nothing in particular."""
    parts = {name: found[name]["lead"] for name in PARTS}
    name = max(parts, key=lambda one: abs(parts[one]))
    if abs(parts[name]) <= max(least, MOST * sum(map(abs, parts.values()))):
        return say("review.mostly.nothing")
    way = "good" if parts[name] > 0 else "bad"
    others = [side for side in found["sides"] if side != found["side"]]
    if name == "theirs" and len(others) == 1:
        return in_words(f"review.mostly.enemy_{way}", {one: game.words.word(others[0], one) for one in LANGUAGES})
    return say(f"review.mostly.{name}_{way}")


def rolled(parts: Mapping[str, Any]) -> float:
    """What the dice alone did: without what nobody could foresee, which is told together with them."""
    return float(parts["dice"]["lead"] - parts["unforeseen"]["lead"])


def signed(figure: float) -> str:
    """A lead with its sign.

    >>> signed(1.84), signed(-0.42), signed(0.01)
    ('+1.8', '−0.4', '0')
    """
    return f"{'−' if figure < 0 else '+'}{abs(figure):.1f}" if abs(figure) >= 0.05 else "0"
