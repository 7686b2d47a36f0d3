"""What visitors may write, on either database: PostgreSQL has no NUL in a text, and SQLite takes anything."""

from __future__ import annotations

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.table.guests import Guest, Line

NUL = "a\0b"


def test_no_nul_is_stored_and_none_is_the_houses_fault(home: Guest) -> None:
    table = home.open()["id"]
    asked = [
        home.ask("PUT", f"/api/tables/{table}/title", {"title": NUL}),
        home.ask("PUT", f"/api/tables/{table}/names/axis", {"name": NUL}),
        home.post("/api/tables", {"game": NUL}),
        home.post("/api/tables", {"game": "avl", "scenario": NUL}),
        home.post("/api/tables", {"game": "avl", "options": {NUL: NUL}}),
        home.post("/api/tables", {"game": "avl", "seats": {NUL: "you"}}),
        home.post("/api/tables", {"game": "avl", "seats": {"axis": f"regular:errs=0.2{NUL}"}}),
        home.post("/api/tables", {"game": "avl", "name": NUL}),
        home.post("/api/files", {"file": {"format": NUL}, "seats": {NUL: NUL}}),
        home.post(f"/api/tables/{table}/nonce", {"player": "axis", "nonce": f"0123456789abcdef{NUL}"}),
        home.post("/api/lessons", {"game": NUL, "lesson": NUL}),
        home.get(f"/api/tables/{table}%00"),
        home.get("/api/tables/%00/file"),
        home.get(f"/api/tables/{table}/position?seat=%00"),
        home.ask("DELETE", f"/api/tables/{table}/invites/%00"),
    ]
    assert [one.status_code for one in asked if not 400 <= one.status_code < 500] == [], [one.text for one in asked]
    with home.sit(f"{table}%00", "axis") as session, pytest.raises(WebSocketDisconnect) as closed:
        session.receive_text()
    assert closed.value.code == 4404


def test_a_line_that_says_nul_hears_why_and_what_is_said_is_clean(home: Guest) -> None:
    table = home.open(seats={"soviet": "you"})["id"]
    with home.sit(table, "soviet") as session:
        line = Line(session)
        assert line.answer(NUL)["type"] == "refused"
        assert line.answer("historical", NUL)["type"] == "refused"
        assert line.send(type="hand_over", bot=NUL)["type"] == "error"
        assert line.send(type="stand_in_ask", player=NUL)["type"] == "error"
        assert line.send(type="chat", text=NUL)["type"] == "done"
        assert line.answer("historical")["type"] == "done"
    with home.sit(table, "axis") as session:
        line = Line(session)
        line.settle()
        assert [one for one in line.frames if '"chat"' in one and '"a b"' in one]


def test_the_longest_that_is_allowed_is_kept(home: Guest) -> None:
    bot = f"regular:errs=0.{'1' * 49}"
    assert len(bot) == 64
    table = home.open(seats={"soviet": bot}, name="N" * 40)["id"]
    assert home.ask("PUT", f"/api/tables/{table}/title", {"title": "兵" * 40}).status_code == 204
    with home.sit(table, "axis") as session:
        line = Line(session)
        assert line.send(type="chat", text="兵" * 1000)["type"] == "done"
        assert line.send(type="hand_over", bot="regular")["type"] == "done"
    assert home.get(f"/api/tables/{table}").json()["seats"]["soviet"]["bot"] == bot
