"""Chapter 10.2: an army suggested for the points that are left, in the proportions of `[forces]` in tables.toml.

The force builder's verbs of that name spend what is left; nothing here is a rule, and whatever is bought could have
been bought by hand.
"""

from __future__ import annotations

from grognard.games.victory.kinds import CLASSES
from grognard.games.victory.set_up.purchase import bought, buy, on_sale, raisable, strengthen
from grognard.games.victory.set_up.quarters import quarters
from grognard.games.victory.state import POOL, VictoryState
from grognard.hex.grid import bits


def suggest(state: VictoryState, army: int, sheet: int, mix: str) -> None:
    """Blocks at full strength while points last, then what the rest of them pays for."""
    while (kind := _next(state, army, sheet, mix, full=True)) is not None:
        buy(state, army, sheet, kind, state.game.kinds.rows[kind].max_steps)
    while state.budget[army]:
        raised = raisable(state, army, sheet, quarters(state, army, sheet))
        if raised:
            strengthen(state, max(raised, key=lambda unit: (state.steps[unit], -unit)))
        elif (kind := _next(state, army, sheet, mix, full=False)) is not None:
            buy(state, army, sheet, kind, 1)
        else:
            return


def _next(state: VictoryState, army: int, sheet: int, mix: str, full: bool) -> int | None:
    """The type that is lacking most: of the class furthest behind its share, the one of which the set has most."""
    game = state.game
    single, whole = on_sale(state, army, quarters(state, army, sheet))
    rows = game.kinds.rows
    lasting = (kind for kind in bits(whole if full else single) if not rows[kind].one_shot)
    open_ = [kind for kind in lasting if not rows[kind].mined_per_turn]
    if not open_:
        return None
    mixed = game.tables.forces[mix]
    spent = dict.fromkeys(CLASSES, 0)
    for unit in bought(state, army, sheet):
        spent[CLASSES[game.blocks.class_of[unit]]] += state.steps[unit] * game.kinds.cost[game.blocks.kind[unit]]
    total = sum(spent.values()) + 1

    def want(kind: int) -> tuple[float, float, int]:
        row = game.kinds.rows[kind]
        units = bits(game.blocks.of_kind[army, kind])
        got = sum(1 for unit in units if state.hex_of[unit] != POOL)
        lack = mixed.share(row.class_) - spent[row.class_] / total
        weight = mixed.weight if row.type in mixed.favours else 1.0
        return lack, weight * len(units) / (2 * got + 1), -kind

    return max(open_, key=want)
