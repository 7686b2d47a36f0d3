"""Recruit's doctrine for Lost Battles: for every question of the game the answer that serves its evaluation best.

What a scenario asks for stands in `goal.py`, what things are worth in `value.py`, where a unit stands best in
`standing.py`, danger by the table in `threat.py`, attacks in `attack.py`, guns and aircraft in `fire.py`, units that do
not fight in `service.py`, the continuous line in `line.py`, lines of supply at the end in `ring.py`. Nothing here reads
a secret of the other side or rolls a die, and what is remembered between calls only saves time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from grognard.core.ask import Offer, code
from grognard.core.memory import remember
from grognard.games.lb import verbs
from grognard.games.lb.combat.announce import (
    Announce,
    DeclareArmor,
    DeclareAttack,
    DeclareFire,
    DeclareStrike,
    air_points,
    free_supply,
    under_attack,
)
from grognard.games.lb.combat.defensive_fire import DefensiveFire
from grognard.games.lb.combat.results import Exchange, Retreat, RetreatTo
from grognard.games.lb.combat.segments import ArmoredSegment, FinalSegment, RangedSegment
from grognard.games.lb.combat.strengths import Fight, fire_strength, ground_fight
from grognard.games.lb.movement.movement import MoveUnit, MoveUnits
from grognard.games.lb.sequence import Choose
from grognard.games.lb.set_up.deployment import Deploy
from grognard.games.lb.state import FIRST_MOVEMENT, LbState
from grognard.games.lb.supply import supplied_hexes
from grognard.hex.grid import bits, highest, lowest
from grognard.players.lb import line as front
from grognard.players.lb import service
from grognard.players.lb.attack import Planned, plan_attacks, post_of
from grognard.players.lb.deploy import deploy
from grognard.players.lb.fire import Shoot, attack_value, plan_fire, plan_strikes, spared
from grognard.players.lb.foresight import FORESIGHT
from grognard.players.lb.goal import GUARD, TAKE, best_option
from grognard.players.lb.mend import mend
from grognard.players.lb.names import named
from grognard.players.lb.opinions import NOTES, OPINIONS
from grognard.players.lb.orders import Orders, moment_of
from grognard.players.lb.place import best_place
from grognard.players.lb.posts import guards, moved_near, posts_held, posts_to_move_to
from grognard.players.lb.standing import stands_best
from grognard.players.lb.value import Outlook, known_choices, look
from grognard.players.lb.weights import SHEET, LbWeights
from grognard.players.opinion import Named, Opinion
from grognard.players.reasons import read_reasons
from grognard.players.weights import Sheet, Weighted

Key = tuple[object, ...]

STOP: Final = code(verbs.STOP)
MOVING: Final = (MoveUnits, MoveUnit)


def position_key(state: LbState, side: int) -> Key:
    """All of a position that `look` depends on."""
    return (
        state.game, state.plan.scenario.id, tuple(state.options.values()), side, state.turn, state.phase,
        tuple(state.hex_of), state.limbered, state.dug_in, state.forts, tuple(state.bridges.items()),
        known_choices(state, side), state.watched, tuple(state.exited.items()), tuple(state.destroyed),
    )  # fmt: skip


class Helps(NamedTuple):
    """A gun in defence: what it saves of those who are attacked, and what its fire costs."""

    answer: int
    gun: int
    saves: float
    cost: float


class LbDoctrine(Weighted[LbWeights]):
    """Answers every question of the game, by the weights of the side that is asked."""

    foresight = FORESIGHT
    orders = frozenset({MoveUnits})
    reasons = read_reasons(Path(__file__).with_name("reasons.toml"), SHEET.weights, NOTES)

    def __init__(self, sheet: Sheet[LbWeights] = SHEET) -> None:
        super().__init__(sheet)
        self._outlooks: dict[Key, Outlook] = {}
        self._plans: dict[Key, tuple[Planned, ...]] = {}
        self._fires: dict[Key, tuple[Shoot, ...]] = {}
        self._looks: dict[Key, Outlook] = {}
        self._latest: tuple[Key, Outlook] | None = None

    def choose(self, state: LbState, player: int) -> int | None:
        seen = state.seen_by(player)  # his own lane while choices are simultaneous
        step = seen.stack[-1]
        answer = ANSWERS.get(type(step))
        return None if answer is None else answer(self, seen, step, seen.offer)

    def go_by(self, state: LbState, player: int, plan: Any) -> tuple[int | None, Any]:
        """The same by orders that are given once for a Movement Phase; other phases are short."""
        seen = state.seen_by(player)
        step = seen.stack[-1]
        if not isinstance(step, MOVING):
            return self.choose(state, player), None
        kept = isinstance(plan, Orders) and plan.hold(seen, player)
        orders = plan if kept else self._orders(seen, player, seen.offer.get(verbs.UNIT, 0))
        if not orders.as_looked_at(seen, player):
            orders = orders.looked_up(seen, player)
        return self._by_orders(seen, step, orders), orders

    def opinions(self, state: LbState, player: int) -> Sequence[Opinion]:
        """What speaks for and against the answers that come into question."""
        seen = state.seen_by(player)
        step = seen.stack[-1]
        tell = OPINIONS.get(type(step))
        return () if tell is None else tell(self, seen, step, seen.offer)

    def named(self, state: LbState, player: int, opinion: Opinion, reason: str, speaks_for: bool) -> Named | None:
        """Whom or what a reason is about."""
        seen = state.seen_by(player)
        return named(seen, self.outlook(seen, player), opinion, reason, speaks_for)

    def cleared(self, state: LbState, player: int, hex: int) -> bool:
        return not state.occupied[1 - player] >> hex & 1

    def weighs(self, state: LbState, side: int) -> LbWeights:
        """The weights of a side in the scenario that is played."""
        return self.at(side, state.plan.scenario.id, state.options)

    # ---- remembered

    def outlook(self, state: LbState, side: int) -> Outlook:
        return self._outlook(state, side, position_key(state, side))

    def _outlook(self, state: LbState, side: int, key: Key) -> Outlook:
        return remember(self._outlooks, key, lambda: look(state, side, self.weighs(state, side)))

    def plan(self, state: LbState, side: int) -> tuple[Planned, ...]:
        """The attacks of this Player-Turn: those that units can still move to, or can make as they stand."""
        position = position_key(state, side)
        view = self._outlook(state, side, position)
        key = (
            position, moved_near(state, view), state.supplied, state.undeployed, state.armored, state.fires,
            state.ground_attacks,
        )  # fmt: skip
        if state.phase == FIRST_MOVEMENT:
            return remember(self._plans, key, lambda: plan_attacks(state, view, posts_to_move_to(state, view), 0, {}))
        return remember(
            self._plans,
            key,
            lambda: plan_attacks(state, view, posts_held(state, view), under_attack(state), spared(state)),
        )

    def fires(self, state: LbState, side: int) -> tuple[Shoot, ...]:
        key = (position_key(state, side), state.fires, state.ground_attacks)
        return remember(self._fires, key, lambda: plan_fire(state, self.outlook(state, side)))

    # ---- before the first turn

    def secret(self, state: LbState, step: Choose, offer: Offer) -> int:
        weights = self.weighs(state, step.player)
        for number, one in enumerate(state.plan.choices):
            if one.side == step.player and state.chosen[number] < 0:
                return code(verbs.CHOOSE, one.chits[best_option(state, step.player, weights, number)])
        return code(verbs.CHOOSE, highest(offer[verbs.CHOOSE]))

    def deploy(self, state: LbState, step: Deploy, offer: Offer) -> int:
        return deploy(state, self.outlook(state, step.player), step, offer)

    # ---- orders

    def _orders(self, state: LbState, side: int, ready: int) -> Orders:
        view = self.outlook(state, side)
        attacks = self.plan(state, side) if state.phase == FIRST_MOVEMENT else ()
        column = tuple(dict.fromkeys(self._column(state, view, attacks, ready & state.standing[side])))
        places = tuple(bits(view.goals.board(TAKE, GUARD)))
        return Orders(moment_of(state, side), places, attacks, column, ready).looked_up(state, side)

    def _by_orders(self, state: LbState, step: MoveUnits | MoveUnit, orders: Orders) -> int:
        """An answer by orders; a unit that is done hands over to the next."""
        side, offer = step.player, state.offer
        view = self._as_it_looked(state, side, orders)
        if isinstance(step, MoveUnit):
            answer = self._moves(state, step, offer, view, orders.attacks)
            if answer != STOP or not step.started:
                return answer
        unit = self._next(state, view, orders, offer.get(verbs.UNIT, 0))
        if unit is not None:
            return code(verbs.UNIT, unit)
        return STOP if isinstance(step, MoveUnit) else code(verbs.END_MOVEMENT)

    def _as_it_looked(self, state: LbState, side: int, orders: Orders) -> Outlook:
        """The outlook when things were looked at, known already or worked out again.

        Other games may stand the same, with another secret choice or other options; who digs in changes no outlook.
        Mostly it is the one that the answer before went by: then nothing has to be hashed.
        """
        key = (
            orders.moment, orders.stood, orders.limbered, state.game, tuple(state.options.values()), state.forts,
            known_choices(state, side), tuple(state.exited.items()), tuple(state.destroyed),
        )  # fmt: skip
        latest = self._latest
        if latest is None or latest[0] != key:
            latest = self._latest = key, remember(self._looks, key, lambda: self.outlook(orders.as_it_was(state), side))
        return latest[1]

    def _next(self, state: LbState, view: Outlook, orders: Orders, ready: int) -> int | None:
        """Who sets out next; newcomers as they are offered, before HQs and supply units on the map."""
        if not ready:
            return None
        mends = self._mends(state, view, ready)
        if mends is not None:
            return mends
        counters, side = state.game.counters, view.side
        new = ready & ~state.standing[side]
        fighting = new & ~counters.supply
        for unit in orders.column:
            if fighting and (counters.hqs | counters.supply) >> unit & 1:
                break
            if ready >> unit & 1 and self._sets_out(state, view, orders.attacks, unit):
                return unit
        for unit in self._in_order(state, view, fighting or new):
            return unit
        for unit in self._column(state, view, (), ready & ~orders.known):
            if self._sets_out(state, view, (), unit):
                return unit
        return None

    # ---- movement

    def move_units(self, state: LbState, step: MoveUnits, offer: Offer) -> int:
        unit = next(self.movers(state, step.player, offer.get(verbs.UNIT, 0)), None)
        return code(verbs.END_MOVEMENT) if unit is None else code(verbs.UNIT, unit)

    def movers(self, state: LbState, side: int, ready: int) -> Iterator[int]:
        """Who of these moves next: who mends the line, attackers to their posts, then the rest."""
        if not ready:
            return
        view = self.outlook(state, side)
        mends = self._mends(state, view, ready)
        if mends is not None:
            yield mends
        attacks = self.plan(state, side) if state.phase == FIRST_MOVEMENT else ()
        for unit in self._column(state, view, attacks, ready):
            if self._sets_out(state, view, attacks, unit):
                yield unit

    def _mends(self, state: LbState, view: Outlook, ready: int) -> int | None:
        """Who of these mends the continuous line, if it is broken."""
        if not front.asked(state, view.side) or front.whole(state, view.side):
            return None
        found = mend(state, view.side, view.weights, ready)
        return None if found is None else found.unit

    def _column(self, state: LbState, view: Outlook, attacks: Sequence[Planned], ready: int) -> Iterator[int]:
        """The order in which these are asked: attackers, then the rest from the head of the column, guns, newcomers,
        HQs and supply."""
        counters = state.game.counters
        there = state.standing[view.side]
        bound = 0
        for attack in attacks:
            for unit, post, _ in attack.posts:
                if state.hex_of[unit] == post:
                    bound |= 1 << unit
                elif ready >> unit & 1 and not self._tears(state, view.side, unit, post):
                    yield unit
        rest = ready & there & ~bound
        waiting = ready & ~there
        groups = (
            rest & counters.ground & ~counters.hqs,
            rest & counters.guns,
            waiting & ~counters.supply,
            rest & counters.hqs,
            rest & counters.supply,
            waiting,
        )
        for units in groups:
            yield from self._in_order(state, view, units)

    def _sets_out(self, state: LbState, view: Outlook, attacks: Sequence[Planned], unit: int) -> bool:
        """Whether a unit has anything to do elsewhere: a post to attack from, or a better place."""
        post = post_of(attacks, unit)
        if post is not None and not self._tears(state, view.side, unit, post):
            return True
        return not state.on_map(unit) or not self._stays(state, view, unit)

    def _in_order(self, state: LbState, view: Outlook, units: int) -> list[int]:
        """Units of a group, those on the map from the head of the column, newcomers as they are needed."""
        if not units:
            return []
        if not units & ~state.standing[view.side]:
            field, hex_of = view.fields[1], state.hex_of
            return [unit for _, unit in sorted([(field[hex_of[unit]], unit) for unit in bits(units)])]
        counters = state.game.counters

        def place(unit: int) -> tuple[float, int]:
            if counters.hqs >> unit & 1:
                return -100.0, unit  # without an HQ nobody is in supply
            return -6.0 * counters.rms[unit] - counters.move[unit] - counters.combat[unit] / 10, unit

        return sorted(bits(units), key=place)

    def _stays(self, state: LbState, view: Outlook, unit: int) -> bool:
        """Units that have nothing better to do than to stay, told without looking far."""
        counters = state.game.counters
        bit = 1 << unit
        if counters.guns & bit and not state.limbered & bit:
            return not service.gun_moves(state, view, unit)
        if service.keeps_bridge(state, view, unit):
            return True
        if state.dug_in & bit:
            return bool(state.game.disc(state.hex_of[unit], view.weights.stays_dug_in) & view.foes)
        return bool(counters.ground & bit) and guards(state, view, unit)

    def move_unit(self, state: LbState, step: MoveUnit, offer: Offer) -> int:
        attacks = self.plan(state, step.player) if state.phase == FIRST_MOVEMENT else ()
        return self._moves(state, step, offer, self.outlook(state, step.player), attacks)

    def _moves(self, state: LbState, step: MoveUnit, offer: Offer, view: Outlook, attacks: Sequence[Planned]) -> int:
        """What a unit in hand does next."""
        unit, side = step.unit, step.player
        counters = state.game.counters
        if not state.on_map(unit):
            return self._enter(state, step, offer, view)
        if verbs.EXIT in offer and self._leaves(state, view, unit):
            return code(verbs.EXIT)
        if front.asked(state, side) and not step.started and not front.whole(state, side):
            found = mend(state, side, view.weights, 1 << unit)
            if found is not None and offer.get(verbs.MOVE, 0) >> found.hex & 1:
                return code(verbs.MOVE, found.hex)
        if counters.guns >> unit & 1:
            return self._move_gun(state, step, offer, view)
        if step.started and not self._just_entered(state, unit):
            return code(verbs.STOP)
        if verbs.BRIDGE in offer:
            site = service.bridge_site(state, view, unit)
            if site is not None:
                return code(verbs.BRIDGE, site)
        if verbs.REASSEMBLE in offer:
            return code(verbs.REASSEMBLE)
        board = offer.get(verbs.MOVE, 0)
        here = state.hex_of[unit]
        post = post_of(attacks, unit)
        if post is not None and not self._tears(state, side, unit, post):
            if board >> post & 1:
                return code(verbs.MOVE, post)
            if offer.get(verbs.RUSH, 0) >> post & 1:
                return code(verbs.RUSH, post)
        if not board:
            return code(verbs.STOP)
        hex = self._goes_to(state, view, unit, board, here)
        return code(verbs.STOP) if hex == here else code(verbs.MOVE, hex)

    def _goes_to(self, state: LbState, view: Outlook, unit: int, board: int, here: int) -> int:
        counters, side = state.game.counters, view.side
        if not front.asked(state, side):
            return best_place(state, view, unit, board | 1 << here)
        if counters.ground & counters.zoc & ~counters.motor & 1 << unit:
            return front.step_up(state, side, view.weights, unit, board)
        if front.reserve(state, side, view.weights) >> unit & 1:
            hex = front.behind(state, side, view.weights, unit, board | 1 << here)
        else:
            hex = best_place(state, view, unit, board & front.contact(state, side, view.weights) | 1 << here)
        return here if self._tears(state, side, unit, hex) else hex

    def _tears(self, state: LbState, side: int, unit: int, hex: int) -> bool:
        """Whether going to a hex would tear a line that holds now."""
        if not front.asked(state, side) or hex == state.hex_of[unit]:
            return False
        return front.whole(state, side) and not front.keeps(state, side, unit, hex)

    def _just_entered(self, state: LbState, unit: int) -> bool:
        number = state.plan.group_of.get(unit)
        if number is None:
            return False
        group = state.plan.groups[number]
        area = group.area
        for _, one in group.by_choice:
            area |= one
        for one in group.die:
            area |= one
        return bool(area >> state.hex_of[unit] & 1)

    def _enter(self, state: LbState, step: MoveUnit, offer: Offer, view: Outlook) -> int:
        board = offer.get(verbs.ENTER, 0)
        if not board:
            rush = offer.get(verbs.RUSH, 0)
            return code(verbs.RUSH, highest(rush)) if rush else code(verbs.STOP)
        side, weights = step.player, view.weights
        if front.asked(state, side):
            found = None if front.whole(state, side) else mend(state, side, weights, 1 << step.unit)
            if found is not None and board >> found.hex & 1:
                return code(verbs.ENTER, found.hex)
            if front.reserve(state, side, weights) >> step.unit & 1:
                return code(verbs.ENTER, front.apart(state, side, weights, board))
            if state.game.counters.zoc & ~state.game.counters.motor & 1 << step.unit:
                lone = min(bits(board), key=lambda hex: (front.company(state, side, hex), hex))
                return code(verbs.ENTER, lone)
        field = view.fields[state.game.counters.motor >> step.unit & 1]
        crowd = {hex: state.counting(state.at.get(hex, 0)) for hex in bits(board)}
        return code(verbs.ENTER, min(crowd, key=lambda hex: (field[hex] + weights.crowded * crowd[hex], hex)))

    def _leaves(self, state: LbState, view: Outlook, unit: int) -> bool:
        counters = state.game.counters
        if (counters.hqs | counters.supply) >> unit & 1:
            return False
        return bool(view.goals.leave >> state.hex_of[unit] & 1)

    def _move_gun(self, state: LbState, step: MoveUnit, offer: Offer, view: Outlook) -> int:
        """A gun is limbered to go where it has targets, and unlimbered there."""
        unit = step.unit
        counters = state.game.counters
        here = state.hex_of[unit]
        bit = 1 << unit
        if not state.limbered & bit:
            goes = not step.started and verbs.LIMBER in offer and service.gun_moves(state, view, unit)
            if goes and (not front.asked(state, view.side) or front.keeps(state, view.side, unit, -1)):
                return code(verbs.LIMBER)
            return code(verbs.STOP)
        board = offer.get(verbs.MOVE, 0)
        targets = state.game.disc(here, counters.range[unit]) & view.foes
        leaving = bool(view.goals.leave) and view.goals.leavers == -1 and service.has_to_leave(state, view, unit)
        if board:
            hex = best_place(state, view, unit, board | 1 << here)
            if hex != here and not self._tears(state, view.side, unit, hex):
                return code(verbs.MOVE, hex)
        if verbs.UNLIMBER in offer and targets and not leaving:
            return code(verbs.UNLIMBER)
        return code(verbs.STOP)

    # ---- announcing

    def announce(self, state: LbState, step: Announce, offer: Offer) -> int:
        side = step.player
        fired = {fire.hex for fire in state.fires}
        for shoot in self.fires(state, side):
            if offer.get(verbs.FIRE, 0) >> shoot.hex & 1 and shoot.hex not in fired:
                return code(verbs.FIRE, shoot.hex)
        attacked = under_attack(state)
        for attack in self.plan(state, side):
            if offer.get(verbs.ATTACK, 0) >> attack.hex & 1 and not attacked >> attack.hex & 1:
                return code(verbs.ATTACK, attack.hex)
        if verbs.STRIKE in offer and air_points(state) > 0:
            strikes = plan_strikes(state, self.outlook(state, side), air_points(state))
            if strikes:
                return code(verbs.STRIKE, strikes[0][0])
        for unit in bits(offer.get(verbs.AS_ARMOR, 0)):
            if self._better_as_armor(state, unit):
                return code(verbs.AS_ARMOR, unit)
        return code(verbs.ATTACK_BOUND) if verbs.ATTACK_BOUND in offer else code(verbs.END_ANNOUNCING)

    def _better_as_armor(self, state: LbState, unit: int) -> bool:
        """Armored infantry joins an armored combat that there is anyway, unless woods or swamp would halve it."""
        counters = state.game.counters
        if state.game.ground.rough_going >> state.hex_of[unit] & 1:
            return False
        for attack in state.ground_attacks:
            if attack.units >> unit & 1:
                return bool(state.units_in(attack.hexes) & (counters.armor | counters.anti_tank))
        return False

    def declare_attack(self, state: LbState, step: DeclareAttack, offer: Offer) -> int:
        hex = highest(step.hexes)
        wanted = next((attack.units for attack in self.plan(state, step.player) if attack.hex == hex), 0)
        missing = wanted & ~step.chosen & offer.get(verbs.ADD, 0)
        if missing:
            if missing == offer[verbs.ADD] and verbs.ADD_ALL in offer:
                return code(verbs.ADD_ALL)
            return code(verbs.ADD, highest(missing))
        if verbs.ANNOUNCE in offer:
            return code(verbs.ANNOUNCE)
        if verbs.ADD in offer:
            return code(verbs.ADD, highest(offer[verbs.ADD]))
        return code(verbs.CANCEL)

    def declare_fire(self, state: LbState, step: DeclareFire, offer: Offer) -> int:
        if step.asking >= 0:
            return code(verbs.SUPPLY_FROM, self._least_needed(state, step.asking, offer[verbs.SUPPLY_FROM]))
        shoot = next((one for one in self.fires(state, step.player) if one.hex == step.hex), None)
        if shoot is not None:
            for verb, wanted in ((verbs.ADD, shoot.supplied), (verbs.ADD_UNSUPPLIED, shoot.unsupplied)):
                missing = wanted & offer.get(verb, 0)
                if missing:
                    return code(verb, highest(missing))
        if verbs.ANNOUNCE in offer:
            return code(verbs.ANNOUNCE)
        for verb in (verbs.ADD, verbs.ADD_UNSUPPLIED):
            if verb in offer:
                return code(verb, highest(offer[verb]))
        return code(verbs.CANCEL)

    def _least_needed(self, state: LbState, gun: int, stores: int) -> int:
        """The supply unit that fewest other guns could use."""

        def others(supply: int) -> int:
            return sum(units >> supply & 1 for one, units in state.fire_supply.items() if one != gun)

        return min(bits(stores), key=lambda supply: (others(supply), supply))

    def declare_strike(self, state: LbState, step: DeclareStrike, offer: Offer) -> int:
        for unit, points in plan_strikes(state, self.outlook(state, step.player), air_points(state)):
            if unit == step.unit and offer.get(verbs.POINTS, 0) >> points & 1:
                return code(verbs.POINTS, points)
        return code(verbs.POINTS, highest(offer[verbs.POINTS]))

    def declare_armor(self, state: LbState, step: DeclareArmor, offer: Offer) -> int:
        """In defence armored infantry fights as armor only beside armor or anti-tank units that are attacked anyway."""
        counters = state.game.counters
        for unit in bits(offer.get(verbs.AS_ARMOR, 0)):
            hex = state.hex_of[unit]
            others = state.at[hex] & (counters.armor | counters.anti_tank)
            if others and not state.game.ground.rough_going >> hex & 1:
                return code(verbs.AS_ARMOR, unit)
        return code(verbs.DONE)

    # ---- resolving

    def resolve(self, state: LbState, step: RangedSegment | ArmoredSegment | FinalSegment, offer: Offer) -> int:
        if verbs.RESOLVE in offer:
            return code(verbs.RESOLVE, lowest(offer[verbs.RESOLVE]))
        return code(verbs.DONE)

    def defensive_fire(self, state: LbState, step: DefensiveFire, offer: Offer) -> int:
        """Guns help as long as each of them spoils more of the attack than its supply is worth."""
        if step.asking >= 0:
            return code(verbs.SUPPLY_FROM, self._least_needed(state, step.asking, offer[verbs.SUPPLY_FROM]))
        best: tuple[float, int] | None = None
        for helps in self.helps(state, step, offer):
            gain = helps.saves - helps.cost
            if gain > self.weighs(state, step.player).worth_one_more and (best is None or gain > best[0]):
                best = (gain, helps.answer)
        if best is None and verbs.ADD in offer:
            together = self._together(state, step, offer)
            return code(verbs.DONE) if together is None else code(verbs.ADD, together)
        return best[1] if best is not None else code(verbs.DONE)

    def helps(self, state: LbState, step: DefensiveFire, offer: Offer) -> Iterator[Helps]:
        """What each gun that may give defensive fire brings and costs."""
        side = step.player
        view, weights = self.outlook(state, side), self.weighs(state, side)
        supplied = supplied_hexes(state, side)
        fight = self._fight(state, step)
        now = attack_value(state.game, fight, 0, view)
        for verb, cost in ((verbs.ADD, weights.supply_cost), (verbs.ADD_UNSUPPLIED, weights.unsupplied_fire)):
            for gun in bits(offer.get(verb, 0)):
                extra = fire_strength(state, gun, verb == verbs.ADD, True, supplied)
                yield Helps(code(verb, gun), gun, now - attack_value(state.game, fight, extra, view), cost)

    def _fight(self, state: LbState, step: DefensiveFire) -> Fight:
        return ground_fight(state, "final_ground", step.hexes, step.attackers, state.units_in(step.hexes), step.guns)

    def _together(self, state: LbState, step: DefensiveFire, offer: Offer) -> int | None:
        """The first of several guns that do together what none does alone."""
        view = self.outlook(state, step.player)
        supplied, fight = supplied_hexes(state, step.player), self._fight(state, step)
        now = attack_value(state.game, fight, 0, view)
        guns = [gun for gun in bits(offer[verbs.ADD]) if free_supply(state, gun, step.guns)]
        guns.sort(key=lambda gun: (-state.game.counters.combat[gun], gun))
        extra = 0
        for number, gun in enumerate(guns, 1):
            extra += fire_strength(state, gun, True, True, supplied)
            gain = now - attack_value(state.game, fight, extra, view) - number * view.weights.supply_cost
            if gain > view.weights.worth_one_more:
                return guns[0]
        return None

    def exchange(self, state: LbState, step: Exchange, offer: Offer) -> int:
        """The cheapest unit that pays the debt, or what pays most of it for its worth."""
        if verbs.LOSE not in offer:
            return code(verbs.DONE)
        view = self.outlook(state, step.player)
        strengths = dict(step.units)
        units = bits(offer[verbs.LOSE])
        enough = [unit for unit in units if strengths[unit] >= step.owed]
        if enough:
            return code(verbs.LOSE, min(enough, key=lambda unit: (view.price[unit], unit)))
        return code(verbs.LOSE, max(units, key=lambda unit: (strengths[unit] / (view.price[unit] + 0.1), -unit)))

    def retreat_which(self, state: LbState, step: Retreat, offer: Offer) -> int:
        """The unit worth most goes first, before the others fill the good hexes."""
        if verbs.RETREAT_UNIT not in offer:
            return code(verbs.DONE)
        view = self.outlook(state, step.player)
        units = bits(offer[verbs.RETREAT_UNIT])
        return code(verbs.RETREAT_UNIT, max(units, key=lambda unit: (view.price[unit], -unit)))

    def retreat(self, state: LbState, step: RetreatTo, offer: Offer) -> int:
        view = self.outlook(state, step.player)
        attacked = 0 if step.player == state.active else under_attack(state)
        board = offer[verbs.RETREAT]
        return code(verbs.RETREAT, stands_best(state, view, step.unit, board & ~attacked or board))


ANSWERS: Final[dict[type, Callable[[LbDoctrine, LbState, Any, Offer], int]]] = {
    Choose: LbDoctrine.secret,
    Deploy: LbDoctrine.deploy,
    MoveUnits: LbDoctrine.move_units,
    MoveUnit: LbDoctrine.move_unit,
    Announce: LbDoctrine.announce,
    DeclareAttack: LbDoctrine.declare_attack,
    DeclareFire: LbDoctrine.declare_fire,
    DeclareStrike: LbDoctrine.declare_strike,
    DeclareArmor: LbDoctrine.declare_armor,
    RangedSegment: LbDoctrine.resolve,
    ArmoredSegment: LbDoctrine.resolve,
    FinalSegment: LbDoctrine.resolve,
    DefensiveFire: LbDoctrine.defensive_fire,
    Retreat: LbDoctrine.retreat_which,
    RetreatTo: LbDoctrine.retreat,
    Exchange: LbDoctrine.exchange,
}

DOCTRINE: Final = LbDoctrine()
