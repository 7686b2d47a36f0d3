"""Profiles: what finished rated games tell of somebody to everybody, and what they tell nobody."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grognard.club.ratings.course import Course, Opening
from grognard.club.ratings.finished import Account, Bot, Ending, FinishedGame, Seat
from grognard.table.rating.profile import DAY, PAGE, day
from tests.table.guests import Inn
from tests.table.members import Browser, club
from tests.table.test_rating import begun_game, member, played

NOW = float(day(time.time())) - 3 * DAY + 4321.5


@pytest.fixture
def inn(tmp_path: Path) -> Iterator[Inn]:
    with club(tmp_path) as inn:
        yield inn


def account(inn: Inn, who: Browser) -> Account:
    name = who.get("/api/account").json()["name"]
    found = next(one for one in inn.run(inn.house.accounts.ledger.accounts, 99) if one.name == name)  # type: ignore[union-attr]
    return Account(found.id)


def written(inn: Inn, game: FinishedGame) -> None:
    ratings = inn.house.ratings
    assert ratings is not None and inn.run(ratings.results.add, game)


def finished(n: int, axis: Account | Bot, soviet: Account | Bot, winners: tuple[str, ...] = ("axis",)) -> FinishedGame:
    seats = (Seat("axis", "axis", axis, 9), Seat("soviet", "soviet", soviet, 9))
    return FinishedGame(f"t{n}", "avl", "campaign", (), NOW + n, seats, winners, Ending.PLAYED, True)


def person(who: Browser, name: str) -> dict[str, Any]:
    response = who.get(f"/api/people/{name}")
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


def test_a_profile_tells_ratings_results_streaks_and_the_last_games(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    one, other = account(inn, erich), account(inn, georgi)
    for n in range(12):
        written(inn, finished(n, one, other, () if n == 3 else ("soviet",) if n == 5 else ("axis",)))
    for n in range(12, 14):
        written(inn, finished(n, other, one))
    written(inn, finished(14, other, one, ("soviet",)))
    told = person(Browser(inn), "erich")
    assert (told["name"], told["you"], told["games"]) == ("Erich", False, 15)
    assert told["streak"] == {"now": 1, "longest": 6}
    axis, soviet = told["sides"]
    assert (axis["side"], axis["games"], axis["won"], axis["drawn"]) == ("axis", 12, 10, 1)
    assert axis["share"] == pytest.approx(10.5 / 12) and axis["between"][0] < axis["share"] < axis["between"][1] <= 1
    assert (soviet["games"], soviet["won"], soviet["share"], soviet["between"]) == (3, 1, None, None), "too few to say"
    (rating,) = told["ratings"]
    assert (rating["game"], rating["games"], len(rating["points"]), rating["settled"]) == ("avl", 15, 15, 9)
    assert str(rating["points"][-1]["rating"]) == rating["rating"], "no longer provisional"
    assert rating["month"] == sum(row["points"] for row in told["recent"])
    newest = told["recent"][0]
    assert (newest["side"], newest["outcome"], newest["others"]) == ("soviet", "won", [{"name": "Georgi", "bot": None}])
    assert person(erich, "Erich")["you"] is True


def test_days_are_told_and_no_hours(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    written(inn, finished(0, account(inn, erich), account(inn, georgi)))
    told = person(georgi, "Erich")
    assert told["recent"][0]["day"] == told["ratings"][0]["points"][0]["day"] == day(NOW)
    assert day(NOW) % DAY == 0 and str(NOW)[:9] not in str(told)
    assert set(told) == {
        "you", "name", "since", "ratings", "sides", "games", "streak", "openings", "luck", "recent",
    }  # fmt: skip
    assert set(told["recent"][0]) == {
        "game", "scenario", "side", "others", "outcome", "ending", "day", "points", "replay",
    }  # fmt: skip
    assert len(told["since"]) == len("2026-11")


def test_nothing_of_a_game_that_goes_on(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    before = person(georgi, "Erich")
    assert before["ratings"] == before["sides"] == before["recent"] == [] and before["games"] == 0
    table = begun_game(inn, erich, georgi)
    ratings = inn.house.ratings
    assert ratings is not None and inn.run(ratings.write_down) == 0
    for reader in (erich, georgi, Browser(inn)):
        after = person(reader, "Erich")
        assert after | {"you": False} == before | {"you": False} and table not in str(after)
        assert reader.get("/api/people/Erich/games").json() == []


def opened(n: int, one: Account, other: Account, place: str, gained: float) -> FinishedGame:
    opening = Opening(None, f"{2300 + n}", (place, f"{place}の"))
    courses = (Course("axis", opening, gained, 0.0, 4.0), Course("soviet", None, 0.0, 0.0, 0.0))
    return replace(finished(n, one, other, ("axis",) if gained > 0 else ("soviet",)), courses=courses)


def test_favourite_openings_and_luck_are_told_of_several_finished_games(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    one, other = account(inn, erich), account(inn, georgi)
    for n, (place, gained) in enumerate((("Boguchar", 2.0), ("Chir", -1.0), ("Boguchar", 3.0), ("Boguchar", -2.0))):
        written(inn, opened(n, one, other, place, gained))
    told = person(georgi, "Erich")
    assert told["openings"] == [], "four games are no habit"
    assert told["luck"] == [
        {"game": "avl", "gained": [2.0, -1.0, 3.0, -2.0], "mean": 0.5, "band": 2.6, "beyond": 0.5, "explains": None}
    ]
    written(inn, opened(4, one, other, "Chir", 1.0))
    (opening,) = person(georgi, "Erich")["openings"]
    assert opening == {
        "game": "avl", "side": "axis", "choice": None, "place": {"en": "Boguchar", "ja": "Bogucharの"}, "hex": "2303",
        "games": 3, "won": 2, "of": 5,
    }  # fmt: skip
    mirrored = person(erich, "Georgi")
    assert mirrored["openings"] == [] and mirrored["luck"][0]["gained"] == [-2.0, 1.0, -3.0, 2.0, -1.0]
    assert mirrored["luck"][0]["explains"] == person(erich, "Erich")["luck"][0]["explains"] > 0.5
    for n in range(5, 30):
        written(inn, opened(n, one, other, "Chir", 1.0))
    assert len(person(georgi, "Erich")["luck"][0]["gained"]) == 20, "the last of them"


def test_a_game_that_is_written_down_tells_how_both_sides_began_and_how_their_dice_fell(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    table = played(inn, erich, georgi, 400)
    room = inn.run(inn.house.room, table)
    ratings = inn.house.ratings
    assert ratings is not None and inn.run(ratings.write_down) == 1
    (kept,) = inn.run(ratings.results.all)
    report = inn.run(inn.house.reel, room).report("axis", room.outcome())
    for course in kept.courses:
        effect = report["dice"][course.side]["effect"]
        assert (course.actual, course.expected, course.variance) == tuple(
            effect[name] for name in ("actual", "expected", "variance")
        ), "as its report tells"
    fights = [event.message.args for event in room.play.events if room.game.stage.get(event.message.key) == "fight"]
    assert fights, "nobody fought: play longer"
    for course in kept.courses:
        his = [one["hex"] for one in fights if room.game.told_kind(one).side == course.side]
        assert (course.opening.hex if course.opening else None) == (his[0] if his else None)
    assert inn.run(ratings.reckoned_again)[0] == [], "and the journal tells the same again"


def test_a_replay_is_opened_from_there_by_who_sat_there_and_nobody_else(inn: Inn) -> None:
    erich, georgi, anna, nobody = member(inn, "Erich"), member(inn, "Georgi"), member(inn, "Anna"), Browser(inn)
    table = played(inn, erich, georgi, 30)
    ratings = inn.house.ratings
    assert ratings is not None and inn.run(ratings.write_down) == 1
    for reader, seat in ((erich, "axis"), (georgi, "soviet"), (anna, None), (nobody, None)):
        told = person(reader, "Erich")
        (row,) = told["recent"]
        assert (row["outcome"], row["ending"]) == ("lost", "resigned") and row["points"] < 0
        assert row["replay"] == (None if seat is None else {"table": table, "seat": seat})
        assert seat is not None or table not in str(told)
        asked = reader.get(f"/api/tables/{table}/replay" + (f"?seat={seat}" if seat else ""))
        assert asked.status_code == (403 if seat is None else 200), "a link that is shown leads somewhere"
    assert erich.ask("DELETE", f"/api/tables/{table}").status_code == 204
    (row,) = person(georgi, "Erich")["recent"]
    assert row["replay"] is None, "it was cleared away; how it ended stands"


def test_who_has_left_is_gone(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    gone = account(inn, erich)
    written(inn, finished(0, gone, account(inn, georgi)))
    assert erich.post("/api/account/delete", {"name": "Erich", "seats": "give_up"}).status_code == 204
    missing = georgi.get("/api/people/Erich")
    assert missing.status_code == 404 and missing.json()["detail"] == "nobody here has that name"
    told = person(georgi, "Georgi")
    assert told["recent"][0]["others"] == [{"name": None, "bot": None}]
    assert "Erich" not in str(told) and gone.id not in str(told)
    assert erich.register("Erich").status_code == 201
    assert person(georgi, "Erich")["games"] == 0, "a new name has no past"


def test_visitors_have_none_and_no_name_breaks_it(inn: Inn) -> None:
    nobody = Browser(inn)
    assert nobody.post("/api/tables", {"game": "avl", "name": "Katya"}).status_code == 201
    for name in ("Katya", "%00", "..", "a%2Fb", "%F0%9F%98%80", "recruit"):
        assert nobody.get(f"/api/people/{name}").status_code == 404, name
    assert nobody.get("/api/people/" + "x" * 41).status_code == 422


def test_nothing_private_of_the_account(inn: Inn) -> None:
    erich = member(inn, "Erich")
    keeper = inn.house.accounts
    assert keeper is not None
    inn.run(keeper.ledger.set_email, account(inn, erich).id, "erich@example.org", time.time())
    for reader in (erich, Browser(inn)):
        told = str(person(reader, "Erich"))
        assert "example.org" not in told and account(inn, erich).id not in told and "testclient" not in told


def test_a_page_has_twenty_games(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    one, other = account(inn, erich), account(inn, georgi)
    for n in range(PAGE + 3):
        written(inn, finished(n, one, other))
    told = person(erich, "Erich")
    assert told["games"] == PAGE + 3 and len(told["recent"]) == PAGE
    rows = "/api/people/Erich/games"
    assert erich.get(rows).json() == told["recent"]
    rest = erich.get(f"{rows}?skip={PAGE}").json()
    assert sum(row["points"] for row in told["recent"] + rest) == told["ratings"][0]["month"] and len(rest) == 3
    assert erich.get(f"{rows}?skip={PAGE + 3}").json() == []
    assert erich.get(f"{rows}?skip=-1").status_code == 422
    assert erich.get("/api/people/Nobody/games").status_code == 404


def test_bots_stand_on_the_ladder_once(inn: Inn) -> None:
    erich = member(inn, "Erich")
    one = account(inn, erich)
    written(inn, finished(0, one, Bot("recruit", "1")))
    written(inn, finished(1, one, Bot("recruit", "2"), ("soviet",)))
    ladder = erich.get("/api/games/avl/ratings").json()
    assert sorted((row["name"], row["bot"], row["provisional"]) for row in ladder if row["bot"]) == [
        ("", "recruit", True)
    ]
    assert person(erich, "Erich")["recent"][0]["others"] == [{"name": None, "bot": "recruit"}]


def test_an_open_seat_leads_to_the_profile_of_a_member_under_his_own_name_alone(inn: Inn) -> None:
    erich = member(inn, "Erich")
    for name in ("Erich", "Freddy"):
        erich.open(seats={"soviet": "offer"}, clock={"days": 3}, name=name)
    Browser(inn).open(seats={"soviet": "offer"}, clock={"days": 3}, name="Katya")
    told = {one["host"]: one["member"] for one in Browser(inn).get("/api/offers").json()}
    assert told == {"Erich": True, "Freddy": False, "Katya": False}


def test_without_accounts_there_are_no_people(tmp_path: Path) -> None:
    with club(tmp_path, accounts=False) as inn:
        assert Browser(inn).get("/api/people/Erich").status_code == 404


def test_bots_are_rated_with_people_and_have_a_profile(inn: Inn) -> None:
    erich = member(inn, "Erich")
    one, old, new = account(inn, erich), Bot("regular", "3"), Bot("regular", "4")
    for n in range(6):
        written(inn, finished(n, one, old, ("soviet",)))
    written(inn, finished(6, new, one, ("soviet",)))
    written(inn, finished(7, new, Bot("recruit", "4")))
    written(inn, finished(8, new, new))  # of itself it tells nothing
    ladder = erich.get("/api/games/avl/ratings").json()
    assert sorted((row["name"], row["bot"]) for row in ladder) == [("", "recruit"), ("", "regular"), ("Erich", None)]
    told = Browser(inn).get("/api/bots/regular").json()
    assert set(told) == {"bot", "ratings", "sides", "games", "streak", "openings", "luck", "recent"}
    assert told["bot"] == "regular"
    assert told["games"] == 8 and [(row["side"], row["games"], row["won"]) for row in told["sides"]] == [
        ("axis", 2, 1), ("soviet", 6, 6),
    ]  # fmt: skip
    (rating,) = told["ratings"]
    shown = next(row for row in ladder if row["bot"] == "regular")
    assert rating["rating"] == shown["rating"], "of its newest version, as the ladder has it"
    assert [row["others"][0] for row in told["recent"][:2]] == [
        {"name": None, "bot": "recruit"}, {"name": "Erich", "bot": None},
    ]  # fmt: skip
    assert erich.get("/api/bots/regular/games?skip=7").json() == told["recent"][7:]
    assert erich.get("/api/people/Erich").json()["recent"][0]["others"] == [{"name": None, "bot": "regular"}]
    assert erich.get("/api/bots/nobody").status_code == erich.get("/api/bots/nobody/games").status_code == 404
    assert erich.get("/api/bots/recruit").json()["games"] == 1


def test_a_bot_that_never_played_for_points_has_an_empty_profile(inn: Inn) -> None:
    told = Browser(inn).get("/api/bots/random").json()
    assert told["games"] == 0 and told["ratings"] == told["recent"] == []
