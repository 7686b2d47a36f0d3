"""Runs for tests of reports: a few games played here, or rows made up, laid out as `grognard sim` does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from grognard.core.registry import game
from grognard.lab.facts import Rows, played, tables
from grognard.lab.runs.folder import Folder
from grognard.lab.runs.plan import Arm, Plan
from grognard.lab.runs.read import Run, open_run


def arm_of(
    game_id: str, bot: str = "recruit", options: Mapping[str, Any] | None = None, scenario: str | None = None
) -> Arm:
    table = game(game_id)
    chosen = table.scenario(scenario)
    name = ", ".join(options or ())
    return Arm(name, chosen.id, table.settle_options(chosen, options), dict.fromkeys(chosen.roster.ids, bot))


def plan_of(game_id: str, games: int, arms: Sequence[Arm], seed: int = 7) -> Plan:
    return Plan(game_id, game(game_id).version, seed, games, False, tuple(arms))


def play(plan: Plan) -> Rows:
    """All rows of a plan."""
    found: Rows = {name: [] for name in tables()}
    for number in range(plan.total):
        for name, rows in played(plan.pairing(number)).items():
            found[name] += rows
    return found


def write(folder: Path, plan: Plan, rows: Rows) -> Run:
    with Folder.opened(folder, plan) as opened:
        opened.write(rows)
    return open_run(folder)


def several(rows: Rows, games: int, times: int) -> Rows:
    """The same games many times over, each with a number of its own: a large sample at the price of a small one."""
    return {
        name: [{**row, "number": row["number"] + games * time} for time in range(times) for row in found]
        for name, found in rows.items()
    }
