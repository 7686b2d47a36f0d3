"""`grognard advice`: which game to begin with; and how many decisions a player of each scenario has, measured."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from grognard.cli.arguments import AnyGameId, Json, Lang, Language, open_game, open_games, print_json
from grognard.cli.complaint import Complaint
from grognard.cli.words import say
from grognard.core.game import Game
from grognard.core.words import in_language
from grognard.lab.simulate import simulate
from grognard.school.advice import document, newcomers_first, rounded

MEASURED = "recruit"
"""The bot whose decisions are counted."""


def advice(
    game_id: AnyGameId = None,
    measure: Annotated[
        int | None,
        typer.Option(
            "--measure", metavar="N", min=1, help="Play N games of each scenario and count decisions a player."
        ),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="With --measure: processes to play on.")] = 1,
    lang: Lang = Language.en,
    as_json: Json = False,
) -> None:
    """What each game is, how long and how hard, the one to begin with first."""
    if measure is not None:
        if game_id is None:
            raise Complaint("--measure needs a game")
        _measure(open_game(game_id), measure, jobs, as_json)
        return
    opened = [open_game(game_id)] if game_id else [game for _, game, _ in open_games() if game is not None]
    cards = {game.id: (game, document(game)) for game in opened}
    names = newcomers_first([(name, card) for name, (_, card) in cards.items()])
    if as_json:
        print_json([{"id": name, "advice": cards[name][1]} for name in names])
        return
    for name in names:
        _tell(*cards[name], lang, scenarios=game_id is not None)


def _tell(game: Game, card: dict[str, Any] | None, lang: Language, *, scenarios: bool) -> None:
    console = Console(highlight=False)
    here = f"  {say('advice.start_here', lang)}" if card and card["start_here"] else ""
    console.print(Text.assemble((game.names[lang], "bold"), (f"  {game.id}", "dim"), (here, "bold yellow")))
    if card is None:
        return
    console.print(f"  {in_language(card['pitch'], lang)}")
    console.print(Text(f"  {_facts(card, lang)}", "dim"))
    if scenarios:
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
        for id, one in card["scenarios"].items():
            table.add_row(Text(id, "bold"), in_language(one["pitch"], lang), Text(_facts(one, lang), "dim"))
        console.print(table)


def _facts(card: dict[str, Any], lang: Language) -> str:
    decisions = card["decisions"] if isinstance(card["decisions"], list) else [card["decisions"]]
    spans = {"players": card["players"], "hours": [_hours(one) for one in card["minutes"]], "decisions": decisions}
    told = {key: "-".join(dict.fromkeys(map(str, values))) for key, values in spans.items()}
    words = {key: in_language(card[key]["text"], lang) for key in ("complexity", "alone")}
    return say("advice.facts", lang, level=card["complexity"]["level"], **told, **words)


def _hours(minutes: int) -> str:
    """Hours to the half: 90 minutes are 1½."""
    whole, half = divmod(round(minutes / 30), 2)
    return f"{whole or ''}{'½' if half else ''}" or "½"


def _measure(game: Game, games: int, jobs: int, as_json: bool) -> None:
    """Decisions of one player in a game of Recruits, scenario by scenario."""
    found = {}
    for scenario in game.scenarios.values():
        seats = dict.fromkeys(scenario.roster.ids, MEASURED)
        outcomes = simulate(game.id, seats, games, scenario=scenario.id, jobs=jobs)
        found[scenario.id] = sum(one.answers for one in outcomes) / len(outcomes) / len(seats)
        if not as_json:
            typer.echo(f"{scenario.id}  {found[scenario.id]:.0f}  {rounded(found[scenario.id])}")
    if as_json:
        print_json({one: rounded(value) for one, value in found.items()})
