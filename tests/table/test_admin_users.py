"""`grognard admin users` and `ratings`: who may do what, who is kept out, and what the journals say of the ratings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from typer.testing import Result

from tests.cli.conftest import call_grognard
from tests.table.databases import ON_POSTGRESQL, named
from tests.table.guests import Line
from tests.table.members import Browser, Device, club
from tests.table.test_rating import member, played


@pytest.fixture(autouse=True)
def audit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GROGNARD_AUDIT", str(tmp_path / "done.jsonl"))
    return tmp_path / "done.jsonl"


def admin(folder: Path, *words: str) -> Result:
    return call_grognard("admin", *words, *named(folder))


def told(folder: Path) -> dict[str, Any]:
    listed = admin(folder, "users", "list", "--json")
    assert listed.exit_code == 0, listed.stderr
    return {one["name"]: one for one in json.loads(listed.stdout)}


def test_a_keeper_names_a_moderator(tmp_path: Path, audit: Path) -> None:
    with club(tmp_path) as inn:
        member(inn, "Erich")
    assert admin(tmp_path, "users", "role", "ERICH", "moderator").exit_code == 0
    assert told(tmp_path)["Erich"]["role"] == "moderator"
    with club(tmp_path) as inn:
        erich = Browser(inn)
        erich.enter("Erich")
        assert erich.get("/api/account").json()["role"] == "moderator"
    assert admin(tmp_path, "users", "role", "Erich", "none").exit_code == 0
    assert told(tmp_path)["Erich"]["role"] == ""
    nobody = admin(tmp_path, "users", "role", "Georgi", "keeper")
    assert nobody.exit_code == 2 and "nobody has the name" in nobody.stderr
    deeds = [json.loads(line) for line in audit.read_text().splitlines()]
    assert [(one["deed"], one["user"], one["ended"][:8]) for one in deeds] == [
        ("set role", "ERICH", "done"), ("set role", "Erich", "done"), ("set role", "Georgi", "not done"),
    ]  # fmt: skip


def test_who_is_kept_out_is_told_why_whatever_he_comes_with(tmp_path: Path) -> None:
    device = Device()
    with club(tmp_path) as inn:
        erich = member(inn, "Erich")
        Browser(inn).register_passkey(device, "Georgi")
        table = erich.open()["id"]
    assert admin(tmp_path, "users", "ban", "Erich", "--why", "insults on 3 Nov").exit_code == 0
    assert admin(tmp_path, "users", "ban", "Georgi", "--why", "two names").exit_code == 0
    assert told(tmp_path)["Erich"]["banned"] == "insults on 3 Nov"
    with club(tmp_path) as inn:
        old, new = Browser(inn), Browser(inn)
        old.jar = erich.jar
        assert old.name() is None, "he is signed out"
        assert old.get(f"/api/tables/{table}").status_code == 403
        for refused in (new.enter("Erich"), new.enter_passkey(device)):
            assert refused.status_code == 403 and "kept out of the house" in refused.text
        assert "insults on 3 Nov" in new.enter("Erich").text
        assert "kept out" not in new.enter("Erich", "a wrong one entirely").text, "a guess learns nothing"
        assert Browser(inn).register("Erich").status_code == 409, "nor can he have the name anew"
    assert admin(tmp_path, "users", "unban", "Erich").exit_code == 0
    with club(tmp_path) as inn:
        erich = Browser(inn)
        assert erich.enter("Erich").status_code == 200
        assert erich.get(f"/api/tables/{table}").status_code == 200, "his seats stayed his"


@pytest.mark.skipif(not ON_POSTGRESQL, reason="a data folder that is served is not changed beside its server")
def test_who_is_kept_out_has_to_leave_the_table_at_once(tmp_path: Path) -> None:
    with club(tmp_path) as inn:
        erich = member(inn, "Erich")
        table = erich.open()["id"]
        with erich.sit(table, "axis") as session:
            line = Line(session)
            assert admin(tmp_path, "users", "ban", "Erich", "--why", "insults").exit_code == 0
            with pytest.raises(WebSocketDisconnect):
                while True:
                    line.hear()


def test_the_journals_bear_out_the_ratings(tmp_path: Path) -> None:
    with club(tmp_path) as inn:
        played(inn, member(inn, "Erich"), member(inn, "Georgi"), 30)
    first = admin(tmp_path, "ratings")
    assert first.exit_code == 0 and "1 rated games; 1 set right" in first.stdout, first.output
    again = admin(tmp_path, "ratings")
    assert "1 rated games; 0 set right" in again.stdout
    assert first.stdout.split("fingerprint ")[1] == again.stdout.split("fingerprint ")[1]


def test_what_moderators_do_can_be_done_at_the_machine_and_stands_in_one_log(tmp_path: Path) -> None:
    with club(tmp_path) as inn:
        lin = member(inn, "lin")
        member(inn, "birch")
        member(inn, "foe")
        assert lin.post("/api/reports", {"kind": "play", "name": "birch", "words": "stalls"}).status_code == 201
    (row,) = json.loads(admin(tmp_path, "reports", "list", "--json").stdout)
    assert (row["about"], row["words"], row["decision"]) == ("birch", "stalls", None)
    number = str(row["id"])
    done = admin(tmp_path, "reports", "decide", number, "mute", "--why", "stalling", "--days", "2")
    assert done.exit_code == 0, done.stderr
    again = admin(tmp_path, "reports", "decide", number, "none", "--why", "mistake")
    assert again.exit_code == 2 and "decided it already" in again.stderr
    assert admin(tmp_path, "reports", "chat", number).exit_code == 2, "no line was reported"
    assert admin(tmp_path, "users", "take-name", "foe", "--why", "rude").exit_code == 0
    assert admin(tmp_path, "users", "warn", "lin", "--why", "calm").exit_code == 0
    assert admin(tmp_path, "names", "add", "toad", "--why", "rude").exit_code == 0
    assert "toad" in admin(tmp_path, "names", "list").stdout
    assert admin(tmp_path, "names", "remove", "toad").exit_code == 0
    assert admin(tmp_path, "users", "unmute", "birch").exit_code == 0
    assert admin(tmp_path, "users", "unmute", "birch").exit_code == 2
    assert admin(tmp_path, "users", "ban", "birch", "--why", "again", "--days", "3").exit_code == 0
    assert told(tmp_path)["birch"]["until"] is not None
    lines = json.loads(admin(tmp_path, "log", "--json").stdout)
    assert [one["deed"] for one in reversed(lines)] == [
        "decide", "mute", "name", "warn", "rule", "unrule", "unmute", "ban",
    ]  # fmt: skip
    with club(tmp_path) as inn:
        lin = Browser(inn)
        lin.enter("lin")
        assert {one["code"] for one in lin.get("/api/account/notes").json()} == {"upheld", "warn"}
        assert Browser(inn).register("foe").json()["code"] == "name_ruled"


def test_appeals_are_read_and_answered_at_the_machine(tmp_path: Path) -> None:
    with club(tmp_path) as inn:
        birch = member(inn, "birch")
    assert admin(tmp_path, "users", "mute", "birch", "--why", "shouting", "--days", "2").exit_code == 0
    with club(tmp_path) as inn:
        again = Browser(inn)
        again.jar = birch.jar
        assert again.post("/api/account/appeal", {"words": "It was not me."}).status_code == 204
    assert "It was not me." in admin(tmp_path, "appeals", "list").stdout
    (row,) = json.loads(admin(tmp_path, "appeals", "list", "--json").stdout)
    assert (row["by"], row["kind"], row["answer"]) == ("birch", "mute", None)
    number = str(row["id"])
    assert admin(tmp_path, "appeals", "answer", number, "grant", "--why", " ").exit_code == 2, "he is told why"
    done = admin(tmp_path, "appeals", "answer", number, "grant", "--why", "so it was")
    assert done.exit_code == 0 and f"appeal {number} is granted" in done.stdout, done.output
    assert admin(tmp_path, "users", "unmute", "birch").exit_code == 2, "the mute has ended with it"
    late = admin(tmp_path, "appeals", "answer", number, "refuse", "--why", "no")
    assert late.exit_code == 2 and "decided it already" in late.stderr
    assert admin(tmp_path, "appeals", "answer", "99", "grant", "--why", "no").exit_code == 2
    assert json.loads(admin(tmp_path, "appeals", "list", "--json").stdout) == []
    (row,) = json.loads(admin(tmp_path, "appeals", "list", "--closed", "--json").stdout)
    assert (row["answer"], row["why"]) == ("grant", "so it was")


def test_what_a_member_writes_cannot_pass_for_a_line_of_the_list(tmp_path: Path) -> None:
    with club(tmp_path) as inn:
        birch = member(inn, "birch")
    assert admin(tmp_path, "users", "mute", "birch", "--why", "shouting").exit_code == 0
    with club(tmp_path) as inn:
        again = Browser(inn)
        again.jar = birch.jar
        forged = "sorry\n    7  2026-11-17 09:00  ban    anna  \u202eno\u009b2J"
        assert again.post("/api/account/appeal", {"words": forged}).status_code == 204
    listed = admin(tmp_path, "appeals", "list").stdout
    assert listed.count("\n") == 1 and "sorry\\n" in listed and not {"\u202e", "\u009b"} & set(listed)
    far = admin(tmp_path, "appeals", "answer", str(10**20), "grant", "--why", "no")
    assert far.exit_code == 2 and far.stderr.count("\n") == 1
