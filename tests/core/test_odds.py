"""Odds tables: ratios rounded down to a column, shifts that count on above the last column, results by die."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.odds import BELOW, OddsTable

COLUMNS = ["1-2", "1-1", "1.5-1", "2-1", "3-1", "4-1+"]
RATIOS = [0.5, 1, 1.5, 2, 3, 4]
ROWS = {face: [f"{face}{column}" for column in "abcdef"] for face in range(1, 7)}
TABLE = OddsTable.of(COLUMNS, RATIOS, ROWS)


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (1, 2, "1-2"),
        (3, 4, "1-2"),
        (4, 4, "1-1"),
        (5, 4, "1-1"),
        (6, 4, "1.5-1"),
        (7, 4, "1.5-1"),
        (8, 4, "2-1"),
        (11, 4, "2-1"),
        (12, 4, "3-1"),
        (16, 4, "4-1+"),
        (99, 1, "4-1+"),
    ],
)
def test_a_ratio_is_rounded_down_to_its_column(attack: int, defence: int, column: str) -> None:
    assert TABLE.column_name(TABLE.level(attack, defence)) == column


@pytest.mark.parametrize(("attack", "defence"), [(0, 1), (1, 3), (4, 9)])
def test_less_than_the_first_column_is_below_all(attack: int, defence: int) -> None:
    assert TABLE.level(attack, defence) == BELOW
    assert TABLE.ratio_name(BELOW) == "< 1-2"


@pytest.mark.parametrize("level", [BELOW, -2, -7])
def test_below_the_first_column_there_is_no_result(level: int) -> None:
    """Python would read column -1 as the best one."""
    for read in (TABLE.column, TABLE.column_name, TABLE.results, lambda level: TABLE.result(level, 1)):
        with pytest.raises(ValueError, match="below the first column"):
            read(level)


def test_above_the_last_column_whole_ratios_go_on_counting() -> None:
    levels = [TABLE.level(attack, 1) for attack in (4, 5, 6, 7)]
    assert levels == [5, 6, 7, 8]
    assert [TABLE.ratio_name(level) for level in levels] == ["4-1", "5-1", "6-1", "7-1"]
    assert {TABLE.column_name(level) for level in levels} == {"4-1+"}


def test_shifts_are_taken_from_the_true_ratio_not_from_the_last_column() -> None:
    """6-1 with two shifts to the left is 4-1, the last column still; with three it is 3-1."""
    level = TABLE.level(6, 1)
    assert TABLE.column_name(level - 2) == "4-1+"
    assert TABLE.column_name(level - 3) == "3-1"
    assert TABLE.column_name(TABLE.level(3, 1) + 5) == "4-1+"


def test_a_result_stands_where_column_and_die_meet() -> None:
    assert TABLE.result(TABLE.level(3, 2), 5) == "5c"
    assert TABLE.result(TABLE.level(50, 2), 1) == "1f"
    assert TABLE.results(TABLE.level(1, 1)) == ("1b", "2b", "3b", "4b", "5b", "6b")


def test_rows_are_read_by_their_face_not_by_their_place() -> None:
    table = OddsTable.of(["1-1"], [1], {2: ["two"], 1: ["one"]})
    assert table.results(0) == ("one", "two")


def test_thirds_written_as_decimals_are_thirds() -> None:
    """5/3 as a float is a little more than five thirds, and an attack at exactly 5-3 would miss its column."""
    table = OddsTable.of(["1-3", "2-3", "5-3"], [1 / 3, 2 / 3, 5 / 3], {1: ["", "", ""]})
    assert [table.level(attack, 3) for attack in (1, 2, 5)] == [0, 1, 2]
    assert table.level(499, 300) == 1


@given(attack=st.integers(0, 400), defence=st.integers(1, 60))
def test_levels_agree_with_exact_fractions(attack: int, defence: int) -> None:
    ratio = Fraction(attack, defence)
    level = TABLE.level(attack, defence)
    if ratio >= 4:
        assert level == TABLE.last + int(ratio) - 4
    else:
        assert level == sum(ratio >= Fraction(str(column)) for column in RATIOS) - 1


@given(attack=st.integers(1, 400), defence=st.integers(1, 60), scale=st.integers(1, 9))
def test_only_the_ratio_counts(attack: int, defence: int, scale: int) -> None:
    assert TABLE.level(attack * scale, defence * scale) == TABLE.level(attack, defence)
    assert TABLE.level(attack + 1, defence) >= TABLE.level(attack, defence) >= TABLE.level(attack, defence + 1)
