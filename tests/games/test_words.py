"""The catalogues of every game: complete, alike in both languages, and able to word all that a game says."""

from __future__ import annotations

import re
from importlib import import_module
from itertools import chain
from pathlib import Path

import pytest

import grognard
import grognard.core
from grognard.core.conformance import suite
from grognard.core.conformance.source import cited_keys, sources
from grognard.core.conformance.words import WORKSHOP, beginnings, catalogue, named, own, said_by, whole
from grognard.core.game import Game
from grognard.core.step import RECORDS
from grognard.core.words import LANGUAGES
from grognard.testing import worded_faults
from tests.games._talk import spoken

ENGINE = catalogue(Path(grognard.core.__file__).parent / "locale")
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


def steps_of(game: Game) -> set[str]:
    """What `position` and the game's steps call its steps."""
    package = type(game).__module__.rpartition(".")[0]
    asked = {str(vars(cls).get("words", "")) for step, cls in RECORDS.items() if step.startswith(f"{package}.")}
    return {*import_module(f"{package}.position").STEPS, *asked} - {""}


@every_game
@pytest.mark.parametrize("check", suite.STANDING, ids=lambda check: check.__name__)
def test_what_stands_in_a_game_s_files_holds(name: str, check: suite.Check) -> None:
    assert check(grognard.game(name)) == []


# ---- the catalogues, held to more than a game need be


@every_game
def test_the_checks_above_have_something_to_look_at(name: str) -> None:
    game = grognard.game(name)
    assert cited_keys(sources(game)) and whole(game)
    assert {one.rule for one in said_by(game)} & game.rules.ids


@every_game
def test_no_sentence_is_left_that_no_code_says(name: str) -> None:
    game = grognard.game(name)
    sentences = {key for key in own(game).keys("en") if key.startswith(("event.", "prompt.", "why."))}
    left = sentences - cited_keys(sources(game))
    assert {key for key in left if not key.startswith(beginnings(game))} == set()


@every_game
@in_every_language
def test_every_step_that_a_position_can_stop_at_has_words_and_nothing_else_has(name: str, language: str) -> None:
    game = grognard.game(name)
    assert named(game, "step", language) == steps_of(game)


@every_game
@in_every_language
def test_every_prompt_has_a_headline(name: str, language: str) -> None:
    game = grognard.game(name)
    assert named(game, "headline", language) == named(game, "prompt", language)


@every_game
def test_japanese_keeps_to_the_typography_of_the_glossary(name: str) -> None:
    for key in own(grognard.game(name)).keys("ja"):
        text = own(grognard.game(name)).template(key, "ja")
        text = TYPED.sub("", text) if key.startswith("option.") else text
        assert not re.search(r'["()～０-９]', text), key
        assert not LATIN.search(re.sub(r"\{.*?\}", "", text)), key


@every_game
def test_japanese_asks_politely_and_reports_plainly(name: str) -> None:
    for key in own(grognard.game(name)).keys("ja"):
        text = MANY.sub(r"\1", own(grognard.game(name)).template(key, "ja"))
        if key.startswith("prompt."):
            assert text.endswith("。") and "ください" in text, key
        elif key.startswith(("event.", "why.", "result.")):
            assert not text.endswith("。") and not re.search("です(。|$)|ます|ません|ください", text), key


@every_game
@in_every_language
def test_no_sentence_names_a_rule(name: str, language: str) -> None:
    clauses = grognard.game(name).rules.ids
    for key in own(grognard.game(name)).keys(language):
        text = own(grognard.game(name)).template(key, language)
        assert not re.search(r"\d+\.\d+", text), key
        assert not clauses & set(re.findall(r"[(（](.+?)[)）]", text)), key


@every_game
@in_every_language
def test_no_sentence_speaks_the_language_of_the_workshop(name: str, language: str) -> None:
    for words in (own(grognard.game(name)), ENGINE):
        for key in words.keys(language):
            assert not WORKSHOP.search(HOLES.sub("", words.template(key, language))), key


@every_game
def test_a_count_is_never_followed_by_a_fixed_plural(name: str) -> None:
    for words in (own(grognard.game(name)), ENGINE):
        for key in words.keys("en"):
            assert not FIXED_PLURAL.search(words.template(key, "en")), key


@every_game
def test_japanese_counts_hexes_and_attacks_as_they_are_counted_beyond_nine(name: str) -> None:
    for key in own(grognard.game(name)).keys("ja"):
        assert not re.search("[}#]つ", own(grognard.game(name)).template(key, "ja")), key


# ---- what games say


@every_game
def test_random_games_meet_a_fair_part_of_the_catalogue(name: str) -> None:
    """Otherwise the tests below would show little."""
    met = {one.message.key for one in spoken(name)}
    for table, part in import_module(f"tests.games.{name}._talk").FAIR.items():
        keys = {f"{table}.{key}" for key in named(grognard.game(name), table, "en")}
        assert len(met & keys) >= part * len(keys), sorted(keys - met)


@every_game
def test_everything_said_in_random_games_has_words_and_rests_on_a_clause_that_there_is(name: str) -> None:
    assert worded_faults(iter(spoken(name))) == []


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
