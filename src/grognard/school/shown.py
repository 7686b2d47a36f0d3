"""The tests that show a clause, in words. Tests are not installed with a game, so their names are kept in a small index
beside its data; `python -m grognard.school.shown` writes it anew, and a test says when that is due.
"""

from __future__ import annotations

import ast
import json
import re
from functools import lru_cache
from pathlib import Path

from grognard.core.game import Game
from grognard.core.registry import game, game_ids
from grognard.core.rules import checkout, coverage

FILE = "tests.json"


def in_words(name: str, doc: str = "") -> str:
    """What a test shows: its first line, or its name.

    >>> in_words("test_one_shift_takes_12_1_to_11_1")
    'One shift takes 12-1 to 11-1'
    >>> in_words("TestRoads::test_a_road_costs_half")
    'A road costs half'
    """
    line = doc.strip().split("\n\n")[0].replace("\n", " ")
    said = re.sub(r"\s+", " ", line) if line and len(line) <= 110 else ""
    if not said:
        own = name.rpartition("::")[2].removeprefix("test_")
        said = re.sub(r"(?<=\d)_(?=\d)", "-", own).replace("_", " ")
        said = re.sub(r"\b(zoc|hq|mp|vp|pp|oos)(s?)\b", lambda found: found[1].upper() + found[2], said)
    said = said.rstrip(".:")
    return said[:1].upper() + said[1:]


def gathered(found: Game, root: Path) -> dict[str, list[str]]:
    """By clause: the tests of a checkout in words, each once."""
    docs = _docs(root)
    index: dict[str, list[str]] = {}
    for row in coverage(found.rules, root):
        said = [in_words(place.partition("::")[2], docs.get(place, "")) for place in row.tests]
        index[row.clause.id] = list(dict.fromkeys(said))
    return index


def _docs(root: Path) -> dict[str, str]:
    """What the tests say of themselves, by file and name."""
    found = {}
    for path in sorted((root / "tests").rglob("test_*.py")):
        place = path.relative_to(root).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        homes: list[tuple[str, list[ast.stmt]]] = [("", tree.body)]
        homes += [(f"{node.name}::", node.body) for node in tree.body if isinstance(node, ast.ClassDef)]
        for home, body in homes:
            for node in body:
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    found[f"{place}::{home}{node.name}"] = ast.get_docstring(node) or ""
    return found


def written(index: dict[str, list[str]]) -> str:
    """The index as a file: a clause to a line."""
    lines = (f" {json.dumps(clause)}: {json.dumps(said, ensure_ascii=False)}" for clause, said in index.items() if said)
    return "{\n" + ",\n".join(lines) + "\n}\n"


@lru_cache(maxsize=32)
def tests_of(found: Game) -> dict[str, list[str]]:
    """By clause: the tests that show it; nothing where a game has no index."""
    path = found.folder / "data" / FILE
    read: dict[str, list[str]] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return read


def main() -> None:
    for one in map(game, game_ids()):
        root = checkout(one.folder)
        if root is not None:
            (one.folder / "data" / FILE).write_text(written(gathered(one, root)), encoding="utf-8")


if __name__ == "__main__":
    main()
