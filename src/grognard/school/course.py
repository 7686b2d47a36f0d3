"""How far a lesson has come: the game in it, the step, and what others have answered. `session` keeps one and tries
answers on copies of it; so does `check`. The same answers always lead to the same place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from grognard.core.ask import IllegalAnswer, random_answer
from grognard.core.data import DataError
from grognard.core.game import Game, SetupError
from grognard.core.play import Play
from grognard.players import Bot, bot
from grognard.school.goal import Seen
from grognard.school.lesson import Given, Lesson, Step, fits, given, reply

PATIENCE = 1000
"""Answers that others give in a row before chance goes on for them."""


@dataclass
class Course:
    """A lesson under way."""

    game: Game
    lesson: Lesson
    play: Play
    number: int = 0
    """The step, from 0; as many as there are once the lesson is over."""
    replied: int = 0
    """Replies of this step that have been given."""
    progress: int = 0
    """How far the answers of this step have come along the stated ones."""
    since: int = 0
    """Events told when the step began."""
    unsaid: int = 0
    """Replies of the step before this one that nobody gave."""

    @classmethod
    def start(cls, game: Game, lesson: Lesson) -> Course:
        first = lesson.step[0]
        words, begin = first.position or lesson.position, first.begin or lesson.begin
        play = set_up(game, f'lesson "{lesson.id}"', lesson.seat_at(0), words, begin)
        course = cls(game, lesson, play)
        course._others_answer()
        course.since = len(play.events)
        return course

    def clone(self) -> Course:
        return replace(self, play=self.play.clone())

    @property
    def over(self) -> bool:
        return self.number >= len(self.lesson.step)

    @property
    def step(self) -> Step:
        return self.lesson.step[min(self.number, len(self.lesson.step) - 1)]

    @property
    def seat(self) -> str:
        return self.lesson.seat_at(self.number)

    @property
    def seen(self) -> Seen:
        return Seen(self.play, self.seat, self.since)

    # ---- going on

    def read_on(self) -> None:
        """Leave a step that is only read."""
        self._next()

    def give(self, answer: Given) -> bool:
        """Take an answer of the learner and what others say to it; whether it completes the step."""
        if not self.over and self.step.only_read:
            self._next()
        self._apply(self.seat, answer)
        if self.over:
            self._others_answer()
            return False
        self._note(answer)
        alone = self._leaves_the_board()
        done = alone and self._done(answer)
        if not done and (self._others_answer() or not alone):
            done = self._done(answer)
        if done:
            self._next()
        return done

    def _note(self, answer: Given) -> None:
        """Remember how far along the stated answers this one is."""
        for number, text in enumerate(self.step.answers[self.progress :], self.progress + 1):
            if given(self.game, text) == answer:
                self.progress = number
                return

    def _leaves_the_board(self) -> bool:
        """Whether others need not answer for this seat any more: the next step has its own position or another seat, or
        there is none."""
        if self.over or self.step.replies[self.replied :]:
            return False
        after = self.lesson.step[self.number + 1 : self.number + 2]
        return not after or after[0].position is not None or self.lesson.seat_at(self.number + 1) != self.seat

    def _done(self, answer: Given) -> bool:
        if self.step.goal is not None:
            return self.step.goal.met(self.seen)
        return any(fits(pattern, answer) for pattern in self.step.expected)

    def _next(self) -> None:
        self.unsaid = len(self.step.replies) - self.replied
        self.number += 1
        self.replied = self.progress = 0
        if not self.over and self.step.position is not None:
            self.play = set_up(self.game, f'lesson "{self.lesson.id}"', self.seat, self.step.position, self.step.begin)
        if not self.over:
            self._others_answer()
        self.since = len(self.play.events)

    def _others_answer(self) -> int:
        """Let everybody else answer until the learner is asked: as the step states it, else as his opponent likes; how
        many answers that took."""
        for count in range(1_000_000):
            play = self.play
            if play.result is not None or self.seat in play.deciders:
                break
            stated = self._reply()
            if stated is not None:
                self._apply(*stated)
                self.replied += 1
                continue
            player = play.roster.number(play.deciders[0])
            rng = Random(f"{self.lesson.id}/{len(play.given)}/{count}")
            if count < PATIENCE:
                choice = _bot(self.lesson.opponent, self.game.id).choose(
                    play.imagine(play.deciders[0], rng), player, rng
                )
            else:
                choice = random_answer(play.state.ask(player), rng)
            self._apply(play.deciders[0], Given(*play.names_of_answer(choice)))
        return count

    def _apply(self, player: str, answer: Given) -> None:
        """Give an answer; where it leads to a die that the lesson did not mean, its set dice are set aside."""
        try:
            self.play.answer(player, *answer)
        except IllegalAnswer:
            raise
        except ValueError:
            self.play.force()
            self.play.answer(player, *answer)

    def _reply(self) -> tuple[str, Given] | None:
        """What one of those asked is stated to answer now."""
        replies = () if self.over else self.step.replies[self.replied :]
        if not replies:
            return None
        player, answer = reply(self.game, replies[0])
        return (player, answer) if player in self.play.deciders and self.play.legal(player, *answer) else None

    # ---- where it leads

    def way(self) -> list[Given] | None:
        """The stated answers that lead from here through this step and those after it, as far as the next step with a
        position of its own; None where they no longer do."""
        if self.over:
            return []
        count = len(self.step.answers) or 1
        begins = (number % count for number in range(self.progress, self.progress + count))
        return next((found for begin in begins if (found := self._way(begin)) is not None), None)

    def _way(self, begin: int) -> list[Given] | None:
        """The same with the answers of this step beginning from one of them: some have been given perhaps."""
        ahead, found = self.clone(), list[Given]()
        first = self.number
        while not ahead.over and (ahead.number == first or ahead.step.position is None):
            here = ahead.number
            if ahead.step.only_read:
                ahead.read_on()
                continue
            answers = ahead.step.answers
            for text in (*answers[begin:], *answers[:begin]) if here == first else answers:
                answer = given(self.game, text)
                if ahead.number == here and ahead.play.legal(ahead.seat, *answer):
                    ahead.give(answer)
                    found.append(answer)
            if ahead.number == here:
                return None
        return found


def set_up(game: Game, whose: str, seat: str, words: dict[str, object], begin: tuple[str, ...] = ()) -> Play:
    """The position that a lesson or an example describes, with what has been answered there already."""
    try:
        play = game.position(**words)  # type: ignore[arg-type]  # the game reads its own words
        for text in begin:
            player, answer = reply(game, text) if ":" in text else (seat, given(game, text))
            play.answer(player, *answer)
    except (SetupError, IllegalAnswer, TypeError, ValueError, KeyError) as error:
        raise DataError(f"{whose}: its position cannot be set up: {error}") from error
    return play


def _bot(name: str, game_id: str) -> Bot:
    """The opponent, or chance where a game has no doctrine of that level."""
    try:
        return bot(name, game_id)
    except SetupError:
        return bot("random")
