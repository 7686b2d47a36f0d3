"""Who may do what: strangers, spectators and the other player are refused at every endpoint and for every message."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route
from starlette.websockets import WebSocketDisconnect

from grognard.table.app import create_app
from grognard.table.seats import COOKIE, KEY_LENGTH
from tests.table.guests import Guest, Inn, Line, nonce_of, opened, unlock_dice

OPEN_TO_ALL = {
    ("GET", "/openapi.json"),
    ("GET", "/healthz"),
    ("GET", "/readyz"),
    ("GET", "/api/games"),
    ("GET", "/api/games/{game_id}/map"),
    ("GET", "/api/games/{game_id}/words"),
    ("GET", "/api/games/{game_id}/rules"),
    ("GET", "/api/games/{game_id}/setup"),
    ("GET", "/api/games/{game_id}/charts"),
    ("GET", "/api/games/{game_id}/briefing"),
    ("GET", "/api/games/{game_id}/lessons"),
    ("GET", "/api/games/{game_id}/rulebook"),
    ("GET", "/api/games/{game_id}/glossary"),
    ("GET", "/api/games/{game_id}/examples/{example_id}"),
    ("GET", "/api/games/{game_id}/coach"),
    ("GET", "/api/games/{game_id}/ratings"),  # of finished games alone
    ("GET", "/api/games/{game_id}/field"),  # likewise, and no names
    ("GET", "/api/people"),  # names alone
    ("GET", "/api/people/{name}"),  # of finished games alone
    ("GET", "/api/people/{name}/games"),
    ("GET", "/api/bots/{level}"),
    ("GET", "/api/bots/{level}/games"),
    ("GET", "/api/archive"),  # rated games as profiles tell them; friendly ones to who sat there
    ("GET", "/api/me"),
    ("GET", "/api/tables"),  # one's own
    ("POST", "/api/tables"),
    ("POST", "/api/tables/from"),
    ("POST", "/api/files"),
    ("POST", "/api/lessons"),
    ("POST", "/api/join"),
    ("GET", "/api/offers"),
    ("GET", "/api/week"),
    ("POST", "/api/join/look"),
    ("POST", "/api/resume"),
    ("POST", "/api/resume/look"),
    ("GET", "/{page:path}"),
    ("GET", "/"),
}
# (method, path, body): who opened the table, who sits there, a spectator by link, a stranger
AT_A_TABLE: dict[tuple[str, str], tuple[Any, int, int, int, int]] = {
    ("GET", "/api/tables/{table_id}"): (None, 200, 200, 403, 403),
    ("PUT", "/api/tables/{table_id}/title"): ({"title": "Thursday"}, 204, 403, 403, 403),
    ("DELETE", "/api/tables/{table_id}"): (None, 409, 403, 403, 403),
    ("POST", "/api/tables/{table_id}/rematch"): ({}, 409, 409, 403, 403),
    ("GET", "/api/tables/{table_id}/position"): (None, 200, 200, 200, 403),
    ("GET", "/api/tables/{table_id}/replay"): (None, 200, 200, 200, 403),
    ("GET", "/api/tables/{table_id}/replay/{number}"): (None, 200, 200, 200, 403),
    ("GET", "/api/tables/{table_id}/film"): (None, 200, 200, 200, 403),
    ("GET", "/api/tables/{table_id}/log"): (None, 200, 200, 200, 403),
    ("GET", "/api/tables/{table_id}/report"): (None, 200, 200, 200, 403),
    ("GET", "/api/tables/{table_id}/charts"): (None, 200, 200, 200, 403),
    ("GET", "/api/tables/{table_id}/briefing"): (None, 200, 200, 200, 403),
    ("GET", "/api/tables/{table_id}/review"): (None, 409, 409, 409, 403),
    ("GET", "/api/tables/{table_id}/outcomes/offered"): (None, 200, 200, 200, 403),
    ("GET", "/api/tables/{table_id}/outcomes"): (None, 409, 409, 409, 403),
    ("POST", "/api/tables/{table_id}/outcomes"): ({"step": 0, "whose": "all"}, 409, 409, 409, 403),
    ("DELETE", "/api/tables/{table_id}/outcomes"): (None, 409, 409, 409, 403),
    ("POST", "/api/tables/{table_id}/outcomes/open"): (
        {"step": 0, "whose": "all", "number": 0},
        409,
        409,
        409,
        403,
    ),
    ("POST", "/api/tables/{table_id}/play_on"): ({}, 409, 409, 403, 403),
    ("POST", "/api/tables/{table_id}/study"): ({}, 409, 409, 409, 403),
    ("GET", "/api/tables/{table_id}/file"): (None, 409, 409, 403, 403),
    ("POST", "/api/tables/{table_id}/invites/{player}"): ({}, 409, 403, 403, 403),
    ("DELETE", "/api/tables/{table_id}/invites/{player}"): (None, 204, 403, 403, 403),
    ("PUT", "/api/offers/{table_id}/{player}"): (None, 409, 403, 403, 403),
    ("DELETE", "/api/offers/{table_id}/{player}"): (None, 204, 403, 403, 403),
    ("POST", "/api/offers/{table_id}/{player}/accept"): ({"name": "Gerd"}, 404, 404, 404, 404),
    ("POST", "/api/offers/{table_id}/{player}/undo"): (None, 409, 403, 403, 403),
    ("POST", "/api/offers/{table_id}/{player}/ask"): ({"name": "Gerd"}, 404, 404, 404, 404),
    ("POST", "/api/offers/{table_id}/{player}/answer"): ({"yes": True}, 409, 403, 403, 403),
    ("PUT", "/api/tables/{table_id}/names/{player}"): ({"name": "Gerd"}, 204, 403, 403, 403),
    ("POST", "/api/tables/{table_id}/watch"): ({}, 200, 403, 403, 403),
    ("DELETE", "/api/tables/{table_id}/watch"): (None, 204, 403, 403, 403),
    ("POST", "/api/tables/{table_id}/nonce"): (
        {"nonce": nonce_of("axis"), "player": "axis"},
        200,
        403,
        403,
        403,
    ),
    ("POST", "/api/tables/{table_id}/promise"): ({"player": "axis", "hash": "0" * 64}, 409, 403, 403, 403),
}
OTHERS = {("POST", "/api/me/link")}
# tests/table/test_accounts.py tells whom each of these serves
MEMBERS = {
    ("GET", "/api/account"),
    ("POST", "/api/account/name"),
    ("POST", "/api/account/register"),
    ("POST", "/api/account/register/passkey"),
    ("POST", "/api/account/register/passkey/done"),
    ("POST", "/api/account/enter"),
    ("POST", "/api/account/enter/passkey"),
    ("POST", "/api/account/enter/passkey/done"),
    ("POST", "/api/account/leave"),
    ("GET", "/api/account/sessions"),
    ("DELETE", "/api/account/sessions/{session_id}"),
    ("PUT", "/api/account/password"),
    ("POST", "/api/account/passkeys"),
    ("POST", "/api/account/passkeys/done"),
    ("DELETE", "/api/account/passkeys/{passkey_id}"),
    ("GET", "/api/account/belongings"),
    ("POST", "/api/account/belongings"),
    ("GET", "/api/account/export"),
    ("POST", "/api/account/delete"),
    ("PUT", "/api/account/email"),
    ("POST", "/api/account/email/confirm"),
    ("POST", "/api/account/recover"),
    ("POST", "/api/account/recover/done"),
    ("GET", "/api/account/news"),
    ("PUT", "/api/account/news"),
    ("POST", "/api/account/news/stop/{token}"),
    ("GET", "/api/account/push"),
    ("POST", "/api/account/push"),
    ("DELETE", "/api/account/push/{push_id}"),
    ("GET", "/api/account/holidays"),
    ("POST", "/api/account/holidays"),
    ("DELETE", "/api/account/holidays/{number}"),
}
# tests/table/test_watching.py tells whom each of these serves
WATCHING = {
    ("GET", "/api/shown"),
    ("GET", "/api/shown/{table_id}/position"),
    ("GET", "/api/shown/{table_id}/replay"),
    ("GET", "/api/shown/{table_id}/replay/{number}"),
    ("GET", "/api/shown/{table_id}/report"),
    ("GET", "/api/account/following"),
    ("PUT", "/api/account/following/people/{name}"),
    ("DELETE", "/api/account/following/people/{name}"),
    ("PUT", "/api/account/following/tables/{table_id}"),
    ("DELETE", "/api/account/following/tables/{table_id}"),
    ("PUT", "/api/account/shows"),
    ("GET", "/api/tables/{table_id}/shown"),
    ("PUT", "/api/tables/{table_id}/shown/{player}"),
}
# tests/table/test_moderation.py tells whom each of these serves
ORDER = {
    ("POST", "/api/reports"),
    ("GET", "/api/account/notes"),
    ("DELETE", "/api/account/notes/{number}"),
    ("PUT", "/api/account/name"),
    ("GET", "/api/house/reports"),
    ("GET", "/api/house/reports/{number}"),
    ("GET", "/api/house/reports/{number}/chat"),
    ("POST", "/api/house/reports/{number}/decide"),
    ("GET", "/api/account/appeal"),
    ("POST", "/api/account/appeal"),
    ("GET", "/api/house/appeals"),
    ("POST", "/api/house/appeals/{number}/answer"),
    ("GET", "/api/house/people"),
    ("POST", "/api/house/people"),
    ("POST", "/api/house/mutes/{number}/lift"),
    ("GET", "/api/house/log"),
    ("GET", "/api/house/log/file"),
    ("GET", "/api/house/names"),
    ("POST", "/api/house/names"),
    ("POST", "/api/house/names/remove"),
}
# tests/table/test_tournaments.py tells whom each of these serves
TOURNAMENTS = {
    ("GET", "/api/tournaments"),
    ("POST", "/api/tournaments"),
    ("GET", "/api/tournaments/{tournament_id}"),
    ("DELETE", "/api/tournaments/{tournament_id}"),
    ("POST", "/api/tournaments/{tournament_id}/entry"),
    ("DELETE", "/api/tournaments/{tournament_id}/entry"),
    ("POST", "/api/tournaments/{tournament_id}/bots"),
    ("POST", "/api/tournaments/{tournament_id}/send_away"),
    ("POST", "/api/tournaments/{tournament_id}/pair"),
    ("POST", "/api/tournaments/{tournament_id}/adjudicate"),
    ("POST", "/api/tournaments/{tournament_id}/forfeit"),
}
# tests/table/test_seeking.py tells whom each of these serves
SEEKS = {
    ("GET", "/api/seek"),
    ("PUT", "/api/seek"),
    ("POST", "/api/seek/here"),
    ("DELETE", "/api/seek"),
    ("POST", "/api/seek/no_show/{table_id}"),
}

# tests/table/test_studies.py tells whom each of these serves
STUDIES = {
    ("GET", "/api/studies"),
    ("GET", "/api/studies/{study_id}"),
    ("GET", "/api/studies/{study_id}/{number}"),
    ("PUT", "/api/studies/{study_id}"),
    ("DELETE", "/api/studies/{study_id}"),
}


def test_every_endpoint_is_known_to_these_tests(tmp_path: Path) -> None:
    routes = {
        (method, route.path)
        for route in create_app(tmp_path, accounts=True).routes
        if isinstance(route, Route)
        for method in route.methods or ()
        if method != "HEAD"
    }
    known = MEMBERS | TOURNAMENTS | SEEKS | ORDER | WATCHING | STUDIES
    assert routes <= OPEN_TO_ALL | AT_A_TABLE.keys() | OTHERS | known
    assert AT_A_TABLE.keys() | known <= routes


class Party:
    """A table in a public house with everybody who could come to it."""

    def __init__(self, inn: Inn) -> None:
        self.owner, self.other, self.spectator, self.stranger = (inn.guest() for _ in range(4))
        opened = self.owner.open(seats={"soviet": "invite"})
        self.table: str = opened["id"]
        joined = self.other.post("/api/join", {"token": opened["invites"]["soviet"], "name": "Georgi"})
        assert joined.json()["player"] == "soviet"
        unlock_dice(self.table, {"axis": self.owner, "soviet": self.other})
        self.watch: str = self.owner.post(f"/api/tables/{self.table}/watch").json()["token"]
        self.stranger.open()  # he has a key, but not for this table


@pytest.fixture
def party(inn: Inn) -> Party:
    return Party(inn)


@pytest.mark.parametrize("route", AT_A_TABLE, ids=" ".join)
def test_an_endpoint_serves_only_those_it_is_for(party: Party, route: tuple[str, str]) -> None:
    method, path = route
    body, *expected = AT_A_TABLE[route]
    path = path.format(table_id=party.table, player="axis", number=0)
    for guest, query, status in zip(
        (party.stranger, Guest(party.owner.inn), party.spectator, party.other, party.owner),
        ("", "", f"?watch={party.watch}", "", ""),
        (expected[3], expected[3], expected[2], expected[1], expected[0]),
        strict=True,
    ):
        assert guest.ask(method, path + query, body).status_code == status


@pytest.mark.parametrize("path", ["replay", "replay/0", "report", "film", "log"])
def test_nobody_looks_back_from_another_seat(party: Party, path: str) -> None:
    for guest, seat, status in (
        (party.owner, "axis", 200), (party.owner, "soviet", 403), (party.other, "soviet", 200),
        (party.other, "axis", 403), (party.spectator, "axis", 403), (party.owner, "nobody", 403),
    ):  # fmt: skip
        response = guest.get(f"/api/tables/{party.table}/{path}?seat={seat}&watch={party.watch}")
        assert response.status_code == status


def refused(guest: Guest, table: str, seat: str | None, watch: str = "") -> int:
    with guest.sit(table, seat, watch) as session, pytest.raises(WebSocketDisconnect) as closed:
        session.receive_text()
    return closed.value.code


def test_no_line_from_another_seat(party: Party) -> None:
    table = party.table
    assert refused(party.other, table, "axis") == 4403
    assert refused(party.owner, table, "soviet") == 4403
    assert refused(party.stranger, table, "axis") == 4403
    assert refused(party.stranger, table, None) == 4403
    assert refused(party.spectator, table, "axis", party.watch) == 4403
    assert refused(party.spectator, table, None, "x" * 32) == 4403
    assert refused(party.owner, "nowhere", "axis") == 4404
    with party.spectator.sit(table, watch=party.watch) as session:
        assert Line(session).view["viewer"] is None


MESSAGES: list[dict[str, Any]] = [
    {"type": "answer", "seq": 0, "verb": "historical"},
    {"type": "undo", "seq": 0},
    {"type": "redo", "seq": 0},
    {"type": "why", "verb": "historical"},
    {"type": "preview", "verb": "historical"},
    {"type": "together", "first": [], "rows": []},
    {"type": "chat", "text": "hello"},
    {"type": "takeback_ask"},
    {"type": "takeback_answer", "yes": True},
    {"type": "claim"},
    {"type": "resign"},
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message["type"])
def test_a_spectator_only_looks_on(party: Party, message: dict[str, Any]) -> None:
    with party.spectator.sit(party.table, watch=party.watch) as session:
        assert Line(session).send(**message) == {"type": "error", "id": 1, "why": "spectators look on"}


def test_nobody_answers_the_others_question(party: Party) -> None:
    with party.owner.sit(party.table, "axis") as session:
        line = Line(session)
        assert line.view["ask"] is None
        reply = line.send(type="answer", seq=line.seq, verb="historical")
        assert reply["type"] == "refused"
        assert [reason["key"] for reason in reply["reasons"]] == ["refuse.not_deciding"]
        # naming another player in the message does not help
        assert line.send(type="answer", seq=0, verb="historical", player="soviet")["type"] == "refused"
        assert line.send(type="takeback_answer", yes=True)["type"] == "error"
        assert line.send(type="claim")["type"] == "error"


def test_stale_and_repeated_answers_are_refused_without_harm(party: Party) -> None:
    with party.other.sit(party.table, "soviet") as session:
        line = Line(session)
        seq = line.seq
        assert line.send(type="answer", seq=seq, verb="historical")["type"] == "done"
        for _ in range(3):
            reply = line.send(type="answer", seq=seq, verb="historical")
            assert reply["stale"] and reply["seq"] == seq + 1
        assert line.send(type="answer", seq=seq + 7, verb="done")["stale"]
        assert line.send(type="undo", seq=seq + 1)["type"] == "done"
        assert line.view["ask"]["answers"].keys() == {"select_chit", "historical"}


def test_a_line_that_comes_back_finds_everything_as_it_was(party: Party) -> None:
    with party.other.sit(party.table, "soviet") as session:
        line = Line(session)
        line.answer("historical")
        before, seq = line.view, line.seq
    with party.other.sit(party.table, "soviet") as session:
        line = Line(session)
        assert (line.view, line.seq) == (before, seq)
        assert line.answer("done")["type"] == "done"


def test_a_list_shows_only_ones_own_tables(party: Party) -> None:
    assert [one["id"] for one in party.owner.get("/api/tables").json()] == [party.table]
    seen = party.other.get("/api/tables").json()
    assert [(one["id"], one["yours"], one["owner"]) for one in seen] == [(party.table, ["soviet"], False)]
    assert party.table not in party.stranger.get("/api/tables").text
    assert Guest(party.owner.inn).get("/api/tables").json() == []


def test_at_home_every_human_seat_is_yours_but_not_a_bots(home: Guest) -> None:
    table = home.open(seats={"soviet": "recruit"})["id"]
    with home.sit(table, "axis") as session:
        assert Line(session).view["viewer"] == "axis"
    assert refused(home, table, "soviet") == 4403
    assert home.get(f"/api/tables/{table}/replay?seat=soviet").status_code == 403


def test_a_list_opens_no_table(home: Guest) -> None:
    tables = {home.open()["id"] for _ in range(3)}
    house = home.inn.house
    house.store._due = True  # summaries have waited long enough
    home.inn.run(house.store.append, [])
    house.let_go(float("inf"))
    assert {one["id"] for one in home.get("/api/tables").json()} == tables
    assert house._rooms == {}


def test_whether_a_secret_choice_is_made_only_its_maker_sees_in_the_list(party: Party) -> None:
    with party.other.sit(party.table, "soviet") as session:
        line = Line(session)
        line.answer("historical")
        line.answer("done")
        line.settle()
        for _ in range(3):  # now both select for turn 1; the Soviet player is done first
            line.answer("select_chit", line.view["ask"]["answers"]["select_chit"][0])
        line.answer("done")
    assert party.other.get(f"/api/tables/{party.table}").json()["waiting"] == ["axis"]
    assert sorted(party.owner.get(f"/api/tables/{party.table}").json()["waiting"]) == ["axis", "soviet"]


# ---- keys that were never given


def with_forged_key(inn: Inn) -> Guest:
    guest = inn.guest()
    guest.cookie = f"{COOKIE}={'k' * KEY_LENGTH}"
    return guest


def test_a_key_the_house_never_gave_is_nobodys(inn: Inn) -> None:
    forger = with_forged_key(inn)
    assert forger.get("/api/me").json()["known"] is False
    assert forger.get("/api/tables").json() == []
    assert forger.post("/api/me/link").status_code == 403


def test_who_comes_with_a_forged_key_gets_a_true_one_with_the_first_thing_that_he_owns(inn: Inn, party: Party) -> None:
    other = party.owner.open(seats={"soviet": "invite"})
    for method in ("open", "join"):
        victim, forger = with_forged_key(inn), with_forged_key(inn)
        if method == "open":
            table = victim.open()["id"]
        else:
            table = other["id"]
            assert victim.post("/api/join", {"token": other["invites"]["soviet"]}).status_code == 200
        assert victim.cookie != forger.cookie
        assert victim.get(f"/api/tables/{table}").status_code == 200
        assert forger.get(f"/api/tables/{table}").status_code == 403
        kept = victim.cookie
        victim.open()
        assert victim.cookie == kept, "a true key is kept"
        assert victim.get("/api/me").json()["known"] is True


def test_a_public_house_does_not_hand_out_its_schema(inn: Inn, home_too: Guest) -> None:
    def is_schema(guest: Guest) -> bool:
        response = guest.get("/openapi.json")
        return response.status_code == 200 and "openapi" in response.text[:20]

    assert is_schema(home_too) and not is_schema(inn.guest())


@pytest.fixture
def home_too(tmp_path: Path) -> Iterator[Guest]:
    with opened(tmp_path / "home") as house:
        yield house.guest()


def test_a_long_list_comes_in_pages(home: Guest) -> None:
    tables = [home.open(seats={"axis": "you"})["id"] for _ in range(7)]
    pages = [home.get(f"/api/tables?limit=3&offset={offset}") for offset in (0, 3, 6, 9)]
    assert [len(page.json()) for page in pages] == [3, 3, 1, 0]
    assert {page.headers["x-total-count"] for page in pages} == {"7"}
    assert [one["id"] for page in pages for one in page.json()] == tables[::-1]
    assert Guest(home.inn).get("/api/tables?limit=0").status_code == 422


def test_what_is_over_comes_after_what_goes_on(home: Guest) -> None:
    first, second = home.open()["id"], home.open()["id"]
    home.inn.run(partial(home.inn.house.store.change_table, second, over=True))
    assert [one["id"] for one in home.get("/api/tables").json()] == [first, second]


def test_of_a_long_list_only_ones_own_tables_count(party: Party) -> None:
    assert party.other.get("/api/tables").headers["x-total-count"] == "1"
    assert Guest(party.owner.inn).get("/api/tables").headers["x-total-count"] == "0"
