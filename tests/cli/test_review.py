"""`grognard review` on a game that was played, and hints at the terminal table."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

import grognard
from grognard.cli.records import open_record, play_again
from grognard.cli.review import command, course, shown
from grognard.cli.terminal.hints import advice
from grognard.players import bot
from grognard.school import hint, review
from tests.cli.conftest import Call


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in which Random threw everything away."""
    play, rng = grognard.game("vl").new(seed=3), Random(3)
    while play.result is None:
        player = play.state.deciders[0]
        play.apply(player, bot("random").choose(play.state, player, rng))
    path = tmp_path_factory.mktemp("record") / "game.json"
    path.write_text(json.dumps(play.journal().plain()), encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def _fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("FAIR", 1), ("CLOSE", 2), ("SUSPECTS", 2), ("DICE", 2)):
        monkeypatch.setattr(review, name, value)


def test_a_review_tells_the_margin_in_parts_and_what_was_better(call: Call, record: Path) -> None:
    told = call("review", record, "--side", "german")
    assert told.exit_code == 0, told.output
    assert "Review for German" in told.output and "the margin" in told.output
    assert "played:" in told.output
    step = json.loads(call("review", record, "--side", "german", "--json").output)["decisions"][0]["step"]
    assert f"grognard play --load {record} --at {step}\n" in told.output


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_review_ends_in_words_and_with_a_lesson(call: Call, record: Path, language: str) -> None:
    found = json.loads(call("review", record, "--side", "german", "--json").output)
    told = " ".join(call("review", record, "--side", "german", "--lang", language).output.split())
    between = "" if language == "ja" else " "
    words = between.join(one[language] for one in found["closing"])
    assert found["closing"] and "".join(words.split()) in "".join(told.split())
    fitting = found["lesson"]
    assert fitting is not None
    assert fitting["title"][language] in told and f"grognard learn vl {fitting['order']}" in told


def test_a_review_is_data_too_and_in_japanese(call: Call, record: Path) -> None:
    found = json.loads(call("review", record, "--json").output)
    assert found["side"] == "soviet" and len(found["turns"]) == 11
    assert "振り返り" in call("review", record, "--lang", "ja").output


def test_a_review_tells_the_course_of_the_game_and_what_was_done_well(call: Call, record: Path) -> None:
    found = json.loads(call("review", record, "--json").output)
    play = grognard.load(record)
    deed = {"by": "german", "turn": 4, "whole": True, "step": 30, "gain": {"chance": 0.04, "lead": 0.3}}
    found["well"] = [deed | {"did": {"en": "1011 attacked at 8/1", "ja": "x"}, "story": None}]
    console = Console(record=True, width=100)
    for part in shown(found, play.game, "en", command(record, None)):
        console.print(part, soft_wrap=True)
    told = console.export_text()
    assert course(found, 1) in told and course(found, 11).endswith(("▁", "█")), "it ends in defeat or in victory"
    assert all(str(turn["turn"]) in told for turn in found["turns"])
    assert "the whole turn brought +0.3, +4 %" in told and "1011 attacked at 8/1" in told
    assert f"--load {record} --at 30\n" in told


def test_every_costly_decision_tells_how_to_play_on_from_there(call: Call, record: Path) -> None:
    """In one line, whatever the width, and counted as the file's answers are."""
    found = json.loads(call("review", record, "--json").output)
    told = call("review", record).output.splitlines()
    journal, game = open_record(record)
    assert found["decisions"]
    for one in found["decisions"]:
        assert f"    grognard play --load {record} --at {one['step']}" in [line.rstrip() for line in told]
        play = play_again(record, journal, game, one["step"])
        sides = play.roster.sides
        assert len(play.given) == one["step"] and sides[play.state.deciders[0]] == one["by"]
    assert command(Path("my game.json"), Path("d")) == "grognard play --load 'my game.json' --data d --at"


def test_what_cannot_be_reviewed_is_told_in_one_line(call: Call, record: Path) -> None:
    assert call("review", record, "--side", "nobody").exit_code == 2


def test_a_hint_at_the_terminal_says_what_and_why(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # who leaves has the game saved where he stands
    grognard.game("vl").position(turn=3, step="move", place={"fd-357": "1408", "tr-27": "1408"}).save("begun.json")
    told = call("play", "--load", "begun.json", "--seat", "soviet=human", typed="hint\nquit\n").output
    hinted = told.split("> hint")[1]
    assert "  1 357 DF" in hinted and "Chance of" not in told
    assert " 1408>" in hinted.split("  1 357 DF")[0], "the map above shows where it begins"


@pytest.mark.parametrize(("language", "stop", "between"), [("en", ".", ". "), ("ja", "。", "：")])
def test_a_hint_is_a_line_of_what_to_do_and_sentences_why(language: str, stop: str, between: str) -> None:
    state = grognard.game("vl").position(turn=3, step="move", place={"fd-357": "1408", "tr-27": "1408"}).state
    best = hint.document(state, 0, seed=1)[0]
    line, why = advice(best, language), best["says"]["for"][language]
    assert line.startswith(best["head"][language] + between) and why in line and line.endswith(stop)
    assert advice({**best, "says": {"for": None, "against": None}}, language) == best["head"][language]
