"""Victory: a link lays out the maps of a new game."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.web.player import STAGE, Player


def test_a_link_lays_out_the_maps(player: Player, screens: Path) -> None:
    page = player.page
    maps = "north,random/west:180,south"
    player.go(f"?maps={maps}&seed=7")
    expect(page.get_by_role("dialog", name="New game: Victory")).to_be_visible()
    layout = page.locator(".layout")
    expect(layout.get_by_label("Rows × maps")).to_have_value("2×2")
    for row, names in enumerate((("north", "random"), ("west", "south")), 1):
        for column, name in enumerate(names, 1):
            expect(layout.get_by_label(f"Map in row {row}, place {column}")).to_have_value(name)
    turned = layout.get_by_role("button", name="Turn half round")
    assert [one.get_attribute("aria-pressed") for one in turned.all()] == ["false", "false", "true", "false"]
    expect(page.get_by_role("spinbutton").first).to_have_value("7")
    layout.scroll_into_view_if_needed()
    page.screenshot(path=screens / "victory-layout.png")
    player.game = "victory"
    page.locator(".foot .primary").click()
    player.drawn()
    page.get_by_role("button", name="日本語").click()
    assert player.view["options"]["maps"] == maps and player.view["options"]["map_seed"] == 7
    assert player.columns == 33
    expect(player.decision).to_contain_text(re.compile("[ぁ-ん]"))
    expect(page.get_by_role("heading", name="手持ち")).to_be_visible()
    page.screenshot(path=screens / "victory-ja.png")
    assert not player.errors


def test_players_pick_and_lay_out_maps_at_the_table(player: Player, screens: Path) -> None:
    page = player.page
    player.go()
    wanted = {"game": "victory", "scenario": "quick-start", "options": {"maps_by_rules": True}}
    player.go(f"#/table/{player.post('/api/tables', wanted)['id']}")
    player.drawn()
    player.decision.get_by_role("button", name="Roll the dice").click()
    for left, name in ((2, "East"), (1, "North")):
        expect(player.decision).to_contain_text(re.compile(rf"\b{left} maps? (is|are) still to pick"))
        player.decision.get_by_role("button", name=f"Pick a map: {name}").click()
    expect(player.decision).to_contain_text("Lay out the maps")
    wide = page.evaluate(STAGE)
    page.screenshot(path=screens / "victory-maps-picked.png")
    player.decision.get_by_role("button", name="Other rows").click()
    player.until(lambda: page.evaluate(STAGE) != wide, "the map to be drawn anew")
    player.decision.get_by_role("button", name="Settle the layout").click()
    player.until(lambda: "settle_maps" not in player.answers, "the layout to be settled")
    rows = player.view["lays_out"]["maps"].split("/")
    assert sorted(row.partition("@")[0] for row in rows) == ["east", "north"]
    assert not player.errors
