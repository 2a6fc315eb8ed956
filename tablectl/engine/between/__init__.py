"""between: what happens between two hands.

Who sits, comes and goes, the button, the level and its clock, and who is dealt into the next hand. Start with starting.py.
"""
