"""Steps: the sequence of play as a stack of small immutable objects named in the rulebook's words.

The top step either runs by itself or asks one player; its answer changes the position and pushes or pops steps. Prompt
and consequences stand side by side in one class, and `offer` alone decides what is legal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from grognard.core.ask import Kind, Offer
from grognard.core.words import Message

if TYPE_CHECKING:
    from grognard.core.state import State

S = TypeVar("S", bound="State")

RECORDS: dict[str, type[Record]] = {}
"""Every class of records by its name in a snapshot."""


class Record:
    """A small immutable fact that a position may hold and a snapshot can store. Subclasses are frozen dataclasses."""

    __slots__ = ()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        RECORDS[f"{cls.__module__}.{cls.__name__}"] = cls


class Forgone(NamedTuple):
    """What an answer would give up for good: told beforehand, so that a table can ask twice."""

    message: Message
    items: tuple[Mapping[str, Any], ...] = ()
    """What is given up, the best first: a `unit`, or a `hex` with the `odds` of an attack on it."""
    lost: bool = False
    """Something of one's own is lost, not only left undone."""
    terms: bool = False
    """The message's rule says what the answer means, and is told with it."""


class Step(Record, Generic[S]):
    """One step of the sequence of play."""

    __slots__ = ()

    automatic: ClassVar[bool] = False
    """Runs by itself: there is nothing to decide."""
    obvious: ClassVar[bool] = False
    """When only one answer is possible nobody is asked."""
    asks_one: ClassVar[bool] = True
    """One player is asked, if anybody is: not so with `Together`, `AnyOf` and `GameOver`."""
    acting: ClassVar[bool] = False
    """The ask is about units that are still to act: to move, to attack, to be placed."""
    words: ClassVar[str] = ""
    """What `game.position(step=...)` and a bot call it."""
    in_phase: ClassVar[str] = ""
    """The phase that it, and whatever it leads to, belongs to, as `[phase]` of the locale words it."""

    player: int
    """Who decides."""

    def run(self, state: S) -> None:
        """An automatic step's work; the step has already left the stack."""
        raise NotImplementedError

    def offer(self, state: S) -> Offer:
        """The legal answers, from what the deciding player may know."""
        raise NotImplementedError

    def take(self, state: S, verb: int, target: int) -> None:
        """Carry out an answer that was offered; the step is still on the stack."""
        raise NotImplementedError

    def prompt(self, state: S) -> Message:
        """What is asked and by which rule."""
        raise NotImplementedError

    def why(self, state: S, verb: int, target: int) -> list[Message]:
        """Why an answer is not offered, most telling reason first; empty where nothing special can be said."""
        return []

    def why_over(self, state: S) -> Message | None:
        """Where an obvious step's lone answer would end a segment, and lead past what can be undone: why nothing else
        is left to do. The player who brought it about is asked to go on then; None where nobody need be asked."""
        return None

    def preview(self, state: S, verb: int, target: int) -> Mapping[str, Any]:
        """What an offered answer would do, as far as the player may know: path and cost, odds and outcomes."""
        return {}

    def primary(self, state: S) -> int | None:
        """The verb without a target that Enter answers: what most players want now and what does no harm by accident.

        Whatever ends or declines something is that only when nothing else is offered.
        """
        offered = [verb for verb, targets in state.offer.items() if targets]
        return offered[0] if len(offered) == 1 and state.game.verbs[offered[0]].kind is Kind.NOTHING else None

    def forgoes(self, state: S, verb: int, target: int) -> Forgone | None:
        """What an offered answer would give up that cannot be had again; asked only for a table's view."""
        return None

    def focus(self, state: S) -> Mapping[str, Any]:
        """What the question is about, for a table that shows it: a unit, a hex, odds so far."""
        return {}

    def circle(self, state: S) -> tuple[int, ...]:
        """Players who settle this behind closed doors: all others see every one of them waiting, and not who is asked.

        Nobody where it is done in the open.
        """
        return ()


GO_ON = "go_on"
"""The verb of a game that may wait for its players: a game whose obvious steps say `why_over` has it."""


@dataclass(frozen=True, slots=True)
class GoOn(Step[Any]):
    """The segment of the step below would end by itself, and with it all undo: its player says when."""

    player: int
    words = GO_ON

    def offer(self, state: State) -> Offer:
        return {state.game.verb_numbers[GO_ON]: 1}

    def take(self, state: State, verb: int, target: int) -> None:
        state.pop()
        below = state.stack[-1]
        alone = lone_answer(below.offer(state))
        if alone is not None:
            below.take(state, *alone)

    def prompt(self, state: State) -> Message:
        below = state.stack[-2]
        return below.why_over(state) or below.prompt(state)

    def why(self, state: State, verb: int, target: int) -> list[Message]:
        """What the step below would say: it offers nothing but its end."""
        below = state.clone()
        below.pop()
        step = below.stack[-1]
        below.offer = step.offer(below)
        return [] if below.offer.get(verb, 0) >> target & 1 else step.why(below, verb, target)


def lone_answer(offer: Offer) -> tuple[int, int] | None:
    """The verb and target of an offer that holds a single answer.

    >>> lone_answer({3: 0b100}), lone_answer({3: 0b101}), lone_answer({3: 1, 4: 1})
    ((3, 2), None, None)
    """
    if len(offer) != 1:
        return None
    ((verb, targets),) = offer.items()
    return None if targets & (targets - 1) else (verb, targets.bit_length() - 1)


@dataclass(frozen=True, slots=True)
class Together(Step[Any]):
    """Secret, simultaneous choices: one private lane per player, committed in seat order when all are done."""

    lanes: tuple[tuple[int, Step[Any]], ...]
    asks_one = False


@dataclass(frozen=True, slots=True)
class AnyOf(Step[Any]):
    """Several players are asked at once and see each other's answers: whoever is first has his question alone.

    Taking his answer, that question says who is still to be asked.
    """

    questions: tuple[tuple[int, Step[Any]], ...]
    asks_one = False

    def of(self, player: int) -> Step[Any] | None:
        return next((step for one, step in self.questions if one == player), None)

    def circle(self, state: State) -> tuple[int, ...]:
        return self.questions[0][1].circle(state)


@dataclass(frozen=True, slots=True)
class GameOver(Step[Any]):
    """The bottom of the stack once there is a result."""

    player: int = -1
    asks_one = False
