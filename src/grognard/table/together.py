"""Who can follow where a unit in hand goes: a row of answers tried on a copy of the position.

Asked by a client that moves several units together, before the first of them has moved (`together` in live.py). Only
what could be taken back again is tried: nothing that rolls a die, shows something hidden or ends the player's decision
is told beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.core.ask import IllegalAnswer
from grognard.core.dice import DiceLocked
from grognard.core.play import Play
from grognard.core.words import Message

Given = tuple[str, str | int | None]
"""An answer by its names."""
MOST = 24
"""Rows: no stack comes near."""
ANSWERS = 4
"""Answers of a row: a unit is taken up, goes, and is put down."""


class Untold(Exception):
    """What would come of it is not known before it is done."""


def _give(play: Play[Any], player: str, row: Sequence[Given]) -> None:
    for verb, target in row:
        try:
            play.answer(player, verb, target)
        except DiceLocked:
            raise Untold from None
        if not play.can_undo(player):
            raise Untold


def left_behind(
    play: Play[Any], player: str, first: Sequence[Given], rows: Sequence[Sequence[Given]], stop: str | None
) -> dict[int, list[Message]] | None:
    """The rows that cannot be answered whole after `first` and the rows before them, each with the reasons; None where
    that cannot be told. `stop` ends a move where nobody else can be taken up before it."""
    tried = play.clone()
    try:
        _give(tried, player, first)
        behind: dict[int, list[Message]] = {}
        for number, row in enumerate(rows):
            one = tried.clone()
            if stop is not None and row and not one.legal(player, *row[0]) and one.legal(player, stop):
                _give(one, player, [(stop, None)])
            try:
                _give(one, player, row)
            except IllegalAnswer as illegal:
                behind[number] = illegal.reasons
            else:
                tried = one
    except (Untold, IllegalAnswer):
        return None
    return behind
