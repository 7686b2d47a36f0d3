"""Every lesson of every game: played to its end along its stated answers, and along every detour it speaks of."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

import grognard
from grognard.core.words import LANGUAGES
from grognard.school.lesson import ANY, Given, Lesson, given, lessons, spread
from grognard.school.lesson_check import lesson_faults
from grognard.school.session import Session

ALL = [(game, lesson) for game in ("avl", "lb", "victory", "vl") for lesson in lessons(grognard.game(game))]
each_lesson = pytest.mark.parametrize(("game", "lesson"), ALL, ids=[f"{game}-{lesson.id}" for game, lesson in ALL])


def along(session: Session) -> Iterator[Session]:
    """The lesson along its stated answers, at every moment before one of them."""
    while not session.over:
        step, number = session.step, session.number
        if step.only_read:
            session.read_on()
            continue
        for text in step.answers:
            assert session.number == number
            yield session
            verdict = session.answer(*given(session.game, text))
            assert verdict.kind in ("good", "on", "detour"), (text, verdict)
            if verdict.kind == "detour":  # a stated answer may be one the coach asks twice about
                session.anyway()
        assert session.number == number + 1


def finish(session: Session) -> None:
    for _ in along(session):
        pass


@each_lesson
def test_a_lesson_is_sound_and_of_the_right_length(game: str, lesson: Lesson) -> None:
    assert lesson_faults(grognard.game(game), lesson) == []
    assert 5 <= len(lesson.step) <= 8 and lesson.minutes < 10


def test_the_lesson_on_results_ends_a_bold_one_at_the_attackers_will() -> None:
    lesson = next(lesson for game, lesson in ALL if game == "vl" and lesson.id == "results")
    session = Session(grognard.game("vl"), lesson)
    asked = {ask.message.key for now in along(session) if (ask := now.play.ask("german")) is not None}
    assert "prompt.dictated_loss" in asked


def test_the_lessons_of_velikiye_luki_teach_what_its_front_hangs_on() -> None:
    """Leaving a ZOC, ZOC to ZOC, when gliders come: a newcomer met them all untaught."""
    taught = {rule for game, lesson in ALL if game == "vl" for step in lesson.step for rule in step.rules}
    assert {"4.2.1a", "4.2.1b", "4.2.1c", "6.4c", "7.4b"} <= taught


@each_lesson
def test_a_lesson_ends_along_its_stated_answers(game: str, lesson: Lesson) -> None:
    session = Session(grognard.game(game), lesson)
    told = []
    for now in along(session):
        assert not now.stray and now.show() is not None
        told.append(json.dumps(now.told()))
    assert session.over and len(session.told()["learned"]) == 3
    again = Session.resumed(session.game, json.loads(json.dumps(session.record())))
    assert again.over and again.play.log("ja") == session.play.log("ja")


def detours(session: Session) -> list[Given]:
    """The other answers that the coach has words for and that are possible now."""
    ask = session.play.ask(session.seat)
    assert ask is not None
    stated = {given(session.game, text) for text in session.step.answers}
    found = []
    for word in session.step.other:
        for pattern in word.to:
            verb, targets = spread(pattern)
            offered = ask.answers.get(verb, [])
            for target in offered[:1] if targets == [ANY] else targets:
                answer = Given(verb, None if target == "" else target)
                if answer.target in offered and answer not in stated:
                    found.append(answer)
    return found


@each_lesson
def test_a_lesson_ends_along_every_detour(game: str, lesson: Lesson) -> None:
    """Each is spoken to, taken back, played anyway, and the lesson still comes to its end."""
    session = Session(grognard.game(game), lesson)
    tried = set()
    for now in along(session):
        for detour in detours(now):
            if (now.number, detour) in tried:
                continue
            tried.add((now.number, detour))
            before, sees = now.record(), now.play.view(now.seat)
            verdict = now.answer(*detour)
            assert verdict.kind == "detour" and verdict.say is not None and all(verdict.say[one] for one in LANGUAGES)
            assert now.take_back() and now.record() == before and now.play.view(now.seat) == sees
            other = Session.resumed(now.game, before)
            other.answer(*detour)
            assert other.anyway().kind in ("on", "stray", "good")
            if other.stray:
                other.to_checkpoint()
                assert not other.stray
            while not other.over and (answer := other.show()) is not None:
                if other.answer(*answer).kind == "detour":
                    other.anyway()
            if not other.over and other.step.only_read:
                other.read_on()
            finish(other)
            assert other.over
    assert tried, "no step of this lesson speaks of another answer"


@each_lesson
def test_refusals_carry_their_rule_and_the_coachs_word(game: str, lesson: Lesson) -> None:
    for now in along(Session(grognard.game(game), lesson)):
        for word in now.step.refused:
            for pattern in word.to:
                verb, targets = spread(pattern)
                answer = Given(verb, targets[0] or None)
                if now.play.legal(now.seat, *answer):
                    continue
                verdict = now.answer(*answer)
                assert verdict.kind == "refused" and verdict.reasons and verdict.say is not None


@pytest.mark.parametrize(("game", "verb"), [("lb", "place_at"), ("vl", "place_at")])
def test_who_sets_up_by_hand_has_learned_it(game: str, verb: str) -> None:
    """Newcomers met the set-up of Velikiye Luki as their first question, and no lesson had told of it."""
    answers = [text for one in lessons(grognard.game(game)) for step in one.step for text in step.answers]
    assert any(text.startswith(f"{verb} ") for text in answers)


def test_in_the_lesson_of_the_set_up_nothing_lies_in_hand_but_what_is_to_be_placed() -> None:
    session = Session(grognard.game("vl"), next(one for game, one in ALL if (game, one.id) == ("vl", "winning")))
    view = session.course.play.view("german")
    waiting = {one["id"] for one in view["pieces"] if one["side"] == "german" and not one["on_map"]}
    assert {one["id"] for one in view["pieces"] if one["id"] in waiting and "arrives" not in one} == {"hq-83"}
