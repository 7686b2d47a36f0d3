"""Who carries letters about games: one process of a house at a time, whichever comes to it.

What a member knows is written down after his letter was taken by the server of mails. Where that is down he is written
to later, with whatever is news then; a process that dies between the two writes him once more, which is better than
never.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from grognard.table.accounts.letters import Letters
from grognard.table.news import letter, waiting
from grognard.table.news.waiting import items
from grognard.table.news.wishes import DAILY, SOON, Wishes
from grognard.table.rounds import Rounds
from grognard.table.rows import AccountRow, Card, NewsRow
from grognard.table.seats import Member, Visitor

if TYPE_CHECKING:
    from grognard.table.house import House

LOOK = 60.0
"""Seconds between rounds."""
PAUSE = {SOON: 1800.0, DAILY: 86_400.0}
"""Seconds between two letters to the same member, by how he wants them."""
TABLES = 200
"""Tables of one member that are looked at, those that go on first."""


class Postman:
    """Writes to members what waits for them."""

    def __init__(self, house: House, wishes: Wishes, letters: Letters) -> None:
        self._wishes = wishes
        self._house = house
        self._letters = letters
        self.rounds = Rounds(house, "letters", LOOK, self._go_round)

    async def _go_round(self) -> None:
        """Write to everybody who is due; where one letter cannot be sent, the others wait too."""
        now = time.time()
        due = await self._wishes.due({how: now - pause for how, pause in PAUSE.items()})
        calendar = self._house.holidays
        away = {} if calendar is None else await calendar.book.now({account.id for account, _ in due}, now)
        for account, news in due:
            if account.id in away:  # what is news then he is told when he is back
                continue
            if not await self._written(account, news):
                return

    async def _written(self, account: AccountRow, news: NewsRow) -> bool:
        now = time.time()
        who, cards, last = await tables_of(self._house, account)
        found, knows = items(who, cards, last, news, now, waiting.AWAY)
        if not found:
            return True
        text = letter.text(account.name, found, news.place, news.stop)
        headers = letter.headers(news.place, news.stop)
        if not await self._letters.sent(account.email or "", letter.subject(found), text, headers):
            return False
        await self._wishes.told(account.id, knows, now)
        return True


async def tables_of(house: House, account: AccountRow) -> tuple[Visitor, list[Card], dict[str, str]]:
    """A member as he would look at his own list of tables, what he would see there, and who acted last at each."""
    who = Visitor(None, False, Member(account.id, account.name, account.role, "", time.time()))
    cards = [card for card, shut in await house.cards(who.hash, TABLES, 0) if shut is None]
    return who, cards, dict(await house.store.last_to_act([card.row.id for card in cards]))
