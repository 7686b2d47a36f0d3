"""Who plays the games of a run: this machine, a Dask cluster or a Ray cluster, all behind one small protocol.

An engine takes pairings and yields what came of them as they end, in any order. Where and when a task runs is its own
business; the task is ours and the same everywhere.
"""

from __future__ import annotations

from grognard.lab.runs.engines.crew import Ended, Engine, Lost
from grognard.lab.runs.engines.named import engine_named

__all__ = ["Ended", "Engine", "Lost", "engine_named"]
