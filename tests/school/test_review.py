"""The review of a game: parts that add up, and no blame for who plays as the doctrine does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.play import Play
from grognard.players import bot
from grognard.school import hint
from grognard.school import review as reviewing
from grognard.school.review import review


@pytest.fixture(autouse=True, scope="module")
def _fewer() -> Iterator[None]:
    """Fewer courses: what is told gets less sure, and what is not said of it stays true."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (("FAIR", 2), ("CLOSE", 4), ("SUSPECTS", 3), ("DICE", 5)):
            patch.setattr(reviewing, name, value)
        yield


@cache
def played(*seats: str) -> Play:
    play = grognard.game("vl").new(None, {}, "12")
    bots, rng = [bot(name) for name in seats], Random(3)
    while play.result is None:
        player = play.state.deciders[0]
        play.apply(player, bots[player].choose(play.game.imagine(play.state, player, rng), player, rng))
    return play


@cache
def reviewed(side: str, *seats: str) -> dict[str, Any]:
    return review(played(*seats), side)


@pytest.mark.parametrize("side", ["soviet", "german"])
def test_the_parts_of_the_margin_add_up(side: str) -> None:
    found = reviewed(side, "recruit", "regular")
    for what in ("chance", "lead"):
        parts = [found[name][what] for name in ("start", "own", "theirs", "dice")]
        assert sum(parts) == pytest.approx(found["margin"][what], abs=0.03)
    points = played("recruit", "regular").result
    assert points is not None
    sign = 1 if side == "soviet" else -1
    assert found["margin"]["lead"] == sign * points.points["soviet"]


def test_who_plays_as_the_doctrine_does_is_not_blamed() -> None:
    """All that differs from what the doctrine makes of a window is then the dice."""
    found = reviewed("soviet", "regular", "regular")
    assert found["decisions"] == []
    assert abs(found["own"]["lead"]) < 1


def test_a_recruit_is_told_what_would_have_been_better() -> None:
    found = reviewed("soviet", "recruit", "regular")
    mine = [one for one in found["decisions"] if one["by"] == "soviet"]
    assert 1 <= len(mine) <= 3
    for one in mine:
        assert one["cost"]["lead"] < -one["error"]["lead"]
        assert one["better"]["head"] != one["did"]
    assert [one["cost"]["lead"] for one in mine] == sorted(one["cost"]["lead"] for one in mine)


def test_the_course_runs_from_the_beginning_to_the_result() -> None:
    found = reviewed("soviet", "recruit", "regular")
    steps = [one["step"] for one in found["course"]]
    assert steps[0] == 0 and steps == sorted(steps) and steps[-1] == len(played("recruit", "regular").given)
    assert found["course"][-1]["chance"] == found["margin"]["chance"]


def test_the_same_game_has_the_same_review() -> None:
    assert review(played("recruit", "regular"), "soviet") == reviewed("soviet", "recruit", "regular")


def test_a_turn_that_threw_units_away_is_not_praised() -> None:
    crowd = dict.fromkeys(("fd-357", "fd-257", "fd-28"), "1308")
    play = grognard.game("vl").position(step="move", active="soviet", place=crowd, unchecked=True)
    found = reviewing.Review("soviet", play, 1)
    one = reviewing.Stretch(found.foresight.window(play.state), 1, "soviet", 0, 0, play.state, (0.5, 0.0))
    one.own, one.by_book = (0.0, 9.0), [(0.0, 0.0), (0.0, 0.0)]
    found.stretches = [one]
    assert found.well_done("soviet") == [one]
    one.squandered = True
    assert found.well_done("soviet") == []
    assert hint.losing(play.state, 0) and not hint.losing(grognard.game("vl").new(seed=1).state, 1)
