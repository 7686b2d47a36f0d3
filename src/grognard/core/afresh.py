"""A game that goes on from a position of another one: the same position, with dice of its own and nothing behind it."""

from __future__ import annotations

import secrets
from dataclasses import replace

from grognard.core.play import Play
from grognard.core.snapshot import WAITS, snapshot


def afresh(play: Play, seed: str | None = None) -> Play:
    """The position that a game has come to, to be played on by people.

    None of its dice is rolled yet and none is set by hand; they follow from the seed alone, one of chance where none is
    given. Segments wait for their players.
    """
    seed = secrets.token_hex(16) if seed is None else seed
    header = replace(play.header, seed=seed, nonces=[], promises=None, waits=True, quick=False)
    return Play.begin(play.game, header, snapshot(play.state) | {WAITS: True, "rolls": 0})
