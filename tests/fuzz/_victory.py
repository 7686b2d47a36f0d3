"""Random positions of Victory: blocks of every type strewn over a stretch of map, with all that a long war brings.

Submarines lie in enemy ports, towns are captured, ports blockaded; aircraft are aboard carriers, transports at sea,
Marines ashore as beachheads; storms, ruins, airfields, mulberries and factories are where they may be. Every position
is sound.
"""

from __future__ import annotations

from random import Random
from typing import Any

from grognard.games.victory import GAME
from grognard.games.victory.game import VictoryGame
from grognard.games.victory.kinds import NAVAL
from grognard.hex.grid import bits

SCENARIOS = ("quick-start", "quick-start-3", "quick-start-4", "two-front-war", "two-front-war-3", "commanders")
NO_MATTER = ("time_limit", "random_map", "alternate_deployment", "maps_by_rules")
"""Switches of the set-up, which is over."""
SWITCHES = tuple(
    option.id for option in GAME.tables.option if isinstance(option.default, bool) and option.id not in NO_MATTER
)
STEPS = ("move",) * 7 + ("combat", "supply", "production")
THEATRE = 5
"""How far from its middle blocks are strewn: near enough to meet."""
BLOCKS = range(8, 19)
"""How many blocks each army has, or fewer where they find no room."""


def random_position(seed: int) -> dict[str, Any]:
    """The words of a position (see `grognard.games.victory.position`), another one for each seed."""
    rng = Random(seed)
    scenario = rng.choice(SCENARIOS)
    options = {name: rng.random() < 0.5 for name in SWITCHES}
    chosen = GAME.scenario(scenario)
    game = GAME.laid_out(chosen, GAME.settle_options(chosen, options))
    strewn = _Strewn(game, rng, options)
    strewn.run()
    return {
        "scenario": scenario,
        "options": options,
        "step": rng.choice(STEPS),
        "turn": rng.randint(1, 9),
        "active": rng.choice([army.id for army in game.armies]),
        "place": strewn.place,
        "blockades": strewn.blockades,
        **strewn.markers(),
    }


class _Strewn:
    """One position as it comes to be, with the room that is left in every hex."""

    def __init__(self, game: VictoryGame, rng: Random, options: dict[str, bool]) -> None:
        self.game, self.rng, self.options = game, rng, options
        ground = game.ground
        middle = rng.choice(bits(ground.land & ground.coastal))
        self.theatre = [hex for hex in ground.grid.hexes if ground.grid.distance(middle, hex) <= THEATRE]
        self.place: dict[str, str] = {}
        self.blockades: dict[str, str] = {}
        self.side_in: dict[int, int] = {}
        """By hex: the side that stands there; in a blockade the one ashore."""
        self.count: dict[tuple[int, int, str], int] = {}
        """By army and hex: its ships, and its ground units ashore."""
        self.planes: dict[int, int] = {}
        """By hex: the air units at its base."""
        self.berths: dict[str, int] = {}
        """By carrier: the steps that still fit aboard."""
        self.beaches: set[int] = set()

    def run(self) -> None:
        blocks = self.game.blocks
        last = blocks.air  # bases and carriers first
        for army in self.game.armies:
            owned = [unit for unit in bits(blocks.of_army[army.number]) if self._in_play(unit)]
            drawn = self.rng.sample(owned, min(self.rng.choice(BLOCKS), len(owned)))
            for unit in sorted(drawn, key=lambda unit: last >> unit & 1):
                self._strew(unit)
        for hex in [hex for hex in self.side_in if self.rng.random() < 0.3]:
            self._blockade(hex)
        for hex in bits(self.game.ground.cities) if self.options["factories"] else ():
            self._factories(hex)

    def _in_play(self, unit: int) -> bool:
        """What is drawn at random; factories come to their cities afterwards."""
        blocks = self.game.blocks
        return not blocks.factories >> unit & 1 and (self.options["resources"] or not blocks.resources >> unit & 1)

    def _strew(self, unit: int) -> None:
        blocks = self.game.blocks
        steps = self.rng.randint(1, blocks.most[unit])
        if blocks.air >> unit & 1:
            self._base(unit, steps)
        elif blocks.naval >> unit & 1:
            self._sail(unit, steps)
        else:
            self._stand(unit, steps)

    # ---- factories

    def _factories(self, hex: int) -> None:
        """9.1a factories of whoever holds a city, worth no more than it; 9.1d one at 0 is a block all the same."""
        game, rng = self.game, self.rng
        army = self._holder(hex)
        left = game.city_values[hex] if army is not None and rng.random() < 0.7 else 0
        free = [
            unit for unit in bits(game.blocks.factories)
            if game.blocks.army[unit] == army and self._name(unit) not in self.place
            and (game.produces[game.blocks.kind[unit]] != NAVAL or game.ground.ports >> hex & 1)
        ]  # fmt: skip
        while left > 0 and free:
            unit = free.pop(rng.randrange(len(free)))
            steps = rng.randint(0, min(left, game.blocks.most[unit]))
            self.place[self._name(unit)] = f"{game.ground.grid.name(hex)} at {steps}"
            left -= max(steps, 1)

    def _holder(self, hex: int) -> int | None:
        """The army whose troops are in a city, or whose home it is unless another side has ships or aircraft there."""
        game = self.game
        troops = [army for army, where, arm in self.count if where == hex and arm == "ground"]
        if troops:
            return troops[0]
        home = next((army.number for army in game.armies if game.army_homes[army.number] >> hex & 1), None)
        side = None if home is None else game.side_of[home]
        return home if self.side_in.get(hex, side) == side else None

    # ---- ground units and ships

    def _stand(self, unit: int, steps: int) -> None:
        ground, blocks = self.game.ground, self.game.blocks
        row = self.game.kinds.rows[blocks.kind[unit]]
        hexes = ground.water if self.rng.random() < 0.15 and row.moves else ground.land
        if row.coastal_only:
            hexes &= ground.coastal | ground.water
        hex = self._some(hexes, unit)
        if hex is None:
            return
        off_coast = blocks.beachheads >> unit & 1 and (ground.coastal & ~ground.settlements) >> hex & 1
        if not off_coast and not ground.water >> hex & 1:
            self._put(unit, hex, steps, "ashore")
        elif ground.water >> hex & 1 or hex in self.beaches or self.rng.random() < 0.5:
            self._put(unit, hex, steps, "at sea")
        elif self._put(unit, hex, steps, "ashore beachhead"):
            self.beaches.add(hex)

    def _sail(self, unit: int, steps: int) -> None:
        ground = self.game.ground
        ports = ground.ports & ground.afloat_coast
        near_port = self.game.blocks.submarines >> unit & 1 and self.rng.random() < 0.5
        hex = self._some(ports if near_port else ground.water | ground.afloat_coast, unit)
        if hex is not None and self._put(unit, hex, steps) and self.game.blocks.carriers >> unit & 1:
            self.berths[self._name(unit)] = steps

    def _some(self, hexes: int, unit: int) -> int | None:
        """A hex of the theatre where no enemy of a block is."""
        side = self._side(unit)
        free = [hex for hex in self.theatre if hexes >> hex & 1 and self.side_in.get(hex, side) == side]
        return self.rng.choice(free) if free else None

    def _put(self, unit: int, hex: int, steps: int, words: str = "") -> bool:
        """Place a block if the hex has room for it."""
        ground = self.game.ground
        afloat = words == "at sea" or bool(self.game.blocks.naval >> unit & 1)
        key = (self.game.blocks.army[unit], hex, "ships" if afloat else "ground")
        if self.count.get(key, 0) >= (ground.naval_stack if afloat else ground.stack)[hex]:
            return False
        self.count[key] = self.count.get(key, 0) + 1
        self.side_in[hex] = self._side(unit)
        self.place[self._name(unit)] = f"{ground.grid.name(hex)} at {steps} {words}".strip()
        return True

    # ---- air units

    def _base(self, unit: int, steps: int) -> None:
        blocks, ground = self.game.blocks, self.game.ground
        row = self.game.kinds.rows[blocks.kind[unit]]
        name, side = self._name(unit), self._side(unit)
        ships = [ship for ship, room in self.berths.items() if ship.startswith(self._army(unit)) and room]
        if ships and row.carrier_use == "launch-and-land" and self.rng.random() < 0.5:
            ship = self.rng.choice(ships)
            steps = min(steps, self.berths[ship])
            aboard = sum(f"aboard {ship}" in where for where in self.place.values())
            self.berths[ship] = 0 if aboard else self.berths[ship] - steps
            self.place[name] = f"{self.place[ship].split()[0]} at {steps} aboard {ship}"
            return
        homes = self.game.side_homes[side]
        bases = [
            hex for hex in bits(ground.settlements)
            if self.side_in.get(hex, side if homes >> hex & 1 else None) == side
            and self.planes.get(hex, 0) < self.game.tables.stacking.airbase
            and (homes >> hex & 1 or self._garrison(hex))
        ]  # fmt: skip
        near = [hex for hex in bases if hex in self.theatre] or bases
        if near:
            hex = self.rng.choice(near)
            self.planes[hex] = self.planes.get(hex, 0) + 1
            self.side_in[hex] = side
            self.place[name] = f"{ground.grid.name(hex)} at {steps}"

    def _garrison(self, hex: int) -> int:
        return sum(count for (_, where, arm), count in self.count.items() if where == hex and arm == "ground")

    # ---- blockades and markers

    def _blockade(self, hex: int) -> None:
        """6.8a ships of another side in a port or at a beachhead without ships and air."""
        ground, blocks = self.game.ground, self.game.blocks
        port = (ground.ports & ground.afloat_coast) >> hex & 1 or hex in self.beaches
        ships = sum(count for (_, where, arm), count in self.count.items() if where == hex and arm == "ships")
        free = [
            unit for unit in bits(blocks.naval & ~blocks.carriers)
            if self._side(unit) != self.side_in[hex] and self._name(unit) not in self.place
        ]  # fmt: skip
        if not port or ships or self.planes.get(hex) or not self._garrison(hex) or not free:
            return
        ship = self.rng.choice(free)
        name = ground.grid.name(hex)
        self.place[self._name(ship)] = f"{name} at {self.rng.randint(1, blocks.most[ship])}"
        self.blockades[name] = self._army(ship)

    def markers(self) -> dict[str, Any]:
        """9.4-9.7 what the options in force let lie on the map."""
        ground, rng = self.game.ground, self.rng
        name = ground.grid.name
        open_land = [hex for hex in self.theatre if (ground.land & ~ground.settlements) >> hex & 1]
        found: dict[str, Any] = {}
        if self.options["storms"]:
            found["storm"] = name(rng.choice(self.theatre))
        if self.options["airfields"]:
            found["airfields"] = {
                name(hex): (rng.choice(("minor", "major")), self._owner(hex)) for hex in rng.sample(open_land, 2)
            }
        if self.options["mulberries"]:
            coasts = [hex for hex in open_land if ground.afloat_coast >> hex & 1 and hex not in self.beaches]
            found["mulberries"] = {name(hex): self._owner(hex) for hex in rng.sample(coasts, min(2, len(coasts)))}
        if self.options["destruction"]:
            ruins = rng.sample(ground.bridges, min(2, len(ground.bridges)))
            found["ruined"] = [f"{name(a)}-{name(b)}" for a, b in ruins]
            found["ruined_canals"] = [name(hex) for hex in bits(ground.canal)[:1]]
        return found

    def _owner(self, hex: int) -> str:
        return self.game.sides[self.side_in.get(hex, self.rng.randrange(len(self.game.sides)))]

    # ---- names

    def _name(self, unit: int) -> str:
        return self.game.blocks.rows[unit].id

    def _army(self, unit: int) -> str:
        return self.game.armies[self.game.blocks.army[unit]].id

    def _side(self, unit: int) -> int:
        return self.game.side_of[self.game.blocks.army[unit]]
