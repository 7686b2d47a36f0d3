"""Which place a reason in Victory is about. No block is named: what an enemy is may not be known."""

from __future__ import annotations

from grognard.core.ask import TARGET_BITS
from grognard.games.victory import verbs
from grognard.games.victory.state import VictoryState
from grognard.players.opinion import Named, Opinion

AT_STAKE = ("per_point", "wins_at_once", "lead", "settlement", "take")
"""Reasons about what is won or held in a hex."""
LANDED = (verbs.MOVE, verbs.SEA_MOVE, verbs.STRATEGIC, verbs.STOP, verbs.UNIT, verbs.RETREAT)
"""Answers after which a block stands somewhere."""


def named(state: VictoryState, opinion: Opinion, reason: str, speaks_for: bool) -> Named | None:
    """What is known of a reason."""
    target, settlements = opinion.target, state.game.ground.settlements
    if target is None or opinion.left:
        return None
    if reason in AT_STAKE:
        return Named(hex=target) if speaks_for and settlements >> target & 1 else None
    if reason != "guard" or len(opinion.units) != 1 or opinion.answers[0] >> TARGET_BITS not in LANDED:
        return None
    hex = target if speaks_for else state.hex_of[opinion.units[0]]
    return Named(hex=hex) if settlements >> hex & 1 else None
