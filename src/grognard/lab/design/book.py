"""What a search has played, kept beside what it finds: it may be stopped at any moment, and the same one goes on.

`tuned.json` tells the study, its settings and their proof; `played.jsonl` has a line for every few games. A search that
goes on proposes the same settings again, and those games that are written down are not played a second time.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from grognard.core.game import SetupError
from grognard.lab.design.even import Setting, Trial
from grognard.lab.runs.folder import LOCK, alone_in

TUNED, PLAYED = "tuned.json", "played.jsonl"


class Book:
    """The folder of a search."""

    def __init__(self, folder: Path, study: Mapping[str, Any]) -> None:
        """Open a folder for this study: a new or empty one, or one in which it was begun; OSError where it cannot be.

        `study` is plain data: all that makes scores and settings what they are.
        """
        self.folder = folder
        self.study: dict[str, Any] = json.loads(json.dumps(study))
        self._scores: dict[tuple[Any, ...], dict[int, float]] = {}
        self._ours = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        strange = sorted(one.name for one in folder.iterdir() if one.name != LOCK)
        if strange and not (folder / TUNED).exists():
            raise SetupError(f"{folder} holds {strange[0]} and no search: name a new folder")
        self._hold = contextlib.ExitStack()
        self._hold.enter_context(alone_in(folder))
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let others write there."""
        self._hold.close()

    def _open(self) -> None:
        folder = self.folder
        if (folder / TUNED).exists():
            self._same()
            self._read()
        else:
            self.tell([], None)
        (folder / PLAYED).open("a", encoding="utf-8").close()  # whoever may not write there hears of it now

    def _same(self) -> None:
        path = self.folder / TUNED
        try:
            kept = dict(json.loads(path.read_text(encoding="utf-8")))
        except (ValueError, TypeError):
            raise SetupError(f"{path} tells of no search: name a new folder") from None
        for name, value in self.study.items():
            if name not in kept or kept[name] != value:
                what = f"{self.folder} holds another search, which differs in its {name.replace('_', ' ')}"
                raise SetupError(f"{what}: give this one a folder of its own")

    def _read(self) -> None:
        path = self.folder / PLAYED
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        whole = text[: text.rfind("\n") + 1]  # a line that was being written when it was killed is played again
        if whole != text:
            path.write_text(whole, encoding="utf-8")
        for line in whole.splitlines():
            one = json.loads(line)
            scores = self._scores.setdefault(_key(one["seed"], one["figures"]), {})
            scores.update({int(deal): score for deal, score in one["scores"].items()})

    @property
    def games(self) -> int:
        """How many are written down."""
        return sum(map(len, self._scores.values()))

    def scores(self, seed: int, setting: Setting) -> Mapping[int, float]:
        """By deal: what is known of a setting."""
        return self._scores.get(_key(seed, _plain(setting)), {})

    def note(self, seed: int, setting: Setting, scores: Mapping[int, float]) -> None:
        """Write down what came of some games."""
        if not scores:
            return
        self._scores.setdefault(_key(seed, _plain(setting)), {}).update(scores)
        with (self.folder / PLAYED).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"seed": seed, "figures": _plain(setting), "scores": scores}) + "\n")

    def tell(self, found: Sequence[Trial], proof: Mapping[str, Any] | None) -> None:
        """What was tried and how, the best first; without a proof as long as there is none."""
        told = [
            {
                "figures": _plain(trial.setting),
                "games": len(trial.scores),
                "share": trial.share if trial.scores else None,
                "left": trial.left,
                "refused": trial.refused,
            }
            for trial in found
        ]
        beside = self.folder / f".{TUNED}"
        beside.write_text(json.dumps({**self.study, "proof": proof, "trials": told}, indent=1) + "\n", encoding="utf-8")
        beside.replace(self.folder / TUNED)

    def drop(self) -> None:
        """Leave nothing behind where nothing was played."""
        if not self._scores:
            self.close()
            for name in (TUNED, PLAYED, LOCK):
                (self.folder / name).unlink()
            if self._ours:
                self.folder.rmdir()


def _plain(setting: Setting) -> dict[str, Any]:
    return {figure.name: value for figure, value in setting.items()}


def _key(seed: int, figures: Mapping[str, Any]) -> tuple[Any, ...]:
    return seed, *sorted(figures.items())
