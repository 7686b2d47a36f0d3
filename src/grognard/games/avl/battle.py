"""One combat as its steps hand it on: who fought where, and which HQs stood with them at its start (12.2 to 12.4)."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.core.step import Record
from grognard.games.avl.state import AvlState
from grognard.hex.grid import bits


@dataclass(frozen=True, slots=True)
class Battle(Record):
    """Fixed when the die is rolled."""

    hex: int
    attacker: int
    attackers: int
    defenders: int
    stacks: tuple[tuple[int, int], ...]
    """(HQ, combat units stacked with it at the start), attackers' and defenders'."""
    origins: tuple[tuple[int, int], ...]
    """(attacking unit, the hex it attacked from): what an advance crosses first (9.6.5)."""

    @classmethod
    def between(cls, state: AvlState, units: int, hex: int) -> Battle:
        counters = state.game.counters
        hexes = dict.fromkeys([*(state.hex_of[unit] for unit in bits(units)), hex])
        stacks = []
        for one in hexes:
            here = state.at[one]
            stacks += [(hq, here & counters.combat) for hq in bits(here & counters.hqs)]
        return cls(
            hex=hex,
            attacker=state.active,
            attackers=units,
            defenders=state.at[hex] & counters.combat,
            stacks=tuple(stacks),
            origins=tuple((unit, state.hex_of[unit]) for unit in bits(units)),
        )

    @property
    def defender(self) -> int:
        return 1 - self.attacker

    def hq_of(self, state: AvlState, side: int) -> list[tuple[int, int]]:
        """The HQs of one side with their stacks."""
        return [(hq, stack) for hq, stack in self.stacks if state.game.counters.side[hq] == side]
