"""A tournament as everybody may know it: standings with their sums, pairs, and of a game that runs its turn alone.

Nothing is passed on as it comes: every field is named here. Of a running game neither points nor who thinks behind
closed doors is told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.club.ratings.history import History
from grognard.club.tournament.course import Course, Entrant, How, Round
from grognard.club.tournament.knockout import advanced
from grognard.club.tournament.logbook import log
from grognard.club.tournament.meetings import Game, Meeting, meetings
from grognard.club.tournament.pairing import NoPairing, next_round, over, rounds
from grognard.club.tournament.pairs import Fixture
from grognard.club.tournament.refused import Refused
from grognard.club.tournament.rules import Criterion, Kind
from grognard.club.tournament.standings import Row, standings
from grognard.club.tournament.telling import Name, goes_on, why, would_give
from grognard.club.words import say
from grognard.core.registry import game as find_game
from grognard.core.words import points
from grognard.table.tournaments.book import Found, Standing
from grognard.table.tournaments.entrants import called, level_of, rated_as
from grognard.table.tournaments.laying import players_of

LANGUAGES = ("en", "ja")
LOG = 200
"""Lines of the log that are told, the newest."""

Words = dict[str, str]


def in_words(said: Callable[[str], str]) -> Words:
    return {language: said(language) for language in LANGUAGES}


def side_by_side(told: Mapping[str, Sequence[str]]) -> list[Words]:
    """Lines in several languages, each in all of them."""
    return [dict(zip(LANGUAGES, line, strict=True)) for line in zip(*(told[one] for one in LANGUAGES), strict=True)]


@dataclass(frozen=True, slots=True)
class Reader:
    """Who asks: his account, and whether he decides here."""

    account: str | None
    decides: bool


def stage(found: Found) -> str:
    """Whether one can still enter before it begins, it runs, or it is over."""
    if not found.course.rounds:
        return "open"
    return "over" if found.row.over else "running"


def brief(found: Found, names: Mapping[str, str], reader: Reader) -> dict[str, Any]:
    """A tournament as a list shows it."""
    row, course = found.row, found.course
    last = course.rounds[-1] if course.rounds else None
    won = [one.entrant for one in standings(course) if one.place == 1] if row.over and last else []
    return {
        "id": row.id,
        "name": row.name,
        "game": row.game,
        "scenario": row.scenario,
        "kind": str(course.rules.kind),
        "stage": stage(found),
        "rated": row.rated,
        "clock": row.clock,
        "players": len(course.active),
        "bots": sum(one.bot for one in course.active),
        "round": last.number if last else 0,
        "rounds": rounds(course) if len(course.field) > 1 or course.rules.kind is Kind.SWISS else None,
        "ends_at": last.ends_at if last and not last.closed else None,
        "starts": row.starts,
        "organiser": None if row.owner is None else names.get(row.owner),
        "entered": any(one.id == reader.account for one in course.active),
        "winners": side_by_side(
            {language: [called(one, course, names, language) for one in won] for language in LANGUAGES}
        ),
    }


class Telling:
    """One tournament, told to one reader."""

    def __init__(
        self, found: Found, names: Mapping[str, str], tables: Mapping[str, Standing], history: History, reader: Reader
    ) -> None:
        self.found, self.names, self.tables, self.history, self.reader = found, names, tables, history, reader
        self.course: Course = found.course

    def name(self, entrant: str, language: str) -> str:
        return called(entrant, self.course, self.names, language)

    def naming(self, language: str) -> Name:
        return lambda entrant: self.name(entrant, language)

    def whole(self) -> dict[str, Any]:
        row, course = self.found.row, self.course
        rules = course.rules
        return {
            **brief(self.found, self.names, self.reader),
            "options": row.options,
            "watched": row.watched,
            "sides": list(rules.sides),
            "both_sides": rules.both_sides,
            "round_seconds": rules.round_seconds,
            "at_deadline": str(rules.at_deadline),
            "criteria": [self._criterion(one) for one in rules.criteria],
            "decides": self.reader.decides,
            "entrants": [self._entrant(one) for one in course.seeds],
            "standings": [self._row(one) for one in standings(course)],
            "after": course.last_closed,
            "pairings": [self._round(one) for one in reversed(course.rounds)],
            "stuck": self._stuck(),
            "log": self._log(),
        }

    def _criterion(self, criterion: Criterion) -> dict[str, Any]:
        return {"id": str(criterion), "words": in_words(lambda language: say(f"word.{criterion}", language))}

    def _entrant(self, one: Entrant) -> dict[str, Any]:
        game = find_game(self.found.row.game)
        skill = self.history.now.get((game.id, rated_as(one.id, game)))
        return {
            "id": one.id,
            "name": in_words(lambda language: self.name(one.id, language)),
            "bot": level_of(one.id),
            "seed": one.rating,
            "rating": None if skill is None else str(skill),
            "withdrawn": one.withdrawn,
            "you": one.id == self.reader.account,
        }

    # ---- standings

    def _row(self, row: Row) -> dict[str, Any]:
        told = {language: why(row, language, self.naming(language)) for language in LANGUAGES}
        closed = self.course.after(self.course.last_closed)
        lines = {language: told[language].lines for language in LANGUAGES}
        return {
            "place": row.place,
            "entrant": row.entrant,
            "figures": [line.total for line in lines["en"]],
            "sides": list(row.sides),
            "rounds": [self._met(one) for one in meetings(closed, row.entrant)],
            "why": {
                "title": in_words(lambda language: told[language].title),
                "lines": [
                    {"label": label, "terms": terms, "total": line.total}
                    for label, terms, line in zip(
                        side_by_side({language: [one.label for one in lines[language]] for language in LANGUAGES}),
                        side_by_side({language: [one.terms for one in lines[language]] for language in LANGUAGES}),
                        lines["en"],
                        strict=True,
                    )
                ],
                "verdicts": side_by_side({language: told[language].verdicts for language in LANGUAGES}),
            },
        }

    def _met(self, meeting: Meeting) -> dict[str, Any]:
        return {
            "round": meeting.round,
            "bye": meeting.opponent is None,
            "games": [_scored(one) for one in meeting.games],
        }

    # ---- rounds

    def _round(self, round: Round) -> dict[str, Any]:
        course = self.course
        boards: dict[int, list[dict[str, Any]]] = {}
        for fixture, first, second in course.fixtures(round):
            boards.setdefault(fixture.board, []).append(self._game(fixture, first, second))
        knockout = course.rules.kind is Kind.KNOCKOUT and round.closed
        return {
            "number": round.number,
            "ends_at": round.ends_at,
            "closed": round.closed,
            "extended": round.extended,
            "byes": list(round.byes),
            "bye_points": points(2 * course.rules.games),
            "pairs": [
                {
                    "board": board,
                    "games": games,
                    "goes_on": self._goes_on(round.number, board) if knockout else None,
                }
                for board, games in boards.items()
            ],
        }

    def _goes_on(self, number: int, board: int) -> Words:
        found = advanced(self.course, number, board)
        return in_words(lambda language: goes_on(found, language, self.naming(language)))

    def _game(self, fixture: Fixture, first: str, second: str) -> dict[str, Any]:
        outcome = self.course.outcomes.get(fixture)
        named = self.found.games.get(fixture)
        table = self.tables.get(named.table_id) if named is not None else None
        seats = dict(zip(players_of(self.found.row), (first, second), strict=True))
        mine = next((player for player, one in seats.items() if one == self.reader.account), None)
        told: dict[str, Any] = {
            "game": fixture.game,
            "first": first,
            "second": second,
            "score": None if outcome is None else [points(outcome.first), points(outcome.second)],
            "how": None if outcome is None else str(outcome.how),
            "table": None,
            "seat": None,
            "watch": None,
            "begun": False,
            "turn": None,
            "to_move": [],
            "your_move": False,
        }
        if table is None or named is None:
            return told
        if mine is not None:
            told |= {"table": table.row.id, "seat": mine}
        elif named.watch is not None:
            told |= {"table": table.row.id, "watch": named.watch}
        summary = table.summary
        if outcome is None and summary:
            begun = bool(summary.get("begun"))
            told |= {
                "begun": begun,
                "turn": summary["turn"] if begun else None,
                "to_move": [seats[player] for player in summary["waiting"] if player in seats],
                "your_move": mine is not None and mine in summary["deciding"],
            }
        elif outcome is None:
            told["your_move"] = mine is not None
        return told

    # ---- what keeps it

    def _stuck(self) -> list[Words]:
        """Which rules would have to give for the next round; nothing where it can be paired, or is none."""
        course = self.course
        if not course.rounds or not course.rounds[-1].closed or self.found.row.over or over(course):
            return []
        try:
            next_round(course, 0.0)
        except NoPairing as none:
            return side_by_side(
                {language: would_give(none.gave, language, self.naming(language)) for language in LANGUAGES}
            )
        except Refused:
            return []
        return []

    def _log(self) -> list[dict[str, Any]]:
        events = self.found.events
        lines = {language: log(events, language, self.naming(language)) for language in LANGUAGES}
        told = zip(events, side_by_side(lines), strict=True)
        return [{"at": event.at, "words": words} for event, words in told][-LOG:]


def _scored(game: Game) -> dict[str, Any]:
    return {
        "side": int(game.side),
        "score": None if game.scored is None else points(game.scored),
        "forfeited": game.how is How.FORFEITED,
    }


def everybody(found: Found) -> set[str]:
    """Accounts whose names are needed to tell of it."""
    by = {str(getattr(event, "by", "")) for event in found.events}
    people = {one.id for one in found.course.entrants if level_of(one.id) is None}
    return (people | by | {found.row.owner or ""}) - {""}
