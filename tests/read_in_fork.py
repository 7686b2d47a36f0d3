"""Game files that are read by a fork of the tests' own process that has read everything, not by a new interpreter.

To start one and import the package costs most of a second, to play most files through a tenth of that; hundreds are
sent in by tests that are about something else. What reads them is the same program with the same limits, in a process
of its own; that a new interpreter does it is shown by test_loading.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import tempfile

from grognard.table.loading import Loader
from tests.forked import Forked

READ = """
import sys
from grognard.table.loading import main
sys.stdin = open(sys.argv.pop())
main()
"""


async def ask_fork(self: Loader, sent: bytes, public: bool) -> bytes:
    """Instead of `Loader._ask_worker`."""
    return await asyncio.to_thread(_asked, self, sent, public)


def _asked(loader: Loader, sent: bytes, public: bool) -> bytes:
    limits = loader.limits
    with tempfile.NamedTemporaryFile() as file:
        file.write(sent)
        file.flush()
        words = [str(limits.seconds), str(limits.memory), str(int(public)), file.name]
        worker = Forked(READ, words, os.environ, stderr=subprocess.DEVNULL)
        try:
            return worker.communicate(3 * limits.seconds)[0].encode()
        except subprocess.TimeoutExpired:
            worker.kill()
            return b""
