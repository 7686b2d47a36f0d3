"""What is written down while the game goes on, and what victory is judged from afterwards (`victory.py`).

At the end of each Player-Turn: which facts of the plan hold (who has which town, which exits have a line), and which of
them failed at some moment of it. A unit that comes to a hex is noted as well: the first to enter a watched area, and
whoever puts a town into an enemy's ZOC, if only in passing.
"""

from __future__ import annotations

from grognard.games.lb.counters import GERMAN, RUSSIAN, SIDES
from grognard.games.lb.plan import Held
from grognard.games.lb.state import BEFORE, LbState
from grognard.games.lb.supply import lines_to_source, supplied_hexes
from grognard.hex.grid import bits


def note(state: LbState) -> None:
    """Add a line to the record: which facts hold at the end of this Player-Turn, and which were interrupted in it."""
    state.samples = (*state.samples, holding(state))
    state.breaks = (*state.breaks, state.broken)
    state.broken = 0


def end_phase(state: LbState) -> None:
    """scenario1.victory.A what does not hold when a phase ends is interrupted; within it a garrison may be relieved."""
    state.broken |= ~holding(state, state.broken) & (1 << len(state.plan.facts)) - 1


def holding(state: LbState, but: int = 0) -> int:
    """Which facts of the plan hold now; those in `but` are not asked about."""
    found = 0
    reached: dict[int, int] = {}
    for number, fact in enumerate(state.plan.facts):
        if but >> number & 1:
            continue
        if fact.line and fact.side not in reached:
            reached[fact.side] = lines_to_source(state, fact.side)
        # scenario1.victory.B a line runs from at least one exit hex to the source
        traced = fact.line and bool(reached[fact.side] & fact.hexes) is not fact.cut
        found |= (traced if fact.line else holds(state, fact)) << number
    return found


def holds(state: LbState, fact: Held) -> bool:
    """Whether a side holds hexes: all of them occupied and in supply, and out of enemy ZOC where that is asked."""
    if fact.joined:
        return bool(joined(state, fact.side) & fact.hexes)
    if fact.hexes & ~state.occupied[fact.side]:
        return False
    if fact.free_of_zoc and fact.hexes & state.zoc(1 - fact.side):
        return False
    return not fact.hexes & ~supplied_hexes(state, fact.side)


def holders(state: LbState) -> dict[int, str | None]:
    """The same as of `held_places`, once the armies are deployed."""
    return {} if state.phase == BEFORE else held_places(state)


def held_places(state: LbState) -> dict[int, str | None]:
    """By place with a name, fortification and hex that victory depends on: the side that stands in it."""
    places = state.forts | state.game.named
    for fact in state.plan.facts:
        places |= 0 if fact.line or fact.joined else fact.hexes
    found: dict[int, str | None] = dict.fromkeys(bits(places))
    for side in (GERMAN, RUSSIAN):
        found.update(dict.fromkeys(bits(places & state.occupied[side]), SIDES[side]))
    return found


def joined(state: LbState, side: int) -> int:
    """scenario4.line the hexes that hang together with a side's continuous line; none where it is broken."""
    own = state.occupied[side] | state.zoc(side) & ~state.occupied[1 - side]
    found = 0
    for line in state.plan.lines:
        if line.side == side:
            chain = state.game.connected(line.start & own, own)
            found |= state.game.connected(line.end & chain, chain)
    return found


# ---- a unit comes to a hex


def note_coming(state: LbState, unit: int, path: tuple[int, ...]) -> None:
    """What the hexes mean that a unit has entered, the last of which is its own; what it passed counts as well."""
    board = 0
    for hex in path:
        board |= 1 << hex
    _note_entry(state, unit, path, board)
    interrupt(state, unit, board)


def noted_in_passing(state: LbState, unit: int) -> int:
    """The hexes that `note_coming` would make something of, were this unit to pass them now."""
    side = state.game.counters.side[unit]
    board = 0
    for watch, turn in zip(state.plan.watches, state.watched, strict=True):
        if watch.side == side and not turn:
            board |= watch.hexes
    for number, fact in enumerate(state.plan.facts):
        if fact.side != side and fact.free_of_zoc and not state.broken >> number & 1:
            board |= fact.hexes | fact.around
    return board


def _note_entry(state: LbState, unit: int, path: tuple[int, ...], board: int) -> None:
    """The first entry into a watched area counts, even in passing (scenario2.reinf.G, scenario4.victory.rail)."""
    side = state.game.counters.side[unit]
    for number, watch in enumerate(state.plan.watches):
        if watch.side == side and not state.watched[number] and watch.hexes & board:
            state.watched = (*state.watched[:number], state.turn, *state.watched[number + 1 :])
            state.tell(
                "event.first_entry", watch.rule, unit=unit, hex=next(hex for hex in path if watch.hexes >> hex & 1)
            )


def interrupt(state: LbState, unit: int, board: int) -> None:
    """scenario1.victory.A a place is held no longer the moment an enemy stands in it, or beside it with a ZOC on it."""
    counters = state.game.counters
    side = counters.side[unit]
    controls = (counters.zoc | counters.guns & ~state.limbered) >> unit & 1
    for number, fact in enumerate(state.plan.facts):
        if fact.free_of_zoc and fact.side != side and board & (fact.hexes | fact.around if controls else fact.hexes):
            state.broken |= 1 << number
