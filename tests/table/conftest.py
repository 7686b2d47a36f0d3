from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.table.accounts import passwords
from tests.again import once_more
from tests.hashing import QUICK
from tests.table.databases import ON_POSTGRESQL, cleared
from tests.table.guests import Guest, Inn, opened


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is about SQLite alone, each with its reason, has no place in a run on PostgreSQL; and clocks are real."""
    once_more(items, Path(__file__).parent)
    ours = [one for one in items if ON_POSTGRESQL and one.get_closest_marker("sqlite")]
    if ours:
        config.hook.pytest_deselected(items=ours)
        items[:] = [one for one in items if one not in ours]


@pytest.fixture(autouse=True)
def cleared_away(tmp_path: Path) -> Iterator[None]:
    """No database of this test outlives it."""
    yield
    cleared(tmp_path)


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "PasswordHasher", QUICK)


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
