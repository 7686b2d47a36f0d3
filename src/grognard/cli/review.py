"""`grognard review`: what decisions and dice made of a saved game, in the terminal."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
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
BLOCKS = "▁▂▃▄▅▆▇█"
"""From no chance to win to certainty."""


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
    for part in shown(found, game, lang, command(file, data)):
        console.print(part, soft_wrap=isinstance(part, Text) and bool(part.no_wrap))


def command(file: Path, data: Path | None) -> str:
    """What plays on from a moment of a saved game, but for the moment."""
    with_data = "" if data is None else f" --data {shlex.quote(str(data))}"
    return f"grognard play --load {shlex.quote(str(file))}{with_data} --at"


def shown(found: Mapping[str, Any], game: Game, language: str, onward: str) -> Iterator[RenderableType]:
    """The parts of a review in their order; `onward` plays on from the answer that is put behind it."""
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
    for name in ("turn", "chance", "own", "theirs", "luck"):
        turns.add_column(say(f"review.{name}", language), justify="left" if name == "chance" else "right")
    for one in found["turns"]:
        parts = (f"{one[name]['lead']:+.1f}" for name in PARTS[1:])
        turns.add_row(_turn(one["turn"], language), course(found, one["turn"]), *parts)
    yield Padding(turns, (1, 2))
    for number, one in enumerate(found["decisions"], 1):
        yield from _decision(number, one, game, language)
        yield _onward(onward, one)
    if not found["decisions"]:
        yield Text(say("review.no_decisions", language))
    yield from _well(found["well"], game, language, onward)
    between = "" if language == "ja" else " "
    yield Padding(Text(between.join(in_language(one, language) for one in found["closing"])), (1, 0))
    lesson = found["lesson"]
    if lesson is not None:
        title = in_language(lesson["title"], language)
        yield Text(say("review.lesson", language, number=lesson["order"], text=title, game=game.id))


def course(found: Mapping[str, Any], turn: int) -> str:
    """The chance to win as it stood where a turn began, and a block for each part of the turn; the last turn's last
    block is how it ended.

    >>> course({"course": [{"turn": 1, "chance": 0.5}, {"turn": 1, "chance": 0.06}, {"turn": 2, "chance": 1}]}, 1)
    ' 50 % ▅▁'
    """
    chances = [one["chance"] for one in found["course"] if one["turn"] == turn]
    blocks = "".join(BLOCKS[min(int(chance * len(BLOCKS)), len(BLOCKS) - 1)] for chance in chances)
    return f"{100 * chances[0]:3.0f} % {blocks}" if chances else ""


def _worth(value: Mapping[str, float]) -> str:
    """Points, and chances where they changed."""
    chance = f", {100 * value['chance']:+.0f} %" if abs(value["chance"]) >= SHARE else ""
    return f"{value['lead']:+.1f}{chance}"


def _onward(onward: str, one: Mapping[str, Any]) -> Text:
    """The command that plays on from a decision, in one line however wide: it is there to be copied."""
    return Text(f"    {onward} {one['step']}", "dim", no_wrap=True)


def _when(turn: int, language: str) -> str:
    return say("review.of_turn", language, turn=turn) if turn else say("review.set_up", language)


def _well(found: Sequence[Mapping[str, Any]], game: Game, language: str, onward: str) -> Iterator[RenderableType]:
    """What was done well, as decisions are told."""
    if found:
        yield Padding(Text(say("review.well", language), "bold"), (1, 0, 0, 0))
    for one in found:
        who, when = game.words.word(one["by"], language), _when(one["turn"], language)
        head = "well_part" if not one["whole"] else "well_turn"
        yield Text(say(f"review.{head}", language, word=who, when=when, gain=_worth(one["gain"]), step=one["step"]))
        for told, style in ((one["did"], ""), (one["story"], "dim")):
            if told is not None:
                yield Padding(Text(in_language(told, language), style), (0, 4))
        yield _onward(onward, one)


def _turn(turn: int, language: str) -> str:
    """A turn by its number; before the first one there is the set-up."""
    return str(turn) if turn else say("review.set_up", language)


def _decision(number: int, one: Mapping[str, Any], game: Game, language: str) -> Iterator[RenderableType]:
    who, when = game.words.word(one["by"], language), _when(one["turn"], language)
    head = "decision" if one["whole"] else "decision_part"
    yield Text.assemble(
        (f"{number} ", "bold"),
        say(f"review.{head}", language, word=who, when=when, cost=_worth(one["cost"]), step=one["step"]),
    )
    yield Padding(Text(say("review.did", language, text=in_language(one["did"], language))), (0, 4))
    if one["story"] is not None:
        yield Padding(Text(in_language(one["story"], language), "dim"), (0, 4))
    better = say("review.better", language, text=advice(one["better"], language))
    yield Padding(Text(better, "green"), (0, 4))
