"""Tempers that are worth a trial when Veteran looks ahead, found on positions of many games.

`python bench/tempers.py lb --scenario 3-meeting-engagement --side russian --positions 130 --seed 920000 --jobs 2` tries
tempers of chance in a first round, and in a second what is bred of the best of them; told is what each of the most
useful gains for one window, on average, and what is gained by choosing one of them by a single course. `--write` puts
them in place of those in the game's package (`players/<game>/tempers.json`).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import grognard
from grognard.lab.fit import foresight_of
from grognard.lab.tempers import Study, bred, by_chance, choosing, found, gains, useful
from grognard.players.tempers import Temper, read_tempers

KEPT = 12
PLAYERS = Path(grognard.__file__).parent / "players"


def written(path: Path, family: str, side: str, tempers: list[Temper]) -> None:
    """A temper a line."""
    every: dict[str, dict[str, Any]] = {one: dict(sides) for one, sides in read_tempers(path).items()}
    every.setdefault(family, {})[side] = [
        {name: float(f"{value:.4g}") for name, value in one.items()} for one in tempers
    ]
    families = []
    for one, sides in every.items():
        told = [
            f'  "{name}": [\n' + ",\n".join(f"   {json.dumps(t)}" for t in many) + "\n  ]"
            for name, many in sides.items()
        ]
        families.append(f' "{one}": {{\n' + ",\n".join(told) + "\n }")
    path.write_text("{\n" + ",\n".join(families) + "\n}\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--scenario")
    parser.add_argument("--side", required=True)
    parser.add_argument("--family", help="under which they are kept, where a game begins otherwise (Victory: duel)")
    parser.add_argument("--tempers", type=int, default=30, help="of chance, in the first round")
    parser.add_argument("--positions", type=int, default=130, help="in each round")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    game = grognard.game(asked.game)
    family = asked.family or foresight_of(asked.game).family(game.fast_state(0, asked.scenario))
    tempers = by_chance(asked.game, asked.side, family, asked.tempers, asked.seed)
    for number in range(2):
        study = Study(asked.game, asked.scenario, asked.side, tempers, asked.seed + number)
        worths = found(study, asked.positions, asked.jobs)
        told = gains(worths)
        if number == 0:
            order = sorted(range(len(tempers)), key=lambda one: -told[one].mean)
            best = [tempers[one] for one in order]
            tempers = bred(asked.game, asked.side, family, best, asked.seed)
    chosen = useful(worths, KEPT)
    for one in chosen:
        print(f"{told[one - 1].mean:+.3f} ±{told[one - 1].within:.3f}  {dict(tempers[one - 1])}")
    print(f"chosen by one course on {len(worths)} positions: {choosing(worths, chosen):+.3f}")
    if asked.write:
        written(PLAYERS / asked.game / "tempers.json", family, asked.side, [tempers[one - 1] for one in chosen])


if __name__ == "__main__":
    main()
