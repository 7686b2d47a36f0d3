"""`grognard new-game`: a package that plays at once, laid out from the example game with its name changed."""

from __future__ import annotations

import keyword
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

import grognard
from grognard.cli.complaint import Complaint
from grognard.core.registry import game_ids

EXAMPLE = "two-fords"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LEFT_BEHIND = ("__pycache__", ".pytest_cache", ".egg-info")
"""What running the example leaves in its folder."""


def example() -> Path:
    """The example game: within an installed package, else in the repository beside it."""
    package = Path(grognard.__file__).parent
    places = (package / "examples" / EXAMPLE, package.parent.parent / "examples" / EXAMPLE)
    for place in places:
        if (place / "pyproject.toml").is_file():
            return place
    raise Complaint(f"the example game is missing: neither {places[0]} nor {places[1]} is there")


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its id: small letters, as in two-fords.")],
    into: Annotated[Path, typer.Option("--into", metavar="DIR", help="Where the folder NAME is made.")] = Path(),
) -> None:
    """Lay out a game of your own: a small complete one, ready to be played and changed."""
    _refuse(name)
    folder = into / name
    if folder.exists():
        raise Complaint(f"{folder} is there already: say another name, or --into another folder")
    lay_out(name, folder)
    typer.echo(f"{folder} holds a game that plays. Next:\n")
    for command, what in _next(name, folder):
        typer.echo(f"  {command:<{len(name) + 36}}{what}")


def _refuse(name: str) -> None:
    """Names that cannot be, or that would hide something else."""
    if not NAME.fullmatch(name):
        raise Complaint(f'"{name}" is no id of a game: small letters and figures, joined by hyphens, as in two-fords')
    package = package_of(name)
    if name in game_ids():
        raise Complaint(f'there is a game "{name}" already')
    if keyword.iskeyword(package) or find_spec(package) is not None:
        raise Complaint(f'a package "{package}" would hide the Python module of that name: say another one')


def package_of(name: str) -> str:
    return name.replace("-", "_")


def lay_out(name: str, folder: Path) -> None:
    """Copy the example under another name."""
    title = name.replace("-", " ").title()
    names = {
        EXAMPLE: name, package_of(EXAMPLE): package_of(name), "TwoFords": title.replace(" ", ""), "Two Fords": title,
        "二つの浅瀬": title,
    }  # fmt: skip
    source = example()
    for path in sorted(source.rglob("*")):
        place = path.relative_to(source)
        if not path.is_file() or any(part.endswith(LEFT_BEHIND) for part in place.parts):
            continue
        target = folder / _renamed(place.as_posix(), names)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_renamed(path.read_text(encoding="utf-8"), names), encoding="utf-8")


def _renamed(text: str, names: dict[str, str]) -> str:
    for old, new in names.items():
        text = text.replace(old, new)
    return text


def _next(name: str, folder: Path) -> list[tuple[str, str]]:
    return [
        (f"pip install -e {folder}", "make it known"),
        ("grognard serve", "play it in the browser"),
        (f"grognard play {name}", "or in the terminal"),
        (f"grognard conform {name}", "hold it to the suite after every change"),
    ]
