"""Swiss pairings, adjudicated one rule at a time."""

from __future__ import annotations

import pytest

from grognard.club.tournament.costs import costs
from grognard.club.tournament.events import Entered, Forfeited, Withdrew
from grognard.club.tournament.matching import least
from grognard.club.tournament.meetings import points, sides_played
from grognard.club.tournament.pairing import NoPairing
from grognard.club.tournament.pairs import Gave, Rule
from grognard.club.tournament.players import Player, players
from grognard.club.tournament.refused import Refused
from grognard.club.tournament.telling import would_give
from tests.club.course import EVERY_RULE, Log, all_draw, first_wins, game, higher_wins, pairs


def test_the_upper_half_meets_the_lower_half_in_order() -> None:
    log = Log(8)
    log.pair()
    assert log.met() == pairs("ae", "bf", "cg", "dh")


def test_equal_points_meet() -> None:
    log = Log(8)
    log.round(higher_wins)
    log.pair()
    assert log.met() == pairs("ac", "bd", "eg", "fh")


def test_nobody_meets_the_same_opponent_twice_even_where_points_would_have_it() -> None:
    log = Log(4, rounds=3)
    log.round(higher_wins)
    log.round(higher_wins)
    log.pair()
    assert log.met() == pairs("ad", "bc") and not log.course.rounds[-1].gave


def test_with_an_odd_number_the_lowest_is_free_and_has_the_points_of_both_games() -> None:
    log = Log(5)
    log.pair()
    assert log.met() == pairs("ac", "bd", "e") and points(log.course, "e") == 4


def test_a_second_bye_goes_to_the_next_from_the_bottom() -> None:
    log = Log(5)
    log.round(higher_wins)
    log.pair()
    assert log.course.rounds[-1].byes == ("d",)


@pytest.mark.parametrize(("forfeited", "free"), [(1, "e"), (2, "de")])
def test_who_won_every_game_of_a_round_by_forfeit_has_had_his_bye(forfeited: int, free: str) -> None:
    log = Log(5)
    log.pair()  # a meets c, b meets d, e is free
    for number in range(forfeited):
        log.add(Forfeited(1.0, game(1, 1, number), ("b",), "no show"))
    log.play(higher_wins)
    assert {one.id for one in players(log.course) if one.free} == set(free)


def test_which_way_somebody_floated_is_told_by_the_points_before_the_round() -> None:
    log = Log(6)
    log.round(higher_wins)
    log.round(all_draw)  # c, with 2 points, met d, who had none
    assert {one.id: one.floated for one in players(log.course)} == {"a": 0, "b": 0, "c": 1, "d": -1, "e": 0, "f": 0}


def test_the_lowest_of_an_odd_score_group_floats_down_to_the_highest_of_the_next() -> None:
    log = Log(6)
    log.round(higher_wins)  # a, b, c lead d, e, f
    log.pair()
    assert log.met() == pairs("ab", "cd", "ef")


def test_who_floated_down_does_not_float_down_again_if_another_can() -> None:
    def standing_at(id: str, rank: int, points: int, above: int, group: int, floated: int) -> Player:
        return Player(id, rank, points, above, group, {}, 0, 0, None, floated)

    for floated, down in ((0, 2), (1, 1)):  # c, the lowest of three, unless it was c last time
        field = [standing_at(name, rank, 8, rank, 3, 0) for rank, name in enumerate("ab")]
        field += [standing_at("c", 2, 8, 2, 3, floated), standing_at("d", 3, 6, 0, 1, 0)]
        assert (down, 3) in least(costs(field, single=False))


def test_who_withdrew_is_not_paired() -> None:
    log = Log(6)
    log.round(higher_wins)
    log.add(Withdrew(1.0, "a"))
    log.pair()
    assert "a" not in log.course.rounds[-1].present and len(log.course.rounds[-1].byes) == 1


def test_who_comes_late_plays_from_then_on_and_has_nothing_for_what_he_missed() -> None:
    log = Log(4)
    log.round(higher_wins)
    log.add(Entered(1.0, "late", 2500))
    assert points(log.course, "late") == 0
    log.pair()
    assert "late" in log.course.rounds[-1].present


def test_a_pair_is_two_games_one_with_each_side() -> None:
    log = Log(6)
    for _ in range(3):
        log.round(all_draw)
    assert all(sides_played(log.course, name) == (3, 3) for name in "abcdef")


def test_in_single_games_who_had_a_side_gets_the_other() -> None:
    log = Log(4, both_sides=False)
    log.round(first_wins)
    had = {name: sides_played(log.course, name) for name in "abcd"}
    assert sorted(had.values()) == [(0, 1), (0, 1), (1, 0), (1, 0)]
    log.pair()
    assert all(sides_played(log.course, name) == (1, 1) for name in "abcd")


def test_in_the_first_round_of_single_games_the_boards_alternate() -> None:
    log = Log(8, both_sides=False)
    log.pair()
    assert [pair.one for pair in log.course.rounds[0].pairs] == ["a", "f", "c", "h"]


# ---- when no pairing keeps every rule


def test_where_all_have_met_the_organiser_is_told_which_rule_would_have_to_give() -> None:
    log = Log(4, rounds=4)
    for _ in range(3):
        log.round(all_draw)
    with pytest.raises(NoPairing) as no_pairing:
        log.pair()
    assert {one.rule for one in no_pairing.value.gave} == {Rule.MEET_AGAIN}
    assert would_give(no_pairing.value.gave, "en")[:2] == (
        "No pairing keeps every rule.", "These would have to meet again: a, c.",
    )  # fmt: skip
    log.pair(frozenset({Rule.MEET_AGAIN}))
    assert log.course.rounds[-1].gave == no_pairing.value.gave


def standing(id: str, rank: int, met: str = "", free: int = 0, tilt: int = 0) -> Player:
    """Somebody in a field where all have the same points."""
    return Player(id, rank, 0, rank, 4, dict.fromkeys(met, 1), free, tilt, None, 0)


def test_a_second_bye_gives_before_a_second_meeting() -> None:
    field = [standing("a", 0, met="bc", free=1), standing("b", 1, met="a"), standing("c", 2, met="a")]
    assert least(costs(field, single=False)) == [(0, 3), (1, 2)]  # a is free again, b and c have not met


def test_sides_give_before_a_second_meeting() -> None:
    field = [
        standing("a", 0, met="cd", tilt=1), standing("b", 1, met="cd", tilt=1),
        standing("c", 2, met="ab", tilt=-1), standing("d", 3, met="ab", tilt=-1),
    ]  # fmt: skip
    assert least(costs(field, single=True)) == [(0, 1), (2, 3)]
    fresh = [standing("a", 0, tilt=1), standing("b", 1, tilt=1), standing("c", 2, tilt=-1), standing("d", 3, tilt=-1)]
    assert least(costs(fresh, single=True)) == [(0, 2), (1, 3)]


def test_a_round_is_not_paired_before_the_last_is_closed_nor_after_the_end_nor_for_one() -> None:
    log = Log(4, rounds=1)
    log.pair()
    with pytest.raises(Refused, match="round_open"):
        log.pair()
    log.play(higher_wins)
    with pytest.raises(Refused, match="over"):
        log.pair(EVERY_RULE)
    with pytest.raises(Refused, match="too_few"):
        Log(1).pair()


def test_what_gave_is_in_the_log_with_whom_it_was_for() -> None:
    log = Log(2, rounds=2)
    log.round(all_draw)
    log.pair(EVERY_RULE)
    assert log.course.rounds[-1].gave == (Gave(Rule.MEET_AGAIN, ("a", "b")),)
