"""The clocks of a table: how long each player has left, by wall time, told from the times of his acts.

`{"minutes": 90, "increment": 30}`: so many minutes for the whole game, and seconds added whenever a player has decided
and it is another's turn. `{"days": 3}`: so many days for each move, from when it became his. A clock that has run out
ends nothing by itself: an opponent may claim the win. While choices are secret nobody sees that another's clock stands;
while a team confers behind closed doors the clocks of all its members run. A clock that counts days stands still while
its player is on holiday.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

DAY = 86_400.0

Span = tuple[float, float]


class Clock:
    """Who has how many seconds left.

    Of clocks by the move nothing is kept but since when it is whose: what he has left follows from that and from his
    holidays, so that every process comes to the same, whenever it heard of them.
    """

    def __init__(self, terms: Mapping[str, int], players: Iterable[str], now: float) -> None:
        self.whole = terms["days"] * DAY if "days" in terms else terms["minutes"] * 60.0
        self.increment = float(terms.get("increment", 0))
        self.by_move = "days" in terms
        self.left = dict.fromkeys(players, self.whole)
        self.began: dict[str, float] = {}
        """Where clocks go by the move: since when it is his."""
        self.holidays: Mapping[str, Sequence[Span]] = {}
        """From when to when a player's clock stands still, where clocks go by the move."""
        self.running: tuple[str, ...] = ()
        self.since = now
        self._in_secret: dict[str, float] | None = None
        """What everybody had left when secret choices began, or since when it was his move."""
        self._secret_since = now
        self._ended: dict[str, float] = {}
        """What the end of his last move gave a player, which he gives back with it: seconds, or since when it was his.
        No snapshot needs it, as none is made while anything can be undone."""

    def plain(self) -> dict[str, Any]:
        """How the clocks stand, for a snapshot."""
        return {
            "left": dict(self.left),
            "began": dict(self.began),
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
        if "began" in plain:
            self.began = dict(plain["began"])
        elif self.by_move:
            self._began_from_left()

    def _began_from_left(self) -> None:
        """A snapshot from before there were holidays tells what was left instead."""
        self.began = {player: self.since - (self.whole - self.left[player]) for player in self.running}
        self.left = dict.fromkeys(self.left, self.whole)
        if self._in_secret is not None:
            self._in_secret = {
                player: self._secret_since - (self.whole - left) for player, left in self._in_secret.items()
            }

    @classmethod
    def of(cls, terms: Mapping[str, int], plain: Mapping[str, Any]) -> Clock:
        """The clocks of a table that is not open, from what was kept of them."""
        clock = cls(terms, plain["left"], plain["since"])
        clock.set(plain)
        return clock

    def turn_over(self, deciders: Iterable[str], secret: bool, now: float, *, undone: bool = False) -> None:
        """An act was taken, or one `undone`: charge those who were deciding, and start the clocks of those who decide
        now. Who takes back the answer that ended his move goes on with it."""
        if not self.by_move:
            for player in self.running:
                self.left[player] -= max(0.0, now - self.since)
        if secret and self._in_secret is None:
            kept = {player: self.began.get(player, now) for player in self.left} if self.by_move else self.left
            self._in_secret, self._secret_since = dict(kept), now
        elif not secret:
            self._in_secret = None
        before, self.running, self.since = self.running, tuple(deciders), now
        for player in set(before) - set(self.running):
            began = self.began.pop(player, now)
            if not undone:
                self._ended[player] = began if self.by_move else self.increment
                self.left[player] += 0.0 if self.by_move else self.increment
        for player in set(self.running) - set(before):
            gained = self._ended.pop(player, None)
            if self.by_move:
                self.began[player] = gained if undone and gained is not None else now
            elif undone and gained is not None:
                self.left[player] -= gained

    def seconds(self, player: str, now: float) -> float:
        """What a player really has left."""
        if player not in self.running:
            return self.left[player]
        return self.left[player] - self._spent(player, self.began[player] if self.by_move else self.since, now)

    def _spent(self, player: str, since: float, now: float) -> float:
        """Seconds of his own between two moments: where clocks go by the move, without his holidays."""
        spent = max(0.0, now - since)
        if self.by_move:
            spent -= sum(max(0.0, min(now, end) - max(since, start)) for start, end in self.holidays.get(player, ()))
        return spent

    def runs_out(self, player: str, since: float, now: float) -> float:
        """When his time would be over if it were his move from then on and he did nothing. A holiday that has not begun
        is his own to know: it puts it off when it does."""
        end = since + self.whole
        for start, stop in sorted(self.holidays.get(player, ())) if self.by_move else ():
            if start < end and start <= now and stop > since:
                end += stop - max(start, since)
        return end

    def away_until(self, player: str, now: float) -> float | None:
        """Until when his clock stands still because he is on holiday; None where he is not."""
        spans = self.holidays.get(player, ()) if self.by_move else ()
        return max((end for start, end in spans if start <= now < end), default=None)

    def shown(self, viewer: str | None, waiting: Iterable[str], now: float) -> dict[str, Any]:
        """The clocks as this viewer may see them; `waiting` is whom he knows to be deciding, `still` whose clock stands
        still until when."""
        waiting = list(waiting)
        left = {player: self.seconds(player, now) for player in self.left}
        if self._in_secret is not None:
            for player, then in self._in_secret.items():
                if player != viewer and player in waiting:
                    left[player] = (
                        self.whole - self._spent(player, then, now)
                        if self.by_move
                        else then - max(0.0, now - self._secret_since)
                    )
        still = {player: until for player in self.left if (until := self.away_until(player, now)) is not None}
        told = {"left": {player: round(one, 1) for player, one in left.items()}, "running": waiting, "now": now}
        return told | {"still": still} if still else told


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
