"""Chapter 5: the Move Phase, block by block.

A destination is reached by the path that is previewed; the block may go on from there until it stops, so every path can
be had, and every hexside into a battle. Where a block may go is worked out in `travel.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Forgone, Step
from grognard.core.words import Message
from grognard.games.victory import verbs
from grognard.games.victory.board.control import controlled, defended, hostile
from grognard.games.victory.board.markers import capture, mulberry_of, targets_in, tidy_blockades
from grognard.games.victory.board.moment import moment
from grognard.games.victory.board.movers import movers, overstacked
from grognard.games.victory.board.passage import LEAVING, flight, flight_distance, ways
from grognard.games.victory.board.stacking import (
    aircraft,
    ground_room,
    naval_room,
)
from grognard.games.victory.board.travel import Journey, Progress, Way, goes_anywhere, journey, journey_at
from grognard.games.victory.command.command import arms, blocks_of, commander
from grognard.games.victory.faces import reveal
from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.losses import eliminate
from grognard.games.victory.movement.ahead import consequences_of
from grognard.games.victory.movement.why_move import why_not_mover, why_not_there
from grognard.games.victory.state import ATTACK, DEFENCE, MOVE, NONE, VictoryState
from grognard.hex.grid import bits

WAYS = (
    verbs.MOVE, verbs.INVADE, verbs.STRATEGIC, verbs.SEA_MOVE, verbs.PARADROP, verbs.BOARD, verbs.LAUNCH_AT,
    verbs.SORTIE,
)  # fmt: skip
"""The ways in which a block that was picked up may go."""

MOST_WAITS = 2
"""10.5a how often a commander may wait for the others, so that a team can move in any order and yet comes to an end."""


@dataclass(frozen=True, slots=True)
class PlayerMove(Step[VictoryState]):
    """2.0.2a one player's turn of the Move Phase begins."""

    army: int
    automatic = True

    def run(self, state: VictoryState) -> None:
        state.phase = MOVE
        state.mover = self.army
        state.port_use = {}
        state.tell("event.player_moves", "2.0.2a", army=state.game.armies[self.army].id)
        army = self.army
        state.push(*(MoveUnits(player, army, blocks_of(state, army, arm)) for player, arm in arms(state, army)))


@dataclass(frozen=True, slots=True)
class MoveUnits(Step[VictoryState]):
    """Pick the next block, or end the move (5.0a)."""

    player: int
    army: int
    units: int
    """The blocks that this player commands (10.5a)."""
    idle: int = 0
    """How often he has let the others of his team go first since he last took up a block."""
    words = "move"
    acting = True

    def offer(self, state: VictoryState) -> Offer:
        ready = moment(state, self.army).ready & self.units
        offer: Offer = {verbs.UNIT: ready} if ready else {}
        crowd = overstacked(state, self.army, self.units)
        if not crowd:
            offer[verbs.END_MOVE] = verbs.YES
        elif not any(goes_anywhere(journey(state, Progress(unit))) for unit in bits(crowd & ready)):
            offer[verbs.DISBAND] = crowd  # nobody can make room any more: what is too much is given up
        if self.idle < MOST_WAITS and self.behind(state):
            offer[verbs.LATER] = verbs.YES
        return offer

    def behind(self, state: VictoryState) -> int:
        """How many commanders of the army move after this one."""
        count = 0
        for step in reversed(state.stack):
            if step is not self:
                if not isinstance(step, MoveUnits) or step.army != self.army:
                    break
                count += 1
        return count

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        if verb == verbs.UNIT:
            if self.idle:
                state.replace(replace(self, idle=0))
            state.push(MoveUnit(self.player, self.army, self.units, target))
            return
        if verb == verbs.DISBAND:
            eliminate(state, target, "5.2b")
            return
        if verb == verbs.LATER:
            state.pop()
            below = len(state.stack) - self.behind(state)
            state.stack.insert(below, replace(self, idle=self.idle + 1))
            return
        state.pop()

    def prompt(self, state: VictoryState) -> Message:
        count = movers(state, self.army, self.units).bit_count()
        return state.message("prompt.move_units", "5.0a", count=count)

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        if verb == verbs.UNIT:
            return why_not_mover(state, self.army, self.units, target)
        if verb == verbs.END_MOVE:
            crowd = {state.hex_of[unit] for unit in bits(overstacked(state, self.army, self.units))}
            return [state.message("why.overstacked", "5.2b", hexes=sorted(crowd))]
        if verb in WAYS:
            return [state.message("why.pick_unit_first", "5.0a")]
        return []

    def forgoes(self, state: VictoryState, verb: int, target: int) -> Forgone | None:
        ready = bits(state.offer.get(verbs.UNIT, 0))
        if verb != verbs.END_MOVE or not ready:
            return None
        kind, cost, steps = state.game.blocks.kind, state.game.kinds.cost, state.steps
        best = sorted(ready, key=lambda unit: (-cost[kind[unit]] * steps[unit], unit))
        items = tuple({"unit": unit} for unit in best)
        return Forgone(state.message("forgo.unmoved", "5.0a", count=len(items)), items)


@dataclass(frozen=True, slots=True)
class MoveUnit(Step[VictoryState]):
    """One block's move: where it goes next, until it stops."""

    player: int
    army: int
    units: int
    unit: int
    spent: int = 0
    road: bool = True
    halted: bool = False
    sea: bool = False
    started: bool = False
    words = "move_unit"

    @property
    def progress(self) -> Progress:
        return Progress(self.unit, self.spent, self.road, self.halted, self.sea, self.started)

    def journey(self, state: VictoryState) -> Journey:
        return journey(state, self.progress)

    def offer(self, state: VictoryState) -> Offer:
        now = moment(state, self.army)
        way = journey_at(now, self.progress)
        offer: Offer = {}
        if move := way.move:
            offer[verbs.MOVE] = move
        if invade := way.either_way and way.either_way & now.foes_of_a_landing:
            offer[verbs.INVADE] = invade
        if not self.started:
            if way.strategic is not None:
                offer[verbs.STRATEGIC] = way.strategic.targets
            if way.sea_move is not None:
                offer[verbs.SEA_MOVE] = way.sea_move.targets
            if way.paradrop:
                offer[verbs.PARADROP] = way.paradrop
            if way.board:
                offer[verbs.BOARD] = way.board
            if way.launch:
                offer[verbs.LAUNCH_AT] = way.launch
            if way.sortie:
                offer[verbs.SORTIE] = way.sortie
        offer[verbs.STOP] = verbs.YES
        others = now.ready & self.units & ~(1 << self.unit)
        if others:
            offer[verbs.UNIT] = others
        return offer

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        if verb in (verbs.STOP, verbs.UNIT):
            state.pop()
            if self.started:
                finish(state, self.unit)
            if verb == verbs.UNIT:
                state.push(MoveUnit(self.player, self.army, self.units, target))
            return
        way = self.journey(state)
        state.pop()
        if verb in (verbs.MOVE, verbs.INVADE):
            self._move(state, way, target, invades=verb == verbs.INVADE)
        elif verb == verbs.STRATEGIC:
            assert way.strategic is not None
            self._strategic(state, way.strategic, target)
        elif verb == verbs.SEA_MOVE:
            assert way.sea_move is not None
            self._sea_move(state, way.sea_move, target)
        elif verb == verbs.PARADROP:
            self._paradrop(state, target)
        elif verb == verbs.BOARD:
            self._board(state, target)
        elif verb == verbs.SORTIE:
            told_move(state, self.unit, (state.hex_of[self.unit], target))
            _fly(state, self.unit, target)
            state.moved |= 1 << self.unit
        else:
            _fly(state, self.unit, target)
            enter_battle(state, self.unit, target, NONE)
            state.moved |= 1 << self.unit

    # ---- normal moves

    def _move(self, state: VictoryState, way: Journey, target: int, invades: bool) -> None:
        class_ = state.game.blocks.class_of[self.unit]
        if class_ == AIR:
            self._fly_to(state, target)
            return
        route, by_sea = chosen_way(state, self, way, target, invades)
        here = route[0]
        crossing = NAVAL if class_ == NAVAL or by_sea else GROUND
        if here in state.battles:  # 5.1b leaving counts against the hexside too
            _cross(state, here, route[1], self.army, crossing + LEAVING)
        battle = bool(attacked(state, self.army, crossing, by_sea) >> target & 1)
        told_move(state, self.unit, route)
        _go(state, self.unit, target)
        if battle:
            _cross(state, target, route[-2], self.army, crossing)
            if by_sea:
                state.afloat |= 1 << self.unit
            else:
                state.afloat &= ~(1 << self.unit)  # 6.71e it goes by land, and fights there
            enter_battle(state, self.unit, target, route[-2])
            state.moved |= 1 << self.unit
            show_submarine(state, self.unit)
            return
        after = self.after(state, route, by_sea)
        ground = state.game.ground
        if by_sea:
            state.afloat |= 1 << self.unit
        elif not (ground.coastal | ground.water) >> target & 1:
            state.afloat &= ~(1 << self.unit)  # 6.71e inland at the latest, though it may go on to another coast
        if after.spent < state.game.blocks.move[self.unit] and journey(state, after.progress).move:
            state.push(after)
        else:
            finish(state, self.unit)

    def after(self, state: VictoryState, route: tuple[int, ...], by_sea: bool) -> MoveUnit:
        """The rest of the move after a path."""
        ground = state.game.ground
        spent = self.spent + len(route) - 1
        if state.game.blocks.class_of[self.unit] == NAVAL or by_sea:
            return replace(self, spent=spent, sea=by_sea, started=True)
        road = self.road and all(ground.crosses(ways(state).roads, a, b) for a, b in pairwise(route))
        return replace(self, spent=spent, road=road, halted=self.halted or self.stops(state, route), started=True)

    def stops(self, state: VictoryState, route: tuple[int, ...]) -> bool:
        """3.1 whether a path off the road ends where the block must stop."""
        blocks, ground = state.game.blocks, state.game.ground
        bit = 1 << self.unit
        wet = ground.crosses(ways(state).wet, route[-2], route[-1]) and not blocks.engineers & bit
        halting = ground.canal if blocks.steady & bit else ground.halting
        return wet or any(halting >> hex & 1 for hex in route[1:])

    def _fly_to(self, state: VictoryState, target: int) -> None:
        army = self.army
        here = state.hex_of[self.unit]
        told_move(state, self.unit, (here, target))
        battle = bool(hostile(state, army, AIR) >> target & 1)
        _fly(state, self.unit, target)
        state.moved |= 1 << self.unit
        if battle:
            enter_battle(state, self.unit, target, NONE)
        else:
            state.flown[self.unit] = 0

    # ---- other ways

    def _strategic(self, state: VictoryState, way: Way, target: int) -> None:
        route = way.path(target)
        told_move(state, self.unit, route)
        state.aboard[self.unit] = NONE
        _go(state, self.unit, target)
        state.sm |= 1 << self.unit
        finish(state, self.unit)

    def _sea_move(self, state: VictoryState, way: Way, target: int) -> None:
        """5.91 embark, sail, disembark."""
        route = way.path(target)
        ground = state.game.ground
        bit = 1 << self.unit
        told_move(state, self.unit, route)
        if not state.afloat & bit:
            state.port_use[route[0]] = state.port_use.get(route[0], 0) + 1
        _go(state, self.unit, target)
        if ground.water >> target & 1:
            state.afloat |= bit
        else:
            state.afloat &= ~bit
            state.port_use[target] = state.port_use.get(target, 0) + 1
        state.sm |= bit
        finish(state, self.unit)

    def _paradrop(self, state: VictoryState, target: int) -> None:
        """6.6a into a battle it takes hits as air until it drops; into a vacant hex it lands at once, face up."""
        battle = bool(defended(state, self.army, AIR) >> target & 1)
        told_move(state, self.unit, (state.hex_of[self.unit], target))
        _fly(state, self.unit, target)
        state.moved |= 1 << self.unit
        if battle:
            enter_battle(state, self.unit, target, NONE)
        else:
            state.flown[self.unit] = 0
            reveal(state, 1 << self.unit)
            capture(state, target)

    def _board(self, state: VictoryState, carrier: int) -> None:
        """5.51a land on a carrier; 5.9b farther away than a normal move it is a Strategic Move."""
        here, there = state.hex_of[self.unit], state.hex_of[carrier]
        told_move(state, self.unit, (here, there))
        if not flight(state, here, state.game.blocks.move[self.unit]) >> there & 1:
            state.sm |= 1 << self.unit
        state.put(self.unit, state.hex_of[carrier])
        state.aboard[self.unit] = carrier
        state.moved |= 1 << self.unit

    # ---- asking

    def prompt(self, state: VictoryState) -> Message:
        """How far a block can still go, or that a Strategic Move alone is left to it."""
        ways = [verb for verb in WAYS if state.offer.get(verb)]
        plain = [verb for verb in ways if verb != verbs.STRATEGIC]
        left = max(state.game.blocks.move[self.unit] - self.spent, 0) if plain else 0
        far = int(bool(ways) and not plain)
        return state.message("prompt.move_unit", "5.0a", unit=self.unit, left=left, far=far)

    def primary(self, state: VictoryState) -> int | None:
        return verbs.STOP if self.started else None

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        hexes = state.game.ground.grid.list_names(self._hostile(state))
        return {"unit": state.game.blocks.rows[self.unit].id, "unmoved": not self.started, "hostile": hexes}

    def _hostile(self, state: VictoryState) -> int:
        """The hexes that this block can enter only to attack."""
        way, offer, army = self.journey(state), state.offer, self.army
        class_ = state.game.blocks.class_of[self.unit]
        by_land = 0
        for one in way.moves:
            by_land |= one.targets
        move = offer.get(verbs.MOVE, 0)
        attacks = move & by_land & attacked(state, army, class_, by_sea=False)
        attacks |= move & ~by_land & attacked(state, army, NAVAL, by_sea=True)
        if class_ == AIR:
            attacks = move & hostile(state, army, AIR)
        drop = offer.get(verbs.PARADROP, 0)
        dropped = drop & defended(state, army, AIR)
        quiet = move & ~attacks | drop & ~dropped
        quiet |= offer.get(verbs.STRATEGIC, 0) | offer.get(verbs.SEA_MOVE, 0)
        return (attacks | dropped | offer.get(verbs.INVADE, 0) | offer.get(verbs.LAUNCH_AT, 0)) & ~quiet

    def preview(self, state: VictoryState, verb: int, target: int) -> Mapping[str, Any]:
        grid = state.game.ground.grid
        way = self.journey(state)
        by_sea = False
        if verb in (verbs.MOVE, verbs.INVADE):
            route, by_sea = chosen_way(state, self, way, target, invades=verb == verbs.INVADE)
        elif verb == verbs.STRATEGIC and way.strategic is not None:
            route = way.strategic.path(target)
        elif verb == verbs.SEA_MOVE and way.sea_move is not None:
            route = way.sea_move.path(target)
        elif verb in (verbs.PARADROP, verbs.LAUNCH_AT, verbs.SORTIE):
            route = (state.hex_of[self.unit], target)
        else:
            return {}
        class_ = state.game.blocks.class_of[self.unit]
        flies = class_ == AIR or verb in (verbs.PARADROP, verbs.LAUNCH_AT)
        entered_as = AIR if flies else NAVAL if class_ == NAVAL or by_sea else GROUND
        attack = (
            verb in (verbs.MOVE, verbs.INVADE, verbs.PARADROP, verbs.LAUNCH_AT)
            and attacked(state, self.army, entered_as, by_sea) >> target & 1
        )
        cost = grid.distance(route[0], target) if flies else len(route) - 1
        shown: dict[str, Any] = {
            "path": [grid.name(hex) for hex in route],
            "cost": cost,
            "attack": bool(attack),
            "response": bool(attack) and state.battles.get(target, self.army) != self.army,
            "invasion": by_sea,
        }
        if attack and not flies:
            forfeit = entered_as == GROUND and state.game.ground.crosses(state.game.ground.river, route[-2], target)
            shown["forfeits_round_1"] = forfeit and not state.game.blocks.engineers >> self.unit & 1
        forfeits = bool(shown.get("forfeits_round_1"))
        rule = None if attack else _turned_up_by(state, self.unit, target, verb == verbs.PARADROP, by_sea)
        shown["consequences"] = consequences_of(state, self.unit, route, entered_as, bool(attack), forfeits, rule)
        return shown

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        if verb == verbs.UNIT:
            return why_not_mover(state, self.army, self.units, target)
        if verb == verbs.END_MOVE:
            return [state.message("why.finish_unit_first", "5.0a", unit=self.unit)]
        return why_not_there(state, self.army, self.progress, verb, target)


def attacked(state: VictoryState, army: int, class_: int, by_sea: bool) -> int:
    """The hexes that a block attacks by entering them; an invasion attacks ships and land alike."""
    if by_sea:
        return defended(state, army, class_) | defended(state, army, GROUND)
    return hostile(state, army, class_)


def chosen_way(
    state: VictoryState, step: MoveUnit, way: Journey, target: int, invades: bool
) -> tuple[tuple[int, ...], bool]:
    """The path of a normal move: the shortest by land (without a stop, where two are alike), else by sea.

    6.7a who invades goes by sea in any case.
    """
    class_ = state.game.blocks.class_of[step.unit]
    routes = [one.path(target) for one in way.moves if one.targets >> target & 1]
    if routes and not invades:
        if class_ == GROUND:
            return min(routes, key=lambda route: (len(route), step.after(state, route, False).halted)), False
        return routes[0], False
    assert way.by_sea is not None
    return way.by_sea.path(target), True


# ---- what moving does


def told_move(state: VictoryState, unit: int, route: tuple[int, ...]) -> None:
    """fog.1 everybody sees that a block goes from here to there, only its own side which one and how."""
    if state.events is None:
        return
    game = state.game
    army = game.blocks.army[unit]
    state.tell_others("event.block_moves", army, "5.0a", army=game.armies[army].id, hex_from=route[0], hex=route[-1])
    state.tell_own("event.moved", army, "5.0a", unit=unit, hexes=list(route))


def _go(state: VictoryState, unit: int, hex: int) -> None:
    """Put a block somewhere, its aircraft with it."""
    bit = 1 << unit
    state.beach &= ~bit  # 6.71c a beachhead that moves is none
    state.shown &= ~bit
    if state.game.blocks.carriers & bit:
        for one in bits(aircraft(state, unit)):
            state.put(one, hex)
    state.put(unit, hex)
    if state.blockades:
        tidy_blockades(state)


def _fly(state: VictoryState, unit: int, hex: int) -> None:
    here = state.hex_of[unit]
    row = state.game.kinds.rows[state.game.blocks.kind[unit]]
    most = 2 * max(row.move, row.paradrop, row.range)
    state.flown[unit] = max(flight_distance(state, here, hex, most), 1)
    state.aboard[unit] = NONE
    state.shown &= ~(1 << unit)
    state.put(unit, hex)
    if state.blockades:
        tidy_blockades(state)


def _cross(state: VictoryState, hex: int, beside: int, army: int, class_: int) -> None:
    d = state.game.ground.grid.direction(hex, beside)
    state.crossings[hex] = (*state.crossings.get(hex, ()), (d, army, class_))


def enter_battle(state: VictoryState, unit: int, hex: int, beside: int) -> None:
    """2.0.2c a block attacks, or responds to a battle begun before (5.8a)."""
    game = state.game
    army = game.blocks.army[unit]
    state.came[unit] = beside
    begun = state.battles.get(hex)
    if begun is None:
        state.battles[hex] = army
        state.tell("event.attack", "2.0.2c", army=game.armies[army].id, hex=hex)
    elif begun != army:
        state.late |= 1 << unit
        if game.blocks.carriers >> unit & 1:
            state.late |= aircraft(state, unit)
        _declare(state, unit, hex, army)


def _declare(state: VictoryState, unit: int, hex: int, army: int) -> None:
    """2.0.3b a third player's units join one camp or the other."""
    game = state.game
    side, attacker = game.side_of[army], state.battles[hex]
    if side == game.side_of[attacker]:
        return
    for ally in game.side_armies[side]:
        if hex * 16 + ally in state.joins:
            state.joins[hex * 16 + army] = state.joins[hex * 16 + ally]
            return
    others = state.at[hex] & ~game.side_units[side] & ~game.side_units[game.side_of[attacker]]
    owners = [owner for owner in targets_in(state, hex) if owner not in (side, game.side_of[attacker])]
    if (others or owners) and not state.of_side(side, hex) & ~state.late:
        state.push(JoinBattle(commander(state, unit), army, hex))


@dataclass(frozen=True, slots=True)
class JoinBattle(Step[VictoryState]):
    """2.0.3b declare at once which side the newcomers take."""

    player: int
    army: int
    hex: int
    words = "join"

    def offer(self, state: VictoryState) -> Offer:
        return {verbs.JOIN_ATTACK: verbs.YES, verbs.JOIN_DEFENCE: verbs.YES}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        joined = ATTACK if verb == verbs.JOIN_ATTACK else DEFENCE
        for ally in state.game.side_armies[state.game.side_of[self.army]]:
            state.joins[self.hex * 16 + ally] = joined
        state.tell(
            "event.joins",
            "2.0.3b",
            army=state.game.armies[self.army].id,
            hex=self.hex,
            word=("attack", "defence")[joined],
        )
        state.pop()

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.join", "2.0.3b", hex=self.hex)

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        return {"hex": state.game.ground.grid.name(self.hex)}


def finish(state: VictoryState, unit: int) -> None:
    """A block's move is over and no battle came of it."""
    bit = 1 << unit
    state.moved |= bit
    hex = state.hex_of[unit]
    blocks = state.game.blocks
    if blocks.ground & bit:
        was_at_sea = bool(state.afloat & bit)
        settle_afloat(state, unit)
        if was_at_sea and state.game.ground.coastal >> hex & 1 and blocks.amphibious & bit and _was_vacant(state, unit):
            reveal(state, bit)  # 6.7a an invasion of a vacant hex
    show_submarine(state, unit)
    capture(state, hex)


def show_submarine(state: VictoryState, unit: int) -> None:
    """8.opt.2 a submarine on a coast is turned up, so that everybody sees what it does not control."""
    on_coast = state.game.ground.coastal >> state.hex_of[unit] & 1
    if on_coast and state.game.blocks.submarines >> unit & 1 and state.options["submarine_control"]:
        reveal(state, 1 << unit)


def _turned_up_by(state: VictoryState, unit: int, hex: int, drops: bool, by_sea: bool) -> str | None:
    """The rule by which a block that goes to a hex without an enemy would lie face up there; None: it would not."""
    bit, blocks, ground = 1 << unit, state.game.blocks, state.game.ground
    if state.shown & bit:
        return None
    if drops:
        return "6.6a"
    if not ground.coastal >> hex & 1:
        return None
    if blocks.submarines & bit and state.options["submarine_control"]:
        return "8.opt.2"
    if not blocks.ground & blocks.amphibious & bit or not (by_sea or state.afloat & bit):
        return None
    after = state.clone()
    after.put(unit, hex)
    return "6.7a" if _was_vacant(after, unit) else None


def _was_vacant(state: VictoryState, unit: int) -> bool:
    """Whether a block is the first of its side in its hex, so that its landing is an invasion."""
    side = state.game.side_of[state.game.blocks.army[unit]]
    hex = state.hex_of[unit]
    return not state.of_side(side, hex) & ~(1 << unit) and not state.game.side_homes[side] >> hex & 1


def settle_afloat(state: VictoryState, unit: int) -> None:
    """6.71e at sea or ashore: at sea in sea hexes, and for Marines and amphibs on coasts without a friendly port.

    They alone can lie off an open coast: a Commando that comes there is ashore.
    """
    bit = 1 << unit
    hex = state.hex_of[unit]
    ground, blocks = state.game.ground, state.game.blocks
    if ground.water >> hex & 1:
        state.afloat |= bit
        return
    if not blocks.amphibious & bit or not ground.coastal >> hex & 1:
        state.afloat &= ~bit
        return
    army = blocks.army[unit]
    side = state.game.side_of[army]
    port = (ground.settlements >> hex & 1 and controlled(state, side) >> hex & 1) or mulberry_of(state, side, hex)
    if port or not (blocks.beachheads & bit or ground.settlements >> hex & 1):
        if ground_room(state, army, hex) > 0:  # 5.2a where the stack is full it stays at sea
            state.afloat &= ~bit
    elif not state.beach & bit and not ground.settlements >> hex & 1:
        room = naval_room(state, blocks.army[unit], hex) > 0
        state.afloat |= bit if room else 0
