"""Taking back and keeping: undo and redo lead there and back, and a journal replays to the same position."""

from __future__ import annotations

import json

from grognard.core.conformance.copies import chance
from grognard.core.journal import Journal, replay, verify
from grognard.core.play import Play
from grognard.core.snapshot import canonical
from grognard.core.state import Event


def undo_holds(play: Play, player: int, before: bytes, risen: tuple[int, int], story: list[Event]) -> list[str]:
    """Undo gives back position and log exactly, redo what came after, and past a die or a reveal undo is refused."""
    name = play.roster.ids[player]
    if play.result is not None or not play.can_undo(name):
        return []
    if chance(play.state) != risen:
        return ["undo is offered past a die or a reveal"]
    after = canonical(play.state)
    play.undo(name)
    faults = [] if canonical(play.state) == before else ["undo does not restore the position"]
    if play.events != story:
        faults.append("undo does not restore the log")
    play.redo(name)
    return faults if canonical(play.state) == after else [*faults, "redo does not lead back"]


def undo_retraces(play: Play) -> list[str]:
    """Undone as far as it goes and given again, a game is where it was."""
    before, story = canonical(play.state), play.events.copy()
    undone: list[str] = []
    while name := next((player for player in play.roster.ids if play.can_undo(player)), None):
        play.undo(name)
        undone.append(name)
    for name in reversed(undone):
        play.redo(name)
    return [] if (canonical(play.state), play.events) == (before, story) else ["undo and redo do not lead back"]


def journal_holds(play: Play) -> list[str]:
    """The answers replayed give the identical position and story, and the file verifies."""
    journal = Journal.from_plain(json.loads(json.dumps(play.journal().plain())))
    faults = verify(journal, play.game)
    if faults:
        return faults
    again = replay(journal, play.game)
    if canonical(again.state) != canonical(play.state):
        faults.append("replaying the answers leads to another position")
    if again.events != play.events:
        faults.append("replaying the answers tells another story")
    return faults
