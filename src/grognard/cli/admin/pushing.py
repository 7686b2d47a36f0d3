"""`grognard admin push-key`: make the key by which a house pushes notices to browsers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from grognard.cli.complaint import Complaint


def push_key(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the key is written; there must be nothing yet.")],
) -> None:
    """Make a key for `serve --push-key`, in a file that only you may read."""
    try:
        from grognard.table.push.key import NoKey, make
    except ImportError:
        raise Complaint("push-key needs more packages: pip install 'grognard[accounts]'") from None
    try:
        make(file)
    except NoKey as error:
        raise Complaint(f"{file}: {error}") from None
    typer.echo(f"the key is in {file}. Keep it: with another one every browser has to ask for notices anew.")
