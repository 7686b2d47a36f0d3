"""How a game may end, as one of its players can judge it: his chance, the lead, and how good such a judgement is."""

from __future__ import annotations

from random import Random
from statistics import fmean
from typing import Any

from grognard.core.game import SetupError
from grognard.core.play import Play
from grognard.players.doctrine import REGULAR, doctrine
from grognard.players.foresight import Foresight, expected

DEALS = 6
"""Times that what a player does not know is dealt, where a judgement may depend on it."""


def foresight_of(game_id: str) -> Foresight[Any] | None:
    """What judges positions of a game, if anything does."""
    try:
        found: Any = doctrine(game_id, REGULAR)
    except SetupError:
        return None
    foresight: Foresight[Any] | None = getattr(found, "foresight", None)
    return foresight if foresight is not None and foresight.models else None


def document(play: Play, player: str) -> dict[str, Any] | None:
    """What he may expect; None where nobody can tell."""
    foresight, number = foresight_of(play.game.id), play.roster.number(player)
    if foresight is None:
        return None
    side = play.roster.players[number].side
    deals = DEALS if foresight.opponents_guess else 1
    states = [play.imagine(player, Random(deal)) for deal in range(deals)]
    found = [one for state in states if (one := expected(foresight, state, side)) is not None]
    if not found:
        return None
    model = foresight.models.get(foresight.family(states[0]), {}).get(side)
    trust = None if model is None else model.trusted(foresight.elapsed(states[0]))
    return {
        "side": side,
        "chance": round(fmean(one.chance for one in found), 3),
        "lead": round(fmean(one.lead for one in found), 1),
        "miss": None if trust is None else trust.miss,
        "right": None if trust is None else trust.right,
    }
