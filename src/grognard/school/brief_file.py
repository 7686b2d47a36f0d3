"""`data/briefings/<scenario>.toml`: what a side is told before its first decision. Texts only; figures are filled in.

A file may be `like` another scenario's: what it does not say itself stands there. What all sides share, as the steps
of a turn, stands outside `[briefing.<side>]`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated

from pydantic import Field

from grognard.core.data import DataError, Table, find_all, laid_over, read
from grognard.core.game import Game
from grognard.school.texts import Ruled, Said, Teller, own_scenarios, rule_fault

FOLDER = "briefings"
WHO_WORDS = 60
WHO_LETTERS_JA = 190
"""Words, and letters in Japanese, of who you are."""
STEPS = 6
POINTS = 3
"""Things to do first, and traps."""
AXES = 4


class Step(Ruled):
    """A step of the turn; its phases are the engine's."""

    title: str
    title_ja: str
    phases: tuple[str, ...] = ()
    side: str = ""

    @property
    def name(self) -> Said:
        return Said(text=self.title, text_ja=self.title_ja)


class Point(Ruled):
    """Something to do or to avoid, and where."""

    title: str
    title_ja: str
    hexes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()

    @property
    def name(self) -> Said:
        return Said(text=self.title, text_ja=self.title_ja)


class Moves(Ruled):
    """What moves the score, and by how much."""

    value: str
    side: str = ""


class Win(Ruled):
    moves: tuple[Moves, ...] = ()


class Advance(Said):
    """Where to go: hexes from the start to the goal."""

    hexes: Annotated[tuple[str, ...], Field(min_length=2)]


class Closed(Ruled):
    """An area of the map that is shaded."""

    area: str


class Side(Table):
    """What one side is told; what is missing is taken from the scenario that the file is like."""

    who: str = ""
    who_ja: str = ""
    win: Win | None = None
    first: tuple[Point, ...] = ()
    trap: tuple[Point, ...] = ()
    special: tuple[Ruled, ...] = ()
    advance: tuple[Advance, ...] = ()

    @property
    def person(self) -> Said:
        return Said(text=self.who, text_ja=self.who_ja)


class BriefingFile(Table):
    like: str = ""
    subtitle: str = ""
    subtitle_ja: str = ""
    turn: tuple[Step, ...] = ()
    closed: tuple[Closed, ...] = ()
    special: tuple[Ruled, ...] = ()
    """What is special for all sides; a side's own comes first."""
    briefing: dict[str, Side] = Field(default_factory=dict)


class Briefing(Table):
    """All that a side is told, with what its scenario is like filled in."""

    subtitle: Said | None
    turn: tuple[Step, ...]
    closed: tuple[Closed, ...]
    side: Side
    special: tuple[Ruled, ...]


@lru_cache(maxsize=64)
def load(game: Game) -> dict[str, BriefingFile]:
    """The files by scenario."""
    folders = laid_over(game.own_data, game.folder / "data")
    return {path.stem: read(path, BriefingFile) for path in find_all(f"{FOLDER}/*.toml", *folders)}


def briefing(game: Game, scenario: str, side: str) -> Briefing | None:
    """What a side of a scenario is told, or nothing where nobody wrote it."""
    files = load(game)
    if scenario not in files:
        return None
    line = list(_line(files, scenario))
    sides = [one for file in line for one in (file.briefing.get(side), file.briefing.get("all")) if one is not None]
    if not sides:
        return None

    def first(key: str) -> object:
        return next((found for one in sides if (found := getattr(one, key))), getattr(sides[0], key))

    keys = ("who", "who_ja", "win", "first", "trap", "special", "advance")
    told = sides[0].model_copy(update={key: first(key) for key in keys})
    titled = next((file for file in line if file.subtitle), None)
    return Briefing.model_construct(
        subtitle=Said(text=titled.subtitle, text_ja=titled.subtitle_ja) if titled else None,
        turn=next((file.turn for file in line if file.turn), ()),
        closed=next((file.closed for file in line if file.closed), ()),
        side=told,
        special=(*told.special, *next((file.special for file in line if file.special), ())),
    )


def _line(files: dict[str, BriefingFile], scenario: str) -> Iterator[BriefingFile]:
    """A file and those it is like, nearest first."""
    seen: set[str] = set()
    while scenario:
        if scenario not in files:
            raise DataError(f'{FOLDER}: there is no briefing "{scenario}" to be like')
        if scenario in seen:
            raise DataError(f"{FOLDER}/{scenario}.toml: is like itself in the end")
        seen.add(scenario)
        yield files[scenario]
        scenario = files[scenario].like


# ---- faults


def faults(teller: Teller, side: str) -> Iterator[str]:
    """What is wrong with the briefing of a side."""
    game, scenario = teller.game, teller.scenario.id
    where = f"{FOLDER}/{scenario}.toml: {side}"
    try:
        found = briefing(game, scenario, side)
    except DataError as error:
        yield str(error)
        return
    if found is None:
        yield from [] if own_scenarios(game) else [f"{where}: has no briefing"]
        return
    told = found.side
    yield from teller.faults(told.person, f"{where}: who", dated=True)
    if len(told.who.split()) > WHO_WORDS or len(told.who_ja) > WHO_LETTERS_JA:
        yield f"{where}: who: at most {WHO_WORDS} words, {WHO_LETTERS_JA} letters in Japanese"
    if told.win is None:
        yield f"{where}: says nothing of how to win"
    else:
        yield from _ruled(teller, told.win, f"{where}: win")
        for moves in told.win.moves:
            yield from _ruled(teller, moves, f"{where}: win.moves")
            yield from teller.faults(Said(text=moves.value, text_ja=moves.value), f"{where}: win.moves: value")
    yield from _steps(teller, found.turn, where)
    for name, points in (("first", told.first), ("trap", told.trap)):
        if len(points) != POINTS:
            yield f"{where}: {name}: should be {POINTS}, found {len(points)}"
        for number, point in enumerate(points, 1):
            yield from _point(teller, point, f"{where}: {name} {number}")
    for number, one in enumerate(found.special, 1):
        yield from _ruled(teller, one, f"{where}: special {number}")
    if not found.special:
        yield f"{where}: special: says nothing"
    yield from _places(teller, found, where)


def _steps(teller: Teller, steps: tuple[Step, ...], where: str) -> Iterator[str]:
    if not 1 <= len(steps) <= STEPS:
        yield f"{where}: turn: should have 1 to {STEPS} steps, found {len(steps)}"
    for number, step in enumerate(steps, 1):
        yield from _ruled(teller, step, f"{where}: turn {number}")
        yield from teller.faults(step.name, f"{where}: turn {number}: title")
        for phase in step.phases:
            if f"phase.{phase}" not in teller.game.words.keys("en"):
                yield f'{where}: turn {number}: the engine has no phase "{phase}"'
        if step.side and step.side not in teller.scenario.roster.sides:
            yield f'{where}: turn {number}: there is no side "{step.side}"'


def _places(teller: Teller, found: Briefing, where: str) -> Iterator[str]:
    if len(found.side.advance) > AXES:
        yield f"{where}: advance: at most {AXES}, found {len(found.side.advance)}"
    for number, one in enumerate(found.side.advance, 1):
        yield from teller.faults(one, f"{where}: advance {number}")
        yield from _hexes(teller, one.hexes, f"{where}: advance {number}")
    for closed in found.closed:
        yield from _ruled(teller, closed, f"{where}: closed")
        if closed.area not in teller.game.map.areas:
            yield f'{where}: closed: there is no area "{closed.area}"'


def _point(teller: Teller, point: Point, where: str) -> Iterator[str]:
    yield from _ruled(teller, point, where)
    yield from teller.faults(point.name, f"{where}: title")
    yield from _hexes(teller, point.hexes, where)
    for unit in point.units:
        if unit not in teller.game.unit_numbers:
            yield f'{where}: there is no unit "{unit}"'


def _hexes(teller: Teller, hexes: tuple[str, ...], where: str) -> Iterator[str]:
    for hex in hexes:
        try:
            teller.game.map.grid.index(hex)
        except ValueError:
            yield f'{where}: there is no hex "{hex}"'


def _ruled(teller: Teller, text: Ruled, where: str) -> Iterator[str]:
    yield from teller.faults(text, where)
    yield from rule_fault(teller.game, text.rule, where) if text.rule else [f"{where}: says no clause"]
