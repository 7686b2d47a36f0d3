"""What a doctrine thinks of the answers to a question: the best of them, each with what speaks for and against it.

A doctrine that can tell has a method `opinions`. It is asked with weights that remember where they went (`weighed`);
what those are called when they are a reason stands in `reasons.toml` beside the doctrine, in every language.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, Protocol, TypeVar

from grognard.core.ask import TARGET_BITS, TARGET_MASK, Offer, offered
from grognard.core.game import SetupError
from grognard.core.placed import PlacedState
from grognard.core.state import State
from grognard.hex.grid import bits
from grognard.players.doctrine import RECRUIT, REGULAR, doctrine
from grognard.players.reasons import Reason
from grognard.players.weighed import Weighed, parts_of

S = TypeVar("S", bound=State, contravariant=True)

ATTACK = "attack"
"""The note of a march that belongs to an attack: what is weighed then is the attack."""
TELLING = 0.04
"""The least that a part of a value must be to be a reason, as a share of all that speaks for or against."""


@dataclass(frozen=True)
class Opinion:
    """One way to go on."""

    answers: tuple[int, ...]
    """The answer to the question, and those that belong to it: a unit, then where it goes."""
    value: float
    """What it is worth, in the doctrine's own points."""
    instead: float = 0.0
    """What it is worth to leave it: to stay, not to attack."""
    units: tuple[int, ...] = ()
    """Who takes part."""
    ways: tuple[tuple[int, int], ...] = ()
    """What is drawn: from hex to hex."""
    target: int | None = None
    """The hex that it is about."""
    fight: bool = False
    """It leads to a die, and is meant to clear the target of enemies."""
    chance: float | None = None
    """That it succeeds, where the doctrine itself has an estimate."""
    towards: int | None = None
    """The objective that lies behind, where the doctrine marches by one: reasons name it."""
    note: str | None = None
    """A reason by name that no weight tells: a plan it belongs to."""
    left: bool = False
    """It leaves something undone that is best."""

    @property
    def stand(self) -> tuple[int, int] | None:
        """Who stands in which hex when it is done, if that is what it is about."""
        if len(self.units) != 1 or self.target is None or self.fight or self.chance is not None or self.left:
            return None
        return None if self.note == ATTACK else (self.units[0], self.target)

    @property
    def gain(self) -> float:
        return float(self.value) - float(self.instead)

    def reasons(self) -> list[tuple[str, float]]:
        """By weight: how much it makes this better or worse than leaving it; what matters most first."""
        value = Weighed(self.value, parts_of(self.value)) - self.instead
        whole = sum(abs(part) for part in value.parts.values())
        told = [(name, part) for name, part in value.parts.items() if abs(part) > TELLING * whole]
        return sorted(told, key=lambda one: -abs(one[1]))


class Named(NamedTuple):
    """Whom or what a reason is about: units, the most dangerous first, or a hex."""

    units: tuple[int, ...] = ()
    hex: int | None = None


class Adviser(Protocol[S]):
    """A doctrine that tells what it thinks; without `opinions` it only has an answer."""

    reasons: Mapping[str, Reason]
    """Its weights in words."""
    orders: Container[type[Any]]
    """Questions of who goes next and not whether: all that is told of is done in the end."""

    def choose(self, state: S, player: int) -> int | None: ...

    def opinions(self, state: S, player: int) -> Sequence[Opinion]:
        """What it considers, in any order."""

    def named(self, state: S, player: int, opinion: Opinion, reason: str, speaks_for: bool) -> Named | None:
        """Whom or what a reason for an answer is about, or one against it, of what this player may see; None where
        that is not known."""

    def cleared(self, state: S, player: int, hex: int) -> bool:
        """Whether no enemy of this player stands in a hex."""

    def telling(self) -> Adviser[S]:
        """The same doctrine with weights that remember where they went."""


@cache
def adviser(game_id: str) -> Adviser[Any] | None:
    """The best doctrine of a game that tells what it thinks, or None where none does."""
    for level in (REGULAR, RECRUIT):
        try:
            found: Any = doctrine(game_id, level)
        except SetupError:
            continue
        if hasattr(found, "opinions"):
            book: Adviser[Any] = found.telling()
            return book
    return None


def considered(book: Adviser[Any], state: State, player: int, most: int = 3) -> list[Opinion]:
    """What a doctrine would do, and the best of what else it has thought of; only what may be answered."""
    offer, choice = state.ask(player), book.choose(state, player)
    ranked = sorted(book.opinions(state, player), key=lambda one: (one.note is None, -one.gain))
    ranked = [one for one in ranked if _may(offer, one.answers[0])]
    if choice is not None and _may(offer, choice) and not (ranked and type(state.stack[-1]) in book.orders):
        own = [one for one in ranked if one.answers[0] == choice] or [Opinion((choice,), 0.0)]
        ranked = [own[0], *ranked]
    alike: dict[tuple[int, float, int | None], Opinion] = {}
    for one in ranked:
        alike.setdefault((one.answers[0] >> TARGET_BITS, round(one.gain, 3), one.target), one)
    return list(alike.values())[:most]


class Far(Protocol):
    """How far it is from each hex."""

    def __getitem__(self, hex: int, /) -> int: ...


def leads_to(around: Sequence[int], far: Far, hex: int) -> int:
    """The objective that a march from a hex comes to, ever nearer."""
    while True:
        nearer = min(bits(around[hex]), key=lambda one: (far[one], one))
        if far[nearer] >= far[hex]:
            return hex
        hex = nearer


Posts = Sequence[tuple[int, int]]
"""Who attacks, and from which hex."""


def coming(state: PlacedState, posts: Posts) -> tuple[tuple[int, int], ...]:
    """The ways of those who have yet to come to their posts."""
    here = state.hex_of
    return tuple((here[unit], post) for unit, post in posts if state.on_map(unit) and here[unit] != post)


def attacking(posts: Posts, hex: int) -> tuple[tuple[int, int], ...]:
    """From every post to the hex that is attacked."""
    return tuple((post, hex) for post in dict.fromkeys(post for _, post in posts))


def leaving(answer: int, best: Opinion) -> Opinion:
    """To leave what is best: it gains what that costs, and gives up what that gains."""
    units = best.units if len(best.units) == 1 and not best.fight and best.chance is None else ()
    return Opinion((answer,), best.instead, best.value, units, target=best.target, towards=best.towards, left=True)


def with_leaving(found: list[Opinion], answer: int, offer: Offer) -> list[Opinion]:
    """What one thing alone comes into question for is compared with leaving it, where one may."""
    if len(found) != 1 or not _may(offer, answer):
        return found
    return [*found, leaving(answer, found[0])]


def _may(offer: Offer, answer: int) -> bool:
    return offered(offer, answer >> TARGET_BITS, answer & TARGET_MASK)
