"""Studies: of which games they are made, who reads and who writes them, and that they outlive their tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.table.studies import book
from tests.table.databases import meddle
from tests.table.guests import JSON, Guest, Inn, Line, opened, play_on, unlock_dice
from tests.table.members import PASSWORD, Browser, club

NOTE = {"step": 2, "text": 'Here it was lost.\n"Never".', "drawn": [{"hexes": ["0808", "0809"], "colour": "red"}]}


@pytest.fixture
def inn(tmp_path: Path) -> Iterator[Inn]:
    with opened(tmp_path, public=True) as inn:
        yield inn


def alone(guest: Guest, answers: int = 6, **wanted: Any) -> str:
    """A table at which one person sits on both sides, a few answers on."""
    table: str = guest.open(game="vl", seats={"german": "you", "soviet": "you"}, **wanted)["id"]
    with guest.sit(table, "german") as german, guest.sit(table, "soviet") as soviet:
        assert play_on({"german": Line(german), "soviet": Line(soviet)}, Random(5), answers) == answers
    return table


def made(guest: Guest, table: str, **wanted: Any) -> str:
    response = guest.post(f"/api/tables/{table}/study", wanted)
    assert response.status_code == 201, response.text
    study: str = response.json()["id"]
    return study


def look(guest: Guest, study: str) -> JSON:
    response = guest.get(f"/api/studies/{study}")
    assert response.status_code == 200, response.text
    found: JSON = response.json()
    return found


def test_whoever_has_the_link_reads_and_only_its_maker_writes(inn: Inn) -> None:
    maker, reader = inn.guest(), inn.guest()
    reader.open()  # he has a key of his own
    study = made(maker, alone(maker), title="The ridge", name="Erich")
    assert maker.ask("PUT", f"/api/studies/{study}", {"title": "The ridge", "notes": [NOTE]}).status_code == 204
    for guest, yours in ((maker, True), (reader, False), (Guest(inn), False)):
        told = look(guest, study)
        assert (told["title"], told["by"], told["notes"], told["yours"]) == ("The ridge", "Erich", [NOTE], yours)
        assert told["length"] > 2 and told["turns"][0]["step"] == 0
        assert guest.get(f"/api/studies/{study}/2").json()["viewer"] is None
        assert guest.get(f"/api/studies/{study}/9999").status_code == 404
    for guest in (reader, Guest(inn)):
        assert guest.ask("PUT", f"/api/studies/{study}", {"title": "Mine", "notes": []}).status_code == 403
        assert guest.ask("DELETE", f"/api/studies/{study}").status_code == 403
        assert guest.get("/api/studies").json() == [], "whose link one has are not on one's list"
    assert look(reader, study)["notes"] == [NOTE]
    (card,) = maker.get("/api/studies").json()
    assert (card["id"], card["notes"], card["game"]) == (study, 1, "vl") and "journal" not in card
    assert maker.ask("DELETE", f"/api/studies/{study}").status_code == 204
    for path in ("", "/0"):
        assert reader.get(f"/api/studies/{study}{path}").status_code == 404
    assert reader.get("/api/studies/nothing-like-it").status_code == 404


def test_no_study_of_a_game_in_which_somebody_else_plays_until_it_is_over(inn: Inn) -> None:
    owner, other = inn.guest(), inn.guest()
    opening = owner.open(game="vl", seats={"german": "you", "soviet": "invite"})
    table = opening["id"]
    assert owner.post(f"/api/tables/{table}/study", {}).status_code == 409, "a seat is free: somebody may come"
    other.post("/api/join", {"token": opening["invites"]["soviet"], "name": "Georgi"})
    unlock_dice(table, {"german": owner, "soviet": other})
    assert owner.post(f"/api/tables/{table}/study", {}).status_code == 409
    bots = owner.open(game="vl", seats={"german": "you", "soviet": "recruit"})["id"]
    assert owner.post(f"/api/tables/{bots}/study", {}).status_code == 409, "a bot has secrets, too"
    with owner.sit(table, "german") as session:
        assert Line(session).send(type="resign")["type"] == "done"
    study = made(other, table)
    assert look(owner, study)["length"] >= 0
    assert Guest(inn).post(f"/api/tables/{table}/study", {}).status_code == 403


def test_a_study_of_blocks_shows_both_sides(inn: Inn) -> None:
    guest = inn.guest()
    table = guest.open(game="victory", seats={"red": "you", "blue": "you"})["id"]
    with guest.sit(table, "red") as red, guest.sit(table, "blue") as blue:
        play_on({"red": Line(red), "blue": Line(blue)}, Random(3), 40)
    study = made(guest, table)
    last = look(Guest(inn), study)["length"]
    shown = Guest(inn).get(f"/api/studies/{study}/{last}").json()
    hidden = guest.get(f"/api/tables/{table}/replay/{last}").json()  # as spectators see it
    assert any(piece.get("hidden") for piece in hidden["pieces"].values())
    assert not any(piece.get("hidden") for piece in shown["pieces"].values())
    assert {piece["side"] for piece in shown["pieces"].values()} == {"red", "blue"}


def test_its_line_ends_where_its_maker_says(inn: Inn) -> None:
    guest = inn.guest()
    table = alone(guest, 12)
    whole = look(guest, made(guest, table))["length"]
    study = made(guest, table, until=3)
    assert 0 < look(guest, study)["length"] < whole
    assert guest.post(f"/api/tables/{table}/study", {"until": 5000}).status_code == 404


def test_it_outlives_its_table_and_a_restart(tmp_path: Path) -> None:
    with opened(tmp_path, public=True) as inn:
        guest = inn.guest()
        table = alone(guest)
        study = made(guest, table)
        before = guest.get(f"/api/studies/{study}/3").json()
        assert guest.ask("DELETE", f"/api/tables/{table}").status_code == 204
    with opened(tmp_path, public=True) as inn:
        assert Guest(inn).get(f"/api/studies/{study}/3").json() == before


def test_one_that_cannot_be_played_any_more_says_so(inn: Inn) -> None:
    guest = inn.guest()
    study = made(guest, alone(guest))
    for broken in ("answers = 6, journal = replace(journal, '\"vl\"', '\"no-such-game\"')", "journal = '{}'"):
        meddle(inn.house.where, f"UPDATE studies SET {broken}")
        response = guest.get(f"/api/studies/{study}")
        assert response.status_code == 409 and "cannot be opened" in response.json()["detail"]
        assert guest.get("/api/studies").status_code == 200
    assert guest.ask("DELETE", f"/api/studies/{study}").status_code == 204


def test_nobody_fills_the_house_with_studies(inn: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book, "MOST", 2)
    guest = inn.guest()
    table = alone(guest)
    for _ in range(2):
        made(guest, table)
    refused = guest.post(f"/api/tables/{table}/study", {})
    assert refused.status_code == 409 and "remove one first" in refused.json()["detail"]
    study = guest.get("/api/studies").json()[0]["id"]
    for notes in ([NOTE, NOTE], [NOTE | {"text": "x" * 4001}], [NOTE | {"drawn": [{"hexes": ["<b>"]}]}]):
        assert guest.ask("PUT", f"/api/studies/{study}", {"title": "", "notes": notes}).status_code == 422


def test_it_comes_along_to_an_account_is_exported_and_goes_with_it(tmp_path: Path) -> None:
    with club(tmp_path) as inn:
        kestrel = Browser(inn)
        study = made(kestrel, alone(kestrel), name="a guest")
        assert kestrel.register().status_code == 201
        assert [one["id"] for one in kestrel.get("/api/studies").json()] == [study]
        assert [one["id"] for one in kestrel.get("/api/account/export").json()["studies"]] == [study]
        own = made(kestrel, alone(kestrel))
        assert look(kestrel, own)["by"] == "kestrel"
        kestrel.post("/api/account/enter", {"name": "kestrel", "password": PASSWORD})
        assert kestrel.post("/api/account/delete", {"name": "kestrel", "seats": "keep"}).status_code == 204
        assert {one["id"] for one in kestrel.get("/api/studies").json()} == {study, own}
        assert look(kestrel, own)["by"] == "", "a deleted name stands nowhere"
