"""Those who seek a game: the house pairs them by rating."""
