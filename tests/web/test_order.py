"""A line is reported at the table, a moderator reads and decides on his page, and both people are told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.table.members import club
from tests.table.serving import Server, served
from tests.table.test_moderation import insulted, made, report
from tests.table.test_rating import begun_game, member
from tests.web.conftest import Arriving
from tests.web.test_axe import violations
from tests.web.test_profiles import fits, sign_in


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, _equipped: None) -> Iterator[tuple[Server, str]]:
    folder = tmp_path_factory.mktemp("order")
    with club(folder) as inn:
        birch, lin, tarn = member(inn, "birch"), member(inn, "lin_o"), member(inn, "tarn")
        guard = made(inn, "old_guard", "moderator")
        begun_game(inn, lin, tarn, 4)  # both from one network
        table, at = insulted(inn, birch, lin)
        report(lin, kind="chat", table=table, player="soviet", at=at, words="Said it twice after I asked to stop.")
        report(lin, kind="name", name="tarn")
        guard.post("/api/house/people", {"name": "tarn", "deed": "warn", "reason": "keep to the clock"})
    with served(folder, "--public", "--host", "127.0.0.1", "--accounts") as found:
        yield found, table


def come(page: Page, house: Server, name: str, where: str) -> None:
    sign_in(page, house, name)
    page.goto(f"{house.url}/{where}")
    page.reload()


def test_a_moderator_reads_decides_and_can_take_it_back(
    house: tuple[Server, str], arriving: Arriving, screens: Path
) -> None:
    server, table = house
    page = arriving(server.url, viewport={"width": 1440, "height": 900}).page
    come(page, server, "old_guard", "")
    page.get_by_role("link", name="Keeping house").click()
    queue = page.get_by_role("region", name="Reports")
    expect(queue.get_by_role("button", name="Two seats, one network")).to_be_visible()
    expect(page.get_by_text("a notice, not a verdict")).to_be_visible()
    expect(page.get_by_text("network ").filter(visible=True).first).to_be_visible()
    assert not violations(page)
    queue.get_by_role("button", name="Something said").click()
    shown = page.get_by_role("region", name="Report", exact=True)
    expect(shown).to_contain_text("Said it twice after I asked to stop.")
    expect(shown).to_contain_text("Map and hands stay hidden")
    expect(page.get_by_text("you toad")).to_have_count(0)
    shown.get_by_role("button", name="Read the chat").click()
    expect(shown).to_contain_text("please stop")
    log = page.get_by_role("region", name="Audit log")
    expect(log).to_contain_text("old_guard read the chat for report")
    expect(page.get_by_text("you toad")).to_have_count(0)
    shown.get_by_role("button", name="show").click()
    expect(shown).to_contain_text("you toad")
    shown.get_by_text("Mute", exact=True).click()
    shown.get_by_label("Reason").fill("Insults after being asked to stop")
    assert not violations(page)
    page.screenshot(path=screens / "order.png")
    shown.get_by_role("button", name="Mute birch, 7 days").click()
    shown.get_by_role("button", name="Undo").click()
    expect(shown.get_by_label("Reason")).to_have_value("Insults after being asked to stop")
    expect(log).not_to_contain_text("muted birch")
    shown.get_by_role("button", name="Mute birch, 7 days").click()
    shown.get_by_role("button", name="Now", exact=True).click()
    expect(log).to_contain_text("old_guard muted birch: 7 days")
    expect(page.get_by_role("button", name="Lift: birch")).to_be_visible()

    muted = arriving(server.url).page
    come(muted, server, "birch", f"#/table/{table}/soviet")
    muted.get_by_role("button", name="Chat").click()
    muted.get_by_label("Say something to the table").fill("you cannot stop me")
    muted.get_by_role("button", name="Send").click()
    expect(muted.get_by_role("alert").filter(has_text="Nobody hears you")).to_contain_text("Insults after")
    muted.goto(f"{server.url}/#/")
    note = muted.get_by_role("region", name="From the house")
    expect(note).to_contain_text("Nobody hears what you say at tables")
    assert not violations(muted)
    note.get_by_role("button", name="I have read it").click()
    expect(note).to_have_count(0)


def test_a_line_is_reported_from_the_table_and_a_person_from_his_profile(
    house: tuple[Server, str], arriving: Arriving, screens: Path
) -> None:
    server, table = house
    page = arriving(server.url).page
    come(page, server, "birch", f"#/table/{table}/soviet")
    page.get_by_role("button", name="Chat").click()
    expect(page.get_by_role("button", name="Report: you toad")).to_have_count(0)
    page.get_by_role("button", name="Report: please stop").click()
    dialog = page.get_by_role("dialog", name="Report lin_o")
    expect(dialog).to_contain_text("please stop")
    assert not violations(page)
    page.screenshot(path=screens / "order-report.png")
    dialog.get_by_role("button", name="Send the report").click()
    expect(dialog.get_by_role("status")).to_contain_text("waits for a moderator")
    page.goto(f"{server.url}/#/people/tarn")
    page.get_by_role("button", name="Report", exact=True).click()
    dialog = page.get_by_role("dialog", name="Report tarn")
    dialog.get_by_text("Their name").click()
    dialog.get_by_role("button", name="Send the report").click()
    expect(dialog.get_by_role("status")).to_be_visible()


def test_on_the_phone_in_japanese_and_nothing_for_others(
    house: tuple[Server, str], arriving: Arriving, screens: Path
) -> None:
    server, _ = house
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "ja-JP"}
    page = arriving(server.url, **phone).page
    come(page, server, "old_guard", "#/house")
    expect(page.get_by_role("heading", name="運営ページ")).to_be_visible()
    expect(page.get_by_role("button", name="名前 ").first).to_be_visible()
    assert fits(page) and not violations(page)
    page.screenshot(path=screens / "order-phone-ja.png", full_page=True)
    page.get_by_role("region", name="報告", exact=True).get_by_role("listitem").get_by_role("button").first.click()
    expect(page.get_by_role("button", name="報告の一覧へ")).to_be_visible()
    assert fits(page) and not violations(page)
    page.screenshot(path=screens / "order-phone-report-ja.png", full_page=True)
    other = arriving(server.url).page
    come(other, server, "tarn", "#/house")
    expect(other.get_by_role("alert")).to_contain_text("Only moderators and keepers look here.")
    expect(other.get_by_role("link", name="Keeping house")).to_have_count(0)
