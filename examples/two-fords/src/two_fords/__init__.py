"""Two Fords: two sides, a river, a secret objective each. A game for Grognard, small enough to be read whole."""

from two_fords.game import GAME

__all__ = ["GAME"]
