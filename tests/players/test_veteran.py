"""Looking ahead: what a search finds, that it finds it again, and that it keeps to the doctrine where it is unsure."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.ask import TARGET_BITS, TARGET_MASK, offered
from grognard.core.game import SetupError
from grognard.core.state import State
from grognard.games.vl.counters import GERMAN, SOVIET
from grognard.players import bot, search
from grognard.players.foresight import Model, Promise, Window, fulfilled, terms
from grognard.players.rollout import Rollout
from grognard.players.search import Budget, Thought
from grognard.players.staff import Staff, Tried
from grognard.players.tempers import mixed, shaken
from grognard.players.veteran import TIMES, Plan, Veteran
from grognard.players.vl import REGULAR
from grognard.players.vl.foresight import FORESIGHT

GAME = grognard.game("vl")


@pytest.fixture(scope="module")
def begun() -> Any:
    """The Soviet player's third turn is about to begin."""
    state = GAME.fast_state(8)
    officer, rng = bot("regular"), Random(2)
    while (FORESIGHT.window(state), state.deciders) < (Window(3, SOVIET), ()):
        player = state.deciders[0]
        state.apply(player, officer.choose(state, player, rng))
    return state


def test_the_same_budget_finds_the_same_and_leaves_the_position_as_it_is(begun: State) -> None:
    before = begun.clone()
    first, second = Thought(begun, SOVIET, 4), Thought(begun, SOVIET, 4)
    assert first.think(Budget(rollouts=12)) == second.think(Budget(rollouts=12))
    assert first.found == second.found
    assert first.rollouts == 12
    assert begun == before


@pytest.mark.parametrize("rollouts", [13, 40])
def test_a_staff_finds_what_one_alone_would_find(begun: State, rollouts: int) -> None:
    alone, staffed = Thought(begun, SOVIET, 4), Thought(begun, SOVIET, 4)
    assert alone.think(Budget(rollouts)) == staffed.think(Budget(rollouts, processes=2))
    assert alone.found == staffed.found
    assert not multiprocessing.active_children(), "nobody stays behind"


def test_whoever_of_the_staff_dies_is_replaced_by_the_others(begun: State) -> None:
    def attempt(number: int, course: int) -> Tried:
        if multiprocessing.parent_process() is not None and number == 1 and not killed.is_set():
            killed.set()
            os.kill(os.getpid(), signal.SIGKILL)
        return Tried(float(number), ())

    killed = multiprocessing.get_context("fork").Event()
    with Staff(attempt, 2) as staff:
        found = dict(staff.tried([(number, 0) for number in range(5)], None))
    assert found == {(number, 0): Tried(float(number), ()) for number in range(5)}


def test_a_staff_that_is_killed_while_it_waits_leaves_the_work_to_who_is_left() -> None:
    def attempt(number: int, course: int) -> Tried:
        return Tried(float(number), ())

    with Staff(attempt, 2) as staff:
        assert dict(staff.tried([(1, 0)], None)) == {(1, 0): Tried(1.0, ())}
        for officer in multiprocessing.active_children():
            assert officer.pid is not None
            os.kill(officer.pid, signal.SIGKILL)
            officer.join()
        found = dict(staff.tried([(number, 0) for number in range(5)], None))
    assert found == {(number, 0): Tried(float(number), ()) for number in range(5)}
    assert not multiprocessing.active_children()


def test_a_staff_stops_in_time() -> None:
    def attempt(number: int, course: int) -> Tried:
        time.sleep(30 if number else 0)
        return Tried(1.0, ())

    with Staff(attempt, 2) as staff:
        found = list(staff.tried([(0, 0), (1, 0), (2, 0)], time.perf_counter() + 0.5))
    assert found == [((0, 0), Tried(1.0, ()))]
    assert not multiprocessing.active_children()


def test_a_staff_that_is_told_to_stop_leaves_what_it_is_at() -> None:
    def attempt(number: int, course: int) -> Tried:
        time.sleep(30 if number else 0)
        return Tried(1.0, ())

    found: list[Any] = []
    with Staff(attempt, 2) as staff:
        for one in staff.tried([(0, 0), (1, 0), (2, 0)], None, lambda: bool(found)):
            found.append(one)
    assert found == [((0, 0), Tried(1.0, ()))]
    assert not multiprocessing.active_children()


def test_all_tempers_meet_the_same_dice(begun: State) -> None:
    """The doctrine against itself: every course comes to the same end twice."""
    ends = [Rollout(FORESIGHT, begun, SOVIET, REGULAR, REGULAR, seed).play() for seed in (5, 5, 6)]
    assert ends[0] == ends[1] != ends[2]
    assert FORESIGHT.window(ends[0]) >= FORESIGHT.horizon(begun) or ends[0].over  # type: ignore[arg-type]


def test_a_plan_answers_for_its_own_window_alone(begun: State) -> None:
    asked: list[tuple[Window, int]] = []

    class Watched:
        def choose(self, state: Any, player: int) -> int | None:
            asked.append((FORESIGHT.window(state), player))
            return REGULAR.choose(state, player)

    Rollout(FORESIGHT, begun, SOVIET, REGULAR, Watched(), 5).play()
    assert set(asked) == {(Window(3, SOVIET), SOVIET)}


def thought_with(found: Mapping[int, list[float]], begun: State) -> Thought:
    thought = Thought(begun, SOVIET, 1)
    thought.alive = list(found)
    for number, worth in found.items():
        thought.found[number] = dict(enumerate(worth))
    return thought


def test_another_temper_is_taken_only_when_it_gains_more_than_its_error(begun: State) -> None:
    own = [0.2, 0.4, 0.6, 0.8]
    sure, unsure = [0.3, 0.5, 0.7, 0.95], [0.9, 0.1, 0.9, 0.6]
    assert sum(unsure) > sum(sure), "it looks better still, by chance"
    assert thought_with({0: own, 3: sure}, begun).best() == Thought(begun, SOVIET, 1).tempers[3]
    assert thought_with({0: own, 3: unsure}, begun).best() == {}
    assert thought_with({0: own, 3: [0.9]}, begun).best() == {}, "one course tells nothing"


@pytest.mark.parametrize("processes", [1, 2])
def test_who_is_told_to_stop_answers_with_the_best_that_he_has_found(
    begun: State, monkeypatch: pytest.MonkeyPatch, processes: int
) -> None:
    """Each temper is worth its number here: after two rounds the best of them is known."""
    monkeypatch.setattr(Thought, "_try", lambda thought, number, course: Tried(number + course / 10, (number,)))
    enough = 17 + 9
    thought = Thought(begun, SOVIET, 4, stopped=lambda: thought.rollouts >= enough)
    assert thought.think(Budget(rollouts=100_000, processes=processes)) == thought.tempers[16]
    assert thought.rollouts == enough


def test_who_is_told_to_stop_leaves_the_course_that_he_is_at(begun: State) -> None:
    asked: list[None] = []

    def stopped() -> bool:
        asked.append(None)
        return len(asked) > 20

    thought = Thought(begun, SOVIET, 4, stopped=stopped)
    assert thought.think(Budget(rollouts=100_000)) == {}
    assert thought.rollouts == 0 and len(asked) < 25


def test_a_bot_that_is_told_to_stop_at_once_plays_as_its_doctrine(begun: State) -> None:
    """Also one that errs, which lets another think."""
    for name in ("veteran:seconds=1000", "grognard:seconds=1000,processes=2", "veteran:seconds=1000,errs=1e-9"):
        hurried = bot(name, "vl")
        hurried.stopped = lambda: True
        assert hurried.choose(begun, SOVIET, Random(1)) == REGULAR.choose(begun, SOVIET)  # type: ignore[arg-type]
        assert hurried.memory == Plan(FORESIGHT.window(begun), {}, 0, 0, hurried.memory.kept)  # type: ignore[arg-type]


def test_no_time_means_the_doctrine_s_own_plan(begun: State) -> None:
    assert Thought(begun, SOVIET, 4).think(Budget(seconds=0.0)) == {}


def test_tempers_keep_to_the_bounds() -> None:
    for temper in shaken(REGULAR.sheet, "german", Random(1), 7):
        assert temper
        REGULAR.changed("german", temper)  # or it says what is out of bounds


def test_where_there_is_little_time_few_tempers_are_tried(begun: State) -> None:
    few, many = Thought(begun, SOVIET, 4), Thought(begun, SOVIET, 4)
    few.think(Budget(rollouts=10))
    many.think(Budget(rollouts=60))
    assert [len([one for one in thought.found if one]) for thought in (few, many)] == [5, 17]
    assert max(map(len, few.found)) >= 2, "the best of them are tried again"


def test_the_worse_half_is_dropped_after_each_round(begun: State, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each temper is worth its number here, and none begins like another."""
    monkeypatch.setattr(Thought, "_try", lambda thought, number, course: Tried(number + course / 10, (number,)))
    thought = Thought(begun, SOVIET, 4)
    assert thought.think(Budget(rollouts=17 + 9 + 2 * 5 + 4 * 3)) == thought.tempers[16]
    tried = [len(found) for found in thought.found]
    assert tried == [8] + [1] * 8 + [2] * 4 + [4] * 2 + [8] * 2


def test_the_best_are_mixed_and_their_brood_meets_the_same_courses(
    begun: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each temper is worth its number here: what was bred of the last two, the best, joins them and wins."""
    monkeypatch.setattr(Thought, "_try", lambda thought, number, course: Tried(number + course / 10, (number,)))
    thought = Thought(begun, SOVIET, 4, others=4)
    best = thought.think(Budget(rollouts=40, tempers=4, broods=1))
    third, fourth = thought.tempers[3:5]
    bred = thought.tempers[5:]
    assert bred == [mixed(thought.book.sheet, thought.side, fourth, third, thought.family)]
    assert best == bred[0]
    assert sorted(thought.found[5]) == sorted(thought.found[0]), "all are compared on the same dice"


def test_a_mix_has_something_of_both() -> None:
    sheet = REGULAR.sheet
    own = sheet.of("soviet")
    one, other = {"pull": own["pull"] * 1.2}, {"pull": own["pull"] * 1.2, "pickets": 3.0}
    assert own["pickets"] == 0, "what is nothing by itself has no share of its own size"
    found = mixed(sheet, "soviet", one, other)
    assert own["pull"] * 1.2 < found["pull"] < own["pull"] * 1.2**2
    assert found["pickets"] == 3
    assert mixed(sheet, "soviet", {"pull": 1e9}, {}) == {"pull": sheet.weights["pull"].most}


def test_a_grognard_remembers_his_last_temper(begun: State, monkeypatch: pytest.MonkeyPatch) -> None:
    known = []

    def heard(thought: Thought, budget: Budget) -> Mapping[str, float]:
        known.append(thought.tempers)
        return {}

    monkeypatch.setattr(Thought, "think", heard)
    for name in ("grognard:rollouts=2", "veteran:rollouts=2"):
        looking = Veteran(name)
        looking.memory = Plan(Window(0, 0), {"pull": 0.123})
        looking.temper(begun, SOVIET, Random(1))
    assert known[0][1] == {"pull": 0.123}
    assert {"pull": 0.123} not in known[1]


def test_veteran_plans_once_for_a_window_and_again_for_the_next(begun: State, monkeypatch: pytest.MonkeyPatch) -> None:
    windows: list[Window] = []
    think = Thought.think

    def counted(self: Thought, budget: Budget) -> Mapping[str, float]:
        windows.append(FORESIGHT.window(self.state))  # type: ignore[arg-type]
        return think(self, Budget(rollouts=2))

    monkeypatch.setattr(search.Thought, "think", counted)
    state, rng = begun.clone(), Random(3)
    players = [bot("veteran:rollouts=2", "vl"), bot("veteran:rollouts=2", "vl")]
    while not state.over and FORESIGHT.window(state) < Window(4, GERMAN):  # type: ignore[arg-type]
        player = state.deciders[0]
        answer = players[player].choose(GAME.imagine(state, player, rng), player, rng)
        assert offered(state.ask(player), answer >> TARGET_BITS, answer & TARGET_MASK)
        state.apply(player, answer)
    assert windows == [Window(3, SOVIET), Window(3, GERMAN), Window(4, SOVIET)]


def test_a_grognard_thinks_again_after_each_attack(begun: State, monkeypatch: pytest.MonkeyPatch) -> None:
    thoughts: list[tuple[int | None, Mapping[str, float], int | None]] = []
    tempers = iter({"pull": 0.1 + number / 100} for number in range(99))

    def heard(self: Thought, budget: Budget) -> Mapping[str, float]:
        thoughts.append((FORESIGHT.stage(self.state), self.tempers[0], budget.rollouts))  # type: ignore[arg-type]
        assert not thoughts[1:] or {} in self.tempers, "the doctrine's own stays in question"
        return next(tempers)

    monkeypatch.setattr(search.Thought, "think", heard)
    state, rng = begun.clone(), Random(3)
    players = [bot("grognard:rollouts=50", "vl"), bot("regular")]
    while FORESIGHT.window(state) == Window(3, SOVIET):  # type: ignore[arg-type]
        player = state.deciders[0]
        state.apply(player, players[player].choose(GAME.imagine(state, player, rng), player, rng))
    stages = [stage for stage, _, _ in thoughts]
    assert stages == sorted(set(stages), key=stages.index), "once for each"
    assert stages[:3] == [0, 1, 2], "movement, combat, and after the first attack"
    assert len(stages) <= 1 + TIMES, "all of them together take no longer than was granted"
    assert [own for _, own, _ in thoughts[:3]] == [{}, {"pull": 0.1}, {"pull": 0.11}], "what he goes by is in question"
    assert [rollouts for _, _, rollouts in thoughts[:3]] == [25, 5, 5]


def test_what_it_remembers_may_be_given_to_another(begun: State) -> None:
    one, other = bot("veteran:rollouts=9"), bot("veteran:rollouts=9")
    first = one.choose(begun, SOVIET, Random(3))
    other.memory = one.memory
    began = other.choose(begun, SOVIET, Random(99))  # whatever the chance: it does not think again
    assert first == began and other.memory is one.memory


@pytest.mark.parametrize(
    "name", ["veteran:pull=1", "veteran:rollouts=4,seconds=1", "veteran:seconds=0", "veteran:processes=2"]
)
def test_a_budget_is_seconds_or_rollouts(name: str) -> None:
    with pytest.raises(SetupError, match="say seconds=3 or rollouts=40"):
        bot(name)


@pytest.mark.parametrize("name", ["grognard:processes=0", "grognard:processes=1000", "grognard:tempers=3"])
def test_a_grognard_may_be_granted_a_staff(name: str) -> None:
    granted = bot("grognard:seconds=5,processes=3", "vl")
    assert isinstance(granted, Veteran) and (granted.budget.seconds, granted.budget.processes) == (5.0, 3)
    with pytest.raises(SetupError, match="and processes=2"):
        bot(name)


def test_nobody_looks_ahead_in_a_game_that_tells_nothing_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FORESIGHT, "models", {})
    with pytest.raises(SetupError, match='nobody looks ahead in "vl" yet'):
        bot("veteran", "vl")


# ---- what is promised


def test_a_model_adds_up_features_and_features_by_time() -> None:
    model = Model(chance=(0.0, 0.0, 1.0, -1.0), lead=(1.0, 2.0, 3.0, 4.0), spread=5.0)
    promise = model.promise(terms(0.5, (2.0,)))
    assert promise.lead == 1 + 1 + 6 + 4
    assert promise.chance == pytest.approx(1 / (1 + 2.718281828 ** -(2 - 1)))
    assert model.worth(Promise(1.0, 10.0)) == 2.0


def test_a_position_nearer_to_victory_promises_more() -> None:
    """The garrison down to its last levels, against the same while it is whole."""

    def promised(west: int, east: int) -> Promise:
        play = GAME.position(turn=8, step="move", active="soviet", festungs={"west": west, "east": east})
        read = FORESIGHT.read(play.state, "soviet")
        return FORESIGHT.models["campaign"]["soviet"].promise(terms(FORESIGHT.elapsed(play.state), read))

    assert promised(1, 1).chance > promised(4, 4).chance
    assert promised(1, 1).lead > promised(4, 4).lead + 2


def test_what_is_over_is_told_by_its_result() -> None:
    state = GAME.fast_state(8)
    rng = Random(1)
    random = bot("random")
    while not state.over:
        player = state.deciders[0]
        state.apply(player, random.choose(state, player, rng))
    assert state.result is not None
    german = fulfilled(state.result, "german")
    assert german.chance == float("german" in state.result.winners)
    assert german.lead == -fulfilled(state.result, "soviet").lead
