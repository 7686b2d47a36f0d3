"""What the Soviet player decides at the opening of A Victory Lost in these tests, whichever way he answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.web.player import Player

Give = Callable[[str, Any], None]
ATTACKS = 3


def answer_for(player: Player) -> tuple[str, Any]:
    """The historical pool, the first chits, an attack by the Sixth Army, losses and advances as they come."""
    answers = player.answers
    wanted = {"choose_pool": "historical", "special_combat": "activate", "declare": "add_all", "combat": "attack"}
    verb = wanted.get(player.asked, "")
    if "done" in answers:
        verb = "done"
    elif verb not in answers:
        verb = "resolve" if "resolve" in answers else next(iter(answers))
    if verb == "attack" and player.log.count("combat") >= ATTACKS:
        verb = "end_combat"
    return verb, answers[verb][0]


def play(player: Player, give: Give, until: Callable[[], bool], most: int = 60) -> list[str]:
    """Answer until something holds; returns the questions that were asked."""
    seen: list[str] = []
    for _ in range(most):
        player.until(lambda: player.asked or until(), "a question", 60)
        if until():
            return seen
        seen.append(player.asked)
        give(*answer_for(player))
    raise AssertionError(f"still not there after {most} answers: {seen}")
