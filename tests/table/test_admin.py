"""`grognard admin tables`: a keeper looks at his house and puts it in order, and every change is written down."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from typer.testing import Result

from grognard.core.held import held
from grognard.table.database import AUDIT, LOCK
from tests.cli.conftest import call_grognard
from tests.table.databases import ON_POSTGRESQL, PASSWORD, kept_at, meddle, named
from tests.table.guests import Inn, Line, opened, play_on


@pytest.fixture
def audit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GROGNARD_AUDIT", str(tmp_path / "done.jsonl"))
    return tmp_path / "done.jsonl"


def admin(folder: Path, *words: str | Path) -> Result:
    return call_grognard("admin", "tables", *words, *named(folder))


def deeds(audit: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in audit.read_text().splitlines()] if audit.exists() else []


def house(folder: Path) -> tuple[str, dict[str, Any]]:
    """A table with a seat that waits for somebody, and a link to watch."""
    with opened(folder, public=True) as inn:
        ann = inn.guest()
        made = ann.open(seats={"soviet": "invite"}, name="Ann")
        watch = ann.post(f"/api/tables/{made['id']}/watch").json()["token"]
        return str(made["id"]), {"invite": made["invites"]["soviet"], "watch": watch, "key": ann.cookie}


def test_the_tables_are_listed_without_what_opens_them(tmp_path: Path) -> None:
    table, secrets = house(tmp_path)
    told = admin(tmp_path, "list", "--json")
    assert told.exit_code == 0, told.stderr
    (card,) = json.loads(told.stdout)
    assert (card["id"], card["game"], card["over"]) == (table, "avl", False)
    assert card["seats"] == {"axis": "Ann", "soviet": "open"} and card["invited"] == ["soviet"] and card["watched"]
    shown = admin(tmp_path, "show", table)
    assert json.loads(shown.stdout) == card
    plainly = admin(tmp_path, "list")
    assert "Ann" in plainly.stdout and "campaign" in plainly.stdout
    ((header, owner),) = meddle(tmp_path, "SELECT header, owner_hash FROM tables")
    hidden = [*secrets.values(), json.loads(header)["seed"], owner, PASSWORD]
    assert not [one for one in hidden if one in told.output + shown.output + plainly.output]


def test_one_may_look_while_the_house_serves(tmp_path: Path) -> None:
    with opened(tmp_path) as inn:
        table = inn.guest().open()["id"]
        assert json.loads(admin(tmp_path, "show", table).stdout)["acts"] == 0


def test_a_closed_table_lets_nobody_new_in(tmp_path: Path, audit: Path) -> None:
    table, secrets = house(tmp_path)
    told = admin(tmp_path, "close", table)
    assert told.exit_code == 0 and "1 invitations" in told.stdout, told.stderr
    with opened(tmp_path, public=True) as inn:
        bob = inn.guest()
        assert bob.post("/api/join", {"token": secrets["invite"], "name": "Bob"}).status_code == 410
        with bob.sit(table, watch=secrets["watch"]) as session, pytest.raises(WebSocketDisconnect):
            session.receive_text()
        ann = inn.guest()
        ann.cookie = secrets["key"]
        assert ann.get(f"/api/tables/{table}").status_code == 200, "who plays there plays on"
    ((line),) = deeds(audit)
    assert line["deed"] == "close table" and line["table"] == table and line["ended"] == "done" and line["by"]
    assert PASSWORD not in audit.read_text() and stat.S_IMODE(audit.stat().st_mode) == 0o600


def test_a_table_is_removed_only_when_one_says_so(tmp_path: Path, audit: Path) -> None:
    table, _ = house(tmp_path)
    refused = admin(tmp_path, "remove", table)
    assert refused.exit_code == 2 and "--yes" in refused.stderr and not deeds(audit)
    told = admin(tmp_path, "remove", table, "--yes")
    assert told.exit_code == 0, told.stderr
    assert meddle(tmp_path, "SELECT count(*) FROM tables") == [[0]]
    assert meddle(tmp_path, "SELECT count(*) FROM seats") == [[0]]
    again = admin(tmp_path, "remove", table, "--yes")
    assert again.exit_code == 2 and "there is no table" in again.stderr
    assert [line["ended"] for line in deeds(audit)] == ["done", f"not done: there is no table {table!r}"]


def test_what_is_stored_goes_to_a_new_file_but_of_a_running_game_only_when_one_says_so(
    tmp_path: Path, audit: Path
) -> None:
    with opened(tmp_path) as inn:
        table = inn.guest().open()["id"]
        with inn.guest().sit(table, "axis") as one, inn.guest().sit(table, "soviet") as two:
            given = play_on({"axis": Line(one), "soviet": Line(two)}, Random(1), 8)
    out = tmp_path / "table.json"
    refused = admin(tmp_path, "export", table, "-o", out)
    assert refused.exit_code == 2 and "--secrets" in refused.stderr and not out.exists()
    told = admin(tmp_path, "export", table, "-o", out, "--secrets")
    assert told.exit_code == 0, told.stderr
    kept = json.loads(out.read_text())
    assert kept["table"] == table and len(kept["acts"]) == given and "seed" in kept["header"]
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert "File exists" in admin(tmp_path, "export", table, "-o", out, "--secrets").stderr
    assert [line["secrets"] for line in deeds(audit)] == [False, True, True]
    meddle(tmp_path, "UPDATE tables SET over = true")
    assert admin(tmp_path, "export", table, "-o", tmp_path / "over.json").exit_code == 0, "nothing is hidden any more"


def test_a_deed_that_cannot_be_written_down_is_not_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = house(tmp_path)
    monkeypatch.setenv("GROGNARD_AUDIT", str(tmp_path))  # a folder is no file
    told = admin(tmp_path, "remove", table, "--yes")
    assert told.exit_code == 2 and "so it is not done" in told.stderr
    assert meddle(tmp_path, "SELECT count(*) FROM tables") == [[1]]


@pytest.mark.sqlite("at a server every process hears of it")
def test_a_folder_that_is_served_is_not_changed_behind_its_servers_back(tmp_path: Path) -> None:
    table, _ = house(tmp_path)
    with held(tmp_path / LOCK):
        told = admin(tmp_path, "remove", table, "--yes")
    assert told.exit_code == 2 and "serves these games already" in told.stderr
    (line,) = deeds(tmp_path / AUDIT)
    assert line["ended"].startswith("not done: ")
    assert admin(tmp_path, "remove", table, "--yes").exit_code == 0
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o700, "what is written down is no stranger in the folder"


@pytest.mark.skipif(not ON_POSTGRESQL, reason="a folder is not changed while it is served")
def test_at_a_server_whoever_is_at_a_removed_table_has_to_leave(tmp_path: Path, audit: Path) -> None:
    with opened(tmp_path) as inn:
        table = inn.guest().open()["id"]
        with inn.guest().sit(table, "axis") as session:
            Line(session)
            assert admin(tmp_path, "remove", table, "--yes").exit_code == 0
            _leaves(session, inn)
        assert inn.guest().get(f"/api/tables/{table}").status_code == 404


def _leaves(session: Any, inn: Inn) -> None:
    with pytest.raises(WebSocketDisconnect) as left:
        while True:
            session.receive_text()
    assert left.value.code == 4404


def test_a_table_that_is_none_and_a_house_that_is_none_are_one_clear_line(tmp_path: Path, audit: Path) -> None:
    kept_at(tmp_path / "house")
    with opened(tmp_path / "house"):
        pass
    for words in (("show", "nothing"), ("close", "nothing"), ("export", "nothing", "-o", tmp_path / "x")):
        told = admin(tmp_path / "house", *words)
        assert told.exit_code == 2 and "there is no table" in told.stderr and told.stderr.count("\n") == 1
    (tmp_path / "bare").mkdir()
    bare = call_grognard("admin", "tables", "list", "--data-dir", tmp_path / "bare")
    assert bare.exit_code == 2 and "there are no games in it" in bare.stderr
