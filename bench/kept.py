"""What bots gain or lose by keeping a plan from one answer to the next, beside being asked anew every time.

`python bench/kept.py vl --deals 100 --seed 62000`: each deal is played with kept plans in no seat, and on one side
after the other; told is what a side has more with them on the same deals, in wins and in points, with 95 % intervals.
"""

from __future__ import annotations

import argparse
from math import sqrt
from random import Random
from statistics import fmean, stdev

import grognard
from grognard.core.state import State
from grognard.lab import simulate
from grognard.lab.report.intervals import normal
from grognard.lab.simulate import Outcome, Pairing, play_out, seed_of
from grognard.players import bot
from grognard.players.bot import Bot
from grognard.players.officer import Officer

ANEW = "anew:"
"""Before a bot's name: one that forgets its plan after every answer."""


class Forgetful(Officer):
    def choose(self, state: State, player: int, rng: Random) -> int:
        self.memory = None
        return super().choose(state, player, rng)


def bot_or_forgetful(name: str, game_id: str | None = None) -> Bot:
    return Forgetful(name.removeprefix(ANEW)) if name.startswith(ANEW) else bot(name, game_id)


def gained(told: Outcome, side: str) -> tuple[float, float]:
    """What a side has of a game: a win or half of one, and its lead over the best of the others."""
    others = [points for one, points in told.points.items() if one != side]
    won = float(side in told.winners) if told.winners else 0.5
    return won, told.points.get(side, 0) - max(others, default=0)


def share(found: list[float]) -> str:
    return f"{fmean(found):+.3f} ±{normal() * stdev(found) / sqrt(len(found)):.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--scenario")
    parser.add_argument("--bot", default="recruit")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=61_000)
    asked = parser.parse_args()
    players = grognard.game(asked.game).scenario(asked.scenario).roster.players
    sides = list(dict.fromkeys(player.side for player in players))
    setattr(simulate, "bot", bot_or_forgetful)  # noqa: B010  # games here know one bot more
    found: dict[str, list[tuple[float, float]]] = {side: [] for side in sides}
    for deal in range(asked.deals):
        ends = {}
        for keeps in (None, *sides):
            seats = {one.id: asked.bot if one.side == keeps else ANEW + asked.bot for one in players}
            ends[keeps] = play_out(Pairing(asked.game, asked.scenario, None, deal, seed_of(asked.seed, deal), seats))
        for side in sides:
            (won, lead), (usual, by) = gained(ends[side], side), gained(ends[None], side)
            found[side].append((won - usual, lead - by))
    for side, rows in found.items():
        print(f"{side}: {share([won for won, _ in rows])} in wins, {share([lead for _, lead in rows])} in points")


if __name__ == "__main__":
    main()
