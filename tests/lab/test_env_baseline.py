"""Reference scores: the same deals for bots and for anybody's policy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import grognard
from grognard.core.game import SetupError
from grognard.lab.env.baseline import THINKING, baselines, main, measured, measured_bots


def test_both_seats_of_every_bot_are_scored_on_the_same_deals() -> None:
    found = {(one.seat, one.name): one for one in baselines("vl", ["random", "recruit"], games=1)}
    assert {*found} == {(seat, name) for seat in ("soviet", "german") for name in ("random", "recruit")}
    mirrored = found["soviet", "recruit"].score.mean + found["german", "recruit"].score.mean
    assert mirrored == 1.0, "Recruit against Recruit is one game, seen from both sides"
    assert found["german", "random"].reward == 2 * found["german", "random"].score.mean - 1


def test_a_policy_is_measured_in_a_seat_and_scores_the_same_again() -> None:
    seen: list[tuple[int, ...]] = []

    def last_of_mask(observation: Any, mask: Any) -> int:
        seen.append(observation["planes"].shape)
        return int(np.flatnonzero(mask)[-1])

    once = measured(last_of_mask, "lb", "russian", games=2, scenario="4-german-mobile-defense")
    again = measured(last_of_mask, "lb", "russian", games=2, scenario="4-german-mobile-defense")
    assert once == again and once.score.games == 2
    assert set(seen) == {(11, 30, 26)}


def test_who_never_comes_to_an_end_has_lost() -> None:
    asked = 0

    def to_and_fro(observation: Any, mask: Any) -> int:
        nonlocal asked
        asked += 1
        return int(np.flatnonzero(mask)[asked % 2])

    found = measured(to_and_fro, "vl", "german", games=1, answers=400)
    assert asked > 100 and found.score.mean == 0.0 and found.reward == -1.0
    assert "inf" not in found.row()


def test_who_thinks_by_the_clock_is_measured_with_a_fixed_budget() -> None:
    assert measured_bots("vl") == ["random", "recruit", "regular", THINKING]


def test_the_protocol_is_for_two_players() -> None:
    with pytest.raises(SetupError, match="for two players; this scenario has 6"):
        baselines("victory", ["random"], 1, scenario="commanders")


def test_the_command_prints_a_table_and_complains_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    main(["vl", "--games", "1", "--bot", "random"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("| seat | bot |") and len(lines) == 6
    vl = grognard.game("vl")
    assert f"rules {vl.version}, observations and actions {vl.sight.version}" in lines[-1]
    with pytest.raises(SystemExit) as end:
        main(["chess"])
    assert end.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
