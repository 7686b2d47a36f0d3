"""The map in characters: every hex has its place, and what stands in it is shown."""

from __future__ import annotations

import pytest
from rich.console import Console

import grognard
from grognard.cli.terminal.board import Board, middle
from grognard.cli.terminal.canvas import Canvas
from grognard.cli.terminal.choices import runs
from grognard.cli.terminal.hints import marks
from grognard.cli.terminal.screen import Screen
from grognard.core.play import Play


def lines_of(board: Board, centre: str, width: int = 100, height: int = 22) -> list[str]:
    return [line.plain for line in board.window(centre, width, height)]


def opening(legal: tuple[str, ...] = (), language: str = "en") -> Board:
    play = grognard.game("avl").new(seed=1)
    return Board(play.game, play.view("soviet"), language, legal)


def test_a_window_fits_its_size_everywhere_on_the_map() -> None:
    board = opening()
    for centre in ("0101", "6742", "0142", "6701", "3320"):
        lines = lines_of(board, centre)
        assert len(lines) <= 22
        assert max(map(len, lines)) <= 100


def test_even_columns_stand_half_a_hex_lower() -> None:
    board = opening(legal=("0101", "0201"))
    lines = lines_of(board, "0101")
    assert "0101" in lines[1] and "0201" not in lines[1]
    assert "0201" in lines[2]


def test_a_stack_shows_its_strongest_unit_and_how_many_more() -> None:
    text = "\n".join(lines_of(opening(), "3912"))
    assert "25Tk+1" in text  # with 38G in 3912
    assert "*1GdA" in text
    assert "4-2-8" in text


def test_rivers_roads_and_towns_are_drawn() -> None:
    text = "\n".join(lines_of(opening(), "3912"))
    assert "======" in text  # the Don
    assert "-Rav" in text  # the road into Boguchar
    assert "Rossos" in text
    assert "アレク" in "\n".join(lines_of(opening(language="ja"), "3310"))  # Alekseyevka


def luki(language: str = "en") -> Board:
    play = grognard.game("vl").new(seed=1)
    return Board(play.game, {**play.view("soviet"), "pieces": []}, language)


def test_a_city_on_two_hexes_is_written_once() -> None:
    for text in (lines_of(luki(), "1110"), [line.plain for line in luki().overview()]):
        assert "".join(text).count("Veliki") == 1 and "(" not in "".join(text)
    assert "ヴェリ" in "\n".join(lines_of(luki("ja"), "1110"))


def test_what_lies_off_the_map_is_blank() -> None:
    lines = lines_of(luki(), "1602", 120, 12)
    assert [line[3 + 12 * 7 :].strip() for line in lines[1:9]] == [""] * 8  # columns 13 to 16, the first four rows
    overview = [line.plain.ljust(30) for line in luki().overview()]
    assert overview[1][3:].startswith("%%···,%%%·%") and overview[1][14:20].strip() == ""
    assert overview[5][15] != " "


def test_a_legal_hex_shows_its_number() -> None:
    assert "3909" in "\n".join(lines_of(opening(legal=("3909",)), "3912"))


def test_a_hint_is_marked_where_it_begins_and_where_it_leads() -> None:
    hint = {"ways": [["3912", "3911"]], "target": "3913"}
    assert marks(hint) == {"3912": " 3912>", "3911": ">3911 ", "3913": ">3913 "}
    assert marks({"ways": [["3912", "3911"], ["3911", "3910"]], "target": "3910"})["3911"] == ">3911>"
    assert marks({"ways": [], "target": None}) == {}
    play = grognard.game("avl").new(seed=1)
    board = Board(play.game, play.view("soviet"), "en", about="3912", hinted=marks(hint))
    text = "\n".join(lines_of(board, "3912"))
    assert (
        " 3912>" in text
        and ">3911 " in text
        and ">3913 " in text
        and ">39" not in "\n".join(lines_of(opening(), "3912"))
    )


def test_the_whole_map_has_a_line_for_every_row() -> None:
    lines = [line.plain for line in opening().overview()]
    assert len(lines) == 43
    assert any("Kharkov" in line for line in lines)
    assert lines[12][3 + 39 - 1] == "s"  # 3912


def test_a_double_width_letter_takes_two_cells() -> None:
    canvas = Canvas(6, 1)
    canvas.write(0, 0, "ドン川", "", 6)
    assert canvas.lines()[0].plain == "ドン川"
    canvas.write(0, 0, "a", "", 6)
    assert canvas.lines()[0].plain == "a     "


def test_hexes_are_listed_as_runs() -> None:
    assert runs(["0105", "0103", "0104", "0201"]) == ["0103-05", "0201"]
    assert middle(["0101", "0303"]) == "0202"
    assert middle(["box"]) is None


def test_a_hidden_block_shows_that_it_is_there_and_no_more() -> None:
    place = {"red-infantry-1": "0504", "blue-armor-1": "0604", "blue-fighter-1": "0604"}
    play = grognard.game("victory").position(place=place, step="move", unchecked=True)
    text = "\n".join(lines_of(Board(play.game, play.view("red"), "en"), "0504"))
    assert "IN" in text and "?+1" in text and "AR" not in text and "FA" not in text


def head_of(play: Play, player: str, language: str) -> str:
    screen = Screen(Console(width=160), play, language)
    return "\n".join(line.plain for line in screen.header(play.view(player), player))


@pytest.mark.parametrize(("language", "words"), [("en", "resting"), ("ja", "待機")])
def test_pools_are_told_in_the_words_of_the_game(language: str, words: str) -> None:
    play = grognard.game("avl").new(seed=1)
    assert words in head_of(play, "soviet", language)
    assert words == play.game.words.template("pool.inactive", language)


def test_a_pool_without_a_word_in_the_catalogue_is_not_told_in_the_head() -> None:
    play = grognard.game("victory").new(seed=1)
    player = play.deciders[0]
    assert play.view(player)["pools"] and head_of(play, player, "en").count("\n") == 0
