"""What a player of Victory sees, in numbers: the same as `view`, for those who learn by play (fog.1).

The rows of the blocks that he knows, his own and his allies', stand at their numbers. Everything else he sees stands in
the rows that are left, in an order that follows from what is seen alone: an enemy block has no number there by which it
could be known again.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, pairwise
from typing import Any, Final, NamedTuple

from grognard.core.memory import remember
from grognard.core.sight import UNSEEN, Column, Seen, Sight, question
from grognard.core.step import Step
from grognard.games.victory.board.control import friendly_to_each, submarines_seen
from grognard.games.victory.state import LAST_PLACE, MOVE, NONE, PLACES, VictoryState
from grognard.games.victory.tables import VictoryTables
from grognard.games.victory.victory import points_in
from grognard.hex.grid import bits, mask

VERSION: Final = "victory-1"

COLUMNS: Final = (
    "place", "army", "kind", "steps", "hidden", "face_up", "at_sea", "beachhead", "late", "moved", "aboard",
    "fighting", "acted", "half_hit", "in_hand", "chosen",
)  # fmt: skip


def sight(game: VictoryTables) -> Sight:
    armies = [army.id for army in game.armies]
    return Sight(
        VERSION,
        (
            *(f"blocks:{army}" for army in armies), *(f"control:{side}" for side in game.sides),
            "battle", "fight", "blockade", "storm", "airfield", "mulberry", "ruined_canal", "asked",
        ),
        COLUMNS,
        (
            "seat", "step", "amount", "turn", "phase", "active", "round", "attacker",
            *(f"order:{army}" for army in armies), *(f"points:{side}" for side in game.sides),
            *(f"goal:{side}" for side in game.sides), *(f"budget:{army}" for army in armies),
        ),
        PLACES,
        look,
    )  # fmt: skip


def look(state: VictoryState, player: int, step: Step[Any] | None) -> Seen:
    game, asked = state.game, question(state.game, step)
    known = state.confidants(game.army_of_player[player])
    kept = _kept(game, known)
    own, held = kept.own, kept.held_in(state)
    fight = state.fight if state.fight is not None and state.fight.units else None
    return Seen(
        (
            *(kept.blocks_in(state) if kept.factories & ~state.pool else state.occ), *held.settlements,
            mask(state.battles) if state.battles else 0, 0 if fight is None else 1 << fight.hex,
            mask(state.blockades) if state.blockades else 0, 1 << state.storm if state.storm else 0,
            mask(state.airfields) if state.airfields else 0, mask(state.mulberries) if state.mulberries else 0,
            state.ruined_canals, asked.hexes,
        ),
        (*kept.rows_in(state), asked.in_hand & own, asked.chosen & own),
        (
            player, asked.step, asked.amount, state.turn, state.phase, state.mover + 1 if state.phase == MOVE else 0,
            0 if fight is None else fight.round, 0 if fight is None else fight.attacker + 1,
            *kept.order_in(state), *held.points, *game.levels, *kept.budget_in(state),
        ),
    )  # fmt: skip


class _Held(NamedTuple):
    """Who controls what."""

    settlements: tuple[int, ...]
    points: tuple[int, ...]


class _Others(NamedTuple):
    """The columns with the rows of what others have, and the print of one's own blocks."""

    places: list[int]
    army: Column
    kind: Column
    steps: bytes
    hidden: int
    face_up: int
    fighting: Column
    acted: int
    half: int
    at_sea: int
    beach: int


class _Kept:
    """What is kept for somebody who sees the faces of these armies, from one look to the next.

    While a player deploys, produces or moves, all that he sees of others stays as it is: it is written down again
    only when anything that it follows from has changed. Games that are played side by side are told apart by where the
    others stand, as long as nobody shows a face.
    """

    def __init__(self, game: VictoryTables, known: tuple[int, ...]) -> None:
        count = len(game.blocks)
        self.own: Final = sum(game.blocks.of_army[one] for one in known)
        self.known: Final = [army in known for army in range(len(game.armies))]
        self.factories: Final = game.blocks.factories
        self.settlements: Final = game.ground.settlements
        self.mine: Final = [bool(self.own >> unit & 1) for unit in range(count)]
        self.rows: Final = bits(~self.own & (1 << count) - 1)
        """Those for blocks of others."""
        self.runs: Final = _runs(self.mine, True)
        self.others: Final = _runs(self.mine, False)
        self.army: Final = [game.blocks.army[unit] + 1 if mine else 0 for unit, mine in enumerate(self.mine)]
        self.kind: Final = [game.blocks.kind[unit] + 1 if mine else 0 for unit, mine in enumerate(self.mine)]
        self._backs: dict[tuple[Any, ...], _Others] = {}
        """By where the others stand, while none of them shows his face."""
        self._seen: tuple[list[Any], _Others] | None = None
        self._held: tuple[list[Any], _Held] | None = None
        self._order: tuple[list[int], list[int]] | None = None
        self._budget: tuple[list[int], list[int]] | None = None

    def order_in(self, state: VictoryState) -> list[int]:
        """By army: when it moves, from 1."""
        order, latest = state.order, self._order
        if latest is None or latest[0] != order:
            latest = self._order = order.copy(), [order.index(army) + 1 for army in range(len(self.known))]
        return latest[1]

    def budget_in(self, state: VictoryState) -> list[int]:
        """By army: what it has left to spend, as far as one knows."""
        budget, latest = state.budget, self._budget
        if latest is None or latest[0] != budget:
            left = [points if known else 0 for points, known in zip(budget, self.known, strict=True)]
            latest = self._budget = budget.copy(), left
        return latest[1]

    def blocks_in(self, state: VictoryState) -> list[int]:
        """By army: the hexes with any block of its, factories too; that it is there everybody sees."""
        army, found = state.game.blocks.army, state.occ.copy()
        for unit in bits(self.factories & ~state.pool):
            if state.hex_of[unit] > LAST_PLACE:
                found[army[unit]] |= 1 << state.hex_of[unit]
        return found

    def rows_in(self, state: VictoryState) -> tuple[Column, ...]:
        """The columns over blocks, but for the question: own ones at their numbers, the others where there is room."""
        own, fight, others = self.own, state.fight, self.others_in(state)
        places, steps = others.places.copy(), bytearray(others.steps)
        for run in self.runs:
            places[run] = state.hex_of[run]
            steps[run] = state.steps[run]
        aboard: Column = 0
        if state.aboard.count(NONE) < len(places):
            carriers = [carrier + 1 if mine else 0 for carrier, mine in zip(state.aboard, self.mine, strict=True)]
            aboard = carriers if any(carriers) else 0
        fighting, acted, half = others.fighting, others.acted, others.half
        if fight is not None:
            numbers = [0] * len(places) if isinstance(fighting, int) else list(fighting)
            for number, unit in enumerate(fight.units, 1):
                if own >> unit & 1 and state.hex_of[unit] == fight.hex:
                    numbers[unit] = number
                    acted |= fight.acted & 1 << unit
                    half |= 1 << unit if unit in fight.half else 0
            fighting = numbers
        return (
            places, others.army, others.kind, steps, others.hidden, state.shown & own | others.face_up,
            state.afloat & own | others.at_sea, state.beach & own | others.beach, state.late & own, state.moved & own,
            aboard, fighting, acted, half,
        )  # fmt: skip

    def others_in(self, state: VictoryState) -> _Others:
        hex_of, shown = state.hex_of, state.shown & ~self.own
        occasion: list[Any] = list(map(hex_of.__getitem__, self.others))
        if shown:
            faces = list(map(state.steps.__getitem__, self.others))
            occasion += (shown, faces, state.fight, state.afloat & ~self.own, state.beach & ~self.own)
        latest = self._seen
        if latest is None or latest[0] != occasion:
            if shown:
                found = self._look_at_others(state)
            else:
                stand = tuple(chain.from_iterable(occasion))
                found = remember(self._backs, stand, lambda: self._look_at_others(state))
            latest = self._seen = occasion, found
        return latest[1]

    def _look_at_others(self, state: VictoryState) -> _Others:
        count = len(self.mine)
        places, steps, army, kind = [UNSEEN] * count, bytearray(count), self.army.copy(), self.kind.copy()
        fighting = [0] * count
        hidden = face_up = acted = half = at_sea = beach = 0
        for unit, row in zip(self.rows, sorted(_others(state, self.own)), strict=False):
            bit = 1 << unit
            places[unit], back, army[unit], kind[unit], steps[unit], *flags = row
            if back:
                hidden |= bit
                continue
            face_up |= bit
            fighting[unit] = flags[0]
            acted |= bit * flags[1]
            half |= bit * flags[2]
            at_sea |= bit * flags[3]
            beach |= bit * flags[4]
        numbers: Column = fighting if any(fighting) else 0
        printed = _column(army), _column(kind)
        return _Others(places, *printed, bytes(steps), hidden, face_up, numbers, acted, half, at_sea, beach)

    def held_in(self, state: VictoryState) -> _Held:
        """The settlements that each side controls as one sees it, and their points."""
        settlements, at = self.settlements, state.at
        occasion: list[Any] = list(map(settlements.__and__, state.occ))
        submarines = submarines_seen(state, self.own)
        if afloat := submarines & ~state.pool:
            hex_of = state.hex_of
            occasion += [(hex, at.get(hex)) for unit in bits(afloat) if settlements >> (hex := hex_of[unit]) & 1]
        if state.blockades:
            occasion.append((state.blockades.copy(), *state.battles, *[at.get(hex) for hex in state.blockades]))
        if state.options["factories"]:
            occasion.append(("factories", at.copy(), state.fight, state.afloat, *state.battles))
        latest = self._held
        if latest is None or latest[0] != occasion:
            friendly = tuple([one & settlements for one in friendly_to_each(state, submarines)])
            held = None if latest is None else latest[1]
            if held is None or held.settlements != friendly:  # most who come and go change nothing about it
                held = _Held(friendly, tuple(points_in(state, one) for one in friendly))
            latest = self._held = occasion, held
        return latest[1]


@lru_cache(maxsize=64)
def _kept(game: VictoryTables, known: tuple[int, ...]) -> _Kept:
    return _Kept(game, known)


def _runs(mine: list[bool], which: bool) -> list[slice]:
    """Rows of one's own, or of others, each run of them from its first to its end: armies stand one after another."""
    edges = [unit for unit in range(len(mine) + 1) if unit in (0, len(mine)) or mine[unit] != mine[unit - 1]]
    return [slice(first, end) for first, end in pairwise(edges) if mine[first] is which]


def _column(figures: list[int]) -> Column:
    """Figures as they are quickest to write."""
    return bytes(figures) if max(figures, default=0) < 256 else figures


def _others(state: VictoryState, own: int) -> list[tuple[int, ...]]:
    """fog.1 every block of others on the map: where, 1 for its back, whose; of a face also what it is and shows."""
    game, hex_of = state.game, state.hex_of
    army = game.blocks.army
    others = (1 << len(hex_of)) - 1 & ~own & ~state.pool
    found: list[tuple[int, ...]] = [
        (hex_of[unit], 1, army[unit] + 1, 0, 0) for unit in bits(others & ~state.shown) if hex_of[unit] > LAST_PLACE
    ]
    return found + [_face(state, unit) for unit in bits(others & state.shown)]


def _face(state: VictoryState, unit: int) -> tuple[int, ...]:
    blocks, fight, hex = state.game.blocks, state.fight, state.hex_of[unit]
    number = acted = half = at_sea = 0
    if fight is not None and fight.hex == hex:
        number = fight.units.index(unit) + 1 if unit in fight.units else 0
        acted, half, at_sea = fight.acted >> unit & 1, int(unit in fight.half), state.afloat >> unit & 1
    return (
        hex, 0, blocks.army[unit] + 1, blocks.kind[unit] + 1, state.steps[unit],
        number, acted, half, at_sea, state.beach >> unit & 1,
    )  # fmt: skip
