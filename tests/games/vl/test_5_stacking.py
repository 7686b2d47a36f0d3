"""Chapter 5: how many counters share a hex, when that is judged, and who goes; against a plain twin."""

from __future__ import annotations

from random import Random

import pytest

from grognard.core.play import Play
from grognard.games.vl import GAME
from grognard.games.vl.counters import SIDES
from grognard.games.vl.stacking import excess, fits, overstacked, overstacked_hexes
from grognard.testing import rule
from tests.games.vl import _plain as plain
from tests.games.vl._help import (
    answer,
    end_movement,
    fight,
    halt,
    hex_name,
    hex_number,
    idle,
    march,
    no_arrivals,
    number,
    offered,
    position,
    refused,
    stack,
    state_of,
    told,
    unit_names,
    where,
)


def together(*units: str, hex: str = "1410", **words: str) -> Play:
    """The check at the end of a phase with these counters in one hex."""
    return position(step="stacking", place=dict.fromkeys(units, hex) | words)


def too_many(play: Play, side: str, hex: str = "1410") -> int:
    return overstacked(state_of(play), SIDES.index(side), hex_number(hex))


def asked(play: Play, player: str) -> set[str]:
    return {str(unit) for unit in offered(play, player, "remove_excess")}


# ---- when (5.1a)


@rule("vl", "5.1a")
def test_a_fourth_regiment_passes_through_a_full_hex() -> None:
    full = dict.fromkeys(("tr-27", "tr-34", "tr-36"), "1410")
    play = position(place={**full, "tr-37": "1409", "klatt": "0308"})
    march(play, "soviet", "tr-37", "1410")
    assert len(stack(play, "1410")) == 4 and told(play).count("event.overstacked") == 0
    answer(play, "soviet", ("move", "1411"))
    end_movement(play, "soviet")
    assert "event.eliminated" not in told(play) and play.legal("soviet", "end_combat")


@rule("vl", "5.1a", "5.1b")
def test_the_end_of_the_movement_phase_is_tested() -> None:
    full = dict.fromkeys(("tr-27", "tr-34", "tr-36"), "1410")
    play = position(place={**full, "tr-37": "1409", "klatt": "0308"})
    march(play, "soviet", "tr-37", "1410")
    halt(play, "soviet")
    assert play.legal("soviet", "end_movement")
    answer(play, "soviet", "end_movement")
    assert asked(play, "soviet") == {"tr-27", "tr-34", "tr-36", "tr-37"}
    answer(play, "soviet", ("remove_excess", "tr-34"))
    assert where(play, "tr-34") == "eliminated" and stack(play, "1410") == {"tr-27", "tr-36", "tr-37"}
    assert play.legal("soviet", "end_combat")


@rule("vl", "5.1a")
def test_the_end_of_a_combat_phase_is_tested_after_an_advance() -> None:
    # four regiments beside an HQ take its hex one after the other
    units = ("tr-27", "tr-34", "tr-36")
    place = {**no_arrivals(), **dict.fromkeys(units, "1410"), "tr-37": "1311", "hq-83": "1411", "klatt": "0308"}
    play = position(turn=3, step="combat", place=place)
    answer(play, "soviet", ("attack", "1411"), "add_all", "commit")
    for unit in (*units, "tr-37"):
        answer(play, "soviet", ("advance", unit))
    while not offered(play, "soviet", "end_combat"):
        idle(play)
    assert len(stack(play, "1411")) == 4  # in the phase the limit may be exceeded
    answer(play, "soviet", "end_combat")
    assert len(asked(play, "soviet")) == 4
    answer(play, "soviet", ("remove_excess", "tr-37"))
    assert play.deciders == ("german",)


@rule("vl", "5.1a", "5.1b")
def test_the_end_of_the_enemys_combat_phase_is_tested_too() -> None:
    """Whatever stands too high when the Soviet combat phase ends is judged, German stacks as well."""
    crowd = ("klatt", "meyer", "giehl", "kraft")
    place = {"fd-28": "1513", **no_arrivals(), **dict.fromkeys(crowd, "0512")}
    play = position(unchecked=True, turn=3, step="combat", place=place)
    assert play.deciders == ("soviet",)
    answer(play, "soviet", "end_combat")
    assert asked(play, "german") == set(crowd)
    # the same in the Soviet movement phase, and for Soviet stacks in the German phases
    play = position(unchecked=True, turn=3, place=place)
    answer(play, "soviet", "end_movement")
    assert asked(play, "german") == set(crowd)
    rifles = {"fd-28": "1513", "fd-381": "1513", "s-343": "0308", **no_arrivals()}
    for step, verb in (("move", "end_movement"), ("combat", "end_combat")):
        play = position(unchecked=True, turn=3, step=step, active="german", place=rifles)
        answer(play, "german", verb)
        assert asked(play, "soviet") == {"fd-28", "fd-381"}


@rule("vl", "5.1a", "5.1b")
@pytest.mark.parametrize("at_once", [False, True])
def test_a_retreat_into_a_full_hex_is_judged_when_the_phase_ends_or_by_option_at_once(at_once: bool) -> None:
    # every way out of 1411 but 1412 lies in ZOC: Kraft goes to the three who stand there
    pocket = {"gfd-9": "1410", "gfd-46": "1311", "tr-34": "1313", "tr-27": "1513", "tr-36": "1612", "tr-37": "1309"}
    full = dict.fromkeys(("klatt", "meyer", "giehl"), "1412")
    options = {"overstacked_retreat_at_once": at_once}
    place = {**pocket, **full, "kraft": "1411"}
    play = fight("-/R", "soviet", "1411", "gfd-9", "gfd-46", place=place, options=options)
    assert where(play, "kraft") == "1412"
    if not at_once:
        assert offered(play, "soviet", "advance"), "all four are there until the phase ends"
        answer(play, "soviet", "end_advance", "end_combat")
    assert asked(play, "german") == {"kraft", "klatt", "meyer", "giehl"}
    answer(play, "german", ("remove_excess", "kraft"))
    assert where(play, "kraft") == "eliminated" and stack(play, "1412") == {"klatt", "meyer", "giehl"}
    assert bool(offered(play, "soviet", "advance")) == at_once  # and the combat goes on


@rule("vl", "5.1b")
@pytest.mark.parametrize("there", [2, 3])
def test_a_retreat_into_a_full_hex_is_warned_of_while_it_is_chosen(there: int) -> None:
    # 0908 and 0909 are out of ZOC: with three in one of them whoever ends there costs a counter when the phase ends
    west = {"gfd-9": "1108", "gfd-46": "1108", "gfd-21": "1109", "fd-257": "1109"}
    place = {**west, "kraft": "1008", **dict.fromkeys(("klatt", "meyer", "giehl")[:there], "0909")}
    play = fight("-/R", "soviet", "1008", *west, place=place)
    assert {"0908", "0909"} <= offered(play, "german", "retreat")
    prompt = play.view("german")["ask"]["prompt"]
    assert prompt["key"] == ("prompt.retreat_one" if there == 2 else "prompt.retreat_full")
    assert ("0909 is full" in prompt["text"]["en"]) == (there == 3), prompt
    assert ("0909は満員" in prompt["text"]["ja"]) == (there == 3)


# ---- who goes (5.1b)


@rule("vl", "5.1b")
def test_exactly_the_excess_goes_by_the_owners_choice() -> None:
    crowd = ("klatt", "meyer", "giehl", "kraft", "s-343")
    play = together(*crowd, hex="0512")
    assert too_many(play, "german", "0512") == 2
    refused(play, "german", "remove_excess", "s-663", rule="5.1b")
    answer(play, "german", ("remove_excess", "klatt"), ("remove_excess", "s-343"))
    assert stack(play, "0512") == {"meyer", "giehl", "kraft"}
    assert told(play).count("event.eliminated") == 2


@rule("vl", "5.1b")
def test_only_a_counter_whose_going_helps_can_be_named() -> None:
    # three battalions and two companies: one company is too many, and a battalion gone does not mend it
    play = together("s-343", "s-663", "s-591", "stug-3-185", "pz-8-29-12", hex="0512")
    assert asked(play, "german") == {"stug-3-185", "pz-8-29-12"}
    refused(play, "german", "remove_excess", "s-343", rule="5.1b")
    refused(play, "german", "remove_excess", "hq-83", rule="5.1b")


@rule("vl", "5.1b")
def test_several_hexes_are_settled_one_after_the_other_the_soviet_first() -> None:
    place = {
        **dict.fromkeys(("fd-28", "fd-381"), "1513"), **dict.fromkeys(("fd-357", "gfd-9"), "1410"),
        **dict.fromkeys(("klatt", "meyer", "giehl", "kraft"), "0512"),
    }  # fmt: skip
    play = position(step="stacking", place=place)
    gone = []
    while not play.legal("soviet", "end_movement"):
        player = play.deciders[0]
        unit = sorted(asked(play, player))[0]
        gone.append(player)
        answer(play, player, ("remove_excess", unit))
    assert gone == ["soviet", "soviet", "german"]


# ---- what does not count (5.1c)


@rule("vl", "5.1c")
def test_hqs_and_festungs_do_not_count() -> None:
    play = together("luft-52-6l", "luft-53-6l", "gr-505-291", "stug-3-185", "hq-83", "hq-chevalerie", hex="1110")
    assert play.deciders == ("soviet",) and len(stack(play, "1110")) == 7  # with the Festung
    assert "event.overstacked" not in told(play)
    play = together("fd-357", "fb-31", "hq-3c", "hq-5g", "hq-2m")
    assert play.legal("soviet", "end_movement")


@rule("vl", "5.1c")
def test_an_hq_cannot_be_named_as_the_excess() -> None:
    play = together("luft-52-6l", "luft-53-6l", "gr-505-291", "gr-506-291", "hq-83", hex="0512")
    refused(play, "german", "remove_excess", "hq-83", rule="5.1c")
    assert "hq-83" not in asked(play, "german")
    play = together("luft-52-6l", "luft-53-6l", "gr-505-291", "gr-506-291", hex="1110")
    refused(play, "german", "remove_excess", "festung-west", rule="5.1c")


# ---- the Soviet limits (5.1d)

SOVIET_STACKS = [
    # (counters, how many are too many)
    (["fd-357"], 0),
    (["fd-357", "fb-31"], 0),
    (["fd-357", "tr-27"], 0),
    (["fd-357", "tbn-146"], 0),
    (["fd-357", "fd-28"], 1),
    (["fd-357", "tbn-146", "tbn-170"], 1),
    (["fd-357", "fb-31", "tr-27"], 1),
    (["tr-27", "tr-34", "tr-36"], 0),
    (["tr-27", "tr-34", "tr-36", "tbn-146"], 0),
    (["fb-31", "tr-34", "eng-225", "tbn-146", "tbn-170"], 1),
    (["tr-27", "tr-34", "tbn-146", "tbn-170"], 0),
    (["tr-27", "tr-34", "tr-36", "tr-37"], 1),
    (["tr-27", "tr-34", "mrl-38g"], 0),
    (["tr-27", "tr-34", "tr-36", "mrl-38g"], 1),
    (["tbn-146", "tbn-170"], 0),
]


@rule("vl", "5.1d")
@pytest.mark.parametrize(("units", "too"), SOVIET_STACKS, ids=["+".join(units) for units, _ in SOVIET_STACKS])
def test_soviet_stacks(units: list[str], too: int) -> None:
    play = together(*units)
    assert too_many(play, "soviet") == too
    assert bool(asked(play, "soviet")) == bool(too)


@rule("vl", "5.1d")
def test_two_divisions_are_refused_on_either_face() -> None:
    for states in (("", ""), (" reduced", " reduced"), ("", " reduced")):
        play = position(step="stacking", place={"fd-357": f"1410{states[0]}", "fd-28": f"1410{states[1]}"})
        assert too_many(play, "soviet") == 1
    # one that is down to a cadre is a regiment
    play = position(step="stacking", place={"fd-357": "1410", "fd-28": "1410 cadre"})
    assert too_many(play, "soviet") == 0


@rule("vl", "5.1d")
def test_a_reduced_division_with_a_cadre_is_the_equivalent_of_a_division() -> None:
    place = {"fd-357": "1410 reduced", "cadre-1": "1410 of fd-357"}
    for third, too in (("fb-31", 0), ("tr-27", 0), ("tbn-146", 0), ("mrl-38g", 0)):
        assert too_many(position(step="stacking", place={**place, third: "1410"}), "soviet") == too
    play = position(step="stacking", place={**place, "fb-31": "1410", "tbn-146": "1410"})
    assert too_many(play, "soviet") == 1
    # any division's cadre will do, and a second cadre is the regiment beside it
    play = position(step="stacking", place={**place, "cadre-1": "1410 of gfd-9", "cadre-2": "1410 of fd-28"})
    assert too_many(play, "soviet") == 0
    # a full division with a cadre has its regiment already
    play = position(step="stacking", place={"fd-357": "1410", "cadre-1": "1410 of fd-28", "fb-31": "1410"})
    assert too_many(play, "soviet") == 1
    # without a cadre a reduced division keeps the division's place
    play = position(step="stacking", place={"fd-357": "1410 reduced", "fb-31": "1410", "fb-26": "1410"})
    assert too_many(play, "soviet") == 1


@rule("vl", "5.1d")
def test_three_cadres_are_three_regiments_and_no_division() -> None:
    place = {f"cadre-{n}": "1410 of fd-357" for n in (1, 2, 3)}
    assert too_many(position(step="stacking", place={**place, "tbn-146": "1410"}), "soviet") == 0
    assert too_many(position(step="stacking", place={**place, "fb-31": "1410"}), "soviet") == 1


@rule("vl", "5.1d")
def test_two_regiments_and_three_battalions_are_too_many() -> None:
    # the counter mix has two Soviet battalions: the third is asked of the table of limits
    assert fits(0, (0, 0, 0, 2, 2)) and not fits(0, (0, 0, 0, 2, 3)) and excess(0, (0, 0, 0, 2, 3)) == 1
    assert fits(0, (0, 0, 0, 3, 1)) and not fits(0, (0, 0, 0, 3, 2)) and not fits(0, (0, 0, 0, 0, 3))


# ---- the German limits (5.2)

GERMAN_STACKS = [
    (["klatt", "meyer", "giehl"], 0),
    (["klatt", "meyer", "giehl", "stug-3-185"], 0),  # three KG and a company
    (["s-343", "s-663", "s-591", "pz-8-29-12"], 0),
    (["s-343", "s-663", "s-591", "stug-3-185", "pz-8-29-12"], 1),
    (["klatt", "gr-505-291", "s-343", "stug-3-185"], 0),  # a KG, a regiment, a battalion
    (["klatt", "gr-505-291", "s-343", "s-663"], 1),
    (["klatt", "gr-505-291", "swr-3", "stug-3-185"], 0),
    (["klatt", "gr-505-291", "s-343", "swr-3"], 1),
    (["stug-3-185", "pz-8-29-12"], 1),
    (["klatt", "meyer", "giehl", "kraft", "s-343", "s-663"], 3),
]


@rule("vl", "5.2")
@pytest.mark.parametrize(("units", "too"), GERMAN_STACKS, ids=["+".join(units) for units, _ in GERMAN_STACKS])
def test_german_stacks(units: list[str], too: int) -> None:
    play = together(*units, hex="0512")
    assert too_many(play, "german", "0512") == too
    assert bool(asked(play, "german")) == bool(too)


# ---- against the plain twin


@pytest.mark.parametrize("seed", range(6))
def test_the_excess_is_the_least_that_trying_every_set_finds(seed: int) -> None:
    rng = Random(seed)
    judged = 0
    for _ in range(40):
        play = plain.scatter(rng, dense=True)
        for hex, pieces in plain.Table.of(play).at.items():
            side = pieces[0].side
            counted = [one for one in pieces if not one.hq and not one.festung]
            if 2 <= len(counted) <= 7:
                assert too_many(play, side, hex) == plain.excess(side, counted), pieces
                judged += 1
    assert judged > 20


@rule("vl", "5.1b")
@pytest.mark.parametrize("seed", range(4))
def test_the_hexes_with_too_many_are_those_a_plain_look_at_each_finds(seed: int) -> None:
    rng = Random(seed)
    crowded = 0
    for _ in range(30):
        play = plain.scatter(rng, dense=rng.random() < 0.5)
        at = plain.Table.of(play).at
        for which, side in enumerate(SIDES):
            wanted = {hex for hex, pieces in at.items() if pieces[0].side == side and not plain.allowed(side, pieces)}
            assert [hex_name(hex) for hex in overstacked_hexes(state_of(play), which)] == sorted(wanted)
            crowded += len(wanted)
    assert crowded > 20


def test_every_counter_is_of_a_size_the_limits_know() -> None:
    free = unit_names(GAME.counters.hqs | GAME.counters.festungs)
    sizes = {row.id: GAME.counters.size[number(row.id)] for row in GAME.counters.rows if row.id not in free}
    soviet = {size for name, size in sizes.items() if GAME.counters.side[number(name)] == 0}
    assert soviet == {"XX", "X", "III", "II"} and set(sizes.values()) - soviet == {"KG", "I"}
