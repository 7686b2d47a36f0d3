"""Orders for an army's move: who attacks what, then the others in column; given once and followed while they hold.

Without them everything is planned anew for every block that has moved, and nearly always to the same end. They hold
while the enemy stands where he stood, no city changes hands, no battle begins, and whoever is to attack still can: a
battle that is begun is worth more blocks than it took to decide for it. When all are carried out, a look at everything
anew finds what they have made possible: room for those who had none, guards who are no longer needed. So no move ends
before nobody has anything to do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.core.ask import TARGET_BITS, TARGET_MASK, Offer, code, offered
from grognard.games.victory import verbs
from grognard.games.victory.movement.movement import MoveUnit, MoveUnits
from grognard.games.victory.state import VictoryState
from grognard.players.victory.plan import Attack

if TYPE_CHECKING:
    from grognard.players.victory.doctrine import Intent, VictoryDoctrine


class Errand(NamedTuple):
    """What the block that was taken up is to do."""

    unit: int
    moved: int
    """Who of the army had moved when it was told."""
    answer: int


class Orders(NamedTuple):
    """What an army's blocks are to do."""

    army: int
    sight: tuple[Any, ...]
    """What they were given on: where the enemy stands, who controls what, the turn."""
    battles: list[int]
    """Those that were begun."""
    attacks: list[Attack]
    stay: int
    """Blocks that guard our cities."""
    column: list[int] | None = None
    """The others who are still to be looked at, the head first; None while attackers are on their way."""
    errand: Errand | None = None
    """The latest; None when nobody has gone since the orders were given."""


def move_units(
    book: VictoryDoctrine, state: VictoryState, step: MoveUnits, offer: Offer, orders: Orders | None
) -> tuple[int, Orders | None]:
    unit, orders = _next_unit(book, state, step.army, offer.get(verbs.UNIT, 0), orders)
    return (book.without_errand(state, step, offer) if unit is None else code(verbs.UNIT, unit)), orders


def move_unit(
    book: VictoryDoctrine, state: VictoryState, step: MoveUnit, offer: Offer, orders: Orders | None
) -> tuple[int, Orders | None]:
    if not step.started:
        errand = None if orders is None or orders.army != step.army else orders.errand
        told = errand is not None and (errand.unit, errand.moved) == (step.unit, _moved(state, step.army))
        if errand is not None and told and offered(offer, errand.answer >> TARGET_BITS, errand.answer & TARGET_MASK):
            return errand.answer, orders
        return book.move_unit(state, step, offer), None
    unit, orders = _next_unit(book, state, step.army, offer.get(verbs.UNIT, 0), orders)
    return (code(verbs.STOP) if unit is None else code(verbs.UNIT, unit)), orders


def _next_unit(
    book: VictoryDoctrine, state: VictoryState, army: int, ready: int, orders: Orders | None
) -> tuple[int | None, Orders | None]:
    """Attackers first, then the others from the head of the column."""
    if not ready:
        return None, orders
    if orders is not None and _hold(book, state, army, orders):
        carried_on = _carried_on(book, state, ready, orders)
        if carried_on is not None or orders.errand is None:
            return _told(state, orders, carried_on)
    orders = book.give_orders(state, army)
    return _told(state, orders, _carried_on(book, state, ready, orders))


def _hold(book: VictoryDoctrine, state: VictoryState, army: int, orders: Orders) -> bool:
    """Whether all is as it was when orders were given, but for the blocks that have carried them out."""
    if orders.army != army or orders.battles != list(state.battles):
        return False
    return orders.sight == book.sight(state, state.game.side_of[army])


def _told(state: VictoryState, orders: Orders, next_: _Next | None) -> tuple[int | None, Orders]:
    if next_ is None:
        return None, orders
    errand = Errand(next_.unit, _moved(state, orders.army), next_.answer)
    return next_.unit, orders._replace(column=next_.column, errand=errand)


def _moved(state: VictoryState, army: int) -> int:
    """Who of an army has moved; which of the others, is as hidden as they are."""
    return state.moved & state.game.blocks.of_army[army]


class _Next(NamedTuple):
    unit: int
    answer: int
    column: list[int] | None


def _carried_on(book: VictoryDoctrine, state: VictoryState, ready: int, orders: Orders) -> _Next | None:
    """Whoever comes next by these orders; nobody when they are carried out, or somebody cannot attack as planned."""
    intent = book.intent_by(state, orders)
    if orders.column is None:
        for attack in orders.attacks:
            for unit in attack.units:
                if ready >> unit & 1:
                    answer = book.errand(state, intent, unit)
                    if orders.errand is not None and answer not in _attacking(attack):
                        return None
                    if answer is not None:
                        return _Next(unit, answer, None)
        if orders.errand is not None:
            return None
    column = book.column(state, intent, ready) if orders.column is None else orders.column
    return _marching(book, state, ready, intent, column)


def _attacking(attack: Attack) -> tuple[int, ...]:
    return code(verbs.MOVE, attack.hex), code(verbs.PARADROP, attack.hex)


def _marching(
    book: VictoryDoctrine, state: VictoryState, ready: int, intent: Intent, column: list[int]
) -> _Next | None:
    for number, unit in enumerate(column, 1):
        if ready >> unit & 1 and book.may_march(state, intent, unit):
            answer = book.errand(state, intent, unit)
            if answer is not None:
                return _Next(unit, answer, column[number:])
    return None
