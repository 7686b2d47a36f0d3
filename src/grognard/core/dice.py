"""All chance in a game: roll number n is a pure function of the sealed seed and n, so anyone can check it afterwards.

A state holds one of these streams and how many rolls were used. `SealedDice` serves real games, `FastDice` those
that bots imagine or play among themselves, `ForcedDice` the positions that tests and puzzles set up.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol


class Dice(Protocol):
    """A counter-based stream."""

    def roll(self, number: int, sides: int) -> int:
        """Roll `number` (from 0) of a die with this many sides: 1 to sides."""


class DiceLocked(ValueError):
    """A die was asked for before every player had revealed the nonce that he promised."""


def commitment(text: str) -> str:
    """What is published beforehand of something that is shown later: its SHA-256.

    A table does so with its seed, a player with his nonce.

    >>> commitment("7")[:16]
    '7902699be42c8a8e'
    """
    return hashlib.sha256(text.encode()).hexdigest()


def owing(promises: Mapping[str, str] | None, nonces: Iterable[str]) -> dict[str, str]:
    """What players still owe the dice: "hash" that of a nonce; once all hashes are there, "nonce" the nonce itself.

    >>> owing({"axis": "", "soviet": "90ab"}, ())
    {'axis': 'hash'}
    >>> owing({"axis": "12cd", "soviet": "90ab"}, ["soviet:7"])
    {'axis': 'nonce'}
    >>> owing(None, ())
    {}
    """
    promises = promises or {}
    silent = {player: "hash" for player, promise in promises.items() if not promise}
    revealed = {one.partition(":")[0] for one in nonces}
    return silent or {player: "nonce" for player in promises if player not in revealed}


@dataclass(frozen=True, slots=True)
class SealedDice:
    """HMAC-SHA256 over the seed and every player's nonce, with rejection sampling: no face is favoured."""

    key: bytes

    @classmethod
    def of(cls, seed: str, nonces: Iterable[str] = ()) -> SealedDice:
        mixed = json.dumps(list(nonces)).encode()
        return cls(hmac.digest(seed.encode(), mixed, "sha256"))

    def roll(self, number: int, sides: int) -> int:
        attempt = 0
        limit = (1 << 256) - (1 << 256) % sides
        while True:
            value = int.from_bytes(hmac.digest(self.key, b"%d/%d" % (number, attempt), "sha256"))
            if value < limit:
                return value % sides + 1
            attempt += 1


@dataclass(frozen=True, slots=True)
class LockedDice:
    """No dice yet: some player's nonce is still to come."""

    def roll(self, number: int, sides: int) -> int:
        raise DiceLocked("no die can be rolled before every player has revealed his nonce")


@dataclass(frozen=True, slots=True)
class FastDice:
    """A quick mixing of (seed, n) for imagined games and mass play, where nobody needs proof."""

    seed: int

    def roll(self, number: int, sides: int) -> int:
        # splitmix64's finisher: every bit of seed and counter reaches the high bits that choose the face
        x = (self.seed + (number + 1) * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
        x = (x ^ x >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
        return ((x ^ x >> 31) * sides >> 64) + 1


@dataclass(frozen=True, slots=True)
class ForcedDice:
    """Some rolls set by hand, by their number; the rest from another stream."""

    faces: Mapping[int, int]
    then: Dice

    def roll(self, number: int, sides: int) -> int:
        face = self.faces.get(number)
        if face is None:
            return self.then.roll(number, sides)
        if not 1 <= face <= sides:
            raise ValueError(f"forced roll {number + 1} is {face}, but that die has {sides} sides")
        return face


def in_order(faces: Iterable[int], start: int = 0) -> dict[int, int]:
    """Faces set by hand, by the number of their roll.

    >>> in_order([6, 1], start=4)
    {4: 6, 5: 1}
    """
    return dict(enumerate(faces, start))


def read_forced(plain: Any) -> dict[int, int]:
    """Dice set by hand as a file holds them: pairs of roll and face, or (older files) the first faces in order."""
    if not isinstance(plain, list):
        raise ValueError(f"forced cannot be {plain!r}")
    pairs = list(enumerate(plain)) if all(isinstance(one, int) for one in plain) else plain
    for pair in pairs:
        if not isinstance(pair, list | tuple) or len(pair) != 2 or not all(isinstance(one, int) for one in pair):
            raise ValueError(f"{pair!r} is no die set by hand")
    return dict(pairs)


def write_forced(faces: Mapping[int, int]) -> list[list[int]]:
    return [[roll, face] for roll, face in sorted(faces.items())]
