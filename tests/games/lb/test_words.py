"""The catalogues of Lost Battles: complete, alike in both languages, and able to word all that a game says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from random import Random

import pytest

from grognard.core.ask import Kind, Target
from grognard.core.play import Play
from grognard.core.words import LANGUAGES, Message
from grognard.games.lb import GAME
from grognard.games.lb.position import STEPS
from grognard.games.lb.state import PLACES
from grognard.games.lb.view import GUN_VALUES, VALUES
from grognard.hex.grid import bits
from tests.catalogues import catalogue, cited_keys, placeholders, said
from tests.games.lb._help import S4, answer, begin, deploy_all, position, take_up

WORDS = GAME.words
OWN = catalogue(GAME.folder / "locale")
ANSWERS = 700
TRIES = 2
"""Answers out of the blue before each true one, for the refusals."""
RELUCTANT = {"end_movement", "end_announcing", "cancel", "remove", "pick_up", "stop", "fort_away", "flip"}
HEXES = bits(GAME.ground.grid.board)
LATIN = re.compile(r"[A-Za-z]{4,}")
OPTIONS = {option.id for scenario in GAME.scenarios.values() for option in scenario.options}


# ---- the catalogues


def test_both_languages_have_the_same_keys_and_the_same_facts() -> None:
    assert OWN.keys("en") == OWN.keys("ja")
    for key in OWN.keys("en"):
        assert placeholders(OWN.template(key, "en")) == placeholders(OWN.template(key, "ja")), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_that_code_cites_has_words(language: str) -> None:
    whole = {key for key in cited_keys(GAME.folder) if not key.endswith("_")}
    assert whole <= OWN.keys(language)
    beginnings = [key[:-1] for key, _ in said(GAME.folder) if key.endswith("*")]
    assert beginnings
    for beginning in beginnings:
        assert any(key.startswith(beginning) for key in OWN.keys(language))


def test_no_sentence_is_left_that_no_code_says() -> None:
    beginnings = ("result.", *(key[:-1] for key, _ in said(GAME.folder) if key.endswith("*")))
    sentences = {key for key in OWN.keys("en") if key.startswith(("event.", "prompt.", "why.", "result."))}
    assert {key for key in sentences - cited_keys(GAME.folder) if not key.startswith(beginnings)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_code_hands_over_every_fact_that_a_sentence_needs(language: str) -> None:
    for key, facts in said(GAME.folder):
        keys = [one for one in OWN.keys(language) if one.startswith(key[:-1])] if key.endswith("*") else [key]
        for one in keys:
            assert facts is None or placeholders(OWN.template(one, language)) <= facts, one


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verb_option_step_choice_and_place_has_words(language: str) -> None:
    wanted = [f"verb.{verb.name}" for verb in GAME.verbs]
    wanted += [f"option.{name}{ending}" for name in OPTIONS for ending in ("", "_help")]
    wanted += [f"step.{name}" for name in STEPS]
    words = {
        *GAME.map.terrain,
        "road",
        "river",
        "zoc",
        "zoc_leave",
        "german",
        "russian",
        "nobody",
        *VALUES,
        *GUN_VALUES,
        *GAME.chit_names,
        *PLACES,
    }
    words |= {row.id for scenario in GAME.files.scenarios.values() for row in scenario.choices}
    words |= {goal.set for scenario in GAME.files.scenarios.values() for goal in scenario.victory if goal.set}
    wanted += [f"word.{word}" for word in words]
    wanted += [f"result.{code}" for code in (*GAME.files.tables.crt.results, "-")]
    wanted += [key.replace("prompt.", "headline.") for key in OWN.keys(language) if key.startswith("prompt.")]
    assert set(wanted) <= OWN.keys(language), set(wanted) - OWN.keys(language)


def test_japanese_keeps_to_the_typography_of_the_glossary() -> None:
    for key in OWN.keys("ja"):
        if not key.startswith("option."):  # these name the values of an option
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
            for clause in GAME.rules.ids:
                assert f"({clause})" not in OWN.template(key, language), key


# ---- what games say


def random_answers(play: Play, rng: Random) -> Iterator[str]:
    """Answer at random, seldom holding back; yields the player before each of his answers."""
    for _ in range(ANSWERS):
        if play.result is not None:
            return
        player = rng.choice(play.deciders)
        yield player
        ask = play.ask(player)
        assert ask is not None
        eager = [verb for verb in ask.answers if verb not in RELUCTANT]
        verb = rng.choice(eager if eager and rng.random() < 0.9 else list(ask.answers))
        play.answer(player, verb, rng.choice(ask.answers[verb]))


def any_answer(play: Play, player: str, rng: Random) -> tuple[str, Target]:
    """Something that a player might say, mostly not allowed now; half the time of a kind that is asked for."""
    ask = play.ask(player)
    assert ask is not None
    asked = [verb for verb in GAME.verbs if verb.name in ask.answers]
    verb = rng.choice(asked if rng.random() < 0.5 else GAME.verbs)
    match verb.kind:
        case Kind.NOTHING:
            return verb.name, None
        case Kind.UNIT:
            return verb.name, rng.choice(GAME.units).id
        case Kind.CHIT:
            return verb.name, rng.choice(GAME.chit_names)
        case Kind.NUMBER:
            return verb.name, rng.randrange(30)
        case Kind.HEXSIDE:
            return verb.name, GAME.ground.hexside_name(rng.randrange(len(GAME.ground.rivers)))
    return verb.name, GAME.ground.grid.name(rng.choice(HEXES))


def openings(seed: int) -> Iterator[Play]:
    """Games from their beginning, and one from a line of battle where everybody is in contact."""
    for scenario in GAME.scenarios:
        yield GAME.new(scenario, seed=seed)
        play = begin(scenario, seed)
        deploy_all(play)
        yield play
    near = {f"su-tank-bde#{n}": "2417" for n in (1, 2)} | {f"ge-mot-inf-bn#{n}": "2416" for n in (1, 2)}
    guns = {"su-art-20#1": "2419", "su-supply#1": "2419", "ge-art-light#1": "2414", "ge-supply#1": "2414"}
    more = {"ge-arm-inf-bn#1": "2516", "su-mech-bde#1": "2517", "ge-engineer-bn#1": "1712", "su-engineer-bn#1": "1714"}
    line = {f"su-rifle-rgt#{n}": f"23{3 * n - 1:02}" for n in range(1, 10)}
    for active in ("german", "russian"):
        yield position({**near, **guns, **more, **line}, scenario=S4, active=active, forts=["2416", "2417"])


@cache
def spoken() -> tuple[Message, ...]:
    """All that random games say: prompts, refusals, events and the result."""
    found: list[Message] = []
    for seed in (1, 2):
        for play in openings(seed):
            rng = Random(seed)
            for player in random_answers(play, rng):
                ask = play.ask(player)
                assert ask is not None
                found.append(ask.message)
                for _ in range(TRIES):
                    found += [reason.message for reason in play.why(player, *any_answer(play, player, rng))]
            found += [event.message for event in play.events]
            if play.result is not None:
                found.append(play.result.reason)
    return tuple(found)


def test_random_games_meet_a_fair_part_of_the_catalogue() -> None:
    """Otherwise the tests below would show little."""
    met = {message.key for message in spoken()}
    for table, part in (("event", 0.7), ("prompt", 0.8), ("why", 0.5)):
        keys = {key for key in OWN.keys("en") if key.startswith(f"{table}.")}
        assert len(met & keys) >= part * len(keys), sorted(keys - met)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_said_in_random_games_has_words(language: str) -> None:
    for message in spoken():
        text = WORDS.say_with_rule(message, language)
        assert text and "{" not in text, message


def test_every_rule_that_is_named_is_in_the_index() -> None:
    cited = {message.rule for message in spoken() if message.rule}
    assert cited <= GAME.rules.ids, cited - GAME.rules.ids


def test_japanese_sentences_hold_no_english_but_names_on_counters() -> None:
    names = set(chain.from_iterable(LATIN.findall(row.label) for row in GAME.units))
    for message in spoken():
        if not message.key.startswith("refuse."):  # these repeat what was typed
            assert set(LATIN.findall(WORDS.say(message, "ja"))) <= names, WORDS.say(message, "ja")


# ---- some sentences as they are read


def test_a_step_that_is_too_dear_names_every_cost_in_it() -> None:
    play = position({"su-at-bn#1": "2418", "ge-inf-bn#1": "2416"})
    take_up(play, "russian", "su-at-bn#1")
    reasons = [reason.message for reason in play.why("russian", "move", "2417")]
    assert [WORDS.say_with_rule(reason, "en") for reason in reasons] == [
        "AT1 cannot enter 2417: 3 MP left, needs 4 (zoc.A)",
        "clear: 1 MP (tec.clear)",
        "enemy ZOC: 3 MP (zoc.A)",
        "total: 4 MP (move.H)",
        "allowance: 3 MP, spent so far: 0 (def.move)",
    ]
    assert [WORDS.say_with_rule(reason, "ja") for reason in reasons] == [
        "AT1は2417に入れない：残り3移動力、必要4（zoc.A）",
        "平地：1移動力（tec.clear）",
        "敵ZOC：3移動力（zoc.A）",
        "合計：4移動力（move.H）",
        "使える移動力：3、消費済み：0（def.move）",
    ]


def test_the_log_tells_a_combat_with_its_sum() -> None:
    play = position({"su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2416"}, step="combat", dice=[1])
    answer(play, "russian", ("attack", "2416"), ("add", "su-rifle-rgt#1"), "announce", "end_announcing")
    assert any("5 to 2, column 2-1, die 1 + 0, result DX (defenders destroyed)" in one for one in play.log("en"))
    assert any("5対2、コラム2-1、ダイス1＋0、結果DX（防御側は壊滅）" in one for one in play.log("ja"))
