"""Lobby advice: what a game and each of its scenarios is, how long and how hard, how good alone, and where to begin.

It is data (`data/advice.toml`), in both languages; decisions a side are measured (`grognard advice GAME --measure`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from grognard.core.data import DataError, Table, find, laid_over, read
from grognard.core.game import Game
from grognard.school.texts import own_scenarios
from grognard.school.words import say

FILE = "advice.toml"
PITCH = 110
PITCH_JA = 45
"""Letters of a pitch."""
ROUNDED = 50
"""Decisions are told in steps of so many."""
LAST = 99
"""Where a game stands whose author says nothing."""

Alone = Literal["poor", "fair", "good", "very_good"]
Minutes = Annotated[tuple[int, int], Field(description="the shortest and the longest")]


class Card(Table):
    """What is told of a game or of one scenario; a scenario has the game's where it says nothing."""

    pitch: str = ""
    pitch_ja: str = ""
    minutes: Minutes | None = None
    complexity: Annotated[int, Field(ge=1, le=5)] | None = None
    alone: Alone | None = None

    @model_validator(mode="after")
    def _holds(self) -> Card:
        if bool(self.pitch) != bool(self.pitch_ja):
            raise ValueError("should have both pitch and pitch_ja, or neither")
        if len(self.pitch) > PITCH or len(self.pitch_ja) > PITCH_JA:
            raise ValueError(f"pitch: at most {PITCH} letters, {PITCH_JA} in Japanese")
        if self.minutes is not None and not 0 < self.minutes[0] <= self.minutes[1]:
            raise ValueError("minutes: the shortest first")
        return self


class ScenarioCard(Card):
    decisions: Annotated[int, Field(gt=0, multiple_of=ROUNDED)]
    """Of one player in a whole game, as Recruits play it."""
    example: bool = False
    """A position to play through: the game's card does not count it."""


class Advice(Card):
    """The file of a game."""

    order: Annotated[int, Field(ge=1)]
    """Where it stands for a newcomer, the easiest first."""
    start_here: bool = False
    begin_with: str
    """The scenario to begin with,"""
    first_side: str
    """and the side of the learner in his first coached game."""
    scenario: dict[str, ScenarioCard]


@lru_cache(maxsize=64)
def load(game: Game) -> Advice | None:
    """The file, or nothing where a game has none."""
    try:
        path = find(FILE, *laid_over(game.own_data, game.folder / "data"))
    except DataError:
        return None
    return read(path, Advice)


def rounded(decisions: float) -> int:
    """Decisions as they are told.

    >>> rounded(941), rounded(12)
    (950, 50)
    """
    return max(ROUNDED * round(decisions / ROUNDED), ROUNDED)


def document(game: Game) -> dict[str, Any] | None:
    """A game's card in the lobby, with one for each scenario that has advice."""
    advice = load(game)
    if advice is None:
        return None
    players = [len(one.roster.ids) for one in game.scenarios.values()]
    cards = {id: _scenario(game, advice, id) for id in game.scenarios if id in advice.scenario}
    whole = [one.decisions for one in advice.scenario.values() if not one.example]
    return {
        **_card(advice, advice),
        "order": advice.order,
        "start_here": advice.start_here,
        "begin_with": advice.begin_with,
        "first_side": advice.first_side,
        "players": [min(players), max(players)],
        "decisions": [min(whole), max(whole)],
        "scenarios": cards,
    }


def _scenario(game: Game, advice: Advice, id: str) -> dict[str, Any]:
    card, players = advice.scenario[id], len(game.scenarios[id].roster.ids)
    return {**_card(card, advice), "players": [players, players], "decisions": card.decisions}


def _card(card: Card, game: Card) -> dict[str, Any]:
    told = card if card.pitch else game
    level, alone = card.complexity or game.complexity, card.alone or game.alone
    return {
        "pitch": {"en": told.pitch, "ja": told.pitch_ja},
        "minutes": list(card.minutes or game.minutes or ()),
        "complexity": {"level": level, "text": say(f"complexity.{level}")},
        "alone": {"level": alone, "text": say(f"alone.{alone}")},
    }


def newcomers_first(games: list[tuple[str, dict[str, Any] | None]]) -> list[str]:
    """Games in the order in which a newcomer should meet them; those without advice last."""
    return [name for name, _ in sorted(games, key=lambda one: (one[1] or {}).get("order", LAST))]


def faults(game: Game) -> list[str]:
    """What is wrong with a game's advice; whatever does not fit its schema is told when it is read."""
    try:
        advice = load(game)
    except DataError as error:
        return list(error.faults)
    if advice is None:
        return []
    found = [
        f"{FILE}: {key} is missing" for key in ("pitch", "minutes", "complexity", "alone") if not getattr(advice, key)
    ]
    found += [f'{FILE}: there is no scenario "{one}"' for one in advice.scenario if one not in game.scenarios]
    if not own_scenarios(game):
        silent = [one for one in game.scenarios if one not in advice.scenario]
        found += [f'{FILE}: says nothing of scenario "{one}"' for one in silent]
    if advice.begin_with not in game.scenarios:
        found.append(f'{FILE}: begin_with: there is no scenario "{advice.begin_with}"')
    elif advice.first_side not in game.scenarios[advice.begin_with].roster.sides:
        found.append(f'{FILE}: first_side: there is no side "{advice.first_side}" in {advice.begin_with}')
    return found
