"""A line from the keyboard, and the screen it is typed at: a terminal, or a pipe with a width of its own."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module

from rich.console import Console
from rich.text import Text

PIPE_WIDTH = 100


def open_console() -> Console:
    return Console(width=None if sys.stdout.isatty() else PIPE_WIDTH, highlight=False)


class Reader:
    """Reads a line from the keyboard, or from a pipe; what came from a pipe is shown, so that the record reads well."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.piped = not sys.stdin.isatty()
        if not self.piped:
            with suppress(ImportError):
                import_module("readline")  # gives `input` line editing and a history

    def __call__(self, prompt: str) -> str:
        line = input(prompt)
        if self.piped:
            self.console.print(Text(line))
        return line
