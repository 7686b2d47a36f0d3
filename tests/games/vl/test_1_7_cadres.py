"""Chapter 1.7: divisions of three steps, the regiments they detach and take back, and their cadres."""

from __future__ import annotations

import pytest

from grognard.core.play import Play
from grognard.games.vl import GAME
from grognard.testing import rule
from tests.games.vl._help import (
    answer,
    end_movement,
    fight,
    halt,
    happened,
    idle_until,
    march,
    no_arrivals,
    number,
    offered,
    position,
    refused,
    stack,
    state_of,
    steps_of,
    strength_of,
    supply_of,
    told,
    unit_names,
    where,
)

DIVISIONS = sorted(unit_names(GAME.counters.divisions))


def quality(play: Play, unit: str) -> str:
    return "ABCD"[state_of(play).quality(number(unit))]


def cadres(play: Play) -> set[str]:
    """The counters of the pool that are on the map."""
    return {name for name in unit_names(GAME.counters.cadres) if where(play, name).isdigit()}


# ---- losses (1.7.1)


@rule("vl", "1.7.1")
def test_every_soviet_rifle_division_has_three_steps_and_nothing_else_has() -> None:
    rifles = {"fd-381", "fd-257", "fd-357", "fd-28", "fd-7e", "fd-249e", "fd-350", "fd-150"}
    assert set(DIVISIONS) == rifles | {"gfd-9", "gfd-46", "gfd-21", "gfd-19"}
    assert max(GAME.counters.steps[unit] for unit in range(len(GAME.counters)) if GAME.counters.steps[unit] != 5) == 3


@rule("vl", "1.7.1")
def test_the_21st_guards_front_back_cadre_and_gone() -> None:
    """The worked example: the cadre has the quality letter of its division."""
    seen = []
    for state in ("", " reduced", " cadre"):
        foes = ["klatt", "meyer"] if state == "" else ["s-343" if state == " cadre" else "klatt"]
        play = fight("-/1", "german", "1411", *foes, place={"gfd-21": f"1411{state}", **dict.fromkeys(foes, "1410")})
        seen.append((steps_of(play, "gfd-21"), strength_of(play, "gfd-21"), quality(play, "gfd-21")))
        answer(play, "soviet", ("lose", "gfd-21"))
    assert seen == [(3, 8, "B"), (2, 5, "B"), (1, 3, "B")]
    assert (steps_of(play, "gfd-21"), where(play, "gfd-21")) == (0, "eliminated")


@rule("vl", "1.7.1")
def test_the_second_loss_makes_a_cadre_which_is_a_regiment_of_foot() -> None:
    play = fight("-/1", "german", "1411", "klatt", place={"fd-357": "1411 reduced", "klatt": "1410"})
    answer(play, "soviet", ("lose", "fd-357"))
    assert state_of(play).is_cadre(number("fd-357"))
    assert happened(play, "event.becomes_cadre") == [
        {"unit": "fd-357", "word_cause": "cause_result", "lost": 1, "hex": "1411"}
    ]
    # the log calls it what its counter said then, the counter what it is now
    said = "357 DF loses a step (combat result) and is down to a cadre"
    assert any(said in line and "Cadre" not in line for line in play.log("en"))
    assert next(one["label"] for one in play.view(None)["pieces"] if one["id"] == "fd-357") == "Cadre 357 DF"


@rule("vl", "1.7.1", "1.7.2a")
def test_a_reduced_division_and_its_cadre_have_three_steps_in_all() -> None:
    play = position(place={"fd-357": "1411"})
    answer(play, "soviet", ("detach", "fd-357"))
    cadre = min(cadres(play))
    assert steps_of(play, "fd-357") + steps_of(play, cadre) == 3
    # attacked together until nothing is left: three losses, never four
    steps = [
        ({"fd-357": "1411 reduced", "cadre-1": "1411 of fd-357"}, ["klatt", "meyer"], "fd-357"),
        ({"fd-357": "1411 cadre", "cadre-1": "1411 of fd-357"}, ["klatt"], "cadre-1"),
        ({"fd-357": "1411 cadre"}, ["klatt"], "fd-357"),
    ]
    for stack_, foes, victim in steps:
        play = fight("-/1", "german", "1411", *foes, place={**stack_, **dict.fromkeys(foes, "1410")})
        before = sum(steps_of(play, unit) for unit in stack_)
        answer(play, "soviet", ("lose", victim))
        assert before == 3 - steps.index((stack_, foes, victim))
    assert where(play, "fd-357") == "eliminated"


# ---- detaching (1.7.2)


@rule("vl", "1.7.2a", "1.7.2b")
def test_the_357th_division_detaches_a_regiment() -> None:
    """The worked example: reduced 357 and a cadre of its quality, three steps in all, no movement points spent."""
    play = position(place={"fd-357": "1410"})
    answer(play, "soviet", ("detach", "fd-357"))
    (cadre,) = cadres(play)
    assert stack(play, "1410") == {"fd-357", cadre}
    assert (steps_of(play, "fd-357"), steps_of(play, cadre)) == (2, 1)
    assert (strength_of(play, "fd-357"), strength_of(play, cadre)) == (5, 2)
    assert quality(play, cadre) == quality(play, "fd-357") == "C"
    for unit in ("fd-357", cadre):
        answer(play, "soviet", ("unit", unit))
        ask = play.ask("soviet")
        assert ask is not None and ask.message.args["points"] == "6"


@rule("vl", "1.7.2a", "3.1a")
def test_a_division_picked_up_is_put_down_again_at_no_cost_and_divides_then() -> None:
    play = position(place={"fd-357": "1410", "tr-27": "1408"})
    before = state_of(play).clone()
    answer(play, "soviet", ("unit", "fd-357"), "put_down")
    assert state_of(play) == before
    answer(play, "soviet", ("detach", "fd-357"))
    # once under way it is under way, and a unit that is still to enter has nothing to be put down on
    march(play, "soviet", "fd-357", "1409")
    refused(play, "soviet", "put_down", rule="3.1a")
    refused(play, "soviet", "divide", rule="1.7.2a")


@rule("vl", "1.7.2a")
def test_a_division_in_hand_divides_at_once_and_stays_in_hand_with_all_its_points() -> None:
    play = position(place={"fd-357": "1410", "fd-28": "1408 reduced"})
    answer(play, "soviet", ("unit", "fd-28"))
    refused(play, "soviet", "divide", rule="1.7.2a")  # not whole
    answer(play, "soviet", ("unit", "fd-357"), "divide")
    (cadre,) = cadres(play)
    assert stack(play, "1410") == {"fd-357", cadre} and steps_of(play, "fd-357") == 2
    ask = play.ask("soviet")
    assert ask is not None and (ask.message.args["unit"], ask.message.args["points"]) == ("fd-357", "6")
    refused(play, "soviet", "divide", rule="1.7.2a")  # once a phase
    answer(play, "soviet", ("move", "1409"))
    assert (where(play, "fd-357"), where(play, cadre)) == ("1409", "1410")


@rule("vl", "1.7.3")
def test_a_division_in_hand_takes_a_regiment_back_before_it_sets_out() -> None:
    play = position(place={"fd-357": "1410 reduced", "cadre-1": "1410 of fd-357", "cadre-2": "1410 of gfd-9"})
    answer(play, "soviet", ("unit", "fd-357"), "rejoin", ("cadre", "cadre-1"))
    assert steps_of(play, "fd-357") == 3 and where(play, "cadre-1") == "pool"
    assert not play.legal("soviet", "rejoin") and not play.legal("soviet", "divide")
    answer(play, "soviet", ("move", "1409"))
    assert where(play, "fd-357") == "1409"


@rule("vl", "1.7.3")
def test_a_division_in_hand_without_a_cadre_beside_it_takes_nothing_back() -> None:
    play = position(place={"fd-357": "1410 reduced", "cadre-1": "1409 of fd-357"})
    answer(play, "soviet", ("unit", "fd-357"))
    refused(play, "soviet", "rejoin", rule="1.7.3")


@rule("vl", "1.7.2a")
def test_both_move_separately_with_all_their_points() -> None:
    play = position(place={"gfd-9": "1410"})
    answer(play, "soviet", ("detach", "gfd-9"))
    (cadre,) = cadres(play)
    march(play, "soviet", cadre, "1405")  # woods at the last: five points
    halt(play, "soviet")
    march(play, "soviet", "gfd-9", "1415")
    halt(play, "soviet")
    assert (where(play, cadre), where(play, "gfd-9")) == ("1405", "1415")
    assert quality(play, cadre) == "B"


@rule("vl", "1.7.2a")
def test_only_a_full_division_that_has_not_moved_detaches() -> None:
    place = {"fd-357": "1410 reduced", "gfd-9": "1411 cadre", "fd-28": "1412", "fb-31": "1413", "tr-27": "1413"}
    play = position(place=place)
    assert offered(play, "soviet", "detach") == {"fd-28"}
    for unit in ("fd-357", "gfd-9", "fb-31", "tr-27", "klatt", "fd-381"):
        refused(play, "soviet", "detach", unit, rule="1.7.2a")
    march(play, "soviet", "fd-28", "1413")
    refused(play, "soviet", "detach", "fd-28", rule="1.7.2a")  # in the middle of its move
    halt(play, "soviet")
    refused(play, "soviet", "detach", "fd-28", rule="1.7.2a")


@rule("vl", "1.7.2a")
def test_a_division_detaches_once_a_phase_and_does_not_take_the_regiment_back_at_once() -> None:
    play = position(place={"fd-357": "1410"})
    answer(play, "soviet", ("detach", "fd-357"))
    refused(play, "soviet", "detach", "fd-357", rule="1.7.2a")
    refused(play, "soviet", "absorb", "fd-357", rule="1.7.3")


@rule("vl", "1.7.2a")
def test_a_division_only_looked_at_may_still_detach() -> None:
    play = position(place={"fd-357": "1410", "fb-31": "1411"})
    answer(play, "soviet", ("unit", "fd-357"), ("unit", "fb-31"), "stop", ("detach", "fd-357"))
    assert len(cadres(play)) == 1


@rule("vl", "1.7.2a", "4.2.1b")
def test_detaching_in_enemy_zoc_is_free_and_each_part_pays_for_leaving() -> None:
    play = position(place={"fd-357": "1410", "giehl": "1411"})
    answer(play, "soviet", ("detach", "fd-357"))
    (cadre,) = cadres(play)
    for unit in (cadre, "fd-357"):
        answer(play, "soviet", ("unit", unit))
        assert play.preview("soviet", "move", "1409")["cost"] == "3"


@rule("vl", "1.7.2a")
def test_the_regiment_of_a_division_without_supply_has_none_either() -> None:
    for state in ("isolated", "unsupplied"):
        play = position(place={"fd-357": f"1410 {state}"})
        answer(play, "soviet", ("detach", "fd-357"))
        (cadre,) = cadres(play)
        assert supply_of(play, cadre) == state
        answer(play, "soviet", ("unit", cadre))
        ask = play.ask("soviet")
        assert ask is not None and ask.message.args["points"] == ("3" if state == "unsupplied" else "6")


@rule("vl", "1.7.2a")
def test_a_division_off_the_map_does_not_detach() -> None:
    play = position(turn=4, place={"fd-381": "1410"})
    assert "fd-7e" in offered(play, "soviet", "unit")
    refused(play, "soviet", "detach", "fd-7e", rule="1.7.2a")
    march(play, "soviet", "fd-7e", "1607")
    refused(play, "soviet", "detach", "fd-7e", rule="1.7.2a")


# ---- taking back (1.7.3)


@rule("vl", "1.7.3")
def test_a_reduced_division_takes_back_a_cadre_free_of_charge() -> None:
    play = position(place={"fd-357": "1410 reduced", "cadre-1": "1410 of fd-357"})
    answer(play, "soviet", ("absorb", "fd-357"))
    assert (steps_of(play, "fd-357"), where(play, "cadre-1")) == (3, "pool")
    answer(play, "soviet", ("unit", "fd-357"))
    ask = play.ask("soviet")
    assert ask is not None and ask.message.args["points"] == "6"


@rule("vl", "1.7.3")
def test_a_cadre_of_lower_quality_is_refused_and_a_better_one_taken() -> None:
    # the guards are B, the others C
    play = position(place={"gfd-9": "1410 reduced", "cadre-1": "1410 of fd-357"})
    refused(play, "soviet", "absorb", "gfd-9", rule="1.7.3")
    play = position(place={"fd-357": "1410 reduced", "cadre-1": "1410 of gfd-9"})
    answer(play, "soviet", ("absorb", "fd-357"))
    assert steps_of(play, "fd-357") == 3 and strength_of(play, "fd-357") == 7
    # with both kinds there the poorer is refused by name
    place = {
        "gfd-9": "1410 reduced",
        "cadre-1": "1410 of fd-357",
        "cadre-2": "1410 of gfd-46",
        "cadre-3": "1410 of gfd-9",
    }
    play = position(place=place)
    answer(play, "soviet", ("absorb", "gfd-9"))
    assert offered(play, "soviet", "cadre") == {"cadre-2", "cadre-3"}
    refused(play, "soviet", "cadre", "cadre-1", rule="1.7.3")


@rule("vl", "1.7.3")
def test_the_cadre_of_any_division_will_do_even_a_division_that_is_down_to_one() -> None:
    play = position(place={"fd-357": "1410 reduced", "fd-28": "1410 cadre"})
    answer(play, "soviet", ("absorb", "fd-357"))
    assert (steps_of(play, "fd-357"), where(play, "fd-28")) == (3, "absorbed")
    assert offered(play, "soviet", "unit") & {"fd-28"} == set()
    refused(play, "soviet", "unit", "fd-28", rule="3.1a")
    refused(play, "soviet", "detach", "fd-28", rule="1.7.2a")
    # it is not lost and does not come back: the step lives on in the other division
    play = position(place={"fd-357": "1410 reduced", "cadre-4": "1410 of fd-381"})
    answer(play, "soviet", ("absorb", "fd-357"))
    assert where(play, "cadre-4") == "pool"


@rule("vl", "1.7.3")
def test_a_unit_down_to_a_cadre_absorbs_nothing() -> None:
    play = position(place={"fd-357": "1410 cadre", "cadre-1": "1410 of fd-28"})
    assert offered(play, "soviet", "absorb") == set()
    refused(play, "soviet", "absorb", "fd-357", rule="1.7.3")
    refused(play, "soviet", "absorb", "cadre-1", rule="1.7.3")


@rule("vl", "1.7.3")
def test_a_full_division_absorbs_nothing_and_nobody_absorbs_from_another_hex() -> None:
    play = position(place={"fd-357": "1410", "fd-28": "1411 reduced", "cadre-1": "1410 of fd-28"})
    assert offered(play, "soviet", "absorb") == set()
    refused(play, "soviet", "absorb", "fd-357", rule="1.7.3")
    refused(play, "soviet", "absorb", "fd-28", rule="1.7.3")


@rule("vl", "1.7.3")
def test_neither_may_have_moved_in_the_phase() -> None:
    place = {"fd-357": "1410 reduced", "cadre-1": "1411 of fd-357"}
    play = position(place=place)
    march(play, "soviet", "cadre-1", "1410")
    halt(play, "soviet")
    refused(play, "soviet", "absorb", "fd-357", rule="1.7.3")
    play = position(place=place)
    march(play, "soviet", "fd-357", "1411")
    halt(play, "soviet")
    refused(play, "soviet", "absorb", "fd-357", rule="1.7.3")
    # in the next turn they have not
    play = position(turn=3, place={**place, **no_arrivals()})
    march(play, "soviet", "cadre-1", "1410")
    halt(play, "soviet")
    end_movement(play, "soviet")
    idle_until(play, "event.turn")
    answer(play, "soviet", ("absorb", "fd-357"))
    assert steps_of(play, "fd-357") == 3


@rule("vl", "1.7.3")
def test_a_regiment_just_detached_may_join_another_division_in_the_hex() -> None:
    play = position(place={"fd-357": "1410", "fd-28": "1410 reduced"})
    answer(play, "soviet", ("detach", "fd-357"), ("absorb", "fd-28"))
    assert (steps_of(play, "fd-357"), steps_of(play, "fd-28"), cadres(play)) == (2, 3, set())


# ---- as many as are wanted (1.7.4)


@rule("vl", "1.7.4")
def test_a_tenth_cadre_can_be_made() -> None:
    hexes = [f"14{row:02}" for row in range(6, 18)]
    play = position(place=dict(zip(DIVISIONS, hexes, strict=True)))
    for count, division in enumerate(DIVISIONS, start=1):
        answer(play, "soviet", ("detach", division))
        assert len(cadres(play)) == count
    assert count == 12


@rule("vl", "1.7.4")
def test_a_lost_cadre_counter_is_used_again_for_another_division() -> None:
    play = fight("-/1", "german", "1411", "s-343", place={"cadre-1": "1411 of gfd-9", "s-343": "1410"})
    answer(play, "soviet", ("lose", "cadre-1"))
    assert where(play, "cadre-1") == "pool" and told(play).count("event.eliminated") == 1
    play = position(place={"fd-357": "1410 reduced", "cadre-1": "1410 of gfd-9", "fd-28": "1412"})
    answer(play, "soviet", ("absorb", "fd-357"), ("detach", "fd-28"))
    assert (where(play, "cadre-1"), quality(play, "cadre-1"), strength_of(play, "cadre-1")) == ("1412", "C", 2)


@pytest.mark.parametrize("division", DIVISIONS)
def test_a_cadre_is_worth_its_divisions_last_step(division: str) -> None:
    play = position(place={division: "1410"})
    answer(play, "soviet", ("detach", division))
    (cadre,) = cadres(play)
    assert strength_of(play, cadre) == GAME.counters.strength[number(division)][1]
    assert state_of(play).stem(number(cadre)) == number(division)
