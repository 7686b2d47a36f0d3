"""What every game must hold, whoever wrote it: a suite that any registered game passes by being registered.

`suite.conform` is the whole of it, as `grognard conform GAME` runs it: what stands in a game's files (`standing`) and
what random games show. Each function returns the faults it met as sentences; none is an empty list.
"""

from __future__ import annotations

from grognard.core.conformance.answers import dead_end
from grognard.core.conformance.keeping import journal_holds
from grognard.core.conformance.perft import perft
from grognard.core.conformance.random_play import (
    MOST_ANSWERS,
    any_answer,
    fuzz,
    fuzz_from,
    look,
    random_state_game,
    thorough,
    thorough_from,
)
from grognard.core.conformance.secrets import hidden_is_dealt, secrets_hold
from grognard.core.conformance.suite import conform

__all__ = [
    "MOST_ANSWERS", "any_answer", "conform", "dead_end", "fuzz", "fuzz_from", "hidden_is_dealt", "journal_holds",
    "look", "perft", "random_state_game", "secrets_hold", "thorough", "thorough_from",
]  # fmt: skip
