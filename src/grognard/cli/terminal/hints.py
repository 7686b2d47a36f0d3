"""A hint in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from grognard.core.play import Play
from grognard.core.state import State
from grognard.core.words import in_language


def question(play: Play, player: str) -> tuple[State, int, int]:
    """What a hint is made from: a position as this player may imagine it, his number and a seed."""
    number, seed = play.roster.number(player), len(play.given)
    return play.game.imagine(play.state, number, Random(seed)), number, seed


def marks(hint: Mapping[str, Any]) -> dict[str, str]:
    """What is written in the hexes that a hint is about: `0912>` where it begins, `>1012` where it leads.

    >>> marks({"ways": [["0912", "1012"], ["1012", "1013"]], "target": "1013"})
    {'0912': ' 0912>', '1012': '>1012>', '1013': '>1013 '}
    """
    begins = [begin for begin, _ in hint["ways"]]
    leads = [end for _, end in hint["ways"]] + [hint["target"]] * (hint["target"] is not None)
    return {
        hex: f"{'>' if hex in leads else ' '}{hex}{'>' if hex in begins else ' '}"
        for hex in dict.fromkeys([*begins, *leads])
    }


def advice(hint: Mapping[str, Any], language: str) -> str:
    """A hint in one line: what, how likely, and what speaks for and against it."""
    told = in_language(hint["head"], language)
    if hint["chance"] is not None:
        told += f" ({round(100 * hint['chance'])} %)"
    says = [in_language(one, language) for one in (hint["says"]["for"], hint["says"]["against"]) if one]
    joined = ("" if language == "ja" else " ").join(says)
    return f"{told}：{joined}" if joined and language == "ja" else f"{told}. {joined}" if joined else told
