"""What a position of Victory stands on: data loaded once, and laid out for each map, scenario and choice of blocks.

Every chapter reads its map, blocks and armies here; nothing here knows a chapter. `game` lays the rules over it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from grognard.core import account
from grognard.core.ask import Kind, Target
from grognard.core.filed import FiledGame
from grognard.core.game import Option, Scenario, SetupError
from grognard.core.seats import Roster
from grognard.core.settled import settled
from grognard.core.words import LANGUAGES
from grognard.games.victory import schema
from grognard.games.victory.blocks import Army, Block, Blocks, factories_needed, sets_of
from grognard.games.victory.ground import Ground
from grognard.games.victory.kinds import CLASSES, NAVAL, Kinds
from grognard.games.victory.mapmaking.layout import RANDOM, joined, parse
from grognard.games.victory.verbs import VERBS
from grognard.hex.grid import bits
from grognard.hex.map import HexMap

if TYPE_CHECKING:  # a position holds its tables, and they say of which class it is
    from grognard.games.victory.state import VictoryState  # noqa: F401  # a quoted base is no use to the linter

LAYS_OUT = (
    "maps", "map_seed", "random_map", "sets", "historical_sets", "stretch_units", "factories", "sea_to_coast_limit_1",
    "neutral_cities",
)  # fmt: skip
"""The options that decide which map is laid out (the first three) and which blocks there are."""

LAID = (
    "tables", "kinds", "produces", "ground", "sides", "posts", "armies", "side_of", "side_armies", "side_units",
    "army_of_player", "side_of_player", "army_homes", "side_homes", "owned", "levels", "city_values", "blocks",
    "army_kinds", "disc",
)  # fmt: skip
"""What the rules ask a layout for again and again."""


class VictoryTables(FiledGame[schema.VictoryFiles, "VictoryState"]):
    """The data, laid out for one scenario and one choice of maps and blocks."""

    id = "victory"
    names: Mapping[str, str] = {"en": "Victory", "ja": "ビクトリー"}
    version = "4"
    folder = Path(__file__).parent
    verbs = VERBS
    tells_losses = True
    slow_to_deal = True

    load = staticmethod(schema.load)

    def __init__(
        self,
        overlay: Path | None = None,
        files: schema.VictoryFiles | None = None,
        scenario: str | None = None,
        layout: tuple[Any, ...] | None = None,
        root: Self | None = None,
    ) -> None:
        super().__init__(overlay)
        if files is not None:
            self.files = files
        self._scenario = scenario
        self._layout = layout
        self._root = root or self

    # ---- data

    @property
    def tables(self) -> schema.TablesFile:
        return self.files.tables

    @cached_property
    def kinds(self) -> Kinds:
        return Kinds.of(self.files.kinds, self.tables.combat.turns)

    @cached_property
    def produces(self) -> Mapping[int, int]:
        """By type of factory: the class it builds (9.1b)."""
        return {
            number: CLASSES.index(row.produces)
            for number, row in enumerate(self.kinds.rows)
            if row.produces is not None
        }

    @property
    def chit_names(self) -> Sequence[str]:
        """Types of blocks are named as targets, "build infantry", and so are maps, "pick north"."""
        return (*self.kinds.names, *self.files.maps)

    @cached_property
    def scenarios(self) -> Mapping[str, Scenario]:
        return {
            row.id: Scenario.of(row, _roster(row), _options(self.tables, row, self.files.maps))
            for row in self.files.scenarios.values()
        }

    # ---- the layout

    def laid_out(self, scenario: Scenario, options: Mapping[str, Any]) -> Self:
        """1.1 this game on the maps and with the blocks that the options name."""
        return self._root._laid(scenario.id, tuple(options[name] for name in LAYS_OUT))

    def on_maps(self, maps: str) -> Self:
        """1.1 the same game, blocks and armies, on other maps."""
        setting = {**self.setting, "maps": maps}
        return self._root._laid(self.row.id, tuple(setting[name] for name in LAYS_OUT))

    @cached_property
    def _laid(self) -> Callable[[str, tuple[Any, ...]], Self]:
        return lru_cache(maxsize=32)(self._lay)

    def _lay(self, scenario: str, layout: tuple[Any, ...]) -> Self:
        game = type(self)(self.own_data, self.files, scenario, layout, self)
        assert game.blocks and game.army_homes and game.levels  # whatever does not fit is told now
        game.count_factories()
        return settled(game, LAID)

    @cached_property
    def setting(self) -> Mapping[str, Any]:
        """The options that this layout was made from."""
        layout = self._layout
        if layout is None:
            defaults = {option.id: option.default for option in self.scenarios[self.row.id].options}
            layout = tuple(defaults[name] for name in LAYS_OUT)
        return dict(zip(LAYS_OUT, layout, strict=True))

    @cached_property
    def row(self) -> schema.ScenarioRow:
        return self.files.scenarios[self._scenario or next(iter(self.files.scenarios))]

    @cached_property
    def map(self) -> HexMap:
        setting = self.setting
        return joined(self._spec, self.files.maps, setting["map_seed"], setting["random_map"])

    @property
    def _spec(self) -> str:
        return str(self.setting["maps"] or self.row.maps)

    @cached_property
    def ground(self) -> Ground:
        return Ground.of(self.map, self.tables, self.setting["sea_to_coast_limit_1"])

    # ---- armies and sides

    @cached_property
    def sides(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(row.side for row in self.row.army))

    @property
    def posts(self) -> tuple[str, ...]:
        return self.row.posts

    @cached_property
    def armies(self) -> tuple[Army, ...]:
        width = max(len(self.posts), 1)
        return tuple(
            Army(number, row.id, self.sides.index(row.side), row, tuple(range(number * width, (number + 1) * width)))
            for number, row in enumerate(self.row.army)
        )

    @cached_property
    def first_posts(self) -> tuple[int, ...]:
        """By player: his post at the start."""
        width = max(len(self.posts), 1)
        return tuple(player % width for player in range(width * len(self.row.army)))

    @cached_property
    def side_of(self) -> tuple[int, ...]:
        return tuple(army.side for army in self.armies)

    @cached_property
    def side_armies(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(army.number for army in self.armies if army.side == side) for side in range(len(self.sides)))

    @cached_property
    def army_tags(self) -> tuple[dict[str, str], ...]:
        """By army: the first letter of its name after its side's, which tells it from its allies (N of Blue North)."""
        return tuple({language: self._tag(army, language) for language in LANGUAGES} for army in self.armies)

    def _tag(self, army: Army, language: str) -> str:
        side = self.words.word(self.sides[army.side], language)
        return self.words.word(army.id, language).removeprefix(side).strip()[:1]

    @cached_property
    def side_units(self) -> tuple[int, ...]:
        return tuple(sum(self.blocks.of_army[army] for army in armies) for armies in self.side_armies)

    @cached_property
    def army_of_player(self) -> tuple[int, ...]:
        return tuple(army.number for army in self.armies for _ in army.players)

    @cached_property
    def side_of_player(self) -> tuple[int, ...]:
        return tuple(army.side for army in self.armies for _ in army.players)

    @cached_property
    def army_sheets(self) -> tuple[tuple[int, ...], ...]:
        """By army: the numbers of its maps, from 0."""
        sheets = len(self.ground.sheets)
        rows = self.row.army
        owners = [sheet.army for line in parse(self._spec, tuple(self.files.maps)) for sheet in line]
        if any(owners):
            strangers = {*owners} - {row.id for row in rows} - {""}
            if strangers:
                raise SetupError(f'maps: there is no army "{min(strangers)}"')
            return tuple(tuple(n for n, owner in enumerate(owners) if owner == row.id) for row in rows)
        default = sum(len(line) for line in parse(self.row.maps, tuple(self.files.maps)))
        if sheets == default:
            return tuple(tuple(number - 1 for number in row.maps) for row in rows)
        if len(rows) != 2 or self.row.levels is not None or self.posts:
            raise SetupError(f"{self.row.id} is played on {default} maps, not {sheets}")
        each = sheets // 2
        if not each or (sheets % 2 and not self.setting["neutral_cities"]):
            raise SetupError(
                "an odd map belongs to nobody: switch neutral_cities on, or lay out an even number of maps"
            )
        return tuple(range(each)), tuple(range(sheets - each, sheets))

    @cached_property
    def army_homes(self) -> tuple[int, ...]:
        """1.2b by army: the settlements that are its own to the end of the game."""
        found = []
        for army in self.armies:
            if army.row.homes is not None:
                named = [place.hex for place in self.map.places if place.name in army.row.homes]
                found.append(sum(1 << hex for hex in named))
            else:
                sheets = self.army_sheets[army.number]
                found.append(sum(1 << hex for hex, sheet in self.ground.sheet_of.items() if sheet in sheets))
        return tuple(found)

    @cached_property
    def side_homes(self) -> tuple[int, ...]:
        return tuple(sum(self.army_homes[army] for army in armies) for armies in self.side_armies)

    @cached_property
    def owned(self) -> int:
        """Settlements that belong to somebody; the others began neutral (5.init)."""
        return sum(self.army_homes)

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """10.0a, 10.4 by side: the PP of cities that win."""
        if self.row.levels is not None:
            return tuple(self.row.levels[side] for side in self.sides)
        return (self.tables.victory.levels[len(self.ground.sheets)],) * len(self.sides)

    @cached_property
    def city_values(self) -> Mapping[int, int]:
        """1.2a by city: what it produces, with the bonus of Sleeping Giant's home cities (10.3b)."""
        bonus = {
            hex: army.row.city_bonus for army in self.armies for hex in bits(self.army_homes[army.number])
        }  # fmt: skip
        return {hex: value + bonus.get(hex, 0) for hex, value in self.ground.value.items()}

    @cached_property
    def blocks(self) -> Blocks:
        known = {row.set for row in self.kinds.rows} - {"stretch", "logistics"}
        for name in sets_of(self.row, self.setting):
            if name not in known:
                raise SetupError(f'there is no block set "{name}"; there are {", ".join(sorted(known))}')
        return Blocks.of(self.kinds, self.row, self.setting)

    def count_factories(self) -> None:
        """9.1e whether every army has the factories that its cities need at the start."""
        for army in self.armies if self.setting["factories"] else ():
            cities = bits(self.army_homes[army.number] & self.ground.cities)
            lacks = [(self.city_values[hex], bool(self.ground.ports >> hex & 1)) for hex in cities]
            inland, wanted = factories_needed(lacks, self.tables.advanced.factory_most)
            mix = {kind: self.blocks.of_kind[army.number, kind].bit_count() for kind in self.produces}
            if inland > sum(mix[kind] for kind, made in self.produces.items() if made != NAVAL):
                raise SetupError(f"{army.id} has not enough air and ground factories for its inland cities")
            if wanted > sum(mix.values()):
                raise SetupError(f"{army.id} has {sum(mix.values())} factories, its cities need {wanted}")

    @property
    def units(self) -> Sequence[Block]:
        return self.blocks.rows

    @cached_property
    def army_kinds(self) -> tuple[tuple[int, ...], ...]:
        """By army: the types in its set."""
        return tuple(
            tuple(kind for owner, kind in self.blocks.of_kind if owner == army) for army in range(len(self.armies))
        )

    @cached_property
    def faces(self) -> Mapping[str, Mapping[str, Any]]:
        """The types of all sets in play, which everybody knows: pictures and names for pools, prices and trays."""
        known = sorted({kind for kinds in self.army_kinds for kind in kinds})
        return {
            self.kinds.names[kind]: {
                "name": {language: self.kind_words(kind, language) for language in LANGUAGES},
                **self.kinds.printed(kind),
            }
            for kind in known
        }

    def draws(self, options: Mapping[str, Any]) -> bool:
        """Whether forces are drawn by chance (10.1) or bought (10.2)."""
        if self.row.forces == "either":
            return not options["custom_forces"]
        return self.row.forces == "random"

    def turns(self, options: Mapping[str, Any]) -> int:
        """10.6 the last turn, or 0 without a limit."""
        return int(options["turns"]) if options["time_limit"] else 0

    # ---- names

    @property
    def hexside_count(self) -> int:
        return len(self.ground.bridges)

    def target_name(self, kind: Kind, number: int) -> Target:
        if kind is Kind.HEXSIDE:
            a, b = self.ground.bridges[number]
            return f"{self.ground.grid.name(a)}-{self.ground.grid.name(b)}"
        return super().target_name(kind, number)

    def target_number(self, kind: Kind, name: Target) -> int:
        if kind is Kind.HEXSIDE:
            for number in range(len(self.ground.bridges)):
                if self.target_name(kind, number) == name:
                    return number
            raise ValueError(f'there is no bridge "{name}"')
        return super().target_number(kind, name)

    def unit_words(self, number: int, language: str) -> str:
        """A block in a sentence to its own side: its type and number."""
        block = self.blocks.rows[number]
        return f"{self.kind_words(block.kind, language)} {block.id.rsplit('-', 1)[1]}"

    def kind_words(self, kind: int, language: str) -> str:
        row = self.kinds.rows[kind]
        return row.name_ja if language == "ja" else row.name

    def wording(self, kind: str, value: Any, language: str) -> str:
        if kind in ("kind", "chit") and value in self.kinds.numbers:
            return self.kind_words(self.kinds.numbers[value], language)
        if kind == "army":
            return self.words.word(str(value), language)
        return super().wording(kind, value, language)

    # ---- what things are worth

    def worth(self, hex: int) -> int:
        return self.ground.value.get(hex, 0)

    def unit_kind(self, number: int) -> account.Kind:
        """Whose a block is and which type: its nation is its army."""
        block = self.blocks.rows[number]
        return self._kind(self.armies[block.army].id, self.kinds.names[block.kind])

    def told_kind(self, facts: Mapping[str, Any]) -> account.Kind | None:
        """What all may hear names a block by its army and its type (fog.1)."""
        if "unit" not in facts and "army" in facts:
            return self._kind(facts["army"], facts.get("kind", ""))
        return super().told_kind(facts)

    def type_words(self, name: str, language: str) -> str:
        return self.wording("kind", name, language)

    def _kind(self, army: str, kind: str) -> account.Kind:
        return account.Kind(self._side_of_army[army], army, kind)

    @cached_property
    def _side_of_army(self) -> Mapping[str, str]:
        return {army.id: self.sides[army.side] for army in self.armies}

    def fought(self, facts: Mapping[str, Any]) -> tuple[str, str] | None:
        """6.4 the firepower of a block that fires, and its hits."""
        return (str(facts["firepower"]), str(facts["hits"])) if "firepower" in facts else None

    def used(self, key: str, facts: Mapping[str, Any]) -> str | None:
        """Blocks of aircraft, ships and artillery that fire; the rest as the data say."""
        if "firepower" not in facts:
            return super().used(key, facts)
        row = self.kinds.rows[self.kinds.numbers[facts["kind"]]]
        return row.class_ if row.class_ != "ground" else row.type if row.type == "artillery" else None

    def die_worth(self, facts: Mapping[str, Any]) -> Sequence[float] | None:
        """6.4 a die hits with the firepower or less."""
        return [float(face <= facts["firepower"]) for face in range(1, 7)] if "firepower" in facts else None


def _roster(row: schema.ScenarioRow) -> Roster:
    if not row.posts:
        return Roster.of({army.id: army.side for army in row.army})
    return Roster.of({f"{army.id}-{post}": army.side for army in row.army for post in row.posts})


def _options(tables: schema.TablesFile, row: schema.ScenarioRow, maps: Iterable[str]) -> tuple[Option, ...]:
    own = [Option("custom_forces", False, row.rule)] if row.forces == "either" else []
    printed = {"turns": row.turns, "maps": row.maps}
    shared = [
        Option(
            one.id, printed.get(one.id, one.default), one.rule, one.least, one.most,
            sheets=(*maps, RANDOM) if one.id == "maps" else (), lays_out=one.id in LAYS_OUT[:3],
        )
        for one in tables.option
        if one.id != "maps_by_rules" or _picks_maps(row)
    ]  # fmt: skip
    return (*own, *shared)


def _picks_maps(row: schema.ScenarioRow) -> bool:
    """1.1.side the choice of maps is for two sides that begin with whole maps of their own, as many for each ally."""
    sides = Counter(army.side for army in row.army)
    whole = not row.block and row.levels is None and all(army.homes is None for army in row.army)
    return whole and len(sides) == 2 and len({*sides.values()}) == 1
