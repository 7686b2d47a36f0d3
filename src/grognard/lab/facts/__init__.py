"""What is written down of a game that bots played: rows by table, and what their columns mean.

`games` has one row a game; the other tables tell its course (`columns`), as a `Witness` saw it. Where a game has no
such thing (chits, production, places worth holding), a table has no rows of it. A reader finds the version of all
tables in each file; a column is never renamed or given another meaning without a new one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from grognard.core.game import SetupError
from grognard.lab.facts.columns import COLUMNS
from grognard.lab.facts.witness import Witness
from grognard.lab.simulate import Pairing, play_out

if TYPE_CHECKING:
    import pyarrow as pa

SCHEMA = 2
"""The version of all tables."""
Rows = dict[str, list[dict[str, Any]]]
"""By table: its rows, as plain data that travels between processes."""


def tables() -> Mapping[str, pa.Schema]:
    """Every table and the types of its columns; what a column means is in its field's metadata (`says`)."""
    try:
        import pyarrow as pa  # an extra, and slow to load
    except ImportError as error:
        raise SetupError('runs are kept with the extra "lab": pip install "grognard[lab]"') from error
    types = {
        "number": pa.int64(),
        "seed": pa.uint64(),
        "count": pa.int32(),
        "small": pa.int16(),
        "real": pa.float32(),
        "text": pa.string(),
        "texts": pa.list_(pa.string()),
        "hexes": pa.list_(pa.int16()),
        "words": pa.map_(pa.string(), pa.string()),
        "counts": pa.map_(pa.string(), pa.int32()),
    }
    return {
        table: pa.schema([pa.field(one.name, types[one.type], metadata={"says": one.says}) for one in columns])
        for table, columns in COLUMNS.items()
    }


def played(pairing: Pairing) -> Rows:
    """Play one game and tell its rows."""
    witness = Witness(pairing)
    outcome = play_out(pairing, witness)
    game = {
        "number": outcome.number,
        "seed": outcome.seed,
        "seats": dict(outcome.seats),
        "winners": list(outcome.winners),
        "level": outcome.level,
        "points": dict(outcome.points),
        "turn": outcome.turn,
        "answers": outcome.answers,
    }
    return {"games": [game], **witness.rows()}
