"""The table in the terminal: the map as text, the ask with its numbered answers, and the loop that plays a game."""
