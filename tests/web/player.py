"""Somebody at the page: every frame his browser receives is kept, and he knows where on the screen a hex lies."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from playwright.sync_api import ConsoleMessage, Locator, Page, WebSocket

from tests.table.guests import changed

JSON = dict[str, Any]
SETTINGS = "grognard.settings"
PLAIN = json.dumps({"pace": "off", "summary": "never", "confirm": False})
"""How a player likes his table whose test is about something else: nothing is played, nothing asked twice."""
SCHOOL = "grognard.school"
UNASKED = json.dumps({"opens": False})
"""No briefing comes before the first decision."""
PATIENCE = 30.0
MENU = ".board .verbs"
"""What can be done with a unit or in a hex, where that is more than one thing."""

# The rectangle that spans the map with a hex's radius around it: where the stage stands and how large a hex is.
STAGE = """(() => { const r = document.querySelector('.stage svg > rect').getBoundingClientRect();
  return [r.x, r.y, r.width]; })()"""
# Asked again and again from outside: the page's policy forbids Playwright to wait for an expression inside it.
DRAWN = "performance.getEntriesByName('board-drawn').length > 0"
STILL = "!document.querySelector('.stage.moving')"
# What is clicked at a point: the board's field, or something laid over it.
FREE = """([x, y]) => { const found = document.elementFromPoint(x, y); return !!found && !!found.closest('.field'); }"""
FOCUSED = """(() => { const on = document.activeElement;
  return on ? (on.getAttribute('aria-label') || on.textContent || on.tagName).trim() : ''; })()"""
AIMED = "document.querySelector('.board [role=listbox]').getAttribute('aria-activedescendant')"
UNIT = """(id) => { const last = [...document.querySelectorAll(`.stage .fanned[data-unit="${id}"]`)].at(-1);
  if (!last) return null; const r = last.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }"""


WORDINGS = ("_nobody", "_weak", "_road", "_box", "_one", "_edge", "_bleed", "_shut", "_full")
"""How the same question is put where things stand otherwise."""


def question_of(key: str) -> str:
    """What is asked, of a prompt's key."""
    question = key.removeprefix("prompt.")
    return next((question.removesuffix(one) for one in WORDINGS if question.endswith(one)), question)


class Player:
    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.frames: list[str] = []
        """Everything that came over the line."""
        self.sent: list[str] = []
        self.errors: list[str] = []
        self.view: JSON = {}
        self.updates = 0
        self.game = "avl"
        """The game at the tables he sits at."""
        self._columns: dict[str, int] = {}
        page.set_default_timeout(PATIENCE * 1000)
        for name, kept in ((SETTINGS, PLAIN), (SCHOOL, UNASKED)):
            page.add_init_script(f"localStorage.getItem('{name}') ?? localStorage.setItem('{name}', '{kept}')")
        page.on("websocket", self._on_line)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._on_console)

    def _on_console(self, message: ConsoleMessage) -> None:
        # a line that breaks is reported by the browser itself
        if message.type == "error" and "WebSocket" not in message.text and "ERR_CONNECTION" not in message.text:
            self.errors.append(message.text)

    def _on_line(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._hear(str(frame)))
        socket.on("framesent", lambda frame: self.sent.append(str(frame)))

    def _hear(self, text: str) -> None:
        """A frame: one message, or several that waited together."""
        heard = json.loads(text)
        for message in heard if isinstance(heard, list) else [heard]:
            self._take(message)

    def _take(self, message: JSON) -> None:
        self.frames.append(json.dumps(message, ensure_ascii=False))
        if message["type"] == "view":
            self.view = message["view"]
        elif message["type"] == "update":
            self.view = changed(self.view, message)
        if message["type"] in ("view", "update"):
            self.updates += 1

    def likes(self, **settings: Any) -> None:
        """Set the table up in his own way, from the next page on."""
        wanted = json.dumps(json.loads(PLAIN) | settings)
        self.page.add_init_script(f"localStorage.setItem('{SETTINGS}', '{wanted}')")

    # ---- waiting

    def until(self, holds: Callable[[], Any], what: str, seconds: float = PATIENCE) -> None:
        for _ in range(int(seconds * 50)):
            if holds():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"waited {seconds:.0f} s for {what}; asked now: {self.asked or 'nothing'}")

    def go(self, address: str = "") -> None:
        if self.page.url.startswith(self.url):
            self.page.evaluate("performance.clearMarks()")  # where only the part after "#" changes nothing is loaded
        self.page.goto(f"{self.url}/{address}")

    def sit(self, table: str, seat: str) -> None:
        """Go to a table and wait for the map."""
        self.go(f"#/table/{table}/{seat}")
        self.drawn()

    def drawn(self) -> None:
        self.until(lambda: self.page.evaluate(DRAWN), "the map to be drawn")
        self.settled()

    def settled(self) -> None:
        self.until(lambda: self.page.evaluate(STILL), "the map to stand still")

    # ---- the lobby

    def card(self, game: str = "A Victory Lost") -> Locator:
        """The card of a game, the one these tests play unless they say otherwise."""
        return self.page.get_by_role("article", name=re.compile(f"^{re.escape(game)}"))

    def choose(self, game: str = "A Victory Lost", play: str = "Play") -> None:
        """Open the dialog for a new table."""
        self.card(game).get_by_role("button", name=re.compile(f"^(just )?{play}", re.IGNORECASE)).click()

    def post(self, path: str, body: JSON) -> JSON:
        """Ask something of the house from within the page, as the one who holds this browser's key."""
        found: JSON = self.page.evaluate(
            "([path, body]) => fetch(path, {method: 'POST', headers: {'content-type': 'application/json'},"
            " body: JSON.stringify(body)}).then((reply) => reply.json())",
            [path, body],
        )
        return found

    # ---- what is asked

    @property
    def answers(self) -> JSON:
        return (self.view.get("ask") or {}).get("answers") or {}

    @property
    def asked(self) -> str:
        """The key of the question, however it is worded, or nothing."""
        ask = self.view.get("ask")
        return question_of(ask["prompt"]["key"]) if ask else ""

    @property
    def log(self) -> list[str]:
        return [message["key"].removeprefix("event.") for message in self.view.get("log", [])]

    def kind(self, verb: str) -> str:
        return str(self.view["ask"]["kinds"].get(verb, "nothing"))

    def acts(self, act: Callable[[], Any], what: str = "the answer to be taken") -> None:
        """Do something, and wait until the table has gone on."""
        before = self.updates
        act()
        self.until(lambda: self.updates > before, what, 10)

    # ---- where things are on the screen

    def point(self, hex_: str) -> tuple[float, float]:
        """The centre of a hex; maps of this game stand on a flat side with even columns half a hex further down."""
        column, row = int(hex_[:2]), int(hex_[2:])
        x = 1.5 * (column - 1) + 1
        y = math.sqrt(3) * (row - 0.5 + (0.5 if column % 2 == 0 else 0))
        left, top, radius = self._stage()
        return left + x * radius, top + y * radius

    def _stage(self) -> tuple[float, float, float]:
        left, top, across = self.page.evaluate(STAGE)
        radius = across / (1.5 * (self.columns - 1) + 2 + 2)
        return left + radius, top + radius, radius

    @property
    def columns(self) -> int:
        """How wide the map of this table is: it may be laid out of several."""
        asked = "&".join(
            f"{name}={quote(value if isinstance(value, str) else json.dumps(value))}"
            for name in ("scenario", "options")
            if (value := self.view.get(name))
        )
        if asked not in self._columns:
            found = self.page.evaluate(f"fetch('/api/games/{self.game}/map?{asked}').then(r => r.json())")
            self._columns[asked] = int(found["grid"]["cols"])
        return self._columns[asked]

    def in_reach(self, hex_: str) -> tuple[float, float]:
        """The centre of a hex, brought into view with the overview where it is not."""
        point = self.point(hex_)
        if not self.page.evaluate(FREE, list(point)):
            overview = self.page.locator(".minimap").bounding_box()
            assert overview is not None
            column, row = int(hex_[:2]), int(hex_[2:])
            across = (1.5 * (column - 1) + 1) / (1.5 * (self.columns - 1) + 2)
            scale = overview["width"] / (1.5 * (self.columns - 1) + 2)
            self.page.mouse.click(
                overview["x"] + across * overview["width"], overview["y"] + math.sqrt(3) * row * scale
            )
            self.settled()
            point = self.point(hex_)
            assert self.page.evaluate(FREE, list(point)), f"{hex_} cannot be brought into view"
        return point

    def where(self, unit: str) -> str:
        return str(self.view["pieces"][unit]["where"])

    def stack(self, hex_: str) -> list[str]:
        return [id_ for id_, piece in self.view["pieces"].items() if piece["on_map"] and piece["where"] == hex_]

    # ---- by mouse

    def _clicks(self, click: Callable[[], Any], verb: str, target: Any) -> None:
        """Click on the map; where that opens a menu, take the verb there."""
        before = self.updates
        click()
        entry = self.page.locator(f'{MENU} [data-verb="{verb}"][data-target="{target}"]')
        for _ in range(100):
            if self.updates > before:
                return
            if entry.count():
                return entry.click()
            self.page.wait_for_timeout(20)

    def click_hex(self, hex_: str) -> None:
        """Click a hex; beside the counters where some lie in it, for a click on them may mean them."""
        x, y = self.in_reach(hex_)
        if self.stack(hex_):
            x -= 0.84 * self._stage()[2]
        self.page.mouse.click(x, y)

    def click_unit(self, unit: str) -> None:
        """Click a unit on the map; where the click fans a stack out, click it there."""
        hex_ = self.where(unit)
        point = self.in_reach(hex_)
        before = self.updates
        fanned = self.page.locator(f'.stage .fanned[data-unit="{unit}"]')  # deep in a stack a unit is drawn there alone
        if not fanned.count():
            self.page.mouse.click(*point)
            for _ in range(100):
                if self.updates > before:
                    return
                if fanned.count() or self.page.locator(MENU).count():
                    break
                self.page.wait_for_timeout(20)
        if fanned.count():
            self.page.mouse.click(*self.page.evaluate(UNIT, unit))

    def drag(self, start: str, end: str) -> None:
        """Drag from the middle of one hex to that of another, both in view."""
        mouse = self.page.mouse
        mouse.move(*self.point(start))
        mouse.down()
        x, y = self.point(end)
        mouse.move(x - 9, y - 9, steps=4)
        mouse.move(x, y)
        mouse.up()

    def sees(self, hex_: str, margin: float = 40) -> bool:
        """Whether a hex is in view, clear of everything laid over the map."""
        x, y = self.point(hex_)
        spots = [(x, y), (x - margin, y), (x + margin, y), (x, y - margin), (x, y + margin)]
        return all(self.page.evaluate(FREE, list(spot)) for spot in spots)

    def given(self) -> list[JSON]:
        """The answers, undos and redos that this page has sent."""
        sent = [json.loads(text) for text in self.sent]
        return [one for one in sent if one["type"] in ("answer", "undo", "redo")]

    def press(self, verb: str) -> None:
        """Click the button of an answer without a target."""
        name = self.word(f"verb.{verb}")
        if verb == "stop":  # a unit that has not moved is put down
            self.decision.get_by_role("button", name=re.compile(f"{re.escape(name)}|Put it down")).first.click()
        else:
            self.decision.get_by_role("button", name=name).first.click()

    @property
    def decision(self) -> Any:
        return self.page.locator("#decision")

    def word(self, key: str, language: str = "en") -> str:
        if not hasattr(self, "_words"):
            self._words: JSON = self.page.evaluate(f"fetch('/api/games/{self.game}/words').then(r => r.json())")
        return str(self._words[language][key])

    def by_mouse(self, verb: str, target: Any = None) -> None:
        """Give an answer with the mouse and wait until it is taken."""
        kind = self.kind(verb)
        if kind == "unit":
            self.acts(lambda: self._clicks(lambda: self.click_unit(target), verb, target), f"{verb} {target}")
        elif kind == "hex":
            self.acts(lambda: self._clicks(lambda: self.click_hex(target), verb, target), f"{verb} {target}")
        elif kind == "chit":
            name = f"{self.word(f'verb.{verb}')}: {target}"
            self.acts(lambda: self.decision.get_by_role("button", name=name, exact=True).click(), f"{verb} {target}")
        else:
            self.acts(lambda: self.press(verb), verb)

    def by_list(self, verb: str, target: Any) -> None:
        """Give an answer from the panel's list of targets: the second thing that a unit can do, or one off the map."""
        listed = [
            (one, each) for one, found in self.answers.items() for each in found
            if self.kind(one) in ("unit", "hex", "hexside")
        ]  # fmt: skip
        option = self.decision.locator(f"#target-{listed.index((verb, target))}")
        if not option.is_visible():
            self.decision.locator("details.targets > summary").click()
        option.click()
        self.acts(self.decision.locator(".buttons .primary").click, f"{verb} {target}")

    def give(self, verb: str, target: Any = None) -> None:
        """Give an answer with the mouse, on the map where a click there means it."""
        kind = self.kind(verb)
        if kind == "number":
            name = re.compile(rf"^{self.word(f'verb.{verb}')} {target}\b")
            slider = self.decision.get_by_role("slider", name=self.word(f"verb.{verb}"), exact=True)
            if slider.count():
                slider.fill(str(sorted(self.answers[verb]).index(target)))
            self.acts(lambda: self.decision.get_by_role("button", name=name).first.click(), f"{verb} {target}")
        elif kind == "hexside" or (kind in ("unit", "hex") and not self._on_map(verb, target)):
            self.by_list(verb, target)
        else:
            self.by_mouse(verb, target)

    def _on_map(self, verb: str, target: Any) -> bool:
        """Whether a click on the map leads to this answer: of a stack the units of its first verb can be chosen."""
        if self.kind(verb) == "hex":
            return True
        if not self.view["pieces"][target]["on_map"]:
            return False
        pile = self.stack(self.where(target))
        first = next(
            one for one in self.answers if self.kind(one) == "unit" and any(unit in self.answers[one] for unit in pile)
        )
        return target in self.answers[first]

    # ---- by touch

    def tap_with_two(self, x: float, y: float) -> None:
        """Two fingers, down and up again."""
        line = self.page.context.new_cdp_session(self.page)
        fingers = [{"x": x, "y": y, "id": 1}, {"x": x + 60, "y": y + 20, "id": 2}]
        line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": fingers[:1]})
        line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": fingers})
        line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": fingers[:1]})
        line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        line.detach()

    # ---- by keyboard

    def tab_to(self, wanted: str, most: int = 400) -> None:
        """Go on with Tab until the focus is on a control of this name."""
        visited: list[str] = []
        for _ in range(most):
            self.page.keyboard.press("Tab")
            visited.append(self.page.evaluate(FOCUSED))
            if visited[-1].startswith(wanted):
                return
        raise AssertionError(f"no {wanted!r} to be reached with Tab, only {visited}")

    def by_key(self, verb: str, target: Any = None) -> None:
        """Give an answer with the keyboard alone and wait until it is taken."""
        kind, keys = self.kind(verb), self.page.keyboard
        if kind in ("unit", "hex"):
            self._to_board()
            for _ in range(200):
                if self.page.evaluate(AIMED) == f"target-{verb}-{target}":
                    break
                keys.press("Tab")
            else:
                raise AssertionError(f"{verb} {target} is not among the targets that Tab visits")
            self.acts(lambda: keys.press("Enter"), f"{verb} {target}")
        else:
            words = self.word(f"verb.{verb}")
            self.tab_to(f"{words}: {target}" if kind == "chit" else words)
            self.acts(lambda: keys.press("Enter"), f"{verb} {target}")

    def _to_board(self) -> None:
        """To the map's list of targets, from wherever the focus is; from the question by its own link."""
        for _ in range(80):
            if self.page.evaluate("document.activeElement.matches('.board [role=listbox]')"):
                return
            self.page.keyboard.press("Enter" if self.page.evaluate(FOCUSED) == "To the map" else "Tab")
        raise AssertionError("Tab does not lead to the map")
