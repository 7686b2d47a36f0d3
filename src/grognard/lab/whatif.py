"""What if: games played on from a moment of another one, by the truth or by what one of its players knew.

`grognard sim --from` plays many of them as a run; a table may ask for one after the other.
"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.core.game import SetupError
from grognard.core.play import Play
from grognard.lab.beginning import Overlay, Start
from grognard.lab.simulate import Outcome, Pairing, check_seats, play_out, seed_of


def moment(play: Play, asking: str | None = None) -> Start:
    """The position of a game as something to play on from; with `asking`, from what this player knows."""
    if asking is not None and asking not in play.roster.ids:
        raise SetupError(f'there is no player "{asking}"; the players are {", ".join(play.roster.ids)}')
    return Start.of(play.state, asking)


def pairing_from(
    play: Play, start: Start, seats: Mapping[str, str], number: int, seed: int = 0, data: Overlay | None = None
) -> Pairing:
    """Game number so much from this moment: everything a worker needs."""
    header = play.header
    seats = check_seats(header.game, play.scenario, seats)
    return Pairing(header.game, header.scenario, header.options, number, seed_of(seed, number), seats, start, data)


def play_on(play: Play, asking: str | None, seats: Mapping[str, str], number: int, seed: int = 0) -> Outcome:
    """Play a game on to its end: one number gives one course, whoever asks and however often.

    The answers told of are those given from here on.
    """
    return play_out(pairing_from(play, moment(play, asking), seats, number, seed))
