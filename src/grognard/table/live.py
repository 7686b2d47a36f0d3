"""A seat's line to its table: a WebSocket that carries the view, its changes, answers and questions.

Client to server: `{"type": "answer", "id": 7, "seq": 41, "verb": "move", "target": "2310"}`, `undo`, `redo`, `why`,
`preview`, `together` (who of several units can follow the one in hand), `overlay`, `hint`, `warning`, `expected`,
`chat` (to one's own side alone with `council`), `takeback_ask`, `takeback_answer`, `claim`, `resign`, `hand_over` (to a
`bot`), `hand_back`, `move_now` (to the bot that thinks), `stand_in_ask` (for a `player`), `stand_in_answer`. Server to
client: `view` (whole, first), `update` (differences), `done`, `refused`, `told`, `chat` (once more, without its words,
when a moderator took a line away), `seats`, `takeback`, `stand_in`, `rematch`, `clocks` (who is on holiday), `error`.
Every reply carries the id of what it replies to, and comes after the update it caused. What waits at the same moment
comes in one frame, as a JSON array of messages in their order.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from grognard.core.ask import IllegalAnswer
from grognard.core.view import worded
from grognard.school import evaluation
from grognard.table import deeds, handing, metrics, together
from grognard.table.consent import proposed, requested
from grognard.table.council import council, heard
from grognard.table.diff import View, packed
from grognard.table.house import House
from grognard.table.room import NotNow, NotStored, Room, Stale, Viewer
from grognard.table.store import ChatRow, failing
from grognard.table.workers import NoWorkers, Overdue

MESSAGE_LIMIT = 8 * 1024
"""Characters of a message; nothing a client has to say comes near."""
MESSAGES_PER_SECOND = 30
BURST = 60
CHAT_LIMIT = 1000
WARNINGS = 30
"""Messages over the rate that are answered with a warning; then the client has to leave."""
LEAVING = 5.0
"""Seconds in which a client that has to leave may hear why."""
OUTBOX_LIMIT = 500
"""Messages that wait for a slow client before it is sent away; it comes back and gets a fresh view."""
ID_LIMIT = 64
AGAIN = 1012, "back in a moment"
"""What clients are told when the house closes: they come again by themselves."""

log = logging.getLogger(__name__)


class Refused(Exception):
    """A message that is not understood or not allowed: the client hears why and stays connected."""


class Muted(Refused):
    """Nobody hears him; he is told until when, and why."""

    def __init__(self, until: float | None, why: str) -> None:
        when = (
            "until it is lifted"
            if until is None
            else f"until {time.strftime('%Y-%m-%d %H:%M UTC', time.gmtime(until))}"
        )
        super().__init__(f"nobody hears you {when}: {why}")
        self.muted = {"until": until, "why": why}


class TooFast(Exception):
    """More messages than anybody plays with."""


class Line:
    """One connection, looking on as one viewer; `owned` are all players its person answers for."""

    def __init__(
        self,
        socket: WebSocket,
        house: House,
        room: Room,
        viewer: Viewer,
        *,
        person: str | None = None,
        session: str | None = None,
        owned: Sequence[str] = (),
        owner: bool = False,
        by_watch_link: bool = False,
        per_second: float = MESSAGES_PER_SECOND,
    ) -> None:
        self.socket = socket
        self.house = house
        self.room = room
        self.viewer = viewer
        self.person = person
        """Whose line it is, by the hash of his key or by his account; at home there is only one."""
        self.session = session
        """By which he is signed in: when it ends, so does the line."""
        self.since = time.monotonic()
        self.owned = tuple(owned)
        self.owner = owner
        self.by_watch_link = by_watch_link
        self._sent: View | None = None
        self._sequence = 0
        self._changed = False
        self._outbox: list[Mapping[str, Any]] = []
        self._updated = 0
        """How much of the outbox lies before the place of the next update."""
        self._wake = asyncio.Event()
        self._leave: tuple[int, str] | None = None
        self._hearing = False
        """Whether something that the client said is being done,"""
        self._dismissed = False
        """and whether the client has to leave after that."""
        self._per_second = per_second
        self._allowance = float(BURST)
        self._counted = time.monotonic()
        self._warned = 0
        self._advice: dict[str, asyncio.Task[None]] = {}
        """A hint and a warning that are thought of for it; meanwhile it is heard on."""

    @property
    def leaving(self) -> bool:
        return self._leave is not None

    async def run(self) -> None:
        """Serve until the client leaves."""
        self.room.listeners.add(self._told)
        self._come()
        self._changed = True
        self._wake.set()
        sender = asyncio.create_task(self._send_forever())
        try:
            await handing.has_come(self.room, self.owned)
            for line in await self.room.store.chat(self.room.row.id, council=self.council):
                self.post(heard(line))
            while not self.leaving:
                text = await self._receive()
                if self.leaving:
                    break  # it came too late, and nothing of it is done
                self._hearing = True
                await self._hear(text)
                self._hearing = False
                if self._dismissed:
                    self.drop(*AGAIN)
            await asyncio.wait({sender}, timeout=LEAVING)
        except WebSocketDisconnect:
            pass
        except SQLAlchemyError as error:
            log.error("table %s: storage fails: %s", self.room.row.id, failing(error))
        finally:
            self._go()
            self.room.listeners.discard(self._told)
            self.room.touched = time.monotonic()
            for advice in self._advice.values():
                advice.cancel()
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await sender

    def _come(self) -> None:
        """Take a place among those who are connected; the others hear of it if it brings somebody to the table."""
        lines = self.house.lines.setdefault(self.room.row.id, set())
        others, before = list(lines), self.house.online(self.room)
        lines.add(self)
        if self.house.online(self.room) != before:
            for line in others:
                line.post({"type": "seats", "seats": self.house.seating(self.room, line.owner)})
        self._tell_company()
        wishes = self.room.wishes
        if wishes.request is not None and wishes.request.player not in self.owned:
            self.post(requested(wishes.request))
        if wishes.proposal is not None:
            self.post(proposed(wishes.proposal))

    def _go(self) -> None:
        before = self.house.online(self.room)
        self.house.lines.get(self.room.row.id, set()).discard(self)
        self.house.presence_changed(self.room, before)
        self._tell_company()

    def _tell_company(self) -> None:
        if self.room.kept:
            self.house.company.here(self.room.row.id)

    # ---- telling

    def post(self, message: Mapping[str, Any]) -> None:
        """Put a message into the outbox; a client that never empties it has to leave."""
        if self.leaving:
            return
        if len(self._outbox) >= OUTBOX_LIMIT:
            self.drop(4408, "too slow: come again")
            return
        self._outbox.append(message)
        self._wake.set()

    def _reply(self, message: Mapping[str, Any]) -> None:
        """Post a reply after the update it caused: who acts sees it before those who look on."""
        if self._changed:
            self._changed = False
            for one in self._news():
                self.post(one)
                self._updated = len(self._outbox)
        self.post(message)

    def drop(self, code: int, why: str) -> None:
        """Send the client away."""
        self._leave = self._leave or (code, why)
        self._wake.set()

    def dismiss(self) -> None:
        """The house closes: send the client away, but what it has said already is done and acknowledged first."""
        self._dismissed = True
        if not self._hearing:
            self.drop(*AGAIN)

    def _told(self, room: Room, seen: set[Viewer]) -> None:
        if self.viewer in seen:
            self._changed = True
            self._wake.set()

    async def _send_forever(self) -> None:
        """What changed first, then the replies. Several acts at once become one update: only the newest counts."""
        try:
            while self._leave is None:
                await self._wake.wait()
                self._wake.clear()
                news: list[dict[str, Any]] = []
                if self._changed:
                    self._changed = False
                    await self.house.turn.come()
                    news = self._news()
                waiting, self._outbox = self._outbox, []
                waiting[self._updated : self._updated] = news
                self._updated = 0
                if waiting:
                    await self._send(waiting)
            if self._dismissed and self._outbox:
                await self._send(self._outbox)
            await self.socket.close(*self._leave)
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass  # it is gone; who receives hears of it too
        except Exception:
            log.exception("table %s: a line broke", self.room.row.id)
            with contextlib.suppress(Exception):
                await self.socket.close(1011)

    async def _send(self, messages: Sequence[Mapping[str, Any]]) -> None:
        """All that waits, in one frame: a frame costs more than what is in it."""
        if self.socket.client_state is WebSocketState.CONNECTED:
            await self.socket.send_text(written(messages[0] if len(messages) == 1 else messages))

    def _news(self) -> list[dict[str, Any]]:
        """What there is to tell since the last time."""
        update = self._update()
        return [] if update is None else [update]

    def _update(self) -> dict[str, Any] | None:
        """The whole view the first time, then what is new; nothing where another did what does not show."""
        new, sequence = self.room.view(self.viewer), self.room.sequence(self.viewer)
        old, self._sent = self._sent, new
        if old is None:
            change = {"seats": self.house.seating(self.room, self.owner), "view": packed(new)}
        else:
            change = self.room.difference(old, new)
        if not change and sequence == self._sequence:
            return None
        self._sequence = sequence
        message: dict[str, Any] = {"type": "view" if old is None else "update", "seq": sequence}
        clocks = self.room.clocks(self.viewer)
        if clocks is not None:
            message["clocks"] = clocks
        return message | change

    # ---- hearing

    async def _receive(self) -> str:
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        return text if isinstance(text, str) else ""

    async def _hear(self, text: str) -> None:
        self.house.heard = time.monotonic()
        message: dict[str, Any] = {}
        try:
            self._count()
            message = self._read(text)
            await self._do(message)
        except TooFast:
            metrics.TOO_FAST.inc()
            self._warn(text)
        except Stale:
            metrics.STALE.inc()
            reply = {"type": "refused", "id": message["id"], "stale": True, "seq": self.room.sequence(self.viewer)}
            self.post(reply)
        except IllegalAnswer as refusal:
            metrics.ILLEGAL.inc()
            reasons = [worded(self.room.game, reason) for reason in refusal.reasons]
            self.post({"type": "refused", "id": message["id"], "reasons": reasons})
        except handing.TooSoon as why:
            metrics.NOT_NOW.inc()
            self.post({"type": "error", "id": message["id"], "why": str(why), "wait": round(why.wait)})
        except Muted as why:
            metrics.NOT_NOW.inc()
            self.post({"type": "error", "id": message["id"], "why": str(why), "muted": why.muted})
        except (Refused, NotNow) as why:
            (metrics.NOT_NOW if isinstance(why, NotNow) else metrics.NOT_UNDERSTOOD).inc()
            self.post({"type": "error", "id": message.get("id"), "why": str(why)})
        except NotStored as why:
            metrics.NOT_STORED.inc()
            self.post({"type": "error", "id": message["id"], "why": why.told()})
            self.house.reopen(self.room)
        except SQLAlchemyError as error:
            log.error("table %s: storage fails: %s", self.room.row.id, failing(error))
            self.post({"type": "error", "id": message["id"], "why": f"that could not be kept ({failing(error)})"})

    def _count(self) -> None:
        now = time.monotonic()
        self._allowance = min(BURST, self._allowance + (now - self._counted) * self._per_second)
        self._counted = now
        if self._allowance < 1:
            raise TooFast
        if self._allowance == BURST:
            self._warned = 0
        self._allowance -= 1

    def _warn(self, text: str) -> None:
        """Tell who speaks too fast which message was not heard; who goes on like that has to leave."""
        self._warned += 1
        if self._warned > WARNINGS:
            self.drop(4429, "too many messages")
            return
        number = None
        with contextlib.suppress(Refused):
            number = self._read(text)["id"]
        self.post({"type": "error", "id": number, "why": "too many messages: slow down"})

    def _read(self, text: str) -> dict[str, Any]:
        if len(text) > MESSAGE_LIMIT:
            raise Refused(f"a message has at most {MESSAGE_LIMIT} characters")
        try:
            message = orjson.loads(text)  # strict: no NaN, no half surrogate pair, nothing nested without end
        except ValueError:
            raise Refused("not JSON") from None
        if not isinstance(message, dict):
            raise Refused("a message is a JSON object with a type")
        number = message.setdefault("id", None)
        if isinstance(number, bool) or not isinstance(number, int | str | None) or len(str(number)) > ID_LIMIT:
            message["id"] = None
            raise Refused("an id is a number or a short text")
        return message

    async def _do(self, message: dict[str, Any]) -> None:
        kind = message.get("type")
        if kind in ("answer", "undo", "redo"):
            await self._act(kind, message)
        elif kind in ("why", "preview"):
            self._tell(kind, message)
        elif kind == "together":
            self._together(message)
        elif kind == "overlay":
            self._overlay(message)
        elif kind in ("hint", "warning"):
            self._advise(kind, message)
        elif kind == "expected":
            self._expected(message)
        elif kind == "chat":
            await self._chat(message)
        elif kind == "takeback_ask":
            await self._ask_takeback(message)
        elif kind == "takeback_answer":
            await self._answer_takeback(message)
        elif kind == "claim":
            player = self._player()
            await self.house.read_holidays(self.room)
            await self.room.take(lambda: deeds.claim(self.room, player))
            self._done(message)
        elif kind == "resign":
            player = self._player()
            await self.room.take(lambda: deeds.resign(self.room, player, self.owned))
            self._done(message)
        elif kind == "hand_over":
            await self._hand_over(message)
        elif kind == "hand_back":
            await handing.hand_back(self.room, self._own(message))
            self._done(message)
        elif kind == "move_now":
            self._move_now(message)
        elif kind == "stand_in_ask":
            await self._ask_stand_in(message)
        elif kind == "stand_in_answer":
            await self._answer_stand_in(message)
        else:
            raise Refused(f"there is no message {str(kind)[:40]!r}")

    def _player(self) -> str:
        if self.viewer is None:
            raise Refused("spectators look on")
        return self.viewer

    def _done(self, message: dict[str, Any]) -> None:
        self._reply({"type": "done", "id": message["id"], "seq": self.room.sequence(self.viewer)})

    async def _act(self, kind: str, message: dict[str, Any]) -> None:
        player = self._player()
        verb, target = self._verb(message) if kind == "answer" else ("", None)
        sequence = message.get("seq")
        if not isinstance(sequence, int) or isinstance(sequence, bool):
            raise Refused("an answer carries the sequence number of the position it is for")
        began = time.perf_counter()
        told = await self.room.act(kind, player, sequence, verb, target)
        self._reply({"type": "done", "id": message["id"], "seq": told})
        metrics.ANSWER_SECONDS.observe(time.perf_counter() - began)

    def _verb(self, message: dict[str, Any]) -> tuple[str, str | int | None]:
        verb, target = message.get("verb"), message.get("target")
        if not isinstance(verb, str) or not isinstance(target, str | int | None) or isinstance(target, bool):
            raise Refused("an answer has a verb and a target")
        return verb, target

    def _tell(self, kind: str, message: dict[str, Any]) -> None:
        player = self._player()
        verb, target = self._verb(message)
        play = self.room.play
        if kind == "why":
            found: Any = [worded(play.game, reason.message) for reason in play.why(player, verb, target)]
        else:
            found = dict(play.preview(player, verb, target))
        self.post({"type": "told", "id": message["id"], kind: found})

    def _together(self, message: dict[str, Any]) -> None:
        player = self._player()
        first, rows, stop = message.get("first"), message.get("rows"), message.get("stop")
        if not isinstance(rows, list) or len(rows) > together.MOST or not isinstance(stop, str | None):
            raise Refused("rows of answers are a short list")
        play = self.room.play
        found = together.left_behind(play, player, self._row(first), [self._row(row) for row in rows], stop)
        behind = None
        if found is not None:
            behind = {str(number): [worded(play.game, why) for why in reasons] for number, reasons in found.items()}
        self.post({"type": "told", "id": message["id"], "behind": behind})

    def _row(self, row: object) -> list[tuple[str, str | int | None]]:
        if not isinstance(row, list) or len(row) > together.ANSWERS or not all(isinstance(one, dict) for one in row):
            raise Refused("a row is a short list of answers")
        return [self._verb(one) for one in row]

    def _overlay(self, message: dict[str, Any]) -> None:
        kind = message.get("kind")
        if not isinstance(kind, str):
            raise Refused("an overlay has a kind")
        play = self.room.play
        number = None if self.viewer is None else play.roster.number(self.viewer)
        found = play.game.overlay(play.state.seen_by(number), number, kind)
        self.post({"type": "told", "id": message["id"], "overlay": found})

    def _advise(self, kind: str, message: dict[str, Any]) -> None:
        """What a good player would answer, or what a coach would warn of; only where nobody is played against who
        could not ask as well."""
        player = self._alone()
        if player not in self.room.play.deciders:
            raise Refused("it is not your decision")
        if kind in self._advice:
            self._advice[kind].cancel()
        self._advice[kind] = asyncio.create_task(self._think_of(kind, player, message["id"]))

    async def _think_of(self, kind: str, player: str, number: Any) -> None:
        ask = self.house.thinkers.hints if kind == "hint" else self.house.thinkers.warning
        try:
            sequence, found = await ask(self.room, player, self.person)
        except asyncio.CancelledError:
            self.post({"type": "error", "id": number, "why": "you have asked again"})
            raise
        except Exception as error:
            if not isinstance(error, NoWorkers | Overdue):
                log.exception("table %s: nobody knows a hint", self.room.row.id)
            metrics.NOT_UNDERSTOOD.inc()
            self.post({"type": "error", "id": number, "why": "nobody knows a hint"})
        else:
            self.post({"type": "told", "id": number, "hints" if kind == "hint" else kind: found, "seq": sequence})

    def _expected(self, message: dict[str, Any]) -> None:
        """How the game may end, as far as this viewer can know."""
        found = evaluation.document(self.room.play, self._alone())
        self.post({"type": "told", "id": message["id"], "expected": found})

    def _alone(self) -> str:
        """The player, if all whom he plays against are bots."""
        player = self._player()
        if self.room.row.tournament is not None:
            raise Refused("there are no hints in tournaments")
        if self._against_people:
            raise Refused("there are no hints in games against people")
        return player

    @property
    def _against_people(self) -> bool:
        others = [one for one, seat in self.room.seats.items() if seat.kind != "bot" and one not in self.owned]
        return any(one != self.viewer for one in others)

    async def _chat(self, message: dict[str, Any]) -> None:
        text = message.get("text")
        if not isinstance(text, str) or not text.strip() or len(text) > CHAT_LIMIT:
            raise Refused(f"say something of at most {CHAT_LIMIT} characters")
        player = self._player()
        if self.house.accounts is not None and (mute := await self.house.accounts.order.muted(self.person)):
            raise Muted(mute.until, mute.why)
        text = "".join(letter if letter.isprintable() else " " for letter in text).strip()
        side = self._council(message.get("council", False))
        line = ChatRow(table_id=self.room.row.id, who=player, text=text, at=time.time(), council=side)
        await self.room.store.append([line])
        if side is None:
            self.house.announce(self.room, heard(line))
        else:
            self.house.confide(self.room, side, heard(line))
        if message["id"] is not None:
            self._done(message)

    @property
    def council(self) -> str | None:
        """The side whose council is heard on this line."""
        return council(self.room.play.roster, self.viewer)

    def _council(self, closed: Any) -> str | None:
        """To whose council something is said; None where it is to everybody."""
        if closed is False:
            return None
        if closed is not True or self.council is None:
            raise Refused("you have no council: nobody else plays your side")
        return self.council

    # ---- taking back by consent

    async def _ask_takeback(self, message: dict[str, Any]) -> None:
        player, to = self._player(), message.get("to")
        if to is not None and (not isinstance(to, int) or isinstance(to, bool)):
            raise Refused("a take-back goes to a position of the replay")
        answers = None
        if to is not None:
            reel = await self.house.reel(self.room)
            try:
                answers = reel.answers(player, to)
            except IndexError:
                raise Refused("there is no such position") from None
            if to == reel.length(player):  # whether another is about something since then is not his to know
                raise NotNow("there is nothing to take back")
        with contextlib.suppress(deeds.Already):
            await self.room.take(lambda: deeds.ask_back(self.room, player, answers, self.owned))
        self._done(message)

    async def _answer_takeback(self, message: dict[str, Any]) -> None:
        player, yes = self._player(), message.get("yes")
        if not isinstance(yes, bool):
            raise Refused("say yes: true or false")
        taken = await self.room.take(lambda: deeds.answer_back(self.room, player, self.owned, yes))
        if yes and taken.kind == "drop_back":
            raise NotNow("the game has gone on: ask again")
        self._done(message)

    # ---- bots that play on for people

    def _own(self, message: dict[str, Any]) -> str:
        """The seat this is about: the one he looks on from, or another of his own."""
        mine = self._player()
        player = message.get("player", mine)
        if player != mine and player not in self.owned:
            raise Refused("that is not your seat")
        return str(player)

    async def _hand_over(self, message: dict[str, Any]) -> None:
        player, bot = self._own(message), message.get("bot")
        if not isinstance(bot, str):
            raise Refused("say which bot is to play for you")
        await handing.hand_over(self.room, player, bot[:ID_LIMIT])
        self._done(message)

    def _move_now(self, message: dict[str, Any]) -> None:
        """Let the bot that thinks answer with what it has found: where all others are bots that harms nobody but it."""
        if not (self.owner and self.viewer is None):
            self._player()
        if self.room.row.tournament is not None or self._against_people:
            raise Refused("in games against people a bot takes the time that it is granted")
        self.house.hurry(self.room)
        self._done(message)

    async def _ask_stand_in(self, message: dict[str, Any]) -> None:
        """Who plays here may ask, and who opened the table, though he only looks on."""
        by = None if self.owner and self.viewer is None else self._player()
        player = message.get("player")
        if not isinstance(player, str) or player in self.owned:
            raise Refused("say for which of the others a bot is to play")
        await handing.ask(self.house, self.room, player, by, self.owned)
        self._done(message)

    async def _answer_stand_in(self, message: dict[str, Any]) -> None:
        player, yes = self._player(), message.get("yes")
        if not isinstance(yes, bool):
            raise Refused("say yes: true or false")
        await handing.answer(self.house, self.room, player, self.owned, yes)
        self._done(message)


def written(message: Any) -> str:
    """A message as it is sent; names that are no texts are rare, and looking for them in all of it takes time."""
    try:
        return orjson.dumps(message).decode()
    except TypeError:
        return orjson.dumps(message, option=orjson.OPT_NON_STR_KEYS).decode()
