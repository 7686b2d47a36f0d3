"""Chapters 3.0 and 7.1: the chits that a player picks for the game and for each turn.

The choices are secret: they are made in private lanes, and an event names a chit only to its owner.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ask import Offer
from grognard.core.state import EVERYONE
from grognard.core.step import Forgone, Step
from grognard.core.words import Message
from grognard.games.avl import verbs
from grognard.games.avl.counters import AXIS, SIDES, SOVIET
from grognard.games.avl.staff import of_chits
from grognard.games.avl.state import CUP, INACTIVE, AvlState
from grognard.hex.grid import bits

# ---- 3.0: the Soviet pool


@dataclass(frozen=True, slots=True)
class ChooseSovietChits(Step[AvlState]):
    """3.0b: before play the Soviet player secretly picks five chits besides STAVKA; he never gets others."""

    player: int
    chosen: int = 0
    words = "choose_chits"
    in_phase = "selection"

    def offer(self, state: AvlState) -> Offer:
        chits = state.game.soviet_choice
        offer: Offer = {}
        if self.chosen.bit_count() < state.game.soviet_picks:
            offer[verbs.SELECT_CHIT] = chits & ~self.chosen
        else:
            offer[verbs.DONE] = verbs.YES
        if self.chosen:
            offer[verbs.RETURN_CHIT] = self.chosen
        if self.chosen != state.game.historical_chits:
            offer[verbs.HISTORICAL] = verbs.YES  # 3.0e
        return offer

    def take(self, state: AvlState, verb: int, target: int) -> None:
        if verb == verbs.DONE:
            state.pop()
            for chit in bits(self.chosen | 1 << state.game.chits.stavka):
                state.chits[chit] = INACTIVE
            state.tell("event.pool_chosen", "3.0b", to=EVERYONE & ~(1 << SOVIET), count=self.chosen.bit_count())
            state.tell("event.pool_chosen_own", "3.0b", to=1 << SOVIET, chits=bits(self.chosen))
        elif verb == verbs.HISTORICAL:
            state.replace(ChooseSovietChits(self.player, state.game.historical_chits))
        else:
            state.replace(ChooseSovietChits(self.player, self.chosen ^ 1 << target))

    def prompt(self, state: AvlState) -> Message:
        left = state.game.soviet_picks - self.chosen.bit_count()
        return state.message("prompt.choose_pool", "3.0b", count=state.game.soviet_picks, left=left)

    def focus(self, state: AvlState) -> Mapping[str, Any]:
        return {"commands": of_chits(state, state.offer.get(verbs.SELECT_CHIT, 0) | self.chosen)}

    def primary(self, state: AvlState) -> int | None:
        if verbs.DONE in state.offer:
            return verbs.DONE
        return None if self.chosen else verbs.HISTORICAL  # it would replace what has been picked

    def why(self, state: AvlState, verb: int, target: int) -> list[Message]:
        picks = state.game.soviet_picks
        if verb == verbs.DONE:
            return [state.message("why.pick_exactly", "3.0b", count=picks, chosen=self.chosen.bit_count())]
        if verb == verbs.RETURN_CHIT:
            return [state.message("why.chit_not_chosen", "3.0b", chit=target)]
        if verb != verbs.SELECT_CHIT:
            return []
        if target == state.game.chits.stavka:
            return [state.message("why.stavka_always", "3.0b")]
        if not state.game.soviet_choice >> target & 1:
            return [state.message("why.not_your_chit", "3.0b", chit=target)]
        return [state.message("why.pick_exactly", "3.0b", count=picks, chosen=self.chosen.bit_count())]

    def forgoes(self, state: AvlState, verb: int, target: int) -> Forgone | None:
        """The turn's selection begins at once, and nobody can come back from it."""
        return Forgone(state.message("forgo.pool", "3.0b", chits=bits(self.chosen))) if verb == verbs.DONE else None


# ---- 7.1: selection for a turn


def axis_selection(state: AvlState) -> Step[AvlState]:
    return SelectChits(AXIS, state.game.axis_com[state.turn - 1], state.turn)


def soviet_selection(state: AvlState) -> Step[AvlState]:
    """7.1.2a three chits besides STAVKA; 15.0.2b fixed a turn ahead when that option is on."""
    others = state.game.soviet_com - 1
    if not state.options["axis_help_soviet_preplanned_chits"]:
        return SelectChits(SOVIET, others, state.turn)
    if state.turn == 1:
        return SelectChits(SOVIET, others, 1)
    return FollowPlan(SOVIET)


@dataclass(frozen=True, slots=True)
class SelectChits(Step[AvlState]):
    """7.1.2: put exactly the number of chits for a turn into the cup, or all there are if they are fewer."""

    player: int
    count: int
    turn: int
    chosen: int = 0
    obvious = True
    words = "select_chits"
    in_phase = "selection"

    def available(self, state: AvlState) -> int:
        """7.1.1 the chits of both pools; a plan for the next turn may use those of this turn's cup again (15.0.2b)."""
        mine = state.game.chits.of_side[self.player] & ~(1 << state.game.chits.stavka)
        return (state.holds(INACTIVE) | state.holds(CUP) if self.turn > state.turn else state.holds(INACTIVE)) & mine

    def needed(self, state: AvlState) -> int:
        return min(self.count, self.available(state).bit_count())

    def offer(self, state: AvlState) -> Offer:
        available = self.available(state)
        if available.bit_count() <= self.count:
            return {verbs.DONE: verbs.YES}  # 7.1.2a, 7.1.2b fewer chits than required: all go in
        offer: Offer = {}
        if self.chosen.bit_count() < self.count:
            offer[verbs.SELECT_CHIT] = available & ~self.chosen
        else:
            offer[verbs.DONE] = verbs.YES
        if self.chosen:
            offer[verbs.RETURN_CHIT] = self.chosen
        return offer

    def take(self, state: AvlState, verb: int, target: int) -> None:
        if verb != verbs.DONE:
            state.replace(SelectChits(self.player, self.count, self.turn, self.chosen ^ 1 << target))
            return
        available = self.available(state)
        chosen = available if available.bit_count() <= self.count else self.chosen
        state.pop()
        if self.turn > state.turn:
            state.planned = chosen
            state.tell("event.planned_own", "15.0.2b", to=1 << self.player, turn=self.turn, chits=bits(chosen))
            return
        fill_cup(state, self.player, chosen)
        if self.player == SOVIET and state.options["axis_help_soviet_preplanned_chits"]:
            state.push(SelectChits(SOVIET, self.count, state.turn + 1))

    def prompt(self, state: AvlState) -> Message:
        key, rule = "prompt.select_chits", "7.1.2a" if self.player == SOVIET else "7.1.2b"
        if self.turn > state.turn:
            key, rule = "prompt.plan_chits", "15.0.2b"
        left = self.needed(state) - self.chosen.bit_count()
        return state.message(key, rule, turn=self.turn, count=self.needed(state), left=left)

    def focus(self, state: AvlState) -> Mapping[str, Any]:
        return {"commands": of_chits(state, state.offer.get(verbs.SELECT_CHIT, 0) | self.chosen)}

    def primary(self, state: AvlState) -> int | None:
        return verbs.DONE if verbs.DONE in state.offer else None

    def why(self, state: AvlState, verb: int, target: int) -> list[Message]:
        rule = "7.1.2a" if self.player == SOVIET else "7.1.2b"
        if verb == verbs.DONE or (verb == verbs.SELECT_CHIT and self.available(state) >> target & 1):
            needed, chosen = self.needed(state), self.chosen.bit_count()
            return [state.message("why.select_exactly", rule, count=needed, chosen=chosen)]
        if verb == verbs.RETURN_CHIT:
            return [state.message("why.chit_not_chosen", rule, chit=target)]
        if verb != verbs.SELECT_CHIT:
            return []
        if target == state.game.chits.stavka and self.player == SOVIET:
            return [state.message("why.stavka_always", "7.1.2a")]
        if not state.game.chits.of_side[self.player] >> target & 1:
            return [state.message("why.not_your_chit", "7.1.1", chit=target)]
        return [state.message("why.chit_not_available", "7.1.1", chit=target)]


@dataclass(frozen=True, slots=True)
class FollowPlan(Step[AvlState]):
    """15.0.2b: this turn's Soviet chits were fixed last turn; one removed since (11.3) is simply missing."""

    player: int
    automatic = True

    def run(self, state: AvlState) -> None:
        fill_cup(state, self.player, state.planned & state.holds(INACTIVE))
        state.planned = 0
        if state.turn < state.game.turns:
            state.push(SelectChits(SOVIET, state.game.soviet_com - 1, state.turn + 1))


def fill_cup(state: AvlState, player: int, chosen: int) -> None:
    """Put chits into the cup; STAVKA always goes in (7.1.2a). How many is public, which ones is not (7.1.3)."""
    if player == SOVIET:
        chosen |= 1 << state.game.chits.stavka & state.holds(INACTIVE)
    for chit in bits(chosen):
        state.chits[chit] = CUP
    others = EVERYONE & ~(1 << player)
    state.tell("event.chits_selected", "7.1.2c", to=others, side=SIDES[player], count=chosen.bit_count())
    state.tell("event.chits_selected_own", "7.1.2c", to=1 << player, chits=bits(chosen))
