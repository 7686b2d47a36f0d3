"""What travels after the first view: old view plus difference is the new view, whatever happened in between."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.registry import game
from grognard.core.view import LOG_LINES
from grognard.table.diff import difference, packed
from tests.table.guests import changed

VALUES = st.none() | st.integers(0, 3) | st.lists(st.integers(0, 2), max_size=2)
PIECES = st.lists(
    st.fixed_dictionaries({"id": st.sampled_from("abcd"), "where": st.sampled_from(["1", "2"])}),
    unique_by=lambda piece: piece["id"],
)
LOGS = st.tuples(st.integers(0, 90), st.integers(0, 2), st.integers(0, 90))


def a_view(facts: dict[str, Any], pieces: list[dict[str, Any]], log: tuple[int, int, int]) -> dict[str, Any]:
    """A view whose log has `common` lines that others may share and then `more` of its own `kind`."""
    common, kind, more = log
    lines = [{"key": f"line {number}"} for number in range(common)]
    lines += [{"key": f"line {common + number} of {kind}"} for number in range(more)]
    return {**facts, "pieces": pieces, "log": lines[-LOG_LINES:], "log_length": len(lines)}


VIEWS = st.builds(a_view, st.dictionaries(st.sampled_from(["turn", "ask", "score", "extra"]), VALUES), PIECES, LOGS)


@settings(max_examples=400, deadline=None)
@given(old=VIEWS, new=VIEWS)
def test_old_view_and_difference_make_the_new_view(old: dict[str, Any], new: dict[str, Any]) -> None:
    assert changed(packed(old), difference(old, new)) == packed(new)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_differences_of_a_real_game_lead_to_the_same_view_also_after_undo(seed: int) -> None:
    rng = Random(seed)
    play = game("avl").new(seed=seed)
    viewers = (*play.roster.ids, None)
    views = {viewer: play.view(viewer) for viewer in viewers}
    seen = {viewer: packed(view) for viewer, view in views.items()}
    for _ in range(60):
        player = rng.choice(play.deciders)
        ask = play.ask(player)
        assert ask is not None
        verb = rng.choice(sorted(ask.answers))
        play.answer(player, verb, rng.choice(ask.answers[verb]))
        if rng.random() < 0.2 and play.can_undo(player):
            play.undo(player)
        if rng.random() < 0.03:
            play.rewind(rng.randrange(len(play.given) + 1))
        for viewer in viewers:
            if rng.random() < 0.3:
                continue  # several acts become one update
            old, views[viewer] = views[viewer], play.view(viewer)
            travelled = json.loads(json.dumps(difference(old, views[viewer])))
            seen[viewer] = changed(seen[viewer], travelled)
            assert seen[viewer] == json.loads(json.dumps(packed(views[viewer])))


def test_updates_are_small() -> None:
    rng = Random(7)
    play = game("avl").new(seed=7)
    old = play.view("axis")
    sizes: list[int] = []
    while len(sizes) < 400 and play.result is None:
        player = rng.choice(play.deciders)
        ask = play.ask(player)
        assert ask is not None
        verb = rng.choice(sorted(ask.answers))
        play.answer(player, verb, rng.choice(ask.answers[verb]))
        new = play.view("axis")
        sizes.append(len(json.dumps(difference(old, new), ensure_ascii=False).encode()))
        old = new
    assert sorted(sizes)[len(sizes) // 2] < 4000
