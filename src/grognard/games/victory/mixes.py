"""Chapter 10.2: an army suggested for the points that are left, in the proportions of `[forces]` in tables.toml.

The force builder's verbs of that name spend what is left; nothing here is a rule, and whatever is bought could have
been bought by hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.victory.kinds import CLASSES
from grognard.games.victory.muster import quarters
from grognard.games.victory.state import POOL, VictoryState
from grognard.hex.grid import bits

if TYPE_CHECKING:
    from grognard.games.victory.forces import BuildForce


def suggest(state: VictoryState, step: BuildForce, mix: str) -> None:
    """Blocks at full strength while points last, then what the rest of them pays for."""
    while (kind := _next(state, step, mix, full=True)) is not None:
        step.buy(state, kind, state.game.kinds.rows[kind].max_steps)
    while state.budget[step.army]:
        raised = step.raisable(state)
        if raised:
            step.add_step(state, max(raised, key=lambda unit: (state.steps[unit], -unit)))
        elif (kind := _next(state, step, mix, full=False)) is not None:
            step.buy(state, kind, 1)
        else:
            return


def _next(state: VictoryState, step: BuildForce, mix: str, full: bool) -> int | None:
    """The type that is lacking most: of the class furthest behind its share, the one of which the set has most."""
    game = state.game
    room = quarters(state, step.army, step.sheet)
    open_ = [
        kind
        for kind in game.army_kinds[step.army]
        if step.may_buy(state, kind, room, game.kinds.rows[kind].max_steps if full else 1)
        and not game.kinds.rows[kind].one_shot
        and not game.kinds.rows[kind].mined_per_turn
    ]
    if not open_:
        return None
    mixed = game.tables.forces[mix]
    spent = dict.fromkeys(CLASSES, 0)
    for unit in step.owned(state):
        spent[CLASSES[game.blocks.class_of[unit]]] += state.steps[unit] * game.kinds.cost[game.blocks.kind[unit]]
    total = sum(spent.values()) + 1

    def want(kind: int) -> tuple[float, float, int]:
        row = game.kinds.rows[kind]
        units = bits(game.blocks.of_kind[step.army, kind])
        bought = sum(1 for unit in units if state.hex_of[unit] != POOL)
        lack = mixed.share(row.class_) - spent[row.class_] / total
        weight = mixed.weight if row.type in mixed.favours else 1.0
        return lack, weight * len(units) / (2 * bought + 1), -kind

    return max(open_, key=want)
