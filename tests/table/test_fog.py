"""Blocks over the network: no line, replay, card or report ever tells a hidden block from another."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from grognard.core import game as games
from grognard.hex.grid import bits
from tests.table.guests import Guest, Inn, Line, unlock_dice

ANSWERS = 1000
BACK = {"id", "side", "army", "where", "on_map", "hidden"}
"""All that the back of a block shows."""
THEIRS = {"red": re.compile(r'"blue-[a-z_]+-\d+"'), "blue": re.compile(r'"red-[a-z_]+-\d+"')}
"""The ids of the other side's blocks."""


def seated(inn: Inn, scenario: str) -> tuple[str, Guest, Guest]:
    red, blue = inn.guest(), inn.guest()
    opened = red.open(game="victory", scenario=scenario, seats={"blue": "invite"})
    assert blue.post("/api/join", {"token": opened["invites"]["blue"]}).status_code == 200
    if opened["promises"]:  # the example of the rulebook has rolled for the initiative already
        unlock_dice(opened["id"], {"red": red, "blue": blue})
    return opened["id"], red, blue


def pieces_in(message: Any) -> Iterator[dict[str, Any]]:
    """Every piece in a message, however deep."""
    if isinstance(message, dict):
        if "on_map" in message:
            yield message
        for value in message.values():
            yield from pieces_in(value)
    elif isinstance(message, list):
        for value in message:
            yield from pieces_in(value)


def probe(line: Line, rng: Random) -> None:
    """Ask for everything about the other side's blocks that a curious client can think of."""
    theirs = [name for name in line.view["pieces"] if name.startswith(("hidden:", "seen:"))] or ["hidden:0101:1"]
    verbs = sorted(line.view["ask"]["answers"]) if line.view["ask"] else ["move_unit"]
    for kind in ("why", "preview"):
        line.send(type=kind, verb=rng.choice([*verbs, "move_unit", "fire", "hit"]), target=rng.choice(theirs))
    taken = {"verb": rng.choice([*verbs, "unit"]), "target": rng.choice(theirs)}
    line.send(type="together", first=[], rows=[[taken, {"verb": "move", "target": "0101"}]], stop=None)
    for kind in ("supply:red", "supply:blue", "control:red", "control:blue", "storm"):
        line.send(type="overlay", kind=kind)


def bold(line: Line, rng: Random) -> dict[str, Any]:
    """Any answer, but into a hex of the other side's where one is offered: random players seldom meet."""
    ask = line.view["ask"]
    enemies = {piece["where"] for piece in line.view["pieces"].values() if piece["side"] != line.view["viewer"]}
    into = [
        (verb, target)
        for verb, targets in ask["answers"].items()
        if ask["kinds"][verb] == "hex"
        for target in targets
        if target in enemies
    ]
    return line.answer(*rng.choice(into)) if into else line.answer_anything(rng)


def face_up(inn: Inn, table: str) -> set[tuple[str, str, int]]:
    """Type and strength of the blocks that lie face up, with their army."""
    room = inn.run(inn.house.room, table)
    state = room.play.state
    blocks, kinds = state.game.blocks, state.game.kinds
    return {
        (state.game.armies[blocks.army[unit]].id, kinds.names[blocks.kind[unit]], int(state.steps[unit]))
        for unit in bits(state.shown)
    }


@pytest.mark.parametrize(("scenario", "seed"), [("quick-start", 3), ("example-hope", 8), ("example-hope", 10)])
def test_no_frame_tells_a_hidden_block_from_another(
    inn: Inn, scenario: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "secrets", SimpleNamespace(token_hex=lambda _: str(seed)))  # others may bring no battle
    table, red, blue = seated(inn, scenario)
    watch = red.post(f"/api/tables/{table}/watch").json()["token"]
    rng = Random(seed)
    fought = 0
    with (
        red.sit(table, "red") as one,
        blue.sit(table, "blue") as two,
        inn.guest().sit(table, watch=watch) as three,
    ):
        lines = {"red": Line(one), "blue": Line(two)}
        onlooker = Line(three)
        heard = dict.fromkeys((*lines, "nobody"), 0)
        for step in range(ANSWERS):
            for line in (*lines.values(), onlooker):
                line.settle()
            shown = face_up(inn, table)
            for who, line in (*lines.items(), ("nobody", onlooker)):
                news, heard[who] = line.frames[heard[who] :], len(line.frames)
                for frame in news:
                    if '"result":{' in frame:  # over: everybody may see everything, from this frame on
                        break
                    check(frame, who, shown)
                fought += sum("seen:" in frame for frame in news)
            moving = [line for line in lines.values() if line.view["ask"]]
            if not moving:
                break
            line = rng.choice(moving)
            if step % 7 == 0:
                for curious in lines.values():
                    probe(curious, rng)
            if step % 11 == 0 and line.view["can_undo"]:
                assert line.send(type="undo", seq=line.seq)["type"] == "done"
                continue
            reply = bold(line, rng)
            assert reply["type"] == "done", reply
    assert fought, "nothing was ever turned up"
    looked_back(inn, table, {"red": red, "blue": blue})


def check(frame: str, who: str, shown: set[tuple[str, str, int]]) -> None:
    for side in THEIRS if who == "nobody" else (who,):
        assert not THEIRS[side].search(frame), frame[:400]
    for piece in pieces_in(json.loads(frame)):
        if piece["side"] == who:
            continue
        if piece["id"].startswith("hidden:"):
            assert set(piece) == BACK, piece
        else:
            assert piece["id"].startswith("seen:") and "face_up" in piece["flags"], piece
            assert (piece["army"], piece["kind"], piece["steps"]) in shown, piece


def looked_back(inn: Inn, table: str, guests: dict[str, Guest]) -> None:
    for who, guest in guests.items():
        length = guest.get(f"/api/tables/{table}/replay?seat={who}").json()["length"]
        texts = [guest.get(f"/api/tables/{table}/replay/{n}?seat={who}").text for n in range(0, length, 40)]
        looks = ("report?", "position?", "film?after=0&", f"film?after={length // 2}&")
        texts += [guest.get(f"/api/tables/{table}/{look}seat={who}").text for look in looks]
        texts.append(guest.get("/api/tables").text)
        over = inn.run(inn.house.room, table).result is not None
        for text in () if over else texts:
            assert not THEIRS[who].search(text), text[:400]
            for piece in pieces_in(json.loads(text)):
                assert piece["side"] == who or piece["id"].startswith(("hidden:", "seen:")), piece
                assert not piece["id"].startswith("hidden:") or set(piece) == BACK, piece
        other = "blue" if who == "red" else "red"
        for look in ("replay?", "film?after=0&"):
            assert guest.get(f"/api/tables/{table}/{look}seat={other}").status_code == 403
        assert guest.get(f"/api/tables/{table}/file").status_code == (200 if over else 409)


def deployed(inn: Inn, one: Line, two: Line) -> tuple[Line, Line]:
    """Both have deployed: (who moves, who looks on)."""
    muster = one if one.view["ask"] else two
    assert muster.answer("muster")["type"] == "done"
    for line in (one, two):
        line.settle()
        for verb in ("deploy_rest", "done"):
            assert line.answer(verb)["type"] == "done"
    one.settle()
    return (one, two) if one.view["ask"] else (two, one)


def test_nobody_can_count_how_often_another_took_up_a_block_or_thought_better_of_it(inn: Inn) -> None:
    """How many answers a move takes depends on the block: one that could go on has to be stopped, aircraft not."""
    table, red, blue = seated(inn, "quick-start")
    with red.sit(table, "red") as one, blue.sit(table, "blue") as two:
        mover, other = deployed(inn, Line(one), Line(two))
        guest = red if other.view["viewer"] == "red" else blue
        replay = f"/api/tables/{table}/replay?seat={other.view['viewer']}"

        def counted() -> tuple[int, int, int, float]:
            other.settle()
            frames = sum("told" not in json.loads(frame)["type"] for frame in other.frames)
            return frames, other.seq, guest.get(replay).json()["length"], guest.get("/api/tables").json()[0]["changed"]

        before = counted()
        ready = mover.view["ask"]["answers"]["unit"]
        for unit in ready[:3]:
            assert mover.answer("unit", unit)["type"] == "done"
        assert mover.answer("stop")["type"] == "done"
        assert mover.send(type="undo", seq=mover.seq)["type"] == "done"
        assert mover.send(type="redo", seq=mover.seq)["type"] == "done"
        assert counted() == before
        for unit in ready:
            mover.answer("unit", unit)
            if mover.view["ask"]["answers"].get("move"):
                break
        assert mover.answer("move", mover.view["ask"]["answers"]["move"][0])["type"] == "done"
        after = counted()
        assert (after[0] - before[0], after[1], after[2] - before[2]) == (1, before[1], 1) and after[3] > before[3]
        assert mover.send(type="undo", seq=mover.seq)["type"] == "done"
        again = counted()
        assert (again[0] - after[0], again[2]) == (1, before[2]) and again[3] > after[3]


def test_secret_choices_leave_no_mark_on_a_tables_card(inn: Inn) -> None:
    table, red, blue = seated(inn, "quick-start")
    with red.sit(table, "red") as one, blue.sit(table, "blue") as two:
        mine, theirs = Line(one), Line(two)
        muster, guest = (mine, blue) if mine.view["ask"] else (theirs, red)
        muster.answer("muster")
        inn.run(inn.house.store.append, [])

        def told() -> list[str]:
            return [guest.get(path).text for path in ("/api/tables", f"/api/tables/{table}")]

        before = told()
        muster.answer("deploy", muster.view["ask"]["answers"]["deploy"][0])
        muster.answer("deploy_at", muster.view["ask"]["answers"]["deploy_at"][0])
        muster.answer("deploy_rest")
        assert told() == before
        muster.answer("done")
        assert told() == before
        for opened_again in (False, True):
            if opened_again:
                inn.house._rooms.clear()
            assert told() == before


@contextmanager
def three_fronts(inn: Inn) -> Iterator[tuple[str, list[Line]]]:
    """Three people at a table of three, before the first answer."""
    north, south, red = inn.guest(), inn.guest(), inn.guest()
    opened = red.open(
        game="victory", scenario="two-front-war-3", seats={"blue-north": "invite", "blue-south": "invite"}
    )
    for guest, player in ((north, "blue-north"), (south, "blue-south")):
        guest.post("/api/join", {"token": opened["invites"][player]})
    table = opened["id"]
    unlock_dice(table, {"red": red, "blue-north": north, "blue-south": south})
    with red.sit(table, "red") as one, north.sit(table, "blue-north") as two, south.sit(table, "blue-south") as three:
        lines = [Line(one), Line(two), Line(three)]
        first = next(line for line in lines if line.view["ask"])
        assert first.answer("muster")["type"] == "done"
        for line in lines:
            line.settle()
        yield table, lines


def test_a_take_back_that_waits_tells_nobody_of_secret_choices(inn: Inn) -> None:
    with three_fronts(inn) as (table, (asking, secret, agreeing)):
        assert asking.send(type="takeback_ask", to=0)["type"] == "done"
        assert secret.answer("deploy_rest")["type"] == "done"
        assert agreeing.send(type="takeback_answer", yes=True)["type"] == "done"
        assert secret.send(type="takeback_answer", yes=True)["type"] == "done"
        assert inn.run(inn.house.room, table).play.given == ()


PickingUp = Callable[[Line], None]


def takes_up(mover: Line) -> None:
    assert mover.answer("unit", mover.view["ask"]["answers"]["unit"][0])["type"] == "done"


def takes_up_and_thinks_better_of_it(mover: Line) -> None:
    takes_up(mover)
    assert mover.send(type="undo", seq=mover.seq)["type"] == "done"


@pytest.mark.parametrize("before", [None, takes_up], ids=["idle before", "with a block in hand before"])
@pytest.mark.parametrize("since", [None, takes_up, takes_up_and_thinks_better_of_it])
@pytest.mark.parametrize("asks", ["mover", "third"])
def test_a_take_back_that_waits_tells_nobody_whether_a_block_is_in_hand(
    inn: Inn, asks: str, before: PickingUp | None, since: PickingUp | None
) -> None:
    """Whatever the mover is about, the two others hear the same: of the request, of its end, and when none is made."""
    with three_fronts(inn) as (table, lines):
        for line in lines:
            line.settle()
            for verb in ("deploy_rest", "done"):
                assert line.answer(verb)["type"] == "done"
        for line in lines:
            line.settle()
        mover = next(line for line in lines if line.view["ask"])
        third = next(line for line in lines if line is not mover)
        if before is not None:
            before(mover)
        now = inn.run(inn.house.reel, inn.run(inn.house.room, table)).length(third.view["viewer"])
        nothing = third.send(type="takeback_ask", to=now)
        assert nothing["type"] == "error" and nothing["why"] == "there is nothing to take back"
        asking = mover if asks == "mover" else third
        assert asking.send(type="takeback_ask", to=1)["type"] == "done"
        if since is not None and mover.view["ask"]["answers"].get("unit"):
            since(mover)
        for line in lines:
            if line is not asking:
                assert line.send(type="takeback_answer", yes=True)["type"] == "done"
        for line in lines:
            line.settle()
        assert len(inn.run(inn.house.room, table).play.given) == 1


# ---- councils behind closed doors

POSTS = ("general", "admiral", "air-marshal", "politician")
RED, BLUE = (tuple(f"{side}-{post}" for post in POSTS) for side in ("red", "blue"))


@contextmanager
def in_council(inn: Inn) -> Iterator[tuple[str, Guest, dict[str, Line], Line]]:
    """A team game at Red's first war council: (table, Blue's person, all lines, a spectator's)."""
    red, blue = inn.guest(), inn.guest()
    opened = red.open(
        game="victory", scenario="commanders-8", seats=dict.fromkeys(BLUE, "invite"),
        clock={"minutes": 30, "increment": 5},
    )  # fmt: skip
    table = opened["id"]
    for player in BLUE:
        assert blue.post("/api/join", {"token": opened["invites"][player]}).status_code == 200
    unlock_dice(table, {player: red if player in RED else blue for player in (*RED, *BLUE)})
    watch = red.post(f"/api/tables/{table}/watch").json()["token"]
    with ExitStack() as doors:
        lines = {
            player: Line(doors.enter_context((red if player in RED else blue).sit(table, player)))
            for player in (*RED, *BLUE)
        }
        onlooker = Line(doors.enter_context(inn.guest().sit(table, watch=watch)))
        while (asked := [line for line in lines.values() if line.view["ask"]])[0].view["ask"]["step"] != "council":
            verb = next(one for one in ("muster", "deploy_rest", "done") if one in asked[0].view["ask"]["answers"])
            assert asked[0].answer(verb)["type"] == "done"
            for line in lines.values():
                line.settle()
        yield table, blue, lines, onlooker


COUNCILS: list[list[tuple[str, str, int | None]]] = [
    [(player, "pass", None) for player in RED],
    [("red-admiral", "propose", 1), ("red-politician", "aye", None), ("red-politician", "transfer", 1),
     ("red-air-marshal", "coup", None), ("red-general", "nay", None), ("red-general", "pass", None)],
]  # fmt: skip


def test_a_council_sends_the_enemy_nothing_however_it_goes(inn: Inn) -> None:
    endings = []
    for council in COUNCILS:
        with in_council(inn) as (table, blue, lines, onlooker):
            outside = [*(lines[player] for player in BLUE), onlooker]

            def counted(outside: list[Line] = outside, blue: Guest = blue, table: str = table) -> list[Any]:
                """All that comes to those outside: frames, sequence numbers, replays, cards."""
                for line in outside:
                    line.settle()
                news = [sum(json.loads(frame)["type"] != "told" for frame in line.frames) for line in outside]
                lengths = [blue.get(f"/api/tables/{table}/replay?seat={player}").json()["length"] for player in BLUE]
                card = next(one for one in blue.get("/api/tables").json() if one["id"] == table)
                clocks = card["clocks"]
                ends = {player: left + clocks["now"] for player, left in clocks["left"].items()}
                card["clocks"] = {player: pytest.approx(ends[player], abs=0.3) for player in clocks["running"]}
                return [news, [line.seq for line in outside], lengths, card]

            before = counted()
            had = dict(inn.run(inn.house.room, table).clock.left)
            assert before[-1]["waiting"] == lines["blue-general"].view["waiting"] == list(RED)
            for number, (player, verb, target) in enumerate(council):
                if number:
                    assert counted() == before, (player, verb)
                lines[player].settle()
                assert lines[player].answer(verb, target)["type"] == "done"
                room = inn.run(inn.house.room, table)
                spent = {round(had[one] - room.clock.left[one], 4) for one in RED}
                assert len(spent) == 1, "the clocks of the team run together"
                if number == 1:
                    lines[player].settle()
                    assert lines[player].send(type="undo", seq=lines[player].seq)["type"] == "done"
                    assert counted() == before
                    assert lines[player].send(type="redo", seq=lines[player].seq)["type"] == "done"
            after = counted()
            assert after[-1]["waiting"] == list(BLUE), "now it is their turn to confer"
            endings.append([[b - a for a, b in zip(before[n], after[n], strict=True)] for n in range(3)])
            frames = "".join(frame for line in outside for frame in line.frames)
            for told in ("event.vote", "event.motion", "event.coup_called"):
                assert told not in frames
    assert endings[0] == endings[1]


def test_a_team_that_confers_too_long_loses_on_time_whoever_was_asked(inn: Inn) -> None:
    with in_council(inn) as (table, _, lines, _):
        assert lines["red-general"].answer("pass")["type"] == "done"
        room = inn.run(inn.house.room, table)
        assert room.clocks("blue-general")["running"] == room.clocks("red-general")["running"] == list(RED)
        assert lines["blue-general"].send(type="claim")["type"] == "error"
        room.clock.left["red-general"] = -1.0
        assert lines["blue-general"].send(type="claim")["type"] == "done"
        assert room.result is not None and room.result.winners == ("blue",)
