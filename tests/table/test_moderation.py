"""Order in the house: who may report, who may look and decide, what becomes of it, and what nobody is told."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from grognard.table.moderation.book import MARKS_KEPT
from grognard.table.moderation.export import as_sheet
from grognard.table.moderation.order import network
from grognard.table.rows import AuditRow
from tests.table.databases import meddle
from tests.table.guests import Inn, Line
from tests.table.members import Browser, club
from tests.table.test_rating import begun_game, member
from tests.table.test_seats import ORDER

JSON = dict[str, Any]


@pytest.fixture
def inn(tmp_path: Path) -> Iterator[Inn]:
    with club(tmp_path) as inn:
        yield inn


def made(inn: Inn, name: str, role: str) -> Browser:
    """Somebody who keeps order."""
    browser = member(inn, name)
    desk = inn.house.accounts
    assert desk is not None
    inn.run(desk.ledger.set_role, inn.run(desk.order.named, name).id, role)
    return browser


def table_of(host: Browser, guest: Browser, name: str = "") -> str:
    """A friendly table of two."""
    opened = host.open(seats={"soviet": "invite"})
    joined = guest.post("/api/join", {"token": opened["invites"]["soviet"], "name": name})
    assert joined.status_code == 200, joined.text
    return str(opened["id"])


def say(who: Browser, table: str, seat: str, text: str) -> JSON:
    with who.sit(table, seat) as session:
        reply: JSON = Line(session).send(type="chat", text=text)
        return reply


def heard(who: Browser, table: str, seat: str) -> list[JSON]:
    with who.sit(table, seat) as session:
        line = Line(session)
        line.settle()
        return [message for message in map(eval_json, line.frames) if message["type"] == "chat"]


def eval_json(text: str) -> JSON:
    import json

    found: JSON = json.loads(text)
    return found


def insulted(inn: Inn, by: Browser, to: Browser) -> tuple[str, float]:
    """A table where one has insulted the other; when he did."""
    table = table_of(to, by)
    for text in ("good luck", "you toad"):
        assert say(by, table, "soviet", text)["type"] == "done"
    assert say(to, table, "axis", "please stop")["type"] == "done"
    return table, next(one["at"] for one in heard(to, table, "axis") if one["text"] == "you toad")


def report(who: Browser, **wanted: Any) -> Any:
    return who.post("/api/reports", {"kind": "play", **wanted})


def log(who: Browser) -> list[tuple[str, str, str | None]]:
    return [(one["by"], one["deed"], one["about"]) for one in who.get("/api/house/log").json()]


def notes(who: Browser) -> list[tuple[str, JSON]]:
    return [(one["code"], one["facts"]) for one in who.get("/api/account/notes").json()]


def test_a_line_is_reported_read_and_its_speaker_muted_and_both_are_told(inn: Inn) -> None:
    birch, lin, guard = member(inn, "birch"), member(inn, "lin"), made(inn, "old_guard", "moderator")
    table, at = insulted(inn, birch, lin)
    sent = report(lin, kind="chat", table=table, player="soviet", at=at, words="Said it twice.")
    assert sent.status_code == 201, sent.text
    assert report(lin, kind="chat", table=table, player="soviet", at=at).json()["code"] == "reported", "once"
    (row,) = guard.get("/api/house/reports").json()
    assert (row["kind"], row["about"]["name"], row["by"]["name"], row["words"]) == (
        "chat", "birch", "lin", "Said it twice.",
    )  # fmt: skip
    assert row["table"] == {"id": table, "game": "avl", "scenario": row["table"]["scenario"], "running": True}
    one = f"/api/house/reports/{row['id']}"
    assert "toad" not in guard.get(one).text and "toad" not in guard.get("/api/house/reports").text
    assert log(guard) == [], "nothing was read yet"
    said = guard.get(f"{one}/chat").json()
    assert [(line["text"], line["marked"]) for line in said] == [
        ("good luck", False), ("you toad", True), ("please stop", False),
    ]  # fmt: skip
    assert set(said[0]) == {"player", "name", "text", "at", "marked", "removed"}
    assert log(guard) == [("old_guard", "read", "birch")], "reading is written down"
    decided = guard.post(f"{one}/decide", {"deed": "mute", "days": 7, "reason": "insults"})
    assert decided.status_code == 204, decided.text
    again = guard.post(f"{one}/decide", {"deed": "none", "reason": "mistake"})
    assert again.status_code == 409 and again.json()["code"] == "decided"
    with ExitStack() as stack:
        mine, his = (
            Line(stack.enter_context(who.sit(table, seat))) for who, seat in ((birch, "soviet"), (lin, "axis"))
        )
        reply = mine.send(type="chat", text="you cannot stop me")
        assert reply["type"] == "error" and "insults" in reply["why"]
        assert reply["muted"]["why"] == "insults" and reply["muted"]["until"] > time.time() + 6 * 86_400
        his.settle()
        assert "cannot stop" not in str(his.frames), "nobody hears it"
    assert "cannot stop" not in str(heard(lin, table, "axis")), "nor is it kept"
    assert say(lin, table, "axis", "peace")["type"] == "done"
    ((code, facts),) = notes(birch)
    assert code == "mute" and facts["why"] == "insults"
    assert notes(lin) == [("upheld", {"about": "birch", "report": row["id"], "why": "insults"})]
    (waiting,) = lin.get("/api/account/notes").json()
    assert birch.ask("DELETE", f"/api/account/notes/{waiting['id']}").status_code == 204
    assert len(notes(lin)) == 1, "nobody reads away another's"
    assert lin.ask("DELETE", f"/api/account/notes/{waiting['id']}").status_code == 204 and notes(lin) == []
    (mute,) = guard.get("/api/house/people").json()["muted"]
    assert guard.post(f"/api/house/mutes/{mute['id']}/lift", {"reason": "sorry"}).status_code == 204
    assert say(birch, table, "soviet", "sorry")["type"] == "done"
    assert log(guard)[:3] == [
        ("old_guard", "unmute", "birch"), ("old_guard", "mute", "birch"), ("old_guard", "decide", "birch"),
    ]  # fmt: skip
    (closed,) = guard.get("/api/house/reports?closed=true").json()
    assert (closed["decision"], closed["decider"]) == ("mute", "old_guard")
    assert guard.get("/api/house/reports").json() == []


def test_who_is_served_by_every_endpoint(inn: Inn) -> None:
    """A visitor and who is kept out are refused everywhere, members where moderators alone look."""
    visitor, plain, guard = Browser(inn), member(inn, "kestrel"), made(inn, "old_guard", "moderator")
    muted, banned, keeper = member(inn, "sable"), member(inn, "tarn"), made(inn, "ada", "keeper")
    for name, deed in (("sable", "mute"), ("tarn", "ban")):
        done = keeper.post("/api/house/people", {"name": name, "deed": deed, "reason": "a reason"})
        assert done.status_code == 204, done.text
    bodies: dict[tuple[str, str], JSON] = {
        ("POST", "/api/reports"): {"kind": "play", "name": "old_guard"},
        ("PUT", "/api/account/name"): {"name": "Other"},
        ("POST", "/api/house/reports/{number}/decide"): {"deed": "none", "reason": "x"},
        ("POST", "/api/account/appeal"): {"words": "not so"},
        ("POST", "/api/house/appeals/{number}/answer"): {"granted": True, "reason": "x"},
        ("POST", "/api/house/people"): {"name": "kestrel", "deed": "warn", "reason": "x"},
        ("POST", "/api/house/mutes/{number}/lift"): {"reason": "x"},
        ("POST", "/api/house/names"): {"word": "toad", "reason": "x"},
        ("POST", "/api/house/names/remove"): {"word": "frog", "reason": "x"},
    }
    before = len(keeper.get("/api/house/log").json())
    for method, path in sorted(ORDER):
        body, at = bodies.get((method, path)), path.format(number=99)
        for who in (visitor, banned):
            refused = who.ask(method, at, body)
            assert (refused.status_code, refused.json()["code"]) == (403, "signed_out"), (method, path)
        for who in (plain, muted):
            status = who.ask(method, at, body).status_code
            assert status == 403 if path.startswith("/api/house") else status != 403, (method, path)
    assert len(keeper.get("/api/house/log").json()) == before, "nothing was done"
    for who in (guard, keeper):
        for method, path in sorted(ORDER):
            assert who.ask(method, path.format(number=99), bodies.get((method, path))).status_code != 403 or (
                who is guard and path == "/api/reports"
            ), (method, path)


def test_nobody_decides_about_himself_nor_a_moderator_about_those_who_keep_order(inn: Inn) -> None:
    kestrel, guard, other = member(inn, "kestrel"), made(inn, "old_guard", "moderator"), made(inn, "tarn", "moderator")
    keeper = made(inn, "ada", "keeper")
    assert report(kestrel, name="old_guard").status_code == 201
    assert report(guard, name="kestrel").status_code == 201
    assert report(kestrel, name="kestrel").json()["code"] == "that_is_you"
    first, second = guard.get("/api/house/reports").json()
    assert first["own"] and second["own"]
    for row in (first, second):
        refused = guard.post(f"/api/house/reports/{row['id']}/decide", {"deed": "none", "reason": "not me"})
        assert refused.status_code == 403 and refused.json()["code"] == "own_report"
    refused = other.post(f"/api/house/reports/{first['id']}/decide", {"deed": "mute", "reason": "he too"})
    assert refused.json()["code"] == "of_the_house"
    for name, code in (("old_guard", "yourself"), ("ada", "of_the_house")):
        refused = guard.post("/api/house/people", {"name": name, "deed": "ban", "reason": "x"})
        assert refused.status_code == 403 and refused.json()["code"] == code
    done = keeper.post(f"/api/house/reports/{first['id']}/decide", {"deed": "warn", "reason": "calm down"})
    assert done.status_code == 204 and notes(guard) == [("warn", {"why": "calm down"})]


def test_a_ban_has_an_end(inn: Inn) -> None:
    tarn, keeper = member(inn, "tarn"), made(inn, "ada", "keeper")
    table = tarn.open()["id"]
    body = {"name": "tarn", "deed": "ban", "days": 2, "reason": "stalling"}
    assert keeper.post("/api/house/people", body).status_code == 204
    assert tarn.name() is None
    refused = Browser(inn).enter("tarn")
    assert refused.status_code == 403 and "stalling" in refused.text and "until" in refused.text
    (row,) = keeper.get("/api/house/people").json()["banned"]
    assert row["name"] == "tarn" and row["until"] > time.time()
    meddle(inn.house.where, "UPDATE accounts SET banned_until = :past WHERE name = 'tarn'", past=time.time() - 1)
    again = Browser(inn)
    assert again.enter("tarn").status_code == 200 and again.get(f"/api/tables/{table}").status_code == 200
    assert keeper.get("/api/house/people").json()["banned"] == []


def test_a_name_goes_back_and_nobody_has_it_again(inn: Inn) -> None:
    foe, lin, guard = member(inn, "xX_foe_Xx"), member(inn, "lin"), made(inn, "old_guard", "moderator")
    table = table_of(lin, foe)
    assert report(lin, kind="name", name="xX_foe_Xx").status_code == 201
    (row,) = guard.get("/api/house/reports").json()
    done = guard.post(f"/api/house/reports/{row['id']}/decide", {"deed": "name", "reason": "name rule 3"})
    assert done.status_code == 204, done.text
    makeshift = foe.name()
    assert makeshift is not None and makeshift.startswith("Member-")
    assert lin.get(f"/api/tables/{table}").json()["seats"]["soviet"]["name"] == makeshift
    assert foe.get("/api/account").json()["name_lost"] == "name rule 3"
    assert Browser(inn).register("XX.FOE.XX").json()["code"] == "name_ruled", "nobody has it again"
    assert foe.ask("PUT", "/api/account/name", {"name": "xxfoexx"}).json()["code"] == "name_ruled"
    assert foe.ask("PUT", "/api/account/name", {"name": "lin"}).json()["code"] == "name_taken"
    assert foe.ask("PUT", "/api/account/name", {"name": "Friend"}).json() == {"name": "Friend"}
    assert foe.name() == "Friend" and foe.get("/api/account").json()["name_lost"] is None
    assert foe.ask("PUT", "/api/account/name", {"name": "Another"}).json()["code"] == "name_kept"
    assert Browser(inn).enter("Friend").status_code == 200


def test_a_word_that_no_name_may_hold(inn: Inn) -> None:
    guard = made(inn, "old_guard", "moderator")
    assert guard.post("/api/house/names", {"word": "T0ad", "reason": "rude"}).status_code == 204
    assert guard.post("/api/house/names", {"word": "toad", "reason": "rude"}).json()["code"] == "rule_known"
    assert guard.post("/api/house/names", {"word": "a", "reason": "rude"}).json()["code"] == "word_short"
    visitor = Browser(inn)
    assert visitor.register("big.toad").json()["code"] == "name_ruled"
    refused = visitor.post("/api/tables", {"game": "avl", "name": "Toad the Great"})
    assert refused.status_code == 422 and refused.json()["code"] == "name_ruled", "nor at a table"
    assert guard.get("/api/house/names").json()[0] == {
        "word": "T0ad", "whole": False, "why": "rude", "by": "old_guard",
    }  # fmt: skip
    assert guard.post("/api/house/names/remove", {"word": "toad", "reason": "a river"}).status_code == 204
    assert visitor.register("big.toad").status_code == 201
    assert [deed for _, deed, _ in log(guard)] == ["unrule", "rule"]


def test_a_visitor_is_muted_by_his_key_and_stays_so_when_he_takes_a_name(inn: Inn) -> None:
    visitor, lin, guard = Browser(inn), member(inn, "lin"), made(inn, "old_guard", "moderator")
    table = table_of(lin, visitor, "Katya")
    say(visitor, table, "soviet", "toad")
    (line,) = heard(lin, table, "axis")
    assert report(lin, kind="chat", table=table, player="soviet", at=line["at"]).status_code == 201
    (row,) = guard.get("/api/house/reports").json()
    assert row["about"] == {"name": "Katya", "member": False, "role": "", "now": "Katya"}
    one = f"/api/house/reports/{row['id']}/decide"
    assert guard.post(one, {"deed": "ban", "reason": "x"}).json()["code"] == "no_member"
    assert guard.post(one, {"deed": "mute", "reason": "x"}).status_code == 204
    assert say(visitor, table, "soviet", "toad")["type"] == "error"
    assert visitor.register("Katya").status_code == 201
    assert say(visitor, table, "soviet", "toad")["type"] == "error", "another name does not help"


def test_only_who_sits_there_reports_from_a_table_and_only_what_was_said(inn: Inn) -> None:
    birch, lin, tarn = member(inn, "birch"), member(inn, "lin"), member(inn, "tarn")
    table, at = insulted(inn, birch, lin)
    assert report(tarn, kind="chat", table=table, player="soviet", at=at).status_code == 403
    assert report(lin, kind="chat", table=table, player="soviet", at=at + 5).json()["code"] == "no_line"
    assert report(lin, kind="chat", table=table, player="axis", at=at).json()["code"] == "no_line"
    assert report(lin, kind="play", table=table, player="axis").json()["code"] == "that_is_you"
    assert report(lin, kind="play", table=table, player="nobody").status_code == 422
    assert report(lin, kind="chat", name="birch").status_code == 422
    assert report(tarn, table="nowhere", player="axis").status_code == 404


def test_reports_are_limited_by_member_and_by_address(inn: Inn) -> None:
    for n in range(8):
        member(inn, f"person{n}")
    lin = member(inn, "lin")
    told = [report(lin, name=f"person{n}").status_code for n in range(8)]
    assert told == [201] * 6 + [429] * 2
    statuses = []
    for n in range(3):
        another = member(inn, f"another{n}")
        statuses += [report(another, name=f"person{one}").status_code for one in range(6)]
    assert statuses[:12] == [201] * 12 and 429 in statuses[12:], "one address has not as many as it has names"


def test_two_seats_from_one_network_are_a_notice_with_a_mark_and_no_address(inn: Inn) -> None:
    erich, georgi, guard = member(inn, "Erich"), member(inn, "Georgi"), made(inn, "old_guard", "moderator")
    table = begun_game(inn, erich, georgi, 4)
    with erich.sit(table, "axis") as session:
        Line(session)
    (row,) = guard.get("/api/house/reports").json()
    assert (row["kind"], row["by"], row["table"]["id"]) == ("seats", None, table), "once"
    told = guard.get(f"/api/house/reports/{row['id']}").json()
    assert {one["mark"] for one in told["marks"]} == {network("testclient")}
    assert [one["name"] for one in told["marks"]] == ["Erich", "Georgi"]
    assert "testclient" not in str(told) + guard.get("/api/house/log").text
    assert log(guard)[0][:2] == ("", "seats")
    assert guard.get(f"/api/house/reports/{row['id']}/chat").status_code == 409, "no chat is read for that"
    old = time.time() - MARKS_KEPT - 1
    meddle(inn.house.where, "UPDATE networks SET at = :old", old=old)
    assert guard.get(f"/api/house/reports/{row['id']}").json()["marks"] == [], "kept for thirty days"


def test_friendly_tables_and_one_person_alone_are_no_notice(inn: Inn) -> None:
    birch, lin, guard = member(inn, "birch"), member(inn, "lin"), made(inn, "old_guard", "moderator")
    insulted(inn, birch, lin)
    assert guard.get("/api/house/reports").json() == []


def test_a_moderator_sees_nothing_of_the_position(inn: Inn) -> None:
    birch, lin, guard = member(inn, "birch"), member(inn, "lin"), made(inn, "old_guard", "moderator")
    table, at = insulted(inn, birch, lin)
    report(lin, kind="chat", table=table, player="soviet", at=at)
    (row,) = guard.get("/api/house/reports").json()
    told = guard.get(f"/api/house/reports/{row['id']}").json()
    assert set(told) == set(row) | {"standing", "earlier", "reporter", "marks"}
    assert set(row) == {
        "id", "kind", "about", "by", "table", "line", "study", "words", "at", "closed", "decision", "reason", "decider",
        "own",
    }  # fmt: skip
    for path in ("", "/position", "/replay", "/log", "/report", "/file"):
        assert guard.get(f"/api/tables/{table}{path}").status_code == 403, path


def test_who_leaves_takes_his_reports_and_notes_with_him(inn: Inn) -> None:
    lin, birch, guard = member(inn, "lin"), member(inn, "birch"), made(inn, "old_guard", "moderator")
    report(lin, name="birch", words="slow")
    report(birch, name="lin")
    guard.post("/api/house/people", {"name": "lin", "deed": "mute", "reason": "x"})
    exported = lin.get("/api/account/export").json()
    assert exported["reports"][0]["words"] == "slow" and exported["notes"][0]["code"] == "mute"
    assert lin.post("/api/account/delete", {"name": "lin", "seats": "give_up"}).status_code == 204
    first, second = guard.get("/api/house/reports").json()
    assert first["by"] == {"name": ""} and second["about"]["name"] == ""
    refused = guard.post(f"/api/house/reports/{second['id']}/decide", {"deed": "mute", "reason": "x"})
    assert refused.json()["code"] == "has_left"
    assert guard.post(f"/api/house/reports/{second['id']}/decide", {"deed": "none", "reason": "x"}).status_code == 204
    assert guard.get("/api/house/people").json()["muted"] == []


def test_reports_are_shown_by_kind_and_the_log_is_taken_along_as_a_table(inn: Inn) -> None:
    birch, lin, guard = member(inn, "birch"), member(inn, "lin"), made(inn, "old_guard", "moderator")
    assert report(lin, kind="name", name="birch").status_code == 201
    assert report(birch, kind="play", name="lin").status_code == 201
    for kind, kinds in (("", ["name", "play"]), ("play", ["play"]), ("chat", [])):
        assert [one["kind"] for one in guard.get(f"/api/house/reports?kind={kind}").json()] == kinds
    number = guard.get("/api/house/reports?kind=name").json()[0]["id"]
    decided = guard.post(f"/api/house/reports/{number}/decide", {"deed": "warn", "reason": "=1+1"})
    assert decided.status_code == 204, decided.text
    sheet = guard.get("/api/house/log/file")
    assert sheet.headers["content-type"].startswith("text/csv")
    first, *rows = sheet.text.splitlines()
    assert first == "number,at,by,role,deed,about,facts"
    assert len(rows) == len(guard.get("/api/house/log").json()) and "birch" in rows[-1]
    assert lin.get("/api/house/log/file").status_code == 403


def test_no_word_of_the_log_is_a_formula() -> None:
    row = AuditRow(id=1, at=0.0, by="=cmd()", role="keeper", deed="ban", about="@lin", facts={})
    assert as_sheet([row]).splitlines()[1] == "1,1970-01-01T00:00:00Z,'=cmd(),keeper,ban,'@lin,{}"
