"""Tournaments of a house: who may do what in them, how rounds begin and end, and that each step may be done twice."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard.club.tournament.refused import Refused
from grognard.table import thinking
from grognard.table.tournaments import steward as stewards
from grognard.table.tournaments.book import Found
from grognard.table.tournaments.making import Makers
from tests.table.cups import SHORT, SIDES, act, cup, games, give_up, look, make, member, until
from tests.table.databases import meddle
from tests.table.guests import Inn, Line
from tests.table.members import Browser, club


@pytest.fixture
def inn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Inn]:
    """A house whose steward looks only when he is told to."""
    monkeypatch.setattr(stewards.Steward, "start", lambda self: None)
    with club(tmp_path) as found:
        yield found


def entered(inn: Inn, organiser: Browser, *others: Browser, **more: Any) -> str:
    tournament = make(organiser, **more)
    for one in (organiser, *others):
        assert act(one, tournament, "entry").status_code == 200
    return tournament


def begun(inn: Inn, organiser: Browser, *others: Browser, **more: Any) -> str:
    """A tournament whose first round is under way."""
    tournament = entered(inn, organiser, *others, **more)
    assert act(organiser, tournament, "pair").status_code == 200
    look(inn)
    return tournament


def scores(told: dict[str, Any]) -> dict[str, str]:
    names = {one["id"]: one["name"]["en"] for one in told["entrants"]}
    return {names[row["entrant"]]: row["figures"][0] for row in told["standings"]}


# ---- from its making to its end


def test_a_small_tournament_from_its_making_to_its_end(inn: Inn) -> None:
    erich, georgi, nobody = member(inn, "Erich"), member(inn, "Georgi"), Browser(inn)
    assert nobody.get("/api/tournaments").json() == {"tournaments": [], "total": 0, "may_make": False}
    tournament = make(erich, kind="round_robin", clock={"days": 3}, rated=True)
    (listed,) = nobody.get("/api/tournaments").json()["tournaments"]
    assert (listed["name"], listed["stage"], listed["organiser"], listed["players"]) == (
        "Winter Swiss", "open", "Erich", 0,
    )  # fmt: skip
    for one in (erich, georgi):
        assert act(one, tournament, "entry").json()["entered"] is True
    assert act(erich, tournament, "pair").status_code == 200
    look(inn)
    told = cup(georgi, tournament)
    assert told["stage"] == "running" and told["rounds"] == 1 and told["decides"] is False
    mine = games(told)
    assert [game["seat"] for game in mine] in (["german", "russian"], ["russian", "german"]), "both sides are played"
    assert all(game["score"] is None and game["begun"] is False for game in mine)
    for game in mine:
        give_up(georgi, game)
    look(inn)
    told = cup(nobody, tournament)
    assert scores(told) == {"Erich": "2", "Georgi": "0"}
    look(inn)
    told = cup(nobody, tournament)
    assert told["stage"] == "over" and told["winners"] == [{"en": "Erich", "ja": "Erich"}]
    assert told["standings"][0]["why"]["title"] == {"en": "Why Erich stands 1st", "ja": "Erichが1位の理由"}
    lines = [line["words"]["en"] for line in told["log"]]
    assert lines[0] == "Opened: Round robin." and lines[-1] == "Round 1 closed." and len(lines) == 7


def test_tables_of_a_tournament_belong_to_those_who_sit_there_and_to_nobody_else(inn: Inn) -> None:
    erich, georgi, pjotr = member(inn, "Erich"), member(inn, "Georgi"), member(inn, "Pjotr")
    tournament = begun(inn, erich, georgi)
    for told in (cup(pjotr, tournament), cup(Browser(inn), tournament)):
        assert all(game["table"] is game["seat"] is game["watch"] is None for game in games(told))
    game = games(cup(georgi, tournament))[0]
    table = game["table"]
    assert pjotr.get(f"/api/tables/{table}").status_code == 403
    assert georgi.get(f"/api/tables/{table}").json()["tournament"] == tournament
    assert georgi.ask("DELETE", f"/api/tables/{table}").status_code == 403, "nobody clears it away"
    assert erich.ask("DELETE", f"/api/tables/{table}").status_code == 403
    give_up(georgi, game)
    assert georgi.ask("DELETE", f"/api/tables/{table}").status_code == 403
    assert table in [one["id"] for one in georgi.get("/api/tables").json()], "but it is on one's list"


def test_spectators_look_on_where_the_tournament_is_open_to_them(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    tournament = begun(inn, erich, georgi, watched=True)
    game = games(cup(Browser(inn), tournament))[0]
    assert game["seat"] is None
    seen = Browser(inn).get(f"/api/tables/{game['table']}/position?watch={game['watch']}")
    assert seen.status_code == 200
    assert Browser(inn).get(f"/api/tables/{game['table']}/position?watch={'x' * 32}").status_code == 403


def test_of_a_running_game_nothing_is_told_but_its_turn_and_who_is_awaited(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    tournament = begun(inn, erich, georgi)
    game = games(cup(Browser(inn), tournament))[0]
    assert game.keys() == {
        "game", "first", "second", "score", "how", "table", "seat", "watch", "begun", "turn", "to_move", "your_move",
    }  # fmt: skip


def test_no_bot_helps_in_a_tournament(inn: Inn) -> None:
    erich = member(inn, "Erich")
    tournament = entered(inn, erich)
    assert act(erich, tournament, "bots", {"level": "random"}).status_code == 200
    assert act(erich, tournament, "pair").status_code == 200
    look(inn)
    game = games(cup(erich, tournament))[0]
    with erich.sit(game["table"], game["seat"]) as session:
        line = Line(session)
        assert "tournament" in line.send(type="hint")["why"]
        assert "tournament" in line.send(type="hand_over", bot="random")["why"]


# ---- who may do what

DECISIONS: dict[str, Any] = {
    "pair": {},
    "bots": {"level": "random"},
    "send_away": {"entrant": "somebody", "reason": "he asked for it"},
    "adjudicate": {"round": 1, "board": 0, "game": 0, "first": 2, "reason": "two turns left"},
    "forfeit": {"round": 1, "board": 0, "game": 0, "losers": ["somebody"], "reason": "away"},
}


@pytest.mark.parametrize("what", DECISIONS)
def test_only_the_organiser_and_a_keeper_decide(inn: Inn, what: str) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    tournament = entered(inn, erich, georgi)
    for wrong in (georgi, Browser(inn), member(inn, "Pjotr")):
        refused = act(wrong, tournament, what, DECISIONS[what])
        assert refused.status_code == 403, refused.text
    assert act(erich, tournament, what, DECISIONS[what]).status_code in (200, 409)
    meddle(inn.house.where, "UPDATE accounts SET role = 'keeper' WHERE name = 'Georgi'")
    assert act(georgi, tournament, what, DECISIONS[what]).status_code in (200, 409)


def test_a_visitor_neither_makes_nor_enters_one(inn: Inn) -> None:
    erich, nobody = member(inn, "Erich"), Browser(inn)
    tournament = make(erich)
    assert nobody.post("/api/tournaments", {"name": "Mine", **SHORT}).status_code == 403
    assert act(nobody, tournament, "entry").status_code == 403
    assert act(nobody, tournament, "entry", method="DELETE").status_code == 403
    assert nobody.ask("DELETE", f"/api/tournaments/{tournament}").status_code == 403
    assert member(inn, "Georgi").ask("DELETE", f"/api/tournaments/{tournament}").status_code == 403
    assert erich.ask("DELETE", f"/api/tournaments/{tournament}").status_code == 204
    assert erich.get(f"/api/tournaments/{tournament}").status_code == 404


def test_a_keeper_may_keep_the_making_to_keepers(tmp_path: Path) -> None:
    with club(tmp_path, makers=Makers.keepers) as inn:
        erich = member(inn, "Erich")
        assert erich.post("/api/tournaments", {"name": "Mine", **SHORT}).status_code == 403
        assert erich.get("/api/tournaments").json()["may_make"] is False
        meddle(inn.house.where, "UPDATE accounts SET role = 'keeper'")
        assert erich.get("/api/tournaments").json()["may_make"] is True
        make(erich)


def test_one_organiser_does_not_fill_the_house(inn: Inn) -> None:
    erich = member(inn, "Erich")
    for _ in range(5):
        make(erich)
    assert erich.post("/api/tournaments", {"name": "One more", **SHORT}).status_code == 409


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": " "}, {"game": "chess"}, {"scenario": "nowhere"}, {"rated": True}, {"clock": {"days": 0}},
        {"kind": "ladder"}, {"round_seconds": 1}, {"options": {"no_such": True}},
        {"game": "victory", "scenario": "quick-start-3"},
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_not_made(inn: Inn, wrong: dict[str, Any]) -> None:
    erich = member(inn, "Erich")
    assert erich.post("/api/tournaments", {"name": "Cup", **SHORT, **wrong}).status_code == 422
    assert erich.get("/api/tournaments").json()["total"] == 0


# ---- what is refused is told in both languages


def test_what_cannot_happen_is_told_in_both_languages(inn: Inn) -> None:
    erich = member(inn, "Erich")
    tournament = entered(inn, erich)
    again = act(erich, tournament, "entry")
    assert again.status_code == 409 and again.json()["code"] == "entered_twice"
    assert again.json()["said"]["en"].startswith("Erich has entered") and "Erich" in again.json()["said"]["ja"]
    assert act(erich, tournament, "pair").json()["code"] == "too_few"
    gone = act(member(inn, "Georgi"), tournament, "entry", method="DELETE")
    assert gone.status_code == 409 and gone.json()["code"] == "not_entered"


def test_a_decision_needs_a_reason(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    tournament = begun(inn, erich, georgi)
    for what in ("adjudicate", "forfeit", "send_away"):
        assert act(erich, tournament, what, DECISIONS[what] | {"reason": " "}).status_code == 422


# ---- decisions


def test_an_adjudicated_game_is_over_at_its_table_and_its_reason_in_the_log(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    tournament = begun(inn, erich, georgi)
    word = {"round": 1, "board": 0, "game": 0, "first": 1, "reason": "a fair draw"}
    assert act(erich, tournament, "adjudicate", word).status_code == 200
    look(inn)
    told = cup(georgi, tournament)
    game = games(told)[0]
    assert (game["score"], game["how"]) == (["½", "½"], "adjudicated")
    over = georgi.get(f"/api/tables/{game['table']}").json()["result"]
    assert (over["winners"], over["level"]) == ([], "adjudicated") and "organiser" in over["reason"]["text"]["en"]
    assert told["log"][-1]["words"]["en"].endswith("adjudicated. Erich: a fair draw")
    look(inn)  # and again: nothing more happens
    assert cup(georgi, tournament)["log"] == told["log"]


def test_whoever_withdraws_loses_what_he_has_not_finished(inn: Inn) -> None:
    erich, georgi, pjotr = (member(inn, name) for name in ("Erich", "Georgi", "Pjotr"))
    tournament = begun(inn, erich, georgi, pjotr)
    told = cup(erich, tournament)
    assert [row["bye_points"] for row in told["pairings"]] == ["2"]
    free = told["pairings"][0]["byes"][0]
    paired = next(one for one in told["entrants"] if one["id"] != free)
    leaver = {"Erich": erich, "Georgi": georgi, "Pjotr": pjotr}[paired["name"]["en"]]
    assert act(leaver, tournament, "entry", method="DELETE").status_code == 200
    look(inn)
    told = cup(erich, tournament)
    assert {game["how"] for game in games(told, 1)} == {"forfeited"}
    assert told["pairings"][0]["number"] == 2, "the next round goes on without him"
    assert paired["id"] not in [one for pair in games(told) for one in (pair["first"], pair["second"])]


def test_a_game_not_begun_at_the_end_of_the_round_is_lost_by_who_was_to_move(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    tournament = begun(inn, erich, georgi, rounds=1)
    events = meddle(
        inn.house.where, "SELECT number, event FROM tournament_events WHERE tournament_id = :id", id=tournament
    )
    (number, paired) = next((number, told) for number, told in events if '"paired"' in told)
    late = json.loads(paired) | {"ends_at": 1.0}
    meddle(
        inn.house.where, "UPDATE tournament_events SET event = :late WHERE tournament_id = :id AND number = :number",
        late=json.dumps(late), id=tournament, number=number,
    )  # fmt: skip
    look(inn)
    told = cup(erich, tournament)
    assert {game["how"] for game in games(told)} == {"forfeited"}
    assert told["pairings"][0]["closed"] and "not begun" in told["log"][-2]["words"]["en"]
    assert set(scores(told).values()) == {"1"}, "each had the side that moves first once"
    look(inn)
    assert cup(erich, tournament)["stage"] == "over"


def test_when_an_account_goes_so_does_its_entry(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    tournament = begun(inn, erich, georgi)
    assert erich.post("/api/account/delete", {"name": "Erich", "seats": "give_up"}).status_code == 204
    look(inn)
    told = cup(georgi, tournament)
    assert told["organiser"] is None and scores(told)["Georgi"] == "2"
    assert "somebody who has left" in [one["name"]["en"] for one in told["entrants"]]


# ---- steps that may be done twice


def test_two_who_look_at_once_make_every_table_and_every_event_once(inn: Inn) -> None:
    people = [member(inn, name) for name in ("Erich", "Georgi", "Pjotr", "Hans")]
    tournament = entered(inn, *people)
    steward = inn.house.tournaments
    assert steward is not None

    async def both() -> None:
        done = await asyncio.gather(*(steward.pair(tournament) for _ in range(2)), return_exceptions=True)
        for one in done:  # who was second finds the round that is there, or is told that it is open
            assert isinstance(one, Refused) or (isinstance(one, Found) and len(one.course.rounds) == 1), one
        await asyncio.gather(*(steward.step(tournament) for _ in range(3)))

    inn.run(both)
    assert len(games(cup(people[0], tournament))) == 4
    assert meddle(inn.house.where, "SELECT count(*) FROM tables") == [[4]]
    for one in people:
        for game in games(cup(one, tournament)):
            if game["seat"] == SIDES[0]:
                give_up(one, game)

    async def thrice() -> None:
        await asyncio.gather(*(steward.step(tournament) for _ in range(3)))

    inn.run(thrice)
    played = [line["words"]["en"] for line in cup(people[0], tournament)["log"] if " : " in line["words"]["en"]]
    assert len(played) == len(set(played)) == 4


def test_who_is_killed_before_he_says_that_a_table_is_made_makes_no_other(inn: Inn) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    tournament = begun(inn, erich, georgi)
    before = sorted(game["table"] for game in games(cup(erich, tournament)))
    meddle(inn.house.where, "UPDATE tournament_games SET made = false")
    look(inn)
    assert sorted(game["table"] for game in games(cup(erich, tournament))) == before
    assert meddle(inn.house.where, "SELECT count(*) FROM tables") == [[2]]


def test_a_result_whose_summary_a_crash_has_lost_is_found(inn: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    erich, georgi = member(inn, "Erich"), member(inn, "Georgi")
    tournament = begun(inn, erich, georgi)
    for game in games(cup(georgi, tournament)):
        give_up(georgi, game)
    inn.house.store._summaries.clear()
    for game in games(cup(georgi, tournament)):  # how it stood before its last act
        room = inn.house.open_room(game["table"])
        assert room is not None
        before = json.dumps({**room.summary(), "acts": 0, "result": None})
        change = "UPDATE tables SET over = false, summary = :before WHERE id = :id"
        meddle(inn.house.where, change, before=before, id=game["table"])
    inn.house.let_go(float("inf"))
    look(inn)
    assert cup(erich, tournament)["after"] == 0, "it may still be written"
    monkeypatch.setattr(stewards, "STALE", -1.0)
    look(inn)
    assert cup(erich, tournament)["after"] == 1


# ---- bots


def test_bots_play_a_knockout_by_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "PACE", 0.0)
    with club(tmp_path) as inn:
        erich = member(inn, "Erich")
        tournament = make(erich, kind="knockout", both_sides=False)
        for _ in range(3):
            assert act(erich, tournament, "bots", {"level": "random"}).status_code == 200
        assert [one["name"]["en"] for one in cup(erich, tournament)["entrants"]] == ["Random 1", "Random 2", "Random 3"]
        assert act(erich, tournament, "bots", {"level": "genius"}).status_code == 422
        assert act(erich, tournament, "pair").status_code == 200
        until(lambda: cup(erich, tournament)["stage"] == "over")
        told = cup(erich, tournament)
        assert [one["place"] for one in told["standings"]] == [1, 2, 3]
        assert told["pairings"][0]["pairs"][0]["goes_on"]["en"].startswith("Random")
