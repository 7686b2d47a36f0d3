"""Laws of the Swiss, whatever happens: the best of all pairings, nobody twice, one bye, sides, points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.club.tournament.costs import costs
from grognard.club.tournament.events import LOG, Closed, Entered, Played, Withdrew
from grognard.club.tournament.matching import Cost, Edge, least
from grognard.club.tournament.meetings import meetings, points, sides_played
from grognard.club.tournament.pairs import WIN, Rule
from grognard.club.tournament.players import players
from grognard.club.tournament.replay import replay
from grognard.club.tournament.standings import standings
from tests.club.course import EVERY_RULE, Log, at_random, names


def matchings(places: tuple[int, ...]) -> Iterator[list[Edge]]:
    """Every way to pair these places off."""
    if not places:
        yield []
        return
    first, rest = places[0], places[1:]
    for number, other in enumerate(rest):
        for more in matchings(rest[:number] + rest[number + 1 :]):
            yield [(first, other), *more]


def total(rows: Iterable[Cost]) -> Cost:
    return tuple(map(sum, zip(*rows, strict=True)))


rows = st.tuples(*[st.integers(-3, 4)] * 4)


@st.composite
def graphs(draw: st.DrawFn) -> dict[Edge, Cost]:
    places = draw(st.sampled_from((2, 4, 6, 8)))
    return {(one, other): draw(rows) for one in range(places) for other in range(one + 1, places)}


@settings(max_examples=100, deadline=None)
@given(graphs())
def test_one_number_a_pair_finds_the_least_row_of_all_pairings(found: dict[Edge, Cost]) -> None:
    places = tuple(sorted({end for edge in found for end in edge}))
    best = min(total(found[edge] for edge in matching) for matching in matchings(places))
    assert total(found[edge] for edge in least(found)) == best


def wandering(count: int, rounds: int, both_sides: bool, seed: int) -> Log:
    """A Swiss with results at random, in which people come late and leave."""
    log, rng, score = Log(count, rounds=rounds + 1, both_sides=both_sides), Random(seed), at_random(seed)
    for number in range(rounds):
        if rng.random() < 0.2:
            log.add(Entered(0.0, f"late{number}", rng.randrange(1000, 2000)))
        if rng.random() < 0.2 and len(log.course.active) > 2:
            log.add(Withdrew(0.0, rng.choice(log.course.active).id))
        log.round(score, EVERY_RULE)
    return log


courses = st.builds(wandering, st.integers(2, 8), st.integers(0, 5), st.booleans(), st.integers(0, 10**6))


@settings(max_examples=60, deadline=None)
@given(courses)
def test_a_round_is_the_best_of_all_that_could_be(log: Log) -> None:
    found = costs(players(log.course), single=not log.course.rules.both_sides)
    places = tuple(sorted({end for edge in found for end in edge}))
    if len(places) <= 8:
        best = min(total(found[edge] for edge in matching) for matching in matchings(places))
        assert total(found[edge] for edge in least(found)) == best


@settings(max_examples=60, deadline=None)
@given(courses)
def test_everyone_is_paired_or_free_once_and_only_one_is_free(log: Log) -> None:
    log.pair(EVERY_RULE)
    last = log.course.rounds[-1]
    assert Counter(last.present) == Counter(one.id for one in log.course.active)
    assert len(last.byes) == len(log.course.active) % 2


def broken(log: Log, rule: Rule) -> bool:
    return any(gave.rule is rule for round in log.course.rounds for gave in round.gave)


@settings(max_examples=60, deadline=None)
@given(courses)
def test_a_rule_gave_where_the_log_says_so_and_nowhere_else(log: Log) -> None:
    everyone = [one.id for one in log.course.entrants]
    past = {one: meetings(log.course, one) for one in everyone}
    met = Counter((one, meeting.opponent) for one in everyone for meeting in past[one] if meeting.opponent)
    assert broken(log, Rule.MEET_AGAIN) == any(count > 1 for count in met.values())
    assert broken(log, Rule.SECOND_BYE) == any(sum(meeting.free_win for meeting in past[one]) > 1 for one in everyone)
    if not broken(log, Rule.SIDES):
        tilts = [first - second for first, second in (sides_played(log.course, one) for one in everyone)]
        assert max(map(abs, tilts)) <= 1


@settings(max_examples=40, deadline=None)
@given(st.integers(8, 20), st.integers(0, 10**6), st.booleans())
def test_with_people_enough_no_rule_gives(count: int, seed: int, both_sides: bool) -> None:
    log, score = Log(count, rounds=4, both_sides=both_sides), at_random(seed)
    for _ in range(3):
        log.round(score)
    assert not any(round.gave for round in log.course.rounds)


@settings(max_examples=60, deadline=None)
@given(courses)
def test_points_are_neither_made_nor_lost(log: Log) -> None:
    rules = log.course.rules
    shared = sum(WIN * rules.games * (len(round.pairs) + len(round.byes)) for round in log.course.rounds)
    assert sum(points(log.course, one.id) for one in log.course.entrants) == shared


@settings(max_examples=60, deadline=None)
@given(courses)
def test_the_same_events_make_the_same_course_also_after_they_were_stored(log: Log) -> None:
    stored = LOG.validate_json(LOG.dump_json(tuple(log.events)))
    assert stored == tuple(log.events)
    assert replay(stored) == log.course


def test_a_swiss_of_sixteen_ranks_them_sensibly() -> None:
    """Strengths 100 points apart, five rounds of both sides, thirty tournaments."""
    strength = {name: 1500 - 100 * number for number, name in enumerate(names(16))}
    winners, places = [], Counter[str]()
    for seed in range(30):
        rng = Random(seed)
        log = Log(dict.fromkeys(rng.sample(sorted(strength), 16), 1500), rounds=5)  # no rating helps to seed them
        for _ in range(5):
            log.pair()
            for fixture, first, second in log.course.unfinished(log.course.rounds[-1]):
                chance = 1 / (1 + 10 ** ((strength[second] - strength[first]) / 400))
                log.add(Played(0.0, fixture, WIN if rng.random() < chance else 0))
            log.add(Closed(0.0, len(log.course.rounds)))
        ranked = [row.entrant for row in standings(log.course)]
        winners.append(ranked[0])
        places.update({name: place for place, name in enumerate(ranked, 1)})
    assert all(winner in "abcde" for winner in winners)
    ordered = sorted(places, key=places.__getitem__)
    assert set(ordered[:4]) <= set("abcdef") and set(ordered[-4:]) <= set("klmnop")
