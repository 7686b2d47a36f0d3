"""The catalogues of Victory: complete, alike in both languages, and able to word all that a game says."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest

from grognard.core.ask import Kind
from grognard.core.step import RECORDS
from grognard.core.words import LANGUAGES, Message, Words
from grognard.games.victory import GAME
from grognard.games.victory.position import STEPS
from tests.catalogues import catalogue, cited_keys, placeholders, said

OWN = catalogue(GAME.folder / "locale")
LATIN = re.compile(r"[A-Za-z]{4,}")
TOLD = ("event.", "prompt.", "why.", "result.")


def test_both_languages_have_the_same_keys_and_the_same_facts() -> None:
    assert OWN.keys("en") == OWN.keys("ja")
    for key in OWN.keys("en"):
        assert placeholders(OWN.template(key, "en")) == placeholders(OWN.template(key, "ja")), key


def test_every_key_that_code_cites_has_words_and_no_sentence_is_left_over() -> None:
    cited = cited_keys(GAME.folder)
    assert cited <= OWN.keys("en")
    beginnings = tuple(key[:-1] for key, _ in said(GAME.folder) if key.endswith("*"))
    sentences = {key for key in OWN.keys("en") if key.startswith(TOLD)}
    assert {key for key in sentences - cited if not key.startswith(beginnings)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_code_hands_over_every_fact_that_a_sentence_needs(language: str) -> None:
    for key, facts in said(GAME.folder):
        if not key.endswith("*") and facts is not None:
            assert placeholders(OWN.template(key, language)) <= facts, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verb_option_step_side_and_terrain_has_words(language: str) -> None:
    wanted = [f"verb.{verb.name}" for verb in GAME.verbs]
    options = {option.id for scenario in GAME.scenarios.values() for option in scenario.options}
    wanted += [f"option.{name}{ending}" for name in options for ending in ("", "_help")]
    asked = {str(vars(cls).get("words", "")) for name, cls in RECORDS.items() if ".victory." in name} - {""}
    wanted += [f"step.{name}" for name in (*STEPS, *asked)]
    players = {player for scenario in GAME.scenarios.values() for player in scenario.roster.ids}
    sides = {side for scenario in GAME.scenarios.values() for side in scenario.roster.sides}
    wanted += [f"word.{word}" for word in (*players, *sides, *GAME.tables.terrain, "sea", "lake", "city", "town")]
    assert set(wanted) <= OWN.keys(language)


def test_every_prompt_has_a_headline() -> None:
    for key in OWN.keys("en"):
        if key.startswith("prompt."):
            assert f"headline.{key.partition('.')[2]}" in OWN.keys("en"), key


def test_japanese_keeps_to_the_typography_of_the_glossary() -> None:
    for key in OWN.keys("ja"):
        text = OWN.template(key, "ja")
        assert not re.search(r'["()～０-９]', text), key
        assert not LATIN.search(re.sub(r"\{.*?\}", "", text)), key


def test_japanese_asks_politely_and_reports_plainly() -> None:
    for key in OWN.keys("ja"):
        text = OWN.template(key, "ja")
        if key.startswith("prompt."):
            assert text.endswith("。") and "ください" in text, key
        elif key.startswith(("event.", "why.", "result.")):
            assert not text.endswith("。") and not re.search("です(。|$)|ます|ません|ください", text), key


def test_no_sentence_names_a_rule() -> None:
    for language in LANGUAGES:
        for key in OWN.keys(language):
            assert not re.search(r"\d+\.\d+", OWN.template(key, language)), key


def test_every_ruling_is_in_both_languages() -> None:
    for clause in GAME.rules.clauses:
        assert bool(clause.ruling) == bool(clause.ruling_ja), clause.id


@cache
def spoken() -> tuple[tuple[Words, Message], ...]:
    """All that random games say: prompts, refusals, events and the result."""
    found: list[tuple[Words, Message]] = []
    everything = dict.fromkeys(
        ("factories", "resources", "storms", "destruction", "airfields", "mulberries", "stretch_units", "regroup"), True
    )
    for scenario, options in (
        ("quick-start", {}),
        ("quick-start", everything),
        ("commanders-8", {}),
        ("custom-forces", {}),
    ):
        play = GAME.new(scenario, options, seed=6)
        rng = Random(6)
        for _ in range(420):
            if play.result is not None:
                break
            player = rng.choice(play.deciders)
            ask = play.ask(player)
            assert ask is not None
            found.append((play.game.words, ask.message))
            verb = rng.choice(GAME.verbs)
            units, hexes = play.game.units, play.game.map.grid.hexes
            target = {
                Kind.UNIT: units[rng.randrange(len(units))].id, Kind.CHIT: rng.choice(play.game.chit_names),
                Kind.HEX: play.game.map.grid.name(rng.choice(hexes)), Kind.NUMBER: 1,
            }.get(verb.kind)  # fmt: skip
            found += [(play.game.words, reason.message) for reason in play.why(player, verb.name, target)]
            eager = [verb for verb in ask.answers if verb not in ("end_move", "stop", "done", "disband", "cancel")]
            chosen = rng.choice(eager if eager and rng.random() < 0.85 else list(ask.answers))
            play.answer(player, chosen, rng.choice(ask.answers[chosen]))
        found += [(play.game.words, event.message) for event in play.events]
    return tuple(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_said_in_random_games_has_words(language: str) -> None:
    assert len({message.key for _, message in spoken()}) > 60
    for words, message in spoken():
        text = words.say_with_rule(message, language)
        assert text and "{" not in text, message


def test_every_clause_cited_in_a_message_is_in_the_index() -> None:
    known = {clause.id for clause in GAME.rules.clauses}
    cited = {message.rule for _, message in spoken() if message.rule and not message.key.startswith("refuse.")}
    assert cited <= known, cited - known
