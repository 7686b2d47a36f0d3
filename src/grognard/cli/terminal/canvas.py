"""A sheet of character cells, each with its own style: what the map is drawn on."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size
from rich.text import Text


class Canvas:
    """A rectangle of cells. A double-width character takes two: itself and an empty one."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells = [[" "] * width for _ in range(height)]
        self._styles = [[""] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str, style: str, width: int | None = None) -> None:
        """Write a text, cut or padded to `width` cells; what falls off the sheet is lost."""
        if not 0 <= y < self.height:
            return
        for character in text if width is None else set_cell_size(text, width):
            cells = cell_len(character)
            if x >= 0 and x + cells <= self.width:
                self._cells[y][x] = character
                self._cells[y][x + 1 : x + cells] = [""] * (cells - 1)
                self._styles[y][x : x + cells] = [style] * cells
            x += cells

    def is_blank(self, x: int, y: int) -> bool:
        return self._cells[y][x] == " "

    def write_on(self, x: int, y: int, text: str, style: str) -> None:
        """Write over blank cells only, and stop at the first that is not."""
        for character in text:
            cells = cell_len(character)
            if x + cells > self.width or any(self._cells[y][n] != " " for n in range(x, x + cells)):
                return
            self.write(x, y, character, style)
            x += cells

    def underline(self, x: int, y: int, width: int, mark: str, style: str) -> None:
        """Draw a line along the foot of these cells: marks where they are blank, an underline where they are not."""
        for n in range(max(x, 0), min(x + width, self.width)):
            under = self._styles[y][n]
            if self._cells[y][n] == " ":
                self._cells[y][n] = mark
                ground = f" on {under.split(' on ')[1]}" if " on " in under else ""
                self._styles[y][n] = style + ground
            else:
                self._styles[y][n] = f"{under} underline".strip()

    def lines(self) -> list[Text]:
        return [self._line(cells, styles) for cells, styles in zip(self._cells, self._styles, strict=True)]

    @staticmethod
    def _line(cells: list[str], styles: list[str]) -> Text:
        text = Text(no_wrap=True, overflow="crop")
        run, style = "", styles[0] if styles else ""
        for character, its_style in zip(cells, styles, strict=True):
            if its_style != style:
                text.append(run, style)
                run, style = "", its_style
            run += character
        text.append(run, style)
        return text
