"""What tests ask of message catalogues: their sentences, the facts in them, and the keys that code cites."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

from grognard.core.words import Words

WORKSHOP = re.compile(r"`|[a-z]_[a-z]|\.toml|\b[a-z]{2,}[0-9]*\.[A-Za-z]")
"""What only those who build a game would write: code, keys, files, ids of clauses that have no printed number."""
KEY = re.compile(r"(event|prompt|why|result|refuse)\.[a-z0-9_]+")


def catalogue(*folders: Path) -> Words:
    """These catalogues alone, facts worded as they are."""
    return Words(list(folders), lambda kind, value, language: str(value))


def placeholders(template: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in string.Formatter().parse(template) if name is not None)


def cited_keys(folder: Path) -> frozenset[str]:
    """Every message key that stands in a string of this folder's code."""
    return frozenset(
        node.value
        for tree in _trees(folder)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value)
    )


def said(folder: Path) -> Iterator[tuple[str, frozenset[str] | None]]:
    """(key, facts handed over) of every `.message(...)` and `.tell(...)` that names its key on the spot.

    An f-string gives its constant beginning with a star, as in `result.*`; None stands for facts handed over as a dict.
    """
    for tree in _trees(folder):
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
                continue
            match node.func.attr, node.args[0]:
                case ("message" | "tell"), ast.Constant(value=str() as key):
                    yield key, _facts(node)
                case ("message" | "tell"), ast.JoinedStr(values=[ast.Constant(value=str() as beginning), *_]):
                    yield f"{beginning}*", _facts(node)


def _facts(call: ast.Call) -> frozenset[str] | None:
    names = [keyword.arg for keyword in call.keywords]
    return None if None in names else frozenset(name for name in names if name is not None and name != "to")


def _trees(folder: Path) -> Iterator[ast.Module]:
    for file in sorted(folder.glob("*.py")):
        yield ast.parse(file.read_text(encoding="utf-8"))
