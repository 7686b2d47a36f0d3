"""Chapter 7: the garrison of Velikiye Luki, the ring around it and the roll against it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.view import worded
from grognard.core.words import Message
from grognard.games.vl import verbs
from grognard.games.vl.counters import GERMAN, SOVIET
from grognard.games.vl.schema import Unit
from grognard.games.vl.state import ELIMINATED, VlState
from grognard.games.vl.zoc import beside_city, encircled, in_the_ring
from grognard.hex.grid import bits


class Force(NamedTuple):
    """7.2, 7.4 what stands in contact with the city."""

    equivalents: int
    """Divisions, and three infantry regiments or brigades for one (7.2a)."""
    regiments: int
    """Armour below a brigade, the flame-throwers apart."""
    brigades: int
    flamethrowers: int
    engineers: int

    @property
    def armour(self) -> int:
        return self.regiments + self.brigades + self.flamethrowers


class Line(NamedTuple):
    """A line of the roll's reckoning."""

    word: str
    value: int


def in_contact(state: VlState) -> Force:
    """7.2a the units of the ring: a division on either face, cadres as regiments, a mechanised brigade as armour."""
    counters = state.game.counters
    rows = counters.rows
    divisions = infantry = regiments = brigades = flames = engineers = 0
    for unit in bits(in_the_ring(state)):
        bit = 1 << unit
        row = rows[unit]
        if state.is_cadre(unit):
            infantry += 1
        elif counters.divisions & bit:
            divisions += 1
        elif counters.brigades & bit:
            brigades += 1
        elif isinstance(row, Unit) and row.flamethrower:
            flames += 1
        elif counters.armoured & bit and counters.size[unit] == "III":
            regiments += 1
        elif isinstance(row, Unit) and row.engineer:
            engineers += 1
        elif counters.infantry & bit and counters.size[unit] in ("III", "X"):
            infantry += 1  # 7.2b independent brigades as well
    to_one = state.game.files.tables.festung.regiments_to_a_division
    return Force(divisions + infantry // to_one, regiments, brigades, flames, engineers)


def enough(state: VlState, force: Force) -> bool:
    """7.2a two divisions or their equivalent, and armour."""
    return force.equivalents >= state.game.files.tables.festung.divisions and force.armour > 0


def can_assault(state: VlState, side: int) -> bool:
    """7.1b, 2.1.C the Soviet player's roll: a ring that stood a turn ago and stands now, forces enough, once a turn."""
    return (
        side == SOVIET
        and bool(state.festungs)
        and not state.assaulted
        and 0 < state.ring_turn < state.turn
        and encircled(state)
        and enough(state, in_contact(state))
    )


def katyushas(state: VlState) -> int:
    """7.4a launchers with the bonus, not fired this turn, within range of the city."""
    game = state.game
    found = 0
    for unit in bits(game.festung_rockets & ~state.used):
        if state.on_map(unit) and game.ground.grid.disc(state.hex_of[unit], game.counters.reach[unit]) & state.festungs:
            found |= 1 << unit
    return found


def bonuses(state: VlState, rockets: bool) -> list[Line]:
    """7.4 the units beyond the minimum, each line once or, by the option, for every unit."""
    force = in_contact(state)
    table = state.game.files.tables.festung
    many = state.options["festung_bonus_per_unit"]
    extra = max(force.equivalents - table.divisions, 0)
    brigades, flames = force.brigades, force.flamethrowers
    # 7.4a the armour of the minimum gives nothing: a plain regiment serves first, then what costs least
    if not force.regiments:
        if brigades > 1 or not flames:
            brigades -= 1
        else:
            flames -= 1
    found = [
        Line("festung_division", extra if many else min(extra, 1)),
        Line("festung_brigade", brigades if many else min(brigades, 1)),
        Line("festung_flamethrower", min(flames, 1)),
        Line("festung_engineer", min(force.engineers, 1)),
    ]
    if rockets:
        found.append(Line("festung_rockets", 1))
    if state.turn in table.turns:
        found.append(Line("festung_gliders", table.turns_modifier))
    return [line for line in found if line.value]


def modifier(state: VlState, rockets: bool) -> int:
    """7.4c the net total, three at most."""
    return min(sum(line.value for line in bonuses(state, rockets)), state.game.files.tables.festung.most)


def rockets_help(state: VlState) -> bool:
    """Whether firing at the city would change anything."""
    return bool(katyushas(state)) and modifier(state, True) > modifier(state, False)


def levels_lost(state: VlState, die: int) -> int:
    """7.5a none up to 5, one at 6, two above."""
    one = state.game.files.tables.festung.one_level
    return 0 if die < one else 1 if die == one else 2


def assault_odds(state: VlState, rockets: bool) -> dict[str, Any]:
    """Every line of the modifier and what each face of the die would do."""
    game = state.game
    total = modifier(state, rockets)
    codes = [f"levels_{_taken(state, levels_lost(state, face + total))}" for face in range(1, 7)]
    lines = [
        {**worded(game, state.message(f"odds.{line.word}", "7.4b" if line.value < 0 else "7.4a")),
         "value": f"{line.value:+d}"}
        for line in bonuses(state, rockets)
    ]  # fmt: skip
    if not rockets and rockets_help(state):
        message = state.message("odds.festung_rockets", "7.4a")
        lines.append({**worded(game, message), "value": "+1", "struck": True})
    return {
        "hex": game.ground.grid.name(bits(state.festungs)[0]),
        "lines": lines,
        "total": f"{total:+d}",
        "by_die": codes,
        "results": {code: count / 6 for code, count in Counter(codes).items()},
        "severity": {"levels_0": "none", "levels_1": "mild", "levels_2": "hard"},
    }


def _taken(state: VlState, lost: int) -> int:
    """7.5c the levels that really fall: with one Festung left the second is void, unless the option says otherwise."""
    standing = [state.steps[unit] for unit in bits(state.game.counters.festungs) if state.steps[unit]]
    if len(standing) > 1:
        return lost
    return min(lost, sum(standing) if state.options["festung_double_on_last"] else 1)


def why_no_assault(state: VlState, side: int, rockets: bool) -> Message:
    """Which condition of the roll is not met."""
    if side != SOVIET:
        return state.message("why.soviet_roll", "2.1.E")
    if not state.festungs:
        return state.message("why.garrison_fallen", "7.5e")
    if state.assaulted:
        return state.message("why.one_roll", "2.1.C")
    if not encircled(state):
        return state.message("why.no_ring", "7.1a", hexes=_gaps(state))
    if not 0 < state.ring_turn < state.turn:
        return state.message("why.ring_too_new", "7.1b")
    if not enough(state, in_contact(state)):
        return state.message("why.ring_too_weak", "7.2a")
    if rockets and not katyushas(state):
        return state.message("why.no_katyusha", "7.4a")
    return state.message("why.modifier_full", "7.4c")


def _gaps(state: VlState) -> list[int]:
    """The hexes beside the city that keep the ring open."""
    grid = state.game.ground.grid
    covered = state.occupied[SOVIET] | grid.grow(state.combat[SOVIET])
    ring = beside_city(state)
    return bits(ring & (~covered | state.occupied[GERMAN]))


# ---- the steps


@dataclass(frozen=True, slots=True)
class Assault(Step[VlState]):
    """7.5 the die, and what it takes."""

    rockets: bool
    automatic = True

    def run(self, state: VlState) -> None:
        total = modifier(state, self.rockets)
        state.assaulted = True
        if self.rockets:
            state.used |= katyushas(state)  # 1.5f it cannot also support a combat this turn
        face = state.roll(6)
        lost = levels_lost(state, face + total)
        state.tell("event.assault", "7.5a", die=face, modifier=f"{total:+d}", count=_taken(state, lost))
        standing = [unit for unit in bits(state.game.counters.festungs) if state.steps[unit]]
        ring = in_the_ring(state)
        if lost == 1:
            state.push(ReduceFestung(SOVIET))
        elif lost == 2:
            twice = len(standing) == 1 and state.options["festung_double_on_last"]
            for unit in standing:
                reduce_level(state, unit, 2 if twice else 1, ring)  # 7.5c one from each


def reduce_level(state: VlState, unit: int, levels: int, ring: int) -> None:
    """7.0 a Festung loses levels; at zero it falls and is entered (7.5d)."""
    state.steps[unit] = max(state.steps[unit] - levels, 0)
    hex = state.hex_of[unit]
    state.tell("event.level_lost", "7.5b", unit=unit, hex=hex, count=state.steps[unit])
    if not state.steps[unit]:
        state.put(unit, ELIMINATED)
        state.tell("event.festung_falls", "7.5d", unit=unit, hex=hex)
        if not state.festungs:
            state.tell("event.garrison_falls", "7.5e")
        state.push(EnterFestung(SOVIET, hex, ring))


@dataclass(frozen=True, slots=True)
class ReduceFestung(Step[VlState]):
    """7.5b one level: the Soviet player says of which."""

    player: int
    obvious = True
    words = "reduce_festung"

    def offer(self, state: VlState) -> Offer:
        return {verbs.REDUCE: sum(1 << unit for unit in bits(state.game.counters.festungs) if state.steps[unit])}

    def take(self, state: VlState, verb: int, target: int) -> None:
        state.pop()
        reduce_level(state, target, 1, in_the_ring(state))

    def prompt(self, state: VlState) -> Message:
        return state.message("prompt.reduce_festung", "7.5b")

    def why(self, state: VlState, verb: int, target: int) -> list[Message]:
        return [state.message("why.no_standing_festung", "7.5b", unit=target)] if verb == verbs.REDUCE else []


@dataclass(frozen=True, slots=True)
class EnterFestung(Step[VlState]):
    """7.5d a unit of the ring must enter the fallen part, at once and free of charge."""

    player: int
    hex: int
    ring: int
    """The units of the ring when the part fell."""
    obvious = True
    words = "enter_festung"

    def candidates(self, state: VlState) -> int:
        """Those beside the hex; a hex with Germans in it cannot be entered."""
        if state.occupied[GERMAN] >> self.hex & 1:
            return 0
        around = state.game.ground.grid.around[self.hex]
        beside = sum(1 << unit for unit in bits(self.ring) if around >> state.hex_of[unit] & 1)
        return beside or self.ring

    def offer(self, state: VlState) -> Offer:
        units = self.candidates(state)
        return {verbs.OCCUPY: units} if units else {verbs.DONE: verbs.YES}

    def take(self, state: VlState, verb: int, target: int) -> None:
        state.pop()
        if verb == verbs.OCCUPY:
            state.tell("event.occupies", "7.5d", unit=target, hex_from=state.hex_of[target], hex=self.hex)
            state.put(target, self.hex)
            other = state.stack[-1]
            if isinstance(other, EnterFestung):  # both parts fell at once: each is entered by a unit of its own
                state.replace(replace(other, ring=other.ring & ~(1 << target)))

    def prompt(self, state: VlState) -> Message:
        return state.message("prompt.enter_festung", "7.5d", hex=self.hex)

    def focus(self, state: VlState) -> Mapping[str, Any]:
        return {"hex": state.game.ground.grid.name(self.hex)}

    def why(self, state: VlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.OCCUPY:
            return [state.message("why.not_in_ring", "7.5d", unit=target, hex=self.hex)]
        return []
