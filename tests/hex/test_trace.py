"""Tracing against plain breadth-first search and Dijkstra on random maps, and a few rulings by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.hex import (
    Going,
    Grid,
    both_sides,
    cost_at,
    distances,
    flood,
    nearest,
    path,
    reach,
    step_costs,
    total,
    within,
)
from grognard.hex.trace import by_hex, entries, fill, reach_from, step_price, straight_cost
from tests.hex import plain
from tests.hex.plain import Chance, chances, unhurried


@unhurried
@given(chances(largest=12), st.sampled_from([None, 0.5, 0.9, 0.99]))
def test_flood_finds_what_a_plain_search_finds(chance: Chance, share: float | None) -> None:
    grid = chance.grid
    open = None if share is None else chance.sides(share, one_way=True)
    sources, allowed = chance.board(0.05) | 1 << chance.hex(), chance.board(0.8)
    expected = plain.flood(grid, plain.hexes_of(sources), plain.hexes_of(allowed), open)
    assert plain.hexes_of(flood(grid, sources, allowed, open)) == expected


@unhurried
@given(chances(), st.floats(0.3, 1.0))
def test_fill_finds_what_flood_finds(chance: Chance, share: float) -> None:
    grid, open = chance.grid, chance.sides(share, one_way=True)
    sources, allowed = chance.board(0.05) | 1 << chance.hex(), chance.board(0.8)
    assert fill(grid, sources, allowed, entries(grid, open)) == flood(grid, sources, allowed, open)
    assert fill(grid, sources, ~allowed, entries(grid, open)) == flood(grid, sources, ~allowed, open)


@unhurried
@given(chances(largest=12), st.booleans())
def test_everywhere_but_there_stays_on_the_map(chance: Chance, fenced: bool) -> None:
    grid, start, enemies = chance.grid, chance.hex(), chance.board(0.2)
    open = chance.sides(0.8) if fenced else None
    allowed = grid.board & ~enemies
    assert flood(grid, 1 << start, ~enemies, open) == flood(grid, 1 << start, allowed, open)
    assert nearest(grid, start, enemies, -1, open) == nearest(grid, start, enemies, grid.board, open)
    here, there = (
        Going(entry=(("clear", 1, ~0),), open=open or grid.every_side, free=free) for free in (allowed, ~enemies)
    )
    assert reach(grid, here, start, 5, ~enemies) == reach(grid, there, start, 5, allowed)


@unhurried
@given(chances(), st.integers(0, 5))
def test_within_stops_beyond_a_last_hexside(chance: Chance, radius: int) -> None:
    grid, start = chance.grid, chance.hex()
    open, last = chance.sides(0.6, one_way=True), chance.sides(0.3, one_way=True)
    expected = plain.within(grid, start, radius, open, last)
    assert plain.hexes_of(within(grid, start, radius, open, last)) == expected


def test_a_command_range_goes_one_hex_over_the_river_and_no_further() -> None:
    grid = Grid(5, 1)
    river = grid.sides([(grid.index("0201"), grid.index("0301"))])
    land = grid.sides([(grid.index(a), grid.index(b)) for a, b in (("0101", "0201"), ("0301", "0401"))])
    reached = within(grid, grid.index("0101"), 4, land, river)
    assert grid.list_names(reached) == ["0101", "0201", "0301"]


@unhurried
@given(chances(), st.sampled_from([0.0, 0.05, 0.5]))
def test_distances_are_to_the_nearest_target(chance: Chance, share: float) -> None:
    grid, targets = chance.grid, chance.board(share)
    found = distances(grid, targets)
    assert len(found) == grid.size
    for hex in range(grid.size):
        steps = plain.steps_from(grid, hex) if grid.board >> hex & 1 else {}
        expected = min((steps[target] for target in plain.hexes_of(targets) if steps), default=-1)
        assert found[hex] == expected


@unhurried
@given(chances(), st.booleans())
def test_nearest_finds_all_targets_at_the_least_steps(chance: Chance, fenced: bool) -> None:
    grid, start = chance.grid, chance.hex()
    targets, allowed = chance.board(0.15), chance.board(0.8)
    open = chance.sides(0.7, one_way=True) if fenced else None
    inside = allowed | 1 << start
    sides = grid.every_side if open is None else open
    kept = [side & inside & plain.board_of(_entering(grid, inside, d)) for d, side in enumerate(sides)]
    steps = plain.steps_from(grid, start, (kept[0], kept[1], kept[2], kept[3], kept[4], kept[5]))
    hits = {hex: n for hex, n in steps.items() if targets >> hex & 1}
    least = min(hits.values(), default=-1)
    assert nearest(grid, start, targets, allowed, open) == (
        least,
        plain.board_of(hex for hex, n in hits.items() if n == least),
    )


def _entering(grid: Grid, inside: int, d: int) -> list[int]:
    """The hexes whose neighbour in that direction lies inside."""
    return [hex for hex in grid.hexes if (n := plain.neighbour(grid, hex, d)) >= 0 and inside >> n & 1]


@settings(max_examples=300, deadline=None)
@given(chances(), st.integers(0, 18), st.sampled_from([0.0, 0.2]))
def test_reach_prices_every_hex_like_dijkstra(chance: Chance, budget: int, share: float) -> None:
    grid, going, start, stop = chance.grid, chance.going(), chance.hex(), chance.board(share)
    buckets = reach(grid, going, start, budget, stop)
    expected = plain.reach(grid, going, start, budget, plain.hexes_of(stop))
    assert len(buckets) == budget + 1
    found = {hex: cost for cost, board in enumerate(buckets) for hex in plain.hexes_of(board)}
    assert found == expected
    assert sum(board.bit_count() for board in buckets) == len(found)
    assert plain.hexes_of(total(buckets)) == set(expected)
    assert [cost_at(buckets, hex) for hex in grid.hexes] == [expected.get(hex) for hex in grid.hexes]


@settings(max_examples=150, deadline=None)
@given(chances(largest=7), st.integers(0, 14), st.sampled_from([0.0, 0.2]))
def test_a_reach_from_the_edge_is_the_best_of_the_reaches_from_its_hexes(
    chance: Chance, budget: int, share: float
) -> None:
    grid, going = chance.grid, chance.going()
    stop = chance.board(share)
    doors = {chance.hex(): 1 + number for number in range(3)}
    seeds = [0] * 4
    for hex, cost in doors.items():
        seeds[cost] |= 1 << hex
    found = reach_from(grid, going, seeds, budget, stop)
    expected: dict[int, int] = {}
    for hex, cost in doors.items():
        if cost > budget:
            continue
        halts = {*plain.hexes_of(stop)}
        inside = {hex: 0} if hex in halts else plain.reach(grid, going, hex, budget - cost, halts)
        for one, more in inside.items():
            expected[one] = min(expected.get(one, budget + 1), cost + more)
    assert {hex: cost for cost, board in enumerate(found) for hex in plain.hexes_of(board)} == expected
    for hex, cost in expected.items():
        way = path(grid, going, found, hex, stop, seeds)
        spent = doors[way[0]] + sum(
            sum(points for _, points in step_costs(grid, going, a, b) or ()) for a, b in pairwise(way)
        )
        assert way[-1] == hex
        assert spent == cost


@settings(max_examples=300, deadline=None)
@given(chances(largest=7), st.integers(0, 14), st.lists(st.integers(0, 9), min_size=1, max_size=5))
def test_a_reach_keeps_off_closed_hexes_but_for_its_seeds(chance: Chance, budget: int, costs: list[int]) -> None:
    grid, going = chance.grid, chance.going()
    stop, closed = chance.board(0.15), chance.board(0.2)
    doors = {chance.hex(): cost for cost in costs}
    seeds = [0] * 10
    for hex, cost in doors.items():
        seeds[cost] |= 1 << hex
    found = reach_from(grid, going, seeds, budget, stop, closed)
    expected = plain.reach_from(grid, going, doors, budget, plain.hexes_of(stop), plain.hexes_of(closed))
    assert {hex: cost for cost, board in enumerate(found) for hex in plain.hexes_of(board)} == expected


@settings(max_examples=300, deadline=None)
@given(chances(largest=7), st.integers(0, 14))
def test_a_clogged_hex_is_entered_as_if_no_road_led_there(chance: Chance, budget: int) -> None:
    grid, going, clogged = chance.grid, chance.going(), chance.board(0.3)
    into = grid.towards(grid.board & ~clogged)
    without = replace(going, roads=tuple((name, cost, both_sides(sides, into)) for name, cost, sides in going.roads))
    seeds, stop, closed = [1 << chance.hex()], chance.board(0.15), chance.board(0.1)
    found = reach_from(grid, going, seeds, budget, stop, closed, clogged)
    assert found == reach_from(grid, without, seeds, budget, stop, closed)


def test_a_road_dearer_than_the_country_can_be_clogged_too() -> None:
    grid = Grid(3, 1)
    road = grid.sides([(grid.index("0101"), grid.index("0201"))])
    going = Going(entry=(("clear", 1, grid.board),), open=grid.every_side, free=grid.board, roads=(("road", 2, road),))
    start, beyond = [1 << grid.index("0101")], grid.parse("0201")
    assert reach_from(grid, going, start, 2)[2] & beyond
    assert reach_from(grid, going, start, 2, clogged=beyond)[1] & beyond


def test_a_hex_that_is_entered_late_is_waited_for() -> None:
    grid = Grid(5, 1)
    free = grid.parse("0101 0401 0501")
    going = Going(entry=(("clear", 1, grid.board),), open=grid.every_side, free=free)
    seeds = [1 << grid.index("0101"), *[0] * 8, 1 << grid.index("0501")]
    found = reach_from(grid, going, seeds, 12)
    assert [cost_at(found, grid.index(hex)) for hex in ("0101", "0301", "0401", "0501")] == [0, None, 10, 9]


@pytest.mark.parametrize("closed", [False, True])
def test_a_hex_that_is_closed_but_to_a_seed_is_reached_by_that_alone(closed: bool) -> None:
    grid = Grid(3, 1)
    first, last = grid.parse("0101"), grid.parse("0301")
    free = grid.board if closed else grid.board & ~last
    going = Going(entry=(("clear", 1, grid.board),), open=grid.every_side, free=free)
    found = reach_from(grid, going, [first, 0, 0, 0, last], 6, closed=last)
    assert [grid.list_names(board) for board in found[:5]] == [["0101"], ["0201"], [], [], ["0301"]]


@given(st.lists(st.integers(0, 255), min_size=1, max_size=90), st.integers(0, 255))
def test_costs_by_hex_are_those_of_the_buckets(costs: list[int], beyond: int) -> None:
    buckets = [0] * 200
    for hex, cost in enumerate(costs):
        if cost < 200:
            buckets[cost] |= 1 << hex
    found = by_hex(buckets, beyond, len(costs) + 3)
    assert found == [*(cost if cost < 200 else beyond for cost in costs), beyond, beyond, beyond]


@settings(max_examples=100, deadline=None)
@given(chances(largest=7), st.sampled_from([0.0, 0.25]))
def test_a_path_costs_what_its_steps_cost_and_never_leaves_a_stop(chance: Chance, share: float) -> None:
    grid, going, start, stop = chance.grid, chance.going(), chance.hex(), chance.board(share)
    buckets = reach(grid, going, start, 16, stop)
    for target in plain.hexes_of(total(buckets)):
        way = path(grid, going, buckets, target, stop)
        steps = [step_costs(grid, going, a, b) for a, b in pairwise(way)]
        assert (way[0], way[-1]) == (start, target)
        assert sum(cost for step in steps for _, cost in step or [("barred", 99)]) == cost_at(buckets, target)
        assert not any(stop >> hex & 1 for hex in way[1:-1])
        assert way == path(grid, going, buckets, target, stop)


@settings(max_examples=60, deadline=None)
@given(chances(largest=5), st.sampled_from([0.0, 0.25]))
def test_a_straight_way_is_the_cheapest_of_the_shortest(chance: Chance, share: float) -> None:
    grid, going, start, stop = chance.grid, chance.going(), chance.hex(), chance.board(share)
    halts = set(plain.hexes_of(stop))

    def cheapest(here: int, target: int) -> int | None:
        """By trying every step that comes nearer."""
        if here == target:
            return 0
        if here in halts and here != start:
            return None
        prices = []
        for beside in plain.hexes_of(grid.around[here]):
            nearer = grid.distance(beside, target) < grid.distance(here, target)
            costs = step_costs(grid, going, here, beside) if nearer else None
            rest = None if costs is None else cheapest(beside, target)
            if costs is not None and rest is not None:
                prices.append(rest + sum(points for _, points in costs))
        return min(prices, default=None)

    for target in grid.hexes:
        assert straight_cost(grid, going, start, target, stop) == cheapest(start, target)


@unhurried
@given(chances(largest=6))
def test_step_costs_add_up_to_the_price_and_are_none_where_barred(chance: Chance) -> None:
    grid, going = chance.grid, chance.going()
    for hex in grid.hexes:
        for d, n in enumerate(grid.neighbours[hex]):
            if n >= 0:
                costs = step_costs(grid, going, hex, n)
                summed = None if costs is None else sum(cost for _, cost in costs)
                assert summed == step_price(grid, going, hex, n) == plain.price(grid, going, hex, d)


class TestOneRow:
    """0101 .. 0601 side by side: a river before 0301, a road from 0301 to 0401, enemies control 0401."""

    grid = Grid(6, 1)
    river = grid.sides([(grid.index("0201"), grid.index("0301"))])
    road = grid.sides([(grid.index("0301"), grid.index("0401"))])
    zone = grid.parse("0401")

    def going(self, keeps: frozenset[str] = frozenset({"zone"})) -> Going:
        return Going(
            entry=(("clear", 2, self.grid.board), ("zone", 3, self.zone)),
            crossing=(("river", 1, self.river),),
            leaving=(("leave zone", 4, self.zone),),
            open=self.grid.every_side,
            free=self.grid.board & ~self.grid.parse("0601"),
            roads=(("road", 1, self.road), ("track", 2, self.road)),
            road_keeps=keeps,
        )

    def costs(self, a: str, b: str) -> list[tuple[str, int]] | None:
        return step_costs(self.grid, self.going(), self.grid.index(a), self.grid.index(b))

    def test_every_cost_is_named(self) -> None:
        assert self.costs("0101", "0201") == [("clear", 2)]
        assert self.costs("0201", "0301") == [("clear", 2), ("river", 1)]
        assert self.costs("0501", "0401") == [("clear", 2), ("zone", 3)]
        assert self.costs("0401", "0501") == [("clear", 2), ("leave zone", 4)]

    def test_the_cheapest_road_replaces_all_but_what_roads_keep(self) -> None:
        assert self.costs("0301", "0401") == [("road", 1), ("zone", 3)]
        assert self.costs("0401", "0301") == [("road", 1), ("leave zone", 4)]

    def test_an_occupied_hex_is_barred(self) -> None:
        assert self.costs("0501", "0601") is None

    def test_hexes_apart_have_no_step(self) -> None:
        with pytest.raises(ValueError, match="0101-0301: the hexes are not adjacent"):
            self.costs("0101", "0301")

    def test_reach_adds_them_up(self) -> None:
        buckets = reach(self.grid, self.going(), self.grid.index("0101"), 20)
        names = {cost: self.grid.list_names(board) for cost, board in enumerate(buckets) if board}
        assert names == {0: ["0101"], 2: ["0201"], 5: ["0301"], 9: ["0401"], 15: ["0501"]}

    def test_a_road_that_keeps_nothing_ignores_the_zone(self) -> None:
        buckets = reach(self.grid, self.going(frozenset()), self.grid.index("0101"), 20)
        assert cost_at(buckets, self.grid.index("0401")) == 6

    def test_a_stop_is_entered_but_not_left_unless_the_mover_began_there(self) -> None:
        stop = self.grid.parse("0101 0301")
        buckets = reach(self.grid, self.going(), self.grid.index("0101"), 20, stop)
        assert self.grid.list_names(total(buckets)) == ["0101", "0201", "0301"]

    def test_no_path_leads_out_of_reach(self) -> None:
        buckets = reach(self.grid, self.going(), self.grid.index("0101"), 4)
        with pytest.raises(ValueError, match="0401 is out of reach"):
            path(self.grid, self.going(), buckets, self.grid.index("0401"))

    def test_costs_of_another_mover_are_noticed(self) -> None:
        buckets = reach(self.grid, self.going(), self.grid.index("0101"), 20)
        with pytest.raises(ValueError, match="0401: these costs come from another going"):
            path(self.grid, self.going(frozenset()), buckets, self.grid.index("0401"))


def test_a_zone_may_bar_the_way_from_zone_to_zone_only() -> None:
    grid = Grid(4, 1)
    zone = grid.parse("0201 0301")
    going = Going(
        entry=(("clear", 1, grid.board),),
        open=grid.every_side,
        free=grid.board,
        barred_within=((grid.every_side, zone),),
    )
    assert grid.list_names(total(reach(grid, going, grid.index("0101"), 9))) == ["0101", "0201"]
    assert grid.list_names(total(reach(grid, going, grid.index("0301"), 9))) == ["0301", "0401"]


def test_among_equal_paths_a_stop_is_avoided() -> None:
    grid = Grid(3, 3)
    going = Going(entry=(("clear", 1, grid.board),), open=grid.every_side, free=grid.board)
    start, target = grid.index("0101"), grid.index("0202")
    for stopped in ("0201", "0102"):  # either way round costs 2
        stop = grid.parse(stopped)
        way = path(grid, going, reach(grid, going, start, 4, stop), target, stop)
        assert len(way) == 3 and grid.index(stopped) not in way


def test_a_hex_without_entry_cost_is_an_error_off_road_only() -> None:
    grid = Grid(3, 1)
    clear = grid.parse("0101 0201")
    start, swamp = grid.index("0201"), grid.index("0301")
    pathless = Going(entry=(("clear", 2, clear),), open=grid.every_side, free=grid.board)
    with pytest.raises(ValueError, match="no entry cost for 0301"):
        reach(grid, pathless, start, 4)
    with pytest.raises(ValueError, match="no entry cost for 0301"):
        step_costs(grid, pathless, start, swamp)
    causeway = grid.sides([(start, swamp)])
    going = Going(
        entry=(("clear", 2, clear),),
        open=grid.every_side,
        free=grid.board,
        roads=(("causeway", 1, causeway),),
    )
    assert cost_at(reach(grid, going, start, 4), swamp) == 1


@pytest.mark.parametrize("part", ["entry", "crossing", "leaving", "roads"])
def test_impossible_costs_are_refused_by_name(part: str) -> None:
    grid = Grid(2, 2)
    board = grid.board if part in ("entry", "leaving") else grid.every_side
    cost = 0 if part == "roads" else -1
    parts: dict[str, tuple[tuple[str, int, object], ...]] = {"entry": (), part: (("mud", cost, board),)}
    make: type = Going
    with pytest.raises(ValueError, match=f"^mud costs {cost}: "):
        make(open=grid.every_side, free=grid.board, **parts)


def test_goings_of_equal_prices_are_equal_whether_used_or_not() -> None:
    one, other = TestOneRow().going(), TestOneRow().going()
    reach(TestOneRow.grid, one, TestOneRow.grid.index("0101"), 3)
    assert one == other and "folded" not in repr(one)
