"""The charts of Lost Battles: the sheets, figures and arrivals that the school shows, from tables and scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from grognard.core.reference import (
    Arrival,
    Cell,
    Objective,
    Phrase,
    Reference,
    Row,
    Ruler,
    Sheet,
    figures_of,
    results_sheet,
)
from grognard.core.words import points as halves
from grognard.games.lb import schema
from grognard.games.lb.combat.strengths import SEVERITY
from grognard.games.lb.counters import SIDES
from grognard.games.lb.tables import LbTables
from grognard.hex.grid import bits

LEVELS = ("marginal", "tactical", "decisive")
SEGMENTS = {
    "ranged_artillery": "artillery.D4", "initial_armored": "seq.1b.IIa", "final_ground": "seq.1b.IIIa",
    "air_strike": "air.D", "across_unbridged_river": "tec.c",
}  # fmt: skip


def reference(game: LbTables, scenario: str, options: Mapping[str, Any]) -> Reference:
    row = game.files.scenarios[scenario]
    return Reference(
        sheets=(
            results_sheet(game.crt, SEVERITY.__getitem__, by_odds=True),
            _applies(game),
            _terrain(game),
            *_goals(game, row),
        ),
        figures=_figures(game, row, options),
        names={one["id"]: one["name"] for one in game.faces},
        arrivals=tuple(_arrivals(game, row, options)),
        sources={side: tuple(_sources(game, areas)) for side, areas in row.supply_sources.items()},
        rulers=dict.fromkeys(SIDES, _ruler(row)),
        objectives=dict.fromkeys(SIDES, tuple(_objectives(game, row))),
        lines={side: _line(game, line.area) for side, line in row.front_lines.items()},
    )


def _sources(game: LbTables, areas: Iterable[str]) -> Iterator[str]:
    """supply.E every hex of these areas."""
    board = 0
    for area in areas:
        board |= game.map.areas[area]
    yield from (game.ground.grid.name(hex) for hex in bits(board))


def _ruler(row: schema.Scenario) -> Ruler:
    """victory.level one's own level less the enemy's; scenario4.victory.points with several sets, their sum."""
    sets = len({goal.set for goal in row.victory})
    most = len(LEVELS) * sets
    if sets > 1:
        return Ruler(-most, most, ((-most, Phrase("their_all")), (0, Phrase("even")), (most, Phrase("own_all"))))
    theirs = [(-number, Phrase(f"their_{level}")) for number, level in enumerate(LEVELS, 1)]
    own = [(number, Phrase(f"own_{level}")) for number, level in enumerate(LEVELS, 1)]
    return Ruler(-most, most, (*reversed(theirs), (0, Phrase("even")), *own))


def _objectives(game: LbTables, row: schema.Scenario) -> Iterator[Objective]:
    """The places that goals of either side name."""
    named = dict.fromkeys(name for goal in row.victory for mark in goal.marks for name in (*mark.places, *mark.one_of))
    for name in named:
        hexes = [place.hex for place in game.map.places if place.name == name]
        yield Objective(tuple(game.ground.grid.name(hex) for hex in hexes))


def _line(game: LbTables, area: str) -> tuple[str, ...]:
    """A front line in the order in which the map lists it."""
    return tuple(str(game.map.document["areas"][area]).split())


def _applies(game: LbTables) -> Sheet:
    """Which results are carried out where."""
    crt = game.files.tables.crt
    rows = tuple(
        Row(segment, figures_of(*("✓" if code in getattr(crt.applies, segment) else "-" for code in crt.results)), rule)
        for segment, rule in SEGMENTS.items()
    )
    return Sheet("applies", "combat", tuple(crt.results), rows)


def _terrain(game: LbTables) -> Sheet:
    tables = game.files.tables
    rows = [Row(name, _ground(row), f"tec.{name}") for name, row in tables.terrain.items()]
    road, fort = halves(int(2 * tables.road.move)), tables.fortification
    factor, bridge = f"× {fort.air_defense_factor}", Phrase("bridge_only")
    rows += [
        Row("road", figures_of(road, road, "-", "-", "-"), "tec.road"),
        Row("river", figures_of(bridge, bridge, _plus(tables.river.die_addition), "-", "-"), "tec.river"),
        Row("fortification", figures_of("-", "-", _plus(fort.die_addition), factor, "-"), "fort.D"),
        Row("zoc", figures_of(f"+{tables.zoc.enter}", f"+{tables.zoc.enter}", "-", "-", "-"), "zoc.A"),
        Row("zoc_leave", figures_of(f"+{tables.zoc.leave}", f"+{tables.zoc.leave}", "-", "-", "-"), "zoc.B"),
    ]
    return Sheet("terrain", "terrain", ("foot", "motor", "die_addition", "air_defense", "special"), tuple(rows))


def _plus(addition: int) -> str:
    return f"+{addition}" if addition else "-"


def _ground(row: schema.Terrain) -> tuple[Cell, ...]:
    special = Phrase("hard_going") if row.armor_halved else "-"
    return figures_of(row.move.foot, row.move.motor, _plus(row.die_addition), row.air_defense, special)


# ---- victory


def _goals(game: LbTables, row: schema.Scenario) -> Iterator[Sheet]:
    """What each side must do for each level (victory.level)."""
    for side in SIDES:
        goals = [goal for goal in row.victory if goal.side == side]
        lines = tuple(_goal(game, number, goal) for number, goal in enumerate(goals, 1))
        if lines:
            yield Sheet(f"goals_{side}", "victory", LEVELS, lines, side=side)


def _goal(game: LbTables, number: int, goal: schema.Goal) -> Row:
    facts = {"by_turn": goal.by_turn, "area": Phrase(goal.area or "")}
    head = Phrase(f"goal_{goal.kind}", facts)
    if goal.choice is not None:
        head = Phrase("goal_choice", {"choice": Phrase(f"{goal.choice}-{goal.is_}"), "goal": head})
    return Row(f"goal-{number}", figures_of(*(_mark(game, goal, mark) for mark in goal.marks)), goal.rule, head)


def _mark(game: LbTables, goal: schema.Goal, mark: schema.Mark) -> Phrase:
    facts: dict[str, Any] = {"points": mark.points, "turn": mark.turn, "turns": mark.turns}
    facts["places"] = [_place(game, name) for name in mark.places]
    facts["one_of"] = [_place(game, name) for name in mark.one_of]
    return Phrase(f"mark_{goal.kind}_or" if mark.one_of else f"mark_{goal.kind}", facts)


def _place(game: LbTables, name: str) -> dict[str, str]:
    place = next(one for one in game.map.places if one.name == name)
    return {"en": place.name, "ja": place.name_ja}


# ---- figures


def _figures(game: LbTables, row: schema.Scenario, options: Mapping[str, Any]) -> dict[str, Any]:
    tables = game.files.tables
    guns = tables.artillery
    found: dict[str, Any] = {
        "zoc_enter": tables.zoc.enter,
        "zoc_leave": tables.zoc.leave,
        "stack": tables.stacking.units,
        "road": halves(int(2 * tables.road.move)),
        "limber": guns.limber,
        "unlimber": guns.unlimber,
        "unlimber_chance": f"{max(map(len, guns.unlimber_die.values()))}/6",
        "gun_defence": guns.defense,
        "unsupplied_fire": guns.unsupplied_fire,
        "unspotted_divisor": guns.unspotted_divisor,
        "unspotted_die": guns.unspotted_die_addition,
        "supply_points": tables.supply.motor_points,
        "forest_motor": tables.terrain["forest"].move.motor,
        "town_die": tables.terrain["town"].die_addition,
        "river_die": tables.river.die_addition,
        "fort_die": tables.fortification.die_addition,
        "motor_column": tables.movement.motor_column,
        "first_player": Phrase(row.first_player),
        "last_die": tables.crt.die_columns[-1],
        "worst_odds": tables.crt.odds[0],
        "best_odds": tables.crt.odds[-1],
    }
    for points in row.air_points:
        found["air_points"] = points.points
        found["air_turn"] = points.turn
    for goal in row.victory:
        key = "_".join(filter(None, (goal.side, goal.set, goal.is_, goal.kind)))
        for level, mark in zip(LEVELS, goal.marks, strict=True):
            value = mark.points or mark.turn or mark.turns or len(mark.places) or None
            if value is not None:
                found[f"{key}_{level}"] = value
        if goal.by_turn is not None:
            found[f"{key}_by"] = goal.by_turn
    for group in _groups(row, options):
        if group.turn is not None:
            found.setdefault(f"{group.side}_arrive", group.turn)
    start = [line.units for line in row.setup if _counts(line.when, options)]
    for units in (*start, *(group.units for group in _groups(row, options))):
        for kind, count in units.items():
            key = f"count_{kind.replace('-', '_')}"
            found[key] = found.get(key, 0) + count
    found["forts"] = sum(one.forts for one in row.setup if _counts(one.when, options))
    return found


def _counts(when: schema.When | None, options: Mapping[str, Any]) -> bool:
    """Whether a row of the scenario holds with these options."""
    return when is None or options.get(when.option) == when.is_


def _groups(row: schema.Scenario, options: Mapping[str, Any]) -> list[schema.Reinforcements]:
    """The groups that come with these options."""
    return [one for one in row.reinforcements if _counts(one.when, options)]


def _arrivals(game: LbTables, row: schema.Scenario, options: Mapping[str, Any]) -> Iterator[Arrival]:
    for group in _groups(row, options):
        kinds = tuple((_kind(game, kind), count) for kind, count in group.units.items())
        if group.by_choice:
            for choice, one in group.by_choice.items():
                token = f"{group.choice}-{choice}"
                yield Arrival(one.turn, group.side, kinds=kinds, where=one.area, rule=group.rule, option=token)
        elif group.trigger is not None:
            places = [_place(game, name) for name in group.trigger.places]
            when = Phrase("after_entering", {"places": places, "delay": group.trigger.delay})
            yield Arrival(when, group.side, kinds=kinds, where=group.area or "", rule=group.rule)
        elif group.die:
            assert group.turn is not None
            yield Arrival(group.turn, group.side, kinds=kinds, where="by_die", rule=group.rule)
        else:
            assert group.turn is not None and group.area is not None
            few = game.map.areas[group.area].bit_count() <= 3
            hexes = tuple(game.ground.grid.name(hex) for hex in bits(game.map.areas[group.area])) if few else ()
            yield Arrival(group.turn, group.side, kinds=kinds, hexes=hexes, where=group.area, rule=group.rule)


def _kind(game: LbTables, id: str) -> dict[str, str]:
    kind = next(one for one in game.files.units if one.id == id)
    return {"en": kind.label, "ja": kind.label_ja}
