"""`grognard serve` from the outside: it says where it is, closes when asked, and tells in one line what is wrong."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from grognard.cli.serve import default_folder
from tests.table.serving import START, served


def serve(*flags: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", START, "serve", "--no-browser", *flags], capture_output=True, text=True, timeout=60
    )


def one_line(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 2
    assert done.stdout == "" and done.stderr.startswith("grognard: ") and done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def test_it_serves_and_closes_at_ctrl_c_and_a_used_port_is_one_clear_line(tmp_path: Path) -> None:
    with served(tmp_path / "games") as server:
        table = server.http.post("/api/tables", json={"game": "avl", "seats": {"soviet": "random"}}).json()["id"]
        port = server.url.rpartition(":")[2]
        assert f"port {port} is in use" in one_line(serve("--port", port, "--data-dir", str(tmp_path / "other")))
        with server.socket(f"/api/tables/{table}/live?seat=axis") as socket:
            assert "view" in str(socket.recv(10))[:20]
            server.process.send_signal(signal.SIGINT)
            out, err = server.process.communicate(timeout=20)
        assert (out, err, server.process.returncode) == ("Closed.\n", "", 0)
    with served(tmp_path / "games") as server:
        assert [one["id"] for one in server.http.get("/api/tables").json()] == [table]


def test_it_is_bound_to_loopback_unless_public() -> None:
    for flags in (["--host", "0.0.0.0"], ["--proxy", "127.0.0.1"], ["--name", "games.example"]):
        assert "--public" in one_line(serve(*flags))


def test_a_data_folder_that_is_none_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert "file" in one_line(serve("--data-dir", str(tmp_path / "file")))
    (tmp_path / "tables.sqlite3").write_text("this is not a database, however long one looks at it")
    assert "the database is damaged" in one_line(serve("--data-dir", str(tmp_path)))


def test_a_strange_host_is_one_clear_line(tmp_path: Path) -> None:
    assert "--host" in one_line(serve("--public", "--host", "no such host", "--data-dir", str(tmp_path)))


def test_the_default_folder_is_the_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_folder() == tmp_path / "grognard"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_folder() == tmp_path / ".local" / "share" / "grognard"


def test_logs_hold_no_token(tmp_path: Path) -> None:
    with served(tmp_path, "--public", "--host", "127.0.0.1") as server:
        origin = {"origin": server.url}
        table = server.http.post("/api/tables", json={"game": "avl"}, headers=origin).json()["id"]
        token = server.http.post(f"/api/tables/{table}/watch", json={}, headers=origin).json()["token"]
        with server.socket(f"/api/tables/{table}/live?watch={token}", origin=server.url) as socket:
            socket.recv(10)
            socket.send("{")
            socket.recv(10)
        server.http.post("/api/join", json={"token": token, "x": 1}, headers=origin)
        server.process.send_signal(signal.SIGINT)
        out, err = server.process.communicate(timeout=20)
        assert token not in out + err
