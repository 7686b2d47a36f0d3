"""Games of several people as they begin: their dice wait for what every one of them adds.

Every way to open a table at which somebody else may sit comes through here: seats that are offered or given by link,
rematches, people who were paired, tournaments.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from grognard.core.game import SetupError
from grognard.core.journal import Journal


def awaiting(journal: Journal, rolls: int, people: Iterable[str]) -> Journal:
    """A game that is about to begin, with no die before all of these have promised and revealed a nonce.

    SetupError where something lies behind it: dice that have been rolled already, so that one of them may have chosen
    those to come, or answers by which he knows what the others do not.
    """
    if rolls or any(journal.all_answers()) or journal.skips or journal.forced:
        raise SetupError("dice were rolled or answers given here before everybody could add to the dice")
    return replace(journal, header=replace(journal.header, nonces=[], promises=dict.fromkeys(people, "")))
