"""Games whose data lie in files: an owner's own are laid over ours, and tested before anything starts on them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.core.data import DataError, Table, find, laid_over, read
from grognard.core.filed import FiledGame
from tests.core.toy import ToyGame


class Numbers(Table):
    rounds: int


OURS = Path(__file__).parent / "toy_game"


def load(folder: Path = OURS, overlay: Path | None = None) -> Numbers:
    folders = laid_over(overlay, folder)
    return read(find("numbers.toml", *folders), Numbers)


class Filed(ToyGame, FiledGame[Numbers]):
    load = staticmethod(load)

    @staticmethod
    def check(files: Any) -> list[str]:
        return ["numbers.toml: rounds: should be more than 0"] if files.rounds < 1 else []


def numbers(folder: Path, rounds: int) -> Path:
    (folder / "numbers.toml").write_text(f"rounds = {rounds}\n", encoding="utf-8")
    return folder


def test_an_owners_files_are_read_once_and_leave_the_game_itself_alone(tmp_path: Path) -> None:
    game = Filed()
    mine = game.with_data(numbers(tmp_path, 3))
    numbers(tmp_path, 5)
    assert type(mine) is Filed and mine.files.rounds == 3 and mine.files is mine.files
    assert mine.own_data == tmp_path and game.own_data is None


def test_files_that_make_no_sense_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"^numbers\.toml: rounds: should be more than 0$"):
        Filed().with_data(numbers(tmp_path, 0))


def test_an_owners_folder_comes_first(tmp_path: Path) -> None:
    assert laid_over(tmp_path, OURS) == (tmp_path, OURS)
    assert laid_over(None, OURS) == (OURS,)
