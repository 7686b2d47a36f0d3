"""Where a game of bots begins: at its scenario's beginning, or at a moment of another game that is played on from.

Whoever asks about such a moment may be a player: then every game is played from a position dealt anew out of what he
knew, so that nothing else can show in how it ends. All of it is plain data that travels to a worker.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from grognard.core.dice import FastDice
from grognard.core.game import Game, SetupError
from grognard.core.registry import game
from grognard.core.snapshot import WAITS, restore, snapshot
from grognard.core.state import State

if TYPE_CHECKING:
    from grognard.lab.simulate import Pairing

KEPT = 8
"""Positions that a worker keeps ready to be played on from."""


@dataclass(frozen=True)
class Start:
    """A moment of a game."""

    position: str
    """Its snapshot as JSON."""
    asking: str | None = None
    """The player whose knowledge is played on from; None for the truth."""

    @classmethod
    def of(cls, state: State, asking: str | None = None) -> Start:
        plain = snapshot(state)
        plain.pop(WAITS, None)  # bots need no time to look at what happened
        return cls(json.dumps(plain, sort_keys=True), asking)


@dataclass(frozen=True)
class Overlay:
    """An owner's own data files, laid over the game's: every worker must find the same under the same name."""

    folder: str
    digest: str

    @classmethod
    def of(cls, folder: Path) -> Overlay:
        return cls(str(folder.resolve()), digest_of(folder))


def digest_of(folder: Path) -> str:
    """One fingerprint for all files below a folder."""
    found = hashlib.sha256()
    for path in sorted(one for one in folder.rglob("*") if one.is_file()):
        found.update(f"{path.relative_to(folder).as_posix()}\0{path.stat().st_size}\0".encode())
        found.update(path.read_bytes())
    return found.hexdigest()


@lru_cache(maxsize=KEPT)
def game_of(game_id: str, data: Overlay | None = None) -> Game:
    """A game, with an owner's own data where it has any."""
    if data is None:
        return game(game_id)
    folder = Path(data.folder)
    if not folder.is_dir():
        raise SetupError(f"there is no folder {folder} here: a worker must find the data files under the same name")
    if digest_of(folder) != data.digest:
        raise SetupError(f"{folder} does not hold the data files that this run is played with")
    return game(game_id).with_data(folder)


def beginning(pairing: Pairing) -> State:
    """The position that a game is played from, with its own dice."""
    table = game_of(pairing.game, pairing.data)
    if pairing.start is None:
        fresh: State = table.fast_state(pairing.seed, pairing.scenario, pairing.options)
        return fresh
    options = json.dumps(dict(pairing.options or {}), sort_keys=True)
    state = _restored(table, pairing.scenario, options, pairing.start.position)
    if pairing.start.asking is None:
        state = state.clone()
    else:
        asking = table.scenario(pairing.scenario).roster.number(pairing.start.asking)
        state = table.imagine(state, asking, Random(f"{pairing.seed}/deal"))
    _roll_with(state, FastDice(pairing.seed))
    return state


@lru_cache(maxsize=KEPT)
def _restored(table: Game, scenario: str | None, options: str, position: str) -> State:
    chosen = table.scenario(scenario)
    settled: Mapping[str, Any] = table.settle_options(chosen, json.loads(options))
    state: State = table.laid_out(chosen, settled).initial(chosen, settled, FastDice(0))
    restore(state, json.loads(position))
    return state


def _roll_with(state: State, dice: FastDice) -> None:
    """Take up these dice; players who are choosing in secret each stand in a position of their own."""
    state.dice = dice
    for lane in (state.lanes or {}).values():
        _roll_with(lane.state, dice)
