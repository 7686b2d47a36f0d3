"""Tournaments: Swiss, round robin, knockout. A list of events is replayed into a course, and all else follows."""
