"""The catalogues of Velikiye Luki: words for what only it has, and some sentences as they are read."""

from __future__ import annotations

import ast
import re
from itertools import chain
from typing import Any

import pytest

from grognard.core.ask import IllegalAnswer, Target
from grognard.core.conformance.words import catalogue, said_by
from grognard.core.play import Play
from grognard.core.words import LANGUAGES, Message
from grognard.games.vl import GAME
from grognard.games.vl.losses import CAUSES
from grognard.games.vl.results import duties
from grognard.games.vl.state import PLACES, WEATHER
from grognard.games.vl.view import SUPPLY_FLAGS, faces
from tests.games._talk import spoken

WORDS = GAME.words
OWN = catalogue(GAME.folder / "locale")
LEVELS = (*GAME.files.tables.victory.levels, *GAME.files.tables.victory.automatic)
CODES = set(chain.from_iterable(GAME.files.tables.crt.rows.values()))
OUTCOMES = ("levels_0", "levels_1", "levels_2", "last_1", "last_2")
"""What a die against the city does: with both Festungs standing, and with one."""


def modifier_words() -> set[str]:
    """What the code names as lines of a reckoning: `Modifier("ring", ...)`, or whole as `odds.festung_division`."""
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in GAME.folder.glob("*.py")]
    whole = {key.partition(".")[2] for key, *_ in said_by(GAME) if key.startswith("odds.") and key != "odds.*"}
    return whole | {
        str(node.args[0].value)
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Modifier"
        if node.args and isinstance(node.args[0], ast.Constant)
    }


# ---- the catalogues


def test_only_reckonings_and_results_are_said_by_keys_put_together() -> None:
    assert {key for key, *_ in said_by(GAME) if key.endswith("*")} == {"odds.*", "result.*"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_has_words_under_the_name_of_its_prompt(language: str) -> None:
    asking = {one.message.key.partition(".")[2] for one in spoken("vl") if one.message.key.startswith("prompt.")}
    steps = {key.partition(".")[2] for key in OWN.keys(language) if key.startswith("step.")}
    others = {"move_units", "move_units_overstacked", "move_unit_entering", "combat_assault", "declare_alone"}
    others |= {
        "retreat_one",
        "retreat_full",
        "bold",
        "declare_nobody",
        "support_edge",
        "deploy_unit_one",
        "requirements_bleed",
        "requirements_shut",
    }
    assert asking - others <= steps


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_place_flag_terrain_and_cost_has_a_word(language: str) -> None:
    words = {"soviet", "german", "nobody", "moved", "fought", "fresh", "used", "zoc_leave", "road", "rail"}
    words |= {*PLACES, *(flag for flag in SUPPLY_FLAGS if flag), *(f"weather_{one}" for one in WEATHER)}
    words |= {*GAME.map.terrain, *GAME.map.hexsides, *GAME.map.paths, *(place.kind for place in GAME.map.places)}
    words |= {name for face in faces(GAME) for name in face.get("value_names", ())}
    words |= set(CAUSES.values())
    words |= {"not arrived, asked", "away, asked"}  # the same places while their unit may come from there
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


# ---- some sentences as they are read


def refusal(play: Play, verb: str, target: Target = None) -> tuple[str, str]:
    """What a Soviet player is told, in English and in Japanese."""
    with pytest.raises(IllegalAnswer) as refused:
        play.answer("soviet", verb, target)
    return refused.value.text("en"), refused.value.text("ja")


def fight(place: dict[str, str], hex: str, dice: list[int]) -> Play:
    """An attack on a hex with everyone, no supports asked for."""
    play = GAME.position(unchecked=True, step="combat", active="soviet", place=place, dice=dice)
    for verb, target in (("attack", hex), ("add_all", None), ("commit", None)):
        play.answer("soviet", verb, target)
    return play


def test_the_log_tells_a_combat_with_its_shifts_and_its_result_in_words() -> None:
    play = fight({"fd-357": "1009", "tr-27": "1009", "s-343": "1008"}, "1008", [3, 4, 4])
    english, japanese = "\n".join(play.log("en")), "\n".join(play.log("ja"))
    assert "Soviet quality C, die 3: column shift +0" in english
    assert "ソ連軍の練度C、ダイス3：コラムシフト+0" in japanese
    assert "9 to 3, 3/1; shifts: infantry with armour +1; column 4/1" in english
    assert "9対3で3/1、シフト：歩戦協同 +1。練度ダイス適用後のコラム4/1" in japanese
    assert "die 4, result -/R (defender: retreats 1 hex)" in english
    assert "ダイス4、結果は-/R（防御側：1ヘクス退却）" in japanese


def test_a_combat_without_shifts_says_so() -> None:
    play = fight({"fd-357": "1009", "fd-257": "1009", "s-343": "1008"}, "1008", [3, 4, 4])
    assert any("shifts: none; column" in line for line in play.log("en"))
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


def test_movement_speaks_of_divisions_only_to_who_has_one_to_divide() -> None:
    """The German side has none: a newcomer looked for a button that never comes."""
    german = GAME.position(turn=3, step="move", active="german", place={"klatt": "0512"})
    soviet = GAME.position(turn=3, step="move", active="soviet", place={"fd-357": "1408"})
    for language, word in (("en", "divi"), ("ja", "師団")):
        assert word not in german.view("german")["ask"]["prompt"]["text"][language]
        assert word in soviet.view("soviet")["ask"]["prompt"]["text"][language]


def test_the_set_up_speaks_of_what_is_left_to_place_and_of_nothing_else() -> None:
    said = [GAME.words.texts("prompt.deploy", {"side": "german", "count": count})["en"] for count in (0, 1, 3)]
    assert ["suggested" in one for one in said] == [False, True, True]
    assert "all counters are placed" in said[0] and "last counter" in said[1] and "3 are still to place" in said[2]
