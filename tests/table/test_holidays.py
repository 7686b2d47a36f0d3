"""Holidays: clocks that count days stand still, the others see it, and every process reckons alike."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.table.clock import DAY, Clock
from grognard.table.holidays.days import NoHoliday, day_of, days_in, midnight, span, spent
from tests.table import databases
from tests.table.cups import act, cup, games, look, make, member
from tests.table.databases import Cluster, meddle
from tests.table.guests import Inn, Line, unlock_dice
from tests.table.members import Browser, club

THREE = {"days": 3}
HOLIDAYS = "/api/account/holidays"
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC).timestamp()


# ---- clocks


def clock(**holidays: tuple[float, float]) -> Clock:
    found = Clock(THREE, ["axis", "soviet"], 0.0)
    found.holidays = {player: [one] for player, one in holidays.items()}
    return found


def test_a_clock_by_days_stands_still_on_holiday_and_goes_on_after_it() -> None:
    held = clock(axis=(DAY, 11 * DAY))
    held.turn_over(["axis"], False, 0.0)
    assert held.seconds("axis", DAY) == 2 * DAY
    assert held.seconds("axis", 10 * DAY) == 2 * DAY, "he is away"
    assert held.seconds("axis", 12 * DAY) == DAY, "he is back"
    assert held.seconds("axis", 14 * DAY) == -DAY
    assert held.seconds("soviet", 5 * DAY) == 3 * DAY
    assert held.shown(None, ["axis"], 5 * DAY)["still"] == {"axis": 11 * DAY}
    assert "still" not in held.shown(None, ["axis"], 11 * DAY)


def test_a_clock_by_minutes_knows_no_holiday() -> None:
    live = Clock({"minutes": 60}, ["axis", "soviet"], 0.0)
    live.holidays = {"axis": [(0.0, 10 * DAY)]}
    live.turn_over(["axis"], False, 0.0)
    assert live.seconds("axis", 600.0) == 3000.0
    assert live.away_until("axis", 600.0) is None


def test_several_answers_of_one_move_are_charged_together() -> None:
    held = clock(axis=(DAY, 3 * DAY))
    held.turn_over(["axis"], False, 0.0)
    held.turn_over(["axis"], False, 3.5 * DAY)  # he answers, and it is still his move
    assert held.seconds("axis", 4 * DAY) == DAY
    held.turn_over(["soviet"], False, 4 * DAY)
    held.turn_over(["axis"], False, 5 * DAY)
    assert held.seconds("axis", 5 * DAY) == 3 * DAY, "a new move has all its days"


def test_who_hears_of_a_holiday_late_comes_to_the_same() -> None:
    early, late = clock(axis=(DAY, 3 * DAY)), clock()
    for one in (early, late):
        one.turn_over(["axis"], False, 0.0)
        one.turn_over(["axis"], False, 2 * DAY)
        one.turn_over(["axis"], False, 3.5 * DAY)
    kept = late.plain()
    anew = clock(axis=(DAY, 3 * DAY))
    anew.set(kept)  # a snapshot of a process that had not heard of it
    late.holidays = early.holidays
    assert early.seconds("axis", 4 * DAY) == late.seconds("axis", 4 * DAY) == anew.seconds("axis", 4 * DAY) == DAY


def test_a_snapshot_from_before_there_were_holidays_goes_on() -> None:
    old = {
        "left": {"axis": 2 * DAY, "soviet": 3 * DAY}, "running": ["axis"], "since": 5 * DAY, "secret_since": 4.5 * DAY,
        "in_secret": {"axis": 2.5 * DAY, "soviet": 3 * DAY},
    }  # fmt: skip
    held = clock()
    held.set(old)
    assert held.seconds("axis", 5.5 * DAY) == 1.5 * DAY and held.seconds("soviet", 6 * DAY) == 3 * DAY
    assert held.shown("soviet", ["axis", "soviet"], 5.5 * DAY)["left"]["axis"] == 1.5 * DAY


def test_while_choices_are_secret_a_holiday_is_counted_from_what_everybody_knew() -> None:
    held = clock(soviet=(2 * DAY, 4 * DAY))
    held.turn_over(["axis", "soviet"], True, DAY)
    held.turn_over(["axis"], True, 1.5 * DAY)  # soviet has chosen; axis does not know
    assert held.shown("axis", ["axis", "soviet"], 5 * DAY)["left"] == {"axis": -DAY, "soviet": DAY}
    assert held.seconds("soviet", 5 * DAY) == 3 * DAY


# ---- days


def test_a_holiday_has_whole_days_but_begins_now_at_the_earliest() -> None:
    first = date(2026, 6, 1)
    assert span(first, first, [], 30, NOON) == (NOON, midnight(date(2026, 6, 2)))
    assert span(date(2026, 6, 3), date(2026, 6, 4), [], 30, NOON) == (
        midnight(date(2026, 6, 3)), midnight(date(2026, 6, 5)),
    )  # fmt: skip
    assert days_in((NOON, midnight(date(2026, 6, 2)))) == [first]
    assert day_of(midnight(first)) == first


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [
        (date(2026, 5, 31), date(2026, 6, 3), "holiday_past"),
        (date(2026, 6, 3), date(2026, 6, 2), "holiday_order"),
        (date(2027, 6, 30), date(2027, 7, 1), "holiday_far"),
        (date(2026, 6, 1), date(2026, 7, 1), "holiday_spent"),
        (date(2026, 7, 12), date(2026, 7, 13), "holiday_twice"),
    ],
    ids=lambda one: str(one),
)
def test_what_cannot_be_had_is_told(first: date, last: date, code: str) -> None:
    taken = [(midnight(date(2026, 7, 10)), midnight(date(2026, 7, 13)))]
    with pytest.raises(NoHoliday) as why:
        span(first, last, taken, 30, NOON)
    assert why.value.code == code


def test_a_holiday_over_new_year_takes_from_both_years() -> None:
    held = (midnight(date(2026, 12, 30)), midnight(date(2027, 1, 3)))
    assert spent([held]) == {2026: 2, 2027: 2}
    winter = datetime(2026, 12, 1, tzinfo=UTC).timestamp()
    assert span(date(2026, 12, 2), date(2027, 1, 30), [], 30, winter)[1] == midnight(date(2027, 1, 31))
    with pytest.raises(NoHoliday, match="0 days of holiday left in 2026"):
        span(
            date(2026, 12, 28), date(2027, 1, 1), [(midnight(date(2026, 6, 1)), midnight(date(2026, 7, 1)))], 30, winter
        )


# ---- in the house


@pytest.fixture
def inn(tmp_path: Path) -> Iterator[Inn]:
    with club(tmp_path) as found:
        yield found


def day(ahead: int) -> str:
    return (datetime.now(UTC).date() + timedelta(days=ahead)).isoformat()


def take(who: Browser, first: int = 0, last: int = 2) -> Any:
    return who.ask("POST", HOLIDAYS, {"first": day(first), "last": day(last)})


def begun(erich: Browser, georgi: Browser, **more: Any) -> str:
    """A game by days in which it is Erich's move."""
    table = str(erich.open(seats={"soviet": "offer"}, clock=THREE, **more)["id"])
    assert georgi.post(f"/api/offers/{table}/soviet/accept", {}).status_code == 200
    unlock_dice(table, {"axis": erich, "soviet": georgi})
    return table


def later(inn: Inn, table: str, days: float) -> None:
    """As if everything had been so many days ago; what is in memory is forgotten."""
    room = inn.run(inn.house.room, table)
    seconds = days * DAY
    meddle(inn.house.where, "UPDATE acts SET at = at - :seconds WHERE table_id = :id", seconds=seconds, id=table)
    meddle(inn.house.where, "UPDATE tables SET created = created - :seconds WHERE id = :id", seconds=seconds, id=table)
    meddle(inn.house.where, "UPDATE holidays SET starts = starts - :seconds", seconds=seconds)

    async def forget() -> None:
        inn.house.forget(room)

    inn.run(forget)


def claim(who: Browser, table: str, seat: str) -> dict[str, Any]:
    with who.sit(table, seat) as session:
        return Line(session).send(type="claim")


def decider(inn: Inn, table: str) -> str:
    return str(inn.run(inn.house.room, table).play.deciders[0])


def test_on_holiday_nobody_loses_on_time_and_after_it_he_may(inn: Inn) -> None:
    people = {"axis": member(inn, "Erich"), "soviet": member(inn, "Georgi")}
    table = begun(people["axis"], people["soviet"])
    late = decider(inn, table)
    other = "soviet" if late == "axis" else "axis"
    assert take(people[late], 0, 9).status_code == 204
    later(inn, table, 5)
    assert claim(people[other], table, other)["why"] == "no opponent's time is up"
    with people[other].sit(table, other) as session:
        line = Line(session)
        first = next(one for one in map(_read, line.frames) if one["type"] == "view")
        assert first["seats"][late]["holiday"] > time.time() + 8 * DAY
        assert first["clocks"]["still"].keys() == {late}
        assert first["clocks"]["left"][late] == pytest.approx(3 * DAY, abs=60)
    inn.house.store._due = True  # summaries have waited long enough
    inn.run(inn.house.store.append, [])
    listed = {one["id"]: one for one in people[other].get("/api/tables").json()}[table]
    assert listed["clocks"]["left"][late] == pytest.approx(3 * DAY, abs=60)
    assert listed["seats"][late]["holiday"] == first["seats"][late]["holiday"]
    assert "holiday" not in listed["seats"][other]
    (taken,) = people[late].get(HOLIDAYS).json()["holidays"]
    assert taken["now"] and people[late].ask("DELETE", f"{HOLIDAYS}/{taken['id']}").status_code == 204
    assert claim(people[other], table, other)["why"] == "no opponent's time is up", "he has his three days still"
    meddle(inn.house.where, "UPDATE holidays SET ends = ends - :days", days=4 * DAY)
    later(inn, table, 0)
    assert claim(people[other], table, other)["type"] == "done"


def _read(frame: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(frame)
    return found


def test_those_at_the_table_hear_when_somebody_goes_and_comes_back(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    table = begun(erich, georgi)
    with georgi.sit(table, "soviet") as session:
        line = Line(session)
        assert take(erich).status_code == 204
        while (heard := line.hear())["type"] != "clocks":
            seats = heard.get("seats", {})
        assert seats["axis"]["holiday"] == heard["clocks"]["still"]["axis"]
        (taken,) = erich.get(HOLIDAYS).json()["holidays"]
        assert erich.ask("DELETE", f"{HOLIDAYS}/{taken['id']}").status_code == 204
        while (heard := line.hear())["type"] != "clocks":
            pass
        assert "still" not in heard["clocks"]


def test_no_holiday_begins_when_a_deadline_is_past(inn: Inn) -> None:
    people = {"axis": member(inn, "Erich"), "soviet": member(inn, "Georgi")}
    table = begun(people["axis"], people["soviet"])
    late = decider(inn, table)
    other = "soviet" if late == "axis" else "axis"
    later(inn, table, 4)
    refused = take(people[late])
    assert refused.status_code == 409 and refused.json()["code"] == "holiday_late"
    assert take(people[other]).status_code == 204, "whose move it is not has no deadline"
    assert claim(people[other], table, other)["type"] == "done"
    assert take(people[late]).status_code == 204, "the game is over"


def test_a_holiday_that_begins_later_saves_nobody_whose_time_was_up_before(inn: Inn) -> None:
    people = {"axis": member(inn, "Erich"), "soviet": member(inn, "Georgi")}
    table = begun(people["axis"], people["soviet"])
    late = decider(inn, table)
    assert take(people[late], 5, 9).status_code == 204
    meddle(inn.house.where, "UPDATE holidays SET ends = ends - :days", days=6 * DAY)
    later(inn, table, 6)  # it has begun since
    other = "soviet" if late == "axis" else "axis"
    assert people[late].get(HOLIDAYS).json()["holidays"][0]["now"]
    assert claim(people[other], table, other)["type"] == "done"


def test_nobody_brings_a_game_that_is_lost_on_time_to_an_account_that_is_on_holiday(inn: Inn) -> None:
    """He plays as a visitor beside an account on holiday, and would have his days back when he joins the two."""
    georgi, erich = member(inn, "Georgi"), member(inn, "Erich")
    assert take(erich, 0, 9).status_code == 204
    assert erich.post("/api/account/leave", {}).status_code == 204
    table = begun(erich, georgi)
    people = {"axis": erich, "soviet": georgi}
    while decider(inn, table) != "axis":
        with georgi.sit(table, "soviet") as session:
            assert Line(session).answer_anything(Random(1))["type"] == "done"
    later(inn, table, 5)
    assert erich.enter("Erich").status_code == 200
    refused = erich.post("/api/account/belongings")
    assert refused.status_code == 409 and refused.json()["code"] == "late_game"
    assert claim(people["soviet"], table, "soviet")["type"] == "done"
    assert erich.post("/api/account/belongings").json() == {"tables": 1}, "now it is over"


def test_the_allowance_is_the_houses_and_told(tmp_path: Path) -> None:
    with club(tmp_path, holidays=4) as inn:
        erich = member(inn, "Erich")
        told = erich.get(HOLIDAYS).json()
        year = datetime.now(UTC).year
        assert told["allowance"] == 4 and told["left"] == {str(year): 4, str(year + 1): 4} and told["holidays"] == []
        assert take(erich, 0, 1).status_code == 204
        assert take(erich, 1, 2).json()["code"] == "holiday_twice"
        assert take(erich, 10, 20).json()["code"] == "holiday_spent"
        (now, *_) = erich.get(HOLIDAYS).json()["holidays"]
        assert now["now"] and now["days"] == 2 and now["first"] == day(0) and now["last"] == day(1)
        assert erich.ask("DELETE", f"{HOLIDAYS}/{now['id']}").status_code == 204
        assert erich.ask("DELETE", f"{HOLIDAYS}/{now['id']}").status_code == 404, "it is over"


def test_a_holiday_is_only_its_members(inn: Inn) -> None:
    erich, georgi, visitor = member(inn, "Erich"), member(inn, "Georgi"), Browser(inn)
    assert take(erich, 3, 4).status_code == 204
    (his,) = erich.get(HOLIDAYS).json()["holidays"]
    for who, status in ((georgi, 404), (visitor, 403)):
        assert who.ask("DELETE", f"{HOLIDAYS}/{his['id']}").status_code == status
    assert visitor.get(HOLIDAYS).status_code == 403 and take(visitor).status_code == 403
    assert georgi.get(HOLIDAYS).json()["holidays"] == []
    assert len(erich.get("/api/account/export").json()["holidays"]) == 1
    assert erich.ask("DELETE", f"{HOLIDAYS}/{his['id']}").status_code == 204
    assert erich.get(HOLIDAYS).json()["left"] == georgi.get(HOLIDAYS).json()["left"], "it has never begun"
    assert take(erich).status_code == 204
    assert erich.post("/api/account/delete", {"name": "Erich", "seats": "give_up"}).status_code == 204
    assert meddle(inn.house.where, "SELECT * FROM holidays") == []


def test_in_a_tournament_the_clock_stands_still_but_a_round_ends_when_it_ends(
    inn: Inn, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = {name: member(inn, name) for name in ("Erich", "Georgi")}
    tournament = make(people["Erich"], clock=THREE, rounds=1)
    for who in people.values():
        assert act(who, tournament, "entry").status_code == 200
    assert act(people["Erich"], tournament, "pair").status_code == 200
    look(inn)
    table, to_move = "", ""
    for table in (one["table"] for one in games(cup(people["Erich"], tournament))):
        room = inn.run(inn.house.room, table)
        seats = {player: people[seat.name] for player, seat in room.seats.items()}
        unlock_dice(table, seats)
        to_move = decider(inn, table)
        later(inn, table, 4)
    assert take(seats[to_move]).status_code == 409, "his time is up"
    for who in people.values():  # as if both had taken one in time
        account = meddle(inn.house.where, "SELECT id FROM accounts WHERE name = :name", name=who.name())[0][0]
        meddle(
            inn.house.where, "INSERT INTO holidays (account_id, starts, ends, asked) VALUES (:id, :from, :to, :from)",
            id=account, **{"from": time.time() - 3 * DAY, "to": time.time() + DAY},
        )  # fmt: skip
    look(inn)
    assert {one["how"] for one in games(cup(people["Erich"], tournament))} == {None}, "nobody's time is up"
    late_round(inn, tournament)
    look(inn)
    assert {one["how"] for one in games(cup(people["Erich"], tournament))} == {"forfeited"}


def late_round(inn: Inn, tournament: str) -> None:
    """The round has ended."""
    events = meddle(
        inn.house.where, "SELECT number, event FROM tournament_events WHERE tournament_id = :id", id=tournament
    )
    (number, paired) = next((number, told) for number, told in events if '"paired"' in told)
    late = json.loads(paired) | {"ends_at": 1.0}
    meddle(
        inn.house.where, "UPDATE tournament_events SET event = :late WHERE tournament_id = :id AND number = :number",
        late=json.dumps(late), id=tournament, number=number,
    )  # fmt: skip


# ---- several processes


@pytest.mark.postgresql
def test_another_process_knows_of_a_holiday_before_it_decides_by_a_clock() -> None:
    server = Cluster(databases.FAST)
    try:
        url = server.url(server.create("away"))
        with club(url) as one, club(url) as other:
            erich, georgi = member(one, "Erich"), member(one, "Georgi")
            table = begun(erich, georgi)
            late = decider(one, table)
            his, hers = (erich, georgi) if late == "axis" else (georgi, erich)
            seat = "soviet" if late == "axis" else "axis"
            later(one, table, 2)
            there = Browser(other)
            there.jar = dict(hers.jar)
            with there.sit(table, seat) as session:
                line = Line(session)
                assert take(his, 0, 9).status_code == 204
                while (heard := line.hear())["type"] != "clocks":
                    pass
                assert heard["clocks"]["still"].keys() == {late}
                room = other.run(other.house.room, table)
                room.clock.holidays = {}  # as if no notice had come
                meddle(url, "UPDATE holidays SET starts = starts - :days", days=2 * DAY)

                async def long_ago() -> None:
                    room.clock.began[late] -= 2 * DAY

                other.run(long_ago)
                assert room.clock.seconds(late, time.time()) < 0
                assert line.send(type="claim")["why"] == "no opponent's time is up"
    finally:
        server.remove()
