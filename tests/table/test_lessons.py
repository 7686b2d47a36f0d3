"""Lessons over HTTP and the line: the real table with a coach, kept in memory alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

import grognard
from grognard.school.lesson import Lesson, given, lesson, lessons
from grognard.table import lessons as school
from grognard.table.classroom import MOST_ANSWERS
from grognard.table.house import LESSONS_EACH
from tests.table.guests import Guest, Inn, Line

JSON = dict[str, Any]
ALL = [(game, one) for game in ("avl", "lb", "victory", "vl") for one in lessons(grognard.game(game))]


class Learner(Line):
    """A line to a lesson: keeps what the coach said last."""

    lesson: JSON
    views = 0

    def hear(self) -> JSON:
        message = super().hear()
        if message["type"] == "lesson":
            self.lesson = message
        self.views += message["type"] == "view"
        return message

    def begin(self) -> Learner:
        while not hasattr(self, "lesson"):
            self.hear()
        return self

    def do(self, deed: str) -> JSON:
        return self.send(type="lesson", do=deed)

    def given(self, verb: str, target: Any = None) -> JSON:
        """Answer, whatever the coach says to it."""
        reply = self.answer(verb, target)
        if reply.get("held"):
            reply = self.do("anyway")
        assert reply["type"] == "done", (verb, target, reply)
        return reply


def begun(guest: Guest, game: str, name: str, record: Any = None) -> JSON:
    wanted = {"game": game, "lesson": name} | ({} if record is None else {"record": record})
    response = guest.post("/api/lessons", wanted)
    assert response.status_code == 201, response.text
    found: JSON = response.json()
    return found


@contextmanager
def taking(guest: Guest, opened: JSON) -> Iterator[Learner]:
    with guest.sit(opened["id"], opened["seat"]) as session:
        yield Learner(session).begin()


def walk(guest: Guest, opened: JSON, game: str, taught: Lesson, upto: int | None = None) -> JSON:
    """Take a lesson along its stated answers, as far as the beginning of a step; what the coach said last."""
    seat, number = opened["seat"], 0
    while True:
        with taking(guest, {"id": opened["id"], "seat": seat}) as line:
            while line.lesson["seat"] == seat:
                if line.lesson["passing"]:
                    line.do("go_on")
                    continue
                number = line.lesson["step"]
                if line.lesson["over"] or number == upto:
                    return line.lesson
                if line.lesson["read"]:
                    assert line.do("read_on")["type"] == "done"
                    continue
                for text in taught.step[number].answers:
                    assert line.lesson["step"] == number
                    line.given(*given(grognard.game(game), text))
            seat = line.lesson["seat"]


@pytest.mark.parametrize(("game", "taught"), ALL, ids=[f"{game}-{one.id}" for game, one in ALL])
def test_every_lesson_is_taken_over_the_line(home: Guest, game: str, taught: Lesson) -> None:
    end = walk(home, begun(home, game, taught.id), game, taught)
    assert end["over"] and len(end["learned"]) == 3 and end["verdict"]["over"]
    assert home.get("/api/tables").json() == [], "nothing of it is stored"


def combat(guest: Guest, upto: int) -> JSON:
    """The fourth lesson of A Victory Lost, as far as a step."""
    opened = begun(guest, "avl", "combat")
    walk(guest, opened, "avl", lesson(grognard.game("avl"), "combat"), upto)
    return opened


def test_a_game_names_its_lessons(home: Guest) -> None:
    found = home.get("/api/games/vl/lessons").json()
    assert [one["order"] for one in found] == [1, 2, 3, 4, 5, 6] and found[0]["title"]["ja"] and found[0]["idea"]["en"]
    assert home.get("/api/games/chess/lessons").status_code == 404


def test_the_view_is_that_of_the_seat_and_the_coach_speaks_beside_it(home: Guest) -> None:
    with taking(home, begun(home, "avl", "combat")) as line:
        assert line.view["viewer"] == "soviet" and line.view["ask"]["answers"]["attack"] == ["3913", "4013"]
        assert line.lesson["point"] == [{"hex": "3913"}, {"unit": "it-rav"}] and line.lesson["step"] == 0
        assert line.lesson["verdict"] is None and line.lesson["record"] == {"lesson": "combat", "answers": []}


def test_another_answer_is_held_back_and_taken_back(home: Guest) -> None:
    with taking(home, begun(home, "avl", "combat")) as line:
        before = line.view
        assert line.answer("attack", "4013") == {"type": "refused", "id": 1, "held": True}
        assert line.lesson["pending"] == ["attack", "4013"] and line.lesson["verdict"]["kind"] == "detour"
        assert line.view["can_undo"] and not before["can_undo"]
        assert line.send(type="undo", seq=line.seq)["type"] == "done"
        assert line.lesson["pending"] is None and line.view["pieces"] == before["pieces"] and line.views == 1


def test_it_is_played_where_the_learner_means_it(home: Guest) -> None:
    with taking(home, begun(home, "avl", "combat")) as line:
        line.answer("attack", "4013")
        assert line.do("anyway")["type"] == "done"
        assert line.lesson["pending"] is None and "add" in line.view["ask"]["answers"]
        assert line.lesson["stray"] and line.lesson["verdict"]["kind"] == "stray"
        assert line.do("checkpoint")["type"] == "done"
        assert not line.lesson["stray"] and line.views == 2 and "attack" in line.view["ask"]["answers"]


def test_what_the_rules_forbid_is_refused_with_reasons_and_the_coach_adds_his_word(home: Guest) -> None:
    with taking(home, begun(home, "avl", "combat")) as line:
        refused = line.answer("attack", "3612")
        assert refused["type"] == "refused" and refused["reasons"] and "held" not in refused
        assert line.lesson["verdict"]["kind"] == "refused" and not line.lesson["hint_due"]
        line.answer("attack", "3612")
        assert line.lesson["hint_due"], "two slips in a step"
        assert line.send(type="why", verb="attack", target="3612")["why"]
        assert line.send(type="preview", verb="attack", target="3913")["type"] == "told"


def test_show_tells_the_answer_without_giving_it(home: Guest) -> None:
    with taking(home, begun(home, "avl", "combat")) as line:
        assert line.do("show")["show"] == ["attack", "3913"] and line.lesson["step"] == 0


def test_back_sets_the_position_up_anew(home: Guest) -> None:
    with taking(home, combat(home, 2)) as line:
        views = line.views
        assert line.lesson["step"] == 2 and line.do("back")["type"] == "done"
        assert line.lesson["step"] == 1 and line.views == views + 1
        assert line.do("restart")["type"] == "done" and line.lesson["step"] == 0
        assert line.do("back")["type"] == "done", "at the beginning nothing happens"
        assert line.do("anyway")["why"] == "no answer is held back"


def test_a_position_that_the_next_step_replaces_can_be_looked_at_first(home: Guest) -> None:
    """The advance into Boguchar ends the fifth step; the sixth begins from a position of its own."""
    with taking(home, combat(home, 4)) as line:
        views = line.views
        line.given("advance", "su-38g")
        assert line.lesson["passing"] and line.lesson["step"] == 5 and line.views == views
        assert line.view["pieces"]["su-38g"]["where"] == "3913" and line.view["ask"] is None
        assert line.answer("attack", "3913")["stale"]
        assert line.do("go_on")["type"] == "done" and not line.lesson["passing"]
        assert line.view["pieces"]["su-38g"]["where"] == "3912" and line.views == views + 1


def test_it_can_be_taken_back_from_there(home: Guest) -> None:
    with taking(home, combat(home, 4)) as line:
        line.given("advance", "su-38g")
        assert line.send(type="undo", seq=line.seq)["type"] == "done"
        assert line.lesson["step"] == 4 and not line.lesson["passing"] and "advance" in line.view["ask"]["answers"]


def test_the_game_can_be_played_on_from_where_a_lesson_stands(home: Guest) -> None:
    opened = combat(home, 4)
    found = home.post(f"/api/tables/{opened['id']}/play_on")
    assert found.status_code == 201 and found.json()["seat"] == "soviet"
    (table,) = home.get("/api/tables").json()
    assert table["id"] == found.json()["id"] and table["seats"]["axis"]["bot"] == "recruit"
    with home.sit(table["id"], "soviet") as session:
        line = Line(session)
        assert line.view["pieces"]["it-rav"]["where"] == "3813" and "advance" in line.view["ask"]["answers"]
        assert line.answer("end_advance")["type"] == "done", "it is a game like any other"
    assert home.post(f"/api/tables/{table['id']}/play_on").status_code == 409


def test_nobody_plays_on_from_another_s_lesson(inn: Inn) -> None:
    opened = begun(inn.guest(), "vl", "moving")
    assert inn.guest().post(f"/api/tables/{opened['id']}/play_on").status_code == 403


def test_what_the_other_side_replies_can_be_played_as_at_any_table(home: Guest) -> None:
    opened = combat(home, 3)
    with taking(home, opened) as line:
        told = line.view["log_length"]
        line.given("resolve")
    film = home.get(f"/api/tables/{opened['id']}/film?seat=soviet&after={told}").json()
    keys = [event["key"] for frame in film["frames"] for event in frame["log"]]
    assert "event.combat" in keys and "event.retreats" in keys
    for what in ("log", "charts", "briefing", "position", "replay"):
        assert home.get(f"/api/tables/{opened['id']}/{what}?seat=soviet").status_code == 200, what


def test_the_film_of_another_position_begins_there(home: Guest) -> None:
    """The reel of the position before is not wound on."""
    opened = combat(home, 4)
    assert home.get(f"/api/tables/{opened['id']}/replay?seat=soviet").json()["length"] > 5
    with taking(home, opened) as line:
        line.given("advance", "su-38g")
        line.do("go_on")
    assert home.get(f"/api/tables/{opened['id']}/replay?seat=soviet").json()["length"] == 0


def test_a_lesson_goes_on_from_its_record(home: Guest) -> None:
    with taking(home, combat(home, 3)) as line:
        record, told = line.lesson["record"], {**line.lesson, "verdict": None}
        view = line.view
    with taking(home, begun(home, "avl", "combat", record)) as line:
        assert line.lesson == told and line.view["pieces"] == view["pieces"] and line.view["ask"] == view["ask"]


def test_a_record_that_no_longer_fits_leads_as_far_as_it_does(home: Guest) -> None:
    record = {"lesson": "combat", "answers": [["attack", "3913"], ["attack", "9999"], ["add", "su-25tk"]]}
    with taking(home, begun(home, "avl", "combat", record)) as line:
        assert line.lesson["step"] == 1 and line.lesson["record"]["answers"] == [["attack", "3913"]]


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"lesson": "combat"},
        {"lesson": "chits", "answers": []},
        {"lesson": "combat", "answers": [[]]},
        {"lesson": "combat", "answers": [[1]]},
        {"lesson": "combat", "answers": [["attack", "3913", "x"]]},
        {"lesson": "combat", "answers": [["attack", {"hex": "3913"}]]},
        {"lesson": "combat", "answers": [["x" * 100]]},
        {"lesson": "combat", "answers": [None] * (MOST_ANSWERS + 1)},
        {"lesson": "combat", "answers": [], "more": 1},
        "combat",
    ],
    ids=lambda record: json.dumps(record)[:50],
)
def test_what_is_no_record_is_refused(home: Guest, record: Any) -> None:
    assert home.post("/api/lessons", {"game": "avl", "lesson": "combat", "record": record}).status_code == 422


def test_there_is_no_lesson_of_what_is_not_there(home: Guest) -> None:
    assert home.post("/api/lessons", {"game": "chess", "lesson": "combat"}).status_code == 404
    assert home.post("/api/lessons", {"game": "avl", "lesson": "castling"}).status_code == 422


def test_a_table_s_other_deeds_are_refused_in_one_line(home: Guest) -> None:
    opened = begun(home, "avl", "combat")
    with taking(home, opened) as line:
        deeds: list[JSON] = [
            {"type": "chat", "text": "hello"}, {"type": "resign"}, {"type": "hand_over", "bot": "recruit"},
            {"type": "takeback_ask"}, {"type": "claim"},
        ]  # fmt: skip
        for deed in deeds:
            reply = line.send(**deed)
            assert reply["type"] == "error" and "lesson" in reply["why"], deed
        assert line.send(type="redo", seq=line.seq)["type"] == "error"
        assert line.do("cheat")["type"] == "error"
        assert line.send(type="lesson")["type"] == "error"
    nonce = home.post(f"/api/tables/{opened['id']}/nonce", {"nonce": "0123456789abcdef"})
    assert nonce.json() == {"mixed": False}


def test_who_only_looks_on_takes_no_part(home: Guest) -> None:
    opened = begun(home, "avl", "combat")
    with home.sit(opened["id"]) as session:
        line = Learner(session).begin()
        assert line.do("back")["type"] == line.do("show")["type"] == "error"


def test_a_lesson_belongs_to_who_began_it(inn: Inn) -> None:
    learner, stranger = inn.guest(), inn.guest()
    opened = begun(learner, "vl", "moving")
    assert learner.cookie and learner.get("/api/me").json()["known"], "his key is good as long as the lesson is"
    assert stranger.get(f"/api/tables/{opened['id']}/position?seat=soviet").status_code == 403
    assert stranger.get(f"/api/tables/{opened['id']}").status_code == 403
    with pytest.raises(WebSocketDisconnect), stranger.sit(opened["id"], "soviet") as session:
        session.receive_text()
    with taking(learner, opened) as line:
        assert line.lesson["step"] == 0
    assert learner.get("/api/tables").json() == []


def test_a_visitor_has_so_many_lessons_and_his_oldest_gives_way(inn: Inn) -> None:
    learner, other = inn.guest(), inn.guest()
    elsewhere = begun(other, "vl", "moving")["id"]
    first, *others = [begun(learner, "vl", "moving")["id"] for _ in range(LESSONS_EACH + 1)]
    assert learner.get(f"/api/tables/{first}/position?seat=soviet").status_code == 404
    assert all(learner.get(f"/api/tables/{one}/position?seat=soviet").status_code == 200 for one in others)
    assert other.get(f"/api/tables/{elsewhere}/position?seat=soviet").status_code == 200


@pytest.mark.sqlite("where several processes may serve, storage has the lessons that memory lets go of")
def test_the_house_has_so_many_lessons(inn: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(school, "IN_ALL", 2)
    one, two, three = inn.guest(), inn.guest(), inn.guest()
    first, second = begun(one, "vl", "moving"), begun(two, "vl", "moving")
    with taking(one, first) as line, taking(two, second):
        full = three.post("/api/lessons", {"game": "vl", "lesson": "moving"})
        assert full.status_code == 503 and "come again" in full.json()["detail"]
        assert line.do("restart")["type"] == "done", "who is there is not disturbed"
    begun(three, "vl", "moving")
    left = [(one, first), (two, second)]
    gone = [guest.get(f"/api/tables/{table['id']}/position?seat=soviet").status_code == 404 for guest, table in left]
    assert sorted(gone) == [False, True], "one that nobody is at any more has given way"


@pytest.mark.sqlite("where several processes may serve, a lesson waits a day in storage")
def test_a_lesson_that_nobody_looks_at_is_dropped(home: Guest) -> None:
    opened = begun(home, "vl", "moving")
    with taking(home, opened):
        home.inn.run(home.inn.house.let_go, float("inf"))
        assert home.get(f"/api/tables/{opened['id']}/position?seat=soviet").status_code == 200
    home.inn.run(home.inn.house.let_go, float("inf"))
    assert home.get(f"/api/tables/{opened['id']}/position?seat=soviet").status_code == 404


def test_nothing_of_a_lesson_is_stored(home: Guest) -> None:
    opened = combat(home, 4)
    store = home.inn.house.store
    assert home.inn.run(store.table, opened["id"]) is None
    assert home.inn.run(store.acts, opened["id"]) == [] and home.inn.run(store.chat, opened["id"]) == []
