"""Blocks over the network: no line, replay, card or report ever tells a hidden block from another."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from grognard.hex.grid import bits
from tests.table.guests import Guest, Inn, Line

ANSWERS = 1000
BACK = {"id", "side", "army", "where", "on_map", "hidden"}
"""All that the back of a block shows."""
THEIRS = {"red": re.compile(r'"blue-[a-z_]+-\d+"'), "blue": re.compile(r'"red-[a-z_]+-\d+"')}
"""The ids of the other side's blocks."""


def seated(inn: Inn, scenario: str) -> tuple[str, Guest, Guest]:
    red, blue = inn.guest(), inn.guest()
    opened = red.open(game="victory", scenario=scenario, seats={"blue": "invite"})
    assert blue.post("/api/join", {"token": opened["invites"]["blue"]}).status_code == 200
    return opened["id"], red, blue


def pieces_in(message: Any) -> Iterator[dict[str, Any]]:
    """Every piece in a message, however deep."""
    if isinstance(message, dict):
        if "on_map" in message:
            yield message
        for value in message.values():
            yield from pieces_in(value)
    elif isinstance(message, list):
        for value in message:
            yield from pieces_in(value)


def probe(line: Line, rng: Random) -> None:
    """Ask for everything about the other side's blocks that a curious client can think of."""
    theirs = [name for name in line.view["pieces"] if name.startswith(("hidden:", "seen:"))] or ["hidden:0101:1"]
    verbs = sorted(line.view["ask"]["answers"]) if line.view["ask"] else ["move_unit"]
    for kind in ("why", "preview"):
        line.send(type=kind, verb=rng.choice([*verbs, "move_unit", "fire", "hit"]), target=rng.choice(theirs))
    for kind in ("supply:red", "supply:blue", "control:red", "control:blue", "storm"):
        line.send(type="overlay", kind=kind)


def bold(line: Line, rng: Random) -> dict[str, Any]:
    """Any answer, but into a hex of the other side's where one is offered: random players seldom meet."""
    ask = line.view["ask"]
    enemies = {piece["where"] for piece in line.view["pieces"].values() if piece["side"] != line.view["viewer"]}
    into = [
        (verb, target)
        for verb, targets in ask["answers"].items()
        if ask["kinds"][verb] == "hex"
        for target in targets
        if target in enemies
    ]
    return line.answer(*rng.choice(into)) if into else line.answer_anything(rng)


def face_up(inn: Inn, table: str) -> set[tuple[str, str, int]]:
    """Type and strength of the blocks that lie face up, with their army."""
    room = inn.run(inn.house.room, table)
    state = room.play.state
    blocks, kinds = state.game.blocks, state.game.kinds
    return {
        (state.game.armies[blocks.army[unit]].id, kinds.names[blocks.kind[unit]], int(state.steps[unit]))
        for unit in bits(state.shown)
    }


@pytest.mark.parametrize(("scenario", "seed"), [("quick-start", 3), ("example-hope", 8), ("example-hope", 9)])
def test_no_frame_tells_a_hidden_block_from_another(inn: Inn, scenario: str, seed: int) -> None:
    table, red, blue = seated(inn, scenario)
    watch = red.post(f"/api/tables/{table}/watch").json()["token"]
    rng = Random(seed)
    fought = 0
    with (
        red.sit(table, "red") as one,
        blue.sit(table, "blue") as two,
        inn.guest().sit(table, watch=watch) as three,
    ):
        lines = {"red": Line(one), "blue": Line(two)}
        onlooker = Line(three)
        heard = dict.fromkeys((*lines, "nobody"), 0)
        for step in range(ANSWERS):
            for line in (*lines.values(), onlooker):
                line.settle()
            shown = face_up(inn, table)
            for who, line in (*lines.items(), ("nobody", onlooker)):
                news, heard[who] = line.frames[heard[who] :], len(line.frames)
                for frame in news:
                    check(frame, who, shown)
                fought += sum("seen:" in frame for frame in news)
            moving = [line for line in lines.values() if line.view["ask"]]
            if not moving:
                break
            line = rng.choice(moving)
            if step % 7 == 0:
                for curious in lines.values():
                    probe(curious, rng)
            if step % 11 == 0 and line.view["can_undo"]:
                assert line.send(type="undo", seq=line.seq)["type"] == "done"
                continue
            reply = bold(line, rng)
            assert reply["type"] == "done", reply
    assert fought or scenario == "example-hope", "nothing was ever turned up"  # one turn may go by without a battle
    looked_back(inn, table, {"red": red, "blue": blue})


def check(frame: str, who: str, shown: set[tuple[str, str, int]]) -> None:
    for side in THEIRS if who == "nobody" else (who,):
        assert not THEIRS[side].search(frame), frame[:400]
    for piece in pieces_in(json.loads(frame)):
        if piece["side"] == who:
            continue
        if piece["id"].startswith("hidden:"):
            assert set(piece) == BACK, piece
        else:
            assert piece["id"].startswith("seen:") and "face_up" in piece["flags"], piece
            assert (piece["army"], piece["kind"], piece["steps"]) in shown, piece


def looked_back(inn: Inn, table: str, guests: dict[str, Guest]) -> None:
    for who, guest in guests.items():
        length = guest.get(f"/api/tables/{table}/replay?seat={who}").json()["length"]
        texts = [guest.get(f"/api/tables/{table}/replay/{n}?seat={who}").text for n in range(0, length, 40)]
        texts += [guest.get(f"/api/tables/{table}/{what}?seat={who}").text for what in ("report", "position")]
        texts.append(guest.get("/api/tables").text)
        over = inn.run(inn.house.room, table).result is not None
        for text in () if over else texts:
            assert not THEIRS[who].search(text), text[:400]
            for piece in pieces_in(json.loads(text)):
                assert piece["side"] == who or piece["id"].startswith(("hidden:", "seen:")), piece
                assert not piece["id"].startswith("hidden:") or set(piece) == BACK, piece
        other = "blue" if who == "red" else "red"
        assert guest.get(f"/api/tables/{table}/replay?seat={other}").status_code == 403
        assert guest.get(f"/api/tables/{table}/file").status_code == (200 if over else 409)
