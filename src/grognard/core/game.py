"""What a game is to the rest of the program: its data, its verbs, how a position begins, and what each player may see.

A game package exports one `Game`. `Play`, the command line, bots and tables reach a game only through this class and
through `State`.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Generic, Protocol, cast

from typing_extensions import TypeVar

from grognard.core.account import Kind as UnitKind
from grognard.core.ask import Kind, Target, Verb
from grognard.core.colours import Colours, settle, sides_of
from grognard.core.colours import load as load_colours
from grognard.core.data import laid_over
from grognard.core.dice import Dice, FastDice, ForcedDice, SealedDice, in_order
from grognard.core.markers import Shape as MarkerShape
from grognard.core.markers import load as load_markers
from grognard.core.panels import Panel
from grognard.core.panels import load as load_panels
from grognard.core.reference import Reference
from grognard.core.rules import RulesIndex
from grognard.core.seats import Roster
from grognard.core.sight import Sight, through_view
from grognard.core.stage import OWN as ENGINE_STAGE
from grognard.core.stage import Kind as StageKind
from grognard.core.stage import load as load_stage
from grognard.core.stage import load_uses
from grognard.core.state import Lane, State
from grognard.core.step import Together
from grognard.core.words import LANGUAGES, Message, Words, arg_kind
from grognard.hex.grid import bits

if TYPE_CHECKING:
    from grognard.core.play import Play
    from grognard.hex.map import HexMap

S = TypeVar("S", bound=State, default=Any)

Deals = dict[Any, Any]
"""What a game has dealt to one player of late, in its own terms; whoever imagines for him keeps it."""

_KINDS = {kind.value: kind for kind in (Kind.UNIT, Kind.HEX, Kind.HEXSIDE, Kind.CHIT)}
"""What a fact may name by number."""
ENGINE_LOCALE = Path(__file__).parent / "locale"


class SetupError(ValueError):
    """A scenario, an option or a position that does not exist or does not fit: one clear line."""


@dataclass(frozen=True, slots=True)
class Option:
    """A switch, a number within bounds or a line of text that the players may agree on: the default tells which."""

    id: str
    default: Any
    rule: str
    least: int = 0
    most: int = 999_999
    sheets: tuple[str, ...] = ()
    """Where the text lays out maps, as `north,east:180/west,south`: their names."""
    lays_out: bool = False
    """Whether the map depends on it."""
    choices: tuple[Any, ...] = ()
    """All that it may be, where it is one of a few values."""


class ScenarioRow(Protocol):
    """What the data file of every scenario tells."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def name_ja(self) -> str: ...
    @property
    def turns(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Scenario:
    """A way to begin."""

    id: str
    names: Mapping[str, str]
    roster: Roster
    turns: int
    options: tuple[Option, ...]

    @classmethod
    def of(cls, row: ScenarioRow, roster: Roster, options: Iterable[Option]) -> Scenario:
        """A scenario as its data file tells it."""
        return cls(row.id, {"en": row.name, "ja": row.name_ja}, roster, row.turns, tuple(options))


class Game(ABC, Generic[S]):
    """A game's immutable half: loaded once, shared by all its positions, which are of the class `S`."""

    id: str
    names: Mapping[str, str]
    version: str
    """Changes when a rule is corrected: a game is replayed by the version that played it."""
    folder: Path
    """The package folder with data/, locale/ and rules.toml."""
    verbs: tuple[Verb, ...]
    own_data: Path | None = None
    """An owner's own data files, laid over those in `folder`."""
    overlays: tuple[str, ...] = ()
    """The kinds of `overlay` there are; `<unit>` in one stands for a unit's id."""

    @property
    def name(self) -> str:
        return self.names["en"]

    def with_data(self, folder: Path) -> Game[S]:
        """This game with an owner's own data files laid over ours."""
        raise SetupError(f"{self.id} takes no data folder")

    def laid_out(self, scenario: Scenario, options: Mapping[str, Any]) -> Game[S]:
        """The game as this set-up lays it out: another object only where map or counters depend on the options.

        `Play` and `State` hold what it returns, so `play.game.map` is always the map that is played on.
        """
        return self

    # ---- what each game supplies

    @property
    @abstractmethod
    def map(self) -> HexMap: ...

    @property
    @abstractmethod
    def scenarios(self) -> Mapping[str, Scenario]: ...

    @property
    @abstractmethod
    def units(self) -> Sequence[Any]:
        """The counters by unit number, each with an `id` and a `label`."""

    @abstractmethod
    def initial(self, scenario: Scenario, options: Mapping[str, Any], dice: Dice) -> S:
        """The position before the first decision."""

    @abstractmethod
    def build(self, scenario: Scenario, words: Mapping[str, Any], options: Mapping[str, Any], dice: Dice) -> S:
        """The position that plain words describe (see `position`)."""

    @abstractmethod
    def view(self, state: S, player: int | None) -> dict[str, Any]:
        """What this player, or a spectator, may see, built from nothing by allow-list."""

    def open_view(self, state: S) -> dict[str, Any]:
        """The part of `view` that is the same for everybody, where a game tells it apart: a table works it out once
        for all who look on."""
        return {}

    def own_view(self, state: S, player: int | None) -> dict[str, Any]:
        """The rest of `view`, beside `open_view`."""
        return self.view(state, player)

    @abstractmethod
    def deal_hidden(self, state: S, player: int, rng: Random) -> None:
        """Deal anew, in place, what this player cannot know, so that his view stays the same."""

    def deal_again(self, state: S, player: int, rng: Random, deals: Deals) -> None:
        """The same for a player who keeps his latest deals; a game that is slow to deal uses those that still fit."""
        self.deal_hidden(state, player, rng)

    @abstractmethod
    def invariants(self, state: S) -> list[str]:
        """What is wrong with this position though it never may be: stacking, one place per unit, steps."""

    def reference(self, scenario: Scenario, options: Mapping[str, Any]) -> Reference:
        """What the charts and briefings of a scenario are made of, from the tables that the rules read."""
        return Reference()

    def overlay(self, state: S, player: int | None, kind: str) -> list[str]:
        """The named hexes of one of `overlays` (ZOC, supply, command range), as far as this player may know them."""
        return []

    slow_to_deal: bool = False
    """Whether `deal_hidden` takes longer than playing an answer."""

    control_rule: str = ""
    """The rule by which the places of `holders` change hands."""

    def holders(self, state: S) -> Mapping[int, str | None]:
        """By hex: the side that holds a place worth holding, as everybody may know it; None where nobody stands there.

        `Play` tells when one changes hands. A place that is not in it yet, as while players deploy, is nobody's news.
        """
        return {}

    def stands(self, state: S, side: str, hex: int) -> bool:
        """Whether a side has come to a place that it holds now; where it has not, the enemy merely left."""
        return True

    def worth(self, hex: int) -> int:
        """The points that such a place is worth; 0 where it is worth none by itself."""
        return 0

    def die_worth(self, facts: Mapping[str, Any]) -> Sequence[float] | None:
        """What each face of a die was worth to who rolled it, for the account of a game: hits, or steps lost by the
        enemy less one's own. `facts` are those of the event that told the roll; None where a die decides nothing that
        can be counted so."""
        return None

    def highest_roll(self, state: S) -> int:
        """The most that a roll can show from here on: a die of six, unless something is drawn by lot."""
        return 6

    tells_losses: bool = False
    """Whether events tell what was lost (`lost` steps, `gone` units): where lost units go back into a pool."""

    # ---- what is written down of many games

    def places(self, state: S) -> Mapping[int, str | None]:
        """By hex: who holds each place worth holding, for those who look back on a game."""
        return self.holders(state)

    def unit_kind(self, number: int) -> UnitKind:
        """What a unit is, as its counter tells."""
        row = self.units[number]
        return UnitKind(row.side, getattr(row, "nation", row.side), getattr(row, "type", ""))

    def told_kind(self, facts: Mapping[str, Any]) -> UnitKind | None:
        """What the unit is that an event is about, or the first of several; None where it tells of none."""
        units = [facts["unit"]] if "unit" in facts else facts.get("units") or ()
        return self.unit_kind(self.unit_numbers[units[0]]) if units else None

    def account_words(self, name: str, language: str) -> str:
        """A level of victory or a kind of combat in a word or two, as `[account]` of the locale has it."""
        key = f"account.{name}"
        return (
            self.words.template(key, language) if key in self.words.keys(language) else self.words.word(name, language)
        )

    def type_words(self, name: str, language: str) -> str:
        """A type of units in words."""
        key = f"symbol.{name}"
        return (
            self.words.template(key, language) if key in self.words.keys(language) else self.words.word(name, language)
        )

    def fought(self, facts: Mapping[str, Any]) -> tuple[str, str] | None:
        """The odds that an event tells of, as the table's column is called, and what came of it."""
        return (facts["column"], facts["result"]) if "column" in facts and "result" in facts else None

    def used(self, key: str, facts: Mapping[str, Any]) -> str | None:
        """What an event tells to be used, where that is counted: a chit, air, artillery, production."""
        return self.uses.get(key)

    @cached_property
    def uses(self) -> Mapping[str, str]:
        """The same by an event's whole key, as data/stage.toml tells."""
        return load_uses(*laid_over(self.own_data, self.folder / "data"))

    def standing(self, state: S) -> dict[str, Any]:
        """The turn and the score, which everybody sees: a quick part of `view`."""
        shown = self.view(state, None)
        return {"turn": shown.get("turn"), "score": shown.get("score")}

    @cached_property
    def sight(self) -> Sight:
        """What a player sees, in numbers: a game whose view is slow gives a quicker one of its own."""
        return through_view(self)

    @cached_property
    def phase_words(self) -> Callable[[str, str | None], dict[str, str]]:
        """A phase in every language, remembered: every view tells it."""

        @lru_cache(maxsize=256)
        def say(phase: str, side: str | None) -> dict[str, str]:
            message = Message(f"phase.{phase}", "", {"side": side})
            return {language: self.words.say(message, language) for language in LANGUAGES}

        return say

    def phase(self, state: S) -> str | None:
        """What goes on, as `[phase]` of the locale words it: the phase of the topmost step that has one."""
        for step in reversed(state.stack):
            first = step.lanes[0][1] if isinstance(step, Together) else step
            if first.in_phase:
                return first.in_phase
        return None

    @property
    def chit_names(self) -> Sequence[str]:
        """The chits, or other tokens that are no units, by number."""
        return ()

    def unit_label(self, number: int) -> str:
        """What a unit is called, short."""
        return str(self.units[number].label)

    def unit_words(self, number: int, language: str) -> str:
        """A unit in a sentence: its label, with its side before it where another unit is called the same."""
        label = self.unit_label(number)
        if label not in self._shared_labels:
            return label
        side = self.words.word(self.units[number].side, language)
        return f"{side}{label}" if language == "ja" else f"{side} {label}"

    @cached_property
    def _shared_labels(self) -> frozenset[str]:
        count = Counter(self.unit_label(number) for number in range(len(self.units)))
        return frozenset(label for label, units in count.items() if units > 1)

    # ---- names: what an answer is said of, and facts in sentences

    @property
    def chit_count(self) -> int:
        return len(self.chit_names)

    @property
    def hexside_count(self) -> int:
        """The hexsides that answers name, by number."""
        return 0

    @cached_property
    def unit_numbers(self) -> Mapping[str, int]:
        return {unit.id: number for number, unit in enumerate(self.units)}

    @cached_property
    def chit_numbers(self) -> Mapping[str, int]:
        return {name: number for number, name in enumerate(self.chit_names)}

    def target_name(self, kind: Kind, number: int) -> Target:
        """A target as the world outside names it; a game with hexsides to answer with names them itself."""
        if kind is Kind.UNIT:
            return str(self.units[number].id)
        if kind is Kind.HEX:
            return self.map.grid.name(number)
        if kind is Kind.CHIT:
            return self.chit_names[number]
        return number if kind is Kind.NUMBER else None

    def target_number(self, kind: Kind, name: Target) -> int:
        """The number of a named target; ValueError where there is none."""
        if kind is Kind.HEX:
            return self.map.grid.index(str(name))
        if kind is Kind.NUMBER:
            if not isinstance(name, int) or isinstance(name, bool):
                raise ValueError(f"{name!r} is not a number")
            return name
        numbers = self.unit_numbers if kind is Kind.UNIT else self.chit_numbers
        if name not in numbers:
            raise ValueError(f'there is no {kind.value} "{name}"')
        return numbers[str(name)]

    def wording(self, kind: str, value: Any, language: str) -> str:
        """A fact in a sentence: a unit's label, a hex with its place name, a catalogue word, a cost."""
        if kind == "unit":
            return self.unit_words(self.unit_numbers[value], language)
        if kind == "hex" and isinstance(value, str) and value.isdigit():
            return self.hex_words(value, language)
        if kind in ("side", "chit", "player"):
            return self.words.word(str(value), language)
        if kind == "costs" or (kind == "score" and isinstance(value, dict)):
            return f"{self.words.word(value['word'], language)} {value['points']}"
        if kind == "verb":
            return self.words.verb(str(value), language)
        if kind == "target":
            return self._target_words(str(value), language)
        if kind == "result" and (meaning := self.words.result(str(value), language)):
            if value == "-":  # a dash tells nobody anything
                return meaning
            return f"{value}（{meaning}）" if language == "ja" else f"{value} ({meaning})"
        return str(value)

    def _target_words(self, name: str, language: str) -> str:
        """What an answer was about, as its player calls it."""
        for kind, numbers in (("unit", self.unit_numbers), ("chit", self.chit_numbers)):
            if name in numbers:
                return self.wording(kind, name, language)
        try:
            return self.hex_words(name, language)
        except ValueError:
            return name

    def hex_words(self, name: str, language: str) -> str:
        """A hex number, with what stands there."""
        place = self.place_word(name, language)
        return name if place == name else f"{name} {place}"

    def place_word(self, name: str, language: str) -> str:
        """What stands in a hex, or its number where nothing does."""
        place = self.map.place_at.get(self.map.grid.index(name))
        if place is None:
            return name
        return (place.name_ja or place.name) if language == "ja" else place.name

    # ---- what all games share

    def imagine(self, state: S, player: int, rng: Random, deals: Deals | None = None) -> S:
        """For bots: a position that agrees with this player's view, with the rest and the dice dealt anew.

        Where choices are being made in secret, the others' lanes start afresh and only his own answers stand. Whoever
        imagines one position after the other may keep his latest `deals`: they need not be made again while they fit.
        """
        other = state.clone()
        other.dice = FastDice(rng.getrandbits(64))
        lanes, other.lanes = other.lanes, None
        if lanes is None:
            if deals is None:
                self.deal_hidden(other, player, rng)
            else:
                self.deal_again(other, player, rng, deals)
            if other.deciders != (player,):  # what he is asked himself follows from what he knows
                other.settle()  # what others are offered follows from what was dealt, never from the truth
            other.waits = False  # who only imagines need not be asked
            return other
        deal, both = rng.getrandbits(64), Deals()
        self.deal_again(other, player, Random(deal), both)
        own = lanes.get(player)
        if own is not None:
            mine = cast(S, own.state.clone())
            mine.dice = other.dice
            self.deal_again(mine, player, Random(deal), both)
            other.reopen_lanes({player: Lane(mine, own.answers)})
        else:
            other.settle()
            other.waits = False
        return other

    @cached_property
    def words(self) -> Words:
        return Words([ENGINE_LOCALE, self.folder / "locale"], self.wording)

    @cached_property
    def rules(self) -> RulesIndex:
        return RulesIndex.load(self.folder / "rules.toml")

    @cached_property
    def panels(self) -> tuple[Panel, ...]:
        """What the browser shows beside the map."""
        return load_panels(*laid_over(self.own_data, self.folder / "data"))

    @cached_property
    def colours(self) -> Colours:
        """What its sides and nations wear, on every page, picture and terminal."""
        return settle(load_colours(*laid_over(self.own_data, self.folder / "data")), sides_of(self))

    @cached_property
    def markers(self) -> tuple[MarkerShape, ...]:
        """How the markers look that only this game has."""
        return load_markers(*laid_over(self.own_data, self.folder / "data"))

    @cached_property
    def stage(self) -> Mapping[str, StageKind]:
        """What each event is on the stage, by its whole key."""
        return {**ENGINE_STAGE, **load_stage(*laid_over(self.own_data, self.folder / "data"))}

    @cached_property
    def disc(self) -> Callable[[int, int], int]:
        """The hexes within a radius, remembered."""
        return lru_cache(maxsize=16384)(self.map.grid.disc)

    @cached_property
    def verb_numbers(self) -> Mapping[str, int]:
        return {verb.name: number for number, verb in enumerate(self.verbs)}

    def public_args(self, args: Mapping[str, Any]) -> dict[str, Any]:
        """Facts of a message with unit, hex, hexside and chit numbers turned into their names."""
        return {name: self._public(arg_kind(name), value) for name, value in args.items()}

    def _public(self, kind: str, value: Any) -> Any:
        if kind not in _KINDS:
            return value
        if isinstance(value, list | tuple):
            return [self._public(kind, one) for one in value]
        return self.target_name(_KINDS[kind], value) if isinstance(value, int) else value

    def names_of(self, kind: Kind, board: int) -> list[Target]:
        """The named members of a bitboard of targets."""
        if kind is Kind.NOTHING:
            return [None]
        if kind in (Kind.UNIT, Kind.HEX):
            names = self._names[kind]
            return [names[number] for number in bits(board)]
        return [self.target_name(kind, number) for number in bits(board)]

    @cached_property
    def _names(self) -> Mapping[Kind, Mapping[int, Target]]:
        """All units and hexes by number: an ask may name hundreds."""
        numbers: Mapping[Kind, Iterable[int]] = {Kind.UNIT: range(len(self.units)), Kind.HEX: self.map.grid.hexes}
        return {kind: {one: self.target_name(kind, one) for one in all_of} for kind, all_of in numbers.items()}

    def scenario(self, name: str | None = None) -> Scenario:
        if name is None:
            return next(iter(self.scenarios.values()))
        if name not in self.scenarios:
            raise SetupError(f'{self.id} has no scenario "{name}"; it has {", ".join(self.scenarios)}')
        return self.scenarios[name]

    def settle_options(self, scenario: Scenario, chosen: Mapping[str, Any] | None) -> dict[str, Any]:
        known = {option.id: option for option in scenario.options}
        options = {option.id: option.default for option in scenario.options}
        for name, value in (chosen or {}).items():
            if name not in options:
                raise SetupError(f'{self.id} has no option "{name}"; it has {", ".join(options)}')
            if type(value) is not type(options[name]):
                raise SetupError(f'option "{name}" takes {type(options[name]).__name__}, not {value!r}')
            if type(value) is int and not known[name].least <= value <= known[name].most:
                raise SetupError(f'option "{name}" takes {known[name].least} to {known[name].most}, not {value}')
            if known[name].choices and value not in known[name].choices:
                words = ", ".join(repr(one) for one in known[name].choices)
                raise SetupError(f'option "{name}" is one of {words}, not {value!r}')
            options[name] = value
        return options

    def new(
        self,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | str | None = None,
        nonces: Iterable[str] = (),
        waits: bool = False,
    ) -> Play[S]:
        """Begin a game; with `waits` a segment that would end by itself asks its player to go on while he could undo.

        >>> grognard.game("avl").new(seed=7).deciders  # doctest: +SKIP
        ('soviet',)
        """
        from grognard.core.journal import Header
        from grognard.core.play import Play

        chosen = self.scenario(scenario)
        header = Header(
            game=self.id,
            version=self.version,
            scenario=chosen.id,
            options=self.settle_options(chosen, options),
            seed=secrets.token_hex(16) if seed is None else str(seed),
            nonces=list(nonces),
            waits=waits,
        )
        return Play.begin(self, header)

    def position(
        self,
        *,
        options: Mapping[str, Any] | None = None,
        dice: Iterable[int] = (),
        seed: int | str = 0,
        stop: bool = False,
        unchecked: bool = False,
        waits: bool = False,
        **words: Any,
    ) -> Play[S]:
        """Any position from plain words: what tests, puzzles and scenario authors use.

        Each game tells its own words in `build`. A position that play can never come to is refused, unless
        `unchecked`; with `stop` it stays at the step asked for even where nobody is asked there (`Play.go_on`);
        `waits` as in `new`.
        """
        from grognard.core.play import Play

        chosen = self.scenario(words.pop("scenario", None))
        forced = in_order(dice)
        settled = self.settle_options(chosen, options)
        game = self.laid_out(chosen, settled)
        state = game.build(chosen, words, settled, ForcedDice(forced, SealedDice.of(str(seed))))
        game.check_faces(state, forced.values())
        state.waits = waits
        faults = [] if unchecked else game.invariants(state)
        if faults:
            more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
            raise SetupError(f"no game comes to this position: {faults[0]}{more}")
        return Play.from_state(game, chosen, state, str(seed), forced, stop)

    def check_faces(self, state: S, faces: Iterable[int]) -> None:
        """Refuse dice that no roll can show: at once, not when they would be rolled."""
        most = self.highest_roll(state)
        for face in faces:
            if not isinstance(face, int) or isinstance(face, bool) or not 1 <= face <= most:
                raise SetupError(f"dice: {face!r} is no face of a die; a roll shows 1 to {most} here")

    def fast_state(self, seed: int, scenario: str | None = None, options: Mapping[str, Any] | None = None) -> S:
        """A bare position with quick dice and no events: for playouts and mass play."""
        chosen = self.scenario(scenario)
        settled = self.settle_options(chosen, options)
        state = self.laid_out(chosen, settled).initial(chosen, settled, FastDice(seed))
        state.settle()
        return state
