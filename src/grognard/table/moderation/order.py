"""Order in the house: one place for everything that is done about somebody, on the page and on the command line.

Each deed has a reason and a line in the log, which is written with it or before it: what cannot be written down is not
done. Nobody decides about himself, and a moderator not about moderators and keepers.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from grognard.table.accounts.declined import Declined
from grognard.table.accounts.ledger import Ledger, Taken, kept_out
from grognard.table.accounts.letters import to_appellant, to_banned
from grognard.table.accounts.names import folded, written
from grognard.table.guard import counted_as
from grognard.table.moderation.appeals import Appeals, ban_measure, mute_measure
from grognard.table.moderation.book import Book
from grognard.table.rows import AccountRow, AppealRow, AuditRow, MuteRow, NameRuleRow, ReportRow, account_of, holder
from grognard.table.studies.book import Studies

if TYPE_CHECKING:
    from grognard.table.house import House
    from grognard.table.room import Room

KEEPER, MODERATOR = "keeper", "moderator"
NONE, WARN, MUTE, BAN, NAME, REMOVE = "none", "warn", "mute", "ban", "name", "remove"
DEEDS = (NONE, WARN, MUTE, BAN, NAME, REMOVE)
DAY = 86_400.0
SHORTEST_WORD = 3
"""Letters of a word that no name may hold: a shorter one is in too many."""
RULES = 500


@dataclass(frozen=True, slots=True)
class Doer:
    """Who keeps order: a moderator or keeper at the page, or whoever sits at the house's own machine."""

    name: str
    role: str
    hash: str | None = None

    def wrote(self, deed: str, about: str | None = None, **facts: Any) -> AuditRow:
        """The line in the log of a deed of his."""
        return AuditRow(at=time.time(), by=self.name, role=self.role, deed=deed, about=about, facts=facts)


HOUSE = Doer("", "house")


class Order:
    """What is done about somebody."""

    def __init__(self, house: House, ledger: Ledger) -> None:
        self.house = house
        self.ledger = ledger
        self.book = Book(house.store.engine)
        self.appeals = Appeals(house.store.engine)
        self.studies = Studies(house.store.engine)

    # ---- deeds

    async def decide(
        self, doer: Doer, number: int, deed: str, days: int | None, why: str, remove: bool = False
    ) -> None:
        """Close a report with a deed; both people are told. With `remove` what was reported is taken away besides."""
        report = await self.book.report(number)
        if report is None:
            raise Declined(404, "no_report", "there is no such report")
        if doer.hash is not None and doer.hash in (report.about, report.by):
            raise Declined(403, "own_report", "you do not decide a report that names you")
        account = await self._reported(report, deed)
        await self._may(doer, report.about, account)
        remove = remove or deed == REMOVE
        if remove and report.said is None and report.study_id is None:
            raise Declined(409, "nothing_to_remove", "neither a line nor a study was reported")
        line = doer.wrote("decide", report.called, report=number, decision=deed, why=why)
        if not await self.book.close(number, deed, why, doer.name, line):
            raise Declined(409, "decided", "somebody has decided it already")
        if remove:
            await self._remove(doer, report, account, why)
        if deed == MUTE and report.about is not None:
            await self._mute(doer, report.about, report.called, days, why)
        elif account is not None:
            await self._do(doer, account, deed, days, why)
        reporter = account_of(report.by)
        if reporter is not None:
            code = "no_action" if deed == NONE else "upheld"
            await self.book.tell(reporter, code, {"about": report.called, "report": number, "why": why})

    async def _remove(self, doer: Doer, report: ReportRow, account: AccountRow | None, why: str) -> None:
        """Take a line or a study away: those at the table see at once that it is gone, its words stay with the log."""
        if report.study_id is not None:
            await self.book.write(doer.wrote("remove_study", report.called, study=report.study_id, why=why))
            await self.studies.change(report.study_id, removed=why)
        elif report.table_id is not None and report.said is not None:
            line = doer.wrote("remove_line", report.called, report=report.id, table=report.table_id, why=why)
            gone = await self.book.remove_line(report.table_id, report.player or "", report.said, line)
            if gone is not None:
                self.house.tell_again(gone)
        if account is not None:
            await self.book.tell(account.id, "study_removed" if report.study_id else "line_removed", {"why": why})

    async def _reported(self, report: ReportRow, deed: str) -> AccountRow | None:
        """The account a report is about; Declined where the deed needs one and there is none."""
        account_id = account_of(report.about)
        account = None if account_id is None else await self.ledger.account(account_id)
        if deed in (WARN, BAN, NAME) and account is None:
            raise Declined(409, "no_member", "who was reported has no name here: he can only be muted")
        if deed == MUTE and report.about is None:
            raise Declined(409, "has_left", "who was reported has left the house")
        return account

    async def do(self, doer: Doer, name: str, deed: str, days: int | None, why: str) -> AccountRow:
        """A deed without a report."""
        account = await self.named(name)
        await self._may(doer, holder(account.id), account)
        await self._do(doer, account, deed, days, why)
        return account

    async def named(self, name: str) -> AccountRow:
        looks = folded(written(name))
        account = await self.ledger.named(looks) if looks.isprintable() else None
        if account is None:
            raise Declined(404, "nobody", "nobody here has that name")
        return account

    async def _may(self, doer: Doer, about: str | None, account: AccountRow | None) -> None:
        if doer.hash is not None and doer.hash == about:
            raise Declined(403, "yourself", "nobody decides about himself")
        if doer.role == MODERATOR and account is not None and account.role in (KEEPER, MODERATOR):
            raise Declined(403, "of_the_house", "only a keeper decides about those who keep order")

    async def _do(self, doer: Doer, account: AccountRow, deed: str, days: int | None, why: str) -> None:
        if deed == WARN:
            await self.book.write(doer.wrote(WARN, account.name, why=why))
            await self.book.tell(account.id, WARN, {"why": why})
        elif deed == MUTE:
            await self._mute(doer, holder(account.id), account.name, days, why)
        elif deed == BAN:
            await self.ban(doer, account, days, why)
        elif deed == NAME:
            await self._take_name(doer, account, why)

    async def _mute(self, doer: Doer, who: str, called: str, days: int | None, why: str) -> None:
        now = time.time()
        until = None if days is None else now + days * DAY
        row = MuteRow(who=who, called=called, until=until, why=why, by=doer.name, at=now)
        await self.book.mute(row, doer.wrote(MUTE, called, days=days, why=why))
        account_id = account_of(who)
        if account_id is not None:
            await self.book.tell(account_id, MUTE, {"why": why, "until": until})

    async def unmute(self, doer: Doer, number: int, why: str) -> MuteRow:
        row = await self.book.mute_numbered(number)
        if row is None:
            raise Declined(404, "not_muted", "nobody is muted by that number")
        account_id = account_of(row.who)
        await self._may(doer, row.who, None if account_id is None else await self.ledger.account(account_id))
        await self.book.unmute(number, doer.wrote("unmute", row.called, why=why))
        if account_id is not None:
            await self.book.tell(account_id, "unmuted", {"why": why})
        return row

    async def ban(self, doer: Doer, account: AccountRow, days: int | None, why: str) -> int:
        """Keep somebody out; from how many browsers he was signed out."""
        await self.book.write(doer.wrote(BAN, account.name, days=days, why=why))
        until = None if days is None else time.time() + days * DAY
        ended = await self.ledger.ban(account.id, why, until)
        self.house.part(ended)
        end = None if until is None else time.strftime("%Y-%m-%d %H:%M", time.gmtime(until))
        self._write(account, *to_banned(account.name, why, end))
        return len(ended)

    def _write(self, account: AccountRow, subject: str, text: str) -> None:
        """A letter to somebody who cannot come in to be told, where the house sends any."""
        desk = self.house.accounts
        if desk is not None and desk.letters is not None and account.email and account.email_proved is not None:
            desk.letters.write(account.email, subject, text)

    async def unban(self, doer: Doer, name: str, why: str) -> AccountRow:
        account = await self.named(name)
        await self._may(doer, holder(account.id), account)
        if account.banned is None:
            raise Declined(409, "not_banned", "he is not kept out")
        await self.book.write(doer.wrote("unban", account.name, why=why))
        await self.ledger.ban(account.id, None)
        return account

    # ---- what is said against it

    async def appeal(self, account_id: str, kind: str, words: str) -> None:
        """Keep what somebody says against his mute or his ban: once for each."""
        account = await self.ledger.account(account_id)
        measure = None if account is None else await self._measure(account, kind)
        if measure is None:
            raise Declined(409, "not_against", "there is nothing to say something against")
        row = AppealRow(account_id=account_id, measure=measure, kind=kind, words=words, at=time.time())
        if not await self.appeals.add(row):
            raise Declined(409, "appealed", "you have said something against it already")

    async def _measure(self, account: AccountRow, kind: str) -> str | None:
        """The mute or ban that somebody has now."""
        if kind == BAN:
            return None if kept_out(account) is None else ban_measure(account)
        mute = await self.book.muted(holder(account.id))
        return None if mute is None else mute_measure(mute)

    async def answer(self, doer: Doer, number: int, granted: bool, why: str) -> None:
        """Answer an appeal: where it is granted, what it is against ends."""
        row = await self.appeals.numbered(number)
        account = None if row is None else await self.ledger.account(row.account_id)
        if row is None or account is None:
            raise Declined(404, "no_appeal", "there is no such appeal")
        await self._may(doer, holder(account.id), account)
        line = doer.wrote("appeal", account.name, appeal=number, kind=row.kind, granted=granted, why=why)
        if not await self.appeals.answer(number, granted, why, doer.name, line):
            raise Declined(409, "decided", "somebody has decided it already")
        if granted and await self._measure(account, row.kind) == row.measure:
            await self._lift(doer, account, row.kind, why)
        await self.book.tell(account.id, "appeal_granted" if granted else "appeal_refused", {"why": why})
        if row.kind == BAN:
            self._write(account, *to_appellant(account.name, granted, why))

    async def _lift(self, doer: Doer, account: AccountRow, kind: str, why: str) -> None:
        if kind == BAN:
            await self.unban(doer, account.name, why)
            return
        mute = await self.book.muted(holder(account.id))
        if mute is not None:
            await self.unmute(doer, mute.id, why)

    async def set_role(self, doer: Doer, account: AccountRow, role: str) -> None:
        await self.book.write(doer.wrote("role", account.name, role=role))
        await self.ledger.set_role(account.id, role)

    # ---- names

    async def _take_name(self, doer: Doer, account: AccountRow, why: str) -> None:
        """A name goes back to the house, and nobody has it again; its member chooses another."""
        before = account.name
        await self.book.write(doer.wrote(NAME, before, why=why))
        rule = NameRuleRow(
            folded=account.folded, word=before, whole=True, why=why, by=doer.name, at=time.time()
        )  # fmt: skip
        await self.book.add_name_rule(rule, None)
        for _ in range(20):  # as good as never twice
            try:
                await self.renamed(account, f"Member-{secrets.randbelow(900_000) + 100_000}", why)
                break
            except Declined:
                continue
        await self.book.tell(account.id, NAME, {"why": why, "before": before})

    async def renamed(self, account: AccountRow, name: str, lost: str | None) -> None:
        """Give an account another name; whoever sits with him reads it at once."""
        try:
            tables = await self.ledger.rename(account.id, name, folded(name), lost)
        except Taken:
            raise Declined(409, "name_taken", f"{name} is taken, or looks like a name that is") from None
        for table_id in tables:
            room = self.house.open_room(table_id)
            if room is not None:
                await self.house.read_row(room)
            self.house.company.changed(table_id)

    async def allowed(self, name: str) -> None:
        """Declined where a rule of the house is against a name."""
        looks = folded(name)
        for rule in await self.book.name_rules():
            if looks == rule.folded or (not rule.whole and rule.folded in looks):
                raise Declined(422, "name_ruled", "the rules of this house are against that name")

    async def add_rule(self, doer: Doer, word: str, whole: bool, why: str) -> None:
        word = written(word)
        looks = folded(word)
        if len(looks) < (1 if whole else SHORTEST_WORD) or not looks.isprintable():
            raise Declined(422, "word_short", f"a word has at least {SHORTEST_WORD} letters")
        if len(await self.book.name_rules()) >= RULES:
            raise Declined(409, "rules_full", f"there are {RULES} such rules already")
        rule = NameRuleRow(folded=looks, word=word, whole=whole, why=why, by=doer.name, at=time.time())
        if not await self.book.add_name_rule(rule, doer.wrote("rule", None, word=word, whole=whole, why=why)):
            raise Declined(409, "rule_known", "there is such a rule already")

    async def remove_rule(self, doer: Doer, word: str, why: str) -> None:
        looks = folded(written(word))
        line = doer.wrote("unrule", None, word=written(word), why=why)
        if not looks.isprintable() or not await self.book.remove_name_rule(looks, line):
            raise Declined(404, "no_rule", "there is no such rule")

    # ---- at the tables

    async def muted(self, who: str | None) -> MuteRow | None:
        return None if who is None else await self.book.muted(who)

    async def came(self, room: Room, players: Sequence[str], address: str) -> None:
        """Somebody reaches his seats at a rated table: two people from one network are told to moderators, once."""
        if not players or not room.row.rated or room.result is not None or _own_machine(address):
            return
        same = await self.book.came(room.row.id, players, network(address))
        others = [
            one for one in same if room.seats[one].key_hash not in {room.seats[mine].key_hash for mine in players}
        ]
        if not others or await self.book.noticed(room.row.id):
            return
        seat = room.seats[players[0]]
        await self.book.write(HOUSE.wrote("seats", seat.name or None, table=room.row.id))
        await self.book.add_report(
            ReportRow(
                kind="seats", about=seat.key_hash, called=seat.name or seat.player, table_id=room.row.id,
                player=seat.player, said=None, by=None, words="", at=time.time(),
            )
        )  # fmt: skip


def network(address: str) -> str:
    """The mark of a network: so short that some 65,000 addresses of every 4 billion share it, so that nobody finds
    an address by it. One table in as many has two strangers with one mark: it is a notice, never a verdict.

    >>> network("203.0.113.7") == network("::ffff:203.0.113.7"), len(network("203.0.113.7"))
    (True, 4)
    """
    return hashlib.sha256(f"grognard network\n{counted_as(address)}".encode()).hexdigest()[:4]


def _own_machine(address: str) -> bool:
    """Whether it tells nothing: everybody comes so through a proxy that was not named."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
