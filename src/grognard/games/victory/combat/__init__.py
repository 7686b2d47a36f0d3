"""The Combat Phase (chapter 6): battles, rounds, fire, hits, retreats, and what comes after."""
