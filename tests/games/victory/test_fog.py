"""Fog of War that holds: what a player receives never depends on what he may not know (fog.1).

The conformance suite's secrecy law is tried all along random games, and these tests make sure that it has teeth: the
deal really changes the enemy's blocks, and no id, type or strength of a hidden block is in anything sent.
"""

from __future__ import annotations

import json
from random import Random

import pytest

from grognard.core import conformance
from grognard.core.ask import IllegalAnswer, random_answer
from grognard.core.play import Play
from grognard.games.victory import GAME
from grognard.games.victory.state import VictoryState
from grognard.hex.grid import bits
from grognard.testing import rule
from tests.games.victory._help import act, after_supply, go, offered, pos, state_of, steps, where
from tests.games.victory.test_fog_property import received


def random_play(scenario: str, seed: int, answers: int, **options: object) -> Play:
    play = GAME.new(scenario, options, seed=seed)
    play_on(play, Random(seed), answers)
    return play


def play_on(play: Play, rng: Random, answers: int) -> None:
    """Random answers, most of them such that something happens."""
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
    mine = [event.message.key for event in play.events if event.visible(0)]
    assert mine[-1] == "event.moved" and "event.block_moves" not in mine  # he is told once, and all of it
    assert [event.message.key for event in play.events if event.visible(None)][-1] == "event.block_moves"
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


@pytest.mark.parametrize(("scenario", "options"), [
    ("quick-start", {}), ("commanders", {}), ("two-front-war-3", {}), ("quick-start", {"stretch_units": True}),
])  # fmt: skip
def test_every_deal_is_a_sound_position_that_differs_and_can_be_played_on(
    scenario: str, options: dict[str, object]
) -> None:
    play = random_play(scenario, 6, 40, **options)
    rng = Random(6)
    for _ in range(12):
        play_on(play, rng, 25)
        for number in range(len(play.roster.ids)):
            other = play.imagine(play.roster.ids[number], rng)
            assert GAME.invariants(other) == []
            enemy = [unit for unit in range(len(other.hex_of)) if not _own(other, number) >> unit & 1]
            assert [other.hex_of[unit] for unit in enemy] != [state_of(play).hex_of[unit] for unit in enemy]
            for _ in range(10):
                if not other.over:
                    player = rng.choice(other.deciders)
                    other.apply(player, random_answer(other.ask(player), rng))


@rule("victory", "fog.1", "4.2.CV.a")
def test_a_deal_puts_nobody_aboard_who_cannot_be() -> None:
    """Whoever is dealt the place of an aircraft aboard is a ship beside the carrier, or one that it can carry."""
    place = {
        "blue-carrier-1": "0306", "blue-fighter-1": "0306 at 1 aboard blue-carrier-1", "blue-heavy-bomber-1": "0913",
        "blue-cruiser-1": "0806", "blue-infantry-1": "0913", "blue-armor-1": "0817", "red-infantry-1": "0902",
    }  # fmt: skip
    play = pos(place, active="red")
    dealt: set[str] = set()
    for seed in range(80):
        other = play.imagine("red", Random(seed))
        assert GAME.invariants(other) == []
        kinds, at_sea = other.game.blocks.kind, other.at[other.game.ground.grid.index("0306")]
        dealt.update(other.game.kinds.names[kinds[unit]] for unit in bits(at_sea))
    assert {"carrier", "fighter", "cruiser", "infantry"} <= dealt


@rule("victory", "fog.1", "6.71a")
def test_a_deal_counts_a_beachhead_among_those_ashore() -> None:
    place = {
        "blue-marine-1": "0605 beachhead", "blue-infantry-1": "0605", "blue-infantry-2": "0605",
        "blue-infantry-3": "0605", "blue-cruiser-1": "0605", "blue-infantry-4": "0913", "blue-armor-1": "0817",
        "red-infantry-1": "0902",
    }  # fmt: skip
    play = pos(place, active="red")
    assert [GAME.invariants(play.imagine("red", Random(seed))) for seed in range(60)] == [[]] * 60


@rule("victory", "fog.1", "6.7a", "6.71e")
@pytest.mark.parametrize(("came", "at_sea"), [("0707 from 0708 at sea", True), ("0605 from 0604 ashore", False)])
def test_a_deal_keeps_how_a_block_came_into_its_battle(came: str, at_sea: bool) -> None:
    """Along the coast by water, or by land to an open coast: whoever is dealt there came in the same way."""
    hex = came.split()[0]
    place = {
        "red-infantry-1": hex, "blue-marine-1": came, "red-infantry-2": "0902", "blue-infantry-1": "0902 from 0903",
        "blue-infantry-2": "0913", "blue-amphib-1": "0315", "blue-cruiser-1": "0806", "blue-armor-1": "0817",
    }  # fmt: skip
    play = pos(place, battles={hex: "blue", "0902": "blue"}, step="combat", active="blue")
    dealt = set()
    for seed in range(40):
        other = play.imagine("red", Random(seed))
        (unit,) = bits(other.of_side(1, other.game.ground.grid.index(hex)))
        blocks = other.game.blocks
        if blocks.ground >> unit & 1:
            assert other.afloat >> unit & 1 == at_sea
        else:
            assert at_sea and blocks.naval >> unit & 1
        dealt.add(other.game.kinds.names[blocks.kind[unit]])
    assert len(dealt) > 1, "it need not be the Marine"


def _own(state: VictoryState, player: int) -> int:
    return state.game.side_units[state.game.side_of_player[player]]


@rule("victory", "fog.1", "10.1")
def test_a_deal_keeps_what_the_player_knows() -> None:
    """Places, blocks that lie face up, his own blocks; that drawn blocks begin at full strength, without rockets."""
    play = GAME.new("quick-start", {"stretch_units": True}, seed=5)
    play.answer(play.deciders[0], "muster")
    for player in ("red", "blue"):
        play.answer(player, "deploy_rest")
        play.answer(player, "done")
    truth = state_of(play)
    for seed in range(6):
        other = play.imagine("red", Random(seed))
        blocks = other.game.blocks
        assert sorted(other.hex_of) == sorted(truth.hex_of) and other.shown == truth.shown
        for unit, hex in enumerate(other.hex_of):
            if blocks.army[unit] == 0 or truth.shown >> unit & 1:
                assert (hex, other.steps[unit]) == (truth.hex_of[unit], truth.steps[unit])
            elif other.on_map(unit):
                assert other.steps[unit] == blocks.most[unit]
                assert other.game.kinds.rows[blocks.kind[unit]].random_pool


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
    {"submarine_control": True, "alternate_deployment": True},
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
    own = {state_of(play).players_knowing(army.number) for army in state_of(play).game.armies}
    for event in play.events:
        named = [name for name in event.message.args if name.split("_")[0] in ("unit", "units")]
        assert not named or event.seen in own, event.message


@rule("victory", "fog.1")
@pytest.mark.parametrize("seed", range(2))
def test_types_are_told_only_of_blocks_that_were_turned_up(seed: int) -> None:
    play = GAME.new("quick-start", seed=seed)
    rng = Random(seed)
    for _ in range(300):
        if play.result is not None:
            break
        before, shown = len(play.events), state_of(play).shown
        player = rng.choice(play.state.deciders)
        offer = play.state.ask(player)
        busy = {
            verb: board for verb, board in offer.items() if GAME.verbs[verb].name not in ("end_move", "stop", "disband")
        }
        play.apply(player, random_answer(busy if busy and rng.random() < 0.85 else offer, rng))
        told = play.events[before:]
        revealed = {event.message.args["kind"] for event in told if event.message.key == "event.revealed"}
        for event in told:
            if "kind" in event.message.args:
                assert event.message.key in TURNED_UP, event.message
                assert event.message.args["kind"] in revealed | _kinds(play, shown), event.message


def _kinds(play: Play, units: int) -> set[str]:
    game = state_of(play).game
    return {game.kinds.names[game.blocks.kind[unit]] for unit in bits(units)}


TURNED_UP = {
    f"event.{name}" for name in (
        "revealed", "fires", "reduced", "eliminated", "passes", "retreats", "drops", "lands", "lands_at", "grounded",
        "half_hit", "regroups", "wreck_fire", "factory_captured",
    )
}  # fmt: skip
"""What is said of blocks that lie face up."""


@rule("victory", "fog.1", "5.8b")
def test_a_responder_who_comes_too_late_for_the_battle_lands_unseen() -> None:
    place = {"red-infantry-1": "0707", "red-heavy-bomber-1": "0707 flown 2 late", "blue-infantry-1": "0707 from 0708"}
    play = pos(place, battles={"0707": "blue"}, step="combat", dice=[6] * 40)
    act(play, "pass", ("retreat", "0708"), ("land_at", "1005"))
    assert where(play, "red-heavy-bomber-1") == "1005"
    assert "Heavy Bomber" not in "\n".join(play.log("en", "blue"))
    assert GAME.invariants(play.state) == []


@rule("victory", "fog.1", "7.1a")
def test_losses_are_told_in_an_order_that_says_nothing_about_the_blocks() -> None:
    logs = []
    for one, other in (("red-airborne-1", "red-infantry-1"), ("red-infantry-1", "red-airborne-1")):
        play = after_supply({one: "1114 at 1", other: "1214 at 1", "blue-infantry-1": "0913"})
        logs.append(play.log("en", "blue"))
    assert logs[0] == logs[1] and len([line for line in logs[0] if "eliminated" in line]) == 2


@rule("victory", "fog.1", "8.opt.2")
def test_a_ship_on_its_way_along_a_coast_does_not_show_that_it_is_a_submarine() -> None:
    seen = []
    for ship in ("red-submarine-1", "red-cruiser-1"):
        play = pos({ship: "0606", "blue-infantry-1": "0913"}, active="red", options={"submarine_control": True})
        act(play, ("unit", ship), ("move", "0605"))
        state = state_of(play)
        assert play.ask("red") and offered(play, "red", "stop"), "it may go on"
        seen.append([GAME.overlay(state, 1, kind) for kind in state.game.overlays] + [play.view("blue")["markers"]])
    assert seen[0] == seen[1]


@rule("victory", "fog.1")
def test_blocks_are_turned_up_in_an_order_that_says_nothing_about_which_is_which() -> None:
    """Two of a type differ by strength alone: whoever has met them before cannot tell which one has changed."""
    seen = []
    for one, other in ((2, 3), (3, 2)):
        place = {"blue-infantry-1": f"0504 at {one}", "blue-infantry-2": f"0504 at {other}"}
        play = pos({**place, "red-armor-1": "0504 from 0404"}, battles={"0504": "red"}, step="combat", dice=[6] * 60)
        view = play.view("red")
        seen.append([view["log"], view["pieces"], view["battle"]])
    assert seen[0] == seen[1]


# ---- councils

GENERAL, ADMIRAL, MARSHAL, POLITICIAN = (f"red-{post}" for post in ("general", "admiral", "air-marshal", "politician"))
COUNCILS: list[list[tuple[object, ...]]] = [
    [(player, "pass") for player in (GENERAL, ADMIRAL, MARSHAL, POLITICIAN)],
    [(player, "pass") for player in (POLITICIAN, MARSHAL, GENERAL, ADMIRAL)],
    [(GENERAL, "propose", 1), (POLITICIAN, "nay"), (ADMIRAL, "nay"),
     (POLITICIAN, "pass"), (ADMIRAL, "pass"), (MARSHAL, "pass")],
    [(ADMIRAL, "coup"), (GENERAL, "aye"), (MARSHAL, "nay"),
     (MARSHAL, "coup"), (GENERAL, "nay"), (GENERAL, "pass"), (POLITICIAN, "pass")],
    [(GENERAL, "propose", 1), (POLITICIAN, "aye"), (POLITICIAN, "transfer", 1), (ADMIRAL, "pass"), (MARSHAL, "pass")],
]  # fmt: skip
"""War councils after which everybody has the post he had."""


def out_of_doors(play: Play) -> list[object]:
    """What enemies and spectators receive, with what undo is refused for."""
    enemies = [player for player in play.roster.ids if player.startswith("blue")]
    found: list[object] = [received(play, viewer) for viewer in (*enemies, None)]
    for player in enemies:
        shown = play.view(player)
        found.append(str((shown["can_undo"], shown["can_redo"])))
        with pytest.raises(IllegalAnswer) as refusal:
            play.undo(player)
        found.append(refusal.value.text("en"))
    return found


@rule("victory", "10.5a", "10.5b", "fog.1")
@pytest.mark.parametrize("council", COUNCILS)
def test_of_a_council_the_enemy_sees_only_that_it_is_held(council: list[tuple[object, ...]]) -> None:
    play = pos({"red-infantry-1": "0902", "blue-infantry-1": "0913"}, scenario="commanders-8", step="turn")
    before = out_of_doors(play)
    team = [GENERAL, ADMIRAL, MARSHAL, POLITICIAN]
    assert play.view("blue-general")["waiting"] == play.view(None)["waiting"] == team
    for player, *answer in council[:-1]:
        play.answer(str(player), *answer)  # type: ignore[arg-type]  # a verb and its target
        assert out_of_doors(play) == before, (player, answer)
        assert play.view(GENERAL)["waiting"] == list(play.deciders), "the team knows for whom it waits"
    play.answer(*council[-1])  # type: ignore[arg-type]  # as above
    assert play.view("red-general")["waiting"] == [f"blue-{one.partition('-')[2]}" for one in team]
    told = [event.message.key for event in play.events if event.visible(None)]
    assert told == ["event.turn", "event.council", "event.council"]


@rule("victory", "10.5b", "fog.1")
def test_who_commands_what_is_told_when_the_council_is_over() -> None:
    play = pos({"red-infantry-1": "0902"}, scenario="commanders-8", step="turn")
    before = out_of_doors(play)
    play.answer(POLITICIAN, "transfer", 1)
    assert play.view(MARSHAL)["armies"][0]["posts"][GENERAL] == "admiral"
    for player in (GENERAL, ADMIRAL):
        play.answer(player, "pass")
    assert out_of_doors(play) == before
    play.answer(MARSHAL, "pass")
    for viewer in ("blue-general", None):
        assert play.view(viewer)["armies"][0]["posts"][GENERAL] == "admiral"
        assert sum("now" in line for line in play.log("en", viewer)) == 2
    assert sum("now" in line for line in play.log("en", MARSHAL)) == 2, "the team is told once"


def test_a_council_plays_on_from_a_snapshot_and_is_undone_within_the_team() -> None:
    play = pos({"red-infantry-1": "0902"}, scenario="commanders-8", step="turn")
    rng = Random(3)
    for player, *answer in COUNCILS[3][:-1]:
        assert conformance.look(play, rng) == []
        play.answer(str(player), *answer)  # type: ignore[arg-type]  # a verb and its target
        assert play.can_undo(str(player))
