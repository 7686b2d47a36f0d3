"""`grognard ladder`: how strong the bots are, each in every seat against each."""

from __future__ import annotations

from random import Random
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from grognard.cli.arguments import GameId, Json, Options, ScenarioId, open_game, print_json, read_options
from grognard.cli.progress import progress_bar
from grognard.lab.ladder import FRESH, Estimate, Ladder, Seat, climb, games_of
from grognard.players import bots_of
from grognard.players.veteran import GROGNARD, VETERAN

IN_TIME = {VETERAN: f"{VETERAN}:rollouts=8"}
"""Whoever plays by the clock takes days for a ladder, and never plays the same again."""


def ladder(
    game_id: GameId,
    games: Annotated[int, typer.Option("--games", min=2, help="How many deals, each played in every seating.")] = 200,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="NAME",
            help="A bot that takes part; without any all but Grognard, Veteran with eight rollouts a turn.",
        ),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, max=256, help="Processes at work.")] = 1,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")] = FRESH,
    scenario: ScenarioId = None,
    option: Options = None,
    as_json: Json = False,
) -> None:
    """Every bot against every bot from every side, on the same deals: ratings and scores with 95 % intervals."""
    chosen = open_game(game_id).scenario(scenario)
    bots = bot or [IN_TIME.get(one, one) for one in bots_of(game_id, chosen.id) if one != GROGNARD]
    with progress_bar() as progress:
        task = progress.add_task(" : ".join(bots), total=games * games_of(len(chosen.roster.sides), len(bots)))
        found = climb(
            game_id, bots, games, seed=seed, jobs=jobs, scenario=scenario, options=read_options(chosen, option),
            told=lambda outcome: progress.advance(task),
        )  # fmt: skip
    if as_json:
        print_json(facts(found))
        return
    console = Console()
    for table in tables(found):
        console.print(table)
    console.print(f"{games} deals, seed {seed}; what is gained is measured deal by deal", highlight=False)


def facts(found: Ladder) -> dict[str, object]:
    """A ladder for programs."""
    return {
        "ratings": {name: one._asdict() for name, one in found.ratings(Random(0)).items()},
        "seats": [
            {
                **seat._asdict(),
                "score": found.score(seat)._asdict(),
                "margin": found.margin(seat)._asdict(),
                "gain": found.gain(seat)._asdict(),
                "gain_of_margin": found.gain_of_margin(seat)._asdict(),
            }
            for seat in found.played
        ],
    }


def tables(found: Ladder) -> list[Table]:
    """The ratings with what each bot takes from each, then a matrix for every side."""
    overall = _table("bot", "rating", *(f"from {name}" for name in found.bots))
    ratings = found.ratings(Random(0))
    for name in found.bots:
        taken = ("" if name == other else _percent(found.pooled(name, other)) for other in found.bots)
        overall.add_row(name, f"{ratings[name].mean:.0f} ±{ratings[name].within:.0f}", *taken)
    return [overall, *(_of_side(found, side) for side in found.sides)]


def _of_side(found: Ladder, side: str) -> Table:
    """A row for each bot in this seat and each opponent."""
    table = _table(side, "against", "score", "margin", "gain", "in points")
    for name in found.bots:
        for other in found.bots:
            seat = Seat(side, name, other)
            gained = () if name == other else (_percent(found.gain(seat), "+"), _points(found.gain_of_margin(seat)))
            table.add_row(name, other, _percent(found.score(seat)), _points(found.margin(seat)), *gained)
    return table


def _table(heading: str, *columns: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(heading)
    for name in columns:
        table.add_column(name, justify="right")
    return table


def _percent(one: Estimate, sign: str = "") -> str:
    return f"{100 * one.mean:{sign}.0f}% ±{100 * one.within:.0f}"


def _points(one: Estimate) -> str:
    return f"{one.mean:+.1f} ±{one.within:.1f}"
