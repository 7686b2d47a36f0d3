"""What stands in braces is filled with what holds now."""

from __future__ import annotations

import pytest

import grognard
from grognard.school.goal import Seen
from grognard.school.telling import Unknown, fill


def seen() -> Seen:
    play = grognard.game("avl").position(
        turn=2, step="move", arrivals=[], activated=["su-24tk"], place={"su-24tk": "4208 reduced", "it-rav": "3913"}
    )
    play.answer("soviet", "unit", "su-24tk")
    return Seen(play, "soviet")


@pytest.mark.parametrize(
    ("said", "en", "ja"),
    [
        ("{unit it-rav}", "Italian Rav", "It Rav"),
        ("{hex 3913}", "3913 Boguchar", "3913 ボグチャル"),
        ("{value su-24tk movement} {value su-24tk steps}", "8 1", "8 1"),
        ("{cost move 4214} {left move 4214}", "4 4", "4 4"),
        ("{table road.strategic_move} {table turn_track.axis_chits.2}", "½ 4", "½ 4"),
        ("{verb end_movement}", "“End movement”", "「移動終了」"),
        ("{word moved}", "moved", "移動済み"),
        ("{result 1DR}", "defender loses 1 step, retreats 1 hex", "防御側1ステップロス、1ヘクス退却"),
        ("{score axis} {track turn}", "25 2", "25 2"),
    ],
)
def test_a_placeholder_is_filled_in_every_language(said: str, en: str, ja: str) -> None:
    assert (fill(said, seen(), "en"), fill(said, seen(), "ja")) == (en, ja)


@pytest.mark.parametrize(
    "said", ["{colour}", "{unit su-999}", "{table road}", "{odds column}", "{cost move 0101}", "{value su-24tk}"]
)
def test_what_holds_nothing_is_refused(said: str) -> None:
    with pytest.raises(Unknown):
        fill(said, seen(), "en")


def test_for_whoever_has_strayed_only_what_there_no_longer_is_is_left_out() -> None:
    assert fill("{cost move 0101} MP", seen(), "en", astray=True) == "… MP"
    with pytest.raises(Unknown, match="is no placeholder"):
        fill("{colour}", seen(), "en", astray=True)
