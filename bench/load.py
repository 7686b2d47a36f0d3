"""Load: 50 tables with 100 connected clients that answer at random against one server process on loopback.

    python bench/load.py [--tables 50] [--seconds 30]

Each client answers as soon as it is asked. Printed: answers a second, the time from an answer sent to its update
received (median, 95th percentile), the same for the opponent's update, the longest the server's event loop stood still,
and the server's memory per table. The clients run in processes of their own and share the machine with the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from random import Random
from typing import Any

import orjson
import uvloop
from picows import WSListener, WSMsgType, ws_connect

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

CLIENT_PROCESSES = 2
BACKWARDS = {"return_chit", "remove", "cancel"}
STALL = 0.01


def serve(folder: str, pipe: Any) -> None:
    """In its own process: the server, with a watch on its event loop."""
    import socket

    import uvicorn

    from grognard.table.app import create_app

    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    stalls: list[float] = []
    spent = 0.0
    app = create_app(Path(folder), per_minute=10**6, messages_per_second=10**6)

    async def watch() -> None:
        while True:
            before = time.thread_time()
            await asyncio.sleep(STALL)
            stalls.append(time.thread_time() - before - STALL)  # its own work: not what others do to the machine

    async def run() -> None:
        nonlocal spent
        config = uvicorn.Config(app, log_level="warning", access_log=False, ws_per_message_deflate=False)
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve([listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        pipe.send(listening.getsockname()[1])
        watching = asyncio.create_task(watch())
        while True:
            await asyncio.sleep(0.05)
            if pipe.poll():
                asked = pipe.recv()
                if asked == "close":
                    break
                if asked == "begin":
                    stalls.clear()
                    spent = time.process_time()
                worst = sorted(stalls)
                longest = (worst[-1], worst[int(len(worst) * 0.99)]) if worst else (0.0, 0.0)
                pipe.send((memory(), *longest, time.process_time() - spent))
        watching.cancel()
        server.should_exit = True
        await serving

    with asyncio.Runner(loop_factory=uvicorn.Config(app).get_loop_factory()) as runner:  # as `grognard serve` does
        runner.run(run())


def memory() -> float:
    """Resident memory of this process in MiB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def post(url: str, body: Any) -> Any:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def clients(url: str, tables: list[str], seconds: float, seed: int, ready: Any, results: Any) -> None:
    """In its own process: two clients at each of these tables."""
    results.put(uvloop.run(_clients(url, tables, seconds, seed, ready)))


async def _clients(url: str, tables: list[str], seconds: float, seed: int, ready: Any) -> dict[str, Any]:
    found: dict[str, Any] = {"own": [], "other": [], "bytes": [], "answers": 0, "refused": 0, "over": 0}
    last: dict[str, float] = {}
    players = []
    for table in tables:
        for seat in ("axis", "soviet"):
            client = Client(table, Random(f"{seed} {table} {seat}"), found, last)
            await ws_connect(lambda client=client: client, f"{url}/api/tables/{table}/live?seat={seat}")
            await client.seated
            players.append(client)
    with ready.get_lock():
        ready.value += len(players)
    while ready.value >= 0:  # until everybody has sat down
        await asyncio.sleep(0.02)
    for client in players:
        client.begun = True
        client.answer()
    await asyncio.sleep(seconds)
    counted = json.loads(json.dumps(found))
    for client in players:
        client.line.disconnect()
    return dict(counted)


class Client(WSListener):
    """Somebody who answers at random as soon as he is asked; as cheap as can be, for he shares the server's machine."""

    line: Any

    def __init__(self, table: str, rng: Random, found: dict[str, Any], last: dict[str, float]) -> None:
        self.table, self.rng, self.found, self.last = table, rng, found, last
        self.ask: Any = None
        self.sequence, self.sent = 0, 0.0
        self.frame = b""
        self.begun = False
        self.seated = asyncio.get_running_loop().create_future()

    def on_ws_connected(self, transport: Any) -> None:
        self.line = transport

    def on_ws_frame(self, transport: Any, frame: Any) -> None:
        self.frame += frame.get_payload_as_bytes()
        if not frame.fin:
            return
        now, size = time.perf_counter(), len(self.frame)
        heard = orjson.loads(self.frame)
        self.frame = b""
        for message in heard if isinstance(heard, list) else [heard]:
            self.hear(message, now, size)
        self.answer()

    def hear(self, message: dict[str, Any], now: float, size: int) -> None:
        found, kind = self.found, message["type"]
        if kind == "view":
            self.ask, self.sequence = message["view"]["ask"], message["seq"]
            self.seated.set_result(None)
        elif kind == "update":
            found["bytes"].append(size)
            change = message.get("set", {})
            self.ask, self.sequence = change.get("ask", self.ask), message["seq"]
            if self.sent:
                found["own"].append(now - self.sent)
                self.sent = 0.0
            elif self.table in self.last:
                found["other"].append(now - self.last[self.table])
            if change.get("result"):
                found["over"] += 1
        elif kind == "done":
            found["answers"] += 1
        elif kind in ("refused", "error"):
            found["refused"] += 1
            self.sent = 0.0

    def answer(self) -> None:
        ask = self.ask
        if not ask or self.sent or not self.begun:
            return
        verb = self.rng.choice(sorted(ask["answers"].keys() - BACKWARDS or ask["answers"]))
        answer = {"verb": verb, "target": self.rng.choice(ask["answers"][verb])}
        self.sent = self.last[self.table] = time.perf_counter()
        self.ask = None
        self.line.send(WSMsgType.TEXT, orjson.dumps({"type": "answer", "id": 1, "seq": self.sequence, **answer}))


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20)
    wanted = parser.parse_args()
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        pipe, other = context.Pipe()
        server = context.Process(target=serve, args=(folder, other))
        server.start()
        port = pipe.recv()
        http = f"http://127.0.0.1:{port}"
        post(f"{http}/api/tables", {"game": "avl"})  # reads the game's data
        pipe.send("memory")
        before = pipe.recv()[0]
        tables = [post(f"{http}/api/tables", {"game": "avl"})["id"] for _ in range(wanted.tables)]
        ready = context.Value("i", 0)
        results = context.Queue()
        shares = [tables[number::CLIENT_PROCESSES] for number in range(CLIENT_PROCESSES)]
        crowds = [
            context.Process(
                target=clients, args=(f"ws://127.0.0.1:{port}", share, wanted.seconds, number, ready, results)
            )
            for number, share in enumerate(shares)
        ]
        for crowd in crowds:
            crowd.start()
        while ready.value < 2 * wanted.tables:
            time.sleep(0.05)
        pipe.send("begin")
        pipe.recv()
        with ready.get_lock():
            ready.value = -1
        began = time.perf_counter()
        found = [results.get() for _ in crowds]
        spent = time.perf_counter() - began
        pipe.send("end")
        after, worst, usual, busy = pipe.recv()
        for crowd in crowds:
            crowd.join()
        pipe.send("close")
        server.join(10)
    own, others, sizes = ([one for crowd in found for one in crowd[name]] for name in ("own", "other", "bytes"))
    answers = sum(crowd["answers"] for crowd in found)
    print(f"{wanted.tables} tables, {2 * wanted.tables} clients, {spent:.0f} s, {os.cpu_count()} cores for all")
    print(f"answers/s                      {answers / spent:8.0f}   ({answers} answers)")
    print(f"server's processor time        {busy / answers * 1e3:8.2f} ms an answer")
    for name, values, unit, factor in (
        ("answer sent -> own update", own, "ms", 1e3),
        ("answer sent -> other's update", others, "ms", 1e3),
        ("update", sizes, "bytes", 1),
    ):
        middle, late = percentile(values, 0.5) * factor, percentile(values, 0.95) * factor
        print(f"{name:30} {middle:8.0f} {unit} median  {late:.0f} {unit} p95")
    print(f"event loop stood still         {worst * 1e3:8.0f} ms at most  {usual * 1e3:.0f} ms p99")
    print(f"memory per table               {(after - before) / wanted.tables:8.2f} MiB  (server {after:.0f} MiB)")
    print(f"refused {sum(crowd['refused'] for crowd in found)}, games over {sum(crowd['over'] for crowd in found)}")


if __name__ == "__main__":
    main()
