"""The bar that long work shows on the error stream, so that what is printed can be piped on."""

from __future__ import annotations

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

WINDOW = 120.0
"""Seconds that the rate and the time left are told from."""


class Rate(ProgressColumn):
    """How many are done a second."""

    def __init__(self, what: str) -> None:
        super().__init__()
        self.what = what

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:.{0 if speed >= 100 else 1 if speed >= 1 else 2}f} {self.what}/s")


def progress_bar(rate: str | None = None) -> Progress:
    """A bar with a name, a count and the time that is left; it goes away when it is done.

    With `rate` it also tells how many of these are done a second.
    """
    columns: list[ProgressColumn] = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()]
    columns += [Rate(rate)] if rate else []
    columns.append(TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True, speed_estimate_period=WINDOW)
