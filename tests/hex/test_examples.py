"""The examples in the docstrings are true."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest

from grognard.hex import grid, map, trace


@pytest.mark.parametrize("module", [grid, map, trace])
def test_examples_in_docstrings(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0 and result.failed == 0
