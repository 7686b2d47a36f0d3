"""Several processes behind one address: who dies before it listens never counts as one that does."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from grognard.cli.complaint import Complaint
from grognard.cli.processes import Child, Failed, Processes


def never_listens(opened: Callable[[], None]) -> None:
    """Leave without a word."""


def complains(opened: Callable[[], None]) -> None:
    raise Complaint("there is no room for anybody")


def test_what_a_process_complains_of_is_told_once(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Failed, match="there is no room for anybody"):
        Processes(2, complains).run(lambda: None)
    assert capfd.readouterr().err == ""


def test_a_start_where_a_process_dies_fails() -> None:
    told: list[bool] = []
    with pytest.raises(Failed):
        Processes(1, never_listens).run(lambda: told.append(True))
    assert not told, "nobody is told of an address at which nobody listens"


@pytest.mark.parametrize("says", [True, False])
def test_only_who_says_so_listens(says: bool) -> None:
    """One that dies ends its line too, and may not be gone yet when that is seen: on SIGHUP it must not replace one
    that serves."""
    mine, theirs = multiprocessing.Pipe(duplex=False)
    if says:
        theirs.send("")
    theirs.close()
    sentinel, held = os.pipe()
    dying: Any = SimpleNamespace(sentinel=sentinel)
    child, house = Child(dying, mine), Processes(1, time.sleep)
    house._children = [child]
    house._look()
    house._look()
    assert child.opened is says
    os.close(sentinel)
    os.close(held)
