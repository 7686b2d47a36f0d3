"""Studies: a line of positions with comments and arrows, to be shown to others."""
