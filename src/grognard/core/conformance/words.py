"""A game's catalogues: complete, alike in both languages, and with words for everything that a player meets."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path

from grognard.core.conformance.source import Said, cited_keys, placeholders, said, sources
from grognard.core.game import Game
from grognard.core.step import RECORDS, Step
from grognard.core.words import LANGUAGES, Words

KNOWN_OVERLAYS = frozenset(("zoc", "command", "supply", "control"))
"""Overlays that every client has a word for."""
WORKSHOP = re.compile(r"`|[a-z]_[a-z]|\.toml|\b[a-z]{2,}[0-9]*\.[A-Za-z]")
"""What only those who build a game would write: code, keys, files, ids of clauses that have no printed number."""
NO_GROUND = "off"
"""The terrain of what is not on the map."""


def catalogue(*folders: Path) -> Words:
    """These catalogues alone, facts worded as they are."""
    return Words(list(folders), lambda kind, value, language: str(value))


@cache
def own(game: Game) -> Words:
    """A game's catalogues without the engine's."""
    return catalogue(game.folder / "locale")


@cache
def said_by(game: Game) -> tuple[Said, ...]:
    return tuple(said(sources(game)))


def beginnings(game: Game) -> tuple[str, ...]:
    """What keys begin with that code puts together."""
    return tuple(sorted({one.key[:-1] for one in said_by(game) if one.key.endswith("*")}))


def whole(game: Game) -> frozenset[str]:
    """The keys that code says whole."""
    return frozenset(one.key for one in said_by(game) if not one.key.endswith("*"))


def named(game: Game, table: str, language: str) -> set[str]:
    """What a table of a game's catalogue has words for."""
    return {key.partition(".")[2] for key in own(game).keys(language) if key.startswith(f"{table}.")}


def catalogues_are_alike(game: Game) -> list[str]:
    """Both languages have the same keys, and each sentence the same facts."""
    words = own(game)
    keys = {language: words.keys(language) for language in LANGUAGES}
    faults = [
        f"locale/{language}.toml: there is no {key}, which another language has"
        for language in LANGUAGES
        for key in sorted(frozenset().union(*keys.values()) - keys[language])
    ]
    for key in sorted(frozenset.intersection(*keys.values())):
        facts = {language: placeholders(words.template(key, language)) for language in LANGUAGES}
        if len(set(facts.values())) > 1:
            odd = frozenset().union(*facts.values()) - frozenset.intersection(*facts.values())
            faults.append(f"locale: {key}: not every language tells {_listed(odd)}")
    return faults


def everything_said_has_words(game: Game) -> list[str]:
    """Every key that code cites is in the catalogues."""
    faults = []
    for language in LANGUAGES:
        keys = game.words.keys(language)
        cited = (cited_keys(sources(game)) - set(beginnings(game))) | whole(game)
        faults += [f"locale/{language}.toml: there is no {key}, which code says" for key in sorted(cited - keys)]
        faults += [
            f"locale/{language}.toml: nothing begins with {beginning}, which code says"
            for beginning in beginnings(game)
            if not any(key.startswith(beginning) for key in keys)
        ]
    return faults


def every_fact_is_handed_over(game: Game) -> list[str]:
    """Code hands over every fact that a sentence needs."""
    return [
        f"{one.where}: {key} needs {_listed(lacking)}"
        for language in LANGUAGES
        for one in said_by(game)
        for key in meant_by(one.key, own(game).keys(language), game)
        if one.facts is not None
        and key in game.words.keys(language)
        and (lacking := placeholders(game.words.template(key, language)) - one.facts)
    ]


def meant_by(key: str, keys: Iterable[str], game: Game) -> list[str]:
    """The keys that a key in the code can mean: itself, or for a beginning all that no code says whole."""
    if not key.endswith("*"):
        return [key]
    return [one for one in keys if one.startswith(key[:-1]) and one not in whole(game)]


def everything_met_has_a_word(game: Game) -> list[str]:
    """Verbs, options, steps, phases, overlays, players, sides and terrain have words; none is for what is not there."""
    return [
        f"locale/{language}.toml: {fault}"
        for language in LANGUAGES
        for table, wanted, allowed in _tables(game)
        for fault in _differences(table, wanted, allowed, named(game, table, language))
    ]


def _tables(game: Game) -> Iterator[tuple[str, set[str], set[str] | None]]:
    """(table, what it must have, what it may have: None for anything)."""
    verbs = {verb.name for verb in game.verbs}
    options = {option.id: option for scenario in game.scenarios.values() for option in scenario.options}
    choices = {f"{one.id}_{value}" for one in options.values() for value in one.choices if isinstance(value, str)}
    told = {*options, *(f"{option}_help" for option in options), *choices}
    rosters = [scenario.roster for scenario in game.scenarios.values()]
    who = set(chain.from_iterable((*roster.ids, *roster.sides) for roster in rosters))
    steps = [cls for cls in RECORDS.values() if issubclass(cls, Step) and _belongs(cls, game)]
    overlays = {kind.partition(":")[0] for kind in game.overlays} - KNOWN_OVERLAYS
    yield "verb", verbs, verbs
    yield "option", told, told
    yield "step", {cls.words for cls in steps if cls.words}, None
    yield "phase", {cls.in_phase for cls in steps if cls.in_phase}, None
    yield "overlay", overlays, None
    yield "word", who | set(game.map.terrain) - {NO_GROUND}, None


def _belongs(cls: type, game: Game) -> bool:
    """Whether a step was written for this game."""
    return Path(getattr(sys.modules[cls.__module__], "__file__", "")) in sources(game)


def _differences(table: str, wanted: set[str], allowed: set[str] | None, there: set[str]) -> Iterator[str]:
    for name in sorted(wanted - there):
        yield f"there is no {table}.{name}"
    for name in sorted(there - allowed) if allowed is not None else ():
        yield f"{table}.{name} is a word for nothing in the game"


def headlines_need_no_other_facts(game: Game) -> list[str]:
    """A headline belongs to a prompt and needs no facts but that prompt's."""
    words = own(game)
    faults = []
    for language in LANGUAGES:
        prompts = named(game, "prompt", language)
        for short in sorted(named(game, "headline", language)):
            if short not in prompts:
                faults.append(f"locale/{language}.toml: headline.{short} has no prompt.{short}")
                continue
            facts = placeholders(words.template(f"headline.{short}", language))
            if lacking := facts - placeholders(words.template(f"prompt.{short}", language)):
                faults.append(f"locale/{language}.toml: headline.{short} needs {_listed(lacking)}, its prompt does not")
    return faults


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names))
