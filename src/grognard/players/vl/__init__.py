"""The doctrines for Velikiye Luki, Recruit's and Regular's, found by the entry point group `grognard.doctrines`."""

from grognard.players.vl.doctrine import DOCTRINE, VlDoctrine
from grognard.players.vl.regular import REGULAR, REGULAR_SHEET
from grognard.players.vl.weights import SHEET, VlWeights

__all__ = ["DOCTRINE", "REGULAR", "REGULAR_SHEET", "SHEET", "VlDoctrine", "VlWeights"]
