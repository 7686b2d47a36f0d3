"""The collector's long passes wait until nobody speaks; nothing is left lying about for good."""

from __future__ import annotations

import gc
import signal
import weakref
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx2
import pytest

from grognard.core.play import WORDED_KEPT
from grognard.core.registry import game
from grognard.table.broom import HEAP, LOOKS, QUIET, RUBBISH, YOUNG, Broom
from tests.table.guests import Line, opened
from tests.table.serving import served

COUNTED = """
import gc, signal
def told(*_):
    gc.unfreeze()
    print(sum(type(one).__name__ == "_SelectorSocketTransport" for one in gc.get_objects()), flush=True)
signal.signal(signal.SIGUSR1, told)
import grognard.table.broom as broom
broom.EVERY = 0.02
"""


class Thing:
    """Something that holds on to itself, as closed lines do."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def tidy() -> Iterator[None]:
    gc.collect()
    usual = gc.get_threshold()
    gc.set_threshold(YOUNG, *usual[1:])  # as in a house
    yield
    gc.set_threshold(*usual)
    gc.unfreeze()


def test_what_is_held_is_out_of_the_collector_s_sight_while_people_play() -> None:
    held = [[] for _ in range(50_000)]  # type: list[list[int]]
    assert len(gc.get_objects()) > 50_000
    assert not Broom().sweep(0)
    assert len(gc.get_objects()) < 20_000 and gc.get_freeze_count() > 50_000
    assert len(held) == 50_000


def test_no_look_holds_what_another_thread_is_just_making(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a tuple in a list of all things is `SystemError: bad argument to internal function` for whoever makes it."""

    def listed() -> None:
        raise AssertionError("all things were listed")

    monkeypatch.setattr(gc, "get_objects", listed)
    broom = Broom()
    for quiet_for in (0.0, QUIET, 0.0):
        broom.sweep(quiet_for)


def test_old_rubbish_goes_when_it_is_quiet_and_then_only_once() -> None:
    broom, thing = Broom(), Thing()
    gone = weakref.ref(thing)
    broom.sweep(0)
    del thing
    gc.collect()
    assert gone() is not None, "it was put out of sight"
    assert not broom.sweep(QUIET / 2) and gone() is not None
    assert broom.sweep(QUIET) and gone() is None
    assert not broom.sweep(2 * QUIET), "nobody has said anything since"


def test_young_rubbish_goes_at_once() -> None:
    Broom().sweep(0)
    gone = weakref.ref(Thing())
    gc.collect(1)
    assert gone() is None


def test_a_word_at_a_table_makes_a_noise(tmp_path: Path) -> None:
    with opened(tmp_path) as inn:
        guest = inn.guest()
        table = guest.open()["id"]
        inn.house.heard = 0.0
        with guest.sit(table, "soviet") as session:
            Line(session).settle()
        assert inn.house.heard > 0


def test_of_a_long_log_only_the_words_of_its_end_are_kept() -> None:
    play = game("avl").new(seed=1)
    for _ in range(3 * WORDED_KEPT):
        play.state.tell("event.turn", "4.0a", turn=1)
    for number in range(len(play.events)):
        play.worded_event(number)
    assert len(play._worded) <= WORDED_KEPT
    assert play.view()["log"][-1]["text"]["en"] == "Turn 1 begins"


def test_a_house_that_is_never_quiet_is_swept_when_enough_has_heaped_up() -> None:
    broom = Broom()
    broom.sweep(0)
    swept = 0
    gone = []
    for _ in range(6):
        things = [Thing() for _ in range(HEAP // 2)]
        gone.append(weakref.ref(things[0]))
        swept += broom.sweep(0)  # they are held, so they are put out of sight
        del things
        swept += broom.sweep(0)
    assert 1 <= swept <= 4, "not at every look"
    assert gone[0]() is None


def test_many_short_visits_leave_nothing_behind(tmp_path: Path) -> None:
    with served(tmp_path, "--public", "--host", "127.0.0.1", first=COUNTED) as server:

        def visit(times: int) -> int:
            for _ in range(times):
                with httpx2.Client(base_url=server.url, verify=False) as one:
                    assert one.get("/api/me").status_code == 200
            server.process.send_signal(signal.SIGUSR1)
            assert server.process.stdout is not None
            return int(server.process.stdout.readline())

        before = visit(50)
        assert visit(400) - before < 100


def test_what_is_young_is_looked_through_now_and_then_and_again_where_there_was_rubbish() -> None:
    broom = Broom()

    def swept(things: int) -> bool:
        left = [weakref.ref(Thing()) for _ in range(things)]
        broom.sweep(0)
        return all(one() is None for one in left)

    assert swept(RUBBISH) and swept(RUBBISH) and swept(1), "it was worth it the last time"
    assert [swept(1) for _ in range(LOOKS)] == [False] * (LOOKS - 1) + [True]


@pytest.mark.parametrize("game_id", ["avl", "lb", "victory", "vl"])
def test_play_leaves_no_rubbish_behind(game_id: str) -> None:
    """Why what is young need not be looked through every time."""
    play, rng = game(game_id).new(seed=1), Random(1)
    gc.collect()
    gc.disable()
    try:
        for _ in range(60):
            if play.result is not None:
                break
            player = rng.choice(play.deciders)
            asked = play.ask(player)
            assert asked is not None
            verb, targets = rng.choice(list(asked.answers.items()))
            play.answer(player, verb, rng.choice(list(targets)) if targets else None)
            for viewer in (None, *play.roster.ids):
                play.view(viewer)
        assert gc.collect() < RUBBISH
    finally:
        gc.enable()
