"""Recruit's doctrine for Velikiye Luki: for every question of the game the answer that serves its evaluation best.

What things are worth stands in `value.py` and `weights.toml`, where counters stand well in `place.py`, which attacks
there are in `attack.py`. Nothing here rolls a die, and what is remembered between calls only saves time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from grognard.core.ask import TARGET_BITS, TARGET_MASK, Offer, code
from grognard.core.memory import remember
from grognard.games.vl import verbs
from grognard.games.vl.advance import AdvanceUnit, AdvanceUnits
from grognard.games.vl.assault import DeclareAssault
from grognard.games.vl.cadres import TakeBack
from grognard.games.vl.combat import CombatPhase, DeclareAttack, fresh
from grognard.games.vl.counters import GERMAN, SOVIET
from grognard.games.vl.entry import entry_hexes
from grognard.games.vl.festung import EnterFestung, ReduceFestung
from grognard.games.vl.going import allowance, reach
from grognard.games.vl.movement import MoveUnit, MoveUnits, movers
from grognard.games.vl.results import CompulsoryRetreat, DictatedLoss, FillRequirements
from grognard.games.vl.retreat import RetreatOrder, RetreatStack, StepForZoc
from grognard.games.vl.setup import Deploy
from grognard.games.vl.stacking import RemoveExcess
from grognard.games.vl.state import VlState
from grognard.games.vl.support import GiveSupport
from grognard.games.vl.victory import exit_points
from grognard.games.vl.zoc import beside_city, encircled, keeps_ring
from grognard.hex.grid import bits, highest
from grognard.players.opinion import Named, Opinion
from grognard.players.reasons import read_reasons
from grognard.players.vl.attack import Attack, of_a_column, plan_attacks, support_price
from grognard.players.vl.foresight import FORESIGHT
from grognard.players.vl.names import named
from grognard.players.vl.opinions import OPINIONS
from grognard.players.vl.orders import Fights, Orders, fights, lasting
from grognard.players.vl.place import Place, best_place, guards, room
from grognard.players.vl.value import (
    FAR,
    Outlook,
    distances,
    look,
    relief_by_presence,
    ring_prize,
    step_cost,
    town_prize,
    unit_cost,
    worth,
)
from grognard.players.vl.weights import SHEET, VlWeights
from grognard.players.weights import Sheet, Weighted

Key = tuple[object, ...]
Answers = dict[type[Any], Callable[..., int]]

NOTES: Final = (
    "attack", "makes_room", "no_attack", "raid", "stay", "watch", "cancel", "assault", "rockets", "set_up", "all_set",
    "as_good", "alike", "no_farther", "no_room", "stays", "least_missed",
)  # fmt: skip
"""Reasons that no weight tells."""


def position_key(state: VlState, side: int) -> Key:
    """All of a position and its options that `look` depends on."""
    return (
        state.game, tuple(state.options.values()), side, state.turn, state.ring_turn, state.assaulted,
        tuple(state.hex_of), bytes(state.steps), bytes(state.supply), bytes(state.cadre_of),
    )  # fmt: skip


def movement_key(state: VlState, view: Outlook) -> Key:
    """A position as a side sees it, who may still move or enter, and whether points were made by leaving."""
    return view, state.moved, tuple(state.due.items()), tuple(state.exit_hex.items()), bool(state.scored)


class VlDoctrine(Weighted[VlWeights]):
    """Answers every question of the game, by the weights of the side that is asked."""

    foresight = FORESIGHT
    orders = frozenset({MoveUnits})
    reasons = read_reasons(Path(__file__).with_name("reasons.toml"), SHEET.weights, NOTES)

    def __init__(self, sheet: Sheet[VlWeights] = SHEET) -> None:
        super().__init__(sheet)
        self._outlooks: dict[Key, Outlook] = {}
        self._latest: dict[int, Outlook] = {}
        """By side: how it saw the position when it was last asked, mostly a move ago."""
        self._plans: dict[Key, tuple[Attack, ...]] = {}
        self._orders: dict[Key, Orders] = {}
        self._reaches: dict[Key, int] = {}
        self._reliefs: dict[Key, tuple[tuple[int, int] | None]] = {}

    @property
    def answers(self) -> Answers:
        """By question: who answers it."""
        return ANSWERS

    def choose(self, state: VlState, player: int) -> int | None:
        step = state.stack[-1]
        answer = self.answers.get(type(step))
        return None if answer is None else answer(self, state, step, state.offer)

    def go_by(self, state: VlState, player: int, plan: Any) -> tuple[int | None, Any]:
        """By the orders of this phase, while they hold."""
        step = state.stack[-1]
        if isinstance(step, CombatPhase | DeclareAttack) and verbs.ASSAULT not in state.offer:
            attacks = self._fights(state, step, plan)
            return self.answers[type(step)](self, state, step, state.offer, attacks), attacks
        if not isinstance(step, MoveUnits | MoveUnit) or (isinstance(step, MoveUnit) and step.started):
            return self.choose(state, player), plan
        orders = plan if isinstance(plan, Orders) and plan.hold(state, player) else self.orders_for(state, player)
        answer = self.answers[type(step)](self, state, step, state.offer, orders)
        return answer, self._after(state, step, answer, orders)

    def opinions(self, state: VlState, player: int) -> Sequence[Opinion]:
        """What speaks for and against the answers that come into question."""
        step = state.stack[-1]
        tell = OPINIONS.get(type(step))
        return () if tell is None else tell(self, state, step, state.offer)

    def named(self, state: VlState, player: int, opinion: Opinion, reason: str, speaks_for: bool) -> Named | None:
        """Whom or what a reason is about."""
        return named(state, self.outlook(state, player), opinion, reason, speaks_for)

    def cleared(self, state: VlState, player: int, hex: int) -> bool:
        return not state.occupied[1 - player] >> hex & 1

    # ---- remembered

    def outlook(self, state: VlState, side: int) -> Outlook:
        found = remember(self._outlooks, position_key(state, side), lambda: self._look(state, side))
        self._latest[side] = found
        return found

    def _look(self, state: VlState, side: int) -> Outlook:
        return look(state, side, self.weights[side], self._latest.get(side))

    def reach(self, state: VlState, view: Outlook, unit: int) -> int:
        """Where a counter can go that has not moved yet, as if the roads were free."""
        here = state.hex_of[unit]
        key = (
            view.foe, unit, here, allowance(state, unit), view.zoc,
            0 if state.on_map(unit) else entry_hexes(state, unit), view.side == SOVIET and keeps_ring(state, unit),
        )  # fmt: skip
        return remember(self._reaches, key, lambda: reach(state, unit, allowance(state, unit), clogged=0).board)

    def plan(self, state: VlState, moving: bool = False) -> tuple[Attack, ...]:
        """The attacks of this phase: those that units can still move to, or those they can make as they stand."""
        side = state.active
        if moving and _planning_is_over(state, side):
            return ()
        view = self.outlook(state, side)
        key = (
            *movement_key(state, view), state.fought, state.attacked, moving, state.used,
            *state.artillery, *state.air, bytes(state.supports),
        )  # fmt: skip
        enemies = state.occupied[1 - side] & ~state.attacked & ~state.festungs
        return remember(
            self._plans, key, lambda: plan_attacks(state, view, self._posts(state, view, enemies, moving), enemies)
        )

    def _posts(self, state: VlState, view: Outlook, enemies: int, moving: bool) -> dict[int, int]:
        """By hex beside enemies: the units that may attack from there, as they stand or while they can still move."""
        beside = state.game.ground.grid.grow(enemies)
        units = fresh(state, view.side)
        if moving:
            units |= movers(state, view.side) & state.game.counters.combat
        free = units & ~state.moved if moving else 0
        posts: dict[int, int] = {}
        for unit in bits(units):
            here = 1 << state.hex_of[unit] if state.on_map(unit) else 0
            board = here
            if free >> unit & 1 and not (here and guards(state, view, unit)):
                board |= self.reach(state, view, unit)
            for hex in bits(board & beside):
                posts[hex] = posts.get(hex, 0) | 1 << unit
        return posts

    # ---- set-up

    def deploy(self, state: VlState, step: Deploy, offer: Offer) -> int:
        return code(verbs.PLACE_REST) if verbs.PLACE_REST in offer else code(verbs.DONE)

    # ---- movement

    def orders_for(self, state: VlState, side: int) -> Orders:
        """What the units of a side do in a Movement Phase, as it looks now."""
        key = movement_key(state, self.outlook(state, side))
        return remember(self._orders, key, lambda: self._ordered(state, side))

    def _ordered(self, state: VlState, side: int) -> Orders:
        places = tuple(state.hex_of)
        attacks, column = self.plan(state, True), self._column(state, side)
        return Orders(lasting(state, side), attacks, column, places, state.moved)

    def _column(self, state: VlState, side: int) -> tuple[int, ...]:
        """Combat units from the head of the column on, then launchers, HQs last."""
        counters, view, ready = state.game.counters, self.outlook(state, side), movers(state, side)
        return tuple(
            unit
            for board in (counters.combat, counters.launchers, counters.hqs)
            for unit in sorted(bits(ready & board), key=lambda unit: (_place_in_column(state, view, unit), unit))
        )

    def _after(self, state: VlState, step: MoveUnits | MoveUnit, answer: int, orders: Orders) -> Orders | None:
        """What is left of orders after an answer; None where another position comes of it than they tell."""
        verb = answer >> TARGET_BITS
        if verb == verbs.UNIT:
            return orders
        if isinstance(step, MoveUnits) or verb not in (verbs.MOVE, verbs.STOP):
            return None
        return orders.after(step.unit, answer & TARGET_MASK if verb == verbs.MOVE else state.hex_of[step.unit])

    def move_units(self, state: VlState, step: MoveUnits, offer: Offer, orders: Orders | None = None) -> int:
        """Regiments go home, relief and attackers to their posts, the others from the head of the column, HQs last."""
        if verbs.ABSORB in offer:
            return code(verbs.ABSORB, highest(offer[verbs.ABSORB]))
        ready = offer.get(verbs.UNIT, 0)
        if not ready:
            return code(verbs.END_MOVEMENT)
        relief = self.relief(state)
        if relief is not None:
            return code(verbs.UNIT, relief[0])
        orders = orders or self.orders_for(state, step.player)
        for attack in orders.attacks:
            for unit, _ in attack.posts:
                if ready >> unit & 1:
                    return code(verbs.UNIT, unit)
        return self.march(state, ready, orders)

    def march(self, state: VlState, ready: int, orders: Orders) -> int:
        """Who goes next of those that attack nobody."""
        for unit in orders.column:
            if ready >> unit & 1 and (state.present >> unit & 1 or self._can_enter(state, unit)):
                return code(verbs.UNIT, unit)
        return code(verbs.END_MOVEMENT)

    def relief(self, state: VlState) -> tuple[int, int] | None:
        """The German unit that can march to a hex beside the encircled city, and the hex: no fight is so sure."""
        if state.active != GERMAN or not relief_by_presence(state):
            return None
        view = self.outlook(state, GERMAN)
        if not view.closed or not view.ring:
            return None
        return remember(self._reliefs, movement_key(state, view), lambda: (self._relief(state, view),))[0]

    def _relief(self, state: VlState, view: Outlook) -> tuple[int, int] | None:
        best: tuple[float, int, int] | None = None
        for unit in bits(movers(state, GERMAN) & state.game.counters.combat):
            if state.on_map(unit) and guards(state, view, unit):
                continue
            board = room(state, unit, self.reach(state, view, unit) & view.ring)
            if board:
                place = Place(state, view, unit)
                found = max((place.value(hex), unit, hex) for hex in bits(board))
                best = found if best is None else max(best, found)
        return None if best is None else best[1:]

    def _can_enter(self, state: VlState, unit: int) -> bool:
        """A counter off the map enters only where it is not one too many."""
        return bool(room(state, unit, self.reach(state, self.outlook(state, state.active), unit)))

    def move_unit(self, state: VlState, step: MoveUnit, offer: Offer, orders: Orders | None = None) -> int:
        unit = step.unit
        if verbs.EXIT in offer and state.turn >= self.weights[step.player].leave and exit_points(state, unit):
            return code(verbs.EXIT)
        board = offer.get(verbs.MOVE, 0)
        if step.started or not board:
            return code(verbs.STOP)
        here = state.hex_of[unit]
        relief = self.relief(state)
        if relief is not None and relief[0] == unit and board >> relief[1] & 1:
            return code(verbs.MOVE, relief[1])
        orders = orders or self.orders_for(state, step.player)
        for attack in orders.attacks:
            for one, post in attack.posts:
                if one == unit and post == here:
                    return code(verbs.STOP)
                if one == unit and board >> post & 1 and room(state, unit, 1 << post):
                    return code(verbs.MOVE, post)
        if state.on_map(unit):
            board |= 1 << here
        elif not room(state, unit, board):
            return code(verbs.STOP)
        hex = best_place(state, self.outlook(state, step.player), unit, board)
        return code(verbs.STOP) if hex == here else code(verbs.MOVE, hex)

    def take_back(self, state: VlState, step: TakeBack, offer: Offer) -> int:
        return code(verbs.CADRE, max(bits(offer[verbs.CADRE]), key=lambda unit: (state.quality(unit), -unit)))

    def excess(self, state: VlState, step: RemoveExcess, offer: Offer) -> int:
        """Whoever is too many goes whole, not by a step."""
        weights = self.weights[step.player]
        units = bits(offer[verbs.REMOVE_EXCESS])
        return code(verbs.REMOVE_EXCESS, min(units, key=lambda unit: (unit_cost(state, weights, unit), unit)))

    # ---- combat

    def _fights(self, state: VlState, step: CombatPhase | DeclareAttack, plan: Any) -> Fights:
        """The attacks as they were planned; planned anew when none is left of them and something has happened since."""
        hexes = 1 << step.hex if isinstance(step, DeclareAttack) else state.offer.get(verbs.ATTACK, 0)
        if isinstance(plan, Fights) and plan.hold(state, step.player) and plan.goes_on(state, hexes):
            return plan
        return fights(state, step.player, self.plan(state))

    def combat(self, state: VlState, step: CombatPhase, offer: Offer, planned: Fights | None = None) -> int:
        """The roll against the city first, while the ring is sure to stand."""
        if verbs.ASSAULT in offer:
            return code(verbs.ASSAULT)
        hexes = offer.get(verbs.ATTACK, 0)
        for attack in self.plan(state) if planned is None else planned.open(state, hexes):
            if hexes >> attack.hex & 1:
                return code(verbs.ATTACK, attack.hex)
        return code(verbs.END_COMBAT)

    def assault(self, state: VlState, step: DeclareAssault, offer: Offer) -> int:
        """With rockets where they help."""
        return code(verbs.ADD_ROCKETS if verbs.ADD_ROCKETS in offer else verbs.ROLL)

    def declare(self, state: VlState, step: DeclareAttack, offer: Offer, planned: Fights | None = None) -> int:
        attacks = self.plan(state) if planned is None else planned.open(state, 1 << step.hex)
        wanted = next((attack.units for attack in attacks if attack.hex == step.hex), 0)
        missing = wanted & offer.get(verbs.ADD, 0)
        if missing:
            return code(verbs.ADD, highest(missing))
        if verbs.COMMIT in offer:
            return code(verbs.COMMIT)
        return code(verbs.CANCEL)

    def support(self, state: VlState, step: GiveSupport, offer: Offer) -> int:
        """A column at a time while it brings more than it is likely to bring elsewhere."""
        battle = state.battle
        assert battle is not None
        view = self.outlook(state, battle.attacker)
        sign = 1 if step.player == battle.attacker else -1
        gain = sign * of_a_column(state, view, battle, sign)
        weights = self.weights[step.player]
        price = support_price(state, weights)
        if gain > price * weights.rockets_for and verbs.ROCKETS in offer:
            return code(verbs.ROCKETS, highest(offer[verbs.ROCKETS]))
        if gain > price:
            if verbs.AIR in offer:
                return code(verbs.AIR, _narrowest(state, offer[verbs.AIR]))
            if verbs.ARTILLERY in offer:
                return code(verbs.ARTILLERY, _narrowest(state, offer[verbs.ARTILLERY]))
        return code(verbs.NO_MORE_SUPPORT)

    # ---- results

    def compulsory(self, state: VlState, step: CompulsoryRetreat, offer: Offer) -> int:
        return self._step_or_hex(state, step.player, offer, step.hex(state))

    def requirements(self, state: VlState, step: FillRequirements, offer: Offer) -> int:
        battle = state.battle
        assert battle is not None
        if verbs.DEMAND_STEP in offer:
            held = state.combat[step.side] >> battle.hex & 1
            view = self.outlook(state, step.player)
            prize = ring_prize(state, view, battle.hex) + town_prize(state, view, battle.hex)
            weights = view.weights
            if verbs.DEMAND_RETREAT in offer and held and prize + weights.ground > weights.worth_a_step:
                return code(verbs.DEMAND_RETREAT)
            return code(verbs.DEMAND_STEP)
        if verbs.DONE in offer:
            return code(verbs.DONE)
        force = battle.force(step.side)
        hexes = {state.hex_of[unit] for unit in bits(force) if state.on_map(unit)}
        return self._step_or_hex(state, step.side, offer, *sorted(hexes))

    def _step_or_hex(self, state: VlState, side: int, offer: Offer, *hexes: int) -> int:
        """A step or a hex of retreat, whichever costs less."""
        if verbs.LOSE not in offer:
            return code(verbs.FALL_BACK)
        loser = self._cheapest(state, side, offer[verbs.LOSE])
        if verbs.FALL_BACK not in offer:
            return code(verbs.LOSE, loser)
        price, cost = self.prices(state, side, loser, hexes)
        return code(verbs.LOSE, loser) if price <= cost else code(verbs.FALL_BACK)

    def prices(self, state: VlState, side: int, loser: int, hexes: Sequence[int]) -> tuple[float, float]:
        """What a step of this unit costs, and what it costs that all go back from these hexes."""
        battle = state.battle
        assert battle is not None
        theirs = self.outlook(state, 1 - side)
        weights = self.weights[side]
        price = step_cost(state, weights, loser)
        cost = weights.ground * len(hexes)
        for hex in hexes:
            cost += ring_prize(state, theirs, hex) + town_prize(state, theirs, hex)
            stack = battle.force(side) & state.at.get(hex, 0)
            if stack and not state.game.ground.grid.around[hex] & ~theirs.zoc & ~state.occupied[1 - side]:
                cost += price
        if side == battle.attacker and not state.occupied[battle.defender] >> battle.hex & 1:
            ours = self.outlook(state, side)
            advance = weights.ground + ring_prize(state, ours, battle.hex) + town_prize(state, ours, battle.hex)
            cost += advance
        return price, cost

    def _cheapest(self, state: VlState, side: int, units: int) -> int:
        """The unit whose next step costs its owner least."""
        weights = self.weights[side]
        return min(bits(units), key=lambda unit: (step_cost(state, weights, unit), unit))

    def lose(self, state: VlState, step: DictatedLoss | StepForZoc, offer: Offer) -> int:
        return code(verbs.LOSE, self._cheapest(state, step.player, offer[verbs.LOSE]))

    def retreat_order(self, state: VlState, step: RetreatOrder, offer: Offer) -> int:
        """The stack beside the city goes last: the ring holds as long as it can."""
        beside = beside_city(state)
        hexes = bits(offer[verbs.RETREAT_FROM])
        return code(verbs.RETREAT_FROM, min(hexes, key=lambda hex: (beside >> hex & 1, hex)))

    def retreat(self, state: VlState, step: RetreatStack, offer: Offer) -> int:
        if verbs.RETREAT not in offer:
            return code(verbs.DONE)
        view = self.outlook(state, step.player)
        units = bits(step.units & state.game.counters.combat)
        unit = max(units, key=lambda one: (worth(state, view.weights, one), -one))
        return code(verbs.RETREAT, best_place(state, view, unit, offer[verbs.RETREAT]))

    def advance(self, state: VlState, step: AdvanceUnits, offer: Offer) -> int:
        """Those advance who stand better in the won hex than where they are."""
        battle = state.battle
        assert battle is not None
        view = self.outlook(state, step.player)
        best = (0.0, -1)
        for unit in bits(offer.get(verbs.ADVANCE, 0)):
            if not room(state, unit, 1 << battle.hex):
                continue
            place = Place(state, view, unit)
            best = max(best, (place.value(battle.hex) - place.value(state.hex_of[unit]), unit))
        return code(verbs.ADVANCE, best[1]) if best[1] >= 0 else code(verbs.END_ADVANCE)

    def advance_further(self, state: VlState, step: AdvanceUnit, offer: Offer) -> int:
        beyond = offer.get(verbs.ADVANCE_TO, 0)
        if not beyond:
            return code(verbs.STOP)
        here = step.way[-1]
        hex = best_place(state, self.outlook(state, step.player), step.unit, beyond | 1 << here)
        return code(verbs.STOP) if hex == here else code(verbs.ADVANCE_TO, hex)

    # ---- the city

    def reduce(self, state: VlState, step: ReduceFestung, offer: Offer) -> int:
        """The stronger one: two levels can only be taken while both stand (7.5c)."""
        return code(verbs.REDUCE, max(bits(offer[verbs.REDUCE]), key=lambda unit: (state.steps[unit], -unit)))

    def enter_city(self, state: VlState, step: EnterFestung, offer: Offer) -> int:
        """A unit whose going leaves the ring closed, and that helps least where it is."""
        if verbs.OCCUPY not in offer:
            return code(verbs.DONE)

        weights = self.weights[step.player]

        def rank(unit: int) -> tuple[bool, float, int]:
            trial = state.clone()
            trial.put(unit, step.hex)
            return not encircled(trial), worth(state, weights, unit), unit

        return code(verbs.OCCUPY, min(bits(offer[verbs.OCCUPY]), key=rank))


def _planning_is_over(state: VlState, side: int) -> bool:
    """Attackers move first: once a unit has moved that attacks nobody, no further attack is planned in this phase."""
    enemies = state.occupied[1 - side] & ~state.festungs
    beside = state.game.ground.grid.grow(enemies)
    moved = state.moved & state.game.counters.combat
    return any(not beside >> state.hex_of[unit] & 1 for unit in bits(moved) if state.on_map(unit))


def _narrowest(state: VlState, hqs: int) -> int:
    """The HQ that serves fewest others: its supports are the first to be spent."""
    colour = state.game.counters.colour
    return min(bits(hqs), key=lambda hq: (colour[hq] in ("all", "yellow"), -state.supports[hq], hq))


def _place_in_column(state: VlState, view: Outlook, unit: int) -> int:
    """The units nearest to the objective go first and leave room for those behind."""
    return distances(state, view, unit)[state.hex_of[unit]] if state.present >> unit & 1 else FAR


ANSWERS: Final[Answers] = {
    Deploy: VlDoctrine.deploy,
    MoveUnits: VlDoctrine.move_units,
    MoveUnit: VlDoctrine.move_unit,
    TakeBack: VlDoctrine.take_back,
    RemoveExcess: VlDoctrine.excess,
    CombatPhase: VlDoctrine.combat,
    DeclareAttack: VlDoctrine.declare,
    DeclareAssault: VlDoctrine.assault,
    GiveSupport: VlDoctrine.support,
    CompulsoryRetreat: VlDoctrine.compulsory,
    FillRequirements: VlDoctrine.requirements,
    DictatedLoss: VlDoctrine.lose,
    StepForZoc: VlDoctrine.lose,
    RetreatOrder: VlDoctrine.retreat_order,
    RetreatStack: VlDoctrine.retreat,
    AdvanceUnits: VlDoctrine.advance,
    AdvanceUnit: VlDoctrine.advance_further,
    ReduceFestung: VlDoctrine.reduce,
    EnterFestung: VlDoctrine.enter_city,
}

DOCTRINE: Final = VlDoctrine()
