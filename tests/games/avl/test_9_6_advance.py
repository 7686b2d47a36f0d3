"""Chapter 9.6 of A Victory Lost: who follows into the hex that a combat has emptied, and how far.

Most fights stand on the steppe round 6038, clear and without a river for four hexes. Its neighbours are 6037 (N), 6138
(NE), 6139 (SE), 6039 (S), 5939 (SW) and 5938 (NW).
"""

from __future__ import annotations

import pytest

from grognard.core.play import Play
from grognard.testing import rule
from tests.games.avl._help import answer, happened, offered, position, refused, score, steps_of, where

ELSEWHERE = {"su-266": "5705", "de-213": "5704"}
"""A second front far off in the clear: it keeps the Combat Segment open when the fight under test is over."""


def won(place: dict[str, str], *attackers: str, at: str = "6038", turn: int = 2, result: str = "1DR") -> Play:
    """These attackers have just driven or wiped the defenders out of a hex: by default one step and one hex."""
    words = {"step": "combat", "turn": turn, "place": place | ELSEWHERE, "activated": [*attackers, "su-266"]}
    column = position(**words).preview("soviet", "attack", at)["by_die"]
    play = position(**words, dice=[column.index(result) + 1])
    answer(play, "soviet", ("attack", at), *(("add", unit) for unit in attackers), "resolve")
    return play


GONE = {"de-403": "6038"}
"""A division of one step: 1DR eliminates it and nobody is left to retreat."""


# ---- 9.6.1


@rule("avl", "9.6.1")
def test_a_mechanized_unit_may_go_two_hexes_though_the_defender_went_one() -> None:
    play = won({"su-1gm": "6138", "su-7tk": "6138", "de-304": "6038"}, "su-1gm", "su-7tk", result="DR")
    play.answer("axis", "retreat", "5938")
    assert offered(play, "soviet", "advance") == {"su-1gm", "su-7tk"}
    play.answer("soviet", "advance", "su-1gm")
    assert where(play, "su-1gm") == "6038"
    assert offered(play, "soviet", "advance_to") == {"6037", "6138", "6139", "6039", "5939"}
    play.answer("soviet", "advance_to", "5939")
    assert where(play, "su-1gm") == "5939"


@rule("avl", "9.6.1")
def test_a_non_mechanized_unit_goes_one_hex() -> None:
    play = won({"su-14g": "6138", "su-41g": "6139", **GONE}, "su-14g", "su-41g")
    play.answer("soviet", "advance", "su-14g")
    assert where(play, "su-14g") == "6038"
    refused(play, "soviet", "advance_to", "5939", rule="9.6.1")
    assert offered(play, "soviet", "advance") == {"su-41g"}


@rule("avl", "9.6.1")
def test_units_that_stood_beside_the_attackers_but_took_no_part_stay() -> None:
    place = {"su-1gm": "6138", "su-14g": "6138", "su-7tk": "6139", **GONE}
    play = won(place, "su-1gm", result="1DR")
    assert offered(play, "soviet", "advance") == {"su-1gm"}
    refused(play, "soviet", "advance", "su-14g", rule="9.6.1")
    refused(play, "soviet", "advance", "su-7tk", rule="9.6.1")


@rule("avl", "9.6.1")
def test_nobody_advances_while_a_defender_is_in_the_hex() -> None:
    play = won({"su-7tk": "6138", "su-1tk": "6139", "de-304": "6038"}, "su-7tk", "su-1tk", result="-")
    assert where(play, "de-304") == "6038"
    assert offered(play, "soviet", "attack") == {"5704"}
    refused(play, "soviet", "advance", "su-7tk", rule="9.2")


@rule("avl", "9.6.1")
def test_an_attacker_that_died_of_a1_does_not_advance() -> None:
    play = won({"su-152b": "6138", **GONE}, "su-152b", result="A1")
    assert where(play, "su-152b") == "eliminated" and where(play, "de-403") == "6038"
    assert offered(play, "soviet", "attack") == {"5704"}


@rule("avl", "9.6.1")
def test_an_hq_may_advance_with_its_stack_and_not_before_it() -> None:
    play = won({"su-1gm": "6138", "su-14g": "6138", "hq-51a": "6138", **GONE}, "su-1gm", "su-14g", result="1DR2")
    assert offered(play, "soviet", "advance") == {"su-1gm", "su-14g"}
    refused(play, "soviet", "advance", "hq-51a", rule="12.4")
    answer(play, "soviet", ("advance", "su-1gm"), ("advance_to", "5939"))
    assert offered(play, "soviet", "advance") == {"su-14g", "hq-51a"}
    play.answer("soviet", "advance", "hq-51a")
    assert where(play, "hq-51a") == "5939"


@rule("avl", "9.6.1")
def test_a_defending_hq_left_behind_does_not_keep_the_hex() -> None:
    play = won({"su-1gm": "6138", "su-7tk": "6138", "hq-hollidt": "6038", **GONE}, "su-1gm", "su-7tk", result="1DR")
    assert where(play, "de-403") == "eliminated"
    assert offered(play, "soviet", "advance") == set()
    (hex, *_) = sorted(map(str, offered(play, "axis", "relocate_to")))
    play.answer("axis", "relocate_to", hex)
    assert offered(play, "soviet", "advance") == {"su-1gm", "su-7tk"}
    answer(play, "soviet", ("advance", "su-1gm"), "stop")
    assert where(play, "su-1gm") == "6038"


# ---- 9.6.2


@rule("avl", "9.6.2")
@pytest.mark.parametrize("advancing", [[], ["su-14g"], ["su-14g", "su-41g"]], ids=["none", "some", "all"])
def test_any_all_or_none_of_the_attackers_advance(advancing: list[str]) -> None:
    play = won({"su-14g": "6138", "su-41g": "6139", **GONE}, "su-14g", "su-41g")
    for unit in advancing:
        play.answer("soviet", "advance", unit)
    if len(advancing) < 2:
        play.answer("soviet", "end_advance")
    assert [unit for unit in ("su-14g", "su-41g") if where(play, unit) == "6038"] == advancing
    assert offered(play, "soviet", "attack") == {"5704"}


@rule("avl", "9.6.2")
def test_the_second_hex_may_lead_from_zoc_to_zoc_without_loss_or_cost() -> None:
    # 302 in 5939 covers 6038 and 5938; an isolated corps of 4 MPs could not move from the one to the other
    place = {"su-1gm": "6138 isolated", "su-7tk": "6139", "de-302": "5939", **GONE}
    play = won(place, "su-1gm", "su-7tk")
    answer(play, "soviet", ("advance", "su-1gm"), ("advance_to", "5938"))
    assert where(play, "su-1gm") == "5938" and steps_of(play, "su-1gm") == 2


@rule("avl", "9.6.2")
@pytest.mark.parametrize(
    ("origin", "second"),
    [pytest.param("5615", "5617", id="with the second hex"), pytest.param("5617", "5615", id="with the first hex")],
)
def test_a_bridged_major_river_between_two_zocs_may_be_crossed_in_advance(origin: str, second: str) -> None:
    # the Don between 5616 and 5617, bridged; 302 in 5517 has both in its ZOC
    place = {"su-1gm": origin, "su-7tk": origin, "de-302": "5517", "de-403": "5616"}
    play = won(place, "su-1gm", "su-7tk", at="5616", result="1DR")
    answer(play, "soviet", ("advance", "su-1gm"), ("advance_to", second))
    assert where(play, "su-1gm") == second and steps_of(play, "su-1gm") == 2


@rule("avl", "9.6.2")
def test_advance_is_made_at_once_or_not_at_all() -> None:
    play = won({"su-14g": "6138", "su-41g": "6139", **GONE}, "su-14g", "su-41g")
    assert not play.legal("soviet", "attack", "5704")  # the next combat waits for the advance
    play.answer("soviet", "end_advance")
    refused(play, "soviet", "advance", "su-14g", rule="9.2")
    answer(play, "soviet", ("attack", "5704"), ("add", "su-266"))
    refused(play, "soviet", "advance", "su-14g", rule="9.2")


# ---- 9.6.3


@rule("avl", "9.6.3")
def test_the_first_hex_is_the_attacked_one_and_the_second_any_hex_beside_it() -> None:
    play = won({"su-1gm": "6138", "su-7tk": "6138", **GONE}, "su-1gm", "su-7tk")
    refused(play, "soviet", "advance_to", "6137", rule="9.6.1")  # no hex is named for the first one
    play.answer("soviet", "advance", "su-1gm")
    assert offered(play, "soviet", "advance_to") == {"6037", "6138", "6139", "6039", "5939", "5938"}
    refused(play, "soviet", "advance_to", "6137", rule="9.6.3")
    refused(play, "soviet", "advance_to", "5838", rule="9.6.3")


@rule("avl", "9.6.3")
def test_the_second_hex_may_be_the_one_the_unit_came_from() -> None:
    play = won({"su-1gm": "6138", "su-7tk": "6138", **GONE}, "su-1gm", "su-7tk")
    answer(play, "soviet", ("advance", "su-1gm"), ("advance_to", "6138"))
    assert where(play, "su-1gm") == "6138"
    assert offered(play, "soviet", "advance") == {"su-7tk"}  # it had its advance


@rule("avl", "9.6.3")
def test_units_may_diverge() -> None:
    play = won({"su-1gm": "6138", "su-7tk": "6138", **GONE}, "su-1gm", "su-7tk")
    answer(play, "soviet", ("advance", "su-1gm"), ("advance_to", "5938"), ("advance", "su-7tk"), ("advance_to", "6039"))
    assert (where(play, "su-1gm"), where(play, "su-7tk")) == ("5938", "6039")


@rule("avl", "9.6.3")
def test_a_hex_with_an_enemy_combat_unit_cannot_be_entered() -> None:
    play = won({"su-1gm": "6138", "su-7tk": "6138", "de-302": "5938", **GONE}, "su-1gm", "su-7tk")
    play.answer("soviet", "advance", "su-1gm")
    refused(play, "soviet", "advance_to", "5938", rule="5.0.2")


@rule("avl", "9.6.3")
def test_stacking_is_checked_where_each_unit_ends() -> None:
    # 6039 is full; 1GM and 7Tk stop in 6038, so 1Tk must go on and may not end in either
    place = {"su-1gm": "6138", "su-7tk": "6138", "su-1tk": "6139", "su-107": "6039", "su-141": "6039", **GONE}
    play = won(place, "su-1gm", "su-7tk", "su-1tk", result="2DR2")
    play.answer("soviet", "advance", "su-1gm")
    refused(play, "soviet", "advance_to", "6039", rule="5.0.1")
    answer(play, "soviet", "stop", ("advance", "su-7tk"), "stop", ("advance", "su-1tk"))
    refused(play, "soviet", "stop", rule="5.0.1")
    refused(play, "soviet", "advance_to", "6039", rule="5.0.1")
    play.answer("soviet", "advance_to", "5939")
    assert (where(play, "su-1gm"), where(play, "su-7tk"), where(play, "su-1tk")) == ("6038", "6038", "5939")


@rule("avl", "9.6.3")
def test_a_third_infantry_division_finds_the_hex_full() -> None:
    place = {"su-14g": "6138", "su-41g": "6138", "su-44g": "6139", **GONE}
    play = won(place, "su-14g", "su-41g", "su-44g")
    answer(play, "soviet", ("advance", "su-14g"), ("advance", "su-41g"))
    assert offered(play, "soviet", "attack") == {"5704"}  # 44G has nowhere to go, so the advance is over
    assert where(play, "su-44g") == "6139"


@rule("avl", "9.6.3")
def test_impassable_hexsides_and_water_stop_the_second_hex() -> None:
    # the Manych Gudilo lies between 5341 and 5342
    lake = won({"su-1gm": "5340", "su-7tk": "5340", "de-403": "5341"}, "su-1gm", "su-7tk", at="5341")
    lake.answer("soviet", "advance", "su-1gm")
    refused(lake, "soviet", "advance_to", "5342", rule="9.6.3")
    # 2440 on the Yeysk coast: 2340, 2439 and 2540 are Water
    coast = won({"su-1gm": "2441", "su-7tk": "2441", "de-403": "2440"}, "su-1gm", "su-7tk", at="2440")
    coast.answer("soviet", "advance", "su-1gm")
    assert offered(coast, "soviet", "advance_to") == {"2341", "2441", "2541"}
    refused(coast, "soviet", "advance_to", "2439", rule="9.6.3")


@rule("avl", "9.6.3")
@pytest.mark.parametrize(("turn", "open_"), [(4, False), (5, True)])
def test_the_pocket_is_closed_to_advance_until_turn_5(turn: int, open_: bool) -> None:
    # 6224 borders the pocket at 6223
    place = {"su-1gm": "6225", "su-7tk": "6225", "de-403": "6224"}
    play = won(place, "su-1gm", "su-7tk", at="6224", turn=turn)
    play.answer("soviet", "advance", "su-1gm")
    assert play.legal("soviet", "advance_to", "6223") is open_


# ---- 9.6.4


@rule("avl", "9.6.4")
def test_a_mechanized_unit_overruns_a_lone_hq_with_its_second_hex() -> None:
    play = won({"su-1gm": "6138", "su-7tk": "6138", "hq-hollidt": "5938", **GONE}, "su-1gm", "su-7tk")
    answer(play, "soviet", ("advance", "su-1gm"), ("advance_to", "5938"))
    assert where(play, "su-1gm") == "5938"
    assert happened(play, "event.overrun") == [{"unit": "su-1gm", "unit_hq": "hq-hollidt", "hex": "5938"}]
    assert play.deciders == ("axis",)
    (hex, *_) = sorted(map(str, offered(play, "axis", "relocate_to")))
    play.answer("axis", "relocate_to", hex)
    assert offered(play, "soviet", "advance") == {"su-7tk"}  # and the advance goes on


@rule("avl", "9.6.4", "14.0.1a")
def test_a_victory_city_is_taken_with_the_second_hex() -> None:
    # Kharkov, 1211, behind 1311
    play = won({"su-1gm": "1411", "su-7tk": "1411", "de-403": "1311"}, "su-1gm", "su-7tk", at="1311")
    assert score(play) == (25, 1)
    answer(play, "soviet", ("advance", "su-1gm"), ("advance_to", "1211"))
    assert score(play) == (20, 6)


@rule("avl", "9.6.4")
def test_a_non_mechanized_unit_never_overruns_because_the_hq_has_left_the_attacked_hex() -> None:
    play = won({"su-14g": "6138", "su-41g": "6138", "hq-hollidt": "6038", **GONE}, "su-14g", "su-41g")
    (hex, *_) = sorted(map(str, offered(play, "axis", "relocate_to")))
    play.answer("axis", "relocate_to", hex)
    play.answer("soviet", "advance", "su-14g")
    assert where(play, "su-14g") == "6038" and where(play, "hq-hollidt") == hex
    assert happened(play, "event.overrun") == []


# ---- 9.6.5: the Don; 5014 and 5015 face each other without a bridge, 5616 and 5617 with one


@rule("avl", "9.6.5")
def test_a_mechanized_unit_that_crosses_an_unbridged_major_river_stops() -> None:
    place = {"su-1gm": "5014", "su-7tk": "5014", "de-403": "5015"}
    play = won(place, "su-1gm", "su-7tk", at="5015", result="1DR")
    play.answer("soviet", "advance", "su-1gm")
    assert where(play, "su-1gm") == "5015"
    assert offered(play, "soviet", "advance_to") == set()
    assert offered(play, "soviet", "advance") == {"su-7tk"}
    refused(play, "soviet", "advance_to", "5016", rule="9.6.5")


@rule("avl", "9.6.5")
def test_a_unit_that_came_over_dry_ground_goes_on_while_the_one_over_the_river_stops() -> None:
    # 7Tk attacks from 5016 on the same bank
    place = {"su-1gm": "5014", "su-7tk": "5016", "de-403": "5015"}
    play = won(place, "su-1gm", "su-7tk", at="5015", result="1DR")
    answer(play, "soviet", ("advance", "su-1gm"), ("advance", "su-7tk"))
    assert where(play, "su-1gm") == "5015"
    assert {"4916", "5016", "5116"} == offered(play, "soviet", "advance_to")
    play.answer("soviet", "advance_to", "4916")
    assert where(play, "su-7tk") == "4916"


@rule("avl", "9.6.5")
def test_an_unbridged_major_river_is_never_crossed_with_the_second_hex() -> None:
    place = {"su-1gm": "5013", "su-7tk": "5013", "de-403": "5014"}
    play = won(place, "su-1gm", "su-7tk", at="5014")
    play.answer("soviet", "advance", "su-1gm")
    refused(play, "soviet", "advance_to", "5015", rule="9.6.5")
    assert offered(play, "soviet", "advance_to") == {"4914", "4915", "5013", "5114", "5115"}


@rule("avl", "9.6.5")
def test_a_bridged_major_river_stops_nobody_on_either_hex() -> None:
    second = won({"su-1gm": "5615", "su-7tk": "5615", "de-403": "5616"}, "su-1gm", "su-7tk", at="5616")
    second.answer("soviet", "advance", "su-1gm")
    assert "5617" in offered(second, "soviet", "advance_to")
    refused(second, "soviet", "advance_to", "5717", rule="9.6.5")  # no bridge there
    first = won({"su-1gm": "5617", "su-7tk": "5617", "de-403": "5616"}, "su-1gm", "su-7tk", at="5616")
    answer(first, "soviet", ("advance", "su-1gm"), ("advance_to", "5615"))
    assert where(first, "su-1gm") == "5615"


@rule("avl", "9.6.5")
def test_a_non_mechanized_unit_may_advance_its_one_hex_over_an_unbridged_major_river() -> None:
    place = {"su-14g": "5014", "su-41g": "5014", "de-403": "5015"}
    play = won(place, "su-14g", "su-41g", at="5015", result="DR")
    play.answer("axis", "retreat", "4916")
    play.answer("soviet", "advance", "su-14g")
    assert where(play, "su-14g") == "5015"


# ---- the printed example


@rule("avl", "9.6.6")
def test_1gc_one_hex_1gm_over_the_river_and_10tk_and_25tk_up_to_two_hexes() -> None:
    # Hex 1 is 6038, Hex 2 is 5015 over the unbridged Don, Hex 3 is 5806
    place = {
        "su-1gc": "6138", "de-403": "6038",
        "su-1gm": "5014", "de-7lw": "5015",
        "su-10tk": "5906", "su-25tk": "5906", "de-8lw": "5806",
    }  # fmt: skip
    play = position(step="combat", place=place, dice=[4, 4, 1])
    answer(play, "soviet", ("attack", "6038"), ("add", "su-1gc"), "resolve")  # 2-1, DR
    play.answer("axis", "retreat", "5939")
    assert offered(play, "soviet", "advance") == {"su-1gc"}
    play.answer("soviet", "advance", "su-1gc")
    assert where(play, "su-1gc") == "6038"
    assert offered(play, "soviet", "advance_to") == set()

    answer(play, "soviet", ("attack", "5015"), ("add", "su-1gm"), "resolve")  # 5 halved: 2-1, DR
    play.answer("axis", "retreat", "4916")
    assert offered(play, "soviet", "advance") == {"su-1gm"}
    play.answer("soviet", "advance", "su-1gm")
    assert where(play, "su-1gm") == "5015"
    assert offered(play, "soviet", "advance_to") == set()  # it must stop

    answer(play, "soviet", ("attack", "5806"), "add_all", "resolve")  # 8-1, 1DR
    apart = play.clone()
    for end_of_25tk, one in (("5707", play), ("5706", apart)):
        assert offered(one, "soviet", "advance") == {"su-10tk", "su-25tk"}
        one.answer("soviet", "advance", "su-10tk")
        assert offered(one, "soviet", "advance_to") == {"5805", "5807", "5706", "5707", "5906", "5907"}
        one.answer("soviet", "advance_to", "5707")
        answer(one, "soviet", ("advance", "su-25tk"), ("advance_to", end_of_25tk))
        assert (where(one, "su-10tk"), where(one, "su-25tk")) == ("5707", end_of_25tk)
