"""Chapter 6, after the last shot: who must leave, blockades, landing, carriers, regrouping, and blocks hidden again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.victory import verbs
from grognard.games.victory.board.control import camp, closed, controlled
from grognard.games.victory.board.markers import capture, tidy_blockades
from grognard.games.victory.board.passage import storm_area, ways
from grognard.games.victory.board.stacking import (
    airbases,
    aircraft,
    base_capacity,
    based,
    carrier_room,
    full_ground,
    full_naval,
    ground_room,
)
from grognard.games.victory.combat.field import (
    fight_of,
    grounded_on_land,
    holder,
    host,
    may_blockade,
    troops,
    units_of,
)
from grognard.games.victory.combat.retreat import WithdrawAll, arrived, land_aboard
from grognard.games.victory.command.command import commander, commander_of
from grognard.games.victory.faces import named
from grognard.games.victory.kinds import AIR, NAVAL
from grognard.games.victory.losses import eliminate, lose_step
from grognard.games.victory.movement.landing import (
    bases_in_reach,
    carriers_in_reach,
    closed_bases,
    landing_hexes,
    landing_range,
    why_no_landing,
)
from grognard.games.victory.movement.movement import settle_afloat, told_move
from grognard.games.victory.state import NONE, VictoryState
from grognard.hex.grid import bits


@dataclass(frozen=True, slots=True)
class EndBattle(Step[VictoryState]):
    """6.55 a battle is decided: the loser leaves, the winner's aircraft land, blocks are hidden again."""

    winner: int
    automatic = True

    def run(self, state: VictoryState) -> None:
        fight = fight_of(state)
        loser = 1 - self.winner
        half = list(fight.half)
        half[self.winner] = NONE  # 6.47c recovered by the winner
        state.refight(half=tuple(half), round=max(fight.round, 1))  # 6.5b its last round's hexsides stay counted
        held = self.winner == holder(state)
        state.tell("event.battle_won", "6.55", hex=fight.hex, word=("attack", "defence")[self.winner])
        leaving = units_of(state, loser)
        steps: list[Step[VictoryState]] = []
        if held:
            leaving, stays = _land_side_stays(state, loser, leaving)
            if not stays and may_blockade(state, loser):
                steps += _blockade(state, loser)
            elif not stays and _blockaders_in(state, loser):
                del state.blockades[fight.hex]  # 6.8a enemy ships or air have come in: no blockade goes on
        else:
            leaving = self._lost(state, loser, leaving)
            state.blockades.pop(fight.hex, None)
        leaving |= _guests(state, self.winner)
        steps += [
            LeaveHex(leaving), LandAircraft(), TrimCarriers(), *_regroups(state, self.winner), CloseBattle(),
        ]  # fmt: skip
        state.push(*steps)

    def _lost(self, state: VictoryState, loser: int, leaving: int) -> int:
        """6.5d ships and air must go; 5.52c, 6.51d grounded air and resources cannot; factories fall (9.1d)."""
        blocks = state.game.blocks
        if troops(state, self.winner):
            doomed = grounded_on_land(state, loser) | leaving & blocks.resources
            for unit in bits(doomed):
                eliminate(state, unit, "5.52c" if blocks.air >> unit & 1 else "6.51d")
            leaving &= ~doomed
        return leaving & ~blocks.factories


def _blockaders_in(state: VictoryState, which: int) -> bool:
    """Whether the ships that blockade the hex are in a camp."""
    fight = fight_of(state)
    blockader = state.blockades.get(fight.hex)
    return blockader is not None and camp(state, fight.hex, fight.attacker, blockader) == which


def _land_side_stays(state: VictoryState, loser: int, leaving: int) -> tuple[int, bool]:
    """6.8c who attacked in his own blockaded hex and failed keeps his ground units there."""
    fight = fight_of(state)
    blockader = state.blockades.get(fight.hex)
    if not fight.blockade or blockader is None:
        return leaving & ~state.game.blocks.factories, False
    ships = camp(state, fight.hex, fight.attacker, blockader)
    if ships == loser:
        return leaving, False
    blocks = state.game.blocks
    return leaving & (blocks.naval | blocks.air), True


def _guests(state: VictoryState, winner: int) -> int:
    """2.0.3b who joined the winner from another side does not hold the hex and leaves it."""
    fight = fight_of(state)
    game = state.game
    owner = game.side_of[host(state, winner)]
    found = 0
    if not state.of_side(owner, fight.hex):
        return found  # the guests alone are left, and hold it
    for army in range(len(game.armies)):
        if camp(state, fight.hex, fight.attacker, army) == winner and game.side_of[army] != owner:
            found |= state.of(army, fight.hex)
    return found


# ---- leaving and blockading


@dataclass(frozen=True, slots=True)
class LeaveHex(Step[VictoryState]):
    """The losers retreat, but for ships that stay to blockade."""

    units: int
    automatic = True

    def run(self, state: VictoryState) -> None:
        units = self.units
        fight = fight_of(state)
        blockader = state.blockades.get(fight.hex)
        if blockader is not None:
            ships = state.game.side_units[state.game.side_of[blockader]] & state.game.blocks.naval
            ships &= fight.staying or ships  # who was not asked goes on with his blockade
            units &= ~(ships | _carried(state, fight.hex, ships))
        state.push(WithdrawAll(units))


def _carried(state: VictoryState, hex: int, ships: int) -> int:
    """Aircraft aboard these carriers in a hex: they stay with their ship."""
    found = 0
    for unit in bits(state.at.get(hex, 0) & state.game.blocks.air):
        if state.aboard[unit] != NONE and ships >> state.aboard[unit] & 1:
            found |= 1 << unit
    return found


def _blockade(state: VictoryState, loser: int) -> list[Step[VictoryState]]:
    """6.8a the ships are asked whether they blockade the port; those that stayed in a pursuit round have said so."""
    army_of = state.game.blocks.army
    ships = bits(units_of(state, loser) & state.game.blocks.naval)
    if staying := [unit for unit in ships if fight_of(state).staying >> unit & 1]:
        declare_blockade(state, army_of[staying[0]])
        return []
    return [AskFleets(tuple(dict.fromkeys(army_of[unit] for unit in ships)))]


@dataclass(frozen=True, slots=True)
class AskFleets(Step[VictoryState]):
    """6.8a every army with ships here says whether its own stay: an ally neither holds them there nor sends them off.

    Once one side blockades, the ships of a side that only joined the battle (2.0.3b) leave unasked.
    """

    armies: tuple[int, ...]
    automatic = True

    def run(self, state: VictoryState) -> None:
        game = state.game
        fight = fight_of(state)
        blockader = state.blockades.get(fight.hex) if fight.staying else None
        for number, army in enumerate(self.armies):
            if blockader is None or game.side_of[army] == game.side_of[blockader]:
                asked = DeclareBlockade(commander_of(state, army, NAVAL), army)
                state.push(asked, AskFleets(self.armies[number + 1 :]))
                return


def declare_blockade(state: VictoryState, army: int) -> None:
    hex = fight_of(state).hex
    state.blockades[hex] = army
    state.tell("event.blockade", "6.8a", army=state.game.armies[army].id, hex=hex)


@dataclass(frozen=True, slots=True)
class DeclareBlockade(Step[VictoryState]):
    """6.8a an army's ships blockade the port, or leave it."""

    player: int
    army: int
    words = "blockade"

    def offer(self, state: VictoryState) -> Offer:
        return {verbs.BLOCKADE: verbs.YES, verbs.PASS: verbs.YES}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        state.pop()
        fight = fight_of(state)
        if verb == verbs.BLOCKADE:
            if not fight.staying:
                declare_blockade(state, self.army)
            state.refight(staying=fight.staying | state.of(self.army, fight.hex) & state.game.blocks.naval)
        elif not fight.staying:
            state.blockades.pop(fight.hex, None)

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.blockade", "6.8a", hex=fight_of(state).hex)

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        return {"hex": state.game.ground.grid.name(fight_of(state).hex)}


# ---- landing


@dataclass(frozen=True, slots=True)
class LandAircraft(Step[VictoryState]):
    """5.51b the winner's air units land at once."""

    automatic = True

    def run(self, state: VictoryState) -> None:
        _drop_the_rest(state)
        fight = fight_of(state)
        here = state.at.get(fight.hex, 0)
        for unit in bits(here & state.game.blocks.air | here & fight.aloft):
            if state.on_map(unit) and state.hex_of[unit] == fight.hex and _must_land(state, unit):
                state.push(LandUnit(commander(state, unit), unit), LandAircraft())
                return


def _drop_the_rest(state: VictoryState) -> None:
    """Airborne that had not dropped when the battle was won come down where there is room for them."""
    fight = fight_of(state)
    for unit in bits(fight.aloft & state.at.get(fight.hex, 0) & state.game.blocks.airborne):
        if ground_room(state, state.game.blocks.army[unit], fight.hex) > 0:
            state.flown[unit] = 0
            state.refight(aloft=fight_of(state).aloft & ~(1 << unit))


def _must_land(state: VictoryState, unit: int) -> bool:
    """Whether an air unit is still in the air: it flew here, or its base or carrier is gone."""
    if state.aboard[unit] != NONE:
        return False
    if state.flown[unit]:
        return True
    hex = state.hex_of[unit]
    side = state.game.side_of[state.game.blocks.army[unit]]
    friendly = controlled(state, side)
    room = base_capacity(state, side, hex, friendly)
    return bits(based(state, side, hex)).index(unit) >= room


@dataclass(frozen=True, slots=True)
class LandUnit(Step[VictoryState]):
    """5.53a, 5.51d a base or carrier within the landing move; without one the air unit is lost."""

    player: int
    unit: int
    words = "land"

    def offer(self, state: VictoryState) -> Offer:
        offer: Offer = {}
        near = landing_hexes(state, self.unit)
        if bases := bases_in_reach(state, self.unit, near):
            offer[verbs.LAND_AT] = bases
        if carriers := carriers_in_reach(state, self.unit, near):
            offer[verbs.LAND_ABOARD] = carriers
        return offer or {verbs.GIVE_UP: verbs.YES}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.LAND_AT:
            if state.shown >> self.unit & 1:
                state.tell("event.lands_at", "5.51b", hex=target, **named(state, self.unit))
            else:  # 5.8b it never came to fight, so nobody has seen it
                told_move(state, self.unit, (state.hex_of[self.unit], target))
            state.put(self.unit, target)
            arrived(state, self.unit)
        elif verb == verbs.LAND_ABOARD:
            land_aboard(state, self.unit, target)
        else:
            eliminate(state, self.unit, "5.51d")

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.land", "5.51b", unit=self.unit, left=landing_range(state, self.unit))

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        shown: dict[str, Any] = {"unit": state.game.blocks.rows[self.unit].id}
        if verbs.GIVE_UP in state.offer:
            shown["closed"] = closed_bases(state, self.unit, landing_hexes(state, self.unit), "5.53a")
        return shown

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        if verb == verbs.LAND_AT:
            return [why_no_landing(state, self.unit, target, landing_hexes(state, self.unit), "5.53a")]
        if verb == verbs.GIVE_UP:
            return [state.message("why.can_land", "5.51d", unit=self.unit)]
        return []


@dataclass(frozen=True, slots=True)
class TrimCarriers(Step[VictoryState]):
    """4.2.CV.b aircraft aboard must fit the carrier's new strength."""

    automatic = True

    def run(self, state: VictoryState) -> None:
        for unit in fight_of(state).units:
            if state.game.blocks.carriers >> unit & 1 and state.on_map(unit) and min(carrier_room(state, unit)) < 0:
                state.push(ShedAircraft(_airman(state, unit), unit), TrimCarriers())
                return


def _airman(state: VictoryState, carrier: int) -> int:
    """10.5a who decides for the aircraft aboard: their commander, or the carrier's army's where there are several."""
    players = {commander(state, unit) for unit in bits(aircraft(state, carrier))}
    return players.pop() if len(players) == 1 else commander_of(state, state.game.blocks.army[carrier], AIR)


@dataclass(frozen=True, slots=True)
class ShedAircraft(Step[VictoryState]):
    """4.2.CV.b, 5.52d which aircraft loses a step, or flies to another base, is its owner's choice."""

    player: int
    carrier: int
    words = "shed"

    def offer(self, state: VictoryState) -> Offer:
        carried = aircraft(state, self.carrier)
        offer: Offer = {verbs.SHED: carried}
        if away := sum(1 << unit for unit in bits(carried) if self._refuge(state, unit)):
            offer[verbs.WITHDRAW] = away
        return offer

    def _refuge(self, state: VictoryState, unit: int) -> bool:
        """5.51a a carrier is a base like any other, but for the one that has become too small."""
        near = landing_hexes(state, unit)
        return bool(bases_in_reach(state, unit, near) or carriers_in_reach(state, unit, near) & ~(1 << self.carrier))

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.SHED:
            lose_step(state, target, "4.2.CV.b")
        else:
            state.aboard[target] = NONE
            state.push(LandUnit(commander(state, target), target))

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.shed", "4.2.CV.b", unit=self.carrier)

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        return {"unit": state.game.blocks.rows[self.carrier].id}


# ---- regrouping (6.opt.2)


def _regroups(state: VictoryState, winner: int) -> list[Step[VictoryState]]:
    if not state.options["regroup"]:
        return []
    players = sorted({commander(state, unit) for unit in bits(units_of(state, winner))})
    return [Regroup(player, winner, 0) for player in players]


@dataclass(frozen=True, slots=True)
class Regroup(Step[VictoryState]):
    """6.opt.2 the victor may move blocks to adjacent friendly or neutral hexes, each once."""

    player: int
    winner: int
    done: int
    words = "regroup"

    def offer(self, state: VictoryState) -> Offer:
        ready = 0
        blocks = state.game.blocks
        for unit in bits(units_of(state, self.winner) & ~self.done & ~blocks.fixed & ~blocks.strategic_only):
            if commander(state, unit) == self.player and state.aboard[unit] == NONE:
                ready |= 1 << unit
        return {verbs.REGROUP: ready, verbs.DONE: verbs.YES} if ready else {verbs.DONE: verbs.YES}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        if verb == verbs.DONE:
            state.pop()
            return
        state.replace(RegroupTo(self.player, target), Regroup(self.player, self.winner, self.done | 1 << target))

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.regroup", "6.opt.2", hex=fight_of(state).hex)


@dataclass(frozen=True, slots=True)
class RegroupTo(Step[VictoryState]):
    player: int
    unit: int
    words = "regroup_to"

    def targets(self, state: VictoryState) -> int:
        game = state.game
        blocks, ground = game.blocks, game.ground
        hex = fight_of(state).hex
        army = blocks.army[self.unit]
        side = game.side_of[army]
        near = ground.grid.around[hex] & ~storm_area(state)
        for battle in (*state.battles, *state.blockades):
            near &= ~(1 << battle)
        if blocks.air >> self.unit & 1:
            return near & airbases(state, side)
        by_sea = blocks.naval >> self.unit & 1 or fight_of(state).landed >> self.unit & 1
        found = 0
        if by_sea or state.afloat >> self.unit & 1:
            sea = ground.water | (ground.afloat_coast if blocks.naval >> self.unit & 1 else 0)
            free = sea & ~full_naval(state, army) & ~closed(state, side, by_land=False)
            found |= near & free & ground.grid.step(1 << hex, ground.sail)
        if blocks.ground >> self.unit & 1 and not state.afloat >> self.unit & 1:
            free = ground.land & ~full_ground(state, army) & ~closed(state, side, by_land=True)
            if game.kinds.rows[blocks.kind[self.unit]].coastal_only:
                free &= ground.coastal
            found |= near & free & ground.grid.step(1 << hex, ways(state).open)
        return found

    def offer(self, state: VictoryState) -> Offer:
        targets = self.targets(state)
        return {verbs.REGROUP_TO: targets, verbs.CANCEL: verbs.YES} if targets else {verbs.CANCEL: verbs.YES}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.REGROUP_TO:
            for one in bits(aircraft(state, self.unit)) if state.game.blocks.carriers >> self.unit & 1 else ():
                state.put(one, target)
            state.tell("event.regroups", "6.opt.2", hex=target, **named(state, self.unit))
            state.put(self.unit, target)
            arrived(state, self.unit)

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.regroup_to", "6.opt.2", unit=self.unit)

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        return {"unit": state.game.blocks.rows[self.unit].id}

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        if verb == verbs.REGROUP_TO:
            return [state.message("why.no_regroup", "6.opt.2", hex=target)]
        return []


# ---- the end


@dataclass(frozen=True, slots=True)
class CloseBattle(Step[VictoryState]):
    """fog.1 the surviving blocks are hidden again; what the battle alone knew is forgotten."""

    automatic = True

    def run(self, state: VictoryState) -> None:
        fight = fight_of(state)
        hex = fight.hex
        for unit in bits(state.at.get(hex, 0)):
            state.came[unit] = NONE
            state.flown[unit] = 0
            if state.game.blocks.ground >> unit & 1:
                settle_afloat(state, unit)
        state.late &= ~state.at.get(hex, 0)
        state.crossings.pop(hex, None)
        for army in range(len(state.game.armies)):
            state.joins.pop(hex * 16 + army, None)
        state.fought |= 1 << hex
        state.fight = None
        tidy_blockades(state)
        capture(state, hex)
        hide(state, sum(1 << unit for unit in fight.units))


def face_up(state: VictoryState) -> int:
    """Blocks that rules keep turned up: beachheads, blockading ships, submarines on coasts, factories."""
    blocks = state.game.blocks
    found = state.beach | blocks.factories
    for hex, army in state.blockades.items():
        found |= state.of_side(state.game.side_of[army], hex) & blocks.naval
    if state.options["submarine_control"]:
        for unit in bits(blocks.submarines):
            if state.game.ground.coastal >> state.hex_of[unit] & 1:
                found |= 1 << unit
    on_map = 0
    for units in state.at.values():
        on_map |= units
    return found & on_map


def hide(state: VictoryState, units: int) -> None:
    state.shown = state.shown & ~units | face_up(state)
