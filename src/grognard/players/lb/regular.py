"""Regular's doctrine for Lost Battles: Recruit's, with what was learnt since."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from grognard.players.lb.doctrine import LbDoctrine
from grognard.players.lb.weights import SHEET
from grognard.players.weights import read_changes

REGULAR_SHEET: Final = read_changes(Path(__file__).with_name("regular.toml"), SHEET)
REGULAR: Final = LbDoctrine(REGULAR_SHEET)
