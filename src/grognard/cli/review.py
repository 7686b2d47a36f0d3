"""`grognard review`: what decisions and dice made of a saved game, in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import typer
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grognard.cli.arguments import Data, Json, Lang, Language, print_json
from grognard.cli.complaint import Complaint
from grognard.cli.records import File, open_record, play_again
from grognard.cli.terminal.hints import advice
from grognard.cli.words import say
from grognard.core.game import Game
from grognard.core.words import in_language
from grognard.school import evaluation
from grognard.school import review as school

PARTS = ("start", "own", "theirs", "dice")
SHARE = 0.005
"""Chances below this are told in points alone."""


def review(
    file: File,
    side: Annotated[
        str | None, typer.Option("--side", metavar="SIDE", help="For whom; the first side if not given.")
    ] = None,
    lang: Lang = Language.en,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """How a game went: what could be expected, what decisions and dice made of it, and what would have been better."""
    journal, game = open_record(file, data)
    if evaluation.foresight_of(game.id) is None:
        raise Complaint(f"nobody can judge {game.id} yet")
    play = play_again(file, journal, game)
    sides = list(dict.fromkeys(play.roster.sides))
    chosen = side or sides[0]
    if chosen not in sides:
        raise Complaint(f"--side {chosen}: there are {', '.join(sides)}")
    if not play.given:
        raise Complaint(f"{file}: nothing has been played yet")
    found = school.review(play, chosen)
    if as_json:
        print_json(found)
        return
    console = Console(highlight=False)
    for part in shown(found, game, lang):
        console.print(part)


def shown(found: Mapping[str, Any], game: Game, language: str) -> Iterator[RenderableType]:
    word = game.words.word
    yield Text(say("review.head", language, word=word(found["side"], language)), "bold")
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for name in PARTS:
        table.add_row(say(f"review.{name}", language), f"{found[name]['lead']:+.1f}")
    blind = found["unforeseen"]["lead"]
    shares = {"rolled": f"{found['dice']['lead'] - blind:+.1f}", "unforeseen": f"{blind:+.1f}"}
    table.add_row(Padding(Text(say("review.unforeseen", language, **shares), "dim"), (0, 0, 0, 2)), "")
    table.add_row(Text(say("review.margin", language), "bold"), Text(f"{found['margin']['lead']:+.1f}", "bold"))
    yield Padding(table, (0, 2))
    turns = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("turn", "own", "theirs", "luck"):
        turns.add_column(say(f"review.{name}", language), justify="right")
    for one in found["turns"]:
        turns.add_row(_turn(one["turn"], language), *(f"{one[name]['lead']:+.1f}" for name in PARTS[1:]))
    yield Padding(turns, (1, 2))
    for number, one in enumerate(found["decisions"], 1):
        yield from _decision(number, one, game, language)
    if not found["decisions"]:
        yield Text(say("review.no_decisions", language))
    between = "" if language == "ja" else " "
    yield Padding(Text(between.join(in_language(one, language) for one in found["closing"])), (1, 0))
    lesson = found["lesson"]
    if lesson is not None:
        title = in_language(lesson["title"], language)
        yield Text(say("review.lesson", language, number=lesson["order"], text=title, game=game.id))


def _turn(turn: int, language: str) -> str:
    """A turn by its number; before the first one there is the set-up."""
    return str(turn) if turn else say("review.set_up", language)


def _decision(number: int, one: Mapping[str, Any], game: Game, language: str) -> Iterator[RenderableType]:
    cost, chance = f"{one['cost']['lead']:+.1f}", one["cost"]["chance"]
    if abs(chance) >= SHARE:
        cost += f", {100 * chance:+.0f} %"
    who = game.words.word(one["by"], language)
    yield Text.assemble(
        (f"{number} ", "bold"),
        say("review.decision", language, word=who, turn=one["turn"], cost=cost, step=one["step"]),
    )
    yield Padding(Text(say("review.did", language, text=in_language(one["did"], language))), (0, 4))
    if one["story"] is not None:
        yield Padding(Text(in_language(one["story"], language), "dim"), (0, 4))
    yield Padding(Text(advice(one["better"], language), "green"), (0, 4))
