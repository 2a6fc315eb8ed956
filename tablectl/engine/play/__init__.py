"""play: what every part of a hand is played with.

play.py is one event being decided: it records facts and applies each at once. clocks.py, areas.py
(what lies in front of a seat) and halting.py are used by all wings above. Start with play.py.
"""
