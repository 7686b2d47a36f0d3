"""Game files: what was exported can be imported and goes on; what is corrupted or forged leaves nothing behind."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from grognard.core.journal import Journal, verify
from grognard.core.registry import game
from grognard.table.loading import one_line, read
from tests.table.guests import Guest, Inn, Line, opened, play_on

Plain = dict[str, Any]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Plain:
    """A game in progress, as a house exports it."""
    with opened(tmp_path_factory.mktemp("file")) as inn:
        home = inn.guest()
        table = home.open()["id"]
        with home.sit(table, "axis") as one, home.sit(table, "soviet") as two:
            lines = {"axis": Line(one), "soviet": Line(two)}
            play_on(lines, Random(3), 80)
            lines["axis"].send(type="takeback_ask", to=12)
            play_on(lines, Random(4), 60)
        found: Plain = home.get(f"/api/tables/{table}/file").json()
        return found


def test_a_file_comes_back_as_the_same_game_and_goes_on(home: Guest, file: Plain) -> None:
    assert verify(Journal.from_plain(file), game("avl")) == []
    assert file["skips"]
    response = home.post("/api/files", {"file": file, "seats": {"axis": "you", "soviet": "you"}})
    assert response.status_code == 201, response.text
    table = response.json()["id"]
    assert home.get(f"/api/tables/{table}/file").json() == file
    assert home.get(f"/api/tables/{table}/replay").json()["length"] > 10
    with home.sit(table, "axis") as one, home.sit(table, "soviet") as two:
        assert play_on({"axis": Line(one), "soviet": Line(two)}, Random(9), 10) == 10


def _set(*path: Any, to: Any) -> Callable[[Plain], None]:
    def forge(file: Plain) -> None:
        place: Any = file
        for part in path[:-1]:
            place = place[part]
        place[path[-1]] = to

    return forge


FORGERIES: dict[str, Callable[[Plain], None]] = {
    "no format": lambda file: file.pop("format"),
    "no answers": lambda file: file.pop("answers"),
    "no header": lambda file: file.pop("header"),
    "another game": _set("header", "game", to="no-such-game"),
    "another scenario": _set("header", "scenario", to="no-such-scenario"),
    "a game that is no text": _set("header", "game", to=["avl"]),
    "an unknown option": _set("header", "options", to={"cheat": True}),
    "an option of the wrong type": _set("header", "options", "soviet_help_german_mech_5vp", to="yes"),
    "another seed": _set("header", "seed", to="0"),
    "a seed that is no text": _set("header", "seed", to=7),
    "half a character": _set("header", "seed", to="\ud800"),
    "an unknown field": _set("header", "admin", to=True),
    "an illegal answer": _set("answers", 0, to=["soviet", "move", "2310"]),
    "an answer of nobody": _set("answers", 0, to=["nobody", "historical", None]),
    "an answer that is none": _set("answers", 0, to=7),
    "an answer too short": _set("answers", 0, to=["soviet"]),
    "answers that are no list": _set("answers", to=7),
    "a huge target": _set("answers", 0, to=["soviet", "select_chit", 10**4000]),
    "a missing answer": lambda file: file["answers"].pop(3),
    "another order": lambda file: file["answers"].reverse(),
    "another digest": _set("digest", to="0" * 64),
    "pending that is no map": _set("pending", to=[1]),
    "skips that are none": _set("skips", to=[["x", "y"]]),
    "dice rolled twice": _set("skips", to=[[40, 0]]),
    "dice skipped": _set("skips", to=[[1, 500]]),
    "a start that is no position": _set("start", to={"turn": 1}),
    "a start with a foreign record": _set("start", to={"stack": [{"record": "os.system", "with": {"command": "x"}}]}),
    "a start that is no map": _set("start", to="x"),
    "forced dice beyond the die": _set("forced", to=[99] * 50),
    "deep nesting": _set("start", to=json.loads('{"a":' * 300 + "1" + "}" * 300)),
}


@pytest.mark.parametrize("name", FORGERIES)
@pytest.mark.parametrize("public", [False, True])
def test_a_forged_file_is_refused(file: Plain, name: str, public: bool) -> None:
    forged = copy.deepcopy(file)
    FORGERIES[name](forged)
    with pytest.raises(Exception) as refusal:  # whatever it is, the house hears one line
        read(json.dumps({"file": forged}).encode(), public=public)
    assert 0 < len(one_line(refusal.value)) <= 400


@pytest.mark.parametrize("name", ["no format", "half a character", "another digest", "deep nesting"])
@pytest.mark.parametrize("public", [False, True])
def test_a_refused_file_leaves_nothing_behind(tmp_path: Path, file: Plain, name: str, public: bool) -> None:
    forged = copy.deepcopy(file)
    FORGERIES[name](forged)
    with opened(tmp_path, public=public) as inn:
        guest = inn.guest()
        body = json.dumps({"file": forged}).encode()
        headers = guest.headers(**{"content-type": "application/json"})
        response = inn.client.post("/api/files", content=body, headers=headers)
        assert response.status_code == 422, response.text[:200]
        assert response.json()["detail"].startswith(("not a game", "file")), response.text[:200]
        assert guest.get("/api/tables").json() == []


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'{"file": []}', b'{"file": {}}', b"\xff", b"[" * 60000])
def test_what_is_no_file_is_refused(home: Guest, body: bytes) -> None:
    headers = home.headers(**{"content-type": "application/json"})
    response = home.inn.client.post("/api/files", content=body, headers=headers)
    assert response.status_code in (400, 422)
    assert isinstance(response.json()["detail"], str)


def test_every_cut_of_a_file_is_refused(file: Plain) -> None:
    text = json.dumps({"file": file}).encode()
    rng = Random(1)
    for _ in range(25):
        with pytest.raises(ValidationError):
            read(text[: rng.randrange(len(text))], public=False)


def test_in_public_no_position_or_dice_set_up_by_hand(inn: Inn) -> None:
    play = game("avl").new(seed=1)
    play.answer("soviet", "historical")
    forced = game("avl").position(dice=(1, 2), turn=1).journal().plain()
    response = inn.guest().post("/api/files", {"file": forced})
    assert response.status_code == 422 and "by hand" in response.json()["detail"]
    assert inn.guest().post("/api/files", {"file": play.journal().plain()}).status_code == 201


def test_in_public_nobody_is_invited_to_a_game_whose_dice_another_knows(inn: Inn) -> None:
    """A file has the seed: its owner could read every die, and every block that is drawn, from it."""
    fresh = game("victory").new("quick-start", seed=1).journal().plain()
    guest = inn.guest()
    response = guest.post("/api/files", {"file": fresh, "seats": {"blue": "invite"}})
    assert response.status_code == 422 and "knows its dice" in response.json()["detail"]
    alone = guest.post("/api/files", {"file": fresh, "seats": {"blue": "random"}})
    assert alone.status_code == 201
    assert guest.post(f"/api/tables/{alone.json()['id']}/invites/red").status_code == 409
