"""Games with figures changed: a folder of data for each setting, and what a side scores with it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grognard.core.game import Game
from grognard.lab.beginning import Overlay
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

    def scores(self, setting: Setting, deals: range) -> list[float]:
        """What the side scored in these deals; DataError where the game does not take the setting."""
        folder = self.work / f"{abs(hash(tuple(setting.values()))):x}"
        write(self.game, setting, folder)
        self.game.with_data(folder)
        data = Overlay.of(folder)
        sides = list(self.game.scenario(self.scenario).roster.sides)
        pairings = [
            Pairing(self.game.id, self.scenario, self.options, deal, seed_of(self.seed, deal), self.seats, data=data)
            for deal in deals
        ]
        return [seen_from(one, self.side, sides).score for one in play_all(pairings, self.jobs, self.told)]


def write(game: Game, setting: Setting, folder: Path) -> None:
    """A folder for `--data`: an owner's own files where he has any, and those with the figures of this setting."""
    if game.own_data is not None:
        shutil.copytree(game.own_data, folder, dirs_exist_ok=True)
    folder.mkdir(parents=True, exist_ok=True)
    overlay(game, setting, folder)
