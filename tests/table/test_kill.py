"""`kill -9` at any moment: no acknowledged answer is lost, none is there twice, and the table goes on."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed

from tests.table.serving import Seat, Server

KILLS = 8
PLAYERS = ("axis", "soviet")


def test_no_acknowledged_answer_is_lost_by_kill_9(tmp_path: Path) -> None:
    rng = Random(2026)
    acknowledged: dict[str, list[list[Any]]] = {player: [] for player in PLAYERS}
    table = ""
    for number in range(KILLS + 1):
        server = Server(tmp_path)
        try:
            if not table:
                opened = server.http.post("/api/tables", json={"game": "avl"})
                table = opened.json()["id"]
            stored = _stored(server, table)
            _nothing_is_lost(acknowledged, stored)
            acknowledged = stored
            seats = [Seat(server, table, player) for player in PLAYERS]
            if number == KILLS:
                assert _play(seats, acknowledged, rng, 5), "the table does not go on"
                return
            killer = threading.Timer(rng.uniform(0.05, 0.6), server.process.kill)
            killer.start()
            _play(seats, acknowledged, rng, 100_000)
            killer.join()
            assert number or any(acknowledged.values())
        finally:
            server.kill()


def _stored(server: Server, table: str) -> dict[str, list[list[Any]]]:
    """All answers the house has, by player: committed ones, then those of secret choices in progress."""
    file = server.http.get(f"/api/tables/{table}/file").json()
    return {
        player: [one[1:] for one in file["answers"] if one[0] == player]
        + [one[1:] for one in file["pending"].get(player, [])]
        for player in PLAYERS
    }


def _nothing_is_lost(acknowledged: dict[str, list[list[Any]]], stored: dict[str, list[list[Any]]]) -> None:
    for player in PLAYERS:
        known, found = acknowledged[player], stored[player]
        assert found[: len(known)] == known
        assert len(found) <= len(known) + 1, "an answer is there that nobody gave"


def _play(seats: list[Seat], acknowledged: dict[str, list[list[Any]]], rng: Random, most: int) -> int:
    """Answer at random until the line breaks; remembers what was acknowledged."""
    given = 0
    try:
        while given < most:
            moving = [seat for seat in seats if seat.ask is not None]
            if not moving:
                for seat in seats:
                    seat.settle(0.01)
                continue
            seat = rng.choice(moving)
            verb, target = seat.any_answer(rng)
            reply = seat.answer(verb, target)
            if reply["type"] == "done":
                acknowledged[seat.player].append([verb, target])
                given += 1
            elif "slow down" in reply.get("why", ""):
                time.sleep(0.2)  # nobody plays as fast as this test
            else:
                assert reply.get("stale"), reply
            for one in seats:
                one.settle(0.002)
    except ConnectionClosed:
        time.sleep(0.01)
    return given
