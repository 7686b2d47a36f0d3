"""Who decides for a block, and the councils of a team (10.5)."""
