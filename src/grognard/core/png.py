"""Pixels of an SVG, and the fonts for them.

resvg drops a text silently when none of its font families is installed, and shows empty boxes for letters that a font
lacks; so `to_png` tries some letters first. Fonts that came as Python packages (`fontpkg-...` on PyPI) are used too.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from resvg_py import svg_to_bytes

_FAMILIES = re.compile(r'font-family="([^"]*)"')
_JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
_ADVICE = {
    "Latin": "install any, for example with: pip install fontpkg-barlow-condensed",
    "Japanese": "install one, for example Noto Sans CJK JP",
}


class NoFont(Exception):
    """The machine has no font for some letters of a picture. `png` is the picture without them."""

    def __init__(self, script: str, png: bytes) -> None:
        self.png = png
        super().__init__(f"no font here shows {script} letters, so the picture lacks them; {_ADVICE[script]}")


def to_png(svg: str, scale: float = 1.0, fonts: tuple[str, ...] = ()) -> bytes:
    """The picture in pixels, `scale` to one; `fonts` names further folders with fonts.

    Raises NoFont, which holds the picture all the same, where some of its texts cannot be shown.
    """
    folders = (*fonts, *packaged_fonts())
    png = _render(svg, scale, folders)
    families = sorted(set(_FAMILIES.findall(svg)))
    if not all(_shows("A", "B", family, folders) for family in families):
        raise NoFont("Latin", png)
    if _JAPANESE.search(svg) and not any(_shows("ド", "ン", family, folders) for family in families):
        raise NoFont("Japanese", png)
    return png


def packaged_fonts() -> tuple[str, ...]:
    """The folders of fonts that are installed as Python packages."""
    specs = [find_spec(family.module) for family in entry_points(group="fontpkg.family")]
    return tuple(str(Path(spec.origin).parent / "files") for spec in specs if spec and spec.origin)


def _render(svg: str, scale: float, folders: tuple[str, ...]) -> bytes:
    return bytes(svg_to_bytes(svg_string=svg, zoom=scale, font_dirs=list(folders)))


@cache
def _shows(one: str, other: str, families: str, folders: tuple[str, ...]) -> bool:
    """Whether a font has these letters: without one they look alike."""
    text = f'<text x="2" y="16" font-family="{families}">%s</text>'
    frame = f'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{text}</svg>'
    return _render(frame % one, 1.0, folders) != _render(frame % other, 1.0, folders)
