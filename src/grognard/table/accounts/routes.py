"""Accounts over HTTP, where a house has them."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from fastapi import FastAPI

from grognard.table.accounts import belongings, entering, keeping, mailing
from grognard.table.accounts.declined import Declined, told
from grognard.table.accounts.desk import Desk
from grognard.table.accounts.letters import Server
from grognard.table.holidays import routes as holidays
from grognard.table.holidays.calendar import ALLOWANCE
from grognard.table.house import House
from grognard.table.moderation import routes as moderation
from grognard.table.news import routes as news
from grognard.table.push import routes as pushes
from grognard.table.push.key import read
from grognard.table.rating import routes as ratings
from grognard.table.seeking import routes as seeking
from grognard.table.tournaments import routes as tournaments
from grognard.table.tournaments.making import Makers
from grognard.table.watching import routes as watching


def add(
    app: FastAPI,
    house: House,
    names: Collection[str],
    mail: str | None = None,
    makers: str = "",
    allowance: int = ALLOWANCE,
    push: tuple[Path, str] | None = None,
) -> None:
    desk = house.accounts = Desk(house, names, Server.named(mail) if mail else None)
    app.add_exception_handler(Declined, told)
    entering.add(app)
    keeping.add(app, house)
    belongings.add(app, house)
    seeking.add(app, house, ratings.add(app, house, desk))
    tournaments.add(app, house, Makers(makers or Makers.named))
    moderation.add(app, house)
    mailing.add(app)
    news.add(app, house, desk)
    pushes.add(app, house, desk, read(*push) if push else None)
    holidays.add(app, house, allowance)
    watching.add(app, house, desk)
