"""`grognard fit-value` and the fit under it."""

from __future__ import annotations

import json
import math
from pathlib import Path
from random import Random

import pytest

from grognard.core.game import SetupError
from grognard.lab import fit as fitting
from grognard.lab.fit import Row, fit, foresight_of, gather, judged
from grognard.players import bot
from grognard.players.foresight import Model, Promise, read_models, terms
from tests.cli.conftest import Call


def made(games: int = 600) -> list[Row]:
    """Positions whose promise is known: the lead is twice the feature, more so late; the chance follows from it."""
    rng, found = Random(4), []
    for number in range(games):
        feature, elapsed = rng.uniform(-3, 3), rng.choice((0.1, 0.35, 0.6, 0.9))
        lead = 2 * feature * elapsed + rng.gauss(0, 0.3)
        won = float(rng.random() < 1 / (1 + math.exp(-3 * feature * elapsed)))
        found.append(Row(number, "toy", "axis", elapsed, tuple(terms(elapsed, (feature,))), Promise(won, lead)))
    return found


def test_a_fit_finds_what_the_positions_were_made_of() -> None:
    families, quality = fit(made())
    told = families["toy"]["axis"]
    model = Model(told["chance"], told["lead"], told["spread"])
    for feature, elapsed in ((2.0, 0.9), (-1.0, 0.4), (3.0, 0.1)):
        promise = model.promise(terms(elapsed, (feature,)))
        assert promise.lead == pytest.approx(2 * feature * elapsed, abs=0.2)
        assert promise.chance == pytest.approx(1 / (1 + math.exp(-3 * feature * elapsed)), abs=0.12)
    early, *_, late = quality["toy axis"]
    assert early.auc is not None and late.auc is not None
    assert late.auc > 0.9 > early.auc > 0.4
    assert late.miss < 0.5
    for chance, scored, positions in late.calibration:
        assert positions < 10 or abs(chance - scored) < 0.25


def test_where_all_ends_alike_no_skill_is_claimed() -> None:
    rows = [Row(number, "toy", "axis", 0.5, tuple(terms(0.5, (1.0,))), Promise(1.0, 3.0)) for number in range(50)]
    _, quality = fit(rows)
    assert all(one.auc is None for one in quality["toy axis"])


def test_positions_of_real_games_are_looked_at_once_for_each_window() -> None:
    rows = gather("vl", None, ["random", "recruit"], 2, seed=3)
    assert {row.side for row in rows} == {"soviet", "german"}
    assert all(len(row.terms) == 2 + 2 * len(foresight_of("vl").features) for row in rows)
    for game in (0, 1):
        mine = [row for row in rows if row.game == game and row.side == "soviet"]
        assert 10 < len(mine) <= 23
        assert [row.elapsed for row in mine] == sorted({row.elapsed for row in mine})
        assert len({row.got for row in mine}) == 1


def test_an_activation_is_a_window_where_chits_are_drawn() -> None:
    rows = gather("avl", None, ["random"], 1, seed=3)
    named = foresight_of("avl").features
    assert all(len(row.terms) == 2 + 2 * len(named) for row in rows)
    points = [row.terms[2 + named.index("axis_points")] for row in rows if row.side == "axis"]
    assert points[0] == 25 and len(points) > 20


def test_nobody_looks_ahead_where_that_was_not_shown_to_win() -> None:
    """Judging a position needs a model; playing by it needs the proof that it wins more."""
    scenario = "sleeping-giant"
    assert scenario in foresight_of("victory").models and not foresight_of("victory").proven(scenario)
    with pytest.raises(SetupError, match="nobody looks ahead"):
        bot("veteran", "victory", scenario)


def test_models_of_other_features_are_not_used(tmp_path: Path) -> None:
    path = tmp_path / "value.json"
    told = {"chance": [0.0], "lead": [0.0], "spread": 1.0}
    path.write_text(json.dumps({"features": ["points"], "families": {"campaign": {"axis": told}}}))
    assert read_models(path, ("points",))["campaign"]["axis"].spread == 1.0
    assert read_models(path, ("cities",)) == read_models(tmp_path / "none.json", ("points",)) == {}


def test_a_game_that_tells_nothing_cannot_be_fitted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "doctrine", lambda *given: object())
    with pytest.raises(SetupError, match="tells nothing"):
        foresight_of("lb")


def test_the_command_writes_models_and_tells_how_good_they_are(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grognard.cli.fit_value.gather", lambda *given, **named: made())
    told = call("fit-value", "vl", "--games", "10", "--out", str(tmp_path / "value.json"))
    assert told.exit_code == 0, told.output
    assert "toy axis" in told.output and "4/4" in told.output
    assert read_models(tmp_path / "value.json", foresight_of("vl").features)["toy"]["axis"].spread > 0
    before = json.loads((tmp_path / "value.json").read_text())
    before["families"] = {"other": before["families"]["toy"]}
    (tmp_path / "value.json").write_text(json.dumps(before))
    call("fit-value", "vl", "--games", "10", "--out", str(tmp_path / "value.json"))
    assert set(read_models(tmp_path / "value.json", foresight_of("vl").features)) == {"other", "toy"}, "it is added to"
    assert "no folder" in call("fit-value", "vl", "--out", str(tmp_path / "none/value.json")).output
    assert fitting.HELD_OUT == 5, "the command says one in five"


def test_the_models_that_there_are_are_checked_on_other_games(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grognard.cli.fit_value.gather", lambda *given, **named: made())
    path = tmp_path / "value.json"
    call("fit-value", "vl", "--games", "10", "--out", str(path))
    models = read_models(path, foresight_of("vl").features)
    upside_down = {
        "toy": {side: Model([-w for w in one.chance], one.lead, one.spread) for side, one in models["toy"].items()}
    }
    good, bad = judged(made(), models)["toy axis"], judged(made(), upside_down)["toy axis"]
    assert [one.auc for one in bad] == [pytest.approx(1 - (one.auc or 0)) for one in good]
    assert all((one.auc or 0) > 0.5 for one in good[1:])
    monkeypatch.setattr(foresight_of("vl"), "models", models)
    told = call("fit-value", "vl", "--games", "10", "--check")
    assert "toy axis" in told.output and "4/4" in told.output and "seed 0" in told.output
    assert judged(made(), {}) == {}
    for words in ((), ("--check", "--out", str(path))):
        assert "or --check" in call("fit-value", "vl", *words).output
