"""Tests that live with real clocks: browsers, servers, databases and bots share two cores with one another.

One of a thousand such tests meets a moment in which somebody else had the machine. It is run once more, and the summary
names it (`RERUN`), so that it can be mended; what is really broken fails twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest


def once_more(items: Iterable[pytest.Item], folder: Path) -> None:
    """Let every test of this folder be run a second time where it fails."""
    for item in items:
        if item.path.is_relative_to(folder):
            item.add_marker(pytest.mark.flaky(reruns=1))
