"""The coach of a first game: his remarks are sound, each comes at its moment and once, nearly all come up in play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.data import DataError
from grognard.games.vl.alone import exposed
from grognard.games.vl.game import GAME as VL
from grognard.players import bot
from grognard.school import advice, check, coaching
from grognard.school.coaching import When, due, remarks

GAMES = ("avl", "lb", "victory", "vl")
MOST_SHARE = 0.8
"""So much of what a coach has to say comes up in one game between Recruits."""


@pytest.mark.parametrize("name", GAMES)
def test_remarks_of_our_games_have_no_faults(name: str) -> None:
    game = grognard.game(name)
    assert coaching.faults(game) == []
    assert len(remarks(game)) >= 12


def views(name: str, seed: int) -> Iterator[dict[str, Any]]:
    """What each side sees at its questions in the game that the lobby advises to begin with, played by Recruits."""
    game = grognard.game(name)
    told = advice.load(game)
    assert told is not None
    play, rng = game.new(told.begin_with, seed=seed), Random(seed)
    bots = {player: bot("recruit", name) for player in play.roster.ids}
    while play.result is None:
        (player, *_) = play.deciders
        yield play.view(player)
        number = play.roster.number(player)
        play.apply(number, bots[player].choose(play.imagine(player, rng), number, rng))


@pytest.mark.parametrize(("name", "seed"), [("avl", 1), ("lb", 1), ("victory", 1), ("vl", 1)])
def test_nearly_all_remarks_come_up_in_a_first_game(name: str, seed: int) -> None:
    waiting = {one.id: one for one in remarks(grognard.game(name))}
    few = (1 - MOST_SHARE) * len(waiting)
    for view in views(name, seed):
        for id in [id for id, one in waiting.items() if one.when.holds(view)]:
            del waiting[id]
        if len(waiting) <= few:
            return
    pytest.fail(f"never came up: {sorted(waiting)}")


def test_each_side_is_spoken_to_from_its_first_question_on_and_never_twice() -> None:
    heard: dict[str, list[str]] = {"german": [], "soviet": []}
    of = remarks(VL)
    for view, _ in zip(views("vl", 1), range(400), strict=False):
        said = heard[view["viewer"]]
        remark = due(of, view, said)
        if remark is not None:
            said.append(remark.id)
    assert all(said[0] == "set-up" and len(said) == len(set(said)) > 6 for said in heard.values())
    assert "first-move-german" in heard["german"] and "first-move-german" not in heard["soviet"]


def test_the_first_movement_is_introduced_before_anything_else_is_said_of_it() -> None:
    """A newcomer once heard of his HQ, and of villages that had changed hands, before he was told how to move."""
    heard = {"set-up", "support", "requirements", "retreat", "compulsory-retreat", "bold", "advance"}
    for side in ("german", "soviet"):
        view = next(one for one in views("vl", 1) if one["viewer"] == side and one["ask"]["step"] == "move")
        remark = due(remarks(VL), view, heard)
        assert remark is not None and remark.id == f"first-move-{side}"


def test_the_suggested_set_up_does_with_hqs_as_the_coach_says() -> None:
    """With a combat unit, or where no enemy can come beside it (1.4e)."""
    said = next(one for one in coaching.document(VL) if one["id"] == "set-up")["say"]["en"]
    assert "with a combat unit, or out of the enemy's reach" in said
    play = VL.new(seed=1)
    for side in ("german", "soviet"):
        play.answer(side, "place_rest")
        play.answer(side, "done")
    state, hq = play.state, VL.counters.numbers["hq-83"]
    assert not exposed(state, VL.counters.side[hq]) >> hq & 1, "the Soviet side moves first; its own HQ can still go"


def test_a_step_that_a_bold_result_takes_without_a_question_is_explained() -> None:
    play = VL.position(
        turn=3, step="result", active="soviet", arrivals=[], festungs={"west": 0, "east": 0}, result="-/R3",
        attack={"on": "1008", "by": ["fd-357", "fb-26"]}, place={"klatt": "1008", "fd-357": "1108", "fb-26": "1108"},
    )  # fmt: skip
    heard: list[str] = []
    while "bold" not in heard:
        (player,) = play.deciders
        view = play.view(player)
        remark = due(remarks(VL), view, heard)
        heard += [remark.id] if remark else []
        ask = view["ask"]["answers"]
        wanted = ("demand_step", "fall_back", "retreat", "end_advance", "end_combat")
        verb = next(verb for verb in wanted if verb in ask)
        play.answer(player, verb, ask[verb][0])
        assert view["ask"]["step"] != "dictated_loss"


def test_flags_and_discs_are_explained_when_a_place_changes_hands() -> None:
    remark = next(one for one in remarks(VL) if one.id == "prizes")
    assert any(remark.when.holds(view) for view, _ in zip(views("vl", 1), range(1500), strict=False))


def test_what_a_newcomer_to_velikiye_luki_once_did_not_know_is_said() -> None:
    """Leaving a ZOC, ZOC to ZOC, gliders, bold results, the marks behind a strength: each was met without a word."""
    cited = {rule for one in remarks(VL) for rule in one.rules}
    assert {"4.2.1b", "4.2.1c", "7.4b", "6.4c", "6.2.4a", "6.2.5", "13.1c"} <= cited
    assert "costs 2 MP more" in next(one for one in coaching.document(VL) if one["id"] == "marching")["say"]["en"]


VIEW: dict[str, Any] = {
    "viewer": "german",
    "players": [{"id": "soviet", "side": "soviet"}, {"id": "german", "side": "german"}],
    "ask": {"step": "move", "answers": {"unit": ["kraft"]}, "focus": {}},
    "tracks": [{"id": "phase", "value": "movement"}],
    "log": [{"key": "event.turn", "rule": "2.1.A"}, {"key": "event.combat", "rule": "6.4k"}],
    "pieces": [{"side": "german", "flags": ["isolated"]}, {"side": "soviet", "flags": ["unsupplied"]}],
}


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ({"step": ("move",)}, True),
        ({"step": ("combat", "move")}, True),
        ({"step": ("combat",)}, False),
        ({"phase": ("movement",)}, True),
        ({"phase": ("combat",)}, False),
        ({"verb": ("unit",)}, True),
        ({"verb": ("attack",)}, False),
        ({"event": ("event.combat",)}, True),
        ({"event": ("event.retreats",)}, False),
        ({"rule": ("6.4c", "6.4k")}, True),
        ({"rule": ("6.4c",)}, False),
        ({"flag": ("isolated",)}, True),
        ({"flag": ("unsupplied",)}, False),  # a Soviet unit's
        ({"step": ("move",), "side": "german"}, True),
        ({"step": ("move",), "side": "soviet"}, False),
        ({"step": ("move",), "event": ("event.retreats",)}, False),
        ({"odds": True}, False),
    ],
)
def test_all_that_a_remark_waits_for_must_hold(when: dict[str, Any], holds: bool) -> None:
    assert When(**when).holds(VIEW) is holds
    assert not When(**when).holds({**VIEW, "ask": None})


def test_odds_are_met_where_the_question_shows_them() -> None:
    shown = {**VIEW, "ask": {**VIEW["ask"], "focus": {"odds": {"column": "3/1"}}}}
    assert When(odds=True).holds(shown)


def planted(folder: Path, change: Callable[[str], str]) -> Any:
    text = (VL.folder / "data" / coaching.FILE).read_text(encoding="utf-8")
    changed = change(text)
    assert changed != text
    (folder / coaching.FILE).write_text(changed, encoding="utf-8")
    return VL.with_data(folder)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('step = ["support"]', 'step = ["bombard"]', 'coach: "support": there is no step "bombard"'),
        ('verb = ["assault"]', 'verb = ["storm"]', 'there is no answer "storm"'),
        ('"event.quality"', '"event.rain"', 'nobody tells the event "event.rain"'),
        ('"event.quality"', '"prompt.support"', 'nobody tells the event "prompt.support"'),
        ('"unsupplied"', '"sleepy"', 'there is no mark "sleepy"'),
        ('side = "german"', 'side = "french"', 'there is no side "french"'),
        ('when = { verb = ["assault"] }', 'when = { phase = ["tea"] }', 'there is no phase "tea"'),
        ('"13.1c"', '"99.9"', 'there is no clause "99.9"'),
        ('en = "', 'en = "' + "word " * 60, "is too long"),
        ('ja = "', 'ja = "{column}', 'names "column", which there is not'),
        ("{festung_divisions} rifle divisions", "2 rifle divisions", "types the figure 2: name it in braces"),
        ('point = { verb = "place_rest" }', 'point = { verb = "dance" }', 'points at verb "dance"'),
        ('point = { panel = "odds" }', 'point = { panel = "radio" }', 'points at panel "radio"'),
        ('point = { panel = "odds" }', 'point = { hex = "1209" }', "points at a hex"),
        ('id = "support"', 'id = "set-up"', 'two remarks are "set-up"'),
        ('when = { verb = ["assault"] }', 'when = { side = "soviet" }', "waits for nothing"),
        ('rules = ["9a", "9c", "10.1"]', "rules = []", "rules"),
    ],
)
def test_a_planted_fault_is_told(tmp_path: Path, old: str, new: str, told: str) -> None:
    game = planted(tmp_path, lambda text: text.replace(old, new, 1))
    assert any(told in fault for fault in coaching.faults(game)), coaching.faults(game)


def test_the_figures_of_a_remark_are_those_of_the_tables(tmp_path: Path) -> None:
    """An owner who changes a table hears of it."""
    tables = (VL.folder / "data" / "tables.toml").read_text(encoding="utf-8")
    assert "divisions = 2" in tables
    (tmp_path / "tables.toml").write_text(tables.replace("divisions = 2", "divisions = 3", 1), encoding="utf-8")
    for game, told in ((VL, ("2 rifle divisions", "狙撃兵師団2個")), (VL.with_data(tmp_path), ("3 rifle", "師団3個"))):
        say = next(one["say"] for one in coaching.document(game) if one["id"] == "assault")
        assert told[0] in say["en"] and told[1] in say["ja"]


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_left_to_fill_in_what_the_coach_says(name: str) -> None:
    said = [text for one in coaching.document(grognard.game(name)) for text in one["say"].values()]
    assert said and not any("{" in text for text in said)


def test_the_check_of_a_game_tells_of_its_coach(tmp_path: Path) -> None:
    game = planted(tmp_path, lambda text: text.replace('"13.1c"', '"99.9"', 1))
    assert 'coach: "set-up": there is no clause "99.9"' in check.faults(game)


def test_a_text_in_one_language_alone_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"coach\.toml"):
        remarks(planted(tmp_path, lambda text: text.replace('ja = "', 'fr = "', 1)))
