"""What a user got wrong, told in one line: "grognard: ..." on stderr and exit code 2, never a traceback."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

from grognard.core.data import DataError
from grognard.core.game import SetupError
from grognard.core.journal import JournalError
from grognard.core.rules import NoTests, UnknownClause
from grognard.core.words import MissingWords
from grognard.hex.map import MapError
from grognard.hex.trace import NoEntryCost

USAGE = 2
"""The exit code of bad input."""


class Complaint(Exception):
    """Something the user asked for that cannot be."""


USER_ERRORS = (
    Complaint, SetupError, JournalError, DataError, MapError, UnknownClause, NoTests, MissingWords, NoEntryCost,
)  # fmt: skip


def one_line(text: str) -> str:
    """The first line of a text; a count stands for the others."""
    first, *others = [line.strip() for line in text.splitlines() if line.strip()] or [""]
    return f"{first} (and {len(others)} more)" if others else first


def complain(text: str) -> NoReturn:
    print(f"grognard: {one_line(text)}", file=sys.stderr)
    sys.exit(USAGE)


class OneLineGroup(TyperGroup):
    """All commands together; whatever they refuse is told in one line."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        try:
            code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
        except USER_ERRORS as error:
            complain(str(error))
        except typer.TyperException as error:
            complain(error.format_message())
        except OSError as error:  # a file that cannot be read or written, where the command did not say so itself
            complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        except typer.Abort:
            sys.exit(1)
        sys.exit(code if isinstance(code, int) else 0)
