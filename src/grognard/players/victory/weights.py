"""The weights of Recruit's doctrine for Victory by name; what they are and how much, in `weights.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from grognard.players.weights import read


@dataclass(frozen=True, slots=True, eq=False)
class VictoryWeights:
    """What things are worth to one side. Each object is a key of its own for what is remembered by it."""

    # goals
    home_goal: float
    foreign_goal: float
    held_goal: float
    weight_of_way: float
    flight: float
    time_is_short: int
    reached: int

    # ways
    on_road: float
    off_road: float
    halting: float
    wet: float
    sailing: float
    wading: float
    shipped: float
    in_the_way: float
    port_cost: float
    troops_way: float
    ships_way: float

    # standing
    gain: float
    at_sea: float
    hungry: float
    guard: float
    recover: float
    base_way: float
    base_exposed: float
    refuge: float
    out_of_range: float

    # attacking
    per_point: float
    wins_at_once: float
    settlement: float
    open_ground: float
    urgent_prize: float
    urgent_price: float
    own_loss: float
    his_loss: float
    bar: float
    hope: float
    bold: float
    unseen_doubt: float
    walk_in: float
    larger_force: float
    reinforcing: float
    far_attack: float
    air_fights: float
    ships_fight: float

    # battles
    hopeless: float
    margin: float
    dear_attack: float
    fire_at_troops: float
    fire_from_afar: float
    friendly_fire: float
    fire_at_ships: float
    fire_at_ships_landing: float
    fire_at_aircraft: float
    lost_step: float
    lost_fire: float
    has_fired: float

    # forces
    share_of_ground: float
    share_of_air: float
    share_of_naval: float
    lacking: float
    quality: float
    amphibious: float
    amphibious_wanted: float
    amphibious_enough: float
    variety: float
    deploy_near: float
    deploy_value: float
    deploy_guard: float
    deploy_crowd: float
    deploy_alone: float

    # what Regular knows
    last_prize: float
    last_price: float
    last_hope: float
    all_in: int
    response: float
    danger: float
    support: float
    experience: int
    garrison: float
    clog: float
    storming: int
    refit: float
    lead: float
    choosy: int
    jam: float
    poised: float
    later: float

    # what Veteran tries
    aim: int
    effort: float


SHEET: Final = read(Path(__file__).with_name("weights.toml"), VictoryWeights, ("red", "blue", "green"))
