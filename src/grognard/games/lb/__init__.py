"""Lost Battles: regiments and battalions, Russia 1942-44. A file per chapter, data in TOML, words in `locale/`."""

from grognard.games.lb.game import GAME, LbGame

__all__ = ["GAME", "LbGame"]
