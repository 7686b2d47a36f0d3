"""What moderators take away, reports about studies, and what is said against a mute or a ban."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.table.databases import meddle
from tests.table.guests import Inn, Line
from tests.table.members import Browser, club
from tests.table.test_moderation import heard, insulted, log, made, notes, report
from tests.table.test_rating import member

APPEAL = "/api/account/appeal"
APPEALS = "/api/house/appeals"


@pytest.fixture
def inn(tmp_path: Path) -> Iterator[Inn]:
    with club(tmp_path) as inn:
        yield inn


def decide(guard: Browser, **wanted: Any) -> Any:
    (row,) = guard.get("/api/house/reports").json()
    return guard.post(f"/api/house/reports/{row['id']}/decide", {"reason": "insults", **wanted})


@pytest.mark.parametrize("wanted", [{"deed": "remove"}, {"deed": "warn", "remove": True}], ids=str)
def test_a_line_is_taken_away_for_everybody_and_kept_for_the_log(inn: Inn, wanted: dict[str, Any]) -> None:
    birch, lin, guard = member(inn, "birch"), member(inn, "lin"), made(inn, "old_guard", "moderator")
    table, at = insulted(inn, birch, lin)
    assert report(lin, kind="chat", table=table, player="soviet", at=at).status_code == 201
    (row,) = guard.get("/api/house/reports").json()
    with lin.sit(table, "axis") as session:
        line = Line(session)
        assert decide(guard, **wanted).status_code == 204
        line.settle()
        told = [
            one
            for frame in line.frames
            for one in ([json.loads(frame)] if frame.startswith("{") else json.loads(frame))
        ]
        gone = {"type": "chat", "who": "soviet", "text": "", "at": at, "removed": True}
        assert gone in told, "who is there sees it go"
    for who, seat in ((lin, "axis"), (birch, "soviet")):
        said = heard(who, table, seat)
        assert [(one["text"], one.get("removed", False)) for one in said] == [
            ("good luck", False), ("", True), ("please stop", False),
        ]  # fmt: skip
    assert ("old_guard", "remove_line", "birch") in log(guard)
    read = guard.get(f"/api/house/reports/{row['id']}/chat").json()
    assert [(one["text"], one["removed"]) for one in read if one["marked"]] == [("you toad", True)], "kept for the log"
    assert ("line_removed", {"why": "insults"}) in notes(birch)
    assert notes(lin)[0][0] == "upheld"
    assert report(lin, kind="chat", table=table, player="soviet", at=at).json()["code"] == "no_line"


def test_nothing_is_taken_away_where_nothing_was_reported(inn: Inn) -> None:
    member(inn, "birch")
    lin, guard = member(inn, "lin"), made(inn, "old_guard", "moderator")
    assert report(lin, name="birch").status_code == 201
    for wanted in ({"deed": "remove"}, {"deed": "warn", "remove": True}):
        assert decide(guard, **wanted).json()["code"] == "nothing_to_remove"
    assert len(guard.get("/api/house/reports").json()) == 1 and log(guard) == []


def test_a_study_is_reported_and_taken_away_but_for_its_maker(inn: Inn) -> None:
    birch, lin, guard = member(inn, "birch"), member(inn, "lin"), made(inn, "old_guard", "moderator")
    table = birch.post("/api/tables", {"game": "avl"}).json()["id"]
    study = birch.post(f"/api/tables/{table}/study", {"title": "toads"}).json()["id"]
    path = f"/api/studies/{study}"
    assert report(Browser(inn), kind="study", study=study).status_code == 403, "with a name alone"
    assert report(lin, kind="study").status_code == 422
    assert report(lin, kind="play", study=study).status_code == 422
    assert report(lin, kind="study", study="nosuchstudy").json()["code"] == "no_study"
    assert report(birch, kind="study", study=study).json()["code"] == "that_is_you"
    assert report(lin, kind="study", study=study, words="rude").status_code == 201
    assert report(lin, kind="study", study=study).json()["code"] == "reported"
    (row,) = guard.get("/api/house/reports?kind=study").json()
    assert row["study"] == {"id": study, "title": "toads", "removed": False} and row["about"]["name"] == "birch"
    assert lin.get(path).status_code == 200
    assert decide(guard, deed="remove", reason="rude words").status_code == 204
    for who, status in ((lin, 410), (Browser(inn), 410), (birch, 200), (guard, 200)):
        assert who.get(path).status_code == status
        assert who.get(f"{path}/0").status_code == status
    assert birch.get(path).json()["removed"] == "rude words"
    assert notes(birch) == [("study_removed", {"why": "rude words"})]
    assert ("old_guard", "remove_study", "birch") in log(guard)


# ---- what is said against it


def test_a_mute_is_appealed_against_once_and_answered(inn: Inn) -> None:
    sable, guard = member(inn, "sable"), made(inn, "old_guard", "moderator")
    assert sable.get(APPEAL).json() == {"mute": None}
    assert sable.post(APPEAL, {"words": "why?"}).json()["code"] == "not_against"
    guard.post("/api/house/people", {"name": "sable", "deed": "mute", "days": 2, "reason": "shouting"})
    told = sable.get(APPEAL).json()["mute"]
    assert (told["why"], told["appeal"]) == ("shouting", None) and told["until"] > time.time()
    assert sable.post(APPEAL, {"words": "  "}).status_code == 422
    assert sable.post(APPEAL, {"words": "It was not me."}).status_code == 204
    assert sable.post(APPEAL, {"words": "Really."}).json()["code"] == "appealed", "one text"
    (row,) = guard.get(APPEALS).json()
    assert (row["name"], row["kind"], row["words"], row["own"]) == ("sable", "mute", "It was not me.", False)
    assert row["standing"]["muted"]["why"] == "shouting"
    one = f"{APPEALS}/{row['id']}/answer"
    assert guard.post(one, {"granted": False, "reason": ""}).status_code == 422, "with a reason"
    assert guard.post(one, {"granted": False, "reason": "it was"}).status_code == 204
    assert guard.post(one, {"granted": True, "reason": "well"}).json()["code"] == "decided"
    assert guard.get(APPEALS).json() == [] and len(guard.get(f"{APPEALS}?closed=true").json()) == 1
    assert sable.get(APPEAL).json()["mute"]["appeal"]["answer"] == "it was", "and the mute stands"
    assert notes(sable)[0] == ("appeal_refused", {"why": "it was"})
    assert log(guard)[0] == ("old_guard", "appeal", "sable")
    exported = sable.get("/api/account/export").json()
    assert exported["appeals"][0]["words"] == "It was not me."
    guard.post("/api/house/people", {"name": "sable", "deed": "mute", "reason": "again"})
    assert sable.post(APPEAL, {"words": "Not again."}).status_code == 204, "another mute, another appeal"
    (row,) = guard.get(APPEALS).json()
    assert guard.post(f"{APPEALS}/{row['id']}/answer", {"granted": True, "reason": "sorry"}).status_code == 204
    assert sable.get(APPEAL).json() == {"mute": None} and guard.get("/api/house/people").json()["muted"] == []


def test_who_is_kept_out_is_told_why_and_until_when_and_may_say_something_against_it(inn: Inn) -> None:
    member(inn, "tarn")
    guard = made(inn, "old_guard", "moderator")
    guard.post("/api/house/people", {"name": "tarn", "deed": "ban", "days": 2, "reason": "stalling"})
    out = Browser(inn)
    assert out.enter("tarn", "not his password").json().get("facts") is None, "who has not proved it is told nothing"
    refused = out.enter("tarn").json()
    facts = refused["facts"]
    assert refused["code"] == "banned" and (facts["why"], facts["appeal"]) == ("stalling", None)
    assert facts["until"] > time.time()
    assert out.post(APPEAL, {"words": "My clock was slow."}).status_code == 403, "only with the ticket"
    assert out.post(APPEAL, {"words": "My clock was slow.", "ticket": "x" * 43}).status_code == 410
    assert out.post(APPEAL, {"words": "My clock was slow.", "ticket": facts["ticket"]}).status_code == 204
    assert out.post(APPEAL, {"words": "Really.", "ticket": facts["ticket"]}).status_code == 410, "good once"
    assert out.name() is None, "a ticket opens nothing else"
    again = out.enter("tarn").json()["facts"]
    assert again["ticket"] is None and again["appeal"]["words"] == "My clock was slow."
    (row,) = guard.get(APPEALS).json()
    assert (row["name"], row["kind"]) == ("tarn", "ban") and row["standing"]["banned"]["why"] == "stalling"
    assert guard.post(f"{APPEALS}/{row['id']}/answer", {"granted": True, "reason": "so it was"}).status_code == 204
    assert out.enter("tarn").status_code == 200
    assert notes(out)[0] == ("appeal_granted", {"why": "so it was"})


def test_two_who_appeal_at_once_with_two_tickets_have_said_one_thing(inn: Inn) -> None:
    member(inn, "tarn")
    guard = made(inn, "old_guard", "moderator")
    guard.post("/api/house/people", {"name": "tarn", "deed": "ban", "reason": "stalling"})
    tickets = [Browser(inn).enter("tarn").json()["facts"]["ticket"] for _ in range(2)]
    said = [Browser(inn).post(APPEAL, {"words": f"text {n}", "ticket": one}) for n, one in enumerate(tickets)]
    assert [one.status_code for one in said] == [204, 409]
    assert [one["words"] for one in guard.get(APPEALS).json()] == ["text 0"]


def test_nobody_answers_his_own_appeal_nor_a_moderator_one_of_those_who_keep_order(inn: Inn) -> None:
    guard, other = made(inn, "old_guard", "moderator"), made(inn, "tarn", "moderator")
    keeper = made(inn, "ada", "keeper")
    assert keeper.post("/api/house/people", {"name": "old_guard", "deed": "mute", "reason": "x"}).status_code == 204
    assert guard.post(APPEAL, {"words": "no"}).status_code == 204
    (row,) = guard.get(APPEALS).json()
    assert row["own"] is True
    body = {"granted": True, "reason": "me"}
    assert guard.post(f"{APPEALS}/{row['id']}/answer", body).json()["code"] == "yourself"
    assert other.post(f"{APPEALS}/{row['id']}/answer", body).json()["code"] == "of_the_house"
    assert keeper.post(f"{APPEALS}/{row['id']}/answer", body).status_code == 204


def test_an_appeal_that_comes_too_late_lifts_nothing_else(inn: Inn) -> None:
    """What was granted is the ban that was appealed against, not one that came after it."""
    member(inn, "tarn")
    guard = made(inn, "old_guard", "moderator")
    guard.post("/api/house/people", {"name": "tarn", "deed": "ban", "reason": "stalling"})
    ticket = Browser(inn).enter("tarn").json()["facts"]["ticket"]
    Browser(inn).post(APPEAL, {"words": "no", "ticket": ticket})
    guard.post("/api/house/people", {"name": "tarn", "deed": "ban", "reason": "something else"})
    meddle(inn.house.where, "UPDATE accounts SET banned_at = banned_at + 1 WHERE name = 'tarn'")
    (row,) = guard.get(APPEALS).json()
    assert guard.post(f"{APPEALS}/{row['id']}/answer", {"granted": True, "reason": "well"}).status_code == 204
    assert Browser(inn).enter("tarn").json()["facts"]["why"] == "something else"
