"""What every rules test of Velikiye Luki says again and again: place units, ask, answer, and be refused.

A test reads as an adjudication: `position` places the counters, `refused` states the clause that forbids an answer and
proves that nothing has changed, `where`, `steps_of` and `supply_of` read the ruling off the map.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from grognard.core.ask import IllegalAnswer, Target
from grognard.core.play import Play
from grognard.games.vl import GAME
from grognard.games.vl.state import PLACES, VlState
from grognard.hex.grid import bits

SUPPLY_WORDS = ("in supply", "isolated", "unsupplied")


def position(**words: Any) -> Play:
    """A position from plain words, see `grognard.games.vl.position`."""
    return GAME.position(**words)


def state_of(play: Play[VlState]) -> VlState:
    return play.state


def number(unit: str) -> int:
    return GAME.counters.numbers[unit]


def hex_number(name: str) -> int:
    return GAME.ground.grid.index(name)


def hex_name(hex: int) -> str:
    return GAME.ground.grid.name(hex)


def hex_names(board: int) -> set[str]:
    """The hexes of a bitboard by their printed numbers."""
    return {hex_name(hex) for hex in bits(board)}


def unit_names(board: int) -> set[str]:
    """The counters of a bitboard by their ids."""
    return {GAME.counters.rows[unit].id for unit in bits(board)}


# ---- reading the map


def where(play: Play, unit: str) -> str:
    """The hex a counter stands in, or the place off the map where it is: "1110", "pool", "eliminated", "away"."""
    place = state_of(play).hex_of[number(unit)]
    return PLACES[place] if place < len(PLACES) else hex_name(place)


def steps_of(play: Play, unit: str) -> int:
    """Steps left; for a Festung its level."""
    return state_of(play).steps[number(unit)]


def strength_of(play: Play, unit: str) -> int:
    return state_of(play).strength(number(unit))


def supply_of(play: Play, unit: str) -> str:
    return SUPPLY_WORDS[state_of(play).supply[number(unit)]]


def stack(play: Play, hex: str) -> set[str]:
    """Every counter in a hex."""
    return unit_names(state_of(play).at.get(hex_number(hex), 0))


def happened(play: Play, key: str) -> list[dict[str, Any]]:
    """The facts of every event with this catalogue key, in order; units and hexes by name."""
    return [dict(event.message.args) for event in play.events if event.message.key == key]


def assaults(play: Play) -> list[dict[str, Any]]:
    """Every roll against the city: the die, its modifier and how many levels it took."""
    return [{key: one[key] for key in ("die", "modifier", "count")} for one in happened(play, "event.assault")]


def told(play: Play) -> list[str]:
    """The catalogue keys of all events, in order."""
    return [event.message.key for event in play.events]


# ---- asking and answering


def offered(play: Play, player: str, verb: str) -> set[Target]:
    """The targets a player may name with a verb now; empty when he is not asked or may not say it."""
    ask = play.ask(player)
    return set() if ask is None else set(ask.answers.get(verb, ()))


def answer(play: Play, player: str, *answers: str | tuple[str, Target]) -> None:
    """Give answers one after the other: `answer(play, "soviet", ("unit", "tr-27"), ("move", "1310"), "stop")`."""
    for one in answers:
        verb, target = (one, None) if isinstance(one, str) else one
        play.answer(player, verb, target)


IDLE = (
    "place_rest", "done", "end_movement", "no_more_support", "end_combat", "stop", "end_advance", "demand_step",
)  # fmt: skip


def idle(play: Play) -> None:
    """Whoever is asked first does as little as he can."""
    player = play.deciders[0]
    ask = play.ask(player)
    assert ask is not None
    verb = next((verb for verb in IDLE if verb in ask.answers), next(iter(ask.answers)))
    play.answer(player, verb, ask.answers[verb][0])


def idle_until(play: Play, key: str, count: int = 1) -> None:
    """Everybody does as little as he can until this event has been told so often, or the game is over."""
    while told(play).count(key) < count and play.result is None:
        idle(play)


def declare(play: Play, player: str, hex: str, *units: str) -> None:
    """Declare an attack on a hex with these units and commit them; support is asked for next."""
    answer(play, player, ("attack", hex), *(("add", unit) for unit in units), "commit")


def no_support(play: Play) -> None:
    """Both sides put nothing (more) into the combat."""
    for _ in range(2):
        player = play.deciders[0]
        if play.legal(player, "no_more_support"):
            play.answer(player, "no_more_support")


def attack(play: Play, player: str, hex: str, *units: str) -> None:
    """Declare an attack and fight it without support."""
    declare(play, player, hex, *units)
    no_support(play)


def fight(result: str, player: str, hex: str, *units: str, **words: Any) -> Play:
    """A position in which this attack has been rolled without support and has come to this result, as "1/R2".

    All quality dice are 3, which shifts nothing; the third die is the one that gives the result in its column.
    """
    words = {"step": "combat", "active": player, **words}
    words = {"unchecked": True, **words}  # stacks may be as large as the odds want them
    play = position(**words)
    answer(play, player, ("attack", hex), *(("add", unit) for unit in units))
    shown = play.preview(player, "commit")
    assert result in shown["by_die"], f"column {shown['column']} has no {result}: {shown['by_die']}"
    play = position(**words, dice=[3, 3, shown["by_die"].index(result) + 1])
    attack(play, player, hex, *units)
    rolled = happened(play, "event.combat")
    assert [one["result"] for one in rolled] == [result]
    return play


def march(play: Play, player: str, unit: str, *hexes: str) -> None:
    """Take up a counter and move it from hex to hex; it is still in motion afterwards, if it can go on."""
    answer(play, player, ("unit", unit), *(("move", hex) for hex in hexes))


def halt(play: Play, player: str) -> None:
    """End the move of the counter in motion, if it has not ended by itself."""
    if play.legal(player, "stop"):
        play.answer(player, "stop")


def end_movement(play: Play, player: str) -> None:
    """End the move of the counter in motion and the Movement Phase, if they have not ended by themselves."""
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
    assert state_of(play) == before


def cost(play: Play, player: str, hex: str) -> str:
    """What the counter in motion pays to a hex it can reach, in movement points: "2", "1½"."""
    shown = play.preview(player, "move", hex)
    assert shown, f"{hex} cannot be reached"
    return str(shown["cost"])


def path(play: Play, player: str, hex: str) -> list[str]:
    """The way the counter in motion takes to a hex, its own hex first."""
    return list(play.preview(player, "move", hex)["path"])


# ---- turns that go by

LEFT_OUT = ("gr-557-331",)
"""What the options leave out unless they are switched on."""


def no_arrivals(*but: str) -> dict[str, str]:
    """Places for `position` that leave no reinforcement to come, except these: the game pauses only for them."""
    return {
        row.id: "eliminated"
        for unit, row in enumerate(GAME.counters.rows)
        if GAME.arrives[unit] and row.id not in (*but, *LEFT_OUT)
    }


def gone(units: Iterable[str]) -> dict[str, str]:
    """Places for `position` that take these counters out of the game."""
    return dict.fromkeys(units, "eliminated")
