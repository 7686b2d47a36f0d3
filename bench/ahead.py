"""What a bot gains that looks ahead in the last turns of a game, beside Regular in the same seat on the same deals.

`python bench/ahead.py avl --side axis --turn 9 --deals 60 --seed 77000`: Regulars play each deal to the beginning of
a turn. From there Veteran plays on in one seat, once, and Regular some times over, each time with other dice: what
Regular gets on average is taken off what Veteran got. So fewer games are needed than with whole ones. A deal that ends
before that turn counts as no gain, as it would in whole games. `--anywhere` lets him think from that turn on in a seat
in which nothing was shown yet.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

import grognard
from grognard.core.state import State
from grognard.lab.beginning import Start
from grognard.lab.report.intervals import normal
from grognard.lab.simulate import Pairing, play_out, seed_of
from grognard.players.doctrine import REGULAR, doctrine
from grognard.players.foresight import Foresight, Promise, fulfilled


class Deal(NamedTuple):
    """What came of one deal: a win counts 1 and a draw half, the lead is in points."""

    got: Promise
    """With Veteran in the seat."""
    usual: Promise
    """With Regular in it, on average."""

    @property
    def score(self) -> float:
        return self.got.chance - self.usual.chance

    @property
    def points(self) -> float:
        return self.got.lead - self.usual.lead


def mean(found: Sequence[Promise]) -> Promise:
    return Promise(fmean(one.chance for one in found), fmean(one.lead for one in found))


def with_interval(found: Sequence[float]) -> str:
    wide = normal() * stdev(found) / sqrt(len(found)) if len(found) > 1 else float("inf")
    return f"{fmean(found):+.3f} ±{wide:.3f}"


def played(asked: argparse.Namespace, foresight: Foresight[Any]) -> Iterator[Deal]:
    """One deal after the other."""
    players = grognard.game(asked.game).scenario(asked.scenario).roster.players
    usual = {one.id: REGULAR for one in players}
    looking = {one.id: asked.bot if one.side == asked.side else REGULAR for one in players}
    for number in range(asked.first, asked.first + asked.deals):
        begun: list[Start] = []

        def watch(state: State, begun: list[Start] = begun) -> None:
            if not begun and state.lanes is None and foresight.window(state).turn >= asked.turn:
                begun.append(Start.of(state))

        own = seed_of(asked.seed, number)
        whole = fulfilled(play_out(Pairing(asked.game, asked.scenario, None, number, own, usual), watch), asked.side)
        if not begun:
            yield Deal(whole, whole)
            continue

        def ended(seats: dict[str, str], course: int, number: int = number, start: Start = begun[0]) -> Promise:
            seed = seed_of(asked.seed + 1 + course, number)
            told = play_out(Pairing(asked.game, asked.scenario, None, number, seed, seats, start))
            return fulfilled(told, asked.side)

        yield Deal(ended(looking, 0), mean([whole, *(ended(usual, course) for course in range(asked.courses))]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--scenario")
    parser.add_argument("--side", required=True)
    parser.add_argument("--turn", type=int, required=True)
    parser.add_argument("--bot", default="veteran:rollouts=24")
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--courses", type=int, default=7)
    parser.add_argument("--seed", type=int, default=77_000)
    parser.add_argument("--anywhere", action="store_true")
    asked = parser.parse_args()
    book: Any = doctrine(asked.game, REGULAR)
    foresight: Any = book.foresight
    if asked.anywhere:
        foresight.gains = lambda state, player: foresight.window(state).turn >= asked.turn
    found: list[Deal] = []
    for deal in played(asked, foresight):
        found.append(deal)
        print(asked.first + len(found) - 1, *(f"{one:+.2f}" for one in (*deal.usual, *deal.got)), flush=True)
    for name, told in (("Regular", [one.usual for one in found]), (asked.bot, [one.got for one in found])):
        print(f"{asked.side}, {name}: {fmean(one.chance for one in told):.3f}, {fmean(one.lead for one in told):+.1f}")
    print("gain in score", with_interval([one.score for one in found]))
    print("gain in points", with_interval([one.points for one in found]))


if __name__ == "__main__":
    main()
