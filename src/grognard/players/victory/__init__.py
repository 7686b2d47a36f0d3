"""The doctrines for Victory, Recruit's and Regular's, found by the entry point group `grognard.doctrines`."""

from grognard.players.victory.doctrine import DOCTRINE, VictoryDoctrine
from grognard.players.victory.regular import REGULAR, REGULAR_SHEET
from grognard.players.victory.weights import SHEET, VictoryWeights

__all__ = ["DOCTRINE", "REGULAR", "REGULAR_SHEET", "SHEET", "VictoryDoctrine", "VictoryWeights"]
