"""Which games a run has: arms, and so many games of each.

An arm is one cell of the grid of scenarios, options and seats. Game `number` belongs to arm `number % arms` and is deal
`number // arms` of it, so a run that is made longer keeps its numbers, and all arms are played on the same seeds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from itertools import product
from typing import Any, NamedTuple

from grognard.core.game import Game, SetupError
from grognard.lab.beginning import Overlay, Start
from grognard.lab.facts import SCHEMA
from grognard.lab.simulate import Pairing, check_seats, seed_of

DEFAULT_BOT = "recruit"
"""Who sits where nobody else is named."""


@dataclass(frozen=True)
class Arm:
    """One way of playing."""

    name: str
    """What tells it from the other arms."""
    scenario: str
    options: Mapping[str, Any]
    """All of the scenario's, as they were settled."""
    seats: Mapping[str, str]
    """player -> bot"""

    def seated(self, seats: Mapping[str, str]) -> str:
        """Its name where its bots sit so."""
        own = {f"{player}={bot}" for player, bot in self.seats.items()}
        rest = [part for part in self.name.split(", ") if part and part not in own]
        return ", ".join([*rest, *(f"{player}={bot}" for player, bot in seats.items())])


class Seating(NamedTuple):
    """One of the ways in which the bots of an arm sit."""

    seats: Mapping[str, str]
    """player -> bot"""
    games: int
    """So many games are played so."""
    of: int
    """So many ways there are."""


@dataclass(frozen=True)
class Moment:
    """The moment of a saved game that a run is played on from."""

    file: str
    """SHA-256 of the saved game."""
    answers: int
    """So many of its answers stand."""
    asking: str | None
    """The player whose knowledge is played on from; None for the truth."""


@dataclass(frozen=True)
class Plan:
    """All that makes the rows of a run; nothing of how they come to be."""

    game: str
    game_version: str
    seed: int
    games: int
    """Of each arm."""
    swap: bool
    arms: tuple[Arm, ...]
    moment: Moment | None = None
    data: str | None = None
    """The fingerprint of an owner's own data files."""
    schema: int = SCHEMA
    grognard: str = version("grognard")

    @property
    def total(self) -> int:
        return self.games * len(self.arms)

    def arm_of(self, number: int) -> int:
        return number % len(self.arms)

    def pairing(self, number: int, start: Start | None = None, data: Overlay | None = None) -> Pairing:
        """One game of the run: everything a worker needs."""
        arm = self.arms[self.arm_of(number)]
        turns = self.turns(arm)
        deal, turn = divmod(number // len(self.arms), len(turns))
        seats = turns[turn]
        return Pairing(self.game, arm.scenario, arm.options, number, seed_of(self.seed, deal), seats, start, data)

    def turns(self, arm: Arm) -> list[dict[str, str]]:
        """How the bots of an arm sit in the games of one deal; each has every seat once where they swap."""
        players, bots = list(arm.seats), list(arm.seats.values())
        turns = range(len(players) if self.swap else 1)
        return [dict(zip(players, bots[turn:] + bots[:turn], strict=True)) for turn in turns]

    def seatings(self, arm: Arm) -> list[Seating]:
        """The different ways in which an arm is seated; its games are told apart by them."""
        turns = self.turns(arm)
        found = [seats for place, seats in enumerate(turns) if seats not in turns[:place]]
        return [
            Seating(seats, sum(turns[game % len(turns)] == seats for game in range(self.games)), len(found))
            for seats in found
        ]

    def plain(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Plan:
        """The plan that a file tells; TypeError or KeyError where it tells none."""
        moment = None if plain["moment"] is None else Moment(**plain["moment"])
        return cls(**{**plain, "arms": tuple(Arm(**one) for one in plain["arms"]), "moment": moment})

    def longer(self, games: int) -> Plan:
        return replace(self, games=max(games, self.games))

    def differs(self, other: Plan) -> str | None:
        """What tells another plan from this one, besides the number of games; None if nothing does."""
        mine, theirs = self.plain(), other.plain()
        for name in ("game", "seed", "swap", "moment", "data", "schema", "game_version", "grognard"):
            if mine[name] != theirs[name]:
                return f"{name.replace('_', ' ')} {_told(mine[name])}, not {_told(theirs[name])}"
        if len(self.arms) != len(other.arms):
            return f"{len(self.arms)} arm{'s' if len(self.arms) > 1 else ''}, not {len(other.arms)}"
        for number, (one, asked) in enumerate(zip(self.arms, other.arms, strict=True)):
            if one != asked:
                where = f"arm {number} with " if len(self.arms) > 1 else ""
                return f"{where}{_apart(one, asked)}"
        return None


def _told(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_told(one)}" for name, one in value.items())
    return "none" if value is None else str(value)[:40]


def _apart(one: Arm, asked: Arm) -> str:
    """The first thing that tells two arms apart."""
    if one.scenario != asked.scenario:
        return f"scenario {one.scenario}, not {asked.scenario}"
    mine, theirs = {**one.seats, **one.options}, {**asked.seats, **asked.options}
    for name in {**mine, **theirs}:
        if mine.get(name) != theirs.get(name):
            return f"{name}={_told(mine.get(name))}, not {name}={_told(theirs.get(name))}"
    return f"the name {one.name}, not {asked.name}"


def arms_of(
    table: Game,
    scenarios: Sequence[str],
    options: Mapping[str, Mapping[str, Sequence[Any]]],
    seats: Mapping[str, Mapping[str, Sequence[str]]],
) -> tuple[Arm, ...]:
    """The whole grid; options and seats are told by scenario, and each name has one value or several."""
    found = []
    for scenario in scenarios:
        chosen = table.scenario(scenario)
        for option in _grid(options.get(scenario, {})):
            for seating in _grid(seats[scenario]):
                settled = table.settle_options(chosen, option)
                found.append(Arm("", scenario, settled, check_seats(table.id, chosen, seating)))
    several = [
        {name for one in options.values() for name, values in one.items() if len(values) > 1},
        {name for one in seats.values() for name, values in one.items() if len(values) > 1},
    ]
    named = [replace(arm, name=_name(arm, len(scenarios) > 1, *several)) for arm in found]
    if len({arm.name for arm in named}) < len(named):
        raise SetupError("two arms of this run are the same: name each scenario, option and seat once")
    return tuple(named)


def _grid(values: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    """
    >>> list(_grid({"fog": [True, False], "turns": [9]}))
    [{'fog': True, 'turns': 9}, {'fog': False, 'turns': 9}]
    """
    for chosen in product(*values.values()):
        yield dict(zip(values, chosen, strict=True))


def _name(arm: Arm, scenarios: bool, options: set[str], seats: set[str]) -> str:
    """What tells an arm from the others; of the only one, its scenario."""
    parts = [arm.scenario] if scenarios else []
    parts += [f"{name}={_switch(arm.options[name])}" for name in arm.options if name in options]
    parts += [f"{player}={name}" for player, name in arm.seats.items() if player in seats]
    return ", ".join(parts) or arm.scenario


def _switch(value: Any) -> Any:
    return ("off", "on")[value] if isinstance(value, bool) else value
