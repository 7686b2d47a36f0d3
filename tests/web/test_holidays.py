"""A member takes a holiday on his account's page; his opponent sees it at the table and among his games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.web.house import House
from tests.web.test_axe import violations
from tests.web.test_seek import contexts, member

__all__ = ["contexts"]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, _equipped: None) -> Iterator[House]:
    found = House(tmp_path_factory.mktemp("away"), "--public", "--host", "127.0.0.1", "--accounts", "--holidays", "20")
    found.url = found.url.replace("127.0.0.1", "localhost")
    yield found
    found.close()


def ask(page: Page, path: str, body: dict[str, Any]) -> Any:
    sent = {"method": "POST", "headers": {"content-type": "application/json"}, "body": json.dumps(body)}
    return page.evaluate("([path, sent]) => fetch(path, sent).then((one) => one.json())", [path, sent])


def test_a_holiday_is_taken_seen_and_ended(club: House, contexts: list[BrowserContext], screens: Path) -> None:
    desk, phone = contexts
    name = f"anna-{token_hex(3)}"  # who runs it again finds the same house
    erich, anna = member(desk, club, f"erich-{token_hex(3)}"), member(phone, club, name)
    table = ask(erich, "/api/tables", {"game": "avl", "seats": {"soviet": "offer"}, "clock": {"days": 3}})["id"]
    ask(anna, f"/api/offers/{table}/soviet/accept", {})

    anna.goto(f"{club.url}/#/account")
    section = anna.get_by_role("region", name="休暇")
    expect(section).to_contain_text("休暇は1人につき年20日までです。")
    today = datetime.now(UTC).date()
    section.get_by_label("最初の日").fill(today.isoformat())
    section.get_by_label("最後の日").fill((today + timedelta(days=30)).isoformat())
    section.get_by_role("button", name="休暇を取る").click()
    expect(section.get_by_role("alert")).to_have_text("休暇の残り日数が足りません。")
    section.get_by_label("最後の日").fill((today + timedelta(days=2)).isoformat())
    section.get_by_role("button", name="休暇を取る").click()
    expect(section.get_by_role("listitem")).to_contain_text("休暇中、3日間")
    assert not violations(anna)
    section.scroll_into_view_if_needed()
    anna.screenshot(path=screens / "holidays-phone.png")

    erich.goto(f"{club.url}/#/")
    card = erich.locator(f"main a[href*='{table}']").first
    expect(card).to_contain_text(f"{name} is on holiday until")
    card.screenshot(path=screens / "holiday-lobby.png")
    erich.goto(f"{club.url}/#/table/{table}/axis")
    erich.get_by_role("button", name="Begin").click()
    seats = erich.get_by_role("list", name="Seats")
    expect(seats).to_contain_text("on holiday until")
    assert not violations(erich)
    erich.screenshot(path=screens / "holiday-table.png")

    section.get_by_role("button", name="戻りました").click()
    expect(section.get_by_role("listitem")).to_have_count(0)
    expect(seats).not_to_contain_text("on holiday")
