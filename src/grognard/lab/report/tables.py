"""The same figures as tables: in the page for those who hear or copy them, and in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from grognard.lab.report.figures import Figures
from grognard.lab.report.intervals import FEW
from grognard.lab.report.verdict import names
from grognard.lab.report.words import Both, joined, listed, of_nation, percent, plain, same, say, signed, use_words

Cell = Both | str


class Sheet(NamedTuple):
    """A table: its title, its columns and its rows; texts by language, figures as they are."""

    title: Both
    columns: Sequence[Both]
    rows: Sequence[Sequence[Cell]]


def sheets(told: Figures) -> Iterator[Sheet]:
    """Every figure of an arm but its map."""
    yield _wins(told)
    yield _endings(told)
    if told["points"]:
        yield _points(told)
    yield _length(told)
    yield _decisions(told)
    if told["losses"]:
        yield _losses(told)
    if told["places"]:
        yield from places(told)
    for kind in told["odds"]:
        yield _odds(kind, told["games"] < FEW)
    if told["uses"]:
        yield _uses(told)
    if told["luck"] is not None:
        yield _luck(told)


def share(row: Mapping[str, Any], games: int) -> tuple[str, str]:
    """A share and its interval; below 100 games neither."""
    if games < FEW:
        return "–", "–"
    return percent(row["share"]), f"{100 * row['low']:.1f}–{100 * row['high']:.1f} %"


def _side(told: Figures, side: str) -> Both:
    return names(told, side) if side in [one["id"] for one in told["sides"]] else same(side)


def _wins(told: Figures) -> Sheet:
    rows: list[list[Cell]] = [
        [side["names"], plain(told["wins"][side["id"]]["games"]), *share(told["wins"][side["id"]], told["games"])]
        for side in told["sides"]
    ]
    rows.append([say("win.draw"), plain(told["wins"]["draw"]["games"]), *share(told["wins"]["draw"], told["games"])])
    return Sheet(
        say("win.title"), [say("table.side"), say("table.games"), say("table.share"), say("table.interval")], rows
    )


def _endings(told: Figures) -> Sheet:
    rows: list[list[Cell]] = [
        [joined(*(_side(told, one) for one in row["winners"]), between=" + "), row["names"], plain(row["games"]),
         *share(row, told["games"])]
        for row in told["endings"]
    ]  # fmt: skip
    heads = [say("table.side"), say("table.what"), say("table.games"), say("table.share"), say("table.interval")]
    return Sheet(say("end.title"), heads, rows)


def _by_turn(title: Both, rows: Sequence[tuple[Both, Mapping[int, str]]]) -> Sheet:
    turns = sorted({turn for _, cells in rows for turn in cells})
    return Sheet(
        title, [say("table.side"), *(same(turn) for turn in turns)],
        [[name, *(cells.get(turn, "–") for turn in turns)] for name, cells in rows],
    )  # fmt: skip


def _points(told: Figures) -> Sheet:
    rows, few = [], told["games"] < FEW
    for side, course in told["points"].items():
        for quantile in ("q50",) if few else ("q10", "q25", "q50", "q75", "q90"):
            what = say("points.median") if few else same(f"{quantile[1:]} %")
            name = joined(_side(told, side), what, between=" ")
            rows.append((name, {row["turn"]: plain(row[quantile]) for row in course}))
    return _by_turn(say("points.title"), rows)


def _length(told: Figures) -> Sheet:
    rows: list[list[Cell]] = [
        [str(row["turn"]), plain(row["games"]), *share(row, told["games"])] for row in told["length"]["by_turn"]
    ]
    return Sheet(
        say("length.title"), [say("table.turn"), say("table.games"), say("table.share"), say("table.interval")], rows
    )


def _decisions(told: Figures) -> Sheet:
    rows = [
        (_side(told, side), {row["turn"]: plain(row["mean"], 0) for row in course})
        for side, course in told["decisions"]["by_side"].items()
    ]
    return _by_turn(say("decisions.title"), rows)


def _losses(told: Figures) -> Sheet:
    rows: list[list[Cell]] = [
        [_side(told, row["side"]), of_nation(row["nations"], row["names"]), plain(row["steps"], 2),
         plain(row["units"], 2)]
        for row in told["losses"]
    ]  # fmt: skip
    heads = [say("table.side"), say("table.what"), say("loss.steps"), say("loss.units")]
    return Sheet(say("loss.title"), heads, rows)


def telling(told: Figures) -> Sequence[Mapping[str, Any]]:
    """The sides whose share of a place is told: of two the first alone, the other has what is left."""
    sides: Sequence[Mapping[str, Any]] = told["sides"]
    return sides if len(sides) > 2 else sides[:1]


def places(told: Figures) -> Iterator[Sheet]:
    """Who holds what, turn by turn."""
    few = told["games"] < FEW

    def value(share: float) -> str:
        return plain(share * told["games"], 0) if few else percent(share, 0)

    for side in telling(told):
        rows = [
            (place["names"], {row["turn"]: value(row[side["id"]]) for row in place["by_turn"]})
            for place in told["places"]
        ]
        yield _by_turn(listed(say("places.title"), side["names"]), rows)


def _odds(kind: Mapping[str, Any], few: bool) -> Sheet:
    parts = ("worse", "nothing", "better")

    def came(count: int, counted: int) -> str:
        if not counted:
            return "–"
        return plain(count) if few else percent(count / counted, 0)

    rows: list[list[Cell]] = [
        [
            row["odds"],
            plain(row["fights"]),
            "–" if few else percent(row["share"]),
            *(came(row[name], row["counted"]) for name in parts),
        ]
        for row in kind["columns"]
    ]
    heads = [say("odds.column"), say("odds.fights"), say("table.share"), *(say(f"odds.{name}") for name in parts)]
    return Sheet(listed(say("odds.title"), kind["names"]), heads, rows)


def _uses(told: Figures) -> Sheet:
    rows: list[list[Cell]] = []
    for one in told["uses"]:
        for item in one["items"]:
            what = use_words(one["what"]) or same(one["what"])
            rows.append(
                [_side(told, one["side"]), what, item["names"], plain(item["count"], 2), plain(item["amount"], 2)]
            )
    heads = [say("table.side"), say("table.what"), say("use.item"), say("use.times"), say("use.amount")]
    return Sheet(say("use.title"), heads, rows)


def _luck(told: Figures) -> Sheet:
    luck = told["luck"]
    few = told["games"] < FEW
    rows: list[list[Cell]] = [["r", "–" if few or luck["r"] is None else signed(luck["r"], 2), "–"]]
    if luck["explained"] is not None and not few:
        value, low, high = (100 * luck["explained"][name] for name in ("value", "low", "high"))
        rows.append([say("luck.share"), f"{value:.0f} %", f"{low:.0f}–{high:.0f} %"])
    return Sheet(say("luck.title"), [say("table.what"), say("table.value"), say("table.interval")], rows)


# ---- as HTML


def tables(told: Figures) -> str:
    return f'<div class="tables">{"".join(_html(sheet) for sheet in sheets(told))}</div>'


def _html(sheet: Sheet) -> str:
    head = "".join(f'<th scope="col"{_right(place)}>{_both(one)}</th>' for place, one in enumerate(sheet.columns))
    body = "".join(
        "<tr>" + "".join(_cell(place, cell) for place, cell in enumerate(row)) + "</tr>" for row in sheet.rows
    )
    inside = f"<caption>{_both(sheet.title)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
    label = escape(f"{sheet.title['en']} / {sheet.title['ja']}")
    return f'<div class="scroll" tabindex="0" role="region" aria-label="{label}"><table>{inside}</table></div>'


def _right(place: int) -> str:
    return ' class="r"' if place else ""


def _cell(place: int, cell: Cell) -> str:
    if isinstance(cell, str):
        return f'<th scope="row">{escape(cell)}</th>' if place == 0 else f'<td class="r">{escape(cell)}</td>'
    return f'<th scope="row">{_both(cell)}</th>' if place == 0 else f"<td>{_both(cell)}</td>"


def _both(text: Both) -> str:
    if text["en"] == text["ja"]:
        return escape(text["en"])
    return "".join(f'<span class="{language}" lang="{language}">{escape(one)}</span>' for language, one in text.items())
