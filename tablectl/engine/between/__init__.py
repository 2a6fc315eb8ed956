"""between: what happens between two hands.

Players who come and go, the button, the level and its clock, and the seats of the next hand. Start
with starting.py.
"""
