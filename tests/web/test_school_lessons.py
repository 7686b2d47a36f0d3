"""Lessons at the real table: by mouse, by keyboard alone and by touch; held back, taken back, left and come back to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import grognard
from grognard.school.lesson import Given, given, lesson
from tests.web.conftest import Arriving
from tests.web.house import House
from tests.web.player import FREE, Player
from tests.web.test_axe import violations
from tests.web.test_phone import PHONE

JSON = dict[str, Any]
KEPT = "JSON.parse(localStorage.getItem('grognard.school')).games"


class Learner(Player):
    """Somebody who takes lessons: knows what the coach said last."""

    def __init__(self, page: Page, url: str) -> None:
        super().__init__(page, url)
        self.lesson: JSON = {}

    def _take(self, message: JSON) -> None:
        super()._take(message)
        if message["type"] == "lesson":
            self.lesson = message
            self.updates += 1

    def learn(self, game: str, name: str) -> None:
        self.game = game
        self.lesson = {}
        self.go(f"#/learn/{game}/{name}")
        self.drawn()
        self.until(lambda: self.lesson, "the coach")

    @property
    def card(self) -> Any:  # here it is the coach's
        return self.page.get_by_role("region", name="The coach")

    def in_reach(self, hex_: str) -> tuple[float, float]:
        """The centre of a hex, the map pulled there by hand where something lies over it."""
        for _ in range(4):
            point = self.point(hex_)
            if self.page.evaluate(FREE, list(point)):
                return point
            box = self.page.locator(".field").bounding_box()
            assert box is not None
            start = (box["x"] + box["width"] - 90, box["y"] + 60)
            by = [(box["x"] + box["width"] / 2 - point[0]) / 2, (box["y"] + box["height"] / 3 - point[1]) / 2]
            self.page.mouse.move(*start)
            self.page.mouse.down()
            self.page.mouse.move(start[0] + by[0], start[1] + by[1], steps=4)
            self.page.mouse.up()
            self.page.wait_for_timeout(250)
            self.settled()
        raise AssertionError(f"{hex_} cannot be brought into view")

    def along(self) -> Iterator[Given]:
        """What the lesson states as its solution, answer by answer; what is only read or looked at is gone on from."""
        game = grognard.game(self.game)
        steps = lesson(game, self.lesson["lesson"]["id"]).step
        while not self.lesson["over"] or self.lesson["passing"]:
            if self.lesson["passing"] or self.lesson["read"]:
                self.acts(self.go_on, "the next step")
                continue
            step = self.lesson["step"]
            for text in steps[step].answers:
                if self.lesson["step"] != step:
                    break
                yield given(game, text)
                if self.lesson["pending"]:
                    self.acts(lambda: self.page.keyboard.press("Enter"), "the answer all the same")

    def go_on(self) -> None:
        self.card.get_by_role("button", name="Go on").click()


@pytest.fixture
def learner(page: Page, house: House) -> Learner:
    return Learner(page, house.url)


def fire(learner: Learner, verb: str) -> None:
    """In a battle: choose the group, then fire at it."""
    button = f'button[data-verb="{verb}"]'
    learner.page.locator(f".tray {button}.primary, #decision {button}").first.click()


@pytest.mark.parametrize(
    ("game", "name"), [("avl", "combat"), ("vl", "moving"), ("lb", "two-phases"), ("victory", "battle")]
)
def test_a_lesson_by_mouse(learner: Learner, game: str, name: str) -> None:
    learner.learn(game, name)
    for verb, target in learner.along():
        learner.settled()
        if learner.view.get("battle") and target is None:
            learner.acts(lambda verb=verb: fire(learner, verb), verb)  # type: ignore[misc]
        else:
            learner.give(verb, target)
    expect(learner.card.get_by_role("heading", name="What you learned")).to_be_visible()
    expect(learner.card.get_by_role("listitem")).to_have_count(3)
    assert learner.page.evaluate(KEPT)[game]["done"] == [name]
    assert not learner.errors


def test_a_lesson_by_keyboard_alone(learner: Learner) -> None:
    learner.learn("vl", "moving")
    keys = learner.page.keyboard
    pointed = [one["unit"] for one in learner.lesson["point"]]
    first = learner.page.locator(".board [role=listbox] [role=option]").first
    assert first.get_attribute("data-target") == pointed[0], "what is pointed at comes first"
    keys.press("Tab")
    assert learner.page.evaluate("document.activeElement.matches('.board [role=listbox]')")
    learner.acts(lambda: keys.press("Enter"), "the unit that is pointed at")
    assert learner.lesson["step"] == 1
    learner.acts(lambda: keys.press("u"), "back again")
    assert learner.lesson["step"] == 0
    for verb, target in learner.along():
        learner.by_key(verb, target)
    expect(learner.card.get_by_role("heading", name="What you learned")).to_be_visible()
    learner.tab_to("Lesson 2")
    keys.press("Enter")
    expect(learner.page).to_have_url(re.compile("#/learn/vl/supports$"))
    assert not learner.errors


def test_a_lesson_by_touch(house: House, browser: Any, browser_context_args: JSON) -> None:
    context = browser.new_context(**{**browser_context_args, **PHONE})
    learner = Learner(context.new_page(), house.url)
    page = learner.page
    learner.learn("avl", "zoc")
    expect(page.get_by_role("region", name="Goal of this lesson")).to_be_visible()
    sheet = page.get_by_role("region", name="Decision and position")
    expect(sheet.get_by_role("region", name="The coach")).to_be_visible()
    assert violations(page) == []
    for verb, target in learner.along():
        expect(page.locator(".coach.praise")).to_have_count(0)  # then he points, and the map may move for it
        page.wait_for_timeout(400)
        learner.settled()
        tap(learner, verb, target)
    expect(sheet.get_by_role("heading", name="What you learned")).to_be_visible()
    assert violations(page) == []
    sheet.get_by_role("link", name="Lesson 4").tap()
    expect(page).to_have_url(re.compile("#/learn/avl/combat$"))
    assert not learner.errors
    context.close()


def tap(learner: Learner, verb: str, target: Any) -> None:
    """Answer with a finger: a unit at once, a place at the second tap, the rest by its button."""
    page, kind = learner.page, learner.kind(verb)
    if kind == "unit":
        learner.acts(lambda: tap_unit(learner, target), f"{verb} {target}")
    elif kind == "hex":
        page.touchscreen.tap(*learner.in_reach(target))
        learner.acts(lambda: page.locator(".tip [data-confirm]").tap(), f"{verb} {target}")
    else:
        learner.acts(lambda: page.locator(f'#decision [data-verb="{verb}"]').first.tap(), verb)


def tap_unit(learner: Learner, unit: str) -> None:
    page = learner.page
    before = learner.updates
    page.touchscreen.tap(*learner.in_reach(learner.where(unit)))
    fan = page.locator(f'.stage .fanned[data-unit="{unit}"]')
    for _ in range(50):
        if learner.updates > before:
            return
        if fan.count():
            box = fan.last.bounding_box()
            assert box is not None
            return page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(20)


def test_another_answer_is_held_back_taken_back_and_played_all_the_same(learner: Learner) -> None:
    learner.learn("avl", "combat")
    page = learner.page
    learner.acts(lambda: learner.click_hex("4013"), "the coach's word")
    expect(learner.card).to_contain_text("That is allowed")
    assert learner.lesson["pending"] == ["attack", "4013"]
    assert violations(page) == []
    learner.acts(lambda: page.keyboard.press("u"), "taken back")
    expect(learner.card).to_contain_text("Coach")
    learner.acts(lambda: learner.click_hex("4013"), "the coach's word")
    learner.acts(lambda: page.keyboard.press("Enter"), "played")
    expect(learner.card).to_contain_text("Off the lesson")
    learner.acts(learner.card.get_by_role("button", name="Back to the checkpoint").click, "set up again")
    assert learner.lesson["step"] == 0 and not learner.lesson["stray"]
    assert "attack" in learner.answers and not learner.errors


def test_what_the_rules_forbid_is_explained_and_the_coach_adds_his_word(learner: Learner) -> None:
    learner.learn("avl", "zoc")
    while learner.lesson["step"] == 0:
        learner.give(*next(learner.along()))
    learner.acts(lambda: learner.click_hex("3912"), "the refusal")
    expect(learner.card).to_contain_text("The coach adds: Both banks are watched.")
    expect(learner.page.locator(".board .why")).to_contain_text("8.2.2")
    assert learner.lesson["verdict"]["kind"] == "refused" and not learner.errors


def test_show_me_shows_and_then_does_it(learner: Learner) -> None:
    learner.learn("avl", "combat")
    page = learner.page
    page.keyboard.press("i")
    expect(page.locator(".pointer .hand span")).to_be_visible()
    expect(learner.card.get_by_role("button", name="Do it for me")).to_be_visible()
    assert learner.lesson["step"] == 0 and not learner.given()
    expect(page.locator(".pointer .hand span")).to_be_hidden()
    learner.acts(lambda: page.keyboard.press("i"), "the answer")
    assert [(one["verb"], one["target"]) for one in learner.given()] == [("attack", "3913")]


def test_enter_does_not_solve_what_is_to_be_pressed(learner: Learner) -> None:
    """Adding units: Enter would roll the die."""
    learner.learn("avl", "combat")
    learner.give("attack", "3913")
    expect(learner.card).to_contain_text("Step 2 of 6", ignore_case=True)
    page = learner.page
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert len(learner.given()) == 1 and learner.lesson["step"] == 1 and not learner.lesson["pending"]


def test_a_lesson_that_is_left_is_gone_on_with(learner: Learner) -> None:
    learner.learn("avl", "combat")
    learner.give("attack", "3913")
    learner.give("add", "su-25tk")
    page = learner.page
    page.get_by_role("link", name="Leave lesson").click()
    entry = page.get_by_role("link", name=re.compile("Combat and the table"))
    expect(entry).to_contain_text("Go on")
    assert violations(page) == []
    learner.lesson = {}
    entry.click()
    learner.until(lambda: learner.lesson, "the coach")
    assert learner.lesson["step"] == 1 and len(learner.lesson["record"]["answers"]) == 2
    learner.acts(learner.card.get_by_role("button", name="Back").click, "one step back")
    assert learner.lesson["step"] in (0, 1) and len(learner.lesson["record"]["answers"]) < 2
    assert not learner.errors


def test_the_game_is_played_on_from_the_end_of_a_lesson(learner: Learner) -> None:
    learner.learn("vl", "moving")
    for verb, target in learner.along():
        learner.give(verb, target)
    learner.card.get_by_role("button", name="Play on from this position").click()
    expect(learner.page).to_have_url(re.compile("#/table/[^/]+/soviet$"))
    expect(learner.page.get_by_role("region", name="The coach")).to_have_count(0)
    expect(learner.page.locator("#decision h1")).to_be_visible()
    assert not learner.errors


def test_axe_finds_nothing_serious_by_night(house: House, arriving: Arriving) -> None:
    player = arriving(house.url, color_scheme="dark")
    player.go("#/learn/victory/battle")
    player.drawn()
    player.page.get_by_role("region", name="The coach").wait_for()
    found = violations(player.page)
    player.go("#/learn/victory")
    player.page.get_by_role("link", name=re.compile("Battle rounds")).wait_for()
    assert found + violations(player.page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_at_the_end_of_a_lesson(
    house: House, browser: Any, browser_context_args: JSON, scheme: str
) -> None:
    context = browser.new_context(**{**browser_context_args, "color_scheme": scheme})
    learner = Learner(context.new_page(), house.url)
    learner.learn("vl", "moving")
    for verb, target in learner.along():
        learner.by_key(verb, target)
    expect(learner.card.get_by_role("heading", name="What you learned")).to_be_visible()
    expect(learner.card.locator("dfn").first).to_be_visible()  # terms of art have their cards to the end
    assert violations(learner.page) == []
    assert not learner.errors
    context.close()
