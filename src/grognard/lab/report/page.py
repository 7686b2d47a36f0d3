"""The report as one page: everything in one file, nothing from outside, both languages, paper and night and print."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from grognard.core.game import Game
from grognard.core.words import LANGUAGES
from grognard.lab.report import sections
from grognard.lab.report.figures import Figures
from grognard.lab.report.land import geometry, land, sheet_of
from grognard.lab.report.tables import tables
from grognard.lab.report.verdict import verdict
from grognard.lab.report.words import Both, joined, listed, plain, same, say

HERE = Path(__file__).parent
FONT = "@font-face{{font-family:'{family}';font-weight:{weight};src:url(data:font/woff2;base64,{data})}}"
SWITCH = {"True": "on", "False": "off"}
DEFAULT_BOT = "recruit"
"""Who sits where nobody else is named."""
Fonts = Mapping[tuple[str, str], bytes]
"""By family and weight: a font as WOFF2."""


def page(
    game: Game,
    arms: Sequence[Figures],
    compared: Mapping[str, Any],
    *,
    language: str = "en",
    fonts: Fonts | None = None,
) -> str:
    """The page of the first arm, with the others beside it in the comparison; `game` is the first arm's, laid out."""
    told = arms[0]
    sheet = sheet_of(game)
    place = geometry(sheet)
    words = sections.words
    title = {one: f"{told['game']['names'][one]} – {verdict(told)[one].removeprefix('は')}" for one in LANGUAGES}
    said = f"<h1>{words(told['game']['names'])}{words(verdict(told), 'v')}</h1>"
    again = longer(game, [one for one in arms if one["run"] == told["run"]], _next(told, compared))
    body = [
        f'<header class="hd"><div><p class="kicker">{words(kicker(game, told))}</p>{said}</div>{_right(told)}</header>',
        '<main><div class="grid">',
        sections.heat(told, land(sheet), place["width"], place["height"]),
        sections.wins(told),
        sections.points(told),
        '</div><div class="row">',
        sections.losses(told),
        sections.odds(told),
        sections.luck(told),
        sections.comparison(arms, [arm_title(game, one, arms) for one in arms], compared, again),
        '</div><div class="row more">',
        sections.length(told),
        sections.decisions(told),
        *sections.uses(told),
        sections.all_places(told),
        f"</div><details><summary>{words(say('table.title'))}</summary>{tables(told)}</details></main>",
    ]
    data = _data(game, told, compared, place, title, language)
    return (
        f'<!doctype html><html lang="{language}" data-lang="{language}" data-theme="paper"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title[language])}</title><style>{_fonts(fonts or {})}{_style(game, told)}</style></head><body>"
        f'{"".join(body)}<script type="application/json" id="data">{data}</script>'
        f"<script>{(HERE / 'page.js').read_text(encoding='utf-8')}</script></body></html>"
    )


def kicker(game: Game, told: Figures) -> Both:
    """What was played, in a line."""
    parts = [say("head.report"), told["scenario"]["names"], options(game, told)]
    if told["games"] < told["of_games"]:
        parts.append(say("head.games_of", games=plain(told["games"]), all=plain(told["of_games"])))
    else:
        parts.append(say("head.games", games=plain(told["games"])))
    bots = set(told["seats"].values())
    if len(bots) == 1:
        parts.append(say("head.both", bot=str(next(iter(bots))).capitalize()))
    else:
        seats = [f"{game.words.word(player, 'en')} {bot}" for player, bot in told["seats"].items()]
        parts.append(same(", ".join(seats)))
    parts.append(say("head.seed", seed=told["seed"]))
    return joined(*parts)


def options(game: Game, told: Figures) -> Both:
    """The options that are not as printed, each with its name."""
    scenario = game.scenario(told["scenario"]["id"])
    changed = [one for one in scenario.options if told["options"].get(one.id, one.default) != one.default]
    if not changed:
        return say("head.printed")
    return listed(*(_option(game, one.id, told["options"][one.id]) for one in changed))


def _option(game: Game, id: str, value: Any) -> Both:
    key = f"option.{id}"
    name = {one: game.words.template(key, one) if key in game.words.keys(one) else id for one in LANGUAGES}
    if value is True:
        return name
    if value is False:
        return {"en": f"not: {name['en']}", "ja": f"なし：{name['ja']}"}
    return {"en": f"{name['en']}: {value}", "ja": f"{name['ja']}：{value}"}


def arm_title(game: Game, told: Figures, arms: Sequence[Figures]) -> Both:
    """What tells an arm from the others: its options, scenario, bots or, where nothing else does, its run."""
    parts: list[Both] = []
    if len({one["scenario"]["id"] for one in arms}) > 1:
        parts.append(told["scenario"]["names"])
    if len({json.dumps(one["options"], sort_keys=True) for one in arms}) > 1:
        parts.append(options(game, told))
    if len({json.dumps(one["seats"], sort_keys=True) for one in arms}) > 1:
        parts.append(same(" : ".join(told["seats"].values())))
    if len({one["run"] for one in arms}) > 1 and not parts:
        parts.append(same(Path(told["run"]).name))
    return joined(*parts) if parts else told["scenario"]["names"]


def longer(game: Game, arms: Sequence[Figures], games: int) -> str:
    """The command that makes a run longer: what was played, with more games."""
    first = arms[0]
    words = [f"grognard sim {first['game']['id']} --games {games}"]
    scenarios = _values(one["scenario"]["id"] for one in arms)
    if scenarios != [game.scenario().id]:
        words += [f"--scenario {one}" for one in scenarios]
    defaults = {one.id: one.default for one in game.scenario(scenarios[0]).options}
    for name in first["options"]:
        values = _values(one["options"].get(name) for one in arms)
        if values != [defaults.get(name)]:
            words += [f"--option {name}={SWITCH.get(str(value), value)}" for value in values]
    for player in first["planned"]:
        bots = _values(one["planned"].get(player) for one in arms)
        if bots != [DEFAULT_BOT]:
            words += [f"--seat {player}={bot}" for bot in bots]
    if first["swap"]:
        words.append("--swap")
    if first["seed"]:
        words.append(f"--seed {first['seed']}")
    return " ".join([*words, f"--out {first['run']}"])


def _values(found: Iterable[Any]) -> list[Any]:
    """Each value once, in its order."""
    return list(dict.fromkeys(found))


def _next(told: Figures, compared: Mapping[str, Any]) -> int:
    """How many games to ask for next: what the comparison needs, else what the reader's difference needs."""
    needed = [row["games_needed"] for row in compared["arms"] if row.get("games_needed")]
    wanted = int(max(needed, default=compared["named"]["games_needed"] or 0))
    ways = int(told["seatings"])  # each has its part of an arm's games
    return max(-(-wanted * ways // 100) * 100, int(told["games"]) * ways, 100)


def _right(told: Figures) -> str:
    words = sections.words
    command = f"grognard replay {told['run']} --game {_first(told)}"
    return (
        f'<div class="right note"><div>{words(say("head.rows", schema=told["schema"]))}</div>'
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
    data = {
        "title": title,
        "lang": language,
        "games": told["games"],
        "few": sections.few(told),
        "turn": told["heat"]["turns"],
        "sides": sides,
        "heat": {name: told["heat"][name] for name in ("most", "control", "presence", "losses")},
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
        "command": f"grognard replay {told['run']} --game {{game}}",
        "compare": {"share": first["share"], "games": min(row["games"] for row in compared["arms"])},
        "words": {
            **{kind: _template(f"map.legend_{kind}") for kind in ("control", "presence", "losses")},
            **{name: _template(f"compare.{name}") for name in ("answer", "answer_enough")},
        },
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _template(key: str) -> Both:
    """A sentence with its gaps, for the page to fill."""
    return say(key, **{name: f"{{{name}}}" for name in ("first", "second", "most", "games", "more")})
