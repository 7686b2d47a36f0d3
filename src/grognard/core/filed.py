"""A game whose data lie in files: read once, with an owner's own files laid over ours and tested before play."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from pathlib import Path
from typing import Generic, Self, TypeVar

from grognard.core.data import DataError
from grognard.core.game import Game, S

F = TypeVar("F")


class FiledGame(Game[S], Generic[F, S]):
    """A game with its data files; `F` is what they hold when read, `S` the class of its positions."""

    def __init__(self, overlay: Path | None = None) -> None:
        self.own_data = overlay

    @staticmethod
    @abstractmethod
    def load(*, overlay: Path | None) -> F:
        """Read the files; one that `overlay` has is taken from there instead."""

    @staticmethod
    @abstractmethod
    def check(files: F) -> list[str]:
        """What makes no sense in the files though each can be read, a line for each fault."""

    @cached_property
    def files(self) -> F:
        return self.load(overlay=self.own_data)

    def with_data(self, folder: Path) -> Self:
        """This game with an owner's own files, tested before anything starts on them."""
        game = type(self)(folder)
        faults = self.check(game.files)
        if faults:
            raise DataError(*faults)
        return game
