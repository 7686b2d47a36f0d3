"""The review of a game: parts that add up, and no blame for who plays as the doctrine does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.ask import code
from grognard.core.play import Play
from grognard.players import bot
from grognard.players.foresight import expected
from grognard.players.opinion import Opinion, adviser
from grognard.players.weighed import Weighed
from grognard.school import closing, evaluation, fitting, hint, recount
from grognard.school import review as reviewing
from grognard.school.review import review
from grognard.school.words import say


@pytest.fixture(autouse=True, scope="module")
def _fewer() -> Iterator[None]:
    """Fewer courses: what is told gets less sure, and what is not said of it stays true."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (("FAIR", 2), ("CLOSE", 4), ("SUSPECTS", 3), ("DICE", 5)):
            patch.setattr(reviewing, name, value)
        yield


@cache
def played(*seats: str, game: str = "vl") -> Play:
    play = grognard.game(game).new(None, {}, "12")
    bots, rng = [bot(name) for name in seats], Random(3)
    while play.result is None:
        player = play.state.deciders[0]
        play.apply(player, bots[player].choose(play.game.imagine(play.state, player, rng), player, rng))
    return play


@cache
def reviewed(side: str, *seats: str, game: str = "vl") -> dict[str, Any]:
    return review(played(*seats, game=game), side)


@pytest.mark.parametrize("side", ["soviet", "german"])
def test_the_parts_of_the_margin_add_up(side: str) -> None:
    found = reviewed(side, "recruit", "regular")
    chances, leads = ([found[name][what] for name in ("start", "own", "theirs", "dice")] for what in ("chance", "lead"))
    assert sum(chances) == pytest.approx(found["margin"]["chance"], abs=0.03)
    assert sum(round(10 * lead) for lead in leads) == 10 * found["margin"]["lead"], "as they are told"
    points = played("recruit", "regular").result
    assert points is not None
    sign = 1 if side == "soviet" else -1
    assert found["margin"]["lead"] == sign * points.points["soviet"]


@pytest.mark.parametrize("what", ["chance", "lead"])
@pytest.mark.parametrize(
    ("game", "side", "seats"), [("vl", "soviet", ("regular", "regular")), ("lb", "german", ("recruit", "regular"))]
)
def test_it_begins_with_the_value_at_the_start_and_every_turn_tells_its_share(
    game: str, side: str, seats: tuple[str, str], what: str
) -> None:
    """What no decision and no roll explains lies with the dice, and not with what could be expected at the start."""
    found = reviewed(side, *seats, game=game)
    play = played(*seats, game=game)
    foresight = evaluation.foresight_of(game)
    promise = foresight and expected(foresight, play.beginning().state, side)
    assert promise is not None
    assert found["course"][0][what] == pytest.approx(getattr(promise, what), abs=0.006)
    assert found["start"][what] == pytest.approx(found["course"][0][what], abs=0.11), "leads are told in tenths"
    parts = ("own", "theirs", "dice")
    assert found["start"][what] + sum(found[name][what] for name in parts) == pytest.approx(
        found["margin"][what], abs=0.03
    )
    for name in (*parts, "unforeseen"):
        assert sum(turn[name][what] for turn in found["turns"]) == pytest.approx(found[name][what], abs=0.2)
    assert found["unforeseen"][what] != 0


def test_choices_that_all_make_in_secret_are_nobodys_mistake() -> None:
    play = grognard.game("lb").new(None, {}, "12")
    found = reviewing.Review(play.roster.sides[0], play.beginning())
    stretch = reviewing.Stretch(found.foresight.window(play.state), 0, None, 0, 0, play.state, (0.5, 0.0))
    found._credit(stretch, None, (0.1, -2.0))
    found._credit(stretch, 1, (0.0, 3.0))
    assert stretch.own == (0.0, 0.0) and stretch.others == (0.0, 3.0)
    assert stretch.unforeseen == (0.1, -2.0)


def test_who_plays_as_the_doctrine_does_is_not_blamed() -> None:
    """All that differs from what the doctrine makes of a window is then the dice, and what so few courses leave open: a
    point or two, or three to his credit, by the deal."""
    found, recruit = reviewed("soviet", "regular", "regular"), reviewed("soviet", "recruit", "regular")
    assert found["decisions"] == []
    assert found["own"]["lead"] > -2 and found["own"]["lead"] > recruit["own"]["lead"]


def test_a_recruit_is_told_what_would_have_been_better() -> None:
    found = reviewed("soviet", "recruit", "regular")
    mine = [one for one in found["decisions"] if one["by"] == "soviet"]
    assert 1 <= len(mine) <= 3
    for one in mine:
        assert one["cost"]["lead"] < -one["error"]["lead"]
        assert one["better"]["head"] != one["did"]
    assert [one["cost"]["lead"] for one in mine] == sorted(one["cost"]["lead"] for one in mine)


def test_the_course_runs_from_the_beginning_to_the_result() -> None:
    found = reviewed("soviet", "recruit", "regular")
    steps = [one["step"] for one in found["course"]]
    assert steps[0] == 0 and steps == sorted(steps) and steps[-1] == len(played("recruit", "regular").given)
    assert found["course"][-1]["chance"] == found["margin"]["chance"]


def test_the_same_game_has_the_same_review() -> None:
    assert review(played("recruit", "regular"), "soviet") == reviewed("soviet", "recruit", "regular")


def test_what_was_done_is_drawn_where_it_was_done() -> None:
    """From hex to hex, or the hex that it is about; nothing where something was left undone."""
    found, grid = reviewed("soviet", "recruit", "regular"), grognard.game("vl").map.grid
    names = {grid.name(hex) for hex in grid.hexes}
    told = [one for one in found["decisions"] if not one["left"]]
    assert any(one["drawn"]["ways"] for one in told)
    for one in told:
        about = [*(hex for way in one["drawn"]["ways"] for hex in way), one["drawn"]["target"]]
        assert {hex for hex in about if hex is not None} <= names
        assert all(start != end for start, end in one["drawn"]["ways"])
    assert all(one["drawn"] is None for one in found["decisions"] if one["left"])


def test_what_a_decision_cost_is_its_windows_cost_and_says_of_how_much_that_is() -> None:
    found = reviewed("soviet", "recruit", "regular")
    assert found["decisions"] and all(one["whole"] for one in found["decisions"]), "a side has one window in a turn"
    play = played("recruit", "regular")
    one = reviewing.Review("soviet", play.beginning())
    window = one.foresight.window(play.beginning().state)
    one.stretches = [reviewing.Stretch(window, 1, "soviet", 0, at, play.state, (0.5, 0.0)) for at in (0, 9)]
    assert not reviewing._whole(one, one.stretches[0])


def test_a_turn_that_threw_units_away_is_not_praised() -> None:
    crowd = dict.fromkeys(("fd-357", "fd-257", "fd-28"), "1308")
    play = grognard.game("vl").position(step="move", active="soviet", place=crowd, unchecked=True)
    found = reviewing.Review("soviet", play, 1)
    one = reviewing.Stretch(found.foresight.window(play.state), 1, "soviet", 0, 0, play.state, (0.5, 0.0))
    one.own, one.by_book = (0.0, 9.0), [(0.0, 0.0), (0.0, 0.0)]
    found.stretches = [one]
    assert found.well_done("soviet") == [one]
    one.squandered = True
    assert found.well_done("soviet") == []
    assert hint.losing(play.state, 0) and not hint.losing(grognard.game("vl").new(seed=1).state, 1)


def test_a_decision_is_called_by_what_was_done_and_not_by_its_button() -> None:
    game = grognard.game("vl")
    buttons = {game.words.verb(verb.name, one) for verb in game.verbs for one in ("en", "ja")}
    found = reviewed("soviet", "recruit", "regular")["decisions"]
    assert found
    for one in found:
        for language in ("en", "ja"):
            assert one["did"][language].split(":")[0] not in buttons
            assert not one["left"] or one["better"]["head"][language] in one["did"][language]


def test_a_fight_is_told_with_its_column_and_its_die() -> None:
    """The story of an attack belongs to the decision to attack, though supports and dice come between."""
    play = grognard.game("vl").position(
        turn=3, step="combat", active="soviet", weather="clear", artillery={"soviet": 0, "german": 0},
        air={"soviet": 0, "german": 0}, festungs={"west": 0, "east": 0}, dice=[4, 4, 4],
        place={"fd-357": "1108", "fb-26": "1108", "kraft": "1008"},
    )  # fmt: skip
    found = reviewing.Review("soviet", play, 1)
    before = play.state.clone()
    for verb, target in (("attack", "1008"), ("add_all", None), ("commit", None)):
        depth = len(play.state.stack)
        play.answer("soviet", verb, target)
        found.answered.append(recount.Answered(depth, len(play.events)))
    found.play = play
    answer = play.given[0][1]
    moment = reviewing.Moment(0, answer, Opinion((answer,), 0.0), None, before, 0)
    stretch = reviewing.Stretch(found.foresight.window(before), 3, "soviet", 0, 0, before, (0.5, 0.0), ends=3)
    done = found.done(stretch, moment)
    assert done.head["en"].startswith("1008 attacked at ") and done.head["ja"].startswith("1008を")
    assert done.story is not None and "die 4" in done.story["en"]
    assert done.hex == "1008" and done.column is not None and done.column in done.head["en"]
    found.given = list(play.given)
    stretch.gains = {0: (0.1, 2.0), 1: (0.0, 0.5)}
    assert found.best(stretch) == (0, done), "what gained most is told as decisions are"
    stretch.gains = {1: (0.0, -0.5)}
    assert found.best(stretch) is None
    ended = recount.done(play.game, code(play.game.verb_numbers["end_combat"]), Opinion((answer,), 1.0), None, ())
    assert ended.left and ended.head["en"] == "Left undone: Attack 1008"


def test_the_closing_words_tell_where_the_margin_came_from() -> None:
    value = [{"chance": 0.0, "lead": lead} for lead in (38.0, 6.0, 0.5, 29.0, 2.5, -4.0, -1.0)]
    names, none = ("margin", "start", "own", "theirs", "dice"), {"chance": 0.0, "lead": 0.0}
    found: dict[str, Any] = dict(zip(names, value, strict=False)) | {"side": "soviet", "sides": ["soviet", "german"]}
    found["unforeseen"] = none
    found["turns"] = [
        {"turn": 1, "own": value[2], "theirs": value[3], "dice": value[4], "unforeseen": none},
        {"turn": 4, "own": value[5], "theirs": value[3], "dice": value[6], "unforeseen": none},
    ]
    told = [one["en"] for one in closing.document(grognard.game("vl"), found, 0.3)]
    assert told == [
        "Most of the difference from what could be expected is what the German side gave away.",
        "Your own worst turn was turn 4: −4.0 by decisions, and −1.0 by bad dice on top.",
        "Without the dice the lead at the end would have been about +35.5.",
        "Against Regular the same play would have ended near +9.0.",
    ]
    found["unforeseen"] = {"chance": 0.0, "lead": 1.5}
    assert "about +37.0" in closing.document(grognard.game("vl"), found, 0.3)[2]["en"], "the rolls were +1.0 of +2.5"
    found["turns"][1] |= {"turn": 0}
    assert closing.document(grognard.game("vl"), found, 0.3)[1]["en"].startswith("Your own worst moment was the set-up")
    found["theirs"] = found["own"]
    found["dice"] = {"chance": 0.0, "lead": -9.0}
    assert "bad luck" in closing.document(grognard.game("vl"), found, 0.3)[0]["en"]
    found["dice"] = found["own"]
    assert "No single thing" in closing.document(grognard.game("vl"), found, 0.3)[0]["en"]


@pytest.mark.parametrize(
    ("game", "verb", "lesson"),
    [("vl", "attack", "supports"), ("vl", "assault", "festung"), ("avl", "advance_to", "retreat")],
)
def test_a_lesson_that_is_about_the_decisions_is_advised(game: str, verb: str, lesson: str) -> None:
    decision = {"verb": "end_combat", "better": {"answers": [{"verb": verb, "target": None}]}}
    found = fitting.document(grognard.game(game), [decision, decision])
    assert found is not None
    assert (found["id"], found["fits"], found["of"]) == (lesson, 2, 2)
    assert fitting.document(grognard.game(game), []) is None


@pytest.mark.parametrize(
    ("game", "lost", "lesson"),
    [
        ("vl", {"garrison": 0.6, "pull": 0.4}, "winning"),
        ("vl", {"ring_hex": 0.7, "in_zoc": 0.3}, "relief"),
        ("avl", {"out_of_supply": 0.8, "pull": 0.2}, "supply"),
        ("avl", {"in_zoc": 1.0}, "zoc"),
        ("lb", {"line": 0.9, "pull": 0.1}, "deploying"),
        ("victory", {"hungry": 0.5, "recover": 0.5}, "production"),
    ],
)
def test_the_lesson_goes_by_why_a_decision_was_bad_before_it_goes_by_what_was_done(
    game: str, lost: dict[str, float], lesson: str
) -> None:
    """All of them are marches: what was done says "moving"."""
    decision = {"verb": "unit", "lost": lost, "better": {"answers": [{"verb": "move", "target": None}]}}
    found = fitting.document(grognard.game(game), [decision, {**decision, "lost": {}}])
    assert found is not None
    assert (found["id"], found["fits"], found["of"]) == (lesson, 1, 2)


def test_what_no_lesson_teaches_goes_by_what_was_done() -> None:
    decision = {"verb": "end_combat", "lost": {"company": 1.0}, "better": {"answers": [{"verb": "assault"}]}}
    found = fitting.document(grognard.game("vl"), [decision])
    assert found is not None and found["id"] == "festung"


def test_why_a_decision_was_bad_is_what_speaks_for_the_better_one_and_against_what_was_done() -> None:
    better = Opinion((1,), Weighed(1.0, {"pull": 0.4, "out_of_supply": 0.6}), units=(1,))
    gave = Opinion((2,), Weighed(-0.2, {"pull": 0.4, "out_of_supply": -0.6}), units=(1,))
    assert fitting.lost(better, gave) == {"out_of_supply": 1.0}
    assert fitting.lost(better, None) == {"out_of_supply": 0.6, "pull": 0.4}
    assert fitting.lost(Opinion((3,), 0.0, note="no_attack"), gave) == {"no_attack": 0.5, "out_of_supply": 0.5}


def test_decisions_tell_why_they_were_bad_in_reasons_that_the_doctrine_knows() -> None:
    found, book = reviewed("soviet", "recruit", "regular"), adviser("vl")
    mine = [one for one in found["decisions"] if one["by"] == "soviet"]
    assert book is not None and any(one["lost"] for one in mine)
    for one in mine:
        assert one["lost"].keys() <= book.reasons.keys()
        assert not one["lost"] or sum(one["lost"].values()) == pytest.approx(1.0, abs=0.02)


def test_a_review_calls_the_level_it_compares_with_by_its_name() -> None:
    told = say("review.against_regular", lead="+1.0")
    assert "Regular" in told["en"] and "正規兵" in told["ja"]
