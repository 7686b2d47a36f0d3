"""Chapter 10 and the block sets: scenarios, victory, commanders, time limits, historical sets."""

from __future__ import annotations

from itertools import product

import pytest

from grognard.core.game import SetupError
from grognard.core.play import Play
from grognard.games.victory import GAME
from grognard.games.victory.blocks import Blocks
from grognard.games.victory.command.council import votes_of
from grognard.games.victory.state import VictoryState
from grognard.testing import rule
from tests.games.victory._help import (
    end_moves,
    happened,
    offered,
    pos,
    refused,
    state_of,
    where,
)


def laid(scenario: str, **options: object) -> VictoryState:
    play = GAME.new(scenario, options, seed=5)
    play.answer(play.deciders[0], "muster")
    return state_of(play)


@rule("victory", "10.0a", "2.0.4")
def test_15_pp_win_on_two_maps_and_30_on_four() -> None:
    assert laid("quick-start").game.levels == (15, 15)
    assert laid("quick-start-4").game.levels == (30, 30)
    assert laid("quick-start", maps="north,east/west,south").game.levels == (30, 30)
    play = pos({"red-infantry-1": "0913", "red-infantry-2": "0512"}, step="victory")
    assert play.result is None, "14 PP are not enough"
    place = {"red-infantry-1": "0913 at 4", "red-infantry-2": "0812", "red-infantry-3": "0315"}
    play = pos(place, step="victory")
    assert play.result is not None and (play.result.winner, play.result.level) == ("red", "level")
    assert dict(play.result.points) == {"red": 16, "blue": 4}


@rule("victory", "10.0b")
def test_forces_double_on_four_maps() -> None:
    state = laid("quick-start", maps="north,east/west,south")
    assert sum(1 for hex in state.hex_of if hex == 1) == 80
    play = GAME.new("custom-forces", {"maps": "north,east/west,south"}, seed=1)
    play.answer("red", "muster")
    assert play.view("red")["ask"]["focus"]["points"] == 160


@rule("victory", "10.1")
def test_quick_start_draws_twenty_blocks_at_full_strength() -> None:
    state = laid("quick-start")
    hand = [unit for unit, hex in enumerate(state.hex_of) if hex == 1]
    assert len(hand) == 40 and all(state.steps[unit] == state.game.blocks.most[unit] for unit in hand)
    assert not any(state.game.blocks.resources >> unit & 1 for unit in hand)


@rule("victory", "10.2", "8.3")
def test_custom_forces_cost_what_is_printed_and_no_more_than_80() -> None:
    play = GAME.new("custom-forces", seed=1)
    play.answer("red", "muster")
    for _ in range(25):
        cheap = {str(kind) for kind in offered(play, "red", "buy")} - {"submarine"}
        kind = min(kind for kind in cheap if GAME.kinds.cost[GAME.kinds.numbers[kind]] == 1)
        play.answer("red", "buy", kind)
    assert play.view("red")["ask"]["focus"]["points"] == 55, "25 blocks at one step"
    while offered(play, "red", "raise"):
        play.answer("red", "raise", sorted(offered(play, "red", "raise"), key=str)[0])
    assert play.view("red")["ask"]["focus"]["points"] == 0
    refused(play, "red", "buy", "fighter", rule="10.2")
    play.answer("red", "done")


@rule("victory", "10.2")
def test_the_first_block_that_is_bought_may_be_of_any_type() -> None:
    play = GAME.new("custom-forces", seed=1)
    play.answer("red", "muster")
    assert {"carrier", "cruiser", "marine", "infantry", "fighter"} <= offered(play, "red", "buy")


@rule("victory", "10.2")
def test_a_block_is_bought_at_full_strength_and_given_back_in_one_answer() -> None:
    play = GAME.new("custom-forces", seed=1)
    play.answer("red", "muster")
    play.answer("red", "buy_full", "armor")
    (armor,) = [piece for piece in play.view("red")["pieces"] if piece["where"] == "in hand"]
    assert armor["steps"] == armor["full_steps"]
    assert play.view("red")["ask"]["focus"]["points"] == 80 - armor["steps"] * armor["cost"]
    play.answer("red", "give_back", armor["id"])
    assert play.view("red")["ask"]["focus"]["points"] == 80
    assert not offered(play, "red", "give_back")


@pytest.mark.parametrize("mix", ["balanced", "armour", "air", "fleet"])
@rule("victory", "10.2", "1.4b")
def test_a_suggested_army_spends_the_points_and_fits_the_cities(mix: str) -> None:
    play = GAME.new("custom-forces", seed=1)
    play.answer("red", "muster")
    play.answer("red", "buy_full", "carrier")
    play.answer("red", f"suggest_{mix}")
    hand = [piece for piece in play.view("red")["pieces"] if piece["where"] == "in hand"]
    assert "carrier" in {piece["kind"] for piece in hand}, "what was chosen stays"
    assert play.view("red")["ask"]["focus"]["points"] == 0
    assert {piece["class"] for piece in hand} == {"air", "naval", "ground"}
    assert not play.legal("red", f"suggest_{mix}")
    play.answer("red", "done")


@rule("victory", "10.2", "1.4a", "1.4b")
def test_the_force_builder_says_why_a_type_cannot_be_bought() -> None:
    def reasons(verb: str, kind: str) -> list[str]:
        return [reason.message.key for reason in play.why("red", verb, kind)]

    play = GAME.new("custom-forces", seed=1)
    play.answer("red", "muster")
    while play.legal("red", "buy", "carrier"):
        play.answer("red", "buy", "carrier")
    assert reasons("buy", "carrier") == ["why.none_left"]
    assert "caps" in play.view("red")["ask"]["focus"]
    while play.legal("red", "buy_full", "armor"):
        play.answer("red", "buy_full", "armor")
    play.answer("red", "suggest_balanced")
    assert reasons("buy", "infantry") == ["why.no_points"]
    assert reasons("buy_full", "fighter") == ["why.no_points"]


@rule("victory", "10.2", "1.4b")
def test_a_force_too_small_for_its_cities_is_not_done() -> None:
    play = GAME.new("custom-forces", seed=1)
    play.answer("red", "muster")
    refused(play, "red", "done", rule="1.4b")


@rule("victory", "10.3a", "10.3b")
def test_sleeping_giant_has_unequal_forces_and_a_bonus_that_is_no_victory_point() -> None:
    state = laid("sleeping-giant")
    of_army = state.game.blocks.of_army
    hands = [
        sum(1 for unit, hex in enumerate(state.hex_of) if hex == 1 and of_army[army] >> unit & 1) for army in (0, 1)
    ]
    assert hands == [20, 12]
    budget = GAME.new("sleeping-giant", {"custom_forces": True}, seed=1)
    budget.answer("red", "muster")
    assert [budget.view(player)["ask"]["focus"]["points"] for player in ("red", "blue")] == [80, 48]
    play = pos({}, scenario="sleeping-giant", step="production")
    game = state_of(play).game
    blue = {row["hex"]: row["points"] for row in play.view("blue")["ask"]["focus"]["cities"]}
    red = {row["hex"]: row["points"] for row in play.view("red")["ask"]["focus"]["cities"]}
    value = {game.ground.grid.name(hex): points for hex, points in game.ground.value.items()}
    assert all(points == value[hex] + 1 for hex, points in blue.items())
    assert all(points == value[hex] for hex, points in red.items())
    assert play.view(None)["score"] == {"red": 10, "blue": 10}


@rule("victory", "10.3a", "10.3b")
def test_player_a_has_the_bonus_of_captured_home_cities_too() -> None:
    game = laid("sleeping-giant").game
    homes = [game.ground.grid.name(hex) for hex in game.ground.value if game.army_homes[1] >> hex & 1]
    place = {f"red-infantry-{n}": hex for n, hex in enumerate(homes, 1)}
    play = pos(place, scenario="sleeping-giant", step="production")
    red = {row["hex"]: row["points"] for row in play.view("red")["ask"]["focus"]["cities"]}
    assert all(red[hex] == game.ground.value[game.ground.grid.index(hex)] + 1 for hex in homes if hex in red)


@rule("victory", "10.4")
def test_two_front_war_has_levels_of_its_own() -> None:
    state = laid("two-front-war")
    assert state.game.levels == (20, 25)
    hands = [
        sum(1 for unit, hex in enumerate(state.hex_of) if hex == 1 and state.allot[unit] == sheet)
        for sheet in (0, 1, 3)
    ]
    assert hands == [20, 10, 10], "side B deploys each map's force on that map"
    three = GAME.scenarios["two-front-war-3"].roster
    assert three.sides == ("red", "blue") and three.allies(1) == (1, 2)
    place = {"blue-north-infantry-1": "1202", "blue-south-infantry-1": "0726", "red-infantry-1": "0815"}
    play = pos(place, scenario="two-front-war-3", step="victory")
    for viewer in ("red", "blue-north", None):  # back or face, and never one of a side with one army
        pieces = [one for one in play.view(viewer)["pieces"] if one["on_map"]]
        told = {one["army"]: one.get("tag") for one in pieces}
        assert told == {"red": None, "blue-north": {"en": "N", "ja": "北"}, "blue-south": {"en": "S", "ja": "南"}}
    play = pos({}, scenario="two-front-war-3", step="victory")
    assert play.view(None)["score"] == {"red": 10, "blue": 20}, "the allies share B's count"


@rule("victory", "10.4", "10.6")
def test_the_proportional_time_limit_compares_each_side_with_its_level() -> None:
    play = pos({}, scenario="two-front-war", step="victory", turn=10)
    assert play.result is not None and play.result.winner == "blue"
    play = pos({}, scenario="two-front-war", step="victory", turn=10, options={"proportional_time_limit": True})
    assert play.result is not None and play.result.winner == "blue", "20/25 against 10/20"


@rule("victory", "10.6")
def test_at_the_time_limit_most_pp_win_and_equal_is_a_draw() -> None:
    play = pos({"red-infantry-1": "0420", "red-infantry-2": "0419"}, step="victory", turn=10)
    assert (
        play.result is not None and play.result.winner == "red" and dict(play.result.points) == {"red": 11, "blue": 9}
    )
    play = pos({}, step="victory", turn=10)
    assert play.result is not None and play.result.winners == ()
    play = pos({}, step="victory", turn=10, options={"time_limit": False})
    assert play.result is None


# ---- commanders


def commanders(scenario: str = "commanders-8", **words: object) -> Play:
    place = {"red-infantry-1": "0902", "red-cruiser-1": "0707", "red-fighter-1": "0902", "blue-infantry-1": "0913"}
    return pos(place, scenario=scenario, **words)


@rule("victory", "10.5a")
def test_only_the_commander_moves_his_arm() -> None:
    play = commanders(active="red")
    assert play.deciders == ("red-admiral",)
    assert offered(play, "red-admiral", "unit") == {"red-cruiser-1"}
    refused(play, "red-admiral", "unit", "red-infantry-1", rule="10.5a")
    play.answer("red-admiral", "end_move")
    assert play.deciders == ("red-general",) and offered(play, "red-general", "unit") == {"red-infantry-1"}
    play.answer("red-general", "end_move")
    assert offered(play, "red-air-marshal", "unit") == {"red-fighter-1"}


@rule("victory", "10.5a", "fog.1")
def test_a_team_sees_its_blocks_and_not_the_others() -> None:
    play = commanders(active="red")
    for player in ("red-general", "red-admiral", "red-politician"):
        assert {"red-infantry-1", "red-cruiser-1", "hidden:0913:1"} <= {
            piece["id"] for piece in play.view(player)["pieces"]
        }


@rule("victory", "10.5b")
def test_the_politician_produces_and_has_two_votes() -> None:
    play = commanders(step="production")
    assert set(play.deciders) == {"red-politician", "blue-politician"}
    state = state_of(play)
    ids = play.roster.ids
    assert {player: votes_of(state, number) for number, player in enumerate(ids) if player.startswith("red")} == {
        "red-general": 1, "red-admiral": 1, "red-air-marshal": 1, "red-politician": 2,
    }  # fmt: skip
    assert set(commanders("commanders", step="production").deciders) == {"red-general", "blue-general"}


RED: tuple[str, ...] = ("red-general", "red-admiral", "red-air-marshal", "red-politician")


def posts(play: Play, viewer: str | None = None) -> dict[str, str]:
    found: dict[str, str] = play.view(viewer)["armies"][0]["posts"]
    return found


def everybody_passes(play: Play, *players: str) -> None:
    for player in players:
        play.answer(player, "pass")


@rule("victory", "10.5b")
def test_the_politician_transfers_commanders_and_is_removed_only_by_all_three() -> None:
    play = commanders(step="turn")
    assert play.deciders == RED, "everybody may speak, in any order"
    play.answer("red-general", "coup")
    voters: tuple[str, ...] = play.deciders
    assert voters == ("red-admiral", "red-air-marshal"), "the politician has no vote in it"
    play.answer("red-air-marshal", "nay")
    assert happened(play, "event.motion_failed") and play.deciders == RED[1:], "one nay is enough"
    play.answer("red-admiral", "coup")
    play.answer("red-air-marshal", "aye")
    play.answer("red-general", "aye")
    assert posts(play, "red-general")["red-admiral"] == "politician"
    everybody_passes(play, "red-air-marshal", "red-politician")
    assert posts(play)["red-admiral"] == "politician" and posts(play)["red-politician"] == "admiral"


@rule("victory", "10.5b", "10.5a")
def test_transfers_by_the_politicians_word_or_by_vote() -> None:
    play = commanders(step="turn")
    play.answer("red-general", "propose", 1)
    play.answer("red-admiral", "nay")
    play.answer("red-air-marshal", "nay")
    play.answer("red-politician", "aye")
    assert happened(play, "event.motion_passed"), "three of five votes"
    assert posts(play, "red-general")["red-general"] == "admiral"
    play.answer("red-admiral", "pass")
    refused(play, "red-air-marshal", "transfer", 1, rule="10.5b")
    play.answer("red-politician", "transfer", 1)
    assert posts(play, "red-general")["red-general"] == "general"
    assert play.deciders == ("red-air-marshal",)


@rule("victory", "10.5a", "10.5b")
@pytest.mark.parametrize(("votes", "passed"), [
    ({"red-politician": "aye"}, True),  # one and two of five
    ({"red-politician": "nay", "red-admiral": "nay"}, False),
    ({"red-air-marshal": "aye", "red-admiral": "aye"}, True),
    ({"red-air-marshal": "nay", "red-admiral": "aye", "red-politician": "nay"}, False),
])  # fmt: skip
def test_what_nobody_can_overturn_is_decided_without_the_rest(votes: dict[str, str], passed: bool) -> None:
    play = commanders(step="turn")
    play.answer("red-general", "propose", 1)
    for player, vote in votes.items():
        assert not happened(play, "event.motion_passed") and not happened(play, "event.motion_failed")
        play.answer(player, vote)
    assert bool(happened(play, "event.motion_passed")) == passed
    assert bool(happened(play, "event.motion_failed")) != passed
    assert play.deciders == RED[1:], "the others speak on"


@rule("victory", "10.5a")
def test_without_a_politician_two_of_three_decide() -> None:
    play = commanders("commanders", step="turn")
    play.answer("red-admiral", "propose", 1)
    play.answer("red-air-marshal", "aye")
    assert happened(play, "event.motion_passed") and play.deciders == ("red-general", "red-air-marshal")


@rule("victory", "10.5a")
@pytest.mark.parametrize("scenario", ["commanders", "commanders-8"])
@pytest.mark.parametrize("maps", ["north/east", "north,east,west", "north"])
def test_commanders_are_played_on_four_maps_and_no_fewer(scenario: str, maps: str) -> None:
    count = len(maps.replace("/", ",").split(","))
    with pytest.raises(SetupError, match=f"^{scenario} is played on 4 maps, not {count}$"):
        GAME.new(scenario, {"maps": maps, "neutral_cities": True}, seed=1)
    assert GAME.new(scenario, {"maps": "north,east,west,south"}, seed=1).deciders


# ---- sets


def mixes(name: str) -> int:
    return sum(row.mix for row in GAME.files.kinds if row.set == name)


@rule("victory", "hist.1")
def test_the_german_set_has_50_blocks() -> None:
    assert mixes("german") == 50
    assert sum(row.mix for row in GAME.files.kinds if row.set == "german" and row.label == "FA") == 6


@rule("victory", "hist.2")
def test_the_usa_list_adds_up_to_51() -> None:
    assert mixes("usa") == 51


@rule("victory", "hist.3")
def test_the_soviet_set_has_the_printed_blocks() -> None:
    assert sum(row.mix for row in GAME.files.kinds if row.set == "soviet" and row.label == "TK") == 6
    assert mixes("soviet") == 50


@rule("victory", "hist.1", "hist.2", "hist.3")
def test_armies_take_the_sets_they_name() -> None:
    state = laid("quick-start", sets="german,soviet")
    assert isinstance(state.game.blocks, Blocks)
    assert {state.game.kinds.rows[kind].set for kind in state.game.army_kinds[0]} == {"german"}
    assert {state.game.kinds.rows[kind].set for kind in state.game.army_kinds[1]} == {"soviet"}
    with pytest.raises(SetupError):
        GAME.new("quick-start", {"sets": "klingon"}, seed=1)


def test_an_example_is_laid_out_with_the_blocks_it_names_and_with_no_other_sets() -> None:
    with pytest.raises(SetupError, match=r"example-hope is laid out with .*, which is in none of these sets"):
        GAME.new("example-hope", {"historical_sets": True}, seed=1)


@rule("victory", "hist.1", "hist.2", "hist.3", "stretch.2")
def test_every_block_has_a_name_of_its_own_in_any_mix_of_sets() -> None:
    """Also with the options that add blocks, and whatever the sets are: Soviet and stretch-goal cavalry are two."""
    sets = sorted({row.set for row in GAME.kinds.rows} - {"stretch", "logistics"})
    row = GAME.files.scenarios["quick-start"]
    for pair in product(sets, repeat=2):
        for stretch, factories in product((False, True), repeat=2):
            options = {
                "sets": ",".join(pair), "historical_sets": False, "stretch_units": stretch, "factories": factories,
            }  # fmt: skip
            blocks = Blocks.of(GAME.kinds, row, options)
            assert len(blocks.numbers) == len(blocks.rows), options
            assert all(blocks.rows[blocks.numbers[block.id]] is block for block in blocks.rows), options


@rule("victory", "10.2", "stretch.2", "hist.3")
def test_soviet_and_stretch_goal_cavalry_are_raised_by_name() -> None:
    play = GAME.new("custom-forces", {"sets": "soviet,german", "stretch_units": True}, seed=1)
    play.answer("red", "muster")
    for kind in ("soviet-cavalry", "cavalry"):
        play.answer("red", "buy", kind)
    names = sorted(str(unit) for unit in offered(play, "red", "raise") if "cavalry" in str(unit))
    assert names == ["red-cavalry-1", "red-cavalry-2"], "the stretch-goal block, and the first Soviet one"
    for name in names:
        play.answer("red", "raise", name)
    assert {piece["id"]: piece["kind"] for piece in play.view("red")["pieces"] if piece["id"] in names} == {
        "red-cavalry-1": "cavalry", "red-cavalry-2": "soviet-cavalry",
    }  # fmt: skip


def test_the_example_is_a_scenario_of_its_own() -> None:
    play = GAME.new("example-hope", seed=1)
    play.answer("red", "roll")
    assert where(play, "red-fighter-1") == "1005"
    end_moves(play)
