"""Who decides and who wins together: players and sides. Who sits where is the table's business, not the engine's.

A *side* wins together, a *player* decides, a *seat* is the chair a person or a bot takes at a table and may hold
several players. Two players of two sides are the common case; eight players in teams are the widest.
"""

from __future__ import annotations

from dataclasses import dataclass, field

MOST_PLAYERS = 8


@dataclass(frozen=True, slots=True)
class Player:
    """Someone who decides."""

    id: str
    side: str


@dataclass(frozen=True, slots=True)
class Roster:
    """The players of one scenario in seat order; allies share a side.

    >>> roster = Roster.of({"axis": "axis", "soviet": "soviet"})
    >>> roster.number("soviet"), roster.sides, roster.allies(0)
    (1, ('axis', 'soviet'), (0,))
    """

    players: tuple[Player, ...]
    ids: tuple[str, ...] = field(init=False, repr=False, compare=False)
    _numbers: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "ids", tuple(player.id for player in self.players))
        object.__setattr__(self, "_numbers", {player: number for number, player in enumerate(self.ids)})

    @classmethod
    def of(cls, sides_by_player: dict[str, str]) -> Roster:
        if not 2 <= len(sides_by_player) <= MOST_PLAYERS:
            raise ValueError(f"a game has 2 to {MOST_PLAYERS} players, not {len(sides_by_player)}")
        return cls(tuple(Player(player, side) for player, side in sides_by_player.items()))

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(player.side for player in self.players))

    def number(self, player: str) -> int:
        number = self._numbers.get(player)
        if number is not None:
            return number
        raise ValueError(f'there is no player "{player}" here; the players are {", ".join(self.ids)}')

    def allies(self, number: int) -> tuple[int, ...]:
        """All players of this player's side, himself included."""
        side = self.players[number].side
        return tuple(other for other, player in enumerate(self.players) if player.side == side)
