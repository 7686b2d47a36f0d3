"""Dice: pure functions of a sealed seed and a counter, fair, verifiable, and forced where a test wants them so."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core import dice
from grognard.core.dice import Dice, FastDice, ForcedDice, SealedDice, commitment, in_order

CHI_SQUARE_999 = {2: 10.83, 6: 20.52, 10: 27.88, 20: 43.82}
"""By number of faces: a fair die exceeds this once in a thousand times."""


def faces(stream: Dice, sides: int, count: int = 100) -> list[int]:
    return [stream.roll(number, sides) for number in range(count)]


def chi_square(stream: Dice, sides: int, count: int) -> float:
    expected = count / sides
    seen = Counter(faces(stream, sides, count))
    assert seen.keys() <= set(range(1, sides + 1))
    return sum((seen[face] - expected) ** 2 / expected for face in range(1, sides + 1))


# ---- sealed


@given(seed=st.text(max_size=20), number=st.integers(0, 10**9), sides=st.integers(1, 100))
def test_a_sealed_roll_is_a_pure_function_of_seed_and_number(seed: str, number: int, sides: int) -> None:
    face = SealedDice.of(seed).roll(number, sides)
    assert 1 <= face <= sides
    assert SealedDice.of(seed).roll(number, sides) == face


def test_sealed_rolls_can_be_asked_for_in_any_order() -> None:
    stream = SealedDice.of("seed")
    assert [stream.roll(number, 6) for number in reversed(range(50))] == faces(stream, 6, 50)[::-1]


def test_the_stream_is_what_the_documents_say_and_stays_so() -> None:
    """Anyone can verify a game with nothing but HMAC-SHA256; a change here breaks every saved game."""
    key = hmac.new(b"7", b'["anna", "boris"]', hashlib.sha256).digest()
    by_hand = [
        int.from_bytes(hmac.new(key, b"%d/0" % number, hashlib.sha256).digest(), "big") % 6 + 1 for number in range(30)
    ]
    assert faces(SealedDice.of("7", ["anna", "boris"]), 6, 30) == by_hand
    assert faces(SealedDice.of("7"), 6, 12) == [1, 5, 6, 6, 1, 5, 2, 2, 2, 1, 6, 5]


def test_every_nonce_changes_the_stream() -> None:
    streams = [faces(SealedDice.of("s", nonces), 6) for nonces in ((), ("a",), ("b",), ("a", "b"), ("b", "a"))]
    assert len({tuple(stream) for stream in streams}) == len(streams)
    assert faces(SealedDice.of("t"), 6) != streams[0]


def test_a_commitment_is_the_hash_of_the_seed_and_tells_nothing_else() -> None:
    assert commitment("7") == hashlib.sha256(b"7").hexdigest()
    assert commitment("7") != commitment("8")


@pytest.mark.parametrize("sides", CHI_SQUARE_999)
def test_no_face_of_a_sealed_die_is_favoured(sides: int) -> None:
    assert chi_square(SealedDice.of("uniformity"), sides, 12_000) < CHI_SQUARE_999[sides]


def test_a_value_beyond_the_last_whole_multiple_is_rolled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """2**256 is no multiple of 6: of the values above 2**256 - 4 nobody may use one."""
    limit = (1 << 256) - (1 << 256) % 6
    asked: list[bytes] = []

    def digest(key: bytes, message: bytes, name: str) -> bytes:
        asked.append(message)
        value = {b"3/0": limit, b"3/1": (1 << 256) - 1, b"3/2": limit - 1}[message]
        return value.to_bytes(32, "big")

    monkeypatch.setattr(dice, "hmac", SimpleNamespace(digest=digest))
    assert SealedDice(b"key").roll(3, 6) == 6
    assert asked == [b"3/0", b"3/1", b"3/2"]


# ---- fast


@given(seed=st.integers(0, 2**64 - 1), number=st.integers(0, 10**6), sides=st.integers(1, 1000))
def test_a_fast_roll_stays_in_range_and_is_pure(seed: int, number: int, sides: int) -> None:
    face = FastDice(seed).roll(number, sides)
    assert 1 <= face <= sides and FastDice(seed).roll(number, sides) == face


@pytest.mark.parametrize("sides", CHI_SQUARE_999)
@pytest.mark.parametrize("seed", [0, 1, 2**63])
def test_no_face_of_a_fast_die_is_favoured(sides: int, seed: int) -> None:
    assert chi_square(FastDice(seed), sides, 12_000) < CHI_SQUARE_999[sides]


def test_neighbouring_seeds_are_strangers() -> None:
    """Mass play numbers its games 0, 1, 2, ...: their first dice must not rhyme."""
    first = Counter(FastDice(seed).roll(0, 6) for seed in range(6000))
    assert sum((first[face] - 1000) ** 2 / 1000 for face in range(1, 7)) < CHI_SQUARE_999[6]
    alike = sum(a == b for a, b in zip(faces(FastDice(1), 6, 600), faces(FastDice(2), 6, 600), strict=True))
    assert 60 < alike < 140


# ---- forced


def test_forced_rolls_come_first_then_the_stream_goes_on() -> None:
    then = SealedDice.of("x")
    stream = ForcedDice(in_order((6, 1)), then)
    assert faces(stream, 6, 10) == [6, 1, *faces(then, 6, 10)[2:]]


@pytest.mark.parametrize(("face", "sides"), [(0, 6), (7, 6), (-1, 6), (3, 2)])
def test_a_forced_roll_that_the_die_does_not_have_is_an_error(face: int, sides: int) -> None:
    stream = ForcedDice(in_order((1, face)), SealedDice.of("x"))
    assert stream.roll(0, sides) == 1
    with pytest.raises(ValueError, match=f"forced roll 2 is {face}, but that die has {sides} sides"):
        stream.roll(1, sides)
