"""`grognard ladder` and the reckoning under it."""

from __future__ import annotations

import json
import math
from random import Random

import pytest

from grognard.core.game import SetupError
from grognard.lab.ladder import Deal, Estimate, Ladder, Seat, climb, games_of
from tests.cli.conftest import Call

SIDES = ("axis", "soviet")


def made(advantage: dict[str, float], favour: float, deals: int = 2000) -> Ladder:
    """A ladder of bots whose chances are known: strength in log odds, and what the first side has for nothing."""
    rng = Random(3)
    bots = tuple(advantage)
    played: dict[Seat, dict[int, Deal]] = {}
    for first in bots:
        for second in bots:
            chance = 1 / (1 + math.exp(-(advantage[first] - advantage[second] + favour)))
            won = {deal: float(rng.random() < chance) for deal in range(deals)}
            played[Seat("axis", first, second)] = {deal: Deal(one, 2 * one - 1) for deal, one in won.items()}
            played[Seat("soviet", second, first)] = {deal: Deal(1 - one, 1 - 2 * one) for deal, one in won.items()}
    return Ladder(SIDES, bots, played)


def test_a_rating_tells_the_strength_and_not_the_side() -> None:
    """One log odds is 174 points, however much the sides differ."""
    for favour in (0.0, 2.0):
        ratings = made({"weak": 0.0, "strong": 1.0}, favour).ratings(Random(1))
        apart = ratings["strong"].mean - ratings["weak"].mean
        assert apart == pytest.approx(173.7, abs=25)
        assert ratings["strong"].mean + ratings["weak"].mean == pytest.approx(2000)
        assert 2 < ratings["strong"].within < 20


def test_what_is_gained_in_a_seat_is_beside_the_opponent_in_the_same_seat() -> None:
    found = made({"weak": 0.0, "strong": 1.0}, 2.0)
    lost_side, won_side = Seat("soviet", "strong", "weak"), Seat("axis", "strong", "weak")
    assert found.score(won_side).mean > 0.9 > 0.3 > found.score(lost_side).mean  # the sides are uneven ...
    for seat in (lost_side, won_side):  # ... and yet it gains in both
        gain = found.gain(seat)
        assert gain.mean - gain.within > 0
    assert found.pooled("strong", "weak").mean == pytest.approx(1 - found.pooled("weak", "strong").mean)


def test_who_has_won_everything_is_not_known_to_win_always() -> None:
    found = made({"weak": -30.0, "strong": 30.0}, 0.0, deals=20)
    seat = Seat("axis", "strong", "weak")
    assert found.score(seat).mean == 1 and found.score(seat).within > 0.1
    assert found.gain(seat).within > 0.05
    rating = found.ratings(Random(1))["strong"]
    assert 1200 < rating.mean < 2500 and rating.within > 100


def test_an_interval_holds_what_it_says() -> None:
    rng, held = Random(5), 0
    for _ in range(400):
        one = Estimate.of([float(rng.random() < 0.3) for _ in range(60)])
        held += abs(one.mean - 0.3) <= one.within
    assert 0.9 < held / 400 < 0.99


def test_every_deal_is_played_in_every_seating_and_the_same_for_any_number_of_jobs() -> None:
    heard: list[int] = []
    found = climb("vl", ["random", "recruit"], 2, told=lambda outcome: heard.append(outcome.number))
    assert sorted(heard) == list(range(2 * games_of(2, 2)))
    assert len(found.played) == 8 and {len(deals) for deals in found.played.values()} == {2}
    for seat, deals in found.played.items():
        other = Seat(next(side for side in found.sides if side != seat.side), seat.against, seat.bot)
        for seed, deal in deals.items():
            assert deal.score == 1 - found.played[other][seed].score
            assert deal.margin == -found.played[other][seed].margin
    again = climb("vl", ["random", "recruit"], 2, jobs=2)
    assert again == found


def test_the_command_prints_a_matrix_for_each_side(call: Call) -> None:
    told = call("ladder", "vl", "--games", "2", "--bot", "random", "--bot", "recruit")
    assert told.exit_code == 0, told.output
    for word in ("rating", "german", "soviet", "from random", "against", "gain", "2 deals"):
        assert word in told.output
    plain = json.loads(call("ladder", "vl", "--games", "2", "--bot", "random", "--bot", "recruit", "--json").stdout)
    assert plain["ratings"]["recruit"]["mean"] > plain["ratings"]["random"]["mean"]
    assert len(plain["seats"]) == 8


def test_nobody_plays_a_ladder_by_the_clock(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def heard(game_id: str, bots: list[str], *given: object, **named: object) -> Ladder:
        asked.append(bots)
        return made({"weak": 0.0, "strong": 1.0}, 0.0, deals=4)

    monkeypatch.setattr("grognard.cli.ladder.climb", heard)
    call("ladder", "vl", "--games", "2")
    assert asked == [["random", "recruit", "regular", "veteran:rollouts=8"]]


def test_a_ladder_needs_two_different_bots_that_exist(call: Call) -> None:
    with pytest.raises(SetupError, match="at least two different bots"):
        climb("vl", ["recruit", "recruit"], 2)
    told = call("ladder", "vl", "--bot", "recruit", "--bot", "god")
    assert told.exit_code == 2 and 'no bot "god"' in told.output
