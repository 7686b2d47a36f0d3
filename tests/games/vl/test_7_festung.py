"""Chapter 7: the garrison of Velikiye Luki, the ring around it and the roll against it.

West is 1110, East 1210. Around them lie 1009, 1010, 1109, 1111, 1209, 1211, 1310 and 1311.
"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.play import Play
from grognard.games.vl.assault import bonuses, modifier
from grognard.games.vl.zoc import encircled, in_the_ring
from grognard.testing import rule
from tests.games.vl._help import (
    answer,
    assaults,
    attack,
    end_movement,
    fight,
    happened,
    idle,
    idle_until,
    march,
    no_arrivals,
    number,
    offered,
    position,
    refused,
    state_of,
    steps_of,
    told,
    unit_names,
    where,
)

RING = {"fd-357": "1109", "gfd-9": "1211", "tr-27": "1310", "fb-31": "1010"}
"""A closed ring with exactly the two divisions and the tank regiment of 7.2: every bonus is 0."""
FREE = {
    "gfd-46": "1111", "mb-18-2m": "1209", "ft-515": "1311", "eng-225": "1311", "mrl-38g": "1409",
}  # fmt: skip
"""One of each kind that makes a bonus: division, brigade, flame-throwers, engineers, Katyusha two hexes from 1210."""
BY_PRESENCE = {"german_beside_city_breaks_ring": True}
"""Where players want it so, a German unit beside the city breaks the ring though Soviet ZOC covers its hex."""
BESIDE = {"1009", "1010", "1109", "1111", "1209", "1211", "1310", "1311"}


def siege(turn: int = 3, ring: int = 2, **words: Any) -> Play:
    """The Soviet combat phase with a ring that has stood since the turn `ring`."""
    return position(turn=turn, step="combat", active="soviet", ring=ring, **{"place": RING, **words})


def levels(play: Play) -> tuple[int, int]:
    """West and East."""
    return steps_of(play, "festung-west"), steps_of(play, "festung-east")


def total(play: Play, verb: str = "assault") -> str:
    """The modifier of the roll as the player is shown it."""
    return str(play.preview("soviet", verb)["total"])


def shown(play: Play) -> Any:
    """The odds that stand beside the question whether to roll."""
    return play.view("soviet")["ask"]["focus"]["odds"]


def until_soviet_combat(play: Play, turn: int) -> None:
    """Nothing is done until the Soviet combat phase of this turn."""
    while not (state_of(play).turn == turn and state_of(play).stack[-1].words == "combat"):
        idle(play)


# ---- the track and the ring


@rule("vl", "7.0")
def test_both_festungs_begin_at_level_5() -> None:
    play = siege()
    assert levels(play) == (5, 5)
    assert (where(play, "festung-west"), where(play, "festung-east")) == ("1110", "1210")


@rule("vl", "7.0", "7.5c")
def test_no_level_falls_below_zero() -> None:
    place = {**RING, "fd-357": "1209", "eng-225": "1311"}
    play = siege(dice=[6], festungs={"west": 0, "east": 1}, place=place, options={"festung_double_on_last": True})
    answer(play, "soviet", "assault", "roll")  # 6 + 1: two levels from East, which has one
    assert levels(play) == (0, 0)


@rule("vl", "7.1a")
@pytest.mark.parametrize("gap", ["tr-27", "gfd-9", "fb-31"])
def test_a_hex_neither_held_nor_covered_leaves_the_ring_open(gap: str) -> None:
    assert encircled(state_of(siege()))
    play = siege(place={unit: hex for unit, hex in RING.items() if unit != gap})
    assert not encircled(state_of(play))
    refused(play, "soviet", "assault", rule="7.1a")


@rule("vl", "7.1a")
def test_zoc_alone_covers_a_hex_and_so_does_a_unit() -> None:
    held = set(RING.values())
    assert held < BESIDE  # the other four are covered by ZOC only
    play = siege()
    assert play.legal("soviet", "assault")
    hq = {**RING, "fb-31": "1409", "fd-357": "1009", "hq-5g": "1111"}  # without its HQ 1111 is covered by 1211
    assert encircled(state_of(siege(place=hq)))
    alone = {"fd-357": "1009", "gfd-9": "1311", "tr-27": "1209", "hq-5g": "1111"}  # an HQ has no ZOC but it is a unit
    assert encircled(state_of(siege(place=alone)))
    del alone["hq-5g"]
    assert not encircled(state_of(siege(place=alone)))


@rule("vl", "7.1a", "4.2.1d")
@pytest.mark.parametrize("hex", ["1009", "1111", "1209", "1311"])
def test_soviet_zoc_closes_the_ring_under_a_german_unit_beside_the_city_too(hex: str) -> None:
    play = siege(place={**RING, "s-343": hex})
    assert encircled(state_of(play)) and play.legal("soviet", "assault")
    bare = {unit: at for unit, at in RING.items() if unit != "fb-31"}  # 1010 in nobody's ZOC
    refused(siege(place={**bare, "s-343": "1010"}), "soviet", "assault", rule="7.1a")


@rule("vl", "7.1a")
@pytest.mark.parametrize("hex", ["1009", "1111", "1209", "1311"])
def test_by_option_a_german_unit_beside_the_city_breaks_the_ring_though_under_soviet_zoc(hex: str) -> None:
    play = siege(place={**RING, "s-343": hex}, options=BY_PRESENCE)
    assert not encircled(state_of(play))
    refused(play, "soviet", "assault", rule="7.1a")
    play = siege(place={**RING, "s-343": "0909"}, options=BY_PRESENCE)  # one hex further off it does not
    assert play.legal("soviet", "assault")


@rule("vl", "7.1b")
def test_a_ring_closed_on_turn_2_allows_the_first_roll_on_turn_3() -> None:
    play = siege(turn=2, ring=0)
    refused(play, "soviet", "assault", rule="7.1b")
    answer(play, "soviet", "end_combat")
    assert happened(play, "event.ring_closed") == [{"turn": 2}] and state_of(play).ring_turn == 2
    until_soviet_combat(play, 3)
    assert play.legal("soviet", "assault")
    refused(siege(turn=3, ring=3), "soviet", "assault", rule="7.1b")


@rule("vl", "7.1b")
def test_a_ring_closed_by_a_german_retreat_in_the_german_phase_waits_for_the_soviet_one() -> None:
    play = position(turn=2, step="end_of_combat", active="german", place=RING)  # closed since a moment ago
    until_soviet_combat(play, 3)
    refused(play, "soviet", "assault", rule="7.1b")
    answer(play, "soviet", "end_combat")
    assert state_of(play).ring_turn == 3


@rule("vl", "7.1b")
def test_a_ring_that_stands_is_not_recorded_before_the_end_of_the_combat_phase() -> None:
    play = position(turn=2, step="move", active="soviet", place={**RING, "tr-27": "1408"})
    march(play, "soviet", "tr-27", "1310")  # closes it in the movement phase of turn 2
    end_movement(play, "soviet")
    assert encircled(state_of(play)) and not happened(play, "event.ring_closed")
    refused(play, "soviet", "assault", rule="7.1b")


@rule("vl", "7.1b")
def test_a_ring_closed_and_broken_in_the_same_turn_allows_none() -> None:
    play = siege(turn=2, ring=0, place={**RING, "klatt": "0909"}, options=BY_PRESENCE)
    answer(play, "soviet", "end_combat")
    assert told(play).count("event.ring_closed") == 1
    march(play, "german", "klatt", "1009")
    end_movement(play, "german")
    answer(play, "german", "end_combat")
    assert told(play).count("event.ring_broken") == 1
    until_soviet_combat(play, 3)
    refused(play, "soviet", "assault", rule="7.1a")


@rule("vl", "7.1a", "7.1c")
def test_relief_breaks_the_ring_by_taking_a_unit_out_of_it() -> None:
    # 1010 is covered by 31 BF alone; reduced, it dies of the step it must lose or keeps the ring by falling back
    place = {**RING, "fb-31": "1010 reduced", "klatt": "0910", "fd-28": "1513", **no_arrivals()}
    play = fight("-/1", "german", "1010", "klatt", turn=4, ring=2, place=place)
    answer(play, "soviet", ("lose", "fb-31"))
    assert not encircled(state_of(play))
    answer(play, "german", "end_advance", "end_combat")
    assert told(play).count("event.ring_broken") == 1


@rule("vl", "7.1c")
def test_broken_on_german_turn_4_and_closed_on_turn_5_it_allows_a_roll_on_turn_6() -> None:
    # dice: weather, the fight for 1009 (3/1: -/R), weather, the roll
    place = {**RING, "s-343": "0909"}
    dice = [3, 3, 3, 5, 3, 6]
    play = position(turn=4, step="move", active="german", ring=2, place=place, dice=dice, options=BY_PRESENCE)
    march(play, "german", "s-343", "1009")
    end_movement(play, "german")
    answer(play, "german", "end_combat")
    assert told(play).count("event.ring_broken") == 1
    until_soviet_combat(play, 5)
    attack(play, "soviet", "1009", "fd-357", "fb-31")
    while play.deciders == ("german",):
        idle(play)
    answer(play, "soviet", "end_advance")
    assert where(play, "s-343") not in BESIDE and encircled(state_of(play))
    refused(play, "soviet", "assault", rule="7.1b")
    answer(play, "soviet", "end_combat")
    assert happened(play, "event.ring_closed") == [{"turn": 5}]
    until_soviet_combat(play, 6)
    answer(play, "soviet", "assault", "roll")
    assert assaults(play) == [{"die": 6, "modifier": "+0", "count": 1}]


@rule("vl", "7.1c")
def test_broken_and_closed_again_within_one_turn_the_wait_starts_anew() -> None:
    # fb-31 leaves 1010, which nobody else covers; gfd-46 drives s-343 from 0910 and closes the gap by its advance
    place = {**RING, "s-343": "0910", "gfd-46": "0809"}
    play = position(turn=4, step="move", active="soviet", ring=2, place=place, dice=[6, 1, 4, 3, 6])
    march(play, "soviet", "fb-31", "1012")
    end_movement(play, "soviet")
    assert told(play).count("event.ring_broken") == 1
    refused(play, "soviet", "assault", rule="7.1a")
    attack(play, "soviet", "0910", "gfd-46")  # 8 to 3 in woods, +1 and +2 for quality: 4/1, -/R
    while play.deciders == ("german",):
        idle(play)
    answer(play, "soviet", ("advance", "gfd-46"))
    if play.legal("soviet", "stop"):
        answer(play, "soviet", "stop")
    assert encircled(state_of(play))
    refused(play, "soviet", "assault", rule="7.1b")
    answer(play, "soviet", "end_combat")
    assert happened(play, "event.ring_closed") == [{"turn": 4}]
    until_soviet_combat(play, 5)
    assert play.legal("soviet", "assault")


@rule("vl", "7.1c")
def test_a_ring_that_holds_goes_on_from_turn_to_turn() -> None:
    play = siege(turn=3, ring=2, place={**RING, "s-343": "0808"}, dice=[1, 3])
    answer(play, "soviet", "assault", "roll")
    refused(play, "soviet", "assault", rule="2.1.C")  # once a turn
    answer(play, "soviet", "end_combat")
    until_soviet_combat(play, 4)
    assert play.legal("soviet", "assault")
    assert "event.ring_broken" not in told(play) and "event.ring_closed" not in told(play)


@rule("vl", "7.1a", "7.5d")
def test_around_a_fallen_part_the_ring_need_not_stand() -> None:
    place = {"fd-357": "1209", "gfd-9": "1211", "tr-27": "1310"}  # nobody at 1009, 1010 and 1109
    assert not encircled(state_of(siege(place=place)))
    play = siege(place={**place, "s-343": "1009"}, festungs={"west": 0, "east": 3})
    assert encircled(state_of(play)) and play.legal("soviet", "assault")
    place["s-343"] = "1110"  # what was West is now beside East
    play = siege(place=place, festungs={"west": 0, "east": 3})
    assert play.legal("soviet", "assault")
    play = siege(place=place, festungs={"west": 0, "east": 3}, options=BY_PRESENCE)
    refused(play, "soviet", "assault", rule="7.1a")


@rule("vl", "7.1b", "7.1c")
def test_the_track_tells_since_when_the_ring_stands_and_when_the_roll_opens() -> None:
    def ring(play: Play) -> list[Any]:
        tracks = {track["id"]: track["value"] for track in play.view(None)["tracks"]}
        return [tracks[name] for name in ("ring", "assault", "open")]

    play = siege(turn=2, ring=0)
    assert ring(play) == [None, None, True]
    answer(play, "soviet", "end_combat")
    assert ring(play) == [2, 3, False]
    assert ring(siege(ring=2, place={**RING, "tr-27": "1408"})) == [2, 3, False]  # found broken when the phase ends
    fallen = siege(festungs={"west": 0, "east": 0})
    assert ring(fallen) == [None, None, False]


# ---- the forces


@rule("vl", "7.2a", "7.2b")
def test_one_division_with_three_brigades_and_a_tank_regiment_is_enough() -> None:
    brigades = {"fb-31": "1010", "fb-26": "1211", "fb-100": "1211"}
    play = siege(place={"fd-357": "1109", "tr-27": "1310", **brigades})
    assert play.legal("soviet", "assault")
    play = siege(place={"fd-357": "1109", "tr-27": "1310", **brigades, "fb-100": "1408"})  # two do not do
    refused(play, "soviet", "assault", rule="7.2a")


@rule("vl", "7.2a")
def test_without_armour_there_is_no_roll() -> None:
    play = siege(place={**RING, "tr-27": "1409", "fb-32": "1310"})
    refused(play, "soviet", "assault", rule="7.2a")
    play = siege(place={**RING, "tr-27": "1409", "tbn-146": "1310"})  # a battalion is no regiment
    refused(play, "soviet", "assault", rule="7.2a")
    for armour in ("tr-36", "tb-184", "mb-47", "ft-515"):
        assert siege(place={**RING, "tr-27": "1409", armour: "1310"}).legal("soviet", "assault"), armour


@rule("vl", "7.2a")
def test_a_division_two_hexes_away_does_not_count() -> None:
    play = siege(place={**RING, "gfd-9": "1212"})
    assert encircled(state_of(play))
    refused(play, "soviet", "assault", rule="7.2a")
    assert siege(place={**RING, "gfd-9": "1211"}).legal("soviet", "assault")


@rule("vl", "7.2a")
def test_two_reduced_divisions_and_a_tank_brigade_are_enough() -> None:
    reduced = {"fd-357": "1109 reduced", "gfd-9": "1211 reduced", "tb-184": "1310", "fb-31": "1010"}
    assert siege(place=reduced).legal("soviet", "assault")
    refused(siege(place={**reduced, "gfd-9": "1211 cadre"}), "soviet", "assault", rule="7.2a")  # a cadre is none


@rule("vl", "7.2a")
def test_a_reduced_division_with_three_cadres_and_a_tank_brigade_is_enough() -> None:
    cadres = {"cadre-1": "1010 of fd-257", "cadre-2": "1211 of gfd-9", "fd-381": "1211 cadre"}
    place = {"fd-357": "1109 reduced", "tb-184": "1310", **cadres}
    assert siege(place=place).legal("soviet", "assault")
    refused(siege(place={**place, "fd-381": "1408 cadre"}), "soviet", "assault", rule="7.2a")


@rule("vl", "7.2a", "7.6a")
def test_beside_a_fallen_half_is_beside_the_city() -> None:
    # the ring is closed round the east; the tanks of 1009 touch the fallen west alone
    place = {"fd-357": "1209", "gfd-9": "1211", "tr-27": "1009"}
    play = siege(place=place, festungs={"west": 0, "east": 3})
    assert play.legal("soviet", "assault")
    assert unit_names(in_the_ring(state_of(play))) == {"fd-357", "gfd-9", "tr-27"}
    within = siege(place={**place, "tr-27": "1110"}, festungs={"west": 0, "east": 3})
    assert within.legal("soviet", "assault"), "in the fallen half it touches the other"
    refused(siege(place={**place, "tr-27": "0909"}, festungs={"west": 0, "east": 3}), "soviet", "assault", rule="7.2a")


@rule("vl", "7.2b")
def test_three_independent_brigades_replace_a_division() -> None:
    brigades = {"fb-31": "1010", "fb-26": "1010", "fb-100": "1109"}
    assert siege(place={"gfd-9": "1211", "tr-27": "1310", **brigades}).legal("soviet", "assault")


# ---- the modifier


@rule("vl", "7.4a")
def test_the_minimum_gives_no_bonus() -> None:
    play = siege(dice=[6])
    assert total(play) == "+0" and play.preview("soviet", "assault")["lines"] == []
    answer(play, "soviet", "assault", "roll")
    assert assaults(play) == [{"die": 6, "modifier": "+0", "count": 1}]


@rule("vl", "7.4a")
@pytest.mark.parametrize(
    ("more", "word"),
    [
        ({"gfd-46": "1111"}, "festung_division"),
        ({"fb-26": "1111", "fb-100": "1111"}, "festung_division"),  # with fb-31 three brigades, the equivalent
        ({"tb-184": "1111"}, "festung_brigade"),
        ({"mb-47": "1111"}, "festung_brigade"),
        ({"ft-515": "1111"}, "festung_flamethrower"),
        ({"eng-225": "1111"}, "festung_engineer"),
    ],
)
def test_each_line_gives_one(more: dict[str, str], word: str) -> None:
    play = siege(place={**RING, **more})
    assert total(play) == "+1"
    assert [(line.message.key, line.value) for line in bonuses(state_of(play), False)] == [(f"odds.{word}", 1)]


@rule("vl", "7.4a")
@pytest.mark.parametrize("more", ["tr-36", "at-171", "fb-26", "tbn-170"])
def test_other_units_in_the_ring_give_nothing(more: str) -> None:
    assert total(siege(place={**RING, more: "1111"})) == "+0"


@rule("vl", "7.4a")
def test_bonus_units_must_be_in_contact() -> None:
    far = {"gfd-46": "1212", "tb-184": "1409", "ft-515": "1410", "eng-225": "1410"}
    assert total(siege(place={**RING, **far})) == "+0"


@rule("vl", "7.4a")
@pytest.mark.parametrize(
    ("armour", "bonus"),
    [(["tb-184"], 0), (["ft-515"], 0), (["tb-184", "ft-515"], 1), (["tb-184", "tb-92", "ft-515"], 2)],
)
def test_the_armour_of_the_minimum_gives_nothing(armour: list[str], bonus: int) -> None:
    play = siege(place={**RING, "tr-27": "1409", **dict.fromkeys(armour, "1310")})
    assert total(play) == f"+{bonus}" and len(bonuses(state_of(play), False)) == bonus


@rule("vl", "7.4a")
def test_two_further_divisions_give_one_and_with_the_option_two() -> None:
    place = {**RING, "gfd-46": "1111", "gfd-21": "1209"}
    assert total(siege(place=place)) == "+1"
    assert total(siege(place=place, options={"festung_bonus_per_unit": True})) == "+2"
    brigades = {**RING, "tb-184": "1111", "tb-92": "1209"}
    assert total(siege(place=brigades)) == "+1"
    assert total(siege(place=brigades, options={"festung_bonus_per_unit": True})) == "+2"


@rule("vl", "7.4a", "1.5f")
def test_the_katyusha_gives_one_within_two_hexes_and_only_if_not_used_elsewhere() -> None:
    play = siege(place={**RING, "mrl-38g": "1409"}, dice=[6])
    answer(play, "soviet", "assault")
    assert (total(play, "roll"), total(play, "add_rockets")) == ("+0", "+1")
    answer(play, "soviet", "add_rockets", "roll")
    assert assaults(play) == [{"die": 6, "modifier": "+1", "count": 2}]
    assert happened(play, "event.rockets_city") == [{"units": ["mrl-38g"]}]
    assert state_of(play).used == 1 << number("mrl-38g")  # it supports no combat this turn
    far = siege(place={**RING, "mrl-38g": "1509"})  # three hexes
    answer(far, "soviet", "assault")
    refused(far, "soviet", "add_rockets", rule="7.4a")
    used = siege(place={**RING, "mrl-38g": "1409"}, used=["mrl-38g"])
    answer(used, "soviet", "assault")
    refused(used, "soviet", "add_rockets", rule="7.4a")
    assert total(used, "roll") == "+0"


@rule("vl", "7.4a")
def test_the_katyusha_is_added_and_kept_again_before_the_roll() -> None:
    play = siege(place={**RING, "mrl-38g": "1409"}, dice=[6])
    answer(play, "soviet", "assault")
    refused(play, "soviet", "keep_rockets", rule="7.4a")
    assert [(line["key"], line.get("struck")) for line in shown(play)["lines"]] == [("odds.festung_rockets_kept", True)]
    answer(play, "soviet", "add_rockets")
    refused(play, "soviet", "add_rockets", rule="7.4a")
    assert [(line["key"], line.get("struck")) for line in shown(play)["lines"]] == [("odds.festung_rockets", None)]
    assert "mrl-38g" in play.view("soviet")["ask"]["focus"]["chosen"]
    answer(play, "soviet", "keep_rockets", "roll")
    assert assaults(play) == [{"die": 6, "modifier": "+0", "count": 1}]
    assert not state_of(play).used and not happened(play, "event.rockets_city")


@rule("vl", "7.4b")
@pytest.mark.parametrize(("turn", "shown"), [(6, "+0"), (7, "-1"), (8, "-1"), (9, "-1"), (10, "+0")])
def test_the_gliders_of_turns_7_to_9_cost_one(turn: int, shown: str) -> None:
    assert total(siege(turn=turn)) == shown


@rule("vl", "7.4c")
def test_five_bonuses_on_turn_8_make_three() -> None:
    play = siege(turn=8, place={**RING, **FREE})
    state = state_of(play)
    assert sorted(line.value for line in bonuses(state, True)) == [-1, 1, 1, 1, 1, 1]
    assert modifier(state, True) == 3  # 5 - 1 = 4
    assert total(play) == "+3"  # four and the gliders: the Katyusha would change nothing, so it is kept
    answer(play, "soviet", "assault")
    refused(play, "soviet", "add_rockets", rule="7.4c")
    assert shown(play)["lines"][-1]["key"] == "odds.festung_rockets_needless" and shown(play)["lines"][-1]["struck"]


@rule("vl", "7.4c")
def test_four_bonuses_on_turn_3_make_three() -> None:
    play = siege(turn=3, place={**RING, **FREE}, dice=[3])
    assert len(bonuses(state_of(play), False)) == 4 and total(play) == "+3"
    answer(play, "soviet", "assault", "roll")
    assert assaults(play) == [{"die": 3, "modifier": "+3", "count": 1}]
    made = [line["key"] for line in happened(play, "event.assault")[0]["reckoned"]["lines"]]
    assert len(made) == 4 and "odds.festung_rockets_needless" not in made, "what was not needed made nothing"


# ---- the question before the roll


@rule("vl", "7.1b", "2.1.C")
def test_the_roll_is_weighed_before_it_is_made_and_can_be_left_for_later() -> None:
    play = siege(place={**RING, "eng-225": "1311"}, dice=[6])
    before = state_of(play).clone()
    answer(play, "soviet", "assault")
    ask = play.view("soviet")["ask"]
    assert set(ask["answers"]) == {"roll", "not_now"} and ask["primary"] == "roll"
    assert ask["focus"]["hex"] == "1110" and set(ask["focus"]["chosen"]) == {*RING, "eng-225"}
    odds = ask["focus"]["odds"]
    assert odds["defenders"] == ["festung-west", "festung-east"] and odds["hexes"] == ["1110", "1210"]
    assert odds == play.preview("soviet", "roll") and not play.preview("soviet", "not_now")
    assert [(line["text"]["en"], line["value"], line["rule"]) for line in odds["lines"]] == [
        ("engineers: 225", "+1", "7.4a")
    ]
    assert (odds["total"], odds["total_text"]["en"]) == ("+1", "Die modifier, +3 at most")
    assert odds["by_die"] == ["levels_0"] * 4 + ["levels_1", "levels_2"]
    assert odds["results"] == {"levels_0": 4 / 6, "levels_1": 1 / 6, "levels_2": 1 / 6}
    assert odds["severity"] == {"levels_0": "none", "levels_1": "mild", "levels_2": "hard"}
    refused(play, "soviet", "end_combat", rule="2.1.C")
    answer(play, "soviet", "not_now")
    assert state_of(play) == before
    answer(play, "soviet", "assault", "roll")  # nothing was lost by thinking it over
    assert levels(play) == (4, 4)


@rule("vl", "7.5c")
@pytest.mark.parametrize(("double", "outcomes"), [(False, ["last_1", "last_1"]), (True, ["last_1", "last_2"])])
def test_with_one_festung_left_the_outcomes_speak_of_it_alone(double: bool, outcomes: list[str]) -> None:
    place = {**RING, "fd-357": "1209", "eng-225": "1311"}
    play = siege(festungs={"west": 0, "east": 2}, place=place, options={"festung_double_on_last": double})
    answer(play, "soviet", "assault")
    assert shown(play)["by_die"] == ["levels_0"] * 4 + outcomes
    assert shown(play)["hex"] == "1210"


# ---- results


@rule("vl", "7.5a")
@pytest.mark.parametrize(
    ("turn", "more", "die", "lost"),
    [
        (3, {"eng-225": "1311"}, 5, 1),
        (3, {"eng-225": "1311"}, 6, 2),
        (3, {"eng-225": "1311"}, 4, 0),
        (3, {}, 5, 0),
        (3, {}, 6, 1),
        (8, {}, 1, 0),
        (8, {}, 6, 0),
        (3, FREE, 6, 2),
    ],
)
def test_the_modified_die_takes_none_one_or_two_levels(turn: int, more: dict[str, str], die: int, lost: int) -> None:
    play = siege(turn=turn, place={**RING, **more}, dice=[die])
    foreseen = play.preview("soviet", "assault")["by_die"]
    answer(play, "soviet", "assault", "roll")
    (told,) = happened(play, "event.assault")
    assert told["count"] == lost
    # the column as the card shows it: what every face would have done, and the cell that the die found
    assert [int(cell.replace("-", "0")) for cell in told["by_die"]] == [int(code[-1]) for code in foreseen]
    assert told["by_die"][die - 1] == told["result"] and told["column"] == told["modifier"]
    assert set(told["hexes"]) == {"1110", "1210"} and set(told["units_defending"]) == {"festung-west", "festung-east"}
    assert foreseen[die - 1] == f"levels_{lost}"
    if lost == 1:
        answer(play, "soviet", ("reduce", "festung-west"))
    assert sum(levels(play)) == 10 - lost


@rule("vl", "7.5b")
@pytest.mark.parametrize(("festung", "after"), [("festung-west", (4, 5)), ("festung-east", (5, 4))])
def test_one_level_is_taken_where_the_soviet_player_chooses(festung: str, after: tuple[int, int]) -> None:
    play = siege(dice=[6])
    answer(play, "soviet", "assault", "roll")
    assert offered(play, "soviet", "reduce") == {"festung-west", "festung-east"}
    answer(play, "soviet", ("reduce", festung))
    assert levels(play) == after


@rule("vl", "7.5b")
def test_a_fallen_festung_is_not_offered() -> None:
    play = siege(dice=[6], festungs={"west": 0, "east": 3}, place={**RING, "fd-357": "1209"})
    answer(play, "soviet", "assault", "roll")  # only one is left: nothing to ask
    assert levels(play) == (0, 2)


@rule("vl", "7.5c")
def test_two_levels_are_one_of_each() -> None:
    place = {**RING, "eng-225": "1311"}
    play = siege(dice=[6], festungs={"west": 3, "east": 3}, place=place)
    answer(play, "soviet", "assault", "roll")
    assert levels(play) == (2, 2)
    assert [one["unit"] for one in happened(play, "event.level_lost")] == ["festung-west", "festung-east"]
    assert not play.legal("soviet", "reduce", "festung-east")  # no choice, so not both from East
    refused(play, "soviet", "reduce", "festung-east", rule="2.1.C")


@rule("vl", "7.5c")
@pytest.mark.parametrize(("double", "east"), [(False, 1), (True, 0)])
def test_with_west_fallen_two_levels_take_one_from_east_or_two_by_the_option(double: bool, east: int) -> None:
    place = {**RING, "fd-357": "1209", "eng-225": "1311"}
    options = {"festung_double_on_last": double}
    play = siege(dice=[6], festungs={"west": 0, "east": 2}, place=place, options=options)
    answer(play, "soviet", "assault", "roll")
    assert levels(play) == (0, east)


@rule("vl", "7.5d")
def test_a_unit_of_the_ring_enters_a_fallen_part_at_once_and_free() -> None:
    place = {**RING, "s-343": "0809", "hq-5g": "1009", "fb-26": "1008"}
    play = siege(dice=[6, 3, 6], festungs={"west": 1, "east": 4}, place=place)
    answer(play, "soviet", "assault", "roll", ("reduce", "festung-west"))
    assert where(play, "festung-west") == "eliminated"
    assert len(happened(play, "event.festung_falls")) == 1 and not happened(play, "event.level_lost")  # one loss
    assert offered(play, "soviet", "occupy") == {"fd-357", "fb-31"}  # combat units beside 1110
    assert not play.legal("soviet", "end_combat")  # it must
    refused(play, "soviet", "occupy", "tr-27", rule="7.5d")  # beside East only
    refused(play, "soviet", "occupy", "hq-5g", rule="7.5d")
    refused(play, "soviet", "occupy", "fb-26", rule="7.5d")  # not beside the city
    answer(play, "soviet", ("occupy", "fb-31"))
    assert where(play, "fb-31") == "1110"
    state = state_of(play)
    assert not state.moved and not state.fought  # neither a move nor an attack


@rule("vl", "7.5d")
def test_the_ring_round_the_other_part_goes_on() -> None:
    play = siege(dice=[6, 3, 6], festungs={"west": 1, "east": 4})
    answer(play, "soviet", "assault", "roll", ("reduce", "festung-west"), ("occupy", "fb-31"))
    assert encircled(state_of(play))
    answer(play, "soviet", "end_combat")
    idle_until(play, "event.turn")
    march(play, "soviet", "fd-357", "1209")  # 1109 is not beside East
    end_movement(play, "soviet")
    assert "event.ring_broken" not in told(play)
    answer(play, "soviet", "assault", "roll")
    assert levels(play) == (0, 3)


@rule("vl", "7.5e", "13.3.2")
def test_with_both_at_zero_the_german_still_plays_the_turn_and_there_is_no_further_roll() -> None:
    place = {**RING, "eng-225": "1311", "s-343": "0808"}
    play = siege(turn=4, dice=[6], festungs={"west": 1, "east": 1}, place=place)
    answer(play, "soviet", "assault", "roll", ("occupy", "gfd-9"), ("occupy", "fd-357"))
    assert levels(play) == (0, 0) and told(play).count("event.garrison_falls") == 1
    assert (where(play, "gfd-9"), where(play, "fd-357")) == ("1210", "1110")
    refused(play, "soviet", "assault", rule="7.5e")
    answer(play, "soviet", "end_combat")
    assert play.result is None and play.deciders == ("german",)
    march(play, "german", "s-343", "0909")
    end_movement(play, "german")
    answer(play, "german", "end_combat")
    assert play.result is not None and play.result.winner == "soviet" and play.result.points == {"soviet": 10}
    assert state_of(play).turn == 4
    assert "event.ring_broken" not in told(play)  # it has fallen: nobody broke it


# ---- consequences


def ring_shift(play: Play, player: str, hex: str) -> str | None:
    """What the ring costs in the combat at a hex with everyone who can join, or None."""
    lines = play.preview(player, "attack", hex)["lines"]
    found = [line["value"] for line in lines if line["rule"] == "7.6a"]
    assert len(found) <= 1
    return found[0] if found else None


@rule("vl", "7.6a")
def test_a_unit_of_the_ring_attacks_one_column_to_the_left() -> None:
    play = siege(place={**RING, "s-343": "1108"})
    assert ring_shift(play, "soviet", "1108") == "-1"
    open_ring = siege(place={**RING, "s-343": "1108", "tr-27": "1408"})
    assert ring_shift(open_ring, "soviet", "1108") is None


@rule("vl", "7.6a")
def test_two_units_of_the_ring_cost_one_column_still() -> None:
    play = siege(place={**RING, "s-343": "1108", "fb-26": "1109", "tr-36": "1209"})
    assert ring_shift(play, "soviet", "1108") == "-1"


@rule("vl", "7.6a")
def test_a_unit_not_beside_the_city_fights_as_ever_and_one_that_is_spoils_it() -> None:
    play = siege(place={**RING, "s-343": "1107", "fb-26": "1106"})
    assert ring_shift(play, "soviet", "1107") is None
    play = siege(place={**RING, "s-343": "1108", "fb-26": "1107"})
    answer(play, "soviet", ("attack", "1108"), ("add", "fb-26"))
    assert not [line for line in play.state.stack[-1].focus(play.state)["odds"]["lines"] if line["rule"] == "7.6a"]
    answer(play, "soviet", ("add", "fd-357"))
    assert [line["value"] for line in play.state.stack[-1].focus(play.state)["odds"]["lines"] if line["rule"] == "7.6a"]


@rule("vl", "7.6a")
def test_it_costs_a_column_in_defence_as_well() -> None:
    play = position(turn=3, step="combat", active="german", ring=2, place={**RING, "s-343": "1108"})
    assert ring_shift(play, "german", "1109") == "+1"
    refused(play, "german", "assault", rule="2.1.E")


@rule("vl", "7.6b", "4.2.2")
def test_an_hq_passes_the_city_once_the_ring_is_closed_and_stops_when_it_is_broken() -> None:
    place = {**RING, "tr-27": "1408", "hq-5g": "1309"}
    play = position(turn=2, step="move", active="soviet", place=place)
    answer(play, "soviet", ("unit", "hq-5g"))
    assert play.preview("soviet", "move", "1310")["stops"]
    closed = position(turn=2, step="move", active="soviet", place={**RING, "hq-5g": "1309"})
    answer(closed, "soviet", ("unit", "hq-5g"))
    assert not closed.preview("soviet", "move", "1310")["stops"]
    answer(closed, "soviet", ("move", "1310"), ("move", "1311"), ("move", "1411"))
    assert where(closed, "hq-5g") == "1411"
    broken = position(
        turn=3, step="move", active="soviet", ring=2, place={**RING, "hq-5g": "1309", "s-343": "1009"},
        options=BY_PRESENCE,
    )  # fmt: skip
    answer(broken, "soviet", ("unit", "hq-5g"))
    assert broken.preview("soviet", "move", "1310")["stops"]


@rule("vl", "7.6b")
def test_the_very_turn_the_ring_closes_an_hq_moves_past_without_stopping() -> None:
    play = position(turn=2, step="move", active="soviet", place={**RING, "tr-27": "1408", "hq-5g": "1309"})
    march(play, "soviet", "tr-27", "1310")
    march(play, "soviet", "hq-5g", "1209", "1309")
    assert where(play, "hq-5g") == "1309"  # it went on from beside the city


@rule("vl", "7.6c")
def test_a_valid_ring_and_one_with_a_gap() -> None:
    # valid: all of 7.2 in contact, the rest covered by ZOC
    valid = {"gfd-9": "1010", "gfd-46": "1209", "tb-184": "1311", "fb-31": "1112"}
    play = siege(place=valid)
    assert {hex for unit, hex in valid.items() if hex in BESIDE} == {"1010", "1209", "1311"}
    assert encircled(state_of(play)) and play.legal("soviet", "assault")
    # not valid: the tank brigade one hex to the east, and nobody covers 1211
    gap = siege(place={**valid, "tb-184": "1410", "fb-31": "1408"})
    assert not encircled(state_of(gap))
    refused(gap, "soviet", "assault", rule="7.1a")
