"""Faults planted one at a time in a sound lesson: each is told in one line, and none in the sound lesson."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grognard.core.data import DataError
from grognard.core.filed import FiledGame
from grognard.school.lesson_check import faults, lesson_faults
from tests.school._planted import GAME, both, document, planted

Spoil = Callable[[dict[str, Any]], Any]


def test_a_sound_lesson_has_no_faults() -> None:
    assert lesson_faults(GAME, planted()) == []


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda d: d["step"][0]["say"].update(ja="六移動力"), "do not hold the same placeholders"),
        (lambda d: d["step"][0].update(say=both("{movement}")), "is no placeholder"),
        (lambda d: d["step"][0].update(say=both("{odds column}")), "step 1: {odds column} holds nothing here"),
        (lambda d: d["step"][0].update(say=both("word " * 61)), "is too long"),
        (lambda d: d["step"][0].update(point=[{"unit": "fd-999"}]), 'points at unit "fd-999", which is not there'),
        (lambda d: d["step"][0].update(point=[{"hex": "9999"}]), 'points at hex "9999"'),
        (lambda d: d["step"][0].update(point=[{"hexside": "1209-1408"}]), 'points at hexside "1209-1408"'),
        (lambda d: d["step"][0].update(point=[{"panel": "weather report"}]), 'points at panel "weather report"'),
        (lambda d: d["step"][0].update(point=[{"verb": "attack"}]), 'points at verb "attack"'),
        (lambda d: d["step"][1].update(rules=["99.9"]), 'step 2: there is no clause "99.9"'),
        (lambda d: d["learned"][0].update(rules=["99.9"]), 'learned: there is no clause "99.9"'),
        (lambda d: d.update(reasons=["hunger"]), 'reasons: the doctrine has no reason "hunger"'),
        (lambda d: d.update(seat="french"), 'there is no player "french"'),
        (lambda d: d["position"].update(weather_report=1), "its position cannot be set up"),
        (lambda d: d["position"]["place"].update({"fd-999": "1408"}), 'there is no unit "fd-999"'),
        (lambda d: d["step"][1].update(expect=["choose fd-357"]), 'there is no answer "choose"'),
        (lambda d: d["step"][1].update(expect=["unit fd-357|fd-381"]), '"unit fd-381", which cannot be answered'),
        (lambda d: d["step"][1].update(answers=["unit tr-27"], expect=["unit fd-357"]), "is not one it expects"),
        (lambda d: d["step"][1].update(answers=["unit fd-381"], expect=[]), '"unit fd-381" cannot be answered'),
        (lambda d: d["step"][2]["answers"].pop(), "its stated answers do not complete it (357 DF: now 1408"),
        (lambda d: d["step"][2]["answers"].append("end_movement"), 'reached before "end_movement" is answered'),
        (lambda d: d["step"][2].update(goal={"at": {"fd-357": "1408"}}), "its goal holds before anything is done"),
        (lambda d: d["step"][2].update(goal={"at": {"fd-9": "1209"}}), 'its goal names unit "fd-9"'),
        (lambda d: d["step"][2].update(goal={"clear": ["9999"]}), 'its goal names hex "9999"'),
        (lambda d: d["step"][2].update(goal={"within": {"fd-357": "fog"}}), 'its goal names overlay "fog"'),
        (lambda d: d["step"][2].update(goal={"score": {"french": {"least": 1}}}), 'the score of "french"'),
        (lambda d: d["step"][2].update(goal={"tracks": {"morale": {"most": 1}}}), 'its goal names track "morale"'),
        (lambda d: d["step"][2].update(goal={"marked": {"fd-357": "sleepy"}}), 'its goal names mark "sleepy"'),
        (lambda d: d["step"][2].update(goal={"offered": "surrender"}), 'its goal names answer "surrender"'),
        (lambda d: d["step"][2].update(goal={"won": "french"}), 'its goal names side "french"'),
        (lambda d: d["step"][2].update(goal={"event": {"key": "event.rain"}}), 'its goal names event "event.rain"'),
        (lambda d: d["step"][2]["other"][0].update(to=["move 1110"]), 'other answer "move 1110": it is not possible'),
        (lambda d: d["step"][1]["refused"][0].update(to=["end_movement"]), 'answer "end_movement": it is allowed'),
        (lambda d: d["step"][2].update(replies=["german: lose kraft"]), '"german: lose kraft" is never replied'),
        (lambda d: d["step"][3].update(point=[{"unit": "fd-357"}]), "step 4: the last one is to be done without help"),
    ],
)  # fmt: skip
def test_a_planted_fault_is_told(spoil: Spoil, told: str) -> None:
    changed = document()
    spoil(changed)
    found = lesson_faults(GAME, planted(changed))
    assert any(told in fault for fault in found), found


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda d: d["title"].pop("ja"), "title.ja: is missing"),
        (lambda d: d["title"].update(ja=""), "title.ja"),
        (lambda d: d["learned"].pop(), "learned"),
        (lambda d: d["step"][1].update(goal={"at": {"fd-357": "1209"}}), "has a goal and expects an answer"),
        (lambda d: d["step"][2].pop("goal"), "states several answers but has no goal"),
        (lambda d: d["step"][2].update(goal={}), "wants nothing"),
        (lambda d: d["step"][2].update(goal={"near": {"fd-357": "1209"}}), "near: is not a known key"),
        (lambda d: d["step"][2].update(goal={"odds": {"hex": "1209"}}), "wants neither column nor total"),
        (lambda d: d["step"][2].update(goal={"score": {"soviet": {}}}), "says neither least nor most"),
        (lambda d: d["step"][0].update(point=[{"unit": "fd-357", "hex": "1408"}]), "points at one thing"),
        (lambda d: d["step"][0].update(point=[{"unit": "fd-357"}] * 3), "point"),
        (lambda d: d.update(minutes=11), "minutes: should be at most 10"),
    ],
)
def test_what_cannot_be_read_is_told_by_its_place(spoil: Spoil, told: str) -> None:
    changed = document()
    spoil(changed)
    with pytest.raises(DataError, match=r"planted\.toml") as error:
        planted(changed)
    assert told in str(error.value)


def test_lessons_of_an_owners_folder_are_tested_too(tmp_path: Path) -> None:
    assert isinstance(GAME, FiledGame)
    (tmp_path / "lessons").mkdir()
    source = next((GAME.folder / "data" / "lessons").glob("1-*.toml"))
    text = source.read_text(encoding="utf-8")
    spoilt = text.replace('"move 1310"', '"move 1110"')
    (tmp_path / "lessons" / source.name).write_text(spoilt, encoding="utf-8")
    (tmp_path / "lessons" / "twice.toml").write_text(text, encoding="utf-8")
    assert "there is another lesson" in faults(type(GAME)(tmp_path))[0]
    (tmp_path / "lessons" / "twice.toml").unlink()
    told = 'lesson "moving": step 4: "move 1110" cannot be answered'
    assert any(told in fault for fault in faults(type(GAME)(tmp_path)))
