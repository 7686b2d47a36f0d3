"""A bot plays on for a person: he hands his seat over and takes it back, or the others ask for it when he is away."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.core.journal import Journal, replay
from grognard.table import deeds, handing, thinking
from grognard.table.house import House
from grognard.table.room import NotNow, Room, Stale
from grognard.table.thinking import think
from tests.table.databases import kept_at
from tests.table.guests import Guest, Inn, Line, opened, play_on, unlock_dice
from tests.table.serving import Seat, Server
from tests.table.test_bots import until

LONG_AGO = 2 * 86_400.0


@pytest.fixture(autouse=True)
def at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots think here and now: what is tested is whose answer counts, not where it was found."""

    async def here(self: object, question: tuple[object, ...]) -> tuple[int, object]:
        await asyncio.sleep(0)
        return think(question)

    monkeypatch.setattr(thinking.Thinkers, "_think", here)
    monkeypatch.setattr(thinking, "PACE", 0.0)


def pair(inn: Inn, **wanted: Any) -> tuple[str, Guest, Guest]:
    """Anna opened the table and plays the Axis, Boris the Soviets, whose decision comes first."""
    anna, boris = inn.guest(), inn.guest()
    table = anna.open(seats={"soviet": "invite"}, name="Anna", **wanted)
    boris.post("/api/join", {"token": table["invites"]["soviet"], "name": "Boris"})
    unlock_dice(table["id"], {"axis": anna, "soviet": boris})
    return table["id"], anna, boris


@contextmanager
def sitting(table: str, **guests: Guest) -> Iterator[dict[str, Line]]:
    lines: dict[str, Line] = {}
    with ExitStack() as stack:
        for player, guest in guests.items():
            lines[player] = Line(stack.enter_context(guest.sit(table, player)))
        yield lines


def room_of(inn: Inn, table: str) -> Room:
    room: Room = inn.run(inn.house.room, table)
    return room


def away_for(room: Room, player: str, seconds: float, *, asked: float | None = None) -> None:
    """Let time go by: he left so long ago, and the table has waited for him ever since."""
    now = time.time()
    room.opened = now - seconds
    room.left[player] = now - seconds
    room.awaited[player] = now - (seconds if asked is None else asked)


def seats(guest: Guest, table: str) -> Any:
    return guest.get(f"/api/tables/{table}").json()["seats"]


def hear_until(line: Line, holds: Any) -> None:
    for _ in range(400):
        if holds():
            return
        line.hear()
    raise AssertionError("it was never told")


# ---- one's own seat


def test_a_person_lets_a_bot_play_looks_on_and_takes_his_seat_back(inn: Inn) -> None:
    table, anna, boris = pair(inn)
    with sitting(table, soviet=boris, axis=anna) as at:
        assert at["soviet"].view["ask"]
        assert at["soviet"].send(type="hand_over", bot="random")["type"] == "done"
        hear_until(at["axis"], lambda: at["axis"].view["ask"])  # the bot has set the pool: both choose in secret
        assert at["soviet"].view["viewer"] == "soviet" and at["soviet"].view["ask"] is None
        assert any('"stand_in":"random"' in frame for frame in at["axis"].frames)
        assert seats(anna, table)["soviet"] == {"kind": "human", "bot": None, "name": "Boris", "stand_in": "random"}
        assert at["soviet"].send(type="hand_back")["type"] == "done"
        assert "stand_in" not in seats(anna, table)["soviet"]
        assert anna.get(f"/api/tables/{table}").json()["stood_in"] == ["soviet"]


def test_while_a_bot_plays_its_person_answers_nothing_and_undoes_nothing(inn: Inn, monkeypatch: Any) -> None:
    table, _, boris = pair(inn)
    thoughts = stuck(monkeypatch)
    with sitting(table, soviet=boris) as at:
        offered = at["soviet"].view["ask"]["answers"]
        verb = sorted(offered)[0]
        assert at["soviet"].answer(verb, offered[verb][0])["type"] == "done"
        at["soviet"].send(type="hand_over", bot="random")
        assert not at["soviet"].view["can_undo"]
        for kind in ("answer", "undo", "redo"):
            told = at["soviet"].send(type=kind, seq=at["soviet"].seq, verb=verb, target=offered[verb][0])
            assert "take your seat back" in told["why"]
        assert at["soviet"].send(type="hand_back")["type"] == "done"
        assert at["soviet"].view["ask"] and at["soviet"].view["can_undo"]
    assert thoughts


def test_a_person_may_change_the_level_but_not_to_one_that_is_none(inn: Inn, monkeypatch: Any) -> None:
    table, _, boris = pair(inn)
    stuck(monkeypatch)
    with sitting(table, soviet=boris) as at:
        assert "no bot" in at["soviet"].send(type="hand_over", bot="napoleon")["why"]
        assert "no bot" in at["soviet"].send(type="hand_over", bot="recruit:pull=0.2")["why"], "weights are not sent"
        assert at["soviet"].send(type="hand_over")["why"] == "say which bot is to play for you"
        assert "no bot plays for you" in at["soviet"].send(type="hand_back")["why"]
        at["soviet"].send(type="hand_over", bot="random")
        assert "already" in at["soviet"].send(type="hand_over", bot="random")["why"]
        assert at["soviet"].send(type="hand_over", bot="recruit")["type"] == "done"
        assert seats(boris, table)["soviet"]["stand_in"] == "recruit"


def test_who_plays_several_seats_takes_one_back_from_another_and_never_a_stranger_s(inn: Inn, tmp_path: Path) -> None:
    with opened(tmp_path / "home") as house, house.guest().sit(house.guest().open()["id"], "axis") as session:
        line = Line(session)
        assert line.send(type="hand_over", bot="random", player="soviet")["type"] == "done"
        assert line.send(type="hand_back", player="soviet")["type"] == "done"
    table, anna, _ = pair(inn)
    with sitting(table, axis=anna) as at:
        for kind in ("hand_over", "hand_back"):
            for player in ("soviet", "nobody", 7, None):
                assert at["axis"].send(type=kind, bot="random", player=player)["why"] == "that is not your seat"


def test_a_person_may_give_up_while_a_bot_plays_for_him(inn: Inn, monkeypatch: Any) -> None:
    table, _, boris = pair(inn)
    stuck(monkeypatch)
    with sitting(table, soviet=boris) as at:
        at["soviet"].send(type="hand_over", bot="random")
        assert at["soviet"].send(type="resign")["type"] == "done"
        assert at["soviet"].view["result"]["winners"] == ["axis"]
        for kind in ("hand_over", "hand_back"):
            assert at["soviet"].send(type=kind, bot="recruit")["why"] == "the game is over"


def test_a_bot_consents_to_take_backs_of_what_it_has_seen_and_its_person_to_those_before(inn: Inn) -> None:
    table, anna, boris = pair(inn)
    with sitting(table, soviet=boris, axis=anna) as at:
        play_on(at, Random(4), 40)
        at["soviet"].send(type="hand_over", bot="random")
        room = room_of(inn, table)
        since = room.stand_ins["soviet"].since
        assert since > 0
        assert deeds.ask_back(room, "axis", since - 1, ["axis"]).target["missing"] == ["soviet"]
        while len(room.play.given) <= since + 1:
            hear_until(at["axis"], lambda: at["axis"].view["ask"] or len(room.play.given) > since + 1)
            if at["axis"].view["ask"]:
                at["axis"].answer_anything(Random(1))
        assert deeds.ask_back(room, "axis", since, ["axis"]).kind == "rewind"


# ---- somebody who is away


def test_in_a_game_of_two_who_waits_asks_alone_and_he_who_comes_takes_his_seat(inn: Inn) -> None:
    table, anna, boris = pair(inn)
    with boris.sit(table, "soviet") as session:
        Line(session)
    with sitting(table, axis=anna) as at:
        room = room_of(inn, table)
        told = at["axis"].send(type="stand_in_ask", player="soviet")
        assert 0 < told["wait"] <= handing.LIVE and "may still come" in told["why"]
        away_for(room, "soviet", handing.LIVE + 1)
        assert at["axis"].send(type="stand_in_ask", player="soviet")["type"] == "done"
        assert room.stand_ins["soviet"].bot == handing.strongest(room)
        hear_until(at["axis"], lambda: at["axis"].view["ask"])
        assert anna.get(f"/api/tables/{table}").json()["yours"] == ["axis"]
        assert "already" in at["axis"].send(type="stand_in_ask", player="soviet")["why"]
        with sitting(table, soviet=boris) as his:
            assert his["soviet"].send(type="hand_back")["type"] == "done"
            assert "at the table" in at["axis"].send(type="stand_in_ask", player="soviet")["why"]


def test_nobody_is_replaced_who_is_there_or_whose_turn_it_is_not(inn: Inn) -> None:
    table, anna, boris = pair(inn)
    with sitting(table, axis=anna, soviet=boris) as at:
        away_for(room_of(inn, table), "soviet", LONG_AGO)
        assert "at the table" in at["axis"].send(type="stand_in_ask", player="soviet")["why"]
    with sitting(table, soviet=boris) as at:
        away_for(room_of(inn, table), "soviet", LONG_AGO)
        assert "not up to him" in at["soviet"].send(type="stand_in_ask", player="axis")["why"]
        for nonsense in ("soviet", None, 7):
            assert "which of the others" in at["soviet"].send(type="stand_in_ask", player=nonsense)["why"]
        assert "no person" in at["soviet"].send(type="stand_in_ask", player="nobody")["why"]
    assert room_of(inn, table).stand_ins == {}


def test_strangers_and_spectators_hand_nothing_over(inn: Inn) -> None:
    table, anna, _ = pair(inn)
    token = anna.post(f"/api/tables/{table}/watch").json()["token"]
    away_for(room_of(inn, table), "soviet", LONG_AGO)
    with inn.guest().sit(table, watch=token) as session:
        line = Line(session)
        wanted: list[dict[str, Any]] = [
            {"type": "hand_over", "bot": "random"},
            {"type": "hand_back"},
            {"type": "move_now"},
            {"type": "stand_in_ask", "player": "soviet"},
            {"type": "stand_in_answer", "yes": True},
        ]
        for message in wanted:
            assert line.send(**message)["why"] == "spectators look on"
    with inn.guest().sit(table, "soviet") as session:
        assert session.receive()["code"] == 4403
    assert room_of(inn, table).stand_ins == {}


def test_who_asked_for_a_bot_sees_no_more_and_the_seat_cannot_be_claimed(inn: Inn, monkeypatch: Any) -> None:
    stuck(monkeypatch)
    table, anna, boris = pair(inn)
    away_for(room_of(inn, table), "soviet", LONG_AGO)
    with sitting(table, axis=anna) as at:
        before = at["axis"].view
        assert at["axis"].send(type="stand_in_ask", player="soviet")["type"] == "done"
        assert at["axis"].view == before
        assert "no bot plays for you" in at["axis"].send(type="hand_back")["why"]
    with anna.sit(table, "soviet") as session:
        assert session.receive()["code"] == 4403
    assert anna.get(f"/api/tables/{table}/position?seat=soviet").status_code == 403
    assert anna.post(f"/api/tables/{table}/invites/soviet").status_code == 409
    assert boris.get(f"/api/tables/{table}").json()["yours"] == ["soviet"]


def test_who_opened_the_table_and_does_not_play_may_ask_too(inn: Inn) -> None:
    host, one, other = inn.guest(), inn.guest(), inn.guest()
    table = host.open(seats={"axis": "invite", "soviet": "invite"})
    for player, guest in (("axis", one), ("soviet", other)):
        guest.post("/api/join", {"token": table["invites"][player]})
    unlock_dice(table["id"], {"axis": one, "soviet": other})
    room = room_of(inn, table["id"])
    away_for(room, "soviet", LONG_AGO)
    with host.sit(table["id"]) as session, sitting(table["id"], axis=one) as at:
        line = Line(session)
        assert line.send(type="stand_in_ask", player="soviet")["type"] == "done"
        assert room.stand_ins == {}, "who plays and is here has to agree"
        assert at["axis"].send(type="stand_in_answer", yes=True)["type"] == "done"
        assert set(room.stand_ins) == {"soviet"}


# ---- several people


def trio(inn: Inn) -> tuple[str, str, dict[str, Guest]]:
    """A table for three; returns who is waited for first."""
    host = inn.guest()
    games = {one["id"]: one for one in host.get("/api/games").json()}
    three = next(one for one in games["victory"]["scenarios"] if len(one["players"]) == 3)
    players = [one["id"] for one in three["players"]]
    wanted = dict.fromkeys(players[1:], "invite")
    table = host.open(game="victory", scenario=three["id"], seats=wanted)
    people = {players[0]: host}
    for player in players[1:]:
        people[player] = inn.guest()
        people[player].post("/api/join", {"token": table["invites"][player]})
    unlock_dice(table["id"], people)
    return table["id"], next(iter(room_of(inn, table["id"]).awaited)), people


def test_all_who_are_there_agree_and_one_who_refuses_ends_it(inn: Inn, monkeypatch: Any) -> None:
    stuck(monkeypatch)
    table, absent, people = trio(inn)
    one, other = (player for player in people if player != absent)
    room = room_of(inn, table)
    with sitting(table, **{player: people[player] for player in (one, other)}) as at:
        away_for(room, absent, LONG_AGO)
        assert at[one].send(type="stand_in_ask", player=absent)["type"] == "done"
        assert "nobody asks you" in at[one].send(type="stand_in_answer", yes=True)["why"], "nor twice by himself"
        at[other].settle()
        heard = [json.loads(frame) for frame in at[other].frames if '"stand_in","by"' in frame.replace(" ", "")]
        assert heard[-1]["by"] == one and heard[-1]["player"] == absent and heard[-1]["missing"] == [other]
        at[other].send(type="stand_in_answer", yes=False)
        assert room.wishes.request is None and room.stand_ins == {}
        at[one].send(type="stand_in_ask", player=absent)
        with people[absent].sit(table, absent) as session:
            Line(session)
            hear_until(at[other], lambda: room.wishes.request is None)  # he has come
            assert "nobody asks you" in at[other].send(type="stand_in_answer", yes=True)["why"]
        away_for(room, absent, LONG_AGO)
        at[one].send(type="stand_in_ask", player=absent)
        at[other].send(type="stand_in_answer", yes=True)
        assert set(room.stand_ins) == {absent}


def test_who_is_away_as_well_is_not_asked(inn: Inn, monkeypatch: Any) -> None:
    stuck(monkeypatch)
    table, absent, people = trio(inn)
    one = next(player for player in people if player != absent)
    with sitting(table, **{one: people[one]}) as at:
        away_for(room_of(inn, table), absent, LONG_AGO)
        at[one].send(type="stand_in_ask", player=absent)
        assert set(room_of(inn, table).stand_ins) == {absent}


# ---- how long is waited


def test_who_was_here_is_waited_for_minutes_and_who_comes_when_he_likes_a_day(inn: Inn) -> None:
    table, _, _ = pair(inn)
    room, now = room_of(inn, table), time.time()
    room.awaited["soviet"] = now - 600
    room.left["soviet"] = now - 400
    assert handing.waits(room, "soviet", now) <= 0
    room.left["soviet"] = now - 100
    assert handing.waits(room, "soviet", now) == pytest.approx(200)
    room.left["soviet"] = now - 600 - handing.SITTING - 1
    assert handing.waits(room, "soviet", now) == pytest.approx(handing.UNSEEN - 600)
    del room.left["soviet"]
    assert handing.waits(room, "soviet", now) == pytest.approx(handing.UNSEEN - 600)


def test_where_clocks_count_days_only_after_his_time_and_where_they_count_minutes_at_once(inn: Inn) -> None:
    table, _, _ = pair(inn, clock={"days": 3})
    room, now = room_of(inn, table), time.time()
    away_for(room, "soviet", LONG_AGO)
    assert room.clock is not None
    assert handing.waits(room, "soviet", now) > 86_400
    then = room.clock.plain()
    long_ago = dict.fromkeys(room.seats, now - 3 * 86_400)
    room.clock.set({**then, "began": long_ago, "in_secret": then["in_secret"] and long_ago})
    assert handing.waits(room, "soviet", now) <= 0
    table, _, _ = pair(inn, clock={"minutes": 60})
    room = room_of(inn, table)
    room.awaited["soviet"] = now - 400
    room.opened = now - 100
    assert handing.waits(room, "soviet", now) == pytest.approx(200), "the house has only just been opened"


# ---- what is kept


def test_a_hand_over_survives_a_restart_and_bots_go_on(tmp_path: Path) -> None:
    with opened(tmp_path, public=True) as inn:
        table, anna, boris = pair(inn)
        with sitting(table, axis=anna) as at:
            away_for(room_of(inn, table), "soviet", LONG_AGO)
            with sitting(table, soviet=boris) as his:
                his["soviet"].send(type="hand_over", bot="random")
            hear_until(at["axis"], lambda: at["axis"].view["ask"])
        inn.run(inn.house.store.append, [])
    with opened(tmp_path, public=True) as again:
        anna, boris = (_again(guest, again) for guest in (anna, boris))
        room = room_of(again, table)
        assert room.bot_of("soviet") == "random" and room.stood_in == {"soviet"}
        with sitting(table, axis=anna, soviet=boris) as at:
            assert at["soviet"].view["ask"] is None
            assert at["soviet"].send(type="hand_back")["type"] == "done"
        listed = anna.get("/api/tables").json()[0]
        assert "stand_in" not in listed["seats"]["soviet"] and listed["stood_in"] == ["soviet"]
        journal = room.journal()
        assert replay(Journal.from_plain(json.loads(json.dumps(journal.plain()))), room.game).given == room.play.given
    with opened(tmp_path, public=True) as third:
        assert room_of(third, table).stand_ins == {}


def _again(guest: Guest, inn: Inn) -> Guest:
    new = inn.guest()
    new.cookie = guest.cookie
    return new


def test_an_acknowledged_hand_over_and_hand_back_survive_kill_9(tmp_path: Path) -> None:
    """At once after the word that it is done: not even the list's summary was written by then."""
    server = Server(tmp_path)
    try:
        table = server.http.post("/api/tables", json={"game": "avl"}).json()["id"]
        for kind, bot in (("hand_over", "random"), ("hand_back", None)):
            seat = Seat(server, table, "soviet")
            assert seat.send(type=kind, bot="random")["type"] == "done"
            server.kill()
            server = Server(tmp_path)
            listed = server.http.get("/api/tables").json()[0]
            assert listed["seats"]["soviet"].get("stand_in") == bot and listed["stood_in"] == ["soviet"]
    finally:
        server.kill()


def test_a_hand_over_outlives_a_corrected_rule(tmp_path: Path, monkeypatch: Any) -> None:
    """From a snapshot of after it, and where the acts around it do not fit any more."""

    async def work() -> None:
        house = House(kept_at(tmp_path))
        await house.start()
        room, _ = await house.open_table("avl", None, {}, {}, None)
        table = room.row.id
        await room.act("answer", "soviet", 0, "historical")
        stuck(monkeypatch)
        await handing.hand_over(room, "soviet", "recruit")
        row, acts = room.row, await house.store.acts(table)
        seats = await house.store.seats(table)
        kept = [room._snapshot()]
        row.header = {**row.header, "version": "older"}
        assert Room.restore(house.store, room.game, row, seats, acts, kept).bot_of("soviet") == "recruit"
        acts[0].verb = "no such verb"
        unfit = Room.restore(house.store, room.game, row, seats, acts, [])
        assert unfit.bot_of("soviet") == "recruit" and unfit.set_aside == 1
        for act in acts:
            act.aside = True
        assert Room.restore(house.store, room.game, row, seats, acts, []).bot_of("soviet") == "recruit"
        await house.close()

    asyncio.run(work())


# ---- races


def stuck(monkeypatch: pytest.MonkeyPatch) -> list[asyncio.Event]:
    """Bots that think until they are let go; returns those thoughts."""
    thoughts: list[asyncio.Event] = []

    async def waits(self: object, question: tuple[object, ...]) -> tuple[int, object]:
        thoughts.append(asyncio.Event())
        await thoughts[-1].wait()
        return think(question)

    monkeypatch.setattr(thinking.Thinkers, "_think", waits)
    return thoughts


def test_a_thought_for_a_seat_that_was_taken_back_is_dropped_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughts = stuck(monkeypatch)

    async def work() -> None:
        house = House(kept_at(tmp_path))
        await house.start()
        room, _ = await house.open_table("avl", None, {}, {}, None)
        await handing.hand_over(room, "soviet", "random")
        await until(lambda: len(thoughts) == 1)
        await handing.hand_back(room, "soviet")
        await until(lambda: not house.thinkers.at_work(room))
        thoughts[0].set()
        await asyncio.sleep(0.05)
        assert not room.play.given and room.acts == 2
        await room.act("answer", "soviet", room.sequence("soviet"), "historical")
        await handing.hand_over(room, "soviet", "random")
        await until(lambda: len(thoughts) == 2)
        thoughts[1].set()
        await until(lambda: room.acts > 4)
        await house.close()

    asyncio.run(work())


def test_an_answer_of_a_bot_that_comes_with_the_hand_back_counts_before_it_or_not_at_all(tmp_path: Path) -> None:
    """Whichever gets the table's lock first: nothing is answered for him after he has his seat."""

    async def work() -> None:
        house = House(kept_at(tmp_path))
        await house.start()
        room, _ = await house.open_table("avl", None, {}, {}, None)
        room.listeners.clear()  # nobody answers but this test
        for first in ("bot", "person"):
            await handing.hand_over(room, "soviet", "random")
            sequence = room.sequence("soviet")
            verb = "historical" if first == "bot" else "done"
            answer = room.act("answer", "soviet", sequence, verb, None, "random")
            errands = (
                [answer, handing.hand_back(room, "soviet")]
                if first == "bot"
                else [handing.hand_back(room, "soviet"), answer]
            )
            done = await asyncio.gather(*errands, return_exceptions=True)
            assert any(isinstance(one, Stale) for one in done) == (first == "person"), done
            kinds = [act.kind for act in await house.store.acts(room.row.id)]
            assert kinds[-1] == "hand_back"
        with pytest.raises(NotNow):
            await handing.hand_back(room, "soviet")
        await house.close()

    asyncio.run(work())
