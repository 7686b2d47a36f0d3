"""The catalogues of Velikiye Luki: complete, alike in both languages, and able to word all that a game says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from random import Random
from typing import Any

import pytest

from grognard.core.ask import IllegalAnswer, Kind, Target
from grognard.core.play import Play
from grognard.core.words import LANGUAGES, Message
from grognard.games.vl import GAME
from grognard.games.vl.game import OPTION_RULES
from grognard.games.vl.position import STEPS
from grognard.games.vl.results import duties
from grognard.games.vl.state import PLACES, WEATHER
from grognard.games.vl.view import SUPPLY_FLAGS
from grognard.hex.grid import bits
from tests.catalogues import catalogue, cited_keys, placeholders, said

WORDS = GAME.words
OWN = catalogue(GAME.folder / "locale")
SEEDS = (1, 2)
ANSWERS = 3000
TRIES = 2
"""Answers out of the blue before each true one, for the refusals."""
RELUCTANT = {
    "end_movement",
    "end_combat",
    "cancel",
    "remove",
    "done",
    "stop",
    "put_down",
    "no_more_support",
    "end_advance",
}
HEXES = bits(GAME.ground.grid.board)
LATIN = re.compile(r"[A-Za-z]{4,}")
LEVELS = (*GAME.files.tables.victory.levels, *GAME.files.tables.victory.automatic)
CODES = set(chain.from_iterable(GAME.files.tables.crt.rows.values()))
OUTCOMES = ("levels_0", "levels_1", "levels_2", "last_1", "last_2")
"""What a die against the city does: with both Festungs standing, and with one."""
FALLING: dict[str, Any] = {
    "turn": 7, "step": "combat", "active": "soviet", "ring": 5, "festungs": {"west": 1, "east": 1},
    "place": {
        "gfd-9": "1109", "tb-184": "1109", "gfd-46": "1009", "gfd-21": "1010", "fd-28": "1311", "fd-357": "1111",
        "ft-515": "1111", "fd-257": "1211", "eng-225": "1211", "fd-381": "1310", "mb-47": "1310", "fd-350": "1209",
        "mrl-38g": "1109", "s-343": "0905",
    },
}  # fmt: skip
"""The city in its last throes."""


def modifier_words() -> set[str]:
    """What the code names as lines of a reckoning: `Modifier("ring", ...)`, or whole as `odds.festung_division`."""
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in GAME.folder.glob("*.py")]
    whole = {key.partition(".")[2] for key, _ in said(GAME.folder) if key.startswith("odds.") and key != "odds.*"}
    return whole | {
        str(node.args[0].value)
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Modifier"
        if node.args and isinstance(node.args[0], ast.Constant)
    }


@cache
def whole_keys() -> set[str]:
    """The keys that code says whole, not put together."""
    return {key for key, _ in said(GAME.folder) if not key.endswith("*")} | cited_keys(GAME.folder)


def meant_by(key: str, language: str) -> list[str]:
    """The keys that a key in the code can mean: itself, or for a beginning all that no code says whole."""
    if not key.endswith("*"):
        return [key]
    return [one for one in OWN.keys(language) if one.startswith(key[:-1]) and one not in whole_keys()]


# ---- the catalogues


def test_both_languages_have_the_same_keys_and_the_same_facts() -> None:
    assert OWN.keys("en") == OWN.keys("ja")
    for key in OWN.keys("en"):
        assert placeholders(OWN.template(key, "en")) == placeholders(OWN.template(key, "ja")), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_that_code_cites_has_words(language: str) -> None:
    assert whole_keys() <= OWN.keys(language)
    beginnings = {key for key, _ in said(GAME.folder) if key.endswith("*")}
    assert beginnings == {"odds.*", "result.*"}


def test_no_sentence_is_left_that_no_code_says() -> None:
    sentences = {key for key in OWN.keys("en") if key.startswith(("event.", "prompt.", "why."))}
    assert sentences - cited_keys(GAME.folder) == set()
    prompts = {key.partition(".")[2] for key in sentences if key.startswith("prompt.")}
    assert {key.partition(".")[2] for key in OWN.keys("en") if key.startswith("headline.")} == prompts


@pytest.mark.parametrize("language", LANGUAGES)
def test_code_hands_over_every_fact_that_a_sentence_needs(language: str) -> None:
    for key, facts in said(GAME.folder):
        for one in meant_by(key, language):
            assert facts is None or placeholders(OWN.template(one, language)) <= facts, one


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_headline_needs_no_other_facts_than_its_prompt(language: str) -> None:
    for key in OWN.keys(language):
        if key.startswith("headline."):
            prompt = OWN.template(key.replace("headline", "prompt"), language)
            assert placeholders(OWN.template(key, language)) <= placeholders(prompt), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verb_option_and_step_has_words_and_nothing_else_has(language: str) -> None:
    def named(table: str) -> set[str]:
        return {key.partition(".")[2] for key in OWN.keys(language) if key.startswith(f"{table}.")}

    assert named("verb") == {verb.name for verb in GAME.verbs}
    assert named("option") == {f"{name}{ending}" for name in OPTION_RULES for ending in ("", "_help")}
    asking = {prompt.key.partition(".")[2] for prompt in spoken() if prompt.key.startswith("prompt.")}
    assert set(STEPS) <= named("step")
    assert asking - {"move_units", "move_units_overstacked", "combat_assault", "declare_alone", "bold"} <= named("step")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_place_flag_terrain_and_cost_has_a_word(language: str) -> None:
    words = {"soviet", "german", "nobody", "moved", "fought", "fresh", "used", "zoc_leave", "road", "rail"}
    words |= {*PLACES, *(flag for flag in SUPPLY_FLAGS if flag), *(f"weather_{one}" for one in WEATHER)}
    words |= {*GAME.map.terrain, *GAME.map.hexsides, *GAME.map.paths, *(place.kind for place in GAME.map.places)}
    words |= {name for face in GAME.faces for name in face.get("value_names", ())}
    assert {key for key in OWN.keys(language) if key.startswith("word.")} == {f"word.{word}" for word in words}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_a_reckoning_has_words_and_nothing_else_has(language: str) -> None:
    tables = GAME.files.tables
    rivers = {f"{name}{ending}" for name in tables.hexside for ending in ("", "_bridged")}
    lines = {*tables.terrain, *tables.place, *rivers, *modifier_words()}
    assert {key for key in OWN.keys(language) if key.startswith("odds.")} == {f"odds.{line}" for line in lines}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_result_has_words_and_nothing_else_has(language: str) -> None:
    wanted = CODES | {level.id for level in LEVELS} | set(OUTCOMES)
    assert {key for key in OWN.keys(language) if key.startswith("result.")} == {f"result.{one}" for one in wanted}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_of_the_crt_is_told_with_its_numbers(language: str) -> None:
    for code in CODES:
        told = sorted(int(number) for number in re.findall(r"\d+", OWN.template(f"result.{code}", language)))
        wanted = [number for duty in duties(code) for number in (int(duty.retreat), duty.requirements) if number]
        assert told == sorted(wanted), code


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
    return verb.name, GAME.ground.grid.name(rng.choice(HEXES))


@cache
def spoken() -> tuple[Message, ...]:
    """All that random games say, from the beginning and with the city falling: prompts, refusals, events, results."""
    found: list[Message] = []
    options = [{}, {name: not default for name, default in GAME.campaign.options.model_dump().items()}]
    for seed, chosen in zip(SEEDS, options, strict=True):
        for play in (GAME.new(seed=seed, options=chosen), GAME.position(**FALLING, seed=seed, options=chosen)):
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
        short = message._replace(key=message.key.replace("prompt.", "headline."))
        assert WORDS.say(short, language), message


def test_japanese_sentences_hold_no_english_but_names_on_counters() -> None:
    names = set(chain.from_iterable(LATIN.findall(row.label) for row in GAME.units))
    for message in spoken():
        if not message.key.startswith("refuse."):  # these repeat what was typed
            assert set(LATIN.findall(WORDS.say(message, "ja"))) <= names, WORDS.say(message, "ja")


# ---- some sentences as they are read


def refusal(play: Play, verb: str, target: Target = None) -> tuple[str, str]:
    """What a Soviet player is told, in English and in Japanese."""
    with pytest.raises(IllegalAnswer) as refused:
        play.answer("soviet", verb, target)
    return refused.value.text("en"), refused.value.text("ja")


def fight(place: dict[str, str], hex: str, dice: list[int]) -> Play:
    """An attack on a hex with everyone, no supports asked for."""
    play = GAME.position(step="combat", active="soviet", place=place, dice=dice)
    for verb, target in (("attack", hex), ("add_all", None), ("commit", None)):
        play.answer("soviet", verb, target)
    return play


def test_the_log_tells_a_combat_with_its_shifts_and_its_result_in_words() -> None:
    play = fight({"fd-357": "1009", "tr-27": "1009", "s-343": "1008"}, "1008", [3, 4, 4])
    english, japanese = "\n".join(play.log("en")), "\n".join(play.log("ja"))
    assert "Soviet quality C: die 3, columns +0" in english and "ソ連軍の練度C：ダイス3、+0コラム" in japanese
    assert "9 to 3, 3/1; shifts infantry with armour +1; column 4/1" in english
    assert "9対3で3/1、シフト：歩戦協同 +1。練度を含むコラム4/1" in japanese
    assert "die 4, result -/R (defender: retreats 1 hex)" in english
    assert "ダイス4、結果-/R（防御側：1ヘクス退却）" in japanese


def test_a_combat_without_shifts_says_so() -> None:
    play = fight({"fd-357": "1009", "fd-257": "1009", "s-343": "1008"}, "1008", [3, 4, 4])
    assert any("shifts none; column" in line for line in play.log("en"))
    assert any("シフト：なし。" in line for line in play.log("ja"))


def test_a_step_that_is_too_dear_names_every_cost_in_it() -> None:
    place = {"fd-357": "0803 unsupplied", "s-343": "0804"}
    play = GAME.position(step="move", active="soviet", place=place)
    play.answer("soviet", "unit", "fd-357")
    english, japanese = refusal(play, "move", "0903")
    assert english == "357 DF cannot enter 0903: 3 MP left, needs 4 (swamp 2 + leaving enemy ZOC 2) (3.1a)"
    assert japanese == "357 DFは0903に入れない：残り3移動力、必要4（沼地 2 + 敵ZOCから出る 2）（3.1a）"


def test_a_cadre_is_called_in_the_log_what_its_counter_says() -> None:
    play = GAME.position(step="move", active="soviet", place={"gfd-9": "1410", "fd-357": "1411 cadre"})
    play.answer("soviet", "detach", "gfd-9")
    labels = {piece["id"]: piece["label"] for piece in play.view("soviet")["pieces"]}
    assert (labels["cadre-1"], labels["gfd-9"], labels["fd-357"]) == ("Cadre 9 DFG", "9 DFG", "Cadre 357 DF")
    assert "9 DFG detaches a regiment in 1410: Cadre 9 DFG" in play.log("en")[-1]
    assert "Cadre 9 DFG" in play.log("ja")[-1]
    for unit in ("cadre-1", "fd-357"):
        play.answer("soviet", "unit", unit)
        ask = play.ask("soviet")
        assert ask is not None and ask.prompt.startswith(f"{labels[unit]} has 6 MP left")
    # and what was said stays said when the counter of the pool has gone
    play.answer("soviet", "put_down")
    play.answer("soviet", "end_movement")
    assert "9 DFG detaches a regiment in 1410: Cadre 9 DFG" in "\n".join(play.log("en"))


@pytest.mark.parametrize(("turn", "says"), [(10, "may come back in turn 11"), (11, "does not come back")])
def test_nobody_is_promised_a_turn_after_the_last(turn: int, says: str) -> None:
    place = {"fd-357": "1009", "hq-83": "1008", "s-343": "0808"}
    play = GAME.position(step="combat", active="soviet", turn=turn, place=place)
    for verb, target in (("attack", "1008"), ("add", "fd-357"), ("commit", None)):
        play.answer("soviet", verb, target)
    assert any("HQ 83 was alone" in line and says in line for line in play.log("en"))


def test_clear_weather_is_no_clear_ground() -> None:
    play = GAME.position(step="turn", turn=2, dice=[1])
    assert any("weather die 1: clear" in line for line in play.log("en"))
    assert any("天候のダイス1：晴れ" in line for line in play.log("ja"))
    assert WORDS.word("clear", "ja") == "平地"


def test_a_gap_in_the_ring_is_named() -> None:
    play = GAME.position(step="combat", active="soviet", place={"fd-357": "1209"})
    english, japanese = refusal(play, "assault")
    assert english.startswith("Velikiye Luki is not encircled") and "1010" in english
    assert "包囲されていない" in japanese and "1010" in japanese


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.id)
def test_every_level_of_victory_names_points_and_turn(level: Any) -> None:
    message = Message(f"result.{level.id}", "13.3.3", {"points": level.least, "turn": 11})
    for language in LANGUAGES:
        text = WORDS.say(message, language)
        assert str(level.least) in text and "11" in text
        if level.winner is not None:
            assert WORDS.word(level.winner, language) in text


def test_the_game_ends_in_words() -> None:
    play = GAME.position(step="end_of_turn", turn=GAME.turns)
    assert play.result is not None
    assert WORDS.say(play.result.reason, "en") == "German operational victory in turn 11: 0 Soviet VP"
    assert WORDS.say(play.result.reason, "ja") == "第11ターン、ドイツ軍の作戦的勝利：ソ連軍0VP"
