"""The figures of one arm of a run, from its tables, as plain data: page, terminal and JSON all tell these.

Shares come with their counts. A game that has ended keeps its last score and its last holders, so that every turn
tells of all games; presence and losses tell of those that are still played.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, Any

from grognard.core.game import Game
from grognard.core.words import LANGUAGES
from grognard.hex.grid import bits
from grognard.lab.report.heat import heat
from grognard.lab.report.intervals import Interval, correlation, quantile, share_explained, wilson
from grognard.lab.report.when import when

if TYPE_CHECKING:
    import pyarrow as pa

    from grognard.lab.runs.plan import Moment, Seating
    from grognard.lab.runs.read import Run

Figures = dict[str, Any]
Row = Mapping[str, Any]

QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)
RATIO = re.compile(r"(\d+(?:\.\d+)?)[-/:](\d+(?:\.\d+)?)$")


def figures(run: Run, arm: int, seating: Seating) -> Figures:
    """All that is told of one arm, of those of its games that were seated so."""
    table = run.game
    plan = run.plan
    played = plan.arms[arm]
    scenario = table.scenario(played.scenario)
    sides = list(dict.fromkeys(player.side for player in scenario.roster.players))
    games = _of_arm(run.games, arm).to_pylist(maps_as_pydicts="strict")
    if seating.of > 1:
        games = [row for row in games if row["seats"] == seating.seats]
    numbers = [row["number"] for row in games]
    of_arm = {
        name: _of_games(run.table(name), numbers) for name in ("turns", "losses", "places", "maps", "fights", "uses")
    }
    won = Counter(one for row in games for one in row["winners"])
    sides.sort(key=lambda side: -won[side])  # who won most comes first: shares and leads are told of that side
    last = {row["number"]: row["turn"] or 0 for row in games}
    turns = of_arm["turns"].to_pylist()
    laid = table.laid_out(scenario, table.settle_options(scenario, played.options))
    one_map = _one_map(laid, of_arm["places"])
    if not one_map:  # nothing that is told by hex can be added up
        of_arm |= {name: of_arm[name].slice(0, 0) for name in ("places", "maps")}
    return {
        "run": str(run.path),
        "arm": arm,
        "first": min(numbers, default=arm),
        "name": played.seated(seating.seats) if seating.of > 1 else played.name,
        "game": {"id": table.id, "version": plan.game_version, "names": dict(table.names)},
        "scenario": {"id": scenario.id, "names": dict(scenario.names), "turns": scenario.turns},
        "options": dict(played.options),
        "seats": dict(seating.seats),
        "planned": dict(played.seats),
        "seatings": seating.of,
        "wanted": plan.games,
        "data": None if plan.data is None else {"name": run.data_name, "digest": plan.data},
        "when": when(run.log),
        "moment": _moment(table, plan.moment),
        "swap": plan.swap,
        "seed": plan.seed,
        "schema": plan.schema,
        "games": len(games),
        "of_games": seating.games,
        "sides": [{"id": side, "names": _both(table, side)} for side in sides],
        "wins": _wins(games, sides),
        "deals": _deals(games),
        "endings": _endings(table, games, sides),
        "length": _length(games),
        "answers": _spread([row["answers"] for row in games]),
        "points": _points(turns, sides, last),
        "decisions": _decisions(turns, sides, last),
        "losses": _losses(table, of_arm["losses"], len(games)),
        "one_map": one_map,
        "places": _places(laid, of_arm["places"], last, sides),
        "odds": _odds(table, of_arm["fights"]),
        "uses": _uses(table, of_arm["uses"], len(games)),
        "luck": _luck(games, turns, sides),
        "heat": heat(laid, of_arm["maps"], last, sides),
    }


def _moment(game: Game, moment: Moment | None) -> dict[str, Any] | None:
    """The moment that is played on from, and who asks."""
    if moment is None:
        return None
    names = None if moment.asking is None else _both(game, moment.asking)
    return {"answers": moment.answers, "asking": moment.asking, "names": names}


def _of_arm(table: pa.Table, arm: int) -> pa.Table:
    from pyarrow import compute

    return table.filter(compute.equal(table["arm"], arm))


def _of_games(table: pa.Table, numbers: Sequence[int]) -> pa.Table:
    import pyarrow as pa
    from pyarrow import compute

    return table.filter(compute.is_in(table["number"], pa.array(numbers, table["number"].type)))


def _both(game: Game, word: str) -> dict[str, str]:
    return {language: game.words.word(word, language) for language in LANGUAGES}


def _named(game: Game, word: str) -> dict[str, str]:
    return {language: game.account_words(word, language) for language in LANGUAGES}


def _share(count: int, games: int) -> dict[str, Any]:
    value, low, high = wilson(count, games)
    return {"games": count, "share": value, "low": low, "high": high}


def _spread(values: Sequence[float]) -> dict[str, float] | None:
    """The mean and the quantiles of some figures; None where there are none."""
    if not values:
        return None
    ordered = sorted(values)
    return {"mean": fmean(ordered)} | {f"q{round(100 * one)}": quantile(ordered, one) for one in QUANTILES}


# ---- who wins, and how


def _wins(games: Sequence[Row], sides: Sequence[str]) -> dict[str, Any]:
    """By side: games that it won alone; `draw`: all others."""
    won = Counter(row["winners"][0] if len(row["winners"]) == 1 else "draw" for row in games)
    return {side: _share(won[side], len(games)) for side in [*sides, "draw"]}


def _deals(games: Sequence[Row]) -> dict[str, str | None] | None:
    """By deal, who won it; None where one was played more than once."""
    found = {str(row["seed"]): row["winners"][0] if len(row["winners"]) == 1 else None for row in games}
    return found if len(found) == len(games) else None


def _endings(game: Game, games: Sequence[Row], sides: Sequence[str]) -> list[dict[str, Any]]:
    """Winners and levels, by side and then by how often."""
    found = Counter((tuple(row["winners"]), row["level"]) for row in games)
    order = {side: place for place, side in enumerate(sides)}
    rows = [
        {"winners": list(winners), "level": level, "names": _named(game, level), **_share(count, len(games))}
        for (winners, level), count in found.items()
    ]
    return sorted(rows, key=lambda row: (order.get((row["winners"] or [""])[0], len(sides)), -row["games"]))


def _length(games: Sequence[Row]) -> dict[str, Any]:
    ends = Counter(row["turn"] for row in games if row["turn"] is not None)
    return {
        "by_turn": [
            {"turn": turn, **_share(ends[turn], len(games))}
            for turn in range(min(ends, default=1), max(ends, default=0) + 1)
        ],
        **(_spread([float(one) for one in ends.elements()]) or {}),
    }


# ---- by turn


def _points(turns: Sequence[Row], sides: Sequence[str], last: Mapping[int, int]) -> dict[str, list[dict[str, float]]]:
    """By side and turn: quantiles of its score; a side without a score has none."""
    by_game: dict[tuple[str, int], dict[int, float]] = defaultdict(dict)
    for row in turns:
        if row["score"] is not None:
            by_game[row["side"], row["number"]][row["turn"]] = row["score"]
    end = max(last.values(), default=0)
    found: dict[str, list[dict[str, float]]] = {}
    for side in sides:
        courses = [course for (one, _), course in by_game.items() if one == side]
        if not courses:
            continue
        begin = min(min(course) for course in courses)
        rows = []
        now = [course[min(course)] for course in courses]
        for turn in range(begin, end + 1):
            now = [course.get(turn, before) for course, before in zip(courses, now, strict=True)]
            ordered = sorted(now)
            rows.append({"turn": turn, **{f"q{round(100 * one)}": quantile(ordered, one) for one in QUANTILES}})
        found[side] = rows
    return found


def _decisions(turns: Sequence[Row], sides: Sequence[str], last: Mapping[int, int]) -> dict[str, Any]:
    """Decisions that a side takes in a turn, mean of the games that have it."""
    taken: dict[tuple[str, int], list[int]] = defaultdict(list)
    for row in turns:
        if row["turn"]:
            taken[row["side"], row["turn"]].append(row["answers"])
    by_side = {
        side: [
            {"turn": turn, "mean": fmean(taken[side, turn]), "games": len(taken[side, turn])}
            for turn in range(1, max(last.values(), default=0) + 1)
            if taken[side, turn]
        ]
        for side in sides
    }
    all_of = [count for counts in taken.values() for count in counts]
    played = len({(row["number"], row["turn"]) for row in turns if row["turn"]})
    return {"by_side": by_side, "mean": sum(all_of) / played if played else 0.0}


def _one_map(game: Game, table: pa.Table) -> bool:
    """Whether all games were played on the map that the options lay out: it may be chosen in play, or drawn by lot."""
    places: dict[int, set[int]] = defaultdict(set)
    for number, hex in zip(table["number"].to_pylist(), table["hex"].to_pylist(), strict=True):
        places[number].add(hex)
    known = {int(game.map.grid.name(hex)) for hex in bits(game.map.playable)}
    return len(set(map(frozenset, places.values()))) < 2 and all(hexes <= known for hexes in places.values())


def _places(game: Game, table: pa.Table, last: Mapping[int, int], sides: Sequence[str]) -> list[dict[str, Any]]:
    """Every place worth holding: by turn and side, the share of games in which it holds it."""
    counts: dict[int, dict[int, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    end = max(last.values(), default=0)
    grouped = table.group_by(["number", "turn", "hex", "holder"]).aggregate([]) if table.num_rows else table
    for number, turn, hex, holder in zip(
        *(grouped[name].to_pylist() for name in ("number", "turn", "hex", "holder")), strict=True
    ):
        counts[hex][turn][holder or ""] += 1
        if turn == last.get(number):
            for later in range(turn + 1, end + 1):
                counts[hex][later][holder or ""] += 1
    games = len(last)
    found = []
    for hex, by_turn in counts.items():
        number = game.map.grid.index(f"{hex:04}")
        place = game.map.place_at.get(number)
        names = {language: (place.written(language) if place else "") or f"{hex:04}" for language in LANGUAGES}
        rows = [{"turn": turn, **{side: by_turn[turn][side] / games for side in sides}} for turn in sorted(by_turn)]
        lost = {side: [row[side] for row in rows] for side in sides}
        swing = max((max(shares) - min(shares) for shares in lost.values()), default=0.0)
        found.append(
            {
                "hex": f"{hex:04}",
                "names": names,
                "named": place is not None and bool(place.written()),
                "worth": game.worth(number),
                "swing": swing,
                "by_turn": rows,
            }
        )
    return sorted(found, key=lambda one: (not one["named"], -one["worth"], -one["swing"], one["hex"]))


# ---- what was lost, tried and used


def _losses(game: Game, table: pa.Table, games: int) -> list[dict[str, Any]]:
    """By side, nation and type: steps and units lost in a game, in the mean; the most first."""
    if not table.num_rows:
        return []
    sums = table.group_by(["side", "nation", "type"]).aggregate([("steps", "sum"), ("units", "sum")]).to_pylist()
    rows = [
        {
            "side": row["side"],
            "nation": row["nation"],
            "type": row["type"],
            "names": {language: game.type_words(row["type"], language) for language in LANGUAGES},
            "nations": _named(game, row["nation"]),
            "steps": row["steps_sum"] / games,
            "units": row["units_sum"] / games,
        }
        for row in sums
    ]
    return sorted(rows, key=lambda row: (-row["steps"], row["side"], row["nation"], row["type"]))


def _odds(game: Game, table: pa.Table) -> list[dict[str, Any]]:
    """By kind of combat: columns tried from the worst to the best, how often, and what came of them."""
    from pyarrow import compute

    if not table.num_rows:
        return []
    effect = table["effect"]
    told = table.append_column("better", compute.cast(compute.greater(effect, 0), "int32"))
    told = told.append_column("worse", compute.cast(compute.less(effect, 0), "int32"))
    sums = told.group_by(["kind", "odds"]).aggregate(
        [("number", "count"), ("effect", "count"), ("better", "sum"), ("worse", "sum"), ("expected", "mean"),
         ("effect", "mean")]
    )  # fmt: skip
    kinds: dict[str, list[Row]] = defaultdict(list)
    for row in sums.to_pylist():
        kinds[row["kind"]].append(row)
    found = []
    for kind, rows in kinds.items():
        fights = sum(row["number_count"] for row in rows)
        columns = [
            {
                "odds": row["odds"],
                "fights": row["number_count"],
                "share": row["number_count"] / fights,
                "counted": row["effect_count"],
                "better": row["better_sum"] or 0,
                "worse": row["worse_sum"] or 0,
                "nothing": row["effect_count"] - (row["better_sum"] or 0) - (row["worse_sum"] or 0),
                "expected": row["expected_mean"],
                "effect": row["effect_mean"],
            }
            for row in rows
        ]
        columns.sort(key=_by_odds if all(RATIO.match(row["odds"]) for row in columns) else _by_worth)
        found.append({"kind": kind, "names": _named(game, kind), "fights": fights, "columns": columns})
    return sorted(found, key=lambda one: -one["fights"])


def _by_odds(row: Row) -> float:
    attack, defence = RATIO.match(row["odds"]).groups()  # type: ignore[union-attr]  # asked of ratios alone
    return float(attack) / float(defence)


def _by_worth(row: Row) -> tuple[bool, float, str]:
    return row["expected"] is None, row["expected"] or 0.0, row["odds"]


def _uses(game: Game, table: pa.Table, games: int) -> list[dict[str, Any]]:
    """By what is used, side and item: how often in a game, and how much; with the turns in which."""
    if not table.num_rows:
        return []
    sums = table.group_by(["what", "side", "item"]).aggregate([("amount", "count"), ("amount", "sum")]).to_pylist()
    by_turn = table.group_by(["what", "side", "turn"]).aggregate([("amount", "count"), ("amount", "sum")]).to_pylist()
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for row in sums:
        one = found.setdefault(
            (row["what"], row["side"]), {"what": row["what"], "side": row["side"], "items": [], "by_turn": []}
        )
        one["items"].append(
            {
                "item": row["item"],
                "names": {language: _item(game, row["item"], language) for language in LANGUAGES},
                "count": row["amount_count"] / games,
                "amount": row["amount_sum"] / games,
            }
        )
    for row in sorted(by_turn, key=lambda row: row["turn"]):
        one = found[row["what"], row["side"]]
        one["by_turn"].append(
            {"turn": row["turn"], "count": row["amount_count"] / games, "amount": row["amount_sum"] / games}
        )
    for one in found.values():
        one["items"].sort(key=lambda row: (-row["amount"], row["item"]))
    return [found[key] for key in sorted(found)]


def _item(game: Game, item: str, language: str) -> str:
    return game.wording("chit", item, language) if item in game.chit_numbers else game.type_words(item, language)


# ---- luck


def lead(points: Mapping[str, float], sides: Sequence[str]) -> float:
    """How far the first side is ahead of the best of the others, or its points where it alone has some."""
    first = points.get(sides[0], 0.0)
    others = [points[side] for side in sides[1:] if side in points]
    return first - max(others, default=0.0) if sides[0] in points else -max(others, default=0.0)


def _luck(games: Sequence[Row], turns: Sequence[Row], sides: Sequence[str]) -> dict[str, Any] | None:
    """A dot for each game: what dice did beyond fair ones, first side less the others; and its lead at the end."""
    won: dict[int, float] = defaultdict(float)
    rolled = False
    for row in turns:
        rolled = rolled or bool(row["dice"])
        won[row["number"]] += (row["actual"] - row["expected"]) * (1 if row["side"] == sides[0] else -1)
    if not rolled:
        return None
    dots = [
        {"game": row["number"], "luck": won[row["number"]], "lead": lead(row["points"], sides),
         "winner": row["winners"][0] if len(row["winners"]) == 1 else None}
        for row in games
    ]  # fmt: skip
    pairs = [(one["luck"], one["lead"]) for one in dots]
    explained: Interval | None = share_explained(pairs)
    return {
        "dots": dots,
        "r": correlation(pairs),
        "explained": None if explained is None else explained._asdict(),
        "line": _line(pairs),
    }


def _line(pairs: Sequence[tuple[float, float]]) -> tuple[float, float] | None:
    """Least squares: where it crosses 0, and its slope."""
    n = len(pairs)
    mean_x, mean_y = (sum(one[place] for one in pairs) / n for place in (0, 1)) if n else (0.0, 0.0)
    xx = sum((x - mean_x) ** 2 for x, _ in pairs)
    if n < 3 or xx <= 0:
        return None
    slope = sum((x - mean_x) * (y - mean_y) for x, y in pairs) / xx
    return mean_y - slope * mean_x, slope
