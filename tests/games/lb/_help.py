"""What every rules test of Lost Battles says again and again: place units, ask, answer, and be refused.

A test reads as an adjudication: `position` places the counters, `refused` states the clause that forbids an answer and
proves that nothing has changed, `where` and `lost` read the ruling off the map. Open ground free of roads lies around
2416
and 2422; the river, roads and woods that tests use are named where they use them.
"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.ask import IllegalAnswer, Target
from grognard.core.play import Play
from grognard.games.lb import GAME
from grognard.games.lb.state import PLACES, LbState
from grognard.hex.grid import bits

S1, S2, S3, S4 = GAME.scenarios
HQS = {"ge-mot-hq#1": "2413", "su-corps-hq#1": "2421"}
"""Headquarters in supply of everything around 2416 (scenario 1: sources on side B and side D)."""
CHOICES = {
    S1: {"objective": "A", "reinforcement_option": "I"},
    S2: {"victory_option": "B"},
    S3: {},
    S4: {},
}


def position(place: dict[str, str], scenario: str = S1, hqs: bool = True, **words: Any) -> Play:
    """A position from plain words, see `grognard.games.lb.position`; with an HQ for each side near 2416."""
    words.setdefault("choices", CHOICES[scenario])
    return GAME.position(scenario=scenario, place={**(HQS if hqs else {}), **place}, **words)


def state_of(play: Play[LbState]) -> LbState:
    return play.state


def number(unit: str) -> int:
    return GAME.counters.numbers[unit]


def hexes(names: str) -> int:
    return GAME.ground.grid.parse(names)


def names(board: int) -> set[str]:
    return set(GAME.ground.grid.list_names(board))


# ---- reading the map


def where(play: Play, unit: str) -> str:
    """The hex a unit stands in, or the place off the map where it is: "2310", "destroyed"."""
    place = state_of(play).hex_of[number(unit)]
    return PLACES[place] if place < len(PLACES) else GAME.ground.grid.name(place)


def lost(play: Play, side: str) -> int:
    """The points that a side has lost."""
    return state_of(play).destroyed[GAME.sides.index(side)]


def is_limbered(play: Play, gun: str) -> bool:
    return bool(state_of(play).limbered >> number(gun) & 1)


def happened(play: Play, key: str) -> list[dict[str, Any]]:
    """The facts of every event with this catalogue key, in order."""
    return [dict(event.message.args) for event in play.events if event.message.key == key]


def combats(play: Play, segment: str) -> list[dict[str, Any]]:
    """The combats of a segment: ranged_artillery, initial_armored, final_ground, air_strike."""
    return happened(play, f"event.combat_{segment}")


def segments(play: Play) -> list[str]:
    """The segments of all combats in the order in which they were resolved."""
    start = "event.combat_"
    return [one.message.key.removeprefix(start) for one in play.events if one.message.key.startswith(start)]


# ---- asking and answering


def offered(play: Play, player: str, verb: str) -> set[Target]:
    """The targets a player may name with a verb now; empty when he is not asked or may not say it."""
    ask = play.ask(player)
    return set() if ask is None else set(ask.answers.get(verb, ()))


def answer(play: Play, player: str, *answers: str | tuple[str, Target]) -> None:
    """Give answers one after the other: `answer(play, "russian", ("unit", "su-tank-bde#1"), ("move", "2310"),
    "stop")`."""
    for one in answers:
        verb, target = (one, None) if isinstance(one, str) else one
        play.answer(player, verb, target)


def refused(play: Play, player: str, verb: str, target: Target = None, *, rule: str) -> None:
    """The answer is illegal, this clause forbids it, and the position is the same after it was tried."""
    before = state_of(play).clone()
    assert not play.legal(player, verb, target), f"{verb} {target} is allowed"
    assert play.why(player, verb, target)[0].rule == rule
    with pytest.raises(IllegalAnswer) as refusal:
        play.answer(player, verb, target)
    assert refusal.value.rule == rule and refusal.value.text("en") and refusal.value.text("ja")
    assert state_of(play) == before and state_of(play).lanes == before.lanes


# ---- movement


def take_up(play: Play, player: str, unit: str) -> None:
    play.answer(player, "unit", unit)


def cost(play: Play, player: str, hex: str, verb: str = "move") -> str:
    """What the unit in motion would pay to go to a hex, in movement points."""
    shown = play.preview(player, verb, hex)
    assert shown, f"{hex} is out of reach"
    return str(shown["cost"])


def march(play: Play, player: str, unit: str, *path: str) -> None:
    """Take up a unit and move it from hex to hex; it is still in motion afterwards, if it can go on."""
    answer(play, player, ("unit", unit), *(("move", hex) for hex in path))


def halt(play: Play, player: str) -> None:
    """End the move of the unit in motion, if it has not ended by itself."""
    if play.legal(player, "stop"):
        play.answer(player, "stop")


def end_movement(play: Play, player: str) -> None:
    halt(play, player)
    if play.legal(player, "end_movement"):
        play.answer(player, "end_movement")


# ---- combat


def announce(play: Play, player: str, hex: str, *units: str, also: tuple[str, ...] = ()) -> None:
    """Announce a ground attack."""
    answer(
        play, player, ("attack", hex), *(("add", unit) for unit in units), *(("also", one) for one in also), "announce"
    )


def fire(play: Play, player: str, hex: str, *guns: str, unsupplied: tuple[str, ...] = ()) -> None:
    """Announce artillery fire: guns with a supply unit, and guns without."""
    added = [("add", gun) for gun in guns] + [("add_unsupplied", gun) for gun in unsupplied]
    answer(play, player, ("fire", hex), *added, "announce")


def strike(play: Play, player: str, unit: str, points: int) -> None:
    answer(play, player, ("strike", unit), ("points", points))


def resolve(play: Play, player: str) -> None:
    """End the announcement and let nobody do anything that he need not, until the Combat Phase is over."""
    if play.legal(player, "end_announcing"):
        play.answer(player, "end_announcing")
    while play.result is None and PHASE(play) == "combat":
        decider = play.deciders[0]
        ask = play.ask(decider)
        assert ask is not None
        verb = next((one for one in ("done", "resolve") if one in ask.answers), next(iter(ask.answers)))
        play.answer(decider, verb, ask.answers[verb][0])


def PHASE(play: Play) -> str:
    return str(play.view()["phase"])


def odds(play: Play, player: str) -> dict[str, Any]:
    """The odds of the attack that is being declared."""
    shown = play.view(player)["ask"]["focus"]["odds"]
    assert isinstance(shown, dict)
    return shown


def end_combat(play: Play, player: str) -> None:
    if PHASE(play) == "combat":
        resolve(play, player)


# ---- whole turns


def idle(play: Play) -> None:
    """Whoever is asked first does as little as he can."""
    player = play.deciders[0]
    ask = play.ask(player)
    assert ask is not None
    quiet = ("end_movement", "end_announcing", "done", "deploy_rest", "stop", "cancel")
    verb = next((one for one in quiet if one in ask.answers), next(iter(ask.answers)))
    play.answer(player, verb, ask.answers[verb][0])


def idle_until(play: Play, turn: int, player: str, phase: str = "first_movement") -> None:
    """Let time go by until this player is in this phase of this turn."""
    for _ in range(2000):
        shown = play.view()
        if play.result is not None or (shown["turn"], shown["active"], shown["phase"]) == (turn, player, phase):
            return
        idle(play)
    raise AssertionError(f"{player} never comes to turn {turn}")


def begin(scenario: str, seed: int = 1, options: dict[str, Any] | None = None, **choices: str) -> Play:
    """A new game with its secret choices made: `begin(S1, objective="B", reinforcement_option="II")`."""
    play = GAME.new(scenario, options=options, seed=seed)
    made = {**CHOICES[scenario], **choices}
    for row in GAME.files.scenarios[scenario].choices:
        play.answer(row.side, "choose", f"{row.id}-{made[row.id]}")
    return play


def deploy_all(play: Play) -> None:
    """Both sides let their units be deployed."""
    while play.view()["phase"] == "before":
        idle(play)


def supplied(play: Play, unit: str) -> bool:
    """Whether a unit is in supply at this instant."""
    from grognard.games.lb.supply import in_supply

    return in_supply(state_of(play), number(unit))


def zoc(play: Play, side: str) -> set[str]:
    return names(state_of(play).zoc(GAME.sides.index(side)))


def units_of(play: Play, side: str) -> list[str]:
    """The units of a side on the map."""
    state = state_of(play)
    return [GAME.units[unit].id for unit in bits(state.of(GAME.sides.index(side), state.units_in(GAME.ground.land)))]
