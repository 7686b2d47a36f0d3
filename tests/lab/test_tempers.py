"""Looking for tempers: the same dice for all, what is chosen by one course told by another, and what is bred."""

from __future__ import annotations

from typing import Any

from grognard.lab.tempers import BEST, Study, bred, by_chance, choosing, found, gains, useful
from grognard.players.doctrine import REGULAR, doctrine

SIDE = "soviet"


def test_a_study_finds_the_same_again_and_by_any_number_of_jobs() -> None:
    study = Study("vl", None, SIDE, by_chance("vl", SIDE, "campaign", 2, 5), seed=3)
    alone, together = found(study, 2), found(study, 2, jobs=2)
    assert alone == together
    assert [len(one) for one in alone] == [3, 3] and all(len(two) == 2 for one in alone for two in one)
    assert any(one[0] != one[1] or one[0] != one[2] for one in alone), "some temper does something else"


def test_a_temper_that_changes_nothing_gains_nothing() -> None:
    """It meets the same dice as the doctrine's own."""
    book: Any = doctrine("vl", REGULAR)
    own = book.sheet.of(SIDE)
    (gain,) = gains(found(Study("vl", None, SIDE, ({"pull": own["pull"]},), seed=3), 2))
    assert (gain.mean, gain.within) == (0.0, 0.0)


LUCKY, STEADY, ELSEWHERE = 1, 2, 3
WORTHS = [
    [[0.0, 0.0], [1.0, -1.0], [0.2, 0.2], [-0.5, -0.5]],
    [[0.0, 0.0], [-1.0, 1.0], [0.2, 0.2], [-0.5, -0.5]],
    [[0.0, 0.0], [0.0, 0.0], [-0.1, -0.1], [0.6, 0.6]],
]


def test_what_one_course_finds_best_is_told_by_the_other() -> None:
    assert choosing(WORTHS, [LUCKY]) < 0 < choosing(WORTHS, [STEADY]) < choosing(WORTHS, [STEADY, ELSEWHERE])
    assert useful(WORTHS, 2) == [ELSEWHERE, STEADY]


def test_gains_are_means_over_positions() -> None:
    told = gains(WORTHS)
    assert [round(one.mean, 3) for one in told] == [0.0, 0.1, -0.133]
    assert told[STEADY - 1].within < told[ELSEWHERE - 1].within


def test_what_is_bred_keeps_the_best_and_stays_within_the_bounds() -> None:
    book: Any = doctrine("vl", REGULAR)
    best = by_chance("vl", SIDE, "campaign", 8, 1)
    young = bred("vl", SIDE, "campaign", best, 1)
    assert young[:BEST] == best[:BEST]
    assert len(young) > 2 * BEST
    for one in young:
        book.changed(SIDE, one)  # or it says what is out of bounds
    first, second = young[-6:-4]
    assert {**first, **second} == best[0] and not first.keys() & second.keys()
