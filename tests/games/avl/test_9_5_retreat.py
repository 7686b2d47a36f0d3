"""Chapter 9.5 of A Victory Lost: where beaten units must go, what it costs them, and when there is no way.

Most fights stand on the steppe round 6038, clear and without a river for four hexes. Its neighbours are 6037 (N), 6138
(NE), 6139 (SE), 6039 (S), 5939 (SW) and 5938 (NW). For the Axis, whose sources lie on the west edge, 5938 and 5939 are
closer to supply, 6037 to that of 0106 alone, the others to none. For the Soviets 5938 and 6037 are closer to the
northern sources, 6037 and 6138 to the eastern ones, 6039 and 6139 to 6542, 5939 to none.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random

import pytest

from grognard.core.play import Play
from grognard.games.avl.retreat import EndRetreat, RetreatUnit, begin
from grognard.games.avl.state import AvlState
from grognard.testing import rule
from tests.games.avl._help import (
    answer,
    avl,
    closed,
    happened,
    idle,
    number,
    offered,
    position,
    refused,
    score,
    shut_in,
    state_of,
    steps_of,
    where,
)  # fmt: skip

ELSEWHERE = {"su-266": "5705", "de-213": "5704"}
"""A second front far off in the clear: it keeps the Combat Segment open when the fight under test is over."""


def beaten(
    place: dict[str, str], result: str, *attackers: str, at: str = "6038", active: str = "soviet", turn: int = 2
) -> Play:
    """These attackers have fought for a hex and the die gave this result; the losses are still to be taken."""
    words = {"step": "combat", "active": active, "turn": turn, "place": place | ELSEWHERE}
    words["activated"] = [*attackers, "su-266" if active == "soviet" else "de-213"]
    column = position(**words).preview(active, "attack", at)["by_die"]
    play = position(**words, dice=[column.index(result) + 1])
    answer(play, active, ("attack", at), *(("add", unit) for unit in attackers), "resolve")
    assert happened(play, "event.combat")[0]["result"] == result
    return play


EAST = {"su-1gm": "6138", "su-5m": "6139"}
"""Ten points from the east; 6037 and 6039 are in their ZOC, 5938 and 5939 are not."""
NORTHEAST = {"su-1gm": "6138", "su-5m": "6138"}
"""Ten points from the northeast; 6037 and 6139 are in their ZOC."""
SOUTHEAST = {"su-1gm": "6139", "su-5m": "6139"}
"""Ten points from the southeast; 6138 and 6039 are in their ZOC."""


def beaten_east(place: dict[str, str], result: str, **more: str) -> Play:
    return beaten(EAST | place | more, result, *EAST)


def two_hexes(place: dict[str, str], unit: str = "de-304", **where_: dict[str, str]) -> Play:
    """A full unit that must retreat two hexes from 6038: a security division with it takes the step of 1DR2."""
    attackers = where_.get("attackers", EAST)
    stack = {unit: "6038 isolated", "de-403": "6038 isolated"}
    play = beaten(attackers | place | stack, "1DR2", *attackers)
    play.answer("axis", "lose", "de-403")
    assert where(play, "de-403") == "eliminated" and steps_of(play, unit) == 2
    return play


# ---- 9.5


@rule("avl", "9.5")
def test_a_retreat_is_compulsory_and_no_loss_may_be_taken_instead() -> None:
    play = beaten_east({"de-304": "6038"}, "DR")
    ask = play.ask("axis")
    assert ask is not None and set(ask.answers) == {"retreat"}
    refused(play, "axis", "lose", "de-304", rule="9.4.1b")
    refused(play, "axis", "stop", rule="9.5.2a")
    refused(play, "axis", "retreat", "6038", rule="9.5")  # it cannot stay where it is


@rule("avl", "9.5")
def test_dr_is_one_hex_and_dr2_two_and_the_owner_moves_his_units() -> None:
    one = beaten_east({"de-304": "6038"}, "DR")
    assert one.deciders == ("axis",)
    refused(one, "soviet", "retreat", "5938", rule="")
    one.answer("axis", "retreat", "5938")
    assert where(one, "de-304") == "5938" and one.deciders == ("soviet",)
    two = two_hexes({})
    two.answer("axis", "retreat", "5938")
    assert two.deciders == ("axis",)
    two.answer("axis", "retreat", "5838")
    assert where(two, "de-304") == "5838" and two.deciders == ("soviet",)


@rule("avl", "9.5")
@pytest.mark.parametrize("result", ["A1", "-", "DR"])
def test_the_attacker_never_retreats(result: str) -> None:
    attackers = {"su-7tk": "6138", "su-1tk": "6139"}
    play = beaten(attackers | {"de-17pz": "6038", "de-304": "6038"}, result, *attackers)
    while play.deciders == ("axis",) or offered(play, "soviet", "lose"):
        idle(play)
    assert {unit: where(play, unit) for unit in attackers} == attackers
    assert all(one["unit"] not in attackers for one in happened(play, "event.retreats"))


# ---- 9.5.1


@rule("avl", "9.5.1a")
def test_a_retreat_takes_no_movement_points_from_a_unit_that_has_hardly_any() -> None:
    # 403 is isolated and has 2 MPs; each rough hex round 3129 would cost it 2
    attackers = {"su-1gm": "3228", "su-5m": "3229"}
    stack = {"de-403": "3129 isolated", "de-444": "3129 isolated"}
    play = beaten(attackers | stack, "1DR2", *attackers, at="3129")
    play.answer("axis", "lose", "de-444")
    answer(play, "axis", ("retreat", "3028"), ("retreat", "2928"))
    assert where(play, "de-403") == "2928"  # Krasny Luch, rough as well
    assert steps_of(play, "de-403") == 1


@rule("avl", "9.5.1a")
def test_a_retreat_over_a_minor_river_costs_nothing() -> None:
    # both western neighbours of 5113, 5012 and 5013, lie over an unbridged minor river
    attackers = {"su-1gm": "5213", "su-5m": "5213"}
    stack = {"de-403": "5113 isolated", "de-444": "5113 isolated"}
    play = beaten(attackers | stack, "1DR2", *attackers, at="5113")
    play.answer("axis", "lose", "de-444")
    answer(play, "axis", ("retreat", "5013"), ("retreat", "4914"))
    assert where(play, "de-403") == "4914" and steps_of(play, "de-403") == 1


@rule("avl", "9.5.1b")
def test_the_units_of_a_stack_may_retreat_to_different_hexes() -> None:
    play = beaten_east({"de-304": "6038", "de-3mt": "6038"}, "DR")
    assert offered(play, "axis", "retreat_unit") == {"de-304", "de-3mt"}
    answer(play, "axis", ("retreat_unit", "de-3mt"), ("retreat", "5938"))
    assert offered(play, "axis", "retreat") == {"5938", "5939"}  # and 304 chooses for itself
    play.answer("axis", "retreat", "5939")
    assert (where(play, "de-3mt"), where(play, "de-304")) == ("5938", "5939")


@rule("avl", "9.5.1b", "9.5.2c")
def test_the_first_unit_can_make_a_hex_full_for_the_second() -> None:
    play = beaten_east({"de-304": "6038", "de-3mt": "6038", "de-302": "5938"}, "DR")
    answer(play, "axis", ("retreat_unit", "de-304"))
    assert offered(play, "axis", "retreat") == {"5938", "5939"}
    play.answer("axis", "retreat", "5938")
    assert where(play, "de-3mt") == "5939"  # nothing left to choose


@rule("avl", "9.5.1b")
def test_only_the_owner_retreats_his_units_and_only_those_that_were_beaten() -> None:
    play = beaten_east({"de-304": "6038", "de-3mt": "6038", "de-302": "5938"}, "DR")
    refused(play, "axis", "retreat_unit", "de-302", rule="9.5")
    refused(play, "soviet", "retreat_unit", "de-304", rule="")


# ---- 9.5.2


@rule("avl", "9.5.2a")
def test_a_retreat_avoids_enemy_zoc() -> None:
    play = beaten_east({"de-304": "6038"}, "DR")
    assert offered(play, "axis", "retreat") == {"5938", "5939"}
    refused(play, "axis", "retreat", "6037", rule="9.5.2a")
    refused(play, "axis", "retreat", "6039", rule="9.5.2a")


@rule("avl", "9.5.2a")
def test_on_dr2_whole_paths_are_compared_and_not_their_first_hexes() -> None:
    # With 1GM in 6138, 5M in 6039, 24Tk in 5738 and 18Tk in 5836 every path enters at least one ZOC hex. 5938 is free,
    # but nothing behind it is; 5939 is in ZOC, but 5839 behind it is free; so is 6036 behind 6037.
    attackers = {"su-1gm": "6138", "su-5m": "6039"}
    play = two_hexes({"su-24tk": "5738", "su-18tk": "5836"}, attackers=attackers)
    assert offered(play, "axis", "retreat") == {"5938", "5939", "6037"}
    play.answer("axis", "retreat", "5939")
    assert (where(play, "de-304"), steps_of(play, "de-304")) == ("5839", 1)


@rule("avl", "9.5.2a")
def test_on_dr2_the_second_hex_avoids_zoc_as_well() -> None:
    # 5938 is in ZOC of 6037, 5939 of 5839, 6139 of 6138: only 6039 is free, and of its neighbours only 6040 and 6140
    attackers = {"su-1gm": "6138", "su-5m": "6037"}
    play = two_hexes({"su-24tk": "5839"}, attackers=attackers)
    assert where(play, "de-304") == "6039" and steps_of(play, "de-304") == 2
    assert offered(play, "axis", "retreat") == {"6040", "6140"}
    refused(play, "axis", "retreat", "5939", rule="9.5.2a")
    refused(play, "axis", "retreat", "6139", rule="9.5.2a")
    play.answer("axis", "retreat", "6040")
    assert where(play, "de-304") == "6040" and steps_of(play, "de-304") == 2


@rule("avl", "9.5.2a")
def test_a_friendly_unit_in_the_hex_does_not_make_its_zoc_go_away() -> None:
    held = {"de-304": "6038", "de-302": "5939"}
    free = beaten_east(held, "DR")
    assert offered(free, "axis", "retreat") == {"5938", "5939"}
    play = beaten_east(held | {"su-24tk": "5839"}, "DR")  # its ZOC covers 5939
    assert where(play, "de-304") == "5938"


@rule("avl", "9.5.2a")
def test_a_free_hex_must_be_taken_even_if_it_leads_away_from_supply() -> None:
    # 5938 is in ZOC of 6037, 5939 in that of 5839, 6139 in that of 6138; only 6039 is free, and closer to no source
    attackers = {"su-1gm": "6138", "su-5m": "6037"}
    play = beaten(attackers | {"su-24tk": "5839", "de-304": "6038"}, "DR", *attackers)
    assert where(play, "de-304") == "6039"
    assert steps_of(play, "de-304") == 2


@rule("avl", "9.5.2b")
def test_of_two_free_hexes_the_one_closer_to_a_source_is_compulsory() -> None:
    play = beaten(NORTHEAST | {"de-304": "6038"}, "DR", *NORTHEAST)
    assert offered(play, "axis", "retreat") == {"5938", "5939"}
    refused(play, "axis", "retreat", "6039", rule="9.5.2b")  # free too, but no closer
    refused(play, "axis", "retreat", "6037", rule="9.5.2a")
    refused(play, "axis", "retreat", "6138", rule="5.0.2")
    refused(play, "axis", "retreat", "5838", rule="9.5")


@rule("avl", "9.5.2b")
def test_a_unit_may_choose_which_source_it_nears() -> None:
    # Soviet sources lie north, east and southeast of 6038; the Germans in 5939 cover 5938 and 6039
    attackers = {"de-11pz": "5939", "de-6pz": "5939"}
    play = beaten(attackers | {"su-91": "6038"}, "DR", *attackers, active="axis")
    assert offered(play, "soviet", "retreat") == {"6037", "6138", "6139"}


@rule("avl", "9.5.2b")
def test_on_dr2_both_hexes_must_near_one_and_the_same_source() -> None:
    # 6037 is closer to 0106 and no other; from there 6036 and 5937 go on to 0106, 5938 goes to the other sources
    play = two_hexes({}, attackers=SOUTHEAST)
    assert offered(play, "axis", "retreat") == {"6037", "5938", "5939"}
    play.answer("axis", "retreat", "6037")
    assert offered(play, "axis", "retreat") == {"6036", "5937"}
    refused(play, "axis", "retreat", "5938", rule="9.5.2b")


@rule("avl", "9.5", "9.5.2b")
def test_on_dr2_a_path_that_nears_supply_only_with_its_first_hex_is_refused() -> None:
    play = two_hexes({}, attackers=EAST)
    assert offered(play, "axis", "retreat") == {"5938", "5939"}
    play.answer("axis", "retreat", "5938")
    assert offered(play, "axis", "retreat") == {"5937", "5837", "5838"}
    refused(play, "axis", "retreat", "5939", rule="9.5.2b")
    refused(play, "axis", "retreat", "6038", rule="9.5")  # nor back to where it came from


FULL = {"de-302": "5938", "de-306": "5938"}
"""Two divisions in 5938."""


@rule("avl", "9.5.2c", "9.5.4a")
def test_the_closer_hex_is_compulsory_even_when_it_is_full() -> None:
    # 5939 is in ZOC of 24Tk (5839), 6039 is free and empty but no closer: 304 must go to 5938 and then on
    play = beaten(NORTHEAST | FULL | {"su-24tk": "5839", "de-304": "6038"}, "DR", *NORTHEAST)
    assert where(play, "de-304") == "5938"
    assert offered(play, "axis", "retreat") == {"5937", "5837"}
    play.answer("axis", "retreat", "5837")
    assert where(play, "de-304") == "5837" and steps_of(play, "de-304") == 2


@rule("avl", "9.5.2c")
def test_of_two_closer_hexes_the_one_with_room_is_compulsory() -> None:
    play = beaten(SOUTHEAST | FULL | {"de-304": "6038"}, "DR", *SOUTHEAST)
    assert offered(play, "axis", "retreat") == {"6037", "5939"}
    refused(play, "axis", "retreat", "5938", rule="9.5.2c")


@rule("avl", "9.5.2c")
def test_a_full_hex_on_the_way_does_not_matter_only_the_last_one() -> None:
    play = two_hexes(FULL, attackers=EAST)
    assert offered(play, "axis", "retreat") == {"5938", "5939"}
    answer(play, "axis", ("retreat", "5938"), ("retreat", "5837"))
    assert where(play, "de-304") == "5837"


@rule("avl", "9.5.2d")
def test_304_must_retreat_to_the_one_hex_free_of_soviet_zoc() -> None:
    # of the four hexes open to it 6037, 6039 and 5938 are in Soviet ZOC, 5939 is not
    play = beaten_east({"de-304": "6038", "su-24tk": "5837"}, "DR")
    assert where(play, "de-304") == "5939"
    assert steps_of(play, "de-304") == 2
    assert [one["hex"] for one in happened(play, "event.retreats")] == ["5939"]


@rule("avl", "9.5.2e")
def test_13tk_retreats_one_hex_closer_to_a_soviet_source() -> None:
    # the Germans in 6037 cover 5938 and 6138; 6039 and 6139 are closer to 6542, 5939 is not closer to any source
    attackers = {"de-11pz": "6037", "de-6pz": "6037"}
    play = beaten(attackers | {"su-13tk": "6038", "su-91": "6038"}, "DR", *attackers, active="axis")
    play.answer("soviet", "retreat_unit", "su-13tk")
    assert offered(play, "soviet", "retreat") == {"6039", "6139"}
    refused(play, "soviet", "retreat", "5939", rule="9.5.2b")
    play.answer("soviet", "retreat", "6139")
    assert where(play, "su-13tk") == "6139"


# ---- 9.5.3

AROUND = {"su-24tk": "5838"}
"""With the attackers in the east, this corps puts every way out of 6038 into Soviet ZOC."""


@rule("avl", "9.5.3")
def test_each_unit_of_a_stack_loses_a_step_on_entering_zoc() -> None:
    play = beaten_east({"de-304": "6038", "de-3mt": "6038", **AROUND}, "DR")
    answer(play, "axis", ("retreat_unit", "de-304"), ("retreat", "5938"), ("retreat", "5938"))
    assert where(play, "de-304") == where(play, "de-3mt") == "5938"
    assert steps_of(play, "de-304") == steps_of(play, "de-3mt") == 1
    told = "304 loses a step (retreat into enemy ZOC) and is flipped to its reduced side (9.5.3)"
    assert told in play.log(), "the result, DR, costs no step: the log says what did"


@rule("avl", "9.5.3")
def test_a_friendly_unit_in_the_zoc_hex_does_not_save_the_step() -> None:
    play = beaten_east({"de-304": "6038", "de-302": "5938", **AROUND}, "DR")
    play.answer("axis", "retreat", "5938")
    assert (steps_of(play, "de-304"), steps_of(play, "de-302")) == (1, 2)


@rule("avl", "9.5.3")
def test_two_zoc_hexes_on_dr2_cost_two_steps() -> None:
    # a ring of Soviets two hexes out: every two-hex path enters ZOC twice
    ring = {"su-24tk": "5838", "su-18tk": "5836", "su-17tk": "5840", "su-1tk": "6036", "su-7tk": "6041"}
    play = two_hexes(ring)
    play.answer("axis", "retreat", "5938")
    assert (where(play, "de-304"), steps_of(play, "de-304")) == ("5938", 1)
    play.answer("axis", "retreat", "5837")
    assert where(play, "de-304") == "eliminated"
    assert [one["unit"] for one in happened(play, "event.step_lost")] == ["de-304"]


@rule("avl", "9.5.3")
def test_one_step_is_lost_per_hex_however_many_zocs_reach_it() -> None:
    more = {"su-24tk": "5838", "su-18tk": "5837", "su-17tk": "5839"}
    play = beaten_east({"de-304": "6038", **more}, "DR")
    play.answer("axis", "retreat", "5938")
    assert (where(play, "de-304"), steps_of(play, "de-304")) == ("5938", 1)


@rule("avl", "9.5.3", "14.0.1c")
def test_a_reduced_unit_dies_on_entering_zoc_and_its_hq_is_relocated() -> None:
    place = {"de-304": "6038 reduced", "hq-hollidt": "6038", **AROUND}
    play = beaten_east(place, "DR")
    play.answer("axis", "retreat", "5939")
    assert where(play, "de-304") == "eliminated"
    assert score(play) == (25, 1)
    assert play.deciders == ("axis",)
    assert offered(play, "axis", "relocate_to") != set()  # 12.2b


@rule("avl", "9.5.3")
def test_an_hq_that_goes_along_into_zoc_loses_nothing() -> None:
    play = beaten_east({"de-304": "6038", "hq-hollidt": "6038", **AROUND}, "DR")
    play.answer("axis", "retreat", "5939")
    assert (where(play, "de-304"), steps_of(play, "de-304")) == ("5939", 1)
    assert (where(play, "hq-hollidt"), steps_of(play, "hq-hollidt")) == ("5939", 1)
    assert [one["unit"] for one in happened(play, "event.step_lost")] == ["de-304"]


@rule("avl", "9.5.3")
def test_an_hq_that_must_go_on_alone_into_zoc_loses_nothing() -> None:
    # 4PzA stands in 5938, so Hollidt goes one hex further than 304; everything behind 5938 is in ZOC
    ring = {"su-24tk": "5838", "su-18tk": "5836"}
    play = beaten_east({"de-304": "6038", "hq-hollidt": "6038", "hq-4pza": "5938", **ring}, "DR")
    play.answer("axis", "retreat", "5938")
    assert offered(play, "axis", "retreat") == {"5937", "5837"}
    play.answer("axis", "retreat", "5837")
    assert (where(play, "de-304"), where(play, "hq-hollidt"), where(play, "hq-4pza")) == ("5938", "5837", "5938")


# ---- 9.5.4


@rule("avl", "9.5.4a")
def test_an_extra_hex_in_zoc_costs_another_step() -> None:
    # 5938 is full; behind it everything is in ZOC of 24Tk (5839) or 18Tk (5836)
    ring = {"su-24tk": "5839", "su-18tk": "5836"}
    play = beaten(NORTHEAST | FULL | ring | {"de-304": "6038"}, "DR", *NORTHEAST)
    assert (where(play, "de-304"), steps_of(play, "de-304")) == ("5938", 2)
    assert offered(play, "axis", "retreat") == {"5937", "5837", "5838"}
    refused(play, "axis", "retreat", "5939", rule="9.5.2b")
    play.answer("axis", "retreat", "5837")
    assert (where(play, "de-304"), steps_of(play, "de-304")) == ("5837", 1)


@rule("avl", "9.5", "9.5.4a")
def test_a_unit_goes_on_from_one_full_hex_to_the_next_and_displaces_nobody() -> None:
    garrisons = {
        "de-302": "5938", "de-306": "5938", "de-385": "5937", "de-387": "5937",
        "de-26": "5837", "de-320": "5837", "de-335": "5838", "de-333": "5838",
    }  # fmt: skip
    play = beaten(NORTHEAST | garrisons | {"su-24tk": "5840", "de-304": "6038"}, "DR", *NORTHEAST)
    # 5939 is free and empty: nothing forces 304 on, but once 5939 is in ZOC it must go through the garrisons
    assert where(play, "de-304") == "5939"
    play = beaten(NORTHEAST | garrisons | {"su-24tk": "5940", "de-304": "6038"}, "DR", *NORTHEAST)
    assert offered(play, "axis", "retreat") == {"5937", "5837", "5838"}  # from 5938: all full, all closer
    play.answer("axis", "retreat", "5837")
    assert offered(play, "axis", "retreat") == {"5836", "5737", "5738"}
    refused(play, "axis", "retreat", "5938", rule="9.5")  # never back through the same hex
    play.answer("axis", "retreat", "5737")
    assert where(play, "de-304") == "5737" and steps_of(play, "de-304") == 2
    assert all(where(play, unit) == hex for unit, hex in garrisons.items())


@rule("avl", "9.5.4a")
@pytest.mark.parametrize(("first", "second"), [("de-304", "de-3mt"), ("de-3mt", "de-304")])
def test_the_unit_that_arrives_last_is_the_one_that_goes_on(first: str, second: str) -> None:
    # one place left in 5938, the only free and closer hex
    place = {"de-304": "6038", "de-3mt": "6038", "de-302": "5938", "su-24tk": "5839"}
    play = beaten(NORTHEAST | place, "DR", *NORTHEAST)
    play.answer("axis", "retreat_unit", first)
    assert where(play, first) == where(play, second) == "5938"
    play.answer("axis", "retreat", "5937")
    assert (where(play, first), where(play, second), where(play, "de-302")) == ("5938", "5937", "5938")


@rule("avl", "9.5.4b")
def test_38g_flips_91_dies_and_38g_goes_through_a_full_hex_to_hex_3() -> None:
    # Hex 1 is 6139, in ZOC of 19Pz (6138) and 320 (6039); Hex 2 is 6239, free but full; Hex 3 is behind it
    attackers = {
        "de-11pz": "5938", "de-6pz": "5938", "de-7pz": "6037", "de-gd": "6037", "de-320": "6039", "de-19pz": "6138",
    }  # fmt: skip
    place = {"su-38g": "6038 isolated", "su-91": "6038 isolated", "su-41g": "6239", "su-44g": "6239"}
    play = beaten(attackers | place, "1DR2", *attackers, active="axis")
    play.answer("soviet", "lose", "su-91")  # 91 is on its reduced side when the retreat begins
    assert (steps_of(play, "su-38g"), steps_of(play, "su-91")) == (2, 1)
    play.answer("soviet", "retreat_unit", "su-91")
    assert where(play, "su-91") == "eliminated"
    assert where(play, "su-38g") == "6239" and steps_of(play, "su-38g") == 1  # one step though two ZOCs reach Hex 1
    assert [one["hex"] for one in happened(play, "event.retreats")] == ["6139", "6139", "6239"]
    assert "6340" in offered(play, "soviet", "retreat")
    play.answer("soviet", "retreat", "6340")
    assert where(play, "su-38g") == "6340" and steps_of(play, "su-38g") == 1
    assert where(play, "su-41g") == where(play, "su-44g") == "6239"


# ---- 9.5.5


@rule("avl", "9.5.5")
def test_an_italian_that_ends_with_a_romanian_goes_on_though_there_is_room() -> None:
    place = {"it-jul": "6038", "ro-2": "5938", "su-24tk": "5839"}
    play = beaten(NORTHEAST | place, "DR", *NORTHEAST)
    assert where(play, "it-jul") == "5938"
    assert offered(play, "axis", "retreat") == {"5937", "5837"}
    play.answer("axis", "retreat", "5837")
    assert (where(play, "it-jul"), where(play, "ro-2")) == ("5837", "5938")


@rule("avl", "9.5.5")
def test_it_goes_on_again_when_the_next_hex_is_barred_as_well() -> None:
    place = {"it-jul": "6038", "ro-2": "5938", "hu-9": "5837", "ro-9": "5937", "su-24tk": "5839"}
    play = beaten(NORTHEAST | place, "DR", *NORTHEAST)
    assert offered(play, "axis", "retreat") == {"5937", "5837"}
    play.answer("axis", "retreat", "5837")
    assert where(play, "it-jul") == "5837" and offered(play, "axis", "retreat") != set()
    play.answer("axis", "retreat", "5737")
    assert where(play, "it-jul") == "5737"


@rule("avl", "9.5.5")
def test_a_german_may_end_with_a_romanian_and_an_italian_with_a_german() -> None:
    for unit, host in (("de-304", "ro-2"), ("it-jul", "de-302"), ("it-jul", "it-cun")):
        play = beaten(NORTHEAST | {unit: "6038", host: "5938", "su-24tk": "5839"}, "DR", *NORTHEAST)
        assert where(play, unit) == where(play, host) == "5938"
        assert play.deciders == ("soviet",)


@rule("avl", "9.5.5")
def test_passing_through_romanians_on_the_way_is_fine() -> None:
    place = {"ro-2": "5938", "ro-4": "5938", "it-jul": "6038 isolated", "de-403": "6038 isolated"}
    play = beaten(EAST | place, "1DR2", *EAST)
    play.answer("axis", "lose", "de-403")
    answer(play, "axis", ("retreat", "5938"), ("retreat", "5838"))
    assert where(play, "it-jul") == "5838"
    assert play.deciders == ("soviet",)


@rule("avl", "9.5.2c", "9.5.5")
def test_a_hex_of_a_nation_it_may_not_stack_with_counts_as_overstacked() -> None:
    play = beaten(SOUTHEAST | {"it-jul": "6038", "ro-2": "5938"}, "DR", *SOUTHEAST)
    assert offered(play, "axis", "retreat") == {"6037", "5939"}
    refused(play, "axis", "retreat", "5938", rule="9.5.2c")


# ---- 9.5.6: the Don at 5014 and 5015, no bridge; 5014 lies north, 5015 south of it


@rule("avl", "9.5.6a")
def test_an_unbridged_major_river_may_be_crossed_with_the_first_hex_and_another_hex_follows() -> None:
    # the Soviets in 5013 and 5113 and 4914 leave 5014 no free way but over the Don
    attackers = {"su-1gm": "5013", "su-5m": "5013"}
    rest = {"su-24tk": "4914", "su-18tk": "5114"}
    stack = {"de-304": "5014 isolated", "de-403": "5014 isolated"}
    play = beaten(attackers | rest | stack, "1DR2", *attackers, at="5014")
    play.answer("axis", "lose", "de-403")
    assert where(play, "de-304") == "5015"  # over the river with the first hex
    play.answer("axis", "retreat", "5016")
    assert where(play, "de-304") == "5016" and steps_of(play, "de-304") == 2


@rule("avl", "9.5.6a")
def test_an_unbridged_major_river_cannot_be_crossed_with_the_second_hex() -> None:
    # 5013 lies a hex north of the bank. 5014 and 5114 are free, the rest is in ZOC of 1GM, 24Tk and 18Tk. From 5014 the
    # way over the Don to 5015 would near a source, 5114 and 5115 do not; but the river was not beside 5013.
    attackers = {"su-1gm": "5012", "su-5m": "5012"}
    rest = {"su-24tk": "4913", "su-18tk": "4815"}
    stack = {"de-304": "5013 isolated", "de-403": "5013 isolated"}
    play = beaten(attackers | rest | stack, "1DR2", *attackers, at="5013")
    play.answer("axis", "lose", "de-403")
    assert offered(play, "axis", "retreat") == {"5014", "5114"}
    play.answer("axis", "retreat", "5014")
    assert offered(play, "axis", "retreat") == {"5114", "5115"}
    refused(play, "axis", "retreat", "5015", rule="9.5.6a")


@rule("avl", "9.5.6a", "9.5.4a")
def test_an_unbridged_major_river_cannot_be_crossed_with_an_extra_hex() -> None:
    # 5014 is the one free hex closer to supply, but full; from there 5015 over the Don would be closer too, like 4915
    place = {"su-1gm": "5012", "su-5m": "5012", "su-24tk": "4813", "de-302": "5014", "de-306": "5014", "de-304": "5013"}
    play = beaten(place, "DR", "su-1gm", "su-5m", at="5013")
    assert [one["hex"] for one in happened(play, "event.retreats")] == ["5014", "4915"]  # nothing to choose
    assert where(play, "de-304") == "4915"


# 5616 lies north of the Don, 5617 south of it with a bridge between; 5717 is over the river without one.

POCKET = {"su-1gm": "5615", "su-5m": "5615", "su-24tk": "5516", "su-18tk": "5716"}


@rule("avl", "9.5.6b")
def test_a_bridge_between_two_zoc_hexes_bars_the_retreat_and_the_unit_dies() -> None:
    sealed = POCKET | {"su-17tk": "5517", "de-304": "5616"}  # 17Tk's ZOC reaches 5617
    play = beaten(sealed, "DR", "su-1gm", "su-5m", at="5616")
    assert where(play, "de-304") == "eliminated"
    assert shut_in(play) == [("de-304", "5616")]
    assert closed(play) == {"5.0.2": ["5516", "5517", "5615", "5716"], "9.5.6b": ["5617", "5717"]}
    assert score(play) == (25, 1)


@rule("avl", "9.5.6b")
def test_a_friendly_unit_at_the_far_end_of_the_bridge_does_not_help() -> None:
    sealed = POCKET | {"su-17tk": "5517", "de-304": "5616", "de-302": "5617"}
    play = beaten(sealed, "DR", "su-1gm", "su-5m", at="5616")
    assert where(play, "de-304") == "eliminated"


@rule("avl", "9.5.6b")
def test_a_bridge_to_a_free_bank_can_be_crossed_in_retreat() -> None:
    # no 17Tk: 5517 is in ZOC of 24Tk, 5617 is free
    play = beaten(POCKET | {"de-304": "5616"}, "DR", "su-1gm", "su-5m", at="5616")
    assert where(play, "de-304") == "5617" and steps_of(play, "de-304") == 2


@rule("avl", "9.5.6b", "9.3.6")
def test_the_way_over_a_river_between_two_zocs_is_refused_where_other_ways_remain() -> None:
    # The picture of 9.5.6 is not in our text. 5516 and 5517 are in ZOC and cost a step; 5617 (bridge) and 5717 (no
    # bridge) are in ZOC too, of 17Tk in 5718, and cannot be entered at all from a hex in ZOC.
    place = {"su-1gm": "5615", "su-5m": "5615", "su-24tk": "5416", "su-18tk": "5716", "su-17tk": "5718"}
    play = beaten(place | {"de-304": "5616"}, "DR", "su-1gm", "su-5m", at="5616")
    assert offered(play, "axis", "retreat") == {"5516", "5517"}
    refused(play, "axis", "retreat", "5617", rule="9.5.6b")
    refused(play, "axis", "retreat", "5717", rule="9.5.6b")


# ---- 9.5.7


@rule("avl", "9.5.7")
def test_a_retreating_unit_overruns_an_hq_and_it_is_relocated_before_the_next_hex() -> None:
    play = two_hexes({"hq-51a": "5938"}, attackers=EAST)
    assert offered(play, "axis", "retreat") == {"5938", "5939"}
    play.answer("axis", "retreat", "5938")
    assert where(play, "de-304") == "5938"
    assert play.deciders == ("soviet",)  # the HQ first
    assert happened(play, "event.overrun") == [{"unit": "de-304", "unit_hq": "hq-51a", "hex": "5938"}]
    (hex, *_) = sorted(map(str, offered(play, "soviet", "relocate_to")))
    play.answer("soviet", "relocate_to", hex)
    assert where(play, "hq-51a") == hex
    assert offered(play, "axis", "retreat") == {"5937", "5837", "5838"}
    play.answer("axis", "retreat", "5837")
    assert where(play, "de-304") == "5837"


@rule("avl", "9.5.7")
def test_a_unit_that_dies_of_zoc_in_the_hex_leaves_the_hq_alone() -> None:
    place = {"de-304": "6038 reduced", "hq-51a": "5938", **AROUND}
    play = beaten_east(place, "DR")
    play.answer("axis", "retreat", "5938")
    assert where(play, "de-304") == "eliminated"
    assert where(play, "hq-51a") == "5938"
    assert happened(play, "event.overrun") == []


@rule("avl", "9.5.7")
def test_a_survivor_overruns_though_it_loses_a_step_in_the_hex() -> None:
    play = beaten_east({"de-304": "6038", "hq-51a": "5938", **AROUND}, "DR")
    play.answer("axis", "retreat", "5938")
    assert (where(play, "de-304"), steps_of(play, "de-304")) == ("5938", 1)
    assert [one["unit_hq"] for one in happened(play, "event.overrun")] == ["hq-51a"]
    assert where(play, "hq-51a") != "5938"


@rule("avl", "9.5.7")
def test_a_lone_hq_draws_no_retreat_that_9_5_2_forbids() -> None:
    play = beaten_east({"de-304": "6038", "hq-51a": "6037"}, "DR")  # in ZOC of 1GM
    refused(play, "axis", "retreat", "6037", rule="9.5.2a")
    away = beaten(NORTHEAST | {"de-304": "6038", "hq-51a": "6039"}, "DR", *NORTHEAST)  # free, but no closer
    refused(away, "axis", "retreat", "6039", rule="9.5.2b")


# ---- 9.5.8


@rule("avl", "9.5.8", "14.0.1c")
def test_a_surrounded_unit_is_eliminated() -> None:
    ring = {"su-91": "6037", "su-126": "6039", "su-302": "5939", "su-315": "5938"}
    play = beaten_east({"de-304": "6038", **ring}, "DR")
    assert where(play, "de-304") == "eliminated"
    assert score(play) == (25, 1)
    assert [one["unit"] for one in happened(play, "event.step_lost")] == []


@rule("avl", "9.5.8")
def test_impassable_hexsides_and_the_edge_of_the_map_leave_no_retreat() -> None:
    # 5342 lies on the south edge; the Manych Gudilo closes it but for 5242, where the attackers stand
    play = beaten({"su-1gm": "5242", "su-5m": "5242", "de-304": "5342"}, "DR", "su-1gm", "su-5m", at="5342")
    assert where(play, "de-304") == "eliminated"
    assert closed(play) == {"5.0.2": ["5242"], "9.5.8": ["5241", "5341", "5441", "5442"]}
    texts = [one["text"]["en"] for one in happened(play, "event.no_retreat")[0]["closed"]]
    assert texts[-1] == "304 cannot retreat off the map" and len(texts) == 3, "each reason once"


@rule("avl", "9.5.8")
def test_water_leaves_no_retreat() -> None:
    # 2141, Yeysk's spit: Water on four sides, land only at 2142 and 2241
    place = {"su-1gm": "2142", "su-5m": "2142", "su-24tk": "2241", "de-304": "2141"}
    play = beaten(place, "DR", "su-1gm", "su-5m", at="2141")
    assert where(play, "de-304") == "eliminated"


@rule("avl", "9.5.8")
def test_a_first_hex_without_a_second_is_taken_and_the_unit_dies_there() -> None:
    # from 5242 the only way is 5342, a dead end: Soviets hold 5142
    attackers = {"su-1gm": "5142", "su-5m": "5142"}
    stack = {"de-304": "5242 isolated", "de-403": "5242 isolated"}
    play = beaten(attackers | stack, "1DR2", *attackers, at="5242")
    play.answer("axis", "lose", "de-403")
    assert [one["hex"] for one in happened(play, "event.retreats")] == ["5342"]
    assert shut_in(play) == [("de-304", "5342")] and closed(play)["9.5"] == ["5242"], "it never turns back"
    assert where(play, "de-304") == "eliminated"
    one_hex = beaten(attackers | {"de-304": "5242"}, "DR", *attackers, at="5242")
    assert where(one_hex, "de-304") == "5342"  # on DR the dead end is far enough


@rule("avl", "9.5.8")
@pytest.mark.parametrize(("turn", "ends"), [(4, "eliminated"), (5, "6223")])
def test_the_pocket_is_no_way_out_until_turn_5(turn: int, ends: str) -> None:
    # 6224: 6124, 6223 and 6324 belong to the pocket; the Soviets hold 6125, 6225 and 6325, whose ZOC spares 6223
    place = {"su-1gm": "6225", "su-5m": "6225", "su-24tk": "6125", "su-18tk": "6325", "de-304": "6224"}
    play = beaten(place, "DR", "su-1gm", "su-5m", at="6224", turn=turn)
    assert where(play, "de-304") == ends


# ---- the choice of paths against a slow enumeration from the wording of 9.5.2


@cache
def plain_map() -> tuple[frozenset[str], dict[str, frozenset[frozenset[str]]], frozenset[frozenset[str]]]:
    """Land hexes, hexsides by kind and bridges, read off the map file by name."""
    document = avl().files.map_document
    grid = avl().ground.grid
    land = frozenset(
        f"{column + 1:02}{row + 1:02}"
        for row, line in enumerate(document["terrain"]["grid"].split())
        for column, letter in enumerate(line)
        if letter != "~"
    )
    sides = {
        kind: frozenset(frozenset(side.split("-")) for side in text.split())
        for kind, text in document["hexsides"].items()
    }
    bridges = frozenset(
        frozenset((grid.name(a), grid.name(b)))
        for roads in avl().map.paths.values()
        for direction, hexes in enumerate(roads)
        for a in grid.hexes
        if hexes >> a & 1 and (b := grid.neighbour(a, direction)) >= 0
    )
    return land, sides, bridges


class Plain:
    """The map and one position as a patient reader of 9.5 sees them: names of hexes, sets and loops."""

    def __init__(self, state: AvlState, side: str) -> None:
        game = state.game
        document = game.files.map_document
        grid = game.ground.grid
        self.land, self.sides, self.bridges = plain_map()
        self.sources = document["areas"][f"{side}_supply"].split()
        self.closed = set(document["areas"]["stalingrad_pocket"].split()) if state.turn < 5 else set()
        self.side = side
        self.units = {
            row.id: (grid.name(state.hex_of[unit]), row.side, row.nation, row.type in ("hq", "armor-hq"))
            for unit, row in enumerate(game.counters.rows)
            if state.on_map(unit)
        }
        enemies = [(hex, hq) for hex, owner, _, hq in self.units.values() if owner != side]
        self.enemy_combat = {hex for hex, hq in enemies if not hq}
        self.zoc = {
            beside
            for hex in self.enemy_combat
            for beside in self.around(hex)
            if frozenset((hex, beside)) not in self.sides["impassable"]
        }

    def around(self, hex: str) -> list[str]:
        """The land neighbours; even columns sit half a hex lower."""
        column, row = int(hex[:2]), int(hex[2:])
        up, down = (row, row + 1) if column % 2 == 0 else (row - 1, row)
        cells = [(column, row - 1), (column, row + 1)]
        cells += [(column + d, r) for d in (-1, 1) for r in (up, down)]
        return [name for c, r in cells if (name := f"{c:02}{r:02}") in self.land and c > 0 and r > 0]

    def distance(self, a: str, b: str) -> int:
        """Steps across, and what is left of the way up or down after half a row for every column."""
        across = abs(int(a[:2]) - int(b[:2]))
        height_a, height_b = (2 * int(one[2:]) + (int(one[:2]) % 2 == 0) for one in (a, b))
        return across + max(0, (abs(height_a - height_b) - across) // 2)

    def may_step(self, a: str, b: str, first: bool) -> bool:
        """9.5.6, 9.5.8, 5.0.2, 13.0."""
        edge = frozenset((a, b))
        if edge in self.sides["impassable"] or b in self.enemy_combat or b in self.closed:
            return False
        if edge not in self.sides["major_river"]:
            return True
        if edge not in self.bridges and not first:
            return False
        return not (a in self.zoc and b in self.zoc)

    def paths(self, start: str, length: int, first: bool, seen: set[str]) -> list[tuple[str, ...]]:
        if length == 0:
            return [()]
        return [
            (hex, *rest)
            for hex in self.around(start)
            if hex not in seen and self.may_step(start, hex, first)
            for rest in self.paths(hex, length - 1, False, seen | {hex})
        ]

    def overstacked(self, unit: str, hex: str) -> bool:
        """5.0.1, 5.0.3 for a combat unit."""
        others = [one for name, one in self.units.items() if name != unit and one[0] == hex and one[1] == self.side]
        if sum(not hq for _, _, _, hq in others) >= 2:
            return True
        nation = self.units[unit][2]
        minors = {"italian", "romanian", "hungarian"}
        return any({nation, other} <= minors and nation != other for _, _, other, _ in others)

    def best(self, unit: str, start: str, paths: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """9.5.2, condition by condition."""
        fewest = min((sum(hex in self.zoc for hex in path) for path in paths), default=0)
        paths = [path for path in paths if sum(hex in self.zoc for hex in path) == fewest]
        closer = [path for path in paths if any(self.nears(start, path, source) for source in self.sources)]
        paths = closer or paths
        within = [path for path in paths if not self.overstacked(unit, path[-1])]
        return within or paths

    def nears(self, start: str, path: tuple[str, ...], source: str) -> bool:
        way = [self.distance(hex, source) for hex in (start, *path)]
        return all(after < before for before, after in pairwise(way))


SPOTS = ["6038", "5115", "5616", "5923", "3912", "3811", "0325", "0430", "5241", "5441", "3435", "3736", "6123", "3137"]
"""Steppe, bends and bridges of the Don, the Dnepr at the map's edge, the Manych Gudilo, Rostov, the pocket, the sea."""


def scatter(random: Random) -> tuple[str, dict[str, str]]:
    """Two sides thrown thickly round a spot, at most two combat units and an HQ to a hex."""
    game = avl()
    grid = game.ground.grid
    spot = random.choice(SPOTS)
    around = grid.disc(grid.index(spot), 3) & game.ground.land & ~game.ground.pocket
    hexes = grid.list_names(around)
    units = {side: [unit for unit in game.files.units if unit.side == side] for side in ("axis", "soviet")}
    hqs = {side: [hq for hq in game.files.hqs if hq.side == side] for side in ("axis", "soviet")}
    place: dict[str, str] = {}
    axis_share = random.choice([0.2, 0.5, 0.8])
    for hex in random.sample(hexes, int(len(hexes) * random.uniform(0.4, 1.0))):
        side = "axis" if random.random() < axis_share else "soviet"
        nation = random.choice(["german", "italian", "romanian", "hungarian"])
        ours = [unit.id for unit in units[side] if side == "soviet" or unit.nation == nation]
        found = [unit for unit in random.sample(ours, random.choice([0, 1, 2, 2])) if unit not in place]
        if random.random() < 0.2:
            hq = random.choice(hqs[side])
            if hq.id not in place and hq.nation in (nation, "german", "soviet"):
                found.append(hq.id)
        place |= dict.fromkeys(found, hex)
    return spot, place


@rule("avl", "9.5.2a", "9.5.2b", "9.5.2c", "9.5.4a", "9.5.5", "9.5.6a", "9.5.6b", "9.5.8")
def test_retreats_agree_with_a_slow_enumeration() -> None:
    random = Random(952)
    seen = {"legs": 0, "further": 0, "dead": 0, "doomed": 0}
    for _ in range(300):
        spot, place = scatter(random)
        play = position(step="move", turn=random.choice([4, 5]), place=place)
        grid = avl().ground.grid
        middle = [unit for unit, hex in place.items() if grid.distance(grid.index(hex), grid.index(spot)) <= 1]
        for unit in (unit for unit in middle if not unit.startswith("hq")):
            one_retreat(random, state_of(play).clone(), unit, random.choice([1, 2]), seen)
    # the throw holds every kind of end: extra hexes (9.5.4a, 9.5.5), no way at all, and no second hex (9.5.8)
    assert seen["legs"] > 900 and min(seen.values()) > 5, seen


def one_retreat(random: Random, state: AvlState, unit: str, length: int, seen: dict[str, int]) -> None:
    """Retreat one unit at random, comparing the allowed paths of every leg with the plain ones."""
    grid = state.game.ground.grid
    who = number(unit)
    side = next(row.side for row in avl().files.units if row.id == unit)
    start = grid.name(state.hex_of[who])
    visited = {start}
    plain = Plain(state, side)
    expected = plain.best(unit, start, plain.paths(start, length, True, visited))
    doomed = not expected
    if doomed and length == 2:
        expected = plain.best(unit, start, plain.paths(start, 1, True, visited))
    state.stack.clear()
    begin(state, who, length)
    while True:
        if not expected:
            assert not state.on_map(who)
            seen["dead"] += 1
            return
        step = state.stack[-1]
        assert isinstance(step, RetreatUnit)
        assert {tuple(map(grid.name, path)) for path in step.paths} == set(expected), (unit, start, length)
        assert step.doomed == doomed
        seen["legs"] += 1
        for hex in random.choice(expected):
            steps = state.steps[who]
            step = state.stack[-1]
            assert isinstance(step, RetreatUnit)
            step.take(state, 22, grid.index(hex))
            while state.stack and not isinstance(state.stack[-1], RetreatUnit | EndRetreat):
                state.stack.pop()  # an overrun HQ's owner takes his time
            lost = 1 if hex in plain.zoc else 0
            assert state.steps[who] == steps - lost
            if not state.steps[who]:
                return
            visited.add(hex)
        end = state.stack.pop()
        assert isinstance(end, EndRetreat)
        plain = Plain(state, side)
        end.run(state)
        if doomed:
            seen["doomed"] += 1
            assert not state.on_map(who)
            return
        if not plain.overstacked(unit, hex):
            assert not state.stack and state.on_map(who)
            return
        seen["further"] += 1
        start = hex
        expected = plain.best(unit, start, plain.paths(start, 1, False, visited))


def test_the_question_names_who_retreats_and_how_many_go_after_it() -> None:
    play = beaten_east({"de-304": "6038", "de-17pz": "6038"}, "DR")
    ask = play.view("axis")["ask"]
    assert ask["step"] == "retreat" and ask["focus"]["hex"] == "6038"
    play.answer("axis", "retreat_unit", "de-304")
    ask = play.view("axis")["ask"]
    assert ask["focus"]["unit"] == "de-304"
    assert ask["headline"]["en"] == "304 retreats, 1 more after it: pick a hex"
    play.answer("axis", "retreat", "5938")
    ask = play.view("axis")["ask"]
    assert ask["focus"]["unit"] == "de-17pz" and ask["headline"]["en"] == "17Pz retreats: pick a hex"
