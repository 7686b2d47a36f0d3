"""The school: what a newcomer needs before and beside a game. Lobby advice, briefings, charts and lessons, all of them
made from a game's data and from what a player sees; no rule of a game is here."""
