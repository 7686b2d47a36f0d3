"""The weights of Recruit's doctrine for Lost Battles by name; what they are and how much, in `weights.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from grognard.players.weights import read


@dataclass(frozen=True, slots=True, eq=False)
class LbWeights:
    """What things are worth to one side. Each object is a key of its own for what is remembered by it."""

    # what a scenario asks for
    gives_away: float
    near_place: int
    not_yet: float
    marginal: float
    tactical: float
    decisive: float
    line_hex: float
    unled: float
    covers: float
    gate: float
    among_enemies: float
    delayed: int

    # marching
    pull: float
    river_delay: int
    foe_delay: int
    zoc_delay: int
    road_pace: int
    crowded: int
    going_all: int
    going_some: int
    delay_lesser: float
    delay_lesser_way: float
    delay_most_defended: int
    delay_garrisoned: float
    delay_safe: float
    delay_safe_empty: float
    delay_foe: float
    delay_hunted: float
    delay_worthy: float
    delay_on_its_way: int
    pressing: int
    spoil_delay: int
    link_nearer: int
    worth_a_walk: float
    small_game: float

    # standing
    hold: float
    hold_far: float
    sturdy: float
    ring_beside: float
    ring_beyond: float
    spoil: float
    starve: float
    starve_from: int
    link_hold: float
    link_guard: int
    unsupplied: float
    unsupplied_share: float
    homeward: float
    home_far: int
    off_and_away: float
    in_zoc: float
    shelter: float
    rough_for_armor: float
    candidates: int
    guards_from: float
    guards_what: float
    stays_dug_in: int
    spotting: float

    # danger
    bold: float
    sparing: float
    careful: float
    weaker: float
    outnumbered: float
    unchallenged: float
    quiet_losses: float
    quiet_turns: int
    reach_foot: int
    reach_motor: int
    many: float
    addition_helps: float
    safe_odds: float
    sure_loss: float
    most_risk: float
    danger_from: int
    danger_unseen: float
    massed: float
    driven_off: float
    kept: float

    # what units are worth
    ours: float
    theirs: float
    presence: float
    at_last: float
    hq_worth: float
    hq_share: float
    mobility: float
    spent_gun: float

    # attacking
    worth_attacking: float
    driven_back: float
    cleared: float
    out_of_the_road: float
    held: float
    link: float
    fall_back: float
    no_way_back: float
    used: float
    rushing: float
    bound_anyway: float
    out_of_the_way: float
    exchanged: float
    supported: float
    seldom: float

    # guns and aircraft
    supply_cost: float
    worth_firing: float
    worth_one_more: float
    unsupplied_fire: float
    strikes_at: int
    in_range: float
    too_close: float
    close: float
    gun_unsupplied: float
    gun_caution: float
    slack: int
    last_march: float

    # supply units, HQs and engineers
    escort: float
    serves: float
    supply_near_foe: float
    supply_at_risk: float
    leads_by: int
    led: float
    loses_place: float
    strung: float
    hq_caution: float
    hq_pull: float
    hq_behind: int
    unlinked: float
    hq_near_foe: float

    # the continuous line
    near_step: int
    far_step: int
    tries: int
    shifts: int
    reserve: int
    behind: int
    touch: int
    neighbours: int
    abreast: int
    lags: int
    sideways: float
    sturdy_link: int


SHEET: Final = read(Path(__file__).with_name("weights.toml"), LbWeights, ("german", "russian"))
