"""Chapter 6.4 of Velikiye Luki: what a result asks of each side, and who pays it with what."""

from __future__ import annotations

import json
from typing import Any

import pytest

from grognard.core.play import Play
from grognard.core.snapshot import restore, snapshot
from grognard.games.vl import GAME
from grognard.games.vl.losses import CAUSES
from grognard.games.vl.results import duties, is_bold
from grognard.testing import rule
from tests.games.vl._combat import battlefield, fight, other_figures, reckoning
from tests.games.vl._help import answer, attack, offered, refused, state_of, steps_of, where


def asked(play: Play) -> tuple[str, set[str]]:
    """Who is asked, and the verbs he may say."""
    (player,) = play.deciders
    ask = play.ask(player)
    assert ask is not None
    return player, set(ask.answers)


def over(play: Play) -> bool:
    """The combat is done and the phase goes on."""
    return state_of(play).battle is None


# ---- 6.4k

COLUMNS = ("1/3", "1/2", "1/1", "3/2", "2/1", "3/1", "4/1", "5/1", "6/1", "7/1", "8/1")
PRINTED = {
    1: "R2/-  R1/-  R/-  1/-  1/-  1/1  1/1  -/1  1/R  -/R  -/R1",
    2: "R1/-  R/-   1/-  1/-  1/1  1/1  -/1  1/R  -/R  -/R1 1/R2",
    3: "R/-   1/-   1/-  1/1  1/1  -/1  1/R  -/R  -/R1 1/R2 -/R2",
    4: "1/-   1/-   1/1  1/1  -/1  1/R  -/R  1/R1 1/R2 -/R2 -/R3",
    5: "1/-   2/1   1/1  -/1  1/R  -/R  -/R1 1/R2 -/R2 1/R3 -/R3",
    6: "2/1   1/1   -/1  -/R  -/R  -/R1 1/R2 -/R2 1/R3 -/R3 -/R4",
}
FORCES = {
    "1/3": ("tbn-146", "klatt"),  # 1 to 6
    "1/2": ("ski-44s", "klatt"),  # 3 to 6
    "1/1": ("fd-357", "klatt"),  # 7 to 6
    "3/2": ("gfd-9", "giehl"),  # 8 to 5
    "2/1": ("gfd-9", "kraft"),  # 8 to 4
    "3/1": ("fd-357 fb-26", "s-343"),  # 11 to 3
    "4/1": ("gfd-9 fb-26", "s-343"),  # 12 to 3
    "5/1": ("gfd-9 fd-357", "s-343"),  # 15 to 3
    "6/1": ("gfd-9 fd-357 ski-44s", "s-343"),  # 18 to 3
    "7/1": ("gfd-9 gfd-46 fd-357", "s-343"),  # 23 to 3
    "8/1": ("gfd-9 gfd-46 gfd-21", "s-343"),  # 24 to 3
}


@rule("vl", "6.4k")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("column", COLUMNS)
def test_every_cell_of_the_combat_results_table(column: str, die: int) -> None:
    attackers, defender = FORCES[column]
    play = battlefield({**dict.fromkeys(attackers.split(), "1108"), defender: "1008"}, dice=[3, 3, die])
    attack(play, "soviet", "1008", *attackers.split())
    told = reckoning(play)
    assert (told["column"], told["die"]) == (column, die)
    assert told["result"] == PRINTED[die].split()[COLUMNS.index(column)]


# ---- 6.4a


@rule("vl", "6.4a")
@pytest.mark.parametrize(
    ("result", "attacker", "defender"),
    [
        ("R2/-", (True, 2), (False, 0)),
        ("R/-", (True, 0), (False, 0)),
        ("1/-", (False, 1), (False, 0)),
        ("2/1", (False, 2), (False, 1)),
        ("1/R", (False, 1), (True, 0)),
        ("1/R3", (False, 1), (True, 3)),
        ("-/R4", (False, 0), (True, 4)),
    ],
)
def test_the_notation(result: str, attacker: tuple[bool, int], defender: tuple[bool, int]) -> None:
    halves = duties(result)
    assert [(half.retreat, half.requirements) for half in halves] == [attacker, defender]


@rule("vl", "6.4a")
@pytest.mark.parametrize("steps", [0, 1, 2])
def test_r2_is_one_hex_and_then_two_requirements(steps: int) -> None:
    play = fight({"fb-26": "1108", "klatt": "1008", "giehl": "1008"}, "1008", "fb-26", result="R2/-")
    refused(play, "soviet", "lose", "fb-26", rule="6.4i")  # quality C in the open: the first hex was compulsory
    play.answer("soviet", "retreat", "1208")
    assert asked(play) == ("soviet", {"lose", "fall_back"})
    for _ in range(steps):
        play.answer("soviet", "lose", "fb-26")
    if steps == 2:
        assert where(play, "fb-26") == "eliminated"
    else:
        assert steps_of(play, "fb-26") == 2 - steps
        play.answer("soviet", "fall_back")
        while offered(play, "soviet", "retreat"):
            play.answer("soviet", "retreat", min(map(str, offered(play, "soviet", "retreat"))))
        column = {0: 14, 1: 13}[steps]
        assert int(where(play, "fb-26")[:2]) in (column, column - 1, column - 2)
    assert over(play)


@rule("vl", "6.4a")
@pytest.mark.parametrize("verb", ["lose", "fall_back"])
def test_1_is_one_step_or_one_hex(verb: str) -> None:
    play = fight({"fd-357": "1108", "kraft": "1008"}, "1008", "fd-357", result="-/1")
    assert asked(play) == ("german", {"lose", "fall_back"})
    if verb == "lose":
        play.answer("german", "lose", "kraft")
        assert steps_of(play, "kraft") == 1 and where(play, "kraft") == "1008"
    else:
        answer(play, "german", "fall_back", ("retreat", "0908"))
        assert steps_of(play, "kraft") == 2 and where(play, "kraft") == "0908"


# ---- 6.4b


@rule("vl", "6.4b")
def test_no_step_after_a_voluntary_hex() -> None:
    place = {"gfd-9": "1108", "gfd-46": "1108", "gfd-21": "1109", "s-343": "1008"}
    play = fight(place, "1008", "gfd-9", "gfd-46", "gfd-21", result="-/R2")
    play.answer("german", "retreat", "0908")
    assert asked(play) == ("german", {"lose", "fall_back"}), "after the compulsory hex a step may still be given"
    answer(play, "german", "fall_back", ("retreat", "0807"))
    assert asked(play)[1] == {"retreat"}, "the second requirement is a hex as well"
    refused(play, "german", "lose", "s-343", rule="6.4b")
    play.answer("german", "retreat", "0707")
    assert steps_of(play, "s-343") == 2


@rule("vl", "6.4b")
def test_a_step_and_then_a_hex() -> None:
    place = {"gfd-9": "1108", "gfd-46": "1108", "gfd-21": "1109", "s-343": "1008"}
    play = fight(place, "1008", "gfd-9", "gfd-46", "gfd-21", result="-/R2")
    answer(play, "german", ("retreat", "0908"), ("lose", "s-343"), "fall_back", ("retreat", "0807"))
    assert steps_of(play, "s-343") == 1 and where(play, "s-343") == "0807"


@rule("vl", "6.4b")
def test_a_hex_of_retreat_is_the_whole_stacks() -> None:
    place = {"fd-357": "1108", "gfd-9": "1109", "kraft": "1008", "s-343": "1008"}
    play = fight(place, "1008", "fd-357", "gfd-9", result="-/1")
    answer(play, "german", "fall_back", ("retreat", "0909"))
    assert where(play, "kraft") == where(play, "s-343") == "0909"
    assert steps_of(play, "kraft") == steps_of(play, "s-343") == 2, "one hex by all fills one requirement"
    assert play.deciders == ("soviet",)


@rule("vl", "6.4b")
def test_a_voluntary_hex_takes_all_attacking_stacks() -> None:
    place = {"fb-26": "1108", "fb-100": "1109", "fb-32": "1007", "klatt": "1008", "giehl": "1008"}
    play = fight(place, "1008", "fb-26", "fb-100", "fb-32", result="1/-")
    play.answer("soviet", "fall_back")
    while offered(play, "soviet", "retreat"):
        play.answer("soviet", "retreat", max(map(str, offered(play, "soviet", "retreat"))))
    assert not {"1108", "1109", "1007"} & {where(play, unit) for unit in ("fb-26", "fb-100", "fb-32")}
    assert all(steps_of(play, unit) == 2 for unit in ("fb-26", "fb-100", "fb-32"))


@rule("vl", "6.4b")
def test_the_defender_settles_first_then_the_attacker() -> None:
    play = fight({"fd-357": "1108", "kraft": "1008"}, "1008", "fd-357", result="1/1")
    assert play.deciders == ("german",) and play.ask("soviet") is None
    answer(play, "german", "fall_back", ("retreat", "0908"))
    assert asked(play) == ("soviet", {"lose", "fall_back"})


@rule("vl", "6.4b")
def test_a_step_lost_to_zoc_fills_no_requirement() -> None:
    # 381 in 0807, 28 in 0809 and the Soviets in the east have all ways out in their ZOCs
    place = {"fd-357": "1108", "fb-26": "1109", "fd-381": "0807", "fd-28": "0809", "kraft": "1008"}
    play = fight(place, "1008", "fd-357", result="-/1")
    answer(play, "german", "fall_back", ("retreat", "0908"))
    assert where(play, "kraft") == "0908"
    assert steps_of(play, "kraft") == 1, "the hex filled the requirement, the ZOC took a step besides"
    place["kraft"] = "1008 reduced"
    play = fight(place, "1008", "fd-357", "fb-26", result="-/R1")
    play.answer("german", "retreat", "0908")
    assert where(play, "kraft") == "eliminated" and play.deciders == ("soviet",)


# ---- 6.4c

CROWD = {
    "gfd-9": "1108", "gfd-46": "1108", "fd-28": "1108", "fd-381": "1108",
    "gfd-21": "1109", "gfd-19": "1109", "fd-257": "1109", "fd-150": "1109",
}  # fmt: skip
"""60 points; how they came to be so many in two hexes is not asked before the phase ends."""


def beaten(result: str, defender: str = "kraft", **words: Any) -> Play:
    """The crowd has beaten these defenders."""
    return fight({**CROWD, **dict.fromkeys(defender.split(), "1008")}, "1008", *CROWD, result=result, **words)


@rule("vl", "6.4c")
@pytest.mark.parametrize(("result", "free"), [("1/R3", 2), ("-/R3", 2), ("-/R4", 3)])
def test_the_attacker_sets_the_last_requirement_of_a_bold_result(result: str, free: int) -> None:
    play = beaten(result, "kraft s-343")
    play.answer("german", "retreat", "0908")
    for unit in ("kraft", "s-343", "s-343")[:free]:
        assert asked(play) == ("german", {"lose", "fall_back"})
        play.answer("german", "lose", unit)
    assert asked(play) == ("soviet", {"demand_step", "demand_retreat"})
    play.answer("soviet", "demand_retreat")
    assert asked(play)[0] == "german", "the defender still says where"
    play.answer("german", "retreat", "0807")
    assert where(play, "kraft") == "0807" and steps_of(play, "kraft") == 1


@rule("vl", "6.4c")
def test_the_attacker_wants_a_step_and_the_defender_names_the_unit() -> None:
    play = beaten("-/R3", "kraft s-343")
    answer(play, "german", ("retreat", "0908"), ("lose", "kraft"), ("lose", "s-343"))
    play.answer("soviet", "demand_step")
    assert asked(play) == ("german", {"lose"}) and offered(play, "german", "lose") == {"kraft", "s-343"}
    refused(play, "german", "lose", "giehl", rule="6.4b")
    play.answer("german", "lose", "s-343")
    assert where(play, "s-343") == "eliminated" and where(play, "kraft") == "0908"


@rule("vl", "6.4c")
def test_the_attacker_may_want_a_step_after_voluntary_hexes() -> None:
    play = beaten("-/R3")
    answer(play, "german", ("retreat", "0908"), "fall_back", ("retreat", "0807"), ("retreat", "0707"))
    assert asked(play) == ("soviet", {"demand_step", "demand_retreat"})
    play.answer("soviet", "demand_step")
    assert steps_of(play, "kraft") == 1 and where(play, "kraft") == "0707"


@rule("vl", "6.4c")
def test_a_hex_the_attacker_wants_takes_the_whole_stack() -> None:
    play = beaten("1/R3", "kraft s-343")
    answer(play, "german", ("retreat", "0908"), ("lose", "kraft"), ("lose", "s-343"))
    play.answer("soviet", "demand_retreat")
    play.answer("german", "retreat", "0808")
    assert where(play, "kraft") == where(play, "s-343") == "0808"


@rule("vl", "6.4c")
@pytest.mark.parametrize("result", ["1/R2", "-/R2"])
def test_r2_is_all_the_defenders(result: str) -> None:
    play = beaten(result)
    answer(play, "german", ("retreat", "0908"), ("lose", "kraft"))
    assert asked(play) == ("german", {"lose", "fall_back"})


@rule("vl", "6.4c")
@pytest.mark.parametrize(("result", "is_it"), [("1/R3", True), ("-/R3", False), ("-/R4", False), ("1/R2", False)])
def test_the_option_marks_only_1_r3(result: str, is_it: bool) -> None:
    options = {"only_1_r3_is_bold": True}
    assert is_bold(state_of(battlefield({}, options=options)).options, result) is is_it
    if result.endswith(("R3", "R4")):
        play = beaten(result, "kraft s-343", options=options)
        play.answer("german", "retreat", "0908")
        for unit in ("kraft", "s-343", "s-343")[: 3 if result == "-/R4" else 2]:
            play.answer("german", "lose", unit)
        assert asked(play)[0] == ("soviet" if is_it else "german")


@rule("vl", "6.4c")
def test_every_cell_is_bold_or_not() -> None:
    state = state_of(battlefield({}))
    results = {result for row in GAME.crt.rows for result in row}
    assert {result for result in results if is_bold(state.options, result)} == {"1/R3", "-/R3", "-/R4"}


@rule("vl", "6.4c", "6.4l")
def test_a_bold_result_after_a_conversion_keeps_its_last_requirement() -> None:
    # Giehl, quality B, stands: one step; two requirements are its own, the third the attacker's
    play = beaten("-/R3", "giehl jaeger-3")
    assert asked(play) == ("german", {"lose", "fall_back"})
    answer(play, "german", ("lose", "giehl"), ("lose", "jaeger-3"), ("lose", "giehl"))
    assert where(play, "giehl") == "eliminated" and where(play, "jaeger-3") == "1008"
    assert asked(play) == ("soviet", {"demand_step", "demand_retreat"})
    play.answer("soviet", "demand_step")
    assert where(play, "jaeger-3") == "eliminated"
    assert offered(play, "soviet", "advance") == set(CROWD), "all requirements were filled: one hex"
    play.answer("soviet", "advance", "gfd-9")
    assert where(play, "gfd-9") == "1008" and offered(play, "soviet", "advance_to") == set()


@rule("vl", "6.4c")
def test_a_defender_that_dies_before_the_last_requirement_leaves_nothing_to_demand() -> None:
    play = beaten("-/R3", "s-343")
    answer(play, "german", ("retreat", "0908"), ("lose", "s-343"), ("lose", "s-343"))
    assert where(play, "s-343") == "eliminated"
    assert asked(play) == ("soviet", {"advance", "end_advance"})


# ---- 6.4d


@rule("vl", "6.4d")
def test_1_1_with_a_defender_who_stands_costs_the_attacker_a_step() -> None:
    play = fight({"fd-357": "1108", "fb-26": "1109", "meyer": "1008"}, "1008", "fd-357", "fb-26", result="1/1")
    play.answer("german", "lose", "meyer")
    assert steps_of(play, "fd-357") == 2 and over(play), "there was nothing to choose"


@rule("vl", "6.4d")
def test_the_attacker_who_must_bleed_may_not_retreat() -> None:
    play = fight({"fb-26": "1108", "fb-100": "1109", "kraft": "1008"}, "1008", "fb-26", "fb-100", result="1/1")
    play.answer("german", "lose", "kraft")
    assert asked(play) == ("soviet", {"lose"})
    refused(play, "soviet", "fall_back", rule="6.4d")
    assert play.view("soviet")["ask"]["prompt"]["key"] == "prompt.requirements_bleed", "and the question says so"
    play.answer("soviet", "lose", "fb-100")
    assert over(play) and where(play, "fb-100") == "1109"


@rule("vl", "6.4d")
def test_1_1_with_a_defender_who_retreats_leaves_the_attacker_free() -> None:
    play = fight({"fb-26": "1108", "fb-100": "1109", "kraft": "1008"}, "1008", "fb-26", "fb-100", result="1/1")
    answer(play, "german", "fall_back", ("retreat", "0908"))
    assert asked(play) == ("soviet", {"lose", "fall_back"})


@rule("vl", "6.4d")
def test_2_1_with_a_defender_who_stands_is_a_step_and_then_either() -> None:
    play = fight({"fb-26": "1108", "fb-100": "1109", "klatt": "1008", "giehl": "1008", "kraft": "1008"}, "1008",
                 "fb-26", "fb-100", result="2/1")  # fmt: skip
    play.answer("german", "lose", "klatt")
    assert asked(play) == ("soviet", {"lose"})
    play.answer("soviet", "lose", "fb-26")
    assert asked(play) == ("soviet", {"lose", "fall_back"})


@rule("vl", "6.4d")
def test_with_a_dash_for_the_defender_the_attacker_chooses_freely() -> None:
    play = fight({"fb-26": "1108", "fb-100": "1109", "klatt": "1008"}, "1008", "fb-26", "fb-100", result="1/-")
    assert asked(play) == ("soviet", {"lose", "fall_back"})


# ---- 6.4e to 6.4h


@rule("vl", "6.4e")
def test_the_division_of_three_steps_before_the_brigade_of_two() -> None:
    place = {"fd-357": "1108", "fb-26": "1109", "klatt": "1008", "meyer": "1008"}
    play = fight(place, "1008", "fd-357", "fb-26", result="1/-")
    assert offered(play, "soviet", "lose") == {"fd-357"}
    refused(play, "soviet", "lose", "fb-26", rule="6.4e")
    refused(play, "soviet", "lose", "klatt", rule="6.4b")


@rule("vl", "6.4e")
def test_the_owner_chooses_among_equals_by_the_steps_they_have_now() -> None:
    place = {"fd-357": "1108 reduced", "fb-26": "1109", "fb-100": "1109 reduced", "klatt": "1008", "giehl": "1008"}
    play = fight(place, "1008", "fd-357", "fb-26", "fb-100", result="1/-")
    assert offered(play, "soviet", "lose") == {"fd-357", "fb-26"}


@rule("vl", "6.4e")
def test_further_losses_are_free() -> None:
    place = {"fd-357": "1108", "fb-26": "1109", "klatt": "1008", "meyer": "1008", "giehl": "1008"}
    play = fight(place, "1008", "fd-357", "fb-26", result="2/1")
    answer(play, "german", "fall_back")
    while offered(play, "german", "retreat"):
        play.answer("german", "retreat", min(map(str, offered(play, "german", "retreat"))))
    assert offered(play, "soviet", "lose") == {"fd-357"}
    play.answer("soviet", "lose", "fd-357")
    assert offered(play, "soviet", "lose") == {"fd-357", "fb-26"}


@rule("vl", "6.4f")
def test_the_unit_whose_quality_was_used_need_not_lose() -> None:
    # ski brigade 44S gives its B, the C division of three steps pays
    place = {"fd-357": "1108", "ski-44s": "1108", "klatt": "1008", "giehl": "1008"}
    play = fight(place, "1008", "fd-357", "ski-44s", result="1/-")
    assert [one for one in play.log() if one] and offered(play, "soviet", "lose") == {"fd-357"}
    refused(play, "soviet", "lose", "ski-44s", rule="6.4e")


@rule("vl", "6.4g")
def test_the_tank_regiment_before_the_division_on_both_sides() -> None:
    place = {"fd-357": "1108", "tr-27": "1108", "kraft": "1008", "pz-10-8pz": "1008", "giehl": "1008"}
    play = fight(place, "1008", "fd-357", "tr-27", result="2/1")
    assert offered(play, "german", "lose") == {"pz-10-8pz"}
    refused(play, "german", "lose", "giehl", rule="6.4g")
    play.answer("german", "lose", "pz-10-8pz")
    assert steps_of(play, "tr-27") == 1, "the attacker has no choice: he must bleed, and it is the tanks' step"
    assert asked(play) == ("soviet", {"lose", "fall_back"})
    assert offered(play, "soviet", "lose") == {"fd-357", "tr-27"}, "the second loss is free"


@rule("vl", "6.4g")
def test_one_side_without_armour_leaves_the_largest_unit() -> None:
    place = {"fd-357": "1108", "tr-27": "1108", "klatt": "1008", "giehl": "1008"}
    play = fight(place, "1008", "fd-357", "tr-27", result="1/-")
    assert offered(play, "soviet", "lose") == {"fd-357"}
    refused(play, "soviet", "lose", "tr-27", rule="6.4e")
    # a dot is no anti-tank unit
    place = {"fd-357": "1108", "tr-27": "1108", "meyer": "1008", "giehl": "1008"}
    play = fight(place, "1008", "fd-357", "tr-27", result="1/-")
    assert offered(play, "soviet", "lose") == {"fd-357"}


@rule("vl", "6.4g")
def test_anti_tank_guns_and_mechanised_brigades_count() -> None:
    place = {
        "fd-357": "1108",
        "mb-47": "1109",
        "tr-27": "1109",
        "kraft": "1008",
        "pzjg-43-8pz": "1008",
        "klatt": "1008",
    }
    play = fight(place, "1008", "fd-357", "mb-47", "tr-27", result="1/1")
    assert offered(play, "german", "lose") == {"pzjg-43-8pz"}
    answer(play, "german", "fall_back", ("retreat", "0908"))
    assert offered(play, "soviet", "lose") == {"mb-47", "tr-27"}, "the owner's choice among them"


@rule("vl", "6.4g")
def test_tanks_that_took_no_part_do_not_matter() -> None:
    place = {"fd-357": "1108", "tr-27": "1108", "klatt": "1008", "pz-10-8pz": "1008"}
    play = fight(place, "1008", "fd-357", result="1/-")
    assert offered(play, "soviet", "lose") == {"fd-357"}


@rule("vl", "6.4h")
def test_armour_with_the_asterisk_is_exempt() -> None:
    place = {"gfd-9": "1108", "tr-36": "1108", "meyer": "1008", "stug-3-185": "1008"}
    play = fight(place, "1008", "gfd-9", "tr-36", result="1/1")
    assert offered(play, "german", "lose") == {"meyer", "stug-3-185"}, "any unit, the gun among them"
    play.answer("german", "lose", "meyer")
    assert steps_of(play, "tr-36") == 1, "the Soviet tank has no asterisk and pays"


@rule("vl", "6.4h")
def test_with_armour_that_is_exempt_the_owner_may_choose_any_unit() -> None:
    # the largest is no longer bound either
    place = {"gfd-9": "1108", "tr-36": "1108", "giehl": "1008 reduced", "stug-3-185": "1008", "klatt": "1008"}
    play = fight(place, "1008", "gfd-9", "tr-36", result="1/1")
    assert offered(play, "german", "lose") == {"giehl", "stug-3-185", "klatt"}


@rule("vl", "6.4h")
def test_beside_a_tank_without_the_asterisk_one_of_the_two_takes_it() -> None:
    place = {"gfd-9": "1108", "tr-36": "1108", "meyer": "1008", "stug-3-185": "1008", "pz-10-8pz": "1008"}
    play = fight(place, "1008", "gfd-9", "tr-36", result="1/1")
    assert offered(play, "german", "lose") == {"pz-10-8pz", "stug-3-185"}, "spared, but free to volunteer"
    refused(play, "german", "lose", "meyer", rule="6.4g")


# ---- 6.4i and 6.4j


@rule("vl", "6.4i")
def test_a_stack_of_b_and_d_stands_for_a_step() -> None:
    own = other_figures()
    place = {"gfd-9": "1108", "gfd-46": "1109", "giehl": "1008", "s-343": "1008"}
    play = fight(place, "1008", "gfd-9", "gfd-46", result="-/1", game=own)
    assert asked(play) == ("german", {"lose", "fall_back"})
    play = fight({**place, "gfd-21": "1109"}, "1008", "gfd-9", "gfd-46", "gfd-21", result="1/R", game=own)
    assert asked(play) == ("german", {"lose", "fall_back"})
    assert offered(play, "german", "lose") == {"giehl", "s-343"}, "any unit of the stack, not the B one alone"
    play.answer("german", "lose", "s-343")
    assert where(play, "s-343") == where(play, "giehl") == "1008"
    assert steps_of(play, "s-343") == 1 and steps_of(play, "giehl") == 2


@rule("vl", "6.4i")
def test_a_stack_of_c_must_go() -> None:
    place = {"gfd-9": "1108", "fd-257": "1109", "kraft": "1008"}
    play = fight(place, "1008", "gfd-9", "fd-257", result="1/R")
    assert asked(play) == ("german", {"retreat"})
    assert not play.legal("german", "lose", "kraft")


@rule("vl", "6.4i")
def test_the_attackers_r_may_be_converted_by_one_stack_alone() -> None:
    # 44S (B) in 1109 may stand with the D brigade stacked with it; 26 (C) in 1108 must go
    place = {"fb-26": "1108", "ski-44s": "1109", "fb-31": "1109", "klatt": "1008", "meyer": "1008", "fr-1-7": "1008"}
    play = fight(place, "1008", "fb-26", "ski-44s", "fb-31", result="R/-", game=other_figures())
    assert asked(play) == ("soviet", {"lose", "fall_back"}), "who stands is settled before anybody goes"
    refused(play, "soviet", "lose", "fb-26", rule="6.4i")
    assert offered(play, "soviet", "lose") == {"ski-44s", "fb-31"}
    play.answer("soviet", "lose", "fb-31")
    assert where(play, "ski-44s") == where(play, "fb-31") == "1109" and steps_of(play, "fb-31") == 1
    play.answer("soviet", "retreat", "1208")
    assert where(play, "fb-26") == "1208"
    assert over(play)


@rule("vl", "6.4i")
def test_three_attacking_hexes_each_settle_their_own_r() -> None:
    place = {"fb-26": "1007", "ski-44s": "1108", "gfd-9": "1109", "klatt": "1008", "meyer": "1008", "fr-1-7": "1008",
             "giehl": "1008", "fkd": "1008", "igr-76-20m": "1008", "igr-90-20m": "1008"}  # fmt: skip
    play = fight(place, "1008", "fb-26", "ski-44s", "gfd-9", result="R2/-")
    play.answer("soviet", "lose", "ski-44s")  # converts for 1108
    assert where(play, "ski-44s") == "1108"
    assert offered(play, "soviet", "lose") == {"gfd-9"}
    play.answer("soviet", "lose", "gfd-9")  # and for 1109: its own step
    assert steps_of(play, "gfd-9") == 2
    play.answer("soviet", "retreat", max(map(str, offered(play, "soviet", "retreat"))))
    assert where(play, "fb-26") != "1007", "it could not stand and goes when the others have said that they do"
    # two requirements are left for the whole force, and losses are free now
    assert offered(play, "soviet", "lose") == {"fb-26", "ski-44s", "gfd-9"}
    answer(play, "soviet", ("lose", "fb-26"), ("lose", "gfd-9"))
    assert over(play) and where(play, "gfd-9") == "1109"


@rule("vl", "6.4i")
def test_the_first_loss_binds_inside_the_stack_that_stands() -> None:
    place = {"gfd-9": "1108", "ski-44s": "1108", "klatt": "1008", "meyer": "1008", "fr-1-7": "1008", "fkd": "1008",
             "giehl": "1008"}  # fmt: skip
    play = fight(place, "1008", "gfd-9", "ski-44s", result="R/-")
    assert offered(play, "soviet", "lose") == {"gfd-9"}
    refused(play, "soviet", "lose", "ski-44s", rule="6.4e")


@rule("vl", "6.4i")
def test_a_stack_that_fell_back_into_another_attackers_hex_does_not_go_on_with_it() -> None:
    # 26 BF has no way out but through ZOC or into 1109, where HQ 3C (no part of the attack) keeps the hex open; then
    # the stack of 1109 settles its own retreat, and 26 BF has gone its hex already
    place = {
        "fb-26": "1108", "fb-31": "1109", "hq-3c": "1109", "klatt": "1008", "meyer": "1008", "fr-1-7": "1008",
        "giehl": "1207", "fkd": "1107",
    }  # fmt: skip
    play = fight(place, "1008", "fb-26", "fb-31", result="R/-")
    assert offered(play, "soviet", "retreat") == {"1109"} or where(play, "fb-26") == "1109"
    while offered(play, "soviet", "retreat"):
        play.answer("soviet", "retreat", min(map(str, offered(play, "soviet", "retreat"))))
    assert where(play, "fb-26") == "1109", "one hex of retreat, no more"
    assert where(play, "fb-31") != "1109" and over(play)
    assert steps_of(play, "fb-26") == steps_of(play, "fb-31") == 2


@rule("vl", "6.4j")
def test_a_d_unit_in_a_village_may_stand() -> None:
    place = {"gfd-9": "0811", "gfd-46": "0813", "fb-26": "0811", "s-343": "0812"}
    play = fight(place, "0812", "gfd-9", "gfd-46", "fb-26", result="-/R1", game=other_figures())
    assert asked(play) == ("german", {"lose", "fall_back"})
    play.answer("german", "lose", "s-343")
    assert where(play, "s-343") == "0812" and steps_of(play, "s-343") == 1
    assert asked(play) == ("german", {"lose", "fall_back"}), "and one requirement more"


@rule("vl", "6.4j")
def test_a_unit_in_a_city_may_stand() -> None:
    place = {"gfd-9": "0309", "gfd-46": "0309", "gfd-21": "0408", "fd-257": "0407", "kraft": "0308"}
    play = fight(place, "0308", *(unit for unit in place if unit != "kraft"), result="1/R")
    assert asked(play) == ("german", {"lose", "fall_back"})


@rule("vl", "6.4i", "6.4j")
def test_the_question_cites_the_clause_that_lets_the_stack_stand() -> None:
    crowd = ("gfd-9", "gfd-46", "fb-26")
    place = {"gfd-9": "0811", "gfd-46": "0813", "fb-26": "0811", "s-343": "0812"}
    village = fight(place, "0812", *crowd, result="-/R1")
    ask = village.ask("german")
    assert ask is not None and ask.rule == "6.4j", "S 343 has quality C: the village lets it stand"
    refused(village, "german", "lose", "giehl", rule="6.4b")
    steady = fight({"gfd-9": "1108", "gfd-46": "1109", "fb-26": "1109", "giehl": "1008"}, "1008", *crowd, result="-/R1")
    ask = steady.ask("german")
    assert ask is not None and ask.rule == "6.4i"


@rule("vl", "6.4j")
def test_an_attacker_in_a_village_likewise() -> None:
    place = {"fb-31": "0812", "klatt": "0813", "meyer": "0813", "fr-1-7": "0813"}
    play = fight(place, "0813", "fb-31", result="R/-", game=other_figures())
    assert asked(play) == ("soviet", {"lose", "fall_back"})
    play.answer("soviet", "lose", "fb-31")
    assert where(play, "fb-31") == "0812" and steps_of(play, "fb-31") == 1


# ---- 6.4l


@rule("vl", "6.4l")
def test_1_r_on_a_b_unit_that_takes_the_step() -> None:
    place = {"gfd-9": "1108", "fb-26": "1109", "fb-100": "1109", "fb-32": "1109", "giehl": "1008"}
    attackers = [unit for unit in place if unit != "giehl"]
    play = fight({**place, "gfd-9": "1108 reduced"}, "1008", *attackers, result="1/R")
    play.answer("german", "lose", "giehl")
    assert where(play, "giehl") == "1008"
    assert asked(play) == ("soviet", {"lose"})
    refused(play, "soviet", "fall_back", rule="6.4d")
    play.answer("soviet", "lose", "fb-26")
    assert over(play), "no advance into a hex that is held"


@rule("vl", "6.4l")
def test_r_on_a_village_unit_with_one_step_that_takes_the_loss() -> None:
    place = {"gfd-9": "0811", "gfd-46": "0811", "kraft": "0812 reduced"}
    play = fight(place, "0812", "gfd-9", "gfd-46", result="-/R")
    play.answer("german", "lose", "kraft")
    assert where(play, "kraft") == "eliminated"
    play.answer("soviet", "advance", "gfd-9")
    assert where(play, "gfd-9") == "0812" and offered(play, "soviet", "advance_to") == set()


@rule("vl", "6.4l")
def test_r2_converted_is_a_step_and_two_requirements() -> None:
    place = {**CROWD, "klatt": "1008", "kraft": "1008"}
    play = fight(place, "1008", *CROWD, result="1/R2")
    play.answer("german", "lose", "klatt")
    assert where(play, "klatt") == "1008"
    assert asked(play) == ("german", {"lose", "fall_back"})
    play.answer("german", "lose", "kraft")
    assert asked(play) == ("german", {"lose", "fall_back"})
    answer(play, "german", "fall_back", ("retreat", "0908"))
    assert where(play, "klatt") == where(play, "kraft") == "0908"
    assert asked(play) == ("soviet", {"lose", "fall_back"}), "the defender retreated after all"


# ---- a table may be saved in the middle of it


@rule("vl", "6.4b")
def test_a_combat_can_be_kept_while_its_result_is_being_settled() -> None:
    play = beaten("1/R3", "giehl kraft")
    state = state_of(play)
    stored = json.loads(json.dumps(snapshot(state)))
    again = battlefield({})
    restore(again.state, stored)
    assert again.state == state and again.state.offer == state.offer
    while play.deciders == ("german",):
        ask = play.ask("german")
        assert ask is not None
        verb = next(iter(ask.answers))
        for one in (play, again):
            one.answer("german", verb, ask.answers[verb][0])
        assert again.state == play.state


def test_every_clause_that_takes_a_step_has_a_reason_in_words() -> None:
    for word in CAUSES.values():
        assert GAME.words.word(word, "en") and GAME.words.word(word, "ja")
    play = fight({"gfd-9": "1108", "gfd-46": "1109", "klatt": "1008"}, "1008", "gfd-9", "gfd-46", result="1/1")
    play.answer("german", "lose", "klatt")
    assert any("loses a step (combat result)" in line for line in play.log())


@rule("vl", "1.3c")
@pytest.mark.parametrize(("steps", "last"), [("", set()), (" reduced", {"klatt", "giehl"})])
def test_where_a_step_is_to_be_lost_it_is_told_who_would_be_eliminated(steps: str, last: set[str]) -> None:
    play = GAME.position(
        turn=3, step="result", active="soviet", arrivals=[], festungs={"west": 0, "east": 0}, result="-/1",
        attack={"on": "1008", "by": ["fd-357"]},
        place={"klatt": f"1008{steps}", "giehl": f"1008{steps}", "fd-357": "1108"},
    )  # fmt: skip
    ask = play.view("german")["ask"]
    assert set(ask["answers"]["lose"]) == {"klatt", "giehl"} and set(ask["focus"]["last"]) == last
