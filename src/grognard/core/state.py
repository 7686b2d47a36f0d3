"""A position: flat data, a stack of steps and a dice counter, copied in microseconds.

`settle` runs the sequence of play to the next decision, `apply` takes an answer. A game subclasses `State` with its own
slots; bots, playouts and `Play` all drive a game through these few methods.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Self, cast

from grognard.core.ask import TARGET_BITS, TARGET_MASK, NotOffered, Offer
from grognard.core.step import GO_ON, AnyOf, GameOver, GoOn, Step, Together, lone_answer
from grognard.core.words import Message

if TYPE_CHECKING:
    from grognard.core.dice import Dice
    from grognard.core.game import Game

EVERYONE = -1


class Event(NamedTuple):
    """Something that happened, and who is told: a bit per player; EVERYONE, less the bits of those who know better."""

    message: Message
    seen: int

    def visible(self, player: int | None) -> bool:
        return self.seen < 0 if player is None else bool(self.seen >> player & 1)


class Result(NamedTuple):
    """How a game ended: the winning sides (none: a draw), the level of victory, points by side, and why."""

    winners: tuple[str, ...]
    level: str
    points: Mapping[str, int]
    reason: Message

    @property
    def winner(self) -> str | None:
        return self.winners[0] if len(self.winners) == 1 else None


class Given:
    """Answers in their order, each holding on to those before it: a thousand lanes kept for undo share one row.

    >>> list(Given().then(7).then(9))
    [7, 9]
    """

    __slots__ = ("_before", "_length", "last")

    def __init__(self, before: Given | None = None, last: int = -1) -> None:
        self._before = before
        self._length: int = 0 if before is None else before._length + 1
        self.last = last

    def then(self, code: int) -> Given:
        return Given(self, code)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[int]:
        codes = []
        one = self
        while one._before is not None:
            codes.append(one.last)
            one = one._before
        return reversed(codes)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Given):
            return NotImplemented
        return self is other or (self._length == other._length and list(self) == list(other))

    __hash__ = None  # type: ignore[assignment]  # nobody looks answers up


class Lane(NamedTuple):
    """One player's private part of a simultaneous step: the position as he has made it, and his answers."""

    state: State
    answers: Given

    @property
    def done(self) -> bool:
        return not self.state.stack


NO_LANES: Mapping[int, Lane] = {}


class Lone(NamedTuple):
    """An answer that a step took by itself because it was the only one, and the position it was taken in."""

    state: State
    verb: int
    target: int


class State:
    """What all positions share. A subclass lists its own fields in `__slots__` and `FIELDS`."""

    __slots__ = (
        "barrier", "dice", "events", "game", "lanes", "lone", "memo", "offer", "options", "private", "result", "rolls",
        "stack", "waits",
    )  # fmt: skip

    FIELDS: tuple[str, ...] = ("rolls", "stack", "result")
    """What makes two positions equal and what a snapshot holds; subclasses extend it."""
    YOUNGER: tuple[str, ...] = ()
    """Those of them that older snapshots lack: they stay as they are at a game's beginning."""

    game: Game
    options: Mapping[str, Any]
    dice: Dice
    rolls: int
    barrier: int
    """Rises with every die and every reveal: undo stops there."""
    stack: list[Step[Any]]
    offer: Offer
    lanes: dict[int, Lane] | None
    memo: Any
    """What the top step worked out for its offer and needs again for its answer; never part of the position."""
    events: list[Event] | None
    """Where events go; None in imagined games, which nobody reads."""
    lone: list[Lone] | None
    """Where answers taken by themselves are noted while `Play` retraces an answer to explain them; else None."""
    private: int
    """The players, as a bit set, whose lanes nobody but this position holds: in mass play they are played on as they
    are instead of being copied. Whoever is given a lane's position, or a copy of this one, may keep it."""
    result: Result | None
    waits: bool
    """Whether a segment that would end by itself waits for a player who could still undo (`GoOn`): so it is at a table
    of people. In mass play nobody is asked."""

    def __init__(self, game: Game, options: Mapping[str, Any], dice: Dice) -> None:
        self.game = game
        self.options = options
        self.dice = dice
        self.rolls = 0
        self.barrier = 0
        self.stack = []
        self.offer = {}
        self.lanes = None
        self.memo = None
        self.events = None
        self.lone = None
        self.private = 0
        self.result = None
        self.waits = False

    # ---- copying

    def copy_base(self, other: Self) -> Self:
        """Fill the shared fields of a new copy; a subclass's `clone` copies its own and calls this."""
        other.game = self.game
        other.options = self.options
        other.dice = self.dice
        other.rolls = self.rolls
        other.barrier = self.barrier
        other.stack = self.stack.copy()
        other.offer = self.offer
        other.lanes = self.lanes
        other.private = self.private = 0
        other.memo = self.memo
        other.events = None
        other.lone = None
        other.result = self.result
        other.waits = self.waits
        return other

    def clone(self) -> Self:
        """A copy that can be played on alone; `core.copying.copied` writes it for a subclass."""
        raise NotImplementedError

    def rebuild(self) -> None:
        """Recompute what is derived from FIELDS after they were set from outside (a snapshot)."""

    # ---- deciding

    @property
    def over(self) -> bool:
        return self.result is not None

    @property
    def deciders(self) -> tuple[int, ...]:
        """Who must answer now: one player, or several while choices are simultaneous."""
        if self.lanes is not None:
            return tuple([player for player, lane in self.lanes.items() if lane.state.stack])
        if self.result is not None or not self.stack:
            return ()
        step = self.stack[-1]
        if step.asks_one:
            return () if step.automatic else (step.player,)
        return tuple(player for player, _ in step.questions) if isinstance(step, AnyOf) else ()

    def seen_by(self, player: int | None) -> Self:
        """The position this player stands in: his own lane while he has one, his own question where several have."""
        self.private = 0
        return self.glimpsed_by(player)

    def glimpsed_by(self, player: int | None) -> Self:
        """The same for one who looks at it and lets it go before the next answer."""
        if self.lanes is not None:
            return cast(Self, self.lanes[player].state) if player is not None and player in self.lanes else self
        step = self.stack[-1] if self.stack else None
        question = step.of(player) if isinstance(step, AnyOf) and player is not None else None
        if question is None:
            return self
        seen = self.clone()
        seen.replace(question)
        seen.offer = question.offer(seen)
        return seen

    def ask(self, player: int) -> Offer:
        """The legal answers of a deciding player."""
        if self.lanes is not None:
            lane = self.lanes.get(player)
            return {} if lane is None or lane.done else lane.state.offer
        step = self.stack[-1] if self.stack else None
        if isinstance(step, AnyOf):
            question = step.of(player)
            return {} if question is None else question.offer(self)
        return self.offer if step is not None and step.player == player else {}

    def going_on(self, player: int) -> int | None:
        """The answer "go on", where that is all this player has to say."""
        offer = self.ask(player)
        if len(offer) != 1:
            return None
        verb = self.game.verb_numbers.get(GO_ON, -1)
        return verb << TARGET_BITS if offer.get(verb) == 1 else None

    def apply(self, player: int, code: int) -> None:
        """Take an answer and play on to the next decision. `NotOffered` leaves the position unchanged."""
        if self.lanes is not None:
            self._apply_in_lane(player, code)
        else:
            self._take(player, code)

    def _take(self, player: int, code: int, again: bool = False) -> None:
        """Take an answer; one that is given again was found legal in its lane and is not looked up."""
        step, barrier = self.stack[-1], self.barrier
        verb, target = code >> TARGET_BITS, code & TARGET_MASK
        if not step.asks_one:
            question = step.of(player) if isinstance(step, AnyOf) else None
            if question is None or not (again or question.offer(self).get(verb, 0) >> target & 1):
                raise NotOffered
            self.replace(question)
            step = question
        elif step.player != player or not (again or self.offer.get(verb, 0) >> target & 1):
            raise NotOffered
        step.take(self, verb, target)
        self.settle(player, barrier, asking=not again)

    def settle(self, player: int = -1, barrier: int = 0, asking: bool = True) -> None:
        """Run steps until one has to ask, a lane is finished, or the game is over.

        While the barrier stands where it was, what this player answered can be undone. Where nobody is asked because
        the answer is there, no offer is made.
        """
        stack = self.stack
        while stack:
            step = stack[-1]
            if step.automatic:
                stack.pop()
                step.run(self)
                continue
            if not step.asks_one:
                if isinstance(step, Together):
                    self._open_lanes(step)
                    if self.lanes is None:
                        continue
                else:
                    self.offer = {}
                return
            if not asking and not step.obvious:
                return
            offer = step.offer(self)
            if step.obvious and (alone := lone_answer(offer)) is not None:
                if self.waits and player == step.player and barrier == self.barrier and step.why_over(self) is not None:
                    self.push(GoOn(player))
                    continue
                if self.lone is not None:
                    self.lone.append(Lone(self.clone(), *alone))
                step.take(self, *alone)
                continue
            self.offer = offer
            return
        self.offer = {}

    def stop(self) -> None:
        """Stay at the top step: what runs by itself does not, and a lone answer is asked for."""
        step = self.stack[-1]
        if isinstance(step, Together | GameOver | AnyOf):
            self.settle()
        else:
            self.offer = {} if step.automatic else step.offer(self)

    # ---- simultaneous choices

    def reopen_lanes(self, kept: Mapping[int, Lane]) -> None:
        """Begin the simultaneous choices of the top step anew, but for the lanes of some players."""
        step = self.stack[-1]
        assert isinstance(step, Together)
        self._open_lanes(step, kept)
        if self.lanes is None:
            self.settle()

    def _open_lanes(self, step: Together, kept: Mapping[int, Lane] = NO_LANES) -> None:
        lanes = {}
        for player, first in step.lanes:
            if player in kept:
                lanes[player] = kept[player]
                continue
            lane = self.clone()
            lane.lone = self.lone
            lane.lanes = None
            lane.stack = [first]
            lane.settle()
            lanes[player] = Lane(lane, Given())
        self.lanes, self.private = lanes, 0
        self._commit_if_done()

    def _apply_in_lane(self, player: int, code: int) -> None:
        assert self.lanes is not None
        lane = self.lanes.get(player)
        if lane is None or lane.done:
            raise NotOffered
        alone, bit = self.events is None and self.lone is None, 1 << player
        state = lane.state if alone and self.private & bit else lane.state.clone()
        state.lone = self.lone
        state.apply(player, code)
        self.lanes = {**self.lanes, player: Lane(state, lane.answers.then(code))}
        if alone:
            self.private |= bit
        if not state.stack:
            self._commit_if_done()

    def _commit_if_done(self) -> None:
        """When every lane is done, play all of them out on the common position, in seat order."""
        lanes = self.lanes
        assert lanes is not None
        if not all(lane.done for lane in lanes.values()):
            return
        step = self.stack.pop()
        assert isinstance(step, Together)
        self.lanes = None
        self.barrier += 1
        firsts = dict(step.lanes)
        self.stack.extend(firsts[player] for player in sorted(firsts, reverse=True))
        sure = self.events is None  # in mass play; at a table answers that do not go together are found out
        self.settle(asking=not sure)
        for player in sorted(lanes):
            for code in lanes[player].answers:
                self._take(player, code, again=sure)
        if sure and self.lanes is None:  # not yet the next secret choice
            self.settle()

    # ---- the stack, in the words steps use

    def push(self, *steps: Step[Any]) -> None:
        """Put steps on the stack so that the first one named comes first."""
        self.stack.extend(reversed(steps))

    def pop(self) -> None:
        self.stack.pop()

    def replace(self, *steps: Step[Any]) -> None:
        self.stack.pop()
        self.stack.extend(reversed(steps))

    def finish(self, result: Result) -> None:
        self.result = result
        self.stack[:] = [GameOver()]

    # ---- chance and telling

    def roll(self, sides: int) -> int:
        face = self.dice.roll(self.rolls, sides)
        self.rolls += 1
        self.barrier += 1
        return face

    def message(self, key: str, rule: str = "", **args: Any) -> Message:
        """A message with its facts turned into public names."""
        return Message(key, rule, self.game.public_args(args))

    def tell(self, key: str, rule: str = "", to: int = EVERYONE, **args: Any) -> None:
        """Record an event, for everyone or for the players in the bit set `to`."""
        if self.events is not None:
            self.events.append(Event(self.message(key, rule, **args), to))

    # ---- equality

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return False
        assert isinstance(other, State)
        same = (getattr(self, name) == getattr(other, name) for name in self.FIELDS)
        return self.lanes == other.lanes and all(same)

    __hash__ = None  # type: ignore[assignment]  # a position changes; hash its snapshot instead
