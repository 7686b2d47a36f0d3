"""What every game stands on: asks and answers, steps, dice, the journal, views, words, odds and data.

Nothing here names a game, and nothing here knows of a server, a browser or a bot.
"""
