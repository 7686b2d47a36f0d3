"""Tuning a bot: weights of one side of a game, improved by playing, with CMA-ES (the library `cma`).

Each generation all candidates play the same new deals against a pool of opponents, who take the deals in turn. A run
is written down generation by generation; the same run begun again goes on after the last one, because what the
optimiser asks depends on nothing but its seed and what it was told.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import Any

from grognard.core.game import SetupError
from grognard.core.registry import game
from grognard.lab.ladder import Deal, Estimate, seen_from
from grognard.lab.simulate import Outcome, Pairing, play_all, seed_of
from grognard.players import bot
from grognard.players.doctrine import REGULAR, doctrine
from grognard.players.spec import Spec
from grognard.players.weights import Sheet, Weighted

LOOSE = 0.5
"""The first step of the search, as a share of a weight's own size."""
LEAST_SIZE = 0.02
"""The size of a weight that is about nothing, as a share of its bounds."""
SHAKEN = 0.5
"""How far a shaken opponent's weights may be from the champion's, as a share of their size."""

Told = Callable[[Outcome], None]


@dataclass(frozen=True)
class Run:
    """What is tuned, and how: the same run gives the same champion."""

    game: str
    side: str
    weights: tuple[str, ...]
    """Those that may change."""
    against: tuple[str, ...]
    """The bots in the other seats, deal by deal in turn."""
    scenario: str | None = None
    level: str = REGULAR
    games: int = 24
    """Deals a candidate plays in a generation."""
    generations: int = 20
    candidates: int = 0
    """Candidates of a generation; 0 for as many as the optimiser takes for so many weights."""
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    """Those of the scenario that are not as usual."""


@dataclass(frozen=True)
class Generation:
    """What one generation taught: its candidates and what each was worth, the best first guess for the next."""

    number: int
    candidates: Sequence[Mapping[str, float]]
    worth: Sequence[float]

    @property
    def best(self) -> float:
        return max(self.worth)


def sheet_of(game_id: str, level: str = REGULAR) -> Sheet[Any]:
    found: Any = doctrine(game_id, level)
    if not isinstance(found, Weighted):
        raise SetupError(f'the doctrine "{level}" of "{game_id}" has no weights to tune')
    return found.sheet


def shaken(game_id: str, side: str, seed: int, level: str = REGULAR, scenario: str | None = None) -> str:
    """An opponent whose weights are a champion's in a scenario, each some way off."""
    scale, rng = Scale(sheet_of(game_id, level), side, (), scenario), Random(seed)
    return str(Spec(level, scale.weights([rng.uniform(-SHAKEN, SHAKEN) for _ in scale.names])))


class Scale:
    """Weights as the optimiser sees them: 0 is where they stand, 1 one of its own sizes more."""

    def __init__(self, sheet: Sheet[Any], side: str, names: Sequence[str], scenario: str | None = None) -> None:
        if side not in sheet.sides:
            raise SetupError(f'there is no side "{side}"; there are {", ".join(sheet.sides)}')
        unknown = [name for name in names if name not in sheet.weights]
        if unknown:
            raise SetupError(f'there is no weight "{unknown[0]}"; there are {", ".join(sheet.weights)}')
        self.names = tuple(names) or tuple(name for name, about in sheet.weights.items() if about.unit != "hex")
        self._about = [sheet.weights[name] for name in self.names]
        stands = sheet.of(side, scenario)
        self._start = [stands[name] for name in self.names]
        self._whole = [sheet.types[name] is int for name in self.names]
        self._size = [
            max(abs(start), LEAST_SIZE * (about.most - about.least), 1.0 if whole else 0.0)
            for start, about, whole in zip(self._start, self._about, self._whole, strict=True)
        ]

    def weights(self, point: Sequence[float]) -> dict[str, float]:
        """The weights at a point, each within its bounds and whole where it has to be."""
        found = {}
        for name, start, size, about, whole, way in zip(
            self.names, self._start, self._size, self._about, self._whole, point, strict=True
        ):
            value = min(max(start + size * way, about.least), about.most)
            found[name] = float(round(value)) if whole else float(f"{value:.4g}")
        return found

    @property
    def bounds(self) -> list[list[float]]:
        """The least and the most of each, as the optimiser sees them."""
        sides = zip(self._start, self._size, self._about, strict=True)
        both = [((about.least - start) / size, (about.most - start) / size) for start, size, about in sides]
        return [list(each) for each in zip(*both, strict=True)]


class Trials:
    """Games that tell what weights are worth in a seat."""

    def __init__(self, run: Run, jobs: int = 1, told: Told | None = None) -> None:
        self.run, self.jobs, self.told = run, jobs, told
        table = game(run.game)
        scenario = table.scenario(run.scenario)
        table.settle_options(scenario, run.options)
        self.roster = scenario.roster
        if run.side not in self.roster.sides:
            raise SetupError(f'there is no side "{run.side}" here; there are {", ".join(self.roster.sides)}')
        for name in (run.level, *run.against):
            bot(name, run.game, scenario.id)

    def play(self, bots: Sequence[str], deals: Sequence[int]) -> list[list[Deal]]:
        """By bot: what it makes of each of these deals."""
        run = self.run
        to_play: list[Pairing] = []
        for name in bots:
            for deal in deals:
                against = run.against[deal % len(run.against)]
                seats = {one.id: name if one.side == run.side else against for one in self.roster.players}
                to_play.append(
                    Pairing(run.game, run.scenario, run.options, len(to_play), seed_of(run.seed, deal), seats)
                )
        played = play_all(to_play, self.jobs, self.told)
        seen = [seen_from(outcome, run.side, self.roster.sides) for outcome in played]
        return [seen[start : start + len(deals)] for start in range(0, len(seen), len(deals))]


def tune(run: Run, folder: Path, jobs: int = 1, told: Told | None = None) -> Generator[Generation, None, None]:
    """Play the generations of a run that are not in its folder yet, one after the other."""
    try:
        with warnings.catch_warnings():  # it can do without what it draws with
            warnings.simplefilter("ignore")
            import cma  # an extra, and slow to load
    except ImportError as error:
        raise SetupError('tuning needs the extra "tune": pip install "grognard[tune]"') from error
    sheet = sheet_of(run.game, run.level)
    scale = Scale(sheet, run.side, run.weights, sheet.place(run.scenario, run.options))
    trials, book = Trials(run, jobs, told), _Book(folder, run)
    if book.spread is None:
        first = trials.play([run.level], range(run.games))[0]
        book.begin(pstdev([deal.margin for deal in first]) or 1.0)
    asked: dict[str, Any] = {"seed": run.seed + 1, "bounds": scale.bounds, "verbose": -9}
    if run.candidates:
        asked["popsize"] = run.candidates
    search = cma.CMAEvolutionStrategy([0.0] * len(scale.names), LOOSE, asked)
    for number in range(run.generations):
        points = search.ask()
        if number < len(book.generations):
            found = book.generations[number]
        else:
            candidates = [scale.weights(point) for point in points]
            deals = range((number + 1) * run.games, (number + 2) * run.games)
            played = trials.play([str(Spec(run.level, one)) for one in candidates], deals)
            found = Generation(number, candidates, [fmean(map(book.worth, deals)) for deals in played])
            book.write(found)
        search.tell(points, [-worth for worth in found.worth])
        book.champion = scale.weights(search.result.xfavorite)
        yield found
    book.crown()


def champion(folder: Path) -> dict[str, float]:
    """The weights that a run came to."""
    found: dict[str, float] = json.loads((folder / "champion.json").read_text(encoding="utf-8"))
    return found


def champions(
    folder: Path, game_id: str, side: str, scenario: str | None, options: Mapping[str, Any] | None = None
) -> list[str]:
    """The champions of other sides that earlier runs in these folders came to, as bots: an opponent learns, too."""
    found = []
    for head in sorted(folder.glob("*/run.json")):
        told = json.loads(head.read_text(encoding="utf-8"))
        played = told.get("game"), told.get("scenario"), told.get("options", {})
        same = played == (game_id, scenario, dict(options or {})) and told.get("side") != side
        if same and (head.parent / "champion.json").exists():
            found.append(str(Spec(told["level"], champion(head.parent))))
    return found


def proof(
    run: Run, weights: Mapping[str, float], games: int, jobs: int = 1, told: Told | None = None
) -> list[Estimate]:
    """On deals that no candidate has played: what the champion gains over what it began with, in score and points."""
    fresh = range(-games, 0)
    old, new = Trials(run, jobs, told).play([run.level, str(Spec(run.level, weights))], fresh)
    pairs = list(zip(old, new, strict=True))
    return [
        Estimate.of([after.score - before.score for before, after in pairs], (-1.0, 1.0)),
        Estimate.of([after.margin - before.margin for before, after in pairs]),
    ]


class _Book:
    """What a run's folder holds: `run.json`, and a line of `generations.jsonl` for each generation."""

    def __init__(self, folder: Path, run: Run) -> None:
        self.folder, self.run = folder, run
        self.spread: float | None = None
        self.generations: list[Generation] = []
        self.champion: dict[str, float] = {}
        folder.mkdir(parents=True, exist_ok=True)
        head = folder / "run.json"
        if head.exists():
            kept = json.loads(head.read_text(encoding="utf-8"))
            self.spread = kept.pop("spread")
            same = kept | {"generations": run.generations} == json.loads(json.dumps(asdict(run)))
            if not same:
                raise SetupError(f"{head} is of another run: give this one a folder of its own")
            self.generations = [Generation(**json.loads(line)) for line in self._lines()]

    def _lines(self) -> list[str]:
        path = self.folder / "generations.jsonl"
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        whole = text[: text.rfind("\n") + 1]  # a line that was being written when the run was stopped is played again
        if whole != text:
            path.write_text(whole, encoding="utf-8")
        return whole.splitlines()

    def begin(self, spread: float) -> None:
        self.spread = spread
        told = json.dumps({**asdict(self.run), "spread": spread}, indent=1)
        (self.folder / "run.json").write_text(told, encoding="utf-8")

    def worth(self, deal: Deal) -> float:
        """A win counts most; where all are won or all are lost, points tell candidates apart."""
        assert self.spread is not None
        return deal.score + deal.margin / (2 * self.spread)

    def write(self, generation: Generation) -> None:
        with (self.folder / "generations.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(generation)) + "\n")

    def crown(self) -> None:
        (self.folder / "champion.json").write_text(json.dumps(self.champion, indent=1), encoding="utf-8")
