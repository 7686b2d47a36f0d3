"""`grognard fit-value`: what positions promise, fitted on many games, for bots that look ahead."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from grognard.cli.arguments import GameId, open_game
from grognard.cli.complaint import Complaint
from grognard.cli.progress import progress_bar
from grognard.lab.fit import BOTS, STAGES, Quality, fit, foresight_of, gather, judged


def fit_value(
    game_id: GameId,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.json", help="Where the models are written.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Fit nothing: tell how good the models are that the bots go by now.")
    ] = False,
    games: Annotated[int, typer.Option("--games", min=10, help="How many of each scenario.")] = 1000,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="NAME", help="Who plays; without any straying Regulars, and Recruit."),
    ] = None,
    scenario: Annotated[
        list[str] | None, typer.Option("--scenario", metavar="NAME", help="May be repeated; the first without any.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, max=256, help="Processes at work.")] = 1,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")] = 0,
) -> None:
    """Fit what a position promises each side; how good the fit is, is told of games that were left out of it."""
    game, foresight = open_game(game_id), foresight_of(game_id)
    if (out is None) is not check:
        raise Complaint("say --out FILE.json for the models, or --check to see what those are worth that there are")
    if out is not None and not out.parent.is_dir():
        raise Complaint(f"--out {out}: there is no folder {out.parent}")
    chosen = [game.scenario(one).id for one in scenario] if scenario else [game.scenario(None).id]
    found = []
    with progress_bar() as progress:
        task = progress.add_task(game_id, total=games * len(chosen))
        for place, one in enumerate(chosen):
            found += gather(
                game_id, one, bot or BOTS, games,
                seed=seed + place, jobs=jobs, told=lambda: progress.advance(task),
            )  # fmt: skip
    console = Console()
    if out is None:
        console.print(report(judged(found, foresight.models)))
        console.print(f"{games} games of each scenario, seed {seed}", highlight=False)
        return
    families, quality = fit(found)
    features = list(foresight.features)
    kept = json.loads(out.read_text(encoding="utf-8")) if out.exists() else {}
    if kept.get("features") == features:
        families = kept["families"] | families  # those of scenarios that were fitted before
    out.write_text(json.dumps({"features": features, "families": families}, indent=1), encoding="utf-8")
    console.print(report(quality))
    console.print(
        f"{games} games of each scenario, one in five left out for this table; written to {out}", highlight=False
    )


def report(quality: dict[str, list[Quality]]) -> Table:
    """By side and part of the game: how good the models are."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    for name in ("part of the game", "positions", "AUC", "lead off by", "chance told: scored"):
        table.add_column(name, justify="right")
    for name, parts in quality.items():
        for part, one in enumerate(parts):
            auc = "" if one.auc is None else f"{one.auc:.2f}"
            told = "  ".join(f"{chance:.2f}: {scored:.2f}" for chance, scored, _ in one.calibration)
            table.add_row(name, f"{part + 1}/{STAGES}", str(one.positions), auc, f"{one.miss:.1f}", told)
    return table
