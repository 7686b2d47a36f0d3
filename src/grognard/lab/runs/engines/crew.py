"""A crew plays games, and `keep_busy` hands them out: as many at once as the crew has hands, a few more waiting.

When nothing is left to hand out, hands that are free play the games that are still out a second time: the first to end
counts, which one does not matter because a game has one course. So a slow machine does not hold a run up.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable
from contextlib import AbstractContextManager
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from grognard.core.registry import told
from grognard.lab.simulate import Pairing

T = TypeVar("T")
Task = Callable[[Pairing], T]
TRIES = 3
"""So often a game may be begun whose worker dies, before it is given up."""

SPARE = 8
"""Games on their way to a cluster beside two for each hand: the way takes time."""


class Lost(NamedTuple):
    """A game that could not be played to its end."""

    number: int
    why: str


class Ended(NamedTuple, Generic[T]):
    """A game that was."""

    number: int
    got: T


class Died(Exception):
    """A worker died while it played a game; `often` where the engine has tried as often as it does."""

    def __init__(self, often: bool = False) -> None:
        super().__init__("its worker died time and again" if often else f"its worker died {TRIES} times")
        self.often = often


class Engine(Protocol):
    """What plays a run."""

    @property
    def name(self) -> str:
        """As `--on` and the log call it."""

    def play(self, to_play: Iterable[Pairing], task: Task[T]) -> Generator[Ended[T] | Lost, None, None]:
        """Play all of these, and tell of each as it ends."""


class Crew(Protocol):
    """Hands of one kind, while they are at work."""

    doubles: bool
    """Whether it helps to play a game twice: where hands are of different speed."""

    def hands(self) -> int:
        """How many games can be played at once, now."""

    def ahead(self) -> int:
        """How many may be handed out, so that no hand waits for its next game."""

    def begin(self, pairing: Pairing) -> Any:
        """Hand out a game; what comes back stands for it."""

    def ended(self) -> Iterable[tuple[Any, Any]]:
        """Wait until some game has ended: what stands for it, and what came of it or the exception that did."""

    def drop(self, ticket: Any) -> None:
        """A game that was handed out is not needed any more."""


def keep_busy(
    crew: AbstractContextManager[Crew], to_play: Iterable[Pairing]
) -> Generator[Ended[Any] | Lost, None, None]:
    """Play all of these games with a crew."""
    coming, again = iter(to_play), deque[Pairing]()
    out: dict[Any, Pairing] = {}
    copies, deaths = Counter[int](), Counter[int]()
    with crew as hands:
        while True:
            while len(out) < hands.ahead():
                pairing = again.popleft() if again else next(coming, None)
                if pairing is None:
                    pairing = _slow(hands, out, copies)
                if pairing is None:
                    break
                out[hands.begin(pairing)] = pairing
                copies[pairing.number] += 1
            if not out:
                return
            for ticket, got in hands.ended():
                pairing = out.pop(ticket, None)
                if pairing is None:  # another has ended it meanwhile
                    continue
                number = pairing.number
                if isinstance(got, Died) and not got.often and deaths[number] + 1 < TRIES:
                    deaths[number] += 1
                    copies[number] -= 1
                    again.append(pairing)
                    continue
                for other in [one for one, same in out.items() if same.number == number]:
                    hands.drop(other)
                    del out[other]
                yield Lost(number, _why(got)) if isinstance(got, Exception) else Ended(number, got)


def _slow(crew: Crew, out: dict[Any, Pairing], copies: Counter[int]) -> Pairing | None:
    """A game that is out once and may be played again by a hand that has nothing to do: the one longest out."""
    if not crew.doubles or len(out) >= crew.hands():
        return None
    return next((pairing for pairing in out.values() if copies[pairing.number] < 2), None)


def _why(error: Exception) -> str:
    text = str(error) if isinstance(error, Died) else told(error)
    return text.strip().splitlines()[-1] if text.strip() else type(error).__name__
