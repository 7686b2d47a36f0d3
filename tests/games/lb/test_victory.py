"""Victory: points, levels, and the conditions of each scenario, judged from what was noted turn by turn."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.play import Play
from grognard.games.lb import GAME
from grognard.games.lb.combat.results import fall_back
from grognard.games.lb.record import note
from grognard.games.lb.state import LbState
from grognard.games.lb.victory import held_since, level, levels
from grognard.testing import rule
from tests.games.lb._help import (
    S1,
    S2,
    S3,
    S4,
    announce,
    answer,
    begin,
    deploy_all,
    end_combat,
    end_movement,
    idle,
    idle_until,
    lost,
    march,
    position,
    refused,
    resolve,
    state_of,
    take_up,
    where,
)

R, G = "russian", "german"


def end(scenario: str, **words: Any) -> Play:
    """The very end of a game: the Second Player's last Second Movement Phase."""
    plan = GAME.plan(scenario, GAME.settle_options(GAME.scenario(scenario), words.get("options")))
    side = GAME.sides[1 - plan.first]
    place = words.pop("place", {})
    play = position(place, scenario=scenario, hqs=False, turn=plan.turns, active=side, step="second_movement", **words)
    if play.result is None:
        answer(play, side, "end_movement")
    assert play.result is not None
    return play


def samples(scenario: str, held: dict[int, list[str]] | None = None) -> list[list[str]]:
    """The record of a game but for its last Player-Turn: by number of the note, the facts that held then."""
    return [(held or {}).get(number, []) for number in range(2 * GAME.scenario(scenario).turns - 1)]


def number_of(state: LbState, fact: str) -> int:
    return state.plan.fact_names.index(fact)


def by_turn(turn: int, player: int) -> int:
    """The number of the note at the end of a Player-Turn: player 0 is the First Player."""
    return 2 * (turn - 1) + player


# ---- points and levels


@rule("lb", "victory.points")
def test_printed_strength_counts_even_when_reduced() -> None:
    play = position(
        {"su-rifle-rgt#1": "2417", "ge-pz4-bn#1": "2416", "ge-mot-hq#1": "2414"},
        hqs=False,
        step="combat",
        active=G,
        dice=[1],
    )
    announce(play, G, "2417", "ge-pz4-bn#1")
    resolve(play, G)
    assert lost(play, R) == 5


@rule("lb", "victory.points")
@pytest.mark.parametrize(("option", "points"), [(False, 20), (True, 1)])
def test_a_gun_is_worth_its_fire_strength_or_1_by_option(option: bool, points: int) -> None:
    place = {"su-art-20#1": "2417", "ge-pz4-bn#1": "2416"}
    play = position(place, step="combat", active=G, dice=[1], options={"artillery_points_one": option})
    announce(play, G, "2417", "ge-pz4-bn#1")
    resolve(play, G)
    assert where(play, "su-art-20#1") == "destroyed" and lost(play, R) == points


@rule("lb", "victory.secret")
def test_the_opponent_sees_a_choice_only_at_the_end() -> None:
    play = begin(S2, victory_option="C")
    deploy_all(play)
    assert "victory_option-C" not in str(play.view(R)) and "victory_option-C" in str(play.view(G))
    while play.result is None:
        idle(play)
    assert "victory_option-C" in str(play.view(R))


@rule("lb", "victory.level", "scenario2.victory.B", "scenario2.victory.R")
@pytest.mark.parametrize(
    ("russian_lost", "german_lost", "winners", "name"),
    [
        (79, 59, (), "draw"), (80, 0, (G,), "marginal"), (150, 0, (G,), "tactical"), (200, 0, (G,), "decisive"),
        (0, 60, (R,), "marginal"), (0, 119, (R,), "marginal"), (0, 120, (R,), "tactical"), (0, 180, (R,), "decisive"),
        (80, 120, (R,), "tactical"), (150, 120, (), "draw"),
    ],
)  # fmt: skip
def test_the_higher_level_wins_and_equal_levels_draw(
    russian_lost: int, german_lost: int, winners: tuple[str, ...], name: str
) -> None:
    play = end(S2, choices={"victory_option": "B"}, destroyed={R: russian_lost, G: german_lost})
    assert play.result is not None and (play.result.winners, play.result.level) == (winners, name)


# ---- scenario 1


@rule("lb", "scenario1.victory.A", "scenario1.victory.D", "seq.3")
@pytest.mark.parametrize(("objective", "town"), [("A", "Kropotkin"), ("D", "Ilyich")])
@pytest.mark.parametrize(("since", "name"), [(4, "decisive"), (5, "tactical"), (8, "marginal"), (9, "none")])
def test_a_town_held_from_a_turn_to_the_end(objective: str, town: str, since: int, name: str) -> None:
    """The Russian is First Player and takes the town in his Player-Turn."""
    held = [f"russian holds {town}"]
    record = samples(S1, dict.fromkeys(range(by_turn(since, 0), 20), held))
    spot = {"Kropotkin": "0508", "Ilyich": "1303"}[town]
    place = {"su-tank-bde#1": spot, "su-corps-hq#1": spot, "su-rifle-hq#1": "2422"}
    play = end(S1, place=place, choices={"objective": objective, "reinforcement_option": "I"}, samples=record)
    assert play.result is not None and play.result.level == ("draw" if name == "none" else name)


@rule("lb", "scenario1.victory.A")
def test_a_town_lost_for_one_turn_starts_the_count_again() -> None:
    held = ["russian holds Kropotkin"]
    record = samples(S1, {n: held for n in range(by_turn(4, 0), 20) if n != by_turn(7, 1)})
    place = {"su-tank-bde#1": "0508", "su-corps-hq#1": "0508"}
    play = end(S1, place=place, choices={"objective": "A", "reinforcement_option": "I"}, samples=record)
    assert play.result is not None and play.result.level == "marginal"  # since turn 8


def kropotkin(german: dict[str, str], active: str = G, phase: str = "first_movement") -> Play:
    """Turn 7 of scenario 1: two Russian tank brigades and an HQ have held Kropotkin since turn 4."""
    held = ["russian holds Kropotkin"]
    record = samples(S1, dict.fromkeys(range(by_turn(4, 0), 20), held))[: by_turn(7, active == G)]
    place = {"su-tank-bde#1": "0508", "su-tank-bde#2": "0509", "su-corps-hq#1": "0509", "su-rifle-hq#1": "0620"}
    return position({**place, **german}, hqs=False, turn=7, active=active, step=phase, samples=record)


def kept_since(play: Play) -> int:
    """The turn from which on Kropotkin counts as held, when the Player-Turn that is on has ended."""
    before = len(state_of(play).samples)
    while len(state_of(play).samples) == before:
        idle(play)
    state = state_of(play)
    return held_since(state, (number_of(state, "russian holds Kropotkin"),))


@rule("lb", "scenario1.victory.A", "zoc.general")
@pytest.mark.parametrize(
    ("unit", "way", "since"),
    [
        ("ge-recon-bn#1", ("0506", "0505"), 4),  # two hexes off
        ("ge-recon-bn#1", ("0507", "0506"), 7),  # beside the town, and away again
        ("ge-supply#1", ("0507",), 4),  # no ZOC
        ("ge-mot-hq#1", ("0507",), 4),
    ],
)
def test_a_zoc_on_the_town_interrupts_the_hold_though_it_is_gone_when_the_player_turn_ends(
    unit: str, way: tuple[str, ...], since: int
) -> None:
    play = kropotkin({unit: "0505", "ge-inf-hq#1": "0504"})
    march(play, G, unit, *way)
    assert kept_since(play) == since


@rule("lb", "scenario1.victory.A")
def test_a_zoc_that_falls_on_the_town_only_on_the_way_interrupts_the_hold_too() -> None:
    play = kropotkin({"ge-recon-bn#1": "0607", "ge-mot-hq#1": "0504"})  # beside it since the turn before, by its place
    march(play, G, "ge-recon-bn#1", "0605")
    assert kept_since(play) == 4  # who only leaves puts no ZOC on it
    play = kropotkin({"ge-recon-bn#1": "0605", "ge-mot-hq#1": "0504"})
    answer(play, G, ("unit", "ge-recon-bn#1"), ("move", "0606"), ("move", "0507"), ("move", "0406"))
    assert kept_since(play) == 7


@rule("lb", "scenario1.victory.A", "zoc.F")
@pytest.mark.parametrize(("acts", "since"), [((), 4), (("unlimber", "limber"), 7)])
def test_a_gun_that_unlimbers_beside_the_town_interrupts_the_hold_though_it_limbers_again(
    acts: tuple[str, ...], since: int
) -> None:
    play = kropotkin({"ge-mot-art-light#1": "0507 limbered", "ge-mot-hq#1": "0504"})
    answer(play, G, ("unit", "ge-mot-art-light#1"), *acts, ("move", "0506"))
    assert kept_since(play) == since


@rule("lb", "scenario1.victory.A")
def test_a_garrison_is_relieved_within_a_phase_and_not_over_its_end() -> None:
    play = kropotkin({}, active=R)
    march(play, R, "su-tank-bde#1", "0507")
    march(play, R, "su-tank-bde#2", "0508")
    assert kept_since(play) == 4
    play = kropotkin({}, active=R)
    march(play, R, "su-tank-bde#1", "0507")
    end_movement(play, R)
    end_combat(play, R)
    march(play, R, "su-tank-bde#2", "0508")
    assert kept_since(play) == 7


@rule("lb", "scenario1.victory.A", "combat.proc.d")
def test_an_enemy_who_falls_back_beside_the_town_interrupts_the_hold() -> None:
    place = {"ge-inf-bn#1": "0506", "su-tank-bde#3": "0505", "su-recon-bn#1": "0406", "su-recon-bn#2": "0606"}
    play = kropotkin(place, active=R, phase="combat")
    state = state_of(play)
    kept = number_of(state, "russian holds Kropotkin")
    fall_back(state, GAME.counters.numbers["ge-inf-bn#1"], GAME.ground.grid.index("0507"))
    assert state.broken >> kept & 1


@rule("lb", "scenario2.victory.A")
@pytest.mark.parametrize(("broken", "name"), [((), "tactical"), ((by_turn(5, 0),), "marginal")])
def test_a_game_turn_in_which_the_hold_was_interrupted_is_not_complete(broken: tuple[int, ...], name: str) -> None:
    bakunin = ["german holds Bakunin"]
    record = samples(S2, dict.fromkeys(range(by_turn(3, 1), by_turn(5, 1) + 1), bakunin))
    breaks = samples(S2, dict.fromkeys(broken, bakunin))
    play = end(S2, choices={"victory_option": "A"}, samples=record, breaks=breaks)
    assert play.result is not None and play.result.level == name


@rule("lb", "scenario1.victory.B")
def test_an_exit_without_a_line_when_a_phase_ends_has_not_been_kept_in_supply() -> None:
    """A wall of Germans along side D at the end of their First Movement Phase; what comes after does not mend it."""
    wall = {f"ge-inf-bn#{n}": f"{2 * n:02}25" for n in range(1, 16)}
    for place, kept in ((wall, False), ({"ge-inf-bn#1": "0225"}, True)):
        play = position(place, hqs=False, turn=7, active=G, choices={"objective": "B", "reinforcement_option": "I"})
        end_movement(play, G)
        state = state_of(play)
        failed = {fact.cut for n, fact in enumerate(state.plan.facts) if fact.line and state.broken >> n & 1}
        assert failed == {kept}  # while a line runs it is not cut, and the other way round


@rule("lb", "scenario1.victory.A", "scenario2.victory.A")
def test_enemy_zoc_on_one_hex_or_want_of_supply_breaks_the_hold() -> None:
    place = {"ge-mot-inf-bn#1": "1616", "ge-mot-inf-bn#2": "1716", "ge-mot-inf-bn#3": "1717", "ge-mot-hq#1": "1716"}

    def holds(more: dict[str, str], but: tuple[str, ...] = ()) -> bool:
        everything = {unit: hex for unit, hex in {**place, **more}.items() if unit not in but}
        play = position(everything, scenario=S2, hqs=False, active=G, choices={"victory_option": "A"})
        state = state_of(play)
        note(state)
        return bool(state.samples[-1] >> number_of(state, "german holds Bakunin") & 1)

    assert holds({})
    assert not holds({"su-rifle-rgt#1": "1718"})  # its ZOC reaches 1717
    assert not holds({}, but=("ge-mot-inf-bn#3",))  # each hex of the town
    assert not holds({}, but=("ge-mot-hq#1",))  # in supply
    assert holds({"su-supply#1": "1718"})  # no ZOC


@rule("lb", "scenario1.victory.A")
@pytest.mark.parametrize(("points", "name"), [(199, "draw"), (200, "marginal"), (300, "tactical"), (400, "decisive")])
def test_the_german_destroys_points_against_a_and_d(points: int, name: str) -> None:
    for objective in ("A", "D"):
        play = end(S1, choices={"objective": objective, "reinforcement_option": "I"}, destroyed={R: points, G: 0})
        assert play.result is not None and play.result.level == name
        assert play.result.winners == (() if name == "draw" else (G,))


def exited(points: int, hex: str, turn: int = 5) -> dict[str, str]:
    """Russian units worth so many points that have left the map."""
    worth = {"su-rocket-36": 36, "su-art-20": 20, "su-mixed-art-bde": 14, "su-mech-bde": 10, "su-tank-bde": 7,
    "su-art-40": 40,
             "su-art-13": 13, "su-motor-bde": 6, "su-rifle-rgt": 5, "su-su-rgt": 4, "su-recon-bn": 3,
             "su-supply": 1}  # fmt: skip
    place = {}
    for kind, value in sorted(worth.items(), key=lambda one: -one[1]):
        for n in range(1, next(row.count for row in GAME.files.units if row.id == kind) + 1):
            if value <= points:
                place[f"{kind}#{n}"] = f"exited {hex} on {turn}"
                points -= value
    assert points == 0
    return place


MISSED_IS_CUT = {"s1_missed_exit_is_cut": True}


def line(area: str, cut: bool = False) -> str:
    """A line runs from an exit to the Russian source, or none does."""
    return f"no russian line from {area}" if cut else f"russian line from {area}"


@rule("lb", "scenario1.victory.B", "scenario1.victory.C")
@pytest.mark.parametrize(
    ("objective", "area", "hex", "points", "name"),
    [
        ("B", "exit_b", "1401", 100, "marginal"), ("B", "exit_b", "1401", 200, "tactical"),
        ("B", "exit_b", "1401", 300, "decisive"), ("C", "exit_c", "3006", 150, "marginal"),
        ("C", "exit_c", "3006", 250, "tactical"), ("C", "exit_c", "3006", 350, "decisive"),
    ],
)  # fmt: skip
def test_points_moved_off_by_turn_5_with_supply_kept(
    objective: str, area: str, hex: str, points: int, name: str
) -> None:
    record = samples(S1, {n: [line(area)] for n in range(20)})
    choices = {"objective": objective, "reinforcement_option": "I"}
    play = end(S1, place=exited(points, hex), choices=choices, samples=record)
    assert play.result is not None and (play.result.winners, play.result.level) == ((R,), name)


@rule("lb", "scenario1.victory.B", "scenario1.victory.C")
@pytest.mark.parametrize(
    ("objective", "area", "place"),
    [
        ("B", "exit_b", (99, "1401", 5)), ("B", "exit_b", (100, "1401", 6)), ("B", "exit_b", (100, "1001", 5)),
        ("C", "exit_c", (149, "3006", 5)),
    ],
)  # fmt: skip
@pytest.mark.parametrize(("options", "winners", "name"), [({}, (), "draw"), (MISSED_IS_CUT, (G,), "decisive")])
def test_an_exit_that_falls_short_by_turn_5_is_a_draw_or_by_option_cut_off_for_the_five_turns_left(
    objective: str, area: str, place: tuple[int, str, int], options: dict[str, Any], winners: tuple[str, ...], name: str
) -> None:
    """Too few points, too late or by other hexes: nothing was achieved, so nothing can be cut after it.

    By option that a line still runs there does not matter.
    """
    for held in (line(area), line(area, cut=True)):
        record = samples(S1, {n: [held] for n in range(20)})
        choices = {"objective": objective, "reinforcement_option": "I"}
        # unchecked: by other hexes than those of the objective nobody leaves
        play = end(S1, place=exited(*place), choices=choices, samples=record, options=options, unchecked=True)
        assert play.result is not None and (play.result.winners, play.result.level) == (winners, name)


@rule("lb", "scenario1.victory.B")
@pytest.mark.parametrize(
    ("cut", "winners", "name"),
    [
        ({by_turn(7, 0)}, (), "draw"),  # supply lost once: no Russian level, and no complete turn for the German
        (set(range(by_turn(6, 1), by_turn(8, 1) + 1)), (G,), "marginal"),
        (
            set(range(by_turn(6, 1), by_turn(8, 1) + 1)) | {by_turn(10, 0)},
            (G,),
            "marginal",
        ),  # two, restored, one: still two
        (set(range(by_turn(6, 1), by_turn(9, 1) + 1)), (G,), "tactical"),
        (set(range(by_turn(5, 1), 20)), (G,), "decisive"),
    ],
)
def test_the_german_cuts_the_supply_of_the_objective(cut: set[int], winners: tuple[str, ...], name: str) -> None:
    """Complete, consecutive Game-Turns after the Russian achieved it (turn 5), without a line from any exit hex."""
    record = samples(S1, {n: [line("exit_b", n in cut)] for n in range(20)})
    choices = {"objective": "B", "reinforcement_option": "I"}
    wall = {f"ge-inf-bn#{n}": f"{2 * n:02}25" for n in range(1, 16)} if 19 in cut else {}
    play = end(S1, place=exited(100, "1401") | wall, choices=choices, samples=record)
    assert play.result is not None and (play.result.winners, play.result.level) == (winners, name)


@rule("lb", "scenario1.victory.B")
def test_units_leave_by_the_hexes_of_their_own_objective_and_do_not_return() -> None:
    place = {"su-tank-bde#1": "1401", "su-tank-bde#2": "3006", "su-corps-hq#1": "1402", "su-tank-bde#3": "1001"}
    play = position(place, hqs=False, turn=3, choices={"objective": "B", "reinforcement_option": "I"})
    take_up(play, R, "su-tank-bde#2")
    refused(play, R, "exit", rule="scenario1.victory.B")
    take_up(play, R, "su-tank-bde#3")
    refused(play, R, "exit", rule="scenario1.victory.B")
    answer(play, R, ("unit", "su-tank-bde#1"), "exit")
    assert where(play, "su-tank-bde#1") == "exited" and lost(play, R) == 0
    refused(play, R, "unit", "su-tank-bde#1", rule="move.general")
    assert "objective-B" in str(play.view(G))  # now the German knows


@rule("lb", "scenario1.victory.B", "zoc.B")
def test_leaving_the_map_out_of_a_zoc_costs_2_more() -> None:
    place = {"su-tank-bde#1": "1401", "ge-inf-bn#1": "1302"}
    play = position(place, hqs=False, turn=3, choices={"objective": "B", "reinforcement_option": "I"})
    take_up(play, R, "su-tank-bde#1")  # four points out of supply: 2 + 2
    assert play.legal(R, "exit")
    place = {"su-su-rgt#1": "1402", "ge-inf-bn#1": "1302"}
    play = position(place, hqs=False, turn=3, choices={"objective": "B", "reinforcement_option": "I"})
    take_up(play, R, "su-su-rgt#1")
    assert not play.legal(R, "exit")


# ---- scenario 2


@rule("lb", "scenario2.victory.A")
@pytest.mark.parametrize(
    ("held", "name"),
    [
        (range(by_turn(3, 1), by_turn(4, 1) + 1), "marginal"),
        (range(by_turn(3, 1), by_turn(5, 1) + 1), "tactical"),
        (range(by_turn(3, 1), by_turn(6, 1) + 1), "decisive"),
        ([*range(by_turn(3, 1), by_turn(5, 1) + 1), *range(by_turn(6, 1), by_turn(7, 1) + 1)], "tactical"),
        (range(by_turn(4, 0), by_turn(4, 1) + 1), "draw"),
    ],
)
def test_bakunin_for_complete_consecutive_turns(held: Any, name: str) -> None:
    record = samples(S2, {n: ["german holds Bakunin"] for n in held})
    play = end(S2, choices={"victory_option": "A"}, samples=record)
    assert play.result is not None and play.result.level == name


@rule("lb", "scenario2.victory.C")
def test_golos_with_other_towns_at_the_same_time() -> None:
    def judged(**turns: tuple[int, int]) -> str:
        """Each town held from the start of one turn to the end of another."""
        held: dict[int, list[str]] = {}
        for town, (first, last) in turns.items():
            for n in range(by_turn(first, 0) - 1, by_turn(last, 1) + 1):
                held.setdefault(n, []).append(f"german holds {town}")
        play = end(S2, choices={"victory_option": "C"}, samples=samples(S2, held))
        assert play.result is not None
        return play.result.level

    assert judged(Golos=(4, 6)) == "marginal"
    assert judged(Golos=(4, 5)) == "draw"
    assert judged(Golos=(4, 6), Ogarev=(5, 7)) == "marginal"
    assert judged(Golos=(4, 6), Ogarev=(4, 6)) == "tactical"
    assert judged(Golos=(4, 6), Makhno=(4, 6)) == "tactical"
    assert judged(Golos=(4, 6), Ogarev=(4, 6), Makhno=(4, 6)) == "decisive"
    assert judged(Ogarev=(4, 6), Makhno=(4, 6)) == "draw"


# ---- scenario 3


@rule("lb", "scenario3.victory.G", "scenario3.victory.R")
@pytest.mark.parametrize(
    ("place", "winners", "name"),
    [
        ({"ge-stug-bn#1": "2110", "ge-mot-hq#1": "2111"}, (G,), "marginal"),
        ({"ge-stug-bn#1": "2110", "ge-recon-bn#1": "1303", "ge-mot-hq#1": "1805"}, (), "draw"),
        ({"ge-stug-bn#1": "2110", "ge-recon-bn#1": "1303", "ge-mot-hq#1": "2111"}, (G,), "marginal"),
        ({"ge-stug-bn#1": "2110", "ge-recon-bn#1": "1311", "ge-mot-hq#1": "1711"}, (G,), "tactical"),
        ({"ge-stug-bn#1": "2110", "ge-recon-bn#1": "1311", "ge-arm-inf-bn#1": "1303", "ge-mot-hq#1": "1310"}, (G,),
        "decisive"),
        ({"ge-stug-bn#1": "2110"}, (), "draw"),
        ({"su-tank-bde#1": "0508", "su-corps-hq#1": "0408"}, (R,), "marginal"),
        ({"su-tank-bde#1": "0508"}, (), "draw"),
        ({"su-tank-bde#1": "0508", "su-tank-bde#2": "1311", "su-corps-hq#1": "0910"}, (R,), "tactical"),
        ({"su-tank-bde#1": "0508", "su-tank-bde#2": "1311", "su-tank-bde#3": "2110", "su-corps-hq#1": "1311"}, (R,),
        "decisive"),
    ],
)  # fmt: skip
def test_towns_occupied_in_supply_at_the_end(place: dict[str, str], winners: tuple[str, ...], name: str) -> None:
    play = end(S3, place=place)
    assert play.result is not None and (play.result.winners, play.result.level) == (winners, name)


# ---- scenario 4


def come_up(area: str) -> str:
    """The continuous line has come up to an area."""
    return f"russian line up to {area}"


RAIL = "railway_embankment"
WAIT = {"s4_wait_for_line": True}


def four(rail: int, turn_left: int, line_at_rail: int = 0, line_at_a: int = 0) -> Play:
    """The end of scenario 4 with the turns of the first entry and of the first exit, 0 for never; by option of the
    line, too."""
    place = {"su-recon-bn#1": f"exited 0110 on {turn_left}"} if turn_left else {}
    place |= {f"su-rifle-rgt#{n}": f"23{3 * n - 1:02}" for n in range(1, 10)}
    if not line_at_rail:
        return end(S4, place=place, watched={RAIL: rail}, samples=samples(S4))
    held: dict[int, list[str]] = {}
    for area, turn in ((RAIL, line_at_rail), ("side_a", line_at_a)):
        held.setdefault(by_turn(turn, 1), []).append(come_up(area))
    return end(S4, place=place, watched={RAIL: rail}, samples=samples(S4, held), options=WAIT)


@rule("lb", "scenario4.victory.rail")
@pytest.mark.parametrize(
    ("turn", "points"),
    [(1, (0, 3)), (6, (0, 3)), (7, (0, 2)), (8, (0, 1)), (9, (1, 0)), (10, (2, 0)), (11, (3, 0)), (0, (3, 0))],
)
def test_the_turn_of_the_first_russian_on_the_railway(turn: int, points: tuple[int, int]) -> None:
    assert levels(state_of(four(turn, 15)))["railway"] == points


@rule("lb", "scenario4.victory.sideA")
@pytest.mark.parametrize(
    ("turn", "points"),
    [(15, (0, 3)), (16, (0, 2)), (17, (0, 1)), (18, (1, 0)), (19, (2, 0)), (20, (3, 0)), (0, (3, 0))],
)
def test_the_turn_of_the_first_russian_off_side_a(turn: int, points: tuple[int, int]) -> None:
    assert levels(state_of(four(6, turn)))["side_a"] == points


@rule("lb", "scenario4.victory.rail", "scenario4.victory.sideA", "scenario4.line")
def test_who_runs_ahead_counts_at_once_and_by_option_when_the_line_has_come_up() -> None:
    """By option the later of the two turns counts, and the line is asked for at the end of a Game-Turn."""
    assert levels(state_of(four(2, 5))) == {"railway": (0, 3), "side_a": (0, 3)}  # as printed
    assert levels(state_of(four(2, 5, 9, 18))) == {"railway": (1, 0), "side_a": (1, 0)}
    assert levels(state_of(four(7, 16, 2, 3))) == {"railway": (0, 2), "side_a": (0, 2)}
    place = {f"su-rifle-rgt#{n}": f"16{3 * n - 1:02}" for n in range(1, 10)}
    for more, up in (({}, True), ({"ge-inf-bn#1": "1611", "su-rifle-rgt#4": "2011"}, False)):
        state = state_of(position({**place, **more}, scenario=S4, hqs=False, options=WAIT))
        note(state)
        assert bool(state.samples[-1] >> number_of(state, come_up(RAIL)) & 1) is up


@rule("lb", "scenario4.victory.points")
@pytest.mark.parametrize(
    ("rail", "left", "winners", "points"),
    [
        (10, 17, (G,), {G: 2, R: 1}),
        (8, 18, (), {G: 1, R: 1}),
        (8, 17, (R,), {G: 0, R: 2}),
        (6, 15, (R,), {G: 0, R: 6}),
        (0, 0, (G,), {G: 6, R: 0}),
    ],
)
def test_the_points_of_both_sets_are_compared(
    rail: int, left: int, winners: tuple[str, ...], points: dict[str, int]
) -> None:
    play = four(rail, left)
    assert play.result is not None
    assert (play.result.winners, dict(play.result.points)) == (winners, points)


@rule("lb", "scenario4.victory.rail", "tec.rail")
def test_entering_the_railway_is_noted_and_so_is_leaving_by_side_a() -> None:
    place = {"su-recon-bn#1": "1609", "su-corps-hq#1": "1709"}
    play = position(place, scenario=S4, hqs=False, turn=7)
    march(play, R, "su-recon-bn#1", "1409")  # over 1509, in passing
    assert state_of(play).watched == (7,)
    play = position({"su-recon-bn#1": "0110", "su-corps-hq#1": "0210"}, scenario=S4, hqs=False, turn=16)
    answer(play, R, ("unit", "su-recon-bn#1"), "exit")
    assert state_of(play).exited and next(iter(state_of(play).exited.values()))[0] == 16
    refused(position({"ge-recon-bn#1": "0110"}, scenario=S4, hqs=False, active=G), G, "exit", rule="seq.1a")


@rule("lb", "scenario4.line", "scenario4.victory.points")
def test_who_forfeits_the_game_has_no_points() -> None:
    place = {f"su-rifle-rgt#{n}": f"23{3 * n - 1:02}" for n in range(1, 10) if n != 4}
    play = position(place, scenario=S4, hqs=False, turn=8, watched={RAIL: 5})
    if play.result is None:
        answer(play, R, "end_movement")
    assert play.result is not None and play.result.level == "forfeit"
    assert (play.result.winners, dict(play.result.points)) == ((G,), {G: 3, R: 0})


def test_every_condition_can_be_judged_at_any_time() -> None:
    for scenario in GAME.scenarios:
        play = begin(scenario)
        state = state_of(play)
        for one in state.plan.conditions:
            assert 0 <= level(state, one) <= 3
    play = begin(S1)
    deploy_all(play)
    idle_until(play, 2, R)
    end_movement(play, R)
    assert len(state_of(play).samples) >= 2
