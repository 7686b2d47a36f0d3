"""A segment that ends by itself waits for a player who could still undo, and says why nothing else is left to do."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.core.ask import TARGET_BITS, random_answer
from grognard.core.play import Play
from grognard.core.words import LANGUAGES
from grognard.testing import rule
from tests.games.avl.test_11_reinforcements import arriving
from tests.games.lb._help import S4
from tests.games.lb._help import position as lb_position
from tests.games.vl._help import no_arrivals
from tests.games.vl._help import position as vl_position

ANSWERS = 250
every_game = pytest.mark.parametrize("name", grognard.game_ids())


def asked(play: Play, player: str) -> tuple[str, str]:
    """The reason why he is asked to go on, and nothing else."""
    ask = play.ask(player)
    assert ask is not None and dict(ask.answers) == {"go_on": [None]}
    assert all(ask.text(language) for language in LANGUAGES)
    return ask.message.key, ask.rule


# ---- every game


def segments_that_ended_by_themselves(play: Play, player: int, barrier: int) -> list[str]:
    """Of the answers that were taken on the way here: the ends of his own segments, before any die."""
    verbs = play.game.verbs
    return [
        verbs[lone.verb].name
        for lone in play._came[player].lone_answers()
        if lone.state.stack[-1].player == player
        and lone.state.barrier == barrier
        and verbs[lone.verb].name.startswith("end_")
    ]


@every_game
@pytest.mark.parametrize("seed", range(3))
def test_no_segment_ends_by_itself_past_an_undo_and_waiting_changes_nothing_else(name: str, seed: int) -> None:
    game, rng = grognard.game(name), Random(f"{name}/{seed}")
    play, plain = game.new(seed=seed, waits=True), game.new(seed=seed)
    for _ in range(ANSWERS):
        if play.result is not None:
            break
        player = play.state.deciders[0]
        answer = random_answer(play.state.ask(player), rng)
        barrier = play.state.barrier
        play.apply(player, answer)
        if play.names_of_answer(answer)[0] == "go_on":
            continue
        plain.apply(player, answer)
        if segments_that_ended_by_themselves(play, player, barrier):
            assert play.can_undo(play.roster.ids[player])
    while play.state.deciders and (go_on := play.state.going_on(player := play.state.deciders[0])) is not None:
        play.apply(player, go_on)
    assert play.state == plain.state
    assert [event.message for event in play.events] == [event.message for event in plain.events]


@every_game
def test_go_on_is_never_asked_in_mass_play(name: str) -> None:
    game = grognard.game(name)
    state = game.fast_state(1)
    assert not state.waits
    rng = Random(1)
    for _ in range(ANSWERS):
        if state.over:
            break
        player = state.deciders[0]
        answer = random_answer(state.ask(player), rng)
        assert answer >> TARGET_BITS != game.verb_numbers["go_on"]
        state.apply(player, answer)


# ---- A Victory Lost


def last_to_move(waits: bool = True, **place: str) -> Play:
    """One Soviet corps may still move; a chit is left in the cup for what comes after it."""
    stands = {"su-7tk": "6138", "ro-7": "5938", **{unit.replace("_", "-"): hex for unit, hex in place.items()}}
    chits = {"cup": ["STAVKA", "R3A"], "inactive": ["4PzA", "Hollidt", "It8A", "H2A", "F-Pico", "Kempf"]}
    return grognard.game("avl").position(
        step="move", active="soviet", activated=["su-7tk"], place=stands, chits=chits, waits=waits, unchecked=True
    )


@rule("avl", "9.0a", "4.1.2a")
def test_avl_waits_when_the_last_unit_has_stopped_beside_nobody() -> None:
    play = last_to_move()
    play.answer("soviet", "unit", "su-7tk")
    play.answer("soviet", "stop")
    assert asked(play, "soviet") == ("prompt.idle_no_enemy_beside", "9.0a")
    assert play.why("soviet", "attack", "5938")[0].rule == "9.0a", "what the Combat Segment says of an attack"
    assert play.view("soviet")["ask"]["primary"] == "go_on"
    play.undo("soviet")
    assert play.legal("soviet", "stop"), "the move is in hand again"
    play.redo("soviet")
    play.answer("soviet", "go_on")
    assert [one.message.key for one in play.events].count("event.chit_drawn") and not play.can_undo("soviet")


@rule("avl", "9.3.4a")
def test_avl_names_the_hex_where_the_odds_are_too_low() -> None:
    play = last_to_move(ro_7="6038", de_17pz="6038", de_6pz="6038")
    play.answer("soviet", "unit", "su-7tk")
    play.answer("soviet", "stop")
    assert asked(play, "soviet") == ("prompt.idle_too_weak", "9.3.4a")
    assert "6038" in str(play.view("soviet")["ask"]["prompt"]["text"]["en"])


@rule("avl", "9.2")
def test_avl_does_not_wait_where_an_attack_is_possible_or_nobody_plays_by_hand() -> None:
    play = last_to_move(ro_7="6038")
    play.answer("soviet", "unit", "su-7tk")
    play.answer("soviet", "stop")
    assert play.legal("soviet", "attack", "6038") and play.can_undo("soviet")
    play = last_to_move(waits=False)
    play.answer("soviet", "unit", "su-7tk")
    play.answer("soviet", "stop")
    assert [one.message.key for one in play.events].count("event.chit_drawn")


@rule("avl", "11.1.1a")
def test_avl_waits_when_the_last_reinforcement_is_placed() -> None:
    play = arriving("de-7pz", turn=2, waits=True)
    play.answer("axis", "place_at", "0115")
    assert asked(play, "axis") == ("prompt.idle_all_placed", "11.1.1a")
    play.undo("axis")
    assert play.legal("axis", "place_at", "0115")
    play.redo("axis")
    play.answer("axis", "go_on")
    assert play.state.lanes is not None, "the chits of the next turn are chosen"


# ---- Lost Battles


def last_second_move() -> Play:
    """One Russian regiment may still move in the Second Movement Phase."""
    place = {"su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2404"}
    play = lb_position(place, hqs=False, step="second_movement", waits=True)
    play.answer("russian", "unit", "su-rifle-rgt#1")
    return play


@rule("lb", "seq.1c")
def test_lb_waits_before_the_other_player_has_his_turn() -> None:
    play = last_second_move()
    play.answer("russian", "stop")
    assert asked(play, "russian") == ("prompt.idle_nobody_moves", "seq.1c")
    play.undo("russian")
    assert play.legal("russian", "move", "2418")
    play.redo("russian")
    play.answer("russian", "go_on")
    assert [one.message.args["side"] for one in play.events if one.message.key == "event.phase_first_movement"] == [
        "german"
    ]


@rule("lb", "artillery.B2")
def test_lb_waits_before_the_guns_roll() -> None:
    play = lb_position({"su-art-20#1": "2417 limbered"}, hqs=False, waits=True)
    play.answer("russian", "unit", "su-art-20#1")
    play.answer("russian", "unlimber")
    assert asked(play, "russian") == ("prompt.idle_guns_roll", "artillery.B2")
    rolls = play.state.rolls
    play.answer("russian", "go_on")
    assert play.state.rolls == rolls + 1


@rule("lb", "scenario4.line")
def test_lb_does_not_lose_a_game_by_itself_through_a_broken_line() -> None:
    place = {"su-rifle-rgt#1": "2302", "ge-inf-bn#1": "1010"}
    play = lb_position(place, scenario=S4, hqs=False, waits=True)
    play.answer("russian", "unit", "su-rifle-rgt#1")
    play.answer("russian", "stop")
    assert asked(play, "russian") == ("prompt.idle_line_broken", "scenario4.line")
    assert play.result is None and play.can_undo("russian")
    play.answer("russian", "go_on")
    assert play.result is not None and play.result.reason.rule == "scenario4.line"


# ---- Victory


@rule("victory", "9.1e")
def test_victory_waits_when_the_last_factory_is_placed() -> None:
    play = grognard.game("victory").new(options={"factories": True}, seed=1, waits=True)
    rng = Random(1)
    while play.ask("red") is None or "place_factory" not in play.ask("red").answers:  # type: ignore[union-attr]
        player = play.state.deciders[0]
        play.apply(player, random_answer(play.state.ask(player), rng))
    while "place_factory" in (ask := play.ask("red")).answers:  # type: ignore[union-attr]
        play.answer("red", "place_factory", ask.answers["place_factory"][0])  # type: ignore[union-attr]
    assert asked(play, "red") == ("prompt.idle_factories_placed", "9.1e")
    play.undo("red")
    assert "place_factory" in play.ask("red").answers  # type: ignore[union-attr]
    play.redo("red")
    play.answer("red", "go_on")
    assert play.ask("red") is None, "his secret placement is sealed"


# ---- Velikiye Luki


@rule("vl", "2.1.B", "2.1.C")
def test_vl_ends_no_phase_by_itself() -> None:
    """Both phases are ended by their player alone, so there is nothing to wait for."""
    play = vl_position(place={"fd-28": "1513", "klatt": "0308", **no_arrivals()}, step="move", waits=True)
    play.answer("soviet", "unit", "fd-28")
    play.answer("soviet", "stop")
    assert set(play.ask("soviet").answers) == {"end_movement"}, "nobody is left to move, and it is still his to say"  # type: ignore[union-attr]
    play.answer("soviet", "end_movement")
    assert set(play.ask("soviet").answers) == {"end_combat"}  # type: ignore[union-attr]
