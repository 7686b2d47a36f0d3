"""The catalogues of Lost Battles: words for what only it has, and some sentences as they are read."""

from __future__ import annotations

import pytest

from grognard.core.conformance.words import catalogue
from grognard.core.words import LANGUAGES
from grognard.games.lb import GAME
from grognard.games.lb.counters import GUN_VALUES, VALUES
from grognard.games.lb.state import PLACES
from tests.games.lb._help import answer, position, take_up

WORDS = GAME.words
OWN = catalogue(GAME.folder / "locale")


# ---- the catalogues


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_place_figure_and_result_has_words(language: str) -> None:
    words = {"road", "river", "zoc", "zoc_leave", "nobody", *VALUES, *GUN_VALUES, *GAME.chit_names, *PLACES}
    words |= {row.id for scenario in GAME.files.scenarios.values() for row in scenario.choices}
    words |= {goal.set for scenario in GAME.files.scenarios.values() for goal in scenario.victory if goal.set}
    wanted = [f"word.{word}" for word in words]
    wanted += [f"result.{code}" for code in (*GAME.files.tables.crt.results, "-")]
    assert set(wanted) <= OWN.keys(language), set(wanted) - OWN.keys(language)


# ---- some sentences as they are read


def test_a_step_that_is_too_dear_names_every_cost_in_it() -> None:
    play = position({"su-at-bn#1": "2418", "ge-inf-bn#1": "2416"})
    take_up(play, "russian", "su-at-bn#1")
    reasons = [reason.message for reason in play.why("russian", "move", "2417")]
    assert [WORDS.say_with_rule(reason, "en") for reason in reasons] == [
        "Russian AT1 cannot enter 2417: 3 MP left, needs 4 (zoc.A)",
        "clear: 1 MP (tec.clear)",
        "enemy ZOC: 3 MP (zoc.A)",
        "total: 4 MP (move.H)",
        "allowance: 3 MP, spent so far: 0 (def.move)",
    ]
    assert [WORDS.say_with_rule(reason, "ja") for reason in reasons] == [
        "ソ連軍AT1は2417に入れない：残り3移動力、必要4（zoc.A）",
        "平地：1移動力（tec.clear）",
        "敵ZOC：3移動力（zoc.A）",
        "合計：4移動力（move.H）",
        "使える移動力：3、消費済み：0（def.move）",
    ]


def test_the_log_tells_a_combat_with_its_sum() -> None:
    play = position({"su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2416"}, step="combat", dice=[1])
    answer(play, "russian", ("attack", "2416"), ("add", "su-rifle-rgt#1"), "announce", "end_announcing")
    assert any("5 to 2, column 2-1, die 1, result DX (defenders destroyed)" in one for one in play.log("en"))
    assert any("5対2、コラム2-1、ダイス1、結果はDX（防御側は撃破）" in one for one in play.log("ja"))
