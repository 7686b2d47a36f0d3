"""An open seat's level: a range of ratings, and how it widens while somebody seeks."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.club.ratings.skill import Skill

NEAR = 150
WIDER = 25
EVERY = 20
"""Seconds after which a seeker's range becomes wider."""


@dataclass(frozen=True, slots=True)
class Level:
    """Ratings from `low` to `high`, both included; None is open on that end."""

    low: int | None = None
    high: int | None = None

    def fits(self, skill: Skill) -> bool:
        """Whether who has this rating may sit down; a provisional number counts as it is shown.

        >>> Level(1450, 1780).fits(Skill(118.0)), Level(low=1550).fits(Skill()), Level().fits(Skill())
        (True, False, True)
        """
        return (self.low is None or self.low <= skill.number) and (self.high is None or skill.number <= self.high)


def near(skill: Skill, waited: int = 0) -> Level:
    """Opponents near this rating, a little further off for every while that one has waited.

    >>> near(Skill(118.0)), near(Skill(118.0), waited=45)
    (Level(low=1468, high=1768), Level(low=1418, high=1818))
    """
    reach = NEAR + waited // EVERY * WIDER
    return Level(skill.number - reach, skill.number + reach)
