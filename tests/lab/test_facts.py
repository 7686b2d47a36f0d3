"""What is written down of a game agrees with the game itself, counted another way, and comes back from its tables."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import pyarrow as pa
import pytest

from grognard.core.account import losses
from grognard.core.registry import game
from grognard.core.state import State
from grognard.core.view import uncovered
from grognard.lab.beginning import Start
from grognard.lab.facts import Rows, played, tables
from grognard.lab.facts.columns import COLUMNS
from grognard.lab.facts.witness import Witness
from grognard.lab.simulate import Outcome, Pairing, play_out

GAMES = ("avl", "vl", "lb", "victory")


def pairing(game_id: str, number: int = 3) -> Pairing:
    seats = dict.fromkeys(game(game_id).scenario().roster.ids, "recruit")
    return Pairing(game_id, None, None, number, 1942 + number, seats)


class Looker:
    """One who only looks on: the position at the beginning and the last one, which play changes in place."""

    def __init__(self) -> None:
        self.last: State | None = None

    def __call__(self, state: State) -> None:
        self.last = state


@cache
def rows(game_id: str) -> Rows:
    return played(pairing(game_id))


@cache
def end(game_id: str) -> tuple[Outcome, State]:
    looker = Looker()
    outcome = play_out(pairing(game_id), looker)
    assert looker.last is not None
    return outcome, looker.last


def total(found: list[dict[str, Any]], name: str) -> Counter[str]:
    sums: Counter[str] = Counter()
    for row in found:
        sums[row["side"]] += row[name]
    return +sums


def named(game_id: str, numbers: list[int]) -> set[str]:
    return {f"{one:04}" for one in numbers}


@pytest.mark.parametrize("game_id", GAMES)
def test_rows_fit_their_tables_and_come_back(game_id: str) -> None:
    assert set(rows(game_id)) <= set(tables())
    for name, found in rows(game_id).items():
        back = pa.Table.from_pylist(found, tables()[name]).to_pylist(maps_as_pydicts="strict")
        for row, told in zip(back, found, strict=True):
            floats = {key: pytest.approx(one, abs=1e-3) for key, one in told.items() if isinstance(one, float)}
            assert row == told | floats


def test_every_column_says_what_it_means() -> None:
    for name, schema in tables().items():
        assert [field.name for field in schema] == [column.name for column in COLUMNS[name]]
        assert all(len(field.metadata[b"says"]) > 8 for field in schema), name


def test_a_seed_beyond_63_bits_is_kept() -> None:
    high = Pairing("vl", None, None, 3, 2**63 + 1, {"soviet": "random", "german": "random"})
    (row,) = pa.Table.from_pylist(played(high)["games"], tables()["games"]).to_pylist(maps_as_pydicts="strict")
    assert row["seed"] == 2**63 + 1 and row["number"] == 3 and row["answers"] > 100


@pytest.mark.parametrize("game_id", GAMES)
def test_who_is_watched_plays_the_same_game(game_id: str) -> None:
    outcome, _ = end(game_id)
    (row,) = rows(game_id)["games"]
    assert (row["winners"], row["level"], row["points"], row["answers"]) == (
        list(outcome.winners), outcome.level, dict(outcome.points), outcome.answers,
    )  # fmt: skip


def test_the_same_pairing_tells_the_same_rows() -> None:
    assert played(pairing("vl")) == rows("vl")


def test_a_game_that_is_played_on_from_its_last_turn_is_told_too() -> None:
    begun: dict[int, Start] = {}

    def keep(state: State) -> None:
        turn = state.game.standing(state)["turn"]
        if turn not in begun:
            begun[turn] = Start.of(state)

    outcome = play_out(pairing("vl"), keep)
    last = max(begun)
    told = played(replace(pairing("vl"), start=begun[last]))
    assert {row["turn"] for row in told["turns"]} == {0, last} and told["games"][0]["turn"] == outcome.turn == last


@pytest.mark.parametrize("game_id", GAMES)
def test_every_answer_is_somebodys_decision_in_some_turn(game_id: str) -> None:
    assert sum(row["answers"] for row in rows(game_id)["turns"]) == end(game_id)[0].answers


@pytest.mark.parametrize("game_id", GAMES)
def test_the_last_turn_tells_the_score_at_the_end(game_id: str) -> None:
    outcome, state = end(game_id)
    last = {row["side"]: row["score"] for row in rows(game_id)["turns"] if row["turn"] == outcome.turn}
    assert {side: score for side, score in last.items() if score is not None} == state.game.standing(state)["score"]


def test_losses_are_those_that_the_counters_show() -> None:
    _, state = end("avl")
    shown = losses(state.game.view(state, None)["pieces"], ["axis", "soviet"])
    for what in ("steps", "units"):
        counted = +Counter({side: lost[what] for side, lost in shown.items()})
        assert counted and counted == total(rows("avl")["turns"], what) == total(rows("avl")["losses"], what)


def test_counters_of_one_step_are_lost_where_the_view_has_them_among_the_destroyed() -> None:
    _, state = end("lb")
    pieces = state.game.view(state, None)["pieces"]
    gone = Counter(one["side"] for one in pieces if one["where"] == "destroyed")
    assert gone and gone == total(rows("lb")["turns"], "units") == total(rows("lb")["losses"], "steps")


def test_levels_of_the_garrison_are_losses_of_the_fortress() -> None:
    _, state = end("vl")
    pieces = [one for one in state.game.view(state, None)["pieces"] if one["symbol"] == "fort"]
    lost = sum(one["full_steps"] - one["steps"] for one in pieces)
    assert lost and lost == sum(row["steps"] for row in rows("vl")["losses"] if row["type"] == "fort")


def test_blocks_lost_are_those_that_were_there_or_were_built_and_are_no_more() -> None:
    watch = Witness(pairing("victory"))
    before: Counter[str] = Counter()

    def look(state: State) -> None:
        watch(state)
        if watch.turn == 1 and not before:
            before.update(_steps(state))

    def _steps(state: State) -> Counter[str]:
        found: Counter[str] = Counter()
        for piece in uncovered(state, watch.roster)["pieces"]:
            found[piece["side"]] += piece["steps"]
        return found

    play_out(pairing("victory"), look)
    _, state = end("victory")
    told = watch.rows()
    built = Counter(row["side"] for row in told["uses"] if row["what"] == "production")
    assert before and built
    assert before + built - total(told["turns"], "steps") == _steps(state)


@pytest.mark.parametrize("game_id", GAMES)
def test_places_are_held_at_the_end_by_whom_the_game_says(game_id: str) -> None:
    outcome, state = end(game_id)
    held = {row["hex"]: row["holder"] for row in rows(game_id)["places"] if row["turn"] == outcome.turn}
    name = state.game.map.grid.name
    assert held and held == {int(name(hex)): side for hex, side in state.game.places(state).items()}


@pytest.mark.parametrize("game_id", GAMES)
def test_the_map_tells_who_stands_where_at_the_end(game_id: str) -> None:
    outcome, state = end(game_id)
    roster = game(game_id).scenario().roster
    last = {row["side"]: row for row in rows(game_id)["maps"] if row["turn"] == outcome.turn}
    pieces = [one for one in uncovered(state, roster)["pieces"] if one["on_map"]]
    for side, row in last.items():
        assert named(game_id, row["present"]) == {one["where"] for one in pieces if one["side"] == side}


@pytest.mark.parametrize("game_id", GAMES)
def test_a_hex_is_under_one_sides_control_and_never_gained_twice_in_a_row(game_id: str) -> None:
    holder: dict[int, str] = {}
    for turn in range(end(game_id)[0].turn or 0):
        gained = [(hex, row["side"]) for row in rows(game_id)["maps"] if row["turn"] == turn for hex in row["gained"]]
        assert len({hex for hex, _ in gained}) == len(gained)
        assert all(holder.get(hex) != side for hex, side in gained)
        holder.update(gained)
    assert len(set(holder.values())) == 2


@pytest.mark.parametrize("game_id", GAMES)
def test_luck_of_the_turns_is_that_of_the_fights(game_id: str) -> None:
    fights = [row for row in rows(game_id)["fights"] if row["effect"] is not None]
    assert fights
    for name, column in (("actual", "effect"), ("expected", "expected")):
        told = sum(row[name] for row in rows(game_id)["turns"])
        assert told == pytest.approx(sum(row[column] for row in fights))


@pytest.mark.parametrize(
    ("game_id", "what"),
    [("avl", "chit"), ("vl", "artillery"), ("vl", "air"), ("lb", "artillery"), ("lb", "choice"),
     ("victory", "production"), ("victory", "air")],
)  # fmt: skip
def test_what_a_game_uses_up_is_counted(game_id: str, what: str) -> None:
    assert [row for row in rows(game_id)["uses"] if row["what"] == what and row["item"]]


def test_a_private_event_and_what_others_hear_of_it_count_once() -> None:
    told = rows("victory")["losses"]
    assert all(row["type"] for row in told), "of a hidden block the others hear only that one is missing"
