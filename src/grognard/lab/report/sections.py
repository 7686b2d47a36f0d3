"""The parts of the page, each a heading and a chart, from the figures of an arm. `page` puts them in their places."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from grognard.lab.report import charts
from grognard.lab.report.charts import side_colour
from grognard.lab.report.figures import Figures
from grognard.lab.report.intervals import FEW
from grognard.lab.report.tables import telling
from grognard.lab.report.verdict import names, verdict
from grognard.lab.report.words import Both, joined, listed, of_nation, percent, plain, same, say, signed, use_words

KINDS_SHOWN = 7
ITEMS_SHOWN = 9
COLUMNS_SHOWN = 14
PLACES_SHOWN = 6
DOTS_SHOWN = 600
ROWS_SHOWN = 14
CHOSEN = ("chit", "chit_wasted", "choice")
"""What is told one by one: which chits, which choices. Production is told by type, and all else only how often."""


def words(text: Both, look: str = "") -> str:
    """A text in every language, of which the page shows one."""
    if text["en"] == text["ja"]:
        return f'<span class="{look}">{escape(text["en"])}</span>' if look else escape(text["en"])
    return "".join(
        f'<span class="{f"{language} {look}".strip()}" lang="{language}">{escape(one)}</span>'
        for language, one in text.items()
    )


def section(kind: str, title: Both, note: Both | None, *inside: str, beside: str = "") -> str:
    heading = f"<h2>{words(title)}</h2>{words(note, 'note') if note else ''}{beside}"
    return f'<section class="{kind}"><div class="t">{heading}</div>{"".join(inside)}</section>'


def group(label: str, buttons: str) -> str:
    """A row of buttons of which one is pressed."""
    return f'<span class="seg" role="group" aria-label="{_label(label)}">{buttons}</span>'


def region(label: Both, table: str) -> str:
    """A table that may be wider than its place: it can be reached and moved by key."""
    name = escape(f"{label['en']} / {label['ja']}")
    return f'<div class="scroll" tabindex="0" role="region" aria-label="{name}">{table}</div>'


def few(told: Figures) -> bool:
    return int(told["games"]) < FEW


def side_names(told: Figures) -> list[Both]:
    return [side["names"] for side in told["sides"]]


# ---- who wins


def wins(told: Figures) -> str:
    rows = [
        {
            **told["wins"][side["id"]],
            "names": side["names"],
            "colour": side_colour(place),
            "ink": f"var(--side{place}i)",
        }
        for place, side in enumerate(told["sides"])
    ]
    if told["wins"]["draw"]["games"]:
        rows.append({**told["wins"]["draw"], "names": say("win.draw"), "colour": "var(--line2)", "ink": "var(--ink)"})
    note = say("win.counts", enough=FEW) if few(told) else say("win.note")
    sides = len(told["sides"])
    bounds, fair = ((0.35, 0.65), None) if sides == 2 else (None, 1 / sides)
    return section("win", say("win.title"), note, charts.wins(rows, few(told), bounds, fair), _endings(told))


def _endings(told: Figures) -> str:
    order = {side["id"]: place for place, side in enumerate(told["sides"])}
    rows = []
    for row in told["endings"]:
        place = order.get(row["winners"][0]) if row["winners"] else None
        who = [names(told, side) for side in row["winners"] if side in order]
        rows.append(
            {
                "names": listed(*who, row["names"]) if who else row["names"],
                "value": row["share"],
                "shown": plain(row["games"]) if few(told) else percent(row["share"]),
                "colour": "var(--line2)" if place is None else side_colour(place),
            }
        )
    note = say("end.counts") if few(told) else say("end.note")
    heading = f'<div class="t" style="margin-top:12px"><h2>{words(say("end.title"))}</h2>{words(note, "note")}</div>'
    turns = told["length"].get("mean")
    facts = say(
        "end.facts", turns="–" if turns is None else plain(turns),
        answers=plain((told["answers"] or {}).get("mean", 0)), decisions=plain(told["decisions"]["mean"], 0),
    )  # fmt: skip
    chart = charts.bars(rows, say("end.title"))
    return f'{heading}{chart}<p class="note" style="margin-top:6px">{words(facts)}</p>'


# ---- points, length, decisions


def points(told: Figures) -> str:
    title, note = say("points.title"), say("points.median" if few(told) else "points.note")
    courses = [
        {
            "rows": told["points"][side["id"]],
            "names": side["names"],
            "colour": side_colour(place),
            "text": f"var(--side{place}t)",
        }
        for place, side in enumerate(told["sides"])
        if told["points"].get(side["id"])
    ]
    if not courses:
        return section("vp", title, None, f'<p class="note">{words(say("points.none"))}</p>')
    return section("vp", title, note, charts.bands(courses, title, few(told)))


def length(told: Figures) -> str:
    value, note = ("games", "length.counts") if few(told) else ("share", "length.note")
    rows = [{"turn": row["turn"], "values": [row[value]]} for row in told["length"]["by_turn"]]
    title = say("length.title")
    chart = charts.columns(rows, [{"colour": "var(--accent)"}], title, shown=value)
    return section("length", title, say(note), chart)


def decisions(told: Figures) -> str:
    by_turn: dict[int, list[float]] = defaultdict(lambda: [0.0] * len(told["sides"]))
    for place, side in enumerate(told["sides"]):
        for row in told["decisions"]["by_side"].get(side["id"], ()):
            by_turn[row["turn"]][place] = row["mean"]
    rows = [{"turn": turn, "values": by_turn[turn]} for turn in sorted(by_turn)]
    series = [{"colour": side_colour(place)} for place in range(len(told["sides"]))]
    title = say("decisions.title")
    return section(
        "decisions", title, say("decisions.note"), charts.columns(rows, series, title, shown="count"), chips(told)
    )


def chips(told: Figures) -> str:
    """Which colour is whose."""
    shown = "".join(
        f'<span><i style="background:var(--side{place})"></i>{words(side["names"])}</span>'
        for place, side in enumerate(told["sides"])
    )
    return f'<div class="chips" style="margin-top:4px">{shown}</div>'


# ---- losses, odds


def pairs(told: Figures, rows: Sequence[Mapping[str, Any]], value: str, most: int) -> list[dict[str, Any]]:
    """Rows of all sides by name, the largest first; what does not fit comes together at the end."""
    order = {side["id"]: place for place, side in enumerate(told["sides"])}
    sums: dict[str, dict[str, Any]] = {}
    for row in rows:
        key = row["names"]["en"]
        one = sums.setdefault(key, {"names": row["names"], "values": [0.0] * max(2, len(order))})
        if row["side"] in order:
            one["values"][order[row["side"]]] += row[value]
    ordered = sorted(sums.values(), key=lambda one: -sum(one["values"]))
    if len(ordered) > most:
        rest = [sum(column) for column in zip(*(one["values"] for one in ordered[most - 1 :]), strict=True)]
        ordered = [*ordered[: most - 1], {"names": say("loss.others"), "values": rest}]
    return ordered


def totals(told: Figures, rows: Sequence[Mapping[str, Any]], value: str) -> str:
    """Every side with its sum, above the bars."""
    shown = []
    for place, side in enumerate(told["sides"]):
        total = plain(sum(row[value] for row in rows if row["side"] == side["id"]))
        shown.append(f'<span style="color:var(--side{place}t)">{words(side["names"])} {total}</span>')
    return f'<div class="sides">{"".join(shown)}</div>'


def losses(told: Figures) -> str:
    title = say("loss.title")
    rows = [
        {
            **row,
            "names": of_nation(row["nations"], row["names"]) if _several_nations(told, row["side"]) else row["names"],
        }
        for row in told["losses"]
    ]
    if not rows:
        return section("loss", title, None, f'<p class="note">{words(say("loss.none"))}</p>')
    chart = charts.by_side(pairs(told, rows, "steps", KINDS_SHOWN), title)
    return section("loss", title, say("loss.note"), totals(told, rows, "steps"), chart)


def _several_nations(told: Figures, side: str) -> bool:
    """Whether a side lost units of more than one nation: then each is named."""
    return len({row["nation"] for row in told["losses"] if row["side"] == side}) > 1


def odds(told: Figures) -> str:
    title = say("odds.title")
    kinds = told["odds"]
    if not kinds:
        return section("odds", title, None, f'<p class="note">{words(say("odds.none"))}</p>')
    shown = "".join(
        f'<div class="kind" data-of="{escape(kind["kind"])}"{" hidden" if place else ""}>'
        f"{charts.odds(_most(kind['columns']), joined(title, kind['names'], between=', '), few(told))}"
        f"{_left_out(kind)}</div>"
        for place, kind in enumerate(kinds)
    )
    buttons = "".join(
        f'<button type="button" data-fight="{escape(kind["kind"])}" aria-pressed="{"false" if place else "true"}">'
        f"{words(kind['names'])}</button>"
        for place, kind in enumerate(kinds)
    )
    switch = group("odds.kinds", buttons) if len(kinds) > 1 else ""
    legend = "".join(
        f'<span><i style="background:var(--{name})"></i>{words(say(f"odds.{name}"))}</span>'
        for name in ("worse", "nothing", "better")
    )
    return section("odds", title, say("odds.note"), switch, shown, f'<div class="chips">{legend}</div>')


def _most(columns: Sequence[Mapping[str, Any]], most: int = COLUMNS_SHOWN) -> list[Mapping[str, Any]]:
    """The columns that were tried most, in their order."""
    kept = sorted(columns, key=lambda row: -row["fights"])[:most]
    return [row for row in columns if row in kept]


def _left_out(kind: Mapping[str, Any]) -> str:
    """What a chart has no room for."""
    shown = _most(kind["columns"])
    if len(shown) == len(kind["columns"]):
        return ""
    fights = kind["fights"] - sum(row["fights"] for row in shown)
    said = say("odds.left", count=len(kind["columns"]) - len(shown), fights=plain(fights), all=plain(kind["fights"]))
    return f'<p class="note">{words(said)}</p>'


# ---- luck


def luck(told: Figures) -> str:
    title = say("luck.title")
    found = told["luck"]
    if found is None:
        return section("luck", title, None, f'<p class="note">{words(say("luck.none"))}</p>')
    every = found["dots"]
    step = max(1, -(-len(every) // DOTS_SHOWN))
    shown = every[::step]
    note = say("luck.note") if step == 1 else say("luck.some", shown=plain(len(shown)), games=plain(len(every)))
    several = len(told["sides"]) > 2
    first = told["sides"][0]["names"]
    second = say("luck.others") if several else told["sides"][1]["names"]
    behind = say("luck.another") if several else say("luck.ahead", side=second)
    colours: dict[str | None, str] = {side["id"]: f"var(--side{place}t)" for place, side in enumerate(told["sides"])}
    colours[None] = "var(--ink2)"
    chart = charts.dots(
        shown, None if few(told) else found["line"], title, say("luck.axis", first=first, second=second),
        (say("luck.ahead", side=first), behind), colours, not several,
    )  # fmt: skip
    return section("luck", title, note, chart, chips(told) if several else "", f"<p>{_explained(told)}</p>")


def _explained(told: Figures) -> str:
    found = told["luck"]
    if few(told):
        return words(say("luck.few"))
    if found["explained"] is None:
        return words(say("luck.flat"))
    share, low, high = (percent(found["explained"][name], 0) for name in ("value", "low", "high"))
    between = say("luck.between", low=low.removesuffix(" %"), high=high)
    return f"<b>{words(say('luck.explains', share=share))}</b> {words(between)}"


# ---- what was used


def uses(told: Figures) -> list[str]:
    """A part for chits and choices, one for production and one for everything else, where there is any."""
    chosen = [one for one in told["uses"] if one["what"] in CHOSEN and one["what"] != "chit_wasted"]
    made = [one for one in told["uses"] if one["what"] == "production"]
    rest = [one for one in told["uses"] if one["what"] not in (*CHOSEN[::2], "production")]
    found = []
    order = {side["id"]: place for place, side in enumerate(told["sides"])}
    if chosen:
        rows = [
            {"names": item["names"], "value": item["count"], "shown": plain(item["count"]),
             "colour": side_colour(order.get(one["side"], 0))}
            for one in chosen for item in one["items"]
        ]  # fmt: skip
        rows.sort(key=lambda row: -row["value"])
        title = say("chit.title")
        found.append(section("chit", title, say("chit.note"), charts.bars(rows[:ITEMS_SHOWN], title), chips(told)))
    if rest:
        rows = [
            {"side": one["side"], "names": use_words(one["what"]) or same(one["what"]),
             "count": sum(item["count"] for item in one["items"])}
            for one in rest
        ]  # fmt: skip
        title = say("support.title")
        chart = charts.by_side(pairs(told, rows, "count", KINDS_SHOWN), title)
        found.append(section("support", title, say("support.note"), totals(told, rows, "count"), chart))
    if made:
        rows = [{**item, "side": one["side"]} for one in made for item in one["items"]]
        title = say("production.title")
        chart = charts.by_side(pairs(told, rows, "amount", KINDS_SHOWN + 1), title)
        found.append(section("production", title, say("production.note"), totals(told, rows, "amount"), chart))
    return found


# ---- map and places


def heat(told: Figures, land: str, wide: int, high: int) -> str:
    last = told["heat"]["turns"]
    step = max(1, -(-last // 12))
    turns = sorted({0, *range(last, 0, -step)})
    buttons = "".join(
        f'<button type="button" data-turn="{turn}" aria-pressed="{"true" if turn == last else "false"}">'
        f"{words(say('map.start')) if turn == 0 else turn}</button>"
        for turn in turns
    )
    kinds = "".join(
        f'<button type="button" data-kind="{kind}" aria-pressed="{"true" if kind == "control" else "false"}">'
        f"{words(say(f'map.{kind}'))}</button>"
        for kind in ("control", "losses", "presence")
    )
    room = min(416, round(330 * wide / high))
    look = 'fill="none" stroke-linecap="round"'
    picture = (
        f'<div class="pic" style="aspect-ratio:{wide}/{high}">'
        f'<svg id="map" viewBox="0 0 {wide} {high}" role="img" tabindex="0" aria-label="{_label("map.label")}">'
        f'<g class="land">{land}</g><g id="tint"></g>'
        f'<path id="halo" {look} stroke="#fdfaf2" stroke-opacity=".75" stroke-width="{4 * wide / room:.1f}"/>'
        f'<path id="half" {look} stroke="#2a241b" stroke-width="{1.9 * wide / room:.1f}"/>'
        f'<path id="cursor" {look} stroke="#1f5673" stroke-width="{2 * wide / room:.1f}"/><g id="places"></g></svg>'
        '<div class="tip" id="tip" role="status"></div></div>'
    )
    tints = '<span class="bar"></span>' if len(told["sides"]) < 3 else chips(told)
    legend = (
        f'<div class="leg">{tints}<span class="note" id="legend"></span>'
        f'<span class="note" id="one-half">━ {words(say("map.half"))}</span><span class="grow"></span>'
        f"{group('map.kinds', kinds)}</div>"
    )
    if not told["one_map"]:  # the page's script looks for the picture
        note = f'<p class="note">{words(say("map.differs"))}</p><div hidden>{picture}{legend}</div>'
        return section("map", say("map.title"), None, note)
    maps = f'<div class="maps" style="--room:{room}px">{picture}<div class="cities">{_cities(told)}</div></div>'
    beside = f'<span class="grow"></span>{group("map.turns", buttons)}'
    return section("map", say("map.title"), say("map.counts" if few(told) else "map.note"), maps, legend, beside=beside)


def shown_places(told: Figures) -> list[dict[str, Any]]:
    """The places beside the map: with a name, worth most, and fought for most."""
    named = [place for place in told["places"] if place["named"]] or told["places"]
    contested = [place for place in named if place["swing"] > 0]
    rest = [place for place in named if place["swing"] <= 0]
    return [*contested, *rest][:PLACES_SHOWN]


def _cities(told: Figures) -> str:
    if not told["places"]:
        return f'<p class="note">{words(say("map.none"))}</p>'
    first = told["sides"][0]
    parts = [f'<div class="note">{words(say("map.places", side=first["names"]))}</div>']
    for place, one in enumerate(shown_places(told)):
        shares = [row[first["id"]] for row in one["by_turn"]]
        chart = charts.sparkline(shares, side_colour(0), one["names"])
        parts.append(
            f'<div class="city"><div><b>{words(one["names"])}</b><span class="n" data-place="{place}">'
            f"{_games(told, shares[-1]) if few(told) else percent(shares[-1], 0)}</span></div>{chart}</div>"
        )
    return "".join(parts)


def all_places(told: Figures) -> str:
    """Every place turn by turn, where the map's list has not room for all."""
    if len(told["places"]) <= PLACES_SHOWN:
        return ""
    turns = sorted({row["turn"] for place in told["places"] for row in place["by_turn"]})
    head = "".join(f'<th scope="col" class="r">{turn or "0"}</th>' for turn in turns)
    head = f'<thead><tr><th scope="col">{words(say("places.place"))}</th>{head}</tr></thead>'
    title, parts = say("places.title"), []
    for number, side in enumerate(telling(told)):
        table = f'<table class="heat">{head}<tbody>{_held(told, side["id"], number, turns)}</tbody></table>'
        note = say("places.counts" if few(told) else "places.note", side=side["names"])
        label = listed(title, side["names"])
        parts.append(section(f"places{number or ''}", title, note, region(label, table)))
    return "".join(parts)


def _held(told: Figures, side: str, number: int, turns: Sequence[int]) -> str:
    """A row for every place that a side has now and then, the shares of games in which it does."""
    body: list[str] = []
    for place in told["places"]:
        shares = {row["turn"]: row[side] for row in place["by_turn"]}
        if len(set(shares.values())) == 1 or len(body) == ROWS_SHOWN:
            continue
        ink = f"var(--side{number})"
        cells = "".join(
            f'<td class="c" style="background:color-mix(in srgb,{ink} {round(45 * shares[turn])}%,transparent)">'
            f"{_games(told, shares[turn]) if few(told) else round(100 * shares[turn])}</td>"
            for turn in turns
        )
        body.append(f'<tr><th scope="row">{words(place["names"])}</th>{cells}</tr>')
    return "".join(body)


def _games(told: Figures, share: float) -> str:
    """A share as so many games."""
    return plain(share * told["games"], 0)


# ---- comparison


def comparison(arms: Sequence[Figures], titles: Sequence[Both], compared: Mapping[str, Any], again: str) -> str:
    told = arms[0]
    side = names(told, compared["side"])
    counts = compared["few"]
    palette = ("var(--accent)", "#b98a2c", "#75508a", "#2e7c78", "#a8402f", "#4f7747")
    rows = [
        {**row, "names": title, "colour": palette[place % len(palette)],
         "shown": f"{row['won']} / {row['games']}" if counts else f"{100 * row['share']:.1f}"}
        for place, (row, title) in enumerate(zip(compared["arms"], titles, strict=True))
    ]  # fmt: skip
    one = len(arms) == 1
    title = say("compare.one") if one else say("compare.title")
    fewest = min(row["games"] for row in compared["arms"])
    key = f"compare.{'counts' if counts else 'note'}{'_one' if one else ''}"
    note = say(key, games=plain(fewest), side=side)
    parts = [charts.whiskers(rows, title, counts, 1 / len(told["sides"]))]
    if any(arm["seatings"] > 1 for arm in arms):
        said = (f"<p><b>{words(name)}</b>: {words(verdict(arm))}</p>" for arm, name in zip(arms, titles, strict=True))
        parts += ["<hr>", *said]
    if counts:
        parts.append(f"<hr><p>{words(say('compare.few', games=fewest, enough=FEW))}</p>")
    else:
        for row, name in list(zip(compared["arms"], titles, strict=True))[1:]:
            parts.append(_difference(row, name, compared, len(arms) > 2))
    parts.append(_ask(compared, counts))
    parts.append(again)
    return section("card compare", title, note, *parts)


def _difference(row: Mapping[str, Any], name: Both, compared: Mapping[str, Any], several: bool) -> str:
    gap = row["difference"]
    apart = gap["low"] > 0 or gap["high"] < 0
    points = {key: signed(100 * gap[key]) for key in ("low", "high")}
    told = say("compare.difference", gap=signed(100 * gap["value"]), **points)
    who = f"{words(name)}: " if several else ""
    text = f"<hr><p>{who}<b>{words(say('compare.apart' if apart else 'compare.not_apart'))}</b><br>{words(told)}</p>"
    chances = plain(10 * compared["named"]["power"])
    wide = plain(abs(100 * gap["value"]))
    if row["games_needed"] is None:
        return f'{text}<p class="note">{words(say("compare.never"))}</p>'
    if not row["more"]:
        return f'{text}<p class="note">{words(say("compare.enough", gap=wide, chances=chances))}</p>'
    if apart:
        return text
    return (
        f'{text}<p><span class="big">{plain(row["more"])}</span>'
        f'<span class="note">{words(say("compare.more", gap=wide, chances=chances))}</span></p>'
    )


def _ask(compared: Mapping[str, Any], counts: bool) -> str:
    named = compared["named"]
    if counts:
        return ""
    return (
        f'<hr><div class="ask"><label for="gap">{words(say("compare.ask"))}</label>'
        f'<input id="gap" type="number" min="0.5" max="49" step="0.5" value="{100 * named["difference"]:g}">'
        f'{words(say("compare.points"))}<label for="power">{words(say("compare.with"))}</label>'
        f'<input id="power" type="number" min="0.5" max="0.99" step="0.05" value="{named["power"]:g}">'
        '</div><p class="note"><output id="answer" for="gap power"></output></p>'
    )


def _label(key: str) -> str:
    said = say(key)
    return escape(f"{said['en']} / {said['ja']}")
