"""A table may begin from where an example of the rulebook stands, with honest dice from there on."""

from __future__ import annotations

import grognard
from grognard.core.afresh import afresh
from grognard.school.example import at_step
from tests.table.guests import Guest, Line

FROM = "/api/tables/from"


def test_the_position_is_the_examples_and_the_dice_are_its_own() -> None:
    play = at_step(grognard.game("vl"), "combat-1", 0)
    one, other = afresh(play), afresh(play)
    assert one.view(None)["pieces"] == play.view(None)["pieces"] and one.deciders == play.deciders
    assert one.journal().forced == {} and play.journal().forced != {}
    assert one.header.seed != other.header.seed and one.header.waits


def test_secret_choices_that_were_begun_are_still_begun() -> None:
    play = grognard.game("avl").new(seed=3)
    while play.state.lanes is None:
        player = play.deciders[0]
        ask = play.ask(player)
        assert ask is not None
        verb = next(iter(ask.answers))
        play.answer(player, verb, ask.answers[verb][0])
    player = play.deciders[0]
    ask = play.ask(player)
    assert ask is not None
    play.answer(player, "select_chit", ask.answers["select_chit"][0])
    assert afresh(play).view(player)["ask"] == play.view(player)["ask"]


def test_one_plays_on_against_a_bot_or_both_sides_by_hand(home: Guest) -> None:
    wanted = {"game": "vl", "example": "combat-1", "step": 0}
    opened = home.post(FROM, {**wanted, "seats": {"german": "recruit"}})
    assert opened.status_code == 201
    table = opened.json()
    assert table["seats"]["german"]["bot"] == "recruit" and table["seats"]["soviet"]["kind"] == "human"
    with home.sit(table["id"], "soviet") as socket:
        view = Line(socket).view
        assert view["turn"] == 3 and "commit" in view["ask"]["answers"]
    by_hand = home.post(FROM, wanted).json()
    assert {seat["kind"] for seat in by_hand["seats"].values()} == {"human"}
    assert home.get(f"/api/tables/{by_hand['id']}/file").json()["forced"] == []


def test_what_cannot_be_played_on_is_refused_in_one_line(home: Guest) -> None:
    assert home.post(FROM, {"game": "vl", "example": "nothing"}).status_code == 404
    assert home.post(FROM, {"game": "vl", "example": "combat-1", "step": 50}).status_code == 404
    assert home.post(FROM, {"game": "nothing", "example": "combat-1"}).status_code == 404
    assert home.post(FROM, {"game": "vl", "example": "combat-1", "seats": {"x": "recruit"}}).status_code == 422
    assert home.post(FROM, {"game": "vl", "example": "combat-1", "step": -1}).status_code == 422


def test_the_book_and_its_examples_need_no_table(home: Guest) -> None:
    book = home.get("/api/games/vl/rulebook").json()
    assert book["chapters"] and book["glossary"] and book["synonyms"]
    assert home.get("/api/games/vl/glossary").json() == book["glossary"]
    found = home.get("/api/games/vl/examples/combat-1").json()
    assert len(found["step"]) == found["steps"] == 5
    assert home.get("/api/games/vl/examples/nothing").status_code == 404
    assert home.get("/api/games/nothing/rulebook").status_code == 404
