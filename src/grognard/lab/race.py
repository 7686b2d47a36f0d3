"""Tuning a bot by a race: many changes of its weights play a few whole games each, the best of them play more and have
offspring, and so on, until two are left that have played many.

Where a doctrine has a hundred weights, and a game is won or lost for reasons that most of them have no part in, far
fewer games are needed than by following a slope. All candidates play the same deals against a pool of opponents, who
take them in turn. What was played is written down game by game; the same race begun again goes on after it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

from grognard.core.game import SetupError
from grognard.lab.ladder import Deal
from grognard.lab.tempers import by_chance
from grognard.lab.tune import Run, Told, Trials, sheet_of
from grognard.players.doctrine import RECRUIT, doctrine
from grognard.players.spec import Spec
from grognard.players.tempers import Temper, mixed, shaken

HEATS = ((6, 20), (16, 6), (28, 6), (64, 3), (160, 2))
"""Deals that everybody who is left has played after a heat, and how many are left then."""
BEGINNERS = 13
"""Candidates, at most, that are not left to chance."""
OFFSPRING = (1, 3)
"""The heats after which those who are left have offspring."""
CLOSE = (0.3, 0.2)
"""How wild a change is that offspring have of their own, and how much of the weights it changes."""
INHERITED = 0.8
"""How much of what a temper changes its child by itself keeps."""
SPREAD = 2.0
"""By how many deviations of the margin as much is told as by half a win."""


@dataclass
class Candidate:
    """A temper, and what it made of its deals so far."""

    temper: Temper
    deals: list[Deal]


Heat = Callable[[int, Sequence[Candidate]], None]
"""Hears which heat is over, and who ran, the best first."""


class Race:
    """A race for one seat; `run` tells game, side, scenario, opponents and seed."""

    def __init__(self, run: Run, folder: Path, jobs: int = 1, told: Told | None = None) -> None:
        self.run, self.trials = run, Trials(run, jobs, told)
        self.sheet = sheet_of(run.game, run.level)
        self.place = self.sheet.place(run.scenario, run.options) or ""
        """Under which the sheet tells what differs there."""
        self.family = _family(run)
        self.own = Candidate({}, [])
        self._seen = {self._name(self.own)}
        self.rng = Random(run.seed)
        self.folder, self._kept = folder, _kept(run, folder)

    def go(self, heat: Heat = lambda number, ran: None) -> Sequence[Candidate]:
        """Run all heats; the last two are told, the best first."""
        field = self._new(self._beginners())
        for number, (deals, left) in enumerate(HEATS):
            self._play([self.own, *field], deals)
            field.sort(key=self.worth, reverse=True)
            heat(number, field)
            field = field[:left]
            if number in OFFSPRING:
                field += self._new(self._offspring([one.temper for one in field]))
        (self.folder / "champion.json").write_text(json.dumps(field[0].temper, indent=1), encoding="utf-8")
        return field

    def worth(self, one: Candidate) -> float:
        """A win counts most; where all are won or all are lost, margins tell candidates apart."""
        apart = SPREAD * self.spread
        return fmean(deal.score + max(-1.0, min(1.0, deal.margin / apart)) / 2 for deal in one.deals)

    @property
    def spread(self) -> float:
        """How far margins are from none."""
        return max(1.0, fmean(abs(deal.margin) for deal in self.own.deals))

    @staticmethod
    def games(run: Run) -> int:
        """How many are played at most."""
        total, field = HEATS[-1][0], {0: run.candidates + BEGINNERS}
        for number, (deals, left) in enumerate(HEATS):
            total += sum(count * (deals - played) for played, count in field.items())
            field = {deals: left, 0: left * (left + 1) // 2 if number in OFFSPRING else 0}
        return total

    # ---- who runs

    def _beginners(self) -> Iterator[Temper]:
        """What the game knows, what Recruit does, and what chance gives."""
        run = self.run
        foresight: Any = getattr(doctrine(run.game, run.level), "foresight", None)
        known = foresight.tempers.get(self.family, {}).get(run.side, ()) if foresight else ()
        yield from known[: BEGINNERS - 1]
        yield self.sheet.of_other(sheet_of(run.game, RECRUIT), run.side, self.place)
        yield from by_chance(run.game, run.side, self.place, run.candidates, run.seed)

    def _offspring(self, parents: Sequence[Temper]) -> Iterator[Temper]:
        run, scenario = self.run, self.place
        for one, other in combinations(parents, 2):
            yield mixed(self.sheet, run.side, one, other, scenario)
        for parent in parents:
            kept = {name: value for name, value in parent.items() if self.rng.random() < INHERITED}
            yield {**shaken(self.sheet, run.side, self.rng, 1, scenario, *CLOSE)[0], **kept}

    def _new(self, tempers: Iterable[Temper]) -> list[Candidate]:
        """Those of whom none like them has run."""
        found = []
        for one in (Candidate(self._asked_for(temper), []) for temper in tempers):
            if self._name(one) not in self._seen:
                self._seen.add(self._name(one))
                found.append(one)
        return found

    def _asked_for(self, temper: Temper) -> Temper:
        """As far as its weights may change, rounded as a file tells them."""
        names = self.run.weights or tuple(temper)
        return {name: float(f"{value:.4g}") for name, value in temper.items() if name in names}

    # ---- games

    def _play(self, field: Iterable[Candidate], deals: int) -> None:
        missing: defaultdict[int, list[Candidate]] = defaultdict(list)
        for one in field:
            name = self._name(one)
            while len(one.deals) < deals and (name, len(one.deals)) in self._kept:
                one.deals.append(self._kept[name, len(one.deals)])
            if len(one.deals) < deals:
                missing[len(one.deals)].append(one)
        for first, ones in missing.items():
            for start in range(0, len(ones), self.trials.jobs):
                self._play_from(ones[start : start + self.trials.jobs], range(first, deals))

    def _play_from(self, ones: Sequence[Candidate], deals: range) -> None:
        played = self.trials.play([self._name(one) for one in ones], deals)
        with (self.folder / "games.jsonl").open("a", encoding="utf-8") as file:
            for one, found in zip(ones, played, strict=True):
                for deal, got in zip(deals, found, strict=True):
                    file.write(json.dumps([self._name(one), deal, got.score, got.margin]) + "\n")
                one.deals.extend(found)

    def _name(self, one: Candidate) -> str:
        return str(Spec(self.run.level, one.temper))


def _family(run: Run) -> str:
    """Under which the game keeps its tempers."""
    foresight: Any = getattr(doctrine(run.game, run.level), "foresight", None)
    if foresight is None:
        return ""
    tempers: Mapping[str, Any] = foresight.tempers
    return run.scenario if run.scenario and run.scenario in tempers else next(iter(tempers), "")


def _kept(run: Run, folder: Path) -> dict[tuple[str, int], Deal]:
    """What was played in a race before: a line that was being written when it was stopped is played again."""
    folder.mkdir(parents=True, exist_ok=True)
    head, file = folder / "run.json", folder / "games.jsonl"
    told = json.dumps({**asdict(run), "by": "race"}, indent=1)
    if head.exists() and head.read_text(encoding="utf-8") != told:
        raise SetupError(f"{head} is of another run: give this one a folder of its own")
    head.write_text(told, encoding="utf-8")
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        file.write_text(whole, encoding="utf-8")
    rows = (json.loads(line) for line in whole.splitlines())
    return {(name, deal): Deal(score, margin) for name, deal, score, margin in rows}
