"""One who sees a whole game and writes down its course: events as they are told, positions when a turn ends.

A witness is `watch` to `play_out`. It lets the game tell its events, which mass play does not, and looks at positions
only between turns, so it costs little. It never changes a position and no bot hears of it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any, Final

from grognard.core.account import luck, thrown
from grognard.core.game import Game
from grognard.core.stage import EVENT
from grognard.core.state import EVERYONE, Event, State
from grognard.core.view import uncovered
from grognard.hex.grid import Grid, bits
from grognard.lab.simulate import Pairing

Facts = Mapping[str, Any]
Row = dict[str, Any]

ENTERS: Final = frozenset(("move", "advance", "retreat", "place"))
"""Events of these kinds bring units into hexes."""
TALLIES: Final = ("answers", "steps", "units", "rolls", "dice")
SUMS: Final = ("actual", "expected", "variance")


class Witness:
    """What is seen of one game, as rows by table."""

    def __init__(self, pairing: Pairing) -> None:
        self.number = pairing.number
        self.turn = 0
        self._scenario = pairing.scenario
        self._midway = pairing.start is not None
        """Whether it is played on from some moment of a game, perhaps of its last turn."""
        self._rows: dict[str, list[Row]] = defaultdict(list)
        self._state: State | None = None
        self._begun = False
        self._control: dict[int, str] = {}
        self._written: dict[int, str] = {}
        """Control as it was last written down."""
        self._fly: set[str] = set()
        """Units that fly: they hold no ground."""

    def __call__(self, state: State) -> None:
        """Look at a position before it is answered."""
        if self._state is None:
            self._sit_down(state)
        self._hear(state)
        self._tally[self.roster.players[state.deciders[0]].side]["answers"] += 1

    def _sit_down(self, state: State) -> None:
        self._state = state
        state.events = []
        self.roster = state.game.scenario(self._scenario).roster
        self.sides = list(dict.fromkeys(player.side for player in self.roster.players))
        self._begin_turn()
        if self._midway or "turn" not in state.game.stage.values():  # a game that tells of no turns has one
            self._begin(state, state.game.standing(state).get("turn") or 1)

    def rows(self) -> dict[str, list[Row]]:
        """All that was seen, once the game is over."""
        if self._state is not None and self._begun:
            self._hear(self._state)
            self._end_turn(self._state)
            self._begun = False
        return dict(self._rows)

    # ---- events

    def _hear(self, state: State) -> None:
        events = state.events
        if not events:
            return
        table = state.game
        for event in events:
            if event.seen < EVERYONE:
                continue  # told to those who may know less of it: who knows more is told apart
            if table.stage.get(event.message.key) == "turn":
                turn = int(event.message.args.get("turn", self.turn + 1))
                if self._begun:
                    self._end_turn(state)
                    self.turn = turn
                else:
                    self._begin(state, turn)
            else:
                self._note(table, event)
        events.clear()

    def _note(self, table: Game, event: Event) -> None:
        key, facts = event.message.key, event.message.args
        side, nation, type_ = table.told_kind(facts) or (facts.get("side"), "", "")
        if side not in self._tally:
            return
        if "die" in facts or "dice" in facts:
            self._note_dice(table, key, facts, side, type_)
        if "lost" in facts:
            self._note_loss(facts, side, nation, type_)
        if table.stage.get(key) in ENTERS:
            self._enter(facts, side, table.map.grid)
        if (what := table.used(key, facts)) is not None:
            amount = next((facts[name] for name in ("cost", "points") if isinstance(facts.get(name), int)), 1)
            item = facts.get("chit") or type_
            self._add("uses", side=side, what=what, item=item, amount=amount)

    def _note_dice(self, table: Game, key: str, facts: Facts, side: str, type_: str) -> None:
        tally = self._tally[side]
        tally["rolls"] += len(thrown(facts))
        done = luck(facts, table.die_worth)
        if done is not None:
            tally["dice"] += done.dice
            for name in SUMS:
                tally[name] += getattr(done, name)
        if (told := table.fought(facts)) is not None:
            hexes = _hexes(facts)
            self._add(
                "fights", side=side, hex=int(hexes[0]) if hexes else None, kind=key.removeprefix(EVENT), type=type_,
                odds=told[0], result=told[1], effect=None if done is None else done.actual,
                expected=None if done is None else done.expected,
            )  # fmt: skip

    def _note_loss(self, facts: Facts, side: str, nation: str, type_: str) -> None:
        steps, units = facts["lost"], facts.get("gone", 0)
        self._tally[side]["steps"] += steps
        self._tally[side]["units"] += units
        lost = self._losses[side, nation, type_]
        lost["steps"] += steps
        lost["units"] += units
        for hex in _hexes(facts)[:1]:
            self._lost_at[side] += [int(hex)] * steps

    def _enter(self, facts: Facts, side: str, grid: Grid) -> None:
        if facts.get("unit") in self._fly:
            return
        for hex in _hexes(facts):
            self._control[grid.index(hex)] = side

    # ---- turns

    def _begin(self, state: State, turn: int) -> None:
        """The armies stand: what came before the first turn counts as turn 0."""
        self._begun = True
        self._end_turn(state)
        self.turn = turn

    def _begin_turn(self) -> None:
        self._tally: dict[str, Counter[str]] = {side: Counter() for side in self.sides}
        self._losses: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
        self._lost_at: dict[str, list[int]] = {side: [] for side in self.sides}

    def _end_turn(self, state: State) -> None:
        """Look at the position and write the turn's rows."""
        table = state.game
        score = table.standing(state).get("score") or {}
        for side, tally in self._tally.items():
            counts = {name: tally[name] for name in TALLIES}
            sums = {name: float(tally[name]) for name in SUMS}
            self._add("turns", side=side, score=score.get(side), **counts, **sums)
        for (side, nation, type_), lost in sorted(self._losses.items()):
            self._add("losses", side=side, nation=nation, type=type_, steps=lost["steps"], units=lost["units"])
        held = table.places(state)
        for hex, holder in held.items():
            self._add("places", hex=int(table.map.grid.name(hex)), holder=holder)
        self._draw(state, held)
        self._begin_turn()

    def _draw(self, state: State, held: Mapping[int, str | None]) -> None:
        """Who stands where, and what has come under whose control since the turn before."""
        grid = state.game.map.grid
        before = self._control
        standing = self._standing(state)
        ground: dict[int, set[str]] = defaultdict(set)
        for side, hexes in standing.items():
            for hex, holds in hexes.items():
                if holds:
                    ground[hex].add(side)
        alone = {hex: next(iter(sides)) for hex, sides in ground.items() if len(sides) == 1}
        self._control = before | alone | {hex: side for hex, side in held.items() if side is not None}
        if self.turn == 0:
            self._control = _nearest(grid, self._control)
        gained: dict[str, list[int]] = {side: [] for side in self.sides}
        ceded: dict[str, list[int]] = {side: [] for side in self.sides}
        for hex in grid.hexes:
            was, now = self._written.get(hex), self._control.get(hex)
            if was != now:
                name = int(grid.name(hex))
                for whose, changed in ((was, ceded), (now, gained)):
                    if whose in changed:
                        changed[whose].append(name)
        self._written = dict(self._control)
        for side in self.sides:
            present = sorted(int(grid.name(hex)) for hex in standing[side])
            changed = {"gained": gained[side], "ceded": ceded[side]}
            self._add("maps", side=side, present=present, **changed, lost=sorted(self._lost_at[side]))

    def _standing(self, state: State) -> dict[str, dict[int, bool]]:
        """By side: the hexes in which it has units, and whether one of them holds the ground."""
        index = state.game.map.grid.index
        found: dict[str, dict[int, bool]] = {side: {} for side in self.sides}
        for piece in uncovered(state, self.roster)["pieces"]:
            flies = piece.get("class") == "air"
            if flies:
                self._fly.add(piece["id"])
            if piece["on_map"] and piece["side"] in found:
                hex = index(piece["where"])
                found[piece["side"]][hex] = found[piece["side"]].get(hex, False) or not flies
        return found

    def _add(self, table: str, **columns: Any) -> None:
        self._rows[table].append({"number": self.number, "turn": self.turn, **columns})


def _hexes(facts: Facts) -> list[str]:
    """The hexes that an event names: all of a way, or the one where it came to pass; a box is none."""
    told = facts.get("hexes") or [facts.get("hex")]
    return [hex for hex in told if hex and hex.isdigit()]


def _nearest(grid: Grid, held: Mapping[int, str]) -> dict[int, str]:
    """Every hex with the side whose hexes are nearest; where two are as near, nobody's."""
    found = dict(held)
    boards = dict.fromkeys(held.values(), 0)
    for hex, side in held.items():
        boards[side] |= 1 << hex
    taken = sum(boards.values())
    while boards:
        grown = {side: grid.grow(board) & ~taken for side, board in boards.items()}
        met = 0
        for side, board in grown.items():
            for other, theirs in grown.items():
                if other != side:
                    met |= board & theirs
        for side, board in grown.items():
            found.update(dict.fromkeys(bits(board & ~met), side))
            taken |= board
        boards = {side: board & ~met for side, board in grown.items() if board & ~met}
    return found
