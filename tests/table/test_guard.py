"""What is stopped at the door: foreign origins, rebound names, oversized bodies and messages, too many requests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from grognard.table.guard import BODY_LIMIT, COSTLY_PER_MINUTE, FILE_LIMIT, LAYOUTS_PER_MINUTE
from grognard.table.live import BURST, MESSAGE_LIMIT, WARNINGS
from tests.table.guests import HOST, Guest, Inn, Line, opened

FOREIGN = ["http://evil.example", "https://127.0.0.1.evil.example", "null", "http://127.0.0.1:8018", "http://", "x"]
REBOUND = ["evil.example", "evil.example:80", "", "127.0.0.1.evil.example", "[", "a@127.0.0.1"]
CROOKED = ["[::1]evil", "[::1]:80evil", "[::1", "::1", "[127.0.0.1]", "[::1%lo]", "127.0.0.1:", "127.0.0.1:99999"]


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_foreign_origin_changes_nothing(home: Guest, origin: str) -> None:
    response = home.ask("POST", "/api/tables", {"game": "avl"}, origin=origin)
    assert response.status_code == 403
    assert home.get("/api/tables").json() == []
    table = home.open()["id"]
    with (
        pytest.raises(WebSocketDisconnect),
        home.inn.client.websocket_connect(f"/api/tables/{table}/live", headers={"host": HOST, "origin": origin}),
    ):
        pass


@pytest.mark.parametrize("host", REBOUND + CROOKED)
def test_a_rebound_name_finds_nobody_at_home(home: Guest, host: str) -> None:
    response = home.inn.client.get("/api/tables", headers={"host": host})
    assert response.status_code == 403
    with pytest.raises(WebSocketDisconnect), home.inn.client.websocket_connect("/x", headers={"host": host}):
        pass


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8017", "[::1]:8017", "LOCALHOST:1"])
def test_this_machine_has_several_names(home: Guest, host: str) -> None:
    assert home.inn.client.get("/api/tables", headers={"host": host}).status_code == 200


def test_a_public_house_answers_to_the_names_it_was_given(tmp_path: Path) -> None:
    with opened(tmp_path, public=True, hosts=["games.example"]) as inn:
        for host, status in (("games.example", 200), ("games.example:443", 200), ("other.example", 403)):
            assert inn.client.get("/api/me", headers={"host": host}).status_code == status


def test_in_public_a_line_needs_an_origin(inn: Inn) -> None:
    table = inn.guest().open()["id"]
    with (
        pytest.raises(WebSocketDisconnect),
        inn.client.websocket_connect(f"/api/tables/{table}/live", headers={"host": HOST}),
    ):
        pass


def test_every_answer_carries_its_policy(home: Guest) -> None:
    for path in ("/", "/api/games", "/api/nothing", "/assets/nothing"):
        headers = home.get(path).headers
        policy = headers["content-security-policy"]
        assert "unsafe" not in policy and "default-src 'self'" in policy and "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
    refused = home.ask("POST", "/api/tables", {}, origin="http://evil.example")
    assert "content-security-policy" in refused.headers


@pytest.mark.parametrize(("path", "most"), [("/api/tables", BODY_LIMIT), ("/api/files", FILE_LIMIT)])
@pytest.mark.parametrize("declared", [True, False])
def test_an_oversized_body_is_refused(home: Guest, path: str, most: int, declared: bool) -> None:
    body = b'{"game": "' + b"x" * most + b'"}'
    headers = home.headers(**{"content-type": "application/json"})
    chunks = (body[at : at + 65536] for at in range(0, len(body), 65536))
    response = home.inn.client.post(path, content=body if declared else chunks, headers=headers)
    assert response.status_code == 413
    assert "bytes" in response.json()["detail"]
    assert home.open()["game"] == "avl"


def test_too_many_requests_have_to_wait(tmp_path: Path) -> None:
    with opened(tmp_path, per_minute=20) as inn:
        statuses = [inn.guest().get("/api/me").status_code for _ in range(30)]
    assert statuses == [200] * 20 + [429] * 10


def test_guessing_invitations_is_slow(tmp_path: Path) -> None:
    with opened(tmp_path, public=True) as inn:
        statuses = [
            inn.guest().post("/api/join", {"token": "x" * 32}).status_code for _ in range(COSTLY_PER_MINUTE + 5)
        ]
        assert statuses == [410] * COSTLY_PER_MINUTE + [429] * 5
        assert inn.guest().get("/api/games").status_code == 200


def test_maps_that_have_to_be_made_first_are_rationed(tmp_path: Path) -> None:
    with opened(tmp_path, public=True) as inn:
        path = '/api/games/victory/map?options={"turns":0}'
        statuses = [inn.guest().get(path).status_code for _ in range(LAYOUTS_PER_MINUTE + 2)]
        assert statuses == [422] * LAYOUTS_PER_MINUTE + [429] * 2
        assert inn.guest().get("/api/games/victory/map").status_code == 200


SLOW_DOWN = {"type": "error", "why": "too many messages: slow down"}


def test_too_many_messages_are_refused_and_the_line_lives_on(tmp_path: Path) -> None:
    with opened(tmp_path, messages_per_second=0.001) as inn:
        home = inn.guest()
        table = home.open()["id"]
        with home.sit(table, "soviet") as session:
            line = Line(session)
            replies: list[dict[str, Any]] = [line.send(type="why", verb="done") for _ in range(60)]
            assert {one["type"] for one in replies} == {"told"}
            assert line.send(type="why", verb="done") == SLOW_DOWN | {"id": 61}
            session.send_text("not even JSON")
            assert line.hear() == SLOW_DOWN | {"id": None}


def test_who_goes_on_after_many_warnings_has_to_leave(tmp_path: Path) -> None:
    with opened(tmp_path, messages_per_second=0.001) as inn:
        home = inn.guest()
        table = home.open()["id"]
        with home.sit(table, "soviet") as session, pytest.raises(WebSocketDisconnect) as closed:
            line = Line(session)
            for number in range(10 * BURST):
                session.send_text(json.dumps({"type": "why", "verb": "done", "id": number}))
            for _ in range(10 * BURST):
                line.hear()
        assert closed.value.code == 4429
        replies = [json.loads(frame) for frame in line.frames[1:]]
        warnings = [reply["id"] for reply in replies if reply["type"] == "error"]
        assert warnings == list(range(BURST, BURST + WARNINGS))
        assert inn.run(lambda: inn.house.lines[table]) == set()
        with home.sit(table, "soviet") as session:
            assert Line(session).answer("historical")["type"] == "done"


def test_an_oversized_message_is_refused(home: Guest) -> None:
    with home.sit(home.open()["id"], "soviet") as session:
        line = Line(session)
        session.send_text('{"type": "chat", "text": "' + "x" * MESSAGE_LIMIT + '"}')
        assert str(MESSAGE_LIMIT) in line.hear()["why"]
        assert line.answer("historical")["type"] == "done"


def test_no_page_outside_the_built_ones(home: Guest) -> None:
    for path in ("/../app.py", "/..%2fapp.py", "/%2e%2e/app.py", "/assets/../../app.py", "/%00", "/" + "x" * 5000):
        response = home.inn.client.get(path, headers=home.headers())
        assert "create_app" not in response.text
        assert response.status_code in (200, 404, 503)
    assert home.get("/api/nothing/here").status_code == 404
