"""What charts and briefings are made of: the figures that the rules read, and nothing that is written twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.core.reference import Objective, Phrase, Reference, Row, Ruler, Sheet, figures_of, results_sheet
from two_fords.state import SIDES

if TYPE_CHECKING:
    from two_fords.game import TwoFords

SEVERITY = {"A1": "bad", "-": "none", "DR": "mild", "D1": "hard", "DX": "hard"}
"""How hard a result hits the defender, for its shade."""


def reference(game: TwoFords, scenario: str) -> Reference:
    tables, places = game.files.tables, game.ground.points
    held = game.files.scenarios[scenario].held
    worth = [sum(places[game.ground.grid.index(hex)] for hex in held.get(side, ())) for side in SIDES]
    rows = [
        Row(name, figures_of(row.move, f"-{row.shift}" if row.shift else "-")) for name, row in tables.terrain.items()
    ]
    rows.append(Row("ford", figures_of(f"+{tables.ford.move}", f"-{tables.ford.shift}"), "4.3"))
    every = sum(places.values()) + tables.victory.objective
    marks = ((-every, Phrase("all_theirs")), (0, Phrase("draw")), (every, Phrase("all_yours")))
    return Reference(
        sheets=(
            results_sheet(game.crt, SEVERITY.__getitem__),
            Sheet("terrain", "terrain", ("move", "shift"), tuple(rows)),
        ),
        figures={"objective": tables.victory.objective, "places": len(places), "ford_shift": tables.ford.shift},
        rulers={
            side: Ruler(-every, every, marks, worth[number] - worth[1 - number], (side,), (SIDES[1 - number],))
            for number, side in enumerate(SIDES)
        },
        objectives=dict.fromkeys(
            SIDES, tuple(Objective((game.ground.grid.name(hex),), worth) for hex, worth in places.items())
        ),
    )
