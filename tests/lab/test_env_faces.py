"""The research faces hold what their peers ask of them, for every game."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import grognard
from grognard.core.ask import Kind
from grognard.core.game import Game, SetupError
from grognard.core.state import Result
from grognard.core.words import Message
from grognard.lab.env import aec_env, sampler, seat_env, spiel_name
from grognard.lab.env.match import Match
from grognard.lab.env.spaces import IllegalAction, spaces_of
from two_fords import GAME as EXAMPLE

GAMES = ("avl", "lb", "victory", "vl")
CYCLES = 150
"""Answers that the peers' suites give in every game: whole games take thousands."""
SEATS = {"avl": "axis", "lb": "russian", "victory": "blue", "vl": "german"}


@pytest.fixture(autouse=True)
def peers_advise() -> Iterator[None]:
    """Peers warn of observations that are dictionaries and of agents without a number: both are meant."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


# ---- actions


@pytest.mark.parametrize("played", [*GAMES, EXAMPLE], ids=[*GAMES, "example"])
def test_every_action_is_an_answer_and_back(played: str | Game) -> None:
    actions = Match(played).spaces.actions
    assert [actions.action(actions.code(action)) for action in range(actions.count)] == list(range(actions.count))


@pytest.mark.parametrize("game", GAMES)
def test_mask_and_list_of_actions_are_the_offer(game: str) -> None:
    match, rng = Match(game), Random(2)
    match.reset(2)
    actions = match.spaces.actions
    for _ in range(300):
        if match.done:
            match.reset()
        legal = np.flatnonzero(match.mask(match.asked)).tolist()
        assert legal == actions.legal(match.offer)
        assert {actions.code(action) for action in legal} == {
            verb << 16 | target
            for verb, targets in match.offer.items()
            for target in range(targets.bit_length())
            if targets >> target & 1
        }
        match.step(rng.choice(legal))


def test_the_cells_of_a_hex_verb_lie_as_those_of_a_plane() -> None:
    game = grognard.game("vl")
    spaces = spaces_of(game)
    move = game.verb_numbers["move"]
    assert game.verbs[move].kind is Kind.HEX
    first = spaces.actions.offsets[move]
    assert spaces.actions.words(first + 4 * spaces.cells.length + 6) == "move 0507"


LAYOUTS = {
    "avl-1": "ca18def61645",
    "lb-1": "71b1db3c2478",
    "victory-1": "bc06ee513c77",
    "vl-1": "e8289051652e",
}
"""By version: the digest of all that it stands for, in a game's first scenario. A change needs a new version, and
docs/research.md says what has changed."""


@pytest.mark.parametrize("game", GAMES)
def test_spaces_change_with_their_version_alone(game: str) -> None:
    spaces = Match(game).spaces
    assert spaces.digest() == LAYOUTS[spaces.version]


def test_an_action_that_is_not_offered_is_refused_in_words() -> None:
    match = Match("vl")
    match.reset(1)
    action = match.spaces.actions.offsets[grognard.game("vl").verb_numbers["roll"]]
    with pytest.raises(IllegalAction, match=f'"roll" \\({action}\\) is not offered now'):
        match.step(action)
    with pytest.raises(IllegalAction, match="is no action: they are 0 to"):
        match.step(match.spaces.actions.count)


def test_a_map_that_is_chosen_in_play_is_refused() -> None:
    match, rng = Match("victory", None, {"maps_by_rules": True}), Random(1)
    with pytest.raises(SetupError, match="the map of this game is chosen in play"):
        match.reset(1)
        while not match.done:
            match.step(rng.choice(match.spaces.actions.legal(match.offer)))


# ---- what is paid


@pytest.mark.parametrize(("winners", "paid"), [(("axis",), [1.0, -1.0]), (("soviet",), [-1.0, 1.0]), ((), [0.0, 0.0])])
def test_the_winning_side_gets_one_and_the_other_loses_one(winners: tuple[str, ...], paid: list[float]) -> None:
    match = Match("avl")
    match.reset(1)
    assert match.rewards() == [0.0, 0.0]
    match.state.finish(Result(winners, "", {"axis": 3, "soviet": 5}, Message("result.draw", "", {})))
    assert match.rewards() == paid
    assert (match.margin(0), match.margin(1)) == (-2.0, 2.0)


def test_all_players_of_a_side_win_together() -> None:
    match = Match("victory", "commanders")
    match.reset(1)
    side = match.roster.sides[0]
    match.state.finish(Result((side,), "", {}, Message("result.draw", "", {})))
    assert match.rewards() == [1.0 if player.side == side else -1.0 for player in match.roster.players]
    assert sorted(match.rewards()) == [-1.0] * 3 + [1.0] * 3


# ---- PettingZoo


@pytest.mark.parametrize("played", [*GAMES, EXAMPLE], ids=[*GAMES, "example"])
def test_pettingzoo_finds_no_fault(played: str | Game) -> None:
    api_test(aec_env(played), num_cycles=CYCLES)


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_finds_a_seed_kept(game: str) -> None:
    seed_test(lambda: aec_env(game, margins=True), num_cycles=CYCLES)


def played_through(env: Any, seed: int) -> tuple[dict[str, float], list[str]]:
    """What every agent got in all, and who was asked, with agents that choose at random."""
    env.reset(seed=seed)
    rng, got, asked = Random(seed), dict.fromkeys(env.possible_agents, 0.0), []
    for agent in env.agent_iter():
        seen, reward, ended, cut, _ = env.last()
        got[agent] += reward
        done = ended or cut
        env.step(None if done else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        asked += [] if done else [agent]
    return got, asked


def test_a_game_comes_to_its_end_and_pays_both_agents() -> None:
    got, asked = played_through(aec_env("lb", "4-german-mobile-defense"), seed=1)
    assert sorted(got.values()) in ([-1.0, 1.0], [0.0, 0.0])
    assert any(one == other for one, other in pairwise(asked)), "one is asked several times in a row"


def test_a_game_that_is_broken_off_is_cut_and_pays_nothing() -> None:
    env = aec_env("vl", answers=20)
    got, asked = played_through(env, seed=1)
    assert len(asked) == 20 and set(got.values()) == {0.0}
    assert env.match.cut and not env.match.over


def test_the_margin_is_told_where_it_is_wanted() -> None:
    env = aec_env("avl", margins=True)
    env.reset(seed=1)
    score = env.match.game.standing(env.match.state)["score"]
    assert env.infos["axis"] == {"margin": float(score["axis"] - score["soviet"])}
    plain = aec_env("avl")
    plain.reset(seed=1)
    assert plain.infos["axis"] == {}


# ---- Gymnasium


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_finds_no_fault(game: str) -> None:
    check_env(seat_env(game, SEATS[game], "random"), skip_render_check=True)


@pytest.mark.parametrize("bots", ["random", "recruit"])
def test_the_seat_is_always_the_one_that_is_asked(bots: str) -> None:
    env, rng = seat_env("lb", "german", bots, "4-german-mobile-defense"), Random(1)
    seen, _ = env.reset(seed=3)
    for _ in range(2_000):
        legal = np.flatnonzero(seen["action_mask"]).tolist()
        assert legal and env.match.seats[env.match.asked] == "german"
        seen, reward, ended, cut, _ = env.step(rng.choice(legal))
        if ended or cut:
            break
    assert ended and reward in (-1.0, 0.0, 1.0) and not seen["action_mask"].any()


def test_an_action_that_is_not_offered_loses_the_game() -> None:
    env = seat_env("vl", "german", "random")
    seen, _ = env.reset(seed=1)
    _, reward, ended, cut, info = env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert (reward, ended, cut) == (-1.0, True, False) and "is not offered now" in info["illegal"]


@pytest.mark.parametrize("how", ["illegal", "cut"])
def test_after_an_end_the_seat_is_asked_nothing_until_a_reset(how: str) -> None:
    env = seat_env("vl", "german", "random", answers=30)
    seen, _ = env.reset(seed=1)
    ended = cut = False
    while not ended and not cut:
        mask = seen["action_mask"]
        legal = int(np.flatnonzero(mask)[0])
        seen, _, ended, cut, _ = env.step(int(np.flatnonzero(mask == 0)[0]) if how == "illegal" else legal)
    assert (ended, cut) == (how == "illegal", how == "cut")
    for _ in range(2):
        with pytest.raises(ResetNeeded, match="has ended"):
            env.step(legal)
    seen, _ = env.reset(seed=1)
    assert not env.step(int(np.flatnonzero(seen["action_mask"])[0]))[2]


def test_the_same_seed_lets_the_bots_play_the_same_game() -> None:
    def course(seed: int) -> list[bytes]:
        env, rng, found = seat_env("victory", "blue", "recruit"), Random(1), []
        seen, _ = env.reset(seed=seed)
        for _ in range(60):
            legal = np.flatnonzero(seen["action_mask"]).tolist()
            found.append(seen["observation"]["units"].tobytes())
            seen, _, ended, _, _ = env.step(rng.choice(legal))
            if ended:
                break
        return found

    assert course(4) == course(4) != course(5)


@pytest.mark.parametrize(
    ("seat", "bots", "complaint"),
    [
        ("nobody", "random", 'there is no player "nobody" here; the players are axis, soviet'),
        ("axis", "general", 'there is no bot "general"'),
        ("axis", {"axis": "random"}, "bots are named for soviet, not for axis"),
    ],
)
def test_a_seat_or_bot_that_is_not_there_is_refused(seat: str, bots: Any, complaint: str) -> None:
    with pytest.raises(SetupError, match=complaint):
        seat_env("avl", seat, bots)


# ---- OpenSpiel


@pytest.mark.parametrize(
    ("game", "scenario"),
    [("avl", ""), ("lb", ""), ("lb", "3-meeting-engagement"), ("victory", ""), ("victory", "commanders"), ("vl", "")],
)
def test_openspiel_finds_no_fault(game: str, scenario: str) -> None:
    loaded = pyspiel.load_game(spiel_name(game), {"answers": 40, "scenario": scenario})
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    ("game", "scenario", "zero"),
    [("vl", "", True), ("victory", "quick-start", True), ("victory", "quick-start-4", True),
     ("victory", "quick-start-3", False), ("victory", "two-front-war-3", False)],
)  # fmt: skip
def test_openspiel_is_told_of_a_zero_sum_where_it_is_one(game: str, scenario: str, zero: bool) -> None:
    loaded = pyspiel.load_game(spiel_name(game), {"scenario": scenario, "answers": 40})
    assert (loaded.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM) == zero
    match = Match(game, scenario or None)
    match.reset(seed=1)
    sums = set()
    for side in match.roster.sides:
        match.state.result = Result((side,), "level", {}, Message("result.draw", "", {}))
        sums.add(sum(match.rewards()))
    assert (sums == {0.0}) == zero


def test_openspiel_gives_no_observation_for_an_information_state() -> None:
    state = pyspiel.load_game(spiel_name("vl")).new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    assert state.observation_string(0) and len(state.observation_tensor(0))
    for ask in (state.information_state_string, state.information_state_tensor):
        with pytest.raises((NotImplementedError, pyspiel.SpielError), match="perfect recall"):
            ask(0)


def test_openspiel_plays_with_options_and_keeps_them() -> None:
    (option, *_) = (one for one in grognard.game("vl").scenario(None).options if isinstance(one.default, bool))
    other = {option.id: not option.default}
    loaded = pyspiel.load_game(spiel_name("vl"), {"options": json.dumps(other), "answers": 40})
    assert loaded.match.options == Match("vl", None, other).options != Match("vl").options
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)
    state = loaded.new_initial_state()
    again, _ = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(loaded, state))
    assert again.match.options == loaded.match.options


@pytest.mark.parametrize(
    ("options", "complaint"),
    [("fog=off", "options are told as JSON"), ('{"nothing": true}', 'has no option "nothing"')],
)
def test_options_that_openspiel_cannot_have_are_refused(options: str, complaint: str) -> None:
    with pytest.raises(SetupError, match=complaint):
        pyspiel.load_game(spiel_name("vl"), {"options": options})


def test_openspiel_plays_a_game_to_its_end_with_every_die_a_chance() -> None:
    state, rng = pyspiel.load_game(spiel_name("vl")).new_initial_state(), Random(1)
    dice = 0
    while not state.is_terminal():
        dice += state.is_chance_node()
        actions = [one for one, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(rng.choice(actions))
    assert dice > 5 and sorted(state.returns()) == [-1.0, 1.0]


def test_a_die_of_openspiel_falls_as_it_was_named() -> None:
    state, rng = pyspiel.load_game(spiel_name("vl")).new_initial_state(), Random(1)
    while not state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    assert state.chance_outcomes() == [(face, 1 / 6) for face in range(6)]
    weathers = set()
    for face in range(6):
        child = state.child(face)
        while child.is_chance_node():
            child = child.child(0)
        weathers.add(child.observation_string(0))
    assert len(weathers) > 1, "another face, another position"


# ---- many games at once


@pytest.mark.parametrize("game", GAMES)
def test_the_sampler_shows_what_each_match_shows(game: str) -> None:
    games, rng = sampler(game, 4, answers=60), Random(1)
    games.reset(seed=9)
    held = {name: getattr(games, name) for name in ("planes", "units", "figures", "masks")}
    for _ in range(80):
        for row, match in enumerate(games.matches):
            seen = match.observe(match.asked)
            assert np.array_equal(games.planes[row], seen["planes"])
            assert np.array_equal(games.units[row], seen["units"])
            assert np.array_equal(games.figures[row], seen["figures"])
            assert np.array_equal(games.masks[row], match.mask(match.asked))
            assert games.asked[row] == match.asked
        games.step([rng.choice(np.flatnonzero(mask).tolist()) for mask in games.masks])
        assert all(getattr(games, name) is array for name, array in held.items())
    assert games.finished >= 4, "every game was broken off once and began anew"


def test_a_step_of_the_sampler_is_taken_in_all_games_or_in_none() -> None:
    games = sampler("vl", 3)
    games.reset(1)
    first = [int(np.flatnonzero(mask)[0]) for mask in games.masks]
    bad = int(np.flatnonzero(games.masks[2] == 0)[0])
    for actions, words in (
        ([*first[:2], bad], "game 2: .* is not offered now"), ([*first, first[0]], "3 games and 4 actions"),
        (first[:2], "3 games and 2 actions"),
    ):  # fmt: skip
        with pytest.raises(IllegalAction, match=words):
            games.step(actions)
        assert [match.given for match in games.matches] == [0, 0, 0]
    games.step(first)
    assert [match.given for match in games.matches] == [1, 1, 1]


def test_the_sampler_tells_who_has_won() -> None:
    games, rng = sampler("lb", 3, "4-german-mobile-defense"), Random(1)
    games.reset(seed=1)
    paid: list[tuple[float, ...]] = []
    while len(paid) < 4:
        games.step([rng.choice(np.flatnonzero(mask).tolist()) for mask in games.masks])
        paid += [tuple(games.rewards[row].tolist()) for row in np.flatnonzero(games.ended)]
        assert not games.rewards[~games.ended].any()
    assert set(paid) <= {(1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)}


def test_the_sampler_plays_the_same_games_from_the_same_seed() -> None:
    def course(seed: int) -> bytes:
        games, rng = sampler("vl", 2), Random(1)
        games.reset(seed)
        for _ in range(200):
            games.step([rng.choice(np.flatnonzero(mask).tolist()) for mask in games.masks])
        return bytes(games.units.tobytes())

    assert course(1) == course(1) != course(2)
