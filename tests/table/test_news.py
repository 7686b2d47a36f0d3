"""Letters about one's games, to a real server of mails: when it is one's move, when a game has ended, and their end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from random import Random
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from grognard.table.news import postman, waiting
from tests.table.databases import free_port, meddle
from tests.table.guests import Inn, Line, play_on, unlock_dice
from tests.table.members import HOUSE, Browser, club
from tests.table.test_rating import accept, member, say

NEWS = "/api/account/news"


class Box:
    """Where letters arrive."""

    def __init__(self) -> None:
        self.port = free_port()
        self.letters: list[EmailMessage] = []
        self.open()

    def open(self) -> None:
        self._server = Controller(self, hostname="127.0.0.1", port=self.port)
        self._server.start()

    def close(self) -> None:
        self._server.stop()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # aiosmtpd calls it so
        self.letters.append(message_from_bytes(envelope.content, policy=default))
        return "250 OK"


@pytest.fixture
def box() -> Iterator[Box]:
    found = Box()
    yield found
    found.close()


@pytest.fixture
def inn(tmp_path: Path, box: Box, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inn]:
    monkeypatch.setattr(waiting, "AWAY", 0.0)
    monkeypatch.setattr(postman, "PAUSE", {"soon": 0.0, "daily": 86_400.0})
    mail = f"smtp://127.0.0.1:{box.port}?from=house@club.example"
    with club(tmp_path, hosts=[HOUSE], mail=mail) as found:
        yield found


def reached(inn: Inn, browser: Browser, email: str) -> None:
    """As a letter's link does it (tests/table/test_letters.py)."""
    meddle(
        inn.house.where,
        "UPDATE accounts SET email = :email, email_proved = 1 WHERE name = :name",
        email=email,
        name=browser.get("/api/account").json()["name"],
    )


def reader(inn: Inn, name: str, how: str = "soon") -> Browser:
    """A member who wants letters."""
    browser = member(inn, name)
    reached(inn, browser, f"{name.lower()}@example.org")
    assert browser.ask("PUT", NEWS, {"how": how}).status_code == 204
    return browser


def game(host: Browser, guest: Browser, answers: int = 6) -> str:
    """A friendly game of two members that has begun."""
    table = str(host.post("/api/tables", {"game": "avl", "seats": {"soviet": "offer"}}).json()["id"])
    assert accept(guest, table).status_code == 200
    people = {"axis": host, "soviet": guest}
    unlock_dice(table, people)
    play(table, people, answers)
    return table


def play(table: str, people: dict[str, Browser], answers: int) -> None:
    with ExitStack() as stack:
        at = {player: Line(stack.enter_context(one.sit(table, player))) for player, one in people.items()}
        play_on(at, Random(3), answers)


def round_of(inn: Inn, box: Box) -> list[EmailMessage]:
    """The letters of one round."""
    carrier = inn.house.postman
    assert carrier is not None
    inn.run(inn.house.store.append, [])  # summaries are written a little later
    inn.run(carrier.rounds.once)
    found, box.letters = box.letters, []
    return found


def to_move(inn: Inn, table: str) -> str:
    (player,) = inn.run(inn.house.room, table).play.deciders
    return str(player)


def test_whose_move_it_is_is_told_once_and_not_to_who_moved_last(inn: Inn, box: Box) -> None:
    people = {"axis": reader(inn, "Erich"), "soviet": reader(inn, "Georgi")}
    table = game(people["axis"], people["soviet"])
    room = inn.run(inn.house.room, table)
    for _ in range(200):  # until somebody has made it another's move
        last = inn.run(inn.house.store.last_to_act, [table])[table]
        if len(room.play.deciders) == 1 and room.play.deciders[0] != last:
            break
        play(table, people, 1)
    mover = to_move(inn, table)
    name = {"axis": "Erich", "soviet": "Georgi"}[mover]
    other = {"axis": "Georgi", "soviet": "Erich"}[mover]
    (letter,) = round_of(inn, box)
    assert letter["To"] == f"{name.lower()}@example.org" and letter["Subject"] == "Grognard: your move (1)"
    text = letter.get_content()
    assert f"http://{HOUSE}/#/table/{table}/{mover}" in text and f"with {other}" in text
    assert "it is your move" in text and "あなたの手番です" in text
    assert round_of(inn, box) == [], "he has been told"
    line = people[mover]
    with line.sit(table, mover) as session:
        own = Line(session)
        own.settle()
        assert own.answer_anything(Random(5))["type"] == "done"
    if to_move(inn, table) == mover:
        assert round_of(inn, box) == [], "who has begun his move knows that it is his"


def test_a_game_that_ended_is_told_to_who_did_not_end_it(inn: Inn, box: Box) -> None:
    erich, georgi = reader(inn, "Erich"), reader(inn, "Georgi")
    table = game(erich, georgi)
    round_of(inn, box)
    assert say(erich, table, "axis", type="resign")["type"] == "done"
    meddle(inn.house.where, "UPDATE tables SET over = true WHERE id = :id", id=table)  # it would come by itself, later
    (letter,) = round_of(inn, box)
    assert letter["To"] == "georgi@example.org" and "these games have ended" in letter.get_content()
    assert round_of(inn, box) == []


def test_who_asks_for_letters_hears_nothing_of_what_ended_before(inn: Inn, box: Box) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    table = game(erich, georgi)
    assert say(erich, table, "axis", type="resign")["type"] == "done"
    meddle(inn.house.where, "UPDATE tables SET over = true WHERE id = :id", id=table)
    reached(inn, georgi, "georgi@example.org")
    assert georgi.ask("PUT", NEWS, {"how": "soon"}).status_code == 204
    assert round_of(inn, box) == []


def test_no_letters_come_on_holiday_and_what_is_news_is_told_after_it(inn: Inn, box: Box) -> None:
    erich, georgi = reader(inn, "Erich"), reader(inn, "Georgi")
    table = game(erich, georgi)
    round_of(inn, box)
    assert say(erich, table, "axis", type="resign")["type"] == "done"
    meddle(inn.house.where, "UPDATE tables SET over = true WHERE id = :id", id=table)
    today = datetime.now(UTC).date().isoformat()
    assert georgi.post("/api/account/holidays", {"first": today, "last": today}).status_code == 204
    assert round_of(inn, box) == []
    (taken,) = georgi.get("/api/account/holidays").json()["holidays"]
    assert georgi.ask("DELETE", f"/api/account/holidays/{taken['id']}").status_code == 204
    assert [one["To"] for one in round_of(inn, box)] == ["georgi@example.org"]


def test_one_click_in_a_program_of_mails_ends_them_and_so_does_the_letter_s_link(inn: Inn, box: Box) -> None:
    erich, georgi = reader(inn, "Erich"), reader(inn, "Georgi")
    table = game(erich, georgi)
    round_of(inn, box)
    assert say(erich, table, "axis", type="resign")["type"] == "done"
    meddle(inn.house.where, "UPDATE tables SET over = true WHERE id = :id", id=table)
    (letter,) = round_of(inn, box)
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = letter["List-Unsubscribe"].strip(" <>").removeprefix(f"http://{HOUSE}")
    assert f"http://{HOUSE}/#/account/letters/{path.rsplit('/', 1)[1]}" in letter.get_content()
    nobody = Browser(inn)
    assert nobody.ask("POST", path, origin="").status_code == 204, "without a cookie, without an origin"
    assert nobody.ask("POST", path, origin="").status_code == 204, "again: it is done"
    assert georgi.get(NEWS).json()["how"] == "off"
    assert erich.get(NEWS).json()["how"] == "soon"
    assert nobody.ask("POST", "/api/account/news/stop/nosuchtoken", origin="").status_code == 204, (
        "nobody learns of a token"
    )


def test_while_the_server_of_mails_is_down_nothing_is_lost(inn: Inn, box: Box) -> None:
    erich, georgi = reader(inn, "Erich"), reader(inn, "Georgi")
    table = game(erich, georgi)
    round_of(inn, box)
    assert say(erich, table, "axis", type="resign")["type"] == "done"
    meddle(inn.house.where, "UPDATE tables SET over = true WHERE id = :id", id=table)
    box.close()
    assert round_of(inn, box) == []
    box.open()
    (letter,) = round_of(inn, box)
    assert letter["To"] == "georgi@example.org"


def test_daily_letters_come_once_a_day(inn: Inn, box: Box) -> None:
    erich, georgi = reader(inn, "Erich"), reader(inn, "Georgi", "daily")
    table = game(erich, georgi)
    assert say(erich, table, "axis", type="resign")["type"] == "done"
    meddle(inn.house.where, "UPDATE tables SET over = true WHERE id = :id", id=table)
    assert not [one for one in round_of(inn, box) if one["To"].startswith("georgi")]
    meddle(inn.house.where, "UPDATE news SET sent = sent - 86401, known = '{}'")
    assert [one for one in round_of(inn, box) if one["To"].startswith("georgi")]


def test_who_may_have_letters(inn: Inn, box: Box) -> None:
    assert Browser(inn).get(NEWS).status_code == 403
    assert Browser(inn).ask("PUT", NEWS, {"how": "soon"}).status_code == 403
    erich = member(inn, "Erich")
    assert erich.get(NEWS).json() == {"how": "off", "letters": True}
    refused = erich.ask("PUT", NEWS, {"how": "soon"})
    assert (refused.status_code, refused.json()["code"]) == (409, "no_email")
    assert erich.ask("PUT", NEWS, {"how": "hourly"}).status_code == 422
    reached(inn, erich, "erich@example.org")
    for how in ("soon", "daily", "off"):
        assert erich.ask("PUT", NEWS, {"how": how}).status_code == 204
        assert erich.get(NEWS).json()["how"] == how


def test_letters_go_with_the_account(inn: Inn, box: Box) -> None:
    erich = reader(inn, "Erich")
    assert erich.post("/api/account/delete", {"name": "Erich", "seats": "give_up"}).status_code == 204
    assert round_of(inn, box) == []


def test_a_house_without_mail_says_so(tmp_path: Path) -> None:
    with club(tmp_path) as quiet:
        erich = member(quiet, "Erich")
        assert erich.get(NEWS).json() == {"how": "off", "letters": False}
        assert erich.ask("PUT", NEWS, {"how": "daily"}).json()["code"] == "no_mail"


def test_against_bots_no_letter_is_needed(inn: Inn, box: Box) -> None:
    erich = reader(inn, "Erich")
    table = erich.post("/api/tables", {"game": "avl", "seats": {"soviet": "random"}}).json()["id"]
    play(table, {"axis": erich}, 3)
    assert round_of(inn, box) == []
