"""What was played, in few words: above a report, and to tell its arms apart."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from grognard.core.game import Game, SetupError
from grognard.core.words import LANGUAGES
from grognard.lab.report.figures import Figures
from grognard.lab.report.words import Both, joined, listed, plain, same, say


def kicker(game: Game, told: Figures) -> Both:
    """What was played, in a line."""
    parts = [say("head.report"), told["scenario"]["names"], setting(game, told)]
    if told["games"] < told["of_games"]:
        parts.append(say("head.games_of", games=plain(told["games"]), all=plain(told["of_games"])))
    else:
        parts.append(say("head.games", games=plain(told["games"])))
    bots = set(told["seats"].values())
    if len(bots) == 1:
        key = "head.both" if len(told["sides"]) < 3 else "head.all"
        parts.append(say(key, bot=str(next(iter(bots))).capitalize()))
    else:
        seats = [f"{game.words.word(player, 'en')} {bot}" for player, bot in told["seats"].items()]
        parts.append(same(", ".join(seats)))
    parts.append(say("head.seed", seed=told["seed"]))
    return joined(*parts)


def setting(game: Game, told: Figures) -> Both:
    """All that is not as printed, each with its name: options, data files, the moment that is played on from."""
    scenario = game.scenario(told["scenario"]["id"])
    changed = [one for one in scenario.options if told["options"].get(one.id, one.default) != one.default]
    parts = [*(_option(game, one.id, told["options"][one.id]) for one in changed), *beyond(told)]
    return listed(*parts) if parts else say("head.printed")


def beyond(told: Figures) -> list[Both]:
    """What of a setting the box does not know: other data files, and a moment that is played on from."""
    parts: list[Both] = []
    if (data := told.get("data")) is not None:
        parts.append(say("head.data", name=data["name"]))
    if (moment := told.get("moment")) is not None:
        parts.append(say("head.moment", answers=plain(moment["answers"])))
        if moment["asking"] is not None:
            parts.append(say("head.asking", player=moment["names"]))
    return parts


def aside(told: Figures) -> Both:
    """The same in brackets, to stand behind the game's name; nothing where there is none."""
    parts = beyond(told)
    return say("head.aside", what=listed(*parts)) if parts else same("")


def _option(game: Game, id: str, value: Any) -> Both:
    key = f"option.{id}"
    name = {one: game.words.template(key, one) if key in game.words.keys(one) else id for one in LANGUAGES}
    if value is True:
        return name
    if value is False:
        return {"en": f"not: {name['en']}", "ja": f"なし：{name['ja']}"}
    return {"en": f"{name['en']}: {value}", "ja": f"{name['ja']}：{value}"}


def arm_titles(game: Game, arms: Sequence[Figures]) -> list[Both]:
    """What tells each arm from the others: scenario, options, data, moment, bots; and its run where these do not."""
    parts = [_apart(game, told, arms) for told in arms]
    often = Counter(joined(*one)["en"] for one in parts)
    paths = {one["run"] for one in arms}
    short = len({Path(path).name for path in paths}) == len(paths)
    for told, one in zip(arms, parts, strict=True):
        if often[joined(*one)["en"]] > 1:
            one.append(same(Path(told["run"]).name if short else told["run"]))
    if len(arms) == 1:
        return [arms[0]["scenario"]["names"]]
    return [joined(*one) for one in parts]


def numbered(titles: Sequence[Both]) -> list[Both]:
    """Titles with the number by which an arm is asked for; of one arm none is needed."""
    if len(titles) == 1:
        return list(titles)
    return [joined(same(number), title) for number, title in enumerate(titles, 1)]


def place_of(wanted: str, titles: Sequence[Both], arms: Sequence[Figures]) -> int:
    """Where an arm stands that is asked for by its number, from 1, by its title or by any part of that."""
    if wanted.isdecimal() and 1 <= int(wanted) <= len(arms):
        return int(wanted) - 1
    called = [[*title.values(), told["name"]] for title, told in zip(titles, arms, strict=True)]
    for fits in (lambda name: wanted.casefold() == name.casefold(), lambda name: wanted.casefold() in name.casefold()):
        found = [place for place, ways in enumerate(called) if any(map(fits, ways))]
        if len(found) == 1:
            return found[0]
    listing = "; ".join(title["en"] for title in numbered(titles))
    raise SetupError(f'there is no one arm "{wanted}"; the arms are {listing}')


def _apart(game: Game, told: Figures, arms: Sequence[Figures]) -> list[Both]:
    parts: list[Both] = []
    if len({one["scenario"]["id"] for one in arms}) > 1:
        parts.append(told["scenario"]["names"])
    if len({json.dumps([one["options"], one["data"], one["moment"]], sort_keys=True) for one in arms}) > 1:
        parts.append(setting(game, told))
    if len({json.dumps(one["seats"], sort_keys=True) for one in arms}) > 1:
        parts.append(same(" : ".join(told["seats"].values())))
    return parts
