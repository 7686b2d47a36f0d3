"""Velikiye Luki 1942-1943: siege and relief, a chapter of the rulebook in each file."""

from grognard.games.vl.game import GAME

__all__ = ["GAME"]
