"""The OpenSpiel face: a game as `pyspiel.load_game("grognard_avl")` gives it, once `register` has named it there.

Chance is explicit. A position rolls dice that are not cast yet; where one is needed the answer is taken back, OpenSpiel
is asked for the face, and the answer is given again with it. So a game is the sum of its actions, and nothing is
sampled behind the back of whoever searches.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final
from urllib.parse import quote, unquote

from grognard.core.dice import FastDice
from grognard.core.game import SetupError
from grognard.core.registry import game as registered
from grognard.core.seats import Roster
from grognard.core.snapshot import restore, snapshot
from grognard.core.state import State
from grognard.lab.env.match import NOBODY, Match
from grognard.lab.env.spaces import np

try:
    import pyspiel
except ImportError as error:
    raise SetupError('this face needs the extra "openspiel": pip install "grognard[openspiel]"') from error

ANSWERS: Final = 5_000
"""Answers after which a game is a draw, unless one says otherwise."""
FACES: Final = 128
"""The most sides of a die: chits and blocks are drawn with it too."""
EXAMPLE: Final = '{"factories": true}'
ROLLS: Final = 64
"""Dice for each answer, at most, over a whole game."""


class Uncast(Exception):
    """A die is needed whose face nobody has named yet."""

    def __init__(self, sides: int) -> None:
        self.sides = sides
        super().__init__(f"a die with {sides} sides is not cast yet")


@dataclass(frozen=True)
class Cast:
    """Dice by the number of their roll, as far as they are cast."""

    faces: Mapping[int, int]

    def roll(self, number: int, sides: int) -> int:
        face = self.faces.get(number)
        if face is None:
            raise Uncast(sides)
        return face


class Held:
    """A position that nobody changes: copies of a game share it, and a kept game holds its snapshot."""

    __slots__ = ("begun", "given", "state")

    def __init__(self, state: State | None, given: int, begun: tuple[str, str] = ("", "")) -> None:
        self.state, self.given, self.begun = state, given, begun

    def __deepcopy__(self, memo: object) -> Held:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if self.state is None:
            return Held, (None, 0)
        return again, (self.begun, dict(self.state.options), snapshot(self.state), self.given)


def again(begun: tuple[str, str], options: Mapping[str, Any], kept: dict[str, Any], given: int) -> Held:
    """A position from its snapshot."""
    match = Match(*begun, options)
    state: State = match.game.initial(match.scenario, match.options, FastDice(0))
    restore(state, kept)
    return Held(state, given, begun)


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A position, or a die to be cast on the way to the next one."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._held = Held(None, 0)
        self._faces: dict[int, int] = {}
        self._waiting: int | None = None
        """The answer that waits for a die."""
        self._sides = 0
        self._go_on()

    @property
    def match(self) -> Match:
        """The game's one match, taken up at this position."""
        match: Match = self.get_game().match
        assert self._held.state is not None
        if match.given != self._held.given or getattr(match, "state", None) is not self._held.state:
            match.take_up(self._held.state, self._held.given)
        return match

    def _go_on(self) -> None:
        """Play to the next decision, or to a die that is not cast."""
        match: Match = self.get_game().match
        dice, before = Cast(self._faces), self._held.state
        try:
            if before is None:
                match.begin(dice)
            else:
                after = before.clone()
                after.dice = dice
                match.take_up(after, self._held.given)
                assert self._waiting is not None
                match.answer(self._waiting)
        except Uncast as die:
            self._sides = die.sides
            return
        self._held = Held(match.state, match.given, (match.game.id, match.scenario.id))
        self._faces, self._waiting, self._sides = {}, None, 0

    # ---- what OpenSpiel asks

    def current_player(self) -> int:
        if self._sides:
            return int(pyspiel.PlayerId.CHANCE)
        asked = self.match.asked
        return int(pyspiel.PlayerId.TERMINAL) if asked == NOBODY else asked

    def _legal_actions(self, player: int) -> list[int]:
        match = self.match
        return match.spaces.actions.legal(match.offer) if player == match.asked else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(face, 1 / self._sides) for face in range(self._sides)]

    def _apply_action(self, action: int) -> None:
        if self._sides:
            rolled = 0 if self._held.state is None else self._held.state.rolls
            self._faces = {**self._faces, rolled + len(self._faces): action + 1}
        else:
            self._waiting = self.match.spaces.actions.code(action)
        self._go_on()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"die {action + 1}"
        return str(self.get_game().match.spaces.actions.words(action))

    def is_terminal(self) -> bool:
        return not self._sides and self.match.done

    def returns(self) -> list[float]:
        if self._held.state is None:
            return [0.0] * self.get_game().num_players()
        return self.match.rewards()

    def __str__(self) -> str:
        match = self.get_game().match
        if self._held.state is None:
            return f"{match.game.id}: before the first decision"
        match = self.match
        asked = "nobody" if match.asked == NOBODY else match.seats[match.asked]
        return f"{match.game.id}: {match.given} answers, {asked} is asked"

    def seen(self, player: int) -> dict[str, Any] | None:
        """What a player sees; nothing before the first decision."""
        return None if self._held.state is None else self.match.observe(player)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its scenario, its options and the answers after which it is broken off."""

    def __init__(self, game_id: str, params: Mapping[str, Any]) -> None:
        scenario, answers = params.get("scenario", ""), params.get("answers", ANSWERS)
        options = _options(params.get("options", ""))
        self.match = Match(game_id, scenario or None, options, answers)
        kind = _kind(game_id, [self.match.roster])
        info = pyspiel.GameInfo(
            num_distinct_actions=self.match.spaces.actions.count,
            max_chance_outcomes=FACES,
            num_players=len(self.match.seats),
            min_utility=-1.0,
            max_utility=1.0,
            **({"utility_sum": 0.0} if kind.utility == pyspiel.GameType.Utility.ZERO_SUM else {}),
            max_game_length=answers,
        )
        told = {"options": quote(json.dumps(options))} if options else {}  # a kept game is parted at commas
        super().__init__(kind, info, {**params, **told})

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return ROLLS * self.match.answers

    def make_py_observer(self, kind: Any = None, params: Any = None) -> SpielObserver:
        if params:
            raise ValueError(f"an observer takes no parameters, not {params}")
        if kind is not None and kind.perfect_recall:
            raise NotImplementedError("there is no information state with perfect recall here: ask for the observation")
        return SpielObserver(self)


class SpielObserver:
    """What a player sees as one row of numbers: planes, units and figures one after the other."""

    def __init__(self, game: SpielGame) -> None:
        spaces = game.match.spaces
        shapes = {"planes": spaces.planes, "units": spaces.units, "figures": spaces.figures}
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict = {}
        begin = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[begin : begin + size].reshape(shape)
            begin += size

    def set_from(self, state: SpielState, player: int) -> None:
        seen = state.seen(player)
        if seen is None:
            self.tensor.fill(0)
            return
        for name, array in seen.items():
            self.dict[name][:] = array

    def string_from(self, state: SpielState, player: int) -> str:
        """The same, as text that is equal where the arrays are."""
        seen = state.seen(player)
        if seen is None:
            return f"p{player}"
        units, planes = seen["units"], seen["planes"]
        return f"p{player} {seen['figures'].tolist()} {units.tolist()} {np.argwhere(planes).tolist()}"


def _options(told: str) -> dict[str, Any]:
    """Options as the parameter tells them: JSON, plain or quoted as in an address.

    >>> _options('{"factories": true}') == _options("%7B%22factories%22%3A%20true%7D") == {"factories": True}
    True
    """
    if not told:
        return {}
    try:
        found = json.loads(unquote(told))
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise SetupError(f"options are told as JSON, as in {EXAMPLE}, not {told!r}")
    return found


def _kind(game_id: str, rosters: Sequence[Roster]) -> pyspiel.GameType:
    """What OpenSpiel is told of a game; returns sum to zero where two sides have as many players each."""
    zero = all(_zero_sum(roster) for roster in rosters)
    return pyspiel.GameType(
        short_name=f"grognard_{game_id.replace('-', '_')}",
        long_name=f"Grognard: {registered(game_id).name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if zero else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(len(roster.players) for roster in rosters),
        min_num_players=min(len(roster.players) for roster in rosters),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"scenario": "", "answers": ANSWERS, "options": ""},
    )


def _zero_sum(roster: Roster) -> bool:
    sides = Counter(player.side for player in roster.players)
    return len(sides) == 2 and len(set(sides.values())) == 1


@cache
def register(game_id: str) -> str:
    """Name a game to OpenSpiel; the name that `pyspiel.load_game` takes, with `scenario`, `options` and `answers`."""
    kind = _kind(game_id, [one.roster for one in registered(game_id).scenarios.values()])

    class Named(SpielGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(game_id, params or {})

    pyspiel.register_game(kind, Named)  # a class, not a function: OpenSpiel lets go of it after Python has ended
    return str(kind.short_name)
