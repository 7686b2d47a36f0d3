"""A side's council: where several players win together, what they say among themselves is heard by them alone.

It is a second room of the chat, and its door is the seat one looks on from: spectators, the other sides and whoever
watches over the house hear nothing of it, while the game runs and after it.
"""

from __future__ import annotations

from typing import Any

from grognard.core.seats import Roster
from grognard.table.room import Viewer
from grognard.table.rows import ChatRow


def council(roster: Roster, viewer: Viewer) -> str | None:
    """The side whose council a viewer hears; None for a spectator, and for who plays a side alone.

    >>> roster = Roster.of({"land": "blue", "sea": "blue", "red": "red"})
    >>> council(roster, "sea"), council(roster, "red"), council(roster, None)
    ('blue', None, None)
    """
    if viewer is None:
        return None
    number = roster.number(viewer)
    return roster.players[number].side if len(roster.allies(number)) > 1 else None


def heard(line: ChatRow) -> dict[str, Any]:
    """A line of the chat as those are told who may hear it; of one that was taken away nobody hears the words."""
    told: dict[str, Any] = {"type": "chat", "who": line.who, "text": line.text, "at": line.at}
    if line.council is not None:
        told["council"] = line.council
    return told if line.removed is None else told | {"text": "", "removed": True}
