"""The charts of a game as one plain document: what a browser or a terminal shows beside the map, and nothing to judge.

They are made from three things alone: the game's `Reference` (figures that the rules read), its words, and the *view*
of whoever asks. No position is looked at, so a chart tells nobody more than his view does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from grognard.core.game import Game, Option, Scenario, SetupError
from grognard.core.reference import CHARTS, Arrival, ChartId, Phrase, Sheet
from grognard.core.words import LANGUAGES
from grognard.hex.map import any_side
from grognard.school import charts_file, charts_units
from grognard.school.charts_file import ChartsFile, SequenceRow
from grognard.school.texts import Ruled, Teller
from grognard.school.words import say

Doc = dict[str, Any]
View = Mapping[str, Any]
PICTURED = "picture"
"""The seed of openings that are shown before there is a table."""


class Asked(NamedTuple):
    """Whose charts, and what he points at."""

    teller: Teller
    file: ChartsFile
    view: View
    hex: str | None = None
    unit: str | None = None
    losses: Mapping[str, int] = MappingProxyType({})
    """By unit: the turn in which he saw it go."""


def teller(game: Game, scenario: Scenario, options: Mapping[str, Any]) -> Teller:
    """Who fills the texts of a scenario; the game is the one that the options lay out."""
    return Teller(game, scenario, game.reference(scenario, options), charts_file.load(game).phrase)


def opening(game: Game, scenario: str | None, options: Mapping[str, Any] | None = None) -> tuple[Game, Scenario, View]:
    """A game before there is a table: laid out, and as a spectator would see it begin."""
    play = game.new(scenario, options=dict(options or {}), seed=PICTURED)
    return play.game, play.scenario, play.view(None)


def document(
    game: Game,
    scenario: Scenario,
    view: View,
    *,
    hex: str | None = None,
    unit: str | None = None,
    only: str | None = None,
    losses: Mapping[str, int] | None = None,
) -> Doc:
    """The charts for one viewer; `hex` and `unit` are what he points at, `only` the chart that he wants, or several
    with commas, `losses` the turns in which he saw units go."""
    wanted = CHARTS if only is None else only.split(",")
    for strange in (one for one in wanted if one not in CHARTS):
        raise SetupError(f'there is no chart "{strange}"; there are {", ".join(CHARTS)}')
    if hex is not None:
        _ = _ground(game, hex)  # refused here, in one line
    asked = Asked(teller(game, scenario, view["options"]), charts_file.load(game), view, hex, unit, losses or {})
    made = ((one, list(_sheets(asked, one))) for one in CHARTS if one in wanted)
    return {
        "game": game.id,
        "scenario": scenario.id,
        "turn": view.get("turn"),
        "charts": [_chart(asked, one, sheets) for one, sheets in made if sheets],
    }


def _chart(asked: Asked, id: ChartId, sheets: Sequence[Doc]) -> Doc:
    text = asked.file.of_sheet(id)
    shown: Doc = {"id": id, "title": say(f"chart.{id}"), "rule": text.rule or sheets[0].get("rule", "")}
    said = any(sheet["id"] == id and ("note" in sheet or "lines" in sheet) for sheet in sheets)
    return shown | ({} if said else _remarks(asked, id)) | {"sheets": list(sheets)}


def _remarks(asked: Asked, id: str) -> Doc:
    """What stands beside a title, the quiet line, and the lines in words that belong to a chart or a sheet."""
    text = asked.file.of_sheet(id)
    found: Doc = {}
    if beside := text.aside():
        found["beside"] = asked.teller.both(beside)
    if quiet := text.quiet():
        found["note"] = asked.teller.both(quiet)
    if text.line:
        found["lines"] = [_ruled(asked, line) for line in text.line]
    return found


def _ruled(asked: Asked, line: Ruled) -> Doc:
    return {"text": asked.teller.both(line), "rule": line.rule}


def _sheets(asked: Asked, id: ChartId) -> Iterator[Doc]:
    for sheet in asked.teller.reference.sheets:
        if sheet.chart == id:
            yield _given(asked, sheet)
    if id == "sequence" and asked.file.sequence:
        yield _sequence(asked)
    elif id == "counters":
        yield from charts_units.counters(asked.teller, asked.file, asked.view, asked.unit)
    elif id == "arrivals" and asked.teller.reference.arrivals:
        yield _arrivals(asked)
    elif id == "order":
        yield from charts_units.order(asked.teller, asked.file, asked.view, asked.losses)
    elif id == "victory" and asked.file.victory:
        yield _victory(asked)
    elif id == "options" and asked.teller.scenario.options:
        yield _options(asked)


# ---- sheets that the game gives


def _given(asked: Asked, sheet: Sheet) -> Doc:
    teller, text = asked.teller, asked.file.of_sheet(sheet.id)
    here = _ground(teller.game, asked.hex) if asked.hex is not None and sheet.chart == "terrain" else frozenset[str]()
    codes = {cell.result for row in sheet.rows for cell in row.cells if cell.result}
    name = text.name()
    shown: Doc = {
        "id": sheet.id,
        "title": teller.both(name) if name else say(f"chart.{sheet.chart}"),
        "rule": text.rule,
        "corner": teller.head(text.corner) if text.corner else "",
        "columns": [{"id": one, "text": teller.head(one)} for one in sheet.columns],
        "rows": [
            {
                "id": row.id,
                "text": teller.head(row.id) if row.head is None else teller.words(row.head),
                "cells": [_cell(teller, *cell) for cell in row.cells],
                **({"rule": row.rule} if row.rule else {}),
                **({"here": True} if row.id in here else {}),
            }
            for row in sheet.rows
        ],
        "legend": [
            {"code": code, "text": _result(teller, code)}
            for code in dict.fromkeys(cell.result for row in sheet.rows for cell in row.cells)
            if code in codes
        ],
        **({"side": sheet.side} if sheet.side else {}),
        **_remarks(asked, sheet.id),
    }
    if sheet.odds == "kinds":
        if (lit := _fighting(asked.view)) is not None:
            shown["lit"] = lit
    elif sheet.odds == "modified":
        if (lit := _modified(asked)) is not None:
            shown["lit"] = lit
    elif sheet.odds:
        shown["odds"] = sheet.odds
        heads = [row.id for row in sheet.rows] if sheet.odds == "rows" else list(sheet.columns)
        if (lit := _lit(asked, heads)) is not None:
            shown["lit"] = lit
    return shown


def _cell(teller: Teller, text: str | int | Phrase, result: str, tone: str, bold: bool) -> Doc:
    shown: Doc = {"text": teller.words(text)}
    if result:
        shown["says"] = _result(teller, result)
    return shown | ({"tone": tone} if tone else {}) | ({"bold": True} if bold else {})


def _result(teller: Teller, code: str) -> dict[str, str]:
    return {language: teller.game.words.result(code, language) or code for language in LANGUAGES}


def _ground(game: Game, hex: str) -> frozenset[str]:
    """What lies in a hex and at its sides, as the map calls it."""
    try:
        number = game.map.grid.index(hex)
    except ValueError:
        raise SetupError(f'there is no hex "{hex}"') from None
    land = game.map
    place = land.place_at.get(number)
    return frozenset(
        [
            land.terrain_at[number],
            *([place.kind] if place else []),
            *(kind for kind, sides in land.hexsides.items() if any_side(sides) >> number & 1),
            *(kind for kind, hexes in land.path_hexes.items() if hexes >> number & 1),
        ]
    )


# ---- the combat that is in hand


def _lit(asked: Asked, heads: Sequence[str]) -> Doc | None:
    """The column that the present combat is read in, and the sum that leads to it; until one is declared, the best
    that could be had at the hex he points at."""
    focus = (asked.view.get("ask") or {}).get("focus", {})
    odds = focus.get("odds") or {}
    if odds.get("column") in heads:
        return _sum(asked.teller, odds)
    chance = focus.get("chances", {}).get(asked.hex) or {}
    if chance.get("column") in heads:
        column = chance["column"]
        return {"at": column, "hex": asked.hex, "sum": [say("sum.chance", hex=asked.hex, column=column)]}
    return None


def _fighting(view: View) -> Doc | None:
    """The kind of unit that is about to fire in a battle that lies open."""
    battle = view.get("battle") or {}
    acting = next((one for one in battle.get("units", ()) if one["id"] == battle.get("acting")), None)
    return None if acting is None else {"at": acting["kind"], "hex": battle["hex"], "sum": []}


def _sum(teller: Teller, odds: Mapping[str, Any]) -> Doc:
    hexes = {one: teller.game.hex_words(odds["hex"], one) for one in LANGUAGES}
    facts = {key: odds.get(key) for key in ("attack", "defence", "ratio")}
    ratio = {one: say("sum.ratio", hex=hexes[one], **facts)[one] for one in LANGUAGES}
    terms: list[Any] = [ratio]
    if odds.get("shifts") and odds.get("terrain"):
        named = {one: "、".join(_ground_words(teller, odds, one)) for one in LANGUAGES}
        named["en"] = named["en"].replace("、", ", ")
        shifts = odds["shifts"]
        terms.append({one: say("sum.shift", terrain=named[one], shifts=shifts)[one] for one in LANGUAGES})
    terms += _terms(odds)
    if addition := odds.get("die_addition"):
        terms.append(say("sum.addition", addition=addition))
    return {"at": odds["column"], "hex": odds["hex"], "sum": terms}


def _terms(odds: Mapping[str, Any]) -> list[dict[str, str]]:
    """The lines of a sum that count, each with its value."""
    counted = [line for line in odds.get("lines", ()) if "value" in line and not line.get("struck")]
    return [{one: f"{line['text'][one]} {line['value']}" for one in LANGUAGES} for line in counted]


def _modified(asked: Asked) -> Doc | None:
    """What is added to the die that is about to be rolled, where no odds are read."""
    odds = (asked.view.get("ask") or {}).get("focus", {}).get("odds") or {}
    if "total_text" not in odds:
        return None
    total = {one: f"{odds['total_text'][one]}: {odds['total']}" for one in LANGUAGES}
    return {"at": None, "hex": odds["hex"], "sum": [*_terms(odds), total]}


def _ground_words(teller: Teller, odds: Mapping[str, Any], language: str) -> list[str]:
    """The ground that counts in a combat: what the terrain chart leaves without effect is not named."""
    sheets = [sheet for sheet in teller.reference.sheets if sheet.chart == "terrain"]
    plain = {row.id for sheet in sheets for row in sheet.rows if row.cells[-1].text == "-"}
    return [teller.game.words.word(str(one), language) for one in odds["terrain"] if one not in plain]


# ---- the sequence of play


def _sequence(asked: Asked) -> Doc:
    rows = asked.file.sequence
    here = _here(asked, rows)
    return {
        "id": "sequence",
        "title": say("chart.sequence"),
        "rule": asked.file.of_sheet("sequence").rule,
        "columns": [{"id": "means", "text": say("column.means")}],
        "rows": [_sequence_row(asked, number, row, here) for number, row in enumerate(rows)],
    }


def _sequence_row(asked: Asked, number: int, row: SequenceRow, here: int | None) -> Doc:
    name = row.name()
    shown: Doc = {
        "id": row.phase or f"row-{number + 1}",
        "text": asked.teller.both(name) if name else asked.teller.game.phase_words(row.phase, row.side or None),
        "cells": [{"text": asked.teller.both(row)}],
        "rule": row.rule,
        "depth": row.depth,
    }
    if row.phase:
        shown["phase"] = row.phase
    if row.side:
        shown["side"] = row.side
    if row.repeats:
        shown["repeats"] = True
    if here is not None:
        shown["state"] = "here" if number == here else "done" if number < here else "to come"
    return shown


def _here(asked: Asked, rows: Sequence[SequenceRow]) -> int | None:
    """The line that goes on now: of a phase that both sides have, the one of who acts."""
    phase = next((one["value"] for one in asked.view.get("tracks", ()) if one["id"] == "phase"), None)
    if asked.view.get("result") is not None:
        return None
    return here(phase, asked.view.get("active"), [(row.phase, row.side) for row in rows])


def here(phase: str | None, active: str | None, rows: Sequence[tuple[str, str]]) -> int | None:
    """Which of some phases, each perhaps of one side, goes on.

    >>> rows = [("movement", "north"), ("combat", "north"), ("movement", "south")]
    >>> here("movement", "south", rows), here("supply", "south", rows), here(None, None, rows)
    (2, None, None)
    """
    fitting = [number for number, (one, side) in enumerate(rows) if phase and one == phase and side in ("", active)]
    return fitting[0] if fitting else None


# ---- arrivals, victory, options


def _arrivals(asked: Asked) -> Doc:
    teller, now = asked.teller, asked.view.get("turn")
    return {
        "id": "arrivals",
        "title": say("chart.arrivals"),
        "rule": asked.file.of_sheet("arrivals").rule,
        "corner": say("column.turn"),
        "columns": [{"id": one, "text": say(f"column.{one}")} for one in ("side", "units", "where")],
        "rows": [_arrival(teller, number, one, now) for number, one in enumerate(teller.reference.arrivals, 1)],
        "lines": [_ruled(asked, one) | ({"side": one.side} if one.side else {}) for one in asked.file.entry],
        "sources": {side: list(hexes) for side, hexes in teller.reference.sources.items()},
        **_remarks(asked, "arrivals"),
    }


def _arrival(teller: Teller, number: int, one: Arrival, now: Any) -> Doc:
    units: list[Doc] = [{"unit": unit, "name": dict(teller.unit(unit))} for unit in one.units]
    units += [{"count": count, "name": dict(name)} for name, count in one.kinds]
    where = ", ".join(one.hexes) if len(one.hexes) <= 3 else f"{one.hexes[0]} - {one.hexes[-1]}"
    listed = {
        language: ("、" if language == "ja" else ", ").join(
            f"{unit['name'][language]} × {unit['count']}" if unit.get("count", 1) > 1 else unit["name"][language]
            for unit in units
        )
        for language in LANGUAGES
    }
    side = {language: teller.game.words.word(one.side, language) for language in LANGUAGES}
    shown: Doc = {
        "id": f"{one.side}-{number}",
        "text": str(one.turn) if isinstance(one.turn, int) else teller.words(one.turn),
        "side": one.side,
        "units": units,
        "hexes": list(one.hexes),
        "rule": one.rule,
        "cells": [{"text": side}, {"text": listed}, {"text": where or teller.head(one.where)}],
    }
    if isinstance(one.turn, int):
        shown |= {"turn": one.turn, "now": one.turn == now}
        if 0 < one.turn <= len(teller.reference.dates):
            shown["date"] = teller.reference.dates[one.turn - 1]
    if one.option:
        shown["option"] = {language: teller.game.words.word(one.option, language) for language in LANGUAGES}
    return shown


def _victory(asked: Asked) -> Doc:
    teller = asked.teller
    score = asked.view.get("score")
    shown: Doc = {
        "id": "victory",
        "title": say("chart.victory"),
        "rule": asked.file.of_sheet("victory").rule,
        "columns": [{"id": "worth", "text": say("column.worth")}],
        "rows": [
            {
                "id": f"row-{number}",
                "text": teller.both(one),
                "cells": [{"text": {language: teller.fill(one.value, language) for language in LANGUAGES}}],
                "rule": one.rule,
                **({"side": one.side} if one.side else {}),
            }
            for number, one in enumerate(asked.file.points(teller.scenario.id), 1)
        ],
    }
    return shown | ({"score": dict(score)} if score else {})


def _options(asked: Asked) -> Doc:
    teller, chosen = asked.teller, asked.view["options"]
    return {
        "id": "options",
        "title": say("chart.options"),
        "rule": "",
        "columns": [{"id": one, "text": say(f"column.{one}")} for one in ("now", "means")],
        "rows": [_option(teller.game, one, chosen.get(one.id, one.default)) for one in teller.scenario.options],
    }


def _option(game: Game, option: Option, value: Any) -> Doc:
    words = game.words
    key = f"option.{option.id}_{value}"
    if isinstance(value, bool):
        told: Any = say("state.on" if value else "state.off")
    elif key in words.keys("en"):
        told = {language: words.template(key, language) for language in LANGUAGES}
    else:
        told = str(value) or "-"
    means = {language: words.template(f"option.{option.id}_help", language) for language in LANGUAGES}
    return {
        "id": option.id,
        "text": {language: words.template(f"option.{option.id}", language) for language in LANGUAGES},
        "cells": [{"text": told}, {"text": means}],
        "rule": option.rule,
        "changed": value != option.default,
    }


def faults(game: Game) -> list[str]:
    """What is wrong with the charts of a game, in every scenario."""
    found: dict[str, None] = {}
    for scenario in game.scenarios.values():
        options = game.settle_options(scenario, None)
        laid = game.laid_out(scenario, options)
        found |= dict.fromkeys(charts_file.faults(teller(laid, scenario, options), charts_file.load(laid)))
    return list(found)
