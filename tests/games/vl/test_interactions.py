"""Where chapters meet: rulings that no single clause shows."""

from __future__ import annotations

from grognard.games.vl.counters import SOVIET
from grognard.games.vl.retreat import costly
from tests.games.vl._help import (
    answer,
    fight,
    hex_names,
    hex_number,
    number,
    offered,
    position,
    refused,
    state_of,
    where,
)
from tests.rules import rule

INSIDE = {"gfd-9": "1109", "gfd-46": "1109", "gfd-21": "1108", "kraft": "1110", "hq-83": "1110"}
"""A German Kampfgruppe that has come into the city, beside its western Festung."""


@rule("vl", "1.6", "5.1c")
def test_german_combat_units_in_the_city_can_be_attacked_though_its_festung_cannot() -> None:
    play = position(step="combat", place=INSIDE)
    assert offered(play, "soviet", "attack") == {"1110"}
    without = position(step="combat", place={unit: hex for unit, hex in INSIDE.items() if unit != "kraft"})
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
