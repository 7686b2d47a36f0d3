"""The judgement of an arm, in words and from the interval, never from the mean; and arms compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from grognard.lab.report.figures import Figures
from grognard.lab.report.intervals import (
    FEW,
    Pairs,
    apart_from,
    deals_needed,
    difference,
    games_needed,
    games_to_settle,
    paired_difference,
    wilson,
)
from grognard.lab.report.words import joined, listed, percent, plain, say, together

BOUND = 0.65
"""A side that wins more than this is heavily favoured, as its enemy is who wins less than the rest of it."""

SHUT_OUT = 0.05
"""Of several sides, one that wins less than this is shut out."""

MANY_DRAWS = 0.1
"""From this share on a verdict says that it leaves draws aside."""


def leader(told: Figures) -> str:
    """The side that won most."""
    sides: list[str] = [side["id"] for side in told["sides"]]
    return max(sides, key=lambda side: (told["wins"][side]["games"], -sides.index(side)))


def names(told: Figures, side: str) -> dict[str, str]:
    return next(dict(one["names"]) for one in told["sides"] if one["id"] == side)


def verdict(told: Figures) -> dict[str, str]:
    """The first line of a report, to stand behind the game's name. Draws are left aside."""
    return judged(told)[1]


def judged(told: Figures) -> tuple[str, dict[str, str]]:
    """The verdict and its key, for programs."""
    key, facts = _judged(told)
    said = among(told) if key == "many" else say(f"verdict.{key}", **facts)
    drawn = told["wins"]["draw"]["games"]
    if "side" not in facts or drawn < MANY_DRAWS * told["games"]:
        return key, said
    return key, joined(said, say("verdict.aside", share=percent(drawn / told["games"], 0)), between="")


def _judged(told: Figures) -> tuple[str, dict[str, Any]]:
    games = told["games"]
    if not games:
        return "none", {}
    if games < FEW:
        return "few", {"games": games, "enough": FEW}
    sides = len(told["sides"])
    side = leader(told)
    decided = games - told["wins"]["draw"]["games"]
    if not decided:
        return "draws", {}
    if decided < FEW:
        return "undecided", {"games": plain(games), "decided": decided, "enough": FEW}
    share, low, high = wilson(told["wins"][side]["games"], decided)
    facts = {"side": names(told, side), "games": plain(games), "sides": sides}
    if sides > 2:
        return ("many" if any(_outside(told).values()) else "many_even"), facts
    if low > BOUND:
        return "heavy", facts
    if high < BOUND:
        return ("within" if low > 0.5 else "even"), facts
    settled = games_to_settle(share, BOUND)
    if settled is None:
        return "never", facts
    more = max(1, round(settled * games / decided) - games)
    return "unsure", facts | {"more": plain(_rounded(more))}


def _outside(told: Figures) -> dict[str, list[str]]:
    """Of several sides, those whose interval does not reach the fair share: shut out, held back or favoured."""
    sides = [side["id"] for side in told["sides"]]
    decided = told["games"] - told["wins"]["draw"]["games"]
    found: dict[str, list[str]] = {"many_shut": [], "many_below": [], "many_above": []}
    for side in sides:
        _, low, high = wilson(told["wins"][side]["games"], decided)
        if high < SHUT_OUT:
            found["many_shut"].append(side)
        elif high < 1 / len(sides):
            found["many_below"].append(side)
        elif low > 1 / len(sides):
            found["many_above"].append(side)
    return found


def among(told: Figures) -> dict[str, str]:
    """The verdict of several sides: each that is outside of its fair share is named."""
    parts = [
        say(f"verdict.{key}", who=together(*(names(told, side) for side in who)))
        for key, who in _outside(told).items()
        if who
    ]
    return say("verdict.many", what=listed(*parts), sides=len(told["sides"]))


def _rounded(games: int) -> int:
    """A number of games as one would say it: two figures, rounded up."""
    unit = int(10 ** max(0, len(str(games)) - 2))
    return -(-games // unit) * unit


def _pairs(told: Figures, first: Figures, side: str) -> Pairs | None:
    """Where two arms are of the same deals, how a side fared in them both ways; None where they are not."""
    mine, others = told["deals"], first["deals"]
    if not mine or not others or mine.keys() != others.keys():
        return None
    found = Counter((mine[deal] == side, others[deal] == side) for deal in mine)
    return Pairs(*(found[both] for both in ((True, True), (True, False), (False, True), (False, False))))


def compared(arms: Sequence[Figures], gap: float = 0.05, power: float = 0.8) -> dict[str, Any]:
    """Every arm beside the first: the difference of shares with its interval, and the games that would settle it.

    `gap` is the difference that the reader names, `power` the chance with which it shall be found.
    """
    first = arms[0]
    side = leader(first)
    rows: list[dict[str, Any]] = []
    for told in arms:
        won, games = told["wins"].get(side, {"games": 0})["games"], told["games"]
        share, low, high = wilson(won, games)
        row: dict[str, Any] = {"won": won, "games": games, "share": share, "low": low, "high": high}
        if told is not first and min(games, first["games"]) >= FEW:
            pairs = _pairs(told, first, side)
            if pairs is None:
                apart = difference(won, games, rows[0]["won"], rows[0]["games"])
                needed = games_needed(rows[0]["share"], share, power)
            else:
                apart, needed = paired_difference(pairs), deals_needed(pairs, power)
            row["difference"] = apart._asdict()
            row["paired"] = None if pairs is None else pairs._asdict()
            row["games_needed"] = needed
            row["more"] = None if needed is None else max(0, needed - min(games, first["games"]))
        rows.append(row)
    needed = games_needed(rows[0]["share"], apart_from(rows[0]["share"], gap), power)
    fewest = min(row["games"] for row in rows)
    return {
        "side": side,
        "arms": rows,
        "few": fewest < FEW,
        "named": {
            "difference": gap,
            "power": power,
            "games_needed": needed,
            "more": None if needed is None else max(0, needed - fewest),
        },
    }
