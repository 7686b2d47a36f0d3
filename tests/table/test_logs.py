"""The log as objects a line, and no secret in it, whatever is played, asked or broken."""

from __future__ import annotations

import json
import logging
import signal
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from grognard.core.dice import commitment
from grognard.table.logs import Lines, Plain, discreet
from grognard.table.seats import new_key
from tests.table.databases import PASSWORD, meddle
from tests.table.guests import nonce_of
from tests.table.serving import Seat, Server, served

MAIL = "ann@mill.example"


@pytest.mark.parametrize("form", ["json", "text"])
def test_no_key_token_nonce_seed_or_password_is_in_the_log(tmp_path: Path, form: str) -> None:
    with served(tmp_path, "--public", "--host", "127.0.0.1", "--log", form) as server:
        secrets, tables = _played(server, tmp_path)
        server.process.send_signal(signal.SIGTERM)
        out, err = server.process.communicate(timeout=30)
    assert len(secrets) >= 12 and all(len(secret) > 8 for secret in secrets)
    for secret in secrets:
        assert secret not in out + err, err
    if form == "text":
        assert "table" in err and "cannot be opened" in err
        return
    told = [json.loads(line) for line in err.splitlines()]
    assert all({"time", "level", "part", "process", "message"} <= line.keys() for line in told)
    requests = [line for line in told if line["message"] == "request"]
    assert {"/api/tables", "/api/join", "/api/tables/{table_id}/nonce"} <= {line["route"] for line in requests}
    assert any(line["status"] == 403 for line in requests) and all(line["ms"] >= 0 for line in requests)
    assert any(line["message"] == "line closed" for line in told)
    assert any(line["level"] == "error" and tables[1] in line["message"] for line in told), "a table has a name"


def _played(server: Server, folder: Path) -> tuple[list[str], list[str]]:
    """Everything that has a secret in it, done once; and a table that breaks while it is looked at."""
    origin = {"origin": server.url}
    ann, bob, thief = ({**origin, "cookie": ""} for _ in range(3))
    secrets = [PASSWORD, MAIL]

    def post(who: dict[str, str], path: str, body: Any = None, method: str = "POST") -> Any:
        headers = {name: value for name, value in who.items() if value}
        server.http.cookies.clear()
        reply = server.http.request(method, path, json={} if body is None else body, headers=headers)
        server.http.cookies.clear()
        if "set-cookie" in reply.headers:
            who["cookie"] = reply.headers["set-cookie"].split(";")[0]
            secrets.append(who["cookie"].partition("=")[2])
        return reply.json() if reply.text else None

    made = post(ann, "/api/tables", {"game": "avl", "seats": {"soviet": "invite"}, "name": MAIL})
    table, invitation = made["id"], made["invites"]["soviet"]
    post(bob, "/api/join/look", {"token": invitation})
    post(bob, "/api/join", {"token": invitation, "name": MAIL})
    post(thief, "/api/join", {"token": invitation, "name": "x"})
    post(thief, "/api/join", {"token": invitation, "name": "x", "password": PASSWORD})
    for who, player in ((ann, "axis"), (bob, "soviet")):
        hashed = commitment(f"{player}:{nonce_of(player)}")
        post(who, f"/api/tables/{table}/promise", {"player": player, "hash": hashed})
        secrets += [nonce_of(player), hashed]
    for who, player in ((ann, "axis"), (bob, "soviet")):
        post(who, f"/api/tables/{table}/nonce", {"player": player, "nonce": nonce_of(player)})
    watch = post(ann, f"/api/tables/{table}/watch")["token"]
    link = post(ann, "/api/me/link")["token"]
    post(thief, "/api/resume/look", {"token": link})
    server.http.get(f"/api/tables/{table}?watch={watch}", headers={**origin, "cookie": f"grognard_key={new_key()}"})
    server.http.get(f"/{watch}/{link}")
    secrets += [invitation, watch, link]
    seats = [
        Seat(server, table, player, origin=server.url, additional_headers={"cookie": who["cookie"]})
        for who, player in ((ann, "axis"), (bob, "soviet"))
    ]
    rng = Random(1)
    for _ in range(10):
        for seat in seats:
            if seat.ask is not None:
                seat.answer(*seat.any_answer(rng))
            seat.settle(0.01)
    seats[0].send(type="chat", text=f"write to {MAIL}, the word is {PASSWORD}")
    seats[0].send(type=f"no message {invitation}")
    with pytest.raises(ConnectionClosed):
        Seat(server, table, "axis", origin=server.url, additional_headers={"cookie": f"grognard_key={link}"})
    ((header,),) = meddle(folder, "SELECT header FROM tables WHERE id = :table", table=table)
    secrets.append(json.loads(header)["seed"])
    broken = post(ann, "/api/tables", {"game": "avl"})["id"]
    for seat in seats:
        seat.socket.close()
    half = f'{{"game": "avl", "seed": "{secrets[-1]}", "scenario": "campaign", "options": {{}}, "{invitation}": 1}}'
    meddle(folder, "UPDATE tables SET header = :half WHERE id = :broken", half=half, broken=broken)
    return secrets, [table, _look_at_the_broken(server, folder, broken, ann["cookie"])]


def _look_at_the_broken(server: Server, folder: Path, table: str, cookie: str) -> str:
    """A copy of the broken table under a name that is not in memory yet."""
    meddle(
        folder,
        "INSERT INTO tables (id, header, owner_hash, over, created, changed) "
        "SELECT 'unheard-of', header, owner_hash, over, created, changed FROM tables WHERE id = :table",
        table=table,
    )
    assert server.http.get("/api/tables/unheard-of", headers={"cookie": cookie}).status_code == 409
    return "unheard-of"


def test_what_looks_like_a_secret_is_struck_out_of_whatever_comes() -> None:
    for _ in range(200):
        key = new_key()
        assert key not in discreet(f"a key {key}, then") and "then" in discreet(f"a key {key}, then")
    assert "hunter2" not in discreet("postgresql+asyncpg://ann:hunter2@db:5432/games is gone")
    assert discreet(f"who is {MAIL}?") == "who is …?"
    for harmless in ("table qK3_f0x9aZ1bC2dE cannot be opened", "a_function_with_quite_a_long_name_of_its_own(x)"):
        assert discreet(harmless) == harmless


@pytest.mark.parametrize("form", [Lines(), Plain()])
def test_an_error_from_elsewhere_is_struck_out_too(form: logging.Formatter) -> None:
    key = new_key()
    try:
        raise ValueError(f"bad value {key} for {MAIL}")
    except ValueError as error:
        told = (type(error), error, error.__traceback__)
    line = form.format(logging.LogRecord("part", logging.ERROR, "x.py", 1, "it broke: %s", (key,), told))
    assert key not in line and MAIL not in line and "Traceback" in line
    if isinstance(form, Lines):
        assert "\n" not in line and json.loads(line)["error"].endswith("bad value … for …")


def test_an_error_of_the_database_does_not_say_what_it_was_asked_with(tmp_path: Path) -> None:
    with pytest.raises(Exception) as caught:
        meddle(tmp_path, "SELECT :secret FROM no_such_table", secret=PASSWORD)
    assert PASSWORD not in str(caught.value)
