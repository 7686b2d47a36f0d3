"""What the doctrine of Victory thinks of the answers to a question: the same values, told instead of compared.

Places are worth hexes of way and battles steps of blocks, so that only answers of one sort are set against each other;
attacks come before marches, by a note.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from grognard.core.ask import TARGET_BITS, TARGET_MASK, Offer, code
from grognard.games.victory import verbs
from grognard.games.victory.board.movers import overstacked
from grognard.games.victory.board.travel import Journey, Progress, journey_at
from grognard.games.victory.combat.aftermath import DeclareBlockade, LandUnit, ShedAircraft
from grognard.games.victory.combat.battles import ChooseBattle
from grognard.games.victory.combat.combat import FIRE, CombatTurn, Scramble, TurnOrder
from grognard.games.victory.combat.field import fight_of
from grognard.games.victory.combat.hits import ChooseHit
from grognard.games.victory.combat.retreat import ChooseWithdrawal, ForcedRetreat, LeaveShip
from grognard.games.victory.logistics.factories import GrowFactory, PlaceFactories
from grognard.games.victory.logistics.production import BuildUnit, Produce
from grognard.games.victory.logistics.supply import DeclareBeachheads
from grognard.games.victory.movement.movement import JoinBattle, MoveUnit, MoveUnits
from grognard.games.victory.set_up.deployment import Deploy, DeployAt
from grognard.games.victory.set_up.forces import BuildForce
from grognard.games.victory.state import VictoryState
from grognard.hex.grid import bits
from grognard.players.opinion import Opinion, with_leaving
from grognard.players.victory import battle, build
from grognard.players.victory.field import FAR
from grognard.players.victory.move import peaceful, ranked_hexes
from grognard.players.victory.plan import Attack, chance_of_battle, prize
from grognard.players.victory.value import Goal, Outlook, cost_of

if TYPE_CHECKING:
    from grognard.players.victory.doctrine import Intent, VictoryDoctrine

MARCHES: Final = 6
"""Blocks that attack nobody whose marches are looked at."""
PLACES: Final = 3
"""Hexes for a block that are told."""
NOTES: Final = (
    "attack", "reinforce", "take", "on_guard", "crowded", "stay", "against_the_leader", "strongest", "hopeless",
    "dear_raid", "last_step", "ashore", "nothing_to_hit", "blockade", "scramble", "saved_first", "least_power",
    "with_the_ship", "beachhead", "no_beachhead", "full_strength", "richest", "spent", "few_places", "factory",
    "alike", "no_other", "as_good", "weaker", "saved_later", "no_base", "spoken_for",
)  # fmt: skip
"""Reasons that no weight tells."""


# ---- movement


def move_units(book: VictoryDoctrine, state: VictoryState, step: MoveUnits, offer: Offer) -> list[Opinion]:
    """A block for each planned attack, then marches of those that attack nobody."""
    if verbs.DISBAND in offer:
        return _own_answer(book, state, step, "crowded")
    found = with_leaving(_orders(book, state, step, offer.get(verbs.UNIT, 0)), code(verbs.END_MOVE), offer)
    return found or _own_answer(book, state, step, "stay")


def _own_answer(book: VictoryDoctrine, state: VictoryState, step: Any, note: str) -> list[Opinion]:
    """What the doctrine answers, where nothing else is to be said of it than why."""
    answer = book.choose(state, step.player)
    return [] if answer is None else [Opinion((answer,), 0.0, note=note)]


def _orders(book: VictoryDoctrine, state: VictoryState, step: MoveUnits | MoveUnit, ready: int) -> list[Opinion]:
    """What blocks would do that may be picked up: the next one, one for each attack, and some marches."""
    intent = book.intent(state, step.army)
    answer = book.choose(state, step.player)
    units = [unit for attack in intent.plan for unit in attack.units if ready >> unit & 1]
    busy = frozenset(units)
    marching = [unit for unit in bits(ready & ~intent.stay) if unit not in busy]
    marching.sort(key=lambda unit: book.way_to_go(state, intent.view, unit))
    if answer is not None and answer >> TARGET_BITS == verbs.UNIT:
        units.insert(0, answer & TARGET_MASK)
    found: dict[object, Opinion] = {}
    for unit in dict.fromkeys(units):
        one = _errand(book, state, intent, unit)
        if one is not None:
            found.setdefault(one.target if one.note else unit, one)
    marches = (one for unit in marching if (one := _errand(book, state, intent, unit)) is not None)
    return [*found.values(), *islice(marches, MARCHES)]


def _errand(book: VictoryDoctrine, state: VictoryState, intent: Intent, unit: int) -> Opinion | None:
    """What the doctrine does with a block, from picking it up."""
    answer = book.errand(state, intent, unit)
    for one in _ways(book, state, intent, unit):
        if one.answers[0] == answer:
            answers = (code(verbs.UNIT, unit), *one.answers)
            return Opinion(
                answers, one.value, one.instead, one.units, one.ways, one.target, chance=one.chance, note=one.note
            )
    return None


def move_unit(book: VictoryDoctrine, state: VictoryState, step: MoveUnit, offer: Offer) -> list[Opinion]:
    """Its place in an attack, the hexes where it would stand best, and that it stays; or who goes next."""
    intent = book.intent(state, step.army)
    answer = book.choose(state, step.player)
    going_on = answer is not None and answer >> TARGET_BITS == verbs.UNIT
    others = _orders(book, state, step, offer[verbs.UNIT])[:PLACES] if going_on else []
    if step.started:
        return others
    found = _ways(book, state, intent, step.unit)
    if overstacked(state, step.army, 1 << step.unit) and not intent.stay >> step.unit & 1:
        found += _own_answer(book, state, step, "crowded")
    return [*found, *others]


def _ways(book: VictoryDoctrine, state: VictoryState, intent: Intent, unit: int) -> list[Opinion]:
    """Attacks that a block belongs to, else the places that are open to it."""
    view, way = intent.view, journey_at(intent.now, Progress(unit))
    found = []
    for attack in intent.plan:
        verb = verbs.MOVE if way.move >> attack.hex & 1 else verbs.PARADROP if way.paradrop >> attack.hex & 1 else None
        if unit in attack.units and verb is not None:
            found.append(_attack(state, view, attack, code(verb, attack.hex), unit))
    if intent.stay >> unit & 1:
        return [*found, Opinion((code(verbs.STOP),), 0.0, 0.0, (unit,), target=state.hex_of[unit], note="on_guard")]
    goal = book.goal(state, view, unit)
    return found if goal is None else found + _places(state, view, unit, goal, way)


def _attack(state: VictoryState, view: Outlook, attack: Attack, answer: int, first: int) -> Opinion:
    """An attack by the block in hand and the others that belong to it."""
    hex, units = attack.hex, (first, *(unit for unit in attack.units if unit != first))
    note = "reinforce" if hex in state.battles else "attack" if view.enemies >> hex & 1 else "take"
    ways = tuple(dict.fromkeys((state.hex_of[unit], hex) for unit in units))
    return Opinion((answer,), attack.value, 0.0, units, ways, hex, chance=_rounded(attack.chance), note=note)


def _rounded(chance: float | None) -> float | None:
    return None if chance is None else round(chance, 2)


def _places(state: VictoryState, view: Outlook, unit: int, goal: Goal, way: Journey) -> list[Opinion]:
    """The best hexes for a block without a fight, against staying: a move must gain something."""
    boards, here = peaceful(state, view, unit, way), state.hex_of[unit]
    board = 0
    for one in boards.values():
        board |= one
    ranked = ranked_hexes(state, view, unit, goal, board & ~(1 << here))[:PLACES]
    ranked = [(value, hex) for value, hex in ranked if goal.worth[hex] > -FAR]
    stay, found = ranked[-1][0] if ranked else 0.0, []
    if goal.worth[here] > -FAR:  # aircraft at sea look for a base in any case
        stay = view.weights.gain + ranked_hexes(state, view, unit, goal, 1 << here)[0][0]
        found.append(Opinion((code(verbs.STOP),), stay, ranked[0][0] if ranked else stay, (unit,), target=here))
    for value, hex in ranked:
        if value >= stay:
            verb = next(verb for verb, one in boards.items() if one >> hex & 1)
            found.append(Opinion((code(verb, hex),), value, stay, (unit,), ((here, hex),), hex))
    return found


def join(book: VictoryDoctrine, state: VictoryState, step: JoinBattle, offer: Offer) -> list[Opinion]:
    return _own_answer(book, state, step, "against_the_leader")


# ---- combat


def choose_battle(book: VictoryDoctrine, state: VictoryState, step: ChooseBattle, offer: Offer) -> list[Opinion]:
    """Battles by what is fought for, each with its chance."""
    view = book.outlook(state, state.game.side_of[step.army])
    found = []
    for hex in bits(offer.get(verbs.BATTLE, 0)):
        ours = hex in state.battles and state.of_side(view.side, hex)
        chance = _rounded(chance_of_battle(state, view, hex)) if ours else None
        found.append(Opinion((code(verbs.BATTLE, hex),), prize(state, view, hex), 0.0, target=hex, chance=chance))
    return found


def combat_turn(book: VictoryDoctrine, state: VictoryState, step: CombatTurn, offer: Offer) -> list[Opinion]:
    """What it fires at; or why it lands, passes or leaves."""
    unit, hex = step.unit, fight_of(state).hex
    weights = book.of_army(state, state.game.blocks.army[unit])
    found = []
    why = battle.why_leave(state, weights, unit) if verbs.RETREAT in offer else None
    if why is not None:
        to = book.refuges(state, unit, offer[verbs.RETREAT])[0][1]
        found.append(Opinion((code(verbs.RETREAT, to),), 0.0, 0.0, (unit,), ((hex, to),), to, note=why))
    for verb in (verbs.DROP, verbs.LAND):
        if verb in offer:
            found.append(Opinion((code(verb),), 0.0, 0.0, (unit,), target=hex, note="ashore"))
    worth = battle.shots(state, weights, unit, offer)
    for class_, value in worth.items():
        if value > 0:
            found.append(Opinion((code(FIRE[class_]),), value, 0.0, (unit,), target=hex))
    if verbs.BLOCKADE in offer:
        found.append(Opinion((code(verbs.BLOCKADE),), 0.0, 0.0, (unit,), target=hex, note="blockade"))
    elif found and found[0].note is None:
        found = with_leaving(found, code(verbs.PASS), offer)
    elif verbs.PASS in offer and max(worth.values(), default=0.0) <= 0:
        found.append(Opinion((code(verbs.PASS),), 0.0, 0.0, (unit,), target=hex, note="nothing_to_hit"))
    return found


def choose_hit(book: VictoryDoctrine, state: VictoryState, step: ChooseHit, offer: Offer) -> list[Opinion]:
    """Whose step is missed least, against the next one."""
    if _forced(offer, verbs.HIT):
        return _own_answer(book, state, step, "no_other")
    weights = book.of_player(state, step.player)
    units = bits(offer.get(verbs.HIT, 0))
    values = [-battle.loss(state, weights, unit) for unit in units]
    if units and min(values) == max(values):
        return [Opinion((code(verbs.HIT, unit),), 0.0, 0.0, (unit,), note="alike") for unit in units]
    others = _best_others(values)
    return [
        Opinion(
            (code(verbs.HIT, unit),),
            value,
            other,
            (unit,),
            target=state.hex_of[unit],
            note="alike" if value == other == max(values) else None,
        )
        for unit, value, other in zip(units, values, others, strict=True)
    ]


def _forced(offer: Offer, verb: int) -> bool:
    """One answer of this sort, or no other sort of answers."""
    return offer.get(verb, 0).bit_count() == 1 or (len(offer) == 1 and verb not in offer)


def _best_others(values: Sequence[float]) -> list[float]:
    """By place: the best of the other values, if there are any."""
    return [max([*values[:place], *values[place + 1 :]], default=0.0) for place in range(len(values))]


def forced_retreat(book: VictoryDoctrine, state: VictoryState, step: ForcedRetreat, offer: Offer) -> list[Opinion]:
    return _refuges(book, state, step, offer, verbs.RETREAT)


def land(book: VictoryDoctrine, state: VictoryState, step: LandUnit, offer: Offer) -> list[Opinion]:
    return _refuges(book, state, step, offer, verbs.LAND_AT)


def _refuges(
    book: VictoryDoctrine, state: VictoryState, step: ForcedRetreat | LandUnit, offer: Offer, verb: int
) -> list[Opinion]:
    """The best hexes for a block that has to go, against the worst."""
    unit, board, here = step.unit, offer.get(verb, 0), state.hex_of[step.unit]
    if _forced(offer, verb):
        return _own_answer(book, state, step, "no_other")
    if not board:
        return []
    every = book.refuges(state, unit, board)
    ranked = [(value, hex) for value, hex in every if value > -FAR] or every
    best, worst = ranked[0][0], ranked[-1][0]
    note = None
    if best == worst:
        left = "spoken_for" if len(every) < board.bit_count() else "as_good"
        note = "no_base" if len(ranked) < len(every) else left
    return [
        Opinion((code(verb, hex),), value, worst if value > worst else best, (unit,), ((here, hex),), hex, note=note)
        for value, hex in ranked[:PLACES]
    ]


# ---- forces and production


def deploy_at(book: VictoryDoctrine, state: VictoryState, step: DeployAt, offer: Offer) -> list[Opinion]:
    """The best hexes to deploy in, against the worst."""
    board = offer.get(verbs.DEPLOY_AT, 0)
    if _forced(offer, verbs.DEPLOY_AT):
        return _own_answer(book, state, step, "no_other")
    if not board:
        return []
    ranked = build.deploy_places(state, book.of_army(state, step.army), step, board)
    return [
        Opinion((code(verbs.DEPLOY_AT, hex),), value, ranked[-1][0], (step.unit,), target=hex)
        for value, hex in ranked[:PLACES]
    ]


def build_force(book: VictoryDoctrine, state: VictoryState, step: BuildForce, offer: Offer) -> list[Opinion]:
    if verbs.RAISE in offer:
        return _own_answer(book, state, step, "full_strength")
    return _wants(book, state, step.army, verbs.BUY, offer, coast=True)


def build_unit(book: VictoryDoctrine, state: VictoryState, step: BuildUnit, offer: Offer) -> list[Opinion]:
    return _wants(book, state, step.army, verbs.BUILD, offer, bool(state.game.ground.ports >> step.hex & 1))


def _wants(
    book: VictoryDoctrine, state: VictoryState, army: int, verb: int, offer: Offer, coast: bool
) -> list[Opinion]:
    """Types by how much the army wants them, against the next one."""
    found = build.wants(state, book.of_army(state, army), army, offer.get(verb, 0), coast)
    others = _best_others(list(found.values()))
    return [
        Opinion((code(verb, kind),), value, other) for (kind, value), other in zip(found.items(), others, strict=True)
    ]


def produce(book: VictoryDoctrine, state: VictoryState, step: Produce, offer: Offer) -> list[Opinion]:
    """Steps by what they are worth for their price; then the city with the most points."""
    weights, found = book.of_army(state, step.army), []
    for unit in bits(offer.get(verbs.ADD_STEP, 0)):
        value = build.step_worth(state, weights, unit)[0]
        found.append(Opinion((code(verbs.ADD_STEP, unit),), value, 0.0, (unit,), target=state.hex_of[unit]))
    if verbs.BUILD_AT in offer:
        hex = build.richest(state, offer[verbs.BUILD_AT])
        found.append(Opinion((code(verbs.BUILD_AT, hex),), 0.0, target=hex, note="richest"))
    return found or _own_answer(book, state, step, "spent")


def turn_order(book: VictoryDoctrine, state: VictoryState, step: TurnOrder, offer: Offer) -> list[Opinion]:
    """The strongest first, then the next strongest."""
    units = bits(offer.get(verbs.TURN, 0))
    most = max((state.steps[unit] for unit in units), default=0)
    return _in_order({unit: float(state.steps[unit]) for unit in units}, most, verbs.TURN, "strongest", "weaker")


def withdraw(book: VictoryDoctrine, state: VictoryState, step: ChooseWithdrawal, offer: Offer) -> list[Opinion]:
    """Who is worth most first, then the next."""
    worth = {unit: float(state.steps[unit] * cost_of(state, unit)) for unit in bits(offer.get(verbs.WITHDRAW, 0))}
    return _in_order(worth, max(worth.values(), default=0.0), verbs.WITHDRAW, "saved_first", "saved_later")


def _in_order(worth: Mapping[int, float], most: float, verb: int, first: str, later: str) -> list[Opinion]:
    return [
        Opinion((code(verb, unit),), value - most, 0.0, (unit,), note=first if value == most else later)
        for unit, value in worth.items()
    ]


# ---- questions with one answer and one reason


def _because(note: str) -> Callable[..., list[Opinion]]:
    def tell(book: VictoryDoctrine, state: VictoryState, step: Any, offer: Offer) -> list[Opinion]:
        return _own_answer(book, state, step, note)

    return tell


def beachheads(book: VictoryDoctrine, state: VictoryState, step: DeclareBeachheads, offer: Offer) -> list[Opinion]:
    declared = book.choose(state, step.player) != code(verbs.DONE)
    return _own_answer(book, state, step, "beachhead" if declared else "no_beachhead")


def deploy(book: VictoryDoctrine, state: VictoryState, step: Deploy, offer: Offer) -> list[Opinion]:
    goes = book.choose(state, step.player) != code(verbs.DONE)
    return _own_answer(book, state, step, "few_places") if goes else []


OPINIONS: Final[dict[type[Any], Callable[..., list[Opinion]]]] = {
    MoveUnits: move_units,
    MoveUnit: move_unit,
    JoinBattle: join,
    ChooseBattle: choose_battle,
    CombatTurn: combat_turn,
    ChooseHit: choose_hit,
    ForcedRetreat: forced_retreat,
    LandUnit: land,
    TurnOrder: turn_order,
    Scramble: _because("scramble"),
    ChooseWithdrawal: withdraw,
    ShedAircraft: _because("least_power"),
    LeaveShip: _because("with_the_ship"),
    DeclareBlockade: _because("blockade"),
    DeclareBeachheads: beachheads,
    Deploy: deploy,
    DeployAt: deploy_at,
    BuildForce: build_force,
    BuildUnit: build_unit,
    Produce: produce,
    PlaceFactories: _because("factory"),
    GrowFactory: _because("factory"),
}
