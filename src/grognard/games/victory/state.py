"""A position of Victory: where every block is and how strong, who began which battle, control aids, markers, the fight.

`put` is the only way a block changes its place; what follows from places (who stands where) is kept by it. Whatever is
known by block is either a list by unit number or a set of units, so that `hidden` can deal blocks anew.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from grognard.core.copying import copied
from grognard.core.dice import Dice
from grognard.core.placed import PlacedState
from grognard.core.state import EVERYONE
from grognard.core.step import Record
from grognard.games.victory.tables import VictoryTables
from grognard.hex.grid import mask

# Places that are no hex. Every hex number is larger.
POOL: Final = 0
"""In the force pool: never built, or eliminated and free to be built again (4.0.steps)."""
IN_HAND: Final = 1
"""Drawn or bought, not deployed yet (1.4a)."""
LAST_PLACE: Final = 1
PLACES: Final = ("pool", "in hand")

NONE: Final = -1

SETUP, INITIATIVE, MOVE, COMBAT, SUPPLY, PRODUCTION = range(6)
PHASES: Final = ("set-up", "initiative", "move", "combat", "supply", "production")

ATTACK: Final = 0
DEFENCE: Final = 1
CAMPS: Final = ("attack", "defence")
"""The two sides of one battle; a third player joins one of them (2.0.3b)."""


@dataclass(frozen=True, slots=True)
class Fight(Record):
    """The battle that is being fought."""

    hex: int
    attacker: int
    """The army that began it, or activated the blockade (6.8c)."""
    host: int
    """The army that began the defence: it breaks ties between allies (2.0.3b)."""
    round: int = 0
    units: tuple[int, ...] = ()
    """Every block turned up so far, in the order of revealing."""
    acted: int = 0
    """Blocks that had their Combat Turn this round."""
    forfeits: int = 0
    """3.1.river.b blocks that lose their Combat Turn in round 1."""
    grounded: int = 0
    """5.52b air units that do not fight."""
    aloft: int = 0
    """6.6b airborne that have not dropped."""
    shelled: tuple[int, int] = (0, 0)
    """By camp: the ships that bombarded its ground units this round (6.43b)."""
    strafed: tuple[int, int] = (0, 0)
    """By camp: the air units that fired at its ground units this round (6.45a)."""
    bombed: tuple[int, int] = (0, 0)
    """By camp: the air units that fired at its ships this round (6.45a)."""
    half: tuple[int, int] = (NONE, NONE)
    """By camp: the block with a half-hit (6.47b)."""
    left: tuple[tuple[int, int, int], ...] = ()
    """Retreats of this round as (army, direction, class) (6.5b)."""
    swapped: bool = False
    """6.49 the original defender is gone: the attackers hold the hex."""
    blockade: bool = False
    """The battle was activated in a blockade (6.8c)."""
    marker_hits: int = 0
    """Hits on a major airfield or a mulberry in this battle (9.6c, 9.7c)."""
    pursuit: bool = False
    """6.opt.3 the fourth round."""
    landed: int = 0
    """Blocks that dropped or landed in this battle."""
    staying: int = 0
    """6.8a ships that said that they stay to blockade."""


@copied
class VictoryState(PlacedState):
    """One position."""

    __slots__ = (
        "aboard", "afloat", "airfields", "allot", "battles", "beach", "blockades", "budget", "came", "crossings",
        "fight", "fired", "flown", "fought", "given", "hand", "held", "joins", "late", "made", "maps", "moved", "mover",
        "mulberries", "occ", "order", "phase", "pool", "port_use", "posts", "pp", "raised", "ruined", "ruined_canals",
        "shown", "sm", "spent", "steps", "storm", "taken", "turn",
    )  # fmt: skip

    FIELDS = (
        *PlacedState.FIELDS,
        "turn", "phase", "order", "mover", "hex_of", "steps", "aboard", "afloat", "beach", "moved", "sm", "flown",
        "came", "shown", "late", "fired", "battles", "fought", "joins", "crossings", "blockades", "port_use", "held",
        "taken", "storm", "ruined", "ruined_canals", "airfields", "mulberries", "fight", "pp", "spent", "made", "given",
        "raised", "budget", "allot", "posts", "maps",
    )  # fmt: skip

    YOUNGER = ("fired", "maps", "raised", "spent")

    BY_UNIT = ("hex_of", "steps", "aboard", "flown", "came", "allot")
    UNIT_SETS = ("afloat", "beach", "moved", "sm", "shown", "late", "fired", "made", "given", "taken")

    last_place = LAST_PLACE

    game: VictoryTables
    turn: int
    phase: int
    order: list[int]
    """The armies as they move this turn, Player 1 first (2.0.2a)."""
    mover: int
    """The army whose move it is."""
    steps: bytearray
    aboard: list[int]
    """By air unit: the carrier it is on, or NONE (4.2.CV.a)."""
    afloat: int
    """Ground units at sea: naval units for all purposes (5.91c)."""
    beach: int
    """Marines and amphibs turned up as beachheads (6.71a)."""
    moved: int
    """Blocks that moved this turn (2.0.2b)."""
    sm: int
    """Those of them that moved strategically (4.2.CV.c)."""
    flown: bytearray
    """By block: hexes flown to its battle (5.53a)."""
    came: list[int]
    """By block: the hex from which it entered its battle this turn, or NONE."""
    shown: int
    """Blocks that lie face up for everybody."""
    late: int
    """Blocks that entered a battle begun earlier in the turn: they arrive in round 2 (5.8a)."""
    fired: int
    """Blocks that fired at a bridge or canal this phase: it was their battle (9.5a)."""
    battles: dict[int, int]
    """By hex: the army that began the battle, not fought yet."""
    fought: int
    """Hexes where a battle or a blockade was fought this phase (6.8c)."""
    joins: dict[int, int]
    """By hex * 16 + army: the camp that a third player declared (2.0.3b)."""
    crossings: dict[int, tuple[tuple[int, int, int], ...]]
    """By battle hex: who crossed which hexside into it or out of it, as (direction, army, class), in order (5.41)."""
    blockades: dict[int, int]
    """By port or beachhead hex: the army whose ships blockade it (6.8a)."""
    port_use: dict[int, int]
    """By port: ground units that embarked or landed there this player turn (5.92a)."""
    held: list[int]
    """By side: the settlements and airfields it controlled when the turn began (5.51c)."""
    taken: int
    """Steps received in merging this phase, as units: whoever took may not give (8.21a)."""
    storm: int
    """The hex of the storm, or 0 (9.4a)."""
    ruined: tuple[int, ...]
    """Numbers of ruined bridges (9.5a)."""
    ruined_canals: int
    airfields: dict[int, tuple[int, int, int]]
    """By hex: (1 minor or 2 major, side, first turn its owner may use it) (9.6)."""
    mulberries: dict[int, tuple[int, int]]
    """By hex: (side, first turn its owner may use it) (9.7)."""
    fight: Fight | None
    pp: dict[int, int]
    """By city (and class, where factories are in play): production points left (8.1)."""
    spent: int
    """The keys of `pp` from which points were used this phase: who has produced exchanges no factory (9.1c)."""
    made: int
    """Blocks built this phase (8.opt.1), factories got in exchange among them (9.1c)."""
    given: int
    """Units that gave steps in merging this phase (8.21a)."""
    raised: int
    """Hexes where an airfield was built or enlarged this phase (9.6a)."""
    budget: list[int]
    """By army: points left to buy forces with (10.2)."""
    allot: bytearray
    """By block in hand: the number of the map it must deploy on, from 1, or 0 (10.4)."""
    posts: list[int]
    """By player: his post (10.5), an index into the scenario's posts."""

    maps: str
    """The layout that the players have chosen at the table (1.1.side), or nothing: the options' own."""

    # derived by `put`, `mark` and `rebuild`
    occ: list[int]
    """By army: the hexes with its blocks, factories apart: they hold nothing (9.1d)."""

    pool: int
    """The blocks in force pools."""

    hand: int
    """The blocks in hand."""

    def __init__(self, game: VictoryTables, options: dict[str, Any], dice: Dice) -> None:
        super().__init__(game, options, dice)
        count = len(game.blocks)
        armies = len(game.armies)
        self.turn = 0
        self.phase = SETUP
        self.order = list(range(armies))
        self.mover = 0
        self.hex_of = [POOL] * count
        self.steps = bytearray(count)
        self.aboard = [NONE] * count
        self.afloat = self.beach = self.moved = self.sm = self.shown = self.late = self.fired = 0
        self.flown = bytearray(count)
        self.came = [NONE] * count
        self.battles = {}
        self.fought = 0
        self.joins = {}
        self.crossings = {}
        self.blockades = {}
        self.port_use = {}
        self.held = [0] * len(game.sides)
        self.taken = 0
        self.storm = 0
        self.ruined = ()
        self.ruined_canals = 0
        self.airfields = {}
        self.mulberries = {}
        self.fight = None
        self.pp = {}
        self.spent = self.made = self.given = self.raised = 0
        self.budget = [0] * armies
        self.allot = bytearray(count)
        self.posts = list(game.first_posts)
        self.maps = ""
        self.rebuild()

    def lie_on(self, maps: str) -> None:
        """Lay the empty position on other maps (1.1): blocks and armies are the same on all of them."""
        self.maps = maps
        self.rebuild()

    def rebuild(self) -> None:
        if self.maps:
            self.game = self.game.on_maps(self.maps)
        self.pool = mask(unit for unit, place in enumerate(self.hex_of) if place == POOL)
        self.hand = mask(unit for unit, place in enumerate(self.hex_of) if place == IN_HAND)
        self.occ = [0] * len(self.game.armies)
        super().rebuild()

    # ---- places

    def put(self, unit: int, place: int) -> None:
        """Move a block to a hex, or to one of the places that are no hex."""
        left = self.hex_of[unit]
        if left == place:
            return
        PlacedState.put(self, unit, place)
        if place <= LAST_PLACE:
            self._forget(unit, 1 << unit)
        elif left > LAST_PLACE:
            return
        if POOL in (left, place):
            self.pool ^= 1 << unit
        if IN_HAND in (left, place):
            self.hand ^= 1 << unit

    def mark(self, unit: int, hex: int) -> None:
        blocks = self.game.blocks
        army = blocks.army[unit]
        held, bit = self.occ[army], 1 << hex
        if self.at.get(hex, 0) & blocks.holding[army]:
            self.occ[army] = held | bit
        elif held & bit:
            self.occ[army] = held ^ bit

    def _forget(self, unit: int, bit: int) -> None:
        """A block off the map carries no marks."""
        rest = ~bit
        self.afloat &= rest
        self.beach &= rest
        self.shown &= rest
        self.late &= rest
        self.fired &= rest
        self.sm &= rest
        self.flown[unit] = 0
        self.came[unit] = NONE
        self.aboard[unit] = NONE
        if bit & self.game.blocks.carriers:
            for one, ship in enumerate(self.aboard):
                if ship == unit:
                    self.aboard[one] = NONE

    def of(self, army: int, hex: int) -> int:
        """An army's blocks in a hex."""
        return self.at.get(hex, 0) & self.game.blocks.of_army[army]

    def of_side(self, side: int, hex: int) -> int:
        return self.at.get(hex, 0) & self.game.side_units[side]

    def occupied(self, side: int) -> int:
        """The hexes with any block of a side."""
        board, occ = 0, self.occ
        for army in self.game.side_armies[side]:
            board |= occ[army]
        return board

    def occupied_by_others(self, side: int) -> int:
        board, side_of = 0, self.game.side_of
        for army, hexes in enumerate(self.occ):
            if side_of[army] != side:
                board |= hexes
        return board

    # ---- the fight

    def refight(self, **changes: Any) -> Fight:
        """Change what is known of the battle being fought."""
        assert self.fight is not None
        self.fight = replace(self.fight, **changes)
        return self.fight

    # ---- who knows what

    def confidants(self, army: int) -> tuple[int, ...]:
        """fog.1 the armies whose players see each other's blocks: allies, unless an option hides them."""
        if self.options["allies_hidden"]:
            return (army,)
        return self.game.side_armies[self.game.side_of[army]]

    def blocks_known_in(self, army: int) -> int:
        """The blocks whose faces an army's players see wherever they are."""
        return sum(self.game.blocks.of_army[one] for one in self.confidants(army))

    def blocks_known_to(self, player: int | None) -> int:
        """The same for a player; a spectator knows none."""
        return 0 if player is None else self.blocks_known_in(self.game.army_of_player[player])

    def players_knowing(self, army: int) -> int:
        """The players who know an army's blocks, as a bit set."""
        return sum(1 << player for one in self.confidants(army) for player in self.game.armies[one].players)

    def tell_own(self, key: str, army: int, /, rule: str = "", **args: Any) -> None:
        """Tell what only those may know who see an army's blocks (fog.1)."""
        if self.events is not None:
            self.tell(key, rule, to=self.players_knowing(army), **args)

    def tell_others(self, key: str, army: int, /, rule: str = "", **args: Any) -> None:
        """Tell what all may know, but for those who see an army's blocks and are told more of it."""
        if self.events is not None:
            self.tell(key, rule, to=EVERYONE & ~self.players_knowing(army), **args)
