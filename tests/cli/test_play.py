"""The terminal table: a person at a keyboard, piped."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import grognard
from grognard.core.words import LANGUAGES
from tests.cli.conftest import Call

SOVIET_ALONE = ("play", "avl", "--seed", "7", "--seat", "soviet=human", "--seat", "axis=random")
TO_SPECIAL_COMBAT = ["historical", "done", "1gda", "3gda", "2gda", "done"]


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_a_person_plays_on_by_words_and_numbers(call: Call) -> None:
    lines = [*TO_SPECIAL_COMBAT, "activate 1gda", "attack boguchar", "add_all", "odds", "resolve"]
    result = call(*SOVIET_ALONE, typed=typed(*lines))
    assert result.exit_code == 0, result.output
    output = result.output
    assert "Turn 1 of 9" in output and "25Tk+1" in output
    assert "(3.0b)" in output and "Take the historical choice" in output
    assert "Axis: in the cup 3" in output and "Soviet: in the cup 1GdA, 3GdA, 2GdA, STAVKA" in output
    assert "3913 Boguchar 10:2 = 4-1" in output
    assert "column 4-1" in output and "1:" in output
    assert "die" in output


def test_the_end_of_the_input_saves_and_says_how_to_go_on(call: Call, tmp_path: Path) -> None:
    result = call(*SOVIET_ALONE, typed=typed("historical"))
    assert result.exit_code == 0
    assert "grognard play --load avl-autosave.json --save avl-autosave.json" in result.output
    assert "--seat axis=random --seat soviet=human" in result.output
    play = grognard.load(tmp_path / "avl-autosave.json")
    ask = play.ask("soviet")
    assert ask is not None and "done" in ask.answers
    again = call("play", "--load", "avl-autosave.json", "--seat", "axis=random", typed=typed("done", "quit"))
    assert again.exit_code == 0
    assert "avl-autosave-2.json" in again.output


def test_leaving_before_the_first_answer_saves_nothing(call: Call, tmp_path: Path) -> None:
    assert call(*SOVIET_ALONE, typed="").exit_code == 0
    assert list(tmp_path.iterdir()) == []


def test_every_answer_is_saved_where_a_file_is_named(call: Call, tmp_path: Path) -> None:
    call(*SOVIET_ALONE, "--save", "game.json", typed=typed("historical", "done"))
    answers = json.loads((tmp_path / "game.json").read_text())["answers"]
    assert ["soviet", "historical", None] in answers and ["soviet", "done", None] in answers


def test_an_illegal_answer_gets_its_reason_with_the_rule(call: Call) -> None:
    lines = [*TO_SPECIAL_COMBAT, "activate 1gda", "attack rostov", "move 2310", "done"]
    output = call(*SOVIET_ALONE, typed=typed(*lines)).output
    assert "3435 Rostov cannot be attacked: no enemy combat unit is there (9.0a)" in output
    assert "units attack now and no longer move (4.1.2a)" in output
    assert "End combat" in output.split("no longer move")[-1] or "end_combat" in output.split("no longer move")[-1]


def test_why_tells_obstacles_and_effects(call: Call) -> None:
    lines = [*TO_SPECIAL_COMBAT, "activate 1gda", "why attack rostov", "why attack 3913"]
    output = call(*SOVIET_ALONE, typed=typed(*lines)).output
    assert "no enemy combat unit is there (9.0a)" in output
    assert "this can be done" in output and "attack 10, defence 2" in output


def test_why_tells_of_a_way_round_and_of_hqs_on_the_way(call: Call, tmp_path: Path) -> None:
    game = grognard.game("avl")
    seats = ("--seat", "soviet=human", "--seat", "axis=random")
    game.position(active="soviet", turn=6, place={"su-7tk": "5605", "de-304": "5405"}).save(tmp_path / "round.json")
    lines = typed("unit 7tk", "why move 5404", "quit")
    output = call("play", "--load", "round.json", *seats, typed=lines).output
    assert "the straight way would cost 3 MP more" in output
    game.position(active="soviet", turn=6, place={"su-7tk": "5605", "hq-hollidt": "5404"}).save(tmp_path / "past.json")
    lines = typed("unit 7tk", "why move 5305", "why move 5404", "quit")
    output = call("play", "--load", "past.json", *seats, typed=lines).output
    assert "passes by the HQ in 5404 and does not overrun it" in output and "overruns an HQ in 5404" in output
    output = call("play", "--load", "past.json", "--lang", "ja", *seats, typed=lines).output
    assert "5404 の司令部を避けて通り、蹂躙しない" in output


def test_commands_answer_and_ask_again(call: Call, tmp_path: Path) -> None:
    lines = [
        "help",
        "map",
        "map rostov",
        "map nowhere",
        "rules 9.5.4a",
        "rules 99",
        "log",
        "odds",
        "undo",
        "save x.json",
        "",
    ]
    result = call(*SOVIET_ALONE, typed=typed(*lines))
    assert result.exit_code == 0
    output = result.output
    assert "take your last answer back" in output
    assert "major river" in output and "why select_chit" in output and "Kharkov" in output and "Batays" in output
    assert 'no hex, place or unit "nowhere"' in output
    assert "9.5.4a" in output and 'no clause "99"' in output
    assert "no odds" in output and "nothing to take back" in output
    assert (tmp_path / "x.json").exists()


def test_undo_takes_back_and_redo_gives_again(call: Call) -> None:
    output = call(*SOVIET_ALONE, typed=typed("select 1gda", "undo", "redo", "undo")).output
    assert output.count("4 are still to pick") == 2
    assert output.count("5 are still to pick") == 3


def test_secrets_leave_the_screen_between_two_people(call: Call) -> None:
    lines = ["", "historical", "done", "", "1", "1", "1", "done", "", "1gda", "3gda", "2gda", "done", "decline"]
    result = call("play", "avl", "--seed", "7", "--seat", "axis=human", "--seat", "soviet=human", typed=typed(*lines))
    assert result.exit_code == 0, result.output
    parts = result.output.split("Hand the keyboard to: ")
    assert [part.split(".")[0] for part in parts[1:]] == ["Soviet", "Axis", "Soviet"]
    assert "Special Combat" in result.output or "special Combat" in result.output
    # what the Soviet player picked for the game is not told to the Axis player
    assert "you have picked" not in parts[2] and "Popov" not in parts[2]
    # in the open the table shows nobody's cup
    assert "Soviet: in the cup 4" in parts[3]


def test_a_game_of_hidden_blocks_is_played_at_one_keyboard(call: Call, tmp_path: Path) -> None:
    two = ["muster", "", "deploy_rest", "done", "", "deploy_rest", "done", "1", "stop", "end_move", "", "end_move"]
    save = ("--save", tmp_path / "game.json")
    result = call(
        "play", "victory", "--seed", "3", "--seat", "red=human", "--seat", "blue=human", *save, typed=typed(*two)
    )
    assert result.exit_code == 0, result.output
    parts = result.output.split("Hand the keyboard to: ")
    assert [part.split(".")[0] for part in parts[1:]][:3] == ["Red", "Blue", "Red"], "Blue deploys and moves first"
    assert all("can still move" in part for part in parts[2:4])


def test_a_war_council_is_held_while_the_others_look_away(call: Call, tmp_path: Path) -> None:
    seats = [f"{side}-{post}=human" for side in ("red", "blue") for post in ("general", "admiral", "air-marshal")]
    words = [word for seat in seats for word in ("--seat", seat)]
    lines = ["muster", *["", "deploy_rest", "done"] * 6, "", "pass", "", "propose 1", "", "aye"]
    save = ("--save", tmp_path / "game.json")
    result = call("play", "victory", "--scenario", "commanders", "--seed", "3", *words, *save, typed=typed(*lines))
    assert result.exit_code == 0, result.output
    parts = result.output.split("Hand the keyboard to: ")
    assert "your post is General" in parts[7] and "your post is Admiral" in parts[8]
    assert "exchange their posts? Vote" in parts[9]


def test_the_japanese_table(call: Call) -> None:
    output = call(*SOVIET_ALONE, "--lang", "ja", typed=typed("historical", "help")).output
    assert "第1ターン" in output and "史実" in output and "キーボード" not in output


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", grognard.game_ids())
def test_every_game_is_played_by_numbers(call: Call, tmp_path: Path, game: str, language: str) -> None:
    rng = Random(5)
    seats = [word for player in grognard.game(game).scenario().roster.ids for word in ("--seat", f"{player}=human")]
    numbers = [str(rng.choice((1, 1, 2, 3, 5, 8))) for _ in range(60)]
    result = call("play", game, "--seed", "5", "--lang", language, *seats, typed=typed(*numbers))
    assert result.exit_code == 0, result.output
    assert not grognard.load(tmp_path / f"{game}-autosave.json").result  # written only when something was answered


@pytest.mark.parametrize(("language", "last"), [("en", "after Game-Turn 7"), ("ja", "第7ゲームターン終了")])
def test_lost_battles_is_played_to_its_end(call: Call, language: str, last: str) -> None:
    both = ("--seat", "german=human", "--seat", "russian=human", "--lang", language)
    lines = ["end_movement", "end_announcing"] * 40
    output = call("play", "lb", "--scenario", "3-meeting-engagement", "--seed", "3", *both, typed=typed(*lines)).output
    assert last in output and "7-9-18-9" in output


def test_options_and_prefixes_of_them(call: Call, tmp_path: Path) -> None:
    call(*SOVIET_ALONE, "--option", "axis_help_manstein=on", "--save", "game.json", typed=typed("historical"))
    options = json.loads((tmp_path / "game.json").read_text())["header"]["options"]
    assert options["axis_help_manstein_early"] is True and options["axis_help_first_chit_choice"] is False


def test_own_data_are_laid_over_ours(call: Call, tmp_path: Path) -> None:
    units = (grognard.game("avl").folder / "data" / "units.toml").read_text(encoding="utf-8")
    own = tmp_path / "own"
    own.mkdir()
    (own / "units.toml").write_text(units.replace('label = "25Tk"', 'label = "25TX"'), encoding="utf-8")
    output = call(*SOVIET_ALONE, "--data", own, typed=typed("historical", "map 3912")).output
    assert "25TX" in output and "--data" in output.splitlines()[-1]


def test_without_a_seat_the_first_to_decide_is_yours_and_the_bot_is_a_recruit(call: Call) -> None:
    output = call("play", "avl", "--seed", "7", typed=typed("historical")).output
    assert "--seat axis=recruit --seat soviet=human" in output


def test_a_real_pipe_plays_and_leaves_cleanly(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "grognard", *SOVIET_ALONE]
    done = subprocess.run(words, input=typed("historical", "nonsense", "done", "1", "1", "1", "done", "8"), text=True,
                          capture_output=True, cwd=tmp_path, timeout=60)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "> historical" in done.stdout and '"nonsense" is no answer here' in done.stdout
    assert "declines the special Combat Segment" in done.stdout
    assert "grognard play --load" in done.stdout
