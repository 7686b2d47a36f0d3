"""All that random games say: prompts, refusals, events and results.

Where they begin, which verbs they seldom answer, how long they last and how much of the catalogue they must meet
stands in each game's own `_talk.py`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from random import Random

from grognard.testing import Spoken, spoken_in


@cache
def spoken(game: str) -> tuple[Spoken, ...]:
    talk = import_module(f"tests.games.{game}._talk")
    return tuple(
        said for seed, play in talk.openings() for said in spoken_in(play, Random(seed), talk.ANSWERS, talk.RELUCTANT)
    )
