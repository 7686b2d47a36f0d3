"""Fords and Fortune: a tiny complete game for three to eight players, and how a third-party package adds one.

It uses what two-player games leave idle: teams, secret bids given in several answers, lanes with nothing to decide,
lanes that open as others close, treasure that only its diggers know, draws. Everything a game owes the engine is here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Final

from grognard.core.ask import Kind, Offer, Target, Verb
from grognard.core.copying import copied
from grognard.core.dice import Dice
from grognard.core.game import Game, Option, Scenario
from grognard.core.seats import Roster
from grognard.core.state import Result, State
from grognard.core.step import Step, Together
from grognard.core.words import Message
from grognard.hex.map import HexMap

FORDS: Final = ("0101-0201", "0102-0202", "0201-0301", "0202-0302", "0101-0102")
TREASURE: Final = (0, 1, 1, 2, 2, 3)
NOBODY: Final = -1
BID, DONE, BUILD, DIG, SHOW, GAMBLE = range(6)
MAP = HexMap.from_document(
    {
        "format": "hexmap/1", "id": "toy", "name": "Two rivers", "grid": {"cols": 3, "rows": 2},
        "terrain": {"legend": {".": "clear"}, "grid": "...\n...\n"}, "hexsides": {"river": " ".join(FORDS)},
    }, "toy.py",
)  # fmt: skip


@copied
class ToyState(State):
    """One position."""

    __slots__ = ("bids", "coins", "digger", "ford", "points", "roster", "round", "shown", "treasure")
    FIELDS = (*State.FIELDS, "round", "coins", "bids", "ford", "treasure", "digger", "shown", "points")

    game: ToyGame
    roster: Roster
    round: int
    coins: list[int]  # by player
    bids: bytearray  # by player
    points: list[int]  # by player
    ford: list[int]  # by ford: who built it
    treasure: dict[int, int]  # by hex: what lies there, known to the digger's side alone
    digger: dict[int, int]  # by hex
    shown: int

    def __init__(self, game: ToyGame, scenario: Scenario, options: Mapping[str, Any], dice: Dice) -> None:
        super().__init__(game, options, dice)
        self.roster = scenario.roster
        count = len(self.roster.players)
        self.round, self.shown = 0, 0
        self.coins, self.bids, self.points = [int(options["coins"])] * count, bytearray(count), [0] * count
        self.ford = [NOBODY] * len(FORDS)
        self.treasure, self.digger = dict(zip(MAP.grid.hexes, TREASURE, strict=True)), {}

    def side(self, player: int) -> int:
        """The players who share this player's knowledge, as a set."""
        return sum(1 << ally for ally in self.roster.allies(player))

    def knows(self, player: int | None, hex: int) -> bool:
        dug_by = self.digger.get(hex, NOBODY)
        mine = player is not None and dug_by != NOBODY and bool(self.side(player) >> dug_by & 1)
        return mine or bool(self.shown >> hex & 1)

    def score(self, player: int) -> int:
        found = sum(self.treasure[hex] for hex, digger in self.digger.items() if digger == player)
        return found + self.ford.count(player) + self.points[player]


# ---- the sequence of play


@dataclass(frozen=True, slots=True)
class Bury(Step[ToyState]):
    """The dice hide the treasure before the first round."""

    automatic = True

    def run(self, state: ToyState) -> None:
        left = list(TREASURE)
        state.treasure = {hex: left.pop(state.roll(len(left)) - 1) for hex in MAP.grid.hexes}
        state.push(BeginRound())


@dataclass(frozen=True, slots=True)
class BeginRound(Step[ToyState]):
    """1.0 everybody bids; 3.0 after the last round once more, for a point."""

    automatic = True

    def run(self, state: ToyState) -> None:
        state.round += 1
        state.bids = bytearray(len(state.coins))
        state.tell("event.round", number=state.round)
        bids = Together(tuple((player, Bid(player)) for player in range(len(state.coins))))
        state.push(bids, OpenBids() if state.round <= state.game.rounds else Score())


@dataclass(frozen=True, slots=True)
class Bid(Step[ToyState]):
    """1.0 as many bids as he likes, added up; who has no coin left is not asked."""

    player: int
    obvious = True

    def offer(self, state: ToyState) -> Offer:
        coins = state.coins[self.player]
        return {BID: (2 << coins) - 2, DONE: 1} if coins else {DONE: 1}

    def take(self, state: ToyState, verb: int, target: int) -> None:
        if verb == DONE:
            state.pop()
            return
        state.coins[self.player] -= target
        state.bids[self.player] += target

    def prompt(self, state: ToyState) -> Message:
        return state.message("prompt.bid", "1.0", coins=state.coins[self.player])

    def why_over(self, state: ToyState) -> Message:
        return state.message("prompt.bid", "1.0", coins=0)

    def why(self, state: ToyState, verb: int, target: int) -> list[Message]:
        coins = state.coins[self.player]
        return [state.message("why.coins", "1.0", coins=coins, number=target)] if verb == BID else []

    def preview(self, state: ToyState, verb: int, target: int) -> Mapping[str, Any]:
        return {"coins_left": state.coins[self.player] - target} if verb == BID else {}

    def focus(self, state: ToyState) -> Mapping[str, Any]:
        return {"bid": state.bids[self.player]}


@dataclass(frozen=True, slots=True)
class OpenBids(Step[ToyState]):
    """1.0 bids are shown; whoever bid takes a turn, the highest first, equal bids by die."""

    automatic = True

    def run(self, state: ToyState) -> None:
        names, bidders = state.roster.ids, [player for player, number in enumerate(state.bids) if number]
        for player, number in enumerate(state.bids):
            state.tell("event.bid", "1.0", word=names[player], number=number)
            state.tell("event.purse", to=state.side(player), word=names[player], coins=state.coins[player])
        lots = dict.fromkeys(bidders, 0)
        if len({state.bids[player] for player in bidders}) < len(bidders):
            lots = {player: state.roll(6) for player in bidders}
        order = sorted(bidders, key=lambda player: (-state.bids[player], -lots[player], player))
        state.push(*(Turn(player) for player in order), BeginRound())


@dataclass(frozen=True, slots=True)
class Turn(Step[ToyState]):
    """2.0 build, gamble, show, dig."""

    player: int
    built: bool = False
    gambled: bool = False

    def offer(self, state: ToyState) -> Offer:
        mine = [hex for hex, digger in state.digger.items() if digger == self.player and not state.shown >> hex & 1]
        offer = {
            BUILD: 0 if self.built else sum(1 << ford for ford, owner in enumerate(state.ford) if owner == NOBODY),
            DIG: sum(1 << hex for hex in MAP.grid.hexes if hex not in state.digger),
            SHOW: sum(1 << hex for hex in mine if state.treasure[hex] >= 2),
            GAMBLE: int(not self.gambled),
            DONE: 1,
        }
        return {verb: targets for verb, targets in offer.items() if targets}

    def take(self, state: ToyState, verb: int, target: int) -> None:
        me = state.roster.ids[self.player]
        if verb == BUILD:
            state.ford[target] = self.player
            state.tell("event.built", "2.0", word=me, hexside=target)
            state.replace(replace(self, built=True))
        elif verb == GAMBLE:
            die = state.roll(6)
            state.points[self.player] += die >= 4
            state.tell("event.gamble", "2.0", word=me, die=die)
            state.replace(replace(self, gambled=True))
        elif verb == SHOW:
            state.barrier += 1  # a reveal: nobody forgets it again
            state.shown |= 1 << target
            state.coins[self.player] += 1
            state.tell("event.shown", "2.0", word=me, hex=target, value=state.treasure[target])
        elif verb == DIG:
            state.barrier += 1
            state.digger[target] = self.player
            state.tell("event.dug", "2.0", word=me, hex=target)
            state.tell("event.found", "2.0", to=state.side(self.player), hex=target, value=state.treasure[target])
        if verb in (DIG, DONE):
            state.pop()

    def prompt(self, state: ToyState) -> Message:
        return state.message("prompt.turn", "2.0")

    def why(self, state: ToyState, verb: int, target: int) -> list[Message]:
        if verb == BUILD and state.ford[target] != NOBODY:
            owner = state.roster.ids[state.ford[target]]
            return [state.message("why.taken", "2.0", hexside=target, word=owner)]
        if verb == DIG and target in state.digger:
            return [state.message("why.dug", "2.0", hex=target, word=state.roster.ids[state.digger[target]])]
        return [self._why_not_shown(state, target)] if verb == SHOW else []

    def _why_not_shown(self, state: ToyState, hex: int) -> Message:
        if state.digger.get(hex) != self.player:
            return state.message("why.not_dug", "2.0", hex=hex)
        return state.message("why.shown" if state.shown >> hex & 1 else "why.worthless", "2.0", hex=hex)


@dataclass(frozen=True, slots=True)
class Score(Step[ToyState]):
    """3.0 the highest last bid is a point; the side with the most points wins, equal sides draw."""

    automatic = True

    def run(self, state: ToyState) -> None:
        points = dict.fromkeys(state.roster.sides, 0)
        for number, player in enumerate(state.roster.players):
            state.points[number] += 0 < state.bids[number] == max(state.bids)
            points[player.side] += state.score(number)
        best = [side for side, total in points.items() if total == max(points.values())]
        key, winners = ("result.won", tuple(best)) if len(best) == 1 else ("result.drawn", ())
        state.finish(Result(winners, "win" if winners else "draw", points, state.message(key, "3.0", word=best)))


# ---- the game


def _scenario(name: str, sides: dict[str, str]) -> Scenario:
    return Scenario(name, {"en": name, "ja": name}, Roster.of(sides), 2, (Option("coins", 4, "1.0"),))


class ToyGame(Game[ToyState]):
    id = "toy"
    names: Mapping[str, str] = {"en": "Fords and Fortune", "ja": "渡し場と宝"}
    version = "1"
    folder = Path(__file__).parent / "toy_game"
    verbs: tuple[Verb, ...] = (
        Verb("bid", Kind.NUMBER), Verb("done", Kind.NOTHING), Verb("build", Kind.HEXSIDE), Verb("dig", Kind.HEX),
        Verb("show", Kind.HEX), Verb("gamble", Kind.NOTHING),
    )  # fmt: skip
    map = MAP
    units: Sequence[Any] = ()
    rounds = 2
    state_class = ToyState
    scenarios: Mapping[str, Scenario] = {
        "three": _scenario("three", {"red": "red", "blue": "blue", "green": "green"}),
        "teams": _scenario("teams", {"anna": "north", "boris": "south", "clara": "north", "dmitri": "south"}),
        "eight": _scenario("eight", {f"p{seat}": f"side{seat % 3}" for seat in range(8)}),
    }

    def initial(self, scenario: Scenario, options: Mapping[str, Any], dice: Dice) -> ToyState:
        state = self.state_class(self, scenario, options, dice)
        state.push(Bury())
        return state

    def build(self, scenario: Scenario, words: Mapping[str, Any], options: Mapping[str, Any], dice: Dice) -> ToyState:
        """Words: turns (players in order; none: the bids), round, coins, dug {hex: player}, treasure {hex: value}."""
        state = self.state_class(self, self.scenario(), options, dice)
        number, hex_number = state.roster.number, MAP.grid.index
        state.coins = [words.get("coins", {}).get(player, 4) for player in state.roster.ids]
        state.treasure |= {hex_number(hex): value for hex, value in words.get("treasure", {}).items()}
        state.digger = {hex_number(hex): number(player) for hex, player in words.get("dug", {}).items()}
        state.round = words.get("round", 1) - (not words.get("turns"))
        state.push(*(Turn(number(player)) for player in words.get("turns", ())), BeginRound())
        return state

    def view(self, state: ToyState, player: int | None) -> dict[str, Any]:
        ids, name = state.roster.ids, MAP.grid.name
        dug = [
            {"id": name(hex), "where": name(hex), "owner": ids[digger]}
            | ({"values": [state.treasure[hex]]} if state.knows(player, hex) else {})
            for hex, digger in sorted(state.digger.items())
        ]
        built = [(ford, owner) for ford, owner in zip(FORDS, state.ford, strict=True) if owner != NOBODY]
        return {
            "turn": state.round,
            "pieces": dug,
            "markers": [{"kind": "ford", "hexside": ford, "owner": ids[owner]} for ford, owner in built],
            "tracks": [{"id": f"coins-{one}", "value": coins} for one, coins in zip(ids, state.coins, strict=True)],
            "pools": {one: {"bid": bid} for one, bid in zip(ids, state.bids, strict=True)},
            "score": dict(zip(ids, state.points, strict=True)),
        }

    def deal_hidden(self, state: ToyState, player: int, rng: Random) -> None:
        unknown = [hex for hex in MAP.grid.hexes if not state.knows(player, hex)]
        values = rng.sample([state.treasure[hex] for hex in unknown], len(unknown))
        state.treasure.update(zip(unknown, values, strict=True))

    def invariants(self, state: ToyState) -> list[str]:
        return [] if sorted(state.treasure.values()) == sorted(TREASURE) else ["treasure was made or lost"]

    def target_name(self, kind: Kind, number: int) -> Target:
        if kind is Kind.HEX:
            return MAP.grid.name(number)
        return FORDS[number] if kind is Kind.HEXSIDE else number

    def target_number(self, kind: Kind, name: Target) -> int:
        if kind is Kind.NUMBER and isinstance(name, int):
            return name
        return MAP.grid.index(str(name)) if kind is Kind.HEX else FORDS.index(str(name))

    def wording(self, kind: str, value: Any, language: str) -> str:
        return str(value)


GAME = ToyGame()
