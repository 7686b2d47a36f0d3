"""Runs for tests: small ones of the quickest game, and tasks that end as no game should."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import grognard
from grognard.lab.facts import played
from grognard.lab.runs.engines import Engine
from grognard.lab.runs.engines.local import Local
from grognard.lab.runs.folder import Folder
from grognard.lab.runs.go import Gone, go_on
from grognard.lab.runs.plan import Plan, arms_of
from grognard.lab.runs.read import open_run
from grognard.lab.simulate import Outcome, Pairing, play_out

GAME = "vl"
RANDOM = {"soviet": ["random"], "german": ["random"]}
SEATS = ["--seat", "soviet=random", "--seat", "german=random"]


def plan(games: int = 6, seed: int = 3, seats: dict[str, list[str]] | None = None, swap: bool = False) -> Plan:
    game = grognard.game(GAME)
    scenario = game.scenario(None).id
    return Plan(GAME, game.version, seed, games, swap, arms_of(game, [scenario], {}, {scenario: seats or RANDOM}))


def run(path: Path, wanted: Plan, engine: Engine | None = None) -> Gone:
    with Folder.opened(path, wanted) as folder:
        return go_on(folder, engine or Local(1))


def rows(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = open_run(path).games.to_pylist(maps_as_pydicts="strict")
    return found


def pairings(numbers: Iterable[int], seed: int = 3) -> Iterator[Pairing]:
    wanted = plan(seed=seed)
    return (wanted.pairing(number) for number in numbers)


# ---- tasks


def by_whom(pairing: Pairing) -> tuple[int, Outcome]:
    """A game, and the process that played it."""
    return os.getpid(), play_out(pairing)


def deadly(pairing: Pairing) -> int:
    """Game 2 ends its worker every time."""
    if pairing.number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return pairing.number


def faulty(pairing: Pairing) -> int:
    """Game 2 cannot be played."""
    if pairing.number == 2:
        raise KeyError("no such hex")
    return pairing.number


def faulty_rows(pairing: Pairing) -> Any:
    """The rows of a game; game 2 cannot be played."""
    faulty(pairing)
    return played(pairing)
