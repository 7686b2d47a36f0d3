"""One rated game: sides as teams, pairs of sides, and what each pair teaches about those who were in it.

openskill is asked one plain question only, "these beat those"; a draw is half a win and half a loss.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from openskill.models import ThurstoneMostellerFull

from grognard.club.ratings.finished import Account, Bot, FinishedGame, Visitor
from grognard.club.ratings.sides import Side, mates
from grognard.club.ratings.skill import BETA, DECIMALS, NEWCOMER, Skill

Rated = Account | Bot | Side
LEARNING = 2.5
"""Points by which a person's strength may drift from one game to the next; a bot stays what it is."""
FASHION = 0.5
"""The same for a side, which all who play it learn to play."""


def _undamped(*_: Any) -> float:
    """Bands shrink by what a game tells, neither faster nor slower: only so do they hold 95 % (a test counts)."""
    return 1.0


MODEL = ThurstoneMostellerFull(mu=0.0, sigma=NEWCOMER, beta=BETA, gamma=_undamped, tau=0.0, epsilon=0.0)


@dataclass(frozen=True, slots=True)
class Part:
    """Somebody's share in the strength of a side: people share it by seats, the side itself counts whole."""

    who: Rated
    share: float


def parts(game: FinishedGame, side: str) -> tuple[Part, ...]:
    seats = game.seats_of(side)
    held = Counter(seat.holder for seat in seats)
    people = tuple(
        Part(holder, count / len(seats)) for holder, count in held.items() if not isinstance(holder, Visitor)
    )
    return (*(Part(mate, 1.0) for mate in mates(game, side)), *people)


def learned(game: FinishedGame, before: Mapping[Rated, Skill]) -> dict[Rated, Skill]:
    """What is believed of everyone after this game, who had these skills before it."""
    teams = {side: parts(game, side) for side in game.sides}
    wider = {who: _after_a_while(who, skill) for who, skill in before.items()}
    mu = {who: skill.mu for who, skill in wider.items()}
    variance = {who: skill.sigma**2 for who, skill in wider.items()}
    weight = 2 / len(teams)
    for winner, loser, of_win in _pairs(game):
        for one, other, share in ((winner, loser, of_win), (loser, winner, 1 - of_win)):
            if share:
                for who, told in _told(teams[one], teams[other], wider):
                    mu[who] += weight * share * (told.mu - wider[who].mu)
                    variance[who] -= weight * share * (wider[who].sigma ** 2 - told.sigma**2)
    return {
        who: Skill(round(mu[who], DECIMALS), round(math.sqrt(variance[who]), DECIMALS), skill.games + 1)
        for who, skill in before.items()
    }


def _pairs(game: FinishedGame) -> list[tuple[str, str, float]]:
    """Pairs of sides and how far the first has won: who won beat each who did not, who shared a win or a draw drew.

    Of two who lost to a third nothing is said.
    """
    sides = game.sides
    first = [side for side in sides if side in game.winners] or list(sides)
    drawn = [(one, other, 0.5) for number, one in enumerate(first) for other in first[number + 1 :]]
    return drawn + [(one, other, 1.0) for one in first for other in sides if other not in first]


def _after_a_while(who: Rated, skill: Skill) -> Skill:
    drift = LEARNING if isinstance(who, Account) else FASHION if isinstance(who, Side) else 0.0
    return Skill(skill.mu, math.sqrt(skill.sigma**2 + drift**2), skill.games)


def _told(winners: Sequence[Part], losers: Sequence[Part], skills: Mapping[Rated, Skill]) -> list[tuple[Rated, Skill]]:
    """What openskill makes of one win. A share in a side is rated as such and then scaled back to the whole person."""
    teams = (_beyond(winners, losers), _beyond(losers, winners))
    shares = [
        [MODEL.rating(skills[part.who].mu * part.share, skills[part.who].sigma * part.share) for part in team]
        for team in teams
    ]
    found = MODEL.rate(shares, ranks=[0, 1])
    return [
        (part.who, Skill(told.mu / part.share, told.sigma / part.share))
        for team, after in zip(teams, found, strict=True)
        for part, told in zip(team, after, strict=True)
    ]


def _beyond(team: Sequence[Part], others: Sequence[Part]) -> list[Part]:
    """What a side has that the other has not: the same bot on both says nothing of itself, only of the rest."""
    theirs = {part.who: part.share for part in others}
    return [Part(one.who, share) for one in team if (share := one.share - theirs.get(one.who, 0.0)) > 0]
