"""Orders in Velikiye Luki: made once for a phase, gone by while they hold, and made anew when they do not."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

from grognard.core.ask import TARGET_BITS, TARGET_MASK, offered, random_answer
from grognard.games.vl import GAME
from grognard.games.vl.combat import CombatPhase
from grognard.games.vl.counters import GERMAN, SOVIET
from grognard.games.vl.movement import MoveUnit, MoveUnits
from grognard.games.vl.state import VlState
from grognard.players import bot
from grognard.players.vl.doctrine import VlDoctrine
from grognard.players.vl.orders import Fights, Orders
from grognard.players.vl.value import Outlook, look
from grognard.players.vl.weights import SHEET
from grognard.school import hint


class Counted(VlDoctrine):
    """Remembers how often it has planned a phase."""

    def __init__(self) -> None:
        super().__init__()
        self.made = 0

    def _ordered(self, state: VlState, side: int) -> Orders:
        self.made += 1
        return super()._ordered(state, side)


def at_the_first(step: type[Any], seed: int = 3) -> tuple[VlState, VlDoctrine, dict[int, Any]]:
    """A game up to a question, and the plans that were kept."""
    plans: dict[int, Any] = {}
    state, book = GAME.fast_state(seed), VlDoctrine()
    while not isinstance(state.stack[-1], step):
        go_on(state, book, plans)
    return state, book, plans


def go_on(state: VlState, book: VlDoctrine, plans: dict[int, Any]) -> int:
    player = state.deciders[0]
    answer, plans[player] = book.go_by(state, player, plans.get(player))
    assert answer is not None and offered(state.ask(player), answer >> TARGET_BITS, answer & TARGET_MASK)
    state.apply(player, answer)
    return answer


def test_a_movement_phase_is_planned_once_or_again_when_the_ring_closes_or_opens() -> None:
    plans: dict[int, Any] = {}
    state, book, phases, asked = GAME.fast_state(3), Counted(), set(), 0
    while state.turn < 4:
        if isinstance(state.stack[-1], MoveUnits | MoveUnit):
            phases.add((state.turn, state.active))
            asked += 1
        go_on(state, book, plans)
    assert len(phases) == 6 and asked > 20 * len(phases)
    assert len(phases) <= book.made <= 2 * len(phases)


def test_orders_do_not_hold_when_another_has_moved_meanwhile() -> None:
    state, book, plans = at_the_first(MoveUnits)
    before = state.clone()
    while not state.moved:
        go_on(state, book, plans)
    orders = plans[SOVIET]
    assert isinstance(orders, Orders) and orders.hold(state, SOVIET)
    assert not orders.hold(before, SOVIET), "taken back"
    rng = Random(1)
    while orders.places == tuple(state.hex_of):  # somebody else plays on for a while
        state.apply(SOVIET, random_answer(state.offer, rng))
    assert not orders.hold(state, SOVIET)


def test_who_is_asked_in_the_midst_of_a_phase_plans_from_there() -> None:
    state, book, plans = at_the_first(MoveUnits)
    for _ in range(30):
        go_on(state, book, plans)
    assert isinstance(state.stack[-1], MoveUnits | MoveUnit)
    answer, _ = VlDoctrine().go_by(state, SOVIET, None)
    assert answer == VlDoctrine().choose(state, SOVIET)


def test_orders_are_the_same_to_another_process() -> None:
    state, book, plans = at_the_first(MoveUnits)
    other = state.clone()
    own = [go_on(state, book, plans) for _ in range(80)]
    theirs, sent = [], None
    for _ in own:
        player = other.deciders[0]
        answer, plan = VlDoctrine().go_by(other, player, pickle.loads(sent) if sent else None)
        assert answer is not None
        theirs.append(answer)
        sent = pickle.dumps(plan)
        other.apply(player, answer)
    assert own == theirs


def test_an_attack_is_made_as_planned_while_both_sides_are_as_they_were() -> None:
    state, book, plans = at_the_first(CombatPhase)
    while not (isinstance(plans.get(state.active), Fights) and plans[state.active].attacks):
        go_on(state, book, plans)
    fights = plans[state.active]
    assert isinstance(fights, Fights)
    attack, _ = fights.attacks[0]
    assert attack in fights.open(state, 1 << attack.hex)
    weaker = state.clone()
    weaker.steps[attack.posts[0][0]] -= 1
    assert attack not in fights.open(weaker, 1 << attack.hex)


@pytest.mark.parametrize("side", [SOVIET, GERMAN])
def test_what_is_seen_again_is_what_would_be_seen_at_first(side: int) -> None:
    state, rng, weights = GAME.fast_state(3), Random(3), SHEET.by_side()[side]
    before: Outlook | None = None
    for _ in range(400):
        state.apply(state.deciders[0], random_answer(state.ask(state.deciders[0]), rng))
        if state.result is not None:
            break
        before, anew = look(state, side, weights, before), look(state, side, weights)
        for name in ("zoc", "own_zoc", "supplied", "ring", "closed", "seeds", "danger"):
            assert getattr(before, name) == getattr(anew, name), name


def test_a_newcomer_who_is_to_attack_is_hinted_at_without_a_hex_to_come_from() -> None:
    state, rng, bots = GAME.fast_state(4), Random(2), [bot("regular") for _ in range(2)]
    hinted = 0
    while state.turn < 3:
        player, step = state.deciders[0], state.stack[-1]
        if isinstance(step, MoveUnit) and not step.started and not state.present >> step.unit & 1:
            hinted += bool(hint.document(state, player, 1))
        state.apply(player, bots[player].choose(GAME.imagine(state, player, rng), player, rng))
    assert hinted
