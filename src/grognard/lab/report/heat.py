"""Where it happened: by turn and hex, the share of games in which a side controls a hex, stands in it or loses there.

Values are told as texts, a letter for each hex in the map's order, so that a page of thousands of hexes stays small.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from grognard.core.game import Game
from grognard.hex.grid import bits
from grognard.lab.report.intervals import FEW

if TYPE_CHECKING:
    import pyarrow as pa

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""From none to all, in steps of two in a hundred."""
SIGNS: Final = LETTERS + "".join(chr(one) for one in range(0xC0, 0xC0 + FEW - len(LETTERS)))
"""Of few games, one for each count."""
STEPS: Final = len(LETTERS) - 1
Counts = dict[tuple[int, str], dict[int, int]]
"""By turn and side, and then by hex."""


def heat(game: Game, table: pa.Table, last: Mapping[int, int], sides: Sequence[str]) -> dict[str, Any]:
    """By kind, side and turn: a text of the map. `most` is what the last letter stands for, `steps` its place: of few
    games these are games, all of them, so that counts can be told."""
    end = max(last.values(), default=0)
    turns = range(end + 1)
    hexes = [int(game.map.grid.name(hex)) for hex in bits(game.map.playable)]
    still = [sum(one >= turn for one in last.values()) for turn in turns]
    control = _control(table, end, sides)
    present = _counts(table, "present")
    lost = _summed(_counts(table, "lost"), end, sides)
    most = max((count for counts in lost.values() for count in counts.values()), default=0)
    games = max(len(last), 1)
    few = len(last) < FEW
    top = games if few else STEPS
    return {
        "hexes": len(hexes),
        "turns": end,
        "most": {"control": 1.0, "presence": 1.0, "losses": most / games},
        "steps": {"control": top, "presence": top, "losses": STEPS},
        "control": _texts(control, sides, turns, hexes, [games] * len(turns), top),
        "presence": _texts(present, sides, turns, hexes, [games if few else max(one, 1) for one in still], top),
        "losses": _texts(lost, sides, turns, hexes, [most or 1] * len(turns), STEPS),
    }


def _counts(table: pa.Table, column: str) -> Counts:
    """In how many games a hex is in the lists of a column; of losses, how many steps."""
    import pyarrow as pa
    from pyarrow import compute

    found: Counts = defaultdict(lambda: defaultdict(int))
    if not table.num_rows:
        return found
    parents = compute.list_parent_indices(table[column])
    flat = pa.table(
        {
            "turn": table["turn"].take(parents),
            "side": table["side"].take(parents),
            "hex": compute.list_flatten(table[column]),
        }
    )
    counted = flat.group_by(["turn", "side", "hex"]).aggregate([([], "count_all")])
    for row in counted.to_pylist():
        found[row["turn"], row["side"]][row["hex"]] = row["count_all"]
    return found


def _summed(counts: Counts, end: int, sides: Sequence[str]) -> Counts:
    """What has come together up to each turn."""
    found: Counts = {}
    for side in sides:
        sums: dict[int, int] = defaultdict(int)
        for turn in range(end + 1):
            for hex, count in counts.get((turn, side), {}).items():
                sums[hex] += count
            found[turn, side] = dict(sums)
    return found


def _control(table: pa.Table, end: int, sides: Sequence[str]) -> Counts:
    """Gained less ceded, summed: in how many games a side controls a hex."""
    gained, ceded = _counts(table, "gained"), _counts(table, "ceded")
    change: Counts = defaultdict(lambda: defaultdict(int))
    for counts, sign in ((gained, 1), (ceded, -1)):
        for key, hexes in counts.items():
            for hex, count in hexes.items():
                change[key][hex] += sign * count
    return _summed(change, end, sides)


def _texts(
    counts: Counts, sides: Sequence[str], turns: Iterable[int], hexes: Sequence[int], all_of: Sequence[int], top: int
) -> dict[str, list[str]]:
    return {
        side: [
            packed((counts.get((turn, side), {}).get(hex, 0) / all_of[turn] for hex in hexes), top) for turn in turns
        ]
        for side in sides
    }


def packed(shares: Iterable[float], top: int = STEPS) -> str:
    """Shares as letters, a figure behind each for how often it follows itself. What is not quite none or all shows.

    >>> packed([0, 0, 0, 0.5, 1])
    'A3az'
    """
    letters = (
        SIGNS[0 if share <= 0 else top if share >= 1 else min(max(round(share * top), 1), top - 1)] for share in shares
    )
    runs = ((letter, sum(1 for _ in group)) for letter, group in groupby(letters))
    return "".join(letter if count == 1 else f"{letter}{count}" for letter, count in runs)
