"""How a game may end, as a bar of blocks: the chance, the lead, and how far such a judgement can be trusted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from grognard.cli.words import say

BLOCKS = 20
FULL, EMPTY = "█", "░"


def bar_lines(expected: Mapping[str, Any], word: str, language: str, width: int) -> list[Text]:
    """What may be expected, in one line where it fits; `word` is what the side is called."""
    full = round(BLOCKS * expected["chance"])
    lead, miss, right = f"{expected['lead']:+.1f}", expected["miss"], expected["right"]
    first = Text.assemble(
        f"{say('bar.chance', language, word=word)} ",
        (FULL * full, "bold"),
        (EMPTY * (BLOCKS - full), "dim"),
        (f" {round(100 * expected['chance'])} %", "bold"),
        "  ",
        say("bar.lead", language, lead=lead)
        if miss is None
        else say("bar.lead_miss", language, lead=lead, miss=f"{miss:.1f}"),
    )
    if right is None:
        return [first]
    second = Text(say("bar.right", language, count=round(100 * right)), "dim")
    between = "" if language == "ja" else " "
    whole = Text(between).join([first, second])
    return [whole] if whole.cell_len <= width else [first, second]
