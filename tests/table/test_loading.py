"""Files made to harm the house: refused in a process of its own, and the house goes on with the memory that it has."""

from __future__ import annotations

import asyncio
import contextlib
import json
import resource
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from grognard.core.journal import Journal
from grognard.core.play import Play
from grognard.core.registry import game
from grognard.table import loading
from grognard.table.loading import MOST_ANSWERS, Limits, Loader
from tests.table.guests import Guest, Inn
from tests.table.serving import served

Plain = dict[str, Any]
MIB = 1 << 20


@pytest.fixture(autouse=True)
def quick_files() -> None:
    """Every file is read here as it is for players."""


def to_and_fro(answers: int) -> Plain:
    """A game in which the Soviet player has put one chit into his pool and taken it out again, so many times in all."""
    play: Play = game("avl").new(seed=1)
    play.answer("soviet", "historical")
    pair = [["soviet", "return_chit", "1GdA"], ["soviet", "select_chit", "1GdA"]]
    play.answer(*pair[0])
    play.answer(*pair[1])
    plain: Plain = play.journal().plain()
    assert len(plain["pending"]["soviet"]) == 3
    plain["pending"]["soviet"] += pair * ((answers - 3) // 2)
    for one in pair[: (answers - 3) % 2]:
        plain["pending"]["soviet"].append(one)
    plain["header"]["version"] = "0"  # so that no digest is asked for
    return plain


def allowed_more(pid: int, much: int) -> None:
    """Let a process grow by so many bytes of addresses and no further."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + much
    resource.prlimit(pid, resource.RLIMIT_AS, (most, most))


def test_thousands_of_secret_answers_fit_into_little_memory(tmp_path: Path) -> None:
    """As many as are allowed; each kept with all those before it, they would take 400 MiB more than the house has."""
    with served(tmp_path, "--public", "--host", "127.0.0.1") as server:
        server.http.get("/api/games")
        allowed_more(server.process.pid, 250 * MIB)
        origin = {"origin": server.url}
        sent = server.http.post("/api/files", json={"file": to_and_fro(MOST_ANSWERS)}, headers=origin, timeout=120)
        assert sent.status_code == 201, sent.text
        assert sent.json()["waiting"] == ["soviet"]
        again = server.http.post("/api/tables", json={"game": "avl"}, headers=origin)
        assert again.status_code == 201


def test_what_is_pending_counts_among_the_answers(inn: Inn) -> None:
    refused = inn.guest().post("/api/files", {"file": to_and_fro(62_000)})
    assert refused.status_code == 422
    assert refused.json()["detail"].endswith("it has 62000 answers, more than any game")


@pytest.mark.parametrize("limits", [Limits(memory=40 * MIB), Limits(seconds=0)], ids=["memory", "time"])
def test_a_file_that_takes_too_much_is_refused_and_the_house_goes_on(inn: Inn, limits: Limits) -> None:
    inn.house.loader = Loader(limits)
    guest = inn.guest()
    refused = guest.post("/api/files", {"file": to_and_fro(3)})
    assert refused.status_code == 422 and "more time or memory than any game" in refused.json()["detail"]
    assert guest.get("/api/tables").json() == []
    assert guest.open()["waiting"] == ["soviet"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("nonces", ["x" * 32] * 1000),
        ("nonces", ["x" * 100_000]),
        ("seed", "7" * 100_000),
        ("version", "v" * 100_000),
        ("options", {"soviet_help_german_mech_5vp": "x" * 100_000}),
        ("options", {str(number): True for number in range(1000)}),
    ],
)
def test_no_header_is_longer_than_a_house_writes_it(inn: Inn, name: str, value: Any) -> None:
    plain = to_and_fro(3)
    plain["header"][name] = value
    guest = inn.guest()
    refused = guest.post("/api/files", {"file": plain})
    assert refused.status_code == 422 and f"{name} cannot be" in refused.json()["detail"]
    assert len(refused.text) < 1000 and guest.get("/api/tables").json() == []


def test_dice_are_skipped_only_as_far_as_there_are_any(inn: Inn) -> None:
    plain = to_and_fro(3)
    plain["skips"] = [[0, 10**12]]
    refused = inn.guest().post("/api/files", {"file": plain})
    assert refused.status_code == 422 and "skip of dice" in refused.json()["detail"]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("skips", [[number % 4, 0] for number in range(400_000)], "400000 skips of dice are more than"),
        ("pending", {f"player-{number}": [] for number in range(100_000)}, "100000 players are more than any"),
        ("digest", "d" * 3_000_000, "digest cannot be"),
    ],
)
def test_no_list_is_longer_than_the_game_gives_reason_for(inn: Inn, name: str, value: Any, said: str) -> None:
    """One of 600,000 skips was taken, and all others waited 16 seconds for it."""
    guest = inn.guest()
    refused = guest.post("/api/files", {"file": {**to_and_fro(3), name: value}})
    assert refused.status_code == 422 and said in refused.json()["detail"]
    assert len(refused.text) < 1000 and guest.get("/api/tables").json() == []


def test_nothing_of_a_file_is_read_or_written_out_where_others_wait(inn: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, bool]] = []

    def noting(name: str, done: Any) -> Any:
        def note(*given: Any) -> Any:
            with contextlib.suppress(RuntimeError):
                seen.append((name, asyncio.get_running_loop() is not None))
            return done(*given)

        return note

    monkeypatch.setattr(Journal, "from_plain", noting("read", Journal.from_plain))
    monkeypatch.setattr(Journal, "plain", noting("written", Journal.plain))
    monkeypatch.setattr(loading, "json", SimpleNamespace(loads=noting("parsed", json.loads), dumps=json.dumps))
    assert inn.guest().post("/api/files", {"file": to_and_fro(5)}).status_code == 201
    assert seen == []


def test_a_sound_file_is_a_table_as_ever(home: Guest) -> None:
    response = home.post("/api/files", {"file": to_and_fro(5), "seats": {"axis": "random"}})
    assert response.status_code == 201, response.text
    table = response.json()
    assert table["seats"]["axis"]["bot"] == "random" and table["waiting"] == ["soviet"]
    kept = home.get(f"/api/tables/{table['id']}/file").json()
    assert json.dumps(kept["pending"]["soviet"]) == json.dumps(to_and_fro(5)["pending"]["soviet"])
    assert kept["header"]["version"] == game("avl").version
