"""A likely deal of what an army has where nobody sees it, for those who look ahead: as experience has it, by place.

The game's own deal is as good as another (`shown/hidden.py`): a city's guards may come out as ships and worn troops,
and whoever plans on that storms in vain. Here every place is filled in turn, from what the blocks in such a place
usually are, and how strong, in the later turns of a game. It goes by what everybody sees alone: positions that look the
same are dealt the same, unless the places cannot be filled so, as happens in the middle of a move; then the game deals.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from grognard.core.dice import FastDice
from grognard.games.victory.kinds import AIR, NAVAL
from grognard.games.victory.shown.hidden import ROOM, Deal, unknown_to
from grognard.games.victory.state import LAST_PLACE, MOVE, POOL, VictoryState
from grognard.hex.grid import bits, mask
from grognard.players.victory import guess


class Late(NamedTuple):
    """The blocks in one kind of place from turn 6 on, as counted in games between Regulars."""

    shares: tuple[float, float, float]
    """Of classes."""
    steps: float
    """Of a ground unit."""


LATE: Final = {
    guess.SEA: Late((0.14, 0.85, 0.01), 2.8),
    guess.FIELD: Late((0.08, 0.0, 0.92), 2.9),
    guess.COAST: Late((0.08, 0.1, 0.82), 2.95),
    guess.TOWN: Late((1.0, 0.0, 0.0), 3.0),
    guess.PORT_TOWN: Late((0.64, 0.0, 0.36), 3.4),
    guess.CITY: Late((0.17, 0.0, 0.83), 2.45),
    guess.PORT: Late((0.18, 0.15, 0.67), 2.95),
    guess.CAPITAL: Late((0.31, 0.0, 0.69), 3.9),
    guess.CAPITAL_PORT: Late((0.22, 0.05, 0.73), 4.0),
}
AIR_STEPS: Final = 3.4
NAVAL_STEPS: Final = 2.5
UNEVEN: Final = 0.7
"""How far strengths are apart in one kind of place, by standard deviation."""
HARDLY: Final = 0.02
"""What a class that is never seen in such a place is tried with, where no other fits."""
TRIES: Final = 20


class NoRoom(Exception):
    """A block was left over for which no place was left."""


def known(state: VictoryState) -> bool:
    """Whether it was counted what blocks are at this time."""
    return state.turn > guess.PERIODS[-1]


def imagine(state: VictoryState, player: int, rng: Random) -> VictoryState:
    """A position that agrees with a player's view, and that he would bet on; when he moves late in a game, else any."""
    if not known(state) or state.phase != MOVE or state.lanes is not None or state.deciders != (player,):
        return state.game.imagine(state, player, rng)
    other = state.clone()
    seed = rng.getrandbits(64)
    for army in unknown_to(other, player):
        if not _dealt(other, army, seed):
            return state.game.imagine(state, player, rng)
    other.dice = FastDice(seed)
    other.memo = None  # it was worked out from the truth
    other.waits = False  # who only imagines need not be asked
    return other


def _dealt(state: VictoryState, army: int, seed: int) -> bool:
    """Whether an army could be dealt: who fills places one after the other may get stuck, and begins anew."""
    for attempt in range(TRIES):
        try:
            LikelyDeal(state, army).run(Random(f"{seed} {army} {attempt}"))
        except NoRoom:
            continue
        return True
    return False


class LikelyDeal(Deal):
    """The places of an army's hidden blocks, filled one after the other."""

    def _exchange(self, rng: Random) -> None:
        state, fits = self.state, self._all_fitting()
        places = sorted(self.places, key=self._look)
        left = mask(places)
        for place in places:
            self._count(place, place, -1)
        seen: dict[int, int] = {}
        found: dict[int, int] = {}
        for place in places:
            hex = state.hex_of[place]
            if hex == POOL:
                continue
            number = seen[hex] = seen.get(hex, 0) + 1
            unit = found[place] = self._drawn(place, left & fits[place], self._shares(hex, number), rng)
            left &= ~(1 << unit)
            self._count(place, unit, 1)
        pool = [place for place in places if state.hex_of[place] == POOL]
        self.dealt = found | dict(zip(pool, bits(left), strict=True))

    def _look(self, place: int) -> tuple[int, ...]:
        """How a place looks, whoever is in it."""
        state = self.state
        marks = (getattr(state, name)[place] for name in state.BY_UNIT if name not in ("steps", "aboard"))
        sets = (getattr(state, name) >> place & 1 for name in state.UNIT_SETS if name != "afloat")
        return state.hex_of[place], self.by_water >> place & 1, *marks, *sets

    def _shares(self, hex: int, number: int) -> tuple[float, float, float]:
        """By class: how often the so-manieth block in a hex is of it."""
        if hex <= LAST_PLACE:
            return 1.0, 1.0, 1.0
        usual = guess.usual_at(self.state, hex)
        air, naval, ground = LATE[usual].shares
        if usual in (guess.CAPITAL, guess.CAPITAL_PORT):  # the first blocks are its guards, others come beside them
            ground = guess.FIRST_GUARDS if number <= 3 else guess.LATER_GUARDS
            air = 1 - ground - naval
        return air, naval, ground

    def _drawn(self, place: int, units: int, shares: tuple[float, float, float], rng: Random) -> int:
        """One of these blocks for a place: of a class that is usual there, and any of it that has room."""
        blocks = self.state.game.blocks
        by_class = [bits(units & one) for one in (blocks.air, blocks.naval, blocks.ground)]
        by_class = [[unit for unit in one if self._finds_room(place, unit)] for one in by_class]
        chances = [max(share, HARDLY) if one else 0.0 for share, one in zip(shares, by_class, strict=True)]
        if not any(chances):
            raise NoRoom
        return rng.choice(rng.choices(by_class, chances)[0])

    def _finds_room(self, place: int, unit: int) -> bool:
        classes = self.classes.get(place)
        if classes is None:
            return True
        class_, crowd = classes[self.faces.sort[unit]], self.crowds[place]
        return crowd[class_] < crowd[ROOM + class_]

    def _count(self, place: int, unit: int, times: int) -> None:
        """Count a block in a hex, or no longer."""
        classes = self.classes.get(place)
        if classes is not None:
            crowd = self.crowds[place]
            crowd[classes[self.faces.sort[unit]]] += times
            crowd[ROOM] += 2 * self.faces.carries[unit] * times

    def _missing(self, rng: Random) -> list[int]:
        """Nothing that is really so goes in."""
        return []

    def _strengths(self, missing: list[int], rng: Random) -> None:
        """Steps as blocks in such a place have them."""
        state = self.state
        most = state.game.blocks.most
        for unit in self.places:
            hex = state.hex_of[unit]
            if hex <= LAST_PLACE:
                state.steps[unit] = 0 if hex == POOL else most[unit]
            else:
                state.steps[unit] = min(max(round(rng.gauss(self._usual_steps(unit, hex), UNEVEN)), 1), most[unit])

    def _usual_steps(self, unit: int, hex: int) -> float:
        class_ = self.state.game.blocks.class_of[unit]
        if class_ == AIR:
            return AIR_STEPS
        return NAVAL_STEPS if class_ == NAVAL else LATE[guess.usual_at(self.state, hex)].steps
