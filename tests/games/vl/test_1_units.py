"""Chapters 0 to 1.6: ranges, what the counters carry, HQs, special capacities, rocket launchers, the Festungs."""

from __future__ import annotations

import pytest

from grognard.core.play import Play
from grognard.games.vl import GAME
from grognard.games.vl.modifiers import modifiers
from grognard.games.vl.schema import Unit
from grognard.games.vl.staff import in_range
from grognard.testing import rule
from tests.games.vl._help import (
    answer,
    attack,
    cost,
    declare,
    end_movement,
    fight,
    hex_number,
    idle,
    idle_until,
    march,
    no_arrivals,
    no_support,
    number,
    offered,
    position,
    refused,
    state_of,
    steps_of,
    supply_of,
    told,
    where,
)

COUNTERS = GAME.counters
RING = {"fd-357": "1109", "gfd-9": "1010", "tr-36": "1211", "tb-184": "1310"}
"""A closed ring with two divisions and armour: 1009, 1111, 1209 and 1311 lie in its ZOC."""


def columns(play: Play) -> list[tuple[str, int]]:
    """The modifiers of the combat under way, in their order."""
    battle = state_of(play).battle
    assert battle is not None
    return [(one.word, one.columns) for one in modifiers(state_of(play), battle)]


def shift(play: Play, word: str) -> int:
    """All columns of one type in the combat under way."""
    return sum(points for name, points in columns(play) if name == word)


def supports(play: Play, hq: str) -> int:
    return state_of(play).supports[number(hq)]


def finish(play: Play) -> None:
    """The combat under way is carried through somehow."""
    while state_of(play).battle is not None:
        idle(play)


# ---- ranges (0.1)


@rule("vl", "0.1")
def test_the_starting_hex_is_not_counted_and_the_arrival_hex_is() -> None:
    grid = GAME.ground.grid
    away = [grid.distance(hex_number("1406"), hex_number(hex)) for hex in ("1406", "1407", "1411", "1412")]
    assert away == [0, 1, 5, 6]
    # HQ 5G has range 5: the defender in 1411 is five hexes from 1406, the one in 1412 six
    play = position(place={"hq-5g": "1406"})
    assert in_range(state_of(play), number("hq-5g"), hex_number("1411"))
    assert not in_range(state_of(play), number("hq-5g"), hex_number("1412"))
    play = position(step="combat", place={"hq-5g": "1406", "gfd-9": "1410", "giehl": "1411"})
    declare(play, "soviet", "1411", "gfd-9")
    assert play.legal("soviet", "artillery", "hq-5g")


# ---- what a counter carries (1.3)


@rule("vl", "1.3a")
def test_every_combat_unit_has_all_seven_fields() -> None:
    units = [row for row in COUNTERS.rows if isinstance(row, Unit)]
    assert len(units) == 78
    special = {"ski", "engineer", "flamethrower", "mechanised_brigade"}
    for row in units:
        assert all(strength > 0 for strength in row.steps) and row.quality in "ABCD" and row.type and row.size
        assert isinstance(row.armoured_bonus, bool) and isinstance(row.anti_tank, bool)
        assert all(isinstance(getattr(row, name), bool) for name in special)
    # the asterisk, the dot and the grey letter are there, and not everywhere
    assert {row.id for row in units if row.armoured_bonus} == {
        "stug-3-185", "pz-8-29-12", "stug-459", "pz-1-15", "pz-abt-18", "ft-515",
    }  # fmt: skip
    assert {row.id for row in units if row.anti_tank} == {"meyer", "igr-76-20m", "igr-90-20m", "pzjg-43-8pz", "at-171"}
    assert {row.id for row in units if any(getattr(row, name) for name in special)} == {
        "jaeger-1", "jaeger-3", "jaeger-5", "pi-59-8pz", "pi-743", "eng-225", "ski-44s", "ski-45s", "ft-515",
        "mb-18-2m", "mb-34-2m", "mb-43-2m", "mb-47",
    }  # fmt: skip


@rule("vl", "1.3b")
def test_foot_has_six_points_and_everything_on_wheels_or_tracks_eight() -> None:
    def of(*names: str) -> set[int]:
        return {COUNTERS.move[number(name)] for name in names}

    assert of("ski-44s", "ski-45s", "jaeger-1", "jaeger-3", "jaeger-5") == {6}
    assert of("fd-357", "fb-31", "eng-225", "klatt", "s-343", "fkd", "fr-1-7", "cadre-1") == {6}
    assert of("hq-3c", "hq-5g", "hq-2m", "hq-chevalerie", "hq-83", "hq-woehler", "mrl-38g", "swr-3", "wlr-1") == {8}
    assert of("tr-27", "tb-184", "mb-18-2m", "tbn-146", "at-171", "igr-76-20m", "krad-8-8pz", "aa-331") == {8}
    assert {COUNTERS.move[unit] for unit in range(len(COUNTERS)) if not COUNTERS.festungs >> unit & 1} == {6, 8}


@rule("vl", "1.3b")
@pytest.mark.parametrize(
    ("unit", "points"), [("fd-357", "6"), ("ski-44s", "6"), ("tr-27", "8"), ("hq-5g", "8"), ("mrl-38g", "8")]
)
def test_a_counter_is_asked_for_its_move_with_its_whole_allowance(unit: str, points: str) -> None:
    play = position(place={unit: "1410"})
    answer(play, "soviet", ("unit", unit))
    ask = play.ask("soviet")
    assert ask is not None and ask.message.args["points"] == points


@rule("vl", "1.3c")
@pytest.mark.parametrize(
    ("unit", "states", "foes"),
    [
        ("pz-8-29-12", [""], ["gfd-9"]),
        ("tbn-146", [""], ["s-343"]),
        ("giehl", ["", " reduced"], ["gfd-9"]),
        ("tr-27", ["", " reduced"], ["s-343"]),
        ("fd-357", ["", " reduced", " cadre"], ["klatt", "s-343"]),
    ],
)
def test_a_unit_takes_as_many_losses_as_it_has_steps_and_then_is_gone(
    unit: str, states: list[str], foes: list[str]
) -> None:
    german = bool(COUNTERS.side[number(unit)])
    owner, enemy = ("german", "soviet") if german else ("soviet", "german")
    for lost, state in enumerate(states):
        play = fight("-/1", enemy, "1411", *foes, place={unit: f"1411{state}", **dict.fromkeys(foes, "1410")})
        assert steps_of(play, unit) == len(states) - lost
        answer(play, owner, ("lose", unit))
        assert steps_of(play, unit) == len(states) - lost - 1
        assert where(play, unit) == ("eliminated" if lost + 1 == len(states) else "1411")


# ---- HQs (1.4)

TWO_FIGHTS = {"hq-5g": "1408", "gfd-9": "1410", "giehl": "1411", "hq-chevalerie": "1413", "mrl-38g": "1410"}
"""The launcher keeps the question open when the HQ has nothing more to give."""


def german_turn(play: Play) -> None:
    """On to the German combat phase with nothing done in between."""
    end_movement(play, "soviet")
    while play.deciders[0] != "german" or not play.legal("german", "end_combat"):
        idle(play)


@rule("vl", "1.4a")
def test_an_hq_of_two_gives_one_in_attack_and_one_in_defence_and_a_third_not_before_the_next_turn() -> None:
    # 8 against 5 with a point: column 2/1, die 1: 1/-
    play = position(turn=3, step="combat", place={**TWO_FIGHTS, **no_arrivals()}, dice=[3, 3, 1, 3, 3, 3])
    declare(play, "soviet", "1411", "gfd-9")
    answer(play, "soviet", ("artillery", "hq-5g"))
    assert supports(play, "hq-5g") == 1
    no_support(play)
    answer(play, "soviet", ("lose", "gfd-9"))
    german_turn(play)
    declare(play, "german", "1410", "giehl")
    answer(play, "german", "no_more_support")
    answer(play, "soviet", ("artillery", "hq-5g"))
    assert supports(play, "hq-5g") == 0
    assert state_of(play).artillery[0] == 3  # there are points left, but nobody to allot them
    refused(play, "soviet", "artillery", "hq-5g", rule="1.4a")
    refused(play, "soviet", "air", "hq-5g", rule="1.4a")
    finish(play)
    idle_until(play, "event.turn", 1)
    assert (state_of(play).turn, supports(play, "hq-5g")) == (4, 2)


@rule("vl", "1.4a")
def test_artillery_and_aviation_both_count_against_the_supports_of_an_hq() -> None:
    play = position(turn=3, step="combat", place=TWO_FIGHTS)
    declare(play, "soviet", "1411", "gfd-9")
    answer(play, "soviet", ("artillery", "hq-5g"), ("air", "hq-5g"))
    refused(play, "soviet", "artillery", "hq-5g", rule="1.4a")


@rule("vl", "1.4b")
def test_a_defending_hex_one_beyond_the_range_gets_no_support() -> None:
    play = position(step="combat", place={"hq-5g": "1406", "gfd-9": "1411", "giehl": "1412", "mrl-38g": "1411"})
    declare(play, "soviet", "1412", "gfd-9")  # the attacker stands five hexes away, the defender six
    refused(play, "soviet", "artillery", "hq-5g", rule="1.4b")
    refused(play, "soviet", "air", "hq-5g", rule="1.4b")


@rule("vl", "1.4b")
def test_defensive_support_is_measured_to_the_defenders_hex() -> None:
    fight = {"hq-5g": "1406", "gfd-9": "1411", "giehl": "1412"}
    play = position(step="combat", active="german", place=fight)
    declare(play, "german", "1411", "giehl")  # the defender is five hexes away, the attacker six
    assert play.legal("soviet", "artillery", "hq-5g")
    play = position(step="combat", active="german", place={**fight, "gfd-9": "1412", "giehl": "1411"})
    declare(play, "german", "1412", "giehl")
    assert told(play).count("event.combat") == 1  # nobody was in range: the dice were thrown at once


@rule("vl", "1.4b")
def test_enemies_and_rivers_do_not_shorten_a_range() -> None:
    # from 1208 over the Lovat and past a German unit to 1312
    play = position(
        step="combat", place={"hq-5g": "1207", "s-343": "1309", "fd-357": "1311", "giehl": "1312", "hq-2m": "1207"}
    )
    declare(play, "soviet", "1312", "fd-357")
    assert GAME.ground.grid.distance(hex_number("1207"), hex_number("1312")) == 5
    assert play.legal("soviet", "artillery", "hq-5g")


@rule("vl", "1.4c")
@pytest.mark.parametrize(
    ("hq", "units", "served"),
    [
        ("hq-5g", ["fd-381"], False),
        ("hq-5g", ["fd-357"], True),
        ("hq-5g", ["fd-381", "fd-357"], True),  # ruling: one of its colour is enough
        ("hq-5g", ["mb-18-2m"], False),
        ("hq-2m", ["mb-18-2m"], True),
        ("hq-2m", ["mb-47"], False),
        ("hq-3c", ["fd-381"], True),
        ("hq-3c", ["fd-357"], True),
        ("hq-3c", ["tb-33-2m"], True),
    ],
)
def test_a_soviet_hq_supports_the_units_of_its_colour(hq: str, units: list[str], served: bool) -> None:
    play = position(unchecked=True, step="combat", place={hq: "1408", "giehl": "1411", **dict.fromkeys(units, "1410")})
    answer(play, "soviet", ("attack", "1411"), *(("add", unit) for unit in units))
    if served:
        answer(play, "soviet", "commit")
        assert play.legal("soviet", "artillery", hq)
    else:  # with the other HQ there the question is asked, and this one refused
        play = position(
            step="combat", place={hq: "1408", "mrl-38g": "1409", "giehl": "1411", **dict.fromkeys(units, "1410")}
        )
        declare(play, "soviet", "1411", *units)
        refused(play, "soviet", "artillery", hq, rule="1.4c")


@rule("vl", "1.4c")
@pytest.mark.parametrize(
    ("hq", "unit", "served"),
    [
        ("hq-83", "s-343", True),
        ("hq-83", "klatt", False),
        ("hq-83", "meyer", True),
        ("hq-chevalerie", "s-343", True),
        ("hq-chevalerie", "klatt", True),
        ("hq-woehler", "ss-8-1ss", True),
    ],
)
def test_a_german_hq_supports_the_units_of_its_colour(hq: str, unit: str, served: bool) -> None:
    # S 343 in 1109 with HQ 83 in 0909: the worked example of combat 1
    play = position(step="combat", place={hq: "0909", "swr-3": "0909", unit: "1109", "fd-357": "1209"})
    declare(play, "soviet", "1109", "fd-357")
    if served:
        assert play.legal("german", "artillery", hq)
    else:
        refused(play, "german", "artillery", hq, rule="1.4c")


@rule("vl", "1.4c")
def test_a_cadre_has_the_colour_of_its_division() -> None:
    play = position(step="combat", place={"hq-5g": "1408", "giehl": "1411", "cadre-1": "1410 of fd-357"})
    declare(play, "soviet", "1411", "cadre-1")
    assert play.legal("soviet", "artillery", "hq-5g")


@rule("vl", "1.4d")
def test_an_hq_pays_mechanised_costs() -> None:
    play = position(place={"hq-5g": "1510", "fd-357": "1510"})
    answer(play, "soviet", ("unit", "hq-5g"))
    assert cost(play, "soviet", "1610") == "2"  # woods
    answer(play, "soviet", ("unit", "fd-357"))
    assert cost(play, "soviet", "1610") == "1"
    play = position(place={"hq-5g": "1411"})
    answer(play, "soviet", ("unit", "hq-5g"))
    assert cost(play, "soviet", "1512") == "½"  # by rail


@rule("vl", "1.4e")
def test_a_lone_hq_goes_without_a_die_and_the_attacker_may_occupy_its_hex() -> None:
    play = position(turn=3, step="combat", place={"fd-357": "1410", "hq-chevalerie": "1411"})
    attack(play, "soviet", "1411", "fd-357")
    assert state_of(play).rolls == 0 and "event.combat" not in told(play)
    assert where(play, "hq-chevalerie") == "away"
    assert offered(play, "soviet", "advance") == {"fd-357"}
    answer(play, "soviet", ("advance", "fd-357"))
    assert where(play, "fd-357") == "1411"


@rule("vl", "1.4e")
def test_a_lone_hq_comes_back_next_turn_with_all_its_supports() -> None:
    place = {"fd-357": "1410", "hq-chevalerie": "1411", "s-343": "0308", **no_arrivals()}
    play = position(turn=3, step="combat", place=place, supports={"hq-chevalerie": 1})
    attack(play, "soviet", "1411", "fd-357")
    answer(play, "soviet", "end_advance", "end_combat")
    refused(play, "german", "unit", "hq-chevalerie", rule="1.4e")  # not in the German phase of the same turn
    assert supports(play, "hq-chevalerie") == 0
    end_movement(play, "german")
    idle_until(play, "event.turn")
    while play.deciders[0] != "german":
        idle(play)
    assert state_of(play).turn == 4 and supports(play, "hq-chevalerie") == 3
    answer(play, "german", ("unit", "hq-chevalerie"))
    entries = {"0101", "0201", "0301", "0401", "0501", "0116", "0117", "0118", "0119", "0120", "0219"}
    assert entries <= offered(play, "german", "move")
    answer(play, "german", ("move", "0301"))
    assert where(play, "hq-chevalerie") == "0301"


@rule("vl", "1.4e")
def test_an_hq_with_a_combat_unit_is_not_affected() -> None:
    play = fight("1/-", "soviet", "1411", "fd-357", place={"fd-357": "1410", "giehl": "1411", "hq-83": "1411"})
    answer(play, "soviet", ("lose", "fd-357"))
    assert where(play, "hq-83") == "1411"


@rule("vl", "1.4e")
def test_an_hq_retreats_with_its_companions_and_is_lost_when_they_die() -> None:
    place = {"gfd-9": "1410", "gfd-46": "1410", "s-343": "1411 reduced", "hq-83": "1411", "swr-3": "1411"}
    play = fight("-/R", "soviet", "1411", "gfd-9", "gfd-46", place={**place, "kraft": "1411"})
    while play.deciders[0] == "german":
        answer(play, "german", "fall_back" if play.legal("german", "fall_back") else retreat(play))
    assert where(play, "hq-83") == where(play, "kraft") == where(play, "swr-3") != "1411"
    # the last step of its only companion: the HQ is treated as attacked alone, the launcher destroyed
    play = fight("-/1", "soviet", "1411", "fb-31", place={**place, "fb-31": "1410"})
    answer(play, "german", ("lose", "s-343"))
    assert (where(play, "hq-83"), where(play, "swr-3")) == ("away", "eliminated")


def retreat(play: Play) -> tuple[str, str]:
    return "retreat", str(sorted(str(hex) for hex in offered(play, play.deciders[0], "retreat"))[0])


@rule("vl", "1.4e")
def test_an_enemy_may_not_walk_into_the_hex_of_a_lone_hq() -> None:
    play = position(place={"tr-27": "1410", "hq-83": "1411", "swr-3": "1311"})
    answer(play, "soviet", ("unit", "tr-27"))
    refused(play, "soviet", "move", "1411", rule="1.4e")
    refused(play, "soviet", "move", "1311", rule="3.1a")  # a launcher, of which 1.4e says nothing


# ---- special capacities (1.5)


@rule("vl", "1.5a")
def test_the_ski_units_are_flagged_and_no_others_infiltrate() -> None:
    flagged = {row.id for unit, row in enumerate(COUNTERS.rows) if COUNTERS.ski >> unit & 1}
    assert flagged == {"ski-44s", "ski-45s", "jaeger-1", "jaeger-3", "jaeger-5"}
    # unsupplied they have three points: enough from ZOC to ZOC of one unit, not for the way round
    for unit, may in (("ski-44s", True), ("ski-45s", True), ("fb-31", False), ("eng-225", False)):
        play = position(place={unit: "1410 unsupplied", "giehl": "1411"})
        answer(play, "soviet", ("unit", unit))
        if may:
            assert cost(play, "soviet", "1511") == "3"
        else:
            refused(play, "soviet", "move", "1511", rule="4.2.1c")
    for unit, may in (("jaeger-1", True), ("jaeger-3", True), ("jaeger-5", True), ("fkd", False)):
        play = position(active="german", place={unit: "1410 unsupplied", "fd-357": "1411"})
        answer(play, "german", ("unit", unit))
        if may:
            assert cost(play, "german", "1511") == "3"
        else:
            refused(play, "german", "move", "1511", rule="4.2.1c")


@rule("vl", "1.5b")
def test_engineers_give_a_column_for_a_settlement() -> None:
    # 0914 is the village of Chusprovo, 0913 is wooded
    play = position(turn=3, step="combat", place={"eng-225": "0913", "s-591": "0914", "hq-3c": "1010"})
    declare(play, "soviet", "0914", "eng-225")
    assert shift(play, "pioneers") == 1
    play = position(turn=3, step="combat", place={"fd-28": "0913", "pi-743": "0914", "hq-3c": "1010"})
    declare(play, "soviet", "0914", "fd-28")
    assert shift(play, "pioneers") == -1


@rule("vl", "1.5b")
def test_engineers_give_nothing_in_the_woods_nor_out_of_a_village() -> None:
    for here, there in (("0912", "0913"), ("0914", "0913")):
        play = position(turn=3, step="combat", place={"eng-225": here, "s-591": there, "hq-3c": "1010"})
        declare(play, "soviet", there, "eng-225")
        assert shift(play, "pioneers") == 0


@rule("vl", "1.5b")
def test_the_soviet_engineers_help_against_the_city_and_the_german_ones_have_no_part_in_it() -> None:
    play = position(turn=4, ring=3, step="combat", place={**RING, "eng-225": "1311"})
    with_them = play.preview("soviet", "assault")["total"]
    play = position(turn=4, ring=3, step="combat", place={**RING, "fb-31": "1311"})
    assert (play.preview("soviet", "assault")["total"], with_them) == ("+1", "+2")  # the brigade of tanks gives one


@rule("vl", "1.5c")
def test_a_mechanised_brigade_is_infantry_and_armour_by_itself() -> None:
    for units in (["mb-18-2m"], ["mb-18-2m", "tr-27"], ["mb-18-2m", "mb-34-2m"]):
        place = {**dict.fromkeys(units, "1410"), "klatt": "1411", "hq-3c": "1408"}
        play = position(turn=3, step="combat", place=place)
        declare(play, "soviet", "1411", *units)
        assert shift(play, "infantry_and_armour") == 1
    play = position(turn=3, step="combat", place={"tr-27": "1410", "klatt": "1411", "hq-3c": "1408"})
    declare(play, "soviet", "1411", "tr-27")
    assert shift(play, "infantry_and_armour") == 0


@rule("vl", "1.5d")
def test_flame_throwers_give_a_column_in_a_settlement_once_with_engineers() -> None:
    for units in (["ft-515"], ["ft-515", "eng-225"]):
        place = {**dict.fromkeys(units, "0913"), "s-591": "0914", "hq-3c": "1010"}
        play = position(turn=3, step="combat", place=place)
        declare(play, "soviet", "0914", *units)
        assert shift(play, "pioneers") == 1
    play = position(turn=3, step="combat", place={"ft-515": "0912", "s-591": "0913", "hq-3c": "1010"})
    declare(play, "soviet", "0913", "ft-515")
    assert shift(play, "pioneers") == 0
    # and one on the table of Velikiye Luki, beyond the armour of the minimum
    play = position(turn=4, ring=3, step="combat", place={**RING, "ft-515": "1311"})
    assert play.preview("soviet", "assault")["total"] == "+2"


# ---- rocket launchers (1.5e to 1.5g)


@rule("vl", "1.5e")
def test_rockets_give_a_column_within_two_hexes_and_not_in_the_third() -> None:
    for place, allowed in (("1408", False), ("1409", True), ("1410", True)):
        play = position(
            turn=3, step="combat", place={"gfd-9": "1410", "giehl": "1411", "mrl-38g": place, "hq-5g": "1408"}
        )
        declare(play, "soviet", "1411", "gfd-9")
        if allowed:
            answer(play, "soviet", ("rockets", "mrl-38g"))
            assert shift(play, "rockets") == 1
        else:
            refused(play, "soviet", "rockets", "mrl-38g", rule="1.5e")


@rule("vl", "1.5e")
def test_rockets_used_in_attack_are_not_used_in_defence_in_the_same_turn() -> None:
    place = {"gfd-9": "1410", "giehl": "1411", "mrl-38g": "1409", "hq-5g": "1408", "fd-381": "1511", **no_arrivals()}
    play = position(turn=3, step="combat", place=place, dice=[3, 3, 1, 3, 3, 3])
    declare(play, "soviet", "1411", "gfd-9")
    answer(play, "soviet", ("rockets", "mrl-38g"))
    no_support(play)
    answer(play, "soviet", ("lose", "gfd-9"))
    german_turn(play)
    declare(play, "german", "1410", "giehl")
    refused(play, "soviet", "rockets", "mrl-38g", rule="1.5e")
    finish(play)
    idle_until(play, "event.turn")
    assert not state_of(play).used  # turned over again in the next turn


@rule("vl", "1.5e")
def test_rockets_need_no_hq_and_do_not_count_against_the_two_points_of_artillery() -> None:
    play = position(turn=3, step="combat", place={"gfd-9": "1410", "giehl": "1411", "mrl-38g": "1409", "hq-5g": "1408"})
    declare(play, "soviet", "1411", "gfd-9")
    answer(play, "soviet", ("artillery", "hq-5g"), ("artillery", "hq-5g"), ("rockets", "mrl-38g"))
    assert (shift(play, "artillery"), shift(play, "rockets")) == (2, 1)
    play = position(turn=3, step="combat", place={"gfd-9": "1410", "giehl": "1411", "mrl-38g": "1409"})
    declare(play, "soviet", "1411", "gfd-9")
    answer(play, "soviet", ("rockets", "mrl-38g"))
    assert state_of(play).used == 1 << number("mrl-38g")


@rule("vl", "1.5e")
def test_two_launchers_in_one_combat_are_one_modifier() -> None:
    place = {"gfd-9": "1410", "giehl": "1411", "swr-3": "1412", "wlr-1": "1412", "hq-chevalerie": "1412"}
    play = position(turn=3, step="combat", place=place)
    declare(play, "soviet", "1411", "gfd-9")
    answer(play, "german", ("rockets", "swr-3"))
    refused(play, "german", "rockets", "wlr-1", rule="1.5e")
    assert shift(play, "rockets") == -1


@rule("vl", "1.5f")
def test_the_katyusha_helps_against_the_city_from_two_hexes_away() -> None:
    # from 1408 to the eastern part in 1210 is a distance of three, from 1409 of two
    for place, offer in (("1409", True), ("1408", False)):
        play = position(turn=4, ring=3, step="combat", place={**RING, "mrl-38g": place})
        answer(play, "soviet", "assault")
        assert play.legal("soviet", "add_rockets") == offer
        if offer:
            assert play.preview("soviet", "roll")["total"] == "+1"
            assert play.preview("soviet", "add_rockets")["total"] == "+2"
        else:
            refused(play, "soviet", "add_rockets", rule="7.4a")


@rule("vl", "1.5f")
def test_the_katyusha_either_supports_a_combat_or_helps_against_the_city() -> None:
    place = {**RING, "mrl-38g": "1409", "giehl": "1410", "gfd-46": "1510", "hq-3c": "1510"}
    play = position(turn=4, ring=3, step="combat", place=place, dice=[3, 3, 1])
    declare(play, "soviet", "1410", "gfd-46")
    answer(play, "soviet", ("rockets", "mrl-38g"))
    no_support(play)
    finish(play)
    answer(play, "soviet", "assault")
    refused(play, "soviet", "add_rockets", rule="7.4a")
    play = position(turn=4, ring=3, step="combat", place=place, dice=[1])
    answer(play, "soviet", "assault", "add_rockets", "roll")
    declare(play, "soviet", "1410", "gfd-46")
    refused(play, "soviet", "rockets", "mrl-38g", rule="1.5e")


@rule("vl", "1.5g")
def test_a_launcher_moves_as_motorised() -> None:
    play = position(place={"mrl-38g": "1510"})
    answer(play, "soviet", ("unit", "mrl-38g"))
    assert cost(play, "soviet", "1610") == "2"  # woods
    play = position(place={"mrl-38g": "1411"})
    answer(play, "soviet", ("unit", "mrl-38g"))
    assert cost(play, "soviet", "1512") == "½"  # by rail


@rule("vl", "1.5g")
def test_a_launcher_attacked_alone_is_destroyed_for_good() -> None:
    play = position(turn=3, step="combat", place={"fd-357": "1410", "swr-3": "1411", "hq-83": "1411", **no_arrivals()})
    attack(play, "soviet", "1411", "fd-357")
    assert (where(play, "swr-3"), where(play, "hq-83")) == ("eliminated", "away")
    assert state_of(play).rolls == 0
    answer(play, "soviet", "end_advance")
    idle_until(play, "event.turn")
    while play.deciders[0] != "german":
        idle(play)
    assert offered(play, "german", "unit") == {"hq-83"}
    refused(play, "german", "unit", "swr-3", rule="3.1a")


@rule("vl", "1.4e", "1.5g")
@pytest.mark.parametrize(("lone", "clause"), [({"swr-3"}, "1.5g"), ({"hq-83"}, "1.4e"), ({"hq-83", "swr-3"}, "1.4e")])
def test_an_attack_on_a_lone_launcher_cites_the_launchers_clause(lone: set[str], clause: str) -> None:
    play = position(turn=3, step="combat", place={"fd-357": "1410", **dict.fromkeys(lone, "1411")})
    answer(play, "soviet", ("attack", "1411"), ("add", "fd-357"))
    ask = play.ask("soviet")
    assert ask is not None and ask.rule == clause
    play.answer("soviet", "commit")
    assert [event.message.rule for event in play.events if event.message.key == "event.attacked_alone"] == [clause]


@rule("vl", "1.5g")
def test_a_launcher_with_a_defender_survives_as_part_of_the_stack() -> None:
    place = {"fd-357": "1410", "giehl": "1411", "swr-3": "1411"}
    play = fight("1/-", "soviet", "1411", "fd-357", place=place)
    answer(play, "soviet", ("lose", "fd-357"))
    assert where(play, "swr-3") == "1411"


@rule("vl", "1.5g")
def test_a_launcher_has_no_strength_and_no_zoc_and_counts_as_a_regiment() -> None:
    play = position(turn=3, step="combat", place={"mrl-38g": "1410", "fd-357": "1410", "giehl": "1411"})
    answer(play, "soviet", ("attack", "1411"))
    assert offered(play, "soviet", "add") == {"fd-357"}
    refused(play, "soviet", "add", "mrl-38g", rule="1.5g")
    play = position(place={"swr-3": "1411", "tr-27": "1409"})
    march(play, "soviet", "tr-27", "1410")
    assert play.legal("soviet", "move", "1510")  # it did not stop beside the launcher
    # division, brigade and launcher are one too many
    play = position(step="stacking", place={"fd-357": "1410", "fb-31": "1410", "mrl-38g": "1410"})
    assert offered(play, "soviet", "remove_excess") == {"fd-357", "fb-31", "mrl-38g"}


# ---- the garrison (1.6)


@rule("vl", "1.6")
def test_a_festung_is_not_attacked_and_does_not_attack() -> None:
    play = position(turn=3, step="combat", place={"fd-357": "1109", "gfd-9": "1310"})
    assert offered(play, "soviet", "attack") == set()
    refused(play, "soviet", "attack", "1110", rule="1.6")
    refused(play, "soviet", "attack", "1210", rule="1.6")
    play = position(turn=3, step="combat", active="german", place={"fd-357": "1109", "meyer": "1009"})
    answer(play, "german", ("attack", "1109"))
    assert offered(play, "german", "add") == {"meyer"}
    refused(play, "german", "add", "festung-west", rule="1.6")
    play = position(turn=3, step="combat", active="german", place={"fd-357": "1109"})
    refused(play, "german", "attack", "1109", rule="6.0")


@rule("vl", "1.6")
def test_a_festung_does_not_move_and_no_soviet_unit_enters_it() -> None:
    play = position(active="german", place={"meyer": "1010"})
    refused(play, "german", "unit", "festung-west", rule="1.6")
    play = position(place={"fd-357": "1109", "hq-5g": "1310", "fb-31": "1209 unsupplied"}, festungs={"east": 0})
    for unit in ("fd-357", "hq-5g"):
        answer(play, "soviet", ("unit", unit))
        refused(play, "soviet", "move", "1110", rule="1.6")
    answer(play, "soviet", ("unit", "fb-31"))
    # the eastern part has fallen: 1210 is a hex like others, and in the ZOC of the west
    refused(play, "soviet", "move", "1210", rule="4.2.1c")
    answer(play, "soviet", ("unit", "hq-5g"))
    assert cost(play, "soviet", "1210") == "½"


@rule("vl", "1.6")
def test_a_festung_needs_no_supply() -> None:
    place = {**RING, "klatt": "1110", **no_arrivals()}
    play = position(turn=3, step="turn", place=place, dice=[3, 3, 3])
    idle_until(play, "event.turn", 3)
    assert (supply_of(play, "festung-west"), supply_of(play, "festung-east")) == ("in supply", "in supply")
    assert supply_of(play, "klatt") == "unsupplied"
