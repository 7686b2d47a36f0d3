"""What lies ahead of an answer, told before it is given: the consequences of a move, and the odds of every attack.

Games work both out by their own rules; here is only the shape in which a table gets them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.core.odds import cannot_gain, must_lose
from grognard.core.step import Forgone
from grognard.core.view import worded
from grognard.core.words import Message

if TYPE_CHECKING:
    from grognard.core.game import Game
    from grognard.core.odds import OddsTable
    from grognard.core.state import State

MOST_CONSEQUENCES = 4
"""A tip under the pointer holds no more."""


class Consequence(NamedTuple):
    """Something that follows from a move; `kind` picks its picture."""

    kind: str
    message: Message
    bad: bool = True


def consequences(game: Game, found: Iterable[Consequence]) -> list[dict[str, Any]]:
    """Consequences in words, the bad ones first and otherwise in the order given, which is from worst to least."""
    ordered = sorted(found, key=lambda one: not one.bad)[:MOST_CONSEQUENCES]
    return [{"kind": one.kind, "bad": one.bad, **worded(game, one.message)} for one in ordered]


def chance(column: str, by_die: Sequence[str], severity: Callable[[str], str]) -> dict[str, Any]:
    """The odds of one attack as a plate on the map tells them: the column, and what each face of the die does."""
    return {"column": column, "by_die": list(by_die), "severity": {code: severity(code) for code in by_die}}


RECKONED = ("ratio", "terrain", "shifts", "lines", "total", "neighbours")
"""Of the odds of a combat, what its account tells beside strengths, column and die."""


def reckoned(odds: Mapping[str, Any]) -> dict[str, Any]:
    """What made the column of a combat, once it was fought; of those who fought only who counted less and why."""
    groups = [*odds.get("groups", ()), *odds.get("defence_groups", ())]
    reduced = [
        {"units": one["units"], "factor": one["factor"], "reasons": one["reasons"]} for one in groups if one["reasons"]
    ]
    found = {key: odds[key] for key in RECKONED if odds.get(key)}
    if lines := odds.get("lines"):
        found["lines"] = [line for line in lines if not line.get("struck")]  # what did not count made nothing
    return found | ({"reduced": reduced} if reduced else {})


def next_column(table: OddsTable, attack: int, defence: int, column: int, level: int) -> dict[str, Any]:
    """How many more points of attack lead to the next column, whose ratio before modifiers has this level."""
    if column >= table.last or defence <= 0:
        return {}
    needs = table.strength_for(level, defence) - attack
    return {"next": {"column": table.columns[column + 1], "needs": needs}}


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Odds that a move would change, by hex, each with the column of `before`; None where there is no attack."""
    none = {"column": None}
    return {
        hex: {**after.get(hex, none), "before": before.get(hex, none)["column"]}
        for hex in {**after, **before}
        if after.get(hex, none)["column"] != before.get(hex, none)["column"]
    }


def in_vain(state: State, odds: Mapping[str, Any], units: Iterable[int], rule: str) -> Forgone | None:
    """What an attack gives up whose table shows that it cannot hurt the enemy, however the die falls: its units."""
    if not cannot_gain(odds):
        return None
    key = "forgo.must_lose" if must_lose(odds) else "forgo.no_gain"
    return Forgone(state.message(key, rule), tuple({"unit": unit} for unit in units), lost=True)


UNMOVED_SHARE, UNMOVED_LEAST = 0.5, 3
"""Of those that could move in a phase: so many left are asked about even where its end can be taken back."""


def mostly_left(left: int, done: int) -> bool:
    """Whether a phase is ended with most of its units unmoved; sets of units."""
    count = left.bit_count()
    return count >= UNMOVED_LEAST and count >= UNMOVED_SHARE * (left | done).bit_count()


def closed(game: Game, reasons: Iterable[Message]) -> list[dict[str, Any]]:
    """Why hexes are closed, the same reason once for all its hexes: each message names its own as `hex`."""
    grouped: dict[str, tuple[Message, list[Any]]] = {}
    for one in reasons:
        rest = {name: value for name, value in one.args.items() if name != "hex"}
        grouped.setdefault(repr((one.key, one.rule, rest)), (one, []))[1].append(one.args.get("hex"))
    found = []
    for one, hexes in grouped.values():
        named = [hex for hex in hexes if hex is not None]
        told = worded(game, one._replace(args={**one.args, "hex": named}))
        found.append({"text": told["text"], "rule": one.rule, "hexes": named})
    return found
