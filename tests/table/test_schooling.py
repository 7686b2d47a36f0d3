"""Charts and briefings over HTTP: for a game before there is a table, and at a table for its viewer alone."""

from __future__ import annotations

from random import Random

from tests.table.guests import Guest, Inn, Line, play_on


def test_the_charts_of_a_game_need_no_table(home: Guest) -> None:
    found = home.get("/api/games/avl/charts").json()
    assert [one["id"] for one in found["charts"]] == [
        "combat", "terrain", "sequence", "counters", "arrivals", "order", "victory", "options",
    ]  # fmt: skip
    alone = home.get("/api/games/avl/charts?chart=terrain&hex=3913").json()["charts"]
    assert [one["id"] for one in alone] == ["terrain"]
    several = home.get("/api/games/avl/charts?chart=sequence,combat").json()["charts"]
    assert [one["id"] for one in several] == ["combat", "sequence"]
    assert "town" in [row["id"] for row in alone[0]["sheets"][0]["rows"] if row.get("here")]
    for wrong in ("chart=x", "chart=combat,x", "hex=0000", "unit=x", "scenario=x", "options=[]"):
        assert home.get(f"/api/games/avl/charts?{wrong}").status_code == 422
    assert home.get("/api/games/nothing/charts").status_code == 404


def test_options_change_what_a_chart_tells(home: Guest) -> None:
    found = home.get('/api/games/avl/charts?chart=options&options={"axis_help_manstein_early":true}').json()
    rows = found["charts"][0]["sheets"][0]["rows"]
    assert [row["id"] for row in rows if row["changed"]] == ["axis_help_manstein_early"]


def test_at_a_table_each_viewer_has_the_charts_of_his_own_view(home: Guest) -> None:
    table = home.open()["id"]
    with home.sit(table, "axis") as one, home.sit(table, "soviet") as two:
        play_on({"axis": Line(one), "soviet": Line(two)}, Random(4), 60)
    where = f"/api/tables/{table}/charts"
    found = home.get(f"{where}?seat=soviet&chart=sequence").json()["charts"][0]["sheets"][0]
    assert [row["state"] for row in found["rows"]].count("here") == 1
    assert home.get(f"{where}?seat=soviet&unit=su-24tk").status_code == 200
    assert home.get(f"{where}?seat=soviet&unit=hidden").status_code == 422
    assert home.get(where).status_code == 200
    past = home.get(f"{where}?seat=soviet&chart=sequence&step=0").json()["charts"][0]["sheets"][0]
    assert past["rows"][0]["state"] == "here"
    assert home.get(f"{where}?seat=soviet&step=9999").status_code == 404


def test_who_may_not_look_on_is_told_nothing(inn: Inn) -> None:
    owner, guest, stranger = inn.guest(), inn.guest(), inn.guest()
    opened = owner.open(seats={"soviet": "invite"})
    guest.post("/api/join", {"token": opened["invites"]["soviet"]})
    for what in ("charts", "briefing"):
        where = f"/api/tables/{opened['id']}/{what}"
        assert owner.get(f"{where}?seat=axis").status_code == guest.get(f"{where}?seat=soviet").status_code == 200
        for one, wanted in ((owner, "soviet"), (guest, "axis"), (stranger, "axis"), (owner, "x")):
            assert one.get(f"{where}?seat={wanted}").status_code == 403
        assert stranger.get(where).status_code == 403
        assert stranger.get(f"/api/tables/nowhere/{what}").status_code == 404


def test_a_seat_is_briefed_on_its_own_side_and_sees_where_it_stands(home: Guest) -> None:
    table = home.open()["id"]
    for seat in ("axis", "soviet"):
        found = home.get(f"/api/tables/{table}/briefing?seat={seat}").json()
        assert found["side"] == seat and found["win"]["ruler"]["now"] == found["win"]["ruler"]["start"]
        assert [step["here"] for step in found["turn"]].count(True) == 1
        assert found["decided"] is False
    assert home.get(f"/api/tables/{table}/briefing?seat=axis&side=nobody").status_code == 422
    before = home.get("/api/games/avl/briefing?side=soviet").json()
    assert before["who"] == home.get(f"/api/tables/{table}/briefing?seat=soviet").json()["who"]
    assert home.get("/api/games/avl/briefing?side=nobody").status_code == 422


def test_a_briefing_knows_whether_its_seat_has_decided_anything(home: Guest) -> None:
    table = home.open()["id"]
    with home.sit(table, "soviet") as session:
        line = Line(session)
        for verb in ("historical", "done"):
            line.answer(verb)
    told = {
        seat: home.get(f"/api/tables/{table}/briefing?seat={seat}").json()["decided"] for seat in ("soviet", "axis")
    }
    assert told == {"soviet": True, "axis": False}
    assert home.get(f"/api/tables/{table}/briefing").json()["decided"] is False, "who looks on decides nothing"


def test_the_lobby_gets_advice_with_every_game(home: Guest) -> None:
    cards = {one["id"]: one["advice"] for one in home.get("/api/games").json()}
    assert [name for name, card in cards.items() if card and card["start_here"]] == ["vl"]
    assert cards["lb"]["scenarios"]["3-meeting-engagement"]["complexity"]["level"] == 2
