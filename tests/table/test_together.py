"""Who can follow a unit is told before it goes, from what could be taken back again."""

from __future__ import annotations

from itertools import islice
from typing import Any

import grognard
from grognard.core.ask import IllegalAnswer
from grognard.core.journal import Journal, replay
from grognard.core.play import Play
from grognard.table.together import left_behind
from tests.web.games import at


def opened(question: str) -> Play[Any]:
    return replay(Journal.from_plain(at(question)), grognard.game("avl"))


def follows(play: Play[Any], hex_: str, unit: str) -> bool:
    """Whether a unit can really be led where the one in hand goes."""
    tried = play.clone()
    tried.answer("soviet", "move", hex_)
    if not tried.legal("soviet", "unit", unit):
        tried.answer("soviet", "stop")
    try:
        tried.answer("soviet", "unit", unit)
        tried.answer("soviet", "move", hex_)
    except IllegalAnswer:
        return False
    return True


def test_who_cannot_follow_is_told_with_the_reason() -> None:
    play = opened("move_units")
    units = play.ask("soviet").answers["unit"]  # type: ignore[union-attr]
    play.answer("soviet", "unit", units[0])
    before = (play.view("soviet"), len(play.events))
    found = []
    for hex_ in islice(play.ask("soviet").answers["move"], 12):  # type: ignore[union-attr]
        for unit in units[1:6]:
            row = [("unit", unit), ("move", hex_)]
            told = left_behind(play, "soviet", [("move", hex_)], [row], "stop")
            assert told is not None and (0 not in told) is follows(play, str(hex_), str(unit))
            assert all(reasons for reasons in told.values())
            found.append(bool(told))
    assert any(found) and not all(found)
    assert (play.view("soviet"), len(play.events)) == before, "nothing has happened"


def test_one_who_stays_behind_does_not_keep_the_next_one_back() -> None:
    play = opened("move_units")
    first, *others = play.ask("soviet").answers["unit"]  # type: ignore[union-attr]
    play.answer("soviet", "unit", first)
    for hex_ in play.ask("soviet").answers["move"]:  # type: ignore[union-attr]
        stays = [one for one in others if not follows(play, str(hex_), str(one))]
        goes = [one for one in others if one not in stays]
        if stays and goes:
            break
    rows = [[("unit", one), ("move", hex_)] for one in (stays[0], goes[0])]
    assert list(left_behind(play, "soviet", [("move", hex_)], rows, "stop") or {}) == [0]


def test_nothing_is_told_of_a_die_before_it_falls() -> None:
    play = opened("declare")
    ask = play.ask("soviet")
    assert ask is not None
    if "resolve" not in ask.answers:
        play.answer("soviet", "add_all")
    assert left_behind(play, "soviet", [("resolve", None)], [], None) is None
