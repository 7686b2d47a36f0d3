"""One moment of the Move Phase: what all blocks of an army meet, worked out once for every block that is looked at.

Between two changes of the position many blocks are taken up and put down again, by players and still more by those who
think: only the step that asks differs. A moment is kept in the position's `memo` and used while all else is as it was.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Final

from grognard.core.memory import once
from grognard.games.victory.board.control import closed, controlled, defended, hostile
from grognard.games.victory.board.markers import quays
from grognard.games.victory.board.movers import movers
from grognard.games.victory.board.passage import storm_area, ways, within_limits
from grognard.games.victory.board.ports import harbours, open_ports
from grognard.games.victory.board.stacking import (
    airbases,
    aircraft,
    bases_of,
    carriers_of,
    full_air,
    full_ground,
    full_naval,
)
from grognard.games.victory.ground import Ways
from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.state import VictoryState
from grognard.hex.grid import Sides, bits

ASKED: Final = ("rolls", "stack", "result")
"""What may differ within a moment: who is asked what."""
POSITION: Final = attrgetter("game", "options", *(name for name in VictoryState.FIELDS if name not in ASKED))


class Moment:
    """A position for an army that moves. All of it is worked out from a copy, which nobody changes."""

    def __init__(self, state: VictoryState, army: int) -> None:
        self.state: Final = state.clone()
        self.state.memo = None
        self.army: Final = army
        self.side: Final = state.game.side_of[army]
        self.position: Final[tuple[Any, ...]] = POSITION(self.state)
        self.journeys: Final[dict[tuple[int, ...], Any]] = {}
        """What `travel` has worked out for blocks, by what it depends on."""

    # ---- the country

    @once
    def storm(self) -> int:
        return storm_area(self.state)

    @once
    def way(self) -> Ways:
        return ways(self.state)

    @once
    def dry(self) -> Sides:
        return within_limits(self.state, self.army, GROUND, self.way.dry)

    @once
    def wet(self) -> Sides:
        return within_limits(self.state, self.army, GROUND, self.way.wet)

    @once
    def roads(self) -> Sides:
        return within_limits(self.state, self.army, GROUND, self.way.roads)

    @once
    def sail(self) -> Sides:
        return within_limits(self.state, self.army, NAVAL, self.state.game.ground.sail)

    # ---- friends and enemies

    @once
    def friendly(self) -> int:
        """5.4 the hexes that the side controls, as it knows."""
        return controlled(self.state, self.side, known_to=self.side)

    @once
    def foes_by_land(self) -> int:
        return hostile(self.state, self.army, GROUND)

    @once
    def foes_at_sea(self) -> int:
        return hostile(self.state, self.army, NAVAL)

    @once
    def foes_by_air(self) -> int:
        return hostile(self.state, self.army, AIR)

    @once
    def foes_of_a_landing(self) -> int:
        return defended(self.state, self.army, GROUND) | defended(self.state, self.army, NAVAL)

    @once
    def closed_by_land(self) -> int:
        """5.9 hexes that Strategic Moves may not use."""
        return closed(self.state, self.side, True, self.friendly)

    @once
    def closed_by_sea(self) -> int:
        return closed(self.state, self.side, False, self.friendly)

    @once
    def lanes(self) -> int:
        """Where Strategic Moves by sea may go."""
        ground = self.state.game.ground
        shut = self.closed_by_sea | self.storm | self.state.ruined_canals
        return (ground.water | ground.coastal | ground.canal) & ~shut

    @once
    def vacant_neutral(self) -> int:
        """5.init neutral settlements are captured by normal moves only."""
        return self.state.game.ground.settlements & ~self.friendly

    @once
    def ready(self) -> int:
        """2.0.2b the army's blocks that may still be taken up."""
        return movers(self.state, self.army, self.state.game.blocks.of_army[self.army])

    # ---- room, for whoever is not there yet

    @once
    def leavers(self) -> int:
        """5.2b blocks that may still make room: limits count when the move ends, so one may enter a full hex before."""
        state = self.state
        blocks = state.game.blocks
        still = blocks.of_army[self.army] & ~state.moved & ~blocks.fixed & ~blocks.strategic_only & ~state.pool
        for carrier in bits(still & blocks.carriers):
            if aircraft(state, carrier) & state.moved:
                still &= ~(1 << carrier)
        for hex in (*state.battles, *bits(self.storm)):
            still &= ~state.at.get(hex, 0)
        return still

    @once
    def room_ashore(self) -> int:
        """5.2a hexes whose ground stack is not full, or may still be left by somebody."""
        return ~full_ground(self.state, self.army, self.leavers)

    @once
    def room_at_once(self) -> int:
        """The same where nobody leaves."""
        return ~full_ground(self.state, self.army)

    @once
    def room_for_ships(self) -> int:
        return ~full_naval(self.state, self.army, self.leavers & self.state.game.blocks.naval)

    @once
    def room_afloat(self) -> int:
        """Room at sea for ground units, who wait for nobody to leave."""
        return ~full_naval(self.state, self.army)

    @once
    def full_of_aircraft(self) -> int:
        """5.52a hexes where as many air units are as may fight."""
        return full_air(self.state, self.army)

    # ---- bases

    @once
    def quays(self) -> int:
        return quays(self.state, self.side)

    @once
    def harbours(self) -> int:
        return harbours(self.state, self.side, self.friendly)

    @once
    def open_ports(self) -> int:
        return open_ports(self.state, self.side, self.friendly)

    @once
    def bases(self) -> int:
        """5.51a bases of the side, full or not."""
        return bases_of(self.state, self.side, self.friendly)

    @once
    def airbases(self) -> int:
        """Those with room for one more air unit, or from where one may still fly off."""
        return airbases(self.state, self.side, self.leavers, self.friendly)

    @once
    def carriers(self) -> list[int]:
        return bits(carriers_of(self.state, self.army))


def moment(state: VictoryState, army: int) -> Moment:
    """The position as it is for an army; the same object while nothing but the question changes."""
    found = state.memo
    if isinstance(found, Moment) and found.army == army and found.position == POSITION(state):
        return found
    state.memo = found = Moment(state, army)
    return found
