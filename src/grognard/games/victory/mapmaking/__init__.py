"""Maps laid out and drawn by chance (1.1)."""
