"""What a player sees, in numbers: boards over hexes, columns over units and plain figures, for those who learn by play.

It is the quick counterpart of `view` and keeps its law: built from nothing, by name, from what the player may see. A
game has a `Sight` of its own where that is worth the speed; any other is looked at through its view (`through_view`).
`grognard.lab.env` makes arrays of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from grognard.core.step import RECORDS, Step

if TYPE_CHECKING:
    from grognard.core.game import Game
    from grognard.core.state import State

Column = int | Sequence[int]
"""A figure for each unit; or a set of units as a board, which is 1 for its members."""

UNSEEN: Final = -1
"""The place of a unit that the player sees nothing of."""


class Seen(NamedTuple):
    """One look at a position, in the order of the names that the `Sight` gives."""

    hexes: Sequence[int]
    """Boards."""
    units: Sequence[Column]
    """Columns over the rows of units; the first is each one's place: a hex, a place that is no hex, or UNSEEN."""
    figures: Sequence[int]


Look = Callable[[Any, int, "Step[Any] | None"], Seen]
"""What a player sees in his own position (`State.seen_by`), and the question he is asked, if any."""


@dataclass(frozen=True)
class Sight:
    """What there is to see in a game as it is laid out."""

    version: str
    """Changes whenever a name is added, removed, moved or given another meaning."""
    hexes: tuple[str, ...]
    units: tuple[str, ...]
    figures: tuple[str, ...]
    places: tuple[str, ...]
    """The places that are no hex, by number: every hex number is larger."""
    look: Look


class Question(NamedTuple):
    """What a question is about, as far as its step says so."""

    step: int = 0
    """Its number in `steps_of`, from 1; 0 where nobody is asked."""
    in_hand: int = 0
    """The unit that it is about, as a set."""
    chosen: int = 0
    """Units taken so far, or that it is to choose from."""
    hexes: int = 0
    amount: int = 0
    """Points spent, losses owed."""


NOTHING: Final = Question()
CHOSEN: Final = ("chosen", "units")
AMOUNTS: Final = ("spent", "losses", "owed", "count", "length")


def question(game: Game, step: Step[Any] | None) -> Question:
    """What a player is asked about."""
    if step is None:
        return NOTHING
    kind: Any = type(step)
    bare, number, unit, chosen, hex, hexes, amount = _reading(game, kind)
    if bare is not None:
        return bare
    return Question(
        number,
        _as_set(getattr(step, unit)) if unit else 0,
        _as_number(getattr(step, chosen)) if chosen else 0,
        _as_set(getattr(step, hex)) if hex else _as_number(getattr(step, hexes)) if hexes else 0,
        _as_number(getattr(step, amount)) if amount else 0,
    )


@lru_cache(maxsize=1024)
def _reading(game: Game, step: type[Any]) -> tuple[Question | None, int, str, str, str, str, str]:
    """The number of a kind of step, and the fields that say what it is about; where it has none, all there is to say
    comes first."""
    names = {field.name for field in fields(step)}
    wanted = (("unit",), CHOSEN, ("hex",), ("hexes",), AMOUNTS)
    unit, chosen, hex, hexes, amount = (next((one for one in some if one in names), "") for some in wanted)
    number = _step_numbers(game)[step]
    bare = None if unit or chosen or hex or hexes or amount else Question(number)
    return bare, number, unit, chosen, hex, hexes, amount


def steps_of(game: Game) -> tuple[str, ...]:
    """Every question that a game asks, by its words and its class; the order is that of their names."""
    return tuple(f"{step.words}:{step.__name__}" for step in _step_numbers(game))


@lru_cache(maxsize=64)
def _step_numbers(game: Game) -> dict[type[Step[Any]], int]:
    packages = {one.__module__.rpartition(".")[0] for one in type(game).__mro__} - {"", "grognard.core"}
    found = [
        record
        for record in RECORDS.values()
        if issubclass(record, Step) and not record.automatic and record.words
        and any(f"{record.__module__}.".startswith(f"{package}.") for package in (*packages, "grognard.core"))
    ]  # fmt: skip
    ordered = sorted(found, key=lambda step: (step.words, step.__name__))
    return {step: number for number, step in enumerate(ordered, 1)}


def _as_set(value: Any) -> int:
    return 1 << value if isinstance(value, int) and value >= 0 else 0


def _as_number(value: Any) -> int:
    """A number or a set; a list that says more than that is left out."""
    return value if isinstance(value, int) else 0


# ---- games without a quick sight of their own


VIEW_VERSION: Final = "view-1"
PLACES: Final = ("off the map",)


def through_view(game: Game) -> Sight:
    """A game seen through its view, whatever it is: slower, and only what all views tell alike."""
    sides = tuple(dict.fromkeys(side for one in game.scenarios.values() for side in one.roster.sides))

    def look(state: State, player: int, step: Step[Any] | None) -> Seen:
        view, asked = game.view(state, player), question(game, step)
        index = game.map.grid.index
        boards = dict.fromkeys((*(f"units:{side}" for side in sides), *(f"control:{side}" for side in sides)), 0)
        places = [UNSEEN] * len(game.units)
        steps = [0] * len(game.units)
        for piece in view["pieces"]:
            on_map = bool(piece.get("on_map"))
            if on_map and (name := f"units:{piece['side']}") in boards:
                boards[name] |= 1 << index(piece["where"])
            unit = game.unit_numbers.get(piece["id"])
            if unit is not None:
                places[unit] = index(piece["where"]) if on_map else 0
                steps[unit] = int(piece.get("steps") or 0)
        for marker in view.get("markers", ()):
            if marker["kind"] == "control" and (name := f"control:{marker['side']}") in boards:
                boards[name] |= 1 << index(marker["hex"])
        score = view.get("score") or {}
        return Seen(
            (*boards.values(), asked.hexes),
            (places, steps, asked.in_hand, asked.chosen),
            (
                player,
                asked.step,
                asked.amount,
                int(view.get("turn") or 0),
                *(int(score.get(one) or 0) for one in sides),
            ),
        )

    return Sight(
        VIEW_VERSION,
        (*(f"units:{side}" for side in sides), *(f"control:{side}" for side in sides), "asked"),
        ("place", "steps", "in_hand", "chosen"),
        ("seat", "step", "amount", "turn", *(f"points:{side}" for side in sides)),
        PLACES,
        look,
    )
