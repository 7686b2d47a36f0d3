"""Recruit at Victory: what any bot keeps to, single decisions of a sensible player, and that it beats Random."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from grognard.core.ask import TARGET_BITS, TARGET_MASK, Target
from grognard.core.play import Play
from grognard.core.state import State
from grognard.games.victory import GAME, verbs
from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.logistics.production import Produce
from grognard.games.victory.movement.movement import MoveUnit, MoveUnits
from grognard.games.victory.state import VictoryState
from grognard.players import bot
from grognard.players.doctrine import doctrine
from grognard.players.victory.doctrine import VictoryDoctrine
from grognard.players.victory.field import FAR, LAND, MARINE, SHIP, Field
from grognard.players.victory.value import look
from grognard.players.victory.weights import SHEET
from tests.games.victory._help import pos, state_of, where
from tests.players._keeps import (
    Sample,
    answers_alike_in_any_order_and_leaves_all_as_it_is,
    answers_everything,
    play_out,
)

ENDLESS = 10_000


@pytest.fixture(scope="module")
def sampled() -> Sample:
    """Positions out of a game of Recruit against itself."""
    return play_out(GAME, ("recruit", "recruit"), seed=7, options={"turns": 5}, every=9, most=ENDLESS)[1]


# ---- what any bot keeps to


def test_room_is_made_by_somebody_where_it_is_hidden_allies_who_fill_a_hex(sampled: Sample) -> None:
    """By what the bot sees nobody stands too many; yet it is not allowed to end its move."""
    state = next(
        state for state, _ in sampled if isinstance(state.stack[-1], MoveUnits) and verbs.END_MOVE in state.offer
    )
    step, ready = state.stack[-1], state.offer[verbs.UNIT]
    assert isinstance(step, MoveUnits) and isinstance(state, VictoryState)
    player = doctrine("victory")
    assert isinstance(player, VictoryDoctrine)
    assert ready >> player._crowded(state, step, {verbs.UNIT: ready}) & 1


def test_what_is_hidden_changes_no_answer(sampled: Sample) -> None:
    """The other side's hidden blocks dealt in four ways: the doctrine says the same thing every time."""
    dealt = 0
    for state, player in sampled:
        told = []
        for seed in range(4):
            imagined = GAME.imagine(state, player, Random(seed))
            assert isinstance(imagined, VictoryState) and isinstance(state, VictoryState)
            dealt += imagined.steps != state.steps
            doctrine.cache_clear()  # a bot that has seen nothing yet
            told.append(doctrine("victory").choose(imagined, player))
        assert len(set(told)) == 1
    assert dealt > len(sampled)


def test_the_same_position_gives_the_same_answer_in_any_order_and_stays_as_it_is(sampled: Sample) -> None:
    answers_alike_in_any_order_and_leaves_all_as_it_is(GAME, sampled)


def test_the_doctrine_itself_has_a_legal_answer_to_everything(sampled: Sample) -> None:
    asked = answers_everything(GAME, sampled)
    assert {"deploy", "deploy_at", "move", "move_unit", "combat_turn", "produce"} <= asked


@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_it_plays_every_scenario(scenario: str) -> None:
    """A turn of each, the doctrine alone and on the open position: nothing is left to chance and it ends."""
    state = GAME.fast_state(2, scenario, {"turns": 1})
    for _ in range(ENDLESS):
        if state.result is not None:
            return
        player = state.deciders[0]
        answer = doctrine("victory").choose(state, player)
        assert answer is not None
        state.apply(player, answer)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("seats", [("recruit", "random"), ("random", "recruit")])
def test_recruit_beats_random(seats: tuple[str, str]) -> None:
    result, _, _ = play_out(GAME, seats, seed=1, options={"turns": 10}, most=ENDLESS)
    assert result.winner == ("red", "blue")[seats.index("recruit")]


def test_a_field_says_the_same_however_far_it_was_asked(sampled: Sample) -> None:
    """One hex after the other, in any order, and all at once; a hex is as far as its nearest way there makes it."""
    asked = 0
    for state, player in sampled[::20]:
        side = state.game.side_of_player[player]
        weights = SHEET.by_side()[side]
        view = look(state, side, weights)
        ports = view.friendly & state.game.ground.ports
        for way, goal in product((LAND, MARINE, SHIP), view.goals):
            whole = Field(state, weights, way, goal, ports, view.enemies).whole()
            for seed in range(2):
                far = Field(state, weights, way, goal, ports, view.enemies)
                hexes = Random(seed).sample(state.game.ground.grid.hexes, 20)
                assert [far[hex] for hex in hexes] == [whole[hex] for hex in hexes]
                asked += sum(whole[hex] < FAR for hex in hexes)
                assert far.whole() == whole
    assert asked


def test_a_field_that_is_kept_is_the_one_that_would_be_made(sampled: Sample) -> None:
    """Enemies come and go, ports change hands, bridges fall: what is remembered is what making it anew gives."""
    book = VictoryDoctrine()
    for number, (state, player) in enumerate(sampled[::12]):
        now, hexes = state.clone(), Random(number).sample(state.game.ground.grid.hexes, 20)
        view = book.outlook(now, now.game.side_of_player[player])
        for ports, bridges in product((0, state.game.ground.ports), (0, state.game.hexside_count)):
            now.ruined = tuple(range(bridges))
            seen = replace(view, friendly=ports, fields={}, at_best={})
            for way, goal in product((LAND, SHIP), view.goals):
                far = book.far(now, seen, way, goal).whole()
                open_ = Field(now, view.weights, way, goal, now.game.ground.ports, 0).whole()
                assert far == Field(now, view.weights, way, goal, ports, view.enemies).whole()
                assert all(book.at_best(now, seen, way, hex)[goal] == open_[hex] <= far[hex] for hex in hexes)


# ---- single decisions


def next_answer(play: Play) -> tuple[str, Target]:
    """What Recruit answers now, in names."""
    state = play.state
    player = state.deciders[0]
    answer = bot("recruit", "victory").choose(GAME.imagine(state, player, Random(0)), player, Random(0))
    play.apply(player, answer)
    verb = GAME.verbs[answer >> TARGET_BITS]
    return verb.name, state_of(play).game.target_name(verb.kind, answer & TARGET_MASK)


def move_all(play: Play) -> list[tuple[str, Target]]:
    """Recruit's answers in one player's move, to its end."""
    found: list[tuple[str, Target]] = []
    player = play.state.deciders[0]
    while play.state.deciders == (player,) and isinstance(play.state.stack[-1], MoveUnits | MoveUnit):
        assert len(found) < 200
        found.append(next_answer(play))
    return found


def test_it_drives_into_an_empty_enemy_city() -> None:
    play = pos({"red-armor-1": "0911", "blue-infantry-1": "1516"})
    assert ("move", "0913") in move_all(play)


def test_it_masses_against_a_defended_city() -> None:
    place = {"red-armor-1": "0911", "red-armor-2": "0911", "red-infantry-1": "0912", "red-infantry-2": "0912"}
    play = pos({**place, "blue-infantry-1": "0913", "blue-infantry-2": "0913"})
    move_all(play)
    assert [where(play, unit) for unit in place] == ["0913"] * 4


def test_aircraft_join_an_attack_on_the_ground() -> None:
    place = {"red-armor-1": "1311", "red-infantry-1": "1312", "red-dive-bomber-1": "1210"}
    play = pos({**place, "blue-infantry-1": "1412", "blue-infantry-2": "1412", "red-infantry-5": "1210"})
    move_all(play)
    assert [where(play, unit) for unit in place] == ["1412"] * 3


def test_one_block_does_not_attack_a_full_city() -> None:
    enemies = {f"blue-infantry-{number}": "0913" for number in range(1, 5)}
    play = pos({"red-infantry-2": "0912", **enemies})
    assert ("move", "0913") not in move_all(play)


def test_a_threatened_city_keeps_its_guards() -> None:
    guards = {"red-infantry-1": "0707", "red-infantry-2": "0707"}
    play = pos({**guards, "blue-armor-1": "0708", "blue-armor-2": "0708"})
    move_all(play)
    assert [where(play, unit) for unit in guards] == ["0707", "0707"]


def test_blocks_behind_the_sea_embark() -> None:
    """Port Alex is not joined to the front by land."""
    play = pos({"red-infantry-1": "0306", "blue-infantry-1": "0913", "blue-infantry-2": "1516"})
    assert any(verb == "sea_move" for verb, _ in move_all(play))


def test_ships_sail_for_the_enemy_coast() -> None:
    play = pos({"red-cruiser-1": "1005", "blue-infantry-1": "1412"})
    assert any(verb in ("move", "strategic") for verb, _ in move_all(play))
    assert where(play, "red-cruiser-1") != "1005"


def fight(place: dict[str, str], hex: str, attacker: str) -> Play:
    return pos(place, battles={hex: attacker}, step="combat", dice=[6] * 200)


def test_a_fighter_does_not_strafe_beside_its_own_troops() -> None:
    """6.48a at G1 as many hits fall on friends as on the enemy."""
    place = {"red-infantry-1": "0707", "red-fighter-1": "0707", "blue-infantry-1": "0707 from 0708"}
    assert next_answer(fight(place, "0707", "blue")) == ("pass", None)


def test_a_fighter_goes_for_the_bombers() -> None:
    place = {"red-infantry-1": "0707", "red-fighter-1": "0707", "blue-dive-bomber-1": "0707 flown 2"}
    assert next_answer(fight(place, "0707", "blue")) == ("fire_air", None)


def test_a_lost_field_is_left_and_a_city_is_held() -> None:
    attackers = {"blue-armor-1": "0504 from 0505", "blue-armor-2": "0504 from 0505", "blue-armor-3": "0504 from 0604"}
    answers = all_answers_of("red", fight({"red-infantry-1": "0504 at 2", **attackers}, "0504", "blue"))
    assert answers[0][0] == "retreat"
    place = {"red-infantry-1": "0707", "red-infantry-2": "0707", "blue-infantry-1": "0707 from 0708"}
    answers = all_answers_of("red", fight(place, "0707", "blue"))
    assert {verb for verb, _ in answers} == {"fire_ground"}


def all_answers_of(player: str, play: Play) -> list[tuple[str, Target]]:
    """What Recruit says for one player while the battle lasts."""
    found = []
    while state_of(play).fight is not None:
        asked = play.deciders[0]
        answer = next_answer(play)
        if asked == player:
            found.append(answer)
    return found


def test_lost_steps_come_before_new_blocks() -> None:
    play = pos({"red-infantry-1": "0707 at 2", "red-infantry-2": "0902"}, step="production")
    assert [next_answer(play) for _ in range(2)] == [("add_step", "red-infantry-1")] * 2


def test_production_is_spent_to_the_last_point() -> None:
    play = pos({"red-infantry-1": "0707", "red-infantry-2": "0902", "blue-infantry-1": "0913"}, step="production")
    while not state_of(play).over and (lanes := play.state.lanes) and not lanes[0].done:
        last = lanes[0].state
        answer = doctrine("victory").choose(play.state, 0)
        assert answer is not None
        play.apply(0, answer)
    assert isinstance(last, VictoryState) and isinstance(last.stack[-1], Produce)
    cities = last.stack[-1].cities
    assert sum(points for slot, points in last.pp.items() if cities >> slot // 4 & 1) == 0


def test_it_buys_ground_air_and_sea_forces() -> None:
    state: Any = GAME.fast_state(3, "custom-forces")
    while state.turn == 0 and any(step.words != "deploy" for step in tops(state)):
        player = state.deciders[0]
        state.apply(player, doctrine("victory").choose(state, player))
    lane = state.lanes[0].state
    counts = [held(lane, class_) for class_ in (GROUND, AIR, NAVAL)]
    assert counts[0] >= 9 and counts[1] >= 4 and counts[2] >= 1
    assert lane.budget[0] == 0


def tops(state: State) -> list[Any]:
    """What the deciding players are asked."""
    return [state.seen_by(player).stack[-1] for player in state.deciders]


def held(state: VictoryState, class_: int) -> int:
    """How many blocks of a class the first army has in hand or on the map."""
    blocks = state.game.blocks
    return sum(
        1 for unit, place in enumerate(state.hex_of)
        if place and blocks.army[unit] == 0 and blocks.class_of[unit] == class_
    )  # fmt: skip


def test_everybody_keeps_his_post() -> None:
    state = GAME.fast_state(2, "commanders", {"turns": 1})
    posts = None
    while state.result is None and (posts is None or tops(state)[0].words == "council"):
        player = state.deciders[0]
        if tops(state)[0].words == "council":
            posts = list(state.posts)
        answer = doctrine("victory").choose(state, player)
        assert answer is not None
        state.apply(player, answer)
    assert posts == state.posts
