"""The loop of play in the terminal: bots answer by themselves, people are shown the table and asked.

Everything a person types is an answer or one of a few commands. Nothing here decides what is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console
from rich.text import Text

from grognard.cli.arguments import HUMAN
from grognard.cli.complaint import Complaint
from grognard.cli.rules import clauses
from grognard.cli.terminal.bar import bar_lines
from grognard.cli.terminal.choices import Choice, Choices
from grognard.cli.terminal.coach import Coach
from grognard.cli.terminal.hints import advice, marks, question
from grognard.cli.terminal.keeper import Keeper, save
from grognard.cli.terminal.legend import legend
from grognard.cli.terminal.odds import odds_lines
from grognard.cli.terminal.reading import Unclear, matching, understand
from grognard.cli.terminal.screen import Screen
from grognard.cli.words import say
from grognard.core.ask import IllegalAnswer, Kind, random_answer
from grognard.core.play import Play
from grognard.core.rules import UnknownClause
from grognard.players import Bot, bot
from grognard.players.patience import Patience
from grognard.school import evaluation, hint

LOG_LINES = 30


class Leave(Exception):
    """A player gets up from the table."""


class Table:
    """One game, the people and bots around it, and what each has been told."""

    def __init__(
        self,
        play: Play,
        seats: dict[str, str],
        console: Console,
        language: str,
        keeper: Keeper,
        read: Callable[[str], str],
    ) -> None:
        self.play, self.seats, self.console, self.language, self.keeper = play, seats, console, language, keeper
        self.read = read
        self.screen = Screen(console, play, language)
        self.people = [player for player, who in seats.items() if who == HUMAN]
        self.bots: dict[str, Bot] = {
            player: bot(who, play.game.id, play.scenario.id) for player, who in seats.items() if who != HUMAN
        }
        start = f"{play.header.seed}/{len(play.answers)}"
        self.patience = {player: Patience() for player in self.bots}
        self.thoughts = {player: Random(f"{start}/{player}") for player in self.bots}
        self.coach = Coach()
        self.bar = False
        """Whether the table tells how the game may end."""
        self.told = len(self._log())
        self.last: tuple[str, bool] | None = None
        """Who sat at the keyboard last, and whether his choice was secret."""

    # ---- the loop

    def run(self) -> None:
        """Play to the end; `Leave` when somebody gets up."""
        while self.play.result is None:
            if self._thinking() is None:
                self._person_answers(self.play.deciders[0])
            elif self.console.is_terminal and self.people:
                with self.console.status(say("table.thinking", self.language)):
                    self._bots_answer()
            else:
                self._bots_answer()
        self.keeper.keep(self.play)
        self._tell_news()
        self._show_score()

    def _thinking(self) -> str | None:
        """The bot whose answer is waited for."""
        return next((player for player in self.play.deciders if player in self.bots), None)

    def _bots_answer(self) -> None:
        """Let bots answer until a person must, or the game is over."""
        while (player := self._thinking()) is not None:
            rng = self.thoughts[player]
            number = self.play.roster.number(player)
            if self.patience[player].with_bot(self.play.state, number):
                answer = self.bots[player].choose(self.play.imagine(player, rng), number, rng)
            else:  # it circles
                answer = random_answer(self.play.state.ask(number), rng)
            self.play.apply(number, answer)
            if not self.people:
                self._tell_news()

    def _person_answers(self, player: str) -> None:
        """Show the table and read until an answer is given."""
        self._hand_over(player)
        self.keeper.keep(self.play)
        self.coach.forget()
        self._show(player)
        while not self._turn(player):
            pass

    def _turn(self, player: str) -> bool:
        """Read one line; true when the position has changed."""
        line = self.read("> ").strip()
        if not line:
            return False
        word, _, rest = line.partition(" ")
        choices = self._choices(player)
        command = self._command(word, choices)
        if command is not None:
            return bool(command(player, rest.strip()))
        return self._typed(player, line)

    def _typed(self, player: str, line: str) -> bool:
        """Give the answer that a line means."""
        try:
            return self._answer(player, understand(line, self._choices(player)))
        except Unclear as error:
            self._refuse(str(error))
            return False

    def _answer(self, player: str, choice: Choice) -> bool:
        """Give an answer; true when it was taken."""
        better = self.coach.better(self.play, player, choice)
        if better is not None:
            self._warn(better)
            return False
        try:
            self.play.answer(player, *choice)
        except IllegalAnswer as error:
            self._refuse(error.text(self.language))
            return False
        self.screen.centre = None
        return True

    def _command(self, word: str, choices: Choices) -> Callable[[str, str], bool | None] | None:
        """The command of this name; a game's own verb goes first."""
        return None if word in choices.game.verb_numbers else self._commands().get(word.lower())

    def _commands(self) -> dict[str, Callable[[str, str], bool | None]]:
        return {
            "help": self._help, "?": self._help, "map": self._map, "why": self._why, "odds": self._odds,
            "hint": self._hint, "coach": self._coach, "bar": self._bar,
            "log": self._tell_log, "rules": self._rules, "undo": self._undo, "redo": self._redo, "save": self._save,
            "quit": self._quit, "exit": self._quit,
        }  # fmt: skip

    # ---- showing

    def _private(self) -> bool:
        """Whether what one player may know can be shown: nobody else sits there, or he chooses in secret."""
        return len(self.people) == 1 or self._secret()

    def _secret(self) -> bool:
        """Whether players must not look at each other's screen: choices are made in secret, or pieces are hidden."""
        play = self.play
        if play.state.lanes is not None or play.circle:
            return True
        return any(piece.get("hidden") for piece in play.view(None)["pieces"])

    def _viewer(self, player: str) -> str | None:
        return player if self._private() else None

    def _log(self, player: str | None = None) -> list[str]:
        alone = self.people[0] if len(self.people) == 1 else player
        return self.play.log(self.language, alone)

    def _view(self, player: str) -> dict[str, Any]:
        return self.play.view(self._viewer(player))

    def _choices(self, player: str) -> Choices:
        ask = self.play.ask(player)
        assert ask is not None
        return Choices(self.play, player, ask, self._view(player), self.language)

    def _news(self) -> list[str]:
        """What happened since somebody was last told."""
        log = self._log()
        news = log[min(self.told, len(log)) :]
        self.told = len(log)
        return news

    def _tell_news(self) -> None:
        self.screen.tell(self._news())

    def _show(self, player: str) -> None:
        ask = self.play.ask(player)
        assert ask is not None
        news = self._news()
        if self.console.is_terminal:
            news = self._page(news)
            self.console.clear()
        else:
            self.screen.tell(news)
            news = []
        self.screen.show(self._view(player), ask, self._choices(player), news, self._expected(player))

    def _page(self, news: list[str]) -> list[str]:
        """Much news gets a screen of its own, to be read before the map returns; what remains is shown with the map."""
        room = max(self.console.height - 3, 5)
        if len(news) <= room // 3:
            return news
        for start in range(0, len(news), room):
            self.console.clear()
            self.screen.tell(news[start : start + room])
            self.read(say("table.go_on", self.language))
        return news[-2:]

    def _hand_over(self, player: str) -> None:
        """Between people, what was secret leaves the screen before the next one looks."""
        secret = self._secret()
        last, self.last = self.last, (player, secret)
        if len(self.people) == 1 or last == self.last:
            return
        if last is not None and last[1]:
            self._wipe()
        if secret:
            self.read(say("table.pass", self.language, word=self.play.game.words.word(player, self.language)))
            self._wipe()

    def _wipe(self) -> None:
        """Clear the screen and what has scrolled off it."""
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J")

    def _refuse(self, text: str) -> None:
        self.console.print(Text(text, "red"))

    def _show_score(self) -> None:
        """The last word; why the game ended was told with the news."""
        result = self.play.result
        assert result is not None
        word = self.play.game.words.word
        points = ", ".join(f"{word(side, self.language)} {count}" for side, count in result.points.items())
        self.console.print(Text(say("table.final", self.language, points=points), "bold"))

    # ---- commands

    def _help(self, player: str, rest: str) -> None:
        """How to answer here, in words of this very question; the commands; what the marks on this map mean."""
        choices = self._choices(player)
        named = [one for one in choices.listed if one.target is not None] or choices.listed
        example = " ".join(str(part) for part in named[0] if part is not None)
        place = next((place.hex for place in self.play.game.map.places), self.play.game.map.grid.hexes[0])
        where = self.play.game.map.grid.name(place)
        self.console.print(Text(say("table.help", self.language, example=example, where=where)))
        self.console.print(legend(self.play.game, self._view(player), self.language))

    def _map(self, player: str, rest: str) -> bool:
        """`map` shows everything, `map 2310` looks there."""
        choices = self._choices(player)
        if not rest:
            self.screen.overview(self._view(player), choices)
            return False
        every = [self.play.game.map.grid.name(hex) for hex in self.play.game.map.grid.hexes]
        found = matching(self.play.game, Kind.HEX, rest, every)
        units = matching(self.play.game, Kind.UNIT, rest, choices.pieces) if not found else []
        found += [piece["where"] for unit in units if (piece := choices.pieces[str(unit)])["on_map"]]
        if not found:
            self._refuse(say("table.no_place", self.language, text=rest))
            return False
        self.screen.centre = str(found[0])
        self._show(player)
        return False

    def _why(self, player: str, rest: str) -> None:
        """Why an answer is not possible, or what it would do."""
        choice = self._meant(player, rest)
        if choice is None:
            return
        reasons = self.play.why(player, *choice)
        for reason in reasons:
            self._refuse(self.play.game.words.say_with_rule(reason.message, self.language))
        if not reasons:
            self.console.print(
                Text(say("table.legal", self.language, verb=choice.verb, target=choice.target or ""), "green")
            )
            self._preview(player, choice)

    def _hint(self, player: str, rest: str) -> None:
        """What a good player would answer, and where on the map."""
        found = hint.document(*question(self.play, player))
        if not found:
            self._refuse(say("table.no_hint", self.language))
            return
        told = [
            Text.assemble((f"{place:>3}", "bold cyan"), f" {advice(one, self.language)}")
            for place, one in enumerate(found, 1)
        ]
        self.screen.hint(self._view(player), self._choices(player), marks(found[0]), told)

    def _coach(self, player: str, rest: str) -> None:
        """Let a coach look on, or send him away."""
        if not self._against_bots():
            return
        if not hint.advises(self.play.game.id):
            self._refuse(say("table.no_coach", self.language))
            return
        self.coach.on = not self.coach.on
        self.console.print(Text(say(f"table.coach_{'on' if self.coach.on else 'off'}", self.language)))

    def _bar(self, player: str, rest: str) -> None:
        """Tell from now on how the game may end, or no longer."""
        if not self._against_bots():
            return
        if evaluation.document(self.play, player) is None:
            self._refuse(say("table.no_bar", self.language))
            return
        self.bar = not self.bar
        self._show(player)

    def _expected(self, player: str) -> list[Text]:
        """How the game may end, where that is to be told and somebody can judge it."""
        expected = evaluation.document(self.play, player) if self.bar else None
        if expected is None:
            return []
        word = self.play.game.words.word(expected["side"], self.language)
        return bar_lines(expected, word, self.language, self.screen.width)

    def _against_bots(self) -> bool:
        """Whether nobody is played against who could not ask as well; said where somebody is."""
        if len(self.people) > 1:
            self._refuse(say("table.against_bots", self.language))
        return len(self.people) == 1

    def _warn(self, better: Mapping[str, Any]) -> None:
        """What the coach would rather do."""
        text = say("table.coach_better", self.language, text=advice(better, self.language))
        self.console.print(Text(text, "yellow"))
        self.console.print(Text(say("table.coach_again", self.language), "dim"))

    def _meant(self, player: str, text: str) -> Choice | None:
        try:
            return understand(text, self._choices(player))
        except Unclear as error:
            self._refuse(str(error))
            return None

    def _preview(self, player: str, choice: Choice) -> bool:
        preview = self.play.preview(player, *choice)
        if "by_die" in preview:
            self.console.print(*odds_lines(self.play.game, preview, self.language), sep="\n")
            return True
        if "path" in preview:
            text = say(
                "table.path",
                self.language,
                path=" > ".join(preview["path"]),
                cost=preview["cost"],
                points=preview["points"],
            )
            self.console.print(Text(text))
            if "round" in preview:
                saved = preview["round"]["saved"]
                self.console.print(Text(say("table.round", self.language, points=saved)))
            for key in ("overruns", "avoids"):
                if preview.get(key):
                    self.console.print(Text(say(f"table.{key}", self.language, hexes=preview[key])))
            return True
        return False

    def _odds(self, player: str, rest: str) -> None:
        """The odds of the attack in hand, of a named one, or of all that could be made."""
        if rest:
            choice = self._meant(player, rest)
            if choice is not None and not self._preview(player, choice):
                self._why(player, rest)
            return
        focus = self.screen.focus(player)
        if "odds" in focus:
            self.console.print(*odds_lines(self.play.game, focus["odds"], self.language), sep="\n")
            return
        hexes = [one for one in self._choices(player).listed if "by_die" in self.play.preview(player, *one)]
        for choice in hexes:
            self._preview(player, choice)
        if not hexes:
            self.console.print(Text(say("table.odds_none", self.language)))

    def _tell_log(self, player: str, rest: str) -> None:
        count = int(rest) if rest.isdecimal() else LOG_LINES
        self.screen.tell(self._log(self._viewer(player))[-count:])

    def _rules(self, player: str, rest: str) -> None:
        ask = self.play.ask(player)
        number = rest or (ask.rule if ask else "")
        try:
            self.console.print(clauses(self.play.game, number, self.language))
        except UnknownClause as error:
            self._refuse(str(error))

    def _undo(self, player: str, rest: str) -> bool:
        return self._take_back(self.play.undo, player)

    def _redo(self, player: str, rest: str) -> bool:
        return self._take_back(self.play.redo, player)

    def _take_back(self, change: Callable[[str], None], player: str) -> bool:
        try:
            change(player)
        except IllegalAnswer as error:
            self._refuse(error.text(self.language))
            return False
        self.screen.centre = None
        return True

    def _save(self, player: str, rest: str) -> None:
        path = Path(rest) if rest else self.keeper.path
        if path is None:
            self._refuse(say("table.save_where", self.language))
            return
        try:
            save(self.play, path)
        except Complaint as error:
            self._refuse(str(error))
            return
        self.console.print(Text(say("table.saved", self.language, path=str(path))))

    def _quit(self, player: str, rest: str) -> bool:
        raise Leave
