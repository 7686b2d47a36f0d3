"""A reason with names in it: whom or which hex it is about, as far as the doctrine knows and the player may see."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence

from grognard.core.game import Game
from grognard.core.words import LANGUAGES, numbered
from grognard.players.opinion import Named

NAMED = 2
"""Units that are told by name; of more it is told how many."""


def filled(game: Game, words: Mapping[str, str], about: Named) -> dict[str, str] | None:
    """The words of a reason in every language, or None where they name more than is known."""
    told = {language: _filled(game, words[language], about, language) for language in LANGUAGES}
    return (
        {language: text for language, text in told.items() if text is not None} if None not in told.values() else None
    )


def shown(units: Sequence[int]) -> Sequence[int]:
    """Those that are told by name: one more alone is named as well."""
    return units if len(units) <= NAMED + 1 else units[:NAMED]


def _filled(game: Game, template: str, about: Named, language: str) -> str | None:
    said, names = "", shown(about.units)
    for text, field, forms, _ in string.Formatter().parse(template):
        said += text
        if field == "units" and names:
            said += _joined([game.wording("unit", str(game.units[one].id), language) for one in names], about, language)
        elif field == "hex" and about.hex is not None:
            said += game.wording("hex", game.map.grid.name(about.hex), language)
        elif field == "others":
            said += numbered(len(about.units) - len(names), forms or "")
        elif field is not None:
            return None
    return said


def _joined(names: Sequence[str], about: Named, language: str) -> str:
    """Names in a row, the last with an "and" where nobody follows."""
    if language == "ja":
        return "、".join(names)
    whole = len(names) == len(about.units)
    return ", ".join(names) if not whole or len(names) < 2 else f"{', '.join(names[:-1])} and {names[-1]}"
