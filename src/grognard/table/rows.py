"""What is stored: tables with their seats, acts, snapshots and chat, links to another device, and accounts.

Nothing here knows which database holds it. Texts have no length there: who may send something is told its limit before
it comes here, and PostgreSQL would refuse what SQLite has let in. JSON is kept as text, so that a damaged one can be
carried along and told of.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Float, ForeignKey, Integer, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator


class Row(DeclarativeBase):
    """Base of all stored rows."""


class Unreadable(str):
    """What stands in the database where JSON should be."""


class KeptJSON(TypeDecorator[Any]):
    """JSON that may be damaged: what cannot be read is told as such, so that one bad row does not hide the others."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Any) -> str | None:
        return None if value is None else json.dumps(value)

    def process_result_value(self, value: Any, dialect: Any) -> Any:
        if value is None:
            return None
        try:
            return json.loads(value)
        except (ValueError, TypeError, RecursionError):
            return Unreadable(value)


class SoundJSON(TypeDecorator[Any]):
    """JSON without which a table cannot be opened: damage is an error."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Any) -> str | None:
        return None if value is None else json.dumps(value)

    def process_result_value(self, value: Any, dialect: Any) -> Any:
        # SQLite makes a number of a text that looks like one, in a column that was once declared as JSON
        return value if value is None or isinstance(value, int | float) else json.loads(value)


class TableRow(Row):
    """A table: what fixes the game before its first answer, and how it stands."""

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(String, primary_key=True)
    header: Mapped[dict[str, Any]] = mapped_column(KeptJSON)
    start: Mapped[dict[str, Any] | None] = mapped_column(KeptJSON, nullable=True)
    forced: Mapped[list[Any] | None] = mapped_column(KeptJSON, nullable=True)
    owner_hash: Mapped[str | None] = mapped_column(String, nullable=True)
    watch_hash: Mapped[str | None] = mapped_column(String, nullable=True)
    clock: Mapped[dict[str, Any] | None] = mapped_column(KeptJSON, nullable=True)
    rematch: Mapped[str | None] = mapped_column(String, nullable=True)
    title: Mapped[str | None] = mapped_column(String, nullable=True)
    """What its owner calls it."""
    summary: Mapped[dict[str, Any] | None] = mapped_column(KeptJSON, nullable=True)
    """How the game stood after `summary["acts"]` acts: what lists show without opening the table."""
    over: Mapped[bool] = mapped_column(default=False)
    rated: Mapped[bool] = mapped_column(default=False)
    """Whether it counts for what is thought of those who sit there."""
    by_lot: Mapped[bool] = mapped_column(default=False)
    """Whether the house drew who has which side."""
    tournament: Mapped[str | None] = mapped_column(String, nullable=True)
    """Whose game it is; nobody owns such a table, and nothing of its seats is changed by hand."""
    created: Mapped[float] = mapped_column(Float)
    changed: Mapped[float] = mapped_column(Float)
    """When something happened that everybody may know; a secret choice leaves no mark."""


class SeatRow(Row):
    """A chair at a table: a person's, a bot's, or one that waits for whoever holds its invitation."""

    __tablename__ = "seats"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    player: Mapped[str] = mapped_column(String, primary_key=True)
    kind: Mapped[str] = mapped_column(String)
    bot: Mapped[str | None] = mapped_column(String, nullable=True)
    name: Mapped[str] = mapped_column(String, default="")
    key_hash: Mapped[str | None] = mapped_column(String, nullable=True)
    invite_hash: Mapped[str | None] = mapped_column(String, nullable=True)
    offered: Mapped[float | None] = mapped_column(Float, nullable=True, index=True)
    """Since when whoever comes may take it, without an invitation."""
    level: Mapped[dict[str, int] | None] = mapped_column(KeptJSON, nullable=True)
    """Whose rating may do so: `low` and `high`, both included; everybody's where there is nothing."""
    followed: Mapped[bool] = mapped_column(default=False)
    """Whether only those may do so whom the table's owner follows."""
    steps_in: Mapped[dict[str, Any] | None] = mapped_column(KeptJSON, nullable=True)
    """Which bot (`level`) plays there from when (`at`) on, if nobody comes before."""
    asks: Mapped[dict[str, str] | None] = mapped_column(KeptJSON, nullable=True)
    """Who wants to take over from that bot: under what his things are kept, and what he is called."""
    taken: Mapped[dict[str, Any] | None] = mapped_column(KeptJSON, nullable=True)
    """When somebody accepted it who came (`at`), and the bot that was to play there otherwise (`steps_in`)."""
    returned: Mapped[list[str] | None] = mapped_column(KeptJSON, nullable=True)
    """Who accepted it and gave it back at once, by what their things are kept under: they know what it sees."""
    shown: Mapped[bool | None] = mapped_column(nullable=True)
    """Whether who sits there lets everybody look on; nothing where it is as his account says."""
    account: Mapped[str | None] = mapped_column(String, nullable=True)
    """Who sat down, where he had a name: a rated game is his, whoever holds the seat afterwards."""


class ActRow(Row):
    """One act of a table in the order it was taken: an answer, an undo, a redo, a take-back, a claim, a hand-over."""

    __tablename__ = "acts"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(String)
    player: Mapped[str] = mapped_column(String)
    verb: Mapped[str | None] = mapped_column(String, nullable=True)
    target: Mapped[Any] = mapped_column(SoundJSON, nullable=True)
    at: Mapped[float] = mapped_column(Float)
    aside: Mapped[bool] = mapped_column(default=False)
    """Kept, but no longer part of the game: it did not fit after a correction of the rules."""


class NewAct(NamedTuple):
    """An act on its way into the database: a busy house writes hundreds a second, without the mapper's bookkeeping."""

    table_id: str
    number: int
    kind: str
    player: str
    verb: str | None
    target: Any
    at: float
    aside: bool = False


class NewHeader(NamedTuple):
    """What a table's dice follow from, changed by the act that is written with it."""

    table_id: str
    header: dict[str, Any]


Written = Row | NewAct | NewHeader
"""What is written in gathered commits."""


class SnapshotRow(Row):
    """A position after so many acts: a game in progress survives a later correction of a rule."""

    __tablename__ = "snapshots"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    version: Mapped[str] = mapped_column(String)
    plain: Mapped[str] = mapped_column(Text)
    clock: Mapped[dict[str, Any] | None] = mapped_column(SoundJSON, nullable=True)
    """What every player had left then, and who had lost on time; nothing at a table without clocks."""


class ChatRow(Row):
    """A line somebody said at a table."""

    __tablename__ = "chat"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), index=True)
    who: Mapped[str] = mapped_column(String)
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[float] = mapped_column(Float)
    council: Mapped[str | None] = mapped_column(String, nullable=True)
    """Which side's players alone heard it; nothing where everybody did."""
    removed: Mapped[float | None] = mapped_column(Float, nullable=True)
    """When a moderator took it away: what it said is kept for the log and told to nobody at the table."""


class LinkRow(Row):
    """A one-time link that carries a key to another device; the key is sealed with the link's own secret."""

    __tablename__ = "links"

    token_hash: Mapped[str] = mapped_column(String, primary_key=True)
    sealed: Mapped[str] = mapped_column(String)
    until: Mapped[float] = mapped_column(Float)


class LessonRow(Row):
    """A lesson under way, where several processes serve: one alone has it in memory."""

    __tablename__ = "lessons"

    id: Mapped[str] = mapped_column(String, primary_key=True)
    owner_hash: Mapped[str | None] = mapped_column(String, nullable=True, index=True)
    game: Mapped[str] = mapped_column(String)
    record: Mapped[dict[str, Any]] = mapped_column(KeptJSON)
    """The answers so far."""
    changed: Mapped[float] = mapped_column(Float)


class StudyRow(Row):
    """A game's line with comments and arrows. Its id is what its readers were given: nobody guesses it."""

    __tablename__ = "studies"

    id: Mapped[str] = mapped_column(String, primary_key=True)
    owner_hash: Mapped[str] = mapped_column(String, index=True)
    """Who may write into it; at home there is nobody else, and it is empty."""
    title: Mapped[str] = mapped_column(String)
    by: Mapped[str] = mapped_column(String)
    """What its maker was called."""
    game: Mapped[str] = mapped_column(String)
    scenario: Mapped[str] = mapped_column(String)
    journal: Mapped[dict[str, Any]] = mapped_column(SoundJSON)
    answers: Mapped[int] = mapped_column(Integer)
    """How many of the journal's answers belong to the line."""
    notes: Mapped[list[dict[str, Any]]] = mapped_column(SoundJSON)
    """By step of the line: text, rings and arrows."""
    removed: Mapped[str | None] = mapped_column(String, nullable=True)
    """Why a moderator took it away: its maker alone may open it still."""
    created: Mapped[float] = mapped_column(Float)
    changed: Mapped[float] = mapped_column(Float)


class AccountRow(Row):
    """A name somebody has in the house. What he owns is kept under `account:ID` where a visitor's key has its hash."""

    __tablename__ = "accounts"

    id: Mapped[str] = mapped_column(String, primary_key=True)
    name: Mapped[str] = mapped_column(String)
    folded: Mapped[str] = mapped_column(String, unique=True)
    """The name as it looks: two that could be taken for each other cannot both be had."""
    role: Mapped[str] = mapped_column(String, default="")
    """"keeper", "moderator", or nothing."""
    email: Mapped[str | None] = mapped_column(String, nullable=True)
    email_proved: Mapped[float | None] = mapped_column(Float, nullable=True)
    """When a letter to it was answered; before that nothing is sent there but that letter."""
    banned: Mapped[str | None] = mapped_column(String, nullable=True)
    """Why its keeper keeps it out; nothing where he does not."""
    banned_until: Mapped[float | None] = mapped_column(Float, nullable=True)
    """Until when; nothing where it is until it is lifted."""
    banned_at: Mapped[float | None] = mapped_column(Float, nullable=True)
    """Since when: each ban may be appealed against once."""
    name_lost: Mapped[str | None] = mapped_column(String, nullable=True)
    """Why it had to give its name back; it has a makeshift one until it chooses another."""
    shows: Mapped[bool] = mapped_column(default=False)
    """Whether it lets everybody look on at its games, where it says nothing else at a table."""
    created: Mapped[float] = mapped_column(Float)


class FollowRow(Row):
    """Whom a member follows, or which table he has on his list."""

    __tablename__ = "follows"

    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(String, primary_key=True)
    """"person" or "table"."""
    what: Mapped[str] = mapped_column(String, primary_key=True)
    """Its account, or the table."""
    at: Mapped[float] = mapped_column(Float)


class CredentialRow(Row):
    """What proves a name: its password, or a passkey of one of its devices."""

    __tablename__ = "credentials"

    id: Mapped[str] = mapped_column(String, primary_key=True)
    """Of a passkey what its device calls it; of a password `password:ACCOUNT`, so there is one."""
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    kind: Mapped[str] = mapped_column(String)
    secret: Mapped[str] = mapped_column(String)
    """The password's argon2id hash, or the passkey's public half."""
    house: Mapped[str | None] = mapped_column(String, nullable=True)
    """The host a passkey was made for: no other may use it."""
    uses: Mapped[int] = mapped_column(Integer, default=0)
    """What the device last counted; one that counts backwards is a copy."""
    name: Mapped[str] = mapped_column(String, default="")
    created: Mapped[float] = mapped_column(Float)
    used: Mapped[float | None] = mapped_column(Float, nullable=True)


class SessionRow(Row):
    """A browser that is signed in, by the hash of the token in its cookie."""

    __tablename__ = "sessions"

    token_hash: Mapped[str] = mapped_column(String, primary_key=True)
    id: Mapped[str] = mapped_column(String, unique=True)
    """What it is called where it is listed and ended."""
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    device: Mapped[str] = mapped_column(String)
    created: Mapped[float] = mapped_column(Float)
    used: Mapped[float] = mapped_column(Float)


class TicketRow(Row):
    """Something that is good once and not for long: a challenge to a passkey, a letter's link."""

    __tablename__ = "tickets"

    token_hash: Mapped[str] = mapped_column(String, primary_key=True)
    kind: Mapped[str] = mapped_column(String)
    account_id: Mapped[str | None] = mapped_column(ForeignKey("accounts.id"), nullable=True, index=True)
    facts: Mapped[dict[str, Any]] = mapped_column(SoundJSON)
    until: Mapped[float] = mapped_column(Float)


class NewsRow(Row):
    """A member who wants letters about his games."""

    __tablename__ = "news"

    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    how: Mapped[str] = mapped_column(String)
    """"soon" or "daily"; who wants none has no row."""
    place: Mapped[str] = mapped_column(String)
    """The house's address under which he asked for them, for the links in them."""
    stop: Mapped[str] = mapped_column(String, unique=True)
    """What ends them, without signing in; it is in every letter and good for nothing else."""
    sent: Mapped[float] = mapped_column(Float)
    """When the last letter went, or when he asked for them."""
    known: Mapped[dict[str, float]] = mapped_column(SoundJSON)
    """By table: of which change he was told that it is his move."""


class PushRow(Row):
    """A browser to which a member wants notices about his games pushed."""

    __tablename__ = "pushes"

    id: Mapped[str] = mapped_column(String, primary_key=True)
    """The hash of its endpoint: a browser is one member's at a time."""
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    session_id: Mapped[str] = mapped_column(String)
    """By which it was asked for: a browser that is signed out hears nothing more."""
    endpoint: Mapped[str] = mapped_column(String)
    """Where its maker's server takes what is for it, and the keys by which only it can read that."""
    p256dh: Mapped[str] = mapped_column(String)
    auth: Mapped[str] = mapped_column(String)
    language: Mapped[str] = mapped_column(String)
    device: Mapped[str] = mapped_column(String)
    created: Mapped[float] = mapped_column(Float)
    sent: Mapped[float] = mapped_column(Float)
    """When it was last told something, or when it was asked for."""
    looked: Mapped[float] = mapped_column(Float)
    """When the member's tables were last looked at for it."""
    known: Mapped[dict[str, float]] = mapped_column(SoundJSON)
    """By table: of which change it was told."""
    failed: Mapped[int] = mapped_column(Integer, default=0)
    """How often it could not be reached since,"""
    again: Mapped[float] = mapped_column(Float)
    """and when it is tried again."""


class HolidayRow(Row):
    """Days for which a member is away: from when to when his clocks that count days stand still. What is past of it
    is never changed."""

    __tablename__ = "holidays"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    starts: Mapped[float] = mapped_column(Float)
    ends: Mapped[float] = mapped_column(Float)
    asked: Mapped[float] = mapped_column(Float)


ANY = ""
"""The game that somebody seeks who takes any."""


class SeekRow(Row):
    """Somebody who waits to be paired, and where he was; nobody waits twice at a time."""

    __tablename__ = "seeks"

    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    game: Mapped[str] = mapped_column(String)
    scenario: Mapped[str | None] = mapped_column(String, nullable=True)
    side: Mapped[str | None] = mapped_column(String, nullable=True)
    """Any, where there is nothing."""
    clock: Mapped[dict[str, int] | None] = mapped_column(SoundJSON, nullable=True)
    rated: Mapped[bool] = mapped_column(default=False)
    since: Mapped[float] = mapped_column(Float)
    seen: Mapped[float] = mapped_column(Float)
    """When his page last said that it is there."""
    table_id: Mapped[str | None] = mapped_column(String, nullable=True)
    """The table he was paired at,"""
    player: Mapped[str | None] = mapped_column(String, nullable=True)
    paired: Mapped[float | None] = mapped_column(Float, nullable=True)
    """and when."""


class NoShowRow(Row):
    """Somebody did not come to a live game that he had sought."""

    __tablename__ = "no_shows"

    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    table_id: Mapped[str] = mapped_column(String, primary_key=True)
    """The table, which is no more."""
    at: Mapped[float] = mapped_column(Float)


class ResultRow(Row):
    """A rated game that has ended. It stays when its table is cleared away: what was won stays won."""

    __tablename__ = "results"

    table_id: Mapped[str] = mapped_column(String, primary_key=True)
    ended_at: Mapped[float] = mapped_column(Float, index=True)
    finished: Mapped[dict[str, Any]] = mapped_column(SoundJSON)


class TournamentRow(Row):
    """A tournament: what is played in it, and who organises it. Everything that happens there is an event."""

    __tablename__ = "tournaments"

    id: Mapped[str] = mapped_column(String, primary_key=True)
    name: Mapped[str] = mapped_column(String)
    game: Mapped[str] = mapped_column(String)
    scenario: Mapped[str] = mapped_column(String)
    options: Mapped[dict[str, Any]] = mapped_column(SoundJSON)
    clock: Mapped[dict[str, Any] | None] = mapped_column(SoundJSON, nullable=True)
    rated: Mapped[bool] = mapped_column(default=False)
    watched: Mapped[bool] = mapped_column(default=False)
    """Whether everybody may look on at its games."""
    owner: Mapped[str | None] = mapped_column(String, nullable=True, index=True)
    """The organiser's account; nobody's once that is deleted."""
    starts: Mapped[float | None] = mapped_column(Float, nullable=True)
    """When its first round is paired, unless the organiser does it before; nothing where he alone does it."""
    over: Mapped[bool] = mapped_column(default=False, index=True)
    """Whether nothing is left to be done in it."""
    created: Mapped[float] = mapped_column(Float)


class TournamentEventRow(Row):
    """Something that happened in a tournament, in its order: its number decides between two who come at once."""

    __tablename__ = "tournament_events"

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournaments.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    event: Mapped[dict[str, Any]] = mapped_column(SoundJSON)


class TournamentGameRow(Row):
    """A game of a pair, with the table that was named for it when the round was paired."""

    __tablename__ = "tournament_games"

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournaments.id"), primary_key=True)
    round: Mapped[int] = mapped_column(Integer, primary_key=True)
    board: Mapped[int] = mapped_column(Integer, primary_key=True)
    game: Mapped[int] = mapped_column(Integer, primary_key=True)
    table_id: Mapped[str] = mapped_column(String, unique=True)
    watch: Mapped[str | None] = mapped_column(String, nullable=True)
    """What lets everybody look on, where the tournament is open to spectators."""
    made: Mapped[bool] = mapped_column(default=False)
    """Whether the table was made: one that was cleared away since is not made again."""
    settled: Mapped[bool] = mapped_column(default=False)
    """Whether the game is decided and its table over."""


class ReportRow(Row):
    """Somebody asks that a person, a name or a line be looked at; the house itself where two seats have one network."""

    __tablename__ = "reports"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    kind: Mapped[str] = mapped_column(String)
    """"chat", "name", "play", "study" or "seats"."""
    about: Mapped[str | None] = mapped_column(String, nullable=True, index=True)
    """Whom, as his things are kept; nobody once he has left the house."""
    called: Mapped[str] = mapped_column(String)
    table_id: Mapped[str | None] = mapped_column(String, nullable=True)
    player: Mapped[str | None] = mapped_column(String, nullable=True)
    said: Mapped[float | None] = mapped_column(Float, nullable=True)
    """When the line was said that it is about."""
    study_id: Mapped[str | None] = mapped_column(String, nullable=True)
    """The study that it is about."""
    by: Mapped[str | None] = mapped_column(String, nullable=True, index=True)
    """Who reports, likewise; nobody where it is the house."""
    words: Mapped[str] = mapped_column(Text)
    at: Mapped[float] = mapped_column(Float)
    closed: Mapped[float | None] = mapped_column(Float, nullable=True, index=True)
    decision: Mapped[str | None] = mapped_column(String, nullable=True)
    reason: Mapped[str | None] = mapped_column(String, nullable=True)
    decider: Mapped[str | None] = mapped_column(String, nullable=True)


class MuteRow(Row):
    """Somebody whose chat nobody hears, a member or a visitor."""

    __tablename__ = "mutes"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    who: Mapped[str] = mapped_column(String, unique=True)
    called: Mapped[str] = mapped_column(String)
    until: Mapped[float | None] = mapped_column(Float, nullable=True)
    """Nothing where it is until it is lifted."""
    why: Mapped[str] = mapped_column(String)
    by: Mapped[str] = mapped_column(String)
    at: Mapped[float] = mapped_column(Float)


class AppealRow(Row):
    """What a member says against a mute or a ban, once, and what he is answered."""

    __tablename__ = "appeals"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    measure: Mapped[str] = mapped_column(String, unique=True)
    """Which mute or ban: another one may be appealed against again."""
    kind: Mapped[str] = mapped_column(String)
    """"mute" or "ban"."""
    words: Mapped[str] = mapped_column(Text)
    at: Mapped[float] = mapped_column(Float)
    answered: Mapped[float | None] = mapped_column(Float, nullable=True, index=True)
    granted: Mapped[bool | None] = mapped_column(nullable=True)
    answer: Mapped[str | None] = mapped_column(String, nullable=True)
    decider: Mapped[str | None] = mapped_column(String, nullable=True)


class NoteRow(Row):
    """What the house has to tell a member; gone when he has read it."""

    __tablename__ = "notes"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    code: Mapped[str] = mapped_column(String)
    facts: Mapped[dict[str, Any]] = mapped_column(SoundJSON)
    at: Mapped[float] = mapped_column(Float)


class NameRuleRow(Row):
    """A name that nobody may have, or a word that no name may hold; compared as it looks."""

    __tablename__ = "name_rules"

    folded: Mapped[str] = mapped_column(String, primary_key=True)
    word: Mapped[str] = mapped_column(String)
    whole: Mapped[bool] = mapped_column()
    why: Mapped[str] = mapped_column(String)
    by: Mapped[str] = mapped_column(String)
    at: Mapped[float] = mapped_column(Float)


class NetworkRow(Row):
    """From which network a seat of a rated table was last reached: a mark that many networks share, for a while."""

    __tablename__ = "networks"

    table_id: Mapped[str] = mapped_column(String, primary_key=True)
    player: Mapped[str] = mapped_column(String, primary_key=True)
    mark: Mapped[str] = mapped_column(String)
    at: Mapped[float] = mapped_column(Float, index=True)


class AuditRow(Row):
    """What was done to keep order, by whom. Lines are only ever added."""

    __tablename__ = "audit"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    at: Mapped[float] = mapped_column(Float)
    by: Mapped[str] = mapped_column(String)
    role: Mapped[str] = mapped_column(String)
    deed: Mapped[str] = mapped_column(String)
    about: Mapped[str | None] = mapped_column(String, nullable=True)
    """Whom, by the name he had then."""
    facts: Mapped[dict[str, Any]] = mapped_column(SoundJSON)


def holder(account_id: str) -> str:
    """Under what an account's seats and tables are kept, where a visitor's have the hash of his key; no key has such
    a hash."""
    return f"account:{account_id}"


def account_of(kept_hash: str | None) -> str | None:
    """Whose account keeps something; None where it is a visitor's or nobody's."""
    prefix = holder("")
    return kept_hash.removeprefix(prefix) if kept_hash and kept_hash.startswith(prefix) else None


@dataclass(frozen=True, slots=True)
class Card:
    """A table as a list shows it."""

    row: TableRow
    seats: dict[str, SeatRow]
    acts: int

    @property
    def fresh(self) -> bool:
        """Whether the summary tells of the last act: a crash may have lost it, never the act."""
        return isinstance(self.row.summary, dict) and self.row.summary.get("acts") == self.acts


def snapshot_row(
    table_id: str, number: int, version: str, plain: Mapping[str, Any], clock: dict[str, Any] | None = None
) -> SnapshotRow:
    return SnapshotRow(table_id=table_id, number=number, version=version, plain=json.dumps(plain), clock=clock)
