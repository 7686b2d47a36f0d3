"""One's own holidays over HTTP."""

from __future__ import annotations

import time
from datetime import date
from typing import Annotated, Any

from fastapi import FastAPI, Path
from pydantic import Field

from grognard.table.accounts.asking import Signed
from grognard.table.accounts.declined import Declined
from grognard.table.holidays.calendar import Calendar
from grognard.table.holidays.days import NoHoliday, day_of, days_in, spent
from grognard.table.house import House
from grognard.table.rows import HolidayRow
from grognard.table.visiting import Body

Number = Annotated[int, Path(ge=1, le=2**31 - 1)]


class Wanted(Body):
    first: date
    last: date = Field(description="The last whole day.")


def add(app: FastAPI, house: House, allowance: int) -> None:
    calendar = house.holidays = Calendar(house, allowance)

    @app.get("/api/account/holidays")
    async def holidays(member: Signed) -> dict[str, Any]:
        """What one has taken and has left this year and next. Days are those of UTC."""
        now, rows = time.time(), await calendar.book.of(member.account)
        year, days = day_of(now).year, spent((row.starts, row.ends) for row in rows)
        return {
            "today": day_of(now).isoformat(),
            "allowance": allowance,
            "left": {str(one): max(0, allowance - days[one]) for one in (year, year + 1)},
            "holidays": [told(row, now) for row in rows if row.ends > now],
        }

    @app.post("/api/account/holidays", status_code=204)
    async def take(wanted: Wanted, member: Signed) -> None:
        """Clocks by days stand still from the first day, or from now, to the end of the last."""
        late = await calendar.late_at(member.hash)
        if late is not None:
            raise Declined(409, "holiday_late", "your time is up in a game: no holiday begins before it is over")
        try:
            await calendar.book.take(member.account, wanted.first, wanted.last, allowance, time.time())
        except NoHoliday as why:
            raise Declined(409, why.code, str(why)) from None
        await calendar.changed(member)

    @app.delete("/api/account/holidays/{number}", status_code=204)
    async def end(number: Number, member: Signed) -> None:
        """Come back before its end, or do without one that has not begun. Days that have begun are spent."""
        if not await calendar.book.end(member.account, number, time.time()):
            raise Declined(404, "holiday_none", "you have no such holiday before you")
        await calendar.changed(member)


def told(row: HolidayRow, now: float) -> dict[str, Any]:
    days = days_in((row.starts, row.ends))
    first, last = days[0].isoformat(), days[-1].isoformat()
    return {"id": row.id, "first": first, "last": last, "days": len(days), "now": row.starts <= now < row.ends}
