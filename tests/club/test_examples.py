"""Examples in the docstrings of the club say what is so."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest

from grognard.club import words
from grognard.club.ratings import level, skill
from grognard.club.tournament import knockout, round_robin, telling


@pytest.mark.parametrize("module", [words, level, skill, knockout, round_robin, telling], ids=lambda one: one.__name__)
def test_examples_are_true(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted and not result.failed
