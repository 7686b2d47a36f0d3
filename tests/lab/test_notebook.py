"""The notebook of the docs runs from top to bottom and shows what it promises."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parents[2] / "docs" / "notebook.ipynb"
SECONDS = 300
"""For one cell, on a busy machine."""


def kept() -> Any:
    return nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The notebook after its run, by this interpreter and with folders of its own."""
    home = tmp_path_factory.mktemp("jupyter")
    notebook = kept()
    with pytest.MonkeyPatch.context() as patched:
        for name in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR"):
            patched.setenv(name, str(home / name.lower()))
        NotebookClient(notebook, timeout=SECONDS, kernel_name="python3").execute()
    return notebook


def outputs(run: Any) -> list[Any]:
    return [output for cell in run.cells if cell.cell_type == "code" for output in cell.outputs]


def printed(run: Any) -> str:
    return "".join(output.text for output in outputs(run) if output.output_type == "stream")


def test_the_notebook_shows_two_positions_and_two_charts(run: Any) -> None:
    pictures = [output.data["image/svg+xml"] for output in outputs(run) if "image/svg+xml" in output.get("data", {})]
    assert len(pictures) == 4 and all("<svg" in picture for picture in pictures)
    assert "200 games of Random" in pictures[-2] and "24 games of Recruit" in pictures[-1]


def test_the_notebook_asks_a_bot_for_its_opinion(run: Any) -> None:
    assert "more than leaving it" in printed(run)


def test_the_notebook_plays_games_worth_looking_at(run: Any) -> None:
    counts = [line for line in printed(run).splitlines() if line.startswith("{")]
    won = [[int(part.rpartition(":")[2]) for part in line.strip("{}").split(",")] for line in counts]
    assert [sum(some) for some in won] == [200, 24]
    assert len(won[1]) > 1, "not one side alone"


def test_no_outputs_are_kept_in_the_repository() -> None:
    assert not any(cell.get("outputs") for cell in kept().cells) and NOTEBOOK.stat().st_size < 50_000
