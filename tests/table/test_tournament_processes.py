"""A Swiss of sixteen bots on three processes, one of which is killed in the middle of it."""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import Any

import httpx2
import pytest

from grognard.table.migrate import upgrade
from tests.forked import Forked
from tests.table.cups import SHORT, games, until
from tests.table.databases import FAST, Cluster, free_port
from tests.table.members import PASSWORD
from tests.table.serving import START

pytestmark = pytest.mark.postgresql

BOTS, ROUNDS = 16, 4
HURRY = "from grognard.table import thinking\nthinking.PACE = 0.0\n"
"""Nobody looks on."""


class Process:
    """One of the processes of the house."""

    def __init__(self, database: str) -> None:
        port = free_port()
        flags = ("--port", str(port), "--no-browser", "--public", "--host", "127.0.0.1", "--accounts")
        self.process = Forked(HURRY + START, ["serve", *flags], {**os.environ, "GROGNARD_DATABASE": database})
        assert self.process.stdout is not None
        assert " at http://" in self.process.stdout.readline()
        self.http = httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=20)

    def kill(self) -> None:
        if self.process.poll() is None:
            self.http.close()
            self.process.kill()
            self.process.communicate()


def test_a_swiss_of_sixteen_bots_runs_to_its_end_on_three_processes() -> None:
    database = Cluster(FAST)
    with ExitStack() as until_closed:
        until_closed.callback(database.remove)
        upgrade(database.url(database.create("house")))
        address = database.url("house").render_as_string(hide_password=False)
        processes = [Process(address) for _ in range(3)]
        for one in processes:
            until_closed.callback(one.kill)
        organiser = processes[1].http
        assert organiser.post("/api/account/register", json={"name": "Erich", "password": PASSWORD}).status_code == 201
        wanted = {"name": "Sixteen", **SHORT, "rounds": ROUNDS, "rated": False}
        tournament = organiser.post("/api/tournaments", json=wanted).json()["id"]
        at = f"/api/tournaments/{tournament}"
        for _ in range(BOTS):
            assert organiser.post(f"{at}/bots", json={"level": "random"}).status_code == 200
        assert organiser.post(f"{at}/pair", json={}).status_code == 200

        def told() -> dict[str, Any]:
            found: dict[str, Any] = organiser.get(at).json()
            return found

        until(lambda: told()["round"] == 2)
        processes[0].kill()  # whatever it was doing for the tournament, the others do
        until(lambda: told()["stage"] == "over", 120)
        end = told()
        assert [one["closed"] for one in end["pairings"]] == [True] * ROUNDS
        for number in range(1, ROUNDS + 1):
            played = games(end, number)
            assert len(played) == BOTS and all(game["how"] == "played" for game in played)
        met = [frozenset((game["first"], game["second"])) for n in range(1, ROUNDS + 1) for game in games(end, n)]
        assert len(met) == 2 * len(set(met)), "everybody met each opponent with both sides, and nobody twice"
        halves = {"½": 0.5}
        points = [row["figures"][0] for row in end["standings"]]
        total = sum(float(one.replace("½", ".5") if one != "½" else halves[one]) for one in points)
        assert total == BOTS * ROUNDS, "every game gave one point"
        assert {tuple(row["sides"]) for row in end["standings"]} == {(ROUNDS, ROUNDS)}
        tables = database.execute("SELECT count(*) FROM tables", name="house")
        assert tables == [[BOTS * ROUNDS]], "no table was made twice"
        assert processes[2].http.get(at).json()["standings"] == end["standings"]
