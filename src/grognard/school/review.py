"""The review of a game: its course by what could be expected, and what decisions and dice made of it.

The game is walked through once more. Where a die fell, the same answer is tried with other dice: what it was worth on
average is the decision's, what came of it beyond that is luck. What a decision cost is measured against what the
doctrine makes of the same window; what even the doctrine's windows brought beyond what the value promised was nobody's
doing, and is told with the dice. All parts add up to the margin.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from grognard.core.ask import TARGET_BITS, Kind
from grognard.core.dice import FastDice
from grognard.core.play import Play
from grognard.core.state import State
from grognard.core.words import Message
from grognard.players.doctrine import REGULAR, Doctrine, doctrine
from grognard.players.foresight import Foresight, Window, expected
from grognard.players.kept import answer_by
from grognard.players.officer import offered_or_any
from grognard.players.opinion import Opinion, adviser, considered
from grognard.players.rollout import Rollout
from grognard.school import closing, fitting, hint, recount
from grognard.school.tenths import in_tenths

DICE = 10
"""Other dice that a roll is tried with."""
AGAIN = 3
"""Times that what follows from a roll is played out."""
LONGEST = 80
"""Answers after which a fight that is played out is left."""
FAIR = 3
"""Courses that the doctrine plays of every window."""
CLOSE = 12
"""Further ones of a window that looks like a mistake."""
SUSPECTS = 6
"""Windows of a side that are looked at more closely."""
COSTLIEST = 3
"""Decisions of a side that are told."""
WELL = 2
"""Windows of a side that are praised."""
LEAST = 0.03
"""The least that is told of, in spreads of how games end."""
TOLD, SHARE = 0.05, 0.005
"""Points and chances that would round to nothing."""
SURE = 1.0
"""Errors that a cost must be larger than to be told."""

PARTS = ("own", "theirs", "dice")
"""Of the way from the value at the start to the margin."""

NOTHING = (0.0, 0.0)
Phase = tuple[Window, str | None]
Value = tuple[float, float]
"""Chance and lead."""


def plus(one: Value, other: Value, by: float = 1.0) -> Value:
    return one[0] + by * other[0], one[1] + by * other[1]


def mean(values: Iterable[Value]) -> Value:
    found = list(values)
    return fmean(one for one, _ in found), fmean(other for _, other in found)


@dataclass
class Stretch:
    """A window of the game as it was played; values are those of the side that the review is for."""

    window: Window
    turn: Any
    by: str | None
    """The side that made a plan for it."""
    player: int
    begins: int
    """After so many answers."""
    state: State
    value: Value
    own: Value = NOTHING
    """What the planner's decisions changed."""
    others: Value = NOTHING
    """What the other sides' did in between."""
    together: Value = NOTHING
    """What came of choices that all made in secret: whose they are cannot be told."""
    dice: Value = NOTHING
    ends: int = 0
    gains: dict[int, Value] = field(default_factory=dict)
    """What each of the planner's decisions changed, by the answer that it began with."""
    squandered: bool = False
    """Something ended in it that lost units of one's own by the rules: nothing to praise."""
    by_book: list[Value] = field(default_factory=list)
    """What the doctrine made of it, course by course."""

    @property
    def usual(self) -> Value:
        return mean(self.by_book) if self.by_book else NOTHING

    @property
    def unforeseen(self) -> Value:
        """What neither a decision nor a die explains."""
        return plus(self.usual, self.together)

    @property
    def skill(self) -> Value:
        return plus(self.own, self.usual, -1.0) if self.by else self.own

    def error(self, what: int) -> float:
        """How unsure the usual is."""
        if len(self.by_book) < 2:
            return math.inf
        return stdev(one[what] for one in self.by_book) / math.sqrt(len(self.by_book))


class Fight(NamedTuple):
    """What is played out once a die has fallen: until its window is over, or no question is left on top of it."""

    window: Window
    depth: int


class Moment(NamedTuple):
    """The decision of a window that differs most from the doctrine's."""

    at: int
    did: int
    better: Opinion
    gave: Opinion | None
    """What the doctrine thinks of what was done, where it weighed it."""
    state: State
    player: int


class Review:
    """A game being looked at for one side."""

    def __init__(self, side: str, play: Play, seed: int = 0) -> None:
        self.side, self.seed = side, seed
        book: Any = doctrine(play.game.id, REGULAR)
        self.book: Doctrine[Any] = book
        self.foresight: Foresight[Any] = book.foresight
        self.sides = self.foresight.sides(play.state)
        self.play = play
        """At its beginning; it is walked through."""
        self.given: list[tuple[int, int]] = []
        self.answered: list[recount.Answered] = []
        self.stretches: list[Stretch] = []
        self.rolls = 0
        self.begun = 0
        """The answer that the present decision began with."""

    @property
    def least(self) -> float:
        """Points that are worth a word."""
        return LEAST * self.foresight.models[self.foresight.family(self.play.state)][self.side].spread

    @property
    def own(self) -> Sequence[int]:
        return [player for player, side in enumerate(self.sides) if side == self.side]

    def value(self, state: State) -> Value:
        promise = expected(self.foresight, state, self.side)
        assert promise is not None
        return promise.chance, promise.lead

    # ---- what happened

    def walk(self, given: Sequence[tuple[int, int]], skip: Callable[[Play, int], None] = lambda play, at: None) -> None:
        """Play the game through; `skip` sets dice aside that were used up by take-backs."""
        play = self.play
        self.start = now = self.value(play.state)
        calm = self._calm(given, skip)
        play = self.play = play.beginning()
        skip(play, 0)
        fighting = False
        """A die has fallen, and not all that follows from it is done: `now` is what may be expected of it."""
        for at, (player, answer) in enumerate(given):
            state = play.state
            stretch = self._stretch(state, player, at, now)
            fight = Fight(stretch.window, calm[self._phase(state)])
            if len(state.stack) <= fight.depth or at == stretch.begins:
                self.begun = at
            stretch.squandered |= answer in hint.losing(state, player)
            before, rolls = state.clone(), state.rolls
            whose = stretch.player if stretch.by is not None else None if state.lanes is not None else player
            play.apply(player, answer)
            self.answered.append(recount.Answered(len(before.stack), len(play.events)))
            skip(play, at + 1)
            stretch.ends = at + 1
            after = play.state
            if after.rolls != rolls:
                self.rolls += 1
                meant = mean(self._followed(before, fight, (at, one), player, answer) for one in range(DICE))
                came = mean(self._followed(after, fight, (at, DICE + one)) for one in range(AGAIN))
                self._credit(stretch, whose, plus(meant, now, -1.0))  # whoever gives the last word before it
                stretch.dice = plus(stretch.dice, plus(came, meant, -1.0))
                now, fighting = came, True
            if fighting and not self._done(after, fight):
                continue
            value = self.value(after)
            self._credit(stretch, player if fighting else whose, plus(value, now, -1.0))
            now, fighting = value, False
        self.given = list(given)
        self.end = now

    def _calm(self, given: Sequence[tuple[int, int]], skip: Callable[[Play, int], None]) -> dict[Phase, int]:
        """By phase: how deep its questions are stacked when no fight is on."""
        play, found = self.play, dict[Phase, int]()
        skip(play, 0)
        for at, one in enumerate(given):
            phase, depth = self._phase(play.state), len(play.state.stack)
            found[phase] = min(depth, found.get(phase, depth))
            play.apply(*one)
            skip(play, at + 1)
        return found

    def _phase(self, state: State) -> Phase:
        return self.foresight.window(state), state.game.phase(state)

    def _followed(
        self, state: State, fight: Fight, course: tuple[int, int], player: int = 0, answer: int | None = None
    ) -> Value:
        """What comes of an answer, or of a position, when the doctrine sees the fight through."""
        rng = Random(hash((self.seed, *course)) & 0xFFFFFFFF)
        trial = state.clone()
        trial.dice = FastDice(rng.getrandbits(64))
        if answer is not None:
            trial.apply(player, answer)
        for _ in range(LONGEST):
            if self._done(trial, fight):
                break
            asked = trial.deciders[0]
            trial.apply(asked, offered_or_any(trial, asked, self.book.choose(trial, asked), rng))
        return self.value(trial)

    def _done(self, state: State, fight: Fight) -> bool:
        return state.over or len(state.stack) <= fight.depth or self.foresight.window(state) != fight.window

    def _credit(self, stretch: Stretch, player: int | None, changed: Value) -> None:
        """Whose decision it was; None where all chose together."""
        if player is None:
            stretch.together = plus(stretch.together, changed)
        elif self.sides[player] == stretch.by or (stretch.by is None and player in self.own):
            stretch.own = plus(stretch.own, changed)
            stretch.gains[self.begun] = plus(stretch.gains.get(self.begun, NOTHING), changed)
        else:
            stretch.others = plus(stretch.others, changed)

    def _stretch(self, state: State, player: int, at: int, now: Value) -> Stretch:
        window, planner = self.foresight.window(state), self.foresight.planner(state)
        by = None if planner is None else self.sides[planner]
        last = self.stretches[-1] if self.stretches else None
        if last is None or last.window != window or (by is not None and last.by is None):
            who, turn = player if planner is None else planner, state.game.standing(state)["turn"]
            last = Stretch(window, turn, by, who, at, state.clone(), now)
            self.stretches.append(last)
        return last

    # ---- what was usual

    def compare(self) -> None:
        """Let the doctrine play every window a few times, and those that look like mistakes more often."""
        planned = [one for one in self.stretches if one.by is not None]
        for one in planned:
            self._by_book(one, FAIR)
        for side in dict.fromkeys(self.sides):
            sign = 1 if side == self.side else -1
            mine = sorted((one for one in planned if one.by == side), key=lambda one: sign * one.skill[1])
            for one in {id(one): one for one in (*mine[:SUSPECTS], *mine[-WELL:])}.values():
                self._by_book(one, CLOSE)

    def _by_book(self, stretch: Stretch, courses: int) -> None:
        horizon = Window(stretch.window.turn, stretch.window.part + 1)
        for _ in range(courses):
            seed = hash((self.seed, stretch.begins, len(stretch.by_book))) & 0xFFFFFFFF
            rollout = Rollout(self.foresight, stretch.state, stretch.player, self.book, self.book, seed, horizon)
            stretch.by_book.append(plus(self.value(rollout.play()), stretch.value, -1.0))

    # ---- which decisions

    def mistakes(self, side: str) -> list[Stretch]:
        """The windows of a side that cost it most, where that is more than the error."""
        sign = 1 if side == self.side else -1
        mine = [one for one in self.stretches if one.by == side]
        sure = [one for one in mine if -sign * one.skill[1] > max(SURE * one.error(1), self.least)]
        return sorted(sure, key=lambda one: sign * one.skill[1])

    def well_done(self, side: str) -> list[Stretch]:
        sign = 1 if side == self.side else -1
        mine = [one for one in self.stretches if one.by == side]
        sure = [
            one
            for one in mine
            if sign * one.skill[1] > max(SURE * one.error(1), self.least)
            and not one.squandered
            and (abs(one.skill[1]) >= TOLD or abs(one.skill[0]) >= SHARE)
        ]
        return sorted(sure, key=lambda one: -sign * one.skill[1])[:WELL]

    def moment(self, stretch: Stretch) -> Moment | None:
        """The decision in a window that is worst beside what the doctrine would have answered there."""
        book = adviser(self.play.game.id)
        if book is None:
            return None
        state, worst, found = stretch.state.clone(), -1.0, None
        plans: dict[int, Any] = {}
        """By player: what the doctrine would go by. Who does as it says does not err, whatever it thinks later."""
        for at in range(stretch.begins, stretch.ends):
            player, answer = self.given[at]
            order = type(state.stack[-1]) in book.orders
            mine = self.sides[player] == stretch.by and state.lanes is None and state.going_on(player) is None
            seen = state.game.imagine(state, player, Random(self.seed)) if mine else state
            usual = None
            if mine:
                usual, plans[player] = answer_by(self.book, seen, player, plans.get(player))
            if mine and answer != usual and not (order and self._goes_on(answer)):
                opinions = considered(book, seen, player, most=12)
                loss = _loss(opinions, answer)
                if loss > worst:
                    gave = next((one for one in opinions if one.answers[0] == answer), None)
                    worst, found = loss, Moment(at, answer, opinions[0], gave, seen, player)
            state.apply(player, answer)
        return found

    def done(self, stretch: Stretch, moment: Moment) -> recount.Done:
        """What was done at a moment, as the log tells it to whoever did it."""
        told = self._told(moment.at, stretch, moment.player)
        return recount.done(self.play.game, moment.did, moment.better, moment.gave, told)

    def best(self, stretch: Stretch) -> tuple[int, recount.Done] | None:
        """The decision of a window that gained most by itself, and what was done there; ending something is none."""
        sign = 1 if stretch.by == self.side else -1
        gains = {at: sign * gain[1] for at, gain in stretch.gains.items() if not self._ends(at)}
        at = max(gains, key=lambda one: gains[one], default=None)
        if at is None or gains[at] <= 0 or self.sides[self.given[at][0]] != stretch.by:
            return None
        player, answer = self.given[at]
        told = self._told(at, stretch, player)
        return at, recount.done(self.play.game, answer, Opinion((answer,), 0.0), None, told)

    def _ends(self, at: int) -> bool:
        verb = self.play.game.verbs[self.given[at][1] >> TARGET_BITS]
        return verb.kind is Kind.NOTHING and verb.name.startswith(hint.ENDING)

    def _told(self, at: int, stretch: Stretch, player: int) -> list[Message]:
        """What the log told a player of all that belongs to a decision."""
        begin, end = recount.extent(self.answered, at, stretch.ends)
        return [one.message for one in self.play.events[begin:end] if one.visible(player)]

    def marched(self, stretch: Stretch, moment: Moment) -> tuple[list[tuple[str, str]], str | None]:
        """Where units of whoever decided went with a decision, from hex to hex, as he saw it, and where one came on."""
        state = stretch.state.clone()
        for one in self.given[stretch.begins : moment.at]:
            state.apply(*one)
        before = self._standing(state, moment.player)
        for one in self.given[moment.at : recount.last(self.answered, moment.at, stretch.ends) + 1]:
            state.apply(*one)
        after = self._standing(state, moment.player)
        ways = [(before[unit], hex) for unit, hex in after.items() if before.get(unit, hex) != hex]
        return ways, next((hex for unit, hex in after.items() if unit not in before), None)

    def _standing(self, state: State, player: int) -> dict[str, str]:
        """By unit of a player's side on the map: its hex."""
        pieces = state.game.view(state, player)["pieces"]
        return {one["id"]: one["where"] for one in pieces if one["on_map"] and one["side"] == self.sides[player]}

    def _goes_on(self, answer: int) -> bool:
        """Whether an answer names who goes next, and does not end it."""
        return self.play.game.verbs[answer >> TARGET_BITS].kind is not Kind.NOTHING


def _loss(opinions: Sequence[Opinion], answer: int) -> float:
    """What an answer is worse by than the best one; -1 where it is the best."""
    if not opinions or opinions[0].answers[0] == answer:
        return -1.0
    gave = next((one.gain for one in opinions if one.answers[0] == answer), 0.0)
    return max(0.0, opinions[0].gain - gave)


# ---- told


def told(value: Value) -> dict[str, float]:
    return {"chance": round(value[0], 3), "lead": round(value[1], 2)}


def document(review: Review) -> dict[str, Any]:
    """The review as plain data; steps are counted in answers. `unforeseen` is what of `dice` no roll explains. What the
    lead is made of is told in tenths, which add up."""
    own = theirs = rolled = unforeseen = NOTHING
    turns: dict[Any, dict[str, Value]] = {}
    for one in review.stretches:
        mine = one.by == review.side or (one.by is None)
        here = turns.setdefault(one.turn, dict.fromkeys((*PARTS, "unforeseen"), NOTHING))
        unforeseen, rolled = plus(unforeseen, one.unforeseen), plus(rolled, one.dice)
        skill, reply = (one.skill, one.others) if mine else (one.others, one.skill)
        own, theirs = plus(own, skill), plus(theirs, reply)
        luck = plus(one.dice, one.unforeseen)
        for name, part in (("own", skill), ("theirs", reply), ("dice", luck), ("unforeseen", one.unforeseen)):
            here[name] = plus(here[name], part)
    decisions = [one for side in dict.fromkeys(review.sides) for one in _decisions(review, side)]
    parts = (review.start, own, theirs, rolled, unforeseen)
    tenths = in_tenths(review.end[1], [lead for _, lead in parts])
    start, own, theirs, rolled, unforeseen = ((chance, lead) for (chance, _), lead in zip(parts, tenths, strict=True))
    found = {
        "side": review.side,
        "sides": list(dict.fromkeys(review.sides)),
        "margin": told(review.end),
        "start": told(start),
        "own": told(own),
        "theirs": told(theirs),
        "dice": told(plus(rolled, unforeseen)),
        "unforeseen": told(unforeseen),
        "rolls": review.rolls,
        "course": [
            {"turn": one.turn, "by": one.by, "step": one.begins, **told(one.value)} for one in review.stretches
        ] + [{"turn": review.stretches[-1].turn, "by": None, "step": len(review.given), **told(review.end)}],
        "turns": [
            {"turn": turn, **{name: told(part) for name, part in parts.items()}} for turn, parts in turns.items()
        ],
        "decisions": decisions,
        "well": [
            _well(review, one, side) for side in dict.fromkeys(review.sides) for one in review.well_done(side)
        ],
    }  # fmt: skip
    game = review.play.game
    own_decisions = [one for one in decisions if one["by"] == review.side]
    return found | {
        "closing": closing.document(game, found, review.least),
        "lesson": fitting.document(game, own_decisions),
    }


def _signed(review: Review, value: Value, side: str) -> Value:
    return value if side == review.side else (-value[0], -value[1])


def _decisions(review: Review, side: str) -> list[dict[str, Any]]:
    """The costliest ones of a side for which there is a better answer to tell."""
    found: list[dict[str, Any]] = []
    for stretch in review.mistakes(side):
        moment = review.moment(stretch) if len(found) < COSTLIEST else None
        if moment is not None:
            found.append(_decision(review, stretch, side, moment))
    return found


def _well(review: Review, stretch: Stretch, side: str) -> dict[str, Any]:
    """A window that was played well, with the decision in it that gained most."""
    best = review.best(stretch)
    at, done = best if best is not None else (stretch.begins, None)
    return {
        "by": side,
        "turn": stretch.turn,
        "whole": _whole(review, stretch),
        "step": at,
        "gain": told(_signed(review, stretch.skill, side)),
        "did": None if done is None else done.head,
        "story": None if done is None else done.story,
    }


def _whole(review: Review, stretch: Stretch) -> bool:
    """Whether a window is all that its side plans in its turn."""
    return len([one for one in review.stretches if one.by == stretch.by and one.turn == stretch.turn]) == 1


def _drawn(review: Review, stretch: Stretch, moment: Moment, done: recount.Done) -> dict[str, Any] | None:
    """What was done, as it is drawn: who went from where to where, the hex that it is about, the column of a fight."""
    if done.left:
        return None
    name, gave = review.play.game.map.grid.name, moment.gave
    went, came = review.marched(stretch, moment)
    ways = went if gave is None else [(name(start), name(end)) for start, end in gave.ways]
    target = came if gave is None or gave.target is None else name(gave.target)
    return {
        "ways": [list(way) for way in ways or went],
        "target": done.hex or target,
        "column": done.column,
    }


def _decision(review: Review, stretch: Stretch, side: str, moment: Moment) -> dict[str, Any]:
    done = review.done(stretch, moment)
    return {
        "by": side,
        "turn": stretch.turn,
        "whole": _whole(review, stretch),
        "step": moment.at,
        "cost": told(_signed(review, stretch.skill, side)),
        "error": {"chance": round(stretch.error(0), 3), "lead": round(stretch.error(1), 2)},
        "did": done.head,
        "story": done.story,
        "left": done.left,
        "drawn": _drawn(review, stretch, moment, done),
        "lost": fitting.lost(moment.better, moment.gave),
        "verb": review.play.game.verbs[moment.did >> TARGET_BITS].name,
        "better": hint.told(moment.state, moment.player, moment.better, review.seed),
    }


def review(play: Play, side: str, seed: int = 0) -> dict[str, Any]:
    """The review of a game that was played, for one side."""
    skips = play.skips

    def skip(again: Play, number: int) -> None:
        if number in skips and len(again.given) == number:
            again.skip(skips[number])

    found = Review(side, play.beginning(), seed)
    found.walk(play.given, skip)
    found.compare()
    return document(found)
