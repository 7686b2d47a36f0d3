"""A house that is asked to close: everybody is told, what is under way is done, and nothing is lost or in doubt."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed

from grognard.table.migrate import upgrade
from tests.forked import Forked
from tests.table import test_processes
from tests.table.databases import ON_POSTGRESQL, Cluster, environment, free_port
from tests.table.guests import Inn, Line, opened
from tests.table.serving import START, Seat
from tests.table.test_processes import PATIENCE, PLAYERS, Front, Process, fits, stored

RESTARTS = 3
SLOWLY = """
import asyncio
from grognard.table.store import Store
commit = Store._commit
async def slowly(self, rows, summaries):
    await commit(self, rows, summaries)
    await asyncio.sleep(0.1)
Store._commit = slowly
"""
"""A database that takes its time: SIGTERM comes while an answer is being stored, nearly always."""


class House:
    """Always at the same port."""

    def __init__(self, folder: Path, *flags: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._folder, self._flags = folder, flags
        self.start()

    def start(self) -> None:
        folder = [] if ON_POSTGRESQL else ["--data-dir", str(self._folder)]
        words = ["serve", "--no-browser", "--port", str(self.port), *folder, *self._flags]
        env = {**os.environ, **environment(self._folder)}
        self.process = Forked(f"{SLOWLY}\n{START}", words, env, stderr=subprocess.PIPE)
        assert self.process.stdout is not None
        assert " at http://" in self.process.stdout.readline()

    def close(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        out, err = self.process.communicate(timeout=30)
        assert (out, err, self.process.returncode) == ("Closed.\n", "", 0)

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


class Player(test_processes.Player):
    """Remembers how its lines ended, and comes again."""

    def __init__(self, front: Front, table: str, player: str, seed: int) -> None:
        super().__init__(front, table, player, seed)
        self.ends: list[tuple[int, str]] = []

    def _answer(self, seat: Seat) -> None:
        try:
            super()._answer(seat)
        except ConnectionClosed as closed:
            self.ends.append((closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (1006, ""))
            raise


def until(what: Any, why: str, patience: float = PATIENCE) -> None:
    end = time.monotonic() + patience
    while not what():
        assert time.monotonic() < end, why
        time.sleep(0.02)


def test_a_restart_under_play_loses_nothing_and_leaves_nothing_in_doubt(tmp_path: Path) -> None:
    house = House(tmp_path)
    players: list[Player] = []
    try:
        table = str(httpx2.post(f"{house.url}/api/tables", json={"game": "avl"}, timeout=60).json()["id"])
        players = [Player(Front(house.url), table, player, seed) for seed, player in enumerate(PLAYERS)]
        for player in players:
            player.start()
        for restart in range(RESTARTS):
            before = sum(player.acknowledged for player in players)
            until(lambda: sum(player.acknowledged for player in players) > before + 2, "nobody plays")  # noqa: B023
            house.close()
            house.start()
            until(lambda: all(len(player.ends) > restart for player in players), "not everybody was told")  # noqa: B023
        for player in players:
            player.done.set()
            player.join(PATIENCE)
        for player in players:
            assert set(player.ends) == {(1012, "back in a moment")}
            assert not player.refused
            # a client cannot know of what it said after the house had said goodbye; all the rest was acknowledged
            assert fits(player.given, stored(house.url, table)[player.player])
            kept = [answer for sure, answer in player.given if sure]
            assert kept == stored(house.url, table)[player.player], "stored and never acknowledged"
    finally:
        for player in players:
            player.done.set()
        house.kill()


def test_while_it_drains_a_house_says_so_and_serves_as_ever(tmp_path: Path) -> None:
    house = House(tmp_path, "--drain", "4")
    try:
        with httpx2.Client(base_url=house.url, timeout=20) as client:
            table = client.post("/api/tables", json={"game": "avl"}).json()["id"]
            seat = Seat(Front(house.url), table, "soviet")  # type: ignore[arg-type]  # all that it needs
            house.process.send_signal(signal.SIGTERM)
            until(lambda: client.get("/readyz").text == "draining\n", "it does not say so")
            assert client.get("/readyz").status_code == 503 and client.get("/healthz").status_code == 200
            other = Seat(Front(house.url), table, "axis")  # type: ignore[arg-type]  # who was sent here before
            assert seat.answer(*seat.any_answer(Random(1)))["type"] == "done"
            for line in (seat, other):
                with pytest.raises(ConnectionClosed) as closed:
                    while True:
                        line.hear(20)
                assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
        assert house.process.communicate(timeout=20)[0] == "Closed.\n"
    finally:
        house.kill()


def test_ctrl_c_does_not_wait(tmp_path: Path) -> None:
    house = House(tmp_path, "--drain", "300")
    try:
        house.process.send_signal(signal.SIGINT)
        assert house.process.communicate(timeout=20)[0] == "Closed.\n"
    finally:
        house.kill()


def test_who_comes_when_nobody_is_let_in_any_more_is_told_to_come_again(tmp_path: Path) -> None:
    with opened(tmp_path) as inn:
        table = inn.guest().open()["id"]
        inn.house.closing = True
        with inn.guest().sit(table, "axis") as session:
            assert session.receive() == {"type": "websocket.close", "code": 1012, "reason": "back in a moment"}


def test_what_is_being_done_is_done_and_acknowledged_before_the_line_closes(tmp_path: Path) -> None:
    with opened(tmp_path) as inn:
        table = inn.guest().open()["id"]
        _slow_store(inn)
        with inn.guest().sit(table, "soviet") as session:
            line = Line(session)
            line.settle()
            verb = sorted(line.view["ask"]["answers"])[0]
            target = line.view["ask"]["answers"][verb][0]
            for number in (70, 71):  # the second is said too late
                session.send_text(json.dumps({"id": number, "type": "answer", "seq": line.seq, "verb": verb,
                                              "target": target}))  # fmt: skip
            time.sleep(0.1)
            threading.Thread(target=inn.run, args=(inn.house.see_off,), daemon=True).start()
            heard: list[Any] = []
            while not heard or heard[-1].get("type") != "websocket.close":
                heard.append(session.receive())
        frames = [one for message in heard[:-1] for one in _messages(message["text"])]
        assert [one["type"] for one in frames if one.get("id") == 70] == ["done"]
        assert not [one for one in frames if one.get("id") == 71]
        assert heard[-1]["code"] == 1012


def _messages(text: str) -> list[Any]:
    found = json.loads(text)
    return found if isinstance(found, list) else [found]


def _slow_store(inn: Inn) -> None:
    import asyncio

    append = inn.house.store.append

    async def slowly(rows: Any) -> None:
        await asyncio.sleep(0.5)
        await append(rows)

    inn.house.store.append = slowly  # type: ignore[method-assign]


@pytest.mark.postgresql
def test_several_processes_are_replaced_one_after_another_under_play() -> None:
    database = Cluster()
    served: Process | None = None
    players: list[Player] = []
    try:
        upgrade(database.url(database.create("house")))
        served = Process(database.url("house").render_as_string(hide_password=False), "--processes", "2")
        first = test_processes._children(served)
        table = test_processes.opened(served)
        players = [Player(Front(served.url), table, player, seed) for seed, player in enumerate(PLAYERS)]
        for player in players:
            player.start()
        until(lambda: sum(player.acknowledged for player in players) > 5, "nobody plays")
        served.process.send_signal(signal.SIGHUP)
        failed: list[str] = []

        def renewed() -> bool:
            assert served is not None
            try:
                if httpx2.get(f"{served.url}/healthz", timeout=10).status_code != 200:
                    failed.append("not served")
            except httpx2.ConnectError as error:
                failed.append(repr(error))
            except httpx2.HTTPError:
                pass  # a connection that was accepted by the one that leaves
            now = test_processes._children(served)
            return len(now) == 2 and not now & first

        until(renewed, "they were not replaced", 3 * PATIENCE)
        assert not failed, "somebody always listens"
        before = sum(player.acknowledged for player in players)
        until(lambda: sum(player.acknowledged for player in players) > before + 5, "the table does not go on")
        for player in players:
            player.done.set()
            player.join(PATIENCE)
        for player in players:
            assert set(player.ends) == {(1012, "back in a moment")} and not player.refused
            assert fits(player.given, stored(served.url, table)[player.player])
        served.process.send_signal(signal.SIGTERM)
        assert served.process.communicate(timeout=PATIENCE)[0] == "Closed.\n"
    finally:
        for player in players:
            player.done.set()
        if served is not None:
            served.kill()
        database.remove()
