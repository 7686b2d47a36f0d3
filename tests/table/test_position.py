"""A table's position at a glance: the counters as this viewer may see them, and nothing else."""

from __future__ import annotations

from random import Random

from tests.table.guests import Guest, Inn, Line, play_on


def test_it_is_the_live_view_of_the_same_viewer(home: Guest) -> None:
    table = home.open()["id"]
    with home.sit(table, "axis") as one, home.sit(table, "soviet") as two, home.sit(table) as three:
        lines = {"axis": Line(one), "soviet": Line(two)}
        play_on(lines, Random(4), 60)
        watching = Line(three)
        for seat, line in [*lines.items(), ("", watching)]:
            line.settle()
            found = home.get(f"/api/tables/{table}/position" + (f"?seat={seat}" if seat else "")).json()
            assert set(found) == {"pieces"}
            assert {piece["id"]: piece for piece in found["pieces"]} == line.view["pieces"]
    (card,) = [one for one in home.get("/api/tables").json() if one["id"] == table]
    assert card["position"] is True


def test_who_may_not_look_on_is_told_nothing(inn: Inn) -> None:
    owner, guest, stranger = inn.guest(), inn.guest(), inn.guest()
    opened = owner.open(seats={"soviet": "invite"})
    guest.post("/api/join", {"token": opened["invites"]["soviet"]})
    where = f"/api/tables/{opened['id']}/position"
    assert owner.get(f"{where}?seat=axis").status_code == guest.get(f"{where}?seat=soviet").status_code == 200
    for one, wanted in ((owner, "soviet"), (guest, "axis"), (stranger, "axis"), (stranger, "soviet"), (owner, "x")):
        reply = one.get(f"{where}?seat={wanted}")
        assert reply.status_code == 403 and "pieces" not in reply.json()
    assert stranger.get(where).status_code == 403
    token = owner.post(f"/api/tables/{opened['id']}/watch").json()["token"]
    assert stranger.get(f"{where}?watch={token}").status_code == 200
    assert stranger.get(f"{where}?watch={token[::-1]}").status_code == 403
    assert stranger.get("/api/tables/nowhere/position").status_code == 404
