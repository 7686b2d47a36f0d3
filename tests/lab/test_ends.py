"""However a run ends, what was played is there, whole, and the same command goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from grognard.lab.runs.folder import numbers, parts
from tests.lab.running import GAME, SEATS, plan, rows, run

SMALL_PARTS = """
import signal
from grognard.cli import main
from grognard.lab.runs import folder
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell lets its background jobs ignore it
folder.PART = 3
main()
"""
GAMES = 120
PATIENCE = 120.0


def begin(out: Path, *how: str) -> subprocess.Popen[str]:
    words = ["sim", GAME, "--games", str(GAMES), *how, "--seed", "3", "--out", str(out), *SEATS]
    return subprocess.Popen(
        [sys.executable, "-c", SMALL_PARTS, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip


def wait(until: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.02)


def in_session(leader: int) -> list[int]:
    """The processes that are left of a session."""
    found = []
    for one in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, session = one.read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if int(session) == leader and state != "Z":
            found.append(int(one.parent.name))
    return found


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nobody disturbed."""
    path = tmp_path_factory.mktemp("plain")
    run(path, plan(GAMES))
    return path


def test_a_run_killed_in_the_middle_goes_on_to_the_rows_of_a_plain_one(tmp_path: Path, plain: Path) -> None:
    process = begin(tmp_path, "--jobs", "2")
    wait(lambda: len(parts(tmp_path, "games")) >= 4)
    process.kill()
    process.communicate(timeout=PATIENCE)
    wait(lambda: not in_session(process.pid))  # its workers end by themselves
    there = numbers(tmp_path)
    assert 12 <= len(there) < GAMES
    assert rows(tmp_path) == [row for row in rows(plain) if row["number"] in there]
    assert run(tmp_path, plan(GAMES)).played == GAMES - len(there)
    assert rows(tmp_path) == rows(plain)
    assert not list(tmp_path.rglob(".part-*"))


@pytest.mark.parametrize("how", ["--jobs 1", "--jobs 2", "--jobs 2 --on dask://"])
def test_ctrl_c_writes_what_was_played_and_says_how_to_go_on(tmp_path: Path, plain: Path, how: str) -> None:
    process = begin(tmp_path, *how.split())
    wait(lambda: len(parts(tmp_path, "games")) >= 2)
    os.killpg(process.pid, signal.SIGINT)
    printed, told = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, told
    there = numbers(tmp_path)
    stopped = f"Stopped: {len(there)} of {GAMES} games are in {tmp_path}; the same command goes on."
    assert told.splitlines()[-1] == stopped
    assert "Traceback" not in told and not printed
    wait(lambda: not in_session(process.pid))
    assert rows(tmp_path) == [row for row in rows(plain) if row["number"] in there]
