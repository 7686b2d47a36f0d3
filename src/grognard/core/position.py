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
    from grognard.core.state import State


def known(words: Mapping[str, Any], all_of: Collection[str]) -> None:
    """Refuse words that a game does not have."""
    unknown = set(words) - set(all_of)
    if unknown:
        raise SetupError(f"a position has no {', '.join(sorted(unknown))}; it has {', '.join(sorted(all_of))}")


def belongs(words: Mapping[str, Any], step: str, belonging: Mapping[str, Collection[str]]) -> None:
    """Refuse words that only other steps have a use for.

    >>> belongs({"result": "DB"}, "move", {"result": ("result",)})
    Traceback (most recent call last):
    grognard.core.game.SetupError: result goes with the steps result, not with move
    """
    for word, steps in belonging.items():
        if word in words and step not in steps:
            raise SetupError(f"{word} goes with the steps {', '.join(steps)}, not with {step}")


def table_of(words: Mapping[str, Any], word: str) -> Mapping[str, Any]:
    """What a word says of one name after the other; nothing, where it is not said."""
    said = words.get(word, {})
    if not isinstance(said, Mapping):
        raise SetupError(f"{word} says something of each name, as in {{name: words}}, and is not {said!r}")
    return said


def list_of(words: Mapping[str, Any], word: str) -> Iterable[str]:
    """The names that a word lists; none, where it is not said."""
    said = words.get(word, ())
    if isinstance(said, str) or not isinstance(said, Collection):
        raise SetupError(f"{word} is a list of names, not {said!r}")
    return said


def places_of(words: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    """The units of `place` and the words for each."""
    for name, where in table_of(words, "place").items():
        if not isinstance(where, str) or not where.strip():
            raise SetupError(f"{name}: {where!r} is not a hex, nor any other place")
        yield name, where


def once(name: str, words: Iterable[str]) -> None:
    """Refuse a word of a unit that is said twice.

    >>> once("su-7tk", ["reduced", "isolated", "reduced"])
    Traceback (most recent call last):
    grognard.core.game.SetupError: su-7tk: "reduced" is said twice
    """
    said: set[str] = set()
    for word in words:
        if word in said:
            raise SetupError(f'{name}: "{word}" is said twice')
        said.add(word)


def whole(number: Any, what: str, least: int = 0, most: int | None = None) -> int:
    """A whole number within its bounds.

    >>> whole(-3, "artillery of soviet")
    Traceback (most recent call last):
    grognard.core.game.SetupError: artillery of soviet is a whole number from 0 on, not -3
    """
    fits = isinstance(number, int) and not isinstance(number, bool) and number >= least
    if not fits or (most is not None and number > most):
        raise SetupError(
            f"{what} is a whole number from {least} {'on' if most is None else f'to {most}'}, not {number!r}"
        )
    return int(number)


def yes_or_no(words: Mapping[str, Any], word: str, where: str = "") -> bool:
    """What a word says that is true or is not; not, where it is not said.

    >>> yes_or_no({"assaulted": "x"}, "assaulted")
    Traceback (most recent call last):
    grognard.core.game.SetupError: assaulted is True or False, not 'x'
    """
    if not isinstance(said := words.get(word, False), bool):
        raise SetupError(f"{where}{word} is True or False, not {said!r}")
    return said


def keyed(words: Mapping[str, Any], names: Collection[str], what: str) -> Mapping[str, Any]:
    """What was said of some of these names; the others are refused.

    >>> keyed({"cupp": ["6A"]}, ("inactive", "cup", "played"), "chits")
    Traceback (most recent call last):
    grognard.core.game.SetupError: chits has no "cupp"; it has inactive, cup, played
    """
    for name in words if isinstance(words, Collection) else ():
        if name not in names:
            raise SetupError(f'{what} has no "{name}"; it has {", ".join(names) or "nothing"}')
    if not isinstance(words, Mapping):
        raise SetupError(f"{what} says something of each name, as in {{name: words}}, and is not {words!r}")
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
    if not isinstance(turn, int) or isinstance(turn, bool) or not 1 <= turn <= last:
        raise SetupError(f"turn {turn!r}: the turns are 1 to {last}")
    return turn


def step_of(name: str, steps: Collection[str]) -> str:
    if name not in steps:
        raise SetupError(f'there is no step "{name}"; the steps are {", ".join(steps)}')
    return name


def unit_of(game: Game, name: str) -> int:
    if not isinstance(name, str) or name not in game.unit_numbers:
        raise SetupError(f'there is no unit "{name}"')
    return game.unit_numbers[name]


def attack_of(game: Game, words: Mapping[str, Any]) -> tuple[int, int]:
    """`attack={"on": "2310", "by": ["su-7tk"]}`: the hexes and the units of an attack that has been made."""
    attack = words.get("attack")
    if not isinstance(attack, Mapping) or {*attack} != {"on", "by"}:
        raise SetupError('this step goes on after an attack: attack={"on": a hex, "by": the units}')
    on = attack["on"]
    return hexes_of(game, [on] if isinstance(on, str) else on), units_of(game, attack["by"])


def units_of(game: Game, names: Iterable[str]) -> int:
    return mask(unit_of(game, name) for name in names)


def some_of(game: Game, words: Mapping[str, Any], word: str, fit: int, what: str) -> int:
    """The units that a word lists, each one of those that it can be said of."""
    found = 0
    for name in list_of(words, word):
        unit = unit_of(game, name)
        if not fit >> unit & 1:
            raise SetupError(f"{word}: {name} is no {what}")
        found |= 1 << unit
    return found


def hex_of(game: Game, name: str) -> int:
    try:
        return game.map.grid.index(name)
    except (ValueError, AttributeError, TypeError) as error:
        raise SetupError(str(error) if isinstance(name, str) else f"{name!r} is no name of a hex") from None


def hexes_of(game: Game, names: Iterable[str]) -> int:
    return mask(hex_of(game, name) for name in names)


def could_say(game: Game, state: State, verb: int, target: int = 0) -> None:
    """Refuse what the top step of a position does not offer, for the reason that a player would hear."""
    step = state.stack[-1]
    if step.offer(state).get(verb, 0) >> target & 1:
        return
    said = game.verbs[verb]
    name = game.target_name(said.kind, target)
    reasons = [f"{game.words.say(one, 'en')} ({one.rule})" for one in step.why(state, verb, target)[:1]]
    words = [said.name, *([] if name is None else [str(name)])]
    raise SetupError(": ".join([f'no player could have said "{" ".join(words)}" here', *reasons]))
