"""The catalogues of A Victory Lost: words for what only it has, and some sentences as they are read."""

from __future__ import annotations

import re
from itertools import chain

import pytest

from grognard.core.ask import IllegalAnswer, Target
from grognard.core.conformance.words import catalogue
from grognard.core.play import Play
from grognard.core.words import LANGUAGES
from grognard.games.avl import GAME
from grognard.hex.grid import bits

WORDS = GAME.words
OWN = catalogue(GAME.folder / "locale")


# ---- the catalogues


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_terrain_and_cost_has_a_word(language: str) -> None:
    words = {word for hex_words in GAME.ground.terrain_words.values() for word in hex_words}
    words |= {"nobody", "minor_river", "zoc", "zoc_leave"}
    assert {f"word.{word}" for word in words} <= OWN.keys(language)


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
    assert any("ダイス6、結果はDR（防御側1ヘクス退却）" in line for line in play.log("ja"))


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
    assert english == "0111 cannot be attacked: 1 against 3 is below 1-1 (9.3.4a)"
    assert japanese == "0111は攻撃できない：1対3で、1-1を下回る（9.3.4a）"


def test_the_closed_pocket_says_until_when() -> None:
    pocket = GAME.ground.grid.name(bits(GAME.ground.pocket)[0])
    play = GAME.position(step="move", turn=2, active="soviet", place={"su-8c": "0112"})
    play.answer("soviet", "unit", "su-8c")
    english, japanese = refusal(play, "move", pocket)
    assert "until the end of turn 4" in english and "第4ターンの終わりまで" in japanese


@pytest.mark.parametrize(
    ("points", "english", "japanese"),
    [
        ({"axis": 40, "soviet": 10}, "Axis side wins by sudden death in turn 2: Axis 40 VP, Soviet 10 VP", "枢軸軍の"),
        ({"axis": 5, "soviet": 35}, "Soviet side wins by sudden death in turn 2: Axis 5 VP, Soviet 35 VP", "ソ連軍の"),
    ],
)
def test_the_result_names_the_winner_and_the_score(points: dict[str, int], english: str, japanese: str) -> None:
    play = GAME.position(unchecked=True, step="sudden_death", turn=2, vp=points)
    assert play.result is not None
    assert WORDS.say(play.result.reason, "en") == f"The {english}"
    assert f"{japanese}サドンデス勝利" in WORDS.say(play.result.reason, "ja")


@pytest.mark.parametrize(("axis", "key"), [(10, "result.draw"), (11, "result.points")])
def test_the_last_turn_ends_in_words(axis: int, key: str) -> None:
    play = GAME.position(unchecked=True, step="sudden_death", turn=GAME.turns, vp={"axis": axis, "soviet": 10})
    assert play.result is not None and play.result.reason.key == key
    for language in LANGUAGES:
        assert str(axis) in WORDS.say(play.result.reason, language)
