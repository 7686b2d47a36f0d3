"""Everything that a player sees of a position, as one text: what must stay the same is compared by it."""

from __future__ import annotations

from random import Random
from typing import Any

import orjson

from grognard.core.ask import codes
from grognard.core.conformance.answers import not_offered
from grognard.core.game import Game
from grognard.core.play import SPECTATOR, Play

UNIT = "<unit>"
OVERLAYS = 2
"""Overlays looked at in one position."""
UNITS = 12
"""Units whose overlays are looked at."""


def seen_by_all(play: Play) -> list[bytes]:
    return [everything_seen(play, player) for player in (SPECTATOR, *play.roster.ids)]


def everything_seen(play: Play, player: str | None) -> bytes:
    """A view, with the log in it, some overlays, and for a player a sample of refusals and previews."""
    shown = play.view(player)
    shown |= {"can_undo": None, "can_redo": None}  # a copy has no history
    seen: list[Any] = [shown]
    if player is not None:
        number, rng = play.roster.number(player), Random(0)  # offers are in the view: equal views, equal samples
        for answer in not_offered(play, number, rng, 8):
            seen.append([str(reason) for reason in play.why(player, *play.names_of_answer(answer))])
        answers = codes(play.state.ask(number))
        for answer in rng.sample(answers, min(4, len(answers))):
            seen.append(play.preview(player, *play.names_of_answer(answer)))
    kinds = overlay_kinds(play.game)
    seen += [play.overlay(kind, player) for kind in Random(play.state.rolls).sample(kinds, min(OVERLAYS, len(kinds)))]
    return as_sent(seen)


def as_sent(shown: Any) -> bytes:
    """What a table would send of it; in the order in which it was put together, which may tell something, too."""
    return orjson.dumps(shown, option=orjson.OPT_NON_STR_KEYS)


def overlay_kinds(game: Game) -> list[str]:
    """The overlays that can be asked for; those of a unit for some units."""
    units = [str(unit.id) for unit in game.units]
    some = units[:: max(1, len(units) // UNITS)]
    return [
        kind.replace(UNIT, unit) for kind in game.overlays for unit in (some if UNIT in kind else [""])
    ]  # fmt: skip
