"""Tuning by a race: `grognard tune-bot --by race`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from grognard.core.game import SetupError
from grognard.lab.race import HEATS, OFFSPRING, Candidate, Race
from grognard.lab.tune import Run, champion, champions, proof
from grognard.players import bot
from tests.cli.conftest import Call
from tests.cli.test_tune_bot import BEST, played  # noqa: F401  # a fixture

RUN = Run("avl", "axis", tuple(BEST), ("recruit", "regular"), candidates=30, seed=5)


@pytest.mark.usefixtures("played")
def test_the_winner_is_much_better_than_who_stood_there(tmp_path: Path) -> None:
    ran: list[tuple[int, int]] = []
    race = Race(RUN, tmp_path)
    first, second = race.go(lambda number, field: ran.append((number, len(field))))
    assert first.temper == champion(tmp_path)
    assert first.temper.keys() <= BEST.keys(), "nothing else may change"
    assert race.worth(first) >= race.worth(second) > race.worth(race.own)
    score, points = proof(RUN, first.temper, 50)
    assert points.mean - points.within > 10 and score.mean >= 0
    assert [number for number, _ in ran] == list(range(len(HEATS)))
    assert [len(one.deals) for one in (first, second, race.own)] == [HEATS[-1][0]] * 3


@pytest.mark.usefixtures("played")
def test_offspring_join_those_who_are_left(tmp_path: Path) -> None:
    ran: dict[int, list[Candidate]] = {}
    Race(RUN, tmp_path).go(lambda number, field: ran.update({number: list(field)}))
    for number in OFFSPRING:
        left = HEATS[number][1]
        after = {id(one) for one in ran[number + 1]}
        assert {id(one) for one in ran[number][:left]} < after
        assert left < len(after) <= left + left * (left - 1) // 2 + left


def test_a_race_that_was_stopped_goes_on_to_the_same_end(tmp_path: Path, played: list[int]) -> None:  # noqa: F811
    Race(RUN, tmp_path / "whole").go()
    assert sum(played) <= Race.games(RUN)
    games = sum(played)
    played.clear()

    class Stopped(Exception):
        pass

    def stop(number: int, field: object) -> None:
        if number == 1:
            raise Stopped

    with pytest.raises(Stopped):
        Race(RUN, tmp_path / "stopped").go(stop)
    with (tmp_path / "stopped/games.jsonl").open("a") as file:
        file.write('["regular:pull')  # the power failed here
    Race(RUN, tmp_path / "stopped").go()
    assert sum(played) == games, "nothing is played twice"
    for name in ("games.jsonl", "champion.json", "run.json"):
        assert (tmp_path / "stopped" / name).read_text() == (tmp_path / "whole" / name).read_text()
    with pytest.raises(SetupError, match="of another run"):
        Race(Run("avl", "soviet", ("pull",), ("recruit",)), tmp_path / "whole")


@pytest.mark.usefixtures("played")
def test_an_opponent_learns_too(tmp_path: Path) -> None:
    Race(RUN, tmp_path / "axis").go()
    assert champions(tmp_path, "avl", "axis", None) == [], "one does not play against oneself"
    (found,) = champions(tmp_path, "avl", "soviet", None)
    assert bot(found, "avl").name == found
    assert champions(tmp_path, "vl", "german", None) == []
    even = {"even_figures": True}
    assert champions(tmp_path, "avl", "soviet", None, even) == [], "with other options it is another game"
    with pytest.raises(SetupError, match="of another run"):
        Race(replace(RUN, options=even), tmp_path / "axis")


def test_the_command_races_and_tells_lines_of_the_file(call: Call, tmp_path: Path, played: list[int]) -> None:  # noqa: F811
    told = call("tune-bot", "avl", "--side", "axis", "--weight", "pull", "--weight", "caution", "--candidates", "10",
                "--out", str(tmp_path / "run"), "--proof", "10", "--option", "even_figures=on")  # fmt: skip
    assert told.exit_code == 0, told.output
    assert f"heat {len(HEATS)}, {HEATS[-1][0]} deals" in told.output
    lines = told.output.partition('[option."even_figures".side.axis]\n')[2].split()
    assert lines[0] in BEST
    run = json.loads((tmp_path / "run/run.json").read_text())
    assert run["options"] == {"even_figures": True}
    against = run["against"]
    assert against[:2] == ["recruit", "regular"] and against[-1].startswith("regular:strays")
