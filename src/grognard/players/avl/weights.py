"""The weights of Recruit's doctrine for A Victory Lost by name; what they are and how much, in `weights.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from grognard.players.weights import read


@dataclass(frozen=True, slots=True, eq=False)
class AvlWeights:
    """What things are worth to one side. Each object is a key of its own for what is remembered by it."""

    # marching
    pull: float
    leash: float
    leash_length: int
    major_river_delay: int
    delay_defended: int
    delay_safe: int
    delay_garrisoned: int
    full_garrison: int
    minors_march: float
    minors_stay: float
    hold_within: int
    counterstroke: int
    strike: float

    # standing
    city: float
    garrison: float
    garrison_units: int
    sturdy: float
    crowded_out: float
    out_of_supply: float
    out_of_supply_at_the_end: float
    encircled: float
    in_zoc: float
    overrun: float
    shelter: float
    cut_off: float
    candidates: int

    # danger
    strength: float
    eliminated: float
    caution: float
    comrades: float
    near: int
    near_mobile: int
    threat_to_city: int
    threatened: float
    shift_helps: float
    safe_odds: float
    sure_loss: float
    most_risk: float
    slot_strength: float
    siege: float
    watch: float
    cover: float

    # attacking
    driven_back: float
    hq_with_stack: float
    used: float
    exposed: float
    worth_attacking: float
    ring: int

    # HQs
    leads: float
    leads_alone: float
    leads_strength: float
    leads_afar: float
    rejoins: float
    hq_pull: float
    hq_unsupplied: float
    hq_in_zoc: float
    hq_close: int
    hq_with_foes_close: float
    hq_with_foes_near: float
    hq_overrun: float
    hq_idle: float
    sets_out: float
    far_mobile: float
    far_slow: float
    minors_set_out: float
    led_twice: float
    manstein_waits: int


SHEET: Final = read(Path(__file__).with_name("weights.toml"), AvlWeights, ("axis", "soviet"))
