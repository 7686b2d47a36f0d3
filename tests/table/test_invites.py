"""Invitations, the spectators' link, names, another device, chat, take-backs and rematches among people."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from starlette.websockets import WebSocketDisconnect

from grognard.table.seats import KEY_BYTES, new_key
from tests.table.guests import Guest, Inn, Line, opened, play_on, unlock_dice


def test_keys_and_tokens_have_enough_bits() -> None:
    assert KEY_BYTES * 8 >= 128
    assert len({new_key() for _ in range(1000)}) == 1000


def test_an_invitation_is_good_once(inn: Inn) -> None:
    token = inn.guest().open(seats={"soviet": "invite"})["invites"]["soviet"]
    first, second = inn.guest(), inn.guest()
    assert first.post("/api/join", {"token": token, "name": "A"}).status_code == 200
    assert second.post("/api/join", {"token": token}).status_code == 410
    assert first.post("/api/join", {"token": token}).status_code == 410


def test_of_many_who_try_at_once_one_gets_the_seat(inn: Inn) -> None:
    token = inn.guest().open(seats={"soviet": "invite"})["invites"]["soviet"]
    guests = [inn.guest() for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(lambda guest: guest.post("/api/join", {"token": token}).status_code, guests))
    assert sorted(statuses) == [200] + [410] * 7


def test_a_revoked_or_replaced_invitation_is_void(inn: Inn) -> None:
    owner = inn.guest()
    table = owner.open(seats={"soviet": "invite"})
    old = table["invites"]["soviet"]
    new = owner.post(f"/api/tables/{table['id']}/invites/soviet").json()["token"]
    assert inn.guest().post("/api/join", {"token": old}).status_code == 410
    assert owner.ask("DELETE", f"/api/tables/{table['id']}/invites/soviet").status_code == 204
    assert inn.guest().post("/api/join", {"token": new}).status_code == 410
    again = owner.post(f"/api/tables/{table['id']}/invites/soviet").json()["token"]
    assert inn.guest().post("/api/join", {"token": again}).status_code == 200
    assert owner.post(f"/api/tables/{table['id']}/invites/soviet").status_code == 409
    assert owner.post(f"/api/tables/{table['id']}/invites/nobody").status_code == 404


@pytest.mark.parametrize("token", ["", "x", "x" * 32, "x" * 65, "\x00" * 32, "' OR 1=1 --", 7, None, ["x"]])
def test_garbage_is_no_invitation(inn: Inn, token: object) -> None:
    inn.guest().open(seats={"soviet": "invite"})
    response = inn.guest().post("/api/join", {"token": token})
    assert response.status_code in (410, 422)
    assert isinstance(response.json()["detail"], str)


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(inn: Inn) -> None:
    guest = inn.guest()
    cookie = guest.post("/api/tables", {"game": "avl"}).headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie and "path=/" in cookie and "secure" not in cookie
    safe = inn.client.request(
        "POST", f"https://{inn.client.base_url.host}/api/tables", json={"game": "avl"}, headers={"host": "127.0.0.1"}
    )
    assert "secure" in safe.headers["set-cookie"].lower()


def test_at_home_there_are_no_cookies_and_no_invitations(home: Guest) -> None:
    home.open()
    assert home.cookie == ""
    refused = home.post("/api/tables", {"game": "avl", "seats": {"soviet": "invite"}})
    assert refused.status_code == 422 and "--public" in refused.json()["detail"]


def test_spectators_come_by_a_link_and_leave_when_it_is_revoked(inn: Inn) -> None:
    owner, spectator = inn.guest(), inn.guest()
    table = owner.open()["id"]
    token = owner.post(f"/api/tables/{table}/watch").json()["token"]
    with spectator.sit(table, watch=token) as session:
        line = Line(session)
        assert line.view["viewer"] is None and line.view["ask"] is None
        assert owner.ask("DELETE", f"/api/tables/{table}/watch").status_code == 204
        with pytest.raises(WebSocketDisconnect) as closed:
            line.hear()
        assert closed.value.code == 4403
    assert spectator.get(f"/api/tables/{table}/replay?watch={token}").status_code == 403


def test_a_seat_is_resumed_on_another_device_once(inn: Inn) -> None:
    phone, laptop, thief = inn.guest(), inn.guest(), inn.guest()
    table = phone.open()["id"]
    assert laptop.get(f"/api/tables/{table}").status_code == 403
    assert laptop.post("/api/me/link").status_code == 403
    token = phone.post("/api/me/link").json()["token"]
    assert laptop.post("/api/resume", {"token": token}).json() == {"public": True, "known": True}
    assert laptop.cookie == phone.cookie
    assert laptop.get(f"/api/tables/{table}").json()["yours"] == ["axis", "soviet"]
    assert thief.post("/api/resume", {"token": token}).status_code == 410
    assert thief.post("/api/resume", {"token": "x" * 32}).status_code == 410


def test_a_link_to_another_device_tells_whose_it_is_before_it_is_used(inn: Inn) -> None:
    phone, laptop = inn.guest(), inn.guest()
    table = phone.open(seats={"soviet": "invite"}, name="Katya")["id"]
    token = phone.post("/api/me/link").json()["token"]
    for _ in range(2):
        looked = laptop.post("/api/resume/look", {"token": token})
        assert looked.json() == {
            "tables": [{"id": table, "game": "avl", "scenario": "campaign", "players": {"axis": "Katya"}}],
            "held": 0,
            "same": False,
        }
        assert "set-cookie" not in looked.headers, "looking changes nothing"
    assert phone.post("/api/resume/look", {"token": token}).json()["same"]
    assert laptop.post("/api/resume", {"token": token}).status_code == 200
    assert laptop.post("/api/resume/look", {"token": token}).status_code == 410


def test_a_link_never_takes_away_what_a_browser_holds(inn: Inn) -> None:
    """A stranger's link would make the victim play in the stranger's place, and leave his own seats to nobody."""
    stranger, victim = inn.guest(), inn.guest()
    stranger.open()
    own = victim.open()["id"]
    before = victim.cookie
    token = stranger.post("/api/me/link").json()["token"]
    assert victim.post("/api/resume/look", {"token": token}).json()["held"] == 1
    refused = victim.post("/api/resume", {"token": token})
    assert refused.status_code == 409 and "of its own" in refused.json()["detail"]
    assert victim.cookie == before and "set-cookie" not in refused.headers
    assert victim.get(f"/api/tables/{own}").json()["yours"] == ["axis", "soviet"]
    assert inn.guest().post("/api/resume", {"token": token}).status_code == 200, "the link is not used up by that"


def test_nor_a_lesson_that_somebody_takes(inn: Inn) -> None:
    stranger, learner = inn.guest(), inn.guest()
    stranger.open()
    token = stranger.post("/api/me/link").json()["token"]
    lesson = learner.post("/api/lessons", {"game": "vl", "lesson": "moving"}).json()["id"]
    before = learner.cookie
    assert before and learner.post("/api/resume/look", {"token": token}).json()["held"] == 1
    refused = learner.post("/api/resume", {"token": token})
    assert refused.status_code == 409 and "set-cookie" not in refused.headers
    assert learner.cookie == before and learner.get(f"/api/tables/{lesson}").status_code == 200


def test_a_name_is_told_to_who_is_there(inn: Inn) -> None:
    owner = inn.guest()
    table = owner.open(seats={"soviet": "invite"}, name="Erich")
    with owner.sit(table["id"], "axis") as session:
        line = Line(session)
        guest = inn.guest()
        guest.post("/api/join", {"token": table["invites"]["soviet"], "name": "Георгий"})
        seat = {"kind": "human", "bot": None, "name": "Георгий", "online": False, "owes": "hash"}
        assert line.hear()["seats"]["soviet"] == seat
        assert owner.ask("PUT", f"/api/tables/{table['id']}/names/axis", {"name": "E."}).status_code == 204
        assert line.hear()["seats"]["axis"]["name"] == "E."
    bad = owner.ask("PUT", f"/api/tables/{table['id']}/names/axis", {"name": "a\nb"})
    assert bad.status_code == 422


def pair(inn: Inn, **wanted: object) -> tuple[str, Guest, Guest]:
    axis, soviet = inn.guest(), inn.guest()
    table = axis.open(seats={"soviet": "invite"}, **wanted)
    soviet.post("/api/join", {"token": table["invites"]["soviet"]})
    unlock_dice(table["id"], {"axis": axis, "soviet": soviet})
    return table["id"], axis, soviet


def test_chat_reaches_everybody_and_is_there_again_later(inn: Inn) -> None:
    table, axis, soviet = pair(inn)
    with axis.sit(table, "axis") as one, soviet.sit(table, "soviet") as two:
        mine, theirs = Line(one), Line(two)
        mine.settle()  # it hears that the other has come
        one.send_json({"type": "chat", "text": " well met\x00\n"})
        assert theirs.hear()["text"] == "well met"
        assert mine.hear()["who"] == "axis"
        for text in ("", "  ", "x" * 1001, 7, None):
            assert mine.send(type="chat", text=text)["type"] == "error"
    with soviet.sit(table, "soviet") as two:
        line = Line(two)
        assert line.hear()["text"] == "well met"


def test_a_take_back_needs_the_opponents_consent(inn: Inn) -> None:
    table, axis, soviet = pair(inn)
    with axis.sit(table, "axis") as one, soviet.sit(table, "soviet") as two:
        lines = {"axis": Line(one), "soviet": Line(two)}
        mine, theirs = lines["axis"], lines["soviet"]
        assert mine.send(type="takeback_ask")["type"] == "error"  # there is nothing to take back
        play_on(lines, Random(4), 60)
        room = inn.run(inn.house.room, table)
        rolls, given = room.play.state.rolls, room.play.given
        assert theirs.send(type="takeback_answer", yes=True)["type"] == "error"
        assert mine.send(type="takeback_ask", to=5)["type"] == "done"
        theirs.settle()
        assert '"by":"axis","missing":["soviet"]' in "".join(theirs.frames[-4:])
        assert mine.send(type="takeback_answer", yes=True)["type"] == "error"  # his own consent is not enough
        assert theirs.send(type="takeback_answer", yes=False)["type"] == "done"
        assert room.play.given == given
        assert mine.send(type="takeback_ask", to=5)["type"] == "done"
        assert mine.send(type="takeback_answer", yes=False)["type"] == "done"  # he thinks better of it
        theirs.settle()
        assert '"by":null,"missing":[]' in "".join(theirs.frames[-4:])
        assert theirs.send(type="takeback_answer", yes=True)["type"] == "error"
        assert room.play.given == given
        assert mine.send(type="takeback_ask", to=5)["type"] == "done"
        assert theirs.send(type="takeback_answer", yes=True)["type"] == "done"
        assert len(room.play.given) < len(given) and room.play.state.rolls == rolls
        mine.settle()
        assert mine.view["log_length"] == room.view("axis")["log_length"]
        play_on(lines, Random(5), 10)
        for to in (-1, 10**6, "x", 1.5, True):
            assert mine.send(type="takeback_ask", to=to)["type"] == "error"


def test_a_proposal_is_void_once_the_game_goes_on(inn: Inn) -> None:
    table, axis, soviet = pair(inn)
    with axis.sit(table, "axis") as one, soviet.sit(table, "soviet") as two:
        lines = {"axis": Line(one), "soviet": Line(two)}
        play_on(lines, Random(4), 40)
        assert lines["axis"].send(type="takeback_ask")["type"] == "done"
        play = inn.run(inn.house.room, table).play
        before, rng = play.view(None), Random(6)
        while play.view(None) == before:  # not every answer shows: where a unit stops on its way, say
            play_on(lines, rng, 1)
        reply = lines["soviet"].send(type="takeback_answer", yes=True)
        assert reply == {"type": "error", "id": reply["id"], "why": "the game has gone on: ask again"}


def test_at_one_screen_a_take_back_asks_nobody(home: Guest) -> None:
    table = home.open()["id"]
    with home.sit(table, "axis") as one, home.sit(table, "soviet") as two:
        lines = {"axis": Line(one), "soviet": Line(two)}
        play_on(lines, Random(4), 40)
        assert lines["soviet"].send(type="takeback_ask", to=0)["type"] == "done"
        lines["axis"].settle()
        assert lines["axis"].view["log_length"] == 0


def test_a_rematch_changes_sides_and_is_made_once(inn: Inn) -> None:
    table, axis, soviet = pair(inn, clock={"minutes": 1})
    assert axis.post(f"/api/tables/{table}/rematch").status_code == 409
    room = inn.run(inn.house.room, table)
    room.clock.left["soviet"] = -1.0
    with axis.sit(table, "axis") as one:
        line = Line(one)
        assert line.send(type="claim")["type"] == "done"
        assert line.view["result"]["winners"] == ["axis"] and line.view["result"]["level"] == "time"
        assert line.send(type="answer", seq=line.seq, verb="done")["type"] == "refused"
        first = axis.post(f"/api/tables/{table}/rematch").json()
        assert line.hear() == {"type": "rematch", "table": first["id"]}
    second = soviet.post(f"/api/tables/{table}/rematch").json()
    assert first["id"] == second["id"]
    assert (first["yours"], second["yours"]) == (["soviet"], ["axis"])


def test_clocks_are_shown_and_only_a_fallen_flag_can_be_claimed(inn: Inn, tmp_path: Path) -> None:
    table, axis, soviet = pair(inn, clock={"minutes": 30, "increment": 5})
    with axis.sit(table, "axis") as one, soviet.sit(table, "soviet") as two:
        mine = Line(one)
        first = json.loads(mine.frames[0])["clocks"]
        assert first["running"] == ["soviet"] and first["left"]["axis"] == 1800 >= first["left"]["soviet"] > 1750
        assert mine.send(type="claim")["why"] == "no opponent's time is up"
        play_on({"axis": mine, "soviet": Line(two)}, Random(1), 10)
    for clock in ({"minutes": 0}, {"days": 1, "minutes": 1}, {"hours": 1}, {"increment": 5}, {"days": 10**9}):
        assert axis.post("/api/tables", {"game": "avl", "clock": clock}).status_code == 422
    with opened(tmp_path / "again", public=True) as other:
        assert other.guest().open(clock={"days": 3})["clock"] == {"days": 3}
