"""`grognard learn`: the lessons of a game, in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from grognard.cli.arguments import AnyGameId, Data, Lang, Language, open_game, open_games
from grognard.cli.serve import default_folder
from grognard.cli.terminal.keeper import save
from grognard.cli.terminal.keyboard import Reader, open_console
from grognard.cli.terminal.lesson import LessonTable
from grognard.cli.terminal.table import Leave
from grognard.cli.words import say
from grognard.core.game import Game
from grognard.school.lesson import lesson, lessons
from grognard.school.progress import FILE, Progress

NEXT = "next"


def learn(
    game_id: AnyGameId = None,
    name: Annotated[
        str | None,
        typer.Argument(metavar="[LESSON]", help="Its number or id, or next: the first that is not done."),
    ] = None,
    progress_file: Annotated[
        Path | None,
        typer.Option("--progress", metavar="FILE", help="Where your progress is kept; in your own data folder."),
    ] = None,
    afresh: Annotated[bool, typer.Option("--afresh", help="Begin the lesson again, not where you left it.")] = False,
    keep: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Save the position at the lesson's end there.")
    ] = None,
    lang: Lang = Language.en,
    data: Data = None,
) -> None:
    """Learn a game by playing: without LESSON the lessons there are, with one it is taken."""
    progress = Progress(progress_file or default_folder() / FILE)
    console = open_console()
    if game_id is None:
        for _, game, _ in open_games():
            if game is not None and lessons(game):
                _list(game, progress, console, lang)
        return
    game = open_game(game_id, data)
    if name is None or not lessons(game):
        _list(game, progress, console, lang)
        return
    _take(game, name, progress, console, lang, afresh, keep)


def _list(game: Game, progress: Progress, console: Console, lang: Language) -> None:
    """The lessons of a game with what is done of them."""
    if not lessons(game):
        console.print(Text(say("learn.none", lang, name=game.names[lang])))
        return
    console.print(Text(game.names[lang], "bold"))
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for one in lessons(game):
        state = "done" if progress.done(game, one) else "begun" if progress.begun(game, one) else ""
        table.add_row(
            Text(f"{one.order:>3}", "bold cyan"),
            Text.assemble((one.title[lang], "bold"), f"\n{one.idea[lang]}"),
            Text(say("learn.row", lang, minutes=one.minutes), "dim"),
            Text(say(f"learn.{state}", lang) if state else "", "green"),
        )
    console.print(table)
    still = progress.next(game)
    console.print(
        Text(
            say("learn.all_done", lang)
            if still is None
            else say("learn.more", lang, command=f"grognard learn {game.id} {still.order}"),
            "dim",
        )
    )


def _take(
    game: Game, name: str, progress: Progress, console: Console, lang: Language, afresh: bool, keep: Path | None
) -> None:
    chosen = progress.next(game) or lessons(game)[0] if name == NEXT else lesson(game, name)
    session = progress.session(game, chosen)
    if afresh:
        session.restart()
    table = LessonTable(session, progress, console, lang, Reader(console))
    try:
        table.run()
    except (Leave, EOFError, KeyboardInterrupt):
        progress.keep(session)
        console.print()
        console.print(Text(say("learn.left", lang)))
        console.print(Text(f"grognard learn {game.id} {chosen.order}", "bold"))
        return
    if keep is not None and session.play.result is None:
        save(session.play_on(), keep)
        console.print(Text(say("learn.play_on", lang)))
        console.print(Text(f"grognard play --load {keep} --seat {session.seat}=human", "bold"), soft_wrap=True)
    still = progress.next(game)
    if still is not None:
        console.print(Text(say("learn.next", lang)))
        console.print(Text(f"grognard learn {game.id} {still.order}", "bold"))
