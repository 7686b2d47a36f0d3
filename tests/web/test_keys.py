"""The keys that only look: overlays, odds, log, fit, counters hidden while Space is held."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.games import at
from tests.web.house import House
from tests.web.player import AIMED, Player


def sit(player: Player, house: House, question: str) -> None:
    table = house.post("/api/files", {"file": at(question), "seats": {"axis": "recruit"}})["id"]
    player.view = {}
    player.sit(table, "soviet")
    player.until(lambda: player.asked == question, question)


def test_overlays(player: Player, house: House, screens: Path) -> None:
    page, keys = player.page, player.page.keyboard
    sit(player, house, "move_unit")
    page.get_by_role("button", name="Overlays").click()
    bar = page.get_by_role("group", name="Overlays")
    shown = {"z": ("ZOC", ".hatching"), "c": ("Command", ".command-line"), "s": ("Supply", ".supply-line")}
    for key, (name, drawn) in shown.items():
        button = bar.get_by_role("button", name=name)
        expect(button).to_have_attribute("aria-pressed", "false")
        keys.press(key)
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(page.locator(f".stage {drawn}").first).to_be_attached()
    page.screenshot(path=screens / "overlays.png")
    reach = page.locator(".stage .reach")
    expect(reach).to_have_count(1)
    keys.press("r")
    expect(reach).to_have_count(0)
    keys.press("h")
    expect(bar.get_by_role("button", name="Hex numbers")).to_have_attribute("aria-pressed", "true")
    for key, (name, drawn) in shown.items():
        keys.press(key)
        expect(bar.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "false")
        expect(page.locator(f".stage {drawn}")).to_have_count(0)
    assert player.given() == [] and not player.errors


def test_looking(player: Player, house: House) -> None:
    page, keys = player.page, player.page.keyboard
    sit(player, house, "declare")
    player.by_mouse("add_all")
    given = player.given()
    odds = page.get_by_role("region", name="What the die can do")
    expect(odds).to_be_visible()
    keys.press("o")
    expect(odds).to_be_hidden()
    keys.press("o")
    expect(odds).to_be_visible()

    log = page.locator(".log").first
    low = log.bounding_box()
    keys.press("l")
    page.wait_for_timeout(50)
    high = log.bounding_box()
    assert low and high and high["height"] > 2 * low["height"]
    keys.press("l")

    counters = page.locator(".stage [data-unit]")
    many = counters.count()
    assert many > 20
    keys.down(" ")
    expect(counters).to_have_count(0)
    keys.up(" ")
    expect(counters).to_have_count(many)

    before = player._stage()[2]
    keys.press("f")
    player.settled()
    assert player._stage()[2] < before, "the whole map is smaller"
    assert player.given() == given and not player.errors


def test_only_who_came_by_keys_sees_where_the_keys_go(player: Player, house: House) -> None:
    page, ring = player.page, "getComputedStyle(document.querySelector('.field')).boxShadow"
    sit(player, house, "declare")
    player._to_board()
    assert page.evaluate(ring) != "none"
    page.get_by_role("button", name="Overlays").click()
    page.mouse.click(
        *player.point(
            str(player.answers["add"][0]) if player.kind("add") == "hex" else player.where(player.answers["add"][0])
        )
    )
    assert page.evaluate("document.activeElement.matches('.board [role=listbox]')")
    assert page.evaluate(ring) == "none"


def test_the_map_goes_to_an_attack_and_leaves_a_hand_alone(player: Player, house: House) -> None:
    page, keys = player.page, player.page.keyboard
    sit(player, house, "combat")
    target = player.answers["attack"][0]
    keys.press("f")  # from far away
    player.settled()
    player.acts(lambda: player.click_hex(target))
    player.until(lambda: player._stage()[2] >= 30, "the map to come near")
    assert player.sees(target, 20)
    # back, and again while the player is moving the map himself: it stays where he wants it
    player.press("cancel")
    player.until(lambda: player.asked == "combat", "another choice")
    keys.press("f")
    player.settled()
    page.mouse.move(600, 400)
    page.mouse.wheel(0, -120)
    page.wait_for_timeout(100)
    player.settled()
    x, y = player.in_reach(target)
    page.mouse.move(x - 0.84 * player._stage()[2], y)  # beside the counters

    def turn_and_click() -> None:
        page.mouse.wheel(0, -1)  # about this very point, so that it stays under the mouse
        page.wait_for_timeout(50)
        page.mouse.down()
        page.mouse.up()

    player.acts(turn_and_click)
    page.wait_for_timeout(250)
    player.settled()
    assert player._stage()[2] < 30
    assert not player.errors


FOCUS = "document.activeElement.getAttribute('aria-label')"


def test_on_the_map_s_buttons_tab_goes_on_and_enter_is_no_answer(player: Player, house: House) -> None:
    page, keys = player.page, player.page.keyboard
    sit(player, house, "move_units")
    targets = len(player.answers["unit"])
    assert targets > 1
    page.get_by_role("listbox", name="Legal targets").focus()
    for _ in range(targets + 1):
        keys.press("Tab")
    assert page.evaluate(FOCUS) == "Zoom in"
    keys.press("Tab")
    assert page.evaluate(FOCUS) == "Zoom out", "it does not go through the targets once more"
    keys.press("Shift+Tab")
    assert page.evaluate(FOCUS) == "Zoom in"
    keys.press("n")
    page.get_by_role("button", name="Zoom in").focus()
    keys.press("Enter")
    player.settled()
    assert player.given() == [] and not player.errors


INSIDE = "!!document.activeElement && document.activeElement.closest('#decision') !== null"


def test_after_a_button_pressed_by_key_the_question_has_the_focus_and_tab_goes_to_its_first_answer(
    player: Player, house: House
) -> None:
    page, keys = player.page, player.page.keyboard
    sit(player, house, "declare")
    for verb in ("add_all", "cancel"):
        page.locator(f"#decision [data-verb={verb}]").focus()
        player.acts(lambda: keys.press("Enter"))
        player.until(lambda: page.evaluate(INSIDE), "the focus is with the question")
        keys.press("Tab")
        player.until(lambda: page.evaluate(f"{INSIDE} && document.activeElement.id !== 'decision'"), "its first answer")
    assert not player.errors


def test_tab_goes_from_the_question_to_its_answers_and_on_from_the_one_that_was_given(
    player: Player, house: House
) -> None:
    keys = player.page.keyboard
    player.sit(house.post("/api/tables", {"game": "avl", "seats": {"axis": "random"}})["id"], "soviet")
    player.until(lambda: player.asked == "choose_pool", "chits to be picked")
    chits = player.decision.locator("button.chit")
    assert player.decision.locator("dfn").count(), "words are explained before the first chit"
    player.decision.focus()
    for number in range(2):
        keys.press("Tab")
        expect(chits.nth(number)).to_be_focused()
        player.acts(lambda: keys.press("Enter"), "the chit to be picked")
        expect(player.decision).to_be_focused()
    given = [one["target"] for one in player.given()]
    assert len(set(given)) == 2 and {one["verb"] for one in player.given()} == {"select_chit"}
    keys.press("Tab")
    keys.press("Shift+Tab")
    assert player.page.evaluate(INSIDE) and not player.errors


def test_by_keyboard_the_odds_lie_over_the_cursor_and_the_counter_that_is_meant_is_named(
    player: Player, house: House
) -> None:
    page, keys = player.page, player.page.keyboard
    sit(player, house, "combat")
    page.locator(".board [role=listbox]").focus()
    keys.press("Tab")
    hex_ = str(page.evaluate(AIMED)).rpartition("-")[2]
    # the odds of an attack that is pointed at stand on its tag, as soon as they are told, and on its plate before
    odds = f"document.querySelector('.stage [data-chance=\"{hex_}\"], .stage rect.tag')"
    over = f"""(odds => Boolean(odds && document.querySelector('.stage path.cursor').compareDocumentPosition(odds)
        & Node.DOCUMENT_POSITION_FOLLOWING))({odds})"""
    player.until(lambda: page.evaluate(over), "the plate to be drawn after the cursor")
    sit(player, house, "advance")
    page.locator(".board [role=listbox]").focus()
    keys.press("Tab")
    unit = player.answers["advance"][0]
    expect(page.locator(".board .tip [data-aimed]")).to_have_attribute("data-aimed", unit)
    expect(page.locator(".board .tip")).to_contain_text(player.view["pieces"][unit]["label"])
    assert not player.errors


def test_after_a_button_pressed_with_the_mouse_the_next_key_finds_the_question(player: Player, house: House) -> None:
    page, keys = player.page, player.page.keyboard
    sit(player, house, "declare")
    for verb in ("add_all", "cancel"):
        player.acts(page.locator(f"#decision [data-verb={verb}]").click)
        player.until(lambda: page.evaluate(INSIDE), "the focus is with the question")
        assert not page.evaluate("document.activeElement.matches(':focus-visible')"), "and nothing is ringed"
    page.get_by_role("button", name="Plan (P)").click()
    page.get_by_role("group", name="Plan").get_by_role("button", name="Done").click()
    player.until(lambda: page.evaluate(INSIDE), "the focus is with the question")
    keys.press("Tab")
    player.until(lambda: page.evaluate(f"{INSIDE} && document.activeElement.id !== 'decision'"), "its first answer")
    assert not player.errors


ANOTHER = '<!doctype html><script type="module" src="/assets/index-another.js"></script>'


def test_a_part_that_a_newer_server_no_longer_has_is_told_and_nothing_stays_shifted(
    player: Player, house: House
) -> None:
    page, keys = player.page, player.page.keyboard
    sit(player, house, "declare")
    told = page.get_by_role("alert").filter(has_text="newer version")
    page.route("**/assets/ChartsLayer*.js", lambda route: route.fulfill(status=404))
    wide = page.locator("main.map").bounding_box()
    with page.expect_response(lambda reply: reply.url == f"{house.url}/"):
        keys.press("t")
    page.wait_for_timeout(300)
    expect(told).to_have_count(0)  # the server still has this very page: it was only started again
    page.route(f"{house.url}/", lambda route: route.fulfill(body=ANOTHER, content_type="text/html"))
    keys.press("t")
    expect(told.get_by_role("button", name="Reload")).to_be_visible()
    assert page.locator("main.map").bounding_box() == wide
    page.unroute("**/assets/ChartsLayer*.js")
    page.unroute(f"{house.url}/")
    with page.expect_event("domcontentloaded"):  # the page that is there has long been loaded
        told.get_by_role("button", name="Reload").click()
    expect(page.locator("#decision .headline")).to_be_visible()
    keys.press("t")
    expect(page.locator("aside.charts")).to_be_visible()


@pytest.mark.parametrize("part", ["index", "start"])
def test_a_page_whose_scripts_do_not_come_says_so(player: Player, part: str) -> None:
    page = player.page
    page.route(f"**/assets/{part}-*.js", lambda route: route.fulfill(status=404))
    player.go()
    for words in ("reload it", "再読み込みしてください"):
        expect(page.locator("#app").get_by_text(words)).to_be_visible()
    page.unroute(f"**/assets/{part}-*.js")
    player.go()
    page.reload()
    expect(page.locator("main")).to_be_visible()
    expect(page.locator(".late")).to_have_count(0)


def test_what_is_closed_gives_the_focus_back_to_the_button_that_opened_it(player: Player) -> None:
    page, keys = player.page, player.page.keyboard
    player.go()
    for name in (re.compile("^(Just )?play", re.IGNORECASE), re.compile("lessons$")):
        button = page.get_by_role("button", name=name).first
        button.focus()
        keys.press("Enter")
        opened = page.locator("dialog[open]")
        expect(opened).to_be_visible()
        keys.press("Escape")
        expect(opened).to_have_count(0)
        expect(button).to_be_focused()
    assert not player.errors
