"""Saved games: read back identical, verified against tampering, refused in one line when they are broken."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grognard
from grognard.core.ask import random_answer
from grognard.core.dice import DiceLocked, SealedDice, commitment
from grognard.core.journal import FORMAT, Header, Journal, JournalError, digest, replay, verify
from grognard.core.play import Play
from grognard.core.snapshot import canonical
from tests.core.toy import GAME

Plain = dict[str, Any]


def random_play(seed: int, answers: int = 1000, scenario: str = "teams") -> Play:
    rng = Random(seed)
    play = GAME.new(scenario, seed=seed, nonces=["salt", "pepper"])
    for _ in range(answers):
        if play.result is not None:
            break
        player = rng.choice(play.state.deciders)
        play.apply(player, random_answer(play.state.ask(player), rng))
    return play


def stored(play: Play) -> Plain:
    plain: Plain = json.loads(json.dumps(play.journal().plain()))
    return plain


@pytest.fixture
def played() -> Play:
    """A game in which bids, a tie, a gamble and a ford stand in the file."""
    play = GAME.new("three", seed=11)
    for player in ("red", "blue"):
        play.answer(player, "bid", 2)
        play.answer(player, "done")
    play.answer("green", "done")
    first = play.deciders[0]
    play.answer(first, "gamble")
    play.answer(first, "build", "0101-0102")
    play.answer(first, "done")
    return play


# ---- keeping


def test_a_saved_game_loads_to_the_identical_position(played: Play, tmp_path: Path) -> None:
    played.save(tmp_path / "game.json")
    journal = Journal.read(tmp_path / "game.json")
    assert journal == played.journal()
    again = replay(journal, GAME)
    assert again.state == played.state and canonical(again.state) == canonical(played.state)
    assert again.events == played.events and again.journal() == journal
    assert verify(journal, GAME) == []
    for player in (None, *played.roster.ids):
        assert again.view(player) == played.view(player)


def test_a_saved_game_is_read_by_people(played: Play, tmp_path: Path) -> None:
    played.save(tmp_path / "game.json")
    plain = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    assert plain["format"] == FORMAT
    assert plain["answers"][:2] == [["red", "bid", 2], ["red", "done", None]]
    assert plain["header"]["seed"] == "11" and commitment(plain["header"]["seed"]) == commitment("11")


def test_load_finds_the_game_by_its_id(played: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played.save(tmp_path / "game.json")
    monkeypatch.setattr(grognard, "game", lambda game_id: {"toy": GAME}[game_id])
    assert grognard.load(tmp_path / "game.json").state == played.state


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), answers=st.integers(0, 60), scenario=st.sampled_from(list(GAME.scenarios)))
def test_any_game_broken_off_anywhere_replays_alike(seed: int, answers: int, scenario: str) -> None:
    play = random_play(seed, answers, scenario)
    journal = Journal.from_plain(stored(play))
    assert verify(journal, GAME) == []
    again = replay(journal, GAME)
    assert again.state == play.state and again.events == play.events


def test_a_set_up_position_with_forced_dice_replays(tmp_path: Path) -> None:
    play = GAME.position(unchecked=True, turns=["blue"], dug={"0101": "blue"}, treasure={"0101": 2}, dice=[6, 2])
    play.answer("blue", "gamble")
    play.answer("blue", "show", "0101")
    play.save(tmp_path / "puzzle.json")
    journal = Journal.read(tmp_path / "puzzle.json")
    again = replay(journal, GAME)
    assert again.state == play.state and again.events == play.events
    assert verify(journal, GAME) == ["it began from a position set up by hand", "dice were set by hand: roll 1, 2"]


def test_replay_until_stops_after_that_many_answers(played: Play) -> None:
    journal = played.journal()
    assert replay(journal, GAME, until=0).deciders == ("red", "blue", "green")
    in_lanes = replay(journal, GAME, until=3)
    assert in_lanes.deciders == ("blue", "green") and in_lanes.answers == []
    for until in range(5, len(journal.answers) + 1):
        assert replay(journal, GAME, until).answers == journal.answers[:until]
    assert replay(journal, GAME, until=99).state == played.state


# ---- verification


def tampered(plain: Plain, **changes: Any) -> list[str]:
    return verify(Journal.from_plain(plain | changes), GAME)


MOVED = "the answers do not lead to the position the file claims"


def test_an_answer_against_the_rules_is_found(played: Play) -> None:
    plain = stored(played)
    plain["answers"][0] = ["red", "bid", 9]
    (fault,) = tampered(plain)
    assert fault == "answer 1 (red bid 9) is refused: you have 4 coins, 9 are too many (1.0)"


@pytest.mark.parametrize("answer", [["pink", "done", None], ["red", "march", None], ["red", "dig", "9999"]])
def test_an_answer_of_nobody_or_nothing_is_found(played: Play, answer: list[Any]) -> None:
    plain = stored(played)
    plain["answers"][0] = answer
    (fault,) = tampered(plain)
    assert fault.startswith(f"answer 1 ({answer[0]} {answer[1]} {answer[2]}) is refused: ")


def test_a_legal_but_other_answer_is_found(played: Play) -> None:
    plain = stored(played)
    build = next(number for number, one in enumerate(plain["answers"]) if one[1] == "build")
    plain["answers"][build][2] = "0201-0301"
    assert tampered(plain) == [MOVED]


def test_a_missing_answer_is_found(played: Play) -> None:
    assert tampered(stored(played), answers=stored(played)["answers"][:-1]) == [MOVED]


def test_another_digest_is_found(played: Play) -> None:
    assert played.journal().digest == digest(played.header, played.state)
    assert tampered(stored(played), digest="0" * 64) == [MOVED]


@pytest.mark.parametrize("key", ["seed", "nonces"])
def test_other_dice_are_found(played: Play, key: str) -> None:
    plain = stored(played)
    plain["header"][key] = "12" if key == "seed" else ["another"]
    assert tampered(plain)


def test_dice_set_by_hand_are_found(played: Play) -> None:
    faults = tampered(stored(played), forced=[6])
    assert faults[0] == "dice were set by hand: roll 1" and len(faults) >= 1


def test_a_game_by_other_rules_is_found(played: Play) -> None:
    plain = stored(played)
    plain["header"]["version"] = "0"
    assert tampered(plain)[0] == "played by rules version 0, this is 1"


def test_an_option_that_has_not_acted_yet_cannot_be_changed_either() -> None:
    plain = stored(GAME.new("three", seed=1))
    plain["header"]["seed"] = "2"
    assert tampered(plain) == ["the answers do not lead to the position the file claims"]


def test_a_pending_choice_changed_is_found() -> None:
    play = GAME.new("three", seed=1)
    play.answer("blue", "bid", 2)
    plain = stored(play)
    plain["pending"]["blue"][0][2] = 1
    assert tampered(plain) == [MOVED]


# ---- broken files


def fails(path: Path, text: str) -> str:
    """The one line with which reading and replaying this file ends."""
    path.write_text(text, encoding="utf-8")
    with pytest.raises(JournalError) as error:
        replay(Journal.read(path), GAME)
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "7", "null", '"x"', "{}", '{"format": "chess/1"}'])
def test_what_is_no_saved_game_is_refused_in_one_line(text: str, tmp_path: Path) -> None:
    assert fails(tmp_path / "game.json", text).startswith(f"{tmp_path / 'game.json'}: not a saved game: ")


def test_a_file_of_another_format_is_named_as_such(tmp_path: Path) -> None:
    text = fails(tmp_path / "game.json", '{"format": "grognard-game/9"}')
    assert text.endswith(f"its format is 'grognard-game/9', not \"{FORMAT}\"")


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="there is no such file"):
        Journal.read(tmp_path / "nothing.json")
    with pytest.raises(JournalError, match="not a saved game"):
        Journal.read(tmp_path)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(JournalError, match="not a saved game"):
        Journal.read(tmp_path / "binary")


@pytest.mark.parametrize("key", ["header", "answers", "pending", "start", "forced", "digest"])
def test_a_missing_key_is_named(played: Play, key: str, tmp_path: Path) -> None:
    plain = stored(played)
    del plain[key]
    assert key in fails(tmp_path / "game.json", json.dumps(plain))


WRONG: list[Plain] = [
    {"answers": [["red", "bid"]]},
    {"answers": [["red", "bid", [1]]]},
    {"answers": [[1, "bid", 1]]},
    {"answers": "red bid 1"},
    {"answers": 5},
    {"pending": []},
    {"pending": {"red": 3}},
    {"forced": ["six"]},
    {"forced": 6},
    {"start": 5},
    {"start": {}},
    {"start": {"stack": [{"record": "os.system", "with": {}}]}},
    {"header": {}},
    {"header": []},
]
WRONG_HEADER: list[Plain] = [
    {"seed": 7},
    {"seed": None},
    {"nonces": None},
    {"nonces": "abc"},
    {"nonces": [1]},
    {"options": []},
    {"options": {"coins": "three"}},
    {"options": {"lakes": 1}},
    {"scenario": "nine"},
    {"scenario": None},
    {"scenario": ["three"]},
    {"colour": "red"},
]


@pytest.mark.parametrize("changes", WRONG, ids=str)
def test_wrong_contents_are_refused_in_one_line(played: Play, changes: Plain, tmp_path: Path) -> None:
    assert fails(tmp_path / "game.json", json.dumps(stored(played) | changes))


@pytest.mark.parametrize("changes", WRONG_HEADER, ids=str)
def test_a_wrong_header_is_refused_in_one_line(played: Play, changes: Plain, tmp_path: Path) -> None:
    plain = stored(played)
    plain["header"] |= changes
    assert fails(tmp_path / "game.json", json.dumps(plain))


@pytest.mark.parametrize("changes", [{"start": {}}, {"forced": [9]}], ids=str)
def test_verify_tells_what_is_wrong_with_a_broken_start(played: Play, changes: Plain) -> None:
    assert tampered(stored(played), **changes)


def test_a_forced_die_that_does_not_fit_is_a_fault_of_the_file(tmp_path: Path) -> None:
    plain = stored(GAME.new("three", seed=1)) | {"forced": [9]}
    assert "forced roll 1 is 9" in fails(tmp_path / "game.json", json.dumps(plain))


def test_a_header_holds_everything_that_fixes_a_game() -> None:
    header = GAME.new("eight", {"coins": 2}, seed=5, nonces=["x"]).header
    assert header == Header("toy", "1", "eight", {"coins": 2}, "5", ["x"])


def test_a_nonce_changes_the_dice_until_the_first_is_rolled() -> None:
    play = grognard.game("avl").new(seed=5)
    play.answer("soviet", "historical")
    assert play.add_nonce("from the axis")
    assert play.header.nonces == ["from the axis"]
    dice = SealedDice.of("5", ["from the axis"])
    assert play.state.lanes is not None
    assert play.state.dice == dice and all(lane.state.dice == dice for lane in play.state.lanes.values())
    play.undo("soviet")
    assert play.state.lanes is not None and all(lane.state.dice == dice for lane in play.state.lanes.values())
    rng = Random(1)
    while not play.state.rolls:
        player = rng.choice(play.state.deciders)
        play.apply(player, random_answer(play.state.ask(player), rng))
    assert not play.add_nonce("too late") and play.header.nonces == ["from the axis"]
    assert verify(play.journal(), grognard.game("avl")) == []


def test_a_nonce_keeps_the_dice_that_were_set_by_hand() -> None:
    play = grognard.game("avl").position(dice=[3])
    assert play.add_nonce("x") and play.state.dice.roll(0, 6) == 3
    assert play.state.dice.roll(1, 6) == SealedDice.of("0", ["x"]).roll(1, 6)


def test_no_die_is_rolled_before_every_nonce_that_was_promised_is_there() -> None:
    play = GAME.new("three", seed=5)
    rolled = play.state.rolls
    assert rolled and not play.mix([], {"red": ""}), "the treasure is buried: it is too late for promises"
    header = replace(GAME.new("three", seed=5).header, promises={"red": "", "blue": ""})
    with pytest.raises(DiceLocked, match="before every player has revealed"):
        Play.begin(GAME, header)


def test_a_file_without_promises_is_what_it_was_before_there_were_any() -> None:
    """So the digests of old files still hold."""
    header = GAME.new("three", seed=5).header
    assert "promises" not in header.plain() and "promises" not in GAME.new("three", seed=5).journal().plain()["header"]
    assert replace(header, promises={"red": ""}).plain()["promises"] == {"red": ""}
