"""What the coach of a first game says: remarks, each made once, when what it is about comes up for the first time.

They are data (`data/coach.toml`), in both languages, with figures filled in from the game's `Reference`, so that no
remark can disagree with the tables. Whether a remark is due is read off the view of its player, here
as in the browser (`web/src/school/coach/due.ts`): it can neither know more than he does nor need a game's help.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Any

from pydantic import Field, model_validator

from grognard.core.data import DataError, Table, find, laid_over, read
from grognard.core.game import Game
from grognard.core.rules import UnknownClause
from grognard.core.words import LANGUAGES
from grognard.school import charts
from grognard.school.lesson import Point, Text, length
from grognard.school.lesson_check import MOST_SIGNS, MOST_WORDS, SPOKEN_PANELS
from grognard.school.texts import Said, Teller

FILE = "coach.toml"

Names = Annotated[tuple[str, ...], Field(min_length=1)]


class When(Table):
    """What a remark waits for: all that is stated holds, of several names one."""

    side: str | None = None
    """Who is asked."""
    step: Names | None = None
    """The step that asks."""
    phase: Names | None = None
    verb: Names | None = None
    """An answer that is offered."""
    event: Names | None = None
    """Something that the end of the log tells: `event.combat`."""
    rule: Names | None = None
    """A clause by which something at the end of the log happened, whatever event tells it."""
    flag: Names | None = None
    """A mark that one of his own counters bears."""
    cost: Names | None = None
    """Something that an answer would give up, by its clause."""
    odds: bool = False
    """The question shows odds."""

    @model_validator(mode="after")
    def _waits(self) -> When:
        if not (self.step or self.phase or self.verb or self.event or self.rule or self.flag or self.cost or self.odds):
            raise ValueError("waits for nothing: step, phase, verb, event, rule, flag, cost or odds")
        return self

    def holds(self, view: Mapping[str, Any]) -> bool:
        """Whether the player whose view this is meets it now; nobody meets anything who is not asked."""
        ask = view["ask"]
        if ask is None:
            return False
        side = next((one["side"] for one in view["players"] if one["id"] == view["viewer"]), None)
        return (
            self.side in (None, side)
            and (self.step is None or ask["step"] in self.step)
            and (self.phase is None or _phase(view) in self.phase)
            and (self.verb is None or any(verb in ask["answers"] for verb in self.verb))
            and (self.cost is None or any(one["rule"] in self.cost for costs in ask["costs"].values() for one in costs))
            and (not self.odds or bool(ask["focus"].get("odds")))
            and (self.event is None or any(line["key"] in self.event for line in view["log"]))
            and (self.rule is None or any(line["rule"] in self.rule for line in view["log"]))
            and (self.flag is None or any(self._bears(piece) for piece in view["pieces"] if piece["side"] == side))
        )

    def _bears(self, piece: Mapping[str, Any]) -> bool:
        return any(flag in (self.flag or ()) for flag in piece.get("flags", ()))

    def as_json(self) -> dict[str, Any]:
        return self.model_dump(mode="json", exclude_defaults=True)


def _phase(view: Mapping[str, Any]) -> Any:
    return next((track["value"] for track in view["tracks"] if track["id"] == "phase"), None)


class Remark(Table):
    id: Annotated[str, Field(pattern=r"^[a-z0-9-]+$")]
    when: When
    say: Text
    rules: Names
    point: Point | None = None

    def as_json(self) -> dict[str, Any]:
        shown = {"id": self.id, "when": self.when.as_json(), "say": self.say.as_json(), "rules": list(self.rules)}
        return shown | ({"point": self.point.as_json()} if self.point else {})


class Coach(Table):
    """The file of a game: its remarks, what comes first before what can wait."""

    remark: tuple[Remark, ...]


@lru_cache(maxsize=64)
def remarks(game: Game) -> tuple[Remark, ...]:
    """All that the coach of a game has to say; nothing where it has no file."""
    try:
        path = find(FILE, *laid_over(game.own_data, game.folder / "data"))
    except DataError:
        return ()
    return read(path, Coach).remark


def document(game: Game) -> list[dict[str, Any]]:
    """All remarks as a player hears them."""
    found = remarks(game)
    teller = _teller(game) if found else None
    return [one.as_json() | {"say": teller.both(_said(one))} for one in found if teller is not None]


def _teller(game: Game) -> Teller:
    """Who fills them: the same figures in every scenario of a game."""
    scenario = game.scenario(None)
    options = game.settle_options(scenario, None)
    laid = game.laid_out(scenario, options)
    return charts.teller(laid, scenario, options)


def _said(remark: Remark) -> Said:
    return Said(text=remark.say.en, text_ja=remark.say.ja)


def due(of: tuple[Remark, ...], view: Mapping[str, Any], said: Collection[str]) -> Remark | None:
    """The first remark that was not made and whose moment this is."""
    return next((one for one in of if one.id not in said and one.when.holds(view)), None)


# ---- checked


def faults(game: Game) -> list[str]:
    """What is wrong with the remarks of a game, a line for each fault."""
    try:
        found = remarks(game)
    except DataError as error:
        return [f"coach: {fault}" for fault in error.faults]
    many = Counter(one.id for one in found)
    twice = [f'coach: two remarks are "{id}"' for id, count in many.items() if count > 1]
    return twice + [f'coach: "{one.id}": {fault}' for one in found for fault in _faults(game, one)]


def _faults(game: Game, remark: Remark) -> Iterator[str]:
    say, point = remark.say, remark.point
    words, signs = length(say.en), len(say.ja)
    if words > MOST_WORDS or signs > MOST_SIGNS:
        yield f"is too long: {words} words, {signs} signs"
    yield from (fault.partition(": ")[2] for fault in _teller(game).faults(_said(remark), "say"))
    for clause in remark.rules:
        try:
            game.rules.lookup(clause)
        except UnknownClause:
            yield f'there is no clause "{clause}"'
    yield from _unknown(game, remark.when)
    if point is None:
        return
    if point.kind not in ("verb", "panel"):
        yield f"points at a {point.kind}: what stands on the map is not known before the game"
    elif point.kind == "verb" and point.name not in game.verb_numbers:
        yield f'points at verb "{point.name}", which is not there'
    elif point.kind == "panel" and point.name not in (*SPOKEN_PANELS, *(panel.id for panel in game.panels)):
        yield f'points at panel "{point.name}", which is not there'


def _unknown(game: Game, when: When) -> Iterator[str]:
    """Names that the game does not know, so that the remark would never be made."""
    words = game.words.keys(LANGUAGES[0])
    sides = {side for one in game.scenarios.values() for side in one.roster.sides}
    if when.side is not None and when.side not in sides:
        yield f'there is no side "{when.side}"'
    for step in when.step or ():
        if f"step.{step}" not in words:
            yield f'there is no step "{step}"'
    for phase in when.phase or ():
        if f"phase.{phase}" not in words:
            yield f'there is no phase "{phase}"'
    for verb in when.verb or ():
        if verb not in game.verb_numbers:
            yield f'there is no answer "{verb}"'
    for event in when.event or ():
        if not event.startswith("event.") or event not in words:
            yield f'nobody tells the event "{event}"'
    for clause in (*(when.cost or ()), *(when.rule or ())):
        if clause not in game.rules.ids:
            yield f'there is no clause "{clause}"'
    for flag in when.flag or ():
        if not {f"word.{flag}", f"plate.{flag}"} & words:
            yield f'there is no mark "{flag}"'
