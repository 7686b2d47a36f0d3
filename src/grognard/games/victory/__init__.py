"""Victory: block game of a sandbox Second World War, two to eight players. A file per chapter, data in TOML."""

from grognard.games.victory.game import GAME, VictoryGame

__all__ = ["GAME", "VictoryGame"]
