"""The doctrines for Lost Battles, Recruit's and Regular's, found by the entry point group `grognard.doctrines`."""

from grognard.players.lb.doctrine import DOCTRINE, LbDoctrine
from grognard.players.lb.regular import REGULAR, REGULAR_SHEET
from grognard.players.lb.weights import SHEET, LbWeights

__all__ = ["DOCTRINE", "REGULAR", "REGULAR_SHEET", "SHEET", "LbDoctrine", "LbWeights"]
