"""A running game saved from the menu and opened again from the lobby: another table at the same point."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.web.games import at
from tests.web.house import House
from tests.web.player import Player


def test_export_and_import(player: Player, house: House, tmp_path: Path) -> None:
    page = player.page
    table = house.post("/api/files", {"file": at("move_unit"), "seats": {}})["id"]
    player.sit(table, "soviet")
    player.until(lambda: player.asked == "move_unit", "a unit on the move")
    pieces = player.view["pieces"]
    page.get_by_role("button", name="Menu").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the game file").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name == f"avl-{table}.json"

    def open_file(path: Path) -> None:
        player.go()
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="Open a game file").click()
        chooser.value.set_files(path)

    player.view = {}
    open_file(file)
    player.drawn()
    player.until(lambda: player.asked == "move_unit", "the same question")
    assert player.view["pieces"] == pieces and table not in page.url

    # a file that was tampered with is refused, and nothing is opened
    broken = json.loads(file.read_text(encoding="utf-8"))
    broken["answers"][3] = ["soviet", "no_such_verb", None]
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(broken), encoding="utf-8")
    open_file(bad)
    expect(page.get_by_role("alert")).to_contain_text("not a game that can be played on")
    assert [text for text in player.errors if "422" not in text] == []
