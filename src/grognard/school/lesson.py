"""What a lesson is: a position in plain words and a few steps, each with a sentence and what the learner is to do.

Lessons are TOML files in `lessons/` beside a game's other data, so an owner's folder may bring its own. All text stands
in them in every language. This module reads them; `session` lets somebody take one, `check` tests them.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, model_validator

from grognard.core.ask import Kind, Target
from grognard.core.data import DataError, Table, find_all, laid_over, read
from grognard.core.game import Game
from grognard.core.words import LANGUAGES
from grognard.school.goal import Goal

FOLDER = "lessons"
ANY = "*"
"""In an answer that is looked for: whatever the target is."""


class Text(Table):
    """A text in every language; `{...}` in it is filled with what holds now (`telling`)."""

    en: Annotated[str, Field(min_length=1)]
    ja: Annotated[str, Field(min_length=1)]

    def __getitem__(self, language: str) -> str:
        return str(getattr(self, language))

    def as_json(self) -> dict[str, str]:
        return {language: self[language] for language in LANGUAGES}


class Point(Table):
    """Something that the coach points at: a unit, a hex, a hexside ("1209-1310"), a panel, or the button of a verb."""

    unit: str | None = None
    hex: str | None = None
    hexside: str | None = None
    panel: str | None = None
    verb: str | None = None

    @model_validator(mode="after")
    def _is_one_thing(self) -> Point:
        if sum(value is not None for value in self.model_dump().values()) != 1:
            raise ValueError("points at one thing: unit, hex, hexside, panel or verb")
        return self

    @property
    def kind(self) -> str:
        return next(name for name, value in self.model_dump().items() if value is not None)

    @property
    def name(self) -> str:
        return str(getattr(self, self.kind))

    def as_json(self) -> dict[str, str]:
        return {self.kind: self.name}


class Given(NamedTuple):
    """An answer as it is given: verb and target."""

    verb: str
    target: Target = None


def given(game: Game, text: str) -> Given:
    """The answer that a line of a lesson states: `move 1209`, `end_movement`; a number where the verb takes one."""
    verb, _, target = text.strip().partition(" ")
    number = game.verb_numbers.get(verb)
    if number is not None and game.verbs[number].kind is Kind.NUMBER and target.isdecimal():
        return Given(verb, int(target))
    return Given(verb, target.strip() or None)


class Reply(NamedTuple):
    """An answer that somebody else gives."""

    player: str
    given: Given


def reply(game: Game, text: str) -> Reply:
    """`german: lose s-343`."""
    player, _, rest = text.partition(":")
    return Reply(player.strip(), given(game, rest))


def fits(pattern: str, answer: Given) -> bool:
    """Whether an answer is of a kind: `move 1209|1310`, `move *`, `end_movement`.

    >>> fits("move 1209|1310", Given("move", "1310")), fits("move *", Given("roll")), fits("roll", Given("roll"))
    (True, False, True)
    """
    verb, targets = spread(pattern)
    if verb != answer.verb:
        return False
    target = "" if answer.target is None else str(answer.target)
    return target in targets or (targets == [ANY])


def spread(pattern: str) -> tuple[str, list[str]]:
    """The verb of a pattern and its targets.

    >>> spread("move 1209|1310"), spread("roll")
    (('move', ['1209', '1310']), ('roll', ['']))
    """
    verb, _, targets = pattern.strip().partition(" ")
    return verb, [one.strip() for one in targets.split("|")]


class Word(Table):
    """What the coach says to particular answers."""

    to: tuple[str, ...]
    """The answers, as patterns: `move 1209|1310`, `move *`."""
    say: Text
    rules: tuple[str, ...] = ()

    def speaks_of(self, answer: Given) -> bool:
        return any(fits(pattern, answer) for pattern in self.to)


class Step(Table):
    """One step of a lesson."""

    say: Text
    rules: tuple[str, ...] = ()
    """The clauses that the sentence rests on."""
    point: Annotated[tuple[Point, ...], Field(max_length=2)] = ()
    answers: tuple[str, ...] = ()
    """The stated solution; without one the step is only read."""
    expect: tuple[str, ...] = ()
    """Without a goal: the answers that will do, as patterns; the first stated answer where none are named."""
    goal: Goal | None = None
    good: Text | None = None
    """A word when it is done."""
    other: tuple[Word, ...] = ()
    """What is said to particular other answers that are allowed."""
    otherwise: Text | None = None
    """What is said to any other."""
    refused: tuple[Word, ...] = ()
    """What the coach adds where the rules refuse an answer."""
    hint: Text | None = None
    replies: tuple[str, ...] = ()
    """What others answer, in order, as `german: lose s-343`; where nothing fits, the lesson's opponent decides."""
    checkpoint: bool = False
    enter: bool = True
    """Whether Enter may give the primary answer; not where that would solve the step by itself."""
    seat: str | None = None
    position: dict[str, Any] | None = None
    """Another position, from which this step begins."""
    begin: tuple[str, ...] = ()
    """Answers already given there."""

    @model_validator(mode="after")
    def _is_whole(self) -> Step:
        if (self.goal or self.expect) and not self.answers:
            raise ValueError("expects something but states no answers")
        if self.goal and self.expect:
            raise ValueError("has a goal and expects an answer: one of them")
        if self.begin and self.position is None:
            raise ValueError("has begin but no position")
        if not self.goal and len(self.answers) > 1:
            raise ValueError("states several answers but has no goal that they lead to")
        return self

    @property
    def only_read(self) -> bool:
        return not self.answers

    @property
    def expected(self) -> tuple[str, ...]:
        return self.expect or self.answers[:1]


class Learned(Table):
    """One line of what was learned."""

    text: Text
    rules: Annotated[tuple[str, ...], Field(min_length=1)]


class Lesson(Table):
    """A lesson as its file tells it."""

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]*$")]
    order: Annotated[int, Field(ge=1)]
    title: Text
    idea: Text
    """In one line."""
    aim: Text
    """What the learner is to bring about."""
    seat: str
    minutes: Annotated[int, Field(ge=1, le=10)]
    opponent: Literal["recruit", "random"] = "recruit"
    """Who answers for everybody else where no reply is stated."""
    reasons: tuple[str, ...] = ()
    """Reasons of the game's doctrine that it teaches: a review advises it to whoever lost by them."""
    position: dict[str, Any]
    begin: tuple[str, ...] = ()
    """Answers already given when the lesson begins, by the learner or, as `german: ...`, by another."""
    step: Annotated[tuple[Step, ...], Field(min_length=1)]
    learned: Annotated[tuple[Learned, ...], Field(min_length=3, max_length=3)]

    def seat_at(self, number: int) -> str:
        """Who the learner is at a step."""
        return self.step[min(number, len(self.step) - 1)].seat or self.seat


@lru_cache(maxsize=64)
def lessons(game: Game) -> tuple[Lesson, ...]:
    """The lessons of a game, in order; none where it brings none."""
    found: dict[str, Lesson] = {}
    for path in find_all(f"{FOLDER}/*.toml", *laid_over(game.own_data, game.folder / "data")):
        lesson = read(path, Lesson)
        if lesson.id in found:
            raise DataError(f'{path.name}: there is another lesson "{lesson.id}"')
        found[lesson.id] = lesson
    return tuple(sorted(found.values(), key=lambda lesson: (lesson.order, lesson.id)))


def lesson(game: Game, name: str) -> Lesson:
    """The lesson of this id, or of this number."""
    for one in lessons(game):
        if name in (one.id, str(one.order)):
            return one
    there = ", ".join(f"{one.order} {one.id}" for one in lessons(game)) or "none"
    raise DataError(f'{game.id} has no lesson "{name}"; it has {there}')


WORD_COUNT = re.compile(r"\{[^{}]*\}|[^\s{}]+")


def length(text: str) -> int:
    """How many words a text has; a placeholder is one."""
    return len(WORD_COUNT.findall(text))
