"""A game's spaces as Gymnasium writes them."""

from __future__ import annotations

from typing import Any

from grognard.core.game import SetupError
from grognard.lab.env.spaces import Spaces, np

try:
    from gymnasium import spaces as gym
except ImportError as error:
    raise SetupError('this face needs the extra "research": pip install "grognard[research]"') from error


def seen_box(spaces: Spaces) -> Any:
    """What an agent is given: the observation and the mask of his actions."""
    units, figures = np.iinfo(np.int16), np.iinfo(np.int32)
    return gym.Dict(
        {
            "observation": gym.Dict(
                {
                    "planes": gym.Box(0, 1, spaces.planes, np.uint8),
                    "units": gym.Box(units.min, units.max, spaces.units, np.int16),
                    "figures": gym.Box(figures.min, figures.max, spaces.figures, np.int32),
                }
            ),
            "action_mask": gym.Box(0, 1, (spaces.actions.count,), np.int8),
        }
    )


def actions_box(spaces: Spaces) -> Any:
    return gym.Discrete(spaces.actions.count)
