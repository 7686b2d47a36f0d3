"""Reading the words of `Game.position`: names into numbers, and one clear line for what does not exist.

A game's own `position.py` says which words it knows and what they mean; these few readings are the same in all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from grognard.core.game import SetupError
from grognard.hex.grid import mask

if TYPE_CHECKING:
    from grognard.core.game import Game


def known(words: Mapping[str, Any], all_of: Collection[str]) -> None:
    """Refuse words that a game does not have."""
    unknown = set(words) - set(all_of)
    if unknown:
        raise SetupError(f"a position has no {', '.join(sorted(unknown))}; it has {', '.join(sorted(all_of))}")


def keyed(words: Mapping[str, Any], names: Collection[str], what: str) -> Mapping[str, Any]:
    """What was said of some of these names; the others are refused.

    >>> keyed({"cupp": ["6A"]}, ("inactive", "cup", "played"), "chits")
    Traceback (most recent call last):
    grognard.core.game.SetupError: chits has no "cupp"; it has inactive, cup, played
    """
    for name in words:
        if name not in names:
            raise SetupError(f'{what} has no "{name}"; it has {", ".join(names) or "nothing"}')
    return words


def one_of(name: str, names: Sequence[str], what: str) -> int:
    """The number of a side, a weather, a phase.

    >>> one_of("soviet", ("axis", "soviet"), "side")
    1
    """
    if name not in names:
        raise SetupError(f'there is no {what} "{name}"; there are {", ".join(names)}')
    return names.index(name)


def turn_of(turn: int, last: int) -> int:
    if not 1 <= turn <= last:
        raise SetupError(f"turn {turn}: the turns are 1 to {last}")
    return turn


def step_of(name: str, steps: Collection[str]) -> str:
    if name not in steps:
        raise SetupError(f'there is no step "{name}"; the steps are {", ".join(steps)}')
    return name


def unit_of(game: Game, name: str) -> int:
    if name not in game.unit_numbers:
        raise SetupError(f'there is no unit "{name}"')
    return game.unit_numbers[name]


def attack_of(game: Game, words: Mapping[str, Any]) -> tuple[int, int]:
    """`attack={"on": "2310", "by": ["su-7tk"]}`: the hexes and the units of an attack that has been made."""
    attack = words.get("attack")
    if attack is None or {*attack} != {"on", "by"}:
        raise SetupError('this step goes on after an attack: attack={"on": a hex, "by": the units}')
    on = attack["on"]
    return hexes_of(game, [on] if isinstance(on, str) else on), units_of(game, attack["by"])


def units_of(game: Game, names: Iterable[str]) -> int:
    return mask(unit_of(game, name) for name in names)


def hex_of(game: Game, name: str) -> int:
    try:
        return game.map.grid.index(name)
    except ValueError as error:
        raise SetupError(str(error)) from None


def hexes_of(game: Game, names: Iterable[str]) -> int:
    return mask(hex_of(game, name) for name in names)
