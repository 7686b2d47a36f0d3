"""What single games do to ratings."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.club.ratings.finished import Bot, FinishedGame
from grognard.club.ratings.history import History, rate
from grognard.club.ratings.level import Level
from grognard.club.ratings.sides import Side
from grognard.club.ratings.skill import NEWCOMER, PROVISIONAL, Skill
from tests.club.rated import BLUE, GAME, RED, finished, person, season


def skills(history: History, *names: str) -> list[Skill]:
    return [history.skill(GAME, person(name)) for name in names]


def test_a_newcomer_begins_in_the_middle_with_a_question_mark() -> None:
    assert str(rate([]).skill(GAME, person("mara"))) == "1500 ?"


def test_the_question_mark_goes_with_the_tenth_rated_game() -> None:
    games = [finished({"red": "mara", "blue": "piet"}, (), number=number) for number in range(PROVISIONAL)]
    assert skills(rate(games[:-1]), "mara")[0].provisional
    assert str(skills(rate(games), "mara")[0]) == "1500"


def test_who_wins_rises_by_what_the_loser_falls() -> None:
    won, lost = skills(rate([finished({"red": "mara", "blue": "piet"}, "red")]), "mara", "piet")
    assert won.number > 1500 and won.mu == pytest.approx(-lost.mu)
    assert won.sigma == lost.sigma < NEWCOMER


def test_beating_the_stronger_is_worth_more() -> None:
    before = season([300.0, -300.0, 0.0], 60, Random(1))
    for_strong, for_weak = (
        skills(rate([*before, finished({"red": "2", "blue": beaten}, "red", number=100)]), "2")[0].mu
        for beaten in ("0", "1")
    )
    assert for_strong > for_weak > skills(rate(before), "2")[0].mu


def test_a_draw_draws_unequal_players_together() -> None:
    before = season([300.0, -300.0], 30, Random(2))
    strong, weak = skills(rate(before), "0", "1")
    after = skills(rate([*before, finished({"red": "0", "blue": "1"}, (), number=99)]), "0", "1")
    assert after[0].mu < strong.mu and after[1].mu > weak.mu


def test_a_first_draw_between_equals_changes_no_number() -> None:
    drawn = skills(rate([finished({"red": "mara", "blue": "piet"}, ())]), "mara", "piet")
    assert [one.mu for one in drawn] == [0.0, 0.0]


def test_a_side_learns_from_the_same_game() -> None:
    history = rate([finished({"red": "mara", "blue": "piet"}, "red")])
    assert (
        history.skill(GAME, RED).mu == pytest.approx(-history.skill(GAME, BLUE).mu) and history.skill(GAME, RED).mu > 0
    )


def test_options_are_learned_beside_the_scenario_as_printed() -> None:
    fog = (("fog", "on"),)
    history = rate([finished({"red": "mara", "blue": "piet"}, "red", options=fog)])
    assert 0 < history.skill(GAME, Side("crossing", "red", fog)).mu < history.skill(GAME, RED).mu


def test_allies_share_what_their_side_wins_or_loses() -> None:
    history = rate([finished({"red": ["a", "b"], "blue": "c"}, "red")])
    one, two, alone = skills(history, "a", "b", "c")
    assert one == two and one.mu == pytest.approx(-alone.mu / 2)


def test_a_side_of_two_newcomers_is_no_stronger_than_a_side_of_one() -> None:
    crowded = rate([finished({"red": ["a", "b"], "blue": "c"}, "blue")])
    assert skills(crowded, "c")[0].mu == pytest.approx(-2 * skills(crowded, "a")[0].mu)
    assert skills(crowded, "c")[0].mu == pytest.approx(
        -skills(rate([finished({"red": ["a", "b"], "blue": "c"}, "red")]), "c")[0].mu
    )


def test_who_holds_both_seats_of_a_side_is_rated_as_one_person() -> None:
    alone = rate([finished({"red": ["a", "a"], "blue": "c"}, "red")])
    assert skills(alone, "a") == skills(rate([finished({"red": "a", "blue": "c"}, "red")]), "a")
    assert skills(alone, "a")[0].games == 1


def test_of_three_the_winner_beat_both_and_of_those_nothing_is_said() -> None:
    won, *lost = skills(rate([finished({"red": "a", "blue": "b", "green": "c"}, "blue")]), "b", "a", "c")
    assert lost[0] == lost[1] and won.mu == pytest.approx(-2 * lost[0].mu)
    assert won.mu > 0


def test_losers_of_unequal_strength_are_not_drawn_together() -> None:
    before = season([300.0, -300.0], 30, Random(2))
    strong, weak = skills(rate(before), "0", "1")
    after = skills(rate([*before, finished({"red": "0", "blue": "1", "green": "c"}, "green", number=99)]), "0", "1")
    assert after[0].mu < strong.mu and after[1].mu < weak.mu


def test_who_is_left_when_one_side_gives_up_shares_the_win() -> None:
    first, second, gone = skills(
        rate([finished({"red": "a", "blue": "b", "green": "c"}, ("red", "blue"))]), "a", "b", "c"
    )
    assert first == second and gone.mu == pytest.approx(-2 * first.mu)


def test_eight_players_move_nobody_further_than_two_do_by_much() -> None:
    eight = {f"side{number}": str(number) for number in range(8)}
    crowd = skills(rate([finished(eight, "side0")]), *map(str, range(8)))
    duel = skills(rate([finished({"side0": "0", "side1": "1"}, "side0")]), "0")[0]
    assert duel.mu < crowd[0].mu < 2 * duel.mu and sum(one.mu for one in crowd) == pytest.approx(0, abs=1e-4)


def test_a_friendly_game_changes_nothing() -> None:
    assert rate([finished({"red": "mara", "blue": "piet"}, "red", rated=False)]) == History()


def test_a_bot_is_rated_in_the_same_pool() -> None:
    veteran = Bot("veteran", "7")
    history = rate([finished({"red": "mara", "blue": veteran}, "blue")])
    assert history.skill(GAME, veteran).number > 1500 > skills(history, "mara")[0].number


def test_a_bots_new_version_begins_where_the_old_one_stood_but_less_surely() -> None:
    history = rate([finished({"red": "mara", "blue": Bot("veteran", "7")}, "blue", number=n) for n in range(12)])
    old, new = (history.skill(GAME, Bot("veteran", version)) for version in ("7", "8"))
    assert new.mu == old.mu > 0 and new.sigma > old.sigma and new.provisional and not old.provisional


def test_a_bot_against_itself_tells_of_the_sides_alone() -> None:
    veteran = Bot("veteran", "7")
    history = rate([finished({"red": veteran, "blue": veteran}, "red", number=n) for n in range(3)])
    assert history.skill(GAME, veteran) == Skill(games=3) and history.skill(GAME, RED).mu > 0


def test_a_rating_is_of_one_game() -> None:
    history = rate([finished({"red": "mara", "blue": "piet"}, "red")])
    assert history.skill("another", person("mara")) == Skill()


def test_the_plot_of_a_profile_is_its_changes_in_order() -> None:
    history = rate(season([100.0, 0.0, -100.0], 30, Random(3)))
    plot = history.of(GAME, person("0"))
    assert [one.after for one in plot[:-1]] == [one.before for one in plot[1:]]
    assert 1500 + sum(one.points for one in plot) == plot[-1].after.number
    assert [one.after.games for one in plot] == list(range(1, len(plot) + 1))


# ---- the same result from the same list

GAMES = season([200.0, 50.0, 0.0, -50.0, -200.0], 40, Random(4), advantage=80.0)


@settings(max_examples=20, deadline=None)
@given(st.permutations(GAMES))
def test_the_order_of_the_list_does_not_matter(games: list[FinishedGame]) -> None:
    assert rate(games).fingerprint() == rate(GAMES).fingerprint()


def test_games_that_end_together_are_taken_by_the_tables_id() -> None:
    games = [
        finished({"red": one, "blue": other}, "red", number=number, at=5.0)
        for number, (one, other) in enumerate([("a", "b"), ("b", "c"), ("c", "a")])
    ]
    assert rate(games).fingerprint() == rate(games[::-1]).fingerprint()
    assert [one.table for one in rate(games[::-1]).changes[::4]] == ["t00000", "t00001", "t00002"]


def test_going_on_game_by_game_is_the_same_as_rating_all_again() -> None:
    history = History()
    for game in GAMES:
        history.take(game)
    assert history.fingerprint() == rate(GAMES).fingerprint()


def test_the_history_of_known_games_is_written_down() -> None:
    """Machines and releases of what is below must agree; where the scale is changed on purpose, write these anew."""
    history = rate(GAMES)
    assert [str(one) for one in skills(history, "0", "1", "2", "3", "4")] == ["1658", "1672", "1343", "1551", "1334"]
    assert history.fingerprint() == "5eba241d3ddee49f4817a7f645692236586b2c44027bad57a7462e6e1d385afc"


def test_a_level_is_a_range_of_ratings_with_both_ends_in_it() -> None:
    assert [Level(1400, 1600).fits(Skill(points)) for points in (-101.0, -100.0, 100.0, 101.0)] == [
        False, True, True, False,
    ]  # fmt: skip
    assert Level(high=1600).fits(Skill(-900.0)) and Level(low=1600).fits(Skill(900.0))
