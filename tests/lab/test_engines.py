"""Engines: a worker that dies loses its own games only, and the rows are those of a plain run."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from grognard.core.game import SetupError
from grognard.lab.runs.engines import Ended, Engine, Lost, engine_named
from grognard.lab.runs.engines.crew import keep_busy
from grognard.lab.runs.engines.dask import Dask
from grognard.lab.runs.engines.local import Local
from grognard.lab.runs.engines.ray import Ray
from grognard.lab.simulate import Pairing, play_out
from tests.lab.running import by_whom, deadly, faulty, pairings

GAMES = 24


@pytest.fixture(params=["local", "dask", "ray"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """This machine, a Dask cluster that is there already, and a Ray that is started for the run."""
    if request.param == "dask":
        distributed: Any = import_module("distributed")
        with distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
        ) as cluster:
            yield Dask(cluster.scheduler_address.removeprefix("tcp://"), jobs=2)
    else:
        yield Local(2) if request.param == "local" else Ray("", jobs=2)


def test_a_worker_killed_in_the_middle_changes_no_row(engine: Engine) -> None:
    plain = {pairing.number: play_out(pairing) for pairing in pairings(range(GAMES))}
    workers, found = set[int](), {}
    for one in engine.play(pairings(range(GAMES)), by_whom):
        assert isinstance(one, Ended)
        worker, outcome = one.got
        if not workers:
            os.kill(worker, signal.SIGKILL)
        workers.add(worker)
        found[one.number] = outcome
    assert found == plain
    assert len(workers) > 1 and os.getpid() not in workers
    assert not _left()


def _left() -> list[str]:
    """Processes of Ray below this one."""
    psutil: Any = import_module("psutil")
    found = []
    for one in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            found.append(" ".join(one.cmdline()))
    return [one for one in found if "raylet" in one or "gcs_server" in one or "ray::" in one]


def test_a_game_that_kills_its_worker_is_given_up_and_the_others_are_played() -> None:
    ends = list(Local(2).play(pairings(range(5)), deadly))
    assert {one.number for one in ends if isinstance(one, Ended)} == {0, 1, 3, 4}
    assert [one for one in ends if isinstance(one, Lost)] == [Lost(2, "its worker died 3 times")]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_game_that_cannot_be_played_is_told_and_the_others_are_played(jobs: int) -> None:
    ends = list(Local(jobs).play(pairings(range(5)), faulty))
    (lost,) = (one for one in ends if isinstance(one, Lost))
    assert lost.number == 2 and "KeyError: 'no such hex'" in lost.why
    assert len(ends) == 5


def test_workers_end_when_nobody_wants_more() -> None:
    import multiprocessing

    ends = Local(2).play(pairings(range(100)), by_whom)
    next(ends)
    assert multiprocessing.active_children()
    ends.close()
    assert not multiprocessing.active_children()


class Slow:
    """Two hands, of which the first never comes to the end of its first game."""

    doubles = True

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.dropped: list[int] = []

    def __enter__(self) -> Slow:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def hands(self) -> int:
        return 2

    def ahead(self) -> int:
        return 3

    def begin(self, pairing: Pairing) -> int:
        self.begun.append(pairing.number)
        return len(self.begun) - 1

    def ended(self) -> Iterator[tuple[int, int]]:
        ticket = len(self.begun) - 1
        assert ticket, "everybody waits for the slow one"
        yield ticket, self.begun[ticket]

    def drop(self, ticket: int) -> None:
        self.dropped.append(ticket)


def test_a_game_that_holds_the_run_up_is_played_again_by_a_hand_that_is_free() -> None:
    crew = Slow()
    ends = []
    for one in keep_busy(crew, pairings(range(1))):
        ends.append(one)
    assert crew.begun == [0, 0] and crew.dropped == [0]
    assert ends == [Ended(0, 0)]


@pytest.mark.parametrize("on", ["spark://x:1", "dask", "dask://host", "ray://:1", "ray://host:port", "dask://auto"])
def test_an_address_that_is_none_is_refused(on: str) -> None:
    with pytest.raises(SetupError, match="--on"):
        engine_named(on, 2)


def test_a_name_finds_its_engine() -> None:
    assert engine_named(None, 3).name == "local, 3 jobs"
    assert engine_named("dask://cluster:8786", 1).name == "dask://cluster:8786"
    assert engine_named("ray://auto", 1).name == "ray://auto"
    assert engine_named("ray://", 2).name == "ray, 2 workers here"


def test_a_scheduler_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from grognard.lab.runs.engines import dask

    monkeypatch.setattr(dask, "SECONDS", 1)
    with pytest.raises(SetupError, match="no scheduler answers there"):
        next(Dask("127.0.0.1:9", 1).play(pairings(range(1)), play_out))


def test_a_ray_elsewhere_needs_its_client(monkeypatch: pytest.MonkeyPatch) -> None:
    from grognard.lab.runs.engines import ray

    monkeypatch.setattr(ray, "find_spec", lambda name: None)
    with pytest.raises(SetupError, match=r"--on ray://head:10001 needs Ray's own client"):
        next(Ray("head:10001", 1).play(pairings(range(1)), play_out))
