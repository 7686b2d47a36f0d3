"""What the doctrine of A Victory Lost thinks of the answers to a question: its values, told instead of compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from grognard.core.ask import TARGET_MASK, Offer, code
from grognard.games.avl import verbs
from grognard.games.avl.advance import AdvanceFurther, AdvanceHq, AdvanceUnits, second_hexes
from grognard.games.avl.combat import CombatSegment, DeclareAttack, ratio
from grognard.games.avl.command import ChooseFirstChit, ChooseHq, OfferManstein, SpecialCombat
from grognard.games.avl.headquarters import RelocateHq, RelocateUnsupplied
from grognard.games.avl.losses import TakeLosses
from grognard.games.avl.movement import MoveUnit, MoveUnits
from grognard.games.avl.reinforcements import PlaceAt, PlaceReinforcement
from grognard.games.avl.retreat import FollowUnit, RetreatUnit, RetreatUnits
from grognard.games.avl.selection import ChooseSovietChits, SelectChits
from grognard.games.avl.stacking import crowded
from grognard.games.avl.state import LAST_PLACE, AvlState
from grognard.games.avl.tracing import commanded
from grognard.hex.grid import bits, mask
from grognard.players.avl.attack import Attack, promised
from grognard.players.avl.hqs import command_value
from grognard.players.avl.place import Place, guards, ranked_places
from grognard.players.avl.value import Outlook, prices
from grognard.players.opinion import Opinion, attacking, coming, leads_to, leaving, with_leaving

if TYPE_CHECKING:
    from grognard.players.avl.doctrine import AvlDoctrine

MARCHES: Final = 6
"""Units that attack nobody whose marches are looked at."""
PLACES: Final = 3
"""Hexes for a unit that are told."""
ORDINARY: Final = 5
"""How many hexes are better than the one that the best of them is compared with, where nobody can stay."""


def rivals(found: Sequence[Opinion]) -> list[Opinion]:
    """Answers that shut each other out: the best against the next, others against the best."""
    values = sorted([one.value for one in found], reverse=True)
    if not values:
        return []
    best, lesser = values[0], next((value for value in values if value < values[0]), values[0])
    if len(values) > 1 and best == lesser:
        return [replace(one, instead=best, note=one.note or "alike") for one in found]
    return [replace(one, instead=lesser if one.value == best else best) for one in found]


# ---- chits and HQs


def choose_pool(book: AvlDoctrine, state: AvlState, step: ChooseSovietChits, offer: Offer) -> list[Opinion]:
    if verbs.HISTORICAL not in offer:
        return [Opinion((code(verbs.DONE),), 0.0, note="historical")]
    return [Opinion((code(verbs.HISTORICAL), code(verbs.DONE)), 0.0, note="historical")]


def select_chits(book: AvlDoctrine, state: AvlState, step: SelectChits, offer: Offer) -> list[Opinion]:
    if verbs.SELECT_CHIT not in offer:
        return [Opinion((code(verbs.DONE),), 0.0, note="enough_chits")]
    return _chits(book, state, step.player, verbs.SELECT_CHIT, offer, step.chosen)


def first_chit(book: AvlDoctrine, state: AvlState, step: ChooseFirstChit, offer: Offer) -> list[Opinion]:
    return _chits(book, state, step.player, verbs.DRAW_FIRST, offer)


def _chits(book: AvlDoctrine, state: AvlState, side: int, verb: int, offer: Offer, chosen: int = 0) -> list[Opinion]:
    """What each chit sets in motion."""
    values, chits = book.chit_values(state, side, chosen), state.game.chits
    found = []
    for chit in bits(offer.get(verb, 0)):
        hq = chits.hq[chit]
        led = commanded(state, hq) if hq >= 0 and chit in values else 0
        note = "any_hq" if chits.manstein >> chit & 1 else None
        found.append(Opinion((code(verb, chit),), values.get(chit, 0.0), units=tuple(bits(led)), note=note))
    return rivals(found)


def choose_hq(book: AvlDoctrine, state: AvlState, step: ChooseHq, offer: Offer) -> list[Opinion]:
    view = book.outlook(state, step.player)
    return rivals([
        Opinion((code(verbs.ACTIVATE, hq),), command_value(state, view, hq), units=tuple(bits(commanded(state, hq))))
        for hq in bits(offer[verbs.ACTIVATE])
    ])  # fmt: skip


def special_combat(book: AvlDoctrine, state: AvlState, step: SpecialCombat, offer: Offer) -> list[Opinion]:
    """The attacks that each HQ can lead, all together."""
    found = []
    for hq in bits(offer.get(verbs.ACTIVATE, 0)):
        attacks = book.special_attacks(state, step.player, hq)
        if attacks:
            value = sum(one.value for one in attacks)
            units = tuple(unit for one in attacks for unit, _ in one.posts)
            ways = tuple(way for one in attacks for way in attacking(one.posts, one.hex))
            found.append(Opinion((code(verbs.ACTIVATE, hq),), value, 0.0, units, ways))
    return found or [Opinion((code(verbs.DECLINE),), 0.0, note="no_attack")]


def manstein(book: AvlDoctrine, state: AvlState, step: OfferManstein, offer: Offer) -> list[Opinion]:
    answer = book.manstein(state, step, offer)
    return [Opinion((answer,), 0.0, note="manstein_now" if answer == code(verbs.PLAY_MANSTEIN) else "manstein_later")]


# ---- movement


def move_units(book: AvlDoctrine, state: AvlState, step: MoveUnits, offer: Offer) -> list[Opinion]:
    """A unit for each planned attack, then marches of those that attack nobody; HQs when all others stand well."""
    ready, plan = offer.get(verbs.UNIT, 0), book.plan(state, True)
    found = [one for attack in plan if (one := _to_attack(state, attack, ready)) is not None]
    idle = ready & ~mask(unit for attack in plan for unit, _ in attack.posts)
    first = book.move_units(state, step, offer)
    for board in (state.game.counters.combat, state.game.counters.hqs):
        units = sorted(bits(idle & board), key=lambda unit: code(verbs.UNIT, unit) != first)
        found += islice(_marches(book, state, step.player, units), MARCHES)
        if found:
            return with_leaving(found, code(verbs.END_MOVEMENT), offer)
    return [Opinion((code(verbs.END_MOVEMENT),), 0.0, note="stay")]


def _to_attack(state: AvlState, attack: Attack, ready: int) -> Opinion | None:
    """The first unit of an attack that has yet to come to its post."""
    waiting = [(unit, post) for unit, post in attack.posts if ready >> unit & 1 and state.hex_of[unit] != post]
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


def _marches(book: AvlDoctrine, state: AvlState, side: int, units: Sequence[int]) -> Iterator[Opinion]:
    """Where each unit would go, if anywhere: as it would be asked."""
    for unit in units:
        trial = state.clone()
        trial.apply(side, code(verbs.UNIT, unit))
        step = trial.stack[-1]
        if not isinstance(step, MoveUnit):
            continue  # it can only stop, and did so by itself
        hexes = [one for one in move_unit(book, trial, step, trial.offer) if one.answers[0] != code(verbs.STOP)]
        best = max(hexes, key=lambda one: one.gain, default=None)
        if best is not None and (best.gain > 0 or not state.on_map(unit)):
            yield replace(best, answers=(code(verbs.UNIT, unit), *best.answers))


def move_unit(book: AvlDoctrine, state: AvlState, step: MoveUnit, offer: Offer) -> list[Opinion]:
    """Its post in an attack, and the hexes where it would stand best; once it has gone, why it stays where it is."""
    unit, here = step.unit, state.hex_of[step.unit]
    board = offer.get(verbs.MOVE, 0)
    if not board:
        return [Opinion((code(verbs.STOP),), 0.0, 0.0, (unit,), target=here, note="no_farther")]
    if step.started:
        return _arrived(book, state, step, board)
    attacks = []
    for attack in book.plan(state, True):
        for one, post in attack.posts:
            if one == unit and board >> post & 1:
                ways = (*_way(here, post), *attacking([(unit, post)], attack.hex))
                attacks.append(
                    Opinion((code(verbs.MOVE, post),), attack.value, 0.0, (unit,), ways, attack.hex, note="attack")
                )
    tell = _elsewhere if state.on_map(unit) else _somewhere
    places = tell(state, book.outlook(state, step.player), unit, board, verbs.MOVE)
    return attacks + [one for one in places if one.answers not in [attack.answers for attack in attacks]]


def _arrived(book: AvlDoctrine, state: AvlState, step: MoveUnit, board: int) -> list[Opinion]:
    """Where a unit has come to, against where it could still go."""
    unit, here, stops = step.unit, state.hex_of[step.unit], code(verbs.STOP)
    places = _elsewhere(state, book.outlook(state, step.player), unit, board, verbs.MOVE)
    others = [one for one in places if one.answers != (stops,)]
    for attack in book.plan(state, True):
        if (unit, here) in attack.posts:
            ways = attacking([(unit, here)], attack.hex)
            return [Opinion((stops,), attack.value, 0.0, (unit,), ways, attack.hex, note="attack"), *others]
    stays = next((one for one in places if one.answers == (stops,)), None)
    if stays is None:
        stays = Opinion((stops,), others[0].instead, others[0].value, (unit,), target=here)
    return [replace(stays, note=None if stays.gain else "as_good"), *others]


def _way(here: int, hex: int) -> tuple[tuple[int, int], ...]:
    return ((here, hex),) if here > LAST_PLACE else ()


def _elsewhere(state: AvlState, view: Outlook, unit: int, board: int, going: int) -> list[Opinion]:
    """The best hexes for a unit, against staying where it is."""
    here = state.hex_of[unit]
    ranked = ranked_places(state, view, unit, board | 1 << here)
    stay = next((value for value, hex in ranked if hex == here), None)
    if stay is None:
        stay = ranked_places(state, view, unit, 1 << here)[0][0]
    found, other = [], next((value for value, hex in ranked if hex != here), stay)
    for value, hex in ranked[:PLACES]:
        if hex == here:
            note = "as_good" if value == other else None
            found.append(Opinion((code(verbs.STOP),), value, other, (unit,), target=hex, note=note))
        else:
            aim, note = _aim(state, view, unit, hex), "as_good" if value == stay else None
            found.append(
                Opinion((code(going, hex),), value, stay, (unit,), ((here, hex),), hex, towards=aim, note=note)
            )
    return found


def _aim(state: AvlState, view: Outlook, unit: int, hex: int) -> int:
    """The city that a march from a hex comes to; an HQ goes where the others do."""
    fights = state.game.counters.combat >> unit & 1
    far = Place(state, view, unit).appeal.distance if fights else view.distance
    return leads_to(state.game.ground.grid.around, far, hex)


def _somewhere(state: AvlState, view: Outlook, unit: int, board: int, going: int) -> list[Opinion]:
    """The best hexes for a unit that has to go to one of them: the best against an ordinary one, others against it."""
    here, ranked = state.hex_of[unit], ranked_places(state, view, unit, board)
    best = ranked[0][0]
    note = "as_good" if len(ranked) > 1 and ranked[-1][0] == best else None
    ordinary = ranked[max(len(ranked) // 2, min(len(ranked) - 1, ORDINARY))][0]
    return [
        Opinion(
            (code(going, hex),), value, ordinary if value == best else best, (unit,), _way(here, hex), hex, note=note
        )
        for value, hex in ranked[:PLACES]
    ]


# ---- combat


def combat(book: AvlDoctrine, state: AvlState, step: CombatSegment, offer: Offer) -> list[Opinion]:
    """Each attack that promises enough."""
    there = offer.get(verbs.ATTACK, 0)
    found = [
        _fight(state, one, code(verbs.ATTACK, one.hex), *_naming(one.units))
        for one in book.plan(state, False)
        if there >> one.hex & 1
    ]
    found = with_leaving(found, code(verbs.END_COMBAT), offer)
    return found or [Opinion((code(verbs.END_COMBAT),), 0.0, note="no_attack")]


def declare(book: AvlDoctrine, state: AvlState, step: DeclareAttack, offer: Offer) -> list[Opinion]:
    """Who belongs to the attack as it was planned, against those alone who are named, and against leaving it; one that
    was not planned is better left."""
    missing, view = offer.get(verbs.ADD, 0), book.outlook(state, step.player)
    alone = promised(state, view, step.hex, step.chosen) if verbs.RESOLVE in offer else None
    for attack in book.plan(state, False):
        if attack.hex != step.hex:
            continue
        whole = _fight(state, attack, *_naming(attack.units & missing))
        found = [whole, leaving(code(verbs.CANCEL), whole)]
        if alone is not None and step.chosen != attack.units:
            found.insert(1, replace(_fight(state, alone, code(verbs.RESOLVE)), instead=attack.value))
        return found
    everyone = promised(state, view, step.hex, step.chosen | missing)
    fights = [_fight(state, one, *_naming(one.units & missing)) for one in [alone or everyone] if one is not None]
    return [*fights, Opinion((code(verbs.CANCEL),), 0.0, note="cancel")]


def _fight(state: AvlState, attack: Attack, *answers: int) -> Opinion:
    """An attack by those who stand at their posts."""
    return Opinion(
        answers,
        attack.value,
        units=tuple(unit for unit, _ in attack.posts),
        ways=attacking(attack.posts, attack.hex),
        target=attack.hex,
        fight=True,
        chance=_chance(state, attack),
    )


def _chance(state: AvlState, attack: Attack) -> float:
    """How likely an attack clears its hex, by the column of the CRT: all retreat, or nobody is left (9.4, 9.5)."""
    game, hex = state.game, attack.hex
    steps = sum(state.steps[unit] for unit in bits(state.at[hex] & game.counters.combat))
    results = [game.results[name] for name in game.crt.results(ratio(state, attack.units, hex))]
    return sum(1 for one in results if one.retreat or one.defender_steps >= steps) / len(results)


def _naming(units: int) -> tuple[int, ...]:
    """The units of an attack that have yet to be named, then the die."""
    return (*(code(verbs.ADD, unit) for unit in reversed(bits(units))), code(verbs.RESOLVE))


def losses(book: AvlDoctrine, state: AvlState, step: TakeLosses, offer: Offer) -> list[Opinion]:
    """What a step of each unit costs."""
    table = prices(state, book.weighs(state, step.player))
    return rivals([
        Opinion((code(verbs.LOSE, unit),), -table[unit][state.steps[unit]], units=(unit,), target=state.hex_of[unit])
        for unit in bits(offer.get(verbs.LOSE, 0))
    ])  # fmt: skip


def retreat_which(book: AvlDoctrine, state: AvlState, step: RetreatUnits, offer: Offer) -> list[Opinion]:
    """The unit worth most, and where it goes."""
    note = "goes_first" if offer[verbs.RETREAT_UNIT].bit_count() > 1 else None
    return _and_where(book, state, step.player, book.retreat_which(state, step, offer), note)


def _and_where(book: AvlDoctrine, state: AvlState, side: int, answer: int, note: str | None = None) -> list[Opinion]:
    """A unit that is chosen, and where it would go: as its owner would be asked, if he is."""
    trial = state.clone()
    trial.apply(side, answer)
    then = trial.stack[-1]
    if not isinstance(then, RetreatUnit | RelocateHq | PlaceAt) or then.unit != answer & TARGET_MASK:
        return [Opinion((answer,), 0.0, note=note)]
    places = OPINIONS[type(then)](book, trial, then, trial.offer)
    return [replace(one, answers=(answer, *one.answers), note=note) for one in places]


def retreat(book: AvlDoctrine, state: AvlState, step: RetreatUnit, offer: Offer) -> list[Opinion]:
    view = book.outlook(state, step.player)
    return _somewhere(state, view, step.unit, offer[verbs.RETREAT], verbs.RETREAT)


def follow(book: AvlDoctrine, state: AvlState, step: FollowUnit, offer: Offer) -> list[Opinion]:
    """The same for an HQ, which goes to a unit."""
    view = book.outlook(state, step.player)
    by_hex = {state.hex_of[unit]: unit for unit in bits(offer[verbs.FOLLOW])}
    return [
        replace(one, answers=(code(verbs.FOLLOW, by_hex[one.target]),))
        for one in _somewhere(state, view, step.hq, mask(by_hex), verbs.FOLLOW)
        if one.target is not None
    ]


def advance(book: AvlDoctrine, state: AvlState, step: AdvanceUnits, offer: Offer) -> list[Opinion]:
    """Who stands better in the won hex or beyond it, and that nobody does."""
    view, won = book.outlook(state, step.player), step.battle.hex
    units = bits(offer.get(verbs.ADVANCE, 0) & state.game.counters.combat)
    if not units:
        return []
    found = []
    for unit in units:
        if guards(state, view, unit):
            continue
        board = 1 << won & ~crowded(state, unit) | second_hexes(state, step.battle, unit)
        place, here = Place(state, view, unit), state.hex_of[unit]
        hex = max(bits(board), key=place.value)
        ways = ((here, won), (won, hex)) if hex != won else ((here, won),)
        value, stay = place.value(hex), place.value(here)
        note = "and_back" if hex == here else "as_good" if value == stay else None
        found.append(Opinion((code(verbs.ADVANCE, unit),), value, stay, (unit,), ways, hex, note=note))
    best = max(found, key=lambda one: one.gain, default=None)
    if best is None:
        return [Opinion((code(verbs.END_ADVANCE),), 0.0, note="guards")]
    nobody = Opinion((code(verbs.END_ADVANCE),), best.instead, best.value, note="stays" if best.gain <= 0 else None)
    return [*(one for one in found if best.gain <= 0 or one.note != "and_back"), nobody]


def advance_further(book: AvlDoctrine, state: AvlState, step: AdvanceFurther, offer: Offer) -> list[Opinion]:
    board, view = offer.get(verbs.ADVANCE_TO, 0), book.outlook(state, step.player)
    if not board:
        return []
    if verbs.STOP not in offer:
        return _somewhere(state, view, step.unit, board, verbs.ADVANCE_TO)
    return _elsewhere(state, view, step.unit, board, verbs.ADVANCE_TO)


def advance_hq(book: AvlDoctrine, state: AvlState, step: AdvanceHq, offer: Offer) -> list[Opinion]:
    view = book.outlook(state, step.player)
    return _somewhere(state, view, step.unit, offer[verbs.ADVANCE_TO], verbs.ADVANCE_TO)


# ---- HQs and arrivals


def relocate_which(book: AvlDoctrine, state: AvlState, step: RelocateUnsupplied, offer: Offer) -> list[Opinion]:
    if verbs.RELOCATE not in offer:
        return []
    return _and_where(book, state, step.player, book.relocate_which(state, step, offer))


def relocate(book: AvlDoctrine, state: AvlState, step: RelocateHq, offer: Offer) -> list[Opinion]:
    view = book.outlook(state, step.player)
    return _somewhere(state, view, step.unit, offer[verbs.RELOCATE_TO], verbs.RELOCATE_TO)


def place(book: AvlDoctrine, state: AvlState, step: PlaceReinforcement, offer: Offer) -> list[Opinion]:
    """Where the unit that comes first would be placed."""
    return _and_where(book, state, step.player, book.place(state, step, offer))


def place_at(book: AvlDoctrine, state: AvlState, step: PlaceAt, offer: Offer) -> list[Opinion]:
    view = book.outlook(state, step.player)
    return _somewhere(state, view, step.unit, offer[verbs.PLACE_AT], verbs.PLACE_AT)


OPINIONS: Final[dict[type[Any], Callable[..., list[Opinion]]]] = {
    ChooseSovietChits: choose_pool,
    SelectChits: select_chits,
    ChooseFirstChit: first_chit,
    ChooseHq: choose_hq,
    SpecialCombat: special_combat,
    OfferManstein: manstein,
    MoveUnits: move_units,
    MoveUnit: move_unit,
    CombatSegment: combat,
    DeclareAttack: declare,
    TakeLosses: losses,
    RetreatUnits: retreat_which,
    RetreatUnit: retreat,
    FollowUnit: follow,
    AdvanceUnits: advance,
    AdvanceFurther: advance_further,
    AdvanceHq: advance_hq,
    RelocateUnsupplied: relocate_which,
    RelocateHq: relocate,
    PlaceReinforcement: place,
    PlaceAt: place_at,
}
