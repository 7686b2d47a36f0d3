"""Chapter 10.2: forces bought with points, any mix, any strength; the force builder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import LANGUAGES, Message
from grognard.games.victory import verbs
from grognard.games.victory.kinds import CLASSES
from grognard.games.victory.logistics.building import free_block
from grognard.games.victory.set_up.mixes import suggest
from grognard.games.victory.set_up.purchase import bought, buy, has_quarters, on_sale, raisable, step_cost, strengthen
from grognard.games.victory.set_up.quarters import Quarters, quarters, sheets_of, shown_quarters
from grognard.games.victory.state import IN_HAND, POOL, VictoryState
from grognard.hex.grid import bits, mask

MIXES = {
    verbs.SUGGEST_BALANCED: "balanced",
    verbs.SUGGEST_ARMOUR: "armour",
    verbs.SUGGEST_AIR: "air",
    verbs.SUGGEST_FLEET: "fleet",
}
"""The armies that are suggested, as `[forces]` of tables.toml calls them."""
ROLES = {"buy": verbs.BUY, "full": verbs.BUY_FULL, "raise": verbs.RAISE, "lower": verbs.LOWER, "back": verbs.GIVE_BACK}
"""What each verb does at the force builder's desk."""
CAPS = {"air": "cap.air", "naval": "cap.naval", "ground": "cap.ground"}
NO_QUARTERS = {"air": "why.no_quarters_air", "naval": "why.no_quarters_naval", "ground": "why.no_quarters_ground"}
"""What limits each class, and what is said when the limit is reached."""


@dataclass(frozen=True, slots=True)
class BuildForces(Step[VictoryState]):
    """The forces of an army, map by map where each has its own (10.4)."""

    player: int
    army: int
    number: int
    automatic = True

    def run(self, state: VictoryState) -> None:
        sheets = sheets_of(state, self.army)
        if self.number == len(sheets):
            state.budget[self.army] = 0
            return
        maps = 1 if sheets[self.number] else len(state.game.army_sheets[self.army])
        state.budget[self.army] = state.game.armies[self.army].row.points * maps  # 10.0b
        state.push(
            BuildForce(self.player, self.army, sheets[self.number]),
            BuildForces(self.player, self.army, self.number + 1),
        )


@dataclass(frozen=True, slots=True)
class BuildForce(Step[VictoryState]):
    """10.2 buy blocks at one step or in full, raise, lower and return them, let an army be suggested, and be done."""

    player: int
    army: int
    sheet: int
    words = "build_force"

    def offer(self, state: VictoryState) -> Offer:
        game = state.game
        room = quarters(state, self.army, self.sheet)
        owned = bought(state, self.army, self.sheet)
        offer: Offer = {}
        kinds, full = on_sale(state, self.army, room)
        if kinds:
            offer[verbs.BUY] = kinds
        if several := full & game.kinds.several:
            offer[verbs.BUY_FULL] = several
        raised = raisable(state, self.army, self.sheet, room)
        if raised:
            offer[verbs.RAISE] = mask(raised)
        if owned:
            offer[verbs.LOWER] = mask(owned)
        if strong := [unit for unit in owned if state.steps[unit] > 1]:
            offer[verbs.GIVE_BACK] = mask(strong)
        if kinds or raised:
            offer |= dict.fromkeys(MIXES, verbs.YES)
        if room.fits():
            offer[verbs.DONE] = verbs.YES
        return offer

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        if verb == verbs.DONE:
            state.pop()
        elif verb in MIXES:
            suggest(state, self.army, self.sheet, MIXES[verb])
        elif verb in (verbs.BUY, verbs.BUY_FULL):
            steps = 1 if verb == verbs.BUY else state.game.kinds.rows[target].max_steps
            buy(state, self.army, self.sheet, target, steps)
        else:
            change = {verbs.RAISE: 1, verbs.LOWER: -1, verbs.GIVE_BACK: -state.steps[target]}
            strengthen(state, target, change[verb])

    def prompt(self, state: VictoryState) -> Message:
        room = quarters(state, self.army, self.sheet)
        return state.message(
            "prompt.build_force",
            "10.2",
            points=state.budget[self.army],
            count=room.hand,
            need=max(room.need - room.hand, 0),
        )

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        game = state.game
        room = quarters(state, self.army, self.sheet)
        return {
            "points": state.budget[self.army],
            "verbs": {role: game.verbs[verb].name for role, verb in ROLES.items()},
            "room": dict(shown_quarters(room)),
            "caps": {name: self._told(state, key, "1.4a", room) for name, key in CAPS.items()},
            "prices": {game.kinds.names[kind]: game.kinds.cost[kind] for kind in game.army_kinds[self.army]},
            "left": {
                game.kinds.names[kind]: sum(
                    1 for unit in bits(game.blocks.of_kind[self.army, kind]) if state.hex_of[unit] == POOL
                )
                for kind in game.army_kinds[self.army]
            },
        }

    def _told(self, state: VictoryState, key: str, rule: str, room: Quarters) -> dict[str, Any]:
        """Why there is room for no more blocks of a class, in words."""
        game = state.game
        message = state.message(key, rule, most=game.tables.stacking.airbase, **shown_quarters(room))
        return {"rule": rule, "text": {language: game.words.say(message, language) for language in LANGUAGES}}

    def primary(self, state: VictoryState) -> int | None:
        return None

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        left = state.budget[self.army]
        if verb in (verbs.BUY, verbs.BUY_FULL):
            return self._why_buy(state, target, verb == verbs.BUY_FULL)
        if verb == verbs.RAISE and state.hex_of[target] == IN_HAND and target in bought(state, self.army, self.sheet):
            if state.steps[target] >= state.game.blocks.most[target]:
                return [state.message("why.full_strength", "4.0.steps", unit=target)]
            cost = step_cost(state, target)
            if cost <= left:
                return [state.message("why.points_for_cities", "1.4b", points=left)]
            return [state.message("why.no_points", "10.2", points=left, cost=cost)]
        if verb in MIXES:
            return [state.message("why.nothing_to_buy", "10.2", points=left)]
        if verb in (verbs.RAISE, verbs.LOWER, verbs.GIVE_BACK):
            if state.game.blocks.army[target] != self.army:
                return [state.message("why.not_yours", "10.2")]
            held = verb == verbs.GIVE_BACK and target in bought(state, self.army, self.sheet)
            return [state.message("why.last_step" if held else "why.not_in_hand", "10.2", unit=target)]
        if verb == verbs.DONE:
            return [state.message("why.force_too_small", "1.4b")]
        return []

    def _why_buy(self, state: VictoryState, kind: int, full: bool) -> list[Message]:
        game = state.game
        left = state.budget[self.army]
        row = game.kinds.rows[kind]
        name = game.kinds.names[kind]
        if kind not in game.army_kinds[self.army] or not row.buildable or row.produces:
            return [state.message("why.not_in_set", "10.2")]
        if free_block(state, self.army, kind) is None:
            return [state.message("why.none_left", "10.2", kind=name)]
        room = quarters(state, self.army, self.sheet)
        if not has_quarters(state, kind, room):
            coast = row.coastal_only and room.hand_marines >= room.coastal
            class_ = CLASSES[game.kinds.class_of[kind]]
            most = room.coastal if coast else shown_quarters(room)[class_]
            return [state.message("why.no_coast" if coast else NO_QUARTERS[class_], "1.4a", count=most)]
        cost = row.cost * (row.max_steps if full else 1)
        if cost > left:
            return [state.message("why.no_points", "10.2", points=left, cost=cost)]
        if full and row.max_steps == 1:
            return [state.message("why.one_step", "4.0.steps", kind=name)]
        return [state.message("why.points_for_cities", "1.4b", points=left)]
