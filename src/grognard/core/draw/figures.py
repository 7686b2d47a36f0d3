"""What a counter's figures say: strengths with marks, the letter of a quality, and how bad its supply is."""

from __future__ import annotations

import re

from grognard.core.draw.symbols import Piece, is_fort

ALARMS = {"out_of_supply": 1, "isolated": 1, "unsupplied": 2}


def values_of(piece: Piece) -> list[int | str]:
    return list(piece.get("values") or ())


def amount(figure: int | str) -> float:
    """What a figure on a counter counts: "3*" is 3, a letter nothing."""
    number = re.match(r"[-+]?\d+(\.\d+)?", str(figure))
    return float(number[0]) if number else 0


def quality(piece: Piece) -> str | None:
    """The letter between strength and movement, where there is one."""
    values = values_of(piece)
    middle = values[1] if len(values) == 3 else None
    return middle if isinstance(middle, str) and len(middle) == 1 and middle.isalpha() else None


def strength_of(piece: Piece) -> str:
    """4–2–8, 7 C 6, +1·8; a fort has its level instead."""
    values = [str(value) for value in values_of(piece)]
    if is_fort(piece):
        return str(piece.get("steps", "".join(values[:1])))
    return (" " if quality(piece) else "·" if values and values[0].startswith("+") else "–").join(values)


def alarm_of(piece: Piece) -> int:
    """How bad a unit's supply is: 1 amber "!", 2 black "!!"; a game that means its words otherwise says `alarm`."""
    worst = max((ALARMS.get(flag, 0) for flag in piece.get("flags", ())), default=0)
    return int(piece.get("alarm", worst))
