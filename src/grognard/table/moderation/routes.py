"""Order in the house over HTTP: members report, moderators and keepers look and decide.

A moderator is told names, words and network marks; no address, and nothing of the position at a table. What was said
around a line that was reported is told only when he asks for it, and that he asked is in the log. Of a council he is
told only what was said around a line that one of that council reported.
"""

from __future__ import annotations

import time
from typing import Annotated, Any, Literal

from fastapi import Depends, FastAPI, HTTPException, Path, Query
from pydantic import Field, StringConstraints

from grognard.table.accounts.asking import Address, At, Signed, Wished
from grognard.table.accounts.declined import Declined
from grognard.table.accounts.desk import Desk
from grognard.table.accounts.ledger import kept_out
from grognard.table.council import council
from grognard.table.house import House
from grognard.table.moderation.appeals import APPEAL, mute_measure, told_of
from grognard.table.moderation.export import Sheet, as_sheet
from grognard.table.moderation.order import BAN, KEEPER, MODERATOR, MUTE, NONE, Doer
from grognard.table.rows import AppealRow, AuditRow, MuteRow, ReportRow, StudyRow, account_of, holder
from grognard.table.seats import Visitor
from grognard.table.visiting import Asking, Body, Word

WORDS = 500
PRINTED = r"^[^\x00-\x08\x0b-\x1f\x7f]*$"
Words = Annotated[str, StringConstraints(max_length=WORDS, pattern=PRINTED)]
Reason = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300, pattern=r"^[^\x00-\x1f\x7f]*$")
]
Days = Annotated[int, Field(ge=1, le=3650)]
Number = Annotated[int, Path(ge=1, le=2_000_000_000)]
Skip = Annotated[int, Query(ge=0, le=1_000_000)]
Before = Annotated[int | None, Query(ge=1, le=2_000_000_000)]


StudyId = Annotated[str, StringConstraints(max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]


class Report(Body):
    """By name from a profile, by player from a table where one sits, or a study; a line is named by when it was
    said."""

    kind: Literal["chat", "name", "play", "study"]
    name: Wished | None = None
    table: Word | None = None
    player: Word | None = None
    at: Annotated[float, Field(ge=0, le=1e11, allow_inf_nan=False)] | None = None
    study: StudyId | None = None
    words: Words = ""


class Decision(Body):
    deed: Literal["none", "warn", "remove", "mute", "ban", "name"]
    days: Days | None = None
    reason: Reason
    remove: bool = False
    """Whether the line or the study is taken away besides."""


class Deed(Body):
    name: Wished
    deed: Literal["warn", "mute", "ban", "name", "unban"]
    days: Days | None = None
    reason: Reason


class Appeal(Body):
    """What somebody says against his mute, or with the ticket he was given, against his ban."""

    words: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1000, pattern=PRINTED)]
    ticket: Annotated[str, StringConstraints(max_length=64)] | None = None


class Answered(Body):
    granted: bool
    reason: Reason


class Why(Body):
    reason: Reason


class Rule(Body):
    word: Wished
    whole: bool = False
    reason: Reason


class Unrule(Body):
    word: Wished
    reason: Reason


class Chosen(Body):
    name: Wished


def _doer(member: Signed) -> Doer:
    if member.role not in (KEEPER, MODERATOR):
        raise Declined(403, "not_moderator", "only moderators and keepers look here")
    return Doer(member.name, member.role, member.hash)


Keeping = Annotated[Doer, Depends(_doer)]


def add(app: FastAPI, house: House) -> None:
    _add_members(app, house)
    _add_reports(app)
    _add_people(app)
    _add_names(app)
    _add_appeals(app)


def _add_members(app: FastAPI, house: House) -> None:
    @app.post("/api/reports", status_code=201)
    async def report(wanted: Report, who: Asking, member: Signed, desk: At, address: Address) -> dict[str, Any]:
        """Ask that somebody, a name or a line be looked at."""
        await desk.tries.report(member.account, address)
        row = await _reported(house, desk, who, wanted)
        if row.about == member.hash:
            raise Declined(422, "that_is_you", "that is you")
        row.by, row.words, row.at = member.hash, wanted.words.strip(), time.time()
        if not await desk.order.book.add_report(row):
            raise Declined(409, "reported", "you have reported that already, and it waits")
        return {"id": row.id}

    @app.get("/api/account/notes")
    async def notes(member: Signed, desk: At) -> list[dict[str, Any]]:
        """What the house has to tell a member, and whether he has to choose a name."""
        found = await desk.order.book.notes(member.account)
        return [{"id": one.id, "code": one.code, "facts": one.facts, "at": one.at} for one in found]

    @app.delete("/api/account/notes/{number}", status_code=204)
    async def read(number: Number, member: Signed, desk: At) -> None:
        await desk.order.book.read(member.account, number)

    @app.put("/api/account/name")
    async def choose(wanted: Chosen, member: Signed, desk: At, address: Address) -> dict[str, str]:
        """Another name, for who had to give his back."""
        await desk.tries.ask(address)
        return {"name": await desk.choose_name(member, wanted.name)}


async def _reported(house: House, desk: Desk, who: Visitor, wanted: Report) -> ReportRow:
    if wanted.kind == "study" or wanted.study is not None:
        return await _from_study(desk, wanted)
    return await (_from_table(house, desk, who, wanted) if wanted.table else _from_profile(desk, wanted))


async def _from_study(desk: Desk, wanted: Report) -> ReportRow:
    """Whoever has a study's link may report it: that is all one needs to read it."""
    if wanted.kind != "study" or wanted.study is None:
        raise Declined(422, "report_what", "say whom, or which line at which table")
    study = await desk.order.studies.find(wanted.study)
    if study is None or study.removed is not None:
        raise Declined(404, "no_study", "there is no such study")
    return ReportRow(kind="study", about=study.owner_hash or None, called=study.by, study_id=study.id)


async def _from_profile(desk: Desk, wanted: Report) -> ReportRow:
    if wanted.kind == "chat" or wanted.name is None:
        raise Declined(422, "report_what", "say whom, or which line at which table")
    account = await desk.order.named(wanted.name)
    return ReportRow(kind=wanted.kind, about=holder(account.id), called=account.name)


async def _from_table(house: House, desk: Desk, who: Visitor, wanted: Report) -> ReportRow:
    try:
        room = await house.room(str(wanted.table))
    except KeyError:
        raise HTTPException(404, "there is no such table") from None
    if not who.belongs(room):
        raise HTTPException(403, "you do not sit at this table")
    seat = room.seats.get(wanted.player or "")
    if seat is None or seat.kind != "human":
        raise Declined(422, "report_whom", "say which of the people at the table")
    said = None
    if wanted.kind == "chat":
        roster = room.play.roster
        councils = {side for mine in who.players(room) if (side := council(roster, mine)) is not None}
        line = None if wanted.at is None else await desk.order.book.line(room.row.id, seat.player, wanted.at, councils)
        if line is None or line.removed is not None:
            raise Declined(404, "no_line", "nothing was said then")
        said = line.at
    account_id = account_of(seat.key_hash)
    account = None if account_id is None else await desk.ledger.account(account_id)
    called = account.name if account else seat.name or seat.player
    about = seat.key_hash
    return ReportRow(kind=wanted.kind, about=about, called=called, table_id=room.row.id, player=seat.player, said=said)


def _add_reports(app: FastAPI) -> None:
    @app.get("/api/house/reports")
    async def reports(
        doer: Keeping,
        desk: At,
        closed: bool = False,
        kind: Literal["", "chat", "name", "play", "study", "seats"] = "",
        skip: Skip = 0,
    ) -> list[dict[str, Any]]:
        """Those that wait, the oldest first, or those that are decided, the newest first; all, or of one kind."""
        return [await _told(desk, one, doer) for one in await desk.order.book.reports(closed, skip, kind=kind)]

    @app.get("/api/house/reports/{number}")
    async def report(number: Number, doer: Keeping, desk: At) -> dict[str, Any]:
        """One of them, with what is known of both people; nothing of what was said."""
        row = await _report(desk, number)
        book = desk.order.book
        sent = [] if row.by is None else await book.reports_by(row.by)
        marks = await book.marks(row.table_id) if row.kind == "seats" and row.table_id else {}
        return {
            **await _told(desk, row, doer),
            "standing": await _standing(desk, row.about),
            "earlier": [
                {"id": one.id, "kind": one.kind, "at": one.at, "decision": one.decision, "reason": one.reason}
                for one in await book.reports_about(row.about, number)
            ]
            if row.about is not None
            else [],
            "reporter": {
                "reports": len(sent),
                "upheld": sum(one.decision not in (None, NONE) for one in sent),
            },
            "marks": await _marked(desk, row, marks),
        }

    @app.get("/api/house/reports/{number}/chat")
    async def chat(number: Number, doer: Keeping, desk: At) -> list[dict[str, Any]]:
        """What was said around the line that was reported. That it was read is written down first."""
        row = await _report(desk, number)
        if row.said is None or row.table_id is None:
            raise Declined(409, "no_line", "no line was reported")
        book = desk.order.book
        table = await book.table(row.table_id)
        side = await book.council(row)
        closed = {} if side is None else {"council": side}
        await book.write(doer.wrote("read", row.called, report=number, table=row.table_id, **closed))
        seats = {} if table is None else table[1]
        return [
            {
                "player": one.who,
                "name": seats[one.who].name if one.who in seats else "",
                "text": one.text,
                "at": one.at,
                "marked": one.who == row.player and one.at == row.said,
                "removed": one.removed is not None,
            }
            for one in await book.around(row.table_id, row.said, side)
        ]

    @app.post("/api/house/reports/{number}/decide", status_code=204)
    async def decide(number: Number, wanted: Decision, doer: Keeping, desk: At) -> None:
        await desk.order.decide(doer, number, wanted.deed, wanted.days, wanted.reason, wanted.remove)


def _add_people(app: FastAPI) -> None:
    @app.get("/api/house/people")
    async def people(doer: Keeping, desk: At) -> dict[str, Any]:
        """Who is not heard, and who is kept out."""
        book = desk.order.book
        return {
            "muted": [
                {"id": one.id, "name": one.called, "until": one.until, "why": one.why, "by": one.by}
                for one in await book.mutes()
            ],
            "banned": [{"name": one.name, "until": one.banned_until, "why": one.banned} for one in await book.banned()],
        }

    @app.post("/api/house/people", status_code=204)
    async def deed(wanted: Deed, doer: Keeping, desk: At) -> None:
        """Do something about a member whom nobody has reported, or let him in again."""
        if wanted.deed == "unban":
            await desk.order.unban(doer, wanted.name, wanted.reason)
        else:
            await desk.order.do(doer, wanted.name, wanted.deed, wanted.days, wanted.reason)

    @app.post("/api/house/mutes/{number}/lift", status_code=204)
    async def lift(number: Number, wanted: Why, doer: Keeping, desk: At) -> None:
        await desk.order.unmute(doer, number, wanted.reason)

    @app.get("/api/house/log")
    async def log(doer: Keeping, desk: At, before: Before = None) -> list[dict[str, Any]]:
        """What was done, the newest first."""
        return [_line(one) for one in await desk.order.book.log(before)]

    @app.get("/api/house/log/file", response_class=Sheet)
    async def log_file(doer: Keeping, desk: At) -> Sheet:
        """All of it as a table for a spreadsheet, the oldest first."""
        told = as_sheet(await desk.order.book.whole_log())
        return Sheet(told, headers={"content-disposition": 'attachment; filename="grognard-audit.csv"'})


def _add_names(app: FastAPI) -> None:
    @app.get("/api/house/names")
    async def rules(doer: Keeping, desk: At) -> list[dict[str, Any]]:
        """Names and words that nobody's name may be or hold."""
        found = await desk.order.book.name_rules()
        return [{"word": one.word, "whole": one.whole, "why": one.why, "by": one.by} for one in found]

    @app.post("/api/house/names", status_code=204)
    async def rule(wanted: Rule, doer: Keeping, desk: At) -> None:
        await desk.order.add_rule(doer, wanted.word, wanted.whole, wanted.reason)

    @app.post("/api/house/names/remove", status_code=204)
    async def unrule(wanted: Unrule, doer: Keeping, desk: At) -> None:
        await desk.order.remove_rule(doer, wanted.word, wanted.reason)


def _add_appeals(app: FastAPI) -> None:
    @app.get("/api/account/appeal")
    async def standing(member: Signed, desk: At) -> dict[str, Any]:
        """Whether one is not heard at tables, why and until when, and what one has said against it."""
        mute = await desk.order.muted(member.hash)
        if mute is None:
            return {"mute": None}
        appeal = await desk.order.appeals.against(mute_measure(mute))
        return {"mute": {**_mute(mute), "appeal": None if appeal is None else told_of(appeal)}}

    @app.post("/api/account/appeal", status_code=204)
    async def appeal(wanted: Appeal, who: Asking, desk: At, address: Address) -> None:
        """Say something, once, against a mute, or with the ticket one was given when one was not let in, a ban."""
        await desk.tries.ask(address)
        if wanted.ticket is not None:
            account, _ = await desk.used(APPEAL, wanted.ticket)
            await desk.order.appeal(account or "", BAN, wanted.words)
        elif who.member is not None:
            await desk.order.appeal(who.member.account, MUTE, wanted.words)
        else:
            raise Declined(403, "signed_out", "sign in first")

    @app.get("/api/house/appeals")
    async def appeals(doer: Keeping, desk: At, closed: bool = False, skip: Skip = 0) -> list[dict[str, Any]]:
        """Those that wait, the oldest first, or those that are answered, the newest first."""
        return [await _appeal(desk, one, doer) for one in await desk.order.appeals.listed(closed, skip)]

    @app.post("/api/house/appeals/{number}/answer", status_code=204)
    async def answer(number: Number, wanted: Answered, doer: Keeping, desk: At) -> None:
        """Let what it is against end, or stay; who made it is told why."""
        await desk.order.answer(doer, number, wanted.granted, wanted.reason)


async def _appeal(desk: Desk, row: AppealRow, doer: Doer) -> dict[str, Any]:
    mine = holder(row.account_id)
    account = await desk.ledger.account(row.account_id)
    return {
        "id": row.id, "kind": row.kind, "name": account.name if account else "", "decider": row.decider,
        "standing": await _standing(desk, mine), "own": doer.hash == mine, **told_of(row),
    }  # fmt: skip


async def _report(desk: Desk, number: int) -> ReportRow:
    row = await desk.order.book.report(number)
    if row is None:
        raise Declined(404, "no_report", "there is no such report")
    return row


async def _told(desk: Desk, row: ReportRow, doer: Doer) -> dict[str, Any]:
    account_id, by_id = account_of(row.about), account_of(row.by)
    by = None if by_id is None else await desk.ledger.account(by_id)
    account = None if account_id is None else await desk.ledger.account(account_id)
    table = None if row.table_id is None else await desk.order.book.table(row.table_id)
    header = table[0].header if table is not None and isinstance(table[0].header, dict) else {}
    return {
        "id": row.id,
        "kind": row.kind,
        "about": {
            "name": row.called,
            "member": account is not None,
            "role": account.role if account else "",
            "now": account.name if account else row.called,
        },
        "by": None if row.kind == "seats" else {"name": by.name if by else ""},
        "table": None
        if row.table_id is None
        else {
            "id": row.table_id,
            "game": header.get("game"),
            "scenario": header.get("scenario"),
            "running": table is not None and not table[0].over,
        },
        "line": row.said is not None,
        "study": None if row.study_id is None else _study(await desk.order.studies.find(row.study_id)),
        "words": row.words,
        "at": row.at,
        "closed": row.closed,
        "decision": row.decision,
        "reason": row.reason,
        "decider": row.decider,
        "own": doer.hash in (row.about, row.by),
    }


def _study(row: StudyRow | None) -> dict[str, Any] | None:
    """What a moderator is told of a study; its link leads him to it, taken away or not."""
    return None if row is None else {"id": row.id, "title": row.title, "removed": row.removed is not None}


async def _standing(desk: Desk, about: str | None) -> dict[str, Any]:
    """Since when somebody is here, and whether he is muted or kept out."""
    account_id = account_of(about)
    account = None if account_id is None else await desk.ledger.account(account_id)
    mute = await desk.order.muted(about)
    out = None if account is None else kept_out(account)
    return {
        "since": None if account is None else time.strftime("%Y-%m", time.gmtime(account.created)),
        "muted": None if mute is None else _mute(mute),
        "banned": None if account is None or out is None else {"until": account.banned_until, "why": out},
    }


def _mute(row: MuteRow) -> dict[str, Any]:
    return {"until": row.until, "why": row.why}


async def _marked(desk: Desk, row: ReportRow, marks: dict[str, str]) -> list[dict[str, str]]:
    table = None if row.table_id is None or not marks else await desk.order.book.table(row.table_id)
    if table is None:
        return []
    seats = table[1]
    return [
        {"player": player, "name": seats[player].name, "mark": mark}
        for player, mark in sorted(marks.items())
        if player in seats
    ]


def _line(row: AuditRow) -> dict[str, Any]:
    told = {"id": row.id, "at": row.at, "by": row.by, "role": row.role, "deed": row.deed, "about": row.about}
    return told | {"facts": row.facts}
