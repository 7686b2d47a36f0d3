"""The report as one page: everything in one file, nothing from outside, both languages, paper and night and print."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from shlex import quote
from typing import Any

from grognard.core.game import Game
from grognard.core.words import LANGUAGES
from grognard.lab.report import sections
from grognard.lab.report.figures import Figures
from grognard.lab.report.land import geometry, land, sheet_of
from grognard.lab.report.longer import games_to_ask, longer, needs
from grognard.lab.report.tables import tables
from grognard.lab.report.titles import arm_titles, aside, kicker, numbered
from grognard.lab.report.verdict import verdict
from grognard.lab.report.when import when_words
from grognard.lab.report.words import Both, joined, say

HERE = Path(__file__).parent
FONT = "@font-face{{font-family:'{family}';font-weight:{weight};src:url(data:font/woff2;base64,{data})}}"
Fonts = Mapping[tuple[str, str], bytes]
"""By family and weight: a font as WOFF2."""


def page(
    game: Game,
    arms: Sequence[Figures],
    compared: Mapping[str, Any],
    place: int = 0,
    *,
    language: str = "en",
    fonts: Fonts | None = None,
) -> str:
    """The page of one arm, with the others beside it in the comparison; `game` is as that arm lays it out."""
    told = arms[place]
    sheet = sheet_of(game)
    plot = geometry(sheet)
    titles = numbered(arm_titles(game, arms))
    words = sections.words
    named = joined(told["game"]["names"], aside(told), between="")
    title = {one: f"{named[one]} – {verdict(told)[one].removeprefix('は')}" for one in LANGUAGES}
    said = f"<h1>{words(named)}{words(verdict(told), 'v')}</h1>"
    body = [
        f'<header class="hd"><div><p class="kicker">{words(kicker(game, told))}</p>{said}{_shown(arms, place, titles)}'
        f"</div>{_right(told)}</header>",
        '<main><div class="grid">',
        sections.heat(told, land(sheet), plot["width"], plot["height"]),
        sections.wins(told),
        sections.points(told),
        '</div><div class="row">',
        sections.losses(told),
        sections.odds(told),
        sections.luck(told),
        sections.comparison(arms, titles, compared, _again(game, arms, compared)),
        '</div><div class="row more">',
        sections.length(told),
        sections.decisions(told),
        *sections.uses(told),
        sections.all_places(told),
        f"</div><details><summary>{words(say('table.title'))}</summary>{tables(told)}</details></main>",
    ]
    data = _data(game, told, compared, plot, title, language)
    return (
        f'<!doctype html><html lang="{language}" data-lang="{language}" data-theme="paper"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title[language])}</title><style>{_fonts(fonts or {})}{_style(game, told)}</style></head><body>"
        f'{"".join(body)}<script type="application/json" id="data">{data}</script>'
        f"<script>{(HERE / 'page.js').read_text(encoding='utf-8')}</script></body></html>"
    )


def _shown(arms: Sequence[Figures], place: int, titles: Sequence[Both]) -> str:
    """Of several arms: which one the page tells of, and how to see the next."""
    if len(arms) == 1:
        return ""
    runs = " ".join(quote(run) for run in dict.fromkeys(one["run"] for one in arms))
    command = f"grognard report {runs} --arm {(place + 1) % len(arms) + 1}"
    said = say("head.arm", arms=len(arms), title=titles[place])
    return f'<p class="note arm">{sections.words(said)} <code>{escape(command)}</code></p>'


def _again(game: Game, arms: Sequence[Figures], compared: Mapping[str, Any]) -> str:
    """The command that makes each run longer, by as much as the differences need; the page follows the reader's own."""
    parts = []
    for run in dict.fromkeys(one["run"] for one in arms):
        own = [one for one in arms if one["run"] == run]
        least = games_to_ask(own, needs(compared))
        command = longer(game, own, games_to_ask(own, [*needs(compared), compared["named"]["games_needed"]]))
        ways = max(one["seatings"] for one in own)
        parts.append(f'<p class="cmd"><code data-least="{least}" data-ways="{ways}">{escape(command)}</code></p>')
    return "".join(parts)


def _right(told: Figures) -> str:
    words = sections.words
    command = f"grognard replay {quote(told['run'])} --game {_first(told)}"
    played = "" if told["when"] is None else f"<div>{words(when_words(told['when']))}</div>"
    return (
        f'<div class="right note">{played}<div>{words(say("head.rows", schema=told["schema"]))}</div>'
        f'<div>{words(say("head.open"))} <code id="command" role="status">{escape(command)}</code></div>'
        f'<div class="acts"><button class="link" id="theme" aria-pressed="false">{words(say("head.night"))}</button>'
        f'<button class="link" id="language">{words(say("head.other_language"))}</button></div></div>'
    )


def _first(told: Figures) -> int:
    return int(told["first"])


def _style(game: Game, told: Figures) -> str:
    """The page's own looks, and what the sides wear by day and by night."""
    worn = [game.colours.side(side["id"]) for side in told["sides"]]
    day = "".join(
        f"--side{place}:{one.printed.colour};--side{place}t:{one.text};--side{place}i:{one.printed.ink};"
        for place, one in enumerate(worn)
    )
    night = "".join(f"--side{place}t:{one.night};" for place, one in enumerate(worn))
    css = (HERE / "page.css").read_text(encoding="utf-8").replace("\n", "")
    return f"{css}:root{{{day}}}[data-theme=night]{{{night}}}@media print{{[data-theme=night]{{{day}}}}}"


def _fonts(fonts: Fonts) -> str:
    return "".join(
        FONT.format(family=family, weight=weight, data=b64encode(data).decode("ascii"))
        for (family, weight), data in fonts.items()
    )


def _data(
    game: Game, told: Figures, compared: Mapping[str, Any], place: Mapping[str, Any], title: Both, language: str
) -> str:
    """What the page's switches need."""
    grid = game.map.grid
    sides = told["sides"]
    first = compared["arms"][0]
    legend = "legend" if len(sides) < 3 else "many"
    data = {
        "title": title,
        "lang": language,
        "games": told["games"],
        "few": sections.few(told),
        "turn": told["heat"]["turns"],
        "sides": sides,
        "heat": {name: told["heat"][name] for name in ("most", "steps", "control", "presence", "losses")},
        "geometry": place,
        "scale": round(place["width"] / min(416, 330 * place["width"] / place["height"]), 2),
        "places": [
            {
                "hex": one["hex"],
                "names": one["names"],
                "named": one["named"],
                "by_turn": [[round(row[side["id"]], 3) for side in sides] for row in one["by_turn"]],
            }
            for one in sections.shown_places(told)
        ],
        "names": {
            grid.name(hex): {one: where.written(one) for one in LANGUAGES} for hex, where in game.map.place_at.items()
        },
        "command": f"grognard replay {quote(told['run'])} --game {{game}}",
        "compare": {"share": first["share"], "games": min(row["games"] for row in compared["arms"])},
        "words": {
            **{kind: _template(f"map.{legend}_{kind}") for kind in ("control", "presence", "losses")},
            **{name: _template(f"compare.{name}") for name in ("answer", "answer_enough")},
        },
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _template(key: str) -> Both:
    """A sentence with its gaps, for the page to fill."""
    return say(key, **{name: f"{{{name}}}" for name in ("first", "second", "most", "games", "more")})
