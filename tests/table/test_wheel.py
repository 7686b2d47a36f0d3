"""The wheel carries the browser's half and the example game: installed in an empty environment without node, it serves
the page and lays out a game."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "src" / "grognard" / "table" / "static" / "index.html"
pytestmark = pytest.mark.sqlite("what is installed here is started over a folder, whatever the others run on")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not PAGE.exists():
        if os.environ.get("CI"):
            pytest.fail("the page is not built: run make web")
        pytest.skip("the page is not built (make web), so there is nothing to put into a wheel")
    folder = tmp_path_factory.mktemp("dist")
    built = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(ROOT)], capture_output=True, text=True
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (found,) = folder.glob("*.whl")
    return found


def test_the_wheel_holds_page_data_and_words(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "grognard/table/static/index.html" in names
    assert any(name.startswith("grognard/table/static/assets/") and name.endswith(".js") for name in names)
    for needed in ("data/map.toml", "data/scenarios/campaign.toml", "locale/ja.toml", "rules.toml"):
        assert f"grognard/games/avl/{needed}" in names
    assert "grognard/table/migrations/versions/0001_tables.py" in names
    assert "grognard/examples/two-fords/src/two_fords/game.py" in names


def test_installed_without_node_it_serves_the_page_and_lays_out_a_game(wheel: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "env")], check=True)
    python = tmp_path / "env" / "bin" / "python"
    install = [str(python), "-m", "pip", "install", "--quiet", "-c", str(ROOT / "constraints.txt"), str(wheel)]
    done = subprocess.run(install, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "env" / "bin" / "node").exists()
    laid_out = [str(tmp_path / "env" / "bin" / "grognard"), "new-game", "hill", "--into", str(tmp_path)]
    subprocess.run(laid_out, check=True, cwd=tmp_path)
    assert (tmp_path / "hill" / "src" / "hill" / "game.py").is_file()
    serve = [str(tmp_path / "env" / "bin" / "grognard"), "serve", "--port", "0", "--no-browser"]
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    server = subprocess.Popen(
        [*serve, "--data-dir", str(tmp_path / "data")], stdout=subprocess.PIPE, text=True, cwd=tmp_path, env=environment
    )
    try:
        assert server.stdout is not None
        address = server.stdout.readline().split(" at ")[1].split()[0]
        assert '<div id="app">' in urlopen(address).read().decode()
        assert b"A Victory Lost" in urlopen(f"{address.rstrip('/')}/api/games").read()
    finally:
        server.kill()
        server.communicate()
