"""Tracing over a grid with bitboards: supply floods, command ranges, movement ranges and paths.

Every game's movement, supply and command rules call it with masks they built themselves. It never asks what a
hexside or a terrain means, who owns a hex, or why a price is what it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from grognard.hex.grid import (
    BITS_OF_BYTE,
    Bitboard,
    Grid,
    Sides,
    any_side,
    bits,
    both_sides,
    either_side,
    sides_without,
)

# -- floods and distances ------------------------------------------------------------------------------------


def flood(grid: Grid, sources: Bitboard, allowed: Bitboard, open: Sides | None = None) -> Bitboard:
    """The hexes connected to the sources inside `allowed`, crossing only `open` hexsides (None: all of them).

    >>> grid = Grid(5, 1)
    >>> grid.list_names(flood(grid, grid.parse("0101"), grid.parse("0101 0201 0401")))
    ['0101', '0201']
    """
    stride = grid.stride
    first, second, third = grid.spans
    side0, side1, side2, side3, side4, side5 = open or grid.every_side
    fenced = 0 if open is None else any_side(sides_without(grid.every_side, open))
    allowed &= grid.board
    wave = sources & allowed
    dry = allowed ^ wave
    while wave:
        # Six masked shifts cost twice what growing does, so they run only where a closed hexside is met.
        if wave & fenced:
            wave = (
                (wave & side0) >> first
                | (wave & side1) << second
                | (wave & side2) << third
                | (wave & side3) << first
                | (wave & side4) >> second
                | (wave & side5) >> third
            ) & dry
        else:
            before = wave >> 1
            after = wave << 1
            wave = (before | after | (wave | before) << stride | (wave | after) >> stride) & dry
        dry ^= wave
    return allowed ^ dry


def entries(grid: Grid, open: Sides) -> Sides:
    """The same hexsides seen from beyond: for each direction the hexes that a step in it may enter."""
    first, second, third = grid.spans
    return (
        open[0] >> first, open[1] << second, open[2] << third, open[3] << first, open[4] >> second, open[5] >> third,
    )  # fmt: skip


def fill(grid: Grid, sources: Bitboard, allowed: Bitboard, entered: Sides) -> Bitboard:
    """What `flood` gives, found faster where the ground is wide and open and slower along winding lines.

    Each direction is filled to the end of every run at once, by doubling the stride, and the six are repeated until
    nothing more is wet. `entered` comes from `entries`, made once per map.
    """
    first, second, third = grid.spans
    allowed &= grid.board
    wet = sources & allowed
    runs = [allowed & board for board in entered]
    while True:
        wet = _fill_down(wet, runs[0], first)
        wet = _fill_up(wet, runs[3], first)
        wet = _fill_up(wet, runs[1], second)
        wet = _fill_down(wet, runs[4], second)
        wet = _fill_up(wet, runs[2], third)
        wet = _fill_down(wet, runs[5], third)
        # one step in every direction shows whether anything is left: cheaper than another round of filling
        more = (
            wet >> first & runs[0] | wet << first & runs[3] | wet << second & runs[1]
            | wet >> second & runs[4] | wet << third & runs[2] | wet >> third & runs[5]
        )  # fmt: skip
        if not more & ~wet:
            return wet
        wet |= more


def _fill_up(wet: Bitboard, run: Bitboard, span: int) -> Bitboard:
    while run:
        wet |= run & wet << span
        run &= run << span
        span *= 2
    return wet


def _fill_down(wet: Bitboard, run: Bitboard, span: int) -> Bitboard:
    while run:
        wet |= run & wet >> span
        run &= run >> span
        span *= 2
    return wet


def within(grid: Grid, start: int, radius: int, open: Sides, last: Sides) -> Bitboard:
    """The hexes within `radius` of `start`, counted through open hexsides; the start is included.

    A `last` hexside may be crossed too, but the trace ends in the hex beyond: a command range that reaches
    just over an unbridged river.
    """
    wave = passed = ended = 1 << start
    for _ in range(radius):
        ended |= grid.step(wave, last)
        wave = grid.step(wave, open) & ~passed
        if not wave:
            break
        passed |= wave
    return passed | ended


def distances(grid: Grid, targets: Bitboard) -> list[int]:
    """By hex index: straight distance to the nearest of the targets; -1 off the map, or without targets."""
    found = [-1] * grid.size
    wave = targets & grid.board
    rest = grid.board ^ wave
    distance = 0
    while wave:
        for hex in bits(wave):
            found[hex] = distance
        wave = grid.grow(wave) & rest
        rest ^= wave
        distance += 1
    return found


def nearest(
    grid: Grid, start: int, targets: Bitboard, allowed: Bitboard, open: Sides | None = None
) -> tuple[int, Bitboard]:
    """Steps to the nearest targets, and all targets at that distance; (-1, 0) if none can be reached.

    The trace stays inside `allowed` after the start, targets included, and crosses only `open` hexsides.
    """
    wave = 1 << start
    rest = allowed & grid.board & ~wave
    steps = 0
    while wave:
        if wave & targets:
            return steps, wave & targets
        wave = (grid.grow(wave) if open is None else grid.step(wave, open)) & rest
        rest ^= wave
        steps += 1
    return -1, 0


# -- movement ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Going:
    """What every step costs one class of mover at one moment; costs are ints, in points or half points.

    A step pays every `entry` cost of the hex it enters, every `crossing` cost of the hexside, and every
    `leaving` cost of the hex it leaves. Along a road it pays the road's flat cost (the cheapest, if there are
    several) instead of entry and crossing; entry costs named in `road_keeps` and leaving costs stay. A hex
    that can be entered off road must have an entry cost of at least 1, and a road must cost at least 1.

    >>> grid = Grid(3, 1)
    >>> going = Going(entry=(("clear", 2, grid.board),), open=grid.every_side, free=grid.board)
    >>> [grid.list_names(board) for board in reach(grid, going, grid.index("0101"), 4)]
    [['0101'], [], ['0201'], [], ['0301']]
    """

    entry: tuple[tuple[str, int, Bitboard], ...]
    crossing: tuple[tuple[str, int, Sides], ...] = ()
    leaving: tuple[tuple[str, int, Bitboard], ...] = ()
    open: Sides  # hexsides that may be crossed at all
    free: Bitboard  # hexes that may be entered
    barred_within: tuple[tuple[Sides, Bitboard], ...] = ()  # not from a hex of the board to another one of it
    roads: tuple[tuple[str, int, Sides], ...] = ()
    road_keeps: frozenset[str] = frozenset()
    _folded: list[_Waves] = field(default_factory=list, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name, cost, _ in (*self.entry, *self.crossing, *self.leaving):
            if cost < 0:
                raise ValueError(f"{name} costs {cost}: a cost cannot be negative")
        for name, cost, _ in self.roads:
            if cost < 1:
                raise ValueError(f"{name} costs {cost}: a step along a road costs at least 1")


class _Ways(NamedTuple):
    """Hexsides sorted by what they cost: classes, each with the hexes that have such a side. Those across country are
    disjoint; a road is among them too where nobody would leave it."""

    plain: Sides
    across: tuple[tuple[int, Bitboard, Sides], ...]
    roads: tuple[tuple[int, Bitboard, Sides], ...]
    beside: bool  # whether roads are among those across country

    def without(self, barred: Sides) -> _Ways:
        across = _touching((cost, sides_without(sides, barred)) for cost, _, sides in self.across)
        roads = _touching((cost, sides_without(sides, barred)) for cost, _, sides in self.roads)
        return _Ways(sides_without(self.plain, barred), across, roads, self.beside)


def _touching(classes: Iterable[tuple[int, Sides]]) -> tuple[tuple[int, Bitboard, Sides], ...]:
    """Classes of hexsides with the hexes that have such a side; empty ones are dropped."""
    return tuple((cost, hexes, sides) for cost, sides in classes if (hexes := any_side(sides)))


class _Waves(NamedTuple):
    """A Going folded for `reach`: disjoint classes of hexes, and `_Ways`, each with one summed cost."""

    free: Bitboard
    entry: list[tuple[int, Bitboard]]
    kept: list[tuple[int, Bitboard]]  # by the entry costs that a road keeps
    leaving: list[tuple[int, Bitboard]]
    unpriced: Bitboard  # hexes without any entry cost
    ways: _Ways
    fenced: Bitboard  # hexes from which some step is not plain
    walk: int  # the least cost of a step off road
    dearest: int  # no step costs more


def _waves(grid: Grid, going: Going) -> _Waves:
    """The folded Going, kept with it after its first use, as many movers share one."""
    if not going._folded:
        going._folded.append(_fold_going(grid, going))
    return going._folded[0]


def _fold_going(grid: Grid, going: Going) -> _Waves:
    free = going.free & grid.board
    prices = _fold_prices(grid.board, going.entry, going.leaving, going.road_keeps)
    walk = 0 if prices.unpriced & free else prices.walk
    ways = _ways(going, walk - prices.most_kept)
    for sides, zone in going.barred_within:
        ways = ways.without(_sides_inside(grid, sides, zone))
    roads = [cost for cost, _, _ in ways.roads]
    across = [cost for cost, _, _ in ways.across]
    return _Waves(
        free, prices.entry, prices.kept, prices.leaving, prices.unpriced, ways,
        fenced=any_side(sides_without(grid.towards(free), ways.plain)),
        walk=walk,
        dearest=max(prices.dearest, *roads, 0) + prices.most_kept + prices.most_leaving + max(across, default=0),
    )  # fmt: skip


class _Prices(NamedTuple):
    """The costs of a Going by hex, folded: all that does not depend on where a mover may go."""

    entry: list[tuple[int, Bitboard]]
    kept: list[tuple[int, Bitboard]]
    leaving: list[tuple[int, Bitboard]]
    unpriced: Bitboard
    walk: int
    dearest: int
    most_kept: int
    most_leaving: int


@lru_cache(maxsize=64)  # terrain and zones stand while one side moves, but each mover has its own free hexes and roads
def _fold_prices(
    board: Bitboard,
    entry: tuple[tuple[str, int, Bitboard], ...],
    leaving: tuple[tuple[str, int, Bitboard], ...],
    keeps: frozenset[str],
) -> _Prices:
    entered = _fold(board, ((cost, hexes) for _, cost, hexes in entry))
    kept = _fold(board, ((cost, hexes) for name, cost, hexes in entry if name in keeps))
    left = _fold(board, ((cost, hexes) for _, cost, hexes in leaving))
    unpriced = entered.pop(0, 0)
    left.pop(0, None)
    return _Prices(
        list(entered.items()), list(kept.items()), list(left.items()), unpriced,
        walk=min(entered, default=1),
        dearest=max(entered, default=0),
        most_kept=max(kept, default=0),
        most_leaving=max(left, default=0),
    )  # fmt: skip


def _fold(whole: Bitboard, layers: Iterable[tuple[int, Bitboard]]) -> dict[int, Bitboard]:
    """Split a board into parts by the sum of the costs that lie on each hex."""
    parts = {0: whole}
    for cost, board in layers:
        split: dict[int, Bitboard] = {}
        for total, part in parts.items():
            dearer = part & board
            if dearer:
                split[total + cost] = split.get(total + cost, 0) | dearer
                part ^= dearer
            if part:
                split[total] = split.get(total, 0) | part
        parts = split
    return parts


def _ways(going: Going, least: int) -> _Ways:
    """The hexsides of a Going; off the road no step costs less than `least`, whatever else it pays.

    Where no road is dearer than that, a step across country may go along it as well: it is never the cheaper one, and
    roads can be closed without sorting all other hexsides again.
    """
    roads, rest = [], going.open
    for _, cost, sides in sorted(going.roads, key=lambda road: road[1]):
        taken = both_sides(sides, rest)
        roads.append((cost, taken))
        rest = sides_without(rest, taken)
    beside = all(cost <= least for cost, _ in roads)
    plain, across = _country(going.open if beside else rest, going.crossing)
    return _Ways(plain, across, _touching(roads), beside)


@lru_cache(maxsize=64)  # hexside costs are the map's and change seldom, zones and units move all the time
def _country(
    open: Sides, crossing: tuple[tuple[str, int, Sides], ...]
) -> tuple[Sides, tuple[tuple[int, Bitboard, Sides], ...]]:
    """Plain hexsides, and those that something lies across, by what it costs."""
    parts = {0: open}
    for _, cost, sides in crossing:
        split: dict[int, Sides] = {}
        for total, part in parts.items():
            for sum_, some in ((total + cost, both_sides(part, sides)), (total, sides_without(part, sides))):
                split[sum_] = either_side(split[sum_], some) if sum_ in split else some
        parts = split
    plain = parts.pop(0)
    return plain, _touching(parts.items())


def _sides_inside(grid: Grid, sides: Sides, zone: Bitboard) -> Sides:
    """The hexsides that lie between two hexes of the zone."""
    return both_sides(sides, both_sides((zone, zone, zone, zone, zone, zone), grid.towards(zone)))


def reach(grid: Grid, going: Going, start: int, budget: int, stop: Bitboard = 0) -> list[Bitboard]:
    """Where a mover can go: the board at index k holds the hexes whose cheapest arrival costs exactly k.

    The start is at 0 and may always be left; other hexes in `stop` may be entered but not left.
    """
    return reach_from(grid, going, [1 << start], budget, stop)


def reach_from(
    grid: Grid,
    going: Going,
    seeds: Sequence[Bitboard],
    budget: int,
    stop: Bitboard = 0,
    closed: Bitboard = 0,
    clogged: Bitboard = 0,
) -> list[Bitboard]:
    """A reach from several hexes at once: board k of `seeds` holds those that are reached for k before it begins.

    A unit that enters the map may do so in any of these hexes, each at its own price. The `closed` hexes are not
    entered, free or not, and the `clogged` ones not by road: what changes with every move need not be folded into a
    Going. It is all the same where some road is dearer than a step beside it.
    """
    boards = [0] * (budget + 1)
    for cost, board in waves_from(grid, going, seeds, budget, stop, closed, clogged):
        boards[cost] = board
    return boards


def waves_from(
    grid: Grid,
    going: Going,
    seeds: Sequence[Bitboard],
    budget: int,
    stop: Bitboard = 0,
    closed: Bitboard = 0,
    clogged: Bitboard = 0,
) -> Iterator[tuple[int, Bitboard]]:
    """The same wave by wave, the nearest first and no empty ones: for who need not look as far as it goes."""
    # Dial's algorithm with whole boards as buckets. Leaving and crossing costs are delays: a hex goes on that
    # much later, so one wave front serves all prices.
    first, second, third = grid.spans
    stride = grid.stride
    if clogged and not _waves(grid, going).ways.beside:
        going, clogged = _roads_off(grid, going, clogged), 0
    free, entry, kept, leaving, unpriced, (plain, across, roads, _), fenced, walk, dearest = _waves(grid, going)
    enterable = free ^ (free & closed)
    plain0, plain1, plain2, plain3, plain4, plain5 = plain
    room = budget + 1 + dearest
    arriving = [0] * room
    held = [0] * room
    fording = [(cost, touching, sides, [0] * room) for cost, touching, sides in across]
    later, free = 0, enterable
    for cost, board in enumerate(seeds[: budget + 1]):
        arriving[cost] = board
        later |= board if cost else 0
        free |= board
    if shut := later & ~enterable:  # only a seed comes there, in its own time
        entry = [(cost, board & ~shut) for cost, board in entry]
        kept = [(cost, board & ~shut) for cost, board in kept]
        unpriced &= ~shut
    last, wading_until = len(seeds), -1
    for now in range(budget + 1):
        new = arriving[now] & free
        onward = held[now]
        if new or onward:
            if now > last:
                last = now
        elif now > wading_until:
            if now - last > dearest:
                return  # nobody is on his way any more
            continue
        if new:
            yield now, new
            free ^= new
            if now and stop:
                new ^= new & stop
            for cost, board in leaving:
                if late := new & board:
                    held[now + cost] |= late
                    new ^= late
            onward |= new
        if not free:  # everything is reached
            return
        if onward:
            for cost, touching, (side0, side1, side2, side3, side4, side5) in roads:
                if now + cost <= budget and (driving := onward & touching):
                    driven = (
                        (driving & side0) >> first
                        | (driving & side1) << second
                        | (driving & side2) << third
                        | (driving & side3) << first
                        | (driving & side4) >> second
                        | (driving & side5) >> third
                    ) & free
                    driven ^= driven & clogged
                    for extra, board in kept:
                        arriving[now + cost + extra] |= driven & board
        if now + walk > budget:
            continue
        if now > wading_until and not onward & fenced:  # all steps are alike, as in `Grid.grow`
            before = onward >> 1
            after = onward << 1
            entered = (before | after | (onward | before) << stride | (onward | after) >> stride) & free
        else:
            # Shifts are the dear part: gather what leaves in each direction first and shift it once.
            out0, out1, out2 = onward & plain0, onward & plain1, onward & plain2
            out3, out4, out5 = onward & plain3, onward & plain4, onward & plain5
            for cost, touching, sides, queue in fording:
                if wading := onward & touching:
                    queue[now + cost] |= wading
                    if now + cost > wading_until:
                        wading_until = now + cost
                if crossing := queue[now]:
                    side0, side1, side2, side3, side4, side5 = sides
                    out0 |= crossing & side0
                    out1 |= crossing & side1
                    out2 |= crossing & side2
                    out3 |= crossing & side3
                    out4 |= crossing & side4
                    out5 |= crossing & side5
            entered = (
                out0 >> first | out1 << second | out2 << third | out3 << first | out4 >> second | out5 >> third
            ) & free
        if entered:
            if entered & unpriced:
                raise _no_entry_cost(grid, entered & unpriced)
            for cost, board in entry:
                if some := entered & board:
                    arriving[now + cost] |= some


@lru_cache(maxsize=256)
def _roads_off(grid: Grid, going: Going, clogged: Bitboard) -> Going:
    """The same without the roads into these hexes: one goes there as across country."""
    into = grid.towards(grid.board & ~clogged)
    return replace(going, roads=tuple((name, cost, both_sides(sides, into)) for name, cost, sides in going.roads))


class NoEntryCost(ValueError):
    """Hexes that may be entered and cost nothing: terrain was forgotten."""


def _no_entry_cost(grid: Grid, hexes: Bitboard) -> NoEntryCost:
    names = " ".join(grid.list_names(hexes))
    return NoEntryCost(f"no entry cost for {names}: a hex that can be entered off road costs at least 1")


def total(buckets: list[Bitboard]) -> Bitboard:
    """All hexes of a reach, whatever they cost."""
    union = 0
    for board in buckets:
        union |= board
    return union


def by_hex(buckets: list[Bitboard], beyond: int, size: int) -> list[int]:
    """The costs of a reach by hex index, `beyond` where it does not come; none of them is more than 255.

    >>> by_hex([0b001, 0b100], 9, 4)
    [0, 9, 1, 9]
    """
    # Whole boards again: one for each binary digit of the costs, and its bits spread out to bytes.
    digits = [0] * 8
    for cost, board in enumerate([*buckets, (1 << size) - 1 & ~total(buckets)]):
        if board:
            cost = cost if cost < len(buckets) else beyond
            for digit in BITS_OF_BYTE[cost]:
                digits[digit] |= board
    ones = int.from_bytes(b"\x01" * size, "big")
    costs = 0
    for digit, board in enumerate(digits):
        costs |= (int.from_bytes(format(board, f"0{size}b").encode(), "big") & ones) << digit
    return list(costs.to_bytes(size, "little"))


def cost_at(buckets: list[Bitboard], hex: int) -> int | None:
    """The cheapest cost of a hex in a reach, or None if it is out of reach."""
    for cost, board in enumerate(buckets):
        if board >> hex & 1:
            return cost
    return None


def step_costs(grid: Grid, going: Going, a: int, b: int) -> list[tuple[str, int]] | None:
    """The named price of a step between neighbours, as [("clear", 1), ("minor river", 1)]; None if barred."""
    d = grid.direction(a, b)
    if not (going.open[d] >> a & 1 and going.free >> b & 1):
        return None
    if any(sides[d] >> a & 1 and zone >> a & 1 and zone >> b & 1 for sides, zone in going.barred_within):
        return None
    entry = [(name, cost) for name, cost, board in going.entry if board >> b & 1]
    crossing = [(name, cost) for name, cost, sides in going.crossing if sides[d] >> a & 1]
    leaving = [(name, cost) for name, cost, board in going.leaving if board >> a & 1]
    roads = [(name, cost) for name, cost, sides in going.roads if sides[d] >> a & 1]
    if roads:
        road = min(roads, key=lambda priced: priced[1])
        return [road, *(priced for priced in entry if priced[0] in going.road_keeps), *leaving]
    if not sum(cost for _, cost in entry):
        raise _no_entry_cost(grid, 1 << b)
    return [*entry, *crossing, *leaving]


def step_price(grid: Grid, going: Going, a: int, b: int) -> int | None:
    """What `step_costs` add up to: where nobody asks what a step is paid for, this is quicker."""
    waves = _waves(grid, going)
    if not waves.free >> b & 1:
        return None
    d = grid.direction(a, b)
    plain, across, roads, _ = waves.ways
    price = _priced(waves.leaving, a)
    for cost, _, sides in roads:
        if sides[d] >> a & 1:
            return price + cost + _priced(waves.kept, b)
    if not plain[d] >> a & 1:
        for cost, _, sides in across:
            if sides[d] >> a & 1:
                price += cost
                break
        else:
            return None
    if waves.unpriced >> b & 1:
        raise _no_entry_cost(grid, 1 << b)
    return price + _priced(waves.entry, b)


def _priced(classes: list[tuple[int, Bitboard]], hex: int) -> int:
    """The cost of the class that a hex is in; nothing where it is in none."""
    for cost, board in classes:
        if board >> hex & 1:
            return cost
    return 0


def straight_cost(grid: Grid, going: Going, start: int, target: int, stop: Bitboard = 0) -> int | None:
    """What the cheapest way costs that never turns aside, with as few hexes as the distance; None if all are barred."""
    costs = {start: 0}
    for distance in range(grid.distance(start, target) - 1, -1, -1):
        nearer: dict[int, int] = {}
        for hex, spent in costs.items():
            if hex != start and stop >> hex & 1:
                continue
            for beside in bits(grid.around[hex]):
                price = step_price(grid, going, hex, beside) if grid.distance(beside, target) == distance else None
                if price is not None:
                    cost = spent + price
                    nearer[beside] = min(cost, nearer.get(beside, cost))
        costs = nearer
    return costs.get(target)


def path(
    grid: Grid,
    going: Going,
    buckets: list[Bitboard],
    target: int,
    stop: Bitboard = 0,
    seeds: Sequence[Bitboard] = (),
) -> list[int]:
    """A cheapest path from the start of a reach to one of its hexes, both included; always the same one.

    Give it the `stop` and the `seeds` that the reach was given. The `step_costs` along the path, and what its first hex
    cost as a seed, add up to the target's cost.
    """
    cost = cost_at(buckets, target)
    if cost is None:
        raise ValueError(f"{grid.name(target)} is out of reach")
    way = [target]
    while cost and not (cost < len(seeds) and seeds[cost] >> way[-1] & 1):
        before, cost = _came_from(grid, going, buckets, way[-1], cost, stop)
        way.append(before)
    return way[::-1]


def _came_from(
    grid: Grid, going: Going, buckets: list[Bitboard], hex: int, cost: int, stop: Bitboard
) -> tuple[int, int]:
    """A neighbour from which the hex is entered at its cheapest, and that neighbour's own cost."""
    around = grid.around[hex]
    for spent in range(cost - 1, -1, -1):
        for before in bits(buckets[spent] & around & ~(stop if spent else 0)):
            price = step_price(grid, going, before, hex)
            if price is not None and spent + price == cost:
                return before, spent
    raise ValueError(f"{grid.name(hex)}: these costs come from another going or another stop")
