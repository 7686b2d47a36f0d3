"""How long a bot may think at a table: a Grognard for as long as the house grants him, or as who opens the table says.

In a house for its own machine everybody may grant him as much as there is; in a public one nobody more than the house
does by itself, since others wait for the same processes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from grognard.players.spec import read_spec
from grognard.players.veteran import GROGNARD, SECONDS, seconds_of

LONGEST = 50.0
"""Seconds: who thinks about one answer for much longer is taken for one who never comes to an end."""
ASKED = "seconds"
"""What may be asked for, and what it is called."""


@dataclass(frozen=True)
class Grants:
    """What a house grants a Grognard."""

    seconds: float = SECONDS[GROGNARD]
    """Where nobody asks for another time."""
    most: float = LONGEST
    """That anybody may ask for."""
    processes: int | None = None
    """All cores, where nobody says how many."""

    @classmethod
    def of(cls, granted: Mapping[str, float], public: bool) -> Grants:
        """What `grognard serve` was told."""
        seconds = granted.get("seconds", SECONDS[GROGNARD])
        processes = int(granted["processes"]) if "processes" in granted else None
        return cls(seconds, seconds if public else max(seconds, LONGEST), processes)

    def check(self, level: str, seconds: float) -> None:
        """ValueError where a bot cannot be granted this."""
        if level != GROGNARD:
            raise ValueError(f"only a {GROGNARD} is granted time: say {GROGNARD}:{ASKED}={self.most:g}")
        if not 1 <= seconds <= self.most:
            raise ValueError(f"here a {GROGNARD} thinks for 1 to {self.most:g} seconds")

    def lowered(self, bot: str) -> str:
        """A bot who sits somewhere already, by a name that may still be asked for here: the house may have become
        busier since."""
        spec = read_spec(bot)
        if spec.changes.get(ASKED, 0.0) <= self.most:
            return bot
        return str(replace(spec, changes={**spec.changes, ASKED: self.most}))

    def to(self, bot: str) -> str:
        """A bot by its name, with what it is granted."""
        spec = read_spec(bot)
        if spec.level != GROGNARD:
            return bot
        granted: dict[str, float] = {ASKED: min(spec.changes.get(ASKED, self.seconds), self.most)}
        if self.processes is not None:
            granted["processes"] = self.processes
        return str(replace(spec, changes={**spec.changes, **granted}))

    def seconds_of(self, bot: str) -> float | None:
        """For how long a bot may look ahead when a window begins, if it does."""
        return seconds_of(self.to(bot))
