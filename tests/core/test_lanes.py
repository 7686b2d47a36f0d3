"""Secret, simultaneous choices: what a lane hides, how lanes commit, and how they are undone, saved and imagined."""

from __future__ import annotations

import json
import tracemalloc
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.ask import IllegalAnswer, Offer, Target, code
from grognard.core.journal import Journal, replay, verify
from grognard.core.play import UNDO_KEPT, Play
from grognard.core.snapshot import canonical, restore, snapshot
from grognard.core.step import Together
from tests.core.toy import BID, DONE, GAME, Bid, OpenBids, ToyState

Lane = list[tuple[str, Target]]

BIDS: dict[str, Lane] = {
    "red": [("bid", 1), ("bid", 1), ("done", None)],
    "blue": [("done", None)],
    "green": [("bid", 3), ("done", None)],
}


def everything_seen(play: Play, player: str | None) -> str:
    """All that reaches this player before the lanes commit, as bytes."""
    seen: list[object] = [play.view(player), play.log("en", player), play.log("ja", player), play.answers]
    if player is not None:
        ask = play.ask(player)
        seen += [ask and (ask.prompt, ask.answers), play.can_undo(player)]
        for verb, target in (("bid", 9), ("dig", "0101"), ("done", 7), ("march", None)):
            seen.append([str(reason) for reason in play.why(player, verb, target)])
        for action in (play.undo, play.redo):
            try:
                action(player)
            except IllegalAnswer as refusal:
                seen.append(str(refusal))
    return json.dumps(seen, ensure_ascii=False)


def give(play: Play, player: str, lane: Lane) -> None:
    for verb, target in lane:
        play.answer(player, verb, target)


# ---- secrecy


@pytest.mark.parametrize("answers", [1, 2, 3])
@pytest.mark.parametrize("watcher", ["blue", "green", None])
def test_nothing_of_a_lane_shows_to_anybody_else(watcher: str | None, answers: int) -> None:
    untouched, play = GAME.new("three", seed=4), GAME.new("three", seed=4)
    give(play, "red", BIDS["red"][:answers])
    assert everything_seen(play, watcher) == everything_seen(untouched, watcher)


def test_nothing_of_a_lane_shows_to_an_ally() -> None:
    untouched, play = GAME.new("teams", seed=4), GAME.new("teams", seed=4)
    give(play, "anna", BIDS["red"])
    assert everything_seen(play, "clara") == everything_seen(untouched, "clara")


def test_who_is_done_sees_nothing_of_who_is_not() -> None:
    """Not even that somebody else is done: he waits for all the others alike."""
    plays = [GAME.new("three", seed=4) for _ in range(2)]
    for play in plays:
        give(play, "blue", BIDS["blue"])
    give(plays[1], "green", BIDS["green"])
    assert everything_seen(plays[0].clone(), "blue") == everything_seen(plays[1].clone(), "blue")
    assert plays[1].view("blue")["waiting"] == ["red", "green"]
    with pytest.raises(IllegalAnswer, match="not blue's decision now; waiting for Red, Green"):
        plays[1].answer("blue", "bid", 1)


def test_waiting_names_me_only_while_i_am_not_done() -> None:
    play = GAME.new("three", seed=4)
    assert play.waiting_for(0) == ("red", "blue", "green")
    give(play, "red", BIDS["red"])
    assert play.waiting_for(0) == ("blue", "green")
    assert play.waiting_for(1) == play.waiting_for(None) == ("red", "blue", "green")
    assert play.deciders == ("blue", "green")  # for whoever runs the table, never shown


def test_my_own_lane_shows_to_me() -> None:
    play = GAME.new("three", seed=4)
    play.answer("red", "bid", 2)
    assert play.view("red")["pools"]["red"] == {"bid": 2}
    assert play.view("blue")["pools"]["red"] == {"bid": 0}
    ask = play.ask("red")
    assert ask is not None and ask.answers["bid"] == [1, 2]


def test_the_common_list_of_answers_holds_nothing_uncommitted() -> None:
    play = GAME.new("three", seed=4)
    give(play, "red", BIDS["red"])
    journal = play.journal()
    assert play.answers == journal.answers == []
    assert journal.pending == {"red": [("red", *answer) for answer in BIDS["red"]], "blue": [], "green": []}


def test_an_imagined_lane_keeps_my_answers_and_forgets_the_others() -> None:
    play = GAME.new("three", seed=4)
    give(play, "red", BIDS["red"][:1])
    give(play, "green", BIDS["green"])
    imagined = play.imagine("red", Random(1))
    assert imagined.lanes is not None
    assert [len(lane.answers) for lane in imagined.lanes.values()] == [1, 0, 0]


# ---- commitment


def test_lanes_commit_in_seat_order_whatever_the_order_of_answering() -> None:
    ends = set()
    for order in permutations(BIDS):
        play = GAME.new("three", seed=4)
        for player in order:
            give(play, player, BIDS[player])
        ends.add((canonical(play.state), str(play.answers), str([play.log("en", name) for name in play.roster.ids])))
        assert [name for name, _, _ in play.answers] == ["red"] * 3 + ["blue"] + ["green"] * 2
    assert len(ends) == 1


@settings(max_examples=40, deadline=None)
@given(scenario=st.sampled_from(list(GAME.scenarios)), seed=st.integers(0, 10**6), data=st.data())
def test_any_interleaving_of_lanes_commits_alike(scenario: str, seed: int, data: st.DataObject) -> None:
    plays = [GAME.new(scenario, seed=seed) for _ in range(2)]
    ids = plays[0].roster.ids
    lanes: dict[str, Lane] = {}
    for name in ids:
        first = data.draw(st.integers(0, 3))
        second = data.draw(st.integers(0, 3 - first))
        lanes[name] = [("bid", number) for number in (first, second) if number]
        lanes[name].append(("done", None))
    for name in ids:
        give(plays[0], name, lanes[name])
    left = {name: lane.copy() for name, lane in lanes.items()}
    while left:
        name = data.draw(st.sampled_from(sorted(left)))
        plays[1].answer(name, *left[name].pop(0))
        if not left[name]:
            del left[name]
    assert canonical(plays[0].state) == canonical(plays[1].state)
    assert plays[0].journal() == plays[1].journal()
    assert plays[0].events == plays[1].events


def test_lanes_named_out_of_seat_order_commit_in_seat_order() -> None:
    play = GAME.position()
    state = play.state.clone()
    state.lanes, state.stack = None, [OpenBids(), Together(((2, Bid(2)), (0, Bid(0))))]
    state.settle()
    for player, answer in ((2, 2), (2, 1 << 16), (0, 3), (0, 1 << 16)):
        state.apply(player, answer)
    assert list(state.bids) == [3, 0, 2] and state.deciders == (0,)


def test_bids_are_shown_to_all_when_they_commit() -> None:
    play = GAME.new("three", seed=4)
    for player in ("green", "blue", "red"):
        give(play, player, BIDS[player])
    assert play.log()[-3:] == ["Red bids 2 (1.0)", "Blue bids 0 (1.0)", "Green bids 3 (1.0)"]
    told_red = [line for line in play.log("en", "red") if line not in play.log()]
    assert told_red == ["Red has 2 coins left"]
    assert play.deciders == ("green",)


def test_lanes_without_a_decision_are_done_by_themselves() -> None:
    play = GAME.position(coins={"red": 1, "blue": 0, "green": 0})
    assert play.deciders == ("red",)
    assert play.ask("blue") is None
    assert play.waiting_for(2) == ("red", "blue")  # green is not told that blue has nothing to bid
    play.answer("red", "done")
    assert play.view()["turn"] == 2 and play.answers == [("red", "done", None)]


def test_lanes_that_close_may_open_the_next_lanes_at_once() -> None:
    play = GAME.new("three", seed=4)
    for turn in (1, 2, 3):
        assert play.view()["turn"] == turn and len(play.deciders) == 3
        for player in BIDS:
            play.answer(player, "done")
    assert play.result is not None and len(play.answers) == 9


def test_a_simultaneous_step_in_which_nobody_decides_commits_at_once() -> None:
    play = GAME.position(coins={"red": 0, "blue": 0, "green": 0})
    assert play.result is not None and play.answers == []


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_up_to_eight_players_bid_at_once(scenario: str) -> None:
    play = GAME.new(scenario, seed=9)
    ids = play.roster.ids
    assert play.deciders == ids
    for seat, player in enumerate(reversed(ids)):
        play.answer(player, "bid", 1 + seat % 3)
        play.answer(player, "done")
    assert len(play.deciders) == 1 and len(play.answers) == 2 * len(ids)
    assert [name for name, _, _ in play.answers[::2]] == list(ids)
    assert verify(play.journal(), GAME) == []


def test_lanes_that_cannot_commit_together_are_refused_and_stay_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of the game, which the conformance suite finds; the table must not lose its position over it."""

    def exclusive(self: Bid, state: ToyState) -> Offer:
        free = 0b110 if 1 not in state.bids else 0b100
        return {DONE: 1} if state.bids[self.player] else {BID: free, DONE: 1}

    monkeypatch.setattr(Bid, "offer", exclusive)
    play = GAME.new("three", seed=4)
    play.answer("green", "done")
    play.answer("red", "bid", 1)
    before, story = canonical(play.state), play.log()
    with pytest.raises(IllegalAnswer):
        play.answer("blue", "bid", 1)
    assert canonical(play.state) == before and play.log() == story
    play.answer("blue", "done")
    assert play.deciders == ("red",)


# ---- taking back


def test_undo_in_a_lane_takes_back_my_own_answers_only() -> None:
    play = GAME.new("three", seed=4)
    fresh = play.state.clone()
    play.answer("red", "bid", 1)
    play.answer("green", "bid", 3)
    play.answer("red", "bid", 2)
    play.undo("red")
    assert play.view("red")["pools"]["red"] == {"bid": 1}
    assert play.view("green")["pools"]["green"] == {"bid": 3}
    play.undo("red")
    with pytest.raises(IllegalAnswer, match="nothing to take back"):
        play.undo("red")
    with pytest.raises(IllegalAnswer, match="nothing to take back"):
        play.undo("blue")
    play.undo("green")
    assert play.state == fresh


def test_done_can_be_taken_back_while_others_still_choose() -> None:
    play = GAME.new("three", seed=4)
    give(play, "red", BIDS["red"])
    give(play, "blue", BIDS["blue"])
    assert list(play.deciders) == ["green"] and play.can_undo("red")
    play.undo("red")
    assert list(play.deciders) == ["red", "green"]
    play.answer("red", "bid", 1)
    play.answer("red", "done")
    play.answer("green", "done")
    assert play.view()["pools"]["red"] == {"bid": 3}


def test_nothing_can_be_taken_back_after_commitment() -> None:
    play = GAME.new("three", seed=4)
    play.answer("red", "bid", 1)
    play.undo("red")
    for player in BIDS:
        give(play, player, BIDS[player])
    assert not any(play.can_undo(player) for player in BIDS)
    for player in BIDS:
        with pytest.raises(IllegalAnswer, match="that cannot be taken back"):
            play.undo(player)
        with pytest.raises(IllegalAnswer, match="nothing to give again"):
            play.redo(player)


def test_redo_in_a_lane_gives_again_until_a_new_answer_of_mine() -> None:
    play = GAME.new("three", seed=4)
    play.answer("red", "bid", 1)
    play.answer("red", "bid", 2)
    play.undo("red")
    play.undo("red")
    play.answer("green", "bid", 1)  # somebody else's answer is none of red's business
    play.redo("red")
    assert play.view("red")["pools"]["red"] == {"bid": 1}
    play.answer("red", "bid", 1)
    with pytest.raises(IllegalAnswer, match="nothing to give again"):
        play.redo("red")


def test_an_answer_in_numbers_ends_redo_in_a_lane_too() -> None:
    play = GAME.new("three", seed=4)
    play.answer("red", "bid", 1)
    play.undo("red")
    play.apply(0, 2)
    with pytest.raises(IllegalAnswer, match="nothing to give again"):
        play.redo("red")


def test_a_redone_done_may_be_the_last_and_commit() -> None:
    play = GAME.new("three", seed=4)
    give(play, "red", BIDS["red"])
    play.undo("red")
    give(play, "blue", BIDS["blue"])
    give(play, "green", BIDS["green"])
    play.redo("red")
    assert play.deciders == ("green",) and play.state.lanes is None


def test_a_clone_in_the_middle_of_lanes_goes_its_own_way() -> None:
    play = GAME.new("three", seed=4)
    play.answer("red", "bid", 1)
    before = canonical(play.state)
    copy = play.clone()
    for player in BIDS:
        copy.answer(player, "done")
    assert canonical(play.state) == before and play.state.lanes is not None
    play.answer("red", "bid", 2)
    assert copy.answers[0] == ("red", "bid", 1) and len(copy.answers) == 4


# ---- keeping


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_saving_and_loading_in_the_middle_of_lanes(scenario: str, tmp_path: Path) -> None:
    play = GAME.new(scenario, seed=4)
    ids = play.roster.ids
    give(play, ids[-1], BIDS["green"])
    give(play, ids[0], BIDS["red"][:2])
    play.save(tmp_path / "game.json")
    journal = Journal.read(tmp_path / "game.json")
    assert verify(journal, GAME) == []
    loaded = replay(journal, GAME)
    assert loaded.state == play.state and loaded.journal() == play.journal()
    for name in ids:
        assert loaded.view(name) == play.view(name)
    loaded.undo(ids[-1])  # his own history comes back with his lane
    assert ids[-1] in loaded.deciders


def test_a_snapshot_in_the_middle_of_lanes_restores_them() -> None:
    play = GAME.new("teams", seed=4)
    give(play, "dmitri", BIDS["green"])
    give(play, "boris", BIDS["red"][:1])
    fresh = GAME.initial(play.scenario, play.state.options, play.state.dice)
    restore(fresh, json.loads(json.dumps(snapshot(play.state))))
    assert fresh == play.state and fresh.deciders == play.state.deciders
    for state in (fresh, play.state):
        for player in (0, 1, 2):
            state.apply(player, 1 << 16)
    assert canonical(fresh) == canonical(play.state)


def test_a_game_that_begins_in_the_middle_of_lanes_tells_and_keeps_its_own_answers_alone(tmp_path: Path) -> None:
    before = GAME.new("three", seed=4)
    give(before, "red", BIDS["red"][:1])
    give(before, "blue", BIDS["blue"])
    play = Play.begin(GAME, before.header, json.loads(json.dumps(snapshot(before.state))))
    give(play, "green", BIDS["green"][:1])
    for answered, told in ((BIDS["green"][1:], 0), (BIDS["red"][1:], 4)):
        play.save(tmp_path / "game.json")
        journal = Journal.read(tmp_path / "game.json")
        assert replay(journal, GAME).state == play.state
        assert play.clone().journal() == play.journal()
        give(play, "green" if not told else "red", answered)
        assert len(play.answers) == told
    assert play.answers == [("red", *one) for one in BIDS["red"][1:]] + [("green", *one) for one in BIDS["green"]]
    assert replay(play.journal(), GAME).state == play.state
    play.rewind(0)
    assert play.answers == [] and play.journal().pending == {"red": [], "blue": [], "green": []}
    give(play, "green", BIDS["green"])
    give(play, "red", BIDS["red"][1:])
    assert len(play.answers) == 4 and replay(play.journal(), GAME).state == play.state


# ---- how much is kept

KEEPS_BIDDING = 6000
"""Answers in one lane; with all of them kept by every lane it would be 140 MiB."""


class BidNothing(Bid):
    """A bid that costs nothing, so that it can be made again and again."""

    def take(self, state: ToyState, verb: int, target: int) -> None:
        if verb == DONE:
            state.pop()


def bids_without_end() -> Play:
    state = GAME.new("three", seed=4).state
    state.lanes, state.stack = None, [OpenBids(), Together(((0, BidNothing(0)), (1, BidNothing(1))))]
    return Play.from_state(GAME, GAME.scenario("three"), state, "4", {})


def test_a_lane_of_thousands_of_answers_takes_little_memory() -> None:
    play = bids_without_end()
    tracemalloc.start()
    try:
        for _ in range(KEEPS_BIDDING):
            play.answer("red", "bid", 1)
        held = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert held < 4 << 20
    assert len(play.journal().pending["red"]) == KEEPS_BIDDING


def test_the_last_answers_can_be_taken_back_and_no_more_than_are_kept() -> None:
    play = bids_without_end()
    for _ in range(UNDO_KEPT + 50):
        play.answer("red", "bid", 1)
    for _ in range(UNDO_KEPT):
        play.undo("red")
    assert len(play.journal().pending["red"]) == 50
    with pytest.raises(IllegalAnswer, match="only the last 400 answers"):
        play.undo("red")
    for _ in range(UNDO_KEPT):
        play.redo("red")
    assert len(play.journal().pending["red"]) == UNDO_KEPT + 50


def test_lanes_that_part_ways_keep_their_own_answers() -> None:
    play = bids_without_end()
    for number in (1, 2):
        play.answer("red", "bid", number)
    other = play.clone()
    play.undo("red")
    play.answer("red", "bid", 1)
    other.answer("red", "bid", 2)
    assert [target for _, _, target in play.journal().pending["red"]] == [1, 1]
    assert [target for _, _, target in other.journal().pending["red"]] == [1, 2, 2]


# ---- mass play


def after_a_secret_bid() -> ToyState:
    """A position of mass play, where nobody reads events."""
    state = GAME.new("three", seed=4).state.clone()
    state.apply(0, code(BID, 1))
    return state


def test_a_lane_that_nobody_holds_is_played_on_in_place() -> None:
    state = after_a_secret_bid()
    glimpsed = state.glimpsed_by(0)
    state.apply(0, code(BID, 1))
    assert state.glimpsed_by(0) is glimpsed


def test_a_lane_that_was_shown_is_left_as_it_was_seen() -> None:
    state = after_a_secret_bid()
    seen = state.seen_by(0)
    before = canonical(seen)
    state.apply(0, code(BID, 1))
    assert canonical(seen) == before != canonical(state.seen_by(0))


@pytest.mark.parametrize("first", [True, False])
def test_lanes_of_a_copy_and_of_its_original_are_played_on_apart(first: bool) -> None:
    state = after_a_secret_bid()
    copy = state.clone()
    played, other = (state, copy) if first else (copy, state)
    before = canonical(other.glimpsed_by(0))
    played.apply(0, code(BID, 1))
    assert canonical(other.glimpsed_by(0)) == before != canonical(played.glimpsed_by(0))
