"""What if: played on from a moment, by the truth or by what one player knew and by nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import grognard
from grognard.core.ask import random_answer
from grognard.core.game import SetupError
from grognard.core.journal import replay
from grognard.core.play import Play
from grognard.core.snapshot import canonical
from grognard.lab.beginning import Start, beginning
from grognard.lab.runs.again import again, told_again
from grognard.lab.runs.read import open_run
from grognard.lab.simulate import Pairing, play_out
from grognard.lab.whatif import moment, pairing_from, play_on
from tests.cli.conftest import Call, call_grognard
from tests.lab.running import SEATS

RANDOM = {"axis": "random", "soviet": "random"}


@pytest.fixture
def call() -> Call:
    return call_grognard


def played(game_id: str, answers: int, seed: int = 2) -> Play:
    """A game after so many random answers, or at its end."""
    play, rng = grognard.game(game_id).new(seed=seed), Random(seed)
    while play.result is None and len(play.given) < answers:
        player = play.state.deciders[0]
        play.apply(player, random_answer(play.state.ask(player), rng))
    return play


def pairing(play: Play, start: Start, number: int = 0) -> Pairing:
    return pairing_from(play, start, dict.fromkeys(play.roster.ids, "random"), number)


@pytest.mark.parametrize("asking", [None, "soviet"])
def test_from_its_last_position_a_game_ends_as_it_did(asking: str | None) -> None:
    play = played("vl", 10_000)
    assert play.result is not None
    outcome = play_on(play, asking, dict.fromkeys(play.roster.ids, "random"), 0)
    assert (outcome.winners, outcome.level, outcome.points) == play.result[:3]
    assert outcome.answers == 0 and outcome.turn == play.view()["turn"]


def test_a_number_has_one_course_and_numbers_differ() -> None:
    play = played("avl", 300)
    before = canonical(play.state)
    first, same, other = (play_on(play, None, RANDOM, number) for number in (0, 0, 1))
    assert first == same and first.seed != other.seed and first.answers != other.answers
    assert canonical(play.state) == before


@pytest.mark.parametrize(
    ("game_id", "asking"), [("avl", "soviet"), ("avl", "axis"), ("lb", "german"), ("lb", "russian")]
)
def test_positions_that_a_player_cannot_tell_apart_are_played_on_alike(game_id: str, asking: str) -> None:
    """What he asks depends on what he knows alone: not even the deal of a number differs."""
    apart = 0
    for answers in (5, 60, 150):
        play = played(game_id, answers)
        number = play.roster.number(asking)
        other = play.clone()
        other.state = play.game.imagine(play.state, number, Random(answers))
        apart += canonical(other.state) != canonical(play.state)
        assert other.view(asking)["pieces"] == play.view(asking)["pieces"]
        begun = [beginning(pairing(one, moment(one, asking))) for one in (play, other)]
        assert canonical(begun[0]) == canonical(begun[1])
    assert apart or game_id != "avl", "nothing was hidden"


@pytest.mark.parametrize("game_id", grognard.game_ids())
def test_what_is_played_on_from_agrees_with_what_the_player_sees(game_id: str) -> None:
    play = played(game_id, 40)
    for number, asking in enumerate(play.roster.ids):
        begun = beginning(pairing(play, moment(play, asking)))
        assert play.game.view(begun.seen_by(number), number) == play.game.view(play.state.seen_by(number), number)


def test_rows_do_not_know_the_truth_either() -> None:
    play = played("avl", 1000)
    other = play.clone()
    other.state = play.game.imagine(play.state, play.roster.number("soviet"), Random(5))
    assert canonical(other.state) != canonical(play.state)
    rows = [play_out(pairing(one, moment(one, "soviet"), 4)) for one in (play, other)]
    assert rows[0] == rows[1]


@pytest.mark.parametrize("game_id", grognard.game_ids())
def test_a_game_played_on_can_be_written_down(game_id: str) -> None:
    play = played(game_id, 90)
    outcome, again = told_again(pairing(play, moment(play, play.roster.ids[0]), 3))
    assert again.result is not None and again.result.winners == outcome.winners
    assert len(again.answers) == outcome.answers


@pytest.mark.parametrize("game_id", ["avl", "victory"])
@pytest.mark.parametrize("asking", [True, False])
def test_a_game_played_on_from_within_a_secret_choice_can_be_written_down(game_id: str, asking: bool) -> None:
    play = within_a_choice(game_id)
    start = moment(play, play.roster.ids[0] if asking else None)
    outcome, again = told_again(pairing(play, start, 3))
    assert len(again.answers) == outcome.answers
    assert replay(again.journal(), again.game).state == again.state


def within_a_choice(game_id: str) -> Play:
    """A game in which both have begun to choose in secret and neither is done."""
    play, rng = grognard.game(game_id).new(seed=2), Random(2)
    while (lanes := play.state.lanes) is None or not all(len(lane.answers) for lane in lanes.values()):
        for player in play.state.deciders[-1:] if lanes is None else lanes:
            offer = play.state.ask(player)
            going = {verb: targets for verb, targets in offer.items() if play.game.verbs[verb].name != "done"}
            if offer:
                play.apply(player, random_answer(going or offer, rng))
    return play


def test_a_stranger_knows_nothing() -> None:
    play = played("vl", 5)
    with pytest.raises(SetupError, match='no player "italy"'):
        moment(play, "italy")


# ---- the command line


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("saved") / "game.json"
    played("vl", 10_000).save(path)
    return path


def test_a_saved_moment_is_played_on_from_and_kept_with_the_run(call: Call, saved: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    words = ["sim", "--from", saved, "--at", "60", "--as", "soviet", "--games", "3", *SEATS, "--out", out]
    result = call(*words)
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-1] == f"grognard report {out}"
    run = open_run(out)
    assert run.plan.moment is not None
    assert (run.plan.moment.answers, run.plan.moment.asking) == (60, "soviet")
    assert (out / "start.json").read_bytes() == saved.read_bytes()
    play = again(run, 2)
    assert len(play.answers) == run.row(2)["answers"]
    verified = call("replay", out, "--game", "1", "--verify")
    assert verified.exit_code == 0 and f"played on from the moment that {out} keeps" in verified.output
    assert call("replay", out, "--game", "1", "--save", tmp_path / "one.json").exit_code == 0
    assert "set up by hand" in call("replay", tmp_path / "one.json", "--verify").output, "nothing vouches for a file"
    assert call(*words).exit_code == 0
    longer = call(*["4" if word == "3" else word for word in words])
    assert longer.exit_code == 0 and "3 of 4 games are in" in longer.stderr and open_run(out).numbers() == {0, 1, 2, 3}
    refused = call(*[61 if word == "60" else word for word in words])
    assert refused.exit_code == 2 and "moment" in refused.stderr


def test_without_a_moment_a_game_is_played_on_from_where_it_stands(call: Call, tmp_path: Path) -> None:
    played("vl", 60).save(tmp_path / "game.json")
    result = call("sim", "--from", tmp_path / "game.json", "--games", "2", "--json", *SEATS)
    assert result.exit_code == 0, result.output
    assert all(row["answers"] > 0 for row in json.loads(result.stdout))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("sim --from {file} --at 100000", "answers"),
        ("sim --from {file}", "the game is over there: say --at"),
        ("sim --from {file} --as italy", 'no player "italy"; the players are soviet, german'),
        ("sim --from {file} --scenario campaign", "brings its own scenario and options"),
        ("sim avl --from {file}", "is a game of vl, not of avl"),
        ("sim --from /no/such/file", "no such file"),
        ("sim vl --at 3", "--at and --as go with --from"),
        ("sim vl --as soviet", "--at and --as go with --from"),
        ("sim", "name a GAME"),
    ],
)
def test_a_moment_that_is_not_there_gets_one_line(saved: Path, call: Call, words: str, told: str) -> None:
    result = call(*words.format(file=saved).split())
    (line,) = result.stderr.splitlines()
    assert result.exit_code == 2 and line.startswith("grognard: ") and told in line
