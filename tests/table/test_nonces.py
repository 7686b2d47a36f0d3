"""Players' nonces: mixed into the dice before the first of them, stored before they count, shown by the file."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.core.dice import SealedDice, commitment
from grognard.core.journal import Journal, verify
from grognard.core.registry import game
from tests.table.guests import Guest, Inn, Line, play_on
from tests.table.serving import Seat, served

ONE, TWO = "from-the-owner-0001", "from-his-guest-0002"


def nonces(guest: Guest, table: str) -> Any:
    return guest.get(f"/api/tables/{table}").json()["nonces"]


def test_the_owner_and_his_guest_each_add_a_nonce_after_the_commitment_is_known(inn: Inn) -> None:
    owner, guest = inn.guest(), inn.guest()
    opened = owner.open(seats={"soviet": "invite"})
    table, sealed = opened["id"], opened["commitment"]
    assert opened["nonces"] == [] and len(sealed) == 64
    assert owner.post(f"/api/tables/{table}/nonce", {"nonce": ONE}).json() == {"mixed": True}
    joined = guest.post("/api/join", {"token": opened["invites"]["soviet"], "nonce": TWO}).json()
    assert joined["nonces"] == [f"axis:{ONE}", f"soviet:{TWO}"] == nonces(owner, table)
    assert joined["commitment"] == sealed, "the seed stays what it was"
    room = inn.run(inn.house.room, table)
    assert room.play.state.dice == SealedDice.of(room.play.header.seed, joined["nonces"])
    assert commitment(room.play.header.seed) == sealed


def test_a_nonce_can_come_with_the_request_for_the_table(inn: Inn) -> None:
    assert inn.guest().open(nonce=ONE)["nonces"] == [f"axis:{ONE}"]
    assert inn.guest().open(seats={"axis": "random", "soviet": "random"}, nonce=ONE)["nonces"] == [f"owner:{ONE}"]


def test_everybody_adds_once(inn: Inn) -> None:
    owner = inn.guest()
    table = owner.open(nonce=ONE)["id"]
    assert owner.post(f"/api/tables/{table}/nonce", {"nonce": TWO}).json() == {"mixed": False}
    assert nonces(owner, table) == [f"axis:{ONE}"]


def test_a_nonce_in_the_middle_of_secret_choices_leaves_them_alone(home: Guest) -> None:
    table = home.open()["id"]
    with home.sit(table, "soviet") as session:
        line = Line(session)
        line.answer("select_chit", "1GdA")
        line.answer("select_chit", "3GdA")
        assert home.post(f"/api/tables/{table}/nonce", {"nonce": ONE}).json() == {"mixed": True}
        assert line.send(type="undo", seq=line.seq)["type"] == "done"
        assert line.send(type="redo", seq=line.seq)["type"] == "done"
        play_to_the_first_die(home, table, {"soviet": line})
    holds(home, table, [f"axis:{ONE}"])


def play_to_the_first_die(guest: Guest, table: str, lines: dict[str, Line]) -> None:
    with guest.sit(table, "axis") as session:
        lines["axis"] = Line(session)
        rng = Random(4)
        while not guest.inn.run(guest.inn.house.room, table).play.state.rolls:
            assert play_on(lines, rng, 1)


def holds(guest: Guest, table: str, expected: list[str]) -> None:
    plain = guest.get(f"/api/tables/{table}/file").json()
    assert plain["header"]["nonces"] == expected
    assert verify(Journal.from_plain(plain), game("avl")) == []
    plain["header"]["nonces"] = []
    assert verify(Journal.from_plain(plain), game("avl")), "without the nonces they are other dice"


@pytest.mark.parametrize("looked_back", [False, True])
def test_after_the_first_die_a_nonce_is_refused_quietly(home: Guest, looked_back: bool) -> None:
    table = home.open()["id"]
    if looked_back:  # a replay begun before the nonce must not roll the dice of before
        assert home.get(f"/api/tables/{table}/replay").json()["length"] == 0
    home.post(f"/api/tables/{table}/nonce", {"nonce": ONE})
    with home.sit(table, "soviet") as session:
        play_to_the_first_die(home, table, {"soviet": Line(session)})
    assert home.post(f"/api/tables/{table}/nonce", {"nonce": TWO}).json() == {"mixed": False}
    holds(home, table, [f"axis:{ONE}"])
    last = home.get(f"/api/tables/{table}/replay").json()["length"]
    shown = home.get(f"/api/tables/{table}/replay/{last}").json()
    room = home.inn.run(home.inn.house.room, table)
    assert shown["log"] == room.view(None)["log"]


@pytest.mark.parametrize("nonce", ["", "short", "x" * 65, "with a space in it", "ünïcödë-nonce", 7, None, ["x" * 20]])
def test_garbage_is_no_nonce(home: Guest, nonce: object) -> None:
    table = home.open()["id"]
    assert home.post(f"/api/tables/{table}/nonce", {"nonce": nonce}).status_code == 422
    assert nonces(home, table) == []


def test_an_acknowledged_nonce_survives_kill_9_and_the_dice_follow_from_it(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table = server.http.post("/api/tables", json={"game": "avl"}).json()["id"]
        seat = Seat(server, table, "soviet")
        assert seat.answer("historical")["type"] == "done"
        assert server.http.post(f"/api/tables/{table}/nonce", json={"nonce": ONE}).json() == {"mixed": True}
    with served(tmp_path) as server:
        seats = {player: Seat(server, table, player) for player in ("axis", "soviet")}
        rng = Random(3)
        for _ in range(40):
            for one in seats.values():
                one.settle(0.02)
            moving = [one for one in seats.values() if one.ask is not None]
            assert moving
            moving[0].answer(*moving[0].any_answer(rng))
    with served(tmp_path) as server:
        plain = server.http.get(f"/api/tables/{table}/file").json()
    assert plain["header"]["nonces"] == [f"axis:{ONE}"]
    assert verify(Journal.from_plain(json.loads(json.dumps(plain))), game("avl")) == []
