"""Rated games: who may play one, what is written down when it ends, and that everything can be reckoned again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.club.ratings.finished import Account, Bot, Ending, FinishedGame, Seat, Visitor
from grognard.club.ratings.friendly import BEGUN
from grognard.club.ratings.history import rate
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


def begun_game(inn: Inn, host: Browser, guest: Browser, answers: int = 30) -> str:
    """A rated game that goes on."""
    table = str(open_rated(host).json()["id"])
    assert accept(guest, table).status_code == 200
    people = {"axis": host, "soviet": guest}
    unlock_dice(table, people)
    with ExitStack() as stack:
        at = {player: Line(stack.enter_context(one.sit(table, player))) for player, one in people.items()}
        rng = Random(3)
        assert play_on(at, rng, answers) == answers
        while answers > BEGUN and min(given(inn, table, player) for player in people) < BEGUN:  # who is asked may vary
            assert play_on(at, rng, 10) == 10
    return table


def given(inn: Inn, table: str, player: str) -> int:
    """How many answers a player has given."""
    journal = inn.run(inn.house.room, table).journal()
    return sum(one == player for one, _, _ in journal.all_answers())


def say(who: Browser, table: str, seat: str, **message: Any) -> dict[str, Any]:
    with who.sit(table, seat) as session:
        told: dict[str, Any] = Line(session).send(**message)
        return told


def played(inn: Inn, host: Browser, guest: Browser, answers: int) -> str:
    """A rated game that the host gives up after so many answers; returns its table."""
    table = begun_game(inn, host, guest, answers)
    assert say(host, table, "axis", type="resign")["type"] == "done"
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


# ---- who would cheat


def results(inn: Inn) -> list[FinishedGame]:
    ratings = inn.house.ratings
    assert ratings is not None
    found: list[FinishedGame] = inn.run(ratings.results.all)
    return found


def test_who_loses_cannot_make_the_game_friendly_by_a_bot(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    table = begun_game(inn, erich, georgi)
    assert "rated" in say(erich, table, "axis", type="hand_over", bot="recruit")["why"]
    assert "rated" in say(erich, table, "axis", type="stand_in_ask", player="soviet")["why"]


def test_a_rated_rematch_seats_nobody_who_has_not_agreed(inn: Inn) -> None:
    erich, georgi, anna = member(inn, "Erich"), member(inn, "Georgi"), member(inn, "Anna")
    table = begun_game(inn, erich, georgi, 2)
    assert say(erich, table, "axis", type="resign")["type"] == "done"
    assert anna.post(f"/api/tables/{table}/rematch").status_code == 403
    asked = erich.post(f"/api/tables/{table}/rematch").json()
    assert asked["rated"] and asked["clock"] == DAYS and asked["yours"] == ["soviet"] and asked["owner"]
    assert asked["seats"]["axis"]["kind"] == "open", "nobody has asked him yet"
    again = asked["id"]
    assert georgi.get(f"/api/tables/{again}").status_code == 403
    assert again not in [one["id"] for one in georgi.get("/api/tables").json()]
    assert erich.post(f"/api/tables/{table}/rematch").json()["id"] == again, "who asks twice asks for the same"
    with erich.sit(again, "soviet") as session:
        line = Line(session)
        agreed = georgi.post(f"/api/tables/{table}/rematch").json()
        while (heard := line.hear())["type"] != "seats" or heard["seats"]["axis"]["kind"] != "human":
            pass
    assert (agreed["id"], agreed["yours"]) == (again, ["axis"])
    assert agreed["seats"]["axis"]["name"] == "Georgi"
    accounts = dict(
        map(tuple, meddle(inn.house.where, "SELECT player, account FROM seats WHERE table_id = :id", id=again))
    )
    assert accounts["axis"] and accounts["soviet"] and accounts["axis"] != accounts["soviet"]
    unlock_dice(again, {"axis": georgi, "soviet": erich})


def test_who_asked_for_a_rated_rematch_may_clear_it_away_again(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    table = begun_game(inn, erich, georgi, 2)
    assert say(erich, table, "axis", type="resign")["type"] == "done"
    first = erich.post(f"/api/tables/{table}/rematch").json()["id"]
    assert erich.ask("DELETE", f"/api/tables/{first}").status_code == 204
    second = georgi.post(f"/api/tables/{table}/rematch").json()
    assert second["id"] != first and second["yours"] == ["axis"] and second["seats"]["soviet"]["kind"] == "open"


def test_who_loses_cannot_clear_the_table_away_before_it_is_written_down(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    table = begun_game(inn, erich, georgi)
    assert say(erich, table, "axis", type="resign")["type"] == "done"
    assert erich.ask("DELETE", f"/api/tables/{table}").status_code == 204
    assert [(game.table, game.winners) for game in results(inn)] == [(table, ("soviet",))]


@pytest.mark.parametrize("seats", ["keep", "give_up"])
def test_a_rated_game_stays_his_who_sat_down_whatever_becomes_of_his_name(inn: Inn, seats: str) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    table = begun_game(inn, erich, georgi)
    was = erich.get("/api/account").json()
    assert erich.post("/api/account/delete", {"name": was["name"], "seats": seats}).status_code == 204
    if seats == "keep":  # he goes on as a visitor, under another name, and loses there
        assert erich.register("Main").status_code == 201
        assert say(erich, table, "axis", type="resign")["type"] == "done"
        meddle(inn.house.where, "UPDATE tables SET over = true WHERE id = :id", id=table)
        assert inn.run(inn.house.ratings.write_down) == 1  # type: ignore[union-attr]
    (game,) = results(inn)
    assert game.winners == ("soviet",) and all(isinstance(seat.holder, Account) for seat in game.seats)
    ladder = georgi.get("/api/games/avl/ratings").json()
    assert [one["name"] for one in ladder] == ["Georgi"], "nobody else has lost it"
    ratings = inn.house.ratings
    assert ratings is not None and inn.run(ratings.reckoned_again)[0] == []


def test_a_member_has_one_seat_of_a_rated_table_however_quick_he_is(inn: Inn) -> None:
    erich, _ = member(inn, "Erich"), member(inn, "Georgi")
    seats = {"red": "you", "green": "offer", "blue": "offer"}
    wanted = {"game": "victory", "scenario": "quick-start-3", "seats": seats, "clock": DAYS, "rated": True}
    opened = erich.post("/api/tables", wanted)
    assert opened.status_code == 201, opened.text
    table = opened.json()["id"]
    mine = f"account:{inn.run(inn.house.accounts.ledger.named, 'georgl').id}"  # type: ignore[union-attr]

    async def both() -> list[bool]:
        kept = inn.house.store
        return list(await asyncio.gather(*(kept.accept(table, one, mine, "Georgi") for one in ("green", "blue"))))

    assert sorted(inn.run(both)) == [False, True]


def test_results_that_come_late_are_reckoned_in_their_place(inn: Inn) -> None:
    ratings = inn.house.ratings
    assert ratings is not None
    games = [
        FinishedGame(
            table=f"t{n}",
            game="avl",
            scenario="campaign",
            options=(),
            ended_at=float(n + 1),
            seats=(Seat("axis", "axis", Account("a"), 9), Seat("soviet", "soviet", Account(f"b{n % 2}"), 9)),
            winners=("axis",) if n % 3 else ("soviet",),
            ending=Ending.PLAYED,
            rated=True,
        )
        for n in range(6)
    ]
    for n in (0, 1, 3, 2, 4, 5):
        assert inn.run(ratings.results.add, games[n])
        inn.run(ratings.history)
    assert inn.run(ratings.history).fingerprint() == rate(games).fingerprint()
