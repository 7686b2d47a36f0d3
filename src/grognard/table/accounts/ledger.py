"""What the database keeps of accounts: names, what proves them, where they are signed in, tickets, and belongings.

Nothing here is held in memory, so any process of a house can serve any member. Who was first is decided by the
database: two who want one name, or use one ticket, do not both get it.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from secrets import token_urlsafe
from typing import Any

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker

from grognard.table.rows import (
    AccountRow,
    AppealRow,
    CredentialRow,
    FollowRow,
    HolidayRow,
    LessonRow,
    MuteRow,
    NewsRow,
    NoShowRow,
    NoteRow,
    PushRow,
    ReportRow,
    SeatRow,
    SeekRow,
    SessionRow,
    StudyRow,
    TableRow,
    TicketRow,
    holder,
)
from grognard.table.seats import key_hash, new_key

SESSION_LIFE = 90 * 86_400.0
"""Seconds after which a browser that was not used is signed out."""
SESSIONS = 50
"""Browsers in which one account is signed in."""
TICKED = 300.0
"""Seconds between two notes that a session was used."""
TICKETS_KEPT = 50_000
"""Tickets at the same time: who asks for challenges without end does not fill the disk."""
PASSWORD, PASSKEY = "password", "passkey"


class Taken(Exception):
    """Somebody has this name, or one that looks like it."""


class Crowded(Exception):
    """Too many tickets are under way."""


@dataclass(frozen=True, slots=True)
class Both:
    """A table where an account sits and a visitor's key has another seat."""

    table: str
    account: tuple[str, ...]
    visitor: tuple[str, ...]


def kept_out(account: AccountRow) -> str | None:
    """Why an account is kept out now; nothing where it is not, or not any more."""
    over = account.banned_until is not None and account.banned_until <= time.time()
    return None if over else account.banned


def password_id(account_id: str) -> str:
    return f"{PASSWORD}:{account_id}"


class Ledger:
    """Everything about accounts that is stored."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._session = async_sessionmaker(engine, expire_on_commit=False)

    # ---- accounts

    async def register(
        self, account: AccountRow, credential: CredentialRow, session: SessionRow, visitor_hash: str | None
    ) -> list[str]:
        """Make an account with what a visitor had; all of it or nothing. Returns the tables that have become its own;
        `Taken` where somebody was first."""
        try:
            async with self._session() as work, work.begin():
                work.add(account)
                await work.flush()
                work.add_all([credential, session])
                return await _given(work, visitor_hash, holder(account.id), []) if visitor_hash else []
        except IntegrityError:
            raise Taken from None

    async def named(self, folded: str) -> AccountRow | None:
        async with self._session() as work:
            return await work.scalar(select(AccountRow).where(AccountRow.folded == folded))

    async def beginning(self, folded: str, most: int) -> list[str]:
        """Names that begin so, but for those that are kept out or had to be given back."""
        chosen = select(AccountRow).where(AccountRow.folded.startswith(folded, autoescape=True))
        chosen = chosen.where(AccountRow.name_lost.is_(None)).order_by(AccountRow.folded).limit(most)
        async with self._session() as work:
            return [one.name for one in await work.scalars(chosen) if kept_out(one) is None]

    async def account(self, account_id: str) -> AccountRow | None:
        async with self._session() as work:
            return await work.get(AccountRow, account_id)

    async def set_email(self, account_id: str, email: str | None, proved: float | None) -> None:
        async with self._session() as work, work.begin():
            chosen = update(AccountRow).where(AccountRow.id == account_id)
            await work.execute(chosen.values(email=email, email_proved=proved))
            await work.execute(delete(TicketRow).where(TicketRow.account_id == account_id))

    async def void_tickets(self, account_id: str) -> None:
        """No letter's link that is under way opens this account any more."""
        async with self._session() as work, work.begin():
            await work.execute(delete(TicketRow).where(TicketRow.account_id == account_id))

    async def set_role(self, account_id: str, role: str) -> None:
        async with self._session() as work, work.begin():
            await work.execute(update(AccountRow).where(AccountRow.id == account_id).values(role=role))

    async def ban(self, account_id: str, why: str | None, until: float | None = None) -> list[str]:
        """Keep an account out, for this reason, or let it in again. Returns the sessions that ended."""
        async with self._session() as work, work.begin():
            chosen = update(AccountRow).where(AccountRow.id == account_id)
            since = None if why is None else time.time()
            await work.execute(chosen.values(banned=why, banned_until=until, banned_at=since))
            if why is not None:  # nor does anybody sit down with him
                his = select(TableRow.id).where(TableRow.owner_hash == holder(account_id))
                await work.execute(update(SeatRow).where(SeatRow.table_id.in_(his)).values(offered=None))
                await work.execute(delete(TicketRow).where(TicketRow.account_id == account_id))
        return await self.end_sessions(account_id) if why is not None else []

    async def rename(self, account_id: str, name: str, folded: str, lost: str | None) -> list[str]:
        """Give an account another name, also at the seats where it went by the one before; `lost` is why it must
        choose one itself. Returns the tables that changed; `Taken` where somebody has the name."""
        try:
            async with self._session() as work, work.begin():
                account = await work.get_one(AccountRow, account_id)
                before = account.name
                account.name, account.folded, account.name_lost = name, folded, lost
                await work.flush()
                his = (SeatRow.account == account_id, SeatRow.name == before)
                tables = {*await work.scalars(select(SeatRow.table_id).where(*his))}
                await work.execute(update(SeatRow).where(*his).values(name=name))
                return sorted(tables)
        except IntegrityError:
            raise Taken from None

    async def accounts(self, most: int) -> list[AccountRow]:
        """The newest accounts."""
        async with self._session() as work:
            chosen = select(AccountRow).order_by(AccountRow.created.desc(), AccountRow.id).limit(most)
            return list(await work.scalars(chosen))

    async def remove(self, account_id: str, heir: str | None = None) -> list[str]:
        """An account goes with all that is only about it, its name is taken off its seats, and whatever it owned is
        another's or nobody's. Returns the tables that changed."""
        mine = holder(account_id)
        async with self._session() as work, work.begin():
            await work.execute(update(SeatRow).where(SeatRow.key_hash == mine).values(name=""))
            await work.execute(update(StudyRow).where(StudyRow.owner_hash == mine).values(by=""))
            tables = await _given(work, mine, heir, [])
            await work.execute(update(ReportRow).where(ReportRow.by == mine).values(by=None))
            await work.execute(update(ReportRow).where(ReportRow.about == mine).values(about=None, called=""))
            await work.execute(delete(MuteRow).where(MuteRow.who == mine))
            followed = (FollowRow.kind == "person", FollowRow.what == account_id)
            await work.execute(delete(FollowRow).where(*followed))
            about = (
                AppealRow, FollowRow, HolidayRow, NewsRow, NoShowRow, NoteRow, PushRow, SeekRow, TicketRow, SessionRow,
                CredentialRow,
            )  # fmt: skip
            for row in about:
                await work.execute(delete(row).where(row.account_id == account_id))
            await work.execute(delete(AccountRow).where(AccountRow.id == account_id))
            return tables

    # ---- what proves a name

    async def password(self, folded: str) -> tuple[AccountRow, CredentialRow] | None:
        """An account by its name, with its password; None where there is no such name or it has none."""
        async with self._session() as work:
            account = await work.scalar(select(AccountRow).where(AccountRow.folded == folded))
            kept = None if account is None else await work.get(CredentialRow, password_id(account.id))
            return None if account is None or kept is None else (account, kept)

    async def credential(self, credential_id: str) -> tuple[AccountRow, CredentialRow] | None:
        async with self._session() as work:
            kept = await work.get(CredentialRow, credential_id)
            account = None if kept is None else await work.get(AccountRow, kept.account_id)
            return None if account is None or kept is None else (account, kept)

    async def credentials(self, account_id: str) -> list[CredentialRow]:
        async with self._session() as work:
            chosen = select(CredentialRow).where(CredentialRow.account_id == account_id)
            return list(await work.scalars(chosen.order_by(CredentialRow.created, CredentialRow.id)))

    async def add_credential(self, credential: CredentialRow) -> bool:
        """Whether it was new; a password takes the place of the one before."""
        try:
            async with self._session() as work, work.begin():
                if credential.kind == PASSWORD:
                    await work.execute(delete(CredentialRow).where(CredentialRow.id == credential.id))
                work.add(credential)
        except IntegrityError:
            return False
        return True

    async def proved(self, credential_id: str, uses: int, before: int, secret: str | None = None) -> bool:
        """Note that a credential was used; whether nobody else has used it in the same moment at the same count."""
        now: dict[str, Any] = {"uses": uses, "used": time.time()} | ({"secret": secret} if secret else {})
        chosen = update(CredentialRow).where(CredentialRow.id == credential_id, CredentialRow.uses == before)
        async with self._session() as work, work.begin():
            return _changed(await work.execute(chosen.values(**now))) == 1

    async def remove_passkey(self, account_id: str, credential_id: str) -> bool | None:
        """Whether it was there to go; None where it is the only thing that proves the name."""
        async with self._session() as work, work.begin():
            chosen = select(CredentialRow).where(CredentialRow.account_id == account_id).with_for_update()
            kept = list(await work.scalars(chosen))
            mine = [one for one in kept if one.id == credential_id and one.kind == PASSKEY]
            if not mine:
                return False
            if len(kept) == 1:
                return None
            await work.execute(delete(CredentialRow).where(CredentialRow.id == credential_id))
            return True

    # ---- where it is signed in

    async def add_session(self, session: SessionRow) -> None:
        """Sign a browser in; those long unused, and the oldest of too many, are signed out for it."""
        mine = SessionRow.account_id == session.account_id
        newest = select(SessionRow.id).where(mine).order_by(SessionRow.used.desc()).limit(SESSIONS - 1)
        async with self._session() as work, work.begin():
            await work.execute(delete(SessionRow).where(SessionRow.used < time.time() - SESSION_LIFE))
            await work.execute(delete(SessionRow).where(mine, SessionRow.id.not_in(newest)))
            work.add(session)

    async def signed_in(self, token_hash: str) -> tuple[AccountRow, SessionRow] | None:
        """Who a browser is signed in as."""
        now = time.time()
        async with self._session() as work:
            chosen = select(AccountRow, SessionRow).join(SessionRow, SessionRow.account_id == AccountRow.id)
            let_in = AccountRow.banned.is_(None) | (AccountRow.banned_until <= now)
            mine = chosen.where(SessionRow.token_hash == token_hash, let_in)
            found = (await work.execute(mine)).first()
        if found is None or found[1].used < now - SESSION_LIFE:
            return None
        if found[1].used < now - TICKED:
            with contextlib.suppress(SQLAlchemyError):  # only a note: it keeps nobody out
                async with self._session() as work, work.begin():
                    used = update(SessionRow).where(SessionRow.token_hash == token_hash)
                    await work.execute(used.values(used=now))
        return found[0], found[1]

    async def sessions(self, account_id: str) -> list[SessionRow]:
        fresh = SessionRow.used >= time.time() - SESSION_LIFE
        async with self._session() as work:
            chosen = select(SessionRow).where(SessionRow.account_id == account_id, fresh)
            return list(await work.scalars(chosen.order_by(SessionRow.used.desc(), SessionRow.id)))

    async def living(self, sessions: Collection[str]) -> set[str]:
        """Which of these sessions have not ended."""
        async with self._session() as work:
            return set(await work.scalars(select(SessionRow.id).where(SessionRow.id.in_(sessions))))

    async def end_sessions(self, account_id: str, only: str | None = None, but: str | None = None) -> list[str]:
        """Sign an account out: everywhere, in one browser only, or in all but one. Returns the sessions that ended."""
        of: list[ColumnElement[bool]] = [SessionRow.account_id == account_id]
        of += [SessionRow.id == only] if only is not None else []
        of += [SessionRow.id != but] if but is not None else []
        async with self._session() as work, work.begin():
            ended = list(await work.scalars(select(SessionRow.id).where(*of)))
            await work.execute(delete(SessionRow).where(SessionRow.id.in_(ended)))
            return ended

    # ---- tickets

    async def add_ticket(self, kind: str, facts: dict[str, Any], life: float, account_id: str | None = None) -> str:
        """A token that brings these facts back once."""
        token = new_key()
        async with self._session() as work, work.begin():
            await work.execute(delete(TicketRow).where(TicketRow.until < time.time()))
            if (await work.scalar(select(func.count()).select_from(TicketRow)) or 0) >= TICKETS_KEPT:
                raise Crowded
            until = time.time() + life
            work.add(TicketRow(token_hash=key_hash(token), kind=kind, account_id=account_id, facts=facts, until=until))
        return token

    async def ticket_account(self, kind: str, token: str) -> AccountRow | None:
        """Whose ticket it is that can still be used; it is not used up by that."""
        async with self._session() as work:
            ticket = await work.get(TicketRow, key_hash(token))
            if ticket is None or ticket.kind != kind or ticket.until < time.time() or ticket.account_id is None:
                return None
            return await work.get(AccountRow, ticket.account_id)

    async def take_ticket(self, kind: str, token: str) -> tuple[str | None, dict[str, Any]] | None:
        """Whose ticket it was and what it said, once; None when it is used up, too old, or none of this kind."""
        async with self._session() as work, work.begin():
            ticket = await work.get(TicketRow, key_hash(token))
            if ticket is None or ticket.kind != kind:
                return None
            gone = await work.execute(delete(TicketRow).where(TicketRow.token_hash == ticket.token_hash))
            fresh = ticket.until >= time.time()
            return (ticket.account_id, ticket.facts) if _changed(gone) == 1 and fresh else None

    # ---- belongings

    async def both(self, visitor_hash: str, account_id: str) -> list[Both]:
        """The tables where somebody would sit opposite himself."""
        async with self._session() as work:
            return await _both(work, visitor_hash, holder(account_id))

    async def lessons(self, visitor_hash: str) -> int:
        async with self._session() as work:
            chosen = select(func.count()).select_from(LessonRow).where(LessonRow.owner_hash == visitor_hash)
            return await work.scalar(chosen) or 0

    async def bring(self, visitor_hash: str, account_id: str, leave: Sequence[str]) -> list[str]:
        """Make what a visitor's key has an account's, but for his seats at the tables that he leaves. Returns the
        tables that changed."""
        async with self._session() as work, work.begin():
            return await _given(work, visitor_hash, holder(account_id), leave)


async def _both(work: AsyncSession, visitor_hash: str, account: str) -> list[Both]:
    mine = select(SeatRow.table_id).where(SeatRow.key_hash == account)
    shared = select(SeatRow.table_id).where(SeatRow.key_hash == visitor_hash, SeatRow.table_id.in_(mine))
    chosen = select(SeatRow).where(SeatRow.table_id.in_(shared)).order_by(SeatRow.table_id, SeatRow.player)
    seats = list(await work.scalars(chosen))
    return [
        Both(
            table,
            tuple(seat.player for seat in seats if seat.table_id == table and seat.key_hash == account),
            tuple(seat.player for seat in seats if seat.table_id == table and seat.key_hash == visitor_hash),
        )
        for table in dict.fromkeys(seat.table_id for seat in seats)
    ]


async def _given(work: AsyncSession, one: str, other: str | None, leave: Sequence[str]) -> list[str]:
    seats = (SeatRow.key_hash == one, SeatRow.table_id.not_in(leave))
    owned = (TableRow.owner_hash == one, TableRow.id.not_in(leave))
    found = {*await work.scalars(select(SeatRow.table_id).where(*seats))}
    found |= {*await work.scalars(select(TableRow.id).where(*owned))}
    await work.execute(update(SeatRow).where(*seats).values(key_hash=other))
    await work.execute(update(TableRow).where(*owned).values(owner_hash=other))
    await work.execute(update(LessonRow).where(LessonRow.owner_hash == one).values(owner_hash=other))
    studies = StudyRow.owner_hash == one
    kept = (
        delete(StudyRow).where(studies) if other is None else update(StudyRow).where(studies).values(owner_hash=other)
    )
    await work.execute(kept)
    if other is not None:  # nobody is heard again by taking another name
        muted = select(MuteRow.who).where(MuteRow.who == other)
        await work.execute(update(MuteRow).where(MuteRow.who == one, ~muted.exists()).values(who=other))
        await work.execute(update(ReportRow).where(ReportRow.about == one).values(about=other))
    return sorted(found)


def _changed(done: Any) -> int:
    return int(done.rowcount)


def new_session(account_id: str, device: str) -> tuple[str, SessionRow]:
    """A token for a browser's cookie, and what is kept of it."""
    token, now = new_key(), time.time()
    row = SessionRow(
        token_hash=key_hash(token), id=token_urlsafe(9), account_id=account_id, device=device, created=now, used=now
    )
    return token, row
