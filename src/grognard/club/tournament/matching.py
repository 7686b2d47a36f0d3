"""The best of all ways to pair places off, where rules count strictly one before the other.

What a pair costs is a row of small numbers, one for each rule. The rows of a round are added up, and of all possible
rounds the one with the least row is wanted, compared from the left. Because no sum can outgrow its bound, a row is one
whole number in mixed radix, and the least sum is a matching of greatest weight.
"""

from __future__ import annotations

from collections.abc import Mapping

import networkx

Edge = tuple[int, int]
Cost = tuple[int, ...]


def least(costs: Mapping[Edge, Cost]) -> list[Edge]:
    """The perfect matching over these edges whose costs, added up, are least when compared from the left."""
    weights = _weights(costs)
    graph = networkx.Graph()
    for edge in sorted(costs):
        graph.add_edge(*edge, weight=weights[edge])
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted((min(edge), max(edge)) for edge in found)


def _weights(costs: Mapping[Edge, Cost]) -> dict[Edge, int]:
    """Costs as single numbers: a place is worth more than all that may add up in the places after it."""
    most = len({end for edge in costs for end in edge}) // 2
    lows = [min(column) for column in zip(*costs.values(), strict=True)]
    radix = [most * (max(column) - min(column)) + 1 for column in zip(*costs.values(), strict=True)]
    found = {}
    for edge, row in costs.items():
        number = 0
        for value, low, places in zip(row, lows, radix, strict=True):
            number = number * places + value - low
        found[edge] = -number
    return found
