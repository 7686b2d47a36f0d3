"""Goals read off a player's view: each kind, before it holds and when it does, with its meter."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.core.play import Play
from grognard.school.goal import Goal, Seen, at_least

AVL = grognard.game("avl")
PLACE = {
    "su-25tk": "3912",
    "su-38g": "3912",
    "su-24tk": "3812",
    "su-44g": "4014",
    "su-41g": "3814",
    "it-rav": "3913",
    "hq-it8a": "3612",
}


def combat(**words: Any) -> Play:
    return AVL.position(**{"turn": 2, "step": "combat", "arrivals": [], "dice": [6], "place": PLACE, **words})


def fought(*answers: tuple[str, str, str | None]) -> Play:
    play = combat()
    for answer in answers:
        play.answer(*answer)
    return play


ATTACK = (("soviet", "attack", "3913"), ("soviet", "add", "su-25tk"), ("soviet", "add", "su-38g"))
ALL = (*ATTACK, ("soviet", "add", "su-24tk"))
WON = (*ALL, ("soviet", "resolve", None), ("axis", "retreat", "3813"))


def met(goal: dict[str, Any], play: Play, player: str = "soviet") -> bool:
    return Goal.model_validate(goal).met(Seen(play, player))


@pytest.mark.parametrize(
    ("goal", "before", "after"),
    [
        ({"lost": ("it-rav",)}, (), WON),
        ({"clear": ("3913",)}, (), WON),
        ({"odds": {"hex": "3913", "column": "4-1"}}, ATTACK, ALL),
        ({"asked": "declare"}, (), ATTACK),
        ({"offered": "resolve"}, (), ATTACK),
        ({"event": {"key": "event.combat", "facts": {"column": "4-1"}}}, ALL, WON),
        ({"at": {"su-25tk": "3913"}}, WON, (*WON, ("soviet", "advance", "su-25tk"))),
    ],
)
def test_a_goal_holds_when_it_is_reached(goal: dict[str, Any], before: Any, after: Any) -> None:
    assert not met(goal, fought(*before))
    assert met(goal, fought(*after))


def test_marks_overlays_steps_and_scores_are_read_off_the_view() -> None:
    play = AVL.position(
        turn=3,
        step="move",
        arrivals=[],
        activated=["su-25tk"],
        place={
            "su-24tk": "4427 out of supply",
            "su-25tk": "4423 reduced",
            "hq-1gda": "4019",
            "de-6pz": "4227",
            "de-306": "4526",
            "de-11pz": "4529",
            "hq-hollidt": "4131",
            "su-1": "4020",
        },
    )
    assert met({"marked": {"su-24tk": "out_of_supply"}}, play) and not met(
        {"unmarked": {"su-24tk": "out_of_supply"}}, play
    )
    assert met({"within": {"su-25tk": "supply:soviet"}}, play) and not met(
        {"within": {"su-24tk": "supply:soviet"}}, play
    )
    assert met({"steps": {"su-25tk": {"most": 1}}}, play) and not met({"steps": {"su-25tk": {"least": 2}}}, play)
    assert met({"score": {"axis": {"least": 25}}}, play) and not met({"score": {"soviet": {"least": 1}}}, play)
    assert met({"tracks": {"turn": {"least": 3, "most": 3}}}, play) and not met(
        {"tracks": {"turn": {"least": 4}}}, play
    )
    assert met({"alive": ("su-24tk",)}, play) and not met({"alive": ("su-12tk",)}, play)


def test_a_meter_tells_what_holds_now_and_what_is_wanted() -> None:
    goal = Goal.model_validate({"odds": {"hex": "3913", "column": "4-1"}})
    (part,) = goal.parts(Seen(fought(*ATTACK), "soviet"))
    assert part.meter == {"en": "odds: now 2-1, wanted 4-1", "ja": "戦闘比：現在 2-1、目標 4-1"}
    assert [rung.column for rung in part.ladder] == ["1.5-1", "2-1", "3-1", "4-1", "5-1", "6-1"]
    assert [rung.column for rung in part.ladder if rung.now] == ["2-1"]
    assert [rung.column for rung in part.ladder if rung.enough] == ["4-1", "5-1", "6-1"]


def test_a_meter_names_what_comes_then_and_names_it_last() -> None:
    play = grognard.game("vl").position(turn=3, step="move", arrivals=[], place={"fd-357": "1408", "tr-27": "1408"})
    goal = Goal.model_validate({"asked": "combat", "at": {"fd-357": "1209"}})
    assert [part.meter["en"] for part in goal.parts(Seen(play, "soviet"))] == [
        "357 DF: now 1408, wanted 1209", "then: Combat Phase",
    ]  # fmt: skip


def test_a_modifier_is_wanted_as_a_figure() -> None:
    ring = {"fd-357": "1109", "gfd-9": "1211", "tr-27": "1310", "fb-31": "1010", "gfd-46": "1111", "mb-18-2m": "1209"}
    play = grognard.game("vl").position(turn=4, step="combat", ring=2, arrivals=[], place=ring)
    assert not met({"odds": {"total": {"least": 2}}}, play)
    (part,) = Goal.model_validate({"steps": {"fd-357": {"most": 1}}}).parts(Seen(play, "soviet"))
    assert part.meter["en"].endswith("wanted at most 1") and part.meter["ja"].endswith("目標 1以下")
    play.answer("soviet", "assault")
    assert met({"odds": {"total": {"least": 2}}}, play) and not met({"odds": {"total": {"least": 3}}}, play)


@pytest.mark.parametrize(
    ("column", "wanted", "holds"), [("10-1+", "9-1", True), ("3/2", "2/1", False), ("A", "B", False), ("A", "A", True)]
)
def test_columns_are_compared_as_ratios(column: str, wanted: str, holds: bool) -> None:
    assert at_least(column, wanted) is holds
