"""Reports of runs: figures with intervals, as a page that needs nothing else, as tables in a terminal and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grognard.core.game import Game, SetupError
from grognard.core.words import LANGUAGES
from grognard.lab.report.figures import Figures, figures
from grognard.lab.report.page import Fonts, page
from grognard.lab.report.titles import arm_titles, aside, place_of
from grognard.lab.report.verdict import compared, judged, verdict
from grognard.lab.report.words import Both

if TYPE_CHECKING:
    from grognard.lab.runs.read import Run


@dataclass(frozen=True)
class Report:
    """What is told of one or several runs of the same game; the first arm is what the others are compared with."""

    game: Game
    """As the arm that is shown lays it out."""
    arms: Sequence[Figures]
    compared: dict[str, Any]
    place: int = 0
    """Where the arm stands whose course, map, losses and odds are shown."""

    @property
    def shown(self) -> Figures:
        return self.arms[self.place]

    @property
    def verdict(self) -> Both:
        """The game's name and the judgement of the arm that is shown."""
        return self.verdict_of(self.shown)

    def verdict_of(self, arm: Figures) -> Both:
        """The game's name and the judgement of an arm."""
        told, names, what = verdict(arm), arm["game"]["names"], aside(arm)
        return {one: f"{names[one]}{what[one]}{'' if one == 'ja' else ' '}{told[one]}" for one in LANGUAGES}

    @property
    def titles(self) -> list[Both]:
        """What tells each arm from the others."""
        return arm_titles(self.game, self.arms)

    @property
    def by_seating(self) -> Sequence[tuple[Both, Both]]:
        """Where bots change seats, each seating's name and its own verdict; one of them says little of the others."""
        if all(arm["seatings"] == 1 for arm in self.arms):
            return []
        return [(title, self.verdict_of(arm)) for title, arm in zip(self.titles, self.arms, strict=True)]

    def page(self, language: str = "en", fonts: Fonts | None = None) -> str:
        return page(self.game, self.arms, self.compared, self.place, language=language, fonts=fonts)

    def plain(self) -> dict[str, Any]:
        """All of it for programs."""
        arms = [{**arm, "verdict": {"key": judged(arm)[0], **self.verdict_of(arm)}} for arm in self.arms]
        return {
            "verdict": arms[self.place]["verdict"],
            "shown": self.place + 1,
            "compared": self.compared,
            "arms": arms,
        }


def report(runs: Sequence[Run], gap: float = 0.05, power: float = 0.8, arm: str | None = None) -> Report:
    """The report of runs of one game, every arm of each; `arm` is the one that is shown, by number or title."""
    games = {run.plan.game for run in runs}
    if len(games) > 1:
        raise SetupError(f"runs of one game can be compared, not of {' and '.join(sorted(games))}")
    every = [
        (run, number, seating)
        for run in runs
        for number, played in enumerate(run.plan.arms)
        for seating in run.plan.seatings(played)
    ]
    arms = [figures(*one) for one in every]
    if not any(told["games"] for told in arms):
        raise SetupError(f"{runs[0].path} has no games yet")
    place = 0 if arm is None else place_of(arm, arm_titles(runs[0].game, arms), arms)
    run, number, _ = every[place]
    table, played = run.game, run.plan.arms[number]
    scenario = table.scenario(played.scenario)
    laid = table.laid_out(scenario, table.settle_options(scenario, played.options))
    return Report(laid, arms, compared(arms, gap, power), place)
