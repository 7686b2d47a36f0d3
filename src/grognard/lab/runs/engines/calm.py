"""What a Dask worker on this machine loads first: Ctrl-C is for the run, which ends its workers."""

from __future__ import annotations

import signal


def dask_setup(worker: object) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
