"""The answers of an ask as a person sees them: numbered, grouped by verb, units with their figures, hexes in short."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from grognard.cli.words import game_word, say
from grognard.core.ask import Ask, Kind, Target
from grognard.core.draw.figures import ALARMS
from grognard.core.play import Play

FEW_HEXES = 16
"""Up to this many hexes are listed one by one; more are given as ranges."""
NUMBER = "bold cyan"
WORD = "bold"


class Choice(NamedTuple):
    """One answer that can be given."""

    verb: str
    target: Target


class Choices:
    """All answers to an ask, in the order in which they are numbered: those with targets first."""

    def __init__(self, play: Play, player: str, ask: Ask, view: Mapping[str, Any], language: str) -> None:
        self.play, self.player, self.language = play, player, language
        self.game = play.game
        self.pieces = {piece["id"]: piece for piece in view["pieces"]}
        self.by_label = {piece["label"]: piece for piece in view["pieces"] if "label" in piece}  # a back has none
        self.answers = dict(sorted(ask.answers.items(), key=lambda one: self.kind(one[0]) is Kind.NOTHING))
        self.listed = [Choice(verb, target) for verb, targets in self.answers.items() for target in targets]

    def kind(self, verb: str) -> Kind:
        return self.game.verbs[self.game.verb_numbers[verb]].kind

    def hexes(self) -> set[str]:
        """Every hex that is an answer, and those of the units that are."""
        found = set()
        for verb, targets in self.answers.items():
            for target in targets:
                if self.kind(verb) is Kind.HEX:
                    found.add(str(target))
                elif self.kind(verb) is Kind.UNIT and self.pieces[str(target)]["on_map"]:
                    found.add(self.pieces[str(target)]["where"])
        return found

    def target_hexes(self) -> set[str]:
        """The hexes that are answers themselves."""
        return {str(one.target) for one in self.listed if self.kind(one.verb) is Kind.HEX}

    # ---- shown

    def lines(self, width: int) -> list[Text]:
        shown: list[Text] = []
        plain = Text()
        number = 1
        for verb, targets in self.answers.items():
            kind = self.kind(verb)
            if kind is Kind.NOTHING:
                plain.append_text(self._item(number, self._words(verb))).append("   ")
            else:
                shown.append(self._words(verb))
                shown += self._group(number, verb, kind, targets, width)
            number += len(targets)
        return [*shown, plain] if plain else shown

    def _words(self, verb: str) -> Text:
        """What a verb does, and the word to type where they differ."""
        meaning = game_word(self.game, f"verb.{verb}", self.language, verb)
        text = Text(meaning, WORD)
        return text if meaning.lower().replace(" ", "_") == verb else text.append(f" ({verb})", "dim")

    def _item(self, number: int, text: Text) -> Text:
        return Text.assemble((f"{number:>3}", NUMBER), " ", text)

    def _group(self, first: int, verb: str, kind: Kind, targets: Sequence[Target], width: int) -> list[Text]:
        if kind is Kind.HEX and len(targets) > FEW_HEXES:
            return self._many_hexes(first, targets, width)
        texts = [self._target(verb, kind, target) for target in targets]
        return flow([self._item(first + n, text) for n, text in enumerate(texts)], width)

    def _target(self, verb: str, kind: Kind, target: Target) -> Text:
        if kind is Kind.UNIT:
            return self.unit_text(str(target))
        if kind is Kind.HEX:
            return self._hex_text(verb, str(target))
        text = Text(self.game.words.word(str(target), self.language))
        piece = self.by_label.get(str(target)) if kind is Kind.CHIT else None
        return text.append(f" {self._where(piece)}", "dim") if piece else text

    def unit_text(self, unit: str) -> Text:
        """A counter in a line: label, hex, figures, and what is the matter with it."""
        piece = self.pieces[unit]
        label = self.game.wording("unit", unit, self.language)
        values = "-".join(map(str, piece["values"]))
        text = Text.assemble(
            set_cell_size(label, max(6, cell_len(label))), " ", (self._where(piece), "dim"), " ", values
        )
        if piece.get("full_steps", 1) > piece.get("steps", 1):
            text.append(f" {say('table.reduced', self.language)}", "yellow")
        for flag in piece.get("flags", ()):
            if flag in ALARMS:
                text.append(f" {self.game.words.word(flag, self.language)}", "red")
        return text

    def _where(self, piece: Mapping[str, Any]) -> str:
        return str(piece["where"]) if piece["on_map"] else self.game.words.word(str(piece["where"]), self.language)

    def _hex_text(self, verb: str, hex: str) -> Text:
        text = Text(self.game.wording("hex", hex, self.language))
        preview = self.play.preview(self.player, verb, hex)
        if preview.get("column"):
            text.append(f" {preview['attack']}:{preview['defence']} = {preview['column']}", "yellow")
        if preview.get("overruns"):
            text.append(f" {say('table.overruns', self.language, hexes=preview['overruns'])}", "red")
        return text

    def _many_hexes(self, first: int, targets: Sequence[Target], width: int) -> list[Text]:
        """Runs of hexes by column, then those with a name."""
        names = [str(target) for target in targets]
        numbers = Text(f"{first:>3}-{first + len(names) - 1}", NUMBER)
        lines = wrapped(numbers, [Text(run) for run in runs(names)], width)
        places = [
            (n, place)
            for n, name in enumerate(names)
            if (place := self.game.wording("hex", name, self.language)) != name
        ]
        if places:
            items = [Text.assemble((str(first + n), NUMBER), " ", place) for n, place in places]
            lines += wrapped(Text("   "), items, width)
        return lines


def runs(names: Iterable[str]) -> list[str]:
    """Hexes of one column and neighbouring rows as ranges.

    >>> runs(["0305", "0304", "0303", "0410", "0412"])
    ['0303-05', '0410', '0412']
    """
    found: list[list[str]] = []
    for name in sorted(names):
        if found and name[:2] == found[-1][-1][:2] and int(name) == int(found[-1][-1]) + 1:
            found[-1].append(name)
        else:
            found.append([name])
    return [run[0] if len(run) == 1 else f"{run[0]}-{run[-1][2:]}" for run in found]


def flow(items: Sequence[Text], width: int) -> list[Text]:
    """Items in columns of equal width, read row by row."""
    widest = max((item.cell_len for item in items), default=0) + 3
    per_row = max(width // widest, 1)
    lines = []
    for start in range(0, len(items), per_row):
        line = Text(no_wrap=True, overflow="crop")
        for item in items[start : start + per_row]:
            line.append_text(item).append(" " * (widest - item.cell_len))
        lines.append(line)
    return lines


def wrapped(head: Text, items: Sequence[Text], width: int) -> list[Text]:
    """Items one after the other, broken between them; further lines stand under the first item."""
    indent = head.cell_len + 1
    lines = [Text().append_text(head).append(" ")]
    for item in items:
        if lines[-1].cell_len + item.cell_len + 2 > width and lines[-1].cell_len > indent:
            lines.append(Text(" " * indent))
        lines[-1].append_text(item).append("  ")
    return lines
