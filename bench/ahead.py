"""What a bot gains that looks ahead in the last turns of a game, beside Regular in the same seat.

`python bench/ahead.py avl --side soviet --turn 9 --deals 40 --seed 77000`: Regulars play each deal to the beginning of
a turn; from there Veteran plays on in one seat and Regular in the others. Told is what he gained, with 95 % intervals.

Two bots that differ in what they choose for some windows alone differ, on average, by what those choices are worth when
all that follows is played by the one of them: so wherever Veteran chose another temper than Regular's, both are played
on from there to the end by Regulars, `--courses` times with dice that he has not thought about, and what is apart is
added up over his windows. It is the same figure that whole games give on average, from far fewer of them; what he got
in the end beside a game of Regulars on the same deal stands below it. A deal that ends before that turn is no gain, as
it would be in whole games. With `--most 30` a lead beyond that, which wins at once, counts as no more in a figure
(`within`) that stands beside. `--anywhere` lets him think from that turn on in a seat in which nothing was shown yet.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

import grognard
from grognard.core.dice import FastDice
from grognard.core.state import State
from grognard.lab import simulate
from grognard.lab.beginning import Start
from grognard.lab.report.intervals import normal
from grognard.lab.simulate import Pairing, play_out, seed_of
from grognard.players import bot
from grognard.players.bot import Bot
from grognard.players.doctrine import REGULAR, doctrine
from grognard.players.foresight import Ended, Foresight, fulfilled
from grognard.players.rollout import Rollout
from grognard.players.veteran import Plan, Veteran


class Ending(NamedTuple):
    """What a side has of a game, or has more in one than in another."""

    score: float
    """1 for a win, half for a draw."""
    points: float
    """Its lead."""
    within: float
    """The same, no more than counts."""

    def less(self, other: Ending) -> Ending:
        return Ending(*(one - another for one, another in zip(self, other, strict=True)))


NOTHING = Ending(0.0, 0.0, 0.0)


class Deal(NamedTuple):
    """What came of one deal."""

    chosen: Ending
    """What was gained by the tempers that Veteran chose."""
    thoughts: int
    tempers: int
    """How many of them ended in another temper."""
    got: Ending
    usual: Ending
    """What Regular got in the seat."""


def ending(result: Ended, asked: argparse.Namespace) -> Ending:
    score, lead = fulfilled(result, asked.side)
    return Ending(score, lead, max(-asked.most, min(asked.most, lead)))


def with_interval(found: Sequence[float]) -> str:
    wide = normal() * stdev(found) / sqrt(len(found)) if len(found) > 1 else float("inf")
    return f"{fmean(found):+.3f} ±{wide:.3f}"


class Watch:
    """Looks on while a game is played with Veteran in a seat, and tries what he chooses against what he did not."""

    def __init__(self, asked: argparse.Namespace, player: int, seed: int) -> None:
        self.asked, self.player, self.seed = asked, player, seed
        book: Any = doctrine(asked.game, REGULAR)
        self.book = book
        self.foresight: Foresight[Any] = book.foresight
        self.state: State | None = None
        self.veteran: Veteran | None = None
        self.plan: Plan | None = None
        self.found: list[Ending] = []
        """By window that he thought about."""
        self.changed = 0
        """In how many of them he chose another temper."""

    def bot(self, name: str, game_id: str | None = None) -> Bot:
        made = bot(name, game_id)
        if isinstance(made, Veteran):
            self.veteran = made
        return made

    def watch(self, state: State) -> None:
        self.state = state

    def heard(self, player: int, answer: int) -> None:
        assert self.veteran is not None and self.state is not None
        if self.veteran.memory is self.plan:
            return
        self.plan = self.veteran.memory
        if self.plan is not None and self.foresight.gains(self.state, self.player):
            self.found.append(self._worth(self.state, self.plan) if self.plan.temper else NOTHING)
            self.changed += bool(self.plan.temper)

    def _worth(self, state: State, plan: Plan) -> Ending:
        """What a temper gains over Regular's own in this window."""
        temper = self.book.changed(self.asked.side, plan.temper)
        apart = []
        for course in range(self.asked.courses):
            seed = seed_of(self.seed, course)
            apart.append(self._end(state, temper, seed).less(self._end(state, self.book, seed)))
        return Ending(*map(fmean, zip(*apart, strict=True)))

    def _end(self, state: State, plan: Any, seed: int) -> Ending:
        rollout = Rollout(self.foresight, state, self.player, self.book, plan, seed)
        rollout.state = state.clone()  # as it is, but for the dice
        rollout.state.dice = FastDice(seed)
        end = rollout.play()
        assert end.result is not None
        return ending(end.result, self.asked)


def played(asked: argparse.Namespace, foresight: Foresight[Any]) -> Iterator[Deal]:
    """One deal after the other."""
    roster = grognard.game(asked.game).scenario(asked.scenario).roster
    usual = {one.id: REGULAR for one in roster.players}
    looking = {one.id: asked.bot if one.side == asked.side else REGULAR for one in roster.players}
    player = [one.side for one in roster.players].index(asked.side)
    for number in range(asked.first, asked.first + asked.deals):
        begun: list[Start] = []

        def beginning(state: State, begun: list[Start] = begun) -> None:
            if not begun and state.lanes is None and foresight.window(state).turn >= asked.turn:
                begun.append(Start.of(state))

        seed = seed_of(asked.seed, number)
        before = ending(play_out(Pairing(asked.game, asked.scenario, None, number, seed, usual), beginning), asked)
        if not begun:
            yield Deal(NOTHING, 0, 0, before, before)
            continue
        watch = Watch(asked, player, seed)
        setattr(simulate, "bot", watch.bot)  # noqa: B010  # so that his plans can be seen
        pairing = Pairing(asked.game, asked.scenario, None, number, seed_of(asked.seed + 1, number), looking, begun[0])
        got = ending(play_out(pairing, watch.watch, watch.heard), asked)
        chosen = Ending(*map(sum, zip(NOTHING, *watch.found, strict=True)))
        yield Deal(chosen, len(watch.found), watch.changed, got, before)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--scenario")
    parser.add_argument("--side", required=True)
    parser.add_argument("--turn", type=int, required=True)
    parser.add_argument("--bot", default="veteran:rollouts=24")
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--courses", type=int, default=8)
    parser.add_argument("--seed", type=int, default=77_000)
    parser.add_argument("--most", type=float, default=1e9)
    parser.add_argument("--anywhere", action="store_true")
    asked = parser.parse_args()
    book: Any = doctrine(asked.game, REGULAR)
    foresight: Any = book.foresight
    if asked.anywhere:
        foresight.gains = lambda state, player: foresight.window(state).turn >= asked.turn
    found: list[Deal] = []
    for deal in played(asked, foresight):
        found.append(deal)
        figures = (*deal.chosen, *deal.usual[:2], *deal.got[:2])
        told = " ".join(f"{one:+.2f}" for one in figures)
        print(asked.first + len(found) - 1, f"{deal.tempers}/{deal.thoughts}", told, flush=True)
    print(
        asked.side,
        "with Regular:",
        *(f"{fmean(kind):+.3f}" for kind in zip(*(one.usual for one in found), strict=True)),
    )
    more = [one.got.less(one.usual) for one in found]
    for what, rows in (("what was chosen gained", [one.chosen for one in found]), ("got more in the end", more)):
        for name, values in zip(Ending._fields, zip(*rows, strict=True), strict=True):
            print(f"{what}, {name}: {with_interval(values)}")


if __name__ == "__main__":
    main()
