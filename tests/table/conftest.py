from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table.guests import Guest, Inn, opened


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Guest]:
    """Whoever reaches a house that serves its own machine."""
    with opened(tmp_path) as inn:
        yield inn.guest()


@pytest.fixture
def inn(tmp_path: Path) -> Iterator[Inn]:
    """A public house."""
    with opened(tmp_path, public=True) as found:
        yield found
