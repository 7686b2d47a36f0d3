"""What the database keeps for order in the house: reports, mutes, notes to members, names nobody may have, the log."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker

from grognard.table.rows import (
    AccountRow,
    AuditRow,
    ChatRow,
    MuteRow,
    NameRuleRow,
    NetworkRow,
    NoteRow,
    ReportRow,
    SeatRow,
    TableRow,
)

PAGE = 20
"""Rows of a list that are told at once."""
AROUND = 8
"""Lines that are shown before and after one that was reported."""
SAME_REPORT = ("kind", "about", "table_id", "said", "study_id")
SAME = 0.0005
"""Seconds by which a time may differ that went through a browser."""


class Book:
    """All of it."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._session = async_sessionmaker(engine, expire_on_commit=False)

    # ---- reports

    async def add_report(self, report: ReportRow) -> bool:
        """File a report; whether the same is not waiting already."""
        same = [getattr(ReportRow, name) == getattr(report, name) for name in SAME_REPORT]
        waiting = select(ReportRow.id).where(ReportRow.closed.is_(None), ReportRow.by == report.by, *same)
        async with self._session() as work, work.begin():
            if report.by is not None and await work.scalar(waiting.limit(1)) is not None:
                return False
            work.add(report)
            return True

    async def reports(self, closed: bool, skip: int = 0, most: int = PAGE, kind: str = "") -> list[ReportRow]:
        """Those that wait, the oldest first, or those that are decided, the newest first; all, or of one kind."""
        chosen = select(ReportRow).where(ReportRow.closed.is_not(None) if closed else ReportRow.closed.is_(None))
        chosen = chosen.where(ReportRow.kind == kind) if kind else chosen
        order = (ReportRow.closed.desc(), ReportRow.id) if closed else (ReportRow.at, ReportRow.id)
        async with self._session() as work:
            return list(await work.scalars(chosen.order_by(*order).offset(skip).limit(most)))

    async def report(self, number: int) -> ReportRow | None:
        async with self._session() as work:
            return await work.get(ReportRow, number)

    async def reports_about(self, about: str | None, but: int) -> list[ReportRow]:
        """What was reported of somebody before, the newest first."""
        chosen = select(ReportRow).where(ReportRow.about == about, ReportRow.id != but)
        async with self._session() as work:
            return list(await work.scalars(chosen.order_by(ReportRow.at.desc()).limit(PAGE)))

    async def reports_by(self, by: str | None) -> list[ReportRow]:
        async with self._session() as work:
            return list(await work.scalars(select(ReportRow).where(ReportRow.by == by).order_by(ReportRow.at)))

    async def close(self, number: int, decision: str, reason: str, decider: str, line: AuditRow) -> bool:
        """Decide a report, with its line in the log; whether nobody was first."""
        waiting = update(ReportRow).where(ReportRow.id == number, ReportRow.closed.is_(None))
        how = {"closed": time.time(), "decision": decision, "reason": reason, "decider": decider}
        async with self._session() as work, work.begin():
            if (await work.execute(waiting.values(**how))).rowcount != 1:  # type: ignore[attr-defined]
                return False
            work.add(line)
            return True

    # ---- what was said

    async def line(self, table_id: str, player: str, at: float, councils: Collection[str] = ()) -> ChatRow | None:
        """What a player said then, to everybody or in one of these councils."""
        heard = ChatRow.council.is_(None) | ChatRow.council.in_(councils)
        same = (heard, ChatRow.table_id == table_id, ChatRow.who == player, ChatRow.at.between(at - SAME, at + SAME))
        async with self._session() as work:
            return await work.scalar(select(ChatRow).where(*same).limit(1))

    async def council(self, report: ReportRow) -> str | None:
        """In which side's council the line was said that was reported; None where everybody heard it."""
        then = (ChatRow.table_id == report.table_id, ChatRow.who == report.player, ChatRow.at == report.said)
        async with self._session() as work:
            return await work.scalar(select(ChatRow.council).where(*then).limit(1))

    async def remove_line(self, table_id: str, player: str, at: float, line: AuditRow) -> ChatRow | None:
        """Take a line away, with its line in the log; nothing where it is gone already."""
        same = (ChatRow.table_id == table_id, ChatRow.who == player, ChatRow.at == at, ChatRow.removed.is_(None))
        async with self._session() as work, work.begin():
            found = await work.scalar(select(ChatRow).where(*same).limit(1).with_for_update())
            if found is not None:
                found.removed = time.time()
                work.add(line)
            return found

    async def around(self, table_id: str, at: float, council: str | None = None) -> list[ChatRow]:
        """What was said before and after a moment: to everybody at a table, or in this side's council and not outside
        of it."""
        room = ChatRow.council.is_(None) if council is None else ChatRow.council == council
        said = select(ChatRow).where(ChatRow.table_id == table_id, room)
        before = said.where(ChatRow.at <= at + SAME).order_by(ChatRow.id.desc()).limit(AROUND + 1)
        after = said.where(ChatRow.at > at + SAME).order_by(ChatRow.id).limit(AROUND)
        async with self._session() as work:
            return [*reversed(list(await work.scalars(before))), *await work.scalars(after)]

    async def table(self, table_id: str) -> tuple[TableRow, dict[str, SeatRow]] | None:
        """A table as it is stored: nothing of its game is opened for this."""
        async with self._session() as work:
            row = await work.get(TableRow, table_id)
            seats = await work.scalars(select(SeatRow).where(SeatRow.table_id == table_id))
            return None if row is None else (row, {seat.player: seat for seat in seats})

    # ---- who is not heard

    async def mute(self, row: MuteRow, line: AuditRow) -> None:
        """Whoever is muted already is so from now on as it says here."""
        async with self._session() as work, work.begin():
            await work.execute(delete(MuteRow).where(MuteRow.who == row.who))
            work.add_all([row, line])

    async def muted(self, who: str) -> MuteRow | None:
        async with self._session() as work:
            return await work.scalar(select(MuteRow).where(MuteRow.who == who, _lasts()))

    async def mutes(self) -> list[MuteRow]:
        async with self._session() as work:
            return list(await work.scalars(select(MuteRow).where(_lasts()).order_by(MuteRow.at.desc(), MuteRow.id)))

    async def mute_numbered(self, number: int) -> MuteRow | None:
        async with self._session() as work:
            return await work.get(MuteRow, number)

    async def unmute(self, number: int, line: AuditRow) -> None:
        async with self._session() as work, work.begin():
            await work.execute(delete(MuteRow).where(MuteRow.id == number))
            work.add(line)

    async def banned(self) -> list[AccountRow]:
        lasts = AccountRow.banned_until.is_(None) | (AccountRow.banned_until > time.time())
        async with self._session() as work:
            chosen = select(AccountRow).where(AccountRow.banned.is_not(None), lasts)
            return list(await work.scalars(chosen.order_by(AccountRow.name)))

    # ---- what members are told

    async def tell(self, account_id: str, code: str, facts: dict[str, Any]) -> None:
        async with self._session() as work, work.begin():
            if await work.get(AccountRow, account_id) is not None:
                work.add(NoteRow(account_id=account_id, code=code, facts=facts, at=time.time()))

    async def notes(self, account_id: str) -> list[NoteRow]:
        async with self._session() as work:
            chosen = select(NoteRow).where(NoteRow.account_id == account_id)
            return list(await work.scalars(chosen.order_by(NoteRow.at.desc(), NoteRow.id).limit(PAGE)))

    async def read(self, account_id: str, number: int) -> None:
        async with self._session() as work, work.begin():
            mine = (NoteRow.id == number, NoteRow.account_id == account_id)
            await work.execute(delete(NoteRow).where(*mine))

    # ---- names

    async def name_rules(self) -> list[NameRuleRow]:
        async with self._session() as work:
            return list(await work.scalars(select(NameRuleRow).order_by(NameRuleRow.at.desc(), NameRuleRow.folded)))

    async def add_name_rule(self, rule: NameRuleRow, line: AuditRow | None) -> bool:
        """Whether there was no such rule."""
        try:
            async with self._session() as work, work.begin():
                work.add_all([rule] if line is None else [rule, line])
        except IntegrityError:
            return False
        return True

    async def remove_name_rule(self, folded: str, line: AuditRow) -> bool:
        async with self._session() as work, work.begin():
            gone = await work.execute(delete(NameRuleRow).where(NameRuleRow.folded == folded))
            if gone.rowcount != 1:  # type: ignore[attr-defined]  # a cursor result has it
                return False
            work.add(line)
            return True

    # ---- networks

    async def came(self, table_id: str, players: Sequence[str], mark: str) -> set[str]:
        """Note from which network these seats were reached; which others of the table were reached from the same."""
        async with self._session() as work, work.begin():
            await _old_marks(work)
            here = (NetworkRow.table_id == table_id, NetworkRow.player.in_(players))
            await work.execute(delete(NetworkRow).where(*here))
            work.add_all([NetworkRow(table_id=table_id, player=one, mark=mark, at=time.time()) for one in players])
            same = select(NetworkRow.player).where(NetworkRow.table_id == table_id, NetworkRow.mark == mark)
            return {*await work.scalars(same.where(NetworkRow.player.not_in(players)))}

    async def marks(self, table_id: str) -> dict[str, str]:
        """Network marks of a table's seats, as long as they are kept."""
        async with self._session() as work, work.begin():
            await _old_marks(work)
            found = await work.scalars(select(NetworkRow).where(NetworkRow.table_id == table_id))
            return {one.player: one.mark for one in found}

    async def forget_marks(self) -> None:
        async with self._session() as work, work.begin():
            await _old_marks(work)

    async def noticed(self, table_id: str) -> bool:
        """Whether the house has reported a table's seats already."""
        async with self._session() as work:
            same = select(ReportRow.id).where(ReportRow.kind == "seats", ReportRow.table_id == table_id)
            return await work.scalar(same.limit(1)) is not None

    # ---- the log

    async def write(self, line: AuditRow) -> None:
        async with self._session() as work, work.begin():
            work.add(line)

    async def whole_log(self) -> list[AuditRow]:
        """Every line, the oldest first."""
        async with self._session() as work:
            return list(await work.scalars(select(AuditRow).order_by(AuditRow.id)))

    async def log(self, before: int | None = None, most: int = PAGE) -> list[AuditRow]:
        """The newest lines, or those before one."""
        chosen = select(AuditRow).order_by(AuditRow.id.desc()).limit(most)
        async with self._session() as work:
            return list(await work.scalars(chosen if before is None else chosen.where(AuditRow.id < before)))


MARKS_KEPT = 30 * 86_400.0
"""Seconds for which a network mark is kept after its seat was last reached."""


def _lasts() -> Any:
    return MuteRow.until.is_(None) | (MuteRow.until > time.time())


async def _old_marks(work: AsyncSession) -> None:
    await work.execute(delete(NetworkRow).where(NetworkRow.at < time.time() - MARKS_KEPT))
