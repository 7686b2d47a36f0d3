"""Regular's doctrine for A Victory Lost: Recruit's, with what was learnt since.

What it knows more is switched on by its weights (`regular.toml`): dangers read from the CRT (`peril.py`, `reach.py`),
HQs that follow strength, ground given up and struck back at (`value.py`, `place.py`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from grognard.players.avl.doctrine import AvlDoctrine
from grognard.players.avl.weights import SHEET
from grognard.players.weights import read_changes

REGULAR_SHEET: Final = read_changes(Path(__file__).with_name("regular.toml"), SHEET)
REGULAR: Final = AvlDoctrine(REGULAR_SHEET)
