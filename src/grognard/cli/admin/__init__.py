"""`grognard admin`: what the keeper of a house does at its own machine. One file for each thing that is kept.

Another kind of thing is a `Typer` of its own that is added here, reaches its house with
`reached`, and writes down what it changes with `audit.audited`.
"""

from __future__ import annotations

import typer

from grognard.cli.admin import appeals, pushing, ratings, reports, tables, tournaments, users

app = typer.Typer(help="Keep a house: look at what is in it and put it in order.", no_args_is_help=True)
app.add_typer(tables.app, name="tables")
app.add_typer(users.app, name="users")
app.add_typer(tournaments.app, name="tournaments")
app.add_typer(reports.app, name="reports")
app.add_typer(appeals.app, name="appeals")
app.add_typer(reports.names, name="names")
app.command("log")(reports.log)
app.command("ratings")(ratings.ratings)
app.command("push-key")(pushing.push_key)
