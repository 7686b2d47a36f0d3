"""A profile: what somebody's finished rated games tell of him to everybody.

Days are told and no hours, so that nobody reads from it when somebody plays. Who may open a table today may open its
replay from here, and nobody else: a row says how a game ended, not how it was played. How somebody likes to begin is
told only of several games together.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from grognard.club.ratings.course import LAST, Luck, Opening, favourite, luck, series
from grognard.club.ratings.finished import Account, Bot, FinishedGame, Holder
from grognard.club.ratings.history import Change, History
from grognard.club.ratings.record import Outcome, by_side, outcome, side_of, streaks
from grognard.core.registry import game as find_game
from grognard.core.words import LANGUAGES
from grognard.table.rating.ledger import Results
from grognard.table.rows import AccountRow

DAY = 86_400
MONTH = 30 * DAY
PAGE = 20
"""Games on a page of a list."""


async def profile(results: Results, history: History, row: AccountRow, reader: str | None) -> dict[str, Any]:
    """Somebody's ratings, results and last games; `reader` is under what the things of who asks are kept."""
    since = time.strftime("%Y-%m", time.gmtime(row.created))
    return {"name": row.name, "since": since, **await record(results, history, Account(row.id), reader)}


def any_version(level: str) -> Bot:
    """A bot's level as a profile shows it: every version of it has its own rating, and all of them one record."""
    return Bot(level, "")


async def record(results: Results, history: History, who: Account | Bot, reader: str | None) -> dict[str, Any]:
    """What finished rated games tell of a member, or of a level of bot."""
    changes = _changes(history, who)
    games = _sided(await results.of([change.table for change in changes]), who)
    now, longest = streaks(games, who)
    return {
        "ratings": _ratings(changes),
        "sides": [
            {"game": one.game, "side": one.side, "games": one.games, "won": one.won, "drawn": one.drawn,
             "share": one.share, "between": one.between}
            for one in by_side(games, who)
        ],
        "games": len(games),
        "streak": {"now": now, "longest": longest},
        "openings": openings(games, who),
        "luck": lucks(games, who),
        "recent": await page(results, history, who, reader),
    }  # fmt: skip


def openings(games: Sequence[FinishedGame], who: Account | Bot) -> list[dict[str, Any]]:
    """How somebody likes to begin, by game and side, where his games are enough to say."""
    opened: dict[tuple[str, str], list[tuple[Opening, bool]]] = {}
    for game in games:
        side = side_of(game, who)
        course = next((one for one in game.courses if one.side == side), None)
        if course is not None and course.opening is not None:
            won = outcome(game, who) is Outcome.WON
            opened.setdefault((game.game, side), []).append((course.opening, won))
    return [
        {
            "game": game,
            "side": side,
            "choice": _chosen(game, best.opening),
            "place": None if best.opening.place is None else dict(zip(LANGUAGES, best.opening.place, strict=True)),
            "hex": best.opening.hex,
            "games": best.games,
            "won": best.won,
            "of": best.of,
        }
        for (game, side), ones in sorted(opened.items())
        if (best := favourite(ones)) is not None
    ]


def _chosen(game_id: str, opening: Opening) -> dict[str, str] | None:
    if opening.choice is None:
        return None
    game = find_game(game_id)
    return {language: game.wording("chit", opening.choice, language) for language in LANGUAGES}


def lucks(games: Sequence[FinishedGame], who: Account | Bot) -> list[dict[str, Any]]:
    """What dice gave somebody in his last games of each kind: hits or steps, so that no two kinds are added up."""
    by_game: dict[str, list[tuple[Luck, float]]] = {}
    for game in games:
        found = luck(game.courses, side_of(game, who))
        if found is not None:
            won = {Outcome.WON: 1.0, Outcome.DRAWN: 0.5, Outcome.LOST: 0.0}[outcome(game, who)]
            by_game.setdefault(game.game, []).append((found, won))
    told = []
    for game_id, all_ in sorted(by_game.items()):
        ones = all_[-LAST:]
        total = series(ones)
        assert total is not None
        told.append(
            {
                "game": game_id,
                "gained": [round(one.gained, 1) for one, _ in ones],
                "mean": round(total.mean, 1),
                "band": round(total.band, 1),
                "beyond": round(total.beyond, 1),
                "explains": None if total.explains is None else round(total.explains, 2),
            }
        )
    return told


def _changes(history: History, who: Account | Bot) -> list[Change]:
    return [change for change in history.changes if _is(change.who, who)]


def _is(holder: object, who: Account | Bot) -> bool:
    return holder.level == who.level if isinstance(holder, Bot) and isinstance(who, Bot) else holder == who


def _sided(games: Sequence[FinishedGame], who: Account | Bot) -> list[FinishedGame]:
    """Games in which somebody was on one side; two bots of a level have nothing to tell of it."""
    found = [
        replace(game, seats=tuple(replace(one, holder=who) if _is(one.holder, who) else one for one in game.seats))
        for game in games
    ]
    return [game for game in found if len({seat.side for seat in game.seats if seat.holder == who}) == 1]


def _ratings(changes: Sequence[Change]) -> list[dict[str, Any]]:
    """Each game somebody is rated in, the most played first, with a point for each that he finished."""
    by_game: dict[str, list[Change]] = {}
    for change in changes:
        by_game.setdefault(change.game, []).append(change)
    return [
        {
            "game": game,
            "rating": str(ones[-1].after),
            "within": ones[-1].after.plus_minus,
            "games": ones[-1].after.games,
            "month": sum(one.points for one in ones if one.ended_at > time.time() - MONTH),
            "settled": next((n for n, one in enumerate(ones) if not one.after.provisional), None),
            "points": [
                {"day": day(one.ended_at), "rating": one.after.number, "within": one.after.plus_minus} for one in ones
            ],
        }
        for game, ones in sorted(by_game.items(), key=lambda one: (-len(one[1]), one[0]))
    ]


async def page(
    results: Results, history: History, who: Account | Bot, reader: str | None, skip: int = 0
) -> list[dict[str, Any]]:
    """Somebody's games as they are listed, the newest first, after so many of them."""
    points = {one.table: one.points for one in reversed(_changes(history, who))}
    if isinstance(who, Bot):  # some of them are no games of one side
        shown = list(reversed(_sided(await results.of(list(points)), who)))[skip : skip + PAGE]
    else:
        shown = list(reversed(await results.of(list(points)[skip : skip + PAGE])))
    holders = {seat.holder for game in shown for seat in game.seats if isinstance(seat.holder, Account)}
    names = await results.names([one.id for one in holders if isinstance(one, Account)])
    mine = await results.seats_of([game.table for game in shown], reader)
    return [
        {
            "game": game.game,
            "scenario": game.scenario,
            "side": side_of(game, who),
            "others": [_told(holder, names) for holder in _others(game, who)],
            "outcome": outcome(game, who),
            "ending": game.ending,
            "day": day(game.ended_at),
            "points": points[game.table],
            "replay": {"table": game.table, "seat": mine[game.table]} if game.table in mine else None,
        }
        for game in shown
    ]


def _others(game: FinishedGame, who: Account | Bot) -> list[Holder]:
    return list(dict.fromkeys(seat.holder for seat in game.seats if seat.holder != who))


def _told(holder: Holder, names: Mapping[str, str]) -> dict[str, str | None]:
    """Who else sat there; of who has left the house nothing is told."""
    if isinstance(holder, Bot):
        return {"name": None, "bot": holder.level}
    return {"name": names.get(holder.id) if isinstance(holder, Account) else None, "bot": None}


def day(at: float) -> int:
    """The day of a moment, as the second at which it began."""
    return int(at // DAY) * DAY
