"""`grognard backup` while the house serves, and `grognard restore`: every table is the same when it is replayed."""

from __future__ import annotations

import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random

import pytest
from alembic import command
from sqlalchemy import URL, create_engine

from grognard.table import migrate, safekeeping
from tests.cli.conftest import call_grognard as call
from tests.table import databases
from tests.table.databases import PASSWORD, Cluster, meddle, named
from tests.table.guests import Line, opened, play_on
from tests.table.test_moving import address, files, lived_in


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    found = Cluster(databases.FAST)
    yield found
    found.remove()


def test_a_house_comes_back_from_its_copy(tmp_path: Path) -> None:
    """Whatever database it was in, into a folder."""
    tables = lived_in(tmp_path / "old")
    told = call("backup", tmp_path / "copy", *named(tmp_path / "old"))
    assert told.exit_code == 0, told.stderr
    assert "2 tables with" in told.stdout and "2 were replayed" in told.stdout and PASSWORD not in told.output
    assert stat.S_IMODE((tmp_path / "copy").stat().st_mode) == 0o600
    before, copy = files(tmp_path / "old", tables), (tmp_path / "copy").read_bytes()
    back = call("restore", tmp_path / "copy", "--to", tmp_path / "new")
    assert back.exit_code == 0, back.stderr
    assert "2 were replayed and are the same" in back.stdout
    assert (tmp_path / "copy").read_bytes() == copy, "the copy is left as it is"
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith(".")] == [], "nothing is left about"
    with pytest.MonkeyPatch.context() as here:
        here.setattr(databases, "ON_POSTGRESQL", False)
        assert files(tmp_path / "new", tables) == before


@pytest.mark.postgresql
def test_a_copy_of_either_database_comes_back_in_the_other(
    tmp_path: Path, server: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "ON_POSTGRESQL", False)
    tables = lived_in(tmp_path / "old")
    empty = server.url(server.create("empty"))
    assert call("backup", tmp_path / "one", "--data-dir", tmp_path / "old").exit_code == 0
    there = call("restore", tmp_path / "one", "--to", address(empty))
    assert there.exit_code == 0, there.stderr
    with opened(empty) as inn:  # and while it is served there
        play(inn_url=empty, table=tables[0], seed=5)
        assert inn.guest().get("/readyz").status_code == 200
        copied = call("backup", tmp_path / "two", "--database", address(empty))
    assert copied.exit_code == 0, copied.stderr
    back = call("restore", tmp_path / "two", "--to", tmp_path / "new")
    assert back.exit_code == 0, back.stderr
    assert files(tmp_path / "new", tables) == files(empty, tables) != files(tmp_path / "old", tables)


def play(inn_url: Path | URL, table: str, seed: int) -> None:
    with opened(inn_url) as inn, ExitStack() as seated:
        lines = {one: Line(seated.enter_context(inn.guest().sit(table, one))) for one in ("axis", "soviet")}
        play_on(lines, Random(seed), 6)


def test_a_copy_under_play_is_whole_and_nobody_waits_for_it(tmp_path: Path) -> None:
    """Many copies while acts are written: in each a table has its acts from the first without a gap."""
    copies: list[Path] = []
    playing = threading.Event()

    def copying() -> None:
        while not playing.is_set() and len(copies) < 4:
            file = tmp_path / f"copy{len(copies)}"
            assert call("backup", file, "--quick", *named(tmp_path / "house")).exit_code == 0
            copies.append(file)

    with opened(tmp_path / "house") as inn, ExitStack() as seated:
        table = inn.guest().open()["id"]
        lines = {one: Line(seated.enter_context(inn.guest().sit(table, one))) for one in ("axis", "soviet")}
        copier = threading.Thread(target=copying)
        copier.start()
        rng, given = Random(1), 0
        while copier.is_alive() and given < 400:
            given += play_on(lines, rng, 5)
        playing.set()
        copier.join(60)
    assert copies and given
    counts = []
    for file in copies:
        with closing(sqlite3.connect(file)) as found:
            assert found.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            count, last = found.execute("SELECT count(*), coalesce(max(number), 0) FROM acts").fetchone()
            assert count == last, "an act is missing"
            counts.append(count)
    assert counts == sorted(counts)
    back = call("restore", copies[-1], "--to", tmp_path / "new")
    assert back.exit_code == 0 and "1 were replayed and are the same" in back.stdout, back.stderr


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    lived_in(tmp_path / "old")
    (tmp_path / "copy").write_text("precious")
    told = call("backup", tmp_path / "copy", *named(tmp_path / "old"))
    assert told.exit_code == 2 and "there is such a file already" in told.stderr
    assert (tmp_path / "copy").read_text() == "precious"
    assert call("backup", tmp_path / "good", *named(tmp_path / "old")).exit_code == 0
    assert call("restore", tmp_path / "good", "--to", tmp_path / "new").exit_code == 0
    again = call("restore", tmp_path / "good", "--to", tmp_path / "new")
    assert again.exit_code == 2 and "holds 2 tables already" in again.stderr


def test_a_file_that_comes_while_it_copies_is_not_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lived_in(tmp_path / "old")
    put = safekeeping._put

    def late(kept: Path, file: Path) -> None:
        file.write_text("precious")
        put(kept, file)

    monkeypatch.setattr(safekeeping, "_put", late)
    told = call("backup", tmp_path / "copy", *named(tmp_path / "old"))
    assert told.exit_code == 2 and (tmp_path / "copy").read_text() == "precious"


def test_a_table_that_cannot_be_opened_is_told_and_kept(tmp_path: Path) -> None:
    _, bad = lived_in(tmp_path / "old")
    meddle(tmp_path / "old", "UPDATE tables SET header = :half WHERE id = :bad", half='{"game": "lb', bad=bad)
    told = call("backup", tmp_path / "copy", *named(tmp_path / "old"))
    assert told.exit_code == 0 and f"table {bad} cannot be opened" in told.stdout, told.stderr
    assert "1 were replayed" in told.stdout
    assert call("restore", tmp_path / "copy", "--to", tmp_path / "new").exit_code == 0


def test_what_cannot_be_copied_or_brought_back_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    (tmp_path / "text").write_text("no database at all")
    for words, why in (
        (("backup", tmp_path / "copy", "--data-dir", tmp_path / "none"), "there are no games in it"),
        (("restore", tmp_path / "copy", "--to", tmp_path / "new"), "No such file or directory"),
        (("restore", tmp_path / "text", "--to", tmp_path / "new"), "no safety copy"),
    ):
        told = call(*words)
        assert told.exit_code == 2 and why in told.stderr and told.stderr.count("\n") == 1, told.stderr
    lived_in(tmp_path / "old")
    nowhere = call("backup", tmp_path / "no" / "copy", *named(tmp_path / "old"))
    assert nowhere.exit_code == 2 and "No such file or directory" in nowhere.stderr


def in_the_shape_of(revision: str, file: Path) -> None:
    """A house as an earlier grognard left it."""
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config = migrate._config()
        config.attributes["connection"] = connection
        command.downgrade(config, revision)
    engine.dispose()


@pytest.mark.sqlite("at a server pg_dump does it")
def test_a_house_from_before_is_copied_in_its_own_shape_and_brought_to_the_newest(tmp_path: Path) -> None:
    tables = lived_in(tmp_path / "old")
    in_the_shape_of("0005", tmp_path / "old" / "tables.sqlite3")
    assert call("backup", tmp_path / "copy", "--data-dir", tmp_path / "old").exit_code == 0
    with closing(sqlite3.connect(tmp_path / "copy")) as copy:
        assert copy.execute("SELECT version_num FROM alembic_version").fetchone() == ("0005",)
    back = call("restore", tmp_path / "copy", "--to", tmp_path / "new")
    assert back.exit_code == 0, back.stderr
    assert files(tmp_path / "new", tables)
