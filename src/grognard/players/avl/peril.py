"""How a stack fares when enemies attack it in A Victory Lost: Regular's measure of danger.

What they bring is limited by the hexes they can attack from, so that a neighbour, a river and a friend in the same hex
all help; what comes of it is read from the Combat Results Table.
"""

from __future__ import annotations

from functools import lru_cache

from grognard.core.odds import BELOW
from grognard.games.avl.state import LAST_PLACE, AvlState
from grognard.games.avl.tables import AvlTables
from grognard.players.avl.reach import attack_reach
from grognard.players.avl.value import Outlook


class Peril:
    """The dangers to a unit that looks for a hex, its own side's others standing as they do."""

    def __init__(self, state: AvlState, view: Outlook, unit: int) -> None:
        self.state, self.view = state, view
        here = state.hex_of[unit]
        own = state.combat[view.side]
        if here > LAST_PLACE and not state.at[here] & state.game.counters.combat & ~(1 << unit):
            own &= ~(1 << here)
        self.own = own
        self.reach = attack_reach(state, view.side, own)

    def brought(self, hex: int, covered: int = 0) -> tuple[int, int]:
        """The strength that enemies can bring against a hex, and from how many hexes, these not counted."""
        strength = self.view.foe.threats[hex]
        if not strength:
            return 0, 0
        ground = self.state.game.ground
        slots = ground.beside[hex] & self.reach & ~self.own & ~covered
        wet = (slots & ground.over_river[hex]).bit_count()
        count = slots.bit_count()
        return min(strength, int(self.view.weights.slot_strength * (count - wet / 2))), count

    def attacked(self, hex: int, defence: int, strength: int) -> tuple[float, float]:
        """The steps that an attack on this defence costs, and the chance that it drives the defenders out."""
        if not strength:
            return 0.0, 0.0
        if not defence:
            return 1.0, 1.0
        game = self.state.game
        return _fate(game, max(game.crt.level(strength, defence) - game.ground.shifts[hex], BELOW))

    def loss(self, hex: int, defence: int, units: int, steps: int) -> float:
        """The share of their steps that so many units with this defence must expect to lose."""
        strength, slots = self.brought(hex)
        lost, driven_out = self.attacked(hex, defence, strength)
        # beset from four sides there is no way out that is free of ZOC, from three there may be
        costly = 1.0 if slots > 3 else 0.4 if slots == 3 else 0.1
        return min((lost + costly * driven_out * units) / steps, 1.0)


@lru_cache(maxsize=64)
def _fate(game: AvlTables, level: int) -> tuple[float, float]:
    if level == BELOW:
        return 0.0, 0.0
    results = [game.results[name] for name in game.crt.results(level)]
    lost = sum(result.defender_steps for result in results) / len(results)
    return lost, sum(1 for result in results if result.retreat) / len(results)
