"""Games of Recruit at an earlier commit and now, in turn and on the same machine: what the pace has gained since.

    python bench/since.py dd9da8d2

Seconds of a processor, the least of a few rounds: a busy moment costs more, none costs less. Each game's tables are
read and what is worked out once is worked out before the clock starts.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build" / "since"
GAMES = ("avl", "vl", "lb", "victory")
TIMED = """
import sys, time
from grognard.core.registry import game
from grognard.lab.simulate import simulate
name, bot, games = sys.argv[1], sys.argv[2], int(sys.argv[3])
seats = dict.fromkeys(game(name).scenario().roster.ids, bot)
simulate(name, seats, 1, seed=7)
start = time.process_time()
played = simulate(name, seats, games)
spent = time.process_time() - start
print(spent / games, sum(outcome.answers for outcome in played) / games)
"""


def laid_out(commit: str) -> Path:
    """The package as it was at a commit."""
    folder = BUILD / commit
    if not folder.exists():
        packed = subprocess.run(["git", "archive", commit, "src"], cwd=ROOT, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
    return folder / "src"


def timed(source: Path, game: str, bot: str, games: int) -> tuple[float, float]:
    """Seconds and answers of a game."""
    words = [sys.executable, "-c", TIMED, game, bot, str(games)]
    told = subprocess.run(
        words, check=True, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": str(source)}
    )
    seconds, answers = told.stdout.split()
    return float(seconds), float(answers)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit")
    parser.add_argument("--bot", default="recruit")
    parser.add_argument("--games", type=int, default=3, help="in a round")
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    then, now = laid_out(chosen.commit), ROOT / "src"
    print(f"| game | {chosen.commit} | now | times as quick | an answer |\n|---|---|---|---|---|")
    for game in GAMES:
        rounds = [
            [timed(source, game, chosen.bot, chosen.games) for source in (then, now)] for _ in range(chosen.rounds)
        ]
        (old, asked), (new, asked_now) = (min(found) for found in zip(*rounds, strict=True))
        print(f"| {game} | {old:.2f} s | {new:.2f} s | {old / new:.2f} | {old / asked / (new / asked_now):.2f} |")


if __name__ == "__main__":
    main()
