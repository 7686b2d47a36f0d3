"""Chapters 6.0, 6.1 and 6.3: the Combat Phase, attacks declared one by one, and the three dice of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ahead import in_vain, reckoned
from grognard.core.ask import Offer
from grognard.core.step import Forgone, Step
from grognard.core.words import Message
from grognard.games.vl import verbs
from grognard.games.vl.advance import BeginAdvance
from grognard.games.vl.assault import DeclareAssault, assault_odds
from grognard.games.vl.battle import Battle
from grognard.games.vl.counters import GERMAN, QUALITIES, SIDES
from grognard.games.vl.festung import can_assault, why_no_assault
from grognard.games.vl.losses import attacked_alone
from grognard.games.vl.modifiers import Modifier, best_quality, modifiers
from grognard.games.vl.odds import (
    attack_of,
    basic_column,
    best_chance,
    column_before_dice,
    limited,
    odds,
    strengths,
)
from grognard.games.vl.results import SettleResult, duties, is_bold
from grognard.games.vl.retreat import EndRetreat
from grognard.games.vl.state import UNSUPPLIED, VlState
from grognard.games.vl.supply import unsupplied
from grognard.games.vl.support import GiveSupport
from grognard.hex.grid import bits

CORPS_LIMIT = 2
"""13.2.3a units of the 2nd Mechanised Corps in one attack."""


# ---- who attacks whom


def fresh(state: VlState, side: int) -> int:
    """The units that may still attack: 6.1a once a phase, 8.3b not when unsupplied."""
    counters = state.game.counters
    return state.present & counters.of_side[side] & counters.combat & ~state.fought & ~unsupplied(state)


def attackers(state: VlState, side: int, hex: int) -> int:
    """6.0, 6.1a the fresh units beside a hex; rivers and heights do not matter."""
    beside = state.game.ground.grid.around[hex] & state.combat[side]
    return state.units_at(beside) & fresh(state, side) if beside else 0


def targets(state: VlState, side: int) -> int:
    """Enemy hexes that can be attacked: beside a fresh unit, not attacked yet (6.1a), and no Festung (1.6)."""
    counters, where = state.game.counters, state.combat[side]
    ready = fresh(state, side)
    for unit in bits(state.present & counters.of_side[side] & counters.combat & ~ready):
        hex = state.hex_of[unit]
        if not state.at[hex] & ready:
            where &= ~(1 << hex)
    return state.game.ground.grid.grow(where) & state.occupied[1 - side] & ~state.attacked & ~shielded(state)


def shielded(state: VlState) -> int:
    """1.6 the hexes of Festungs without combat units beside them: chapter 7 takes the place of combat there."""
    return state.festungs & ~state.combat[GERMAN]


def crowding_corps(state: VlState, chosen: int) -> int:
    """13.2.3a the units that may no longer join, because the corps has its two in this attack."""
    corps = state.game.counters.second_mechanised
    if state.options["two_2m_units_per_combat"] and (chosen & corps).bit_count() >= CORPS_LIMIT:
        return corps & ~chosen
    return 0


def as_many(state: VlState, side: int, hex: int, chosen: int) -> int:
    """Everyone who can join; where the corps is limited those who count most in an attack (8.3a), then the best."""
    joined = chosen
    waiting = bits(attackers(state, side, hex) & ~chosen)
    for unit in sorted(waiting, key=lambda unit: (-attack_of(state, unit), state.quality(unit), unit)):
        if not crowding_corps(state, joined) >> unit & 1:
            joined |= 1 << unit
    return joined


def battle_of(state: VlState, side: int, units: int, hex: int) -> Battle:
    """The combat that these units would fight."""
    counters = state.game.counters
    here = state.at[hex] & counters.of_side[1 - side]
    return Battle(
        hex=hex,
        attacker=side,
        attackers=units,
        defenders=here & counters.combat,
        followers=here & (counters.hqs | counters.launchers),
        origins=tuple((unit, state.hex_of[unit]) for unit in bits(units)),
    )


def chances(state: VlState, side: int, hexes: int) -> dict[str, Any]:
    """The best odds on each of these hexes, with everyone who can still join; HQs and launchers alone take no die."""
    found = {}
    for hex in bits(hexes):
        units = as_many(state, side, hex, 0)
        battle = battle_of(state, side, units, hex)
        if units and battle.defenders:
            found[state.game.ground.grid.name(hex)] = best_chance(state, battle)
    return found


# ---- the phase


@dataclass(frozen=True, slots=True)
class CombatPhase(Step[VlState]):
    """2.1.C, 2.1.E: attacks in any order, none compulsory (4.3a), and the roll against the city."""

    player: int
    words = "combat"
    in_phase = "combat"
    acting = True

    def offer(self, state: VlState) -> Offer:
        hexes = targets(state, self.player)
        offer: Offer = {verbs.ATTACK: hexes} if hexes else {}
        if can_assault(state, self.player):
            offer[verbs.ASSAULT] = verbs.YES
        offer[verbs.END_COMBAT] = verbs.YES
        return offer

    def take(self, state: VlState, verb: int, target: int) -> None:
        if verb == verbs.ATTACK:
            state.push(DeclareAttack(self.player, target, 0))
        elif verb == verbs.END_COMBAT:
            state.pop()
            state.fought = state.attacked = 0
        else:
            state.push(DeclareAssault(self.player, False))

    def prompt(self, state: VlState) -> Message:
        count = targets(state, self.player).bit_count()
        key = "prompt.combat_assault" if can_assault(state, self.player) else "prompt.combat"
        return state.message(key, "2.1.C" if self.player == 0 else "2.1.E", count=count)

    def why(self, state: VlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.ATTACK:
            return [why_no_attack(state, self.player, target)]
        if verb == verbs.ASSAULT:
            return [why_no_assault(state, self.player)]
        if verb in (verbs.UNIT, verbs.MOVE):
            return [state.message("why.movement_over", "2.1.C" if self.player == 0 else "2.1.E")]
        return []

    def focus(self, state: VlState) -> Mapping[str, Any]:
        return {"chances": chances(state, self.player, state.offer.get(verbs.ATTACK, 0))}

    def preview(self, state: VlState, verb: int, target: int) -> Mapping[str, Any]:
        if verb == verbs.ATTACK:
            battle = battle_of(state, self.player, as_many(state, self.player, target, 0), target)
            return odds(state, battle) if battle.defenders else {}
        if verb == verbs.ASSAULT:
            return assault_odds(state, False)
        return {}

    def forgoes(self, state: VlState, verb: int, target: int) -> Forgone | None:
        hexes = bits(state.offer.get(verbs.ATTACK, 0))
        if verb != verbs.END_COMBAT or not hexes:
            return None
        best = sorted((_best_column(state, self.player, hex), hex) for hex in hexes)[::-1]
        columns = state.game.crt.columns
        items = tuple({"hex": hex, "odds": columns[column] if column >= 0 else ""} for column, hex in best)
        return Forgone(state.message("forgo.attacks", "4.3a", count=len(items)), items)


def _best_column(state: VlState, side: int, hex: int) -> int:
    """The column before the quality dice with everybody who can join; below all where nobody defends."""
    battle = battle_of(state, side, as_many(state, side, hex, 0), hex)
    return limited(state, column_before_dice(state, battle)) if battle.defenders else -1


def why_no_attack(state: VlState, side: int, hex: int) -> Message:
    """Which rule keeps a hex from being attacked."""
    if shielded(state) >> hex & 1 and state.occupied[1 - side] >> hex & 1:
        return state.message("why.festung_not_attacked", "1.6", hex=hex)
    if not state.occupied[1 - side] >> hex & 1:
        return state.message("why.nothing_to_attack", "6.1a", hex=hex)
    if state.attacked >> hex & 1:
        return state.message("why.attacked_already", "6.1a", hex=hex)
    counters = state.game.counters
    beside = state.units_at(state.game.ground.grid.around[hex] & state.combat[side])
    mine = beside & counters.of_side[side] & counters.combat
    if not mine:
        return state.message("why.no_attackers", "6.0", hex=hex)
    if mine & ~state.fought:
        return state.message("why.unsupplied_no_attack", "8.3b", units=bits(mine & ~state.fought))
    return state.message("why.fought_already", "6.1a", units=bits(mine))


@dataclass(frozen=True, slots=True)
class DeclareAttack(Step[VlState]):
    """6.1 name the units that attack a hex."""

    player: int
    hex: int
    chosen: int
    words = "declare"
    acting = True

    def waiting(self, state: VlState) -> int:
        return attackers(state, self.player, self.hex) & ~self.chosen & ~crowding_corps(state, self.chosen)

    def offer(self, state: VlState) -> Offer:
        waiting = self.waiting(state)
        offer: Offer = {}
        if waiting:
            offer[verbs.ADD] = waiting
            offer[verbs.ADD_ALL] = verbs.YES
        if self.chosen:
            offer[verbs.REMOVE] = self.chosen
            offer[verbs.COMMIT] = verbs.YES
        offer[verbs.CANCEL] = verbs.YES
        return offer

    def take(self, state: VlState, verb: int, target: int) -> None:
        if verb == verbs.CANCEL:
            state.pop()
        elif verb == verbs.COMMIT:
            state.pop()
            begin_combat(state, battle_of(state, self.player, self.chosen, self.hex))
        elif verb == verbs.ADD_ALL:
            state.replace(DeclareAttack(self.player, self.hex, as_many(state, self.player, self.hex, self.chosen)))
        else:
            state.replace(DeclareAttack(self.player, self.hex, self.chosen ^ 1 << target))

    def prompt(self, state: VlState) -> Message:
        battle = battle_of(state, self.player, self.chosen, self.hex)
        if not battle.defenders:
            return state.message("prompt.declare_alone", alone_by(state, battle), hex=self.hex)
        attack, defence = strengths(state, battle)
        if not self.chosen:
            return state.message("prompt.declare_nobody", "6.1a", hex=self.hex, defence=defence)
        columns = state.game.crt.columns
        return state.message(
            "prompt.declare", "6.1a", hex=self.hex, attack=attack, defence=defence,
            ratio=columns[basic_column(state, attack, defence)], shifts=told_shifts(modifiers(state, battle)),
            column=columns[limited(state, column_before_dice(state, battle))],
        )  # fmt: skip

    def primary(self, state: VlState) -> int | None:
        if self.chosen:
            return verbs.COMMIT
        return verbs.ADD_ALL if verbs.ADD_ALL in state.offer else None

    def focus(self, state: VlState) -> Mapping[str, Any]:
        rows = state.game.counters.rows
        found: dict[str, Any] = {
            "hex": state.game.ground.grid.name(self.hex),
            "chosen": [rows[unit].id for unit in bits(self.chosen)],
        }
        battle = battle_of(state, self.player, self.chosen, self.hex)
        if self.chosen and battle.defenders:
            found["odds"] = odds(state, battle)
            if "next" in found["odds"]:
                found["odds"]["next"]["units"] = self._lifting(state, battle)
        return found

    def _lifting(self, state: VlState, battle: Battle) -> list[str]:
        """The units each of which by itself lifts the attack to another column."""
        column, found = limited(state, column_before_dice(state, battle)), []
        for unit in bits(self.waiting(state)):
            more = battle_of(state, self.player, self.chosen | 1 << unit, self.hex)
            if limited(state, column_before_dice(state, more)) > column:
                found.append(state.game.counters.rows[unit].id)
        return found

    def preview(self, state: VlState, verb: int, target: int) -> Mapping[str, Any]:
        chosen = {
            verbs.ADD: self.chosen | 1 << target,
            verbs.ADD_ALL: as_many(state, self.player, self.hex, self.chosen),
            verbs.REMOVE: self.chosen & ~(1 << target),
            verbs.COMMIT: self.chosen,
        }.get(verb, 0)
        battle = battle_of(state, self.player, chosen, self.hex)
        return odds(state, battle) if chosen and battle.defenders else {}

    def why(self, state: VlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.ADD:
            return [self._why_not_add(state, target)]
        if verb == verbs.REMOVE:
            return [state.message("why.not_chosen", "6.1a", unit=target)]
        if verb == verbs.COMMIT:
            return [state.message("why.nobody_attacks", "6.1a")]
        if verb == verbs.ADD_ALL:
            return [state.message("why.nobody_left_to_add", "6.1a")]
        if verb == verbs.ATTACK:
            return [state.message("why.attack_under_way", "6.1b", hex=self.hex)]
        return []

    def forgoes(self, state: VlState, verb: int, target: int) -> Forgone | None:
        battle = battle_of(state, self.player, self.chosen, self.hex)
        if verb != verbs.COMMIT or not battle.defenders:
            return None
        return in_vain(state, odds(state, battle), bits(self.chosen), "6.3d")

    def _why_not_add(self, state: VlState, unit: int) -> Message:
        counters = state.game.counters
        bit = 1 << unit
        if counters.side[unit] != self.player:
            return state.message("why.not_your_unit", "6.1a", unit=unit)
        if not counters.combat & bit:
            rule = "1.6" if counters.festungs & bit else "1.5g" if counters.launchers & bit else "4.1"
            return state.message("why.does_not_fight", rule, unit=unit)
        if self.chosen & bit:
            return state.message("why.chosen_already", "6.1c", unit=unit)
        if state.fought & bit:
            return state.message("why.fought_already", "6.1a", units=[unit])
        if not state.on_map(unit) or not state.game.ground.grid.around[self.hex] >> state.hex_of[unit] & 1:
            return state.message("why.not_adjacent", "6.0", unit=unit, hex=self.hex)
        if state.supply[unit] == UNSUPPLIED:
            return state.message("why.unsupplied_no_attack", "8.3b", units=[unit])
        return state.message("why.corps_limit", "13.2.3a", unit=unit)


# ---- the combat


def alone_by(state: VlState, battle: Battle) -> str:
    """The clause for counters attacked without a combat unit: 1.4e with an HQ among them, 1.5g for launchers alone."""
    return "1.4e" if battle.followers & state.game.counters.hqs else "1.5g"


def told_shifts(found: list[Modifier]) -> list[dict[str, str]]:
    """Modifiers as facts of a message."""
    return [{"word": one.word, "points": f"{one.columns:+d}"} for one in found]


def commit(state: VlState, battle: Battle) -> None:
    """6.1a the attack is made: its units and its hex fight no second time in this phase."""
    state.battle = battle
    state.trails = {}
    state.fought |= battle.attackers
    state.attacked |= 1 << battle.hex


def begin_combat(state: VlState, battle: Battle) -> None:
    """The units are committed; 1.4e, 1.5g HQs and launchers alone are removed without a die."""
    commit(state, battle)
    if not battle.defenders:
        state.tell("event.attacked_alone", alone_by(state, battle), units=bits(battle.attackers), hex=battle.hex)
        for unit in bits(battle.followers):
            attacked_alone(state, unit)
        state.push(BeginAdvance(), EndCombat())
        return
    state.push(GiveSupport(battle.attacker), GiveSupport(battle.defender), RollCombat(), EndCombat())


@dataclass(frozen=True, slots=True)
class RollCombat(Step[VlState]):
    """6.2.8b, 6.3d both quality dice, then the result; the defender settles first (6.4b)."""

    automatic = True

    def run(self, state: VlState) -> None:
        battle = state.battle
        assert battle is not None
        game = state.game
        attack, defence = strengths(state, battle)
        shifts = modifiers(state, battle)
        ratio = basic_column(state, attack, defence)
        column = ratio + sum(one.columns for one in shifts)
        account = {} if state.events is None else reckoned(odds(state, battle))
        for side, sign in ((battle.attacker, 1), (battle.defender, -1)):
            best = best_quality(state, battle.force(side))
            face = state.roll(6)
            shift = game.quality[best][face - 1]
            column += sign * shift
            state.tell(
                "event.quality", "6.2.8b", side=SIDES[side], quality=QUALITIES[best], die=face, columns=f"{shift:+d}"
            )
        column = limited(state, column)
        face = state.roll(6)
        result = game.crt.result(column, face)
        if state.events is not None:
            state.tell(
                "event.combat", "6.3d", units=bits(battle.attackers), hex=battle.hex,
                units_defending=bits(battle.defenders), attack=attack, defence=defence,
                ratio=game.crt.columns[ratio], shifts=told_shifts(shifts), column=game.crt.columns[column], die=face,
                result=result, by_die=list(game.crt.results(column)),
                reckoned=account and account | {"neighbours": game.crt.beside(column)},
            )  # fmt: skip
        settle(state, battle, result)


def settle(state: VlState, battle: Battle, result: str) -> None:
    """6.4b what a result asks of both sides, the defender first; then the advance."""
    attacker, defender = duties(result)
    state.push(
        SettleResult(battle.defender, defender, is_bold(state.options, result)),
        EndRetreat(battle.defender),
        SettleResult(battle.attacker, attacker, False),
        EndRetreat(battle.attacker),
        BeginAdvance(),
    )


@dataclass(frozen=True, slots=True)
class EndCombat(Step[VlState]):
    """The combat is over and leaves nothing behind."""

    automatic = True

    def run(self, state: VlState) -> None:
        state.battle = None
        state.trails = {}
