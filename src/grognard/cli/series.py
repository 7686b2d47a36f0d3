"""`grognard sim`: bots among themselves, and the table of their results. `grognard bench`: how fast the engine is."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from grognard.cli.arguments import (
    GameId,
    Json,
    Options,
    ScenarioId,
    Seats,
    open_game,
    print_json,
    read_options,
    read_seats,
)
from grognard.cli.complaint import Complaint
from grognard.cli.progress import progress_bar
from grognard.core.game import Game
from grognard.core.registry import game_ids
from grognard.core.rules import checkout
from grognard.lab import playout_rate
from grognard.lab.simulate import Outcome, simulate

DEFAULT_BOT = "recruit"


def sim(
    game_id: GameId,
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    jobs: Annotated[int, typer.Option("--jobs", min=1, max=256, help="Processes at work.")] = 1,
    seat: Seats = None,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")] = 0,
    swap: Annotated[
        bool, typer.Option("--swap", help="Play each deal again with the bots in each other's seats.")
    ] = False,
    scenario: ScenarioId = None,
    option: Options = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE.json", help="Write every outcome there.")] = None,
    as_json: Json = False,
) -> None:
    """Bots play each other, many games at once; the same results for any number of jobs."""
    game = open_game(game_id)
    chosen = game.scenario(scenario)
    seats = dict.fromkeys(chosen.roster.ids, DEFAULT_BOT) | read_seats(game, chosen, seat, people=False)
    options = read_options(chosen, option)
    if out is not None and not out.parent.is_dir():
        raise Complaint(f"--out {out}: there is no folder {out.parent}")
    console = Console()
    began = time.perf_counter()
    with progress_bar() as progress:
        task = progress.add_task(" : ".join(seats.values()), total=games)
        outcomes = simulate(
            game_id, seats, games, seed, jobs, swap=swap, scenario=scenario, options=options,
            told=lambda outcome: progress.advance(task),
        )  # fmt: skip
    spent = time.perf_counter() - began
    if out is not None:
        _write(out, outcomes)
    if as_json:
        print_json([asdict(outcome) for outcome in outcomes])
        return
    for table in (by_seat(game, outcomes), *([by_bot(game, outcomes)] if len(set(seats.values())) > 1 else [])):
        console.print(table)
    answers = sum(outcome.answers for outcome in outcomes)
    console.print(
        f"{games} games, seed {seed}: {answers / games:.0f} answers and {_mean_turn(outcomes)} turns a game; "
        f"{games / spent:.2f} games/s, {answers / spent:.0f} answers/s",
        highlight=False,
        soft_wrap=True,
    )


def _write(out: Path, outcomes: Sequence[Outcome]) -> None:
    """The outcomes and nothing that changes from run to run."""
    try:
        out.write_text(json.dumps([asdict(outcome) for outcome in outcomes], indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise Complaint(f"--out {out}: cannot be written: {error.strerror}") from None


def _mean_turn(outcomes: Sequence[Outcome]) -> str:
    turns = [outcome.turn for outcome in outcomes if outcome.turn is not None]
    return f"{sum(turns) / len(turns):.1f}" if turns else "-"


class _Tally:
    """Wins, draws and losses of somebody, and his side's points."""

    def __init__(self) -> None:
        self.won = self.drawn = self.lost = self.points = 0

    def add(self, outcome: Outcome, side: str) -> None:
        self.points += outcome.points.get(side, 0)
        if not outcome.winners:
            self.drawn += 1
        elif side in outcome.winners:
            self.won += 1
        else:
            self.lost += 1

    def cells(self) -> list[str]:
        games = self.won + self.drawn + self.lost
        return [
            *map(str, (games, self.won, self.drawn, self.lost)),
            f"{100 * self.won / games:.0f}%",
            f"{self.points / games:.1f}",
        ]


def _table(heading: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(heading)
    for name in ("games", "won", "drawn", "lost", "won %", "points"):
        table.add_column(name, justify="right")
    return table


def _tallies(game: Game, outcomes: Sequence[Outcome], bots_only: bool) -> dict[str, _Tally]:
    sides = {one.id: one.side for scenario in game.scenarios.values() for one in scenario.roster.players}
    tallies: dict[str, _Tally] = {}
    for outcome in outcomes:
        for player, name in outcome.seats.items():
            key = name if bots_only else f"{player} ({name})"
            tallies.setdefault(key, _Tally()).add(outcome, sides[player])
    return dict(sorted(tallies.items()))


def by_seat(game: Game, outcomes: Sequence[Outcome]) -> Table:
    """A row for every player and the bot that sat for him."""
    table = _table("seat")
    for name, tally in _tallies(game, outcomes, bots_only=False).items():
        table.add_row(name, *tally.cells())
    return table


def by_bot(game: Game, outcomes: Sequence[Outcome]) -> Table:
    """A row for every bot, whatever it played."""
    table = _table("bot")
    for name, tally in _tallies(game, outcomes, bots_only=True).items():
        table.add_row(name, *tally.cells())
    return table


def bench(
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.1, max=600, help="Time for each game's random play.")
    ] = 5.0,
) -> None:
    """How fast the engine is here: bench/run.py of a checkout, else random play alone."""
    root = checkout(Path(__file__))
    if root is not None and (root / "bench" / "run.py").is_file():
        if find_spec("chess") is None:
            raise Complaint("bench measures beside a peer that is not installed: pip install chess")
        raise typer.Exit(subprocess.call([sys.executable, str(root / "bench" / "run.py")], cwd=root))
    for game_id in game_ids():
        open_game(game_id)
        typer.echo(f"{game_id}: {playout_rate(game_id, seconds):,.0f} answers/s of random play")
