"""What the doctrine of Lost Battles thinks of the answers to a question: the same values, told instead of compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from grognard.core.ask import TARGET_BITS, TARGET_MASK, Offer, code
from grognard.games.lb import verbs
from grognard.games.lb.combat.announce import (
    Announce,
    DeclareArmor,
    DeclareAttack,
    DeclareFire,
    DeclareStrike,
    air_points,
    under_attack,
)
from grognard.games.lb.combat.defensive_fire import DefensiveFire
from grognard.games.lb.combat.results import Exchange, Retreat, RetreatTo
from grognard.games.lb.combat.segments import ArmoredSegment, FinalSegment, RangedSegment
from grognard.games.lb.combat.strengths import Fight, air_strength, fire_fight, ground_fight
from grognard.games.lb.movement.movement import MoveUnit, MoveUnits
from grognard.games.lb.sequence import Choose
from grognard.games.lb.set_up.deployment import Deploy
from grognard.games.lb.state import FIRST_MOVEMENT, LbState
from grognard.hex.grid import bits, highest, lowest
from grognard.players.lb import line as front
from grognard.players.lb.attack import Planned, clearing_chance
from grognard.players.lb.fire import Shoot, kill_chance, plan_strikes, spared
from grognard.players.lb.goal import promises
from grognard.players.lb.mend import mend
from grognard.players.lb.odds import chances, column
from grognard.players.lb.place import ranked_places
from grognard.players.lb.posts import posts_held
from grognard.players.lb.standing import candidates, standing
from grognard.players.lb.value import Outlook
from grognard.players.lb.weights import LbWeights
from grognard.players.opinion import Opinion, with_leaving

if TYPE_CHECKING:
    from grognard.players.lb.doctrine import LbDoctrine

MARCHES: Final = 6
"""Units whose marches are looked at."""
PLACES: Final = 3
"""Hexes for a unit that are told."""

NOTES: Final = (
    "promising", "forward", "rest", "no_target",
    "attack", "stay", "as_good", "enters", "leads", "leaves", "bridge", "reassemble", "limber", "unlimber",
    "in_position", "line", "thin", "abreast", "in_line", "reserve",
    "after_fire", "no_attack", "enough", "bound", "as_armor", "as_infantry",
    "together", "least_needed", "first_choice", "cheapest", "dearer", "pays_most",
    "in_turn", "ready", "no_farther", "no_gun",
)  # fmt: skip
"""Reasons that no weight tells."""

ACTS: Final = {
    verbs.EXIT: "leaves",
    verbs.BRIDGE: "bridge",
    verbs.REASSEMBLE: "reassemble",
    verbs.LIMBER: "limber",
    verbs.UNLIMBER: "unlimber",
}
"""What a unit does where it stands, and the note for it."""


# ---- before the first turn


def secret(book: LbDoctrine, state: LbState, step: Choose, offer: Offer) -> list[Opinion]:
    """What each option promises by marches and by what may stand in their way."""
    number = next((at for at, one in enumerate(state.plan.choices) if offer[verbs.CHOOSE] >> one.chits[0] & 1), None)
    if number is None:
        return []
    judged = promises(state, step.player, book.weighs(state, step.player), number)
    best = max(judged)
    chits = state.plan.choices[number].chits
    return [
        Opinion((code(verbs.CHOOSE, chit),), value, note="promising" if value == best else None)
        for chit, value in zip(chits, judged, strict=True)
    ]


def deploy(book: LbDoctrine, state: LbState, step: Deploy, offer: Offer) -> list[Opinion]:
    answer = book.deploy(state, step, offer)
    notes = {
        verbs.PLACE: "forward", verbs.PLACE_AT: "forward", verbs.DEPLOY_REST: "rest", verbs.FLIP: "no_target",
        verbs.DONE: "ready",
    }  # fmt: skip
    verb, target = _parted(answer)
    if verb not in notes:
        return []
    units = (target,) if verb in (verbs.PLACE, verbs.FLIP) else ()
    found = [Opinion((answer,), 0.0, units=units, target=target if verb == verbs.PLACE_AT else None, note=notes[verb])]
    if notes[verb] == "forward" and verbs.DEPLOY_REST in offer:
        found.append(Opinion((code(verbs.DEPLOY_REST),), 0.0, note="rest"))
    return found


def _parted(answer: int) -> tuple[int, int]:
    return answer >> TARGET_BITS, answer & TARGET_MASK


# ---- movement


def move_units(book: LbDoctrine, state: LbState, step: MoveUnits, offer: Offer) -> list[Opinion]:
    """Who mends the line, if that is broken; else a unit for each planned attack, then marches of the others."""
    side = step.player
    marches = _marches(book, state, side, dict.fromkeys(book.movers(state, side, offer.get(verbs.UNIT, 0))))
    if front.asked(state, side) and not front.whole(state, side):
        return list(islice(marches, 1))
    plan = book.plan(state, side) if state.phase == FIRST_MOVEMENT else ()
    found: dict[int, Opinion] = {}
    for one in islice(marches, MARCHES + sum(len(attack.posts) for attack in plan)):
        assert one.target is not None
        found.setdefault(one.target if one.note == "attack" else -1 - len(found), one)
    told = with_leaving(list(found.values()), code(verbs.END_MOVEMENT), offer)
    return told or [Opinion((code(verbs.END_MOVEMENT),), 0.0, note="stay")]


def _marches(book: LbDoctrine, state: LbState, side: int, units: Iterable[int]) -> Iterator[Opinion]:
    """What each unit would do, if anything: as it would be asked."""
    for unit in units:
        one = _next(book, state, side, code(verbs.UNIT, unit))
        if one is not None and one.answers[0] != code(verbs.STOP) and (one.note is not None or one.gain > 0):
            yield replace(one, answers=(code(verbs.UNIT, unit), *one.answers))


def _next(book: LbDoctrine, state: LbState, side: int, answer: int) -> Opinion | None:
    """What would be done with a unit after an answer."""
    trial = state.clone()
    trial.apply(side, answer)
    step = trial.stack[-1]
    if not isinstance(step, MoveUnit):
        return None
    chosen = book.move_unit(trial, step, trial.offer)
    return next((one for one in move_unit(book, trial, step, trial.offer) if one.answers[0] == chosen), None)


def move_unit(book: LbDoctrine, state: LbState, step: MoveUnit, offer: Offer) -> list[Opinion]:
    """What it does here, its post in an attack, what the line asks of it, and the hexes where it would stand best."""
    unit, side = step.unit, step.player
    answer = book.move_unit(state, step, offer)
    verb, target = _parted(answer)
    if not state.on_map(unit):
        note = _entering(state, side, book.weighs(state, side), unit)
        return [Opinion((answer,), 0.0, 0.0, (unit,), (), target, note=note)] if verb == verbs.ENTER else []
    if verb in ACTS:
        return [_acting(book, state, step, answer)]
    here, board = state.hex_of[unit], offer.get(verbs.MOVE, 0)
    if not board:
        in_position = bool(state.game.counters.guns & ~state.limbered & 1 << unit)
        note = "in_position" if in_position else "no_farther"
        return [Opinion((answer,), 0.0, 0.0, (unit,), (), here, note=note)]
    found = list(_posts(book, state, step, offer))
    if not any(one.answers[0] == answer for one in found):
        bound = _bound(book, state, step, answer)
        if bound is not None:
            return [bound]
    view = book.outlook(state, side)
    if front.asked(state, side):
        board &= front.contact(state, side, view.weights)
    places = _places(state, view, unit, board)
    if verb == verbs.MOVE and not places:
        return [Opinion((answer,), 0.0, 0.0, (unit,), ((here, target),), target, note="leads")]
    if verb == verbs.STOP and step.started:
        return _arrived(book, state, step, places)
    if verb == verbs.STOP and places and places[0].answers[0] != answer:  # it may not tear the line
        return [Opinion((answer,), 0.0, 0.0, (unit,), (), here, note="in_line")]
    return found + places


def _arrived(book: LbDoctrine, state: LbState, step: MoveUnit, places: list[Opinion]) -> list[Opinion]:
    """Where a unit has come to, against where it could still go."""
    unit, here, stops = step.unit, state.hex_of[step.unit], code(verbs.STOP)
    others = [one for one in places if one.answers[0] != stops]
    plan = book.plan(state, step.player) if state.phase == FIRST_MOVEMENT else ()
    for attack in plan:
        if any((one, post) == (unit, here) for one, post, _ in attack.posts):
            ways = ((here, attack.hex),)
            return [Opinion((stops,), attack.value, 0.0, (unit,), ways, attack.hex, note="attack"), *others]
    stays = next((one for one in places if one.answers[0] == stops), None)
    if stays is None or not others:
        return [Opinion((stops,), 0.0, 0.0, (unit,), (), here, note="as_good"), *others]
    if stays.gain < 0 and front.asked(state, step.player):
        return [Opinion((stops,), 0.0, 0.0, (unit,), (), here, note="in_line")]
    return [replace(stays, note=None if stays.gain else "as_good"), *others]


def _on_foot(state: LbState, unit: int) -> bool:
    """Whether the continuous line is to be made of units like this one."""
    counters = state.game.counters
    return bool(counters.ground & counters.zoc & ~counters.motor & 1 << unit)


def _entering(state: LbState, side: int, weights: LbWeights, unit: int) -> str:
    """Why a unit comes on the map where it does."""
    if not front.asked(state, side):
        return "enters"
    if not front.whole(state, side) and mend(state, side, weights, 1 << unit) is not None:
        return "line"
    if front.reserve(state, side, weights) >> unit & 1:
        return "reserve"
    return "thin" if _on_foot(state, unit) else "enters"


def _bound(book: LbDoctrine, state: LbState, step: MoveUnit, answer: int) -> Opinion | None:
    """What a unit does for the continuous line, where it is bound to it."""
    unit, side = step.unit, step.player
    if not front.asked(state, side):
        return None
    verb, target = _parted(answer)
    stops = verb == verbs.STOP
    mended = None
    if not front.whole(state, side):
        mended = mend(state, side, book.weighs(state, side), 1 << unit)
    if mended is not None and answer == code(verbs.MOVE, mended.hex):
        note = "line"
    elif _on_foot(state, unit):
        note = "in_line" if stops else "abreast"
    elif front.reserve(state, side, book.weighs(state, side)) >> unit & 1:
        note = "reserve"
    else:
        return None
    here = state.hex_of[unit]
    ways = () if stops else ((here, target),)
    return Opinion((answer,), 0.0, 0.0, (unit,), ways, here if stops else target, note=note)


def _acting(book: LbDoctrine, state: LbState, step: MoveUnit, answer: int) -> Opinion:
    """What a unit does where it stands; where it makes ready to march, the march tells why."""
    verb = _parted(answer)[0]
    if verb in (verbs.LIMBER, verbs.REASSEMBLE):
        march = _next(book, state, step.player, answer)
        if march is not None and march.ways:
            return replace(march, answers=(answer, *march.answers))
    return Opinion((answer,), 0.0, 0.0, (step.unit,), (), state.hex_of[step.unit], note=ACTS[verb])


def _posts(book: LbDoctrine, state: LbState, step: MoveUnit, offer: Offer) -> Iterator[Opinion]:
    """Where a unit goes to attack."""
    if state.phase != FIRST_MOVEMENT or step.started:
        return
    unit = step.unit
    for attack in book.plan(state, step.player):
        for one, post, _ in attack.posts:
            verb = next((verb for verb in (verbs.MOVE, verbs.RUSH) if offer.get(verb, 0) >> post & 1), None)
            if one == unit and verb is not None:
                units = (unit, *(one for one, _, _ in attack.posts if one != unit))
                ways = _coming(state, attack)
                yield Opinion((code(verb, post),), attack.value, 0.0, units, ways, attack.hex, note="attack")


def _coming(state: LbState, attack: Planned) -> tuple[tuple[int, int], ...]:
    """The ways of all to their posts, and from there to what they attack."""
    marches = [(state.hex_of[unit], post) for unit, post, _ in attack.posts if state.hex_of[unit] != post]
    return (*marches, *((post, attack.hex) for post in dict.fromkeys(post for _, post, _ in attack.posts)))


def _places(state: LbState, view: Outlook, unit: int, board: int) -> list[Opinion]:
    """The best hexes for a unit, and what it is worth to stay where it is."""
    here = state.hex_of[unit]
    ranked = ranked_places(state, view, unit, board | 1 << here)
    if not ranked:
        return []
    stay = next((value for value, hex in ranked if hex == here), None)
    if stay is None:
        stay = ranked_places(state, view, unit, 1 << here)[0][0]
    others = [one for one in ranked if one[1] != here][:PLACES]
    other = others[0][0] if others else stay
    note = "as_good" if stay == other else None
    found = [
        Opinion(
            (code(verbs.MOVE, hex),), value, stay, (unit,), ((here, hex),), hex, note=note if value == stay else None
        )
        for value, hex in others
    ]
    stays = Opinion((code(verbs.STOP),), stay, other, (unit,), target=here, note=note)
    return [stays, *found] if ranked[0][1] == here else [*found, stays]


# ---- announcing


def announce(book: LbDoctrine, state: LbState, step: Announce, offer: Offer) -> list[Opinion]:
    """Fire, attacks and air strikes that promise enough, each with its chance."""
    view = book.outlook(state, step.player)
    fired, attacked = {fire.hex for fire in state.fires}, under_attack(state)
    found = [
        _firing(state, shoot, code(verbs.FIRE, shoot.hex))
        for shoot in book.fires(state, step.player)
        if offer.get(verbs.FIRE, 0) >> shoot.hex & 1 and shoot.hex not in fired
    ]
    found += [
        _attacking(state, view, attack, (code(verbs.ATTACK, attack.hex), *_adding(attack.units)))
        for attack in book.plan(state, step.player)
        if offer.get(verbs.ATTACK, 0) >> attack.hex & 1 and not attacked >> attack.hex & 1
    ]
    if verbs.STRIKE in offer and air_points(state) > 0:
        strikes = plan_strikes(state, view, air_points(state))
        found += [_striking(state, view, unit, points, code(verbs.STRIKE, unit)) for unit, points in strikes]
    found = with_leaving(found, code(verbs.END_ANNOUNCING), offer)
    return found or [_nothing_else(book, state, step, offer)]


def _adding(units: int) -> tuple[int, ...]:
    return (*(code(verbs.ADD, unit) for unit in bits(units)), code(verbs.ANNOUNCE))


def _firing(state: LbState, shoot: Shoot, answer: int) -> Opinion:
    guns = bits(shoot.supplied | shoot.unsupplied)
    ways = tuple((state.hex_of[gun], shoot.hex) for gun in guns)
    return Opinion((answer,), shoot.value, 0.0, tuple(guns), ways, shoot.hex, chance=shoot.clears)


def _attacking(state: LbState, view: Outlook, attack: Planned, answers: tuple[int, ...]) -> Opinion:
    left = spared(state).get(attack.hex, 1.0)
    chance = 1.0 - left * (1.0 - clearing_chance(state, view, attack, posts_held(state, view)))
    units = tuple(unit for unit, _, _ in attack.posts)
    ways = tuple((post, attack.hex) for post in dict.fromkeys(post for _, post, _ in attack.posts))
    note = "after_fire" if left < 1.0 else None
    return Opinion(answers, attack.value, 0.0, units, ways, attack.hex, note=note, chance=chance)


def _striking(state: LbState, view: Outlook, unit: int, points: int, answer: int) -> Opinion:
    chance = kill_chance(state.game, points, air_strength(state, unit))
    return Opinion((answer,), chance * view.price[unit], 0.0, (unit,), (), state.hex_of[unit], chance=chance)


def _nothing_else(book: LbDoctrine, state: LbState, step: Announce, offer: Offer) -> Opinion:
    answer = book.announce(state, step, offer)
    verb, target = _parted(answer)
    if verb == verbs.AS_ARMOR:
        return Opinion((answer,), 0.0, units=(target,), note="as_armor")
    if verb == verbs.ATTACK_BOUND:
        return Opinion((answer,), 0.0, note="bound")
    return Opinion((answer,), 0.0, note="enough" if state.ground_attacks or state.fires else "no_attack")


def declare_attack(book: LbDoctrine, state: LbState, step: DeclareAttack, offer: Offer) -> list[Opinion]:
    """Who belongs to the attack as it was planned, against leaving it."""
    hex, answer = highest(step.hexes), book.declare_attack(state, step, offer)
    view = book.outlook(state, step.player)
    planned = [attack for attack in book.plan(state, step.player) if attack.hex == hex]
    found = [_attacking(state, view, attack, (answer,)) for attack in planned]
    return with_leaving(found, code(verbs.CANCEL), offer)


def declare_fire(book: LbDoctrine, state: LbState, step: DeclareFire, offer: Offer) -> list[Opinion]:
    """Which guns belong to the fire as it was planned, and what serves them."""
    answer = book.declare_fire(state, step, offer)
    if step.asking >= 0:
        return [_serving(state, answer)]
    found = [_firing(state, one, answer) for one in book.fires(state, step.player) if one.hex == step.hex]
    return with_leaving(found, code(verbs.CANCEL), offer)


def _serving(state: LbState, answer: int) -> Opinion:
    supply = _parted(answer)[1]
    return Opinion((answer,), 0.0, 0.0, (supply,), (), state.hex_of[supply], note="least_needed")


def declare_strike(book: LbDoctrine, state: LbState, step: DeclareStrike, offer: Offer) -> list[Opinion]:
    answer = book.declare_strike(state, step, offer)
    found = [_striking(state, book.outlook(state, step.player), step.unit, _parted(answer)[1], answer)]
    return with_leaving(found, code(verbs.CANCEL), offer)


def declare_armor(book: LbDoctrine, state: LbState, step: DeclareArmor, offer: Offer) -> list[Opinion]:
    answer = book.declare_armor(state, step, offer)
    verb, unit = _parted(answer)
    if verb == verbs.AS_ARMOR:
        return [Opinion((answer,), 0.0, 0.0, (unit,), (), state.hex_of[unit], note="as_armor")]
    return [Opinion((answer,), 0.0, note="as_infantry")]


# ---- resolving


def resolve(
    book: LbDoctrine, state: LbState, step: RangedSegment | ArmoredSegment | FinalSegment, offer: Offer
) -> list[Opinion]:
    """Each combat that is announced, with the chance that it clears its hex; the doctrine takes them as they come."""
    found = []
    for hex in bits(offer.get(verbs.RESOLVE, 0)):
        fight = _announced(state, step, hex)
        level = column(state.game, fight.attack, fight.defence)
        told = chances(state.game, level, fight.addition, fight.segment, fight.barred)
        clears = None if isinstance(step, ArmoredSegment) else sum(told.get(one, 0.0) for one in ("DX", "DB", "EX"))
        units = tuple(unit for unit, _ in fight.attackers)
        ways = tuple(dict.fromkeys((state.hex_of[unit], hex) for unit in units))
        found.append(Opinion((code(verbs.RESOLVE, hex),), 0.0, 0.0, units, ways, hex, chance=clears, note="in_turn"))
    return found


def _announced(state: LbState, step: RangedSegment | ArmoredSegment | FinalSegment, hex: int) -> Fight:
    """A combat in figures, as it stands now."""
    if isinstance(step, RangedSegment):
        return fire_fight(state, hex, next(one.guns for one in state.fires if one.hex == hex))
    if isinstance(step, ArmoredSegment):
        return step.fights(state)[hex]
    hexes, units = step.live(state)[hex]
    return ground_fight(state, "final_ground", hexes, units, state.units_in(hexes))


def defensive_fire(book: LbDoctrine, state: LbState, step: DefensiveFire, offer: Offer) -> list[Opinion]:
    """What each gun saves against what its fire costs."""
    hex, answer = lowest(step.hexes), book.defensive_fire(state, step, offer)
    if step.asking >= 0:
        return [_serving(state, answer)]
    found = [
        Opinion((one.answer,), one.saves, one.cost, (one.gun,), ((state.hex_of[one.gun], hex),), hex)
        for one in book.helps(state, step, offer)
    ]
    best = max(found, key=lambda one: one.gain, default=None)
    if best is None:
        return [Opinion((answer,), 0.0, target=hex, note="no_gun")]
    if answer == code(verbs.DONE):
        return [Opinion((answer,), best.instead, best.value, target=hex), *found]
    if all(one.gain <= 0 for one in found):
        gun = _parted(answer)[1]
        return [Opinion((answer,), 0.0, 0.0, (gun,), ((state.hex_of[gun], hex),), hex, note="together")]
    return with_leaving([one for one in found if one.gain > 0], code(verbs.DONE), offer)


def exchange(book: LbDoctrine, state: LbState, step: Exchange, offer: Offer) -> list[Opinion]:
    """What pays the debt most cheaply, against the dearest that would; or what pays most of it for its worth."""
    units, price = bits(offer.get(verbs.LOSE, 0)), book.outlook(state, step.player).price
    if len(units) < 2:
        return []
    answer, strengths = book.exchange(state, step, offer), dict(step.units)
    enough = [unit for unit in units if strengths[unit] >= step.owed]
    if not enough:
        unit = _parted(answer)[1]
        return [Opinion((answer,), 0.0, 0.0, (unit,), (), state.hex_of[unit], note="pays_most")]
    cheapest, dearest = min(price[unit] for unit in enough), max(price[unit] for unit in enough)
    return [
        Opinion(
            (code(verbs.LOSE, unit),), -price[unit], -dearest, (unit,), (), state.hex_of[unit],
            note="cheapest" if price[unit] == cheapest else "dearer",
        )
        for unit in enough
    ]  # fmt: skip


def retreat_which(book: LbDoctrine, state: LbState, step: Retreat, offer: Offer) -> list[Opinion]:
    if offer.get(verbs.RETREAT_UNIT, 0).bit_count() < 2:
        return []
    answer = book.retreat_which(state, step, offer)
    unit = _parted(answer)[1]
    return [Opinion((answer,), 0.0, 0.0, (unit,), (), state.hex_of[unit], note="first_choice")]


def retreat(book: LbDoctrine, state: LbState, step: RetreatTo, offer: Offer) -> list[Opinion]:
    """Where the unit stands best, against the worst hex that it could go to."""
    view, unit = book.outlook(state, step.player), step.unit
    board = candidates(state, view, unit, offer[verbs.RETREAT])
    values = {hex: standing(state, view, unit, hex) for hex in bits(board)}
    here, worst, best = state.hex_of[unit], min(values.values()), max(values.values())
    note = "as_good" if best == worst else None
    return [
        Opinion(
            (code(verbs.RETREAT, hex),),
            value,
            worst if value > worst else best,
            (unit,),
            ((here, hex),),
            hex,
            note=note,
        )
        for hex, value in values.items()
    ]


OPINIONS: Final[dict[type[Any], Callable[..., Sequence[Opinion]]]] = {
    Choose: secret,
    Deploy: deploy,
    MoveUnits: move_units,
    MoveUnit: move_unit,
    Announce: announce,
    DeclareAttack: declare_attack,
    DeclareFire: declare_fire,
    DeclareStrike: declare_strike,
    DeclareArmor: declare_armor,
    RangedSegment: resolve,
    ArmoredSegment: resolve,
    FinalSegment: resolve,
    DefensiveFire: defensive_fire,
    Exchange: exchange,
    Retreat: retreat_which,
    RetreatTo: retreat,
}
