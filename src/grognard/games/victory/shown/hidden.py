"""What a player cannot know, dealt anew: which enemy block stands where, and how strong it is (fog.1).

The deal starts from the truth and exchanges hidden blocks of an army two by two, on the map, in hand and in the pool,
as long as each could stand where the other one does and no hex gets fuller than it may be. So the places and all marks
that go with them stay, every position dealt is a sound one, and the truth is but one of those that may come out.
"""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random
from typing import Any

from grognard.core.step import Step, Together
from grognard.games.victory.board.markers import airfield_of, mulberry_of
from grognard.games.victory.board.stacking import aloft, class_now
from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.state import IN_HAND, LAST_PLACE, NONE, POOL, VictoryState
from grognard.hex.grid import bits

ONE = ("unit", "carrier")
MANY = ("units", "done")
"""Fields of steps that name a block, or a set of them."""
EXCHANGES = 4
"""How often each block on the map is tried for another place."""
GUESS = 0.2
"""The chance that a strength is taken for one more or less than it would be, once they are secret."""


def deal_hidden(state: VictoryState, player: int, rng: Random) -> None:
    side = state.game.side_of_player[player]
    for army in state.game.armies:
        if army.side != side:
            _Deal(state, army.number).run(rng)


def hidden_units(state: VictoryState, army: int) -> int:
    """An army's blocks that its enemies have not before their eyes."""
    units = state.game.blocks.of_army[army] & ~state.shown & ~state.game.blocks.factories
    if state.fight is not None:
        for unit in state.fight.units:
            units &= ~(1 << unit)
    return units


class _Deal:
    """One army's hidden blocks; a place is named by the block that truly is there."""

    def __init__(self, state: VictoryState, army: int) -> None:
        self.state = state
        self.side = state.game.side_of[army]
        self._fighting = {*state.battles} if state.fight is None else {*state.battles, state.fight.hex}
        self.places = bits(hidden_units(state, army))
        self.dealt = {place: place for place in self.places}
        """By place: the block that is dealt there."""
        own = bits(state.game.blocks.of_army[army] & ~state.game.blocks.factories)
        self.by_water = sum(1 << place for place in own if _came_by_water(state, place))
        """Places of blocks that came over the water into a battle: from a sea hex, or along the coast (6.7a)."""
        self.counts: dict[int, list[int]] = {}
        """By hex: the army's air, naval and ground blocks and its carriers."""
        for unit in own:
            if state.hex_of[unit] > LAST_PLACE:
                self._count(unit, unit, 1)

    def run(self, rng: Random) -> None:
        placed = [unit for unit in self.places if self.state.hex_of[unit] != POOL]
        for _ in range(EXCHANGES * len(placed)):
            self._try(rng.choice(placed), rng.choice(self.places))
        missing = self._missing(rng)
        _swap(self.state, self.dealt, self.by_water)
        self._strengths(missing, rng)
        self._berths()

    # ---- exchanging two blocks

    def _try(self, one: int, other: int) -> None:
        a, b = self.dealt[one], self.dealt[other]
        if self.state.game.blocks.kind[a] == self.state.game.blocks.kind[b]:
            self.dealt[one], self.dealt[other] = b, a
        elif self._could_be(a, other) and self._could_be(b, one):
            before = self._excess(one) + self._excess(other)
            self._change(one, a, b)
            self._change(other, b, a)
            if self._excess(one) + self._excess(other) > before:
                self._change(one, b, a)
                self._change(other, a, b)

    def _change(self, place: int, old: int, new: int) -> None:
        self._count(old, place, -1)
        self._count(new, place, 1)
        self.dealt[place] = new

    def _count(self, unit: int, place: int, by: int) -> None:
        hex = self.state.hex_of[place]
        if hex > LAST_PLACE:
            row = self.counts.setdefault(hex, [0, 0, 0, 0])
            row[self._class_at(unit, place)] += by
            row[3] += by * (self.state.game.blocks.carriers >> unit & 1)

    def _excess(self, place: int) -> int:
        """5.2a, 5.51a by how much a hex is too full."""
        state, hex = self.state, self.state.hex_of[place]
        if hex <= LAST_PLACE:
            return 0
        ground = state.game.ground
        air, naval, troops, carriers = self.counts[hex]
        base = self._base(hex)
        return (
            max(air - base - 2 * carriers, 0)
            + max(naval - ground.naval_stack[hex], 0)
            + max(troops - ground.stack[hex], 0)
        )

    def _base(self, hex: int) -> int:
        """Air units that the hex itself can hold, or that fight there."""
        stacking = self.state.game.tables.stacking
        if self.state.game.ground.settlements >> hex & 1 or hex in self.state.battles:
            return stacking.airbase
        return (0, stacking.minor_airfield, stacking.major_airfield)[airfield_of(self.state, self.side, hex)]

    # ---- what could stand where

    def _class_at(self, unit: int, place: int) -> int:
        """As what a block counts in a place: ground units in the water, or Marines off an open coast, are at sea."""
        state = self.state
        game = state.game
        class_ = game.blocks.class_of[unit]
        if class_ != GROUND:
            return class_
        hex, bit, ground = state.hex_of[place], 1 << unit, game.ground
        if ground.water >> hex & 1 or self.by_water >> place & 1:
            return NAVAL
        if state.flown[place]:
            return AIR
        return NAVAL if state.came[place] == NONE and _lies_off(state, bit, self.side, hex) else GROUND

    def _could_be(self, unit: int, place: int) -> bool:
        """Whether a block could be where another one is, as far as everybody can tell."""
        state = self.state
        game = state.game
        blocks, ground = game.blocks, game.ground
        bit, hex = 1 << unit, state.hex_of[place]
        row = game.kinds.rows[blocks.kind[unit]]
        class_ = blocks.class_of[unit]
        if hex == POOL:
            return True
        if blocks.resources & bit and not state.options["resources"]:
            return False
        if not row.random_pool and state.turn <= 1 and game.draws(state.options):
            return unit == place  # 10.1 never drawn, and nothing has been built yet
        if hex == IN_HAND:
            there = game.kinds.rows[blocks.kind[place]]
            return row.random_pool and class_ == blocks.class_of[place] and row.coastal_only == there.coastal_only
        if state.flown[place] and hex not in self._fighting:  # 9.5a it flew out to a bridge or canal
            return class_ == AIR and not row.one_shot and bool(game.kinds.fire[blocks.kind[unit]][GROUND])
        if state.flown[place]:  # it came through the air
            return class_ == AIR or bool((blocks.airborne | blocks.one_shot) & bit)
        if state.came[place] != NONE:  # it entered a battle by land, or by water
            by_water = self.by_water >> place & 1
            if by_water and class_ == GROUND:
                return bool(blocks.amphibious & bit) or bool(ground.water >> hex & 1)
            return class_ == (NAVAL if by_water else GROUND)
        if ground.water >> hex & 1:
            return True  # whether there is a carrier for it is counted
        if class_ == NAVAL:
            seen = blocks.submarines & bit and state.options["submarine_control"]
            return bool(ground.coastal >> hex & 1 | ground.canal >> hex & 1) and not seen
        return class_ == AIR or not row.coastal_only or bool(ground.coastal >> hex & 1)

    # ---- strengths, and what is aboard what

    def _missing(self, rng: Random) -> list[int]:
        """The steps that blocks in play lack, in any order: hits are seen, but not who has them."""
        state = self.state
        most = state.game.blocks.most
        found = [most[unit] - state.steps[unit] for unit in self.places if state.hex_of[unit] != POOL]
        rng.shuffle(found)
        return found

    def _strengths(self, missing: list[int], rng: Random) -> None:
        """10.1 drawn blocks begin at full strength; later, or where they were bought, nobody can be sure."""
        state = self.state
        secret = state.turn > 1 or not state.game.draws(state.options)
        most = state.game.blocks.most
        for unit in self.places:
            if state.hex_of[unit] == POOL:
                state.steps[unit] = 0
                continue
            lost = missing.pop()
            if secret and rng.random() < GUESS:
                lost += rng.choice((-1, 1))
            state.steps[unit] = min(max(most[unit] - lost, 1), most[unit])

    def _berths(self) -> None:
        """4.2.CV.a aircraft without room ashore are aboard carriers, with as many steps as these can hold."""
        state = self.state
        blocks = state.game.blocks
        mine = sum(1 << unit for unit in self.places) & ~state.pool
        for unit in bits(mine & blocks.air):
            state.aboard[unit] = NONE
        for carrier in bits(blocks.carriers & state.game.side_units[self.side] & ~state.pool):
            hex = state.hex_of[carrier]
            if hex <= LAST_PLACE:
                continue
            air = [unit for unit in bits(state.at[hex] & blocks.air & mine) if state.aboard[unit] == NONE]
            ashore = 0 if state.game.ground.water >> hex & 1 else self._base(hex)
            crew = [unit for unit in air if not state.flown[unit]][ashore:][:2]
            if not crew:
                continue
            if mine >> carrier & 1:
                state.steps[carrier] = max(state.steps[carrier], len(crew))
            room = state.steps[carrier]
            for number, unit in enumerate(crew):
                state.aboard[unit] = carrier
                state.steps[unit] = max(min(state.steps[unit], room - (len(crew) - 1 - number)), 1)
                room -= state.steps[unit]


# ---- putting the deal into a position


def _swap(state: VictoryState, deal: dict[int, int], by_water: int) -> None:
    """Give every place and its marks to the block that is dealt there."""
    for name in state.BY_UNIT:
        values = getattr(state, name)
        old = {unit: values[unit] for unit in deal}
        for unit, other in deal.items():
            values[other] = old[unit]
    for name in state.UNIT_SETS:
        setattr(state, name, _dealt(getattr(state, name), deal))
    state.aboard = [deal.get(carrier, carrier) if carrier != NONE else NONE for carrier in state.aboard]
    state.stack = [_dealt_step(step, deal) for step in state.stack]
    state.memo = None
    state.rebuild()
    for place, unit in deal.items():
        _float(state, unit, bool(by_water >> place & 1))
    if state.fight is not None:
        waiting = aloft(state, state.at.get(state.fight.hex, 0) & state.late)
        half = tuple(deal.get(unit, unit) for unit in state.fight.half)
        state.refight(aloft=_without(state.fight.aloft, deal) | waiting, half=half)


def _came_by_water(state: VictoryState, unit: int) -> bool:
    came = state.came[unit]
    return came != NONE and (class_now(state, unit) == NAVAL or bool(state.game.ground.water >> came & 1))


def _lies_off(state: VictoryState, bit: int, side: int, hex: int) -> bool:
    """6.71e whether a block that did not come to fight would be at sea off an open coast: Marines and amphibs are."""
    ground = state.game.ground
    open_coast = ground.coastal & ~ground.settlements
    return bool(open_coast >> hex & 1 and state.game.blocks.beachheads & bit) and not mulberry_of(state, side, hex)


def _float(state: VictoryState, unit: int, by_water: bool) -> None:
    """Who is at sea: ground units in the water, invaders, Marines and amphibs off open coasts."""
    bit = 1 << unit
    blocks, hex = state.game.blocks, state.hex_of[unit]
    state.afloat &= ~bit
    if not blocks.ground & bit or hex <= LAST_PLACE:
        return
    fights_ashore = state.flown[unit] or state.came[unit] != NONE
    off_coast = not fights_ashore and _lies_off(state, bit, state.game.side_of[blocks.army[unit]], hex)
    if state.game.ground.water >> hex & 1 or by_water or off_coast:
        state.afloat |= bit


def _without(units: int, deal: dict[int, int]) -> int:
    for unit in deal:
        units &= ~(1 << unit)
    return units


def _dealt(units: int, deal: dict[int, int]) -> int:
    found = _without(units, deal)
    for unit, other in deal.items():
        if units >> unit & 1:
            found |= 1 << other
    return found


def _dealt_step(step: Step[Any], deal: dict[int, int]) -> Step[Any]:
    if isinstance(step, Together):
        return step
    changes: dict[str, Any] = {}
    for field in fields(step):  # type: ignore[arg-type]  # every step is a dataclass
        value = getattr(step, field.name)
        if field.name in ONE and isinstance(value, int) and value in deal:
            changes[field.name] = deal[value]
        elif field.name in MANY and isinstance(value, int) and not _whole_army(step):
            changes[field.name] = _dealt(value, deal)
    return replace(step, **changes) if changes else step  # type: ignore[type-var]  # as above


def _whole_army(step: Step[Any]) -> bool:
    """A commander's arm stays what it is, whichever blocks are where."""
    return hasattr(step, "army") and hasattr(step, "units")
