"""The board: who controls a hex, how many blocks stand in it, and where a block may go (5.2, 5.4 to 5.9)."""
