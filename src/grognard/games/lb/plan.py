"""A scenario with its options settled, as boards and numbers: who stands where, who comes when, what is watched and
won.

`Plan.of` makes it out of the scenario's file; positions share it and never change it. Everything a scenario can say is
here, so a scenario of one's own needs no code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from grognard.games.lb.counters import SIDES, Counters
from grognard.games.lb.ground import Ground
from grognard.games.lb.schema import Choice, Goal, LbFiles, Mark, Reinforcements, Scenario, Setup, Side, When
from grognard.hex.grid import bits, mask

LEVELS = ("none", "marginal", "tactical", "decisive")
COMING = ("enter_by", "keep_out", "leave_by", "keep_in")
"""Goals that ask when a side's first unit comes somewhere."""


@dataclass(frozen=True)
class SetupGroup:
    """Units that one side places inside one area."""

    side: int
    area: int
    rule: str
    units: int
    forts: int


@dataclass(frozen=True)
class March:
    """How a group is bound to the road (scenario3.entry.A, B, F)."""

    along: int
    """The hexes of the axis; 0 for any road."""
    free_at: int
    free_in: int
    free_near: int
    until_enemy_entry: bool


@dataclass(frozen=True)
class Group:
    """Reinforcements that come together."""

    number: int
    name: str
    """What the scenario calls it: its `group`, or else its rule."""
    side: int
    units: int
    rule: str
    turn: int
    """0 where a choice or a trigger decides."""
    last_turn: int
    area: int
    choice: int
    """The number of the choice that decides, or -1."""
    by_choice: tuple[tuple[int, int], ...]
    """By option of that choice: (turn, area)."""
    watch: int
    """The number of the watch that triggers it, or -1."""
    delay: int
    die: tuple[int, ...]
    """By face, from 1: the area; empty where no die is rolled."""
    first_phase_only: bool
    march: March | None


@dataclass(frozen=True)
class Watch:
    """Hexes of which the turn is remembered when a unit of a side first enters them."""

    name: str
    """The area, or the group that waits for it."""
    side: int
    hexes: int
    rule: str


@dataclass(frozen=True)
class Held:
    """A fact of the record: a side holds these hexes (all of them, or has a line from one)."""

    side: int
    hexes: int
    around: int = 0
    """Where the place has to be out of enemy ZOC: the hexes from which a ZOC falls on it; else none."""
    line: bool = False
    """Instead of holding: at least one of the hexes has a line to the side's source (scenario1.victory.B)."""
    cut: bool = False
    """Of a line: that there is none."""
    joined: bool = False
    """Instead of holding: the side's continuous line has come up to one of the hexes (scenario4.victory.rail)."""
    name: str = field(default="", compare=False)
    """What positions call it: "russian holds Kropotkin"."""

    @property
    def free_of_zoc(self) -> bool:
        return bool(self.around)


@dataclass(frozen=True)
class LineOf:
    """A chain that a side must have from one area to another when a Movement Phase ends (scenario4.line)."""

    side: int
    start: int
    end: int
    rule: str
    every_phase: bool
    """Of the enemy's Movement Phases too."""


@dataclass(frozen=True)
class Condition:
    """A goal with its facts numbered."""

    goal: Goal
    side: int
    choice: int
    option: int
    area: int
    watch: int
    marks: tuple[tuple[Mark, tuple[int, ...], tuple[int, ...]], ...]
    """By level: what it asks, the facts that must all hold, and those of which one must hold."""
    missed_is_cut: bool
    """Of a cut: whether an exit that the enemy never achieved is cut off (scenario1.victory.B)."""


@dataclass(frozen=True)
class ChoiceOf:
    side: int
    row: Choice
    chits: tuple[int, ...]
    """The tokens of its options, by option."""


@dataclass(frozen=True)
class Plan:
    scenario: Scenario
    turns: int
    first: int
    sources: tuple[int, int]
    """By side: its Sources of Supply (scenario1.supply, scenario2.supply, scenario3.supply, scenario4.frame)."""
    front_path: tuple[tuple[int, ...], tuple[int, ...]]
    """By side: the hexes of its front line in order; empty where it has none."""
    front_rule: tuple[str, str]
    deploys: tuple[int, ...]
    choices: tuple[ChoiceOf, ...]
    setups: tuple[SetupGroup, ...]
    groups: tuple[Group, ...]
    group_of: Mapping[int, int]
    """Reinforcing unit -> its group."""
    setup_of: Mapping[int, int]
    watches: tuple[Watch, ...]
    facts: tuple[Held, ...]
    conditions: tuple[Condition, ...]
    sets: tuple[str, ...]
    air: Mapping[tuple[int, int], int]
    """(side, turn) -> Air Combat Points."""
    air_rule: str
    lines: tuple[LineOf, ...]

    @classmethod
    def of(
        cls,
        files: LbFiles,
        counters: Counters,
        ground: Ground,
        chits: Mapping[str, int],
        row: Scenario,
        options: Mapping[str, Any],
    ) -> Plan:
        return _Planner(files, counters, ground, chits, row, options).plan()

    @cached_property
    def gates(self) -> tuple[tuple[Condition, ...], tuple[Condition, ...]]:
        """By side: the goals for which its units leave the map."""
        leaving = [one for one in self.conditions if one.goal.kind in ("exit", "leave_by")]
        german, russian = (tuple(one for one in leaving if one.side == side) for side in range(2))
        return german, russian

    @cached_property
    def setup_numbers(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """By side: the numbers of what it sets up."""
        german, russian = (
            tuple(number for number, setup in enumerate(self.setups) if setup.side == side) for side in range(2)
        )
        return german, russian

    # ---- what positions call these things

    @property
    def watch_names(self) -> list[str]:
        return told_apart(watch.name for watch in self.watches)

    @property
    def fact_names(self) -> list[str]:
        return [fact.name for fact in self.facts]

    @property
    def die_names(self) -> dict[str, int]:
        """The groups for which a die is rolled, by number."""
        rolling = [group for group in self.groups if group.die]
        names = told_apart(group.name for group in rolling)
        return {name: group.number for name, group in zip(names, rolling, strict=True)}


def told_apart(names: Iterable[str]) -> list[str]:
    """Names of which no two are the same.

    >>> told_apart(["railway", "town", "railway"])
    ['railway', 'town', 'railway 2']
    """
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        seen[name] += 1
        found.append(name if seen[name] == 1 else f"{name} {seen[name]}")
    return found


class _Planner:
    """Deals counters to the rows of a scenario and turns its names into boards."""

    def __init__(
        self,
        files: LbFiles,
        counters: Counters,
        ground: Ground,
        chits: Mapping[str, int],
        row: Scenario,
        options: Mapping[str, Any],
    ) -> None:
        self.files, self.counters, self.ground, self.row, self.options = files, counters, ground, row, options
        self.chits = chits
        self.dealt: dict[str, int] = {}
        self.watches: list[Watch] = []
        self.facts: list[Held] = []

    def plan(self) -> Plan:
        row, areas = self.row, self.ground.map.areas
        choices = tuple(
            ChoiceOf(SIDES.index(one.side), one, tuple(self.chits[f"{one.id}-{option}"] for option in one.options))
            for one in row.choices
        )
        setups = tuple(self._setup(one) for one in row.setup if self._counts(one.when))
        groups = tuple(
            self._group(number, one)
            for number, one in enumerate(one for one in row.reinforcements if self._counts(one.when))
        )
        conditions = tuple(self._condition(goal) for goal in row.victory)
        placing = {group.side for group in setups if group.units or group.forts}
        first_to_deploy = SIDES.index(row.deploys_first) if row.deploys_first else 0
        return Plan(
            scenario=row,
            turns=row.turns,
            first=SIDES.index(row.first_player),
            sources=(self._sources("german"), self._sources("russian")),
            front_path=(self._path("german"), self._path("russian")),
            front_rule=(self._front_rule("german"), self._front_rule("russian")),
            deploys=tuple(side for side in (first_to_deploy, 1 - first_to_deploy) if side in placing),
            choices=choices,
            setups=setups,
            groups=groups,
            group_of={unit: g.number for g in groups for unit in bits(g.units)},
            setup_of={unit: n for n, s in enumerate(setups) for unit in bits(s.units)},
            watches=tuple(self.watches),
            facts=tuple(self.facts),
            conditions=conditions,
            sets=tuple(dict.fromkeys(goal.set for goal in row.victory)),
            air={(SIDES.index(one.side), one.turn): one.points for one in row.air_points},
            air_rule=row.air_points[0].rule if row.air_points else "air.general.a",
            lines=tuple(
                LineOf(SIDES.index(one.side), areas[one.from_], areas[one.to], one.rule, self._is_on(one.every_phase))
                for one in row.lines
            ),
        )

    def _counts(self, when: When | None) -> bool:
        return when is None or self.options.get(when.option) == when.is_

    def _sources(self, side: Side) -> int:
        board = 0
        for area in self.row.supply_sources.get(side, ()):
            board |= self.ground.map.areas[area]
        return board

    def _path(self, side: Side) -> tuple[int, ...]:
        """The hexes of a front line in the order in which the map lists them."""
        line = self.row.front_lines.get(side)
        if line is None:
            return ()
        return tuple(self.ground.grid.index(name) for name in self.ground.map.document["areas"][line.area].split())

    def _front_rule(self, side: Side) -> str:
        line = self.row.front_lines.get(side)
        return line.rule if line else ""

    def _deal(self, units: Mapping[str, int], times: int = 1) -> int:
        """The next counters of each kind."""
        board = 0
        for kind, count in units.items():
            start = self.dealt.get(kind, 0)
            self.dealt[kind] = start + count * times
            board |= mask(self.counters.of_kind[kind][start : start + count * times])
        return board

    def _setup(self, one: Setup) -> SetupGroup:
        area = self.ground.map.areas[one.area] if one.area else self.ground.places[one.place or ""]
        times = self.options.get(one.count_option, 0) if one.count_option else 1
        return SetupGroup(SIDES.index(one.side), area, one.rule, self._deal(one.units, times), one.forts)

    def _group(self, number: int, one: Reinforcements) -> Group:
        areas, side = self.ground.map.areas, SIDES.index(one.side)
        choice = next((n for n, row in enumerate(self.row.choices) if row.id == one.choice), -1)
        options = self.row.choices[choice].options if choice >= 0 else ()
        name = one.group or one.rule
        march = None
        if one.road_march is not None:
            march = March(
                along=areas[one.road_march.along] if one.road_march.along else 0,
                free_at=self.ground.places[one.road_march.free_at] if one.road_march.free_at else 0,
                free_in=areas[one.road_march.free_in] if one.road_march.free_in else self.ground.land,
                free_near=one.road_march.free_near_enemy or 0,
                until_enemy_entry=one.road_march.until == "enemy_entry",
            )
        return Group(
            number=number,
            name=name,
            side=side,
            units=self._deal(one.units),
            rule=one.rule,
            turn=one.turn or 0,
            last_turn=one.last_turn or self.row.turns,
            area=areas[one.area] if one.area else 0,
            choice=choice,
            by_choice=tuple((one.by_choice[o].turn, areas[one.by_choice[o].area]) for o in options),
            watch=self._watch(name, side, self._places(one.trigger.places), one.rule) if one.trigger else -1,
            delay=one.trigger.delay if one.trigger else 0,
            die=tuple(areas[one.die[face]] for face in sorted(one.die)),
            first_phase_only=one.phases == "first",
            march=march,
        )

    def _places(self, names: tuple[str, ...]) -> int:
        board = 0
        for name in names:
            board |= self.ground.places[name]
        return board

    def _watch(self, name: str, side: int, hexes: int, rule: str) -> int:
        for number, watch in enumerate(self.watches):
            if (watch.side, watch.hexes) == (side, hexes):
                return number
        self.watches.append(Watch(name, side, hexes, rule))
        return len(self.watches) - 1

    def _is_on(self, option: str | None) -> bool:
        return option is not None and bool(self.options[option])

    def _follows_line(self, side: str) -> bool:
        """scenario4.victory.rail whether this side's units count only once its line has come up to them."""
        return any(self._is_on(line.waited_for) for line in self.row.lines if line.side == side)

    def _fact(self, fact: Held) -> int:
        if fact not in self.facts:
            self.facts.append(fact)
        return self.facts.index(fact)

    def _held(self, side: int, place: str, free_of_zoc: bool) -> Held:
        hexes = self.ground.places[place]
        around = self.ground.grid.grow(hexes & ~self.ground.no_zoc) if free_of_zoc else 0
        return Held(side, hexes, around, name=f"{SIDES[side]} {'holds' if free_of_zoc else 'occupies'} {place}")

    def _condition(self, goal: Goal) -> Condition:
        side = SIDES.index(goal.side)
        choice = next((n for n, row in enumerate(self.row.choices) if row.id == goal.choice), -1)
        area = self.ground.map.areas[goal.area] if goal.area else 0
        owner = side if goal.kind in ("exit", "enter_by", "leave_by") else 1 - side
        watch = self._watch(goal.area or "", owner, area, goal.rule) if goal.kind in ("enter_by", "keep_out") else -1
        line = f"{SIDES[owner]} line from {goal.area}"
        marks = []
        for mark in goal.marks:
            free = goal.kind != "occupy_at_end"
            facts = [self._fact(self._held(side, name, free)) for name in mark.places]
            one_of = [self._fact(self._held(side, name, free)) for name in mark.one_of]
            if goal.kind in ("exit", "cut"):
                cut = goal.kind == "cut"
                facts = [self._fact(Held(owner, area, line=True, cut=cut, name=f"no {line}" if cut else line))]
            if goal.kind in COMING and self._follows_line(SIDES[owner]):
                facts = [self._fact(Held(owner, area, joined=True, name=f"{SIDES[owner]} line up to {goal.area}"))]
            marks.append((mark, tuple(facts), tuple(one_of)))
        return Condition(
            goal=goal,
            side=side,
            choice=choice,
            option=self.row.choices[choice].options.index(goal.is_ or "") if choice >= 0 else -1,
            area=area,
            watch=watch,
            marks=tuple(marks),
            missed_is_cut=self._is_on(goal.missed_is_cut),
        )
