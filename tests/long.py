"""Which tests take long, and are left to `make test WHOLE=1`: found from what a whole run took.

    make test WHOLE=1 TOOK=build/took
    .venv/bin/python -m tests.long build/took

writes `tests/long.txt`. A test is long if one of its cases takes more than half a second; of each file the quickest
stays with the rest, so that every screen, every bot and every door of the server is looked at in every run. What is
new is not long until somebody has measured it.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

LIST: Final = Path(__file__).with_name("long.txt")
LONG: Final = 0.5
"""Seconds from which on a test is long."""

Took = dict[str, float]
"""By test, without its parameters: the seconds of its longest case."""


def function(test: str) -> str:
    """A test without its parameters.

    >>> function("tests/hex/test_grid.py::test_it[a::b-1]")
    'tests/hex/test_grid.py::test_it'
    """
    return test.partition("[")[0]


def file_of(test: str) -> str:
    return test.partition("::")[0]


def took(reports: Path) -> Took:
    """What the reports of a run tell."""
    found: Took = defaultdict(float)
    for report in sorted(reports.glob("*.xml")):
        for case in ElementTree.parse(report).iter("testcase"):
            file, place = case.attrib["file"], case.attrib["classname"]
            within = place[len(file.removesuffix(".py")) :].replace(".", "::")
            test = f"{file}{within}::{function(case.attrib['name'])}"
            found[test] = max(found[test], float(case.attrib["time"]))
    return found


def long(times: Took) -> list[str]:
    """The tests that are left out of a quick run.

    >>> long({"a.py::one": 9.0, "a.py::two": 4.0, "a.py::three": 0.2, "b.py::one": 7.0, "b.py::two": 5.0})
    ['a.py::one', 'a.py::two', 'b.py::one']
    """
    files: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for test, seconds in times.items():
        files[file_of(test)].append((seconds, test))
    return sorted(test for tests in files.values() for seconds, test in sorted(tests)[1:] if seconds > LONG)


if __name__ == "__main__":
    found = long(took(Path(sys.argv[1])))
    LIST.write_text("".join(f"{test}\n" for test in found), encoding="utf-8")
    print(f"{len(found)} tests are long: {LIST}")
