"""Someone to play with: seats for a level, and seeks that the house pairs by rating."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard.club.ratings.skill import Skill
from grognard.club.seeking import met
from grognard.table.clock import DAY, Clock
from grognard.table.rows import SeekRow
from grognard.table.seeking import book, manners, matchmaker, sweeping
from grognard.table.seeking.laying import laid, sides_of
from tests.table import databases
from tests.table.cups import SHORT, member, until
from tests.table.databases import Cluster, meddle
from tests.table.guests import Guest, Inn, Line, promise, reveal, unlock_dice
from tests.table.members import Browser, club

DAYS = {"days": 3}


@pytest.fixture
def inn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inn]:
    monkeypatch.setattr(matchmaker, "LOOK", 3600.0)  # nobody looks but when a test says so
    monkeypatch.setattr(matchmaker.Matchmaker, "nudge", lambda self: None)
    with club(tmp_path) as inn:
        yield inn


def thought(inn: Inn, **numbers: int) -> None:
    """What is thought of these people, whatever they have played."""
    ratings = inn.house.ratings
    assert ratings is not None
    accounts = dict(map(tuple, meddle(inn.house.where, "SELECT name, id FROM accounts")))
    skills = {accounts[name]: Skill(number - 1500.0, 40.0, 20) for name, number in numbers.items()}

    async def skill(game: str, account: str) -> Skill:
        return skills.get(account, Skill())

    ratings.skill = skill  # type: ignore[method-assign]


def seek(who: Browser, **more: Any) -> Any:
    return who.ask("PUT", "/api/seek", {**SHORT, "clock": DAYS, **more})


def state(who: Browser) -> dict[str, Any]:
    found: dict[str, Any] = who.get("/api/seek").json()
    return found


def look(inn: Inn) -> int:
    assert inn.house.matchmaker is not None
    made: int = inn.run(inn.house.matchmaker.look)
    return made


# ---- seats for a level


def test_only_whoever_is_of_its_level_takes_an_open_seat(inn: Inn) -> None:
    host, low, right, visitor = member(inn, "Erich"), member(inn, "Anna"), member(inn, "Georgi"), Guest(inn)
    thought(inn, Anna=1399, Georgi=1400)
    level = {"low": 1400, "high": 1499}
    table = host.open(seats={"soviet": "offer"}, clock=DAYS, level=level)["id"]
    told = {name: who.get("/api/offers").json()[0] for name, who in (("low", low), ("right", right), ("none", visitor))}
    assert {name: (one["level"], one["fits"]) for name, one in told.items()} == {
        "low": (level, False), "right": (level, True), "none": (level, False),
    }  # fmt: skip
    refused = low.post(f"/api/offers/{table}/soviet/accept", {})
    assert refused.status_code == 403
    assert refused.json()["detail"] == "this seat is for ratings of 1400 to 1499; yours in this game is 1399"
    assert visitor.post(f"/api/offers/{table}/soviet/accept", {}).status_code == 403
    assert right.post(f"/api/offers/{table}/soviet/accept", {}).status_code == 200


def test_a_newcomers_provisional_number_counts_as_it_is_shown(inn: Inn) -> None:
    host, newcomer = member(inn, "Erich"), member(inn, "Anna")
    above = host.open(seats={"soviet": "offer"}, clock=DAYS, level={"low": 1501, "high": 1700})["id"]
    refused = newcomer.post(f"/api/offers/{above}/soviet/accept", {})
    assert refused.status_code == 403 and refused.json()["detail"].endswith("yours in this game is 1500 ?")
    assert host.ask("PUT", f"/api/offers/{above}/soviet", {"level": {"low": 1500, "high": 1500}}).status_code == 204
    assert newcomer.post(f"/api/offers/{above}/soviet/accept", {}).status_code == 200


def test_a_level_can_be_taken_off_and_is_refused_where_there_is_none(inn: Inn, tmp_path: Path) -> None:
    host, visitor = member(inn, "Erich"), Guest(inn)
    table = host.open(seats={"soviet": "offer"}, clock=DAYS, level={"low": 1600, "high": 1700})["id"]
    upside = {"level": {"low": 1600, "high": 1500}}
    assert host.ask("PUT", f"/api/offers/{table}/soviet", upside).status_code == 422
    for seat, high in (("offer", 1599), ("invite", 1700), ("offer", 4001)):
        wanted = {"game": "avl", "seats": {"soviet": seat}, "level": {"low": 1600, "high": high}}
        assert host.post("/api/tables", wanted).status_code == 422
    assert visitor.ask("PUT", f"/api/offers/{table}/soviet").status_code == 403
    assert host.ask("PUT", f"/api/offers/{table}/soviet").status_code == 204
    assert visitor.get("/api/offers").json()[0]["level"] is None
    assert visitor.post(f"/api/offers/{table}/soviet/accept", {}).status_code == 200
    with club(tmp_path / "plain", accounts=False) as plain:
        wanted = {"game": "avl", "seats": {"soviet": "offer"}, "level": {"low": 1, "high": 2}}
        assert plain.guest().post("/api/tables", wanted).status_code == 422


# ---- seeking


def test_two_who_seek_are_paired_told_and_play(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    begun = seek(erich, rated=True, side="german").json()
    waited = begun["seek"].pop("waited")
    assert 0 <= waited < 5 and begun == {
        "seek": {
            **SHORT, "side": "german", "clock": DAYS, "rated": True, "reach": 100, "rating": "1500 ?",
                "low": 1400, "high": 1600,
        },
        "paired": None,
    }  # fmt: skip
    assert look(inn) == 0, "nobody is paired with himself"
    assert seek(georgi, rated=True, scenario=None).status_code == 200
    assert look(inn) == 1
    mine, his = state(erich)["paired"], state(georgi)["paired"]
    assert mine == {"table": his["table"], "player": "german", "game": "lb", "with": "Georgi"}
    assert (his["player"], his["with"]) == ("russian", "Erich")
    assert look(inn) == 0
    told = erich.get(f"/api/tables/{mine['table']}").json()
    assert (told["rated"], told["clock"], told["scenario"]) == (True, DAYS, SHORT["scenario"])
    assert {seat["name"] for seat in told["seats"].values()} == {"Erich", "Georgi"}
    unlock_dice(mine["table"], {"german": erich, "russian": georgi})
    with erich.sit(mine["table"], "german") as session:
        assert Line(session).view["viewer"] == "german"
    assert erich.ask("DELETE", "/api/seek").json()["paired"] == mine, "told once more, then forgotten"
    assert state(erich) == {"seek": None, "paired": None}


def test_who_takes_any_game_is_paired_in_one_that_the_other_seeks(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    assert seek(erich, game=None, scenario=None).status_code == 200
    waits = state(erich)["seek"]
    assert (waits["game"], waits["rating"], waits["low"], waits["reach"]) == (None, None, None, 100)
    assert seek(georgi).status_code == 200 and look(inn) == 1
    paired = state(erich)["paired"]
    assert paired["game"] == state(georgi)["paired"]["game"] == SHORT["game"] and paired["with"] == "Georgi"


def test_two_who_take_any_game_play_one(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    for who in (erich, georgi):
        assert seek(who, game=None, scenario=None, rated=True).status_code == 200
    assert look(inn) == 1 and look(inn) == 0
    paired = state(erich)["paired"]
    assert paired["game"] in {one["id"] for one in erich.get("/api/games").json()}
    assert erich.get(f"/api/tables/{paired['table']}").json()["game"] == paired["game"]


@pytest.mark.parametrize("wrong", [{"scenario": "campaign"}, {"side": "axis"}, {"rated": True, "clock": None}])
def test_who_takes_any_game_takes_it_as_it_comes(inn: Inn, wrong: dict[str, Any]) -> None:
    assert seek(member(inn, "Erich"), **{"game": None, "scenario": None, **wrong}).status_code == 422


def test_ratings_far_apart_meet_only_after_a_while(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    thought(inn, Erich=1500, Georgi=1700)
    seek(erich), seek(georgi)
    assert look(inn) == 0
    meddle(inn.house.where, "UPDATE seeks SET since = since - 79")
    assert look(inn) == 0
    meddle(inn.house.where, "UPDATE seeks SET since = since - 2")
    assert state(erich)["seek"]["high"] == 1700
    assert look(inn) == 1


def test_a_seek_ends_by_cancel_and_when_its_page_is_gone(inn: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    seek(erich), seek(georgi)
    assert erich.ask("DELETE", "/api/seek").json()["paired"] is None
    assert look(inn) == 0 and state(erich)["seek"] is None
    seek(erich)
    meddle(inn.house.where, "UPDATE seeks SET seen = seen - :gone", gone=book.GONE + 1)
    assert erich.post("/api/seek/here").json()["seek"] is not None, "his page is heard of again in time"
    assert look(inn) == 0
    assert state(georgi) == {"seek": None, "paired": None}
    assert state(erich)["seek"] is not None


def test_nobody_is_told_of_another_who_waits(inn: Inn) -> None:
    erich, anna, visitor = member(inn, "Erich"), member(inn, "Anna"), Browser(inn)
    seek(erich)
    for path in ("/api/seek", "/api/offers", "/api/tables", "/api/people/Erich", "/api/games/lb/ratings"):
        assert "Erich" not in anna.get(path).text or path == "/api/people/Erich"
        assert SHORT["scenario"] not in anna.get(path).text
    assert anna.get("/api/seek").json() == {"seek": None, "paired": None}
    for method, path in (("GET", ""), ("PUT", ""), ("POST", "/here"), ("DELETE", "")):
        body = {**SHORT, "clock": DAYS} if method == "PUT" else None
        assert visitor.ask(method, f"/api/seek{path}", body).status_code == 403
    assert anna.ask("DELETE", "/api/seek").status_code == 200
    assert state(erich)["seek"] is not None, "only his own"


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"}, {"scenario": "nowhere"}, {"side": "french"}, {"clock": None, "rated": True},
        {"clock": {"days": 0}}, {"scenario": None, "side": "french"}, {"account": "Georgi"},
    ],
    ids=lambda one: "-".join(one),
)  # fmt: skip
def test_what_cannot_be_played_is_not_sought(inn: Inn, wrong: dict[str, Any]) -> None:
    erich = member(inn, "Erich")
    assert seek(erich, **wrong).status_code == 422
    assert state(erich)["seek"] is None


def test_who_was_just_paired_does_not_wait_again_before_he_has_heard_of_it(inn: Inn) -> None:
    erich, georgi, anna = (member(inn, name) for name in ("Erich", "Georgi", "Anna"))
    seek(erich), seek(georgi)
    assert look(inn) == 1
    seek(anna)
    assert seek(erich).json()["paired"]["with"] == "Georgi"
    assert look(inn) == 0
    erich.ask("DELETE", "/api/seek")
    assert seek(erich).json()["seek"] is not None
    assert look(inn) == 1
    assert state(georgi)["paired"]["with"] == "Erich", "he is told of his own table still"


def test_a_seek_goes_with_its_account(inn: Inn) -> None:
    erich = member(inn, "Erich")
    seek(erich)
    assert erich.post("/api/account/delete", {"name": "Erich", "seats": "give_up"}).status_code == 204
    assert meddle(inn.house.where, "SELECT * FROM seeks") == []


def test_who_has_gone_meanwhile_is_not_paired_and_no_table_is_left(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    seek(erich), seek(georgi)
    maker = inn.house.matchmaker
    assert maker is not None

    async def cancelled_meanwhile() -> None:
        rows = await maker.seeks.waiting()
        one, other = [await maker.seeker(row, row.game) for row in rows]
        meeting = met(one, other, sides_of("lb"))
        assert meeting is not None
        table, seats = await laid(meeting, {})
        await maker.seeks.end(other.who)
        with pytest.raises(book.Taken):
            await maker.seeks.pair(table, seats)

    inn.run(cancelled_meanwhile)
    assert meddle(inn.house.where, "SELECT id FROM tables") == []
    assert state(erich)["seek"] is not None, "the other waits on"


# ---- who does not come

LIVE = {"minutes": 45, "increment": 15}


def paired(inn: Inn, one: Browser, other: Browser, **more: Any) -> tuple[str, str, str]:
    """A table, and where each of them sits."""
    for who in (one, other):
        who.ask("DELETE", "/api/seek")
        assert seek(who, **{"clock": LIVE, "rated": True, **more}).status_code == 200
    assert look(inn) == 1
    mine, his = state(one)["paired"], state(other)["paired"]
    return mine["table"], mine["player"], his["player"]


def minutes_later(inn: Inn, table: str, seconds: float = manners.LATE + 1) -> None:
    room = inn.run(inn.house.room, table)
    room.row.created -= seconds
    room.sealed_at -= seconds


def leave(who: Browser, table: str) -> Any:
    return who.post(f"/api/seek/no_show/{table}")


def test_who_waits_in_vain_may_leave_without_loss(inn: Inn) -> None:
    erich, georgi, anna = (member(inn, name) for name in ("Erich", "Georgi", "Anna"))
    table, mine, his = paired(inn, erich, georgi)
    assert promise(table, erich, mine).status_code == 204, "he has come"
    with erich.sit(table, mine) as session:
        first = Line(session)
        told = json.loads(first.frames[0])["seats"]
        assert told[his]["late_at"] > time.time() and "late_at" not in told[mine]
        early = leave(erich, table)
        assert early.status_code == 409 and "may still come" in early.json()["detail"]
        minutes_later(inn, table)
        assert leave(anna, table).status_code == 403, "it is not her table"
        assert leave(Browser(inn), table).status_code == 403
        assert leave(georgi, table).status_code == 409, "who has not come himself has nobody to wait for"
        assert leave(erich, table).status_code == 204
    assert meddle(inn.house.where, "SELECT id FROM tables") == [], "nothing of it is left"
    assert meddle(inn.house.where, "SELECT table_id FROM results") == []
    assert leave(erich, table).status_code == 404


def test_who_sits_there_and_adds_nothing_to_the_dice_has_not_come_either(inn: Inn) -> None:
    """Else who came could only give up, and would lose to one who merely keeps a page open."""
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    table, mine, his = paired(inn, erich, georgi)
    assert promise(table, erich, mine).status_code == 204
    with georgi.sit(table, his) as other:
        Line(other)
        assert leave(erich, table).status_code == 409
        minutes_later(inn, table)
        assert leave(erich, table).status_code == 204
    assert len(meddle(inn.house.where, "SELECT * FROM no_shows")) == 1


def test_nor_has_who_sends_the_hash_and_keeps_the_number(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    table, mine, his = paired(inn, erich, georgi)
    assert promise(table, erich, mine).status_code == 204
    minutes_later(inn, table)
    assert promise(table, georgi, his).status_code == 204
    assert reveal(table, erich, mine).status_code == 200
    assert "may still come" in leave(erich, table).json()["detail"], "his page has a while to answer"
    minutes_later(inn, table)
    assert leave(erich, table).status_code == 204


def test_who_comes_late_himself_gives_the_other_as_long(inn: Inn) -> None:
    """Else who came in time, waited in vain and went would be written down as the one who stayed away."""
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    table, mine, his = paired(inn, erich, georgi)
    assert promise(table, georgi, his).status_code == 204
    minutes_later(inn, table)
    assert promise(table, erich, mine).status_code == 204
    assert reveal(table, erich, mine).status_code == 200
    early = leave(erich, table)
    assert early.status_code == 409 and "may still come" in early.json()["detail"]
    assert meddle(inn.house.where, "SELECT * FROM no_shows") == []


def test_who_has_set_up_while_he_waited_may_leave_too(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    table, mine, his = paired(inn, erich, georgi, game="vl", scenario="campaign")
    (player,) = inn.run(inn.house.room, table).play.deciders
    who = {mine: erich, his: georgi}[player]
    with who.sit(table, player) as session:
        line = Line(session)
        assert line.answer("place_rest")["type"] == "done"
    assert inn.run(inn.house.room, table).play.given
    assert promise(table, who, player).status_code == 204
    minutes_later(inn, table)
    assert leave(who, table).status_code == 204


def test_a_game_that_has_begun_or_is_ones_own_is_not_left_so(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    table, mine, his = paired(inn, erich, georgi)
    unlock_dice(table, {mine: erich, his: georgi})
    minutes_later(inn, table)
    assert "has come" in leave(erich, table).json()["detail"]
    own = erich.open(seats={"soviet": "offer"}, clock=LIVE)["id"]
    assert georgi.post(f"/api/offers/{own}/soviet/accept", {}).status_code == 200
    assert promise(own, erich, "axis").status_code == 204
    minutes_later(inn, own)
    assert leave(erich, own).status_code == 409, "its host may clear it away"


def test_who_stays_away_again_and_again_cannot_seek_for_an_hour(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    for _ in range(manners.MOST):
        table, mine, _ = paired(inn, erich, georgi)
        assert promise(table, erich, mine).status_code == 204
        minutes_later(inn, table)
        assert leave(erich, table).status_code == 204
    refused = seek(georgi)
    assert refused.status_code == 429 and refused.json()["code"] == "no_shows"
    assert 3500 < refused.json()["wait"] <= 3600 and state(georgi)["seek"] is None
    assert seek(erich).status_code == 200, "who came seeks on"
    meddle(inn.house.where, "UPDATE no_shows SET at = at - :hour", hour=manners.REST + 1)
    assert seek(georgi).status_code == 200
    assert georgi.post("/api/account/delete", {"name": "Georgi", "seats": "give_up"}).status_code == 204
    assert meddle(inn.house.where, "SELECT * FROM no_shows") == []


# ---- nobody comes


def swept(inn: Inn) -> int:
    """What one look closes; where there may be several processes, they are asked first who is there."""
    absences = inn.house.absences
    assert absences is not None
    found = 0
    for _ in range(30 if inn.house.company.shared else 1):
        found += inn.run(absences.look)
        if found:
            break
        time.sleep(0.1)
    return found


def later(inn: Inn, table: str, seconds: float) -> None:
    minutes_later(inn, table, seconds)
    meddle(inn.house.where, "UPDATE tables SET created = created - :s WHERE id = :id", s=seconds, id=table)


def test_a_table_to_which_nobody_comes_is_closed_and_counts_for_nothing(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    table, mine, _ = paired(inn, erich, georgi)
    assert swept(inn) == 0, "they may still come"
    later(inn, table, sweeping.NOBODY + 1)
    with erich.sit(table, mine) as session:
        Line(session)
        assert swept(inn) == 0, "one is there"
    until(lambda: swept(inn) == 1)  # when his line is seen to be gone
    assert meddle(inn.house.where, "SELECT id FROM tables") == []
    assert meddle(inn.house.where, "SELECT table_id FROM results") == []
    assert len(meddle(inn.house.where, "SELECT * FROM no_shows")) == 2, "neither came"
    assert erich.get(f"/api/tables/{table}").status_code == 404


def test_who_came_and_left_is_not_blamed(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    table, mine, _ = paired(inn, erich, georgi)
    assert promise(table, erich, mine).status_code == 204
    later(inn, table, sweeping.NOBODY + 1)
    assert swept(inn) == 0, "he may come back, and leave"
    later(inn, table, sweeping.GONE)
    assert swept(inn) == 1
    ((away,),) = meddle(inn.house.where, "SELECT account_id FROM no_shows")
    ((name,),) = meddle(inn.house.where, "SELECT name FROM accounts WHERE id = :id", id=away)
    assert name == "Georgi"


def test_other_tables_are_nobody_s_to_close(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    own = str(erich.open(seats={"soviet": "invite"})["id"])
    begun, mine, his = paired(inn, erich, georgi, clock=DAYS)
    unlock_dice(begun, {mine: erich, his: georgi})
    for table in (own, begun):
        later(inn, table, 10 * DAY)
    assert swept(inn) == 0
    assert len(meddle(inn.house.where, "SELECT id FROM tables")) == 2


def test_a_game_by_days_waits_for_the_days_of_one_move(inn: Inn) -> None:
    """No clock runs before the dice are there: without this, who came would wait for ever."""
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    table, mine, _ = paired(inn, erich, georgi, clock=DAYS)
    assert promise(table, erich, mine).status_code == 204
    minutes_later(inn, table, DAYS["days"] * DAY - 7200.0)
    early = leave(erich, table)
    assert early.status_code == 409 and "another 2 hours" in early.json()["detail"]
    minutes_later(inn, table, 7200.0)
    assert leave(erich, table).status_code == 204
    assert len(meddle(inn.house.where, "SELECT * FROM no_shows")) == 1
    assert meddle(inn.house.where, "SELECT id FROM tables") == []


def test_a_game_by_days_to_which_nobody_comes_is_closed_after_two_moves_time(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    table, _, _ = paired(inn, erich, georgi, clock=DAYS)
    later(inn, table, 2 * DAYS["days"] * DAY - 60.0)
    assert swept(inn) == 0, "who comes now may still leave by himself"
    later(inn, table, 61.0)
    assert swept(inn) == 1
    assert len(meddle(inn.house.where, "SELECT * FROM no_shows")) == 2


def test_holidays_put_off_when_somebody_is_late() -> None:
    clock = Clock({"days": 2}, ("axis", "soviet"), 0.0)
    clock.holidays = {"soviet": ((DAY, 3 * DAY), (-DAY, 0.5 * DAY), (9 * DAY, 10 * DAY))}
    assert clock.runs_out("axis", 0.0, 4 * DAY) == 2 * DAY
    assert clock.runs_out("soviet", 0.0, 4 * DAY) == 4.5 * DAY
    assert clock.runs_out("soviet", 0.0, 0.9 * DAY) == 2.5 * DAY, "one that has not begun nobody can read off it"


def on_holiday(inn: Inn, name: str, starts: float, ends: float) -> None:
    """As another process writes it down, whose notice got lost."""
    row = "INSERT INTO holidays (account_id, starts, ends, asked) SELECT id, :s, :e, :s FROM accounts WHERE name = :n"
    meddle(inn.house.where, row, s=starts, e=ends, n=name)


def test_holidays_are_read_again_before_it_is_said_that_somebody_did_not_come(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    table, mine, _ = paired(inn, erich, georgi, clock=DAYS)
    assert promise(table, erich, mine).status_code == 204
    later(inn, table, 2 * DAYS["days"] * DAY + 60.0)
    on_holiday(inn, "Georgi", time.time() - 5 * DAY, time.time() + DAY)
    assert leave(erich, table).status_code == 409
    assert swept(inn) == 0
    assert meddle(inn.house.where, "SELECT * FROM no_shows") == []


@pytest.mark.parametrize("how", ["leave", "sweep"])
def test_who_comes_at_that_very_moment_has_come(inn: Inn, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    """With another process: between the look at who is missing and the clearing away."""
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    table, mine, his = paired(inn, erich, georgi)
    assert promise(table, erich, mine).status_code == 204
    later(inn, table, sweeping.GONE + sweeping.NOBODY)
    cleared = inn.house.clear_away

    async def too_late(room: Any, after: int | None = None) -> bool:
        came = "INSERT INTO acts (table_id, number, kind, player, target, at, aside)"
        now = time.time()
        meddle(inn.house.where, f"{came} VALUES (:t, 2, 'seal', :p, 'null', :now, FALSE)", t=table, p=his, now=now)
        monkeypatch.undo()
        return bool(await cleared(room, after))

    monkeypatch.setattr(inn.house, "clear_away", too_late)
    if how == "leave":
        assert leave(erich, table).status_code == 409
    else:
        assert swept(inn) == 0
    assert meddle(inn.house.where, "SELECT * FROM no_shows") == []
    assert len(meddle(inn.house.where, "SELECT id FROM tables")) == 1


def test_a_rematch_is_no_game_that_the_house_has_paired(inn: Inn) -> None:
    """Nobody asked the other for it: he has not stayed away from anything."""
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    table, mine, his = paired(inn, erich, georgi, rated=False)
    unlock_dice(table, {mine: erich, his: georgi})
    with georgi.sit(table, his) as session:
        assert Line(session).send(type="resign")["type"] == "done"
    again = erich.post(f"/api/tables/{table}/rematch").json()
    assert promise(again["id"], erich, again["yours"][0]).status_code == 204
    later(inn, again["id"], sweeping.GONE + sweeping.NOBODY)
    assert "no game that the house has paired" in leave(erich, again["id"]).json()["detail"]
    assert swept(inn) == 0
    assert meddle(inn.house.where, "SELECT * FROM no_shows") == []


# ---- several processes


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    found = Cluster(databases.FAST)
    yield found
    found.remove()


@pytest.mark.postgresql
def test_processes_that_pair_at_once_pair_nobody_twice(server: Cluster) -> None:
    """Without the duty that keeps them apart: the database alone decides."""
    url = server.url(server.create("seekers"))
    with club(url) as one, club(url) as other:
        people = [member((one, other)[n % 2], f"member{n}") for n in range(7)]
        assert one.house.matchmaker and other.house.matchmaker
        accounts = [row[0] for row in meddle(url, "SELECT id FROM accounts")]

        async def race(house: Any) -> None:
            await asyncio.gather(*(house.matchmaker.look() for _ in range(4)), return_exceptions=False)

        for _ in range(5):
            for who in people:
                who.ask("DELETE", "/api/seek")
            now = time.time()
            for account in accounts:
                row = SeekRow(account_id=account, game="lb", clock=DAYS, rated=False, since=now, seen=now)
                one.run(one.house.matchmaker.seeks.begin, row)
            futures = [each.client.portal.start_task_soon(race, each.house) for each in (one, other)]  # type: ignore[union-attr]
            for future in futures:
                future.result(60)
            until = time.monotonic() + 20
            while time.monotonic() < until and sum(state(who)["paired"] is not None for who in people) < 6:
                time.sleep(0.1)
            tables = meddle(url, "SELECT table_id, count(*) FROM seats GROUP BY table_id")
            paired = [found["table"] for who in people if (found := state(who)["paired"])]
            assert len(paired) == 6 and len(set(paired)) == 3
            assert sorted({table for table, _ in tables} & set(paired)) == sorted(set(paired))
            assert all(count == 2 for _, count in tables)
            assert len(tables) == 3 * (_ + 1), "no table without its two"
