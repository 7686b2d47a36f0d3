"""Ratings find the truth: seasons between people of known strength, with sides that are not even."""

from __future__ import annotations

from random import Random
from statistics import correlation, linear_regression, mean

import pytest

from grognard.club.ratings import contest
from grognard.club.ratings.history import History, rate
from grognard.club.ratings.skill import Z95
from tests.club.rated import BLUE, GAME, RED, person, season

PEOPLE = 24
ADVANTAGE = 150.0


def strengths(rng: Random) -> list[float]:
    drawn = [rng.gauss(0, 200) for _ in range(PEOPLE)]
    return [one - mean(drawn) for one in drawn]


def found(history: History) -> list[float]:
    return [history.skill(GAME, person(str(number))).mu for number in range(PEOPLE)]


def advantage(history: History) -> float:
    return history.skill(GAME, RED).mu - history.skill(GAME, BLUE).mu


def test_a_season_recovers_strengths_and_the_scale_they_are_on() -> None:
    slopes = []
    for seed in range(5):
        rng = Random(seed)
        truth = strengths(rng)
        history = rate(season(truth, 1500, rng, ADVANTAGE))
        assert correlation(truth, found(history)) > 0.95
        slopes.append(linear_regression(truth, found(history)).slope)
    assert 0.9 < mean(slopes) < 1.1


@pytest.mark.parametrize("worth", [-100.0, 0.0, ADVANTAGE, 300.0])
def test_a_sides_advantage_is_found(worth: float) -> None:
    estimates = []
    for seed in range(3):
        rng = Random(seed)
        estimates.append(advantage(rate(season(strengths(rng), 2000, rng, worth))))
    assert mean(estimates) == pytest.approx(worth, abs=30)


def test_nineteen_in_twenty_are_within_their_band() -> None:
    inside = []
    for seed in range(12):
        rng = Random(seed)
        truth = strengths(rng)
        history = rate(season(truth, 400, rng, ADVANTAGE))
        for number, true in enumerate(truth):
            skill = history.skill(GAME, person(str(number)))
            inside.append(abs(skill.mu - true) <= Z95 * skill.sigma)
    assert 0.92 <= mean(inside) <= 0.995


def bias_of_red_lovers(seed: int) -> float:
    """How much better than they are those stand who mostly take red, against those who mostly take blue."""
    rng = Random(seed)
    truth = strengths(rng)
    likes_red = [0.4 if number % 2 else -0.4 for number in range(PEOPLE)]
    errors = [
        rated - true for rated, true in zip(found(rate(season(truth, 1500, rng, 300.0, likes_red))), truth, strict=True)
    ]
    return mean(errors[1::2]) - mean(errors[::2])


def test_nobody_rises_by_taking_the_better_side(monkeypatch: pytest.MonkeyPatch) -> None:
    fair = mean(bias_of_red_lovers(seed) for seed in range(3))
    monkeypatch.setattr(contest, "mates", lambda game, side: ())
    unfair = mean(bias_of_red_lovers(seed) for seed in range(3))
    assert unfair > 150 and abs(fair) < unfair / 5
