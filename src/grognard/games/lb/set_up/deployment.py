"""Free deployment before the first turn: each side places its units inside their areas, in the scenario's order.

Equal counters of a group are one choice, what was placed can be picked up again, and no hex is offered that would leave
another unit without room or the front line without cover. "Deploy the rest" finishes it sensibly.
"""

from __future__ import annotations

from dataclasses import dataclass

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.lb import verbs
from grognard.games.lb.counters import SIDES
from grognard.games.lb.set_up.placement import (
    cover_of,
    crowded_out,
    forts_left,
    in_hand,
    own_setups,
    placed,
    places,
    reserve,
    uncovered,
)
from grognard.games.lb.set_up.set_up import deploy_rest
from grognard.games.lb.state import TO_PLACE, LbState
from grognard.hex.grid import bits


@dataclass(frozen=True, slots=True)
class Deploy(Step[LbState]):
    """One side's deployment; `unit` is the counter in hand, or -1."""

    player: int
    unit: int = -1
    acting = True
    words = "deploy"

    def offer(self, state: LbState) -> Offer:
        hand = in_hand(state, self.player)
        offer: Offer = {}
        if self.unit >= 0:
            if hexes := places(state, self.player, self.unit):
                offer[verbs.PLACE_AT] = hexes
            if others := hand & ~(1 << self.unit):
                offer[verbs.PLACE] = others
            offer[verbs.CANCEL] = verbs.YES
        else:
            self._offer_changes(state, offer, hand)
        if verbs.DONE not in offer and self._can_finish(state):
            offer[verbs.DEPLOY_REST] = verbs.YES
        return offer

    def _offer_changes(self, state: LbState, offer: Offer, hand: int) -> None:
        """With nothing in hand: take a counter up, change what is placed, or be done."""
        if hand:
            offer[verbs.PLACE] = hand
        if units := placed(state, self.player):
            offer[verbs.PICK_UP] = units
            if guns := units & state.game.counters.guns:
                offer[verbs.FLIP] = guns
            if inside := units & state.units_in(state.forts):
                offer[verbs.DIG_IN] = inside
        count, area = forts_left(state, self.player)
        if count and area:
            offer[verbs.FORT_AT] = area
        if own := self._own_forts(state):
            offer[verbs.FORT_AWAY] = own
        if not hand and not uncovered(state, self.player) and not (count and area):
            offer[verbs.DONE] = verbs.YES

    def _can_finish(self, state: LbState) -> bool:
        cover = cover_of(state, self.player)
        open_ = uncovered(state, self.player)
        if cover is None or not open_:
            return True
        return state.game.cover_plan(cover.path, open_, reserve(state, self.player)) is not None

    def _own_forts(self, state: LbState) -> int:
        board = 0
        for number in own_setups(state, self.player):
            if state.plan.setups[number].forts:
                board |= state.plan.setups[number].area
        return state.forts & board

    def take(self, state: LbState, verb: int, target: int) -> None:
        if verb == verbs.PLACE:
            state.replace(Deploy(self.player, target))
        elif verb == verbs.PLACE_AT:
            state.put(self.unit, target)
            kind, setup = state.game.counters.rows[self.unit].kind.id, state.plan.setups[state.plan.setup_of[self.unit]]
            equal = [
                unit
                for unit in bits(state.game.one_of_each(setup.units & state.unplaced))
                if state.game.counters.rows[unit].kind.id == kind
            ]
            state.replace(Deploy(self.player, equal[0] if equal else -1))
        elif verb == verbs.CANCEL:
            state.replace(Deploy(self.player))
        elif verb == verbs.PICK_UP:
            self._pick_up(state, target)
        elif verb == verbs.FLIP:
            state.limber(target, not state.limbered >> target & 1)  # artillery.B2 in either state
        elif verb == verbs.DIG_IN:
            state.dug_in ^= 1 << target  # fort.A
        elif verb == verbs.FORT_AT:
            state.forts |= 1 << target
        elif verb == verbs.FORT_AWAY:
            state.forts &= ~(1 << target)
            state.dug_in &= ~state.at.get(target, 0)
        elif verb == verbs.DEPLOY_REST:
            deploy_rest(state, self.player)
            state.replace(Deploy(self.player))
        else:
            state.pop()
            state.tell("event.deployed", self._rule(state), side=SIDES[self.player])

    def _pick_up(self, state: LbState, unit: int) -> None:
        state.limber(unit, False)
        state.dug_in &= ~(1 << unit)
        state.put(unit, TO_PLACE)
        # of equal counters the lowest is the one in hand, as it is when it is chosen
        setup = state.plan.setups[state.plan.setup_of[unit]]
        kind = state.game.counters.rows[unit].kind
        state.replace(
            Deploy(
                self.player,
                next(
                    one
                    for one in bits(state.game.one_of_each(setup.units & state.unplaced))
                    if state.game.counters.rows[one].kind is kind
                ),
            )
        )

    def prompt(self, state: LbState) -> Message:
        left = sum((state.plan.setups[n].units & state.unplaced).bit_count() for n in own_setups(state, self.player))
        if self.unit >= 0:
            rule = state.plan.setups[state.plan.setup_of[self.unit]].rule
            return state.message("prompt.place_at", rule, unit=self.unit, count=left)
        open_ = uncovered(state, self.player).bit_count()
        return state.message("prompt.deploy", self._rule(state), side=SIDES[self.player], count=left, open=open_)

    def _rule(self, state: LbState) -> str:
        return state.plan.setups[own_setups(state, self.player)[0]].rule

    def primary(self, state: LbState) -> int | None:
        return verbs.DONE if verbs.DONE in state.offer else None

    def focus(self, state: LbState) -> dict[str, str]:
        return {"unit": state.game.counters.rows[self.unit].id} if self.unit >= 0 else {}

    def why(self, state: LbState, verb: int, target: int) -> list[Message]:
        say = state.message
        if verb == verbs.PLACE_AT:
            if self.unit < 0:
                return [say("why.pick_unit_first", self._rule(state))]
            return [self._why_not_there(state, target)]
        if verb == verbs.PLACE:
            if state.game.counters.side[target] != self.player or target not in state.plan.setup_of:
                return [say("why.not_to_place", self._rule(state), unit=target)]
            key = "why.placed_already" if state.on_map(target) else "why.equal_counter"
            return [say(key, self._rule(state), unit=target)]
        if self.unit >= 0 and verb in (
            verbs.PICK_UP,
            verbs.FLIP,
            verbs.DIG_IN,
            verbs.FORT_AT,
            verbs.FORT_AWAY,
            verbs.DONE,
        ):
            return [say("why.unit_in_hand", self._rule(state), unit=self.unit)]
        if verb in (verbs.PICK_UP, verbs.FLIP, verbs.DIG_IN):
            rule = {verbs.PICK_UP: self._rule(state), verbs.FLIP: "artillery.B2", verbs.DIG_IN: "fort.A"}[verb]
            return [say("why.not_placed_so", rule, unit=target)]
        if verb in (verbs.FORT_AT, verbs.FORT_AWAY):
            if state.forts >> target & 1 and verb == verbs.FORT_AT:
                return [say("why.fort_there", "fort.B", hex=target)]
            return [say("why.no_fort_here", self._rule(state), hex=target)]
        if verb == verbs.DONE:
            if open_ := uncovered(state, self.player):
                return [say("why.line_open", state.plan.front_rule[self.player], hexes=bits(open_))]
            return [say("why.place_all", self._rule(state))]
        if verb == verbs.DEPLOY_REST:
            return [say("why.nothing_left", self._rule(state))]
        return []

    def _why_not_there(self, state: LbState, hex: int) -> Message:
        setup = state.plan.setups[state.plan.setup_of[self.unit]]
        if not setup.area >> hex & 1:
            return state.message("why.not_its_area", setup.rule, unit=self.unit, hex=hex)
        if state.full[self.player] >> hex & 1:
            return state.message(
                "why.stack_full", "stack.general", unit=self.unit, hex=hex, limit=state.game.stack_limit
            )
        if state.occupied[1 - self.player] >> hex & 1:
            return state.message("why.enemy_there", "move.G", unit=self.unit, hex=hex)
        if crowded_out(state, self.player, state.plan.setup_of[self.unit]) >> hex & 1:
            return state.message("why.room_for_others", setup.rule, hex=hex)
        return state.message("why.line_would_open", state.plan.front_rule[self.player], unit=self.unit, hex=hex)
