"""Chapter 6.5: where a block may retreat, and what retreating does.

The same places serve a free retreat in a Combat Turn and a forced one at the end of a battle.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ahead import closed
from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.victory import verbs
from grognard.games.victory.board.control import camp
from grognard.games.victory.board.control import closed as closed_to
from grognard.games.victory.board.markers import capture, quays
from grognard.games.victory.board.passage import LEAVING, hexside_limit, storm_area, ways
from grognard.games.victory.board.stacking import aircraft, carrier_room, full_ground, full_naval
from grognard.games.victory.combat.field import camp_of, fight_of, group_of, holder, naval_group, on_land
from grognard.games.victory.command.command import commander
from grognard.games.victory.faces import named
from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.losses import eliminate, lose_step
from grognard.games.victory.movement.landing import (
    air_retreats,
    bases_in_reach,
    carriers_in_reach,
    closed_bases,
    why_no_landing,
)
from grognard.games.victory.movement.movement import settle_afloat
from grognard.games.victory.state import NONE, VictoryState
from grognard.hex.grid import bits

# ---- where to


def hexsides_out(state: VictoryState, unit: int) -> set[int]:
    """6.51a, 6.51b the directions by which a ground unit may leave, by who entered there last (5.41)."""
    fight = fight_of(state)
    army = state.game.blocks.army[unit]
    own_camp = camp_of(state, unit)
    entered = [crossing for crossing in state.crossings.get(fight.hex, ()) if crossing[2] < LEAVING]
    last = {d: who for d, who, _ in entered}
    if own_camp == holder(state) or holds_the_land(state, unit):
        return {d for d in range(6) if d not in last or camp(state, fight.hex, fight.attacker, last[d]) == own_camp}
    friends = {army}
    if state.game.blocks.airborne >> unit & 1:
        friends |= {who for who in last.values() if camp(state, fight.hex, fight.attacker, who) == own_camp}
    return {d for d, who, what in entered if what == GROUND and who in friends and last[d] in friends}


def holds_the_land(state: VictoryState, unit: int) -> bool:
    """6.8c the land side of a blockade attacks in its own hex."""
    fight = fight_of(state)
    blockader = state.blockades.get(fight.hex)
    return (
        fight.blockade
        and blockader is not None
        and camp_of(state, unit) != camp(state, fight.hex, fight.attacker, blockader)
    )


def _left(state: VictoryState, army: int, d: int, class_: int) -> int:
    return sum(1 for one in fight_of(state).left if one == (army, d, class_))


def retreat_hexes(state: VictoryState, unit: int) -> int:
    """6.5 the hexes that a block may retreat to now."""
    group = group_of(state, unit)
    if group == AIR:
        return bases_in_reach(state, unit, air_retreats(state, unit))
    if not state.game.kinds.rows[state.game.blocks.kind[unit]].retreats:
        return 0  # 6.51d
    if group == NAVAL:
        if state.game.blocks.ground >> unit & 1:
            return _to_sea(state, unit)
        return _ships_out(state, unit)
    found = _ground_out(state, unit)
    if state.game.blocks.amphibious >> unit & 1:
        found |= _to_sea(state, unit)
    return found


def _free_of_battle(state: VictoryState, side: int, by_land: bool) -> int:
    """6.5c no battle and no blockade; 6.51c by land no enemy blocks, 6.53 by water friendly or neutral besides."""
    shut = state.occupied_by_others(side) if by_land else closed_to(state, side, by_land=False)
    for hex in (*state.battles, *state.blockades):
        shut |= 1 << hex
    return ~shut


def _ground_out(state: VictoryState, unit: int) -> int:
    game = state.game
    blocks, ground = game.blocks, game.ground
    fight = fight_of(state)
    army = blocks.army[unit]
    if blocks.fixed >> unit & 1:
        return 0
    near = ground.grid.around[fight.hex]
    free = near & ground.land & _free_of_battle(state, game.side_of[army], by_land=True)
    free &= ~full_ground(state, army, within=near)
    if game.kinds.rows[blocks.kind[unit]].coastal_only:
        free &= ground.coastal
    if blocks.beachheads >> unit & 1:
        coast = ground.coastal & ~quays(state, game.side_of[army])
        free &= ~coast | ~full_naval(state, army, within=near)
    open_ = ways(state).open
    found = 0
    for d in hexsides_out(state, unit):
        to = ground.grid.neighbour(fight.hex, d)
        if to < 0 or not free >> to & 1 or not open_[d] >> fight.hex & 1:
            continue
        if _left(state, army, d, GROUND) < hexside_limit(state, fight.hex, to, GROUND):
            found |= 1 << to
    return found


def _over_water(state: VictoryState, unit: int, free: int) -> int:
    """Neighbours over hexsides of ships, within the limit of this round (6.5b)."""
    ground = state.game.ground
    fight = fight_of(state)
    army = state.game.blocks.army[unit]
    found = 0
    for d, to in enumerate(ground.grid.neighbours[fight.hex]):
        if to < 0 or not free >> to & 1 or not ground.sail[d] >> fight.hex & 1:
            continue
        if _left(state, army, d, NAVAL) < hexside_limit(state, fight.hex, to, NAVAL):
            found |= 1 << to
    return found


def _ships_out(state: VictoryState, unit: int) -> int:
    """6.53 any adjacent sea or coast that is friendly or neutral."""
    game = state.game
    army = game.blocks.army[unit]
    near = game.ground.grid.around[fight_of(state).hex]
    free = near & (game.ground.water | game.ground.afloat_coast) & ~full_naval(state, army, within=near)
    return _over_water(state, unit, free & _free_of_battle(state, game.side_of[army], by_land=False))


def _to_sea(state: VictoryState, unit: int) -> int:
    """6.52 Marines and amphibs to adjacent sea, if no enemy ships are there; 6.53 transports at sea like any ship."""
    game = state.game
    army = game.blocks.army[unit]
    if on_land(state) and naval_group(state, 1 - camp_of(state, unit)):
        return 0
    free = game.ground.water & ~full_naval(state, army)
    return _over_water(state, unit, free & _free_of_battle(state, game.side_of[army], by_land=False))


def retreat_carriers(state: VictoryState, unit: int) -> int:
    return carriers_in_reach(state, unit, air_retreats(state, unit)) if group_of(state, unit) == AIR else 0


# ---- what it does


def leave_battle(state: VictoryState, unit: int, hex: int) -> None:
    """Retreat to a hex; a carrier when its grounded aircraft have chosen whether they come along (5.52d)."""
    if state.game.blocks.carriers >> unit & 1:
        waiting = bits(fight_of(state).grounded & aircraft(state, unit))
        state.push(*(LeaveShip(commander(state, one), one) for one in waiting), SailAway(unit, hex))
    else:
        _depart(state, unit, hex)


def _depart(state: VictoryState, unit: int, hex: int) -> None:
    game = state.game
    fight = fight_of(state)
    group = group_of(state, unit)
    army = game.blocks.army[unit]
    told = named(state, unit)
    if not _survives_half_hit(state, unit):
        return
    if group != AIR:
        d = game.ground.grid.direction(fight.hex, hex)
        by_sea = group == NAVAL or game.ground.water >> hex & 1
        state.refight(left=(*fight_of(state).left, (army, d, NAVAL if by_sea else GROUND)))
    state.tell("event.retreats", "6.5a", hex=hex, **told)
    stormy = _enters_storm(state, unit, hex)
    state.put(unit, hex)
    arrived(state, unit)
    if stormy:
        lose_step(state, unit, "9.4b")


def _survives_half_hit(state: VictoryState, unit: int) -> bool:
    """6.47c a half-hit costs a retreating block its step."""
    fight = fight_of(state)
    if unit not in fight.half:
        return True
    state.refight(half=tuple(NONE if one == unit else one for one in fight.half))
    if state.options["half_hit_forgotten"]:
        return True
    lose_step(state, unit, "6.47c")
    return state.on_map(unit)


def _aircraft_after(state: VictoryState, carrier: int, hex: int) -> None:
    """5.52d grounded aircraft leave with their ship; those that fight look for a base when the battle is over."""
    for one in bits(aircraft(state, carrier)):
        if fight_of(state).grounded >> one & 1:
            state.put(one, hex)
        else:
            state.aboard[one] = NONE
            state.flown[one] = max(state.flown[one], 1)


@dataclass(frozen=True, slots=True)
class LeaveShip(Step[VictoryState]):
    """5.52d a grounded aircraft goes with its ship, or flies to another base; asked even where it has no choice."""

    player: int
    unit: int
    words = "leave_ship"

    def offer(self, state: VictoryState) -> Offer:
        offer: Offer = {verbs.RETREAT_ABOARD: retreat_carriers(state, self.unit) | 1 << state.aboard[self.unit]}
        if bases := retreat_hexes(state, self.unit):
            offer[verbs.RETREAT] = bases
        return offer

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.RETREAT:
            leave_battle(state, self.unit, target)
        elif target != state.aboard[self.unit]:
            land_aboard(state, self.unit, target)

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.leave_ship", "5.52d", unit=self.unit)

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        return {"unit": state.game.blocks.rows[self.unit].id}

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        return why_not_retreat(state, self.unit, target) if verb == verbs.RETREAT else []


@dataclass(frozen=True, slots=True)
class SailAway(Step[VictoryState]):
    """A carrier retreats with the aircraft that stayed aboard."""

    carrier: int
    hex: int
    automatic = True

    def run(self, state: VictoryState) -> None:
        _aircraft_after(state, self.carrier, self.hex)
        _depart(state, self.carrier, self.hex)
        if not state.on_map(self.carrier):  # 9.4b lost in a storm
            for one in bits(state.at.get(self.hex, 0) & fight_of(state).grounded):
                eliminate(state, one, "5.51d")


def arrived(state: VictoryState, unit: int) -> None:
    """A block has left the battle: what it brought with it no longer counts."""
    bit = 1 << unit
    state.came[unit] = NONE
    state.flown[unit] = 0
    state.late &= ~bit
    state.beach &= ~bit  # 6.71c a beachhead that goes away is none
    if state.game.blocks.air & bit:
        state.aboard[unit] = NONE
    elif state.game.blocks.ground & bit:
        settle_afloat(state, unit)
    if state.fight is not None:
        rest = ~bit
        state.refight(aloft=state.fight.aloft & rest, grounded=state.fight.grounded & rest)
    capture(state, state.hex_of[unit])


def land_aboard(state: VictoryState, unit: int, carrier: int) -> None:
    """5.51e excess steps are lost."""
    _, room = carrier_room(state, carrier, 1 << unit)
    stormy = _enters_storm(state, unit, state.hex_of[carrier])
    state.put(unit, state.hex_of[carrier])
    arrived(state, unit)
    state.aboard[unit] = carrier
    while state.steps[unit] > room:
        lose_step(state, unit, "5.51e")
    if stormy:
        lose_step(state, unit, "9.4b")


def _enters_storm(state: VictoryState, unit: int, hex: int) -> bool:
    """9.4b whether a block comes into a storm by going to a hex."""
    return hex != state.hex_of[unit] and bool(storm_area(state) >> hex & 1)


# ---- forced retreats


@dataclass(frozen=True, slots=True)
class WithdrawAll(Step[VictoryState]):
    """Blocks that must leave the battle hex, one after the other, each owner in his own order (6.5e)."""

    units: int
    automatic = True

    def run(self, state: VictoryState) -> None:
        left = self.units & state.at.get(fight_of(state).hex, 0)
        if not left:
            return
        ready = left & ~_with_their_ships(state, left)
        player = commander(state, bits(ready)[0])
        mine = sum(1 << unit for unit in bits(ready) if commander(state, unit) == player)
        step = ForcedRetreat(player, bits(mine)[0]) if not mine & (mine - 1) else ChooseWithdrawal(player, mine)
        state.push(step, WithdrawAll(left))


def _with_their_ships(state: VictoryState, units: int) -> int:
    """5.52d grounded aircraft aboard a ship that leaves too: they are asked when it goes."""
    found = 0
    for unit in bits(units & fight_of(state).grounded):
        if state.aboard[unit] != NONE and units >> state.aboard[unit] & 1:
            found |= 1 << unit
    return found


@dataclass(frozen=True, slots=True)
class ChooseWithdrawal(Step[VictoryState]):
    """Which of several blocks leaves first: hexside limits may not let all of them out."""

    player: int
    units: int
    words = "withdraw"

    def offer(self, state: VictoryState) -> Offer:
        return {verbs.WITHDRAW: self.units}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        state.replace(ForcedRetreat(self.player, target))

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.withdraw", "6.5e", count=self.units.bit_count(), hex=fight_of(state).hex)

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        return {"hex": state.game.ground.grid.name(fight_of(state).hex)}


@dataclass(frozen=True, slots=True)
class ForcedRetreat(Step[VictoryState]):
    """A block must retreat, or is eliminated where it cannot (6.5e)."""

    player: int
    unit: int
    words = "forced_retreat"

    def offer(self, state: VictoryState) -> Offer:
        offer: Offer = {}
        if hexes := retreat_hexes(state, self.unit):
            offer[verbs.RETREAT] = hexes
        if carriers := retreat_carriers(state, self.unit):
            offer[verbs.RETREAT_ABOARD] = carriers
        return offer or {verbs.GIVE_UP: verbs.YES}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.RETREAT:
            leave_battle(state, self.unit, target)
        elif verb == verbs.RETREAT_ABOARD:
            land_aboard(state, self.unit, target)
        else:
            eliminate(state, self.unit, "6.5e")

    def prompt(self, state: VictoryState) -> Message:
        after = sum(step.units for step in state.stack if isinstance(step, WithdrawAll))
        waiting = bits(after & state.at.get(fight_of(state).hex, 0) & ~(1 << self.unit))
        more = sum(commander(state, unit) == self.player for unit in waiting)
        return state.message("prompt.forced_retreat", "6.5e", unit=self.unit, more=more)

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        shown: dict[str, Any] = {"unit": state.game.blocks.rows[self.unit].id}
        return shown | ({"closed": closed_retreats(state, self.unit)} if verbs.GIVE_UP in state.offer else {})

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        if verb == verbs.RETREAT:
            return why_not_retreat(state, self.unit, target)
        if verb == verbs.GIVE_UP:
            return [state.message("why.can_retreat", "6.5e", unit=self.unit)]
        return []


def closed_retreats(state: VictoryState, unit: int) -> list[dict[str, Any]]:
    """Every hex that a retreat could look to, with what closes it."""
    if group_of(state, unit) == AIR:
        return closed_bases(state, unit, air_retreats(state, unit), "6.54")
    around = state.game.ground.grid.around[fight_of(state).hex]
    return closed(state.game, (why_not_retreat(state, unit, hex)[0] for hex in bits(around)))


def why_not_retreat(state: VictoryState, unit: int, hex: int) -> list[Message]:
    """Why a block may not retreat to a hex."""
    game = state.game
    ground, blocks = game.ground, game.blocks
    fight = fight_of(state)
    group = group_of(state, unit)
    army = blocks.army[unit]
    if hex in state.battles or hex in state.blockades:
        return [state.message("why.battle_there", "6.5c", hex=hex)]
    if group == AIR:
        return [why_no_landing(state, unit, hex, air_retreats(state, unit), "6.54")]
    if not game.kinds.rows[blocks.kind[unit]].retreats:
        return [state.message("why.resource_stays", "6.51d", unit=unit)]
    if not ground.grid.around[fight.hex] >> hex & 1:
        return [state.message("why.not_adjacent", "6.51c" if group == GROUND else "6.53", hex=hex)]
    by_sea = group == NAVAL or bool(ground.water >> hex & 1)
    if blocks.ground >> unit & 1 and ground.water >> hex & 1:
        if not blocks.amphibious >> unit & 1 and on_land(state):
            return [state.message("why.ground_on_land", "6.51c", unit=unit, hex=hex)]
        if on_land(state) and naval_group(state, 1 - camp_of(state, unit)):
            return [state.message("why.enemy_ships", "6.52")]
    if not _free_of_battle(state, game.side_of[army], by_land=not by_sea) >> hex & 1:
        if by_sea:
            return [state.message("why.enemy_hex", "6.53", hex=hex)]
        return [state.message("why.enemies_there", "6.51c", hex=hex)]
    d = ground.grid.direction(fight.hex, hex)
    if group == GROUND and not by_sea and d not in hexsides_out(state, unit):
        rule = "6.51b" if camp_of(state, unit) == holder(state) else "6.51a"
        return [state.message("why.hexside_closed", rule, hex=hex)]
    if by_sea and not ground.sail[d] >> fight.hex & 1:
        return [state.message("why.no_water_between", "6.53", hex_from=fight.hex, hex=hex)]
    if not by_sea and not ways(state).open[d] >> fight.hex & 1:
        return [state.message("why.impassable", "6.51c", hex_from=fight.hex, hex=hex)]
    class_ = NAVAL if by_sea else GROUND
    if _left(state, army, d, class_) >= hexside_limit(state, fight.hex, hex, class_):
        return [
            state.message("why.hexside_full", "6.5b", hex_from=fight.hex, hex=hex, count=_left(state, army, d, class_))
        ]
    return [state.message("why.full", "6.5b", hex=hex)]
