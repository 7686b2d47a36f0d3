"""The worked examples of chapter 6 of Velikiye Luki with their printed figures and dice."""

from __future__ import annotations

import pytest

from grognard.core.play import Play
from grognard.testing import rule
from tests.games.vl._combat import battlefield, fight, reckoning, shifts
from tests.games.vl._help import answer, declare, happened, offered, position, refused, steps_of, where

# ---- 6.5.2i


def go(play: Play, player: str) -> str:
    """One hex of retreat, the first of those allowed; where it led."""
    hexes = sorted(map(str, offered(play, player, "retreat")))
    play.answer(player, "retreat", hexes[0])
    return hexes[0]


def verbs(play: Play) -> tuple[str, set[str]]:
    (player,) = play.deciders
    ask = play.ask(player)
    assert ask is not None
    return player, set(ask.answers)


@rule("vl", "6.5.2i")
@pytest.mark.parametrize("choice", ["lose", "fall_back"])
def test_reading_r1(choice: str) -> None:
    """R1/-: the attacker retreats a hex and either loses a step or retreats another."""
    play = fight({"fb-26": "1108", "klatt": "1008", "giehl": "1008"}, "1008", "fb-26", result="R1/-")
    first = go(play, "soviet")
    assert where(play, "fb-26") == first and verbs(play) == ("soviet", {"lose", "fall_back"})
    if choice == "lose":
        play.answer("soviet", "lose", "fb-26")
        assert where(play, "fb-26") == first and steps_of(play, "fb-26") == 1
    else:
        play.answer("soviet", "fall_back")
        second = go(play, "soviet") if offered(play, "soviet", "retreat") else where(play, "fb-26")
        assert where(play, "fb-26") == second != first and steps_of(play, "fb-26") == 2


@rule("vl", "6.5.2i")
@pytest.mark.parametrize("choice", ["lose", "fall_back"])
def test_reading_dash_1(choice: str) -> None:
    """-/1: the defender retreats a hex or loses a step."""
    play = fight({"fd-357": "1108", "kraft": "1008"}, "1008", "fd-357", result="-/1")
    assert verbs(play) == ("german", {"lose", "fall_back"})
    if choice == "lose":
        play.answer("german", "lose", "kraft")
        assert where(play, "kraft") == "1008" and steps_of(play, "kraft") == 1
        assert verbs(play)[1] == {"end_combat"}
    else:
        play.answer("german", "fall_back")
        assert where(play, "kraft") == "1008"
        hex = go(play, "german")
        assert where(play, "kraft") == hex and verbs(play) == ("soviet", {"advance", "end_advance"})


@rule("vl", "6.5.2i")
@pytest.mark.parametrize("german", ["lose", "fall_back"])
@pytest.mark.parametrize("soviet", ["lose", "fall_back"])
def test_reading_1_r1(german: str, soviet: str) -> None:
    """1/R1: the defender goes a hex, then a hex or a step; the attacker a hex, or a step and then he may advance."""
    place = {"fd-357": "1108", "gfd-9": "1109", "s-343": "1008"}
    play = fight(place, "1008", "fd-357", "gfd-9", result="1/R1")
    play.answer("german", "retreat", "0908")
    assert verbs(play) == ("german", {"lose", "fall_back"})
    if german == "lose":
        play.answer("german", "lose", "s-343")
    else:
        answer(play, "german", "fall_back", ("retreat", "0807"))
    assert verbs(play) == ("soviet", {"lose", "fall_back"})
    if soviet == "fall_back":
        play.answer("soviet", "fall_back")
        while offered(play, "soviet", "retreat"):
            go(play, "soviet")
        assert verbs(play)[1] == {"end_combat"}
        return
    play.answer("soviet", "lose", "fd-357")
    play.answer("soviet", "advance", "gfd-9")
    assert where(play, "gfd-9") == "1008"
    # "if the defender retreats 2 hexes the attacker can follow him along his retreat path"
    assert offered(play, "soviet", "advance_to") == (set() if german == "lose" else {"0908"})


MANY = {"gfd-9": "1108", "gfd-46": "1108", "gfd-21": "1109", "gfd-19": "1109", "fd-257": "1109"}


@rule("vl", "6.5.2i")
@pytest.mark.parametrize("demand", ["demand_step", "demand_retreat"])
@pytest.mark.parametrize("own", [("lose", "lose"), ("lose", "fall_back"), ("fall_back", "fall_back")])
def test_reading_1_r3(own: tuple[str, str], demand: str) -> None:
    """1/R3: a hex; two steps, a step and a hex, or two hexes; the attacker sets the last; then he settles his 1."""
    play = fight({**MANY, "kraft": "1008", "s-343": "1008"}, "1008", *MANY, result="1/R3")
    go(play, "german")
    for at, choice in enumerate(own):
        if choice == "lose":
            play.answer("german", "lose", ("kraft", "s-343")[at])
            continue
        if play.legal("german", "fall_back"):
            play.answer("german", "fall_back")
        if offered(play, "german", "retreat"):
            go(play, "german")
    assert verbs(play) == ("soviet", {"demand_step", "demand_retreat"})
    steps = steps_of(play, "kraft") + steps_of(play, "s-343")
    assert steps == 4 - own.count("lose")
    hex = where(play, "kraft")
    play.answer("soviet", demand)
    if demand == "demand_step":
        assert offered(play, "german", "lose") == {"kraft", "s-343"}
        play.answer("german", "lose", "kraft")
        assert steps_of(play, "kraft") + steps_of(play, "s-343") == steps - 1
    else:
        if offered(play, "german", "retreat"):
            go(play, "german")
        assert where(play, "kraft") == where(play, "s-343") != hex
    assert verbs(play) == ("soviet", {"lose", "fall_back"}), "the defender having retreated"
    play.answer("soviet", "lose", "gfd-9")
    assert offered(play, "soviet", "advance") == set(MANY)


@rule("vl", "6.5.2i")
def test_reading_r2_on_a_unit_of_one_step() -> None:
    """-/R2 eliminates a unit that had one step: the attacker can advance two hexes."""
    play = fight({**MANY, "s-343": "1008 reduced"}, "1008", *MANY, result="-/R2")
    answer(play, "german", ("retreat", "0909"), ("lose", "s-343"))
    assert where(play, "s-343") == "eliminated"
    answer(play, "soviet", ("advance", "gfd-9"), ("advance_to", "0909"))
    assert where(play, "gfd-9") == "0909" and "gfd-9" not in offered(play, "soviet", "advance")


# ---- 6.5.2j

COMBAT_1 = {
    "fd-357": "1208", "tr-27": "1208", "mb-18-2m": "1209", "mrl-38g": "1309", "s-343": "1109", "hq-83": "0908",
}  # fmt: skip


def combat_1(*, hq: bool = True) -> Play:
    """357, 27 and 18/2M attack S 343 in 1109; Katyusha and HQ 83 support; quality dice 3 and 4, result die 4."""
    place = COMBAT_1 if hq else {name: hex for name, hex in COMBAT_1.items() if name != "hq-83"}
    points = {"artillery": {"soviet": 0, "german": 1}, "air": {"soviet": 0, "german": 0}}
    play = position(step="combat", place=place, **points, festungs={"west": 0, "east": 0}, dice=[3, 4, 4])
    declare(play, "soviet", "1109", "fd-357", "tr-27", "mb-18-2m")
    answer(play, "soviet", ("rockets", "mrl-38g"))
    if play.legal("soviet", "no_more_support"):
        play.answer("soviet", "no_more_support")
    return play


@rule("vl", "6.5.2j")
def test_combat_1_column_and_result() -> None:
    play = combat_1()
    play.answer("german", "artillery", "hq-83")
    told = reckoning(play)
    assert (told["attack"], told["defence"], told["ratio"]) == (15, 3, "5/1")
    assert shifts(play) == [("infantry_and_armour", 1), ("rockets", 1), ("artillery", -1)]
    assert [(one["die"], int(one["columns"])) for one in happened(play, "event.quality")] == [(3, 0), (4, 0)]
    assert (told["column"], told["die"], told["result"]) == ("6/1", 4, "1/R2")


@rule("vl", "6.5.2j")
def test_combat_1_the_retreat_as_printed_and_the_other_choice() -> None:
    play = combat_1()
    play.answer("german", "artillery", "hq-83")
    assert "1008" in offered(play, "german", "retreat")
    play.answer("german", "retreat", "1008")
    other = play.clone()
    play.answer("german", "fall_back")
    assert "0909" in offered(play, "german", "retreat")
    play.answer("german", "retreat", "0909")
    assert "0808" in offered(play, "german", "retreat")
    play.answer("german", "retreat", "0808")
    assert where(play, "s-343") == "0808" and steps_of(play, "s-343") == 2
    # "he could have chosen to take a step loss and stop his retreat in 909"
    answer(other, "german", ("lose", "s-343"), "fall_back", ("retreat", "0909"))
    assert where(other, "s-343") == "0909" and steps_of(other, "s-343") == 1
    assert other.deciders == ("soviet",)


@rule("vl", "6.5.2j")
def test_combat_1_the_largest_unit_loses_and_who_advances_where() -> None:
    play = combat_1()
    answer(play, "german", ("artillery", "hq-83"), ("retreat", "1008"), "fall_back")
    answer(play, "german", ("retreat", "0909"), ("retreat", "0808"))
    assert offered(play, "soviet", "lose") == {"fd-357"}
    refused(play, "soviet", "lose", "tr-27", rule="6.4e")
    play.answer("soviet", "lose", "fd-357")
    assert steps_of(play, "fd-357") == 2
    # 357 enters the liberated hex and stays; it also could have gone on to 1008
    play.answer("soviet", "advance", "fd-357")
    assert where(play, "fd-357") == "1109" and offered(play, "soviet", "advance_to") == {"1008"}
    play.answer("soviet", "stop")
    # the armoured and mechanised units advance three hexes and are not bound to the path
    play.answer("soviet", "advance", "tr-27")
    assert {"1008", "1009", "1108"} <= offered(play, "soviet", "advance_to")
    answer(play, "soviet", ("advance_to", "1009"), ("advance_to", "0910"))
    assert where(play, "tr-27") == "0910"
    answer(play, "soviet", ("advance", "mb-18-2m"), ("advance_to", "1008"), ("advance_to", "0909"))
    assert where(play, "mb-18-2m") == "0909"
    assert offered(play, "soviet", "advance") == set()


@rule("vl", "6.5.2j")
def test_combat_1_without_the_supports_stays_at_six() -> None:
    place = {name: hex for name, hex in COMBAT_1.items() if name not in ("hq-83", "mrl-38g")}
    play = battlefield(place, dice=[3, 4, 4])
    declare(play, "soviet", "1109", "fd-357", "tr-27", "mb-18-2m")
    assert reckoning(play)["column"] == "6/1"


# ---- 6.5.2k

COMBAT_2 = {
    "gfd-9": "1011", "tr-36": "1011", "hq-3c": "1312", "meyer": "1010", "stug-3-185": "1010",
    "mb-18-2m": "0909", "tr-27": "0808",
}  # fmt: skip
"""10 points against 8; 18/2M and 27 stand where the first combat took them. 1110, the city, is not in Soviet ZOC."""


def combat_2(*dice: int, place: dict[str, str] = COMBAT_2, **words: object) -> Play:
    """9 GFD and 36 attack Meyer and 3/185 with an air mission and an artillery point."""
    points = {"artillery": {"soviet": 1, "german": 0}, "air": {"soviet": 1, "german": 0}}
    play = position(step="combat", place=place, **points, dice=dice, fought=["mb-18-2m", "tr-27"], **words)
    declare(play, "soviet", "1010", "gfd-9", "tr-36")
    answer(play, "soviet", ("air", "hq-3c"), ("artillery", "hq-3c"))
    return play


@rule("vl", "6.5.2k")
def test_combat_2_column_and_result() -> None:
    play = combat_2(6, 3, 4)
    told = reckoning(play)
    assert (told["attack"], told["defence"], told["ratio"]) == (10, 8, "1/1")
    assert shifts(play) == [
        ("infantry_and_armour", 1),
        ("infantry_and_armour", -1),
        ("infantry_and_anti_tank", -1),
        ("armoured_bonus", -1),
        ("artillery", 1),
        ("air", 1),
    ]
    assert [(one["die"], int(one["columns"])) for one in happened(play, "event.quality")] == [(6, 1), (3, 0)]
    assert (told["column"], told["die"], told["result"]) == ("3/2", 4, "1/1")


@rule("vl", "6.5.2k")
def test_combat_2_lowered_to_one_to_three_before_the_supports() -> None:
    points = {"artillery": {"soviet": 0, "german": 0}, "air": {"soviet": 0, "german": 0}}
    play = position(step="combat", place=COMBAT_2, **points, dice=[3, 3, 4])
    declare(play, "soviet", "1010", "gfd-9", "tr-36")
    assert reckoning(play)["column"] == "1/3"


@rule("vl", "6.5.2k")
def test_combat_2_the_german_may_give_an_infantry_step_and_stay() -> None:
    play = combat_2(6, 3, 4)
    assert offered(play, "german", "lose") == {"meyer", "stug-3-185"}, "the bonus does not require an armoured loss"
    play.answer("german", "lose", "meyer")
    assert where(play, "meyer") == "1010" and steps_of(play, "meyer") == 1
    assert steps_of(play, "tr-36") == 1, "the defender stood: the Soviet has to give a step, and it is the tanks'"


@rule("vl", "6.5.2k", "6.5.1b")
def test_combat_2_by_the_priorities_the_way_out_would_be_the_city() -> None:
    # a hex in no ZOC keeps the attack from being concentric, and the same hex comes first in a retreat: into the ZOC of
    # the printed example he goes only where all six hexes are covered
    play = combat_2(6, 3, 4)
    play.answer("german", "fall_back")
    assert where(play, "meyer") == where(play, "stug-3-185") == "1110" and steps_of(play, "meyer") == 2


@rule("vl", "6.5.2k")
def test_combat_2_the_retreat_into_zoc_and_what_follows() -> None:
    # 357 in 1109 as the first combat left it, the garrison gone: all six hexes are covered, and the concentric column
    # stands for that of the quality die
    place = {**COMBAT_2, "fd-357": "1109"}
    play = combat_2(3, 3, 4, place=place, festungs={"west": 0, "east": 0})
    assert (reckoning(play)["column"], reckoning(play)["result"]) == ("3/2", "1/1")
    play.answer("german", "fall_back")
    play.answer("german", "retreat", "0910")
    assert offered(play, "german", "lose") == {"meyer", "stug-3-185"}, "one step for the stack, the owner's choice"
    play.answer("german", "lose", "stug-3-185")
    assert where(play, "meyer") == where(play, "stug-3-185") == "0910"
    assert offered(play, "soviet", "lose") == {"tr-36"}, "the Soviet loses an armoured step"
    play.answer("soviet", "lose", "tr-36")
    play.answer("soviet", "advance", "gfd-9")
    assert where(play, "gfd-9") == "1010" and offered(play, "soviet", "advance_to") == set()


@rule("vl", "6.5.2k")
def test_combat_2_with_a_friend_on_the_way_the_retreat_costs_nothing() -> None:
    # "S 343 would have done better to stop its retreat": a friend in the hex takes the ZOC from it
    place = {**COMBAT_2, "fd-357": "1109", "s-343": "0910"}
    play = combat_2(3, 3, 4, place=place, festungs={"west": 0, "east": 0})
    play.answer("german", "fall_back")
    assert where(play, "meyer") == where(play, "stug-3-185") == "0910"
    assert steps_of(play, "meyer") == 2 and steps_of(play, "stug-3-185") == 2
