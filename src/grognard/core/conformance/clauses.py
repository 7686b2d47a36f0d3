"""Clauses that a game cites: each is in its rules index."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.conformance.words import said_by
from grognard.core.game import Game


def every_clause_is_in_the_index(game: Game) -> list[str]:
    """Messages, verbs and options cite clauses that exist."""
    known = game.rules.ids
    faults = [f'{where}: there is no clause "{rule}"' for where, rule in _cited(game) if rule and rule not in known]
    return list(dict.fromkeys(faults))


def _cited(game: Game) -> Iterator[tuple[str, str]]:
    for one in said_by(game):
        if one.rule is not None:
            yield one.where, one.rule
    for verb in game.verbs:
        yield f"verb {verb.name}", verb.rule
    for scenario in game.scenarios.values():
        for option in scenario.options:
            yield f"option {option.id}", option.rule
    yield "control_rule", game.control_rule


def every_ruling_is_in_both_languages(game: Game) -> list[str]:
    return [
        f"rules.toml: {clause.id}: its ruling is in one language alone"
        for clause in game.rules.clauses
        if bool(clause.ruling) != bool(clause.ruling_ja)
    ]
