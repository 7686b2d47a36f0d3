"""Worked examples of a rulebook: a position and a few steps, each with a sentence and the answers that lead on.

They are TOML files in `examples/` beside a game's other data, written in the words of lessons (`lesson`). Nobody takes
an example: `frames` plays it through and tells what everybody would see at each step, so that a page can draw it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Annotated, Any

from pydantic import Field

from grognard.core.ask import IllegalAnswer
from grognard.core.data import DataError, Table, find_all, laid_over, read
from grognard.core.game import Game
from grognard.core.play import Play, Reason
from grognard.core.view import in_the_open
from grognard.core.words import LANGUAGES
from grognard.school.course import set_up
from grognard.school.goal import Goal, Seen
from grognard.school.lesson import Point, Reply, Text, given, reply
from grognard.school.telling import tell

FOLDER = "examples"


class Step(Table):
    """One step: what is answered, and what is to be seen then."""

    say: Text
    rules: tuple[str, ...] = ()
    point: Annotated[tuple[Point, ...], Field(max_length=4)] = ()
    dice: tuple[int, ...] = ()
    """The next dice, set by hand."""
    answers: tuple[str, ...] = ()
    """What is answered, by whoever's seat it is, or as `german: lose s-343` by another."""
    refused: tuple[str, ...] = ()
    """What the rules forbid here; they say why."""
    shows: Goal | None = None
    """What holds then, in the words of a lesson's goal: the sentence is true or the check says so."""
    position: dict[str, Any] | None = None
    """Another position, from which this step begins."""
    seat: str | None = None


class Example(Table):
    """A worked example as its file tells it."""

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]*$")]
    clause: str
    """The clause under which it stands."""
    title: Text
    seat: str
    """Who looks: whose odds are told, and who plays on from it."""
    printed: bool = True
    """Whether print tells it; otherwise it is a position of our own."""
    position: dict[str, Any]
    step: Annotated[tuple[Step, ...], Field(min_length=1)]

    def seat_at(self, number: int) -> str:
        return self.step[number].seat or self.seat


class Open(Seen):
    """A game as a reader sees it: every side's pieces lie open."""

    @cached_property
    def pieces(self) -> dict[str, Mapping[str, Any]]:
        return {piece["id"]: piece for piece in in_the_open(self.play)["pieces"]}


@dataclass(frozen=True)
class Frame:
    """An example at one step."""

    step: Step
    seen: Open
    reasons: tuple[Reason, ...]

    @property
    def play(self) -> Play:
        return self.seen.play


@lru_cache(maxsize=32)
def examples(game: Game) -> tuple[Example, ...]:
    """The examples of a game in the order of the rulebook; none where it brings none."""
    found: dict[str, Example] = {}
    for path in find_all(f"{FOLDER}/*.toml", *laid_over(game.own_data, game.folder / "data")):
        example = read(path, Example)
        if example.id in found:
            raise DataError(f'{path.name}: there is another example "{example.id}"')
        found[example.id] = example
    places = {clause.id: number for number, clause in enumerate(game.rules.clauses)}
    return tuple(sorted(found.values(), key=lambda one: (places.get(one.clause, len(places)), one.id)))


def example(game: Game, name: str) -> Example:
    for one in examples(game):
        if one.id == name:
            return one
    raise DataError(
        f'{game.id} has no example "{name}"; it has {", ".join(one.id for one in examples(game)) or "none"}'
    )


def frames(game: Game, example: Example) -> Iterator[Frame]:
    """The example played through, step by step."""
    play = set_up(game, f'example "{example.id}"', example.seat, example.position)
    for number, step in enumerate(example.step):
        seat = example.seat_at(number)
        if step.position is not None:
            play = set_up(game, f'example "{example.id}"', seat, step.position)
        if step.dice:
            play.force(*step.dice)
        since = len(play.events)
        for text in step.answers:
            said = _said(game, seat, text)
            try:
                play.answer(said.player, *said.given)
            except (IllegalAnswer, ValueError) as error:
                raise DataError(f'step {number + 1}: "{text}" cannot be answered: {error}') from error
        asked = [_said(game, seat, text) for text in step.refused]
        reasons = tuple(reason for one in asked for reason in play.why(one.player, *one.given)[:1])
        yield Frame(step, Open(play.clone(), seat, since), reasons)


def _said(game: Game, seat: str, text: str) -> Reply:
    return reply(game, text) if ":" in text else Reply(seat, given(game, text))


def at_step(game: Game, name: str, number: int) -> Play:
    """The game as an example shows it at a step (from 0), to be played on."""
    for count, frame in enumerate(frames(game, example(game, name))):
        if count == number:
            return frame.play
    raise DataError(f'example "{name}" has no step {number}')


# ---- told


def listed(example: Example) -> dict[str, Any]:
    """An example as a list names it."""
    return {
        "id": example.id, "clause": example.clause, "title": example.title.as_json(), "printed": example.printed,
        "seat": example.seat, "steps": len(example.step),
    }  # fmt: skip


@lru_cache(maxsize=256)
def document(game: Game, name: str) -> dict[str, Any]:
    """An example with what everybody would see at each step: every side's pieces lie open."""
    found = example(game, name)
    shown = [*frames(game, found)]
    first = shown[0].seen.view
    return {
        **listed(found),
        "game": game.id,
        "scenario": first["scenario"],
        "options": {**first["options"], **first.get("lays_out", {})},
        "players": first["players"],
        "step": [_frame(frame) for frame in shown],
    }


def _frame(frame: Frame) -> dict[str, Any]:
    step, play = frame.step, frame.play
    pieces = [piece for piece in frame.seen.pieces.values() if piece["on_map"]]
    told: dict[str, Any] = {
        "say": tell(step.say, frame.seen),
        "rules": list(step.rules),
        "point": [point.as_json() for point in step.point],
        "pieces": pieces,
        "seat": frame.seen.player,
        "over": play.result is not None,
    }
    if odds := _odds(frame.seen):
        told["odds"] = odds
    if frame.reasons:
        told["reasons"] = [
            {"rule": one.rule, "text": {language: one.text(language) for language in LANGUAGES}}
            for one in frame.reasons
        ]
    return told


def _odds(seen: Seen) -> Mapping[str, Any] | None:
    """Where the present question is about an attack: on which hex, and in which column."""
    odds = seen.odds
    focus = (seen.view["ask"] or {}).get("focus", {})
    hex = odds.get("hex") or focus.get("hex")
    return {"hex": hex, "column": odds["column"]} if hex and odds.get("column") else None
