"""dealing: what becomes of the cards that leave the shoe.

dealing.py puts each where it is wanted, early.py has those that nobody wanted yet, kept.py those that come while only chips are
awaited. Start with dealing.py.
"""
