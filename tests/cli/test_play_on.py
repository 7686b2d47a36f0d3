"""`grognard play --load FILE --at STEP`: played on from a moment of a saved game, on new dice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import grognard
from grognard.core.afresh import afresh
from grognard.core.ask import random_answer
from grognard.core.journal import Journal, replay
from grognard.core.play import Play
from tests.cli.conftest import Call

SOVIET = ("--seat", "soviet=human", "--seat", "axis=random")
PICKING = ["select 1gda", "select 3gda", "undo", "undo", "historical", "done"]


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def after(saved: Path, answers: int) -> Play:
    journal = Journal.read(saved)
    return replay(journal, grognard.game("avl"), answers)


def places(play: Play) -> list[tuple[str, str]]:
    return [(piece["id"], piece["where"]) for piece in play.view(None)["pieces"] if "id" in piece]


def test_the_game_goes_on_from_the_position_after_so_many_answers(call: Call, saved: Path) -> None:
    step = next(n for n in range(60, 200) if after(saved, n).deciders == ("soviet",))
    told = call("play", "--load", saved, "--at", str(step), *SOVIET, "--save", "on.json", typed=typed("quit"))
    assert told.exit_code == 0, told.output
    begun = grognard.load("on.json")
    assert begun.answers == [] and begun.state.rolls == 0
    assert places(begun) == places(after(saved, step))
    assert begun.ask("soviet").answers == after(saved, step).ask("soviet").answers  # type: ignore[union-attr]


def test_its_dice_are_new_ones_and_a_seed_fixes_them(call: Call, saved: Path) -> None:
    bots = ("--seat", "axis=random", "--seat", "soviet=random")
    last = len(grognard.load(saved).answers)
    for name, seed in (("one", ()), ("other", ()), ("fixed", ("--seed", "9")), ("again", ("--seed", "9"))):
        told = call("play", "--load", saved, "--at", str(last - 60), *bots, *seed, "--save", f"{name}.json")
        assert told.exit_code == 0, told.output
    one, other, fixed, again = (Journal.read(Path(f"{name}.json")) for name in ("one", "other", "fixed", "again"))
    assert len({one.header.seed, other.header.seed, Journal.read(saved).header.seed}) == 3
    assert fixed.header.seed == "9" and fixed == again


def test_answers_taken_back_are_not_counted(call: Call) -> None:
    begin = ("play", "avl", "--seed", "7", *SOVIET, "--save", "game.json")
    call(*begin, typed=typed(*PICKING, "1gda", "quit"))
    answers = grognard.load("game.json").answers
    given = sum(1 for _ in Journal.read(Path("game.json")).all_answers())
    assert ("soviet", "historical", None) in answers
    told = call("play", "--load", "game.json", "--at", str(given + 1), *SOVIET)
    assert told.exit_code == 2 and f"--at {given + 1}: game.json has {given} answers" in told.output
    told = call("play", "--load", "game.json", "--at", str(given), *SOVIET, typed=typed("quit"))
    assert told.exit_code == 0, told.output
    last = call("play", "--load", "game.json", *SOVIET, typed=typed("quit"))
    assert told.output.split("> quit")[0].splitlines()[-6:] == last.output.split("> quit")[0].splitlines()[-6:]


def test_it_can_go_on_amid_secret_choices(call: Call) -> None:
    call("play", "avl", "--seed", "7", *SOVIET, "--save", "game.json", typed=typed("historical", "done", "1gda"))
    given = sum(1 for _ in Journal.read(Path("game.json")).all_answers())
    on = ("play", "--load", "game.json", "--at", str(given), *SOVIET, "--save", "on.json")
    told = call(*on, typed=typed("3gda", "2gda", "done"))
    assert told.exit_code == 0, told.output
    picked = [answer for answer in grognard.load("on.json").answers if answer[:2] == ("soviet", "select_chit")]
    assert [target for _, _, target in picked] == ["3GdA", "2GdA"], "the first lies behind the beginning"


def test_what_cannot_be_played_on_is_told_in_one_line(call: Call, saved: Path) -> None:
    last = sum(1 for _ in Journal.read(saved).all_answers())
    load = ("play", "--load", saved)
    for words, why in (
        (("play", "avl", "--at", "3"), "--at goes with --load"),
        ((*load, "--at", str(last)), "the game is over there: say --at, less than"),
        ((*load, "--at", str(last + 1)), f"--at {last + 1}: {saved} has {last} answers"),
        ((*load, "--at", "3", "--save", saved), "would be lost: name another file"),
        ((*load, "--at", "3", "--scenario", "campaign"), "--load brings its own scenario"),
        ((*load, "--seed", "3"), "--load brings its own scenario"),
    ):
        told = call(*words)
        assert told.exit_code == 2 and why in told.output, told.output
    assert sum(1 for _ in Journal.read(saved).all_answers()) == last


def test_a_game_of_mass_play_goes_on_with_dice_for_people() -> None:
    game = grognard.game("avl")
    header = replace(game.new(seed=5).header, quick=True)
    play, rng = Play.begin(game, header), Random(3)
    while not play.state.rolls:
        player = play.state.deciders[0]
        play.apply(player, random_answer(play.state.ask(player), rng))
    begun = afresh(play)
    while begun.result is None and not begun.state.rolls:
        player = begun.state.deciders[0]
        begun.apply(player, random_answer(begun.state.ask(player), rng))
    assert not begun.header.quick and Journal.from_plain(begun.journal().plain()).header == begun.header
