"""The tables of a run, column by column, with what each means. Documentation and files take it from here.

A turn's row tells of its end; turn 0 is the position when the first turn began. Hexes are numbers as printed on the map
without leading zeros (0717 is 717). Everything is told from the truth, after the fact.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Column(NamedTuple):
    name: str
    type: str
    means: str

    @property
    def says(self) -> str:
        """The meaning as a sentence."""
        return f"{self.means[0].upper()}{self.means[1:]}."


NUMBER = Column("number", "number", "the game's number in the run")
TURN = Column("turn", "small", "the turn; 0 is the position when the first turn began")
SIDE = Column("side", "text", "the side that the row is about")
HEX = Column("hex", "small", "the hex, as printed on the map")

COLUMNS: Mapping[str, tuple[Column, ...]] = {
    "games": (
        NUMBER,
        Column("seed", "seed", "the seed of its dice and of its bots"),
        Column("seats", "words", "player -> bot"),
        Column("winners", "texts", "the sides that won; none for a draw"),
        Column("level", "text", "the level of victory, as the game's catalogue names it"),
        Column("points", "counts", "side -> points at the end"),
        Column("turn", "count", "the last turn"),
        Column("answers", "count", "answers given by all players"),
    ),
    "turns": (
        NUMBER, TURN, SIDE,
        Column("score", "count", "points of the side at the end of the turn, as all see them; null where it has none"),
        Column("answers", "count", "decisions that its players took in the turn"),
        Column("steps", "count", "steps that it lost in the turn"),
        Column("units", "count", "units that it lost whole in the turn"),
        Column("rolls", "count", "dice that it rolled in the turn"),
        Column("dice", "count", "those of them whose effect can be counted"),
        Column("actual", "real", "what these did: enemy losses less its own, as the game's `die_worth` reckons"),
        Column("expected", "real", "what fair dice would have done in their place"),
        Column("variance", "real", "the variance of that"),
    ),
    "losses": (
        NUMBER, TURN, SIDE,
        Column("nation", "text", "the nation of the units lost, or their army"),
        Column("type", "text", "their type, as the counter's symbol tells"),
        Column("steps", "count", "steps lost in the turn"),
        Column("units", "count", "units lost whole in the turn"),
    ),
    "places": (
        NUMBER, TURN, HEX,
        Column("holder", "text", "the side that holds this place worth holding; null where nobody does"),
    ),
    "maps": (
        NUMBER, TURN, SIDE,
        Column("present", "hexes", "hexes in which it has units at the turn's end"),
        Column("gained", "hexes", "hexes that came under its control in the turn: entered last by its units, or held"),
        Column("ceded", "hexes", "hexes that it controlled at the turn before and controls no more"),
        Column("lost", "hexes", "where it lost steps in the turn, a hex for each step"),
    ),
    "fights": (
        NUMBER, TURN,
        Column("side", "text", "the side that attacked or fired"),
        Column("hex", "small", "where, or the first of several hexes; null where an event does not tell"),
        Column("kind", "text", "the kind of combat: the event's name"),
        Column("type", "text", "the type of the first unit that attacked or fired"),
        Column("odds", "text", "the column of the table that was rolled on"),
        Column("result", "text", "what came of it, as the table says"),
        Column("effect", "real", "what it did: enemy losses less one's own; null where that cannot be counted"),
        Column("expected", "real", "what a fair die would have done"),
    ),
    "uses": (
        NUMBER, TURN, SIDE,
        Column("what", "text", "what was used: chit, air, artillery, production, ..."),
        Column("item", "text", "which: the chit, or the type of the unit"),
        Column("amount", "count", "how much: the price, the points or 1"),
    ),
}  # fmt: skip
