"""Victory: how the levels of both sides follow from what was noted while the game went on.

Goals are judged from the record of facts (`record.py`), the points destroyed, the units that left and the first
entries, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from grognard.core.state import Result
from grognard.core.step import Step
from grognard.games.lb.combat.results import worth
from grognard.games.lb.counters import GERMAN, RUSSIAN, SIDES
from grognard.games.lb.plan import LEVELS, Condition
from grognard.games.lb.state import LbState

# ---- how it is judged


def level(state: LbState, one: Condition) -> int:
    """0 none, 1 marginal, 2 tactical, 3 decisive (victory.level)."""
    reached = 0
    for number, (mark, facts, one_of) in enumerate(one.marks, 1):
        if _reached(state, one, mark, facts, one_of):
            reached = number
    return reached


def _reached(state: LbState, one: Condition, mark: Any, facts: tuple[int, ...], one_of: tuple[int, ...]) -> bool:
    kind = one.goal.kind
    turns = state.plan.turns
    if kind == "destroy":
        return bool(state.destroyed[1 - one.side] >= mark.points)
    if kind == "exit":
        return bool(exit_points(state, one) >= mark.points) and _kept_since(state, one, facts[0])
    if kind == "cut":
        return bool(_longest_cut(state, one, facts[0]) >= mark.turns)
    if kind == "hold":
        return bool(longest_hold(state, facts, one_of) >= mark.turns)
    if kind == "hold_to_end":
        since = held_since(state, facts)
        return bool(0 < since <= mark.turn)
    if kind == "occupy_at_end":
        return bool(state.samples) and _all(state.samples[-1], facts, one_of)
    first = came_on(state, one) or turns + 1
    return bool(first <= mark.turn if kind in ("enter_by", "leave_by") else first >= mark.turn)


def came_on(state: LbState, one: Condition) -> int:
    """scenario4.victory.rail, scenario4.victory.sideA the turn of the first entry or departure, or 0.

    By option not before a Game-Turn at whose end the continuous line has come up to those hexes.
    """
    if one.watch >= 0:
        first = state.watched[one.watch]
    else:
        first = min((turn for unit, (turn, hex) in state.exited.items() if _left_by(state, one, unit, hex)), default=0)
    for fact in one.marks[0][1]:
        up = next((turn for turn, sample in enumerate(state.samples[1::2], 1) if sample >> fact & 1), 0)
        first = max(first, up) if first and up else 0
    return first


def _all(sample: int, facts: tuple[int, ...], one_of: tuple[int, ...] = ()) -> bool:
    return all(sample >> fact & 1 for fact in facts) and (not one_of or any(sample >> fact & 1 for fact in one_of))


def _left_by(state: LbState, one: Condition, unit: int, hex: int) -> bool:
    owner = one.side if one.goal.kind in ("exit", "leave_by") else 1 - one.side
    return state.game.counters.side[unit] == owner and bool(one.area >> hex & 1)


def exit_points(state: LbState, one: Condition) -> int:
    """scenario1.victory.B the points moved off the hexes of an objective by its turn."""
    return sum(
        worth(state, unit)
        for unit, (turn, hex) in state.exited.items()
        if _left_by(state, one, unit, hex) and turn <= (one.goal.by_turn or state.plan.turns)
    )


def achieved_on(state: LbState, one: Condition) -> int:
    """The turn on which an exit goal first reached its marginal points, or 0."""
    total = 0
    for turn, unit in sorted(
        (turn, unit) for unit, (turn, hex) in state.exited.items() if _left_by(state, one, unit, hex)
    ):
        if turn > (one.goal.by_turn or state.plan.turns):
            break
        total += worth(state, unit)
        if total >= (one.marks[0][0].points or 0):
            return turn
    return 0


def _kept_since(state: LbState, one: Condition, fact: int) -> bool:
    """scenario1.victory.B one exit hex in supply from the moment it is achieved to the end of the game."""
    first = achieved_on(state, one)
    if not first:
        return False
    start = _samples_before(turn=first)
    # the side's own Player-Turn of that turn is the first that counts, by what was so at its end
    start += 0 if state.plan.first == one.side else 1
    return all(sample >> fact & 1 for sample in (*state.samples[start : start + 1], *unbroken(state)[start + 1 :]))


def _samples_before(turn: int) -> int:
    """How many notes were made before a turn: two a turn."""
    return 2 * (turn - 1)


def unbroken(state: LbState) -> list[int]:
    """By Player-Turn: the facts that held at its end and at every moment of it."""
    return [sample & ~broken for sample, broken in zip(state.samples, state.breaks, strict=True)]


def _longest_cut(state: LbState, one: Condition, fact: int) -> int:
    """scenario1.victory.B complete, consecutive Game-Turns after the enemy achieved his exit without a line from it.

    By option an exit not achieved in time is cut off from then on.
    """
    enemy = next(c for c in state.plan.conditions if (c.goal.kind, c.area, c.side) == ("exit", one.area, 1 - one.side))
    first = achieved_on(state, enemy)
    if not first:
        return max(len(state.samples) // 2 - (enemy.goal.by_turn or state.plan.turns), 0) if one.missed_is_cut else 0
    return _longest(state, lambda sample: bool(sample >> fact & 1), first + 1)


def longest_hold(state: LbState, facts: tuple[int, ...], one_of: tuple[int, ...]) -> int:
    """scenario2.victory.A complete consecutive Game-Turns in which the places were held throughout."""
    return _longest(state, lambda sample: _all(sample, facts, one_of), 1)


def _longest(state: LbState, good: Callable[[int], bool], first: int) -> int:
    """The longest run of turns, from `first` on, that began, went on and ended well.

    A Game-Turn is complete when it was so at its beginning (the end of the turn before) and throughout both
    Player-Turns.
    """
    best = run = 0
    whole = unbroken(state)
    for turn in range(first, len(whole) // 2 + 1):
        start = _samples_before(turn)
        if start and good(state.samples[start - 1]) and good(whole[start]) and good(whole[start + 1]):
            run += 1
            best = max(best, run)
        else:
            run = 0
    return best


def held_since(state: LbState, facts: tuple[int, ...]) -> int:
    """scenario1.victory.A the turn since which the places have been held without a break, or 0."""
    since = 0
    for number, (sample, whole) in enumerate(zip(state.samples, unbroken(state), strict=True)):
        if not _all(sample, facts):
            since = 0
        elif not since or not _all(whole, facts):
            since = number // 2 + 1
    return since


def in_force(state: LbState, one: Condition) -> bool:
    """Whether a goal counts, by the choice that was made."""
    return one.choice < 0 or state.chosen[one.choice] == one.option


def levels(state: LbState) -> dict[str, tuple[int, int]]:
    """By set of conditions: the best level of each side (victory.level)."""
    found = {name: [0, 0] for name in state.plan.sets}
    for one in state.plan.conditions:
        if in_force(state, one):
            best = found[one.goal.set]
            best[one.side] = max(best[one.side], level(state, one))
    return {name: (best[0], best[1]) for name, best in found.items()}


# ---- the end


@dataclass(frozen=True, slots=True)
class JudgeVictory(Step[LbState]):
    """seq.3 after the Second Player's last Second Movement Phase; victory.level the higher level wins."""

    automatic = True

    def run(self, state: LbState) -> None:
        show_choices(state)
        by_set = levels(state)
        totals = [sum(one[side] for one in by_set.values()) for side in (GERMAN, RUSSIAN)]
        if len(by_set) > 1:
            rule = "scenario4.victory.points"
            level_name = "points"
        else:
            rule = "victory.level"
            level_name = LEVELS[max(totals)]
        for name, both in by_set.items():
            for side in (GERMAN, RUSSIAN):
                if both[side]:
                    word = name or "objective"
                    state.tell("event.level", rule, side=SIDES[side], word=word, word_level=LEVELS[both[side]])
        winner = None if totals[0] == totals[1] else GERMAN if totals[0] > totals[1] else RUSSIAN
        if winner is None:
            level_name = "draw"
        finish(state, winner, level_name, rule, (totals[0], totals[1]))


def show_choices(state: LbState) -> None:
    """victory.secret secret until the end, and open then."""
    for number, one in enumerate(state.plan.choices):
        if not state.revealed >> number & 1 and state.chosen[number] >= 0:
            state.revealed |= 1 << number
            state.barrier += 1
            state.tell(
                "event.choice_shown", "victory.secret", side=SIDES[one.side], chit=one.chits[state.chosen[number]]
            )


def finish(state: LbState, winner: int | None, level_name: str, rule: str, totals: tuple[int, int]) -> None:
    if level_name == "forfeit":  # scenario4.line who forfeits the game has no points of it
        totals = (totals[0] if winner == GERMAN else 0, totals[1] if winner == RUSSIAN else 0)
    winners = () if winner is None else (SIDES[winner],)
    facts: dict[str, Any] = {"word": winners[0] if winners else "nobody", "turn": state.turn}
    key = "result.draw" if winner is None else f"result.{level_name}"
    facts |= {"german": totals[0], "russian": totals[1]}
    state.tell(key, rule, **facts)
    points = {SIDES[side]: totals[side] for side in (GERMAN, RUSSIAN)}
    state.finish(Result(winners, level_name, points, state.message(key, rule, **facts)))
