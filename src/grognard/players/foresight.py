"""What a game tells those who look ahead: how its time is parted, and what a position promises each side.

A *window* is a stretch of a game for which a player makes one plan: his player-turn, or an activation. A promise is
read off a few features of a position by a model fitted on many games (`grognard fit-value`), a file of the package.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar

from grognard.core.game import Scenario
from grognard.core.state import State
from grognard.players.tempers import Temper, read_tempers
from grognard.players.weights import Sheet

S = TypeVar("S", bound=State, contravariant=True)


class Window(NamedTuple):
    """A stretch of a game; later ones are greater."""

    turn: int
    part: int
    """Within the turn."""


class Foresight(Protocol[S]):
    """What looking ahead needs to know of one game, whose positions are of the class `S`."""

    features: tuple[str, ...]
    """Names of what `read` tells."""
    models: Models
    """What its features promise."""
    opponents_guess: bool
    """Whether a doctrine's answer depends on facts that its player may not know, so that each has to be dealt what he
    can know; else all may answer from the position that is looked at."""

    def proven(self, scenario: str | None) -> bool:
        """Whether looking ahead was shown to win more in some seat of a scenario, or of any: Veteran plays there."""

    def family(self, state: S) -> str:
        """Which model holds here: scenarios that are played alike share one."""

    def sides(self, state: S) -> Sequence[str]:
        """The sides by player."""

    def window(self, state: S) -> Window:
        """In which window a position is."""

    def planner(self, state: S) -> int | None:
        """The player who makes a plan for this window, if any does."""

    def gains(self, state: S, player: int) -> bool:
        """Whether it was shown to win more in this seat and at this stage; else the doctrine answers as it is."""

    def stage(self, state: S) -> int | None:
        """How far a window has come: whoever has the time thinks again when it is another. None where nobody would, as
        in the middle of a fight."""

    def last_turns(self, scenario: Scenario, side: str) -> int | None:
        """The same before a game has begun: in how many of its last turns at most, or None where it is in any."""

    def horizon(self, state: S) -> Window:
        """How far a plan that is made here is looked at: up to the beginning of this window, or the game's end."""

    def leanings(self, state: S, side: str, sheet: Sheet[Any]) -> Sequence[Temper]:
        """Tempers that this game knows, as weights in place of those of a sheet; they are tried before others."""

    def imagine(self, state: Any, player: int, rng: Random) -> Any:
        """A position that agrees with what a player sees, as one to be played on from."""

    def elapsed(self, state: S) -> float:
        """How much of the game is over, 0 to 1."""

    def read(self, state: S, side: str) -> tuple[float, ...]:
        """What is promising in a position for a side, by `features`; nothing that some player may not know."""


class Plain:
    """For games that look ahead alike in all scenarios, seats and stages, as far as a game says nothing else."""

    def __init__(self, folder: Path, features: Sequence[str]) -> None:
        self.models = read_models(folder / "value.json", features)
        self.tempers = read_tempers(folder / "tempers.json")

    def imagine(self, state: Any, player: int, rng: Random) -> Any:
        return state.game.imagine(state, player, rng)

    def proven(self, scenario: str | None) -> bool:
        return True

    def gains(self, state: Any, player: int) -> bool:
        return True

    def stage(self, state: Any) -> int | None:
        return None

    def last_turns(self, scenario: Scenario, side: str) -> int | None:
        return None

    def family(self, state: Any) -> str:
        raise NotImplementedError

    def leanings(self, state: Any, side: str, sheet: Sheet[Any]) -> Sequence[Temper]:
        return self.tempers.get(self.family(state), {}).get(side, ())


class Promise(NamedTuple):
    """What a side may expect in the end."""

    chance: float
    """To win; a draw counts half."""
    lead: float
    """In points, over the best other side."""


class Ended(Protocol):
    """How a game ended, as the engine or the lab tells it."""

    @property
    def winners(self) -> tuple[str, ...]: ...
    @property
    def points(self) -> Mapping[str, int]: ...


def fulfilled(result: Ended, side: str) -> Promise:
    """What a side got."""
    chance = 0.5 if not result.winners else float(side in result.winners)
    best = max((points for other, points in result.points.items() if other != side), default=0)
    return Promise(chance, result.points.get(side, 0) - best)


class Trust(NamedTuple):
    """How good a model was in one part of a game, on games that it was not fitted on."""

    miss: float
    """The lead, told wrong by so many points on average."""
    right: float
    """How often the side that it gave the better chance won."""


class Model(NamedTuple):
    """Linear in each feature, and in each feature by how much of the game is over."""

    chance: Sequence[float]
    """In log odds."""
    lead: Sequence[float]
    spread: float
    """How far leads are apart at the end, by standard deviation."""
    trust: tuple[Trust, ...] = ()
    """By part of the game."""

    def promise(self, values: Sequence[float]) -> Promise:
        """What `terms` of a position promise."""
        odds = sum(map(float.__mul__, self.chance, values))
        lead = sum(map(float.__mul__, self.lead, values))
        return Promise(1 / (1 + math.exp(-max(-30.0, min(30.0, odds)))), lead)

    def worth(self, promise: Promise) -> float:
        """One figure for both: a win counts most; where all is won or lost, points do."""
        return promise.chance + promise.lead / (2 * self.spread)

    def trusted(self, elapsed: float) -> Trust | None:
        """How good it is at this stage."""
        return self.trust[min(int(elapsed * len(self.trust)), len(self.trust) - 1)] if self.trust else None


def expected(foresight: Foresight[Any], state: State, side: str) -> Promise | None:
    """What a position promises a side, or what the side got once the game is over; None where no model holds."""
    if state.result is not None:
        return fulfilled(state.result, side)
    model = foresight.models.get(foresight.family(state), {}).get(side)
    return None if model is None else model.promise(terms(foresight.elapsed(state), foresight.read(state, side)))


def terms(elapsed: float, read: Sequence[float]) -> list[float]:
    """What a model adds up.

    >>> terms(0.5, (3.0,))
    [1.0, 0.5, 3.0, 1.5]
    """
    return [1.0, elapsed, *(float(one) for one in read), *(elapsed * one for one in read)]


Models = Mapping[str, Mapping[str, Model]]
"""By family and side."""


def read_models(path: Path, features: Sequence[str]) -> Models:
    """The models of a file that was fitted on these features; none where it was fitted on others, or is not there."""
    if not path.exists():
        return {}
    told = json.loads(path.read_text(encoding="utf-8"))
    if told["features"] != list(features):
        return {}
    families = told["families"]
    return {
        family: {
            side: Model(one["chance"], one["lead"], one["spread"], tuple(Trust(*part) for part in one.get("trust", ())))
            for side, one in sides.items()
        }
        for family, sides in families.items()
    }
