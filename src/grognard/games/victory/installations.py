"""What never may be wrong with storms, ruins, airfields, mulberries, factories and resources; part of `invariants`."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.victory.kinds import NAVAL
from grognard.games.victory.logistics.factories import total_value
from grognard.games.victory.state import VictoryState
from grognard.hex.grid import bits


def installation_faults(state: VictoryState) -> list[str]:
    """Everything that stands where it cannot, or belongs to an option that is off."""
    return [*_switched_off(state), *_markers(state), *_factories(state)]


def _switched_off(state: VictoryState) -> Iterator[str]:
    """9.4 to 9.7 are played by their options only; blocks of 9.1 are not even in the set without theirs."""
    resources = state.game.blocks.resources & ~state.pool
    on_the_map = {
        "storms": state.storm, "destruction": state.ruined or state.ruined_canals, "airfields": state.airfields,
        "mulberries": state.mulberries, "resources": resources if state.turn else 0,
    }  # fmt: skip
    for option, there in on_the_map.items():
        if there and not state.options[option]:
            yield f"{option} are on the map, and the option {option} is off"


def _markers(state: VictoryState) -> Iterator[str]:
    """9.6b airfields on any land, 9.7a mulberries on the coast, neither in settlements; 9.5b canals where one is."""
    ground = state.game.ground
    name = ground.grid.name
    for hex in state.airfields:
        if not ground.land & ~ground.settlements & 1 << hex:
            yield f"an airfield is in {name(hex)}, which is a settlement or water"
    for hex in state.mulberries:
        if not ground.coastal & ~ground.settlements & 1 << hex:
            yield f"a mulberry is in {name(hex)}, which is no open coast"
    for hex in bits(state.ruined_canals & ~ground.canal):
        yield f"a canal is ruined in {name(hex)}, where none is"


def _factories(state: VictoryState) -> Iterator[str]:
    """9.1a in cities, naval ones in ports, and together worth no more than their city."""
    game = state.game
    ground = game.ground
    cities = set()
    for unit in bits(game.blocks.factories & ~state.pool):
        if not state.on_map(unit):
            continue
        hex, name = state.hex_of[unit], game.blocks.rows[unit].id
        cities.add(hex)
        if not ground.cities >> hex & 1:
            yield f"{name} is in {ground.grid.name(hex)}, which is no city"
        elif game.produces[game.blocks.kind[unit]] == NAVAL and not ground.ports >> hex & 1:
            yield f"{name} is in {ground.grid.name(hex)}, which is no port"
    for hex in sorted(cities):
        worth = game.city_values.get(hex, 0)
        if ground.cities >> hex & 1 and total_value(state, hex) > worth:
            yield f"the factories in {ground.grid.name(hex)} are worth {total_value(state, hex)}, the city {worth}"
