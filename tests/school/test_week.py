"""The position of the week."""

from __future__ import annotations

import grognard
from grognard.school.example import at_step, examples
from grognard.school.week import MONDAY, WEEK, of_week

GAMES = [grognard.game(game_id) for game_id in ("avl", "lb", "victory", "vl")]
SUNDAY_NIGHT = MONDAY + 3000 * WEEK - 1.0


def test_it_lasts_from_monday_to_sunday() -> None:
    before, after = of_week(GAMES, SUNDAY_NIGHT), of_week(GAMES, SUNDAY_NIGHT + 2)
    assert before != after
    assert of_week(GAMES, SUNDAY_NIGHT - WEEK + 2) == before and of_week(GAMES, SUNDAY_NIGHT + WEEK) == after


def test_each_has_its_week_before_one_comes_again() -> None:
    count = sum(len(examples(game)) for game in GAMES)
    shown = [of_week(GAMES, SUNDAY_NIGHT + n * WEEK) for n in range(count)]
    assert len({(game.id, one.id) for game, one in filter(None, shown)}) == count
    assert len({game.id for game, _ in filter(None, shown[:8])}) > 1, "not one game for months"


def test_every_one_of_them_can_be_played_on() -> None:
    for game in GAMES:
        for one in examples(game):
            assert at_step(game, one.id, 0).result is None, one.id


def test_a_house_without_examples_has_none() -> None:
    assert of_week([], SUNDAY_NIGHT) is None
