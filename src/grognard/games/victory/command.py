"""Who decides for a block: its player, or the commander of its arm in a team (10.5a)."""

from __future__ import annotations

from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.state import VictoryState

ARMS = {"general": GROUND, "admiral": NAVAL, "air-marshal": AIR}


def commander(state: VictoryState, unit: int) -> int:
    """The player who moves and fights with a block."""
    blocks = state.game.blocks
    return commander_of(state, blocks.army[unit], blocks.class_of[unit])


def commander_of(state: VictoryState, army: int, class_: int) -> int:
    """10.5a the commander of an arm; without posts, the army's player."""
    players = state.game.armies[army].players
    posts = state.game.posts
    if posts:
        for player in players:
            if ARMS.get(posts[state.posts[player]]) == class_:
                return player
    return players[0]


def leader(state: VictoryState, army: int) -> int:
    """Who deploys, orders battles and produces: the politician, else the General, else the army's player (10.5b)."""
    players = state.game.armies[army].players
    posts = state.game.posts
    for wanted in ("politician", "general"):
        for player in players:
            if posts and posts[state.posts[player]] == wanted:
                return player
    return players[0]


def arms(state: VictoryState, army: int) -> tuple[tuple[int, int], ...]:
    """The commanders of an army and their blocks: ships, then ground, then air, unless one waits for the others."""
    blocks = state.game.blocks
    if not state.game.posts:
        return ((state.game.armies[army].players[0], blocks.of_army[army]),)
    of_class = ((NAVAL, blocks.naval), (GROUND, blocks.ground), (AIR, blocks.air))
    return tuple((commander_of(state, army, class_), units & blocks.of_army[army]) for class_, units in of_class)


def comes_first(state: VictoryState, army: int, units: int, *hexes: int) -> bool:
    """Whether no ally before this army has such units in these hexes.

    Allies choose in secret at the same time: what only one of them can do is offered to the first who could.
    """
    for ally in state.game.side_armies[state.game.side_of[army]]:
        if ally < army and any(state.of(ally, hex) & units for hex in hexes):
            return False
    return True
