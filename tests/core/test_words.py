"""Messages get their words: placeholders by name, lists, sums, and the engine's own catalogues."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard.core
from grognard.core.conformance.source import cited_keys, placeholders, said
from grognard.core.conformance.words import catalogue
from grognard.core.words import LANGUAGES, Message, Words, arg_kind

CORE = Path(grognard.core.__file__).parent
CODE = sorted(CORE.glob("*.py"))


@pytest.fixture(scope="module")
def engine() -> Words:
    return catalogue(CORE / "locale")


@pytest.fixture
def words(tmp_path: Path) -> Words:
    """A small catalogue whose game writes units in capitals and costs with their points."""
    sentences = {
        "en": 'move = "{units} to {hex_to}"\ncosts = "needs {needed} = {costs}"\nwho = "{word}"\n',
        "ja": 'move = "{units}が{hex_to}へ"\ncosts = "必要{needed} = {costs}"\nwho = "{word}"\n',
    }
    for language, text in sentences.items():
        axis = "枢軸軍" if language == "ja" else "Axis"
        (tmp_path / f"{language}.toml").write_text(f'[say]\n{text}[word]\naxis = "{axis}"\n', encoding="utf-8")

    def wording(kind: str, value: object, language: str) -> str:
        return str(value).upper() if kind == "unit" else str(value)

    return Words([tmp_path], wording)


def test_a_placeholder_is_worded_by_the_kind_its_name_tells(words: Words) -> None:
    message = Message("say.move", "8.0", {"units": ["7tk"], "hex_to": "2310"})
    assert words.say(message) == "7TK to 2310"
    assert arg_kind("units_defending") == "unit"


def test_a_list_is_worded_one_by_one_and_joined_as_the_language_does(words: Words) -> None:
    message = Message("say.move", "", {"units": ["7tk", "12tk"], "hex_to": "2310"})
    assert words.say(message, "en") == "7TK, 12TK to 2310"
    assert words.say(message, "ja") == "7TK、12TKが2310へ"


def test_an_empty_list_is_worded_as_none(words: Words, engine: Words) -> None:
    assert words.say(Message("say.move", "", {"units": [], "hex_to": "2310"})) == "none to 2310"
    assert engine.word("none", "ja") == "なし"


@pytest.mark.parametrize("language", LANGUAGES)
def test_costs_are_written_as_a_sum(words: Words, language: str) -> None:
    message = Message("say.costs", "", {"needed": 4, "costs": ["clear 1", "minor river 1", "enemy ZOC 2"]})
    assert words.say(message, language).endswith("4 = clear 1 + minor river 1 + enemy ZOC 2")


def test_a_word_without_an_entry_stands_for_itself(words: Words) -> None:
    assert words.say(Message("say.who", "", {"word": "axis"}), "ja") == "枢軸軍"
    assert words.say(Message("say.who", "", {"word": "27Pz"}), "ja") == "27Pz"


def test_the_rule_follows_in_the_brackets_of_the_language(words: Words) -> None:
    message = Message("say.who", "9.5.2a", {"word": "axis"})
    assert words.say_with_rule(message, "en") == "Axis (9.5.2a)"
    assert words.say_with_rule(message, "ja") == "枢軸軍（9.5.2a）"
    assert words.say_with_rule(message._replace(rule=""), "ja") == "枢軸軍"


def test_the_engine_says_the_same_things_in_both_languages(engine: Words) -> None:
    assert engine.keys("en") == engine.keys("ja")
    for key in engine.keys("en"):
        assert placeholders(engine.template(key, "en")) == placeholders(engine.template(key, "ja")), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_that_the_engine_cites_has_words_and_its_facts(engine: Words, language: str) -> None:
    keys = engine.keys(language)
    beginnings = {key[:-1] for key, *_ in said(CODE) if key.endswith("*")}
    assert cited_keys(CODE) - beginnings <= keys
    for key, facts, *_ in said(CODE):
        meant = [one for one in keys if one.startswith(key[:-1])] if key.endswith("*") else [key]
        assert meant, key
        for one in meant:
            assert facts is None or placeholders(engine.template(one, language)) <= facts, one
