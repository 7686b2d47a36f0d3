"""People who visit a house under test, each with his own cookies, and their lines to a table."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from httpx2 import Response
from sqlalchemy import URL
from starlette.testclient import TestClient, WebSocketTestSession

from grognard.core.dice import commitment
from grognard.table.app import create_app
from grognard.table.house import House
from tests.table.databases import prepared

HOST = "127.0.0.1"
JSON = dict[str, Any]


class Inn:
    """A house with its doors open, and the means to step in."""

    def __init__(self, client: TestClient, house: House) -> None:
        self.client = client
        self.house = house

    def guest(self) -> Guest:
        return Guest(self)

    def run(self, work: Any, *arguments: Any) -> Any:
        """Do something inside the house's own event loop."""
        assert self.client.portal is not None
        return self.client.portal.call(work, *arguments)


@contextmanager
def opened(folder: Path | URL, *, public: bool = False, **settings: Any) -> Iterator[Inn]:
    limits: JSON = {"per_minute": 100_000, "messages_per_second": 10_000}
    app = create_app(prepared(folder), public=public, **limits | settings)
    with TestClient(app, base_url=f"http://{HOST}", raise_server_exceptions=True) as client:
        yield Inn(client, app.state.house)


class Guest:
    """Somebody with a browser of his own."""

    def __init__(self, inn: Inn) -> None:
        self.inn = inn
        self.cookie = ""

    def headers(self, **more: str) -> dict[str, str]:
        mine = {"host": HOST, "origin": f"http://{HOST}"} | ({"cookie": self.cookie} if self.cookie else {})
        return {name: value for name, value in (mine | more).items() if value}

    def ask(self, method: str, path: str, body: Any = None, **more: str) -> Response:
        client = self.inn.client
        client.cookies.clear()
        response = client.request(method, path, json=body, headers=self.headers(**more))
        client.cookies.clear()
        for cookie in response.headers.get_list("set-cookie"):
            self.cookie = cookie.split(";")[0]
        return response

    def get(self, path: str) -> Response:
        return self.ask("GET", path)

    def post(self, path: str, body: Any = None) -> Response:
        return self.ask("POST", path, {} if body is None else body)

    def open(self, **wanted: Any) -> JSON:
        """A new table."""
        response = self.post("/api/tables", {"game": "avl", **wanted})
        assert response.status_code == 201, response.text
        found: JSON = response.json()
        return found

    def sit(self, table: str, seat: str | None = None, watch: str = "") -> WebSocketTestSession:
        query = "&".join(f"{name}={value}" for name, value in (("seat", seat), ("watch", watch)) if value)
        self.inn.client.cookies.clear()
        return self.inn.client.websocket_connect(f"/api/tables/{table}/live?{query}", headers=self.headers())


def nonce_of(player: str) -> str:
    """What this player always adds to the dice."""
    return f"{player}-adds-this-0123456789"


def promise(table: str, guest: Guest, player: str, nonce: str = "") -> Response:
    hashed = commitment(f"{player}:{nonce or nonce_of(player)}")
    return guest.post(f"/api/tables/{table}/promise", {"player": player, "hash": hashed})


def reveal(table: str, guest: Guest, player: str, nonce: str = "") -> Response:
    return guest.post(f"/api/tables/{table}/nonce", {"player": player, "nonce": nonce or nonce_of(player)})


def unlock_dice(table: str, people: Mapping[str, Guest]) -> None:
    """Everybody promises a nonce, then everybody reveals it: from now on dice can be rolled."""
    for player, guest in people.items():
        assert promise(table, guest, player).status_code == 204
    for player, guest in people.items():
        assert reveal(table, guest, player).json() == {"mixed": True}


def in_frame(text: str) -> list[JSON]:
    """The messages of a frame."""
    heard = json.loads(text)
    return heard if isinstance(heard, list) else [heard]


class Line:
    """A connected line: remembers every message that came, keeps the view as a browser does."""

    def __init__(self, session: WebSocketTestSession) -> None:
        self.session = session
        self.frames: list[str] = []
        self._heard: list[JSON] = []
        self.view: JSON = {}
        self.seq = 0
        self.next = 1
        self.hear()

    def hear(self) -> JSON:
        """The next message; several that waited come in one frame."""
        if not self._heard:
            self._heard = in_frame(self.session.receive_text())
        message = self._heard.pop(0)
        self.frames.append(json.dumps(message, ensure_ascii=False, separators=(",", ":")))
        if message["type"] == "view":
            self.view, self.seq = message["view"], message["seq"]
        elif message["type"] == "update":
            self.view, self.seq = changed(self.view, message), message["seq"]
        return message

    def send(self, **message: Any) -> JSON:
        """Send a message and hear until its reply."""
        number, self.next = self.next, self.next + 1
        self.session.send_text(json.dumps({"id": number, **message}))
        while True:
            reply = self.hear()
            if reply.get("id") == number:
                return reply

    def answer(self, verb: str, target: Any = None) -> JSON:
        return self.send(type="answer", seq=self.seq, verb=verb, target=target)

    def settle(self) -> None:
        """Hear everything that was sent until now."""
        self.send(type="overlay", kind="none")

    def answer_anything(self, rng: Random) -> JSON:
        answers = self.view["ask"]["answers"]
        verb = rng.choice(sorted(answers.keys() - BACKWARDS or answers))
        return self.answer(verb, rng.choice(answers[verb]))


LOG_LINES = 40
BACKWARDS = {"return_chit", "remove", "cancel"}
"""Verbs a random player would go in circles with."""


def changed(view: JSON, change: JSON) -> JSON:
    """A view with a change made to it, as web/src/lib/change.ts makes it."""
    new = {**view, **change.get("set", {})}
    for key in change.get("unset", []):
        del new[key]
    new["pieces"] = {**new["pieces"], **change.get("pieces", {})}
    for key in change.get("pieces_gone", []):
        del new["pieces"][key]
    if "log" in change:
        new["log"] = change["log"]
    if "log_add" in change:
        new["log"] = [*view["log"], *change["log_add"]][-LOG_LINES:]
    return new


def play_on(lines: dict[str, Line], rng: Random, answers: int) -> int:
    """Answer at random, at whoever's turn it is; returns how many answers were given."""
    given = 0
    while given < answers:
        for line in lines.values():
            line.settle()
        moving = [line for line in lines.values() if line.view["ask"]]
        if not moving:
            break
        reply = rng.choice(moving).answer_anything(rng)
        assert reply["type"] == "done", reply
        given += 1
    return given
