"""A real server with known dice, in a process of its own, for browsers to visit."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2

from tests.forked import Forked

SEED = "first snow"
# The dice of every table it opens are those of SEED, whatever browsers add to them: what happens in a test can be told
# beforehand. Bots stay free. Its clock may run ahead, so that a test need not wait for a player's time to be up.
START = """
import sys, time, types
from grognard.cli import main
import grognard.core.game as setup
from grognard.core.dice import SealedDice
if __name__ == "__main__":
    seed, ahead, now = sys.argv[1], float(sys.argv[2]), time.time
    setup.secrets = types.SimpleNamespace(token_hex=lambda _: seed)
    of_seed = SealedDice.of
    SealedDice.of = classmethod(lambda cls, seed, nonces=(): of_seed(seed))
    time.time = lambda: now() + ahead
    sys.argv = ["grognard", *sys.argv[3:]]
    main()
"""


class House:
    """`grognard serve` over a data folder; it can be killed as by a power cut and started again at the same port."""

    def __init__(self, folder: Path, *flags: str, seed: str = SEED, anew: bool = False) -> None:
        """`anew`: it finds out by itself which games there are, instead of having read those that there usually are."""
        self.folder, self.flags, self.seed, self.anew = folder, flags, seed, anew
        self.port = 0
        self.ahead = 0.0
        """Seconds by which its clock is ahead when it is next started."""
        self.start()

    def start(self) -> None:
        words = [self.seed, str(self.ahead), "serve", "--no-browser", "--data-dir", str(self.folder)]
        words += ["--port", str(self.port), *self.flags]
        self.process: Forked | subprocess.Popen[str] = (
            subprocess.Popen([sys.executable, "-u", "-c", START, *words], stdout=subprocess.PIPE, text=True)
            if self.anew
            else Forked(START, words, os.environ)
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if " at http://" not in line:
            self.kill()
            raise AssertionError(f"the server did not start: {line}")
        self.port = int(line.split(" at ")[1].split()[0].rstrip("/").rsplit(":", 1)[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def close(self) -> None:
        self.process.send_signal(signal.SIGINT)  # as Ctrl-C
        self.process.communicate()

    def post(self, path: str, body: Any) -> dict[str, Any]:
        response = httpx2.post(self.url + path, json=body, headers={"origin": self.url}, timeout=30)
        assert response.status_code < 300, response.text
        found: dict[str, Any] = response.json()
        return found

    def open(self, **wanted: Any) -> str:
        """A new table's id."""
        return str(self.post("/api/tables", {"game": "avl", **wanted})["id"])
