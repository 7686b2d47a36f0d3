"""A game has layers: the tables its positions stand on, above them its chapters, and on top the `Game` that knows all.

A file imports at its head and from below. The one arrow that points up is from the tables to the position, for the type
checker alone: the tables say of which class the positions are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

import grognard

GAMES = Path(grognard.__file__).parent / "games"
PACKAGE = "grognard.games"
FACE = "__init__"
LAYERED = sorted(path.parent.name for path in GAMES.glob("*/tables.py"))


class Arrow(NamedTuple):
    """One module of a game imports another; not at its head where the import stands in a function or under an if."""

    importer: str
    imported: str
    at_head: bool


UPWARDS = Arrow("tables", "state", at_head=False)


def sources(game: str) -> dict[str, str]:
    """The files of a game by their dotted names below it."""
    folder = GAMES / game
    found = {}
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        found[".".join(part for part in parts if part != FACE) or FACE] = path.read_text(encoding="utf-8")
    return found


def names(node: ast.AST) -> list[str]:
    """What an import names, dotted from the top."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [f"{node.module}.{alias.name}" for alias in node.names] if isinstance(node, ast.ImportFrom) else []


def arrows(game: str, files: Mapping[str, str]) -> Iterator[Arrow]:
    """Which of its own modules each file of a game imports."""
    own = f"{PACKAGE}.{game}"
    for importer, source in files.items():
        tree = ast.parse(source)
        for node in ast.walk(tree):
            for name in names(node):
                if name != own and not name.startswith(f"{own}."):
                    continue
                imported = name.removeprefix(own).lstrip(".")
                while imported and imported not in files:  # a name in a module, or in the package's face
                    imported = imported.rpartition(".")[0]
                yield Arrow(importer, imported or FACE, node in tree.body)


def faults(game: str, files: Mapping[str, str]) -> list[str]:
    """What breaks the layers of a game, a line for each fault."""
    found = sorted(set(arrows(game, files)) - {UPWARDS})
    below: dict[str, list[str]] = {module: [] for module in sorted(files)}
    for one in found:
        below[one.importer].append(one.imported)
    said = [f"{one.importer} imports {one.imported} below its head" for one in found if not one.at_head]
    chapters = {"state", "game", *(one.importer for one in found if one.imported == "state")}
    said += [f"tables stand on {module}" for module in sorted(under("tables", below) & chapters - {"tables"})]
    try:
        TopologicalSorter(below).prepare()
    except CycleError as circle:
        said.append("a circle of " + ", ".join(sorted({*circle.args[1]})))
    return said


def under(module: str, below: Mapping[str, list[str]]) -> set[str]:
    """All that a module imports, itself or by others."""
    found: set[str] = set()
    ahead = [*below[module]]
    while ahead:
        if (one := ahead.pop()) not in found:
            found.add(one)
            ahead += below[one]
    return found


@pytest.mark.parametrize("game", LAYERED)
def test_a_game_stands_on_its_tables_and_its_files_import_from_below(game: str) -> None:
    assert faults(game, sources(game)) == []


FILES = {
    FACE: "from grognard.games.toy.game import GAME",
    "counters": "from grognard.core.ask import Verb",
    "tables": """
from grognard.games.toy.counters import SIDES
if TYPE_CHECKING:
    from grognard.games.toy.state import ToyState
""",
    "state": "from grognard.games.toy.tables import ToyTables",
    "march": "from grognard.games.toy.state import ToyState",
    "combat": "",
    "combat.odds": "from grognard.games.toy import counters, march",
    "game": "from grognard.games.toy.combat.odds import odds\nfrom grognard.games.toy.tables import ToyTables",
}


@pytest.mark.parametrize(
    ("module", "source", "said"),
    [
        ("verbs", "from grognard.games.toy.counters import SIDES", []),
        (
            "march",
            "def run(self):\n    from grognard.games.toy import combat",
            ["march imports combat below its head"],
        ),
        (
            "verbs",
            "if TYPE_CHECKING:\n    from grognard.games.toy.state import ToyState",
            ["verbs imports state below its head"],
        ),
        (
            "tables",
            "from grognard.games.toy.state import ToyState",
            ["tables stand on state", "a circle of state, tables"],
        ),
        (
            "counters",
            "from grognard.games.toy.march import pace",
            ["tables stand on march", "tables stand on state", "a circle of counters, march, state, tables"],
        ),
        ("march", "from grognard.games.toy.combat.odds import odds", ["a circle of combat.odds, march"]),
        ("march", "from grognard.games.toy import GAME", ["a circle of __init__, combat.odds, game, march"]),
    ],
)
def test_an_arrow_that_points_up_is_seen(module: str, source: str, said: list[str]) -> None:
    assert faults("toy", FILES) == []
    assert faults("toy", FILES | {module: source}) == said
