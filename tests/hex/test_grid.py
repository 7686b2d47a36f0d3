"""The grid against textbook offset coordinates, on every kind of grid."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.hex import Grid, any_side, bits, both_sides, either_side, sides_without
from grognard.hex.grid import Orientation, Shifted, nth_bit
from tests.hex import plain
from tests.hex.plain import Chance, chances, grids, unhurried

KINDS: list[tuple[Orientation, Shifted]] = [
    ("flat", "even"), ("flat", "odd"), ("pointy", "even"), ("pointy", "odd"),
]  # fmt: skip


@unhurried
@given(grids())
def test_every_hex_has_its_own_index_and_its_textbook_neighbours(grid: Grid) -> None:
    assert len(set(grid.hexes)) == grid.cols * grid.rows
    assert plain.hexes_of(grid.board) == set(grid.hexes)
    assert grid.size == max(grid.hexes) + 1
    for hex in grid.hexes:
        expected = [plain.neighbour(grid, hex, d) for d in range(6)]
        assert [grid.neighbour(hex, d) for d in range(6)] == expected
        assert plain.hexes_of(grid.around[hex]) == {n for n in expected if n >= 0}
        for d, n in enumerate(expected):
            assert (grid.every_side[d] >> hex & 1) == (n >= 0)
            assert n < 0 or n - hex == grid.shifts[d]


@unhurried
@given(chances(largest=12), st.sampled_from([0.02, 0.3, 1.0]))
def test_grow_and_step_reach_the_neighbours_and_never_wrap(chance: Chance, share: float) -> None:
    grid, board, sides = chance.grid, chance.board(share), chance.sides(0.5, one_way=True)
    hexes = plain.hexes_of(board)
    assert plain.hexes_of(grid.grow(board)) == {n for hex in hexes for n in plain.neighbours(grid, hex)}
    stepped = {n for hex in hexes for n in plain.neighbours(grid, hex, sides)}
    assert plain.hexes_of(grid.step(board, sides)) == stepped
    assert grid.step(board, (grid.board,) * 6) == grid.grow(board)


@unhurried
@given(chances(), st.floats(0.0, 1.0))
def test_towards_are_the_hexsides_through_which_a_board_is_entered(chance: Chance, share: float) -> None:
    grid, board, sides = chance.grid, chance.board(share), chance.sides(0.7)
    inward = both_sides(sides, grid.towards(board))
    for d in range(6):
        entering = {hex for hex in plain.hexes_of(sides[d]) if plain.neighbour(grid, hex, d) in plain.hexes_of(board)}
        assert plain.hexes_of(inward[d]) == entering


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [(67, 42), (99, 99), (99, 1), (1, 99), (2, 99)])
def test_large_and_narrow_maps_do_not_wrap_either(size: tuple[int, int], kind: tuple[Orientation, Shifted]) -> None:
    grid = Grid(*size, *kind)
    assert len(set(grid.hexes)) == grid.cols * grid.rows
    edge = [hex for hex in grid.hexes if grid.around[hex].bit_count() < 6]
    for hex in edge:
        assert plain.hexes_of(grid.grow(1 << hex)) == set(plain.neighbours(grid, hex))


@unhurried
@given(chances())
def test_distance_disc_and_ring_count_steps(chance: Chance) -> None:
    grid, start = chance.grid, chance.hex()
    steps = plain.steps_from(grid, start)
    assert {hex: grid.distance(start, hex) for hex in grid.hexes} == steps
    for radius in range(5):
        assert plain.hexes_of(grid.disc(start, radius)) == {h for h, n in steps.items() if n <= radius}
        assert plain.hexes_of(grid.ring(start, radius)) == {h for h, n in steps.items() if n == radius}


@unhurried
@given(chances())
def test_directions_lead_there_and_back(chance: Chance) -> None:
    grid, hex = chance.grid, chance.hex()
    for d, n in enumerate(plain.neighbour(grid, hex, d) for d in range(6)):
        if n >= 0:
            assert grid.direction(hex, n) == d
            assert grid.direction(n, hex) == (d + 3) % 6


@unhurried
@given(chances())
def test_sides_are_seen_from_both_hexes(chance: Chance) -> None:
    grid = chance.grid
    expected = chance.sides(0.3)
    pairs = [(hex, hex + grid.shifts[d]) for d in range(3) for hex in bits(expected[d])]
    assert grid.sides(pairs) == expected
    assert grid.sides((b, a) for a, b in pairs) == expected
    assert grid.sides([]) == grid.no_sides


@unhurried
@given(chances())
def test_sets_of_sides_combine_direction_by_direction(chance: Chance) -> None:
    a, b = chance.sides(0.4, one_way=True), chance.sides(0.4, one_way=True)

    def listed(sides: tuple[int, ...]) -> set[tuple[int, int]]:
        return {(d, hex) for d in range(6) for hex in plain.hexes_of(sides[d])}

    assert listed(either_side(a, b)) == listed(a) | listed(b)
    assert listed(both_sides(a, b)) == listed(a) & listed(b)
    assert listed(sides_without(a, b)) == listed(a) - listed(b)
    assert plain.hexes_of(any_side(a)) == {hex for _, hex in listed(a)}


@unhurried
@given(grids())
def test_names_go_there_and_back_in_column_order(grid: Grid) -> None:
    names = [f"{c:02}{r:02}" for c in range(1, grid.cols + 1) for r in range(1, grid.rows + 1)]
    assert [grid.name(hex) for hex in grid.hexes] == names
    assert [grid.index(name) for name in names] == list(grid.hexes)
    assert [grid.column_row(hex) for hex in grid.hexes] == [(int(n[:2]), int(n[2:])) for n in names]
    assert grid.parse(" \n".join(names)) == grid.board
    assert grid.list_names(grid.board) == names


@unhurried
@given(grids(6))
def test_drawn_hexes_touch_exactly_where_they_are_adjacent(grid: Grid) -> None:
    for hex in grid.hexes:
        corners = grid.corners(hex)
        assert min(x for x, _ in corners) > -1e-9 and min(y for _, y in corners) > -1e-9
        for other in grid.hexes:
            apart = math.dist(grid.centre(hex), grid.centre(other))
            assert (abs(apart - math.sqrt(3)) < 1e-9) == bool(grid.around[hex] >> other & 1)
        for d, n in enumerate(grid.neighbours[hex]):
            if n >= 0:
                theirs = grid.corners(n)
                assert corners[d] == pytest.approx(theirs[(d + 4) % 6])
                assert corners[(d + 1) % 6] == pytest.approx(theirs[(d + 3) % 6])


@pytest.mark.parametrize("kind", KINDS)
def test_direction_names_point_where_they_say(kind: tuple[Orientation, Shifted]) -> None:
    grid = Grid(5, 5, *kind)
    middle = grid.index("0303")
    x, y = grid.centre(middle)
    for d, name in enumerate(grid.direction_names):
        there_x, there_y = grid.centre(grid.neighbour(middle, d))
        assert ("N" in name, "S" in name) == (there_y < y - 0.1, there_y > y + 0.1)
        assert ("W" in name, "E" in name) == (there_x < x - 0.1, there_x > x + 0.1)


@unhurried
@given(st.integers(0, 2**32), st.integers(0, 400))
def test_bits_lists_sparse_and_dense_boards(seed: int, count: int) -> None:
    hexes = sorted(random.Random(seed).sample(range(600), count))
    assert bits(sum(1 << hex for hex in hexes)) == hexes


@given(st.integers(1, 2**400), st.randoms(use_true_random=False))
def test_the_nth_hex_is_the_nth_of_the_list(board: int, rng: random.Random) -> None:
    listed = bits(board)
    n = rng.randrange(len(listed))
    assert nth_bit(board, n) == listed[n]


def test_a_bad_name_says_how_a_hex_is_written() -> None:
    grid = Grid(10, 8)
    for name in ("7", "07171", "07 7", "abcd", "", "٠١٠١"):
        with pytest.raises(ValueError, match='write column and row with two digits each, as "0717"'):
            grid.index(name)
    for name in ("1101", "0109", "0001", "0100"):
        with pytest.raises(ValueError, match=f"^{name} is not on the map: columns 01-10, rows 01-08$"):
            grid.index(name)
    with pytest.raises(ValueError, match="0109 is not on the map"):
        grid.parse("0101 0109")
    with pytest.raises(ValueError, match="0 is not the index of a hex"):
        grid.name(0)


def test_hexes_apart_have_no_direction_and_no_side() -> None:
    grid = Grid(10, 8)
    a, b = grid.index("0101"), grid.index("0103")
    for ask in (lambda: grid.direction(a, b), lambda: grid.sides([(a, b)]), lambda: grid.direction(a, a)):
        with pytest.raises(ValueError, match=r"^0101-010[13]: the hexes are not adjacent$"):
            ask()


@pytest.mark.parametrize(
    ("shape", "fault"),
    [
        ((0, 5), "1 to 99 columns and rows, not 0 x 5"),
        ((5, 100), "1 to 99 columns and rows, not 5 x 100"),
        ((5, 5, "round"), "orientation is"),
        ((5, 5, "flat", "both"), "shifted is"),
    ],
)
def test_an_impossible_grid_is_refused(shape: tuple[object, ...], fault: str) -> None:
    make: type = Grid
    with pytest.raises(ValueError, match=fault):
        make(*shape)
