"""Chapters 8.2 and 8.3: what points buy, as sets of types by class and price; made once per set-up."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.games.victory.kinds import CLASSES, NAVAL
from grognard.games.victory.tables import VictoryTables
from grognard.hex.grid import mask


class Prices(NamedTuple):
    """The types of all sets in play."""

    within: tuple[tuple[int, ...], ...]
    """By class and points: the types that cost no more; more points than the dearest costs buy nothing else."""
    ports_only: int
    """Types built in open ports alone (8.2b)."""
    bombs: int
    """Types that need an air factory (stretch.1)."""
    stock: tuple[tuple[tuple[int, int], ...], ...]
    """By army: its types, each as a set of one, and all blocks of it."""
    raised: int
    """Blocks that points may add steps to."""
    in_ports: int
    """Of these, those that grow in open ports alone."""
    price: tuple[int, ...]
    """By block: what a step of it costs."""


@lru_cache(maxsize=64)
def prices(game: VictoryTables) -> Prices:
    kinds, blocks = game.kinds, game.blocks
    sold = [kind for kind, row in enumerate(kinds.rows) if row.buildable and not row.produces]
    dearest = max(kinds.cost[kind] for kind in sold)
    ports = mask(kind for kind, row in enumerate(kinds.rows) if row.coastal_build_only or kinds.class_of[kind] == NAVAL)
    raised = mask(unit for unit, kind in enumerate(blocks.kind) if kinds.rows[kind].buildable) & ~blocks.factories
    return Prices(
        within=tuple(
            tuple(
                mask(kind for kind in sold if kinds.class_of[kind] == class_ and kinds.cost[kind] <= points)
                for points in range(dearest + 1)
            )
            for class_ in range(len(CLASSES))
        ),
        ports_only=ports,
        bombs=mask(kind for kind in sold if kinds.rows[kind].needs_air_factory),
        stock=tuple(
            tuple((1 << kind, blocks.of_kind[army, kind]) for kind in own) for army, own in enumerate(game.army_kinds)
        ),
        raised=raised,
        in_ports=raised & mask(unit for unit, kind in enumerate(blocks.kind) if ports >> kind & 1),
        price=tuple(kinds.cost[kind] for kind in blocks.kind),
    )
