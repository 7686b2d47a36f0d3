"""A command line to call, and one whole game that bots have played and saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from grognard.cli import app

Call = Callable[..., Result]


def call_grognard(*words: str | Path, typed: str = "") -> Result:
    """Call the command line with these words, and this typed at the keyboard."""
    return CliRunner().invoke(app, [str(word) for word in words], input=typed, env={"GROGNARD_LANG": None})


@pytest.fixture
def call() -> Call:
    return call_grognard


@pytest.fixture(scope="session")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game between two random bots."""
    path = tmp_path_factory.mktemp("saved") / "game.json"
    result = call_grognard(
        "play", "avl", "--seed", "5", "--seat", "axis=random", "--seat", "soviet=random", "--save", path
    )
    assert result.exit_code == 0, result.output
    assert "Final score" in result.output
    return path
