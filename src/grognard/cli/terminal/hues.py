"""A side's colours in a terminal: the game's own, as near as the 256 colours come that every terminal has.

A counter has two lines, the lower one darker, so that counters below each other stay apart; it is brighter while one of
its units may still act.
"""

from __future__ import annotations

import colorsys
from functools import lru_cache

from grognard.core.colours import BLACK, READABLE, Colours, channels, contrast, distance

LEVELS = (0, 95, 135, 175, 215, 255)
CUBE = [f"#{red:02X}{green:02X}{blue:02X}" for red in LEVELS for green in LEVELS for blue in LEVELS]
TERMINAL = (*CUBE, *("#" + f"{level:02X}" * 3 for level in range(8, 239, 10)))
"""The colours that every terminal shows alike: the first sixteen of the 256 are everybody's own."""
DARK, LIGHT = "#141414", "#FFFFFF"
MUTED = 0.15
"""Below this share of colour a side is grey, and stays so."""
SHADES = {DARK: (0.95, 1.45), LIGHT: (0.68, 1.1)}
"""How light a counter is at rest and ready, by its print: dark counters have less room above them."""
LOWER = 0.8
"""How light the lower line is beside the upper one."""
HUE = 400
"""How much a wrong hue weighs beside a wrong shade."""


def counter_style(colours: Colours, side: str, ready: bool = False, lower: bool = False) -> str:
    """The style of a side's counters: of their upper or their lower line."""
    coat = colours.side(side).printed
    ink = max((DARK, LIGHT), key=lambda print_: contrast(print_, coat.colour))
    return f"{'' if lower else 'bold '}{_rgb(ink)} on {_rgb(_ground(coat.colour, ink, ready, lower))}"


@lru_cache(maxsize=256)
def _ground(colour: str, ink: str, ready: bool, lower: bool) -> str:
    """A counter's colour, stronger than in print, as a terminal has no paper to set it off; its print can be read."""
    hue, light, strength = _hls(colour)
    if strength > MUTED:
        strength = min(1.0, strength * 2)
    light *= SHADES[ink][ready] * (LOWER if lower else 1)
    wanted = colorsys.hls_to_rgb(hue, min(light, 1.0), strength)
    made = "#" + "".join(f"{round(255 * one):02X}" for one in wanted)
    fit = [one for one in TERMINAL if contrast(one, ink) >= READABLE]
    if lower:
        upper = _ground(colour, ink, ready, lower=False)
        fit = [one for one in fit if contrast(one, BLACK) < contrast(upper, BLACK)]
    return min(fit, key=lambda one: _unlike(one, made))


def _unlike(one: str, wanted: str) -> float:
    """How wrong a colour is for another; a hue that is there and should not be counts as well."""
    (hue, _, strength), (other, _, wished) = _hls(one), _hls(wanted)
    turned = abs(hue - other)
    strayed = min(turned, 1 - turned) if strength > MUTED and wished > MUTED else 0.25 * abs(strength - wished)
    return distance(one, wanted) + HUE * strayed


def _hls(colour: str) -> tuple[float, float, float]:
    red, green, blue = (value / 255 for value in channels(colour))
    return colorsys.rgb_to_hls(red, green, blue)


def _rgb(colour: str) -> str:
    return f"rgb({','.join(map(str, channels(colour)))})"
