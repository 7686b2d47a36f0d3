"""Chapters 1.4, 1.5e and 6.2.7: supports given to a combat through HQs in range, and rockets; the attacker's first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.view import worded
from grognard.core.words import Message
from grognard.games.vl import verbs
from grognard.games.vl.battle import Battle
from grognard.games.vl.counters import SIDES
from grognard.games.vl.odds import column_before_dice, limited, odds
from grognard.games.vl.staff import in_range, of_staffs, serves
from grognard.games.vl.state import VlState
from grognard.hex.grid import bits


def supporters(state: VlState, battle: Battle, side: int) -> int:
    """The HQs of a side that have a support left for this combat."""
    counters = state.game.counters
    return sum(
        1 << hq
        for hq in bits(counters.hqs & counters.of_side[side])
        if state.supports[hq] and in_range(state, hq, battle.hex) and serves(state, hq, battle.force(side))
    )


def launchers(state: VlState, battle: Battle, side: int) -> int:
    """1.5e launchers in range that have not fired this turn."""
    counters = state.game.counters
    ready = counters.launchers & counters.of_side[side] & ~state.used
    return sum(1 << unit for unit in bits(ready) if in_range(state, unit, battle.hex))


def supported(state: VlState, battle: Battle, side: int, verb: int, unit: int) -> Battle:
    """The combat with one support more: a column each (6.2.7), rockets as their counter says (1.5e)."""
    given = battle.support[side]
    if verb == verbs.ROCKETS:
        given = replace(given, rockets=given.rockets + state.game.rocket_columns[unit])
    elif verb == verbs.ARTILLERY:
        given = replace(given, artillery=given.artillery + 1)
    else:
        given = replace(given, air=given.air + 1)
    both = (given, battle.support[1]) if side == 0 else (battle.support[0], given)
    return replace(battle, support=both)


@dataclass(frozen=True, slots=True)
class GiveSupport(Step[VlState]):
    """6.2.7c each side in turn, the attacker first, puts in what it likes."""

    player: int
    obvious = True
    words = "support"

    def offer(self, state: VlState) -> Offer:
        battle = state.battle
        assert battle is not None
        side = self.player
        given = battle.support[side]
        most = state.game.files.tables.support
        offer: Offer = {}
        artillery = state.artillery[side] and given.artillery < most.artillery
        air = state.air[side] and given.air < most.air
        if (artillery or air) and (hqs := supporters(state, battle, side)):
            if artillery:
                offer[verbs.ARTILLERY] = hqs
            if air:
                offer[verbs.AIR] = hqs
        if given.rockets < most.launchers:
            ready = launchers(state, battle, side)
            if ready:
                offer[verbs.ROCKETS] = ready
        offer[verbs.NO_MORE_SUPPORT] = verbs.YES
        return offer

    def take(self, state: VlState, verb: int, target: int) -> None:
        if verb == verbs.NO_MORE_SUPPORT:
            state.pop()
            return
        battle = state.battle
        assert battle is not None
        side = self.player
        if verb == verbs.ROCKETS:
            state.used |= 1 << target
            state.tell("event.rockets", "1.5e", unit=target, hex=battle.hex)
        else:
            state.supports[target] -= 1
            if verb == verbs.ARTILLERY:
                state.artillery[side] -= 1
                state.tell("event.artillery", "6.2.7a", unit=target, hex=battle.hex, side=SIDES[side])
            else:
                state.air[side] -= 1
                state.tell("event.air", "6.2.7b", unit=target, hex=battle.hex, side=SIDES[side])
        state.battle = supported(state, battle, side, verb, target)

    def preview(self, state: VlState, verb: int, target: int) -> Mapping[str, Any]:
        battle = state.battle
        assert battle is not None
        return {} if verb == verbs.NO_MORE_SUPPORT else odds(state, supported(state, battle, self.player, verb, target))

    def prompt(self, state: VlState) -> Message:
        battle = state.battle
        assert battle is not None
        side, columns = self.player, self._columns(state, battle)
        key = "prompt.support" if len(set(columns.values())) > 1 else "prompt.support_edge"
        return state.message(
            key, "6.2.7c", side=SIDES[side], hex=battle.hex,
            artillery=state.artillery[side], air=state.air[side], **columns,
        )  # fmt: skip

    def _columns(self, state: VlState, battle: Battle) -> dict[str, str]:
        """The column before the quality dice as it is, and with one artillery point more."""
        more = supported(state, battle, self.player, verbs.ARTILLERY, 0)
        now, then = (state.game.crt.columns[limited(state, column_before_dice(state, one))] for one in (battle, more))
        return {"column": now, "better": then}

    def primary(self, state: VlState) -> int | None:
        return verbs.NO_MORE_SUPPORT

    def focus(self, state: VlState) -> Mapping[str, Any]:
        battle = state.battle
        assert battle is not None
        rows = state.game.counters.rows
        return {
            "hex": state.game.ground.grid.name(battle.hex),
            "chosen": [rows[unit].id for unit in bits(battle.attackers)],
            "odds": odds(state, battle),
            "commands": self._commands(state, battle),
        }

    def _commands(self, state: VlState, battle: Battle) -> dict[str, Any]:
        """By HQ what it could do here: of all it serves only this combat matters now."""
        hqs, rows = supporters(state, battle, self.player), state.game.counters.rows
        found, columns = of_staffs(state, hqs), self._columns(state, battle)
        key = "ahead.staff_support" if len(set(columns.values())) > 1 else "ahead.staff_support_edge"
        for hq in bits(hqs):
            told = state.message(key, "6.2.7a", left=int(state.supports[hq]), **columns)
            found[rows[hq].id]["text"] = worded(state.game, told)
        return found

    def why(self, state: VlState, verb: int, target: int) -> list[Message]:
        if verb == verbs.ROCKETS:
            return [self._why_no_rockets(state, target)]
        if verb in (verbs.ARTILLERY, verbs.AIR):
            return [self._why_no_support(state, verb, target)]
        return []

    def _why_no_rockets(self, state: VlState, unit: int) -> Message:
        battle = state.battle
        assert battle is not None
        counters = state.game.counters
        if not counters.launchers & counters.of_side[self.player] & 1 << unit:
            return state.message("why.no_launcher", "1.5e", unit=unit)
        if battle.support[self.player].rockets:
            return state.message("why.one_launcher", "1.5e")
        if state.used >> unit & 1:
            return state.message("why.launcher_used", "1.5e", unit=unit)
        return state.message("why.launcher_range", "1.5e", unit=unit, hex=battle.hex)

    def _why_no_support(self, state: VlState, verb: int, hq: int) -> Message:
        battle = state.battle
        assert battle is not None
        counters = state.game.counters
        side = self.player
        given = battle.support[side]
        most = state.game.files.tables.support
        if not counters.hqs & counters.of_side[side] & 1 << hq:
            return state.message("why.no_hq", "1.4a", unit=hq)
        if verb == verbs.ARTILLERY:
            if given.artillery >= most.artillery:
                return state.message("why.artillery_limit", "6.2.7a", count=most.artillery)
            if not state.artillery[side]:
                return state.message("why.no_artillery_left", "12.0")
        else:
            if given.air >= most.air:
                return state.message("why.air_limit", "6.2.7b", count=most.air)
            if not state.air[side]:
                return state.message("why.no_air_left", "10.2a" if side == 0 else "10.2b")
        if not state.on_map(hq) or not in_range(state, hq, battle.hex):
            return state.message("why.hq_range", "1.4b", unit=hq, hex=battle.hex, range=counters.reach[hq])
        if not serves(state, hq, battle.force(side)):
            return state.message("why.hq_colour", "1.4c", unit=hq)
        return state.message("why.hq_spent", "1.4a", unit=hq)
