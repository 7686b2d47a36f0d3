"""A game package that fails when it is loaded."""

from __future__ import annotations

GAME = 1 // 0
