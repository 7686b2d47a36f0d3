"""A game looked at again: the position after any of its committed answers, and the account of it afterwards.

Every viewer has his own count of positions: of another's secret choices he sees only their commitment, and of a block
that is taken up only where it goes, and of a team's council only its end, so that not even their number shows. Copies
are kept every few answers; all of it runs in a thread, on a game of its own.
"""

from __future__ import annotations

import threading
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from typing import Any

from grognard.core.account import TurnSeen, account
from grognard.core.play import Play
from grognard.core.state import EVERYONE, State
from grognard.core.view import in_the_open
from grognard.core.words import LANGUAGES, Message
from grognard.table.again import breathe
from grognard.table.diff import View, difference, packed
from grognard.table.room import Viewer

KEEP_EVERY = 25
MOST_FRAMES = 250
"""Events' positions that one film shows; of a longer one its end."""
PAST = {"ask": None, "can_undo": False, "can_redo": False}
"""Nothing can be answered in what is past."""


def is_combat(message: Message) -> bool:
    """Whether a line of the log tells of a combat at some place."""
    fought = message.key.startswith("event.combat") or message.key == "event.battle"
    return fought and not message.args.keys().isdisjoint(("hex", "hexes"))


def unseen(before: State, after: State) -> bool:
    """Whether an answer only led to the next question to the same player, and nobody else sees a difference."""
    if after.lanes is not None or before.deciders != after.deciders:
        return False
    if any(getattr(before, name) != getattr(after, name) for name in before.FIELDS if name != "stack"):
        return False
    game = before.game
    return game.view(before, None) == game.view(after, None) and game.phase(before) == game.phase(after)


def _without_log(change: View) -> View:
    return {key: value for key, value in change.items() if key not in ("log", "log_add")}


class Reel:
    """The committed answers of one table, wound forward and back."""

    def __init__(self, beginning: Play) -> None:
        self._lock = threading.Lock()
        self._play = beginning
        self._ids = beginning.roster.ids
        self._given: list[tuple[int, int]] = []
        self._skips: dict[int, int] = {}
        self._kept: list[tuple[int, Play]] = [(0, beginning.clone())]
        self._seen_by: list[int] = []
        """By answer: who saw it happen, a bit per player, or EVERYONE."""
        self._standings: list[dict[str, Any]] = [self._standing()]
        self._labels: dict[Any, Any] = {self._standings[0]["turn"]: self._label()}
        """By turn: what the track calls it, where it has words for it."""
        self._told: list[int] = [len(beginning.events)]
        """By position: how many events had been told."""

    def follow(self, given: tuple[tuple[int, int], ...], skips: dict[int, int]) -> None:
        """Catch up with the game: answers may have been added, undone or taken back since."""
        with self._lock:
            self._follow(given, skips)

    @property
    def wound(self) -> int:
        """How many answers it has caught up with."""
        return len(self._given)

    def length(self, viewer: Viewer) -> int:
        """How many positions there are for this viewer after the first."""
        with self._lock:
            return len(self._frames(viewer)) - 1

    def view(self, viewer: Viewer, number: int, over: bool = False) -> dict[str, Any]:
        """A position as this viewer saw it, or all of it once the game is over; IndexError where there is none."""
        return packed(self.plain(viewer, number, over)) | PAST

    def plain(self, viewer: Viewer, number: int, over: bool = False) -> dict[str, Any]:
        """The same, not packed for a line."""
        with self._lock:
            frames = self._frames(viewer)
            if not 0 <= number < len(frames):
                raise IndexError(number)
            play = self._at(frames[number])
            return play.view(viewer) | (in_the_open(play) if over else {})

    def film(self, viewer: Viewer, after: int) -> dict[str, Any]:
        """What this viewer saw happen since his log had so many lines: a position, and what each event made of it.

        Where much has happened it begins later: nobody looks at hundreds of moves, and one request costs only so much.
        """
        with self._lock:
            me = None if viewer is None else self._ids.index(viewer)
            visible = self._play.visible(me)
            frames = self._frames(viewer)
            lengths = [bisect_left(visible, self._told[at]) for at in frames]
            last = [step for step, length in enumerate(lengths) if length <= after][-1:] or [0]
            told = [step for step in range(last[0] + 1, len(frames)) if lengths[step] != lengths[step - 1]]
            begin = last[0] if len(told) <= MOST_FRAMES else told[-MOST_FRAMES - 1]
            shots = [begin, *(step for step in told if step > begin)]
            if shots[-1] != len(frames) - 1:
                shots.append(len(frames) - 1)
            views = self._views(viewer, [frames[step] for step in shots])
            first, old, found = next(views), None, []
            for before, step, new in zip(shots, shots[1:], views, strict=False):
                events = [self._play.worded_event(number) for number in visible[lengths[before] : lengths[step]]]
                found.append({"change": _without_log(difference(old or first, new)), "log": events})
                old = new
            return {"view": packed(first), "frames": found, "length": lengths[shots[-1]]}

    def _views(self, viewer: Viewer, positions: list[int]) -> Iterator[dict[str, Any]]:
        """The views at these positions, in their order, wound forward once."""
        at = positions[0]
        play = self._at(at)
        for position in positions:
            for place in range(at, position):
                play.apply(*self._given[place])
                self._skip(play, place + 1)
            at = position
            yield play.view(viewer) | PAST

    def turns(self, viewer: Viewer) -> list[dict[str, Any]]:
        """Where each turn begins in this viewer's count, with its date or whatever its track says of it."""
        with self._lock:
            found: list[dict[str, Any]] = []
            for step, at in enumerate(self._frames(viewer)):
                turn = self._standings[at]["turn"]
                if not found or found[-1]["turn"] != turn:
                    label = self._labels[turn]
                    found.append({"turn": turn, "step": step} | ({} if label is None else {"label": label}))
            return found

    def combats(self, viewer: Viewer) -> list[int]:
        """The positions in this viewer's count that a combat has led to, as far as he saw it."""
        with self._lock:
            return [step for step, heard in self._heard(viewer) if any(map(is_combat, heard))]

    def taken(self, viewer: Viewer) -> list[dict[str, Any]]:
        """Places worth points that changed hands, as far as this viewer saw it: where in his count, to whom, and their
        worth."""
        game = self._play.game
        with self._lock:
            found = [
                (step, message.args)
                for step, heard in self._heard(viewer)
                for message in heard
                if game.stage.get(message.key) == "taken" and message.args.keys() >= {"hex", "side", "points"}
            ]
        return [
            {
                "step": step,
                "side": args["side"],
                "points": args["points"],
                "words": {language: game.place_word(args["hex"], language) for language in LANGUAGES},
            }
            for step, args in found
        ]

    def _heard(self, viewer: Viewer) -> Iterator[tuple[int, list[Message]]]:
        """What this viewer was told of on the way to each of his positions."""
        me = None if viewer is None else self._ids.index(viewer)
        told = 0
        for step, at in enumerate(self._frames(viewer)):
            events, told = self._play.events[told : self._told[at]], self._told[at]
            yield step, [event.message for event in events if event.visible(me)]

    def answers(self, viewer: Viewer, number: int) -> int:
        """How many committed answers lie behind a viewer's position."""
        with self._lock:
            frames = self._frames(viewer)
            if not 0 <= number < len(frames):
                raise IndexError(number)
            return frames[number]

    def play_at(self, viewer: Viewer, number: int) -> Play:
        """The game as it stood at a viewer's position, to be played on from there."""
        with self._lock:
            frames = self._frames(viewer)
            if not 0 <= number < len(frames):
                raise IndexError(number)
            return self._at(frames[number]).clone()

    def steps(self, viewer: Viewer) -> list[int]:
        """By committed answers: the position in this viewer's count in which they have all been given, as far as he
        saw it."""
        with self._lock:
            frames = self._frames(viewer)
            return [bisect_right(frames, at) - 1 for at in range(len(self._given) + 1)]

    def scores(self, answers: int) -> list[dict[str, Any]]:
        """Points at the end of every turn that was over after so many answers."""
        with self._lock:
            last = {standing["turn"]: standing["score"] for standing in self._standings[: answers + 1]}
        return [{"turn": turn, "score": score} for turn, score in list(last.items())[:-1] if turn and score]

    def report(self, viewer: Viewer, result: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Score, losses and dice by turn and in all, from what this viewer may see; `result` is how the table ended,
        which need not be by the rules."""
        with self._lock:
            now = self._play.view(viewer)
            if result is not None:
                now |= in_the_open(self._play) | {"result": result}
            return account(now, self._turns(viewer), self._play.game.tells_losses, self._play.game.die_worth)

    def _turns(self, viewer: Viewer) -> list[TurnSeen]:
        me = None if viewer is None else self._ids.index(viewer)
        turns = [standing["turn"] for standing in self._standings]
        begun = [at for at, turn in enumerate(turns) if at and turn != turns[at - 1]]
        ends = [*begun, len(self._given)]
        seen = []
        told = 0
        for begin, end in zip((0, *begun), ends, strict=True):
            # what is done at the end of a turn leads to the first position of the next
            events, told = self._play.events[told : self._told[end]], self._told[end]
            facts = [event.message.args for event in events if event.visible(me)]
            seen.append(TurnSeen(turns[begin], self._standings[end]["score"], self._at(end).view(viewer), facts))
        return seen

    # ---- winding

    def _follow(self, given: tuple[tuple[int, int], ...], skips: dict[int, int]) -> None:
        same = 0
        for mine, theirs in zip(self._given, given, strict=False):
            if mine != theirs or self._skips.get(same) != skips.get(same):
                break
            same += 1
        if same < len(self._given) or self._skips.get(same) != skips.get(same):
            self._back_to(same, skips)
        self._skips = dict(skips)
        for number in range(len(self._given), len(given)):
            self._forward(given[number])

    def _back_to(self, number: int, skips: dict[int, int]) -> None:
        """To the newest copy from before the first difference."""
        place = max(0, bisect_right([at for at, _ in self._kept], number) - 1)
        while place and self._skips.get(self._kept[place][0]) != skips.get(self._kept[place][0]):
            place -= 1
        del self._kept[place + 1 :]
        at, play = self._kept[place]
        again = self._given[at:number]
        self._play = play.clone() if at else play.beginning()
        if not at:
            self._kept = [(0, self._play.clone())]
        del self._given[at:], self._seen_by[at:], self._standings[at + 1 :], self._told[at + 1 :]
        self._skips = dict(skips)
        if not at:
            self._skip(self._play, 0)
        for one in again:
            self._forward(one)

    def _forward(self, answer: tuple[int, int]) -> None:
        breathe()
        play = self._play
        before, circle, told = play.state.clone(), play.circle, len(play.events)
        play.apply(*answer)
        self._given.append(answer)
        if before.lanes is not None:
            private = play.state.barrier == before.barrier
        else:
            private = len(play.events) == told and unseen(before, play.state)
        if private:
            self._seen_by.append(1 << answer[0])
        elif circle and play.circle == circle:
            self._seen_by.append(sum(1 << self._ids.index(player) for player in circle))
        else:
            self._seen_by.append(EVERYONE)
        self._skip(play, len(self._given))
        standing = self._standing()
        if standing["turn"] != self._standings[-1]["turn"]:
            self._labels[standing["turn"]] = self._label()
        self._standings.append(standing)
        self._told.append(len(play.events))
        if len(self._given) % KEEP_EVERY == 0:
            self._kept.append((len(self._given), play.clone()))

    def _skip(self, play: Play, number: int) -> None:
        if number in self._skips and len(play.given) == number:
            play.skip(self._skips[number])

    def _at(self, number: int) -> Play:
        if number == len(self._given):
            return self._play
        at, kept = self._kept[bisect_right([at for at, _ in self._kept], number) - 1]
        play = kept.clone()
        if at == 0:
            self._skip(play, 0)
        for place in range(at, number):
            play.apply(*self._given[place])
            self._skip(play, place + 1)
        return play

    def _frames(self, viewer: Viewer) -> list[int]:
        me = None if viewer is None else self._ids.index(viewer)
        seen = (at for at, by in enumerate(self._seen_by, 1) if (by == EVERYONE if me is None else by >> me & 1))
        return [0, *seen]

    def _standing(self) -> dict[str, Any]:
        return self._play.game.standing(self._play.state)

    def _label(self) -> Any:
        """What the turn's track says now, as everybody sees it."""
        tracks = self._play.game.view(self._play.state.seen_by(None), None).get("tracks", ())
        return next((track.get("label") for track in tracks if track["id"] == "turn"), None)
