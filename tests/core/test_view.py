"""Views: one shape for every game, put together from nothing, with no secret in it anywhere."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.ask import random_answer
from grognard.core.play import Play
from grognard.core.view import LOG_LINES
from tests.core.toy import BUILD, DIG, DONE, GAME, MAP, TREASURE, Turn

Patch = pytest.MonkeyPatch

SECRET = 987654321


def shown(play: Play, player: str | None) -> str:
    return json.dumps(play.view(player), ensure_ascii=False)


def test_a_view_has_the_shape_that_every_client_draws() -> None:
    view = GAME.position(turns=["red"], dug={"0101": "red"}).view("red")
    assert set(view) >= {
        "game", "scenario", "options", "viewer", "players", "waiting", "ask", "can_undo", "log", "log_length",
        "result", "turn", "pieces", "markers", "tracks", "pools", "score",
    }  # fmt: skip
    assert view["game"] == "toy" and view["viewer"] == "red" and view["waiting"] == ["red"]
    assert view["ask"]["rule"] == "2.0" and view["ask"]["kinds"]["build"] == "hexside"
    assert view["ask"]["answers"]["done"] == [None]
    assert set(view["ask"]["prompt"]["text"]) == {"en", "ja"}


def test_a_question_says_whether_it_is_about_units_that_are_still_to_act(monkeypatch: Patch) -> None:
    play = GAME.position(turns=["red"])
    assert play.view("red")["ask"]["acting"] is False
    monkeypatch.setattr(Turn, "acting", True)
    assert play.view("red")["ask"]["acting"] is True


def test_only_the_viewer_himself_is_shown_his_question() -> None:
    play = GAME.position(turns=["red"])
    assert play.view("red")["ask"] is not None
    assert play.view("blue")["ask"] is None and play.view()["ask"] is None and play.view()["viewer"] is None


def test_what_a_question_is_about_is_shown() -> None:
    play = GAME.position()
    play.answer("red", "bid", 2)
    assert play.view("red")["ask"]["focus"] == {"bid": 2}
    assert play.view("blue")["ask"]["focus"] == {"bid": 0}


def test_enter_answers_the_only_answer_that_there_is_and_nothing_while_there_are_others(monkeypatch: Patch) -> None:
    play = GAME.position(turns=["red"])
    assert set(play.view("red")["ask"]["answers"]) > {"done"} and play.view("red")["ask"]["primary"] is None
    monkeypatch.setattr(Turn, "offer", lambda self, state: {BUILD: 0, DONE: 1})
    play.state.settle()
    assert play.view("red")["ask"]["primary"] == "done"
    monkeypatch.setattr(Turn, "offer", lambda self, state: {DIG: MAP.grid.board})
    play.state.settle()
    assert play.view("red")["ask"]["primary"] is None, "it needs a target"


def test_what_is_not_listed_does_not_show() -> None:
    """Treasure in the ground, the dice with their seed, and what a careless author leaves in a position."""
    play = GAME.new("three", seed=SECRET)
    play.state.treasure = dict.fromkeys(MAP.grid.hexes, SECRET)
    play.state.memo = SECRET
    for player in (None, *play.roster.ids):
        assert str(SECRET) not in shown(play, player)
    assert str(SECRET) in json.dumps(play.journal().plain())


def test_a_secret_shows_to_those_who_know_it_alone() -> None:
    play = GAME.position(unchecked=True, turns=["red", "blue"], treasure={"0201": SECRET})
    play.answer("red", "dig", "0201")
    assert str(SECRET) in shown(play, "red")
    for player in ("blue", "green", None):
        assert str(SECRET) not in shown(play, player)


def test_allies_see_what_their_side_knows() -> None:
    play = GAME.new("teams", {"coins": 1}, seed=5)
    play.state.treasure[MAP.grid.index("0101")] = SECRET
    play.answer("anna", "bid", 1)
    for player in ("boris", "clara", "dmitri"):
        play.answer(player, "done")
    play.answer("anna", "dig", "0101")
    seen = {player: str(SECRET) in shown(play, player) for player in (None, *play.roster.ids)}
    assert seen == {None: False, "anna": True, "boris": False, "clara": True, "dmitri": False}


def test_a_reveal_shows_to_all() -> None:
    play = GAME.position(unchecked=True, turns=["red"], dug={"0101": "red"}, treasure={"0101": SECRET})
    assert str(SECRET) not in shown(play, None)
    play.answer("red", "show", "0101")
    assert str(SECRET) in shown(play, None) and str(SECRET) in shown(play, "blue")


def test_the_length_of_the_log_counts_what_the_viewer_may_see() -> None:
    play = GAME.position(turns=["red", "blue"])
    play.answer("red", "dig", "0201")
    assert play.view("red")["log_length"] == 2 and play.view("blue")["log_length"] == 1
    assert len(play.view("blue")["log"]) == 1


def test_a_view_carries_the_end_of_a_long_log() -> None:
    play = GAME.new("eight", seed=1)
    for _ in range(3):
        for player in play.roster.ids:
            play.answer(player, "done")
    assert play.view("p0")["log_length"] == len(play.log("en", "p0")) > LOG_LINES / 2
    play.events.extend(play.events * 3)
    log = play.view("p0")["log"]
    assert len(log) == LOG_LINES
    assert [line["text"]["en"] for line in log] == [
        GAME.words.say(event.message) for event in play.events if event.visible(0)
    ][-LOG_LINES:]


def test_a_result_shows_with_its_reason_in_both_languages() -> None:
    result = GAME.new("three", {"coins": 0}, seed=1).view()["result"]
    assert result["winners"] == [] and result["points"] == {"red": 0, "blue": 0, "green": 0}
    assert result["reason"]["rule"] == "3.0" and set(result["reason"]["text"]) == {"en", "ja"}


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), answers=st.integers(0, 60), scenario=st.sampled_from(list(GAME.scenarios)))
def test_views_are_plain_json_and_never_change_the_position(seed: int, answers: int, scenario: str) -> None:
    rng = Random(seed)
    play = GAME.new(scenario, seed=seed)
    for _ in range(answers):
        if play.result is None:
            player = rng.choice(play.state.deciders)
            play.apply(player, random_answer(play.state.ask(player), rng))
    before = play.state.clone()
    for name in (None, *play.roster.ids):
        view = play.view(name)
        assert json.loads(json.dumps(view)) == view == play.view(name)
    assert play.state == before


@pytest.mark.parametrize("player", ["red", "blue", "green"])
def test_a_view_does_not_depend_on_where_the_unknown_treasure_lies(player: str) -> None:
    dug = {"0101": "red", "0102": "blue"}
    hexes = MAP.grid.list_names(MAP.grid.board)
    mine = [hex for hex in hexes if dug.get(hex) == player]
    seen = set()
    for seed in range(12):
        values = dict(zip(hexes, TREASURE, strict=True))
        others = [hex for hex in hexes if hex not in mine]
        dealt = Random(seed).sample([values[hex] for hex in others], len(others))
        values.update(zip(others, dealt, strict=True))
        seen.add(shown(GAME.position(turns=["green"], dug=dug, treasure=values), player))
    assert len(seen) == 1
