"""What a learner is shown: all that his view shows, and nothing that it does not."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

import grognard
from grognard.core.ask import random_answer
from grognard.core.game import Game
from grognard.core.sight import Look, Seen
from grognard.core.snapshot import canonical
from grognard.core.state import State
from grognard.core.step import Step
from grognard.games.avl.sight import look as allowed
from grognard.games.avl.state import AvlState
from grognard.games.victory.game import VictoryGame
from grognard.games.victory.state import VictoryState
from grognard.lab.env.match import Match
from grognard.lab.env.page import Page
from grognard.lab.env.spaces import spaces_of
from two_fords import GAME as EXAMPLE

PLAYED = [
    ("avl", None, {}),
    ("avl", None, {"axis_help_soviet_preplanned_chits": True}),
    ("vl", None, {}),
    ("lb", "1-russian-tank-offensive", {}),
    ("lb", "2-russian-defensive-position", {}),
    ("victory", "quick-start", {}),
    ("victory", "quick-start-3", {"factories": True, "airfields": True, "mulberries": True, "storms": True}),
    ("victory", "commanders", {}),
]
SECRETS = [case for case in PLAYED if case[0] != "vl"]


def told(seen: Seen) -> tuple[Any, ...]:
    """A look as plain data that can be compared."""
    columns = [column if isinstance(column, int) else list(column) for column in seen.units]
    return list(seen.hexes), columns, list(seen.figures)


def positions(match: Match, count: int, every: int) -> Iterator[Match]:
    """Positions from random games, one in so many."""
    rng = Random(3)
    match.reset(5)
    for number in range(count * every):
        if match.done:
            match.reset()
        if number % every == 0:
            yield match
        match.answer(random_answer(match.offer, rng))


def dealt_anew(state: State, player: int, rng: Random) -> State:
    other = state.clone()
    state.game.deal_hidden(other, player, rng)
    return other


def leaks(match: Match, look: Look | None = None, count: int = 150, every: int = 7) -> tuple[int, int]:
    """In how many positions a player sees something else when only what he cannot know is another; and how often it
    was another."""
    rng, found, others = Random(1), 0, 0
    look = look or match.spaces.sight.look
    for here in positions(match, count, every):
        state, asked = here.state, here.asked
        truth = state.seen_by(asked)
        imagined = here.game.imagine(state, asked, rng)
        seen = imagined.seen_by(asked)
        found += told(look(seen, asked, seen.stack[-1])) != told(look(truth, asked, truth.stack[-1]))
        others += canonical(imagined) != canonical(state)
        if state.lanes is None:
            for player in range(len(here.seats)):
                dealt = dealt_anew(state, player, rng)
                found += told(look(dealt, player, None)) != told(look(state, player, None))
    return found, others


@pytest.mark.parametrize(("game", "scenario", "options"), PLAYED)
def test_nobody_sees_what_he_cannot_know(game: str, scenario: str | None, options: dict[str, Any]) -> None:
    assert leaks(Match(game, scenario, options))[0] == 0


@pytest.mark.parametrize(("game", "scenario", "options"), SECRETS)
def test_there_was_something_that_he_could_not_know(game: str, scenario: str | None, options: dict[str, Any]) -> None:
    assert leaks(Match(game, scenario, options), count=60)[1] > 0


def test_a_look_that_shows_the_opponents_chits_is_found_out() -> None:
    def peeping(state: AvlState, player: int, step: Step[Any] | None) -> Seen:
        seen = allowed(state, player, step)
        return seen._replace(figures=(*seen.figures, *state.chits))

    assert leaks(Match("avl"), peeping, count=40)[0] > 0


def test_a_look_that_tells_enemy_blocks_apart_is_found_out() -> None:
    def peeping(state: VictoryState, player: int, step: Step[Any] | None) -> Seen:
        return Seen((), (state.hex_of,), ())

    assert leaks(Match("victory"), peeping, count=40)[0] > 0


# ---- secret, simultaneous choices


def with_two_lanes(match: Match, seed: int) -> Match:
    """A position in which two players choose in secret, and the first has not begun."""
    rng = Random(seed)
    match.reset(seed)
    while match.state.lanes is None or len(match.state.deciders) < 2:
        match.answer(random_answer(match.offer, rng))
    return match


def chosen_in_secret(match: Match, state: State, seed: int) -> tuple[Any, ...]:
    """The first chooser chooses at random to his end; what the second then sees, and may do."""
    rng = Random(seed)
    match.take_up(state.clone())
    first = match.asked
    while match.asked == first:
        match.answer(random_answer(match.offer, rng))
    lanes = match.state.lanes
    assert lanes is not None
    chosen = list(lanes[first].answers)
    seen = match.observe(match.asked)
    return chosen, [array.tolist() for array in seen.values()], match.mask(match.asked).tolist()


@pytest.mark.parametrize(("game", "scenario"), [("avl", None), ("lb", "1-russian-tank-offensive"), ("victory", None)])
def test_the_second_to_choose_in_secret_sees_nothing_of_the_first_choice(game: str, scenario: str | None) -> None:
    match = with_two_lanes(Match(game, scenario), seed=2)
    state = match.state
    found = [chosen_in_secret(match, state, seed) for seed in range(6)]
    assert len({tuple(chosen) for chosen, _, _ in found}) > 1, "the first chose otherwise at least once"
    assert all((seen, mask) == found[0][1:] for _, seen, mask in found)


# ---- beside the view


@pytest.mark.parametrize(("game", "scenario", "options"), PLAYED)
def test_every_piece_that_the_view_names_stands_where_the_row_says(
    game: str, scenario: str | None, options: dict[str, Any]
) -> None:
    match = Match(game, scenario, options)
    cells, places = match.spaces.cells, match.spaces.sight.places
    for here in positions(match, 30, 11):
        player = here.asked
        seen = here.state.seen_by(player)
        rows = here.observe(player)["units"]
        for piece in here.game.view(seen, player)["pieces"]:
            unit = here.game.unit_numbers.get(piece["id"])
            if unit is None:
                continue
            place, line, along = (int(figure) for figure in rows[unit][:3])
            if place == 1:
                hex = cells.hexes[(line - 1) * cells.length + along - 1]
                assert here.game.map.grid.name(hex) == piece["where"]
            else:
                assert places[place - 2] == piece["where"] and not piece["on_map"]


@pytest.mark.parametrize("scenario", ["quick-start", "quick-start-3"])
def test_rows_of_other_armies_tell_as_much_as_the_view(scenario: str) -> None:
    match = Match("victory", scenario)
    names = match.spaces.unit_columns
    for here in positions(match, 40, 9):
        player = here.asked
        assert isinstance(here.game, VictoryGame)
        own = here.game.side_units[here.game.side_of_player[player]]
        rows = [
            row for unit, row in enumerate(here.observe(player)["units"].tolist()) if not own >> unit & 1 and row[0]
        ]
        seen = here.state.seen_by(player)
        assert isinstance(seen, VictoryState)
        shown = here.game.view(seen, player)["pieces"]
        others = [piece for piece in shown if piece["id"] not in here.game.unit_numbers]
        by_name = [dict(zip(names, row, strict=True)) for row in rows]
        assert sorted(
            (row["hidden"], row["army"], row["steps"], row["line"], row["along"]) for row in by_name
        ) == sorted(
            (
                int(bool(piece.get("hidden"))),
                [army.id for army in here.game.armies].index(piece["army"]) + 1,
                piece.get("steps", 0),
                *here.game.map.grid.column_row(here.game.map.grid.index(piece["where"])),
            )
            for piece in others
        )


# ---- pages


@pytest.mark.parametrize(
    "played", ["avl", "vl", "lb", "victory", EXAMPLE], ids=["avl", "vl", "lb", "victory", "example"]
)
def test_a_page_that_is_kept_up_is_the_same_as_one_written_anew(played: str | Game) -> None:
    match = Match(played)
    kept = Page(match.spaces)
    for here in positions(match, 120, 3):
        seen = here.seen(here.asked)
        kept.write(seen)
        fresh = Page(match.spaces)
        fresh.write(seen)
        for one, other in zip(kept.copy().values(), fresh.copy().values(), strict=True):
            assert np.array_equal(one, other)


def test_a_plane_has_its_hexes_in_the_cells_of_their_names() -> None:
    game = grognard.game("avl")
    spaces = spaces_of(game)
    grid = game.map.grid
    plane = np.zeros(spaces.cells.count, np.uint8)
    spaces.cells.lay(grid.parse("0101 0717 6742 0802"), plane)
    assert sorted(map(tuple, np.argwhere(plane.reshape(spaces.cells.shape)).tolist())) == [
        (0, 0),
        (6, 16),
        (7, 1),
        (66, 41),
    ]


def test_the_ground_has_one_kind_of_terrain_in_every_cell() -> None:
    names, planes = spaces_of(grognard.game("vl")).ground()
    assert len(names) == len(planes) and (planes.sum(axis=0) == 1).all()
