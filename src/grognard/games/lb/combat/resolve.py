"""Resolving one combat: the die is rolled and told, and supply units that served guns are used up."""

from __future__ import annotations

from collections.abc import Callable

from grognard.core.ahead import reckoned
from grognard.games.lb.combat.strengths import SEGMENT_RULES, Fight, odds
from grognard.games.lb.state import USED, LbState
from grognard.hex.grid import bits

Roll = Callable[[LbState, Fight], str]
"""How a combat comes to its result: by `roll`, or in a set-up position as it was told."""


def roll(state: LbState, fight: Fight) -> str:
    """One die, its additions and the result, told in full (combat.proc.d)."""
    face = state.roll(6)
    code = fight.result(state, face)
    state.tell(
        f"event.combat_{fight.segment}", SEGMENT_RULES[fight.segment],
        hexes=bits(fight.hexes), units=[unit for unit, _ in fight.attackers],
        units_defending=[unit for unit, _ in fight.defenders], attack=fight.attack, defence=fight.defence,
        column=state.game.crt.columns[fight.level(state)], die=face, addition=fight.addition, result=code,
        by_die=[] if state.events is None else [fight.result(state, one) for one in range(1, 7)],
        reckoned={} if state.events is None else reckoned(odds(state, fight)),
    )  # fmt: skip
    return code


def use_up(state: LbState, guns: tuple[tuple[int, int], ...]) -> None:
    """artillery.F2 after the fire its supply units are removed; it is no destruction and scores nothing."""
    for _, supply in guns:
        if supply >= 0:
            state.used |= 1 << supply
            if state.on_map(supply):
                state.take_off(supply, USED)
                state.tell("event.supply_used", "artillery.F2", unit=supply)
