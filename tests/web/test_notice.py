"""Somebody who looks elsewhere is told when it is his move."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import Arriving
from tests.web.house import House

# A tab that is not looked at, in a browser that would show what it is told.
ELSEWHERE = """
  window.told = [];
  Object.defineProperty(document, 'hidden', { get: () => true });
  class Told { constructor(title, options) { window.told.push([title, options.body]); } close() {}
    static permission = 'default';
    static requestPermission() { Told.permission = 'granted'; return Promise.resolve('granted'); } }
  window.Notification = Told;
"""


def test_a_notification(house: House, arriving: Arriving) -> None:
    player = arriving(house.url)
    page = player.page
    page.add_init_script(ELSEWHERE)
    player.sit(house.open(seats={"axis": "recruit"}), "soviet")
    assert page.title().startswith("● Your move")
    assert page.locator("#favicon").get_attribute("href") == "/favicon-move.svg"
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Notify me when it is my move").click()
    expect(page.get_by_text("You will be notified")).to_be_visible()
    page.keyboard.press("Escape")

    # the bot has its say, and then the word goes out once
    player.by_mouse("historical")
    player.by_mouse("done")
    player.until(lambda: player.asked == "select_chits", "the chits of the turn")
    for chit in player.answers["select_chit"][:3]:
        player.by_mouse("select_chit", chit)
    player.press("done")
    player.until(lambda: player.asked == "special_combat", "the next decision", 60)
    for _ in range(100):  # a bot that had chosen before him keeps nobody waiting: then it is the next time
        if page.evaluate("window.told.length"):
            break
        if player.asked:
            quick = [one for one in ("decline", "end_movement", "end_combat") if one in player.answers]
            verb = [*quick, *player.answers][0]
            player.give(verb, player.answers[verb][0])
        page.wait_for_timeout(50)
    title, body = page.evaluate("window.told.at(-1)")
    assert title == "Your move" and "A Victory Lost" in body
    assert not player.errors
