"""The symbols of arms, by the words that games use for them, as strokes in a box of 60 x 40.

web/src/counters/symbols.ts knows the same words; a test compares them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Piece = Mapping[str, Any]

_CROSS, _TRACK = "M0 0L60 40M0 40L60 0", "M19 9H41A11 11 0 0 1 41 31H19A11 11 0 0 1 19 9Z"
_SLASH, _WINGS = "M0 40L60 0", "M19 37C19 30 29 30 30 36C31 30 41 30 41 37"
_TENT, _SKI = "M0 40L30 .8L60 40", "M16.4 35.2H38Q42.4 35.2 44 30.4"
GLYPHS = {
    "infantry": _CROSS, "rifle": _CROSS, "shock": _CROSS, "marine": _CROSS, "security": _CROSS, "mountain": _CROSS,
    "paratroop": _CROSS + _WINGS, "airborne": _CROSS + _WINGS,
    "motorized": f"{_CROSS}M30 0V40", "mechanized": _CROSS + _TRACK, "tank": _TRACK, "armor": _TRACK,
    "cavalry": _SLASH, "recon": _SLASH, "reconnaissance": _SLASH, "artillery": "", "supply": "M0 29H60",
    "engineer": "M14 27.2V13.2H46V27.2M30 13.2V24", "anti-tank": _TENT, "assault-gun": _TRACK + _TENT,
    "anti-aircraft": "M0 40C0 24 60 24 60 40", "ski": _CROSS + _SKI, "jaeger": _CROSS + _SKI, "cadre": _CROSS,
    "motorcycle": _SLASH, "flamethrower-tank": _TRACK, "mrl": "M21.2 17.2L30 9.6L38.8 17.2M21.2 11.2L30 3.6L38.8 11.2",
    "direct-fire-artillery": "M30.8 20H53.2M46.8 14.4L53.2 20L46.8 25.6",
}  # fmt: skip
SOLIDS = {
    "mountain": "M21 40L30 25L39 40Z",
    "artillery": "M22 20A8 8 0 1 1 38 20A8 8 0 1 1 22 20Z",
    "direct-fire-artillery": "M19.2 20A6 6 0 1 1 31.2 20A6 6 0 1 1 19.2 20Z",
    "mrl": "M24.4 27.2A5.6 5.6 0 1 1 35.6 27.2A5.6 5.6 0 1 1 24.4 27.2Z",
    "motorcycle": "M33.2 34A4 4 0 1 1 41.2 34A4 4 0 1 1 33.2 34ZM46 34A4 4 0 1 1 54 34A4 4 0 1 1 46 34Z",
    "flamethrower-tank": "M30.4 13.6C34.8 18.4 36.4 21.6 34 24.8C32 27.2 28 27.2 26 24.8C24 22 25.6 20 27.6 18"
    "C28 20 29.2 20.4 29.6 19.2C30.4 17.6 30 15.6 30.4 13.6Z",
}
WORDS = {
    "security": ("SEC", 13, 12.5), "cadre": ("CAD", 13, 12.5), "jaeger": ("J", 14, 14.0), "hq": ("HQ", 25, 29.0),
    "armor-hq": ("HQ", 20, 27.0),
}  # fmt: skip
ALIASES = {
    "headquarters": "hq", "armored-infantry": "mechanized", "motorized-infantry": "motorized", "rocket-launcher": "mrl",
    "rocket-artillery": "mrl", "ranged-artillery": "artillery", "flamethrower": "flamethrower-tank",
    "flame-thrower": "flamethrower-tank", "parachute": "paratroop", "jager": "jaeger", "jäger": "jaeger",
}  # fmt: skip
SPELLINGS = (("_", "-"), ("mechanised", "mechanized"), ("motorised", "motorized"), ("armour", "armor"))
FORT = "fort"
"""Drawn as walls with its levels as pips, instead of a box with a symbol in it."""


def symbol_word(piece: Piece) -> str:
    """The symbol a piece shows; a word with a hyphen falls back on the part that is known."""
    word = str(piece.get("symbol") or "").lower()
    for other, ours in SPELLINGS:
        word = word.replace(other, ours)
    known = GLYPHS.keys() | WORDS.keys() | {FORT}
    parts = (ALIASES.get(part, part) for part in (word, *word.split("-")))
    return next((part for part in parts if part in known), word)


def is_headquarters(piece: Piece) -> bool:
    return symbol_word(piece) in ("hq", "armor-hq")


def is_fort(piece: Piece) -> bool:
    return symbol_word(piece) == FORT
