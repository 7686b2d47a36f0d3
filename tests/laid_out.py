"""A package fresh from `grognard new-game`, known to Python as if it had been installed."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import grognard
from grognard.cli.new_game import lay_out


def known(folder: Path, name: str) -> dict[str, str]:
    """Lay a game out and return the environment of a process that finds it by its entry points."""
    package = folder / name
    lay_out(name, package)
    project = tomllib.loads((package / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    about = folder / "site" / f"{name.replace('-', '_')}-{project['version']}.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    points = project["entry-points"].items()
    (about / "entry_points.txt").write_text(
        "".join(
            f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in named.items()) for group, named in points
        )
    )
    path = (package / "src", folder / "site", Path(grognard.__file__).parents[1])
    return {**os.environ, "PYTHONPATH": os.pathsep.join(str(one) for one in path)}


def run(environment: dict[str, str], *words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """`python -m ...` in that environment."""
    return subprocess.run(
        [sys.executable, "-m", *words], env=environment, cwd=cwd, capture_output=True, text=True, timeout=300
    )
