"""docs/research.md names everything that an observation holds, and the versions that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grognard.core.game import Game
from grognard.lab.env.match import Match
from grognard.lab.env.spaces import PLACED
from two_fords import GAME as EXAMPLE

PAGE = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
ROWS = ("planes", "units", "figures")


def told(version: str) -> dict[str, set[str]]:
    """By row of a version's table: the names in code type, without what they are of."""
    section = PAGE.partition(f": `{version}`\n")[2].partition("\n### ")[0]
    rows = {line.split("|")[1].strip(): line for line in section.splitlines() if line.startswith("| ")}
    return {name: {one.partition(":")[0] for one in re.findall(r"`([^`]+)`", rows[name])} for name in ROWS}


@pytest.mark.parametrize(
    "played", ["avl", "lb", "victory", "vl", EXAMPLE], ids=["avl", "lb", "victory", "vl", "example"]
)
def test_the_page_names_every_plane_column_and_figure(played: str | Game) -> None:
    spaces = Match(played).spaces
    seen = (spaces.sight.hexes, [one for one in spaces.unit_columns if one not in PLACED], spaces.sight.figures)
    assert told(spaces.version) == {
        row: {name.partition(":")[0] for name in names} for row, names in zip(ROWS, seen, strict=True)
    }
