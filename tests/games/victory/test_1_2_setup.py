"""Chapters 1 and 2: maps, deployment and the Game Turn."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import grognard
from grognard.core.ask import random_answer
from grognard.core.dice import ForcedDice, SealedDice, in_order
from grognard.core.game import SetupError
from grognard.core.play import Play
from grognard.games.victory import GAME
from grognard.games.victory.game import VictoryGame
from grognard.hex.grid import bits
from grognard.testing import rule
from tests.games.victory._help import (
    after_supply,
    end_moves,
    go,
    happened,
    may,
    offered,
    pos,
    refused,
    state_of,
    steps,
    through_combat,
    where,
)


@rule("victory", "1.1")
@pytest.mark.parametrize("maps", ["north/east", "north,east:180", "south:180/west", "north,east/west,south:180"])
def test_maps_joined_on_any_matching_edge_make_one_playable_grid(maps: str) -> None:
    game = GAME.new("quick-start", {"maps": maps}, seed=1).game
    sheets = len(maps.replace("/", ",").split(","))
    assert len([place for place in game.map.places if place.kind == "city"]) == 6 * sheets
    assert game.map.playable.bit_count() > 160 * sheets


@rule("victory", "1.1")
def test_joined_maps_are_numbered_as_one_grid_and_ports_recomputed() -> None:
    laid = GAME.laid_out(
        GAME.scenario("quick-start"), GAME.settle_options(GAME.scenario("quick-start"), {"maps": "north/east"})
    )
    assert (laid.map.grid.cols, laid.map.grid.rows) == (17, 21)
    assert {place.name: laid.map.grid.name(place.hex) for place in laid.map.places}["Kaltenbruck"] == "0913"
    assert laid.ground.ports >> laid.map.grid.index("0707") & 1


def test_a_layout_that_does_not_fit_is_refused_with_a_reason() -> None:
    for maps in ("north/north", "atlantis/north", "north:90/east", "north,east/west"):
        with pytest.raises(SetupError):
            GAME.new("quick-start", {"maps": maps}, seed=1)


# ---- the choice of maps at the table (1.1.side)

BY_RULES = {"maps_by_rules": True}


def choosing(maps: str, *dice: int, scenario: str = "quick-start") -> Play:
    game = GAME.scenario(scenario)
    settled = GAME.settle_options(game, {**BY_RULES, "maps": maps})
    laid = GAME.laid_out(game, settled)
    forced = in_order(dice)
    state = laid.initial(game, settled, ForcedDice(forced, SealedDice.of("7")))
    play = Play.from_state(laid, game, state, "7", forced)
    play.answer(play.deciders[0], "roll")
    return play


def lying(play: Play) -> str:
    return str(play.view(None)["lays_out"]["maps"])


@rule("victory", "1.1.side")
def test_two_maps_the_loser_of_the_die_makes_the_last_adjustment() -> None:
    play = choosing("north,east", 5, 2)
    assert play.deciders == ("red",)
    play.answer("red", "pick_map", "north")
    assert play.deciders == ("blue",)
    refused(play, "blue", "pick_map", "north", rule="1.1.side")
    play.answer("blue", "pick_map", "west")
    assert play.deciders == ("blue",)
    refused(play, "blue", "turn_map", "east", rule="1.1.side")
    for verb, target in (("shift_map", "north"), ("turn_map", "west"), ("reshape", None)):
        play.answer("blue", verb, target)
    assert lying(play) == "west:180@blue/north@red"
    play.answer("blue", "settle_maps")
    assert play.game.map.grid.rows > play.game.map.grid.cols, "one above the other"
    assert not play.can_undo("blue")
    assert not play.legal("blue", "turn_map", "west")


@rule("victory", "1.1.side")
def test_four_maps_the_first_chooser_holds_maps_1_and_4_and_adjusts() -> None:
    play = choosing("north,east/south,west", 1, 6)
    order: list[str] = []
    for name in ("north", "east", "south", "west"):
        order += play.deciders
        play.answer(play.deciders[0], "pick_map", name)
    assert order == ["blue", "red", "red", "blue"] and play.deciders == ("blue",)
    assert lying(play) == "north@blue,east@red/south@red,west@blue"


@rule("victory", "1.1.side", "1.2b")
@pytest.mark.parametrize("scenario", ["quick-start-4", "custom-forces-4"])
@pytest.mark.parametrize(
    ("dice", "order"),
    [((6, 2), ("red-west", "blue-east", "blue-west", "red-east")),
     ((2, 6), ("blue-east", "red-west", "red-east", "blue-west"))],
)  # fmt: skip
def test_of_two_alliances_each_ally_picks_one_map_and_whoever_picked_first_adjusts(
    scenario: str, dice: tuple[int, int], order: tuple[str, ...]
) -> None:
    play = choosing("", *dice, scenario=scenario)
    asked: list[str] = []
    for name in ("north", "east", "south", "west"):
        asked += play.deciders
        play.answer(play.deciders[0], "pick_map", name)
    assert tuple(asked) == order
    assert play.deciders == (order[0],), "the player choosing first, not his ally who chose fourth"
    assert lying(play) == "north@{},east@{}/south@{},west@{}".format(*order)
    play.answer(order[0], "shift_map", "north")
    play.answer(order[0], "settle_maps")
    game = play.game
    assert isinstance(game, VictoryGame)
    homes = {
        army.id: {game.map.place_at[hex].name for hex in bits(game.army_homes[army.number])} for army in game.armies
    }
    assert "Kaltenbruck" in homes[order[1]] and "Qanat" in homes[order[2]]
    assert all(homes.values()) and sum(map(len, homes.values())) == len(set().union(*homes.values()))
    rng = Random(1)
    while state_of(play).turn == 0:
        player = rng.choice(play.state.deciders)
        play.apply(player, random_answer(play.state.ask(player), rng))
    assert play.invariants() == []


@rule("victory", "1.1.side")
def test_the_option_is_there_wherever_two_sides_begin_with_two_or_four_maps() -> None:
    with_choice = {
        name for name, scenario in GAME.scenarios.items()
        if "maps_by_rules" in {option.id for option in scenario.options}
    }  # fmt: skip
    assert with_choice == {
        "quick-start", "quick-start-4", "custom-forces", "custom-forces-4", "sleeping-giant", "commanders",
        "commanders-8",
    }  # fmt: skip
    with pytest.raises(SetupError, match="played on 4 maps"):
        GAME.new("quick-start-4", {**BY_RULES, "maps": "north,east"})


@rule("victory", "1.1.side")
def test_equal_dice_are_rolled_again() -> None:
    assert choosing("north,east", 3, 3, 2, 4).deciders == ("blue",)


@rule("victory", "1.1", "1.2b")
def test_whoever_picked_a_map_owns_its_cities_wherever_it_lies() -> None:
    play = choosing("north,east", 6, 1)
    for player, verb, target in (
        ("red", "pick_map", "south"), ("blue", "pick_map", "east"), ("blue", "shift_map", "south"),
        ("blue", "settle_maps", None),
    ):  # fmt: skip
        play.answer(player, verb, target)
    game = play.game
    assert isinstance(game, VictoryGame)
    homes = [{game.map.place_at[hex].name for hex in bits(board)} for board in game.army_homes]
    assert "Qanat" in homes[0] and "Kaltenbruck" in homes[1] and not homes[0] & homes[1]
    assert game.ground.sheet_of[next(place.hex for place in game.map.places if place.name == "Qanat")] == 1


@rule("victory", "1.1.side")
def test_the_layout_is_kept_replayed_and_taken_back(tmp_path: Path) -> None:
    play = choosing("north,east", 6, 1)
    before = lying(play)
    play.answer("red", "pick_map", "west")
    assert lying(play) != before
    play.undo("red")
    assert lying(play) == before and play.game.map.grid is play.state.game.map.grid
    play.redo("red")
    play.answer("blue", "pick_map", "north")
    play.answer("blue", "turn_map", "north")
    play.save(tmp_path / "maps.json")
    again = grognard.load(tmp_path / "maps.json")
    assert again.state == play.state and lying(again) == lying(play) == "west@red,north:180@blue"
    assert again.game is play.game
    play.answer("blue", "settle_maps")
    while state_of(play).turn == 0:
        player = play.state.deciders[0]
        play.apply(player, random_answer(play.state.ask(player), Random(len(play.given))))
    assert play.invariants() == []


@rule("victory", "1.1.side")
def test_maps_are_picked_for_two_or_four_and_never_drawn_as_well() -> None:
    for options in ({"maps": "north"}, {"random_map": True}):
        with pytest.raises(SetupError):
            GAME.new("quick-start", {**BY_RULES, **options})
    assert "maps_by_rules" not in {option.id for option in GAME.scenario("two-front-war").options}


@rule("victory", "1.2a")
@pytest.mark.parametrize("name", ["north", "east", "south", "west"])
def test_each_map_has_six_cities_worth_10_pp(name: str) -> None:
    cities = [place for place in GAME.files.maps[name]["places"] if place["kind"] == "city"]
    assert len(cities) == 6 and sum(city["production"] for city in cities) == 10
    assert all(1 <= city["production"] <= 4 for city in cities)


@rule("victory", "1.2b")
def test_home_cities_are_recorded_for_good() -> None:
    play = pos({"blue-infantry-1": "0902"}, step="victory")
    game = state_of(play).game
    assert game.army_homes[0] >> game.ground.grid.index("0902") & 1
    assert play.view("red")["score"] == {"red": 9, "blue": 11}


# ---- deployment


def mustered(**options: object) -> Play:
    play = GAME.new("quick-start", options, seed=3)
    play.answer("red", "muster")
    return play


def in_hand(play: Play, player: str) -> list[str]:
    return [piece["id"] for piece in play.view(player)["pieces"] if piece["where"] == "in hand"]


@rule("victory", "1.4a")
def test_blocks_are_deployed_in_own_cities_and_towns_only() -> None:
    play = mustered()
    ship = next(unit for unit in in_hand(play, "red") if "submarine" in unit or "cruiser" in unit)
    play.answer("red", "deploy", sorted(offered(play, "red", "deploy") & {ship}, key=str)[0])
    refused(play, "red", "deploy_at", "0603", rule="1.4a")
    refused(play, "red", "deploy_at", "0913", rule="1.4a")
    inland = {"1303", "0902", "0403", "1506"}
    assert not offered(play, "red", "deploy_at") & inland
    refused(play, "red", "deploy_at", "1303", rule="1.4a")


@rule("victory", "1.4a")
def test_a_third_air_unit_in_one_city_is_refused() -> None:
    play = mustered()
    air = [unit for unit in in_hand(play, "red") if "fighter" in unit or "bomber" in unit][:3]
    for unit in air[:2]:
        play.answer("red", "deploy", unit)
        play.answer("red", "deploy_at", "1303")
    play.answer("red", "deploy", air[2])
    refused(play, "red", "deploy_at", "1303", rule="1.4a")


@rule("victory", "1.4a")
def test_another_block_of_the_hand_may_be_taken_up_instead() -> None:
    play = mustered()
    first, second = sorted(offered(play, "red", "deploy"), key=str)[:2]
    play.answer("red", "deploy", first)
    assert first not in offered(play, "red", "deploy")
    play.answer("red", "deploy", second)
    assert play.view("red")["ask"]["focus"]["unit"] == second
    assert {first, second} <= set(in_hand(play, "red"))
    play.answer("red", "cancel")
    assert offered(play, "red", "deploy") >= {first, second}


@rule("victory", "1.4a")
def test_a_block_that_is_taken_up_again_is_told_that_it_stands_there() -> None:
    play = mustered()
    unit = next(unit for unit in in_hand(play, "red") if "infantry" in unit)
    play.answer("red", "deploy", unit)
    play.answer("red", "deploy_at", "1303")
    play.answer("red", "deploy", unit)
    refused(play, "red", "deploy_at", "1303", rule="1.4a")
    assert "already" in play.why("red", "deploy_at", "1303")[0].text()


@rule("victory", "1.4b")
def test_the_table_is_told_which_cities_still_lack_blocks() -> None:
    play = mustered()
    lacking = play.view("red")["ask"]["focus"]["needs"]
    assert len(lacking) == 6 and set(lacking.values()) == {2}
    unit = next(unit for unit in in_hand(play, "red") if "infantry" in unit)
    play.answer("red", "deploy", unit)
    play.answer("red", "deploy_at", "1303")
    assert play.view("red")["ask"]["focus"]["needs"] == lacking | {"1303": 1}
    play.answer("red", "deploy_rest")
    assert play.view("red")["ask"]["focus"]["needs"] == {}


@rule("victory", "1.4b", "10.1")
def test_every_city_gets_two_blocks_and_towns_may_be_empty() -> None:
    play = mustered()
    refused(play, "red", "done", rule="1.4b")
    assert len(in_hand(play, "red")) == 20
    play.answer("red", "deploy_rest")
    play.answer("red", "done")
    play.answer("blue", "deploy_rest")
    play.answer("blue", "done")
    state = state_of(play)
    cities = state.game.army_homes[0] & state.game.ground.cities
    assert all((state.at[hex] & state.game.blocks.of_army[0]).bit_count() >= 2 for hex in bits(cities))
    for unit in bits(state.game.blocks.of_army[0] & ~state.pool):
        assert state.steps[unit] == state.game.blocks.most[unit]
        assert not state.game.blocks.resources >> unit & 1


@rule("victory", "1.4b")
def test_one_block_in_a_city_is_not_enough_to_confirm() -> None:
    play = mustered()
    play.answer("red", "deploy_rest")
    lane = state_of(play).lanes[0].state  # type: ignore[index]  # the lanes are open
    assert isinstance(lane, type(state_of(play)))
    pair = bits(lane.at[lane.game.ground.grid.index("0902")] & lane.game.blocks.of_army[0])
    unit = lane.game.blocks.rows[pair[0]].id
    play.answer("red", "deploy", unit)
    play.answer("red", "take_back")
    refused(play, "red", "done", rule="1.4b")


@rule("victory", "1.4b")
def test_in_two_front_war_side_b_needs_one_block_in_a_city() -> None:
    play = GAME.new("two-front-war", seed=2)
    play.answer("red", "muster")
    play.answer("blue", "deploy_rest")
    assert play.legal("blue", "done")
    assert state_of(play).game.armies[1].row.minimum == 1


@rule("victory", "1.4.fog")
def test_alternating_deployment_goes_three_by_three_and_the_last_batch_may_be_smaller() -> None:
    play = mustered(alternate_deployment=True)
    batches = []
    while play.deciders and play.legal(play.deciders[0], "deploy_rest"):
        player = play.deciders[0]
        before = len(in_hand(play, player))
        play.answer(player, "deploy_rest")
        batches.append((player, before - len(in_hand(play, player))))
    assert batches[:4] == [("red", 3), ("blue", 3), ("red", 3), ("blue", 3)]
    assert batches[-1] == ("blue", 2)


# ---- the Game Turn


@rule("victory", "2.0", "5.0a", "2.0.4", "2.0.5")
def test_phases_follow_in_order() -> None:
    place = {"red-infantry-1": "0902", "blue-infantry-1": "0913", "blue-infantry-2": "0712"}
    place["red-infantry-2"] = "0712 from 0711"
    play = pos(place, battles={"0712": "red"}, step="initiative", dice=[6, 6, 1, 1])
    seen: list[str] = []
    for _ in range(400):
        phase = play.view(None)["phase"]
        if not seen or seen[-1] != phase:
            seen.append(phase)
        if play.view(None)["turn"] > 1 or play.result is not None:
            break
        for player in play.deciders[:1]:
            ask = play.ask(player)
            assert ask is not None
            verb = next(
                (one for one in ("end_move", "done", "pass", "battle") if one in ask.answers), next(iter(ask.answers))
            )
            play.answer(player, verb, ask.answers[verb][0])
    assert seen == ["move", "combat", "production", "move"]
    order = [event.message.key for event in play.events]
    assert order.index("event.initiative") < order.index("event.battle") < order.index("event.production")


@rule("victory", "2.0", "2.0.4")
def test_a_garrison_that_dies_of_attrition_loses_the_city_before_the_victory_count() -> None:
    place = {"red-infantry-1": "0817 at 1", "blue-infantry-9": "0918", "blue-infantry-8": "0718"}
    play = after_supply(place)
    assert where(play, "red-infantry-1") == "pool"
    assert play.view("red")["score"] == {"red": 10, "blue": 10}


@rule("victory", "2.0.1")
def test_ties_for_highest_roll_again_and_only_the_tied() -> None:
    play = GAME.position(scenario="quick-start-3", place={}, step="initiative", dice=[6, 4, 5, 5, 1, 1, 2, 2, 6, 6])
    rolls = [one["army"] for one in happened(play, "event.initiative_roll")]
    assert rolls == ["red", "blue", "green", "red", "blue"]
    assert play.view(None)["order"] == ["blue", "green", "red"]


@rule("victory", "2.0.1")
def test_a_player_may_have_two_moves_running() -> None:
    play = pos({"red-infantry-1": "0902", "blue-infantry-1": "0913"}, step="initiative", dice=[1, 1, 6, 6, 6, 6, 1, 1])
    assert play.deciders == ("blue",)
    end_moves(play)
    for player in ("red", "blue"):
        play.answer(player, "done")
    assert play.deciders == ("red",)
    assert [one["army"] for one in happened(play, "event.initiative")] == ["blue", "red"]


@rule("victory", "2.0.2a")
def test_three_players_move_round_the_table() -> None:
    play = GAME.position(scenario="quick-start-3", place={}, step="initiative", dice=[1, 1, 2, 2, 6, 6])
    movers: list[str] = []
    while play.legal(play.deciders[0], "end_move") and len(movers) < 3:
        movers.append(play.deciders[0])
        play.answer(play.deciders[0], "end_move")
    assert movers == ["green", "red", "blue"]


@rule("victory", "2.0.2b")
def test_a_block_moves_once_but_may_still_retreat() -> None:
    play = pos({"red-armor-1": "1005", "blue-infantry-1": "1204"}, active="red", dice=[6] * 30)
    go(play, "red-armor-1", "1105", "1204")
    refused(play, "red", "unit", "red-armor-1", rule="2.0.2b")
    end_moves(play)
    assert "1105" in offered(play, "red", "retreat")


@rule("victory", "2.0.2b")
def test_a_strategic_move_is_a_move() -> None:
    play = pos({"red-infantry-1": "1005"}, active="red")
    go(play, "red-infantry-1", ("strategic", "1204"))
    refused(play, "red", "unit", "red-infantry-1", rule="2.0.2b")


@rule("victory", "2.0.2c", "4.2.SS", "5.5")
def test_entering_the_enemy_stops_a_block_but_not_air_units_and_submarines() -> None:
    place = {
        "red-armor-1": "1005", "blue-infantry-1": "1105", "red-fighter-1": "1005", "blue-infantry-2": "1304",
        "red-submarine-1": "0806", "red-battleship-1": "0806", "blue-cruiser-1": "0706", "blue-infantry-3": "0707",
    }  # fmt: skip
    play = pos(place, active="red")
    assert "1204" not in may(play, "red-armor-1") or "1105" in may(play, "red-armor-1")
    assert "1204" not in may(play, "red-armor-1", "strategic")
    assert "1304" in may(play, "red-fighter-1")  # over 1105 and 1204
    go(play, "red-armor-1", "1105")
    assert where(play, "red-armor-1") == "1105" and state_of(play).battles
    assert "0606" not in may(play, "red-battleship-1") and "0706" in may(play, "red-battleship-1")
    assert "0606" in may(play, "red-submarine-1") and "0706" in may(play, "red-submarine-1")


@rule("victory", "2.0.3a", "2.0.2c")
def test_battles_are_fought_in_the_order_of_their_attackers() -> None:
    place = {
        "red-infantry-1": "1105", "blue-infantry-1": "1204", "blue-infantry-2": "0713", "red-infantry-2": "0612",
        "blue-infantry-3": "0812",
    }  # fmt: skip
    play = pos(place, active="red", dice=[6] * 60)
    go(play, "red-infantry-1", "1204")
    play.answer("red", "end_move")
    go(play, "blue-infantry-2", "0612")
    play.answer("blue", "end_move")
    assert state_of(play).fight is not None
    assert play.view(None)["battle"]["hex"] == "1204"
    through_combat(play)
    assert [one["hex"] for one in happened(play, "event.battle")] == ["1204", "0612"]


@rule("victory", "2.0.3a", "5.8a")
def test_a_responder_does_not_become_the_attacker() -> None:
    place = {"red-infantry-1": "1105", "blue-infantry-1": "1204", "blue-fighter-1": "1303"}
    play = pos(place, active="red")
    go(play, "red-infantry-1", "1204")
    play.answer("red", "end_move")
    go(play, "blue-fighter-1", "1204")
    assert play.view(None)["battles"] == [{"hex": "1204", "attacker": "red"}]


@rule("victory", "2.0.3b", "5.41")
def test_a_third_player_declares_a_side_once_and_the_last_to_enter_controls_the_hexside() -> None:
    play = GAME.position(scenario="quick-start-3", options={"maps": "north/east/south"}, place={
        "red-infantry-1": "1105", "blue-infantry-1": "1204 at 4", "green-armor-1": "1303 at 4",
        "green-infantry-2": "1303",
    }, active="red", dice=[6] * 60)  # fmt: skip
    go(play, "red-infantry-1", "1204")
    play.answer("red", "end_move")
    play.answer("blue", "end_move")
    play.answer("green", "unit", "green-armor-1")
    play.answer("green", "move", "1304")
    play.answer("green", "move", "1204")
    assert offered(play, "green", "join_attack") and offered(play, "green", "join_defence")
    play.answer("green", "join_attack")
    go(play, "green-infantry-2", "1304", "1204")
    assert not offered(play, "green", "join_attack"), "it cannot be changed later"
    assert set(state_of(play).joins.values()) == {0}
    play.answer("green", "end_move")
    through_combat(play)
    assert where(play, "green-armor-1") == "1304" or where(play, "green-armor-1") == "pool"


@rule("victory", "2.0.5")
def test_production_is_secret_until_all_are_done() -> None:
    play = pos({"red-infantry-1": "0902 at 1", "blue-infantry-1": "0913 at 1"}, step="production")
    before = play.view("blue")
    play.answer("red", "add_step", "red-infantry-1")
    assert play.view("blue") == before
    play.answer("red", "done")
    assert play.view("blue") == before
    play.answer("blue", "done")
    assert steps(play, "red-infantry-1") == [2]


@rule("victory", "1.4b", "4.3.MA")
@pytest.mark.parametrize(("seed", "player"), [(2, "red"), (3, "red"), (5, "blue"), (6, "blue")])
def test_no_placement_leaves_a_landlocked_city_to_marines(seed: int, player: str) -> None:
    """Marines are kept to the last, cities without a coast left empty as long as can be: others are kept for them."""
    play = GAME.new("two-front-war", seed=seed)
    play.answer("red", "muster")
    ground = state_of(play).game.ground
    landlocked = {ground.grid.name(hex) for hex in bits(ground.cities & ~ground.coastal)}
    while hand := in_hand(play, player):
        units = offered(play, player, "deploy") & set(hand)
        play.answer(player, "deploy", min(units, key=lambda unit: ("marine" in str(unit), str(unit))))
        hexes = offered(play, player, "deploy_at")
        assert hexes, hand
        play.answer(player, "deploy_at", min(hexes, key=lambda hex: (hex in landlocked, str(hex))))
    assert play.legal(player, "done")
