"""`grognard play`: sit down at the terminal table."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from grognard.cli.arguments import (
    HUMAN,
    Data,
    Lang,
    Language,
    Options,
    ScenarioId,
    open_game,
    read_options,
    read_seats,
    the_only_game,
)
from grognard.cli.complaint import Complaint
from grognard.cli.records import moment_of, open_record, play_again
from grognard.cli.terminal.keeper import Keeper, save
from grognard.cli.terminal.keyboard import Reader, open_console
from grognard.cli.terminal.seating import OPPONENT, ask_seats
from grognard.cli.terminal.table import Leave, Table
from grognard.cli.words import say
from grognard.core.afresh import afresh
from grognard.core.play import Play
from grognard.players import BOTS, bot


def play(
    game_id: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="The game's id; not needed with --load.")
    ] = None,
    scenario: ScenarioId = None,
    option: Options = None,
    seat: Annotated[
        list[str] | None,
        typer.Option("--seat", metavar="PLAYER=WHO", help=f"Who plays: human, {', '.join(BOTS)}; may be repeated."),
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="TEXT", help="Fixes the dice; with --at, the new ones.")
    ] = None,
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Go on with a saved game.")] = None,
    at: Annotated[
        int | None,
        typer.Option(
            "--at", min=0, metavar="STEP", help="With --load: play on from after this many of its answers, on new dice."
        ),
    ] = None,
    keep: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Save there after every answer.")] = None,
    lang: Lang = Language.en,
    data: Data = None,
) -> None:
    """Play in the terminal: against bots, or several people at one keyboard."""
    if load is not None:
        if at is not None and keep is not None and keep.resolve() == load.resolve():
            raise Complaint(f"--save {keep}: the game that is played on from would be lost: name another file")
        began = _load(load, game_id, scenario, option, seed, data, at)
    elif at is not None:
        raise Complaint("--at goes with --load")
    else:
        began = _begin(game_id, scenario, option, seed, data)
    console = open_console()
    seats = _seat(began, seat, console, lang)
    keeper = Keeper(keep, seats)
    if keep is not None:
        save(began, keep)
    table = Table(began, seats, console, lang, keeper, Reader(console))
    try:
        table.run()
    except (Leave, EOFError):
        _leave(table, data, interrupted=False)
    except KeyboardInterrupt:
        _leave(table, data, interrupted=True)


def _begin(
    game_id: str | None, scenario: str | None, option: list[str] | None, seed: str | None, data: Path | None
) -> Play:
    game = open_game(game_id or the_only_game(), data)
    chosen = game.scenario(scenario)
    return game.new(chosen.id, read_options(chosen, option), seed, waits=True)


def _load(
    path: Path,
    game_id: str | None,
    scenario: str | None,
    option: list[str] | None,
    seed: str | None,
    data: Path | None,
    at: int | None,
) -> Play:
    if scenario or option or (seed and at is None):
        raise Complaint("--load brings its own scenario, options and seed")
    journal, game = open_record(path, data)
    if game_id is not None and game_id != game.id:
        raise Complaint(f"{path} is a game of {game.id}, not of {game_id}")
    return play_again(path, journal, game) if at is None else afresh(moment_of(path, journal, game, at), seed)


def _seat(began: Play, given: list[str] | None, console: Console, language: str) -> dict[str, str]:
    """Who plays whom: as `--seat` says, else as the person at the terminal says, else he is the first to decide."""
    seats = read_seats(began.game, began.scenario, given, people=True)
    players = began.roster.ids
    open_seats = [player for player in players if player not in seats]
    if not seats and sys.stdin.isatty() and sys.stdout.isatty():
        try:
            return ask_seats(began, console, language, input)
        except (EOFError, KeyboardInterrupt):
            raise typer.Exit(0) from None
    if HUMAN not in seats.values() and open_seats:
        first = next((player for player in began.deciders if player in open_seats), open_seats[0])
        seats[first] = HUMAN
    for player in open_seats:
        seats.setdefault(player, OPPONENT)
    if OPPONENT in seats.values():
        bot(OPPONENT, began.game.id, began.scenario.id)
    return {player: seats[player] for player in players}


def _leave(table: Table, data: Path | None, interrupted: bool) -> None:
    """Say how the game can be gone on with."""
    console, language = table.console, table.language
    console.print()
    if not any(table.play.journal().all_answers()):
        return
    path = table.keeper.leave(table.play, interrupted)
    console.print(Text(say("play.saved", language, path=str(path))), soft_wrap=True)
    console.print(Text(table.keeper.resume(path, data), "bold"), soft_wrap=True)
