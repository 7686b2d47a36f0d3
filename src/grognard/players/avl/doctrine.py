"""Recruit's doctrine for A Victory Lost: for every question of the game the answer that serves its evaluation best.

What things are worth stands in `value.py` and `weights.toml`, which attacks there are in `attack.py`. Nothing here
reads a chit of the other side or rolls a die, and what is remembered between calls only saves time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

from grognard.core.ask import Offer, code
from grognard.core.memory import GAMES_KEPT, remember
from grognard.games.avl import verbs
from grognard.games.avl.advance import AdvanceFurther, AdvanceHq, AdvanceUnits, second_hexes
from grognard.games.avl.combat import CombatSegment, DeclareAttack
from grognard.games.avl.command import (
    ChooseFirstChit,
    ChooseHq,
    OfferManstein,
    SpecialCombat,
)
from grognard.games.avl.headquarters import RelocateHq, RelocateUnsupplied
from grognard.games.avl.losses import TakeLosses
from grognard.games.avl.motion import allowance
from grognard.games.avl.movement import MoveUnit, MoveUnits, start_of_move
from grognard.games.avl.reinforcements import PlaceAt, PlaceReinforcement
from grognard.games.avl.retreat import FollowUnit, RetreatUnit, RetreatUnits
from grognard.games.avl.selection import ChooseSovietChits, SelectChits
from grognard.games.avl.stacking import crowded, enterable, taken
from grognard.games.avl.state import CUP, IN_BOX, LAST_PLACE, AvlState
from grognard.games.avl.tables import AvlTables
from grognard.games.avl.tracing import commanded
from grognard.hex.grid import bits, highest, mask
from grognard.players.avl.attack import Attack, plan_attacks
from grognard.players.avl.foresight import FORESIGHT
from grognard.players.avl.hqs import command_value
from grognard.players.avl.names import named
from grognard.players.avl.opinions import OPINIONS
from grognard.players.avl.orders import Orders, ground_of
from grognard.players.avl.place import Place, best_place, guards
from grognard.players.avl.value import FAR, Outlook, look, prices, worth
from grognard.players.avl.weights import SHEET, AvlWeights
from grognard.players.opinion import ATTACK, Named, Opinion
from grognard.players.opinion import Posts as Attackers
from grognard.players.reasons import read_reasons
from grognard.players.weights import Sheet, Weighted

Key = tuple[object, ...]

NOTES: Final = (
    "historical", "any_hq", "manstein_now", "manstein_later", "attack", "stay", "no_attack", "cancel", "goes_first",
    "and_back", "guards", "alike", "as_good", "no_farther", "stays", "enough_chits",
)  # fmt: skip
"""Reasons that no weight tells."""

MOVING: Final = (MoveUnits, MoveUnit)


def look_key(state: AvlState, side: int) -> Key:
    """All of a position and its options that `look` depends on: of the own units only HQs, garrisons of cities and
    those in enemy ZOC, where supply leads through them. So most moves leave a side's outlook as it is."""
    at, hqs = state.at, state.hqs[side]
    in_zoc = (state.combat[side] | hqs) & state.enemy_zoc(side)
    return (
        state.game, tuple(state.options.values()), side, state.turn, state.cities, in_zoc, hqs,
        _places_of(state.game, 1 - side)(state.hex_of), bytes(state.steps), bytes(state.supply),
        tuple([at.get(city, 0) for city in state.game.ground.cities]),
    )  # fmt: skip


@lru_cache(maxsize=2 * GAMES_KEPT)
def _places_of(game: AvlTables, side: int) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """Picks those of a side out of the places of all units."""
    return itemgetter(*bits(game.counters.of_side[side]))


def _activation_key(state: AvlState, view: Outlook, moving: bool) -> Key:
    """All that the attacks of an activation depend on beside the outlook."""
    return (
        view, tuple(state.hex_of), bytes(state.steps), bytes(state.supply),
        state.activated, state.moved, state.fought, state.attacked, moving,
    )  # fmt: skip


class Posts(NamedTuple):
    """The hexes beside enemies that units may attack from."""

    units: dict[int, int]
    """By hex: who may."""
    everyone: int


class AvlDoctrine(Weighted[AvlWeights]):
    """Answers every question of the game, by the weights of the side that is asked."""

    foresight = FORESIGHT
    orders = frozenset({MoveUnits})
    reasons = read_reasons(Path(__file__).with_name("reasons.toml"), SHEET.weights, NOTES)

    bolder: Self | None = None
    """In a book that tells: the same with no least that an attack must promise."""

    def __init__(self, sheet: Sheet[AvlWeights] = SHEET) -> None:
        super().__init__(sheet)
        self._outlooks: dict[Key, Outlook] = {}
        self._plans: dict[Key, tuple[Attack, ...]] = {}
        self._posted: dict[Key, Posts] = {}
        self._reaches: dict[Key, dict[tuple[int, int], int]] = {}
        """By what bars the way: where a combat unit that has not moved yet can go beside enemies, full hexes included,
        from its hex with its movement points."""

    def telling(self) -> Self:
        """Where no attack promises what a bot asks for, whoever asks is told of one that gains at all."""
        made, bolder = super().telling(), self
        for side in self.sheet.sides:
            bolder = bolder.changed(side, {"worth_attacking": 0.0})
        made.bolder = super(AvlDoctrine, bolder).telling()
        return made

    def choose(self, state: AvlState, player: int) -> int | None:
        seen = state.seen_by(player)  # his own lane while choices are simultaneous
        step = seen.stack[-1]
        answer = ANSWERS.get(type(step))
        return None if answer is None else answer(self, seen, step, seen.offer)

    def go_by(self, state: AvlState, player: int, plan: Any) -> tuple[int | None, Any]:
        """By the orders of this Movement Segment, while they hold."""
        seen = state.seen_by(player)
        step, offer = seen.stack[-1], seen.offer
        if isinstance(step, MoveUnit) and step.started:
            return self._go_on(seen, step, offer, plan), plan
        if not isinstance(step, MOVING):
            return self.choose(state, player), plan
        holds = isinstance(plan, Orders) and plan.hold(seen, player, seen.moved)
        orders: Orders = plan if holds else self.give_orders(seen, player)
        if isinstance(step, MoveUnits):
            return self.move_units(seen, step, offer, orders), orders
        post = orders.post_of(step.unit)
        if post >= 0 and not offer.get(verbs.MOVE, 0) >> post & 1:
            orders = self.give_orders(seen, player)  # somebody has got in the way
        return self.move_unit(seen, step, offer, orders), orders

    def _go_on(self, state: AvlState, step: MoveUnit, offer: Offer, plan: Any) -> int:
        """To take up the next unit ends the move of one that has come to its hex."""
        if isinstance(plan, Orders) and plan.hold(state, step.player, state.moved | 1 << step.unit):
            unit = plan.next(state, offer.get(verbs.UNIT, 0))
            if unit >= 0:
                return code(verbs.UNIT, unit)
        return code(verbs.STOP)

    def opinions(self, state: AvlState, player: int) -> Sequence[Opinion]:
        """What speaks for and against the answers that come into question."""
        seen = state.seen_by(player)
        step = seen.stack[-1]
        tell = OPINIONS.get(type(step))
        return () if tell is None else tell(self, seen, step, seen.offer)

    def named(self, state: AvlState, player: int, opinion: Opinion, reason: str, speaks_for: bool) -> Named | None:
        """Whom or what a reason is about."""
        seen = state.seen_by(player)
        posts: Attackers = ()
        if opinion.fight:
            posts = [(unit, state.hex_of[unit]) for unit in opinion.units]
        elif opinion.note == ATTACK:
            posts = next((one.posts for one in self.plan(seen, True) if one.hex == opinion.target), ())
        return named(seen, self.outlook(seen, player), opinion, posts, reason, speaks_for)

    def cleared(self, state: AvlState, player: int, hex: int) -> bool:
        return not state.combat[1 - player] >> hex & 1

    def weighs(self, state: AvlState, side: int) -> AvlWeights:
        """The weights of a side, which are others where figures are."""
        return self.at(side, None, state.options)

    # ---- remembered

    def outlook(self, state: AvlState, side: int) -> Outlook:
        return remember(self._outlooks, look_key(state, side), lambda: look(state, side, self.weighs(state, side)))

    def plan(self, state: AvlState, moving: bool) -> tuple[Attack, ...]:
        """The attacks of this activation: those that units can still move to, or those they can make as they stand."""
        return self._plan(state, self.outlook(state, state.active), moving)

    def _plan(self, state: AvlState, view: Outlook, moving: bool) -> tuple[Attack, ...]:
        key = _activation_key(state, view, moving)
        found = remember(self._plans, key, lambda: plan_attacks(state, view, self._posts(state, view, moving).units))
        return found if found or moving or self.bolder is None else self.bolder.plan(state, moving)

    def _plan_for(self, state: AvlState, view: Outlook, units: int) -> tuple[Attack, ...]:
        """The attacks that units can still move to, where any of these can come into one: else it need not be known."""
        units &= state.game.counters.combat
        if not units or not units & self._posts(state, view, True).everyone:
            return ()
        return self._plan(state, view, True)

    def _posts(self, state: AvlState, view: Outlook, moving: bool) -> Posts:
        key = _activation_key(state, view, moving)
        return remember(self._posted, key, lambda: self._posts_of(state, view, moving))

    def _posts_of(self, state: AvlState, view: Outlook, moving: bool) -> Posts:
        """A unit may attack from where it stands, and in the Movement Segment from hexes that it can still go to in
        supply."""
        counters, hex_of = state.game.counters, state.hex_of
        beside = state.game.ground.zoc(view.foe.hexes & ~state.attacked)
        units = state.activated & ~state.fought & counters.combat
        posts: dict[int, int] = {}
        parties: dict[int, int] = {}
        """By board of hexes: the units that can go there; the units of a stack mostly can go to the same."""
        room: dict[int, int] = {}
        free = units & ~state.moved if moving else 0
        reaches = self._reaches_of(state, view, highest(free), beside) if free else {}
        for unit in bits(units):
            hex, bit = hex_of[unit], 1 << unit
            if beside >> hex & 1:
                posts[hex] = posts.get(hex, 0) | bit
            if not free & bit or (hex in view.danger and guards(state, view, unit)):
                continue
            start = hex, allowance(state, unit)
            reach = reaches.get(start)
            if reach is None:
                reach = start_of_move(state, view.side, unit).reach(state).board() & beside & ~(1 << hex)
                reaches[start] = reach
            if not reach:
                continue
            nation = counters.nation[unit]
            if nation not in room:
                room[nation] = view.supplied & ~taken(state, unit)
            reach &= room[nation]
            parties[reach] = parties.get(reach, 0) | bit
        for reach, party in parties.items():
            for post in bits(reach):
                posts[post] = posts.get(post, 0) | party
        everyone = 0
        for party in posts.values():
            everyone |= party
        return Posts(posts, everyone)

    def _reaches_of(self, state: AvlState, view: Outlook, unit: int, beside: int) -> dict[tuple[int, int], int]:
        free = enterable(state, unit)  # the same for all combat units of a side
        key = state.game, view.side, view.zoc, free, beside, state.options["soviet_help_administrative_movement"]
        return remember(self._reaches, key, dict)

    # ---- command

    def choose_pool(self, state: AvlState, step: ChooseSovietChits, offer: Offer) -> int:
        return code(verbs.HISTORICAL) if verbs.HISTORICAL in offer else code(verbs.DONE)

    def select_chits(self, state: AvlState, step: SelectChits, offer: Offer) -> int:
        if verbs.SELECT_CHIT not in offer:
            return code(verbs.DONE)
        return code(verbs.SELECT_CHIT, self._best_chit(state, step.player, offer[verbs.SELECT_CHIT], step.chosen))

    def _best_chit(self, state: AvlState, side: int, board: int, chosen: int = 0) -> int:
        values = self.chit_values(state, side, chosen)
        return max(bits(board), key=lambda chit: (values.get(chit, -1.0), -chit))

    def chit_values(self, state: AvlState, side: int, chosen: int = 0) -> dict[int, float]:
        """By chit: what its HQ sets in motion beside those chosen; a Manstein chit is as good as the best of them."""
        view = self.outlook(state, side)
        chits = state.game.chits
        led = 0
        for chit in bits(chosen):
            hq = chits.hq[chit]
            if hq >= 0:
                led |= commanded(state, hq)
        values = {chits.of_hq[hq]: command_value(state, view, hq, led) for hq in _hqs_in_play(state, side)}
        best = max(values.values(), default=0.0)
        return values | dict.fromkeys(bits(chits.manstein), best)

    def special_combat(self, state: AvlState, step: SpecialCombat, offer: Offer) -> int:
        best = (0.0, -1)
        for hq in bits(offer.get(verbs.ACTIVATE, 0)):
            attacks = self.special_attacks(state, step.player, hq)
            if attacks is not None:
                best = max(best, (sum(attack.value for attack in attacks), hq))
        return code(verbs.ACTIVATE, best[1]) if best[1] >= 0 else code(verbs.DECLINE)

    def special_attacks(self, state: AvlState, side: int, hq: int) -> tuple[Attack, ...] | None:
        """The attacks that an HQ would lead before the first draw; None for one that cannot, so that a chit follows."""
        trial = state.clone()
        trial.apply(side, code(verbs.ACTIVATE, hq))
        return self.plan(trial, False) if isinstance(trial.stack[-1], CombatSegment) else None

    def first_chit(self, state: AvlState, step: ChooseFirstChit, offer: Offer) -> int:
        if verbs.DRAW_FIRST not in offer:
            return code(verbs.DECLINE)
        return code(verbs.DRAW_FIRST, self._best_chit(state, step.player, offer[verbs.DRAW_FIRST]))

    def manstein(self, state: AvlState, step: OfferManstein, offer: Offer) -> int:
        """In the end he who moves last has the last word: the chit goes back while enemy chits are to come."""
        waits = state.turn >= self.weighs(state, step.player).manstein_waits
        if waits and state.holds(CUP, state.game.chits.of_side[1 - step.player]):
            return code(verbs.REJECT_MANSTEIN)
        return code(verbs.PLAY_MANSTEIN)

    def choose_hq(self, state: AvlState, step: ChooseHq, offer: Offer) -> int:
        view = self.outlook(state, step.player)
        hqs = bits(offer[verbs.ACTIVATE])
        return code(verbs.ACTIVATE, max(hqs, key=lambda hq: (command_value(state, view, hq), -hq)))

    # ---- movement

    def give_orders(self, state: AvlState, side: int) -> Orders:
        """Attackers go to their posts first, then the others from the head of the column, then the HQs."""
        left, view, counters = state.activated & ~state.moved, self.outlook(state, side), state.game.counters
        posts = tuple(post for attack in self._plan_for(state, view, left) for post in attack.posts)
        going = any(state.hex_of[unit] != post for unit, post in posts)
        others = left & counters.combat & ~mask(unit for unit, _ in posts)
        column = sorted(bits(others), key=lambda unit: (_place_in_column(state, view, unit), unit))
        hqs = tuple(reversed(bits(left & counters.hqs)))
        return Orders(ground_of(state, side), posts, going, tuple(column), hqs, state.moved)

    def move_units(self, state: AvlState, step: MoveUnits, offer: Offer, orders: Orders | None = None) -> int:
        orders = orders or self.give_orders(state, step.player)
        unit = orders.next(state, offer.get(verbs.UNIT, 0))
        return code(verbs.UNIT, unit) if unit >= 0 else code(verbs.END_MOVEMENT)

    def move_unit(self, state: AvlState, step: MoveUnit, offer: Offer, orders: Orders | None = None) -> int:
        board = offer.get(verbs.MOVE, 0)
        if step.started or not board:
            return code(verbs.STOP)
        unit = step.unit
        orders = orders or self.give_orders(state, step.player)
        post = orders.post_of(unit)
        if post >= 0 and board >> post & 1:
            return code(verbs.MOVE, post)
        here = state.hex_of[unit]
        if here > LAST_PLACE:
            board |= 1 << here
        hex = best_place(state, self.outlook(state, step.player), unit, board)
        return code(verbs.STOP) if hex == here else code(verbs.MOVE, hex)

    # ---- combat

    def combat(self, state: AvlState, step: CombatSegment, offer: Offer) -> int:
        for attack in self.plan(state, False):
            if offer.get(verbs.ATTACK, 0) >> attack.hex & 1:
                return code(verbs.ATTACK, attack.hex)
        return code(verbs.END_COMBAT)

    def declare(self, state: AvlState, step: DeclareAttack, offer: Offer) -> int:
        wanted = next((attack.units for attack in self.plan(state, False) if attack.hex == step.hex), 0)
        missing = wanted & offer.get(verbs.ADD, 0)
        if missing:
            return code(verbs.ADD, highest(missing))
        if verbs.RESOLVE in offer:
            return code(verbs.RESOLVE)
        return code(verbs.ADD, highest(offer[verbs.ADD]))

    def losses(self, state: AvlState, step: TakeLosses, offer: Offer) -> int:
        table = prices(state, self.weighs(state, step.player))
        return code(verbs.LOSE, min(bits(offer[verbs.LOSE]), key=lambda unit: (table[unit][state.steps[unit]], unit)))

    def retreat_which(self, state: AvlState, step: RetreatUnits, offer: Offer) -> int:
        """The unit worth most goes first, before the others fill the good hexes."""
        units, weights = bits(offer[verbs.RETREAT_UNIT]), self.weighs(state, step.player)
        return code(verbs.RETREAT_UNIT, max(units, key=lambda unit: (worth(state, weights, unit), -unit)))

    def retreat(self, state: AvlState, step: RetreatUnit, offer: Offer) -> int:
        view = self.outlook(state, step.player)
        return code(verbs.RETREAT, best_place(state, view, step.unit, offer[verbs.RETREAT]))

    def follow(self, state: AvlState, step: FollowUnit, offer: Offer) -> int:
        view = self.outlook(state, step.player)
        by_hex = {state.hex_of[unit]: unit for unit in bits(offer[verbs.FOLLOW])}
        return code(verbs.FOLLOW, by_hex[best_place(state, view, step.hq, mask(by_hex))])

    def advance(self, state: AvlState, step: AdvanceUnits, offer: Offer) -> int:
        """Those advance who stand better in the won hex or beyond it than where they are."""
        view = self.outlook(state, step.player)
        won = 1 << step.battle.hex
        best = (0.0, -1)
        for unit in bits(offer.get(verbs.ADVANCE, 0) & state.game.counters.combat):
            if guards(state, view, unit):
                continue
            board = won & ~crowded(state, unit) | second_hexes(state, step.battle, unit)
            place = Place(state, view, unit)
            best = max(best, (max(map(place.value, bits(board))) - place.value(state.hex_of[unit]), unit))
        return code(verbs.ADVANCE, best[1]) if best[1] >= 0 else code(verbs.END_ADVANCE)

    def advance_further(self, state: AvlState, step: AdvanceFurther, offer: Offer) -> int:
        view = self.outlook(state, step.player)
        beyond = offer.get(verbs.ADVANCE_TO, 0)
        if not beyond:
            return code(verbs.STOP)
        if verbs.STOP in offer:
            beyond |= 1 << step.battle.hex
        hex = best_place(state, view, step.unit, beyond)
        return code(verbs.STOP) if hex == step.battle.hex else code(verbs.ADVANCE_TO, hex)

    def advance_hq(self, state: AvlState, step: AdvanceHq, offer: Offer) -> int:
        view = self.outlook(state, step.player)
        return code(verbs.ADVANCE_TO, best_place(state, view, step.unit, offer[verbs.ADVANCE_TO]))

    # ---- HQs and arrivals

    def relocate_which(self, state: AvlState, step: RelocateUnsupplied, offer: Offer) -> int:
        return code(verbs.RELOCATE, highest(offer[verbs.RELOCATE]))

    def relocate(self, state: AvlState, step: RelocateHq, offer: Offer) -> int:
        view = self.outlook(state, step.player)
        return code(verbs.RELOCATE_TO, best_place(state, view, step.unit, offer[verbs.RELOCATE_TO]))

    def place(self, state: AvlState, step: PlaceReinforcement, offer: Offer) -> int:
        """Combat units first, so that an HQ finds them where it goes."""
        units = offer[verbs.PLACE] & state.game.counters.combat or offer[verbs.PLACE]
        return code(verbs.PLACE, min(bits(units)))

    def place_at(self, state: AvlState, step: PlaceAt, offer: Offer) -> int:
        view = self.outlook(state, step.player)
        return code(verbs.PLACE_AT, best_place(state, view, step.unit, offer[verbs.PLACE_AT]))


def _hqs_in_play(state: AvlState, side: int) -> list[int]:
    counters = state.game.counters
    hqs = bits(counters.hqs & counters.of_side[side])
    return [hq for hq in hqs if state.on_map(hq) or state.hex_of[hq] == IN_BOX]


def _place_in_column(state: AvlState, view: Outlook, unit: int) -> int:
    """The units nearest to the objective go first and leave room for those behind."""
    hex = state.hex_of[unit]
    return view.distance[hex] if hex > LAST_PLACE else FAR


ANSWERS: Final[dict[type[Any], Callable[..., int]]] = {
    ChooseSovietChits: AvlDoctrine.choose_pool,
    SelectChits: AvlDoctrine.select_chits,
    SpecialCombat: AvlDoctrine.special_combat,
    ChooseFirstChit: AvlDoctrine.first_chit,
    OfferManstein: AvlDoctrine.manstein,
    ChooseHq: AvlDoctrine.choose_hq,
    MoveUnits: AvlDoctrine.move_units,
    MoveUnit: AvlDoctrine.move_unit,
    CombatSegment: AvlDoctrine.combat,
    DeclareAttack: AvlDoctrine.declare,
    TakeLosses: AvlDoctrine.losses,
    RetreatUnits: AvlDoctrine.retreat_which,
    RetreatUnit: AvlDoctrine.retreat,
    FollowUnit: AvlDoctrine.follow,
    AdvanceUnits: AvlDoctrine.advance,
    AdvanceFurther: AvlDoctrine.advance_further,
    AdvanceHq: AvlDoctrine.advance_hq,
    RelocateUnsupplied: AvlDoctrine.relocate_which,
    RelocateHq: AvlDoctrine.relocate,
    PlaceReinforcement: AvlDoctrine.place,
    PlaceAt: AvlDoctrine.place_at,
}

DOCTRINE: Final = AvlDoctrine()
