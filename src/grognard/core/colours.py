"""What sides and nations wear, declared once in a game's data/colours.toml and read by everybody who draws.

Counters, chips, flags, names on pages, `grognard render` and the terminal take their colours from `Game.colours`. A
side needs a `colour` and nothing else: print, the symbol's box, its name on a dark page, wood and frame follow from it
and from its place. Sides of a game without the file come out in colours of their own all the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from pydantic import Field

from grognard.core.data import DataError, Table, find, read

if TYPE_CHECKING:
    from grognard.core.game import Game

FILE = "colours.toml"

Hue = Annotated[str, Field(pattern=r"^#[0-9A-Fa-f]{6}$")]
Pattern = Literal["plain", "dashed", "dotted", "double"]
PATTERNS: tuple[Pattern, ...] = ("plain", "dashed", "dotted", "double")
"""The frames that tell sides apart without colours, in the order in which sides get them."""
DEFAULTS = ("#A8402F", "#3A6C96", "#4F7747", "#B98A2C", "#75508A", "#2E7C78", "#7A5236", "#8A8F92")
"""What sides wear that declare nothing: red, blue, green, gold, purple, teal, brown, grey."""
PAPER, NIGHT, BLACK, WHITE = "#F8F3E7", "#16191B", "#000000", "#FFFFFF"
DARK_PRINT, LIGHT_PRINT, LINES = "#191C17", "#FFF6E8", "#16130F"
READABLE = 4.5
"""The contrast that small letters need."""
PRINTED = 3.5
"""The contrast that the large figures on a counter need."""
APART = 60
"""How far from one another the colours of two sides at one table are at least."""


class Coat(Table):
    """How a counter is printed: its ground, the print on it, the symbol's box and the lines in it."""

    id: str
    colour: Hue
    ink: Hue | None = None
    box: Hue | None = None
    lines: Hue | None = None


class Side(Coat):
    """A side: its counters, its name on a light and on a dark page, its frame, and the wood of its blocks."""

    text: Hue | None = None
    night: Hue | None = None
    pattern: Pattern | None = None
    edge: Hue | None = None
    shine: Hue | None = None
    sticker: Hue | None = None


class ColoursFile(Table):
    side: tuple[Side, ...] = ()
    coat: tuple[Coat, ...] = ()


class Printed(NamedTuple):
    """A counter's colours: ground, print, and the box of the symbol with its lines."""

    colour: str
    ink: str
    box: str
    lines: str = LINES


class Worn(NamedTuple):
    """All that a side wears; `edge`, `shine` and `sticker` are the dark and the light wood of a block and its print."""

    printed: Printed
    text: str
    night: str
    pattern: Pattern
    edge: str
    shine: str
    sticker: str


@dataclass(frozen=True)
class Colours:
    """The colours of a game: of every side of its scenarios, and of nations and arms that wear coats of their own."""

    sides: Mapping[str, Worn]
    coats: Mapping[str, Printed]

    def side(self, name: str) -> Worn:
        """What a side wears; one that no scenario names is nobody's and grey."""
        return self.sides.get(name) or _worn(Side(id=name, colour=DEFAULTS[-1]), DEFAULTS[-1], "plain")

    def coat_of(self, piece: Mapping[str, Any]) -> Printed:
        """What a piece of a view is printed in: its own coat, its nation's, else its side's."""
        for name in (piece.get("coat"), piece.get("nation")):
            if name in self.coats:
                return self.coats[str(name)]
        return self.side(str(piece.get("side") or "")).printed


def load(*folders: Path) -> ColoursFile:
    """The first folder's file; without one nothing is declared."""
    try:
        path = find(FILE, *folders)
    except DataError:
        return ColoursFile()
    return read(path, ColoursFile)


def settle(declared: ColoursFile, sides: Sequence[str]) -> Colours:
    """The colours of these sides: as declared, else the first that nobody else wears, in their order.

    >>> [worn.printed.colour for worn in settle(ColoursFile(), ["north", "south"]).sides.values()]
    ['#A8402F', '#3A6C96']
    """
    known = {side.id: side for side in declared.side}
    names = list(dict.fromkeys([*sides, *known]))
    spare = _spare(DEFAULTS, [known[name].colour for name in names if name in known])
    frames = _spare(PATTERNS, [known[name].pattern for name in names if name in known])
    worn = {}
    for name in names:
        side = known.get(name)
        colour = side.colour if side else next(spare)
        pattern: Any = side.pattern if side and side.pattern else next(frames)
        worn[name] = _worn(side or Side(id=name, colour=colour), colour, pattern)
    return Colours(worn, {coat.id: _printed(coat) for coat in declared.coat})


def _spare(all_of: Sequence[str], taken: Sequence[str | None]) -> Iterator[str]:
    """Those that nobody has, then all of them again and again."""
    yield from (one for one in all_of if one not in taken)
    while True:
        yield from all_of


def _worn(side: Side, colour: str, pattern: Pattern) -> Worn:
    return Worn(
        printed=_printed(side),
        text=side.text or _readable(colour, PAPER, BLACK),
        night=side.night or _readable(colour, NIGHT, WHITE),
        pattern=pattern,
        edge=side.edge or mixed(colour, BLACK, 0.4),
        shine=side.shine or mixed(colour, WHITE, 0.3),
        sticker=side.sticker or _readable(mixed(colour, BLACK, 0.3), PAPER, BLACK),
    )


def _printed(coat: Coat) -> Printed:
    ink = coat.ink or max((DARK_PRINT, LIGHT_PRINT), key=lambda print_: contrast(print_, coat.colour))
    return Printed(coat.colour, ink, coat.box or mixed(coat.colour, WHITE, 0.75), coat.lines or LINES)


def document(colours: Colours) -> dict[str, Any]:
    """The colours as the browser reads them."""
    return {
        "sides": {name: {**worn._asdict(), "printed": worn.printed._asdict()} for name, worn in colours.sides.items()},
        "coats": {name: coat._asdict() for name, coat in colours.coats.items()},
    }


# ---- what colours do to one another


def channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share of another in it."""
    both = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in both)


def contrast(one: str, other: str) -> float:
    """From 1 to 21, as WCAG counts it."""
    dark, light = sorted((_light(one), _light(other)))
    return (light + 0.05) / (dark + 0.05)


def _light(colour: str) -> float:
    shares = [value / 255 for value in channels(colour)]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _readable(colour: str, page: str, towards: str) -> str:
    """The colour, as far towards black or white as letters on this page need it."""
    shades = (mixed(colour, towards, step / 20) for step in range(21))
    return next((shade for shade in shades if contrast(shade, page) >= READABLE), towards)


def distance(one: str, other: str) -> float:
    """How far two colours are apart, from 0 to about 765, as the eye sees it."""
    pairs = list(zip(channels(one), channels(other), strict=True))
    red = sum(pairs[0]) / 2
    d_red, d_green, d_blue = ((a - b) ** 2 for a, b in pairs)
    return float(((2 + red / 256) * d_red + 4 * d_green + (2 + (255 - red) / 256) * d_blue) ** 0.5)


# ---- checking against the game


def sides_of(game: Game) -> list[str]:
    """Every side of every scenario, in the order in which they sit."""
    return list(dict.fromkeys(side for one in game.scenarios.values() for side in one.roster.sides))


def faults(game: Game, declared: ColoursFile) -> list[str]:
    """Sides that are not there, wear nothing or cannot be told apart or read, and coats that nobody declared."""
    found = [*_side_faults(game, declared), *_print_faults(game.colours, declared), *_coat_faults(game)]
    for one in game.scenarios.values():
        worn = {side: game.colours.side(side) for side in one.roster.sides}
        found += _alike(worn)
    return list(dict.fromkeys(found))


def _side_faults(game: Game, declared: ColoursFile) -> Iterator[str]:
    sides, named = sides_of(game), [side.id for side in declared.side]
    for name in dict.fromkeys(named):
        if name not in sides:
            yield f'{FILE}: side "{name}": there is no such side; there are {", ".join(sides)}'
    for rows in (named, [coat.id for coat in declared.coat]):
        yield from (f'{FILE}: "{name}" is declared twice' for name in dict.fromkeys(rows) if rows.count(name) > 1)
    if named:
        yield from (f'{FILE}: side "{name}" has no colour' for name in sides if name not in named)


def _print_faults(colours: Colours, declared: ColoursFile) -> Iterator[str]:
    prints = {f'side "{one.id}"': colours.sides[one.id].printed for one in declared.side}
    prints |= {f'coat "{one.id}"': colours.coats[one.id] for one in declared.coat}
    for where, coat in prints.items():
        if contrast(coat.ink, coat.colour) < PRINTED:
            yield f"{FILE}: {where}: ink {coat.ink} cannot be read on {coat.colour}"
        if contrast(coat.lines, coat.box) < PRINTED:
            yield f"{FILE}: {where}: lines {coat.lines} cannot be seen in the box {coat.box}"
    for side in declared.side:
        worn = colours.sides[side.id]
        for key, letters, page in (("text", worn.text, PAPER), ("night", worn.night, NIGHT)):
            if contrast(letters, page) < READABLE:
                yield f'{FILE}: side "{side.id}": {key} {letters} cannot be read on a page of {page}'


def _alike(worn: Mapping[str, Worn]) -> Iterator[str]:
    """Sides at one table that look the same, with colours or without."""
    names = list(worn)
    for number, name in enumerate(names):
        for other in names[:number]:
            a, b = worn[other], worn[name]
            if distance(a.printed.colour, b.printed.colour) < APART:
                yield f'{FILE}: sides "{other}" and "{name}" have nearly the same colour'
            if a.pattern == b.pattern and len(names) <= len(PATTERNS):
                yield f'{FILE}: sides "{other}" and "{name}" have the same pattern, {a.pattern}'


def _coat_faults(game: Game) -> Iterator[str]:
    """Coats that pieces name and nobody declared, as far as the openings show them."""
    for scenario in game.scenarios:
        for piece in game.new(scenario, seed=0).view(None).get("pieces", ()):
            if piece.get("coat") and piece["coat"] not in game.colours.coats:
                yield f'{FILE}: there is no coat "{piece["coat"]}", which {piece["id"]} wears'
