"""`--quick` leaves out the tests that `tests/long.txt` names, and says so."""

from __future__ import annotations

import pytest

from tests.long import LIST, function

HELP = "leave out the tests that take long (tests/long.txt)"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help=HELP)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--quick"):
        return
    long = set(LIST.read_text(encoding="utf-8").split())
    left_out = [item for item in items if function(item.nodeid) in long]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if function(item.nodeid) not in long]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if config.getoption("--quick"):
        terminalreporter.write_line(
            "The tests that take long were left out (tests/long.txt): make test WHOLE=1 runs them."
        )
