"""Regular's doctrine for Velikiye Luki: Recruit's, with what was learnt since."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from grognard.players.vl.doctrine import VlDoctrine
from grognard.players.vl.weights import SHEET
from grognard.players.weights import read_changes

REGULAR_SHEET: Final = read_changes(Path(__file__).with_name("regular.toml"), SHEET)
REGULAR: Final = VlDoctrine(REGULAR_SHEET)
