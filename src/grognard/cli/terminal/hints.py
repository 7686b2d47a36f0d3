"""A hint in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.cli.words import say
from grognard.core.words import in_language


def advice(hint: Mapping[str, Any], language: str) -> str:
    """A hint in one line: what, how likely, and what speaks for and against it."""
    told = in_language(hint["head"], language)
    if hint["chance"] is not None:
        told += f" ({round(100 * hint['chance'])} %)"
    reasons = [*([hint["plan"]] if hint["plan"] else []), *hint["for"]]
    words = [in_language(one, language) for one in reasons]
    against = [say("review.but", language, text=in_language(one, language)) for one in hint["against"]]
    joined = ("、" if language == "ja" else ", ").join([*words, *against])
    return f"{told}：{joined}" if joined and language == "ja" else f"{told}: {joined}" if joined else told
