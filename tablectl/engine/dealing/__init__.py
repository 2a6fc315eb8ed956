"""dealing: what happens with cards that leave the shoe.

dealing.py puts each in the place for which it is wanted; early.py treats cards that come before
they are wanted, or while only chips are awaited. Start with dealing.py.
"""
