"""Games are found by entry point: ours, and those of packages we have never heard of."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from pathlib import Path

import pytest

import grognard
from grognard.core import registry
from grognard.core.game import SetupError
from tests.core.toy import GAME

THIRD_PARTY = [
    EntryPoint("toy", "tests.core.toy:GAME", registry.GROUP),
    EntryPoint("no-game", "tests.core.toy:FORDS", registry.GROUP),
    EntryPoint("absent", "tests.core.nowhere:GAME", registry.GROUP),
    EntryPoint("nameless", "tests.core.toy:NOTHING", registry.GROUP),
    EntryPoint("misnamed", "tests.core.toy:GAME", registry.GROUP),
]


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Other packages beside ours."""
    ours = list(entry_points(group=registry.GROUP))

    def found(group: str) -> EntryPoints:
        assert group == "grognard.games"
        return EntryPoints([*ours, *THIRD_PARTY])

    monkeypatch.setattr(registry, "entry_points", found)
    registry.game_ids.cache_clear()
    registry.game.cache_clear()
    yield
    registry.game_ids.cache_clear()
    registry.game.cache_clear()


@pytest.mark.usefixtures("installed")
def test_a_third_party_game_is_found_and_plays(tmp_path: Path) -> None:
    assert {"avl", "toy"} <= set(grognard.game_ids())
    game = grognard.game("toy")
    assert game.name == "Fords and Fortune" and game.rules.ids == {"1.0", "2.0", "3.0"}
    play = game.new("eight", seed=3)
    play.answer("p7", "bid", 1)
    play.save(tmp_path / "game.json")
    assert grognard.load(tmp_path / "game.json").state == play.state


@pytest.mark.usefixtures("installed")
def test_a_game_is_loaded_once() -> None:
    assert grognard.game("toy") is grognard.game("toy")


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("chess", 'there is no game "chess" here; installed: absent, avl'),
        ("no-game", 'entry point "no-game" of grognard.games names tests.core.toy:FORDS, which is not a Game'),
        ("absent", 'game "absent" cannot be loaded from tests.core.nowhere:GAME: '),
        ("nameless", 'game "nameless" cannot be loaded from tests.core.toy:NOTHING: '),
        ("misnamed", 'entry point "misnamed" of grognard.games names tests.core.toy:GAME, whose id is "toy"'),
    ],
)
def test_what_cannot_be_played_is_told_in_one_line(name: str, message: str) -> None:
    with pytest.raises(SetupError) as error:
        grognard.game(name)
    assert str(error.value).startswith(message) and "\n" not in str(error.value)


def test_nothing_installed_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "entry_points", lambda group: EntryPoints())
    registry.game_ids.cache_clear()
    registry.game.cache_clear()
    with pytest.raises(SetupError, match='there is no game "avl" here; installed: none'):
        registry.game("avl")
    registry.game_ids.cache_clear()


@pytest.mark.usefixtures("installed")
def test_a_data_folder_for_a_game_that_takes_none(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="toy takes no data folder"):
        registry.game("toy", tmp_path)


def test_scenarios_and_options_that_do_not_exist_are_told() -> None:
    with pytest.raises(SetupError, match='toy has no scenario "nine"; it has three, teams, eight'):
        GAME.new("nine")
    with pytest.raises(SetupError, match='toy has no option "lakes"; it has coins'):
        GAME.new("three", {"lakes": 1})
    for wrong in ("three", True, None, 1.0):
        with pytest.raises(SetupError, match='option "coins" takes int'):
            GAME.new("three", {"coins": wrong})


def test_a_seed_is_drawn_where_none_is_given() -> None:
    assert GAME.new().header.seed != GAME.new().header.seed
    assert GAME.new(seed=7).header.seed == "7"


def test_a_fresh_process_knows_every_step_of_a_game() -> None:
    """A position kept by another process can be restored at once, whatever is imported late."""
    script = (
        "import grognard, sys; from importlib import import_module; from pkgutil import walk_packages\n"
        "for one in grognard.game_ids():\n"
        "    game = grognard.game(one)\n"
        "    package = type(game).__module__.rpartition('.')[0]\n"
        "    all_ = [module.name for module in walk_packages([str(game.folder)], package + '.')]\n"
        "    late = [name for name in all_ if name not in sys.modules]\n"
        "    assert late == [], (one, late)\n"
        "    print(one)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.split() == list(grognard.game_ids())


def test_a_step_in_a_room_that_nothing_imports_is_known_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = tmp_path / "roomy" / "combat"
    room.mkdir(parents=True)
    for path in (room / "__init__.py", room / "late.py"):
        path.touch()
    (room.parent / "__init__.py").write_text(
        "from pathlib import Path\n"
        "from tests.core.toy import ToyGame\n"
        "class Roomy(ToyGame):\n"
        "    id, folder = 'roomy', Path(__file__).parent\n"
        "    __module__ = 'roomy.game'\n"
        "GAME = Roomy()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "entry_points", lambda group: (EntryPoint("roomy", "roomy:GAME", group),))
    registry.game.__wrapped__("roomy")
    assert "roomy.combat.late" in sys.modules
