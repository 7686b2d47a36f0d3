"""Fitting what positions promise: features of many games' positions against how those games ended.

A ridge regression tells the lead, a ridge logistic one the chance to win; `numpy` does both. Games that were left out
of the fit tell how good it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from grognard.core.game import SetupError
from grognard.core.registry import game
from grognard.core.state import State
from grognard.lab.simulate import Pairing, play_out, seed_of
from grognard.players.doctrine import RECRUIT, REGULAR, doctrine
from grognard.players.foresight import Foresight, Model, Models, Promise, Window, fulfilled, terms

if TYPE_CHECKING:
    import numpy as np

RIDGE = 3.0
ROUNDS = 25
"""Newton's, at most: it takes about eight."""
STAGES = 4
"""Parts of a game that are told apart in the report."""
HELD_OUT = 5
"""One game in so many is left out of the fit."""
STRAY = f"{REGULAR}:strays=0.4"
BOTS = (STRAY, STRAY, STRAY, RECRUIT)
"""Who plays where nobody is named: whoever looks ahead comes to positions to which a Regular comes who strays."""


@dataclass(frozen=True)
class Row:
    """One position of one game, as one side sees it."""

    game: int
    family: str
    side: str
    elapsed: float
    terms: tuple[float, ...]
    got: Promise


def foresight_of(game_id: str) -> Foresight[Any]:
    found = getattr(doctrine(game_id, REGULAR), "foresight", None)
    if found is None:
        raise SetupError(f'"{game_id}" tells nothing to those who look ahead')
    chosen: Foresight[Any] = found
    return chosen


def rows(pairing: Pairing) -> list[Row]:
    """Play a game and look at it wherever a new window begins."""
    foresight = foresight_of(pairing.game)
    seen: dict[Window, list[tuple[str, str, float, tuple[float, ...]]]] = {}

    def watch(state: State) -> None:
        window = foresight.window(state)
        if window not in seen:
            elapsed, family = foresight.elapsed(state), foresight.family(state)
            seen[window] = [
                (family, side, elapsed, tuple(terms(elapsed, foresight.read(state, side))))
                for side in dict.fromkeys(foresight.sides(state))
            ]

    outcome = play_out(pairing, watch)
    found = []
    for looked_at in seen.values():
        for family, side, elapsed, values in looked_at:
            found.append(Row(pairing.number, family, side, elapsed, values, fulfilled(outcome, side)))
    return found


def gather(
    game_id: str,
    scenario: str | None,
    bots: Sequence[str],
    games: int,
    *,
    seed: int = 0,
    jobs: int = 1,
    told: Callable[[], None] | None = None,
) -> list[Row]:
    """Positions of so many games; the first bot takes all seats in every other game, and in the rest they are drawn."""
    roster = game(game_id).scenario(scenario).roster
    to_play = []
    for number in range(games):
        drawn = bots if number % 2 else bots[:1]
        seats = {one.id: Random(number * 31 + place).choice(drawn) for place, one in enumerate(roster.players)}
        to_play.append(Pairing(game_id, scenario, None, number, seed_of(seed, number), seats))
    found: list[Row] = []
    with ProcessPoolExecutor(jobs) as pool:
        for part in pool.map(rows, to_play) if jobs > 1 else map(rows, to_play):
            found += part
            if told is not None:
                told()
    return found


@dataclass(frozen=True)
class Quality:
    """How good a model is for one part of the game, on games that it was not fitted on."""

    positions: int
    auc: float | None
    """How often a position that was won looked better than one that was lost; None where all ended alike."""
    miss: float
    """The lead, told wrong by so many points on average."""
    right: float
    """How often the side that was given the better chance won; a draw counts half."""
    calibration: list[tuple[float, float, int]]
    """Of positions with about the same chance: that chance, what was scored from them, and how many."""


def fit(found: Sequence[Row]) -> tuple[dict[str, Any], dict[str, list[Quality]]]:
    """The model of every family and side as plain data, and by `family side` how good it is in each part of a game."""
    grouped: defaultdict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in found:
        grouped[row.family, row.side].append(row)
    families: dict[str, Any] = defaultdict(dict)
    quality = {}
    for (family, side), mine in grouped.items():
        kept = [row for row in mine if row.game % HELD_OUT]
        trial, left_out = _fitted(kept), [row for row in mine if not row.game % HELD_OUT]
        judge = Model(trial["chance"], trial["lead"], trial["spread"])
        quality[f"{family} {side}"] = [_quality(judge, left_out, stage) for stage in range(STAGES)]
        trust = [[round(one.miss, 2), round(one.right, 3)] for one in quality[f"{family} {side}"]]
        families[family][side] = {**_fitted(mine), "trust": trust}
    return dict(families), quality


def judged(found: Sequence[Row], models: Models) -> dict[str, list[Quality]]:
    """How good these models are in each part of a game, by `family side`; of those that hold for any of the rows."""
    grouped: defaultdict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in found:
        grouped[row.family, row.side].append(row)
    return {
        f"{family} {side}": [_quality(models[family][side], mine, stage) for stage in range(STAGES)]
        for (family, side), mine in grouped.items()
        if side in models.get(family, {})
    }


def _fitted(mine: Sequence[Row]) -> dict[str, Any]:
    try:
        import numpy as np  # an extra, and slow to load
    except ImportError as error:
        raise SetupError('fitting needs the extra "tune": pip install "grognard[tune]"') from error
    x = np.array([row.terms for row in mine])
    middle, scale = x.mean(axis=0), x.std(axis=0)
    middle[scale < 1e-9], scale[scale < 1e-9] = 0.0, 1.0
    middle[0], scale[0] = 0.0, 1.0
    z = (x - middle) / scale
    plain = partial(_in_terms, middle=middle, scale=scale)
    leads, chances = np.array([row.got.lead for row in mine]), np.array([row.got.chance for row in mine])
    ridge = RIDGE * np.eye(z.shape[1])
    ridge[0, 0] = 1e-6
    lead = np.linalg.solve(z.T @ z + ridge, z.T @ leads)
    odds = np.zeros(z.shape[1])
    for _ in range(ROUNDS):
        likely = 1 / (1 + np.exp(-np.clip(z @ odds, -30, 30)))
        step = np.linalg.solve(
            (z * (likely * (1 - likely) + 1e-6)[:, None]).T @ z + ridge, z.T @ (chances - likely) - ridge @ odds
        )
        odds = odds + step
        if np.abs(step).max() < 1e-6:
            break
    ends = {row.game: row.got.lead for row in mine}
    spread = float(np.std(list(ends.values()))) or 1.0
    return {"chance": plain(odds), "lead": plain(lead), "spread": round(spread, 3)}


def _in_terms(weights: np.ndarray, *, middle: np.ndarray, scale: np.ndarray) -> list[float]:
    """Weights of standardised terms as weights of the terms themselves."""
    found = weights / scale
    found[0] = weights[0] - float((weights[1:] * middle[1:] / scale[1:]).sum())
    return [float(f"{one:.5g}") for one in found]


def _quality(judge: Model, left_out: Sequence[Row], stage: int) -> Quality:
    mine = [row for row in left_out if min(int(row.elapsed * STAGES), STAGES - 1) == stage]
    told = [(judge.promise(row.terms), row.got) for row in mine]
    miss = sum(abs(promise.lead - got.lead) for promise, got in told) / len(told) if told else 0.0
    right = [got.chance if promise.chance > 0.5 else 1 - got.chance for promise, got in told]
    boxes: defaultdict[int, list[tuple[float, float]]] = defaultdict(list)
    for promise, got in told:
        boxes[min(int(promise.chance * 5), 4)].append((promise.chance, got.chance))
    calibration = [
        (sum(one for one, _ in box) / len(box), sum(one for _, one in box) / len(box), len(box))
        for _, box in sorted(boxes.items())
    ]
    auc = _auc([(one.chance, got.chance) for one, got in told])
    return Quality(len(told), auc, miss, sum(right) / len(right) if right else 0.5, calibration)


def _auc(told: Sequence[tuple[float, float]]) -> float | None:
    won = [one for one, got in told if got > 0.5]
    lost = [one for one, got in told if got < 0.5]
    if not won or not lost:
        return None
    better = sum((one > other) + 0.5 * (one == other) for one in won for other in lost)
    return better / (len(won) * len(lost))
