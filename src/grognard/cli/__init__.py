"""The command line: `grognard games | serve | move-data | backup | restore | admin | play | learn | sim | report |
ladder | tune | tune-bot | fit-value | replay | render | review | rules | advice | brief | charts | check | conform |
new-game | bench`.

Each command is one short function in a file named after what it is about; the terminal table is in `terminal/`.
Whatever a user gets wrong is told in one line on stderr with exit code 2.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated

import typer

from grognard.cli import (
    admin,
    advice,
    brief,
    charts,
    conform,
    fit_value,
    games,
    keeping,
    ladder,
    learn,
    move_data,
    new_game,
    play,
    records,
    report,
    review,
    rules,
    series,
    serve,
    tune,
    tune_bot,
)
from grognard.cli.complaint import OneLineGroup

app = typer.Typer(cls=OneLineGroup, rich_markup_mode="rich", invoke_without_command=True)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"grognard {version('grognard')}")
        raise typer.Exit


@app.callback()
def _start(
    ctx: typer.Context,
    _: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="The version of this program.")
    ] = False,
) -> None:
    """The table that knows the rules: hex wargames for people and bots."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


app.command("games")(games.games)
app.command("serve")(serve.serve)
app.command("move-data")(move_data.move_data)
app.command("backup")(keeping.backup)
app.command("restore")(keeping.restore)
app.add_typer(admin.app, name="admin")
app.command("play")(play.play)
app.command("learn")(learn.learn)
app.command("sim")(series.sim)
app.command("report")(report.report)
app.command("ladder")(ladder.ladder)
app.command("tune")(tune.tune)
app.command("tune-bot")(tune_bot.tune_bot)
app.command("fit-value")(fit_value.fit_value)
app.command("replay")(records.replay)
app.command("render")(records.render)
app.command("review")(review.review)
app.command("rules")(rules.rules)
app.command("advice")(advice.advice)
app.command("brief")(brief.brief)
app.command("charts")(charts.charts)
app.command("check")(games.check)
app.command("conform")(conform.conform)
app.command("new-game")(new_game.new_game)
app.command("bench")(series.bench)


def main() -> None:
    """The `grognard` command."""
    app(prog_name="grognard")
