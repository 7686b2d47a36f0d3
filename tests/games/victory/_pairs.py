"""Which two options touch one clause, and what is written down about each such pair.

`TOUCHES` says of every switch which clauses it changes the play of; two that share a clause need either an outcome in
`PAIRS` (registered by `pair`) or a reason in `APART` why they cannot meet there. What the code tells by itself, by
reading two switches in one function or by citing one clause where it reads them, is asked for in the same way.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

from grognard.core.play import Play
from grognard.games.victory import GAME
from tests.games.victory._help import pos

Pair = frozenset[str]

NOBODY = {"blue-infantry-9": "0913"}
PAIRS: dict[tuple[str, str], Callable[[], None]] = {}
SWITCHES = {option.id: option.rule for option in GAME.tables.option if isinstance(option.default, bool)}

TOUCHES: dict[str, tuple[str, ...]] = {
    # set-up
    "maps_by_rules": ("1.1.side", "1.1"),
    "random_map": ("1.1",),
    "neutral_cities": ("5.init", "1.1", "5.4b", "8.4a"),
    "alternate_deployment": ("1.4.fog", "1.4a"),
    "deploy_ashore": ("1.4a",),
    "historical_sets": ("hist.1",),
    "stretch_units": ("stretch.1", "stretch.6", "hist.1"),
    "time_limit": ("10.6",),
    "proportional_time_limit": ("10.4", "10.6"),
    # who is where and who sees it
    "allies_hidden": ("fog.1", "5.51a"),
    "allies_share_stacking": ("5.2a", "6.5b", "9.4a"),
    "submarine_control": ("8.opt.2", "fog.1", "5.4b"),
    "sea_to_coast_limit_1": ("3.1.coastal", "6.5b"),
    # the air
    "air_range": ("5.53b", "6.54"),
    "land_on_captured_airbase": ("5.51c", "5.51a", "6.54"),
    "airfields": ("9.6a", "5.51a", "6.54", "4.3.EN"),
    # battles
    "mandatory_first_round": ("6.opt.1", "6.5a", "6.55"),
    "pursuit_round": ("6.opt.3", "6.5a", "6.5b", "6.55"),
    "half_hit_forgotten": ("6.47c", "6.5a"),
    "regroup": ("6.opt.2", "5.2a", "6.55"),
    # logistics
    "storms": ("9.4a", "6.5a", "6.54", "6.opt.2", "9.4c", "9.4d", "9.5a", "stretch.6", "4.3.RE.a"),
    "destruction": ("9.5a", "5.53b", "4.3.EN"),
    "mulberries": ("9.7a", "4.3.EN", "9.4d"),
    "factories": ("9.1a", "1.4a", "5.2a", "5.4b", "8.2a", "8.4a", "9.4c", "stretch.1", "hist.1"),
    "resources": ("4.3.RE.a", "8.2a", "9.4c"),
    "building_cadres": ("8.opt.1", "8.2a"),
    "cut_off_cities_idle": ("8.2a",),
    "blockade_stops_production": ("6.8b", "8.2a"),
    "bomb_in_cities": ("stretch.1", "8.2a", "8.4a"),
}

APART: dict[tuple[str, str], str] = {
    ("maps_by_rules", "storms"): "the die for maps is rolled before the armies stand, the storm moves after initiative",
    ("random_map", "storms"): "the storm starts at the middle of whatever map there is and reads nothing else of it",
    ("allies_share_stacking", "mandatory_first_round"): "who drops into a battle finds limits that are his own (5.2c)",
    ("allies_share_stacking", "land_on_captured_airbase"): "allies share the places of any base without it (5.51a)",
    ("submarine_control", "cut_off_cities_idle"): "a submarine is turned up when it is built; an idle city builds none",
    ("submarine_control", "blockade_stops_production"): "8.2b bars ships from a blockaded city with or without it",
    ("submarine_control", "destruction"): "a submarine has no G firepower, so that it never fires at a bridge",
    ("factories", "airfields"): "factories stand in cities, where 9.6b allows no airfield",
    ("factories", "mulberries"): "factories stand in cities, and a mulberry is built where no port is (9.7a)",
}


def pair(one: str, other: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    def note(outcome: Callable[[], None]) -> Callable[[], None]:
        assert (one, other) not in PAIRS and (other, one) not in PAIRS, (one, other)
        PAIRS[one, other] = outcome
        return outcome

    return note


# ---- which pairs there have to be


def on_one_clause() -> dict[Pair, set[str]]:
    """By pair: the clauses that both change, as `TOUCHES` tells."""
    found = {}
    for one, other in combinations(TOUCHES, 2):
        if shared := {*TOUCHES[one]} & {*TOUCHES[other]}:
            found[frozenset((one, other))] = shared
    return found


def readers() -> list[tuple[set[str], set[str]]]:
    """Of every function that reads a switch: the switches, and the clauses it cites."""
    clauses = {clause.id for clause in GAME.rules.clauses}
    found = []
    for file in GAME.folder.rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        for function in ast.walk(ast.parse(source)):
            if isinstance(function, ast.FunctionDef):
                keys = [node.slice for node in ast.walk(function) if isinstance(node, ast.Subscript)]
                keys += [node.args[0] for node in ast.walk(function) if isinstance(node, ast.Call) and node.args]
                read = {str(key.value) for key in keys if isinstance(key, ast.Constant)}
                if names := read & {*SWITCHES}:
                    text = ast.get_source_segment(source, function) or ""
                    found.append((names, {*re.findall(r"[\w.]*\w", text)} & clauses))
    return found


def in_the_code() -> dict[Pair, set[str]]:
    """By pair: the clauses that the code cites where it reads the one and where it reads the other."""
    cited = {name: {rule} for name, rule in SWITCHES.items()}
    found: dict[Pair, set[str]] = {}
    for names, clauses in readers():
        for name in names:
            cited[name] |= clauses
        for two in combinations(sorted(names), 2):
            found[frozenset(two)] = {"read together"}
    for one, other in combinations(cited, 2):
        if shared := cited[one] & cited[other]:
            found.setdefault(frozenset((one, other)), set()).update(shared)
    return found


# ---- saying it in positions


def on(*names: str, **values: Any) -> dict[str, Any]:
    return dict.fromkeys(names, True) | values


def battle(place: dict[str, str], hex: str, dice: list[int], options: dict[str, Any], **words: Any) -> Play:
    words = {"battles": {hex: "red"}, **words}
    return pos(place, step="combat", dice=[*dice, *[6] * 100], options=options, **words)


def purse(play: Play, hex: str, player: str = "red") -> dict[str, Any] | None:
    rows = play.view(player)["ask"]["focus"]["cities"]
    return next((row for row in rows if row["hex"] == hex), None)


def marked(play: Play, kind: str) -> list[dict[str, Any]]:
    return [row for row in play.view(None)["markers"] if row["kind"] == kind]
