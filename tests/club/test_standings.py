"""Standings: the sums behind every place, and what they are told as."""

from __future__ import annotations

import pytest

from grognard.club.tournament.course import Course
from grognard.club.tournament.events import Closed, Forfeited, Paired, Played, Withdrew
from grognard.club.tournament.pairing import next_round
from grognard.club.tournament.pairs import DRAW, LOSS, WIN, Pair
from grognard.club.tournament.rules import Criterion, Kind
from grognard.club.tournament.standings import Row, standings
from grognard.club.tournament.telling import figure, why
from tests.club.course import Log, all_draw, first_wins, game, higher_wins

RATINGS = {
    "ferrant": 1731, "umbra_9": 1702, "old_guard": 1684, "kestrel": 1618, "ostler": 1597, "Veteran": 1560,
    "sapper_ines": 1542, "quartermaine": 1533, "halfback": 1507, "tarn": 1498, "lin_o": 1471, "birch": 1455,
    "moss": 1432, "Recruit": 1402, "piet": 1380,
}  # fmt: skip
WINTER = [  # two rounds: who had the Soviets first, who second, and what the first named scored in the two games
    [
        ("old_guard", "tarn", WIN, WIN), ("ferrant", "quartermaine", DRAW, WIN), ("Veteran", "moss", LOSS, DRAW),
        ("kestrel", "lin_o", WIN, DRAW), ("sapper_ines", "Recruit", WIN, DRAW), ("ostler", "birch", LOSS, WIN),
        ("umbra_9", "halfback", WIN, WIN),
    ],
    [
        ("umbra_9", "old_guard", LOSS, LOSS), ("piet", "ferrant", LOSS, LOSS), ("moss", "ostler", WIN, DRAW),
        ("kestrel", "sapper_ines", LOSS, WIN), ("birch", "Veteran", WIN, DRAW), ("Recruit", "halfback", LOSS, LOSS),
        ("quartermaine", "lin_o", LOSS, WIN),
    ],
]  # fmt: skip


def winter_swiss() -> Course:
    log = Log(RATINGS)
    for number, (boards, bye) in enumerate(zip(WINTER, ("piet", "tarn"), strict=True), 1):
        log.add(Paired(0.0, number, tuple(Pair(one, two) for one, two, *_ in boards), (bye,), (), 9.0))
        for board, (_, _, first, second) in enumerate(boards):
            log.add(Played(0.0, game(number, board, 0), first))
            log.add(Played(0.0, game(number, board, 1), WIN - second))
        log.add(Closed(0.0, number))
    return log.course


def shown(row: Row) -> tuple[str, ...]:
    return row.entrant, *(figure(one.criterion, one.total) for one in row.sums[:3])


def test_the_winter_swiss_after_two_rounds() -> None:
    assert [shown(row) for row in standings(winter_swiss())] == [
        ("old_guard", "4", "4", "8.0"),
        ("ferrant", "3½", "3½", "6.25"),
        ("moss", "3", "2½", "3.75"),
        ("kestrel", "2½", "4", "4.75"),
        ("sapper_ines", "2½", "3", "3.25"),
        ("birch", "2½", "2½", "3.0"),
        ("umbra_9", "2", "6", "4.0"),
        ("tarn", "2", "6", "4.0"),
        ("piet", "2", "5½", "4.0"),
        ("halfback", "2", "2½", "1.0"),
        ("ostler", "1½", "5½", "4.0"),
        ("quartermaine", "1½", "5", "3.25"),
        ("lin_o", "1½", "4", "2.75"),
        ("Veteran", "1", "5½", "2.75"),
        ("Recruit", "½", "4½", "1.25"),
    ]


def test_the_third_round_of_the_winter_swiss() -> None:
    third = next_round(winter_swiss(), 0.0)
    assert {frozenset((pair.one, pair.two)) for pair in third.pairs} == {
        frozenset(pair)
        for pair in (
            ("old_guard", "ferrant"), ("moss", "kestrel"), ("sapper_ines", "birch"), ("umbra_9", "tarn"),
            ("halfback", "piet"), ("ostler", "quartermaine"), ("lin_o", "Veteran"),
        )
    }  # fmt: skip
    assert third.byes == ("Recruit",) and not third.gave


def test_why_kestrel_stands_fourth() -> None:
    told = why(standings(winter_swiss())[3], "en")
    assert told.title == "Why kestrel stands 4th"
    assert [(line.label, line.terms, line.total) for line in told.lines[:3]] == [
        ("Points", "1 + ½ against lin_o, 0 + 1 against sapper_ines", "2½"),
        ("Buchholz", "what they have: lin_o 1½, sapper_ines 2½", "4"),
        ("S.-B.", "their points times what was scored against them: lin_o 1½ × 1½, sapper_ines 2½ × 1", "4.75"),
    ]
    assert told.verdicts == ("sapper_ines, birch have 2½ too; Buchholz decides, 4 against 3, 2½.",)


def test_the_same_in_japanese() -> None:
    told = why(standings(winter_swiss())[3], "ja")
    assert told.title == "kestrelが4位の理由" and told.lines[0].terms == "lin_oに1 + ½、sapper_inesに0 + 1"
    assert told.verdicts == ("sapper_ines、birchも2½。ブーフホルツで決まる：4対3、2½。",)


def test_a_bye_counts_in_buchholz_as_an_opponent_with_ones_own_points() -> None:
    told = why(standings(winter_swiss())[8], "en")
    assert told.title == "Why piet stands 9th"
    assert [line.terms for line in told.lines[:2]] == [
        "2 for a bye, 0 + 0 against ferrant", "what they have: bye 2, ferrant 3½",
    ]  # fmt: skip


def test_each_rival_is_told_by_what_parts_them() -> None:
    umbra = standings(winter_swiss())[6]
    assert [(rival.entrant, rival.decided_by) for rival in umbra.rivals] == [
        ("tarn", Criterion.WINS), ("piet", Criterion.BUCHHOLZ), ("halfback", Criterion.BUCHHOLZ),
    ]  # fmt: skip


def test_every_total_is_the_sum_of_its_terms() -> None:
    for row in standings(winter_swiss()):
        assert all(one.total == sum(term.value for term in one.terms if term.counts) for one in row.sums)


def test_standings_are_those_of_the_last_closed_round() -> None:
    log = Log(4)
    log.round(higher_wins)
    before = standings(log.course)
    log.pair()
    log.add(Played(0.0, game(2, 0), WIN))
    assert standings(log.course) == before
    assert standings(log.course, after=2) != before


def test_who_withdrew_stands_where_his_points_put_him_if_he_ever_played() -> None:
    log = Log(6)
    log.add(Withdrew(0.0, "f"))
    log.round(higher_wins)
    log.add(Withdrew(0.0, "a"))
    assert {row.entrant for row in standings(log.course)} == set("abcde")


def test_who_is_level_in_everything_shares_the_place() -> None:
    log = Log(4)
    log.round(all_draw)
    assert [row.place for row in standings(log.course)] == [1, 1, 1, 1]
    assert why(standings(log.course)[0], "en").verdicts == ("b, c, d are level in everything: the place is shared.",)


POINTS_THEN_DIRECT = (Criterion.POINTS, Criterion.DIRECT)


def everyone_met(beaten: dict[str, str]) -> tuple[Row, ...]:
    """A round robin of four, by who beat whom."""
    log = Log(4, Kind.ROUND_ROBIN, both_sides=False, decided_by=POINTS_THEN_DIRECT)
    for _ in range(3):
        log.round(lambda first, second: WIN if second in beaten[first] else LOSS)
    return standings(log.course)


def test_the_direct_encounter_parts_two_who_are_level() -> None:
    ranked = everyone_met({"b": "ad", "a": "cd", "d": "c", "c": "b"})
    assert [row.entrant for row in ranked] == ["b", "a", "d", "c"] and [row.place for row in ranked] == [1, 2, 3, 4]
    assert why(ranked[0], "en").verdicts == ("a has 2 too; Direct decides, 1 against 0.",)


def test_the_direct_encounter_leaves_a_circle_as_it_is() -> None:
    ranked = everyone_met({"a": "bd", "b": "cd", "c": "ad", "d": ""})
    assert [row.place for row in ranked] == [1, 1, 1, 4] and [row.sums[1].total for row in ranked[:3]] == [2, 2, 2]


def test_the_direct_encounter_says_nothing_unless_all_who_are_level_have_met() -> None:
    log = Log(6, rounds=2, both_sides=False, decided_by=POINTS_THEN_DIRECT)
    log.round(higher_wins)
    log.round(all_draw)  # a and b met and drew, c met d: a, b and c are level
    ranked = standings(log.course)
    assert [row.place for row in ranked[:3]] == [1, 1, 1] and ranked[0].sums[1].terms == ()
    assert why(ranked[0], "en").lines[1].terms == "nothing to count"


def test_forfeits_are_no_wins_at_the_table() -> None:
    log = Log(4, both_sides=False, decided_by=(Criterion.POINTS, Criterion.WINS))
    log.pair()
    log.add(Forfeited(0.0, game(1, 0), ("c",), "away"))
    log.add(Played(0.0, game(1, 1), LOSS))  # d has the first side
    log.add(Closed(0.0, 1))
    assert [row.entrant for row in standings(log.course)][:2] == ["b", "a"]


def test_a_median_leaves_the_highest_and_the_lowest_out() -> None:
    log = Log(8, rounds=3, decided_by=(Criterion.POINTS, Criterion.MEDIAN_BUCHHOLZ))
    for _ in range(3):
        log.round(higher_wins)
    row = standings(log.course)[0]
    values = sorted(term.value for term in row.sums[1].terms)
    assert row.sums[1].total == values[1] and [term.counts for term in row.sums[1].terms].count(False) == 2
    assert why(row, "en").lines[1].terms.count("(") == 2


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("kind", list(Kind))
def test_every_row_of_every_kind_explains_itself(kind: Kind, language: str) -> None:
    log = Log(5, kind, decided_by=() if kind is Kind.KNOCKOUT else tuple(Criterion)[1:])
    log.round(first_wins)
    log.round(higher_wins)
    for row in standings(log.course):
        told = why(row, language)
        assert row.entrant in told.title and all(line.label and line.terms and line.total for line in told.lines)
