"""What a move leads to, told while it is considered: a bound attack, enemy ZOC, lost supply, and other odds.

Everything is worked out by the rules' own functions on a copy of the position in which the unit stands at its goal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.core.ahead import Consequence, changes, consequences
from grognard.games.lb.combat.allocation import candidates, free_attackers, ground_targets
from grognard.games.lb.combat.ground_attack import attack_odds, chances
from grognard.games.lb.combat.strengths import armored, attacking_strength, defending_strength
from grognard.games.lb.movement.line import broken_line
from grognard.games.lb.state import FIRST_MOVEMENT, LbState
from grognard.games.lb.supply import supplied_hexes
from grognard.hex.grid import bits


def ahead(state: LbState, unit: int, hex: int, deployed: bool, whole: bool) -> dict[str, Any]:
    """The consequences of coming to a hex, and the odds that it changes; `whole` by the minimum move (move.M)."""
    after = state.clone()
    after.put(unit, hex)
    if not deployed:
        after.undeployed |= 1 << unit
    found: dict[str, Any] = {"consequences": consequences(state.game, _consequences(state, after, unit, whole))}
    if state.phase == FIRST_MOVEMENT and free_attackers(after) >> unit & 1:
        found |= {"chances": _changed_odds(state, after, unit)}
    return found


def _consequences(state: LbState, after: LbState, unit: int, whole: bool) -> Iterator[Consequence]:
    counters, ground = state.game.counters, state.game.ground
    side, hex = counters.side[unit], after.hex_of[unit]
    own = supplied_hexes(after, side)
    if broken_line(after, side) is not None and broken_line(state, side) is None:
        yield Consequence("line", state.message("ahead.line", broken_line(after, side) or ""))
    if after.undeployed >> unit & 1:
        strength = attacking_strength(after, unit, "final_ground", own)
        yield Consequence("must_attack", state.message("ahead.undeployed", "move.Ka"))
        yield Consequence(
            "undeployed", state.message("ahead.half", "move.Kb", strength=strength, printed=counters.combat[unit])
        )
    if armored(after) >> unit & 1 and ground.rough_going >> hex & 1:
        attack = attacking_strength(after, unit, "final_ground", own)
        defence = defending_strength(after, unit, "final_ground", own)
        told = {"word": ground.map.terrain_at[hex], "attack": attack, "defence": defence}
        yield Consequence("rough", state.message("ahead.rough", "tec.d", printed=counters.combat[unit], **told))
    if not own >> hex & 1:
        yield Consequence("supply", state.message("ahead.supply", "supply.D1"))
    if state.zoc(1 - side) >> hex & 1:
        beside = bits(ground.grid.around[hex] & state.zoc_hexes[1 - side])
        strong = counters.zoc | counters.guns & ~state.limbered
        units = [one for place in beside for one in bits(state.at[place] & strong)]
        yield Consequence("zoc", state.message("ahead.zoc", "zoc.B", units=units, points=ground.zoc_leave // 2))
    if whole:
        yield Consequence("stop", state.message("ahead.whole", "move.M"), bad=False)


def _changed_odds(state: LbState, after: LbState, unit: int) -> dict[str, Any]:
    """The best odds on enemies beside the unit now and then, where they are not the same."""
    grid = state.game.ground.grid
    places = 1 << after.hex_of[unit]
    if state.on_map(unit):
        places |= 1 << state.hex_of[unit]
    near = grid.grow(places)
    found = changes(chances(state, ground_targets(state) & near), chances(after, ground_targets(after) & near))
    for name, shown in found.items():
        board = 1 << grid.index(name)
        best = attack_odds(after, board, candidates(after, board, 0))
        shown |= {"next": best["next"]} if "next" in best else {}
    return found
