"""What `grognard sim` is to play, read from its words: a grid of scenarios, options and seats, or a saved moment.

Whatever is named more than once is played each way: `--option fog=on --option fog=off` makes two arms of a run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grognard.cli.arguments import open_game, read_option, read_seat
from grognard.cli.complaint import Complaint
from grognard.cli.records import moment_of
from grognard.core.game import Game, Scenario
from grognard.core.journal import Journal
from grognard.lab.beginning import Overlay, Start
from grognard.lab.runs.plan import DEFAULT_BOT, Arm, Moment, Plan, arms_of
from grognard.lab.whatif import moment


@dataclass(frozen=True)
class Asked:
    """The words that say what is played."""

    seats: list[str]
    scenarios: list[str]
    options: list[str]
    games: int
    seed: int
    swap: bool
    data: Path | None


@dataclass(frozen=True)
class Series:
    """A plan, and what goes with it."""

    game: Game
    plan: Plan
    start: Start | None = None
    save: bytes | None = None
    """The saved game that it is played on from."""
    data: Overlay | None = None


def from_the_beginning(game_id: str, asked: Asked) -> Series:
    game = open_game(game_id, asked.data)
    scenarios = list(dict.fromkeys(asked.scenarios)) or [game.scenario(None).id]
    options = {name: _gathered(read_option(game.scenario(name), one) for one in asked.options) for name in scenarios}
    seats = {name: _seats(game, game.scenario(name), asked.seats) for name in scenarios}
    return _series(game, asked, arms_of(game, scenarios, options, seats))


def from_a_moment(game_id: str | None, asked: Asked, path: Path, at: int | None, asking: str | None) -> Series:
    """What is played on from a saved game after so many of its answers."""
    if asked.scenarios or asked.options:
        raise Complaint("--from brings its own scenario and options")
    journal = Journal.read(path)
    game = open_game(journal.header.game, asked.data)
    if game_id is not None and game_id != game.id:
        raise Complaint(f"{path} is a game of {game.id}, not of {game_id}")
    players = game.scenario(journal.header.scenario).roster.ids
    if asking is not None and asking not in players:
        raise Complaint(f'--as: there is no player "{asking}"; the players are {", ".join(players)}')
    play = moment_of(path, journal, game, at)
    scenario, save = play.scenario, path.read_bytes()
    options = {name: [value] for name, value in journal.header.options.items()}
    arms = arms_of(game, [scenario.id], {scenario.id: options}, {scenario.id: _seats(game, scenario, asked.seats)})
    told = Moment(hashlib.sha256(save).hexdigest(), sum(1 for _ in journal.all_answers()) if at is None else at, asking)
    return _series(game, asked, arms, told, moment(play, asking), save)


def _series(
    game: Game,
    asked: Asked,
    arms: tuple[Arm, ...],
    told: Moment | None = None,
    start: Start | None = None,
    save: bytes | None = None,
) -> Series:
    data = None if asked.data is None else Overlay.of(asked.data)
    plan = Plan(
        game.id, game.version, asked.seed, asked.games, asked.swap, arms, told, None if data is None else data.digest
    )
    return Series(game, plan, start, save, data)


def _seats(game: Game, scenario: Scenario, given: Iterable[str]) -> dict[str, list[str]]:
    named = _gathered(read_seat(game, scenario, text, people=False) for text in given)
    return {player: named.get(player, [DEFAULT_BOT]) for player in scenario.roster.ids}


def _gathered(pairs: Iterable[tuple[str, Any]]) -> dict[str, list[Any]]:
    """Every name with all that it is to be, once each."""
    found: dict[str, list[Any]] = {}
    for name, value in pairs:
        values = found.setdefault(name, [])
        if value not in values:
            values.append(value)
    return found
