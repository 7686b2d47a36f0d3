"""Who is in a tournament: a member by his account's id, a bot by its level and a number of its own."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.club.ratings.finished import Account, Bot
from grognard.club.ratings.history import History
from grognard.club.tournament.course import Course
from grognard.club.words import say
from grognard.core.game import Game

BOT = "bot:"


def bot_entrant(level: str, number: int) -> str:
    """
    >>> bot_entrant("recruit", 2)
    'bot:recruit:2'
    """
    return f"{BOT}{level}:{number}"


def level_of(entrant: str) -> str | None:
    """The level of a bot; None of a person.

    >>> level_of("bot:recruit:2"), level_of("a1")
    ('recruit', None)
    """
    return entrant.split(":")[1] if entrant.startswith(BOT) else None


def next_bot(course: Course, level: str) -> str:
    """Another bot of this level."""
    return bot_entrant(level, 1 + sum(level_of(one.id) == level for one in course.entrants))


def called(entrant: str, course: Course, names: Mapping[str, str], language: str) -> str:
    """The name that people read; a bot has its number where there are more of its level."""
    level = level_of(entrant)
    if level is None:
        return names.get(entrant) or say("entrant.gone", language)
    several = sum(level_of(one.id) == level for one in course.entrants) > 1
    number = f" {entrant.rpartition(':')[2]}" if several else ""
    return say(f"bot.{level}", language) + number


def rated_as(entrant: str, game: Game) -> Account | Bot:
    level = level_of(entrant)
    return Account(entrant) if level is None else Bot(level, game.version)


def seed(history: History, entrant: str, game: Game) -> int:
    """What is thought of somebody when he enters."""
    return history.skill(game.id, rated_as(entrant, game)).number
