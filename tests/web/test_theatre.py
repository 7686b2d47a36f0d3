"""What others did is played on the board: skipped, paused, answered meanwhile, looked at again; dice have cards."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic

import pytest
from playwright.sync_api import Locator, Page, expect

import grognard
from grognard.players import bot
from tests.web.conftest import Arriving
from tests.web.games import at, hope, looked_on
from tests.web.house import SEED, House
from tests.web.player import Player

Opened = tuple[Player, str]
GLIDES = """window.glides = 0; { const go = Element.prototype.animate;
  Element.prototype.animate = function (...all) { window.glides += 1; return go.apply(this, all); }; }"""
# Counters that have not arrived, and where all of them are drawn.
ON_THEIR_WAY = "document.querySelector('.stage').getAnimations({ subtree: true }).length"
ONLY_SHIFTED = """document.querySelector('.stage').getAnimations({ subtree: true })
  .filter((one) => one.effect.target.dataset.unit)
  .every((one) => one.effect.getKeyframes().every((frame) => !frame.transform.includes('scale')))"""
PLACES = """[...document.querySelectorAll('.stage [data-unit]')].map((one) => {
  const box = one.getBoundingClientRect(); return `${box.x.toFixed(1)} ${box.y.toFixed(1)}`; }).join()"""
DRAWN = "[...document.querySelectorAll('.stage [data-unit]')].map((one) => one.dataset.unit)"


def veil(page: Page) -> Locator:
    return page.locator("[data-veil]")


def in_print(codes: list[str]) -> list[str]:
    """Results as the card writes them."""
    return ["–" if set(code) <= set("-–•") else code for code in codes]


def strip(page: Page) -> Locator:
    return page.get_by_role("group", name="Traces")


def waits(player: Player, house: House) -> str:
    """Sit down as the Axis, who last looked on before the Soviet bot's turn; however far that has got by now."""
    table = str(house.post("/api/files", {"file": at("special_combat"), "seats": {"soviet": "recruit"}})["id"])
    kept = f"grognard.shown.{table}.axis"
    player.page.add_init_script(f"localStorage.getItem('{kept}') ?? localStorage.setItem('{kept}', '2')")
    player.sit(table, "axis")
    return table


@pytest.fixture
def shown(player: Player, house: House) -> Opened:
    """An Axis player who is being shown what the Soviets do, at a pace at which a test can look on."""
    player.likes(pace="slow")
    table = waits(player, house)
    expect(veil(player.page)).to_be_visible(timeout=60_000)
    return player, table


def asked(player: Player) -> None:
    player.until(lambda: player.asked, "a question to the Axis", 90)


def test_the_enemy_s_turn_is_played_and_space_skips_it(shown: Opened, screens: Path) -> None:
    player, _ = shown
    page = player.page
    expect(page.get_by_text("What happened is being shown.")).to_be_visible()
    bar = page.get_by_role("group", name="Playback")
    expect(bar.get_by_role("button", name="Skip")).to_be_visible()
    page.screenshot(path=screens / "theatre-playback.png")
    page.keyboard.press("Space")
    expect(veil(page)).to_have_count(0)
    asked(player)
    while veil(page).count():  # more had happened meanwhile
        page.keyboard.press("Escape")
    expect(strip(page)).to_be_visible()
    expect(page.get_by_role("button", name="Traces")).to_have_attribute("aria-pressed", "true")
    page.screenshot(path=screens / "theatre-traces.png")
    page.keyboard.press("w")
    expect(strip(page)).to_have_count(0)
    page.keyboard.press("w")
    expect(strip(page)).to_be_visible()
    assert not player.errors


def test_a_click_on_the_map_only_skips(shown: Opened) -> None:
    player, _ = shown
    said = len(player.sent)
    veil(player.page).click(position={"x": 20, "y": 400})  # at its edge, where no corner's card reaches
    player.page.wait_for_timeout(300)
    assert not [one for one in player.sent[said:] if '"answer"' in one]


def test_esc_skips_the_film_and_does_nothing_else(shown: Opened) -> None:
    player, _ = shown
    page = player.page
    said = len(player.given())
    expect(veil(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(veil(page)).to_have_count(0, timeout=2_000)
    assert len(player.given()) == said
    assert not player.errors


# Every counter that was struck out while a film ran: how it came there, and how long that took.
FADES = """window.fades = []; document.addEventListener('animationstart', ({target, animationName}) => {
  if (target.closest?.('[data-lost]')) fades.push([target.closest('[data-lost]').dataset.lost,
    animationName.replace(/^svelte-\\w+-/, ''), getComputedStyle(target).animationDuration]); }, true);"""


def somebody_is_lost(keys: list[str]) -> bool:
    return len(keys) <= 40 and "event.eliminated" in keys


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_who_is_lost_fades_under_a_slash_and_stays_as_a_trace(motion: str, arriving: Arriving, house: House) -> None:
    player = arriving(house.url, reduced_motion=motion)
    player.likes(pace="normal")
    page = player.page
    page.add_init_script(FADES)
    file, looked = looked_on("avl", "axis", somebody_is_lost)
    table = house.post("/api/files", {"file": file, "seats": {"soviet": "recruit"}})["id"]
    page.add_init_script(f"localStorage.setItem('grognard.shown.{table}.axis', '{looked}')")
    player.sit(table, "axis")
    told = player.view["log"][looked - player.view["log_length"] :]
    gone = {one["unit"] for one in told if one["key"] == "event.eliminated"}
    player.until(lambda: not veil(page).count() and strip(page).count(), "the playback to end", 90)
    fades = {unit: (name, time) for unit, name, time in page.evaluate("fades")}
    assert bool(fades) == (motion == "no-preference")  # on a busy machine a frame may be left out, not all of them
    assert set(fades) <= gone and set(fades.values()) <= {("fading", "0.26s")}
    for unit in gone:
        lost = page.locator(f'.stage [data-lost="{unit}"]')
        expect(lost.locator(".slash").first).to_be_attached()
        expect(page.locator(f'.stage [data-unit="{unit}"]')).to_have_count(0)
    assert not player.errors


def test_it_pauses_and_goes_on(shown: Opened) -> None:
    page = shown[0].page
    bar = page.get_by_role("group", name="Playback")
    page.keyboard.press("k")
    expect(bar.get_by_role("button", name="Go on")).to_be_visible()
    before = bar.inner_text()
    page.wait_for_timeout(2500)
    assert bar.inner_text() == before and veil(page).count() == 1
    page.keyboard.press("k")
    expect(bar.get_by_role("button", name="Pause")).to_be_visible()


def test_a_pause_stops_counters_on_their_way(arriving: Arriving, house: House) -> None:
    player = arriving(house.url, reduced_motion="no-preference")
    soviets_move(player, house)
    page = player.page
    player.until(lambda: page.evaluate("window.glides") > 3, "counters to set out", 60)
    page.keyboard.press("k")
    player.settled()  # the map itself may be on its way to them
    assert page.evaluate(ON_THEIR_WAY), "somebody is on his way"
    assert page.evaluate(ONLY_SHIFTED), "a layer that is scaled too is painted at another size"
    before = page.evaluate(PLACES)
    page.wait_for_timeout(700)
    assert page.evaluate(PLACES) == before
    page.keyboard.press("k")
    player.until(lambda: page.evaluate(PLACES) != before, "them to go on")
    assert not player.errors


def soviets_move(player: Player, house: House) -> None:
    """The German of Velikiye Luki sets up as it is offered, and is shown how the Soviets move."""
    player.likes(pace="slow")
    player.page.add_init_script(GLIDES)
    player.game = "vl"
    table = house.post("/api/tables", {"game": "vl", "seats": {"german": "you", "soviet": "recruit"}})["id"]
    player.sit(table, "german")
    player.until(lambda: player.asked, "the German to be asked")
    for _ in range(40):
        if veil(player.page).count():
            break
        player.page.keyboard.press("Enter")
        player.page.wait_for_timeout(500)
    expect(veil(player.page)).to_be_visible(timeout=60_000)


def test_the_question_is_answered_during_the_playback(shown: Opened) -> None:
    player, _ = shown
    page = player.page
    asked(player)
    if not veil(page).count():  # it has caught up: once more, with the question there
        page.keyboard.press("a")
    expect(veil(page)).to_be_visible()
    was = player.view["ask"]["prompt"]
    page.keyboard.press("k")
    answers = page.locator("#decision").get_by_role("listbox")
    answers.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    player.until(lambda: (player.view["ask"] or {}).get("prompt") != was, "the answer to count")
    expect(veil(page)).to_have_count(0)
    assert not player.errors


def test_again_plays_the_last_of_it_once_more(shown: Opened) -> None:
    page = shown[0].page
    asked(shown[0])
    while veil(page).count():
        page.keyboard.press("Space")
        page.wait_for_timeout(150)
    page.keyboard.press("a")
    expect(veil(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(veil(page)).to_have_count(0)


def test_the_log_does_not_tell_the_end_first(player: Player, house: House) -> None:
    player.likes(pace="slow")
    waits(player, house)
    page = player.page
    expect(veil(page)).to_be_visible(timeout=60_000)
    page.keyboard.press("k")
    asked(player)
    lines = page.get_by_role("log")
    newest = player.view["log"][-1]["text"]["en"]
    assert newest not in lines.inner_text()
    while veil(page).count():
        page.keyboard.press("Space")
        page.wait_for_timeout(150)
    player.until(lambda: newest[:20].lower() in lines.inner_text().lower(), "the log to tell the rest")


def test_a_die_has_its_card_with_the_right_figures(arriving: Arriving, house: House, screens: Path) -> None:
    """My own attack: the die falls beside the column that it is read on, then the result in words; D calls it back."""
    player = arriving(house.url, reduced_motion="no-preference")
    player.likes(pace="brisk")
    table = house.post("/api/files", {"file": at("declare"), "seats": {}})["id"]
    player.sit(table, "soviet")
    player.until(lambda: player.asked == "declare", "an attack to be declared")
    page = player.page
    if "add_all" in player.view["ask"]["answers"]:
        player.press("add_all")
    player.press("resolve")
    card = page.get_by_label("Die or chit")
    expect(card).to_be_visible()
    expect(card.get_by_role("heading")).to_be_visible()
    event = next(one for one in reversed(player.view["log"]) if one["key"] == "event.combat")
    result = "no effect" if set(event["result"]) <= set("-–•") else event["result"]
    expect(card.get_by_role("heading")).to_contain_text(
        f"Die {event['die']} on {event['column'].replace('-', '–')}: {result}"
    )
    player.until(lambda: not veil(page).count(), "the moment to pass")
    whole = card.get_by_role("button", name="Show the whole card")
    if whole.count():  # it lay on hexes that may be clicked now
        whole.click()
    expect(card.locator("td.hit")).to_have_count(1)
    assert [cell.inner_text() for cell in card.locator("tr.own td").all()] == in_print(event["by_die"])
    beside = event["reckoned"]["neighbours"]
    shown = {row.locator("th").inner_text(): row for row in card.locator("tbody tr:not(.own)").all()}
    assert set(shown) == {one["column"].replace("-", "–") for one in beside} and shown
    for one in beside:
        cells = shown[one["column"].replace("-", "–")].locator("td").all()
        assert [cell.inner_text() for cell in cells] == in_print(one["by_die"])
    expect(card).to_contain_text(f"{event['attack']} : {event['defence']}")
    expect(card).to_contain_text("major river")  # what halved the attack
    page.screenshot(path=screens / "theatre-die.png")
    page.keyboard.press("d")
    expect(card).to_have_count(0)
    page.keyboard.press("d")
    expect(card).to_be_visible()
    assert not player.errors


def test_the_log_s_die_calls_its_card_back(player: Player, house: House) -> None:
    table = house.post("/api/files", {"file": at("declare"), "seats": {}})["id"]
    player.sit(table, "soviet")
    player.until(lambda: player.asked == "declare", "an attack to be declared")
    if "add_all" in player.view["ask"]["answers"]:
        player.press("add_all")
    player.press("resolve")
    player.until(lambda: player.asked != "declare", "the die to fall")
    page = player.page
    card = page.get_by_label("Die or chit")
    expect(card).to_have_count(0)  # the pace is off
    page.get_by_role("button", name="show its card again").last.click()
    event = next(one for one in reversed(player.view["log"]) if one["key"] == "event.combat")
    expect(card.get_by_role("heading")).to_contain_text(f"Die {event['die']} on")
    assert not player.errors


@pytest.fixture
def whole(player: Player, house: House) -> Player:
    """An Axis player to whom the whole opening is played in one film, paused in the middle of it."""
    return shown_whole(player, house)


def shown_whole(player: Player, house: House) -> Player:
    player.likes(pace="slow")
    table = house.post("/api/files", {"file": at("declare", "axis"), "seats": {"soviet": "random"}})["id"]
    player.page.add_init_script(f"localStorage.setItem('grognard.shown.{table}.axis', '2')")
    player.sit(table, "axis")
    expect(veil(player.page)).to_be_visible()
    player.page.keyboard.press("k")
    return player


def track(player: Player) -> Locator:
    return player.page.get_by_role("slider", name="Where the playback stands")


def stands(player: Player, at_: int) -> None:
    """The playback stands at a beat, and stays there."""
    expect(track(player)).to_have_attribute("aria-valuenow", str(at_))
    player.page.wait_for_timeout(600)
    expect(track(player)).to_have_attribute("aria-valuenow", str(at_))
    assert veil(player.page).count() == 1, "it is still the past"


def beats(player: Player) -> int:
    found = int(track(player).get_attribute("aria-valuemax") or 0)
    assert found > 4, "a film that is worth a track"
    return found


def ends(player: Player) -> tuple[tuple[float, float], tuple[float, float]]:
    """Just beyond the left end of the track, and its right end."""
    box = track(player).bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    return (box["x"] - 4, middle), (box["x"] + box["width"] - 2, middle)


def test_the_track_goes_by_keys_and_stays_where_it_was_put(whole: Player) -> None:
    """The film begins with a beat that takes no time: while it is paused even that one stands."""
    keyboard, last = whole.page.keyboard, beats(whole)
    track(whole).focus()
    keyboard.press("End")
    stands(whole, last)
    keyboard.press("ArrowLeft")
    before = int(track(whole).get_attribute("aria-valuenow") or 0)
    assert before < last
    stands(whole, before)
    keyboard.press("Home")
    stands(whole, 1)
    keyboard.press("ArrowRight")
    after = int(track(whole).get_attribute("aria-valuenow") or 0)
    assert after > 1
    stands(whole, after)
    keyboard.press("ArrowLeft")
    stands(whole, 1)
    assert not whole.errors


def test_the_track_is_dragged_to_the_left(whole: Player) -> None:
    mouse, last = whole.page.mouse, beats(whole)
    left, right = ends(whole)
    mouse.move(*right)
    mouse.down()
    expect(track(whole)).to_have_attribute("aria-valuenow", str(last))
    mouse.move(*left, steps=8)
    expect(track(whole)).to_have_attribute("aria-valuenow", "1")
    mouse.up()
    stands(whole, 1)
    assert not whole.errors


def test_the_track_is_moved_by_a_finger(arriving: Arriving, house: House) -> None:
    player = arriving(house.url, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    shown_whole(player, house)
    page, last = player.page, beats(player)
    track(player).focus()
    page.keyboard.press("Home")  # a die's card would lie over it
    stands(player, 1)
    left, right = ends(player)
    line = page.context.new_cdp_session(page)

    def finger(kind: str, *points: tuple[float, float]) -> None:
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    finger("touchStart", right)
    expect(track(player)).to_have_attribute("aria-valuenow", str(last))
    for share in (0.75, 0.5, 0.25, 0.0):
        finger("touchMove", (left[0] + (right[0] - left[0]) * share, left[1]))
    finger("touchEnd")
    stands(player, 1)
    page.touchscreen.tap(*right)
    stands(player, last)
    assert not player.errors


def test_it_goes_on_from_where_it_was_put(whole: Player) -> None:
    page, last = whole.page, beats(whole)
    track(whole).focus()
    page.keyboard.press("End")
    stands(whole, last)
    page.keyboard.press("Home")
    stands(whole, 1)
    page.keyboard.press("k")
    seen = {1}
    for _ in range(400):
        if not veil(page).count() or len(seen) > 3:
            break
        seen.add(int(track(whole).get_attribute("aria-valuenow") or 0))
        page.wait_for_timeout(50)
    assert len(seen) > 3 and max(seen) < last, f"it goes on beat by beat: {seen}"
    assert not whole.errors


def test_the_waiting_question_s_hexes_are_faint_meanwhile(player: Player, house: House) -> None:
    player.likes(pace="slow")
    waits(player, house)
    page = player.page
    expect(veil(page)).to_be_visible(timeout=60_000)
    page.keyboard.press("k")
    asked(player)
    faint = page.locator("[data-awaited]")
    kinds = player.view["ask"]["kinds"]
    hexes = {one for verb, all_ in player.view["ask"]["answers"].items() if kinds[verb] == "hex" for one in all_}
    expect(faint).to_have_attribute("opacity", ".35")
    expect(faint).to_have_attribute("data-awaited", str(len(hexes)))
    page.keyboard.press("Space")
    while veil(page).count():
        page.keyboard.press("Space")
        page.wait_for_timeout(150)
    expect(faint).to_have_count(0)


def test_the_log_has_three_sizes(player: Player, house: House) -> None:
    table = house.post("/api/files", {"file": at("declare"), "seats": {}})["id"]
    player.sit(table, "soviet")
    page = player.page
    log = page.locator("section.log")

    def height() -> float:
        box = log.bounding_box()
        return box["height"] if box else 0.0

    assert 100 <= height() <= 120
    page.keyboard.press("l")
    player.until(lambda: height() > 400, "half the window")
    page.keyboard.press("l")
    player.until(lambda: height() < 40, "one line")
    page.keyboard.press("l")
    player.until(lambda: 100 <= height() <= 120, "the strip")


def test_with_the_pace_off_nothing_is_played(player: Player, house: House) -> None:
    waits(player, house)
    asked(player)
    expect(veil(player.page)).to_have_count(0)


def test_who_comes_back_is_shown_what_happened(shown: Opened, house: House) -> None:
    player, table = shown
    page = player.page
    while not player.asked or veil(page).count():
        page.keyboard.press("Space")
        page.wait_for_timeout(150)
    kept = int(page.evaluate(f"localStorage.getItem('grognard.shown.{table}.axis')"))
    assert kept == player.view["log_length"]
    page.evaluate(f"localStorage.setItem('grognard.shown.{table}.axis', '{kept - 3}')")
    page.reload()
    expect(veil(page)).to_be_visible()


def test_a_film_strip_of_an_activation(arriving: Arriving, house: House, screens: Path) -> None:
    """Frames of one enemy activation, every 200 ms, to be looked at; counters glide, and end where the film ends."""
    player = arriving(house.url, reduced_motion="no-preference")
    soviets_move(player, house)
    page = player.page
    frames = film_strip(page, screens / "film-activation", lambda: bool(player.asked) and not veil(page).count())
    assert frames > 2 and page.evaluate("glides") > 5, "counters are seen to go"
    assert not player.errors


def film_strip(page: Page, folder: Path, over: Callable[[], bool], most: int = 100) -> int:
    """A picture every 200 ms until it is over: to be looked at. How many there are."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    began, number, last = monotonic(), 0, most
    while number < last:
        page.wait_for_timeout(max(1.0, (began + number * 0.2 - monotonic()) * 1000))
        page.screenshot(path=folder / f"{number:03}.jpg", type="jpeg", quality=70)
        number += 1
        if last == most and over():
            last = min(most, number + 3)  # and what stays of it
    return number


def test_a_film_strip_of_an_attack(arriving: Arriving, house: House, screens: Path) -> None:
    """Arrows, the die beside its column, the result, who is flipped and who goes."""
    player = arriving(house.url, reduced_motion="no-preference")
    player.likes(pace="normal")
    player.sit(house.post("/api/files", {"file": at("declare"), "seats": {}})["id"], "soviet")
    player.until(lambda: player.asked == "declare", "an attack to be declared")
    page = player.page
    if "add_all" in player.answers:
        player.acts(lambda: player.press("add_all"))
    player.press("resolve")
    expect(veil(page)).to_be_visible()
    frames = film_strip(page, screens / "film-attack", lambda: not veil(page).count())
    assert 2 < frames < 100, "it is seen, and ends"
    expect(page.get_by_label("Die or chit").get_by_role("heading")).to_contain_text("Die")
    assert not player.errors


def landed(player: Player, house: House) -> Player:
    """Blue, to whom the battle of Hope is played in one film: Red comes from sea and air, fights and lands."""
    player.game = "victory"
    table = house.post("/api/files", {"file": hope(6), "seats": {"red": "recruit"}})["id"]
    player.page.add_init_script(f"localStorage.setItem('grognard.shown.{table}.blue', '0')")
    player.sit(table, "blue")
    expect(veil(player.page)).to_be_visible()
    return player


def test_a_film_strip_of_a_landing(arriving: Arriving, house: House, screens: Path) -> None:
    """Unknown blocks glide to Hope, are turned up, fire and land; the tray and the map tell it together."""
    player = arriving(house.url, reduced_motion="no-preference")
    player.likes(pace="brisk")
    page = landed(player, house).page
    page.keyboard.press("Space")
    expect(veil(page)).to_have_count(0)
    page.keyboard.press("a")  # from its beginning: the map is there
    battle = page.get_by_role("region", name="Battle", exact=True)
    seen = []

    def over() -> bool:
        seen.append(battle.locator("[data-volley]").count())
        return not veil(page).count()

    frames = film_strip(page, screens / "film-landing", over)
    assert frames < 100 and any(seen), "shots are seen in the tray, and the film ends"
    expect(battle).to_be_visible()
    assert not player.errors


def test_there_is_one_log_before_a_battle_is_shown_and_in_it(player: Player, house: House) -> None:
    player.likes(pace="slow")
    page = landed(player, house).page
    page.keyboard.press("k")
    track(player).focus()
    log, battle = (
        page.get_by_role("region", name="Log", exact=True),
        page.get_by_role("region", name="Battle", exact=True),
    )
    for key, fought in (("Home", 0), ("End", 1)):
        page.keyboard.press(key)
        expect(battle).to_have_count(fought)
        expect(log).to_have_count(1)
    assert not player.errors


def test_no_unknown_block_keeps_its_name_from_beat_to_beat(player: Player, house: House) -> None:
    player.likes(pace="slow")
    page = landed(player, house).page
    page.keyboard.press("k")
    track(player).focus()
    page.keyboard.press("Home")
    stands(player, 1)
    known = ("blue-", "seen:")
    names: dict[str, set[str]] = {}
    for _ in range(beats(player)):
        drawn = {one for one in page.evaluate(DRAWN) if not one.startswith(known)}
        if drawn:
            names[track(player).get_attribute("aria-valuenow") or ""] = drawn
        page.keyboard.press("ArrowRight")
    assert len(names) > 1, "unknown blocks in at least two beats"
    every = [one for drawn in names.values() for one in drawn]
    assert len(every) == len(set(every)), names
    assert not any(one.startswith(("red-", "hidden:")) for one in every), names
    assert not player.errors


def test_nothing_of_a_hidden_block_is_in_the_playback(arriving: Arriving, house: House) -> None:
    """Victory: the film and the board hold only backs of the enemy's blocks."""
    play = grognard.game("victory").new(seed=SEED)
    rng, recruit = Random(1), bot("recruit")
    while not (play.view("red")["turn"] == 1 and play.deciders == ("red",) and len(play.events) > 6):
        player_id = play.deciders[0]
        number = play.roster.number(player_id)
        imagined = play.game.imagine(play.state, number, rng)
        play.answer(player_id, *play.names_of_answer(recruit.choose(imagined, number, rng)))
    looked_on = len(play.view("blue")["log"])
    player = arriving(house.url)
    player.likes(pace="slow")
    texts: list[str] = []
    player.page.on("response", lambda heard: texts.append(heard.text()) if "/film?" in heard.url else None)
    table = house.post("/api/files", {"file": play.journal().plain(), "seats": {"red": "recruit"}})["id"]
    kept = f"grognard.shown.{table}.blue"  # Blue last looked on before the bot's turn, however far that has got by now
    player.page.add_init_script(f"localStorage.setItem('{kept}', '{looked_on}')")
    player.game = "victory"
    player.sit(table, "blue")
    expect(veil(player.page)).to_be_visible(timeout=90_000)
    drawn = set(player.page.evaluate(DRAWN))
    player.until(lambda: texts, "the film")
    film = json.loads(texts[0])
    pieces = [film["view"]["pieces"], *(frame["change"].get("pieces", {}) for frame in film["frames"])]
    backs = {id_ for known in pieces for id_, piece in known.items() if piece.get("hidden")}
    theirs = {id_ for known in pieces for id_, piece in known.items() if piece["side"] == "red"}
    assert theirs and all(id_ in backs or id_.startswith("seen:") for id_ in theirs)
    assert not any(one.startswith("red-") for one in drawn), drawn
    # from beat to beat no back keeps its name, wherever it lies
    page = player.page
    seen = []
    for _ in range(2):
        expect(veil(page)).to_be_visible()
        page.wait_for_timeout(300)
        seen.append({one for one in page.evaluate(DRAWN) if not one.startswith(("blue-", "seen:"))})
        while veil(page).count():
            page.keyboard.press("Escape")
            page.wait_for_timeout(150)
        page.keyboard.press("a")
    assert seen[0] and seen[1] and not seen[0] & seen[1], seen
    assert not any(one.startswith("hidden:") for names in seen for one in names)
    assert not player.errors


def test_the_head_line_is_whole_and_its_buttons_keep_their_places(shown: Opened) -> None:
    player, _ = shown
    page = player.page
    page.set_viewport_size({"width": 1440, "height": 900})
    traces, seats = page.get_by_role("button", name="Traces"), page.get_by_role("list", name="Seats")
    expect(traces).to_be_disabled()  # while all of it is being shown
    places = [seats.bounding_box(), traces.bounding_box()]
    page.keyboard.press("Space")
    asked(player)
    while veil(page).count():
        page.keyboard.press("Space")
    expect(traces).to_have_attribute("aria-pressed", "true")
    assert [seats.bounding_box(), traces.bounding_box()] == places
    assert page.evaluate(
        "(() => { const one = document.querySelector('.head'); return one.scrollWidth <= one.clientWidth; })()"
    )
    traces.click()
    expect(traces).to_have_attribute("aria-pressed", "false")
