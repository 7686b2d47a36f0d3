"""What a player cannot know, dealt anew: which enemy block stands where, and how strong it is (fog.1).

The deal starts from the truth and exchanges hidden blocks of an army two by two, on the map, in hand and in the pool,
as long as each could stand where the other one does and no hex gets fuller than it may be. So the places and all marks
that go with them stay, every position dealt is a sound one, and the truth is but one of those that may come out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from grognard.core.step import Step, Together
from grognard.games.victory.board.markers import airfield_of, mulberry_of
from grognard.games.victory.board.stacking import aloft, class_now
from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.state import IN_HAND, LAST_PLACE, NONE, POOL, VictoryState
from grognard.games.victory.tables import VictoryTables
from grognard.hex.grid import bits, mask

ONE = ("unit", "carrier")
MANY = ("units", "done")
"""Fields of steps that name a block, or a set of them."""
EXCHANGES = 6
"""How often each block on the map is tried for another place: with fewer many stay where they truly are."""
GUESS = 0.2
"""The chance that a strength is taken for one more or less than it would be, once they are secret."""


def deal_hidden(state: VictoryState, player: int, rng: Random) -> None:
    for army in unknown_to(state, player):
        Deal(state, army).run(rng)
    state.memo = None  # it was worked out from the truth


def unknown_to(state: VictoryState, player: int) -> list[int]:
    """The armies whose blocks a player does not see."""
    known = state.confidants(state.game.army_of_player[player])
    return [army.number for army in state.game.armies if army.number not in known]


def hidden_units(state: VictoryState, army: int) -> int:
    """An army's blocks that its enemies have not before their eyes."""
    units = state.game.blocks.of_army[army] & ~state.shown & ~state.game.blocks.factories
    if state.fight is not None:
        for unit in state.fight.units:
            units &= ~(1 << unit)
    return units


class _Faces(NamedTuple):
    """The blocks of a set-up by what tells them apart in a deal."""

    sort: bytes
    """By block: its class, or BEACH for Marines and amphibs."""
    carries: bytes
    """By block: 1 for a carrier."""
    counts: bytes
    """By block: one number for both: blocks with the same fill a hex alike."""
    drawn: int
    """Blocks that can be drawn (10.1)."""
    coast: int
    """Blocks that keep to the coast."""
    wreckers: int
    """Air units that can fire at a bridge or canal (9.5a)."""
    landbound: int
    """Air units that no carrier takes (4.2.CV.a)."""


ROOM = 3
"""In a crowd: where the room for the three classes stands, behind their numbers."""
BEACH = 3
"""The sort of ground units that lie off open coasts (6.71e), beside the three classes."""


@lru_cache(maxsize=64)
def _faces(game: VictoryTables) -> _Faces:
    blocks, kinds = game.blocks, game.kinds
    sort = bytes(BEACH if blocks.beachheads >> unit & 1 else one for unit, one in enumerate(blocks.class_of))
    carries = bytes(blocks.carriers >> unit & 1 for unit in range(len(blocks)))
    rows = [kinds.rows[kind] for kind in blocks.kind]
    return _Faces(
        sort,
        carries,
        counts=bytes(2 * one + carrier for one, carrier in zip(sort, carries, strict=True)),
        drawn=mask(unit for unit, row in enumerate(rows) if row.random_pool),
        coast=mask(unit for unit, row in enumerate(rows) if row.coastal_only),
        wreckers=mask(unit for unit in bits(blocks.air & ~blocks.one_shot) if kinds.fire[blocks.kind[unit]][GROUND]),
        landbound=mask(unit for unit in bits(blocks.air) if rows[unit].carrier_use == "none"),
    )


class Deal:
    """One army's hidden blocks; a place is named by the block that truly is there."""

    def __init__(self, state: VictoryState, army: int) -> None:
        self.state = state
        self.side = state.game.side_of[army]
        self.faces = _faces(state.game)
        self._fighting = {*state.battles} if state.fight is None else {*state.battles, state.fight.hex}
        self.hidden = hidden_units(state, army)
        self.places = bits(self.hidden)
        self.dealt = {place: place for place in self.places}
        """By place: the block that is dealt there."""
        in_play = bits(state.game.blocks.holding[army] & ~state.pool & ~state.hand)
        came = [place for place in in_play if state.came[place] != NONE]
        self.by_water = mask([place for place in came if _came_by_water(state, place)])
        """Places of blocks that came over the water into a battle: from a sea hex, or along the coast (6.7a)."""
        self.classes = self._all_classes(in_play)
        """By place on the map and sort of block: as what it counts there."""
        crowds: dict[int, list[int]] = {}
        self.crowds: dict[int, list[int]] = {}
        """By place on the map: the army's air, naval and ground blocks in that hex, and how many of each class may be
        there; 4.2.CV.a a carrier makes room for two air units."""
        for unit, classes in self.classes.items():
            hex = state.hex_of[unit]
            crowd = crowds.get(hex)
            if crowd is None:
                ground = state.game.ground
                crowd = crowds[hex] = [0, 0, 0, self._base(hex), ground.naval_stack[hex], ground.stack[hex]]
            self.crowds[unit] = crowd
            crowd[classes[self.faces.sort[unit]]] += 1
            crowd[ROOM] += 2 * self.faces.carries[unit]

    def run(self, rng: Random) -> None:
        self._exchange(rng)
        missing = self._missing(rng)
        _swap(self.state, self.dealt, self.hidden)
        self._float()
        self._strengths(missing, rng)
        self._berths()

    # ---- exchanging two blocks

    def _exchange(self, rng: Random) -> None:
        """Try every block on the map or in hand several times for another place, with whoever is there."""
        dealt, places, kind = self.dealt, self.places, self.state.game.blocks.kind
        counts = self.faces.counts
        placed = [unit for unit in places if self.state.hex_of[unit] != POOL]
        fits = {place: _by_number(units, len(kind)) for place, units in self._all_fitting().items()}
        number = len(places)
        random = rng.random
        for one in placed * EXCHANGES:
            other = places[int(random() * number)]
            a, b = dealt[one], dealt[other]
            if kind[a] != kind[b]:
                if not (fits[other][a] and fits[one][b]):
                    continue
                if counts[a] != counts[b] and not self._has_room(one, other, a, b):
                    continue
            dealt[one], dealt[other] = b, a

    def _has_room(self, one: int, other: int, a: int, b: int) -> bool:
        """Whether two blocks may change places without a hex getting too full; then they are counted there."""
        here, there = self.crowds.get(one), self.crowds.get(other)
        sort, carries = self.faces.sort, self.faces.carries
        if here is there or carries[a] != carries[b]:
            return self._has_room_together(one, other, a, b)
        excess = 0
        if here is not None:
            classes = self.classes[one]
            left, filled = classes[sort[a]], classes[sort[b]]
            if left == filled:
                here = None
            else:
                excess = (here[filled] >= here[ROOM + filled]) - (here[left] > here[ROOM + left])
        if there is not None:
            classes = self.classes[other]
            vacated, taken = classes[sort[b]], classes[sort[a]]
            if vacated == taken:
                there = None
            else:
                excess += (there[taken] >= there[ROOM + taken]) - (there[vacated] > there[ROOM + vacated])
        if excess > 0:
            return False
        if here is not None:
            here[left] -= 1
            here[filled] += 1
        if there is not None:
            there[vacated] -= 1
            there[taken] += 1
        return True

    def _has_room_together(self, one: int, other: int, a: int, b: int) -> bool:
        """The same in one hex, or with a carrier among them: what one changes counts for the other."""
        if self._change(one, a, b) + self._change(other, b, a) <= 0:
            return True
        self._change(one, b, a)
        self._change(other, a, b)
        return False

    def _change(self, place: int, old: int, new: int) -> int:
        """Count one block for another; by how much the hex gets too full."""
        classes = self.classes.get(place)
        if classes is None:
            return 0
        sort, carries, crowd = self.faces.sort, self.faces.carries, self.crowds[place]
        before, after = classes[sort[old]], classes[sort[new]]
        excess = _excess(crowd)
        crowd[before] -= 1
        crowd[after] += 1
        crowd[ROOM] += 2 * (carries[new] - carries[old])
        return _excess(crowd) - excess

    def _base(self, hex: int) -> int:
        """Air units that the hex itself can hold, or that fight there."""
        stacking = self.state.game.tables.stacking
        if self.state.game.ground.settlements >> hex & 1 or hex in self.state.battles:
            return stacking.airbase
        return (0, stacking.minor_airfield, stacking.major_airfield)[airfield_of(self.state, self.side, hex)]

    # ---- what could stand where

    def _all_classes(self, places: Iterable[int]) -> dict[int, tuple[int, int, int, int]]:
        """By place: its classes; in most they follow from the hex alone."""
        state, found = self.state, dict[int, tuple[int, int, int, int]]()
        by_hex: dict[int, tuple[int, int, int, int]] = {}
        for place in places:
            if state.flown[place] or state.came[place] != NONE or state.beach >> place & 1:
                found[place] = self._classes_at(place)
                continue
            hex = state.hex_of[place]
            if hex not in by_hex:
                by_hex[hex] = self._classes_at(place)
            found[place] = by_hex[hex]
        return found

    def _classes_at(self, place: int) -> tuple[int, int, int, int]:
        """By sort, as what a block counts there: troops in the water, or Marines off an open coast, are at sea."""
        state = self.state
        hex = state.hex_of[place]
        if state.game.ground.water >> hex & 1 or self.by_water >> place & 1:
            return AIR, NAVAL, NAVAL, NAVAL
        if state.flown[place]:
            return AIR, NAVAL, AIR, AIR
        landed = state.came[place] != NONE or state.beach >> place & 1
        off_coast = not landed and _lies_off(state, self.side, hex)
        return AIR, NAVAL, GROUND, NAVAL if off_coast else GROUND

    def _all_fitting(self) -> dict[int, int]:
        """By place: the blocks that could be there; in most it follows from the hex alone."""
        state, hex_of, found = self.state, self.state.hex_of, dict[int, int]()
        by_hex: dict[int, int] = {}
        alike = not (state.turn <= 1 and state.game.draws(state.options))
        for place in self.places:
            hex = hex_of[place]
            if hex == POOL:
                found[place] = -1
            elif alike and hex > LAST_PLACE and not state.flown[place] and state.came[place] == NONE:
                if hex not in by_hex:
                    by_hex[hex] = self._fitting(place)
                found[place] = by_hex[hex]
            else:
                found[place] = self._fitting(place)
        return found

    def _fitting(self, place: int) -> int:
        """The blocks that could be where one is, as far as everybody can tell."""
        state = self.state
        blocks, drawn = state.game.blocks, self.faces.drawn
        found = self._fitting_by_face(place)
        if state.turn <= 1 and state.game.draws(state.options):  # 10.1 never drawn, and nothing has been built yet
            found = found & drawn | 1 << place & ~drawn
        return found if state.options["resources"] else found & ~blocks.resources

    def _fitting_by_face(self, place: int) -> int:
        state, faces = self.state, self.faces
        blocks, ground = state.game.blocks, state.game.ground
        hex = state.hex_of[place]
        if hex == IN_HAND:
            class_ = (blocks.air, blocks.naval, blocks.ground)[blocks.class_of[place]]
            return class_ & faces.drawn & (faces.coast if faces.coast >> place & 1 else ~faces.coast)
        if state.flown[place]:  # it came through the air, or 9.5a flew out to a bridge or canal
            return blocks.air | blocks.airborne | blocks.one_shot if hex in self._fighting else faces.wreckers
        water, coastal = ground.water >> hex & 1, ground.coastal >> hex & 1
        if state.came[place] != NONE:  # it entered a battle by land, or by water
            if not self.by_water >> place & 1:
                return blocks.ground
            return blocks.naval | (blocks.ground if water else blocks.ground & blocks.amphibious)
        carried = blocks.air & ~faces.landbound  # whether there is a carrier for it is counted
        if water:
            return carried | ~blocks.air
        found = blocks.air if self._base(hex) else carried
        found |= blocks.ground if coastal else blocks.ground & ~faces.coast
        if coastal or ground.canal >> hex & 1:
            found |= blocks.naval & ~blocks.submarines if state.options["submarine_control"] else blocks.naval
        return found

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

    def _float(self) -> None:
        """Who is at sea: ground units in the water, invaders, Marines and amphibs off open coasts."""
        state, sort, dealt = self.state, self.faces.sort, self.dealt
        at_sea = 0
        for place, classes in self.classes.items():
            if place in dealt and classes[sort[dealt[place]]] == NAVAL != sort[dealt[place]]:
                at_sea |= 1 << dealt[place]
        state.afloat = state.afloat & ~self.hidden | at_sea

    def _berths(self) -> None:
        """4.2.CV.a aircraft without room ashore are aboard carriers, with as many steps as these can hold."""
        state = self.state
        blocks = state.game.blocks
        mine = self.hidden & ~state.pool
        for unit in self.places:
            state.aboard[unit] = NONE
        for carrier in bits(blocks.carriers & state.game.side_units[self.side] & ~state.pool):
            hex = state.hex_of[carrier]
            if hex <= LAST_PLACE:
                continue
            here = state.at[hex] & blocks.air & mine
            landed = [unit for unit in bits(here) if state.aboard[unit] == NONE and not state.flown[unit]]
            landed.sort(key=lambda unit: not self.faces.landbound >> unit & 1)  # those have the base
            ashore = 0 if state.game.ground.water >> hex & 1 else self._base(hex)
            crew = [unit for unit in landed[ashore:] if not self.faces.landbound >> unit & 1][:2]
            if not crew:
                continue
            if mine >> carrier & 1:
                state.steps[carrier] = max(state.steps[carrier], len(crew))
            room = state.steps[carrier]
            for number, unit in enumerate(crew):
                state.aboard[unit] = carrier
                state.steps[unit] = max(min(state.steps[unit], room - (len(crew) - 1 - number)), 1)
                room -= state.steps[unit]


@lru_cache(maxsize=1024)
def _by_number(units: int, count: int) -> bytes:
    """By block: 1 for those in a set, which is read quicker than the set; places of a kind have the same."""
    return bytes(units >> unit & 1 for unit in range(count))


def _excess(crowd: list[int]) -> int:
    """5.2a, 5.51a by how much a hex is too full."""
    air, naval, troops, bases, ships, stack = crowd
    flying, afloat, ashore = air - bases, naval - ships, troops - stack
    return (flying if flying > 0 else 0) + (afloat if afloat > 0 else 0) + (ashore if ashore > 0 else 0)


# ---- putting the deal into a position


def _swap(state: VictoryState, dealt: dict[int, int], places: int) -> None:
    """Give every place and its marks to the block that is dealt there. The hexes that an army holds stay the same."""
    deal = {place: unit for place, unit in dealt.items() if place != unit}
    moved = mask(deal)
    for name in state.BY_UNIT:
        values = getattr(state, name)
        if values.count(values[0]) == len(values):
            continue  # all alike, as in most positions where nobody flies or fights
        old = [values[place] for place in deal]
        for unit, value in zip(deal.values(), old, strict=True):
            values[unit] = value
    for name in state.UNIT_SETS:
        units = getattr(state, name)
        if units & moved:
            setattr(state, name, _dealt(units, deal, moved))
    swap_in_steps(state, deal, moved)
    newcomers = {POOL: 0, IN_HAND: 0}
    for unit in deal:
        hex = state.hex_of[unit]
        newcomers[hex] = newcomers.get(hex, 0) | 1 << unit
    rest = ~moved
    state.pool = state.pool & rest | newcomers.pop(POOL)
    state.hand = state.hand & rest | newcomers.pop(IN_HAND)
    for hex, units in newcomers.items():
        state.at[hex] = state.at[hex] & rest | units
    swap_in_fight(state, places, deal)


def swap_in_steps(state: VictoryState, deal: dict[int, int], moved: int) -> None:
    """Aircraft stay with the ship in its place, and questions are about the block that is dealt where theirs was."""
    if moved & state.game.blocks.carriers:
        aboard = state.aboard
        for unit in bits(state.game.blocks.air):
            if aboard[unit] in deal:
                aboard[unit] = deal[aboard[unit]]
    state.stack = [_dealt_step(step, deal, moved) for step in state.stack]


def swap_in_fight(state: VictoryState, places: int, deal: dict[int, int]) -> None:
    """The same for what is known of the battle."""
    fight = state.fight
    if fight is not None:
        waiting = fight.aloft & ~places | aloft(state, state.at.get(fight.hex, 0) & state.late)
        half = tuple(deal.get(unit, unit) for unit in fight.half)
        if waiting != fight.aloft or half != fight.half:
            state.refight(aloft=waiting, half=half)


def _came_by_water(state: VictoryState, unit: int) -> bool:
    came = state.came[unit]
    return came != NONE and (class_now(state, unit) == NAVAL or bool(state.game.ground.water >> came & 1))


def _lies_off(state: VictoryState, side: int, hex: int) -> bool:
    """6.71e whether Marines and amphibs that did not come to fight would be at sea there: off an open coast."""
    ground = state.game.ground
    return bool((ground.coastal & ~ground.settlements) >> hex & 1) and not mulberry_of(state, side, hex)


def _dealt(units: int, deal: dict[int, int], moved: int) -> int:
    """A set of places with the blocks that are dealt there; only the `moved` ones need a look."""
    found = units & ~moved
    for place in bits(units & moved):
        found |= 1 << deal.get(place, place)
    return found


def _dealt_step(step: Step[Any], deal: dict[int, int], moved: int) -> Step[Any]:
    changes: dict[str, Any] = {}
    kind: Any = type(step)
    one, many = _naming(kind)
    for name in one:
        if (unit := getattr(step, name)) in deal:
            changes[name] = deal[unit]
    if many and not _whole_army(step):
        for name in many:
            units = getattr(step, name)
            if isinstance(units, int) and units & moved:
                changes[name] = _dealt(units, deal, moved)
    return replace(step, **changes) if changes else step  # type: ignore[type-var]  # every step is a dataclass


@lru_cache(maxsize=256)
def _naming(step: type[Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fields of a kind of step that name a block, and those that name a set of them."""
    if step is Together:
        return (), ()
    names = [field.name for field in fields(step)]
    return tuple(name for name in names if name in ONE), tuple(name for name in names if name in MANY)


def _whole_army(step: Step[Any]) -> bool:
    """A commander's arm stays what it is, whichever blocks are where."""
    return hasattr(step, "army") and hasattr(step, "units")
