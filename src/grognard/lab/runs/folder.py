"""A run's folder: `run.json` with the plan, and by table `<table>/part-00000.parquet` and so on.

A part appears whole or not at all, and those of `games` last: a game is there when its row in `games` is. So a run may
be killed at any moment and gone on with; what had not been written is played again. `log.jsonl` tells when and by what
engine games were played, `start.json` and `data/` are what the plan was made with.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from threading import current_thread, main_thread
from time import monotonic, time
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from grognard.core.game import SetupError
from grognard.core.held import Taken, held
from grognard.lab.beginning import Overlay
from grognard.lab.facts import SCHEMA, Rows, tables
from grognard.lab.runs.plan import Plan

if TYPE_CHECKING:
    import pyarrow as pa

GAMES = "games"
"""The table that tells which games are there."""
HEAD, LOG, LOCK, START, DATA = "run.json", "log.jsonl", ".lock", "start.json", "data"
PART = 200
"""Games in a part, at most."""
PATIENCE = 20.0
"""Seconds after which what there is becomes a part, however little it is."""


@contextlib.contextmanager
def alone_in(path: Path) -> Iterator[None]:
    """Let nobody else write into a folder meanwhile; SetupError where another does."""
    try:
        with held(path / LOCK):
            yield
    except Taken as taken:
        raise SetupError(f"{path}: another grognard writes there already (process {taken.process})") from None


class Folder:
    """Where a run is kept, open for writing: nobody else writes there meanwhile."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path, self.plan = path, plan

    @classmethod
    @contextlib.contextmanager
    def opened(cls, path: Path, plan: Plan, save: bytes | None = None, data: Path | None = None) -> Iterator[Folder]:
        """A new run with this plan, or the one that is there if its plan is this one or has fewer games.

        `save` is the saved game that it is played on from, `data` an owner's own data files: copies are kept.
        """
        tables()  # without what writes them nothing need begin
        if path.exists() and not path.is_dir():
            raise SetupError(f"{path} is a file: a run takes a folder")
        if data is not None and path.resolve().is_relative_to(data.resolve()):
            raise SetupError(f"{path} lies in {data}, which the run keeps a copy of: name a folder elsewhere")
        path.mkdir(parents=True, exist_ok=True)
        strange = {one.name for one in path.iterdir() if one.name[0] != "."} - {START, DATA}
        if strange and not (path / HEAD).exists():
            raise SetupError(f"{path} holds {min(strange)} and no run: name an empty folder")
        with alone_in(path):
            folder = cls(path, plan)
            differs = read_plan(path).differs(plan) if (path / HEAD).exists() else "nothing"
            if differs is not None and not folder.there():  # of one that never had a game nothing is lost
                _keep(path, save, data)
                _whole(path / HEAD, lambda file: _write_plan(file, plan))
                if data is not None:
                    folder.log(data=data.resolve().name)
            elif differs is not None:
                raise SetupError(f"{path} holds another run, with {differs}: give this one a folder of its own")
            folder._clear()
            yield folder

    @property
    def overlay(self) -> Overlay | None:
        """The owner's own data files, as they were when the run began."""
        return None if self.plan.data is None else Overlay(str((self.path / DATA).resolve()), self.plan.data)

    def lengthen(self) -> None:
        """Write down that it has as many games as are wanted now, where it had fewer."""
        kept = read_plan(self.path)
        if kept.games < self.plan.games:
            _whole(self.path / HEAD, lambda file: _write_plan(file, kept.longer(self.plan.games)))

    def there(self) -> set[int]:
        """The numbers of the games that are written."""
        return numbers(self.path)

    def log(self, **facts: Any) -> None:
        """Note something that is not part of the results."""
        with (self.path / LOG).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"at": round(time(), 3), **facts}) + "\n")

    def _clear(self) -> None:
        """Take away what a run that was killed had half written."""
        whole = {part.name for part in parts(self.path, GAMES)}
        for name in tables():
            (self.path / name).mkdir(exist_ok=True)
            for part in (self.path / name).iterdir():
                if part.name not in whole:
                    part.unlink()

    def write(self, rows: Rows) -> None:
        """Make a part of these rows: that of `games` comes last."""
        from pyarrow import Table, parquet

        number = max((int(part.stem.removeprefix("part-")) for part in parts(self.path, GAMES)), default=-1) + 1
        for name in sorted(tables(), key=lambda one: one == GAMES):
            part = Table.from_pylist(
                [{**row, "arm": self.plan.arm_of(row["number"])} for row in rows.get(name, ())], schema_of(name)
            )
            path = self.path / name / f"part-{number:05}.parquet"
            _whole(path, partial(parquet.write_table, part, compression="zstd"))


class Writer:
    """Gathers rows until they make a part; whatever is left when it ends is one too."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self._rows: Rows = {}
        self._begun = monotonic()

    def add(self, rows: Rows) -> None:
        for name, some in rows.items():
            self._rows.setdefault(name, []).extend(some)
        if len(self._rows[GAMES]) >= PART or monotonic() - self._begun > PATIENCE:
            self.write()

    def write(self) -> None:
        with undisturbed():
            if self._rows:
                self.folder.write(self._rows)
            self._rows, self._begun = {}, monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.write()


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Ctrl-C waits until this is done: rows are written once and whole."""
    if current_thread() is not main_thread():
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt


def read_plan(path: Path) -> Plan:
    """The plan of a run that is kept in a folder."""
    if not path.is_dir():
        raise SetupError(f"{path}: there is no such folder")
    try:
        return Plan.from_plain(json.loads((path / HEAD).read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise SetupError(f"{path} is no run: there is no {HEAD} in it") from None
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise SetupError(f"{path / HEAD} is no plan of a run: {error!r}") from None


def parts(path: Path, table: str) -> list[Path]:
    """The whole parts of a table; those of games that are not there are none."""
    if table != GAMES:
        return [path / table / part.name for part in parts(path, GAMES) if (path / table / part.name).exists()]
    return sorted((path / table).glob("part-*.parquet"))


def numbers(path: Path) -> set[int]:
    """The numbers of the games of which a folder has rows."""
    found: set[int] = set()
    for part in parts(path, GAMES):
        found.update(read_part(part, columns=["number"])["number"].to_pylist())
    return found


def read_part(part: Path, **how: Any) -> pa.Table:
    """A part of a table; SetupError where it is damaged."""
    import pyarrow as pa
    from pyarrow import parquet

    try:
        return parquet.read_table(part, **how)
    except (OSError, pa.ArrowException) as error:
        raise SetupError(f"{part} cannot be read: {error}") from None


def schemas() -> dict[str, pa.Schema]:
    """Every table as a run keeps it."""
    return {name: schema_of(name) for name in tables()}


def schema_of(table: str) -> pa.Schema:
    """The columns of a table as a run keeps it: those of its facts, and the arm that its game belongs to."""
    import pyarrow as pa

    about = {b"says": b"The arm of the plan, from 0, that the game belongs to."}
    told: Mapping[str, pa.Schema] = tables()
    found = told[table].insert(1, pa.field("arm", pa.int32(), nullable=False, metadata=about))
    return found.with_metadata({**(told[table].metadata or {}), b"grognard.schema": str(SCHEMA).encode()})


def _keep(path: Path, save: bytes | None, data: Path | None) -> None:
    for name in (HEAD, START, LOG):
        (path / name).unlink(missing_ok=True)
    shutil.rmtree(path / DATA, ignore_errors=True)
    if save is not None:
        _whole(path / START, lambda file: file.write_bytes(save))
    if data is not None:
        shutil.copytree(data, path / DATA)


def _write_plan(file: Path, plan: Plan) -> None:
    file.write_text(json.dumps(plan.plain(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _whole(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file beside its place and put it there when it is whole and on the disk."""
    beside = path.with_name(f".{path.name}")  # readers of whole folders pass over such names
    write(beside)
    with beside.open("rb+") as file:
        os.fsync(file.fileno())
    beside.replace(path)
