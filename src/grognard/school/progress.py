"""How far somebody has come with the lessons, in a small file: which are done, and where one was left."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from grognard.core.data import DataError
from grognard.core.game import Game
from grognard.school.lesson import Lesson, lessons
from grognard.school.session import Session

FILE = "lessons.json"


class Progress:
    """What a file tells of one learner's lessons; a file that is not there yet tells nothing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.kept: dict[str, dict[str, dict[str, Any]]] = _read(path)

    def of(self, game: Game, lesson: Lesson) -> dict[str, Any]:
        """`done`, and the `answers` of a lesson that was left."""
        return self.kept.get(game.id, {}).get(lesson.id, {})

    def done(self, game: Game, lesson: Lesson) -> bool:
        return bool(self.of(game, lesson).get("done"))

    def begun(self, game: Game, lesson: Lesson) -> bool:
        return bool(self.of(game, lesson).get("answers"))

    def next(self, game: Game) -> Lesson | None:
        """The first lesson that is not done."""
        return next((lesson for lesson in lessons(game) if not self.done(game, lesson)), None)

    def session(self, game: Game, lesson: Lesson) -> Session:
        """The lesson as it was left, or from its beginning."""
        return Session.resumed(game, {"lesson": lesson.id, "answers": self.of(game, lesson).get("answers", [])})

    def keep(self, session: Session) -> None:
        """Remember where a lesson stands."""
        was_done = self.done(session.game, session.lesson)
        answers = [] if session.over else session.record()["answers"]
        told = {"done": was_done or session.over, "answers": answers}
        self.kept.setdefault(session.game.id, {})[session.lesson.id] = told
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(self.kept, indent=1), encoding="utf-8")


def _read(path: Path) -> dict[str, dict[str, dict[str, Any]]]:
    if not path.exists():
        return {}
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DataError(f"{path}: cannot be read as progress with lessons: {error}") from None
    if not isinstance(kept, dict) or not all(
        isinstance(game, dict) and all(isinstance(one, dict) for one in game.values()) for game in kept.values()
    ):
        raise DataError(f"{path}: cannot be read as progress with lessons")
    return kept
