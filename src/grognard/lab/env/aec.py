"""The PettingZoo face: agents take turns as the rules ask them, each with his own observation and action mask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.core.game import SetupError
from grognard.lab.env.boxes import actions_box, seen_box
from grognard.lab.env.match import Match
from grognard.lab.env.spaces import IllegalAction

try:
    from pettingzoo import AECEnv
except ImportError as error:
    raise SetupError('this face needs the extra "research": pip install "grognard[research]"') from error


class Table(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game as PettingZoo's agent-environment cycle.

    An agent is a player by his id. One agent may be asked many times in a row. Secret, simultaneous choices are asked
    one player after the other; none of them sees what another has chosen before all have.
    """

    def __init__(self, match: Match, margins: bool = False) -> None:
        super().__init__()
        self.match = match
        self.margins = margins
        self.render_mode = None
        self.metadata = {
            "name": f"grognard_{match.game.id}_{match.spaces.version}", "is_parallelizable": False,
            "render_modes": [], "version": match.spaces.version,
        }  # fmt: skip
        self.possible_agents = list(match.seats)
        self._numbers = {agent: number for number, agent in enumerate(match.seats)}
        self.observation_spaces = {agent: seen_box(match.spaces) for agent in match.seats}
        self.action_spaces = {agent: actions_box(match.spaces) for agent in match.seats}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        self.match.reset(seed)
        agents = self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, float]] = {agent: {} for agent in agents}
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        number = self._numbers[agent]
        return {"observation": self.match.observe(number), "action_mask": self.match.mask(number)}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction(f"{agent} is asked and must act: only who has ended answers with None")
        self._cumulative_rewards[agent] = 0.0
        self.match.step(int(action))
        self._go_on()

    def _go_on(self) -> None:
        """Whose turn it is; at the end, what everybody gets."""
        match = self.match
        if match.done:
            self._end()
        else:
            self.agent_selection = match.seats[match.asked]
        if self.margins:
            self.infos = {agent: {"margin": match.margin(self._numbers[agent])} for agent in self.agents}

    def _end(self) -> None:
        match, agents = self.match, self.agents
        self.rewards = dict(zip(match.seats, match.rewards(), strict=True))
        self.terminations = dict.fromkeys(agents, match.over)
        self.truncations = dict.fromkeys(agents, match.cut)
        self._accumulate_rewards()
        self.agent_selection = agents[0]

    def close(self) -> None:
        """There is nothing to close."""
