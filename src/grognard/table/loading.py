"""Game files from outside: read and played through in a process of their own, which has only so much time and memory.

A file can be made so that playing it through takes both without end. The house hands over the bytes it was sent and
gets back a game whose every answer is legal, or one line that says why it is none. At most one file is read at a time.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from dataclasses import dataclass, replace
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from grognard.core.dice import owing
from grognard.core.journal import Journal, digest, replay
from grognard.core.registry import game as find_game

MOST_ANSWERS = 10_000
"""A game file longer than this, with what is not yet committed, is not a game anybody played."""

Word = Annotated[str, StringConstraints(max_length=64)]
Wanted = Annotated[dict[Word, Word], Field(max_length=8)]
"""Who is to sit where."""
OTHERS = frozenset({"invite", "offer"})
"""What seats are for whoever comes."""


class GameFile(BaseModel):
    """What is sent: a saved game, and who is to play on."""

    model_config = ConfigDict(extra="forbid")

    file: dict[str, Any]
    seats: Wanted = Field(default_factory=dict)


class NoGame(ValueError):
    """What was sent is no game that can be played on: one clear line."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What reading one file may take."""

    seconds: int = 20
    """Of work; three times as many by the clock, where others work too."""
    memory: int = 1 << 30
    """Bytes of addresses, the program's own included."""


class Loader:
    """Reads one file after another."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._turn = asyncio.Lock()

    async def load(self, sent: bytes, *, public: bool) -> tuple[Journal, dict[str, str]]:
        """The game in a file and who is to sit where; `NoGame` where it holds none."""
        async with self._turn:
            told = await self._ask_worker(sent, public)
        return await asyncio.to_thread(_understood, told)

    async def _ask_worker(self, sent: bytes, public: bool) -> bytes:
        limits = self.limits
        worker = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", __name__, str(limits.seconds), str(limits.memory), str(int(public)),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        try:
            told, _ = await asyncio.wait_for(worker.communicate(sent), 3 * limits.seconds)
            return told
        except TimeoutError:
            return b""
        finally:
            if worker.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    worker.kill()
                await worker.wait()


def _understood(told: bytes) -> tuple[Journal, dict[str, str]]:
    """What the worker says: so long only as the game that it has played through."""
    try:
        answer = json.loads(told)
    except ValueError:  # it was stopped before it could say anything
        raise NoGame("it takes more time or memory than any game") from None
    if "refused" in answer:
        raise NoGame(answer["refused"])
    return Journal.from_plain(answer["journal"]), answer["seats"]


# ---- in the worker


def main() -> None:
    """Read a file from the standard input within the limits given; say what came of it on the standard output."""
    seconds, memory, public = map(int, sys.argv[1:])
    _keep_to(seconds, memory)
    try:
        journal, seats = read(sys.stdin.buffer.read(), public=bool(public))
        told = json.dumps({"journal": journal.plain(), "seats": seats})
    except MemoryError:
        return
    except Exception as error:  # a forged file can break anything that trusts it
        told = json.dumps({"refused": one_line(error)})
    sys.stdout.write(told)


def _keep_to(seconds: int, memory: int) -> None:
    """Let the system stop this process, where the system can."""
    try:
        import resource
    except ImportError:  # Windows: the clock alone stops it there
        return
    for kind, most in ((resource.RLIMIT_CPU, seconds), (resource.RLIMIT_AS, memory), (resource.RLIMIT_CORE, 0)):
        with contextlib.suppress(ValueError, OSError):  # not every system keeps every limit
            resource.setrlimit(kind, (most, most))


def read(sent: bytes, *, public: bool) -> tuple[Journal, dict[str, str]]:
    """A saved game whose answers have been played through and found legal by the rules of today, and nothing else that
    its file may have held."""
    wanted = GameFile.model_validate_json(sent)
    journal = Journal.from_plain(wanted.file)
    if public and (journal.start is not None or journal.forced):
        raise NoGame("it begins from a position or with dice that were set up by hand")
    if public and not OTHERS.isdisjoint(wanted.seats.values()):
        raise NoGame("who brings a file knows its dice and its secrets: nobody else can be invited to it")
    answers = sum(1 for _ in journal.all_answers())
    if answers > MOST_ANSWERS:
        raise NoGame(f"it has {answers} answers, more than any game")
    game = find_game(journal.header.game)
    play = replay(journal, game)
    if journal.header.version == game.version and digest(journal.header, play.state) != journal.digest:
        raise NoGame("the answers do not lead to the position the file claims")
    # all its answers are legal by the rules of today, so from here on it is a game of today; who brings it plays it
    # alone, so its dice wait for nobody any more
    kept = None if owing(journal.header.promises, journal.header.nonces) else journal.header.promises
    header = replace(journal.header, version=game.version, promises=kept)
    return replace(play.journal(), header=header), wanted.seats


def one_line(error: Exception) -> str:
    """An error's text, short and as text that can be sent whatever was in it."""
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        text = f"{where or 'the request'}: {first['msg']}"
    else:
        text = f"{error} is missing" if isinstance(error, KeyError) else str(error) or type(error).__name__
    return (text.splitlines() or [""])[0].encode("utf-8", "backslashreplace").decode()[:400]


if __name__ == "__main__":
    main()
