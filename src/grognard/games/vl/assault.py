"""Chapters 7.4 and 7.5: the roll against the city, what helps it, what each face would do, and what the die takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from grognard.core.ahead import reckoned
from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.view import worded
from grognard.core.words import Message
from grognard.games.vl import verbs
from grognard.games.vl.counters import SOVIET
from grognard.games.vl.festung import ReduceFestung, equivalents, in_contact, reduce_level
from grognard.games.vl.state import VlState
from grognard.games.vl.zoc import in_the_ring
from grognard.hex.grid import bits


class Line(NamedTuple):
    """A line of the roll's reckoning."""

    message: Message
    value: int


def katyushas(state: VlState) -> int:
    """7.4a launchers with the bonus, not fired this turn, within range of the city."""
    game, ground = state.game, state.game.ground
    found = 0
    for unit in bits(game.festung_rockets & ~state.used):
        if state.on_map(unit) and ground.grid.disc(state.hex_of[unit], game.counters.reach[unit]) & ground.city:
            found |= 1 << unit
    return found


def bonuses(state: VlState, rockets: bool) -> list[Line]:
    """7.4 the units beyond the minimum, each line once or, by the option, for every unit."""
    force = in_contact(state)
    table = state.game.files.tables.festung
    many = state.options["festung_bonus_per_unit"]
    divisions = equivalents(state, force)
    extra = max(divisions - table.divisions, 0)
    brigades, flames, engineers = force.brigades, force.flamethrowers, force.engineers
    # 7.4a the armour of the minimum gives nothing: a plain regiment serves first, then what costs least
    if not force.regiments:
        if brigades & (brigades - 1) or not flames:
            brigades &= brigades - 1
        else:
            flames &= flames - 1
    found = [
        Line(
            state.message("odds.festung_division", "7.4a", count=divisions, needed=table.divisions),
            extra if many else min(extra, 1),
        ),
        Line(
            state.message("odds.festung_brigade", "7.4a", units=bits(brigades)),
            brigades.bit_count() if many else min(brigades.bit_count(), 1),
        ),
        Line(state.message("odds.festung_flamethrower", "7.4a", units=bits(flames)), min(flames.bit_count(), 1)),
        Line(state.message("odds.festung_engineer", "7.4a", units=bits(engineers)), min(engineers.bit_count(), 1)),
    ]
    if rockets:
        found.append(Line(state.message("odds.festung_rockets", "7.4a", units=bits(katyushas(state))), 1))
    if state.turn in table.turns:
        found.append(Line(state.message("odds.festung_gliders", "7.4b"), table.turns_modifier))
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


def standing(state: VlState) -> list[int]:
    """The Festungs with a level left."""
    return [unit for unit in bits(state.game.counters.festungs) if state.steps[unit]]


def taken(state: VlState, lost: int) -> int:
    """7.5c the levels that really fall: with one Festung left the second is void, unless the option says otherwise."""
    festungs = standing(state)
    if len(festungs) > 1:
        return lost
    return min(lost, sum(state.steps[unit] for unit in festungs) if state.options["festung_double_on_last"] else 1)


# ---- what a player sees beforehand


def assault_odds(state: VlState, rockets: bool) -> dict[str, Any]:
    """Every line of the modifier and what each face of the die would do."""
    game = state.game
    total = modifier(state, rockets)
    codes = [_outcome(state, face + total) for face in range(1, 7)]
    lines = [{**worded(game, line.message), "value": f"{line.value:+d}"} for line in bonuses(state, rockets)]
    idle = bits(katyushas(state))
    if idle and not rockets:
        helps = rockets_help(state)
        message = (
            state.message("odds.festung_rockets_kept", "7.4a", units=idle)
            if helps
            else state.message("odds.festung_rockets_needless", "7.4c", units=idle)
        )
        lines.append({**worded(game, message), "value": "+1", "struck": True})
    most = state.message("odds.festung_total", "7.4c", most=f"{game.files.tables.festung.most:+d}")
    return {
        "hex": game.ground.grid.name(bits(state.festungs)[0]),
        "hexes": [game.ground.grid.name(hex) for hex in bits(state.festungs)],
        "defenders": [game.counters.rows[unit].id for unit in standing(state)],
        "lines": lines,
        "total": f"{total:+d}",
        "total_text": worded(game, most)["text"],
        "by_die": codes,
        "results": {code: count / 6 for code, count in Counter(codes).items()},
        "severity": {code: SEVERITY[int(code[-1])] for code in codes},
    }


LEVELS = ("-", "1", "2")
"""What a face does, as a cell of a table has it."""
SEVERITY = ("none", "mild", "hard")
"""By the levels that fall."""


def _outcome(state: VlState, die: int) -> str:
    """What a modified die does, as the catalogue words it: a choice, one of each, or the last Festung alone."""
    fall = taken(state, levels_lost(state, die))
    return f"last_{fall}" if fall and len(standing(state)) == 1 else f"levels_{fall}"


# ---- the steps


@dataclass(frozen=True, slots=True)
class DeclareAssault(Step[VlState]):
    """2.1.C, 7.1b whether to roll now, and whether the Katyusha fires with it."""

    player: int
    rockets: bool
    words = "assault"

    def offer(self, state: VlState) -> Offer:
        offer: Offer = {verbs.ROLL: verbs.YES}
        if self.rockets:
            offer[verbs.KEEP_ROCKETS] = verbs.YES
        elif rockets_help(state):
            offer[verbs.ADD_ROCKETS] = verbs.YES
        offer[verbs.NOT_NOW] = verbs.YES
        return offer

    def take(self, state: VlState, verb: int, target: int) -> None:
        if verb == verbs.NOT_NOW:
            state.pop()
        elif verb == verbs.ROLL:
            state.replace(RollAssault(self.rockets))
        else:
            state.replace(DeclareAssault(self.player, verb == verbs.ADD_ROCKETS))

    def prompt(self, state: VlState) -> Message:
        force = in_contact(state)
        return state.message(
            "prompt.assault", "7.2a", count=equivalents(state, force), units=bits(force.armour)
        )  # fmt: skip

    def primary(self, state: VlState) -> int | None:
        return verbs.ROLL

    def focus(self, state: VlState) -> Mapping[str, Any]:
        rows = state.game.counters.rows
        chosen = in_the_ring(state) | (katyushas(state) if self.rockets else 0)
        odds = assault_odds(state, self.rockets)
        return {"hex": odds["hex"], "chosen": [rows[unit].id for unit in bits(chosen)], "odds": odds}

    def preview(self, state: VlState, verb: int, target: int) -> Mapping[str, Any]:
        if verb == verbs.NOT_NOW:
            return {}
        return assault_odds(state, self.rockets if verb == verbs.ROLL else verb == verbs.ADD_ROCKETS)

    def why(self, state: VlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.ADD_ROCKETS and self.rockets:
            return [state.message("why.rockets_added", "7.4a")]
        if verb == verbs.ADD_ROCKETS and not katyushas(state):
            return [state.message("why.no_katyusha", "7.4a")]
        if verb == verbs.ADD_ROCKETS:
            return [state.message("why.modifier_full", "7.4c")]
        if verb == verbs.KEEP_ROCKETS:
            return [state.message("why.rockets_not_added", "7.4a")]
        if verb in (verbs.ATTACK, verbs.ASSAULT, verbs.END_COMBAT):
            return [state.message("why.assault_under_way", "2.1.C")]
        return []


@dataclass(frozen=True, slots=True)
class RollAssault(Step[VlState]):
    """7.5 the die, and what it takes."""

    rockets: bool
    automatic = True

    def run(self, state: VlState) -> None:
        total = modifier(state, self.rockets)
        state.assaulted = True
        if self.rockets:
            fired = katyushas(state)
            state.used |= fired  # 1.5f it cannot also support a combat this turn
            state.tell("event.rockets_city", "7.4a", units=bits(fired))
        face = state.roll(6)
        lost = levels_lost(state, face + total)
        festungs = standing(state)
        ring = in_the_ring(state)
        codes = [LEVELS[taken(state, levels_lost(state, one + total))] for one in range(1, 7)]
        state.tell(
            "event.assault", "7.5a", die=face, modifier=f"{total:+d}", count=taken(state, lost), units=bits(ring),
            hexes=bits(state.festungs), units_defending=festungs, column=f"{total:+d}", result=codes[face - 1],
            by_die=codes, reckoned={} if state.events is None else reckoned(assault_odds(state, self.rockets)),
        )  # fmt: skip
        if lost == 1:
            state.push(ReduceFestung(SOVIET))
        elif lost == 2:
            twice = len(festungs) == 1 and state.options["festung_double_on_last"]
            for unit in festungs:
                reduce_level(state, unit, 2 if twice else 1, ring)  # 7.5c one from each
