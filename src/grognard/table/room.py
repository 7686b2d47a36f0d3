"""One table with its game in memory: every act is stored, performed, and only then told to those who may see it.

A room is rebuilt from its acts after a restart; where a rule was corrected since, from its newest snapshot. It knows
players, not people: who may speak for a player is decided in `seats`.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy.exc import IntegrityError

from grognard.core.ask import IllegalAnswer, Target
from grognard.core.dice import commitment, owing, read_forced
from grognard.core.game import Game
from grognard.core.journal import Header, Journal
from grognard.core.play import Play
from grognard.core.snapshot import snapshot
from grognard.core.state import Result
from grognard.core.view import in_the_open, worded
from grognard.table.again import Again, breathe
from grognard.table.clock import Clock
from grognard.table.consent import WISHES, Wishes
from grognard.table.diff import Pieces, difference, pieces_difference
from grognard.table.metrics import BY_BOT, BY_PERSON
from grognard.table.store import (
    ActRow,
    InDoubt,
    NewAct,
    NewHeader,
    SeatRow,
    SnapshotRow,
    Store,
    TableRow,
    failing,
    snapshot_row,
)
from grognard.table.turn import Turn

SNAPSHOT_EVERY = 20
"""Acts between snapshots, at least."""

Viewer = str | None
"""A player, or None for a spectator."""

Listener = Callable[["Room", set[Viewer]], None]
"""Told after an act is stored: which viewers see something new."""

SEALS = ("seal", "dice")
"""Acts that change what the dice follow from, before the first of them; the second is the last."""

HANDS = ("hand_over", "hand_back")
"""Acts that change who plays a seat and nothing of the game: they fit whatever becomes of the rules."""

log = logging.getLogger(__name__)


class Stale(Exception):
    """An act for a position that is no longer there: it was answered already, or the answer came twice."""


class Overtaken(Exception):
    """Another process has stored an act first. What it did is done here too by now."""


class NotStored(Exception):
    """The act could not be written: nothing has changed, and the table must be opened anew."""

    def told(self) -> str:
        """What its player hears."""
        return f"your answer could not be kept ({self}): nothing has changed"


class PerhapsStored(NotStored):
    """Nobody knows whether the act was written: it shows when the table is opened anew."""

    def told(self) -> str:
        return f"your answer may have been kept or not ({self}): look when the table is open again"


class NotNow(Exception):
    """A take-back, a claim or a nonce that does not hold: one clear line for who asked."""


@dataclass(frozen=True, slots=True)
class StandIn:
    """A bot that plays on for a person: the seat stays his."""

    bot: str
    since: int
    """How many committed answers there were when it sat down: what came before it is not its own to take back."""


class Deed(NamedTuple):
    """An act that is about to be taken."""

    kind: str
    player: str
    verb: str = ""
    target: Any = None
    header: dict[str, Any] | None = None
    """What the dice follow from, where that changes with it."""


class Room:
    """A live table."""

    kept = True
    """Whether storage has it."""

    def __init__(
        self, store: Store, game: Game, row: TableRow, seats: Sequence[SeatRow], play: Play, waited: bool = False
    ) -> None:
        self.store = store
        self.row = row
        by_player = {seat.player: seat for seat in seats}
        self.seats = {player: by_player[player] for player in play.roster.ids}
        self.play = play
        self._between: tuple[Pieces, Pieces, dict[str, Any]] | None = None
        self._open: dict[str, Any] | None = None
        """What everybody sees of the position as it is."""
        self.acts = 0
        self._kept = 0
        """How many acts the newest snapshot holds."""
        self.lock = asyncio.Lock()
        self.turn = Turn()
        """The house gives all its rooms the same one."""
        self.again = Again()
        """So with this."""
        self.listeners: set[Listener] = set()
        self.set_aside = 0
        """Acts that no longer fit after a correction of the rules; the game goes on from before them."""
        self._unfit = 0
        """Of these, how many are not yet stored as such."""
        self.broken = False
        """Memory and storage may differ: open the table anew."""
        self.touched = time.monotonic()
        self.wishes = Wishes()
        self.stand_ins: dict[str, StandIn] = {}
        """Bots that play on for people."""
        self.stood_in: set[str] = set()
        """For whom a bot has ever played on here."""
        self.aside: set[str] = set()
        """What changed beside the view: "seats", "dice"; whoever tells of it takes it out."""
        self.opened = time.time()
        self.left: dict[str, float] = {}
        """When people were last seen to leave the table, by wall time; `house` tells."""
        self.awaited = dict.fromkeys(play.waiting_for(None), row.created)
        """Since when the table waits for somebody, as everybody may know."""
        self.clock = Clock(row.clock, play.roster.ids, row.created) if row.clock else None
        self.away_told: dict[str, float] = {}
        """Who those at the table know to be on holiday."""
        self.flagged: str | None = None
        """Who lost on time."""
        self.resigned: str | None = None
        """Who gave up for his side."""
        self.ruled: tuple[tuple[str, ...], str] | None = None
        """Which sides have won by the word of a tournament, and how it was said."""
        self._lifted: dict[str, Any] | None = None
        """What everybody sees of a game that is over."""
        self.sealed_at = row.created
        """When somebody last added to the dice, or sent the hash of what he will."""
        self._clocks_wait = waited or bool(self.owing)
        """Until the dice are there: from then on it is a player's own doing how long he takes."""
        viewers: list[Viewer] = [*play.roster.ids, None]
        self._sequence: dict[Viewer, int] = dict.fromkeys(viewers, 0)
        self._tick(row.created)

    @property
    def game(self) -> Game:
        """The game as this table lays it out."""
        return self.play.game

    @property
    def begun(self) -> object:
        """What tells one game at this table from another: to look at it again is to begin from there."""
        return self

    # ---- coming back

    @classmethod
    def restore(
        cls,
        store: Store,
        game: Game,
        row: TableRow,
        seats: Sequence[SeatRow],
        acts: Sequence[ActRow],
        kept: Sequence[SnapshotRow],
    ) -> Room:
        """The room as it was left: all acts again, or the newest snapshot that still fits and the acts after it."""
        header = Header(**row.header)
        last = acts[-1].number if acts else 0
        valid = [act for act in acts if not act.aside or act.kind in HANDS]

        def begun(start: dict[str, Any] | None, after: int = 0) -> Room:
            waited = any(act.kind == "dice" for act in valid if act.number > after)
            play = Play.begin(game, header, start, read_forced(row.forced or []))
            room = cls(store, game, row, seats, play, waited)
            room.set_aside = len(acts) - len(valid)
            for act in valid:
                if act.number <= after and act.kind in HANDS:
                    room._hand(act.kind, act.player, act.verb or "")
            return room

        if header.version == game.version:
            room = begun(row.start)
            if room._again(valid):
                room.acts = last
                return room
        for one in kept:
            try:
                room = begun(json.loads(one.plain), one.number)
            except Exception:  # whatever a corrected game cannot make sense of: an older one may do
                log.exception("table %s: the snapshot after act %d does not fit any more", row.id, one.number)
                continue
            room.acts = room._kept = one.number
            room.awaited = dict.fromkeys(room.play.waiting_for(None), row.changed)  # nobody knows: not too soon
            if one.clock is not None and room.clock is not None:
                room.clock.set(one.clock)
                room.flagged = one.clock["flagged"]
            return room._from_here([act for act in valid if act.number > one.number], last)
        return begun(row.start)._from_here(valid, last)

    def _from_here(self, acts: Sequence[ActRow], last: int) -> Room:
        if self._again(acts):
            self.acts = last
        else:
            self._unfit = last - self.acts
            self._clocks_wait = bool(self.owing)  # the act that started them may be one of these
            for act in acts:
                if act.number > self.acts and act.kind in HANDS:
                    self._hand(act.kind, act.player, act.verb or "")
                elif act.number > self.acts:
                    self.set_aside += 1
        return self

    def _again(self, acts: Sequence[ActRow]) -> bool:
        for act in acts:
            breathe()
            try:
                self._perform(act.kind, act.player, act.verb or "", act.target, act.at)
            except Exception as error:  # a correction of a rule may break anything that was built on it
                log.warning("table %s: act %d does not fit any more: %r", self.row.id, act.number, error)
                return False
            self.acts = act.number
        return True

    def goes_on(self, acts: Sequence[ActRow]) -> bool:
        """Do what is stored after the last act, in a room where nobody acts; whether it fits."""
        if not acts:
            return True
        fits = self._again([act for act in acts if not act.aside or act.kind in HANDS])
        self.acts = acts[-1].number
        return fits

    async def put_aside(self) -> bool:
        """Take the acts that did not fit out of the game, and keep the position it goes on from; whether there were
        any."""
        if not self._unfit:
            return False
        after, self.acts, self._unfit = self.acts, self.acts + self._unfit, 0
        await self.store.set_aside(self.row.id, after, self.acts)  # others may play on from there already
        await self.store.append([self._snapshot()])
        return True

    # ---- acting

    def sequence(self, viewer: Viewer) -> int:
        """Counts what this viewer did and what came up to him; what another is about does not move it."""
        return self._sequence[viewer]

    async def act(
        self, kind: str, player: str, sequence: int, verb: str = "", target: Target = None, bot: str | None = None
    ) -> int:
        """Store an act, then perform it; returns the player's new sequence number.

        What the engine would refuse raises IllegalAnswer, what comes too late Stale; neither changes anything. `bot`
        is who acts, where it is not the person himself.
        """
        came = time.perf_counter()
        async with self.lock:
            _, seen = await self._in_turn(lambda: self._deed_of(kind, player, sequence, verb, target, bot), came)
            told = self._sequence[player]
        (BY_PERSON if bot is None else BY_BOT).inc()
        self._tell(seen)
        return told

    def _deed_of(self, kind: str, player: str, sequence: int, verb: str, target: Target, bot: str | None) -> Deed:
        if bot is None and player in self.stand_ins:
            raise NotNow("a bot plays for you: take your seat back first")
        if sequence != self._sequence[player]:
            raise Stale
        if self.result is not None:  # everybody has seen everything by now: nothing is undone any more
            raise IllegalAnswer([self.play.state.message("refuse.over")], self.game.words)
        self._check(kind, player, verb, target)
        return Deed(kind, player, verb, target)

    async def take(self, deed: Callable[[], Deed]) -> Deed:
        """Take an act of `deeds` and tell of it; which one it was."""
        came = time.perf_counter()
        async with self.lock:
            taken, seen = await self._in_turn(deed, came)
        self._tell(seen)
        return taken

    async def _in_turn(self, deed: Callable[[], Deed], came: float) -> tuple[Deed, set[Viewer]]:
        """Store an act and perform it. `deed` says which, or refuses it; it is asked again wherever another process
        was first, for it may not be right any more."""
        while True:
            wanted = deed()
            try:
                return wanted, await self._store_and_perform(wanted, came)
            except Overtaken:
                continue

    async def _store_and_perform(self, deed: Deed, came: float) -> set[Viewer]:
        now = time.time()
        kind, player, verb, target, header = deed
        rows: list[NewAct | NewHeader] = [NewAct(self.row.id, self.acts + 1, kind, player, verb or None, target, now)]
        if header is not None:
            rows.append(NewHeader(self.row.id, header))
        if self.broken:
            raise NotStored("the table is opened anew")
        try:
            await self.store.append(rows)
        except IntegrityError as error:
            if await self._catch_up():
                raise Overtaken from None
            raise self._breaks(error) from None
        except Exception as error:
            raise self._breaks(error) from None
        if header is not None:
            self._seal(header)
        seen = await self._performed(kind, player, verb, target, now, came)
        if self._snapshot_due():
            self._kept = self.acts
            self.store.later([self._snapshot()])
        self.store.summarize(self.row.id, self.summary)
        return seen

    def _breaks(self, error: Exception) -> NotStored:
        self.broken = True
        log.error("table %s: act %d could not be stored: %s", self.row.id, self.acts + 1, failing(error))
        return (PerhapsStored if isinstance(error, InDoubt) else NotStored)(failing(error))

    async def _performed(
        self, kind: str, player: str, verb: str, target: Target, now: float, came: float | None = None
    ) -> set[Viewer]:
        """Perform the act after the last one, which is stored."""
        self.touched = time.monotonic()
        try:
            stood = await self._stood_before(target) if kind == "rewind" else None
            await self.turn.come(came)  # who is sent away while he waits has done nothing: it is caught up with
            self.acts += 1
            return self._perform(kind, player, verb, target, now, stood)
        except Exception:
            self.broken = True  # opened anew, the table goes on from before this act
            log.exception("table %s: act %d was stored but cannot be performed", self.row.id, self.acts)
            raise NotStored("it does not fit") from None

    async def _stood_before(self, taken: Any) -> Play:
        """The game as it stood before the last so many answers: to play it again may take long."""
        to = len(self.play.given) - int(taken)
        return await self.again.play(to, lambda: self.play.before(to, breathe))

    # ---- following what other processes store

    async def follow(self) -> None:
        """Do what others have stored since the last act that is known here."""
        async with self.lock:
            await self._catch_up()

    async def _catch_up(self) -> bool:
        """Whether others had stored anything."""
        fresh = [] if self.broken else await self.store.fresh(self.row.id, self.acts)
        if any(act.kind in SEALS for act in fresh):
            row = await self.store.table(self.row.id)
            if row is not None:
                self._seal(row.header)
        for act in fresh:
            if act.number != self.acts + 1:
                raise self._breaks(LookupError(f"act {self.acts + 1} is missing"))
            if act.aside and act.kind not in HANDS:
                self.acts += 1
            else:
                self._tell(await self._performed(act.kind, act.player, act.verb or "", act.target, act.at))
        return bool(fresh)

    def give_up(self) -> None:
        """Let those who are here know that the table has to be opened anew, where nobody's own act told them."""
        self._tell(set())

    def _tell(self, seen: set[Viewer]) -> None:
        for listener in list(self.listeners):
            listener(self, seen)

    def _snapshot_due(self) -> bool:
        """Now and then, where nothing can be undone or redone: a snapshot remembers nothing from before it, nor that
        somebody has resigned, or that a tournament has decided it."""
        play = self.play
        return (
            self.acts - self._kept >= SNAPSHOT_EVERY
            and self.resigned is None
            and self.ruled is None
            and not any(play.can_undo(player) or play.can_redo(player) for player in play.roster.ids)
        )

    def _snapshot(self) -> SnapshotRow:
        clock = None if self.clock is None else {**self.clock.plain(), "flagged": self.flagged}
        return snapshot_row(self.row.id, self.acts, self.game.version, snapshot(self.play.state), clock)

    def _check(self, kind: str, player: str, verb: str, target: Target) -> None:
        """Refuse what the engine would refuse, before it is stored."""
        play = self.play
        if kind == "answer":
            reasons = play.why(player, verb, target)
            if reasons:
                raise IllegalAnswer([reason.message for reason in reasons], self.game.words)
            self._check_dice(player, verb, target)
        elif kind == "undo" and not play.can_undo(player):
            play.undo(player)
        elif kind == "redo" and not play.can_redo(player):
            play.redo(player)
        elif kind == "redo" and (undone := play.undone(player)):
            self._check_dice(player, *undone)

    def _check_dice(self, player: str, verb: str, target: Target) -> None:
        """Refuse what leads to a die before every nonce is there that was promised."""
        if self.owing and self.play.needs_dice(player, verb, target):
            waiting = self.play.state.message("refuse.dice_locked", word=list(self.owing))
            raise IllegalAnswer([waiting], self.game.words)

    def _perform(
        self, kind: str, player: str, verb: str, target: Any, now: float, stood: Play | None = None
    ) -> set[Viewer]:
        """Do it in memory; returns the viewers for whom something changed. `stood` is what a take-back leads to, where
        that has been played again."""
        play = self.play
        self._open = self._lifted = None
        in_lane, barrier = play.state.lanes is not None, play.state.barrier
        deciders, waiting = play.deciders, tuple(self.awaited)
        count, told = len(play.events), [] if kind == "answer" else play.events.copy()
        private = False
        if kind == "answer":
            play.answer(player, verb, target)
            # a commit of secret choices raises the barrier; until then only their maker sees anything new
            private = in_lane and play.state.barrier == barrier
        elif kind == "undo":
            play.undo(player)
            private = in_lane
        elif kind == "redo":
            play.redo(player)
            private = in_lane and play.state.barrier == barrier
        elif kind == "rewind":
            to = len(play.given) - int(target)
            play.rewind(to, stood or play.before(to, breathe))
            self.wishes.taken_back(player)
        elif kind == "skip":
            play.skip(int(target))
        elif kind == "claim":
            self.flagged = str(target)
        elif kind == "resign":
            self.resigned = player
        elif kind == "rule":
            self.ruled = tuple(target["winners"]), str(target["how"])
        elif kind in SEALS:
            self._clocks_wait, self.sealed_at = self._clocks_wait and kind != "dice", now
            self.aside |= {"seats", "dice"}
        elif kind in HANDS:
            self._hand(kind, player, verb)
            self.aside.add("seats")
        elif kind in WISHES:
            self.wishes.perform(kind, player, target, lambda: play.view(None))
            return set()
        else:
            raise ValueError(f'there is no act "{kind}"')
        self._tick(now, undone=kind == "undo")
        self.awaited = {one: self.awaited.get(one, now) for one in play.waiting_for(None)}
        fresh = (*play.events[count:], *told[len(play.events) :])
        public = any(event.visible(None) for event in fresh)
        if kind not in ("answer", "undo", "redo") or public or waiting != tuple(self.awaited):
            self.row.changed = now
        if kind == "seal":
            return set()
        concerned: set[Viewer] = {player} if private else {player, *deciders, *play.deciders}
        if kind == "dice":
            concerned = set(self._sequence)  # everybody sees the clocks start
        elif kind in HANDS:
            concerned = {player}  # what he or his bot is about to answer comes too late; nobody else's does
        for viewer in concerned & self._sequence.keys():
            self._sequence[viewer] += 1
        return {player} if private else set(self._sequence)

    # ---- what the dice follow from

    @property
    def owing(self) -> dict[str, str]:
        """What players still owe the dice; no die is rolled before all of it is there."""
        return owing(self.play.header.promises, self.play.header.nonces)

    def _seal(self, header: dict[str, Any]) -> None:
        """Let what the dice follow from count, once it is stored."""
        if header != self.row.header:
            self.row.header = header
            self.play.mix(header["nonces"], header.get("promises"))

    # ---- bots that play on for people

    def _hand(self, kind: str, player: str, bot: str) -> None:
        if kind == "hand_over":
            self.stand_ins[player] = StandIn(bot, len(self.play.given))
            self.stood_in.add(player)
            self.wishes.handed_over(player)
        else:
            self.stand_ins.pop(player, None)

    def bot_of(self, player: str) -> str | None:
        """The bot that plays for this player now."""
        stand_in, seat = self.stand_ins.get(player), self.seats[player]
        return stand_in.bot if stand_in else (seat.bot or "random") if seat.kind == "bot" else None

    # ---- clocks

    def _tick(self, now: float, *, undone: bool = False) -> None:
        if self.clock is not None:
            deciders = () if self.result is not None else self.on_the_clock
            self.clock.turn_over(deciders, self.play.state.lanes is not None, now, undone=undone)

    @property
    def on_the_clock(self) -> tuple[str, ...]:
        """Whose time it is: a team that confers spends everybody's, so that no clock tells who was asked how often."""
        return () if self._clocks_wait else self.play.circle or self.play.deciders

    # ---- seeing

    @property
    def result(self) -> Result | None:
        """How it ended: by the rules, on time, because a side gave up, or by the word of its tournament."""
        if self.play.result is None and self.ruled is not None:
            return self.play.ruled(*self.ruled)
        if self.play.result is None and self.resigned is not None:
            return self.play.lost_by(self.resigned, "resigned")
        return self.play.result if self.flagged is None else self.play.lost_by(self.flagged, "time")

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """What this viewer may see, as the table stands."""
        if self._open is None:
            self._open = self.game.open_view(self.play.state)
        shown = self.play.view(viewer, self._open)
        if viewer in self.stand_ins:
            shown |= {"ask": None, "can_undo": False, "can_redo": False}
        if self.result is not None:
            shown |= {"result": self.outcome(), "ask": None, "waiting": [], "can_undo": False, "can_redo": False}
            self._lifted = self._lifted or in_the_open(self.play)
            shown |= self._lifted
        return shown

    def difference(self, old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
        """What turns one view of this table, packed, into another."""
        return difference(old, new, self._moved)

    def _moved(self, old: Pieces, new: Pieces) -> dict[str, Any]:
        """What happened to the pieces, found once for all who look on."""
        if self._between is None or self._between[0] is not old or self._between[1] is not new:
            self._between = old, new, pieces_difference(old, new)
        return self._between[2]

    def outcome(self) -> dict[str, Any] | None:
        result = self.result
        if result is None:
            return None
        return {
            "winners": list(result.winners),
            "level": result.level,
            "points": dict(result.points),
            "reason": worded(self.game, result.reason),
        }

    def clocks(self, viewer: Viewer, now: float | None = None) -> dict[str, Any] | None:
        """What everybody has left, now or at a moment that this room has only come to."""
        if self.clock is None:
            return None
        number = None if viewer is None else self.play.roster.number(viewer)
        stopped = self.result is not None or self._clocks_wait
        waiting = () if stopped else self.play.circle or self.play.waiting_for(number)
        return self.clock.shown(viewer, waiting, time.time() if now is None else now)

    def away(self) -> dict[str, float]:
        """Who is on holiday, where that stops his clock, and until when."""
        if self.clock is None or self.result is not None:
            return {}
        now = time.time()
        until = {player: self.clock.away_until(player, now) for player in self.seats}
        return {player: one for player, one in until.items() if one is not None}

    def summary(self) -> dict[str, Any]:
        """How the table stands, for lists; `deciding` is told only to who sits there."""
        over = self.result is not None
        return {
            "acts": self.acts,
            "changed": self.row.changed,
            **self.game.standing(self.play.state),
            "result": self.outcome(),
            "waiting": [] if over else list(self.play.waiting_for(None)),
            "deciding": [] if over else list(self.play.deciders),
            "begun": bool(self.play.given),
            "set_aside": self.set_aside,
            "stand_ins": {player: one.bot for player, one in self.stand_ins.items()},
            "stood_in": sorted(self.stood_in),
            "clock": None if self.clock is None else self.clock.plain(),
            "clocks_run": not (over or self._clocks_wait),
        }

    def seating(self, host: bool = True) -> dict[str, dict[str, str | bool | None]]:
        """Who sits where and who plays for him, as its host may know it, or everybody."""
        return seating(self.seats, {player: one.bot for player, one in self.stand_ins.items()}, host=host)

    def journal(self) -> Journal:
        return self.play.journal()

    @property
    def bots_to_move(self) -> list[str]:
        """Deciding players for whom a bot plays; none before the dice are there."""
        found = [player for player in self.play.deciders if self.bot_of(player) is not None]
        return [] if not found or self.result is not None or self.broken or self.owing else found


def seating(
    seats: Mapping[str, SeatRow], stand_ins: Mapping[str, str] | None = None, *, host: bool = True
) -> dict[str, dict[str, str | bool | None]]:
    """Who asks for a seat that is for those whom its host follows is the `host`'s to know: he follows him."""
    found: dict[str, dict[str, str | bool | None]] = {
        player: {"kind": seat.kind, "bot": seat.bot, "name": seat.name} for player, seat in seats.items()
    }
    for player, seat in seats.items():
        if seat.kind == "open" and seat.offered is not None and not seat.followed:  # not everybody's to know
            found[player]["offered"] = True
        if seat.kind == "open" and isinstance(seat.asks, dict) and (host or not seat.followed):
            found[player]["asks"] = seat.asks["name"]
    for player, bot in (stand_ins or {}).items():
        found[player]["stand_in"] = bot
    return found


def sealed(row: TableRow, over: bool) -> dict[str, Any]:
    """The dice's commitment, who has promised and added what to them, and who still owes it; the seed itself once the
    game is over."""
    nonces, promises = list(row.header["nonces"]), row.header.get("promises")
    told = {
        "commitment": commitment(row.header["seed"]),
        "nonces": nonces,
        "promises": promises,
        "owing": owing(promises, nonces),
    }
    return told | {"seed": row.header["seed"]} if over else told
