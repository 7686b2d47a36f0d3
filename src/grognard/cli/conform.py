"""`grognard conform`: whether a game holds what every game must, for whoever writes one."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from grognard.cli.arguments import Data, GameId, open_game
from grognard.core import conformance
from grognard.school.check import faults as school_faults


def conform(
    game_id: GameId,
    games: Annotated[int, typer.Option("--games", min=1, help="Random games of every scenario.")] = 2,
    seed: Annotated[int, typer.Option("--seed", help="The seed of the first; the others follow it.")] = 0,
    data: Data = None,
) -> None:
    """Hold a game to the engine's suite: one line per fault, and exit code 1 when there are any."""
    game = open_game(game_id, data)
    faults = 0
    with Console(stderr=True).status(game_id) as status:
        for fault in conformance.conform(game, games, seed, heard=lambda what: status.update(f"{game_id}: {what}")):
            faults += 1
            typer.echo(f"{game_id}: {fault}")
    for fault in school_faults(game):
        faults += 1
        typer.echo(f"{game_id}: {fault}")
    if faults:
        raise typer.Exit(1)
    tried = games * len(game.scenarios)
    typer.echo(f"{game_id}: no fault found in {tried} games")
