"""The catalogues of every game: complete, alike in both languages, and able to word all that a game says."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from itertools import chain
from pathlib import Path

import pytest

import grognard
import grognard.core
from grognard.core.game import Game
from grognard.core.step import RECORDS
from grognard.core.words import LANGUAGES, Words
from tests.catalogues import WORKSHOP, catalogue, cited_keys, placeholders, said
from tests.games._talk import spoken

CORE = Path(grognard.core.__file__).parent
GAMES = grognard.game_ids()
LATIN = re.compile(r"[A-Za-z]{4,}")
TYPED = re.compile("「[a-z_]+」")
"""The value of an option, as a player types it."""
MANY = re.compile(r"\{\w+:[^}]*\|([^}|]*)\}")
"""The forms of a number, the last of which is the plural."""
HOLES = re.compile(r"\{.*?\}")
COUNTED = "answers|blocks|chits|columns|counters|days|hexes|hits|levels|points|steps|turns|units"
FIXED_PLURAL = re.compile(rf"\{{(?!word|army)\w+\}} (?:(?:enemy|combat|more|further) )?(?:{COUNTED})\b")
"""A plural that does not ask how many there are."""

every_game = pytest.mark.parametrize("name", GAMES)
in_every_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def own(name: str) -> Words:
    """A game's catalogues without the engine's."""
    return catalogue(grognard.game(name).folder / "locale")


@cache
def said_in(name: str) -> tuple[tuple[str, frozenset[str] | None], ...]:
    return tuple(said(grognard.game(name).folder))


@cache
def beginnings(name: str) -> tuple[str, ...]:
    """What keys begin with that code puts together."""
    return tuple(sorted({key[:-1] for key, _ in said_in(name) if key.endswith("*")}))


@cache
def whole(name: str) -> frozenset[str]:
    """The keys that code says whole."""
    return frozenset(key for key, _ in said_in(name) if not key.endswith("*"))


def meant_by(key: str, keys: Iterable[str], name: str) -> list[str]:
    """The keys that a key in the code can mean: itself, or for a beginning all that no code says whole."""
    if not key.endswith("*"):
        return [key]
    return [one for one in keys if one.startswith(key[:-1]) and one not in whole(name)]


def named(name: str, table: str, language: str) -> set[str]:
    """What a table of a catalogue has words for."""
    return {key.partition(".")[2] for key in own(name).keys(language) if key.startswith(f"{table}.")}


def steps_of(game: Game) -> set[str]:
    """What `position` and the game's steps call its steps."""
    package = type(game).__module__.rpartition(".")[0]
    asked = {str(vars(cls).get("words", "")) for step, cls in RECORDS.items() if step.startswith(f"{package}.")}
    return {*import_module(f"{package}.position").STEPS, *asked} - {""}


# ---- the catalogues


@every_game
def test_both_languages_have_the_same_keys_and_the_same_facts(name: str) -> None:
    words = own(name)
    assert words.keys("en") == words.keys("ja")
    for key in words.keys("en"):
        assert placeholders(words.template(key, "en")) == placeholders(words.template(key, "ja")), key


@every_game
@in_every_language
def test_every_key_that_code_cites_has_words(name: str, language: str) -> None:
    keys = own(name).keys(language)
    cited = cited_keys(grognard.game(name).folder) - set(beginnings(name))
    assert cited and whole(name)
    shared = {key for key in catalogue(CORE / "locale").keys(language) if key.startswith("forgo.")}
    assert cited | whole(name) <= keys | shared, (cited | whole(name)) - keys - shared
    for beginning in beginnings(name):
        assert any(key.startswith(beginning) for key in keys), beginning


@every_game
def test_no_sentence_is_left_that_no_code_says(name: str) -> None:
    sentences = {key for key in own(name).keys("en") if key.startswith(("event.", "prompt.", "why."))}
    left = sentences - cited_keys(grognard.game(name).folder)
    assert {key for key in left if not key.startswith(beginnings(name))} == set()


@every_game
@in_every_language
def test_code_hands_over_every_fact_that_a_sentence_needs(name: str, language: str) -> None:
    words = grognard.game(name).words
    for key, facts in said_in(name):
        for one in meant_by(key, own(name).keys(language), name):
            assert facts is None or placeholders(words.template(one, language)) <= facts, one


@every_game
@in_every_language
def test_every_verb_option_and_step_has_words_and_nothing_else_has(name: str, language: str) -> None:
    game = grognard.game(name)
    options = {option.id: option for scenario in game.scenarios.values() for option in scenario.options}
    said = {f"{option}{ending}" for option in options for ending in ("", "_help")}
    said |= {f"{one.id}_{choice}" for one in options.values() for choice in one.choices if isinstance(choice, str)}
    assert named(name, "verb", language) == {verb.name for verb in game.verbs}
    assert named(name, "option", language) == said
    assert named(name, "step", language) == steps_of(game)


@every_game
@in_every_language
def test_every_player_side_and_terrain_has_a_word(name: str, language: str) -> None:
    game = grognard.game(name)
    rosters = [scenario.roster for scenario in game.scenarios.values()]
    who = set(chain.from_iterable((*roster.ids, *roster.sides) for roster in rosters))
    assert who | set(game.map.terrain) - {"off"} <= named(name, "word", language)


@every_game
@in_every_language
def test_every_prompt_has_a_headline_that_needs_no_other_facts(name: str, language: str) -> None:
    words = own(name)
    assert named(name, "headline", language) == named(name, "prompt", language)
    for short in named(name, "headline", language):
        prompt = words.template(f"prompt.{short}", language)
        assert placeholders(words.template(f"headline.{short}", language)) <= placeholders(prompt), short


@every_game
def test_japanese_keeps_to_the_typography_of_the_glossary(name: str) -> None:
    for key in own(name).keys("ja"):
        text = own(name).template(key, "ja")
        text = TYPED.sub("", text) if key.startswith("option.") else text
        assert not re.search(r'["()～０-９]', text), key
        assert not LATIN.search(re.sub(r"\{.*?\}", "", text)), key


@every_game
def test_japanese_asks_politely_and_reports_plainly(name: str) -> None:
    for key in own(name).keys("ja"):
        text = MANY.sub(r"\1", own(name).template(key, "ja"))
        if key.startswith("prompt."):
            assert text.endswith("。") and "ください" in text, key
        elif key.startswith(("event.", "why.", "result.")):
            assert not text.endswith("。") and not re.search("です(。|$)|ます|ません|ください", text), key


@every_game
@in_every_language
def test_no_sentence_names_a_rule(name: str, language: str) -> None:
    clauses = grognard.game(name).rules.ids
    for key in own(name).keys(language):
        text = own(name).template(key, language)
        assert not re.search(r"\d+\.\d+", text), key
        assert not clauses & set(re.findall(r"[(（](.+?)[)）]", text)), key


@every_game
@in_every_language
def test_no_sentence_speaks_the_language_of_the_workshop(name: str, language: str) -> None:
    for words in (own(name), catalogue(CORE / "locale")):
        for key in words.keys(language):
            assert not WORKSHOP.search(HOLES.sub("", words.template(key, language))), key


@every_game
def test_a_count_is_never_followed_by_a_fixed_plural(name: str) -> None:
    for words in (own(name), catalogue(CORE / "locale")):
        for key in words.keys("en"):
            assert not FIXED_PLURAL.search(words.template(key, "en")), key


@every_game
def test_japanese_counts_hexes_and_attacks_as_they_are_counted_beyond_nine(name: str) -> None:
    for key in own(name).keys("ja"):
        assert not re.search("[}#]つ", own(name).template(key, "ja")), key


@every_game
def test_every_ruling_is_in_both_languages(name: str) -> None:
    for clause in grognard.game(name).rules.clauses:
        assert bool(clause.ruling) == bool(clause.ruling_ja), clause.id


# ---- what games say


@every_game
def test_random_games_meet_a_fair_part_of_the_catalogue(name: str) -> None:
    """Otherwise the tests below would show little."""
    met = {one.message.key for one in spoken(name)}
    for table, part in import_module(f"tests.games.{name}._talk").FAIR.items():
        keys = {f"{table}.{key}" for key in named(name, table, "en")}
        assert len(met & keys) >= part * len(keys), sorted(keys - met)


@every_game
@in_every_language
def test_everything_said_in_random_games_has_words(name: str, language: str) -> None:
    for game, message in spoken(name):
        text = game.words.say(message, language)
        assert text and "{" not in text, message
        if message.key.startswith("prompt."):
            assert game.words.say(message._replace(key=message.key.replace("prompt.", "headline.")), language), message


@every_game
def test_every_clause_named_in_random_games_is_in_the_index(name: str) -> None:
    cited = {message.rule for _, message in spoken(name) if message.rule}
    assert cited <= grognard.game(name).rules.ids


@every_game
def test_japanese_sentences_hold_no_english_but_names_on_counters(name: str) -> None:
    names = set(chain.from_iterable(LATIN.findall(row.label) for row in grognard.game(name).units))
    for game, message in spoken(name):
        assert set(LATIN.findall(game.words.say(message, "ja"))) <= names, message


@every_game
@in_every_language
def test_nothing_said_in_random_games_shows_a_key(name: str, language: str) -> None:
    for game, message in spoken(name):
        assert not WORKSHOP.search(game.words.say(message, language)), message
