"""The lesson that fits the costliest decisions: the one that spends most of its steps on what was decided there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grognard.core.game import Game
from grognard.school.hint import ENDING, STAYING
from grognard.school.lesson import Lesson, lessons, spread

ABOUT_NOTHING = frozenset({"unit", STAYING})
"""Answers that belong to every decision about a unit, and tell of none."""


def document(game: Game, decisions: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """The lesson, with how many of the decisions it is about; None where no lesson is about any of them."""
    wanted = [_verbs(one) for one in decisions]
    shares = [(one, _shares(one)) for one in lessons(game)]
    scored = [(_score(share, wanted), -lesson.order, lesson, share) for lesson, share in shares]
    if not scored:
        return None
    score, _, lesson, share = max(scored, key=lambda one: one[:2])
    if not score:
        return None
    fits = sum(any(verb in share for verb in verbs) for verbs in wanted)
    return {"id": lesson.id, "order": lesson.order, "title": lesson.title.as_json(), "fits": fits, "of": len(wanted)}


def _score(share: Mapping[str, float], wanted: Sequence[set[str]]) -> float:
    """How much of a lesson is about these decisions, each by what it is most about."""
    return sum(max((share.get(verb, 0.0) for verb in verbs), default=0.0) for verbs in wanted)


def _verbs(decision: Mapping[str, Any]) -> set[str]:
    """What a decision was about: what was done, and what would have been better."""
    told = {decision["verb"], *(one["verb"] for one in decision["better"]["answers"])}
    return {one for one in told - ABOUT_NOTHING if not one.startswith(ENDING)}


def _shares(lesson: Lesson) -> dict[str, float]:
    """By answer: the share of a lesson's steps that ask for it."""
    asked = [{spread(one)[0] for one in (*step.answers, *step.expect)} for step in lesson.step]
    count = len(asked)
    return {verb: sum(verb in one for one in asked) / count for one in asked for verb in one}
