"""Games with figures changed: a folder of data for each setting, and what a side scores with it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grognard.core.game import Game
from grognard.lab.beginning import Overlay
from grognard.lab.design.book import PLAYED, TUNED, Book
from grognard.lab.design.even import Setting
from grognard.lab.design.figures import overlay
from grognard.lab.ladder import seen_from
from grognard.lab.simulate import Outcome, Pairing, play_all, seed_of


@dataclass
class TrialGames:
    """How settings of a game's figures are tried."""

    game: Game
    scenario: str
    options: Mapping[str, Any]
    seats: Mapping[str, str]
    side: str
    """Whose share is looked at."""
    work: Path
    """Where a folder for each setting is written."""
    jobs: int = 1
    seed: int = 0
    told: Callable[[Outcome], None] | None = None
    book: Book | None = None
    """Where games are written down; those that are there are not played again."""

    def scores(self, setting: Setting, deals: range) -> list[float]:
        """What the side scored in these deals; DataError where the game does not take the setting."""
        known = dict(self.book.scores(self.seed, setting)) if self.book is not None else {}
        missing = [deal for deal in deals if deal not in known]
        if missing:
            known |= self._played(setting, missing)
        return [known[deal] for deal in deals]

    def _played(self, setting: Setting, deals: Sequence[int]) -> dict[int, float]:
        """Play these deals; however it ends, those that were played are written down."""
        folder = self.work / f"{abs(hash(tuple(setting.values()))):x}"
        write(self.game, setting, folder)
        self.game.with_data(folder)
        data = Overlay.of(folder)
        sides = list(self.game.scenario(self.scenario).roster.sides)
        pairings = [
            Pairing(self.game.id, self.scenario, self.options, deal, seed_of(self.seed, deal), self.seats, data=data)
            for deal in deals
        ]
        found: dict[int, float] = {}

        def heard(outcome: Outcome) -> None:
            found[outcome.number] = seen_from(outcome, self.side, sides).score
            if self.told is not None:
                self.told(outcome)

        try:
            play_all(pairings, self.jobs, heard)
        finally:
            if self.book is not None:
                self.book.note(self.seed, setting, found)
        return found


def write(game: Game, setting: Setting, folder: Path) -> None:
    """A folder for `--data`: an owner's own files where he has any, and those with the figures of this setting."""
    if game.own_data is not None:
        shutil.copytree(game.own_data, folder, ignore=shutil.ignore_patterns(TUNED, PLAYED), dirs_exist_ok=True)
    folder.mkdir(parents=True, exist_ok=True)
    overlay(game, setting, folder)
