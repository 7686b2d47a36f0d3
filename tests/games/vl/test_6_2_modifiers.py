"""Chapter 6.2 of Velikiye Luki with 16.2 and 16.3: the columns that terrain, arms, support and quality give."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.play import Play
from grognard.games.vl import GAME
from grognard.games.vl.counters import SIDES
from grognard.testing import rule
from tests.games.vl._combat import battlefield, other_figures, reckoning, shifts, shifts_of
from tests.games.vl._help import answer, attack, declare, happened, no_support, offered, refused, state_of

# ---- 6.2a


@rule("vl", "6.2a", "6.2.3")
def test_two_tanks_with_infantry_are_one_bonus() -> None:
    place = {"fd-357": "1108", "tr-27": "1108", "tbn-146": "1108", "s-343": "1008"}
    assert shifts_of(place, "1008", "fd-357", "tr-27", "tbn-146") == {"infantry_and_armour": 1}
    two_pairs = {"fd-357": "1108", "tr-27": "1108", "gfd-9": "1109", "tr-36": "1109", "s-343": "1008"}
    assert shifts_of(two_pairs, "1008", "fd-357", "tr-27", "gfd-9", "tr-36") == {"infantry_and_armour": 1}


@rule("vl", "6.2a", "6.2.6")
def test_engineers_and_flame_throwers_are_one_bonus() -> None:
    place = {"eng-225": "0813", "ft-515": "0913", "s-343": "0812"}
    assert shifts_of(place, "0812", "eng-225", "ft-515") == {"village": -1, "pioneers": 1}


@rule("vl", "6.2a", "6.2.3")
def test_each_side_may_use_a_type_once() -> None:
    # the lines of both sides stand in the log, one each, and cancel
    play = battlefield({"fd-357": "1108", "tr-27": "1108", "kraft": "1008", "pz-10-8pz": "1008"}, dice=[3, 3, 3])
    attack(play, "soviet", "1008", "fd-357", "tr-27")
    assert shifts(play) == [("infantry_and_armour", 1), ("infantry_and_armour", -1)]


# ---- 6.2.1 and 16.2


def terrain_of(hex: str, *origins: str, own: bool = False) -> dict[str, int]:
    """What the ground does to an attack of one brigade from each of these hexes."""
    brigades = ("fb-26", "fb-31", "fb-100", "fb-32")[: len(origins)]
    place = {**dict(zip(brigades, origins, strict=True)), "s-343": hex}
    found = shifts_of(place, hex, *brigades, game=other_figures() if own else GAME)
    return {word: columns for word, columns in found.items() if word != "concentric"}


@rule("vl", "6.2.1a")
def test_kinds_of_terrain_add_up() -> None:
    assert terrain_of("0701", "0601") == {"wooded": -1, "minor_river": -1}
    assert terrain_of("1210", "1209") == {"city": -2, "major_river": -2}


@rule("vl", "6.2.1a", "16.2")
@pytest.mark.parametrize(
    ("hex", "origin", "expected"),
    [
        pytest.param("1008", "1108", {}, id="clear"),
        pytest.param("0910", "0911", {"wooded": -1}, id="wooded"),
        pytest.param("1007", "1008", {"swamp": -1}, id="swamp"),
        pytest.param("0812", "0813", {"village": -1}, id="village"),
        pytest.param("0308", "0309", {"city": -2}, id="city"),
        pytest.param("1208", "1308", {"major_river": -2}, id="major river"),
        pytest.param("1209", "1309", {"major_river_bridged": -1}, id="bridge"),
        pytest.param("0604", "0704", {"minor_river": -1}, id="minor river"),
        pytest.param("0308", "0208", {"city": -2, "minor_river_bridged": -1}, id="bridged minor river"),
        pytest.param("0811", "0810", {"heights": -1}, id="heights from below"),
        pytest.param("0811", "0711", {}, id="heights from heights"),
        pytest.param("0810", "0811", {}, id="down from heights"),
        pytest.param("0808", "0708", {"lake": -1}, id="from the lake"),
        pytest.param("0708", "0808", {"lake": -1}, id="onto the lake"),
        pytest.param("0317", "0217", {"lake": -1}, id="both on the lake"),
        pytest.param("1109", "1209", {}, id="along a road"),
        pytest.param("0810", "0711", {}, id="along a railway"),
    ],
)
def test_the_columns_of_the_terrain_effects_table(hex: str, origin: str, expected: dict[str, int]) -> None:
    assert terrain_of(hex, origin) == expected


@rule("vl", "16.2")
def test_an_attacker_on_the_lake_costs_one_though_the_defender_is_on_clear_ground() -> None:
    assert terrain_of("0808", "0708") == {"lake": -1}
    assert terrain_of("0808", "0708", "0809") == {"lake": -1}, "one of them is enough"


@rule("vl", "6.2.1b")
def test_one_attacker_over_the_river_is_enough() -> None:
    assert terrain_of("1209", "1208", "1109") == {}
    assert terrain_of("1209", "1208", "1309") == {"major_river_bridged": -1}
    assert terrain_of("1210", "1211", "1209") == {"city": -2, "major_river": -2}
    # of a bridge and the open river the open river counts, and they are not added
    assert terrain_of("1210", "1110", "1209") == {"city": -2, "major_river": -2}


@rule("vl", "6.2.1b", "16.2")
def test_one_attacker_below_the_heights_is_enough() -> None:
    assert terrain_of("0811", "0711", "0810") == {"heights": -1}
    assert terrain_of("0711", "0811", "0712") == {}


@rule("vl", "6.2.1c")
def test_a_village_in_woods_or_swamp_counts_once() -> None:
    assert terrain_of("0615", "0614", own=True) == {"village": -1}
    assert terrain_of("0603", "0704", own=True) == {"village": -1, "minor_river": -1}
    assert terrain_of("0914", "0814", own=True) == {"village": -1}, "a village on heights, from below"


@rule("vl", "6.2.1c")
def test_a_village_on_heights_counts_against_an_attacker_as_high() -> None:
    assert terrain_of("0914", "0913", own=True) == {"village": -1}
    assert terrain_of("0913", "0914", own=True) == {}, "the heights alone give nothing"


@rule("vl", "6.2.1a", "6.2.1c")
def test_a_city_is_added_to_the_ground_it_stands_on() -> None:
    assert terrain_of("0308", "0407") == {"city": -2}
    assert terrain_of("0308", "0407", own=True) == {"city": -2, "wooded": -1}


# ---- 6.2.2

DIVISIONS = [
    pytest.param(["igr-76-20m", "igr-90-20m"], id="20M"),
    pytest.param(["ss-8-1ss", "ss-10-1ss"], id="1 SS-Brigade"),
    pytest.param(["luft-52-6l", "luft-53-6l"], id="6 Luft"),
    pytest.param(["gr-504-291", "gr-505-291", "gr-506-291"], id="291"),
    pytest.param(["gr-335-205", "gr-353-205", "gr-358-205"], id="205"),
    pytest.param(["gr-558-331", "gr-559-331"], id="331"),
]


def integrity(place: dict[str, str], *units: str, player: str = "german", **words: Any) -> int:
    return shifts_of(place, "1008", *units, player=player, **words).get("integrity", 0)


@rule("vl", "6.2.2a", "6.2.2b")
@pytest.mark.parametrize("regiments", DIVISIONS)
def test_all_regiments_from_two_hexes_on_one_target(regiments: list[str]) -> None:
    place = {regiment: "0909" if at else "0908" for at, regiment in enumerate(regiments)}
    assert integrity({**place, "fd-381": "1008"}, *regiments) == 1
    # one stays behind
    assert integrity({**place, "fd-381": "1008"}, *regiments[1:]) == 0
    # one is not there at all: eliminated or still to come
    assert integrity({**{one: place[one] for one in regiments[1:]}, "fd-381": "1008"}, *regiments[1:]) == 0
    # one has gone for another hex
    play = battlefield({**place, "fd-381": "1008", "fb-26": "0907"}, "german", fought=[regiments[0]])
    attack(play, "german", "1008", *regiments[1:])
    assert "integrity" not in dict(shifts(play))


@rule("vl", "6.2.2a")
def test_battalions_neither_count_nor_hinder() -> None:
    place = {"gr-558-331": "0909", "gr-559-331": "0908", "aa-331": "0908", "fd-381": "1008"}
    regiments = ("gr-558-331", "gr-559-331")
    assert integrity(place, *regiments) == 1
    assert integrity(place, *regiments, "aa-331") == 1
    assert integrity(place, "aa-331", *regiments[1:]) == 0
    both = {"ss-8-1ss": "0909", "ss-10-1ss": "0908", "fkd": "0908", "fd-381": "1008"}
    assert integrity(both, "ss-8-1ss", "ss-10-1ss") == 1, "Frikorps Danmark is no regiment of the brigade"


@rule("vl", "6.2.2a", "13.2.1")
def test_331_needs_its_third_regiment_where_the_option_brings_it() -> None:
    place = {"gr-557-331": "0909", "gr-558-331": "0909", "gr-559-331": "0908", "fd-381": "1008"}
    regiments = ("gr-557-331", "gr-558-331", "gr-559-331")
    third = {"third_regiment_331": True}
    assert integrity(place, *regiments, options=third) == 1
    assert integrity(place, *regiments[1:], options=third) == 0


@rule("vl", "6.2.2a")
def test_two_whole_divisions_are_one_bonus_and_a_reduced_regiment_is_a_regiment() -> None:
    place = {"igr-76-20m": "0909 reduced", "igr-90-20m": "0909", "ss-8-1ss": "0908", "ss-10-1ss": "0908"}
    assert integrity({**place, "fd-381": "1008"}, *place) == 1


@rule("vl", "6.2.2a")
def test_a_formation_in_defence_has_none() -> None:
    place = {"igr-76-20m": "1008", "igr-90-20m": "1008", "fd-381": "1108"}
    assert "integrity" not in shifts_of(place, "1008", "fd-381")


@rule("vl", "6.2.2b")
def test_the_83rd_and_the_8th_panzer_have_none() -> None:
    grey = {"meyer": "0909", "giehl": "0909", "s-343": "0909", "s-591": "0908", "s-795": "0908", "s-663": "0908"}
    assert integrity({**grey, "fd-381": "1008"}, *grey) == 0
    panzer = {"pgr-8-8pz": "0909", "pgr-28-8pz": "0909", "pz-10-8pz": "0908", "pi-59-8pz": "0908"}
    assert integrity({**panzer, "fd-381": "1008"}, *panzer) == 0


CORPS = {"mb-18-2m": "1108", "mb-34-2m": "1108", "mb-43-2m": "1109", "tb-33-2m": "1109", "giehl": "1008"}


@rule("vl", "6.2.2b")
def test_three_brigades_of_the_corps_once_the_limit_is_waived() -> None:
    waived = {"options": {"two_2m_units_per_combat": False}}
    three = ("mb-18-2m", "mb-34-2m", "tb-33-2m")
    assert integrity(CORPS, *three, player="soviet", **waived) == 1
    assert integrity(CORPS, *three, "mb-43-2m", player="soviet", **waived) == 1
    assert integrity(CORPS, *three[:2], player="soviet", **waived) == 0
    assert integrity(CORPS, *three[:2], player="soviet") == 0
    play = battlefield(CORPS)
    answer(play, "soviet", ("attack", "1008"), ("add", "mb-18-2m"), ("add", "mb-34-2m"))
    refused(play, "soviet", "add", "tb-33-2m", rule="13.2.3a")


# ---- 6.2.3


@rule("vl", "6.2.3")
def test_infantry_and_tanks_must_come_from_one_hex() -> None:
    apart = {"fd-357": "1108", "tr-27": "1109", "s-343": "1008"}
    assert shifts_of(apart, "1008", "fd-357", "tr-27") == {}
    together = {"fd-357": "1108", "tr-27": "1108", "s-343": "1008"}
    assert shifts_of(together, "1008", "fd-357", "tr-27") == {"infantry_and_armour": 1}


@rule("vl", "6.2.3")
def test_both_must_take_part() -> None:
    place = {"fd-357": "1108", "tr-27": "1108", "s-343": "1008"}
    assert shifts_of(place, "1008", "fd-357") == {} and shifts_of(place, "1008", "tr-27") == {}


@rule("vl", "6.2.3")
def test_in_defence_it_is_a_column_for_the_defender() -> None:
    place = {"fd-357": "1108", "kraft": "1008", "stug-3-185": "1008"}
    assert shifts_of(place, "1008", "fd-357") == {"infantry_and_armour": -1}


@rule("vl", "6.2.3")
def test_a_soviet_mechanised_brigade_is_both_by_itself() -> None:
    assert shifts_of({"mb-47": "1108", "s-343": "1008"}, "1008", "mb-47") == {"infantry_and_armour": 1}
    defending = {"mb-47": "1008", "kraft": "0908"}
    assert shifts_of(defending, "1008", "kraft", player="german") == {"infantry_and_armour": -1}
    # a tank brigade is not, nor are motorised infantry and anti-tank guns
    assert shifts_of({"tb-184": "1108", "s-343": "1008"}, "1008", "tb-184") == {}
    motorised = {"pgr-8-8pz": "0908", "pzjg-43-8pz": "0908", "fd-381": "1008"}
    assert shifts_of(motorised, "1008", "pgr-8-8pz", "pzjg-43-8pz", player="german") == {}


# ---- 6.2.4


@rule("vl", "6.2.4a")
def test_infantry_with_anti_tank_guns_against_armour() -> None:
    place = {"tr-27": "1108", "fd-357": "1109", "tb-184": "1109"}
    german = {"kraft": "1008", "pzjg-43-8pz": "1008"}
    assert shifts_of({**place, **german}, "1008", "tr-27") == {"infantry_and_anti_tank": -1}
    assert shifts_of({**place, **german}, "1008", "fd-357") == {}, "no attacking armour"
    assert shifts_of({**place, "pzjg-43-8pz": "1008"}, "1008", "tr-27") == {}, "no infantry"
    assert shifts_of({**place, "kraft": "1008"}, "1008", "tr-27") == {}, "no guns"
    soviet = {"fb-26": "1008", "at-171": "1008", "pz-10-8pz": "0908"}
    assert shifts_of(soviet, "1008", "pz-10-8pz", player="german") == {"infantry_and_anti_tank": -1}


@rule("vl", "6.2.4a")
def test_a_german_unit_with_a_dot_has_it_by_itself_and_a_mechanised_brigade_is_armour() -> None:
    meyer = {"meyer": "1008", "fd-357": "1108", "mb-47": "1109", "tr-27": "1108"}
    assert shifts_of(meyer, "1008", "tr-27") == {"infantry_and_anti_tank": -1}
    assert shifts_of(meyer, "1008", "mb-47") == {"infantry_and_armour": 1, "infantry_and_anti_tank": -1}
    assert shifts_of(meyer, "1008", "fd-357") == {}, "the tanks beside it take no part"


@rule("vl", "6.2.4a", "6.2.4b")
def test_in_attack_it_is_no_column() -> None:
    place = {"meyer": "0908", "kraft": "0909", "pzjg-43-8pz": "0909", "tr-27": "1008"}
    assert shifts_of(place, "1008", "meyer", player="german") == {}
    assert shifts_of(place, "1008", "kraft", "pzjg-43-8pz", player="german") == {}


@rule("vl", "6.2.4b")
def test_three_points_of_anti_tank_guns_raise_ten_to_thirteen() -> None:
    place = {"gfd-9": "1108", "tr-36": "1109", "at-171": "1108", "giehl": "1008", "pz-10-8pz": "1008"}
    plain = battlefield(place, game=other_figures())
    attack(plain, "soviet", "1008", "gfd-9", "tr-36")
    with_guns = battlefield(place, game=other_figures())
    attack(with_guns, "soviet", "1008", "gfd-9", "tr-36", "at-171")
    assert (reckoning(plain)["attack"], reckoning(with_guns)["attack"]) == (10, 13)
    assert shifts(with_guns) == shifts(plain) == [("infantry_and_armour", -1)]


# ---- 6.2.5


@rule("vl", "6.2.5")
def test_an_asterisk_against_enemy_armour_without_one() -> None:
    place = {"stug-459": "0908", "tr-27": "1008"}
    assert shifts_of(place, "1008", "stug-459", player="german") == {"armoured_bonus": 1}
    defending = {"stug-459": "1008", "tr-27": "1108"}
    assert shifts_of(defending, "1008", "tr-27") == {"armoured_bonus": -1}
    mechanised = {"stug-459": "1008", "mb-47": "1108"}
    assert shifts_of(mechanised, "1008", "mb-47") == {"infantry_and_armour": 1, "armoured_bonus": -1}


@rule("vl", "6.2.5")
def test_asterisks_on_both_sides_are_none() -> None:
    place = {"stug-459": "1008", "ft-515": "1108", "tr-27": "1109"}
    assert shifts_of(place, "1008", "ft-515") == {}
    assert shifts_of(place, "1008", "ft-515", "tr-27") == {}, "none of them may have one"
    assert shifts_of(place, "1008", "tr-27") == {"armoured_bonus": -1}, "515 takes no part"


@rule("vl", "6.2.5")
def test_no_enemy_armour_no_bonus() -> None:
    assert shifts_of({"stug-459": "0908", "fd-381": "1008"}, "1008", "stug-459", player="german") == {}
    assert shifts_of({"stug-459": "1008", "fd-381": "1108"}, "1008", "fd-381") == {}
    # anti-tank guns are no tanks
    assert shifts_of({"stug-459": "0908", "at-171": "1008"}, "1008", "stug-459", player="german") == {}


@rule("vl", "6.2.5")
def test_anti_tank_guns_with_an_asterisk_have_it_in_defence_only() -> None:
    own = other_figures()
    attacking = {"pzjg-43-8pz": "0908", "tr-27": "1008"}
    assert shifts_of(attacking, "1008", "pzjg-43-8pz", player="german", game=own) == {}
    defending = {"pzjg-43-8pz": "1008", "tr-27": "1108"}
    assert shifts_of(defending, "1008", "tr-27", game=own) == {"armoured_bonus": -1}


# ---- 6.2.6


@rule("vl", "6.2.6")
def test_engineers_attack_a_village_or_city() -> None:
    assert shifts_of({"eng-225": "0813", "s-343": "0812"}, "0812", "eng-225") == {"village": -1, "pioneers": 1}
    assert shifts_of({"ft-515": "0813", "s-343": "0812"}, "0812", "ft-515") == {"village": -1, "pioneers": 1}
    assert shifts_of({"eng-225": "0309", "s-343": "0308"}, "0308", "eng-225") == {"city": -2, "pioneers": 1}


@rule("vl", "6.2.6")
def test_an_attack_out_of_a_village_is_not_for_it() -> None:
    assert shifts_of({"eng-225": "0812", "s-343": "0813"}, "0813", "eng-225") == {}


@rule("vl", "6.2.6")
def test_engineers_defend_a_village_and_both_sides_cancel() -> None:
    place = {"pi-743": "0812", "fd-381": "0813", "eng-225": "0913"}
    assert shifts_of(place, "0812", "fd-381") == {"village": -1, "pioneers": -1}
    assert shifts_of(place, "0812", "fd-381", "eng-225") == {"village": -1, "pioneers": 0}
    # beside a village they defend nothing
    assert shifts_of({"pi-743": "0813", "fd-381": "0913"}, "0813", "fd-381") == {}


# ---- 6.2.7

FRONT = {
    "fd-357": "1108",
    "hq-3c": "1209",
    "mrl-38g": "1109",
    "giehl": "1008",
    "hq-chevalerie": "0707",
    "swr-3": "0807",
}
POINTS: dict[str, Any] = {"artillery": {"soviet": 5, "german": 5}, "air": {"soviet": 3, "german": 2}}


def supported(place: dict[str, str] = FRONT, **words: Any) -> Play:
    """An attack is declared and the attacker is asked for his support."""
    play = battlefield(place, **{**POINTS, "dice": [3, 3, 3], **words})
    declare(play, "soviet", "1008", "fd-357")
    return play


@rule("vl", "6.2.7a")
@pytest.mark.parametrize(("player", "sign"), [("soviet", 1), ("german", -1)])
def test_what_a_support_does_is_told_and_shown_before_it_is_spent(player: str, sign: int) -> None:
    play = supported()
    if player == "german":
        play.answer("soviet", "no_more_support")
    hq = {"soviet": "hq-3c", "german": "hq-chevalerie"}[player]
    ask = play.view(player)["ask"]
    now, columns = ask["focus"]["odds"]["column"], GAME.crt.columns
    then = columns[columns.index(now) + sign]
    assert play.preview(player, "artillery", hq)["column"] == then
    assert f"{now} now, {then} with one more" in ask["prompt"]["text"]["en"]
    assert f"from {now} to {then}" in ask["focus"]["commands"][hq]["text"]["text"]["en"]
    play.answer(player, "artillery", hq)
    assert play.view(player)["ask"]["focus"]["odds"]["column"] == then


@rule("vl", "6.2.7a")
def test_at_the_edge_of_the_table_a_support_is_told_to_change_nothing() -> None:
    play = supported()
    play.answer("soviet", "no_more_support")
    for _ in range(2):
        play.answer("german", "artillery", "hq-chevalerie")
    ask = play.view("german")["ask"]
    assert ask["focus"]["odds"]["column"] == GAME.crt.columns[0]
    assert "would change nothing: the column is 1/3 and stays there" in ask["prompt"]["text"]["en"]
    assert "leaves the column at 1/3" in ask["focus"]["commands"]["hq-chevalerie"]["text"]["text"]["en"]
    assert ask["headline"]["en"].startswith("Support the combat in 1008")


@rule("vl", "6.2.1b")
def test_the_question_of_an_attack_says_what_shifts_its_column() -> None:
    play = battlefield({"klatt": "1011", "gfd-21": "1112"}, player="german")
    play.answer("german", "attack", "1112")
    assert "nobody attacks yet" in play.view("german")["ask"]["prompt"]["text"]["en"]
    play.answer("german", "add_all")
    ask = play.view("german")["ask"]
    odds, said = ask["focus"]["odds"], ask["prompt"]["text"]["en"]
    assert f"is {odds['ratio']}; columns: " in said and f"; so {odds['column']}." in said
    assert odds["lines"] and all(f"{line['text']['en']} {line['value']}" in said for line in odds["lines"])


@rule("vl", "6.2.7a")
def test_a_third_point_of_artillery_is_refused() -> None:
    play = supported()
    answer(play, "soviet", ("artillery", "hq-3c"), ("artillery", "hq-3c"))
    refused(play, "soviet", "artillery", "hq-3c", rule="6.2.7a")
    no_support(play)
    assert shifts(play) == [("artillery", 2)]
    assert state_of(play).artillery == [3, 5] and state_of(play).supports[GAME.counters.numbers["hq-3c"]] == 2


@rule("vl", "6.2.7a")
def test_the_launchers_column_is_extra() -> None:
    play = supported()
    answer(play, "soviet", ("artillery", "hq-3c"), ("artillery", "hq-3c"), ("rockets", "mrl-38g"), "no_more_support")
    no_support(play)
    assert shifts(play) == [("artillery", 2), ("rockets", 1)]
    assert reckoning(play)["column"] == "3/1"


@rule("vl", "6.2.7a")
def test_both_sides_may_add_two() -> None:
    play = supported()
    answer(play, "soviet", ("artillery", "hq-3c"), ("artillery", "hq-3c"), "no_more_support")
    answer(play, "german", ("artillery", "hq-chevalerie"), ("artillery", "hq-chevalerie"))
    refused(play, "german", "artillery", "hq-chevalerie", rule="6.2.7a")
    play.answer("german", "rockets", "swr-3")
    no_support(play)
    assert shifts(play) == [("artillery", 2), ("artillery", -2), ("rockets", -1)]


@rule("vl", "6.2.7a")
def test_artillery_needs_an_hq_in_range_with_supports_and_points() -> None:
    far = supported({**FRONT, "hq-3c": "1612", "hq-5g": "1312"})
    assert offered(far, "soviet", "artillery") == {"hq-5g", "hq-3c"}
    far = supported({**FRONT, "hq-3c": "1619"})
    assert offered(far, "soviet", "artillery") == set()
    refused(far, "soviet", "artillery", "hq-3c", rule="1.4b")
    spent = supported(supports={"hq-3c": 1})
    spent.answer("soviet", "air", "hq-3c")
    refused(spent, "soviet", "artillery", "hq-3c", rule="1.4a")
    none = supported(artillery={"soviet": 0, "german": 5})
    refused(none, "soviet", "artillery", "hq-3c", rule="12.0")
    colour = supported({**FRONT, "hq-2m": "1209"})
    refused(colour, "soviet", "artillery", "hq-2m", rule="1.4c")


@rule("vl", "6.2.7b")
def test_a_second_air_mission_is_refused_and_each_uses_a_support() -> None:
    play = supported()
    answer(play, "soviet", ("air", "hq-3c"))
    refused(play, "soviet", "air", "hq-3c", rule="6.2.7b")
    assert state_of(play).supports[GAME.counters.numbers["hq-3c"]] == 3 and state_of(play).air == [2, 2]
    answer(
        play,
        "soviet",
        "no_more_support",
    )
    answer(play, "german", ("air", "hq-chevalerie"))
    refused(play, "german", "air", "hq-chevalerie", rule="6.2.7b")
    no_support(play)
    assert shifts(play) == [("air", 1), ("air", -1)]


@rule("vl", "6.2.7b")
def test_air_needs_an_hq_and_a_mission() -> None:
    place = {name: hex for name, hex in FRONT.items() if name != "hq-3c"}
    play = supported(place)
    assert offered(play, "soviet", "air") == set() and offered(play, "soviet", "rockets") == {"mrl-38g"}
    refused(play, "soviet", "air", "hq-3c", rule="1.4b")
    none = supported(air={"soviet": 0, "german": 2})
    refused(none, "soviet", "air", "hq-3c", rule="10.2a")


@rule("vl", "6.2.7c")
def test_the_attacker_gives_first_and_may_not_add_afterwards() -> None:
    play = supported()
    assert play.deciders == ("soviet",) and play.ask("german") is None
    answer(play, "soviet", ("air", "hq-3c"), "no_more_support")
    assert play.deciders == ("german",)
    odds = play.view("german")["ask"]["focus"]["odds"]
    assert [line["value"] for line in odds["lines"]] == ["+1"], "the defender sees what he has to answer"
    assert not play.legal("soviet", "artillery", "hq-3c")
    answer(play, "german", ("artillery", "hq-chevalerie"))
    assert not play.legal("soviet", "artillery", "hq-3c")
    play.answer("german", "no_more_support")
    assert shifts(play) == [("artillery", -1), ("air", 1)]


@rule("vl", "6.2.7a")
def test_an_hq_and_a_launcher_in_the_attacked_stack_support_its_defence() -> None:
    place = {"fd-357": "1108", "meyer": "1008", "hq-83": "1008", "swr-3": "1008"}
    play = supported(place)
    assert play.deciders == ("german",)
    answer(play, "german", ("artillery", "hq-83"), ("rockets", "swr-3"))
    no_support(play)
    assert shifts(play) == [("artillery", -1), ("rockets", -1)]


# ---- 6.2.8a


def concentric(place: dict[str, str], *units: str, **words: Any) -> int:
    return shifts_of(place, "1008", *units, **words).get("concentric", 0)


@rule("vl", "6.2.8a")
def test_surrounded_by_units_and_zocs() -> None:
    # 1007 and 1009 cover all six hexes between them
    assert concentric({"fb-26": "1007", "fb-31": "1009", "giehl": "1008"}, "fb-26", "fb-31") == 1
    # the one that does not attack serves as well
    assert concentric({"fb-26": "1007", "fb-31": "1009", "giehl": "1008"}, "fb-26") == 1


@rule("vl", "6.2.8a")
def test_one_hex_neither_held_nor_covered() -> None:
    place = {"fb-26": "1007", "fb-31": "1109", "giehl": "1008"}
    assert concentric(place, "fb-26", "fb-31") == 0, "0909 is open"
    assert concentric({**place, "fb-32": "0808"}, "fb-26", "fb-31") == 1, "covered from 0808 by one who does not attack"
    assert concentric({**place, "hq-3c": "0909"}, "fb-26", "fb-31") == 1, "held by an HQ, which has no ZOC"
    assert concentric({**place, "hq-3c": "0808"}, "fb-26", "fb-31") == 0


@rule("vl", "6.2.8a")
def test_a_hex_with_another_defender_in_it_is_covered_by_zoc() -> None:
    place = {"fb-26": "1007", "fb-31": "1009", "giehl": "1008", "s-343": "0909", "s-591": "0908"}
    assert concentric(place, "fb-26", "fb-31") == 1
    # with another defender in the open hex, still open
    open_ = {"fb-26": "1007", "fb-31": "1109", "giehl": "1008", "s-343": "0909"}
    assert concentric(open_, "fb-26", "fb-31") == 0


@rule("vl", "6.2.8a")
def test_hexes_off_the_map_need_no_cover() -> None:
    assert shifts_of({"fb-26": "1609", "giehl": "1608", "fb-31": "1607"}, "1608", "fb-26") == {
        "wooded": -1,
        "concentric": 1,
    }
    corner = {"fb-26": "0102", "giehl": "0101", "fb-31": "0202"}
    assert shifts_of(corner, "0101", "fb-26") == {"wooded": -1, "concentric": 1}


# ---- 6.2.8b and c


def columns_moved(attacker: str, defender: str, *faces: int) -> int:
    """How far two quality dice move the column of a fight between these units."""
    game = other_figures()
    side = SIDES[game.counters.side[game.counters.numbers[attacker.split()[0]]]]
    place = {**dict.fromkeys(attacker.split(), "1108"), **dict.fromkeys(defender.split(), "1008")}
    play = battlefield(place, side, game=game, dice=[*faces, 1])
    attack(play, side, "1008", *attacker.split())
    told = reckoning(play)
    assert told["shifts"] == []
    order = game.crt.columns
    return order.index(told["column"]) - order.index(told["ratio"])


@rule("vl", "6.2.8b")
def test_a_stack_of_b_and_d_uses_b() -> None:
    # with die 5 a B unit gains a column, a D unit none; with 2 the D unit would lose one
    assert columns_moved("giehl s-343", "fb-26", 5, 3) == 1
    assert columns_moved("giehl s-343", "fb-26", 2, 3) == 0
    assert columns_moved("s-343", "tr-27", 2, 3) == -1
    assert columns_moved("gfd-9", "giehl s-343", 3, 5) == -1


@rule("vl", "6.2.8b")
def test_plus_one_goes_right_for_the_attacker_and_left_for_the_defender() -> None:
    assert columns_moved("gfd-9", "giehl", 5, 3) == 1
    assert columns_moved("gfd-9", "giehl", 3, 5) == -1
    assert columns_moved("gfd-9", "giehl", 5, 5) == 0


@rule("vl", "6.2.8b")
def test_minus_one_of_the_defender_is_one_right_for_the_attacker() -> None:
    assert columns_moved("gfd-9", "giehl", 3, 1) == 1
    assert columns_moved("gfd-9", "giehl", 1, 3) == -1


TABLE = {
    "A": (0, 0, 0, 1, 1, 2),
    "B": (-1, 0, 0, 0, 1, 1),
    "C": (-2, -1, 0, 0, 0, 1),
    "D": (-2, -1, -1, 0, 0, 0),
}
CELLS = [(quality, die, columns) for quality, row in TABLE.items() for die, columns in enumerate(row, 1)]
GERMANS = {"A": "klatt", "B": "giehl", "C": "kraft", "D": "s-343"}


@rule("vl", "6.2.8c")
@pytest.mark.parametrize(("quality", "die", "columns"), CELLS)
def test_every_cell_of_the_quality_table(quality: str, die: int, columns: int) -> None:
    unit = GERMANS[quality]
    opponent = "tr-27" if quality == "D" else "fb-26"
    assert columns_moved(unit, opponent, die, 3) == columns, "the attacker's goes right"
    assert columns_moved("fd-357", unit, 3, die) == -columns, "the defender's goes left"


@rule("vl", "6.2.8b")
def test_the_log_tells_both_dice_the_attackers_first() -> None:
    play = battlefield({"gfd-9": "1108", "kraft": "1008"}, dice=[6, 1, 2])
    attack(play, "soviet", "1008", "gfd-9")
    assert happened(play, "event.quality") == [
        {"side": "soviet", "quality": "B", "die": 6, "columns": "+1"},
        {"side": "german", "quality": "C", "die": 1, "columns": "-2"},
    ]
    assert (reckoning(play)["ratio"], reckoning(play)["column"]) == ("2/1", "5/1")


# ---- 7.6a in its place, 16.3


@rule("vl", "16.3")
def test_a_combat_log_shows_them_in_this_order() -> None:
    place = {
        "mb-18-2m": "1211", "mb-34-2m": "1211", "mb-43-2m": "1311", "ft-515": "1209", "eng-225": "1209",
        "hq-3c": "1412", "mrl-38g": "1311", "fb-26": "1310", "fb-31": "1110", "fb-32": "1111",
        "meyer": "1210", "pz-10-8pz": "1210", "pi-743": "1210", "hq-chevalerie": "0710", "swr-3": "1210",
    }  # fmt: skip
    play = battlefield(place, **POINTS, options={"two_2m_units_per_combat": False}, dice=[3, 3, 3])
    declare(play, "soviet", "1210", "mb-18-2m", "mb-34-2m", "mb-43-2m", "ft-515", "eng-225")
    answer(play, "soviet", ("air", "hq-3c"), ("rockets", "mrl-38g"), ("artillery", "hq-3c"), "no_more_support")
    answer(play, "german", ("rockets", "swr-3"), ("air", "hq-chevalerie"), ("artillery", "hq-chevalerie"))
    play.answer("german", "no_more_support")
    assert shifts(play) == [
        ("city", -2),
        ("major_river", -2),
        ("integrity", 1),
        ("infantry_and_armour", 1),
        ("infantry_and_armour", -1),
        ("infantry_and_anti_tank", -1),
        ("armoured_bonus", 1),
        ("pioneers", 1),
        ("pioneers", -1),
        ("artillery", 1),
        ("rockets", 1),
        ("artillery", -1),
        ("rockets", -1),
        ("air", 1),
        ("air", -1),
        ("concentric", 1),
    ]
    keys = [event.message.key for event in play.events]
    assert keys.index("event.quality") < keys.index("event.combat"), "quality comes last of all"


@rule("vl", "16.3")
def test_the_ring_comes_after_the_concentric_attack() -> None:
    place = {
        "fb-26": "1109", "fb-31": "1010", "fb-100": "1211", "fb-32": "1311", "fd-381": "1009", "fd-257": "0809",
        "fd-28": "0908", "giehl": "0909",
    }  # fmt: skip
    play = battlefield(place, festungs={}, dice=[3, 3, 3])
    attack(play, "soviet", "0909", "fd-381")
    assert shifts(play) == [("concentric", 1), ("ring", -1)]
