"""A game fresh from `grognard new-game`, played by mouse: its map, its secret, its moves and fights."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.laid_out import known
from tests.web.house import House
from tests.web.player import Player

NAME = "hill-and-dale"
ENOUGH = 60
"""Answers within which there must be fights."""


@pytest.fixture
def cottage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A house that knows the new game."""
    monkeypatch.setenv("PYTHONPATH", known(tmp_path, NAME)["PYTHONPATH"])
    found = House(tmp_path / "house", anew=True)
    yield found
    found.close()


def _answer(player: Player) -> None:
    """The first thing that leads on: fight where one can, march towards the enemy."""
    answers = player.answers
    for verb in ("commit", "attack", "move", "retreat", "advance", "end_combat", "unit", "end_movement"):
        if verb in answers:
            targets = answers[verb]
            player.give(verb, min(targets, key=lambda hex: hex[2:]) if verb == "move" else targets[0])
            return
    raise AssertionError(f"nothing to answer among {answers}")


def test_a_new_game_is_played_in_the_browser(page: Page, cottage: House, screens: Path) -> None:
    """Against its own doctrine: from the lobby's card to the first fights."""
    player = Player(page, cottage.url)
    player.game = NAME
    player.go()
    expect(player.card("Hill And Dale").get_by_role("button", name="Play Hill And Dale")).to_be_visible()
    player.sit(cottage.open(game=NAME, seats={"red": "recruit"}), "blue")
    player.until(lambda: player.asked == "objective", "the secret choice")
    player.give("objective", "0304")
    for _ in range(ENOUGH):
        player.until(lambda: player.asked, "a question")
        if player.log.count("combat") > 2:
            break
        _answer(player)
    page.screenshot(path=screens / "new-game.png")
    assert {"moved", "combat"} <= set(player.log), player.log
    expect(page.get_by_role("log")).to_contain_text("column")
    expect(page.get_by_text("Your objective is 0304")).to_be_visible()
    assert player.errors == []
