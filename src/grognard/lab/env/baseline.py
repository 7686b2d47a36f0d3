"""Reference scores under a fixed protocol, so that a paper can compare: `python -m grognard.lab.env.baseline GAME`.

One seat against Recruit in all others, deal by deal from the same seeds, for every seat: a bot's score there, or that
of anybody's policy (`measured`) on the same deals.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from grognard.core.dice import FastDice
from grognard.core.game import SetupError
from grognard.core.registry import game
from grognard.lab.env import ANSWERS
from grognard.lab.ladder import SCORES, Deal, Estimate, seen_from
from grognard.lab.simulate import Outcome, Pairing, play_all, seed_of
from grognard.players import bot, bots_of
from grognard.players.veteran import GROGNARD, VETERAN

SEED: Final = 30_000
"""Of the deals: neither bots nor ladders were ever tuned on them."""
AGAINST: Final = "recruit"
GAMES: Final = 100
THINKING: Final = "veteran:rollouts=12"
"""Veteran with a budget that is the same on every machine."""

Policy = Callable[[Mapping[str, Any], Any], int]
"""An action for an observation and its mask."""


@dataclass(frozen=True)
class Score:
    """What one bot, or policy, got in one seat."""

    seat: str
    name: str
    score: Estimate
    """1 for a win, half for a draw."""
    margin: Estimate
    """Points less those of the other side."""

    @property
    def reward(self) -> float:
        """The mean reward of the environments: from -1 to 1."""
        return 2 * self.score.mean - 1

    def row(self) -> str:
        score, margin = self.score, self.margin
        cells = (
            self.seat,
            self.name,
            score.games,
            f"{score.mean:.3f} ±{score.within:.3f}",
            f"{self.reward:+.2f}",
            f"{margin.mean:+.1f}" + (f" ±{margin.within:.1f}" if margin.games > 1 else ""),
        )
        return f"| {' | '.join(map(str, cells))} |"


HEAD: Final = "| seat | bot | games | score | mean reward | margin |\n|---|---|---|---|---|---|"


def seats_of(game_id: str, scenario: str | None) -> tuple[str, ...]:
    """The two seats that the protocol knows."""
    roster = game(game_id).scenario(scenario).roster
    if len(roster.players) != 2:
        raise SetupError(f"the protocol is for two players; this scenario has {len(roster.players)}")
    return roster.ids


def measured_bots(game_id: str, scenario: str | None = None) -> list[str]:
    """Those whose scores are told: all levels, one that thinks by the clock with a fixed budget."""
    levels = [
        name for name in bots_of(game_id, game(game_id).scenario(scenario).id) if name != GROGNARD
    ]  # with a fixed budget he is a Veteran
    return [THINKING if name == VETERAN else name for name in levels]


def baselines(
    game_id: str,
    bots: Sequence[str],
    games: int = GAMES,
    *,
    scenario: str | None = None,
    jobs: int = 1,
    told: Callable[[Outcome], None] | None = None,
) -> list[Score]:
    """What these bots score in each seat."""
    if games < 1 or jobs < 1:
        raise SetupError(f"games and jobs are at least 1, not {games} and {jobs}")
    seats = seats_of(game_id, scenario)
    for name in bots:
        bot(name, game_id, game(game_id).scenario(scenario).id)
    filled = {(seat, name): tuple(name if one == seat else AGAINST for one in seats) for name in bots for seat in seats}
    tables = list(dict.fromkeys(filled.values()))
    to_play = [
        Pairing(game_id, scenario, None, number, seed_of(SEED, deal), dict(zip(seats, table, strict=True)))
        for number, (deal, table) in enumerate((deal, table) for deal in range(games) for table in tables)
    ]
    ended = {(outcome.seed, *outcome.seats.values()): outcome for outcome in play_all(to_play, jobs, told)}
    sides = game(game_id).scenario(scenario).roster.sides
    side_of = dict(zip(seats, sides, strict=True))
    deals = [seed_of(SEED, deal) for deal in range(games)]
    return [
        _score(seat, name, [seen_from(ended[deal, *table], side_of[seat], sides) for deal in deals])
        for (seat, name), table in filled.items()
    ]


def measured(
    policy: Policy,
    game_id: str,
    seat: str,
    games: int = GAMES,
    *,
    name: str = "policy",
    scenario: str | None = None,
    answers: int = ANSWERS,
) -> Score:
    """What a policy scores in a seat, on the deals of the protocol.

    Who takes up and puts down for ever loses: a game that is broken off is none that was drawn.
    """
    from grognard.lab.env.match import Match
    from grognard.lab.env.opponents import Opponents

    seats_of(game_id, scenario)
    match = Match(game_id, scenario, answers=answers)
    others = Opponents(match, seat, AGAINST)
    deals = []
    for deal in range(games):
        seed = seed_of(SEED, deal)
        match.begin(FastDice(seed))
        others.sit_down(seed)
        others.play_on()
        while not match.done:
            match.step(policy(match.observe(others.seat), match.mask(others.seat)))
            others.heard()
            others.play_on()
        score = 0.0 if match.cut else (match.rewards()[others.seat] + 1) / 2
        deals.append(Deal(score, match.margin(others.seat)))
    return _score(seat, name, deals)


def versions(game_id: str) -> str:
    """What a paper has to name beside a score: rules, and observations and actions, by their versions."""
    rules = game(game_id)
    return f"{rules.name}: rules {rules.version}, observations and actions {rules.sight.version}, deals {SEED}."


def _score(seat: str, name: str, deals: Sequence[Deal]) -> Score:
    scores, margins = [deal.score for deal in deals], [deal.margin for deal in deals]
    return Score(seat, name, Estimate.of(scores, SCORES), Estimate.of(margins))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m grognard.lab.env.baseline", description=__doc__)
    parser.add_argument("game", help="the game's id")
    parser.add_argument("--games", type=int, default=GAMES, help=f"deals for each seat (default {GAMES})")
    parser.add_argument("--scenario", help="else the game's first")
    parser.add_argument("--bot", action="append", help="measure this one; may be given again (default: all levels)")
    parser.add_argument("--jobs", type=int, default=1, help="processes at work")
    chosen = parser.parse_args(arguments)
    try:
        found = baselines(
            chosen.game,
            chosen.bot or measured_bots(chosen.game, chosen.scenario),
            chosen.games,
            scenario=chosen.scenario,
            jobs=chosen.jobs,
        )
    except SetupError as error:
        print(error, file=sys.stderr)
        raise SystemExit(2) from None
    print("\n".join([HEAD, *(score.row() for score in found), "", versions(chosen.game)]))


if __name__ == "__main__":
    main()
