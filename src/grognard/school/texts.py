"""Texts of the school's data files: both languages, figures filled in by name, hexes and units by their own names.

`{city_points}` is a figure of the game's `Reference`, `{own_level}` the one of the side that is told (level_red to
red), `{turns}` the turns of the scenario, `{unit su-24tk}` the full
name of a unit, `{hex 3913}` a hex with its place, `{at 3913}` the place alone, `{word axis}` a catalogue word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from grognard.core.data import Table
from grognard.core.game import Game, Scenario, SetupError
from grognard.core.reference import Phrase, Reference
from grognard.core.words import LANGUAGES, in_language, numbered
from grognard.school.placeholders import filled, placeholders, unheld

NAMING = ("unit", "hex", "at", "word")
"""Placeholders that name something by its id."""
FIGURE = re.compile(r"[0-9½]")
"""A figure that is typed. Japanese counts in figures where English has words, and must name the same ones in braces."""


class Said(Table):
    """A text in both languages."""

    text: str
    text_ja: str

    def in_language(self, language: str) -> str:
        return self.text_ja if language == "ja" else self.text


class Ruled(Said):
    """A sentence that rests on a clause."""

    rule: str = ""


@dataclass(frozen=True)
class Teller:
    """Fills the texts of one scenario."""

    game: Game
    scenario: Scenario
    reference: Reference
    phrases: Mapping[str, Said]
    side: str = ""
    """Whose texts they are: {own_level} is the figure level_red to red."""

    def told_to(self, side: str) -> Teller:
        return replace(self, side=side)

    def figure(self, name: str, facts: Mapping[str, Any]) -> Any:
        """A figure by its name; KeyError where there is none."""
        if name in facts:
            return facts[name]
        figures = {"turns": self.scenario.turns, **self.reference.figures}
        own = f"{name.removeprefix('own_')}_{self.side}"
        return figures[own] if self.side and name.startswith("own_") and own in figures else figures[name]

    def fill(self, text: str, language: str, facts: Mapping[str, Any] | None = None) -> str:
        """A text with its figures; SetupError where it names what there is not, as when an owner's own scenario has
        other goals than the text was written for."""

        def held(words: list[str], forms: str) -> str:
            name, id = words[0], " ".join(words[1:])
            try:
                if name in NAMING and id:
                    return self._named(name, id, language)
                return self._told(self.figure(" ".join(words), facts or {}), forms, language)
            except (KeyError, ValueError):
                raise SetupError(f'names "{id if name in NAMING else " ".join(words)}", which there is not') from None

        return filled(text, held)

    def _told(self, value: Any, forms: str, language: str) -> str:
        if isinstance(value, Phrase):
            return self.phrase(value, language)
        if isinstance(value, list | tuple):
            return ("、" if language == "ja" else ", ").join(self._told(one, "", language) for one in value)
        if isinstance(value, Mapping):
            return in_language(value, language)
        return numbered(value, forms) if forms else str(value)

    def _named(self, kind: str, id: str, language: str) -> str:
        if kind == "word":
            if f"word.{id}" not in self.game.words.keys(language):
                raise KeyError(f"word.{id}")
            return self.game.words.word(id, language)
        if kind == "unit":
            return self.unit(id)[language]
        if kind == "hex":
            return self.game.hex_words(id, language)
        return self.place(id)[language]

    def unit(self, id: str) -> Mapping[str, str]:
        """A unit's full name."""
        number = self.game.unit_numbers[id]
        label = self.game.unit_label(number)
        return self.reference.names.get(id) or dict.fromkeys(LANGUAGES, label)

    def command(self, unit: str) -> dict[str, str] | None:
        """The command a unit belongs to, where the game tells one."""
        command = self.reference.commands.get(unit)
        if command is None:
            return None
        told = self.head(command) if isinstance(command, str) else command
        return dict.fromkeys(LANGUAGES, told) if isinstance(told, str) else dict(told)

    def place(self, hex: str) -> dict[str, str]:
        """What a hex is called, or its number."""
        place = self.game.map.place_at.get(self.game.map.grid.index(hex))
        if place is None:
            return dict.fromkeys(LANGUAGES, hex)
        return {"en": place.name, "ja": place.name_ja or place.name}

    def phrase(self, phrase: Phrase, language: str) -> str:
        """A phrase of the charts file, or a word of the catalogue."""
        said = self.phrases.get(phrase.id)
        if said is None:
            return self.game.words.word(phrase.id, language)
        return self.fill(said.in_language(language), language, phrase.facts)

    def both(self, text: Said, facts: Mapping[str, Any] | None = None) -> dict[str, str]:
        return {one: self.fill(text.in_language(one), one, facts) for one in LANGUAGES}

    def words(self, what: str | int | Phrase) -> str | dict[str, str]:
        """A figure as it is, a phrase in both languages."""
        if not isinstance(what, Phrase):
            return str(what)
        return {language: self.phrase(what, language) for language in LANGUAGES}

    def head(self, id: str) -> str | dict[str, str]:
        """What an id is called: a phrase, a catalogue word, or the id itself where it is what stands there."""
        known = id in self.phrases or f"word.{id}" in self.game.words.keys("en")
        return self.words(Phrase(id)) if known else id

    # ---- faults

    def faults(self, text: Said, where: str, *, dated: bool = False) -> Iterator[str]:
        """What is wrong with a text; only one that is `dated` may have figures of its own: dates, numbers of armies."""
        for language in LANGUAGES:
            words = text.in_language(language)
            if not words.strip():
                yield f"{where}: has no words in {language}"
                continue
            try:
                self.fill(words, language)
            except ValueError as error:  # or braces that do not fit
                yield f"{where}: {language}: {error}"
                continue
            if not dated and language == "en" and (found := FIGURE.search(unheld(words))):
                yield f"{where}: types the figure {found[0]}: name it in braces, so that it cannot disagree"
        names = [set(placeholders(text.in_language(one))) for one in LANGUAGES]
        if names[0] != names[1]:
            yield f"{where}: the languages tell different figures: {', '.join(sorted(names[0] ^ names[1]))}"


def own_scenarios(game: Game) -> bool:
    """Whether an owner brings scenarios of his own: nobody need advise or brief on those."""
    return game.own_data is not None and (game.own_data / "scenarios").is_dir()


def rule_fault(game: Game, rule: str, where: str) -> Iterator[str]:
    """A clause that is not in the index."""
    if rule not in game.rules.ids and not any(one.startswith(rule) for one in game.rules.ids):
        yield f'{where}: there is no clause "{rule}"'
