"""play: what every part of a hand is played with.

handling.py decides one event: it records facts and applies each at once. clocks.py, areas.py (what
lies in front of a seat) and halting.py are used by all packages above. Start with handling.py.
"""
