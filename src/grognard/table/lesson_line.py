"""A learner's line to his lesson: as at any table, and beside it what the coach says.

Client to server, beside `answer`, `undo`, `why`, `preview` and `overlay`: `{"type": "lesson", "do": "show"}`, or
`anyway`, `take_back`, `back`, `read_on`, `restart`, `checkpoint`, and `go_on` from a position that is only still looked
at. Server to client: `lesson`, after every view or update with which something of it changed; a `view` where another
position was set up; `refused` with `held` where the coach has something to say to a legal answer first.
"""

from __future__ import annotations

from typing import Any

from grognard.table.classroom import DEEDS, Classroom, HeldBack
from grognard.table.live import Line, Refused

HEARD = frozenset(("answer", "undo", "redo", "why", "preview", "together", "overlay", "lesson"))


class LessonLine(Line):
    """One connection to a lesson."""

    room: Classroom
    _told_last: dict[str, Any] | None = None
    _era = 0

    def _news(self) -> list[dict[str, Any]]:
        if self.room.era != self._era:
            self._sent, self._era = None, self.room.era
        news = super()._news()
        told = self.room.told
        if told is not self._told_last:
            self._told_last = told
            news.append({"type": "lesson", **told})
        return news

    async def _do(self, message: dict[str, Any]) -> None:
        kind = message.get("type")
        if kind not in HEARD:
            raise Refused("there is no such thing in a lesson")
        if kind == "lesson":
            await self._lesson(message)
        else:
            await super()._do(message)

    async def _act(self, kind: str, message: dict[str, Any]) -> None:
        try:
            await super()._act(kind, message)
        except HeldBack:
            self._reply({"type": "refused", "id": message["id"], "held": True})

    async def _lesson(self, message: dict[str, Any]) -> None:
        self._player()
        deed = message.get("do")
        if deed == "show":
            answer = self.room.show()
            self.post({"type": "told", "id": message["id"], "show": None if answer is None else [*answer]})
        elif deed == "go_on" or deed in DEEDS:
            await self.room.do(str(deed))
            self._done(message)
        else:
            raise Refused("say what to do in the lesson")
