"""The odds of an attack in words: who counts how much, terrain, column, and the result for every face of the die."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from grognard.cli.words import say
from grognard.core.game import Game


def odds_lines(game: Game, odds: Mapping[str, Any], language: str) -> list[Text]:
    """What a preview or a focus tells about an attack."""
    heading = say(
        "odds.heading",
        language,
        hex=game.wording("hex", odds["hex"], language),
        attack=odds["attack"],
        defence=odds["defence"],
    )
    lines = [Text(heading, "bold")]
    for group in odds.get("groups", ()):
        units = ", ".join(game.wording("unit", unit, language) for unit in group["units"])
        factor = f" x {group['factor']}" if group["factor"] != "1" else ""
        lines.append(Text(f"  {units}{factor} = {group['strength']}"))
    if odds.get("shifts"):
        terrain = ", ".join(game.words.word(word, language) for word in odds["terrain"])
        lines.append(Text("  " + say("odds.shifts", language, terrain=terrain, shifts=odds["shifts"])))
    column = odds.get("column")
    if column is None:
        return [*lines, Text("  " + say("odds.impossible", language), "red")]
    results = "  ".join(f"{face}:{result}" for face, result in enumerate(odds["by_die"], 1))
    return [*lines, Text.assemble("  ", (say("odds.column", language, column=column), "bold"), "  ", results)]
