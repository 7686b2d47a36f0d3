"""Chapter 6.5.2 of Velikiye Luki: who follows the beaten enemy, how far, and along which path."""

from __future__ import annotations

import pytest

from grognard.core.play import Play
from grognard.testing import rule
from tests.games.vl._combat import battlefield, fight
from tests.games.vl._help import answer, declare, offered, refused, stack, state_of, steps_of, where

EAST = {"gfd-9": "1108", "gfd-46": "1108", "gfd-21": "1109", "gfd-19": "1109", "fd-257": "1109"}
"""39 points, 8/1 against anything small in 1008."""


def beaten(defender: dict[str, str], *hexes: str, result: str = "-/R2", also: str = "", **others: str) -> Play:
    """The defender of 1008 has fallen back along these hexes, voluntarily after the first, before `EAST` and `also`."""
    fighting = {**EAST, **{unit: others[unit] for unit in also.split()}}
    play = fight({**fighting, **others, **defender}, "1008", *fighting, result=result)
    for at, hex in enumerate(hexes):
        if at == 1:
            play.answer("german", "fall_back")
        if offered(play, "german", "retreat"):
            play.answer("german", "retreat", hex)
    return play


def advance(play: Play, unit: str, *hexes: str, player: str = "soviet") -> None:
    """A unit advances into the vacated hex and on through these."""
    answer(play, player, ("advance", unit), *(("advance_to", hex) for hex in hexes))


def way_on(play: Play, player: str = "soviet") -> set[str]:
    """The hexes the advancing unit may enter next."""
    return set(map(str, offered(play, player, "advance_to")))


PATH = ("0908", "0807", "0707")
"""Three hexes of retreat from 1008."""

# ---- 6.5.2a


@rule("vl", "6.5.2a")
def test_a_retreat_of_three_is_a_path_of_three_with_the_hex_left() -> None:
    play = beaten({"s-343": "1008"}, *PATH)
    assert where(play, "s-343") == "0707"
    advance(play, "gfd-9")
    assert where(play, "gfd-9") == "1008" and way_on(play) == {"0908"}
    play.answer("soviet", "advance_to", "0908")
    assert way_on(play) == {"0807"}
    play.answer("soviet", "advance_to", "0807")
    assert where(play, "gfd-9") == "0807"
    refused(play, "soviet", "advance_to", "0806", rule="6.5.2b")
    refused(play, "soviet", "advance_to", "0708", rule="6.5.2b")


@rule("vl", "6.5.2a")
def test_a_retreat_that_ended_by_elimination_in_the_second_hex_is_a_path_of_two() -> None:
    # 0908 is free, all hexes beyond it are in Soviet ZOC; the one requirement is filled with the hex that kills
    zocs = {"fb-26": "0806", "fb-31": "0708", "fb-32": "0910"}
    play = beaten({"kraft": "1008 reduced"}, result="-/R1", **zocs)
    assert where(play, "kraft") == "0908"
    answer(play, "german", "fall_back", ("retreat", "0907"))
    assert where(play, "kraft") == "eliminated"
    advance(play, "gfd-9", "0908")
    assert where(play, "gfd-9") == "0908" and "gfd-9" not in offered(play, "soviet", "advance")


@rule("vl", "6.5.2a")
def test_a_defender_who_dies_where_it_stands_leaves_its_hex() -> None:
    play = beaten({"klatt": "1008 reduced"}, result="-/R")
    play.answer("german", "lose", "klatt")
    advance(play, "gfd-9")
    assert where(play, "gfd-9") == "1008" and way_on(play) == set()


# ---- 6.5.2b


@rule("vl", "6.5.2b")
def test_only_those_who_took_part_advance_any_all_or_none() -> None:
    play = beaten({"s-343": "1008"}, "0908", result="-/R", **{"fb-26": "1108", "fb-31": "1009", "hq-3c": "1108"})
    assert offered(play, "soviet", "advance") == set(EAST)
    for idle in ("fb-26", "fb-31", "hq-3c"):
        refused(play, "soviet", "advance", idle, rule="6.5.2b")
    advance(play, "gfd-9")
    refused(play, "soviet", "advance", "gfd-9", rule="6.5.2b")
    advance(play, "gfd-21")
    play.answer("soviet", "end_advance")
    assert [unit for unit in EAST if where(play, unit) == "1008"] == ["gfd-9", "gfd-21"]
    assert offered(play, "soviet", "end_combat") == {None}


@rule("vl", "6.5.2b")
def test_the_advance_is_never_longer_than_the_retreat() -> None:
    play = beaten({"s-343": "1008"}, "0908", result="-/R", **{"tr-27": "1108"}, also="tr-27")
    advance(play, "tr-27")
    assert where(play, "tr-27") == "1008"
    refused(play, "soviet", "advance_to", "0909", rule="6.5.2b")


@rule("vl", "6.5.2b")
def test_if_the_defenders_part_any_path_may_be_chosen_by_each_unit() -> None:
    play = fight({**EAST, "s-343": "1008", "s-591": "1008"}, "1008", *EAST, result="-/R1")
    answer(play, "german", ("split_off", "s-343"), ("retreat", "0908"), ("retreat", "0909"), "fall_back")
    while offered(play, "german", "retreat"):
        play.answer("german", "retreat", min(map(str, offered(play, "german", "retreat"))))
    advance(play, "gfd-9")
    assert way_on(play) == {"0908", "0909"}
    play.answer("soviet", "advance_to", "0908")
    advance(play, "gfd-46", "0909")
    assert (where(play, "gfd-9"), where(play, "gfd-46")) == ("0908", "0909")
    # nobody changes from one path to the other
    assert "gfd-9" not in offered(play, "soviet", "advance")


@rule("vl", "6.5.2b")
def test_a_unit_may_stop_anywhere_on_the_path() -> None:
    play = beaten({"s-343": "1008"}, *PATH)
    advance(play, "gfd-9")
    play.answer("soviet", "stop")
    advance(play, "gfd-46", "0908")
    play.answer("soviet", "stop")
    advance(play, "gfd-21", "0908", "0807")
    assert [where(play, unit) for unit in ("gfd-9", "gfd-46", "gfd-21")] == ["1008", "0908", "0807"]


@rule("vl", "6.5.2b")
def test_hexes_held_by_the_enemy_and_the_end_of_the_map_are_respected() -> None:
    play = beaten({"s-343": "1008"}, *PATH, **{"tr-27": "1108", "hq-83": "0909"}, also="tr-27")
    advance(play, "tr-27")
    assert way_on(play) == {"0908", "1007", "1009", "1108", "1109"}, "not the HQ's"
    refused(play, "soviet", "advance_to", "0909", rule="6.5.2b")
    refused(play, "soviet", "advance_to", "0807", rule="6.5.2b")
    # the defenders of the path's end are not walked over either
    edge = {"tr-27": "1108", "s-591": "0908", "s-663": "0908"}
    play = fight({**EAST, "s-343": "1008", **edge}, "1008", *EAST, "tr-27", result="-/R2")
    answer(play, "german", ("retreat", "0908"), ("lose", "s-343"), "fall_back")
    while offered(play, "german", "retreat"):
        play.answer("german", "retreat", "0807")
    advance(play, "gfd-9")
    assert way_on(play) == set(), "friends of the beaten unit hold the path"
    play.answer("soviet", "advance", "tr-27")
    assert "0908" not in way_on(play) and "0909" in way_on(play)


@rule("vl", "6.5.2b")
def test_the_festung_is_not_walked_over() -> None:
    place = {"tr-27": "1109", "gfd-9": "1109", "gfd-46": "1109", "gfd-21": "1109", "fd-257": "1109", "s-343": "1009"}
    play = fight(place, "1009", *place.keys() - {"s-343"}, result="-/R2", festungs={"east": 0})
    while play.deciders == ("german",):
        ask = play.ask("german")
        assert ask is not None
        verb = "retreat" if "retreat" in ask.answers else "fall_back"
        play.answer("german", verb, ask.answers[verb][0])
    advance(play, "tr-27")
    assert "1110" not in way_on(play) and {"1010", "1109"} <= way_on(play)
    refused(play, "soviet", "advance_to", "1110", rule="6.5.2b")


@rule("vl", "6.5.2b")
def test_a_lone_hqs_hex_may_be_entered() -> None:
    play = battlefield({"gfd-9": "1108", "fb-26": "1108", "hq-83": "1008"})
    declare(play, "soviet", "1008", "gfd-9")
    assert where(play, "hq-83") == "away" and state_of(play).rolls == 0
    advance(play, "gfd-9")
    assert where(play, "gfd-9") == "1008"


# ---- 6.5.2c


FAST = {"tr-27": "1108", "mb-47": "1109"}


@rule("vl", "6.5.2c")
@pytest.mark.parametrize("unit", ["tr-27", "mb-47"])
def test_armour_leaves_the_path_after_the_first_hex(unit: str) -> None:
    play = beaten({"s-343": "1008"}, *PATH, **FAST, also="tr-27 mb-47")
    play.answer("soviet", "advance", unit)
    assert where(play, unit) == "1008", "the first hex is the vacated one"
    assert way_on(play) == {"0908", "0909", "1007", "1009", "1108", "1109"}
    answer(play, "soviet", ("advance_to", "0909"), ("advance_to", "0809"))
    assert where(play, unit) == "0809" and unit not in offered(play, "soviet", "advance"), "three hexes in all"


@rule("vl", "6.5.2c")
def test_infantry_keeps_to_the_path() -> None:
    play = beaten({"s-343": "1008"}, *PATH, **{"ski-44s": "1108"}, also="ski-44s")
    for unit in ("gfd-9", "ski-44s"):
        advance(play, unit)
        assert way_on(play) == {"0908"}
        refused(play, "soviet", "advance_to", "0909", rule="6.5.2c")
        play.answer("soviet", "stop")


GERMANS = {"pgr-8-8pz": "0908", "krad-8-8pz": "0909", "pz-10-8pz": "0908", "klatt": "0908", "meyer": "0909",
           "giehl": "0909", "fr-1-7": "0909", "jaeger-3": "0908"}  # fmt: skip


def germans_won(*hexes: str, **others: str) -> Play:
    """26 BF has fallen back from 1008 along these hexes before the Germans."""
    play = fight({**GERMANS, "fb-26": "1008", **others}, "1008", *GERMANS, result="-/R2", player="german")
    for at, hex in enumerate(hexes):
        if at == 1:
            play.answer("soviet", "fall_back")
        if offered(play, "soviet", "retreat"):
            play.answer("soviet", "retreat", hex)
    return play


@rule("vl", "6.5.2c", "6.5.2e")
def test_motorised_infantry_follows_the_path() -> None:
    play = germans_won("1108", "1207", "1307")
    for unit in ("pgr-8-8pz", "krad-8-8pz"):
        advance(play, unit, player="german")
        assert way_on(play, "german") == {"1108"}
        refused(play, "german", "advance_to", "1109", rule="6.5.2c")
        play.answer("german", "stop")
    advance(play, "pz-10-8pz", player="german")
    assert {"1108", "1109", "1007"} <= way_on(play, "german")


# ---- 6.5.2d and 6.5.2e


@rule("vl", "6.5.2d")
def test_infantry_enters_two_zoc_hexes_and_stops_in_the_second() -> None:
    # the way is 1008, 0908, 0807: S 591 in 0909 has the first two in its ZOC
    play = beaten({"s-343": "1008"}, *PATH, **{"s-591": "0909"})
    assert where(play, "s-343") == "0707"
    advance(play, "gfd-9", "0908")
    assert where(play, "gfd-9") == "0908" and way_on(play) == set(), "the second ZOC hex"
    assert "gfd-9" not in offered(play, "soviet", "advance")


@rule("vl", "6.5.2d")
def test_zoc_in_the_third_hex_alone_is_reached() -> None:
    play = beaten({"s-343": "1008"}, *PATH, **{"s-591": "0706"})
    advance(play, "gfd-9", "0908", "0807")
    assert where(play, "gfd-9") == "0807"


@rule("vl", "6.5.2d")
def test_the_first_zoc_hex_does_not_stop() -> None:
    # S 591 in 1009 has the vacated hex in its ZOC and nothing else of the path
    play = beaten({"s-343": "1008"}, *PATH, **{"s-591": "1009"})
    advance(play, "gfd-9", "0908")
    assert way_on(play) == {"0807"}


@rule("vl", "6.5.2e")
def test_skis_go_three_hexes_through_zoc() -> None:
    zocs = {"s-591": "0909", "s-663": "0806"}
    play = beaten({"s-343": "1008"}, *PATH, **zocs, **{"ski-44s": "1108"}, also="ski-44s")
    advance(play, "ski-44s", "0908", "0807")
    assert where(play, "ski-44s") == "0807"
    assert steps_of(play, "ski-44s") == 2


@rule("vl", "6.5.2e")
@pytest.mark.parametrize("unit", ["tr-27", "mb-47"])
def test_armour_is_not_stopped_by_zoc(unit: str) -> None:
    zocs = {"s-591": "0909", "s-663": "0806"}
    play = beaten({"s-343": "1008"}, *PATH, **zocs, **FAST, also="tr-27 mb-47")
    advance(play, unit, "0908", "0807")
    assert where(play, unit) == "0807"


@rule("vl", "6.5.2e")
def test_motorised_infantry_passes_zoc_and_foot_does_not() -> None:
    play = germans_won("1108", "1207", "1307", **{"fb-31": "1109"})
    assert where(play, "fb-26") == "1307"
    advance(play, "klatt", "1108", player="german")
    assert "klatt" not in offered(play, "german", "advance"), "stopped in the second ZOC hex"
    for unit in ("pgr-8-8pz", "jaeger-3"):
        advance(play, unit, "1108", "1207", player="german")
        assert where(play, unit) == "1207"


# ---- 6.5.2f and 6.5.2g


@rule("vl", "6.5.2f")
@pytest.mark.parametrize("falls_back", [True, False])
def test_1_r1_and_the_advance(falls_back: bool) -> None:
    place = {"fd-357": "1108", "gfd-9": "1109", "s-343": "1008"}
    play = fight(place, "1008", "fd-357", "gfd-9", result="1/R1")
    answer(play, "german", ("retreat", "0908"), "fall_back", ("retreat", "0807"))
    assert where(play, "s-343") == "0807"
    if falls_back:
        play.answer("soviet", "fall_back")
        while offered(play, "soviet", "retreat"):
            play.answer("soviet", "retreat", max(map(str, offered(play, "soviet", "retreat"))))
        assert offered(play, "soviet", "advance") == set() and offered(play, "soviet", "end_combat") == {None}
    else:
        play.answer("soviet", "lose", "gfd-9")
        assert offered(play, "soviet", "advance") == {"fd-357", "gfd-9"}, "also the one that lost nothing"
        advance(play, "fd-357", "0908")
        assert where(play, "fd-357") == "0908"


@rule("vl", "6.5.2f")
def test_an_attacker_that_died_of_its_duty_does_not_advance() -> None:
    place = {"tbn-146": "1108", "gfd-9": "1109 cadre", "kraft": "1008"}
    play = fight(place, "1008", "tbn-146", "gfd-9", result="1/1")
    answer(play, "german", "fall_back", ("retreat", "0908"))
    play.answer("soviet", "lose", "tbn-146")
    assert offered(play, "soviet", "advance") == {"gfd-9"}
    refused(play, "soviet", "advance", "tbn-146", rule="6.5.2b")


@rule("vl", "6.5.2f", "6.4d")
def test_half_of_2_1_as_a_hex_is_no_advance() -> None:
    place = {"fb-26": "1108", "fb-100": "1109", "klatt": "1008", "giehl": "1008", "kraft": "1008"}
    play = fight(place, "1008", "fb-26", "fb-100", result="2/1")
    answer(play, "german", "fall_back")
    while offered(play, "german", "retreat"):
        play.answer("german", "retreat", min(map(str, offered(play, "german", "retreat"))))
    answer(play, "soviet", ("lose", "fb-26"), "fall_back")
    while offered(play, "soviet", "retreat"):
        play.answer("soviet", "retreat", max(map(str, offered(play, "soviet", "retreat"))))
    assert offered(play, "soviet", "end_combat") == {None}


@rule("vl", "6.5.2g")
def test_the_hex_left_by_the_attacker_stays_empty() -> None:
    place = {"fb-26": "1108", "klatt": "1008", "fr-1-7": "1008"}
    play = fight(place, "1008", "fb-26", result="R/-")
    play.answer("soviet", "retreat", max(map(str, offered(play, "soviet", "retreat"))))
    assert play.deciders == ("soviet",) and offered(play, "soviet", "end_combat") == {None}
    assert where(play, "klatt") == where(play, "fr-1-7") == "1008"
    assert stack(play, "1108") == set()


# ---- 6.5.2h


@rule("vl", "6.5.2h")
def test_r2_on_a_one_step_unit_is_an_advance_of_two() -> None:
    play = beaten({"kraft": "1008 reduced"}, "0908", result="-/R2")
    play.answer("german", "lose", "kraft")
    assert where(play, "kraft") == "eliminated"
    advance(play, "gfd-9")
    assert way_on(play) == {"0908"}, "it fell back one hex, and one requirement was left"
    play.answer("soviet", "advance_to", "0908")
    assert where(play, "gfd-9") == "0908" and "gfd-9" not in offered(play, "soviet", "advance")


@rule("vl", "6.5.2h")
def test_a_last_step_lost_to_1_opens_the_hex() -> None:
    place = {"fd-357": "1108", "tr-27": "1109", "s-343": "1008 reduced"}
    play = fight(place, "1008", "tr-27", result="-/1")
    play.answer("german", "lose", "s-343")
    advance(play, "tr-27")
    assert where(play, "tr-27") == "1008" and way_on(play) == set()


@rule("vl", "6.5.2h")
@pytest.mark.parametrize(("result", "length"), [("-/R1", 1), ("-/R2", 2), ("-/R3", 3), ("-/R4", 4)])
def test_all_the_hexes_left_may_be_used_where_there_is_no_path(result: str, length: int) -> None:
    # the defender is shut in and dies before it could fall back or give a step
    round_ = {"fb-26": "1007", "fb-31": "1009", "fb-100": "0908", "fb-32": "0909"}
    play = beaten({"s-343": "1008"}, result=result, **round_, **{"tr-27": "1108"}, also="tr-27")
    assert where(play, "s-343") == "eliminated"
    for unit in ("gfd-9", "tr-27"):
        play.answer("soviet", "advance", unit)
        count, here = 1, "1008"
        for hex in ("0908", "0807", "0707", "0607"):
            if hex not in way_on(play):
                break
            play.answer("soviet", "advance_to", hex)
            count, here = count + 1, hex
        assert (count, where(play, unit)) == (length, here)


@rule("vl", "6.5.2h")
def test_infantry_in_a_free_advance_still_stops_in_the_second_zoc() -> None:
    round_ = {"fb-26": "1007", "fb-31": "1009", "fb-100": "0908", "fb-32": "0909", "s-591": "0806"}
    play = beaten({"s-343": "1008"}, result="-/R4", **round_)
    advance(play, "gfd-9", "0908", "0807")
    assert way_on(play) == {"0707", "0708", "0808", "0907", "0908"} - {"0806"}, "0807 is its first ZOC hex"
    play.answer("soviet", "advance_to", "0707")
    assert where(play, "gfd-9") == "0707" and "gfd-9" not in offered(play, "soviet", "advance")


@rule("vl", "6.5.2h", "6.5.2b")
def test_one_of_two_dying_early_leaves_nothing_over() -> None:
    # the stack lives on in S 343, so every requirement is filled
    play = fight({**EAST, "s-343": "1008", "s-591": "1008 reduced"}, "1008", *EAST, result="-/R2")
    answer(play, "german", ("retreat", "0908"), ("lose", "s-343"), ("lose", "s-591"))
    assert where(play, "s-343") == "0908"
    advance(play, "gfd-9")
    assert way_on(play) == set()
