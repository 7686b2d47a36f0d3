"""Bots at a table: they think in worker processes, on a position imagined from their own view."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from random import Random, SystemRandom
from typing import Any, NamedTuple, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy.exc import SQLAlchemyError

from grognard.core.ask import IllegalAnswer, random_answer
from grognard.core.dice import FastDice
from grognard.core.registry import game as find_game
from grognard.core.snapshot import restore, snapshot
from grognard.core.state import State
from grognard.players import bot as find_bot
from grognard.players.patience import Patience
from grognard.players.veteran import looks_ahead
from grognard.school import hint
from grognard.table import metrics
from grognard.table.grants import Grants
from grognard.table.notices import ALONE
from grognard.table.room import NotStored, Room, Stale
from grognard.table.workers import NoWorkers, Overdue, Workers, rung, within

PACE = 0.15
"""Seconds between answers where only bots play, so that somebody can watch."""
ELSEWHERE = 0.5
"""Seconds between looks whether another process still thinks for a table."""
THINKING = 60.0
"""Seconds that a bot may think about one answer, once a worker has begun."""
REMEMBERED = 1000
"""Bots whose memory is kept; one that was forgotten thinks again."""

T = TypeVar("T")

Duty = Callable[[str], AbstractAsyncContextManager[bool]]

log = logging.getLogger(__name__)
_chance = SystemRandom()


class Thought(NamedTuple):
    """What a worker is asked for a table, and for whom."""

    player: str
    sequence: int
    """The position that is thought about, by its number."""
    number: int
    """That of the question."""
    task: asyncio.Task[tuple[int, Any]]


class Thinkers:
    """A few worker processes and one task per table whose bots have to move."""

    def __init__(self, workers: int = 1, grants: Grants | None = None, duty: Duty = ALONE.duty) -> None:
        """`grants` is what the house grants a grognard; `duty` tells whether it is up to this process to think for a
        table."""
        self._workers = Workers(workers)
        """For those who look ahead."""
        self._quick = Workers(1)
        """For the others, who never wait until one of them has made up his mind."""
        self._share = max(1, workers - 1)
        self._owners: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        """By who opened tables: how many of those who look ahead may still think there at a time; nobody's tables take
        all of the workers for long."""
        self._advisers = Workers(1)
        """For people: nobody waits for a hint until a bot has done with thinking."""
        self._asking: WeakValueDictionary[str | None, asyncio.Lock] = WeakValueDictionary()
        """Whoever asks for hints, one at a time: others wait for the same process."""
        self._duty = duty
        self._grants = grants or Grants()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._rooms: dict[str, Room] = {}
        """By table: at which room its task is at work."""
        self._thoughts: dict[str, Thought] = {}
        """By table."""
        self._memories: dict[tuple[str, str, str], Any] = {}
        """By table, player and bot: what a bot remembers until its next answer."""
        self._closed = False

    def wake(self, room: Room) -> None:
        """Let this table's bots answer, if it is up to them and nobody does it already; one whose seat was taken back,
        or whose position is there no more, thinks no further."""
        thought = self._thoughts.get(room.row.id)
        if thought is not None and self._rooms.get(room.row.id) is room and _in_vain(thought, room):
            thought.task.cancel()
        before = self._rooms.get(room.row.id)
        if before is not None and before is not room:  # it was opened anew: what is thought there is in vain
            del self._rooms[room.row.id]
            self._tasks.pop(room.row.id).cancel()
        if room.bots_to_move and not self.at_work(room) and not self._closed:
            self._rooms[room.row.id] = room
            task = self._tasks[room.row.id] = asyncio.create_task(self._answer(room))
            task.add_done_callback(lambda done: self._done(room, done))

    def hurry(self, room: Room) -> None:
        """Let the bot that thinks at this table answer with the best that it has found."""
        thought = self._thoughts.get(room.row.id)
        if thought is not None:
            self._workers.ring(thought.number)

    def leave(self, room: Room) -> None:
        """Nobody is at this table any more, nor are bots."""
        if self._rooms.get(room.row.id) is room:
            self._tasks[room.row.id].cancel()

    def at_work(self, room: Room) -> bool:
        task = self._tasks.get(room.row.id)
        return task is not None and not task.done()

    def _done(self, room: Room, task: asyncio.Task[None]) -> None:
        if self._tasks.get(room.row.id) is task:
            del self._tasks[room.row.id], self._rooms[room.row.id]
        if not task.cancelled() and task.exception() is not None:
            log.error("table %s: its bots have stopped", room.row.id, exc_info=task.exception())

    async def _answer(self, room: Room) -> None:
        """Until they have answered: here, or in another process, which may die."""
        while room.bots_to_move:
            async with self._duty(f"bots {room.row.id}") as mine:
                if mine:
                    return await self._answer_here(room)
            await asyncio.sleep(ELSEWHERE)

    async def _answer_here(self, room: Room) -> None:
        patience: defaultdict[str, Patience] = defaultdict(Patience)
        while room.bots_to_move:
            player = room.bots_to_move[0]
            bot = room.bot_of(player) or ""
            sequence = room.sequence(player)
            number = room.play.roster.number(player)
            seed = _chance.getrandbits(62)
            answer = room.play.state.going_on(number)
            if answer is None:
                answer = await self._thought(room, player, sequence, seed, patience[player])
            if answer is None:
                continue
            verb, target = room.play.names_of_answer(answer)
            try:
                await room.act("answer", player, sequence, verb, target, bot)
            except (Stale, IllegalAnswer):
                if room.sequence(player) == sequence:  # a bot that is wrong about the rules must not hold the game up
                    log.exception("table %s: %s was refused %s %s", room.row.id, player, verb, target)
                    await self._anything(room, player, sequence, seed)
            except (NotStored, SQLAlchemyError):
                room.broken = True
                return room.give_up()  # who waits for the bot comes again, and it thinks anew
            alone = all(room.bot_of(one) is not None for one in room.seats)
            await asyncio.sleep(PACE if alone else 0)

    async def _thought(self, room: Room, player: str, sequence: int, seed: int, patience: Patience) -> int | None:
        """The bot's answer; any, where it circles, thinks for too long or fails: nobody waits for it in vain. None
        where its seat is no longer its own, or the position another."""
        state, number = room.play.state, room.play.roster.number(player)
        had = not patience.lost
        if patience.with_bot(state, number):
            try:
                return await self._unless_in_vain(room, player, sequence, seed)
            except Overdue:
                log.warning("table %s: %s thinks for too long: answered at random", room.row.id, player)
            except NoWorkers:
                raise
            except Exception:
                log.exception("table %s: %s cannot think: answered at random", room.row.id, player)
        elif had:
            log.warning("table %s: %s circles: answered at random", room.row.id, player)
        return random_answer(state.ask(number), Random(seed))

    async def _unless_in_vain(self, room: Room, player: str, sequence: int, seed: int) -> int | None:
        bot = room.bot_of(player) or "random"
        mine = room.row.id, player, bot
        question = self._question(room, player, seed, bot, self._memories.get(mine))
        task = asyncio.create_task(self._in_turn(question, room.row.owner_hash or room.row.id))
        thought = self._thoughts[room.row.id] = Thought(player, sequence, seed, task)
        try:
            await asyncio.wait({task})
        finally:
            if self._thoughts.get(room.row.id) is thought:
                del self._thoughts[room.row.id]
            if task.cancel() or task.cancelled():  # the worker need not think on
                self._workers.ring(seed)
        if task.cancelled():
            return None
        answer, memory = task.result()
        self._remember(mine, memory)
        return answer

    def _remember(self, mine: tuple[str, str, str], memory: Any) -> None:
        self._memories.pop(mine, None)
        if memory is not None:
            self._memories[mine] = memory
            if len(self._memories) > REMEMBERED:
                del self._memories[next(iter(self._memories))]

    def _question(self, room: Room, player: str, seed: int, bot: str, memory: Any) -> tuple[Any, ...]:
        """What a worker needs to think for this player."""
        play, number = room.play, room.play.roster.number(player)
        imagined = play.game.imagine(play.state, number, Random(seed))
        options = dict(play.state.options)
        granted = self._grants.to(bot)
        return play.game.id, play.scenario.id, options, snapshot(imagined), number, granted, memory, seed

    async def _anything(self, room: Room, player: str, sequence: int, seed: int) -> None:
        ask = room.play.ask(player)
        if ask is not None:
            verb = Random(seed).choice(sorted(ask.answers))
            target = Random(seed).choice(ask.answers[verb])
            with contextlib.suppress(Stale, NotStored):
                await room.act("answer", player, sequence, verb, target, room.bot_of(player))

    async def _in_turn(self, question: tuple[Any, ...], owner: str) -> tuple[int, Any]:
        """An answer, once this owner's other tables leave a worker to think at."""
        *_, bot, _, _ = question
        if not looks_ahead(bot):
            return await self._think(question)
        async with self._owners.setdefault(owner, asyncio.Semaphore(self._share)):
            return await self._think(question)

    async def _think(self, question: tuple[Any, ...]) -> tuple[int, Any]:
        """Ask a worker for an answer and what the bot remembers."""
        *_, bot, _, _ = question
        began = time.perf_counter()
        with metrics.THINKING.track_inprogress():
            workers = self._workers if looks_ahead(bot) else self._quick
            found = await workers.run(think, question, THINKING)
        metrics.THINKING_SECONDS.observe(time.perf_counter() - began)
        return found

    async def hints(self, room: Room, player: str, who: str | None = None) -> tuple[int, list[dict[str, Any]]]:
        """What a good player would answer for this one, and why; made from what he may know. And for which position."""
        return await self._advice(advise, room, player, who)

    async def warning(self, room: Room, player: str, who: str | None = None) -> tuple[int, dict[str, Any] | None]:
        """Which of this player's answers a coach would warn him of, in which position."""
        return await self._advice(warn, room, player, who)

    async def _advice(self, ask: Callable[..., T], room: Room, player: str, who: str | None) -> tuple[int, T]:
        async with self._asking.setdefault(who, asyncio.Lock()):
            sequence = room.sequence(player)
            question = self._question(room, player, _chance.getrandbits(62), "", None)
            return sequence, await self._advisers.run(ask, question, THINKING)

    async def close(self) -> None:
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._workers.close()
        self._quick.close()
        self._advisers.close()


def _in_vain(thought: Thought, room: Room) -> bool:
    """Whether its answer would come too late: another plays there, or the position has changed."""
    return room.sequence(thought.player) != thought.sequence or thought.player not in room.bots_to_move


def think(question: tuple[Any, ...], limit: float | None = None) -> tuple[int, Any]:
    """In a worker: the bot's answer to an imagined position and its memory, within so many seconds."""
    return within(limit, lambda: _chosen(question))


def _chosen(question: tuple[Any, ...]) -> tuple[int, Any]:
    """A question is known by its seed."""
    *_, player, name, memory, seed = question
    bot = find_bot(name)
    bot.memory, bot.stopped = memory, lambda: rung(seed)
    return bot.choose(_imagined(question), player, Random(seed)), bot.memory


def advise(question: tuple[Any, ...], limit: float | None = None) -> list[dict[str, Any]]:
    """In a worker: hints for an imagined position."""
    *_, player, _, _, seed = question
    return within(limit, lambda: hint.document(_imagined(question), player, seed))


def warn(question: tuple[Any, ...], limit: float | None = None) -> dict[str, Any] | None:
    """In a worker: what a coach would warn of in an imagined position."""
    *_, player, _, _, seed = question
    return within(limit, lambda: hint.warning(_imagined(question), player, seed))


def _imagined(question: tuple[Any, ...]) -> State:
    game_id, scenario, options, plain, *_, seed = question
    found = find_game(game_id)
    chosen = found.scenario(scenario)
    state: State = found.laid_out(chosen, options).initial(chosen, options, FastDice(seed))
    restore(state, plain)
    return state
