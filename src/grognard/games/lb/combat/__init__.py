"""The Combat Phase: attacks announced, strengths and odds, the four segments, results."""
