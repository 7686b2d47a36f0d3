"""`grognard sim`: bots among themselves, in the terminal or as a run kept in a folder. `grognard bench`: how fast the
engine is."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from grognard.cli.arguments import Data, Json, Options, Seats, games_like, open_game, print_json
from grognard.cli.complaint import Complaint
from grognard.cli.planned import Asked, Series, from_a_moment, from_the_beginning
from grognard.cli.progress import progress_bar
from grognard.core.game import Game
from grognard.core.registry import game_ids
from grognard.core.rules import checkout
from grognard.lab import playout_rate
from grognard.lab.report.intervals import wilson
from grognard.lab.runs.engines import Engine, Lost, engine_named
from grognard.lab.runs.folder import Folder
from grognard.lab.runs.go import go_on
from grognard.lab.runs.read import open_run
from grognard.lab.simulate import Outcome, play_out

STOPPED = 130
"""The exit code of what Ctrl-C has ended."""


def sim(
    game_id: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="The game's id, as `grognard games` lists it; not with --from.",
            autocompletion=games_like,
        ),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", min=1, help="How many games; of each arm where there are some.")
    ] = 100,
    jobs: Annotated[int, typer.Option("--jobs", min=1, max=256, help="Processes at work.")] = 1,
    seat: Seats = None,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")] = 0,
    swap: Annotated[
        bool, typer.Option("--swap", help="Play each deal again with the bots in each other's seats.")
    ] = False,
    scenario: Annotated[
        list[str] | None,
        typer.Option(
            "--scenario",
            metavar="NAME",
            help="The scenario; the first one if not given. What is named twice, as an option or a seat may be too, is "
            "played each way, on the same seeds.",
        ),
    ] = None,
    option: Options = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="RUN",
            help="A folder to keep the run in, and to go on with it; or a file .json for the outcomes alone.",
        ),
    ] = None,
    on: Annotated[
        str | None,
        typer.Option(
            "--on",
            metavar="CLUSTER",
            help="dask://HOST:PORT or ray://HOST:PORT; dask:// or ray:// alone starts --jobs workers here.",
        ),
    ] = None,
    saved: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="Play on from a saved game, where it stands or --at.")
    ] = None,
    at: Annotated[
        int | None, typer.Option("--at", min=0, metavar="N", help="With --from: after this many of its answers.")
    ] = None,
    asking: Annotated[
        str | None,
        typer.Option("--as", metavar="PLAYER", help="With --from: from what this player knew; else from the truth."),
    ] = None,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Bots play each other, many games at once; the same results for any number of jobs."""
    engine = engine_named(on, jobs)
    asked = Asked(seat or [], scenario or [], option or [], games, seed, swap, data)
    if saved is not None:
        series = from_a_moment(game_id, asked, saved, at, asking)
    elif at is not None or asking is not None:
        raise Complaint("--at and --as go with --from")
    elif game_id is None:
        raise Complaint(f"name a GAME, or a saved one with --from; installed: {', '.join(game_ids())}")
    else:
        series = from_the_beginning(game_id, asked)
    if out is not None and out.suffix == ".json" and not out.parent.is_dir():
        raise Complaint(f"--out {out}: there is no folder {out.parent}")
    began = time.perf_counter()
    if out is None or out.suffix == ".json":
        outcomes, lost = _in_memory(series, engine)
        played = len(outcomes)
    else:
        outcomes, played, lost = _in_folder(series, engine, out, as_json)
    spent = time.perf_counter() - began
    if out is not None and out.suffix == ".json":
        _write(out, outcomes)
    for one in lost:
        print(f"grognard: game {one.number} was not played to its end: {one.why}", file=sys.stderr)
    if as_json:
        print_json(_plain(series, outcomes))
    elif outcomes:
        _show(series, outcomes, played / spent)
        if out is not None and out.suffix != ".json":
            typer.echo(f"grognard report {out}")
    if lost:
        raise typer.Exit(1)


def _in_memory(series: Series, engine: Engine) -> tuple[list[Outcome], list[Lost]]:
    """The outcomes alone, in order; nothing is kept."""
    plan = series.plan
    outcomes, lost = list[Outcome](), list[Lost]()
    to_play = (plan.pairing(number, series.start, series.data) for number in range(plan.total))
    with progress_bar("games") as progress, closing(engine.play(to_play, play_out)) as ends:
        task = progress.add_task(_title(series), total=plan.total)
        for one in ends:
            if isinstance(one, Lost):
                lost.append(one)
            else:
                outcomes.append(one.got)
            progress.advance(task)
    return sorted(outcomes, key=lambda outcome: outcome.number), lost


def _in_folder(series: Series, engine: Engine, out: Path, quiet: bool) -> tuple[list[Outcome], int, list[Lost]]:
    """Go on with a run; Ctrl-C ends it, and what has been played is there."""
    source = None if series.data is None else Path(series.data.folder)
    try:
        with Folder.opened(out, series.plan, series.save, source) as folder, _stoppable():
            there = len(folder.there())
            if there and not quiet:
                typer.echo(f"{_part(there, series)} games are in {out} already", err=True)
            with progress_bar("games") as progress:
                task = progress.add_task(_title(series), total=max(series.plan.total, there), completed=there)
                gone = go_on(folder, engine, series.start, lambda: progress.advance(task))
    except KeyboardInterrupt:
        there = len(open_run(out).numbers())
        typer.echo(f"Stopped: {_part(there, series)} games are in {out}; the same command goes on.", err=True)
        raise typer.Exit(STOPPED) from None
    except OSError as error:
        raise Complaint(f"--out {out}: cannot be written: {error.strerror or error}") from None
    return outcomes_of(out), gone.played, gone.lost


def _part(there: int, series: Series) -> str:
    """How many games there are, of those that are asked for where it has not all of them."""
    total = series.plan.total
    return f"{there} of {total}" if there <= total else str(there)


@contextmanager
def _stoppable() -> Iterator[None]:
    """A polite request to end is taken as Ctrl-C: machines that are taken away send it."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def outcomes_of(path: Path) -> list[Outcome]:
    """How the games of a run ended."""
    columns = Outcome.__dataclass_fields__
    rows = open_run(path).games.select(list(columns)).to_pylist(maps_as_pydicts="strict")
    return [Outcome(**{**row, "winners": tuple(row["winners"])}) for row in rows]


def _title(series: Series) -> str:
    arms = series.plan.arms
    return " : ".join(arms[0].seats.values()) if len(arms) == 1 else f"{len(arms)} arms"


def _plain(series: Series, outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    """For programs; the arm where there are several."""
    plan = series.plan
    arm = {one.number: {"arm": plan.arm_of(one.number)} if len(plan.arms) > 1 else {} for one in outcomes}
    return [{**asdict(outcome), **arm[outcome.number]} for outcome in outcomes]


def _show(series: Series, outcomes: Sequence[Outcome], pace: float) -> None:
    """A table for every arm, and what is common to all."""
    console, plan = Console(), series.plan
    for number, arm in enumerate(plan.arms):
        mine = [outcome for outcome in outcomes if plan.arm_of(outcome.number) == number]
        if not mine:
            continue
        if len(plan.arms) > 1:
            console.print(Text(arm.name, "bold"))
        console.print(by_seat(series.game, mine))
        if len(plan.arms) == 1 and len(set(arm.seats.values())) > 1:
            console.print(by_bot(series.game, mine))
    answers = sum(outcome.answers for outcome in outcomes) / len(outcomes)
    told = f"; {pace:.2f} games/s, {pace * answers:.0f} answers/s" if pace else ""
    console.print(
        f"{len(outcomes)} games, seed {plan.seed}: {answers:.0f} answers and {_mean_turn(outcomes)} turns a game{told}",
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
        _, low, high = wilson(self.won, games)
        return [
            *map(str, (games, self.won, self.drawn, self.lost)),
            f"{100 * self.won / games:.0f}%",
            f"{100 * low:.0f}-{100 * high:.0f}",
            f"{self.points / games:.1f}",
        ]


def _table(heading: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(heading)
    for name in ("games", "won", "drawn", "lost", "won %", "95 %", "points"):
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
