"""Before the first turn: maps picked, forces drawn or bought, blocks deployed (1.1, 1.4, 10.1 to 10.4)."""
