"""What is installed is pinned by version; where it comes from is each machine's own affair."""

from __future__ import annotations

import json
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_locks_name_versions_and_no_addresses() -> None:
    lock = (ROOT / "web" / "package-lock.json").read_text()
    packages = json.loads(lock)["packages"]
    assert all("version" in one and "resolved" not in one for name, one in packages.items() if name)
    assert "://" not in lock and "://" not in (ROOT / "constraints.txt").read_text()
