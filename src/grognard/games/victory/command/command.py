"""Who decides for a block: its player, or the commander of its arm in a team (10.5a)."""

from __future__ import annotations

from typing import Final

from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.state import VictoryState

ARMS = {"general": GROUND, "admiral": NAVAL, "air-marshal": AIR}
WHOLE: Final = -1
"""In place of an arm: the whole army, where one player has all of it."""


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


def producer(state: VictoryState, army: int) -> int:
    """10.5b who produces, buys forces and places factories: the politician, else the General or the army's player."""
    posts = state.game.posts
    for player in state.game.armies[army].players if posts else ():
        if posts[state.posts[player]] == "politician":
            return player
    return general(state, army)


def general(state: VictoryState, army: int) -> int:
    """10.5a who orders an army's battles, which are fought by several arms together: the General, or its player."""
    return commander_of(state, army, GROUND)


def arms(state: VictoryState, army: int) -> tuple[tuple[int, int], ...]:
    """10.5a the commanders of an army and their arms: ships, then ground, then air."""
    if not state.game.posts:
        return ((state.game.armies[army].players[0], WHOLE),)
    return tuple((commander_of(state, army, arm), arm) for arm in (NAVAL, GROUND, AIR))


def blocks_of(state: VictoryState, army: int, arm: int) -> int:
    """The blocks of an arm."""
    blocks = state.game.blocks
    if arm == WHOLE:
        return blocks.of_army[army]
    return (blocks.air, blocks.naval, blocks.ground)[arm] & blocks.of_army[army]


def comes_first(state: VictoryState, army: int, units: int, *hexes: int) -> bool:
    """Whether no ally before this army has such units in these hexes.

    Allies choose in secret at the same time: what only one of them can do is offered to the first who could.
    """
    for ally in state.game.side_armies[state.game.side_of[army]]:
        if ally < army and any(state.of(ally, hex) & units for hex in hexes):
            return False
    return True
