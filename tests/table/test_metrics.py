"""The figures for Prometheus: right after play, told at a door of their own alone, and all the dashboard asks for."""

from __future__ import annotations

import json
import logging
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx2
import pytest
from prometheus_client.parser import text_string_to_metric_families

from grognard.table import metrics
from grognard.table.metrics import REGISTRY, ErrorCount
from grognard.table.migrate import upgrade
from tests.table.databases import Cluster, free_port
from tests.table.guests import Inn, Line, opened, play_on
from tests.table.serving import Seat, served

DASHBOARD = Path(__file__).parents[2] / "deploy" / "grafana.json"


def figure(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


def told(port: int) -> dict[str, float]:
    """By name with its labels: what is told at a port."""
    text = httpx2.get(f"http://127.0.0.1:{port}/metrics", timeout=20).text
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = ",".join(f"{key}={value}" for key, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


def test_answers_refusals_and_commits_are_counted(tmp_path: Path) -> None:
    with opened(tmp_path) as inn:
        names = ("grognard_answer_seconds_count", "grognard_commit_seconds_count")
        before = {name: figure(name) for name in names}
        answers, stale = figure("grognard_answers_total", by="person"), figure("grognard_refusals_total", why="stale")
        illegal = figure("grognard_refusals_total", why="illegal")
        with inn.guest().sit(inn.guest().open()["id"], "axis") as one:
            line = Line(one)
            with inn.guest().sit(line_table(inn), "soviet") as two:
                given = play_on({"axis": line, "soviet": Line(two)}, Random(1), 12)
                assert line.send(type="answer", seq=line.seq + 7, verb="pass", target=None).get("stale")
                assert line.answer("no such verb")["type"] == "refused"
                assert line.send(type="no such message")["type"] == "error"
        assert given == 12
        assert figure("grognard_answers_total", by="person") == answers + 12
        assert figure("grognard_answer_seconds_count") == before["grognard_answer_seconds_count"] + 12
        assert figure("grognard_commit_seconds_count") >= before["grognard_commit_seconds_count"] + 12
        assert figure("grognard_refusals_total", why="stale") == stale + 1
        assert figure("grognard_refusals_total", why="illegal") == illegal + 1


def line_table(inn: Inn) -> str:
    (table,) = inn.house.lines
    return table


def test_what_stands_open_is_told(tmp_path: Path) -> None:
    with opened(tmp_path) as inn:
        standing = metrics.Standing(inn.house, lambda: 3)

        def now() -> dict[tuple[str, str], float]:
            samples = [sample for family in standing.collect() for sample in family.samples]
            return {(sample.name, sample.labels.get("who", "")): sample.value for sample in samples}

        table = inn.guest().open()["id"]
        with inn.guest().sit(table, "axis") as one, inn.guest().sit(table, None) as two:
            Line(one), Line(two)
            found = now()
            assert found["grognard_lines", "player"] == 1 and found["grognard_lines", "spectator"] == 1
            assert found["grognard_open_tables", ""] == 1 and found["grognard_connections", ""] == 3
            assert found["grognard_draining", ""] == 0
        inn.house.draining = True
        until = time.monotonic() + 10
        while now()["grognard_lines", "player"]:
            assert time.monotonic() < until
        assert now()["grognard_draining", ""] == 1


def test_errors_are_counted_also_those_the_log_keeps_quiet_of() -> None:
    before = figure("grognard_errors_total", part="somewhere")
    log = logging.getLogger("somewhere")
    log.propagate = False
    log.addHandler(ErrorCount())
    for _ in range(20):
        log.error("it fails")
    log.warning("it may fail")
    assert figure("grognard_errors_total", part="somewhere") == before + 20


@pytest.fixture
def port() -> Iterator[int]:
    yield free_port()


def test_a_house_tells_its_figures_at_a_door_of_their_own_and_nowhere_else(tmp_path: Path, port: int) -> None:
    with served(tmp_path, "--public", "--host", "127.0.0.1", "--metrics", str(port)) as server:
        origin = {"origin": server.url}
        made = server.http.post("/api/tables", json={"game": "avl", "seats": {"soviet": "random"}}, headers=origin)
        key = made.headers["set-cookie"].split(";")[0]
        seat = Seat(server, made.json()["id"], "axis", origin=server.url, additional_headers={"cookie": key})
        rng = Random(3)
        for _ in range(60):
            if seat.ask is None:
                seat.settle(0.5)
            elif seat.answer(*seat.any_answer(rng))["type"] == "done":
                seat.settle(0.01)
        found = told(port)
        assert found["grognard_answers_total{by=person}"] > 0 and found["grognard_answers_total{by=bot}"] > 0
        assert found["grognard_thinking_seconds_count"] > 0 and found["grognard_requests_total{status=2xx}"] >= 1
        assert found["grognard_open_tables"] == 1 and found["grognard_lines{who=player}"] == 1
        assert found["process_resident_memory_bytes"] > 0
        _the_dashboard_asks_for_nothing_else(found)
        elsewhere = server.http.get("/metrics", headers={"accept": "text/plain"})
        assert "grognard_answers" not in elsewhere.text, "the public door tells no figures"
        seat.socket.close()
        server.process.send_signal(signal.SIGTERM)
        assert server.process.communicate(timeout=20)[0] == "Closed.\n"


def _the_dashboard_asks_for_nothing_else(found: dict[str, float]) -> None:
    names = {name.partition("{")[0] for name in found} | {"grognard_errors_total"}  # there was none yet
    asked = {
        name
        for panel in json.loads(DASHBOARD.read_text())["panels"]
        for target in panel["targets"]
        for name in re.findall(r"\b(?:grognard|process)_\w+", target["expr"])
    }
    assert len(asked) > 12 and asked <= names, asked - names


def test_the_dashboard_names_labels_that_there_are(tmp_path: Path) -> None:
    metrics._errors.labels("somewhere")
    with opened(tmp_path) as inn:
        standing = metrics.Standing(inn.house, lambda: 0)
        REGISTRY.register(standing)
        labels = {label for family in REGISTRY.collect() for sample in family.samples for label in sample.labels}
        REGISTRY.unregister(standing)
    text = DASHBOARD.read_text()
    asked = set(re.findall(r"by \((\w+)\)|\{\{(\w+)\}\}", text))
    assert {label for pair in asked for label in pair if label} <= {*labels, "instance"}
    assert len(asked) > 4


@pytest.mark.postgresql
def test_each_of_several_processes_tells_its_own(tmp_path: Path, port: int) -> None:
    from tests.table.test_processes import Process

    database = Cluster()
    try:
        upgrade(database.url(database.create("house")))
        address = database.url("house").render_as_string(hide_password=False)
        several = Process(address, "--processes", "2", "--metrics", str(port))
        try:
            for _ in range(20):
                with httpx2.Client(base_url=several.url, timeout=60) as client:
                    assert client.get("/api/me").status_code == 200
            counted = [told(one).get("grognard_requests_total{status=2xx}", 0) for one in (port, port + 1)]
            assert sum(counted) == 20, "together they have seen everything, once"
            with pytest.raises(httpx2.ConnectError):
                told(port + 2)
        finally:
            several.process.send_signal(signal.SIGTERM)
            several.process.communicate(timeout=30)
    finally:
        database.remove()


@pytest.mark.parametrize("place", ["here", "70000", "10.0.0.1:", "0"])
def test_a_place_that_is_none_is_one_clear_line(place: str) -> None:
    from tests.cli.conftest import call_grognard

    told = call_grognard("serve", "--metrics", place)
    assert told.exit_code == 2 and "name a port" in told.stderr and told.stderr.count("\n") == 1


def test_what_is_counted_costs_no_time_that_could_be_measured_at_an_answer() -> None:
    """All that an answer counts: a counter and two histograms. An answer takes about a thousandth of a second."""
    began = time.process_time()  # however busy the machine is
    for _ in range(10_000):
        metrics.BY_PERSON.inc()
        metrics.ANSWER_SECONDS.observe(0.003)
        metrics.COMMIT_SECONDS.observe(0.003)
    assert (time.process_time() - began) / 10_000 < 0.00005
