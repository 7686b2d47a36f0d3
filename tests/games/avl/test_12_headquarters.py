"""Chapter 12: HQs overrun, retreating and advancing with their stack, relocated, removed.

Most of it happens around 5605, a clear plain without rivers or roads. Its neighbours are 5604 and 5606, 5505 and 5506
in the west, 5705 and 5706 in the east; the Axis sources lie far in the west, so that 5505 and 5506 are nearer to them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.core.play import Play
from grognard.games.avl.schema import DATA
from grognard.games.avl.state import AWAY
from grognard.testing import rule
from tests.games.avl._help import (
    activated,
    answer,
    attack,
    avl,
    chits_in,
    draws,
    happened,
    march,
    no_arrivals,
    offered,
    position,
    refused,
    score,
    state_of,
    steps_of,
    supply_of,
    where,
)

RING = {"su-107": "5704", "su-141": "5707", "su-270": "5405"}
"""All six hexes around 5605 are in their ZOC."""
AXIS_DENIED = {"su-1": "0107", "su-159": "0215", "su-197": "0125", "su-278": "0132", "su-203": "0141"}
"""Soviet divisions that have every Axis source in their ZOC."""
POOL = ["4PzA", "Hollidt", "It8A", "H2A", "R3A", "F-Pico", "Kempf"]
"""More Axis chits than a turn takes: the game pauses when they are selected."""


def why_key(play: Play, player: str, hex: str) -> str:
    """Which requirement of 12.7 a hex fails."""
    return play.why(player, "relocate_to", hex)[0].message.key.removeprefix("why.relocation_")


def nearest(play: Play, player: str) -> str:
    """Any of the hexes that a relocated HQ may go to."""
    return min(str(hex) for hex in offered(play, player, "relocate_to"))


# ---- overruns (12.1)


@rule("avl", "12.1a", "8.1.4")
def test_a_moving_unit_overruns_a_lone_hq_without_a_die_a_loss_or_extra_cost() -> None:
    play = position(active="soviet", place={"su-7tk": "5606", "hq-f-pico": "5605"})
    answer(play, "soviet", ("unit", "su-7tk"))
    assert play.preview("soviet", "move", "5605")["cost"] == "1"
    answer(play, "soviet", ("move", "5605"))
    assert happened(play, "event.overrun") == [{"unit": "su-7tk", "unit_hq": "hq-f-pico", "hex": "5605"}]
    answer(play, "axis", ("relocate_to", "5205"))
    assert (where(play, "hq-f-pico"), where(play, "su-7tk"), steps_of(play, "su-7tk")) == ("5205", "5605", 2)
    assert state_of(play).rolls == 0
    assert score(play) == (25, 0)


@rule("avl", "12.1a")
def test_the_same_hq_may_be_overrun_twice_in_one_segment() -> None:
    play = position(active="soviet", place={"su-7tk": "5606", "hq-f-pico": "5605"})
    march(play, "soviet", "su-7tk", "5605")
    answer(play, "axis", ("relocate_to", "5205"))
    answer(play, "soviet", ("move", "5205"))
    assert (where(play, "su-7tk"), where(play, "hq-f-pico")) == ("5205", "lifted")
    answer(play, "axis", ("relocate_to", "4805"))
    assert len(happened(play, "event.overrun")) == 2
    assert play.legal("soviet", "move", "4905") and not play.legal("soviet", "move", "4805")  # 1 + 4 of 8 points


@rule("avl", "12.1a", "9.5.7")
def test_a_retreating_unit_overruns_a_lone_hq() -> None:
    # 5506 with the Soviet HQ is the only hex around 5605 that is free of Soviet ZOC
    soviets = {"su-5m": "5705", "su-4m": "5705", "su-107": "5706", "su-141": "5504", "hq-1gda": "5506"}
    play = position(step="combat", active="soviet", place={**soviets, "de-168": "5605"}, dice=[4], turn=6)
    attack(play, "soviet", "5605", "su-5m", "su-4m")  # 10 to 3, 3-1: DR on a 4
    assert happened(play, "event.overrun") == [{"unit": "de-168", "unit_hq": "hq-1gda", "hex": "5506"}]
    assert (where(play, "de-168"), where(play, "hq-1gda")) == ("5506", "lifted")
    assert play.deciders == ("soviet",)
    answer(play, "soviet", ("relocate_to", nearest(play, "soviet")))
    assert len(where(play, "hq-1gda")) == 4 and steps_of(play, "de-168") == 2


@rule("avl", "12.1a", "9.6.4")
def test_an_advancing_unit_overruns_a_lone_hq_in_its_second_hex() -> None:
    play = position(
        step="combat", active="soviet", place={"su-5m": "5606", "de-7lw": "5605", "hq-f-pico": "5604"}, dice=[1], turn=6
    )
    attack(play, "soviet", "5605", "su-5m")  # 5-1: DR on a 1; 5505 is the only hex nearer to a source and out of ZOC
    answer(play, "soviet", ("advance", "su-5m"), ("advance_to", "5604"))
    assert happened(play, "event.overrun") == [{"unit": "su-5m", "unit_hq": "hq-f-pico", "hex": "5604"}]
    assert (where(play, "su-5m"), where(play, "hq-f-pico"), play.deciders) == ("5604", "lifted", ("axis",))


@rule("avl", "12.1b", "9.0a")
def test_a_lone_hq_cannot_be_attacked_but_its_hex_entered_in_the_next_movement_segment() -> None:
    cup = ["1GdA", "6A"]
    place = {"su-7tk": "5606", "hq-f-pico": "5605", "de-168": "5707", "hq-6a": "5609", "hq-1gda": "5610"}
    play = position(step="draw", chits={"cup": cup}, dice=draws(cup, "1GdA", "6A"), place=place)
    answer(play, "soviet", "end_movement")
    assert offered(play, "soviet", "attack") == {"5707"}
    refused(play, "soviet", "attack", "5605", rule="12.1b")
    answer(play, "soviet", "end_combat", ("unit", "su-7tk"))
    assert play.legal("soviet", "move", "5605")


# ---- losses (12.2)


@rule("avl", "12.2a", "12.2b")
def test_four_steps_on_one_unit_and_an_hq_kill_the_unit_and_relocate_the_hq() -> None:
    place = {"su-5m": "5606", "su-4m": "5606", "de-7lw": "5605", "hq-f-pico": "5605"}
    play = position(step="combat", active="soviet", place=place, dice=[6], turn=6)
    attack(play, "soviet", "5605", "su-5m", "su-4m")  # 10-1+: 4DR2 on a 6
    assert happened(play, "event.combat")[0]["result"] == "4DR2"
    assert (where(play, "de-7lw"), where(play, "hq-f-pico")) == ("eliminated", "lifted")
    answer(play, "axis", ("relocate_to", "5205"))
    assert where(play, "hq-f-pico") == "5205"
    assert score(play) == (25, 1)


@rule("avl", "12.2b")
@pytest.mark.parametrize(("bystander", "stays"), [({}, False), ({"su-107": "5605"}, True)])
def test_an_attackers_hq_is_relocated_when_its_whole_stack_has_died(bystander: dict[str, str], stays: bool) -> None:
    """Ruling: a stacked division that took no part keeps the HQ in place."""
    place = {"su-4c": "5605", "hq-1gda": "5605", "de-7lw": "5606", **bystander}
    play = position(step="combat", active="soviet", place=place, dice=[1], turn=6)
    attack(play, "soviet", "5606", "su-4c")  # 1-1: A1 on a 1
    assert where(play, "su-4c") == "eliminated"
    assert where(play, "hq-1gda") == ("5605" if stays else "lifted")
    if not stays:
        assert play.deciders == ("soviet",)
        answer(play, "soviet", ("relocate_to", nearest(play, "soviet")))
        (moved,) = happened(play, "event.hq_relocated")
        assert moved["hex_from"] == "5605"


@rule("avl", "12.2b")
def test_two_attackers_hqs_that_lose_their_stacks_are_relocated_once_each(tmp_path: Path) -> None:
    """Our CRT takes one step from an attacker at most; an owner's own table may take more."""
    tables = (DATA / "tables.toml").read_text(encoding="utf-8")
    harsher = tables.replace('"A1"   = { attacker_steps = 1,', '"A1"   = { attacker_steps = 2,')
    assert harsher != tables
    (tmp_path / "tables.toml").write_text(harsher, encoding="utf-8")
    place = {"su-4c": "5604", "hq-1gda": "5604", "su-152b": "5606", "hq-6a": "5606", "de-7lw": "5605"}
    play = avl().with_data(tmp_path).position(step="combat", active="soviet", place=place, dice=[1], turn=6)
    attack(play, "soviet", "5605", "su-4c", "su-152b")  # 2-1: A1 on a 1
    for hq in ("hq-1gda", "hq-6a"):
        assert where(play, hq) == "lifted"
        answer(play, "soviet", ("relocate_to", nearest(play, "soviet")))
    relocated = [(one["unit"], one["hex_from"]) for one in happened(play, "event.hq_relocated")]
    assert relocated == [("hq-1gda", "5604"), ("hq-6a", "5606")]
    assert play.deciders == ("axis",)  # the combat is over


@rule("avl", "12.2b", "9.5.3")
def test_when_the_last_unit_dies_in_zoc_its_hq_is_relocated_from_the_hex_it_was_leaving() -> None:
    # every hex around 5605 is in Soviet ZOC: the reduced 168 dies on entering any of them
    soviets = {"su-5m": "5705", "su-4m": "5705", "su-107": "5706", "su-141": "5405"}
    place = {**soviets, "de-168": "5605 reduced", "hq-f-pico": "5605"}
    play = position(step="combat", active="soviet", place=place, dice=[1], turn=6)
    attack(play, "soviet", "5605", "su-5m", "su-4m")  # 10 to 2, 5-1: DR on a 1
    answer(play, "axis", ("retreat", "5505"))
    assert where(play, "de-168") == "eliminated"
    answer(play, "axis", ("relocate_to", nearest(play, "axis")))
    assert happened(play, "event.hq_relocated")[0]["hex_from"] == "5605"


@rule("avl", "12.2b", "9.5.3")
def test_after_one_free_hex_of_retreat_the_relocation_counts_from_there() -> None:
    # 28 to 3 is 9-1: 1DR2 on a 2. The 168 is flipped; 5505 is free of ZOC, but no hex beyond it is: there it dies
    place = {
        **{"su-5m": "5705", "su-4m": "5705", "su-2gm": "5706", "su-6m": "5706", "su-17tk": "5606", "su-18tk": "5606"},
        **{"su-107": "5403", "su-141": "5305", "su-270": "5407"},
        **{"de-168": "5605", "hq-f-pico": "5605"},
    }
    play = position(step="combat", active="soviet", place=place, dice=[2], turn=6)
    answer(play, "soviet", ("attack", "5605"), "add_all", "resolve")
    assert happened(play, "event.combat")[0]["result"] == "1DR2"
    while offered(play, "axis", "retreat"):
        answer(play, "axis", ("retreat", min(str(hex) for hex in offered(play, "axis", "retreat"))))
    assert where(play, "de-168") == "eliminated"
    retreats = happened(play, "event.retreats")
    assert len(retreats) == 2 and retreats[0]["hex"] == retreats[1]["hex_from"] == "5505"
    answer(play, "axis", ("relocate_to", nearest(play, "axis")))
    assert happened(play, "event.hq_relocated")[0]["hex_from"] == "5505"


# ---- retreats (12.3)


EAST = {"su-5m": "5705", "su-4m": "5705", "su-2gm": "5706", "su-6m": "5706"}
"""20 attack points in the east; 5505 and 5506 in the west are free."""


@rule("avl", "12.3", "9.5.1b")
@pytest.mark.parametrize("leader", ["de-168", "de-298"])
def test_the_hq_of_a_stack_that_splits_goes_with_the_unit_its_owner_chooses(leader: str) -> None:
    place = {**EAST, "de-168": "5605", "de-298": "5605", "hq-f-pico": "5605"}
    play = position(step="combat", active="soviet", place=place, dice=[4], turn=6)
    answer(play, "soviet", ("attack", "5605"), "add_all", "resolve")  # 20 to 6, 3-1: DR on a 4
    answer(play, "axis", ("retreat_unit", "de-168"), ("retreat", "5505"), ("retreat", "5506"))
    assert (where(play, "de-168"), where(play, "de-298")) == ("5505", "5506")
    assert offered(play, "axis", "follow") == {"de-168", "de-298"}
    answer(play, "axis", ("follow", leader))
    assert where(play, "hq-f-pico") == where(play, leader)


@rule("avl", "12.3", "9.5.3")
def test_an_hq_that_retreats_into_enemy_zoc_loses_nothing() -> None:
    place = {**EAST, "su-107": "5405", "de-168": "5605", "hq-f-pico": "5605"}
    play = position(step="combat", active="soviet", place=place, dice=[4], turn=6)
    attack(play, "soviet", "5605", "su-5m", "su-4m")  # 10 to 3, 3-1: DR on a 4
    answer(play, "axis", ("retreat", "5505"))
    assert (where(play, "de-168"), steps_of(play, "de-168")) == ("5505", 1)
    assert (where(play, "hq-f-pico"), steps_of(play, "hq-f-pico")) == ("5505", 1)


@rule("avl", "12.3", "9.5.4a", "5.0.1")
def test_an_hq_that_ends_with_another_hq_goes_on_alone() -> None:
    place = {**EAST, "de-168": "5605", "hq-f-pico": "5605", "hq-hollidt": "5505"}
    play = position(step="combat", active="soviet", place=place, dice=[4], turn=6)
    attack(play, "soviet", "5605", "su-5m", "su-4m")
    answer(play, "axis", ("retreat", "5505"))
    assert where(play, "de-168") == "5505"
    assert play.deciders == ("axis",)
    ahead = {str(hex) for hex in offered(play, "axis", "retreat")}
    assert {"5404", "5405"} <= ahead and "5505" not in ahead and "5605" not in ahead
    answer(play, "axis", ("retreat", "5404"))
    assert (where(play, "hq-f-pico"), where(play, "hq-hollidt"), where(play, "de-168")) == ("5404", "5505", "5505")


@rule("avl", "12.3", "12.2a", "9.5.3")
def test_an_hq_that_has_to_go_on_into_enemy_zoc_loses_nothing_either() -> None:
    # from 5505, where the Hollidt HQ stands, every hex is in Soviet ZOC
    soviets = {**EAST, "su-17tk": "5606", "su-107": "5403", "su-141": "5305", "su-270": "5407"}
    place = {**soviets, "de-168": "5605", "hq-f-pico": "5605", "hq-hollidt": "5505"}
    play = position(step="combat", active="soviet", place=place, dice=[4], turn=6)
    attack(play, "soviet", "5605", "su-5m", "su-4m")
    assert where(play, "de-168") == "5505"
    assert offered(play, "axis", "retreat") == {"5404", "5405", "5506"}
    answer(play, "axis", ("retreat", "5404"))
    assert (where(play, "hq-f-pico"), steps_of(play, "hq-f-pico")) == ("5404", 1)


@rule("avl", "12.3", "9.5.5", "5.0.3")
def test_an_hq_goes_on_from_units_of_a_nation_it_may_not_stack_with() -> None:
    place = {**EAST, "de-168": "5605", "hq-r3a": "5605", "it-cos": "5505"}
    play = position(step="combat", active="soviet", place=place, dice=[4], turn=6)
    attack(play, "soviet", "5605", "su-5m", "su-4m")
    answer(play, "axis", ("retreat", "5505"))  # a German may stand with the Italians, the Romanian HQ may not
    assert where(play, "de-168") == "5505"
    answer(play, "axis", ("retreat", "5404"))
    assert where(play, "hq-r3a") == "5404"


# ---- advances (12.4)


def won_at_5605(place: dict[str, str], attackers: list[str], *, active: list[str] | None = None) -> Play:
    """The Soviets have just driven 7Lw from 5605 by a DR: it stands in 5505."""
    words = {"activated": active} if active is not None else {}
    play = position(step="combat", active="soviet", place={"de-7lw": "5605", **place}, dice=[1], turn=6, **words)
    attack(play, "soviet", "5605", *attackers)
    while play.deciders == ("axis",):
        answer(play, "axis", ("retreat", "5505"))
    assert where(play, "de-7lw") == "5505"
    return play


@rule("avl", "12.4")
def test_an_hq_that_is_not_activated_may_advance_with_its_stack() -> None:
    play = won_at_5605({"su-5m": "5706", "hq-1gda": "5706"}, ["su-5m"], active=["su-5m"])
    refused(play, "soviet", "advance", "hq-1gda", rule="12.4")  # not before the unit it goes with
    answer(play, "soviet", ("advance", "su-5m"), "stop", ("advance", "hq-1gda"))
    assert (where(play, "su-5m"), where(play, "hq-1gda")) == ("5605", "5605")


@rule("avl", "12.4")
def test_an_hq_advances_two_hexes_with_a_mechanized_unit_and_cannot_stop_short_of_it() -> None:
    play = won_at_5605({"su-5m": "5706", "hq-1gda": "5706"}, ["su-5m"])
    answer(play, "soviet", ("advance", "su-5m"), ("advance_to", "5604"), ("advance", "hq-1gda"))
    assert (where(play, "su-5m"), where(play, "hq-1gda")) == ("5604", "5604")


@rule("avl", "12.4")
def test_an_hq_whose_units_end_in_two_hexes_chooses_between_them() -> None:
    stack = {"su-7tk": "5706 reduced", "su-2gm": "5706 reduced", "hq-1gda": "5706"}
    play = won_at_5605(stack, ["su-7tk", "su-2gm"])
    answer(play, "soviet", ("advance", "su-7tk"), "stop", ("advance", "su-2gm"), ("advance_to", "5604"))
    answer(play, "soviet", ("advance", "hq-1gda"))
    assert offered(play, "soviet", "advance_to") == {"5604", "5605"}
    refused(play, "soviet", "advance_to", "5606", rule="12.4")
    answer(play, "soviet", ("advance_to", "5605"))
    assert where(play, "hq-1gda") == "5605"


@rule("avl", "12.4")
def test_an_hq_does_not_advance_with_units_that_were_not_stacked_with_it_nor_alone() -> None:
    # 5M comes from 5705, the HQ stands with the rifles in 5706
    play = won_at_5605({"su-5m": "5705", "su-107": "5706", "hq-1gda": "5706"}, ["su-5m", "su-107"])
    answer(play, "soviet", ("advance", "su-5m"), ("advance_to", "5604"))
    refused(play, "soviet", "advance", "hq-1gda", rule="12.4")
    answer(play, "soviet", ("advance", "su-107"), ("advance", "hq-1gda"))
    assert (where(play, "su-107"), where(play, "hq-1gda")) == ("5605", "5605")  # one hex, like the rifles


@rule("avl", "12.4", "12.1a")
def test_the_combat_unit_overruns_and_the_hq_only_follows() -> None:
    play = won_at_5605({"su-5m": "5706", "hq-1gda": "5706", "hq-f-pico": "5604"}, ["su-5m"])
    answer(play, "soviet", ("advance", "su-5m"), ("advance_to", "5604"))
    assert happened(play, "event.overrun") == [{"unit": "su-5m", "unit_hq": "hq-f-pico", "hex": "5604"}]
    answer(play, "axis", ("relocate_to", nearest(play, "axis")))
    answer(play, "soviet", ("advance", "hq-1gda"))
    assert where(play, "hq-1gda") == "5604"
    assert len(happened(play, "event.overrun")) == 1


@rule("avl", "12.4", "12.1a")
def test_an_hq_stays_when_its_unit_stops_short_of_an_enemy_hq() -> None:
    play = won_at_5605({"su-5m": "5706", "hq-1gda": "5706", "hq-f-pico": "5604"}, ["su-5m"])
    answer(play, "soviet", ("advance", "su-5m"), "stop", ("advance", "hq-1gda"))
    assert (where(play, "hq-1gda"), where(play, "hq-f-pico")) == ("5605", "5604")


# ---- supply and removal (12.5, 12.6)


@rule("avl", "12.5", "10.3")
def test_an_hq_cut_off_in_the_supply_phase_starts_the_next_turn_supplied_elsewhere() -> None:
    place = {**no_arrivals(), **RING, "hq-f-pico": "5605", "de-168": "5605", "de-298": "5005"}
    play = position(turn=2, step="supply", place=place, chits={"inactive": POOL})
    assert supply_of(play, "de-168") == "out of supply" and where(play, "hq-f-pico") == "lifted"
    answer(play, "axis", ("relocate_to", "5205"))
    assert (state_of(play).turn, where(play, "hq-f-pico"), supply_of(play, "hq-f-pico")) == (3, "5205", "in supply")
    assert happened(play, "event.isolated") == []


@rule("avl", "12.5")
def test_an_hq_never_becomes_isolated_even_if_it_was_marked_before() -> None:
    place = {**no_arrivals(), **RING, "hq-f-pico": "5605 out of supply", "de-298": "5005"}
    play = position(unchecked=True, turn=2, step="supply", place=place, chits={"inactive": POOL})
    answer(play, "axis", ("relocate_to", "5205"))
    assert supply_of(play, "hq-f-pico") == "in supply"


@rule("avl", "12.6", "11.3a", "11.3c", "12.7c")
def test_an_hq_relocated_far_from_all_troops_is_removed_with_its_chit_in_the_same_turn() -> None:
    # the F-Pico HQ has a range of 4; the 168 is left behind in 5605, the 298 stands 5 hexes west of 5205
    place = {**no_arrivals(), **RING, "hq-f-pico": "5605", "de-298": "4705"}
    play = position(turn=2, step="supply", place=place, chits={"inactive": POOL})
    answer(play, "axis", ("relocate_to", "5205"))
    assert state_of(play).turn == 3
    assert where(play, "hq-f-pico") == "removed"
    assert "F-Pico" in chits_in(play, AWAY)
    assert "F-Pico" not in offered(play, "axis", "select_chit")


# ---- relocation (12.7)


@rule("avl", "12.7a")
def test_a_relocation_is_asked_of_the_owner_before_the_mover_goes_on() -> None:
    place = {"su-7tk": "5608", "hq-f-pico": "5605 out of supply"}
    play = position(unchecked=True, active="soviet", place=place)
    march(play, "soviet", "su-7tk", "5605")
    assert play.deciders == ("axis",) and play.ask("soviet") is None
    assert where(play, "hq-f-pico") == "lifted"
    answer(play, "axis", ("relocate_to", "5205"))
    assert supply_of(play, "hq-f-pico") == "in supply"  # the marker comes off
    assert play.deciders == ("soviet",) and play.legal("soviet", "move", "5604")


@rule("avl", "12.7a")
def test_an_hq_relocated_in_the_enemys_activation_may_be_activated_later_in_the_turn() -> None:
    cup = ["1GdA", "F-Pico"]
    play = position(
        step="draw",
        chits={"cup": cup},
        dice=draws(cup, "1GdA", "F-Pico"),
        place={"su-7tk": "5606", "hq-1gda": "5608", "hq-f-pico": "5605", "de-168": "5005", "de-298": "5602"},
    )
    march(play, "soviet", "su-7tk", "5605")
    answer(play, "axis", ("relocate_to", "5205"))
    answer(play, "soviet", "stop", "end_movement")
    assert play.deciders == ("axis",)
    assert activated(play) == {"hq-f-pico", "de-168"}  # its range is counted from 5205


def overrun_at(hq: str, hex: str, start: str, *, turn: int = 6, **place: str) -> Play:
    """A lone HQ has just been overrun."""
    axis = avl().counters.rows[avl().counters.numbers[hq]].side == "axis"
    mover, player = ("su-7tk", "soviet") if axis else ("de-6pz", "axis")
    units = {unit.replace("_", "-"): where for unit, where in place.items()}
    play = position(turn=turn, active=player, place={mover: start, hq: hex, **units})
    march(play, player, mover, hex)
    return play


NEAREST_5605 = {"5203", "5204", "5205", "5206", "5207", "5303", "5308", "5402", "5408", "5502"}
NEAREST_5605 |= {"5509", "5609", "5709", "5808", "5908"}
"""The hexes 4 away from 5605 that are closer to an Axis source; those in the south are so to 0142 in the far corner."""


@rule("avl", "12.7b")
def test_a_relocated_hq_goes_exactly_four_hexes_when_it_can() -> None:
    play = overrun_at("hq-f-pico", "5605", "5606")
    assert offered(play, "axis", "relocate_to") == NEAREST_5605
    for hex, key in (("5305", "too_near"), ("5105", "not_nearest"), ("6005", "not_closer"), ("5601", "not_closer")):
        refused(play, "axis", "relocate_to", hex, rule="12.7b")
        assert why_key(play, "axis", hex) == key


@rule("avl", "12.7b")
def test_a_hex_in_enemy_zoc_is_rejected_even_with_a_friendly_unit_in_it() -> None:
    # su-107 in 5106 has 5205, 5206 and 5207 among the hexes around it; 168 stands in 5205
    play = overrun_at("hq-f-pico", "5605", "5606", su_107="5106", de_168="5205")
    refused(play, "axis", "relocate_to", "5205", rule="12.7b")
    assert why_key(play, "axis", "5205") == "in_zoc"
    assert offered(play, "axis", "relocate_to") == NEAREST_5605 - {"5205", "5206"}


@rule("avl", "12.7b", "5.0.1", "5.0.3")
def test_the_new_hex_must_obey_stacking() -> None:
    play = overrun_at("hq-f-pico", "5605", "5606", hq_hollidt="5205", hq_6a="5204", de_168="5203", de_298="5203")
    refused(play, "axis", "relocate_to", "5205", rule="5.0.1")  # a second HQ
    refused(play, "axis", "relocate_to", "5204", rule="12.7b")  # a lone enemy HQ
    assert play.legal("axis", "relocate_to", "5203")  # two divisions leave room for an HQ
    play = overrun_at("hq-r3a", "5605", "5606", it_cos="5205", ro_7="5206", de_168="5207")
    refused(play, "axis", "relocate_to", "5205", rule="5.0.3")  # Romanians do not stand with Italians
    assert {"5206", "5207"} <= offered(play, "axis", "relocate_to")


@rule("avl", "12.7b")
def test_no_hq_is_relocated_into_water() -> None:
    # 2336 on the coast: 1938, 2038 and others four hexes away are sea
    play = overrun_at("hq-f-pico", "2336", "2335")
    assert "1937" in offered(play, "axis", "relocate_to")
    for sea in ("1938", "2038", "2139"):
        refused(play, "axis", "relocate_to", sea, rule="12.7b")


@rule("avl", "12.7b", "13.0a")
def test_no_hq_is_relocated_into_the_pocket_before_turn_5() -> None:
    pocket = {"6123", "6124", "6222", "6322", "6421", "6521"}  # those 4 hexes away from 6525 and nearer to 6709
    play = overrun_at("hq-51a", "6525", "6526", turn=4)
    assert not pocket & offered(play, "soviet", "relocate_to")
    refused(play, "soviet", "relocate_to", "6521", rule="13.0a")
    play = overrun_at("hq-51a", "6525", "6526", turn=5)
    assert pocket <= offered(play, "soviet", "relocate_to")


@rule("avl", "12.7b", "10.1.2b")
def test_the_new_hex_must_be_able_to_trace_supply() -> None:
    # around 5205 three Soviets have all hexes in their ZOC but 5205 itself
    play = overrun_at("hq-f-pico", "5605", "5606", su_107="5304", su_141="5307", su_270="5005")
    refused(play, "axis", "relocate_to", "5205", rule="12.7b")
    assert why_key(play, "axis", "5205") == "unsupplied"


@rule("avl", "12.7c")
def test_no_combat_unit_need_be_in_range_of_the_new_hex() -> None:
    play = overrun_at("hq-f-pico", "5605", "5606")  # there is no Axis combat unit on the map at all
    answer(play, "axis", ("relocate_to", "5205"))
    assert where(play, "hq-f-pico") == "5205"


@rule("avl", "12.7d")
def test_the_chit_of_an_hq_that_could_not_be_relocated_has_no_effect_until_it_returns() -> None:
    cup = ["1GdA", "F-Pico"]
    play = position(
        step="draw",
        chits={"cup": cup, "inactive": POOL[:5]},
        dice=draws(cup, "1GdA", "F-Pico"),
        place={**no_arrivals(), **AXIS_DENIED, "su-7tk": "5606", "hq-1gda": "5608", "hq-f-pico": "5605"},
    )
    march(play, "soviet", "su-7tk", "5605")
    assert where(play, "hq-f-pico") == "awaiting return"
    assert play.deciders == ("soviet",)  # nobody has to be asked: the corps goes on
    answer(play, "soviet", "stop", "end_movement")
    assert happened(play, "event.chit_without_effect") == [{"chit": "F-Pico"}]
    assert state_of(play).turn == 3  # it was not due in the segment of turn 2, and has kept its chit
    assert where(play, "hq-f-pico") == "awaiting return"
    assert "F-Pico" in offered(play, "axis", "select_chit")


@rule("avl", "12.7d", "7.2.2b")
def test_stavka_skips_an_hq_that_awaits_its_return() -> None:
    place = {"hq-6a": "awaiting", "hq-1gda": "5605", "su-107": "5606"}
    play = position(step="draw", chits={"cup": ["STAVKA"]}, place=place)
    assert activated(play) == {"hq-1gda", "su-107"}


@rule("avl", "12.7d", "7.2.2c")
def test_manstein_cannot_activate_an_hq_that_awaits_its_return() -> None:
    place = {"hq-f-pico": "awaiting", "hq-4pza": "5605", "de-168": "5606"}
    play = position(turn=5, step="draw", chits={"cup": ["Manstein-1"]}, place=place)
    answer(play, "axis", "play_manstein")
    assert offered(play, "axis", "activate") == {"hq-4pza"}


@rule("avl", "12.7d", "11.1.1b")
@pytest.mark.parametrize(("hq", "player", "rail"), [("hq-f-pico", "axis", "0115"), ("hq-28a", "soviet", "5001")])
def test_an_hq_returns_by_rail_in_the_segment_of_the_next_turn(hq: str, player: str, rail: str) -> None:
    place = {**no_arrivals(), hq: "awaiting"}
    play = position(turn=3, step="reinforcements", place=place, chits={"inactive": POOL})
    assert play.deciders == (player,)
    refused(play, player, "place_at", "5605", rule="11.1.1b")
    answer(play, player, ("place_at", rail))
    (placed,) = happened(play, "event.placed")
    assert placed == {"unit": hq, "hex": rail}


@rule("avl", "12.7d", "11.1.3", "11.3c")
def test_an_hq_that_cannot_return_either_is_lost_with_its_chit() -> None:
    """Overrun on turn 2 with every Axis source closed, it would come back on turn 3, but they are still closed."""
    play = position(
        turn=2,
        active="soviet",
        chits={"inactive": ["F-Pico", "Hollidt"]},
        place={**no_arrivals("su-160", "su-180"), **AXIS_DENIED, "su-7tk": "5606", "hq-f-pico": "5605"},
        activated=["su-7tk"],
    )
    march(play, "soviet", "su-7tk", "5605")
    assert where(play, "hq-f-pico") == "awaiting return"
    assert state_of(play).due == {avl().counters.numbers["hq-f-pico"]: 3}
    answer(play, "soviet", "stop")
    # turn 3, Reinforcement Segment: the Axis has lost the HQ, the Soviet player places su-160
    assert (state_of(play).turn, play.deciders) == (3, ("soviet",))
    assert where(play, "hq-f-pico") == "removed"
    assert "F-Pico" in chits_in(play, AWAY) and "Hollidt" not in chits_in(play, AWAY)
    assert score(play) == (25, 0)


@rule("avl", "12.7e", "12.7b")
def test_the_1pza_hq_of_the_example_has_exactly_two_hexes() -> None:
    soviets = ["su-107 2324", "su-141 2032", "su-270 2126", "su-219 1725", "su-127 2525", "su-172 2023", "su-350 1830"]
    soviets += ["su-267 2332", "su-41g 1827"]
    place = dict(unit.split() for unit in soviets)
    play = position(turn=6, active="soviet", place={**place, "su-7tk": "2229", "hq-1pza": "2228"})
    march(play, "soviet", "su-7tk", "2228")
    assert play.deciders == ("axis",)
    # figures 1 to 4: no hex four away will do
    for hex in ("2626", "2628", "2630"):
        assert why_key(play, "axis", hex) == "not_closer"
    for hex in ("1826", "2031", "2125", "2224"):
        assert why_key(play, "axis", hex) == "in_zoc"
    assert why_key(play, "axis", "1926") == "unsupplied"
    # figures 5 and 6: five away
    for hex in ("1727", "1831", "2133"):
        assert why_key(play, "axis", hex) == "in_zoc"
    assert why_key(play, "axis", "1925") == "unsupplied"
    # figure 7
    assert offered(play, "axis", "relocate_to") == {"1729", "2233"}
    refused(play, "axis", "relocate_to", "1629", rule="12.7b")
    assert why_key(play, "axis", "1629") == "not_nearest"
    answer(play, "axis", ("relocate_to", "2233"))
    assert where(play, "hq-1pza") == "2233"
