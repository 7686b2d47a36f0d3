"""Mass play: bots among themselves, many games at once, and how fast the engine goes."""

from __future__ import annotations

from grognard.lab.playout import playout_rate

__all__ = ["playout_rate"]
