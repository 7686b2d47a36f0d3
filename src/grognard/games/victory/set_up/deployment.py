"""Chapter 1.4: deploying the forces in own cities and towns, hidden, at least two blocks in each city."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.victory import verbs
from grognard.games.victory.board.passage import flight
from grognard.games.victory.board.stacking import aircraft, at_bases, full_ground, full_naval, may_carry
from grognard.games.victory.board.towns import of_towns
from grognard.games.victory.board.travel import Progress, journey
from grognard.games.victory.command.command import WHOLE, arms, blocks_of
from grognard.games.victory.kinds import AIR, NAVAL
from grognard.games.victory.set_up.quarters import Quarters, quarters, settlements_of, sheets_of
from grognard.games.victory.state import IN_HAND, NONE, POOL, VictoryState
from grognard.hex.grid import bits, mask

BATCH = 3
"""1.4.fog blocks deployed at a time."""


def in_hand(state: VictoryState, army: int, arm: int = WHOLE) -> list[int]:
    return bits(blocks_of(state, army, arm) & state.hand)


def room_for(state: VictoryState, unit: int, own: int) -> int:
    """1.4a those of an army's settlements that a block may stand in, as if it stood in none: within stacking limits;
    ships in ports, Marines on coasts."""
    game = state.game
    ground, blocks = game.ground, game.blocks
    army, bit = blocks.army[unit], 1 << unit
    class_ = blocks.class_of[unit]
    if class_ == AIR:
        return own & ~_full_bases(state, game.side_of[army], bit)
    if class_ == NAVAL:
        return own & ground.ports & ~full_naval(state, army, bit)
    if blocks.coastal_only & bit:
        own &= ground.coastal
    return own & ~full_ground(state, army, bit)


def _full_bases(state: VictoryState, side: int, but: int) -> int:
    """5.51a settlements with as many air units of a side as they may base, not counting these."""
    most, based_at = state.game.tables.stacking.airbase, at_bases(state, side, but)
    return mask(hex for hex in based_at if based_at.count(hex) >= most)


def places(state: VictoryState, unit: int, room: Quarters | None = None) -> int:
    """Where a block may be deployed that is in hand or taken up, so that the rest can be deployed too (1.4b); `room`
    where it is known."""
    ground = state.game.ground
    army, sheet = state.game.blocks.army[unit], state.allot[unit]
    if room is None:
        room = quarters(state, army, sheet, 1 << unit)
    open_ = room_for(state, unit, settlements_of(state, army, sheet))
    if _after(state, room, unit, short=False, port=True, coastal=True).fits():
        return open_  # wherever it goes, it takes no room that another needs
    short = mask(hex for hex in bits(open_ & ground.cities) if _short(state, unit, hex))
    found = 0
    for needy, port, coastal in product((False, True), repeat=3):  # a hex counts only by what it needs and where it is
        like = open_ & (short if needy else ~short) & (ground.ports if port else ~ground.ports)
        like &= ground.coastal if coastal else ~ground.coastal
        if like and _after(state, room, unit, needy, port, coastal).fits():
            found |= like
    return found


def _short(state: VictoryState, unit: int, hex: int) -> bool:
    """1.4b whether a city still needs blocks of an army, not counting one of them."""
    game = state.game
    if not game.ground.cities >> hex & 1:
        return False
    army = game.blocks.army[unit]
    there = state.at.get(hex, 0) & game.blocks.holding[army] & ~(1 << unit)
    return there.bit_count() < game.armies[army].row.minimum


def berths(state: VictoryState, unit: int, room: Quarters | None = None) -> int:
    """5.51a carriers in port on which an air unit may be deployed: they are bases, and lie in a city or town; `room`
    where it is known."""
    game = state.game
    blocks = game.blocks
    army, sheet = blocks.army[unit], state.allot[unit]
    if not blocks.air >> unit & 1 or game.kinds.rows[blocks.kind[unit]].carrier_use == "none":
        return 0
    if state.options["deploy_ashore"]:
        return 0  # 1.4a
    if room is None:
        room = quarters(state, army, sheet, 1 << unit)
    own = settlements_of(state, army, sheet)
    found = 0
    for carrier in bits(blocks.carriers & blocks.of_army[army]):
        hex = state.hex_of[carrier]
        if own >> hex & 1 and may_carry(state, carrier, unit):
            found |= 1 << carrier if after(state, room, unit, hex)._replace(air=room.air).fits() else 0
    return found


def after(state: VictoryState, room: Quarters, unit: int, hex: int) -> Quarters:
    """The quarters once a block that was in hand or taken up is in a hex."""
    ground = state.game.ground
    return _after(
        state, room, unit, _short(state, unit, hex), bool(ground.ports >> hex & 1), bool(ground.coastal >> hex & 1)
    )


def _after(state: VictoryState, room: Quarters, unit: int, short: bool, port: bool, coastal: bool) -> Quarters:
    """The same for any hex that needs blocks or not, with a port and a coast or not."""
    game = state.game
    class_ = game.blocks.class_of[unit]
    ashore = class_ not in (AIR, NAVAL)
    marines = game.blocks.coastal_only >> unit & 1
    return Quarters(
        room.air - (class_ == AIR),
        room.naval - (class_ == NAVAL),
        room.ground - ashore,
        room.coastal - (ashore and coastal),
        room.need - short,
        room.inland - (short and not port),
        room.landlocked - (short and not coastal),
        room.hand - 1,
        room.hand_air - (class_ == AIR),
        room.hand_naval - (class_ == NAVAL),
        room.hand_ground - ashore,
        room.hand_marines - marines,
    )


def _one_of_each(state: VictoryState, units: list[int], but: int = NONE) -> int:
    """Equal counters are one target; none that nobody could tell from a block that is among them."""
    kind, steps, allot = state.game.blocks.kind, state.steps, state.allot
    seen: dict[tuple[int, int, int], int] = {}
    for unit in units:
        seen.setdefault((kind[unit], steps[unit], allot[unit]), unit)
    if but in units:
        del seen[kind[but], steps[but], allot[but]]
    return mask(seen.values())


def _laden(state: VictoryState) -> int:
    """Carriers with aircraft aboard, which are taken off before the ship is placed elsewhere."""
    carriers = state.game.blocks.carriers & ~state.pool & ~state.hand
    return mask(unit for unit in bits(carriers) if aircraft(state, unit)) if carriers else 0


def needs(state: VictoryState, army: int) -> Mapping[str, Any]:
    """1.4b the army's cities that still lack blocks, for a table that shows them."""
    game = state.game
    minimum = game.armies[army].row.minimum
    lacking = {
        game.ground.grid.name(hex): minimum - (state.of(army, hex) & ~game.blocks.factories).bit_count()
        for hex in bits(game.army_homes[army] & game.ground.cities)
    }
    return {"needs": {hex: count for hex, count in lacking.items() if count > 0}}


def put_down(state: VictoryState, unit: int, hex: int) -> None:
    state.put(unit, hex)
    if state.game.blocks.submarines >> unit & 1 and state.options["submarine_control"]:
        state.shown |= 1 << unit  # 8.opt.2 ports are coastal hexes


def deploy_rest(state: VictoryState, army: int, most: int, arm: int = WHOLE) -> None:
    """Place what is in hand by a plain rule: ships first, cities that need blocks first, then where fewest stand."""
    blocks = state.game.blocks
    order = sorted(in_hand(state, army, arm), key=lambda unit: (blocks.class_of[unit] != NAVAL, unit))
    rooms: dict[int, Quarters] = {}
    for unit in order[:most]:
        sheet = state.allot[unit]
        room = rooms.get(sheet) or quarters(state, army, sheet)
        board = places(state, unit, room)
        if not board:
            state.put(unit, POOL)
            state.steps[unit] = 0
            rooms.pop(sheet, None)
            continue
        minimum = state.game.armies[army].row.minimum
        cities = state.game.ground.cities

        def rank(hex: int, minimum: int = minimum, cities: int = cities) -> tuple[bool, int, int]:
            count = state.of(army, hex).bit_count()
            return (not (cities >> hex & 1 and count < minimum), count, hex)

        hex = min(bits(board), key=rank)
        rooms[sheet] = after(state, room, unit, hex)
        put_down(state, unit, hex)


@dataclass(frozen=True, slots=True)
class Deploy(Step[VictoryState]):
    """1.4a take up a block, or end the deployment when all are placed."""

    player: int
    army: int
    batch: int = 0
    """1.4.fog how many are still to be placed now; 0 for all."""
    arm: int = WHOLE
    """10.5a a commander deploys his own."""
    words = "deploy"

    def offer(self, state: VictoryState) -> Offer:
        hand = in_hand(state, self.army, self.arm)
        offer: Offer = {}
        placed = 0
        if not self.batch:
            blocks = state.game.blocks
            own = blocks_of(state, self.army, self.arm) & ~blocks.factories & ~_laden(state)
            placed = own & ~state.pool & ~state.hand
        if hand or placed:
            offer[verbs.DEPLOY] = _one_of_each(state, hand) | placed
        if hand:
            offer[verbs.DEPLOY_REST] = verbs.YES
        else:
            offer[verbs.DONE] = verbs.YES
        return offer

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        if verb == verbs.DEPLOY:
            state.push(DeployAt(self.player, self.army, target, self.batch, self.arm))
        elif verb == verbs.DEPLOY_REST:
            deploy_rest(state, self.army, self.batch or len(in_hand(state, self.army)), self.arm)
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

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        return needs(state, self.army)

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        if verb == verbs.DONE:
            return [state.message("why.still_in_hand", "1.4b", count=len(in_hand(state, self.army, self.arm)))]
        if verb == verbs.DEPLOY:
            if state.game.blocks.of_army[self.army] >> target & 1 and _laden(state) >> target & 1:
                return [state.message("why.carrier_laden", "4.2.CV.a", unit=target)]
            if state.game.blocks.of_army[self.army] & ~blocks_of(state, self.army, self.arm) & 1 << target:
                return [state.message("why.not_your_arm", "10.5a", unit=target)]
            return [state.message("why.not_to_deploy", "1.4a")]
        return []


@dataclass(frozen=True, slots=True)
class DeployAt(Step[VictoryState]):
    """Where a block goes, or another of the hand instead; one that stands already may be placed elsewhere or taken
    back."""

    player: int
    army: int
    unit: int
    batch: int
    arm: int = WHOLE
    words = "deploy_at"

    def offer(self, state: VictoryState) -> Offer:
        here, carrier = state.hex_of[self.unit], state.aboard[self.unit]
        placed = here != IN_HAND
        room = quarters(state, self.army, state.allot[self.unit], 1 << self.unit)
        board, carriers = places(state, self.unit, room), berths(state, self.unit, room)
        if placed and carrier == NONE:
            board &= ~(1 << here)
        elif placed:
            carriers &= ~(1 << carrier)
        offer: Offer = {verbs.DEPLOY_AT: board} if board else {}
        if carriers:
            offer[verbs.BOARD] = carriers
        others = _one_of_each(state, in_hand(state, self.army, self.arm), self.unit)
        if others:
            offer[verbs.DEPLOY] = others
        return offer | ({verbs.TAKE_BACK: verbs.YES} if placed else {}) | {verbs.CANCEL: verbs.YES}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.DEPLOY:
            state.push(DeployAt(self.player, self.army, target, self.batch, self.arm))
        elif verb == verbs.TAKE_BACK:
            state.put(self.unit, IN_HAND)
        elif verb in (verbs.DEPLOY_AT, verbs.BOARD):
            was_in_hand = state.hex_of[self.unit] == IN_HAND
            aboard = verb == verbs.BOARD
            put_down(state, self.unit, state.hex_of[target] if aboard else target)
            state.aboard[self.unit] = target if aboard else NONE
            if self.batch and was_in_hand:
                state.pop()
                if self.batch > 1 and in_hand(state, self.army, self.arm):
                    state.push(Deploy(self.player, self.army, self.batch - 1, self.arm))

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.deploy_at", "1.4a", unit=self.unit)

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        lacking = needs(state, self.army)["needs"]
        name = state.game.ground.grid.name

        def told(hex: int, count: int) -> Message:
            return state.message("ahead.deploy_at", "1.4b", count=count, need=lacking.get(name(hex), 0))

        return {
            "unit": state.game.blocks.rows[self.unit].id,
            "needs": lacking,
            "commands": of_towns(state, self.army, state.offer.get(verbs.DEPLOY_AT, 0), told),
        }

    def preview(self, state: VictoryState, verb: int, target: int) -> Mapping[str, Any]:
        """Where it could go from there, as things stand."""
        if verb != verbs.DEPLOY_AT:
            return {}
        after = state.clone()
        put_down(after, self.unit, target)
        blocks = state.game.blocks
        if blocks.air >> self.unit & 1:
            hexes = flight(after, target, blocks.move[self.unit])
        else:
            hexes = journey(after, Progress(self.unit)).move
        return {"range": state.game.ground.grid.list_names(hexes | 1 << target)}

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        if verb == verbs.BOARD and state.options["deploy_ashore"]:
            return [state.message("why.deploys_ashore", "1.4a", unit=self.unit)]
        if verb == verbs.BOARD:
            return [state.message("why.no_berth", "4.2.CV.a", unit=self.unit)]
        if verb == verbs.DEPLOY:
            return Deploy(self.player, self.army, self.batch, self.arm).why(state, verb, target)
        if verb != verbs.DEPLOY_AT:
            return []
        if not settlements_of(state, self.army, state.allot[self.unit]) >> target & 1:
            return [state.message("why.not_own_settlement", "1.4a", hex=target)]
        if state.hex_of[self.unit] == target and state.aboard[self.unit] == NONE:
            return [state.message("why.is_there", "1.4a", unit=self.unit, hex=target)]
        if not room_for(state, self.unit, 1 << target):
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
            for player, arm in arms(state, army):
                if in_hand(state, army, arm):
                    state.push(Deploy(player, army, BATCH, arm), AlternateDeployment((army + 1) % armies))
                    return
