"""Of a grid or a comparison any arm can be shown, and the page says which one it is."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from grognard.core.game import SetupError
from grognard.lab.report import report
from grognard.lab.runs.read import Run, open_run
from tests.cli.conftest import call_grognard
from tests.lab.running import SEATS


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Two arms of one game each, in which bots of two kinds play it."""
    path = tmp_path_factory.mktemp("grid") / "run"
    result = call_grognard("sim", "vl", *SEATS, "--seat", "german=recruit", "--games", "1", "--out", path)
    assert result.exit_code == 0, result.output
    return open_run(path)


@pytest.mark.parametrize("wanted", ["2", "Random : Recruit", "german=recruit"])
def test_an_arm_is_shown_by_number_or_title(run: Run, wanted: str) -> None:
    first, second = report([run]), report([run], arm=wanted)
    assert (first.place, second.place) == (0, 1) and second.shown["seats"]["german"] == "recruit"
    assert second.compared == first.compared, "arms are compared with the first as before"
    pages = [told.page() for told in (first, second)]
    for place, page in enumerate(pages):
        said = re.search(r'<p class="note arm">(.*?)</p>', page)
        assert said and f"2 is shown, {place + 1} · " in said[1] and f"「{place + 1} · " in said[1]
        assert f"grognard report {run.path} --arm {2 - place}</code>" in said[1]
        assert f"--game {place}<" in page, "the games that can be opened are the arm's"
    assert second.plain()["shown"] == 2 and second.plain()["verdict"]["en"] == second.verdict["en"]


def test_the_command_line_takes_an_arm_and_says_which_there_are(run: Run, tmp_path: Path) -> None:
    shown = [
        call_grognard("report", run.path, "--arm", number, "--out", tmp_path / f"{number}.html") for number in "12"
    ]
    assert "One arm of 2 is shown, 2 · " in shown[1].stdout and "--arm N" in shown[1].stdout
    tables = [one.stdout.partition("Who wins")[2].partition(".html")[0].rpartition("\n")[0] for one in shown]
    assert tables[0] != tables[1]
    assert call_grognard("report", run.path).exit_code == 0 and not (run.path / "report-2.html").exists()
    first = (run.path / "report.html").read_text()
    assert call_grognard("report", run.path, "--arm", "2").exit_code == 0
    assert (run.path / "report.html").read_text() == first != (run.path / "report-2.html").read_text()
    refused = call_grognard("report", run.path, "--arm", "3")
    assert refused.exit_code == 2 and 'no one arm "3"; the arms are 1 · ' in refused.stderr
    assert json.loads(call_grognard("report", run.path, "--arm", "2", "--json").stdout)["shown"] == 2


def test_what_names_two_arms_names_none(run: Run) -> None:
    with pytest.raises(SetupError, match='no one arm "german"'):
        report([run], arm="german")
