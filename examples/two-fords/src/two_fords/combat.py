"""Chapter 6: combat. An attack is declared hex by hex, its odds are known beforehand, one die decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ahead import chance, next_column, reckoned
from grognard.core.ask import Offer
from grognard.core.step import Forgone, Step
from grognard.core.view import worded
from grognard.core.words import Message
from grognard.hex.grid import bits
from two_fords import verbs
from two_fords.retreat import Advance, fall_back
from two_fords.state import TwoFordsState

SEVERITY = {"A1": "bad", "-": "none", "DR": "mild", "D1": "mild", "DX": "hard"}
"""How hard a result is on the defender, for colours; bad is bad for the attacker."""


# ---- who attacks whom


def attackers(state: TwoFordsState, side: int, hex: int) -> int:
    """6.1 the units beside a hex that have not attacked in this phase."""
    return state.units_in(state.game.ground.beside(hex) & state.occupied[side]) & ~state.fought


def targets(state: TwoFordsState, side: int) -> int:
    """6.1 the enemy hexes that can be attacked, each once a phase."""
    fresh = sum(1 << state.hex_of[unit] for unit in bits(state.units_of(side) & ~state.fought))
    ground = state.game.ground
    return ground.grid.step(fresh, ground.passable) & state.occupied[1 - side] & ~state.attacked


# ---- the odds


def strengths(state: TwoFordsState, units: int, hex: int) -> tuple[int, int]:
    """6.2 both sums."""
    return sum(state.strength(unit) for unit in bits(units)), state.strength(state.unit_at(hex))


def shifts(state: TwoFordsState, units: int, hex: int) -> list[tuple[str, int]]:
    """6.3 the ground of the defender, and a ford that every attacker has to cross."""
    ground = state.game.ground
    found = [(state.game.map.terrain_at[hex], -ground.shift[hex])] if ground.shift[hex] else []
    if all(ground.over_ford(hex) >> state.hex_of[unit] & 1 for unit in bits(units)):
        found.append(("ford", -state.game.files.tables.ford.shift))
    return found


def base_column(state: TwoFordsState, units: int, hex: int) -> int:
    """6.2 the ratio rounded in the defender's favour; beyond the table its outer column."""
    return limited(state, state.game.crt.level(*strengths(state, units, hex)))


def column(state: TwoFordsState, units: int, hex: int) -> int:
    """6.3 the column that the die is read in."""
    return limited(state, base_column(state, units, hex) + sum(columns for _, columns in shifts(state, units, hex)))


def limited(state: TwoFordsState, level: int) -> int:
    return min(max(level, 0), state.game.crt.last)


def odds(state: TwoFordsState, units: int, hex: int) -> dict[str, Any]:
    """An attack before its die, as a table shows it."""
    game = state.game
    attack, defence = strengths(state, units, hex)
    base, final = base_column(state, units, hex), column(state, units, hex)
    lost = base - final
    by_die = game.crt.results(final)
    lines = [
        {**worded(game, state.message(f"odds.{word}", "6.3")), "value": f"{columns:+d}"}
        for word, columns in shifts(state, units, hex)
    ]
    more = next_column(game.crt, attack, defence, final, final + 1 + lost) if base < game.crt.last else {}
    return more | {
        "hex": game.ground.grid.name(hex),
        "attack": attack,
        "defence": defence,
        "groups": _groups(state, bits(units)),
        "defence_groups": _groups(state, [state.unit_at(hex)]),
        "ratio": game.crt.columns[base],
        "lines": lines,
        "total": f"{final - base:+d}",
        "column": game.crt.columns[final],
        "results": {code: by_die.count(code) / len(by_die) for code in dict.fromkeys(by_die)},
        "by_die": list(by_die),
        "neighbours": game.crt.beside(final),
        "severity": SEVERITY,
    }


def _groups(state: TwoFordsState, units: list[int]) -> list[dict[str, Any]]:
    rows = state.game.units
    return [
        {"units": [rows[unit].id], "factor": "1", "reasons": [], "strength": state.strength(unit)} for unit in units
    ]


def chances(state: TwoFordsState, side: int, hexes: int) -> dict[str, Any]:
    """The best odds on each of these hexes, with everybody who can join."""
    crt, found = state.game.crt, {}
    for hex in bits(hexes):
        level = column(state, attackers(state, side, hex), hex)
        found[state.game.ground.grid.name(hex)] = chance(crt.columns[level], crt.results(level), SEVERITY.__getitem__)
    return found


# ---- the phase


@dataclass(frozen=True, slots=True)
class Fight(Step[TwoFordsState]):
    """3.2 attacks in any order, none compulsory."""

    player: int
    words = "combat"
    in_phase = "combat"
    acting = True

    def offer(self, state: TwoFordsState) -> Offer:
        hexes = targets(state, self.player)
        return {verbs.ATTACK: hexes, verbs.END_COMBAT: verbs.YES} if hexes else {verbs.END_COMBAT: verbs.YES}

    def take(self, state: TwoFordsState, verb: int, target: int) -> None:
        if verb == verbs.ATTACK:
            state.push(DeclareAttack(self.player, target, attackers(state, self.player, target)))
        else:
            state.pop()

    def prompt(self, state: TwoFordsState) -> Message:
        return state.message("prompt.combat", "3.2", count=targets(state, self.player).bit_count())

    def focus(self, state: TwoFordsState) -> Mapping[str, Any]:
        return {"chances": chances(state, self.player, targets(state, self.player))}

    def preview(self, state: TwoFordsState, verb: int, target: int) -> Mapping[str, Any]:
        return odds(state, attackers(state, self.player, target), target) if verb == verbs.ATTACK else {}

    def forgoes(self, state: TwoFordsState, verb: int, target: int) -> Forgone | None:
        hexes = bits(targets(state, self.player))
        if verb != verbs.END_COMBAT or not hexes:
            return None
        best = sorted((column(state, attackers(state, self.player, hex), hex), hex) for hex in hexes)[::-1]
        items = tuple({"hex": hex, "odds": state.game.crt.columns[level]} for level, hex in best)
        return Forgone(state.message("forgo.attacks", "6.1", count=len(items)), items)

    def why(self, state: TwoFordsState, verb: int, target: int) -> list[Message]:
        return [self._why_no_attack(state, target)] if verb == verbs.ATTACK else []

    def _why_no_attack(self, state: TwoFordsState, hex: int) -> Message:
        if not state.occupied[1 - self.player] >> hex & 1:
            return state.message("why.nobody_there", "6.1", hex=hex)
        if state.attacked >> hex & 1:
            return state.message("why.attacked", "6.1", hex=hex)
        beside = state.units_in(state.game.ground.beside(hex) & state.occupied[self.player])
        if not beside:
            return state.message("why.nobody_beside", "6.1", hex=hex)
        return state.message("why.fought", "6.1", units=bits(beside))


@dataclass(frozen=True, slots=True)
class DeclareAttack(Step[TwoFordsState]):
    """6.1 who takes part: at first everybody who can."""

    player: int
    hex: int
    chosen: int
    words = "declare"
    acting = True

    def offer(self, state: TwoFordsState) -> Offer:
        offer = {
            verbs.ADD: attackers(state, self.player, self.hex) & ~self.chosen,
            verbs.REMOVE: self.chosen,
            verbs.COMMIT: int(bool(self.chosen)),
            verbs.CANCEL: verbs.YES,
        }
        return {verb: found for verb, found in offer.items() if found}

    def take(self, state: TwoFordsState, verb: int, target: int) -> None:
        if verb in (verbs.ADD, verbs.REMOVE):
            state.replace(DeclareAttack(self.player, self.hex, self.chosen ^ 1 << target))
            return
        state.pop()
        if verb == verbs.COMMIT:
            fight(state, self.player, self.chosen, self.hex)

    def primary(self, state: TwoFordsState) -> int | None:
        return verbs.COMMIT if self.chosen else None

    def prompt(self, state: TwoFordsState) -> Message:
        attack, defence = strengths(state, self.chosen, self.hex)
        return state.message("prompt.declare", "6.1", hex=self.hex, attack=attack, defence=defence)

    def focus(self, state: TwoFordsState) -> Mapping[str, Any]:
        rows = state.game.units
        found: dict[str, Any] = {
            "hex": state.game.ground.grid.name(self.hex), "chosen": [rows[unit].id for unit in bits(self.chosen)],
        }  # fmt: skip
        return found | ({"odds": odds(state, self.chosen, self.hex)} if self.chosen else {})

    def preview(self, state: TwoFordsState, verb: int, target: int) -> Mapping[str, Any]:
        chosen = {
            verbs.ADD: self.chosen | 1 << target, verbs.REMOVE: self.chosen & ~(1 << target), verbs.COMMIT: self.chosen,
        }.get(verb, 0)  # fmt: skip
        return odds(state, chosen, self.hex) if chosen else {}

    def why(self, state: TwoFordsState, verb: int, target: int) -> list[Message]:
        if verb == verbs.ADD:
            return [self._why_not_add(state, target)]
        if verb == verbs.REMOVE:
            return [state.message("why.not_chosen", "6.1", unit=target)]
        return [state.message("why.nobody_attacks", "6.1")] if verb == verbs.COMMIT else []

    def _why_not_add(self, state: TwoFordsState, unit: int) -> Message:
        if state.game.side_of[unit] != self.player:
            return state.message("why.not_your_unit", "6.1", unit=unit)
        if self.chosen >> unit & 1:
            return state.message("why.chosen", "6.1", unit=unit)
        if state.fought >> unit & 1:
            return state.message("why.fought", "6.1", units=[unit])
        return state.message("why.not_beside", "6.1", unit=unit, hex=self.hex)


def fight(state: TwoFordsState, side: int, units: int, hex: int) -> None:
    """6.2 the die; 6.4 its result."""
    crt, level, defender = state.game.crt, column(state, units, hex), state.unit_at(hex)
    attack, defence = strengths(state, units, hex)
    account = {} if state.events is None else reckoned(odds(state, units, hex))
    state.fought |= units
    state.attacked |= 1 << hex
    die = state.roll(6)
    result = crt.result(level, die)
    state.tell(
        "event.combat", "6.2", units=bits(units), hex=hex, units_defending=[defender], attack=attack, defence=defence,
        column=crt.columns[level], die=die, result=result, by_die=list(crt.results(level)), reckoned=account,
    )  # fmt: skip
    settle(state, side, units, hex, result)


def settle(state: TwoFordsState, side: int, units: int, hex: int, result: str) -> None:
    """6.4 what a result does to either side, then the advance (7.3)."""
    defender = state.unit_at(hex)
    state.push(Advance(side, hex, units))
    if result == "A1":
        state.lose_step(max(bits(units), key=lambda unit: (state.strength(unit), -unit)), "6.4")
    if result in ("D1", "DX"):
        state.lose_step(defender, "6.4")
    if result in ("DR", "DX") and state.on_map(defender):
        fall_back(state, defender)
