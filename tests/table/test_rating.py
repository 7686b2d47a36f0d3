"""Rated games: who may play one, what is written down when it ends, and that everything can be reckoned again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.club.ratings.finished import Account, Bot, Ending, FinishedGame, Seat, Visitor
from grognard.table.rating.finished import plain, read
from tests.table.databases import meddle
from tests.table.guests import Inn, Line, play_on, unlock_dice
from tests.table.members import Browser, club

DAYS = {"days": 3}


@pytest.fixture
def inn(tmp_path: Path) -> Iterator[Inn]:
    with club(tmp_path) as inn:
        yield inn


def member(inn: Inn, name: str) -> Browser:
    browser = Browser(inn)
    assert browser.register(name).status_code == 201
    return browser


def open_rated(host: Browser, **more: Any) -> Any:
    wanted = {"game": "avl", "seats": {"soviet": "offer"}, "clock": DAYS, "rated": True} | more
    return host.post("/api/tables", wanted)


def accept(guest: Browser, table: str) -> Any:
    return guest.post(f"/api/offers/{table}/soviet/accept", {})


def played(inn: Inn, host: Browser, guest: Browser, answers: int) -> str:
    """A rated game that the host gives up after so many answers; returns its table."""
    table = str(open_rated(host).json()["id"])
    assert accept(guest, table).status_code == 200
    people = {"axis": host, "soviet": guest}
    unlock_dice(table, people)
    with ExitStack() as stack:
        at = {player: Line(stack.enter_context(one.sit(table, player))) for player, one in people.items()}
        assert play_on(at, Random(3), answers) == answers
        assert at["axis"].send(type="resign")["type"] == "done"
    meddle(inn.house.where, "UPDATE tables SET over = true WHERE id = :id", id=table)  # it would come by itself, later
    return table


def test_a_rated_game_moves_both_ratings_once_and_can_be_reckoned_again(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    ladder = "/api/games/avl/ratings"
    assert erich.get(ladder).json() == []
    table = played(inn, erich, georgi, 30)
    ratings = inn.house.ratings
    assert ratings is not None
    assert erich.get(ladder).json() == [], "nothing is told before it is written down"
    assert inn.run(ratings.write_down) == 1
    assert inn.run(ratings.write_down) == 0, "once"
    first, second = erich.get(ladder).json()
    assert (first["name"], second["name"]) == ("Georgi", "Erich")
    assert first["games"] == second["games"] == 1 and first["rating"].endswith(" ?")
    assert int(first["rating"].split()[0]) > 1500 > int(second["rating"].split()[0])
    (kept,) = inn.run(ratings.results.all)
    assert (kept.table, kept.ending, kept.winners, kept.rated) == (table, Ending.RESIGNED, ("soviet",), True)
    assert all(isinstance(seat.holder, Account) and seat.acts >= 5 for seat in kept.seats)
    before = inn.run(ratings.history).fingerprint()
    assert inn.run(ratings.reckoned_again) == ([], before), "the journals tell the same"


def test_a_result_that_the_journals_do_not_bear_out_is_found_and_set_right(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    table = played(inn, erich, georgi, 30)
    ratings = inn.house.ratings
    assert ratings is not None
    inn.run(ratings.write_down)
    true = inn.run(ratings.history).fingerprint()
    (kept,) = inn.run(ratings.results.all)
    inn.run(ratings.results.replace, [replace(kept, winners=("axis",))])
    assert inn.run(ratings.history).fingerprint() == true, "what was reckoned stands until something changes"
    assert inn.run(ratings.reckoned_again) == ([table], true)
    assert inn.run(ratings.results.all) == [kept]


def test_a_game_given_up_before_it_had_begun_changes_nothing(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    played(inn, erich, georgi, 2)
    ratings = inn.house.ratings
    assert ratings is not None and inn.run(ratings.write_down) == 1
    assert erich.get("/api/games/avl/ratings").json() == []


def test_who_may_open_a_rated_game(inn: Inn) -> None:
    erich, nobody = member(inn, "Erich"), Browser(inn)
    for told, browser, more in (
        ("needs a name", nobody, {}),
        ("needs a clock", erich, {"clock": None}),
        ("between people", erich, {"seats": {"soviet": "recruit"}}),
        ("needs an opponent", erich, {"seats": {"soviet": "you"}}),
    ):
        refused = open_rated(browser, **more)
        assert refused.status_code == 422 and told in refused.json()["detail"], refused.text
    assert open_rated(erich).json()["rated"] is True
    assert erich.open(seats={"soviet": "offer"})["rated"] is False


def test_a_rated_seat_is_for_who_has_a_name_by_offer_and_by_link(inn: Inn) -> None:
    erich, georgi, nobody = member(inn, "Erich"), member(inn, "Georgi"), Browser(inn)
    table = open_rated(erich).json()
    (offer,) = nobody.get("/api/offers").json()
    assert offer["rated"] is True and offer["rating"] is None
    link = {"token": table["invites"]["soviet"]}
    assert nobody.post("/api/join/look", link).json()["rated"] is True
    assert accept(nobody, table["id"]).status_code == nobody.post("/api/join", link).status_code == 403
    assert erich.post("/api/join", link).status_code == 409, "nobody is rated against himself"
    assert georgi.post("/api/join", link).json()["player"] == "soviet"


def test_without_accounts_nothing_is_rated(tmp_path: Path) -> None:
    with club(tmp_path, accounts=False) as inn:
        refused = open_rated(Browser(inn))
        assert refused.status_code == 422 and "not rated in this house" in refused.json()["detail"]
        assert Browser(inn).get("/api/games/avl/ratings").status_code == 404


def test_a_game_is_the_same_after_it_was_written_down() -> None:
    seats = (
        Seat("axis", "axis", Account("a1"), 7),
        Seat("soviet", "soviet", Bot("regular", "3"), 9),
        Seat("third", "soviet", Visitor(), 0),
    )
    game = FinishedGame(
        "t", "avl", "campaign", (("weather", "True"),), 12.5, seats, ("axis",), Ending.TIME, True, ("axis",)
    )
    assert read(plain(game)) == game
