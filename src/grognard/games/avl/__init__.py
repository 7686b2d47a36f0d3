"""A Victory Lost: chit-pull, Ukraine 1942-43. A file per chapter of the rulebook, data in TOML, words in `locale/`."""

from grognard.games.avl.game import GAME, AvlGame

__all__ = ["GAME", "AvlGame"]
