"""Faces for researchers over one core (`match.Match`): PettingZoo, Gymnasium, OpenSpiel, and many games at once.

`docs/research.md` tells what is seen, what an action means, what is paid, and the scores to compare with. Nothing is
imported before it is needed: every face is an extra.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grognard.core.game import Game
    from grognard.lab.env.aec import Table
    from grognard.lab.env.sampler import Sampler
    from grognard.lab.env.single import Seat

ANSWERS = 20_000
"""Answers after which a game is broken off, unless one says otherwise."""


def aec_env(
    game: str | Game,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    answers: int = ANSWERS,
    margins: bool = False,
) -> Table:
    """A game as PettingZoo's AEC; with `margins`, every info tells the points by which an agent leads."""
    from grognard.lab.env.aec import Table
    from grognard.lab.env.match import Match

    return Table(Match(game, scenario, options, answers), margins)


def seat_env(
    game: str | Game,
    seat: str,
    bots: str | Mapping[str, str] = "recruit",
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    answers: int = ANSWERS,
    margins: bool = False,
) -> Seat:
    """One seat of a game as Gymnasium's environment; a bot in all other seats, or one by name for each."""
    from grognard.lab.env.match import Match
    from grognard.lab.env.single import Seat

    return Seat(Match(game, scenario, options, answers), seat, bots, margins)


def sampler(
    game: str | Game,
    games: int,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    answers: int = ANSWERS,
) -> Sampler:
    """So many games side by side, in arrays that are made once."""
    from grognard.lab.env.sampler import Sampler

    return Sampler(game, games, scenario, options, answers)


def spiel_name(game_id: str) -> str:
    """Register a game with OpenSpiel and give the name by which `pyspiel.load_game` finds it."""
    from grognard.lab.env.spiel import register

    return register(game_id)
