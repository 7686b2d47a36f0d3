"""The house has floors: a file imports from its own floor or a lower one, and no game imports another."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import grognard

PACKAGE = Path(grognard.__file__).parent
# "" is grognard/__init__.py, the public face over the engine; rooms of equal height share a floor.
HEIGHT = {
    "hex": 0, "core": 1, "": 2, "games": 3, "testing": 3, "players": 4, "table": 5, "lab": 5, "school": 5,
    "club": 5, "cli": 6, "__main__": 7,
}  # fmt: skip


def imported(source: str) -> Iterator[str]:
    """The dotted names below grognard that a source imports: "core.ask.Ask", or "" for grognard itself."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "import by full name, so that floors can be seen"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name.removeprefix("grognard").lstrip(".") for name in names if name.split(".")[0] == "grognard")


def floor(name: str) -> str:
    """The floor of a dotted name below grognard; what is no floor is a name of grognard/__init__.py."""
    head = name.split(".")[0]
    return head if head in HEIGHT else ""


def wrong_imports(module: str, source: str) -> list[str]:
    """Imports of a module (dotted, below grognard) that climb a floor or reach into another game."""
    here, game = floor(module), module.split(".")[1:2]
    return [
        name
        for name in imported(source)
        if HEIGHT[floor(name)] > HEIGHT[here] or (here == floor(name) == "games" and name.split(".")[1:2] != game)
    ]


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def dotted(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_imports_never_climb(path: Path) -> None:
    assert wrong_imports(dotted(path), path.read_text(encoding="utf-8")) == []


def test_every_room_has_a_floor() -> None:
    rooms = {dotted(path).split(".")[0] for path in modules()}
    assert rooms <= HEIGHT.keys()


@pytest.mark.parametrize(
    ("module", "source", "wrong"),
    [
        ("hex.map", "from grognard.core.data import DataError", ["core.data.DataError"]),
        ("hex.map", "from grognard.hex.grid import Grid", []),
        ("core.play", "from grognard import game", ["game"]),
        ("core.play", "def f():\n    import grognard.games.avl", ["games.avl"]),
        ("games.avl.combat", "from grognard.games.avl.state import State", []),
        ("games.avl.combat", "from grognard.games.victory import blocks", ["games.victory.blocks"]),
        ("games.avl.combat", "from grognard import players", ["players"]),
        ("players.officer", "import grognard, random\nfrom grognard.games.avl import GAME", []),
        ("lab.env", "from grognard.cli import main", ["cli.main"]),
        ("cli", "from grognard.lab import simulate\nfrom grognard.table import app", []),
    ],
)
def test_a_climbing_import_is_seen(module: str, source: str, wrong: list[str]) -> None:
    assert wrong_imports(module, source) == wrong
