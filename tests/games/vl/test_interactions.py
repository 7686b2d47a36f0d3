"""Where chapters meet: rulings that no single clause shows."""

from __future__ import annotations

from grognard.games.vl import GAME
from grognard.games.vl.counters import SOVIET
from grognard.games.vl.retreat import costly
from grognard.testing import rule
from tests.games.vl._help import (
    answer,
    assaults,
    fight,
    hex_names,
    hex_number,
    number,
    offered,
    position,
    refused,
    state_of,
    steps_of,
    supply_of,
    where,
)

INSIDE = {"gfd-9": "1109", "gfd-46": "1109", "gfd-21": "1108", "kraft": "1110", "hq-83": "1110"}
"""A German Kampfgruppe that has come into the city, beside its western Festung."""


@rule("vl", "1.6", "5.1c")
def test_german_combat_units_in_the_city_can_be_attacked_though_its_festung_cannot() -> None:
    play = position(unchecked=True, step="combat", place=INSIDE)
    assert offered(play, "soviet", "attack") == {"1110"}
    others = {unit: hex for unit, hex in INSIDE.items() if unit != "kraft"}
    without = position(unchecked=True, step="combat", place=others)
    refused(without, "soviet", "attack", "1110", rule="1.6")  # an HQ with a Festung is not alone


@rule("vl", "1.6", "6.5.2a")
def test_nobody_advances_into_a_city_hex_whose_festung_stands() -> None:
    play = fight("-/1", "soviet", "1110", "gfd-9", place={**INSIDE, "kraft": "1110 reduced"})
    answer(play, "german", ("lose", "kraft"))
    assert where(play, "kraft") == "eliminated"
    assert where(play, "hq-83") == "1110", "the Festung is with it"
    assert offered(play, "soviet", "advance") == set()


@rule("vl", "4.3b", "6.5.1c")
def test_a_stack_that_stands_covers_its_hex_and_one_that_has_itself_retreated_there_does_not() -> None:
    state = state_of(position(step="combat", place={"gfd-9": "0810", "fb-26": "0810", "klatt": "0710"}))
    assert "0809" in hex_names(costly(state, SOVIET)), "in Klatt's ZOC, and nobody is there"
    assert "0810" not in hex_names(costly(state, SOVIET))
    state.trails[number("fb-26")] = (hex_number("0811"), hex_number("0810"))
    assert "0810" not in hex_names(costly(state, SOVIET)), "the Guards still stand there"
    state.trails[number("gfd-9")] = (hex_number("0811"), hex_number("0810"))
    assert "0810" in hex_names(costly(state, SOVIET)), "both have come by the same retreat"


@rule("vl", "13.3.1c", "8.3a")
def test_a_brigade_that_leaves_the_map_leaves_its_supply_marker_behind() -> None:
    play = position(turn=5, place={"tb-184": "0110 isolated", "mb-47": "0111", "klatt": "0510"})
    answer(play, "soviet", ("unit", "tb-184"), "exit")
    assert where(play, "tb-184") == "exited"
    assert supply_of(play, "tb-184") == "in supply"
    assert GAME.invariants(state_of(play)) == []


RING = {
    "gfd-9": "1109", "fd-28": "1010", "fd-381": "1209", "fd-357": "1310", "gfd-46": "1311", "gfd-21": "1211",
    "tb-184": "1111",
}  # fmt: skip


@rule("vl", "7.5c")
def test_the_log_counts_the_levels_that_really_fall_when_one_festung_is_left() -> None:
    play = position(
        turn=5, step="combat", ring=3, festungs={"east": 0, "west": 3}, place={**RING, "fd-7e": "1210"}, dice=[6]
    )
    assert play.preview("soviet", "assault")["by_die"][5] == "last_1"
    answer(play, "soviet", "assault", "roll")
    assert assaults(play) == [{"die": 6, "modifier": "+1", "count": 1}]
    assert steps_of(play, "festung-west") == 2


@rule("vl", "7.5d", "7.5e")
def test_two_parts_that_fall_at_once_are_entered_by_two_units() -> None:
    play = position(turn=5, step="combat", ring=3, festungs={"east": 1, "west": 1}, place=RING, dice=[6])
    answer(play, "soviet", "assault", "roll", ("occupy", "fd-381"))
    assert where(play, "fd-381") == "1210"
    refused(play, "soviet", "occupy", "fd-381", rule="7.5d")  # it is beside 1110 now, but 1210 must stay entered
    answer(play, "soviet", ("occupy", "gfd-9"))
    assert where(play, "gfd-9") == "1110"


@rule("vl", "5.1b", "6.5.1h", "1.5g")
def test_a_launcher_that_retreats_into_a_full_hex_overstacks_it_though_its_companion_died() -> None:
    play = fight(
        "-/R1", "soviet", "1008", "gfd-9", "gfd-46", "gfd-21", options={"overstacked_retreat_at_once": True},
        place={
            "gfd-9": "1108", "gfd-46": "1108", "gfd-21": "1109", "fd-28": "1007", "fd-381": "0907",
            "s-591": "1008 reduced", "wlr-1": "1008", "luft-52-6l": "0909", "luft-53-6l": "0909", "kraft": "0909",
        },
    )  # fmt: skip
    assert where(play, "wlr-1") == "0909"
    answer(play, "german", ("lose", "s-591"))
    assert offered(play, "german", "remove_excess") == {"wlr-1", "luft-52-6l", "luft-53-6l", "kraft"}
    answer(play, "german", ("remove_excess", "wlr-1"))
    assert offered(play, "soviet", "advance") == {"gfd-9", "gfd-46", "gfd-21"}


@rule("vl", "13.1a", "13.1c")
def test_the_log_names_the_clause_of_each_sides_own_choice() -> None:
    play = GAME.new(seed="1")
    answer(play, "german", "place_rest", "done")
    answer(play, "soviet", ("place", "hq-3c"), ("place_at", "1312"), "place_rest")
    clauses = [(event.message.args["unit"], event.message.rule) for event in play.events]
    assert clauses[0] == ("hq-83", "13.1a")
    assert {rule for _, rule in clauses[1:]} == {"13.1c"}
