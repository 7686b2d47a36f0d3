"""schemathesis over the HTTP API of a real server, at home and in public: nothing it can think of breaks it."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from requests.adapters import HTTPAdapter
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from grognard.table.app import create_app
from tests.table.serving import Server, served

BOUNDED = settings(
    max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None
)
NOT_THERE = (404, 405)
CLUB = ("/api/account", "/api/tournaments", "/api/seek", "/api/house", "/api/reports", "/shown", "/api/bots")
"""What only a house with accounts has."""
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module", params=["home", "public"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    flags = ("--public", "--host", "127.0.0.1", "--accounts") if request.param == "public" else ()
    with served(tmp_path_factory.mktemp(request.param), *flags) as found:
        yield found


with TemporaryDirectory() as folder:
    schema = schemathesis.openapi.from_dict(create_app(Path(folder), accounts=True).openapi())
OPERATIONS = {found.ok().label: found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)}


def test_every_operation_is_tried() -> None:
    assert len(OPERATIONS) > 15


class CalledFrom(HTTPAdapter):
    """A caller of its own for every operation: one address asking them all within a minute is sent away."""

    def __init__(self, caller: int) -> None:
        self._address = str(ip_address("127.0.1.0") + caller)
        super().__init__()

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, source_address=(self._address, 0), **kwargs)


def called_from(caller: int) -> requests.Session:
    session = requests.Session()
    session.mount("http://", CalledFrom(caller))
    return session


@pytest.mark.parametrize("label", OPERATIONS)
def test_no_request_breaks_the_api(server: Server, label: str) -> None:
    session = called_from(list(OPERATIONS).index(label))
    members = any(part in label for part in CLUB)
    without = members and not session.get(f"{server.url}/api/me").json()["accounts"]

    @BOUNDED
    @given(case=OPERATIONS[label].as_strategy())
    def tried(case: Any) -> None:
        answer = case.call(base_url=server.url, session=session)
        if without:  # a house for its own machine has no accounts, whatever it is asked
            assert answer.status_code in NOT_THERE
        else:
            case.validate_response(answer, checks=CHECKS)

    with session:
        tried()


def test_it_still_serves(server: Server) -> None:
    assert server.process.poll() is None
    assert server.http.get("/api/games").status_code == 200
