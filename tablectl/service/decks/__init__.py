"""decks: which deck lies in the shoe, how one is enrolled and put into play, and what was seen of
it.

active_deck.py has the deck that is played with, tapping.py has somebody tap cards at the reader,
auditing.py names a card that never comes.
"""
