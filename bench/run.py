"""Our figures beside a peer's, in one run: `make bench`. Writes docs/benchmarks.md when asked to (`--write`).

Every figure is the best of several repeats on a quiet process clock; the peer is python-chess playing random games.
"""

from __future__ import annotations

import argparse
import platform
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path
from random import Random

import chess

import grognard
from grognard.core.ask import random_answer
from grognard.core.game import Game, S
from grognard.core.play import Play
from grognard.core.state import State
from grognard.games.avl.game import AvlGame
from grognard.games.avl.movement import start_of_move
from grognard.games.avl.state import AvlState
from grognard.games.avl.tracing import in_supply
from grognard.hex.grid import bits
from grognard.lab.simulate import simulate
from grognard.players import bot, bots_of
from grognard.players.doctrine import REGULAR, doctrine
from grognard.players.foresight import Window
from grognard.players.search import Budget, Thought
from grognard.players.veteran import GROGNARD, VETERAN

BESIDE = 100
PACE = {"avl": 1.5, "vl": 1.5, "lb": 12_000, "victory": 8_000}
"""By game: the random decisions a second that are aimed at; under a hundred, a multiple of the peer's plies."""
RECRUIT = {"avl": 1.0, "vl": 0.5, "lb": 0.37, "victory": 0.53}
"""By game: the seconds aimed at for a game of Recruit against itself, a third of what it once took."""
QUICK = ("recruit", "regular")
"""Levels that answer at once."""
PLAYER_TURNS = {"recruit": 20, "regular": 20, VETERAN: 4, GROGNARD: 2}
"""By level: of how many player turns the mean is told."""
TABLE = "## The table in the browser"
DOCUMENT = Path(__file__).parent.parent / "docs" / "benchmarks.md"


@dataclass(frozen=True)
class Figure:
    """One line of the table: what was measured, the target, and whether more or less is better."""

    what: str
    value: float
    unit: str
    target: float | None = None
    more_is_better: bool = False

    @property
    def reached(self) -> str:
        if self.target is None:
            return ""
        good = self.value >= self.target if self.more_is_better else self.value <= self.target
        return "yes" if good else f"no ({self.value / self.target:.2f} of it)"

    def row(self) -> str:
        target = "" if self.target is None else f"{'>=' if self.more_is_better else '<='} {_short(self.target)}"
        value = f"{self.value:,.{2 if self.value < 10 else 0}f}"
        return f"| {self.what} | {value} {self.unit} | {target} | {self.reached} |"


def _short(number: float) -> str:
    return f"{number:,.0f}" if number >= 5 else f"{number:g}"


def microseconds(work: Callable[[], object], repeats: int = 15, seconds: float = 0.05) -> float:
    """The best mean time of one call over several short runs."""
    start = time.perf_counter()
    work()
    once = max(time.perf_counter() - start, 1e-7)
    count = max(1, int(seconds / once))
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        for _ in range(count):
            work()
        best = min(best, (time.perf_counter() - start) / count)
    return best * 1e6


def chess_plies(seconds: float) -> float:
    """Plies per second of python-chess playing at random, as the plain loop writes it."""
    rng, plies = Random(1), 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            plies += 1
    return plies / (time.process_time() - start)


def random_games(game: Game, seconds: float) -> tuple[float, float]:
    """Decisions per second and whole games per second of one process playing at random."""
    rng, decisions, games = Random(1), 0, 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        state = game.fast_state(games)
        while state.result is None:
            player = state.deciders[0]
            state.apply(player, random_answer(state.ask(player), rng))
            decisions += 1
        games += 1
    spent = time.process_time() - start
    return decisions / spent, games / spent


def position_bytes(state: State, copies: int = 400) -> float:
    """Memory that one more copy of a position takes."""
    state.clone()
    tracemalloc.start()
    kept = [state.clone() for _ in range(copies)]
    taken = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return taken / len(kept)


def midgame(game: Game[S]) -> Play[S]:
    """A position after some turns of random play, with both sides spread over the map."""
    rng = Random(5)
    play = game.new(seed=5)
    while play.view()["turn"] < 4 and play.result is None:
        player = play.state.deciders[0]
        play.apply(player, random_answer(play.state.ask(player), rng))
    return play


def bots_game(game: Game, bot: str, games: int = 3) -> tuple[float, float]:
    """Seconds of one process for a game of a bot against itself, as `grognard sim` plays it, and milliseconds for an
    answer; the mean of a few games."""
    seats = dict.fromkeys(game.scenario().roster.ids, bot)
    simulate(game.id, seats, 1, seed=7)  # what is worked out once is worked out
    start = time.process_time()
    played = simulate(game.id, seats, games)
    spent = time.process_time() - start
    return spent / games, 1000 * spent / sum(outcome.answers for outcome in played)


def bots_figures(game: Game) -> list[Figure]:
    """What the levels take to answer; one that looks ahead thinks for as long as it may, so its rollouts are timed."""
    found = []
    for level in QUICK:
        seconds, milliseconds = bots_game(game, level)
        name, target = level.capitalize(), RECRUIT[game.id] if level == "recruit" else None
        found.append(Figure(f"{game.name}, a game of {name} against itself", seconds, "s", target))
        found.append(Figure(f"{game.name}, an answer of {name}", milliseconds, "ms"))
    if VETERAN in bots_of(game.id):
        found.append(Figure(f"{game.name}, a rollout of Veteran", rollout(game), "ms"))
        found += turns_figures(game)
    return found


def turns_figures(game: Game) -> list[Figure]:
    """What a level takes for a whole player turn (an activation, an army's move), thinking and answering.

    Those who look ahead go by the clock, so that it is told how well they keep to it.
    """
    found = []
    for level, turns in PLAYER_TURNS.items():
        positions = list(islice(thought_about(game), turns))
        took = [window_of(game, level, state) for state in positions]
        who = level.capitalize()
        seconds = sum(one for one, _ in took) / len(took)
        found.append(Figure(f"{game.name}, a player turn of {who}", seconds, "s"))
        if level not in QUICK:
            answers = sum(count for _, count in took)
            found.append(Figure(f"{game.name}, an answer of {who}", 1000 * seconds * len(took) / answers, "ms"))
    return found


def window_of(game: Game, level: str, begun: State) -> tuple[float, int]:
    """Seconds that a level takes for its answers in a window, and how many they are; Regular answers for the others."""
    foresight = doctrine(game.id, REGULAR).foresight  # type: ignore[attr-defined]
    state, rng, window, planner = begun.clone(), Random(1), foresight.window(begun), begun.deciders[0]
    bots = {player: bot(level if player == planner else REGULAR) for player in range(len(foresight.sides(begun)))}
    seconds, answers = 0.0, 0
    while not state.over and foresight.window(state) == window:
        player = state.deciders[0]
        imagined = game.imagine(state, player, rng)
        start = time.perf_counter()
        answer = bots[player].choose(imagined, player, rng)
        if player == planner:
            seconds, answers = seconds + time.perf_counter() - start, answers + 1
        state.apply(player, answer)
    return seconds, answers


def thought_about(game: Game) -> Iterator[State]:
    """Positions between Regulars in which Veteran would look ahead, one scenario after the other; not every game comes
    to one."""
    foresight = doctrine(game.id, REGULAR).foresight  # type: ignore[attr-defined]  # those of Veteran's games have one
    for seed, scenario in product(range(5, 15), game.scenarios):
        state, officer, rng = game.fast_state(seed, scenario), bot("regular"), Random(seed)
        last = Window(2, 0)
        while not state.over:
            player = state.deciders[0]
            plans = foresight.window(state) > max(last, Window(3, -1)) and foresight.planner(state) == player
            if plans and foresight.gains(state, player):
                last = foresight.window(state)
                yield state
            state.apply(player, officer.choose(game.imagine(state, player, rng), player, rng))


def rollout(game: Game, rollouts: int = 24) -> float:
    """Milliseconds for one course of a plan, from the first that Veteran thinks about after two turns."""
    state = next(thought_about(game))
    thought = Thought(state, state.deciders[0], 1)
    start = time.process_time()
    thought.think(Budget(rollouts=rollouts))
    return 1000 * (time.process_time() - start) / thought.rollouts


def figures_of(game: Game, rates: tuple[float, float], peer: float) -> list[Figure]:
    """What every game is measured by."""
    play, rng = midgame(game), Random(1)
    viewer, state = play.roster.ids[0], play.state
    table, pace = game.laid_out(play.scenario, state.options), PACE[game.id]
    target = pace * peer if pace < BESIDE else pace
    return [
        Figure(f"{game.name}, random decisions per second", rates[0], "/s", target, True),
        Figure(f"{game.name}, whole random games per second", rates[1], "/s", 5, True),
        Figure(f"{game.name}, clone of a position", microseconds(state.clone), "us", 5),
        Figure(f"{game.name}, view of one player", microseconds(lambda: play.view(viewer)) / 1000, "ms", 2),
        Figure(f"{game.name}, imagine for one player", microseconds(lambda: table.imagine(state, 0, rng)), "us"),
        *bots_figures(game),
    ]


def single_figures(game: AvlGame, play: Play[AvlState]) -> list[Figure]:
    state, ground = play.state, game.ground
    tanks = [unit for unit in bits(game.counters.mechanized) if state.on_map(unit)]
    marches = [start_of_move(state, game.counters.side[unit], unit) for unit in tanks]
    ranges = sum(microseconds(lambda step=step: step.reach(state), 5, 0.01) for step in marches) / len(marches)  # type: ignore[misc]  # bound at once
    both = microseconds(lambda: (ground.zoc(state.combat[0]), ground.zoc(state.combat[1])))
    supply = microseconds(lambda: (in_supply(state, 0), in_supply(state, 1)))
    return [
        Figure(f"{game.name}, ZOC of all units of both sides", both, "us", 5),
        Figure(f"{game.name}, supply of both sides", supply, "us", 150),
        Figure(f"{game.name}, movement range, mean of {len(tanks)} mechanized units", ranges, "us", 150),
        Figure(f"{game.name}, memory of a position", position_bytes(state) / 1024, "kB", 20),
    ]


def figures(seconds: float) -> list[Figure]:
    games = [grognard.game(name) for name in PACE]
    # the rates are measured in turns, so that a busy moment of the machine hits all of them
    peers: list[float] = []
    ours: dict[str, list[tuple[float, float]]] = {one.id: [] for one in games}
    for _ in range(3):
        peers.append(chess_plies(seconds / 3))
        for one in games:
            ours[one.id].append(random_games(one, seconds / 3))
    found = [Figure("python-chess, random plies per second", max(peers), "/s")]
    for one in games:
        rates = max(rate for rate, _ in ours[one.id]), max(rate for _, rate in ours[one.id])
        found += figures_of(one, rates, max(peers))
        if isinstance(one, AvlGame):
            found += single_figures(one, midgame(one))
    return found


def table(found: list[Figure]) -> str:
    head = "| what | measured | target | reached |\n|---|---|---|---|\n"
    return head + "\n".join(figure.row() for figure in found)


def document(found: list[Figure]) -> str:
    machine = f"{platform.python_implementation()} {platform.python_version()} on one core, {platform.machine()}"
    return f"""# Benchmarks

`make bench` measures these again; `make bench WRITE=1` writes this page. Nothing here is asserted in a test. Faces for
researchers stand [beside their peers](research.md#speed), runs on one machine and on clusters
[in the guide of the lab](lab.md#how-well-it-is-spread).

{table(found)}

Measured with {machine}. A *decision* is one answer of a player (a chit, a unit, a destination, an attacker...), taken
from the legal answers at random, first a verb, then a target. python-chess plays the plain loop
`while not board.is_game_over(): board.push(rng.choice(list(board.legal_moves)))` in the same run.
"""


def kept() -> str:
    """What the page holds of the other benchmarks, which are written by hand from what they print."""
    text = DOCUMENT.read_text(encoding="utf-8") if DOCUMENT.exists() else ""
    return "\n" + text[text.index(TABLE) :] if TABLE in text else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=12.0, help="how long each rate is measured")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md")
    chosen = parser.parse_args()
    found = figures(chosen.seconds)
    print(table(found))
    if chosen.write:
        DOCUMENT.write_text(document(found) + kept(), encoding="utf-8")


if __name__ == "__main__":
    main()
