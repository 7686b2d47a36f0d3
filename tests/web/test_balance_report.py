"""A report of the lab in the browser: a file without a server; its switches, its phone, its print, its readers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from grognard.lab.report import report
from tests.lab.writer import arm_of, plan_of, play, several, write
from tests.web.test_axe import violations

TIMES = 60


@pytest.fixture(scope="module", params=["vl", "avl"])
def file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of two arms, as a file."""
    folder = tmp_path_factory.mktemp("report")
    rows = play(plan_of(request.param, 2, [arm_of(request.param)]))
    arms = [arm_of(request.param), arm_of(request.param, "random")]
    run = write(folder / "run", plan_of(request.param, TIMES * 2, arms), several(rows, 2, 2 * TIMES))
    path = folder / "report.html"
    path.write_text(report([run]).page(), encoding="utf-8")
    return path


def opened(browser: Browser, file: Path, **settings: Any) -> Page:
    page = browser.new_context(**{"locale": "en-GB", "viewport": {"width": 1440, "height": 900}, **settings}).new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.on("request", lambda request: _only(request.url))
    page.goto(file.as_uri())
    return page


def _only(url: str) -> None:
    assert url.startswith(("file:", "data:")), f"asks for {url}"


def tints(page: Page) -> str:
    return str(page.locator("#tint").inner_html())


def test_the_map_s_switches_work_without_a_server(browser: Browser, file: Path) -> None:
    page = opened(browser, file)
    seen = {tints(page)}
    for switch in ("[data-kind=presence]", "[data-kind=losses]", "[data-turn='1']"):
        page.locator(switch).click()
        expect(page.locator(switch)).to_have_attribute("aria-pressed", "true")
        seen.add(tints(page))
    assert len(seen) == 4
    strongest = re.findall(r'fill-opacity="([\d.]+)"', tints(page))
    page.locator("[data-kind=control]").click()
    control = re.findall(r'fill-opacity="([\d.]+)"', tints(page))
    assert strongest and max(map(float, control)) <= 0.46, "the ground stays legible"


def test_the_hex_under_the_pointer_or_the_keys_is_named_with_its_share(browser: Browser, file: Path) -> None:
    page = opened(browser, file)
    page.locator("#map").hover()
    expect(page.locator("#tip")).to_have_text(re.compile(r"^\d{4}.*: .+ \d+ %, .+ \d+ %$"))
    before = page.locator("#tip").inner_text()
    page.locator("#map").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#tip")).not_to_have_text(before)


def test_a_dot_opens_its_game_s_number(browser: Browser, file: Path) -> None:
    page = opened(browser, file)
    dot = page.locator("#spots circle").nth(7)
    dot.dispatch_event("click")
    expect(page.locator("#command")).to_have_text(
        re.compile(rf"grognard replay .* --game {dot.get_attribute('data-g')}$")
    )
    page.locator("#dots").focus()
    page.keyboard.press("ArrowRight")
    following = page.locator("#spots circle").nth(8).get_attribute("data-g")
    expect(page.locator("#command")).to_have_text(re.compile(rf" --game {following}$"))


def test_the_reader_names_a_difference(browser: Browser, file: Path) -> None:
    page = opened(browser, file)
    page.locator("#gap").fill("2")
    many = page.locator("#answer").inner_text()
    page.locator("#gap").fill("20")
    expect(page.locator("#answer")).not_to_have_text(many)


def test_both_languages_and_both_themes_are_clean_for_readers(browser: Browser, file: Path) -> None:
    for scheme in ("light", "dark"):
        page = opened(browser, file, color_scheme=scheme)
        assert page.locator("html").get_attribute("data-theme") == ("night" if scheme == "dark" else "paper")
        page.locator("summary").click()
        assert violations(page) == []
        page.locator("#language").click()
        assert page.locator("html").get_attribute("lang") == "ja"
        expect(page.locator("h2").first).to_have_text(re.compile("どこを誰が"))
        assert page.locator("text=Who wins").locator("visible=true").count() == 0
        assert violations(page) == []


def test_on_a_phone_there_is_one_column_and_the_map_comes_first(browser: Browser, file: Path) -> None:
    page = opened(browser, file, viewport={"width": 390, "height": 844}, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    tops = page.evaluate(
        "[...document.querySelectorAll('h1,section')].map(one => [one.className, one.getBoundingClientRect().top])"
    )
    assert [name for name, _ in sorted(tops, key=lambda one: one[1])][:4] == ["", "map", "win", "vp"]
    lefts = page.evaluate("[...document.querySelectorAll('section')].map(one => one.getBoundingClientRect().left)")
    assert len(set(map(round, lefts))) == 1


def test_it_prints_on_two_pages_of_a4(browser: Browser, file: Path) -> None:
    printed = opened(browser, file).pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", printed)) == 2
    boxes = {
        tuple(round(float(one)) for one in box.split()) for box in re.findall(rb"/MediaBox\s*\[([^\]]+)\]", printed)
    }
    assert boxes == {(0, 0, 842, 595)} or boxes == {(0, 0, 842, 596)}
