"""Who sits where, asked at the terminal where no flag says it: a side, and the level and handicap of the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Console
from rich.text import Text

from grognard.cli.arguments import HUMAN
from grognard.cli.words import say
from grognard.core.play import Play
from grognard.players import bots_of
from grognard.players.erring import ERRS
from grognard.players.random import Random
from grognard.school.hint import advises

OPPONENT = "recruit"
"""Who sits down where nobody says otherwise, if he plays there."""
ERRORS = ("", "0.1", "0.25", "0.5")
"""How often a bot may be told to err on purpose, as a share of its decisions."""


class Asker:
    """Puts numbered questions; the answer is a number or the beginning of a word."""

    def __init__(self, console: Console, language: str, read: Callable[[str], str]) -> None:
        self.console, self.language, self.read = console, language, read

    def pick(self, question: str, words: Sequence[str], names: Sequence[str], usual: int | None = None) -> int:
        """Which one it is to be; enter takes the usual one, where there is any. `names` are what programs call them."""
        for number, text in enumerate(words, 1):
            self.console.print(Text.assemble((f"{number:>3}", "bold cyan"), f" {text}"))
        told = say(question, self.language) if usual is None else say(question, self.language, word=words[usual])
        while True:
            line = self.read(f"{told} ").strip()
            if not line and usual is not None:
                return usual
            fitting = [
                place
                for place, name in enumerate(names)
                if line
                and (
                    line == str(place + 1)
                    or name.startswith(line.lower())
                    or words[place].lower().startswith(line.lower())
                )
            ]
            if len(fitting) == 1:
                return fitting[0]


def ask_seats(play: Play, console: Console, language: str, read: Callable[[str], str]) -> dict[str, str]:
    """Who plays whom, as the person at the terminal says."""
    ask = Asker(console, language, read)
    players = play.roster.ids
    console.print(Text(f"{play.game.names[language]}: {play.scenario.names[language]}", "bold"))
    words = [play.game.words.word(player, language) for player in players]
    mine = ask.pick("play.which", [*words, say("play.hotseat", language)], [*players, HUMAN])
    if mine == len(players):
        return dict.fromkeys(players, HUMAN)
    opponent = _opponent(ask, play)
    return {player: HUMAN if player == players[mine] else opponent for player in players}


def _opponent(ask: Asker, play: Play) -> str:
    """Who sits down opposite: one of those who play there, and how often he errs on purpose."""
    bots = bots_of(play.game.id, play.scenario.id)
    words = [say(f"level.{name}", ask.language) for name in bots]
    level = bots[ask.pick("play.level", words, bots, bots.index(OPPONENT) if OPPONENT in bots else len(bots) - 1)]
    if level == Random.name or not advises(play.game.id):
        return level
    words = [say(f"play.errs_{place}", ask.language) for place in range(len(ERRORS))]
    often = ERRORS[ask.pick("play.errs", words, words, 0)]
    return f"{level}:{ERRS}={often}" if often else level
