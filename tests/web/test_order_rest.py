"""What a moderator removes, what is reported of a study, and what is said against a mute and a ban, in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.table.members import PASSWORD, club
from tests.table.serving import Server, served
from tests.table.test_moderation import insulted, made, report
from tests.table.test_rating import member
from tests.web.conftest import Arriving
from tests.web.test_axe import violations
from tests.web.test_order import come
from tests.web.test_profiles import fits

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "ja-JP"}
House = tuple[Server, str, str]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, _equipped: None) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("order_rest")
    with club(folder) as inn:
        birch, lin, tarn, sable = (member(inn, name) for name in ("birch", "lin_o", "tarn", "sable"))
        guard = made(inn, "old_guard", "moderator")
        table, at = insulted(inn, birch, lin)
        report(lin, kind="chat", table=table, player="soviet", at=at, words="Said it twice.")
        own = tarn.post("/api/tables", {"game": "avl"}).json()["id"]
        study = tarn.post(f"/api/tables/{own}/study", {"title": "Toads on the Dnepr"}).json()["id"]
        guard.post("/api/house/people", {"name": "sable", "deed": "mute", "days": 2, "reason": "Shouting"})
        sable.post("/api/account/appeal", {"words": "It was my brother.\nHe is sorry."})
        guard.post("/api/house/people", {"name": "birch", "deed": "ban", "days": 3, "reason": "Stalling"})
    with served(folder, "--public", "--host", "127.0.0.1", "--accounts") as found:
        yield found, table, study


def test_a_line_goes_while_its_reader_looks_and_an_appeal_is_answered(
    house: House, arriving: Arriving, screens: Path
) -> None:
    server, table, _ = house
    reader = arriving(server.url).page
    come(reader, server, "lin_o", f"#/table/{table}/axis")
    reader.get_by_role("button", name="Chat").click()
    said = reader.get_by_role("log", name="Chat")
    expect(said).to_contain_text("you toad")
    page = arriving(server.url, viewport={"width": 1440, "height": 900}).page
    come(page, server, "old_guard", "#/house")
    shown = page.get_by_role("region", name="Report", exact=True)
    shown.get_by_role("button", name="Read the chat").click()
    shown.get_by_text("Warn", exact=True).click()
    expect(shown.get_by_label("Remove the line too")).to_be_visible()
    shown.get_by_text("Remove", exact=True).click()
    shown.get_by_label("Reason").fill("House rule 2")
    assert not violations(page)
    page.screenshot(path=screens / "order-remove.png", full_page=True)
    shown.get_by_role("button", name="Remove what was reported").click()
    shown.get_by_role("button", name="Now", exact=True).click()
    expect(page.get_by_role("region", name="Audit log")).to_contain_text("old_guard removed a line of birch")
    expect(said).to_contain_text("removed by a moderator")
    expect(said).not_to_contain_text("you toad")
    assert not violations(reader)
    reader.screenshot(path=screens / "chat-removed.png")

    queue = page.get_by_role("region", name="Reports")
    expect(queue).to_contain_text("It was my brother.")
    queue.get_by_label("Reason").first.fill("Brothers happen")
    queue.get_by_role("button", name="Grant the appeal of sable").click()
    expect(queue).to_contain_text("Nobody appeals.")
    expect(page.get_by_role("button", name="Lift: sable")).to_have_count(0)
    expect(page.get_by_role("region", name="Audit log")).to_contain_text("answered the appeal of sable: granted")


def test_a_study_is_reported_and_taken_away(house: House, arriving: Arriving, screens: Path) -> None:
    server, _, study = house
    page = arriving(server.url).page
    come(page, server, "lin_o", f"#/study/{study}")
    page.get_by_role("button", name="Report", exact=True).click()
    dialog = page.get_by_role("dialog", name="Report Toads on the Dnepr")
    assert not violations(page)
    dialog.get_by_role("button", name="Send the report").click()
    expect(dialog.get_by_role("status")).to_be_visible()
    phone = arriving(server.url, **PHONE).page
    come(phone, server, "old_guard", "#/house")
    phone.get_by_role("button", name="研究 ").first.click()
    shown = phone.get_by_role("region", name="報告の内容")
    expect(phone.get_by_role("link", name="Toads on the Dnepr")).to_be_visible()
    shown.get_by_text("削除", exact=True).click()
    shown.get_by_role("textbox", name="理由").fill("無礼")
    assert fits(phone) and not violations(phone)
    phone.screenshot(path=screens / "order-study-phone-ja.png", full_page=True)
    phone.get_by_role("button", name="報告されたものを削除").click()
    phone.get_by_role("button", name="すぐに実行").click()
    expect(shown).to_be_hidden()
    page.reload()
    expect(page.get_by_text("A moderator took it away.")).to_be_visible()
    maker = arriving(server.url).page
    come(maker, server, "tarn", "#/studies")
    expect(maker.get_by_text("A moderator took this study away")).to_contain_text("無礼")


def test_who_is_kept_out_reads_why_and_says_something_against_it(
    house: House, arriving: Arriving, screens: Path
) -> None:
    server, _, _ = house
    for where in ("desktop", "phone"):  # said once, it is read wherever he comes in
        ja = where == "phone"
        page = arriving(server.url, **(PHONE if ja else {})).page
        page.goto(f"{server.url}/#/account")
        page.get_by_role("button", name="サインイン" if ja else "Sign in").first.click()
        page.locator("#account-name").fill("birch")
        page.locator("#account-password").fill(PASSWORD)
        page.locator("form button[type=submit]").first.click()
        out = page.get_by_role("alert")
        expect(out).to_contain_text("Stalling")
        expect(out).to_contain_text("入室を禁止" if ja else "kept out of the house, until")
        if ja:
            expect(page.get_by_role("status")).to_contain_text("回答を待っています")
        else:
            page.get_by_label("What do you say against it?").fill("My clock was slow.")
            assert not violations(page)
            page.screenshot(path=screens / "kept-out.png", full_page=True)
            page.get_by_role("button", name="Send the appeal").click()
            expect(page.get_by_role("status")).to_contain_text("waits for an answer")
        assert fits(page) and not violations(page)
        page.screenshot(path=screens / f"kept-out-{where}.png", full_page=True)
