"""`grognard tune`: figures of a game's data that make it even."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from string import ascii_lowercase
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from grognard.cli.arguments import (
    Data,
    GameId,
    Options,
    ScenarioId,
    Seats,
    open_game,
    read_options,
    read_seats,
)
from grognard.cli.complaint import Complaint
from grognard.cli.progress import progress_bar
from grognard.cli.series import STOPPED
from grognard.core.game import Game, SetupError
from grognard.lab.beginning import digest_of
from grognard.lab.design.book import TUNED, Book
from grognard.lab.design.even import Trial, search
from grognard.lab.design.figures import Figure, as_it_is, read_figure
from grognard.lab.design.trial_games import TrialGames, write
from grognard.lab.ladder import FRESH
from grognard.lab.report.intervals import wilson
from grognard.lab.runs.plan import DEFAULT_BOT

SHOWN = 10
"""Settings that are told of at the end."""
WIDTH = 31
"""Characters of a curve."""


def tune(
    ctx: typer.Context,
    game_id: GameId,
    vary: Annotated[
        list[str],
        typer.Option("--vary", metavar="FIGURE", help="FILE.toml:PATH=LEAST..MOST, +=LEAST..MOST or =ONE|OTHER."),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out", metavar="FOLDER", help="A folder for the files found, for --data; the same command goes on in it."
        ),
    ],
    side: Annotated[str | None, typer.Option("--side", help="Whose share is looked at; the first side's.")] = None,
    aim: Annotated[float, typer.Option("--aim", min=0.01, max=0.99, help="The share that it should have.")] = 0.5,
    games: Annotated[int, typer.Option("--games", min=16, help="Games of a setting at most.")] = 144,
    trials: Annotated[int, typer.Option("--trials", min=2, help="How many settings are tried.")] = 30,
    fresh: Annotated[int, typer.Option("--proof", min=10, help="Fresh deals for before and after.")] = 200,
    jobs: Annotated[int, typer.Option("--jobs", min=1, max=256, help="Processes at work.")] = 1,
    seed: Annotated[int, typer.Option("--seed", help="The same seed searches the same way.")] = 0,
    seat: Seats = None,
    scenario: ScenarioId = None,
    option: Options = None,
    data: Data = None,
) -> None:
    """Vary figures of a game's data within bounds and search for an even game with few games."""
    game = open_game(game_id, data)
    chosen = game.scenario(scenario)
    sides = list(chosen.roster.sides)
    if side is not None and side not in sides:
        raise Complaint(f'--side: there is no side "{side}"; the sides are {", ".join(sides)}')
    figures = [read_figure(one) for one in vary]
    begin = {figure: as_it_is(game, figure) for figure in figures}
    if len(figures) > len(ascii_lowercase):
        raise Complaint(f"--vary: {len(ascii_lowercase)} figures at most")
    seats = dict.fromkeys(chosen.roster.ids, DEFAULT_BOT) | read_seats(game, chosen, seat, people=False)
    options = read_options(chosen, option)
    study = {
        "game": game.id,
        "game_version": game.version,
        "grognard": version("grognard"),
        "scenario": chosen.id,
        "options": dict(game.settle_options(chosen, options)),
        "seats": seats,
        "seed": seed,
        "side": side or sides[0],
        "aim": aim,
        "figures": [figure.told for figure in figures],
        "data": None if data is None else digest_of(data),
    }
    book = _opened(out, study, data)
    ctx.call_on_close(book.close)
    console = Console()
    for letter, figure in zip(ascii_lowercase, figures, strict=False):
        console.print(f"{letter}: {figure.told}", markup=False, highlight=False, soft_wrap=True)
    with tempfile.TemporaryDirectory(prefix="grognard-tune-") as work, progress_bar("games") as progress:
        task = progress.add_task(f"{game_id} {side or sides[0]}", total=None)
        tried = TrialGames(
            game, chosen.id, options, seats, side or sides[0], Path(work), jobs, seed,
            told=lambda outcome: progress.advance(task), book=book,
        )  # fmt: skip
        known = {figure: value for figure, value in begin.items() if value is not None}
        heard: dict[int, Trial] = {}

        def told(trial: Trial) -> None:
            heard[id(trial)] = trial
            console.print(_line(trial, figures), markup=False, highlight=False)

        try:
            found = search(
                figures, tried.scores, aim=aim, most=games, trials=trials, seed=seed,
                begin=known if len(known) == len(figures) else None, told=told,
            )  # fmt: skip
            best = found[0]
            if best.refused is not None:
                raise Complaint(f"the game takes none of these settings: {best.refused}")
            write(game, best.setting, out)
            book.tell(found, None)
            fresh_games = replace(tried, seed=seed + FRESH)
            proof = {
                name: _proved(fresh_games.scores(setting, range(fresh)))
                for name, setting in (("before", {}), ("after", best.setting))
            }
        except (Complaint, SetupError):
            book.drop()
            raise
        except KeyboardInterrupt:
            _stopped(game, book, sorted(heard.values(), key=lambda trial: trial.rank(aim)))
            raise typer.Exit(STOPPED) from None
    book.tell(found, {"seed": seed + FRESH, **proof})
    console.print(_curve(found, figures, aim))
    for words, one in zip(("as it was", "as found"), proof.values(), strict=True):
        share = f"{100 * one['share']:.1f} % ({100 * one['low']:.1f} to {100 * one['high']:.1f})"
        console.print(f"{words}: {tried.side} {share} of {fresh} fresh games", highlight=False)
    console.print(f"{sum(len(one.scores) for one in found)} games; play with it: --data {out}", highlight=False)


def _opened(out: Path, study: Mapping[str, Any], data: Path | None) -> Book:
    """The folder, before a game is played: what cannot be written there need not begin."""
    if out.exists() and not out.is_dir():
        raise Complaint(f"--out {out} is a file: what is found takes a folder")
    if data is not None and out.resolve().is_relative_to(data.resolve()):
        raise Complaint(f"--out {out} lies in {data}, which is copied there: name a folder elsewhere")
    try:
        book = Book(out, study)
    except OSError as error:
        raise Complaint(f"--out {out}: cannot be written: {error.strerror or error}") from None
    if book.games:
        typer.echo(f"{book.games} games are in {out} already", err=True)
    return book


def _stopped(game: Game, book: Book, tried: Sequence[Trial]) -> None:
    """Keep the best so far, and tell how to go on."""
    best = next((trial for trial in tried if trial.scores and trial.refused is None), None)
    if best is not None:
        write(game, best.setting, book.folder)
        book.tell(tried, None)
        typer.echo(f"Stopped: what was tried is in {book.folder / TUNED}; the same command goes on.", err=True)
        return
    more = "; the same command goes on" if book.games else ""
    book.drop()
    typer.echo(f"Stopped: no setting was tried to its end{more}.", err=True)


def _values(trial: Trial, figures: Sequence[Figure]) -> str:
    named = zip(ascii_lowercase, figures, strict=False)
    return ", ".join(f"{letter} {_short(trial.setting[figure])}" for letter, figure in named)


def _short(value: object) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def _line(trial: Trial, figures: Sequence[Figure]) -> str:
    if trial.refused is not None:
        return f"{_values(trial, figures)}: the game refuses it: {trial.refused}"
    left = ", left" if trial.left else ""
    return f"{_values(trial, figures)}: {100 * trial.share:.0f} % of {len(trial.scores)}{left}"


def _curve(found: Sequence[Trial], figures: Sequence[Figure], aim: float) -> Table:
    """The best settings in the order of what the side scored, each with its place between none and all."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for letter, _ in zip(ascii_lowercase, figures, strict=False):
        table.add_column(letter, justify="right")
    for name in ("games", "share", "0 %" + "100 %".rjust(WIDTH - 3)):
        table.add_column(name, justify="left" if "%" in name else "right", no_wrap=True)
    for trial in sorted((one for one in found[:SHOWN] if one.scores), key=lambda one: one.share):
        _, low, high = wilson(sum(trial.scores), len(trial.scores))
        values = [_short(trial.setting[figure]) for figure in figures]
        table.add_row(*values, str(len(trial.scores)), f"{100 * trial.share:.0f} %", _bar(low, trial.share, high, aim))
    return table


def _bar(low: float, share: float, high: float, aim: float) -> str:
    """A share with its interval and the aim, on a line.

    >>> _bar(0.4, 0.5, 0.6, 0.5)
    '            ---o---            '
    """
    first, middle, last, wanted = (round(one * (WIDTH - 1)) for one in (low, share, high, aim))
    cells = ["-" if first <= cell <= last else " " for cell in range(WIDTH)]
    cells[wanted] = "|" if cells[wanted] == " " else "+"
    cells[middle] = "o"
    return "".join(cells)


def _proved(scores: Sequence[float]) -> dict[str, float]:
    """What came of fresh games."""
    won = sum(scores)
    share, low, high = wilson(won, len(scores))
    return {"games": len(scores), "score": won, "share": share, "low": low, "high": high}
