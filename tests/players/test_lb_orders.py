"""Orders at Lost Battles: given once for a Movement Phase, kept while nothing happens that they did not count on."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

from grognard.core.ask import TARGET_BITS, TARGET_MASK, code, offered
from grognard.games.lb import GAME, verbs
from grognard.games.lb.movement.movement import MoveUnit, MoveUnits
from grognard.games.lb.state import LbState
from grognard.hex.grid import bits, lowest
from grognard.players import bot
from grognard.players.lb import DOCTRINE, LbDoctrine
from grognard.players.lb.orders import Orders

S1, S2, S3, S4 = GAME.scenarios
Answered = list[tuple[LbState, int, Any, int, Any]]
"""A position, who is asked, the orders that he has, his answer, and the orders that he has then."""


def moving(state: LbState) -> bool:
    return state.lanes is None and isinstance(state.stack[-1], MoveUnits | MoveUnit)


def played(scenario: str, most: int) -> Answered:
    """The beginning of a game between Recruits who keep their orders."""
    state = GAME.fast_state(5, scenario)
    plans: list[Any] = [None, None]
    found: Answered = []
    rng = Random(5)
    while not state.over and len(found) < most:
        player = state.deciders[0]
        seen = GAME.imagine(state, player, rng)
        answer, plan = DOCTRINE.go_by(seen, player, plans[player])
        assert answer is not None
        found.append((seen, player, plans[player], answer, plan))
        plans[player] = plan
        state.apply(player, answer)
    return found


@pytest.fixture(scope="module")
def answered() -> Answered:
    return [*played(S1, 500), *played(S4, 400)]


def test_orders_are_given_seldom_and_answers_by_them_are_legal(answered: Answered) -> None:
    asked = [one for one in answered if moving(one[0])]
    given = sum(
        before is None or (before.attacks, before.column) != (after.attacks, after.column)
        for _, _, before, _, after in asked
    )
    assert len(asked) > 600
    assert given < len(asked) / 10
    for state, player, _, answer, _ in answered:
        assert offered(state.ask(player), answer >> TARGET_BITS, answer & TARGET_MASK)


def test_a_unit_that_is_done_hands_over_to_the_next(answered: Answered) -> None:
    handed = [state for state, *_, answer, _ in answered if moving(state) and answer >> TARGET_BITS == verbs.UNIT]
    assert any(isinstance(state.stack[-1], MoveUnit) and state.stack[-1].started for state in handed)


def test_things_are_looked_at_again_when_a_place_changes_hands(answered: Answered) -> None:
    """Who stays far from what is fought for changes nothing for the others."""
    state, player, _, _, orders = next(one for one in answered if moving(one[0]) and one[4].places)
    place = next(hex for hex in orders.places if not state.occupied[1 - player] >> hex & 1)
    fighting = GAME.counters.ground & ~GAME.counters.hqs & state.standing[player]
    unit = next(unit for unit in bits(fighting) if state.hex_of[unit] not in orders.places)
    there = state.clone()
    there.put(unit, place)
    assert orders.as_looked_at(state, player) and not orders.as_looked_at(there, player)
    assert DOCTRINE.go_by(there, player, orders)[1].stood == tuple(there.hex_of)
    elsewhere = state.clone()
    elsewhere.put(unit, next(hex for hex in GAME.ground.grid.hexes if hex not in {*state.at, *orders.places}))
    assert DOCTRINE.go_by(elsewhere, player, orders)[1].stood == orders.stood


def test_orders_are_the_same_in_another_process(answered: Answered) -> None:
    """They are plain data, and what is worked out from them there is the same."""
    stranger = LbDoctrine()
    for state, player, before, answer, after in answered[::17]:
        sent = pickle.loads(pickle.dumps(before))
        assert stranger.go_by(state, player, sent) == (answer, after)


def test_who_has_lost_his_orders_in_the_middle_of_a_phase_gives_new_ones(answered: Answered) -> None:
    for state, player, _, _, _ in answered[::23]:
        answer, plan = DOCTRINE.go_by(state, player, None)
        assert answer is not None and offered(state.ask(player), answer >> TARGET_BITS, answer & TARGET_MASK)
        assert isinstance(plan, Orders) is moving(state)


def test_orders_do_not_hold_once_an_enemy_stands_elsewhere(answered: Answered) -> None:
    state, player, _, _, orders = next(one for one in answered if moving(one[0]) and one[0].standing[1 - one[1]])
    assert orders.hold(state, player)
    foe = lowest(state.standing[1 - player])
    state = state.clone()
    state.put(
        foe, next(hex for hex in GAME.ground.grid.neighbours[state.hex_of[foe]] if hex >= 0 and hex not in state.at)
    )
    assert not orders.hold(state, player)
    assert DOCTRINE.go_by(state, player, orders)[1].moment != orders.moment


def test_orders_do_not_hold_once_an_attacker_has_gone_elsewhere() -> None:
    tanks = {"su-tank-bde#1": "2419", "su-tank-bde#2": "2519", "su-motor-bde#1": "2319"}
    place = {"ge-mot-hq#1": "2411", "su-corps-hq#1": "2422", **tanks, "ge-inf-bn#1": "2416"}
    play = GAME.position(scenario=S1, place=place, active="russian", choices={"objective": "D"})
    state: LbState = play.state
    player = state.deciders[0]
    _, orders = DOCTRINE.go_by(state, player, None)
    unit, post, _ = orders.attacks[0].posts[0]
    name = GAME.counters.rows[unit].id
    play.answer("russian", "unit", name)
    ask = play.ask("russian")
    assert ask is not None
    elsewhere = next(hex for hex in ask.answers["move"] if GAME.ground.grid.index(str(hex)) != post)
    play.answer("russian", "move", elsewhere)
    if isinstance(play.state.stack[-1], MoveUnit):
        play.answer("russian", "stop")
    assert not orders.hold(play.state, player)


def marched(book: LbDoctrine, objective: str) -> list[int]:
    """The answers of a Movement Phase with an objective that was chosen in secret."""
    place = {"su-corps-hq#1": "2422", "su-tank-bde#1": "2419", "su-tank-bde#2": "2519", "ge-mot-hq#1": "2401"}
    state: LbState = GAME.position(scenario=S1, place=place, active="russian", choices={"objective": objective}).state
    player, plan, found = state.deciders[0], None, []
    while moving(state) and state.deciders == (player,) and state.turn == 1:
        answer, plan = book.go_by(state, player, plan)
        assert answer is not None
        found.append(answer)
        state.apply(player, answer)
    return found


def test_a_game_that_stands_the_same_does_not_tell_its_secret_choice() -> None:
    """Workers play many games by one doctrine, and in thought others' games with choices that they may have made."""
    book = LbDoctrine()
    alone = {objective: marched(LbDoctrine(), objective) for objective in "ABCD"}
    assert len({tuple(answers) for answers in alone.values()}) > 1
    assert {objective: marched(book, objective) for objective in "ABCD"} == alone


def test_orders_that_come_into_another_game_are_gone_by_as_it_is_there() -> None:
    """The latest outlook is at hand for the same orders, but not where another choice was made in secret."""
    place = {"su-corps-hq#1": "2422", "su-tank-bde#1": "2419", "su-tank-bde#2": "2519", "ge-mot-hq#1": "2401"}

    def chosen(objective: str) -> LbState:
        words: dict[str, Any] = {"active": "russian", "choices": {"objective": objective}, "step": "second_movement"}
        found: LbState = GAME.position(scenario=S1, place=place, **words).state
        found.apply(found.deciders[0], code(verbs.UNIT, lowest(found.offer[verbs.UNIT])))
        return found

    games = [chosen(objective) for objective in "ABCD"]
    player, book = games[0].deciders[0], LbDoctrine()
    _, orders = book.go_by(games[0], player, None)
    by_one = [book.go_by(state, player, orders)[0] for state in games]
    assert by_one == [LbDoctrine().go_by(state, player, orders)[0] for state in games]
    assert len(set(by_one)) > 1


def test_a_bot_without_memory_and_one_with_it_end_a_phase_alike() -> None:
    """Who gets nothing back works it out again: he is slower, not lost."""
    for remembers in (True, False):
        state = GAME.fast_state(9, S2)
        officer, rng = bot("recruit"), Random(1)
        for _ in range(900):
            if state.over or state.turn > 1:
                break
            player = state.deciders[0]
            one = officer if remembers and player == 0 else bot("recruit")
            state.apply(player, one.choose(GAME.imagine(state, player, rng), player, rng))
        assert state.turn == 2
