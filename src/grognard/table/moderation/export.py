"""The audit log as a table that a spreadsheet reads."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Iterable

from fastapi.responses import Response

from grognard.table.rows import AuditRow

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would take for a formula: names and reasons are other people's words."""


class Sheet(Response):
    media_type = "text/csv"


def as_sheet(lines: Iterable[AuditRow]) -> str:
    """A line of text for each line of the log, after one that names the columns."""
    written = io.StringIO()
    sheet = csv.writer(written)
    sheet.writerow(("number", "at", "by", "role", "deed", "about", "facts"))
    for one in lines:
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(one.at))
        facts = json.dumps(one.facts, ensure_ascii=False, sort_keys=True)
        sheet.writerow((one.id, at, *map(_plain, (one.by, one.role, one.deed, one.about or "", facts))))
    return written.getvalue()


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text
