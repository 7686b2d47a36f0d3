"""`grognard games` lists what is installed, `grognard check` tests data files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grognard.cli.arguments import AnyGameId, Json, Lang, Language, open_game, open_games, print_json
from grognard.cli.complaint import Complaint, one_line
from grognard.cli.words import game_word, say
from grognard.core.data import DataError
from grognard.core.filed import FiledGame
from grognard.core.game import Game, Option
from grognard.core.panels import faults as panel_faults
from grognard.core.registry import game_ids, told
from grognard.hex.map import MapError
from grognard.school.check import faults as school_faults


def games(game_id: AnyGameId = None, lang: Lang = Language.en, as_json: Json = False) -> None:
    """The games that are installed; of one game its scenarios, players and options."""
    if game_id is None:
        _list(lang, as_json)
    elif as_json:
        print_json(_plain(open_game(game_id)))
    else:
        _tell(open_game(game_id), lang, Console(highlight=False))


def _list(lang: Language, as_json: bool) -> None:
    """One line a game."""
    opened = list(open_games())
    if as_json:
        print_json([{"id": name, "fault": why} if game is None else _plain(game) for name, game, why in opened])
        return
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for name, game, why in opened:
        if game is None:
            table.add_row(Text(name, "bold"), Text(say("games.broken", lang, why=one_line(why)), "red"))
        else:
            seats = sorted({len(scenario.roster.ids) for scenario in game.scenarios.values()})
            players = f"{seats[0]}-{seats[-1]}" if len(seats) > 1 else str(seats[0])
            about = say("games.game", lang, count=len(game.scenarios), players=players)
            table.add_row(Text(name, "bold"), Text(game.names[lang]), Text(about, "dim"))
    console = Console(highlight=False)
    console.print(table)
    console.print(Text(say("games.more", lang), "dim"))


def _tell(game: Game, lang: Language, console: Console) -> None:
    """A game with its scenarios; an option that several have in common is told once."""
    console.print(f"[bold]{game.id}[/]  {escape(game.names[lang])}  [dim]{escape(game.version)}[/]")
    told: dict[Option, list[str]] = {}
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for scenario in game.scenarios.values():
        players = ", ".join(game.words.word(player, lang) for player in scenario.roster.ids)
        about = say("games.scenario", lang, turns=scenario.turns, players=players)
        table.add_row(Text(scenario.id, "bold"), Text(f"{scenario.names[lang]}: {about}"))
        for option in scenario.options:
            told.setdefault(option, []).append(scenario.id)
    console.print(Padding(table, (0, 0, 0, 2)))
    if told:
        console.print(Text(say("games.options", lang), "bold"))
    for option, names in told.items():
        where = "" if 2 * len(names) > len(game.scenarios) else f"  ({', '.join(names)})"
        default = _default(option, lang)
        console.print(Text.assemble("  ", (option.id, "cyan"), f"  {default}  ", (option.rule, "dim"), (where, "dim")))
        text = game_word(game, f"option.{option.id}_help", lang, "")
        console.print(Padding(Text(text), (0, 0, 0, 4)))


def _default(option: Option, lang: Language) -> str:
    """What an option is when nobody says otherwise: a switch, a number or a text."""
    if isinstance(option.default, bool):
        return say("games.on" if option.default else "games.off", lang)
    return str(option.default) or say("games.empty", lang)


def _plain(game: Game) -> dict[str, Any]:
    """A game as a program reads it."""
    return {
        "id": game.id,
        "version": game.version,
        "names": dict(game.names),
        "scenarios": [
            {
                "id": scenario.id,
                "names": dict(scenario.names),
                "turns": scenario.turns,
                "players": [{"id": player.id, "side": player.side} for player in scenario.roster.players],
                "options": [
                    {"id": option.id, "default": option.default, "rule": option.rule} for option in scenario.options
                ],
            }
            for scenario in game.scenarios.values()
        ],
    }


def check(
    folder: Annotated[
        Path | None, typer.Argument(metavar="[DIR]", help="Your own data files; the games' own if not given.")
    ] = None,
    game_id: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="The game that DIR is laid over; guessed from its files."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Test data files for faults; exit code 1 when there are any."""
    if folder is not None:
        found = {name: _faults(name, folder) for name in [game_id or _guessed(folder)]}
    else:
        found = {name: _faults(name, None) for name in ([game_id] if game_id else game_ids())}
    if as_json:
        print_json(found)
    console = Console(soft_wrap=True, highlight=False, quiet=as_json)
    for name, faults in found.items():
        for fault in faults or [f"{name}: {folder or 'data'}: no fault found"]:
            console.print(escape(fault))
    raise typer.Exit(1 if any(found.values()) else 0)


def _faults(name: str, folder: Path | None) -> list[str]:
    """All that is wrong with a game's data."""
    try:
        game = open_game(name, folder)
        if folder is not None:
            _complain_if_strange(game, folder)
        own = game.check(game.files) if isinstance(game, FiledGame) else []
        return own or [*panel_faults(game), *school_faults(game)]
    except (DataError, MapError) as error:
        return str(error).splitlines()
    except Complaint:
        raise
    except Exception as error:
        if folder is not None:
            raise
        return [f"{name}: {told(error)}"]


def _guessed(folder: Path) -> str:
    """The game whose files lie in a folder: the one that knows most of their names and of what stands in them."""
    if not folder.is_dir():
        raise Complaint(f"{folder} is not a folder")
    fits = {name: _likeness(game, folder) for name, game, _ in open_games() if game is not None}
    best = max(fits.values(), default=0)
    names = [name for name, likeness in fits.items() if likeness == best]
    if best and len(names) == 1:
        return names[0]
    if best:
        raise Complaint(f"{folder} may be of {' or '.join(names)}: say which with --game")
    raise Complaint(f"{folder}: there is no data file of any game in it; say with --game which game it is laid over")


def _likeness(game: Game, folder: Path) -> int:
    """How many keys of its files a game's own files have, too."""
    own = game.folder / "data"
    return sum(
        len(_keys(path) & _keys(own / path.relative_to(folder))) + (own / path.relative_to(folder)).is_file()
        for path in folder.rglob("*.toml")
    )


def _keys(path: Path) -> set[str]:
    """The keys and ids of a data file; none where it cannot be read: what is wrong with it is told later."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return set()
    return set(re.findall(r"^\s*(?:\[+([^\]]+)\]+|([\w-]+)\s*=)|\bid\s*=\s*\"([^\"]+)\"", text, re.MULTILINE))


def _complain_if_strange(game: Game, folder: Path) -> None:
    """A folder none of whose files would be read is a slip, not a clean bill."""
    ours = {path.relative_to(game.folder / "data") for path in (game.folder / "data").rglob("*.toml")}
    scenarios = {path.relative_to(folder) for path in folder.glob("scenarios/*.toml")}
    if not scenarios and not any((folder / name).is_file() for name in ours):
        names = ", ".join(sorted(name.as_posix() for name in ours))
        raise Complaint(f"{folder}: there is no data file of {game.id} in it: {names}")
