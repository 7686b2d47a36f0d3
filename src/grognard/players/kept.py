"""A plan that outlasts the answer it was made for: made once for a phase, and gone by while it holds.

A doctrine that keeps plans has `go_by` beside `choose`. The plan lies with the bot (`Bot.memory`), one for each seat
and game, never with the doctrine: so `choose` stays a function of the position, and one game knows nothing of another.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from grognard.core.state import State
from grognard.players.doctrine import Doctrine

S = TypeVar("S", bound=State, contravariant=True)


class KeepsPlans(Doctrine[S], Protocol[S]):
    """A doctrine that makes plans for more than one answer."""

    def go_by(self, state: S, player: int, plan: Any) -> tuple[int | None, Any]:
        """The answer, and the plan to go by next: data that can be sent to another process.

        `plan` is what was returned last in this game, or None. Answers may have been taken back since, or given by
        somebody else: the doctrine looks whether it still holds, by what it was made on, and else makes it anew.
        """


def answer_by(book: Doctrine[Any], state: State, player: int, plan: Any) -> tuple[int | None, Any]:
    """What a doctrine answers by its plan, where it keeps any, and the plan to keep."""
    go_by = getattr(book, "go_by", None)
    return (book.choose(state, player), plan) if go_by is None else go_by(state, player, plan)
