"""Notices by push in the browser: asked for by a click, shown by the page's worker, which does nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from grognard.table.push.key import make
from tests.table.carrier import Window
from tests.table.members import club
from tests.table.serving import Server, served
from tests.table.test_rating import member
from tests.web.conftest import Arriving
from tests.web.test_axe import violations
from tests.web.test_profiles import fits, sign_in

CARRIER = """
  ([endpoint, p256dh, auth]) => {
    let held = null;
    PushManager.prototype.getSubscription = async () => held;
    PushManager.prototype.subscribe = async (how) => {
      window.asked = how;
      held = { toJSON: () => ({ endpoint, keys: { p256dh, auth } }), unsubscribe: async () => ((held = null), true) };
      return held;
    };
  }
"""
"""This machine reaches no carrier of notices: what one would give the browser is put in its place."""
NOTICES = """
  navigator.serviceWorker.ready.then((one) => one.getNotifications())
    .then((all) => all.map((one) => [one.title, one.body, one.data.to]))
""".strip()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, _equipped: None) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("push")
    make(folder / "push.pem")
    with club(folder / "house") as inn:
        member(inn, "kestrel")
    flags = ("--public", "--host", "127.0.0.1", "--accounts", "--push-contact", "a@club.example")
    with served(folder / "house", *flags, "--push-key", str(folder / "push.pem")) as found:
        yield found


def come(page: Page, house: Server) -> None:
    told = Window().wanted()
    page.add_init_script(f"({CARRIER})({json.dumps([told['endpoint'], told['p256dh'], told['auth']])})")
    sign_in(page, house, "kestrel")
    page.goto(f"{house.url}/#/account")
    page.reload()


def waited(page: Page, come: Callable[[], object]) -> None:
    """Until it has come; a promise counts as true at once in what a page waits for, so the question is asked here."""
    for _ in range(200):
        if come():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it never came")


def test_notices_are_asked_for_by_a_click_shown_and_ended(house: Server, arriving: Arriving, screens: Path) -> None:
    page = arriving(house.url, permissions=["notifications"]).page
    come(page, house)
    box = page.get_by_role("region", name="Notices in this browser")
    expect(box.get_by_role("button", name="Show notices here")).to_be_visible()
    assert page.evaluate("navigator.serviceWorker.getRegistration()") is None, "nothing before the click"
    assert not violations(page)
    box.get_by_role("button", name="Show notices here").click()
    expect(box.get_by_role("status")).to_contain_text("Notices will be shown here.")
    expect(box).to_contain_text("This browser shows them.")
    key = page.evaluate("fetch('/api/account/push').then((one) => one.json())")["key"]
    assert page.evaluate("asked") == {"userVisibleOnly": True, "applicationServerKey": key}
    assert page.evaluate("caches.keys()") == [], "the worker keeps no copy of anything"
    assert not violations(page)
    page.screenshot(path=screens / "push.png", full_page=True)

    line = page.context.new_cdp_session(page)
    registrations: list[str] = []

    def known(told: dict[str, Any]) -> None:
        registrations.extend(one["registrationId"] for one in told["registrations"])

    line.on("ServiceWorker.workerRegistrationUpdated", known)
    line.send("ServiceWorker.enable")
    waited(page, lambda: registrations)
    told = {"title": "It is your move", "text": "A Victory Lost, with Erich", "to": "#/settings", "tag": "t1"}
    for data in (json.dumps(told), json.dumps({**told, "to": "https://elsewhere.example/", "tag": "t2"}), "no JSON"):
        pushed = {"origin": house.url, "registrationId": registrations[0], "data": data}
        line.send("ServiceWorker.deliverPushMessage", pushed)
    waited(page, lambda: len(page.evaluate(NOTICES)) == 3)
    shown = sorted(page.evaluate(NOTICES))
    assert shown == [
        ["Grognard", "", "#/"], ["It is your move", "A Victory Lost, with Erich", "#/"],
        ["It is your move", "A Victory Lost, with Erich", "#/settings"],
    ], "and it leads to pages of the house alone"  # fmt: skip

    box.get_by_role("button", name="No more notices here").click()
    expect(box.get_by_role("status")).to_contain_text("No more notices are shown here.")
    expect(box.get_by_role("button", name="Show notices here")).to_be_visible()


def test_who_says_no_is_told_what_to_do(house: Server, arriving: Arriving, screens: Path) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "ja-JP"}
    page = arriving(house.url, **phone).page
    page.add_init_script("Notification.requestPermission = async () => 'denied'")
    come(page, house)
    box = page.get_by_role("region", name="このブラウザーへの通知")
    box.get_by_role("button", name="ここに通知を表示").click()
    expect(box.get_by_role("alert")).to_contain_text("許可していません")
    assert fits(page) and not violations(page)
    page.screenshot(path=screens / "push-phone-ja.png", full_page=True)
