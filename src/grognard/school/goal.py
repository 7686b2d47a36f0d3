"""Goals of a lesson, in a few words that every game understands: where units stand, odds, marks, points, the result.

A goal is read off what its player may see (`view`), so it can neither know more than he does nor need a game's help.
Each part of it tells its own meter: what holds now, and what is wanted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import Field, model_validator

from grognard.core.data import Table
from grognard.core.game import Game
from grognard.core.play import Play
from grognard.core.words import LANGUAGES, Message, Words

LOCALE = Path(__file__).parent / "coach"
RATIO = re.compile(r"^(\d+(?:\.\d+)?)[-/:](\d+(?:\.\d+)?)$")
NOWHERE = "-"


@lru_cache(maxsize=64)
def school_words(game: Game) -> Words:
    """What the school says in its own name, with units, hexes and verbs as this game words them."""

    def wording(kind: str, value: Any, language: str) -> str:
        if value == NOWHERE:
            return NOWHERE
        if kind == "step":
            return game.words.template(f"step.{value}", language)
        return mark_words(game, str(value), language) if kind == "mark" else game.wording(kind, value, language)

    return Words([LOCALE], wording)


def mark_words(game: Game, mark: str, language: str) -> str:
    """What a mark on a counter is called: a word of the catalogue, or what its plate says."""
    keys = (key for key in (f"word.{mark}", f"plate.{mark}") if key in game.words.keys(language))
    return next((game.words.template(key, language) for key in keys), mark)


def say(game: Game, key: str, **facts: Any) -> dict[str, str]:
    """A sentence of the school in every language."""
    words = school_words(game)
    return {language: words.say(Message(key, "", facts), language) for language in LANGUAGES}


class Measure(Table):
    """A figure that is wanted."""

    least: int | None = None
    most: int | None = None

    @model_validator(mode="after")
    def _is_bounded(self) -> Measure:
        if self.least is None and self.most is None:
            raise ValueError("says neither least nor most")
        return self

    def holds(self, value: Any) -> bool:
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)

    def meter(self, game: Game, key: str, **facts: Any) -> dict[str, str]:
        """What holds now and what is wanted, in words: "at most 1"."""
        if self.least == self.most:
            wanted = dict.fromkeys(LANGUAGES, str(self.least))
        elif self.most is None:
            wanted = say(game, "meter.least", number=self.least)
        elif self.least is None:
            wanted = say(game, "meter.most", number=self.most)
        else:
            wanted = say(game, "meter.between", number=self.least, number_2=self.most)
        words = school_words(game)
        return {one: words.say(Message(key, "", {**facts, "wanted": wanted[one]}), one) for one in LANGUAGES}


class OddsWanted(Table):
    """Odds of the present decision, at a hex: a column at least, or a modifier."""

    hex: str | None = None
    column: str | None = None
    total: Measure | None = None

    @model_validator(mode="after")
    def _wants_something(self) -> OddsWanted:
        if self.column is None and self.total is None:
            raise ValueError("wants neither column nor total")
        return self


class EventWanted(Table):
    """Something that has been told since the step began."""

    key: str
    facts: dict[str, str | int] = Field(default_factory=dict)


class Part(NamedTuple):
    """One part of a goal: whether it holds, its meter in words, and the columns between what is and what is wanted."""

    met: bool
    meter: dict[str, str]
    ladder: tuple[Rung, ...] = ()


class Rung(NamedTuple):
    """A column of a combat table beside a goal."""

    column: str
    enough: bool
    now: bool


@dataclass(frozen=True)
class Seen:
    """What a goal looks at: a game as one player sees it, and how many events had been told when the step began."""

    play: Play
    player: str
    since: int = 0

    @cached_property
    def view(self) -> Mapping[str, Any]:
        return self.play.view(self.player)

    @cached_property
    def pieces(self) -> dict[str, Mapping[str, Any]]:
        return {piece["id"]: piece for piece in self.view["pieces"]}

    def where(self, unit: str) -> str | None:
        """The hex of a unit, if it stands on the map where its player can see it."""
        piece = self.pieces.get(unit)
        return str(piece["where"]) if piece is not None and piece["on_map"] else None

    @property
    def odds(self) -> Mapping[str, Any]:
        """The odds that the present question is about."""
        focus = (self.view["ask"] or {}).get("focus", {})
        return dict(focus.get("odds") or {})


class Goal(Table):
    """What is to be brought about; all that is said must hold."""

    at: dict[str, str] = Field(default_factory=dict)
    """By unit: one of these hexes, as `1209|1310`."""
    lost: tuple[str, ...] = ()
    """Units that are no longer on the map."""
    alive: tuple[str, ...] = ()
    """Units that still are."""
    clear: tuple[str, ...] = ()
    """Hexes in which no enemy stands."""
    odds: OddsWanted | None = None
    marked: dict[str, str] = Field(default_factory=dict)
    """By unit: a mark that its counter bears."""
    unmarked: dict[str, str] = Field(default_factory=dict)
    """By unit: a mark that its counter does not bear."""
    within: dict[str, str] = Field(default_factory=dict)
    """By unit: an overlay of the game (`supply:soviet`, `command:hq-1gda`) that its hex lies in."""
    steps: dict[str, Measure] = Field(default_factory=dict)
    """By unit: the steps it has left."""
    score: dict[str, Measure] = Field(default_factory=dict)
    tracks: dict[str, Measure] = Field(default_factory=dict)
    """By track of the view."""
    pools: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """By pool of one's own in the view: what is in it."""
    asked: str | None = None
    """The question: the name of its step (`move`, `combat`)."""
    offered: str | None = None
    """An answer that can be given."""
    won: str | None = None
    event: EventWanted | None = None

    @model_validator(mode="after")
    def _wants_something(self) -> Goal:
        if not self.model_fields_set:
            raise ValueError("wants nothing")
        return self

    def parts(self, seen: Seen) -> list[Part]:
        """As they are read: what is to stand where first, how it is to go on last."""
        return [part for some in (self._places, self._marks, self._figures, self._course) for part in some(seen)]

    def met(self, seen: Seen) -> bool:
        some = (self._course, self._places, self._marks, self._figures)  # the quick ones first
        return all(part.met for one in some for part in one(seen))

    # ---- one after the other

    def _places(self, seen: Seen) -> Iterator[Part]:
        game = seen.play.game
        for unit, hexes in self.at.items():
            wanted, now = hexes.split("|"), seen.where(unit)
            yield Part(now in wanted, say(game, "meter.at", unit=unit, hex=now or NOWHERE, hexes_wanted=wanted))
        for unit in self.lost:
            gone = seen.where(unit) is None
            yield Part(gone, say(game, "meter.is_lost" if gone else "meter.lost", unit=unit))
        for unit in self.alive:
            gone = seen.where(unit) is None
            yield Part(not gone, say(game, "meter.is_lost" if gone else "meter.alive", unit=unit))
        own = {player.id: player.side for player in seen.play.roster.players}[seen.player]
        for hex in self.clear:
            held = any(p["on_map"] and p["where"] == hex and p["side"] != own for p in seen.view["pieces"])
            yield Part(not held, say(game, "meter.held" if held else "meter.clear", hex=hex))

    def _marks(self, seen: Seen) -> Iterator[Part]:
        game = seen.play.game
        for marks, wanted in ((self.marked, True), (self.unmarked, False)):
            for unit, mark in marks.items():
                bears = mark in seen.pieces.get(unit, {}).get("flags", ())
                key = "meter.bears" if bears else "meter.bears_not"
                yield Part(bears is wanted, say(game, key, unit=unit, mark=mark))
        for unit, kind in self.within.items():
            inside = seen.where(unit) in seen.play.overlay(kind, seen.player)
            key = "meter.within" if inside else "meter.outside"
            yield Part(inside, say(game, key, unit=unit, word=f"overlay_{kind.partition(':')[0]}"))

    def _figures(self, seen: Seen) -> Iterator[Part]:
        game = seen.play.game
        if self.odds is not None:
            yield self._odds(seen, self.odds)
        for unit, measure in self.steps.items():
            now = seen.pieces.get(unit, {}).get("steps", 0) if seen.where(unit) else 0
            yield Part(measure.holds(now), measure.meter(game, "meter.steps", unit=unit, now=now))
        for side, measure in self.score.items():
            now = seen.view["score"].get(side)
            yield Part(measure.holds(now), measure.meter(game, "meter.score", side=side, now=now))
        for name, measure in self.tracks.items():
            now = {track["id"]: track["value"] for track in seen.view["tracks"]}.get(name)
            told = NOWHERE if now is None else now
            yield Part(measure.holds(now), measure.meter(game, "meter.figure", now=told))
        for name, wanted in self.pools.items():
            pools = seen.view["pools"].get(seen.player, {})
            there = [one for one in wanted if one in (pools.get(name) or ())]
            yield Part(len(there) == len(wanted), say(game, "meter.chosen", chits=there, chits_wanted=list(wanted)))

    def _odds(self, seen: Seen, wanted: OddsWanted) -> Part:
        game, odds = seen.play.game, seen.odds
        here = bool(odds) and wanted.hex in (None, odds.get("hex"))
        if wanted.total is not None:
            total = int(odds["total"]) if here and re.fullmatch(r"[+-]?\d+", str(odds.get("total"))) else None
            told = NOWHERE if total is None else f"{total:+d}"
            return Part(wanted.total.holds(total), wanted.total.meter(game, "meter.figure", now=told))
        column = odds.get("column") if here else None
        met = column is not None and at_least(str(column), str(wanted.column))
        if column is None:
            return Part(met, say(game, "meter.no_odds", wanted=wanted.column))
        return Part(met, say(game, "meter.odds", now=column, wanted=wanted.column), ladder(seen, column, wanted.column))

    def _course(self, seen: Seen) -> Iterator[Part]:
        game = seen.play.game
        if self.asked is not None:
            step = (seen.view["ask"] or {}).get("step")
            yield Part(step == self.asked, self._then(seen, step == self.asked, "asked", "step", self.asked))
        if self.offered is not None:
            met = self.offered in (seen.view["ask"] or {}).get("answers", {})
            yield Part(met, self._then(seen, met, "offered", "verb", self.offered))
        if self.won is not None:
            result = seen.play.result
            met = result is not None and self.won in result.winners
            key = "meter.won" if met else "meter.not_won" if result is None else "meter.lost_game"
            yield Part(met, say(game, key, side=self.won))
        if self.event is not None:
            met = any(self._told(event, seen) for event in seen.play.events[seen.since :])
            yield Part(met, say(game, "meter.now" if met else "meter.then"))

    def _then(self, seen: Seen, met: bool, key: str, kind: str, name: str) -> dict[str, str]:
        """What is to come next, by its name where the game has one for it."""
        game = seen.play.game
        if all(f"{kind}.{name}" in game.words.keys(language) for language in LANGUAGES):
            return say(game, f"meter.{key}", **{kind: name})
        return say(game, "meter.now" if met else "meter.then")

    def _told(self, event: Any, seen: Seen) -> bool:
        assert self.event is not None
        if event.message.key != self.event.key or not event.visible(seen.play.roster.number(seen.player)):
            return False
        facts = event.message.args
        return all(_same(facts.get(name), value) for name, value in self.event.facts.items())


def _same(fact: Any, wanted: str | int) -> bool:
    return wanted in fact if isinstance(fact, list | tuple) else bool(fact == wanted)


RUNGS = 6
"""So many columns are shown at once."""


def ladder(seen: Seen, now: str, wanted: str | None) -> tuple[Rung, ...]:
    """The columns of the combat table that has both, from one below what is now, or as many as reach what is wanted."""
    tables = _combat_columns(seen.play.game, seen.play.scenario.id)
    columns = next((one for one in tables if now in one and wanted in one), ())
    if not columns or wanted is None:
        return ()
    below = min(columns.index(now), columns.index(wanted)) - 1
    start = max(0, min(below, len(columns) - RUNGS))
    return tuple(Rung(one, at_least(one, wanted), one == now) for one in columns[start : start + RUNGS])


@lru_cache(maxsize=64)
def _combat_columns(game: Game, scenario_id: str) -> list[tuple[str, ...]]:
    scenario = game.scenarios[scenario_id]
    sheets = game.reference(scenario, game.settle_options(scenario, None)).sheets
    return [
        sheet.columns if sheet.odds == "columns" else tuple(row.id for row in sheet.rows)
        for sheet in sheets
        if sheet.odds in ("columns", "rows")
    ]


def at_least(column: str, wanted: str) -> bool:
    """Whether a column is this one or a better one.

    >>> at_least("4-1", "3-1"), at_least("1.5-1", "2-1"), at_least("1/2", "1/1"), at_least("+3", "+2")
    (True, False, False, True)
    """
    values = [_value(column), _value(wanted)]
    if None in values:
        return column == wanted
    return bool(values[0] >= values[1])  # type: ignore[operator]  # neither is None


def _value(column: str) -> Fraction | None:
    column = column.removesuffix("+")
    ratio = RATIO.match(column)
    if ratio:
        return Fraction(ratio[1]) / Fraction(ratio[2])
    return Fraction(column) if re.fullmatch(r"[+-]?\d+", column) else None
