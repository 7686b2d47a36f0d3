"""`make test WHOLE=1` is all of its parts, no folder of tests is forgotten; `make test` leaves out what takes long."""

from __future__ import annotations

import ast
import re
from itertools import groupby
from pathlib import Path

from tests.long import LIST, file_of, function, long, took

ROOT = Path(__file__).parents[1]


def test_every_folder_of_tests_is_in_exactly_one_part() -> None:
    recipes = re.findall(r"^\t\$\(PYTEST\) (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    named = sorted(word for recipe in recipes for word in recipe.split())
    folders = {path.parent.relative_to(ROOT).parts[:2] for path in (ROOT / "tests").glob("*/**/test_*.py")}
    assert named == sorted(["examples", "tests/test_*.py", *("/".join(parts) for parts in folders)])


def test_make_test_runs_every_part() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (parts,) = re.findall(r"^test: (.*?)  ##", makefile, re.MULTILINE)
    whole = re.sub(r"\$\(if \$\(WHOLE\),(.*?)\)", r"\1", parts)
    assert set(re.findall(r"^(test-[a-z]+|docs|lint):", makefile, re.MULTILINE)) == set(whole.split())


def test_every_long_test_is_one_and_not_all_of_a_file_are() -> None:
    for file, tests in groupby(LIST.read_text(encoding="utf-8").split(), file_of):
        there = {name for node in ast.parse((ROOT / file).read_text(encoding="utf-8")).body for name in _tests(node)}
        named = {test.partition("::")[2] for test in tests}
        assert named < there, f"{file}: {sorted(named - there) or 'nothing is left'}"


def _tests(node: ast.stmt, within: str = "") -> list[str]:
    if isinstance(node, ast.ClassDef):
        return [name for one in node.body for name in _tests(one, f"{node.name}::")]
    return [f"{within}{node.name}"] if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") else []


REPORT = """<testsuites><testsuite>
<testcase classname="tests.a.test_a" name="test_one[x::1]" file="tests/a/test_a.py" time="{one}"/>
<testcase classname="tests.a.test_a" name="test_one[y]" file="tests/a/test_a.py" time="0.1"/>
<testcase classname="tests.a.test_a.TestIt" name="test_two" file="tests/a/test_a.py" time="{two}"/>
</testsuite></testsuites>"""


def test_the_quickest_of_a_file_is_never_long(tmp_path: Path) -> None:
    for one, two, left_out in (("9", "0.2", "test_one"), ("3", "9", "TestIt::test_two"), ("0.3", "0.4", None)):
        (tmp_path / "test-a.xml").write_text(REPORT.format(one=one, two=two), encoding="utf-8")
        assert long(took(tmp_path)) == [f"tests/a/test_a.py::{left_out}"] * (left_out is not None)


def test_a_test_is_known_by_its_name_whatever_it_is_given() -> None:
    assert function("tests/a/test_a.py::test_one[x::1]") == "tests/a/test_a.py::test_one"
