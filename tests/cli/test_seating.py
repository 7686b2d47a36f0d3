"""Who sits where, asked at the terminal: the side, the level of the others and their handicap."""

from __future__ import annotations

import pytest
from rich.console import Console

import grognard
from grognard.cli.terminal.seating import ERRORS, ask_seats
from grognard.cli.words import WORDS
from grognard.core.words import LANGUAGES
from grognard.players import BOTS, bot


def seated(game: str, *lines: str, scenario: str | None = None, language: str = "en") -> tuple[dict[str, str], str]:
    """What comes of these lines, and all that was asked and shown for them."""
    console, left = Console(width=100), iter(lines)

    def read(prompt: str) -> str:
        console.print(prompt)
        return next(left)

    with console.capture() as shown:
        seats = ask_seats(grognard.game(game).new(scenario), console, language, read)
    assert not [*left], "nothing more was asked"
    return seats, shown.get()


@pytest.mark.parametrize("language", LANGUAGES)
def test_enter_keeps_a_recruit_who_does_his_best(language: str) -> None:
    seats, shown = seated("avl", "2", "", "", language=language)
    assert sorted(seats.values()) == ["human", "recruit"]
    assert seats[grognard.game("avl").scenario().roster.ids[1]] == "human"
    assert WORDS.template("level.veteran", language) in shown and WORDS.template("play.errs_0", language) in shown


def test_level_and_handicap_go_by_number_or_word() -> None:
    assert seated("vl", "sov", "regular", "very")[0] == {"soviet": "human", "german": "regular:errs=0.5"}
    assert seated("vl", "German", "4", "2")[0] == {"soviet": "veteran:errs=0.1", "german": "human"}
    assert seated("vl", "", "nobody", "german", "colonel", "re", "grog", "x", "never")[0]["soviet"] == "grognard"


def test_random_errs_as_it_is_and_two_people_need_no_bot() -> None:
    assert seated("vl", "soviet", "random")[0]["german"] == "random"
    assert set(seated("vl", "3")[0].values()) == {"human"}


def test_only_those_are_named_who_play_there() -> None:
    seats, shown = seated("victory", "red", "regular", "", scenario="sleeping-giant")
    assert seats == {"red": "human", "blue": "regular"} and "Veteran" not in shown
    assert "Veteran" in seated("victory", "red", "regular", "", scenario="quick-start")[1]


@pytest.mark.parametrize("often", ERRORS[1:])
def test_every_handicap_is_one_that_a_bot_can_have(often: str) -> None:
    assert bot(f"recruit:errs={often}", "vl").name == f"recruit:errs={often}"


@pytest.mark.parametrize("level", BOTS)
def test_every_level_has_a_word(level: str) -> None:
    assert all(f"level.{level}" in WORDS.keys(language) for language in LANGUAGES)
