"""The engine that `--on` names: `dask://HOST:PORT`, `ray://HOST:PORT`, or `dask://` and `ray://` alone for a cluster on
this machine that lasts as long as the run."""

from __future__ import annotations

from grognard.core.game import SetupError
from grognard.lab.runs.engines.crew import Engine
from grognard.lab.runs.engines.dask import Dask
from grognard.lab.runs.engines.local import Local
from grognard.lab.runs.engines.ray import Ray


def engine_named(on: str | None, jobs: int) -> Engine:
    """This machine without any name; `jobs` are those of a cluster that is started here."""
    if on is None:
        return Local(jobs)
    kind, slashes, where = on.partition("://")
    if not slashes or kind not in ("dask", "ray"):
        raise SetupError(f'--on takes dask://HOST:PORT or ray://HOST:PORT, not "{on}"')
    if where and not (kind == "ray" and where == "auto"):
        host, _, port = where.rstrip("/").rpartition(":")
        if not host or not port.isdecimal():
            raise SetupError(f"--on {on}: name the host and the port, as {kind}://HOST:PORT")
    return Dask(where.rstrip("/"), jobs) if kind == "dask" else Ray(where.rstrip("/"), jobs)
