"""A briefing as one plain document: who you are, how you win, the turn, what to do first, traps, objectives and fronts.

Made from the scenario's briefing file, the game's `Reference` and the view of whoever asks, like the charts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.core.game import Game, Scenario, SetupError
from grognard.core.reference import Objective, Ruler
from grognard.core.words import LANGUAGES
from grognard.school import brief_file, charts_file
from grognard.school.brief_file import Briefing, Point, Step
from grognard.school.charts import Doc, View, teller
from grognard.school.fronts import fronts
from grognard.school.texts import Ruled, Teller


def document(game: Game, scenario: Scenario, view: View, side: str) -> Doc:
    """What a side is told; during a game with the present score and where the turn has come to."""
    if side not in scenario.roster.sides:
        raise SetupError(f'there is no side "{side}"; there are {", ".join(dict.fromkeys(scenario.roster.sides))}')
    found = brief_file.briefing(game, scenario.id, side)
    if found is None:
        raise SetupError(f"{scenario.id} has no briefing")
    with_figures = teller(game, scenario, view["options"]).told_to(side)
    assert found.side.win is not None
    shown: Doc = {
        "game": game.id,
        "scenario": scenario.id,
        "side": side,
        "title": dict(scenario.names),
        "turns": scenario.turns,
        "turn_now": view.get("turn"),
        "who": with_figures.both(found.side.person),
        "win": {
            **_ruled(with_figures, found.side.win),
            "ruler": _ruler(with_figures, view, side),
            "moves": [
                {
                    **_ruled(with_figures, one),
                    "value": {language: with_figures.fill(one.value, language) for language in LANGUAGES},
                    **({"side": one.side} if one.side else {}),
                }
                for one in found.side.win.moves
            ],
        },
        "turn": _turn(with_figures, found.turn, view),
        "first": [_point(with_figures, one) for one in found.side.first],
        "traps": [_point(with_figures, one) for one in found.side.trap],
        "special": [_ruled(with_figures, one) for one in found.special],
        "objectives": [_objective(with_figures, one) for one in with_figures.reference.objectives.get(side, ())],
        "axes": [{"text": with_figures.both(one), "hexes": list(one.hexes)} for one in found.side.advance],
        **_land(with_figures, found, view, side),
    }
    if found.subtitle is not None:
        shown["subtitle"] = with_figures.both(found.subtitle)
    return shown


def _ruled(with_figures: Teller, text: Ruled) -> Doc:
    return {"text": with_figures.both(text), "rule": text.rule}


def _point(with_figures: Teller, point: Point) -> Doc:
    named = {"hexes": list(point.hexes), "units": list(point.units)}
    return {"title": with_figures.both(point.name), **_ruled(with_figures, point), **named}


def _turn(with_figures: Teller, steps: tuple[Step, ...], view: View) -> list[Doc]:
    phase = next((one["value"] for one in view.get("tracks", ()) if one["id"] == "phase"), None)
    active = view.get("active")
    here = next(
        (
            number
            for number, step in enumerate(steps)
            if view.get("result") is None and phase in step.phases and step.side in ("", active)
        ),
        None,
    )
    return [
        {
            "title": with_figures.both(step.name),
            **_ruled(with_figures, step),
            "phases": list(step.phases),
            **({"side": step.side} if step.side else {}),
            "here": number == here,
        }
        for number, step in enumerate(steps)
    ]


def _objective(with_figures: Teller, one: Objective) -> Doc:
    shown: Doc = {"hexes": list(one.hexes), "name": with_figures.place(one.hexes[0])}
    return shown if one.points is None else shown | {"points": one.points}


def _ruler(with_figures: Teller, view: View, side: str) -> Doc | None:
    ruler = with_figures.reference.rulers.get(side)
    if ruler is None:
        return None
    return {
        "least": ruler.least,
        "most": ruler.most,
        "downwards": ruler.downwards,
        "start": ruler.start,
        "now": _now(ruler, view.get("score") or {}),
        "standing": _standing(with_figures, ruler, view.get("score") or {}),
        "marks": [{"at": at, "text": with_figures.words(phrase)} for at, phrase in ruler.marks],
        "winners": [{"at": at, "own": None if one is None else one == side} for at, one in ruler.winners],
    }


def _now(ruler: Ruler, score: Mapping[str, int]) -> int | None:
    if not ruler.adds or any(score.get(one) is None for one in (*ruler.adds, *ruler.less)):
        return None
    return sum(score[one] for one in ruler.adds) - sum(score[one] for one in ruler.less)


def _standing(with_figures: Teller, ruler: Ruler, score: Mapping[str, int]) -> dict[str, str] | None:
    """A lead in words, whoever has it: "Axis 25 : 0"; None where what is counted is no lead."""
    sides = (*ruler.adds, *ruler.less)
    if not ruler.less or len(sides) != 2 or any(score.get(one) is None for one in sides):
        return None
    ahead, behind = sorted(sides, key=lambda one: -score[one])
    points, word = f"{score[ahead]} : {score[behind]}", with_figures.game.words.word
    return {one: points if score[ahead] == score[behind] else f"{word(ahead, one)} {points}" for one in LANGUAGES}


def _land(with_figures: Teller, found: Briefing, view: View, side: str) -> Doc:
    game = with_figures.game
    grid = game.map.grid
    closed = [{"hexes": grid.list_names(game.map.areas[one.area]), **_ruled(with_figures, one)} for one in found.closed]
    return {
        "fronts": fronts(grid, game.map.playable, view.get("pieces", ()), side),
        "lines": {one: list(hexes) for one, hexes in with_figures.reference.lines.items()},
        "closed": closed,
        "armies": list(_armies(with_figures, view)),
    }


def _armies(with_figures: Teller, view: View) -> Iterator[Doc]:
    """The commands whose headquarters are to be seen, each where that is and as that is called."""
    for piece in view.get("pieces", ()):
        commands = with_figures.command(piece["id"]) is not None and str(piece.get("symbol")).endswith("hq")
        if piece.get("on_map") and commands:
            yield {"hex": piece["where"], "side": piece["side"], "name": dict(with_figures.unit(piece["id"]))}


def faults(game: Game) -> list[str]:
    """What is wrong with the briefings of a game, in every scenario and for every side."""
    found: dict[str, None] = {}
    files = brief_file.load(game)
    if not files:
        return []
    strange = [name for name in files if name not in game.scenarios]
    found |= dict.fromkeys(f'{brief_file.FOLDER}/{name}.toml: there is no scenario "{name}"' for name in strange)
    for scenario in game.scenarios.values():
        options = game.settle_options(scenario, None)
        laid = game.laid_out(scenario, options)
        reader = Teller(laid, scenario, laid.reference(scenario, options), charts_file.load(laid).phrase)
        for side in dict.fromkeys(scenario.roster.sides):
            found |= dict.fromkeys(brief_file.faults(reader.told_to(side), side))
        found |= dict.fromkeys(_ruler_faults(reader))
    return list(found)


def _ruler_faults(reader: Teller) -> list[str]:
    """A ruler whose marks or start lie outside of it."""
    faults = []
    for side, ruler in reader.reference.rulers.items():
        points = [at for at, _ in ruler.marks] + ([] if ruler.start is None else [ruler.start])
        if any(not ruler.least <= at <= ruler.most for at in points):
            faults.append(f"{reader.scenario.id}: {side}: the ruler does not reach its own marks")
    return faults
