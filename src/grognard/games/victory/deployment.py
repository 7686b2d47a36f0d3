"""Chapter 1.4: deploying the forces in own cities and towns, hidden, at least two blocks in each city."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.victory import verbs
from grognard.games.victory.command import leader
from grognard.games.victory.kinds import AIR, NAVAL
from grognard.games.victory.muster import Quarters, quarters, settlements_of, sheets_of
from grognard.games.victory.stacking import based, ground_room, naval_room
from grognard.games.victory.state import IN_HAND, POOL, VictoryState
from grognard.hex.grid import bits

BATCH = 3
"""1.4.fog blocks deployed at a time."""


def in_hand(state: VictoryState, army: int) -> list[int]:
    return [unit for unit in bits(state.game.blocks.of_army[army]) if state.hex_of[unit] == IN_HAND]


def room_for(state: VictoryState, unit: int, hex: int) -> bool:
    """1.4a within stacking limits; ships in ports, Marines on coasts."""
    game = state.game
    ground, blocks = game.ground, game.blocks
    army = blocks.army[unit]
    class_ = blocks.class_of[unit]
    if class_ == AIR:
        return based(state, game.side_of[army], hex).bit_count() < game.tables.stacking.airbase
    if class_ == NAVAL:
        return bool(ground.ports >> hex & 1) and naval_room(state, army, hex) > 0
    if game.kinds.rows[blocks.kind[unit]].coastal_only and not ground.coastal >> hex & 1:
        return False
    return ground_room(state, army, hex) > 0


def places(state: VictoryState, unit: int) -> int:
    """Where a block in hand may be deployed so that the rest can be deployed too (1.4b)."""
    game = state.game
    army = game.blocks.army[unit]
    sheet = state.allot[unit]
    room = quarters(state, army, sheet)
    found = 0
    for hex in bits(settlements_of(state, army, sheet)):
        if room_for(state, unit, hex) and _after(state, room, unit, hex).fits():
            found |= 1 << hex
    return found


def _after(state: VictoryState, room: Quarters, unit: int, hex: int) -> Quarters:
    """The quarters once a block of the hand is in a hex."""
    game = state.game
    class_ = game.blocks.class_of[unit]
    army = game.blocks.army[unit]
    marine = int(game.kinds.rows[game.blocks.kind[unit]].coastal_only)
    factories = game.blocks.factories
    ground = game.ground
    short = bool(ground.cities >> hex & 1) and (
        (state.of(army, hex) & ~factories).bit_count() < game.armies[army].row.minimum
    )
    port = bool(ground.ports >> hex & 1)
    ashore = class_ not in (AIR, NAVAL)
    return room._replace(
        air=room.air - (class_ == AIR),
        naval=room.naval - (class_ == NAVAL),
        ground=room.ground - ashore,
        coastal=room.coastal - (ashore and bool(ground.coastal >> hex & 1)),
        need=room.need - short,
        inland=room.inland - (short and not port),
        landlocked=room.landlocked - (short and not ground.coastal >> hex & 1),
        hand=room.hand - 1,
        hand_air=room.hand_air - (class_ == AIR),
        hand_naval=room.hand_naval - (class_ == NAVAL),
        hand_ground=room.hand_ground - ashore,
        hand_marines=room.hand_marines - marine,
    )


def _one_of_each(state: VictoryState, units: list[int]) -> int:
    """Equal counters are one target."""
    blocks = state.game.blocks
    seen: dict[tuple[int, int, int], int] = {}
    for unit in units:
        seen.setdefault((blocks.kind[unit], state.steps[unit], state.allot[unit]), unit)
    return sum(1 << unit for unit in seen.values())


def put_down(state: VictoryState, unit: int, hex: int) -> None:
    state.put(unit, hex)
    if state.game.blocks.submarines >> unit & 1 and state.options["submarine_control"]:
        state.shown |= 1 << unit  # 8.opt.2 ports are coastal hexes


def deploy_rest(state: VictoryState, army: int, most: int) -> None:
    """Place what is in hand by a plain rule: ships first, cities that need blocks first, then where fewest stand."""
    blocks = state.game.blocks
    order = sorted(in_hand(state, army), key=lambda unit: (blocks.class_of[unit] != NAVAL, unit))
    for unit in order[:most]:
        board = places(state, unit)
        if not board:
            state.put(unit, POOL)
            state.steps[unit] = 0
            continue
        minimum = state.game.armies[army].row.minimum
        cities = state.game.ground.cities

        def rank(hex: int, minimum: int = minimum, cities: int = cities) -> tuple[bool, int, int]:
            count = state.of(army, hex).bit_count()
            return (not (cities >> hex & 1 and count < minimum), count, hex)

        put_down(state, unit, min(bits(board), key=rank))


@dataclass(frozen=True, slots=True)
class Deploy(Step[VictoryState]):
    """1.4a take up a block, or end the deployment when all are placed."""

    player: int
    army: int
    batch: int = 0
    """1.4.fog how many are still to be placed now; 0 for all."""
    words = "deploy"

    def offer(self, state: VictoryState) -> Offer:
        hand = in_hand(state, self.army)
        offer: Offer = {}
        placed = 0
        if not self.batch:
            blocks = state.game.blocks
            placed = sum(
                1 << unit for unit in bits(blocks.of_army[self.army] & ~blocks.factories) if state.on_map(unit)
            )
        if hand or placed:
            offer[verbs.DEPLOY] = _one_of_each(state, hand) | placed
        if hand:
            offer[verbs.DEPLOY_REST] = verbs.YES
        else:
            offer[verbs.DONE] = verbs.YES
        return offer

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        if verb == verbs.DEPLOY:
            state.push(DeployAt(self.player, self.army, target, self.batch))
        elif verb == verbs.DEPLOY_REST:
            deploy_rest(state, self.army, self.batch or len(in_hand(state, self.army)))
            if self.batch:
                state.pop()
        else:
            state.pop()

    def prompt(self, state: VictoryState) -> Message:
        room = [quarters(state, self.army, sheet) for sheet in sheets_of(state, self.army)]
        minimum = state.game.armies[self.army].row.minimum
        return state.message(
            "prompt.deploy",
            "1.4a",
            count=sum(one.hand for one in room),
            need=sum(one.need for one in room),
            least=minimum,
        )

    def primary(self, state: VictoryState) -> int | None:
        return verbs.DONE if state.offer.get(verbs.DONE) else None

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        if verb == verbs.DONE:
            return [state.message("why.still_in_hand", "1.4b", count=len(in_hand(state, self.army)))]
        if verb == verbs.DEPLOY:
            return [state.message("why.not_to_deploy", "1.4a")]
        return []


@dataclass(frozen=True, slots=True)
class DeployAt(Step[VictoryState]):
    """Where a block goes; one that stands already may be placed elsewhere or taken back."""

    player: int
    army: int
    unit: int
    batch: int
    words = "deploy_at"

    def offer(self, state: VictoryState) -> Offer:
        here = state.hex_of[self.unit]
        if here == IN_HAND:
            board = places(state, self.unit)
            offer: Offer = {verbs.DEPLOY_AT: board} if board else {}
            return offer | {verbs.CANCEL: verbs.YES}
        state.put(self.unit, IN_HAND)
        board = places(state, self.unit)
        put_down(state, self.unit, here)
        board &= ~(1 << here)
        offer = {verbs.DEPLOY_AT: board} if board else {}
        return offer | {verbs.TAKE_BACK: verbs.YES, verbs.CANCEL: verbs.YES}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.TAKE_BACK:
            state.put(self.unit, IN_HAND)
        elif verb == verbs.DEPLOY_AT:
            was_in_hand = state.hex_of[self.unit] == IN_HAND
            put_down(state, self.unit, target)
            if self.batch and was_in_hand:
                state.pop()
                if self.batch > 1 and in_hand(state, self.army):
                    state.push(Deploy(self.player, self.army, self.batch - 1))

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.deploy_at", "1.4a", unit=self.unit)

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        return {"unit": state.game.blocks.rows[self.unit].id}

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        if verb != verbs.DEPLOY_AT:
            return []
        if not settlements_of(state, self.army, state.allot[self.unit]) >> target & 1:
            return [state.message("why.not_own_settlement", "1.4a", hex=target)]
        if not room_for(state, self.unit, target):
            return [state.message("why.no_room", "1.4a", unit=self.unit, hex=target)]
        return [state.message("why.cities_first", "1.4b", hex=target)]


@dataclass(frozen=True, slots=True)
class AlternateDeployment(Step[VictoryState]):
    """1.4.fog three blocks each in turn, until all are placed; the last batch may be smaller."""

    army: int
    automatic = True

    def run(self, state: VictoryState) -> None:
        armies = len(state.game.armies)
        for number in range(armies):
            army = (self.army + number) % armies
            if in_hand(state, army):
                state.push(Deploy(leader(state, army), army, BATCH), AlternateDeployment((army + 1) % armies))
                return
