"""Positions for authors: what they refuse, where they stop, and dice set by hand in a game that runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.core.ask import IllegalAnswer
from grognard.core.game import SetupError
from grognard.core.journal import Journal, replay, verify
from grognard.core.play import Play
from grognard.games.avl import GAME as AVL
from grognard.games.lb import GAME as LB
from grognard.games.victory import GAME as VICTORY
from grognard.games.vl import GAME as VL
from grognard.hex.grid import bits


def refused(game: Any, **words: Any) -> str:
    with pytest.raises(SetupError) as error:
        game.position(**words)
    text = str(error.value)
    assert "\n" not in text
    return text


# ---- what no game comes to

BATTLE = {"red-infantry-1": "0707 from 0708", "blue-infantry-1": "0707", "blue-infantry-2": "0707"}
FACING = {"de-17pz": "2310", "su-7tk": "2410"}


@pytest.mark.parametrize(
    ("game", "words", "fault"),
    [
        (AVL, {"place": {"de-17pz": "2310", "su-7tk": "2310"}}, "both sides stand in 2310"),
        (AVL, {"place": {"su-7tk": "0107", "su-1": "0107", "su-159": "0107"}}, "may not stack in 0107"),
        (AVL, {"place": {"de-17pz": "2310"}, "active": "soviet", "activated": ["de-17pz"]}, "de-17pz is activated"),
        (AVL, {"vp": {"axis": 3}}, "axis has 3 points"),
        (VL, {"place": {"fd-28": "1513", "klatt": "1513"}}, "both sides stand in 1513"),
        (VL, {"step": "combat", "place": {"fd-28": "1513", "fd-381": "1513"}}, "stack in 1513 is too large"),
        (LB, {"place": {"su-tank-bde#1": "2417", "ge-inf-bn#1": "2417"}}, "both sides stand in 2417"),
        (
            LB,
            {"place": {"su-tank-bde#1": "2417 undeployed", "ge-inf-bn#1": "2416"}, "step": "second_movement"},
            "su-tank-bde#1 is undeployed in phase second_movement",
        ),
        (VICTORY, {"place": {"red-infantry-1": "0707", "blue-infantry-1": "0707"}}, "share 0707 without a battle"),
        (
            AVL,
            {"step": "combat", "place": FACING, "attacked": ["2410"]},
            "su-7tk stands in 2410, which its own side has attacked",
        ),
        (
            VL,
            {"step": "combat", "place": {"gfd-9": "1108"}, "attacked": ["1108"]},
            "gfd-9 stands in 1108, which its own side has attacked",
        ),
        (VL, {"turn": 2, "artillery": {"soviet": 99}}, "artillery of soviet is 99, turn 2 has 4"),
        (VL, {"turn": 1, "artillery": {"german": 2}}, "artillery of german is 2, turn 1 has 1"),
        (VL, {"air": {"german": 9}}, "air of german is 9, turn 2 has"),
        (VL, {"scored": ["s-343"]}, "s-343 has scored and has not left the map (13.3.1c)"),
        (VL, {"place": {"tb-184": "0108"}, "scored": ["tb-184"]}, "tb-184 has scored and has not left the map"),
        (LB, {"place": {"su-tank-bde#1": "exited 2417 on 1"}}, "su-tank-bde#1 has left the map by 2417"),
        (
            LB,
            {"place": {"su-tank-bde#1": "2417 released"}},
            "su-tank-bde#1 is released from a road",
        ),
        (
            AVL,
            {"place": {"de-17pz": "3435"}, "cities": {"Rostov": "soviet"}},
            "soviet controls 3435, where axis stands",
        ),
        (VL, {"place": {"s-343": "1008"}, "moved": ["s-343"]}, "s-343 has acted in the enemy's phase"),
        (
            VICTORY,
            {"place": {"red-infantry-1": "0707", "red-fighter-1": "0707 aboard red-infantry-1"}},
            "red-fighter-1 is aboard red-infantry-1, which is no carrier",
        ),
        (
            VICTORY,
            {"place": {"red-carrier-1": "0707", "red-heavy-bomber-1": "0707 at 1 aboard red-carrier-1"}},
            "red-heavy-bomber-1 cannot be aboard a carrier",
        ),
        *(
            (VICTORY, {"step": step, "active": "red", "place": BATTLE | place} | more, fault)
            for step, more in (
                ("combat", {"battles": {"0707": "red"}}),
                ("round", {"fight": {"hex": "0707", "by": "red"}}),
                ("round", {"fight": {"hex": "0707", "by": "red", "round": 2}}),
                ("combat_turn", {"fight": {"hex": "0707", "by": "red"}}),
            )
            for place, fault in (
                ({"red-infantry-1": "0707"}, "red-infantry-1 has not come into 0707, where its army began a battle"),
                ({"red-fighter-1": "0707"}, "red-fighter-1 has not come into 0707, where its army began a battle"),
                ({"blue-infantry-2": "0707 from 0807"}, "blue-infantry-2 has come into 0707, where others began"),
                ({"red-armor-1": "0707 from 0807 late"}, "red-armor-1 is late in 0707, where its own army began"),
                ({"red-fighter-1": "0707 from 0807"}, "red-fighter-1 flies and has come over a hexside"),
                ({"red-airborne-1": "0707 from 0807 flown 2"}, "red-airborne-1 flies and has come over a hexside"),
            )
        ),
        *(
            (VICTORY, {"place": {f"red-{kind}-1": "0705 at sea"}}, "is at sea in 0705")
            for kind in ("infantry", "armor")
        ),
        (VICTORY, {"place": {"red-infantry-1": "0707 beachhead"}}, "red-infantry-1 cannot be a beachhead"),
        (VICTORY, {"place": {"red-resource-1": "0403"}}, "the option resources is off"),
        (VICTORY, {"airfields": {"0504": ("major", "red")}}, "the option airfields is off"),
        (VICTORY, {"mulberries": {"0605": "red"}}, "the option mulberries is off"),
        (VICTORY, {"storm": "0706"}, "the option storms is off"),
        (VICTORY, {"ruined": ["1305-1405"]}, "the option destruction is off"),
        (VICTORY, {"airfields": {"0707": ("major", "red")}, "options": {"airfields": True}}, "an airfield is in 0707"),
        (VICTORY, {"airfields": {"0706": ("major", "red")}, "options": {"airfields": True}}, "an airfield is in 0706"),
        (VICTORY, {"mulberries": {"0504": "red"}, "options": {"mulberries": True}}, "a mulberry is in 0504"),
        (VICTORY, {"ruined_canals": ["0707"], "options": {"destruction": True}}, "a canal is ruined in 0707"),
        (
            VICTORY,
            {"place": {"red-air-factory-1": "0504 at 3"}, "options": {"factories": True}},
            "red-air-factory-1 is in 0504, which is no city",
        ),
        (
            VICTORY,
            {"place": {"red-naval-factory-1": "1303 at 1"}, "options": {"factories": True}},
            "red-naval-factory-1 is in 1303, which is no port",
        ),
        (
            VICTORY,
            {
                "place": {"red-naval-factory-1": "0707 at 3", "red-air-factory-1": "0707 at 3"},
                "options": {"factories": True},
            },
            "the factories in 0707 are worth 6, the city 3",
        ),
    ],
)
def test_a_position_that_no_game_comes_to_is_refused_unless_unchecked(
    game: Any, words: dict[str, Any], fault: str
) -> None:
    assert fault in refused(game, **words)
    assert fault in "; ".join(game.position(**words, unchecked=True, stop=True).invariants())


def test_units_stand_on_land() -> None:
    water = AVL.ground.grid.name(bits(AVL.map.terrain["water"])[0])
    assert f"su-7tk stands in {water}, which nobody may use" in refused(AVL, place={"su-7tk": water})


# ---- words

ATTACK = {"on": "2310", "by": ["su-7tk"]}


@pytest.mark.parametrize(
    ("game", "words", "named"),
    [
        (AVL, {"chits": {"cupp": ["STAVKA"]}}, 'chits has no "cupp"'),
        (AVL, {"vp": {"allies": 3}}, 'vp has no "allies"'),
        (AVL, {"planned": ["Foo"]}, 'there is no chit "Foo"'),
        (AVL, {"orders": []}, "a position has no orders"),
        (AVL, {"manstein_rejected": "yes"}, "manstein_rejected is True or False, not 'yes'"),
        (AVL, {"hq": ["su-7tk"]}, "hq: su-7tk is no HQ"),
        (
            AVL,
            {"arrivals": ["de-17pz"], "place": FACING},
            "de-17pz is no reinforcement that is still to come",
        ),
        (AVL, {"arrivals": ["su-12tk"], "place": {"su-12tk": "2410"}}, "arrivals: su-12tk is no reinforcement"),
        (VL, {"arrivals": ["fb-26"], "place": {"fb-26": "0708"}}, "arrivals: fb-26 is no reinforcement"),
        (AVL, {"place": {"su-7tk": "2410 isolated reduced reduced"}}, 'su-7tk: "reduced" is said twice'),
        (VL, {"place": {"s-343": "1008 isolated isolated"}}, 's-343: "isolated" is said twice'),
        (LB, {"place": {"ge-art-light#1": "2211 limbered limbered"}}, 'ge-art-light#1: "limbered" is said twice'),
        (VL, {"assaulted": "x"}, "assaulted is True or False, not 'x'"),
        (VL, {"used": ["gfd-9"]}, "used: gfd-9 is no rocket launcher"),
        (VL, {"festungs": {"north": 1}}, 'festungs has no "north"'),
        (LB, {"watched": (8,)}, 'watched has no "8"; it has nothing'),
        (LB, {"place": {"su-tank-bde#1": "exited 0109 at 17"}}, "say from where and on which turn it left"),
        (LB, {"step": "combat", "announced": {"bombs": []}}, 'announced has no "bombs"'),
        (VICTORY, {"order": ["red"]}, "the order names each of red, blue once"),
        (VICTORY, {"held": {"green": []}}, 'held has no "green"'),
        *(
            (VICTORY, {"place": {"red-marine-1": where}}, "red-marine-1 cannot be at sea in")
            for where in ("0706 ashore", "0707 at sea ashore")
        ),
        (VICTORY, {"place": {"red-infantry-1": "0707 att 3"}}, '"att" is no word for a block'),
        *(
            (VICTORY, {"place": {"red-marine-1": f"0707 {words}"}}, f'red-marine-1: "{said}" is said twice')
            for words, said in (("at 3 at 2", "at"), ("shown at 3 shown", "shown"), ("at sea at sea", "at sea"))
        ),
        *(
            (
                VICTORY,
                {"battles": {"0707": "red"}, "place": BATTLE | {block: f"0707 flown {flown}"}},
                f"{block} flies {most}",
            )
            for block, flown, most in (
                ("red-fighter-1", 99, 3),
                ("red-fighter-1", 999, 3),
                ("red-torpedo-bomber-1", 3, 2),
                ("red-armor-1", 2, 0),
            )
        ),
        (VICTORY, {"airfields": {"0707": ("huge", "red")}}, 'there is no size of airfield "huge"'),
        *((game, {"turn": "3"}, "turn '3': the turns are 1 to") for game in (AVL, VL, LB, VICTORY)),
        *(
            (game, {"dice": [3, face]}, f"dice: {face!r} is no face of a die; a roll shows 1 to 6 here")
            for game in (AVL, VL, LB, VICTORY)
            for face in ("x", 9, 0, -1, 7, 2.5, True, None)
        ),
        *((game, {"place": ["0707"]}, "place says something of each name") for game in (AVL, VL, LB, VICTORY)),
        (AVL, {"turn": 2.5}, "turn 2.5: the turns are 1 to"),
        (AVL, {"place": {"su-7tk": ""}}, "su-7tk: '' is not a hex"),
        (AVL, {"vp": {"axis": "x"}}, "vp of axis is a whole number from 0 on, not 'x'"),
        (AVL, {"chits": {"cup": ["6A"], "played": ["6A"]}}, "chits: 6A is in cup and in played"),
        (AVL, {"attack": ATTACK, "result": "XX"}, "attack goes with the steps result, retreat, not with move"),
        (AVL, {"retreat": 5}, "retreat goes with the steps retreat, not with move"),
        (AVL, {"step": "draw", "activated": []}, "activated goes with the steps move, combat"),
        (AVL, {"step": "draw", "moved": []}, "moved goes with the steps move, combat"),
        *(
            (AVL, {"step": "retreat", "place": FACING, "attack": ATTACK, "retreat": back}, "retreat is a whole number")
            for back in (-1, "x")
        ),
        (VL, {"place": {"s-343": ""}}, "s-343: '' is not a hex"),
        (VL, {"place": {"s-343": 1008}}, "s-343: 1008 is not a hex"),
        (VL, {"place": {"s-343": "1008 isolated unsupplied"}}, "isolated or unsupplied, not both"),
        (VL, {"attack": ATTACK}, "attack goes with the steps result, retreat, not with move"),
        (VL, {"result": "nonsense"}, "result goes with the steps result, not with move"),
        (VL, {"artillery": {"soviet": -3}}, "artillery of soviet is a whole number from 0 on, not -3"),
        (VL, {"air": {"german": "x"}}, "air of german is a whole number from 0 on, not 'x'"),
        (VL, {"ring": 99}, "ring, the turn in which it closed, is a whole number from 0 to 2, not 99"),
        (VL, {"festungs": {"west": -1}}, "festungs: west is a whole number from 0 to"),
        (LB, {"destroyed": {"german": "x"}}, "destroyed of german is a whole number"),
        (VICTORY, {"place": {"red-infantry-1": ""}}, "red-infantry-1: '' is not a hex"),
        (VICTORY, {"place": {"red-infantry-1": "0707 from 0101"}}, "0101 is not beside 0707"),
        (VICTORY, {"airfields": {"0504": "major"}}, "0504 has a size and a side"),
        (
            VICTORY,
            {"fight": {"nonsense": 1}},
            "fight goes with the steps round, combat_turn",
        ),
        *(
            (VICTORY, {"step": "round", "place": BATTLE, "fight": {"hex": "0707", "by": "red"} | more}, fault)
            for more, fault in (
                ({"round": 9}, "fight: round is a whole number from 1 to 3, not 9"),
                ({"round": "x"}, "fight: round is a whole number from 1 to 3, not 'x'"),
                ({"grounded": ["blue-infantry-1"]}, "blue-infantry-1 does not fly and cannot be grounded"),
                ({"half": ["blue-infantry-1", "blue-infantry-2"]}, "cannot both have their side's half-hit"),
                ({"hex": "0504"}, "fight: nobody fights red in 0504"),
            )
        ),
    ],
)
def test_unknown_words_are_refused_by_name(game: Any, words: dict[str, Any], named: str) -> None:
    assert named in refused(game, **words)


# ---- where it stops

CUT_OFF = {"su-7tk": "0911"}


def test_a_position_can_stop_at_a_step_that_runs_by_itself() -> None:
    play = AVL.position(step="supply", turn=2, place=CUT_OFF, stop=True)
    assert play.deciders == () and play.result is None and not play.log()
    play.go_on()
    gone_on = AVL.position(step="supply", turn=2, place=CUT_OFF)
    assert play.deciders == gone_on.deciders and play.log() == gone_on.log() != []


def test_a_stopped_position_is_kept_as_it_is(tmp_path: Path) -> None:
    play = AVL.position(step="supply", turn=2, place=CUT_OFF, stop=True)
    play.save(tmp_path / "stopped.json")
    assert grognard.load(tmp_path / "stopped.json").state == play.state
    play.go_on()
    play.save(tmp_path / "on.json")
    assert grognard.load(tmp_path / "on.json").state == play.state


def test_with_stop_a_lone_answer_waits_until_the_game_goes_on() -> None:
    """With more Soviets in 2309 the Panzers have one way back, and go it by themselves."""
    words: dict[str, Any] = {
        "step": "retreat", "active": "soviet", "attack": ATTACK, "retreat": 1,
        "place": FACING | {"su-1": "2309"},
    }  # fmt: skip
    play = AVL.position(**words, stop=True)
    at = AVL.unit_numbers["de-17pz"]
    assert play.deciders == () and AVL.ground.grid.name(play.state.hex_of[at]) == "2310"
    play.go_on()
    assert play.state.hex_of == AVL.position(**words).state.hex_of
    assert AVL.ground.grid.name(play.state.hex_of[at]) != "2310"


# ---- in the middle of a combat


def test_avl_goes_on_from_a_result() -> None:
    place = {"de-17pz": "2310", "su-7tk": "2410", "su-25tk": "2410"}
    attack = {"on": "2310", "by": ["su-7tk", "su-25tk"]}
    code = next(code for code, result in AVL.results.items() if result.retreat and not result.attacker_steps)
    play = AVL.position(step="result", active="soviet", place=place, attack=attack, result=code)
    assert play.deciders == ("axis",)
    assert "there is no result" in refused(AVL, step="result", place=place, attack=attack, result="XX")
    assert "cannot attack" in refused(
        AVL, step="result", place=place, attack={"on": "5040", "by": ["su-7tk"]}, result=code
    )


def test_vl_goes_on_from_a_result_and_from_a_retreat() -> None:
    place = {"gfd-9": "1108", "s-343": "1008"}
    words: dict[str, Any] = {"place": place, "active": "soviet", "attack": {"on": "1008", "by": ["gfd-9"]}}
    play = VL.position(step="result", result="-/R2", **words)
    ask = play.ask("german")
    assert ask is not None and ask.rule.startswith("6.")
    back = VL.position(step="retreat", **words)
    asked = back.ask("german")
    assert asked is not None and "retreat" in asked.answers


def test_lb_goes_on_from_a_result_and_from_a_retreat() -> None:
    place = {"su-tank-bde#1": "2417", "su-mech-bde#1": "2417", "ge-inf-bn#1": "2416", "ge-inf-bn#2": "2416"}
    words: dict[str, Any] = {"place": place, "attack": {"on": "2416", "by": ["su-tank-bde#1"]}}
    for back in (LB.position(step="result", result="DB", **words), LB.position(step="retreat", **words)):
        ask = back.ask("german")
        assert ask is not None and "retreat_unit" in ask.answers
    assert "there is no result" in refused(LB, step="result", result="XX", **words)


def test_victory_goes_on_from_a_round_with_half_hits_and_grounded_aircraft() -> None:
    play = VICTORY.position(
        step="round",
        fight={"hex": "0707", "by": "red", "round": 2, "half": ["blue-infantry-1"], "grounded": ["blue-fighter-1"]},
        place={"red-infantry-1": "0707 from 0708", "blue-infantry-1": "0707", "blue-fighter-1": "0707"},
        unchecked=True,
    )
    state = play.state
    fight = state.fight
    assert fight is not None
    numbers = VICTORY.blocks.numbers
    assert fight.round == 2 and numbers["blue-infantry-1"] in fight.half
    assert fight.grounded == 1 << numbers["blue-fighter-1"]
    assert "is not in this battle" in refused(
        VICTORY, step="round", fight={"hex": "0707", "by": "red", "half": ["blue-infantry-2"]},
        place={"red-infantry-1": "0707 from 0708", "blue-infantry-1": "0707"}, unchecked=True,
    )  # fmt: skip


# ---- dice


def attacked(play: Play) -> Play:
    play.answer("soviet", "attack", "2310")
    play.answer("soviet", "add_all")
    play.answer("soviet", "resolve")
    return play


@pytest.mark.parametrize("face", range(1, 7))
def test_dice_can_be_forced_in_a_running_game_and_the_journal_says_so(face: int, tmp_path: Path) -> None:
    place = {"de-17pz": "2310", "su-7tk": "2410", "su-25tk": "2410", "su-4tk": "2311"}
    play = AVL.position(step="combat", active="soviet", place=place, seed=face)
    play.force(face)
    attacked(play)
    assert next(event.message.args["die"] for event in play.events if event.message.key == "event.combat") == face
    journal = play.journal()
    assert journal.forced == {0: face}
    assert any(fault == "dice were set by hand: roll 1" for fault in verify(journal, AVL))
    play.save(tmp_path / "game.json")
    again = replay(Journal.read(tmp_path / "game.json"), AVL)
    assert again.state == play.state


def test_a_forced_die_reaches_the_positions_that_undo_leads_to() -> None:
    place = {"de-17pz": "2310", "su-7tk": "2410", "su-25tk": "2410", "su-4tk": "2311"}
    play = AVL.position(step="combat", active="soviet", place=place)
    play.answer("soviet", "attack", "2310")
    play.force(6)
    play.undo("soviet")
    attacked(play)
    assert next(event.message.args["die"] for event in play.events if event.message.key == "event.combat") == 6


def test_a_draw_by_lot_shows_as_many_faces_as_there_are_to_draw_from() -> None:
    """7.2.1a in A Victory Lost chits are drawn from the cup, 10.1 in Victory blocks from the pool."""
    cup = ["1GdA", "2GdA", "3GdA", "5ShA", "5TkA", "6A", "40A", "28A"]
    play = AVL.position(step="draw", chits={"cup": cup}, dice=[8, 7])
    drawn = [event.message.args["chit"] for event in play.events if event.message.key == "event.chit_drawn"]
    last = max(cup, key=lambda name: AVL.chits.numbers[name])
    assert drawn[0] == last
    assert "9 is no face of a die; a roll shows 1 to 8 here" in refused(AVL, step="draw", chits={"cup": cup}, dice=[9])
    assert "40 is no face" in refused(AVL, step="draw", chits={"cup": cup}, dice=[40])
    VICTORY.position(step="muster", dice=[20])
    assert "200 is no face" in refused(VICTORY, step="muster", dice=[200])


def test_a_face_that_no_die_has_is_not_forced_in_a_running_game() -> None:
    play = VL.position(step="combat", place={"gfd-9": "1108", "s-343": "1008"})
    for faces in ((7,), (1, "x"), (0,)):
        with pytest.raises(SetupError, match="is no face of a die; a roll shows 1 to 6 here"):
            play.force(*faces)
    assert play.forced == {}


# ---- looking


def test_a_play_has_overlays_and_invariants() -> None:
    play = AVL.position(active="soviet", place={"su-7tk": "2410"})
    assert "2411" in play.overlay("zoc:soviet") and "2411" not in play.overlay("zoc:axis")
    assert play.invariants() == []


@pytest.mark.parametrize("target", [["2310"], {"hex": "2310"}, 2.5, object()])
def test_a_target_of_no_kind_is_an_illegal_answer(target: Any) -> None:
    play = AVL.position(step="combat", active="soviet", place={"de-17pz": "2310", "su-7tk": "2410"})
    with pytest.raises(IllegalAnswer):
        play.answer("soviet", "attack", target)
