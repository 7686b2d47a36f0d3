"""What every rules test of A Victory Lost says again and again: place units, ask, answer, and be refused.

A test reads as an adjudication: `position` places the counters, `refused` states the clause that forbids an answer and
proves that nothing has changed, `where`, `steps_of` and `supply_of` read the ruling off the map.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

import grognard
from grognard.core.ask import IllegalAnswer, Target
from grognard.core.play import Play
from grognard.games.avl.game import AvlGame
from grognard.games.avl.state import PLACES, AvlState

SUPPLY_WORDS = ("in supply", "out of supply", "isolated")


def avl() -> AvlGame:
    game = grognard.game("avl")
    assert isinstance(game, AvlGame)
    return game


def position(**words: Any) -> Play:
    """A position from plain words, see `grognard.games.avl.position`.

    Where HQs are out of the game their chits may stay, so that there is something to select.
    """
    words.setdefault("unchecked", "removed" in words.get("place", {}).values())
    return avl().position(**words)


def state_of(play: Play[AvlState]) -> AvlState:
    return play.state


def number(unit: str) -> int:
    return avl().counters.numbers[unit]


# ---- reading the map


def where(play: Play, unit: str) -> str:
    """The hex a unit stands in, or the place off the map where it is: "2310", "box", "eliminated"."""
    place = state_of(play).hex_of[number(unit)]
    return PLACES[place] if place < len(PLACES) else avl().ground.grid.name(place)


def steps_of(play: Play, unit: str) -> int:
    return state_of(play).steps[number(unit)]


def supply_of(play: Play, unit: str) -> str:
    return SUPPLY_WORDS[state_of(play).supply[number(unit)]]


def score(play: Play) -> tuple[int, int]:
    """Axis and Soviet Victory Points."""
    axis, soviet = state_of(play).vp
    return axis, soviet


def activated(play: Play) -> set[str]:
    """The units and HQs that are activated now."""
    units = state_of(play).activated
    return {row.id for unit, row in enumerate(avl().counters.rows) if units >> unit & 1}


def chits_in(play: Play, place: int) -> set[str]:
    """The chits that lie in one place: AWAY, INACTIVE, CUP or PLAYED of `state`."""
    return {name for name, chit in avl().chits.numbers.items() if state_of(play).chits[chit] == place}


def happened(play: Play, key: str) -> list[dict[str, Any]]:
    """The facts of every event with this catalogue key, in order."""
    return [dict(event.message.args) for event in play.events if event.message.key == key]


def shut_in(play: Play) -> list[tuple[str, str]]:
    """The units that died because they could not retreat, and where."""
    return [(one["unit"], one["hex"]) for one in happened(play, "event.no_retreat")]


def closed(play: Play) -> dict[str, list[str]]:
    """By clause, the hexes that were closed to the last unit that could not retreat."""
    found: dict[str, list[str]] = {}
    for reason in happened(play, "event.no_retreat")[-1]["closed"]:
        found.setdefault(reason["rule"], []).extend(reason["hexes"])
    return found


def draws(cup: Iterable[str], *order: str) -> list[int]:
    """The die rolls that draw these chits in this order from a cup that holds those."""
    left = sorted(cup, key=lambda name: avl().chits.numbers[name])
    faces = []
    for chit in order:
        faces.append(left.index(chit) + 1)
        left.remove(chit)
    return faces


# ---- asking and answering


def offered(play: Play, player: str, verb: str) -> set[Target]:
    """The targets a player may name with a verb now; empty when he is not asked or may not say it."""
    ask = play.ask(player)
    return set() if ask is None else set(ask.answers.get(verb, ()))


def answer(play: Play, player: str, *answers: str | tuple[str, Target]) -> None:
    """Give answers one after the other: `answer(play, "soviet", ("unit", "su-7tk"), ("move", "2310"), "stop")`."""
    for one in answers:
        verb, target = (one, None) if isinstance(one, str) else one
        play.answer(player, verb, target)


IDLE = ("place_at", "done", "decline", "end_movement", "end_combat", "end_advance", "stop", "historical")


def idle(play: Play) -> None:
    """Whoever is asked first does as little as he can."""
    player = play.deciders[0]
    ask = play.ask(player)
    assert ask is not None
    verb = next((verb for verb in IDLE if verb in ask.answers), next(iter(ask.answers)))
    play.answer(player, verb, ask.answers[verb][0])


def select(play: Play, player: str, *chits: str) -> None:
    """Select chits and be done."""
    answer(play, player, *(("select_chit", chit) for chit in chits), "done")


def attack(play: Play, player: str, hex: str, *units: str) -> None:
    """Declare an attack on a hex with these units and roll."""
    answer(play, player, ("attack", hex), *(("add", unit) for unit in units), "resolve")


def march(play: Play, player: str, unit: str, *hexes: str) -> None:
    """Take up a unit and move it from hex to hex; it is still in motion afterwards, if it can go on."""
    answer(play, player, ("unit", unit), *(("move", hex) for hex in hexes))


def halt(play: Play, player: str) -> None:
    """End the move of the unit in motion, if it has not ended by itself."""
    if play.legal(player, "stop"):
        play.answer(player, "stop")


def end_movement(play: Play, player: str) -> None:
    """End the move of the unit in motion and the Movement Segment, if they have not ended by themselves."""
    halt(play, player)
    if play.legal(player, "end_movement"):
        play.answer(player, "end_movement")


def refused(play: Play, player: str, verb: str, target: Target = None, *, rule: str) -> None:
    """The answer is illegal, this clause forbids it, and the position is the same after it was tried."""
    before = state_of(play).clone()
    assert not play.legal(player, verb, target), f"{verb} {target} is allowed"
    assert play.why(player, verb, target)[0].rule == rule
    with pytest.raises(IllegalAnswer) as refusal:
        play.answer(player, verb, target)
    assert refusal.value.rule == rule
    assert state_of(play) == before and state_of(play).lanes == before.lanes


# ---- turns that go by


def no_arrivals(*but: str) -> dict[str, str]:
    """Places for `position` that leave no reinforcement to come, except these: the game pauses only for them."""
    return {
        row.id: "removed" if row.type.endswith("hq") else "eliminated"
        for row in avl().counters.rows
        if row.arrives is not None and row.id not in but
    }
