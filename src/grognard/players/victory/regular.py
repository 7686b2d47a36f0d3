"""Regular's doctrine for Victory: Recruit's, with what was learnt since.

The weights in `regular.toml` switch it on: what unseen blocks usually are (`guess.py`), who can come (`front.py`), who
stays (`guard.py`), worn blocks that go home (`move.py`), and how much a city counts, the more the nearer the end.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from grognard.players.victory.doctrine import VictoryDoctrine
from grognard.players.victory.weights import SHEET
from grognard.players.weights import read_changes

REGULAR_SHEET: Final = read_changes(Path(__file__).with_name("regular.toml"), SHEET)
REGULAR: Final = VictoryDoctrine(REGULAR_SHEET)
