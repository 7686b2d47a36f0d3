"""What is on the screen at an ask: header, map, what happened, the prompt with its rule, the answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from grognard.cli.terminal.board import Board, middle
from grognard.cli.terminal.choices import Choices
from grognard.cli.terminal.hues import counter_style
from grognard.cli.words import say
from grognard.core.ask import Ask
from grognard.core.panels import head as head_tracks
from grognard.core.play import Play
from grognard.core.words import in_language

LEAST_MAP = 10
"""Lines of map that are shown even when the answers are many."""
PIPE_MAP = 22
"""Lines of map where there is no terminal to measure."""


class Screen:
    """Draws the table. It remembers only where the player last looked."""

    def __init__(self, console: Console, play: Play, language: str) -> None:
        self.console, self.play, self.language = console, play, language
        self.centre: str | None = None

    @property
    def width(self) -> int:
        return min(self.console.width, 160)

    # ---- header

    def _track(self, track: Mapping[str, Any]) -> list[str]:
        """A track of the head line: of the turn its number and date, of others their words."""
        label = in_language(track.get("label", ""), self.language)
        if track["id"] != "turn":
            return [label or self._word(str(track["value"]))]
        if not track["value"]:
            return []  # before the first
        key = "table.turn" if "last" in track else "table.turn_open"
        return [say(key, self.language, turn=track["value"], last=track.get("last")), label]

    def header(self, view: Mapping[str, Any], decider: str) -> list[Text]:
        """Turn, date, phase, score and whose move it is; then what lies beside the map."""
        game = self.play.game
        tracks = {track["id"]: track for track in view["tracks"]}
        parts = [game.names[self.language]]
        for name in head_tracks(game.panels):
            if name in tracks:
                parts += self._track(tracks[name])
        first = Text(" · ".join(part for part in parts if part), "bold")
        for side, points in view["score"].items():
            first.append("  ").append(f" {self._word(side)} {points} ", counter_style(game.colours, side))
        first.append("  " + say("table.decides", self.language, word=self._word(decider)), "bold")
        return [first, *self._pools(view)]

    def _pools(self, view: Mapping[str, Any]) -> list[Text]:
        """What each side has beside the map, as the game calls it; on one line where it fits."""
        shown = [line for side, pool in view["pools"].items() if (line := self._pool(side, pool))]
        if sum(line.cell_len for line in shown) > self.width:
            return shown
        return [Text().join(shown)] if shown else []

    def _pool(self, side: str, pool: Mapping[str, Any]) -> Text | None:
        """A side's pools in the order of the game's `[pool]` words: names where the viewer may know them, else how
        many; what has no word there is not told in a line."""
        words = self.play.game.words
        line = Text().append(f"{self._word(side)}: ", "dim")
        empty = True
        for key in words.catalogue(("pool",), self.language):
            name = key.removeprefix("pool.")
            names = pool.get(name)
            count = len(names) if names is not None else pool.get(f"{name}_count")
            if count:
                empty = False
                line.append(f"{words.template(key, self.language)} ", "dim")
                line.append(", ".join(map(self._word, names)) if names else str(count)).append("   ")
        return None if empty else line

    def _word(self, key: str) -> str:
        return self.play.game.words.word(key, self.language)

    # ---- the whole

    def show(
        self, view: Mapping[str, Any], ask: Ask, choices: Choices, news: Sequence[str], beside: Sequence[Text] = ()
    ) -> None:
        """Everything a player needs to answer, fitted to the terminal; what is told `beside` stands above the map."""
        head = [*self.header(view, ask.player), *beside]
        told = [Text(f"  {line}") for line in news]
        prompt = Text.assemble((self.play.game.words.say_with_rule(ask.message, self.language), "bold yellow"))
        answers = choices.lines(self.width)
        below = [*told, prompt, *answers]
        height = PIPE_MAP
        if self.console.is_terminal:
            used = sum(self._height(line) for line in (*head, *below)) + 1
            height = max(self.console.height - used, LEAST_MAP)
        self.console.print(*head, *self.map_lines(view, choices, height), *below, sep="\n")

    def _height(self, line: Text) -> int:
        return max(1, -(-line.cell_len // self.width))

    def map_lines(self, view: Mapping[str, Any], choices: Choices, height: int) -> list[Text]:
        about = self._about(choices)
        board = Board(self.play.game, view, self.language, choices.target_hexes(), about)
        centre = self.centre or about or middle(choices.hexes()) or middle(board.stacks) or "0101"
        return board.window(centre, self.width, height)

    def hint(self, view: Mapping[str, Any], choices: Choices, marks: Mapping[str, str], told: Sequence[Text]) -> None:
        """What is told of hints, below the map with the hexes of the best one, where it is about any."""
        lines: list[Text] = []
        if marks:
            board = Board(self.play.game, view, self.language, choices.target_hexes(), hinted=marks)
            room = self.console.height - 2 - sum(self._height(line) for line in told)
            height = min(PIPE_MAP, room) if self.console.is_terminal else PIPE_MAP
            lines = board.window(middle(marks) or next(iter(marks)), self.width, max(height, LEAST_MAP))
        self.console.print(*lines, *told, sep="\n")

    def overview(self, view: Mapping[str, Any], choices: Choices) -> None:
        board = Board(self.play.game, view, self.language, choices.target_hexes())
        self.console.print(*board.overview(), sep="\n")

    def _about(self, choices: Choices) -> str | None:
        """The hex the ask is about, where its focus names one."""
        focus = self.focus(choices.player)
        if "hex" in focus:
            return str(focus["hex"])
        piece = choices.pieces.get(str(focus.get("unit")))
        return str(piece["where"]) if piece is not None and piece["on_map"] else None

    def focus(self, player: str) -> Mapping[str, Any]:
        seen = self.play.state.seen_by(self.play.roster.number(player))
        return seen.stack[-1].focus(seen) if seen.stack else {}

    def tell(self, lines: Sequence[str], style: str = "") -> None:
        for line in lines:
            self.console.print(Text(line, style))
