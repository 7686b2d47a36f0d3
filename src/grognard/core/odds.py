"""Odds and results tables: a ratio rounded down to a column, shifted, and read against a die.

A *level* numbers the columns from 0; above the last column whole ratios go on counting, so that a shift is always one
level. Below 0 there is no column.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

BAD = "bad"
"""The severity of a result that hurts the attacker and not the defender."""
NONE = "none"
"""The severity of a result without effect."""
BELOW = -1
"""The level of a ratio under the first column."""


@dataclass(frozen=True)
class OddsTable:
    """A combat results table whose columns are ratios.

    >>> table = OddsTable.of(["1-1", "1.5-1", "2-1"], [1, 1.5, 2], {1: ["-", "-", "DR"]})
    >>> table.level(9, 4), table.column_name(table.level(9, 4)), table.level(3, 4)
    (2, '2-1', -1)
    """

    columns: tuple[str, ...]
    ratios: tuple[tuple[int, int], ...]
    rows: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, columns: Sequence[str], ratios: Sequence[float], rows: dict[int, list[str]]) -> OddsTable:
        exact = [Fraction(str(ratio)).limit_denominator(1000) for ratio in ratios]  # 1.6666666666666667 means 5-3
        return cls(
            tuple(columns),
            tuple((ratio.numerator, ratio.denominator) for ratio in exact),
            tuple(tuple(rows[face]) for face in sorted(rows)),
        )

    @property
    def last(self) -> int:
        return len(self.columns) - 1

    def level(self, attack: int, defence: int) -> int:
        """The ratio rounded down to its column; above the last column, one level per whole ratio."""
        ratios = self.ratios
        numerator, denominator = ratios[-1]
        whole = attack // defence
        if attack * denominator >= numerator * defence:
            return self.last + whole - numerator // denominator
        level = self._of_whole[whole]
        while True:  # the columns between this whole ratio and the next
            numerator, denominator = ratios[level + 1]
            if attack * denominator < numerator * defence:
                return level
            level += 1

    @cached_property
    def _of_whole(self) -> tuple[int, ...]:
        """By whole ratio under the last column: its level."""
        numerator, denominator = self.ratios[-1]
        wholes = range(-(-numerator // denominator) + 1)
        return tuple(sum(one <= whole * other for one, other in self.ratios) + BELOW for whole in wholes)

    def strength_for(self, level: int, defence: int) -> int:
        """The least attack that comes to a level against this defence.

        >>> OddsTable.of(["1-1", "1.5-1", "2-1"], [1, 1.5, 2], {1: ["-", "-", "DR"]}).strength_for(1, 5)
        8
        """
        numerator, denominator = self.ratios[min(level, self.last)]
        if level > self.last:
            return (numerator // denominator + level - self.last) * defence
        return -(-numerator * defence // denominator)

    def ratio_name(self, level: int) -> str:
        """A level in the player's words, whole ratios above the last column included."""
        if level < 0:
            return f"< {self.columns[0]}"
        if level < self.last:
            return self.columns[level]
        whole = self.ratios[-1][0] // self.ratios[-1][1]
        return f"{whole + level - self.last}-1"

    def column(self, level: int) -> int:
        """The column that a level is read in; ValueError below the first."""
        if level < 0:
            raise ValueError(f"level {level} is below the first column, {self.columns[0]}: there is no result")
        return min(level, self.last)

    def column_name(self, level: int) -> str:
        return self.columns[self.column(level)]

    def result(self, level: int, face: int) -> str:
        return self.rows[face - 1][self.column(level)]

    def results(self, level: int) -> tuple[str, ...]:
        """The whole column, one result per face: the exact distribution of outcomes."""
        column = self.column(level)
        return tuple(row[column] for row in self.rows)

    def beside(self, level: int) -> list[dict[str, Any]]:
        """The columns beside the one that a level is read in, as a table shows them.

        >>> OddsTable.of(["1-1", "2-1"], [1, 2], {1: ["-", "DR"]}).beside(0)
        [{'column': '2-1', 'by_die': ['DR']}]
        """
        column = self.column(level)
        near = [one for one in (column - 1, column + 1) if 0 <= one <= self.last]
        return [{"column": self.columns[one], "by_die": list(self.results(one))} for one in near]


def must_lose(odds: Mapping[str, Any]) -> bool:
    """Whether every result that odds leave possible hurts the attacker and not the defender."""
    return _only(odds, (BAD,))


def cannot_gain(odds: Mapping[str, Any]) -> bool:
    """Whether no result that odds leave possible hurts the defender."""
    return _only(odds, (BAD, NONE))


def _only(odds: Mapping[str, Any], severities: tuple[str, ...]) -> bool:
    results, severity = odds.get("results", {}), odds.get("severity", {})
    return bool(results) and all(severity.get(result, NONE) in severities for result in results)
