"""Recruit at Velikiye Luki: what any bot keeps to, single decisions of a sensible player, and that it beats Random."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from grognard.core.ask import TARGET_BITS, TARGET_MASK, Target
from grognard.core.play import Play
from grognard.core.state import Result
from grognard.games.vl import GAME
from grognard.games.vl.counters import SOVIET
from grognard.games.vl.movement import MoveUnit, MoveUnits, movers
from grognard.games.vl.stacking import RemoveExcess
from grognard.games.vl.state import VlState
from grognard.games.vl.turn import RecordRing
from grognard.games.vl.zoc import encircled, zoc
from grognard.hex.grid import bits
from grognard.players import bot
from grognard.players.doctrine import doctrine
from grognard.players.vl.doctrine import VlDoctrine
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


def next_answer(play: Play) -> tuple[str, Target]:
    """What Recruit answers now, in names."""
    state = play.state
    player = state.deciders[0]
    answer = bot("recruit", "vl").choose(GAME.imagine(state, player, Random(0)), player, Random(0))
    play.apply(player, answer)
    verb = GAME.verbs[answer >> TARGET_BITS]
    return verb.name, GAME.target_name(verb.kind, answer & TARGET_MASK)


def move_all(play: Play) -> list[tuple[str, Target]]:
    """Recruit's answers in a Movement Phase, to its end."""
    found: list[tuple[str, Target]] = []
    while isinstance(play.state.stack[-1], MoveUnits | MoveUnit):
        assert len(found) < 200
        found.append(next_answer(play))
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
    play = position(place, turn=4, step="move", active="german", ring=2)
    move_all(play)
    assert not encircled(state_of(play)) and where(play, "klatt") in ("1009", "1111")


def test_else_he_attacks_whoever_holds_the_ring_be_it_from_a_hex_further_off() -> None:
    # 31 BF in 0911 alone covers 1010; 26 BF in 0810 is as weak and holds nothing
    place = {**RING, "fb-31": "0911 reduced", "fb-26": "0810 reduced", "klatt": "0910", "meyer": "0910"}
    options = {"german_beside_city_breaks_ring": False}
    play = position(place, turn=4, step="combat", active="german", ring=2, options=options)
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
