"""Arguments that several commands share: the language, a data folder, `--option name=on`, `--seat axis=recruit`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from grognard.cli.complaint import Complaint
from grognard.core.game import Game, Scenario
from grognard.core.registry import game, game_ids, told
from grognard.players import BOTS, bot, is_bot

HUMAN = "human"
SWITCH = {"on": True, "off": False, "true": True, "false": False, "yes": True, "no": False}


def print_json(value: Any) -> None:
    """For programs: the whole value, on lines of its own, in any encoding."""
    typer.echo(json.dumps(value, indent=1))


class Language(StrEnum):
    en = "en"
    ja = "ja"


def games_like(incomplete: str) -> list[str]:
    """What the shell offers for a game's id."""
    return [one for one in game_ids() if one.startswith(incomplete)]


GameId = Annotated[
    str,
    typer.Argument(metavar="GAME", help="The game's id, as `grognard games` lists it.", autocompletion=games_like),
]
AnyGameId = Annotated[
    str | None,
    typer.Argument(metavar="[GAME]", help="The game's id; all of them if not given.", autocompletion=games_like),
]
Json = Annotated[bool, typer.Option("--json", help="For programs: JSON instead of tables.")]
Lang = Annotated[Language, typer.Option("--lang", envvar="GROGNARD_LANG", help="Language of the words.")]
Data = Annotated[Path | None, typer.Option("--data", metavar="DIR", help="Your own data files, laid over the game's.")]
ScenarioId = Annotated[
    str | None, typer.Option("--scenario", metavar="NAME", help="The scenario; the first one if not given.")
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="An option of the scenario: on, off, a number or a text; may be repeated.",
    ),
]
Seats = Annotated[
    list[str] | None,
    typer.Option("--seat", metavar="PLAYER=WHO", help=f"Who plays: {', '.join(BOTS)}; may be repeated."),
]


def open_game(game_id: str, data: Path | None = None) -> Game:
    """The game with this id, its data read: whatever is wrong with it shows now."""
    if data is not None and not data.is_dir():
        raise Complaint(f"{data} is not a folder")
    found = game(game_id, data)
    _ = found.scenarios, found.map, found.units
    return found


def open_games() -> Iterator[tuple[str, Game | None, str]]:
    """Every installed game by id, or None and why it cannot be opened: a broken package stops nobody else's game."""
    for game_id in game_ids():
        try:
            yield game_id, open_game(game_id), ""
        except Exception as error:
            yield game_id, None, told(error)


def the_only_game() -> str:
    ids = game_ids()
    if len(ids) != 1:
        raise Complaint(f"name a game: {', '.join(ids) or 'none is installed'}")
    return ids[0]


def pair(text: str, flag: str, form: str) -> tuple[str, str]:
    """ "name=value" in two."""
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise Complaint(f'{flag} takes {form}, not "{text}"')
    return name.strip(), value.strip()


def read_options(scenario: Scenario, given: Iterable[str] | None) -> dict[str, Any]:
    """The optional rules that `--option` switches; names may be shortened while they stay unique."""
    return dict(read_option(scenario, text) for text in given or ())


def read_option(scenario: Scenario, text: str) -> tuple[str, Any]:
    """One of them, and what it is to be."""
    name, value = pair(text, "--option", "NAME=VALUE")
    option = _option_named(scenario, name)
    if isinstance(option.default, bool):
        if value.lower() not in SWITCH:
            raise Complaint(f'--option {option.id} is on or off, not "{value}"')
        return option.id, SWITCH[value.lower()]
    if isinstance(option.default, int):
        if not value.lstrip("-").isdecimal():
            raise Complaint(f'--option {option.id} takes a whole number, not "{value}"')
        return option.id, int(value)
    return option.id, value


def _option_named(scenario: Scenario, name: str) -> Any:
    exact = [option for option in scenario.options if option.id == name]
    found = exact or [option for option in scenario.options if option.id.startswith(name)]
    if len(found) != 1:
        fault = "fits several options" if found else "is no option"
        names = ", ".join(option.id for option in found or scenario.options)
        raise Complaint(f'--option: "{name}" {fault}: {names}')
    return found[0]


def read_seats(table: Game, scenario: Scenario, given: Iterable[str] | None, people: bool) -> dict[str, str]:
    """Who sits for which player, as far as `--seat` says it."""
    return dict(read_seat(table, scenario, text, people) for text in given or ())


def read_seat(table: Game, scenario: Scenario, text: str, people: bool) -> tuple[str, str]:
    """A player, and who sits for him."""
    players = scenario.roster.ids
    kinds = (HUMAN, *BOTS) if people else BOTS
    player, who = pair(text, "--seat", "PLAYER=WHO")
    if player not in players:
        raise Complaint(f'--seat: there is no player "{player}"; the players are {", ".join(players)}')
    if not (is_bot(who) or (people and who == HUMAN)):
        raise Complaint(f'--seat: "{who}" cannot play; {player} is one of {", ".join(kinds)}')
    if who != HUMAN:
        bot(who, table.id, scenario.id)
    return player, who
