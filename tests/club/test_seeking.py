"""Who is paired with whom of those who seek a game."""

from __future__ import annotations

import dataclasses

from hypothesis import given
from hypothesis import strategies as st

from grognard.club.seeking import EVERY, NEAR, WIDER, Seeker, meetings, met, reach

SIDES = {"avl": {"campaign": ("axis", "soviet"), "ring": ("axis", "soviet"), "mirror": ("red", "blue")}}


def seeker(who: str, number: int = 1500, since: float = 0.0, **more: object) -> Seeker:
    return dataclasses.replace(Seeker(who, "avl", number, since), **more)  # type: ignore[arg-type]


def names(*seekers: Seeker, now: float = 0.0) -> list[tuple[str, str]]:
    return [(one.who, other.who) for one, other in meetings(seekers, SIDES, now)]


def test_the_nearest_are_paired_first() -> None:
    assert names(seeker("a", 1500), seeker("b", 1560), seeker("c", 1570), seeker("d", 1590)) == [("b", "c"), ("a", "d")]


def test_the_range_widens_with_waiting_and_both_must_be_in_reach() -> None:
    far = NEAR + 2 * WIDER
    one, other = seeker("a", 1500), seeker("b", 1500 + far)
    assert names(one, other, now=2 * EVERY - 1) == []
    assert names(one, other, now=2 * EVERY) == [("a", "b")]
    fresh = dataclasses.replace(other, since=1000.0)
    assert names(one, fresh, now=1000.0) == [], "who has just come is not given to somebody far away"
    assert names(one, fresh, now=1000.0 + 2 * EVERY) == [("a", "b")]


def test_of_equally_near_ones_those_who_have_waited_longest() -> None:
    assert names(seeker("c", since=9.0), seeker("a", since=5.0), seeker("b", since=1.0), now=10.0) == [("a", "b")]


def test_nobody_is_paired_for_what_he_does_not_seek() -> None:
    one = seeker("a", clock=(("days", 3),), rated=True, scenario="campaign", side="axis")
    same = dataclasses.replace(one, who="b", side="soviet")
    assert names(one, same) == [("a", "b")]
    for other in (
        dataclasses.replace(same, clock=(("days", 5),)), dataclasses.replace(same, rated=False),
        dataclasses.replace(same, scenario="ring"), dataclasses.replace(same, side="axis"),
        dataclasses.replace(same, game="lb"),
    ):  # fmt: skip
        assert names(one, other) == []


def test_who_takes_any_side_or_scenario_takes_the_others() -> None:
    found = met(seeker("a", side="soviet"), seeker("b", scenario="ring"), SIDES["avl"])
    assert found is not None and (found.scenario, found.first.who, found.second.who) == ("ring", "b", "a")
    found = met(seeker("a", side="blue"), seeker("b"), SIDES["avl"])
    assert found is not None and (found.scenario, found.first.who) == ("mirror", "b")
    assert met(seeker("a", side="blue"), seeker("b", scenario="ring"), SIDES["avl"]) is None


def test_who_takes_any_game_is_paired_once_where_he_is_nearest_and_never_with_himself() -> None:
    sides = SIDES | {"lb": {"meeting": ("german", "russian")}}
    mine = [seeker("a", 1500), seeker("a", 1700, game="lb")]
    assert meetings(mine, sides, 0.0) == []
    ((one, other),) = meetings([*mine, seeker("b", 1560), seeker("b", 1710, game="lb")], sides, 0.0)
    assert (one.who, other.who, one.game) == ("a", "b", "lb")
    ((one, other),) = meetings([*mine, seeker("b", 1560)], sides, 0.0)
    assert one.game == other.game == "avl"


@given(st.lists(st.tuples(st.integers(1000, 2000), st.floats(0, 500)), max_size=12), st.floats(500, 900))
def test_nobody_is_in_two_pairs_and_nobody_who_could_be_paired_is_left(
    told: list[tuple[int, float]], now: float
) -> None:
    seekers = [seeker(str(n), number, since) for n, (number, since) in enumerate(told)]
    found = meetings(seekers, SIDES, now)
    paired = [one.who for pair in found for one in pair]
    assert len(paired) == len(set(paired))
    left = [one for one in seekers if one.who not in paired]
    assert not meetings(left, SIDES, now)
    for one, other in found:
        assert abs(one.number - other.number) <= reach(now - max(one.since, other.since))
