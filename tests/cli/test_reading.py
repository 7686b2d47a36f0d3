"""What a player types is understood as he means it; what is unclear is said so."""

from __future__ import annotations

import pytest

import grognard
from grognard.cli.terminal.choices import Choice, Choices
from grognard.cli.terminal.reading import Unclear, understand
from grognard.core.play import Play


def at(play: Play, player: str = "soviet", language: str = "en") -> Choices:
    ask = play.ask(player)
    assert ask is not None
    return Choices(play, player, ask, play.view(player), language)


def attacking() -> Play:
    """Turn 1: 1GdA's special combat."""
    play = grognard.game("avl").new(seed=7)
    for verb in ("historical", "done"):
        play.answer("soviet", verb)
    for player, chits in (("soviet", ("1GdA", "3GdA", "2GdA")), ("axis", ("H2A", "It8A", "R3A"))):
        for chit in chits:
            play.answer(player, "select_chit", chit)
        play.answer(player, "done")
    return play


@pytest.fixture
def opening() -> Choices:
    return at(grognard.game("avl").new(seed=7))


def test_a_number_is_the_one_in_the_list(opening: Choices) -> None:
    assert understand("2", opening) == opening.listed[1]


def test_a_number_outside_the_list_is_refused(opening: Choices) -> None:
    with pytest.raises(Unclear, match="from 1 to 12"):
        understand("99", opening)


def test_verb_and_target_by_name_or_prefix(opening: Choices) -> None:
    wanted = Choice("select_chit", "1GdA")
    assert understand("select_chit 1GdA", opening) == wanted
    assert understand("select 1gda", opening) == wanted
    assert understand("1gda", opening) == wanted
    assert understand("hist", opening) == Choice("historical", None)
    assert understand("take the historical choice", opening) == Choice("historical", None)


def test_a_prefix_that_fits_several_is_unclear(opening: Choices) -> None:
    with pytest.raises(Unclear, match="5TkA, 5ShA"):
        understand("select 5", opening)


def test_words_that_mean_nothing_are_unclear(opening: Choices) -> None:
    with pytest.raises(Unclear, match="help"):
        understand("xyzzy", opening)


def test_a_verb_without_its_target_asks_for_it(opening: Choices) -> None:
    with pytest.raises(Unclear, match="chit"):
        understand("select_chit", opening)
    with pytest.raises(Unclear, match="stands alone"):
        understand("historical 1GdA", opening)


def test_units_go_by_label_or_id_and_hexes_by_number_or_place() -> None:
    play = attacking()
    assert understand("activate 1gda", at(play)) == Choice("activate", "hq-1gda")
    assert understand("hq-1gda", at(play)) == Choice("activate", "hq-1gda")
    play.answer("soviet", "activate", "hq-1gda")
    assert understand("3913", at(play)) == Choice("attack", "3913")
    assert understand("attack boguchar", at(play)) == Choice("attack", "3913")
    assert understand("bogu", at(play)) == Choice("attack", "3913")
    play.answer("soviet", "attack", "3913")
    assert understand("25tk", at(play)) == Choice("add", "su-25tk")
    assert understand("all", at(play)) == Choice("add_all", None)
    assert understand("add all", at(play)) == Choice("add_all", None)


def test_what_is_known_but_not_offered_is_passed_on_so_that_the_rules_can_say_why() -> None:
    play = attacking()
    play.answer("soviet", "activate", "hq-1gda")
    choices = at(play)
    assert understand("rostov", choices) == Choice("attack", "3435")
    assert understand("move 2310", choices) == Choice("move", "2310")


def test_japanese_meanings_are_understood() -> None:
    play = grognard.game("avl").new(seed=7)
    meaning = play.game.words.template("verb.historical", "ja")
    assert understand(meaning, at(play, language="ja")) == Choice("historical", None)
