"""The table in the browser: storage, seats, live games and the web server. Games and bots know nothing of it."""
