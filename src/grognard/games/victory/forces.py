"""Chapter 10.2: forces bought with points, any mix, any strength; the force builder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.victory import verbs
from grognard.games.victory.deployment import in_hand
from grognard.games.victory.kinds import AIR, NAVAL
from grognard.games.victory.muster import Quarters, quarters, sheets_of, shown_quarters
from grognard.games.victory.production import free_block
from grognard.games.victory.state import IN_HAND, POOL, VictoryState
from grognard.hex.grid import bits


@dataclass(frozen=True, slots=True)
class BuildForces(Step[VictoryState]):
    """The forces of an army, map by map where each has its own (10.4)."""

    player: int
    army: int
    number: int
    automatic = True

    def run(self, state: VictoryState) -> None:
        sheets = sheets_of(state, self.army)
        if self.number == len(sheets):
            state.budget[self.army] = 0
            return
        maps = 1 if sheets[self.number] else len(state.game.army_sheets[self.army])
        state.budget[self.army] = state.game.armies[self.army].row.points * maps  # 10.0b
        state.push(
            BuildForce(self.player, self.army, sheets[self.number]),
            BuildForces(self.player, self.army, self.number + 1),
        )


@dataclass(frozen=True, slots=True)
class BuildForce(Step[VictoryState]):
    """10.2 buy blocks at one step, raise and lower them, and be done."""

    player: int
    army: int
    sheet: int
    words = "build_force"

    def owned(self, state: VictoryState) -> list[int]:
        return [unit for unit in in_hand(state, self.army) if state.allot[unit] == self.sheet]

    def offer(self, state: VictoryState) -> Offer:
        game = state.game
        room = quarters(state, self.army, self.sheet)
        owned = self.owned(state)
        left = state.budget[self.army]
        offer: Offer = {}
        if kinds := sum(1 << kind for kind in game.army_kinds[self.army] if self.may_buy(state, kind, room)):
            offer[verbs.BUY] = kinds
        raised = [
            unit for unit in owned
            if state.steps[unit] < game.blocks.most[unit] and self._affordable(left, self._cost(state, unit), room)
        ]  # fmt: skip
        if raised:
            offer[verbs.RAISE] = sum(1 << unit for unit in raised)
        if owned:
            offer[verbs.LOWER] = sum(1 << unit for unit in owned)
        if room.fits():
            offer[verbs.DONE] = verbs.YES
        return offer

    def _cost(self, state: VictoryState, unit: int) -> int:
        return state.game.kinds.cost[state.game.blocks.kind[unit]]

    def _affordable(self, left: int, cost: int, room: Quarters, bought: int = 0, ship: int = 0) -> bool:
        """Enough must stay to buy the cheapest blocks that cities still need (1.4b)."""
        missing = max(room.need - room.hand - bought, room.inland - (room.hand - room.hand_naval) - (bought - ship), 0)
        return left - cost >= missing

    def may_buy(self, state: VictoryState, kind: int, room: Quarters) -> bool:
        game = state.game
        row = game.kinds.rows[kind]
        if not row.buildable or row.produces or free_block(state, self.army, kind) is None:
            return False
        class_ = game.kinds.class_of[kind]
        after = room._replace(
            hand=room.hand + 1,
            hand_air=room.hand_air + (class_ == AIR),
            hand_naval=room.hand_naval + (class_ == NAVAL),
            hand_ground=room.hand_ground + (class_ not in (AIR, NAVAL)),
            hand_marines=room.hand_marines + row.coastal_only,
        )
        if not after.without(needs=False).fits():
            return False
        return self._affordable(state.budget[self.army], row.cost, room, 1, int(class_ == NAVAL))

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        if verb == verbs.DONE:
            state.pop()
        elif verb == verbs.BUY:
            unit = free_block(state, self.army, target)
            assert unit is not None
            state.put(unit, IN_HAND)
            state.steps[unit] = 1
            state.allot[unit] = self.sheet
            state.budget[self.army] -= state.game.kinds.cost[target]
        elif verb == verbs.RAISE:
            state.steps[target] += 1
            state.budget[self.army] -= self._cost(state, target)
        else:
            state.steps[target] -= 1
            state.budget[self.army] += self._cost(state, target)
            if not state.steps[target]:
                state.allot[target] = 0
                state.put(target, POOL)

    def prompt(self, state: VictoryState) -> Message:
        room = quarters(state, self.army, self.sheet)
        return state.message(
            "prompt.build_force",
            "10.2",
            points=state.budget[self.army],
            count=room.hand,
            need=max(room.need - room.hand, 0),
        )

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        game = state.game
        room = quarters(state, self.army, self.sheet)
        return {
            "points": state.budget[self.army],
            "room": dict(shown_quarters(room)),
            "prices": {game.kinds.names[kind]: game.kinds.cost[kind] for kind in game.army_kinds[self.army]},
            "left": {
                game.kinds.names[kind]: sum(
                    1 for unit in bits(game.blocks.of_kind[self.army, kind]) if state.hex_of[unit] == POOL
                )
                for kind in game.army_kinds[self.army]
            },
        }

    def primary(self, state: VictoryState) -> int | None:
        return None

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        left = state.budget[self.army]
        if verb == verbs.BUY:
            if target not in state.game.army_kinds[self.army]:
                return [state.message("why.not_in_set", "10.2")]
            cost = state.game.kinds.cost[target]
            if cost > left:
                return [state.message("why.no_points", "10.2", points=left, cost=cost)]
            return [state.message("why.cannot_buy", "10.2", kind=state.game.kinds.names[target])]
        if verb == verbs.RAISE and state.hex_of[target] == IN_HAND and target in self.owned(state):
            if state.steps[target] >= state.game.blocks.most[target]:
                return [state.message("why.full_strength", "4.0.steps", unit=target)]
            return [state.message("why.no_points", "10.2", points=left, cost=self._cost(state, target))]
        if verb == verbs.DONE:
            return [state.message("why.force_too_small", "1.4b")]
        return []
