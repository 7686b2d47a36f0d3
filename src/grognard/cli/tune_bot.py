"""`grognard tune-bot`: better weights for one side of a bot, found by playing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from grognard.cli.arguments import GameId, ScenarioId, open_game
from grognard.cli.progress import progress_bar
from grognard.lab.tune import Run, champion, proof, shaken, sheet_of, tune
from grognard.players.doctrine import RECRUIT, REGULAR

Out = Annotated[
    Path,
    typer.Option("--out", metavar="FOLDER", help="Keeps what is played: the same command goes on from it."),
]
Changing = Annotated[
    list[str] | None, typer.Option("--weight", metavar="NAME", help="One that may change; all of them without any.")
]
Against = Annotated[
    list[str] | None,
    typer.Option("--against", metavar="BOT", help="Opponents; without any Recruit, Regular and a shaken Regular."),
]
Games = Annotated[int, typer.Option("--games", min=2, help="Deals that each candidate plays in a generation.")]
Candidates = Annotated[int, typer.Option("--candidates", min=0, help="In a generation; 0: as the optimiser likes.")]
Proof = Annotated[int, typer.Option("--proof", min=2, help="Fresh deals on which champion and beginner are compared.")]


def tune_bot(
    game_id: GameId,
    side: Annotated[str, typer.Option("--side", help="Whose weights.")],
    out: Out,
    weight: Changing = None,
    against: Against = None,
    games: Games = 24,
    generations: Annotated[int, typer.Option("--generations", min=1, help="How many.")] = 20,
    candidates: Candidates = 0,
    fresh: Proof = 100,
    jobs: Annotated[int, typer.Option("--jobs", min=1, max=256, help="Processes at work.")] = 1,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same run.")] = 0,
    scenario: ScenarioId = None,
) -> None:
    """Tune a side's weights by CMA-ES on paired deals; the champion is told as lines for `regular.toml`."""
    open_game(game_id).scenario(scenario)
    sheet = sheet_of(game_id)
    others = [other for other in sheet.sides if other != side] or [side]
    pool = against or [RECRUIT, REGULAR, shaken(game_id, others[0], seed)]
    run = Run(
        game_id, side, tuple(weight or ()), tuple(pool), scenario,
        games=games, generations=generations, candidates=candidates, seed=seed,
    )  # fmt: skip
    console = Console()
    with progress_bar() as progress:
        task = progress.add_task(f"{game_id} {side}", total=generations)
        for generation in tune(run, out, jobs):
            progress.advance(task)
            best, number = f"{generation.best:+.3f}", generation.number + 1
            console.print(f"generation {number}: the best of {len(generation.worth)} is worth {best}", highlight=False)
    found = champion(out)
    with progress_bar() as progress:
        task = progress.add_task("proof", total=2 * fresh)
        score, points = proof(run, found, fresh, jobs, lambda outcome: progress.advance(task))
    console.print(f"on {fresh} fresh deals it gains {100 * score.mean:+.1f} % ±{100 * score.within:.1f} in score and "
                  f"{points.mean:+.2f} ±{points.within:.2f} points a game", highlight=False)  # fmt: skip
    place = f'scenario."{scenario}".' if scenario else ""
    console.print(f"\n[{place}side.{side}]", markup=False, highlight=False)
    for name, value in found.items():
        if value != sheet.of(side, scenario)[name]:
            console.print(f"{name} = {value:g}", markup=False, highlight=False)
