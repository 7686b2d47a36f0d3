"""What a game's own code says: the sentences it names, the facts it hands over and the clauses it cites.

Read from the source, never run: a sentence that only one game in a hundred comes to is found as well.
"""

from __future__ import annotations

import ast
import inspect
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from grognard.core.game import Game

KEY = re.compile(r"(event|prompt|why|result|refuse)\.[a-z0-9_]+")


class Said(NamedTuple):
    """A `.message(...)` or `.tell(...)` that names its key on the spot.

    An f-string gives its constant beginning with a star, as in `result.*`; `facts` are None where they are handed over
    as a dict, `rule` where it is worked out.
    """

    key: str
    facts: frozenset[str] | None
    rule: str | None
    where: str


def sources(game: Game) -> list[Path]:
    """The Python files of a game: those in its folder, and the one that says where the folder is."""
    home = next(cls for cls in type(game).__mro__ if "folder" in vars(cls))
    return sorted({*game.folder.rglob("*.py"), Path(inspect.getfile(home))})


def placeholders(template: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in string.Formatter().parse(template) if name is not None)


def cited_keys(files: list[Path]) -> frozenset[str]:
    """Every message key that stands in a string of this code."""
    return frozenset(
        node.value
        for _, tree in _trees(files)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value)
    )


def said(files: list[Path]) -> Iterator[Said]:
    for file, tree in _trees(files):
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
                continue
            where = f"{file.name}:{node.lineno}"
            match node.func.attr, node.args[0]:
                case (("message" | "tell"), ast.Constant(value=str() as key)):
                    yield Said(key, _facts(node), _rule(node), where)
                case (("message" | "tell"), ast.JoinedStr(values=[ast.Constant(value=str() as beginning), *_])):
                    yield Said(f"{beginning}*", _facts(node), _rule(node), where)


def _facts(call: ast.Call) -> frozenset[str] | None:
    names = [keyword.arg for keyword in call.keywords]
    return None if None in names else frozenset(name for name in names if name not in (None, "to", "rule"))


def _rule(call: ast.Call) -> str | None:
    given = [*call.args[1:2], *(keyword.value for keyword in call.keywords if keyword.arg == "rule")]
    found = given[0] if given else None
    return found.value if isinstance(found, ast.Constant) and isinstance(found.value, str) else None


def _trees(files: list[Path]) -> Iterator[tuple[Path, ast.Module]]:
    for file in files:
        yield file, ast.parse(file.read_text(encoding="utf-8"), str(file))
