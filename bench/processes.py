"""Several processes over one PostgreSQL: answers a second and waiting times with one, two and three of them.

    python bench/processes.py [--tables 50 200] [--processes 1 2 3] [--seconds 12]

The clients of `load.py` against a house that shares one address; the two players of a table may be with different
processes. A PostgreSQL of its own is started as the tests start theirs, with everything on the disk that it
acknowledges. Everything shares the machine: on two cores more processes can hardly bring more.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from bench.load import CLIENT_PROCESSES, clients, percentile, post  # noqa: E402

PATIENCE = 120
"""Seconds in which a house opens that has the machine for itself in a tenth of them."""
CLOSING = 10
TICKS = os.sysconf("SC_CLK_TCK")


def serve_one(opened: Callable[[], None], listening: socket.socket, address: str) -> None:
    """In a process of its own: one of those that serve."""
    import uvicorn

    from grognard.table.app import create_app
    from grognard.table.database import database

    app = create_app(database(address), per_minute=10**6, messages_per_second=10**6)
    config = uvicorn.Config(app, log_level="error", access_log=False, ws_per_message_deflate=False)
    server = uvicorn.Server(config)

    async def run() -> None:
        serving = asyncio.create_task(server.serve([listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        opened()
        await serving

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(run())


def house(count: int, listening: socket.socket, address: str, ready: Any) -> None:
    """In a process of its own: all of them, until it is told to stop."""
    from grognard.cli.processes import Processes

    Processes(count, serve_one, listening, address).run(ready.set)


def family(process: int) -> list[int]:
    """A process and all that it has started."""
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except FileNotFoundError:
        return []
    return [process, *(one for child in children for one in family(int(child)))]


def spent(process: int) -> float:
    """Seconds of processor time of a process and all that it has started."""
    total = 0
    for one in family(process):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICKS


def _close(served: Any) -> None:
    """Ask it to close, and see to it that nothing of it is left to share the machine with the next."""
    os.kill(served.pid, signal.SIGTERM)
    served.join(CLOSING)
    for one in reversed(family(served.pid)) if served.is_alive() else ():
        with contextlib.suppress(ProcessLookupError):
            os.kill(one, signal.SIGKILL)
    served.join()


def measure(count: int, tables: int, seconds: float, address: str) -> None:
    context = multiprocessing.get_context("spawn")
    opened = context.Event()
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(256)
        served = context.Process(target=house, args=(count, listening, address, opened))
        served.start()
        port = listening.getsockname()[1]
        if not opened.wait(PATIENCE):
            _close(served)
            raise SystemExit(f"{count} processes did not open within {PATIENCE} s: the machine is too busy")
        http = f"http://127.0.0.1:{port}"
        ids = [post(f"{http}/api/tables", {"game": "avl"})["id"] for _ in range(tables)]
        ready, results = context.Value("i", 0), context.Queue()
        crowds = [
            context.Process(
                target=clients,
                args=(f"ws://127.0.0.1:{port}", ids[number::CLIENT_PROCESSES], seconds, number, ready, results),
            )
            for number in range(CLIENT_PROCESSES)
        ]
        for crowd in crowds:
            crowd.start()
        while ready.value < 2 * tables:
            time.sleep(0.05)
        assert served.pid is not None
        busy, began = spent(served.pid), time.perf_counter()
        with ready.get_lock():
            ready.value = -1
        found = [results.get() for _ in crowds]
        took, busy = time.perf_counter() - began, spent(served.pid) - busy
        for crowd in crowds:
            crowd.join()
        _close(served)
    own = [one for crowd in found for one in crowd["own"]]
    answers, refused = (sum(crowd[name] for crowd in found) for name in ("answers", "refused"))
    print(
        f"{count} processes, {tables:3} tables: {answers / took:6.0f} answers/s  "
        f"own update {percentile(own, 0.5) * 1e3:5.0f} ms median {percentile(own, 0.95) * 1e3:5.0f} ms p95  "
        f"{busy / max(answers, 1) * 1e3:5.2f} ms of processor an answer  late or refused {refused}",
        flush=True,
    )


def main() -> None:
    from grognard.table.migrate import upgrade
    from tests.table.databases import Cluster

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[50, 200])
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--seconds", type=float, default=12)
    wanted = parser.parse_args()
    began = time.perf_counter()
    database = Cluster()
    try:
        print(
            f"PostgreSQL, processes and clients on {os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}",
            flush=True,
        )
        for tables in wanted.tables:
            for count in wanted.processes:
                name = database.create(f"house_{tables}_{count}")
                upgrade(database.url(name))
                measure(count, tables, wanted.seconds, database.url(name).render_as_string(hide_password=False))
        print(f"all of it took {time.perf_counter() - began:.0f} s")
    finally:
        database.remove()


if __name__ == "__main__":
    main()
