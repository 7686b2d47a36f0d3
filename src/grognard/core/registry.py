"""The games that are installed, found by entry point: a third-party package adds a game by naming its `Game` there.

In its pyproject.toml stands `[project.entry-points."grognard.games"]`, and under it `my-game = "my_package:GAME"`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import walk_packages

from grognard.core.game import Game, SetupError

GROUP = "grognard.games"


@cache
def game_ids() -> tuple[str, ...]:
    """The ids of all installed games."""
    return tuple(sorted(point.name for point in entry_points(group=GROUP)))


@cache
def game(game_id: str, data: Path | None = None) -> Game:
    """The game with this id; `data` lays a folder of an owner's own figures over the package's.

    >>> game("avl").name
    'A Victory Lost'
    """
    for point in entry_points(group=GROUP):
        if point.name == game_id:
            try:
                found = point.load()
            except MemoryError:
                raise
            except Exception as error:  # whatever another's package does wrong is told, and stops nobody else's game
                raise SetupError(f'game "{game_id}" cannot be loaded from {point.value}: {told(error)}') from error
            if not isinstance(found, Game):
                raise SetupError(f'entry point "{game_id}" of {GROUP} names {point.value}, which is not a Game')
            if found.id != game_id:  # a saved game names the id, and must be found again by it
                raise SetupError(f'entry point "{game_id}" of {GROUP} names {point.value}, whose id is "{found.id}"')
            try:
                _read_all(found)
            except MemoryError:
                raise
            except Exception as error:
                raise SetupError(f'game "{game_id}" cannot be loaded: {told(error)}') from error
            return found if data is None else found.with_data(data)
    raise SetupError(f'there is no game "{game_id}" here; installed: {", ".join(game_ids()) or "none"}')


def told(error: BaseException) -> str:
    """What went wrong, by its kind where the words alone would not tell.

    >>> told(KeyError("axis"))
    "KeyError: 'axis'"
    """
    plain = isinstance(error, ImportError | AttributeError | ValueError | OSError)
    return str(error) if plain else f"{type(error).__name__}: {error}"


def _read_all(found: Game) -> None:
    """Import every module of a game's package and its rooms: a kept position may name any of its steps."""
    package = type(found).__module__.rpartition(".")[0]
    if package and Path(import_module(package).__file__ or "").parent == found.folder:
        for module in walk_packages([str(found.folder)], f"{package}."):
            import_module(module.name)
