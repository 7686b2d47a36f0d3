"""Nothing in the engine or the client knows a game: what is one game's own stands in that game's data and code.

Engine and client share the wargamer's words (HQ, ZOC, chit, fort); nations, sides, arms of one army and names of games
are not among them. Comments, examples in docstrings and tests may name whom they like.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1]
ROOMS = ("core", "hex", "table", "cli", "lab", "school", "testing.py")
ENGINE = [HOUSE / "src" / "grognard" / room for room in ROOMS]
CLIENT = HOUSE / "web" / "src"
WORDS = re.compile(
    r"\b(avl|lb|vl|victory lost|velikiye|luki|lost battles|"
    r"mulberry|airfield|festung|ss|waffen|luftwaffe|panzers?|guards|stavka|manstein|kampfgruppe|"
    r"soviets?|german|germany|russians?|italians?|romanians?|hungarians?|usa)\b|"
    r"[\"'`-](axis|allies)\b",
    re.IGNORECASE,
)
"""Names of games and what only one of them has; a chart has an axis, so that counts only as a name or in a style."""
LABELS = re.compile(r"\\d\+G")
"""How somebody once told Guards by their labels."""
DEVELOPMENT = {"Dev.svelte", "dev.ts", "sample.ts"}
"""Pages for those who work on the client; they are not built."""


def engine_files() -> list[Path]:
    found = [path for floor in ENGINE for path in ([floor] if floor.is_file() else sorted(floor.rglob("*")))]
    return [path for path in found if path.suffix in (".py", ".toml") and "static" not in path.parts]


def client_files() -> list[Path]:
    found = sorted(path for path in CLIENT.rglob("*") if path.suffix in (".ts", ".svelte", ".css"))
    return [path for path in found if not path.name.endswith(".test.ts") and path.name not in DEVELOPMENT]


def python_code(text: str) -> str:
    """A module without comments and docstrings."""
    told = {
        (node.lineno, node.col_offset)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return "\n".join(one.string for one in tokens if one.type != tokenize.COMMENT and one.start not in told)


def client_code(text: str) -> str:
    """A module or component without comments."""
    return re.sub(r"/\*.*?\*/|<!--.*?-->|(?<![:\"'])//[^\n]*", "", text, flags=re.DOTALL)


def code(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return python_code(text)
    return re.sub(r"(?m)^#.*$", "", text) if path.suffix == ".toml" else client_code(text)


def named(text: str) -> list[str]:
    return [match[0] for words in (WORDS, LABELS) for match in words.finditer(text)]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('if symbol == "luftwaffe":', ["luftwaffe"]),
        ('side === "axis"', ['"axis']),
        ("var(--side-axis)", ["-axis"]),
        ('<Curves {axis} at="axes" />', []),
        ('re.match(r"\\d+G", label)', ["\\d+G"]),
        ("chit, HQ, ZOC, fort, class, guard", []),
    ],
)
def test_what_counts_as_a_name(line: str, words: list[str]) -> None:
    assert named(line) == words


def test_comments_and_docstrings_may_name_whom_they_like() -> None:
    assert named(python_code('"""Of avl."""\nX = 1  # soviet\n"""The panzer."""\n')) == []
    assert named(client_code('// soviet\nconst x = "http://a"; /* panzer */\n<!-- festung -->')) == []
    assert named(client_code('// soviet\nconst x = "panzer";')) == ["panzer"]
    assert named(python_code('"""Of avl."""\nX = "panzer"  # soviet\n')) == ["panzer"]


@pytest.mark.parametrize("floor", ["engine", "client"])
def test_nothing_in_engine_or_client_knows_a_game(floor: str) -> None:
    files = engine_files() if floor == "engine" else client_files()
    assert len(files) > 50
    found = {str(path.relative_to(HOUSE)): names for path in files if (names := named(code(path)))}
    assert found == {}
