"""What the house counts for Prometheus, and the door at which it is told.

The figures are counted always: a counter costs a millionth of a second, an answer a thousand times that. They are told
only where `grognard serve --metrics` says so, at a port of their own which is no part of what the public reaches. Each
process tells its own: Prometheus adds them up, and knows a counter that began anew. Nothing here names a person or a
table.
"""

from __future__ import annotations

import contextlib
import errno
import logging
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import version
from typing import TYPE_CHECKING

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    Metric,
    ProcessCollector,
    start_http_server,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from grognard.table.house import House

REGISTRY = CollectorRegistry()
QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds that a person may wait for;"""
SLOW = (0.01, 0.05, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 40.0, 60.0)
"""and seconds that a bot may think."""

_answers = Counter("grognard_answers", "Acts that were stored and performed, by who acted.", ["by"], registry=REGISTRY)
BY_PERSON, BY_BOT = _answers.labels("person"), _answers.labels("bot")

_refusals = Counter("grognard_refusals", "Messages that were refused, by why.", ["why"], registry=REGISTRY)
ILLEGAL, STALE, NOT_NOW, NOT_UNDERSTOOD, TOO_FAST, NOT_STORED = (
    _refusals.labels(why) for why in ("illegal", "stale", "not_now", "not_understood", "too_fast", "not_stored")
)

_requests = Counter("grognard_requests", "HTTP requests, by kind of answer.", ["status"], registry=REGISTRY)
REQUESTS = {first: _requests.labels(f"{first}xx") for first in range(1, 6)}

ANSWER_SECONDS = Histogram(
    "grognard_answer_seconds", "From hearing a player's act to its acknowledgement.", buckets=QUICK, registry=REGISTRY
)
COMMIT_SECONDS = Histogram(
    "grognard_commit_seconds", "For a commit of gathered acts to the database.", buckets=QUICK, registry=REGISTRY
)
THINKING_SECONDS = Histogram(
    "grognard_thinking_seconds", "For a bot's answer, waiting for a worker included.", buckets=SLOW, registry=REGISTRY
)
THINKING = Gauge("grognard_bots_thinking", "Bots that are thinking about an answer now.", registry=REGISTRY)
_errors = Counter("grognard_errors", "Errors, also those the log keeps quiet of, by part.", ["part"], registry=REGISTRY)

Info("grognard", "The program.", registry=REGISTRY).info({"version": version("grognard")})
ProcessCollector(registry=REGISTRY)


class ErrorCount(logging.Handler):
    """Counts the errors of the log, before anything keeps it calm."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        _errors.labels(record.name).inc()


class Standing(Collector):
    """What there is at the moment it is asked for: tables, lines, connections."""

    def __init__(self, house: House, connections: Callable[[], int]) -> None:
        self._house = house
        self._connections = connections

    def collect(self) -> Iterable[Metric]:
        """In a thread of its own: what changes meanwhile is copied first."""
        here = [line for lines in list(self._house.lines.values()) for line in list(lines)]
        lines = GaugeMetricFamily("grognard_lines", "Lines to tables, by who looks on.", labels=["who"])
        lines.add_metric(["player"], sum(line.viewer is not None for line in here))
        lines.add_metric(["spectator"], sum(line.viewer is None for line in here))
        yield lines
        yield GaugeMetricFamily("grognard_open_tables", "Tables in memory.", len(self._house.open_rooms()))
        yield GaugeMetricFamily("grognard_connections", "Connections that are held.", self._connections())
        yield GaugeMetricFamily("grognard_draining", "1 while the house is about to close.", self._house.draining)


class NoDoor(OSError):
    """None of the ports is free."""


@contextlib.contextmanager
def told_at(address: str, ports: range, standing: Standing) -> Iterator[int]:
    """Tell the figures at the first of these ports that is free; several processes take one after another."""
    for port in ports:
        try:
            server, thread = start_http_server(port, address, REGISTRY)
            break
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
    else:
        raise NoDoor(errno.EADDRINUSE, f"no port from {ports[0]} to {ports[-1]} is free")
    REGISTRY.register(standing)
    try:
        yield port
    finally:
        REGISTRY.unregister(standing)
        server.shutdown()
        server.server_close()
        thread.join()
