"""`grognard move-data`: a house moves from one database to another, and every table is the same there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import URL

from tests.cli.conftest import call_grognard as call
from tests.table import databases
from tests.table.databases import PASSWORD, Cluster, meddle
from tests.table.guests import Line, opened, play_on
from tests.table.serving import START

pytestmark = pytest.mark.postgresql


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    found = Cluster(databases.FAST)
    yield found
    found.remove()


@pytest.fixture(autouse=True)
def own_databases(monkeypatch: pytest.MonkeyPatch) -> None:
    """The house that moves is in SQLite, whatever the others run on."""
    monkeypatch.setattr(databases, "ON_POSTGRESQL", False)


@pytest.fixture
def empty(server: Cluster) -> URL:
    """A database with nothing in it, not even a shape."""
    return server.url(server.create("empty"))


def address(url: URL) -> str:
    return url.render_as_string(hide_password=False)


def lived_in(folder: Path) -> list[str]:
    """A house with games in progress, talk, a name and snapshots."""
    tables = []
    with opened(folder) as inn:
        for game, seed in (("avl", 1), ("lb", 2)):
            made = inn.guest().open(game=game, name="Ann")
            tables.append(made["id"])
            players = list(made["seats"])
            with ExitStack() as seated:
                lines = {one: Line(seated.enter_context(inn.guest().sit(made["id"], one))) for one in players}
                play_on(lines, Random(seed), 45)
                lines[players[0]].send(type="chat", text="a fine position")
    return tables


def files(folder: Path | URL, tables: list[str]) -> list[object]:
    """What a house tells of its tables."""
    told: list[object] = []
    with opened(folder) as inn:
        for table in tables:
            told.append(inn.guest().get(f"/api/tables/{table}/file").json())
            told.append(inn.guest().get(f"/api/tables/{table}/position").json())
            with inn.guest().sit(table, None) as session:
                told.append(Line(session).view)
    return told


def test_a_house_moves_there_and_back(tmp_path: Path, empty: URL) -> None:
    tables = lived_in(tmp_path / "old")
    there = call("move-data", "--from", tmp_path / "old", "--to", address(empty))
    assert there.exit_code == 0, there.stderr
    assert "2 tables with" in there.stdout and "2 were replayed and are the same" in there.stdout
    assert PASSWORD not in there.stdout + there.stderr
    before = files(tmp_path / "old", tables)
    assert files(empty, tables) == before
    with opened(empty) as inn:
        with inn.guest().sit(tables[0], "axis") as session:
            assert Line(session).send(type="chat", text="and on it goes")["type"] == "done", "chat counts on"
        inn.guest().open()
    back = call("move-data", "--from", address(empty), "--to", tmp_path / "new")
    assert back.exit_code == 0, back.stderr
    assert files(tmp_path / "new", tables) == before
    texts = meddle(tmp_path / "new", "SELECT text FROM chat ORDER BY id")
    assert texts == [["a fine position"], ["a fine position"], ["and on it goes"]]


def test_a_target_that_holds_tables_is_refused_and_left_as_it_is(tmp_path: Path, empty: URL) -> None:
    tables = lived_in(tmp_path / "old")
    with opened(empty) as inn:
        other = inn.guest().open()["id"]
    told = call("move-data", "--from", tmp_path / "old", "--to", address(empty))
    assert told.exit_code == 2 and "holds 1 tables already" in told.stderr
    with opened(empty) as inn:
        assert [one["id"] for one in inn.guest().get("/api/tables").json()] == [other] != tables


def test_a_table_that_cannot_be_opened_is_copied_as_it_stands_and_told(tmp_path: Path, empty: URL) -> None:
    good, bad = lived_in(tmp_path)
    meddle(tmp_path, "UPDATE tables SET header = :half WHERE id = :bad", half='{"game": "lb', bad=bad)
    meddle(tmp_path, "UPDATE acts SET target = :half WHERE table_id = :bad AND number = 1", half='{"half', bad=bad)
    told = call("move-data", "--from", tmp_path, "--to", address(empty))
    assert told.exit_code == 0, told.stderr
    assert f"table {bad} cannot be opened" in told.stdout and "1 were replayed" in told.stdout
    with opened(empty) as inn:
        assert inn.guest().get(f"/api/tables/{good}").status_code == 200
        kept = inn.guest().get(f"/api/tables/{bad}/file").json()
    assert kept["header"] == '{"game": "lb' and kept["acts"][0]["target"] == '{"half'


def test_what_does_not_fit_is_left_behind_and_told(tmp_path: Path, empty: URL) -> None:
    good, bad = lived_in(tmp_path)
    meddle(tmp_path, "UPDATE tables SET created = 'long ago' WHERE id = :bad", bad=bad)
    meddle(tmp_path, "UPDATE seats SET name = :name WHERE table_id = :good", name="An\0n" * 100, good=good)
    told = call("move-data", "--from", tmp_path, "--to", address(empty))
    assert told.exit_code == 1, told.stderr
    assert f"table {bad} does not fit there" in told.stdout
    with opened(empty) as inn:
        (card,) = inn.guest().get("/api/tables").json()
    assert card["id"] == good and set(card["seats"]["axis"]["name"]) == set("An\N{SYMBOL FOR NULL}n")


KILLED = """
import os
from grognard.table import moving
def killed(*_):
    os.kill(os.getpid(), 9)
moving._compare = killed
"""


def test_a_move_that_is_killed_has_copied_nothing(tmp_path: Path, empty: URL) -> None:
    lived_in(tmp_path)
    for target in (address(empty), str(tmp_path / "new")):
        command = [sys.executable, "-c", f"{KILLED}\n{START}", "move-data", "--from", str(tmp_path), "--to", target]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=os.environ)
        assert done.returncode == -signal.SIGKILL, done.stderr
        again = call("move-data", "--from", tmp_path, "--to", target)
        assert again.exit_code == 0, again.stderr


def test_a_copy_that_differs_is_no_copy(tmp_path: Path, empty: URL, monkeypatch: pytest.MonkeyPatch) -> None:
    from grognard.table import moving

    tables = lived_in(tmp_path)
    write = moving._write

    async def clumsy(there: object, table: object, rows: list[dict[str, object]], moved: object) -> None:
        for row in rows:
            row.update({"verb": "pass"} if row.get("number") == 5 and "verb" in row else {})
        await write(there, table, rows, moved)  # type: ignore[arg-type]

    monkeypatch.setattr(moving, "_write", clumsy)
    told = call("move-data", "--from", tmp_path, "--to", address(empty))
    assert told.exit_code == 2 and "acts is not the same" in told.stderr
    monkeypatch.undo()
    monkeypatch.setattr(databases, "ON_POSTGRESQL", False)
    with opened(empty) as inn:
        assert inn.guest().get("/api/tables").json() == [] and tables


def test_what_cannot_be_moved_is_one_clear_line(tmp_path: Path, empty: URL) -> None:
    assert "there are no games in it" in call("move-data", "--from", tmp_path, "--to", address(empty)).stderr
    with opened(tmp_path):
        pass
    same = call("move-data", "--from", tmp_path, "--to", tmp_path)
    assert same.exit_code == 2 and "are the same" in same.stderr
    wrong = call("move-data", "--from", tmp_path, "--to", address(empty.set(password="wrong-word")))
    assert wrong.exit_code == 2 and "refuses this user or password" in wrong.stderr
    assert "wrong-word" not in wrong.stderr and wrong.stderr.count("\n") == 1
