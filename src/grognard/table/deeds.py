"""What a player may do at a table beside answering: who may do it, when, and which act it is.

Each of these says what is to be stored, or refuses it, by the position as it is at that moment: `Room.take` asks again
where another process was first.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from grognard.core.dice import commitment, owing
from grognard.table.consent import Proposal
from grognard.table.room import Deed, NotNow, Room, Viewer


class Already(NotNow):
    """Nothing is left to do."""


# ---- what the dice follow from


def mix(room: Room, who: str, nonce: str) -> Deed:
    """Add to the dice, once, before the first of them is rolled.

    This is for a table that waits for nobody; where several people play, each reveals what he has promised.
    """
    header, mixed = room.play.header, room.play.header.nonces
    if header.quick or room.broken or room.play.state.rolls or any(one.startswith(f"{who}:") for one in mixed):
        raise NotNow("the dice are what they are")
    return Deed("seal", who, header=_header(room, [*mixed, f"{who}:{nonce}"], None))


def promise(room: Room, player: str, hashed: str) -> Deed:
    """Send the hash of a player's nonce; he may send another until everybody's is there."""
    header = room.play.header
    if header.promises is None or player not in header.promises:
        raise NotNow("the dice of this table wait for nobody's hash")
    if header.promises[player] == hashed:
        raise Already
    if all(header.promises.values()):
        raise NotNow("everybody's hash is there: none can be changed any more")
    return Deed("seal", player, header=_header(room, header.nonces, {**header.promises, player: hashed}))


def reveal(room: Room, player: str, nonce: str) -> Deed:
    """Add a player's nonce to the dice, if it is the one whose hash he has sent; the last one unlocks them."""
    header, entry = room.play.header, f"{player}:{nonce}"
    promises = header.promises or {}
    if not all(promises.values()):
        raise NotNow("not everybody's hash is there yet: keep your nonce to yourself")
    if entry in header.nonces:
        raise Already
    if commitment(entry) != promises.get(player):
        raise NotNow("that is not the nonce whose hash you have sent")
    revealed = {*header.nonces, entry}
    nonces = [one for seat in room.seats for one in revealed if one.startswith(f"{seat}:")]
    return Deed("seal" if owing(promises, nonces) else "dice", player, header=_header(room, nonces, promises))


def waive(room: Room, player: str) -> Deed:
    """Let the dice not wait for a seat at which nobody sits."""
    header = room.play.header
    if header.promises is None or player not in header.promises or header.promises[player]:
        raise Already
    promises = {one: promise for one, promise in header.promises.items() if one != player}
    kind = "seal" if owing(promises, header.nonces) else "dice"
    return Deed(kind, player, header=_header(room, header.nonces, promises))


def promise_anew(room: Room, player: str) -> Deed:
    """Somebody leaves his seat to whoever comes before all is revealed that was promised: everybody promises another
    nonce. Nobody could keep his promise for him, and what is revealed already the newcomer knows."""
    header = room.play.header
    if not owing(header.promises, header.nonces) or not (header.promises or {}).get(player):
        raise Already
    return Deed("seal", player, header=_header(room, [], dict.fromkeys(header.promises or {}, "")))


def _header(room: Room, nonces: list[str], promises: dict[str, str] | None) -> dict[str, Any]:
    return replace(room.play.header, nonces=nonces, promises=promises).plain()


# ---- by consent: taking back more than undo allows


def ask_back(room: Room, player: str, answers: int | None, owned: Collection[str]) -> Deed:
    """Ask for a take-back to so many answers, or to before his own last one; `owned` players agree with him. Where
    nobody else minds it is done at once."""
    given = room.play.given
    _not_over(room)
    if answers is None:
        number = room.play.roster.number(player)
        answers = max((at for at, (one, _) in enumerate(given) if one == number), default=-1)
    if not 0 <= answers < len(given):
        raise NotNow("there is nothing to take back")
    missing = {one for one in room.seats if _minds(room, one, answers)} - {player, *owned}
    if not missing:
        return _rewound(room, player, answers)
    standing = room.wishes.proposal
    if standing is not None and (standing.by, standing.answers) == (player, answers) and _holds(room, standing):
        raise Already
    return Deed("ask_back", player, target={"answers": answers, "missing": sorted(missing)})


def answer_back(room: Room, player: str, owned: Sequence[str], yes: bool) -> Deed:
    """Agree to the take-back, or not; who asked for it may think better of it. One that the game has left behind is
    dropped in its owner's name."""
    proposal = room.wishes.proposal
    mine = proposal is not None and player == proposal.by and not yes
    if proposal is None or not (mine or player in proposal.missing):
        raise NotNow("nobody asks you to take anything back")
    if not mine and not _holds(room, proposal):
        return Deed("drop_back", proposal.by)
    if not yes:
        return Deed("drop_back", player)
    if proposal.missing <= {player, *owned}:
        return _rewound(room, proposal.by, proposal.answers)
    return Deed("agree_back", player, target=[player, *owned])


def _holds(room: Room, proposal: Proposal) -> bool:
    """Whether the game still stands where everybody saw it when this was asked."""
    return room.result is None and proposal.seen == room.play.view(None)


def _minds(room: Room, player: str, answers: int) -> bool:
    """Whether a take-back to so many answers needs this player's consent: a bot agrees to what it has seen."""
    stand_in = room.stand_ins.get(player)
    return room.seats[player].kind == "human" and (stand_in is None or answers < stand_in.since)


def _rewound(room: Room, player: str, answers: int) -> Deed:
    """He may have undone in secret what he asked about."""
    return Deed("rewind", player, target=max(0, len(room.play.given) - answers))


# ---- bots that play on for people


def hand_over(room: Room, player: str, bot: str, by: Viewer) -> Deed:
    """Let a bot play on for a person; `by` is who wanted it. Who may is decided in `handing`."""
    stand_in = room.stand_ins.get(player)
    _not_over(room)
    if room.seats[player].kind != "human":
        raise NotNow("no person plays that seat")
    if stand_in is not None and (by != player or stand_in.bot == bot):
        raise NotNow("a bot plays there already")
    return Deed("hand_over", player, bot, by)


def step_in(room: Room, player: str, bot: str) -> Deed:
    """Let a bot play at a seat that nobody has taken."""
    _not_over(room)
    if room.row.rated or room.row.tournament is not None:
        raise NotNow("the game is rated: no bot plays for anybody")
    if room.seats[player].kind != "open" or player in room.stand_ins:
        raise Already
    return Deed("hand_over", player, bot)


def hand_back(room: Room, player: str) -> Deed:
    """Let the person play again; what the bot is thinking about comes too late."""
    _not_over(room)
    if player not in room.stand_ins:
        raise NotNow("no bot plays for you")
    return Deed("hand_back", player)


# ---- ending it


def claim(room: Room, player: str) -> Deed:
    """Claim the win against an opponent whose time is up."""
    now, clock = time.time(), room.clock
    sides = {one.id: one.side for one in room.play.roster.players}
    others = () if clock is None else (one for one in room.on_the_clock if sides[one] != sides[player])
    late = [one for one in others if clock is not None and clock.seconds(one, now) <= 0]
    if room.result is not None or not late:
        raise NotNow("no opponent's time is up")
    return Deed("claim", player, target=late[0])


def resign(room: Room, player: str, owned: Collection[str]) -> Deed:
    """Give up for one's side; whose allies are other people does not give up for them."""
    _not_over(room)
    sides = {one.id: one.side for one in room.play.roster.players}
    people = {one for one, seat in room.seats.items() if seat.kind == "human" and sides[one] == sides[player]}
    if people - {player, *owned}:
        raise NotNow("your allies play on: a side gives up only when one person plays it")
    return Deed("resign", player)


def rule(room: Room, winners: Collection[str], how: str) -> Deed:
    """End a game by the word of its tournament: `adjudicated` or `forfeited`; nobody wins a draw."""
    if room.result is not None:
        raise Already("the game is over")
    return Deed("rule", "", target={"winners": list(winners), "how": how})


def _not_over(room: Room) -> None:
    if room.result is not None:
        raise NotNow("the game is over")
