"""What the page shows of a combat before it is fought: announced attacks, and odds with what counters print for it."""

from __future__ import annotations

from typing import Any

from grognard.core.play import Play
from grognard.games.lb import GAME
from grognard.testing import rule
from tests.games.lb._help import S4, answer, number, position

TANKS = {"su-rifle-rgt#1": "2417", "su-tank-bde#1": "2517", "ge-stug-bn#1": "2416", "ge-inf-bn#1": "2416"}


def announced(play: Play) -> list[dict[str, Any]]:
    return play.view("german")["attacks"]  # type: ignore[no-any-return]


@rule("lb", "seq.1b", "seq.1b.IIa")
def test_what_is_announced_is_listed_for_both_sides_with_its_segments_until_it_is_resolved() -> None:
    more = {"su-tank-bde#2": "2423", "ge-stug-bn#2": "2422", "su-tank-bde#3": "2023", "ge-pzjg-bn#1": "2022"}
    play = position(TANKS | more, step="combat", dice=[1] * 4)
    assert announced(play) == []
    answer(play, "russian", ("attack", "2416"), "add_all", "announce")
    (attack,) = announced(play)
    assert attack["hexes"] == ["2416"] and attack["units"] == ["su-rifle-rgt#1", "su-tank-bde#1"]
    assert attack["kind"] == "final_ground" and attack["segments"] == ["II", "III"]
    for hex, tank in (("2422", "su-tank-bde#2"), ("2022", "su-tank-bde#3")):
        answer(play, "russian", ("attack", hex), ("add", tank), "announce")
    answer(play, "russian", "end_announcing", ("resolve", "2416"))
    assert {tuple(one["hexes"]): one["segments"] for one in announced(play)} == {
        ("2416",): ["III"], ("2422",): ["II", "III"], ("2022",): ["II", "III"],
    }  # fmt: skip


@rule("lb", "air.general.b")
def test_an_air_strike_is_listed_with_its_unit_and_its_points() -> None:
    play = position({"su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2316"}, scenario=S4, step="combat", active="german")
    answer(play, "german", ("strike", "su-rifle-rgt#1"), ("points", 3))
    (strike,) = announced(play)
    assert strike["target"] == "su-rifle-rgt#1" and strike["points"] == 3 and strike["segments"] == ["IV"]


@rule("lb", "def.attack", "def.combat")
def test_the_odds_tell_what_counters_print_for_each_segment() -> None:
    play = position(TANKS, step="combat", dice=[1] * 4)
    answer(play, "russian", ("attack", "2416"), ("add", "su-tank-bde#1"))
    odds = play.view("russian")["ask"]["focus"]["odds"]
    tank, stug, counters = number("su-tank-bde#1"), number("ge-stug-bn#1"), GAME.counters
    assert odds["groups"][0]["printed"] == [counters.combat[tank]]
    (defence,) = odds["defence_groups"]
    assert sorted(defence["units"]) == ["ge-inf-bn#1", "ge-stug-bn#1"]
    first = odds["initial"]
    assert first["groups"][0]["printed"] == [counters.attack[tank]]
    assert first["defence_groups"][0]["printed"] == [counters.defence[stug]]
    assert first["defence"] == sum(group["strength"] for group in first["defence_groups"])
