"""What a player cannot know, dealt anew: the other side's secret choices (victory.secret).

An imagined position agrees with the player's own view; only choices that nothing has shown yet change.
"""

from __future__ import annotations

from random import Random

from grognard.games.lb.movement.movement import MoveUnit
from grognard.games.lb.state import LbState


def deal_hidden(state: LbState, player: int, rng: Random) -> None:
    """Give the opponent other choices that he could have made."""
    chosen = list(state.chosen)
    for number, one in enumerate(state.plan.choices):
        if one.side != player and not state.revealed >> number & 1 and chosen[number] >= 0:
            chosen[number] = rng.randrange(len(one.row.options))
    if tuple(chosen) == state.chosen:
        return
    state.chosen = tuple(chosen)
    # a reinforcement that he has just taken up may not be due in this other world: he has it back in hand
    step = state.stack[-1] if state.stack else None
    if isinstance(step, MoveUnit) and step.player != player and not state.on_map(step.unit):
        state.pop()
