"""Fog of War that holds: what a player receives never depends on what he may not know (fog.1).

The conformance suite's secrecy law is tried all along random games, and these tests make sure that it has teeth: the
deal really changes the enemy's blocks, and no id, type or strength of a hidden block is in anything sent.
"""

from __future__ import annotations

import json
from random import Random

import pytest

from grognard.core import conformance
from grognard.core.ask import random_answer
from grognard.core.play import Play
from grognard.games.victory import GAME
from tests.games.victory._help import act, go, offered, pos, state_of, steps, where
from tests.rules import rule


def random_play(scenario: str, seed: int, answers: int, **options: object) -> Play:
    play = GAME.new(scenario, options, seed=seed)
    rng = Random(seed)
    for _ in range(answers):
        if play.result is not None:
            break
        player = rng.choice(play.state.deciders)
        offer = dict(play.state.ask(player).items())
        names = {number: GAME.verbs[number].name for number in offer}
        busy = {
            number: board
            for number, board in offer.items()
            if names[number] not in ("end_move", "disband", "done", "stop")
        }
        play.apply(player, random_answer(busy if busy and rng.random() < 0.85 else offer, rng))
    return play


@rule("victory", "fog.1")
def test_an_opponent_sees_a_block_but_neither_type_nor_strength() -> None:
    play = pos({"red-infantry-1": "0902 at 3", "red-cruiser-1": "0707", "red-fighter-1": "0707"}, active="red")
    assert play.view("blue")["pieces"] == [
        {"id": "hidden:0707:1", "side": "red", "army": "red", "where": "0707", "on_map": True, "hidden": True},
        {"id": "hidden:0707:2", "side": "red", "army": "red", "where": "0707", "on_map": True, "hidden": True},
        {"id": "hidden:0902:1", "side": "red", "army": "red", "where": "0902", "on_map": True, "hidden": True},
    ]
    assert play.view(None)["pieces"] == play.view("blue")["pieces"]


@rule("victory", "fog.1")
def test_after_a_battle_survivors_are_hidden_again_and_cannot_be_followed() -> None:
    place = {"blue-infantry-1": "0504", "red-infantry-1": "0504 from 0404", "red-infantry-2": "0404"}
    play = pos(place, battles={"0504": "red"}, step="combat", dice=[6] * 60)
    act(play, "pass", ("retreat", "0404"))
    assert [piece["id"] for piece in play.view("blue")["pieces"] if piece["side"] == "red"] == [
        "hidden:0404:1",
        "hidden:0404:2",
    ]


@rule("victory", "fog.1")
def test_moving_tells_the_others_only_from_where_to_where() -> None:
    play = pos({"red-infantry-1": "0404", "red-armor-1": "0404"}, active="red")
    go(play, "red-armor-1", "0604")
    told = [event for event in play.events if event.visible(1)]
    assert [event.message.key for event in told][-1] == "event.block_moves"
    assert set(told[-1].message.args) == {"army", "hex_from", "hex"}
    assert "Armor" not in "\n".join(play.log("en", "blue")) and "Armor" in "\n".join(play.log("en", "red"))


def sent(play: Play, player: str) -> str:
    return json.dumps([play.view(player), play.log("en", player)], ensure_ascii=False)


@pytest.mark.parametrize(("scenario", "answers"), [("quick-start", 260), ("quick-start-3", 200), ("commanders", 200)])
def test_no_id_of_a_hidden_enemy_block_is_ever_sent(scenario: str, answers: int) -> None:
    play = random_play(scenario, 4, answers)
    for number, player in enumerate(play.roster.ids):
        text = sent(play, player)
        state = state_of(play)
        side = state.game.side_of_player[number]
        others = [
            block.id for unit, block in enumerate(state.game.blocks.rows) if not state.game.side_units[side] >> unit & 1
        ]
        assert not [one for one in others if f'"{one}"' in text]


@pytest.mark.parametrize("seed", range(3))
def test_the_deal_changes_blocks_and_nothing_that_is_seen(seed: int) -> None:
    play = random_play("quick-start", seed, 150)
    rng = Random(seed)
    changed = 0
    for _ in range(6):
        other = GAME.imagine(play.state, 0, rng)
        assert isinstance(other, type(state_of(play)))
        changed += other.hex_of != state_of(play).hex_of
    assert changed >= 4
    assert conformance.secrets_hold(play, rng) == []


SCENARIOS = list(GAME.scenarios)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_law_of_secrecy_holds_all_along_a_game(scenario: str) -> None:
    play = GAME.new(scenario, seed=9)
    rng = Random(9)
    for number in range(220):
        if play.result is not None:
            break
        if number % 20 == 7:
            assert conformance.secrets_hold(play, rng) == [], number
        player = rng.choice(play.state.deciders)
        offer = play.state.ask(player)
        busy = {
            verb: board for verb, board in offer.items() if GAME.verbs[verb].name not in ("end_move", "disband", "stop")
        }
        play.apply(player, random_answer(busy if busy and rng.random() < 0.8 else offer, rng))


@pytest.mark.parametrize("options", [
    {"submarine_control": False, "alternate_deployment": True},
    dict.fromkeys(("factories", "resources", "airfields", "mulberries", "destruction", "stretch_units"), True),
])  # fmt: skip
def test_the_law_holds_with_options(options: dict[str, object]) -> None:
    play = GAME.new("quick-start", options, seed=2)
    rng = Random(2)
    for number in range(260):
        if play.result is not None:
            break
        if number % 25 == 12:
            assert conformance.secrets_hold(play, rng) == [], number
        player = rng.choice(play.state.deciders)
        offer = play.state.ask(player)
        busy = {
            verb: board for verb, board in offer.items() if GAME.verbs[verb].name not in ("end_move", "disband", "stop")
        }
        play.apply(player, random_answer(busy if busy and rng.random() < 0.8 else offer, rng))


@rule("victory", "fog.1", "10.4")
def test_allies_see_each_others_blocks() -> None:
    place = {"blue-north-infantry-1": "0902", "blue-south-infantry-1": "0713", "red-infantry-1": "0913"}
    play = pos(place, scenario="two-front-war-3", active="red")
    ids = {piece["id"] for piece in play.view("blue-north")["pieces"]}
    assert "blue-south-infantry-1" in ids and "red-infantry-1" not in ids


def test_a_reveal_cannot_be_taken_back() -> None:
    play = pos({"red-airborne-1": "0403"}, active="red")
    go(play, "red-airborne-1", ("paradrop", "0604"))
    assert not play.can_undo("red")
    assert (
        offered(play, "red", "end_move")
        and steps(play, "red-airborne-1") == [3]
        and where(play, "red-airborne-1") == "0604"
    )


@rule("victory", "fog.1")
@pytest.mark.parametrize("seed", range(3))
def test_no_event_that_others_see_names_a_block(seed: int) -> None:
    play = random_play("quick-start", seed, 400)
    side = state_of(play).game.side_players
    for event in play.events:
        named = [name for name in event.message.args if name.split("_")[0] in ("unit", "units")]
        assert not named or event.seen in side, event.message


@rule("victory", "fog.1")
@pytest.mark.parametrize("seed", range(2))
def test_types_are_told_only_of_blocks_that_were_turned_up(seed: int) -> None:
    play = GAME.new("quick-start", seed=seed)
    rng = Random(seed)
    for _ in range(300):
        if play.result is not None:
            break
        before = len(play.events)
        player = rng.choice(play.state.deciders)
        offer = play.state.ask(player)
        busy = {
            verb: board for verb, board in offer.items() if GAME.verbs[verb].name not in ("end_move", "stop", "disband")
        }
        play.apply(player, random_answer(busy if busy and rng.random() < 0.85 else offer, rng))
        for event in play.events[before:]:
            if "kind" in event.message.args:
                assert event.message.key in TURNED_UP, event.message


TURNED_UP = {
    f"event.{name}" for name in (
        "revealed", "fires", "reduced", "eliminated", "passes", "retreats", "drops", "lands", "lands_at", "grounded",
        "half_hit", "regroups", "wreck_fire", "factory_captured",
    )
}  # fmt: skip
"""What is said of blocks that lie face up."""
