"""Keeps the game on disk: after every answer where `--save` names a file, and when a player leaves in any case."""

from __future__ import annotations

import shlex
from pathlib import Path

from grognard.cli.complaint import Complaint
from grognard.core.journal import replay
from grognard.core.play import Play


class Keeper:
    """Where a game is saved, and how to go on with it later."""

    def __init__(self, path: Path | None, seats: dict[str, str], folder: Path | None = None) -> None:
        self.path = path
        self.seats = seats
        self.folder = folder or Path()

    def keep(self, play: Play) -> None:
        """Save after an answer, if a file was named."""
        if self.path is not None:
            save(play, self.path)

    def leave(self, play: Play, interrupted: bool = False) -> Path:
        """Save on leaving; a game nobody named a file for gets one that is free."""
        if interrupted:  # perhaps in the middle of a bot's answer: what counts are the answers given
            play = replay(play.journal(), play.game)
        path = self.path or self._free_name(play)
        save(play, path)
        return path

    def _free_name(self, play: Play) -> Path:
        names = (f"{play.game.id}-autosave{'' if n == 1 else f'-{n}'}.json" for n in range(1, 10_000))
        return next(path for name in names if not (path := self.folder / name).exists())

    def resume(self, path: Path, data: Path | None) -> str:
        """The command that goes on from a file."""
        words = ["grognard", "play", "--load", str(path), "--save", str(path)]
        for player, who in self.seats.items():
            words += ["--seat", f"{player}={who}"]
        return shlex.join([*words, "--data", str(data)] if data else words)


def save(play: Play, path: Path) -> None:
    try:
        play.save(path)
    except OSError as error:
        raise Complaint(f"{path}: cannot be written: {error.strerror}") from None
