"""The whole suite over one game: `grognard conform GAME` and the house's own tests call it.

What stands in files comes first, then random games of every scenario. A check that fails itself is a fault like any
other, told in one line.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from grognard.core.conformance import clauses, shown, words
from grognard.core.conformance.random_play import fuzz, thorough
from grognard.core.conformance.secrets import hidden_is_dealt
from grognard.core.conformance.spoken import spoken_in, worded_faults
from grognard.core.data import DataError
from grognard.core.game import Game

TALK = 150
"""Answers of a game whose words are read."""
LOOKS = 25
ANSWERS = 400

Check = Callable[[Game], list[str]]

STANDING: tuple[Check, ...] = (
    shown.data_makes_sense,
    words.catalogues_are_alike,
    words.everything_said_has_words,
    words.every_fact_is_handed_over,
    words.everything_met_has_a_word,
    words.headlines_need_no_other_facts,
    clauses.every_clause_is_in_the_index,
    clauses.every_ruling_is_in_both_languages,
    shown.panels_hold,
    shown.stage_holds,
    shown.colours_hold,
    shown.picture_is_drawn,
    shown.overlays_hold,
)
"""What holds before anybody plays."""


def conform(
    game: Game, games: int = 2, seed: int = 0, answers: int = ANSWERS, looks: int = LOOKS,
    heard: Callable[[str], None] = lambda what: None,
) -> Iterator[str]:  # fmt: skip
    """The faults of a game, one line each; `heard` is told what is tried as it begins."""
    told: set[str] = set()
    for what, faults in _checks(game, games, seed, answers, looks):
        heard(what)
        for fault in faults():
            if fault not in told:
                told.add(fault)
                yield fault


def _checks(
    game: Game, games: int, seed: int, answers: int, looks: int
) -> Iterator[tuple[str, Callable[[], Sequence[str]]]]:
    for check in STANDING:
        yield check.__name__.replace("_", " "), partial(told_of, partial(check, game))
    for scenario in game.scenarios:
        for number in range(seed, seed + games):
            yield f"{scenario}, seed {number}", partial(in_play, game, scenario, number, answers, looks)


def in_play(game: Game, scenario: str, seed: int, answers: int = ANSWERS, looks: int = LOOKS) -> list[str]:
    """The faults that random games of one scenario show; the first kind that has any hides the rest."""
    tries: tuple[Callable[[], list[str]], ...] = (
        lambda: worded_faults(spoken_in(game.new(scenario, seed=seed), Random(seed), TALK)),
        lambda: fuzz(game, seed, scenario, by_verb=seed % 2 == 0),
        lambda: thorough(game, seed, scenario, answers, looks),
        lambda: hidden_is_dealt(game, seed, scenario),
    )
    for one in tries:
        if faults := told_of(one):
            return [f"{scenario}: {fault}" for fault in faults]
    return []


def told_of(check: Callable[[], list[str]]) -> list[str]:
    """The faults that a check finds, each in one line; a crash is one."""
    try:
        return [" ".join(fault.split()) for fault in check()]
    except DataError as error:
        return list(error.faults)
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        notes = "".join(f" ({note})" for note in getattr(error, "__notes__", ()))
        return [f"{type(error).__name__}: {' '.join(str(error).split())} at {last.filename}:{last.lineno}{notes}"]
