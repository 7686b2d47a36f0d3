"""A ladder of bots: everybody against everybody in every seat, on the same deals, and what that says of their strength.

Sides are seldom even, so a bot is measured by what it gains in a seat over another bot in the same seat against the
same opponent, deal by deal. The rating is a Bradley-Terry scale with a term for each side; intervals are 95 %.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from statistics import NormalDist, fmean, stdev
from typing import Any, NamedTuple

from grognard.core.game import SetupError
from grognard.core.registry import game
from grognard.lab.simulate import Outcome, Pairing, play_all, seed_of
from grognard.players import bot

FRESH = 20_000
"""The seed of ladders: bots are tuned on others."""
Z = NormalDist().inv_cdf(0.975)
RESAMPLED = 200
"""How often the deals are drawn again for the interval of a rating."""
ELO = 400 / math.log(10)
MIDDLE = 1000
"""The mean rating of a ladder."""
PRIOR = 0.5
"""Half a drawn game between each bot and the mean: who has won everything is not endlessly strong."""
STEP, SETTLED = 1.0, 1e-6
"""The longest step of a round, and the one after which nothing moves any more, in log odds."""
ROUNDS = 500
"""Rounds in which ratings settle, at most."""
SCORES = (0.0, 0.0, 1.0, 1.0)
"""Two games won and two lost in doubt (Agresti and Coull)."""
GAINS = (-1.0, 1.0)
"""The same for scores compared deal by deal."""


class Estimate(NamedTuple):
    """A mean and how far it may be off, either way."""

    mean: float
    within: float
    games: int

    @classmethod
    def of(cls, values: Sequence[float], doubt: Sequence[float] = ()) -> Estimate:
        """The mean of these with its 95 % interval.

        `doubt` are made-up values for the interval alone: ten wins in ten games do not mean that none is ever lost.
        """
        doubted = [*values, *doubt]
        spread = stdev(doubted) / math.sqrt(len(doubted)) if len(doubted) > 1 else math.inf
        return cls(fmean(values), Z * spread, len(values))


class Seat(NamedTuple):
    """A bot in a side's seats against another in all the others'."""

    side: str
    bot: str
    against: str


@dataclass(frozen=True)
class Deal:
    """One game seen from one seat."""

    score: float
    """1 for a win, 0.5 for a draw."""
    margin: float
    """Its points less those of the best other side."""


@dataclass(frozen=True)
class Ladder:
    """What was played: by seat and then by deal."""

    sides: tuple[str, ...]
    bots: tuple[str, ...]
    played: Mapping[Seat, Mapping[int, Deal]]

    def score(self, seat: Seat) -> Estimate:
        return Estimate.of([deal.score for deal in self.played[seat].values()], SCORES)

    def margin(self, seat: Seat) -> Estimate:
        return Estimate.of([deal.margin for deal in self.played[seat].values()])

    def pooled(self, bot: str, against: str) -> Estimate:
        """What a bot takes from another over all seats."""
        seats = (Seat(side, bot, against) for side in self.sides)
        return Estimate.of([deal.score for seat in seats for deal in self.played[seat].values()], SCORES)

    def gain(self, seat: Seat) -> Estimate:
        """What the bot scores in this seat beyond what its opponent would score there against itself."""
        return Estimate.of([mine.score - other.score for mine, other in self._beside(seat)], GAINS)

    def gain_of_margin(self, seat: Seat) -> Estimate:
        """The same in points."""
        return Estimate.of([mine.margin - other.margin for mine, other in self._beside(seat)])

    def _beside(self, seat: Seat) -> list[tuple[Deal, Deal]]:
        mine, others = self.played[seat], self.played[Seat(seat.side, seat.against, seat.against)]
        return [(deal, others[seed]) for seed, deal in mine.items()]

    def ratings(self, rng: Random) -> dict[str, Estimate]:
        """By bot: its rating. The interval is found by drawing the deals anew, and is never less than so many games
        can tell."""
        seeds = sorted({seed for deals in self.played.values() for seed in deals})
        best, blur = self._rated(seeds)
        drawn = [self._rated(rng.choices(seeds, k=len(seeds)))[0] for _ in range(RESAMPLED)]
        return {
            name: Estimate(best[name], Z * max(stdev(one[name] for one in drawn), blur[name]), len(seeds))
            for name in self.bots
        }

    def _rated(self, seeds: Sequence[int]) -> tuple[dict[str, float], dict[str, float]]:
        """Bradley-Terry with a term for each side, by Newton's step for one term after the other: by bot its rating,
        and the deviation of it that follows from the number of games."""
        once = self.sides if len(self.sides) > 2 else self.sides[:1]  # of two sides each game is seen twice
        results = [
            (seat, len(seeds), sum(deals[seed].score for seed in seeds))
            for seat, deals in self.played.items()
            if seat.bot != seat.against and seat.side in once
        ]
        strength, bend = dict.fromkeys(self.bots, 0.0), dict.fromkeys(self.bots, 1.0)
        favour = dict.fromkeys(self.sides, 0.0)
        for _ in range(ROUNDS):
            moved = 0.0
            for name in self.bots:
                slope, bend[name] = PRIOR * (0.5 - _chance(strength[name])), PRIOR / 4
                for seat, games, won in results:
                    if name in (seat.bot, seat.against):
                        chance = _chance(strength[seat.bot] - strength[seat.against] + favour[seat.side])
                        slope += (won - games * chance) * (1 if seat.bot == name else -1)
                        bend[name] += games * chance * (1 - chance)
                step = max(-STEP, min(STEP, slope / bend[name]))
                moved = max(moved, abs(step))
                strength[name] += step
            for side in once:
                slope, curve = -PRIOR * favour[side], PRIOR
                for seat, games, won in results:
                    if seat.side == side:
                        chance = _chance(strength[seat.bot] - strength[seat.against] + favour[side])
                        slope += won - games * chance
                        curve += games * chance * (1 - chance)
                favour[side] += max(-STEP, min(STEP, slope / curve))
            if moved < SETTLED:
                break
        middle = fmean(strength.values())
        rated = {name: MIDDLE + ELO * (value - middle) for name, value in strength.items()}
        return rated, {name: ELO / math.sqrt(one) for name, one in bend.items()}


def _chance(advantage: float) -> float:
    return 1 / (1 + math.exp(-advantage))


def climb(
    game_id: str,
    bots: Sequence[str],
    games: int,
    *,
    seed: int = FRESH,
    jobs: int = 1,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    told: Callable[[Outcome], None] | None = None,
) -> Ladder:
    """Everybody against everybody, himself too, from every side: so many deals, each played in all these seats."""
    if len(set(bots)) != len(bots) or len(bots) < 2:
        raise SetupError(f"a ladder takes at least two different bots, not {', '.join(bots) or 'none'}")
    table = game(game_id)
    chosen = table.scenario(scenario)
    for name in bots:
        bot(name, game_id, chosen.id)
    table.settle_options(chosen, options)
    roster = chosen.roster
    sides = tuple(roster.sides)
    seats = [Seat(side, one, other) for one in bots for other in bots for side in sides]
    seatings = {
        seat: tuple(seat.bot if one.side == seat.side else seat.against for one in roster.players) for seat in seats
    }
    to_play = [
        Pairing(game_id, scenario, options, number, seed_of(seed, deal), dict(zip(roster.ids, seating, strict=True)))
        for number, (deal, seating) in enumerate(product(range(games), dict.fromkeys(seatings.values())))
    ]
    outcomes = {(outcome.seed, *outcome.seats.values()): outcome for outcome in play_all(to_play, jobs, told)}
    deals = [seed_of(seed, deal) for deal in range(games)]
    found = {
        seat: {deal: seen_from(outcomes[deal, *seating], seat.side, sides) for deal in deals}
        for seat, seating in seatings.items()
    }
    return Ladder(sides, tuple(bots), found)


def games_of(sides: int, bots: int) -> int:
    """How many games a deal takes: with two sides a bot's seat and its opponent's are one game.

    >>> games_of(2, 3), games_of(3, 2)
    (9, 8)
    """
    return bots**2 if sides == 2 else bots + sides * bots * (bots - 1)


def seen_from(outcome: Outcome, side: str, sides: Sequence[str]) -> Deal:
    score = 0.5 if not outcome.winners else float(side in outcome.winners)
    best = max((outcome.points.get(one, 0) for one in sides if one != side), default=0)
    return Deal(score, outcome.points.get(side, 0) - best)
