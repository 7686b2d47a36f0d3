"""The odds of an attack or of a single die in words: who counts how much, every modifier, and what each face does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.text import Text

from grognard.cli.words import say
from grognard.core.game import Game


def odds_lines(game: Game, odds: Mapping[str, Any], language: str) -> list[Text]:
    """What a preview or a focus tells about an attack, or about a roll without strengths."""
    lines = [*_strengths(game, odds, language), *_modifiers(game, odds, language)]
    if "by_die" not in odds:
        return [*lines, Text("  " + say("odds.impossible", language), "red")]
    return [*lines, *_die(game, odds, language)]


def _strengths(game: Game, odds: Mapping[str, Any], language: str) -> Iterator[Text]:
    hex = game.wording("hex", odds["hex"], language)
    if "attack" not in odds:
        yield Text(hex, "bold")
        return
    yield Text(say("odds.heading", language, hex=hex, attack=odds["attack"], defence=odds["defence"]), "bold")
    for group in (*odds.get("groups", ()), *odds.get("defence_groups", ())):
        units = ", ".join(game.wording("unit", unit, language) for unit in group["units"])
        factor = f" x {group['factor']}" if group["factor"] != "1" else ""
        yield Text(f"  {units}{factor} = {group['strength']}")


def _modifiers(game: Game, odds: Mapping[str, Any], language: str) -> Iterator[Text]:
    if odds.get("shifts"):
        terrain = ", ".join(game.words.word(word, language) for word in odds["terrain"])
        yield Text("  " + say("odds.shifts", language, terrain=terrain, shifts=odds["shifts"]))
    for line in odds.get("lines", ()):
        style = "dim strike" if line.get("struck") else ""
        yield Text(f"  {line['value']:>3}  {line['text'][language]} ({line['rule']})", style)
    if odds.get("lines"):
        yield Text("  " + say("odds.total", language, total=odds["total"]), "bold")
    for line in odds.get("pending", ()):
        yield Text(f"   ?   {line['text'][language]} ({line['rule']})", "dim")


def _die(game: Game, odds: Mapping[str, Any], language: str) -> Iterator[Text]:
    faces = "  ".join(f"{face}:{result}" for face, result in enumerate(odds["by_die"], 1))
    column = odds.get("column")
    heading = say("odds.column", language, column=column) + "  " if column else ""
    yield Text.assemble("  ", (heading, "bold"), faces)
    for result, share in _shares(odds).items():
        meaning = game.words.result(result, language)
        yield Text(f"    {share:4.0%} {result}{': ' + meaning if meaning else ''}", "dim")


def _shares(odds: Mapping[str, Any]) -> dict[str, float]:
    """The chance of each result: as the game tells it, which may count more dice, or by the faces."""
    faces = odds["by_die"]
    told = odds.get("results")
    if told and sum(told.values()) <= 1.001:
        return dict(told)
    return {result: faces.count(result) / len(faces) for result in dict.fromkeys(faces)}
