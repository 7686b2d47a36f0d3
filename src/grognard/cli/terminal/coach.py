"""A coach at the terminal's table: of an answer that loses much he says what he would rather do; given again, it is
taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.cli.terminal.choices import Choice
from grognard.cli.terminal.hints import question
from grognard.core.play import Play
from grognard.school import hint


class Coach:
    """What he has to say to one question after the other; nothing before he is asked to look on."""

    def __init__(self) -> None:
        self.on = False
        self.forget()

    def forget(self) -> None:
        """Another question has come."""
        self._warned: set[Choice] = set()
        self._looked = False
        self._warning: Mapping[str, Any] | None = None

    def better(self, play: Play, player: str, choice: Choice) -> Mapping[str, Any] | None:
        """The hint that he gives before this answer, if it loses much; each answer to a question is warned of once."""
        if not self.on or choice in self._warned or not play.legal(player, *choice):
            return None
        if not self._looked:
            self._warning, self._looked = hint.warning(*question(play, player)), True
        if self._warning is None or choice._asdict() not in self._warning["blunders"]:
            return None
        self._warned.add(choice)
        better: Mapping[str, Any] = self._warning["better"]
        return better
