"""The search for figures that make a game even, with the fewest games.

Settings are proposed by a tree-structured Parzen estimator and tried on the same deals; whoever looks worse after a few
games than most did is left (successive halving). `optuna` does both. What was found is measured at last on deals that
nobody has searched on, beside the figures as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any

from grognard.core.data import DataError
from grognard.core.game import SetupError
from grognard.lab.design.figures import Figure, Value

FEWEST = 16
"""Games after which a setting may be left."""
FACTOR = 3
"""One setting in so many goes on, with so many times the games."""

ASKED = 50
"""So often is another setting asked for where those proposed have had all their games."""

Setting = Mapping[Figure, Value]
Measure = Callable[[Setting, range], Sequence[float]]
"""What a side scored with a setting in these deals: 1 for a win, 0.5 for a draw."""


@dataclass
class Trial:
    """One setting and what it scored."""

    setting: Setting
    scores: list[float] = field(default_factory=list)
    left: bool = False
    refused: str | None = None
    """Why the game does not take it."""

    @property
    def share(self) -> float:
        return sum(self.scores) / len(self.scores)

    def rank(self, aim: float) -> tuple[bool, bool, float, int]:
        """Those that had all games first, the nearest to the aim before others."""
        return self.refused is not None, self.left, abs(self.share - aim) if self.scores else 1.0, -len(self.scores)


def search(
    figures: Sequence[Figure],
    measure: Measure,
    *,
    aim: float = 0.5,
    most: int = 144,
    trials: int = 30,
    seed: int = 0,
    begin: Setting | None = None,
    told: Callable[[Trial], None] = lambda trial: None,
) -> list[Trial]:
    """Try so many settings, on `most` games at most each, and tell of each; the one nearest to the aim comes first.

    `begin` is tried before all others where it is within bounds. Where there are no more settings than trials, each is
    tried once.
    """
    try:
        import optuna
    except ImportError as error:
        raise SetupError('the search needs the extra "tune": pip install "grognard[tune]"') from error
    if len({figure.name for figure in figures}) != len(figures) or not figures:
        raise SetupError("name at least one figure to vary, and each once")
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(
        sampler=optuna.samplers.TPESampler(
            seed=seed, n_startup_trials=max(5, trials // 4), multivariate=len(figures) > 1
        ),
        pruner=optuna.pruners.SuccessiveHalvingPruner(min_resource=FEWEST, reduction_factor=FACTOR),
    )
    first = _first(figures, begin, trials)
    for setting in first:
        study.enqueue_trial({figure.name: value for figure, value in setting.items()})
    found: dict[tuple[Value, ...], Trial] = {}
    for _ in range(len(first) if len(first) == _count(figures) else trials):
        asked, trial = _next(study, figures, found, most)
        if trial is None:
            continue
        try:
            _play(asked, trial, measure, aim, most)
            study.tell(asked, abs(trial.share - aim))
        except DataError as error:
            trial.refused = error.faults[0]
            study.tell(asked, state=optuna.trial.TrialState.FAIL)
        told(trial)
    return sorted(found.values(), key=lambda trial: trial.rank(aim))


def _count(figures: Sequence[Figure]) -> float:
    """How many settings there are."""
    return prod(figure.count for figure in figures)


def _first(figures: Sequence[Figure], begin: Setting | None, trials: int) -> list[Setting]:
    """The settings that are tried before any is proposed: the figures as they are, and all where trials are enough."""
    known = begin is not None and all(figure.takes(begin[figure]) for figure in figures)
    first: list[Setting] = [dict(begin)] if begin is not None and known else []
    if _count(figures) <= trials:
        for values in product(*(figure.values() for figure in figures)):
            setting = dict(zip(figures, values, strict=True))
            if setting not in first:
                first.append(setting)
    return first


def _next(
    study: Any, figures: Sequence[Figure], found: dict[tuple[Value, ...], Trial], most: int
) -> tuple[Any, Trial | None]:
    """The next setting to try: one that is new, or was left early and may go on; None where none comes up."""
    from optuna.trial import TrialState

    for _ in range(ASKED):
        asked = study.ask()
        setting = {figure: _suggested(asked, figure) for figure in figures}
        trial = found.setdefault(tuple(setting.values()), Trial(setting))
        if trial.refused is None and len(trial.scores) < most:
            return asked, trial
        study.tell(asked, state=TrialState.FAIL)  # nothing is learnt from it
    return None, None


def _play(asked: Any, trial: Trial, measure: Measure, aim: float, most: int) -> None:
    """Play this setting on more and more deals, until it is left or has had all; one that came up before goes on."""
    trial.left = False
    rung = FEWEST
    while True:
        upto = min(rung, most)
        if len(trial.scores) < upto:
            trial.scores += measure(trial.setting, range(len(trial.scores), upto))
        asked.report(abs(trial.share - aim), upto)
        if upto == most:
            return
        if asked.should_prune():
            trial.left = True
            return
        rung *= FACTOR


def _suggested(asked: Any, figure: Figure) -> Value:
    if figure.choices:
        chosen: str = asked.suggest_categorical(figure.name, figure.choices)
        return chosen
    if figure.whole:
        whole: int = asked.suggest_int(figure.name, int(figure.least), int(figure.most), step=int(figure.step or 1))
        return whole
    value: float = asked.suggest_float(figure.name, figure.least, figure.most, step=figure.step)
    return value
