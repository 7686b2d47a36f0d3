"""Recruit's doctrine for Victory: for every question of the game the answer that serves its evaluation best.

What a position holds stands in `value.py`, distances in `field.py`, guards in `guard.py`, attacks in `plan.py`, other
moves in `move.py`, orders that are kept for a move in `orders.py`, battles in `battle.py`, forces in `build.py`; what
Regular knows beside it in `guess.py` (unseen blocks) and `front.py` (who can come); what it tells of all that in
`opinions.py`. Nothing here reads a block that lies face down or rolls a die, and what is remembered between calls only
saves time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from grognard.core.ask import Offer, code, codes
from grognard.core.memory import remember
from grognard.games.victory import verbs
from grognard.games.victory.board.moment import Moment, moment
from grognard.games.victory.board.movers import movers, overstacked
from grognard.games.victory.board.travel import Progress, goes_anywhere, journey, journey_at
from grognard.games.victory.combat.aftermath import DeclareBlockade, LandUnit, Regroup, RegroupTo, ShedAircraft
from grognard.games.victory.combat.battles import ChooseBattle
from grognard.games.victory.combat.bridges import WreckBridges, WreckTarget
from grognard.games.victory.combat.combat import CombatTurn, Scramble, TurnOrder
from grognard.games.victory.combat.hits import ChooseHit
from grognard.games.victory.combat.retreat import ChooseWithdrawal, ForcedRetreat, LeaveShip
from grognard.games.victory.command.council import Vote, WarCouncil
from grognard.games.victory.kinds import AIR
from grognard.games.victory.logistics.engineers import Repair
from grognard.games.victory.logistics.factories import ExchangeFactory, GrowFactory, PlaceFactories
from grognard.games.victory.logistics.production import BuildUnit, MergeInto, Produce
from grognard.games.victory.logistics.supply import DeclareBeachheads
from grognard.games.victory.movement.movement import JoinBattle, MoveUnit, MoveUnits
from grognard.games.victory.set_up.deployment import Deploy, DeployAt
from grognard.games.victory.set_up.first_roll import FirstRoll
from grognard.games.victory.set_up.forces import BuildForce
from grognard.games.victory.set_up.map_choice import ArrangeMaps, PickMap
from grognard.games.victory.set_up.muster import Muster
from grognard.games.victory.state import VictoryState
from grognard.games.victory.victory import points
from grognard.hex.grid import bits, highest, lowest, mask
from grognard.players.opinion import Named, Opinion
from grognard.players.reasons import read_reasons
from grognard.players.victory import battle, build, orders
from grognard.players.victory.field import FAR, SHIP, Field, way_of
from grognard.players.victory.foresight import FORESIGHT
from grognard.players.victory.guard import guards, held_back, is_answered
from grognard.players.victory.move import (
    base_worth,
    best_hex,
    land_worth,
    nearest,
    peaceful,
    pick_goal,
    refit,
    room,
    spoken_for,
    troops_at,
)
from grognard.players.victory.names import named
from grognard.players.victory.opinions import NOTES, OPINIONS
from grognard.players.victory.orders import Orders
from grognard.players.victory.plan import Attack, plan_attacks, prize
from grognard.players.victory.reach import Bounds, Reach, bounds, reach, surroundings
from grognard.players.victory.value import Goal, Key, Outlook, cost_of, look, ours, strike_power
from grognard.players.victory.weights import SHEET, VictoryWeights
from grognard.players.weights import Sheet, Weighted


class Intent(NamedTuple):
    """What an army is about to do as things are; kept while nothing but the question changes."""

    now: Moment
    sight: Key
    view: Outlook
    plan: list[Attack]
    stay: int
    """Blocks that guard our cities."""
    errands: dict[int, int | None]
    """By block that was looked at: what it does when it is picked up, if anything."""


class VictoryDoctrine(Weighted[VictoryWeights]):
    """Answers every question of the game, by the weights of the side that is asked."""

    foresight = FORESIGHT
    orders: frozenset[type[Any]] = frozenset()
    """None: who goes first makes room for others, or bars their way."""
    tells_in = ("hexes", "steps", "points", "worth")
    reasons = read_reasons(Path(__file__).with_name("reasons.toml"), SHEET.weights, NOTES, tells_in)

    def __init__(self, sheet: Sheet[VictoryWeights] = SHEET) -> None:
        super().__init__(sheet)
        self._outlooks: dict[Key, Outlook] = {}
        self._fields: dict[Key, Field] = {}
        self._at_bests: dict[Key, list[float]] = {}
        self._worths: dict[Key, list[float]] = {}
        self._bounds: dict[Key, Bounds] = {}
        self._reaches: dict[Key, dict[tuple[int, int, int], Reach]] = {}
        self._plans: dict[Key, list[Attack]] = {}
        self._intent: Intent | None = None
        self._ordered: Intent | None = None
        """The same by orders that were given before."""

    def choose(self, state: VictoryState, player: int) -> int | None:
        seen = state.glimpsed_by(player)  # his own lane while choices are simultaneous
        step = seen.stack[-1]
        answer = ANSWERS.get(type(step))
        return None if answer is None else answer(self, seen, step, seen.offer)

    def go_by(self, state: VictoryState, player: int, plan: Any) -> tuple[int | None, Any]:
        """The same for somebody who keeps his orders; without any it is what `choose` says."""
        seen = state.glimpsed_by(player)
        step = seen.stack[-1]
        followed = FOLLOWED.get(type(step))
        if followed is None:
            return self.choose(state, player), plan
        return followed(self, seen, step, seen.offer, plan if isinstance(plan, Orders) else None)

    def opinions(self, state: VictoryState, player: int) -> Sequence[Opinion]:
        """What speaks for and against the answers that come into question."""
        seen = state.seen_by(player)
        step = seen.stack[-1]
        tell = OPINIONS.get(type(step))
        return () if tell is None else tell(self, seen, step, seen.offer)

    def named(self, state: VictoryState, player: int, opinion: Opinion, reason: str, speaks_for: bool) -> Named | None:
        """Whom or what a reason is about."""
        return named(state.seen_by(player), opinion, reason, speaks_for)

    def cleared(self, state: VictoryState, player: int, hex: int) -> bool:
        return not state.occupied_by_others(state.game.side_of_player[player]) >> hex & 1

    def _of_side(self, side: int) -> VictoryWeights:
        """A side's weights; where there are more sides than weights, the later ones share them."""
        return self.weights[side % len(self.weights)]

    def of_army(self, state: VictoryState, army: int) -> VictoryWeights:
        return self._of_side(state.game.side_of[army])

    def of_player(self, state: VictoryState, player: int) -> VictoryWeights:
        return self._of_side(state.game.side_of_player[player])

    # ---- remembered

    def sight(self, state: VictoryState, side: int) -> Key:
        """What a side goes by and seldom changes by its own moves: enemy blocks by hex and army, control, time."""
        game = state.game
        own = game.side_units[side] | game.blocks.factories
        there = tuple((hex, (state.at[hex] & ~own).bit_count()) for hex in bits(state.occupied_by_others(side)))
        others = tuple(hexes for army, hexes in enumerate(state.occ) if game.side_of[army] != side)
        return (
            side, state.turn, there, others,
            ours(state, side), state.ruined, tuple(state.blockades), is_answered(state, side),
        )  # fmt: skip

    def outlook(self, state: VictoryState, side: int) -> Outlook:
        return self._outlook(state, side, self.sight(state, side))

    def _outlook(self, state: VictoryState, side: int, sight: Key) -> Outlook:
        game = state.game
        abroad = game.ground.cities & (state.occupied_by_others(side) | ~game.side_homes[side])
        # whoever stands in a city that is not ours takes it out of the enemy's points
        key = (game, tuple(state.options.values()), sight, state.occupied(side) & abroad)
        return remember(self._outlooks, key, lambda: look(state, side, self._of_side(side)))

    def bounds(self, state: VictoryState, view: Outlook) -> Bounds:
        key = surroundings(state, view.side, view.enemies, view.friendly)

        def work_out() -> Bounds:
            """A battle more is a new surrounding, but seldom in a block's way: what each can do is kept by that."""
            found = bounds(state, view.side)
            airfields = tuple(state.airfields.items())
            about = (state.game, state.turn, state.storm, view.friendly, airfields, *found[:-1])
            return found._replace(reaches=remember(self._reaches, about, dict))

        return remember(self._bounds, key, work_out)

    def far(self, state: VictoryState, view: Outlook, way: int, goal: int) -> Field:
        """How far hexes are from a goal."""
        found = view.fields.get((way, goal))
        if found is None:
            weights, ports, enemies = view.weights, state.game.ground.ports & view.friendly, view.enemies
            key = (state.game, weights, way, goal, ports, enemies, state.ruined)
            found = remember(self._fields, key, lambda: Field(state, weights, way, goal, ports, enemies))
            view.fields[way, goal] = found
        return found

    def at_best(self, state: VictoryState, view: Outlook, way: int, here: int) -> dict[int, float]:
        """By goal: how far it would be with nobody in the way and all ports open, never farther than it is."""
        fields = view.at_best.get(way)
        if fields is None:
            fields = view.at_best[way] = {goal: self._open_field(state, view, way, goal) for goal in view.goals}
        return {goal: far[here] for goal, far in fields.items()}

    def _open_field(self, state: VictoryState, view: Outlook, way: int, goal: int) -> list[float]:
        key = (state.game, view.weights, way, goal, state.ruined)
        ports = state.game.ground.ports
        return remember(self._at_bests, key, lambda: Field(state, view.weights, way, goal, ports, 0).whole())

    def goal(self, state: VictoryState, view: Outlook, unit: int) -> Goal | None:
        """What a block makes for."""
        blocks, here = state.game.blocks, state.hex_of[unit]
        if view.weights.refit and blocks.ground >> unit & 1 and 2 * state.steps[unit] <= blocks.most[unit]:
            return refit(state, view, unit)
        if blocks.class_of[unit] != AIR:
            at = way_of(state, unit), here
            if at not in view.goal_of:
                view.goal_of[at] = self._surface_goal(state, view, *at)
            return view.goal_of[at]
        goal = self._air_goal(state, view, here)
        move = blocks.move[unit]
        held = troops_at(state, view)
        key: Key = (state.game, view.side, view.enemies, view.friendly, view.supplied, goal, move, held)
        return Goal(goal, remember(self._worths, key, lambda: base_worth(state, view, goal, move, held)))

    def _surface_goal(self, state: VictoryState, view: Outlook, way: int, here: int) -> Goal | None:
        at_best = self.at_best(state, view, way, here)
        goal = pick_goal(view, here, at_best, lambda goal: self.far(state, view, way, goal))
        if not goal:
            return None
        far = self.far(state, view, way, goal)
        key: Key = (state.game, view.side, view.enemies, view.friendly, view.supplied, goal, way, state.ruined)
        if way == SHIP:
            ships_way = view.weights.ships_way
            return Goal(goal, remember(self._worths, key, lambda: [-ships_way * distance for distance in far.whole()]))
        return Goal(goal, remember(self._worths, key, lambda: land_worth(state, view, far.whole())))

    def _air_goal(self, state: VictoryState, view: Outlook, here: int) -> int:
        distance, flight = state.game.ground.grid.distance, view.weights.flight
        return max(view.goals, key=lambda hex: (view.goals[hex] - flight * distance(here, hex), -hex), default=here)

    def intent(self, state: VictoryState, army: int) -> Intent:
        now = moment(state, army)
        found = self._intent
        if found is None or found.now is not now:
            sight = self.sight(state, now.side)
            view = self._outlook(state, now.side, sight)
            stay = guards(state, view)
            found = self._intent = Intent(now, sight, view, self._plan(state, view, now, sight, stay), stay, {})
        return found

    def intent_by(self, state: VictoryState, orders: Orders) -> Intent:
        """The same for an army that has its orders."""
        now = moment(state, orders.army)
        found = self._ordered
        if found is None or found.now is not now or (found.plan, found.stay) != (orders.attacks, orders.stay):
            view = self._outlook(state, now.side, orders.sight)
            found = self._ordered = Intent(now, orders.sight, view, orders.attacks, orders.stay, {})
        return found

    def give_orders(self, state: VictoryState, army: int) -> Orders:
        """What an army is to do as things are."""
        intent = self.intent(state, army)
        return Orders(army, intent.sight, list(state.battles), intent.plan, intent.stay)

    def _plan(self, state: VictoryState, view: Outlook, now: Moment, sight: Key, stay: int) -> list[Attack]:
        """The attacks of an army's move, in all its arms."""
        army = now.army
        ready = now.ready & ~held_back(state, view, stay)
        about = self.bounds(state, view)
        targets = view.enemies | mask(view.goals)
        ways_in = {unit: reach(state, unit, about) for unit in bits(ready)}
        ways_in = {unit: way for unit, way in ways_in.items() if way.anywhere & targets}
        mine = state.game.side_units[view.side]
        known = state.shown & ~mine
        for hex in (*state.battles, *state.blockades):
            known |= state.at.get(hex, 0) & mine
        own = tuple((unit, state.hex_of[unit], state.steps[unit]) for unit in ways_in)
        faces = tuple((unit, state.hex_of[unit], state.steps[unit], state.came[unit]) for unit in bits(known))
        key = (
            state.game, tuple(state.options.values()), sight, view.leads_by, view.urgent, army, own, faces,
            state.afloat & known, state.late & mine,
            tuple(state.battles.items()), tuple(state.crossings.items()),
        )  # fmt: skip
        return remember(self._plans, key, lambda: plan_attacks(state, view, army, ways_in))

    # ---- movement

    def move_units(self, state: VictoryState, step: MoveUnits, offer: Offer) -> int:
        unit = self._next_unit(state, step.army, offer.get(verbs.UNIT, 0))
        return self.without_errand(state, step, offer) if unit is None else code(verbs.UNIT, unit)

    def without_errand(self, state: VictoryState, step: MoveUnits, offer: Offer) -> int:
        """What is to be said when nobody has anything to do."""
        if verbs.END_MOVE in offer:
            return code(verbs.END_MOVE)
        if verbs.DISBAND in offer:  # 5.2b too many in a hex that nobody can leave
            units = bits(offer[verbs.DISBAND])
            return code(verbs.DISBAND, min(units, key=lambda one: (state.steps[one] * cost_of(state, one), one)))
        return code(verbs.UNIT, self._crowded(state, step, offer))

    def _crowded(self, state: VictoryState, step: MoveUnits, offer: Offer) -> int:
        """A block that must make room, because more are in its hex than may stay; any, where it is blocks of an ally's
        that one does not see which fill it."""
        units = overstacked(state, step.army, step.units) & movers(state, step.army, step.units)
        leaving = (unit for unit in bits(units) if goes_anywhere(journey(state, Progress(unit))))
        return next(leaving, lowest(offer[verbs.UNIT]))

    def move_unit(self, state: VictoryState, step: MoveUnit, offer: Offer) -> int:
        if not step.started:
            answer = self.errand(state, self.intent(state, step.army), step.unit)
            if answer is not None:
                return answer
            if overstacked(state, step.army, 1 << step.unit):
                return self._make_room(state, step.unit, offer)
        unit = self._next_unit(state, step.army, offer.get(verbs.UNIT, 0))
        return code(verbs.STOP) if unit is None else code(verbs.UNIT, unit)

    def _make_room(self, state: VictoryState, unit: int, offer: Offer) -> int:
        """Out of a hex that is too full, to where there is room if it can."""
        view = self.outlook(state, state.game.side_of[state.game.blocks.army[unit]])
        free = room(state, view, unit) & ~view.enemies
        ways_out = {verb: offer[verb] for verb in (verbs.MOVE, verbs.STRATEGIC, verbs.SEA_MOVE) if verb in offer}
        roomy = {verb: board & free for verb, board in ways_out.items() if board & free}
        for verb, board in (roomy or ways_out).items():
            return code(verb, self._refuge(state, unit, board))
        verb = next(iter(offer))
        return code(verb, highest(offer[verb]))

    def _next_unit(self, state: VictoryState, army: int, ready: int) -> int | None:
        """Attackers first, then the others from the head of the column."""
        if not ready:
            return None
        intent = self.intent(state, army)
        for attack in intent.plan:
            for unit in attack.units:
                if ready >> unit & 1 and self.errand(state, intent, unit) is not None:
                    return unit
        for unit in self.column(state, intent, ready):
            if self.may_march(state, intent, unit) and self.errand(state, intent, unit) is not None:
                return unit
        return None

    def column(self, state: VictoryState, intent: Intent, ready: int) -> list[int]:
        """Those who do not stay, the nearest to the enemy first."""
        units = bits(ready & ~intent.stay)
        return [unit for _, unit in sorted([(self.way_to_go(state, intent.view, unit), unit) for unit in units])]

    def may_march(self, state: VictoryState, intent: Intent, unit: int) -> bool:
        """Whether there is a better place for a block where it could get to, roughly: `errand` looks closer."""
        view = intent.view
        goal = self.goal(state, view, unit)
        if goal is None:
            return False
        way = reach(state, unit, self.bounds(state, view))
        board = (way.move | way.strategic | way.sea | way.by_sea) & ~view.enemies
        return bool(best_hex(state, view, unit, goal, board))

    def way_to_go(self, state: VictoryState, view: Outlook, unit: int) -> float:
        """How far a block is from all goals; aircraft come last."""
        if state.game.blocks.class_of[unit] == AIR:
            return FAR
        way, here = way_of(state, unit), state.hex_of[unit]
        found = view.nearest.get((way, here))
        if found is None:
            at_best = self.at_best(state, view, way, here)
            found = view.nearest[way, here] = nearest(here, at_best, lambda goal: self.far(state, view, way, goal))
        return found

    def errand(self, state: VictoryState, intent: Intent, unit: int) -> int | None:
        """What a block that is picked up does, as far as it is really open to it."""
        if unit not in intent.errands:
            intent.errands[unit] = self._errand(state, intent, unit)
        return intent.errands[unit]

    def _errand(self, state: VictoryState, intent: Intent, unit: int) -> int | None:
        view, way = intent.view, journey_at(intent.now, Progress(unit))
        for attack in intent.plan:
            if unit in attack.units:
                if way.move >> attack.hex & 1:
                    return code(verbs.MOVE, attack.hex)
                if way.paradrop >> attack.hex & 1:
                    return code(verbs.PARADROP, attack.hex)
        if intent.stay >> unit & 1:
            return None
        goal = self.goal(state, view, unit)
        if goal is None:
            return None
        boards = peaceful(state, view, unit, way)
        board = 0
        for one in boards.values():
            board |= one
        hex = best_hex(state, view, unit, goal, board)
        if not hex:
            return None
        return next(code(verb, hex) for verb, one in boards.items() if one >> hex & 1)

    def join(self, state: VictoryState, step: JoinBattle, offer: Offer) -> int:
        """Against whoever has more cities."""
        game = state.game
        side = game.side_of[step.army]
        attacker = game.side_of[state.battles[step.hex]]
        others = [one for one in range(len(game.sides)) if one not in (side, attacker) and state.of_side(one, step.hex)]
        strong = max((points(state, one, known_to=side) for one in others), default=0)
        leads = points(state, attacker, known_to=side) > strong
        return code(verbs.JOIN_DEFENCE if leads else verbs.JOIN_ATTACK)

    # ---- combat

    def choose_battle(self, state: VictoryState, step: ChooseBattle, offer: Offer) -> int:
        """What is worth most first: it decides whether the rest is still needed."""
        if verbs.BATTLE in offer:
            view = self.outlook(state, state.game.side_of[step.army])
            return code(verbs.BATTLE, max(bits(offer[verbs.BATTLE]), key=lambda hex: (prize(state, view, hex), -hex)))
        return code(verbs.END_BATTLES)

    def combat_turn(self, state: VictoryState, step: CombatTurn, offer: Offer) -> int:
        weights = self.of_army(state, state.game.blocks.army[step.unit])
        return battle.combat_turn(
            state, weights, step, offer, lambda: self._refuge(state, step.unit, offer[verbs.RETREAT])
        )

    def turn_order(self, state: VictoryState, step: TurnOrder, offer: Offer) -> int:
        return battle.turn_order(state, step, offer)

    def choose_hit(self, state: VictoryState, step: ChooseHit, offer: Offer) -> int:
        return battle.choose_hit(state, self.of_player(state, step.player), step, offer)

    def scramble(self, state: VictoryState, step: Scramble, offer: Offer) -> int:
        return battle.scramble(state, step, offer)

    def _refuge(self, state: VictoryState, unit: int, board: int) -> int:
        return self.refuges(state, unit, board)[0][1] if board else 0

    def refuges(self, state: VictoryState, unit: int, board: int) -> list[tuple[float, int]]:
        """Hexes to stand in, the best first: supplied, in a settlement of ours, near the goal."""
        blocks = state.game.blocks
        view = self.outlook(state, state.game.side_of[blocks.army[unit]])
        goal = self.goal(state, view, unit)
        if blocks.class_of[unit] == AIR:
            board = board & ~spoken_for(state, view, unit) or board

        def worth(hex: int) -> float:
            value = goal.worth[hex] if goal is not None else 0.0
            settled = state.game.ground.settlements >> hex & view.friendly >> hex & 1
            return value + view.weights.refuge * settled

        return [(value, -hex) for value, hex in sorted([(worth(hex), -hex) for hex in bits(board)], reverse=True)]

    def withdraw(self, state: VictoryState, step: ChooseWithdrawal, offer: Offer) -> int:
        """The blocks worth most go first, while there is a way out."""
        units = bits(offer[verbs.WITHDRAW])
        return code(verbs.WITHDRAW, max(units, key=lambda unit: (state.steps[unit] * cost_of(state, unit), -unit)))

    def forced_retreat(self, state: VictoryState, step: ForcedRetreat, offer: Offer) -> int:
        if verbs.RETREAT in offer:
            return code(verbs.RETREAT, self._refuge(state, step.unit, offer[verbs.RETREAT]))
        if verbs.RETREAT_ABOARD in offer:
            return code(verbs.RETREAT_ABOARD, highest(offer[verbs.RETREAT_ABOARD]))
        return code(verbs.GIVE_UP)

    def leave_ship(self, state: VictoryState, step: LeaveShip, offer: Offer) -> int:
        """Aircraft stay with their ship."""
        return code(verbs.RETREAT_ABOARD, state.aboard[step.unit])

    def land(self, state: VictoryState, step: LandUnit, offer: Offer) -> int:
        if verbs.LAND_AT in offer:
            return code(verbs.LAND_AT, self._refuge(state, step.unit, offer[verbs.LAND_AT]))
        if verbs.LAND_ABOARD in offer:
            return code(verbs.LAND_ABOARD, highest(offer[verbs.LAND_ABOARD]))
        return code(verbs.GIVE_UP)

    def shed(self, state: VictoryState, step: ShedAircraft, offer: Offer) -> int:
        weights = self.of_player(state, step.player)
        if verbs.WITHDRAW in offer:
            units = bits(offer[verbs.WITHDRAW])
            return code(verbs.WITHDRAW, max(units, key=lambda unit: (strike_power(state, weights, unit), -unit)))
        units = bits(offer[verbs.SHED])
        return code(verbs.SHED, min(units, key=lambda unit: (strike_power(state, weights, unit), unit)))

    def blockade(self, state: VictoryState, step: DeclareBlockade, offer: Offer) -> int:
        return code(verbs.BLOCKADE)

    def done(self, state: VictoryState, step: Any, offer: Offer) -> int:
        return code(verbs.DONE)

    def cancel(self, state: VictoryState, step: Any, offer: Offer) -> int:
        return code(verbs.CANCEL)

    # ---- supply, production, set-up, councils

    def beachheads(self, state: VictoryState, step: DeclareBeachheads, offer: Offer) -> int:
        """A beachhead where troops next to it have no other supply."""
        game = state.game
        view = self.outlook(state, game.side_of[step.army])
        troops = game.side_units[view.side] & game.blocks.ground & ~state.afloat
        for unit in bits(offer.get(verbs.BEACHHEAD, 0)):
            hex = state.hex_of[unit]
            for near in bits((game.ground.grid.around[hex] | 1 << hex) & ~view.supplied):
                if state.at.get(near, 0) & troops & ~(1 << unit):
                    return code(verbs.BEACHHEAD, unit)
        return code(verbs.DONE)

    def build_force(self, state: VictoryState, step: BuildForce, offer: Offer) -> int:
        return build.build_force(state, self.of_army(state, step.army), step, offer)

    def place_factories(self, state: VictoryState, step: PlaceFactories, offer: Offer) -> int:
        return build.place_factories(state, self.of_army(state, step.army), step, offer)

    def grow_factory(self, state: VictoryState, step: GrowFactory, offer: Offer) -> int:
        return build.grow_factory(state, self.of_army(state, step.army), step, offer)

    def deploy(self, state: VictoryState, step: Deploy, offer: Offer) -> int:
        return build.deploy(state, step, offer)

    def deploy_at(self, state: VictoryState, step: DeployAt, offer: Offer) -> int:
        return build.deploy_at(state, self.of_army(state, step.army), step, offer)

    def produce(self, state: VictoryState, step: Produce, offer: Offer) -> int:
        return build.produce(state, self.of_army(state, step.army), step, offer)

    def build_unit(self, state: VictoryState, step: BuildUnit, offer: Offer) -> int:
        return build.build_unit(state, self.of_army(state, step.army), step, offer)

    def muster(self, state: VictoryState, step: Muster, offer: Offer) -> int:
        return code(verbs.MUSTER)

    def first_roll(self, state: VictoryState, step: FirstRoll, offer: Offer) -> int:
        return code(verbs.ROLL)

    def pick_map(self, state: VictoryState, step: PickMap, offer: Offer) -> int:
        return codes(offer)[0]

    def arrange_maps(self, state: VictoryState, step: ArrangeMaps, offer: Offer) -> int:
        """As they lie."""
        return code(verbs.SETTLE_MAPS)

    def council(self, state: VictoryState, step: WarCouncil, offer: Offer) -> int:
        return code(verbs.PASS)

    def vote(self, state: VictoryState, step: Vote, offer: Offer) -> int:
        """Everybody keeps his post."""
        return code(verbs.NAY)


ANSWERS: Final[dict[type[Any], Callable[..., int]]] = {
    FirstRoll: VictoryDoctrine.first_roll,
    PickMap: VictoryDoctrine.pick_map,
    ArrangeMaps: VictoryDoctrine.arrange_maps,
    Muster: VictoryDoctrine.muster,
    PlaceFactories: VictoryDoctrine.place_factories,
    BuildForce: VictoryDoctrine.build_force,
    Deploy: VictoryDoctrine.deploy,
    DeployAt: VictoryDoctrine.deploy_at,
    WarCouncil: VictoryDoctrine.council,
    Vote: VictoryDoctrine.vote,
    MoveUnits: VictoryDoctrine.move_units,
    MoveUnit: VictoryDoctrine.move_unit,
    JoinBattle: VictoryDoctrine.join,
    WreckBridges: VictoryDoctrine.done,
    WreckTarget: VictoryDoctrine.cancel,
    ChooseBattle: VictoryDoctrine.choose_battle,
    Scramble: VictoryDoctrine.scramble,
    TurnOrder: VictoryDoctrine.turn_order,
    CombatTurn: VictoryDoctrine.combat_turn,
    ChooseHit: VictoryDoctrine.choose_hit,
    ChooseWithdrawal: VictoryDoctrine.withdraw,
    ForcedRetreat: VictoryDoctrine.forced_retreat,
    LeaveShip: VictoryDoctrine.leave_ship,
    DeclareBlockade: VictoryDoctrine.blockade,
    LandUnit: VictoryDoctrine.land,
    ShedAircraft: VictoryDoctrine.shed,
    Regroup: VictoryDoctrine.done,
    RegroupTo: VictoryDoctrine.cancel,
    DeclareBeachheads: VictoryDoctrine.beachheads,
    Produce: VictoryDoctrine.produce,
    BuildUnit: VictoryDoctrine.build_unit,
    MergeInto: VictoryDoctrine.cancel,
    GrowFactory: VictoryDoctrine.grow_factory,
    ExchangeFactory: VictoryDoctrine.cancel,
    Repair: VictoryDoctrine.cancel,
}

FOLLOWED: Final[dict[type[Any], Callable[..., tuple[int, Orders | None]]]] = {
    MoveUnits: orders.move_units,
    MoveUnit: orders.move_unit,
}
"""Questions that are answered by orders, where there are any."""

DOCTRINE: Final = VictoryDoctrine()
