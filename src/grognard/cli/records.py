"""Saved games: `grognard replay` plays one again and verifies its dice, `grognard render` draws a position of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from grognard.cli.arguments import Data, Lang, Language, open_game
from grognard.cli.complaint import Complaint, one_line
from grognard.cli.terminal.keeper import save
from grognard.cli.words import say
from grognard.core import journal as journals
from grognard.core.dice import commitment
from grognard.core.game import Game
from grognard.core.journal import Journal, JournalError, TakeBack
from grognard.core.play import Play
from grognard.lab.runs.again import again
from grognard.lab.runs.read import open_run

File = Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")]
FileOrRun = Annotated[Path, typer.Argument(metavar="FILE|RUN", help="A saved game, or the folder of a run.")]
SPECTATOR = "spectator"
NOT_SOUND = (KeyError, TypeError, ValueError, AttributeError, IndexError)
"""What a file that looks like a saved game, but was tampered with, can make the engine stumble over."""


def open_record(path: Path, data: Path | None = None) -> tuple[Journal, Game]:
    """A saved game and the game it is one of."""
    journal = Journal.read(path)
    return journal, open_game(journal.header.game, data)


def play_again(path: Path, journal: Journal, game: Game, until: int | None = None) -> Play:
    """The position of a saved game; whatever is wrong with the file is one line."""
    try:
        return journals.replay(journal, game, until)
    except JournalError as error:
        raise JournalError(f"{path}: {one_line(str(error))}") from None
    except NOT_SOUND as error:
        raise JournalError(f"{path}: not a sound saved game: {one_line(repr(error))}") from None


def play_until(path: Path, journal: Journal, game: Game, at: int | None, flag: str = "--at") -> Play:
    """A saved game after so many of the answers that stand in it, or where it stands; the flag is who named them."""
    last = sum(1 for _ in journal.all_answers())
    if at is not None and at > last:
        raise Complaint(f"{flag} {at}: {path} has {last} answers")
    return play_again(path, journal, game, at)


def moment_of(path: Path, journal: Journal, game: Game, at: int | None) -> Play:
    """The same, as something to play on from."""
    play = play_until(path, journal, game, at)
    if play.result is not None:
        last = sum(1 for _ in journal.all_answers()) if at is None else at
        raise Complaint(f"{path}: the game is over there: say --at, less than {last}")
    return play


def replay(
    file: FileOrRun,
    number: Annotated[
        int | None, typer.Option("--game", min=0, metavar="N", help="Of a run: the game with this number.")
    ] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Check every answer, the dice and the final position.")
    ] = False,
    log: Annotated[bool, typer.Option("--log", help="Tell the whole game in words.")] = False,
    keep: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Save it there.")] = None,
    browser: Annotated[bool, typer.Option("--browser", help="Look at it in the browser.")] = False,
    lang: Lang = Language.en,
    data: Data = None,
) -> None:
    """Play a saved game again, or one of a run; with --verify exit code 1 when it does not hold."""
    console = Console()
    if file.is_dir():
        play = _of_run(file, number, data)
        journal, game = play.journal(), play.game
    elif number is not None:
        raise Complaint(f"--game goes with the folder of a run, and {file} is none")
    else:
        journal, game = open_record(file, data)
    if browser and game.own_data is not None:
        fault = "the browser shows a game with our own data files alone, and this one has others"
        raise Complaint(
            f"{fault}: --log tells it, --save FILE and `grognard render FILE --data {game.own_data}` draw it"
        )
    holds = True
    if verify:
        begun = journal.start if file.is_dir() else None  # of a run, whose own start it was played on from just now
        holds = _verify(file, journal, game, console, begun)
    if keep is not None or log or browser or not verify:
        _look(_position_of(file, journal, game, holds), keep, log, browser, lang, console)
    raise typer.Exit(0 if holds else 1)


def _look(play: Play, keep: Path | None, log: bool, browser: bool, lang: Language, console: Console) -> None:
    """Save a game, tell it and show it, as far as that was asked for."""
    if keep is not None:
        save(play, keep)
    if log:
        for line in play.log(lang):
            console.print(Text(line))
    console.print(_summary(play, lang))
    if browser:
        from grognard.cli.serve import show  # here, because the server takes a while to load

        show(play)


def _position_of(path: Path, journal: Journal, game: Game, holds: bool) -> Play:
    """Where a saved game has come to; one that was found not to hold, and cannot be played again, ends it here."""
    try:
        return play_again(path, journal, game)
    except JournalError:
        if holds:
            raise
        raise typer.Exit(1) from None


def _of_run(folder: Path, number: int | None, data: Path | None) -> Play:
    """A game of a run: its bots play it again."""
    run = open_run(folder)
    if data is not None:
        raise Complaint("a run keeps its own data files: leave --data out")
    if number is None:
        raise Complaint(f"{folder} has {len(run.numbers())} games: name one with --game")
    return again(run, number)


def _verify(path: Path, journal: Journal, game: Game, console: Console, begun: Mapping[str, Any] | None = None) -> bool:
    take_backs: list[TakeBack] = []
    try:
        faults = journals.verify(journal, game, take_backs, begun)
    except NOT_SOUND as error:
        raise JournalError(f"{path}: not a sound saved game: {one_line(repr(error))}") from None
    for fault in faults:
        console.print(Text(f"{path}: {fault}", style="red"), soft_wrap=True)
    if not faults:
        seal = commitment(journal.header.seed)
        answers = sum(1 for _ in journal.all_answers())
        text = f"verified: {game.name}, {answers} answers, dice and position hold; seed commitment sha256 {seal}"
        console.print(Text(text), soft_wrap=True)
        if begun is not None:
            console.print(Text(f"played on from the moment that {path} keeps"), soft_wrap=True)
        promises = [f"hash sent before by {player}: {one}" for player, one in (journal.header.promises or {}).items()]
        for line in (_nonces(journal.header.nonces), *promises, *map(_take_back, take_backs)):
            console.print(Text(line), soft_wrap=True)
    return not faults


def _nonces(nonces: list[str]) -> str:
    """Who besides the house had a hand in the dice."""
    if not nonces:
        return "dice: from the seed alone, no player added a nonce"
    return f"dice: from the seed and {len(nonces)} nonce{'s' if len(nonces) > 1 else ''}: {', '.join(nonces)}"


def _take_back(one: TakeBack) -> str:
    used = f"{one.dice} {'die' if one.dice == 1 else 'dice'} used up" if one.dice else "no die among it"
    return f"taken back by consent to answer {one.answers}: {used}"


def _summary(play: Play, language: str) -> Table:
    """What a saved game is and how it stands."""
    view = play.view()
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="dim")
    table.add_column()

    def row(key: str, text: str) -> None:
        table.add_row(say(f"record.{key}", language), Text(text))

    row("game", f"{play.game.names[language]}, {play.scenario.names[language]}")
    on = [name for name, value in play.state.options.items() if value]
    row("options", ", ".join(on) or "-")
    row("answers", str(len(play.answers)))
    row("turn", f"{view.get('turn', '-')} / {play.scenario.turns}")
    row(
        "score", ", ".join(f"{play.game.words.word(side, language)} {points}" for side, points in view["score"].items())
    )
    if play.result is not None:
        row("result", play.game.words.say_with_rule(play.result.reason, language))
    else:
        row("waiting", ", ".join(play.game.words.word(player, language) for player in play.deciders))
    return table


def render(
    file: File,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="MAP", help="Where to draw: a .svg or .png file.")],
    turn: Annotated[int | None, typer.Option("--turn", min=1, help="The position in which this turn begins.")] = None,
    answer: Annotated[int | None, typer.Option("--answer", min=0, help="The position after this many answers.")] = None,
    viewer: Annotated[str, typer.Option("--viewer", metavar="PLAYER", help="Through whose eyes.")] = SPECTATOR,
    scale: Annotated[float, typer.Option("--scale", min=0.1, max=10, help="Enlarges a PNG.")] = 1.0,
    lang: Lang = Language.en,
    data: Data = None,
) -> None:
    """Draw a position of a saved game; the last one if neither --turn nor --answer is given."""
    kind = out.suffix.lower()
    if kind not in (".svg", ".png"):
        raise Complaint(f"-o {out}: the picture's name ends in .svg or .png")
    if turn is not None and answer is not None:
        raise Complaint("give --turn or --answer, not both")
    journal, game = open_record(file, data)
    play = _position(file, journal, game, turn, answer)
    ids = play.roster.ids
    if viewer != SPECTATOR and viewer not in ids:
        raise Complaint(f'--viewer: there is no player "{viewer}"; it is {SPECTATOR}, {", ".join(ids)}')
    from grognard.core.svg import picture  # here, because no other command needs the drawing and its fonts

    svg = picture(game, play.view(None if viewer == SPECTATOR else viewer), language=lang.value)
    try:
        if kind == ".svg":
            out.write_text(svg, encoding="utf-8")
        else:
            out.write_bytes(_pixels(svg, scale))
    except OSError as error:
        raise Complaint(f"-o {out}: cannot be written: {error.strerror}") from None
    where = say("record.drawn", lang, turn=play.view().get("turn", "-"), answers=len(play.answers))
    Console().print(Text(f"{out}: {where}"), soft_wrap=True)


def _pixels(svg: str, scale: float) -> bytes:
    """The picture as a PNG; one that lacks letters for want of a font is better than none."""
    from grognard.core.svg import NoFont, to_png

    try:
        return to_png(svg, scale)
    except NoFont as error:
        print(f"grognard: {error}", file=sys.stderr)
        return error.png


def _position(path: Path, journal: Journal, game: Game, turn: int | None, answer: int | None) -> Play:
    if turn is None:
        return play_until(path, journal, game, answer, "--answer")
    first = last_turn = None
    for play in _step_through(path, journal, game):
        last_turn = game.view(play.state, None).get("turn")
        first = last_turn if first is None else first
        if last_turn == turn:
            return play
    raise Complaint(f"--turn {turn}: {path} goes from turn {first} to turn {last_turn}")


def _step_through(path: Path, journal: Journal, game: Game) -> Iterator[Play]:
    """The beginning of a saved game, and the position after each of its answers."""
    play = play_again(path, journal, game, 0)
    yield play
    for number, (player, verb, target) in enumerate(journal.all_answers(), 1):
        try:
            play.answer(player, verb, target)
        except ValueError as error:
            raise JournalError(f"{path}: answer {number} is refused: {one_line(str(error))}") from None
        yield play
