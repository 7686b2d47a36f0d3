"""How the sides of a finished game opened and how their dice fell, from events that everybody saw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.club.ratings.course import Course, Opening
from grognard.core.account import dice
from grognard.core.game import Game
from grognard.core.view import in_the_open
from grognard.table.room import Room

CHOICE = "choice"
"""What a game's `[uses]` call something that a side has chosen before it began."""
NEAR = 3
"""Hexes from a place in which a fight is still a fight around it."""


def courses(room: Room) -> tuple[Course, ...]:
    """A course for each side; none where the game does not tell its beginning any more, since a rule was corrected."""
    play, game = room.play, room.game
    if play.journal().start != room.row.start:
        return ()
    sides = list(play.roster.sides)
    side_of = {one.id: one.side for one in play.roster.players} | {side: side for side in sides}
    side_of |= {piece["id"]: piece["side"] for piece in in_the_open(play)["pieces"]}
    told = [event.message for event in play.events if event.visible(None)]
    effects = dice([one.args for one in told], side_of, sides, game.die_worth)
    chosen: dict[str, str] = {}
    opened: dict[str, Opening] = {}
    for one in told:
        side = _whose(one.args, side_of)
        if side in sides and game.used(one.key, one.args) == CHOICE and "chit" in one.args:
            chosen.setdefault(side, str(one.args["chit"]))
        if side in sides and game.stage.get(one.key) == "fight" and (hex := str(one.args.get("hex") or "")).isdigit():
            opened.setdefault(side, Opening(None, hex, _place(game, hex)))
    return tuple(
        Course(
            side,
            Opening(chosen.get(side), opened[side].hex, opened[side].place) if side in opened else None,
            *(float(effects[side]["effect"][name]) for name in ("actual", "expected", "variance")),
        )
        for side in sides
    )


def _whose(facts: Mapping[str, Any], side_of: Mapping[str, str]) -> str:
    """Who does what an event tells: its first unit's side, or the side or army that it names."""
    units = [facts["unit"]] if "unit" in facts else facts.get("units") or [""]
    names = (units[0], facts.get("army", ""), facts.get("side", ""))
    return next((side_of[name] for name in names if name in side_of), "")


def _place(game: Game, hex: str) -> tuple[str, str] | None:
    """The nearest name on the map, in both languages; of places as near the first."""
    grid, here = game.map.grid, game.map.grid.index(hex)
    written = [(place, place.written("en")) for place in game.map.places]
    near = [
        (grid.distance(here, place.hex), name, place.written("ja") or name)
        for place, name in written
        if name and grid.distance(here, place.hex) <= NEAR
    ]
    return min(near, key=lambda one: one[0])[1:] if near else None
