"""Chapter 5: who may share a hex, and when it is asked."""

from __future__ import annotations

import pytest

from grognard.testing import rule
from tests.games.avl._help import answer, attack, halt, march, offered, position, refused, where

# Around 5505 lies open steppe without rivers and roads. Its neighbours: 5504, 5604, 5605, 5506, 5405, 5404.
# The Don is crossed from 4314 (Kazanskaya) to 4315 by a road bridge; 4313 does not touch the river.


@rule("avl", "5.0.1")
@pytest.mark.parametrize("state", ["", " reduced"], ids=["full", "reduced"])
def test_a_third_combat_unit_may_not_end_in_a_hex(state: str) -> None:
    """Steps do not matter: three reduced divisions are one too many."""
    place = {"su-41g": f"5505{state}", "su-44g": f"5505{state}", "su-195": f"5504{state}"}
    play = position(step="move", active="soviet", place=place)
    answer(play, "soviet", ("unit", "su-195"))
    refused(play, "soviet", "move", "5505", rule="5.0.1")


@rule("avl", "5.0.1")
def test_a_second_combat_unit_may_join_the_first() -> None:
    play = position(step="move", active="soviet", place={"su-41g": "5505", "hq-6a": "5505", "su-195": "5504"})
    march(play, "soviet", "su-195", "5505")
    assert where(play, "su-195") == "5505"


@rule("avl", "5.0.1")
def test_two_hqs_never_share_a_hex() -> None:
    place = {"hq-6a": "5505", "hq-51a": "5504", "hq-2gda": "5604", "su-41g": "5506"}
    play = position(step="move", active="soviet", place=place)
    answer(play, "soviet", ("unit", "hq-51a"))
    refused(play, "soviet", "move", "5505", rule="5.0.1")
    march(play, "soviet", "hq-6a", "5506")  # the other HQ leaves, with a combat unit it may stand
    answer(play, "soviet", ("unit", "hq-51a"), ("move", "5505"))
    assert (where(play, "hq-6a"), where(play, "hq-51a")) == ("5506", "5505")


@rule("avl", "5.0.2")
def test_no_unit_enters_or_passes_an_enemy_combat_unit() -> None:
    """Past 7Lw 7Tk would have the points for 5507 (2 to leave, 1, 1 and 2); around it every step costs 5."""
    play = position(step="move", active="soviet", place={"su-7tk": "5505", "de-7lw": "5506"})
    answer(play, "soviet", ("unit", "su-7tk"))
    refused(play, "soviet", "move", "5506", rule="5.0.2")
    refused(play, "soviet", "move", "5507", rule="8.1.2b")


@rule("avl", "5.0.2")
def test_an_hq_stacked_with_a_combat_unit_protects_nobody_from_that() -> None:
    play = position(step="move", active="soviet", place={"su-7tk": "5504", "de-7lw": "5506", "hq-4pza": "5506"})
    answer(play, "soviet", ("unit", "su-7tk"))
    refused(play, "soviet", "move", "5506", rule="5.0.2")


@rule("avl", "5.0.2", "12.1a")
def test_a_lone_hq_is_entered_by_combat_units_only() -> None:
    """The ruling: an HQ neither enters nor passes the hex of an enemy HQ; here 4314 is the only way to 4315."""
    place = {"hq-6a": "4313", "su-195": "4313", "hq-it8a": "4314"}
    play = position(step="move", active="soviet", place=place)
    answer(play, "soviet", ("unit", "hq-6a"))
    refused(play, "soviet", "move", "4314", rule="5.0.2")
    assert not play.legal("soviet", "move", "4315")
    answer(play, "soviet", ("unit", "su-195"), ("move", "4314"))
    assert (where(play, "su-195"), where(play, "hq-it8a")) == ("4314", "lifted")


@rule("avl", "5.0.2")
def test_an_hq_may_not_enter_the_hex_of_an_enemy_combat_unit() -> None:
    play = position(step="move", active="axis", place={"hq-4pza": "5505", "su-195": "5506"})
    answer(play, "axis", ("unit", "hq-4pza"))
    refused(play, "axis", "move", "5506", rule="5.0.2")


# ---- 5.0.3 nations


@rule("avl", "5.0.3")
@pytest.mark.parametrize(
    ("mover", "there", "allowed"),
    [
        ("it-cos", ["ro-9"], False),
        ("it-cos", ["hu-7"], False),
        ("ro-9", ["hu-7"], False),
        ("it-cos", ["de-62"], True),
        ("it-cos", ["it-rav"], True),
        ("de-62", ["ro-9"], True),
        ("de-62", ["hu-7"], True),
        ("hu-7", ["hq-r3a"], False),
        ("hq-r3a", ["hu-7"], False),
        ("hq-r3a", ["ro-9"], True),
        ("hq-r3a", ["de-62", "it-cos"], False),
        ("hq-r3a", ["de-62", "ro-9"], True),
        ("hq-it8a", ["de-62", "it-cos"], True),
        ("hq-4pza", ["ro-9", "ro-11"], True),
        ("ro-9", ["hq-4pza", "de-62"], True),
        ("ro-9", ["hq-it8a"], False),
        ("ro-9", ["de-62", "hq-it8a"], False),
    ],
    ids=lambda value: "+".join(value) if isinstance(value, list) else str(value),
)
def test_minor_allies_stack_with_their_own_and_with_germans(mover: str, there: list[str], allowed: bool) -> None:
    """Pairwise between all units of the hex, HQs included: a German in the hex is no go-between."""
    play = position(step="move", active="axis", place={mover: "5504", **dict.fromkeys(there, "5505")})
    answer(play, "axis", ("unit", mover))
    if allowed:
        play.answer("axis", "move", "5505")
        assert where(play, mover) == "5505"
    else:
        refused(play, "axis", "move", "5505", rule="5.0.3")


# ---- 5.0.4 when


@rule("avl", "5.0.4")
def test_a_unit_passes_a_full_friendly_hex_but_does_not_stop_there() -> None:
    place = {"su-41g": "4314", "su-44g": "4314", "su-195": "4313"}
    play = position(step="move", active="soviet", place=place)
    answer(play, "soviet", ("unit", "su-195"))
    refused(play, "soviet", "move", "4314", rule="5.0.1")
    assert play.preview("soviet", "move", "4315")["path"] == ["4313", "4314", "4315"]
    play.answer("soviet", "move", "4315")
    halt(play, "soviet")
    assert where(play, "su-195") == "4315"


@rule("avl", "5.0.4")
def test_an_hq_passes_another_hq() -> None:
    play = position(step="move", active="soviet", place={"hq-6a": "4313", "hq-51a": "4314"})
    march(play, "soviet", "hq-6a", "4315")
    assert where(play, "hq-6a") == "4315"


@rule("avl", "5.0.4")
def test_room_must_be_made_before_and_not_after() -> None:
    """44G would leave 5505 later in the segment: that does not help 195 now."""
    play = position(step="move", active="soviet", place={"su-41g": "5505", "su-44g": "5505", "su-195": "5504"})
    answer(play, "soviet", ("unit", "su-195"))
    refused(play, "soviet", "move", "5505", rule="5.0.1")
    answer(play, "soviet", ("unit", "su-44g"), ("move", "5506"), ("unit", "su-195"), ("move", "5505"))
    assert where(play, "su-195") == "5505"


@rule("avl", "5.0.4")
def test_an_italian_passes_a_romanian_stack_but_does_not_stop_there() -> None:
    play = position(step="move", active="axis", place={"it-cos": "4313", "ro-9": "4314", "ro-11": "4314"})
    answer(play, "axis", ("unit", "it-cos"))
    refused(play, "axis", "move", "4314", rule="5.0.3")
    play.answer("axis", "move", "4315")
    assert where(play, "it-cos") == "4315"


@rule("avl", "5.0.4")
def test_a_reinforcement_is_not_placed_beyond_the_limit() -> None:
    """302 arrives on turn 3 and finds Kharkov full and Romanians in 1212, which do not matter to a German."""
    place = {"de-62": "1211", "de-294": "1211", "ro-9": "1212"}
    play = position(step="reinforcements", turn=3, place=place)
    refused(play, "axis", "place_at", "1211", rule="5.0.1")
    play.answer("axis", "place_at", "1212")
    assert where(play, "de-302") == "1212"


@rule("avl", "5.0.4")
def test_an_advance_does_not_end_beyond_the_limit() -> None:
    """Three divisions take 5506; two go in, the third finds it full. A tank corps may pass through and go on."""
    place = {"su-41g": "5505", "su-44g": "5505", "su-195": "5605", "su-7tk": "5605", "de-7lw": "5506"}
    play = position(step="combat", active="soviet", place=place, dice=[6])  # 12 to 1: 10-1+, die 6: 4DR2
    attack(play, "soviet", "5506", "su-41g", "su-44g", "su-195", "su-7tk")
    answer(play, "soviet", ("advance", "su-41g"), ("advance", "su-44g"))
    refused(play, "soviet", "advance", "su-195", rule="5.0.1")
    play.answer("soviet", "advance", "su-7tk")
    refused(play, "soviet", "stop", rule="5.0.1")
    play.answer("soviet", "advance_to", "5507")
    assert [where(play, unit) for unit in ("su-41g", "su-44g", "su-195", "su-7tk")] == ["5506", "5506", "5605", "5507"]


@rule("avl", "5.0.4", "9.5.4a")
def test_a_retreat_passes_a_full_hex_and_does_not_end_in_one() -> None:
    """DR2 westward from 5505: 5405 is full and may be the first hex, while 5305, full as well, cannot be the last."""
    full = {"de-294": "5405", "de-298": "5405", "de-168": "5305", "de-336": "5305"}
    attackers = {"su-1gm": "5605", "su-2gm": "5605", "su-4m": "5604", "su-5m": "5604"}  # 20 to 3: 6-1, die 6: 1DR2
    play = position(step="combat", active="soviet", place={"de-62": "5505", **full, **attackers}, dice=[6])
    attack(play, "soviet", "5505", *attackers)
    assert "5405" in offered(play, "axis", "retreat")
    play.answer("axis", "retreat", "5405")
    refused(play, "axis", "retreat", "5305", rule="9.5.2c")
    play.answer("axis", "retreat", "5306")
    assert where(play, "de-62") == "5306"
