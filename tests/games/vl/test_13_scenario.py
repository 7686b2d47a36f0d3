"""Chapter 13: the scenario, its set-up and reinforcements, victory points and levels of victory."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.game import SetupError
from grognard.core.play import Play
from grognard.games.vl import GAME
from grognard.games.vl.entry import entry_hexes
from grognard.testing import rule
from tests.games.vl._help import (
    answer,
    attack,
    cost,
    end_movement,
    happened,
    hex_names,
    idle,
    march,
    number,
    offered,
    position,
    refused,
    stack,
    state_of,
    steps_of,
    where,
)


def opened(**options: bool) -> Play:
    """A new game with both sides set up as suggested, at the first Soviet move."""
    play = GAME.new(seed=1, options=options)
    answer(play, "german", "place_rest", "done")
    answer(play, "soviet", "place_rest", "done")
    return play


def points(play: Play) -> int:
    """The Soviet victory points now."""
    found = GAME.standing(play.state)["score"]["soviet"]
    assert isinstance(found, int)
    return found


# ---- frame and set-up


@rule("vl", "13.0", "9b")
def test_eleven_turns_from_24_november_1942_with_the_markers_at_their_start() -> None:
    play = opened()
    state = state_of(play)
    assert (GAME.turns, state.turn) == (11, 1)
    assert GAME.date(1)["en"] == "24 November 1942" and GAME.date(11)["ja"] == "1943年1月13日"
    assert state.artillery == [2, 1] and state.air == [1, 0]  # Soviet, German; overcast
    assert (steps_of(play, "festung-west"), steps_of(play, "festung-east")) == (5, 5)
    assert points(play) == 0


@rule("vl", "13.0", "2.1.F")
def test_the_game_is_over_after_turn_11_and_not_before() -> None:
    assert position(turn=10, step="end_of_turn").result is None
    assert position(turn=11, step="end_of_turn").result is not None


GERMAN_SETUP = {
    "klatt": "0512", "hq-chevalerie": "0607", "s-663": "0308", "swr-3": "0308", "s-343": "1109", "meyer": "1010",
    "stug-3-185": "1010", "giehl": "1012", "jaeger-3": "1014", "s-591": "0916", "s-795": "0717", "jaeger-5": "0618",
    "festung-west": "1110", "festung-east": "1210",
}  # fmt: skip
SOVIET_SETUP = {
    "fb-31": "1001", "fd-381": "1103", "fd-257": "1508", "fd-357": "1410", "tr-27": "1410", "gfd-9": "1312",
    "tr-36": "1312", "gfd-46": "1313", "tr-34": "1313", "gfd-21": "1314", "fd-28": "1316", "tb-184": "1415",
    "hq-5g": "1411", "mb-18-2m": "1612",
}  # fmt: skip
SOVIET_FREE = {"hq-3c", "mrl-38g", "tbn-146", "tbn-170", "at-171", "eng-225"}


@rule("vl", "13.1a")
def test_the_germans_stand_where_the_book_puts_them_and_hq_83_where_its_player_wants_it() -> None:
    play = GAME.new(seed=1)
    assert {unit: where(play, unit) for unit in GERMAN_SETUP} == GERMAN_SETUP
    assert play.deciders == ("german",) and offered(play, "german", "place") == {"hq-83"}
    refused(play, "german", "done", rule="13.1a")
    answer(play, "german", ("place", "hq-83"), ("place_at", "0812"))
    assert where(play, "hq-83") == "0812"
    answer(play, "german", ("place", "hq-83"), ("place_at", "0909"), "done")  # taken up again
    assert where(play, "hq-83") == "0909"
    on_map = {row.id for unit, row in enumerate(GAME.counters.rows) if state_of(play).on_map(unit)}
    assert on_map == GERMAN_SETUP.keys() | SOVIET_SETUP.keys() | {"hq-83"}


@rule("vl", "13.1a")
def test_hq_83_is_set_up_in_any_hex_without_soviets() -> None:
    play = GAME.new(seed=1)
    answer(play, "german", ("place", "hq-83"))
    assert "another counter" not in play.view("german")["ask"]["prompt"]["text"]["en"], "there is no other"
    assert offered(play, "german", "place_at") == hex_names(GAME.ground.land) - set(SOVIET_SETUP.values())
    refused(play, "german", "place_at", "1312", rule="13.1a")  # among the Guards
    assert "enemy" in play.why("german", "place_at", "1312")[0].text("en")
    refused(play, "german", "place_at", "1204", rule="13.1a")  # off the map
    refused(play, "german", "place", "klatt", rule="13.1a")
    refused(play, "german", "place", "fd-357", rule="13.1b")
    refused(play, "german", "place", "kraft", rule="13.2a")
    answer(play, "german", ("place_at", "0812"), ("place", "hq-83"))
    refused(play, "german", "place_at", "0812", rule="13.1a")  # it is there


@rule("vl", "13.1a", "13.1c")
def test_no_soviet_is_set_up_where_hq_83_is() -> None:
    play = GAME.new(seed=1)
    answer(play, "german", ("place", "hq-83"), ("place_at", "1509"), "done")
    answer(play, "soviet", ("place", "hq-3c"))
    refused(play, "soviet", "place_at", "1509", rule="13.1c")
    assert play.legal("soviet", "place_at", "1510")


@rule("vl", "13.1b")
def test_the_soviets_stand_where_the_book_puts_them_at_full_strength() -> None:
    play = GAME.new(seed=1)
    assert {unit: where(play, unit) for unit in SOVIET_SETUP} == SOVIET_SETUP
    for unit in SOVIET_SETUP:
        assert steps_of(play, unit) == GAME.counters.steps[number(unit)]


@rule("vl", "13.1c")
def test_the_free_soviet_counters_go_east_of_column_13_or_with_a_unit_of_3rd_shock_army() -> None:
    play = GAME.new(seed=1)
    answer(play, "german", "place_rest", "done")
    assert offered(play, "soviet", "place") == SOVIET_FREE
    for unit in sorted(SOVIET_FREE, key=lambda unit: unit == "hq-3c"):
        answer(play, "soviet", ("place", unit))
        refused(play, "soviet", "place_at", "1208", rule="13.1c")  # column 12 without a friend
        refused(play, "soviet", "place_at", "1102", rule="13.1c")
        assert play.legal("soviet", "place_at", "1310") and play.legal("soviet", "place_at", "1619")
        if unit != "hq-3c":
            answer(play, "soviet", "cancel")
    answer(play, "soviet", ("place_at", "1103"))  # with 381
    answer(play, "soviet", ("place", "eng-225"), ("place_at", "1103"))
    assert stack(play, "1103") == {"fd-381", "hq-3c", "eng-225"}
    answer(play, "soviet", ("place", "tbn-146"))
    refused(play, "soviet", "place_at", "1103", rule="5.1d")  # a division and an engineer regiment are there
    refused(play, "soviet", "place_at", "1410", rule="5.1d")
    answer(play, "soviet", ("place_at", "1001"))
    assert stack(play, "1001") == {"fb-31", "tbn-146"}


@rule("vl", "13.1c")
def test_the_rest_goes_where_it_is_suggested_and_play_begins() -> None:
    play = opened()
    for choice in GAME.campaign.choice:
        for unit, hex in choice.suggested.items():
            assert where(play, unit) == hex
    assert play.deciders == ("soviet",) and play.legal("soviet", "end_movement")


# ---- reinforcements


@rule("vl", "13.2a")
@pytest.mark.parametrize(
    ("unit", "hex", "shown"),
    [
        ("fd-350", "1607", "1"),  # by rail
        ("tb-92", "1607", "½"),
        ("fd-350", "1606", "2"),  # swamp
        ("tb-92", "1606", "3"),
        ("fb-100", "1610", "1"),  # woods
        ("tb-92", "1610", "2"),
    ],
)
def test_the_cost_of_the_entry_hex_is_paid(unit: str, hex: str, shown: str) -> None:
    play = position(turn=6, step="move", active="soviet", place={})
    answer(play, "soviet", ("unit", unit))
    assert cost(play, "soviet", hex) == shown
    answer(play, "soviet", ("move", hex))
    moved = happened(play, "event.moved")[-1]
    assert moved["points"] == shown and happened(play, "event.enters") == [{"unit": unit, "hex": hex}]


@rule("vl", "13.2a")
def test_a_unit_goes_on_with_what_the_entry_hex_leaves_it() -> None:
    play = position(turn=6, step="move", active="soviet", place={})
    march(play, "soviet", "fd-350", "1606")
    state = state_of(play)
    assert state.stack[-1].left(state) == 2 * 4  # type: ignore[attr-defined]  # 2 of 6 are gone
    assert play.legal("soviet", "move", "1306") and not play.legal("soviet", "move", "1206")


@rule("vl", "13.2a")
def test_reinforcements_enter_only_at_their_hexes() -> None:
    play = position(turn=4, step="move", active="soviet", place={"fb-26": "1409"})
    answer(play, "soviet", ("unit", "gfd-19"))
    preview = play.preview("soviet", "move", "1508")
    assert preview["path"][0] == "1607"
    refused(play, "soviet", "move", "1208", rule="13.2a")
    refused(play, "soviet", "move", "1619", rule="13.2a")


@rule("vl", "13.2a")
def test_entry_may_be_put_off_to_a_later_turn() -> None:
    play = position(turn=2, step="move", active="soviet", place={"s-343": "0808"})
    answer(play, "soviet", ("unit", "ski-44s"), "stop")
    assert where(play, "ski-44s") == "not arrived" and play.legal("soviet", "unit", "ski-44s")
    answer(play, "soviet", "end_movement")
    while state_of(play).turn == 2 or state_of(play).stack[-1].words != "move":
        idle(play)
    march(play, "soviet", "ski-44s", "1607")
    assert where(play, "ski-44s") == "1607"


@rule("vl", "13.2a")
def test_an_entry_hex_held_by_the_enemy_gives_way_to_the_nearest_of_the_same_edge() -> None:
    play = position(turn=4, step="move", active="soviet", place={"s-343": "1607"})
    answer(play, "soviet", ("unit", "gfd-19"))
    assert offered(play, "soviet", "move") == {"1606", "1608"}  # in ZOC, so it stops there
    refused(play, "soviet", "move", "1607", rule="3.1a")
    play = position(turn=4, step="move", active="soviet", place={"s-343": "1607", "klatt": "1606", "meyer": "1608"})
    answer(play, "soviet", ("unit", "gfd-19"))
    assert {"1605", "1609"} <= offered(play, "soviet", "move")
    play = position(turn=3, step="move", active="german", place={"fb-26": "0219"})
    answer(play, "german", ("unit", "fkd"))
    assert offered(play, "german", "move") == {"0120", "0320"}  # the southern edge, which ends at 0120
    play = position(turn=2, step="move", active="german", place={"fb-26": "0119"})
    answer(play, "german", ("unit", "gr-505-291"))
    assert offered(play, "german", "move") == {"0118", "0120"}  # the western edge


@rule("vl", "13.2a")
def test_with_one_of_several_entry_hexes_held_the_others_serve() -> None:
    play = position(turn=2, step="move", active="german", place={"fb-26": "0119"})
    answer(play, "german", ("unit", "kraft"))
    paths = {play.preview("german", "move", str(hex))["path"][0] for hex in offered(play, "german", "move")}
    assert paths == {"0219"}


@rule("vl", "13.2a")
def test_with_the_whole_edge_held_a_unit_waits_a_turn() -> None:
    germans = [row.id for row in GAME.files.counters.unit if row.side == "german"]
    edge = sorted(hex_names(GAME.map.areas["east_edge"]))
    held = dict(zip(germans, edge, strict=False))
    assert len(held) == len(edge)
    play = position(turn=4, step="move", active="soviet", place=held)
    refused(play, "soviet", "unit", "gfd-19", rule="13.2a")
    last = next(unit for unit, hex in held.items() if hex == "1619")
    play = position(turn=5, step="move", active="soviet", place={**held, last: "1519"})
    answer(play, "soviet", ("unit", "gfd-19"))
    assert offered(play, "soviet", "move") == {"1619"}


NORTH = {"0101", "0201", "0301", "0401", "0501"}
SOUTH_WEST = {"0119", "0120", "0219"}
WEST = {"0116", "0117", "0118", "0119", "0120", "0219"}
EAST = {"1606", "1607", "1608", "1609", "1610"}
GERMANS = [
    (1, "krad-8-8pz", NORTH),
    *((2, unit, {"0219"}) for unit in ("igr-76-20m", "igr-90-20m", "wlr-1")),
    *((2, unit, {"0119"}) for unit in ("gr-505-291", "gr-506-291", "pz-8-29-12")),
    *((2, unit, {"0119", "0219"}) for unit in ("jaeger-1", "stug-459", "kraft")),
    *((2, unit, NORTH) for unit in ("pgr-8-8pz", "pgr-28-8pz", "pz-10-8pz", "pzjg-43-8pz", "pi-59-8pz")),
    *((3, unit, {"0219"}) for unit in ("ss-8-1ss", "ss-10-1ss", "fkd", "luft-52-6l", "luft-53-6l", "pi-743")),
    (4, "gr-504-291", SOUTH_WEST),
    (5, "pz-1-15", SOUTH_WEST),
    (5, "hq-woehler", SOUTH_WEST),
    (7, "pz-abt-18", SOUTH_WEST),
    *((9, unit, WEST) for unit in ("gr-335-205", "gr-358-205", "gr-558-331", "gr-559-331")),
    *((10, unit, WEST) for unit in ("gr-353-205", "aa-331")),
    (11, "fr-1-7", WEST),
]
SOVIETS = [
    *((2, unit, {"1607"}) for unit in ("ski-44s", "ski-45s", "fb-26")),
    *(
        (2, unit, {"1610", "1611", "1612", "1613", "1614", "1615"})
        for unit in ("mb-34-2m", "mb-43-2m", "tb-33-2m", "tb-36-2m", "hq-2m")
    ),
    *((4, unit, {"1607"}) for unit in ("fd-7e", "fd-249e", "gfd-19", "tr-37", "tr-38", "tr-45")),
    *((6, unit, EAST) for unit in ("tb-92", "ft-515", "fd-350", "fb-100")),
    (7, "mb-47", EAST),
    (10, "fb-32", EAST),
    (11, "fd-150", EAST),
]


def arrives(player: str, turn: int, unit: str, hexes: set[str]) -> None:
    """The unit enters on this turn at these hexes, and not a turn earlier."""
    if turn > 1:
        early = position(turn=turn - 1, step="move", active=player, place={})
        refused(early, player, "unit", unit, rule="13.2a")
    play = position(turn=turn, step="move", active=player, place={})
    answer(play, player, ("unit", unit))
    first = {play.preview(player, "move", str(hex))["path"][0] for hex in offered(play, player, "move")}
    assert first <= hexes == hex_names(entry_hexes(state_of(play), number(unit)))
    assert hexes <= offered(play, player, "move")  # though some are reached more cheaply through another


@rule("vl", "13.2.1")
@pytest.mark.parametrize(("turn", "unit", "hexes"), GERMANS, ids=[row[1] for row in GERMANS])
def test_every_german_reinforcement_comes_on_its_turn_at_its_hexes(turn: int, unit: str, hexes: set[str]) -> None:
    arrives("german", turn, unit, hexes)


@rule("vl", "13.2.2")
@pytest.mark.parametrize(("turn", "unit", "hexes"), SOVIETS, ids=[row[1] for row in SOVIETS])
def test_every_soviet_reinforcement_comes_on_its_turn_at_its_hexes(turn: int, unit: str, hexes: set[str]) -> None:
    arrives("soviet", turn, unit, hexes)


@rule("vl", "13.2.1", "13.2.2")
def test_nobody_else_comes() -> None:
    listed = {unit for _, unit, _ in (*GERMANS, *SOVIETS)}
    coming = {row.id for unit, row in enumerate(GAME.counters.rows) if GAME.arrives[unit]}
    assert coming - listed == {"gr-557-331"}, "by option only"
    assert listed <= coming


@rule("vl", "13.2.1")
def test_turn_10_brings_two_counters_and_none_of_291_a_second_time() -> None:
    play = position(turn=10, step="move", active="german", place={})
    before = position(turn=9, step="move", active="german", place={})
    newly = offered(play, "german", "unit") - offered(before, "german", "unit")
    assert newly == {"gr-353-205", "aa-331"}
    arrived = position(turn=10, step="move", active="german", place={"gr-505-291": "eliminated", "klatt": "0512"})
    refused(arrived, "german", "unit", "gr-505-291", rule="3.1a")


@rule("vl", "13.2.1")
def test_the_third_regiment_of_331_comes_by_option_only() -> None:
    play = position(turn=10, step="move", active="german", place={})
    refused(play, "german", "unit", "gr-557-331", rule="3.1a")
    assert "gr-557-331" not in {piece["id"] for piece in play.view(None)["pieces"]}
    play = position(turn=10, step="move", active="german", place={}, options={"third_regiment_331": True})
    answer(play, "german", ("unit", "gr-557-331"))
    assert hex_names(entry_hexes(state_of(play), number("gr-557-331"))) == WEST
    with pytest.raises(SetupError, match="left out by the options"):
        position(place={"gr-557-331": "0512"})


@rule("vl", "13.2.2", "5.1a")
def test_many_units_pass_1607_and_stacking_is_judged_when_the_phase_ends() -> None:
    play = position(turn=4, step="move", active="soviet", place={"s-343": "0808"})
    wave = ("fd-7e", "fd-249e", "gfd-19", "tr-37", "tr-38", "tr-45")
    for unit in wave:
        march(play, "soviet", unit, "1607")
        answer(play, "soviet", "stop")
    assert stack(play, "1607") == set(wave)
    answer(play, "soviet", "end_movement")
    while play.legal("soviet", "remove_excess", "tr-45") or offered(play, "soviet", "remove_excess"):
        answer(
            play, "soviet", ("remove_excess", str(min(str(one) for one in offered(play, "soviet", "remove_excess"))))
        )
    assert len(stack(play, "1607")) == 3  # three regiments, or a division and one of them
    spread = position(turn=4, step="move", active="soviet", place={"s-343": "0808"})
    for unit, hex in zip(wave, ("1508", "1509", "1607", "1607", "1508", "1509"), strict=True):
        march(spread, "soviet", unit, hex)
        if spread.legal("soviet", "stop"):
            answer(spread, "soviet", "stop")
    answer(spread, "soviet", "end_movement")
    assert spread.legal("soviet", "end_combat")  # nothing to remove


# ---- the 2nd Mechanised Corps


CORPS = {"mb-18-2m": "1009", "mb-34-2m": "1010", "mb-43-2m": "0910", "gfd-9": "0908"}


@rule("vl", "13.2.3a")
def test_a_third_unit_of_the_corps_is_refused_in_an_attack() -> None:
    play = position(turn=3, step="combat", active="soviet", place={**CORPS, "klatt": "0909"})
    answer(play, "soviet", ("attack", "0909"), ("add", "mb-18-2m"))
    assert play.legal("soviet", "add", "mb-43-2m")
    answer(play, "soviet", ("add", "mb-43-2m"))
    refused(play, "soviet", "add", "mb-34-2m", rule="6.0")  # 1010 is not beside 0909
    play = position(turn=3, step="combat", active="soviet", place={**CORPS, "mb-34-2m": "0808", "klatt": "0909"})
    answer(play, "soviet", ("attack", "0909"), ("add", "mb-18-2m"), ("add", "mb-34-2m"))
    refused(play, "soviet", "add", "mb-43-2m", rule="13.2.3a")
    assert play.legal("soviet", "add", "gfd-9")  # other formations join
    answer(play, "soviet", ("remove", "mb-18-2m"))
    assert play.legal("soviet", "add", "mb-43-2m")


@rule("vl", "13.2.3a")
def test_all_who_can_join_are_two_of_the_corps_and_the_others() -> None:
    play = position(turn=3, step="combat", active="soviet", place={**CORPS, "mb-34-2m": "0808", "klatt": "0909"})
    answer(play, "soviet", ("attack", "0909"), "add_all")
    chosen = offered(play, "soviet", "remove")
    assert len(chosen & CORPS.keys()) == 3 and "gfd-9" in chosen
    assert not offered(play, "soviet", "add")


@rule("vl", "13.2.3a", "8.3a")
def test_of_the_corps_those_join_first_who_count_most_in_this_attack() -> None:
    # isolated, the mechanised brigade of six attacks with three: less than the tanks' four
    place = {"mb-18-2m": "0808 isolated", "tb-33-2m": "0808", "tb-36-2m": "1008", "klatt": "0909"}
    play = position(turn=3, step="combat", active="soviet", place=place)
    assert play.preview("soviet", "attack", "0909")["attack"] == 8
    answer(play, "soviet", ("attack", "0909"), "add_all")
    assert offered(play, "soviet", "remove") == {"tb-33-2m", "tb-36-2m"}
    whole = position(turn=3, step="combat", active="soviet", place={**place, "mb-18-2m": "0808"})
    answer(whole, "soviet", ("attack", "0909"), "add_all")
    assert offered(whole, "soviet", "remove") == {"mb-18-2m", "tb-33-2m"}


@rule("vl", "13.2.3a", "6.1b")
def test_three_brigades_of_the_corps_in_a_hex_all_defend() -> None:
    corps = {"mb-18-2m": "1009", "mb-34-2m": "1009", "mb-43-2m": "1009"}
    play = position(turn=3, step="combat", active="german", place={**corps, "klatt": "0909"})
    assert play.preview("german", "attack", "1009")["defence"] == 18


@rule("vl", "13.2.3b", "6.2.2b")
def test_unbound_the_corps_attacks_with_three_and_has_its_integrity() -> None:
    place = {**CORPS, "mb-34-2m": "0808", "klatt": "0909"}
    words: dict[str, Any] = {"turn": 3, "step": "combat", "active": "soviet", "place": place}
    free = position(**words, options={"two_2m_units_per_combat": False})
    answer(free, "soviet", ("attack", "0909"), ("add", "mb-18-2m"), ("add", "mb-34-2m"))
    assert not _integrity(free)
    answer(free, "soviet", ("add", "mb-43-2m"))
    assert _integrity(free) == ["+1"]


def _integrity(play: Play) -> list[str]:
    lines = play.state.stack[-1].focus(play.state)["odds"]["lines"]
    return [line["value"] for line in lines if line["rule"] == "6.2.2a"]


# ---- victory points


TOWNS = {
    "gfd-9": "0308", "gfd-46": "0418", "gfd-21": "0615", "fd-28": "0914", "fb-26": "0812", "tr-27": "0603",
}  # fmt: skip


@rule("vl", "13.3.1a")
@pytest.mark.parametrize(
    ("hex", "worth"), [("0308", 3), ("0418", 1), ("0615", 1), ("0914", 1), ("0812", 1), ("0603", 1), ("1014", 0)]
)
def test_a_combat_unit_in_a_town_is_worth_its_points(hex: str, worth: int) -> None:
    assert points(position(place={"fb-26": hex})) == worth


@rule("vl", "13.3.1a")
def test_all_six_towns_are_eight_points() -> None:
    play = position(turn=11, step="end_of_turn", place=TOWNS)
    assert play.result is not None and play.result.points == {"soviet": 8}


@rule("vl", "13.3.1a")
def test_novosokolniki_taken_and_left_empty_is_worth_nothing() -> None:
    play = position(turn=5, step="move", active="soviet", place={"gfd-9": "0308"})
    assert points(play) == 3
    march(play, "soviet", "gfd-9", "0407")
    assert points(play) == 0


@rule("vl", "13.3.1a")
@pytest.mark.parametrize("counter", ["hq-3c", "mrl-38g"])
def test_a_town_held_by_an_hq_or_launcher_alone_is_worth_nothing(counter: str) -> None:
    assert points(position(place={counter: "0308"})) == 0
    assert points(position(place={counter: "0308", "tbn-146": "0308"})) == 3


@rule("vl", "13.3.1b")
@pytest.mark.parametrize(
    ("festungs", "worth"), [({}, 0), ({"east": 2, "west": 0}, 8), ({"east": 0, "west": 0}, 10), ({"west": 4}, 1)]
)
def test_every_level_destroyed_is_a_point(festungs: dict[str, int], worth: int) -> None:
    assert points(position(festungs=festungs)) == worth


def leaving(unit: str, hex: str = "0108", **more: str) -> Play:
    """A unit at the western edge about to leave."""
    play = position(turn=5, step="move", active="soviet", place={unit: hex, **more})
    answer(play, "soviet", ("unit", unit))
    return play


@rule("vl", "13.3.1c")
@pytest.mark.parametrize("brigade", ["tb-184", "mb-18-2m", "tb-33-2m", "mb-47"])
def test_a_brigade_that_leaves_while_a_hex_of_column_01_is_held_in_supply_is_a_point(brigade: str) -> None:
    play = leaving(brigade, **{"fb-26": "0110"})
    assert play.preview("soviet", "exit") == {"points": 1}
    answer(play, "soviet", "exit")
    assert where(play, brigade) == "exited" and points(play) == 1
    assert happened(play, "event.exits") == [{"unit": brigade, "points": 1}]


@rule("vl", "13.3.1c")
@pytest.mark.parametrize("other", [{}, {"fb-26": "0110 isolated"}, {"fb-26": "0210"}])
def test_an_exit_without_supply_is_worth_nothing(other: dict[str, str]) -> None:
    play = leaving("tb-184", **other)
    answer(play, "soviet", "exit")
    assert where(play, "tb-184") == "exited" and points(play) == 0


@rule("vl", "13.3.1c")
def test_only_brigades_of_armour_leave_and_only_by_the_western_edge() -> None:
    refused(leaving("tr-27", **{"fb-26": "0110"}), "soviet", "exit", rule="13.3.1c")
    refused(leaving("fb-31", **{"fb-26": "0110"}), "soviet", "exit", rule="13.3.1c")
    refused(leaving("tb-184", "1610", **{"fb-26": "0110"}), "soviet", "exit", rule="13.3.1c")
    refused(leaving("tb-184", "0208", **{"fb-26": "0110"}), "soviet", "exit", rule="13.3.1c")


@rule("vl", "13.3.1c", "4.2.1a")
def test_a_brigade_that_entered_zoc_on_the_edge_has_stopped_and_one_that_starts_there_pays_for_leaving() -> None:
    play = leaving("tb-184", "0309", **{"fb-26": "0112", "s-343": "0107"})
    answer(play, "soviet", ("move", "0108"))
    assert not play.legal("soviet", "exit")  # beside s-343 it had to stop
    assert where(play, "tb-184") == "0108"
    starts = leaving("tb-184", **{"fb-26": "0112", "s-343": "0107"})
    answer(starts, "soviet", "exit")
    assert points(starts) == 1


# ---- levels of victory


ASSAULT = {
    "fd-357": "1109", "gfd-9": "1211", "tr-27": "1310", "fb-31": "1010", "eng-225": "1311", "ft-515": "1311",
}  # fmt: skip


def fall(turn: int, dice: list[int], **more: str) -> Play:
    """Both Festungs, at their last level, fall in the Soviet combat phase of this turn."""
    place = {**ASSAULT, **more}
    words: dict[str, Any] = {"step": "combat", "active": "soviet", "ring": 2, "festungs": {"west": 1, "east": 1}}
    play = position(turn=turn, place=place, dice=[6, *dice], **words)
    answer(play, "soviet", "assault", "roll", ("occupy", "gfd-9"), ("occupy", "fd-357"), "end_combat")
    return play


@rule("vl", "13.3.2", "7.5e", "13.3.3")
def test_with_both_at_zero_on_turn_8_the_german_turn_8_is_still_played() -> None:
    play = fall(8, [], **{"s-343": "0808"})
    assert play.result is None and play.deciders == ("german",)
    march(play, "german", "s-343", "0707")
    end_movement(play, "german")
    answer(play, "german", "end_combat")
    assert play.result is not None
    assert (play.result.winner, play.result.level, play.result.points) == ("soviet", "soviet_tactical", {"soviet": 10})
    assert state_of(play).turn == 8  # ten points: no draw before turn 11


@rule("vl", "13.3.2")
@pytest.mark.parametrize(
    ("towns", "level"),
    [
        (2, "soviet_tactical"),
        (3, "soviet_operational"),
        (5, "soviet_operational"),
        (6, "soviet_strategic"),
    ],
)
def test_the_level_of_an_automatic_victory_follows_the_points(towns: int, level: str) -> None:
    # Novosokolniki makes 3, the others 1 each
    chosen = {2: ("0418", "0615"), 3: ("0308",), 5: ("0308", "0418", "0615"), 6: ("0308", "0418", "0615", "0914")}
    place = dict(zip(("fb-26", "fb-100", "fb-32", "tr-36"), chosen[towns], strict=False))
    play = position(turn=8, step="end_of_turn", festungs={"west": 0, "east": 0}, place=place)
    assert play.result is not None
    assert (play.result.points, play.result.level, play.result.winner) == ({"soviet": 10 + towns}, level, "soviet")


@rule("vl", "13.3.2")
def test_points_lost_in_that_german_turn_are_lost() -> None:
    # dice: the roll, then quality 6 of Klatt (+2) and 1 of the brigade (-2), and a 5: 2/1 becomes 6/1, -/R2
    play = fall(8, [6, 1, 5], **{"fb-26": "0615 reduced", "klatt": "0515", "meyer": "0514"})
    assert points(play) == 11
    end_movement(play, "german")
    attack(play, "german", "0615", "klatt")
    while play.result is None:
        idle(play)
    assert play.result.points == {"soviet": 10} and where(play, "fb-26") != "0615"


LEVELS = [
    (7, "german_operational", "german"),
    (8, "german_tactical", "german"),
    (9, "german_tactical", "german"),
    (10, "draw", None),
    (11, "soviet_tactical", "soviet"),
    (12, "soviet_tactical", "soviet"),
    (13, "soviet_operational", "soviet"),
    (15, "soviet_operational", "soviet"),
    (16, "soviet_strategic", "soviet"),
    (0, "german_operational", "german"),
]


def at_the_end(score: int, **options: bool) -> Play:
    """The end of turn 11 with so many points: towns first, then levels of the garrison."""
    towns = dict(zip(TOWNS, ("0308", "0418", "0615", "0914", "0812", "0603"), strict=True)) if score >= 8 else {}
    levels = score - 8 if towns else score
    west = min(levels, 5)
    festungs = {"west": 5 - west, "east": 5 - (levels - west)}
    return position(turn=11, step="end_of_turn", place=towns, festungs=festungs, options=options)


@rule("vl", "13.3.3")
@pytest.mark.parametrize(("score", "level", "winner"), LEVELS)
def test_the_level_of_victory_after_turn_11(score: int, level: str, winner: str | None) -> None:
    result = at_the_end(score).result
    assert result is not None
    assert (result.points, result.level, result.winner) == ({"soviet": score}, level, winner)
    assert result.winners == (() if winner is None else (winner,))


@rule("vl", "13.3.3")
@pytest.mark.parametrize(("score", "level"), [(9, "german_tactical"), (10, "soviet_tactical"), (11, "soviet_tactical")])
def test_with_the_option_ten_points_are_a_soviet_tactical_victory(score: int, level: str) -> None:
    result = at_the_end(score, ten_vp_is_soviet=True).result
    assert result is not None and result.level == level


@rule("vl", "13.3.3", "13.3.2")
def test_a_garrison_that_falls_on_turn_11_itself_is_counted_by_the_table_of_the_end() -> None:
    for turn, level in ((10, "soviet_tactical"), (11, "draw")):
        result = position(turn=turn, step="end_of_turn", festungs={"west": 0, "east": 0}).result
        assert result is not None and (result.level, result.points) == (level, {"soviet": 10})


def test_a_position_says_which_reinforcements_are_still_to_come() -> None:
    """Without the word everybody due comes; with it only those named."""
    assert "hq-2m" in offered(position(turn=3, place={"fd-357": "1408"}), "soviet", "unit")
    some = position(turn=3, place={"fd-357": "1408"}, arrivals=["fb-26"])
    assert offered(some, "soviet", "unit") == {"fd-357", "fb-26"}
    assert offered(position(turn=3, place={"fd-357": "1408"}, arrivals=[]), "soviet", "unit") == {"fd-357"}
