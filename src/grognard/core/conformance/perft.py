"""Counting the ways to answer: a portable fingerprint of the rules."""

from __future__ import annotations

from grognard.core.ask import codes
from grognard.core.state import State


def perft(state: State, depth: int) -> int:
    """How many ways there are to answer `depth` times from here: a portable fingerprint of the rules."""
    if depth == 0 or state.over:
        return 1
    player = state.deciders[0]
    answers = codes(state.ask(player))
    if depth == 1:
        return len(answers)
    total = 0
    for answer in answers:
        copy = state.clone()
        copy.apply(player, answer)
        total += perft(copy, depth - 1)
    return total
