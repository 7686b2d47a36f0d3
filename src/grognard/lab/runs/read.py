"""Reading a run: the only place that knows how its folder is made, besides the one that writes it.

>>> run = open_run("run/")  # doctest: +SKIP
>>> run.table("games").group_by("level").aggregate([("number", "count")])  # doctest: +SKIP
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.core import journal as journals
from grognard.core.game import Game, SetupError
from grognard.core.journal import Journal
from grognard.core.play import Play
from grognard.lab.beginning import Overlay, Start, game_of
from grognard.lab.facts import SCHEMA, tables
from grognard.lab.runs.folder import DATA, GAMES, START, numbers, parts, read_part, read_plan, schema_of
from grognard.lab.runs.plan import Plan
from grognard.lab.simulate import Pairing
from grognard.lab.whatif import moment

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class Run:
    """A run as it stands; it may still be growing."""

    path: Path
    plan: Plan

    def table(self, name: str) -> pa.Table:
        """All rows of a table in the order of their games, in which those of one game stay as they were told."""
        import pyarrow as pa

        if name not in tables():
            raise SetupError(f'a run has no table "{name}"; it has {", ".join(tables())}')
        schema = schema_of(name)
        found = [read_part(part, schema=schema) for part in parts(self.path, name)]
        whole = pa.concat_tables(found) if found else schema.empty_table()
        order = pa.table({"number": whole["number"], "row": pa.array(range(whole.num_rows), pa.int64())})
        order = order.sort_by([("number", "ascending"), ("row", "ascending")])
        return whole.take(order["row"])

    @property
    def games(self) -> pa.Table:
        """One row a game."""
        return self.table(GAMES)

    def numbers(self) -> set[int]:
        """The numbers of the games that are there."""
        return numbers(self.path)

    def row(self, number: int) -> dict[str, Any]:
        """The row of one game, as plain data."""
        from pyarrow import compute

        for part in parts(self.path, GAMES):
            table = read_part(part, schema=schema_of(GAMES))
            found: list[dict[str, Any]] = table.filter(compute.equal(table["number"], number)).to_pylist(
                maps_as_pydicts="strict"
            )
            if found:
                return found[0]
        raise SetupError(f"{self.path} has no game {number}; it has {len(self.numbers())} of {self.plan.total}")

    # ---- what its games are played with

    @property
    def overlay(self) -> Overlay | None:
        return None if self.plan.data is None else Overlay(str((self.path / DATA).resolve()), self.plan.data)

    @property
    def log(self) -> list[dict[str, Any]]:
        """When and by what its games were played."""
        return log_of(self.path)

    @property
    def data_name(self) -> str | None:
        """What the folder of these files was called; of a run that does not tell, the fingerprint's beginning."""
        if self.plan.data is None:
            return None
        return next((str(one["data"]) for one in self.log if "data" in one), self.plan.data[:8])

    @property
    def game(self) -> Game:
        return game_of(self.plan.game, self.overlay)

    @cached_property
    def start(self) -> Start | None:
        """The moment of a saved game that its games are played on from."""
        if self.plan.moment is None:
            return None
        return moment(saved_moment(self.path / START, self.game, self.plan.moment.answers), self.plan.moment.asking)

    def pairing(self, number: int) -> Pairing:
        return self.plan.pairing(number, self.start, self.overlay)


def saved_moment(path: Path, game: Game, answers: int) -> Play:
    """A saved game after so many of its answers."""
    return journals.replay(Journal.read(path), game, answers)


def open_run(path: str | Path) -> Run:
    """The run that is kept in a folder."""
    tables()  # says what is missing where nothing can be read
    plan = read_plan(Path(path))
    if plan.schema != SCHEMA:
        raise SetupError(f"{path} has tables of version {plan.schema}, and only version {SCHEMA} can be read here")
    return Run(Path(path), plan)


def log_of(path: Path) -> list[dict[str, Any]]:
    """When and by what its games were played, which is no part of the results."""
    file = path / "log.jsonl"
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []
