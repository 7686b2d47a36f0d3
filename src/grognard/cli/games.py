"""`grognard games` lists what is installed, `grognard check` tests data files."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from grognard.cli.arguments import Lang, Language, open_game
from grognard.cli.complaint import Complaint
from grognard.cli.words import game_word, say
from grognard.core.data import DataError
from grognard.core.game import Game
from grognard.core.panels import faults as panel_faults
from grognard.core.registry import game_ids
from grognard.hex.map import MapError


def games(lang: Lang = Language.en) -> None:
    """The games that are installed, with their scenarios and options."""
    console = Console(highlight=False)
    for game_id in game_ids():
        game = open_game(game_id)
        console.print(f"[bold]{game_id}[/]  {escape(game.names[lang])}")
        for scenario in game.scenarios.values():
            players = ", ".join(game.words.word(player, lang) for player in scenario.roster.ids)
            about = say("games.scenario", lang, turns=scenario.turns, players=players)
            console.print(f"  [bold]{scenario.id}[/]  {escape(scenario.names[lang])}: {about}")
            for option in scenario.options:
                default = say("games.on" if option.default else "games.off", lang)
                console.print(Text.assemble("    ", (option.id, "cyan"), f"  {default}  ", (option.rule, "dim")))
                text = game_word(game, f"option.{option.id}_help", lang, "")
                console.print(Padding(Text(text), (0, 0, 0, 6)))


def check(
    folder: Annotated[
        Path | None, typer.Argument(metavar="[DIR]", help="Your own data files; the games' own if not given.")
    ] = None,
    game_id: Annotated[str, typer.Option("--game", metavar="GAME", help="The game that DIR is laid over.")] = "avl",
) -> None:
    """Test data files for faults; exit code 1 when there are any."""
    console = Console(soft_wrap=True)
    faulty = False
    for name in [game_id] if folder else game_ids():
        try:
            game = open_game(name, folder)
            if folder is not None:
                _complain_if_strange(game, folder)
            faults = list(_check_of(game)(game)) or panel_faults(game)
        except (DataError, MapError) as error:
            faults = str(error).splitlines()
        faulty = faulty or bool(faults)
        for fault in faults:
            console.print(escape(fault), highlight=False)
        if not faults:
            console.print(f"{name}: {folder or 'data'}: no fault found", highlight=False)
    raise typer.Exit(1 if faulty else 0)


def _complain_if_strange(game: Game, folder: Path) -> None:
    """A folder none of whose files would be read is a slip, not a clean bill."""
    ours = {path.relative_to(game.folder / "data") for path in (game.folder / "data").rglob("*.toml")}
    scenarios = {path.relative_to(folder) for path in folder.glob("scenarios/*.toml")}
    if not scenarios and not any((folder / name).is_file() for name in ours):
        names = ", ".join(sorted(name.as_posix() for name in ours))
        raise Complaint(f"{folder}: there is no data file of {game.id} in it: {names}")


def _check_of(game: Game) -> Callable[[Game], list[str]]:
    """The game's own test of its data, where its package has one: `check(files)` in a module `check`."""
    package = type(game).__module__.rpartition(".")[0]
    if not package or find_spec(f"{package}.check") is None:
        return lambda game: []
    own = import_module(f"{package}.check").check
    return lambda game: own(game.files)  # type: ignore[attr-defined]  # a game with a check has files
