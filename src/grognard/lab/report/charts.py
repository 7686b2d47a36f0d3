"""Charts as SVG, each one small function: bars with whiskers, bars, bands, butterflies, columns with results, dots.

They take plain figures and texts by language and know no game. Colours are the page's own (`--side0`, `--ink`), so that
one drawing serves paper, night and print.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Any, NamedTuple

from grognard.core.draw.sheet import number, tag
from grognard.lab.report.words import Both, percent, plain, say

INK, INK2, LINE = "var(--ink)", "var(--ink2)", "var(--line2)"


def side_colour(place: int) -> str:
    return f"var(--side{place})"


def svg(width: float, height: float, label: Both, *inside: str, **attributes: object) -> str:
    """A picture with its name; it is as wide as it may be."""
    return tag(
        "svg", tag("title", escape(f"{label['en']} / {label['ja']}")), *inside,
        viewBox=f"0 0 {number(width)} {number(height)}", role="img", **attributes,
    )  # fmt: skip


def text(x: float, y: float, words: Both | str, size: float = 13, anchor: str = "start", **look: object) -> str:
    """A text in every language, of which the page shows one; a figure is one text."""
    look = {
        "x": float(x),
        "y": float(y),
        "font_size": size,
        "text_anchor": None if anchor == "start" else anchor,
        **look,
    }
    if isinstance(words, str):
        return tag("text", escape(words), **{"class": "n"}, **look)
    if words["en"] == words["ja"]:
        return tag("text", escape(words["en"]), **look)
    return "".join(tag("text", escape(words[language]), **{"class": language}, **look) for language in words)


def rect(x: float, y: float, width: float, height: float, fill: str, **look: object) -> str:
    return tag("rect", x=float(x), y=float(y), width=max(0.0, float(width)), height=max(0.0, float(height)), fill=fill,
               **look)  # fmt: skip


def stroke(d: str, colour: str = INK, width: float = 1, **look: object) -> str:
    return tag("path", d=d, fill="none", stroke=colour, stroke_width=width, **look)


class Scale(NamedTuple):
    """Where figures between two bounds stand in a picture."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / ((self.high - self.low) or 1) * (self.end - self.start)


def ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Round figures between two others.

    >>> ticks(0, 47)
    [0, 10, 20, 30, 40]
    """
    if high <= low:
        return [low]
    raw = (high - low) / most
    unit = 10 ** floor(log10(raw))
    step = next(unit * one for one in (1, 2, 5, 10) if unit * one >= raw)
    return [one * step for one in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


# ---- shares with intervals


def wins(
    rows: Sequence[Mapping[str, Any]],
    counts_only: bool,
    bounds: tuple[float, float] | None,
    fair: float | None = None,
) -> str:
    """A bar for each side with its Wilson interval; below 100 games counts alone. `fair` is marked where it is told."""
    x0, wide, high = 6, 262, 38
    height = 30 + high * len(rows) + 20
    at = Scale(0, 1, x0, x0 + wide)
    parts = []
    if fair is not None and not counts_only:
        parts.append(text(at(fair), 20, say("win.fair"), 12, "middle", fill=INK2))
        parts.append(stroke(f"M{number(at(fair))} 26V{height - 20}", INK2, 1, stroke_dasharray="3 3"))
    if bounds and not counts_only:
        low, top = bounds
        parts.append(rect(at(low), 8, at(top) - at(low), height - 28, "var(--sunk)"))
        parts.append(text(at(0.5), 20, say("win.bounds"), 12, "middle", fill=INK2))
        parts.append(stroke(f"M{number(at(0.5))} 26V{height - 20}", INK2, 1, stroke_dasharray="3 3"))
    for place, row in enumerate(rows):
        y = 30 + high * place
        share = row["share"]
        parts.append(rect(x0, y, wide * share, 16, row["colour"], rx=2))
        label_x = at(row["high"] if not counts_only else share) + 8
        value = plain(row["games"]) if counts_only else percent(share)
        if not counts_only:
            a, b = at(row["low"]), at(row["high"])
            parts.append(
                stroke(f"M{number(a)} {y + 8}H{number(b)}M{number(a)} {y + 3}v10M{number(b)} {y + 3}v10", INK, 1.6)
            )
        if share > 0.24:
            parts.append(text(x0 + 6, y + 12.5, row["names"], 12, fill=row["ink"], font_weight=600))
            parts.append(text(label_x, y + 14, value, 17, fill=INK, font_weight=700))
        else:
            parts.append(text(label_x, y + 14, value, 17, fill=INK, font_weight=700))
            parts.append(text(label_x + 9 + 8.2 * len(value), y + 14, row["names"], 12.5, fill=INK2))
    for one in (0, 25, 50, 75, 100) if not counts_only else ():
        parts.append(text(at(one / 100), height - 4, str(one), 12, "middle" if one else "start", fill=INK2))
    return svg(340, height, say("win.title"), *parts)


def bars(rows: Sequence[Mapping[str, Any]], label: Both, wide: float = 312) -> str:
    """Named bars; each row has `names`, `value`, `shown` and a colour. Long names stand above their bars."""
    most = max((row["value"] for row in rows), default=0) or 1
    longest = max((wide_of(row["names"]) for row in rows), default=0)
    above = longest > 0.58 * wide
    names = 0 if above else max(longest + 8, 60)
    room, pace = wide - names - 52, 38 if above else 25
    parts = []
    for place, row in enumerate(rows):
        y = 4 + pace * place
        parts.append(text(0, y + 13, row["names"], 13, fill=INK))
        y += 15 if above else 0
        long = room * row["value"] / most
        parts.append(rect(names, y + 2, long, 13, row["colour"], rx=2))
        parts.append(text(names + long + 7, y + 13.5, row["shown"], 14, fill=INK, font_weight=600))
    return svg(wide, 8 + pace * len(rows), label, *parts)


def wide_of(words: Both, size: float = 13) -> float:
    """About how wide a text is in its longest language."""
    return max(sum(1.0 if ord(letter) > 0x2E80 else 0.52 for letter in text) for text in words.values()) * size


# ---- by turn


def axes(x0: float, x1: float, y0: float, y1: float, low: float, high: float, turns: Sequence[int]) -> Iterator[str]:
    """Lines and figures of a chart by turn."""
    for one in ticks(low, high):
        y = Scale(low, high, y1, y0)(one)
        yield stroke(f"M{x0} {number(y)}H{number(x1)}", LINE, 0.8)
        yield text(x0 - 6, y + 4, plain(one), 12.5, "end", fill=INK2)
    step = 1 if len(turns) <= 13 else 2 if len(turns) <= 26 else 5
    for place, turn in enumerate(turns):
        if place % step == 0:
            x = x0 + (x1 - x0) * place / max(len(turns) - 1, 1)
            yield text(x, y1 + 18, str(turn), 12.5, "middle", fill=INK2)


def bands(courses: Sequence[Mapping[str, Any]], label: Both, median_only: bool = False) -> str:
    """By side: the median, the middle half and 8 in 10 of its points, turn by turn."""
    bottom_of, top_of = ("q50", "q50") if median_only else ("q10", "q90")
    x0, x1, y0, y1 = 30, 366, 14, 300
    turns = sorted({row["turn"] for course in courses for row in course["rows"]})
    low = min(min(row[bottom_of] for row in course["rows"]) for course in courses)
    high = max(max(row[top_of] for row in course["rows"]) for course in courses)
    low, high = min(low, 0), max(high, low + 1)
    at_x, at_y = Scale(turns[0], turns[-1], x0, x1), Scale(low, high, y1, y0)
    parts = list(axes(x0, x1, y0, y1, low, high, turns))
    for course in courses:
        for bottom, top, opacity in () if median_only else (("q10", "q90", 0.17), ("q25", "q75", 0.25)):
            there = [f"{number(at_x(row['turn']))} {number(at_y(row[top]))}" for row in course["rows"]]
            back = [f"{number(at_x(row['turn']))} {number(at_y(row[bottom]))}" for row in reversed(course["rows"])]
            parts.append(tag("path", d=f"M{'L'.join([*there, *back])}Z", fill=course["colour"], fill_opacity=opacity))
    ends = []
    for place, course in enumerate(courses):
        points = [(at_x(row["turn"]), at_y(row["q50"])) for row in course["rows"]]
        d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
        parts.append(stroke(d, course["text"], 2.2, stroke_dasharray="6 4" if place % 2 else None))
        for x, y in points:
            look = {"fill": "var(--bg)", "stroke": course["text"], "stroke_width": 1.8}
            shape = tag("circle", cx=x, cy=y, r=3.6, **look) if place % 2 else rect(x - 3.2, y - 3.2, 6.4, 6.4, **look)
            parts.append(shape)
        ends.append((points[-1][1], course))
    ends.sort(key=lambda one: one[0])
    y_before = -100.0
    for y, course in ends:
        y_text = max(y, y_before + 30)
        y_before = y_text
        parts.append(
            text(x1 + 9, y_text + 5, plain(course["rows"][-1]["q50"]), 18, fill=course["text"], font_weight=700)
        )
        parts.append(text(x1 + 9, y_text + 19, course["names"], 11.5, fill=course["text"], font_weight=600))
    parts.append(text(x1 + 9, y1 + 18, say("points.turn"), 12.5, fill=INK2))
    if len(courses) == 2 and (change := lead_change(courses)):
        before, after = change
        x = (at_x(before) + at_x(after)) / 2
        parts.append(stroke(f"M{number(x)} {y0 + 24}V{y1 - 40}", INK, 1, stroke_dasharray="3 3"))
        words = say("points.lead", **{"from": before, "to": after})
        parts.append(text(min(max(x, x0 + 90), x1 - 80), y0 + 16, words, 12.5, "middle", fill=INK))
    return svg(430, 326, label, *parts)


def lead_change(courses: Sequence[Mapping[str, Any]]) -> tuple[int, int] | None:
    """The last turns between which the median lead passes from one side to the other."""
    first, second = ({row["turn"]: row["q50"] for row in course["rows"]} for course in courses)
    found = None
    held, held_at = 0, 0
    for turn in sorted(first.keys() & second.keys()):
        sign = (first[turn] > second[turn]) - (first[turn] < second[turn])
        if sign and held and sign != held:
            found = held_at, turn
        if sign:
            held, held_at = sign, turn
    return found


def columns(rows: Sequence[Mapping[str, Any]], series: Sequence[Mapping[str, Any]], label: Both,
            shown: str = "share") -> str:  # fmt: skip
    """Columns by turn, one beside another for each series: of shares, of games or of any count."""
    wide = 312
    x0, y0, y1 = 34, 10, 128
    most = max((max(row["values"]) for row in rows), default=0) or 1
    pace = (wide - x0) / max(len(rows), 1)
    bar = min(pace * 0.8, 34 * len(series)) / max(len(series), 1)
    parts = []
    for one in ticks(0, most, 3):
        if shown == "games" and one != round(one):
            continue
        y = y1 - one / most * (y1 - y0)
        parts.append(stroke(f"M{x0} {number(y)}H{wide}", LINE, 0.8))
        parts.append(text(x0 - 5, y + 4, percent(one, 0) if shown == "share" else plain(one), 12, "end", fill=INK2))
    step = 1 if len(rows) <= 13 else 2 if len(rows) <= 26 else 5
    for place, row in enumerate(rows):
        x = x0 + pace * (place + 0.5) - bar * len(series) / 2
        for number_, value in enumerate(row["values"]):
            high = value / most * (y1 - y0)
            parts.append(rect(x + bar * number_, y1 - high, max(bar - 0.6, 0.6), high, series[number_]["colour"], rx=1))
        if place % step == 0:
            parts.append(text(x0 + pace * (place + 0.5), y1 + 16, str(row["turn"]), 12.5, "middle", fill=INK2))
    return svg(wide, y1 + 22, label, *parts)


# ---- sides beside each other


def by_side(rows: Sequence[Mapping[str, Any]], label: Both) -> str:
    """By kind: two sides as a butterfly; where there are more, a bar for each beneath the other."""
    several = max((len(row["values"]) for row in rows), default=2) > 2
    return stacked(rows, label) if several else butterfly(rows, (side_colour(0), side_colour(1)), label)


def stacked(rows: Sequence[Mapping[str, Any]], label: Both) -> str:
    """By kind: a bar for each side, one beneath the other."""
    wide, room, y = 312, 250, 0.0
    most = max((max(row["values"]) for row in rows), default=0) or 1
    parts = []
    for row in rows:
        parts.append(text(0, y + 13, row["names"], 13, fill=INK))
        y += 18
        for place, value in enumerate(row["values"]):
            long = max(room * value / most, 0.8 if value else 0)
            parts.append(rect(0, y, long, 10, side_colour(place), rx=2))
            parts.append(text(long + 5, y + 9.5, plain(value), 12.5, fill=INK, font_weight=600))
            y += 13
        y += 5
    return svg(wide, max(y, 20), label, *parts)


def butterfly(rows: Sequence[Mapping[str, Any]], colours: tuple[str, str], label: Both) -> str:
    """By kind: the first side's figure to the left, the second's to the right."""
    wide, middle, room = 312, 156, 104
    most = max((max(row["values"]) for row in rows), default=0) or 1
    parts = []
    for place, row in enumerate(rows):
        y = 38 * place
        parts.append(text(middle, y + 13, row["names"], 13, "middle", fill=INK))
        for which, value in enumerate(row["values"][:2]):
            long = max(room * value / most, 0.8 if value else 0)
            x = middle - 4 - long if which == 0 else middle + 4
            parts.append(rect(x, y + 18, long, 12, colours[which], rx=2))
            if value:
                at, anchor = (x - 5, "end") if which == 0 else (x + long + 5, "start")
                parts.append(text(at, y + 29, plain(value), 14, anchor, fill=INK, font_weight=600))
    return svg(wide, max(38 * len(rows), 20), label, *parts)


# ---- odds


def odds(columns_: Sequence[Mapping[str, Any]], label: Both, counts_only: bool = False) -> str:
    """How often each column was rolled on, and beneath it what came of it; of few games in fights, not in shares."""
    shown = list(columns_)
    x0, x1, base, top = 22, 316, 138, 26
    pace = (x1 - x0) / max(len(shown), 1)
    bar = min(pace * 0.82, 40)
    most = max((row["share"] for row in shown), default=0) or 1
    counted_most = max((row["counted"] for row in shown), default=0)
    small = 12.5 if len(shown) <= 8 else 10.5 if len(shown) <= 10 else 8.5
    parts = [
        text(0, 0, words, 12, fill=INK2, transform=f"translate(12 {y}) rotate(-90)")
        for words, y in ((say("odds.fights" if counts_only else "odds.of"), 126), (say("odds.results"), 238))
    ]
    for place, row in enumerate(shown):
        x = x0 + pace * place + (pace - bar) / 2
        high = (base - top) * row["share"] / most
        middle = x + bar / 2
        parts.append(rect(x, base - high, bar, high, "var(--accent)", rx=2, fill_opacity=0.85))
        value = plain(row["fights"]) if counts_only else percent(row["share"], 0)
        parts.append(text(middle, base - high - 5, value, small, "middle", fill=INK, font_weight=600))
        parts.append(text(middle, base + 18, row["odds"], small + 1, "middle", fill=INK, font_weight=700))
        y = base + 26.0
        counted = row["counted"]
        for name in ("worse", "nothing", "better") if counted else ():
            part = 84 * row[name] / (counted_most if counts_only else counted)
            parts.append(rect(x, y, bar, part, f"var(--{name})"))
            y += part
    return svg(318, 252, label, *parts)


# ---- dots


def dots(points: Sequence[Mapping[str, Any]], line: tuple[float, float] | None, label: Both, axis: Both,
         ahead: tuple[Both, Both], colours: Mapping[str | None, str], below: bool = True) -> str:  # fmt: skip
    """A dot for each game by luck and lead; `colours` by winner. `below`: what lies there is the second side's."""
    x0, x1, y0, y1 = 38, 298, 8, 228
    reach = max((abs(one["luck"]) for one in points), default=1) * 1.08 or 1
    low = min(min((one["lead"] for one in points), default=0), 0)
    high = max(max((one["lead"] for one in points), default=0), 0)
    pad = (high - low or 1) * 0.06
    low, high = low - pad, high + pad
    at_x, at_y = Scale(-reach, reach, x0, x1), Scale(low, high, y1, y0)
    zero = at_y(0)
    parts = [
        rect(x0, y0, x1 - x0, zero - y0, side_colour(0), fill_opacity=0.09),
        rect(x0, zero, x1 - x0, y1 - zero, side_colour(1) if below else LINE, fill_opacity=0.09),
        stroke(f"M{x0} {number(zero)}H{x1}M{number(at_x(0))} {y0}V{y1}", INK2, 1),
    ]
    for one in ticks(-reach, reach, 4):
        parts.append(text(at_x(one), y1 + 16, _signed(one), 12, "middle", fill=INK2))
    for one in ticks(low, high, 5):
        parts.append(text(x0 - 5, at_y(one) + 4, _signed(one), 12, "end", fill=INK2))
    spots = [
        f'<circle cx="{at_x(one["luck"]):.0f}" cy="{at_y(one["lead"]):.0f}" r="2.6" data-g="{one["game"]}" '
        f'fill="{colours[one["winner"]]}"/>'
        for one in points
    ]
    parts.append(tag("g", *spots, fill_opacity=0.6, id="spots"))
    if line is not None:
        ends = [clipped(value, line, low, high) for value in (-reach * 0.96, reach * 0.96)]
        parts.append(stroke("M" + "L".join(f"{number(at_x(x))} {number(at_y(y))}" for x, y in ends), INK, 2))
    parts.append(text((x0 + x1) / 2, y1 + 33, axis, 12, "middle", fill=INK2))
    if zero - y0 > 20:
        parts.append(text(x0 + 6, y0 + 15, ahead[0], 12, fill="var(--side0t)"))
    if y1 - zero > 20:
        parts.append(text(x0 + 6, y1 - 7, ahead[1], 12, fill="var(--side1t)" if below else INK2))
    return svg(304, y1 + 38, label, *parts, id="dots", tabindex=0)


def clipped(x: float, line: tuple[float, float], low: float, high: float) -> tuple[float, float]:
    """A point of a line, moved along it to where it leaves the picture."""
    start, slope = line
    y = start + slope * x
    if low <= y <= high or not slope:
        return x, min(max(y, low), high)
    y = min(max(y, low), high)
    return (y - start) / slope, y


def _signed(value: float) -> str:
    return plain(value) if value <= 0 else f"+{plain(value)}"


# ---- shares compared


def whiskers(rows: Iterable[Mapping[str, Any]], label: Both, counts_only: bool, fair: float = 0.5) -> str:
    """Arms beneath each other: share and interval; the fair share is marked."""
    shown = list(rows)
    low = min((row["low"] for row in shown), default=0.0)
    high = max((row["high"] for row in shown), default=1.0)
    low, high = (0.0, 1.0) if counts_only else (max(0.0, min(low, fair) - 0.03), min(1.0, max(high, fair) + 0.03))
    at = Scale(low, high, 14, 276)
    height = 40 * len(shown) + 8
    parts = []
    for one in ticks(low * 100, high * 100, 5):
        if one != 100 * fair:
            parts.append(stroke(f"M{number(at(one / 100))} 4V{height}", LINE))
        if not counts_only:
            parts.append(text(at(one / 100), height + 16, f"{plain(one)} %", 12, "middle", fill=INK2))
    if not counts_only:
        parts.append(stroke(f"M{number(at(fair))} 4V{height}", INK2, stroke_dasharray="3 3"))
    for place, row in enumerate(shown):
        y = 30 + 40 * place
        parts.append(text(0, y - 13, row["names"], 13, fill=INK, stroke="var(--raised)", stroke_width=4,
                          paint_order="stroke"))  # fmt: skip
        if not counts_only:
            parts.append(stroke(f"M{number(at(row['low']))} {y}H{number(at(row['high']))}", row["colour"], 5,
                                stroke_linecap="round", stroke_opacity=0.45))  # fmt: skip
        parts.append(tag("circle", cx=at(row["share"]), cy=y, r=5.5, fill=row["colour"]))
        shown_value = row["shown"]
        beyond = at(row["share"] if counts_only else row["high"]) + 9
        x, anchor = (beyond, "start") if beyond < 262 else (at(row["share"] if counts_only else row["low"]) - 9, "end")
        parts.append(text(x, y + 5, shown_value, 16, anchor, fill=INK, font_weight=700))
    return svg(300, height + 22, label, *parts)


def sparkline(shares: Sequence[float], colour: str, label: Both) -> str:
    """A place's share turn by turn; the page marks the turn that is shown."""
    pace = 118 / max(len(shares), 1)
    parts = [stroke("M0 30H118", LINE, 1)]
    for place, share in enumerate(shares):
        parts.append(rect(place * pace, 30 - 29 * share, max(pace - 2, 1), 29 * share, colour, data_t=place))
    return svg(118, 31, label, *parts, preserveAspectRatio="none", **{"class": "spark"})
