"""Chapter 1.1 with its sidebar: maps picked in turn after a die, then laid out by whoever has the last adjustment.

Played at the table where option `maps_by_rules` is on; the maps lie before the players all the while. Everything is
open, and until the layout is settled nothing stands on any map: the position simply comes to lie on other maps.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from grognard.core.ask import Offer
from grognard.core.game import SetupError
from grognard.core.step import Record, Step
from grognard.core.words import Message
from grognard.games.victory import verbs
from grognard.games.victory.command.command import general
from grognard.games.victory.mapmaking.layout import MOST_MAPS, Sheet, parse, spelled
from grognard.games.victory.state import VictoryState
from grognard.hex.grid import mask

PICKS = {2: (0, 1), 4: (0, 1, 1, 0)}
"""1.1.side by number of maps: which side picks, 0 for the winner of the die."""
ADJUSTS = {2: 1, 4: 0}
"""1.1.side by number of maps: whose pick comes with the final adjustment, of two the second, of four the first."""


@dataclass(frozen=True, slots=True)
class Picked(Record):
    """A map on the table: its number among the game's maps, the army that picked it, and whether it is turned."""

    map: int
    army: int
    turned: bool = False


def maps_to_pick(state: VictoryState) -> int:
    """How many maps are played on: as many as option `maps` names."""
    names = tuple(state.game.files.maps)
    count = sum(len(row) for row in parse(str(state.options["maps"]) or state.game.row.maps, names))
    if count not in PICKS or count > len(names):
        raise SetupError(f"maps are picked by the rules for 2 or 4 maps, not {count}")
    return count


def spec_of(state: VictoryState, sheets: tuple[Picked, ...], columns: int) -> str:
    names, armies = tuple(state.game.files.maps), state.game.armies
    found = [Sheet(names[one.map], one.turned, armies[one.army].id) for one in sheets]
    return spelled([found[at : at + columns] for at in range(0, len(found), columns)])


def show(state: VictoryState, sheets: tuple[Picked, ...]) -> None:
    """What lies on the table while maps are picked: those picked first, then the others."""
    names = tuple(state.game.files.maps)
    taken = {one.map for one in sheets}
    laid = [Sheet(names[one.map], one.turned, state.game.armies[one.army].id) for one in sheets]
    laid += [Sheet(name, False) for number, name in enumerate(names) if number not in taken]
    laid = laid[: min(MOST_MAPS, len(laid) & ~1)]
    half = len(laid) // 2
    state.lie_on(spelled([laid[:half], laid[half:]]))


@dataclass(frozen=True, slots=True)
class RollForMaps(Step[VictoryState]):
    """1.1.side the higher die has the first choice; equal dice are rolled again."""

    automatic = True
    in_phase = "set-up"

    def run(self, state: VictoryState) -> None:
        dice = (state.roll(6), state.roll(6))
        one, other = (state.game.armies[allies[0]].id for allies in state.game.side_armies)
        state.tell("event.map_dice", "1.1.side", army=one, die=dice[0], army_other=other, die_other=dice[1])
        if dice[0] == dice[1]:
            state.push(RollForMaps())
            return
        show(state, ())
        state.push(_pick(state, int(dice[0] < dice[1]), ()))


def picker(state: VictoryState, first: int, number: int) -> int:
    """The army whose pick it is: of two allies first the one, then the other, as each chooses one map (1.1)."""
    order = PICKS[maps_to_pick(state)]
    allies = state.game.side_armies[order[number] ^ first]
    return allies[order[:number].count(order[number]) % len(allies)]


def _pick(state: VictoryState, first: int, picked: tuple[Picked, ...]) -> Step[VictoryState]:
    """Whose pick is next, or whose adjustment once all maps are there."""
    count = maps_to_pick(state)
    if len(picked) < count:
        army = picker(state, first, len(picked))
        return PickMap(general(state, army), army, first, picked)
    return ArrangeMaps(general(state, picked[ADJUSTS[count]].army), picked, 2)


@dataclass(frozen=True, slots=True)
class PickMap(Step[VictoryState]):
    """1.1 one map for the army that picks: its settlements are its own (1.2b)."""

    player: int
    army: int
    first: int
    picked: tuple[Picked, ...]
    words = "pick_map"
    in_phase = "set-up"

    def offer(self, state: VictoryState) -> Offer:
        taken = mask(one.map for one in self.picked)
        free = (1 << len(state.game.files.maps)) - 1 & ~taken
        return {verbs.PICK_MAP: free << len(state.game.kinds.names)}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        picked = (*self.picked, Picked(target - len(state.game.kinds.names), self.army))
        state.tell("event.map_picked", "1.1.side", army=state.game.armies[self.army].id, chit=target)
        show(state, picked)
        step = _pick(state, self.first, picked)
        state.replace(step)
        if isinstance(step, ArrangeMaps):
            step.lay(state)

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.pick_map", "1.1.side", count=maps_to_pick(state) - len(self.picked))

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        if verb == verbs.PICK_MAP and any(len(state.game.kinds.names) + one.map == target for one in self.picked):
            return [state.message("why.map_taken", "1.1.side", chit=target)]
        return []


@dataclass(frozen=True, slots=True)
class ArrangeMaps(Step[VictoryState]):
    """1.1.side the final adjustment: maps turned, moved and laid in rows, until it is settled."""

    player: int
    sheets: tuple[Picked, ...]
    columns: int
    words = "arrange_maps"
    in_phase = "set-up"

    def lay(self, state: VictoryState) -> None:
        state.lie_on(spec_of(state, self.sheets, self.columns))

    def offer(self, state: VictoryState) -> Offer:
        maps = mask(one.map for one in self.sheets) << len(state.game.kinds.names)
        yes = verbs.YES
        return {verbs.TURN_MAP: maps, verbs.SHIFT_MAP: maps, verbs.RESHAPE: yes, verbs.SETTLE_MAPS: yes}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        if verb == verbs.SETTLE_MAPS:
            state.pop()
            state.barrier += 1
            state.tell("event.maps_settled", "1.1.side")
            return
        if verb == verbs.RESHAPE:
            after = replace(self, columns=self._next_shape())
        else:
            at = next(n for n, one in enumerate(self.sheets) if one.map == target - len(state.game.kinds.names))
            after = replace(self, sheets=_turned(self.sheets, at) if verb == verbs.TURN_MAP else _on(self.sheets, at))
        state.replace(after)
        after.lay(state)

    def _next_shape(self) -> int:
        shapes = [one for one in (1, 2, 4) if one <= len(self.sheets)]
        return shapes[(shapes.index(self.columns) + 1) % len(shapes)]

    def primary(self, state: VictoryState) -> int | None:
        return None  # settling cannot be taken back

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.arrange_maps", "1.1.side")

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        if verb in (verbs.TURN_MAP, verbs.SHIFT_MAP):
            return [state.message("why.map_not_picked", "1.1.side", chit=target)]
        return []


def _turned(sheets: tuple[Picked, ...], at: int) -> tuple[Picked, ...]:
    return tuple(replace(one, turned=not one.turned) if n == at else one for n, one in enumerate(sheets))


def _on(sheets: tuple[Picked, ...], at: int) -> tuple[Picked, ...]:
    """A map and the one after it, in reading order, change places; the last goes to the front."""
    order = list(sheets)
    if at == len(order) - 1:
        return (order.pop(), *order)
    order[at], order[at + 1] = order[at + 1], order[at]
    return tuple(order)
