"""A public house behind a reverse proxy: Secure cookies, origins by the public name, rates by the true caller."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from grognard.table.guard import COSTLY_PER_MINUTE
from grognard.table.proxied import Proxied, networks
from tests.cli.conftest import call_grognard
from tests.table.guests import in_frame
from tests.table.proxy import Proxy, proxied
from tests.table.serving import Server, served

NAME = "table.example"
ORIGIN = f"https://{NAME}"
FLAGS = ("--public", "--host", "127.0.0.1", "--name", NAME, "--proxy", "127.0.0.1")


@pytest.fixture(params=[True, False], ids=["host kept", "host replaced"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Server, Proxy]]:
    with served(tmp_path, *FLAGS) as server, proxied(server.url, host_kept=request.param) as proxy:
        yield server, proxy


def post(proxy: Proxy, path: str, body: Any, **headers: str) -> httpx2.Response:
    told = {"host": NAME, "origin": ORIGIN, **headers}
    return httpx2.post(f"http://127.0.0.1:{proxy.port}{path}", json=body, headers=told, timeout=20)


def line(proxy: Proxy, table: str, seat: str, cookie: str, origin: str = ORIGIN) -> ClientConnection:
    return connect(
        f"ws://{NAME}/api/tables/{table}/live?seat={seat}",
        sock=socket.create_connection(("127.0.0.1", proxy.port)),
        additional_headers={"Cookie": cookie, "Origin": origin},
        max_size=None,
    )


def cookie_of(response: httpx2.Response) -> str:
    return str(response.headers["set-cookie"]).split(";")[0]


def test_a_cookie_is_secure_and_a_line_plays_through_the_proxy(house: tuple[Server, Proxy]) -> None:
    _, proxy = house
    opened = post(proxy, "/api/tables", {"game": "avl"})
    assert opened.status_code == 201, opened.text
    assert "secure" in opened.headers["set-cookie"].lower()
    with line(proxy, opened.json()["id"], "soviet", cookie_of(opened)) as mine:
        first = json.loads(mine.recv(20))
        assert first["type"] == "view"
        mine.send(json.dumps({"type": "answer", "id": 1, "seq": first["seq"], "verb": "historical", "target": None}))
        replies: list[dict[str, Any]] = []
        while not any(reply.get("id") == 1 for reply in replies):
            replies += in_frame(str(mine.recv(20)))
        assert replies[-1]["type"] == "done"


def test_another_site_is_refused_through_the_proxy(house: tuple[Server, Proxy]) -> None:
    _, proxy = house
    assert post(proxy, "/api/tables", {"game": "avl"}, origin="https://evil.example").status_code == 403
    assert post(proxy, "/api/tables", {"game": "avl"}, host="other.example").status_code == 403
    opened = post(proxy, "/api/tables", {"game": "avl"})
    with pytest.raises(InvalidStatus) as refused:
        line(proxy, opened.json()["id"], "soviet", cookie_of(opened), "https://evil.example")
    assert refused.value.response.status_code == 403


def test_rates_are_counted_by_the_true_caller(tmp_path: Path) -> None:
    with (
        served(tmp_path, *FLAGS) as server,
        proxied(server.url, host_kept=True, caller="203.0.113.7") as first,
        proxied(server.url, host_kept=True, caller="203.0.113.8") as second,
    ):
        body = {"token": "x" * 32}
        statuses = [post(first, "/api/join", body).status_code for _ in range(COSTLY_PER_MINUTE + 1)]
        assert statuses[-1] == 429 and set(statuses[:-1]) == {410}
        made_up = {"x-forwarded-for": "198.51.100.1"}
        assert post(first, "/api/join", body, **made_up).status_code == 429
        assert post(second, "/api/join", body).status_code == 410


def test_who_is_no_proxy_is_not_believed(tmp_path: Path) -> None:
    flags = ("--public", "--host", "127.0.0.1", "--proxy", "192.0.2.1")
    with served(tmp_path, *flags) as server:
        lies = {"x-forwarded-proto": "https", "x-forwarded-host": NAME, "x-forwarded-for": "203.0.113.7"}
        opened = server.http.post("/api/tables", json={"game": "avl"}, headers=lies)
        assert opened.status_code == 201 and "secure" not in opened.headers["set-cookie"].lower()
        refused = server.http.post("/api/tables", json={"game": "avl"}, headers={**lies, "origin": ORIGIN})
        assert refused.status_code == 403


def test_a_proxy_that_speaks_plain_http_outside_gets_plain_cookies(tmp_path: Path) -> None:
    with served(tmp_path, *FLAGS) as server, proxied(server.url, host_kept=False, scheme="http") as proxy:
        opened = post(proxy, "/api/tables", {"game": "avl"}, origin=f"http://{NAME}")
        assert opened.status_code == 201 and "secure" not in opened.headers["set-cookie"].lower()


def test_what_is_no_address_is_refused_in_one_line(tmp_path: Path) -> None:
    result = call_grognard("serve", "--public", "--proxy", "nginx", "--data-dir", tmp_path)
    assert result.exit_code != 0 and "--proxy nginx" in result.output


@pytest.mark.parametrize(
    ("told", "caller"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("198.51.100.1, 203.0.113.7", "203.0.113.7"),
        ("203.0.113.7, 10.0.0.9", "203.0.113.7"),
        ("203.0.113.7:4711, 10.1.2.3:80", "203.0.113.7"),
        ("[2001:db8::7]:4711", "2001:db8::7"),
        ("2001:db8::7", "2001:db8::7"),
        ("10.0.0.9", "10.0.0.9"),
        ("", "127.0.0.1"),
    ],
)
def test_the_caller_is_the_nearest_that_is_no_proxy_of_ours(told: str, caller: str) -> None:
    seen: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope)

    scope = {
        "type": "websocket", "scheme": "ws", "client": ("127.0.0.1", 1234),
        "headers": [(b"host", b"inside"), (b"x-forwarded-for", told.encode()), (b"x-forwarded-proto", b"HTTPS")],
    }  # fmt: skip
    asyncio.run(Proxied(app, networks("127.0.0.1, 10.0.0.0/8"))(scope, None, None))  # type: ignore[arg-type]
    assert seen[0]["client"][0] == caller and seen[0]["scheme"] == "wss"
    assert dict(seen[0]["headers"])[b"host"] == b"inside"
    assert scope["scheme"] == "ws", "the server's own copy is left alone"
