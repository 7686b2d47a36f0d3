"""Charts of a report: whose figures they are, and all of those that there are."""

from __future__ import annotations

import re
from typing import Any

from grognard.lab.report import sections

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
