"""`grognard sim --out`: a run from the command line, its grid, its own data files, and what is refused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import grognard
from grognard.lab.runs.again import again
from grognard.lab.runs.read import open_run
from tests.cli.conftest import Call, call_grognard
from tests.lab.running import SEATS, plan, run


@pytest.fixture
def call() -> Call:
    return call_grognard


def test_a_run_tells_every_arm_with_its_interval_and_how_to_go_on(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "run"
    words = ["sim", "vl", *SEATS, "--option", "ten_vp=on", "--option", "ten_vp=off", "--out", out]
    result = call(*words, "--games", "2")
    assert result.exit_code == 0, result.output
    assert "ten_vp_is_soviet=on" in result.output and "ten_vp_is_soviet=off" in result.output
    assert "95 %" in result.output and "4 games, seed 0" in result.output
    assert result.output.splitlines()[-1] == f"grognard report {out}"
    longer = call(*words, "--games", "3")
    assert "4 of 6 games are in" in longer.stderr and "6 games, seed 0" in longer.output
    assert [arm.options["ten_vp_is_soviet"] for arm in open_run(out).plan.arms] == [True, False]
    assert call(*words, "--games", "3").exit_code == 0


def test_fewer_games_than_there_are_is_no_part_of_them(call: Call, tmp_path: Path) -> None:
    for games, said in ((3, ""), (5, "3 of 5 games are in"), (4, "5 games are in")):
        told = call("sim", "vl", "--games", str(games), "--out", str(tmp_path / "run"), *SEATS).stderr
        assert said in told and "5 of 4" not in told


@pytest.mark.parametrize("words", ["report RUN", "replay RUN --game 1", "sim vl --games 9 --out RUN"])
def test_a_damaged_part_gets_one_line(call: Call, tmp_path: Path, words: str) -> None:
    run(tmp_path, plan(2))
    part = tmp_path / "games" / "part-00000.parquet"
    part.write_bytes(part.read_bytes()[:-20])
    more = [*SEATS, "--seed", "3"] if words.startswith("sim") else []
    said = call(*words.replace("RUN", str(tmp_path)).split(), *more)
    assert said.exit_code == 2 and said.stderr.startswith(f"grognard: {part} cannot be read: "), said.stderr
    assert said.stderr.count("\n") == 1


def test_without_a_folder_the_arms_are_told_all_the_same(call: Call) -> None:
    result = call("sim", "vl", *SEATS, "--seat", "german=recruit", "--games", "1", "--json")
    told = [(row["arm"], row["seats"]["german"]) for row in json.loads(result.stdout)]
    assert told == [(0, "random"), (1, "recruit")]


def test_a_run_keeps_the_data_files_that_it_was_played_with(call: Call, tmp_path: Path) -> None:
    data, out = tmp_path / "data", tmp_path / "run"
    data.mkdir()
    shutil.copy(grognard.game("vl").folder / "data" / "tables.toml", data)
    words = ["sim", "vl", *SEATS, "--games", "1", "--data", data, "--out", out]
    assert call(*words).exit_code == 0
    assert (out / "data" / "tables.toml").read_bytes() == (data / "tables.toml").read_bytes()
    with (data / "tables.toml").open("a") as file:
        file.write("# changed\n")
    refused = call(*words)
    assert refused.exit_code == 2 and "holds another run, with data" in refused.stderr
    assert again(open_run(out), 0).game.own_data == out / "data"
    refused = call("replay", out, "--game", "0", "--browser")
    assert "the browser shows a game with our own data files" in refused.stderr
    drawn = f"grognard render FILE --data {out / 'data'}"
    assert refused.exit_code == 2 and drawn in refused.stderr
    game, picture = tmp_path / "game.json", tmp_path / "map.svg"
    assert call("replay", out, "--game", "0", "--save", game).exit_code == 0
    render = drawn.replace("FILE", str(game)).split()[1:]
    assert call(*render, "-o", picture).exit_code == 0 and picture.read_text(encoding="utf-8").startswith("<svg")


def test_games_that_cannot_be_played_are_told_and_the_others_kept(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from grognard.lab.runs import go
    from tests.lab.running import faulty_rows

    monkeypatch.setattr(go, "played", faulty_rows)
    result = call("sim", "vl", *SEATS, "--games", "4", "--out", tmp_path / "run")
    assert result.exit_code == 1
    assert "grognard: game 2 was not played to its end: KeyError: 'no such hex'" in result.stderr
    assert open_run(tmp_path / "run").numbers() == {0, 1, 3}
    monkeypatch.undo()
    assert call("sim", "vl", *SEATS, "--games", "4", "--out", tmp_path / "run").exit_code == 0
    assert open_run(tmp_path / "run").numbers() == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("sim vl --on spark://x:1 --out {run}", "dask://HOST:PORT"),
        ("sim vl --on dask://x --out {run}", "name the host and the port"),
        ("sim vl --out {run}/../pyproject.toml", "is a file"),
        ("sim vl --scenario x --out {run}", 'no scenario "x"'),
        ("sim vl --option x=on --out {run}", '"x" is no option'),
        ("sim vl --seat soviet=human --out {run}", "cannot play"),
        ("sim vl --data /no/such/folder --out {run}", "not a folder"),
        ("sim vl --data {run} --out {run}/there", "which the run keeps a copy of"),
        ("sim vl --games 1 --out /proc/none/run", "--out /proc/none/run: cannot be written"),
    ],
)
def test_what_cannot_be_run_gets_one_line(tmp_path: Path, call: Call, words: str, told: str) -> None:
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "run").mkdir()
    result = call(*words.format(run=tmp_path / "run").split())
    (line,) = result.stderr.splitlines()
    assert result.exit_code == 2 and line.startswith("grognard: ") and told in line
    assert list((tmp_path / "run").iterdir()) == []
