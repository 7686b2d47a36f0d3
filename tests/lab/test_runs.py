"""A run is a plan and its rows: the same whatever played them, gone on with, and never mixed with another."""

from __future__ import annotations

import json
import signal
from collections.abc import Generator, Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pyarrow import parquet

import grognard
from grognard.core.ask import random_answer
from grognard.core.game import SetupError
from grognard.core.state import State
from grognard.lab.facts import SCHEMA, played, tables
from grognard.lab.runs import folder as folders
from grognard.lab.runs import go
from grognard.lab.runs.engines import Ended, Lost
from grognard.lab.runs.engines.crew import T, Task
from grognard.lab.runs.engines.local import Local
from grognard.lab.runs.folder import Folder, Writer, numbers, parts
from grognard.lab.runs.go import go_on
from grognard.lab.runs.plan import arms_of
from grognard.lab.runs.read import log_of, open_run
from grognard.lab.simulate import Outcome, Pairing, pairings, play_out
from grognard.players.random import Random as RandomBot
from tests.cli.conftest import call_grognard
from tests.lab.running import GAME, plan, rows, run


class Counting(Local):
    """This machine, and which games it was asked for."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[int] = []

    def play(self, to_play: Iterable[Pairing], task: Task[T]) -> Generator[Ended[T] | Lost, None, None]:
        def noted() -> Iterable[Pairing]:
            for pairing in to_play:
                self.asked.append(pairing.number)
                yield pairing

        return super().play(noted(), task)


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "PART", 2)


def test_one_job_and_two_write_the_same_rows(tmp_path: Path, small_parts: None) -> None:
    run(tmp_path / "one", plan(), Local(1))
    run(tmp_path / "two", plan(), Local(2))
    assert rows(tmp_path / "one") == rows(tmp_path / "two")
    assert [row["number"] for row in rows(tmp_path / "one")] == list(range(6))
    assert len(parts(tmp_path / "one", "games")) == 3


def test_a_longer_run_plays_what_is_missing_and_keeps_its_numbers(tmp_path: Path) -> None:
    run(tmp_path, plan(2))
    before, engine = rows(tmp_path), Counting()
    run(tmp_path, plan(5), engine)
    assert engine.asked == [2, 3, 4]
    assert rows(tmp_path)[:2] == before and len(rows(tmp_path)) == 5
    assert open_run(tmp_path).plan.games == 5
    again = Counting()
    assert run(tmp_path, plan(2), again).played == 0 and again.asked == []
    assert open_run(tmp_path).plan.games == 5


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ({"seed": 4}, "seed 3, not 4"),
        ({"swap": True}, "swap False, not True"),
        ({"seats": {"soviet": ["recruit"], "german": ["random"]}}, "soviet=random, not soviet=recruit"),
        ({"seats": {"soviet": ["random", "recruit"], "german": ["random"]}}, "1 arm, not 2"),
    ],
    ids=str,
)
def test_another_plan_is_refused_and_what_differs_is_told(tmp_path: Path, other: dict[str, Any], told: str) -> None:
    run(tmp_path, plan(1))
    with pytest.raises(SetupError, match=f"holds another run, with {told}"):
        run(tmp_path, plan(1, **other))
    assert len(rows(tmp_path)) == 1


def test_rules_that_were_corrected_since_make_another_run(tmp_path: Path) -> None:
    run(tmp_path, plan(1))
    head = tmp_path / "run.json"
    head.write_text(json.dumps(json.loads(head.read_text()) | {"game_version": "0"}))
    with pytest.raises(SetupError, match="game version 0, not"):
        run(tmp_path, plan(1))


def test_a_run_that_never_had_a_game_makes_room_for_another(tmp_path: Path) -> None:
    with Folder.opened(tmp_path, plan(1, seed=9), save=b"{}"):
        pass
    run(tmp_path, plan(1))
    assert open_run(tmp_path).plan.seed == 3 and not (tmp_path / "start.json").exists()


def _otherwise(self: RandomBot, state: State, player: int, rng: Random) -> int:
    return random_answer(state.ask(player), Random(rng.random()))


@pytest.mark.parametrize("games", [1, 3])
def test_a_run_whose_bots_have_changed_is_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, games: int
) -> None:
    run(tmp_path, plan(games))
    before, engine = rows(tmp_path), Counting()
    monkeypatch.setattr(RandomBot, "choose", _otherwise)
    told = r"cannot be gone on with: bots or rules have changed, for its game 0 ends with .* another folder with --out"
    with pytest.raises(SetupError, match=told):
        run(tmp_path, plan(games + 1), engine)
    assert rows(tmp_path) == before and engine.asked == []
    assert open_run(tmp_path).plan.games == games, "what was refused is not asked for either"
    assert run(tmp_path, plan(games), engine).played == 0, "there is nothing to mix"


def test_one_game_is_played_again_to_compare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    again: list[int] = []

    def noted(pairing: Pairing) -> Outcome:
        again.append(pairing.number)
        return play_out(pairing)

    monkeypatch.setattr(go, "play_out", noted)
    run(tmp_path, plan(2))
    assert again == [], "there was no row yet"
    run(tmp_path, plan(4))
    assert again == [0]


def test_games_of_bots_that_think_by_the_clock_are_not_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Idle(Local):
        def play(self, to_play: Iterable[Pairing], task: Task[T]) -> Generator[Ended[T] | Lost, None, None]:
            yield from ()

    def compared(pairing: Pairing) -> None:
        raise AssertionError(f"game {pairing.number} was compared")

    run(tmp_path, plan(3))
    monkeypatch.setattr(go, "play_out", compared)
    for bots in (
        ["veteran"],
        ["veteran:seconds=2"],
        ["grognard:processes=2"],
        ["veteran", "veteran:seconds=1,errs=0.1"],
    ):
        wanted = plan(4, seats={"soviet": bots, "german": ["random"]})
        (tmp_path / "run.json").write_text(json.dumps(wanted.plain()))
        assert run(tmp_path, wanted, Idle(1)).played == 0
    wanted = plan(4, seats={"soviet": ["veteran", "veteran:rollouts=4"], "german": ["random"]})
    (tmp_path / "run.json").write_text(json.dumps(wanted.plain()))
    with pytest.raises(AssertionError, match="game 1 was compared"):
        run(tmp_path, wanted, Idle(1))


@pytest.mark.parametrize("version", [SCHEMA - 1, SCHEMA + 1])
def test_tables_of_another_version_are_not_read(tmp_path: Path, version: int) -> None:
    run(tmp_path, plan(1))
    head = tmp_path / "run.json"
    head.write_text(json.dumps(json.loads(head.read_text()) | {"schema": version}))
    with pytest.raises(SetupError, match=f"has tables of version {version}, and only version {SCHEMA}"):
        open_run(tmp_path)
    said = call_grognard("report", tmp_path)
    assert said.exit_code == 2 and f"tables of version {version}" in said.stderr and said.stderr.count("\n") == 1


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letters.txt").write_text("mine")
    with pytest.raises(SetupError, match=r"holds letters\.txt and no run"):
        run(tmp_path, plan(1))
    assert [one.name for one in tmp_path.iterdir()] == ["letters.txt"]
    with pytest.raises(SetupError, match="is a file"):
        run(tmp_path / "letters.txt", plan(1))
    with pytest.raises(SetupError, match=r"there is no run\.json"):
        open_run(tmp_path)
    (tmp_path / "run.json").write_text("{}")
    with pytest.raises(SetupError, match="no plan of a run"):
        open_run(tmp_path)


def test_nobody_else_writes_there_meanwhile(tmp_path: Path) -> None:
    with Folder.opened(tmp_path, plan(1)), pytest.raises(SetupError, match="another grognard writes there"):
        run(tmp_path, plan(1))


def test_what_was_half_written_is_nothing(tmp_path: Path) -> None:
    """Killed between the parts of two tables, or in the middle of one: the games are played again."""
    run(tmp_path, plan(2))
    turns = folders.schema_of("turns").empty_table()
    parquet.write_table(turns, tmp_path / "turns" / "part-00001.parquet")
    (tmp_path / "games" / ".part-00001.parquet").write_bytes(b"PAR1")
    assert len(parts(tmp_path, "turns")) == 1 and numbers(tmp_path) == {0, 1}
    assert run(tmp_path, plan(3)).played == 1
    names = {one.relative_to(tmp_path).as_posix() for one in tmp_path.rglob("*part-*")}
    assert names == {f"{table}/part-0000{part}.parquet" for table in tables() for part in (0, 1)}


def test_ctrl_c_while_a_part_is_written_waits_until_it_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Folder.opened(tmp_path, plan(1)) as folder:
        write = folder.write

        def disturbed(some: Any) -> None:
            signal.raise_signal(signal.SIGINT)
            write(some)

        monkeypatch.setattr(folder, "write", disturbed)
        with pytest.raises(KeyboardInterrupt), Writer(folder) as writer:
            for one in Local(1).play([folder.plan.pairing(0)], played):
                assert isinstance(one, Ended)
                writer.add(one.got)
    assert numbers(tmp_path) == {0}


# ---- the plan


def test_a_run_of_one_arm_plays_the_games_of_a_plain_series() -> None:
    wanted = plan(4, seats={"soviet": ["random"], "german": ["recruit"]}, swap=True)
    told = [(one.number, one.seed, one.seats) for one in map(wanted.pairing, range(4))]
    assert told == list(pairings({"soviet": "random", "german": "recruit"}, 4, 3, swap=True))


def test_arms_are_played_on_the_same_seeds() -> None:
    wanted = plan(2, seats={"soviet": ["random", "recruit"], "german": ["random", "regular:pull=0.2"]})
    assert [arm.name for arm in wanted.arms] == [
        "soviet=random, german=random",
        "soviet=random, german=regular:pull=0.2",
        "soviet=recruit, german=random",
        "soviet=recruit, german=regular:pull=0.2",
    ]
    seeds = [wanted.pairing(number).seed for number in range(wanted.total)]
    assert wanted.total == 8 and len(set(seeds)) == 2 and seeds[:4] == seeds[:1] * 4
    assert [wanted.arm_of(number) for number in range(5)] == [0, 1, 2, 3, 0]


def test_a_grid_has_every_scenario_with_every_option() -> None:
    game = grognard.game("lb")
    both = list(game.scenarios)[:2]
    shared = set(game.scenario(both[0]).options) & set(game.scenario(both[1]).options)
    option = min(one.id for one in shared if isinstance(one.default, bool))
    seats = {name: {player: ["random"] for player in game.scenario(name).roster.ids} for name in both}
    arms = arms_of(game, both, {name: {option: [True, False]} for name in both}, seats)
    told = [(arm.scenario, arm.options[option]) for arm in arms]
    assert told == [(name, value) for name in both for value in (True, False)]
    assert arms[1].name == f"{both[0]}, {option}=off"
    assert len({arm.name for arm in arms}) == len(arms)


def test_every_row_tells_its_arm_and_every_file_its_version(tmp_path: Path) -> None:
    run(tmp_path, plan(2, seats={"soviet": ["random"], "german": ["random", "recruit"]}))
    told = [(row["number"], row["arm"], row["seats"]["german"]) for row in rows(tmp_path)]
    assert told == [(0, 0, "random"), (1, 1, "recruit"), (2, 0, "random"), (3, 1, "recruit")]
    (part,) = parts(tmp_path, "games")
    assert parquet.read_schema(part).metadata[b"grognard.schema"] == str(SCHEMA).encode()


def test_a_run_that_has_only_begun_has_no_rows(tmp_path: Path) -> None:
    with Folder.opened(tmp_path, plan(1)):
        pass
    assert open_run(tmp_path).games.num_rows == 0
    with pytest.raises(SetupError, match="has no game 0; it has 0 of 1"):
        open_run(tmp_path).row(0)
    with pytest.raises(SetupError, match='no table "charts"'):
        open_run(tmp_path).table("charts")


def test_time_and_engine_are_told_beside_the_rows(tmp_path: Path) -> None:
    with Folder.opened(tmp_path, plan(1)) as folder:
        go_on(folder, Local(1))
    last = log_of(tmp_path)[-1]
    assert last["engine"] == "local, 1 job" and last["played"] == 1 and last["seconds"] > 0
    assert GAME in (tmp_path / "run.json").read_text()
