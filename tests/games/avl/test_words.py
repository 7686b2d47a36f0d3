"""The catalogues of A Victory Lost: complete, alike in both languages, and able to word all that a game says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from random import Random

import pytest

from grognard.core.ask import IllegalAnswer, Kind, Target
from grognard.core.play import Play
from grognard.core.words import LANGUAGES, Message
from grognard.games.avl import GAME
from grognard.games.avl.game import OPTION_RULES
from grognard.games.avl.position import STEPS
from grognard.hex.grid import bits
from tests.catalogues import catalogue, cited_keys, placeholders, said

WORDS = GAME.words
OWN = catalogue(GAME.folder / "locale")
SEEDS = (1, 2)
ANSWERS = 4000
TRIES = 2
"""Answers out of the blue before each true one, for the refusals."""
RELUCTANT = {"end_combat", "cancel", "remove", "return_chit", "decline", "end_advance"}
HEXES = bits(GAME.ground.grid.board)
LATIN = re.compile(r"[A-Za-z]{4,}")


# ---- the catalogues


def test_both_languages_have_the_same_keys_and_the_same_facts() -> None:
    assert OWN.keys("en") == OWN.keys("ja")
    for key in OWN.keys("en"):
        assert placeholders(OWN.template(key, "en")) == placeholders(OWN.template(key, "ja")), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_that_code_cites_has_words(language: str) -> None:
    assert cited_keys(GAME.folder) <= OWN.keys(language)
    beginnings = [key[:-1] for key, _ in said(GAME.folder) if key.endswith("*")]
    assert beginnings
    for beginning in beginnings:
        assert any(key.startswith(beginning) for key in OWN.keys(language))


def test_no_sentence_is_left_that_no_code_says() -> None:
    beginnings = tuple(key[:-1] for key, _ in said(GAME.folder) if key.endswith("*"))
    sentences = {key for key in OWN.keys("en") if key.startswith(("event.", "prompt.", "why.", "result."))}
    sentences -= {f"result.{code}" for code in GAME.results}
    assert {key for key in sentences - cited_keys(GAME.folder) if not key.startswith(beginnings)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_code_hands_over_every_fact_that_a_sentence_needs(language: str) -> None:
    for key, facts in said(GAME.folder):
        keys = [one for one in OWN.keys(language) if one.startswith(key[:-1])] if key.endswith("*") else [key]
        for one in keys:
            assert facts is None or placeholders(OWN.template(one, language)) <= facts, one


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verb_option_step_and_terrain_has_words(language: str) -> None:
    wanted = [f"verb.{verb.name}" for verb in GAME.verbs]
    wanted += [f"option.{name}{ending}" for name in OPTION_RULES for ending in ("", "_help")]
    wanted += [f"step.{name}" for name in STEPS]
    words = {word for hex_words in GAME.ground.terrain_words.values() for word in hex_words}
    words |= {"axis", "soviet", "nobody", "minor_river", "zoc", "zoc_leave"}
    wanted += [f"word.{word}" for word in words]
    assert set(wanted) <= OWN.keys(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_result_of_the_crt_has_words_that_tell_what_it_does(language: str) -> None:
    rows = GAME.files.tables.crt.rows.values()
    for code in set(chain.from_iterable(rows)) | set(GAME.results):
        result, words = GAME.results[code], OWN.template(f"result.{code}", language)
        told = sorted(int(number) for number in re.findall(r"\d+", words))
        steps = result.attacker_steps + result.defender_steps
        assert told == sorted(number for number in (steps, result.retreat) if number), code


def test_the_log_tells_a_combat_result_in_words() -> None:
    place = {"su-7tk": "5605", "su-107": "5605", "de-168": "5606"}
    play = GAME.position(step="combat", active="soviet", place=place, dice=[6])
    for verb, target in (("attack", "5606"), ("add_all", None), ("resolve", None)):
        play.answer("soviet", verb, target)
    assert any("die 6, result DR (defender retreats 1 hex)" in line for line in play.log("en"))
    assert any("ダイス6、結果DR（防御側1ヘクス退却）" in line for line in play.log("ja"))


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
    if verb.kind is Kind.NOTHING:
        return verb.name, None
    if verb.kind is Kind.UNIT:
        return verb.name, rng.choice(GAME.units).id
    if verb.kind is Kind.CHIT:
        return verb.name, rng.choice(GAME.chits.names)
    return verb.name, GAME.ground.grid.name(rng.choice(HEXES))


@cache
def spoken() -> tuple[Message, ...]:
    """All that random games say: prompts, refusals, events and the result."""
    found: list[Message] = []
    options = [{}, dict.fromkeys(OPTION_RULES, True)]
    for seed, chosen in zip(SEEDS, options, strict=True):
        play = GAME.new(seed=seed, options=chosen)
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
    for table, part in (("event", 0.7), ("prompt", 0.7), ("why", 0.35)):
        keys = {key for key in OWN.keys("en") if key.startswith(f"{table}.")}
        assert len(met & keys) >= part * len(keys), sorted(keys - met)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_said_in_random_games_has_words(language: str) -> None:
    for message in spoken():
        text = WORDS.say_with_rule(message, language)
        assert text and "{" not in text, message


def test_japanese_sentences_hold_no_english_but_names_on_counters() -> None:
    counters = {row.label for row in GAME.units} | set(GAME.chits.names)
    names = set(chain.from_iterable(LATIN.findall(name) for name in counters))
    for message in spoken():
        if not message.key.startswith("refuse."):  # these repeat what was typed
            assert set(LATIN.findall(WORDS.say(message, "ja"))) <= names, WORDS.say(message, "ja")


# ---- some sentences as they are read


def refusal(play: Play, verb: str, target: Target = None) -> tuple[str, str]:
    """What a Soviet player is told, in English and in Japanese."""
    with pytest.raises(IllegalAnswer) as refused:
        play.answer("soviet", verb, target)
    return refused.value.text("en"), refused.value.text("ja")


def test_a_step_that_is_too_dear_names_every_cost_in_it() -> None:
    play = GAME.position(step="move", active="soviet", place={"su-8c": "0112 isolated", "de-17pz": "0312"})
    play.answer("soviet", "unit", "su-8c")
    english, japanese = refusal(play, "move", "0211")
    assert english.split("; ") == [
        "8C cannot enter 0211: 3 MP left, needs 4 (8.2.1a)",
        "clear: 1 MP (8.1.2b)",
        "enemy ZOC: 2 MP (8.2.1a)",
        "minor river: 1 MP (8.1.3a)",
        "total: 4 MP (8.1.2b)",
        "allowance, halved by isolation: 3 MP, spent so far: 0 (10.2.3)",
    ]
    assert japanese.split("; ") == [
        "8Cは0211に入れない：残り3移動力、必要4（8.2.1a）",
        "平地：1移動力（8.1.2b）",
        "敵ZOC：2移動力（8.2.1a）",
        "小河川：1移動力（8.1.3a）",
        "合計：4移動力（8.1.2b）",
        "孤立のため半減した移動力：3、消費済み：0（10.2.3）",
    ]


def test_an_attack_below_1_1_is_refused_with_its_sum() -> None:
    place = {"su-152b": "0112", "su-7tk": "0112", "de-298": "0111"}
    play = GAME.position(step="combat", active="soviet", place=place)
    play.answer("soviet", "attack", "0111")
    play.answer("soviet", "add", "su-152b")
    english, japanese = refusal(play, "resolve")
    assert english == "0111 cannot be attacked: 1 against 3, shifts down for terrain 0, stays below 1-1 (9.3.4a)"
    assert japanese == "0111は攻撃できない：1対3、地形による下へのシフト0で、1-1を下回る（9.3.4a）"


def test_the_closed_pocket_says_until_when() -> None:
    pocket = GAME.ground.grid.name(bits(GAME.ground.pocket)[0])
    play = GAME.position(step="move", turn=2, active="soviet", place={"su-8c": "0112"})
    play.answer("soviet", "unit", "su-8c")
    english, japanese = refusal(play, "move", pocket)
    assert "until the end of turn 4" in english and "第4ターンの終わりまで" in japanese


@pytest.mark.parametrize(
    ("points", "english", "japanese"),
    [
        ({"axis": 40, "soviet": 10}, "Axis wins by sudden death in turn 2: Axis 40 VP, Soviet 10 VP", "枢軸軍の"),
        ({"axis": 5, "soviet": 35}, "Soviet wins by sudden death in turn 2: Axis 5 VP, Soviet 35 VP", "ソ連軍の"),
    ],
)
def test_the_result_names_the_winner_and_the_score(points: dict[str, int], english: str, japanese: str) -> None:
    play = GAME.position(step="sudden_death", turn=2, vp=points)
    assert play.result is not None
    assert WORDS.say(play.result.reason, "en") == english
    assert f"{japanese}サドンデス勝利" in WORDS.say(play.result.reason, "ja")


@pytest.mark.parametrize(("axis", "key"), [(10, "result.draw"), (11, "result.points")])
def test_the_last_turn_ends_in_words(axis: int, key: str) -> None:
    play = GAME.position(step="sudden_death", turn=GAME.turns, vp={"axis": axis, "soviet": 10})
    assert play.result is not None and play.result.reason.key == key
    for language in LANGUAGES:
        assert str(axis) in WORDS.say(play.result.reason, language)
