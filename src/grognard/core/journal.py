"""The journal: a game is its header and its answers, and replaying them gives the same position to the last die.

A save file is JSON that a person can read: who answered what, in names. Choices that are still secret and uncommitted
are kept apart, by player, and stand in the common list only after all have committed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.core.ask import Target
from grognard.core.dice import commitment, read_forced, write_forced
from grognard.core.snapshot import canonical

if TYPE_CHECKING:
    from grognard.core.game import Game
    from grognard.core.play import Play
    from grognard.core.state import State

FORMAT = "grognard-game/1"
LONGEST_TEXT = 200
"""Characters of any text in a header: a seed, a nonce, an option. What this program writes is far shorter."""
MOST_NONCES = 32
MOST_OPTIONS = 100
MOST_DICE = 1_000_000
"""No game rolls a die with a higher number."""

Answer = tuple[str, str, Target]
"""(player, verb, target) in names."""


class JournalError(ValueError):
    """A save file that cannot be read or does not hold what it claims: one clear line."""


@dataclass(frozen=True, slots=True)
class Header:
    """Everything that fixes a game before its first answer."""

    game: str
    version: str
    scenario: str
    options: dict[str, Any]
    seed: str
    nonces: list[str] = field(default_factory=list)
    """What players added to the dice, each with its player before it: "axis:3f0c..."."""
    promises: dict[str, str] | None = None
    """By player: the SHA-256 of his entry among the nonces, sent before any was revealed, or nothing until he has sent
    it. None where the dice wait for nobody: at a table of one person, and where games were opened before there were
    promises."""
    waits: bool = False
    """Whether a segment that would end by itself waits for its player: at tables of people it does, in mass play and in
    games from before there was such a question it does not."""
    quick: bool = False
    """Whether the dice are the quick ones of mass play, from a seed that is a number: nobody needs proof there, so
    nobody adds a nonce."""

    def plain(self) -> dict[str, Any]:
        """As a file holds it; what a header of old did not have is left out where it says nothing."""
        plain = asdict(self)
        if self.promises is None:
            del plain["promises"]
        for name in ("waits", "quick"):
            if not plain[name]:
                del plain[name]
        return plain


class TakeBack(NamedTuple):
    """Something was taken back by consent to where so many answers stood, and so many dice with it."""

    answers: int
    dice: int


@dataclass(frozen=True, slots=True)
class Journal:
    """A game as a file holds it."""

    header: Header
    answers: list[Answer]
    pending: dict[str, list[Answer]]
    """Uncommitted choices of a simultaneous step, by player."""
    start: dict[str, Any] | None = None
    """The snapshot a set-up position began from; None for a scenario's own beginning."""
    forced: dict[int, int] = field(default_factory=dict)
    """Dice set by hand: faces by the number of their roll."""
    digest: str = ""
    """SHA-256 of the position these answers lead to."""
    skips: list[tuple[int, int]] = field(default_factory=list)
    """(answers, rolls): after so many answers something was taken back, and dice before this one were used up."""

    def plain(self) -> dict[str, Any]:
        return {
            "format": FORMAT, **asdict(self), "header": self.header.plain(), "forced": write_forced(self.forced),
        }  # fmt: skip

    def write(self, path: Path) -> None:
        text = json.dumps(self.plain(), ensure_ascii=False, indent=1)
        path.write_text(text + "\n", encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> Journal:
        try:
            plain = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise JournalError(f"{path}: there is no such file") from None
        except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
            raise JournalError(f"{path}: not a saved game: {error}") from None
        try:
            return cls.from_plain(plain)
        except KeyError as error:
            raise JournalError(f"{path}: not a saved game: {error} is missing") from None
        except (TypeError, ValueError, AttributeError) as error:
            raise JournalError(f"{path}: not a saved game: {error}") from None

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Journal:
        if plain.get("format") != FORMAT:
            raise ValueError(f'its format is {plain.get("format")!r}, not "{FORMAT}"')
        return cls(
            _header(plain["header"]),
            [_answer(one) for one in plain["answers"]],
            {player: [_answer(one) for one in answers] for player, answers in _pending(plain["pending"]).items()},
            _checked("start", plain["start"], plain["start"] is None or isinstance(plain["start"], dict)),
            read_forced(plain["forced"]),
            _checked("digest", plain["digest"], _is_text(plain["digest"])),
            _skips(plain.get("skips", []), len(plain["answers"])),  # files from before there were any
        )

    def all_answers(self) -> Iterator[Answer]:
        yield from self.answers
        for answers in self.pending.values():
            yield from answers


def _header(plain: dict[str, Any]) -> Header:
    header = Header(**plain)
    for name in ("game", "version", "scenario", "seed"):
        _checked(name, getattr(header, name), _is_text(getattr(header, name)))
    _checked("options", header.options, _are_options(header.options))
    nonces = header.nonces
    _checked("nonces", nonces, isinstance(nonces, list) and len(nonces) <= MOST_NONCES and all(map(_is_text, nonces)))
    _checked("promises", header.promises, _are_promises(header.promises))
    _checked("waits", header.waits, isinstance(header.waits, bool))
    alone = header.seed.isdecimal() and not nonces and header.promises is None
    _checked("quick", header.quick, header.quick is False or (header.quick is True and alone))
    return header


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT


def _are_promises(value: Any) -> bool:
    return value is None or (
        isinstance(value, dict) and len(value) <= MOST_NONCES and all(map(_is_text, (*value, *value.values())))
    )


def _are_options(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and len(value) <= MOST_OPTIONS
        and all(_is_text(name) and (_is_text(one) or isinstance(one, int | float)) for name, one in value.items())
    )


def _list_of(value: Any, kind: type) -> bool:
    return isinstance(value, list) and all(isinstance(one, kind) for one in value)


def _checked(name: str, value: Any, fits: bool) -> Any:
    if not fits:
        shown = repr(value)
        raise ValueError(f"{name} cannot be {shown if len(shown) <= LONGEST_TEXT else shown[:LONGEST_TEXT] + '…'}")
    return value


def _answer(plain: list[Any]) -> Answer:
    player, verb, target = plain
    if not isinstance(player, str) or not isinstance(verb, str) or not isinstance(target, str | int | None):
        raise ValueError(f"{plain!r} is not an answer")
    return player, verb, target


def _pending(plain: dict[str, list[Any]]) -> dict[str, list[Any]]:
    if len(plain) > MOST_NONCES:
        raise ValueError(f"{len(plain)} players are more than any game has")
    return plain


def _skips(plain: list[Any], answers: int) -> list[tuple[int, int]]:
    """Where dice were taken back: after some of the answers, or before the first, and after each of them once."""
    if len(plain) > answers + 1:
        raise ValueError(f"{len(plain)} skips of dice are more than {answers} answers have")
    return [_skip(one) for one in plain]


def _skip(plain: list[Any]) -> tuple[int, int]:
    if not _list_of(plain, int) or len(plain) != 2 or not all(0 <= one <= MOST_DICE for one in plain):
        raise ValueError(f"{plain!r} is not a skip of dice")
    return plain[0], plain[1]


def digest(header: Header, state: State) -> str:
    """The fingerprint of a game: what fixed it before its first answer, and the position it has come to."""
    fixed = json.dumps(header.plain(), sort_keys=True).encode()
    return hashlib.sha256(fixed + canonical(state)).hexdigest()


def replay(journal: Journal, game: Game, until: int | None = None, take_backs: list[TakeBack] | None = None) -> Play:
    """Play a journal's answers (the first `until` of them) from its beginning; note the take-backs, where asked to."""
    from grognard.core.ask import IllegalAnswer
    from grognard.core.play import Play

    skips = dict(journal.skips)

    def skip(number: int) -> None:
        if number in skips:
            if take_backs is not None:
                take_backs.append(TakeBack(number, skips[number] - play.state.rolls))
            play.skip(skips[number])

    try:
        play = Play.begin(game, journal.header, journal.start, journal.forced)
        skip(0)
    except ValueError as error:
        raise JournalError(str(error)) from None
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise JournalError(f"its start is no position: {error!r}") from None
    answers = list(journal.all_answers())[:until]
    for number, (player, verb, target) in enumerate(answers, 1):
        try:
            play.answer(player, verb, target)
            skip(number)
        except (IllegalAnswer, ValueError) as error:
            text = f"answer {number} ({player} {verb} {target}) is refused: {error}"
            raise JournalError(text) from None
    return play


def _broken_promises(header: Header, game: Game) -> list[str]:
    """Where nonces are not those whose hashes were sent, or stand in another order than their players sit."""
    if header.promises is None:
        return []
    faults = []
    for entry in header.nonces:
        player = entry.partition(":")[0]
        if player not in header.promises:
            faults.append(f"{player} added a nonce without having promised one")
        elif commitment(entry) != header.promises[player]:
            faults.append(f"the nonce of {player} is not the one whose hash was sent before")
    sitting = game.scenario(header.scenario).roster.ids
    if [one.partition(":")[0] for one in header.nonces] != [one for one in sitting if one in header.promises]:
        faults.append("the nonces are not those of all who promised one, in the order of their seats")
    return faults


def verify(
    journal: Journal, game: Game, take_backs: list[TakeBack] | None = None, begun: Mapping[str, Any] | None = None
) -> list[str]:
    """What does not hold about a saved game: rules broken, dice set by hand, a position that was changed.

    `begun` is the position that it is known to have been played on from.
    """
    faults = []
    if journal.header.version != game.version:
        faults.append(f"played by rules version {journal.header.version}, this is {game.version}")
    if journal.start is not None and journal.start != begun:
        faults.append("it began from a position set up by hand")
    if journal.forced:
        rolls = ", ".join(str(roll + 1) for roll in sorted(journal.forced))
        faults.append(f"dice were set by hand: roll {rolls}")
    faults += _broken_promises(journal.header, game)
    try:
        play = replay(journal, game, take_backs=take_backs)
    except JournalError as error:
        return [*faults, str(error)]
    if digest(journal.header, play.state) != journal.digest:
        faults.append("the answers do not lead to the position the file claims")
    return faults
