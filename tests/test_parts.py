"""`make test` is all of its parts: no folder of tests is forgotten."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_folder_of_tests_is_in_exactly_one_part() -> None:
    recipes = re.findall(r"^\t\$\(PYTEST\) (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    named = sorted(word for recipe in recipes for word in recipe.split())
    folders = {path.parent.relative_to(ROOT).parts[:2] for path in (ROOT / "tests").glob("*/**/test_*.py")}
    assert named == sorted(["examples", "tests/test_*.py", *("/".join(parts) for parts in folders)])


def test_make_test_runs_every_part() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (parts,) = re.findall(r"^test: (.*?)  ##", makefile, re.MULTILINE)
    assert set(re.findall(r"^(test-[a-z]+|docs|lint):", makefile, re.MULTILINE)) == set(parts.split())
