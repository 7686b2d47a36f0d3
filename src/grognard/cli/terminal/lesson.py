"""A lesson in the terminal: the table that `grognard play` shows, with the coach's card below it."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from grognard.cli.arguments import HUMAN
from grognard.cli.terminal.choices import Choice
from grognard.cli.terminal.keeper import Keeper
from grognard.cli.terminal.screen import Screen
from grognard.cli.terminal.table import Table
from grognard.cli.words import say
from grognard.core.words import in_language
from grognard.school.progress import Progress
from grognard.school.session import Session, Verdict, Worded

COACH = "bold cyan"
WORDS = "cyan"
WARNING = "yellow"


class LessonTable(Table):
    """One learner at a lesson."""

    def __init__(
        self, session: Session, progress: Progress, console: Console, language: str, read: Callable[[str], str]
    ) -> None:
        self.session, self.progress = session, progress
        self.last_word: tuple[Worded, str] | None = None
        """What was said to the last answer, and how it looks: the map is drawn anew before it is read."""
        seats = {session.seat: HUMAN}
        super().__init__(session.play, seats, console, language, Keeper(None, seats), read)

    def run(self) -> None:
        """The lesson to its end; `Leave` when the learner gets up."""
        while not self.session.over:
            self._sit_down()
            self.progress.keep(self.session)
            if self.play.ask(self.session.seat) is not None:
                self._show(self.session.seat)
            self._card()
            while not self._turn(self.session.seat):
                pass
        self._sit_down()
        self.progress.keep(self.session)
        self._tell_news()
        self._end()

    def _sit_down(self) -> None:
        """Look at the game as the session has it now: going back builds another."""
        if self.play is not self.session.play:
            self.play = self.session.play
            self.screen = Screen(self.console, self.play, self.language)
            self.told = min(self.told, len(self._log()))
        self.people = [self.session.seat]

    # ---- what the coach says

    def _card(self) -> None:
        told, language = self.session.told(), self.language
        last = told["steps"]
        head = say("learn.head", language, order=told["lesson"]["order"], title=told["lesson"]["title"][language])
        step = say("learn.step", language, number=min(told["step"] + 1, last), last=last)
        self.console.print(Text.assemble((f"── {head} ", "dim"), (step, COACH)))
        self._tell_last_word()
        self._say(told["say"], told["rules"])
        if told["meter"]:
            self.console.print(Text("  " + say("learn.aim", language, aim=told["lesson"]["aim"][language]), "bold"))
        for part in told["meter"]:
            mark = "✓" if part["met"] else "·"
            self.console.print(Text(f"    {mark} {part['text'][language]}", "green" if part["met"] else ""))
        if told["read"]:
            self.console.print(Text("  " + say("learn.read", language), "dim"))

    def _say(self, text: Worded | None, rules: list[str] | tuple[str, ...] = (), style: str = WORDS) -> None:
        if text is None:
            return
        chips = f"  [{', '.join(rules)}]" if rules else ""
        words = in_language(text, self.language).split("**")  # what stands between them stands out
        parts = [(part, f"{style} bold".strip() if n % 2 else style) for n, part in enumerate(words)]
        self.console.print(Padding(Text.assemble(*parts, (chips, "dim")), (0, 2)))

    def _judge(self, verdict: Verdict) -> bool:
        """Tell a verdict; true where the table has changed."""
        language = self.language
        if verdict.kind == "refused":
            for reason in verdict.reasons:
                rule = f" ({reason['rule']})" if reason["rule"] else ""
                self._refuse(reason["text"][language] + rule)
            if verdict.say is not None:
                self._say({language: say("learn.adds", language, text=verdict.say[language])}, verdict.rules)
            return False
        if verdict.kind == "detour":
            self.console.print(Text("  " + say("learn.detour", language), f"bold {WARNING}"))
            self._say(verdict.say, verdict.rules, WARNING)
            self.console.print(Text("  " + say("learn.held", language), "dim"))
            return False
        if verdict.say is not None:
            self.last_word = verdict.say, "green" if verdict.kind == "good" else WARNING
        return True

    def _tell_last_word(self) -> None:
        if self.last_word is not None:
            self._say(self.last_word[0], style=self.last_word[1])
        self.last_word = None
        if self.session.stray:
            self.console.print(Text("  " + say("learn.stray", self.language), "dim"))

    def _end(self) -> None:
        self._tell_last_word()
        self.console.print(Text(say("learn.learned", self.language), "bold"))
        for line in self.session.told()["learned"]:
            self._say(line["text"], line["rules"])

    # ---- what the learner types

    def _turn(self, player: str) -> bool:
        if self.session.step.only_read or self.play.ask(player) is None:
            line = self.read("> ").strip()
            if not line and self.session.step.only_read:
                return self._judge(self.session.read_on())
            word, _, rest = line.partition(" ")
            command = self._commands().get(word.lower())
            if command is not None:
                return bool(command(player, rest))
            if line and self.play.ask(player) is not None:
                return self._typed(player, line)
            return False
        return super()._turn(player)

    def _commands(self) -> dict[str, Callable[[str, str], bool | None]]:
        return {
            **super()._commands(), "show": self._show_me, "hint": self._hint, "anyway": self._anyway,
            "back": self._back, "checkpoint": self._checkpoint,
        }  # fmt: skip

    def _answer(self, player: str, choice: Choice) -> bool:
        self.screen.centre = None
        return self._judge(self.session.answer(*choice))

    def _help(self, player: str, rest: str) -> None:
        if self.play.ask(player) is not None:
            super()._help(player, rest)
        self.console.print(Text(say("learn.help", self.language)))

    def _show_me(self, player: str, rest: str) -> None:
        answer = self.session.show()
        key = "learn.no_show" if answer is None else "learn.show"
        words = "" if answer is None else " ".join(str(part) for part in answer if part is not None)
        self._say({self.language: say(key, self.language, **({} if answer is None else {"answer": words}))})

    def _hint(self, player: str, rest: str) -> None:
        self._say(self.session.hint() or {self.language: say("learn.no_hint", self.language)})

    def _coach(self, player: str, rest: str) -> None:
        self._refuse(say("learn.own_coach", self.language))

    def _anyway(self, player: str, rest: str) -> bool:
        if self.session.pending is None:
            self._refuse(say("learn.nothing_held", self.language))
            return False
        return self._judge(self.session.anyway())

    def _undo(self, player: str, rest: str) -> bool:
        if not self.session.take_back():
            self._refuse(say("learn.nothing_back", self.language))
            return False
        return True

    def _back(self, player: str, rest: str) -> bool:
        if not self.session.back():
            self._refuse(say("learn.nothing_back", self.language))
            return False
        return True

    def _checkpoint(self, player: str, rest: str) -> bool:
        self.session.to_checkpoint()
        return True

    def _redo(self, player: str, rest: str) -> bool:
        return False
