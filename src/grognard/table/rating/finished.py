"""A table that is over as ratings see it, and the same as it is written down."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import Any

from grognard.club.ratings.course import Course, Opening
from grognard.club.ratings.finished import Account, Bot, Ending, FinishedGame, Holder, Seat, Visitor
from grognard.core.game import Game
from grognard.table.rating.course import courses
from grognard.table.room import Room
from grognard.table.rows import SeatRow


def finished(room: Room, ended_at: float) -> FinishedGame:
    """What is public of a game that has ended; `ended_at` is when its last act was taken."""
    result, header = room.result, room.row.header
    assert result is not None, "it goes on"
    given = Counter(player for player, _, _ in room.journal().all_answers())
    sides = {player.id: player.side for player in room.play.roster.players}
    return FinishedGame(
        table=room.row.id,
        game=room.game.id,
        scenario=header["scenario"],
        options=_not_as_printed(room.game, header["scenario"], header["options"]),
        ended_at=ended_at,
        seats=tuple(
            Seat(player, sides[player], _holder(room, seat), given[player]) for player, seat in room.seats.items()
        ),
        winners=tuple(result.winners),
        ending=_ending(room),
        rated=room.row.rated,
        stand_ins=tuple(sorted(room.stood_in)),
        courses=courses(room),
    )


def _holder(room: Room, seat: SeatRow) -> Holder:
    if seat.bot is not None:
        return Bot(seat.bot, room.row.header["version"])
    return Visitor() if seat.account is None else Account(seat.account)


def _ending(room: Room) -> Ending:
    if room.play.result is not None:
        return Ending.PLAYED
    if room.ruled is not None:
        return Ending(room.ruled[1])
    return Ending.RESIGNED if room.resigned is not None else Ending.TIME


def _not_as_printed(game: Game, scenario_id: str, options: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """Options that change the rules and are not as they are printed, by name."""
    known = game.scenario(scenario_id).options
    changed = {
        one.id: options[one.id]
        for one in known
        if not one.lays_out and one.id in options and options[one.id] != one.default
    }
    return tuple(sorted((name, str(value)) for name, value in changed.items()))


def plain(game: FinishedGame) -> dict[str, Any]:
    """As it is written down."""
    told = asdict(game)
    told["seats"] = [
        {"player": seat.player, "side": seat.side, "acts": seat.acts, "holder": _plain_holder(seat.holder)}
        for seat in game.seats
    ]
    return told


def _plain_holder(holder: Holder) -> dict[str, str]:
    return {} if isinstance(holder, Visitor) else asdict(holder)


def read(told: dict[str, Any]) -> FinishedGame:
    """The game that was written down."""
    seats = tuple(Seat(one["player"], one["side"], _read_holder(one["holder"]), one["acts"]) for one in told["seats"])
    return FinishedGame(
        table=told["table"],
        game=told["game"],
        scenario=told["scenario"],
        options=tuple((name, value) for name, value in told["options"]),
        ended_at=told["ended_at"],
        seats=seats,
        winners=tuple(told["winners"]),
        ending=Ending(told["ending"]),
        rated=told["rated"],
        stand_ins=tuple(told["stand_ins"]),
        courses=tuple(map(_read_course, told.get("courses", ()))),
    )


def _read_course(told: dict[str, Any]) -> Course:
    opening = told["opening"]
    if opening is not None:
        place = opening["place"]
        opening = Opening(opening["choice"], opening["hex"], None if place is None else (place[0], place[1]))
    return Course(told["side"], opening, told["actual"], told["expected"], told["variance"])


def _read_holder(told: dict[str, str]) -> Holder:
    if "level" in told:
        return Bot(told["level"], told["version"])
    return Account(told["id"]) if "id" in told else Visitor()
