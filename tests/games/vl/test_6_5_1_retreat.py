"""Chapter 6.5.1 of Velikiye Luki: where a beaten stack goes, what the way costs it, and how it can end."""

from __future__ import annotations

import pytest

from grognard.core.play import Play
from grognard.games.vl import GAME
from grognard.testing import rule
from tests.games.vl._combat import battlefield, fight, reckoning
from tests.games.vl._help import (
    answer,
    attack,
    happened,
    idle,
    idle_until,
    no_arrivals,
    offered,
    refused,
    stack,
    state_of,
    steps_of,
    told,
    where,
)

WEST = {"gfd-9": "1108", "gfd-46": "1108", "gfd-21": "1109", "fd-257": "1109"}
"""Attackers that drive the defender of 1008 west: only 0908 and 0909 are out of their ZOCs."""
GO = ("german", "retreat")


def driven(defender: dict[str, str], *, result: str = "-/R", **others: str) -> Play:
    """The defenders of 1008 must fall back before `WEST`."""
    return fight({**WEST, **defender, **others}, "1008", *WEST, result=result)


# ---- 6.5.1a


@rule("vl", "6.5.1a")
@pytest.mark.parametrize("enemy", ["hq-3c", "mrl-38g", "fb-26"])
def test_a_hex_with_an_enemy_is_barred_be_it_an_hq_or_a_launcher(enemy: str) -> None:
    # the three ways out are 0909, held by the enemy, 0908 and 1009, both free of ZOC if it is no combat unit
    place = {"gfd-9": "1108", "gfd-46": "1108", "kraft": "1008", enemy: "0909"}
    play = fight(place, "1008", "gfd-9", "gfd-46", result="-/R")
    if enemy == "fb-26":
        assert "0909" not in offered(play, *GO)
    else:
        assert offered(play, *GO) == {"0908", "1009"}
    refused(play, "german", "retreat", "0909", rule="6.5.1a")


@rule("vl", "6.5.1a", "6.5.1f")
def test_the_city_is_barred_to_soviets_while_its_festung_stands() -> None:
    place = {"fb-26": "1009", "klatt": "0909", "fr-1-7": "0910", "meyer": "0909"}
    play = fight(place, "1009", "klatt", "fr-1-7", "meyer", result="-/R", player="german", festungs={"east": 0})
    assert "1110" not in offered(play, "soviet", "retreat")
    refused(play, "soviet", "retreat", "1110", rule="6.5.1a")
    # with the garrison gone the way is open
    play = fight(place, "1009", "klatt", "fr-1-7", "meyer", result="-/R", player="german")
    assert "1110" in offered(play, "soviet", "retreat")


@rule("vl", "6.5.1a")
def test_a_german_may_fall_back_into_the_city() -> None:
    # all around is Soviet ZOC, the city alone is held by friends
    place = {"gfd-9": "1108", "gfd-46": "1108", "fb-26": "1208", "fb-31": "0909", "fb-100": "1210", "kraft": "1109"}
    play = fight(place, "1109", "gfd-9", "gfd-46", result="-/R", festungs={"east": 0})
    assert where(play, "kraft") == "1110" and steps_of(play, "kraft") == 2


# ---- 6.5.1b


@rule("vl", "6.5.1b")
def test_a_free_hex_to_the_east_before_a_zoc_hex_to_the_west() -> None:
    place = {"gfd-9": "0908", "gfd-46": "0908", "gfd-21": "0909", "fd-257": "0909", "kraft": "1008"}
    play = fight(place, "1008", "gfd-9", "gfd-46", "gfd-21", "fd-257", result="-/R")
    assert offered(play, *GO) == {"1108", "1109"}
    refused(play, "german", "retreat", "1007", rule="6.5.1b")
    refused(play, "german", "retreat", "1009", rule="6.5.1b")


@rule("vl", "6.5.1b")
def test_of_two_free_hexes_the_one_toward_the_own_edge() -> None:
    # 1007 has 0908 and 1108 in its ZOC, 31 BF in 1010 has 1009: 0909 leads west, 1109 east
    place = {"gfd-9": "1007", "gfd-46": "1007", "fb-31": "1010", "kraft": "1008"}
    play = fight(place, "1008", "gfd-9", "gfd-46", result="-/R")
    assert where(play, "kraft") == "0909"
    mirrored = {"klatt": "1007", "fr-1-7": "1007", "s-343": "1010", "fb-26": "1008"}
    play = fight(mirrored, "1008", "klatt", "fr-1-7", result="-/R", player="german")
    assert where(play, "fb-26") == "1109", "a Soviet goes east"


@rule("vl", "6.5.1b")
def test_of_a_retreat_that_had_one_hex_to_go_to_the_clause_is_told() -> None:
    place = {"gfd-9": "1007", "gfd-46": "1007", "fb-31": "1010", "kraft": "1008"}
    play = fight(place, "1008", "gfd-9", "gfd-46", result="-/R")
    assert where(play, "kraft") == "0909" and play.deciders == ("soviet",)
    (taken,) = play.why("german", "retreat", "0909")
    assert (taken.rule, taken.message.key) == ("6.5.1b", "refuse.taken_alone_there")
    keys = [(one.message.key, one.rule) for one in play.why("german", "retreat", "1109")]
    assert keys == [("why.retreat_direction", "6.5.1b"), ("refuse.taken_alone_there", "6.5.1b")]
    # before it he had no choice but to go: quality C in the open
    (why, alone) = play.why("german", "lose", "kraft")
    assert (why.rule, alone.rule, alone.message.args["verb"]) == ("6.4i", "6.4a", "fall_back")
    (why, _) = play.why("german", "artillery", "hq-83")
    assert why.rule == "12.0", "nor had he any artillery to give"


@rule("vl", "6.5.1b")
def test_toward_the_edge_means_not_away_from_it() -> None:
    place = {"gfd-9": "1007", "gfd-46": "1007", "kraft": "1008"}
    play = fight(place, "1008", "gfd-9", "gfd-46", result="-/R")
    # 0909 is nearer to the west, 1009 as near as 1008, both two hexes from the enemy; 1109 is farther
    assert offered(play, *GO) == {"0909", "1009"}
    refused(play, "german", "retreat", "1109", rule="6.5.1b")


@rule("vl", "6.5.1b")
def test_of_hexes_as_good_the_one_farthest_from_the_enemy() -> None:
    # 0908 and 0909 are free and westward, but HQ 3C in 0807 is beside 0908
    play = driven({"kraft": "1008"}, **{"hq-3c": "0807"})
    assert where(play, "kraft") == "0909"
    # 26 BF in 0707 is two hexes from 0908, as near as the attackers
    near = driven({"kraft": "1008"}, **{"fb-26": "0707"})
    assert offered(near, *GO) == {"0908", "0909"}
    refused(near, "german", "retreat", "1007", rule="6.5.1b")


@rule("vl", "6.5.1b")
def test_distance_to_an_hq_counts_as_well() -> None:
    place = {"gfd-9": "1108", "gfd-46": "1108", "kraft": "1008", "hq-3c": "1010"}
    play = fight(place, "1008", "gfd-9", "gfd-46", result="-/R")
    # free of ZOC and not eastward: 1009 (beside the HQ), 0909 and 0908, both two hexes from the attackers
    assert offered(play, *GO) == {"0908", "0909"}
    refused(play, "german", "retreat", "1009", rule="6.5.1b")


@rule("vl", "6.5.1b")
def test_a_friendly_held_zoc_hex_ranks_as_free() -> None:
    place = {**WEST, "fb-26": "0807", "fb-31": "0809", "kraft": "1008"}
    all_in_zoc = fight(place, "1008", *WEST, result="-/R")
    assert offered(all_in_zoc, *GO) == {"1007", "1009", "0908", "0909"}
    play = fight({**place, "s-343": "0909"}, "1008", *WEST, result="-/R")
    assert where(play, "kraft") == "0909" and steps_of(play, "kraft") == 2


@rule("vl", "6.5.1b")
def test_each_hex_of_a_retreat_is_chosen_anew_and_never_back() -> None:
    play = driven({"s-343": "1008"}, result="-/R2")
    assert offered(play, *GO) == {"0908", "0909"}
    answer(play, "german", ("retreat", "0909"), "fall_back")
    assert offered(play, *GO) == {"0808", "0809"}
    refused(play, "german", "retreat", "1008", rule="6.5.1b")
    refused(play, "german", "retreat", "0908", rule="6.5.1b")
    refused(play, "german", "retreat", "0807", rule="6.5.1b")


# ---- 6.5.1c


@rule("vl", "6.5.1c")
def test_a_stack_of_three_through_two_zoc_hexes_loses_two_steps_in_all() -> None:
    # both first hexes and all second ones are in Soviet ZOC
    place = {"kraft": "1008", "s-343": "1008", "s-591": "1008"}
    others = {"fb-26": "0807", "fb-31": "0809", "fb-100": "0707", "fb-32": "0710", "fd-28": "0906", "fd-381": "0911"}
    crowd = {**WEST, "gfd-19": "1108", "fd-150": "1109", "fd-350": "1109", "fd-7e": "1108"}
    play = fight({**crowd, **place, **others}, "1008", *crowd, result="-/R1")
    answer(play, "german", ("retreat", "0909"))
    assert offered(play, "german", "lose") == {"kraft", "s-343", "s-591"}, "the owner picks"
    refused(play, "german", "lose", "giehl", rule="4.3b")
    play.answer("german", "lose", "s-343")
    answer(play, "german", "fall_back", ("retreat", "0808"), ("lose", "s-591"))
    assert [steps_of(play, unit) for unit in place] == [2, 1, 1]
    assert {where(play, unit) for unit in place} == {"0808"}


@rule("vl", "6.5.1c")
def test_the_last_step_lost_so_leaves_the_requirements_to_the_advance() -> None:
    others = {"fb-26": "0807", "fb-31": "0809"}
    play = fight({**WEST, "kraft": "1008 reduced", **others}, "1008", *WEST, result="-/R2")
    play.answer("german", "retreat", "0909")
    assert where(play, "kraft") == "eliminated"
    # one hex retreated and two requirements left: three hexes
    play.answer("soviet", "advance", "gfd-9")
    assert offered(play, "soviet", "advance_to") == {"0909"}
    play.answer("soviet", "advance_to", "0909")
    assert offered(play, "soviet", "advance_to") == {"0808", "0809", "0908", "0910", "1008", "1009"}, "free"
    play.answer("soviet", "advance_to", "0808")
    assert where(play, "gfd-9") == "0808" and "gfd-9" not in offered(play, "soviet", "advance")


@rule("vl", "6.5.1c")
def test_a_hex_held_by_a_friendly_hq_costs_nothing() -> None:
    others = {"fb-26": "0807", "fb-31": "0809", "hq-83": "0908"}
    play = driven({"kraft": "1008"}, **others)
    assert where(play, "kraft") == "0908" and steps_of(play, "kraft") == 2
    launcher = driven({"kraft": "1008"}, **{"fb-26": "0807", "fb-31": "0809", "swr-3": "0908"})
    assert where(launcher, "kraft") == "0908" and steps_of(launcher, "kraft") == 2


@rule("vl", "6.5.1c")
def test_one_step_for_a_hex_under_many_zocs() -> None:
    others = {"fb-26": "0807", "fb-31": "0809", "fb-100": "0808", "fb-32": "0907"}
    play = driven({"kraft": "1008"}, **others)
    play.answer("german", "retreat", min(map(str, offered(play, *GO))))
    assert steps_of(play, "kraft") == 1


@rule("vl", "6.5.1c")
def test_units_that_retreat_together_do_not_cover_each_other() -> None:
    others = {"fb-26": "0807", "fb-31": "0809"}
    play = driven({"kraft": "1008", "s-343": "1008"}, **others)
    answer(play, "german", ("split_off", "kraft"), ("retreat", "0908"))
    assert steps_of(play, "kraft") == 1
    play.answer("german", "retreat", "0908")
    assert steps_of(play, "s-343") == 1, "the friend in the hex came out of the same combat"


@rule("vl", "4.3b", "6.5.1c")
@pytest.mark.parametrize(("first", "second"), [("fb-26", "fb-31"), ("fb-31", "fb-26")])
def test_stacks_that_retreat_together_do_not_cover_each_other_wherever_they_stand(first: str, second: str) -> None:
    # 0808 is in the ZOC of S 343; the brigade there falls back as well, so it keeps no hex open
    place = {first: "0708", second: "0808", "klatt": "0709", "s-343": "0806"}
    play = fight(place, "0709", first, second, result="1/-")
    play.answer("soviet", "fall_back")
    assert where(play, first) == "0607" and steps_of(play, first) == 2


@rule("vl", "4.3b", "6.4i")
def test_a_stack_that_stands_covers_those_that_fall_back_whatever_its_number() -> None:
    # all around 26 BF is German ZOC, but 44S (quality B) beside it stands and holds 0808 open
    place = {"fb-26": "0708", "ski-44s": "0808", "klatt": "0709", "fr-1-7": "0709", "meyer": "0709",
             "s-343": "0806", "s-591": "0606", "s-663": "0609"}  # fmt: skip
    play = fight(place, "0709", "fb-26", "ski-44s", result="R/-")
    standing = play.clone()
    standing.answer("soviet", "lose", "ski-44s")
    assert where(standing, "fb-26") == "0808" and steps_of(standing, "fb-26") == 2
    play.answer("soviet", "fall_back")
    assert "event.step_lost" not in told(play), "26 BF has not gone yet"
    play.answer("soviet", "retreat", sorted(map(str, offered(play, "soviet", "retreat")))[0])
    assert steps_of(play, "fb-26") == 1, "nobody stands to cover it"


@rule("vl", "6.4b", "4.2.2")
def test_the_owner_says_which_stack_goes_first_where_the_ring_depends_on_it() -> None:
    # 26 BF in 1312 would close the ring, and 100 BF could pass the city without the Festungs' ZOC
    place = {"fb-26": "1212", "fb-100": "1111", "fd-28": "1009", "fd-257": "1209", "klatt": "1112", "meyer": "1112"}
    play = fight(place, "1112", "fb-26", "fb-100", result="1/-", festungs={"west": 3, "east": 3})
    play.answer("soviet", "fall_back")
    assert offered(play, "soviet", "retreat_from") == {"1111", "1212"}
    refused(play, "soviet", "retreat_from", "1009", rule="6.4b")
    other = play.clone()
    answer(play, "soviet", ("retreat_from", "1212"), ("retreat", "1312"))
    assert where(play, "fb-100") == "1010" and steps_of(play, "fb-100") == 2
    answer(other, "soviet", ("retreat_from", "1111"), ("retreat", "1312"))
    assert where(other, "fb-100") == "1211" and steps_of(other, "fb-100") == 1


@rule("vl", "6.5.1c")
def test_the_hq_of_a_stack_that_dies_in_zoc_is_left_alone() -> None:
    others = {"fb-26": "0807", "fb-31": "0809"}
    play = driven({"kraft": "1008 reduced", "hq-83": "1008", "swr-3": "1008"}, **others)
    play.answer("german", "retreat", "0909")
    assert where(play, "kraft") == "eliminated"
    assert where(play, "hq-83") == "away" and where(play, "swr-3") == "eliminated"


# ---- 6.5.1d


@rule("vl", "6.5.1d")
def test_a_stack_may_part() -> None:
    play = driven({"kraft": "1008", "s-343": "1008"})
    assert offered(play, "german", "split_off") == {"kraft", "s-343"}
    answer(play, "german", ("split_off", "s-343"), ("retreat", "0908"))
    refused(play, "german", "retreat", "0807", rule="6.5.1d")
    play.answer("german", "retreat", "0909")
    assert (where(play, "s-343"), where(play, "kraft")) == ("0908", "0909")


@rule("vl", "6.5.1d")
def test_all_parts_go_equally_far() -> None:
    play = driven({"kraft": "1008", "s-343": "1008"}, result="-/R1")
    answer(play, "german", ("split_off", "s-343"), ("retreat", "0908"), ("retreat", "0909"))
    play.answer("german", "fall_back")
    moved = 0
    while offered(play, *GO):
        play.answer("german", "retreat", min(map(str, offered(play, *GO))))
        moved += 1
    assert moved == 2, "each part a hex more"
    trails = state_of(play).trails
    assert {len(trail) for trail in trails.values()} == {3}
    assert play.deciders == ("soviet",)


@rule("vl", "6.5.1d")
def test_each_part_is_checked_for_zoc_by_itself() -> None:
    others = {"fb-26": "0807", "fb-31": "0809"}
    play = driven({"kraft": "1008", "s-343": "1008"}, **others)
    answer(play, "german", ("split_off", "s-343"), ("retreat", "0908"), ("retreat", "0909"))
    assert (steps_of(play, "s-343"), steps_of(play, "kraft")) == (1, 1)


@rule("vl", "6.5.1d")
def test_the_last_unit_stays_with_the_rest_and_one_way_out_is_for_all() -> None:
    play = driven({"kraft": "1008", "s-343": "1008", "hq-83": "1008"})
    refused(play, "german", "split_off", "hq-83", rule="6.5.1d")
    play.answer("german", "split_off", "kraft")
    assert offered(play, "german", "split_off") == set(), "S 343 is what is left, and an HQ goes with the rest"
    refused(play, "german", "split_off", "s-343", rule="6.5.1d")
    answer(play, "german", ("retreat", "0908"), ("retreat", "0909"))
    assert stack(play, "0909") == {"s-343", "hq-83"}


@rule("vl", "6.5.1d")
def test_an_hq_may_go_with_the_part_that_is_split_off() -> None:
    play = driven({"kraft": "1008", "s-343": "1008", "s-591": "1008", "hq-83": "1008"})
    play.answer("german", "split_off", "kraft")
    assert offered(play, "german", "split_off") == {"s-343", "s-591", "hq-83"}
    answer(play, "german", ("split_off", "hq-83"), ("retreat", "0908"), ("retreat", "0909"))
    assert stack(play, "0908") == {"kraft", "hq-83"} and stack(play, "0909") == {"s-343", "s-591"}


# ---- 6.5.1e

ROUND = {"fb-26": "1007", "fb-31": "1009", "fb-100": "0908", "fb-32": "0909"}


@rule("vl", "6.5.1e")
def test_ringed_by_enemy_units_it_is_eliminated() -> None:
    play = driven({"kraft": "1008", "s-343": "1008"}, **ROUND)
    assert where(play, "kraft") == where(play, "s-343") == "eliminated"
    assert "event.retreats" not in told(play)
    assert offered(play, "soviet", "advance") == set(WEST)
    (shut_in,) = happened(play, "event.no_retreat")
    assert (set(shut_in["units"]), shut_in["hex"]) == ({"kraft", "s-343"}, "1008")
    (enemies,) = shut_in["closed"]
    assert (enemies["rule"], set(enemies["hexes"])) == ("6.5.1a", {"1007", "1108", "1109", "1009", "0909", "0908"})
    assert told(play).index("event.no_retreat") < told(play).index("event.eliminated"), "the reason comes first"


@rule("vl", "6.5.1e")
def test_ringed_by_zocs_alone_it_retreats_with_losses() -> None:
    place = {**WEST, "fb-26": "0807", "fb-31": "0809", "kraft": "1008"}
    play = fight(place, "1008", *WEST, result="-/R")
    play.answer("german", "retreat", "0908")
    assert where(play, "kraft") == "0908" and steps_of(play, "kraft") == 1


@rule("vl", "6.5.1e")
def test_a_voluntary_hex_is_never_forced() -> None:
    place = {**WEST, **ROUND, "kraft": "1008", "s-343": "1008"}
    play = fight(place, "1008", "gfd-9", "fd-257", result="-/1")
    assert offered(play, "german", "lose") == {"kraft", "s-343"}
    refused(play, "german", "fall_back", rule="6.5.1e")
    play.answer("german", "lose", "s-343")
    assert steps_of(play, "s-343") == 1 and where(play, "kraft") == "1008"


@rule("vl", "6.5.1e")
def test_one_attacking_stack_without_a_way_keeps_the_force_from_a_voluntary_hex() -> None:
    # 26 BF in 1108 is shut in, 100 BF in 1109 is not
    place = {
        "fb-26": "1108", "fb-100": "1109", "klatt": "1008", "meyer": "1007", "giehl": "1107", "kraft": "1207",
        "s-343": "1208", "hq-3c": "1309",
    }  # fmt: skip
    play = fight(place, "1008", "fb-26", "fb-100", result="1/-")
    assert offered(play, "soviet", "fall_back") == {None}, "1109 is a friend's hex"
    place["fb-100"], place["s-663"] = "1009", "1109"
    play = fight(place, "1008", "fb-26", "fb-100", result="1/-")
    assert offered(play, "soviet", "fall_back") == set()
    refused(play, "soviet", "fall_back", rule="6.5.1e")


@rule("vl", "6.5.1e")
def test_with_r_the_shut_in_stack_dies_and_the_other_goes() -> None:
    place = {
        "fb-26": "1108", "fb-100": "1009", "klatt": "1008", "fr-1-7": "1008", "meyer": "1007", "giehl": "1107",
        "kraft": "1207", "s-343": "1208", "s-663": "1109",
    }  # fmt: skip
    play = fight(place, "1008", "fb-26", "fb-100", result="R/-")
    while offered(play, "soviet", "retreat"):
        play.answer("soviet", "retreat", max(map(str, offered(play, "soviet", "retreat"))))
    assert where(play, "fb-26") == "eliminated"
    assert where(play, "fb-100") not in ("1009", "eliminated")


# ---- 6.5.1f

WALLED = {
    "klatt": "1008", "fr-1-7": "1108", "meyer": "1208", "giehl": "1209", "igr-76-20m": "1009", "igr-90-20m": "1108",
}  # fmt: skip
"""German relief round 1109: its only other neighbour is the city's western half, 1110."""
RELIEF = ("klatt", "fr-1-7")


def walled(place: dict[str, str], *units: str, ring: int = 1, result: str = "-/R", **words: object) -> Play:
    """Germans attack Soviets in 1109 who have the garrison behind them."""
    more: dict[str, object] = {"festungs": {"west": 3, "east": 3}, "ring": ring, **words}
    return fight({**WALLED, **place}, "1109", *RELIEF, *units, result=result, player="german", **more)


@rule("vl", "6.5.1f")
def test_a_unit_of_the_ring_with_the_festung_behind_it_loses_a_step_and_stays() -> None:
    play = walled({"fb-26": "1109"})
    assert where(play, "fb-26") == "1109" and steps_of(play, "fb-26") == 1
    assert [one["unit"] for one in happened(play, "event.against_festung")] == ["fb-26"]
    assert offered(play, "german", "advance") == set(), "the hex is held"


@rule("vl", "6.4d", "6.5.1f")
def test_against_one_that_stays_so_the_attacker_must_bleed() -> None:
    play = walled({"fb-26": "1109"}, result="1/R")
    assert offered(play, "german", "lose") and not offered(play, "german", "fall_back")
    refused(play, "german", "fall_back", rule="6.4d")


@rule("vl", "6.5.1f")
def test_a_unit_with_one_step_dies_of_it() -> None:
    play = walled({"fb-26": "1109 reduced", "fd-381": "1109"}, "meyer", "giehl", "igr-76-20m")
    assert where(play, "fb-26") == "eliminated"
    assert where(play, "fd-381") == "1109" and steps_of(play, "fd-381") == 2, "each unit its own step"


@rule("vl", "6.5.1f")
def test_only_when_no_other_hex_is_open() -> None:
    play = walled({"fb-26": "1109", "giehl": "1208"})
    assert where(play, "fb-26") == "1209", "into ZOC, and the step that costs"
    assert steps_of(play, "fb-26") == 1 and "event.against_festung" not in told(play)


@rule("vl", "6.5.1f")
def test_without_a_ring_or_without_the_garrison_it_is_lost() -> None:
    assert where(walled({"fb-26": "1109"}, ring=0), "fb-26") == "eliminated"
    held = {"fb-26": "1109", "s-343": "1110"}
    play = walled(held, festungs={"west": 0, "east": 3})
    assert where(play, "fb-26") == "eliminated", "1110 is held by Germans, but by no Festung"


@rule("vl", "6.5.1f")
def test_a_german_beside_the_city_has_no_such_grace() -> None:
    place = {"gfd-9": "1108", "gfd-46": "1208", "gfd-21": "1008", "fb-26": "1009", "fb-31": "1209", "kraft": "1109"}
    place["fb-100"] = "1110"
    play = fight(place, "1109", "gfd-9", "gfd-46", "gfd-21", result="-/R", ring=1, festungs={"west": 0, "east": 3})
    assert where(play, "kraft") == "eliminated"


@rule("vl", "6.5.1f")
def test_requirements_after_it_are_steps() -> None:
    play = walled({"fd-381": "1109", "fd-257": "1109"}, *WALLED.keys() - RELIEF, result="-/R1")
    assert offered(play, "soviet", "lose") == {"fd-381", "fd-257"} and offered(play, "soviet", "fall_back") == set()
    play.answer("soviet", "lose", "fd-381")
    assert (steps_of(play, "fd-381"), steps_of(play, "fd-257")) == (1, 2)


# ---- 6.5.1g


def off_the_map(result: str = "-/R", **more: str) -> Play:
    """Kraft in the corner 0101 is shut in by Soviets and must go."""
    place = {**no_arrivals(), "gfd-9": "0102", "gfd-46": "0102", "gfd-21": "0201", "kraft": "0101", **more}
    return fight(place, "0101", "gfd-9", "gfd-46", "gfd-21", result=result, turn=5, festungs={})


@rule("vl", "6.5.1g")
def test_a_unit_at_the_edge_leaves_the_map_and_returns_in_its_own_phase() -> None:
    play = off_the_map()
    assert where(play, "kraft") == "away" and steps_of(play, "kraft") == 2
    play.answer("soviet", "end_advance")
    seen = set()
    while state_of(play).turn == 5:
        seen |= offered(play, "german", "unit")
        idle(play)
    assert "kraft" not in seen, "not in the turn it left"
    while not offered(play, "german", "end_movement"):
        idle(play)
    assert state_of(play).turn == 6 and where(play, "kraft") == "away"
    play.answer("german", "unit", "kraft")
    assert "0101" in offered(play, "german", "move")


@rule("vl", "6.5.1g")
def test_with_its_hex_held_it_comes_in_beside_it() -> None:
    play = off_the_map()
    play.answer("soviet", "advance", "gfd-21")
    assert where(play, "gfd-21") == "0101"
    if offered(play, "soviet", "end_advance"):
        play.answer("soviet", "end_advance")
    idle_until(play, "event.turn")
    while not offered(play, "german", "end_movement"):
        idle(play)
    play.answer("german", "unit", "kraft")
    assert offered(play, "german", "move") == {"0201"}, "0101 and 0102 are held"


@rule("vl", "6.5.1g")
def test_with_all_hexes_held_it_waits_a_turn() -> None:
    play = battlefield({**no_arrivals(), "gfd-9": "0101", "gfd-46": "0102", "gfd-21": "0201", "kraft": "away 0101"},
                       "german", step="move", turn=5, festungs={})  # fmt: skip
    assert offered(play, "german", "unit") == set()
    idle_until(play, "event.turn")
    assert where(play, "kraft") == "away" and state_of(play).turn == 6


@rule("vl", "6.5.1g")
def test_away_it_counts_against_nothing() -> None:
    play = off_the_map()
    state = state_of(play)
    assert not state.scored and play.view()["score"] == battlefield({}, festungs={}).view()["score"]
    assert stack(play, "0101") == set()
    assert state.game.invariants(state) == []


@rule("vl", "6.5.1g", "6.5.2h")
def test_what_it_still_owed_is_no_advance_for_it_lives() -> None:
    play = off_the_map("-/R2", **{"gfd-19": "0102"})
    assert where(play, "kraft") == "away"
    play.answer("soviet", "advance", "gfd-9")
    assert where(play, "gfd-9") == "0101" and offered(play, "soviet", "advance_to") == set()


@rule("vl", "6.5.1g")
def test_an_open_hex_however_bad_comes_before_the_edge() -> None:
    place = {"gfd-9": "0102", "gfd-46": "0102", "gfd-21": "0301", "kraft": "0101"}
    play = fight(place, "0101", "gfd-9", "gfd-46", result="-/R")
    assert where(play, "kraft") == "0201" and steps_of(play, "kraft") == 1


@rule("vl", "6.5.1g")
def test_hqs_and_launchers_leave_with_their_stack() -> None:
    play = off_the_map(**{"hq-83": "0101", "swr-3": "0101"})
    assert {where(play, unit) for unit in ("kraft", "hq-83", "swr-3")} == {"away"}


# ---- 6.5.1h

AT_ONCE = {"overstacked_retreat_at_once": True}


@rule("vl", "6.5.1h")
def test_a_fourth_regiment_in_a_hex_of_three() -> None:
    play = driven({"kraft": "1008"}, **{"meyer": "0908", "giehl": "0908", "s-343": "0908"})
    play.answer("german", "retreat", "0908")
    assert stack(play, "0908") == {"kraft", "meyer", "giehl", "s-343"}, "chapter 5 looks when the phase ends"
    while play.deciders == ("soviet",):
        idle(play)  # his own stacks are as large as the odds wanted them
    assert offered(play, "german", "remove_excess") == {"kraft", "meyer", "giehl", "s-343"}, "any of the four"
    play.answer("german", "remove_excess", "s-343")
    assert where(play, "s-343") == "eliminated" and stack(play, "0908") == {"kraft", "meyer", "giehl"}


@rule("vl", "6.5.1h", "6.1b")
def test_those_too_many_defend_with_the_rest_while_the_phase_lasts() -> None:
    # of all hexes round 1008 only 0908 costs no step, for the three who stand there
    place = {"meyer": "0908", "giehl": "0908", "s-343": "0908", "fb-31": "0807", "fb-26": "0910"}
    play = driven({"kraft": "1008"}, **place)
    answer(play, "soviet", "end_advance")
    attack(play, "soviet", "0908", "fb-31")
    assert set(reckoning(play)["units_defending"]) == {"kraft", "meyer", "giehl", "s-343"}


@rule("vl", "6.5.1h")
def test_passing_through_a_full_hex_breaks_nothing() -> None:
    full = {"meyer": "0908", "giehl": "0908", "s-591": "0908"}
    play = fight({**WEST, "s-343": "1008", **full}, "1008", *WEST, result="-/R1", options=AT_ONCE)
    answer(play, "german", ("retreat", "0908"), "fall_back", ("retreat", "0807"))
    assert play.deciders == ("soviet",) and "event.overstacked" not in told(play)


@rule("vl", "6.5.1h", "5.1b")
def test_by_option_the_attackers_retreat_is_judged_too_but_not_the_stacks_that_stood() -> None:
    # 1109 is crowded by an earlier advance: that is looked at when the phase ends
    crowded = {"ski-44s": "1109", "fd-381": "1109", "fd-257": "1109"}
    place = {"fb-26": "1108", **crowded, "klatt": "1008", "meyer": "1008", "fr-1-7": "1008", "fd-28": "1208"}
    play = fight({**place, "fb-31": "1208"}, "1008", "fb-26", "ski-44s", result="R/-", options=AT_ONCE)
    answer(play, "soviet", ("lose", "ski-44s"), ("retreat", "1208"))
    assert where(play, "ski-44s") == "1109"
    assert offered(play, "soviet", "remove_excess") == {"fb-26", "fb-31", "fd-28"}
    play.answer("soviet", "remove_excess", "fb-26")
    assert play.deciders == ("soviet",) and offered(play, "soviet", "end_combat") == {None}
    assert stack(play, "1109") == set(crowded), "they are over the limit until the phase ends"
    play.answer("soviet", "end_combat")
    assert offered(play, "soviet", "remove_excess") != set()


@rule("vl", "6.5.1d")
def test_nobody_is_asked_to_split_a_single_unit() -> None:
    def prompt(*units: str) -> str:
        place = {**dict.fromkeys(units, "1008"), "fb-26": "1108", "fd-357": "1108"}
        attack = {"on": "1008", "by": ["fd-357", "fb-26"]}
        play = GAME.position(
            turn=3, step="result", active="soviet", arrivals=[], festungs={"west": 0, "east": 0}, result="-/R",
            attack=attack, place=place,
        )  # fmt: skip
        if play.legal("german", "fall_back", None):
            play.answer("german", "fall_back")
        return str(play.view("german")["ask"]["prompt"]["key"])

    assert (prompt("klatt", "giehl"), prompt("klatt")) == ("prompt.retreat", "prompt.retreat_one")


def test_the_question_names_the_stack_that_retreats_and_marks_it() -> None:
    play = driven({"kraft": "1008"})
    ask = play.view("german")["ask"]
    assert ask["focus"]["unit"] == "kraft" and ask["focus"]["chosen"] == ["kraft"]
    assert ask["headline"]["en"].endswith("retreats: pick a hex") and "Kraft" in ask["headline"]["en"]


def test_a_stack_that_may_stand_is_named_and_who_has_chosen_to_go_stays_marked() -> None:
    place = {"gfd-9": "1108", "gfd-46": "1109", "klatt": "1008", "giehl": "1008", "kraft": "1008"}
    play = fight(place, "1008", "gfd-9", "gfd-46", result="R1/-")
    ask = play.view("soviet")["ask"]
    first = ask["focus"]["hex"]
    assert ask["headline"]["en"].endswith(f"or hold {first}? 1 more after it") and ask["focus"]["chosen"] == []
    play.answer("soviet", "fall_back")
    ask = play.view("soviet")["ask"]
    assert {first, ask["focus"]["hex"]} == {"1108", "1109"} and len(ask["focus"]["chosen"]) == 1
    assert "more after it" not in ask["headline"]["en"]
    play.answer("soviet", "fall_back")
    ask = play.view("soviet")["ask"]
    assert ask["step"] == "retreat" and "1 more after it" in ask["headline"]["en"]


@pytest.mark.parametrize(
    ("result", "owed", "told"),
    [
        ("-/R", "", ""),
        ("-/R1", ", 1 more step or hex owed", " 1 more step or hex is owed after this retreat."),
        ("-/R2", ", 2 more steps or hexes owed", " 2 more steps or hexes are owed after this retreat."),
    ],
)
def test_the_question_tells_what_the_result_still_costs_after_this_hex(result: str, owed: str, told: str) -> None:
    play = fight({**WEST, "s-343": "1008"}, "1008", *WEST, result=result)
    if play.legal("german", "fall_back", None):
        play.answer("german", "fall_back")
    ask = play.view("german")["ask"]
    assert ask["step"] == "retreat" and ask["headline"]["en"].endswith(f"retreats{owed}: pick a hex")
    assert f"retreats to.{told} Only the best" in ask["prompt"]["text"]["en"]
    # in the words of the result itself, which both players have just read
    more = f"さらにステップロスか退却{result[-1]}" if owed else ""
    assert ask["headline"]["ja"].partition("の退却先")[2] == (f"（{more}）" if more else "")
