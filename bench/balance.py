"""The balance study: every scenario between equal bots, at two levels of play, with doctrines shaken, by option, and
with figures of ours changed.

`make balance` plays what is still missing, which takes hours, can be stopped and goes on where it was: games lie in
build/balance, and what a finished study came to is kept in docs/balance, with the report of each whole scenario. With
`WRITE=1` it writes the tables of docs/balance.md from what is there. What they are worth stands there in words.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import grognard
from grognard.core.game import Game, Option, Scenario
from grognard.lab.design.figures import overlay, read_figure
from grognard.lab.report.course import course
from grognard.lab.report.intervals import wilson
from grognard.lab.runs.read import open_run
from grognard.lab.tune import shaken
from grognard.players.veteran import VETERAN

ROOT = Path(__file__).parent.parent
RUNS = ROOT / "build" / "balance"
KEPT = ROOT / "docs" / "balance"
DOCUMENT = ROOT / "docs" / "balance.md"
BEGINS, ENDS = "<!-- what `make balance WRITE=1` writes begins here -->", "<!-- and ends here -->"
GAMES = ("avl", "vl", "lb", "victory")
LEFT_OUT = {("victory", "example-hope")}
"""A printed example of one battle, not a scenario."""
ENDLESS = {("victory", "time_limit")}
"""Options without which bots play for hundreds of turns: the one game that was waited for took 952."""
SEED = 900_000
"""Nothing was tuned on deals from here on."""
BEST, OTHER, SHAKES = "regular", "recruit", 5
THINKS = "veteran:rollouts=16"
"""Takes half a minute for what Regular does in a second, so that a thousand games of it cannot be had."""
THOUGHT_THROUGH = {("vl", "campaign")}
"""Where Veteran looks ahead in every turn, and not in the last ones alone."""
MANY, FEWER, EACH_SHAKE, EACH_OPTION, EACH_CHANGE, EACH_THOUGHT = 1000, 200, 40, 100, 200, 40
RIFLES = {"units.toml:unit[side=soviet,type=rifle].move=4..5": 4}
TANKS = {f"units.toml:unit[side=soviet,type={kind}].move=7..8": 7 for kind in ("tank", "mechanized")}
MINORS = {
    f"units.toml:unit[nation={nation}].steps[{side}].combat+=0..1": 1
    for nation in ("hungarian", "italian", "romanian")
    for side in (0, 1)
}
GARRISONS = {
    "units.toml:unit[id=de-403].setup=3821|3435": "3435",
    "units.toml:unit[id=de-213].setup=3515|2129": "2129",
}
CHANGES: dict[str, dict[str, dict[str, Any]]] = {
    "avl": {
        "rifles-4": RIFLES,
        "rifles-4-tanks-7": RIFLES | TANKS,
        "minors-1-more": MINORS,
        "garrisons": GARRISONS,
        "all-of-these": RIFLES | TANKS | MINORS | GARRISONS,
    }
}
"""By game and name: figures of its first scenario that are ours, not print's, and what they might be instead."""
EVENED = {"avl": "even_figures"}
"""By game: the option of its first scenario that was made by these figures, and is played as often as a scenario."""


@dataclass(frozen=True)
class Study:
    """Games of one scenario, all played alike."""

    game: Game
    scenario: Scenario
    name: str
    games: int
    seats: dict[str, str]
    options: dict[str, str] = field(default_factory=dict)
    changes: dict[str, Any] = field(default_factory=dict)
    """Figures as `grognard tune` takes them, and what they are here."""

    @property
    def title(self) -> str:
        return f"{self.game.id}-{self.scenario.id}-{self.name}"

    @property
    def folder(self) -> Path:
        return RUNS / self.title

    @property
    def kept(self) -> Path:
        return KEPT / f"{self.title}.json"

    @property
    def report(self) -> Path:
        """What `grognard report` tells of a study of a whole scenario, as text."""
        return self.kept.with_suffix(".txt")

    def command(self, games: int) -> list[str]:
        words = [sys.executable, "-m", "grognard", "sim", self.game.id, "--scenario", self.scenario.id]
        words += ["--games", str(games), "--seed", str(SEED)]
        for player, bot in self.seats.items():
            words += ["--seat", f"{player}={bot}"]
        for option, value in self.options.items():
            words += ["--option", f"{option}={value}"]
        return [*words, "--data", str(self.data)] if self.changes else words

    @property
    def data(self) -> Path:
        return RUNS / "data" / self.title

    @cached_property
    def found(self) -> dict[str, Any]:
        """What is kept of it, if anything is."""
        found = json.loads(self.kept.read_text(encoding="utf-8")) if self.kept.exists() else {}
        told = [found.get(key, {}) for key in ("seats", "options", "changes")]
        return found if (told, found.get("seed")) == ([self.seats, self.options, self.changes], SEED) else {}

    @property
    def won(self) -> tuple[int, Counter[str]]:
        """How many games are kept of it, and how many each side has won; nobody's are draws."""
        return (self.found["games"], Counter(self.found["won"])) if self.found else (0, Counter())

    def holds(self) -> bool:
        """Whether its first game would go as it went: bots, rules and data are still those of the study."""
        self._lay_over()
        told = subprocess.run([*self.command(1), "--json"], check=True, capture_output=True, text=True).stdout
        (row,) = json.loads(told)
        first = self.found.get("first", {})
        return bool(first) and all(row[key] == value for key, value in first.items())

    def _lay_over(self) -> None:
        if self.changes:
            overlay(self.game, {read_figure(told): value for told, value in self.changes.items()}, self.data)

    def play(self, jobs: int) -> None:
        """Play what is missing, and keep what it came to."""
        self._lay_over()
        words = self.command(self.games)
        subprocess.run([*words, "--jobs", str(jobs), "--out", str(self.folder)], check=True)
        KEPT.mkdir(exist_ok=True)
        found = course(open_run(self.folder)) | {"options": self.options, "changes": self.changes}
        if self.games < MANY:
            found = {key: told for key, told in found.items() if key not in ("places", "points")}
        self.kept.write_text(json.dumps(found, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
        self.tell()

    def tell(self) -> None:
        """Keep the report of a whole scenario, where its games are at hand."""
        if self.games >= MANY and self.folder.exists():
            words = [sys.executable, "-m", "grognard", "report", str(self.folder)]
            wide = os.environ | {"COLUMNS": "120", "NO_COLOR": "1"}
            told = subprocess.run(words, check=True, capture_output=True, text=True, env=wide).stdout
            lines = [line.rstrip() for line in told.splitlines() if str(self.folder) not in line]
            self.report.write_text("\n".join(lines).strip() + "\n", encoding="utf-8")


def seats(scenario: Scenario, bot: str) -> dict[str, str]:
    return {player.id: bot for player in scenario.roster.players}


def shaken_seats(game: Game, scenario: Scenario, n: int) -> dict[str, str]:
    """Every side's doctrine with weights off by chance, in one of several ways."""
    players = enumerate(scenario.roster.players)
    return {one.id: shaken(game.id, one.side, SEED + 10 * n + seat) for seat, one in players}


def studies(game: Game) -> Iterator[Study]:
    """The widest first: who stops early has something of every scenario of a game."""
    scenarios = [one for one in game.scenarios.values() if (game.id, one.id) not in LEFT_OUT]
    for scenario in scenarios:
        yield Study(game, scenario, BEST, MANY, seats(scenario, BEST))
    for scenario in scenarios:
        yield Study(game, scenario, OTHER, FEWER, seats(scenario, OTHER))
    for scenario in scenarios:
        for n in range(SHAKES):
            yield Study(game, scenario, f"shaken-{n}", EACH_SHAKE, shaken_seats(game, scenario, n))
    for scenario in scenarios:
        if (game.id, scenario.id) in THOUGHT_THROUGH:
            yield Study(game, scenario, VETERAN, EACH_THOUGHT, seats(scenario, THINKS))
    for name, changes in CHANGES.get(game.id, {}).items():
        yield Study(game, scenarios[0], name, EACH_CHANGE, seats(scenarios[0], BEST), changes=changes)
    for scenario, option in options(scenarios):
        if (game.id, option.id) in ENDLESS:
            continue
        evened = EVENED.get(game.id) == option.id
        for value in other_values(option):
            name, changed = f"{option.id}-{value}", {option.id: value}
            yield Study(game, scenario, name, MANY if evened else EACH_OPTION, seats(scenario, BEST), changed)
            if evened:
                yield Study(game, scenario, f"{name}-{OTHER}", FEWER, seats(scenario, OTHER), changed)
                for n in range(SHAKES):
                    bots = shaken_seats(game, scenario, n)
                    yield Study(game, scenario, f"{name}-shaken-{n}", EACH_SHAKE, bots, changed)


def options(scenarios: list[Scenario]) -> Iterator[tuple[Scenario, Option]]:
    """Every option, in the first scenario that has it."""
    met: set[str] = set()
    for scenario in scenarios:
        for option in scenario.options:
            if option.id not in met:
                met.add(option.id)
                yield scenario, option


def other_values(option: Option) -> list[str]:
    """What an option may be instead, where that can be counted."""
    if isinstance(option.default, bool):
        return ["off" if option.default else "on"]
    return [str(choice) for choice in option.choices if choice != option.default]


# ---- what is told


def sides(scenario: Scenario) -> list[str]:
    return list(dict.fromkeys(player.side for player in scenario.roster.players))


def share(count: int, games: int) -> str:
    value, low, high = wilson(count, games)
    return f"{100 * value:.1f} ({100 * low:.1f} to {100 * high:.1f})"


def cells(found: tuple[int, Counter[str]], scenario: Scenario) -> str:
    """Each side's share of wins with its interval, and draws."""
    games, won = found
    drawn = games - sum(won.values())
    told = [f"{side} {share(won[side], games)}" for side in sides(scenario)]
    decided = games - drawn
    most = max(sides(scenario), key=lambda side: won[side])
    return f"{', '.join([*told, *([f'drawn {drawn}'] if drawn > 0 else [])])} | {games} | " + (
        f"{most} {share(won[most], decided)}" if decided else "none"
    )


def together(found: list[tuple[int, Counter[str]]]) -> tuple[int, Counter[str]]:
    return sum(games for games, _ in found), sum((won for _, won in found), Counter())


def tables(every: list[Study]) -> Iterator[str]:
    yield "| game | scenario | played by | won, in 100 games (95 %) | games | of 100 decided |"
    yield "|---|---|---|---|---|---|"
    of = {(one.game.id, one.scenario.id, one.name): one for one in every}
    missing = []
    for (game_id, scenario_id, name), study in of.items():
        if name != BEST:
            continue
        shakes = [of[game_id, scenario_id, f"shaken-{n}"].won for n in range(SHAKES)]
        rows = {
            BEST: study.won,
            OTHER: of[game_id, scenario_id, OTHER].won,
            f"{BEST}, both sides shaken, {SHAKES} ways": together(shakes),
        }
        if thinks := of.get((game_id, scenario_id, VETERAN)):
            rows[f"`{THINKS}`"] = thinks.won
        for who, found in rows.items():
            if found[0]:
                yield f"| {game_id} | {scenario_id} | {who} | {cells(found, study.scenario)} |"
        if study.won[0] < MANY:
            missing.append(f"{game_id} {scenario_id}")
    if missing:
        yield ""
        yield f"Not played {MANY} times yet: {', '.join(missing)}."
    about = f"Figures of ours, changed ({BEST} in all seats; `CHANGES` in `bench/balance.py` tells which):"
    yield from _apart(about, "changed", [(one.name.replace("-", " "), [one]) for one in every if one.changes])
    about = f"Options, each changed alone in the first scenario that has it; {BEST} in all seats but where it is said:"
    named: dict[tuple[str, str], list[Study]] = {}
    for one in every:
        if one.options:
            named.setdefault((one.game.id, _option(one)), []).append(one)
    yield from _apart(about, "option", [(told, some) for (_, told), some in named.items()])


def _option(study: Study) -> str:
    """What is changed, in which scenario if it is not the first, and who plays where it is not the best."""
    bots, first = set(study.seats.values()), next(iter(study.game.scenarios))
    told = [" ".join(*study.options.items()), *([study.scenario.id] if study.scenario.id != first else [])]
    who = next(iter(bots)) if len(bots) == 1 else f"both sides shaken, {SHAKES} ways"
    return ", ".join([*told, *([who] if who != BEST else [])])


def _apart(about: str, head: str, studies: list[tuple[str, list[Study]]]) -> Iterator[str]:
    """A table of those of these studies that are played, under what differs in each."""
    played = [(name, some) for name, some in studies if all(one.won[0] for one in some)]
    if played:
        heads = f"| game | {head} | won, in 100 games (95 %) | games | of 100 decided |"
        yield from ("", about, "", heads, "|---|---|---|---|---|")
    for name, some in played:
        won = together([one.won for one in some])
        yield f"| {some[0].game.id} | {name} | {cells(won, some[0].scenario)} |"


def write(every: list[Study]) -> None:
    text = DOCUMENT.read_text(encoding="utf-8") if DOCUMENT.exists() else "# Balance\n\n"
    head, _, rest = text.partition(BEGINS)
    DOCUMENT.write_text(
        "\n".join([head + BEGINS, "", *tables(every), "", ENDS]) + rest.partition(ENDS)[2], encoding="utf-8"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--game", action="append", choices=GAMES, help="only these")
    parser.add_argument("--write", action="store_true", help="write docs/balance.md from what is there; plays nothing")
    parser.add_argument("--check", action="store_true", help="name studies that bots, rules or data have outgrown")
    chosen = parser.parse_args()
    every = [study for game in GAMES for study in studies(grognard.game(game))]
    if chosen.write:
        return write(every)
    wanted = [study for study in every if study.game.id in (chosen.game or GAMES)]
    if chosen.check:
        outgrown = [study for study in wanted if study.found and not study.holds()]
        print("\n".join(study.title for study in outgrown) or "Every study that is kept still holds.")
        return
    for study in wanted:
        if study.won[0] < study.games:
            study.play(chosen.jobs)
        elif not study.report.exists():
            study.tell()


if __name__ == "__main__":
    main()
