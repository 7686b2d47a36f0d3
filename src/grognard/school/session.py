"""A lesson being taken: what the coach says, what he points at, and his verdict on every answer.

The learner may give any legal answer. What leads elsewhere is held back once with a word about it, and played if he
means it; where the lesson's own solution no longer leads to the goal he is offered the last checkpoint. Everything is
plain data in every language: the terminal and the browser show the same.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Literal

from grognard.core.ask import Target
from grognard.core.data import DataError
from grognard.core.game import Game
from grognard.core.play import Play, Reason
from grognard.core.words import LANGUAGES
from grognard.school.course import Course
from grognard.school.goal import say
from grognard.school.lesson import Given, Lesson, Step, Text, given, lesson
from grognard.school.recount import sentence
from grognard.school.telling import tell

HINT_AFTER = 2
"""Slips in a step after which a hint is due."""

Worded = dict[str, str]
"""A text by language."""


@dataclass(frozen=True)
class Verdict:
    """What the coach thinks of an answer."""

    kind: Literal["good", "on", "detour", "stray", "refused"]
    """good: the step is done; on: played, the step goes on; detour: held back, see `say`; stray: played, and the goal
    is out of reach; refused: the rules forbid it."""
    say: Worded | None = None
    rules: tuple[str, ...] = ()
    reasons: tuple[dict[str, Any], ...] = ()
    """Why the rules refuse it: `rule` and `text`."""
    over: bool = False
    """The lesson has come to its end."""

    def as_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind, "say": self.say, "rules": list(self.rules), "reasons": list(self.reasons),
            "over": self.over,
        }  # fmt: skip


@dataclass
class Session:
    """Somebody takes a lesson."""

    game: Game
    lesson: Lesson
    answers: list[Given | None] = field(default_factory=list)
    """What has been given; None where a step was only read."""
    pending: Given | None = None
    """An answer that is held back: take it back, or play it anyway."""
    slips: int = 0
    """Detours and refusals in this step."""

    def __post_init__(self) -> None:
        self._rebuild(self.answers)

    # ---- keeping

    @classmethod
    def resumed(cls, game: Game, record: Mapping[str, Any], *, seconds: float | None = None) -> Session:
        """A session from its record; where the lesson has changed since, as far as its answers still lead, and no
        farther than so many seconds do."""
        session = cls(game, lesson(game, record["lesson"]))
        answers = [None if one is None else Given(*one) for one in record["answers"]]
        session._give_again(answers, None if seconds is None else time.monotonic() + seconds)
        return session

    def clone(self) -> Session:
        """An independent copy."""
        other = copy(self)
        other.course, other.answers, other.began = self.course.clone(), self.answers.copy(), self.began.copy()
        other._ways = self._ways.copy()
        return other

    def record(self) -> dict[str, Any]:
        """All that is needed to go on later, as plain JSON."""
        return {"lesson": self.lesson.id, "answers": [None if one is None else [*one] for one in self.answers]}

    def _rebuild(self, answers: Iterable[Given | None]) -> None:
        """Begin again and give these answers, as far as they are possible."""
        self.course = Course.start(self.game, self.lesson)
        self.answers, self.pending, self.slips = [], None, 0
        self.began = {0: 0}
        """By step: how many answers had been given when it began."""
        self._look()
        self._give_again(answers)

    def _give_again(self, answers: Iterable[Given | None], until: float | None = None) -> None:
        for answer in answers:
            if until is not None and time.monotonic() > until:
                return
            if self.over or (answer is not None and not self.play.legal(self.asked, *answer)):
                return
            if answer is None and not self.step.only_read:
                return
            self._take(answer)

    # ---- what is shown

    @property
    def play(self) -> Play:
        return self.course.play

    @property
    def step(self) -> Step:
        return self.course.step

    @property
    def number(self) -> int:
        return self.course.number

    @property
    def seat(self) -> str:
        return self.course.seat

    @property
    def over(self) -> bool:
        return self.course.over

    @property
    def stray(self) -> bool:
        """Whether the stated solution no longer leads on from here."""
        return self._way is None

    @property
    def asked(self) -> str:
        """Who answers next: an answer to a step that is only read belongs to the one after it."""
        return self.lesson.seat_at(self.number + 1) if self.step.only_read and not self.over else self.seat

    def _look(self) -> None:
        """What depends on the position: the coach's sentence, as the step begins; the way on is to be found anew."""
        if self.number not in self.began or self.began[self.number] == len(self.answers):
            self.began[self.number] = len(self.answers)
            self.says = None if self.over else self._tell(self.step.say, strong=True)
        self._ways: list[list[Given] | None] = []

    @property
    def _way(self) -> list[Given] | None:
        """The way on by the lesson's own solution, found when it is first asked for."""
        if not self._ways:
            self._ways.append(self.course.way())
        return self._ways[0]

    def _tell(self, text: Text, *, strong: bool = False) -> Worded:
        """A text as it holds now; whoever has strayed is told it, too, without the figures that are gone."""
        return tell(text, self.course.seen, strong=strong, astray=True)

    def meter(self) -> list[dict[str, Any]]:
        """The goal of this step, part by part: whether it holds, and in words."""
        if self.over or self.step.goal is None:
            return []
        return [
            {"met": part.met, "text": part.meter, "ladder": [rung._asdict() for rung in part.ladder]}
            for part in self.step.goal.parts(self.course.seen)
        ]

    def told(self) -> dict[str, Any]:
        """Everything a table shows of the lesson beside the view of the game."""
        lesson, step = self.lesson, self.step
        return {
            "game": self.game.id,
            "lesson": {
                "id": lesson.id, "order": lesson.order, "title": lesson.title.as_json(), "idea": lesson.idea.as_json(),
                "aim": lesson.aim.as_json(), "minutes": lesson.minutes,
            },
            "seat": self.seat,
            "step": self.number,
            "steps": len(lesson.step),
            "say": self.says,
            "rules": [] if self.over else list(step.rules),
            "point": [] if self.over else [point.as_json() for point in step.point],
            "read": not self.over and step.only_read,
            "meter": self.meter(),
            "enter": self.over or step.enter,
            "hint": self.hint(),
            "hint_due": self.slips >= HINT_AFTER,
            "pending": None if self.pending is None else [*self.pending],
            "stray": self.stray,
            "over": self.over,
            "learned": [
                {"text": self._tell(line.text), "rules": list(line.rules)} for line in lesson.learned
            ] if self.over else [],
        }  # fmt: skip

    def hint(self) -> Worded | None:
        return None if self.over or self.step.hint is None else self._tell(self.step.hint)

    def show(self) -> Given | None:
        """An answer that leads on, by the lesson's own solution; None where it has none from here."""
        return self._way[0] if self._way else None

    # ---- answering

    def answer(self, verb: str, target: Target = None) -> Verdict:
        """Judge an answer, and play it unless there is something to say first."""
        answer = Given(verb, target)
        self.pending = None
        if self.over:
            return Verdict("refused", say(self.game, "coach.over"), over=True)
        reasons = self.play.why(self.asked, verb, target)
        if reasons:
            return self._refuse(answer, reasons)
        held = self._spoken_of(answer) or self._led_away(answer)
        if held is not None:
            self.pending, self.slips = answer, self.slips + 1
            return held
        return self._take_word(answer)

    def _judging(self) -> Step:
        """The step that an answer is judged by."""
        number = self.number + 1 if self.step.only_read else self.number
        return self.lesson.step[min(number, len(self.lesson.step) - 1)]

    def _refuse(self, answer: Given, reasons: list[Reason]) -> Verdict:
        self.slips += 1
        word = next((one for one in self._judging().refused if one.speaks_of(answer)), None)
        return Verdict(
            "refused",
            None if word is None else self._tell(word.say),
            () if word is None else word.rules,
            tuple(_reason(one) for one in reasons),
        )

    def _spoken_of(self, answer: Given) -> Verdict | None:
        """What the lesson says to this very answer, unless it is part of its own solution."""
        step = self._judging()
        if any(given(self.game, text) == answer for text in step.answers):
            return None
        word = next((one for one in step.other if one.speaks_of(answer)), None)
        return None if word is None else Verdict("detour", self._tell(word.say), word.rules)

    def _led_away(self, answer: Given) -> Verdict | None:
        """What is said to an answer after which the stated solution leads nowhere."""
        step, trial = self._judging(), self.course.clone()
        if trial.give(answer) or self.stray or (step.goal is not None and trial.way() is not None):
            return None
        if step.otherwise is not None:
            return Verdict("detour", self._tell(step.otherwise))
        return Verdict("detour", say(self.game, "coach.otherwise" if step.goal is None else "coach.leads_away"))

    def anyway(self) -> Verdict:
        """Play the answer that was held back."""
        if self.pending is None:
            raise DataError("no answer is held back")
        return self._take_word(self.pending)

    def read_on(self) -> Verdict:
        """Go on from a step that is only read."""
        if self.over or not self.step.only_read:
            raise DataError("this step waits for an answer")
        self._take(None)
        return Verdict("good", over=self.over)

    def _take_word(self, answer: Given) -> Verdict:
        """Play an answer, and say how it goes on."""
        step, began = self._judging(), self.number
        if self.step.only_read:
            self._take(None)
            began = self.number
        play = self.course.play
        told = len(play.events)
        self._take(answer)
        if self.number > began:
            word = self._praise(play, told) if step.good is None else self._tell(step.good)
            return Verdict("good", word, step.rules, over=self.over)
        return Verdict("stray", say(self.game, "coach.stray")) if self.stray else Verdict("on")

    def _praise(self, play: Play, told: int) -> dict[str, str]:
        """A good word for an answer of which the lesson has nothing to say: what came of it, as the log tells it."""
        seat = play.roster.number(self.lesson.seat_at(self.number))
        came = next((one.message for one in play.events[told:] if one.visible(seat)), None)
        if came is None:
            return say(self.game, "coach.good")
        text = sentence(self.game, came)
        return {one: say(self.game, "coach.good_so", text=text[one])[one] for one in LANGUAGES}

    def _take(self, answer: Given | None) -> None:
        before = self.number
        if answer is None:
            self.course.read_on()
        else:
            self.course.give(answer)
        self.answers.append(answer)
        self.pending = None
        if self.number != before:
            self.slips = 0
            self.began.pop(self.number, None)
        self._look()

    # ---- going back

    def restart(self) -> None:
        """Begin the lesson again."""
        self._rebuild([])

    def take_back(self) -> bool:
        """Drop the answer that is held back, or take the last one back; whether there was one."""
        if self.pending is not None:
            self.pending = None
            return True
        if not self.answers:
            return False
        self._rebuild(self.answers[:-1])
        return True

    def back(self) -> bool:
        """To the beginning of this step, or, from there, of the step before it; whether there was one."""
        start = self.began[self.number]
        if len(self.answers) == start:
            if not self.number:
                return False
            start = self.began[self.number - 1]
        self._rebuild(self.answers[:start])
        return True

    def to_checkpoint(self) -> None:
        """To the last checkpoint: a step that is one or has its own position, or the beginning."""
        steps = self.lesson.step
        here = min(self.number, len(steps) - 1)
        last = max((n for n in range(here + 1) if n == 0 or steps[n].checkpoint or steps[n].position), default=0)
        self._rebuild(self.answers[: self.began[last]])

    def play_on(self) -> Play:
        """The game as the lesson leaves it, to be played on."""
        return self.play.clone()


def _reason(reason: Reason) -> dict[str, Any]:
    return {"rule": reason.rule, "text": {language: reason.text(language) for language in LANGUAGES}}
