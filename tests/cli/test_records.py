"""`grognard replay` and `grognard render` on a game that bots have played."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import grognard
from grognard.core.conformance import any_answer
from grognard.core.dice import commitment
from tests.cli.conftest import Call


def test_a_replay_tells_how_the_game_stands(call: Call, saved: Path) -> None:
    result = call("replay", saved)
    assert result.exit_code == 0
    assert "A Victory Lost" in result.output and "9 / 9" in result.output


def test_the_log_is_told_in_both_languages(call: Call, saved: Path) -> None:
    assert "Turn 2 begins" in call("replay", saved, "--log").output
    assert "第2ターン" in call("replay", saved, "--log", "--lang", "ja").output


def test_a_game_played_honestly_is_verified(call: Call, saved: Path) -> None:
    result = call("replay", saved, "--verify")
    assert result.exit_code == 0
    assert result.output.startswith("verified: A Victory Lost")
    # sha256 of the seed "5"
    assert "sha256 ef2d127de37b942baad06145e54b0c619a1f22327b2ebbcfbec78f5564afe39d" in result.output


def test_verifying_checks_the_hashes_that_were_sent_beforehand(call: Call, tmp_path: Path) -> None:
    play = grognard.game("avl").new(seed=1)
    nonces = ["axis:0123456789abcdef", "soviet:fedcba9876543210"]
    promises = {one.partition(":")[0]: commitment(one) for one in nonces}
    play.mix(nonces, promises)
    rng = Random(1)
    while play.state.rolls < 3:
        player = rng.choice(play.state.deciders)
        play.apply(player, any_answer(play.state.ask(player), rng))
    path = tmp_path / "game.json"
    play.save(path)
    output = call("replay", path, "--verify").output
    for name, promise in promises.items():
        assert f"hash sent before by {name}: {promise}" in output
    path.write_text(path.read_text().replace(promises["soviet"], "0" * 64))
    result = call("replay", path, "--verify")
    assert result.exit_code == 1
    assert "the nonce of soviet is not the one whose hash was sent before" in result.output


def test_verifying_tells_whose_nonces_are_in_the_dice_and_what_was_taken_back(
    call: Call, saved: Path, tmp_path: Path
) -> None:
    assert "no player added a nonce" in call("replay", saved, "--verify").output
    assert "taken back" not in call("replay", saved, "--verify").output
    play = grognard.game("avl").new(seed=1, nonces=["axis:12345678"])
    rng = Random(1)
    while play.state.rolls < 3:
        player = rng.choice(play.state.deciders)
        play.apply(player, any_answer(play.state.ask(player), rng))
    answers, rolls = len(play.given), play.state.rolls
    play.rewind(2)  # past all the dice
    play.save(tmp_path / "game.json")
    output = call("replay", tmp_path / "game.json", "--verify").output
    assert answers > 2 and "the seed and 1 nonce: axis:12345678" in output
    assert f"taken back by consent to answer 2: {rolls} dice used up" in output
    play.rewind(0)
    play.save(tmp_path / "game.json")
    output = call("replay", tmp_path / "game.json", "--verify").output
    assert f"taken back by consent to answer 0: {rolls} dice used up" in output


def test_a_take_back_without_dice_is_told_too(call: Call, tmp_path: Path) -> None:
    play = grognard.game("avl").new(seed=1)
    play.answer("soviet", "historical")
    play.answer("soviet", "done")
    play.rewind(0)
    play.save(tmp_path / "game.json")
    output = call("replay", tmp_path / "game.json", "--verify").output
    assert "taken back by consent to answer 0: no die among it" in output


def test_a_tampered_game_is_found_out(call: Call, saved: Path, tmp_path: Path) -> None:
    game = json.loads(saved.read_text())
    seed = tmp_path / "seed.json"
    seed.write_text(json.dumps(game | {"header": game["header"] | {"seed": "6"}}))
    result = call("replay", seed, "--verify")
    assert result.exit_code == 1 and "verified" not in result.output

    position = tmp_path / "position.json"
    position.write_text(json.dumps(game | {"digest": "0" * 64}))
    result = call("replay", position, "--verify")
    assert result.exit_code == 1 and "do not lead to the position" in result.output


def test_what_is_asked_for_beside_verifying_is_done(call: Call, saved: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    result = call("replay", saved, "--verify", "--log", "--save", kept)
    assert result.exit_code == 0 and result.output.startswith("verified: A Victory Lost")
    assert "Turn 2 begins" in result.output and "9 / 9" in result.output
    assert call("replay", kept, "--verify").output == call("replay", saved, "--verify").output


@pytest.mark.parametrize(("change", "told"), [({"digest": "0" * 64}, True), ({"answers": [["x", "y", None]]}, False)])
def test_what_does_not_hold_ends_with_1_whatever_else_is_asked_for(
    call: Call, saved: Path, tmp_path: Path, change: dict[str, object], told: bool
) -> None:
    path, kept = tmp_path / "game.json", tmp_path / "kept.json"
    path.write_text(json.dumps(json.loads(saved.read_text()) | change))
    result = call("replay", path, "--verify", "--log", "--save", kept)
    assert result.exit_code == 1 and "verified" not in result.output and result.output
    assert ("9 / 9" in result.output, kept.exists()) == (told, told)


def test_a_position_is_drawn_as_it_was_when_its_turn_began(call: Call, saved: Path, tmp_path: Path) -> None:
    out = tmp_path / "map.svg"
    result = call("render", saved, "--turn", "3", "-o", out)
    assert result.exit_code == 0, result.output
    assert "turn 3" in result.output
    assert out.read_text(encoding="utf-8").startswith("<svg")


def test_the_opening_is_drawn_in_pixels(call: Call, tmp_path: Path) -> None:
    path, out = tmp_path / "start.json", tmp_path / "map.png"
    grognard.game("avl").new(seed=1).save(path)
    result = call("render", path, "--answer", "0", "--scale", "0.3", "--viewer", "soviet", "-o", out)
    assert result.exit_code == 0, result.output
    assert out.read_bytes().startswith(b"\x89PNG")
