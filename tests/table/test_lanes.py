"""Two people at one table: neither receives a byte of the other's secrets, nor notices that there is something new."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from grognard.core.registry import game
from tests.table.guests import Guest, Inn, Line, play_on, unlock_dice


def seated(inn: Inn) -> tuple[str, Guest, Guest]:
    """A table with two people: (id, axis, soviet)."""
    axis, soviet = inn.guest(), inn.guest()
    opened = axis.open(seats={"soviet": "invite"})
    assert soviet.post("/api/join", {"token": opened["invites"]["soviet"]}).status_code == 200
    unlock_dice(opened["id"], {"axis": axis, "soviet": soviet})
    return opened["id"], axis, soviet


def test_a_secret_choice_sends_the_other_no_frame_at_all(inn: Inn) -> None:
    table, axis, soviet = seated(inn)
    with axis.sit(table, "axis") as one, soviet.sit(table, "soviet") as two:
        theirs, mine = Line(one), Line(two)
        theirs.settle()
        before, seq = len(theirs.frames), theirs.seq
        for verb in ("historical", "return_chit"):
            target = mine.view["ask"]["answers"][verb][0]
            assert mine.answer(verb, target)["type"] == "done"
        assert mine.send(type="undo", seq=mine.seq)["type"] == "done"
        theirs.settle()
        assert len(theirs.frames) == before + 1  # the reply to his own question
        assert theirs.seq == seq
        assert axis.get(f"/api/tables/{table}/replay?seat=axis").json()["length"] == 0


def test_how_often_somebody_chose_in_secret_does_not_show_in_the_replay(inn: Inn) -> None:
    lengths = []
    for detours in (0, 3):
        table, axis, soviet = seated(inn)
        with soviet.sit(table, "soviet") as two:
            mine = Line(two)
            mine.answer("historical")
            for _ in range(detours):
                chit = mine.view["ask"]["answers"]["return_chit"][0]
                mine.answer("return_chit", chit)
                mine.answer("select_chit", chit)
            mine.answer("done")
        lengths.append(axis.get(f"/api/tables/{table}/replay?seat=axis").json()["length"])
        own = soviet.get(f"/api/tables/{table}/replay?seat=soviet").json()["length"]
        assert own == 2 + 2 * detours
    assert lengths == [1, 1]


def test_frames_of_a_whole_game_never_name_a_hidden_chit(inn: Inn) -> None:
    table, axis, soviet = seated(inn)
    watch = axis.post(f"/api/tables/{table}/watch").json()["token"]
    stranger = inn.guest()
    with (
        axis.sit(table, "axis") as one,
        soviet.sit(table, "soviet") as two,
        stranger.sit(table, watch=watch) as three,
    ):
        lines = {"axis": Line(one), "soviet": Line(two)}
        onlooker = Line(three)
        assert play_on(lines, Random(11), 600) > 300
        onlooker.settle()
    chits = game("avl").chits  # type: ignore[attr-defined]  # this game has chits
    mine = {side: {chits.names[n] for n in range(len(chits.names)) if chits.of_side[number] >> n & 1}
            for number, side in enumerate(("axis", "soviet"))}  # fmt: skip
    assert _hidden_names(lines["axis"].frames, mine["soviet"]) == []
    assert _hidden_names(lines["soviet"].frames, mine["axis"]) == []
    assert _hidden_names(onlooker.frames, mine["axis"] | mine["soviet"]) == []
    assert _hidden_names(lines["soviet"].frames, mine["soviet"]), "the search finds what is there to be found"


def _hidden_names(frames: list[str], theirs: set[str]) -> list[str]:
    """Chits of the other side that a frame names before they were drawn."""
    drawn: set[str] = {"STAVKA"}  # everybody knows that it is in play
    found = []
    for frame in frames:
        message = json.loads(frame)
        events = list(_events(message))
        drawn |= {event["chit"] for event in events if "chit" in event}
        named = {chit for event in events for chit in event.get("chits", ())}
        pools = (message.get("view") or message.get("set", {})).get("pools", {})
        lists = [chits for pool in pools.values() for chits in pool.values() if isinstance(chits, list)]
        named |= {chit for chits in lists for chit in chits}
        ask = (message.get("view") or message.get("set", {})).get("ask") or {"answers": {}, "kinds": {}}
        for verb, targets in ask["answers"].items():
            if ask["kinds"][verb] == "chit":
                named |= set(targets)
        found += [f"{chit} in {frame[:80]}" for chit in (named & theirs) - drawn]
    return found


def _events(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield from (message.get("view") or message).get("log", [])
    yield from message.get("log_add", [])


def test_the_seed_is_told_only_when_the_game_is_over(inn: Inn) -> None:
    table, axis, soviet = seated(inn)
    room = inn.run(inn.house.room, table)
    seed = room.row.header["seed"]
    with axis.sit(table, "axis") as one, soviet.sit(table, "soviet") as two:
        lines = {"axis": Line(one), "soviet": Line(two)}
        play_on(lines, Random(1), 30)
        assert not any(seed in frame for line in lines.values() for frame in line.frames)
    told = axis.get(f"/api/tables/{table}").text
    assert seed not in told and "commitment" in told
    assert axis.get(f"/api/tables/{table}/file").status_code == 409
