"""Chapter 4: the types of units, each by what it does that others do not."""

from __future__ import annotations

import pytest

from grognard.core.play import Play
from grognard.games.victory import GAME
from grognard.games.victory.board.control import controlled
from grognard.games.victory.combat.fire import firepower, targets
from grognard.hex.grid import bits
from grognard.testing import rule
from tests.games.victory._help import (
    act,
    after_supply,
    asked,
    barred,
    end_moves,
    go,
    happened,
    hexes,
    may,
    number,
    offered,
    pos,
    refused,
    state_of,
    steps,
    through_combat,
    where,
)

CHART = {
    "fighter": ("A", 3, "2-0-1"), "dive-bomber": ("B", 3, "1-2-2"), "torpedo-bomber": ("B", 2, "1-3-0"),
    "medium-bomber": ("B", 6, "1-2-1"), "heavy-bomber": ("B", 8, "1-0-2"), "submarine": ("B", 2, "0-2-0"),
    "carrier": ("C", 4, "1-1-0"), "battleship": ("C", 3, "1-3-2"), "cruiser": ("C", 4, "1-2-1"),
    "light-cruiser": ("C", 4, "2-1-1"), "artillery": ("C", 1, "2-1-3"), "armor": ("D", 3, "1-0-2"),
    "airborne": ("D", 2, "0-0-2"), "infantry": ("E", 2, "1-1-2"), "marine": ("E", 2, "1-1-2"),
    "mechanized": ("E", 3, "1-0-2"), "mountain": ("E", 2, "1-0-2"), "engineer": ("E", 2, "1-0-1"),
    "resource": ("F", 0, "1-0-1"),
}  # fmt: skip


@rule("victory", "data.chart", "4.1.FA", "4.1.DB", "4.1.TB", "4.1.MB", "4.1.HB", "4.2.SS", "4.2.BB", "4.2.CA")
@rule("victory", "4.2.CVdata", "4.3.IN.a", "4.3.MA", "4.3.AB", "4.3.MT", "4.3.EN", "4.3.ART", "4.3.AR", "4.3.MK")
@pytest.mark.parametrize("kind", CHART)
def test_the_unit_data_chart_is_as_printed(kind: str) -> None:
    row = next(row for row in GAME.files.kinds if row.id == kind)
    fire = row.firepower
    assert (row.turn, row.move, f"{fire.air}-{fire.naval}-{fire.ground}") == CHART[kind]


def test_every_type_on_the_chart_is_there() -> None:
    assert len(CHART) == 19


@rule("victory", "4.1.FA", "6.31a")
def test_the_defending_fighter_fires_first_then_the_attacking_one_then_bombers() -> None:
    place = {
        "blue-fighter-1": "0707",
        "blue-infantry-1": "0707",
        "blue-dive-bomber-1": "0707",
        "red-fighter-1": "0707 flown 3",
    }
    play = pos(place, battles={"0707": "red"}, step="combat", dice=[6] * 60)
    order = []
    for _ in range(4):
        order.append(asked(play)[1])
        act(play, "pass")
    assert order == ["blue-fighter-1", "red-fighter-1", "blue-dive-bomber-1", "blue-infantry-1"]


@rule("victory", "4.1.DB", "6.4", "6.41", "6.42b")
def test_a_dive_bomber_hits_ships_on_2_and_air_on_1() -> None:
    place = {
        "blue-dive-bomber-1": "0707 at 3",
        "blue-infantry-1": "0707",
        "red-battleship-1": "0707 from 0706",
        "red-fighter-1": "0707 flown 3",
    }
    play = pos(place, battles={"0707": "red"}, step="combat", dice=[6, 6, 6, 6, 1, 2, 3])
    act(play, "fire_ground")
    fire = play.view("blue")["ask"]["focus"]["fire"]
    assert fire == {"air": {"firepower": 1, "dice": 3}, "naval": {"firepower": 2, "dice": 3}}
    assert play.view("blue")["ask"]["primary"] == "fire_air", "undeclared it fires at its own type"
    act(play, "fire_naval")
    assert steps(play, "red-battleship-1") == [1], "1 and 2 hit, 3 misses"


@rule("victory", "4.1.TB", "4.1.HB", "6.41")
def test_torpedo_bombers_do_not_fire_at_ground_nor_heavy_bombers_at_ships() -> None:
    place = {
        "blue-infantry-1": "0707",
        "blue-cruiser-1": "0707",
        "red-torpedo-bomber-1": "0707 flown 2",
        "red-heavy-bomber-1": "0707 flown 8",
    }
    play = pos(place, battles={"0707": "red"}, step="combat", dice=[6] * 40)
    act(play, ("turn", "red-torpedo-bomber-1"))
    refused(play, "red", "fire_ground", rule="6.41")
    assert play.view("red")["ask"]["focus"]["fire"] == {"naval": {"firepower": 3, "dice": 4}}
    act(play, "pass")
    refused(play, "red", "fire_naval", rule="6.41")


@rule("victory", "4.1.MB", "5.51a")
def test_medium_bombers_load_in_port_and_never_land_on_carriers() -> None:
    place = {
        "red-carrier-1": "0707",
        "red-medium-bomber-1": "0707 at 2",
        "red-carrier-2": "0606",
        "red-medium-bomber-2": "0902",
    }
    play = pos(place, active="red")
    assert may(play, "red-medium-bomber-1", "board") == {"red-carrier-1"}
    barred(play, "red-medium-bomber-2", "board", "red-carrier-2", "4.1.MB")
    barred(play, "red-medium-bomber-2", "board", "red-carrier-1", "4.1.MB")
    go(play, "red-medium-bomber-1", ("board", "red-carrier-1"))
    refused(play, "red", "unit", "red-medium-bomber-1", rule="2.0.2b")


@rule("victory", "4.1.HB", "5.53a")
def test_heavy_bombers_fly_8_and_never_use_carriers() -> None:
    place = {
        "red-heavy-bomber-1": "0902",
        "red-carrier-1": "0707",
        "blue-infantry-1": "0910",
        "blue-infantry-2": "0911",
    }
    play = pos(place, active="red")
    assert "0910" in may(play, "red-heavy-bomber-1") and "0911" not in may(play, "red-heavy-bomber-1")
    barred(play, "red-heavy-bomber-1", "board", "red-carrier-1", "4.1.HB")


@rule("victory", "4.2.gen")
def test_ships_are_refused_inland() -> None:
    play = pos({"red-cruiser-1": "0707"}, active="red")
    barred(play, "red-cruiser-1", "move", "0609", "4.2.gen")


@rule("victory", "4.2.SS", "7.5b", "5.4b")
def test_a_submarine_neither_takes_a_town_nor_cuts_a_coastal_road() -> None:
    for shown in (True, False):
        place = {"blue-submarine-1": "0705", "red-infantry-1": "0704 at 3"}
        play = after_supply(place, options={"submarine_control": shown})
        assert "0705" in hexes(play, controlled(state_of(play), side=0)), "seen or not"
        assert steps(play, "red-infantry-1") == [3]
    play = after_supply({"blue-cruiser-1": "0705"})
    assert {"kind": "control", "hex": "0705", "side": "blue"} in play.view("red")["markers"]


@rule("victory", "4.2.CV.a", "5.51a")
def test_a_carrier_holds_two_air_units_with_no_more_steps_than_its_own() -> None:
    place = {
        "red-carrier-1": "0707 at 2",
        "red-fighter-1": "0707 at 1",
        "red-fighter-2": "0707 at 1",
        "red-dive-bomber-1": "0705 at 1",
        "red-fighter-3": "0705 at 2",
    }
    play = pos(place, active="red")
    go(play, "red-fighter-1", ("board", "red-carrier-1"))
    go(play, "red-fighter-2", ("board", "red-carrier-1"))
    barred(play, "red-dive-bomber-1", "board", "red-carrier-1", "4.2.CV.a")
    play = pos({"red-carrier-1": "0707 at 3", "red-fighter-1": "0705 at 4"}, active="red")
    barred(play, "red-fighter-1", "board", "red-carrier-1", "4.2.CV.a")


@rule("victory", "4.2.CV.b", "5.52d")
def test_a_carrier_that_is_hit_sheds_aircraft_after_the_battle() -> None:
    place = {
        "red-carrier-1": "0407 at 3", "red-fighter-1": "0407 at 2 aboard red-carrier-1",
        "red-dive-bomber-1": "0407 at 1 aboard red-carrier-1", "blue-cruiser-1": "0407 from 0408 at 3",
    }  # fmt: skip
    play = pos(place, battles={"0407": "blue"}, step="combat", dice=[1, 1, 6, *[6] * 60])
    act(play, "pass", "pass", "pass")  # fighter, dive bomber, carrier
    act(play, "fire_naval")
    assert steps(play, "red-carrier-1") == [1]
    through_combat(play, answer="shed")
    assert sum(steps(play, "red-fighter-1", "red-dive-bomber-1")) == 1, "two steps go, by the owner's choice"
    assert happened(play, "event.battle_won")


def _enemies_in_every_base_near(play: Play, hex: str, reach: int) -> dict[str, str]:
    """Blue infantry in all settlements within the landing move of a hex, so that nobody of Red lands there."""
    ground = state_of(play).game.ground
    grid = ground.grid
    near = [one for one in bits(ground.settlements) if grid.distance(one, grid.index(hex)) <= reach]
    return {f"blue-infantry-{number}": grid.name(one) for number, one in enumerate(near, 1)}


@rule("victory", "4.2.CV.b", "5.51a", "5.52d")
def test_another_carrier_takes_what_a_damaged_one_sheds() -> None:
    place = {
        "red-carrier-1": "1107 at 3", "red-fighter-1": "1107 at 2 aboard red-carrier-1",
        "red-dive-bomber-1": "1107 at 1 aboard red-carrier-1", "blue-submarine-1": "1107 from 1108 at 2",
        **_enemies_in_every_base_near(pos({}), "1107", 4),
    }  # fmt: skip

    def shedding(place: dict[str, str]) -> Play:
        play = pos(place, battles={"1107": "blue"}, step="combat", active="blue", dice=[1, 1, *[6] * 60])
        while not offered(play, "red", "shed"):
            (player,) = play.deciders
            ask = play.ask(player)
            assert ask is not None
            verb = next(one for one in ("fire_naval", "pass", "retreat") if one in ask.answers)
            play.answer(player, verb, ask.answers[verb][0])
        return play

    alone = shedding(place)
    assert offered(alone, "red", "withdraw") == set(), "the carrier that is too small is no refuge"
    play = shedding({**place, "red-carrier-2": "1106"})
    assert offered(play, "red", "withdraw") == {"red-fighter-1", "red-dive-bomber-1"}
    act(play, ("withdraw", "red-fighter-1"), ("land_aboard", "red-carrier-2"))
    assert where(play, "red-fighter-1") == "1106" and steps(play, "red-fighter-1", "red-dive-bomber-1") == [2, 1]


@rule("victory", "4.2.CV.b", "5.51d")
def test_aircraft_of_a_sunk_carrier_land_elsewhere_or_die() -> None:
    place = {
        "red-carrier-1": "0407 at 1",
        "red-fighter-1": "0407 at 1 aboard red-carrier-1",
        "blue-battleship-1": "0407 from 0408",
    }

    def sunk(place: dict[str, str]) -> Play:
        play = pos(place, battles={"0407": "blue"}, step="combat", dice=[1] * 3 + [6] * 60)
        act(play, "pass", "pass", "fire_naval")
        assert where(play, "red-carrier-1") == "pool"
        through_combat(play)
        return play

    assert where(sunk(place), "red-fighter-1") in ("0506", "0306", "0705", "0403"), "a port of its own, within reach"
    closed = _enemies_in_every_base_near(pos({}), "0407", 4)
    assert where(sunk({**place, **closed}), "red-fighter-1") == "pool"


@rule("victory", "4.2.CV.c", "5.51b")
def test_carriers_move_and_then_launch_but_not_strategically() -> None:
    place = {"red-carrier-1": "0306", "red-fighter-1": "0306 at 1 aboard red-carrier-1", "blue-infantry-1": "0707"}
    play = pos(place, active="red")
    play.answer("red", "unit", "red-carrier-1")
    play.answer("red", "move", "0506")
    play.answer("red", "stop")
    assert where(play, "red-fighter-1") == "0506"
    assert "0707" in may(play, "red-fighter-1")
    play = pos(place, active="red")
    go(play, "red-carrier-1", ("strategic", "0506"))
    barred(play, "red-fighter-1", "move", "0707", "4.2.CV.c")


@rule("victory", "4.2.CV.c", "6.54")
def test_after_a_strategic_move_a_carrier_recovers_nobody_who_flew() -> None:
    place = {
        "red-carrier-1": "0306", "red-carrier-2": "0506", "red-fighter-1": "1005", "blue-infantry-1": "0707",
    }  # fmt: skip
    play = pos(place, active="red", dice=[6] * 80)
    go(play, "red-carrier-1", ("strategic", "0506"))
    go(play, "red-fighter-1", "0707")
    end_moves(play)
    while not offered(play, "red", "retreat_aboard") or offered(play, "red", "pass"):
        assert offered(play, "red", "retreat_aboard") in (set(), {"red-carrier-2"})
        act(play, "pass")
    assert offered(play, "red", "retreat_aboard") == {"red-carrier-2"}


@rule("victory", "4.2.CV.c", "5.51e")
def test_a_carrier_takes_its_own_aircraft_back_however_it_moved() -> None:
    place = {
        "red-carrier-1": "0407", "red-fighter-1": "0407 at 1 aboard red-carrier-1",
        "blue-cruiser-1": "0407 from 0408",
    }  # fmt: skip
    play = pos(place, battles={"0407": "blue"}, step="combat", dice=[6] * 80)
    state_of(play).sm |= 1 << number(play, "red-carrier-1")
    act(play, "pass", ("retreat", "0406"))
    while not (offered(play, "red", "retreat_aboard") | offered(play, "red", "land_aboard")):
        act(play, "pass")
    assert "red-carrier-1" in offered(play, "red", "retreat_aboard") | offered(play, "red", "land_aboard")


@rule("victory", "5.9b", "5.51a", "4.2.CV.c")
def test_aircraft_fly_strategically_to_a_carrier_as_to_any_airbase() -> None:
    place = {
        "red-carrier-1": "0306", "red-fighter-1": "0707 at 2", "red-fighter-2": "1005 at 2", "blue-infantry-9": "0913",
    }  # fmt: skip
    play = pos(place, active="red")
    assert may(play, "red-fighter-1", "board") == {"red-carrier-1"}, "four hexes away"
    barred(play, "red-fighter-2", "board", "red-carrier-1", "5.9b")
    go(play, "red-fighter-1", ("board", "red-carrier-1"))
    assert state_of(play).sm >> number(play, "red-fighter-1") & 1
    refused(play, "red", "unit", "red-carrier-1", rule="4.2.CV.c")
    play = pos(place, active="red")
    go(play, "red-carrier-1", ("strategic", "0506"))
    barred(play, "red-fighter-1", "board", "red-carrier-1", "4.2.CV.c")


@rule("victory", "4.2.CV.c", "5.52b")
def test_four_air_units_in_a_port_two_fight() -> None:
    place = {
        "red-carrier-1": "0707", "red-fighter-1": "0707 at 1 aboard red-carrier-1",
        "red-fighter-2": "0707 at 1 aboard red-carrier-1", "red-dive-bomber-1": "0707", "red-medium-bomber-1": "0707",
        "red-infantry-1": "0707", "blue-infantry-1": "0707 from 0708",
    }  # fmt: skip
    play = pos(place, battles={"0707": "blue"}, step="combat", dice=[6] * 80)
    assert len(offered(play, "red", "scramble")) == 4
    act(play, ("scramble", "red-fighter-1"), ("scramble", "red-dive-bomber-1"))
    assert {unit["kind"] for unit in play.view(None)["battle"]["units"] if unit["grounded"]} == {
        "fighter",
        "medium-bomber",
    }


@rule("victory", "4.2.BB", "4.2.CA", "6.45a")
def test_ships_fire_by_their_figures_and_at_air_only_as_flak() -> None:
    place = {
        "blue-cruiser-1": "0707",
        "blue-infantry-1": "0707",
        "blue-light-cruiser-1": "0707",
        "red-battleship-1": "0707 from 0706",
        "red-fighter-1": "0707 flown 3",
    }
    play = pos(place, battles={"0707": "red"}, step="combat", dice=[6] * 40)
    act(play, "pass")  # the fighter attacks nobody
    act(play, ("turn", "blue-cruiser-1"))
    refused(play, "blue", "fire_air", rule="6.45a")
    assert play.view("blue")["ask"]["focus"]["fire"]["naval"] == {"firepower": 2, "dice": 4}
    act(play, "pass")
    assert play.view("blue")["ask"]["focus"]["fire"]["naval"] == {"firepower": 1, "dice": 4}, "light cruiser"


@rule("victory", "4.2.CVdata")
def test_a_carrier_fires_its_own_figures_and_its_aircraft_fire_apart() -> None:
    place = {
        "red-carrier-1": "0407",
        "red-fighter-1": "0407 at 1 aboard red-carrier-1",
        "blue-cruiser-1": "0407 from 0408",
    }
    play = pos(place, battles={"0407": "blue"}, step="combat", dice=[6] * 40)
    assert asked(play) == ("red", "red-fighter-1")
    act(play, "pass")
    assert asked(play) == ("red", "red-carrier-1")
    assert play.view("red")["ask"]["focus"]["fire"] == {"naval": {"firepower": 1, "dice": 3}}


@rule("victory", "4.3.gen")
def test_ground_units_enter_the_sea_only_from_a_port_or_as_marines() -> None:
    play = pos(
        {
            "red-infantry-1": "0605",
            "red-marine-1": "0605 ashore",
            "red-amphib-1": "0605 ashore",
            "red-infantry-2": "0705",
        },
        active="red",
    )
    barred(play, "red-infantry-1", "move", "0606", "4.3.gen")
    barred(play, "red-infantry-1", "sea_move", "0706", "5.91a")
    assert "0606" in may(play, "red-marine-1") and "0606" in may(play, "red-amphib-1")
    assert "0706" in may(play, "red-infantry-2", "sea_move")


@rule("victory", "4.3.IN.a")
@pytest.mark.parametrize(("unit", "hex", "attacker", "power"), [
    ("blue-infantry-1", "0707", "red", 3), ("blue-infantry-1", "0705", "red", 2),
    ("blue-infantry-1", "0707", "blue", 2), ("blue-amphib-1", "0707", "red", 3), ("blue-marine-1", "0707", "red", 2),
])  # fmt: skip
def test_infantry_defends_cities_at_g3(unit: str, hex: str, attacker: str, power: int) -> None:
    other = "red-infantry-2"
    entry = {"0707": "0708", "0705": "0704"}[hex]
    mover = unit if attacker == "blue" else other
    place = {unit: f"{hex} ashore", other: hex}
    place[mover] += f" from {entry}"
    play = pos(place, battles={hex: attacker}, step="combat", dice=[6] * 60)
    assert firepower(state_of(play), number(play, unit), 2) == power


@rule("victory", "4.3.IN.a", "5.8b", "6.49")
def test_who_becomes_the_defender_of_a_city_just_taken_fires_g3() -> None:
    place = {"blue-infantry-1": "0707 at 1", "red-infantry-1": "0707 from 0708", "blue-fighter-1": "0707 flown 3 late"}
    play = pos(place, battles={"0707": "red"}, step="combat", dice=[6, 1, 1, 1, 1, *[6] * 60])
    act(play, "fire_ground", "fire_ground")
    assert where(play, "blue-infantry-1") == "pool" and play.view(None)["battle"]["round"] == 2
    assert play.view(None)["battle"]["holder"] == "attack"
    assert firepower(state_of(play), number(play, "red-infantry-1"), 2) == 3


@rule("victory", "4.3.IN.b", "6.7a")
def test_only_anchor_infantry_invades() -> None:
    play = pos({"red-infantry-1": "0606", "red-amphib-1": "0606", "blue-infantry-1": "0707"}, active="red")
    assert "0707" not in may(play, "red-infantry-1")
    assert "0707" in may(play, "red-amphib-1")


@rule("victory", "4.3.MA")
def test_marines_stay_on_the_coast_and_move_over_sea_and_coast() -> None:
    play = pos({"red-marine-1": "0705"}, active="red")
    barred(play, "red-marine-1", "move", "0704", "4.3.MA")
    assert {"0706", "0707"} <= may(play, "red-marine-1")


@rule("victory", "4.3.AB", "4.0.steps")
def test_airborne_drop_4_walk_2_and_have_three_steps() -> None:
    play = pos({"red-airborne-1": "0306"}, active="red")
    assert "0704" in may(play, "red-airborne-1", "paradrop")
    barred(play, "red-airborne-1", "paradrop", "0803", "4.3.AB")
    assert "0505" in may(play, "red-airborne-1")
    play = pos({"red-airborne-1": "0902", "blue-infantry-1": "0913"}, step="production")
    refused(play, "red", "add_step", "red-airborne-1", rule="4.0.steps")


@rule("victory", "4.3.MT")
def test_mountain_troops_fire_g3_in_mountains_only() -> None:
    def power(hex: str, entry: str) -> int:
        play = pos(
            {"red-mountain-1": f"{hex} from {entry}", "blue-infantry-1": hex}, battles={hex: "red"}, step="combat"
        )
        return firepower(state_of(play), number(play, "red-mountain-1"), 2)

    assert power("1103", "1102") == 3
    assert power("0904", "1004") == 2, "marsh"
    assert power("1102", "1103") == 2, "out of the mountains"


@rule("victory", "4.3.ART", "6.31a", "6.43b", "6.45b")
def test_attacking_artillery_fires_before_defending_armor() -> None:
    place = {"blue-armor-1": "0504", "red-artillery-1": "0504 from 0404"}
    play = pos(place, battles={"0504": "red"}, step="combat", dice=[6] * 40)
    assert asked(play) == ("red", "red-artillery-1")
    assert play.view("red")["ask"]["focus"]["fire"] == {"ground": {"firepower": 3, "dice": 4}}


@rule("victory", "4.3.AR", "4.3.MK", "6.31a")
def test_armor_fires_in_d_the_defender_first_and_mechanized_in_e() -> None:
    place = {
        "blue-armor-1": "0504",
        "blue-mechanized-1": "0504",
        "red-armor-1": "0504 from 0404",
        "red-infantry-1": "0504 from 0404",
    }
    play = pos(place, battles={"0504": "red"}, step="combat", dice=[6] * 60)
    order = []
    for _ in range(4):
        order.append(asked(play)[1])
        act(play, "pass")
    assert order == ["blue-armor-1", "red-armor-1", "blue-mechanized-1", "red-infantry-1"]


@rule("victory", "4.3.AR", "data.chart")
def test_elite_blocks_override_the_chart() -> None:
    panther = next(row for row in GAME.files.kinds if row.id == "german-panther")
    assert panther.firepower.ground == 3 and panther.cost == 2


@rule("victory", "4.3.RE.a")
def test_resources_are_mined_a_step_a_turn_up_to_four() -> None:
    place = {"red-resource-1": "0602 at 2", "blue-resource-1": "1117 at 4", "blue-infantry-1": "0913"}
    play = pos(place, options={"resources": True}, step="production")
    assert steps(play, "red-resource-1", "blue-resource-1") == [3, 4]


@rule("victory", "4.3.RE.b", "6.51d")
def test_resources_move_only_strategically_and_do_not_retreat() -> None:
    play = pos({"red-resource-1": "0403"}, options={"resources": True}, active="red")
    barred(play, "red-resource-1", "move", "0404", "4.3.RE.b")
    assert "0306" in may(play, "red-resource-1", "strategic")
    place = {"red-resource-1": "0404", "red-infantry-1": "0404", "blue-infantry-1": "0404 from 0504"}
    play = pos(place, battles={"0404": "blue"}, step="combat", dice=[6] * 60, options={"resources": True})
    act(play, "pass", "pass")
    assert asked(play) == ("red", "red-resource-1") and not offered(play, "red", "retreat")
    refused(play, "red", "retreat", "0304", rule="6.51d")


@rule("victory", "4.3.RE.b", "4.3.RE.c")
def test_resource_4_in_a_3_value_city_gives_12_pp_and_is_used_up() -> None:
    play = pos(
        {"red-resource-1": "0707 at 4", "red-infantry-1": "0707 at 1"}, options={"resources": True}, step="production"
    )
    cities = {city["hex"]: city["points"] for city in play.view("red")["ask"]["focus"]["cities"]}
    assert cities["0707"] == 3
    play.answer("red", "convert", "red-resource-1")
    cities = {city["hex"]: city["points"] for city in play.view("red")["ask"]["focus"]["cities"]}
    assert cities["0707"] == 15
    assert not any(piece["id"] == "red-resource-1" for piece in play.view("red")["pieces"])


@rule("victory", "4.0.steps", "6.2")
def test_at_zero_a_block_leaves_the_map_and_may_be_built_again() -> None:
    play = pos(
        {"red-infantry-1": "0504 at 1", "blue-infantry-1": "0504 from 0604"},
        battles={"0504": "blue"},
        step="combat",
        dice=[6, 1, 1, 1, 1],
    )
    act(play, "fire_ground", "fire_ground")
    assert where(play, "red-infantry-1") == "pool"
    assert play.view("red")["pools"]["red"]["free"]["infantry"] == 9


@rule("victory", "stretch.5")
def test_recon_uses_its_block() -> None:
    play = pos({"red-recon-1": "0404"}, options={"stretch_units": True}, active="red")
    row = next(row for row in GAME.files.kinds if row.id == "recon")
    assert (row.move, row.firepower.ground) == (4, 1)
    assert "0804" in may(play, "red-recon-1")
    assert targets is not None
