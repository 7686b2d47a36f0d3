"""What units count in each kind of combat, what is added to the die, and the odds that follow from both.

Combat Strength serves in Segments I (defence) and III, Attack against Defense Strength in Segment II (def.combat,
def.attack). Every announced attack is previewed and resolved by the same `Fight`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from grognard.core.ahead import chance, next_column
from grognard.core.words import LANGUAGES
from grognard.games.lb.engineers import over_river, passable
from grognard.games.lb.state import LbState
from grognard.games.lb.supply import supplied_hexes
from grognard.hex.grid import bits

Segment = Literal["ranged_artillery", "initial_armored", "final_ground", "air_strike"]
SEGMENT_RULES: dict[str, str] = {
    "ranged_artillery": "seq.1b.I",
    "initial_armored": "seq.1b.IIa",
    "final_ground": "seq.1b.IIIa",
    "air_strike": "seq.1b.IV",
}
Addition = tuple[str, int, str]
"""(catalogue word, what it adds to the die, rule)."""
NO_EFFECT = "-"
SEVERITY = {"DX": "hard", "DB": "mild", "EX": "mild", "AB": "bad", "AX": "bad", NO_EFFECT: "none"}
"""How hard a result hits the defender, for its shade."""


# ---- units


def armored(state: LbState) -> int:
    """armor.A tanks, assault guns, reconnaissance, and armored infantry whose owner says so."""
    return state.game.counters.armor | state.armored


def reductions(state: LbState, unit: int, attacking: bool, supplied: int) -> list[tuple[str, str]]:
    """What halves a unit's strengths, in the order in which it is applied (supply.D2)."""
    hex = state.hex_of[unit]
    found = []
    if not supplied >> hex & 1:
        found.append(("out_of_supply", "supply.D1"))
    if armored(state) >> unit & 1 and state.game.ground.rough_going >> hex & 1:
        found.append(("armor_in_rough_going", "tec.d"))
    if attacking and state.undeployed >> unit & 1:
        found.append(("undeployed", "move.Kb"))
    return found


def attacking_strength(state: LbState, unit: int, segment: Segment, supplied: int) -> int:
    """What a ground unit counts in attack: halved once for each reason, fractions lost each time (supply.D2)."""
    counters = state.game.counters
    printed = counters.attack[unit] if segment == "initial_armored" else counters.combat[unit]
    return printed >> len(reductions(state, unit, True, supplied))


def can_attack(state: LbState, units: int) -> bool:
    """supply.D2 whether these units of the attacker count for anything in a Final Ground combat."""
    supplied = supplied_hexes(state, state.active)
    return any(attacking_strength(state, unit, "final_ground", supplied) for unit in bits(units))


def defending_strength(state: LbState, unit: int, segment: Segment, supplied: int) -> int:
    """What a unit counts in defence: never less than 1 (supply.D2)."""
    counters = state.game.counters
    if counters.guns >> unit & 1:
        return state.game.files.tables.artillery.defense  # pieces.C
    # artillery.E against artillery as against a non-armor attack
    printed = counters.defence[unit] if segment == "initial_armored" else counters.combat[unit]
    return max(1, printed >> len(reductions(state, unit, False, supplied)))


def fire_strength(state: LbState, gun: int, with_supply: bool, spotted: bool, supplied: int) -> int:
    """artillery.C what a gun fires with; lack of HQ supply halves it besides, but never under 1 (artillery.C.III)."""
    table = state.game.files.tables.artillery
    if not with_supply:
        return table.unsupplied_fire
    strength = state.game.counters.combat[gun]
    if not supplied >> state.hex_of[gun] & 1:
        strength = max(1, strength // 2)
    return strength if spotted else strength // table.unspotted_divisor  # artillery.C.II


def spotted(state: LbState, side: int, hex: int) -> bool:
    """artillery.C.I whether a hex lies in a ZOC of this side."""
    return bool(state.zoc(side) >> hex & 1)


# ---- the die


def additions(state: LbState, hexes: int, attackers: int, defenders: int, segment: Segment) -> tuple[Addition, ...]:
    """tec.die everything that is added to the die; combat.D of several hexes the one that adds most."""
    best: tuple[Addition, ...] = ()
    for hex in bits(hexes):
        found = _additions_of(state, hex, attackers, defenders, segment)
        if sum(value for _, value, _ in found) > sum(value for _, value, _ in best):
            best = found
    return best


def _additions_of(state: LbState, hex: int, attackers: int, defenders: int, segment: Segment) -> tuple[Addition, ...]:
    ground, tables = state.game.ground, state.game.files.tables
    found = []
    terrain = ground.map.terrain_at[hex]
    if ground.die_addition[hex]:
        found.append((terrain, ground.die_addition[hex], f"tec.{terrain}"))
    if state.at.get(hex, 0) & state.dug_in & defenders:  # in Segment II of those alone who defend there
        found.append(("fortification", tables.fortification.die_addition, "fort.D"))
    if segment in ("initial_armored", "final_ground"):
        # tec.river only if all attackers attack across it, bridged or not
        if attackers and all(over_river(state, state.hex_of[unit], hex) for unit in bits(attackers)):
            found.append(("river", tables.river.die_addition, "tec.river"))
    elif not spotted(state, state.active, hex):
        found.append(("unspotted", tables.artillery.unspotted_die_addition, "artillery.C.II"))
    return tuple(found)


def over_unbridged_river(state: LbState, hexes: int, attackers: int) -> bool:
    """tec.c whether every attacker is across an unbridged hexside: AB and DB are not applied then."""
    ground = state.game.ground
    ways = passable(state, state.active)
    return bool(attackers) and all(
        over_river(state, state.hex_of[unit], hex) and not ground.crosses(ways, state.hex_of[unit], hex)
        for unit in bits(attackers)
        for hex in bits(hexes)
    )


# ---- a fight


@dataclass(frozen=True)
class Fight:
    """One combat in numbers, at this instant."""

    segment: Segment
    hexes: int
    attackers: tuple[tuple[int, int], ...]
    """(unit, what it counts)."""
    defenders: tuple[tuple[int, int], ...]
    support: tuple[tuple[int, int], ...]
    """(gun, what its defensive fire counts)."""
    additions: tuple[Addition, ...]
    barred: bool
    """AB and DB are not applied (tec.c)."""
    points: int = 0
    """Air Combat Points, in an air strike."""
    wall: int = 0
    """Terrain strength, in an air strike."""

    @property
    def attack(self) -> int:
        return self.points + sum(strength for _, strength in self.attackers)

    @property
    def defence(self) -> int:
        return self.wall + sum(strength for _, strength in (*self.defenders, *self.support))

    @property
    def addition(self) -> int:
        return sum(value for _, value, _ in self.additions)

    def level(self, state: LbState) -> int:
        """combat.proc.b the column, rounded down; outside the table its end columns."""
        return min(max(state.game.crt.level(self.attack, self.defence), 0), state.game.crt.last)

    def result(self, state: LbState, face: int) -> str:
        """The result of a die face."""
        return self.result_in(state, self.level(state), face)

    def result_in(self, state: LbState, level: int, face: int) -> str:
        """What a die face does in a column, with what is not applied here taken out."""
        table = state.game.files.tables.crt
        code = state.game.crt.result(level, min(face + self.addition, table.die_columns[-1]))  # tec.die
        return code if self.applies(state, code) else NO_EFFECT

    def applies(self, state: LbState, code: str) -> bool:
        """Whether a result is carried out in this segment, and here."""
        applies = state.game.files.tables.crt.applies
        applied: Iterable[str] = getattr(applies, self.segment)
        return code in applied and not (self.barred and code not in applies.across_unbridged_river)


def ground_fight(
    state: LbState,
    segment: Segment,
    hexes: int,
    attackers: int,
    defenders: int,
    support: tuple[tuple[int, int], ...] = (),
) -> Fight:
    """A ground combat between these units as they count now (supply.proc.b, combat.G).

    combat.proc.a ranged artillery fights its own combats; combat.E every defender of the hexes is counted.
    """
    side = state.active
    own, other = supplied_hexes(state, side), supplied_hexes(state, 1 - side)
    return Fight(
        segment,
        hexes,
        tuple((unit, attacking_strength(state, unit, segment, own)) for unit in bits(attackers)),
        tuple((unit, defending_strength(state, unit, segment, other)) for unit in bits(defenders)),
        tuple((gun, fire_strength(state, gun, supply >= 0, True, other)) for gun, supply in support),  # artillery.C.IV1
        additions(state, hexes, attackers, defenders, segment),
        over_unbridged_river(state, hexes, attackers),
    )


def fire_fight(state: LbState, hex: int, guns: tuple[tuple[int, int], ...]) -> Fight:
    """Ranged artillery on everything in a hex (artillery.D2)."""
    side = state.active
    own, other = supplied_hexes(state, side), supplied_hexes(state, 1 - side)
    seen = spotted(state, side, hex)
    return Fight(
        "ranged_artillery",
        1 << hex,
        tuple((gun, fire_strength(state, gun, supply >= 0, seen, own)) for gun, supply in guns),
        tuple(
            (unit, defending_strength(state, unit, "ranged_artillery", other)) for unit in bits(state.at.get(hex, 0))
        ),
        (),
        additions(state, 1 << hex, 0, state.at.get(hex, 0), "ranged_artillery"),
        False,
    )


def air_strength(state: LbState, unit: int) -> int:
    """air.A by terrain; five times as much where a fortification is manned, for all in the hex (air.B).

    air.C option: anti-aircraft units of the hex add.
    """
    hex = state.hex_of[unit]
    strength = state.game.ground.air_defence[hex]
    if state.dug_in & state.at[hex]:
        strength *= state.game.files.tables.fortification.air_defense_factor
    if state.options["anti_aircraft"]:
        counters = state.game.counters
        strength += sum(counters.combat[flak] for flak in bits(state.at[hex] & counters.anti_aircraft))
    return strength


def air_fight(state: LbState, unit: int, points: int) -> Fight:
    """air.proc points against terrain; nothing is added to the die."""
    return Fight(
        "air_strike", 1 << state.hex_of[unit], (), ((unit, 0),), (), (), False, points, air_strength(state, unit)
    )


# ---- as a player sees it


def odds(state: LbState, fight: Fight) -> dict[str, Any]:
    """Every modifier of a combat and the exact distribution of its results."""
    game = state.game
    grid = game.ground.grid
    names = [grid.name(hex) for hex in bits(fight.hexes)]
    found: dict[str, Any] = {
        "hex": names[0],
        "hexes": names,
        "segment": fight.segment,
        "attack": fight.attack,
        "defence": fight.defence,
        "groups": _groups(state, fight, True),
        "defence_groups": _groups(state, fight, False),
        "terrain": [word for word, _, _ in fight.additions],
        "shifts": 0,
        "die_addition": fight.addition,
        "lines": _lines(state, fight),
        "ratio": None,
        "column": None,
    }
    if fight.attack > 0 and fight.defence > 0:
        level = fight.level(state)
        by_die = [fight.result(state, face) for face in range(1, 7)]
        found |= {
            "ratio": game.crt.columns[level],
            "column": game.crt.columns[level],
            "results": dict(Counter(by_die)),
            "by_die": by_die,
            "severity": SEVERITY,
            "neighbours": [
                {"column": game.crt.columns[one], "by_die": [fight.result_in(state, one, face) for face in range(1, 7)]}
                for one in (level - 1, level + 1)
                if 0 <= one <= game.crt.last
            ],
            **next_column(game.crt, fight.attack, fight.defence, level, level + 1),
        }
    return found


def best_chance(state: LbState, fight: Fight) -> dict[str, Any]:
    """A combat as a plate on the map tells it."""
    column = state.game.crt.columns[fight.level(state)]
    return chance(column, [fight.result(state, face) for face in range(1, 7)], SEVERITY.__getitem__)


def _groups(state: LbState, fight: Fight, attacking: bool) -> list[dict[str, Any]]:
    """One side's units by hex and by what reduces them; in defence also the terrain against aircraft, and guns."""
    rows, grid = state.game.counters.rows, state.game.ground.grid
    supplied = supplied_hexes(state, state.active if attacking else 1 - state.active)
    groups: dict[tuple[int, tuple[str, ...]], list[tuple[int, int]]] = {}
    for unit, strength in fight.attackers if attacking else fight.defenders:
        words = tuple(word for word, _ in _reduced(state, fight, unit, attacking, supplied))
        groups.setdefault((state.hex_of[unit], words), []).append((unit, strength + fight.wall))
    if not attacking:
        for gun, strength in fight.support:
            groups.setdefault((state.hex_of[gun], ("defensive_fire",)), []).append((gun, strength))
    return [
        {
            "units": [rows[unit].id for unit, _ in members],
            "from": grid.name(hex),
            "factor": _factor(fight, words, attacking),
            "reasons": list(words),
            "printed": [_printed(state, fight, unit, strength, attacking) for unit, strength in members],
            "strength": sum(strength for _, strength in members),
        }
        for (hex, words), members in groups.items()
    ]


def _factor(fight: Fight, words: tuple[str, ...], attacking: bool) -> str:
    if not words or words == ("defensive_fire",) or (attacking and fight.segment == "ranged_artillery"):
        return "1"
    return f"1/{2 ** len(words)}"


def _printed(state: LbState, fight: Fight, unit: int, counts: int, attacking: bool) -> int:
    """The figure on the counter that this fight goes by; what is on no counter is as it counts."""
    counters = state.game.counters
    if fight.segment == "air_strike" or (not attacking and counters.guns >> unit & 1):
        return counts
    if fight.segment != "initial_armored":
        return counters.combat[unit]
    return counters.attack[unit] if attacking else counters.defence[unit]


def _reduced(state: LbState, fight: Fight, unit: int, attacking: bool, supplied: int) -> list[tuple[str, str]]:
    if fight.segment == "air_strike" or (not attacking and state.game.counters.guns >> unit & 1):
        return []  # air.proc terrain alone counts; pieces.C a gun defends with the same strength always
    if fight.segment != "ranged_artillery" or not attacking:
        return reductions(state, unit, attacking, supplied)
    found = []
    if not supplied >> state.hex_of[unit] & 1:
        found.append(("out_of_supply", "supply.D1"))
    return found


def _lines(state: LbState, fight: Fight) -> list[dict[str, Any]]:
    """The modifiers in the order in which they are applied, in words."""
    say = state.game.words.word
    lines: list[dict[str, Any]] = []
    for attacking, members in ((True, fight.attackers), (False, fight.defenders)):
        side = state.active if attacking else 1 - state.active
        supplied = supplied_hexes(state, side)
        count: Counter[tuple[str, str]] = Counter()
        for unit, _ in members:
            count.update(_reduced(state, fight, unit, attacking, supplied))
        lines += [
            {
                "text": {one: f"{say(word, one)} ({number})" for one in LANGUAGES},
                "value": "1/2",
                "rule": rule,
                "side": state.game.sides[side],
            }
            for (word, rule), number in count.items()
        ]
    if fight.support:
        total = sum(strength for _, strength in fight.support)
        text = {one: say("defensive_fire", one) for one in LANGUAGES}
        lines.append(
            {"text": text, "value": f"+{total}", "rule": "artillery.C.IV1", "side": state.game.sides[1 - state.active]}
        )
    for word, value, rule in fight.additions:
        lines.append({"text": {one: say(word, one) for one in LANGUAGES}, "value": f"+{value}", "rule": rule})
    if fight.barred:
        lines.append({"text": {one: say("no_ab_db", one) for one in LANGUAGES}, "value": "-", "rule": "tec.c"})
    return lines
