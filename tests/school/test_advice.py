"""Lobby advice: where a newcomer begins, and figures that are not far from what a game really takes."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.core.data import DataError
from grognard.games.avl.game import GAME as AVL
from grognard.lab.simulate import simulate
from grognard.school import advice
from tests.core.toy import GAME as TOY

GAMES = ("avl", "vl", "lb", "victory")
NEAR = 0.25
"""How far measured decisions may lie from what is told, in shares of it."""
MEASURED = [
    ("vl", "campaign"), ("avl", "campaign"), ("lb", "3-meeting-engagement"), ("lb", "2-russian-defensive-position"),
    ("victory", "quick-start"),
]  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_the_advice_on_every_game_has_no_fault(name: str) -> None:
    assert advice.faults(grognard.game(name)) == []


def test_a_newcomer_starts_with_velikiye_luki_as_the_german() -> None:
    cards = [(name, advice.document(grognard.game(name))) for name in GAMES]
    assert advice.newcomers_first([*cards, ("other", None)]) == ["vl", "victory", "lb", "avl", "other"]
    begun = {name: card for name, card in cards if card is not None and card["start_here"]}
    assert list(begun) == ["vl"] and begun["vl"]["first_side"] == "german"


@pytest.mark.parametrize("name", GAMES)
def test_every_card_tells_all_that_it_must_in_both_languages(name: str) -> None:
    found = advice.document(grognard.game(name))
    assert found is not None and list(found["scenarios"]) == list(grognard.game(name).scenarios)
    for card in (found, *found["scenarios"].values()):
        assert 0 < len(card["pitch"]["en"]) <= 110 and 0 < len(card["pitch"]["ja"]) <= 45
        assert card["complexity"]["text"]["ja"] and card["alone"]["text"]["en"] and len(card["minutes"]) == 2


@pytest.mark.parametrize(("name", "scenario"), MEASURED)
def test_decisions_that_are_told_are_not_far_from_those_that_are_measured(name: str, scenario: str) -> None:
    found = advice.document(grognard.game(name))
    assert found is not None
    seats = dict.fromkeys(grognard.game(name).scenarios[scenario].roster.ids, "recruit")
    (outcome,) = simulate(name, seats, 1, seed=3, scenario=scenario)
    assert outcome.answers / len(seats) == pytest.approx(found["scenarios"][scenario]["decisions"], rel=NEAR)


def test_an_example_position_does_not_count_for_the_card_of_its_game() -> None:
    found = advice.document(grognard.game("victory"))
    assert found is not None and found["decisions"] == [300, 850]
    assert found["scenarios"]["example-hope"]["decisions"] == 50


def test_a_game_without_advice_is_listed_without() -> None:
    assert advice.document(TOY) is None and advice.faults(TOY) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('begin_with = "campaign"', 'begin_with = "x"', 'begin_with: there is no scenario "x"'),
        ('first_side = "soviet"', 'first_side = "x"', 'there is no side "x"'),
        ("[scenario.campaign]", "[scenario.x]", 'says nothing of scenario "campaign"'),
        ("complexity = 4\n", "", "complexity is missing"),
        ("complexity = 4", "complexity = 6", "at most 5"),
        ("decisions = ", "decisions = 1", "multiple of 50"),
        ('pitch = "', 'pitch = "' + "x" * 110, "at most 110 letters"),
        ("pitch = ", "#", "both pitch and pitch_ja"),
        ("minutes = [300, 420]", "minutes = [420, 300]", "the shortest first"),
    ],
)
def test_a_fault_in_advice_is_named(tmp_path: Path, old: str, new: str, fault: str) -> None:
    text = (AVL.folder / "data" / "advice.toml").read_text(encoding="utf-8")
    assert old in text
    changed = (
        text.replace("decisions = 2450", "decisions = 2451") if old == "decisions = " else text.replace(old, new, 1)
    )
    (tmp_path / "advice.toml").write_text(changed, encoding="utf-8")
    assert fault in "\n".join(advice.faults(AVL.with_data(tmp_path)))


def test_a_file_that_cannot_be_read_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "advice.toml").write_text("order = ", encoding="utf-8")
    with pytest.raises(DataError, match=r"advice\.toml"):
        advice.load(AVL.with_data(tmp_path))
