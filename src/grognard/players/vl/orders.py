"""Orders for the phases of Velikiye Luki: made once, and gone by while the position is as they have left it."""

from __future__ import annotations

from typing import NamedTuple

from grognard.games.vl.state import VlState
from grognard.games.vl.zoc import encircled
from grognard.hex.grid import bits
from grognard.players.vl.attack import Attack


class Lasting(NamedTuple):
    """What no move of a unit changes, but for the ring that it may close or open."""

    turn: int
    side: int
    steps: bytes
    supply: bytes
    cadre_of: bytes
    closed: bool


def lasting(state: VlState, side: int) -> Lasting:
    return Lasting(
        state.turn, side, bytes(state.steps), bytes(state.supply), bytes(state.cadre_of), encircled(state)
    )  # fmt: skip


class Orders(NamedTuple):
    """Who attacks what from where, and who goes in which order."""

    lasting: Lasting
    attacks: tuple[Attack, ...]
    column: tuple[int, ...]
    """Everyone who may move, from the head of the column on."""
    places: tuple[int, ...]
    """By counter: where it is after the moves so far."""
    moved: int

    def hold(self, state: VlState, side: int) -> bool:
        """Whether nothing has happened since but what was ordered."""
        return (
            self.moved == state.moved
            and self.places == tuple(state.hex_of)
            and self.lasting == lasting(state, side)
        )  # fmt: skip

    def after(self, unit: int, hex: int) -> Orders:
        """The same when a unit has moved to a hex, or stays there."""
        places = list(self.places)
        places[unit] = hex
        return self._replace(places=tuple(places), moved=self.moved | 1 << unit)


Seen = tuple[tuple[int, int, int], ...]
"""Counters with their places and steps."""


class Fights(NamedTuple):
    """The attacks of a Combat Phase, each to be made while attackers and defenders are as they were."""

    turn: int
    side: int
    attacked: int
    """The hexes that had been attacked by then."""
    attacks: tuple[tuple[Attack, Seen], ...]

    def hold(self, state: VlState, side: int) -> bool:
        """Whether they are those of this phase, and no attack has been taken back."""
        return (self.turn, self.side) == (state.turn, side) and not self.attacked & ~state.attacked

    def goes_on(self, state: VlState, hexes: int) -> bool:
        """Whether one is left on these hexes; when none is, and something has happened since, others may be found."""
        return self.attacked == state.attacked or bool(self.open(state, hexes))

    def open(self, state: VlState, hexes: int) -> list[Attack]:
        """Those on these hexes that are as they were planned."""
        return [one for one, then in self.attacks if hexes >> one.hex & 1 and seen(state, one) == then]


def fights(state: VlState, side: int, attacks: tuple[Attack, ...]) -> Fights:
    return Fights(state.turn, side, state.attacked, tuple((one, seen(state, one)) for one in attacks))


def seen(state: VlState, attack: Attack) -> Seen:
    """Who takes part in an attack, on both sides."""
    units = attack.units | state.at.get(attack.hex, 0)
    return tuple([(unit, state.hex_of[unit], state.steps[unit]) for unit in bits(units)])
