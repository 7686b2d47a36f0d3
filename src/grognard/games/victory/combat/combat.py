"""Chapter 6.3: a battle in rounds, and each block's Combat Turn in them.

Blocks are turned up when they join the battle (6.1b), so everything asked here rests on open facts, except how full the
hexes around are: therefore a Combat Turn is always asked, even when passing is all that is left.
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
from grognard.games.victory.board.stacking import air_in, aloft, ground_room
from grognard.games.victory.combat.aftermath import EndBattle
from grognard.games.victory.combat.field import (
    camp_of,
    defender,
    due,
    fight_of,
    group_of,
    holder,
    host,
    installation_holds,
    marker_target,
    may_blockade,
    naval_group,
    on_land,
    troops,
    units_of,
)
from grognard.games.victory.combat.fire import Target, chances, endangers_own, fire, targets, why_not_fire
from grognard.games.victory.combat.hits import hit_marker
from grognard.games.victory.combat.retreat import (
    closed_retreats,
    holds_the_land,
    land_aboard,
    leave_battle,
    retreat_carriers,
    retreat_hexes,
    why_not_retreat,
)
from grognard.games.victory.combat.strike import rockets_alone, strike
from grognard.games.victory.command.command import commander, commander_of
from grognard.games.victory.faces import by_face, named, reveal
from grognard.games.victory.kinds import AIR, CLASSES, GROUND, NAVAL
from grognard.games.victory.losses import eliminate, lose_step
from grognard.games.victory.state import ATTACK, DEFENCE, NONE, Fight, VictoryState
from grognard.hex.grid import bits

FIRE = {AIR: verbs.FIRE_AIR, NAVAL: verbs.FIRE_NAVAL, GROUND: verbs.FIRE_GROUND}
FIRED_AT = {verb: class_ for class_, verb in FIRE.items()}


@dataclass(frozen=True, slots=True)
class FightBattle(Step[VictoryState]):
    """6.1a one battle, fought to its end before the next."""

    hex: int
    attacker: int
    blockade: bool = False
    automatic = True

    def run(self, state: VictoryState) -> None:
        state.battles.pop(self.hex, None)
        units = state.at.get(self.hex, 0)
        host = defender(state, self.hex, self.attacker)
        state.fight = Fight(self.hex, self.attacker, host, aloft=aloft(state, units), blockade=self.blockade)
        state.barrier += 1
        state.tell("event.battle", "6.1a", hex=self.hex, army=state.game.armies[self.attacker].id)
        if rockets_alone(state):
            strike(state)
            return
        state.push(BeginRound())


@dataclass(frozen=True, slots=True)
class BeginRound(Step[VictoryState]):
    """6.3a a round begins; responding blocks arrive in round 2 (5.8a)."""

    automatic = True

    def run(self, state: VictoryState) -> None:
        fight = fight_of(state)
        number = fight.round + 1
        here = state.at.get(fight.hex, 0)
        arriving = here & ~state.late
        if number > 1:
            arriving = 0
        if number == state.game.tables.combat.response_round:
            _change_roles(state)
            arriving = here & state.late
            state.late &= ~here
        rounds = state.game.tables.combat.rounds
        state.refight(
            round=number, acted=0, shelled=(0, 0), strafed=(0, 0), bombed=(0, 0), left=(), pursuit=number > rounds,
            units=(*fight.units, *in_order(state, arriving)),
        )  # fmt: skip
        state.tell("event.round", "6.3a", round=number)
        reveal(state, arriving)
        if number == 1:
            state.refight(forfeits=_forfeits(state))
        state.push(*_scrambles(state, arriving), NextTurn())


def in_order(state: VictoryState, units: int) -> list[int]:
    """An order of blocks that tells nothing but what is turned up."""
    turn = state.game.blocks.turn
    return sorted(by_face(state, units), key=lambda unit: (camp_of(state, unit), turn[unit]))


def _change_roles(state: VictoryState) -> None:
    """5.8b, 6.49 all original defenders are gone: whoever holds the hex defends it now."""
    if units_of(state, DEFENCE) or not due(state, DEFENCE):
        return
    holds = troops(state, ATTACK) if on_land(state) else units_of(state, ATTACK)
    if holds:
        state.refight(swapped=True, half=(NONE, NONE))
        state.tell("event.roles_change", "5.8b", hex=fight_of(state).hex)


def _forfeits(state: VictoryState) -> int:
    """3.1.river.b attackers that came over a river or a bridge, engineers excepted."""
    game = state.game
    found = 0
    hex = fight_of(state).hex
    for unit in bits(units_of(state, ATTACK) & game.blocks.ground & ~game.blocks.engineers & ~state.afloat):
        came = state.came[unit]
        if came != NONE and game.ground.crosses(game.ground.river, came, hex):
            found |= 1 << unit
    return found


def _scrambles(state: VictoryState, arriving: int) -> list[Step[VictoryState]]:
    """5.52b armies with more air units here than may fight choose theirs among those that have just come in."""
    fight = fight_of(state)
    most = state.game.tables.stacking.air
    found: list[Step[VictoryState]] = []
    for army in range(len(state.game.armies)):
        units = air_in(state, army, fight.hex) & ~state.late & ~fight.grounded
        choice = units & arriving & state.game.blocks.air & ~fight.aloft
        places = most - (units & ~choice).bit_count()
        if places >= choice.bit_count():
            continue
        if places > 0:
            found.append(Scramble(commander_of(state, army, AIR), choice, places))
        else:
            ground_air(state, choice)
    return found


def ground_air(state: VictoryState, units: int) -> None:
    """5.52b these air units do not fight in this battle."""
    state.refight(grounded=fight_of(state).grounded | units)
    for unit in bits(units):
        state.tell("event.grounded", "5.52b", **named(state, unit))


@dataclass(frozen=True, slots=True)
class Scramble(Step[VictoryState]):
    """5.52b choose the air units that fight, for the whole battle; the others are grounded."""

    player: int
    units: int
    count: int
    words = "scramble"

    def offer(self, state: VictoryState) -> Offer:
        return {verbs.SCRAMBLE: self.units}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        state.pop()
        rest = self.units & ~(1 << target)
        if self.count > 1:
            state.push(Scramble(self.player, rest, self.count - 1))
        else:
            ground_air(state, rest)

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.scramble", "5.52b", count=self.count, hex=fight_of(state).hex)

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        return {"hex": state.game.ground.grid.name(fight_of(state).hex)}


# ---- is it over?


def decided(state: VictoryState) -> int | None:
    """6.55 the camp that has won, or None while the battle goes on."""
    held = holder(state)
    other = 1 - held
    mine, theirs = units_of(state, held), units_of(state, other)
    if not theirs:
        return None if due(state, other) else held
    if not mine and not installation_holds(state, held):
        return None if due(state, held) else other
    fight = fight_of(state)
    if fight.blockade:
        return _blockade_decided(state)
    if on_land(state) and troops(state, other) and not troops(state, held) and not due(state, held):
        return other  # 6.5d
    return None


def _blockade_decided(state: VictoryState) -> int | None:
    """6.8c a blockade battle goes on until one party has nothing left that fights on the water or in the air."""
    fight = fight_of(state)
    blockader = state.blockades.get(fight.hex)
    if blockader is None:
        return None
    ships = ATTACK if state.game.side_of[blockader] == state.game.side_of[fight.attacker] else DEFENCE
    if not naval_group(state, ships) and not due(state, ships):
        return 1 - ships
    return None


@dataclass(frozen=True, slots=True)
class NextTurn(Step[VictoryState]):
    """6.31a the next Combat Turn: by letter, the defender first."""

    automatic = True

    def run(self, state: VictoryState) -> None:
        winner = decided(state)
        if winner is not None:
            state.push(EndBattle(winner))
            return
        ready = ready_blocks(state)
        if not ready:
            last = state.game.tables.combat.rounds + bool(state.options["pursuit_round"])
            state.push(BeginRound() if fight_of(state).round < last else EndBattle(holder(state)))
            return
        first = host(state, camp_of(state, ready[0]))
        lead = next((unit for unit in ready if state.game.blocks.army[unit] == first), ready[0])  # 2.0.3b
        player = commander(state, lead)
        mine = [unit for unit in ready if commander(state, unit) == player]
        step: Step[VictoryState] = (
            CombatTurn(player, mine[0])
            if len(mine) == 1 or _interchangeable(state, mine)
            else TurnOrder(player, sum(1 << unit for unit in mine))
        )
        state.push(step, NextTurn())


def waiting(state: VictoryState) -> int:
    """The blocks whose Combat Turn of this round is still to come."""
    fight = fight_of(state)
    found = (units_of(state, ATTACK) | units_of(state, DEFENCE)) & ~fight.acted & ~fight.grounded
    if fight.round == 1:
        found &= ~fight.forfeits
    empty = sum(1 << unit for unit in bits(found & state.game.blocks.factories) if not state.steps[unit])  # 9.1d
    return found & ~empty


def place_in_round(state: VictoryState, unit: int) -> tuple[int, int]:
    """6.31a by letter, the defender first: a block with a smaller place has its Combat Turn before."""
    return state.game.blocks.turn[unit], int(camp_of(state, unit) != holder(state))


def ready_blocks(state: VictoryState) -> list[int]:
    """The blocks whose Combat Turn is next."""
    first: list[int] = []
    best: tuple[int, int] | None = None
    for unit in bits(waiting(state)):
        key = place_in_round(state, unit)
        if best is None or key < best:
            best, first = key, [unit]
        elif key == best:
            first.append(unit)
    return first


def _interchangeable(state: VictoryState, units: list[int]) -> bool:
    """Equal counters are one: their order makes no difference."""
    blocks = state.game.blocks
    fight = fight_of(state)

    def facts(unit: int) -> tuple[Any, ...]:
        return (
            blocks.kind[unit], blocks.army[unit], state.steps[unit], state.came[unit], state.flown[unit],
            state.aboard[unit], state.afloat >> unit & 1, fight.aloft >> unit & 1, unit in fight.half,
            state.fired >> unit & 1,
        )  # fmt: skip

    return all(facts(unit) == facts(units[0]) for unit in units)


@dataclass(frozen=True, slots=True)
class TurnOrder(Step[VictoryState]):
    """6.31a blocks of one camp and letter act in their owner's order."""

    player: int
    units: int
    words = "turn_order"

    def offer(self, state: VictoryState) -> Offer:
        return {verbs.TURN: self.units}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        state.replace(CombatTurn(self.player, target))

    def prompt(self, state: VictoryState) -> Message:
        fight = fight_of(state)
        return state.message("prompt.turn_order", "6.31a", hex=fight.hex, round=fight.round)

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        return {"hex": state.game.ground.grid.name(fight_of(state).hex)}


@dataclass(frozen=True, slots=True)
class CombatTurn(Step[VictoryState]):
    """6.31b a block fires, passes or retreats; or drops, lands or is dropped."""

    player: int
    unit: int
    words = "combat_turn"

    def offer(self, state: VictoryState) -> Offer:
        fight = fight_of(state)
        bit = 1 << self.unit
        offer: Offer = {}
        if fight.pursuit and camp_of(state, self.unit) != holder(state):
            self._retreats(state, offer)
            if not must_leave(state, self.unit):
                offer[verbs.PASS] = verbs.YES
            elif state.game.blocks.naval & bit and may_blockade(state, camp_of(state, self.unit)):
                offer[verbs.BLOCKADE] = verbs.YES
            return offer or {verbs.PASS: verbs.YES}
        if fight.aloft & bit and state.game.blocks.airborne & bit:  # 6.6b drop now, or abort
            if ground_room(state, state.game.blocks.army[self.unit], fight.hex) > 0:
                offer[verbs.DROP] = verbs.YES
            self._retreats(state, offer)
            return offer or {verbs.GIVE_UP: verbs.YES}
        for class_ in targets(state, self.unit):
            offer[FIRE[class_]] = verbs.YES
        if state.game.blocks.one_shot & bit:
            if state.game.blocks.ground & bit:  # stretch.6 a rocket on its way only strikes
                return offer or {verbs.GIVE_UP: verbs.YES}
            offer[verbs.BOMB] = verbs.YES
        if self._may_land(state):
            offer[verbs.LAND] = verbs.YES
        offer[verbs.PASS] = verbs.YES
        if not (state.options["mandatory_first_round"] and fight.round == 1):  # 6.opt.1
            self._retreats(state, offer)
        return offer

    def _retreats(self, state: VictoryState, offer: Offer) -> None:
        if hexes := retreat_hexes(state, self.unit):
            offer[verbs.RETREAT] = hexes
        if carriers := retreat_carriers(state, self.unit):
            offer[verbs.RETREAT_ABOARD] = carriers

    def _may_land(self, state: VictoryState) -> bool:
        """6.7b once no enemy ship is left, and within ground stacking."""
        bit = 1 << self.unit
        fight = fight_of(state)
        if not state.afloat & bit or not state.game.blocks.amphibious & bit or not on_land(state):
            return False
        if naval_group(state, 1 - camp_of(state, self.unit)):
            return False
        return ground_room(state, state.game.blocks.army[self.unit], fight.hex) > 0

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        bit = 1 << self.unit
        state.pop()
        fight = state.refight(acted=fight_of(state).acted | bit)
        if verb in FIRED_AT:
            fire(state, self.unit, FIRED_AT[verb])
            if state.game.blocks.one_shot & bit:
                eliminate(state, self.unit, "stretch.6")
        elif verb == verbs.RETREAT:
            leave_battle(state, self.unit, target)
        elif verb == verbs.RETREAT_ABOARD:
            land_aboard(state, self.unit, target)
        elif verb == verbs.DROP:
            state.flown[self.unit] = 0
            state.refight(aloft=fight.aloft & ~bit, landed=fight.landed | bit)
            state.tell("event.drops", "6.6b", **named(state, self.unit))
        elif verb == verbs.LAND:
            state.afloat &= ~bit
            state.refight(landed=fight.landed | bit)
            state.tell("event.lands", "6.7b", **named(state, self.unit))
        elif verb == verbs.BOMB:
            drop_bomb(state, self.unit)
        elif verb == verbs.GIVE_UP:
            eliminate(state, self.unit, "6.6b" if state.game.blocks.airborne & bit else "stretch.6")
        elif verb == verbs.BLOCKADE:
            state.refight(staying=fight.staying | bit)
        elif must_leave(state, self.unit):
            eliminate(state, self.unit, "6.5e")
        else:
            state.tell("event.passes", "6.31b", **named(state, self.unit))

    def prompt(self, state: VictoryState) -> Message:
        fight = fight_of(state)
        letter = state.game.kinds.turn_names[state.game.blocks.turn[self.unit]]
        return state.message(
            "prompt.combat_turn", "6.31b", unit=self.unit, round=fight.round, letter=letter, hex=fight.hex
        )

    def primary(self, state: VictoryState) -> int | None:
        """6.42b what it does when nothing is declared: it fires at its own type, else where it fires best."""
        if state.offer.get(verbs.DROP):
            return verbs.DROP
        if state.offer.get(verbs.LAND):
            return verbs.LAND
        found = targets(state, self.unit)
        if not any(state.offer.get(FIRE[class_]) for class_ in found):
            return super(CombatTurn, self).primary(state)
        own = group_of(state, self.unit)
        return FIRE[own if own in found else max(found, key=lambda class_: found[class_].firepower)]

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        fight = fight_of(state)
        return {
            "unit": state.game.blocks.rows[self.unit].id,
            "hex": state.game.ground.grid.name(fight.hex),
            "round": fight.round,
            "fire": {
                CLASSES[class_]: {"firepower": target.firepower, "dice": state.steps[self.unit]}
                for class_, target in targets(state, self.unit).items()
            },
            **self._closed(state),
        }

    def _closed(self, state: VictoryState) -> Mapping[str, Any]:
        """What closes every way out to a block that is lost whatever is answered."""
        if list(state.offer) == [verbs.GIVE_UP] and state.game.blocks.airborne >> self.unit & 1:
            full = closed(state.game, self.why(state, verbs.DROP, 0))
            return {"closed": [*full, *closed_retreats(state, self.unit)]}
        if list(state.offer) == [verbs.PASS] and must_leave(state, self.unit):
            return {"closed": closed_retreats(state, self.unit)}
        return {}

    def preview(self, state: VictoryState, verb: int, target: int) -> Mapping[str, Any]:
        if verb not in FIRED_AT:
            return {}
        aim = targets(state, self.unit)[FIRED_AT[verb]]
        return shot(state, self.unit, FIRED_AT[verb], aim)

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        fight = fight_of(state)
        bit = 1 << self.unit
        if fight.aloft & bit and verb in (verbs.PASS, *FIRED_AT):
            return [state.message("why.must_drop", "6.6b", unit=self.unit)]
        if verb in FIRED_AT:
            return why_not_fire(state, self.unit, FIRED_AT[verb])
        if (
            verb in (verbs.RETREAT, verbs.RETREAT_ABOARD)
            and state.options["mandatory_first_round"]
            and fight.round == 1
        ):
            return [state.message("why.mandatory_round", "6.opt.1")]
        if verb == verbs.RETREAT:
            return why_not_retreat(state, self.unit, target)
        if verb == verbs.LAND and state.afloat & bit:
            if naval_group(state, 1 - camp_of(state, self.unit)):
                return [state.message("why.ships_bar_landing", "6.7b")]
            return [state.message("why.full", "5.2a", hex=fight.hex)]
        if verb == verbs.DROP and fight.aloft & bit:
            return [state.message("why.full", "5.52e", hex=fight.hex)]
        if verb == verbs.HIT:
            return [state.message("why.groups_only", "6.42a")]
        return []


def must_leave(state: VictoryState, unit: int) -> bool:
    """6.opt.3 attackers leave in the pursuit round, but 6.8c not the ground units that hold a blockaded hex."""
    if not fight_of(state).pursuit or camp_of(state, unit) == holder(state):
        return False
    ashore_at_home = holds_the_land(state, unit) and group_of(state, unit) == GROUND
    return not ashore_at_home and not state.game.blocks.factories >> unit & 1


def shot(state: VictoryState, unit: int, class_: int, aim: Target) -> dict[str, Any]:
    """A shot before it is fired: dice, firepower, the chances of each number of hits, friendly fire."""
    dice = state.steps[unit]
    spread = chances(dice, aim.firepower)
    return {
        "target": CLASSES[class_],
        "dice": dice,
        "firepower": aim.firepower,
        "expected": round(dice * min(aim.firepower, 6) / 6, 2),
        "chances": [round(chance, 4) for chance in spread],
        "targets": aim.units.bit_count(),
        "friendly_fire": endangers_own(state, unit, class_),
    }


def drop_bomb(state: VictoryState, unit: int) -> None:
    """stretch.1 on 1-5 every block in the hex takes a hit, whatever protects it; the bomb is gone in any case."""
    fight = fight_of(state)
    roll = state.roll(6)
    dud = roll == state.game.tables.combat.dud
    state.tell("event.atom_bomb", "stretch.1", die=roll, word="dud" if dud else "blast", hex=fight.hex)
    eliminate(state, unit, "stretch.1", cause="cause_used")
    if not dud:
        for one in bits(units_of(state, ATTACK) | units_of(state, DEFENCE)):
            if state.steps[one]:
                lose_step(state, one, "stretch.1")
        if marker_target(state, ATTACK) or marker_target(state, DEFENCE):
            hit_marker(state)
