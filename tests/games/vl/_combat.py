"""Combats for the tests of chapter 6: fought with the dice that give the result a test wants, and read off the log.

Unless a test says otherwise nobody has any support and the garrison is gone, so that nothing but what the test names
shifts the column or has a ZOC. Most fights stand round 1008, whose neighbours are 1007 (N), 1108 (NE), 1109 (SE), 1009
(S), 0909 (SW) and 0908 (NW); all but the swamp of 1007 are clear and no river is near.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from grognard.core.play import Play
from grognard.games.vl import GAME
from grognard.games.vl.game import VlGame
from grognard.games.vl.modifiers import best_quality
from grognard.games.vl.schema import DATA
from grognard.hex.grid import mask
from tests.games.vl._help import attack, happened, number, state_of

QUIET: dict[str, Any] = {
    "step": "combat",
    "artillery": {"soviet": 0, "german": 0},
    "air": {"soviet": 0, "german": 0},
    "festungs": {"west": 0, "east": 0},
}


def battlefield(place: dict[str, str], player: str = "soviet", *, game: VlGame = GAME, **words: Any) -> Play:
    """A combat phase without supports and without the garrison; stacks may be as large as the odds want them."""
    return game.position(**{**QUIET, "active": player, "place": place, "unchecked": True, **words})


def fight(place: dict[str, str], hex: str, *units: str, result: str, player: str = "soviet", **words: Any) -> Play:
    """These units have attacked a hex and this is the result: the first question about it is asked."""
    trial = battlefield(place, player, **words)
    attack(trial, player, hex, *units)
    play = battlefield(place, player, **words, dice=dice_for(trial, result))
    attack(play, player, hex, *units)
    assert reckoning(play)["result"] == result
    return play


def dice_for(trial: Play, result: str) -> list[int]:
    """Attacker's, defender's and result die that give a combat this result, without columns for quality if possible."""
    told = reckoning(trial)
    game = trial.game
    assert isinstance(game, VlGame)
    start = game.crt.columns.index(told["ratio"]) + sum(int(one["points"]) for one in told["shifts"])
    state = state_of(trial)
    own, theirs = (
        game.quality[best_quality(state, mask(number(unit) for unit in told[which]))]
        for which in ("units", "units_defending")
    )
    faces = sorted(product(range(1, 7), repeat=2), key=lambda pair: abs(own[pair[0] - 1]) + abs(theirs[pair[1] - 1]))
    for mine, other in faces:
        column = min(max(start + own[mine - 1] - theirs[other - 1], 0), game.crt.last)
        for die in range(1, 7):
            if game.crt.result(column, die) == result:
                return [mine, other, die]
    raise AssertionError(f"no dice give {result} from column {start}")


def reckoning(play: Play) -> dict[str, Any]:
    """What the log says about the last combat: strengths, ratio, shifts, column, die and result."""
    return happened(play, "event.combat")[-1]


def shifts(play: Play) -> list[tuple[str, int]]:
    """The modifiers of the last combat in the order of the log."""
    return [(one["word"], int(one["points"])) for one in reckoning(play)["shifts"]]


def shifts_of(place: dict[str, str], hex: str, *units: str, player: str = "soviet", **words: Any) -> dict[str, int]:
    """The modifiers of a combat fought without support, each side's under one name added up."""
    play = battlefield(place, player, **words, dice=[3, 3, 3])
    attack(play, player, hex, *units)
    found: dict[str, int] = {}
    for word, columns in shifts(play):
        found[word] = found.get(word, 0) + columns
    return found


@cache
def other_figures() -> VlGame:
    """The game with an owner's own figures, for what ours do not have.

    The four security battalions and 31 BF have quality D, anti-tank 171 has 3 points, 43/8Pz an asterisk; Gorki (0603)
    lies in a swamp, Chernosem (0615) and Novosokolniki (0308) in woods, Chusprovo (0914) on heights, 0913 too.
    """
    units = (DATA / "units.toml").read_text(encoding="utf-8")
    changes = [(unit, 'quality = "C"', 'quality = "D"') for unit in ("s-663", "s-343", "s-591", "s-795", "fb-31")]
    changes.append(("at-171", "steps = [2, 1]", "steps = [3, 1]"))
    changes.append(("pzjg-43-8pz", "anti_tank = true", "anti_tank = true\narmoured_bonus = true"))
    for unit, old, new in changes:
        head, found, rest = units.partition(f'id = "{unit}"')
        assert found
        units = head + found + rest.replace(old, new, 1)
    document = (DATA / "map.toml").read_text(encoding="utf-8")
    head, found, rest = document.partition('grid = """\n')
    rows, quotes, after = rest.partition('"""')
    grid = [list(row) for row in rows.splitlines()]
    for hex, kind in (("0603", "s"), ("0615", "w"), ("0308", "w"), ("0914", "h"), ("0913", "h")):
        grid[int(hex[2:]) - 1][int(hex[:2]) - 1] = kind
    changed = head + found + "\n".join("".join(row) for row in grid) + "\n" + quotes + after
    with TemporaryDirectory() as folder:
        Path(folder, "units.toml").write_text(units, encoding="utf-8")
        Path(folder, "map.toml").write_text(changed, encoding="utf-8")
        return GAME.with_data(Path(folder))
