"""The weights of Recruit's doctrine for Velikiye Luki by name; what they are and how much, in `weights.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from grognard.players.weights import read


@dataclass(frozen=True, slots=True, eq=False)
class VlWeights:
    """What things are worth to one side. Each object is a key of its own for what is remembered by it."""

    # marching
    pull: float
    delay_town: int
    delay_defence: int
    delay_point: int
    delay_safe: int
    delay_garrisoned: int
    delay_foe: int
    delay_ring: int

    # standing
    garrison: float
    out_of_supply: float
    encircled: float
    in_zoc: float
    shelter: float
    team: float
    spread: float
    cut_off: float
    cut_off_beside: float
    candidates: int
    leave: int
    raid: int
    raid_pull: float
    ushers: int
    pickets: int

    # the city
    ring_hex: float
    ring_hex_near: float
    open: float
    attackable: float
    ring_at_risk: float
    gap: float
    needed: float
    bonus: float
    lesser_bonus: float
    part: float
    relief: float
    more_relief: float
    ring_post: float
    break_in: float
    ring_freed: float
    foreseen: int
    ring_loosened: float
    prise: float
    corridor: float

    # danger
    strength: float
    last_step: float
    hq_step: float
    caution: float
    near: int
    near_mobile: int
    threat_to_town: int
    threatened: float
    shift_helps: float
    safe_odds: float
    sure_loss: float
    most_risk: float

    # attacking
    town: float
    worth_attacking: float
    least_column: int
    blood: float
    used: float
    unsupplied_attacker: float
    lone_hq: float
    wear: float
    in_vain: float
    ground: float
    worth_a_step: float

    # supports
    support_in_soviet_phase: float
    support_in_german_phase: float
    rockets_for: float
    most_support: int

    # HQs and launchers
    follows: float
    leads: float
    rockets_at_city: float
    rockets_at_foe: float
    rocket_targets: int
    company: float
    hq_unsupplied: float
    hq_at_risk: float
    hq_in_zoc: float
    hq_close: int
    hq_with_foes_close: float
    hq_with_foes_near: float


SHEET: Final = read(Path(__file__).with_name("weights.toml"), VlWeights, ("soviet", "german"))
