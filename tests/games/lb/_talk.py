"""Where the random games begin whose words are tested."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.play import Play
from grognard.games.lb import GAME
from tests.games.lb._help import S4, begin, deploy_all, position

ANSWERS = 700
RELUCTANT = frozenset(("end_movement", "end_announcing", "cancel", "remove", "pick_up", "stop", "fort_away", "flip"))
FAIR = {"event": 0.7, "prompt": 0.8, "why": 0.5}


def openings() -> Iterator[tuple[int, Play]]:
    for seed in (1, 2):
        for play in beginnings(seed):
            yield seed, play


def beginnings(seed: int) -> Iterator[Play]:
    """Games from their beginning, and two from a line of battle where everybody is in contact."""
    for scenario in GAME.scenarios:
        yield GAME.new(scenario, seed=seed)
        play = begin(scenario, seed)
        deploy_all(play)
        yield play
    near = {f"su-tank-bde#{n}": "2417" for n in (1, 2)} | {f"ge-mot-inf-bn#{n}": "2416" for n in (1, 2)}
    guns = {"su-art-20#1": "2419", "su-supply#1": "2419", "ge-art-light#1": "2414", "ge-supply#1": "2414"}
    more = {"ge-arm-inf-bn#1": "2516", "su-mech-bde#1": "2517", "ge-engineer-bn#1": "1712", "su-engineer-bn#1": "1714"}
    line = {f"su-rifle-rgt#{n}": f"23{3 * n - 1:02}" for n in range(1, 10)}
    for active in ("german", "russian"):
        yield position({**near, **guns, **more, **line}, scenario=S4, active=active, forts=["2416", "2417"])
