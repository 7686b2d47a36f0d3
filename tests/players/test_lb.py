"""Recruit at Lost Battles: what any bot must keep to, decisions of a sensible player, and that it beats Random."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from grognard.core.ask import Target
from grognard.core.play import Play
from grognard.games.lb import GAME
from grognard.games.lb.movement.line import broken_line
from grognard.games.lb.movement.movement import MoveUnit, MoveUnits
from grognard.games.lb.state import LbState
from grognard.hex.grid import bits
from grognard.players import bot
from grognard.players.lb.fire import kill_chance
from grognard.players.lb.goal import chance
from grognard.players.lb.odds import chances, column
from grognard.players.lb.value import look
from grognard.players.lb.weights import SHEET
from tests.players._keeps import (
    Sample,
    answers_alike_in_any_order_and_leaves_all_as_it_is,
    answers_everything,
    play_out,
)

S1, S2, S3, S4 = GAME.scenarios
ENDLESS = 20_000
GERMAN, RUSSIAN = 0, 1


def positions(scenario: str, seed: int, every: int, most: int) -> Sample:
    """True positions out of the beginning of one game of Recruit against itself, and who decides there."""
    rng = Random(seed)
    state = GAME.fast_state(seed, scenario)
    found = []
    for number in range(most):
        if state.over:
            break
        player = state.deciders[0]
        if number % every == 0:
            found.append((state.clone(), player))
        state.apply(player, bot("recruit").choose(GAME.imagine(state, player, rng), player, rng))
    return found


@pytest.fixture(scope="module")
def sampled() -> Sample:
    return [*positions(S3, 5, 12, ENDLESS), *positions(S1, 5, 23, 700)]


def answer_to(state: LbState, player: int, seed: int) -> int:
    return bot("recruit").choose(GAME.imagine(state, player, Random(seed)), player, Random(seed))


# ---- what any bot must keep to


def test_the_doctrine_itself_has_a_legal_answer_to_everything(sampled: Sample) -> None:
    assert {"move", "move_unit", "announce"} <= answers_everything(GAME, sampled)


def test_the_same_position_gives_the_same_answer_in_any_order_and_stays_as_it_is(sampled: Sample) -> None:
    answers_alike_in_any_order_and_leaves_all_as_it_is(GAME, sampled)


def test_an_answer_does_not_change_with_what_the_player_cannot_know(sampled: Sample) -> None:
    for state, player in sampled:
        if state.lanes is None:
            permuted = [GAME.imagine(state, player, Random(seed)) for seed in range(3)]
            assert len({answer_to(other, player, 4) for other in (state, *permuted)}) == 1


def test_the_same_game_is_played_twice() -> None:
    first, second = (play_out(GAME, ("random", "recruit"), 3, S3)[2] for _ in range(2))
    assert first == second


# ---- single decisions


def position(place: dict[str, str], scenario: str = S1, **words: Any) -> Play:
    words.setdefault("choices", {"objective": "A", "reinforcement_option": "I"} if scenario == S1 else {})
    return GAME.position(scenario=scenario, place=place, **words)


def state_of(play: Play[LbState]) -> LbState:
    return play.state


def where(play: Play, unit: str) -> str:
    return GAME.ground.grid.name(state_of(play).hex_of[GAME.counters.numbers[unit]])


def next_answer(play: Play) -> tuple[str, Target]:
    """What Recruit answers now, in names."""
    player = play.state.deciders[0]
    answer = answer_to(play.state, player, 0)
    play.apply(player, answer)
    return play.names_of_answer(answer)


def move_all(play: Play) -> list[tuple[str, Target]]:
    """Recruit's answers in a Movement Phase, to its end."""
    found: list[tuple[str, Target]] = []
    player = play.state.deciders[0]
    while play.state.deciders == (player,) and isinstance(play.state.stack[-1], MoveUnits | MoveUnit):
        assert len(found) < 300
        found.append(next_answer(play))
        if found[-1][0] == "end_movement":
            break
    return found


HQS = {"ge-mot-hq#1": "2411", "su-corps-hq#1": "2422"}


def test_it_masses_against_a_weak_neighbour_and_attacks_it() -> None:
    tanks = {"su-tank-bde#1": "2419", "su-tank-bde#2": "2519", "su-motor-bde#1": "2319"}
    play = position({**HQS, **tanks, "ge-inf-bn#1": "2416"}, active="russian", choices={"objective": "D"})
    move_all(play)
    assert next_answer(play) == ("attack", "2416")


def test_it_declines_an_attack_that_only_costs() -> None:
    defenders = {"su-rifle-rgt#1": "2417", "su-rifle-rgt#2": "2417"}
    play = position({**HQS, **defenders, "ge-inf-bn#1": "2416"}, active="german", step="combat")
    assert play.legal("german", "attack", "2417")
    assert next_answer(play) == ("end_announcing", None)


def test_it_goes_to_what_it_has_to_hold() -> None:
    play = position({"su-motor-bde#1": "0609", "su-corps-hq#1": "0710"}, S3, active="russian", turn=3)
    move_all(play)
    assert where(play, "su-motor-bde#1") in ("0508", "1311", "2110")


def test_who_is_outnumbered_and_needs_its_force_only_at_the_end_is_careful() -> None:
    place = {"ge-mot-hq#1": "2209", "ge-panther-bn#1": "2110", "su-corps-hq#1": "1410", "su-tank-bde#1": "1311"}

    def caution(play: Play, side: int) -> float:
        return look(state_of(play), side, SHEET.by_side()[side]).caution

    even = caution(position(place, S3, active="german", turn=3), GERMAN)
    many = place | {"su-tank-bde#2": "1311", "su-tank-bde#3": "1210"}
    fewer = position(many, S3, active="german", turn=3)
    assert caution(fewer, GERMAN) > even == caution(fewer, RUSSIAN)
    assert caution(position(many, S1, active="german", turn=3), GERMAN) < caution(fewer, GERMAN)


def test_a_supplied_gun_fires_at_what_is_spotted() -> None:
    place = {**HQS, "su-art-20#1": "2418", "su-supply#1": "2419", "su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2416"}
    play = position(place, active="russian", step="combat")
    assert next_answer(play) == ("fire", "2416")
    assert next_answer(play) == ("add", "su-art-20#1")
    assert next_answer(play) == ("announce", None)


def test_a_gun_with_a_target_in_range_stays_in_position() -> None:
    place = {**HQS, "ge-mot-art-light#1": "2413", "ge-inf-bn#1": "2415", "su-rifle-rgt#1": "2417"}
    play = position(place, active="german")
    answers = move_all(play)
    assert ("limber", None) not in answers
    assert where(play, "ge-mot-art-light#1") == "2413"


def test_a_supply_unit_goes_beside_a_gun() -> None:
    place = {**HQS, "su-art-20#1": "2418", "su-supply#1": "2423", "su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2414"}
    play = position(place, active="russian")
    move_all(play)
    assert (
        GAME.ground.grid.distance(*(GAME.ground.grid.index(where(play, one)) for one in ("su-art-20#1", "su-supply#1")))
        <= 1
    )


def test_a_unit_leaves_by_the_exit_of_its_objective() -> None:
    place = {"su-tank-bde#1": "3008", "su-corps-hq#1": "2910"}
    play = position(place, active="russian", turn=3, choices={"objective": "C", "reinforcement_option": "I"})
    assert ("exit", None) in move_all(play)


def test_an_engineer_bridges_the_river_before_the_march() -> None:
    place = {"su-mot-engineer-bn#1": "1215", "su-corps-hq#1": "1419", "su-motor-bde#1": "1217"}
    choices = {"objective": "D", "reinforcement_option": "I"}
    play = position(place, active="russian", turn=3, choices=choices, options={"engineer_bridges_only": True})
    assert next_answer(play) == ("unit", "su-mot-engineer-bn#1")
    assert next_answer(play) == ("bridge", "1214-1215")


def test_air_points_are_dealt_out_for_what_they_destroy() -> None:
    place = {"ge-mot-hq#1": "1910", "su-recon-bn#1": "2608", "su-tank-bde#1": "2710", "su-corps-hq#1": "2912"}
    play = position(place, S4, active="german", step="combat")
    assert next_answer(play)[0] == "strike"
    verb, points = next_answer(play)
    assert verb == "points" and isinstance(points, int) and kill_chance(GAME, points, 1) >= 4 / 6


def test_defensive_fire_helps_a_hex_that_would_fall() -> None:
    place = {
        **HQS,
        "ge-inf-bn#1": "2416", "ge-mot-art-light#1": "2414", "ge-supply#1": "2413",
        "su-rifle-rgt#1": "2417", "su-rifle-rgt#2": "2417",
    }  # fmt: skip
    play = position(place, active="russian", step="combat")
    play.answer("russian", "attack", "2416")
    play.answer("russian", "add_all")
    play.answer("russian", "announce")
    play.answer("russian", "end_announcing")
    assert play.state.deciders == (GERMAN,)
    assert next_answer(play) == ("add", "ge-mot-art-light#1")


def test_the_cheapest_unit_pays_an_exchange() -> None:
    place = {**HQS, "ge-inf-bn#1": "2416", "su-rifle-rgt#1": "2417", "su-gun-rgt#1": "2417"}
    play = position(place, active="russian", step="combat", dice=[6])  # 7 to 2, 3-1: EX
    play.answer("russian", "attack", "2416")
    play.answer("russian", "add_all")
    play.answer("russian", "announce")
    play.answer("russian", "end_announcing")
    assert next_answer(play) == ("lose", "su-gun-rgt#1")


def test_the_entering_side_closes_its_line_and_keeps_it() -> None:
    state = GAME.fast_state(4, S4)
    rng = Random(4)
    while state.turn < 3 and not state.over:
        player = state.deciders[0]
        state.apply(player, bot("recruit" if player == RUSSIAN else "random").choose(state, player, rng))
    assert not state.over
    assert broken_line(state, RUSSIAN) is None
    infantry = state.standing[RUSSIAN] & GAME.counters.infantry & ~GAME.counters.motor
    columns = sorted(int(GAME.ground.grid.name(state.hex_of[unit])[:2]) for unit in bits(infantry))
    assert columns[len(columns) // 2] <= 27  # it came in at column 30, and goes forward as a whole


@pytest.mark.parametrize(("waits", "ahead"), [(False, True), (True, False)])
def test_tanks_run_ahead_of_the_line_unless_they_count_only_with_it(waits: bool, ahead: bool) -> None:
    """Nobody is in the way: the railway is columns off, and nothing but the line holds the tanks back."""
    line = {f"su-rifle-rgt#{n}": f"28{3 * n - 1:02}" for n in range(1, 10)}
    line |= {f"su-mot-at-rgt#{n}": f"29{4 * n:02}" for n in range(1, 5)}
    line |= {"su-recon-bn#1": "2909", "su-recon-bn#2": "2913", "su-mot-engineer-bn#1": "2917"}
    line |= {"su-mot-engineer-bn#2": "2921"}
    tanks = {f"su-tank-bde#{n}": "2811" for n in (1, 2)}
    rest = {"su-rifle-hq#1": "2911", "ge-mot-hq#1": "0110"}
    play = position({**line, **tanks, **rest}, S4, active="russian", turn=2, options={"s4_wait_for_line": waits})
    move_all(play)
    columns = {int(where(play, tank)[:2]) for tank in tanks}
    assert (min(columns) < 20) is ahead


def test_a_gun_that_closes_the_line_is_not_limbered() -> None:
    line = {f"su-rifle-rgt#{n}": f"23{3 * n - 1:02}" for n in range(1, 10) if n != 4}
    rest = {"su-art-20#1": "2311", "su-corps-hq#1": "2512", "ge-mot-inf-bn#1": "0510"}
    play = position({**line, **rest}, S4, active="russian", turn=4)
    assert broken_line(state_of(play), RUSSIAN) is None
    move_all(play)
    assert not play.state.over and broken_line(state_of(play), RUSSIAN) is None


def test_it_brings_a_zoc_to_a_town_that_the_enemy_wins_by_holding_out_of_zoc() -> None:
    place = {"su-tank-bde#1": "1303", "su-tank-bde#2": "1303", "su-corps-hq#1": "1405", "ge-mot-inf-bn#1": "1003"}
    choices = {"objective": "D", "reinforcement_option": "I"}
    play = position({**place, "ge-mot-hq#1": "0902"}, active="german", turn=8, step="second_movement", choices=choices)
    move_all(play)
    grid = GAME.ground.grid
    assert grid.distance(grid.index(where(play, "ge-mot-inf-bn#1")), grid.index("1303")) == 1


def test_a_secret_objective_is_guessed_by_where_the_enemy_stands_and_by_what_is_past() -> None:
    def guessed(turn: int) -> dict[str, float]:
        play = position({**HQS, "su-tank-bde#1": "1305", "su-tank-bde#2": "1404"}, turn=turn)
        state = state_of(play)
        his = [one for one in state.plan.conditions if one.side == RUSSIAN]
        return {one.goal.is_ or "": chance(state, GERMAN, SHEET.by_side()[GERMAN], one) for one in his}

    early, late = guessed(3), guessed(6)
    assert early["D"] > early["A"] > 0 and early["C"] > 0 and sum(early.values()) == pytest.approx(1)
    assert late["B"] == late["C"] == 0  # nobody has left by turn 5


def test_the_odds_are_those_of_the_table() -> None:
    found = chances(GAME, column(GAME, 11, 4), 0, "final_ground", False)
    assert found == pytest.approx({"DX": 1 / 6, "DB": 1 / 6, "EX": 1 / 6, "AB": 2 / 6, "AX": 1 / 6})


# ---- against Random


@pytest.mark.parametrize(
    ("scenario", "recruit"), [(S1, RUSSIAN), (S2, GERMAN), (S3, GERMAN), (S3, RUSSIAN), (S4, GERMAN), (S4, RUSSIAN)]
)
def test_recruit_beats_random(scenario: str, recruit: int) -> None:
    seats = ("recruit", "random") if recruit == GERMAN else ("random", "recruit")
    assert play_out(GAME, seats, 2, scenario)[0].winner == GAME.sides[recruit]
