"""Players' nonces: mixed into the dice before the first of them, stored before they count, shown by the file."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.core.dice import LockedDice, SealedDice, commitment
from grognard.core.game import SetupError
from grognard.core.journal import Journal, verify
from grognard.core.registry import game
from grognard.table.awaiting import awaiting
from tests.table.cups import member
from tests.table.guests import JSON, Guest, Inn, Line, nonce_of, play_on, promise, reveal, unlock_dice
from tests.table.members import club
from tests.table.serving import Seat, served

ONE, TWO = "from-the-owner-0001", "from-his-guest-0002"


def nonces(guest: Guest, table: str) -> Any:
    return guest.get(f"/api/tables/{table}").json()["nonces"]


def joined_by(inn: Inn, **wanted: object) -> tuple[JSON, Guest, Guest]:
    """A table with its owner for the Axis and his guest for the Soviets."""
    owner, guest = inn.guest(), inn.guest()
    opened = owner.open(seats={"soviet": "invite"}, **wanted)
    assert guest.post("/api/join", {"token": opened["invites"]["soviet"]}).status_code == 200
    return opened, owner, guest


def table_of(guest: Guest, table: str) -> JSON:
    found: JSON = guest.get(f"/api/tables/{table}").json()
    return found


# ---- several people: every nonce is promised by its hash before any is known


def test_everybody_promises_then_everybody_reveals(inn: Inn) -> None:
    opened, owner, guest = joined_by(inn)
    table, sealed = opened["id"], opened["commitment"]
    assert opened["promises"] == {"axis": "", "soviet": ""} and len(sealed) == 64
    assert table_of(guest, table)["owing"] == {"axis": "hash", "soviet": "hash"}
    assert promise(table, guest, "soviet", TWO).status_code == 204
    assert table_of(guest, table)["owing"] == {"axis": "hash"}
    assert promise(table, owner, "axis", ONE).status_code == 204
    assert table_of(guest, table)["owing"] == {"axis": "nonce", "soviet": "nonce"}
    assert reveal(table, guest, "soviet", TWO).json() == {"mixed": True}
    assert table_of(owner, table)["owing"] == {"axis": "nonce"}
    assert reveal(table, owner, "axis", ONE).json() == {"mixed": True}
    told = table_of(guest, table)
    assert told["owing"] == {} and told["commitment"] == sealed
    assert told["nonces"] == [f"axis:{ONE}", f"soviet:{TWO}"], "in the order of the seats, whoever was last"
    room = inn.run(inn.house.room, table)
    assert room.play.state.dice == SealedDice.of(room.play.header.seed, told["nonces"])
    assert commitment(room.play.header.seed) == sealed


def test_a_keeper_who_knows_the_seed_cannot_search_for_a_nonce(inn: Inn) -> None:
    """He plays the Axis, reads the seed from his own disk and wants sixes; but his hash was fixed before he knew."""
    opened, keeper, guest = joined_by(inn)
    table = opened["id"]
    seed = inn.run(inn.house.room, table).row.header["seed"]
    assert promise(table, keeper, "axis", ONE).status_code == 204
    assert promise(table, guest, "soviet", TWO).status_code == 204
    assert reveal(table, guest, "soviet", TWO).status_code == 200

    def first_dice(nonce: str) -> list[int]:
        dice = SealedDice.of(seed, [f"axis:{nonce}", f"soviet:{TWO}"])
        return [dice.roll(number, 6) for number in range(3)]

    loaded = next(one for n in range(100_000) if first_dice(one := f"searched-for-{n:05}") == [6, 6, 6])
    for attempt in (
        reveal(table, keeper, "axis", loaded),
        promise(table, keeper, "axis", loaded),
        reveal(table, keeper, "axis", loaded),
    ):
        assert attempt.status_code == 409
    assert reveal(table, keeper, "axis", ONE).status_code == 200
    assert inn.run(inn.house.room, table).play.state.dice != SealedDice.of(seed, [f"axis:{loaded}", f"soviet:{TWO}"])
    assert nonces(guest, table) == [f"axis:{ONE}", f"soviet:{TWO}"]


def test_no_nonce_is_taken_before_every_hash_is_there(inn: Inn) -> None:
    owner = inn.guest()
    opened = owner.open(seats={"soviet": "invite"})
    table = opened["id"]
    assert promise(table, owner, "axis", ONE).status_code == 204
    early = reveal(table, owner, "axis", ONE)
    assert early.status_code == 409 and "keep your nonce to yourself" in early.json()["detail"]
    assert promise(table, owner, "axis", TWO).status_code == 204, "until then he may send another"
    assert nonces(owner, table) == []


def test_nobody_promises_or_reveals_for_another(inn: Inn) -> None:
    opened, owner, guest = joined_by(inn)
    table = opened["id"]
    assert promise(table, guest, "axis").status_code == 403
    assert promise(table, inn.guest(), "axis").status_code == 403
    unlock_dice(table, {"axis": owner, "soviet": guest})
    assert reveal(table, guest, "axis").status_code == 403


def test_a_hash_that_is_sent_twice_is_the_same_hash(inn: Inn) -> None:
    """A page may send it again before it has heard that it came; another one is refused once all are there."""
    opened, owner, guest = joined_by(inn)
    table = opened["id"]
    for player, who, nonce in (("axis", owner, ONE), ("soviet", guest, TWO), ("axis", owner, ONE)):
        assert promise(table, who, player, nonce).status_code == 204
    assert promise(table, owner, "axis", TWO).status_code == 409


def test_one_hash_does_not_serve_for_two_seats(inn: Inn) -> None:
    """Who copies another's hash has promised nothing that he could reveal."""
    opened, owner, guest = joined_by(inn)
    table = opened["id"]
    promise(table, guest, "soviet", TWO)
    copied = table_of(owner, table)["promises"]["soviet"]
    owner.post(f"/api/tables/{table}/promise", {"player": "axis", "hash": copied})
    assert reveal(table, guest, "soviet", TWO).status_code == 200
    assert reveal(table, owner, "axis", TWO).status_code == 409


@pytest.mark.parametrize("again", [False, True])
def test_no_die_is_rolled_before_the_last_has_revealed(inn: Inn, again: bool) -> None:
    owner, guest = inn.guest(), inn.guest()
    opened = owner.open(game="victory", scenario="quick-start", seats={"blue": "invite"})
    table = opened["id"]
    assert guest.post("/api/join", {"token": opened["invites"]["blue"]}).status_code == 200
    with owner.sit(table, "red") as session:
        line = Line(session)
        refused = line.answer("muster")
        assert refused["type"] == "refused" and refused["reasons"][0]["word"] == ["red", "blue"]
        said = refused["reasons"][0]["text"]["en"]
        assert said == "no die can be rolled yet: the dice wait for a number from Red, Blue"
    promise(table, owner, "red")
    promise(table, guest, "blue")
    reveal(table, owner, "red")
    if again:
        inn.house._rooms.clear()
    with owner.sit(table, "red") as session:
        line = Line(session)
        assert json.loads(line.frames[0])["seats"]["blue"]["owes"] == "nonce"
        assert line.answer("muster")["reasons"][0]["word"] == ["blue"]
        assert inn.run(inn.house.room, table).play.state.rolls == 0
        reveal(table, guest, "blue")
        line.settle()
        assert line.answer("muster")["type"] == "done"
    room = inn.run(inn.house.room, table)
    assert room.play.state.rolls > 0 and verify(room.journal(), room.game) == []


def test_what_needs_no_die_is_played_before(inn: Inn) -> None:
    """The Soviet player may choose his pool and his chits while the Axis has not come yet."""
    soviet = inn.guest()
    table = soviet.open(seats={"axis": "invite"})["id"]
    with soviet.sit(table, "soviet") as session:
        line = Line(session)
        assert line.answer("historical")["type"] == "done"
        assert line.answer("done")["type"] == "done"


def test_a_bot_waits_for_the_dice_too(inn: Inn) -> None:
    owner, guest = inn.guest(), inn.guest()
    opened = owner.open(game="victory", scenario="two-front-war-3", seats={"red": "random", "blue-south": "invite"})
    table = opened["id"]
    assert opened["promises"] == {"blue-north": "", "blue-south": ""}, "what a bot adds is the house's seed"
    guest.post("/api/join", {"token": opened["invites"]["blue-south"]})
    room = inn.run(inn.house.room, table)
    assert room.play.deciders == ("red",) and room.bots_to_move == []
    unlock_dice(table, {"blue-north": owner, "blue-south": guest})
    with owner.sit(table, "blue-north") as session:
        line = Line(session)
        while not line.view["log"]:
            line.hear()
    assert room.play.state.rolls > 0


def test_clocks_start_with_the_dice(inn: Inn) -> None:
    opened, owner, guest = joined_by(inn, clock={"minutes": 30})
    table = opened["id"]
    for _ in range(2):  # in memory, and opened anew
        room = inn.run(inn.house.room, table)
        assert room.clock.running == () and room.clocks("axis")["running"] == []
        inn.house._rooms.clear()
    with guest.sit(table, "soviet") as session:
        line = Line(session)
        assert line.answer("historical")["type"] == "done"
    unlock_dice(table, {"axis": owner, "soviet": guest})
    since = inn.run(inn.house.room, table).clock.since
    for _ in range(2):
        room = inn.run(inn.house.room, table)
        assert room.clock.running == ("soviet",) and room.clock.since == since
        assert room.clock.left == {"axis": 1800, "soviet": 1800}
        inn.house._rooms.clear()


def test_a_rematch_of_two_people_waits_for_both(inn: Inn) -> None:
    opened, owner, guest = joined_by(inn, clock={"minutes": 1})
    unlock_dice(opened["id"], {"axis": owner, "soviet": guest})
    inn.run(inn.house.room, opened["id"]).clock.left["soviet"] = -1.0
    with owner.sit(opened["id"], "axis") as session:
        assert Line(session).send(type="claim")["type"] == "done"
    again = owner.post(f"/api/tables/{opened['id']}/rematch").json()
    assert again["promises"] == {"axis": "", "soviet": ""} and again["commitment"] != opened["commitment"]


@pytest.mark.parametrize("revealed", ["", "axis", "soviet"])
@pytest.mark.parametrize("again", [False, True])
def test_who_promised_and_closes_his_account_leaves_a_table_that_begins_anew(
    tmp_path: Path, again: bool, revealed: str
) -> None:
    """Nobody else can keep his promise, and what was revealed is known to whoever comes: all promise another number."""
    with club(tmp_path) as inn:
        erich, georgi, keeper = (member(inn, name) for name in ("Erich", "Georgi", "Anna"))
        table = str(erich.open(seats={"soviet": "offer"})["id"])
        assert georgi.post(f"/api/offers/{table}/soviet/accept", {}).status_code == 200
        promise(table, erich, "axis", ONE)
        promise(table, georgi, "soviet", TWO)
        if revealed:
            guest, nonce = {"axis": (erich, ONE), "soviet": (georgi, TWO)}[revealed]
            assert reveal(table, guest, revealed, nonce).status_code == 200
        if again:
            inn.house._rooms.clear()
        with erich.sit(table, "axis") as session:
            line = Line(session)
            assert georgi.post("/api/account/delete", {"name": "Georgi", "seats": "give_up"}).status_code == 204
            line.settle()
            told = [json.loads(one) for one in line.frames]
        seats = [one["seats"] for one in told if "seats" in one][-1]
        assert seats["soviet"]["kind"] == "open" and seats["soviet"]["owes"] == seats["axis"]["owes"] == "hash"
        now = table_of(erich, table)
        assert now["owing"] == {"axis": "hash", "soviet": "hash"} and now["nonces"] == []

        token = erich.post(f"/api/tables/{table}/invites/soviet").json()["token"]
        assert keeper.post("/api/join", {"token": token}).status_code == 200
        assert promise(table, keeper, "soviet", "her-own-number-0001").status_code == 204
        assert reveal(table, keeper, "soviet", "her-own-number-0001").status_code == 409, "his hash comes first"
        assert promise(table, erich, "axis", "another-number-0002").status_code == 204
        assert reveal(table, erich, "axis", ONE).status_code == 409
        assert reveal(table, erich, "axis", "another-number-0002").status_code == 200
        assert reveal(table, keeper, "soviet", "searched-for-sixes-1").status_code == 409
        assert reveal(table, keeper, "soviet", "her-own-number-0001").status_code == 200
        room = inn.run(inn.house.room, table)
        assert room.owing == {} and verify(room.journal(), room.game) == []
        assert room.play.state.dice == SealedDice.of(room.play.header.seed, nonces(erich, table))


def test_who_closes_his_account_when_the_dice_are_there_changes_nothing_of_them(tmp_path: Path) -> None:
    with club(tmp_path) as inn:
        erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
        table = str(erich.open(seats={"soviet": "offer"})["id"])
        assert georgi.post(f"/api/offers/{table}/soviet/accept", {}).status_code == 200
        unlock_dice(table, {"axis": erich, "soviet": georgi})
        before = nonces(erich, table)
        assert georgi.post("/api/account/delete", {"name": "Georgi", "seats": "give_up"}).status_code == 204
        assert nonces(erich, table) == before and table_of(erich, table)["owing"] == {}


def test_a_table_of_before_there_were_promises_goes_on(inn: Inn) -> None:
    opened, owner, guest = joined_by(inn)
    table = opened["id"]

    async def as_of_old() -> None:
        header = dict((await inn.house.room(table)).row.header)
        del header["promises"]
        await inn.house.store.change_table(table, header=header)
        inn.house._rooms.clear()

    inn.run(as_of_old)
    assert table_of(owner, table)["promises"] is None
    assert guest.post(f"/api/tables/{table}/nonce", {"nonce": TWO}).json() == {"mixed": True}
    assert promise(table, owner, "axis").status_code == 409
    with owner.sit(table, "axis") as one, guest.sit(table, "soviet") as two:
        assert play_on({"axis": Line(one), "soviet": Line(two)}, Random(2), 40) == 40
    room = inn.run(inn.house.room, table)
    assert room.play.state.rolls and verify(room.journal(), room.game) == []


def finished(inn: Inn) -> JSON:
    """The file of a game of two people."""
    opened, owner, guest = joined_by(inn)
    table = opened["id"]
    unlock_dice(table, {"axis": owner, "soviet": guest})
    with owner.sit(table, "axis") as one, guest.sit(table, "soviet") as two:
        play_on({"axis": Line(one), "soviet": Line(two)}, Random(3), 60)
    plain: JSON = inn.run(inn.house.room, table).journal().plain()
    return plain


def test_the_file_proves_the_promises(inn: Inn) -> None:
    plain = finished(inn)
    header = plain["header"]
    assert header["promises"] == {one: commitment(f"{one}:{nonce_of(one)}") for one in ("axis", "soviet")}
    assert verify(Journal.from_plain(plain), game("avl")) == []

    def faults(**changed: Any) -> str:
        return " / ".join(verify(Journal.from_plain({**plain, "header": {**header, **changed}}), game("avl")))

    promises = header["promises"]
    assert "axis is not the one whose hash" in faults(nonces=["axis:another-nonce-00001", header["nonces"][1]])
    assert "soviet is not the one whose hash" in faults(promises={**promises, "soviet": "0" * 64})
    assert "in the order of their seats" in faults(nonces=header["nonces"][::-1])
    assert "no die can be rolled" in faults(nonces=header["nonces"][:1])
    assert "axis added a nonce without" in faults(promises={"soviet": promises["soviet"]})
    assert "position the file claims" in faults(promises=None)


def test_a_file_with_promises_is_played_on_and_one_with_promises_unkept_waits_for_nobody(inn: Inn) -> None:
    plain = finished(inn)
    guest = inn.guest()
    assert guest.post("/api/files", {"file": plain}).json()["owing"] == {}
    opened, _, _ = joined_by(inn)
    early = inn.run(inn.house.room, opened["id"]).journal().plain()
    brought = guest.post("/api/files", {"file": early}).json()
    assert brought["promises"] is None and brought["owing"] == {}


# ---- one person: a nonce is mixed in as it comes


def test_who_plays_alone_adds_a_nonce_at_once(inn: Inn) -> None:
    owner = inn.guest()
    for seats in ({}, {"soviet": "random"}):
        table = owner.open(seats=seats)
        assert table["promises"] is None and table["owing"] == {}
        assert owner.post(f"/api/tables/{table['id']}/nonce", {"nonce": ONE}).json() == {"mixed": True}
        assert nonces(owner, table["id"]) == [f"axis:{ONE}"]


def test_a_nonce_does_not_come_before_the_seeds_hash_is_known(inn: Inn) -> None:
    """So neither with the request for a table nor with an invitation."""
    assert inn.guest().post("/api/tables", {"game": "avl", "nonce": ONE}).status_code == 422
    assert inn.guest().post("/api/join", {"token": "x" * 32, "nonce": ONE}).status_code == 422


def test_everybody_adds_once(inn: Inn) -> None:
    owner = inn.guest()
    table = owner.open()["id"]
    assert owner.post(f"/api/tables/{table}/nonce", {"nonce": ONE}).json() == {"mixed": True}
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


# ---- every way to open a table at which somebody else may sit

FROM = "/api/tables/from"


@pytest.mark.parametrize("step", [0, 3])
@pytest.mark.parametrize("seat", ["invite", "offer"])
def test_a_keeper_does_not_load_the_dice_of_a_position_either(inn: Inn, seat: str, step: int) -> None:
    """The same attack at a table that goes on from an example of the rulebook, dice rolled in it or not."""
    keeper, guest = inn.guest(), inn.guest()
    opened = keeper.post(FROM, {"game": "vl", "example": "combat-1", "step": step, "seats": {"german": seat}})
    assert opened.status_code == 201, opened.text
    table = opened.json()["id"]
    assert opened.json()["promises"] == {"soviet": "", "german": ""}
    token = keeper.post(f"/api/tables/{table}/invites/german").json()["token"]
    assert guest.post("/api/join", {"token": token}).status_code == 200
    assert reveal(table, guest, "german", TWO).status_code == 409, "nobody gives his nonce away before all hashes"
    room = inn.run(inn.house.room, table)
    assert room.play.state.rolls == 0 and room.play.state.dice == LockedDice()
    promise(table, keeper, "soviet", ONE)
    promise(table, guest, "german", TWO)
    assert reveal(table, guest, "german", TWO).status_code == 200
    assert reveal(table, keeper, "soviet", "searched-for-sixes-1").status_code == 409
    assert reveal(table, keeper, "soviet", ONE).status_code == 200
    assert room.play.state.dice == SealedDice.of(room.play.header.seed, nonces(guest, table))
    assert len(nonces(guest, table)) == 2


@pytest.mark.parametrize("seat", ["invite", "offer"])
def test_nobody_is_asked_to_a_file_whose_dice_its_bringer_knows(inn: Inn, seat: str) -> None:
    file = game("avl").new(seed=1).journal().plain()
    refused = inn.guest().post("/api/files", {"file": file, "seats": {"axis": seat}})
    assert refused.status_code == 422 and "nobody else can be invited" in refused.json()["detail"]


def test_what_lies_behind_a_game_does_not_go_on_with_others() -> None:
    """Whatever way a table is opened: not with dice that were rolled or set, nor after answers."""
    play = game("avl").new(seed=1)
    begun = awaiting(play.journal(), 0, ["axis", "soviet"])
    assert begun.header.promises == {"axis": "", "soviet": ""}
    play.answer("soviet", "historical")
    for journal, rolls in (
        (begun, 1),
        (replace(begun, forced={0: 6}), 0),
        (play.journal(), 0),
    ):
        with pytest.raises(SetupError, match="before everybody could add to the dice"):
            awaiting(journal, rolls, ["axis", "soviet"])


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
