"""The rules of the house for what counts: why a finished game is friendly, or that it is rated."""

from __future__ import annotations

from enum import StrEnum

from grognard.club.ratings.finished import Account, Ending, FinishedGame, Visitor
from grognard.club.words import say

BEGUN = 5
"""Answers that every side must have given before a game that was broken off counts."""


class Friendly(StrEnum):
    """Why a game is not rated; the words are in the catalogue under `friendly`."""

    AGREED = "agreed"
    STAND_IN = "stand_in"
    VISITOR = "visitor"
    ONE_PERSON = "one_person"
    ONE_SIDE = "one_side"
    CANCELLED = "cancelled"
    NOT_PLAYED = "not_played"
    NOT_BEGUN = "not_begun"
    NOBODY_WON = "nobody_won"


def why_friendly(game: FinishedGame) -> Friendly | None:
    """The first reason why this game is not rated, None when it is."""
    if not game.rated:
        return Friendly.AGREED
    if game.stand_ins:
        return Friendly.STAND_IN
    if any(isinstance(seat.holder, Visitor) for seat in game.seats):
        return Friendly.VISITOR
    if len(game.sides) < 2:
        return Friendly.ONE_SIDE
    if _on_two_sides(game):
        return Friendly.ONE_PERSON
    return _why_its_end_says_nothing(game)


def _on_two_sides(game: FinishedGame) -> bool:
    """Whether a person sat on both sides of the table: what he won he lost. Two bots of a level are no one person."""
    sides: dict[Account, str] = {}
    return any(
        isinstance(seat.holder, Account) and sides.setdefault(seat.holder, seat.side) != seat.side
        for seat in game.seats
    )


def _why_its_end_says_nothing(game: FinishedGame) -> Friendly | None:
    if game.ending is Ending.CANCELLED:
        return Friendly.CANCELLED
    if game.ending is Ending.FORFEITED:
        return Friendly.NOT_PLAYED
    if game.ending is Ending.ABANDONED and not game.winners:
        return Friendly.NOBODY_WON
    if game.ending is not Ending.PLAYED and not begun(game):
        return Friendly.NOT_BEGUN
    return None


def begun(game: FinishedGame) -> bool:
    """Whether all who lost have given enough answers to be held to it: who has seen the first dice does not leave for
    nothing because the other has hardly begun."""
    lost = [side for side in game.sides if side not in game.winners] or game.sides
    return all(sum(seat.acts for seat in game.seats_of(side)) >= BEGUN for side in lost)


def told(reason: Friendly, language: str) -> str:
    """The reason as a person reads it."""
    return say(f"friendly.{reason}", language, count=BEGUN)
