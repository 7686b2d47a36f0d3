"""Outcomes from here: what becomes of one position when it is played to the end again and again.

A course is what one game told: who won, points by turn, and who holds what at the end. `summary` makes of many what a
page draws: shares with their intervals, how leads are spread, points by turn, places at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.core.game import Game
from grognard.core.state import Result
from grognard.core.words import LANGUAGES
from grognard.lab.facts.witness import Witness
from grognard.lab.report.intervals import wilson
from grognard.lab.simulate import Outcome, Pairing, play_out

QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)
BARS = 24
"""Bars of the spread, at most."""
FEWEST = 50
"""Games before figures are told."""


@dataclass(frozen=True)
class Course:
    """One game that was played on to its end."""

    outcome: Outcome
    scores: Mapping[int, Mapping[str, int]]
    """By turn and side: points at its end."""
    held: Mapping[int, str | None]
    """Who holds a place at the end, by the hex as it is printed."""


def course(pairing: Pairing) -> Course:
    """In a worker: play one game to its end."""
    witness = Witness(pairing)
    outcome = play_out(pairing, witness)
    rows = witness.rows()
    scores: dict[int, dict[str, int]] = {}
    for row in rows.get("turns", ()):
        if row["turn"] and row["score"] is not None:
            scores.setdefault(row["turn"], {})[row["side"]] = row["score"]
    places = rows.get("places", ())
    last = max((row["turn"] for row in places), default=0)
    return Course(outcome, scores, {row["hex"]: row["holder"] for row in places if row["turn"] == last})


def summary(game: Game, courses: Sequence[Course], side: str, sides: Sequence[str], real: Result) -> dict[str, Any]:
    """What a page draws of these games, seen from one side; `real` is how the game in question ended."""
    games = len(courses)
    leads = [lead(one.outcome.points, side) for one in courses]
    return {
        "side": side,
        "won": {one: share_of(courses, one) for one in sides},
        "drawn": _share(sum(not course.outcome.winners for course in courses), games),
        "spread": _spread([(one, course.outcome.winners) for one, course in zip(leads, courses, strict=True)]),
        "real": lead(real.points, side),
        "turns": _turns(courses, sides),
        "places": _places(game, courses),
        "open": _worth_opening(courses, leads),
    }


def share_of(courses: Sequence[Course], side: str) -> dict[str, Any]:
    """In how many of these games a side wins, the share, and its interval."""
    return _share(sum(side in course.outcome.winners for course in courses), len(courses))


def lead(points: Mapping[str, int], side: str) -> int:
    """A side's points less those of the best other."""
    return points.get(side, 0) - max((value for other, value in points.items() if other != side), default=0)


def _share(count: int, games: int) -> dict[str, Any]:
    _, low, high = wilson(count, games)
    return {"games": count, "share": count / games, "low": low, "high": high}


def _spread(ends: Sequence[tuple[int, tuple[str, ...]]]) -> list[dict[str, Any]]:
    """Leads and winners as bars of equal width, with 0 between two of them: from, up to before, how many games, and
    how many of them each side won.

    >>> [(bar["from"], bar["to"], bar["games"], bar["won"]) for bar in _spread([(0, ()), (0, ("a",)), (2, ("a",))])]
    [(0, 1, 2, {'a': 1}), (1, 2, 0, {}), (2, 3, 1, {'a': 1})]
    """
    leads = [one for one, _ in ends]
    width = max(1, -(-(max(leads) - min(leads) + 1) // BARS))
    bars = []
    for bar in range(min(leads) // width, max(leads) // width + 1):
        mine = [winners for one, winners in ends if one // width == bar]
        won = Counter(winner for winners in mine for winner in winners)
        bars.append({"from": bar * width, "to": (bar + 1) * width, "games": len(mine), "won": dict(won)})
    return bars


def _turns(courses: Sequence[Course], sides: Sequence[str]) -> list[dict[str, Any]]:
    """By turn and side: quantiles of the points; a game that is over keeps what it had."""
    found = []
    turns = sorted({turn for course in courses for turn in course.scores})
    last: list[Mapping[str, int]] = [{} for _ in courses]
    for turn in turns:
        last = [course.scores.get(turn, before) for course, before in zip(courses, last, strict=True)]
        for side in sides:
            values = sorted(one[side] for one in last if side in one)
            if values:
                points = [values[round(q * (len(values) - 1))] for q in QUANTILES]
                found.append({"turn": turn, "side": side, "points": points})
    return found


def _places(game: Game, courses: Sequence[Course]) -> list[dict[str, Any]]:
    """Every place worth holding: the share of games in which each side holds it at the end, the most disputed first."""
    found = []
    for hex in {hex for course in courses for hex in course.held}:
        holders = Counter(course.held.get(hex) for course in courses)
        shares = {side: count / len(courses) for side, count in holders.items() if side is not None}
        name = f"{hex:04}"
        words = {language: game.hex_words(name, language) for language in LANGUAGES}
        found.append({"hex": name, "words": words, "held": shares})
    return sorted(found, key=lambda one: (abs(max(one["held"].values(), default=0.0) - 0.5), one["hex"]))


def _worth_opening(courses: Sequence[Course], leads: Sequence[int]) -> dict[str, int]:
    """Numbers of games to look at: the middle one, and the best and worst for the side."""
    ranked = sorted(range(len(courses)), key=lambda at: (leads[at], courses[at].outcome.number))
    places = {"typical": ranked[len(ranked) // 2], "best": ranked[-1], "worst": ranked[0]}
    return {name: courses[at].outcome.number for name, at in places.items()}
