"""Sides by lot: who opens a table for two may leave it to the house which of them is his.

The draw is the house's own: nothing in what was sent has a say in it, neither the order of the seats nor who was
written beside which of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random, SystemRandom

from grognard.core.registry import game as find_game

CHANCE = SystemRandom()


def drawn(game: str, scenario: str | None, seats: Mapping[str, str], chance: Random = CHANCE) -> dict[str, str]:
    """The same people, each at the side that the lot gives him; ValueError where there are no two to draw for."""
    players = find_game(game).scenario(scenario).roster.players
    if len(players) != 2 or players[0].side == players[1].side:
        raise ValueError("sides are drawn by lot in a game for two: say here who sits where")
    people = sorted(seats.get(player.id, "you") for player in players)
    if people.count("you") != 1:
        raise ValueError("sides are drawn by lot where one of them is yours and the other somebody else's")
    chance.shuffle(people)
    return {**seats, **{player.id: who for player, who in zip(players, people, strict=True)}}
