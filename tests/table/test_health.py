"""Whether the house lives and can serve: one plain word, for probes that ask again and again."""

from __future__ import annotations

import shutil
import signal
from pathlib import Path

import pytest

from grognard.table import health
from tests.table.databases import Cluster, kept_at, meddle
from tests.table.guests import HOST, Inn, opened


@pytest.fixture(autouse=True)
def looks_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "GOOD_FOR", 0.0)


def said(inn: Inn, path: str, **headers: str) -> tuple[int, str]:
    reply = inn.client.get(path, headers=headers)
    return reply.status_code, reply.text


@pytest.mark.parametrize("public", [False, True])
def test_a_house_that_serves_says_so(tmp_path: Path, public: bool) -> None:
    with opened(tmp_path, public=public) as inn:
        assert said(inn, "/healthz") == (200, "alive\n")
        assert said(inn, "/readyz") == (200, "ready\n")


def test_a_probe_may_come_by_any_name_and_as_often_as_it_likes(tmp_path: Path) -> None:
    with opened(tmp_path, public=True, hosts=["games.example"], per_minute=5) as inn:
        for path in ("/healthz", "/readyz"):
            for _ in range(20):
                assert said(inn, path, host="10.0.0.7:8017")[0] == 200
        assert [said(inn, "/api/games", host="games.example")[0] for _ in range(6)][-1] == 429, "all else is counted"
        assert said(inn, "/api/me", host="10.0.0.7:8017")[0] == 403


def test_a_house_about_to_leave_lives_but_is_not_ready(tmp_path: Path) -> None:
    with opened(tmp_path) as inn:
        inn.house.draining = True
        assert said(inn, "/readyz") == (503, "draining\n")
        assert said(inn, "/healthz") == (200, "alive\n")


def test_a_database_in_another_shape_is_not_served_from(tmp_path: Path) -> None:
    with opened(tmp_path) as inn:
        meddle(tmp_path, "UPDATE alembic_version SET version_num = '0001'")
        assert said(inn, "/readyz") == (503, "migrations\n")


def test_however_often_it_is_asked_the_database_is_asked_once_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "GOOD_FOR", 60.0)
    with opened(tmp_path) as inn:
        asked, shape = [], inn.house.store.shape

        async def counted() -> str:
            asked.append(1)
            return await shape()

        monkeypatch.setattr(inn.house.store, "shape", counted)
        for _ in range(5):
            assert said(inn, "/readyz")[0] == 200
    assert len(asked) == 1


@pytest.mark.sqlite("PostgreSQL keeps no file of ours")
@pytest.mark.parametrize("how", ["taken away", "overwritten"])
def test_without_its_file_a_house_is_not_ready(tmp_path: Path, how: str) -> None:
    with opened(tmp_path) as inn:
        assert said(inn, "/readyz")[0] == 200
        file = tmp_path / "tables.sqlite3"
        if how == "overwritten":
            inn.run(inn.house.store.let_go)
            kept = file.read_bytes()
            file.write_text("this is not a database, however long one looks at it")
        else:
            shutil.move(file, tmp_path / "elsewhere")
        assert said(inn, "/readyz") == (503, "database\n")
        assert said(inn, "/healthz")[0] == 200
        if how == "overwritten":
            file.write_bytes(kept)
        else:
            shutil.move(tmp_path / "elsewhere", file)
        assert said(inn, "/readyz") == (200, "ready\n")


@pytest.mark.postgresql
def test_without_its_server_a_house_is_not_ready_until_it_is_back() -> None:
    server = Cluster()
    try:
        url = server.url(server.create("house"))
        with opened(url) as inn:
            assert kept_at(url) == url
            assert said(inn, "/readyz") == (200, "ready\n")
            server.stop(signal.SIGQUIT)
            assert said(inn, "/readyz") == (503, "database\n")
            assert said(inn, "/healthz", host=HOST) == (200, "alive\n")
            server.start()
            assert said(inn, "/readyz") == (200, "ready\n")
    finally:
        server.remove()
