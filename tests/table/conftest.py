from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.table.accounts import passwords
from grognard.table.loading import Loader
from tests.again import once_more
from tests.hashing import QUICK
from tests.read_in_fork import ask_fork
from tests.table.databases import ON_POSTGRESQL, cleared, no_tables
from tests.table.guests import Guest, Inn, opened
from tests.table.later import read_later


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is about SQLite alone, each with its reason, or keeps no tables has no place in a run on PostgreSQL; and
    clocks are real."""
    once_more(items, Path(__file__).parent)
    here = [one for one in items if ON_POSTGRESQL and one.path.is_relative_to(Path(__file__).parent)]
    ours = [one for one in here if one.get_closest_marker("sqlite") or not _keeps_tables(one)]
    if ours:
        config.hook.pytest_deselected(items=ours)
        left = set(ours)
        items[:] = [one for one in items if one not in left]


def _keeps_tables(test: pytest.Item) -> bool:
    """A house keeps its tables in a folder, or in a database of that folder's; who asks for none has none."""
    return not {"tmp_path", "tmp_path_factory"}.isdisjoint(getattr(test, "fixturenames", ()))


@pytest.fixture(autouse=True)
def cleared_away(request: pytest.FixtureRequest) -> Iterator[None]:
    """No database of this test outlives it."""
    if "tmp_path" in request.fixturenames:
        folder = request.getfixturevalue("tmp_path")
        yield
        cleared(folder)
    elif _keeps_tables(request.node):
        yield
    else:
        with no_tables():
            yield


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "PasswordHasher", QUICK)


@pytest.fixture(autouse=True)
def quick_houses(monkeypatch: pytest.MonkeyPatch) -> None:
    read_later(monkeypatch)


@pytest.fixture(autouse=True)
def quick_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Loader, "_ask_worker", ask_fork)


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
