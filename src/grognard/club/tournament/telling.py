"""Standings in words: the sums behind a row, and what decides between those who are level."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from grognard.club.tournament.knockout import Advanced
from grognard.club.tournament.pairs import Gave
from grognard.club.tournament.rules import Criterion
from grognard.club.tournament.standings import Rival, Row
from grognard.club.tournament.tie_breaks import Sum, Term
from grognard.club.words import say
from grognard.core.words import points

Name = Callable[[str], str]
"""An entrant's id -> the name that people read."""


@dataclass(frozen=True, slots=True)
class Line:
    """One sum: what it is called, what it is made of, what it comes to."""

    label: str
    terms: str
    total: str


@dataclass(frozen=True, slots=True)
class Why:
    """ "Why ... stands ...": a title, the sums, and a sentence for each criterion that decides."""

    title: str
    lines: tuple[Line, ...]
    verdicts: tuple[str, ...]


def figure(criterion: Criterion, total: int) -> str:
    """A total as it is written: halves as ½, quarters as decimals.

    >>> figure(Criterion.POINTS, 5), figure(Criterion.SONNEBORN_BERGER, 19), figure(Criterion.SONNEBORN_BERGER, 32)
    ('2½', '4.75', '8.0')
    """
    if criterion is Criterion.SONNEBORN_BERGER:
        return f"{total / 4:.2f}".removesuffix("0")
    return str(total) if criterion in (Criterion.WINS, Criterion.SURVIVED) else points(total)


def why(row: Row, language: str, name: Name = str) -> Why:
    title = say("why.title", language, name=name(row.entrant), place=ordinal(row.place, language))
    lines = tuple(
        Line(say(f"word.{one.criterion}", language), _terms(one, language, name), figure(one.criterion, one.total))
        for one in row.sums
    )
    return Why(title, lines, tuple(_verdicts(row, language, name)))


def ordinal(place: int, language: str) -> str:
    """
    >>> [ordinal(place, "en") for place in (1, 2, 3, 4, 11, 22)], ordinal(4, "ja")
    (['1st', '2nd', '3rd', '4th', '11th', '22nd'], '4位')
    """
    last = 0 if place // 10 % 10 == 1 else place % 10
    return say(f"ordinal.{last if 1 <= last <= 3 else 'other'}", language, place=place)


def _terms(one: Sum, language: str, name: Name) -> str:
    told = [_term(one.criterion, term, language, name) for term in one.terms if _worth_telling(one.criterion, term)]
    return say(f"terms.{one.criterion}" if told else "terms.nothing", language, terms=told)


def _worth_telling(criterion: Criterion, term: Term) -> bool:
    return term.value > 0 or criterion not in (Criterion.WINS, Criterion.SURVIVED)


def _term(criterion: Criterion, term: Term, language: str, name: Name) -> str:
    opponent = say("term.bye", language) if term.opponent is None else name(term.opponent)
    games = ["–" if game is None else points(game) for game in term.games] or [points(term.scored)]
    key = str(criterion) if term.counts else "left_out"
    if term.opponent is None and criterion is Criterion.POINTS:
        key = "points_bye"
    return say(
        f"term.{key}", language,
        name=opponent, costs=games, theirs=points(term.theirs), scored=points(term.scored), value=term.value,
    )  # fmt: skip


def _verdicts(row: Row, language: str, name: Name) -> list[str]:
    by: dict[Criterion | None, list[Rival]] = {}
    for rival in row.rivals:
        by.setdefault(rival.decided_by, []).append(rival)
    total = figure(row.sums[0].criterion, row.sums[0].total)
    said = []
    for criterion, rivals in by.items():
        names = [name(rival.entrant) for rival in rivals]
        if criterion is None:
            said.append(say("why.level", language, names=names))
        else:
            own, theirs = figure(criterion, rivals[0].own), [figure(criterion, rival.theirs) for rival in rivals]
            said.append(say("why.decided", language, names=names, total=total, word=criterion, own=own, theirs=theirs))
    return said


def goes_on(advanced: Advanced, language: str, name: Name = str) -> str:
    """Who goes on from a pair of a knockout, and why."""
    return say(f"advance.{advanced.by}", language, name=name(advanced.winner))


def would_give(gave: tuple[Gave, ...], language: str, name: Name = str) -> tuple[str, ...]:
    """Which rules would have to give for a pairing, a sentence each."""
    told = tuple(say(f"gives.{one.rule}", language, names=[name(who) for who in one.entrants]) for one in gave)
    return (say("gives.none_keeps_all", language), *told)
