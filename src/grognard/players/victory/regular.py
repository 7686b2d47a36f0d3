"""Regular's doctrine for Victory: Recruit's, with what was learnt since."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from grognard.players.victory.doctrine import VictoryDoctrine
from grognard.players.victory.weights import SHEET
from grognard.players.weights import read_changes

REGULAR_SHEET: Final = read_changes(Path(__file__).with_name("regular.toml"), SHEET)
REGULAR: Final = VictoryDoctrine(REGULAR_SHEET)
