"""What the players of a table agree on: taking back more than undo allows, and a bot for somebody who is away.

Wishes and consents are acts of the journal like any other, so that everybody who follows it, in whatever process, has
the same wish before him, and the last consent counts once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

BACK = ("ask_back", "agree_back", "drop_back")
BOT = ("ask_bot", "agree_bot", "drop_bot")
WISHES = (*BACK, *BOT)
"""Acts that change nothing of the game: the consent that is the last one is stored as what it brings about."""


@dataclass(slots=True)
class Proposal:
    """A take-back that waits for consent."""

    by: str
    answers: int
    """How many committed answers would be left."""
    seen: Mapping[str, Any]
    """It is about the position that everybody sees so: once the game goes on it is void, but not by what is hidden."""
    missing: set[str]
    """Whose consent is not there yet."""


@dataclass(slots=True)
class Request:
    """A wish that a bot play on for somebody who is away; it waits for the consent of the others who are there."""

    by: str | None
    """None: who opened the table and does not play."""
    player: str
    bot: str
    missing: set[str]


class Wishes:
    """What is wished for at a table, and what has become of it."""

    def __init__(self) -> None:
        self.proposal: Proposal | None = None
        self.request: Request | None = None
        self._news: list[dict[str, Any]] = []

    def news(self) -> list[dict[str, Any]]:
        """What everybody at the table is to hear, once."""
        news, self._news = self._news, []
        return news

    def perform(self, kind: str, player: str, target: Any, seen: Callable[[], Mapping[str, Any]]) -> None:
        """Do what an act says. `seen` tells what everybody sees of the position."""
        if kind in BACK:
            self._back(kind, player, target, seen)
        else:
            self._bot(kind, player, target)

    def taken_back(self, by: str) -> None:
        """A take-back is done: whoever waited for it hears so."""
        self.proposal = None
        self._news.append(proposed(None, (by, True)))

    def handed_over(self, player: str) -> None:
        """A bot plays for somebody: nobody need wish for it any more."""
        if self.request is not None and self.request.player == player:
            self.request = None
            self._news.append(requested(None))

    def _back(self, kind: str, player: str, target: Any, seen: Callable[[], Mapping[str, Any]]) -> None:
        proposal, settled = self.proposal, None
        if kind == "ask_back":
            self.proposal = Proposal(player, int(target["answers"]), seen(), set(target["missing"]))
        elif proposal is not None and kind == "agree_back":
            proposal.missing -= set(target)
        elif proposal is not None:
            self.proposal = None
            settled = None if player == proposal.by else (proposal.by, False)
        self._news.append(proposed(self.proposal, settled))

    def _bot(self, kind: str, player: str, target: Any) -> None:
        if kind == "ask_bot":
            self.request = Request(player or None, target["player"], target["bot"], set(target["missing"]))
        elif self.request is not None and kind == "agree_bot":
            self.request.missing -= set(target)
        else:
            self.request = None
        self._news.append(requested(self.request))


def proposed(proposal: Proposal | None, settled: tuple[str, bool] | None = None) -> dict[str, Any]:
    """Who asks for a take-back and whose consent is missing; nobody when it is settled, and then how."""
    by, missing = (proposal.by, sorted(proposal.missing)) if proposal else (None, [])
    told = {"settled": {"by": settled[0], "agreed": settled[1]}} if settled else {}
    return {"type": "takeback", "by": by, "missing": missing, **told}


def requested(request: Request | None) -> dict[str, Any]:
    """Who asks for a bot for whom, and whose consent is missing; nobody when it is settled."""
    if request is None:
        return {"type": "stand_in", "by": None, "player": None, "bot": None, "missing": []}
    asked = {"by": request.by, "player": request.player, "bot": request.bot, "missing": sorted(request.missing)}
    return {"type": "stand_in", **asked}
