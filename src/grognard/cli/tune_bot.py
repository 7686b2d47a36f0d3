"""`grognard tune-bot`: better weights for one side of a bot, found by playing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from grognard.cli.arguments import GameId, Options, ScenarioId, open_game, read_options
from grognard.cli.progress import progress_bar
from grognard.lab.race import Candidate, Race
from grognard.lab.tune import Run, champion, champions, proof, shaken, sheet_of, tune
from grognard.players.doctrine import RECRUIT, REGULAR, doctrine

STRAYING = f"{REGULAR}:strays=0.5"

CHANCE = 44
"""Candidates of a race that are left to chance, where nobody says how many."""


class Way(StrEnum):
    """How better weights are looked for."""

    RACE = "race"
    SLOPE = "cma-es"


Out = Annotated[
    Path,
    typer.Option("--out", metavar="FOLDER", help="Keeps what is played: the same command goes on from it."),
]
Changing = Annotated[
    list[str] | None, typer.Option("--weight", metavar="NAME", help="One that may change; all of them without any.")
]
Against = Annotated[
    list[str] | None,
    typer.Option(
        "--against",
        metavar="BOT",
        help="Opponents; without any Recruit, Regular, a shaken and a straying Regular, and the "
        "champions of other sides in folders beside this one.",
    ),
]
By = Annotated[
    Way, typer.Option("--by", help="A race of many tempers in whole games, or a search along a slope (CMA-ES).")
]
Games = Annotated[int, typer.Option("--games", min=2, help="Deals that each candidate plays in a generation.")]
Candidates = Annotated[
    int,
    typer.Option("--candidates", min=0, help="In a generation, or left to chance in a race; 0: as many as is usual."),
]
Proof = Annotated[int, typer.Option("--proof", min=2, help="Fresh deals on which champion and beginner are compared.")]


def tune_bot(
    game_id: GameId,
    side: Annotated[str, typer.Option("--side", help="Whose weights.")],
    out: Out,
    by: By = Way.RACE,
    weight: Changing = None,
    against: Against = None,
    games: Games = 24,
    generations: Annotated[int, typer.Option("--generations", min=1, help="How many.")] = 20,
    candidates: Candidates = 0,
    fresh: Proof = 100,
    jobs: Annotated[int, typer.Option("--jobs", min=1, max=256, help="Processes at work.")] = 1,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same run.")] = 0,
    scenario: ScenarioId = None,
    option: Options = None,
) -> None:
    """Look for better weights of a side on paired deals; the champion is told as lines for `regular.toml`."""
    options = read_options(open_game(game_id).scenario(scenario), option)
    sheet = sheet_of(game_id)
    others = [other for other in sheet.sides if other != side] or [side]
    pool = against or [
        RECRUIT, REGULAR, shaken(game_id, others[0], seed, scenario=sheet.place(scenario, options)),
        *([STRAYING] if hasattr(doctrine(game_id, REGULAR), "foresight") else []),
        *champions(out.parent, game_id, side, scenario, options),
    ]  # fmt: skip
    run = Run(
        game_id, side, tuple(weight or ()), tuple(pool), scenario,
        games=games, generations=generations, candidates=candidates, seed=seed, options=options,
    )  # fmt: skip
    console = Console()
    if by is Way.RACE:
        _race(replace(run, candidates=candidates or CHANCE), out, jobs, console)
    else:
        _search(run, out, jobs, console)
    found = champion(out)
    with progress_bar() as progress:
        task = progress.add_task("proof", total=2 * fresh)
        score, points = proof(run, found, fresh, jobs, lambda outcome: progress.advance(task))
    console.print(f"on {fresh} fresh deals it gains {100 * score.mean:+.1f} % ±{100 * score.within:.1f} in score and "
                  f"{points.mean:+.2f} ±{points.within:.2f} points a game", highlight=False)  # fmt: skip
    place = sheet.place(scenario, options) or next((name for name, on in options.items() if on is True), None)
    kind = "option" if place in options else "scenario"
    where = f'{kind}."{place}".' if place else ""
    console.print(f"\n[{where}side.{side}]", markup=False, highlight=False)
    for name, value in found.items():
        if value != sheet.of(side, place)[name]:
            console.print(f"{name} = {value:g}", markup=False, highlight=False)


def _race(run: Run, out: Path, jobs: int, console: Console) -> None:
    with progress_bar() as progress:
        task = progress.add_task(f"{run.game} {run.side}", total=Race.games(run))
        race = Race(run, out, jobs, lambda outcome: progress.advance(task))

        def heat(number: int, ran: Sequence[Candidate]) -> None:
            gained = race.worth(ran[0]) - race.worth(race.own)
            deals = len(ran[0].deals)
            console.print(
                f"heat {number + 1}, {deals} deals: the best of {len(ran)} gains {gained:+.3f}", highlight=False
            )

        race.go(heat)


def _search(run: Run, out: Path, jobs: int, console: Console) -> None:
    with progress_bar() as progress:
        task = progress.add_task(f"{run.game} {run.side}", total=run.generations)
        for generation in tune(run, out, jobs):
            progress.advance(task)
            best, number = f"{generation.best:+.3f}", generation.number + 1
            console.print(f"generation {number}: the best of {len(generation.worth)} is worth {best}", highlight=False)
