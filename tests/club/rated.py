"""Finished games for the tests of ratings: at a made-up game between two sides, or more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from grognard.club.ratings.finished import Account, Bot, Ending, FinishedGame, Holder, Seat, Visitor
from grognard.club.ratings.sides import Side

GAME = "fords"
Holders = Mapping[str, str | Holder | Sequence[str | Holder]]


def person(name: str) -> Account:
    return Account(name)


def finished(
    seats: Holders,
    winners: str | tuple[str, ...],
    *,
    number: int = 0,
    at: float | None = None,
    ending: Ending = Ending.PLAYED,
    acts: int = 50,
    rated: bool = True,
    options: tuple[tuple[str, str], ...] = (),
    stand_ins: tuple[str, ...] = (),
) -> FinishedGame:
    """A game by side: a name, a bot or a visitor, or several of them allied; a single winner may be named alone."""
    held: list[Seat] = []
    for side, holders in seats.items():
        allies = [holders] if isinstance(holders, str | Account | Bot | Visitor) else list(holders)
        for place, holder in enumerate(allies):
            sitting = person(holder) if isinstance(holder, str) else holder
            held.append(Seat(f"{side}-{place}", side, sitting, acts))
    won = (winners,) if isinstance(winners, str) else winners
    ended_at = float(number) if at is None else at
    return FinishedGame(
        f"t{number:05}", GAME, "crossing", options, ended_at, tuple(held), won, ending, rated, stand_ins
    )


RED, BLUE = Side("crossing", "red"), Side("crossing", "blue")


def season(
    truth: Sequence[float], games: int, rng: Random, advantage: float = 0.0, likes_red: Sequence[float] | None = None
) -> list[FinishedGame]:
    """Games between people of known strength, red being worth `advantage` points; some like red."""
    played = []
    for number in range(games):
        one, other = rng.sample(range(len(truth)), 2)
        if likes_red is not None and rng.random() < (1 + likes_red[other] - likes_red[one]) / 2:
            one, other = other, one
        chance = 1 / (1 + 10 ** (-(truth[one] - truth[other] + advantage) / 400))
        winner = "red" if rng.random() < chance else "blue"
        played.append(finished({"red": str(one), "blue": str(other)}, winner, number=number))
    return played
