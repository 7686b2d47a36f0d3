"""What cannot be opened or kept: an old table, a damaged row, a full disk, a second house. Each is one clear line."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import event
from starlette.websockets import WebSocketDisconnect

from grognard.table.store import FILE
from tests.table.databases import ON_POSTGRESQL, meddle, named
from tests.table.guests import Guest, Inn, Line, opened, play_on
from tests.table.serving import served
from tests.table.test_serve import one_line, serve

Harm = Callable[[dict[str, Any]], Any]


def rewrite_header(folder: Path, table: str, harm: Harm) -> None:
    ((text,),) = meddle(folder, "SELECT header FROM tables WHERE id = :table", table=table)
    harmed = harm(json.loads(text))
    text = harmed if isinstance(harmed, str) else json.dumps(harmed)
    meddle(folder, "UPDATE tables SET header = :text WHERE id = :table", text=text, table=table)


def without_game(header: dict[str, Any]) -> dict[str, Any]:
    return {**header, "game": "afrika-korps"}


def with_a_gone_option(header: dict[str, Any]) -> dict[str, Any]:
    return {**header, "options": {**header["options"], "optional_weather": True}}


def with_a_gone_scenario(header: dict[str, Any]) -> dict[str, Any]:
    return {**header, "scenario": "kursk"}


def no_json(header: dict[str, Any]) -> str:
    return '{"game": "avl'


def no_header(header: dict[str, Any]) -> list[int]:
    return [1, 2]


HARMS = [
    (without_game, "game", "afrika-korps"),
    (with_a_gone_option, "setup", "optional_weather"),
    (with_a_gone_scenario, "setup", "kursk"),
    (no_json, "damaged", "damaged"),
    (no_header, "damaged", "damaged"),
]


@pytest.mark.parametrize(("harm", "kind", "word"), HARMS, ids=lambda one: getattr(one, "__name__", None))
def test_a_table_that_cannot_be_opened_is_listed_with_its_reason_and_exported(
    tmp_path: Path, harm: Harm, kind: str, word: str
) -> None:
    with opened(tmp_path) as inn:
        home = inn.guest()
        table, other = home.open()["id"], home.open()["id"]
        with home.sit(table, "soviet") as session:
            Line(session).answer("historical")
    rewrite_header(tmp_path, table, harm)
    with opened(tmp_path) as inn:
        home = inn.guest()
        cards = {one["id"]: one for one in home.get("/api/tables").json()}
        assert cards.keys() == {table, other} and "shut" not in cards[other]
        assert cards[table]["shut"]["kind"] == kind and word in cards[table]["shut"]["why"]
        for path in ("", "/position", "/replay", "/report"):
            refused = home.get(f"/api/tables/{table}{path}")
            assert refused.status_code == 409 and word in refused.json()["detail"]
        with home.sit(table, "soviet") as session, pytest.raises(WebSocketDisconnect) as closed:
            session.receive_text()
        assert closed.value.code == 4410 and word in closed.value.reason
        file = home.get(f"/api/tables/{table}/file").json()
        assert file["format"] == "grognard-table/1" and file["whole"]
        assert [(act["player"], act["verb"]) for act in file["acts"]] == [("soviet", "historical")]
        with home.sit(other, "soviet") as session:
            assert Line(session).answer("historical")["type"] == "done"


def test_damage_in_any_column_hides_no_other_table(tmp_path: Path) -> None:
    columns = {
        "tables": ("header", "start", "forced", "clock", "summary", "over", "created", "changed"),
        "acts": ("kind", "player", "verb", "target", "at"),
        "seats": ("kind", "name"),
    }
    sound = {"over", "created", "changed", "at"} if ON_POSTGRESQL else set()  # a server keeps no text for a number
    harms = [(where, column) for where, names in columns.items() for column in names if column not in sound]
    with opened(tmp_path) as inn:
        tables = [inn.guest().open()["id"] for _ in (*harms, None)]
        for table in tables:
            with inn.guest().sit(table, "soviet") as session:
                Line(session).answer("historical")
    for table, (where, column) in zip(tables, harms, strict=False):
        key = "id" if where == "tables" else "table_id"
        meddle(tmp_path, f"UPDATE {where} SET {column} = :half WHERE {key} = :table", half='{"half', table=table)
    unharmed = {"one": tables[4], "other": tables[-1]}
    meddle(tmp_path, "UPDATE tables SET summary = NULL WHERE id NOT IN (:one, :other)", **unharmed)
    with opened(tmp_path) as inn:
        home = inn.guest()
        assert {one["id"] for one in home.get("/api/tables").json()} == set(tables)
        assert home.get(f"/api/tables/{tables[-1]}").status_code == 200
        for table in tables:
            assert home.get(f"/api/tables/{table}/file").status_code == 200
            assert home.get(f"/api/tables/{table}").status_code in (200, 409)


def test_a_game_that_cannot_go_on_still_keeps_others_secrets(tmp_path: Path) -> None:
    with opened(tmp_path, public=True) as inn:
        axis, soviet = inn.guest(), inn.guest()
        made = axis.open(seats={"soviet": "invite"})
        table = made["id"]
        soviet.post("/api/join", {"token": made["invites"]["soviet"]})
        with soviet.sit(table, "soviet") as session:
            line = Line(session)
            line.answer("historical")
            line.answer("done")
    rewrite_header(tmp_path, table, without_game)
    with opened(tmp_path, public=True) as inn:
        again = Guest(inn)
        for cookie, acts in ((axis.cookie, 0), (soviet.cookie, 2)):
            again.cookie = cookie
            file = again.get(f"/api/tables/{table}/file").json()
            assert len(file["acts"]) == acts and not file["whole"]
            assert "seed" not in file["header"] and file["header"]["commitment"] == made["commitment"]
        assert Guest(inn).get(f"/api/tables/{table}/file").status_code == 403


# ---- a full disk


FULL = """
    CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF (SELECT count(*) FROM acts) >= 30 THEN
            RAISE 'could not extend file "base/16384/16401": No space left on device' USING ERRCODE = 'disk_full';
        END IF;
        RETURN NEW;
    END $$"""
"""What a server says whose disk is full; ours comes to it after a few acts."""


def fill_server(folder: Path) -> Callable[[], None]:
    meddle(folder, FULL)
    for table in ("acts", "tables"):
        meddle(folder, f"CREATE TRIGGER full_up BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION full_disk()")

    def make_room() -> None:
        meddle(folder, "DROP FUNCTION full_disk CASCADE")

    return make_room


def fill(inn: Inn, folder: Path) -> Callable[[], None]:
    """Let the database grow no more; returns what makes room again."""
    if ON_POSTGRESQL:
        return fill_server(folder)
    engines = inn.house.store.engines
    inn.run(inn.house.store.let_go)

    def no_more(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA max_page_count = 1")  # never less than there are
        cursor.close()

    for engine in engines:
        event.listen(engine, "connect", no_more)

    def make_room() -> None:
        for engine in engines:
            event.remove(engine, "connect", no_more)
        inn.run(inn.house.store.let_go)

    return make_room


def test_on_a_full_disk_nothing_is_acknowledged_that_is_not_kept(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with opened(tmp_path) as inn:
        home = inn.guest()
        table = home.open(seats={"axis": "you"})["id"]
        make_room = fill(inn, tmp_path)
        done = 0
        reply: dict[str, Any] = {"type": "done"}
        with home.sit(table, "axis") as one, home.sit(table, "soviet") as two:
            lines = {"axis": Line(one), "soviet": Line(two)}
            for _ in range(3000):
                for line in lines.values():
                    line.settle()
                moving = next(line for line in lines.values() if line.view["ask"])
                reply = moving.answer_anything(Random(done))
                if reply["type"] != "done":
                    break
                done += 1
        assert reply["type"] == "error" and "the disk is full" in reply["why"], reply
        assert "Traceback" not in caplog.text
        assert any("the disk is full" in record.getMessage() for record in caplog.records)
        assert len(inn.run(inn.house.store.acts, table)) == done
        refused = [home.post("/api/tables", {"game": "avl"}) for _ in range(20)][-1]
        assert refused.status_code == 503 and "the disk is full" in refused.json()["detail"]
        make_room()
        with home.sit(table, "axis") as one, home.sit(table, "soviet") as two:
            lines = {"axis": Line(one), "soviet": Line(two)}
            play_on(lines, Random(1), 3)
        assert len(inn.run(inn.house.store.acts, table)) == done + 3
        assert home.open()["game"] == "avl"


# ---- at the terminal


@pytest.mark.sqlite("a folder is one house's own; a server may have several")
def test_a_second_house_in_the_same_folder_is_one_clear_line(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        told = one_line(serve("--port", "0", "--data-dir", str(tmp_path)))
        assert "another grognard" in told and str(server.process.pid) in told
        assert server.http.get("/api/tables").json() == []
    with served(tmp_path) as server:  # the one before was killed
        assert server.http.get("/api/tables").json() == []


def test_a_database_of_a_newer_program_is_one_clear_line(tmp_path: Path) -> None:
    with served(tmp_path):
        pass
    meddle(tmp_path, "UPDATE alembic_version SET version_num = '0999'")
    told = one_line(serve("--port", "0", *named(tmp_path)))
    assert "newer" in told and "0999" in told


@pytest.mark.sqlite("damage in its file")
def test_a_damaged_database_is_one_clear_line(tmp_path: Path) -> None:
    with opened(tmp_path) as inn:
        for _ in range(5):
            inn.guest().open()
    file = tmp_path / FILE
    whole = file.read_bytes()
    for at in range(4096, len(whole), 4096):
        file.write_bytes(whole[:at] + b"\xa5" * 4096 + whole[at + 4096 :])
        if at in (4096, 3 * 4096):
            told: subprocess.CompletedProcess[str] = serve("--port", "0", "--data-dir", str(tmp_path))
            assert "damaged" in one_line(told)
