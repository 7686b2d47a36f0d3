"""Looking back: every position as that viewer saw it, and an account of the game from what he may know."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest

from grognard.core.account import TurnSeen, account
from grognard.core.account import dice as counted
from grognard.core.play import Play
from grognard.core.registry import game
from grognard.core.view import LOG_LINES
from grognard.table.diff import packed
from grognard.table.reel import KEEP_EVERY, Reel
from tests.table.guests import Guest, Line, play_on


def step(play: Play, rng: Random) -> None:
    player = rng.choice(play.deciders)
    ask = play.ask(player)
    assert ask is not None
    verb = rng.choice(sorted(ask.answers.keys() - {"return_chit"} or ask.answers))
    play.answer(player, verb, rng.choice(ask.answers[verb]))


def past(view: dict[str, Any]) -> dict[str, Any]:
    return packed(view) | {"ask": None, "can_undo": False, "can_redo": False}


@pytest.mark.parametrize("seed", range(3))
def test_every_position_is_shown_as_it_was_seen(seed: int) -> None:
    rng = Random(seed)
    play = game("avl").new(seed=seed)
    reel = Reel(play.beginning())
    viewers = ("axis", "soviet", None)
    seen: dict[str | None, list[dict[str, Any]]] = {}
    for number in range(160):
        if rng.random() < 0.1:
            for player in play.roster.ids:
                if play.can_undo(player):
                    play.undo(player)
                    break
        if rng.random() < 0.02:
            play.rewind(rng.randrange(len(play.given) + 1))
        step(play, rng)
        if number % 40 == 39:
            reel.follow(play.given, play.skips)
            for viewer in viewers:
                last = reel.length(viewer)
                if play.state.lanes is None:
                    assert reel.view(viewer, last) == past(play.view(viewer))
                seen[viewer] = [reel.view(viewer, one) for one in range(last + 1)]
    again = Reel(play.beginning())
    again.follow(play.given, play.skips)
    for viewer in viewers:
        assert [again.view(viewer, one) for one in range(again.length(viewer) + 1)] == seen[viewer]
        for outside in (-1, again.length(viewer) + 1):
            with pytest.raises(IndexError):
                again.view(viewer, outside)


def test_a_replay_shows_no_more_than_its_viewer_saw(home: Guest) -> None:
    table = home.open()["id"]
    with home.sit(table, "axis") as one, home.sit(table, "soviet") as two:
        lines = {"axis": Line(one), "soviet": Line(two)}
        play_on(lines, Random(2), 3 * KEEP_EVERY)
    for seat in ("axis", "soviet"):
        length = home.get(f"/api/tables/{table}/replay?seat={seat}").json()["length"]
        for number in range(0, length + 1, 7):
            view = home.get(f"/api/tables/{table}/replay/{number}?seat={seat}").json()
            other = "soviet" if seat == "axis" else "axis"
            assert view["viewer"] == seat and view["ask"] is None
            assert "cup" not in view["pools"][other] and "inactive" not in view["pools"][other]
        assert home.get(f"/api/tables/{table}/replay/{length + 1}?seat={seat}").status_code == 404
        for bad in ("-1", "x", "1.5", "99999999999"):
            assert home.get(f"/api/tables/{table}/replay/{bad}?seat={seat}").status_code == 422


def shown(film: dict[str, Any]) -> list[dict[str, Any]]:
    """The views of a film, each made from the one before."""
    views = [film["view"]]
    for frame in film["frames"]:
        change, old = frame["change"], views[-1]
        pieces = old["pieces"] | change.get("pieces", {})
        kept = {key: piece for key, piece in pieces.items() if key not in change.get("pieces_gone", ())}
        log = [*old["log"], *frame["log"]][-LOG_LINES:]
        new = old | change.get("set", {}) | {"pieces": kept, "log": log}
        views.append({key: value for key, value in new.items() if key not in change.get("unset", ())})
    return views


@pytest.mark.parametrize("viewer", ["axis", "soviet", None])
def test_a_film_tells_every_event_since_a_line_of_the_log_once(viewer: str | None) -> None:
    rng = Random(8)
    play = game("avl").new(seed=8)
    reel = Reel(play.beginning())
    for _ in range(180):
        step(play, rng)
    reel.follow(play.given, play.skips)
    views = [reel.view(viewer, number) for number in range(reel.length(viewer) + 1)]
    everything = [line for frame in reel.film(viewer, 0)["frames"] for line in frame["log"]]
    length = views[-1]["log_length"]
    assert len(everything) == length - views[0]["log_length"] and everything[-LOG_LINES:] == views[-1]["log"]
    for after in (0, 5, length // 2, length - 1, length, length + 10):
        film = reel.film(viewer, after)
        seen = shown(film)
        assert all(view in views for view in seen) and seen[-1] == views[-1] and film["length"] == length
        assert film["view"]["log_length"] <= max(after, views[0]["log_length"])
        assert all(frame["log"] for frame in film["frames"][:-1]), "only what happened is shown"


def test_a_long_film_shows_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.table.reel.MOST_FRAMES", 12)
    rng = Random(8)
    play = game("avl").new(seed=8)
    while len(play.events) < 80:
        step(play, rng)
    reel = Reel(play.beginning())
    reel.follow(play.given, play.skips)
    film = reel.film("axis", 0)
    assert 12 <= len(film["frames"]) <= 13 and shown(film)[-1] == reel.view("axis", reel.length("axis"))


def test_a_replay_tells_where_its_turns_begin_in_each_viewers_own_count() -> None:
    rng = Random(5)
    play = game("avl").new(seed=5)
    reel = Reel(play.beginning())
    assert reel.turns("axis") == [{"turn": 1, "step": 0, "label": {"en": "17-26 Dec 1942", "ja": "1942年12月17-26日"}}]
    while play.view()["turn"] < 4:
        step(play, rng)
    reel.follow(play.given[: len(play.given) // 2], play.skips)
    reel.follow(play.given, play.skips)
    for viewer in ("axis", "soviet", None):
        seen = [reel.view(viewer, number) for number in range(reel.length(viewer) + 1)]
        expected = [
            {"turn": view["turn"], "step": number, "label": view["tracks"][0]["label"]}
            for number, view in enumerate(seen)
            if number == 0 or view["turn"] != seen[number - 1]["turn"]
        ]
        assert reel.turns(viewer) == expected and [one["turn"] for one in expected] == [1, 2, 3, 4]
        new = [
            view["log"][-told:] if (told := view["log_length"] - seen[n]["log_length"]) else []
            for n, view in enumerate(seen[1:])
        ]
        fought = [n for n, lines in enumerate(new, 1) if any(line["key"] == "event.combat" for line in lines)]
        assert reel.combats(viewer) == fought != []
    own = {viewer: [one["step"] for one in reel.turns(viewer)] for viewer in ("axis", None)}
    assert own["axis"] != own[None], "who looks on does not count the secret choices of others"
    reel.follow(play.given[:30], play.skips)
    assert [one["turn"] for one in reel.turns(None)] == [1], "what was taken back has no turns"


def test_the_turns_come_with_the_length(home: Guest) -> None:
    table = home.open(game="vl")["id"]
    found = home.get(f"/api/tables/{table}/replay?seat=soviet").json()
    assert found["length"] == 0
    assert found["turns"] == [{"turn": 1, "step": 0, "label": {"en": "24 November 1942", "ja": "1942年11月24日"}}]


def test_the_report_counts_points_losses_and_dice(home: Guest) -> None:
    table = home.open()["id"]
    with home.sit(table, "axis") as one, home.sit(table, "soviet") as two:
        lines = {"axis": Line(one), "soviet": Line(two)}
        play_on(lines, Random(12), 400)
    report = home.get(f"/api/tables/{table}/report").json()
    file = home.get(f"/api/tables/{table}/file").json()
    combats = sum(verb == "resolve" for _, verb, _ in file["answers"])
    assert sum(side["rolls"] for side in report["dice"].values()) == combats > 0
    for dice in report["dice"].values():
        assert dice["effect"]["dice"] == dice["rolls"]  # each of them is read on the table of results
        assert sum(dice["faces"]) == dice["rolls"]
    assert report["turns"][0]["turn"] == 1
    assert report["turns"][-1]["score"] == home.get(f"/api/tables/{table}").json()["score"]
    assert all(lost["steps"] >= lost["units"] >= 0 for lost in report["losses"].values())


def test_the_report_tells_losses_and_luck_by_turn() -> None:
    rng = Random(6)
    play = game("avl").new(seed=6)
    reel = Reel(play.beginning())
    expected: dict[Any, dict[str, Any]] = {}
    sides = ("axis", "soviet")
    while play.result is None and play.view()["turn"] < 5:
        turn, told = play.view()["turn"], len(play.events)
        step(play, rng)
        mine = expected.setdefault(turn, {"dice": {side: [] for side in sides}})
        for event in play.events[told:]:
            if event.message.key == "event.combat":
                unit = event.message.args["units"][0]
                mine["dice"]["soviet" if unit.startswith("su-") else "axis"].append(event.message.args["die"])
        mine["lost"] = {side: lost_by(play, side) for side in sides}
    assert len(expected) == 4
    reel.follow(play.given[: len(play.given) // 2], play.skips)  # wound before, and followed since
    reel.report("axis")
    reel.follow(play.given, play.skips)
    before = dict.fromkeys(sides, 0)
    for viewer in ("axis", "soviet", None):
        turns = {one["turn"]: one for one in reel.report(viewer)["turns"]}
        assert list(turns)[:4] == list(expected)
        before = dict.fromkeys(sides, 0)
        for turn, wanted in expected.items():
            for side in sides:
                assert turns[turn]["losses"][side]["steps"] == wanted["lost"][side] - before[side], (turn, side)
                dice = wanted["dice"][side]
                assert turns[turn]["luck"][side]["rolls"] == len(dice), (turn, side)
            before = wanted["lost"]
    assert sum(before.values()) > 0
    report = reel.report(None)
    for side in sides:
        assert sum(one["losses"][side]["steps"] for one in report["turns"]) == report["losses"][side]["steps"]
        assert sum(one["losses"][side]["units"] for one in report["turns"]) == report["losses"][side]["units"]
        for what in ("dice", "actual", "expected", "variance"):
            told = sum(one["luck"][side]["effect"][what] for one in report["turns"])
            assert told == pytest.approx(report["dice"][side]["effect"][what])


def lost_by(play: Play, side: str) -> int:
    pieces = [one for one in play.view()["pieces"] if one["side"] == side and "full_steps" in one]
    return sum(one["full_steps"] - one["steps"] for one in pieces)


def test_winding_is_quick() -> None:
    rng = Random(1)
    play = game("avl").new(seed=1)
    for _ in range(300):
        step(play, rng)
    reel = Reel(play.beginning())
    reel.follow(play.given, play.skips)
    began = time.perf_counter()
    for number in (1, 24, 26, 199, len(play.given) // 2):
        reel.view("axis", min(number, reel.length("axis")))
    assert (time.perf_counter() - began) / 5 < 0.2


def test_the_report_of_blocks_tells_what_events_told() -> None:
    """Blocks that are lost go back into the pool: counting what lies on the map would tell nothing."""
    blocks = game("victory")
    place = {"red-infantry-1": "0707 at 4 from 0708", "blue-infantry-1": "0707 at 1"}
    play = blocks.position(place=place, battles={"0707": "red"}, step="combat", dice=[1] * 40)
    while play.view("red")["battle"] and play.deciders:
        answers = play.view(play.deciders[0])["ask"]["answers"]
        verb = next((one for one in ("fire_ground", "hit", "pass") if one in answers), next(iter(answers)))
        play.answer(play.deciders[0], verb, answers[verb][0])
    facts = [event.message.args for event in play.events if event.visible(0)]
    view = play.view("red")
    found = account(view, [TurnSeen(1, {}, view, facts)], blocks.tells_losses)
    assert found["losses"]["blue"] == {"steps": 1, "units": 1} == found["turns"][0]["losses"]["blue"]
    assert found["dice"]["red"]["rolls"] > 0 and set(found["dice"]["red"]["faces"][1:]) == {0}


def test_the_report_tells_a_counter_of_one_step_as_its_owner_s_loss() -> None:
    """The side that the event names is the one that scores it."""
    battles = game("lb")
    lost = {"unit": "su-rifle-rgt#1", "hex": "2222", "side": "german", "points": 5, "lost": 1, "gone": 1}
    view = battles.new(seed=1).view("german")
    found = account(view, [TurnSeen(1, {}, view, [lost])], battles.tells_losses)
    assert found["losses"] == {"russian": {"steps": 1, "units": 1}, "german": {"steps": 0, "units": 0}}


def test_the_report_s_score_is_that_after_the_last_thing_done_in_a_turn() -> None:
    """The last act of turn 6 is a reinforcement that takes Kharkov: its 5 points belong to that turn."""
    play = game("avl").position(step="reinforcements", turn=6, place={})
    while play.deciders == ("axis",):
        ask = play.ask("axis")
        assert ask is not None
        verb = next(iter(ask.answers))
        play.answer("axis", verb, ask.answers[verb][0])
    before = play.view()["score"]
    play.answer("soviet", "place_at", "1211")
    reel = Reel(play.beginning())
    reel.follow(play.given, play.skips)
    told = [(turn["turn"], turn["score"]) for turn in reel.report(None)["turns"]]
    after = {"axis": before["axis"] - 5, "soviet": before["soviet"] + 5}
    assert told == [(6, after), (7, after)] and play.view()["score"] == after


def test_luck_is_what_dice_did_and_not_how_high_they_were() -> None:
    sides = {"red": "red", "blue": "blue"}
    fired = {"side": "red", "dice": [1, 2, 6], "firepower": 2}
    victory = counted([fired], sides, list(sides), game("victory").die_worth)
    assert victory["red"]["effect"]["actual"] == 2.0, "low dice hit"
    assert victory["red"]["effect"]["expected"] == 1.0
    assert victory["blue"]["effect"] == {"dice": 0, "actual": 0.0, "expected": 0.0, "variance": 0.0}
    fought = {"side": "axis", "die": 6, "column": "4-1", "result": "1DR"}
    assert game("avl").die_worth(fought) == [0.0, 0.5, 0.5, 0.5, 1.5, 1.5]
    assert game("vl").die_worth({"column": "1/1", "die": 1, "result": "R/-"}) == [-0.5, -1.0, -1.0, 0.0, 0.0, 1.0]
    with_addition = {"column": "3-1", "die": 1, "addition": 2, "result": "DX"}
    assert game("lb").die_worth(with_addition) == [1.0, 0.5, 0.5, 0.0, -0.5, -1.0]
    for one in ("avl", "vl", "lb", "victory"):
        assert game(one).die_worth({"die": 3, "weather": "snow"}) is None, "a die that decides nothing to be counted"
