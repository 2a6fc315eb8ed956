"""games: a game is rows of values; what a game does not name, it does not have.

game.py says what a game is made of; each preset is one value of it; catalog.py finds them by name,
and own.py lays one's own rows over one. No function in a game file, no subclass, and no game's name
anywhere else. May import: rules. Start with tournament.py.
"""
