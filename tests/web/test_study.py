"""A study is made of a game, written and drawn into, kept, and read by whoever has its link."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.web.conftest import Arriving
from tests.web.games import at
from tests.web.house import House
from tests.web.test_axe import violations

ALONE = {"soviet": "you", "axis": "you"}


def test_a_study_is_made_drawn_into_and_read_by_others(inn: House, arriving: Arriving, screens: Path) -> None:
    maker = arriving(inn.url)
    page = maker.page
    maker.go()
    table = maker.post("/api/files", {"file": at("special_combat"), "seats": ALONE})["id"]
    maker.go(f"#/replay/{table}/soviet")
    maker.drawn()
    page.get_by_role("button", name="Make a study").click()
    page.get_by_role("button", name="The whole game").click()
    note = page.get_by_role("textbox", name="Note to step")
    expect(note).to_be_visible()
    maker.drawn()
    page.get_by_role("textbox", name="Title").fill("Before the storm")
    note.fill('The gap at "2819".\nLook at it.')
    page.get_by_role("button", name="Draw on the map").click()
    page.get_by_role("button", name="Red", exact=True).click()
    for hex_ in ("2819", "2820", "3019", "3019"):
        page.mouse.click(*maker.in_reach(hex_))
    maker.drag("2417", "2615")
    for sketch in ("2819-2820", "3019", "2417-2615"):
        expect(page.locator(f'[data-sketch="{sketch}"]')).to_have_count(1)
    expect(page.get_by_role("status").filter(has_text="Kept")).to_be_visible()
    step = page.get_by_role("slider", name="Position in the game").input_value()
    page.get_by_role("button", name="One step back").click()
    expect(page.locator("[data-sketch]")).to_have_count(0)
    expect(note).to_have_value("")
    note.fill("Just before.")
    expect(page.get_by_role("status").filter(has_text="Kept")).to_be_visible()
    assert not violations(page)
    page.get_by_role("button", name="Next note").click()
    page.screenshot(path=screens / "study.png")
    link = page.url.rsplit("/", 1)[0]
    assert not maker.errors

    reader = arriving(inn.url)
    page = reader.page
    page.goto(link)
    reader.drawn()
    expect(page.get_by_role("heading", name="Before the storm")).to_be_visible()
    expect(page.locator("p.text")).to_have_text("Just before.")  # the first note is where one begins
    assert page.locator("textarea").count() == 0 and page.get_by_role("button", name="Draw on the map").count() == 0
    page.keyboard.press("n")
    expect(page.locator("p.text")).to_contain_text("Look at it.")
    expect(page.locator("[data-sketch]")).to_have_count(3)
    assert page.get_by_role("slider", name="Position in the game").input_value() == step
    assert not violations(page) and not reader.errors


def test_ones_own_studies_are_listed_and_removed_by_keyboard_on_the_phone(
    house: House, arriving: Arriving, screens: Path
) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "ja-JP"}
    player = arriving(house.url, **phone)
    page = player.page
    table = house.post("/api/files", {"file": at("special_combat"), "seats": ALONE})["id"]
    study = house.post(f"/api/tables/{table}/study", {"title": "Rostov"})["id"]
    player.go(f"#/study/{study}/3")
    player.drawn()
    page.get_by_role("button", name="マップに描く").tap()
    page.touchscreen.tap(*player.in_reach("2819"))
    page.touchscreen.tap(*player.in_reach("2819"))
    expect(page.locator('[data-sketch="2819"]')).to_have_count(1)
    expect(page.get_by_role("status").filter(has_text="保存しました")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.screenshot(path=screens / "study-phone-ja.png", full_page=True)
    assert not violations(page)
    page.get_by_role("link", name="自分の研究").tap()
    row = page.get_by_role("listitem").filter(has_text="Rostov")
    expect(row).to_be_visible()
    page.screenshot(path=screens / "studies-phone-ja.png")
    row.get_by_role("button", name="削除").focus()
    page.keyboard.press("Enter")
    page.wait_for_timeout(500)
    page.keyboard.press("Enter")
    expect(row).to_have_count(0)
    assert not violations(page) and not player.errors
