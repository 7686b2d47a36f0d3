"""A lesson under way as a table: the same view, the same line, the same answers, and a coach who looks on.

Where one process serves nothing of it is stored: the learner's browser keeps the answers he gave, and with them it goes
on after a restart. Where several serve, storage has them too, for he may come to another one at any time. A position
that a step replaces stays on the table until the learner has seen what became of it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any

from grognard.core.ask import IllegalAnswer, Target
from grognard.core.data import DataError
from grognard.core.play import Play
from grognard.school.lesson import Given
from grognard.school.session import Session, Verdict
from grognard.table.room import Deed, NotNow, Room, Stale, Viewer
from grognard.table.seats import new_key
from grognard.table.store import SeatRow, Store, TableRow

MOST_ANSWERS = 300
"""Answers of one lesson; going back gives all that came before again."""
OPPONENT = "recruit"
"""Who is said to sit in the seats that the learner does not take."""

DEEDS: Mapping[str, Callable[[Session], object]] = {
    "anyway": Session.anyway,
    "take_back": Session.take_back,
    "back": Session.back,
    "read_on": Session.read_on,
    "restart": Session.restart,
    "checkpoint": Session.to_checkpoint,
}
"""What a learner may do beside answering."""
GOES_ON = ("answer", "anyway")
"""What leads to a position that is worth a look before the next one is set up."""


class HeldBack(Exception):
    """A legal answer about which the coach has something to say first."""


class Classroom(Room):
    """A live lesson."""

    kept = False

    def __init__(self, store: Store, session: Session, owner: str | None, known_as: str | None = None) -> None:
        now = time.time()
        row = TableRow(
            id=known_as or new_key()[:24], header={}, start=None, forced=None, owner_hash=owner, watch_hash=None,
            clock=None, over=False, created=now, changed=now,
        )  # fmt: skip
        self.session = session
        self.verdict: Verdict | None = None
        """What the coach said to the last answer."""
        self.era = 0
        """Counts the positions that were set up: between two of them nothing happened on the map."""
        self.passing = False
        """Whether the position on the table is one that the next step replaces."""
        self.shared = False
        """Whether other processes serve too."""
        self.working = asyncio.Semaphore(1)
        """The house gives all its lessons the same one."""
        super().__init__(store, session.game, row, _seats(session, row.id, owner), session.play)
        self._told = self._telling(session)
        self._lay(session.play)

    # ---- what is told

    @property
    def begun(self) -> object:
        return self.era, dict(self.play.forced)

    @property
    def told(self) -> dict[str, Any]:
        """What the table tells of the lesson beside the view."""
        return self._told

    def _telling(self, session: Session) -> dict[str, Any]:
        verdict = None if self.verdict is None else self.verdict.as_json()
        return session.told() | {"verdict": verdict, "record": session.record(), "passing": self.passing}

    def view(self, viewer: Viewer) -> dict[str, Any]:
        shown = super().view(viewer)
        session = self.session
        shown |= {"can_undo": bool(session.answers or session.pending), "can_redo": False}
        if self.passing or session.over:
            shown |= {"ask": None, "waiting": []}
        return shown

    @property
    def bots_to_move(self) -> list[str]:
        """None: whoever sits opposite answers within the lesson."""
        return []

    # ---- acting

    async def act(
        self, kind: str, player: str, sequence: int, verb: str = "", target: Target = None, bot: str | None = None
    ) -> int:
        """Answer, or take the last answer back; `HeldBack` where the coach has something to say first."""
        async with self.lock:
            if sequence != self.sequence(player) or (self.passing and kind != "undo"):
                raise Stale
            if kind == "redo":
                raise NotNow("in a lesson nothing is done again by itself: answer once more")
            if kind == "undo":
                await self._deed("take_back")
            else:
                await self._answer(player, Given(verb, target))
            await self._keep()
            told = self.sequence(player)
        self._tell(set(self._sequence))
        return told

    async def _answer(self, player: str, answer: Given) -> None:
        if self.session.over or player != self.session.asked:
            raise NotNow("the lesson does not ask you")
        if len(self.session.answers) >= MOST_ANSWERS:
            raise NotNow("this lesson has gone on for very long: begin it again")
        reasons = self.play.why(player, *answer)
        await self._work("answer", lambda session: session.answer(*answer))
        if reasons:
            self._tell({player})
            raise IllegalAnswer([reason.message for reason in reasons], self.game.words)
        if self.session.pending is not None:
            self._tell({player})
            raise HeldBack

    async def do(self, deed: str) -> None:
        """Something that a learner does beside answering; `NotNow` where it does not fit."""
        async with self.lock:
            await self._deed(deed)
            await self._keep()
        self._tell(set(self._sequence))

    async def _keep(self) -> None:
        if self.shared:
            await self.store.change_lesson(self.row.id, self.session.record())

    async def _deed(self, deed: str) -> None:
        if self.passing:  # the position that was looked at is cleared away, whatever else is wanted
            self.passing = False
            self._told = await asyncio.to_thread(self._telling, self.session)
            self._set_up()
        if deed != "go_on":
            try:
                await self._work(deed, DEEDS[deed])
            except DataError as error:
                raise NotNow(str(error)) from None

    def show(self) -> Given | None:
        """An answer that leads on."""
        return None if self.passing else self.session.show()

    async def _work(self, deed: str, what: Callable[[Session], object]) -> None:
        """Do something on a copy of the session, beside the event loop, then let the copy count."""
        self.touched = time.monotonic()
        answers = len(self.session.answers)
        async with self.working:
            self.session, before = await asyncio.to_thread(self._worked, what)
        if self.session.play is before:
            if len(self.session.answers) != answers:
                self._lay(before)
        elif deed in GOES_ON:
            self.passing = True
            self._told = self._told | {"passing": True}
            self._lay(before)
        else:
            self._set_up()

    def _worked(self, what: Callable[[Session], object]) -> tuple[Session, Play]:
        session = self.session.clone()
        before = session.play
        found = what(session)
        self.verdict = found if isinstance(found, Verdict) else None
        self._told = self._telling(session)
        return session, before

    def _set_up(self) -> None:
        self.era += 1
        self._lay(self.session.play)

    def _lay(self, play: Play) -> None:
        """Lay a position on the table; whatever is on its way to the one before comes too late."""
        self.play = play
        self._open = self._lifted = self._between = None
        self.row.header = play.header.plain()
        viewers: list[Viewer] = [*play.roster.ids, None]
        self._sequence = {viewer: self._sequence.get(viewer, 0) + 1 for viewer in viewers}

    async def take(self, deed: Callable[[], Deed]) -> Deed:
        raise NotNow("there is no such thing in a lesson")


def _seats(session: Session, table_id: str, owner: str | None) -> list[SeatRow]:
    lesson = session.lesson
    taken = {lesson.seat_at(number) for number in range(len(lesson.step))}
    return [
        SeatRow(
            table_id=table_id, player=player, kind="human" if player in taken else "bot",
            bot=None if player in taken else OPPONENT, name="", key_hash=owner if player in taken else None,
            invite_hash=None,
        )
        for player in session.play.roster.ids
    ]  # fmt: skip
