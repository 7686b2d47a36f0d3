"""Clocks: what a player has left follows from his moves, and nobody wins time by taking one back."""

from __future__ import annotations

from random import Random

import pytest

from grognard.table.clock import DAY, Clock
from tests.table.guests import Inn, Line, unlock_dice

BOTH = ["axis", "soviet"]


def test_who_undoes_the_answer_that_ended_his_move_does_not_keep_what_was_added_for_it() -> None:
    clock = Clock({"minutes": 10, "increment": 30}, BOTH, 0.0)
    clock.turn_over(["axis"], False, 0.0)
    for again in range(5):
        clock.turn_over(["soviet"], False, 10.0 + again)
        clock.turn_over(["axis"], False, 10.0 + again, undone=True)
    assert clock.left["axis"] <= 590.0 and clock.left["soviet"] <= 600.0
    clock.turn_over(["soviet"], False, 20.0)
    assert clock.left["axis"] <= 620.0


def test_nor_has_he_all_his_days_again() -> None:
    clock = Clock({"days": 3}, BOTH, 0.0)
    clock.turn_over(["axis"], False, 0.0)
    clock.turn_over(["soviet"], False, 2.9 * DAY)
    clock.turn_over(["axis"], False, 2.9 * DAY, undone=True)
    assert clock.seconds("axis", 3.1 * DAY) == pytest.approx(-0.1 * DAY)
    clock.turn_over(["soviet"], False, 4 * DAY)
    clock.turn_over(["axis"], False, 5 * DAY)
    assert clock.seconds("axis", 5 * DAY) == 3 * DAY, "a move of the other's makes a new one of his"


def test_a_new_move_is_no_old_one_though_something_in_it_is_undone() -> None:
    clock = Clock({"days": 3}, BOTH, 0.0)
    clock.turn_over(["axis"], False, 0.0)
    clock.turn_over(["soviet"], False, 2 * DAY)
    clock.turn_over(["axis"], False, 3 * DAY)
    clock.turn_over(["axis"], False, 3.5 * DAY)
    clock.turn_over(["axis"], False, 4 * DAY, undone=True)
    assert clock.seconds("axis", 4 * DAY) == 2 * DAY


@pytest.mark.parametrize("terms", [{"minutes": 30, "increment": 600}, {"days": 3}])
def test_nobody_wins_time_at_a_table_by_undo_and_redo(inn: Inn, terms: dict[str, int]) -> None:
    """He ends his move, takes that back before the other answers, and ends it again, as often as he likes."""
    owner, guest = inn.guest(), inn.guest()
    opened = owner.open(game="vl", seats={"german": "invite"}, clock=terms)
    table = opened["id"]
    assert guest.post("/api/join", {"token": opened["invites"]["german"]}).status_code == 200
    unlock_dice(table, {"soviet": owner, "german": guest})
    room = inn.run(inn.house.room, table)
    rng = Random(1)
    with owner.sit(table, "soviet") as one, guest.sit(table, "german") as two:
        at = {"soviet": Line(one), "german": Line(two)}
        while True:  # until somebody has ended his move without a die
            for line in at.values():
                line.settle()
            player = next(player for player, line in at.items() if line.view["ask"])
            if room.clock.by_move:
                room.clock.began[player] -= DAY
            left = room.clock.seconds(player, room.clock.since)
            assert at[player].answer_anything(rng)["type"] == "done"
            if player not in room.play.deciders and room.play.can_undo(player) and room.play.state.lanes is None:
                break
        for _ in range(3):
            assert at[player].send(type="undo", seq=at[player].seq)["type"] == "done"
            now = room.clock.since
            assert room.clock.seconds(player, now) <= left + 1
            at[player].settle()
            assert at[player].send(type="redo", seq=at[player].seq)["type"] == "done"
            at[player].settle()
        if not room.clock.by_move:
            assert room.clock.left[player] <= left + terms["increment"] + 1
