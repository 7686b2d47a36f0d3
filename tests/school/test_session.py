"""A lesson being taken: what the coach says to answers, and the ways back."""

from __future__ import annotations

import json

import pytest

import grognard
from grognard.core.data import DataError
from grognard.core.words import LANGUAGES
from grognard.school.lesson import Given, lesson
from grognard.school.session import Session
from tests.school._planted import GAME, both, document, planted


@pytest.fixture
def session() -> Session:
    return Session(GAME, planted())


def at_the_march(session: Session) -> Session:
    session.read_on()
    assert session.answer("unit", "fd-357").kind == "good"
    return session


def test_the_coach_speaks_with_figures_from_the_counters(session: Session) -> None:
    assert session.says == {"en": "Read this: **6** MP.", "ja": "「Read this: **6** MP.」"}, "the figure stands out"
    told = session.told()
    assert told["read"] and told["point"] == [{"unit": "fd-357"}, {"hexside": "1309-1209"}]
    json.dumps(told)


def test_what_is_only_read_waits_for_no_answer(session: Session) -> None:
    assert session.read_on().kind == "good" and session.number == 1
    with pytest.raises(DataError, match="waits for an answer"):
        session.read_on()


def test_an_answer_to_what_is_only_read_belongs_to_the_next_step(session: Session) -> None:
    assert session.answer("unit", "fd-357").kind == "good"
    assert session.number == 2 and session.answers == [None, Given("unit", "fd-357")]


def test_any_answer_of_a_kind_will_do(session: Session) -> None:
    session.read_on()
    verdict = session.answer("unit", "tr-27")
    assert verdict.kind == "good" and verdict.say == {
        language: {"en": "357 DF, or the tanks.", "ja": "「357 DF, or the tanks.」"}[language] for language in LANGUAGES
    }


def test_another_legal_answer_is_held_back_and_changes_nothing(session: Session) -> None:
    session.read_on()
    verdict = session.answer("end_movement")
    assert verdict.kind == "detour" and verdict.say is not None and "Allowed" in verdict.say["en"]
    assert session.pending == Given("end_movement") and len(session.play.answers) == 0
    assert session.take_back() and session.pending is None and session.number == 1


def test_a_refusal_tells_the_rule_and_what_the_coach_adds(session: Session) -> None:
    session.read_on()
    verdict = session.answer("move", "1110")
    assert verdict.kind == "refused" and verdict.reasons[0]["text"]["ja"]
    assert verdict.say == {"en": "Choose somebody first.", "ja": "「Choose somebody first.」"}
    assert session.answers == [None]


def test_the_way_to_a_goal_is_free(session: Session) -> None:
    at_the_march(session)
    assert [part["text"]["en"] for part in session.meter()] == [
        "357 DF: now 1408, wanted 1209", "27 RC: now 1408, wanted 1310, 1311",
    ]  # fmt: skip
    assert session.answer("unit", "tr-27").kind == "on"  # not as stated, and it leads there all the same
    assert session.answer("move", "1311").kind == "on"
    assert [part["met"] for part in session.meter()] == [False, True]
    assert session.show() == Given("unit", "fd-357")
    assert session.answer("unit", "fd-357").kind == "on"
    assert session.answer("move", "1209").kind == "good"


def test_particular_answers_have_words_of_their_own(session: Session) -> None:
    at_the_march(session)
    session.answer("move", "1209")
    verdict = session.answer("end_movement")
    assert (verdict.kind, verdict.say["en"] if verdict.say else "", verdict.rules) == (
        "detour", "Then nobody moves.", ("2.1.B",),
    )  # fmt: skip


def test_what_puts_the_goal_out_of_reach_is_held_back_too(session: Session) -> None:
    at_the_march(session)
    verdict = session.answer("move", "1409")
    assert verdict.kind == "on"  # from there it can still march on
    verdict = session.answer("stop")
    assert verdict.kind == "detour" and verdict.say is not None and "out of reach" in verdict.say["en"]
    verdict = session.anyway()
    assert verdict.kind == "stray" and session.stray and session.show() is None
    assert session.answer("unit", "tr-27").kind == "stray"  # nobody is stopped, and nobody is asked twice


def test_the_checkpoint_is_the_step_that_says_so(session: Session) -> None:
    at_the_march(session)
    for answer in (("move", "1409"), ("stop", None)):
        session.answer(*answer)
    session.anyway()
    session.to_checkpoint()
    assert session.number == 2 and not session.stray and len(session.answers) == 2
    assert session.show() == Given("unit", "tr-27")


def test_back_goes_to_the_beginning_of_this_step_and_then_of_the_one_before(session: Session) -> None:
    at_the_march(session)
    session.answer("move", "1209")
    assert session.back() and (session.number, len(session.answers)) == (2, 2)
    assert session.back() and (session.number, len(session.answers)) == (1, 1)
    assert session.back() and (session.number, len(session.answers)) == (0, 0)
    assert not session.back()


def test_take_back_takes_the_last_answer_even_past_a_step(session: Session) -> None:
    at_the_march(session)
    assert session.take_back() and session.number == 1 and session.show() == Given("unit", "fd-357")
    assert session.take_back() and not session.take_back()


def test_a_session_goes_on_from_its_record(session: Session) -> None:
    at_the_march(session)
    session.answer("move", "1209")
    record = json.loads(json.dumps({**session.record(), "lesson": "planted"}))
    again = Session(GAME, planted(), [None if one is None else Given(*one) for one in record["answers"]])
    assert again.told() == session.told() and again.play.view("soviet") == session.play.view("soviet")


def test_of_a_record_that_no_longer_fits_as_much_as_possible_is_given() -> None:
    session = Session(GAME, planted(), [None, Given("unit", "fd-357"), Given("move", "0101"), Given("unit", "tr-27")])
    assert session.answers == [None, Given("unit", "fd-357")]


def test_whoever_has_strayed_is_told_the_rest_of_a_hint_whose_figure_is_gone() -> None:
    told = document()
    told["step"][2]["hint"] = both("{cost move 1209} MP for {unit fd-357}.")
    session = Session(GAME, planted(told))
    at_the_march(session)
    assert session.told()["hint"]["en"] == "2 MP for 357 DF."
    session.answer("move", "1310")
    session.anyway()
    assert session.stray and session.told()["hint"]["en"] == "… MP for 357 DF."


def test_two_slips_make_a_hint_due(session: Session) -> None:
    session.read_on()
    session.answer("end_movement")
    assert not session.told()["hint_due"]
    session.answer("move", "1110")
    assert session.told()["hint_due"]
    session.answer("unit", "fd-357")
    assert not session.told()["hint_due"]


def test_at_the_end_stands_what_was_learned_and_a_game_to_play_on(session: Session) -> None:
    at_the_march(session)
    for answer in (("move", "1209"), ("unit", "tr-27"), ("move", "1310")):
        session.answer(*answer)
    verdict = session.answer("end_movement")
    assert verdict.kind == "good" and verdict.over and session.over
    assert [line["rules"] for line in session.told()["learned"]] == [["3.1a"]] * 3
    assert session.answer("end_combat").kind == "refused"
    on = session.play_on()
    on.answer("soviet", "end_combat")
    assert session.play.deciders == ("soviet",)  # the lesson's own game stays where it ended


def test_others_answer_as_stated_and_else_by_themselves() -> None:
    told = document()
    told["position"] = {
        "step": "result", "attack": {"on": "1008", "by": ["fb-26"]}, "result": "1/1", "arrivals": [],
        "place": {"fb-26": "1108", "kraft": "1008"}, "festungs": {"west": 0, "east": 0},
    }  # fmt: skip
    told["step"] = [{"say": told["title"], "answers": ["lose fb-26"], "replies": []}]
    free = Session(GAME, planted(told))
    assert free.play.deciders == ("soviet",)  # the German has chosen already: by Recruit
    told["step"][0]["replies"] = ["german: lose kraft"]
    stated = Session(GAME, planted(told))
    assert "Kraft loses a step" in " ".join(stated.play.log("en"))


def test_a_die_that_the_lesson_did_not_mean_is_rolled_like_any_other() -> None:
    """A five is set for the combat; whoever ends combat draws a chit instead, from a cup of fewer."""
    avl = grognard.game("avl")
    session = Session(avl, lesson(avl, "combat"))
    session.answer("end_combat")
    assert session.anyway().kind == "stray"
    session.to_checkpoint()
    assert session.number == 0 and not session.stray


def test_falling_back_is_praised_when_the_stack_has_gone_not_when_it_says_so() -> None:
    session = Session(grognard.game("vl"), lesson(grognard.game("vl"), "results"))
    session.read_on()
    for verb, target in (("fall_back", None), ("retreat", "0908")):
        assert session.answer(verb, target).kind == "good"
    assert session.answer("fall_back").kind == "on" and session.number == 3
    assert session.answer("retreat", "0807").kind == "good" and session.number == 4


def test_bare_praise_tells_what_came_of_the_answer(session: Session) -> None:
    """ "Good." eleven times in a row teaches nothing."""
    at_the_march(session)
    for verb, target in (("move", "1209"), ("unit", "tr-27"), ("move", "1310")):
        verdict = session.answer(verb, target)
    assert verdict.kind == "good" and verdict.say is not None
    assert verdict.say["en"].startswith("Good. ") and "1310" in verdict.say["en"]
