"""A likely deal of what an army has where nobody sees it, for those who look ahead: as experience has it, by place.

The game's own deal is as good as another (`shown/hidden.py`): a city's guards may come out as ships and worn troops,
and whoever plans on that storms in vain. Here every place is filled in turn, from what the blocks in such a place
usually are, and how strong, at this time of a game. It goes by what everybody sees alone: positions that look the same
are dealt the same, unless the places cannot be filled so, as happens in the middle of a move; then the game deals.
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


class Counted(NamedTuple):
    """The hidden blocks in one kind of place, as counted in sixty games between Regulars when an army was to move."""

    shares: tuple[float, float, float]
    """Of classes."""
    steps: tuple[float, float, float]
    """Of a ground unit, by period (`guess.period`)."""


COUNTED: Final = {
    guess.SEA: Counted((0.14, 0.83, 0.03), (3.5, 3.2, 2.85)),
    guess.FIELD: Counted((0.07, 0.0, 0.93), (3.85, 3.15, 2.75)),
    guess.COAST: Counted((0.07, 0.14, 0.79), (3.85, 3.3, 2.8)),
    guess.TOWN: Counted((0.95, 0.0, 0.05), (3.6, 2.25, 1.65)),
    guess.PORT_TOWN: Counted((0.58, 0.06, 0.36), (3.7, 3.2, 3.2)),
    guess.CITY: Counted((0.2, 0.0, 0.8), (2.65, 2.45, 2.35)),
    guess.PORT: Counted((0.21, 0.13, 0.66), (3.0, 2.9, 2.8)),
    guess.CAPITAL: Counted((0.28, 0.0, 0.72), (3.9, 3.7, 3.65)),
    guess.CAPITAL_PORT: Counted((0.2, 0.06, 0.74), (3.75, 3.55, 3.6)),
}
AIR_STEPS: Final = (3.95, 3.7, 3.55)
NAVAL_STEPS: Final = (3.35, 2.6, 2.45)
UNEVEN: Final = 0.7
"""How far strengths are apart in one kind of place, by standard deviation."""
HARDLY: Final = 0.02
"""What a class that is never seen in such a place is tried with, where no other fits."""
TRIES: Final = 20


class NoRoom(Exception):
    """A block was left over for which no place was left."""


def imagine(state: VictoryState, player: int, rng: Random) -> VictoryState:
    """A position that agrees with a player's view, and that he would bet on; when he moves, else any."""
    if state.phase != MOVE or state.lanes is not None or state.deciders != (player,):
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
        air, naval, ground = COUNTED[usual].shares
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
        state = self.state
        class_ = state.game.blocks.class_of[unit]
        if class_ == AIR:
            steps = AIR_STEPS
        else:
            steps = NAVAL_STEPS if class_ == NAVAL else COUNTED[guess.usual_at(state, hex)].steps
        return steps[guess.period(state)]
