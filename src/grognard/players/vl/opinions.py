"""What the doctrine of Velikiye Luki thinks of the answers to a question: the same values, told instead of compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from grognard.core.ask import TARGET_MASK, Offer, code
from grognard.games.vl import verbs
from grognard.games.vl.advance import AdvanceUnit, AdvanceUnits
from grognard.games.vl.assault import DeclareAssault
from grognard.games.vl.combat import CombatPhase, DeclareAttack
from grognard.games.vl.festung import EnterFestung
from grognard.games.vl.movement import MoveUnit, MoveUnits
from grognard.games.vl.results import CompulsoryRetreat, DictatedLoss, FillRequirements
from grognard.games.vl.retreat import RetreatStack, StepForZoc
from grognard.games.vl.setup import Deploy
from grognard.games.vl.stacking import RemoveExcess, overstacked_hexes
from grognard.games.vl.state import VlState
from grognard.games.vl.support import GiveSupport
from grognard.hex.grid import bits, mask
from grognard.players.opinion import Opinion, attacking, coming, leads_to, leaving, with_leaving
from grognard.players.vl.attack import Attack, of_a_column, support_price
from grognard.players.vl.place import Place, ranked_places, room
from grognard.players.vl.value import Outlook, distances, step_cost, unit_cost, worth

if TYPE_CHECKING:
    from grognard.players.vl.doctrine import VlDoctrine

MARCHES: Final = 6
"""Units that attack nobody whose marches are looked at."""
PLACES: Final = 3
"""Hexes for a unit that are told."""


# ---- movement


def move_units(book: VlDoctrine, state: VlState, step: MoveUnits, offer: Offer) -> list[Opinion]:
    """Who makes room where too many stand, a unit for each planned attack, then marches of those that attack nobody."""
    ready = offer.get(verbs.UNIT, 0)
    crowd = state.units_at(mask(overstacked_hexes(state, step.player))) & ready & state.game.counters.stacking
    if leaving := list(_marches(book, state, step.player, bits(crowd), "makes_room")):
        return leaving
    attacks = book.plan(state, True)
    found = [one for attack in attacks if (one := _to_attack(state, attack, ready)) is not None]
    busy = {unit for attack in attacks for unit, _ in attack.posts}
    first = book.choose(state, step.player)
    units = [one for one in bits(ready) if one not in busy]
    units.sort(key=lambda unit: code(verbs.UNIT, unit) != first)
    found += islice(_marches(book, state, step.player, units), MARCHES)
    found = with_leaving(found, code(verbs.END_MOVEMENT), offer)
    return found or [Opinion((code(verbs.END_MOVEMENT),), 0.0, note="stay")]


def _to_attack(state: VlState, attack: Attack, ready: int) -> Opinion | None:
    """The first unit of an attack that has yet to come to its post, and finds room there (5.1a)."""
    waiting = [
        (unit, post)
        for unit, post in attack.posts
        if ready >> unit & 1 and state.hex_of[unit] != post and room(state, unit, 1 << post)
    ]
    if not waiting:
        return None
    unit, post = waiting[0]
    return Opinion(
        (code(verbs.UNIT, unit), code(verbs.MOVE, post)),
        attack.value,
        units=tuple(one for one, _ in attack.posts),
        ways=(*coming(state, attack.posts), *attacking(attack.posts, attack.hex)),
        target=attack.hex,
        note="attack",
    )


def _marches(book: VlDoctrine, state: VlState, side: int, units: Sequence[int], note: str = "") -> Iterator[Opinion]:
    """Where each unit would go, if anywhere, or in any case where it has to (`note`): as it would be asked."""
    for unit in units:
        trial = state.clone()
        trial.apply(side, code(verbs.UNIT, unit))
        step = trial.stack[-1]
        if not isinstance(step, MoveUnit):
            continue
        hexes = [one for one in move_unit(book, trial, step, trial.offer) if one.answers[0] != code(verbs.STOP)]
        best = max(hexes, key=lambda one: one.gain, default=None)
        if best is not None and (best.gain > 0 or note or not state.on_map(unit)):
            yield replace(best, answers=(code(verbs.UNIT, unit), *best.answers), note=note or None)


def move_unit(book: VlDoctrine, state: VlState, step: MoveUnit, offer: Offer) -> list[Opinion]:
    """Its post in an attack, and the hexes where it would stand best; once it has gone, why it stays where it is."""
    unit = step.unit
    board = offer.get(verbs.MOVE, 0)
    if not board:
        return [Opinion((code(verbs.STOP),), 0.0, 0.0, (unit,), target=state.hex_of[unit], note="no_farther")]
    if step.started:
        return _arrived(book, state, step, board)
    found = []
    for attack in book.plan(state, True):
        for one, post in attack.posts:
            if one == unit and post == state.hex_of[unit]:
                ways = attacking([(unit, post)], attack.hex)
                found.append(Opinion((code(verbs.STOP),), attack.value, 0.0, (unit,), ways, attack.hex, note="attack"))
            elif one == unit and board >> post & 1 and room(state, unit, 1 << post):
                ways = (*coming(state, [(unit, post)]), *attacking([(unit, post)], attack.hex))
                found.append(
                    Opinion((code(verbs.MOVE, post),), attack.value, 0.0, (unit,), ways, attack.hex, note="attack")
                )
    found += _places(state, book.outlook(state, step.player), unit, board, verbs.MOVE, verbs.STOP)
    return found or [Opinion((code(verbs.STOP),), 0.0, 0.0, (unit,), target=state.hex_of[unit], note="no_farther")]


def _arrived(book: VlDoctrine, state: VlState, step: MoveUnit, board: int) -> list[Opinion]:
    """Where a unit has come to, against where it could still go."""
    unit, here, stops = step.unit, state.hex_of[step.unit], code(verbs.STOP)
    places = _places(state, book.outlook(state, step.player), unit, board, verbs.MOVE, verbs.STOP)
    others = [one for one in places if one.answers != (stops,)]
    for attack in book.plan(state, True):
        if (unit, here) in attack.posts:
            ways = attacking([(unit, here)], attack.hex)
            return [Opinion((stops,), attack.value, 0.0, (unit,), ways, attack.hex, note="attack"), *others]
    stays = next((one for one in places if one.answers == (stops,)), None)
    if stays is None:
        best = others[0] if others else None
        stays = Opinion((stops,), *((best.instead, best.value) if best else (0.0, 0.0)), (unit,), target=here)
    return [replace(stays, note=None if stays.gain else "as_good"), *others]


def _places(state: VlState, view: Outlook, unit: int, board: int, going: int, staying: int) -> list[Opinion]:
    """The best hexes for a unit, and what it is worth to stay where it is."""
    here = state.hex_of[unit]
    on_map = state.on_map(unit)
    board = room(state, unit, board)
    if not board:
        return []
    ranked = ranked_places(state, view, unit, board | 1 << here if on_map else board)
    stay = next((value for value, hex in ranked if hex == here), None)
    if stay is None:
        stay = ranked_places(state, view, unit, 1 << here)[0][0] if on_map else ranked[-1][0]
    far, around = distances(state, view, unit), state.game.ground.grid.around
    found, other = [], next((value for value, hex in ranked if hex != here), stay)
    for value, hex in ranked[:PLACES]:
        if hex == here:
            note = "as_good" if value == other else None
            found.append(Opinion((code(staying),), value, other, (unit,), target=hex, note=note))
        else:
            ways = ((here, hex),) if on_map else ()
            aim = leads_to(around, far, hex)
            found.append(Opinion((code(going, hex),), value, stay, (unit,), ways, hex, towards=aim))
    return found


# ---- combat


def combat(book: VlDoctrine, state: VlState, step: CombatPhase, offer: Offer) -> list[Opinion]:
    """The roll against the city comes first; then each attack that promises enough."""
    if verbs.ASSAULT in offer:
        return [Opinion((code(verbs.ASSAULT),), 0.0, note="assault")]
    there = offer.get(verbs.ATTACK, 0)
    found = [
        Opinion(
            (code(verbs.ATTACK, one.hex), *(code(verbs.ADD, unit) for unit, _ in one.posts), code(verbs.COMMIT)),
            one.value,
            units=tuple(unit for unit, _ in one.posts),
            ways=attacking([(unit, state.hex_of[unit]) for unit, _ in one.posts], one.hex),
            target=one.hex,
            fight=True,
        )
        for one in book.plan(state)
        if there >> one.hex & 1
    ]
    found = with_leaving(found, code(verbs.END_COMBAT), offer)
    return found or [Opinion((code(verbs.END_COMBAT),), 0.0, note="no_attack")]


def assault(book: VlDoctrine, state: VlState, step: DeclareAssault, offer: Offer) -> list[Opinion]:
    if verbs.ADD_ROCKETS in offer:
        return [Opinion((code(verbs.ADD_ROCKETS), code(verbs.ROLL)), 0.0, note="rockets")]
    return [Opinion((code(verbs.ROLL),), 0.0, note="assault")]


def declare(book: VlDoctrine, state: VlState, step: DeclareAttack, offer: Offer) -> list[Opinion]:
    """Who belongs to the attack as it was planned, against leaving it; one that was not planned is better left."""
    for attack in book.plan(state):
        if attack.hex == step.hex:
            missing = reversed(bits(attack.units & offer.get(verbs.ADD, 0)))
            answers = (*(code(verbs.ADD, unit) for unit in missing), code(verbs.COMMIT))
            units = tuple(unit for unit, _ in attack.posts)
            ways = attacking([(unit, state.hex_of[unit]) for unit in units], attack.hex)
            whole = Opinion(answers, attack.value, 0.0, units, ways, attack.hex, fight=True)
            return [whole, leaving(code(verbs.CANCEL), whole)]
    return [Opinion((code(verbs.CANCEL),), 0.0, note="cancel")]


def support(book: VlDoctrine, state: VlState, step: GiveSupport, offer: Offer) -> list[Opinion]:
    """What one more column changes, against its price."""
    battle = state.battle
    assert battle is not None
    view = book.outlook(state, battle.attacker)
    sign = 1 if step.player == battle.attacker else -1
    gain = sign * of_a_column(state, view, battle, sign)
    price = support_price(state, book.weights[step.player])
    found = []
    for verb in (verbs.ROCKETS, verbs.AIR, verbs.ARTILLERY):
        found += [Opinion((code(verb, unit),), gain, price, target=battle.hex) for unit in bits(offer.get(verb, 0))]
    return [*found, Opinion((code(verbs.NO_MORE_SUPPORT),), price, gain, target=battle.hex)]


# ---- results


def compulsory(book: VlDoctrine, state: VlState, step: CompulsoryRetreat, offer: Offer) -> list[Opinion]:
    return _step_or_hex(book, state, step.player, offer, (step.hex(state),))


def requirements(book: VlDoctrine, state: VlState, step: FillRequirements, offer: Offer) -> list[Opinion]:
    battle = state.battle
    assert battle is not None
    hexes = {state.hex_of[unit] for unit in bits(battle.force(step.side)) if state.on_map(unit)}
    return _step_or_hex(book, state, step.side, offer, sorted(hexes))


def _step_or_hex(book: VlDoctrine, state: VlState, side: int, offer: Offer, hexes: Sequence[int]) -> list[Opinion]:
    """A step against a hex of ground; where only steps are asked for, of whom."""
    if verbs.LOSE not in offer:
        return []
    if verbs.FALL_BACK not in offer:
        return losses(book, state, side, verbs.LOSE, offer, step_cost)
    found = []
    for loser in bits(offer[verbs.LOSE]):
        price, cost = book.prices(state, side, loser, hexes)
        found.append(Opinion((code(verbs.LOSE, loser),), -price, -cost, (loser,), target=state.hex_of[loser]))
    cheapest = min(found, key=lambda one: -one.value)
    price, cost = book.prices(state, side, cheapest.units[0], hexes)
    return [*found, Opinion((code(verbs.FALL_BACK),), -cost, -price, target=hexes[0])]


def losses(
    book: VlDoctrine, state: VlState, side: int, verb: int, offer: Offer, cost: Callable[..., float]
) -> list[Opinion]:
    """Whose loss costs least, each against the cheapest of the others."""
    prices = {unit: cost(state, book.weights[side], unit) for unit in bits(offer[verb])}
    if len(prices) < 2:
        return []
    others = {unit: min(price for one, price in prices.items() if one != unit) for unit in prices}
    return [
        Opinion(
            (code(verb, unit),), -price, -others[unit], (unit,), target=state.hex_of[unit],
            note="alike" if price == others[unit] else None,
        )
        for unit, price in prices.items()
    ]  # fmt: skip


def lose(book: VlDoctrine, state: VlState, step: DictatedLoss | StepForZoc, offer: Offer) -> list[Opinion]:
    return losses(book, state, step.player, verbs.LOSE, offer, step_cost)


def excess(book: VlDoctrine, state: VlState, step: RemoveExcess, offer: Offer) -> list[Opinion]:
    return losses(book, state, step.player, verbs.REMOVE_EXCESS, offer, unit_cost)


def retreat(book: VlDoctrine, state: VlState, step: RetreatStack, offer: Offer) -> list[Opinion]:
    """Where the most valuable unit of the stack stands best."""
    board = offer.get(verbs.RETREAT, 0)
    units = bits(step.units & state.game.counters.combat)
    if not board or not units:
        return []
    view = book.outlook(state, step.player)
    unit = max(units, key=lambda one: (worth(state, view.weights, one), -one))
    ranked = ranked_places(state, view, unit, board)
    here, best, worst = state.hex_of[unit], ranked[0][0], ranked[-1][0]
    note = "as_good" if best == worst else None
    return [
        Opinion(
            (code(verbs.RETREAT, hex),), value, worst if value > worst else best, tuple(units), ((here, hex),), hex,
            note=note,
        )
        for value, hex in ranked[:PLACES]
    ]  # fmt: skip


def advance(book: VlDoctrine, state: VlState, step: AdvanceUnits, offer: Offer) -> list[Opinion]:
    """Who stands better in the hex that was won, and that nobody does."""
    battle = state.battle
    assert battle is not None
    view, found = book.outlook(state, step.player), []
    for unit in bits(offer.get(verbs.ADVANCE, 0)):
        if room(state, unit, 1 << battle.hex):
            place, here = Place(state, view, unit), state.hex_of[unit]
            value, stay = place.value(battle.hex), place.value(here)
            ways, note = ((here, battle.hex),), "as_good" if value == stay else None
            found.append(Opinion((code(verbs.ADVANCE, unit),), value, stay, (unit,), ways, battle.hex, note=note))
    best = max(found, key=lambda one: one.gain, default=None)
    if best is None:
        return [Opinion((code(verbs.END_ADVANCE),), 0.0, note="no_room")]
    note = "stays" if best.gain <= 0 else None
    return [*found, Opinion((code(verbs.END_ADVANCE),), best.instead, best.value, note=note)]


def advance_further(book: VlDoctrine, state: VlState, step: AdvanceUnit, offer: Offer) -> list[Opinion]:
    board = offer.get(verbs.ADVANCE_TO, 0)
    if not board:
        return []
    view = book.outlook(state, step.player)
    return _places(state, view, step.unit, board, verbs.ADVANCE_TO, verbs.STOP)


# ---- set-up and the city


def deploy(book: VlDoctrine, state: VlState, step: Deploy, offer: Offer) -> list[Opinion]:
    return [Opinion((book.deploy(state, step, offer),), 0.0, note="set_up" if verbs.PLACE_REST in offer else "all_set")]


def enter_city(book: VlDoctrine, state: VlState, step: EnterFestung, offer: Offer) -> list[Opinion]:
    """Who goes in: the one who helps least outside, of those without whom the ring stays closed."""
    if verbs.OCCUPY not in offer:
        return []
    answer = book.enter_city(state, step, offer)
    unit = answer & TARGET_MASK
    return [Opinion((answer,), 0.0, 0.0, (unit,), ((state.hex_of[unit], step.hex),), step.hex, note="least_missed")]


OPINIONS: Final[dict[type[Any], Callable[..., list[Opinion]]]] = {
    Deploy: deploy,
    MoveUnits: move_units,
    MoveUnit: move_unit,
    CombatPhase: combat,
    DeclareAttack: declare,
    DeclareAssault: assault,
    GiveSupport: support,
    CompulsoryRetreat: compulsory,
    FillRequirements: requirements,
    DictatedLoss: lose,
    StepForZoc: lose,
    RemoveExcess: excess,
    RetreatStack: retreat,
    AdvanceUnits: advance,
    AdvanceUnit: advance_further,
    EnterFestung: enter_city,
}
