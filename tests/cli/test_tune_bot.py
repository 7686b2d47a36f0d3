"""`grognard tune-bot` and the search under it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from grognard.core.game import SetupError
from grognard.lab import tune as tuning
from grognard.lab.simulate import Outcome, Pairing
from grognard.lab.tune import Run, Scale, Trials, champion, proof, shaken, sheet_of, tune
from grognard.players import bot
from grognard.players.spec import doctrine_of, read_spec
from grognard.players.weights import Weighted
from tests.cli.conftest import Call

BEST = {"pull": 0.3, "caution": 2.0}
"""Where the axis of these tests plays best, far from where it begins."""
RUN = Run("avl", "axis", tuple(BEST), ("recruit", "regular"), games=4, generations=25, candidates=8, seed=5)


def toy(to_play: Sequence[Pairing], jobs: int, told: Callable[[Outcome], None] | None = None) -> list[Outcome]:
    """Games that need no playing: the axis is the better, the nearer its weights are to the best; deals differ."""
    found = []
    for pairing in to_play:
        given = read_spec(pairing.seats["axis"]).changes
        off = sum(abs(given.get(name, 0.5) - best) for name, best in BEST.items())
        points = 100 - 40 * off + pairing.seed % 7
        won = ("axis",) if points > 90 else ("soviet",)
        outcome = Outcome(
            pairing.number, pairing.seed, pairing.seats, won, "", {"axis": round(points), "soviet": 50}, 9, 1
        )
        found.append(outcome)
        if told is not None:
            told(outcome)
    return found


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many games each call of the toy played."""
    calls: list[int] = []

    def counted(to_play: Sequence[Pairing], jobs: int, told: Callable[[Outcome], None] | None = None) -> list[Outcome]:
        calls.append(len(to_play))
        return toy(to_play, jobs, told)

    monkeypatch.setattr(tuning, "play_all", counted)
    return calls


def test_it_finds_the_best_weights_of_a_game_where_they_are_known(tmp_path: Path, played: list[int]) -> None:
    *_, last = tune(RUN, tmp_path)
    assert last.number == 24
    found = champion(tmp_path)
    assert found == {name: pytest.approx(best, abs=0.15) for name, best in BEST.items()}
    score, points = proof(RUN, found, 50)
    assert score.mean - score.within > 0 and points.mean - points.within > 0


def test_a_run_that_was_stopped_goes_on_to_the_same_end(tmp_path: Path, played: list[int]) -> None:
    list(tune(RUN, tmp_path / "whole"))
    games = sum(played)
    played.clear()
    going = tune(RUN, tmp_path / "stopped")
    for _ in range(10):
        next(going)
    going.close()
    with (tmp_path / "stopped/generations.jsonl").open("a") as file:
        file.write('{"number": 10, "cand')  # the power failed here
    list(tune(RUN, tmp_path / "stopped"))
    assert sum(played) == games, "nothing is played twice"
    for name in ("generations.jsonl", "champion.json", "run.json"):
        assert (tmp_path / "stopped" / name).read_text() == (tmp_path / "whole" / name).read_text()
    with pytest.raises(SetupError, match="of another run"):
        next(tune(Run("avl", "soviet", ("pull",), ("recruit",)), tmp_path / "whole"))


def test_weights_keep_to_their_bounds_and_are_whole_where_they_count() -> None:
    sheet = sheet_of("avl")
    scale = Scale(sheet, "axis", ("near", "pull"))
    assert scale.weights([0, 0]) == {name: sheet.values["axis"][name] for name in ("near", "pull")}
    far = scale.weights([1000, -1000])
    assert far == {"near": sheet.weights["near"].most, "pull": sheet.weights["pull"].least}
    assert scale.weights([0.3, 0.3])["near"] % 1 == 0
    low, high = scale.bounds
    assert scale.weights(low) == {name: sheet.weights[name].least for name in scale.names}
    assert scale.weights(high) == {name: sheet.weights[name].most for name in scale.names}


def test_tuning_begins_where_the_weights_of_the_scenario_stand(tmp_path: Path) -> None:
    sheet = sheet_of("lb")
    scenario = next(name for name, sides in sheet.scenarios.items() if "german" in sides)
    own = sheet.scenarios[scenario]["german"]
    scale = Scale(sheet, "german", (), scenario)
    assert own.items() <= scale.weights([0.0] * len(scale.names)).items()
    changed = doctrine_of("lb", f"regular:{next(iter(own))}={sheet.weights[next(iter(own))].least}")
    assert isinstance(changed, Weighted)
    name = next(iter(own))
    assert getattr(changed.scenarios[scenario][0], name) == sheet.weights[name].least, "a change holds in all scenarios"


@pytest.mark.parametrize(
    ("side", "names", "fault"),
    [("finland", (), "no side"), ("axis", ("valour",), 'no weight "valour"')],
)
def test_what_is_not_there_cannot_be_tuned(side: str, names: tuple[str, ...], fault: str) -> None:
    with pytest.raises(SetupError, match=fault):
        Scale(sheet_of("avl"), side, names)


def test_what_names_a_hex_is_neither_shaken_nor_searched() -> None:
    sheet = sheet_of("victory")
    assert sheet.weights["aim"].unit == "hex"
    assert "aim" not in Scale(sheet, "red", ()).names and "aim=" not in shaken("victory", "red", 3)


def test_a_shaken_opponent_is_a_bot_like_any_other() -> None:
    name = shaken("avl", "soviet", 3)
    assert bot(name, "avl").name == name
    ours = doctrine_of("avl", name)
    assert isinstance(ours, Weighted)
    assert ours.weights[1].pull == read_spec(name).changes["pull"] != sheet_of("avl").by_side()[1].pull


def test_candidates_really_play() -> None:
    run = Run("lb", "german", (), ("recruit",), scenario="3-meeting-engagement", games=1)
    one, same, other = Trials(run).play(["regular", "regular", "random"], [7])
    assert one == same != other


def test_candidates_play_by_the_options_of_the_run() -> None:
    run = Run("avl", "axis", (), ("recruit",), games=1)
    even = replace(run, options={"even_figures": True})
    plain, other = (Trials(one).play(["regular"], [7])[0][0] for one in (run, even))
    assert plain != other
    assert Trials(replace(run, options={"even_figures": False})).play(["regular"], [7])[0][0] == plain
    with pytest.raises(SetupError, match="odd_figures"):
        Trials(replace(run, options={"odd_figures": True}))


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("regular:pull", 'not "pull"'),
        ("regular:pull=much", 'not "pull=much"'),
        ("regular:=1", 'not "=1"'),
        ("regular:valour=1", "is not the name of a weight"),
        ("regular:pull=99", "should be 0 to 0.5"),
        ("random:pull=0.1", "no bot"),
    ],
)
def test_a_bot_with_weights_that_it_has_not_is_refused(name: str, fault: str) -> None:
    with pytest.raises(SetupError, match=fault):
        bot(name, "avl")


def test_the_champion_is_told_as_lines_of_the_file(call: Call, tmp_path: Path, played: list[int]) -> None:
    told = call("tune-bot", "avl", "--side", "axis", "--by", "cma-es", "--weight", "pull", "--weight", "caution",
                "--games", "4", "--generations", "3", "--out", str(tmp_path / "run"), "--proof", "10")  # fmt: skip
    assert "generation 3:" in told.output and "on 10 fresh deals it gains" in told.output
    assert told.exit_code == 0
    assert "[side.axis]\n" in told.output
