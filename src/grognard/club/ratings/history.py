"""All ratings from all finished games: taken in the order of their end, the same list gives the same history."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import takewhile

from grognard.club.ratings.contest import Rated, learned, parts
from grognard.club.ratings.finished import Account, Bot, FinishedGame
from grognard.club.ratings.friendly import why_friendly
from grognard.club.ratings.record import BySide
from grognard.club.ratings.sides import Side
from grognard.club.ratings.skill import NEWCOMER, Skill

CORRECTED = 60.0
"""Points by which a new version of a bot, or of the rules that it plays by, may well differ from the one before."""


@dataclass(frozen=True, slots=True)
class Change:
    """What one game made of one rating."""

    table: str
    game: str
    ended_at: float
    who: Rated
    before: Skill
    after: Skill

    @property
    def points(self) -> int:
        """The change as shown: between the numbers shown, so that a reader's sum comes out."""
        return self.after.number - self.before.number


@dataclass(slots=True)
class History:
    """Every change in its order, and what is believed now; `take` goes on with the next game that ends."""

    changes: list[Change] = field(default_factory=list)
    now: dict[tuple[str, Rated], Skill] = field(default_factory=dict)
    bots: dict[tuple[str, str], Skill] = field(default_factory=dict)
    """The newest version of each level of bot, by game."""
    ends: dict[tuple[str, str, str], list[bool | None]] = field(default_factory=dict)
    """By game, scenario and side: each game in which it was played, whether it won, None for a draw."""

    def take(self, game: FinishedGame) -> tuple[Change, ...]:
        """Rate one game; a friendly one changes nothing."""
        if why_friendly(game) is not None:
            return ()
        whoever = [part.who for side in game.sides for part in parts(game, side)]
        before = {who: self.skill(game.game, who) for who in whoever}
        after = learned(game, before)
        taken = tuple(Change(game.table, game.game, game.ended_at, who, before[who], after[who]) for who in before)
        for change in taken:
            self.now[game.game, change.who] = change.after
            if isinstance(change.who, Bot):
                self.bots[game.game, change.who.level] = change.after
        self.changes.extend(taken)
        for side in game.sides:
            won = side in game.winners if game.winners else None
            self.ends.setdefault((game.game, game.scenario, side), []).append(won)
        return taken

    def skill(self, game: str, who: Rated) -> Skill:
        """What is believed of somebody now. A bot's new version is thought as strong as the last, but less surely."""
        known = self.now.get((game, who))
        if known is not None:
            return known
        if isinstance(who, Side):
            return Skill(sigma=who.spread)
        if isinstance(who, Bot) and (game, who.level) in self.bots:
            old = self.bots[game, who.level]
            return Skill(old.mu, min(NEWCOMER, math.sqrt(old.sigma**2 + CORRECTED**2)))
        return Skill()

    def fared(self, game: str, scenario: str, side: str) -> BySide:
        """What a side of a scenario has won in whosever hands, with whatever options."""
        ends = self.ends.get((game, scenario, side), [])
        return BySide(game, side, len(ends), ends.count(True), ends.count(None))

    def lately(self, game: str, since: float) -> set[Account]:
        """Members who have finished a rated game since then."""
        recent = takewhile(lambda change: change.ended_at >= since, reversed(self.changes))
        return {change.who for change in recent if change.game == game and isinstance(change.who, Account)}

    def shown(self, game: str, account: str) -> str | None:
        """An account's rating as it stands beside the name; None before its first rated game."""
        skill = self.now.get((game, Account(account)))
        return None if skill is None else str(skill)

    def of(self, game: str, who: Account | Bot) -> tuple[Change, ...]:
        """The plot of a profile."""
        return tuple(change for change in self.changes if change.game == game and change.who == who)

    def fingerprint(self) -> str:
        """A digest of every change: what was kept and what is computed again agree when this does."""
        return sha256("\n".join(map(repr, self.changes)).encode()).hexdigest()


def rate(games: Iterable[FinishedGame]) -> History:
    """The history of these games, in whatever order they are given; equal times go by the table's id."""
    history = History()
    for game in sorted(games, key=lambda one: (one.ended_at, one.table)):
        history.take(game)
    return history
