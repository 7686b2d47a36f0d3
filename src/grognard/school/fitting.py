"""The lesson that fits the costliest decisions: by why they were bad, else by what was decided there.

A lesson names the reasons of the doctrine that it teaches (`reasons` in its file). Where none of them was lost by, it
is the lesson that spends most of its steps on such answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from grognard.core.game import Game
from grognard.players.opinion import Opinion
from grognard.school.hint import ENDING, STAYING
from grognard.school.lesson import Lesson, lessons, spread

ABOUT_NOTHING = frozenset({"unit", STAYING})
"""Answers that belong to every decision about a unit, and tell of none."""
ABOUT = 0.2
"""The share of why a decision was bad from which on it is about that."""

Decision = Mapping[str, Any]
Fits = Callable[[Lesson, Decision], float]


def document(game: Game, decisions: Sequence[Decision]) -> dict[str, Any] | None:
    """The lesson, with how many of the decisions it is about; None where no lesson is about any of them."""
    return _best(game, decisions, _by_reasons, ABOUT) or _best(game, decisions, _by_verbs, 0.0)


def _best(game: Game, decisions: Sequence[Decision], fit: Fits, least: float) -> dict[str, Any] | None:
    """The lesson that fits most; a decision counts for it where it fits by more than the least."""
    fitting = [
        (lesson, [share for one in decisions if (share := fit(lesson, one)) > least]) for lesson in lessons(game)
    ]
    lesson, shares = max(fitting, key=lambda one: (sum(one[1]), -one[0].order), default=(None, []))
    if lesson is None or not shares:
        return None
    return {
        "id": lesson.id, "order": lesson.order, "title": lesson.title.as_json(),
        "fits": len(shares), "of": len(decisions),
    }  # fmt: skip


# ---- by reasons


def lost(better: Opinion, gave: Opinion | None) -> dict[str, float]:
    """By reason: its share in why one answer is better than the other, the largest first."""
    parts = dict(better.reasons())
    if gave is not None:
        for name, part in gave.reasons():
            parts[name] = parts.get(name, 0.0) - part
    speak = {name: part for name, part in parts.items() if part > 0}
    if better.note is not None and (gave is None or gave.note != better.note):
        speak[better.note] = max(speak.values(), default=1.0)  # a plan is not weighed: it counts like what counts most
    whole = sum(speak.values())
    shares = {name: round(part / whole, 3) for name, part in speak.items()}
    return dict(sorted(shares.items(), key=lambda one: -one[1]))


def _by_reasons(lesson: Lesson, decision: Decision) -> float:
    """The share of why a decision was bad that a lesson teaches."""
    lost: dict[str, float] = decision.get("lost", {})
    return sum(share for name, share in lost.items() if name in lesson.reasons)


# ---- by verbs


def _by_verbs(lesson: Lesson, decision: Decision) -> float:
    """How much of a lesson is about what was decided, by what it is most about."""
    asked = [{spread(one)[0] for one in (*step.answers, *step.expect)} for step in lesson.step]
    return max((sum(verb in one for one in asked) / len(asked) for verb in _verbs(decision)), default=0.0)


def _verbs(decision: Decision) -> set[str]:
    """What a decision was about: what was done, and what would have been better."""
    told = {decision["verb"], *(one["verb"] for one in decision["better"]["answers"])}
    return {one for one in told - ABOUT_NOTHING if not one.startswith(ENDING)}
