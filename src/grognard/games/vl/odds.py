"""Chapter 6.3: strengths, the ratio, the column, and what a player may know of it before the dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from grognard.core.ahead import chance, next_column
from grognard.core.view import worded
from grognard.games.vl.battle import Battle
from grognard.games.vl.counters import QUALITIES, SIDES
from grognard.games.vl.modifiers import best_quality, modifiers
from grognard.games.vl.results import outcome_severity
from grognard.games.vl.state import ISOLATED, SUPPLIED, UNSUPPLIED, VlState
from grognard.hex.grid import bits


def attack_of(state: VlState, unit: int) -> int:
    """8.3a an isolated unit attacks at half, 8.3c rounded up by itself; 8.3b an unsupplied one not at all."""
    strength = state.strength(unit)
    if state.supply[unit] == ISOLATED:
        return (strength + 1) // 2
    return 0 if state.supply[unit] == UNSUPPLIED else strength


def defence_of(state: VlState, unit: int) -> int:
    """8.3b an unsupplied unit defends at half, 8.3c rounded up by itself."""
    strength = state.strength(unit)
    return (strength + 1) // 2 if state.supply[unit] == UNSUPPLIED else strength


def strengths(state: VlState, battle: Battle) -> tuple[int, int]:
    """6.1b, 6.3 both sums."""
    attack = sum(attack_of(state, unit) for unit in bits(battle.attackers))
    return attack, sum(defence_of(state, unit) for unit in bits(battle.defenders))


def basic_column(state: VlState, attack: int, defence: int) -> int:
    """6.3a the ratio rounded in the defender's favour; beyond the table its outer column."""
    crt = state.game.crt
    return min(max(crt.level(attack, defence), 0), crt.last)


def limited(state: VlState, column: int) -> int:
    """6.3c the limits of the table, applied once, after everything was added up."""
    return min(max(column, 0), state.game.crt.last)


def column_before_dice(state: VlState, battle: Battle) -> int:
    """The column that the quality dice shift from, not yet limited."""
    attack, defence = strengths(state, battle)
    return basic_column(state, attack, defence) + sum(one.columns for one in modifiers(state, battle))


def final_columns(state: VlState, battle: Battle) -> dict[int, Fraction]:
    """The chance of every final column over both quality dice."""
    start = column_before_dice(state, battle)
    table = state.game.quality
    own = table[best_quality(state, battle.attackers)]
    theirs = table[best_quality(state, battle.defenders)]
    counts = Counter(limited(state, start + a - d) for a in own for d in theirs)
    total = len(own) * len(theirs)
    return {column: Fraction(count, total) for column, count in sorted(counts.items())}


def chances(state: VlState, battle: Battle) -> dict[str, Fraction]:
    """The exact chance of every result, over all three dice."""
    found: dict[str, Fraction] = {}
    for column, share in final_columns(state, battle).items():
        results = state.game.crt.results(column)
        for result in results:
            found[result] = found.get(result, Fraction(0)) + share / len(results)
    return found


def odds(state: VlState, battle: Battle) -> dict[str, Any]:
    """Every modifier of a combat and the distribution of its results, as a table shows it."""
    game = state.game
    attack, defence = strengths(state, battle)
    start = column_before_dice(state, battle)
    column = limited(state, start)
    lines = [
        {**worded(game, state.message(f"odds.{one.word}", one.rule)), "value": f"{one.columns:+d}"}
        for one in modifiers(state, battle)
    ]
    qualities = [QUALITIES[best_quality(state, battle.force(side))] for side in (battle.attacker, battle.defender)]
    pending = [
        worded(game, state.message("odds.quality", "6.2.8b", side=SIDES[side], quality=letter))
        for side, letter in zip((battle.attacker, battle.defender), qualities, strict=True)
    ]
    shares = chances(state, battle)
    by_die = list(game.crt.results(column))
    return next_of(state, battle) | {
        "hex": game.ground.grid.name(battle.hex),
        "attack": attack,
        "defence": defence,
        "groups": _groups(state, battle.attackers, ISOLATED, True),
        "defence_groups": _groups(state, battle.defenders, UNSUPPLIED, False),
        "ratio": game.crt.columns[basic_column(state, attack, defence)],
        "lines": lines,
        "total": f"{start - basic_column(state, attack, defence):+d}",
        "column": game.crt.columns[column],
        "pending": pending,
        "columns": {game.crt.columns[one]: float(share) for one, share in final_columns(state, battle).items()},
        "results": {result: float(share) for result, share in sorted(shares.items(), key=lambda one: -one[1])},
        "by_die": by_die,
        "neighbours": game.crt.beside(column),
        "severity": {result: outcome_severity(result) for row in game.crt.rows for result in row},
    }


def next_of(state: VlState, battle: Battle) -> dict[str, Any]:
    """What more would lead to the next column; the ratio alone never leads beyond the table (6.3a)."""
    attack, defence = strengths(state, battle)
    crt, start = state.game.crt, column_before_dice(state, battle)
    column = limited(state, start)
    level = column + 1 - (start - basic_column(state, attack, defence))
    return next_column(crt, attack, defence, column, level) if level <= crt.last else {}


def best_chance(state: VlState, battle: Battle) -> dict[str, Any]:
    """The column before the quality dice, and what each face does there."""
    column = limited(state, column_before_dice(state, battle))
    return chance(state.game.crt.columns[column], state.game.crt.results(column), outcome_severity)


def _groups(state: VlState, units: int, halved: int, attacking: bool) -> list[dict[str, Any]]:
    """Units by hex and by what halves them."""
    counters = state.game.counters
    worth = attack_of if attacking else defence_of
    groups: dict[tuple[int, bool], list[int]] = {}
    for unit in bits(units):
        groups.setdefault((state.hex_of[unit], state.supply[unit] == halved), []).append(unit)
    words = {ISOLATED: "isolated", UNSUPPLIED: "unsupplied", SUPPLIED: ""}
    return [
        {
            "units": [counters.rows[unit].id for unit in members],
            "factor": "1/2" if cut else "1",
            "reasons": [words[halved]] if cut else [],
            "strength": sum(worth(state, unit) for unit in members),
        }
        for (_, cut), members in groups.items()
    ]
