"""Regular's doctrine for Velikiye Luki: Recruit's, with what was learnt since."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from grognard.core.ask import TARGET_BITS, TARGET_MASK, Offer, code
from grognard.core.memory import remember
from grognard.games.vl import verbs
from grognard.games.vl.counters import GERMAN, SOVIET
from grognard.games.vl.movement import MoveUnit, MoveUnits
from grognard.games.vl.state import VlState
from grognard.games.vl.victory import exit_points
from grognard.hex.grid import mask
from grognard.players.opinion import Opinion
from grognard.players.vl.doctrine import ANSWERS, Answers, Key, VlDoctrine, movement_key
from grognard.players.vl.orders import Orders
from grognard.players.vl.place import best_place, room
from grognard.players.vl.raid import Raid, plan_raid
from grognard.players.vl.value import Outlook
from grognard.players.vl.watch import Watch, plan_watch
from grognard.players.vl.weights import SHEET, VlWeights
from grognard.players.weights import Sheet, read_changes


class VlRegular(VlDoctrine):
    """Knows what Recruit knows, and a few plans."""

    def __init__(self, sheet: Sheet[VlWeights]) -> None:
        super().__init__(sheet)
        self._raids: dict[Key, tuple[Raid | None]] = {}
        self._watches: dict[Key, Watch] = {}

    @property
    def answers(self) -> Answers:
        return REGULAR_ANSWERS

    # ---- the raid

    def raid(self, state: VlState) -> Raid | None:
        """The Soviet armour's way to the western edge, if it is time for it."""
        if state.active != SOVIET or not 0 < self.weights[SOVIET].raid <= state.turn:
            return None
        view = self.outlook(state, SOVIET)
        return remember(self._raids, movement_key(state, view), lambda: (plan_raid(state, view),))[0]

    def _posts(self, state: VlState, view: Outlook, enemies: int, moving: bool) -> dict[int, int]:
        posts = super()._posts(state, view, enemies, moving)
        raid, away = (self.raid(state), mask(self.watch(state))) if moving else (None, 0)
        if raid is not None:
            away = raid.riders | mask(unit for unit, _ in raid.leaving)
        if not away:
            return posts
        return {hex: units & ~away for hex, units in posts.items() if units & ~away}

    # ---- the watch

    def watch(self, state: VlState) -> Watch:
        """The Germans that bar the western edge, and where."""
        if state.active != GERMAN or not self.weights[GERMAN].pickets:
            return {}
        view = self.outlook(state, GERMAN)
        return remember(
            self._watches,
            movement_key(state, view),
            lambda: plan_watch(state, view, lambda unit: self.reach(state, view, unit)),
        )

    def _has_orders(self, state: VlState, unit: int, orders: Orders | None) -> bool:
        """Whether a unit is the city's relief, or an attack that others have set out for is waiting for it."""
        relief = self.relief(state)
        attacks = () if orders is None else orders.attacks
        return (relief is not None and relief[0] == unit) or any(unit in dict(attack.posts) for attack in attacks)

    # ---- moves

    def march(self, state: VlState, ready: int, orders: Orders) -> int:
        for unit in self.watch(state):
            if ready >> unit & 1:
                return code(verbs.UNIT, unit)
        raid = self.raid(state)
        if raid is not None and raid.leaving:
            return code(verbs.UNIT, raid.usher[0] if raid.usher else raid.leaving[0][0])
        return super().march(state, ready, orders)

    def move_unit(self, state: VlState, step: MoveUnit, offer: Offer, orders: Orders | None = None) -> int:
        raid, unit = self.raid(state), step.unit
        post = None if step.started or self._has_orders(state, unit, orders) else self.watch(state).get(unit)
        if post is not None and post == state.hex_of[unit]:
            return code(verbs.STOP)
        if post is not None and offer.get(verbs.MOVE, 0) >> post & 1:
            return code(verbs.MOVE, post)
        if raid is None:
            return super().move_unit(state, step, offer, orders)
        if verbs.EXIT in offer and exit_points(state, unit):
            return code(verbs.EXIT)
        board = offer.get(verbs.MOVE, 0)
        if step.started or not board:
            return code(verbs.STOP)
        here = state.hex_of[unit]
        for one, hex in (*raid.leaving, *([raid.usher] if raid.usher else [])):
            if one == unit and hex == here:
                return code(verbs.STOP)
            if one == unit and board >> hex & 1:
                return code(verbs.MOVE, hex)
        if not raid.riders >> unit & 1:
            return super().move_unit(state, step, offer, orders)
        hex = best_place(state, raid.view, unit, room(state, unit, board) | 1 << here)
        return code(verbs.STOP) if hex == here else code(verbs.MOVE, hex)

    def opinions(self, state: VlState, player: int) -> Sequence[Opinion]:
        """The raid and the watch, which no weight tells of, before what Recruit thinks of."""
        step, raid, watch = state.stack[-1], self.raid(state), self.watch(state)
        found = super().opinions(state, player)
        led = (raid.riders if raid else 0) | mask(watch)
        choice = self.choose(state, player) if led and isinstance(step, MoveUnits | MoveUnit) else None
        if choice is None:
            return found
        verb, target = choice >> TARGET_BITS, choice & TARGET_MASK
        unit = step.unit if isinstance(step, MoveUnit) else target
        if not led >> unit & 1 or verb not in (verbs.UNIT, verbs.MOVE, verbs.EXIT, verbs.STOP):
            return found
        others = [one for one in found if one.answers[0] != choice]
        if isinstance(step, MoveUnits):  # whoever else is led is not sent elsewhere
            others = [one for one in others if not mask(one.units) & led]
        return [self._of_plan(state, unit, choice, others, watch.get(unit)), *others]

    def _of_plan(self, state: VlState, unit: int, choice: int, others: list[Opinion], post: int | None) -> Opinion:
        """A unit goes where the raid or the watch (`post`) has it: that comes before what else is worth most."""
        here, verb, target = state.hex_of[unit], choice >> TARGET_BITS, choice & TARGET_MASK
        goal = post if post is not None else target if verb == verbs.MOVE else None
        answers: tuple[int, ...] = (choice,)
        if verb == verbs.UNIT and post is not None:
            answers = (choice, code(verbs.STOP) if post == here else code(verbs.MOVE, post))
        goes = goal is not None and goal != here and state.on_map(unit)
        ways = ((here, goal),) if goes and goal is not None else ()
        value = max((one.gain for one in others), default=0.0)
        note = "raid" if post is None else "watch"
        return Opinion(answers, max(value, 0.0), 0.0, (unit,), ways, goal, note=note)


REGULAR_ANSWERS: Final[Answers] = {**ANSWERS, MoveUnits: VlRegular.move_units, MoveUnit: VlRegular.move_unit}
REGULAR_SHEET: Final = read_changes(Path(__file__).with_name("regular.toml"), SHEET)
REGULAR: Final = VlRegular(REGULAR_SHEET)
