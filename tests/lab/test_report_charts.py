"""Charts of a report: whose figures they are, and all of those that there are."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from grognard.lab.report import report, sections, tables
from grognard.lab.report.verdict import judged
from tests.lab.writer import arm_of, plan_of, play, several, write

SIDES = [
    {"id": "axis", "names": {"en": "Axis", "ja": "枢軸"}},
    {"id": "soviet", "names": {"en": "Soviet", "ja": "ソ連"}},
]
NATIONS = {
    "german": {"en": "German", "ja": "ドイツ"},
    "soviet": {"en": "Soviet", "ja": "ソ連"},
    "guards": {"en": "Guards", "ja": "親衛"},
}


def lost(side: str, nation: str, steps: float) -> dict[str, Any]:
    names = {"en": "infantry", "ja": "歩兵"}
    return {"side": side, "nation": nation, "nations": NATIONS[nation], "names": names, "steps": steps}


def shown(page: str) -> list[str]:
    """Every text of a chart."""
    return re.findall(r"<text[^>]*>([^<]+)</text>", page)


def test_every_nation_of_a_side_that_has_several_is_named() -> None:
    rows = [lost("axis", "german", 5), lost("soviet", "guards", 9), lost("soviet", "soviet", 4)]
    texts = shown(sections.losses({"sides": SIDES, "losses": rows, "games": 200}))
    assert {"infantry", "Guards infantry", "Soviet infantry"} <= set(texts)
    assert {"歩兵", "親衛歩兵", "ソ連歩兵"} <= set(texts)
    assert texts[texts.index("infantry") :][2] == "5", "what has no nation is the side's that has one only"


# ---- three sides

THREE = [
    {"id": id, "names": {"en": id.capitalize(), "ja": ja}}
    for id, ja in (("green", "緑"), ("red", "赤"), ("blue", "青"))
]


def three(green: int, red: int, blue: int, games: int = 1000) -> dict[str, Any]:
    wins = {"green": green, "red": red, "blue": blue, "draw": games - green - red - blue}
    return {"games": games, "sides": THREE, "wins": {side: {"games": count} for side, count in wins.items()}}


@pytest.mark.parametrize(
    ("won", "key", "en", "ja"),
    [
        ((482, 444, 1), "many", "shuts out Blue, favours Green and Red (3 sides)",
         "は3陣営のうち青がほとんど勝てない、緑・赤に有利"),
        ((400, 390, 210), "many", "holds back Blue, favours Green and Red (3 sides)",
         "は3陣営のうち青に不利、緑・赤に有利"),
        ((360, 350, 290), "many", "holds back Blue (3 sides)", "は3陣営のうち青に不利"),
        ((340, 331, 329), "many_even", "favours none of 3 sides, as far as 1,000 games tell", None),
        ((990, 5, 5), "many", "shuts out Red and Blue, favours Green (3 sides)", None),
    ],
)  # fmt: skip
def test_each_of_three_sides_is_judged_by_its_interval(
    won: tuple[int, int, int], key: str, en: str, ja: str | None
) -> None:
    found, said = judged(three(*won))
    assert (found, said["en"]) == (key, en)
    assert ja is None or said["ja"] == ja


def test_losses_and_what_is_used_are_drawn_of_every_side() -> None:
    steps = {"green": 11, "red": 22, "blue": 33}
    names = {"en": "tank", "ja": "戦車"}
    rows = [{"side": side, "nation": side, "names": names, "steps": count} for side, count in steps.items()]
    uses = [
        {"what": what, "side": side, "items": [{"names": names, "count": count, "amount": count}]}
        for what in ("air", "production")
        for side, count in steps.items()
    ]
    told = {"games": 200, "sides": THREE, "losses": rows, "uses": uses}
    for page in (sections.losses(told), *sections.uses(told)):
        assert {"11", "22", "33"} <= set(shown(page)) and all(f"var(--side{place})" in page for place in range(3))
        assert all(f"</span> {count}</span>" in page for count in steps.values()), "the sums"


def test_a_report_of_three_sides_never_speaks_of_two(tmp_path: Path) -> None:
    arms = [arm_of("victory", "random", scenario="quick-start-3")]
    rows = several(play(plan_of("victory", 1, arms)), 1, 120)
    page = report([write(tmp_path / "run", plan_of("victory", 120, arms), rows)]).page()
    assert "Random on all sides" in page and "全陣営ともRandom" in page
    assert "both sides" not in page and "両軍とも" not in page
    assert "in most games" in page and '<span class="bar">' not in page
    assert "fair share" in page.partition('<section class="win">')[2].partition("</section>")[0]


@pytest.mark.parametrize("sides", [2, 3])
def test_places_are_told_of_every_side_where_the_first_leaves_more_than_one(sides: int) -> None:
    ids = [side["id"] for side in THREE[:sides]]
    held = [{"turn": turn, **{side: (place + turn) / 10 for place, side in enumerate(ids)}} for turn in (1, 2)]
    place = {"names": {"en": "Hope", "ja": "ホープ"}, "by_turn": held}
    told = {"games": 200, "sides": THREE[:sides], "places": [place] * (sections.PLACES_SHOWN + 1)}
    page = sections.all_places(told)
    inks = [f"var(--side{number}) {round(45 * (number + 1) / 10)}%" for number in range(3)]
    assert [ink in page for ink in inks] == ([True] * 3 if sides == 3 else [True, False, False])
    titles = [sheet.title["en"].rpartition(", ")[2] for sheet in tables.places(told)]
    assert titles == (["Green", "Red", "Blue"] if sides == 3 else ["Green"])


def test_luck_is_that_of_a_side_against_all_others() -> None:
    dots = [
        {"game": place, "luck": place - 1, "lead": place - 1, "winner": side["id"]} for place, side in enumerate(THREE)
    ]
    luck = {"dots": dots, "line": None, "r": None, "explained": None}
    page = sections.luck({"games": 200, "sides": THREE, "luck": luck})
    assert {"won by dice, Green less the others", "another side ahead", "他の陣営が優勢"} <= set(shown(page))
    assert all(f'<i style="background:var(--side{place})">' in page for place in range(3)), "dots are of every winner"
    two = sections.luck({"games": 200, "sides": THREE[:2], "luck": {**luck, "dots": dots[:2]}})
    assert {"won by dice, Green less Red", "Red ahead"} <= set(shown(two))
