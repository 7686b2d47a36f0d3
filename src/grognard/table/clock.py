"""The clocks of a table: how long each player has left, by wall time, told from the times of his acts.

`{"minutes": 90, "increment": 30}`: so many minutes for the whole game, and seconds added whenever a player has decided
and it is another's turn. `{"days": 3}`: so many days for each move, from when it became his. A clock that has run out
ends nothing by itself: an opponent may claim the win. While choices are secret nobody sees that another's clock stands;
while a team confers behind closed doors the clocks of all its members run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

DAY = 86_400.0


class Clock:
    """Who has how many seconds left."""

    def __init__(self, terms: Mapping[str, int], players: Iterable[str], now: float) -> None:
        self.whole = terms["days"] * DAY if "days" in terms else terms["minutes"] * 60.0
        self.increment = float(terms.get("increment", 0))
        self.by_move = "days" in terms
        self.left = dict.fromkeys(players, self.whole)
        self.running: tuple[str, ...] = ()
        self.since = now
        self._in_secret: dict[str, float] | None = None
        """What everybody had left when secret choices began."""
        self._secret_since = now

    def plain(self) -> dict[str, Any]:
        """How the clocks stand, for a snapshot."""
        return {
            "left": dict(self.left),
            "running": list(self.running),
            "since": self.since,
            "in_secret": None if self._in_secret is None else dict(self._in_secret),
            "secret_since": self._secret_since,
        }

    def set(self, plain: Mapping[str, Any]) -> None:
        """Go on from where a snapshot left them."""
        self.left = dict(plain["left"])
        self.running = tuple(plain["running"])
        self.since = plain["since"]
        self._in_secret = plain["in_secret"]
        self._secret_since = plain["secret_since"]

    @classmethod
    def of(cls, terms: Mapping[str, int], plain: Mapping[str, Any]) -> Clock:
        """The clocks of a table that is not open, from what was kept of them."""
        clock = cls(terms, plain["left"], plain["since"])
        clock.set(plain)
        return clock

    def turn_over(self, deciders: Iterable[str], secret: bool, now: float) -> None:
        """An act was taken: charge those who were deciding, and start the clocks of those who decide now."""
        for player in self.running:
            self.left[player] -= max(0.0, now - self.since)
        if secret and self._in_secret is None:
            self._in_secret, self._secret_since = dict(self.left), now
        elif not secret:
            self._in_secret = None
        before, self.running, self.since = self.running, tuple(deciders), now
        for player in set(before) - set(self.running):
            self.left[player] = self.whole if self.by_move else self.left[player] + self.increment

    def seconds(self, player: str, now: float) -> float:
        """What a player really has left."""
        spent = max(0.0, now - self.since) if player in self.running else 0.0
        return self.left[player] - spent

    def shown(self, viewer: str | None, waiting: Iterable[str], now: float) -> dict[str, Any]:
        """The clocks as this viewer may see them; `waiting` is whom he knows to be deciding."""
        waiting = list(waiting)
        left = {player: self.seconds(player, now) for player in self.left}
        if self._in_secret is not None:
            for player, then in self._in_secret.items():
                if player != viewer and player in waiting:
                    left[player] = then - max(0.0, now - self._secret_since)
        return {"left": {player: round(one, 1) for player, one in left.items()}, "running": waiting, "now": now}


def checked_terms(terms: Mapping[str, int] | None) -> dict[str, int] | None:
    """The terms a table was asked for; ValueError where they make no clock."""
    if not terms:
        return None
    limits = {"minutes": (1, 10_000), "increment": (0, 3600), "days": (1, 60)}
    for name, value in terms.items():
        low, high = limits.get(name, (1, 0))
        if not low <= value <= high:
            raise ValueError(f'a clock takes "minutes" with "increment" (seconds), or "days"; not {name} = {value}')
    if ("days" in terms) == ("minutes" in terms) or ("increment" in terms and "minutes" not in terms):
        raise ValueError('a clock has either "minutes", with or without "increment", or "days"')
    return dict(terms)
