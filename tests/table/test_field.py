"""What is known of a game before one offers it: finished rated games alone, and nobody's name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grognard.table.rating.field import LATELY
from grognard.table.rating.profile import DAY
from tests.table.guests import Inn
from tests.table.members import Browser, club
from tests.table.test_profiles import account, finished, written
from tests.table.test_rating import begun_game, member


@pytest.fixture
def inn(tmp_path: Path) -> Iterator[Inn]:
    with club(tmp_path) as inn:
        yield inn


def field(inn: Inn, game: str = "avl", scenario: str = "") -> dict[str, Any]:
    asked = Browser(inn).get(f"/api/games/{game}/field" + (f"?scenario={scenario}" if scenario else ""))
    assert asked.status_code == 200, asked.text
    found: dict[str, Any] = asked.json()
    return found


def test_sides_are_told_with_their_interval_from_five_games_on(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    one, other = account(inn, erich), account(inn, georgi)
    assert field(inn) == {
        "sides": [
            {"side": side, "games": 0, "won": 0, "drawn": 0, "share": None, "between": None}
            for side in ("axis", "soviet")
        ],
        "ratings": [],
    }
    for n in range(4):
        written(inn, finished(n, *((one, other) if n % 2 else (other, one)), () if n == 3 else ("axis",)))
    few = {told["side"]: told for told in field(inn)["sides"]}
    assert (few["axis"]["games"], few["axis"]["won"], few["axis"]["drawn"], few["axis"]["share"]) == (4, 3, 1, None)
    written(inn, replace(finished(4, one, other, ("soviet",)), options=(("fog", "True"),)))
    told = {one["side"]: one for one in field(inn)["sides"]}
    assert told["axis"]["share"] == pytest.approx(3.5 / 5) and told["soviet"]["share"] == pytest.approx(1.5 / 5)
    low, high = told["axis"]["between"]
    assert 0 < low < 0.7 < high < 1
    assert field(inn, "vl")["sides"][0]["games"] == 0


def test_the_ratings_are_of_those_who_played_lately_and_have_not_left(inn: Inn) -> None:
    erich, georgi, anna = (member(inn, name) for name in ("Erich", "Georgi", "Anna"))
    one, other, third = (account(inn, who) for who in (erich, georgi, anna))
    old = finished(0, third, other)
    written(inn, replace(old, ended_at=old.ended_at - (LATELY + 1) * DAY))
    written(inn, finished(1, one, other))
    shown = {row["name"]: int(row["rating"].split()[0]) for row in anna.get("/api/games/avl/ratings").json()}
    assert field(inn)["ratings"] == sorted((shown["Erich"], shown["Georgi"]))
    left = {"name": "Georgi", "seats": "give_up"}
    assert georgi.post("/api/account/delete", left).status_code == 204
    told = field(inn)
    assert told["ratings"] == [shown["Erich"]] and told["sides"][0]["games"] == 2
    assert not {"Erich", "Georgi", one.id, other.id} & set(str(told).replace("'", " ").split())


def test_nothing_of_games_that_go_on_or_do_not_count(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    before = field(inn)
    begun_game(inn, erich, georgi)
    written(inn, replace(finished(1, account(inn, erich), account(inn, georgi)), rated=False))
    assert field(inn) == before


def test_what_is_not_there_is_not_told(inn: Inn) -> None:
    assert Browser(inn).get("/api/games/chess/field").status_code == 404
    assert Browser(inn).get("/api/games/avl/field?scenario=elsewhere").status_code == 404
