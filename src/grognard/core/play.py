"""A game being played: the stable face of the engine that people, bots, the command line and tables use.

`Play` turns names into numbers and refusals into reasons, keeps the journal and the log, and takes answers back as far
as no die, no reveal and no other player's answer stands in between. All rules live in the state's steps.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, Generic, NamedTuple

from grognard.core.ask import TARGET_BITS, TARGET_MASK, Ask, IllegalAnswer, Kind, NotOffered, Target, code, offered
from grognard.core.dice import Dice, DiceLocked, FastDice, ForcedDice, LockedDice, SealedDice, in_order, owing
from grognard.core.game import Game, S, Scenario, SetupError
from grognard.core.journal import Answer, Header, Journal, digest
from grognard.core.snapshot import STOP, restore, snapshot
from grognard.core.state import Event, Lane, Lone, Result, State
from grognard.core.view import view, worded
from grognard.core.words import Message, Words

SPECTATOR = None
WORDED_KEPT = 200
"""Events whose words are kept: views show the last few again and again, and a long game has thousands."""
UNDO_KEPT = 400
"""Answers that undo can take back one after the other: each holds a whole position."""
TOO_FAR = "refuse.undo_far"
"""The refusal to take back more than is kept, where so much has been taken back already."""


class Past(NamedTuple, Generic[S]):
    """A position to go back to, and whose answer led on from it."""

    player: int
    state: S
    events: int
    came: dict[int, Came]
    held: Mapping[int, str | None]


class Came(NamedTuple):
    """How a player came to the question he has now: a position, and the answer that led on from it."""

    before: State
    player: int = 0
    answer: int | None = None
    """None at the beginning, where the sequence of play led on by itself."""

    def lone_answers(self) -> list[Lone]:
        """Every answer that was taken by itself on the way, the last one first: the way is retraced on a copy."""
        state = self.before.clone()
        found = state.lone = []
        if self.answer is None:
            state.settle()
        else:
            state.apply(self.player, self.answer)
        return found[::-1]


class Reason(NamedTuple):
    """One reason why something is not possible, with its rule."""

    message: Message
    words: Words

    @property
    def rule(self) -> str:
        return self.message.rule

    def text(self, language: str = "en") -> str:
        return self.words.say(self.message, language)

    def __str__(self) -> str:
        return self.words.say_with_rule(self.message)


class Play(Generic[S]):
    """One game in progress or finished.

    >>> play = grognard.game("avl").new(seed=7)  # doctest: +SKIP
    >>> play.answer("soviet", "historical")  # doctest: +SKIP
    """

    def __init__(self, header: Header, scenario: Scenario, state: S) -> None:
        self.header = header
        self.scenario = scenario
        self.roster = scenario.roster
        self.state = state
        self.events: list[Event] = []
        self._worded: dict[int, dict[str, Any]] = {}
        self._visible: dict[int | None, tuple[list[int], int]] = {}
        self._last_lines: dict[int | None, tuple[int, list[dict[str, Any]]]] = {}
        """By player: the length of his log, and the end of it as his last view told it."""
        self._start: dict[str, Any] | None = None
        self._forced: Mapping[int, int] = {}
        self._answers: list[tuple[int, int]] = []
        self._skips: list[tuple[int, int]] = []
        self._past: deque[Past[S]] = deque(maxlen=UNDO_KEPT)
        self._undone: list[tuple[int, int]] = []
        self._lane_past: dict[int, deque[Lane]] = {}
        self._lane_undone: dict[int, list[int]] = {}
        self._begun: Mapping[int, int] = {}
        """By player: how many answers his lane had when the game began in the middle of secret choices."""
        self._came: dict[int, Came] = {}
        self._alone_on: tuple[Came, list[Lone]] | None = None
        """What answered itself on the way that was asked about last: one question has many refusals."""
        self._held: Mapping[int, str | None] = {}
        """By hex: who holds it, or held it last."""

    @property
    def game(self) -> Game[S]:
        """The game as the position lies: players may choose its map at the table."""
        return self.state.game

    # ---- beginning

    @classmethod
    def begin(
        cls,
        game: Game[S],
        header: Header,
        start: dict[str, Any] | None = None,
        forced: Mapping[int, int] = MappingProxyType({}),
    ) -> Play[S]:
        """The game this header describes, at its first decision; from a snapshot where one is given."""
        scenario = game.scenario(header.scenario)
        dice = _dice(header, forced)
        options = game.settle_options(scenario, header.options)
        game = game.laid_out(scenario, options)
        state = game.initial(scenario, options, dice)
        state.waits = header.waits
        play = cls(header, scenario, state)
        play._start, play._forced = start, forced
        state.events = play.events
        if start is None:
            play._settle()
        else:
            restore(state, start)
            play._begun = {player: len(lane.answers) for player, lane in (state.lanes or {}).items()}
        play._held = play.game.holders(state)
        return play

    @classmethod
    def from_state(
        cls, game: Game[S], scenario: Scenario, state: S, seed: str, forced: Mapping[int, int], stop: bool = False
    ) -> Play[S]:
        """A game that begins from a set-up position; with `stop`, at its step even where nobody is asked there."""
        header = Header(game.id, game.version, scenario.id, dict(state.options), seed, waits=state.waits)
        play = cls(header, scenario, state)
        play._start, play._forced = snapshot(state), forced
        state.events = play.events
        if stop:
            play._start[STOP] = True
            state.stop()
        else:
            play._settle()
        return play

    def go_on(self) -> None:
        """Play on from a step that a set-up position stopped at."""
        if self._start is None or self._answers:
            raise SetupError("only a position that has just been set up goes on by itself")
        self._start.pop(STOP, None)
        self._settle()

    def _settle(self) -> None:
        """Play on to the first decision."""
        self._came = dict.fromkeys(range(len(self.roster.ids)), Came(self.state.clone()))
        self.state.settle()
        self._held = self.game.holders(self.state)

    def add_nonce(self, nonce: str) -> bool:
        """Mix a player's nonce into the dice; too late, and without effect, once one has been rolled."""
        return self.mix([*self.header.nonces, nonce], self.header.promises)

    def mix(self, nonces: list[str], promises: dict[str, str] | None) -> bool:
        """Let the dice follow from these nonces, and wait for those promised; too late once one has been rolled, and
        never with the dice of mass play."""
        if self.state.rolls or self.header.quick:
            return False
        self.header = replace(self.header, nonces=nonces, promises=promises)
        self._take_up(_dice(self.header, self._forced))
        return True

    def force(self, *faces: int) -> None:
        """Set the next dice by hand, for analysis: the journal says so, and the game no longer verifies."""
        self.game.check_faces(self.state, faces)
        used = self.state.rolls
        kept = {roll: face for roll, face in self._forced.items() if roll < used}
        self._forced = kept | in_order(faces, used)
        self._take_up(_dice(self.header, self._forced))

    @property
    def forced(self) -> Mapping[int, int]:
        """The dice that were set by hand, by roll."""
        return self._forced

    def _take_up(self, dice: Dice) -> None:
        """Roll from this stream from now on, here and wherever undo leads."""
        lanes = [lane for past in self._lane_past.values() for lane in past]
        waiting: list[State] = [self.state, *(past.state for past in self._past), *(lane.state for lane in lanes)]
        while waiting:
            state = waiting.pop()
            state.dice = dice
            waiting.extend(lane.state for lane in (state.lanes or {}).values())

    # ---- asking and answering

    @property
    def deciders(self) -> tuple[str, ...]:
        """Who must answer now."""
        ids = self.roster.ids
        return tuple([ids[number] for number in self.state.deciders])

    def waiting_for(self, viewer: int | None) -> tuple[str, ...]:
        """Who must answer now as far as this viewer may know: of secret choices nobody sees that another's is done,
        and of a circle behind closed doors nobody outside sees who is asked."""
        ids = self.roster.ids
        if self.state.lanes is None:
            circle = self.circle
            return circle if circle and (viewer is None or ids[viewer] not in circle) else self.deciders
        return tuple(ids[one] for one, lane in self.state.lanes.items() if one != viewer or not lane.done)

    @property
    def circle(self) -> tuple[str, ...]:
        """Players who confer behind closed doors now; nobody where it goes on in the open."""
        state, ids = self.state, self.roster.ids
        if state.lanes is not None or not state.stack:
            return ()
        closed = state.stack[-1].circle(state)
        return tuple([ids[number] for number in closed]) if closed else ()

    @property
    def result(self) -> Result | None:
        return self.state.result

    def lost_by(self, player: str, how: str) -> Result:
        """How it ends when this player's time is up (`time`) or his side resigns (`resigned`): the other sides win."""
        loser = self.roster.players[self.roster.number(player)].side
        winners = tuple(side for side in self.roster.sides if side != loser)
        points = self.game.standing(self.state)["score"] or {}
        return Result(winners, how, points, self.state.message(f"result.{how}", word=loser))

    def ruled(self, winners: tuple[str, ...], how: str) -> Result:
        """How it ends by somebody's word: an organiser has decided it (`adjudicated`), or it was `forfeited`."""
        points = self.game.standing(self.state)["score"] or {}
        state = self.state
        reason = state.message("result.forfeited") if how == "forfeited" else state.message("result.adjudicated")
        return Result(winners, how, points, reason)

    def ask(self, player: str) -> Ask | None:
        """The question this player has to answer, or None when it is not up to him."""
        number = self.roster.number(player)
        if number not in self.state.deciders:
            return None
        return self.ask_in(self.state.seen_by(number), number)

    def ask_in(self, seen: S, player: int) -> Ask:
        """The question of a deciding player in the position as he stands in it."""
        game = seen.game
        verbs = game.verbs
        answers = {
            verbs[verb].name: game.names_of(verbs[verb].kind, targets)
            for verb, targets in seen.offer.items()
            if targets
        }
        return Ask(self.roster.ids[player], seen.stack[-1].prompt(seen), answers, game.words)

    def answer(self, player: str, verb: str, target: Target = None) -> None:
        """Answer the ask. `IllegalAnswer` says which rule forbids it and why; nothing has changed then."""
        number = self.roster.number(player)
        answer = self._code(verb, target)
        if answer is None:
            raise IllegalAnswer(self._reasons(number, verb, target), self.game.words)
        self.apply(number, answer)

    def apply(self, player: int, answer: int) -> None:
        """Answer in numbers: what bots use."""
        self._give(player, answer)
        self._undone.clear()
        self._lane_undone.pop(player, None)

    def _give(self, player: int, answer: int) -> None:
        """Take an answer, new or given again; whatever goes wrong leaves the position as it was."""
        before = self.state.clone()
        happened: list[Event] = []
        self.state.events = happened
        try:
            self.state.apply(player, answer)
        except NotOffered:
            if self.state.barrier != before.barrier:  # secret choices that do not fit together, met as they commit
                self.state = before
            verb, target = self.names_of_answer(answer)
            raise IllegalAnswer(self._reasons(player, verb, target), self.game.words) from None
        except Exception:
            self.state = before
            raise
        finally:
            self.state.events = self.events
        self._remember(before, player, answer)
        self._note_way(before, player, answer)
        self.events.extend(happened)
        self._tell_taken()

    def _tell_taken(self) -> None:
        """Tell which places have changed hands, each once: a place that is only left stays its holder's."""
        game, held = self.game, self._held
        now = game.holders(self.state)
        self._held = {**held, **{hex: side or held.get(hex) for hex, side in now.items()}}
        for hex, side in now.items():
            if side is not None and hex in held and held[hex] != side:
                came = game.stands(self.state, side, hex)
                key = "event.taken" if came else "event.fallen_back"
                self.state.tell(key, game.control_rule, hex=hex, side=side, points=game.worth(hex))

    def _note_way(self, before: S, player: int, answer: int) -> None:
        """Keep how everybody came to where he is now; of what is done in secret only those who did it know."""
        private = before.lanes is not None and self.state.lanes is not None and self.state.barrier == before.barrier
        closed = before.stack[-1].circle(before) if before.lanes is None else ()
        if private:
            knowing: Iterable[int] = (player,)
        elif closed and self.circle:
            knowing = closed
        else:
            knowing = range(len(self.roster.ids))
        self._came = self._came | dict.fromkeys(knowing, Came(before, player, answer))
        self._alone_on = None

    def legal(self, player: str, verb: str, target: Target = None) -> bool:
        number = self.roster.number(player)
        answer = self._code(verb, target)
        return answer is not None and offered(self.state.ask(number), answer >> TARGET_BITS, answer & TARGET_MASK)

    def why(self, player: str, verb: str, target: Target = None) -> list[Reason]:
        """Costs or obstacles that stand against an answer, each with its rule; empty when it is legal."""
        if self.legal(player, verb, target):
            return []
        number = self.roster.number(player)
        return [Reason(reason, self.game.words) for reason in self._reasons(number, verb, target)]

    def needs_dice(self, player: str, verb: str, target: Target = None) -> bool:
        """Whether a legal answer leads to a die while some player's nonce is still to come."""
        answer = self._code(verb, target)
        assert answer is not None
        try:
            self.state.clone().apply(self.roster.number(player), answer)
        except DiceLocked:
            return True
        except NotOffered:  # secret choices that do not fit together: they never come to a die
            pass
        return False

    def preview(self, player: str, verb: str, target: Target = None) -> Mapping[str, Any]:
        """What a legal answer would do, as far as this player may know."""
        if not self.legal(player, verb, target):
            return {}
        number = self.roster.number(player)
        answer = self._code(verb, target)
        assert answer is not None
        seen = self.state.seen_by(number)
        return seen.stack[-1].preview(seen, answer >> TARGET_BITS, answer & TARGET_MASK)

    def _code(self, verb: str, target: Target) -> int | None:
        number = self.game.verb_numbers.get(verb)
        if number is None or not isinstance(target, Target):
            return None
        kind = self.game.verbs[number].kind
        if kind is Kind.NOTHING:
            return code(number) if target is None else None
        try:
            found = self.game.target_number(kind, target)
        except ValueError:
            return None
        return code(number, found) if 0 <= found <= TARGET_MASK else None

    def names_of_answer(self, answer: int) -> tuple[str, Target]:
        """An answer code as verb and target."""
        verb = self.game.verbs[answer >> TARGET_BITS]
        if verb.kind is Kind.NOTHING:
            return verb.name, None
        return verb.name, self.game.target_name(verb.kind, answer & TARGET_MASK)

    def _reasons(self, player: int, verb: str, target: Target) -> list[Message]:
        """Why an answer is refused, most telling reason first; never empty."""
        return self._taken_alone(player, verb, target) or self._refusals(player, verb, target)

    def _taken_alone(self, player: int, verb: str, target: Target) -> list[Message]:
        """Whether this belongs to a question of his that answered itself on the way here, and what forbade it there.

        A question that he has now, and in which he may say the verb, comes before those that are past; among these
        one that has something to say of the very target comes before one that knows only the verb.
        """
        answer, came = self._code(verb, target), self._came.get(player)
        if answer is None or came is None or self.state.over or self.state.ask(player).get(answer >> TARGET_BITS):
            return []
        general: list[Message] = []
        for lone in self._lone_answers(came):
            step = lone.state.stack[-1]
            if step.player != player:
                continue
            if code(lone.verb, lone.target) == answer:
                return [self._alone(lone)]
            reasons = step.why(lone.state, answer >> TARGET_BITS, answer & TARGET_MASK)
            if any(_speaks_of(reason, target) for reason in reasons):
                return [*reasons, self._alone(lone)]
            if reasons and not general:
                general = [*reasons, self._alone(lone)]
        return general

    def _lone_answers(self, came: Came) -> list[Lone]:
        if self._alone_on is None or self._alone_on[0] is not came:
            self._alone_on = came, came.lone_answers()
        return self._alone_on[1]

    def _alone(self, lone: Lone) -> Message:
        """That an answer was taken by itself, and by which rule."""
        verb, target = self.names_of_answer(code(lone.verb, lone.target))
        rule = self.game.verbs[lone.verb].rule or lone.state.stack[-1].prompt(lone.state).rule
        key = "refuse.taken_alone" if target is None else "refuse.taken_alone_there"
        return lone.state.message(key, rule, verb=verb, target=str(target))

    def _refusals(self, player: int, verb: str, target: Target) -> list[Message]:
        """What stands against an answer in the position as it is now."""
        state = self.state
        if state.over:
            return [state.message("refuse.over")]
        if player not in state.deciders:
            waiting = self.waiting_for(player)
            return [state.message("refuse.not_deciding", player=self.roster.ids[player], word=list(waiting))]
        number = self.game.verb_numbers.get(verb)
        if number is None:
            return [state.message("refuse.no_such_verb", verb=verb, names=list(self.game.verb_numbers))]
        answer = self._code(verb, target)
        if answer is None:
            kind = self.game.verbs[number].kind.value
            return [state.message("refuse.no_such_target", verb=verb, target=str(target), word=kind)]
        seen = state.seen_by(player)
        step = seen.stack[-1]
        reasons = step.why(seen, number, answer & TARGET_MASK)
        if reasons:
            return reasons
        rule = step.prompt(seen).rule
        if number not in seen.offer:
            offers = [self.game.verbs[one].name for one in seen.offer]
            return [seen.message("refuse.not_now", rule, verb=verb, verbs=offers)]
        return [seen.message("refuse.not_offered", rule, verb=verb, target=str(target))]

    # ---- taking back

    def _remember(self, before: S, player: int, answer: int) -> None:
        """Journal an answer and keep what undo needs."""
        state = self.state
        if before.lanes is not None:
            lane = before.lanes[player]
            if state.lanes is not None and state.lanes is not before.lanes and state.barrier == before.barrier:
                self._lane_past.setdefault(player, deque(maxlen=UNDO_KEPT)).append(lane)
                return
            last = before.lanes | {player: Lane(lane.state, lane.answers.then(answer))}
            self._answers.extend((one, given) for one in sorted(last) for given in self._new_in(one, last[one]))
            self._begun = {}
            self._forget()
            return
        self._answers.append((player, answer))
        if state.barrier != before.barrier or state.lanes is not None or state.over:
            self._forget()
        else:
            self._past.append(Past(player, before, len(self.events), self._came, self._held))

    def _new_in(self, player: int, lane: Lane) -> list[int]:
        """The answers of a lane that were given in this game."""
        return list(lane.answers)[self._begun.get(player, 0) :]

    def _forget(self) -> None:
        self._past.clear()
        self._lane_past.clear()
        self._lane_undone.clear()

    def can_undo(self, player: str) -> bool:
        return self._undo_refusal(self.roster.number(player)) is None

    def undo(self, player: str) -> None:
        """Take back this player's last answer, never past a die, a reveal or another player's answer."""
        number = self.roster.number(player)
        refusal = self._undo_refusal(number)
        if refusal is not None:
            facts: dict[str, Any] = {"number": UNDO_KEPT} if refusal == TOO_FAR else {}
            raise IllegalAnswer([self.state.message(refusal, **facts)], self.game.words)
        if self.state.lanes is not None:
            lane = self._lane_past[number].pop()
            undone = self.state.lanes[number].answers.last
            self.state.lanes = {**self.state.lanes, number: lane}
            self._lane_undone.setdefault(number, []).append(undone)
            self._came = {one: came for one, came in self._came.items() if one != number}
            return
        past = self._past.pop()
        self.state, self._came, self._held = past.state.clone(), past.came, past.held  # a clone may have come from it
        self.state.events = self.events
        for number in range(past.events, len(self.events)):
            self._worded.pop(number, None)
        del self.events[past.events :]
        self._visible.clear()
        self._last_lines.clear()
        self._undone.append(self._answers.pop())

    def can_redo(self, player: str) -> bool:
        number = self.roster.number(player)
        if self.state.lanes is not None:
            return bool(self._lane_undone.get(number))
        return bool(self._undone) and self._undone[-1][0] == number

    def redo(self, player: str) -> None:
        """Give again the answer last taken back."""
        number = self.roster.number(player)
        if not self.can_redo(player):
            raise IllegalAnswer([self.state.message("refuse.nothing_to_redo")], self.game.words)
        if self.state.lanes is not None:
            self._give(number, self._lane_undone[number].pop())
        else:
            self._give(*self._undone.pop())

    def undone(self, player: str) -> tuple[str, Target] | None:
        """The answer that redo would give again."""
        if not self.can_redo(player):
            return None
        number = self.roster.number(player)
        in_lane = self.state.lanes is not None
        return self.names_of_answer(self._lane_undone[number][-1] if in_lane else self._undone[-1][1])

    def rewind(self, to_answers: int, again: Play[S] | None = None) -> None:
        """Take back, by everybody's consent, all but the first so many committed answers, dice and reveals included.

        Dice already used are not rolled again: the stream goes on where it was. Inside a simultaneous step it goes
        back to where that step began. `again` is the game as it stood `before`, where somebody has played it already.
        """
        again = again or self.before(to_answers)
        used = self.state.rolls
        self.state, self.events = again.state, again.events
        self._visible.clear()
        self._last_lines.clear()
        self._worded.clear()
        self._answers, self._skips, self._came = again._answers, again._skips, again._came
        self._held, self._begun = again._held, again._begun
        self._undone.clear()
        self.skip(used)

    def before(self, to_answers: int, pause: Callable[[], None] = lambda: None) -> Play[S]:
        """This game as it stood after its first so many answers, played again; with a pause before each of them."""
        if not 0 <= to_answers <= len(self._answers):
            raise ValueError(f"there are {len(self._answers)} answers, so none can be taken back to {to_answers}")
        again = self._replayed(to_answers, pause)
        if len(again._answers) < to_answers:  # in the middle of secret choices
            again = self._replayed(len(again._answers), pause)
        return again

    def _replayed(self, answers: int, pause: Callable[[], None]) -> Play[S]:
        """This game again from its beginning, as far as its first so many answers."""
        again = self.beginning()
        skips = dict(self._skips)
        for number in range(answers + 1):
            if number in skips and len(again._answers) == number:
                again.skip(skips[number])
            if number < answers:
                pause()
                again._give(*self._answers[number])
        return again

    def skip(self, rolls: int) -> None:
        """Go on with die number `rolls` (from 0): the dice before it are used up."""
        if rolls < self.state.rolls:
            raise ValueError(f"{self.state.rolls} dice are used already, so {rolls} cannot be the next one")
        self._forget()
        self.state.rolls = rolls
        if self.state.lanes is not None:
            for lane in self.state.lanes.values():
                lane.state.rolls = rolls
        now = len(self._answers)
        self._skips = [one for one in self._skips if one[0] < now] + [(now, rolls)]

    def _undo_refusal(self, player: int) -> str | None:
        """Why this player can take nothing back, by its key: every view asks whether he can, and few why not."""
        if self.state.lanes is not None:
            if self._lane_past.get(player):
                return None
            return TOO_FAR if len(self._lane_undone.get(player, ())) >= UNDO_KEPT else "refuse.nothing_to_undo"
        circle = self.circle
        if circle and self.roster.ids[player] not in circle:
            return "refuse.undo_other"  # whether anybody has answered behind the doors or not
        if not self._past and len(self._undone) >= UNDO_KEPT:
            return TOO_FAR
        if not self._past:
            return "refuse.undo_barrier" if self._answers else "refuse.nothing_to_undo"
        return None if self._past[-1].player == player else "refuse.undo_other"

    # ---- seeing

    def view(self, player: str | None = SPECTATOR, known: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """What this player, or a spectator, may see: plain JSON, built by allow-list."""
        return view(self, None if player is None else self.roster.number(player), known)

    def log(self, language: str = "en", player: str | None = SPECTATOR) -> list[str]:
        """The story so far in words, as far as this player may know it."""
        number = None if player is None else self.roster.number(player)
        say = self.game.words.say_with_rule
        return [say(event.message, language) for event in self.events if event.visible(number)]

    def visible(self, player: int | None) -> list[int]:
        """The numbers of the events that this player may know; only those since the last look are looked at."""
        found, looked = self._visible.get(player, ([], 0))
        found += [number for number in range(looked, len(self.events)) if self.events[number].visible(player)]
        self._visible[player] = found, len(self.events)
        return found

    def last_lines(self, player: int | None, most: int) -> list[dict[str, Any]]:
        """The end of his log, worded: the same list again where nothing was added."""
        known = self.visible(player)
        length, lines = self._last_lines.get(player, (0, []))
        if length != len(known):
            lines = [*lines, *map(self.worded_event, known[length:][-most:])][-most:]
            self._last_lines[player] = len(known), lines
        return lines

    def worded_event(self, number: int) -> dict[str, Any]:
        """An event with its words, found once: views show the same last lines again and again."""
        words = self._worded.get(number)
        if words is None:
            words = self._worded[number] = worded(self.game, self.events[number].message)
            if len(self._worded) > WORDED_KEPT:
                del self._worded[next(iter(self._worded))]
        return words

    def lines(self, begin: int, end: int, player: str | None = SPECTATOR) -> list[dict[str, Any]]:
        """Some lines of the log as this player counts them, worded as in his views."""
        known = self.visible(None if player is None else self.roster.number(player))
        return [worded(self.game, self.events[number].message) for number in known[begin:end]]

    def overlay(self, kind: str, player: str | None = SPECTATOR) -> list[str]:
        """The hexes of one of `game.overlays` (ZOC, supply, command range), as far as this player may know them."""
        number = None if player is None else self.roster.number(player)
        return self.game.overlay(self.state.seen_by(number), number, kind)

    def invariants(self) -> list[str]:
        """What is wrong with this position though it never may be; empty for a sound one."""
        return self.game.invariants(self.state)

    def svg(self, player: str | None = SPECTATOR) -> str:
        """A picture of the position."""
        from grognard.core.svg import picture

        return picture(self.game, self.view(player))

    def _repr_svg_(self) -> str:
        return self.svg(self.deciders[0] if len(self.deciders) == 1 else SPECTATOR)

    # ---- copying and keeping

    def clone(self) -> Play[S]:
        """An independent copy; its undo history starts empty."""
        copy = type(self)(self.header, self.scenario, self.state.clone())
        copy.events = self.events.copy()
        copy.state.events = copy.events
        copy._start, copy._forced = self._start, self._forced
        copy._answers = self._answers.copy()
        copy._came, copy._alone_on = self._came, self._alone_on
        copy._held, copy._begun = self._held, self._begun
        copy._skips = self._skips.copy()
        return copy

    def imagine(self, player: str, rng: Random) -> S:
        """For bots: a position that agrees with this player's view; the rest and the dice are dealt anew."""
        return self.game.imagine(self.state, self.roster.number(player), rng)

    @property
    def answers(self) -> list[Answer]:
        """The committed answers, in names."""
        return [(self.roster.ids[player], *self.names_of_answer(answer)) for player, answer in self._answers]

    @property
    def given(self) -> tuple[tuple[int, int], ...]:
        """The committed answers, in numbers: (player, answer code)."""
        return tuple(self._answers)

    @property
    def skips(self) -> dict[int, int]:
        """After how many answers dice were used up by a take-back, and which die came next."""
        return dict(self._skips)

    def beginning(self) -> Play[S]:
        """The same game before its first answer."""
        return type(self).begin(self.game, self.header, self._start, self._forced)

    def journal(self) -> Journal:
        pending = {
            self.roster.ids[player]: [
                (self.roster.ids[player], *self.names_of_answer(answer)) for answer in self._new_in(player, lane)
            ]
            for player, lane in (self.state.lanes or {}).items()
        }
        return Journal(
            self.header,
            self.answers,
            pending,
            self._start,
            dict(self._forced),
            digest(self.header, self.state),
            list(self._skips),
        )

    def save(self, path: str | Path) -> None:
        self.journal().write(Path(path))


def _speaks_of(message: Message, target: Target) -> bool:
    """Whether a message is about this target and not only about its verb."""
    return any(value == target or (isinstance(value, list) and target in value) for value in message.args.values())


def _dice(header: Header, forced: Mapping[int, int]) -> Dice:
    """The stream that a header fixes, after the dice that were set by hand."""
    if owing(header.promises, header.nonces):
        return LockedDice()
    dice: Dice = FastDice(int(header.seed)) if header.quick else SealedDice.of(header.seed, header.nonces)
    return ForcedDice(forced, dice) if forced else dice
