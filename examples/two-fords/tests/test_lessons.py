"""The lessons can be taken: `grognard check` finds no fault in them."""

from __future__ import annotations

from grognard.school.lesson import lessons
from grognard.school.lesson_check import faults
from two_fords import GAME


def test_every_lesson_is_solved_by_its_own_answers() -> None:
    assert lessons(GAME)
    assert faults(GAME) == []
