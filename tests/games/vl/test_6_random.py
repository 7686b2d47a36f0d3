"""Chapter 6 of Velikiye Luki in fights nobody thought of: random fronts, played out by chance, held against the rules.

Every retreat is compared with a slow twin of its priorities, every log with what the result allowed.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from grognard.core.ask import TARGET_BITS, code, random_answer
from grognard.core.play import Play
from grognard.core.state import Event
from grognard.games.vl import GAME, verbs
from grognard.games.vl.battle import Battle
from grognard.games.vl.combat import DeclareAttack, battle_of
from grognard.games.vl.results import duties
from grognard.games.vl.retreat import RetreatOrder, RetreatStack
from grognard.games.vl.state import VlState
from grognard.hex.grid import mask
from grognard.testing import rule
from tests.games.vl._help import hex_name, hex_names, number, position, state_of, unit_names, where
from tests.games.vl._plain import MAP, Table, other

SIDES = ("soviet", "german")
LOSSES = ("event.step_lost", "event.becomes_cadre", "event.eliminated")
COUNTERS = GAME.counters
DIVISIONS = unit_names(COUNTERS.divisions)
SEEDS = 30
"""Fronts to a test."""


# ---- fronts by chance


def stack_of(side: str, pool: list[str], rng: Random) -> list[str]:
    """Some counters that may share a hex."""
    if side == "soviet":
        divisions = [unit for unit in pool if unit in DIVISIONS]
        others = [unit for unit in pool if unit not in DIVISIONS and COUNTERS.size[number(unit)] in ("X", "III")]
        units = divisions[:1] + others[:1] if divisions and rng.random() < 0.6 else others[: rng.randint(1, 3)]
    else:
        units = [unit for unit in pool if COUNTERS.size[number(unit)] != "I"][: rng.randint(1, 3)]
        units += [unit for unit in pool if COUNTERS.size[number(unit)] == "I"][: rng.randrange(2)]
    for unit in units:
        pool.remove(unit)
    return units


def front(rng: Random) -> dict[str, Any]:
    """Words for `position`: both sides mixed up round some place, with HQs, launchers and the garrison."""
    grid = GAME.ground.grid
    favourites = [place.hex for place in GAME.map.places] + [grid.index("1109"), grid.index("1009"), grid.index("1211")]
    edge = [hex for hex in range(len(grid.around)) if GAME.ground.edge >> hex & 1]
    land = [hex for hex in range(len(grid.around)) if GAME.ground.land >> hex & 1]
    centre = rng.choice(rng.choice((favourites, edge, land)))
    pools = {
        side: [
            unit
            for unit in unit_names(COUNTERS.combat & ~COUNTERS.cadres)
            if COUNTERS.side[number(unit)] == SIDES.index(side)
        ]
        for side in SIDES
    }
    for pool in pools.values():
        pool.sort()
        rng.shuffle(pool)
    festungs = {part: rng.choice((0, 3)) for part in ("west", "east")}
    closed = hex_names(GAME.ground.city)
    weights = [rng.random() for _ in SIDES]
    place: dict[str, str] = {}
    held: dict[str, str] = {}
    for hex in sorted(hex_names(grid.disc(centre, rng.choice((1, 2, 2, 3))) & GAME.ground.land)):
        if hex in closed or rng.random() < 0.35:
            continue
        side = rng.choices(SIDES, weights)[0]
        units = stack_of(side, pools[side], rng)
        held[hex] = side
        for unit in units:
            words = [hex]
            steps = COUNTERS.steps[number(unit)]
            if steps > 1 and rng.random() < 0.5:
                words.append("cadre" if unit in DIVISIONS and rng.random() < 0.4 else "reduced")
            words += rng.choice(([], [], [], ["isolated"], ["unsupplied"]))
            place[unit] = " ".join(words)
    for unit in sorted(unit_names(COUNTERS.hqs | COUNTERS.launchers)):
        side = SIDES[COUNTERS.side[number(unit)]]
        mine = sorted(hex for hex in held if held[hex] == side)
        lonely = sorted(hex_names(grid.disc(centre, 2) & GAME.ground.land) - set(held) - closed)
        if mine and rng.random() < 0.4 and COUNTERS.hqs >> number(unit) & 1:
            place[unit] = rng.choice(mine)
        elif lonely and rng.random() < 0.25:
            place[unit] = rng.choice(lonely)
            held[place[unit]] = side
    return {
        "step": "combat", "turn": rng.randint(2, 10), "active": rng.choice(SIDES), "place": place,
        "festungs": festungs, "ring": rng.randrange(2), "weather": "clear",
        "dice": [rng.choice((5, 6)), 1, rng.choice((4, 5, 6))] * 12 if rng.random() < 0.4 else [],
    }  # fmt: skip


# ---- the twin of the priorities


def spot(hex: str) -> tuple[int, int]:
    """A hex in skewed coordinates, where distances are easy."""
    column, row = int(hex[:2]), int(hex[2:])
    return column, row - (column + 1) // 2


def distance(a: str, b: str) -> int:
    (x, y), (u, v) = spot(a), spot(b)
    dx, dy = u - x, v - y
    return max(abs(dx), abs(dy), abs(dx + dy))


def twin(state: VlState, side: str, hex: str, visited: set[str], force: set[str]) -> set[str]:
    """6.5.1a and 6.5.1b once more: the hexes that come first, none where there is no way out."""
    table = Table.of(cast(Play, SimpleNamespace(state=state)))
    enemy = other(side)
    open_ = [one for one in MAP.beside[hex] if one not in table.held(enemy) and one not in visited | {hex}]
    zoc = table.zoc(enemy)
    covered = {one.hex for one in table.pieces if one.side == side and one.id not in force}
    best = [one for one in open_ if one not in zoc or one in covered] or open_
    edge = MAP.areas["west_edge" if side == "german" else "east_edge"]

    def home(one: str) -> int:
        return min(distance(one, other_hex) for other_hex in edge)

    best = [one for one in best if home(one) <= home(hex)] or best
    away = {one: min((distance(one, theirs) for theirs in table.held(enemy)), default=0) for one in best}
    return {one for one in best if away[one] == max(away.values())}


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Every retreat that is worked out is compared with the twin; how many there were."""
    seen: Counter[str] = Counter()
    quick = RetreatStack.targets

    def targets(self: RetreatStack, state: VlState) -> int:
        found = quick(self, state)
        names = unit_names(self.units & COUNTERS.combat)
        visited = {hex_name(hex) for unit in names for hex in state.trails.get(number(unit), ())}
        here = hex_name(state.hex_of[number(min(names))])
        waiting = [step.units for step in state.stack if isinstance(step, RetreatStack | RetreatOrder)]
        leaving = unit_names(mask(state.trails)).union(*map(unit_names, waiting))
        expected = twin(state, SIDES[self.player], here, visited, leaving)
        assert hex_names(found) == expected
        seen["retreats"] += 1
        seen["no way out"] += not expected
        return found

    monkeypatch.setattr(RetreatStack, "targets", targets)
    return seen


# ---- what a log may hold


class Story:
    """One combat as the log tells it."""

    def __init__(self, before: VlState, battle: Battle, events: list[Event], after: Play) -> None:
        self.before, self.battle, self.after = before, battle, after
        self.events = [(event.message.key, event.message.rule, dict(event.message.args)) for event in events]
        self.forces = [unit_names(battle.force(side)) for side in (0, 1)]
        self.origin = {unit: hex_name(before.hex_of[number(unit)]) for force in self.forces for unit in force}
        told = [facts for key, _, facts in self.events if key == "event.combat"]
        self.result = told[0]["result"] if told else "-/-"

    def losses(self, side: int, *rules: str) -> int:
        """Steps and units that a side's force lost by these clauses."""
        return sum(
            key in LOSSES and rule in rules and facts["unit"] in self.forces[side] for key, rule, facts in self.events
        )

    def trail(self, unit: str) -> list[str]:
        hexes = [facts["hex"] for key, _, facts in self.events if key == "event.retreats" and unit in facts["units"]]
        return [self.origin[unit], *hexes]

    def stood(self, unit: str) -> bool:
        """Whether its stack turned the compulsory retreat into a step."""
        return any(key == "event.stands" and facts["hex"] == self.origin[unit] for key, _, facts in self.events)

    def way(self, unit: str) -> list[str]:
        return [facts["hex"] for key, _, facts in self.events if key == "event.advances" and facts["unit"] == unit]

    def fate(self, unit: str) -> str:
        rules = [rule for key, rule, facts in self.events if key == "event.eliminated" and facts["unit"] == unit]
        return rules[0] if rules else "away" if where(self.after, unit) == "away" else "lives"

    def voluntary(self, side: int) -> int:
        """The hexes a force went of its own."""
        must = duties(self.result)[side != self.battle.attacker].retreat
        gone = [len(self.trail(unit)) - 1 - (must and not self.stood(unit)) for unit in self.forces[side]]
        return max(max(gone, default=0), 0)

    def check(self) -> None:
        for side in (0, 1):
            self.check_duty(side)
        self.check_order()
        self.check_advance()

    def check_duty(self, side: int) -> None:
        duty = duties(self.result)[side != self.battle.attacker]
        filled = self.losses(side, "6.4b", "6.4c") + self.voluntary(side)
        stacks = len({self.origin[unit] for unit in self.forces[side]})
        fates = [self.fate(unit) for unit in self.forces[side]]
        assert filled <= duty.requirements
        if any(fate in ("lives", "5.1b") for fate in fates):
            assert filled == duty.requirements, "nobody is let off"
        assert self.losses(side, "6.4i", "6.4j") <= stacks * duty.retreat
        hops = [
            facts
            for key, _, facts in self.events
            if key == "event.retreats" and set(facts["units"]) & self.forces[side]
        ]
        assert self.losses(side, "4.3b") <= len(hops), "one step for a stack and a hex"
        grace = self.losses(side, "6.5.1f")
        known = ("6.4b", "6.4c", "6.4i", "6.4j", "4.3b", "6.5.1f", "6.5.1e", "5.1b")
        total = sum(key in LOSSES and facts["unit"] in self.forces[side] for key, _, facts in self.events)
        assert total == self.losses(side, *known), "and no other clause takes anything"
        steps = sum(self.before.steps[number(unit)] - steps_now(self.after, unit) for unit in self.forces[side])
        paid = duty.requirements + stacks * duty.retreat + len(hops) + grace
        if not self.losses(side, "6.5.1e", "5.1b"):
            assert steps <= paid
        if duty.retreat:
            for unit in self.forces[side]:
                moved = len(self.trail(unit)) > 1 or self.stood(unit)
                shut_in = self.fate(unit) in ("6.5.1e", "away") or grace
                assert moved or shut_in, "R is obeyed"
        lengths = {len(self.trail(unit)) for unit in self.forces[side] if self.fate(unit) == "lives"}
        assert len(lengths) <= (2 if stacks > 1 and duty.retreat else 1), "all go equally far"

    def check_order(self) -> None:
        """6.4b the defender's part of the story ends before the attacker's begins."""
        owners = []
        for key, _, facts in self.events:
            if key in (*LOSSES, "event.retreats", "event.stands", "event.leaves_map", "event.against_festung"):
                unit = facts["unit"] if "unit" in facts else facts["units"][0]
                owners.append(COUNTERS.side[number(unit)])
        attacker = self.battle.attacker
        first = owners.index(attacker) if attacker in owners else len(owners)
        assert all(owner == attacker for owner in owners[first:])
        keys = [key for key, _, _ in self.events]
        if "event.advances" in keys:
            assert not {"event.retreats", *LOSSES} & set(keys[keys.index("event.advances") :])

    def check_advance(self) -> None:
        attacker, defender = self.battle.attacker, 1 - self.battle.attacker
        entered = {facts["unit"] for key, _, facts in self.events if key == "event.advances"}
        assert entered <= self.forces[attacker], "nobody else advances"
        if not entered:
            return
        assert not any(len(self.trail(unit)) > 1 for unit in self.forces[attacker]), "6.5.2f"
        trails = [self.trail(unit) for unit in self.forces[defender]] or [[hex_name(self.battle.hex)]]
        fates = [self.fate(unit) for unit in self.forces[defender]]
        left = 0
        if fates and all(fate not in ("lives", "away", "5.1b") for fate in fates):
            required = duties(self.result)[1].requirements
            left = required - self.losses(defender, "6.4b", "6.4c") - self.voluntary(defender)
        allowed = max(max(len(trail) - 1 for trail in trails) + left, 1)
        zoc = Table.of(self.after).zoc(SIDES[defender])
        steady = not state_of(self.after).festungs
        for unit in entered:
            way = self.way(unit)
            assert len(way) <= allowed and way[0] == hex_name(self.battle.hex)
            bit = 1 << number(unit)
            if not COUNTERS.armoured & bit:
                assert any(
                    way[: len(trail)] == trail[: len(way)] and (left or len(way) <= len(trail)) for trail in trails
                ), "6.5.2c"
            if COUNTERS.foot & ~COUNTERS.ski & bit and steady:
                assert sum(hex in zoc for hex in way[:-1]) < 2, "6.5.2d"


def steps_now(play: Play, unit: str) -> int:
    """Steps left; a cadre of the pool has one as long as it is on the map."""
    return state_of(play).steps[number(unit)]


# ---- playing


def next_answer(play: Play, rng: Random) -> int:
    """By chance, but attacks are made and not broken off."""
    state = state_of(play)
    offer = state.offer
    if verbs.ATTACK in offer:
        offer = {verbs.ATTACK: offer[verbs.ATTACK]}
    elif verbs.COMMIT in offer and (verbs.ADD not in offer or rng.random() < 0.3):
        return code(verbs.COMMIT)
    elif verbs.ADD_ALL in offer and rng.random() < 0.5:
        return code(verbs.ADD_ALL)
    elif verbs.ADD in offer:
        offer = {verbs.ADD: offer[verbs.ADD]}
    elif verbs.ASSAULT in offer:
        return code(verbs.END_COMBAT)
    return random_answer(offer, rng)


def fought_out(seed: int) -> list[Story]:
    """All combats of a phase on a random front."""
    rng = Random(seed)
    options = {"only_1_r3_is_bold": rng.random() < 0.2, "third_regiment_331": True}  # every counter may be there
    play = position(**front(rng), seed=seed, options=options)
    stories: list[Story] = []
    begun: tuple[VlState, Battle, int] | None = None
    for _ in range(600):
        state = state_of(play)
        answer = next_answer(play, rng)
        if answer >> TARGET_BITS == verbs.END_COMBAT:
            return stories
        if answer >> TARGET_BITS == verbs.COMMIT:
            declared = state.stack[-1]
            assert isinstance(declared, DeclareAttack)
            battle = battle_of(state, declared.player, declared.chosen, declared.hex)
            begun = state.clone(), battle, len(play.events)
        play.apply(state.deciders[0], answer)
        state = state_of(play)
        assert state.deciders and state.offer and all(state.offer.values()), "no dead end"
        assert GAME.invariants(state) == []
        if state.battle is None and begun is not None:
            story = Story(begun[0], begun[1], play.events[begun[2] :], play)
            story.check()
            stories.append(story)
            begun = None
    raise AssertionError("a phase without end")


@rule("vl", "6.4b", "6.5.1b", "6.5.1d", "6.5.1e", "6.5.2b", "6.5.2d", "6.5.2h")
@pytest.mark.parametrize("block", range(10))
def test_combats_by_chance(block: int, watched: Counter[str]) -> None:
    count = sum(len(fought_out(seed)) for seed in range(block * SEEDS, (block + 1) * SEEDS))
    assert count > SEEDS and watched["retreats"] > SEEDS
