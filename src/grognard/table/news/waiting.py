"""What there is to tell somebody who is not here: where it is his move, and which of his games have ended.

Only what his own list of tables tells him anyway, of games with other people. A move is news when another made it his
and he has not answered for a while: who sits at the table needs no letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from grognard.table.rows import Card, Unreadable
from grognard.table.seats import Visitor

AWAY = 600.0
"""Seconds that a move waits before it is worth a letter."""
OLD = 30 * 86_400.0
"""Seconds after which nothing is news."""


class Told(Protocol):
    """What somebody knows already, by letter or by push."""

    @property
    def known(self) -> Mapping[str, float]: ...

    @property
    def sent(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Item:
    """One table he should look at."""

    table: str
    seat: str
    kind: Literal["move", "over"]
    game: str
    scenario: str
    title: str | None
    turn: int | None
    others: tuple[str, ...]
    """Those he plays with, as they are called there."""


def items(
    who: Visitor, cards: Iterable[Card], last: Mapping[str, str], told: Told, now: float, away: float
) -> tuple[list[Item], dict[str, float]]:
    """What is new, and what he knows once he has been told; `last` says whose act was the last at a table, `away` for
    how many seconds a move has waited."""
    known = told.known
    found: list[Item] = []
    knows: dict[str, float] = {}
    for card in cards:
        row, summary = card.row, card.row.summary
        if isinstance(row.header, Unreadable) or not summary or now - row.changed > OLD:
            continue
        if row.id in known:
            knows[row.id] = known[row.id]
        yours = who.players(card)
        others = [seat.name for seat in card.seats.values() if seat.kind == "human" and seat.player not in yours]
        kind = _over(card, yours, last.get(row.id), told.sent) or _move(card, yours, last.get(row.id), now - away)
        if not yours or not others or kind is None or known.get(row.id) == row.changed:
            continue
        knows[row.id] = row.changed
        header, turn = row.header, summary.get("turn")
        facts = (header["game"], header["scenario"], row.title if who.owns(card) else None)
        found.append(Item(row.id, yours[0], kind, *facts, turn if isinstance(turn, int) else None, tuple(others)))
    return found, knows


def _over(card: Card, yours: Sequence[str], last: str | None, since: float) -> Literal["over"] | None:
    return "over" if card.row.over and card.row.changed > since and last not in yours else None


def _move(card: Card, yours: Sequence[str], last: str | None, before: float) -> Literal["move"] | None:
    deciding = (card.row.summary or {})["deciding"]
    if card.row.over or last in yours or card.row.changed > before:
        return None
    return "move" if any(player in deciding for player in yours) else None
