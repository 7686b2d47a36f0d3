"""Sides by lot: the house draws, evenly, and nothing that is sent has a say in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.table import lots
from tests.table.guests import Guest, Inn, opened

DAYS = {"days": 3}
AXIS_IS_MINE = {"axis": "you", "soviet": "offer"}
SOVIET_IS_MINE = {"soviet": "you", "axis": "offer"}


@pytest.fixture
def inn(tmp_path: Path) -> Iterator[Inn]:
    with opened(tmp_path, public=True) as inn:
        yield inn


def put_up(host: Guest, **more: Any) -> Any:
    return host.post("/api/tables", {"game": "avl", "seats": AXIS_IS_MINE, "clock": DAYS, "by_lot": True} | more)


def test_either_side_comes_about_as_often() -> None:
    sides = Counter(lots.drawn("avl", None, AXIS_IS_MINE)["axis"] for _ in range(400))
    assert sides.keys() == {"you", "offer"} and min(sides.values()) > 120, "one in a million million"


@pytest.mark.parametrize("seed", range(8))
def test_the_draw_does_not_look_at_who_was_written_where(seed: int) -> None:
    ways = [AXIS_IS_MINE, SOVIET_IS_MINE, {"soviet": "offer"}, {"axis": "offer"}]
    drawn = [lots.drawn("avl", "campaign", way, Random(seed)) for way in ways]
    assert all(one == drawn[0] for one in drawn) and sorted(drawn[0].values()) == ["offer", "you"]


def test_a_table_has_the_side_that_was_drawn_and_the_list_says_so(inn: Inn) -> None:
    host, guest = inn.guest(), inn.guest()
    tables = [put_up(host).json() for _ in range(20)]
    assert {one["yours"][0] for one in tables} == {"axis", "soviet"} and all(len(one["yours"]) == 1 for one in tables)
    found = {one["table"]: one for one in guest.get("/api/offers").json()}
    assert found and all(one["by_lot"] for one in found.values())
    assert all(found[one["id"]]["player"] not in one["yours"] for one in tables if one["id"] in found)
    plain = guest.open(seats={"soviet": "offer"}, clock=DAYS)["id"]
    assert [one["by_lot"] for one in host.get("/api/offers").json() if one["table"] == plain] == [False]


def test_a_draw_is_kept_over_a_restart(tmp_path: Path) -> None:
    with opened(tmp_path, public=True) as inn:
        table = put_up(inn.guest()).json()
    with opened(tmp_path, public=True) as inn:
        (found,) = inn.guest().get("/api/offers").json()
    assert (found["table"], found["by_lot"]) == (table["id"], True) and found["player"] not in table["yours"]


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"game": "victory", "scenario": "two-front-war-3", "seats": {"red": "offer"}}, "in a game for two"),
        ({"seats": {}}, "one of them is yours"),
        ({"seats": {"axis": "offer", "soviet": "offer"}}, "one of them is yours"),
        ({"seats": {"axis": "you", "soviet": "nobody"}}, "can sit there"),
        ({"seats": {"soviet": "offer", "green": "offer"}}, "there is no player"),
        ({"scenario": "elsewhere"}, "has no scenario"),
        ({"game": "chess"}, "chess"),
        ({"by_lot": "axis"}, "bool"),
    ],
    ids=str,
)
def test_where_there_is_nothing_to_draw_it_is_refused(inn: Inn, more: dict[str, Any], why: str) -> None:
    refused = put_up(inn.guest(), **more)
    assert refused.status_code == 422 and why in refused.text
    assert inn.guest().get("/api/offers").json() == []


def test_a_bot_or_a_friend_may_be_drawn_against_too(inn: Inn) -> None:
    host = inn.guest()
    kinds = {
        one: sorted(seat["kind"] for seat in put_up(host, seats={"soviet": one}).json()["seats"].values())
        for one in ("random", "invite")
    }
    assert kinds == {"random": ["bot", "human"], "invite": ["human", "open"]}
