"""What a game's own tests need: marks for clauses, all that random games say, positions from files and their counts.

    from grognard.testing import perft, rule

    @rule("my-game", "9.5.2a")
    def test_a_retreat_ends_beside_no_enemy() -> None: ...

`grognard rules my-game --coverage --tests DIR` reads these decorators from the source, so the clauses are written out
as plain strings, never computed.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.core.conformance.perft import perft
from grognard.core.conformance.spoken import Spoken, any_answer, random_answers, spoken_in, worded_faults
from grognard.core.registry import game as find_game
from grognard.core.state import State

if TYPE_CHECKING:
    import pytest

__all__ = [
    "Position", "Spoken", "any_answer", "counts_of", "perft", "positions", "random_answers", "rule", "spoken_in",
    "state_of", "worded_faults",
]  # fmt: skip

OWN = ("name", "counts", "answers", "new")
"""Keys that say something about a position and are no words of it."""
DEEPEST = 6
MOST = 30_000
"""Positions that a count may visit."""

Position = dict[str, Any]
"""A position as a TOML file writes it down: the words of `Game.position`, and answers given before a test begins."""


def rule(game: str, *clauses: str) -> pytest.MarkDecorator:
    """Mark a test as showing these clauses; pytest.ini names the mark: `rule(game, *clauses)`."""
    import pytest  # only tests come here

    if not clauses:
        raise ValueError("@rule names a game and at least one clause")
    return pytest.mark.rule(game, *clauses)


def positions(file: Path) -> list[Position]:
    """The `[[position]]` tables of a file; `new = true` is the beginning of a scenario, with nothing chosen."""
    found: list[Position] = tomllib.loads(file.read_text(encoding="utf-8"))["position"]
    return found


def state_of(game: str, position: Position) -> State:
    words = {key: value for key, value in position.items() if key not in OWN}
    found = find_game(game)
    play = found.new(**words, seed=1) if position.get("new") else found.position(**words)
    for player, verb, *target in position.get("answers", ()):
        play.answer(player, verb, *target)
    state: State = play.state
    state.events = None
    return state


def counts_of(state: State) -> list[int]:
    """`perft` at growing depths, as far as it stays quick: what a file of counts holds."""
    counts: list[int] = []
    for depth in range(1, DEEPEST + 1):
        counts.append(perft(state, depth))
        if counts[-1] * (counts[-1] // max(counts[-2], 1) if len(counts) > 1 else 30) > MOST:
            break
    return counts
