"""`@rule("avl", "9.5.2a")` says which clauses of a rulebook a test shows.

`grognard rules avl --coverage` reads these decorators from the source, so the clauses are written out as
plain strings, never computed.
"""

from __future__ import annotations

import pytest


def rule(game: str, *clauses: str) -> pytest.MarkDecorator:
    """Mark a test as showing these clauses."""
    if not clauses:
        raise ValueError("@rule names a game and at least one clause")
    return pytest.mark.rule(game, *clauses)
