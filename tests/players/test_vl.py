"""Recruit at Velikiye Luki: what any bot keeps to, single decisions of a sensible player, and that it beats Random.
Then what Regular has learnt since."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from grognard.core.ask import TARGET_BITS, TARGET_MASK, Target
from grognard.core.play import Play
from grognard.core.state import Result
from grognard.games.vl import GAME
from grognard.games.vl.alone import exposed
from grognard.games.vl.counters import GERMAN, SOVIET
from grognard.games.vl.movement import MoveUnit, MoveUnits, movers
from grognard.games.vl.stacking import RemoveExcess
from grognard.games.vl.state import EXITED, VlState
from grognard.games.vl.turn import RecordRing
from grognard.games.vl.zoc import beside_city, encircled, zoc
from grognard.hex.grid import bits
from grognard.players import bot
from grognard.players.doctrine import doctrine
from grognard.players.vl.attack import HARDLY, Stake, clearing
from grognard.players.vl.doctrine import VlDoctrine
from grognard.school import hint
from tests.games.vl._help import no_arrivals
from tests.players._keeps import (
    Sample,
    answers_alike_in_any_order_and_leaves_all_as_it_is,
    answers_as_one_that_has_seen_nothing,
    answers_everything,
    play_out,
)

RING = {"fd-357": "1109", "gfd-9": "1211", "tr-27": "1310", "fb-31": "1010"}
"""A closed ring with exactly what the roll demands."""
BY_PRESENCE = {"german_beside_city_breaks_ring": True}


@pytest.fixture(scope="module")
def game() -> tuple[Result, Sample, list[int]]:
    return play_out(GAME, ("recruit", "recruit"), seed=7, every=19)


@pytest.fixture(scope="module")
def sampled(game: tuple[Result, Sample, list[int]]) -> Sample:
    return game[1]


# ---- what any bot keeps to


def test_the_same_game_is_played_twice(game: tuple[Result, Sample, list[int]]) -> None:
    doctrine.cache_clear()  # a bot that has seen nothing yet
    assert play_out(GAME, ("recruit", "recruit"), seed=7)[2] == game[2]


def test_the_same_position_gives_the_same_answer_in_any_order_and_stays_as_it_is(sampled: Sample) -> None:
    answers_alike_in_any_order_and_leaves_all_as_it_is(GAME, sampled)


def test_what_it_remembers_of_whole_games_changes_no_answer(sampled: Sample) -> None:
    answers_as_one_that_has_seen_nothing(GAME, sampled)


def test_where_a_unit_can_go_is_told_alike_whoever_has_cleared_the_road_since() -> None:
    positions = play_out(GAME, ("recruit", "recruit"), seed=8, every=2)[1][:200]
    worn = VlDoctrine()
    for state, player in positions:
        if not isinstance(state.stack[-1], MoveUnits):
            continue
        for unit in bits(movers(state, player)):
            view = worn.outlook(state, player)
            assert worn.reach(state, view, unit) == VlDoctrine().reach(state, view, unit)


def test_the_doctrine_itself_has_a_legal_answer_to_everything(sampled: Sample) -> None:
    assert {"move", "move_unit", "combat", "declare", "support"} <= answers_everything(GAME, sampled)


def test_nobody_is_moved_into_a_full_hex(sampled: Sample) -> None:
    for state, _ in sampled:
        step = state.stack[-1]
        # only retreats crowd a hex, and these are looked at when a combat phase ends
        assert not isinstance(step, RemoveExcess) or isinstance(state.stack[-2], RemoveExcess | RecordRing)


@pytest.mark.parametrize("recruit", ["soviet", "german"])
def test_recruit_beats_random(recruit: str) -> None:
    seats = ("recruit", "random") if recruit == "soviet" else ("random", "recruit")
    result, _, _ = play_out(GAME, seats, seed=1)
    assert result.winner == recruit
    assert recruit == "german" or result.points["soviet"] >= 11


# ---- single decisions


def next_answer(play: Play, level: str = "recruit") -> tuple[str, Target]:
    """What a bot answers now, in names."""
    state = play.state
    player = state.deciders[0]
    answer = bot(level, "vl").choose(GAME.imagine(state, player, Random(0)), player, Random(0))
    play.apply(player, answer)
    verb = GAME.verbs[answer >> TARGET_BITS]
    return verb.name, GAME.target_name(verb.kind, answer & TARGET_MASK)


def move_all(play: Play, level: str = "recruit") -> list[tuple[str, Target]]:
    """A bot's answers in a Movement Phase, to its end."""
    found: list[tuple[str, Target]] = []
    while isinstance(play.state.stack[-1], MoveUnits | MoveUnit):
        assert len(found) < 200
        found.append(next_answer(play, level))
    return found


def state_of(play: Play[VlState]) -> VlState:
    return play.state


def where(play: Play, unit: str) -> str | None:
    hex = state_of(play).hex_of[GAME.counters.numbers[unit]]
    return GAME.ground.grid.name(hex) if hex > 5 else None


def position(place: dict[str, str], **words: Any) -> Play:
    return GAME.position(place={**no_arrivals(), **place}, **words)


def test_it_sets_up_as_suggested() -> None:
    play = GAME.new(seed=1)
    assert [next_answer(play) for _ in range(4)] == [("place_rest", None), ("done", None)] * 2


def test_soviets_close_the_ring() -> None:
    play = position({**RING, "tr-27": "1408", "klatt": "0308"}, turn=2, step="move", active="soviet")
    assert not encircled(state_of(play))
    move_all(play)
    assert encircled(state_of(play))


def test_soviets_do_not_open_a_ring_that_holds() -> None:
    place = {**RING, "s-343": "0911", "gfd-46": "1011", "tb-184": "1009"}
    play = position(place, turn=4, step="move", active="soviet", ring=2)
    move_all(play)
    assert encircled(state_of(play))


def test_the_roll_comes_first_and_with_rockets_where_they_help() -> None:
    play = position({**RING, "s-343": "0910"}, turn=4, step="combat", active="soviet", ring=2)
    assert [next_answer(play) for _ in range(2)] == [("assault", None), ("roll", None)]
    play = position({**RING, "mrl-38g": "1409"}, turn=4, step="combat", active="soviet", ring=2)
    assert [next_answer(play) for _ in range(3)] == [("assault", None), ("add_rockets", None), ("roll", None)]


def test_the_stronger_festung_is_reduced() -> None:
    words: dict[str, Any] = {"turn": 4, "step": "combat", "active": "soviet", "ring": 2, "dice": [6]}
    play = position(RING, festungs={"west": 2, "east": 4}, **words)
    assert [next_answer(play) for _ in range(2)] == [("assault", None), ("roll", None)]
    assert next_answer(play) == ("reduce", "festung-east")


def test_a_fallen_part_is_entered_without_opening_the_ring() -> None:
    words: dict[str, Any] = {"turn": 4, "step": "combat", "active": "soviet", "ring": 2, "dice": [6]}
    play = position({**RING, "gfd-46": "1209", "fd-28": "1111"}, festungs={"west": 1, "east": 1}, **words)
    while play.state.stack[-1].words != "enter_festung":
        next_answer(play)
    verb, _ = next_answer(play)
    assert verb == "occupy" and (encircled(state_of(play)) or not state_of(play).festungs)


def test_a_german_steps_beside_the_city_when_that_breaks_the_ring() -> None:
    place = {**RING, "klatt": "0808", "s-663": "0308"}
    play = position(place, turn=4, step="move", active="german", ring=2, options=BY_PRESENCE)
    move_all(play)
    assert not encircled(state_of(play)) and where(play, "klatt") in ("1009", "1111")


def test_by_the_book_he_attacks_whoever_holds_the_ring_be_it_from_a_hex_further_off() -> None:
    # 31 BF in 0911 alone covers 1010; 26 BF in 0810 is as weak and holds nothing
    place = {**RING, "fb-31": "0911 reduced", "fb-26": "0810 reduced", "klatt": "0910", "meyer": "0910"}
    play = position(place, turn=4, step="combat", active="german", ring=2)
    assert encircled(state_of(play)) and next_answer(play) == ("attack", "0911")


def test_the_last_unit_stays_in_a_threatened_place() -> None:
    place = {"s-663": "0308", "gfd-9": "0407", "tb-184": "0407", "klatt": "0101"}
    play = position(place, turn=6, step="move", active="german")
    move_all(play)
    assert where(play, "s-663") == "0308"


def test_an_empty_place_is_taken() -> None:
    play = position(
        {"tb-184": "0512", "klatt": "0101"}, turn=6, step="move", active="soviet", festungs={"west": 0, "east": 0}
    )
    move_all(play)
    assert where(play, "tb-184") == "0308"  # Novosokolniki, three points


def test_it_masses_for_good_odds_and_attacks() -> None:
    soviets = {"gfd-9": "1112", "tr-36": "1112", "gfd-46": "1011", "tb-184": "1110"}
    words: dict[str, Any] = {"turn": 3, "step": "move", "active": "soviet", "festungs": {"west": 0, "east": 0}}
    play = position({**soviets, "s-343": "0914", "klatt": "0101"}, **words)
    move_all(play)
    assert next_answer(play) == ("attack", "0914")  # Chusprovo, a point
    assert len([unit for unit in soviets if where(play, unit) in ("0913", "0915", "1013", "1014", "0813", "0814")]) >= 2


def test_it_declines_an_attack_that_only_costs() -> None:
    play = position({"fb-31": "0909", "meyer": "0908", "stug-3-185": "0908"}, turn=3, step="combat", active="soviet")
    assert play.legal("soviet", "attack", "0908")
    assert next_answer(play) == ("end_combat", None)


def test_support_is_spent_where_it_changes_much_and_kept_where_it_does_not() -> None:
    ring = {"fd-357": "1009", "tr-27": "1109", "gfd-9": "1211", "hq-3c": "1308"}
    play = position({**ring, "klatt": "0909"}, turn=5, step="combat", active="german", weather="clear")
    play.answer("german", "attack", "1009")
    play.answer("german", "add", "klatt")
    play.answer("german", "commit")
    assert next_answer(play)[0] in ("air", "artillery")  # the defender of the ring
    safe = position({"gfd-9": "0909", "gfd-46": "0908", "tb-184": "0909", "hq-3c": "1008", "s-343": "0808 reduced"},
                    turn=5, step="combat", active="soviet")  # fmt: skip
    safe.answer("soviet", "attack", "0808")
    safe.answer("soviet", "add_all")
    safe.answer("soviet", "commit")
    assert next_answer(safe) == ("no_more_support", None)  # 8/1 as it is


def test_the_cheapest_unit_takes_the_loss() -> None:
    # 6 to 9, the dice make it 1/1: the attackers take 1 after the defender's 1
    defenders = {"giehl": "0908", "s-343": "0908"}
    play = position({**defenders, "gfd-9": "0909", "gfd-46": "0907"}, turn=3, step="combat", active="soviet",
                    dice=[3, 3, 3])  # fmt: skip
    play.answer("soviet", "attack", "0908")
    play.answer("soviet", "add_all")
    play.answer("soviet", "commit")
    lost = next_answer(play)
    assert lost in (("lose", "s-343"), ("fall_back", None))


def test_of_too_many_the_least_unit_goes_and_a_hint_says_why() -> None:
    # one step of Giehl's costs less than the last of S 343, but he would go with both
    place = {"klatt": "0908", "meyer": "0908", "giehl": "0908", "s-343": "0908 reduced", "gfd-9": "1312"}
    play = position(place, turn=3, step="move", active="german")
    play.answer("german", "end_movement")
    best = hint.document(GAME.imagine(play.state, GERMAN, Random(0)), GERMAN, 0)[0]
    assert best["answers"] == [{"verb": "remove_excess", "target": "s-343"}]
    reasons = best["weighed"][: len(best["for"])]
    assert reasons and all(one["part"] > 0 for one in reasons), "and how much each of them counts"
    assert next_answer(play) == ("remove_excess", "s-343")


def test_an_hq_stays_out_of_enemy_zoc() -> None:
    place = {"gfd-9": "0909", "gfd-46": "1009", "hq-3c": "0909", "meyer": "0808", "klatt": "0708"}
    play = position(place, turn=3, step="move", active="soviet")
    move_all(play)
    state = state_of(play)
    assert not zoc(state, 1 - SOVIET) >> state.hex_of[GAME.counters.numbers["hq-3c"]] & 1


def test_a_regiment_goes_home() -> None:
    play = position({"fd-357": "1410 reduced", "cadre-1": "1410 of fd-357"}, turn=3, step="move", active="soviet")
    assert next_answer(play) == ("absorb", "fd-357")


def test_reinforcements_enter_and_march_on() -> None:
    place = no_arrivals("igr-76-20m", "igr-90-20m") | RING
    play = GAME.position(place={**place, "s-663": "0308"}, turn=2, step="move", active="german", ring=1)
    move_all(play)
    for unit in ("igr-76-20m", "igr-90-20m"):
        hex = where(play, unit)
        assert hex is not None and hex != "0219"


# ---- what Regular has learnt


RAID = {"tbn-146": "0704", "tb-184": "0705", "mb-18-2m": "0706", "klatt": "0512"}


def exited(play: Play) -> set[str]:
    state = state_of(play)
    return {GAME.counters.rows[unit].id for unit in bits(GAME.counters.brigades) if state.hex_of[unit] == EXITED}


@pytest.mark.parametrize(("level", "left"), [("recruit", set()), ("regular", {"tb-184", "mb-18-2m"})])
def test_a_light_unit_rides_to_the_edge_and_the_brigades_leave_for_their_points(level: str, left: set[str]) -> None:
    play = position(RAID, turn=9, step="move", active="soviet")
    move_all(play, level)
    assert exited(play) == left and state_of(play).scored.bit_count() == len(left)


def test_of_two_brigades_without_company_one_holds_the_door() -> None:
    play = position({**RAID, "tbn-146": "1508"}, turn=11, step="move", active="soviet")
    move_all(play, "regular")
    assert len(exited(play)) == state_of(play).scored.bit_count() == 1


def test_a_ride_goes_round_the_enemy() -> None:
    # straight to the west Klatt and Giehl stop it; it keeps clear of both and is nearer to the edge all the same
    play = position({"tb-184": "0907", "tr-27": "0906", "klatt": "0606", "giehl": "0608"}, turn=8, step="move",
                    active="soviet")  # fmt: skip
    move_all(play, "regular")
    state = state_of(play)
    hex = state.hex_of[GAME.counters.numbers["tb-184"]]
    west = GAME.ground.edge_distance[1 - SOVIET]
    assert not zoc(state, 1 - SOVIET) >> hex & 1 and west[hex] < west[GAME.ground.grid.index("0907")]


@pytest.mark.parametrize("armour", [{}, {"tr-27": "1310", "tb-92": "1311"}])
def test_a_brigade_leaves_the_ring_when_the_roll_does_not_need_it(armour: dict[str, str]) -> None:
    # as the only armour it stays; with tanks for the minimum and another brigade for the bonus one of the two may go
    place = {**RING, "tr-27": "1508", "mb-18-2m": "1310", **armour, "tbn-146": "0404", "klatt": "0308",
             "fb-26": "0603", "s-343": "0812", "s-591": "0914", "s-795": "0615"}  # fmt: skip
    play = position(place, turn=8, step="move", active="soviet", ring=3)
    assert encircled(state_of(play))
    move_all(play, "regular")
    assert encircled(state_of(play))
    beside = state_of(play).units_at(GAME.ground.grid.grow(GAME.ground.city))
    assert (beside & GAME.counters.brigades).bit_count() == 1


BESIEGERS = {"gfd-9": "1112", "gfd-46": "1109", "fd-381": "1108", "gfd-21": "1212", "fd-257": "1008", "fd-28": "1015"}


def test_germans_fill_their_post_beside_the_city_to_the_limit() -> None:
    germans = {"meyer": "1010", "stug-3-185": "1010", "giehl": "1012", "klatt": "0810", "jaeger-3": "0914"}
    play = position({**BESIEGERS, **germans, "s-663": "0308", "s-343": "0812"}, turn=1, step="move", active="german",
                    options=BY_PRESENCE)  # fmt: skip
    move_all(play, "regular")
    posts = Counter(where(play, unit) for unit in germans)
    (post, there), *_ = posts.most_common()
    assert there == 4 and where(play, "meyer") == where(play, "klatt") == post  # three and a company (5.2)
    beside = beside_city(state_of(play))
    assert all(beside >> GAME.ground.grid.index(one) & 1 for one in posts if one)


def test_germans_break_in_where_an_empty_hex_beside_the_city_lies_behind_a_weak_enemy() -> None:
    # the tanks in 0910 and those in 0808 are as weak, but behind the first ones 1010 is empty
    place = {**RING, "fb-31": "1508", "fd-28": "1011", "tr-34": "0910", "tr-36": "0808", "klatt": "0909"}
    play = position(place, turn=4, step="combat", active="german", ring=2, options=BY_PRESENCE)
    assert encircled(state_of(play))
    assert next_answer(play, "regular") == ("attack", "0910")


def test_a_crowded_hex_is_emptied_before_anything_else_is_advised_and_its_end_is_warned_of() -> None:
    crowd = dict.fromkeys(("fd-357", "fd-257", "fd-28"), "1308")
    play = GAME.position(step="move", active="soviet", place={**crowd, "s-343": "0509"}, unchecked=True)
    found = hint.document(play.state, 0, seed=1)
    assert {one["answers"][0]["target"] for one in found} <= set(crowd), "one of them must go"
    assert all(one["plan"]["en"].startswith("makes room") for one in found)
    warned = hint.warning(play.state, 0, seed=1)
    assert warned is not None and {"verb": "end_movement", "target": None} in warned["blunders"]


def test_the_suggested_set_up_leaves_no_hq_alone_that_an_enemy_can_reach() -> None:
    play = GAME.new(seed=1)
    while (ask := play.view(play.deciders[0])["ask"])["step"] == "deploy":
        play.answer(play.deciders[0], ask["primary"])
    assert not exposed(play.state, 1), "the Soviets move first"
    assert play.state.combat[1] >> play.state.hex_of[GAME.counters.numbers["hq-83"]] & 1, "it is with a combat unit"


def test_an_attack_that_cannot_clear_the_hex_is_known_to_be_in_vain() -> None:
    """Who may stand and has steps to give keeps his hex for them; who has one step goes, however he pays."""
    tables: Any = GAME.new(seed=1).game
    column, qualities = 3, (1, 1)
    steady = Stake(tables, (0.4,) * 6, 3.0, True, 0.12)
    weak = Stake(tables, (0.4,), 0.0, True, 0.12)
    assert clearing(tables, column, qualities, steady) < HARDLY < clearing(tables, column, qualities, weak)
    regular: Any = doctrine("vl", "regular")
    recruit: Any = doctrine("vl", "recruit")
    assert regular.weights[GERMAN].in_vain > 0 and recruit.weights[GERMAN].in_vain == 0
