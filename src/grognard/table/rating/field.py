"""What is known of a game before one offers it, from finished rated games alone and without a name."""

from __future__ import annotations

import time
from typing import Any

from grognard.core.game import Game, Scenario
from grognard.table.rating.profile import DAY, day
from grognard.table.rating.ratings import Ratings

LATELY = 90
"""Days."""


async def told(ratings: Ratings, game: Game, scenario: Scenario) -> dict[str, Any]:
    """What each side has won, and the numbers of who has finished a game of it lately and is still here."""
    history = await ratings.history()
    sides = dict.fromkeys(player.side for player in scenario.roster.players)
    fared = [history.fared(game.id, scenario.id, side) for side in sides]
    played = history.lately(game.id, day(time.time()) - LATELY * DAY)
    here = await ratings.results.names([one.id for one in played])
    return {
        "sides": [
            {"side": one.side, "games": one.games, "won": one.won, "drawn": one.drawn, "share": one.share,
             "between": one.between}
            for one in fared
        ],
        "ratings": sorted(history.skill(game.id, one).number for one in played if one.id in here),
    }  # fmt: skip
