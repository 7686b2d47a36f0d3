"""Open seats for those whom their host follows: to everybody else they are not there.

Who is not followed is told the same as of a seat that nobody has put up, so that he learns neither that there is one
nor that the host does not follow him. To whom it is shown knows by it that the host does: that is the host's to say.
"""

from __future__ import annotations

from collections.abc import Collection

from grognard.table.house import House
from grognard.table.rows import SeatRow, TableRow, holder
from grognard.table.seats import OFFER, Visitor
from grognard.table.watching.book import Follows


def check(house: House, who: Visitor, seats: Collection[str]) -> None:
    """ValueError where no seat can be put up for those whom somebody follows."""
    if house.accounts is None:
        raise ValueError("nobody follows anybody here: the house has no accounts")
    if who.member is None:
        raise ValueError("a seat for those whom you follow needs a name: register or sign in first")
    if OFFER not in seats:
        raise ValueError("only a seat that is offered can be for those whom you follow")


async def hosts(house: House, who: Visitor) -> frozenset[str]:
    """Whose seats of this kind are there for somebody: those of whoever follows him, and his own; by what their things
    are kept under."""
    if house.accounts is None or who.member is None:
        return frozenset()
    followers = await Follows(house.store.engine).followers(who.member.account)
    return frozenset({who.member.hash, *map(holder, followers)})


def is_there(table: TableRow, seat: SeatRow, known: Collection[str]) -> bool:
    """Whether a seat is there for who may see those of these hosts."""
    return not seat.followed or table.owner_hash in known
