"""Tests the lessons of a game: each is played along its own stated answers, and everything it names is looked up.

`grognard check` tells what this finds, a line for each fault.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.ask import IllegalAnswer, Target
from grognard.core.data import DataError, Table
from grognard.core.game import Game
from grognard.core.rules import UnknownClause
from grognard.core.words import LANGUAGES
from grognard.players.opinion import adviser
from grognard.school.course import Course
from grognard.school.goal import Seen
from grognard.school.lesson import ANY, Given, Lesson, Point, Step, Text, Word, given, length, lessons, spread
from grognard.school.placeholders import PLACEHOLDER, placeholders
from grognard.school.telling import tell

MOST_WORDS = 60
MOST_SIGNS = 180
"""The same in a language without spaces."""
SPOKEN_PANELS = ("prompt", "odds", "log", "map")
"""What every table has beside the panels of a game."""


def faults(game: Game) -> list[str]:
    """All that is wrong with a game's lessons."""
    try:
        found = lessons(game)
    except DataError as error:
        return [f"lessons: {fault}" for fault in error.faults]
    orders = [lesson.order for lesson in found]
    twice = [f"lessons: two lessons are number {order}" for order in sorted(set(orders)) if orders.count(order) > 1]
    return twice + [f'lesson "{lesson.id}": {fault}' for lesson in found for fault in lesson_faults(game, lesson)]


def lesson_faults(game: Game, lesson: Lesson) -> list[str]:
    """All that is wrong with one lesson: first what can be read, then what shows in play."""
    found = [*_read(game, lesson)]
    if found:
        return found
    try:
        course = Course.start(game, lesson)
    except DataError as error:
        return [str(error).removeprefix(f'lesson "{lesson.id}": ')]
    began = []
    for number, step in enumerate(lesson.step, 1):
        began.append(course.clone())
        played = [*_played(course, step)]
        if played:
            return [f"step {number}: {fault}" for fault in played]
    found = [fault for line in lesson.learned for fault in _filled(line.text, course)]
    for number, (step, moment) in enumerate(zip(lesson.step, began, strict=True), 1):
        found += [f"step {number}: {fault}" for pattern in step.expect for fault in _leads_on(pattern, moment)]
    return found


# ---- read


def _read(game: Game, lesson: Lesson) -> Iterator[str]:
    for place, text in _texts(lesson):
        if placeholders(text.en) != placeholders(text.ja):
            yield f"{place}: the languages do not hold the same placeholders"
        words, signs = length(text.en), len(PLACEHOLDER.sub("#", text.ja))
        if words > MOST_WORDS or signs > MOST_SIGNS:
            yield f"{place}: is too long: {words} words, {signs} signs"
    for place, clause in _clauses(lesson):
        try:
            game.rules.lookup(clause)
        except UnknownClause:
            yield f'{place}: there is no clause "{clause}"'
    players = {player for one in game.scenarios.values() for player in one.roster.ids}
    for place, seat in [("seat", lesson.seat), *((f"step {n}", s.seat) for n, s in enumerate(lesson.step, 1))]:
        if seat is not None and seat not in players:
            yield f'{place}: there is no player "{seat}"'
    book = adviser(game.id)
    for name in lesson.reasons:
        if book is None:
            yield f'reasons: no doctrine of the game tells reasons, so none is "{name}"'
        elif name not in book.reasons:
            yield f'reasons: the doctrine has no reason "{name}"'
    last = lesson.step[-1]
    if last.point or last.hint or last.only_read:
        yield f"step {len(lesson.step)}: the last one is to be done without help: no pointing, no hint"
    for number, step in enumerate(lesson.step, 1):
        for pattern in (*step.expect, *(to for word in (*step.other, *step.refused) for to in word.to)):
            verb, _ = spread(pattern)
            if verb not in game.verb_numbers:
                yield f'step {number}: there is no answer "{verb}"'


def _texts(table: Table, place: str = "") -> Iterator[tuple[str, Text]]:
    """Every text of a table, with its place."""
    for name in type(table).model_fields:
        value = getattr(table, name)
        for number, one in enumerate(value if isinstance(value, tuple) else (value,), 1):
            counted = f"{name} {number}" if isinstance(value, tuple) else name
            where = f"{place}: {counted}" if place else counted
            if isinstance(one, Text):
                yield where, one
            elif isinstance(one, Table):
                yield from _texts(one, where)


def _clauses(lesson: Lesson) -> Iterator[tuple[str, str]]:
    for line in lesson.learned:
        yield from (("learned", clause) for clause in line.rules)
    for number, step in enumerate(lesson.step, 1):
        words = (step.rules, *(word.rules for word in (*step.other, *step.refused)))
        yield from ((f"step {number}", clause) for rules in words for clause in rules)


# ---- played


def _played(course: Course, step: Step) -> Iterator[str]:
    """What is wrong with a step, which the course has come to; it is left behind when nothing is."""
    yield from _filled(step.say, course)
    for point in step.point:
        if (fault := pointed_at(point, course.seen)) is not None:
            yield fault
    if step.only_read:
        course.read_on()
        return
    unknown = [*_goal_names(step, course)]
    if unknown:
        yield from unknown
        return
    if step.goal is not None and step.goal.met(course.seen):
        yield "its goal holds before anything is done"
        return
    here, moments = course.number, [course.clone()]
    for text in step.answers:
        if course.number != here:
            yield f'its goal is reached before "{text}" is answered'
            return
        try:
            course.give(given(course.game, text))
        except IllegalAnswer as error:
            yield f'"{text}" cannot be answered: {error}'
            return
        moments.append(course.clone())
    if course.number == here:
        meter = "; ".join(part.meter["en"] for part in step.goal.parts(course.seen)) if step.goal else ""
        yield f"its stated answers do not complete it ({meter})" if meter else "its stated answer is not one it expects"
        return
    if step.good is not None:
        yield from _filled(step.good, course)
    for words in (step.hint, step.otherwise):
        if words is not None:
            yield from _filled(words, moments[0])
    for word in step.other:
        yield from _spoken(word, moments[:-1], legal=True)
    for word in step.refused:
        yield from _spoken(word, moments[:-1], legal=False)
    if course.unsaid:
        yield f'"{step.replies[-course.unsaid]}" is never replied'


def _filled(text: Text, course: Course) -> Iterator[str]:
    try:
        tell(text, course.seen)
    except DataError as error:
        yield str(error)


def pointed_at(point: Point, seen: Seen) -> str | None:
    """What is wrong with something that is pointed at, as its player sees it."""
    game, kind, name = seen.play.game, point.kind, point.name
    there = True
    if kind == "unit":
        there = name in seen.pieces
    elif kind == "hex":
        there = _is_hex(game, name)
    elif kind == "hexside":
        ends = name.split("-")
        there = len(ends) == 2 and all(_is_hex(game, end) for end in ends)
        if there:
            grid = game.map.grid
            there = grid.distance(*map(grid.index, ends)) == 1
    elif kind == "panel":
        there = name in (*SPOKEN_PANELS, *(panel.id for panel in game.panels))
    elif kind == "verb":
        ask = seen.play.ask(seen.player)
        there = ask is not None and bool(ask.answers.get(name))
    return None if there else f'points at {kind} "{name}", which is not there'


def _is_hex(game: Game, name: str) -> bool:
    try:
        game.map.grid.index(name)
    except ValueError:
        return False
    return True


def _goal_names(step: Step, course: Course) -> Iterator[str]:
    """Names in a goal that mean nothing."""
    goal, seen = step.goal, course.seen
    if goal is None:
        return
    game = course.play.game
    units = (*goal.at, *goal.lost, *goal.alive, *goal.marked, *goal.unmarked, *goal.within, *goal.steps)
    yield from (f'its goal names unit "{unit}", which is not there' for unit in units if unit not in game.unit_numbers)
    hexes = [hex for places in goal.at.values() for hex in places.split("|")] + list(goal.clear)
    hexes += [goal.odds.hex] if goal.odds and goal.odds.hex else []
    yield from (f'its goal names hex "{hex}", which is not there' for hex in hexes if not _is_hex(game, hex))
    known = {one.partition(":")[0] for one in game.overlays}
    for overlay in goal.within.values():
        if overlay.partition(":")[0] not in known:
            yield f'its goal names overlay "{overlay}", which is not there'
    for mark in (*goal.marked.values(), *goal.unmarked.values()):
        if any(not {f"word.{mark}", f"plate.{mark}"} & game.words.keys(language) for language in LANGUAGES):
            yield f'its goal names mark "{mark}", which has no words'
    for side in goal.score:
        if side not in seen.view["score"]:
            yield f'its goal names the score of "{side}", which is not told'
    for track in goal.tracks:
        if track not in {one["id"] for one in seen.view["tracks"]}:
            yield f'its goal names track "{track}", which is not there'
    if goal.offered is not None and goal.offered not in game.verb_numbers:
        yield f'its goal names answer "{goal.offered}", which is not there'
    if goal.won is not None and goal.won not in course.play.roster.sides:
        yield f'its goal names side "{goal.won}", which is not there'
    if goal.event is not None and goal.event.key not in game.words.keys(LANGUAGES[0]):
        yield f'its goal names event "{goal.event.key}", which nobody tells'


def _leads_on(pattern: str, course: Course) -> Iterator[str]:
    """Whether each answer of a kind that will do can be given, and leaves the rest of the lesson possible."""
    verb, targets = spread(pattern)
    offered = _offered(course, verb)
    for target in offered if targets == [ANY] else targets:
        answer = Given(verb, None if target == "" else target)
        if answer.target not in offered:
            yield f'expects "{verb} {target}", which cannot be answered'
            continue
        trial = course.clone()
        trial.give(answer)
        if trial.way() is None and not trial.over:
            yield f'after "{verb} {target}", which it expects, the stated answers lead nowhere'


def _spoken(word: Word, moments: list[Course], legal: bool) -> Iterator[str]:
    """Whether what the coach speaks of can happen at some moment of the step, and his words can be filled there."""
    what = "other answer" if legal else "refused answer"
    for pattern in word.to:
        verb, targets = spread(pattern)
        for target in targets:
            moment = next((one for one in moments if _possible(one, verb, target) is legal), None)
            if moment is None:
                state = "not possible" if legal else "allowed"
                yield f'{what} "{f"{verb} {target}".strip()}": it is {state}'
            else:
                yield from _filled(word.say, moment)


def _possible(course: Course, verb: str, target: str) -> bool:
    offered = ["" if one is None else str(one) for one in _offered(course, verb)]
    return bool(offered) if target == ANY else target in offered


def _offered(course: Course, verb: str) -> list[Target]:
    """What the learner may say a verb of now."""
    ask = course.play.ask(course.seat)
    return [] if ask is None else ask.answers.get(verb, [])
