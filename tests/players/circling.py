"""Bots that would hang a game: one takes a chit up and puts it down for ever, one never comes to an end of thinking."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

from grognard.core.ask import code
from grognard.core.state import State
from grognard.games.avl import verbs
from grognard.table import thinking

TRUE_THINK = thinking.think


class Circling:
    """A doctrine that puts back whatever it has chosen."""

    def choose(self, state: State, player: int) -> int | None:
        offer = state.ask(player)
        for verb in (verbs.RETURN_CHIT, verbs.SELECT_CHIT):
            if board := offer.get(verb):
                return code(verb, board.bit_length() - 1)
        return None


class Eternal:
    name = "eternal"

    def choose(self, state: State, player: int, rng: Random) -> int:
        for _ in count():
            pass
        raise AssertionError


def think_for_ever(question: tuple[Any, ...], limit: float | None = None) -> tuple[int, Any]:
    """In a worker of its own: `think`, with a bot that never answers."""
    setattr(thinking, "find_bot", lambda name: Eternal())  # noqa: B010  # mypy sees no such name to assign
    return TRUE_THINK(question, limit)
