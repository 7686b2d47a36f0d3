"""Victory at several browsers: seats taken by link, a battle fought in the tray, and the fog over all that was sent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Locator, expect

from tests.web.games import IN_BATTLE
from tests.web.player import Player

BACK = {"id", "side", "army", "band", "tag", "where", "on_map", "hidden"}
"""All that may be told of a block whose face is turned away (fog.1)."""
FACE = {"kind", "steps", "strength", "values", "label", "symbol", "size", "turn", "move", "fire", "full_steps", "cost"}


# ---- seats


def invite(host: Player, others: dict[str, Player], scenario: str, mine: str, names: dict[str, str]) -> str:
    """One opens the table in the lobby and sends the links; everybody comes. The table's id."""
    page = host.page
    host.go()
    choose_victory(host)
    page.get_by_role("radiogroup", name="Scenario").get_by_text(scenario, exact=True).click()
    seat(host, mine).get_by_text("You").click()
    for player in others:
        seat(host, player).get_by_text("Invite").click()
    page.get_by_label("Your name").fill(names[mine])
    page.get_by_role("button", name="Open the table").click()
    sent = page.locator(".link:has(code)")
    expect(sent).to_have_count(len(others))
    links = {row.locator("b").inner_text(): row.locator("code").inner_text() for row in sent.all()}
    page.get_by_role("button", name="Go to the table").click()
    host.drawn()
    for player, guest in others.items():
        guest.game = host.game
        guest.page.goto(links[host.word(f"word.{player}")])
        guest.page.get_by_label("Your name at the table").fill(names[player])
        guest.page.get_by_role("button", name="Take the seat").click()
        guest.drawn()
    return page.url.split("/table/")[1].split("/")[0]


def choose_victory(player: Player) -> None:
    player.game = "victory"
    player.choose("Victory")


def seat(player: Player, id_: str) -> Locator:
    return player.page.get_by_role("radiogroup", name=player.word(f"word.{id_}"), exact=True)


# ---- a battle


def tray(player: Player) -> Locator:
    return player.page.get_by_role("region", name="Battle", exact=True)


def fight(player: Player) -> str:
    """The next thing in a battle, with the mouse in the tray. What was done."""
    verb = next((one for one in IN_BATTLE if one in player.answers), "") or str(player.view["ask"]["primary"])
    target = player.answers[verb][0]
    player.acts(lambda: _click(player, verb, target), f"{verb} {target}")
    return verb


def _click(player: Player, verb: str, target: Any) -> None:
    desk = tray(player)
    if verb == "go_on":  # the tray has gone with the battle
        player.press(verb)
    elif verb.startswith("fire_"):
        desk.locator(f'[data-group="{verb.removeprefix("fire_")}"]').click()
        desk.get_by_role("button", name=re.compile("^Fire")).click()
    elif player.kind(verb) == "unit":
        desk.locator(f'button.fighter[data-unit="{target}"]').click()
    elif player.kind(verb) == "hex":
        desk.locator(".going button").first.click()
    else:
        desk.get_by_role("button", name=player.word(f"verb.{verb}")).first.click()


# ---- the fog


def each(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in a message, at any depth."""
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from each(part)
    elif isinstance(value, list):
        for part in value:
            yield from each(part)


def named(texts: list[str], side: str) -> set[str]:
    """The blocks of a side that these texts name."""
    pattern = re.compile(rf"\b{side}(?:-north|-south)?-[a-z][a-z-]*-\d+\b")
    return {found for text in texts for found in pattern.findall(text)}


def told(player: Player) -> list[dict[str, Any]]:
    """Every event that the log of this browser has received, in order and once."""
    found: list[dict[str, Any]] = []
    for text in player.frames:
        message = json.loads(text)
        log = message.get("log_add") or message.get("log") or message.get("view", {}).get("log", [])
        found += [one for one in log if one not in found]
    return found


def before_the_end(player: Player) -> list[str]:
    """What this browser received before the result: with it the fog lifts."""
    ended = [n for n, text in enumerate(player.frames) if (json.loads(text).get("set") or {}).get("result")]
    return player.frames[: ended[0]] if ended else player.frames


def faces(texts: list[str], army: str) -> list[dict[str, Any]]:
    """Whatever in these messages tells the type or the strength of a block of this army."""
    return [one for text in texts for one in each(json.loads(text)) if one.get("army") == army and FACE & set(one)]


def backs_tell_nothing(texts: list[str]) -> int:
    """Every block whose face is turned away is told as its back alone. How many there were."""
    backs = [one for text in texts for one in each(json.loads(text)) if str(one.get("id", "")).startswith("hidden:")]
    for one in backs:
        assert set(one) <= BACK, one
    return len(backs)


def fetched(player: Player, table: str, seat: str) -> list[str]:
    """What HTTP tells this browser about the table while it is being played at."""
    paths = [f"/api/tables/{table}{path}" for path in ("", f"/replay?seat={seat}", f"/replay/0?seat={seat}")]
    script = "(path) => fetch(path).then((found) => found.ok ? found.text() : Promise.reject(path))"
    return [player.page.evaluate(script, path) for path in paths]
