"""Whether those who look ahead play clean: `python bench/clean.py --games 200 --jobs 2`.

Veteran plays against himself in every scenario in which he looks ahead, on a few rollouts a turn, so that there are
many games. Told is by scenario how many games came to their end, which broke off with an error, in which a bot went
round in circles until it was answered for (`players/patience.py`), and how long the longest was in answers; a game of
more than `--most` answers is broken off as endless. What was played is kept in `--out` and not played again.
"""

from __future__ import annotations

import argparse
import json
import logging
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import grognard
from grognard.lab import simulate
from grognard.lab.simulate import Pairing, play_out, seed_of
from grognard.players import bots_of
from grognard.players.veteran import VETERAN

MOST = 20_000


class Endless(Exception):
    """A game that has gone on for too long."""


class Played(NamedTuple):
    """What became of a game."""

    answers: int = 0
    circles: int = 0
    fault: str = ""


class Circles(logging.Handler):
    """Counts what is said of bots that circle."""

    count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += "circles" in record.getMessage()


def played(task: tuple[Pairing, int]) -> Played:
    pairing, most = task
    circles, answers = Circles(), 0

    def heard(player: int, answer: int) -> None:
        nonlocal answers
        answers += 1
        if answers > most:
            raise Endless(f"more than {most} answers")

    simulate.log.addHandler(circles)
    try:
        play_out(pairing, heard=heard)
    except Exception as error:  # whatever it is, it is what is looked for
        return Played(answers, circles.count, f"{type(error).__name__}: {error}")
    finally:
        simulate.log.removeHandler(circles)
    return Played(answers, circles.count)


def scenarios(only: str | None) -> Iterator[tuple[str, str]]:
    """Where Veteran looks ahead."""
    for game_id in ("avl", "vl", "lb", "victory"):
        for scenario in grognard.game(game_id).scenarios:
            if VETERAN in bots_of(game_id, scenario) and only in (None, game_id, scenario):
                yield game_id, scenario


def pairings(game_id: str, scenario: str, asked: argparse.Namespace, done: int) -> Iterator[tuple[Pairing, int]]:
    name = f"{VETERAN}:rollouts={asked.rollouts}"
    seats = {one.id: name for one in grognard.game(game_id).scenario(scenario).roster.players}
    for number in range(done, asked.games):
        yield Pairing(game_id, scenario, None, number, seed_of(asked.seed, number), seats), asked.most


def told(found: Mapping[str, Any], where: str) -> str:
    games = [Played(*one) for one in found[where]]
    faults = [one.fault for one in games if one.fault]
    circled = sum(one.circles > 0 for one in games)
    longest = max(one.answers for one in games)
    return f"| {where} | {len(games)} | {len(faults)} | {circled} | {longest:,} |" + "".join(
        f" {one}" for one in faults
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="a game, or a scenario")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rollouts", type=int, default=4)
    parser.add_argument("--seed", type=int, default=970_000)
    parser.add_argument("--most", type=int, default=MOST)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/clean.json"))
    asked = parser.parse_args()
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    found = json.loads(asked.out.read_text(encoding="utf-8")) if asked.out.exists() else {}
    print("| scenario | games | errors | with a bot that circled | longest, in answers |\n|---|---|---|---|---|")
    with ProcessPoolExecutor(asked.jobs) as pool:
        for game_id, scenario in scenarios(asked.only):
            where = f"{game_id} {scenario}"
            rows = found.setdefault(where, [])
            tasks = list(pairings(game_id, scenario, asked, len(rows)))
            for one in pool.map(played, tasks) if asked.jobs > 1 else map(played, tasks):
                rows.append(one)
                asked.out.write_text(json.dumps(found), encoding="utf-8")
            print(told(found, where), flush=True)


if __name__ == "__main__":
    main()
