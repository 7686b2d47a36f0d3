"""Real logs for the tests of the browser's story: one turn of each game as one player is told it, played by bots.

`python -m tests.web.logs` writes them anew where the events of a game have changed.
"""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from grognard.core.registry import game
from grognard.core.view import worded
from grognard.players import bot

FOLDER = Path(__file__).parents[2] / "web" / "src" / "log" / "logs"
SEEN_BY = {"avl": "axis", "vl": "german", "lb": "russian", "victory": "red"}
MOST_LINES = 170
ANSWERS = 6000


def told(game_id: str, seed: int) -> dict[str, Any]:
    """The first turn with a fight and a loss that is short enough, from its heading to the next one."""
    play, rng = game(game_id).new(seed=seed), Random(seed)
    player, stage = SEEN_BY[game_id], game(game_id).stage
    recruit = bot("recruit", game_id)
    for _ in range(ANSWERS):
        if play.result is not None:
            break
        decider = play.state.deciders[0]
        play.apply(decider, recruit.choose(play.game.imagine(play.state, decider, rng), decider, rng))
    number = play.roster.number(player)
    events = [play.events[one].message for one in play.visible(number)]
    turns = [at for at, event in enumerate(events) if stage.get(event.key) == "turn"] + [len(events)]
    for begin, end in pairwise(turns):
        kinds = {stage.get(event.key) for event in events[begin:end]}
        if {"fight", "loss", "move"} <= kinds and end - begin <= MOST_LINES:
            lines = [worded(play.game, event) for event in events[begin : end + 1]]
            sides = {piece["id"]: piece["side"] for piece in play.view(player)["pieces"]}
            return {"viewer": player, "first": begin, "stage": dict(stage), "sides": sides, "log": lines}
    raise LookupError(f"{game_id}, seed {seed}: no such turn")


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game_id in SEEN_BY:
        for seed in range(20):
            try:
                found = told(game_id, seed)
            except LookupError:
                continue
            text = json.dumps(found, ensure_ascii=False, indent=0, separators=(",", ":"))
            (FOLDER / f"{game_id}.json").write_text(text + "\n", encoding="utf-8")
            print(game_id, seed, len(found["log"]), len(text))
            break
