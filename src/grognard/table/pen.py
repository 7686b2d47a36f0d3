"""How a busy house writes to SQLite: all acts of a commit in one statement, and all summaries in another.

Every statement that SQLite runs lets go of Python's one lock and has to wait for it again; row by row a commit of fifty
tables would wait fifty times, and the event loop with it. `store` calls this in a thread of its own; other databases
never come here.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Engine

AT_ONCE = 500
"""Rows of a statement: SQLite takes 32,766 values."""

Values = tuple[Any, ...]


def commit_acts(engine: Engine, acts: Sequence[Values]) -> None:
    """Write acts, not more than AT_ONCE, and nothing else: one statement is a transaction of its own, on the disk when
    it returns. What goes wrong is told in SQLite's own errors, and then nothing is written."""
    with closing(engine.raw_connection()) as lent:
        connection: Any = lent.driver_connection
        usual, connection.isolation_level = connection.isolation_level, None
        try:
            connection.execute(_insert(len(acts)), _flat(acts))
        finally:
            connection.isolation_level = usual


def insert_acts(connection: Connection, acts: Sequence[Values]) -> None:
    """Write acts; their values in the order table, number, kind, player, verb, target as JSON, at, aside."""
    for first in range(0, len(acts), AT_ONCE):
        some = acts[first : first + AT_ONCE]
        connection.exec_driver_sql(_insert(len(some)), _flat(some))


def update_summaries(connection: Connection, summaries: Sequence[Values]) -> None:
    """Write how tables stand: table, summary as JSON, over, changed."""
    for first in range(0, len(summaries), AT_ONCE):
        some = summaries[first : first + AT_ONCE]
        connection.exec_driver_sql(_update(len(some)), _flat(some))


def _flat(rows: Sequence[Values]) -> Values:
    return tuple(value for row in rows for value in row)


@lru_cache(AT_ONCE)
def _insert(rows: int) -> str:
    return f"INSERT INTO acts (table_id, number, kind, player, verb, target, at, aside) VALUES {_places(rows, 8)}"


@lru_cache(AT_ONCE)
def _update(rows: int) -> str:
    return (
        "UPDATE tables SET summary = column2, over = column3, changed = column4 "
        f"FROM (VALUES {_places(rows, 4)}) WHERE id = column1"
    )


def _places(rows: int, columns: int) -> str:
    row = ", ".join("?" * columns)
    return ", ".join([f"({row})"] * rows)
