"""The continuous line that a side of a scenario has to keep (scenario4.line)."""

from __future__ import annotations

from grognard.games.lb.state import LbState


def broken_line(state: LbState, side: int, moving: bool = True) -> str | None:
    """scenario4.line the rule of a line that this side must have and has not, or None.

    A chain of adjacent hexes that hold its units, or lie in its ZOC and hold no enemy. When the enemy is moving it is
    asked for by option only.
    """
    for line in state.plan.lines:
        if line.side == side and (moving or line.every_phase):
            own = state.occupied[side] | state.zoc(side) & ~state.occupied[1 - side]
            if not state.game.connected(line.start & own, own) & line.end:
                return line.rule
    return None
